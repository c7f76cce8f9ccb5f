//! An endgame of Losing Chess under an auction.

use std::sync::OnceLock;

use super::words;
use crate::claims::endgame::same_men;
use crate::claims::placements::{AllShares, Known, Move};
use crate::claims::values;
use crate::figures::Figures;
use crate::position::{Entry, PositionError};
use crate::sheet::Sheet;
use checker::Verified;
use checker::chess::{Board, Placement};
use checker::endgame::Positions;
use checker::table::{Stated, Step, Table as _};
use checker::theorem::{Side, Turn};
use games::losing::rule::won;
use games::losing::{Auction, has_men, moves};

/// The table of an endgame.
struct Table<'a> {
    verified: &'a Verified,
    shares: AllShares<'a>,
    count: OnceLock<usize>,
    table: &'a Auction,
}

/// The parts of the border of an auction, the draw among them; none of another certificate.
pub(crate) fn borders(verified: &Verified) -> Option<Vec<(&Stated, bool)>> {
    verified.subject().downcast_ref::<Auction>().map(|auction| auction.borders(verified.imports()))
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    let table = verified.subject().downcast_ref()?;
    Some(Box::new(Table { verified, shares: AllShares::of(verified), count: OnceLock::new(), table }))
}

fn positions(import: &Verified) -> &Positions {
    let auction: &Auction = import.subject().downcast_ref().expect("imports are under the same auction");
    &auction.positions
}

/// All moves of both players; for a player who cannot move the game ends by the rule.
fn all_moves(board: Board, rule: u8, placement: &Placement) -> Vec<Move> {
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        moves(board, placement, side, &mut all);
        found.extend(all.iter().map(|mv| {
            let after = board.after(placement, Some(mv));
            let after = if has_men(&after, side.other()) { Ok(after) } else { Err(Some(side.other())) };
            (side, board.name(Some(mv)), after)
        }));
        if all.is_empty() {
            found.push((side, 0, Err(won(rule, placement, side))));
        }
    }
    found
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "auction"
    }

    fn about(&self) -> String {
        words::auction(self.table.rule, &self.table.positions.endgame)
    }

    fn question(&self) -> &'static str {
        "a placement of the men of Losing Chess, as a FEN without a side to move"
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        values::claim(self, &self.about(), "", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        *self.count.get_or_init(|| self.table.positions.positions())
    }

    fn places(&self) -> usize {
        self.table.positions.count()
    }

    fn is_first(&self, number: u32) -> bool {
        self.table.positions.is_first(number)
    }

    fn states_moves(&self) -> bool {
        true
    }

    fn covers(&self, board: Board, placement: &Placement) -> Result<(), PositionError> {
        same_men(&self.table.positions.endgame, board, placement, words::material)
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let board = self.table.positions.endgame.board;
        let own = |placement: &Placement| self.table.positions.number(placement);
        let (verified, shares) = (self.verified, &self.shares);
        let known = Known { verified, shares, board, own: &own, import: positions };
        known.entry(placement, |_| Turn::Bid, all_moves(board, self.table.rule, placement))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.table.positions.placement(number))
    }

    fn import(&self, place: usize) -> String {
        words::auction(self.table.rule, &positions(&self.verified.imports()[place]).endgame)
    }

    fn terminal(&self) -> String {
        format!("a draw by {}", words::RULES[usize::from(self.table.rule)])
    }

    fn board(&self) -> Option<Board> {
        Some(self.table.positions.endgame.board)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.table.options(number, tell);
    }
}
