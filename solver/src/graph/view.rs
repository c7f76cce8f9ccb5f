//! A game as one side sees it: of two numbers the greater one is better. All that is said of White's bounds holds of Black with 1 minus the bounds.

use std::cmp::Ordering;

use crate::graph::labels::Side;
use crate::graph::{Bounds, Graph, Rows};

/// What the options of a position come to, in units of which at most 2^62 are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Both players bid: the best own option, and the other's that is worst for this side.
    Bid(u64, u64),
    /// One player moves.
    Turn(u64),
    /// Chance moves: the mean is the sum over the denominator, and quiet where all options are the same.
    Chance(u128, u64, bool),
}

impl Reach {
    /// Whether all that counts in the mean is the same.
    pub fn is_quiet(self) -> bool {
        match self {
            Self::Bid(own, other) => own == other,
            Self::Turn(_) => true,
            Self::Chance(_, _, is_quiet) => is_quiet,
        }
    }

    /// The mean, rounded down.
    pub fn down(self) -> u64 {
        match self {
            Self::Bid(own, other) => (own + other) / 2,
            Self::Turn(value) => value,
            Self::Chance(sum, denominator, _) => quotient(sum, denominator),
        }
    }

    /// The mean, rounded up.
    pub fn up(self) -> u64 {
        match self {
            Self::Bid(own, other) => (own + other).div_ceil(2),
            Self::Turn(value) => value,
            Self::Chance(sum, denominator, _) => quotient(sum + u128::from(denominator - 1), denominator),
        }
    }

    /// The mean rounded down, and one unit less where it is quiet; but 0 stays 0.
    pub fn below(self) -> u64 {
        self.down().saturating_sub(u64::from(self.is_quiet()))
    }

    /// How a bound compares with the mean.
    pub fn compare(self, bound: u64) -> Ordering {
        match self {
            Self::Bid(own, other) => (2 * u128::from(bound)).cmp(&u128::from(own + other)),
            Self::Turn(value) => bound.cmp(&value),
            Self::Chance(sum, denominator, _) => (u128::from(bound) * u128::from(denominator)).cmp(&sum),
        }
    }
}

fn quotient(sum: u128, denominator: u64) -> u64 {
    // To divide numbers of two words takes several times as long.
    match u64::try_from(sum) {
        Ok(sum) => sum / denominator,
        Err(_) => u64::try_from(sum / u128::from(denominator)).expect("a mean is no greater than the greatest value"),
    }
}

/// A game as one side sees it: its own options lead up, the opponent's down.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub graph: &'a Graph<Bounds>,
    /// Who sees it.
    pub side: Side,
    /// This side's options.
    pub own: &'a Rows,
    /// The opponent's.
    pub others: &'a Rows,
    /// Whether every position is bid for.
    pub bids_only: bool,
}

impl<'a> View<'a> {
    /// As this side sees it.
    pub fn of(graph: &'a Graph<Bounds>, side: Side) -> Self {
        let (white, black) = (&*graph.white, &*graph.black);
        let (own, others) = side.of((white, black), (black, white));
        Self { graph, side, own, others, bids_only: graph.first_turn().is_none() }
    }

    /// As White and as Black sees it.
    pub fn both(graph: &'a Graph<Bounds>) -> [Self; 2] {
        [Side::White, Side::Black].map(|side| Self::of(graph, side))
    }

    /// What this side can force at the nodes beyond the positions, and what it can be held to: lower bounds of the one, upper bounds of the other, of α as White sees
    /// it. One is so many units.
    pub fn border(&self, one: u64) -> impl Iterator<Item = [u64; 2]> + use<'a> {
        let side = self.side;
        self.graph.boundary.iter().map(move |bounds| match side {
            Side::White => bounds.alpha,
            Side::Black => [one - bounds.beta[1], one - bounds.beta[0]],
        })
    }

    /// Numbers of all nodes: 0 of the positions, and of the others what this side can force.
    pub fn start(&self, one: u64) -> Vec<u64> {
        let mut values = vec![0; self.graph.positions()];
        values.extend(self.border(one).map(|[near, _]| near));
        values
    }

    /// What the options of a position come to.
    #[inline]
    pub fn reach(&self, position: usize, values: &[u64]) -> Reach {
        if let Some(reach) = self.chance(position, values) {
            return reach;
        }
        let value = |&node: &u32| values[node as usize];
        match (self.own.row(position).iter().map(value).max(), self.others.row(position).iter().map(value).min()) {
            (Some(own), Some(other)) => Reach::Bid(own, other),
            (own, other) => Reach::Turn(own.or(other).expect("somebody moves")),
        }
    }

    /// The same where chance moves; none elsewhere.
    pub fn chance(&self, position: usize, values: &[u64]) -> Option<Reach> {
        let chance = self.graph.chance(position)?;
        let value = |node: u32| values[node as usize];
        let term = |(node, weight): (u32, u64)| u128::from(value(node)) * u128::from(weight);
        let is_quiet = chance.options.iter().all(|&node| value(node) == value(chance.options[0]));
        Some(Reach::Chance(chance.weighted().map(term).sum(), chance.denominator, is_quiet))
    }
}
