//! Games in which an endless play has a worth of its own, `d`: White wins it where Black's share of the money ends below `d`.
//!
//! Responsible for bounds on the one value of such a game, in units of 2^-bits. They are what the strict bounds of [`super::enclosure`] are for α and β, but
//! that a bound that is no better than `d` needs no evidence: `l ≤ G(l)` everywhere, where `G` is the mean rounded down, and one unit less where it is quiet and above `d`. There
//! may be many fixed points, and the least one is about α. So the bounds come from above: first the usual iteration from `d`, as it would be for a game that
//! ends after so many moves; then whatever is greater than `G` is lowered, until nothing is. What is found is the greatest such `l` below the first result.
//! `u′` is the same as Black sees it. Left to others: exact values (`exact`). Source: the chapter "The theorem", section "Endless play".

use checker::certificate::Never;

use crate::graph::approximate::{Approximation, sweep};
use crate::graph::enclosure::{Enclosed, most_sweeps};
use crate::graph::labels::Side;
use crate::graph::{Bounds, Graph, Rows};
use crate::parallel::both;

/// The first iteration ends where no value moves by more than 2^-56: what is missing then costs little.
const STILL_BITS: u8 = 56;

/// The game as a side sees it: greater numbers are better.
struct View<'a> {
    graph: &'a Graph<Bounds>,
    own: &'a Rows,
    others: &'a Rows,
    /// The number of units of 1.
    one: u64,
    /// What an endless play is worth, rounded down.
    endless: u64,
}

impl<'a> View<'a> {
    fn new(graph: &'a Graph<Bounds>, side: Side, bits: u8, (numerator, denominator): Never) -> Self {
        let (own, others, numerator) = match side {
            Side::White => (&graph.white, &graph.black, numerator),
            Side::Black => (&graph.black, &graph.white, denominator - numerator),
        };
        let endless = (u128::from(numerator) << bits) / u128::from(denominator);
        let endless = u64::try_from(endless).expect("at most 1");
        Self { graph, own, others, one: 1 << bits, endless }
    }

    /// The mean rounded down, and whether all that counts in it is the same.
    fn mean(&self, position: usize, values: &[u64]) -> (u64, bool) {
        let value = |&node: &u32| values[node as usize];
        if let Some(chance) = self.graph.chance(position) {
            let term = |(node, weight): (u32, u64)| u128::from(value(&node)) * u128::from(weight);
            let mean = chance.weighted().map(term).sum::<u128>() / u128::from(chance.denominator);
            let mean = u64::try_from(mean).expect("a mean is no greater than the greatest value");
            return (mean, chance.options.iter().all(|node| value(node) == mean));
        }
        let best = self.own.row(position).iter().map(value).max();
        let worst = self.others.row(position).iter().map(value).min();
        match (best, worst) {
            (Some(best), Some(worst)) => (u64::midpoint(best, worst), best == worst),
            (best, worst) => (best.or(worst).expect("somebody moves"), true),
        }
    }

    /// The greatest bound that a position may have.
    fn most(&self, position: usize, values: &[u64]) -> u64 {
        let (mean, is_quiet) = self.mean(position, values);
        if is_quiet && mean > self.endless { mean - 1 } else { mean }
    }

    /// The bounds of all nodes, and the number of sweeps; those of the border are given.
    fn bounds(&self, border: &[u64], progress: impl FnMut()) -> (Vec<u64>, u32) {
        let (positions, most) = (self.graph.positions(), most_sweeps(self.graph));
        let mut values = vec![self.endless; positions];
        values.extend_from_slice(border);
        let update = |position: usize, _| {
            let new = self.mean(position, &values).0;
            new.abs_diff(std::mem::replace(&mut values[position], new))
        };
        let (sweeps, _) = sweep(positions, self.one >> STILL_BITS, most, update, progress);
        let lower = |position: usize, _| {
            let new = self.most(position, &values).min(values[position]);
            std::mem::replace(&mut values[position], new) - new
        };
        let (more, is_settled) = sweep(positions, 0, most, lower, || ());
        if !is_settled {
            // 0 holds, and is raised as far as there is time.
            values[..positions].fill(0);
            let raise = |position: usize, _| {
                let new = self.most(position, &values).max(values[position]);
                new - std::mem::replace(&mut values[position], new)
            };
            let _ = sweep(positions, 0, most, raise, || ());
        }
        (values, sweeps + more)
    }
}

/// Bounds on the values, as an approximation. `progress` is told after some sweeps.
#[must_use]
pub fn bounds(graph: &Graph<Bounds>, bits: u8, worth: Never, progress: impl FnMut()) -> Approximation {
    let one = 1u64 << bits;
    let border = |bound: fn(&Bounds) -> u64| graph.boundary.iter().map(bound).collect::<Vec<u64>>();
    let ((below, first), (above, second)) = both(
        || View::new(graph, Side::White, bits, worth).bounds(&border(|bounds| bounds.alpha[0]), progress),
        || {
            let turned: Vec<u64> = border(|bounds| bounds.beta[1]).into_iter().map(|bound| one - bound).collect();
            let (mut above, sweeps) = View::new(graph, Side::Black, bits, worth).bounds(&turned, || ());
            above.iter_mut().for_each(|value| *value = one - *value);
            (above, sweeps)
        },
    );
    Approximation { bits, below, above, sweeps: [first, second] }
}

/// What [`bounds`] has found, as an enclosure.
///
/// # Panics
///
/// Only where this module is wrong: each bound is verified before it is returned.
#[must_use]
pub fn enclosed(graph: &Graph<Bounds>, found: Approximation, worth: Never) -> Enclosed {
    let Approximation { bits, below: mut lower, above: mut upper, .. } = found;
    let turned: Vec<u64> = upper.iter().map(|bound| (1 << bits) - bound).collect();
    for (side, values) in [(Side::White, &lower), (Side::Black, &turned)] {
        let view = View::new(graph, side, bits, worth);
        let holds = |position: usize| values[position] <= view.most(position, values);
        assert!((0..graph.positions()).all(holds), "every bound holds");
    }
    lower.truncate(graph.positions());
    upper.truncate(graph.positions());
    Enclosed { bits, lower, upper, listed: Vec::new() }
}
