//! Value iteration from below and from above, in integers of units of 2^-bits.
//!
//! From below everything is rounded down and from above up, so that at each step `below ≤ F(below)` and `above ≥ F(above)`: the result bounds the values
//! whatever the number of sweeps. For exact values it is a hint that proposes policies. Sweeps are in place (Gauss–Seidel) and alternate in direction, in one fixed order, each bound on
//! a thread of its own: the result does not depend on the machine or on the number of threads.

use crate::graph::view::View;
use crate::graph::{Bounds, Graph};
use crate::parallel::both;
use crate::raise::sweep;

/// Lower and upper bounds of all nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// The unit is 2^-bits.
    pub bits: u8,
    /// By node: iterated from 0, at most the lower value.
    pub below: Vec<u64>,
    /// By node: iterated from 1, at least the upper value.
    pub above: Vec<u64>,
    /// Sweeps made, from below and from above.
    pub sweeps: [u32; 2],
}

/// A sweep that moves no bound by more than 2^-58 ends the iteration.
const STILL_BITS: u8 = 58;
/// The most sweeps. Measured need: 115 for Kk on 8×8, 300 for KBk on 16×16, margin ×13; where it does not suffice, the bounds are
/// less tight, and the exact policy iteration has more to do.
const MOST_SWEEPS: u32 = 4_000;

impl Approximation {
    /// The approximation of the game with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        let one = 1 << self.bits;
        let [below, above] = self.sweeps;
        let turn = |values: Vec<u64>| values.into_iter().map(|value| one - value).collect();
        Self { below: turn(self.above), above: turn(self.below), sweeps: [above, below], ..self }
    }
}

/// Iterates until the bounds stand still. `progress` is told after each sweep from below.
#[must_use]
pub fn approximate(graph: &Graph<Bounds>, bits: u8, progress: impl FnMut()) -> Approximation {
    let one = 1u64 << bits;
    of_both_sides(graph, bits, progress, |view, progress| {
        let mut values = view.start(one);
        let update = |position: usize, _| {
            let new = view.reach(position, &values).down();
            new - std::mem::replace(&mut values[position], new)
        };
        let swept = sweep(graph.positions(), one >> STILL_BITS, MOST_SWEEPS, 1, update, progress);
        (values, swept.sweeps)
    })
}

/// Bounds of all nodes and the number of sweeps, as White sees it and, in the game with the colours exchanged, as Black does. `progress` is told of White's.
pub(crate) fn of_both_sides(
    graph: &Graph<Bounds>,
    bits: u8,
    mut progress: impl FnMut(),
    force: impl Fn(View, &mut dyn FnMut()) -> (Vec<u64>, u32) + Sync,
) -> Approximation {
    let one = 1u64 << bits;
    let [white, black] = View::both(graph);
    let ((below, first), (mut above, second)) = both(|| force(white, &mut progress), || force(black, &mut || ()));
    above.iter_mut().for_each(|value| *value = one - *value);
    Approximation { bits, below, above, sweeps: [first, second] }
}
