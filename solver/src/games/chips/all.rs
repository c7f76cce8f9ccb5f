//! Every number of chips at once, where the buyer decides who moves.
//!
//! Let `R(v)` be the share of the money that a player needs at `v` if money has no smallest coin, and `M` a number such that all `M · R(v)` are
//! whole: then so are the bids `M · Δ(v)`, half of the difference between the worst and the best option. Add `M` chips, `M · R(v)` to each
//! threshold and `M · Δ(v)` to each bid and guard. An outcome through a greedy option keeps its surplus, and one through any other option of the
//! opponent gains. So a table keeps its conditions for ever, if it has them with two things more: what wins wins through a greedy option; and a
//! clause is true although it is void, if more chips would make it count. (A clause is void if it speaks of a bid that somebody has not the money
//! for, or of a bid lower than 0.) With tables of `M` totals in a row that have these *lasting* conditions, all greater totals are known.
//!
//! Where a threshold is more than all chips, or less than none, numbers are taken as they are: a place that nobody can be sure of winning with `N`
//! chips needs `N + 1`. Whatever is found here is not believed: [`All::predicted`] gives tables for any number of chips, which the checker verifies.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _};

use super::solve::{before, rounds};
use super::{ChipAuction, Known, Lines, NotSolved, Solved, Winner, flipped, solve, under};
use crate::graph::Graph;
use crate::graph_games::Game;
use crate::graph_games::solve::Solution;

/// The greatest period: so many totals have to be solved, and some more.
pub const MOST_CHIPS: u64 = 1 << 14;

/// Why no theorem about all numbers of chips came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAll {
    /// No such auction: a value or a turn that chips do not have.
    Game(String),
    /// The common denominator of the shares is too large.
    Period(String),
    /// The shares are no means of their options: they are bounds only.
    Shares,
    /// No window up to this total.
    Window(u64),
    /// A bug.
    Solve(NotSolved),
}

impl fmt::Display for NotAll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(why) => f.write_str(why),
            Self::Period(found) => {
                write!(f, "found shares with the common denominator {found}, required at most {MOST_CHIPS}")
            }
            Self::Shares => f.write_str("found shares that are not the means of their options, required exact values"),
            Self::Window(total) => write!(f, "found no window of totals with lasting conditions up to {total} chips"),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotAll {}

/// The thresholds of both players at every position, without the star and with it.
type Thresholds = [Vec<[i64; 2]>; 2];

/// What is known for every number of chips.
pub struct All {
    /// So many chips more add the same to each threshold.
    pub period: u64,
    /// From so many chips on.
    pub first: u64,
    /// For each node, how many of each `period` chips White needs, and Black.
    pub shares: [Vec<i64>; 2],
    /// The thresholds for 0 chips, 1 chip, and so on, up to the end of the window.
    pub thresholds: Vec<Thresholds>,
    game: Game,
}

/// The common denominator of the shares that the players need, and the shares in units of it, by node.
fn period(solution: &Solution, nodes: &[u32]) -> Result<(u64, [Vec<i64>; 2]), NotAll> {
    let mut common = BigUint::one();
    let of = |position: usize| {
        let known = solution.known(position as u32);
        [Ratio::one() - &known.lower, known.upper.clone()]
    };
    for position in 0..nodes.len() {
        for share in of(position) {
            common = common.lcm(share.denom());
        }
        if common > BigUint::from(MOST_CHIPS) {
            return Err(NotAll::Period(format!("{common} or more")));
        }
    }
    let mut shares = [vec![0; nodes.len()], vec![0; nodes.len()]];
    for (position, &node) in nodes.iter().enumerate() {
        for (shares, share) in shares.iter_mut().zip(of(position)) {
            let units = (share * &common).to_integer().to_i64();
            shares[node as usize] = units.expect("at most the common denominator");
        }
    }
    Ok((common.to_u64().expect("at most the limit"), shares))
}

/// Finds the window. `advance` is told of each total that is done.
///
/// # Errors
///
/// [`NotAll`]
///
/// # Panics
///
/// If a thread does.
pub fn all(game: &Game, solution: &Solution, threads: usize, advance: &(dyn Fn(u64) + Sync)) -> Result<All, NotAll> {
    let (_, nodes) = under(game, ChipAuction { chips: 0, winner: Winner::Decides }).map_err(NotAll::Game)?;
    let (period, shares) = period(solution, &nodes)?;
    let most = 8 * period + 1024;
    let (mut thresholds, mut run) = (Vec::new(), 0);
    while run < period {
        let start = thresholds.len() as u64;
        if start > most {
            return Err(NotAll::Window(start - 1));
        }
        let totals = start..start + (period - run).max(1);
        for result in in_parallel(totals, threads, |total| one(game, total, period, &shares, advance)) {
            let (found, lasts) = result?;
            thresholds.push(found);
            run = if lasts { run + 1 } else { 0 };
            if run == period {
                break;
            }
        }
    }
    let first = thresholds.len() as u64 - period;
    Ok(All { period, first, shares, thresholds, game: game.clone() })
}

/// Works on some totals with so many threads; the results are in order.
pub fn in_parallel<T: Send>(totals: std::ops::Range<u64>, threads: usize, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    if threads <= 1 {
        return totals.map(work).collect();
    }
    let next = AtomicU64::new(totals.start);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let total = next.fetch_add(1, Ordering::Relaxed);
                    if total >= totals.end {
                        break;
                    }
                    let result = work(total);
                    results.lock().expect("nobody panics with it").push((total, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("nobody panicked with it");
    results.sort_by_key(|(total, _)| *total);
    results.into_iter().map(|(_, result)| result).collect()
}

/// One total: its thresholds, and whether its tables have the lasting conditions.
fn one(
    game: &Game,
    total: u64,
    period: u64,
    shares: &[Vec<i64>; 2],
    advance: &(dyn Fn(u64) + Sync),
) -> Result<(Thresholds, bool), NotAll> {
    let auction = ChipAuction { chips: total, winner: Winner::Decides };
    let (graph, _) = under(game, auction).map_err(NotAll::Game)?;
    let solved = solve(&graph, auction, 1, &|_| ()).map_err(NotAll::Solve)?;
    let thresholds = solved.lines.map(|lines| lines.chips);
    let lasts = lasting(&graph, auction, period, shares, &thresholds)?.is_some();
    advance(1);
    Ok((thresholds, lasts))
}

/// The labels, bids and guards with the lasting conditions, of both players; none if one does not exist.
fn lasting(
    graph: &Graph<Known>,
    auction: ChipAuction,
    period: u64,
    shares: &[Vec<i64>; 2],
    thresholds: &Thresholds,
) -> Result<Option<[Lines; 2]>, NotAll> {
    let other = flipped(graph);
    let mut all = Vec::new();
    for ((graph, shares), thresholds) in [graph, &other].into_iter().zip(shares).zip(thresholds) {
        let known = graph.boundary.iter().map(|known| known[0]);
        let chips = thresholds.iter().copied().chain(known).collect();
        let side = Side { graph, auction, period: period as i64, shares, chips };
        let Some(lines) = side.lines()? else { return Ok(None) };
        all.push(lines);
    }
    Ok(<[Lines; 2]>::try_from(all).ok())
}

/// One player's side.
struct Side<'a> {
    graph: &'a Graph<Known>,
    auction: ChipAuction,
    period: i64,
    shares: &'a [i64],
    /// The thresholds of all nodes.
    chips: Vec<[i64; 2]>,
}

/// More chips than there ever are, and fewer.
const FAR: i64 = 1 << 60;

/// What stands for no option, and which of two thresholds counts.
type Fold = (i64, fn(i64, i64) -> i64);
/// The least.
const LEAST: Fold = (FAR, <i64 as Ord>::min);
/// The greatest.
const MOST: Fold = (-FAR, <i64 as Ord>::max);

/// What more chips do at a position.
#[derive(Clone, Copy)]
struct Growth {
    /// The share that is needed after the player has bought, and after the opponent has.
    low: i64,
    high: i64,
}

impl Side<'_> {
    /// The best and the worst share.
    fn growth(&self, position: usize) -> Growth {
        let share = |&node: &u32| self.shares[node as usize];
        let own = self.graph.white.row(position).iter().map(share).min().expect("nobody is without an option");
        let other = self.graph.black.row(position).iter().map(share).max().expect("nobody is without an option");
        Growth { low: own.min(other), high: own.max(other) }
    }

    fn lines(self) -> Result<Option<Lines>, NotAll> {
        let count = self.graph.positions();
        let growths: Vec<Growth> = (0..count).map(|position| self.growth(position)).collect();
        if growths.iter().zip(self.shares).any(|(growth, share)| growth.low + growth.high != 2 * share) {
            return Err(NotAll::Shares);
        }
        let never = self.auction.never();
        // A place that is never won, with any number of chips, has no label.
        let is_open =
            |position: usize, star: usize| self.shares[position] < self.period || self.chips[position][star] < never;
        let bid = |labels: &[[u32; 2]], position: usize, star: usize| {
            let extra = |node: usize, star: usize| i64::from(node < count && labels[node][star] == u32::MAX);
            self.bid(growths[position], position, star, extra)
        };
        let (labels, bids) = rounds(&before(self.graph), &is_open, &bid);
        let mut lines = Lines { chips: self.chips[..count].to_vec(), labels, bids, guards: vec![[0; 2]; count] };
        for (position, &growth) in growths.iter().enumerate() {
            for star in 0..2 {
                if is_open(position, star) && lines.labels[position][star] == u32::MAX {
                    return Ok(None);
                }
                if !is_open(position, star) {
                    lines.labels[position][star] = 0;
                }
                if self.shares[position] > 0 || self.chips[position][star] > 0 {
                    let Some(guard) = self.guard(growth, position, star) else { return Ok(None) };
                    lines.guards[position][star] = guard;
                }
            }
        }
        Ok(Some(lines))
    }

    /// The greatest or the least threshold of some options, or what stands for none.
    fn fold(
        &self,
        nodes: &[u32],
        star: usize,
        (none, of): Fold,
        needs: impl Fn(usize, usize) -> i64,
        is_one: impl Fn(i64) -> bool,
    ) -> i64 {
        let nodes = nodes.iter().filter(|&&node| is_one(self.shares[node as usize]));
        nodes.map(|&node| needs(node as usize, star)).fold(none, of)
    }

    /// A bid that wins for ever.
    fn bid(
        &self,
        Growth { low, high }: Growth,
        position: usize,
        star: usize,
        extra: impl Fn(usize, usize) -> i64,
    ) -> Option<i64> {
        let (own, other) = (self.graph.white.row(position), self.graph.black.row(position));
        let needs = |node: usize, star: usize| self.chips[node][star] + extra(node, star);
        let may_name = other.iter().all(|&node| self.shares[node as usize] <= low);
        let a = [0, 1].map(|star| {
            let moving = self.fold(own, star, LEAST, needs, |share| share <= low);
            if may_name { moving.min(self.fold(other, star, MOST, needs, |_| true)) } else { moving }
        });
        let b = [0, 1].map(|star| {
            let moved = self.fold(other, star, MOST, needs, |_| true);
            moved.max(self.fold(own, star, LEAST, needs, |share| share <= high))
        });
        let k = self.chips[position][star];
        let r = self.auction.chips as i64 - k;
        let wins = |&x: &i64| {
            let tie = match star {
                1 => x <= k - a[0] || x >= b[1] - k,
                _ => x <= k - a[0] && x >= b[1] - k,
            };
            (0..=k).contains(&x)
                && (x <= k - a[star] || (x == 0 && low == high))
                && (x >= b[star] - k - 1 || (x >= r && high == self.period))
                && (tie || (x > r && high == self.period))
        };
        let mut tried = [0, b[star] - k - 1, b[1] - k, r, r + 1, k - a[0], k - a[star], k];
        tried.sort_unstable();
        tried.into_iter().find(wins)
    }

    /// A bid of the opponent that holds for ever, against a player with one chip less than the threshold.
    fn guard(&self, Growth { low, high }: Growth, position: usize, star: usize) -> Option<i64> {
        let (own, other) = (self.graph.white.row(position), self.graph.black.row(position));
        let needs = |node: usize, star: usize| self.chips[node][star];
        let may_name = own.iter().all(|&node| self.shares[node as usize] >= high);
        // With less than this the player does not win after buying, and after selling.
        let c = [0, 1].map(|star| {
            let moving = self.fold(own, star, LEAST, needs, |_| true);
            moving.min(self.fold(other, star, MOST, needs, |share| share >= low))
        });
        let d = [0, 1].map(|star| {
            let moved = self.fold(other, star, MOST, needs, |share| share >= high);
            if may_name { moved.max(self.fold(own, star, LEAST, needs, |_| true)) } else { moved }
        });
        let k = self.chips[position][star] - 1;
        let r = self.auction.chips as i64 - k;
        let holds = |&y: &i64| {
            let tie = match star {
                1 => k - y < c[0] && k + y < d[1],
                _ => k - y < c[0] || k + y < d[1],
            };
            (0..=r).contains(&y)
                && (k - y - 1 < c[star] || (y >= k && low == 0))
                && (k + y < d[star] || (y == 0 && low == high))
                && (tie || (y > k && low == 0))
        };
        let mut tried = [0, k - c[star], k - c[0] + 1, k, k + 1, d[star] - k - 1, d[1] - k - 1, r];
        tried.sort_unstable();
        tried.into_iter().find(holds)
    }
}

impl All {
    /// How many chips are needed at a position, by its node, for any total: White's or Black's, without the star and with it.
    #[must_use]
    pub fn needs(&self, total: u64, side: usize, node: usize) -> [i64; 2] {
        let (base, periods) = self.base(total);
        self.thresholds[base as usize][side][node].map(|chips| chips + periods * self.shares[side][node])
    }

    /// The total of the window, or below it, from which this one follows, and by how many periods.
    fn base(&self, total: u64) -> (u64, i64) {
        let periods = total.saturating_sub(self.first) / self.period;
        (total - periods * self.period, periods as i64)
    }

    /// The table for any total from [`first`](Self::first) plus one [`period`](Self::period) on, which the theorem says.
    ///
    /// # Errors
    ///
    /// [`NotAll`] if there is a bug: the window has lasting conditions.
    ///
    /// # Panics
    ///
    /// For a smaller total.
    pub fn predicted(&self, total: u64) -> Result<Solved, NotAll> {
        let (base, periods) = self.base(total);
        assert!(periods > 0, "the total lies beyond the window");
        let auction = ChipAuction { chips: base, winner: Winner::Decides };
        let (graph, _) = under(&self.game, auction).map_err(NotAll::Game)?;
        let found = lasting(&graph, auction, self.period, &self.shares, &self.thresholds[base as usize])?;
        let mut lines = found.ok_or(NotAll::Window(base))?;
        let auction = ChipAuction { chips: total, ..auction };
        let other = flipped(&graph);
        for ((lines, shares), graph) in lines.iter_mut().zip(&self.shares).zip([&graph, &other]) {
            let side = Side { graph, auction, period: self.period as i64, shares, chips: Vec::new() };
            for (position, &share) in shares.iter().enumerate().take(lines.chips.len()) {
                let Growth { low, high } = side.growth(position);
                let step = periods * ((high - low) / 2);
                for star in 0..2 {
                    let chips = &mut lines.chips[position][star];
                    *chips += periods * share;
                    let (is_never, is_none) = (*chips > total as i64, *chips == 0);
                    if !is_never {
                        lines.bids[position][star] += step;
                    }
                    if !is_none {
                        lines.guards[position][star] += step;
                    }
                }
            }
        }
        Ok(Solved { auction, lines })
    }

    /// The totals below the window at which the sum "one period more" is wrong at some position, with the number of such positions; and whether at
    /// this node.
    #[must_use]
    pub fn irregular(&self, node: usize) -> Vec<(u64, usize, bool)> {
        let is_wrong = |total: u64, place: usize| {
            let later = self.needs_solved(total + self.period, place);
            (0..2).any(|side| {
                let now = self.thresholds[total as usize][side][place].map(|chips| chips + self.shares[side][place]);
                later[side] != now
            })
        };
        let count = self.thresholds[0][0].len();
        let of = |total| {
            let wrong = (0..count).filter(|&place| is_wrong(total, place)).count();
            (wrong > 0).then(|| (total, wrong, is_wrong(total, node)))
        };
        (0..self.first).filter_map(of).collect()
    }

    fn needs_solved(&self, total: u64, place: usize) -> [[i64; 2]; 2] {
        [0, 1].map(|side| self.thresholds[total as usize][side][place])
    }

    /// Has the checker verify predicted tables for these totals.
    ///
    /// # Errors
    ///
    /// The first total whose table is not verified, and why.
    pub fn verify(
        &self,
        totals: std::ops::Range<u64>,
        threads: usize,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, String> {
        let text = self.game.write();
        let game = checker::graph::Game::read(text.as_bytes());
        let game = Arc::new(game.map_err(|fault| session::words::game_fault(text.as_bytes(), &fault))?);
        let results = in_parallel(totals.clone(), threads, |total| {
            let predicted = self.predicted(total).map_err(|error| error.to_string())?;
            let bytes = super::certify::graph(game.digest, &predicted);
            let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&game));
            advance(1);
            verdict.map(|_| ()).map_err(|failure| session::words::explain(&bytes, Some(&game), &failure))
        });
        for (total, result) in totals.zip(&results) {
            result.as_ref().map_err(|why| format!("{total} chips: {why}"))?;
        }
        Ok(results.len() as u64)
    }
}
