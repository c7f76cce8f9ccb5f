//! A solved table: the values in lowest terms, labels and choices of all positions, ready to be written or to be
//! the boundary of a larger endgame.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Zero};

use crate::exact::evaluate::Value;
use crate::exact::policy::Solved;
use crate::graph::{Boundary, Label};

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
    /// By position: index of its value.
    pub value_of: Vec<u32>,
    /// By position: T.
    pub white_labels: Vec<Label>,
    /// By position: T′.
    pub black_labels: Vec<Label>,
    /// By position: the number of White's choice among White's options.
    pub white_choice: Vec<u32>,
    /// By position: the number of Black's choice among Black's options.
    pub black_choice: Vec<u32>,
}

impl Table {
    /// Brings a solution to lowest terms.
    #[must_use]
    pub fn new(solved: Solved, threads: usize) -> Self {
        let positions = solved.white_choice.len();
        let Solved { evaluation, ranks, mut white_labels, mut black_labels, white_choice, black_choice, .. } = solved;
        let mut used: Vec<u32> = ranks.ranks[..positions].to_vec();
        used.sort_unstable();
        used.dedup();
        let examples: Vec<&Value> =
            used.iter().map(|&rank| &evaluation.values[ranks.examples[rank as usize] as usize]).collect();
        let reduce = |value: &&Value| reduce(value, evaluation.odd_parts.part(value.class));
        let chunk = examples.len().div_ceil(threads.max(1)).max(1);
        let reduced: Vec<(BigUint, BigUint, u32)> = std::thread::scope(|scope| {
            let run = |part: &[&Value]| part.iter().map(reduce).collect::<Vec<_>>();
            let handles: Vec<_> = examples.chunks(chunk).map(|part| scope.spawn(move || run(part))).collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("arithmetic does not panic")).collect()
        });
        let mut odd_parts: Vec<BigUint> = reduced.iter().map(|value| value.1.clone()).collect();
        odd_parts.sort_unstable();
        odd_parts.dedup();
        let index = |(numerator, odd, power): (BigUint, BigUint, u32)| {
            let odd_part = odd_parts.binary_search(&odd).expect("every odd part is listed") as u32;
            ReducedValue { numerator, odd_part, power }
        };
        let values = reduced.into_iter().map(index).collect();
        let place = |rank: &u32| used.binary_search(rank).expect("every rank in use is listed") as u32;
        let value_of = ranks.ranks[..positions].iter().map(place).collect();
        white_labels.truncate(positions);
        black_labels.truncate(positions);
        Self { odd_parts, values, value_of, white_labels, black_labels, white_choice, black_choice }
    }

    /// The value of a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Ratio<BigUint> {
        let value = &self.values[self.value_of[position] as usize];
        Ratio::new_raw(value.numerator.clone(), &self.odd_parts[value.odd_part as usize] << value.power)
    }

    /// Value and labels of a position, as a node of a larger game.
    #[must_use]
    pub fn boundary(&self, position: usize) -> Boundary {
        Boundary {
            lower: self.value(position),
            upper: self.value(position),
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

/// Numerator, odd part and power of two of a value in lowest terms.
///
/// The greatest common divisors are the one thing here that another library does several times faster.
fn reduce(value: &Value, odd: &BigUint) -> (BigUint, BigUint, u32) {
    use dashu_int::ops::Gcd;
    if value.numerator.is_zero() {
        return (BigUint::zero(), BigUint::one(), 0);
    }
    let convert = |number: &BigUint| dashu_int::UBig::from_le_bytes(&number.to_bytes_le());
    let shared = BigUint::from_bytes_le(&convert(&value.numerator).gcd(convert(odd)).to_le_bytes());
    if shared.is_one() {
        return (value.numerator.clone(), odd.clone(), value.power);
    }
    (&value.numerator / &shared, odd / &shared, value.power)
}
