//! Numbers: fractions on one scale, compared by rank; multiples of 2^-k; rounding outwards.
//!
//! Responsible for all arithmetic on values. Left to others: which inequalities must hold (`theorem`), how numbers are spelt
//! (`certificate`). Integers are compared by cross-multiplication or on a common denominator, never by continued fractions.

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

/// Fractions as they are stated: `numerator / (2^power · odd part)`, each with its index among the odd parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fractions {
    /// The odd parts of the denominators. (Of values that no certificate states, whole denominators; their powers are 0.)
    pub odd_parts: Vec<BigUint>,
    /// The numerators.
    pub numerators: Vec<BigUint>,
    /// For each numerator the index of its odd part.
    pub odd: Vec<usize>,
    /// For each numerator the exponent of 2 in its denominator.
    pub powers: Vec<u64>,
}

impl Fractions {
    /// Adds a fraction.
    pub fn push(&mut self, Fraction { numerator, denominator }: Fraction) {
        self.numerators.push(numerator);
        self.odd.push(self.odd_parts.len());
        self.odd_parts.push(denominator);
        self.powers.push(0);
    }

    /// The fraction of an index.
    pub fn get(&self, index: usize) -> Fraction {
        let denominator = &self.odd_parts[self.odd[index]] << self.powers[index];
        Fraction { numerator: self.numerators[index].clone(), denominator }
    }

    /// Each fraction in units of 2^-bits, rounded down and up. None is above 1.
    pub fn rounded(&self, bits: u8) -> Vec<[u64; 2]> {
        let ends = |((numerator, &odd), &power): ((&BigUint, &usize), &u64)| {
            let (numerator, denominator) = (numerator << bits, &self.odd_parts[odd] << power);
            [&numerator / &denominator, numerator.div_ceil(&denominator)]
                .map(|end| u64::try_from(end).expect("at most 2^62"))
        };
        self.numerators.iter().zip(&self.odd).zip(&self.powers).map(ends).collect()
    }
}

/// The numbers of a check.
#[derive(Debug)]
pub enum Numbers {
    /// 0, 1 and all the fractions that a check speaks of, increasing: a number is a rank. They are on one denominator, the point of this
    /// rank, which is that of 1.
    Ranks(Vec<BigUint>, u64),
    /// Multiples of 2^-k: so many are 1.
    Units(u64),
}

impl Numbers {
    /// The numbers for lists of fractions, and, for each list, the numbers of its fractions. In units of 2^-bits each is rounded down and up.
    /// If there are no bits, they are ranks, twice the same; of a list that is told to be flipped, those of `1 − x` for each `x`.
    pub fn join(bits: u8, lists: &[(&Fractions, bool)]) -> Result<(Self, Vec<Vec<[u64; 2]>>), TooMuch> {
        if bits > 0 {
            return Ok((Self::Units(1 << bits), lists.iter().map(|(list, _)| list.rounded(bits)).collect()));
        }
        let (mut unit, mut work) = (BigUint::one(), 0_u64);
        for odd in lists.iter().flat_map(|(list, _)| list.odd_parts.iter().rev()) {
            let rest = &unit % odd;
            if !rest.is_zero() {
                work += Limit::BITS.admit(odd.bits())?.pow(2);
                Limit::DIVISOR_WORK.admit(work)?;
                unit *= odd / rest.gcd(odd);
                Limit::BITS.admit(unit.bits())?;
            }
        }
        let power = lists.iter().flat_map(|(list, _)| &list.powers).copied().fold(0, u64::max);
        let unit = unit << Limit::BITS.admit(power)?;
        // The points of all values, and for one list at a time the factor of each odd part.
        let count: usize = lists.iter().map(|(list, _)| list.numerators.len()).sum();
        let count = count + lists.iter().map(|(list, _)| list.odd_parts.len()).fold(0, usize::max);
        let bits = Limit::BITS.admit(unit.bits())? * u64::try_from(count).expect("a length");
        let written = lists.iter().flat_map(|(list, _)| list.numerators.iter().chain(&list.odd_parts));
        Limit::TABLE_BITS.admit(bits - bits.min(4 * written.map(BigUint::bits).sum::<u64>()))?;
        let mut all = vec![BigUint::ZERO, unit.clone()];
        for &(list, flipped) in lists {
            let factors: Vec<BigUint> = list.odd_parts.iter().map(|odd| &unit / odd).collect();
            for ((numerator, &odd), &power) in list.numerators.iter().zip(&list.odd).zip(&list.powers) {
                let point = (numerator * &factors[odd]) >> power;
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
}

impl Scale for Numbers {
    fn one(&self) -> u64 {
        match self {
            Self::Ranks(_, one) | Self::Units(one) => *one,
        }
    }

    fn compare(&self, x: u64, mean: impl Iterator<Item = (u32, u64)>) -> Ordering {
        match self {
            Self::Ranks(points, _) => {
                let add = |(sum, weights), (weight, y)| (sum + &points[at(y)] * weight, weights + weight);
                let (sum, weights) = mean.fold((BigUint::ZERO, 0), add);
                (&points[at(x)] * weights).cmp(&sum)
            }
            Self::Units(_) => {
                let excess = mean.map(|(weight, y)| i128::from(weight) * (i128::from(x) - i128::from(y)));
                excess.fold(0_i128, |sum, term| sum.checked_add(term).expect("few terms below 2^96")).cmp(&0)
            }
        }
    }
}

/// An index from a number of the format.
pub fn at(number: impl TryInto<usize>) -> usize {
    number.try_into().ok().expect("this machine has 32 bits or more")
}
