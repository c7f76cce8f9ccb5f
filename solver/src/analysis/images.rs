//! The placements that the symmetries of a board make of each other.
//!
//! Responsible for images of one placement, and for how many there are: a table has one position for all of them.

use std::collections::BTreeSet;

use checker::chess::{Board, Piece, Placement, Role, Square};

/// What each symmetry does with a square: those of the board, or only the exchange of left and right where there is a pawn.
fn symmetries(board: Board, placement: &Placement) -> impl Iterator<Item = impl Fn(Square) -> Square> {
    let (files, ranks) = (board.files, board.ranks);
    let pawns = placement.pieces.iter().any(|piece| piece.man.role() == Role::Pawn);
    let bits = |symmetry: u8| [symmetry & 1 == 1, symmetry & 2 == 2, symmetry & 4 == 4];
    let fits = move |[_, up, exchange]: &[bool; 3]| !(pawns && (*up || *exchange) || *exchange && files != ranks);
    (0..8).map(bits).filter(fits).map(move |[right, up, exchange]| {
        move |square: Square| {
            let file = if right { files - 1 - square.file() } else { square.file() };
            let rank = if up { ranks - 1 - square.rank() } else { square.rank() };
            if exchange { Square::new(file, rank) } else { Square::new(rank, file) }
        }
    })
}

/// The placements that the symmetries make of one.
pub(crate) fn images(board: Board, placement: &Placement) -> BTreeSet<Placement> {
    let image = |image: &dyn Fn(Square) -> Square| {
        let piece = |piece: &Piece| Piece { man: piece.man, square: image(piece.square) };
        let mut pieces: Vec<Piece> = placement.pieces.iter().map(piece).collect();
        pieces.sort_unstable();
        Placement { pieces, passed: placement.passed.map(image) }
    };
    symmetries(board, placement).map(|symmetry| image(&symmetry)).collect()
}

/// How many they are: all symmetries, divided by those that leave the placement as it is.
pub(crate) fn count(board: Board, placement: &Placement) -> usize {
    let (mut all, mut leave) = (0, 0);
    for image in symmetries(board, placement) {
        let stays = |piece: &Piece| placement.pieces.contains(&Piece { man: piece.man, square: image(piece.square) });
        all += 1;
        leave += usize::from(placement.pieces.iter().all(stays) && placement.passed.map(&image) == placement.passed);
    }
    all / leave
}
