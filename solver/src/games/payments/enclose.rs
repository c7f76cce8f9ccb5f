//! Bounds in units of 2^-bits: `l ≤ α ≤ β ≤ u′`, and `α ≤ u < l′ ≤ β` where that is shown.
//!
//! As in [`crate::graph::enclosure`], each bound is raised in place, `x ← max(x, G(x))`, to a least fixed point, which depends neither on the order nor on the number of
//! threads. `u′` is `l` of the game with the colours exchanged, which has the same mean. For `l`, `G` is strictly less than the mean; but where the winner decides, the bank takes
//! something, and the two players reach different numbers, it is the mean rounded down, which may be equal to it: the mean is strictly less than the greater
//! number there, so that `G` is monotone all the same.
//!
//! Where values are near 1 the iteration can stall: it goes up as slowly as n^(-1/2). So, if it does not come to an end, it is tried whether `l = 1` where
//! `l` is near 1; labels have to prove that, where the two players reach the same number.

use crate::graph::enclosure::{Enclosed, Listed};
use crate::graph::labels::Side;
use crate::graph::{Bounds, Graph, INFINITE, Label, Rows};
use crate::parallel::both;

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
    let [white, black] = View::both(graph, one, auction);
    let (lower, upper) = both(|| white.lower(most, &mut progress), || black.lower(most, || ()));
    let flip = |values: &[u64]| values.iter().take(graph.positions()).map(|value| one - value).collect::<Vec<u64>>();
    let settled = lower.settled && upper.settled;
    let sweeps = [lower.sweeps, upper.sweeps];
    let needs_labels = lower.labels.is_some() || upper.labels.is_some();
    let labels = needs_labels.then(|| {
        let of = |view: &View, side: &Lower| side.labels.clone().unwrap_or_else(|| view.labels(&side.values));
        [of(&white, &lower), of(&black, &upper)]
    });
    let (l, v) = (lower.values[..graph.positions()].to_vec(), flip(&upper.values));
    let wide = |&position: &u32| v[position as usize].saturating_sub(l[position as usize]) > WIDE;
    let listed = match labels {
        None => gaps((0..graph.positions() as u32).filter(wide).collect(), [&white, &black], &l, &v, most),
        Some(_) => Vec::new(),
    };
    Paid { enclosed: Enclosed { bits, lower: l, upper: v, listed, sure: None }, labels, sweeps, settled }
}

/// The positions of the list that have a gap, with `u` and `l′`. None if that takes more than so many sweeps.
fn gaps(mut list: Vec<u32>, [white, black]: [&View; 2], l: &[u64], v: &[u64], most: u32) -> Vec<Listed> {
    if list.is_empty() {
        return Vec::new();
    }
    let (one, border) = (white.one, &white.graph.boundary);
    let (mut far_white, mut far_black) = (v.to_vec(), l.iter().map(|value| one - value).collect::<Vec<u64>>());
    for &position in &list {
        far_white[position as usize] = l[position as usize];
        far_black[position as usize] = one - v[position as usize];
    }
    far_white.extend(border.iter().map(|bounds| bounds.alpha[1]));
    far_black.extend(border.iter().map(|bounds| one - bounds.beta[0]));
    loop {
        let (first, second) = both(
            || white.raise(&mut far_white, &list, false, most, || ()),
            || black.raise(&mut far_black, &list, false, most, || ()),
        );
        if !(first.1 && second.1) {
            return Vec::new();
        }
        let before = list.len();
        list.retain(|&position| {
            let position = position as usize;
            let has_gap = far_white[position] + far_black[position] < one;
            if !has_gap {
                (far_white[position], far_black[position]) = (v[position], one - l[position]);
            }
            has_gap
        });
        if list.len() == before {
            break;
        }
    }
    let listed = |&position: &u32| Listed {
        position,
        alpha_upper: far_white[position as usize],
        beta_lower: one - far_black[position as usize],
    };
    list.iter().map(listed).collect()
}

/// A game as one side sees it: of each number Black sees 1 minus it.
struct View<'a> {
    graph: &'a Graph<Bounds>,
    own: &'a Rows,
    others: &'a Rows,
    one: u64,
    /// The auction; this side is White there.
    auction: Payment,
    /// Of the boundary, what this side can force.
    border: Vec<u64>,
}

/// What a side can force.
struct Lower {
    /// By node.
    values: Vec<u64>,
    labels: Option<Vec<Label>>,
    sweeps: u32,
    settled: bool,
}

impl<'a> View<'a> {
    fn both(graph: &'a Graph<Bounds>, one: u64, auction: &Payment) -> [Self; 2] {
        let other = |side| if side == Side::White { Side::Black } else { Side::White };
        let turned = Payment { ties: auction.ties.map(other), ..*auction };
        let border = |of: &dyn Fn(&Bounds) -> u64| graph.boundary.iter().map(of).collect();
        let (white, black) = (&*graph.white, &*graph.black);
        [
            Self { graph, own: white, others: black, one, auction: *auction, border: border(&|b| b.alpha[0]) },
            Self { graph, own: black, others: white, one, auction: turned, border: border(&|b| one - b.beta[1]) },
        ]
    }

    /// The greatest number of the own options, and the least of the others', of those who may move.
    fn reach(&self, position: usize, values: &[u64]) -> [Option<u64>; 2] {
        let of = |rows: &'a Rows| rows.row(position).iter().map(|&node| values[node as usize]);
        [of(self.own).max(), of(self.others).min()]
    }

    /// What may be stated of a position without a label, if the players reach these numbers; if it need not be strict, the mean rounded up.
    fn rounded(&self, reach: [Option<u64>; 2], strict: bool) -> u64 {
        let [own, other] = match reach {
            [Some(own), Some(other)] => [own, other],
            [Some(value), None] | [None, Some(value)] => return if strict { value.saturating_sub(1) } else { value },
            [None, None] => unreachable!("somebody moves"),
        };
        let (numerator, denominator) = self.auction.mean(own, other, self.one);
        let rounded = match strict {
            false => numerator.div_ceil(denominator),
            true if self.may_be_equal(own, other) => numerator / denominator,
            true => numerator.saturating_sub(1) / denominator,
        };
        rounded as u64
    }

    /// Whether a number that is equal to the mean needs no label.
    fn may_be_equal(&self, own: u64, other: u64) -> bool {
        self.auction.ties.is_none() && own != other
    }

    /// Raises the values of these positions in so many sweeps at the most, which alternate in direction. Gives their number, and whether nothing moves any more.
    fn raise(
        &self,
        values: &mut [u64],
        places: &[u32],
        strict: bool,
        most: u32,
        mut progress: impl FnMut(),
    ) -> (u32, bool) {
        // A division takes longer than the options: what was reached before is remembered.
        let mut known = vec![([None; 2], 0); places.len()];
        for sweep in 0..most {
            let mut moved = false;
            let mut update = |(&position, known): (&u32, &mut ([Option<u64>; 2], u64))| {
                let position = position as usize;
                let reach = self.reach(position, values);
                if reach != known.0 {
                    *known = (reach, self.rounded(reach, strict));
                }
                if known.1 > values[position] {
                    values[position] = known.1;
                    moved = true;
                }
            };
            match sweep % 2 {
                0 => places.iter().zip(&mut known).for_each(&mut update),
                _ => places.iter().zip(&mut known).rev().for_each(&mut update),
            }
            progress();
            if !moved {
                return (sweep + 1, true);
            }
        }
        (most, false)
    }

    /// What this side can force.
    fn lower(&self, most: u32, mut progress: impl FnMut()) -> Lower {
        let places: Vec<u32> = (0..self.graph.positions() as u32).collect();
        let mut values = vec![0; places.len()];
        values.extend(&self.border);
        let (mut sweeps, mut settled) = self.raise(&mut values, &places, true, LEAST_SWEEPS.min(most), &mut progress);
        if settled {
            return Lower { values, labels: None, sweeps, settled };
        }
        if let Some((values, labels)) = self.near_one(&values) {
            return Lower { values, labels: Some(labels), sweeps, settled: true };
        }
        let more = self.raise(&mut values, &places, true, most - sweeps, &mut progress);
        (sweeps, settled) = (sweeps + more.0, more.1);
        Lower { values, labels: None, sweeps, settled }
    }

    /// These values with 1 where they are near 1, for the widest meaning of near that labels prove; then the others are raised as far as they go.
    fn near_one(&self, values: &[u64]) -> Option<(Vec<u64>, Vec<Label>)> {
        if self.auction.ties.is_some() {
            return None;
        }
        NEAR.iter().find_map(|&near| {
            let least = self.one - (self.one >> near);
            let positions = self.graph.positions();
            let (mut raised, mut rest) = (values.to_vec(), Vec::new());
            for (position, value) in (0..).zip(&mut raised[..positions]) {
                if *value >= least {
                    *value = self.one;
                } else {
                    rest.push(position);
                }
            }
            if rest.len() == positions || !self.raise(&mut raised, &rest, true, LEAST_SWEEPS, || ()).1 {
                return None;
            }
            let labels = self.labels(&raised);
            let is_proved = (0..positions).all(|position| raised[position] == 0 || labels[position] != INFINITE);
            is_proved.then_some((raised, labels))
        })
    }

    /// The least labels that prove these values: 1 where none is needed, infinite where none proves the value.
    fn labels(&self, values: &[u64]) -> Vec<Label> {
        let positions = self.graph.positions();
        let mut labels = vec![INFINITE; self.graph.nodes()];
        labels[positions..].fill(0);
        let mut open = Vec::new();
        for position in 0..positions {
            let reach = self.reach(position, values);
            let mean = match reach {
                [Some(own), Some(other)] => self.auction.mean(own, other, self.one),
                [own, other] => (own.or(other).map_or(0, u128::from), 1),
            };
            let differ = matches!(reach, [Some(own), Some(other)] if self.may_be_equal(own, other));
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
                let (own, others) = (self.own.row(position), self.others.row(position));
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
