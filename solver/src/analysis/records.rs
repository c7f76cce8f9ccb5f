//! The records of a verified table: the position with the widest gap, the costliest zugzwang, and so on.
//!
//! Responsible for one record of each kind, with the first position that has it. Numbers of enclosures are what is shown: at least so much. Left to
//! others: the figures of a table (`statistics`, `gaps`), and which tables are compared (`solve records`).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use checker::Verified;
use checker::table::Target;
use checker::theorem::Side;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed as _;
use report::ranked::{self, Ranked};
use report::{fraction, notation};

use crate::analysis::{gaps, verified};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The largest `β - α`.
    Gap,
    /// The zugzwang in which the right to move costs most.
    Zugzwang,
    /// The largest bid that best play asks for, of positions in which no king can be captured at once.
    Price,
    /// The largest finite T.
    White,
    /// The largest finite T′.
    Black,
    /// The largest denominator, in decimal digits.
    Denominator,
    /// How many values occur.
    Values,
}

impl Kind {
    /// All kinds, in the order of the table.
    pub const ALL: [Self; 7] =
        [Self::Gap, Self::Zugzwang, Self::Price, Self::White, Self::Black, Self::Denominator, Self::Values];

    /// What the record is, in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gap => "widest gap",
            Self::Zugzwang => "costliest zugzwang",
            Self::Price => "highest bid",
            Self::White => "longest T",
            Self::Black => "longest T′",
            Self::Denominator => "longest denominator",
            Self::Values => "most values",
        }
    }
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What is compared.
    pub kind: Kind,
    /// A share of the money, or a count.
    pub figure: BigRational,
    /// Of denominators, the denominator whose digits are counted.
    pub denominator: Option<BigInt>,
    /// Whether the figure is only a lower bound.
    pub at_least: bool,
    /// The first position that has it; none where it belongs to the whole endgame.
    pub fen: Option<String>,
}

impl Record {
    /// Whether it beats another one of the same kind.
    #[must_use]
    pub fn beats(&self, other: &Self) -> bool {
        let size = |record: &Self| record.denominator.clone().map_or(record.figure.clone(), BigRational::from_integer);
        fraction::compare(&size(self), &size(other)) == Ordering::Greater
    }
}

/// The records of a verified table, at most one of each kind. No record is nothing: a gap of 0, no zugzwang, a label of an enclosure.
///
/// # Panics
///
/// If it is no table of an endgame.
#[must_use]
pub fn records(table: &Verified, threads: usize) -> Vec<Record> {
    let mut all = found_by_gaps(table, threads);
    let ranked = Ranked::new(table);
    let positions = verified::positions(table);
    let fen = |number: u32| Some(notation::fen(positions.endgame.board, &positions.placement(number)));
    let at_least = !table.stated().is_exact();
    let mut options = Vec::new();
    let (mut zugzwang, mut price) = (Widest::default(), Widest::default());
    for number in ranked.firsts() {
        ranked.options(number, &mut options);
        let best = |side, x: fn(&checker::theorem::Place) -> u64| ranked::best(&options, side, x);
        let shown = best(Side::Black, |place| place.alpha[0]).zip(best(Side::White, |place| place.beta[1]));
        shown.inspect(|&(high, low)| zugzwang.add(&ranked, high, low, number));
        if !options.iter().any(|step| matches!(step.target, Target::Won(_))) {
            let moved = best(Side::White, |place| place.alpha[0]).zip(best(Side::Black, |place| place.alpha[1]));
            moved.inspect(|&(high, low)| price.add(&ranked, high, low, number));
        }
    }
    let halves = [(Kind::Zugzwang, zugzwang), (Kind::Price, price)];
    all.extend(halves.into_iter().filter_map(|(kind, widest)| {
        let (width, number) = (widest.width?, widest.number);
        let figure = width / BigRational::from_integer(2.into());
        Some(Record { kind, figure, denominator: None, at_least, fen: fen(number) })
    }));
    if let Some((denominator, number)) = largest_denominator(&ranked, at_least) {
        let figure = BigRational::from_integer(denominator.to_string().len().into());
        let denominator = Some(denominator);
        all.push(Record { kind: Kind::Denominator, figure, denominator, at_least, fen: fen(number) });
    }
    all.sort_by_key(|record| record.kind);
    all
}

/// Those that the figures of tables with gaps have, too.
fn found_by_gaps(table: &Verified, threads: usize) -> Vec<Record> {
    let figures = gaps::gaps(table, threads);
    let at_least = !table.stated().is_exact();
    let mut all = Vec::new();
    if let Some(gap) = figures.widest.first() {
        let fen = Some(gap.fen.clone());
        all.push(Record { kind: Kind::Gap, figure: gap.width(), denominator: None, at_least, fen });
    }
    let count = |kind, count: BigInt, fen| {
        let figure = BigRational::from_integer(count);
        Record { kind, figure, denominator: None, at_least: false, fen }
    };
    for (kind, largest) in
        [Kind::White, Kind::Black].into_iter().zip(figures.labels.iter().flat_map(|labels| &labels.largest))
    {
        all.push(count(kind, largest.label.into(), Some(largest.fen.clone())));
    }
    all.extend(figures.exact.map(|[values, ..]| count(Kind::Values, values.into(), None)));
    all
}

/// The largest positive difference of two numbers so far.
#[derive(Default)]
struct Widest {
    width: Option<BigRational>,
    numbers: [u64; 2],
    number: u32,
}

impl Widest {
    /// Compares one more difference; only where it is not plainly smaller are fractions computed.
    fn add(&mut self, table: &Ranked<'_>, high: u64, low: u64, number: u32) {
        let is_within = self.width.is_some() && high <= self.numbers[0] && low >= self.numbers[1];
        if high <= low || is_within {
            return;
        }
        let width = table.fraction(high) - table.fraction(low);
        if self.width.as_ref().is_none_or(|widest| (&width - widest).is_positive()) {
            *self = Self { width: Some(width), numbers: [high, low], number };
        }
    }
}

/// The largest denominator of exact values, and the first position that has it.
fn largest_denominator(table: &Ranked<'_>, is_enclosure: bool) -> Option<(BigInt, u32)> {
    let mut seen = BTreeSet::new();
    let mut largest: Option<(BigInt, u32)> = None;
    for number in table.firsts().filter(|_| !is_enclosure) {
        let place = table.place(number);
        for value in [place.alpha[0], place.beta[0]] {
            if !seen.insert(value) {
                continue;
            }
            let value = table.fraction(value);
            if largest.as_ref().is_none_or(|(denominator, _)| value.denom() > denominator) {
                largest = Some((value.denom().clone(), number));
            }
        }
    }
    largest
}
