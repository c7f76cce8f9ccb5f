//! Numbers of a model: doubles and rational numbers, as fractions with numerator and denominator below 2^64.
//!
//! Left to others: which of them are probabilities (`umb`). Source: version 1 of the specification of UMB.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::array::{Amount, Array};

/// How probabilities, or amounts of a reward, are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Nothing is: every choice has one branch.
    Certain,
    Double,
    /// Numerator and denominator, of 64 bits each.
    Rational,
}

/// Doubles that have been read as the simplest fractions, without their signs.
pub type Known = BTreeMap<u64, [u64; 2]>;

impl Written {
    /// The number of a place in an array: in lowest terms, if it has numerator and denominator below 2^64.
    pub(super) fn number(self, numbers: &Array, place: usize, simplest: &mut Option<Known>) -> Option<Amount> {
        if self == Self::Rational {
            return numbers.rational(place);
        }
        let double = numbers.number(place);
        let [numerator, denominator] = Self::double(double & (u64::MAX >> 1), simplest)?;
        let size = i128::from(numerator);
        Some((if double >> 63 == 1 { -size } else { size }, denominator))
    }

    /// The number that a double without a sign stands for.
    fn double(double: u64, simplest: &mut Option<Known>) -> Option<[u64; 2]> {
        let Some(known) = simplest else { return exact(double).and_then(short) };
        if let Some(known) = known.get(&double) {
            return Some(*known);
        }
        let found = exact(double).and_then(self::simplest)?;
        known.insert(double, found);
        Some(found)
    }
}

/// The same without a sign, if it is not negative.
pub(super) fn natural((numerator, denominator): Amount) -> Option<[u64; 2]> {
    Some([u64::try_from(numerator).ok()?, denominator])
}

// ANCHOR: models-doubles
/// The number that a double without a sign is, given by its bits, if it is one: in lowest terms.
fn exact(bits: u64) -> Option<[BigUint; 2]> {
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    if bits == 0 {
        return Some([BigUint::zero(), BigUint::one()]);
    }
    // A double is m·2^-k, or m·2^(exponent - 1075).
    let (m, k) = match exponent {
        0 => (fraction, 1074),
        1..=1075 => (fraction + (1 << 52), 1075 - exponent),
        1076..=2046 => return Some([BigUint::from(fraction + (1 << 52)) << (exponent - 1075), BigUint::one()]),
        _ => return None,
    };
    let twos = u64::from(m.trailing_zeros()).min(k);
    Some([BigUint::from(m >> twos), BigUint::one() << (k - twos)])
}

/// The fraction of least denominator that is no further from this one than 2^-50 of it: what its last digits were meant to be. 0 and 1 are themselves.
fn simplest([numerator, denominator]: [BigUint; 2]) -> Option<[u64; 2]> {
    if numerator.is_zero() || numerator.is_multiple_of(&denominator) {
        return short([numerator, denominator]);
    }
    let (middle, below) = (&numerator << 50_u8, denominator << 50_u8);
    // Both ends are above 0. By the terms of their continued fractions, as far as they agree: p/q and P/Q are the last two convergents.
    let (mut low, mut high) = ([&middle - &numerator, below.clone()], [middle + numerator, below]);
    let ([mut p, mut q], [mut last_p, mut last_q]) =
        ([BigUint::one(), BigUint::zero()], [BigUint::zero(), BigUint::one()]);
    loop {
        // The least integer that is not below the low end.
        let term = low[0].div_ceil(&low[1]);
        let is_last = &term * &high[1] <= high[0];
        let term = if is_last { term } else { term - 1_u8 };
        let (next_p, next_q) = (&term * &p + &last_p, &term * &q + &last_q);
        (last_p, last_q, p, q) = (p, q, next_p, next_q);
        if is_last {
            return short([p, q]);
        }
        let rest = |[top, bottom]: [BigUint; 2]| [bottom.clone(), top - &term * bottom];
        (low, high) = (rest(high), rest(low));
    }
}

/// As numbers below 2^64.
fn short(fraction: [BigUint; 2]) -> Option<[u64; 2]> {
    let [numerator, denominator] = fraction.map(|part| u64::try_from(part).ok());
    Some([numerator?, denominator?])
}
// ANCHOR_END: models-doubles
