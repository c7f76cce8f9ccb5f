//! The exact values of a game that is given as a graph: kind 4.
//!
//! Responsible for: [`GraphStatement::check`], the only way to a [`VerifiedGraph`]; the order of the conditions; what is verified of
//! all positions, by their numbers. Left to others: the file of the game (`game`), the conditions themselves (`conditions`, the same
//! as those of two tables), which of them are put to a position (`exact`), questions about single positions (`graph_entry`).
//!
//! Left is White here, and Right is Black. Source: the chapter "The format" (kind 4).

use std::sync::Arc;

use num_rational::BigRational;

use crate::board::Colour;
use crate::certificate::{self, Digest};
use crate::conditions::{self, Choice, Node, Options};
use crate::exact::Exact;
use crate::failure::{Breach, Decline, Failure, Rejection};
use crate::game::{Game, Place};
use crate::graph::Work;
use crate::receipt::Receipt;
use crate::values::{Rank, Value};
use crate::verified::{AnyStatement, MOST_THREADS};

/// What a certificate of a graph states, with nothing verified but `header`, the spelling, and that it has no imports.
#[derive(Debug)]
pub struct GraphStatement {
    digest: Digest,
    stated: certificate::Graph,
    threads: usize,
}

/// The verified values of a game. Only [`GraphStatement::check`] makes one.
#[derive(Debug)]
pub struct VerifiedGraph {
    digest: Digest,
    pub(crate) values: GraphValues,
    receipt: Receipt,
}

/// A game, and what is stated of its positions.
#[derive(Debug)]
pub(crate) struct GraphValues {
    pub(crate) game: Arc<Game>,
    pub(crate) exact: Exact,
}

impl GraphStatement {
    /// Reads the statement of a graph.
    ///
    /// # Errors
    ///
    /// `header`, the spelling, and that there are no imports. Declined for other kinds.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        match AnyStatement::read(bytes)? {
            AnyStatement::Graph(statement) => Ok(statement),
            AnyStatement::Table(table) => Err(Decline::NotAGraph { found: table.kind() }.into()),
            AnyStatement::Bound(_) => Err(Decline::NotAGraph { found: certificate::KIND_BOUND }.into()),
        }
    }

    pub(crate) fn new(digest: Digest, imports: &[Digest], stated: certificate::Graph) -> Result<Self, Rejection> {
        match imports {
            [] => Ok(Self { digest, stated, threads: 1 }),
            _ => Err(Rejection::GraphImports { found: imports.len() }),
        }
    }

    /// The same statement, to be checked by so many threads, from 1 to 64. The verdict does not depend on it.
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MOST_THREADS), ..self }
    }

    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    // ANCHOR: order
    /// Checks every condition for this game.
    ///
    /// # Errors
    ///
    /// The first failure, in the order of the chapter "The format".
    pub fn check(self, game: Arc<Game>) -> Result<VerifiedGraph, Failure> {
        let Self { digest, mut stated, threads } = self;
        let most = stated.records.len().saturating_mul(2);
        let own = conditions::canonical(&stated.odd_parts, &stated.values, most)?;
        conditions::graph_coverage(&game, stated.records.len())?;
        let exact = Exact::game(&game, &mut stated, own)?;
        let values = GraphValues { game, exact };
        values.check(&Work { range: 0..stated.records.len(), threads })?;
        let used = stated.records.iter().flat_map(|record| [record.lower, record.upper]);
        conditions::values_are_used(used, values.exact.values.len())?;
        let receipt = Receipt::of_game(&values);
        Ok(VerifiedGraph { digest, values, receipt })
    }
    // ANCHOR_END: order
}

impl GraphValues {
    /// Puts the conditions to the positions that are not terminal and have these numbers among them.
    fn check(&self, work: &Work) -> Result<(), Rejection> {
        work.each(|record, options: &mut Options<Node, u32>| {
            let number = self.game.inner().get(record).copied();
            let number = number.ok_or(Rejection::GraphCoverage { found: record, required: self.game.inner().len() })?;
            let checked = self.options(number, options);
            let checked = checked.and_then(|()| {
                let p = self.exact.nodes.get(record).ok_or(Breach::NoRecord)?;
                self.exact.two_positions(p, options)
            });
            checked.map_err(|breach| self.game.at(number, breach))
        })
    }

    // ANCHOR: options
    /// Finds all options of both players; `options` holds them in the place of what it held.
    pub(crate) fn options(&self, number: u32, options: &mut Options<Node, u32>) -> Result<(), Breach> {
        for colour in [Colour::White, Colour::Black] {
            let own = colour.of(&mut options.white, &mut options.black);
            own.clear();
            let numbers = usize::try_from(number).ok().and_then(|number| self.game.options(number, colour));
            for &mv in numbers.unwrap_or_default() {
                own.push(Choice { mv, to: self.see(mv).ok_or(Breach::NoRecord)? });
            }
        }
        Ok(())
    }

    /// What the conditions see of a position: its value and labels 0 if it is terminal, else what is stated.
    pub(crate) fn see(&self, number: u32) -> Option<Node> {
        match self.game.place(usize::try_from(number).ok()?)? {
            Place::Terminal(value) => self.exact.terminal(*value),
            Place::Inner { record, .. } => self.exact.nodes.get(*record).copied(),
        }
    }
    // ANCHOR_END: options
}

impl VerifiedGraph {
    /// The SHA-256 of the certificate.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The game that it is about.
    pub fn game(&self) -> &Arc<Game> {
        &self.values.game
    }

    /// The values that positions have that are not terminal, lower or upper, increasing, each once.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'_>> {
        let Exact { odd_parts, values, .. } = &self.values.exact;
        values.iter().map(|value| Value::of(odd_parts, value))
    }

    /// The places in [`values`](Self::values) of the lower and of the upper value of a position, by its number in the game; none if it
    /// is terminal.
    pub fn value_numbers(&self, position: usize) -> Option<(usize, usize)> {
        let Place::Inner { record, .. } = self.values.game.place(position)? else { return None };
        let exact = &self.values.exact;
        let (lower, upper) = exact.nodes.get(*record)?.values;
        let place = |rank| exact.ranks.binary_search(&rank).ok();
        Some((place(lower)?, place(upper)?))
    }

    /// The values and the labels of a position, terminal or not, by its number in the game.
    pub fn node(&self, position: usize) -> Option<Node> {
        self.values.see(u32::try_from(position).ok()?)
    }

    /// The value of a rank, as it stands in a [`Node`] of this game; 0 if there is none.
    pub fn value(&self, rank: Rank) -> BigRational {
        self.values.exact.scale.value(rank)
    }

    /// All options of both players, by their numbers in the game, with what is verified there; none of a terminal position.
    pub fn options(&self, position: usize) -> Option<Options<Node, u32>> {
        self.values.game.options(position, Colour::White)?;
        let mut options = Options::default();
        self.values.options(u32::try_from(position).ok()?, &mut options).ok()?;
        Some(options)
    }

    /// What is verified, in the checker's own words.
    pub fn claim(&self) -> String {
        self.receipt.claim_of_game(&self.values.game)
    }

    /// What was counted.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }
}

/// Checks the bytes of a certificate of a graph, given the game that it is about.
///
/// # Errors
///
/// Rejected if a condition fails; declined if it is of another kind, or if a limit is passed.
pub fn check_graph(bytes: &[u8], game: &Arc<Game>) -> Result<VerifiedGraph, Failure> {
    GraphStatement::read(bytes)?.check(Arc::clone(game))
}
