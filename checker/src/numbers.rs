//! Numbers: fractions on one scale, compared by rank; multiples of 2^-k; rounding outwards.
//!
//! Responsible for all arithmetic on values. Left to others: which inequalities must hold (`theorem`), how numbers are
//! spelt (`certificate`). Integers are compared by cross-multiplication or on a common denominator, never by continued
//! fractions.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::limits::{Limit, TooMuch};
use crate::theorem::Scale;

/// A fraction, not always in lowest terms: a share of the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub numerator: BigUint,
    /// The denominator, not 0.
    pub denominator: BigUint,
}

/// Fractions on one denominator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fractions {
    /// The denominator: not 0, unless there is no fraction.
    pub denominator: BigUint,
    /// The numerators.
    pub numerators: Vec<BigUint>,
}

impl Fractions {
    /// These fractions, on their least common denominator.
    ///
    /// # Errors
    ///
    /// If the denominator, or finding it, is too much.
    pub fn of(all: &[Fraction]) -> Result<Self, TooMuch> {
        let denominator = common(all.iter().map(|fraction| &fraction.denominator))?;
        let written = all.iter().map(|fraction| fraction.numerator.bits() + fraction.denominator.bits()).sum();
        admit_points(denominator.bits() * u64::try_from(all.len()).expect("a length"), written)?;
        let point = |fraction: &Fraction| &denominator / &fraction.denominator * &fraction.numerator;
        let numerators = all.iter().map(point).collect();
        Ok(Self { denominator, numerators })
    }

    /// The fraction of an index.
    pub fn get(&self, index: usize) -> Fraction {
        Fraction { numerator: self.numerators[index].clone(), denominator: self.denominator.clone() }
    }
}

impl Fraction {
    /// In units of 2^-bits, rounded down and up. It is not above 1.
    pub fn rounded(&self, bits: u8) -> [u64; 2] {
        rounded(&self.numerator, &self.denominator, bits)
    }
}

fn rounded(numerator: &BigUint, denominator: &BigUint, bits: u8) -> [u64; 2] {
    let numerator = numerator << bits;
    [&numerator / denominator, numerator.div_ceil(denominator)].map(|end| u64::try_from(end).expect("at most 2^62"))
}

/// How many numerators there are.
fn count(list: &Fractions) -> u64 {
    u64::try_from(list.numerators.len()).expect("a length")
}

/// The least common multiple of denominators.
fn common<'a>(denominators: impl Iterator<Item = &'a BigUint>) -> Result<BigUint, TooMuch> {
    let (mut unit, mut work) = (BigUint::one(), 0_u64);
    for denominator in denominators {
        let rest = &unit % denominator;
        if !rest.is_zero() {
            work += Limit::BITS.admit(denominator.bits())?.pow(2);
            Limit::DIVISOR_WORK.admit(work)?;
            unit *= denominator / rest.gcd(denominator);
            Limit::BITS.admit(unit.bits())?;
        }
    }
    Ok(unit)
}

/// That so many bits of points, for values that are written in so many, are not too much.
fn admit_points(bits: u64, written: u64) -> Result<u64, TooMuch> {
    Limit::TABLE_BITS.admit(bits - bits.min(4 * written))
}

/// The numbers of a check.
#[derive(Debug)]
pub enum Numbers {
    /// 0, 1 and all the fractions that a check speaks of, increasing: a number is a rank. Of each fraction its *point*
    /// is kept, the numerator on one denominator; and beside them the rank of 1, whose point is the denominator.
    Ranks(Vec<BigUint>, u64),
    /// Multiples of 2^-k: so many are 1.
    Units(u64),
}

impl Numbers {
    /// The numbers for lists of fractions, and, for each list, the numbers of its fractions. In units of 2^-bits each
    /// is rounded down and up. If there are no bits, they are ranks, twice the same; of a list that is told to be
    /// flipped, those of `1 − x` for each `x`. (Units are flipped where they are seen, in `table`.)
    pub fn join(bits: u8, lists: &[(&Fractions, bool)]) -> Result<(Self, Vec<Vec<[u64; 2]>>), TooMuch> {
        if bits > 0 {
            let list =
                |list: &Fractions| list.numerators.iter().map(|one| rounded(one, &list.denominator, bits)).collect();
            return Ok((Self::Units(1 << bits), lists.iter().map(|(all, _)| list(all)).collect()));
        }
        let stated = lists.iter().filter(|(list, _)| !list.numerators.is_empty());
        let unit = common(stated.clone().map(|(list, _)| &list.denominator))?;
        // How many bits the points of all values take, and in how many these are written.
        let bits_on = |unit: &BigUint, list: &Fractions| Ok(Limit::BITS.admit(unit.bits())? * count(list));
        let bits = stated.clone().map(|(list, _)| bits_on(&unit, list)).sum::<Result<u64, TooMuch>>()?;
        let written = stated.clone().map(|(list, _)| bits_on(&list.denominator, list)).sum::<Result<u64, TooMuch>>()?;
        admit_points(bits, written)?;
        let mut all = vec![BigUint::ZERO, unit.clone()];
        for &(list, flipped) in stated {
            let factor = &unit / &list.denominator;
            for numerator in &list.numerators {
                let point = numerator * &factor;
                all.push(if flipped { &unit - point } else { point });
            }
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|&a, &b| all[a].cmp(&all[b]));
        let (mut points, mut ranks) = (Vec::new(), vec![0; all.len()]);
        for index in order {
            let point = std::mem::take(&mut all[index]);
            if points.last() != Some(&point) {
                points.push(point);
            }
            ranks[index] = u64::try_from(points.len() - 1).expect("a length");
        }
        let (one, mut rest) = (ranks[1], ranks.into_iter().skip(2).map(|rank| [rank; 2]));
        let ranks = lists.iter().map(|(list, _)| rest.by_ref().take(list.numerators.len()).collect()).collect();
        Ok((Self::Ranks(points, one), ranks))
    }

    /// A number as a fraction.
    pub fn fraction(&self, number: u64) -> Fraction {
        let natural = |number: u64| match self {
            Self::Ranks(points, _) => points[at(number)].clone(),
            Self::Units(_) => number.into(),
        };
        Fraction { numerator: natural(number), denominator: natural(self.one()) }
    }

    /// The number 1.
    pub fn one(&self) -> u64 {
        match self {
            Self::Ranks(_, one) | Self::Units(one) => *one,
        }
    }
}

impl Scale for Numbers {
    fn compare(&self, x: u64, mean: impl FnOnce(&mut dyn FnMut(u64, u64))) -> Ordering {
        let mut weights = 0_u128;
        match self {
            Self::Ranks(points, _) => {
                let mut sum = BigUint::ZERO;
                mean(&mut |weight, y| {
                    sum += &points[at(y)] * weight;
                    weights += u128::from(weight);
                });
                (&points[at(x)] * weights).cmp(&sum)
            }
            // Weights of sum 2^64 at most, numbers below 2^63.
            Self::Units(_) => {
                let mut sum = 0_u128;
                mean(&mut |weight, y| {
                    sum += u128::from(weight) * u128::from(y);
                    weights += u128::from(weight);
                });
                (weights * u128::from(x)).cmp(&sum)
            }
        }
    }
}

/// An index from a number of the format.
pub fn at(number: impl TryInto<usize>) -> usize {
    number.try_into().ok().expect("this machine has 32 bits or more")
}
