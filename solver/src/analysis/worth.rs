//! What a piece is worth: the mean of the verified values over all placements of an endgame.
//!
//! Responsible for the mean, exact or enclosed. A placement says which man stands where; each counts once, those with touching kings, too. A
//! table has one position for all placements that the symmetries of the board make of each other, so a position counts as often as it has such
//! images. Positions with a right to capture *en passant* are left out: their placements are counted without it. Left to others: which
//! endgames are compared, and how they are set out (`solve worth`).

use std::collections::BTreeMap;

use checker::Verified;
use checker::theorem::Side;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use report::ranked::Ranked;

use crate::analysis::{images, verified};

/// A number, or the least and the greatest that it can be.
pub type Bounds = [BigRational; 2];

/// The means of an endgame; of exact values both bounds are the same number. Unit: share of the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Over how many placements the mean is taken.
    pub placements: u64,
    /// The mean lower value.
    pub alpha: Bounds,
    /// The mean upper value.
    pub beta: Bounds,
}

impl Worth {
    /// By how much White is ahead of an even game: the mean of the middle between `α` and `β`, minus 1/2. Where all is sharp this is the mean of
    /// `α - 1/2`.
    #[must_use]
    pub fn ahead(&self) -> Bounds {
        let two = BigRational::from_integer(2.into());
        let ahead = |bound: usize| (&self.alpha[bound] + &self.beta[bound] - BigRational::one()) / &two;
        [ahead(0), ahead(1)]
    }

    /// How far `α` and `β` are apart in the mean: the least that this can be.
    #[must_use]
    pub fn apart(&self) -> BigRational {
        (&self.beta[0] - &self.alpha[1]).max(BigRational::from_integer(0.into()))
    }
}

/// The means of a verified table.
///
/// # Panics
///
/// If it is no table of an endgame.
#[must_use]
pub fn worth(table: &Verified) -> Worth {
    let positions = verified::positions(table);
    let ranked = Ranked::new(table);
    // For each number how many placements have it, as bounds on α and on β.
    let mut counts: [BTreeMap<u64, u64>; 4] = Default::default();
    let mut placements = 0;
    for number in ranked.firsts() {
        let placement = positions.placement(number);
        if placement.passed.is_some() {
            continue;
        }
        let weight = images::count(positions.endgame.board, &placement) as u64;
        placements += weight;
        let place = ranked.place(number);
        let known = [place.alpha[0], place.alpha[1], place.beta[0], place.beta[1]];
        for (count, number) in counts.iter_mut().zip(known) {
            *count.entry(number).or_insert(0) += weight;
        }
    }
    let denominator = match verified::values(table) {
        Some(values) => values.denominator.clone(),
        None => BigUint::from(ranked.one()),
    };
    let [low, high, least, most] =
        counts.map(|count| mean(&ranked, &count, &BigInt::from(denominator.clone()), placements));
    Worth { placements, alpha: [low, high], beta: [least, most] }
}

/// The mean of numbers with a common denominator.
fn mean(table: &Ranked<'_>, counts: &BTreeMap<u64, u64>, denominator: &BigInt, placements: u64) -> BigRational {
    let part = |(&number, &count): (&u64, &u64)| {
        let value = table.fraction(number);
        value.numer() * (denominator / value.denom()) * BigInt::from(count)
    };
    let sum: BigInt = counts.iter().map(part).sum();
    BigRational::new(sum, denominator * BigInt::from(placements.max(1)))
}

/// The bounds as the other side sees them.
#[must_use]
pub fn of(side: Side, [low, high]: &Bounds) -> Bounds {
    side.of([low.clone(), high.clone()], [-high, -low])
}

/// Chips of 100 with `digits` digits behind the point, rounded to the nearest; two of them where the bounds do not round to the same.
#[must_use]
pub fn chips([low, high]: &Bounds, digits: u32) -> String {
    let [low, high] = [low, high].map(|bound| rounded(bound, digits));
    if low == high { low } else { format!("{low} to {high}") }
}

/// A share as chips of 100.
fn rounded(share: &BigRational, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let scaled = share * BigRational::from_integer(BigInt::from(unit) * 100);
    let whole = scaled.round().to_integer();
    let size = whole.magnitude();
    let sign = if whole < BigInt::from(0) { "-" } else { "" };
    match digits {
        0 => format!("{sign}{size}"),
        _ => format!("{sign}{}.{:0>width$}", size / unit, (size % unit).to_string(), width = digits as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn chips_are_rounded_to_the_nearest() {
        let exact = |numerator, denominator| [share(numerator, denominator), share(numerator, denominator)];
        assert_eq!(chips(&exact(1, 8), 1), "12.5");
        assert_eq!(chips(&exact(1, 3), 2), "33.33");
        assert_eq!(chips(&exact(-2, 3), 1), "-66.7");
        assert_eq!(chips(&exact(1, 2000), 1), "0.1");
        assert_eq!(chips(&exact(1, 4), 0), "25");
        assert_eq!(chips(&[share(1, 4), share(1, 3)], 1), "25.0 to 33.3");
    }

    #[test]
    fn the_middle_is_what_a_player_is_ahead() {
        // α = 0 and β = 1/2, as for two knights in the corner of 2x3: White is behind by a quarter of the money.
        let drawn = Worth { placements: 1, alpha: [share(0, 1), share(0, 1)], beta: [share(1, 2), share(1, 2)] };
        assert_eq!(drawn.ahead(), [share(-1, 4), share(-1, 4)]);
        assert_eq!(drawn.apart(), share(1, 2));
        assert_eq!(of(Side::Black, &drawn.ahead()), [share(1, 4), share(1, 4)]);
    }
}
