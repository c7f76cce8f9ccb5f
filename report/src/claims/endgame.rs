//! All positions of an endgame of bidding chess.

use std::sync::OnceLock;

use super::placements::{AllShares, Known, chess, wrong_statement};
use super::unverified::{Beside, Unverified, nameless};
use super::values;
use crate::answer::Values;
use crate::figures::Figures;
use crate::notation;
use crate::position::{Brief, Entry, PositionError};
use crate::question::{self, Question};
use crate::tell::{Answer, Listed, Tell, read_fen, same_board};
use checker::Verified;
use checker::certificate::{Head, Statement};
use checker::chess::{Board, Man, Placement};
use checker::endgame::{Endgame, Positions};
use checker::table::{Step, Table as _};

/// The table of an endgame.
pub(crate) struct Table<'a> {
    verified: &'a Verified,
    positions: &'a Positions,
    shares: AllShares<'a>,
    count: OnceLock<usize>,
    import: fn(&Verified) -> &Positions,
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    Some(Box::new(Table::new(verified, verified.subject().downcast_ref()?, positions)))
}

/// What a statement about an endgame says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], numbers: &str) -> Option<Listed> {
    let endgame = super::listed::endgame(body)?;
    Some(Listed { endgame: Some(endgame.clone()), ..Listed::new(notation::endgame(&endgame), numbers) })
}

/// An endgame that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let Statement::Endgame(board, men) = &head.statement else { unreachable!("of its number") };
    Box::new(Claimed::new(*board, men.clone()))
}

/// An endgame that is not verified; none if there is no such endgame.
pub(crate) struct Claimed {
    pub(crate) endgame: Option<Endgame>,
    /// The board and the men as they are stated, if they are.
    stated: Option<([u8; 3], Vec<u8>)>,
}

impl Claimed {
    /// As it is stated.
    pub(crate) fn new(board: [u8; 3], men: Vec<u8>) -> Self {
        Self { endgame: Endgame::new(board, &men).ok(), stated: Some((board, men)) }
    }

    /// As it is required, or as it was read.
    pub(crate) fn of(endgame: Option<Endgame>) -> Self {
        Self { endgame, stated: None }
    }
}

impl Unverified for Claimed {
    fn names(&self) -> Option<[String; 2]> {
        self.endgame.as_ref().map(|endgame| [notation::endgame(endgame), notation::file_name(endgame)])
    }

    fn imports(&self) -> Vec<Box<dyn Unverified + '_>> {
        let imports = self.endgame.iter().flat_map(Endgame::imports);
        imports.map(|import| -> Box<dyn Unverified> { Box::new(Self::of(Some(import))) }).collect()
    }

    fn statement(&self, part: &str) -> Option<String> {
        let (board, men) = self.stated.as_ref().map_or((None, &[][..]), |(board, men)| (Some(*board), men));
        wrong_statement(part, board, men)
    }

    /// All places of the endgame are found once more.
    fn position(&self, number: u32) -> String {
        self.endgame.as_ref().map_or(nameless(number), |endgame| {
            let positions = Positions::enumerate(endgame.clone(), Vec::new());
            notation::fen(endgame.board, &positions.placement(number))
        })
    }

    fn step(&self, number: u32) -> String {
        let board = self.endgame.as_ref().map(|endgame| endgame.board);
        board.map_or_else(|| format!("the move of number {number}"), |board| notation::step(board, number))
    }
}

/// The positions of an import.
pub(crate) fn positions(import: &Verified) -> &Positions {
    import.subject().downcast_ref().expect("imports are endgames")
}

impl<'a> Table<'a> {
    /// The table of these positions; `import` gives those of an import.
    pub(crate) fn new(verified: &'a Verified, positions: &'a Positions, import: fn(&Verified) -> &Positions) -> Self {
        Self { verified, positions, shares: AllShares::of(verified), count: OnceLock::new(), import }
    }

    fn own(&self) -> Board {
        self.positions.endgame.board
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let own = |placement: &Placement| self.positions.number(placement);
        let turn = |number| self.positions.turn(number);
        self.known(&own).entry(placement, turn, chess(self.own(), placement))
    }

    fn known<'b>(&'b self, own: &'b dyn Fn(&Placement) -> Option<(u32, bool)>) -> Known<'b> {
        Known { verified: self.verified, shares: &self.shares, board: self.own(), own, import: self.import }
    }

    fn brief_of(&self, placement: &Placement) -> Option<Brief> {
        self.known(&|placement| self.positions.number(placement)).brief(placement)
    }
}

/// Requires that a placement has the men of an endgame, with the colours as they are or exchanged, and a right to capture *en passant* only where there is one.
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

/// Requires that a right to capture *en passant* is one.
pub(crate) fn same_right(own: Board, placement: &Placement) -> Result<(), PositionError> {
    match placement.passed.is_some_and(|passed| !own.rights(placement).contains(&passed)) {
        true => Err(PositionError::Right(notation::fen(own, placement))),
        false => Ok(()),
    }
}

impl Tell for Table<'_> {
    values::of_numbers!(true);

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
        values::claim(self, &self.about(), "", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        *self.count.get_or_init(|| self.positions.positions())
    }

    fn places(&self) -> usize {
        self.positions.count()
    }

    fn is_first(&self, number: u32) -> bool {
        self.positions.is_first(number)
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures::of(self, self.count(), |number| self.name(number)))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String> {
        Values::of(self, self.entry_at(text), holds)
    }

    fn asked(&self, text: &str, holds: Option<&str>) -> Result<(Box<dyn Answer + '_>, Vec<String>), String> {
        Values::asked(self, text, holds)
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

    fn brief_asked(&self, text: &str) -> Result<(Brief, Vec<String>), PositionError> {
        let Question { board, placement, notes } = question::read(text).map_err(PositionError::Fen)?;
        same_men(self.own(), &self.positions.endgame.men, board, &placement, notation::signature)?;
        let brief = self.brief_of(&placement);
        Ok((brief.ok_or_else(|| PositionError::Member(notation::fen(board, &placement)))?, notes))
    }

    fn brief(&self, number: u32) -> Option<Brief> {
        self.brief_of(&self.positions.placement(number))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.positions.placement(number))
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
