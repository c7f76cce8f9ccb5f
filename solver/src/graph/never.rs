//! Games in which an endless play has a worth of its own, `d`: White wins it where Black's share of the money ends below `d`.
//!
//! Responsible for bounds on the one value of such a game, in units of 2^-bits. They are what the strict bounds of [`super::enclosure`] are for α and β, but
//! that a bound that is no better than `d` needs no evidence: `l ≤ G(l)` everywhere, where `G` is the mean rounded down, and one unit less where it is quiet and above `d`. There
//! may be many fixed points, and the least one is about α. So `l` comes from the other side. First the values are found as nearly as these units allow, by policies that are improved. Then
//! whatever is greater than `G` is lowered, until nothing is, and raised again as far as it goes: that is as good as the values were, and is proved by itself.
//! `u′` is the same as Black sees it. Left to others: exact values (`exact`). Source: the chapter "The theorem", section "Endless play".
//!
//! The usual iteration from `d` does not find the values in all games: where a player can wait for ever, what the others' numbers were on the way is kept.

use std::cmp::Ordering;
use std::convert::Infallible;

use checker::certificate::Never;

use crate::graph::approximate::{Approximation, of_both_sides};
use crate::graph::enclosure::{Enclosed, most_sweeps, one_side};
use crate::graph::exact::evaluate::NOTHING;
use crate::graph::exact::policy::{Seen, settle};
pub use crate::graph::labels::loser;
use crate::graph::labels::{Side, evidence, least_evidence};
use crate::graph::view::View;
use crate::graph::{Bounds, Graph, INFINITE, Label};
use crate::raise::{raise, sweep};

/// The units of values that are found nearly: 2^-62.
const FINE: u8 = 62;
/// The first policies come from an iteration that ends where no value moves by more than 2^-40, or after so many sweeps. They cost rounds where they are bad.
const FIRST_BITS: u8 = 40;
const FIRST_SWEEPS: u32 = 1_000;
/// Values count as equal where they differ by no more than 2^-36.
const EQUAL_BITS: u8 = 36;
/// After so many rounds of improvement policies are taken as they are. Values that are nearly equal might make them turn in a circle.
const MOST_ROUNDS: u32 = 200;

/// The game as a side sees it.
struct Endless<'a> {
    view: View<'a>,
    /// What an endless play is worth, rounded down.
    endless: u64,
}

impl<'a> Endless<'a> {
    fn new(view: View<'a>, bits: u8, (numerator, denominator): Never) -> Self {
        let numerator = if view.side == Side::White { numerator } else { denominator - numerator };
        let endless = (u128::from(numerator) << bits) / u128::from(denominator);
        Self { view, endless: u64::try_from(endless).expect("at most 1") }
    }

    /// The greatest bound that a position may have.
    fn most(&self, position: usize, values: &[u64]) -> u64 {
        let reach = self.view.reach(position, values);
        if reach.down() > self.endless { reach.below() } else { reach.down() }
    }

    /// Whether there is evidence at a position that is won for sure: a smaller label at an option of its own that is as good, or at all of the other's. Beyond the positions labels are 0.
    fn leads(&self, position: usize, values: &[u64], labels: &[Label]) -> bool {
        let label = |&node: &u32| labels.get(node as usize).copied().unwrap_or(0);
        let is_less = |node: &u32| label(node) < labels[position];
        let (own, others) = (self.view.own.row(position), self.view.others.row(position));
        let all = !others.is_empty() && others.iter().all(is_less);
        let best = self.view.reach(position, values).down();
        all || own.iter().any(|node| values[*node as usize] == best && is_less(node))
    }

    /// The bounds of all nodes, and the number of sweeps; of the positions the values are given, about.
    fn bounds(&self, about: impl Iterator<Item = u64>, one: u64, mut progress: impl FnMut()) -> (Vec<u64>, u32) {
        let graph = self.view.graph;
        let (positions, most) = (graph.positions(), most_sweeps(graph));
        let mut values = self.view.start(one);
        values.iter_mut().zip(about).for_each(|(value, about)| *value = about);
        let lower = |position: usize, _| {
            let new = self.most(position, &values).min(values[position]);
            std::mem::replace(&mut values[position], new) - new
        };
        let lowered = sweep(positions, 0, most, 1, lower, &mut progress);
        if !lowered.settled {
            // 0 holds, and is raised as far as there is time.
            values[..positions].fill(0);
        }
        let places: Vec<u32> = (0..positions as u32).collect();
        let to = |position: usize, values: &[u64], (): &mut (), _| self.most(position, values);
        let raised = raise(&mut values, &places, most, 1, to, progress);
        (values, lowered.sweeps + raised.sweeps)
    }
}

/// The values of all nodes, about, in units of [`FINE`]: by policies that are improved as those for exact values are, but values count as equal that are nearly so.
fn about(graph: &Graph<Bounds>, bits: u8, worth: Never, progress: &mut dyn FnMut()) -> Vec<u64> {
    let one = 1u64 << FINE;
    let positions = graph.positions();
    let Endless { view, endless } = Endless::new(View::of(graph, Side::White), FINE, worth);
    let mut values = vec![endless; positions];
    values.extend(graph.boundary.iter().map(|bounds| u64::midpoint(bounds.alpha[0], bounds.beta[1]) << (FINE - bits)));
    // First policies, from the usual iteration. It may end at something else than the values, but mostly it does not.
    let update = |position: usize, _| {
        let new = view.reach(position, &values).down();
        new.abs_diff(std::mem::replace(&mut values[position], new))
    };
    let _ = sweep(positions, one >> FIRST_BITS, FIRST_SWEEPS, 1, update, &mut *progress);
    let best = |side: Side| {
        let View { own, others, .. } = View::of(graph, side);
        let seen = |&node: &u32| if side == Side::White { values[node as usize] } else { one - values[node as usize] };
        let best: Vec<u64> = (0..positions).map(|p| own.row(p).iter().map(seen).max().unwrap_or(0)).collect();
        let is_best = |position: usize, _: usize, node: u32| {
            graph.chance(position).is_some() || best[position] - seen(&node) <= one >> EQUAL_BITS
        };
        let labels = evidence(own, others, &vec![0; graph.boundary.len()], is_best);
        least_evidence(own, &labels, is_best)
    };
    let policies = (best(Side::White), best(Side::Black));
    let most = most_sweeps(graph);
    let settled = settle(graph, policies, MOST_ROUNDS, |successors| {
        for (position, pair) in successors.iter().enumerate().filter(|(_, pair)| pair[0] == NOTHING) {
            debug_assert_eq!(pair[1], NOTHING, "position {position}");
            values[position] = endless;
        }
        let update = |position: usize, _| {
            let [a, b] = successors[position];
            let new = match graph.chance(position) {
                _ if a == NOTHING => return 0,
                Some(_) => view.reach(position, &values).down(),
                None => u64::midpoint(values[a as usize], values[b as usize]),
            };
            new.abs_diff(std::mem::replace(&mut values[position], new))
        };
        let _ = sweep(positions, 1, most, 1, update, &mut *progress);
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_unstable_by_key(|&node| values[node as usize]);
        let (mut ranks, mut orders, mut last) = (vec![0; values.len()], Vec::<Ordering>::new(), 0);
        for node in order {
            let value = values[node as usize];
            if orders.is_empty() || value - last > one >> EQUAL_BITS {
                orders.push(match value.abs_diff(endless) <= one >> EQUAL_BITS {
                    true => Ordering::Equal,
                    false => value.cmp(&endless),
                });
            }
            (last, ranks[node as usize]) = (value, orders.len() as u32 - 1);
        }
        Ok::<Seen, Infallible>(Seen { ranks, orders })
    });
    settled.unwrap_or_else(|never| match never {});
    values
}

/// Bounds on the values, as an approximation. Where a side loses an endless play, `sure` may have its labels where it wins for sure ([`crate::graph::labels::sure`]); else it is empty.
/// `progress` is told after some sweeps.
#[must_use]
pub fn bounds(
    graph: &Graph<Bounds>,
    bits: u8,
    worth: Never,
    sure: &[Label],
    mut progress: impl FnMut(),
) -> Approximation {
    // That is what the lower values, or the upper ones, are about: no policies have to be tried.
    if let Some(side) = loser(worth) {
        return one_side(graph, side, bits, sure, progress);
    }
    let about = about(graph, bits, worth, &mut progress);
    of_both_sides(graph, bits, progress, |view, progress| {
        let seen = |value: &u64| if view.side == Side::White { *value } else { (1 << FINE) - value };
        let about = about[..graph.positions()].iter().map(|value| seen(value) >> (FINE - bits));
        Endless::new(view, bits, worth).bounds(about, 1 << bits, progress)
    })
}

/// What [`bounds`] has found, given these labels, as an enclosure.
///
/// # Panics
///
/// Only where this module is wrong: each bound is verified before it is returned.
#[must_use]
pub fn enclosed(graph: &Graph<Bounds>, found: Approximation, worth: Never, sure: Vec<Label>) -> Enclosed {
    let Approximation { bits, below: mut lower, above: mut upper, .. } = found;
    let turned: Vec<u64> = upper.iter().map(|bound| (1 << bits) - bound).collect();
    let loser = loser(worth);
    for (side, values) in [(Side::White, &lower), (Side::Black, &turned)] {
        let game = Endless::new(View::of(graph, side), bits, worth);
        let is_sure =
            |position: usize| Some(side) == loser && sure.get(position).is_some_and(|&label| label != INFINITE);
        let holds = |position: usize| match is_sure(position) {
            true => {
                let reach = game.view.reach(position, values);
                reach.is_quiet() && reach.down() == 1 << bits && game.leads(position, values, &sure)
            }
            false => values[position] <= game.most(position, values),
        };
        assert!((0..graph.positions()).all(holds), "every bound holds");
    }
    lower.truncate(graph.positions());
    upper.truncate(graph.positions());
    let sure = loser.filter(|_| sure.iter().any(|&label| label != INFINITE)).map(|side| (side, sure));
    Enclosed { bits, lower, upper, listed: Vec::new(), sure }
}
