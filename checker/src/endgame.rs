//! The endgame: which material, on which board; all its places, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! numbers of places. Nothing is stored for a place: a number is computed from the squares, and the squares from the number. Losing Chess shares
//! the numbering, for any men. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::certificate::Statement;
use crate::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use crate::failure::{Failure, ensure};
use crate::limits::Limit;
use crate::numbers::at;
use crate::places::{MOST, Order, Squares, sizes, symmetries};
use crate::table::{Step, Table, Target};
use crate::theorem::Side;

/// A material on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// The board; its rule for pawns is `NoPawns` exactly where there are none.
    pub board: Board,
    /// In the order of the format: increasing. In bidding chess both kings come first.
    pub men: Vec<Man>,
}

impl Endgame {
    /// The endgame that a certificate says it is about. Rejected if the format forbids it, declined if it is too large.
    pub fn new(stated: [u8; 3], men: &[u8]) -> Result<Self, Failure> {
        Self::of(stated, chess::men(men))
    }

    /// The same of men that have been read already, if they are those of an endgame.
    pub fn of(stated: [u8; 3], men: Option<Vec<Man>>) -> Result<Self, Failure> {
        let board = Board::new(stated).ok_or(Failure::Statement("board"))?;
        let men = men.ok_or(Failure::Statement("men"))?;
        ensure(board.suits(&men), Failure::Statement("pawn rule"))?;
        ensure(used(&men) == men, Failure::Statement("colours"))?;
        Limit::MEN.admit(men.len())?;
        let [lists, placements] = sizes(board, &men);
        Limit::LISTS.admit(lists)?;
        Limit::PLACES.admit(placements / u128::try_from(symmetries(board)).expect("at most 8"))?;
        let endgame = Self { board, men };
        Limit::PLACES.admit(endgame.places())?;
        Ok(endgame)
    }

    /// The same, unless it has many more places than a certificate of so many bytes can speak of.
    pub fn admit(self, bytes: usize) -> Result<Self, Failure> {
        let room = u64::try_from(bytes).expect("a length") / 3;
        Limit::SHORT_FILE.admit(self.places() - self.places().min(room))?;
        Ok(self)
    }

    /// The statement about it.
    pub fn statement(&self) -> Statement {
        Statement::Endgame(self.board.stated(), self.men.iter().map(|man| man.number()).collect())
    }

    /// How many places there are, without those with a right.
    pub fn places(&self) -> u64 {
        let (order, mut places) = (Order::of(self.board, &self.men), 0);
        order.each_list(&mut |list, least, _| {
            if list == least {
                places += order.size(order.class(list));
            }
        });
        places
    }

    /// The endgames of what the men become by a move that captures a man other than a king, promotes a pawn, or both; with the colours
    /// exchanged where the men are not used so; in the order in which a certificate imports them. Each has fewer men or fewer pawns.
    pub fn imports(&self) -> Vec<Self> {
        self.changes(2, &PROMOTIONS)
    }

    /// The same where so many men, the first ones, cannot be captured, and pawns become these men. A side without men has no endgame.
    pub fn changes(&self, lasting: usize, promotions: &[Role]) -> Vec<Self> {
        let mut all = BTreeSet::new();
        for side in Side::BOTH {
            let captured = (lasting..self.men.len()).filter(|&place| self.men[place].side() != side);
            let without = |place: usize| [&self.men[..place], &self.men[place + 1..]].concat();
            for left in captured.map(without).chain([self.men.clone()]) {
                // A pawn that stays one is the move without a promotion.
                for &role in [Role::Pawn].iter().chain(promotions) {
                    let mut men = left.clone();
                    let pawn = men.iter_mut().find(|man| **man == Man::of(side, Role::Pawn));
                    pawn.into_iter().for_each(|man| *man = Man::of(side, role));
                    men.sort_unstable();
                    let men = used(&men);
                    all.insert((Reverse(men.len()), men));
                }
            }
        }
        let is_whole = |men: &[Man]| Side::BOTH.iter().all(|&side| men.iter().any(|man| man.side() == side));
        let others = all.into_iter().map(|(_, men)| men).filter(|men| *men != self.men && is_whole(men));
        let rule = |men: &[Man]| if has_pawns(men) { self.board.pawn_rule } else { PawnRule::NoPawns };
        others.map(|men| Self { board: Board { pawn_rule: rule(&men), ..self.board }, men }).collect()
    }
}

/// The men with the colours exchanged.
fn flipped(men: &[Man]) -> Vec<Man> {
    let mut men: Vec<Man> = men.iter().map(|man| man.flipped()).collect();
    men.sort_unstable();
    men
}

/// The men, or those with the colours exchanged: White has more men, or as many that come first in the order Q R B N P.
pub fn used(men: &[Man]) -> Vec<Man> {
    let white = |men: &[Man]| men.iter().filter(|man| man.side() == Side::White).count();
    let both = [men.to_vec(), flipped(men)];
    both.into_iter().min_by_key(|men| (Reverse(white(men)), men.clone())).expect("two")
}

/// All places of an endgame, numbered.
#[derive(Debug)]
pub struct Positions {
    /// What is played.
    pub endgame: Endgame,
    /// The positions of the endgames that moves lead to, in the order of imports.
    pub imports: Vec<Arc<Self>>,
    /// The men with the colours exchanged.
    flipped: Vec<Man>,
    /// How places are ordered.
    order: Order,
    /// For each list of squares of the anchors 8 times its block and the first symmetry that carries it there, or `NOWHERE`.
    found: Vec<u32>,
    /// The blocks, and one more behind the last.
    blocks: Vec<Block>,
    /// The rights of all blocks: a place of the block, and the square that a pawn has passed; in their order.
    rights: Vec<(u32, u8)>,
    /// The lines along which each man goes from each square.
    lines: Vec<Lines>,
}

/// The places with these squares of the anchors.
#[derive(Clone, Debug)]
struct Block {
    /// The first place.
    start: u32,
    /// How many of its places have no right.
    bare: u32,
    /// Where its rights are.
    rights: Range<usize>,
    /// How many anchors stand where a pawn could.
    class: usize,
    anchors: Squares,
}

/// What is said of lists that no placement has.
const NOWHERE: u32 = u32::MAX;

/// For each square the lines along which a man goes from there.
type Lines = Vec<Vec<Vec<u8>>>;

impl Positions {
    /// Finds all places.
    pub fn enumerate(endgame: Endgame, imports: Vec<Arc<Self>>) -> Self {
        Self::find(endgame, imports, true)
    }

    /// Finds all places, with rights or without.
    pub fn find(endgame: Endgame, imports: Vec<Arc<Self>>, rights: bool) -> Self {
        let Endgame { board, ref men } = endgame;
        let order = Order::of(board, men);
        let (mut found, mut blocks) = (vec![NOWHERE; order.lists()], Vec::new());
        order.each_list(&mut |list, least, symmetry| {
            if list == least {
                found[order.list(list)] = 8 * narrow(blocks.len());
                blocks.push(Block { start: 0, bare: 0, rights: 0..0, class: order.class(list), anchors: *list });
            }
            found[order.list(list)] = found[order.list(least)] + narrow(symmetry);
        });
        let lines = |man: &Man| board.squares().map(|from| lines(board, man.role(), from)).collect();
        let lines = order.men.iter().map(lines).collect();
        let flipped = flipped(men);
        let mut all = Self { imports, flipped, found, blocks: Vec::new(), rights: Vec::new(), lines, order, endgame };
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| all.endgame.men.contains(&Man::of(side, Role::Pawn)));
        let mut start = 0;
        for mut block in blocks {
            block.start = start;
            block.bare = narrow(all.order.size(block.class));
            let first = all.rights.len();
            if has_rights && block.bare > 0 {
                all.find_rights(&block);
            }
            block.rights = first..all.rights.len();
            start += block.bare + narrow(block.rights.len());
            all.blocks.push(block);
        }
        all.blocks.push(Block { start, bare: 0, rights: 0..0, class: 0, anchors: [0; MOST] });
        all
    }

    /// Finds the rights of a block. Without the other men no right of the pawns is missing.
    fn find_rights(&mut self, block: &Block) {
        let board = self.endgame.board;
        let squares = |number| self.order.squares(&block.anchors, block.class, number);
        let rest = self.order.others(block.class);
        let mut all = Vec::new();
        for first in (0..u64::from(block.bare)).step_by(at(rest)) {
            let pawns = self.placed(&squares(first), None, self.order.pawns);
            if board.rights(&pawns).is_empty() {
                continue;
            }
            for number in first..first + rest {
                let placement = self.placed(&squares(number), None, MOST);
                all.extend(board.rights(&placement).into_iter().map(|passed| (narrow(number), board.number(passed))));
            }
        }
        self.rights.extend(all);
    }

    /// The placement of men on these squares, of so many, the first ones in the order of the numbering.
    fn placed(&self, squares: &Squares, passed: Option<u8>, count: usize) -> Placement {
        let board = self.endgame.board;
        let square = |number| board.square(number).expect("a square of the board");
        let pieces =
            self.order.men.iter().zip(squares).take(count).map(|(&man, &number)| Piece { man, square: square(number) });
        let mut pieces: Vec<Piece> = pieces.collect();
        pieces.sort_unstable();
        Placement { pieces, passed: passed.map(square) }
    }

    /// The block of a place, its squares, and the square that has been passed if there is a right.
    fn squares(&self, place: u32) -> (&Block, Squares, Option<u8>) {
        let block = &self.blocks[self.blocks.partition_point(|block| block.start <= place) - 1];
        let number = place - block.start;
        let (number, passed) = match number.checked_sub(block.bare) {
            None => (number, None),
            Some(right) => {
                let (number, passed) = self.rights[block.rights.start + at(right)];
                (number, Some(passed))
            }
        };
        (block, self.order.squares(&block.anchors, block.class, number.into()), passed)
    }

    /// The placement of a place, with its right.
    pub fn placement(&self, place: u32) -> Placement {
        let (_, squares, passed) = self.squares(place);
        self.placed(&squares, passed, MOST)
    }

    /// The place of a placement, and whether its colours are exchanged there; none if it has other men, or no such placement has a place.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| placement.pieces.iter().map(|piece| &piece.man).eq(men);
        match are(&self.endgame.men) {
            true => Some((self.place(placement)?, false)),
            false if are(&self.flipped) => Some((self.place(&self.endgame.board.flipped(placement))?, true)),
            false => None,
        }
    }

    /// The place of a placement of these men.
    fn place(&self, placement: &Placement) -> Option<u32> {
        let (mut squares, board) = ([0; MOST], self.endgame.board);
        for (square, &slot) in squares.iter_mut().zip(&self.order.slots) {
            *square = board.number(placement.pieces[slot].square);
        }
        // Anchors may be equal men, and a table by turns moves men where they stand in the list.
        self.order.sort(&mut squares, MOST);
        let (block, symmetry) = self.carry(&squares)?;
        let number = self.carried(block, &squares, symmetry);
        let Some(passed) = placement.passed else { return Some(block.start + number) };
        let right = (number, self.order.image(board.number(passed), symmetry));
        let right = self.rights[block.rights.clone()].binary_search(&right).ok()?;
        Some(block.start + block.bare + narrow(right))
    }

    /// The block to which the anchors are carried, and by which symmetry; none if there is no such block.
    #[inline(always)]
    fn carry(&self, squares: &Squares) -> Option<(&Block, usize)> {
        let found = self.found[self.order.list(squares)];
        (found != NOWHERE).then(|| (&self.blocks[at(found / 8)], at(found % 8)))
    }

    /// The number in a block of men whom a symmetry carries there.
    #[inline(always)]
    fn carried(&self, block: &Block, squares: &Squares, symmetry: usize) -> u32 {
        narrow(self.order.number(&self.order.carried(squares, MOST, symmetry), block.class))
    }

    /// Whether a place is the first one of its position: no symmetry carries it to one before.
    pub fn is_first(&self, place: u32) -> bool {
        let (block, squares, passed) = self.squares(place);
        let key = |symmetry: usize| {
            let passed = passed.map(|passed| self.order.image(passed, symmetry));
            (self.carried(block, &squares, symmetry), passed)
        };
        self.order.leaving(&block.anchors).all(|symmetry| key(0) <= key(symmetry))
    }

    /// How many positions there are: places, but those that symmetries carry into each other are one.
    pub fn positions(&self) -> usize {
        let count = |block: &Block| {
            let places = block.start..block.start + block.bare + narrow(block.rights.len());
            match self.order.leaving(&block.anchors).count() {
                1 => places.len(),
                _ => places.filter(|&place| self.is_first(place)).count(),
            }
        };
        self.blocks.iter().map(count).sum()
    }
}

/// A number of places.
fn narrow(number: impl TryInto<u32>) -> u32 {
    number.try_into().ok().expect("within the limits")
}

/// The lines along which a man goes from a square.
fn lines(board: Board, role: Role, from: Square) -> Vec<Vec<u8>> {
    board.lines(role, from).map(|line| line.map(|square| board.number(square)).collect()).collect()
}

// ANCHOR: known
/// Where a placement is looked up in some tables: the parts of the border are each table as it is, then with the colours exchanged.
pub fn known(tables: &[Arc<Positions>], placement: &Placement) -> Option<Target> {
    (0..).zip(tables).find_map(|(place, table)| {
        let (number, flipped) = table.number(placement)?;
        Some(Target::Known { border: 2 * place + usize::from(flipped), number })
    })
}

/// That imports of something on a board are on the same board, or on that without pawns.
pub fn on_board<'a>(board: Board, imports: impl Iterator<Item = &'a Endgame>) -> Result<(), Failure> {
    let boards = [board, Board { pawn_rule: PawnRule::NoPawns, ..board }];
    for (place, import) in imports.enumerate() {
        ensure(boards.contains(&import.board), Failure::ImportKind(place))?;
    }
    Ok(())
}

// ANCHOR_END: known

/// The capture of a man by one that is no pawn.
fn capture(man: Man, [from, to]: [Square; 2]) -> Move {
    Move { from, to, promotion: None, captured: Some(Piece { man, square: to }), passes: None }
}

impl Table for Positions {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        at(self.blocks[self.blocks.len() - 1].start)
    }

    // ANCHOR: options
    fn options(&self, place: u32, mut tell: impl FnMut(Step)) {
        let (board, (block, squares, passed)) = (self.endgame.board, self.squares(place));
        let placement = self.placed(&squares, passed, MOST);
        let (count, mut on) = (self.order.men.len(), [MOST; 256]);
        (0..count).for_each(|man| on[usize::from(squares[man])] = man);
        let quiet = |man: usize, to: u8| {
            let mut after = squares;
            after[man] = to;
            if man < self.order.anchors {
                let (block, symmetry) = self.carry(&after).expect("a placement");
                return Target::To(block.start + self.carried(block, &after, symmetry));
            }
            Target::To(block.start + self.carried(block, &after, 0))
        };
        let slow = |side, mv: Option<&Move>| match mv {
            Some(mv) if mv.wins() => Target::Won(side),
            _ => {
                let after = board.after(&placement, mv);
                match self.number(&after) {
                    Some((number, false)) => Target::To(number),
                    _ => known(&self.imports, &after).unwrap_or(Target::Outside),
                }
            }
        };
        for side in Side::BOTH {
            let mut may_move = false;
            for man in (0..count).filter(|&man| self.order.men[man].side() == side) {
                let from = squares[man];
                if self.order.men[man].role() == Role::Pawn {
                    let piece = Piece { man: self.order.men[man], square: board.square(from).expect("a square") };
                    board.each_move(&placement, piece, |mv| {
                        may_move = true;
                        tell((side, 1, board.name(Some(&mv)), slow(side, Some(&mv))))
                    });
                    continue;
                }
                for line in &self.lines[man][usize::from(from)] {
                    for &to in line {
                        let name = u32::from(from) << 8 | u32::from(to);
                        let met = on[usize::from(to)];
                        if met < MOST {
                            let met = self.order.men[met];
                            if met.side() != side {
                                may_move = true;
                                let mv = capture(met, [from, to].map(|number| board.square(number).expect("a square")));
                                tell((side, 1, name, slow(side, Some(&mv))));
                            }
                            break;
                        }
                        may_move = true;
                        tell((side, 1, name, quiet(man, to)));
                    }
                }
            }
            if !may_move {
                tell((side, 1, 0, slow(side, None)));
            }
        }
    }
    // ANCHOR_END: options

    fn slice_end(&self, least: usize) -> usize {
        at(self.blocks[self.blocks.partition_point(|block| at(block.start) < least)].start)
    }
}
