//! Exact values: from fractions to integers on one scale.
//!
//! Responsible for: the common denominator of all the values that a certificate speaks of, its own and those that it
//! imports; the integers that the values become on it; their ranks. Two values are compared by comparing their ranks,
//! and `2·x = a + b` is an equation between integers. Left to others: which equations must hold (`conditions`).

// Every remainder and quotient here is by an odd part, which `canonical` has found to be odd and so not zero, or by a
// common denominator, which is a product of such numbers and of a power of two.
#![expect(clippy::arithmetic_side_effects, reason = "natural numbers without a bound")]

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::certificate::{Natural, StatedValue};
use crate::failure::{Decline, Failure, Rejection};
use crate::limits::Limit;

/// The place of a value in the increasing order of all the values on a [`Scale`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(pub u32);

/// A fraction in lowest terms: `numerator / (2^power_of_two · odd_part)`.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// The numerator.
    pub numerator: &'a BigUint,
    /// The odd part of the denominator.
    pub odd_part: &'a BigUint,
    /// The exponent of 2 in the denominator.
    pub power_of_two: u32,
}

impl<'a> Value<'a> {
    /// A stated value. That its odd part is there has been verified; one that is not would be 0.
    pub(crate) fn of(odd_parts: &'a [Natural], value: &'a StatedValue) -> Self {
        static ZERO: BigUint = BigUint::ZERO;
        let odd_part = of_odd_part(odd_parts, 0, value).map_or(&ZERO, |odd| &odd.0);
        Self { numerator: &value.numerator.0, odd_part, power_of_two: value.power_of_two }
    }
}

/// Where a value lies: from `low` to `high`, which are equal where it is known exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub low: BigRational,
    /// The upper end.
    pub high: BigRational,
}

impl Interval {
    /// The value itself.
    pub fn exact(value: BigRational) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// Whether the value is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "{}", self.low),
            false => write!(f, "{}..{}", self.low, self.high),
        }
    }
}

/// Values on one denominator: natural numbers.
#[derive(Debug)]
pub struct Scale {
    /// The common denominator.
    unit: BigUint,
    /// The numerators, in the order of the ranks.
    points: Vec<BigUint>,
}

impl Scale {
    /// Puts stated values on their least common denominator, in the order in which they are stated.
    pub fn stated(odd_parts: &[Natural], values: &[StatedValue]) -> Result<Self, Failure> {
        let power = values.iter().map(|v| v.power_of_two).max().unwrap_or(0);
        let mut unit = BigUint::one() << power;
        for odd in odd_parts.iter().rev() {
            unit = common_multiple(unit, &odd.0)?;
        }
        table_fits(&unit, values.len())?;
        let cofactors: Vec<BigUint> = odd_parts.iter().map(|odd| &unit / &odd.0).collect();
        let mut points = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            let cofactor = of_odd_part(&cofactors, index, value)?;
            points.push((&value.numerator.0 * cofactor) >> value.power_of_two);
        }
        Ok(Self { unit, points })
    }

    /// Puts fractions on their least common denominator, in the order in which they are given.
    pub(crate) fn of(fractions: &[BigRational]) -> Result<Self, Decline> {
        let mut unit = BigUint::one();
        for fraction in fractions {
            unit = common_multiple(unit, fraction.denom().magnitude())?;
        }
        table_fits(&unit, fractions.len())?;
        let point = |fraction: &BigRational| fraction.numer().magnitude() * (&unit / fraction.denom().magnitude());
        let points = fractions.iter().map(point).collect();
        Ok(Self { unit, points })
    }

    /// Puts 0, 1, the values of a scale and some of others, all at most 1, on one scale in increasing order. Of each other the values of
    /// the ranks beside it are taken; of one that is told to be flipped, `1 − x` in the place of each value `x`. Also gives the rank
    /// there of each value of the first scale, then of each that was taken, one after the other.
    pub fn join(own: Self, others: &[(&Self, &[Rank], bool)]) -> Result<(Self, Vec<Rank>), Decline> {
        let mut unit = own.unit.clone();
        let mut count = own.len();
        for (other, taken, _) in others {
            unit = common_multiple(unit, &other.unit)?;
            count = count.saturating_add(taken.len());
        }
        table_fits(&unit, count)?;
        let factor = &unit / &own.unit;
        let numerators = own.points.into_iter().map(|numerator| numerator * &factor);
        let mut sorted: Vec<(BigUint, usize)> = numerators.zip(0..).collect();
        for (other, taken, flipped) in others {
            let factor = &unit / &other.unit;
            let numerators = taken.iter().filter_map(|&rank| other.numerator(rank)).map(|numerator| match flipped {
                true => (&other.unit - numerator) * &factor,
                false => numerator * &factor,
            });
            sorted.extend(numerators.zip(sorted.len()..));
        }
        let ends = [BigUint::zero(), unit.clone()];
        sorted.extend(ends.into_iter().zip(sorted.len()..));
        // A stable sort finds the values that are in order already.
        sorted.sort();
        let mut points: Vec<BigUint> = Vec::new();
        let mut ranks: Vec<(usize, Rank)> = Vec::new();
        let mut rank = Rank::ZERO;
        for (numerator, place) in sorted {
            if points.last() != Some(&numerator) {
                rank = Rank(u32::try_from(points.len()).unwrap_or(u32::MAX));
                points.push(numerator);
            }
            ranks.push((place, rank));
        }
        ranks.sort();
        let ranks = ranks.into_iter().map(|(_, rank)| rank).collect();
        let scale = Self { unit, points };
        Ok((scale, ranks))
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// The value of a rank, in lowest terms; 0 if there is none.
    pub fn value(&self, rank: Rank) -> BigRational {
        self.fraction(self.numerator(rank).cloned().unwrap_or_default())
    }

    /// Each value in units of 2^-bits, rounded down and rounded up. Values are at most 1, and bits at most 62.
    pub(crate) fn rounded(&self, bits: u8) -> Vec<(u64, u64)> {
        let small = |number: BigUint| u64::try_from(number).unwrap_or(u64::MAX);
        let round = |point: &BigUint| {
            let (down, rest) = (point << bits).div_rem(&self.unit);
            let down = small(down);
            (down, if rest.is_zero() { down } else { down.saturating_add(1) })
        };
        self.points.iter().map(round).collect()
    }

    /// How much greater a value is than another, as a numerator; 0 if it is not.
    pub(crate) fn excess(&self, greater: Rank, less: Rank) -> BigUint {
        match (self.numerator(greater), self.numerator(less)) {
            (Some(greater), Some(less)) if greater > less => greater - less,
            _ => BigUint::ZERO,
        }
    }

    /// The fraction with a numerator on this scale, in lowest terms.
    pub(crate) fn fraction(&self, numerator: BigUint) -> BigRational {
        BigRational::new(numerator.into(), self.unit.clone().into())
    }

    /// Whether `2·x = a + b`.
    pub fn is_mean(&self, x: Rank, a: Rank, b: Rank) -> bool {
        match (self.numerator(x), self.numerator(a), self.numerator(b)) {
            (Some(x), Some(a), Some(b)) => {
                let sum = a + b;
                sum >= *x && sum - x == *x
            }
            _ => false,
        }
    }

    /// The rank of the value 1 on a joined scale.
    pub(crate) fn one(&self) -> Rank {
        Rank(u32::try_from(self.len().saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// The first value above 1.
    pub(crate) fn first_above_one(&self) -> Option<usize> {
        self.points.iter().position(|point| point > &self.unit)
    }

    /// The first value that the next one does not exceed.
    pub(crate) fn first_not_increasing(&self) -> Option<usize> {
        let mut pairs = self.points.iter().zip(self.points.iter().skip(1));
        pairs.position(|(value, next)| value >= next)
    }

    fn numerator(&self, rank: Rank) -> Option<&BigUint> {
        rank.of(&self.points)
    }
}

impl Rank {
    /// What belongs to it in a list with one element for each rank.
    pub(crate) fn of<T>(self, list: &[T]) -> Option<&T> {
        list.get(usize::try_from(self.0).ok()?)
    }

    /// The same, to be changed.
    pub(crate) fn of_mut<T>(self, list: &mut [T]) -> Option<&mut T> {
        list.get_mut(usize::try_from(self.0).ok()?)
    }

    /// The rank of the value 0 on a joined scale.
    pub const ZERO: Self = Self(0);
}

/// The least common multiple: `lcm(a, m) = a · m / gcd(m, a mod m)`.
fn common_multiple(a: BigUint, m: &BigUint) -> Result<BigUint, Decline> {
    let rest = &a % m;
    let multiple = if rest.is_zero() { a } else { a * (m / rest.gcd(m)) };
    Limit::BitsOfNumber.admit(multiple.bits())?;
    Ok(multiple)
}

/// What belongs to the odd part of the value of that index, in a list with one element for each odd part.
fn of_odd_part<'a, T>(list: &'a [T], index: usize, value: &StatedValue) -> Result<&'a T, Rejection> {
    let found = value.odd_part;
    let element = usize::try_from(found).ok().and_then(|i| list.get(i));
    let (value, required) = (index, list.len());
    element.ok_or(Rejection::OddPartIndex { value, found, required })
}

/// The first value whose numerator and denominator have a common factor.
pub(crate) fn first_reducible(odd_parts: &[Natural], values: &[StatedValue]) -> Result<Option<usize>, Rejection> {
    let mut by_odd_part = vec![Vec::new(); odd_parts.len()];
    for (index, value) in values.iter().enumerate() {
        of_odd_part(odd_parts, index, value)?;
        let group = usize::try_from(value.odd_part).ok().and_then(|i| by_odd_part.get_mut(i));
        group.into_iter().for_each(|group| group.push((index, &value.numerator.0)));
    }
    let groups = odd_parts.iter().zip(&by_odd_part);
    let odd = groups.filter_map(|(odd, group)| first_common(group, &odd.0));
    let even = values.iter().position(|v| v.power_of_two > 0 && v.numerator.0.is_even());
    Ok(even.into_iter().chain(odd).min())
}

/// The first of a group of numerators, given with their indices, that has a factor in common with `odd`.
///
/// All are tried with one greatest common divisor: a product is coprime to a number exactly when each factor is, and so is
/// its remainder. Only where there is such a numerator it is searched, by bisection.
fn first_common(group: &[(usize, &BigUint)], odd: &BigUint) -> Option<usize> {
    let coprime = |part: &[(usize, &BigUint)]| {
        // One long division for a few factors takes less time than one for each.
        let long = odd.bits().max(2048);
        let product = part.iter().fold(BigUint::one(), |product, (_, n)| {
            let product = product * *n;
            if product.bits() > long { product % odd } else { product }
        });
        (product % odd).gcd(odd).is_one()
    };
    if odd.is_one() || coprime(group) {
        return None;
    }
    let lengths: Vec<usize> = (1..group.len()).collect();
    let before = lengths.partition_point(|&length| group.get(..length).is_some_and(coprime));
    group.get(before).map(|&(index, _)| index)
}

/// The size in bits of the largest denominator.
pub(crate) fn largest_denominator(odd_parts: &[Natural], values: &[StatedValue]) -> u64 {
    let bits = |(index, value)| {
        let odd = of_odd_part(odd_parts, index, value).map_or(0, |odd| odd.0.bits());
        odd.saturating_add(u64::from(value.power_of_two))
    };
    values.iter().enumerate().map(bits).max().unwrap_or(0)
}

/// Declines numbers that would take too long to compute with.
pub(crate) fn sizes(odd_parts: &[Natural], values: &[StatedValue]) -> Result<(), Decline> {
    let mut work = 0_u64;
    for odd in odd_parts {
        Limit::BitsOfNumber.admit(odd.0.bits())?;
        work = work.saturating_add(odd.0.bits().pow(2));
    }
    for value in values {
        Limit::BitsOfNumber.admit(value.numerator.0.bits())?;
        Limit::BitsOfNumber.admit(value.power_of_two)?;
    }
    Limit::OddPartWork.admit(work)
}

/// Declines so many values on a denominator if they do not fit in memory.
fn table_fits(unit: &BigUint, values: usize) -> Result<(), Decline> {
    let values = u64::try_from(values).unwrap_or(u64::MAX);
    Limit::BitsOfTable.admit(unit.bits().saturating_mul(values))
}

/// Half of the sum.
pub(crate) fn mean(a: &BigRational, b: &BigRational) -> BigRational {
    (a + b) / BigRational::from_integer(2.into())
}
