//! Chips that are paid to the bank: who wins with how many chips, against each number of chips of the opponent.
//!
//! Responsible for thresholds, labels, bids and guards of both players at every position of a graph, and for their certificate, statement 21. The
//! checker has the auction itself; here stands the formula for what a bid costs. Numbers of the opponent's chips are solved one after the other, because
//! whoever buys has fewer chips then. Source: the chapter "Chips paid to the bank".

use checker::certificate::{Digest, Statement};
use checker::endgame as rules;
use checker::numbers::Fractions;
use checker::theorem::{Label, Side};
use games::chips::Rule;
pub use games::poorman::{Auction, Line, NEVER, Ties};
use session::claims;
use writer::{Writer, write};

use super::Winner;
use super::chips::endgames::Family;
use super::chips::{ChipAuction, NotSolved, flipped, solve::before, under};
use crate::certificates::certify::{Order, in_form_one};
use crate::graph::{Graph, Rows};
use crate::graph_games::Game;
use crate::raise::settle;

/// The auction in which a winner moves, or decides who does, and equal bids are somebody's, or a star decides; about all numbers of the opponent's chips up to `most`.
#[must_use]
pub fn auction(winner: Winner, owner: Option<Side>, most: u64) -> Auction {
    let ties = owner.map_or(Ties::Star, Ties::Of);
    let rule = match winner {
        Winner::Moves => Rule::Moves,
        Winner::Decides => Rule::Decides,
    };
    Auction { rule, ties, most }
}

/// What is found of a game: of each position that is not terminal, in the order of the file, Left's states and Right's.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The auction.
    pub auction: Auction,
    /// The lines.
    pub lines: [Vec<Vec<Line>>; 2],
}

/// What is known of a place beyond the positions: what is needed, of each player's states. Labels are 0 there.
pub type Known = [Vec<u64>; 2];

fn known(lines: &[Vec<Line>; 2]) -> Known {
    lines.each_ref().map(|lines| lines.iter().map(|line| line.threshold).collect())
}

/// Solves a game: both players. `advance` is told of each number of chips that is done for a player.
///
/// # Errors
///
/// If a terminal value is neither 0 nor 1, if the players do not bid somewhere, or if there are too many states: at most 2^23 of all positions and numbers of
/// chips together. ([`NotSolved`] would be a bug.)
pub fn solve(game: &Game, auction: Auction, advance: &dyn Fn(u64)) -> Result<Solved, String> {
    let (graph, _) = under(game, ChipAuction { chips: 0, winner: Winner::Moves })?;
    let won = Side::BOTH.map(|side| known(&auction.won(side)));
    // Nothing is needed where Left has won.
    of(&graph.with(|known| won[usize::from(known[0][0] > 0)].clone()), auction, advance)
}

/// Solves a graph.
fn of(graph: &Graph<Known>, auction: Auction, advance: &dyn Fn(u64)) -> Result<Solved, String> {
    auction.admit(graph.positions() as u64)?;
    let other = flipped(graph);
    let one =
        |side, graph| Seen::new(graph, auction, side).solve(advance).map_err(|error: NotSolved| error.to_string());
    Ok(Solved { auction, lines: [one(Side::White, graph)?, one(Side::Black, &other)?] })
}

impl Family for Auction {
    type One = Vec<u64>;
    type Solved = Solved;

    fn admit(self, positions: u64) -> Result<(), String> {
        let states: usize = Side::BOTH.map(|side| self.states(side).len()).into_iter().sum();
        let found = u128::from(positions) * (u128::from(self.most) + 1) * states as u128;
        match games::poorman::STATES.most {
            most if found > u128::from(most) => Err(format!(
                "found {found} states of positions and chips, required at most {most}: ask for fewer chips"
            )),
            _ => Ok(()),
        }
    }

    fn won(self, winner: Side) -> Known {
        known(&Auction::won(self, winner))
    }

    fn known(solved: &Solved, position: usize) -> Known {
        known(&solved.lines.each_ref().map(|lines| lines[position].clone()))
    }

    fn solve(self, graph: &Graph<Known>, _threads: usize, advance: &(dyn Fn(u64) + Sync)) -> Result<Solved, String> {
        of(graph, self, &|_: u64| advance(graph.positions() as u64))
    }

    fn file_name(self, endgame: &rules::Endgame) -> String {
        claims::poorman::file_name(endgame, self)
    }

    fn certificate(solved: &Solved, inner: &[u8], order: &Order, imports: Vec<Digest>) -> Vec<u8> {
        bytes(solved, inner, order, imports)
    }

    fn figures(solved: &Solved) -> (String, [Label; 2]) {
        let lines = || solved.lines.iter().flatten().flatten();
        let never = lines().filter(|line| line.threshold == NEVER).count();
        let labels = solved.lines.each_ref().map(|lines| lines.iter().flatten().map(|line| line.label).max());
        (format!("{never} of {} states never won", lines().count()), labels.map(Option::unwrap_or_default))
    }
}

/// A game as one player sees it.
struct Seen<'a> {
    graph: &'a Graph<Known>,
    auction: Auction,
    /// Whether equal bids are the player's, for each state with a number of the opponent's chips.
    ties: &'static [bool],
    /// For each number of the opponent's chips, by node and state: the threshold.
    needs: Vec<Vec<u64>>,
    before: Rows,
}

/// So many chips more.
fn plus(chips: u64, needed: u64) -> u64 {
    if needed == NEVER { NEVER } else { chips + needed }
}

impl<'a> Seen<'a> {
    fn new(graph: &'a Graph<Known>, auction: Auction, side: Side) -> Self {
        Self { graph, auction, ties: auction.states(side), needs: Vec::new(), before: before(graph) }
    }

    fn solve(mut self, advance: &dyn Fn(u64)) -> Result<Vec<Vec<Line>>, NotSolved> {
        let mut lines = vec![Vec::new(); self.graph.positions()];
        for k in 0..=self.auction.most {
            self.lower(k);
            let labelled = self.labels(k)?;
            for (place, (label, bid)) in labelled.into_iter().enumerate() {
                let (position, state) = (place / self.ties.len(), place % self.ties.len());
                let threshold = self.needs[k as usize][place];
                let guard = self.guard(position, k, state, threshold).ok_or(NotSolved { position, what: "guard" })?;
                lines[position].push(Line { threshold, label, bid, guard });
            }
            advance(1);
        }
        Ok(lines)
    }

    /// What is needed after the player has bought, and after the opponent has, by what somebody knows of a node and a state; `none` and `all` are the greatest
    /// and the least of that.
    fn reach<T: Ord + Copy>(
        &self,
        position: usize,
        of: impl Fn(usize) -> T,
        state: usize,
        [none, all]: [T; 2],
    ) -> [T; 2] {
        let at = |&node: &u32| of(node as usize * self.ties.len() + state);
        let own = self.graph.white.row(position).iter().map(at).fold(none, T::min);
        let other = self.graph.black.row(position).iter().map(at).fold(all, T::max);
        if self.auction.rule == Rule::Decides { [own.min(other), own.max(other)] } else { [own, other] }
    }

    fn chips(&self, position: usize, k: u64, state: usize) -> [u64; 2] {
        self.reach(position, |place| self.needs[k as usize][place], state, [NEVER, 0])
    }

    /// What is needed if both bid `x`, by what is needed after buying and after selling: with the star of the holder the one or the other, of the
    /// opponent both.
    fn tied<T: Ord>(&self, state: usize, bought: impl Fn(usize) -> T, sold: impl Fn(usize) -> T) -> T {
        match (self.auction.ties, self.ties[state]) {
            (Ties::Of(_), true) => bought(0),
            (Ties::Of(_), false) => sold(0),
            (Ties::Star, true) => bought(0).min(sold(1)),
            (Ties::Star, false) => bought(0).max(sold(1)),
        }
    }

    /// What a bid needs, against `k` chips.
    fn cost(&self, position: usize, k: u64, state: usize, x: u64) -> u64 {
        let bought = |state| plus(x, self.chips(position, k, state)[0]);
        let sold = |bid, state| self.chips(position, k - bid, state)[1];
        let over = if x > 0 { bought(state) } else { 0 };
        let under = if x < k { sold(x + 1, state) } else { 0 };
        let tie = if x <= k { self.tied(state, bought, |state| sold(x, state)) } else { 0 };
        x.max(over).max(under).max(tie)
    }

    /// Lowers the thresholds against `k` chips from "never" until nothing changes.
    fn lower(&mut self, k: u64) {
        let (count, states) = (self.graph.positions(), self.ties.len());
        let border = |known: &'a Known| known[0][k as usize * states..][..states].iter().copied();
        let border = self.graph.boundary.iter().flat_map(border);
        self.needs.push(vec![NEVER; count * states].into_iter().chain(border).collect());
        let before = std::mem::take(&mut self.before);
        let update = |position: usize| {
            let mut is_less = false;
            for state in 0..states {
                let least = (0..=k + 1).map(|x| self.cost(position, k, state, x)).min().expect("a bid of 0");
                let known = &mut self.needs[k as usize][position * states + state];
                is_less |= least < *known;
                *known = least.min(*known);
            }
            is_less
        };
        settle(before.len(), |position| before.row(position), update, |_| ());
        self.before = before;
    }

    /// The least labels against `k` chips, with bids. A bid of more than 0 needs no label. Where nobody pays one waits for those that have one.
    fn labels(&self, k: u64) -> Result<Vec<(u32, u64)>, NotSolved> {
        let (count, states, needs) = (self.graph.positions(), self.ties.len(), &self.needs[k as usize]);
        let mut found: Vec<Option<(u32, u64)>> = (0..count * states)
            .map(|place| {
                let paid = || (1..=k + 1).find(|&x| self.cost(place / states, k, place % states, x) <= needs[place]);
                if needs[place] == NEVER { Some((0, 0)) } else { paid().map(|x| (0, x)) }
            })
            .collect();
        for round in 1.. {
            let last = found.clone();
            let known = |place: usize| {
                let label = last.get(place).map_or(0, |found| found.map_or(u32::MAX, |(label, _)| label));
                (needs[place], label)
            };
            for place in (0..found.len()).filter(|&place| last[place].is_none()) {
                let (position, state) = (place / states, place % states);
                let of =
                    |turn: usize| move |state| self.reach(position, known, state, [(NEVER, u32::MAX), (0, 0)])[turn];
                let under = k == 0 || self.chips(position, k - 1, state)[1] <= needs[place];
                if under && self.tied(state, of(0), of(1)) < (needs[place], round) {
                    found[place] = Some((round, 0));
                }
            }
            if found == last {
                break;
            }
        }
        let labelled =
            |(place, found): (usize, Option<_>)| found.ok_or(NotSolved { position: place / states, what: "label" });
        found.into_iter().enumerate().map(labelled).collect()
    }

    /// A bid of the opponent against which less than the threshold wins with no bid; 0 if nothing is needed.
    fn guard(&self, position: usize, k: u64, state: usize, threshold: u64) -> Option<u64> {
        let most = match threshold {
            0 => return Some(0),
            NEVER => NEVER - 1,
            chips => chips - 1,
        };
        let fails = |y: &u64| {
            let bought = |y, state| plus(y, self.chips(position, k, state)[0]);
            let over = plus(y + 1, self.chips(position, k, state)[0]) > most;
            let under = *y == 0 || self.chips(position, k - y, state)[1] > most;
            let tie = *y > most
                || self.tied(state, |state| bought(*y, state), |state| self.chips(position, k - y, state)[1]) > most;
            over && under && tie
        };
        (0..=k).find(fails)
    }
}

/// The certificate of the game in the file of a digest.
#[must_use]
pub fn certificate(game: Digest, solved: &Solved) -> Vec<u8> {
    bytes(solved, &[&[1], &game.0[..]].concat(), &Order::plain(solved.lines[0].len()), Vec::new())
}

/// The certificate of what is played, whose positions have this order.
fn bytes(solved: &Solved, inner: &[u8], order: &Order, imports: Vec<Digest>) -> Vec<u8> {
    let ties = match solved.auction.ties {
        Ties::Of(side) => side.of(0, 1),
        Ties::Star => 2,
    };
    let mut body = Writer(vec![ties, u8::from(solved.auction.rule == Rule::Decides)]);
    body.number(solved.auction.most);
    let statement = Statement::Further(games::poorman::NUMBER, [&body.0[..], inner].concat());
    let head = in_form_one(statement, imports, Fractions::default());
    let slice = |range: &std::ops::Range<usize>| {
        let mut writer = Writer::default();
        for lines in &solved.lines {
            let lines = order.column(range, &lines.iter().collect::<Vec<_>>());
            for state in 0..lines.first().map_or(0, |lines| lines.len()) {
                let column =
                    |of: &dyn Fn(&Line) -> u64| -> Vec<u64> { lines.iter().map(|lines| of(&lines[state])).collect() };
                writer.column(&column(&|line| if line.threshold == NEVER { 0 } else { line.threshold + 1 }));
                writer.column(&column(&|line| line.bid));
                writer.column(&column(&|line| line.guard));
                writer.column(&column(&|line| line.label.into()));
            }
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = order.slices.iter().map(slice).collect();
    write(&head, &slices)
}
