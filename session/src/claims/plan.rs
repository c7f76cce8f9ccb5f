//! A plan: a bound on a value of one position of bidding chess, by a list of positions.

use super::endgame::{positions, same_right};
use super::placements::{AllShares, Known, chess, wrong_statement};
use super::unverified::{Beside, Unverified, nameless};
use crate::figures::Figures;
use crate::position::{Entry, PositionError};
use crate::sheet::{Listed, Row, Sheet, same_board};
use crate::{endless, fraction, notation};
use checker::Verified;
use checker::certificate::{Form, Head, Reader, Statement};
use checker::chess::{Board, Placement};
use checker::numbers::at;
use checker::plan::List;
use checker::table::{Step, Table as _};
use games::bare::Naturals as _;

/// The list of a plan.
struct Plan<'a> {
    verified: &'a Verified,
    shares: AllShares<'a>,
    list: &'a List,
}

/// The plan that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Plan { verified, shares: AllShares::of(verified), list: verified.subject().downcast_ref()? }))
}

/// What a statement about a list says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let mut reader = Reader::new(None, body);
    let Board { files, ranks, .. } = Board::new([reader.byte().ok()?, reader.byte().ok()?, reader.byte().ok()?])?;
    let (_root, members) = (reader.number().ok()?, reader.number().ok()?);
    Some(Listed { positions: Some(members), ..Listed::new(format!("a plan on {files}x{ranks}"), "a bound") })
}

/// A list that is not verified.
struct Claimed {
    /// The board as it is stated.
    board: [u8; 3],
    list: Option<List>,
}

/// A list that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let Statement::List(board, root, members) = &head.statement else { unreachable!("of its number") };
    Box::new(Claimed { board: *board, list: List::new(*board, *root, members, Vec::new()).ok() })
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        let root = (part == "root").then(|| "root: found the number of no member, required one".to_owned());
        root.or_else(|| wrong_statement(part, Some(self.board), &[]))
    }

    fn position(&self, number: u32) -> String {
        self.list.as_ref().map_or(nameless(number), |list| notation::fen(list.board, &list.members[at(number)]))
    }

    fn step(&self, number: u32) -> String {
        let board = Board::new(self.board);
        board.map_or_else(|| format!("the move of number {number}"), |board| notation::step(board, number))
    }
}

impl Sheet for Plan<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "list"
    }

    fn about(&self) -> String {
        "a plan".to_owned()
    }

    fn question(&self) -> &'static str {
        "a position of the plan, as a FEN"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let root = self.root().expect("a list has a root");
        let bound = root.bound.expect("a list proves a bound");
        let count = self.count();
        let positions = if count == 1 { "position" } else { "positions" };
        let aim = if let Form::Holds(_) = self.verified.head().form { "not to lose" } else { "to win" };
        let player = bound.planner.of("White", "Black");
        let rule = notation::pawn_rule(self.list.board.pawn_rule);
        let board = notation::board(self.list.board);
        let value = fraction::text(&bound.value);
        let never = self.verified.head().never.map(|never| format!("; {}", endless::rule(self, never)));
        format!(
            "{board} {}{rule}: {} {value}, by a plan for {player} {aim}, in {count} {positions}{}",
            root.name,
            bound.relation,
            never.unwrap_or_default()
        )
    }

    fn count(&self) -> usize {
        self.list.members.len()
    }

    fn first(&self) -> Option<Row<'_>> {
        Some(self.number(u32::try_from(self.list.root).expect("a member")))
    }

    fn names(&self) -> Vec<String> {
        self.list.members.iter().map(|member| notation::fen(self.list.board, member)).collect()
    }

    fn covers(&self, board: Board, placement: &Placement) -> Result<(), PositionError> {
        same_board(board, self.list.board)?;
        same_right(self.list.board, placement)
    }

    fn of(&self, placement: &Placement) -> Option<Entry> {
        let list = self.list;
        let own = |placement: &Placement| {
            let member = list.members.binary_search(placement).ok()?;
            Some((u32::try_from(member).expect("within the limit"), false))
        };
        let (verified, shares) = (self.verified, &self.shares);
        let known = Known { verified, shares, board: list.board, own: &own, import: positions };
        known.entry(placement, |number| list.turn(number), chess(list.board, placement))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.list.members[at(number)].clone())
    }

    fn member(&self) -> &'static str {
        "a member"
    }

    fn import(&self, place: usize) -> String {
        notation::endgame(&positions(&self.verified.imports()[place]).endgame)
    }

    fn asks_placements(&self) -> bool {
        true
    }

    fn board(&self) -> Option<Board> {
        Some(self.list.board)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.list.options(number, tell);
    }
}
