//! Numbers: fractions on one scale, compared by rank; multiples of 2^-k; rounding outwards.
//!
//! Responsible for all arithmetic on values. Left to others: which inequalities must hold (`theorem`), how numbers are spelt
//! (`certificate`). Integers are compared by cross-multiplication or on a common denominator, never by continued fractions.

use std::cell::Cell;
use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::limits::{Limit, TooMuch};
use crate::theorem::{Numbers, Side};

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
    pub powers: Vec<u32>,
}

impl Fractions {
    /// Adds a fraction.
    pub fn push(&mut self, Fraction { numerator, denominator }: Fraction) {
        self.numerators.push(numerator);
        self.odd.push(self.odd_parts.len());
        self.odd_parts.push(denominator);
        self.powers.push(0);
    }
}

/// 0, 1 and all the fractions that a check speaks of, on one denominator: natural numbers, increasing.
#[derive(Debug)]
pub struct Scale {
    unit: BigUint,
    points: Vec<BigUint>,
    /// The rank of 1.
    pub(crate) one: u32,
}

impl Scale {
    /// Puts lists of fractions on one scale; of a list that is told to be flipped, `1 − x` for each `x`. Also gives, for each list, the ranks
    /// of its fractions.
    pub fn join(lists: &[(&Fractions, bool)]) -> Result<(Self, Vec<Vec<u32>>), TooMuch> {
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
        let power = lists.iter().flat_map(|(list, _)| &list.powers).copied().fold(0, u32::max);
        let unit = unit << Limit::BITS.admit(power)?;
        let count: usize = lists.iter().map(|(list, _)| list.numerators.len()).sum();
        Limit::TABLE_BITS.admit(Limit::BITS.admit(unit.bits())? * u64::try_from(count).expect("a length"))?;
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
            ranks[index] = u32::try_from(points.len() - 1).expect("fewer values than records");
        }
        let (one, mut rest) = (ranks[1], ranks.into_iter().skip(2));
        let ranks = lists.iter().map(|(list, _)| rest.by_ref().take(list.numerators.len()).collect()).collect();
        Ok((Self { unit, points, one }, ranks))
    }

    /// The fraction of a rank.
    pub fn fraction(&self, rank: u32) -> Fraction {
        Fraction { numerator: self.points[at(rank)].clone(), denominator: self.unit.clone() }
    }

    /// Each fraction of a list in units of 2^-bits, rounded down and up.
    pub(crate) fn rounded(list: &Fractions, bits: u8) -> Result<Vec<[u64; 2]>, TooMuch> {
        let (Self { unit, points, .. }, ranks) = Self::join(&[(list, false)])?;
        let ends = |&rank: &u32| {
            let point = &points[at(rank)] << bits;
            [&point / &unit, point.div_ceil(&unit)].map(|end| u64::try_from(end).expect("at most 2^62"))
        };
        Ok(ranks[0].iter().map(ends).collect())
    }
}

/// An index from a number of the format.
pub(crate) fn at(number: u32) -> usize {
    usize::try_from(number).expect("this machine has 32 bits or more")
}

/// Fractions by their ranks on a scale.
#[derive(Debug)]
pub struct Exact<'a> {
    scale: &'a Scale,
    /// The last comparison of a number with the mean of two, and how it ended: `l = u`, so most are asked for twice.
    last: Cell<(Option<[u32; 3]>, Ordering)>,
}

impl<'a> Exact<'a> {
    /// The fractions of a scale.
    pub fn new(scale: &'a Scale) -> Self {
        Self { scale, last: Cell::new((None, Ordering::Equal)) }
    }
}

impl Numbers for Exact<'_> {
    type Number = u32;

    fn nothing(&self, side: Side) -> u32 {
        side.of(0, self.scale.one)
    }

    fn compare(&self, x: u32, mean: &[(u32, u32)]) -> Ordering {
        let key = if let &[(1, a), (1, b)] = mean { Some([x, a, b]) } else { None };
        if key.is_none() || key != self.last.get().0 {
            let point = |rank: u32| &self.scale.points[at(rank)];
            let sum = mean.iter().fold(BigUint::ZERO, |sum, &(weight, y)| sum + point(y) * weight);
            let weights = mean.iter().map(|&(weight, _)| weight).sum::<u32>();
            self.last.set((key, (point(x) * weights).cmp(&sum)));
        }
        self.last.get().1
    }
}

/// Multiples of 2^-k.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// 1, which is 2^k.
    pub one: u64,
}

impl Numbers for Units {
    type Number = u64;

    fn nothing(&self, side: Side) -> u64 {
        side.of(0, self.one)
    }

    fn compare(&self, x: u64, mean: &[(u32, u64)]) -> Ordering {
        let excess = mean.iter().map(|&(weight, y)| i128::from(weight) * (i128::from(x) - i128::from(y)));
        excess.fold(0_i128, |sum, term| sum.checked_add(term).expect("few terms below 2^96")).cmp(&0)
    }
}

impl Units {
    /// A number of these units.
    pub fn fraction(self, number: u64) -> Fraction {
        Fraction { numerator: number.into(), denominator: self.one.into() }
    }

    /// A number of units of `2^-bits` in these units, rounded down and up.
    pub(crate) fn rescaled(self, bits: u8, number: u64) -> [u64; 2] {
        let product = u128::from(number).checked_mul(u128::from(self.one)).expect("below 2^126");
        [product >> bits, product.div_ceil(1 << bits)].map(|end| u64::try_from(end).expect("at most 1"))
    }
}
