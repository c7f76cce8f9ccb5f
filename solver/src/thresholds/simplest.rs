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

#[cfg(test)]
mod tests {
    use num_traits::{One, Zero};

    use super::*;

    fn ratio(numerator: u64, denominator: u64) -> Ratio<BigUint> {
        Ratio::new(numerator.into(), denominator.into())
    }

    /// A binary fraction in so many limbs.
    fn limbs(value: &Ratio<BigUint>, width: usize) -> Vec<u64> {
        let scaled = value * (BigUint::one() << (64 * width - 1));
        assert!(scaled.is_integer());
        let mut numbers = Numbers::zeros(1, width);
        numbers.set(0, &scaled.to_integer());
        numbers.row(0).to_vec()
    }

    fn simplest(lower: &Ratio<BigUint>, upper: &Ratio<BigUint>, width: usize) -> Ratio<BigUint> {
        let mut simplest = Simplest::new(1);
        simplest.narrow(0, &limbs(lower, width), &limbs(upper, width));
        simplest.get(0)
    }

    /// Every denominator in turn, with every numerator in turn.
    fn by_trial(lower: &Ratio<BigUint>, upper: &Ratio<BigUint>) -> Ratio<BigUint> {
        (1..)
            .flat_map(|denominator| (0..=denominator).map(move |numerator| (numerator, denominator)))
            .map(|(numerator, denominator)| ratio(numerator, denominator))
            .find(|value| lower <= value && value <= upper)
            .expect("some fraction lies in the interval")
    }

    #[test]
    fn agrees_with_trial_of_all_small_fractions() {
        for unit in [1, 2, 4, 16, 64] {
            for lower in 0..=unit {
                for upper in lower..=unit {
                    let (lower, upper) = (ratio(lower, unit), ratio(upper, unit));
                    assert_eq!(simplest(&lower, &upper, 1), by_trial(&lower, &upper), "[{lower}, {upper}]");
                }
            }
        }
    }

    #[test]
    fn a_walk_through_nested_intervals_agrees_at_every_step() {
        for target in [ratio(21073, 32256), ratio(1, 3), ratio(205, 256), ratio(1, 1), ratio(0, 1), ratio(377, 610)] {
            let mut walk = Simplest::new(1);
            let mut before = walk.get(0);
            for power in 0..30u32 {
                let unit = BigUint::one() << (power / 2);
                let ends = [(&target * &unit).floor() / &unit, (&target * &unit).ceil() / &unit];
                let changed = walk.narrow(0, &limbs(&ends[0], 1), &limbs(&ends[1], 1));
                let now = walk.get(0);
                assert_eq!(now, by_trial(&ends[0], &ends[1]), "{target}, 2^-{power}");
                assert_eq!(changed, now != before);
                before = now;
            }
        }
    }

    #[test]
    fn both_ends_belong_to_the_interval() {
        for value in [ratio(0, 1), ratio(1, 1), ratio(1, 2), ratio(3, 16), ratio(255, 256)] {
            assert_eq!(simplest(&value, &value, 2), value);
            // A unit of 2^-100 beside the end that the rational lies on.
            let unit = Ratio::new(BigUint::one(), BigUint::one() << 100u32);
            if !value.is_one() {
                assert_eq!(simplest(&value, &(&value + &unit), 2), value);
                assert_ne!(simplest(&(&value + &unit), &(&value + &unit + &unit), 2), value);
            }
            if !value.is_zero() {
                assert_eq!(simplest(&(&value - &unit), &value, 2), value);
            }
        }
    }

    #[test]
    fn long_runs_in_one_direction_are_leapt_over() {
        let unit = |power: u32| Ratio::new(BigUint::one(), BigUint::one() << power);
        // [2^-300, 2^-299] and the same seen from 1.
        assert_eq!(simplest(&unit(300), &unit(299), 5), unit(299));
        let one = Ratio::<BigUint>::one();
        assert_eq!(simplest(&(&one - unit(299)), &(&one - unit(300)), 5), &one - unit(299));
        // Just above 1/2 the candidates are 1/2 + 1/(2q) for odd q. The first at most 1/2 + 2^-299 has q = 2^298 + 1.
        let half = ratio(1, 2);
        let denominator = (BigUint::one() << 298u32) + 1u32;
        let numerator = (&denominator + 1u32) >> 1u32;
        assert_eq!(simplest(&(&half + unit(300)), &(&half + unit(299)), 5), Ratio::new(numerator, denominator));
    }
}
