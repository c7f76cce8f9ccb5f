//! The simplest rational in an interval, for many intervals that shrink.
//!
//! The simplest rational of a closed interval within [0, 1] is the one of least denominator, and of those the one of least
//! numerator. An interval without 0 and 1 has only one of least denominator (between two with the same denominator there
//! is one with a smaller), and it is the interval's highest member in the Stern–Brocot tree.
//!
//! When an interval shrinks and its simplest rational stays inside, it remains the simplest. When it falls out, the new one
//! lies below it in the tree. So the walk down is never begun again: its length, over all steps, is the depth of the last
//! rational. Source: R. L. Graham, D. E. Knuth, O. Patashnik, *Concrete Mathematics* (1994), section 4.5.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;

use super::limbs::{Numbers, add, compare, order, to_integer, trimmed};

/// After so many single steps in one direction the rest of them is found by a division. Half of all partial quotients of
/// continued fractions are below 3 and nine in ten below 14; a division costs about as much as 20 steps.
const MOST_SINGLE_STEPS: u32 = 16;

/// A fraction for each place.
#[derive(Clone, Debug)]
struct Fractions {
    numerators: Numbers,
    denominators: Numbers,
}

impl Fractions {
    /// So many times `numerator / denominator`.
    fn new(count: usize, numerator: u64, denominator: u64) -> Self {
        let mut fractions = Self { numerators: Numbers::zeros(count, 1), denominators: Numbers::zeros(count, 1) };
        for place in 0..count {
            fractions.numerators.row_mut(place)[0] = numerator;
            fractions.denominators.row_mut(place)[0] = denominator;
        }
        fractions
    }

    fn copy(&mut self, place: usize, other: &Self) {
        self.numerators.row_mut(place).copy_from_slice(other.numerators.row(place));
        self.denominators.row_mut(place).copy_from_slice(other.denominators.row(place));
    }

    /// Adds numerator to numerator and denominator to denominator: the mediant.
    fn add(&mut self, place: usize, other: &Self) {
        add(self.numerators.row_mut(place), other.numerators.row(place));
        add(self.denominators.row_mut(place), other.denominators.row(place));
    }

    fn get(&self, place: usize) -> [BigUint; 2] {
        [self.numerators.get(place), self.denominators.get(place)]
    }

    fn set(&mut self, place: usize, [numerator, denominator]: &[BigUint; 2]) {
        self.numerators.set(place, numerator);
        self.denominators.set(place, denominator);
    }

    fn widen(&mut self, limbs: usize) {
        self.numerators.widen(0, limbs);
        self.denominators.widen(0, limbs);
    }
}

/// The simplest rationals of many intervals, each with its place in the Stern–Brocot tree.
#[derive(Clone, Debug)]
pub struct Simplest {
    /// The simplest rationals.
    here: Fractions,
    /// The ancestor next below each in value, and the one next above: `here` is their mediant.
    left: Fractions,
    right: Fractions,
    /// How many upper limbs of the ends of the interval decided last.
    depths: Vec<usize>,
    product: Vec<u64>,
}

impl Simplest {
    /// The simplest rational of [0, 1], so many times.
    #[must_use]
    pub fn new(count: usize) -> Self {
        // 0 itself stands outside the tree. Its first step to the right, with 1/0 for an ancestor, leads to 1/1.
        Self {
            here: Fractions::new(count, 0, 1),
            left: Fractions::new(count, 0, 1),
            right: Fractions::new(count, 1, 0),
            depths: vec![1; count],
            product: Vec::new(),
        }
    }

    /// The numerator, limb by limb.
    #[must_use]
    pub fn numerator(&self, place: usize) -> &[u64] {
        trimmed(self.here.numerators.row(place))
    }

    /// The denominator, limb by limb.
    #[must_use]
    pub fn denominator(&self, place: usize) -> &[u64] {
        trimmed(self.here.denominators.row(place))
    }

    /// The simplest rational.
    #[must_use]
    pub fn get(&self, place: usize) -> Ratio<BigUint> {
        Ratio::new_raw(to_integer(self.numerator(place)), to_integer(self.denominator(place)))
    }

    /// Goes on to the simplest rational of a smaller interval, whose ends are fractions as in [`compare`]; whether it is
    /// another than before.
    pub fn narrow(&mut self, place: usize, lower: &[u64], upper: &[u64]) -> bool {
        let mut run = (Ordering::Equal, 0);
        loop {
            let side = match self.compare(place, lower) {
                Ordering::Less => Ordering::Less,
                _ if self.compare(place, upper) == Ordering::Greater => Ordering::Greater,
                _ => return run.1 > 0,
            };
            run = if run.0 == side { (side, run.1 + 1) } else { (side, 1) };
            if run.1 % MOST_SINGLE_STEPS == 0 {
                self.leap(place, side, if side == Ordering::Less { lower } else { upper });
            }
            self.step(place, side);
        }
    }

    fn compare(&mut self, place: usize, end: &[u64]) -> Ordering {
        let (numerator, denominator) = (self.here.numerators.row(place), self.here.denominators.row(place));
        compare(numerator, denominator, end, &mut self.depths[place], &mut self.product)
    }

    /// One step down: to the right where `side` says that the rational is less than the interval, else to the left.
    fn step(&mut self, place: usize, side: Ordering) {
        let top = self.here.denominators.width() - 1;
        let full = |fractions: &Fractions| {
            fractions.denominators.row(place)[top].max(fractions.numerators.row(place)[top]) >> 63 == 1
        };
        if full(&self.here) || full(&self.left) || full(&self.right) {
            self.widen(1);
        }
        let (behind, ahead) = match side {
            Ordering::Less => (&mut self.left, &self.right),
            _ => (&mut self.right, &self.left),
        };
        behind.copy(place, &self.here);
        self.here.add(place, ahead);
    }

    /// So many steps to one side at once that the next is the last that is needed, or the last but one.
    ///
    /// With `p/q` here, `c/d` ahead and the end `e` of the interval between them, `k` steps lead to `(p + k·c) / (q + k·d)`.
    /// The new fraction is on this side of `e` as long as `k·|c − e·d| < |p − e·q|`.
    fn leap(&mut self, place: usize, side: Ordering, end: &[u64]) {
        let ahead = if side == Ordering::Less { &self.right } else { &self.left };
        let ([p, q], [c, d]) = (self.here.get(place), ahead.get(place));
        let (end, bits) = (to_integer(end), 64 * end.len() - 1);
        let distance = |numerator: &BigUint, denominator: &BigUint| {
            let (a, b) = (numerator << bits, denominator * &end);
            if a > b { a - b } else { b - a }
        };
        let steps = distance(&p, &q).div_ceil(&distance(&c, &d)) - 1u32;
        let here = [p + &c * &steps, q + &d * &steps];
        let bits = here[0].bits().max(here[1].bits()) as usize + 2;
        self.widen(bits.div_ceil(64).saturating_sub(self.here.denominators.width()));
        self.here.set(place, &here);
    }

    fn widen(&mut self, limbs: usize) {
        if limbs > 0 {
            for fractions in [&mut self.here, &mut self.left, &mut self.right] {
                fractions.widen(limbs);
            }
        }
    }

    /// The order of the rationals of two places.
    pub fn order(&self, a: usize, b: usize, products: &mut [Vec<u64>; 2]) -> Ordering {
        let [left, right] = products;
        super::limbs::multiply(self.numerator(a), self.denominator(b), left);
        super::limbs::multiply(self.numerator(b), self.denominator(a), right);
        let (left, right) = (trimmed(left), trimmed(right));
        left.len().cmp(&right.len()).then_with(|| order(left, right))
    }
}
