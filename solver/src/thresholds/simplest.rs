//! The simplest fraction in an interval, for intervals that shrink.
//!
//! Simplest is the fraction with the least denominator, and of several the one with the least numerator. It is found by
//! continued fractions: if the interval `[lo, hi]` has no whole number in it, all its members have the same whole part `f`, and the
//! simplest one is `f + 1/s` with `s` the simplest in `[1/(hi − f), 1/(lo − f)]`. Later intervals lie in earlier ones and so begin with the
//! same whole parts, which are kept.

use std::mem::swap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The whole parts that all members of an interval share, as the last two convergents: a member is
/// `(p·y + p_before) / (q·y + q_before)` for a `y` of at least 1 (or the member itself, where none is shared).
#[derive(Clone, Debug)]
pub struct Prefix {
    p: BigUint,
    q: BigUint,
    p_before: BigUint,
    q_before: BigUint,
    /// Whether a larger member has a smaller `y`.
    reversed: bool,
}

impl Default for Prefix {
    fn default() -> Self {
        Self {
            p: BigUint::one(),
            q: BigUint::zero(),
            p_before: BigUint::zero(),
            q_before: BigUint::one(),
            reversed: false,
        }
    }
}

impl Prefix {
    /// The simplest fraction in `[low / 2^bits, high / 2^bits]`, as numerator and denominator, and the prefix that the members of
    /// the interval share. The interval must lie in all those that led to this prefix.
    #[must_use]
    pub fn simplest(&self, low: &BigUint, high: &BigUint, bits: usize) -> (BigUint, BigUint, Self) {
        let mut prefix = self.clone();
        let (mut lo, mut hi) = (prefix.rest(low, bits), prefix.rest(high, bits));
        if prefix.reversed {
            swap(&mut lo, &mut hi);
        }
        loop {
            let (whole, left) = lo.0.div_rem(&lo.1);
            if left.is_zero() {
                let (p, q) = prefix.member(&whole);
                return (p, q, prefix);
            }
            // hi > whole, so that this is positive; the next whole number is in the interval if it is no less than hi's
            // denominator.
            let over = &hi.0 - &whole * &hi.1;
            if over >= hi.1 {
                let (p, q) = prefix.member(&(whole + 1u32));
                return (p, q, prefix);
            }
            prefix.extend(&whole);
            (lo, hi) = ((hi.1, over), (lo.1, left));
        }
    }

    /// The `y` of the member `x / 2^bits`, as a fraction.
    fn rest(&self, x: &BigUint, bits: usize) -> (BigUint, BigUint) {
        (difference(&self.p_before << bits, &self.q_before * x), difference(&self.p << bits, &self.q * x))
    }

    /// The member with this `y`.
    fn member(&self, y: &BigUint) -> (BigUint, BigUint) {
        (&self.p * y + &self.p_before, &self.q * y + &self.q_before)
    }

    /// Adds a whole part.
    fn extend(&mut self, whole: &BigUint) {
        let (p, q) = self.member(whole);
        self.p_before = std::mem::replace(&mut self.p, p);
        self.q_before = std::mem::replace(&mut self.q, q);
        self.reversed = !self.reversed;
    }
}

/// How far apart two numbers are.
fn difference(a: BigUint, b: BigUint) -> BigUint {
    if a >= b { a - b } else { b - a }
}
