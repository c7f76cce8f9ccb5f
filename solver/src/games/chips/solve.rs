//! Thresholds, labels, bids and guards.
//!
//! For one player at one position let `a[s]` be the least number of chips with which some own option is won, without the star (`s = 0`) and with
//! it, and `b[s]` the least with which all options of the opponent are won. (If the buyer decides, `a` becomes the smaller of both, and `b` the
//! greater.) With `k` chips the opponent has `r = N − k`. A bid `x` wins without the star if
//!
//! * `x ≤ k − a[0]`, unless it is 0 and the opponent has no equal bid: against lower bids, and where the opponent lets the player buy;
//! * `x ≥ b[0] − k − 1`: against `x + 1`;
//! * `x ≥ b[1] − k`: where the opponent uses the star; or `x = r + 1`, which no bid reaches.
//!
//! So the threshold is the greatest of `a[0]`, `⌈(a[0] + b[1]) / 2⌉` and `⌈(a[0] + b[0] − 1) / 2⌉`. With the star there are four ways, in
//! `Reach::bid_with_star`. The thresholds are lowered from "never" until nothing changes: then they are those of the attractor.

use super::{ChipAuction, Known, Winner, flipped};
use crate::graph::{Graph, Rows};
use crate::parallel::both;
use crate::raise::settle;

/// What is found of one player at every position, without the star and with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The chips that are needed; one more than all chips is never.
    pub chips: Vec<[i64; 2]>,
    /// The labels; 0 where the player never wins.
    pub labels: Vec<[u32; 2]>,
    /// What the player bids with just these chips; 0 where the player never wins.
    pub bids: Vec<[i64; 2]>,
    /// What the opponent bids if the player has one chip less; 0 where the player needs none.
    pub guards: Vec<[i64; 2]>,
}

/// What is found of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The auction.
    pub auction: ChipAuction,
    /// White's lines and Black's: Left is White.
    pub lines: [Lines; 2],
}

impl Solved {
    /// How many states are drawn at a position: a state is what White holds, with the star or without.
    #[must_use]
    pub fn drawn_at(&self, position: usize) -> i64 {
        let all = self.auction.never();
        let [white, black] = [0, 1].map(|side| self.lines[side].chips[position]);
        (0..2).map(|star| white[star] + black[1 - star] - all).sum()
    }

    /// How many states are drawn in all.
    #[must_use]
    pub fn drawn(&self) -> i128 {
        (0..self.lines[0].chips.len()).map(|position| i128::from(self.drawn_at(position))).sum()
    }

    /// What is known of a position, for those who import it.
    #[must_use]
    pub fn known(&self, position: usize) -> Known {
        [0, 1].map(|side| self.lines[side].chips[position])
    }
}

/// Why nothing was found: a bug, for a solution always has labels and guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSolved {
    /// The position.
    pub position: usize,
    /// What it lacks.
    pub what: &'static str,
}

impl std::fmt::Display for NotSolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "position {}, counted from 0: found no {}, required one: a bug of the solver",
            self.position, self.what
        )
    }
}

impl std::error::Error for NotSolved {}

/// Solves a game: both players. `advance` is told of positions that were computed.
///
/// # Errors
///
/// [`NotSolved`] if a label or a guard is not found, which is a bug.
///
/// # Panics
///
/// If somebody's turn or chance stands in the graph: the players must bid everywhere.
pub fn solve(
    graph: &Graph<Known>,
    auction: ChipAuction,
    threads: usize,
    advance: &(dyn Fn(u64) + Sync),
) -> Result<Solved, NotSolved> {
    assert_eq!(graph.first_turn(), None, "the players bid everywhere");
    let other = flipped(graph);
    let one = |graph: &Graph<Known>| Side::new(graph, auction).solve(advance);
    let (white, black) = match threads {
        0 | 1 => (one(graph), one(&other)),
        _ => both(|| one(graph), || one(&other)),
    };
    Ok(Solved { auction, lines: [white?, black?] })
}

/// The best that options offer: `a` and `b` of the module's page.
#[derive(Clone, Copy, Debug)]
struct Reach {
    a: [i64; 2],
    b: [i64; 2],
}

fn half_up(x: i64) -> i64 {
    (x + 1).div_euclid(2)
}

impl Reach {
    /// The chips that are needed without the star.
    fn without_star(self) -> i64 {
        let Self { a: [a, _], b: [b, b_star] } = self;
        a.max(half_up(a + b_star)).max(half_up(a + b - 1))
    }

    /// The chips that are needed with the star, at most `never`.
    fn with_star(self, never: i64) -> i64 {
        let Self { a: [a, a_star], b: [_, b] } = self;
        let both = a.max(a_star);
        let ways = [a.max(b - 1), both.max(half_up(both + b - 1)), a_star.max(half_up(a_star + b)), b];
        ways.into_iter().fold(never, i64::min)
    }

    /// A bid that wins with `k` chips without the star, if one does.
    fn bid_without_star(self, k: i64) -> Option<i64> {
        let Self { a: [a, _], b: [b, b_star] } = self;
        let bid = 0.max(b_star - k).max(b - k - 1);
        (bid <= k - a).then_some(bid)
    }

    /// A bid that wins with `k` chips and the star, if one does: nothing, and the star for equal bids; the least with the star for equal bids; the
    /// least that keeps the star; nothing, and keep the star.
    fn bid_with_star(self, k: i64) -> Option<i64> {
        let Self { a: [a, a_star], b: [_, b] } = self;
        let used = 0.max(b - k - 1);
        let kept = 0.max(b - k);
        match () {
            () if k >= a && used == 0 => Some(0),
            () if used <= k - a.max(a_star) => Some(used),
            () if kept <= k - a_star => Some(kept),
            () if kept == 0 => Some(0),
            () => None,
        }
    }

    /// A bid of the opponent, who has `r` chips, against which a player with `k` chips wins with no bid.
    fn guard(self, k: i64, r: i64, star: usize) -> Option<i64> {
        let Self { a, b } = self;
        let holds = |&y: &i64| {
            let over = y < k - a[star];
            let under = y >= 1 && y >= b[star] - k;
            let tie = match star {
                1 => y <= k - a[0] || y >= b[1] - k,
                _ => y <= k - a[0] && y >= b[1] - k,
            };
            let loses = over || under || (y <= k && tie);
            (0..=r).contains(&y) && !loses
        };
        let least = 0.max(k - a[star]);
        [least, 0.max(least).max(k - a[0] + 1), k + 1].iter().find(|y| holds(y)).copied()
    }
}

/// One player's side of a game.
struct Side<'a> {
    graph: &'a Graph<Known>,
    auction: ChipAuction,
    /// The chips that are needed at each node.
    chips: Vec<[i64; 2]>,
    /// For each position those from which it is an option.
    before: Rows,
}

impl<'a> Side<'a> {
    fn new(graph: &'a Graph<Known>, auction: ChipAuction) -> Self {
        let never = [auction.never(); 2];
        let known = graph.boundary.iter().map(|known| known[0]);
        let chips = std::iter::repeat_n(never, graph.positions()).chain(known).collect();
        Self { graph, auction, chips, before: before(graph) }
    }

    /// What options offer; `extra` are the chips that are needed beyond the threshold of a node.
    fn reach(&self, position: usize, extra: impl Fn(usize, usize) -> i64) -> Reach {
        let never = self.auction.never();
        let needed = |node: u32, star: usize| (self.chips[node as usize][star] + extra(node as usize, star)).min(never);
        let (mut a, mut b) = ([never; 2], [0; 2]);
        for &node in self.graph.white.row(position) {
            a = [0, 1].map(|star| a[star].min(needed(node, star)));
        }
        for &node in self.graph.black.row(position) {
            b = [0, 1].map(|star| b[star].max(needed(node, star)));
        }
        match self.auction.winner {
            Winner::Moves => Reach { a, b },
            Winner::Decides => Reach { a: [a[0].min(b[0]), a[1].min(b[1])], b: [a[0].max(b[0]), a[1].max(b[1])] },
        }
    }

    fn solve(mut self, advance: &(dyn Fn(u64) + Sync)) -> Result<Lines, NotSolved> {
        self.lower(advance);
        let (labels, bids) = self.labels()?;
        let guards = self.guards()?;
        self.chips.truncate(self.graph.positions());
        Ok(Lines { chips: self.chips, labels, bids, guards })
    }

    /// Lowers the thresholds until nothing changes.
    fn lower(&mut self, advance: &(dyn Fn(u64) + Sync)) {
        let never = self.auction.never();
        let before = std::mem::take(&mut self.before);
        let update = |position: usize| {
            let reach = self.reach(position, |_, _| 0);
            let (new, old) = ([reach.without_star(), reach.with_star(never)], self.chips[position]);
            self.chips[position] = [new[0].min(old[0]), new[1].min(old[1])];
            self.chips[position] != old
        };
        settle(before.len(), |position| before.row(position), update, advance);
        self.before = before;
    }

    /// The least labels, with bids.
    fn labels(&self) -> Result<Labelled, NotSolved> {
        let (count, never) = (self.graph.positions(), self.auction.never());
        let is_open = |position: usize, star: usize| self.chips[position][star] < never;
        let bid = |labels: &[[u32; 2]], position: usize, star: usize| {
            let extra = |node: usize, star: usize| i64::from(node < count && labels[node][star] == u32::MAX);
            let (reach, k) = (self.reach(position, extra), self.chips[position][star]);
            if star == 0 { reach.bid_without_star(k) } else { reach.bid_with_star(k) }
        };
        let (mut labels, bids) = rounds(&self.before, &is_open, &bid);
        for (position, labels) in labels.iter_mut().enumerate() {
            for (star, label) in labels.iter_mut().enumerate() {
                match is_open(position, star) {
                    true if *label == u32::MAX => return Err(NotSolved { position, what: "label" }),
                    true => {}
                    false => *label = 0,
                }
            }
        }
        Ok((labels, bids))
    }

    fn guards(&self) -> Result<Vec<[i64; 2]>, NotSolved> {
        let mut guards = vec![[0; 2]; self.graph.positions()];
        for (position, guards) in guards.iter_mut().enumerate() {
            let reach = self.reach(position, |_, _| 0);
            for (star, guard) in guards.iter_mut().enumerate() {
                // With one chip less than the threshold.
                let k = self.chips[position][star] - 1;
                if k >= 0 {
                    let found = reach.guard(k, self.auction.chips as i64 - k, star);
                    *guard = found.ok_or(NotSolved { position, what: "guard" })?;
                }
            }
        }
        Ok(guards)
    }
}

/// Labels and bids of all positions, without the star and with it.
pub(super) type Labelled = (Vec<[u32; 2]>, Vec<[i64; 2]>);

/// A bid for a position, without the star (0) or with it, that wins with what has a label so far.
type Bid<'a> = dyn Fn(&[[u32; 2]], usize, usize) -> Option<i64> + 'a;

/// The least labels, with bids: in round `n` those open states get the label `n` that win by a bid of which every outcome is a place with more than
/// its threshold, or one with just that and a label below `n`. States without a label keep the greatest number.
pub(super) fn rounds(before: &Rows, is_open: &dyn Fn(usize, usize) -> bool, bid: &Bid) -> Labelled {
    let count = before.len();
    let (mut labels, mut bids, mut listed) = (vec![[u32::MAX; 2]; count], vec![[0; 2]; count], vec![0; count]);
    let (mut now, mut round): (Vec<u32>, u32) = ((0..count as u32).collect(), 0);
    while !now.is_empty() {
        round += 1;
        let mut found = Vec::new();
        for &position in &now {
            let place = position as usize;
            for star in 0..2 {
                if labels[place][star] == u32::MAX && is_open(place, star) {
                    found.extend(bid(&labels, place, star).map(|bid| (place, star, bid)));
                }
            }
        }
        now.clear();
        for (place, star, bid) in found {
            (labels[place][star], bids[place][star]) = (round, bid);
            for &before in before.row(place) {
                if std::mem::replace(&mut listed[before as usize], round) != round {
                    now.push(before);
                }
            }
        }
        now.sort_unstable();
    }
    (labels, bids)
}

/// For each position those from which it is an option, each once.
pub(in crate::games) fn before<B: Clone>(graph: &Graph<B>) -> Rows {
    let count = graph.positions();
    Rows::turned(count, count, |position| {
        let both = graph.white.row(position).iter().chain(graph.black.row(position));
        let mut options: Vec<u32> = both.copied().filter(|&option| (option as usize) < count).collect();
        options.sort_unstable();
        options.dedup();
        options.into_iter()
    })
}
