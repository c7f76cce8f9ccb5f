//! Auctions with whole chips and a star that decides ties: who wins with how many chips.
//!
//! Responsible for thresholds, labels, bids and guards of both players at every position of a graph ([`solve()`]); for their certificates
//! ([`certify`]); and for every number of chips at once ([`all`]); for what is printed about them ([`claims`]). The checker has conditions on a certificate, which are the auction itself;
//! here stands the formula for the threshold that comes out of them. Source: the chapter "Chips".

pub mod all;
pub mod between;
pub mod certify;
pub mod claims;
pub mod endgames;
pub mod solve;

pub use solve::{Lines, NotSolved, Solved, solve};

use num_traits::One as _;

pub use super::Winner;
use crate::graph::Graph;
use crate::graph_games::{Game, Kind};

/// The most chips of both players together that a certificate may have: 2^40.
pub const MOST_CHIPS: u64 = 1 << 40;

/// An auction: how many chips both players have together, and who moves after a bid is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipAuction {
    /// The chips of both players together, at most [`MOST_CHIPS`].
    pub chips: u64,
    /// Who moves.
    pub winner: Winner,
}

/// What is known of a node beyond the positions: for each player the chips that are needed without the star, and with it. One more than all chips
/// stands for never.
pub type Known = [[i64; 2]; 2];

impl ChipAuction {
    /// The number that stands for never.
    #[must_use]
    pub fn never(self) -> i64 {
        // At most 2^40 + 1.
        self.chips as i64 + 1
    }

    /// What is known of a place where a player has won.
    #[must_use]
    pub fn won(self, by_first: bool) -> Known {
        let never = [self.never(); 2];
        if by_first { [[0; 2], never] } else { [never, [0; 2]] }
    }
}

/// A graph under an auction, with the players exchanged.
#[must_use]
pub fn flipped<T: Clone>(graph: &Graph<[T; 2]>) -> Graph<[T; 2]> {
    let mut other = graph.with(|[first, second]| [second.clone(), first.clone()]);
    std::mem::swap(&mut other.white, &mut other.black);
    other
}

/// A game as a graph under an auction, and for each position its node there.
///
/// # Errors
///
/// If a terminal value is neither 0 nor 1, or the players do not bid somewhere.
pub fn under(game: &Game, auction: ChipAuction) -> Result<(Graph<Known>, Vec<u32>), String> {
    for position in game.positions() {
        let found = match &position.kind {
            Kind::Terminal(value) if !value.is_integer() => {
                format!("found the terminal value {value}, required 0 or 1: nobody wins a part of a game")
            }
            Kind::Turn { .. } | Kind::Chance(_) => {
                "found no auction, required one: with chips the players bid everywhere".to_owned()
            }
            _ => continue,
        };
        return Err(format!("position {:?}: {found}", position.name));
    }
    let (graph, nodes) = game.graph();
    Ok((graph.with(|boundary| auction.won(boundary.lower.is_one())), nodes))
}
