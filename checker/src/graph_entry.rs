//! Questions about one position of a verified graph.
//!
//! Responsible for: both values, the labels and all best options of a position, by its name. Nothing is decided here: everything
//! comes from a [`VerifiedGraph`].

use crate::board::Colour;
use crate::conditions::{Options, Which};
use crate::entry::may_be_best;
use crate::failure::ways_to_fail;
use crate::graph_table::VerifiedGraph;
use crate::values::Interval;
use crate::verified::Seen;

/// What is verified of a position. Values are shares of the money: Left wins if Right's is below the lower value, Right if it is
/// above the upper value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEntry {
    /// Its name.
    pub name: String,
    /// The lower value α.
    pub lower: Interval,
    /// The upper value β.
    pub upper: Interval,
    /// T; none if infinite.
    pub left_label: Option<u32>,
    /// T′; none if infinite.
    pub right_label: Option<u32>,
    /// Left's and Right's best options; none of a terminal position.
    pub plans: Option<[GraphPlans; 2]>,
}

/// The best options of a player, for two aims. At a sharp position they are the same unless an option is not sharp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPlans {
    /// To win: Left's in the lower table, Right's in the upper one.
    pub to_win: GraphPlan,
    /// Not to lose: Left's in the upper table, Right's in the lower one.
    pub not_to_lose: GraphPlan,
}

/// The best options of a player in one table. The optimal bid is half of Left's best value less Right's in the same table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPlan {
    /// The maximum over Left's options, the minimum over Right's.
    pub best: Interval,
    /// The options that have it, in the order of the game. Where values are enclosed only: the options that may have it.
    pub options: Vec<GraphOption>,
}

/// An option that is best, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphOption {
    /// Its name.
    pub name: String,
    /// Its value, in the table in question.
    pub value: Interval,
}

impl GraphEntry {
    /// Whether the position is known to be sharp.
    pub fn is_sharp(&self) -> bool {
        self.lower == self.upper && self.lower.is_exact()
    }
}

ways_to_fail! {
/// Why a graph does not answer a question.
NameError {
    /// No position has that name.
    NoPosition { found: String } => "found {found:?}, required the name of a position of the game";
}}

impl VerifiedGraph {
    /// What is verified of the position of that name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn at(&self, name: &str) -> Result<GraphEntry, NameError> {
        let number = self.game().number(name);
        let entry = number.and_then(|number| self.entry(number));
        entry.ok_or_else(|| NameError::NoPosition { found: name.to_owned() })
    }

    /// What is verified of the position of that number, in the order of the game from 0.
    pub fn entry(&self, number: usize) -> Option<GraphEntry> {
        let Seen { values: (lower, upper), labels } = self.seen(number)?;
        let plans = match self.seen_options(number) {
            Some(options) => Some([self.plans(&options, Colour::White)?, self.plans(&options, Colour::Black)?]),
            None => None,
        };
        Some(GraphEntry {
            name: self.game().name(number)?.to_owned(),
            lower,
            upper,
            left_label: labels.0.steps(),
            right_label: labels.1.steps(),
            plans,
        })
    }

    fn plans(&self, options: &Options<Seen, u32>, colour: Colour) -> Option<GraphPlans> {
        let plan = |which| self.plan(options, colour, which);
        let (lower, upper) = (plan(Which::Lower)?, plan(Which::Upper)?);
        let (to_win, not_to_lose) = match colour {
            Colour::White => (lower, upper),
            Colour::Black => (upper, lower),
        };
        Some(GraphPlans { to_win, not_to_lose })
    }

    fn plan(&self, options: &Options<Seen, u32>, colour: Colour, which: Which) -> Option<GraphPlan> {
        let (best, options) = may_be_best(options, colour, which)?;
        let option = |(number, value): (u32, &Interval)| {
            let name = self.game().name(usize::try_from(number).ok()?)?.to_owned();
            Some(GraphOption { name, value: value.clone() })
        };
        Some(GraphPlan { best, options: options.into_iter().map(option).collect::<Option<_>>()? })
    }
}
