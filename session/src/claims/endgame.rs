//! All positions of an endgame of bidding chess.

use std::sync::OnceLock;

use super::placements::{AllShares, Known, chess, wrong_statement};
use super::unverified::{Beside, Unverified, nameless};
use super::values;
use crate::figures::Figures;
use crate::notation;
use crate::position::{Brief, Entry, PositionError};
use crate::question::{self, Question};
use crate::sheet::{Listed, Sheet, same_board};
use checker::Verified;
use checker::certificate::{Head, Statement};
use checker::chess::{Board, Man, Placement};
use checker::endgame::{Endgame, Positions};
use checker::table::{Step, Table as _};
use games::payments::Auction;

/// The table of an endgame.
pub(crate) struct Table<'a> {
    verified: &'a Verified,
    positions: &'a Positions,
    /// Who is paid for bids, if it is not the other player alone.
    paid: Option<&'a Auction>,
    shares: AllShares<'a>,
    count: OnceLock<usize>,
    import: fn(&Verified) -> &Positions,
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table::new(verified, verified.subject().downcast_ref()?, None, positions)))
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
    /// The table of these positions, with who is paid; `import` gives the positions of an import.
    pub(crate) fn new(
        verified: &'a Verified,
        positions: &'a Positions,
        paid: Option<&'a Auction>,
        import: fn(&Verified) -> &Positions,
    ) -> Self {
        Self { verified, positions, paid, shares: AllShares::of(verified), count: OnceLock::new(), import }
    }

    fn number_of(&self) -> impl Fn(&Placement) -> Option<(u32, bool)> {
        |placement| self.positions.number(placement)
    }

    fn known<'b>(&'b self, own: &'b dyn Fn(&Placement) -> Option<(u32, bool)>) -> Known<'b> {
        let (verified, board) = (self.verified, self.positions.endgame.board);
        Known { verified, shares: &self.shares, board, own, import: self.import }
    }
}

/// Requires that a placement has the men of an endgame, with the colours as they are or exchanged, and a right to capture *en passant* only where there is one.
pub(crate) fn same_men(
    Endgame { board: own, men: required }: &Endgame,
    board: Board,
    placement: &Placement,
    words: fn(&[Man]) -> String,
) -> Result<(), PositionError> {
    same_board(board, *own)?;
    same_right(*own, placement)?;
    let men = |placement: &Placement| placement.pieces.iter().map(|piece| piece.man).collect::<Vec<_>>();
    if men(placement) != *required && men(&own.flipped(placement)) != *required {
        let [found, required] = [&men(placement), required].map(|men| words(men));
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

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        if self.paid.is_some() { "payments" } else { "endgame" }
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

    fn states_moves(&self) -> bool {
        true
    }

    fn auction(&self) -> Option<&Auction> {
        self.paid
    }

    fn covers(&self, board: Board, placement: &Placement) -> Result<(), PositionError> {
        same_men(&self.positions.endgame, board, placement, notation::signature)
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let turn = |number| self.positions.turn(number);
        self.known(&self.number_of()).entry(placement, turn, chess(self.positions.endgame.board, placement))
    }

    fn brief_asked(&self, text: &str) -> Result<(Brief, Vec<String>), PositionError> {
        let Question { board, placement, notes } = question::read(text).map_err(PositionError::Fen)?;
        self.covers(board, &placement)?;
        let brief = self.known(&self.number_of()).brief(&placement);
        Ok((brief.ok_or_else(|| PositionError::Member(notation::fen(board, &placement)))?, notes))
    }

    fn brief(&self, number: u32) -> Option<Brief> {
        self.known(&self.number_of()).brief(&self.positions.placement(number))
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
        Some(self.positions.endgame.board)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.positions.options(number, tell);
    }
}
