//! Endgames that are solved while somebody waits: those that take about a second.

use checker::endgame::Endgame;
use session::notation;
use solver::certificates::{family, pipeline};
use solver::chess::board::Board;
use solver::chess::material::Signature;

/// So many positions, with those of the smaller endgames: 8x8 KPk has 250,488 and takes 0.8 s, 6x6 KBkn 187,582 and 1.3 s.
const MOST_POSITIONS: u64 = 260_000;
/// So many squares: denominators grow with the board, so that 10x10 KNk takes 2 s for 120,000 positions.
const MOST_SQUARES: u8 = 64;

/// Whether it takes about a second to solve an endgame, with all that it needs.
pub fn takes_a_second(endgame: &Endgame) -> bool {
    let board = endgame.board;
    let squares = board.files.saturating_mul(board.ranks);
    let read = notation::board(board).parse::<Board>().ok();
    let read = read.zip(Signature::parse(&notation::signature(&endgame.men)).ok());
    read.is_some_and(|(board, (signature, _))| {
        let all = pipeline::in_order_of_need(std::slice::from_ref(&signature));
        let positions = all.iter().map(|signature| family::placements(board, signature));
        squares <= MOST_SQUARES
            && pipeline::admit(board, &signature).is_ok()
            && positions.fold(0, u64::saturating_add) <= MOST_POSITIONS
    })
}
