//! All positions of an endgame of bidding chess.

use super::placements::{Known, chess};
use super::values;
use crate::answer::{COLUMNS, Values};
use crate::figures::Figures;
use crate::json::Object;
use crate::notation;
use crate::position::{Entry, PositionError};
use crate::tell::{Answer, Tell, read_fen, same_board};
use checker::Verified;
use checker::chess::{Board, Man, Placement};
use checker::endgame::Positions;
use checker::table::{Step, Table as _};

/// The table of an endgame.
pub(crate) struct Table<'a> {
    verified: &'a Verified,
    positions: &'a Positions,
    import: fn(&Verified) -> &Positions,
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    Some(Box::new(Table::new(verified, verified.subject().downcast_ref()?, positions)))
}

/// The positions of an import.
pub(crate) fn positions(import: &Verified) -> &Positions {
    import.subject().downcast_ref().expect("imports are endgames")
}

impl<'a> Table<'a> {
    /// The table of these positions; `import` gives those of an import.
    pub(crate) fn new(verified: &'a Verified, positions: &'a Positions, import: fn(&Verified) -> &Positions) -> Self {
        Self { verified, positions, import }
    }

    fn own(&self) -> Board {
        self.positions.endgame.board
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let (board, own) = (self.own(), |placement: &Placement| self.positions.number(placement));
        let known = Known { verified: self.verified, board, own: &own, import: self.import };
        known.entry(placement, |number| self.positions.turn(number), chess(board, placement))
    }
}

/// That a placement has the men of an endgame, with the colours as they are or exchanged, and a right to capture *en passant* only where there is one.
pub(crate) fn same_men(
    own: Board,
    required: &[Man],
    board: Board,
    placement: &Placement,
    words: fn(&[Man]) -> String,
) -> Result<(), PositionError> {
    same_board(board, own)?;
    same_right(own, placement)?;
    let men = |placement: &Placement| placement.pieces.iter().map(|piece| piece.man).collect::<Vec<_>>();
    if men(placement) != required && men(&own.flipped(placement)) != required {
        let [found, required] = [&men(placement), required].map(words);
        return Err(PositionError::Men(found, required));
    }
    Ok(())
}

/// That a right to capture *en passant* is one.
pub(crate) fn same_right(own: Board, placement: &Placement) -> Result<(), PositionError> {
    match placement.passed.is_some_and(|passed| !own.rights(placement).contains(&passed)) {
        true => Err(PositionError::Right(notation::fen(own, placement))),
        false => Ok(()),
    }
}

impl Tell for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "endgame"
    }

    fn about(&self) -> String {
        notation::endgame(&self.positions.endgame)
    }

    fn question(&self) -> &'static str {
        "a placement of the men, as a FEN such as k7/8/8/K7/7N/8/8/8"
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        values::claim(self.verified, &self.about(), "", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        self.positions.count()
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        values::conditions(self.verified, true)
    }

    fn receipt(&self, object: &mut Object) {
        values::receipt(self, object);
    }

    fn labels(&self) -> [Option<u64>; 2] {
        values::labels(self.verified)
    }

    fn bits(&self) -> Option<u64> {
        Some(values::bits(self.verified))
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures::of(self.verified, self.count(), |number| self.name(number)))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String> {
        Values::of(self, self.entry_at(text), holds)
    }

    fn asked(&self, text: &str, holds: Option<&str>) -> Result<(Box<dyn Answer + '_>, Vec<String>), String> {
        Values::asked(self, text, holds)
    }

    fn number(&self, number: u32) -> Box<dyn Answer + '_> {
        Values::number(self, number)
    }

    fn name(&self, number: u32) -> String {
        notation::fen(self.own(), &self.positions.placement(number))
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let (board, placement) = notation::read(text, true).map_err(PositionError::Fen)?;
        self.placed(board, &placement)
    }

    fn entry_asked(&self, text: &str) -> Result<(Entry, Vec<String>), PositionError> {
        read_fen(self, text)
    }

    fn placed(&self, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
        same_men(self.own(), &self.positions.endgame.men, board, placement, notation::signature)?;
        self.of(placement).ok_or_else(|| PositionError::Member(notation::fen(board, placement)))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        self.of(&self.positions.placement(number))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.positions.placement(number))
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn dump_columns(&self) -> String {
        values::DUMPED.to_owned()
    }

    fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
        values::dump(self, true, say);
    }

    fn import(&self, place: usize) -> String {
        notation::endgame(&(self.import)(&self.verified.imports()[place]).endgame)
    }

    fn asks_placements(&self) -> bool {
        true
    }

    fn board(&self) -> Option<Board> {
        Some(self.own())
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.positions.options(number, tell);
    }
}
