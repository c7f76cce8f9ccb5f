//! The endgame: which material, on which board; all its places, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! numbers of places. Nothing is stored for a place: a number is computed from the squares, and the squares from the number. Losing Chess shares
//! the numbering, for any men. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::certificate::{Certificate, Statement};
use crate::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use crate::failure::{Failure, ensure};
use crate::limits::Limit;
use crate::numbers::at;
use crate::places::{MOST, Order, Squares, images, narrow, sizes, symmetries};
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

    /// That the slices have a byte for each place without a right. Only then are places looked for.
    pub fn cover(&self, certificate: &Certificate) -> Result<(), Failure> {
        let (bytes, places) = (certificate.slices.iter().map(|slice| slice.1).sum(), at(self.places()));
        ensure(bytes >= places, Failure::Short(bytes, places))
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
                places += u64::from(order.size(order.class(list)));
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
    /// The blocks, and where each begins; one more is behind the last.
    blocks: Vec<Block>,
    starts: Vec<u32>,
    /// The rights of all blocks: a place of the block, and the square that a pawn has passed; in their order.
    rights: Vec<(u32, u8)>,
    /// The men in the order of the numbering, with what they do.
    men: Vec<Mover>,
    /// For each square the one where it is after the board has been turned upside down.
    turned: [u8; 256],
}

/// A man of a placement.
#[derive(Debug)]
struct Mover {
    man: Man,
    side: Side,
    /// For each square all squares of the lines along which he goes from there, and for each of these where the next line begins.
    lines: Vec<Vec<(u8, u8)>>,
    /// Where the others are looked up if he is captured: in which part of the border, and who is there each man in the order of the numbering.
    captured: Option<(usize, Vec<usize>)>,
}

/// What is said of a square where no man stands.
const NOBODY: u8 = u8::MAX;

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
                found[order.list::<MOST>(list)] = 8 * narrow(blocks.len());
                blocks.push(Block { start: 0, bare: 0, rights: 0..0, class: order.class(list), anchors: *list });
            }
            found[order.list::<MOST>(list)] = found[order.list::<MOST>(least)] + narrow(symmetry);
        });
        let mover = |(place, &man): (usize, &Man)| Mover {
            man,
            side: man.side(),
            lines: board.squares().map(|from| lines(board, man.role(), from)).collect(),
            captured: captured(&order.men, place, &imports),
        };
        let men = order.men.iter().enumerate().map(mover).collect();
        let (flipped, turned) = (flipped(&endgame.men), images(board, 2));
        let mut all = Self {
            imports,
            flipped,
            found,
            blocks: Vec::new(),
            starts: Vec::new(),
            rights: Vec::new(),
            men,
            turned,
            order,
            endgame,
        };
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| all.endgame.men.contains(&Man::of(side, Role::Pawn)));
        let mut start = 0;
        for mut block in blocks {
            block.start = start;
            block.bare = all.order.size(block.class);
            let first = all.rights.len();
            if has_rights && block.bare > 0 {
                all.find_rights(&block);
            }
            block.rights = first..all.rights.len();
            start += block.bare + narrow(block.rights.len());
            all.blocks.push(block);
        }
        all.starts = all.blocks.iter().map(|block| block.start).chain([start]).collect();
        all
    }

    /// Finds the rights of a block. Without the other men no right of the pawns is missing.
    fn find_rights(&mut self, block: &Block) {
        let board = self.endgame.board;
        let squares = |number| self.order.squares(&block.anchors, block.class, number);
        let rest = self.order.others(block.class);
        let mut all = Vec::new();
        for first in (0..block.bare).step_by(at(rest)) {
            let pawns = self.placed(&squares(first), None, self.order.pawns);
            if board.rights(&pawns).is_empty() {
                continue;
            }
            for number in first..first + rest {
                let placement = self.placed(&squares(number), None, MOST);
                all.extend(board.rights(&placement).into_iter().map(|passed| (number, board.number(passed))));
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
        let block = &self.blocks[self.starts.partition_point(|start| *start <= place) - 1];
        let number = place - block.start;
        let (number, passed) = match number.checked_sub(block.bare) {
            None => (number, None),
            Some(right) => {
                let (number, passed) = self.rights[block.rights.start + at(right)];
                (number, Some(passed))
            }
        };
        (block, self.order.squares(&block.anchors, block.class, number), passed)
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
        self.order.sort(&mut squares);
        let (block, symmetry) = self.carry::<MOST>(&squares)?;
        let number = self.order.number::<MOST>(self.order.carried::<MOST>(&squares, symmetry), block.class);
        let Some(passed) = placement.passed else { return Some(block.start + number) };
        let right = (number, self.order.image(board.number(passed), symmetry));
        let right = self.rights[block.rights.clone()].binary_search(&right).ok()?;
        Some(block.start + block.bare + narrow(right))
    }

    /// The place of a placement without a right, of men on these squares, so many at most.
    #[inline(always)]
    fn place_of<const MEN: usize>(&self, squares: &Squares) -> Option<u32> {
        let (block, symmetry) = self.carry::<MEN>(squares)?;
        Some(block.start + self.order.number::<MEN>(self.order.carried::<MEN>(squares, symmetry), block.class))
    }

    /// The block to which the anchors are carried, and by which symmetry; none if there is no such block.
    #[inline(always)]
    fn carry<const MEN: usize>(&self, squares: &Squares) -> Option<(&Block, usize)> {
        let found = self.found[self.order.list::<MEN>(squares)];
        (found != NOWHERE).then(|| (&self.blocks[at(found / 8)], at(found % 8)))
    }

    /// Where a capture of a man leads, after which the others stand on these squares.
    fn capture<const MEN: usize>(&self, captured: &Mover, squares: &Squares) -> Target {
        let Some((border, men)) = captured.captured.as_ref() else { return Target::Outside };
        let (mut left, import) = ([0; MOST], &self.imports[border / 2]);
        for (square, man) in left.iter_mut().zip(men) {
            *square = if border % 2 == 0 { squares[*man] } else { self.turned[usize::from(squares[*man])] };
        }
        import.order.sort(&mut left);
        Target::Known { border: *border, number: import.place_of::<MEN>(&left).expect("a placement") }
    }

    /// Where a move leads, the long way.
    fn after(&self, placement: &Placement, side: Side, mv: &Move) -> Target {
        if mv.wins() {
            return Target::Won(side);
        }
        let after = self.endgame.board.after(placement, Some(mv));
        match self.number(&after) {
            Some((number, false)) => Target::To(number),
            _ => known(&self.imports, &after).unwrap_or(Target::Outside),
        }
    }

    // ANCHOR: options
    /// Tells every option of a place, of so many men at most.
    fn each_option<const MEN: usize>(&self, place: u32, mut tell: impl FnMut(Step)) {
        let (board, (block, squares, passed)) = (self.endgame.board, self.squares(place));
        let own = |squares: &Squares| Target::To(block.start + self.order.number::<MEN>(*squares, block.class));
        let mut met = [NOBODY; 256];
        self.men.iter().zip(squares).zip(0..).for_each(|((_, square), man)| met[usize::from(square)] = man);
        let placement =
            if board.pawn_rule > PawnRule::NoPawns { Some(self.placed(&squares, passed, MOST)) } else { None };
        for side in Side::BOTH {
            let mut may_move = false;
            for (man, mover) in self.men.iter().enumerate().filter(|(_, mover)| mover.side == side) {
                let (from, mut after) = (squares[man], squares);
                let (lines, mut next) = (&mover.lines[usize::from(from)], 0);
                while let Some(&(to, end)) = lines.get(next) {
                    let other = met[usize::from(to)];
                    next = if other == NOBODY { next + 1 } else { usize::from(end) };
                    after[man] = to;
                    let target = match self.men.get(usize::from(other)) {
                        None if man < self.order.anchors => {
                            Target::To(self.place_of::<MEN>(&after).expect("a placement"))
                        }
                        None => own(&after),
                        Some(other) if other.side == side => continue,
                        Some(other) if other.man.role() == Role::King => Target::Won(side),
                        Some(other) => self.capture::<MEN>(other, &after),
                    };
                    may_move = true;
                    tell((side, 1, u32::from(from) << 8 | u32::from(to), target));
                }
                // A pawn has no lines.
                let Some(placement) = placement.as_ref().filter(|_| lines.is_empty()) else { continue };
                let square = board.square(from).expect("a square of the board");
                board.each_move(placement, Piece { man: mover.man, square }, |mv| {
                    after[man] = board.number(mv.to);
                    let is_step = (mv.promotion, mv.captured, mv.passes) == (None, None, None);
                    let target = if is_step { own(&after) } else { self.after(placement, side, &mv) };
                    may_move = true;
                    tell((side, 1, board.name(Some(&mv)), target));
                });
            }
            if !may_move {
                tell((side, 1, 0, own(&squares)));
            }
        }
    }
    // ANCHOR_END: options

    /// Whether a place is the first one of its position: no symmetry carries it to one before.
    pub fn is_first(&self, place: u32) -> bool {
        let (block, squares, passed) = self.squares(place);
        let key = |symmetry: usize| {
            let passed = passed.map(|passed| self.order.image(passed, symmetry));
            (self.order.number::<MOST>(self.order.carried::<MOST>(&squares, symmetry), block.class), passed)
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

/// The squares of the lines along which a man goes from a square, each with the place in this list where the next line begins.
fn lines(board: Board, role: Role, from: Square) -> Vec<(u8, u8)> {
    let mut all = Vec::new();
    for line in board.lines(role, from) {
        let line: Vec<u8> = line.map(|square| board.number(square)).collect();
        let end = u8::try_from(all.len() + line.len()).expect("fewer than all squares");
        all.extend(line.into_iter().map(|square| (square, end)));
    }
    all
}

/// Where the others are looked up if a man is captured: the part of the border, and which of the men is each man there. None if that is not imported.
fn captured(men: &[Man], captured: usize, imports: &[Arc<Positions>]) -> Option<(usize, Vec<usize>)> {
    let mut left: Vec<usize> = (0..men.len()).filter(|&place| place != captured).collect();
    let mut others: Vec<Man> = left.iter().map(|&place| men[place]).collect();
    others.sort_unstable();
    let is_it = |import: &Arc<Positions>| import.endgame.men == others || import.flipped == others;
    let place = imports.iter().position(is_it)?;
    let is_flipped = imports[place].endgame.men != others;
    let mut take = |man: &Man| {
        let man = if is_flipped { man.flipped() } else { *man };
        left.remove(left.iter().position(|&place| men[place] == man).expect("the same men"))
    };
    Some((2 * place + usize::from(is_flipped), imports[place].order.men.iter().map(&mut take).collect()))
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

impl Table for Positions {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        at(self.starts[self.blocks.len()])
    }

    fn options(&self, place: u32, tell: impl FnMut(Step)) {
        // The same lines for so many men: the compiler unrolls loops of fixed length, which halves the time.
        match self.men.len() {
            ..=3 => self.each_option::<3>(place, tell),
            4 => self.each_option::<4>(place, tell),
            5 => self.each_option::<5>(place, tell),
            _ => self.each_option::<MOST>(place, tell),
        }
    }

    fn slice_end(&self, least: usize) -> usize {
        at(self.starts[self.starts.partition_point(|start| at(*start) < least)])
    }
}
