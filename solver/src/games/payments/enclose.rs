//! Bounds in units of 2^-bits: `l ≤ α ≤ β ≤ u′`, and `α ≤ u < l′ ≤ β` where that is shown.
//!
//! As in [`crate::graph::enclosure`], each bound is raised in place to a least fixed point (`raise`). `u′` is `l` of the game with the colours exchanged, which has
//! the same mean. For `l`, `G` is strictly less than the mean; but where the winner decides, the bank takes something, and
//! the two players reach different numbers, it is the mean rounded down, which may be equal to it: the mean is strictly less than the greater number there, so that `G` is monotone all the same.
//!
//! Where values are near 1 the iteration can stall: it goes up as slowly as n^(-1/2). So, if it does not come to an end, it is tried whether `l = 1` where
//! `l` is near 1; labels have to prove that, where the two players reach the same number.

use crate::graph::enclosure::{Enclosed, gaps};
use crate::graph::labels::Side;
use crate::graph::view::{Reach, View};
use crate::graph::{Bounds, Graph, INFINITE, Label};
use crate::parallel::both;
use crate::raise::{Swept, raise};

use super::Payment;

/// Bounds, and labels if they are needed.
#[derive(Clone, Debug)]
pub struct Paid {
    /// The bounds.
    pub enclosed: Enclosed,
    /// By position T and T′, if some bound needs them; then none is listed.
    pub labels: Option<[Vec<Label>; 2]>,
    /// The sweeps for `l` and for `u′`.
    pub sweeps: [u32; 2],
    /// Whether the iteration came to an end, or was stopped.
    pub settled: bool,
}

/// Where `u′ − l` is more than so many units, a gap between α and β is looked for.
const WIDE: u64 = 64;
/// So many sweeps are made wherever they are needed. Measured need: 58 for 8x8 KNk, 114 for Kk.
const LEAST_SWEEPS: u32 = 20_000;
/// A game of few options may have as many sweeps as come to so many options in all, 2^29: five seconds or so.
const MOST_OPTIONS: u64 = 1 << 29;
/// What is 1 if it is at least 1 − 2^-j, for these j, is tried one after the other.
const NEAR: [u8; 6] = [3, 5, 8, 12, 16, 24];

/// Encloses a game in which no chance moves, in units of 2^-bits, from 1 to 48 bits; the boundary must be in these units.
///
/// # Panics
///
/// If chance moves, or for other bits.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, bits: u8, auction: &Payment, mut progress: impl FnMut()) -> Paid {
    assert!((1..=super::MOST_BITS).contains(&bits) && !graph.has_chance());
    let one = 1 << bits;
    let options = (graph.white.options() + graph.black.options()).max(1) as u64;
    let most = u32::try_from(MOST_OPTIONS / options).unwrap_or(u32::MAX).max(LEAST_SWEEPS);
    let [white, black] = View::both(graph).map(|view| Paying { view, one, auction: *auction });
    let (lower, upper) = both(|| white.lower(most, &mut progress), || black.lower(most, || ()));
    let flip = |values: &[u64]| values.iter().take(graph.positions()).map(|value| one - value).collect::<Vec<u64>>();
    let settled = lower.settled && upper.settled;
    let sweeps = [lower.sweeps, upper.sweeps];
    let needs_labels = lower.labels.is_some() || upper.labels.is_some();
    let labels = needs_labels.then(|| {
        let of = |view: &Paying, side: &Lower| side.labels.clone().unwrap_or_else(|| view.labels(&side.values));
        [of(&white, &lower), of(&black, &upper)]
    });
    let (l, v) = (lower.values[..graph.positions()].to_vec(), flip(&upper.values));
    let [far_white, far_black] = [&white, &black]
        .map(|side| |values: &mut [u64], list: &[u32]| side.raise(values, list, false, most, || ()).settled);
    let listed = match labels {
        None => gaps(View::both(graph), [&l, &v], one, WIDE, far_white, far_black),
        Some(_) => Vec::new(),
    };
    Paid { enclosed: Enclosed { bits, lower: l, upper: v, listed, sure: None }, labels, sweeps, settled }
}

/// A game as one side sees it, under an auction.
struct Paying<'a> {
    view: View<'a>,
    one: u64,
    auction: Payment,
}

/// What a side can force.
struct Lower {
    /// By node.
    values: Vec<u64>,
    labels: Option<Vec<Label>>,
    sweeps: u32,
    settled: bool,
}

impl Paying<'_> {
    /// The mean of what this side's best option and the opponent's come to, not rounded.
    fn mean(&self, own: u64, other: u64) -> (u128, u128) {
        match self.view.side {
            Side::White => self.auction.mean(own, other, self.one),
            // As Black sees it the owner of ties is the other one.
            Side::Black => {
                Payment { ties: self.auction.ties.map(Side::other), ..self.auction }.mean(own, other, self.one)
            }
        }
    }

    /// What may be stated of a position without a label, if the players reach these numbers; if it need not be strict, the mean rounded up.
    fn rounded(&self, reach: Reach, strict: bool) -> u64 {
        let Reach::Bid(own, other) = reach else { return if strict { reach.below() } else { reach.up() } };
        let (numerator, denominator) = self.mean(own, other);
        let rounded = match strict {
            false => numerator.div_ceil(denominator),
            true if self.may_be_equal(reach) => numerator / denominator,
            true => numerator.saturating_sub(1) / denominator,
        };
        rounded as u64
    }

    /// Whether a number that is equal to the mean needs no label.
    fn may_be_equal(&self, reach: Reach) -> bool {
        self.auction.ties.is_none() && !reach.is_quiet()
    }

    /// Raises the values of these positions in so many sweeps at the most.
    fn raise(&self, values: &mut [u64], places: &[u32], strict: bool, most: u32, progress: impl FnMut()) -> Swept {
        // A division takes longer than the options: what was reached before is remembered.
        let to = |position: usize, values: &[u64], known: &mut Option<(Reach, u64)>, _| {
            let reach = self.view.reach(position, values);
            match *known {
                Some((before, rounded)) if before == reach => rounded,
                _ => known.insert((reach, self.rounded(reach, strict))).1,
            }
        };
        raise(values, places, most, 1, to, progress)
    }

    /// What this side can force.
    fn lower(&self, most: u32, mut progress: impl FnMut()) -> Lower {
        let places: Vec<u32> = (0..self.view.graph.positions() as u32).collect();
        let mut values = self.view.start(self.one);
        let Swept { sweeps, settled } = self.raise(&mut values, &places, true, LEAST_SWEEPS.min(most), &mut progress);
        if settled {
            return Lower { values, labels: None, sweeps, settled };
        }
        if let Some((values, labels)) = self.near_one(&values) {
            return Lower { values, labels: Some(labels), sweeps, settled: true };
        }
        let more = self.raise(&mut values, &places, true, most - sweeps, &mut progress);
        Lower { values, labels: None, sweeps: sweeps + more.sweeps, settled: more.settled }
    }

    /// These values with 1 where they are near 1, for the widest meaning of near that labels prove; then the others are raised as far as they go.
    fn near_one(&self, values: &[u64]) -> Option<(Vec<u64>, Vec<Label>)> {
        if self.auction.ties.is_some() {
            return None;
        }
        NEAR.iter().find_map(|&near| {
            let least = self.one - (self.one >> near);
            let positions = self.view.graph.positions();
            let (mut raised, mut rest) = (values.to_vec(), Vec::new());
            for (position, value) in (0..).zip(&mut raised[..positions]) {
                if *value >= least {
                    *value = self.one;
                } else {
                    rest.push(position);
                }
            }
            if rest.len() == positions || !self.raise(&mut raised, &rest, true, LEAST_SWEEPS, || ()).settled {
                return None;
            }
            let labels = self.labels(&raised);
            let is_proved = (0..positions).all(|position| raised[position] == 0 || labels[position] != INFINITE);
            is_proved.then_some((raised, labels))
        })
    }

    /// The least labels that prove these values: 1 where none is needed, infinite where none proves the value.
    fn labels(&self, values: &[u64]) -> Vec<Label> {
        let positions = self.view.graph.positions();
        let mut labels = vec![INFINITE; self.view.graph.nodes()];
        labels[positions..].fill(0);
        let mut open = Vec::new();
        for position in 0..positions {
            let reach = self.view.reach(position, values);
            let mean = match reach {
                Reach::Bid(own, other) => self.mean(own, other),
                _ => (reach.down().into(), 1),
            };
            let differ = self.may_be_equal(reach);
            match (u128::from(values[position]) * mean.1).cmp(&mean.0) {
                _ if values[position] == 0 => labels[position] = 1,
                std::cmp::Ordering::Less => labels[position] = 1,
                std::cmp::Ordering::Equal if differ => labels[position] = 1,
                std::cmp::Ordering::Equal => open.push(position),
                std::cmp::Ordering::Greater => {}
            }
        }
        for round in 2.. {
            let has = |node: &u32| labels[*node as usize] < round;
            let proved = |position: usize| {
                let (own, others) = (self.view.own.row(position), self.view.others.row(position));
                let best = own.iter().map(|&node| values[node as usize]).max();
                let greedy = |node: &&u32| Some(values[**node as usize]) == best;
                own.iter().filter(greedy).any(has) || (!others.is_empty() && others.iter().all(has))
            };
            let found: Vec<usize> = open.iter().copied().filter(|&position| proved(position)).collect();
            if found.is_empty() {
                break;
            }
            found.iter().for_each(|&position| labels[position] = round);
            open.retain(|position| labels[*position] == INFINITE);
        }
        labels.truncate(positions);
        labels
    }
}
