//! Plans: a list of positions, at which one of the theorem's two functions proves a bound.
//!
//! Responsible for reading the list, and for where options lead: to a member, to an imported table, or outside, where
//! the number is neutral: it says nothing and needs no evidence. No reply is stated: the checker generates all moves,
//! and the best reply inside the list is found by taking the minimum. Left to others: what is asked of the members
//! (`table`), rules (`chess`).

use std::sync::Arc;

use crate::certificate::Member;
use crate::chess::{self, Board, Man, Move, Piece, Placement};
use crate::endgame::{Positions, known, on_board};
use crate::failure::{Failure, ensure};
use crate::limits::Limit;
use crate::numbers::at;
use crate::table::{Step, Table, Target};

/// A list of positions on a board, and the tables that its options may lead to.
#[derive(Debug)]
pub struct List {
    /// The board.
    pub board: Board,
    /// The positions, increasing.
    pub members: Vec<Placement>,
    /// Which of them the claim is about.
    pub root: usize,
    /// The positions of the imported endgames.
    pub imports: Vec<Arc<Positions>>,
}

impl List {
    /// Reads a list: the board; of each member one king of each side, men and squares increasing, each square once, a
    /// right that can be; the members increasing; the rule for pawns; the root; imports on the same board, in their
    /// order.
    pub fn new(stated: [u8; 3], root: u64, list: &[Member], imports: Vec<Arc<Positions>>) -> Result<Self, Failure> {
        let board = Board::new(stated).ok_or(Failure::Statement("board"))?;
        Limit::MEMBERS.admit(list.len())?;
        let (mut members, mut work) = (Vec::<Placement>::new(), 0);
        for (pieces, passed) in list {
            work += Limit::MEMBER_WORK.admit(pieces.len())?.pow(2);
            Limit::MEMBER_WORK.admit(work)?;
            let member =
                member(board, pieces, *passed).filter(|member| members.last().is_none_or(|last| last < member));
            members.push(member.ok_or(Failure::Member(members.len()))?);
        }
        let men: Vec<Man> = members.iter().flat_map(|member| &member.pieces).map(|piece| piece.man).collect();
        ensure(board.suits(&men), Failure::Statement("pawn rule"))?;
        let root = usize::try_from(root).ok().filter(|&root| root < members.len()).ok_or(Failure::Statement("root"))?;
        on_board(board, imports.iter().map(|import| &import.endgame))?;
        Ok(Self { board, members, root, imports })
    }
}

fn member(board: Board, pieces: &[[u8; 2]], passed: u64) -> Option<Placement> {
    let (men, squares): (Vec<u8>, Vec<u8>) = pieces.iter().map(|&[man, square]| (man, square)).unzip();
    let piece = |(man, square)| Some(Piece { man, square: board.square(square)? });
    let pieces = chess::men(&men)?.into_iter().zip(squares).map(piece).collect::<Option<Vec<_>>>()?;
    if !pieces.is_sorted() || !board.admits(&pieces) {
        return None;
    }
    let placement = Placement { pieces, passed: None };
    let right = board.rights(&placement).into_iter().find(|&right| u64::from(board.number(right)) + 1 == passed);
    (passed == 0 || right.is_some()).then_some(Placement { passed: right, ..placement })
}

impl Table for List {
    const IS_PART: bool = true;

    fn count(&self) -> usize {
        self.members.len()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (board, placement) = (self.board, &self.members[at(position)]);
        let find = |mv: Option<&Move>| {
            let after = board.after(placement, mv);
            match (self.members.binary_search(&after), known(&self.imports, &after)) {
                (Ok(member), _) => Target::To(u32::try_from(member).expect("within the limit")),
                (Err(_), Some(known)) => known,
                (Err(_), None) => Target::Outside,
            }
        };
        board.options(placement, |side, mv| {
            let target = if mv.is_some_and(Move::wins) { Target::Won(side) } else { find(mv) };
            tell((side, 1, board.name(mv), target));
        });
    }
    // ANCHOR_END: options
}
