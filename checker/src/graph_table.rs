//! The values of a game that is given as a graph, exact (kind 4) or enclosed (kind 5).
//!
//! Responsible for: [`GraphStatement::check`], the only way to a [`VerifiedGraph`]; the order of the conditions; what is verified of
//! all positions, by their numbers. Left to others: the file of the game (`game`); the conditions themselves (of exact values
//! `conditions`, the same as those of two tables; of bounds `enclosure`); which of them are put to a position (`exact`, `enclosure`);
//! questions about single positions (`graph_entry`).
//!
//! Left is White here, and Right is Black. Source: the chapter "The format" (kinds 4 and 5).

use std::sync::Arc;

use num_rational::BigRational;

use crate::board::Colour;
use crate::certificate::{self, Digest, EnclosureRecord, KIND_GRAPH, KIND_GRAPH_ENCLOSURE};
use crate::conditions::{self, Choice, Label, Node, Options};
use crate::enclosure::{self, Bounds, Enclosed};
use crate::exact::Exact;
use crate::failure::{Breach, Decline, Failure, Rejection};
use crate::game::{Game, Place};
use crate::graph::Work;
use crate::receipt::Receipt;
use crate::values::{Interval, Rank, Value};
use crate::verified::{AnyStatement, MOST_THREADS, Seen, Table};

/// What a certificate of a graph states, with nothing verified but `header`, the spelling, and that it has no imports.
#[derive(Debug)]
pub struct GraphStatement {
    digest: Digest,
    stated: Stated,
    threads: usize,
}

/// What is stated of the positions.
#[derive(Debug)]
pub(crate) enum Stated {
    /// Their values: kind 4.
    Exact(certificate::Graph),
    /// Bounds on their values: kind 5.
    Enclosed(certificate::GraphEnclosure),
}

/// The verified values of a game, or bounds on them. Only [`GraphStatement::check`] makes one.
#[derive(Debug)]
pub struct VerifiedGraph {
    digest: Digest,
    values: GraphValues,
    receipt: Receipt,
}

/// A game, and what is stated of its positions.
#[derive(Debug)]
pub(crate) struct GraphValues {
    pub(crate) game: Arc<Game>,
    pub(crate) table: Table,
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

    pub(crate) fn new(digest: Digest, imports: &[Digest], stated: Stated) -> Result<Self, Rejection> {
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

    /// The kind of certificate that it is: 4 exact values, 5 an enclosure.
    pub fn kind(&self) -> u16 {
        match self.stated {
            Stated::Exact(_) => KIND_GRAPH,
            Stated::Enclosed(_) => KIND_GRAPH_ENCLOSURE,
        }
    }

    // ANCHOR: order
    /// Checks every condition for this game.
    ///
    /// # Errors
    ///
    /// The first failure, in the order of the chapter "The format".
    pub fn check(self, game: Arc<Game>) -> Result<VerifiedGraph, Failure> {
        let Self { digest, stated, threads } = self;
        let work = |records: usize| Work { range: 0..records, threads };
        let values = match stated {
            Stated::Exact(mut stated) => {
                let (records, distinct) = (stated.records.len(), stated.values.len());
                let own = conditions::canonical(&stated.odd_parts, &stated.values, records.saturating_mul(2))?;
                conditions::graph_coverage(&game, records)?;
                let exact = Exact::game(&game, &mut stated, own)?;
                let values = GraphValues { game, table: Table::Two(exact) };
                values.check(&work(records))?;
                let used = stated.records.iter().flat_map(|record| [record.lower, record.upper]);
                conditions::values_are_used(used, distinct)?;
                values
            }
            Stated::Enclosed(stated) => {
                enclosure::canonical_bits(stated.bits)?;
                let records = stated.records.len();
                conditions::graph_coverage(&game, records)?;
                let enclosed = Enclosed::game(&game, stated)?;
                let values = GraphValues { game, table: Table::Enclosed(enclosed) };
                values.check(&work(records))?;
                values
            }
        };
        let receipt = Receipt::of_game(&values);
        Ok(VerifiedGraph { digest, values, receipt })
    }
    // ANCHOR_END: order
}

impl GraphValues {
    /// Puts the conditions to the positions that are not terminal and have these numbers among them.
    fn check(&self, work: &Work) -> Result<(), Rejection> {
        match &self.table {
            Table::Sharp(exact) | Table::Two(exact) => self.each(
                work,
                |place| exact.see_place(place),
                |record, options| exact.two_positions(exact.nodes.get(record).ok_or(Breach::NoRecord)?, options),
            ),
            Table::Enclosed(enclosed) => {
                self.each(work, |place| enclosed.see_place(place), |record, options| enclosed.position(record, options))
            }
        }
    }

    /// Finds the options of each of these positions, with what `see` sees of a place, and puts `check` to them.
    fn each<S>(
        &self,
        work: &Work,
        see: impl Fn(&Place) -> Option<S> + Sync,
        check: impl Fn(usize, &Options<S, u32>) -> Result<(), Breach> + Sync,
    ) -> Result<(), Rejection> {
        work.each(|record, options: &mut Options<S, u32>| {
            let number = self.game.inner().get(record).copied();
            let number = number.ok_or(Rejection::GraphCoverage { found: record, required: self.game.inner().len() })?;
            let found = self.options(number, |number| see(self.place(number)?), options);
            found.and_then(|()| check(record, options)).map_err(|breach| self.game.at(number, breach))
        })
    }

    // ANCHOR: options
    /// Finds all options of both players, with what `see` sees of the position of a number; `options` holds them in the place of what
    /// it held.
    fn options<S>(
        &self,
        number: u32,
        see: impl Fn(u32) -> Option<S>,
        options: &mut Options<S, u32>,
    ) -> Result<(), Breach> {
        for colour in [Colour::White, Colour::Black] {
            let own = colour.of(&mut options.white, &mut options.black);
            own.clear();
            let numbers = usize::try_from(number).ok().and_then(|number| self.game.options(number, colour));
            for &mv in numbers.unwrap_or_default() {
                own.push(Choice { mv, to: see(mv).ok_or(Breach::NoRecord)? });
            }
        }
        Ok(())
    }

    fn place(&self, number: u32) -> Option<&Place> {
        self.game.place(usize::try_from(number).ok()?)
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

    /// The kind of the certificate: 4 exact values, 5 an enclosure.
    pub fn kind(&self) -> u16 {
        match self.values.table {
            Table::Sharp(_) | Table::Two(_) => KIND_GRAPH,
            Table::Enclosed(_) => KIND_GRAPH_ENCLOSURE,
        }
    }

    /// The values that positions have that are not terminal, lower or upper, increasing, each once; none of an enclosure.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'_>> {
        let exact = self.exact();
        let (odd_parts, values) = exact.map(|exact| (&*exact.odd_parts, &*exact.values)).unwrap_or_default();
        values.iter().map(|value| Value::of(odd_parts, value))
    }

    /// The places in [`values`](Self::values) of the lower and of the upper value of a position, by its number in the game; none if it
    /// is terminal, and none of an enclosure.
    pub fn value_numbers(&self, position: usize) -> Option<(usize, usize)> {
        let Place::Inner { record, .. } = self.values.game.place(position)? else { return None };
        let exact = self.exact()?;
        let (lower, upper) = exact.nodes.get(*record)?.values;
        let place = |rank| exact.ranks.binary_search(&rank).ok();
        Some((place(lower)?, place(upper)?))
    }

    /// The values and the labels of a position, terminal or not, by its number in the game; none of an enclosure.
    pub fn node(&self, position: usize) -> Option<Node> {
        self.exact()?.see_place(self.values.game.place(position)?)
    }

    /// The value of a rank, as it stands in a [`Node`] of this game; 0 if there is none.
    pub fn value(&self, rank: Rank) -> BigRational {
        self.exact().map(|exact| exact.scale.value(rank)).unwrap_or_default()
    }

    /// All options of both players, by their numbers in the game, with what is verified there; none of a terminal position, and none of
    /// an enclosure.
    pub fn options(&self, position: usize) -> Option<Options<Node, u32>> {
        let exact = self.exact()?;
        self.options_as(position, |number| exact.see_place(self.values.place(number)?))
    }

    /// Bounds are in units of 2^-bits; none of exact values.
    pub fn bits(&self) -> Option<u8> {
        Some(self.enclosed()?.bits)
    }

    /// The bounds and the labels of a position, terminal or not, by its number in the game; none of exact values.
    pub fn bounds(&self, position: usize) -> Option<Bounds> {
        self.enclosed()?.see_place(self.values.game.place(position)?)
    }

    /// The bounds that are verified of a position, in units of 2^-bits, as they are written; none if it is terminal, and none of exact
    /// values.
    pub fn record(&self, position: usize) -> Option<&EnclosureRecord> {
        let Place::Inner { record, .. } = self.values.game.place(position)? else { return None };
        self.enclosed()?.records.get(*record)
    }

    /// All options of both players, by their numbers in the game, with the bounds there; none of a terminal position, and none of exact
    /// values.
    pub fn bounded_options(&self, position: usize) -> Option<Options<Bounds, u32>> {
        let enclosed = self.enclosed()?;
        self.options_as(position, |number| enclosed.see_place(self.values.place(number)?))
    }

    /// Where the values of a position lie, whatever the kind. The value of a terminal position is known exactly.
    pub fn seen(&self, position: usize) -> Option<Seen> {
        if let Some(value) = self.values.game.terminal_value(position) {
            let value = Interval::exact(value);
            return Some(Seen { values: (value.clone(), value), labels: (Label::ZERO, Label::ZERO) });
        }
        match &self.values.table {
            Table::Sharp(_) | Table::Two(_) => {
                let Node { values: (lower, upper), labels } = self.node(position)?;
                let value = |rank| Interval::exact(self.value(rank));
                Some(Seen { values: (value(lower), value(upper)), labels })
            }
            Table::Enclosed(enclosed) => {
                let Bounds { ends, labels } = self.bounds(position)?;
                Some(Seen { values: (enclosed.interval(ends.alpha), enclosed.interval(ends.beta)), labels })
            }
        }
    }

    /// All options of both players, by their numbers in the game, whatever the kind; none of a terminal position.
    pub fn seen_options(&self, position: usize) -> Option<Options<Seen, u32>> {
        self.options_as(position, |number| self.seen(usize::try_from(number).ok()?))
    }

    fn options_as<S>(&self, position: usize, see: impl Fn(u32) -> Option<S>) -> Option<Options<S, u32>> {
        self.values.game.options(position, Colour::White)?;
        let mut options = Options::default();
        self.values.options(u32::try_from(position).ok()?, see, &mut options).ok()?;
        Some(options)
    }

    fn exact(&self) -> Option<&Exact> {
        self.values.table.exact()
    }

    fn enclosed(&self) -> Option<&Enclosed> {
        self.values.table.enclosed()
    }

    /// What is verified, in the checker's own words.
    pub fn claim(&self) -> String {
        self.receipt.claim_of_game(&self.values)
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
