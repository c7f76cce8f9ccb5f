//! A condition of a position: a number against its mean, and evidence where the mean alone lets a play stay for ever.
//!
//! Responsible for how numbers are compared, for what a rule asks of a position, and for the one way in which it fails. Left to others: which rules a statement
//! has (`aims`), and when labels fall as they must (`measure`).

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;

use checker::failure;
use checker::graph::Choice;
use checker::numbers::{Fractions, at};
use checker::theorem::{Side, Turn};

use crate::measure::{self, Step, difference};

/// A number of any sign, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The numerator.
    pub numerator: BigInt,
    /// The denominator, not 0.
    pub denominator: BigUint,
}

impl Number {
    /// A number from any numerator and denominator.
    pub(crate) fn new(numerator: BigInt, denominator: BigUint) -> Self {
        let divisor = numerator.magnitude().gcd(&denominator);
        Self { numerator: numerator / BigInt::from(divisor.clone()), denominator: denominator / divisor }
    }

    /// The sum with a fraction.
    pub(crate) fn plus(self, (numerator, denominator): (i64, u64)) -> Self {
        let other = BigInt::from(self.denominator.clone()) * numerator;
        Self::new(self.numerator * denominator + other, self.denominator * denominator)
    }
}

/// Two numbers that a condition compares: `2^scale·sum/unit + shift`, and a mean of values times `2^scale`. A sum, and a mean, are of numerators over the unit.
pub struct Compared<'a> {
    scale: u16,
    unit: &'a BigUint,
    /// What is stated.
    sum: BigUint,
    /// What is added to it: numerator and denominator.
    shift: (i128, u128),
    /// The sum of the terms, each times its weight, and the sum of the weights.
    mean: (BigUint, u128),
}

impl<'a> Compared<'a> {
    /// These values of places, added; and the mean of these terms, which are places of values with their weights.
    pub fn new(values: &'a Fractions, places: &[u32], terms: &[(u64, u32)]) -> Self {
        let value = |place: u32| &values.numerators[at(place)];
        let sum = places.iter().map(|&place| value(place)).sum();
        let mean = terms.iter().map(|&(weight, place)| value(place) * weight).sum();
        let weights = terms.iter().map(|term| u128::from(term.0)).sum();
        Self { scale: 0, unit: &values.denominator, sum, shift: (0, 1), mean: (mean, weights) }
    }

    /// The same, times a power of 2, with a fraction that is added to what is stated.
    pub fn shifted(self, scale: u16, shift: (i128, u128)) -> Self {
        Self { scale, shift, ..self }
    }

    /// Numerators on the common denominator of both, and this denominator.
    fn points(&self) -> ([BigInt; 2], BigUint) {
        let (mean, weights) = &self.mean;
        let (shift, parts) = self.shift;
        let stated = BigInt::from((&self.sum * *weights * parts) << self.scale);
        let shift = BigInt::from(self.unit * *weights) * shift;
        ([stated + shift, BigInt::from((mean * parts) << self.scale)], self.unit * *weights * parts)
    }

    /// How the first compares with the mean.
    pub fn order(&self) -> Ordering {
        let ([stated, mean], _) = self.points();
        stated.cmp(&mean)
    }

    /// Both numbers.
    pub fn numbers(&self) -> [Number; 2] {
        let (points, unit) = self.points();
        points.map(|point| Number::new(point, unit.clone()))
    }
}

/// The terms of a mean, each with its weight: the greatest of what is seen at White's options, the least at Black's, all at those of chance. Only options to
/// positions that count are looked at.
pub fn terms<S: Ord>(
    turn: Turn,
    options: &[Choice],
    see: impl Fn(usize) -> S,
    counts: impl Fn(usize) -> bool,
) -> Vec<(u64, S)> {
    let seen = |side| {
        let options = options.iter().filter(move |option| option.0 == side);
        options.map(|option| (option.1, at(option.2))).filter(|option| counts(option.1))
    };
    if turn == Turn::Chance {
        return seen(Side::White).map(|(weight, to)| (weight, see(to))).collect();
    }
    let white = seen(Side::White).map(|(_, to)| see(to)).max();
    let black = seen(Side::Black).map(|(_, to)| see(to)).min();
    white.into_iter().chain(black).map(|seen| (1, seen)).collect()
}

/// The evidence that play need not stay for ever where nothing changes. Only options to positions with the same number count.
pub enum Evidence<'a> {
    /// The priority of the position, the greatest of all, and a column of labels for each that is bad for the side, from the greatest down.
    Measure(u8, u8, &'a [Vec<u32>]),
    /// A column of numbers: `2^scale` times the one here, and a fraction, are no more than `2^scale` times the mean (for Black, no less).
    Potential(&'a [u32], u16, (i128, u128)),
}

/// What is asked of a position for a side: its number is at most the mean (for Black, at least). Where all terms of the mean are this number, and it is not
/// worth nothing to the side, there is evidence.
pub struct Rule<'a> {
    /// For whom.
    pub side: Side,
    /// The conditions that the number and the evidence belong to.
    pub conditions: [&'static str; 2],
    /// The places of the numbers of all positions among the values.
    pub numbers: &'a [u32],
    /// Whether the number has to be the mean.
    pub is_exact: bool,
    /// The evidence.
    pub evidence: Evidence<'a>,
}

/// A condition that fails at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the condition.
    pub condition: &'static str,
    /// The number of the position.
    pub position: u32,
    /// For whom: White is promised too much, or Black.
    pub side: Side,
    /// What is not as it has to be.
    pub failed: Failed,
}

/// What is not as it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The number that is stated, and its mean.
    Number([Number; 2]),
    /// The potential with what is added to it, and its mean.
    Potential([Number; 2]),
    /// The labels of a position of this priority: it is neither safe, nor lucky for some priority.
    Measure(u8),
}

impl failure::Fault for Fault {
    fn condition(&self) -> &'static str {
        self.condition
    }

    fn place(&self) -> u64 {
        self.position.into()
    }
}

/// The priorities up to the greatest one that are bad for a side, from the greatest down: odd for White, even for Black. There is a column of labels for each.
pub fn bad(greatest: u8, side: Side) -> impl Iterator<Item = u8> {
    (0..=greatest).rev().filter(move |k| k % 2 == side.of(1, 0))
}

/// How a position with these options fails a rule, if it does.
pub fn fails(turn: Turn, options: &[Choice], position: u32, values: &Fractions, rule: &Rule) -> Option<Fault> {
    let Rule { side, conditions, numbers, is_exact, ref evidence } = *rule;
    let fault = |condition, failed| Some(Fault { condition, position, side, failed });
    let (number, too_much) = (at(position), side.of(Ordering::Greater, Ordering::Less));
    let own = numbers[number];
    let mean = terms(turn, options, |to| numbers[to], |_| true);
    // A mean of terms that are all the same is this term.
    if mean.iter().any(|&(_, term)| term != own) {
        let compared = Compared::new(values, &[own], &mean);
        let order = compared.order();
        let is_refused = order == too_much || is_exact && order.is_ne();
        return if is_refused { fault(conditions[0], Failed::Number(compared.numbers())) } else { None };
    }
    if side.of(&BigUint::ZERO, &values.denominator) == &values.numerators[at(own)] {
        return None;
    }
    let counts = |to: usize| numbers[to] == own;
    match *evidence {
        Evidence::Measure(priority, greatest, labels) => {
            let columns = || bad(greatest, side).zip(labels);
            let differs = |to: usize| difference(columns().map(|(k, labels)| (k, labels[to], labels[number])));
            let counting = options.iter().filter(|option| counts(at(option.2)));
            let steps: Vec<Step> = counting.map(|&(who, _, to)| (who, differs(at(to)))).collect();
            let passes = measure::passes(turn, side, priority, bad(greatest, side), &steps);
            if passes { None } else { fault(conditions[1], Failed::Measure(priority)) }
        }
        Evidence::Potential(potentials, scale, shift) => {
            let mean = terms(turn, options, |to| potentials[to], counts);
            let step = Compared::new(values, &[potentials[number]], &mean).shifted(scale, shift);
            if step.order() == too_much { fault(conditions[1], Failed::Potential(step.numbers())) } else { None }
        }
    }
}
