//! Value iteration from below and from above, in integers of units of 2^-bits.
//!
//! From below everything is rounded down and from above up, so that at each step `below ≤ F(below)` and `above ≥ F(above)`: the result bounds the values
//! whatever the number of sweeps. For exact values it is a hint that proposes policies. Sweeps are in place (Gauss–Seidel) and alternate in direction, in one fixed order, each bound on
//! a thread of its own: the result does not depend on the machine or on the number of threads.

use crate::graph::labels::Side;
use crate::graph::{Bounds, Graph};
use crate::parallel::both;

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
pub fn approximate(graph: &Graph<Bounds>, bits: u8, mut progress: impl FnMut()) -> Approximation {
    let one = 1u64 << bits;
    of_both_sides(
        graph,
        bits,
        |border| from_below(graph, Side::White, one, border, &mut progress),
        |border| from_below(graph, Side::Black, one, border, || {}),
    )
}

/// Bounds of all nodes and the number of sweeps, for White and, in the game with the colours exchanged, for Black; each is told the bounds of the boundary.
pub(crate) fn of_both_sides(
    graph: &Graph<Bounds>,
    bits: u8,
    white: impl FnOnce(&[u64]) -> (Vec<u64>, u32),
    black: impl FnOnce(&[u64]) -> (Vec<u64>, u32) + Send,
) -> Approximation {
    let one = 1u64 << bits;
    let border = |bound: fn(&Bounds) -> u64| graph.boundary.iter().map(bound).collect::<Vec<u64>>();
    let ((below, first), (above, second)) = both(
        || white(&border(|bounds| bounds.alpha[0])),
        || {
            let turned: Vec<u64> = border(|bounds| bounds.beta[1]).into_iter().map(|bound| one - bound).collect();
            let (mut above, sweeps) = black(&turned);
            above.iter_mut().for_each(|value| *value = one - *value);
            (above, sweeps)
        },
    );
    Approximation { bits, below, above, sweeps: [first, second] }
}

/// Iterates from 0, for this player; the values of the boundary are given. Gives the values of all nodes and the number
/// of sweeps.
fn from_below(
    graph: &Graph<Bounds>,
    side: Side,
    one: u64,
    border: &[u64],
    mut progress: impl FnMut(),
) -> (Vec<u64>, u32) {
    let (own, others) = match side {
        Side::White => (&graph.white, &graph.black),
        Side::Black => (&graph.black, &graph.white),
    };
    let mut values = vec![0; own.len()];
    values.extend_from_slice(border);
    let update = |position: usize, _| {
        let value = |&node: &u32| values[node as usize];
        let (row, replies) = (own.row(position), others.row(position));
        let best = || row.iter().map(value).fold(0, u64::max);
        let worst = || replies.iter().map(value).fold(one, u64::min);
        let new = match graph.chance(position) {
            Some(chance) => {
                // At most 2^62 · 2^16.
                let term = |(node, weight): (u32, u64)| u128::from(value(&node)) * u128::from(weight);
                let mean = chance.weighted().map(term).sum::<u128>() / u128::from(chance.denominator);
                u64::try_from(mean).expect("a mean is no greater than the greatest value")
            }
            None if replies.is_empty() => best(),
            None if row.is_empty() => worst(),
            None => (best() + worst()) / 2,
        };
        new - std::mem::replace(&mut values[position], new)
    };
    let (sweeps, _) = sweep(own.len(), one >> STILL_BITS, MOST_SWEEPS, update, &mut progress);
    (values, sweeps)
}

/// Updates so many places in place, sweep after sweep in alternating directions, until no value moves by more than `still` or `most`
/// sweeps are made. Gives the number of sweeps, and whether the last one moved nothing. `update` is told the place and the number of the sweep.
pub(crate) fn sweep(
    places: usize,
    still: u64,
    most: u32,
    mut update: impl FnMut(usize, u32) -> u64,
    mut progress: impl FnMut(),
) -> (u32, bool) {
    let mut sweep = 0;
    loop {
        let moved = match sweep % 2 {
            0 => (0..places).map(|place| update(place, sweep)).max(),
            _ => (0..places).rev().map(|place| update(place, sweep)).max(),
        };
        let moved = moved.unwrap_or(0);
        sweep += 1;
        progress();
        if moved <= still || sweep == most {
            return (sweep, moved == 0);
        }
    }
}
