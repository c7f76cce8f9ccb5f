//! A solved table: the values in lowest terms, labels and choices of all positions, ready to be written or to be
//! the boundary of a larger endgame.

use std::ops::Range;

use dashu_int::UBig;
use dashu_int::ops::Gcd as _;
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One, Zero};

use crate::graph::exact::evaluate::{Evaluation, Value};
use crate::graph::exact::policy::{Outcome, Solved};
use crate::graph::exact::ranks::Ranks;
use crate::graph::{Boundary, Label};
use crate::parallel;

/// A value in lowest terms: `numerator / (2^power · odd_parts[odd_part])`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedValue {
    /// The numerator.
    pub numerator: BigUint,
    /// Index into [`Table::odd_parts`].
    pub odd_part: u32,
    /// The exponent of 2.
    pub power: u32,
}

/// A solved table of one game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The odd parts of the denominators, strictly increasing.
    pub odd_parts: Vec<BigUint>,
    /// The values that occur, strictly increasing.
    pub values: Vec<ReducedValue>,
    /// By position: index of its lower value.
    pub lower: Vec<u32>,
    /// By position: T.
    pub white_labels: Vec<Label>,
    /// By position: T′.
    pub black_labels: Vec<Label>,
    /// What there is beside.
    pub sharpness: Sharpness,
}

/// Whether lower and upper values are the same.
#[derive(Clone, Debug)]
pub enum Sharpness {
    /// They are, at all positions of the game.
    Sharp {
        /// By position: the number of White's choice among White's options.
        white_choice: Vec<u32>,
        /// By position: the number of Black's choice among Black's options.
        black_choice: Vec<u32>,
    },
    /// They are not.
    NotSharp {
        /// By position: index of its upper value.
        upper: Vec<u32>,
    },
}

impl Table {
    /// Brings a solution to lowest terms; the game has so many positions.
    #[must_use]
    pub fn new(outcome: Outcome, positions: usize, threads: usize) -> Self {
        match outcome {
            Outcome::Sharp(solved) => {
                let Solved { evaluation, ranks, white_labels, black_labels, white_choice, black_choice } = solved;
                let sharpness = Sharpness::Sharp { white_choice, black_choice };
                let nodes: Vec<u32> = (0..positions as u32).collect();
                Self::of(&evaluation, &ranks, &nodes, threads, [white_labels, black_labels], sharpness)
            }
            Outcome::NotSharp { lower, upper } => {
                let labels = [lower.labels, upper.labels];
                let first_upper = lower.evaluation.values.len();
                let evaluation = lower.evaluation.beside(&upper.evaluation.flipped());
                drop((lower.ranks, upper.ranks));
                let ranks = Ranks::new(&evaluation);
                let nodes: Vec<u32> =
                    (0..positions).chain(first_upper..first_upper + positions).map(|node| node as u32).collect();
                let sharpness = Sharpness::NotSharp { upper: Vec::new() };
                let mut table = Self::of(&evaluation, &ranks, &nodes, threads, labels, sharpness);
                table.sharpness = Sharpness::NotSharp { upper: table.lower.split_off(positions) };
                table
            }
        }
    }

    /// The table of these nodes' values.
    fn of(
        evaluation: &Evaluation,
        ranks: &Ranks,
        nodes: &[u32],
        threads: usize,
        labels: [Vec<Label>; 2],
        sharpness: Sharpness,
    ) -> Self {
        let mut used: Vec<u32> = nodes.iter().map(|&node| ranks.ranks[node as usize]).collect();
        used.sort_unstable();
        used.dedup();
        let examples: Vec<&Value> =
            used.iter().map(|&rank| &evaluation.values[ranks.examples[rank as usize] as usize]).collect();
        let run = |range: Range<usize>| reduce_all(&examples[range], |class| evaluation.odd_parts.part(class));
        let reduced = parallel::in_ranges(examples.len(), threads, 1, run);
        let reduced: Vec<(BigUint, BigUint, u32)> = reduced.into_iter().flatten().collect();
        let mut odd_parts: Vec<BigUint> = reduced.iter().map(|value| value.1.clone()).collect();
        odd_parts.sort_unstable();
        odd_parts.dedup();
        let index = |(numerator, odd, power): (BigUint, BigUint, u32)| {
            let odd_part = odd_parts.binary_search(&odd).expect("every odd part is listed") as u32;
            ReducedValue { numerator, odd_part, power }
        };
        let values = reduced.into_iter().map(index).collect();
        let place = |rank| used.binary_search(&rank).expect("every rank in use is listed") as u32;
        let lower = nodes.iter().map(|&node| place(ranks.ranks[node as usize])).collect();
        let positions = match sharpness {
            Sharpness::Sharp { .. } => nodes.len(),
            Sharpness::NotSharp { .. } => nodes.len() / 2,
        };
        let [white_labels, black_labels] = labels.map(|mut labels| {
            labels.truncate(positions);
            labels
        });
        Self { odd_parts, values, lower, white_labels, black_labels, sharpness }
    }

    /// How many bits all values take, those of other tables among them, when each is written on the common denominator of all: what
    /// whoever compares them as integers needs.
    #[must_use]
    pub fn bits_on_common_denominator(&self, others: &[&Self]) -> u64 {
        let (mut odd, mut power, mut values) = (BigUint::one(), 0, 0);
        for table in std::iter::once(self).chain(others.iter().copied()) {
            for part in &table.odd_parts {
                if !(&odd % part).is_zero() {
                    odd = odd.lcm(part);
                }
            }
            power = table.values.iter().map(|value| value.power).max().unwrap_or(0).max(power);
            values += table.values.len() as u64;
        }
        (odd.bits() + u64::from(power)) * values
    }

    /// Whether lower and upper values are the same at all positions.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.sharpness, Sharpness::Sharp { .. })
    }

    /// How many positions have an upper value above the lower one.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.lower.iter().zip(self.upper()).filter(|(lower, upper)| lower < upper).count()
    }

    /// By position: index of its upper value.
    #[must_use]
    pub fn upper(&self) -> &[u32] {
        match &self.sharpness {
            Sharpness::Sharp { .. } => &self.lower,
            Sharpness::NotSharp { upper } => upper,
        }
    }

    /// The value with an index.
    fn value(&self, index: u32) -> Ratio<BigUint> {
        let value = &self.values[index as usize];
        Ratio::new_raw(value.numerator.clone(), &self.odd_parts[value.odd_part as usize] << value.power)
    }

    /// Values and labels of a position, as a node of a larger game.
    #[must_use]
    pub fn boundary(&self, position: usize) -> Boundary {
        Boundary {
            lower: self.value(self.lower[position]),
            upper: self.value(self.upper()[position]),
            white_label: self.white_labels[position],
            black_label: self.black_labels[position],
        }
    }

    /// Bits of the largest denominator.
    #[must_use]
    pub fn max_denominator_bits(&self) -> u64 {
        let bits = |value: &ReducedValue| (&self.odd_parts[value.odd_part as usize] << value.power).bits();
        self.values.iter().map(bits).max().unwrap_or(0)
    }
}

/// An odd part of more bits is split.
const LONG_BITS: u64 = 512;
/// The prime factors below this bound are taken out of an odd part.
const SMOOTH: u32 = 1 << 12;
/// So many numerators are multiplied. Measured for KNk on 10×10, where one value in 1,500 cancels more than small primes.
const BATCH: usize = 64;

/// Numerator, odd part and power of two of values in lowest terms.
///
/// Most numerators share with a long odd part small primes only. That the rest of the odd part is coprime to them is found for many at a time: it is, if it is coprime to their
/// product.
fn reduce_all<'a>(values: &[&Value], odd: impl Fn(u32) -> &'a BigUint) -> Vec<(BigUint, BigUint, u32)> {
    let mut shared: Vec<Option<BigUint>> = vec![None; values.len()];
    let mut order: Vec<usize> = (0..values.len()).filter(|&place| !values[place].numerator.is_zero()).collect();
    order.sort_by_key(|&place| values[place].class);
    for group in order.chunk_by(|&a, &b| values[a].class == values[b].class) {
        let odd = odd(values[group[0]].class);
        if odd.bits() < LONG_BITS || group.len() == 1 {
            group.iter().for_each(|&place| shared[place] = Some(common_divisor(&values[place].numerator, odd)));
            continue;
        }
        let odd = converted(odd);
        let (mut smooth, mut rough) = (UBig::ONE, odd.clone());
        // A number that is not prime divides nothing when its factors are gone.
        for factor in (3..SMOOTH).step_by(2) {
            while &rough % factor == 0 {
                (smooth, rough) = (smooth * factor, rough / factor);
            }
        }
        for batch in group.chunks(BATCH) {
            let numerators: Vec<UBig> = batch.iter().map(|&place| converted(&values[place].numerator)).collect();
            let product = numerators.iter().fold(UBig::ONE, |product, numerator| product * numerator % &rough);
            let common = if product.is_zero() { rough.clone() } else { product.gcd(&rough) };
            for (&place, numerator) in batch.iter().zip(&numerators) {
                let divisor = if common.is_one() || (numerator % &common).gcd(&common).is_one() {
                    let rest = numerator % &smooth;
                    if rest.is_zero() { smooth.clone() } else { rest.gcd(&smooth) }
                } else {
                    numerator.gcd(&odd)
                };
                shared[place] = Some(BigUint::from_bytes_le(&divisor.to_le_bytes()));
            }
        }
    }
    let reduced = |(value, shared): (&&Value, Option<BigUint>)| match shared {
        None => (BigUint::zero(), BigUint::one(), 0),
        Some(shared) if shared.is_one() => (value.numerator.clone(), odd(value.class).clone(), value.power),
        Some(shared) => (&value.numerator / &shared, odd(value.class) / &shared, value.power),
    };
    values.iter().zip(shared).map(reduced).collect()
}

/// A number as the other library has it.
fn converted(number: &BigUint) -> UBig {
    UBig::from_le_bytes(&number.to_bytes_le())
}

/// The greatest common divisor: the one thing here that another library does several times faster. Not of 0 and 0.
pub(crate) fn common_divisor(a: &BigUint, b: &BigUint) -> BigUint {
    BigUint::from_bytes_le(&converted(a).gcd(converted(b)).to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of long and of short odd parts, with small, large and no common factors, and none but themselves. The expected terms are those of another library.
    #[test]
    fn values_are_brought_to_lowest_terms_many_at_a_time() {
        let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
        // Two primes that are not small.
        let large = [BigUint::from(65_537u32), power(2, 127) - 1u32];
        let long = &large[0] * &large[1] * power(3, 7) * power(4_093, 2) * power(10_007, 60);
        let parts = [long.clone(), BigUint::from(3u8), long * 5u32];
        let mut values = Vec::new();
        for number in 0..1_000u32 {
            let mut numerator = power(7, number % 300) + number * 2;
            match number % 97 {
                1 => numerator *= &large[0],
                2 => numerator *= &large[1],
                3 => numerator = BigUint::zero(),
                4 => numerator *= power(3, 9) * 4_093u32,
                5 => numerator = parts[0].clone(),
                6 => numerator *= 10_007u32,
                _ => {}
            }
            values.push(Value { numerator, class: number % 3, power: number });
        }
        let examples: Vec<&Value> = values.iter().collect();
        let found = reduce_all(&examples, |class| &parts[class as usize]);
        assert_eq!(found.len(), values.len());
        for (value, (numerator, odd, power)) in values.iter().zip(found) {
            let expected = Ratio::new(value.numerator.clone(), parts[value.class as usize].clone());
            assert_eq!((&numerator, &odd), (expected.numer(), expected.denom()));
            assert_eq!(power, if numerator.is_zero() { 0 } else { value.power });
        }
    }

    /// Numbers whose second step in Euclid's algorithm has a long quotient: of such numbers an earlier version of the library ran out of memory of its own. The
    /// expected divisor is that of another library.
    #[test]
    fn common_divisors_are_found_with_long_quotients_inside() {
        let power = |bits: u64| BigUint::from(1u8) << bits;
        for (remainder, quotient) in [(2_200, 2_200), (3_000, 4_000), (5_000, 9_000)] {
            let r = power(remainder) + 12_345u32;
            let b = (power(quotient) + 777u32) * &r + 99_991u32;
            for factor in [1u32, 3, 65_537] {
                let a = &b * factor + &r;
                let shared = BigUint::from(factor + 1);
                assert_eq!(common_divisor(&a, &b), a.gcd(&b));
                assert_eq!(common_divisor(&(&a * &shared), &(&b * &shared)), (&a * &shared).gcd(&(&b * &shared)));
            }
        }
    }
}
