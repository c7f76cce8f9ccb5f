//! Games: whose turn it is at a position, and where each option leads. A new game is a file in this folder.

pub mod antichess;
pub mod chess;
pub mod endgame;
pub mod graph;
pub mod partition;

use crate::theorem::{Side, Turn};

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a position of the game.
    To(u32),
    /// To the end of the game: this side has won.
    Won(Side),
    /// To the border: a place of which something is known from elsewhere.
    Known {
        /// Which part of the border: of a game in a file there is one; else there are two for each import, the second with the colours exchanged.
        border: usize,
        /// Which place there.
        number: u32,
    },
    /// To a place of which nothing is known, in a plan for some positions.
    Outside,
}

/// An option: whose it is (White's, where chance takes it), its weight (1, unless chance takes it), which move it is, and where it leads.
pub type Step = (Side, u32, u32, Target);

/// A game, or a part of one, whose positions are all enumerated: the position of number `n` is the `n`-th in the canonical order.
pub trait Table {
    /// Whether exact tables of sharp positions state a move for each player.
    const STATES_MOVES: bool = false;

    /// How many positions there are.
    fn count(&self) -> usize;

    /// Whose turn it is at a position.
    fn turn(&self, _position: u32) -> Turn {
        Turn::Bid
    }

    /// Tells every option of a position, in any order. A player who may come to move and has no option passes: the position is the option.
    fn options(&self, position: u32, tell: impl FnMut(Step));

    /// Where the slice of the file ends that has to reach this number of positions at the least: a number from here on.
    fn slice_end(&self, least: usize) -> usize {
        least
    }
}
