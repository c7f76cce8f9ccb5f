//! The endgame: which material, on which board; all its positions, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! enumeration of all positions in the canonical order. The solver finds a position by the orbit of its first king; here it is known by the
//! least of its lists, and numbers are counted in a bitmap, on purpose. Losing Chess shares the numbering, for any men. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;
use std::mem::replace;
use std::sync::Arc;

use super::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use super::{Step, Table, Target};
use crate::failure::Failure;
use crate::limits::Limit;
use crate::marks::Marks;
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
    let image = |symmetry, square: Square| {
        let file = if symmetry & 1 == 0 { square.file() } else { board.files - 1 - square.file() };
        let rank = if symmetry & 2 == 0 { square.rank() } else { board.ranks - 1 - square.rank() };
        board.number(if symmetry & 4 == 0 { Square::new(rank, file) } else { Square::new(file, rank) })
    };
    let count = match board.pawn_rule {
        PawnRule::NoPawns if board.files == board.ranks => 8,
        PawnRule::NoPawns => 4,
        PawnRule::SingleStep | PawnRule::DoubleStep => 2,
    };
    let mut images = vec![[0; 256]; count];
    for (symmetry, images) in images.iter_mut().enumerate() {
        board.squares().for_each(|square| images[square.slot()] = image(symmetry, square));
    }
    images
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
    /// For each pair of squares of the first two men (the kings of bidding chess), the symmetries that may carry it to the beginning of the least
    /// list, a bit for each: all of those that carry the men before the first one that is equal to another to the least squares that they can reach.
    carriers: Vec<u8>,
    /// For each man, what one more in the number of its square adds to the code.
    weights: Vec<usize>,
    /// For each symmetry of the board, and with equal men exchanged in every way, what squares add to the code.
    ways: Vec<Vec<Way>>,
    /// The squares that a pawn may have passed, if there is a right to capture it.
    passed: Vec<Square>,
    /// The codes that are the least of a position.
    codes: Marks,
}

/// How many men there are at most.
const MOST: usize = 5;
const _: () = assert!(Limit::MEN.most == 5, "a way has room for as many men as the limit admits");

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
        let carried = |pair: [u8; 2]| u32::from(u16::from_be_bytes(pair)) >> (16 - 8 * alone);
        let (images, squares): (_, Vec<Square>) = (images(*board), board.squares().collect());
        let mut carriers = vec![0; 1 << 16];
        for (first, second) in squares.iter().flat_map(|first| squares.iter().map(move |second| (first, second))) {
            let pairs = images.iter().map(|image| [image[first.slot()], image[second.slot()]]);
            let (least, all) = (pairs.clone().map(carried).min(), &mut carriers[first.slot() << 8 | second.slot()]);
            *all = pairs.rev().fold(0, |all, pair| all << 1 | u8::from(least == Some(carried(pair))));
        }
        // In the least list the first square is the least that it can be carried to, whichever man stands there.
        let is_least = |square: &Square| images.iter().all(|image| image[square.slot()] >= images[0][square.slot()]);
        let least: Vec<bool> = squares.iter().map(is_least).collect();
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| men.contains(&Man::of(side, Role::Pawn)));
        let may_be_passed = |square: &Square| has_rights && (square.rank() == 2 || square.rank() + 3 == board.ranks);
        let passed: Vec<Square> = board.squares().filter(may_be_passed).collect();
        let weight = |later: usize| (0..later).fold(passed.len() + 1, |weight, _| weight * squares.len());
        let weights: Vec<usize> = (0..men.len()).rev().map(weight).collect();
        let right = |to| passed.iter().position(|one| images[0][one.slot()] == to).map_or(0, |place| place + 1);
        let way = |image: &[u8; 256], order: &[usize]| {
            let mut way = [[0; 256]; MOST + 1];
            way.iter_mut().zip(order).for_each(|(codes, weight)| *codes = image.map(|to| weight * usize::from(to)));
            way[MOST] = image.map(right);
            way
        };
        let orders = orders(men, weights.clone());
        let ways = images.iter().map(|image| orders.iter().map(|order| way(image, order)).collect()).collect();
        let flipped = flipped(men);
        let codes = Marks::none(weights[0] * squares.len());
        let mut all = Self { endgame, imports, flipped, carriers, weights, ways, passed, codes };
        for pair in 0..squares.len().pow(2) {
            let [first, second] = [pair / squares.len(), pair % squares.len()];
            // The identity is the first symmetry.
            if least[first] && all.carriers[squares[first].slot() << 8 | squares[second].slot()] & 1 == 1 {
                let codes = pair * all.weights[1]..(pair + 1) * all.weights[1];
                codes.step_by(all.passed.len() + 1).for_each(|code| all.meet(all.listed(code)));
            }
        }
        all.codes.count();
        all
    }

    /// Marks the code of a placement without a right, and those with each right that it could have, if they are the least of their positions.
    fn meet(&mut self, placement: Placement) {
        let Self { endgame: Endgame { board, .. }, passed, .. } = &*self;
        if !placement.pieces.is_sorted() || !board.admits(&placement.pieces) {
            return;
        }
        let rights = if passed.is_empty() { Vec::new() } else { board.rights(&placement) };
        for passed in iter::once(None).chain(rights.into_iter().map(Some)) {
            let squares = squares(&Placement { passed, ..placement.clone() });
            let code = self.least(&squares);
            if code == sum(&self.ways[0][0], &squares) {
                self.codes.insert(code);
            }
        }
    }

    /// The least code of the position of men on these squares.
    #[inline(always)]
    fn least(&self, squares: &Squares) -> usize {
        let mut carriers = self.carriers[squares[0].slot() << 8 | squares[1].slot()];
        let mut least = usize::MAX;
        while carriers > 0 {
            let codes = self.ways[at(carriers.trailing_zeros())].iter().map(|way| sum(way, squares));
            least = codes.fold(least, usize::min);
            carriers &= carriers - 1;
        }
        least
    }

    /// The least placement of the position of that number, with its right.
    pub fn placement(&self, number: u32) -> Placement {
        self.listed(self.codes.nth(number))
    }

    /// The placement of this code.
    fn listed(&self, code: usize) -> Placement {
        let mut rest = code;
        let piece = |(&man, &weight): (&Man, &usize)| {
            let square = u8::try_from(rest / weight).ok().and_then(|number| self.endgame.board.square(number));
            rest %= weight;
            Piece { man, square: square.expect("a code of squares") }
        };
        let pieces = self.endgame.men.iter().zip(&self.weights).map(piece).collect();
        Placement { pieces, passed: rest.checked_sub(1).map(|passed| self.passed[passed]) }
    }

    /// The number of the position to which a placement belongs, and whether its colours are exchanged there; none if it has other men.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| {
            men.len() == placement.pieces.len()
                && men.iter().zip(&placement.pieces).all(|(&man, piece)| man == piece.man)
        };
        let number = |placement: &_| self.codes.before(self.least(&squares(placement)));
        if are(&self.endgame.men) {
            return Some((number(placement), false));
        }
        are(&self.flipped).then(|| (number(&self.endgame.board.flipped(placement)), true))
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

/// The men's squares, and the one that has been passed; a1 for no man and for none.
type Squares = [Square; MOST + 1];
/// What each of them adds to the code.
type Way = [[usize; 256]; MOST + 1];

fn squares(placement: &Placement) -> Squares {
    let mut squares = [Square::new(0, 0); MOST + 1];
    placement.passed.into_iter().for_each(|passed| squares[MOST] = passed);
    squares.iter_mut().zip(&placement.pieces).for_each(|(square, piece)| *square = piece.square);
    squares
}

/// A code, as a sum.
#[inline(always)]
fn sum(way: &Way, squares: &Squares) -> usize {
    way.iter().zip(squares).map(|(codes, square)| codes[square.slot()]).sum()
}

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
        self.codes.size()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (board, placement) = (self.endgame.board, self.placement(position));
        let mut squares = squares(&Placement { passed: None, ..placement.clone() });
        let mut find = |side, mv: Option<&Move>| match mv {
            Some(mv) if mv.wins() => Target::Won(side),
            Some(&Move { from, to, promotion: None, captured: None, passes: None }) => {
                let place = squares.iter().position(|square| *square == from).expect("a man moves");
                let from = replace(&mut squares[place], to);
                let least = self.least(&squares);
                squares[place] = from;
                Target::To(self.codes.before(least))
            }
            _ => {
                let after = board.after(&placement, mv);
                match self.number(&after) {
                    Some((number, false)) => Target::To(number),
                    _ => known(&self.imports, &after).expect("all imports are there"),
                }
            }
        };
        board.options(&placement, |side, mv| tell((side, 1, board.name(mv), find(side, mv))));
    }
    // ANCHOR_END: options

    fn borders(&self) -> Vec<(usize, bool)> {
        borders(&self.imports)
    }

    fn slice_end(&self, least: usize) -> usize {
        let pair = self.weights[1];
        let last = self.codes.nth(u32::try_from(least - 1).expect("within the limits"));
        at(self.codes.before((last / pair + 1) * pair))
    }
}
