//! Plans: a list of positions, at which one of the theorem's two functions proves a bound.
//!
//! Responsible for reading the list, and for where options lead: to a member, to an imported table, or outside, where the number is
//! neutral: it says nothing and needs no evidence. No reply is stated: the checker generates all moves, and the best reply inside the list is
//! found by taking the minimum. Left to others: what is put to the members (`table`), rules (`games::chess`).

use std::sync::Arc;

use crate::certificate::{Member, PawnRule, StatedBoard};
use crate::failure::Failure;
use crate::games::chess::{Board, Man, Piece, Placement, Role};
use crate::games::endgame::{Positions, has_pawns, known};
use crate::games::{Rules, Step, Table, Target};
use crate::limits::Limit;
use crate::numbers::at;
use crate::theorem::{Side, Turn};

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
    /// Reads a list: the board; of each member one king of each side, men and squares increasing, each square once, a right that can be; the
    /// members increasing; the rule for pawns; the root; imports on the same board, in their order.
    pub fn new(
        stated: StatedBoard,
        root: usize,
        list: &[Member],
        imports: Vec<Arc<Positions>>,
    ) -> Result<Self, Failure> {
        let board = Board::new(stated).ok_or(Failure::Statement("board"))?;
        let (mut members, mut work) = (Vec::<Placement>::new(), 0);
        for (pieces, passed) in list {
            work += Limit::MemberWork.admit(pieces.len())?.pow(2);
            Limit::MemberWork.admit(work)?;
            let member =
                member(board, pieces, *passed).filter(|member| members.last().is_none_or(|last| last < member));
            members.push(member.ok_or(Failure::Member(members.len()))?);
        }
        let men: Vec<Man> = members.iter().flat_map(|member| &member.pieces).map(|piece| piece.man).collect();
        let rule = stated.pawn_rule;
        if has_pawns(&men) == (rule == PawnRule::NoPawns) || (rule == PawnRule::DoubleStep && stated.ranks < 4) {
            return Err(Failure::Statement("pawn rule"));
        }
        if root >= members.len() {
            return Err(Failure::Statement("root"));
        }
        for (place, import) in imports.iter().enumerate() {
            let other = import.endgame.board;
            let later = imports[..place].last().is_none_or(|last| last.endgame.order() < import.endgame.order());
            if !later || (other != board && other != board.without_pawns()) {
                return Err(Failure::ImportKind(place));
            }
        }
        Ok(Self { board, members, root, imports })
    }
}

fn member(board: Board, pieces: &[[u8; 2]], passed: u64) -> Option<Placement> {
    let piece = |&[man, square]: &[u8; 2]| {
        let (man, square) = (Man::new(man)?, board.square(square)?);
        board.has_room(man, square).then_some(Piece { man, square })
    };
    let pieces = pieces.iter().map(piece).collect::<Option<Vec<_>>>()?;
    let mut squares: Vec<_> = pieces.iter().map(|piece| piece.square).collect();
    squares.sort_unstable();
    let kings = |side| pieces.iter().filter(|piece| piece.man == Man::of(side, Role::King)).count();
    if !pieces.is_sorted() || !squares.is_sorted_by(|a, b| a < b) || Side::BOTH.map(kings) != [1, 1] {
        return None;
    }
    let placement = Placement { pieces, passed: None };
    let right = board.rights(&placement).into_iter().find(|&right| u64::from(board.number(right)) + 1 == passed);
    (passed == 0 || right.is_some()).then_some(Placement { passed: right, ..placement })
}

impl Rules for List {
    type Position = u32;

    fn turn(&self, _: &u32) -> Turn {
        Turn::Bid
    }

    // ANCHOR: options
    fn options(&self, &number: &u32, mut tell: impl FnMut(Step<u32>)) {
        self.board.options(&self.members[at(number)], |(side, weight, name, target)| {
            let target = match target {
                Target::To(placement) => match self.members.binary_search(&placement) {
                    Ok(member) => Target::To(u32::try_from(member).expect("within the limit")),
                    Err(_) => known(&self.imports, &placement).map_or(Target::Outside, |(import, flipped, number)| {
                        Target::Known { border: 2 * import + usize::from(flipped), number }
                    }),
                },
                Target::Won(side) => Target::Won(side),
                Target::Known { .. } | Target::Outside => unreachable!("a board has no border"),
            };
            tell((side, weight, name, target));
        });
    }
    // ANCHOR_END: options
}

impl Table for List {
    const STATES_MOVES: bool = false;

    fn count(&self) -> usize {
        self.members.len()
    }

    fn borders(&self) -> Vec<(usize, bool)> {
        (0..self.imports.len()).flat_map(|import| [(import, false), (import, true)]).collect()
    }

    fn may_begin_slice(&self, _: usize) -> bool {
        true
    }
}
