//! Enclosures: lower and upper bounds on α and on β in units of 2^-bits, where exact values are too large to write down.
//!
//! Everything is integer arithmetic, rounded towards the safe side. At every position there are two bounds, `l ≤ α ≤ β ≤ u′`; at the positions
//! where α < β could be shown there are two more, `α ≤ u < l′ ≤ β`. They prove themselves without labels (the mean of a bound is that of White's best and
//! Black's best option):
//!
//! * `l` is 0 or *strictly* less than its mean, `u′` is 1 or strictly greater than its mean;
//! * `u` is at least its mean and `l′` at most, where positions that are not listed have `u := u′` and `l′ := l`.
//!
//! Each bound is a least fixed point and is found by raising: `x ← max(x, G(x))` for a monotone `G`, in place, until no position moves. From a start below the least
//! fixed point that ends exactly there, whatever the order of the updates (Knaster and Tarski): all values stay below it, and where nothing moves a fixed point is reached.
//! So the result does not depend on the machine or on the number of threads, and stale reads do no harm.
//!
//! 1. `l` from 0 by `⌊(max l + min l − 1)/2⌋`, which keeps it strict; `u′` in the same way with the colours exchanged, on a second thread.
//! 2. Where `u′ − l` is wide, `u` from `l` by `⌈(max u + min u)/2⌉`; `l′` with the colours exchanged. (Iterating `u` downwards from 1 would end at β.)
//! 3. Positions without `u < l′` are taken off the list, which can only raise `u` and lower `l′` elsewhere; step 2 goes on, until nothing is taken off.
//!
//! Step 1 starts from 0. The usual iteration of [`crate::graph::approximate`], which is rounded less, ends above the strict fixed point, and by how much is not known
//! before. The other way round it works: what step 1 finds is an approximation, and proposes policies where exact values are tried first.

use crate::graph::approximate::{Approximation, both};
use crate::graph::{Bounds, Graph, Rows};

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

/// The game as one side sees it: its own options lead up, the opponent's down. All that is said of White's `l` and `u` holds of Black with the bounds `1 − u′` and `1 − l′`.
struct View<'a> {
    own: &'a Rows,
    others: &'a Rows,
}

/// How the mean is rounded.
#[derive(Clone, Copy)]
enum Rounding {
    /// To the greatest number of units below it; 0 stays 0.
    Below,
    /// To the least number of units that is not less.
    Up,
}

impl Rounding {
    /// Half of a sum.
    fn half(self, twice: u64) -> u64 {
        match self {
            Self::Below => twice.saturating_sub(1) / 2,
            Self::Up => twice.div_ceil(2),
        }
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

impl<'a> View<'a> {
    /// The game as White and as Black sees it.
    fn both(graph: &'a Graph<Bounds>) -> [Self; 2] {
        let (white, black) = (&*graph.white, &*graph.black);
        [Self { own: white, others: black }, Self { own: black, others: white }]
    }

    /// Twice the mean of a position, by all own options or by the one that was the best before; in the latter case it may be too small. All positions are bid for, and
    /// this is the one place that says so.
    fn twice_mean(&self, position: usize, values: &[u64], choice: &mut Choice, all_own: bool) -> u64 {
        if all_own {
            choice.best = first_greatest(self.own.row(position), |node| values[node as usize]);
        }
        if values[choice.worst as usize] != choice.worst_value {
            choice.worst = first_greatest(self.others.row(position), |node| u64::MAX - values[node as usize]);
            choice.worst_value = values[choice.worst as usize];
        }
        values[choice.best as usize] + choice.worst_value
    }

    /// Raises the values of these positions to the least fixed point of the rounded mean; they must not be above it. Gives the number of sweeps, which alternate in direction.
    ///
    /// Most sweeps take for each position the own option that was the best before, and look at the other's options only if the worst of them has moved. They raise no value
    /// too far, because the mean that they find is never too great. What they miss is found by the sweeps that look at all own options, and only such a sweep, when it moves
    /// nothing, ends the iteration.
    fn raise(&self, values: &mut [u64], places: &[u32], rounding: Rounding, mut progress: impl FnMut()) -> u32 {
        let mut choices = vec![Choice::NONE; places.len()];
        let (mut sweeps, mut all_own) = (0, true);
        loop {
            let mut moved = false;
            let mut update = |(&position, choice): (&u32, &mut Choice)| {
                let position = position as usize;
                let mean = rounding.half(self.twice_mean(position, values, choice, all_own));
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
                return sweeps;
            }
            all_own = !moved || sweeps < FULL_EVERY || sweeps % FULL_EVERY == 0;
        }
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
/// It goes on until nothing moves, because only then are the bounds determined. Measured: 53 to 403 sweeps in chess at 56 bits; on a corridor of n positions their number grows with n², and
/// 1,000 positions take 13 seconds.
#[must_use]
pub fn strict(graph: &Graph<Bounds>, bits: u8, progress: impl FnMut()) -> Approximation {
    let order: Vec<u32> = (0..graph.positions() as u32).collect();
    strict_in(&order, graph, bits, progress)
}

/// The same, positions taken in this order, which makes no difference to the bounds.
fn strict_in(order: &[u32], graph: &Graph<Bounds>, bits: u8, mut progress: impl FnMut()) -> Approximation {
    let one = 1u64 << bits;
    let [white, black] = View::both(graph);
    let begin = |border: &dyn Fn(&Bounds) -> u64| {
        let mut values = vec![0; graph.positions()];
        values.extend(graph.boundary.iter().map(border));
        values
    };
    let (mut below, mut above) = (begin(&|b| b.alpha[0]), begin(&|b| one - b.beta[1]));
    let (first, second) = both(
        || white.raise(&mut below, order, Rounding::Below, &mut progress),
        || black.raise(&mut above, order, Rounding::Below, || ()),
    );
    above.iter_mut().for_each(|value| *value = one - *value);
    Approximation { bits, below, above, sweeps: [first, second] }
}

/// Encloses a game, given what [`strict`] found.
///
/// # Panics
///
/// Where the bounds are not those of [`strict`]; else only where this module is wrong. Each result is verified before it is returned.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, strict: Approximation) -> Enclosed {
    let order: Vec<u32> = (0..graph.positions() as u32).collect();
    enclose_in(&order, graph, strict)
}

/// The same, positions taken in this order, which makes no difference.
fn enclose_in(order: &[u32], graph: &Graph<Bounds>, strict: Approximation) -> Enclosed {
    let Approximation { bits, below: mut lower, above: mut upper, .. } = strict;
    lower.truncate(graph.positions());
    upper.truncate(graph.positions());
    let wide = |&position: &u32| upper[position as usize] - lower[position as usize] > WIDE;
    let list = order.iter().copied().filter(wide).collect();
    let listed = gaps(list, graph, &lower, &upper, 1 << bits);
    let enclosed = Enclosed { bits, lower, upper, listed };
    enclosed.verify(graph);
    enclosed
}

/// Steps 2 and 3: those of the positions in `list` that have a gap, in increasing order; `l` and `u′` of the positions are given.
fn gaps(mut list: Vec<u32>, graph: &Graph<Bounds>, lower: &[u64], upper: &[u64], one: u64) -> Vec<Listed> {
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
    loop {
        both(
            || white.raise(&mut alpha_upper, &list, Rounding::Up, || ()),
            || black.raise(&mut beta_lower, &list, Rounding::Up, || ()),
        );
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
    let twice_mean = |position, values: &[u64]| view.twice_mean(position, values, &mut { Choice::NONE }, true);
    let positions = near.len();
    near.extend(border.iter().map(|&[near, _]| near));
    for position in 0..positions {
        let bound = near[position];
        assert!(bound <= far[position], "position {position}: the bounds are ordered");
        let forced = bound == 0 || 2 * bound < twice_mean(position, &near);
        assert!(forced, "position {position}: the bound is 0 or less than its mean");
    }
    far.extend(border.iter().map(|&[_, far]| far));
    for &(position, bound) in listed {
        let position = position as usize;
        assert!(bound <= far[position], "position {position}: listed within the bound of the other value");
        far[position] = bound;
    }
    for &(position, bound) in listed {
        let held = 2 * bound >= twice_mean(position as usize, &far);
        assert!(held, "position {position}: the far bound is at least its mean");
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_rational::Ratio;

    use super::*;
    use crate::games::generate::{path, random, random_acyclic, random_two_options, random_undirected};
    use crate::games::solve::{Method, solve};
    use crate::games::{Game, Kind, Position};
    use crate::graph::exact::policy::Silent;

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
            ]
        })
    }

    fn bounded(game: &Game, bits: u8) -> Graph<Bounds> {
        game.graph().0.with(|node| node.bounds(bits))
    }

    fn enclosed(graph: &Graph<Bounds>, bits: u8) -> Enclosed {
        enclose(graph, strict(graph, bits, || ()))
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

    /// The definition without any thrift: all positions by all options, again and again, in this order.
    fn plainly(order: &[u32], graph: &Graph<Bounds>, bits: u8) -> Vec<u64> {
        let mut values = vec![0; graph.positions()];
        values.extend(graph.boundary.iter().map(|b| b.alpha[0]));
        loop {
            let before = values.clone();
            for &position in order {
                let of = |row: &[u32]| row.iter().map(|&node| values[node as usize]).collect::<Vec<_>>();
                let best = of(graph.white.row(position as usize)).into_iter().max().expect("an option");
                let worst = of(graph.black.row(position as usize)).into_iter().min().expect("an option");
                assert!(best.max(worst) <= 1 << bits);
                let mean = (best + worst).saturating_sub(1) / 2;
                values[position as usize] = values[position as usize].max(mean);
            }
            if values == before {
                return values;
            }
        }
    }

    #[test]
    fn every_order_of_the_positions_gives_the_same_bounds() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for game in games() {
            for bits in [9, 56] {
                let graph = bounded(&game, bits);
                let forwards = enclosed(&graph, bits);
                let mut order: Vec<u32> = (0..graph.positions() as u32).rev().collect();
                for _ in 0..3 {
                    let strict = strict_in(&order, &graph, bits, || ());
                    assert_eq!(strict.below, plainly(&order, &graph, bits), "{:?}", game.title());
                    assert_eq!(enclose_in(&order, &graph, strict), forwards, "{:?}", game.title());
                    for place in (1..order.len()).rev() {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        order.swap(place, (state >> 33) as usize % (place + 1));
                    }
                }
            }
        }
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
                let cut_off = (kept..graph.positions()).map(|position| whole.bounds(position as u32));
                let border = cut_off.chain(graph.boundary.iter().copied()).collect();
                let part = enclosed(&Graph::new(rows(&graph.white), rows(&graph.black), border), bits);
                assert_holds(&game, &part, 2 * WIDEST);
            }
        }
    }

    #[test]
    fn verification_refuses_every_bound_that_is_a_unit_too_good() {
        for bits in [20, 56] {
            let game = path(9);
            let graph = bounded(&game, bits);
            let control = enclosed(&graph, bits);
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
