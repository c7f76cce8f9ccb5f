//! Larsson and Wästlund's way to the values, as a second one that shares nothing with [`crate::exact`].

pub mod bounds;
pub mod equations;
pub mod limbs;
pub mod simplest;

use std::ops::Range;

use num_bigint::BigUint;
use num_rational::Ratio;

use self::bounds::Bounds;
use self::equations::Equations;
use self::simplest::Simplest;
use crate::graph::Graph;

/// How many steps lie between two searches for options and positions that need not be computed any more.
const TIDY_EVERY: usize = 16;

/// The method after some number of steps.
#[derive(Clone, Debug)]
pub struct Thresholds {
    /// `α_n` and `β_n`.
    pub bounds: Bounds,
    simplest: Simplest,
    equations: Equations,
    /// By node: whether `s_n` is another than `s_{n−1}`.
    changed: Vec<bool>,
    /// Upper limbs of all values that agree everywhere in `α_n` and `β_n`.
    agreeing: usize,
}

impl Thresholds {
    /// `n = 0`.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let (positions, nodes) = (graph.positions(), graph.nodes());
        let bounds = Bounds::new(graph);
        let mut simplest = Simplest::new(nodes);
        for node in positions..nodes {
            simplest.narrow(node, bounds.lower(node), bounds.upper(node));
        }
        let mut equations = Equations::new(&simplest, positions, nodes);
        for position in 0..positions {
            equations.look(&simplest, &bounds, position);
        }
        Self { bounds, simplest, equations, changed: vec![false; nodes], agreeing: 0 }
    }

    /// From `n` to `n + 1`.
    pub fn step(&mut self) {
        self.bounds.step();
        for &position in self.bounds.leaders() {
            let position = position as usize;
            let (lower, upper) = (self.bounds.lower(position), self.bounds.upper(position));
            self.changed[position] = self.simplest.narrow(position, lower, upper);
            if self.changed[position] {
                self.equations.changed(&self.simplest, position);
            }
        }
        for &position in self.bounds.leaders() {
            let position = position as usize;
            let mut touched = self.bounds.options(position).into_iter().flatten();
            if self.changed[position] || touched.any(|&node| self.changed[node as usize]) {
                self.equations.look(&self.simplest, &self.bounds, position);
            }
        }
        if self.bounds.steps().is_multiple_of(TIDY_EVERY) {
            self.bounds.prune();
            self.bounds.merge();
        }
    }

    /// How many equations `s_n` violates at these positions.
    #[must_use]
    pub fn violated(&self, positions: Range<usize>) -> usize {
        let leader = self.bounds.leader();
        positions.filter(|&position| self.equations.violated(leader[position] as usize)).count()
    }

    /// `s_n` of a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Ratio<BigUint> {
        self.simplest.get(self.bounds.leader()[position] as usize)
    }
}
