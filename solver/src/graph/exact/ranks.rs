//! All values on one common denominator, and their ranks.
//!
//! On a common denominator values are integers: the order of two values is that of their ranks, and an equation between
//! values is one between integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::evaluate::Evaluation;

/// Values as integers, and their ranks.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// By rank: the numerator over the common denominator, strictly increasing.
    pub numerators: Vec<BigUint>,
    /// By rank: a node that has the value.
    pub examples: Vec<u32>,
    /// By node: the rank of its value.
    pub ranks: Vec<u32>,
    /// The common denominator: the numerator of 1.
    pub one: BigUint,
}

/// The classes of odd parts that are used, increasing, and the least common multiple of these parts.
fn common(Evaluation { values, odd_parts }: &Evaluation) -> (Vec<u32>, BigUint) {
    let mut used: Vec<u32> = values.iter().map(|value| value.class).collect();
    used.sort_unstable();
    used.dedup();
    let common = used.iter().fold(BigUint::one(), |common, &class| {
        let part = odd_parts.part(class);
        if (&common % part).bits() == 0 { common } else { common.lcm(part) }
    });
    (used, common)
}

impl Ranks {
    /// The bits of the common denominator of these values.
    #[must_use]
    pub fn common_bits(evaluation: &Evaluation) -> u64 {
        let power = evaluation.values.iter().map(|value| value.power).max().unwrap_or(0);
        common(evaluation).1.bits() + u64::from(power)
    }

    /// Ranks the values of an evaluation.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> Self {
        let Evaluation { values, odd_parts } = evaluation;
        let (used, common) = common(evaluation);
        let factors: Vec<BigUint> = used.iter().map(|&class| &common / odd_parts.part(class)).collect();
        let power = values.iter().map(|value| value.power).max().unwrap_or(0);
        let lifted: Vec<BigUint> = values
            .iter()
            .map(|value| {
                let factor = &factors[used.binary_search(&value.class).expect("every class is listed")];
                (&value.numerator * factor) << (power - value.power)
            })
            .collect();
        // Most values differ in their first digits.
        let first = |value: &BigUint| (value.bits(), value.iter_u64_digits().next_back().unwrap_or(0));
        let mut order: Vec<_> = (0_u32..).zip(&lifted).map(|(node, value)| (first(value), node)).collect();
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| lifted[a.1 as usize].cmp(&lifted[b.1 as usize])).then(a.1.cmp(&b.1))
        });
        let mut result =
            Self { numerators: Vec::new(), examples: Vec::new(), ranks: vec![0; values.len()], one: common << power };
        let mut lifted = lifted;
        for (_, node) in order {
            let numerator = std::mem::take(&mut lifted[node as usize]);
            if result.numerators.last() != Some(&numerator) {
                result.numerators.push(numerator);
                result.examples.push(node);
            }
            result.ranks[node as usize] = result.numerators.len() as u32 - 1;
        }
        result
    }
}
