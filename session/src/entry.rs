//! One position of a verified certificate, whatever it is about.

pub use crate::position::*;

use crate::claims;
use checker::Verified;
use checker::chess::{Board, Placement};

/// What is verified of the position that a FEN, or a name in a game, describes.
///
/// # Errors
///
/// If the certificate says nothing of it.
pub fn at_text(verified: &Verified, text: &str) -> Result<Entry, PositionError> {
    claims::tell(verified).entry_at(text)
}

/// What is verified of a placement on a board.
///
/// # Errors
///
/// If the certificate says nothing of it.
pub fn at_placement(verified: &Verified, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
    claims::tell(verified).placed(board, placement)
}

/// What is verified of the position of a number: that of one of its places, of a member of a list, or among those of a game that are not terminal.
///
/// # Panics
///
/// If the certificate states no values of positions: [`Sheet::entry`](crate::sheet::Sheet::entry) says so.
pub fn at_number(verified: &Verified, number: u32) -> Entry {
    claims::tell(verified).entry(number).expect("asked of certificates that state values of positions")
}

/// The member of a list that the claim is about.
pub fn root(verified: &Verified) -> Option<Entry> {
    claims::tell(verified).root()
}
