//! The figures of a verified table in which positions need not be sharp: two values for each, or an enclosure.
//!
//! Responsible for counting gaps, which a sharp table does not have. Of an enclosure only what it shows is counted: a gap is the
//! distance from the upper bound on `α` to the lower bound on `β`. Left to others: the figures of sharp tables (`statistics`), how
//! figures are set out (`solve stats`).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use checker::Verified;
use num_rational::BigRational;
use session::entry::Interval;
use session::figures::Figures;
use session::ranked::Ranked;
use session::{fraction, notation};

use crate::analysis::statistics::{self, BINS, LargestLabel, finite};
use crate::analysis::verified;

/// How many examples are listed.
const EXAMPLES: usize = 3;

/// A position with `α < β`.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The position.
    pub fen: String,
    /// Where its lower value lies.
    pub lower: Interval,
    /// Where its upper value lies.
    pub upper: Interval,
}

impl Gap {
    /// The width that is shown: share of the money.
    #[must_use]
    pub fn width(&self) -> BigRational {
        &self.upper.low - &self.lower.high
    }
}

/// The labels of a table of exact values.
#[derive(Clone, Debug)]
pub struct Labels {
    /// The largest finite T and T′.
    pub largest: [LargestLabel; 2],
    /// Infinite T and T′.
    pub infinite: [usize; 2],
}

/// The figures.
#[derive(Clone, Debug)]
pub struct Gaps {
    /// Positions, up to symmetry.
    pub positions: usize,
    /// Positions that are shown to have `α < β`.
    pub not_sharp: usize,
    /// The widest gaps, decreasing; of equal ones the first.
    pub widest: Vec<Gap>,
    /// How many gaps are at most `2^-k` wide and wider than `2^-(k + 1)`, by `k`.
    pub by_size: BTreeMap<u32, usize>,
    /// Of an enclosure: the largest distance of two bounds on the same value.
    pub largest_width: Option<BigRational>,
    /// Of exact values: how many there are, decimal digits of the largest denominator, positions with a value whose denominator is no
    /// power of 2.
    pub exact: Option<[usize; 3]>,
    /// Of exact values: the labels.
    pub labels: Option<Labels>,
    /// Positions in which the best upper value that White can reach is below the best lower value that Black can reach.
    pub zugzwangs: usize,
    /// How many positions have a lower value in each of [`BINS`] equal parts of [0, 1]; the last one includes 1. Of an enclosure, the lower
    /// bound on it.
    pub histogram: Vec<usize>,
}

/// The figures of a verified table of any kind.
///
/// # Panics
///
/// If it is no table of an endgame.
#[must_use]
pub fn gaps(table: &Verified, threads: usize) -> Gaps {
    let positions = verified::positions(table);
    let fen = |number| notation::fen(positions.endgame.board, &positions.placement(number));
    let ranked = Ranked::new(table);
    let exact = verified::values(table).map(|values| {
        let (digits, not_dyadic) = statistics::denominators(table);
        [values.numerators.len(), digits, not_dyadic]
    });
    let none = || LargestLabel { label: 0, positions: 0, fen: String::new() };
    let mut labels = Labels { largest: [none(), none()], infinite: [0; 2] };
    let mut gaps = Gaps {
        positions: ranked.positions(),
        not_sharp: 0,
        widest: Vec::new(),
        by_size: BTreeMap::new(),
        largest_width: Figures::new(table).width,
        exact,
        labels: None,
        zugzwangs: statistics::zugzwangs(&ranked, threads),
        histogram: vec![0; BINS],
    };
    // The widths of pairs of values, of which there are fewer than positions.
    let mut widths: BTreeMap<[u64; 2], BigRational> = BTreeMap::new();
    let mut bins: BTreeMap<u64, usize> = BTreeMap::new();
    let mut widest: Vec<(BigRational, u32)> = Vec::new();
    for number in ranked.firsts() {
        let place = ranked.place(number);
        gaps.histogram[*bins.entry(place.alpha[0]).or_insert_with(|| bin(&ranked, place.alpha[0]))] += 1;
        for (player, label) in place.labels.into_iter().enumerate() {
            match finite(label) {
                Some(label) => labels.largest[player].add(label, || fen(number)),
                None => labels.infinite[player] += 1,
            }
        }
        let [low, high] = [place.alpha[1], place.beta[0]];
        if low >= high {
            continue;
        }
        let width = || ranked.fraction(high) - ranked.fraction(low);
        let width = widths.entry([low, high]).or_insert_with(width);
        gaps.not_sharp += 1;
        *gaps.by_size.entry(size(width)).or_insert(0) += 1;
        let is_wider = |other: &BigRational| fraction::compare(width, other) == Ordering::Greater;
        if widest.len() < EXAMPLES || widest.last().is_some_and(|(least, _)| is_wider(least)) {
            // Behind those of the same width, which come before it.
            let at = widest.partition_point(|(other, _)| !is_wider(other));
            widest.insert(at, (width.clone(), number));
            widest.truncate(EXAMPLES);
        }
    }
    let example = |(_, number): (BigRational, u32)| {
        let place = ranked.place(number);
        let interval = |[low, high]: [u64; 2]| Interval { low: ranked.fraction(low), high: ranked.fraction(high) };
        Gap { fen: fen(number), lower: interval(place.alpha), upper: interval(place.beta) }
    };
    gaps.widest = widest.into_iter().map(example).collect();
    gaps.labels = table.stated().is_exact().then_some(labels);
    gaps
}

/// The `k` with `2^-(k + 1) < width ≤ 2^-k`.
fn size(width: &BigRational) -> u32 {
    let mut power = u32::try_from(width.denom().bits().saturating_sub(width.numer().bits())).unwrap_or(0);
    while (width.numer() << power) > *width.denom() {
        power -= 1;
    }
    while (width.numer() << (power + 1)) <= *width.denom() {
        power += 1;
    }
    power
}

/// The bin of a number.
fn bin(table: &Ranked<'_>, number: u64) -> usize {
    let value = table.fraction(number);
    statistics::bin(value.numer().magnitude(), value.denom().magnitude())
}
