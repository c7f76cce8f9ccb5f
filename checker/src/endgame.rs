//! The endgame: which material, on which board, and all its positions.
//!
//! Responsible for: what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the
//! symmetries; the enumeration of all positions in the canonical order. Left to others: moves (`board`), values and labels.
//! Source: the chapter "The format", sections "Squares, signatures, positions" and "Imports".

use std::cmp::Reverse;
use std::fmt;

use crate::board::{Board, Colour, Man, PROMOTIONS, Piece, Placement, Role, Square};
use crate::certificate::{PawnRule, StatedEndgame};
use crate::failure::{Failure, Rejection};
use crate::limits::Limit;

#[cfg(test)]
mod tests;

/// A material on a board. Made only of a stated endgame that this version supports, or by captures and promotions from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    board: Board,
    /// In the order of the signature, which is the order of men.
    men: Vec<Man>,
    pawn_rule: PawnRule,
}

impl Endgame {
    /// Reads what a certificate says that it is about.
    ///
    /// # Errors
    ///
    /// Rejected where the format forbids it, declined where this version does not support it.
    pub(crate) fn new(stated: &StatedEndgame) -> Result<Self, Failure> {
        let (files, ranks) = (stated.files, stated.ranks);
        let board = Board::new(files, ranks).ok_or(Rejection::Board { files, ranks })?;
        // Before anything is made of a text of any length.
        Limit::Men.admit(stated.signature.chars().count())?;
        let found = stated.signature.clone();
        let men: Option<Vec<Man>> = found.chars().map(Man::from_letter).collect();
        let Some(men) = men.filter(|men| is_in_order(men)) else {
            return Err(Rejection::Signature { found }.into());
        };
        let pawn_rule = stated.pawn_rule;
        let required: &[PawnRule] = match (has_pawns(&men), ranks) {
            (false, _) => &[PawnRule::NoPawns],
            (true, ..3) => return Err(Rejection::PawnRanks { found: ranks, required: 3 }.into()),
            (true, 3) => &[PawnRule::SingleStep],
            (true, _) => &[PawnRule::SingleStep, PawnRule::DoubleStep],
        };
        if !required.contains(&pawn_rule) {
            return Err(Rejection::PawnRule { found: pawn_rule, required }.into());
        }
        if !is_used(&men) {
            let required = signature(&flipped(&men));
            return Err(Rejection::Flipped { found, required }.into());
        }
        Limit::ListsOfSquares.admit(lists(board, men.len()))?;
        Ok(Self { board, men, pawn_rule })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The men, in the order of the signature.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// How pawns move.
    pub fn pawn_rule(&self) -> PawnRule {
        self.pawn_rule
    }

    /// The material signature, such as `KNk`.
    pub fn signature(&self) -> String {
        signature(&self.men)
    }

    /// The conventional name of the certificate's file, such as `8x8_KNk.cert`.
    pub fn file_name(&self) -> String {
        let rule = match (self.pawn_rule, self.board.ranks()) {
            (PawnRule::SingleStep, 8..) => "_single",
            (PawnRule::DoubleStep, ..8) => "_double",
            _ => "",
        };
        format!("{}_{}{rule}.cert", self.board, self.signature())
    }

    /// What the men become by a move that captures a man other than a king, promotes a pawn, or both; each once.
    pub(crate) fn changes(&self) -> Vec<Vec<Man>> {
        let mut all: Vec<Vec<Man>> = Vec::new();
        for mover in [Colour::White, Colour::Black] {
            let mut left = vec![self.men.clone()];
            left.extend(captures(&self.men, mover.other()));
            all.extend(left.iter().flat_map(|men| promotions(men, mover)));
            all.extend(left);
        }
        all.retain(|men| *men != self.men);
        all.sort();
        all.dedup();
        all
    }

    /// The endgames of all `changes`, with the colours exchanged where the signature is not used; in the order in
    /// which a certificate imports them: more men first, then man by man. None is this endgame, for each has fewer men or pawns.
    pub fn imports(&self) -> Vec<Self> {
        let mut all: Vec<Vec<Man>> = self.changes().into_iter().map(|men| used(&men)).collect();
        all.sort_by(|a, b| (Reverse(a.len()), a).cmp(&(Reverse(b.len()), b)));
        all.dedup();
        all.into_iter().map(|men| self.with(men)).collect()
    }

    /// The endgame of other men on the same board; pawns, if there are any, move in the same way.
    fn with(&self, men: Vec<Man>) -> Self {
        let pawn_rule = match has_pawns(&men) {
            true => self.pawn_rule,
            false => PawnRule::NoPawns,
        };
        Self { board: self.board, men, pawn_rule }
    }
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.pawn_rule {
            PawnRule::NoPawns => "",
            PawnRule::SingleStep => ", single step",
            PawnRule::DoubleStep => ", double step",
        };
        write!(f, "{} {}{rule}", self.board, self.signature())
    }
}

/// Whether there is a pawn of either colour.
fn has_pawns(men: &[Man]) -> bool {
    men.iter().any(|man| man.role == Role::Pawn)
}

/// The men that are left when one of this colour is captured that is not a king, in every way.
pub(crate) fn captures(men: &[Man], colour: Colour) -> Vec<Vec<Man>> {
    let captured = men.iter().enumerate().filter(|(_, man)| man.colour == colour && man.role != Role::King);
    let without = |(place, _)| {
        let mut men = men.to_vec();
        men.remove(place);
        men
    };
    captured.map(without).collect()
}

/// The men when a pawn of this colour, if there is one, is promoted, in every way.
pub(crate) fn promotions(men: &[Man], colour: Colour) -> Vec<Vec<Man>> {
    let pawn = Man { colour, role: Role::Pawn };
    let Some(place) = men.iter().position(|&man| man == pawn) else {
        return Vec::new();
    };
    let promoted = |promotion| {
        let mut men = men.to_vec();
        let role = Role::from(promotion);
        men.remove(place);
        men.push(Man { colour, role });
        men.sort_unstable();
        men
    };
    PROMOTIONS.map(promoted).into()
}

/// Whether the men stand in the order of signatures, with one king of each colour.
fn is_in_order(men: &[Man]) -> bool {
    let is_king = |role: &&Role| **role == Role::King;
    let kings = |colour| roles(men, colour).iter().filter(is_king).count();
    men.is_sorted() && kings(Colour::White) == 1 && kings(Colour::Black) == 1
}

/// The roles of one colour's men.
fn roles(men: &[Man], colour: Colour) -> Vec<Role> {
    let own = men.iter().filter(|man| man.colour == colour);
    own.map(|man| man.role).collect()
}

/// Whether the signature of the men is the one that is used of it and its colour flip.
fn is_used(men: &[Man]) -> bool {
    let (white, black) = (roles(men, Colour::White), roles(men, Colour::Black));
    (Reverse(white.len()), white) <= (Reverse(black.len()), black)
}

/// The men, or those with their colours exchanged: those whose signature is used.
pub(crate) fn used(men: &[Man]) -> Vec<Man> {
    match is_used(men) {
        true => men.to_vec(),
        false => flipped(men),
    }
}

/// How many lists of squares there are, one square for each man.
fn lists(board: Board, men: usize) -> usize {
    let squares = board.squares().count();
    (0..men).fold(1, |lists: usize, _| lists.saturating_mul(squares))
}

/// The men with their colours exchanged, in the order of signatures.
pub(crate) fn flipped(men: &[Man]) -> Vec<Man> {
    let flip = |&Man { colour, role }: &Man| {
        let colour = colour.other();
        Man { colour, role }
    };
    let mut men: Vec<Man> = men.iter().map(flip).collect();
    men.sort_unstable();
    men
}

/// The signature of men that are in its order.
pub(crate) fn signature(men: &[Man]) -> String {
    men.iter().map(|man| man.letter()).collect()
}

/// The images of a square under the 8 symmetries of a square board: the reflections, and those followed by the exchange of
/// ranks and files. An oblong board has only the 4 reflections; there, each stands twice. With pawns there are only the identity
/// and the left-right reflection; each stands four times.
fn images(board: Board, has_pawns: bool, Square { rank, file }: Square) -> [Square; 8] {
    let opposite = |place: u8, size: u8| size.saturating_sub(1).saturating_sub(place);
    let right = opposite(file, board.files());
    let up = if has_pawns { rank } else { opposite(rank, board.ranks()) };
    let square = |rank, file| Square { rank, file };
    let exchanged = |rank, file| match board.files() == board.ranks() && !has_pawns {
        true => square(file, rank),
        false => square(rank, file),
    };
    [
        square(rank, file),
        square(rank, right),
        square(up, file),
        square(up, right),
        exchanged(rank, file),
        exchanged(rank, right),
        exchanged(up, file),
        exchanged(up, right),
    ]
}

/// A list of squares that stands for no position, or has not been met yet.
const NONE: u32 = u32::MAX;

/// All positions of an endgame, numbered in the canonical order.
///
/// A list of squares, one for each man in the order of the signature, is read as a number in the base "number of
/// squares", first man first: its *code*. So the order of codes is the order of lists.
#[derive(Debug)]
pub(crate) struct Positions {
    endgame: Endgame,
    /// For each code, the position without a right that the list of squares belongs to.
    numbers: Vec<u32>,
    /// For each position, the code of its least list, and the square that has been passed if there is a right. Those with a right
    /// come immediately after the one with the same list and without.
    least: Vec<(u32, Option<Square>)>,
    /// For each man, what one more in the number of its square adds to the code.
    weights: Vec<usize>,
    /// The weights, with those of equal men exchanged in every way: the codes of one placement.
    orders: Vec<Vec<usize>>,
    /// For the number of each square, those of its images.
    images: Vec<[usize; 8]>,
}

impl Positions {
    /// Finds all positions.
    pub(crate) fn enumerate(endgame: &Endgame) -> Self {
        let (board, men) = (endgame.board, &endgame.men);
        let lists = lists(board, men.len());
        let number = |square| usize::from(board.number(square));
        let has_pawns = has_pawns(men);
        let weights: Vec<usize> = (0..men.len()).rev().map(|later| self::lists(board, later)).collect();
        let mut positions = Self {
            endgame: endgame.clone(),
            numbers: vec![NONE; lists],
            least: Vec::new(),
            orders: orders(men, &weights),
            weights,
            images: board.squares().map(|square| images(board, has_pawns, square).map(number)).collect(),
        };
        let room = |man: &Man| board.squares().filter(|&square| man.may_stand_on(board, square)).map(number).collect();
        let room: Vec<Vec<usize>> = men.iter().map(room).collect();
        positions.walk(&room, &mut Vec::new(), 0);
        positions
    }

    /// Walks through all lists that begin with these squares, which have this code, in increasing order; `room` tells the
    /// squares on which each further man may stand. A list that belongs to no position met before is the least of a new one,
    /// which gets the next number; with each right to capture *en passant* it is another one.
    fn walk(&mut self, room: &[Vec<usize>], squares: &mut Vec<usize>, code: usize) {
        let Some((room, further)) = room.split_first() else {
            if self.number_of(code).is_none() {
                let code = u32::try_from(code).unwrap_or(NONE);
                let next = u32::try_from(self.least.len()).unwrap_or(NONE);
                self.give(next, squares);
                self.least.push((code, None));
                let rights = self.rights(code);
                self.least.extend(rights.into_iter().map(|right| (code, Some(right))));
            }
            return;
        };
        let base = self.images.len();
        for &square in room {
            if !squares.contains(&square) {
                squares.push(square);
                self.walk(further, squares, code.saturating_mul(base).saturating_add(square));
                squares.pop();
            }
        }
    }

    /// Gives a number to a list, to those of the same placement, and to the images of all these under the symmetries.
    fn give(&mut self, number: u32, squares: &[usize]) {
        for weights in &self.orders {
            let mut codes = [0_usize; 8];
            for (&square, &weight) in squares.iter().zip(weights) {
                let images = self.images.get(square).into_iter().flatten();
                for (code, &image) in codes.iter_mut().zip(images) {
                    *code = code.saturating_add(weight.saturating_mul(image));
                }
            }
            for code in codes {
                if let Some(entry) = self.numbers.get_mut(code) {
                    *entry = number;
                }
            }
        }
    }

    /// The rights that make further positions of the least list of this code, in the order of their squares. A right is no position of
    /// its own if a symmetry that leaves the placement as it is carries it to a lesser one.
    fn rights(&self, code: u32) -> Vec<Square> {
        let pawn = |colour| self.endgame.men.contains(&Man { colour, role: Role::Pawn });
        let placement = match pawn(Colour::White) && pawn(Colour::Black) {
            true => self.listed(code),
            false => None,
        };
        let Some(placement) = placement else {
            return Vec::new();
        };
        let mut rights = placement.rights(self.endgame.pawn_rule);
        rights.retain(|&right| self.least_image(&placement, right, code) == Some(right));
        rights
    }

    /// The least of the squares to which a square is carried by those symmetries that carry a placement to the list of this code.
    fn least_image(&self, placement: &Placement, square: Square, code: u32) -> Option<Square> {
        let board = self.endgame.board;
        let images = |square| images(board, has_pawns(&self.endgame.men), square);
        let symmetries = images(square).into_iter().enumerate().filter(|&(symmetry, _)| {
            let image = |&Piece { man, square }: &Piece| {
                let image = images(square).get(symmetry).copied();
                image.map(|square| Piece { man, square })
            };
            let pieces = placement.pieces().iter().filter_map(image).collect();
            u32::try_from(self.code(Placement::new(board, pieces).squares())) == Ok(code)
        });
        symmetries.map(|(_, image)| image).min()
    }

    /// How many positions there are.
    pub(crate) fn count(&self) -> usize {
        self.least.len()
    }

    /// The least placement of the position of that number, with its right.
    pub(crate) fn placement(&self, number: usize) -> Option<Placement> {
        let &(code, passed) = self.least.get(number)?;
        self.listed(code)?.with_right(passed)
    }

    /// The placement whose list has this code.
    fn listed(&self, code: u32) -> Option<Placement> {
        let board = self.endgame.board;
        let mut rest = usize::try_from(code).ok()?;
        let mut pieces = Vec::with_capacity(self.weights.len());
        for (&man, &weight) in self.endgame.men.iter().zip(&self.weights) {
            let square = board.square(u8::try_from(rest.checked_div(weight)?).ok()?);
            rest = rest.checked_rem(weight)?;
            pieces.push(Piece { man, square });
        }
        Some(Placement::new(board, pieces))
    }

    /// The number of the position without a right to which a list of squares belongs, given in the order of the signature.
    pub(crate) fn number(&self, squares: impl Iterator<Item = Square>) -> Option<u32> {
        self.number_of(self.code(squares))
    }

    /// The number of the position to which a placement of these men, with its right if it has one, belongs.
    pub(crate) fn number_with_right(&self, placement: &Placement) -> Option<u32> {
        let number = self.number(placement.squares())?;
        let Some(passed) = placement.passed() else {
            return Some(number);
        };
        let from_here = self.least.get(usize::try_from(number).ok()?..)?;
        let &(code, _) = from_here.first()?;
        let right = self.least_image(placement, passed, code)?;
        let same_list = from_here.iter().take_while(|&&(other, _)| other == code);
        same_list.zip(number..).find(|&(&(_, least), _)| least == Some(right)).map(|(_, number)| number)
    }

    /// The number of the position that arises, from a list with this code, when the man in that place of it goes from
    /// its square to an empty one: one square changes.
    pub(crate) fn after(&self, code: usize, place: usize, from: Square) -> impl Fn(Square) -> Option<u32> {
        let weight = self.weights.get(place).copied().unwrap_or(0);
        let term = move |square| weight.saturating_mul(usize::from(self.endgame.board.number(square)));
        let others = code.saturating_sub(term(from));
        move |to| self.number_of(others.saturating_add(term(to)))
    }

    /// The number of the position to which the list of this code belongs.
    fn number_of(&self, code: usize) -> Option<u32> {
        self.numbers.get(code).copied().filter(|&number| number != NONE)
    }

    /// The code of a list of squares.
    pub(crate) fn code(&self, squares: impl Iterator<Item = Square>) -> usize {
        let number = |square| usize::from(self.endgame.board.number(square));
        let terms = squares.zip(&self.weights).map(|(square, weight)| weight.saturating_mul(number(square)));
        terms.fold(0, usize::saturating_add)
    }
}

/// The weights of men, with those of equal men exchanged in every way.
fn orders(men: &[Man], weights: &[usize]) -> Vec<Vec<usize>> {
    let mut orders = vec![weights.to_vec()];
    for (later, man) in men.iter().enumerate() {
        let before = orders.clone();
        for (earlier, _) in men.iter().enumerate().take(later).filter(|&(_, equal)| equal == man) {
            for mut order in before.clone() {
                order.swap(earlier, later);
                orders.push(order);
            }
        }
    }
    orders
}
