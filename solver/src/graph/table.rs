//! A solved table: the values on one denominator, labels and choices of all positions, ready to be written or to be
//! the boundary of a larger endgame.

use checker::numbers::Fractions;
use dashu_int::UBig;
use dashu_int::ops::Gcd as _;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Zero};

use crate::graph::exact::policy::{Outcome, Solved};
use crate::graph::exact::ranks::Ranks;
use crate::graph::{Boundary, Label};

/// A solved table of one game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The denominator of all values; 0 where there is no position.
    pub denominator: BigUint,
    /// The numerators of the values that occur, strictly increasing. Nothing above 1 divides all of them and the denominator.
    pub numerators: Vec<BigUint>,
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
    /// Keeps of a solution what is stated of the positions; the game has so many.
    #[must_use]
    pub fn new(outcome: Outcome, positions: usize) -> Self {
        match outcome {
            Outcome::Sharp(solved) => {
                let Solved { evaluation, ranks, white_labels, black_labels, white_choice, black_choice } = *solved;
                drop(evaluation);
                let sharpness = Sharpness::Sharp { white_choice, black_choice };
                let nodes: Vec<u32> = (0..positions as u32).collect();
                Self::of(ranks, &nodes, [white_labels, black_labels], sharpness)
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
                let mut table = Self::of(ranks, &nodes, labels, sharpness);
                table.sharpness = Sharpness::NotSharp { upper: table.lower.split_off(positions) };
                table
            }
        }
    }

    /// The table of these nodes' values.
    fn of(mut ranks: Ranks, nodes: &[u32], labels: [Vec<Label>; 2], sharpness: Sharpness) -> Self {
        let mut used: Vec<u32> = nodes.iter().map(|&node| ranks.ranks[node as usize]).collect();
        used.sort_unstable();
        used.dedup();
        let place = |rank| used.binary_search(&rank).expect("every rank in use is listed") as u32;
        let lower = nodes.iter().map(|&node| place(ranks.ranks[node as usize])).collect();
        let numerators = used.iter().map(|&rank| std::mem::take(&mut ranks.numerators[rank as usize])).collect();
        let (denominator, numerators) = in_lowest_terms(ranks.one, numerators);
        let positions = match sharpness {
            Sharpness::Sharp { .. } => nodes.len(),
            Sharpness::NotSharp { .. } => nodes.len() / 2,
        };
        let [white_labels, black_labels] = labels.map(|mut labels| {
            labels.truncate(positions);
            labels
        });
        Self { denominator, numerators, lower, white_labels, black_labels, sharpness }
    }

    /// How many bits all values take, those of other tables among them, when each is written on the common denominator of all: what
    /// whoever compares them as integers needs.
    #[must_use]
    pub fn bits_on_common_denominator(&self, others: &[&Self]) -> u64 {
        let (mut common, mut values) = (BigUint::one(), 0);
        for table in std::iter::once(self).chain(others.iter().copied()).filter(|table| !table.numerators.is_empty()) {
            if !(&common % &table.denominator).is_zero() {
                common = &common / common_divisor(&common, &table.denominator) * &table.denominator;
            }
            values += table.numerators.len() as u64;
        }
        common.bits() * values
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

    /// The value with an index, on the common denominator.
    fn value(&self, index: u32) -> Ratio<BigUint> {
        Ratio::new_raw(self.numerators[index as usize].clone(), self.denominator.clone())
    }

    /// Values and labels of a position, as a node of a larger game. The values are on the common denominator.
    #[must_use]
    pub fn boundary(&self, position: usize) -> Boundary {
        Boundary {
            lower: self.value(self.lower[position]),
            upper: self.value(self.upper()[position]),
            white_label: self.white_labels[position],
            black_label: self.black_labels[position],
        }
    }

    /// Values and labels of a position, in lowest terms.
    #[must_use]
    pub fn lowest(&self, position: usize) -> Boundary {
        let lowest = |value: Ratio<BigUint>| {
            let shared = common_divisor(value.numer(), value.denom());
            Ratio::new_raw(value.numer() / &shared, value.denom() / shared)
        };
        let Boundary { lower, upper, white_label, black_label } = self.boundary(position);
        Boundary { lower: lowest(lower), upper: lowest(upper), white_label, black_label }
    }

    /// Bits of the common denominator.
    #[must_use]
    pub fn denominator_bits(&self) -> u64 {
        self.denominator.bits()
    }
}

/// Fractions of one denominator, divided by what divides all numbers. Without fractions the denominator is 0.
pub(crate) fn in_lowest_terms(denominator: BigUint, numerators: Vec<BigUint>) -> (BigUint, Vec<BigUint>) {
    if numerators.is_empty() {
        return (BigUint::zero(), numerators);
    }
    // A divisor that gets smaller: most numerators are tried by one remainder.
    let divisor = numerators.iter().fold(denominator.clone(), |divisor, numerator| {
        if divisor.is_one() || (numerator % &divisor).is_zero() { divisor } else { common_divisor(&divisor, numerator) }
    });
    if divisor.is_one() {
        return (denominator, numerators);
    }
    (denominator / &divisor, numerators.into_iter().map(|numerator| numerator / &divisor).collect())
}

/// Fractions in lowest terms on their least common denominator.
pub(crate) fn on_one_denominator<'a>(fractions: impl Iterator<Item = (&'a BigUint, &'a BigUint)> + Clone) -> Fractions {
    let common = fractions.clone().fold(BigUint::one(), |common, (_, denominator)| match &common % denominator {
        rest if rest.is_zero() => common,
        rest => common * (denominator / common_divisor(&rest, denominator)),
    });
    let numerators: Vec<BigUint> =
        fractions.map(|(numerator, denominator)| &common / denominator * numerator).collect();
    let denominator = if numerators.is_empty() { BigUint::zero() } else { common };
    Fractions { denominator, numerators }
}

/// A number as the other library has it.
fn converted(number: &BigUint) -> UBig {
    UBig::from_le_bytes(&number.to_bytes_le())
}

/// The greatest common divisor: the one thing here that another library does several times faster. Not of 0 and 0.
pub(crate) fn common_divisor(a: &BigUint, b: &BigUint) -> BigUint {
    BigUint::from_bytes_le(&converted(a).gcd(converted(b)).to_le_bytes())
}
