//! The endgame: which material, on which board; all its places, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to;
//! the symmetries; the numbers of places. For a place a bit is stored, and its right if it has one: a number is
//! computed from the squares, and the squares from the number. Losing Chess shares the numbering, for any men. Source:
//! the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::certificate::{Certificate, Statement};
use crate::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use crate::failure::{Failure, ensure};
use crate::limits::Limit;
use crate::numbers::at;
use crate::places::{ANCHORS, NONE, OTHERS, Order, Squares, narrow, sizes, symmetries};
use crate::ranked_set::RankedSet;
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
        let ([lists, numbers], placements) = sizes(board, &men);
        Limit::LISTS.admit(lists)?;
        Limit::PLACES.admit(placements / u128::try_from(symmetries(board)).expect("at most 8"))?;
        Limit::NUMBERS.admit(numbers)?;
        let endgame = Self { board, men };
        let [blocks, places] = endgame.sizes();
        Limit::PLACES.admit(places)?;
        Limit::NUMBERS.admit(blocks * numbers)?;
        Ok(endgame)
    }

    /// That the slices have a byte for each place without a right. Only then are places looked for.
    pub fn cover(&self, certificate: &Certificate) -> Result<(), Failure> {
        let (bytes, places) = (certificate.slices.iter().map(|slice| slice.0.len()).sum(), at(self.places()));
        ensure(bytes >= places, Failure::Short(bytes, places))
    }

    /// The statement about it.
    pub fn statement(&self) -> Statement {
        Statement::Endgame(self.board.stated(), self.men.iter().map(|man| man.number()).collect())
    }

    /// How many places there are, without those with a right.
    pub fn places(&self) -> u64 {
        u64::try_from(self.sizes()[1]).expect("within the limits")
    }

    /// How many blocks there are, and how many places without a right.
    fn sizes(&self) -> [u128; 2] {
        let (order, mut sizes) = (Order::of(self.board, &self.men), [0; 2]);
        order.each_list(|list, least, _| {
            if list == least {
                sizes = [sizes[0] + 1, sizes[1] + order.ways(list)];
            }
        });
        sizes
    }

    /// The endgames of what the men become by a move that captures a man other than a king, promotes a pawn, or both;
    /// with the colours exchanged where the men are not used so; in the order in which a certificate imports them. Each
    /// has fewer men or fewer pawns.
    pub fn imports(&self) -> Vec<Self> {
        self.changes(2, &PROMOTIONS)
    }

    /// The same where so many men, the first ones, cannot be captured, and pawns become these men. A side without men
    /// has no endgame.
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
    /// How numbers are made of squares.
    order: Order,
    /// For each number of the anchors' squares 8 times their block and the first symmetry that carries them there, or
    /// `NOWHERE`.
    found: Vec<u32>,
    /// The blocks in their order; one more is behind the last.
    blocks: Vec<Block>,
    /// Which numbers are places, those of one block after those of the block before.
    numbers: RankedSet,
    /// The rights of all blocks: a number of the block, and the square that a pawn has passed; in their order.
    rights: Vec<(u32, Square)>,
}

/// The places with these squares of the anchors: those without a right in the order of their numbers, then those with
/// one.
#[derive(Clone, Copy, Debug)]
struct Block {
    anchors: Squares,
    /// Its first place.
    start: u32,
    /// How many rights the blocks before it have.
    rights: u32,
    /// Whether a symmetry other than the identity leaves the anchors where they are.
    is_symmetric: bool,
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
        let (board, order) = (endgame.board, Order::of(endgame.board, &endgame.men));
        let [lists, size] = order.sizes;
        let (mut found, mut anchors) = (vec![NOWHERE; at(lists)], Vec::new());
        order.each_list(|list, least, symmetry| {
            let [number, to] = [list, least].map(|list| at(order.number(ANCHORS, list, 0)));
            if list == least {
                found[number] = 8 * narrow(anchors.len());
                anchors.push(*list);
            }
            found[number] = found[to] + narrow(symmetry);
        });
        let (flipped, numbers) = (flipped(&endgame.men), RankedSet::none(anchors.len() * at(size)));
        let mut all = Self { imports, flipped, found, blocks: Vec::new(), numbers, rights: Vec::new(), order, endgame };
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| all.endgame.men.contains(&Man::of(side, Role::Pawn)));
        for (block, anchors) in anchors.iter().enumerate() {
            let mut rights = Vec::new();
            let is_symmetric = all.order.leaving(anchors).count() > 1;
            all.blocks.push(Block { anchors: *anchors, start: 0, rights: narrow(all.rights.len()), is_symmetric });
            let (mut pawns, mut has_some) = (NONE, false);
            all.order.each(OTHERS, &mut anchors.clone(), &mut |squares| {
                let number = all.order.number(OTHERS, squares, 0);
                all.numbers.insert(block * at(size) + at(number));
                // Without the other men no right of the pawns is missing.
                let count = all.order.pawns;
                if has_rights && pawns[..count] != squares[..count] {
                    pawns = *squares;
                    has_some = !board.rights(&placed(&all.order.men[..count], squares, None)).is_empty();
                }
                if has_some {
                    let found = board.rights(&placed(&all.order.men, squares, None));
                    rights.extend(found.into_iter().map(|passed| (number, passed)));
                }
            });
            rights.sort_unstable();
            all.rights.extend(rights);
        }
        all.blocks.push(Block { anchors: NONE, start: 0, rights: narrow(all.rights.len()), is_symmetric: false });
        all.numbers.count();
        for (number, block) in all.blocks.iter_mut().enumerate() {
            block.start = all.numbers.rank(number * at(size)) + block.rights;
        }
        all
    }

    /// The block of a place.
    fn block(&self, place: u32) -> usize {
        self.blocks.partition_point(|block| block.start <= place) - 1
    }

    /// The block of a place, its squares, and the square that has been passed if there is a right.
    pub fn squares(&self, place: u32) -> (usize, Squares, Option<Square>) {
        let number = self.block(place);
        let [Block { anchors, start, rights, .. }, next] = [self.blocks[number], self.blocks[number + 1]];
        let (bare, size) = (next.start - start - (next.rights - rights), at(self.order.sizes[OTHERS]));
        let first = number * size;
        let (other, passed) = match (place - start).checked_sub(bare) {
            None => (narrow(self.numbers.select(place - rights, first..first + size) - first), None),
            Some(right) => {
                let (other, passed) = self.rights[at(rights + right)];
                (other, Some(passed))
            }
        };
        (number, self.order.squares(anchors, other), passed)
    }

    /// The placement of a place, with its right.
    pub fn placement(&self, place: u32) -> Placement {
        let (_, squares, passed) = self.squares(place);
        self.placed(&squares, passed)
    }

    /// The placement of the men on these squares.
    pub fn placed(&self, squares: &Squares, passed: Option<Square>) -> Placement {
        placed(&self.order.men, squares, passed)
    }

    /// The place of a placement, and whether its colours are exchanged there; none if it has other men, or no such
    /// placement has a place.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| placement.pieces.iter().map(|piece| &piece.man).eq(men);
        match are(&self.endgame.men) {
            true => Some((self.place(placement)?, false)),
            false if are(&self.flipped) => Some((self.place(&self.endgame.board.flipped(placement))?, true)),
            false => None,
        }
    }

    // ANCHOR: moved
    /// Where a move leads that changes one square and nothing else, from squares in a block: a sum with another term.
    #[inline(always)]
    pub fn moved(&self, block: usize, mut squares: Squares, mv: &Move) -> u32 {
        let man = squares.iter().position(|square| *square == mv.from).expect("a man moves");
        squares[man] = mv.to;
        let carried = if man < self.order.parts[OTHERS].start { self.carry(&squares) } else { Some((block, 0)) };
        let (block, symmetry) = carried.expect("a placement");
        self.place_in(block, self.order.number(OTHERS, &squares, symmetry))
    }
    // ANCHOR_END: moved

    /// The place of a placement of these men.
    fn place(&self, placement: &Placement) -> Option<u32> {
        let mut squares = NONE;
        squares.iter_mut().zip(&self.order.slots).for_each(|(square, &slot)| *square = placement.pieces[slot].square);
        let (block, symmetry) = self.carry(&squares)?;
        let number = self.order.number(OTHERS, &squares, symmetry);
        let Some(passed) = placement.passed else { return Some(self.place_in(block, number)) };
        let right = (number, self.order.image(passed, symmetry));
        let [first, last] = [block, block + 1].map(|block| at(self.blocks[block].rights));
        let right = self.rights[first..last].binary_search(&right).ok()?;
        Some(self.blocks[block + 1].start - narrow(last - first - right))
    }

    /// The block to which the anchors are carried, and by which symmetry; none if there is no such block.
    #[inline(always)]
    fn carry(&self, squares: &Squares) -> Option<(usize, usize)> {
        let found = self.found[at(self.order.number(ANCHORS, squares, 0))];
        (found != NOWHERE).then(|| (at(found / 8), at(found % 8)))
    }

    /// The place without a right of a number in a block.
    #[inline(always)]
    fn place_in(&self, block: usize, number: u32) -> u32 {
        self.numbers.rank(block * at(self.order.sizes[OTHERS]) + at(number)) + self.blocks[block].rights
    }

    /// Whether a place is the first one of its position: no symmetry carries it to one before.
    pub fn is_first(&self, place: u32) -> bool {
        let block = &self.blocks[self.block(place)];
        if !block.is_symmetric {
            return true;
        }
        let (_, squares, passed) = self.squares(place);
        let key = |symmetry: usize| {
            let passed = passed.map(|passed| self.order.image(passed, symmetry));
            (self.order.number(OTHERS, &squares, symmetry), passed)
        };
        self.order.leaving(&block.anchors).all(|symmetry| key(0) <= key(symmetry))
    }

    /// How many positions there are: places, but those that symmetries carry into each other are one.
    pub fn positions(&self) -> usize {
        let count = |blocks: &[Block]| {
            let places = blocks[0].start..blocks[1].start;
            if blocks[0].is_symmetric { places.filter(|&place| self.is_first(place)).count() } else { places.len() }
        };
        self.blocks.windows(2).map(count).sum()
    }
}

/// The placement of men on these squares.
fn placed(men: &[Man], squares: &Squares, passed: Option<Square>) -> Placement {
    let mut pieces: Vec<Piece> = men.iter().zip(squares).map(|(&man, &square)| Piece { man, square }).collect();
    pieces.sort_unstable();
    Placement { pieces, passed }
}

// ANCHOR: known
/// Where a placement is looked up in some tables: the parts of the border are each table as it is, then with the
/// colours exchanged.
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
        at(self.blocks[self.blocks.len() - 1].start)
    }

    // ANCHOR: options
    fn options(&self, place: u32, mut tell: impl FnMut(Step)) {
        let (board, (block, squares, passed)) = (self.endgame.board, self.squares(place));
        let placement = placed(&self.order.men, &squares, passed);
        board.options(&placement, |side, mv| {
            let target = match mv {
                Some(mv) if mv.wins() => Target::Won(side),
                Some(mv @ &Move { promotion: None, captured: None, passes: None, .. }) => {
                    Target::To(self.moved(block, squares, mv))
                }
                mv => {
                    let after = board.after(&placement, mv);
                    match self.number(&after) {
                        Some((number, false)) => Target::To(number),
                        _ => known(&self.imports, &after).unwrap_or(Target::Outside),
                    }
                }
            };
            tell((side, 1, board.name(mv), target));
        });
    }
    // ANCHOR_END: options

    fn slice_end(&self, least: usize) -> usize {
        at(self.blocks[self.blocks.partition_point(|block| at(block.start) < least)].start)
    }
}
