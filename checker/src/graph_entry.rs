//! Questions about one position of a verified graph.
//!
//! Responsible for: both values, the labels and all best options of a position, by its name. Nothing is decided here: everything
//! comes from a [`VerifiedGraph`].

use num_rational::BigRational;

use crate::board::Colour;
use crate::conditions::{Node, Options, Which};
use crate::failure::ways_to_fail;
use crate::graph_table::VerifiedGraph;

/// What is verified of a position. Values are shares of the money: Left wins if Right's is below the lower value, Right if it is
/// above the upper value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphEntry {
    /// Its name.
    pub name: String,
    /// The lower value α.
    pub lower: BigRational,
    /// The upper value β.
    pub upper: BigRational,
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
    pub best: BigRational,
    /// The names of the options that have it, in the order of the game.
    pub options: Vec<String>,
}

impl GraphEntry {
    /// Whether both values are the same.
    pub fn is_sharp(&self) -> bool {
        self.lower == self.upper
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
        let Node { values: (lower, upper), labels } = self.node(number)?;
        let plans = match self.options(number) {
            Some(options) => Some([self.plans(&options, Colour::White)?, self.plans(&options, Colour::Black)?]),
            None => None,
        };
        Some(GraphEntry {
            name: self.game().name(number)?.to_owned(),
            lower: self.value(lower),
            upper: self.value(upper),
            left_label: labels.0.steps(),
            right_label: labels.1.steps(),
            plans,
        })
    }

    fn plans(&self, options: &Options<Node, u32>, colour: Colour) -> Option<GraphPlans> {
        let plan = |which| self.plan(options, colour, which);
        let (lower, upper) = (plan(Which::Lower)?, plan(Which::Upper)?);
        let (to_win, not_to_lose) = match colour {
            Colour::White => (lower, upper),
            Colour::Black => (upper, lower),
        };
        Some(GraphPlans { to_win, not_to_lose })
    }

    fn plan(&self, options: &Options<Node, u32>, colour: Colour, which: Which) -> Option<GraphPlan> {
        let name = |number: u32| self.game().name(usize::try_from(number).ok()?).map(str::to_owned);
        Some(GraphPlan {
            best: self.value(options.best(colour, which)?),
            options: options.greedy(colour, which).map(|option| name(option.mv)).collect::<Option<_>>()?,
        })
    }
}
