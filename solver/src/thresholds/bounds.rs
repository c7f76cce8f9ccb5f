//! The recursion: `α_{n+1}(P) = (max over White's options + min over Black's options of α_n) / 2`, and the same for β,
//! exactly.
//!
//! After `n` steps every value is a multiple of `2^-n`, a row of limbs; a step is one addition. Options that cannot
//! matter any more are dropped, by this lemma: if `β_n(b) ≤ α_n(a)` then for all `m ≥ n`, because α increases and β
//! decreases, `α_m(b) ≤ α_m(a)`, `β_m(b) ≤ β_m(a)`, and also `s(b) ≤ s(a)` for whatever `s` lies in the intervals. So
//! White never needs `b` beside `a`, and Black never needs `a` beside `b`.
//!
//! Positions that have come to have the same options, and have equal `α_n` and `β_n`, stay equal for ever. They are
//! merged: one of them, the leader, is computed for all.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::One;

use super::gap::Gap;
use super::limbs::{LIMB_BITS, Numbers, mean, order};
use crate::graph::{Graph, Rows};

/// The options of one player that still matter.
#[derive(Clone, Debug)]
struct Options {
    starts: Vec<u32>,
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Options {
    /// All options, equal ones once.
    fn new(rows: &Rows) -> Self {
        let mut options = Self { starts: Vec::new(), ends: Vec::new(), targets: Vec::new() };
        for position in 0..rows.len() {
            let mut row = rows.row(position).to_vec();
            row.sort_unstable();
            row.dedup();
            options.starts.push(options.targets.len() as u32);
            options.targets.extend(row);
            options.ends.push(options.targets.len() as u32);
        }
        options
    }

    fn row(&self, position: usize) -> &[u32] {
        &self.targets[self.starts[position] as usize..self.ends[position] as usize]
    }

    /// Replaces a row by a shorter one.
    fn set(&mut self, position: usize, row: &[u32]) {
        let start = self.starts[position] as usize;
        self.targets[start..start + row.len()].copy_from_slice(row);
        self.ends[position] = (start + row.len()) as u32;
    }
}

/// The option of greatest value (for `Greater`) or of least (for `Less`).
fn best<'a>(numbers: &'a Numbers, options: &[u32], wanted: Ordering) -> &'a [u64] {
    let mut best = numbers.row(options[0] as usize);
    for &option in &options[1..] {
        let row = numbers.row(option as usize);
        if order(row, best) == wanted {
            best = row;
        }
    }
    best
}

/// `α_n` and `β_n` of all nodes.
#[derive(Clone, Debug)]
pub struct Bounds {
    white: Options,
    black: Options,
    /// By node, in units of `2^(1 − 64·width)`.
    lower: Numbers,
    upper: Numbers,
    /// Room for the next step. The rows of boundary nodes are as in `lower` and `upper`.
    next_lower: Numbers,
    next_upper: Numbers,
    /// By position: the position that is computed for it.
    leader: Vec<u32>,
    /// The positions that are computed.
    leaders: Vec<u32>,
    steps: usize,
    /// So many upper limbs of `β_n − α_n` are 0 everywhere.
    closed: usize,
}

impl Bounds {
    /// `α_0 = 0` and `β_0 = 1` on all positions.
    ///
    /// # Panics
    ///
    /// Where a boundary node is not worth 0 or 1.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let positions = graph.positions();
        let mut lower = Numbers::zeros(graph.nodes(), 1);
        let mut upper = lower.clone();
        let one = 1 << (LIMB_BITS - 1);
        for position in 0..positions {
            upper.row_mut(position)[0] = one;
        }
        for (node, boundary) in graph.boundary.iter().enumerate() {
            assert!(boundary.lower.is_integer(), "the boundary is terminal");
            let value = if boundary.lower.is_one() { one } else { 0 };
            lower.row_mut(positions + node)[0] = value;
            upper.row_mut(positions + node)[0] = value;
        }
        Self {
            white: Options::new(&graph.white),
            black: Options::new(&graph.black),
            next_lower: lower.clone(),
            next_upper: upper.clone(),
            lower,
            upper,
            leader: (0..positions as u32).collect(),
            leaders: (0..positions as u32).collect(),
            steps: 0,
            closed: 0,
        }
    }

    /// How many steps were made: `n`.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// `α_n` of a node, as in [`super::limbs::compare`].
    #[must_use]
    pub fn lower(&self, node: usize) -> &[u64] {
        self.lower.row(node)
    }

    /// `β_n` of a node.
    #[must_use]
    pub fn upper(&self, node: usize) -> &[u64] {
        self.upper.row(node)
    }

    /// `α_n` and `β_n` of a node.
    #[must_use]
    pub fn get(&self, node: usize) -> [Ratio<BigUint>; 2] {
        let one = BigUint::one() << (LIMB_BITS * self.lower.width() - 1);
        [&self.lower, &self.upper].map(|numbers| Ratio::new(numbers.get(node), one.clone()))
    }

    /// By position: the one that is computed for it.
    #[must_use]
    pub fn leader(&self) -> &[u32] {
        &self.leader
    }

    /// The positions that are computed.
    #[must_use]
    pub fn leaders(&self) -> &[u32] {
        &self.leaders
    }

    /// White's and Black's options that still matter.
    #[must_use]
    pub fn options(&self, position: usize) -> [&[u32]; 2] {
        [self.white.row(position), self.black.row(position)]
    }

    /// From `n` to `n + 1`.
    pub fn step(&mut self) {
        self.steps += 1;
        if self.steps >= LIMB_BITS * self.lower.width() {
            for numbers in [&mut self.lower, &mut self.upper, &mut self.next_lower, &mut self.next_upper] {
                numbers.widen(1, 0);
            }
        }
        for &position in &self.leaders {
            let position = position as usize;
            let (white, black) = (self.white.row(position), self.black.row(position));
            for (numbers, next) in [(&self.lower, &mut self.next_lower), (&self.upper, &mut self.next_upper)] {
                let white = best(numbers, white, Ordering::Greater);
                let black = best(numbers, black, Ordering::Less);
                mean(white, black, next.row_mut(position));
            }
        }
        std::mem::swap(&mut self.lower, &mut self.next_lower);
        std::mem::swap(&mut self.upper, &mut self.next_upper);
    }

    /// Drops options that cannot matter any more.
    pub fn prune(&mut self) {
        for &position in &self.leaders {
            let position = position as usize;
            if let row @ [_, _, ..] = self.white.row(position) {
                let best = best(&self.lower, row, Ordering::Greater);
                let row =
                    Self::kept(row, |node| order(self.upper(node), best).is_gt(), |node| self.lower(node) == best);
                self.white.set(position, &row);
            }
            if let row @ [_, _, ..] = self.black.row(position) {
                let best = best(&self.upper, row, Ordering::Less);
                let row =
                    Self::kept(row, |node| order(self.lower(node), best).is_lt(), |node| self.upper(node) == best);
                self.black.set(position, &row);
            }
        }
    }

    /// The options that can get past the best one, and the first of the best.
    fn kept(row: &[u32], passes: impl Fn(usize) -> bool, is_best: impl Fn(usize) -> bool) -> Vec<u32> {
        let best = row.iter().position(|&node| is_best(node as usize));
        let keeps = |&(place, node): &(usize, &u32)| Some(place) == best || passes(*node as usize);
        row.iter().enumerate().filter(keeps).map(|(_, &node)| node).collect()
    }

    /// Merges positions that stay equal for ever.
    pub fn merge(&mut self) {
        loop {
            let before = self.leaders.len();
            let mut first: HashMap<[&[u32]; 2], u32> = HashMap::new();
            for &position in &self.leaders {
                let row = [self.white.row(position as usize), self.black.row(position as usize)];
                let leader = *first.entry(row).or_insert(position);
                let equal = |numbers: &Numbers| numbers.row(leader as usize) == numbers.row(position as usize);
                if leader != position && equal(&self.lower) && equal(&self.upper) {
                    self.leader[position as usize] = leader;
                }
            }
            self.leaders.retain(|&position| self.leader[position as usize] == position);
            if self.leaders.len() == before {
                return;
            }
            // The leader of a leader that was merged now.
            for position in 0..self.leader.len() {
                self.leader[position] = self.leader[self.leader[position] as usize];
            }
            for options in [&mut self.white, &mut self.black] {
                for &position in &self.leaders {
                    let lead = |&node: &u32| self.leader.get(node as usize).copied().unwrap_or(node);
                    let mut row: Vec<u32> = options.row(position as usize).iter().map(lead).collect();
                    row.sort_unstable();
                    row.dedup();
                    options.set(position as usize, &row);
                }
            }
        }
    }

    /// The greatest `β_n − α_n` of all positions.
    pub fn gap(&mut self) -> Gap {
        // The next two limbs of a difference, to within one unit; so the greatest is among those that are next to the
        // greatest of these.
        let window = |position: &u32, closed: usize| {
            let upper = Self::two_limbs(self.upper.row(*position as usize), closed);
            upper.wrapping_sub(Self::two_limbs(self.lower.row(*position as usize), closed))
        };
        let greatest = |closed| self.leaders.iter().map(|position| window(position, closed)).max().unwrap_or(0);
        while greatest(self.closed) >> LIMB_BITS == 0 && self.closed + 1 < self.lower.width() {
            self.closed += 1;
        }
        let limit = greatest(self.closed).saturating_sub(1);
        let candidates = self.leaders.iter().filter(|position| window(position, self.closed) >= limit);
        let difference = |position: &u32| self.upper.get(*position as usize) - self.lower.get(*position as usize);
        let numerator = candidates.map(difference).max().unwrap_or_default();
        Gap { numerator, power: LIMB_BITS * self.lower.width() - 1 }
    }

    /// The two limbs below so many upper ones, zeros where there are no more.
    fn two_limbs(row: &[u64], above: usize) -> u128 {
        let limb = |place: usize| row.len().checked_sub(place + 1).map_or(0, |place| u128::from(row[place]));
        (limb(above) << LIMB_BITS) | limb(above + 1)
    }
}
