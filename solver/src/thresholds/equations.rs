//! Which of the equations `2·s(P) = max over White's options + min over Black's options of s` are violated.
//!
//! An equation is looked at again only when `s` has changed at its position or at one of its options. With `s = p/q` in
//! three places it is one between integers,
//!
//! `2·p·q_w·q_b = q·(p_w·q_b + p_b·q_w)`,
//!
//! and where its two sides differ modulo a number they differ. So most violated equations are known by a few
//! multiplications of remainders; one whose sides have the same remainder is decided by the integers themselves.

use std::cmp::Ordering;

use super::bounds::Bounds;
use super::limbs::to_integer;
use super::simplest::Simplest;

/// The modulus of the remainders, the Mersenne prime 2^61 − 1. Nothing depends on the choice but the time.
const MODULUS: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(MODULUS)) as u64
}

fn plus(a: u64, b: u64) -> u64 {
    (a + b) % MODULUS
}

fn remainder(limbs: &[u64]) -> u64 {
    let shift = |rest: u64, &limb: &u64| (((u128::from(rest) << 64) | u128::from(limb)) % u128::from(MODULUS)) as u64;
    limbs.iter().rev().fold(0, shift)
}

/// The equations of all positions.
#[derive(Clone, Debug)]
pub struct Equations {
    /// By node: the remainders of numerator and denominator of `s`.
    remainders: Vec<[u64; 2]>,
    /// By position, for those that are computed.
    violated: Vec<bool>,
    products: [Vec<u64>; 2],
}

impl Equations {
    /// The equations of `s` on so many positions, before any is looked at.
    #[must_use]
    pub fn new(simplest: &Simplest, positions: usize, nodes: usize) -> Self {
        let mut equations =
            Self { remainders: vec![[0; 2]; nodes], violated: vec![false; positions], products: Default::default() };
        for node in 0..nodes {
            equations.changed(simplest, node);
        }
        equations
    }

    /// To be told that `s` has changed at a node.
    pub fn changed(&mut self, simplest: &Simplest, node: usize) {
        self.remainders[node] = [remainder(simplest.numerator(node)), remainder(simplest.denominator(node))];
    }

    /// Looks at the equation of a position.
    pub fn look(&mut self, simplest: &Simplest, bounds: &Bounds, position: usize) {
        let [white, black] = bounds.options(position);
        let white = self.best(simplest, white, Ordering::Greater);
        let black = self.best(simplest, black, Ordering::Less);
        self.violated[position] = !self.holds(simplest, position, white, black);
    }

    fn best(&mut self, simplest: &Simplest, options: &[u32], wanted: Ordering) -> usize {
        let mut best = options[0] as usize;
        for &option in &options[1..] {
            if simplest.order(option as usize, best, &mut self.products) == wanted {
                best = option as usize;
            }
        }
        best
    }

    fn holds(&self, simplest: &Simplest, position: usize, white: usize, black: usize) -> bool {
        let [[p, q], [pw, qw], [pb, qb]] = [position, white, black].map(|node| self.remainders[node]);
        let left = times(plus(p, p), times(qw, qb));
        let right = times(q, plus(times(pw, qb), times(pb, qw)));
        if left != right {
            return false;
        }
        let [[p, q], [pw, qw], [pb, qb]] = [position, white, black]
            .map(|node| [to_integer(simplest.numerator(node)), to_integer(simplest.denominator(node))]);
        (p << 1u32) * &qw * &qb == q * (pw * qb + pb * qw)
    }

    /// Whether the equation of a position is violated.
    #[must_use]
    pub fn violated(&self, position: usize) -> bool {
        self.violated[position]
    }
}
