//! The endgame: which material, on which board; all its positions, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! enumeration of all positions in the canonical order. The solver finds a position by the orbit of its first king; here a table of all
//! lists of squares is filled, on purpose. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::sync::Arc;

use super::chess::{Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
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
    /// In the order of the format: both kings first.
    pub men: Vec<Man>,
}

impl Endgame {
    /// The endgame that a certificate says it is about. Rejected if the format forbids it, declined if it is too large.
    pub fn new(stated: [u8; 3], men: &[u8]) -> Result<Self, Failure> {
        let board = Board::new(stated).ok_or(Failure::Statement("board"))?;
        let in_order = men.is_sorted() && men.starts_with(&[0, 1]) && men[2..].iter().all(|&man| man > 1);
        let men = men.iter().filter(|_| in_order).map(|&man| Man::new(man)).collect::<Option<Vec<Man>>>();
        let men = men.filter(|men| !men.is_empty()).ok_or(Failure::Statement("men"))?;
        if !board.suits(&men) {
            return Err(Failure::Statement("pawn rule"));
        }
        if used(&men) != men {
            return Err(Failure::Statement("colours"));
        }
        Limit::MEN.admit(men.len())?;
        let squares = u64::from(board.files) * u64::from(board.ranks);
        Limit::SQUARES.admit((0..men.len()).fold(1, |lists: u64, _| lists * squares))?;
        Ok(Self { board, men })
    }

    /// What the men become by a move that captures a man other than a king, promotes a pawn, or both; each once.
    fn changes(&self) -> Vec<Vec<Man>> {
        let without = |men: &[Man], place: usize| [&men[..place], &men[place + 1..]].concat();
        let mut all = Vec::new();
        for side in Side::BOTH {
            let captured = (2..self.men.len()).filter(|&place| self.men[place].side() != side);
            let captured: Vec<Vec<Man>> = captured.map(|place| without(&self.men, place)).collect();
            for men in captured.iter().chain([&self.men]) {
                let pawn = men.iter().position(|&man| man == Man::of(side, Role::Pawn));
                let promoted = |pawn| PROMOTIONS.map(|role| [&without(men, pawn)[..], &[Man::of(side, role)]].concat());
                all.extend(pawn.into_iter().flat_map(promoted));
            }
            all.extend(captured);
        }
        all.iter_mut().for_each(|men| men.sort_unstable());
        all.sort();
        all.dedup();
        all
    }

    /// The endgames of all changes, with the colours exchanged where the men are not used so, in the order in which a certificate imports
    /// them. Each has fewer men or fewer pawns than this one.
    pub fn imports(&self) -> Vec<Self> {
        let without_pawns = Board { pawn_rule: PawnRule::NoPawns, ..self.board };
        let import =
            |men: &Vec<Man>| Self { board: if has_pawns(men) { self.board } else { without_pawns }, men: used(men) };
        let mut all: Vec<Self> = self.changes().iter().map(import).collect();
        all.sort_by_key(Self::order);
        all.dedup();
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

/// The images of a square under the 8 symmetries of a square board: the reflections, and those followed by the exchange of ranks and
/// files. An oblong board has only the 4 reflections, each of which stands twice; with pawns there are only the identity and the left-right
/// reflection, each of which stands four times.
fn images(board: Board, square: Square) -> [Square; 8] {
    let has_pawns = board.pawn_rule != PawnRule::NoPawns;
    std::array::from_fn(|symmetry| {
        let file = if symmetry & 1 == 0 { square.file } else { board.files - 1 - square.file };
        let rank = if symmetry & 2 == 0 || has_pawns { square.rank } else { board.ranks - 1 - square.rank };
        let exchanged = symmetry & 4 != 0 && board.files == board.ranks && !has_pawns;
        if exchanged { Square { rank: file, file: rank } } else { Square { rank, file } }
    })
}

/// A list of squares that stands for no position, or has not been met yet.
const NONE: u32 = u32::MAX;

/// All positions of an endgame, numbered in the canonical order.
///
/// A list of squares, one for each man in the order of the men, is read as a number in the base "number of squares", first man first: its
/// *code*. So the order of codes is the order of lists.
#[derive(Debug)]
pub struct Positions {
    /// What is played.
    pub endgame: Endgame,
    /// The positions of the endgames that moves lead to, in the order of imports.
    pub imports: Vec<Arc<Self>>,
    /// The men with the colours exchanged.
    flipped: Vec<Man>,
    /// In which imports positions are looked up, and whether with the colours exchanged.
    borders: Vec<(usize, bool)>,
    /// For each code, the position without a right that the list belongs to.
    numbers: Vec<u32>,
    /// For each position, the code of its least list, and the square that has been passed if there is a right. Those with a right come
    /// immediately after the one with the same list and without.
    least: Vec<(u32, Option<Square>)>,
    /// For each man, what one more in the number of its square adds to the code.
    weights: Vec<usize>,
    /// The weights, with those of equal men exchanged in every way: the codes of one placement.
    orders: Vec<Vec<usize>>,
    /// For the number of each square, those of its images.
    images: Vec<[u8; 8]>,
}

impl Positions {
    /// Finds all positions. A list that belongs to no position met before is the least of a new one; with each right to capture *en passant*
    /// it is another one.
    pub fn enumerate(endgame: Endgame, imports: Vec<Arc<Self>>) -> Self {
        let Endgame { board, men } = &endgame;
        let images = |square| images(*board, square).map(|image| board.number(image));
        let images: Vec<[u8; 8]> = board.squares().map(images).collect();
        let weight = |later| (0..later).fold(1, |weight, _| weight * images.len());
        let weights: Vec<usize> = (0..men.len()).rev().map(weight).collect();
        let border = |men: Vec<Man>| {
            let import = imports.iter().position(|import| import.endgame.men == used(&men));
            (import.expect("all imports are there"), used(&men) != men)
        };
        let borders = endgame.changes().into_iter().map(border).collect();
        let numbers = vec![NONE; weights[0] * images.len()];
        let (flipped, orders) = (flipped(men), orders(men, &weights));
        let mut all = Self { endgame, imports, flipped, borders, numbers, least: Vec::new(), weights, orders, images };
        for code in 0..u32::try_from(all.numbers.len()).expect("within the limit") {
            if all.numbers[at(code)] == NONE {
                all.meet(code);
            }
        }
        all
    }

    /// Gives the next number to a list that has none, if it is one of a placement, and to all others that stand for the same position.
    fn meet(&mut self, code: u32) {
        let (placement, board) = (self.listed(code, None), self.endgame.board);
        if !board.admits(&placement.pieces) {
            return;
        }
        let number = u32::try_from(self.least.len()).expect("fewer positions than lists");
        self.codes(&placement).as_flattened().iter().for_each(|&code| self.numbers[code] = number);
        self.least.push((code, None));
        // A right is no position of its own if a symmetry that leaves the placement as it is carries it to a lesser one.
        let mut rights = board.rights(&placement);
        rights.retain(|&right| self.least_image(&placement, right, code) == right);
        self.least.extend(rights.into_iter().map(|right| (code, Some(right))));
    }

    /// The codes of a placement: a line for each order of equal men, in it one for each symmetry.
    fn codes(&self, placement: &Placement) -> Vec<[usize; 8]> {
        let line = |weights: &Vec<usize>| {
            let mut codes = [0; 8];
            for (piece, weight) in placement.pieces.iter().zip(weights) {
                let images = self.images[usize::from(self.endgame.board.number(piece.square))];
                codes.iter_mut().zip(images).for_each(|(code, image)| *code += weight * usize::from(image));
            }
            codes
        };
        self.orders.iter().map(line).collect()
    }

    /// The least of the squares to which a square is carried by those symmetries that carry a placement to the list of this code.
    fn least_image(&self, placement: &Placement, square: Square, code: u32) -> Square {
        let board = self.endgame.board;
        let images = self.images[usize::from(board.number(square))];
        let codes = self.codes(placement).into_iter().flat_map(|codes| codes.into_iter().zip(images));
        let least = codes.filter(|(other, _)| *other == at(code)).map(|(_, image)| image).min();
        least.and_then(|image| board.square(image)).expect("a symmetry carries each placement to its least list")
    }

    /// The least placement of the position of that number, with its right.
    pub fn placement(&self, number: u32) -> Placement {
        let (code, passed) = self.least[at(number)];
        self.listed(code, passed)
    }

    /// The placement whose list has this code.
    fn listed(&self, code: u32, passed: Option<Square>) -> Placement {
        let mut rest = at(code);
        let piece = |(&man, &weight): (&Man, &usize)| {
            let square = u8::try_from(rest / weight).ok().and_then(|number| self.endgame.board.square(number));
            rest %= weight;
            Piece { man, square: square.expect("a code of squares") }
        };
        Placement { pieces: self.endgame.men.iter().zip(&self.weights).map(piece).collect(), passed }
    }

    /// The number of the position to which a placement belongs, and whether its colours are exchanged there; none if it has other men.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| men.iter().copied().eq(placement.pieces.iter().map(|piece| piece.man));
        match are(&self.endgame.men) {
            true => Some((self.number_of(placement), false)),
            false if are(&self.flipped) => Some((self.number_of(&self.endgame.board.flipped(placement)), true)),
            false => None,
        }
    }

    /// The number of the position to which a placement of these men, with its right if it has one, belongs.
    fn number_of(&self, placement: &Placement) -> u32 {
        let number = self.numbers[self.code(&placement.pieces)];
        let Some(passed) = placement.passed else { return number };
        let from_here = &self.least[at(number)..];
        let right = self.least_image(placement, passed, from_here[0].0);
        let place = from_here.iter().zip(number..).find(|((_, least), _)| *least == Some(right));
        place.expect("a right of this placement").1
    }

    /// The code of pieces in their order.
    fn code(&self, pieces: &[Piece]) -> usize {
        let number = |piece: &Piece| usize::from(self.endgame.board.number(piece.square));
        pieces.iter().zip(&self.weights).map(|(piece, weight)| weight * number(piece)).sum()
    }
}

// ANCHOR: known
/// In which of some tables a placement is looked up, whether with the colours exchanged, and its number there.
pub fn known(tables: &[Arc<Positions>], placement: &Placement) -> Option<(usize, bool, u32)> {
    let number = |(place, table): (usize, &Arc<Positions>)| {
        table.number(placement).map(|(number, flipped)| (place, flipped, number))
    };
    tables.iter().enumerate().find_map(number)
}
// ANCHOR_END: known

/// The weights of men, with those of equal men exchanged in every way.
fn orders(men: &[Man], weights: &[usize]) -> Vec<Vec<usize>> {
    let mut orders = vec![weights.to_vec()];
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
        self.least.len()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (placement, board) = (self.placement(position), self.endgame.board);
        let code = at(self.least[at(position)].0);
        board.each_option(&placement, |side, name, mv| {
            let target = match mv {
                None => Target::To(self.numbers[code]),
                Some((_, mv)) if mv.wins() => Target::Won(side),
                Some((place, Move { from, to, promotion: None, captured: None, passes: None })) => {
                    let term = |square| self.weights[place] * usize::from(board.number(square));
                    Target::To(self.numbers[code - term(from) + term(to)])
                }
                Some((_, mv)) if mv.passes.is_some() => Target::To(self.number_of(&board.after(&placement, &mv))),
                Some((_, mv)) => {
                    let found = known(&self.imports, &board.after(&placement, &mv));
                    let (import, flipped, number) = found.expect("all imports are there");
                    let border = self.borders.iter().position(|border| *border == (import, flipped));
                    Target::Known { border: border.expect("a change of the men"), number }
                }
            };
            tell((side, 1, name, target));
        });
    }
    // ANCHOR_END: options

    fn borders(&self) -> Vec<(usize, bool)> {
        self.borders.clone()
    }

    fn may_begin_slice(&self, position: usize) -> bool {
        let kings = |position: usize| at(self.least[position].0) / self.weights[1];
        position == 0 || kings(position) != kings(position - 1)
    }
}
