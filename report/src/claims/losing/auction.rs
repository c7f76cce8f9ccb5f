//! An endgame of Losing Chess under an auction.

use std::sync::OnceLock;

use super::words;
use crate::answer::Values;
use crate::claims::endgame::same_men;
use crate::claims::placements::{AllShares, Known, Move};
use crate::claims::values;
use crate::figures::Figures;
use crate::notation;
use crate::position::{Entry, PositionError};
use crate::tell::{Answer, Tell};
use checker::Verified;
use checker::chess::{Board, Placement};
use checker::endgame::Positions;
use checker::table::{Step, Table as _};
use checker::theorem::{Side, Turn};
use games::losing::{Auction, has_men, moves};

/// The table of an endgame.
struct Table<'a> {
    verified: &'a Verified,
    shares: AllShares<'a>,
    count: OnceLock<usize>,
    table: &'a Auction,
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    let table = verified.subject().downcast_ref()?;
    Some(Box::new(Table { verified, shares: AllShares::of(verified), count: OnceLock::new(), table }))
}

fn positions(import: &Verified) -> &Positions {
    let Auction(positions) = import.subject().downcast_ref().expect("imports are under the same auction");
    positions
}

/// All moves of both players; who cannot move wins as soon as it is the turn.
fn all_moves(board: Board, placement: &Placement) -> Vec<Move> {
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        moves(board, placement, side, &mut all);
        found.extend(all.iter().map(|mv| {
            let after = board.after(placement, Some(mv));
            let after = if has_men(&after, side.other()) { Ok(after) } else { Err(side.other()) };
            (side, board.name(Some(mv)), after)
        }));
        if all.is_empty() {
            found.push((side, 0, Err(side)));
        }
    }
    found
}

impl Table<'_> {
    fn own(&self) -> Board {
        self.table.0.endgame.board
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let (board, own) = (self.own(), |placement: &Placement| self.table.0.number(placement));
        let (verified, shares) = (self.verified, &self.shares);
        let known = Known { verified, shares, board, own: &own, import: positions };
        known.entry(placement, |_| Turn::Bid, all_moves(board, placement))
    }
}

impl Tell for Table<'_> {
    values::of_numbers!(true);

    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "auction"
    }

    fn about(&self) -> String {
        words::auction(&self.table.0.endgame)
    }

    fn question(&self) -> &'static str {
        "a placement of the men of Losing Chess, as a FEN without a side to move"
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        values::claim(self, &self.about(), "", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        *self.count.get_or_init(|| self.table.0.positions())
    }

    fn places(&self) -> usize {
        self.table.0.count()
    }

    fn is_first(&self, number: u32) -> bool {
        self.table.0.is_first(number)
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures::of(self, self.count(), |number| self.name(number)))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String> {
        Values::of(self, self.entry_at(text), holds)
    }

    fn name(&self, number: u32) -> String {
        notation::fen(self.own(), &self.table.0.placement(number))
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let (board, placement) = notation::read(text, false).map_err(PositionError::Fen)?;
        self.placed(board, &placement)
    }

    fn placed(&self, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
        same_men(self.own(), &self.table.0.endgame.men, board, placement, words::material)?;
        self.of(placement).ok_or_else(|| PositionError::Member(notation::fen(board, placement)))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        self.of(&self.table.0.placement(number))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.table.0.placement(number))
    }

    fn import(&self, place: usize) -> String {
        words::auction(&positions(&self.verified.imports()[place]).endgame)
    }

    fn board(&self) -> Option<Board> {
        Some(self.own())
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.table.options(number, tell);
    }
}
