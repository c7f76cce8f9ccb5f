//! The endgame: which material, on which board; all its positions, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! enumeration of all positions in the canonical order. The solver finds a position by the orbit of its first king; here it is known by the
//! least of its lists, and numbers are counted in a bitmap, on purpose. Losing Chess shares the numbering, for any men. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;

use super::chess::{self, Board, Man, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use super::{Step, Table, Target};
use crate::failure::Failure;
use crate::limits::Limit;
use crate::numbers::at;
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
        if !board.suits(&men) {
            return Err(Failure::Statement("pawn rule"));
        }
        if used(&men) != men {
            return Err(Failure::Statement("colours"));
        }
        Limit::MEN.admit(men.len())?;
        let endgame = Self { board, men };
        Limit::SQUARES.admit(endgame.lists())?;
        Ok(endgame)
    }

    /// About how many positions there are: of the lists of squares, equal men stand for one in every order.
    pub fn positions(&self) -> u64 {
        self.lists() / u64::try_from(orders(&self.men, vec![0; self.men.len()]).len()).expect("a length")
    }

    /// About how many lists of squares there are up to symmetry, one square for each man: all of them divided by the number
    /// of symmetries. (There are a few more, because some symmetries leave a list as it is.)
    fn lists(&self) -> u64 {
        let squares = u64::from(self.board.files) * u64::from(self.board.ranks);
        let all = self.men.iter().fold(1, |lists, _| lists * squares);
        all / u64::try_from(images(self.board).len()).expect("at most 8")
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
            for men in captured.map(without).chain([self.men.clone()]) {
                let pawn = men.iter().position(|&man| man == Man::of(side, Role::Pawn));
                for (pawn, role) in pawn.into_iter().flat_map(|pawn| promotions.iter().map(move |&role| (pawn, role))) {
                    let mut men = men.clone();
                    men[pawn] = Man::of(side, role);
                    men.sort_unstable();
                    all.insert(used(&men));
                }
                all.insert(used(&men));
            }
        }
        all.remove(&self.men);
        all.retain(|men| Side::BOTH.iter().all(|&side| men.iter().any(|man| man.side() == side)));
        let import = |men: Vec<Man>| {
            let pawn_rule = if has_pawns(&men) { self.board.pawn_rule } else { PawnRule::NoPawns };
            Self { board: Board { pawn_rule, ..self.board }, men }
        };
        let mut all: Vec<Self> = all.into_iter().map(import).collect();
        all.sort_by_key(Self::order);
        all
    }

    /// What imports are ordered by: more men first, then man by man.
    pub fn order(&self) -> (Reverse<usize>, Vec<Man>) {
        (Reverse(self.men.len()), self.men.clone())
    }
}

fn flipped(men: &[Man]) -> Vec<Man> {
    let mut men: Vec<Man> = men.iter().map(|man| man.flipped()).collect();
    men.sort_unstable();
    men
}

/// The men, or those with the colours exchanged: White has more men, or as many that come first in the order Q R B N P.
pub fn used(men: &[Man]) -> Vec<Man> {
    let (men, flipped) = (men.to_vec(), flipped(men));
    let white = |men: &[Man]| Reverse(men.iter().filter(|man| man.side() == Side::White).count());
    if (white(&men), &men) <= (white(&flipped), &flipped) { men } else { flipped }
}

/// For each symmetry of a board and each square the number of the square to which it is carried; the identity is the first. A square board
/// has 8 symmetries: the reflections, and those after the exchange of ranks and files. An oblong one has 4; with pawns there are 2, the
/// identity and the left-right reflection.
fn images(board: Board) -> Vec<[u8; 256]> {
    let image = |symmetry, Square { rank, file }| {
        let file = if symmetry & 1 == 0 { file } else { board.files - 1 - file };
        let rank = if symmetry & 2 == 0 { rank } else { board.ranks - 1 - rank };
        board.number(if symmetry & 4 == 0 { Square { rank, file } } else { Square { rank: file, file: rank } })
    };
    let count = match board.pawn_rule {
        PawnRule::NoPawns if board.files == board.ranks => 8,
        PawnRule::NoPawns => 4,
        PawnRule::SingleStep | PawnRule::DoubleStep => 2,
    };
    let mut images = vec![[0; 256]; count];
    for (symmetry, images) in images.iter_mut().enumerate() {
        board.squares().for_each(|square| images[slot(square)] = image(symmetry, square));
    }
    images
}

/// Where a table of squares of any board has its entry for a square.
fn slot(Square { rank, file }: Square) -> usize {
    usize::from(rank << 4 | file)
}

/// All positions of an endgame, numbered in the canonical order.
///
/// A list of squares, one for each man in the order of the men, and then the right to capture *en passant*, 0 if there is none, is read as a
/// number, first man first: its *code*. So the order of codes is the order of lists. A position is known by the least of its codes.
#[derive(Debug)]
pub struct Positions {
    /// What is played.
    pub endgame: Endgame,
    /// The positions of the endgames that moves lead to, in the order of imports.
    pub imports: Vec<Arc<Self>>,
    /// The men with the colours exchanged.
    flipped: Vec<Man>,
    /// For each symmetry of the board and each square the number of the square to which it is carried.
    images: Vec<[u8; 256]>,
    /// For each pair of squares of the first two men (the kings of bidding chess), the symmetries that may carry it to the beginning of the least
    /// list: all of those that carry the men before the first one that is equal to another to the least squares that they can reach.
    carriers: Vec<Vec<usize>>,
    /// For each man, what one more in the number of its square adds to the code; then the same with equal men exchanged in every way.
    orders: Vec<Vec<usize>>,
    /// The squares that a pawn may have passed, if there is a right to capture it.
    passed: Vec<Square>,
    /// Of 64 codes each, those that are the least of a position, a bit for each; and how many positions come before. The last one is empty.
    blocks: Vec<(u64, u32)>,
}

/// How many codes a block has.
const BLOCK: usize = 64;

impl Positions {
    /// Finds all positions: the placements whose codes are the least of their position, without and with each right.
    pub fn enumerate(endgame: Endgame, imports: Vec<Arc<Self>>) -> Self {
        Self::find(endgame, imports, true)
    }

    /// Finds all positions, with rights or without.
    pub fn find(endgame: Endgame, imports: Vec<Arc<Self>>, rights: bool) -> Self {
        let Endgame { board, men } = &endgame;
        let is_alone = |place: &usize| men.iter().filter(|man| **man == men[*place]).count() == 1;
        let alone = (0..2).take_while(is_alone).count();
        let (images, squares): (_, Vec<Square>) = (images(*board), board.squares().collect());
        let carriers = |&first: &Square, &second: &Square| {
            let pairs: Vec<[u8; 2]> = images.iter().map(|image| [image[slot(first)], image[slot(second)]]).collect();
            let least = pairs.iter().map(|pair| &pair[..alone]).min();
            (0..pairs.len()).filter(|&one| Some(&pairs[one][..alone]) == least).collect()
        };
        let carriers =
            squares.iter().flat_map(|first| squares.iter().map(move |second| carriers(first, second))).collect();
        // In the least list the first square is the least that it can be carried to, whichever man stands there.
        let is_least = |square: &Square| images.iter().all(|image| image[slot(*square)] >= images[0][slot(*square)]);
        let least: Vec<bool> = squares.iter().map(is_least).collect();
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| men.contains(&Man::of(side, Role::Pawn)));
        let may_be_passed = |square: &Square| has_rights && (square.rank == 2 || square.rank + 3 == board.ranks);
        let passed: Vec<Square> = board.squares().filter(may_be_passed).collect();
        let weight = |later: usize| (0..later).fold(passed.len() + 1, |weight, _| weight * squares.len());
        let weights: Vec<usize> = (0..men.len()).rev().map(weight).collect();
        let codes = weights[0] * squares.len();
        let (flipped, orders, blocks) = (flipped(men), orders(men, weights), vec![(0, 0); codes.div_ceil(BLOCK) + 1]);
        let mut all = Self { endgame, imports, flipped, images, carriers, orders, passed, blocks };
        for code in (0..codes).step_by(all.passed.len() + 1) {
            // The identity is the first symmetry.
            if least[code / all.orders[0][0]] && all.carriers[code / all.orders[0][1]][0] == 0 {
                all.meet(all.listed(code));
            }
        }
        for block in 1..all.blocks.len() {
            let (least, before) = all.blocks[block - 1];
            all.blocks[block].1 = before + least.count_ones();
        }
        all
    }

    /// Marks the code of a placement without a right, and those with each right that it could have, if they are the least of their positions.
    fn meet(&mut self, placement: Placement) {
        let Self { endgame: Endgame { board, .. }, passed, .. } = &*self;
        let may_stand = placement.pieces.is_sorted() && board.admits(&placement.pieces);
        if !may_stand || self.least(&placement) != self.code(&placement, 0, 0) {
            return;
        }
        let rights = if passed.is_empty() { Vec::new() } else { board.rights(&placement) };
        let rights = rights.into_iter().map(Some);
        for passed in iter::once(None).chain(rights) {
            let placement = Placement { passed, ..placement.clone() };
            let code = self.code(&placement, 0, 0);
            if self.least(&placement) == code {
                self.blocks[code / BLOCK].0 |= 1 << (code % BLOCK);
            }
        }
    }

    /// The code of a placement after a symmetry, with equal men exchanged in one of the ways.
    fn code(&self, placement: &Placement, symmetry: usize, order: usize) -> usize {
        let image = |square| self.images[symmetry][slot(square)];
        let is_image = |passed| move |one: &Square| self.images[0][slot(*one)] == image(passed);
        let right = |passed| 1 + self.passed.iter().position(is_image(passed)).expect("a pawn may have passed it");
        let terms = placement.pieces.iter().zip(&self.orders[order]);
        let list: usize = terms.map(|(piece, weight)| weight * usize::from(image(piece.square))).sum();
        list + placement.passed.map_or(0, right)
    }

    /// The symmetries that may carry the pieces to the least list.
    fn carriers(&self, pieces: &[Piece]) -> &[usize] {
        let [first, second] = [0, 1].map(|place| usize::from(self.images[0][slot(pieces[place].square)]));
        &self.carriers[first * usize::from(self.endgame.board.files) * usize::from(self.endgame.board.ranks) + second]
    }

    /// The least code of the position of a placement.
    fn least(&self, placement: &Placement) -> usize {
        let mut least = usize::MAX;
        for &symmetry in self.carriers(&placement.pieces) {
            for order in 0..self.orders.len() {
                least = least.min(self.code(placement, symmetry, order));
            }
        }
        least
    }

    /// How many positions have a lesser code: the number of the position of which this is the least code.
    fn number_of(&self, code: usize) -> u32 {
        let (least, before) = self.blocks[code / BLOCK];
        before + (least & ((1 << (code % BLOCK)) - 1)).count_ones()
    }

    /// The least code of the position of a number.
    fn nth(&self, number: u32) -> usize {
        let block = self.blocks.partition_point(|(_, before)| *before <= number) - 1;
        let (mut least, before) = self.blocks[block];
        (before..number).for_each(|_| least &= least - 1);
        block * BLOCK + at(least.trailing_zeros())
    }

    /// The least placement of the position of that number, with its right.
    pub fn placement(&self, number: u32) -> Placement {
        self.listed(self.nth(number))
    }

    /// The placement of this code.
    fn listed(&self, code: usize) -> Placement {
        let mut rest = code;
        let piece = |(&man, &weight): (&Man, &usize)| {
            let square = u8::try_from(rest / weight).ok().and_then(|number| self.endgame.board.square(number));
            rest %= weight;
            Piece { man, square: square.expect("a code of squares") }
        };
        let pieces = self.endgame.men.iter().zip(&self.orders[0]).map(piece).collect();
        Placement { pieces, passed: rest.checked_sub(1).map(|passed| self.passed[passed]) }
    }

    /// The number of the position to which a placement belongs, and whether its colours are exchanged there; none if it has other men.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| {
            men.len() == placement.pieces.len()
                && men.iter().zip(&placement.pieces).all(|(&man, piece)| man == piece.man)
        };
        if are(&self.endgame.men) {
            return Some((self.number_of(self.least(placement)), false));
        }
        are(&self.flipped).then(|| (self.number_of(self.least(&self.endgame.board.flipped(placement))), true))
    }
}

// ANCHOR: known
/// Where a placement is looked up in some tables: the parts of the border are each table as it is, then with the colours exchanged.
pub fn known(tables: &[Arc<Positions>], placement: &Placement) -> Option<Target> {
    (0..).zip(tables).find_map(|(place, table)| {
        let (number, flipped) = table.number(placement)?;
        Some(Target::Known { border: 2 * place + usize::from(flipped), number })
    })
}

/// That imports of something on a board are on the same board, or on that without pawns, in their order, each once.
pub fn in_order(board: Board, imports: &[Arc<Positions>]) -> Result<(), Failure> {
    for (place, import) in imports.iter().enumerate() {
        let (other, without_pawns) = (import.endgame.board, Board { pawn_rule: PawnRule::NoPawns, ..board });
        let is_later = imports[..place].last().is_none_or(|last| last.endgame.order() < import.endgame.order());
        if !is_later || (other != board && other != without_pawns) {
            return Err(Failure::ImportKind(place));
        }
    }
    Ok(())
}

/// The parts of the border of what imports some tables.
pub fn borders(tables: &[Arc<Positions>]) -> Vec<(usize, bool)> {
    (0..tables.len()).flat_map(|table| [(table, false), (table, true)]).collect()
}
// ANCHOR_END: known

/// The weights of men; first as they are, then with those of equal men exchanged in every way.
fn orders(men: &[Man], weights: Vec<usize>) -> Vec<Vec<usize>> {
    let mut orders = vec![weights];
    for later in 0..men.len() {
        for before in orders.clone() {
            for earlier in (0..later).filter(|&earlier| men[earlier] == men[later]) {
                let mut order = before.clone();
                order.swap(earlier, later);
                orders.push(order);
            }
        }
    }
    orders
}

impl Table for Positions {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        at(self.blocks[self.blocks.len() - 1].1)
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let find = |after: &Placement| match self.number(after) {
            Some((number, false)) => Target::To(number),
            _ => known(&self.imports, after).expect("all imports are there"),
        };
        self.endgame.board.options(&self.placement(position), |side, name, after| {
            tell((side, 1, name, after.map_or(Target::Won(side), find)));
        });
    }
    // ANCHOR_END: options

    fn borders(&self) -> Vec<(usize, bool)> {
        borders(&self.imports)
    }

    fn slice_end(&self, least: usize) -> usize {
        let pair = self.orders[0][1];
        let last = self.nth(u32::try_from(least - 1).expect("within the limits"));
        at(self.number_of((last / pair + 1) * pair))
    }
}
