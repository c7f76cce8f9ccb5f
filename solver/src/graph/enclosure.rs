//! Enclosures: lower and upper bounds on α and on β in units of 2^-bits, where exact values are too large to write down.
//!
//! Everything is integer arithmetic, rounded towards the safe side. At every position there are two bounds, `l ≤ α ≤ β ≤ u′`; at the positions
//! where α < β could be shown there are two more, `α ≤ u < l′ ≤ β`. They prove themselves without labels (the mean of a bound is that of White's best and
//! Black's best option where the players bid, the best option of the player whose turn it is, or the weighted mean of the options of chance):
//!
//! * `l` is 0 or at most its mean, and *strictly* less where the position is quiet (where all that counts in the mean is the same); `u′` is 1 or at least its mean, and strictly greater where it is quiet;
//! * `u` is at least its mean and `l′` at most, where positions that are not listed have `u := u′` and `l′ := l`.
//!
//! Each bound is a least fixed point and is found by raising (`raise`).
//!
//! 1. `l` from 0 by `⌊mean⌋`, and by one unit less where it is quiet, as it always is at a player's turn; `u′` in the same way with the colours exchanged, on a second thread.
//! 2. Where `u′ − l` is wide, `u` from `l` by `⌈(max u + min u)/2⌉`; `l′` with the colours exchanged. (Iterating `u` downwards from 1 would end at β.)
//! 3. Positions without `u < l′` are taken off the list, which can only raise `u` and lower `l′` elsewhere; step 2 goes on, until nothing is taken off.
//!
//! Step 1 starts from 0. The usual iteration of [`crate::graph::approximate`], which is rounded less, ends above the strict fixed point, and by how much is not known
//! before. The other way round it works: what step 1 finds is an approximation, and proposes policies where exact values are tried first.

use std::cmp::Ordering;

use crate::graph::approximate::{Approximation, of_both_sides};
use crate::graph::labels::Side;
use crate::graph::start::{FINE, Margins, Start};
use crate::graph::view::{Reach, View};
use crate::graph::{Bounds, Graph, INFINITE, Label};
use crate::parallel::both;
use crate::raise::{Swept, raise, sweep};

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
pub(crate) const WIDE: u64 = 32;

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

/// How the mean is rounded: below it, or up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Below,
    Up,
}

impl Rounding {
    fn of(self, reach: Reach) -> u64 {
        match self {
            Self::Below => reach.below(),
            Self::Up => reach.up(),
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Choice {
    /// The own option that was the best when all were looked at.
    best: u32,
    /// The other's option that was the worst, and its value then. As no value falls, it is still the worst while it has this value.
    worst: u32,
    worst_value: u64,
}

impl Default for Choice {
    /// No option has been looked at. The value is none that an option has.
    fn default() -> Self {
        Self { best: 0, worst: 0, worst_value: u64::MAX }
    }
}

impl View<'_> {
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

    /// What the options of a position come to, whoever moves there; too little where the best own option does.
    fn remembered(&self, position: usize, values: &[u64], choice: &mut Choice, all_own: bool) -> Reach {
        if let Some(reach) = self.chance(position, values) {
            reach
        } else if self.others.row(position).is_empty() {
            Reach::Turn(self.best(position, values, choice, all_own))
        } else if self.own.row(position).is_empty() {
            Reach::Turn(self.worst(position, values, choice))
        } else {
            let best = self.best(position, values, choice, all_own);
            Reach::Bid(best, self.worst(position, values, choice))
        }
    }

    /// Raises the values of these positions towards the least fixed point of the rounded mean, in so many sweeps at the most; the values must not be above it.
    ///
    /// Most sweeps take for each position the own option that was the best before, and look at the other's options only if the worst of them has moved. They raise no value
    /// too far, because the mean that they find is never too great. What they miss is found by the sweeps that look at all own options.
    fn raise(
        &self,
        values: &mut [u64],
        places: &[u32],
        rounding: Rounding,
        most: u32,
        progress: impl FnMut(),
    ) -> Swept {
        // Compiled twice: to ask in one loop whether all positions are bid for takes 1.15 times as long for KBkn on 6×6.
        if self.bids_only {
            let to = |position: usize, values: &[u64], choice: &mut Choice, all_own| {
                let best = self.best(position, values, choice, all_own);
                rounding.of(Reach::Bid(best, self.worst(position, values, choice)))
            };
            return raise(values, places, most, FULL_EVERY, to, progress);
        }
        let to = |position: usize, values: &[u64], choice: &mut Choice, all_own| {
            rounding.of(self.remembered(position, values, choice, all_own))
        };
        raise(values, places, most, FULL_EVERY, to, progress)
    }
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
    let most = most_sweeps(graph);
    of_both_sides(graph, bits, progress, |view, progress| {
        let mut values = view.start(1 << bits);
        let swept = view.raise(&mut values, &order, Rounding::Below, most, progress);
        (values, swept.sweeps)
    })
}

/// Bounds on the lower values alone, or as Black sees it on the upper ones: what a game is worth in which an endless play is lost for this side. In units of 2^-bits.
///
/// `l` is that of [`strict`], or somewhat less. `u` needs no evidence: it is the least fixed point above `l` of the mean rounded up, or somewhat more; in a component where that would take too many sweeps, it is `u′`.
/// Where one player alone has choices in a component, both begin with values in floating point (`Near`); they are the same on every machine, but depend on the order of the positions.
/// Where this side wins for sure, which these labels prove, both are 1. One strongly connected component is settled after the other, in the order in which they can be: where there are many, each has few sweeps. As many are counted as the one with most had.
#[must_use]
pub fn one_side(
    graph: &Graph<Bounds>,
    side: Side,
    bits: u8,
    sure: &[Label],
    mut progress: impl FnMut(),
) -> Approximation {
    let (one, positions, most) = (1u64 << bits, graph.positions(), most_sweeps(graph));
    let other = View::of(graph, side.other());
    let own = View::of(graph, side);
    let parts = graph.components();
    let mut below = vec![0; graph.nodes()];
    let is_sure = |&place: &usize| sure.get(place).is_some_and(|&label| label != INFINITE);
    (0..positions).filter(is_sure).for_each(|place| below[place] = one);
    let mut above = below.clone();
    for (place, ([near, _], [others, _])) in (positions..).zip(own.border(one).zip(other.border(one))) {
        [below[place], above[place]] = [near, one - others];
    }
    // Where there is a component of more than one position: a large model without any keeps its memory.
    let mut near = None;
    // As the other side sees it, where it has to be looked at.
    let mut turned = Vec::new();
    let mut sweeps = [0; 2];
    for part in parts.iter() {
        if graph.is_alone(part) {
            let place = part[0] as usize;
            below[place] = own.reach(place, &below).below().max(below[place]);
            above[place] = own.reach(place, &above).up().max(below[place]);
            continue;
        }
        let near =
            near.get_or_insert_with(|| Near { start: Start::new(own), own, one, inside: vec![false; positions] });
        if let Some(made) = near.bounds(part, [&mut below, &mut above], &mut progress) {
            sweeps = [sweeps[0].max(made[0]), sweeps[1].max(made[1])];
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

/// Sweeps of integers after values in floating point: where these are near, few move anything.
const MOST_REPAIRS: u32 = 200;

/// Bounds of components from values in floating point.
struct Near<'a> {
    start: Start<'a>,
    own: View<'a>,
    one: u64,
    /// By position: whether it is in the component that is looked at.
    inside: Vec<bool>,
}

impl Near<'_> {
    /// Puts bounds that hold in the place of those of a component, and says how many sweeps that took: rounded, and then lowered and raised until they hold.
    /// None, and nothing is changed, if both players have a choice there or that is too much work.
    fn bounds(
        &mut self,
        part: &[u32],
        [below, above]: [&mut Vec<u64>; 2],
        progress: &mut impl FnMut(),
    ) -> Option<[u32; 2]> {
        let (own, one) = (self.own, self.one);
        part.iter().for_each(|&position| self.inside[position as usize] = true);
        let known = |node: u32| {
            let place = node as usize;
            let is_open = self.inside.get(place) == Some(&true) && below[place] < one;
            (!is_open).then(|| [below[place] as f64, above[place] as f64])
        };
        let found = self.start.values(part, one as f64, Margins::in_units(one as f64), known);
        part.iter().for_each(|&position| self.inside[position as usize] = false);
        let found = found?;
        let open: Vec<u32> = part.iter().copied().filter(|&position| below[position as usize] < one).collect();
        for (&position, found) in part.iter().zip(found) {
            let [low, high] = found.unwrap_or_default();
            if below[position as usize] < one {
                below[position as usize] = (low.floor() as u64).min(one - 1);
                above[position as usize] = (high.ceil() as u64).min(one);
            }
        }
        let lower = |place: usize, _| {
            let position = open[place] as usize;
            let new = own.reach(position, below).below().min(below[position]);
            std::mem::replace(&mut below[position], new) - new
        };
        let lowered = sweep(open.len(), 0, MOST_REPAIRS, 1, lower, &mut *progress);
        let raised = own.raise(above, &open, Rounding::Up, MOST_REPAIRS, &mut *progress);
        if lowered.settled && raised.settled {
            if one as f64 > FINE {
                // Integers know more. What holds stays so when it is brought nearer.
                own.raise(below, &open, Rounding::Below, MOST_REPAIRS, &mut *progress);
                let nearer = |place: usize, _| {
                    let position = open[place] as usize;
                    let new = own.reach(position, above).up().min(above[position]);
                    std::mem::replace(&mut above[position], new) - new
                };
                sweep(open.len(), 0, MOST_REPAIRS, 1, nearer, progress);
            }
            return Some([lowered.sweeps, raised.sweeps]);
        }
        open.iter().for_each(|&position| below[position as usize] = 0);
        None
    }
}

/// Encloses a game, given what [`strict`] found.
///
/// # Panics
///
/// Where the bounds are not those of [`strict`]; else only where this module is wrong. Each result is verified before it is returned.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, strict: Approximation) -> Enclosed {
    let Approximation { bits, below: mut lower, above: mut upper, .. } = strict;
    lower.truncate(graph.positions());
    upper.truncate(graph.positions());
    let views = View::both(graph);
    let [white, black] = views.map(|view| {
        let mut left = most_sweeps(graph);
        move |values: &mut [u64], places: &[u32]| {
            let swept = view.raise(values, places, Rounding::Up, left, || ());
            left -= swept.sweeps;
            swept.settled
        }
    });
    let listed = gaps(views, [&lower, &upper], 1 << bits, WIDE, white, black);
    let enclosed = Enclosed { bits, lower, upper, listed, sure: None };
    enclosed.verify(graph);
    enclosed
}

/// Steps 2 and 3: the positions that have a gap, in increasing order, of those where `l` and `u′` of the positions, which are given, are more than so many units apart. Each
/// side raises its numbers of some positions until nothing moves; none has a gap if one says that it was stopped: before they stand still, `u` and `l′` prove nothing.
pub(crate) fn gaps(
    views: [View; 2],
    [lower, upper]: [&[u64]; 2],
    one: u64,
    wide: u64,
    mut white: impl FnMut(&mut [u64], &[u32]) -> bool,
    mut black: impl FnMut(&mut [u64], &[u32]) -> bool + Send,
) -> Vec<Listed> {
    let is_wide = |&position: &u32| upper[position as usize].saturating_sub(lower[position as usize]) > wide;
    let mut list: Vec<u32> = (0..lower.len() as u32).filter(is_wide).collect();
    if list.is_empty() {
        return Vec::new();
    }
    // u from l and, as Black sees it, 1 − l′ from 1 − u′; where a position is not in the list, 1 − l and u′.
    let mut alpha_upper = upper.to_vec();
    let mut beta_lower: Vec<u64> = lower.iter().map(|&value| one - value).collect();
    for &position in &list {
        alpha_upper[position as usize] = lower[position as usize];
        beta_lower[position as usize] = one - upper[position as usize];
    }
    alpha_upper.extend(views[0].border(one).map(|[_, far]| far));
    beta_lower.extend(views[1].border(one).map(|[_, far]| far));
    loop {
        let settled = both(|| white(&mut alpha_upper, &list), || black(&mut beta_lower, &list));
        if settled != (true, true) {
            return Vec::new();
        }
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
                let far = self.listed.iter().map(|gap| (gap.position, gap.alpha_upper)).collect::<Vec<_>>();
                verify_side(&white, self.lower.clone(), self.upper.clone(), one, &far);
            },
            || {
                let far = self.listed.iter().map(|gap| (gap.position, one - gap.beta_lower)).collect::<Vec<_>>();
                verify_side(&black, turned(&self.upper), turned(&self.lower), one, &far);
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

/// Verifies the bounds of one side, as that side sees them: `near` of all positions, `far` where they are not listed, `listed` elsewhere.
fn verify_side(view: &View<'_>, mut near: Vec<u64>, mut far: Vec<u64>, one: u64, listed: &[(u32, u64)]) {
    let positions = near.len();
    near.extend(view.border(one).map(|[near, _]| near));
    for position in 0..positions {
        let bound = near[position];
        assert!(bound <= far[position], "position {position}: the bounds are ordered");
        let mean = view.reach(position, &near);
        let forced = match mean.compare(bound) {
            Ordering::Less => true,
            Ordering::Equal => !mean.is_quiet() || bound == 0,
            Ordering::Greater => false,
        };
        assert!(forced, "position {position}: the bound is at most its mean, and less where it is quiet");
    }
    far.extend(view.border(one).map(|[_, far]| far));
    for &(position, bound) in listed {
        let position = position as usize;
        assert!(bound <= far[position], "position {position}: listed within the bound of the other value");
        far[position] = bound;
    }
    for &(position, bound) in listed {
        let held = view.reach(position as usize, &far).compare(bound) != Ordering::Less;
        assert!(held, "position {position}: the far bound is at least its mean");
    }
}
