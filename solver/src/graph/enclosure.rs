//! Enclosures: lower and upper bounds on α and on β in units of 2^-bits, where exact values are too large to write down.
//!
//! Everything is integer arithmetic, rounded towards the safe side. At every position there are two bounds, `l ≤ α ≤ β ≤ u′`; at the positions
//! where α < β could be shown there are two more, `α ≤ u < l′ ≤ β`. They prove themselves without labels (the mean of a bound is that of White's best and
//! Black's best option where the players bid, the best option of the player whose turn it is, or the weighted mean of the options of chance):
//!
//! * `l` is 0 or at most its mean, and *strictly* less where the position is quiet (where all that counts in the mean is the same); `u′` is 1 or at least its mean, and strictly greater where it is quiet;
//! * `u` is at least its mean and `l′` at most, where positions that are not listed have `u := u′` and `l′ := l`.
//!
//! Each bound is a least fixed point and is found by raising: `x ← max(x, G(x))` for a monotone `G`, in place, until no position moves. From a start below the least
//! fixed point that ends exactly there, whatever the order of the updates (Knaster and Tarski): all values stay below it, and where nothing moves a fixed point is reached.
//! So the result does not depend on the machine or on the number of threads, and stale reads do no harm.
//!
//! 1. `l` from 0 by `⌊mean⌋`, and by one unit less where it is quiet, as it always is at a player's turn; `u′` in the same way with the colours exchanged, on a second thread.
//! 2. Where `u′ − l` is wide, `u` from `l` by `⌈(max u + min u)/2⌉`; `l′` with the colours exchanged. (Iterating `u` downwards from 1 would end at β.)
//! 3. Positions without `u < l′` are taken off the list, which can only raise `u` and lower `l′` elsewhere; step 2 goes on, until nothing is taken off.
//!
//! Step 1 starts from 0. The usual iteration of [`crate::graph::approximate`], which is rounded less, ends above the strict fixed point, and by how much is not known
//! before. The other way round it works: what step 1 finds is an approximation, and proposes policies where exact values are tried first.

use std::cmp::Ordering;

use crate::graph::approximate::Approximation;
use crate::graph::labels::Side;
use crate::graph::{Bounds, Graph, INFINITE, Label, Rows};
use crate::parallel::both;

/// An enclosed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// The unit is 2^-bits.
    pub bits: u8,
    /// By position: l ≤ α.
    pub lower: Vec<u64>,
    /// By position: u′ ≥ β.
    pub upper: Vec<u64>,
    /// The positions that are shown not to be sharp, in increasing order.
    pub listed: Vec<Listed>,
    /// Where an endless play is lost for one side: by position, its label where it wins for sure, so that its bound may be 1. Else none.
    pub sure: Option<(Side, Vec<Label>)>,
}

/// What shows that a position is not sharp: α ≤ u < l′ ≤ β.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number.
    pub position: u32,
    /// u, an upper bound on α.
    pub alpha_upper: u64,
    /// l′, a lower bound on β.
    pub beta_lower: u64,
}

/// Where `u′ − l` is more than so many units, a gap between α and β is looked for. Measured on 8×8: the sharp endgames KQkq, KRkr, KQQk and KNkn have 6, 7, 12 and 20, so that they look for none;
/// a corridor of n positions has about n²/2 and is looked through in vain from n = 9 on. Gaps of at most so many units are not found.
const WIDE: u64 = 32;

/// The first so many sweeps look at all own options, and then one of so many; see [`View::raise`]. Measured for KQkq: with 1 the iteration takes 1.6 times as long,
/// with 4 to 16 it makes little difference.
const FULL_EVERY: u32 = 8;

/// So many sweeps are made wherever they are needed. Measured need: 403 for KBkn on 8×8, margin ×10; so no endgame is stopped, and random games, which need 200, are not either.
const LEAST_SWEEPS: u32 = 4_000;
/// A game of few options may have more: as many sweeps as come to so many options in all, 2^33, about 20 seconds. Measured need: 5.5·10^9 for a path of 1,000 positions, whose sweeps grow with n².
const MOST_OPTIONS: u64 = 1 << 33;

/// The most sweeps of an iteration. It depends on the game alone, not on time or threads, so that bounds that are stopped are determined, too: sweeps run in one order, each bound on a
/// thread of its own.
pub(crate) fn most_sweeps(graph: &Graph<Bounds>) -> u32 {
    let options = (graph.white.options() + graph.black.options()).max(1) as u64;
    u32::try_from(MOST_OPTIONS / options).unwrap_or(u32::MAX).max(LEAST_SWEEPS)
}

/// The game as one side sees it: its own options lead up, the opponent's down. All that is said of White's `l` and `u` holds of Black with the bounds `1 − u′` and `1 − l′`.
struct View<'a> {
    graph: &'a Graph<Bounds>,
    own: &'a Rows,
    others: &'a Rows,
    /// Whether every position is bid for.
    bids_only: bool,
}

/// How the mean is rounded.
#[derive(Clone, Copy)]
enum Rounding {
    /// To the greatest number of units that is not greater; to one less where it is quiet, but 0 stays 0.
    Below,
    /// To the least number of units that is not less.
    Up,
}

impl Rounding {
    /// The mean of the best and the worst.
    fn of_two(self, best: u64, worst: u64) -> u64 {
        match self {
            Self::Below if best == worst => best.saturating_sub(1),
            Self::Below => (best + worst) / 2,
            Self::Up => (best + worst).div_ceil(2),
        }
    }

    /// A mean.
    fn of(self, Mean { sum, denominator, is_quiet }: Mean) -> u64 {
        let denominator = u128::from(denominator);
        let rounded = match self {
            Self::Below => (sum / denominator).saturating_sub(u128::from(is_quiet)),
            Self::Up => sum.div_ceil(denominator),
        };
        u64::try_from(rounded).expect("a mean is no greater than the greatest value")
    }
}

/// The mean of a position, not rounded: its sum is at most 2^62 · 2^64.
#[derive(Clone, Copy)]
struct Mean {
    sum: u128,
    denominator: u64,
    /// Whether all that counts in it is the same.
    is_quiet: bool,
}

impl Mean {
    /// How a bound compares with it.
    fn compare(self, bound: u64) -> Ordering {
        (u128::from(bound) * u128::from(self.denominator)).cmp(&self.sum)
    }
}

/// What [`View::raise`] remembers of a position.
#[derive(Clone, Copy)]
struct Choice {
    /// The own option that was the best when all were looked at.
    best: u32,
    /// The other's option that was the worst, and its value then. As no value falls, it is still the worst while it has this value.
    worst: u32,
    worst_value: u64,
}

impl Choice {
    /// No option has been looked at. The value is none that an option has.
    const NONE: Self = Self { best: 0, worst: 0, worst_value: u64::MAX };
}

/// How an iteration ended.
#[derive(Clone, Copy)]
struct Raised {
    sweeps: u32,
    /// Whether nothing moves any more; if not, it was stopped.
    settled: bool,
}

impl<'a> View<'a> {
    /// The game as White and as Black sees it.
    fn both(graph: &'a Graph<Bounds>) -> [Self; 2] {
        let (white, black) = (&*graph.white, &*graph.black);
        let bids_only = graph.first_turn().is_none();
        [(white, black), (black, white)].map(|(own, others)| Self { graph, own, others, bids_only })
    }

    /// The value of the best own option, of all or of the one that was the best before; in the latter case it may be too small.
    fn best(&self, position: usize, values: &[u64], choice: &mut Choice, all_own: bool) -> u64 {
        if all_own {
            choice.best = first_greatest(self.own.row(position), |node| values[node as usize]);
        }
        values[choice.best as usize]
    }

    /// The value of the opponent's option that is worst for this side.
    fn worst(&self, position: usize, values: &[u64], choice: &mut Choice) -> u64 {
        if values[choice.worst as usize] != choice.worst_value {
            choice.worst = first_greatest(self.others.row(position), |node| u64::MAX - values[node as usize]);
            choice.worst_value = values[choice.worst as usize];
        }
        choice.worst_value
    }

    /// The mean of a position, whoever moves there; too small where the best own option is.
    fn mean(&self, position: usize, values: &[u64], choice: &mut Choice, all_own: bool) -> Mean {
        if let Some(chance) = self.graph.chance(position) {
            let value = |node: u32| values[node as usize];
            let term = |(node, weight): (u32, u64)| u128::from(value(node)) * u128::from(weight);
            let is_quiet = chance.options.iter().all(|&node| value(node) == value(chance.options[0]));
            return Mean { sum: chance.weighted().map(term).sum(), denominator: chance.denominator, is_quiet };
        }
        let (sum, denominator, is_quiet) = if self.others.row(position).is_empty() {
            (self.best(position, values, choice, all_own), 1, true)
        } else if self.own.row(position).is_empty() {
            (self.worst(position, values, choice), 1, true)
        } else {
            let best = self.best(position, values, choice, all_own);
            let worst = self.worst(position, values, choice);
            (best + worst, 2, best == worst)
        };
        Mean { sum: sum.into(), denominator, is_quiet }
    }

    /// Raises the values of these positions towards the least fixed point of the rounded mean, in so many sweeps at the most, which alternate in direction; the values must not be above it.
    ///
    /// Most sweeps take for each position the own option that was the best before, and look at the other's options only if the worst of them has moved. They raise no value
    /// too far, because the mean that they find is never too great. What they miss is found by the sweeps that look at all own options, and only such a sweep, when it moves
    /// nothing, ends the iteration.
    fn raise(
        &self,
        values: &mut [u64],
        places: &[u32],
        rounding: Rounding,
        most: u32,
        progress: impl FnMut(),
    ) -> Raised {
        // Compiled twice: to ask in one loop whether all positions are bid for takes 1.15 times as long for KBkn on 6×6.
        match self.bids_only {
            true => iterate(values, places, most, progress, |position, values, choice, all_own| {
                let best = self.best(position, values, choice, all_own);
                rounding.of_two(best, self.worst(position, values, choice))
            }),
            false => iterate(values, places, most, progress, |position, values, choice, all_own| {
                rounding.of(self.mean(position, values, choice, all_own))
            }),
        }
    }
}

/// [`View::raise`] by this rounded mean, which is told the position, the values, what is remembered of the position, and whether to look at all own options.
fn iterate(
    values: &mut [u64],
    places: &[u32],
    most: u32,
    mut progress: impl FnMut(),
    rounded_mean: impl Fn(usize, &[u64], &mut Choice, bool) -> u64,
) -> Raised {
    let mut choices = vec![Choice::NONE; places.len()];
    let (mut sweeps, mut all_own) = (0, true);
    while sweeps < most {
        let mut moved = false;
        let mut update = |(&position, choice): (&u32, &mut Choice)| {
            let position = position as usize;
            let mean = rounded_mean(position, values, choice, all_own);
            if mean > values[position] {
                values[position] = mean;
                moved = true;
            }
        };
        match sweeps % 2 {
            0 => places.iter().zip(&mut choices).for_each(&mut update),
            _ => places.iter().zip(&mut choices).rev().for_each(&mut update),
        }
        sweeps += 1;
        progress();
        if all_own && !moved {
            return Raised { sweeps, settled: true };
        }
        all_own = !moved || sweeps < FULL_EVERY || sweeps % FULL_EVERY == 0;
    }
    Raised { sweeps, settled: false }
}

/// The first of these nodes whose value is greatest.
fn first_greatest(nodes: &[u32], value: impl Fn(u32) -> u64) -> u32 {
    let (mut best, mut best_value) = (nodes[0], value(nodes[0]));
    for &node in &nodes[1..] {
        let value = value(node);
        if value > best_value {
            (best, best_value) = (node, value);
        }
    }
    best
}

/// Step 1: `l` and `u′` of all nodes in units of 2^-bits, which must be those of the boundary. `progress` is told after each sweep for `l`.
///
/// It goes on until nothing moves, because then the bounds do not depend on the order either. Measured: 53 to 403 sweeps in chess at 56 bits; on a corridor of n positions their number
/// grows with n², and 1,000 positions take 13 seconds. Games that need more sweeps than the limit are stopped: `l` and `u′` hold after every update.
#[must_use]
pub fn strict(graph: &Graph<Bounds>, bits: u8, progress: impl FnMut()) -> Approximation {
    let order: Vec<u32> = (0..graph.positions() as u32).collect();
    strict_in(&order, graph, bits, most_sweeps(graph), progress)
}

/// Step 1 with positions taken in this order, which makes no difference to the bounds.
fn strict_in(order: &[u32], graph: &Graph<Bounds>, bits: u8, most: u32, mut progress: impl FnMut()) -> Approximation {
    let one = 1u64 << bits;
    let [white, black] = View::both(graph);
    let begin = |border: &dyn Fn(&Bounds) -> u64| {
        let mut values = vec![0; graph.positions()];
        values.extend(graph.boundary.iter().map(border));
        values
    };
    let (mut below, mut above) = (begin(&|b| b.alpha[0]), begin(&|b| one - b.beta[1]));
    let (first, second) = both(
        || white.raise(&mut below, order, Rounding::Below, most, &mut progress),
        || black.raise(&mut above, order, Rounding::Below, most, || ()),
    );
    above.iter_mut().for_each(|value| *value = one - *value);
    Approximation { bits, below, above, sweeps: [first.sweeps, second.sweeps] }
}

/// Bounds on the lower values alone, or as Black sees it on the upper ones: what a game is worth in which an endless play is lost for this side. In units of 2^-bits.
///
/// `l` is that of [`strict`]. `u` needs no evidence: it is the least fixed point above `l` of the mean rounded up; in a component where that would take too many sweeps, it is `u′`.
/// Where this side wins for sure, which these labels prove, both are 1. One strongly connected component is settled after the other, in the order in which they can be: where there are many, each has few sweeps. As many are counted as the one with most had.
#[must_use]
pub fn one_side(graph: &Graph<Bounds>, side: Side, bits: u8, sure: &[Label], progress: impl FnMut()) -> Approximation {
    one_side_in(graph, side, bits, sure, most_sweeps(graph), progress)
}

/// [`one_side`] with so many sweeps at the most for each component and bound.
fn one_side_in(
    graph: &Graph<Bounds>,
    side: Side,
    bits: u8,
    sure: &[Label],
    most: u32,
    mut progress: impl FnMut(),
) -> Approximation {
    let (one, positions) = (1u64 << bits, graph.positions());
    let [white, black] = View::both(graph);
    let (own, other) = if side == Side::White { (white, black) } else { (black, white) };
    let border = |bounds: &Bounds| match side {
        Side::White => [bounds.alpha[0], bounds.beta[1]],
        Side::Black => [one - bounds.beta[1], one - bounds.alpha[0]],
    };
    let parts = graph.components();
    let mut below = vec![0; graph.nodes()];
    let is_sure = |&place: &usize| sure.get(place).is_some_and(|&label| label != INFINITE);
    (0..positions).filter(is_sure).for_each(|place| below[place] = one);
    let mut above = below.clone();
    for (place, bounds) in (positions..).zip(&graph.boundary) {
        [below[place], above[place]] = border(bounds);
    }
    // As the other side sees it, where it has to be looked at.
    let mut turned = Vec::new();
    let mut sweeps = [0; 2];
    for part in parts.iter() {
        if graph.is_alone(part) {
            let place = part[0] as usize;
            let mean = |values: &[u64]| own.mean(place, values, &mut { Choice::NONE }, true);
            below[place] = Rounding::Below.of(mean(&below)).max(below[place]);
            above[place] = Rounding::Up.of(mean(&above)).max(below[place]);
            continue;
        }
        let first = own.raise(&mut below, part, Rounding::Below, most, &mut progress);
        part.iter().for_each(|&place| above[place as usize] = below[place as usize]);
        let second = own.raise(&mut above, part, Rounding::Up, most, &mut progress);
        if !second.settled {
            turned.resize(above.len(), 0);
            for &place in part {
                let nodes = graph.white.row(place as usize).iter().chain(graph.black.row(place as usize));
                nodes.for_each(|&node| turned[node as usize] = one - above[node as usize]);
            }
            part.iter().for_each(|&place| turned[place as usize] = 0);
            other.raise(&mut turned, part, Rounding::Below, most, &mut progress);
            part.iter().for_each(|&place| above[place as usize] = one - turned[place as usize]);
        }
        sweeps = [sweeps[0].max(first.sweeps), sweeps[1].max(second.sweeps)];
    }
    let found = Approximation { bits, below, above, sweeps };
    if side == Side::White { found } else { found.flipped() }
}

/// Encloses a game, given what [`strict`] found.
///
/// # Panics
///
/// Where the bounds are not those of [`strict`]; else only where this module is wrong. Each result is verified before it is returned.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, strict: Approximation) -> Enclosed {
    let order: Vec<u32> = (0..graph.positions() as u32).collect();
    enclose_in(&order, graph, strict, most_sweeps(graph))
}

/// Encloses a game, with positions taken in this order, which makes no difference to the result.
fn enclose_in(order: &[u32], graph: &Graph<Bounds>, strict: Approximation, most: u32) -> Enclosed {
    let Approximation { bits, below: mut lower, above: mut upper, .. } = strict;
    lower.truncate(graph.positions());
    upper.truncate(graph.positions());
    let wide = |&position: &u32| upper[position as usize] - lower[position as usize] > WIDE;
    let list = order.iter().copied().filter(wide).collect();
    let listed = gaps(list, graph, [&lower, &upper], 1 << bits, most);
    let enclosed = Enclosed { bits, lower, upper, listed, sure: None };
    enclosed.verify(graph);
    enclosed
}

/// Steps 2 and 3: those of the positions in `list` that have a gap, in increasing order; `l` and `u′` of the positions are given. None where that takes more than so many sweeps
/// for one of the bounds: before they stand still, `u` and `l′` prove nothing.
fn gaps(mut list: Vec<u32>, graph: &Graph<Bounds>, [lower, upper]: [&[u64]; 2], one: u64, most: u32) -> Vec<Listed> {
    if list.is_empty() {
        return Vec::new();
    }
    let [white, black] = View::both(graph);
    // u from l and, as Black sees it, 1 − l′ from 1 − u′; where a position is not in the list, 1 − l and u′.
    let mut alpha_upper = upper.to_vec();
    let mut beta_lower: Vec<u64> = lower.iter().map(|&value| one - value).collect();
    for &position in &list {
        alpha_upper[position as usize] = lower[position as usize];
        beta_lower[position as usize] = one - upper[position as usize];
    }
    alpha_upper.extend(graph.boundary.iter().map(|b| b.alpha[1]));
    beta_lower.extend(graph.boundary.iter().map(|b| one - b.beta[0]));
    let mut left = [most; 2];
    loop {
        let (first, second) = both(
            || white.raise(&mut alpha_upper, &list, Rounding::Up, left[0], || ()),
            || black.raise(&mut beta_lower, &list, Rounding::Up, left[1], || ()),
        );
        if !(first.settled && second.settled) {
            return Vec::new();
        }
        left = [left[0] - first.sweeps, left[1] - second.sweeps];
        let before = list.len();
        list.retain(|&position| {
            let position = position as usize;
            let gap = alpha_upper[position] + beta_lower[position] < one;
            if !gap {
                alpha_upper[position] = upper[position];
                beta_lower[position] = one - lower[position];
            }
            gap
        });
        if list.len() == before {
            break;
        }
    }
    list.sort_unstable();
    let listed = |&position: &u32| Listed {
        position,
        alpha_upper: alpha_upper[position as usize],
        beta_lower: one - beta_lower[position as usize],
    };
    list.iter().map(listed).collect()
}

impl Enclosed {
    /// Verifies every inequality.
    ///
    /// # Panics
    ///
    /// Where one does not hold.
    pub fn verify(&self, graph: &Graph<Bounds>) {
        let one = 1u64 << self.bits;
        let positions = graph.positions();
        assert_eq!([self.lower.len(), self.upper.len()], [positions; 2], "bounds of every position");
        assert!(self.listed.is_sorted_by(|a, b| a.position < b.position), "the listed positions increase");
        assert!(self.listed.iter().all(|gap| gap.alpha_upper < gap.beta_lower), "a listed position has a gap");
        for Bounds { alpha: [l, u], beta: [l_beta, u_beta] } in &graph.boundary {
            let ordered = l <= u && u <= u_beta && l <= l_beta && l_beta <= u_beta && *u_beta <= one;
            assert!(ordered, "bounds of a node beyond the positions");
        }
        let [white, black] = View::both(graph);
        let turned = |values: &[u64]| values.iter().map(|&value| one - value).collect::<Vec<_>>();
        both(
            || {
                let border = graph.boundary.iter().map(|b| b.alpha).collect::<Vec<_>>();
                let far = self.listed.iter().map(|gap| (gap.position, gap.alpha_upper)).collect::<Vec<_>>();
                verify_side(&white, self.lower.clone(), self.upper.clone(), &border, &far);
            },
            || {
                let border = graph.boundary.iter().map(|b| [one - b.beta[1], one - b.beta[0]]).collect::<Vec<_>>();
                let far = self.listed.iter().map(|gap| (gap.position, one - gap.beta_lower)).collect::<Vec<_>>();
                verify_side(&black, turned(&self.upper), turned(&self.lower), &border, &far);
            },
        );
    }

    /// All four bounds of a position.
    #[must_use]
    pub fn bounds(&self, position: u32) -> Bounds {
        let (lower, upper) = (self.lower[position as usize], self.upper[position as usize]);
        match self.listed.binary_search_by_key(&position, |listed| listed.position) {
            Ok(place) => {
                let Listed { alpha_upper, beta_lower, .. } = self.listed[place];
                Bounds { alpha: [lower, alpha_upper], beta: [beta_lower, upper] }
            }
            Err(_) => Bounds { alpha: [lower, upper], beta: [lower, upper] },
        }
    }

    /// The largest width of an enclosure of α or of β, in units.
    #[must_use]
    pub fn width(&self) -> u64 {
        let mut listed = self.listed.iter().peekable();
        let mut widest = 0;
        for (position, (&lower, &upper)) in self.lower.iter().zip(&self.upper).enumerate() {
            let width = match listed.next_if(|listed| listed.position as usize == position) {
                Some(gap) => (gap.alpha_upper - lower).max(upper - gap.beta_lower),
                None => upper - lower,
            };
            widest = widest.max(width);
        }
        widest
    }

    /// How many positions are shown not to be sharp.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.listed.len()
    }
}

/// Verifies the bounds of one side, as that side sees them: `near` of all positions, `far` where they are not listed, `listed` elsewhere; near and far of the nodes beyond.
fn verify_side(view: &View<'_>, mut near: Vec<u64>, mut far: Vec<u64>, border: &[[u64; 2]], listed: &[(u32, u64)]) {
    let mean = |position, values: &[u64]| view.mean(position, values, &mut { Choice::NONE }, true);
    let positions = near.len();
    near.extend(border.iter().map(|&[near, _]| near));
    for position in 0..positions {
        let bound = near[position];
        assert!(bound <= far[position], "position {position}: the bounds are ordered");
        let mean = mean(position, &near);
        let forced = match mean.compare(bound) {
            Ordering::Less => true,
            Ordering::Equal => !mean.is_quiet || bound == 0,
            Ordering::Greater => false,
        };
        assert!(forced, "position {position}: the bound is at most its mean, and less where it is quiet");
    }
    far.extend(border.iter().map(|&[_, far]| far));
    for &(position, bound) in listed {
        let position = position as usize;
        assert!(bound <= far[position], "position {position}: listed within the bound of the other value");
        far[position] = bound;
    }
    for &(position, bound) in listed {
        let held = mean(position as usize, &far).compare(bound) != Ordering::Less;
        assert!(held, "position {position}: the far bound is at least its mean");
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_rational::Ratio;

    use super::*;
    use crate::certificates::pipeline::in_order_of_need;
    use crate::chess::endgame::Endgame;
    use crate::chess::material::{DoubleStep, Signature};
    use crate::graph::Weights;
    use crate::graph::exact::policy::Silent;
    use crate::graph_games::chess::endgame as chess_game;
    use crate::graph_games::generate::{
        path, random, random_acyclic, random_turns, random_two_options, random_undirected,
    };
    use crate::graph_games::solve::{Method, solve};
    use crate::graph_games::{Draw, Game, Kind, Position};
    use crate::random::SplitMix64;

    /// No width is larger than this, in units: a quarter of the square of the largest number of positions.
    const WIDEST: u64 = 900;

    /// Games of every kind, sharp ones and others.
    fn games() -> impl Iterator<Item = Game> {
        (0..60u64).flat_map(|seed| {
            let size = 3 + (seed * 7 % 60) as u32;
            let options = 1 + (seed % 3) as u32;
            [
                random(seed, size, options),
                random_acyclic(seed, size, 3),
                random_two_options(seed, size),
                random_undirected(seed, size, options),
                random_turns(seed, size, options),
            ]
        })
    }

    fn bounded(game: &Game, bits: u8) -> Graph<Bounds> {
        game.graph().0.with(|node| node.bounds(bits))
    }

    fn enclosed(graph: &Graph<Bounds>, bits: u8) -> Enclosed {
        enclose(graph, strict(graph, bits, || ()))
    }

    /// The lower values alone and the upper ones alone, and stopped after few sweeps, too: the exact values lie within the bounds, each bound proves itself, and those that stand still are near.
    #[test]
    fn one_side_alone_holds_the_lower_or_the_upper_values() {
        let bits = 40;
        let (mut stopped, mut won) = (0, 0);
        for game in games() {
            let (graph, table) =
                (bounded(&game, bits), solve(&game, Method::Exact, 1, &mut Silent).expect("small").table);
            for (side, worth) in [(Side::White, (0, 1)), (Side::Black, (1, 1))] {
                let is_one = |bounds: &Bounds| match side {
                    Side::White => bounds.alpha[0] == 1 << bits,
                    Side::Black => bounds.beta[1] == 0,
                };
                let sure = crate::graph::labels::sure(&graph, side, is_one);
                for most in [most_sweeps(&graph), 3] {
                    let found = one_side_in(&graph, side, bits, &sure, most, || ());
                    stopped += usize::from(found.sweeps == [3, 3] && most == 3);
                    let enclosed = crate::graph::never::enclosed(&graph, found, worth, sure.clone());
                    for (position, &label) in sure.iter().enumerate() {
                        let exact = table.boundary(position);
                        let value = units(if side == Side::White { &exact.lower } else { &exact.upper }, bits);
                        let (low, high) = (enclosed.lower[position], enclosed.upper[position]);
                        // Whoever wins with probability 1 is found, and nobody else.
                        let is_won = value == units(&Ratio::from_integer(u32::from(side == Side::White).into()), bits);
                        assert_eq!(label != INFINITE, is_won, "{:?}, position {position}", game.title());
                        won += usize::from(is_won);
                        assert!(Ratio::from_integer(low.into()) <= value && value <= Ratio::from_integer(high.into()));
                        assert!(most == 3 || high - low <= WIDEST, "{:?}: {low} to {high}", game.title());
                    }
                }
            }
        }
        assert!(stopped > 50 && won > 1000, "{stopped} were stopped, {won} positions are won for sure");
    }

    fn units(value: &Ratio<BigUint>, bits: u8) -> Ratio<BigUint> {
        value * (BigUint::from(1u8) << bits)
    }

    /// All four bounds hold the exact values, every gap of more than `widest` units is listed, and everything is enclosed within `widest` units.
    /// Gives how many positions have a gap, and how many are listed.
    fn assert_holds(game: &Game, enclosed: &Enclosed, widest: u64) -> [usize; 2] {
        let table = solve(game, Method::Exact, 1, &mut Silent).expect("a small game").table;
        let title = game.title();
        let mut counts = [0; 2];
        for position in 0..enclosed.lower.len() {
            let exact = table.boundary(position);
            let [alpha, beta] = [&exact.lower, &exact.upper].map(|value| units(value, enclosed.bits));
            let bounds = enclosed.bounds(position as u32);
            for (value, [low, high]) in [(&alpha, bounds.alpha), (&beta, bounds.beta)] {
                assert!(Ratio::from_integer(low.into()) <= *value, "{title:?}, position {position}");
                assert!(Ratio::from_integer(high.into()) >= *value, "{title:?}, position {position}");
            }
            let listed = bounds.alpha[1] < bounds.beta[0];
            let gap = beta - alpha;
            assert!(listed || gap <= Ratio::from_integer(widest.into()), "{title:?}, position {position}: a gap");
            counts[0] += usize::from(gap > Ratio::from_integer(0u8.into()));
            counts[1] += usize::from(listed);
        }
        assert!(enclosed.width() <= widest, "{title:?}, {} bits: {} units", enclosed.bits, enclosed.width());
        assert_eq!(counts[1], enclosed.not_sharp());
        counts
    }

    #[test]
    fn enclosures_hold_the_exact_values_and_list_every_wide_gap() {
        let mut all = [0; 2];
        for game in games() {
            for bits in [1, 7, 20, 56, 62] {
                let enclosed = enclosed(&bounded(&game, bits), bits);
                let [gaps, listed] = assert_holds(&game, &enclosed, WIDEST.min(1 << bits));
                if bits >= 56 {
                    assert_eq!(gaps, listed, "{:?}: units are so fine that every gap is wide", game.title());
                    all = [all[0] + gaps, all[1] + enclosed.lower.len() - gaps];
                }
            }
        }
        assert!(all.iter().all(|&count| count > 1_000), "with a gap and without: {all:?}");
    }

    /// The definition without any thrift: all positions by all options, again and again, in this order. If it is strict everywhere, the greatest number of units below the
    /// mean is taken, quiet or not: that was the rule once.
    fn plainly(order: &[u32], graph: &Graph<Bounds>, bits: u8, strict: bool) -> Vec<u64> {
        let mut values = vec![0; graph.positions()];
        values.extend(graph.boundary.iter().map(|b| b.alpha[0]));
        loop {
            let before = values.clone();
            for &position in order {
                let position = position as usize;
                let of = |row: &[u32]| row.iter().map(|&node| u128::from(values[node as usize])).collect::<Vec<_>>();
                let best = of(graph.white.row(position)).into_iter().max();
                let worst = of(graph.black.row(position)).into_iter().min();
                assert!(best.max(worst) <= Some(1 << bits));
                let (sum, denominator) = match graph.chance(position) {
                    Some(chance) => {
                        let terms = of(chance.options).into_iter().zip(chance.weights);
                        (terms.map(|(value, &weight)| value * u128::from(weight)).sum(), chance.denominator.into())
                    }
                    None => match (best, worst) {
                        (Some(best), Some(worst)) => (best + worst, 2),
                        (one, other) => (one.or(other).expect("an option"), 1),
                    },
                };
                let counting = match graph.chance(position) {
                    Some(chance) => of(chance.options),
                    None => best.into_iter().chain(worst).collect(),
                };
                let is_quiet = counting.iter().all(|value| value * denominator == sum);
                let fits = |mean: &u128| denominator * mean < sum || denominator * mean == sum && !is_quiet && !strict;
                let less = (0..=sum / denominator).rev().take(2).find(fits);
                let mean = less.map_or(0, |mean| u64::try_from(mean).expect("at most 2^bits"));
                values[position] = values[position].max(mean);
            }
            if values == before {
                return values;
            }
        }
    }

    #[test]
    fn every_order_of_the_positions_gives_the_same_bounds() {
        let mut numbers = SplitMix64::new(1);
        for game in games() {
            for bits in [9, 56] {
                let graph = bounded(&game, bits);
                let forwards = enclosed(&graph, bits);
                let mut order: Vec<u32> = (0..graph.positions() as u32).rev().collect();
                for _ in 0..3 {
                    let strict = strict_in(&order, &graph, bits, u32::MAX, || ());
                    assert_eq!(strict.below, plainly(&order, &graph, bits, false), "{:?}", game.title());
                    assert_eq!(enclose_in(&order, &graph, strict, u32::MAX), forwards, "{:?}", game.title());
                    for place in (1..order.len()).rev() {
                        order.swap(place, numbers.below(place as u32 + 1) as usize);
                    }
                }
            }
        }
    }

    /// What is strict only where it is quiet is nowhere wider than what is strict everywhere, and narrower somewhere: in games of every kind, and in endgames.
    #[test]
    fn bounds_are_nowhere_wider_than_strict_ones() {
        let endgame = |board: &str, material: &str| {
            let (board, (signature, _)) =
                (board.parse().expect("a board"), Signature::parse(material).expect("a signature"));
            let members = in_order_of_need(&[signature]).into_iter();
            let members: Vec<Endgame> =
                members.map(|member| Endgame::new(board, member, DoubleStep::Auto).expect("room")).collect();
            chess_game(&members, 1)
        };
        let endgames = [("3x3", "KRk"), ("3x3", "KNkn"), ("3x4", "KPk")].map(|(board, men)| endgame(board, men));
        let mut narrower = 0;
        for game in games().step_by(4).chain(endgames) {
            let graph = bounded(&game, 40);
            let order: Vec<u32> = (0..graph.positions() as u32).collect();
            let found = strict(&graph, 40, || ());
            let flipped = graph.with(|bounds| bounds.flipped(40));
            let flipped = Graph::<Bounds> { white: flipped.black, black: flipped.white, ..flipped };
            let old = [plainly(&order, &graph, 40, true), plainly(&order, &flipped, 40, true)];
            let new = [found.below, found.above.iter().map(|bound| (1 << 40) - bound).collect()];
            for (old, new) in old.iter().zip(&new) {
                assert!(old.iter().zip(new).all(|(old, new)| old <= new), "{:?}", game.title());
                narrower += old.iter().zip(new).filter(|(old, new)| old < new).count();
            }
        }
        assert!(narrower > 1_000, "{narrower} bounds are narrower");
    }

    /// A walk from the middle of n positions takes about n²/4 steps to either end, and rounding loses between half a unit and a unit at each step, for `l` as for `u′`.
    #[test]
    fn a_corridor_is_enclosed_within_half_the_square_of_its_length() {
        for nodes in [3, 10, 20, 50, 100] {
            for bits in [40, 56] {
                let game = path(nodes);
                let enclosed = enclosed(&bounded(&game, bits), bits);
                let length = u64::from(nodes - 1);
                assert_eq!(assert_holds(&game, &enclosed, length * length / 2), [0, 0]);
            }
        }
    }

    /// α = 1/2 − 1/2000 and β = 1/2 + 1/2000 where both players may wait or leave.
    #[test]
    fn a_gap_of_a_thousandth_is_listed() {
        let end = |name: &str, value: u32| Position {
            name: name.to_owned(),
            kind: Kind::Terminal(Ratio::new(value.into(), 2_000u32.into())),
        };
        let wait = Position { name: "wait".to_owned(), kind: Kind::Open { left: vec![0, 1], right: vec![0, 2] } };
        let game = Game::new(None, vec![wait, end("low", 999), end("high", 1_001)]).expect("a game");
        for bits in [16, 20, 40, 56, 62] {
            let enclosed = enclosed(&bounded(&game, bits), bits);
            assert_eq!(assert_holds(&game, &enclosed, 4), [1, 1], "{bits} bits");
        }
    }

    /// Of each game the last positions are cut off and known by their enclosure only, narrow or with four bounds: what is left is enclosed all the same.
    #[test]
    fn bounds_at_the_border_will_do() {
        for game in games() {
            for bits in [20, 56] {
                let graph = bounded(&game, bits);
                let whole = enclosed(&graph, bits);
                let kept = graph.positions() / 2;
                let rows = |of: &Rows| {
                    let mut rows = Rows::default();
                    (0..kept).for_each(|position| rows.extend(of.row(position), &[of.row(position).len()]));
                    rows
                };
                let weights =
                    Weights::new((0..kept).map(|position| graph.chance(position).map(|chance| chance.weights)));
                let weights = graph.has_chance().then_some(weights);
                let cut_off = (kept..graph.positions()).map(|position| whole.bounds(position as u32));
                let border = cut_off.chain(graph.boundary.iter().copied()).collect();
                let part = enclosed(&Graph::with_turns(rows(&graph.white), rows(&graph.black), border, weights), bits);
                assert_holds(&game, &part, 2 * WIDEST);
            }
        }
    }

    /// A position.
    fn place(name: &str, kind: Kind) -> Position {
        Position { name: name.to_owned(), kind }
    }

    /// Every sort of turn, and players who pass or wait.
    fn turns() -> Game {
        let end = |numerator: u32| Kind::Terminal(Ratio::new(numerator.into(), 8u32.into()));
        let draw = |to, numerator| Draw { to, weight: Ratio::new(numerator, 3) };
        let positions = vec![
            place("up", Kind::Turn { side: Side::White, options: vec![5, 6] }),
            place("down", Kind::Turn { side: Side::Black, options: vec![0, 6] }),
            place("lot", Kind::Chance(vec![draw(5, 1), draw(6, 2)])),
            place("white passes", Kind::Turn { side: Side::White, options: vec![] }),
            place("black waits", Kind::Turn { side: Side::Black, options: vec![4, 6] }),
            place("low", end(1)),
            place("high", end(7)),
        ];
        Game::new(None, positions).expect("a game")
    }

    /// By hand: a turn costs a unit, a mean of chance costs none where it is a number of units; what cannot be forced is 0.
    #[test]
    fn turns_and_chance_lose_what_strictness_asks_for() {
        let game = turns();
        for bits in [4, 20, 56, 62] {
            let enclosed = enclosed(&bounded(&game, bits), bits);
            let eighth = 1u64 << (bits - 3);
            let down = 7 * eighth - 1;
            // The mean is 5/8.
            assert_eq!(enclosed.lower, [down, down - 1, 5 * eighth, 0, 0], "{bits} bits");
            let one = 8 * eighth;
            assert_eq!(enclosed.upper, [7 * eighth + 1, 7 * eighth + 1, 5 * eighth, one, 7 * eighth + 1]);
            assert_holds(&game, &enclosed, if bits == 4 { 16 } else { 4 });
        }
    }

    /// The least sums that a multiple of a denominator just misses, with the greatest denominator and the finest units.
    #[test]
    fn the_largest_means_are_rounded_exactly() {
        for denominator in [1, 2, 3, 12, 65_535] {
            for bound in [1, 2, 1_000, (1 << 56) - 1, 1 << 62] {
                let sum = u128::from(bound) * u128::from(denominator);
                let mean = |sum| Mean { sum, denominator, is_quiet: false };
                let quiet = Mean { is_quiet: true, ..mean(sum) };
                assert_eq!([Rounding::Below, Rounding::Up].map(|r| r.of(quiet)), [bound - 1, bound]);
                assert_eq!([Rounding::Below, Rounding::Up].map(|r| r.of(mean(sum))), [bound; 2]);
                assert_eq!(Rounding::Below.of(mean(sum - 1)), bound - 1);
                assert_eq!(Rounding::Up.of(mean(sum - u128::from(denominator) + 1)), bound);
                assert_eq!(mean(sum).compare(bound), Ordering::Equal);
                assert_eq!(mean(sum + 1).compare(bound), Ordering::Less);
                assert_eq!(mean(sum - 1).compare(bound), Ordering::Greater);
            }
        }
    }

    /// Whenever the iterations are stopped, what they found is verified and holds the exact values; it only grows narrower.
    #[test]
    fn bounds_that_are_stopped_hold() {
        for game in games().step_by(3) {
            let graph = bounded(&game, 56);
            let order: Vec<u32> = (0..graph.positions() as u32).collect();
            let settled = enclosed(&graph, 56);
            let mut before = vec![0; order.len()];
            for most in [1, 2, 3, 5, 10, 30] {
                let strict = strict_in(&order, &graph, 56, most, || ());
                assert!(strict.sweeps.iter().all(|&sweeps| sweeps <= most));
                let stopped = enclose_in(&order, &graph, strict, most);
                assert_holds(&game, &stopped, 1 << 56);
                let between = |place: usize| {
                    before[place] <= stopped.lower[place] && stopped.lower[place] <= settled.lower[place]
                };
                assert!((0..order.len()).all(between), "{:?}", game.title());
                before.clone_from(&stopped.lower);
            }
        }
    }

    /// Endgames are never stopped, and a game of few positions is stopped in the end.
    #[test]
    fn every_iteration_ends() {
        let small = bounded(&path(3_000), 56);
        assert_eq!(most_sweeps(&small), ((1u64 << 33) / 5_996) as u32);
        let large = bounded(&random(1, 1 << 20, 3), 56);
        assert_eq!(most_sweeps(&large), LEAST_SWEEPS);
    }

    #[test]
    fn verification_refuses_every_bound_that_is_a_unit_too_good() {
        for (bits, game) in [path(9), turns()].iter().flat_map(|game| [(20, game), (56, game)]) {
            let graph = bounded(game, bits);
            // Without a listed position, so that no bound is out of order with another.
            let control = Enclosed { listed: Vec::new(), ..enclosed(&graph, bits) };
            for position in 0..control.lower.len() {
                for side in 0..2 {
                    let mut mutant = control.clone();
                    if side == 0 {
                        mutant.lower[position] += 1
                    } else {
                        mutant.upper[position] -= 1
                    }
                    assert!(std::panic::catch_unwind(|| mutant.verify(&graph)).is_err(), "position {position}");
                }
            }
            control.verify(&graph);
        }
    }

    #[test]
    fn verification_refuses_a_listed_position_without_a_proof() {
        let waiting = Position { name: "wait".to_owned(), kind: Kind::Open { left: vec![0, 1], right: vec![0, 2] } };
        let end = |value: u32| Position {
            name: value.to_string(),
            kind: Kind::Terminal(Ratio::new(value.into(), 4u32.into())),
        };
        let game = Game::new(None, vec![waiting, end(1), end(3)]).expect("a game");
        let graph = bounded(&game, 20);
        let control = enclosed(&graph, 20);
        assert_eq!(control.listed.len(), 1);
        let change: [fn(&mut Listed); 3] = [
            |listed| listed.alpha_upper -= 1,
            |listed| listed.beta_lower += 1,
            |listed| listed.alpha_upper = listed.beta_lower,
        ];
        for change in change {
            let mut mutant = control.clone();
            change(&mut mutant.listed[0]);
            assert!(std::panic::catch_unwind(|| mutant.verify(&graph)).is_err());
        }
    }
}
