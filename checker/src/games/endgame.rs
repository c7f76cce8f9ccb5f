//! The endgame: which material, on which board; all its positions, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! enumeration of all positions in the canonical order. The solver finds a position by the orbit of its first king; here a table of the
//! lists of squares for each least pair of kings is filled, on purpose. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
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
        let men = chess::men(men).ok_or(Failure::Statement("men"))?;
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

    /// About how many lists of squares there are up to symmetry, one square for each man: all of them divided by the number
    /// of symmetries. (There are a few more, because some symmetries leave a list as it is.)
    pub fn lists(&self) -> u64 {
        let symmetries = symmetries(self.board);
        let squares = u64::try_from(symmetries[0].len()).expect("at most 256");
        let all = self.men.iter().fold(1, |lists, _| lists * squares);
        all / u64::try_from(symmetries.len()).expect("at most 8")
    }

    /// What the men become by a move that captures a man other than a king, promotes a pawn, or both.
    fn changes(&self) -> BTreeSet<Vec<Man>> {
        let mut all = BTreeSet::new();
        for side in Side::BOTH {
            let captured = (2..self.men.len()).filter(|&place| self.men[place].side() != side);
            let without = |place: usize| [&self.men[..place], &self.men[place + 1..]].concat();
            for men in captured.map(without).chain([self.men.clone()]) {
                let pawn = men.iter().position(|&man| man == Man::of(side, Role::Pawn));
                for (pawn, role) in pawn.into_iter().flat_map(|pawn| PROMOTIONS.map(|role| (pawn, role))) {
                    let mut men = men.clone();
                    men[pawn] = Man::of(side, role);
                    men.sort_unstable();
                    all.insert(men);
                }
                all.insert(men);
            }
        }
        all.remove(&self.men);
        all
    }

    /// The endgames of all changes, with the colours exchanged where the men are not used so, in the order in which a certificate imports
    /// them. Each has fewer men or fewer pawns than this one.
    pub fn imports(&self) -> Vec<Self> {
        let mut all: Vec<Self> = self.changes().iter().map(|men| Self { board: self.board, men: used(men) }).collect();
        for import in all.iter_mut().filter(|import| !has_pawns(&import.men)) {
            import.board.pawn_rule = PawnRule::NoPawns;
        }
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

/// The symmetries of a board, each as the numbers of the squares to which it carries all squares; the identity is the first. A square board
/// has 8: the reflections, and those after the exchange of ranks and files. An oblong one has 4; with pawns there are 2, the identity and the
/// left-right reflection.
fn symmetries(board: Board) -> Vec<Vec<u8>> {
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
    (0..count).map(|symmetry| board.squares().map(|square| image(symmetry, square)).collect()).collect()
}

/// For each pair of two men's squares: where the lists of the least pair to which a symmetry carries it begin, with so many lists of each, and
/// that symmetry. Of a least pair it is the identity.
fn pairs(symmetries: &[Vec<u8>], lists: usize) -> Vec<(usize, usize)> {
    let (squares, mut pairs, mut end) = (symmetries[0].len(), Vec::<(usize, usize)>::new(), 0);
    for pair in 0..squares * squares {
        let image = |square: usize, symmetry: usize| usize::from(symmetries[symmetry][square]);
        let images =
            (0..symmetries.len()).map(|one| (image(pair / squares, one) * squares + image(pair % squares, one), one));
        let (least, symmetry) = images.min().expect("the identity is one");
        pairs.push((if least < pair { pairs[least].0 } else { end }, symmetry));
        end += if least < pair { 0 } else { lists };
    }
    pairs
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
    /// For each pair of the kings' squares: where the lists of the least pair to which a symmetry carries it begin, and that symmetry.
    pairs: Vec<(usize, usize)>,
    /// For each list whose kings are a least pair, the position without a right that it belongs to.
    numbers: Vec<u32>,
    /// For each position, the code of its least list. Those with a right come
    /// immediately after the one with the same list and without.
    least: Vec<u32>,
    /// For each position with a right, the square that has been passed.
    rights: BTreeMap<u32, Square>,
    /// For each man, what one more in the number of its square adds to the code.
    weights: Vec<usize>,
    /// The weights, with those of equal men exchanged in every way: the codes of one placement.
    orders: Vec<Vec<usize>>,
    /// The symmetries of the board.
    symmetries: Vec<Vec<u8>>,
}

impl Positions {
    /// Finds all positions. A list that belongs to no position met before is the least of a new one; with each right to capture *en passant*
    /// it is another one.
    pub fn enumerate(endgame: Endgame, imports: Vec<Arc<Self>>) -> Self {
        let Endgame { board, men } = &endgame;
        let symmetries = symmetries(*board);
        let weight = |later| (0..later).fold(1, |weight, _| weight * symmetries[0].len());
        let weights: Vec<usize> = (0..men.len()).rev().map(weight).collect();
        let border = |men: Vec<Man>| {
            let import = imports.iter().position(|import| import.endgame.men == used(&men));
            (import.expect("all imports are there"), used(&men) != men)
        };
        let borders = endgame.changes().into_iter().map(border).collect();
        let (flipped, orders, pairs) = (flipped(men), orders(men, &weights), pairs(&symmetries, weights[1]));
        let ends = pairs.iter().map(|(begin, _)| begin + weights[1]).max();
        let numbers = vec![NONE; ends.expect("a board has squares")];
        let (least, rights) = (Vec::new(), BTreeMap::new());
        let mut all =
            Self { endgame, imports, flipped, borders, pairs, numbers, least, rights, weights, orders, symmetries };
        for pair in (0..all.pairs.len()).filter(|&pair| all.pairs[pair].1 == 0).collect::<Vec<_>>() {
            for rest in 0..all.weights[1] {
                if all.numbers[all.pairs[pair].0 + rest] == NONE {
                    all.meet(u32::try_from(pair * all.weights[1] + rest).expect("within the limit"));
                }
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
        for symmetry in 0..self.symmetries.len() {
            for order in 0..self.orders.len() {
                let image = self.code(&placement.pieces, symmetry, order);
                if image / self.weights[1] == at(code) / self.weights[1] {
                    let begin = self.pairs[image / self.weights[1]].0;
                    self.numbers[begin + image % self.weights[1]] = number;
                }
            }
        }
        self.least.push(code);
        // A right is no position of its own if a symmetry that leaves the placement as it is carries it to a lesser one.
        for right in board.rights(&placement) {
            if self.least_image(&placement, right, code) == right {
                self.rights.insert(u32::try_from(self.least.len()).expect("fewer positions than lists"), right);
                self.least.push(code);
            }
        }
    }

    /// The code of pieces in their order, after a symmetry, with equal men exchanged in one of the ways.
    fn code(&self, pieces: &[Piece], symmetry: usize, order: usize) -> usize {
        let (board, image) = (self.endgame.board, &self.symmetries[symmetry]);
        let image = |piece: &Piece| usize::from(image[usize::from(board.number(piece.square))]);
        pieces.iter().zip(&self.orders[order]).map(|(piece, weight)| weight * image(piece)).sum()
    }

    /// Where the number of the position without a right stands to which pieces belong.
    fn index(&self, pieces: &[Piece]) -> usize {
        let number = |piece: &Piece| usize::from(self.endgame.board.number(piece.square));
        let (begin, symmetry) = self.pairs[number(&pieces[0]) * self.symmetries[0].len() + number(&pieces[1])];
        let rest = pieces.iter().zip(&self.weights).skip(2);
        begin
            + rest.map(|(piece, weight)| weight * usize::from(self.symmetries[symmetry][number(piece)])).sum::<usize>()
    }

    /// The least of the squares to which a square is carried by those symmetries that carry a placement to the list of this code.
    fn least_image(&self, placement: &Placement, square: Square, code: u32) -> Square {
        let (board, orders) = (self.endgame.board, 0..self.orders.len());
        let carries =
            |symmetry: &usize| orders.clone().any(|order| self.code(&placement.pieces, *symmetry, order) == at(code));
        let image = |symmetry: usize| self.symmetries[symmetry][usize::from(board.number(square))];
        let least = (0..self.symmetries.len()).filter(carries).map(image).min();
        least.and_then(|image| board.square(image)).expect("a symmetry carries each placement to its least list")
    }

    /// The least placement of the position of that number, with its right.
    pub fn placement(&self, number: u32) -> Placement {
        self.listed(self.least[at(number)], self.rights.get(&number).copied())
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
        if are(&self.endgame.men) {
            return Some((self.number_of(placement), false));
        }
        are(&self.flipped).then(|| (self.number_of(&self.endgame.board.flipped(placement)), true))
    }

    /// The number of the position to which a placement of these men, with its right if it has one, belongs.
    fn number_of(&self, placement: &Placement) -> u32 {
        let number = self.numbers[self.index(&placement.pieces)];
        let Some(passed) = placement.passed else { return number };
        let right = self.least_image(placement, passed, self.least[at(number)]);
        let mut rights = self.rights.range(number..);
        *rights.find(|(_, least)| **least == right).expect("a right of this placement").0
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

/// The weights of men; first as they are, then with those of equal men exchanged in every way.
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
        let (own, mut moved) = (self.index(&placement.pieces), placement.pieces.clone());
        board.each_option(&placement, |side, name, mv| {
            let target = match mv {
                None => Target::To(self.numbers[own]),
                Some((_, mv)) if mv.wins() => Target::Won(side),
                Some((place, Move { from, to, promotion: None, captured: None, passes: None })) => {
                    let term = |square| self.weights[place] * usize::from(board.number(square));
                    moved[place].square = to;
                    // A man that is no king leaves the pair of kings as it is.
                    let index = if place < 2 { self.index(&moved) } else { own - term(from) + term(to) };
                    moved[place].square = from;
                    Target::To(self.numbers[index])
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
        let kings = |position: usize| at(self.least[position]) / self.weights[1];
        position == 0 || kings(position) != kings(position - 1)
    }
}
