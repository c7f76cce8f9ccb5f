//! Games: whose turn it is at a position, and where each option leads. A new game is a file in this folder.

pub mod chess;
pub mod endgame;
pub mod graph;

use crate::theorem::{Side, Turn};

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<P> {
    /// To a position of the game.
    To(P),
    /// To the end of the game: this side has won.
    Won(Side),
    /// To the border: a place of which something is known from elsewhere.
    Known {
        /// Which part of the border.
        border: usize,
        /// Which place there.
        number: u32,
    },
    /// To a place of which nothing is known, in a plan for some positions.
    Outside,
}

/// An option: whose it is (White's, where chance takes it), its weight (1, unless chance takes it), which move it is, and where it leads.
pub type Step<P> = (Side, u32, u32, Target<P>);

/// The rules of a game: all that a plan for some of its positions needs.
pub trait Rules {
    /// A position.
    type Position;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Tells every option of a position, in any order. A player who may come to move and has no option passes: the position is the option.
    fn options(&self, position: &Self::Position, tell: impl FnMut(Step<Self::Position>));
}

/// A game whose positions are all enumerated: the position of number `n` is the `n`-th in the canonical order.
pub trait Table: Rules<Position = u32> {
    /// Whether exact tables of sharp positions state a move for each player.
    const STATES_MOVES: bool;

    /// How many positions there are.
    fn count(&self) -> usize;

    /// The parts of the border: the place of the import, and whether the colours are exchanged there.
    fn borders(&self) -> Vec<(usize, bool)>;

    /// Whether a slice of the file may begin with this position.
    fn may_begin_slice(&self, number: usize) -> bool;
}
