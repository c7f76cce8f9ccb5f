//! Exact solution of a sparse integer system by p-adic lifting.
//!
//! One factorisation modulo a word-sized prime `p`; then each lift finds one more digit of the solution in base `p` and
//! updates a small remainder. The common denominator comes from the rational reconstruction of a few entries, all other
//! entries from one multiplication each; the result is verified by putting it into the system. Sources: J. Dixon,
//! *Exact solution of linear equations using p-adic expansions*, 1982; for the reconstruction P. Wang, *A p-adic
//! algorithm for univariate partial fractions*, 1981, with the test for the large quotient of M. Monagan, *Maximal
//! quotient rational reconstruction*, 2004.

use std::ops::Range;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::elimination::{Factors, SparseRow};
use super::field::{Field, PRIME_BITS};
use crate::parallel;

/// `A·x = b` has the solution `numerators / denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// One numerator for each unknown.
    pub numerators: Vec<BigUint>,
    /// The least common denominator.
    pub denominator: BigUint,
}

/// A reconstructed fraction is believed (until it is verified) when a quotient has this many bits: a wrong one has it
/// once in 2^48 quotients.
const LARGE_QUOTIENT: u64 = 48;
/// Bits by which a residue must exceed a numerator before the numerator is believed (until it is verified).
const SPARE_BITS: u64 = 64;

/// Solves `matrix · x = constants`, given that `0 ≤ x ≤ bound`, with two threads at most for what is independent.
///
/// # Panics
///
/// Where the matrix is singular.
#[must_use]
pub fn solve(matrix: &[SparseRow], constants: &[BigUint], bound: &BigUint, threads: usize) -> Solution {
    let mut below = 1 << PRIME_BITS;
    let (field, factors) = loop {
        assert!(below > 1 << (PRIME_BITS - 1), "the system of a component is not singular");
        let field = Field::below(below);
        if let Some(factors) = Factors::new(field, matrix) {
            break (field, factors);
        }
        below = field.prime();
    };
    let mut lift = Lift::new(field, matrix, constants);
    // A first guess of the digits; each attempt that fails costs little beside the lifts.
    let mut digits = usize::try_from(bound.bits() / u64::from(PRIME_BITS)).unwrap_or(0) + 2;
    loop {
        while lift.digits.len() < digits {
            lift.step(&factors);
        }
        let found = lift.reconstruct(bound, threads);
        if let Some(solution) = found.filter(|solution| holds(matrix, constants, solution)) {
            return solution;
        }
        digits += (digits / 8).max(2);
    }
}

/// Whether a solution satisfies the system exactly.
fn holds(matrix: &[SparseRow], constants: &[BigUint], solution: &Solution) -> bool {
    matrix.iter().zip(constants).all(|(row, constant)| {
        let term = |sum: BigInt, &(column, entry): &(u32, i64)| {
            sum + BigInt::from_biguint(Sign::Plus, solution.numerators[column as usize].clone()) * entry
        };
        let right = BigInt::from(constant * &solution.denominator);
        row.iter().fold(BigInt::zero(), term) == right
    })
}

/// The p-adic expansion of the solution as far as it has been computed.
struct Lift<'a> {
    field: Field,
    matrix: &'a [SparseRow],
    /// What is left of the constants: `(constants − matrix · digits so far) / p^digits`, apart from `carries`.
    constants: Vec<std::vec::IntoIter<u64>>,
    carries: Vec<i64>,
    /// By place: the digit of each unknown.
    digits: Vec<Vec<u64>>,
    scratch: Vec<u64>,
}

impl<'a> Lift<'a> {
    fn new(field: Field, matrix: &'a [SparseRow], constants: &[BigUint]) -> Self {
        let in_base = |constant: &BigUint| {
            let (mut rest, mut digits) = (constant.clone(), Vec::new());
            while !rest.is_zero() {
                let digit = &rest % field.prime();
                rest /= field.prime();
                digits.push(digit.to_u64().unwrap_or(0));
            }
            digits.into_iter()
        };
        Self {
            field,
            matrix,
            constants: constants.iter().map(in_base).collect(),
            carries: vec![0; matrix.len()],
            digits: Vec::new(),
            scratch: Vec::with_capacity(matrix.len()),
        }
    }

    /// Finds one more digit of every unknown.
    fn step(&mut self, factors: &Factors) {
        let prime = i128::from(self.field.prime());
        let current: Vec<i128> = self
            .constants
            .iter_mut()
            .zip(&self.carries)
            .map(|(constant, &carry)| i128::from(constant.next().unwrap_or(0)) + i128::from(carry))
            .collect();
        let residues: Vec<u64> = current.iter().map(|&value| value.rem_euclid(prime) as u64).collect();
        let mut digit = vec![0; residues.len()];
        factors.solve(&residues, &mut self.scratch, &mut digit);
        for ((row, value), carry) in self.matrix.iter().zip(current).zip(&mut self.carries) {
            let product: i128 =
                row.iter().map(|&(column, entry)| i128::from(entry) * i128::from(digit[column as usize])).sum();
            // The division is exact, and the carry small: at most the sum of the entries of a row and one.
            *carry = ((value - product) / prime) as i64;
        }
        self.digits.push(digit);
    }

    /// The value of the first digits of an unknown.
    fn residue(&self, unknown: usize, places: Range<usize>) -> BigUint {
        self.digits[places]
            .iter()
            .rev()
            .fold(BigUint::zero(), |value, digit| value * self.field.prime() + digit[unknown])
    }

    /// Numerators and denominator that agree with the digits found, if there are convincing ones.
    fn reconstruct(&self, bound: &BigUint, threads: usize) -> Option<Solution> {
        let modulus = BigUint::from(self.field.prime()).pow(self.digits.len() as u32);
        let all = 0..self.digits.len();
        let mut denominator = reconstruct(self.residue(0, all.clone()), &modulus)?;
        let unknowns = self.matrix.len();
        // Numerators by the denominator so far; where one does not fit, the denominator gains a factor and all start
        // again.
        loop {
            let most = bound * &denominator;
            let places = usize::try_from((most.bits() + SPARE_BITS).div_ceil(u64::from(PRIME_BITS) - 1)).ok()?;
            if places > self.digits.len() {
                return None;
            }
            let short = BigUint::from(self.field.prime()).pow(places as u32);
            let numerator = |unknown: usize| {
                let numerator = self.residue(unknown, 0..places) * &denominator % &short;
                (numerator <= most).then_some(numerator).ok_or(unknown)
            };
            match in_parallel(unknowns, threads, numerator) {
                Ok(numerators) => {
                    return Some(Solution { numerators, denominator });
                }
                Err(unknown) => {
                    let residue = self.residue(unknown, all.clone()) * &denominator % &modulus;
                    let factor = reconstruct(residue, &modulus)?;
                    if factor.is_one() {
                        return None;
                    }
                    denominator *= factor;
                }
            }
        }
    }
}

/// Computes `each` of `0 .. count` with several threads; the first error in order wins.
fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    each: impl Fn(usize) -> Result<T, usize> + Sync,
) -> Result<Vec<T>, usize> {
    let run = |range: Range<usize>| range.map(&each).collect::<Result<Vec<T>, usize>>();
    let parts = parallel::in_ranges(count, threads, 64, run);
    let mut all = Vec::with_capacity(count);
    for part in parts {
        all.extend(part?);
    }
    Ok(all)
}

/// The denominator of the fraction that a residue stands for, if Euclid's algorithm meets a large quotient.
fn reconstruct(residue: BigUint, modulus: &BigUint) -> Option<BigUint> {
    // The cofactors alternate in sign; their absolute values are enough for the denominator.
    let (mut previous, mut current) = (modulus.clone(), residue);
    let (mut before, mut cofactor) = (BigUint::zero(), BigUint::one());
    while !current.is_zero() {
        let (quotient, rest) = previous.div_rem(&current);
        if quotient.bits() >= LARGE_QUOTIENT {
            return Some(cofactor);
        }
        let next = &before + quotient * &cofactor;
        before = std::mem::replace(&mut cofactor, next);
        previous = std::mem::replace(&mut current, rest);
    }
    // A residue of 0 is the number 0; otherwise the last remainder was 1 and nothing stood out.
    (cofactor.is_one() && before.is_zero()).then(BigUint::one)
}
