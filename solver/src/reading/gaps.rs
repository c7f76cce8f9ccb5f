//! The figures of a verified table in which positions need not be sharp: two tables, or an enclosure.
//!
//! Responsible for counting gaps, which a sharp table does not have. Of an enclosure only what it shows is counted: a gap is the
//! distance from the upper bound on `α` to the lower bound on `β`. Left to others: the figures of sharp tables (`statistics`), how
//! figures are set out (`solve stats`).

use std::collections::BTreeMap;

use checker::Verified;
use checker::conditions::Label;
use checker::notation;
use checker::values::Interval;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::reading::statistics::{self, BINS, LargestLabel};

/// How many examples are listed.
const EXAMPLES: usize = 3;

/// A position with `α < β`.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The largest finite T and T′.
    pub largest_labels: [LargestLabel; 2],
    /// Infinite T and T′.
    pub infinite_labels: [usize; 2],
    /// Positions in which the best upper value that White can reach is below the best lower value that Black can reach.
    pub zugzwangs: usize,
    /// How many positions have a lower value in each of [`BINS`] equal parts of [0, 1]; the last one includes 1. Of an enclosure, the lower
    /// bound on it.
    pub histogram: Vec<usize>,
}

/// The figures of a verified table of any kind.
#[must_use]
pub fn gaps(table: &Verified, threads: usize) -> Gaps {
    let receipt = table.receipt();
    let none = || LargestLabel { label: 0, positions: 0, fen: String::new() };
    let fen = |number| table.placement(number).map(|placement| notation::fen(&placement)).unwrap_or_default();
    let mut gaps = Gaps {
        positions: table.positions(),
        not_sharp: 0,
        widest: Vec::new(),
        by_size: BTreeMap::new(),
        largest_width: receipt.largest_width.clone(),
        exact: (table.values().len() > 0).then(|| {
            let (digits, not_dyadic) = statistics::denominators(table);
            [table.values().len(), digits, not_dyadic]
        }),
        largest_labels: [none(), none()],
        infinite_labels: [0; 2],
        zugzwangs: statistics::zugzwangs(table, threads),
        histogram: vec![0; BINS],
    };
    let bins = bins_of_values(table);
    let mut widest: Vec<(BigRational, usize)> = Vec::new();
    for number in 0..table.positions() {
        if let Some(bin) = bin(table, &bins, number) {
            gaps.histogram[bin] += 1;
        }
        for (player, label) in labels(table, number).into_iter().enumerate() {
            let Some(label) = label.steps() else {
                gaps.infinite_labels[player] += 1;
                continue;
            };
            let largest = &mut gaps.largest_labels[player];
            if label > largest.label {
                *largest = LargestLabel { label, positions: 0, fen: fen(number) };
            }
            largest.positions += usize::from(label == largest.label);
        }
        let Some(width) = width(table, number) else { continue };
        gaps.not_sharp += 1;
        *gaps.by_size.entry(size(&width)).or_insert(0) += 1;
        if widest.len() < EXAMPLES || widest.last().is_some_and(|(least, _)| *least < width) {
            // Behind those of the same width, which come before it.
            let place = widest.partition_point(|(other, _)| *other >= width);
            widest.insert(place, (width, number));
            widest.truncate(EXAMPLES);
        }
    }
    let example = |(_, number): (BigRational, usize)| {
        let (lower, upper) = table.seen(number)?.values;
        Some(Gap { fen: fen(number), lower, upper })
    };
    gaps.widest = widest.into_iter().filter_map(example).collect();
    gaps
}

/// The labels T and T′ of a position.
fn labels(table: &Verified, number: usize) -> [Label; 2] {
    let exact = table.node(number).map(|node| node.labels);
    let (white, black) = exact.or_else(|| table.bounds(number).map(|bounds| bounds.labels)).expect("a position");
    [white, black]
}

/// How wide the gap of a position is, if it is shown to have one.
fn width(table: &Verified, number: usize) -> Option<BigRational> {
    if let Some((lower, upper)) = table.value_numbers(number) {
        // Values are long: only those that differ are subtracted.
        let (lower, upper) = (lower != upper).then(|| table.seen(number)).flatten()?.values;
        return Some(upper.low - lower.high);
    }
    let (bounds, bits) = (table.bounds(number)?.ends, table.bits()?);
    let units = bounds.beta.0.checked_sub(bounds.alpha.1).filter(|units| *units > 0)?;
    Some(BigRational::new(units.into(), BigInt::one() << bits))
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

/// The bin of each value.
fn bins_of_values(table: &Verified) -> Vec<usize> {
    let values = table.values();
    values.map(|value| statistics::bin(value.numerator, &(value.odd_part << value.power_of_two))).collect()
}

/// The bin of the lower value of a position.
fn bin(table: &Verified, bins: &[usize], number: usize) -> Option<usize> {
    if let Some((lower, _)) = table.value_numbers(number) {
        return bins.get(lower).copied();
    }
    let (low, bits) = (table.bounds(number)?.ends.alpha.0, table.bits()?);
    let bin = (u128::from(low) * BINS as u128) >> bits;
    Some(bin.to_usize().unwrap_or(BINS).min(BINS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_two() {
        let size = |numerator: u32, denominator: u32| size(&BigRational::new(numerator.into(), denominator.into()));
        assert_eq!([size(1, 1), size(1, 2), size(3, 4), size(1, 3), size(163, 3072)], [0, 1, 0, 1, 4]);
        assert_eq!([size(1, 1024), size(1, 1023), size(1, 1025)], [10, 9, 10]);
    }
}
