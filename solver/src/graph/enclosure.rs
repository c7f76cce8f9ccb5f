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
//! Step 1 does not start from an approximation. That of [`crate::graph::approximate`] is rounded less and lies above the fixed point, by how much
//! is not known before.

use crate::graph::approximate::both;
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

/// From this width of `u′ − l` on a gap between α and β is looked for, in units. Measured widths of sharp endgames on 8×8 are at most WIDTH units, so that these
/// look for none.
const WIDE: u64 = 64;

/// Of so many sweeps one looks at all own options; see [`View::raise`].
const FULL_EVERY: u32 = 4;

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

impl View<'_> {
    /// The greatest of the own options: its value and the node.
    fn best(&self, position: usize, values: &[u64]) -> (u64, u32) {
        let options = self.own.row(position);
        let mut best = (values[options[0] as usize], options[0]);
        for &node in &options[1..] {
            let value = values[node as usize];
            if value > best.0 {
                best = (value, node);
            }
        }
        best
    }

    /// The least of the other's options: its value and the node.
    fn worst(&self, position: usize, values: &[u64]) -> (u64, u32) {
        let options = self.others.row(position);
        let mut worst = (values[options[0] as usize], options[0]);
        for &node in &options[1..] {
            let value = values[node as usize];
            if value < worst.0 {
                worst = (value, node);
            }
        }
        worst
    }

    /// Twice the mean of a position, from its best own and its worst other option. All positions are bid for; this is the one place that says so.
    fn twice_mean(&self, _position: usize, best: u64, worst: u64) -> u64 {
        best + worst
    }

    /// Twice the mean of a position.
    fn twice(&self, position: usize, values: &[u64]) -> u64 {
        self.twice_mean(position, self.best(position, values).0, self.worst(position, values).0)
    }

    /// Raises these positions to the least fixed point of the rounded mean; gives the number of sweeps. The values must be below it.
    ///
    /// Most sweeps take an own option that was the best before, and look again at the other's options only if the worst of them has moved. They raise no value too far, because
    /// the mean that they find is never too great; what they miss is found by the sweeps that look at all own options, and only one of these ends the iteration.
    fn raise(&self, values: &mut [u64], places: &[u32], rounding: Rounding, mut progress: impl FnMut()) -> u32 {
        let mut choices = vec![Choice { best: 0, worst: 0, worst_value: u64::MAX }; places.len()];
        let every: u32 = std::env::var("EVERY").map_or(FULL_EVERY, |e| e.parse().unwrap());
        let first: u32 = std::env::var("FIRST").map_or(1, |e| e.parse().unwrap());
        let mut sweep = 0;
        let mut full = true;
        loop {
            let mut moved = 0usize;
            let mut update = |place: usize| {
                let position = places[place] as usize;
                let choice = &mut choices[place];
                let best = if full {
                    let (value, node) = self.best(position, values);
                    choice.best = node;
                    value
                } else {
                    values[choice.best as usize]
                };
                if values[choice.worst as usize] != choice.worst_value {
                    (choice.worst_value, choice.worst) = self.worst(position, values);
                }
                let mean = rounding.half(self.twice_mean(position, best, choice.worst_value));
                if mean > values[position] {
                    values[position] = mean;
                    moved += 1;
                }
            };
            match sweep % 2 {
                0 => (0..places.len()).for_each(&mut update),
                _ => (0..places.len()).rev().for_each(&mut update),
            }
            sweep += 1;
            if std::env::var("TRACE").is_ok() {
                eprintln!("{sweep} {full} {moved} of {}", places.len());
            }
            progress();
            if moved == 0 && full {
                return sweep;
            }
            full = moved == 0 || sweep % every == 0 || sweep < first;
        }
    }
}

/// Encloses a game in units of 2^-bits, which must be those of the boundary. `progress` is told after each sweep of `l`. Gives the number of sweeps, too.
///
/// # Panics
///
/// Only where this module is wrong: each result is verified before it is returned.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, bits: u8, progress: impl FnMut()) -> (Enclosed, u32) {
    let positions = graph.positions();
    let one = 1u64 << bits;
    let white = View { own: &graph.white, others: &graph.black };
    let black = View { own: &graph.black, others: &graph.white };
    let all: Vec<u32> = (0..positions as u32).collect();
    let begin = |bound: &dyn Fn(&Bounds) -> u64| {
        let mut values = vec![0; positions];
        values.extend(graph.boundary.iter().map(bound));
        values
    };
    let near = |view: &View<'_>, mut values: Vec<u64>, progress: &mut dyn FnMut()| {
        let sweeps = view.raise(&mut values, &all, Rounding::Below, progress);
        (values, sweeps)
    };
    let (from_white, from_black) = (begin(&|b| b.alpha[0]), begin(&|b| one - b.beta[1]));
    let mut progress = progress;
    let ((lower, first), (upper, second)) =
        both(|| near(&white, from_white, &mut progress), || near(&black, from_black, &mut || ()));

    // From here on `upper` is 1 − u′, until the end.
    let wide = |&position: &u32| one - upper[position as usize] - lower[position as usize] > WIDE;
    let mut list: Vec<u32> = all.iter().copied().filter(wide).collect();
    let mut listed = Vec::new();
    if !list.is_empty() {
        // The nodes beyond the positions have bounds of their own; elsewhere u := u′, and l′ := l.
        let far = |near: &[u64], other: &[u64], border: &dyn Fn(&Bounds) -> u64| {
            let mut values: Vec<u64> = other[..positions].iter().map(|&value| one - value).collect();
            values.extend(graph.boundary.iter().map(border));
            list.iter().for_each(|&position| values[position as usize] = near[position as usize]);
            values
        };
        let mut alpha_upper = far(&lower, &upper, &|b| b.alpha[1]);
        let mut beta_lower = far(&upper, &lower, &|b| one - b.beta[0]);
        loop {
            both(
                || white.raise(&mut alpha_upper, &list, Rounding::Up, || ()),
                || black.raise(&mut beta_lower, &list, Rounding::Up, || ()),
            );
            let before = list.len();
            list.retain(|&position| {
                let place = position as usize;
                let gap = alpha_upper[place] + beta_lower[place] < one;
                if !gap {
                    alpha_upper[place] = one - upper[place];
                    beta_lower[place] = one - lower[place];
                }
                gap
            });
            if std::env::var("TRACE").is_ok() {
                eprintln!("list {before} -> {}", list.len());
            }
            if list.len() == before {
                break;
            }
        }
        listed = list
            .iter()
            .map(|&position| Listed {
                position,
                alpha_upper: alpha_upper[position as usize],
                beta_lower: one - beta_lower[position as usize],
            })
            .collect();
    }
    let cut = |mut values: Vec<u64>| {
        values.truncate(positions);
        values
    };
    let (lower, mut upper) = (cut(lower), cut(upper));
    upper.iter_mut().for_each(|value| *value = one - *value);
    let enclosed = Enclosed { bits, lower, upper, listed };
    enclosed.verify(graph);
    (enclosed, first.max(second))
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
        assert_eq!((self.lower.len(), self.upper.len()), (positions, positions), "bounds of every position");
        assert!(self.listed.is_sorted_by(|a, b| a.position < b.position), "listed positions increase");
        for b in &graph.boundary {
            let ([l, u], [l_, u_]) = (b.alpha, b.beta);
            assert!(l <= u && u <= u_ && l <= l_ && l_ <= u_ && u_ <= one, "the bounds of a node beyond");
        }
        let white = View { own: &graph.white, others: &graph.black };
        let black = View { own: &graph.black, others: &graph.white };
        // Black sees its bounds turned: 1 − u′ and 1 − l′.
        both(
            || {
                let border = graph.boundary.iter().map(|b| (b.alpha[0], b.alpha[1])).collect();
                let far = self.listed.iter().map(|listed| listed.alpha_upper);
                self.verify_side(&white, "α", &self.lower, |place| self.upper[place], border, far);
            },
            || {
                let border = graph.boundary.iter().map(|b| (one - b.beta[1], one - b.beta[0])).collect();
                let near: Vec<u64> = self.upper.iter().map(|&value| one - value).collect();
                let far = self.listed.iter().map(|listed| one - listed.beta_lower);
                self.verify_side(&black, "β", &near, |place| one - self.lower[place], border, far);
            },
        );
        for &Listed { position, alpha_upper, beta_lower } in &self.listed {
            assert!(alpha_upper < beta_lower, "position {position} is listed without a gap");
        }
    }

    /// The bounds of one side: `near` everywhere, `far` at the listed positions and `opposite` elsewhere; by node of the border, near and far.
    fn verify_side(
        &self,
        view: &View<'_>,
        value: &str,
        near: &[u64],
        opposite: impl Fn(usize) -> u64,
        border: Vec<(u64, u64)>,
        far: impl Iterator<Item = u64> + Clone,
    ) {
        let one = 1u64 << self.bits;
        let mut nodes = near.to_vec();
        nodes.extend(border.iter().map(|&(near, _)| near));
        for (position, &near) in near.iter().enumerate() {
            assert!(near <= opposite(position) && opposite(position) <= one, "{value} of position {position}");
            let forced = near == 0 || 2 * near < view.twice(position, &nodes);
            assert!(forced, "what {value} is at least, or at most, at position {position}");
        }
        if self.listed.is_empty() {
            return;
        }
        for (position, value) in nodes[..near.len()].iter_mut().enumerate() {
            *value = opposite(position);
        }
        for (value, &(_, far)) in nodes[near.len()..].iter_mut().zip(&border) {
            *value = far;
        }
        for (listed, far) in self.listed.iter().zip(far.clone()) {
            let place = listed.position as usize;
            assert!(far <= opposite(place), "the other bound on {value} at listed position {place}");
            nodes[place] = far;
        }
        for (listed, far) in self.listed.iter().zip(far) {
            let place = listed.position as usize;
            assert!(2 * far >= view.twice(place, &nodes), "the other bound on {value} at listed position {place}");
        }
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
