//! The rules of bidding chess: squares, men, placements and moves.
//!
//! The moves are found with plain loops over steps, one square at a time. The solver has tables of attacks instead: the same rules are
//! written twice, by different methods and on purpose. There is no check, no pin, no castling: a man goes to a square that is empty or holds
//! a man of the other colour, which is captured. A king may be left in attack, may be captured, and ends the game when it is. Pawns
//! are promoted on the last rank; a pawn that has just stepped twice may be captured on the square that it passed, *en passant*: the right to
//! do so is a part of the placement. Source: U. Larsson and J. Wästlund, *Endgames in bidding chess*, section 2; the chapter "The format".

use super::{Rules, Step, Target};
use crate::certificate::{PawnRule, StatedBoard};
use crate::theorem::{Side, Turn};

/// What a man can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One step in any direction.
    King,
    /// Any distance in any direction.
    Queen,
    /// Any distance along a rank or a file.
    Rook,
    /// Any distance along a diagonal.
    Bishop,
    /// Two steps along a rank or a file and one across, over whatever stands between.
    Knight,
    /// One step towards the other side, or two from its second rank if the rule says so; captures diagonally.
    Pawn,
}
use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

/// What a pawn can become, in the order of the format: numbers 1 to 4.
pub const PROMOTIONS: [Role; 4] = [Queen, Rook, Bishop, Knight];
/// The roles of men that are no kings, in the order of the format.
const OTHERS: [Role; 5] = [Queen, Rook, Bishop, Knight, Pawn];
/// One step in any direction, as files and ranks: those of a bishop, then those of a rook.
const NEIGHBOURS: [(i8, i8); 8] = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (1, 0), (0, 1)];
/// A knight's steps.
const KNIGHT_STEPS: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// A man by its number in the order of the format: K k Q R B N P q r b n p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Man(u8);

impl Man {
    /// The man of a number from 0 to 11.
    pub fn new(number: u8) -> Option<Self> {
        (number < 12).then_some(Self(number))
    }

    /// The man of a side and role.
    pub fn of(side: Side, role: Role) -> Self {
        let place = OTHERS.iter().zip(2..).find(|(other, _)| **other == role);
        Self(place.map_or(side.of(0, 1), |(_, number)| side.of(number, number + 5)))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whose it is.
    pub fn side(self) -> Side {
        if self.0 == 0 || (2..7).contains(&self.0) { Side::White } else { Side::Black }
    }

    /// What it can do.
    pub fn role(self) -> Role {
        if self.0 < 2 { King } else { OTHERS[usize::from(self.0 - 2) % 5] }
    }

    /// The same man of the other side.
    pub fn flipped(self) -> Self {
        Self::of(self.side().other(), self.role())
    }
}

/// A square; squares are ordered a1, b1, …, a2, b2, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// From 0, for the first rank.
    pub rank: u8,
    /// From 0, for the file a.
    pub file: u8,
}

/// A man on a square; ordered by the man, then by the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Which man.
    pub man: Man,
    /// Where it stands.
    pub square: Square,
}

/// Which piece stands where, and the right to capture *en passant* if there is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// Increasing; each on a square of its own, one king of each side.
    pub pieces: Vec<Piece>,
    /// The square that a pawn has just passed and on which it may be captured.
    pub passed: Option<Square>,
}

impl Placement {
    /// The man on a square.
    pub fn man_on(&self, square: Square) -> Option<Man> {
        self.pieces.iter().find(|piece| piece.square == square).map(|piece| piece.man)
    }
}

/// A move of a man, and what it does beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the man leaves.
    pub from: Square,
    /// The square that it reaches.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
    /// What it captures, and where that stands: beside the square left if *en passant*.
    pub captured: Option<Piece>,
    /// The square that it passes if a pawn may now capture it there.
    pub passes: Option<Square>,
}

/// A board of 2 to 16 files and ranks, with the rule for pawns: the rules of bidding chess on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board(StatedBoard);

impl Board {
    /// The board of these sizes; none if one of them is not within 2 to 16. (Where there are pawns, `endgame` and `plan` see to the rule.)
    pub fn new(stated: StatedBoard) -> Option<Self> {
        let sizes = 2..=16;
        (sizes.contains(&stated.files) && sizes.contains(&stated.ranks)).then_some(Self(stated))
    }

    /// Its files, ranks and the rule for pawns.
    pub fn stated(self) -> StatedBoard {
        self.0
    }

    /// The same board where there are no pawns.
    pub fn without_pawns(self) -> Self {
        Self(StatedBoard { pawn_rule: PawnRule::NoPawns, ..self.0 })
    }

    /// All squares, in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.0.ranks).flat_map(move |rank| (0..self.0.files).map(move |file| Square { rank, file }))
    }

    /// The number of a square: files · rank + file, at most 255.
    pub fn number(self, square: Square) -> u8 {
        self.0.files * square.rank + square.file
    }

    /// The square of a number, if it is on the board.
    pub fn square(self, number: u8) -> Option<Square> {
        let square = Square { rank: number / self.0.files, file: number % self.0.files };
        (square.rank < self.0.ranks).then_some(square)
    }

    /// The square when the board is turned upside down: rank `j` of `r` becomes rank `r − 1 − j`.
    pub fn turned(self, Square { rank, file }: Square) -> Square {
        Square { rank: self.0.ranks - 1 - rank, file }
    }

    /// The square so many files and ranks away, if it is on the board.
    pub fn step(self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = from.file.checked_add_signed(files).filter(|&file| file < self.0.files)?;
        let rank = from.rank.checked_add_signed(ranks).filter(|&rank| rank < self.0.ranks)?;
        Some(Square { rank, file })
    }

    /// Whether a man may stand on a square: a pawn on neither the first nor the last rank.
    pub fn has_room(self, man: Man, square: Square) -> bool {
        man.role() != Pawn || (1..self.0.ranks - 1).contains(&square.rank)
    }

    /// The placement with the colours exchanged and the board turned upside down.
    pub fn flipped(self, placement: &Placement) -> Placement {
        let flip = |piece: &Piece| Piece { man: piece.man.flipped(), square: self.turned(piece.square) };
        let mut pieces: Vec<Piece> = placement.pieces.iter().map(flip).collect();
        pieces.sort_unstable();
        Placement { pieces, passed: placement.passed.map(|passed| self.turned(passed)) }
    }

    /// The squares on the neighbouring files of the same rank.
    fn beside(self, square: Square) -> impl Iterator<Item = Square> {
        [-1, 1].into_iter().filter_map(move |side| self.step(square, (side, 0)))
    }

    // ANCHOR: right
    /// The rights to capture *en passant* that a placement without one could have, in the order of their squares. A pawn seems to have just
    /// made a double step over such a square: as its side sees it, the pawn stands on the fourth rank, the third and the second of its file
    /// are empty, and beside the pawn stands one of the other side.
    pub fn rights(self, placement: &Placement) -> Vec<Square> {
        let mut rights = Vec::new();
        for &Piece { man, square } in placement.pieces.iter().filter(|piece| piece.man.role() == Pawn) {
            let (is_fourth, back) = man.side().of((square.rank == 3, -1), (square.rank + 4 == self.0.ranks, 1));
            let rival = Some(man.flipped());
            let (third, second) = (self.step(square, (0, back)), self.step(square, (0, 2 * back)));
            let behind = [third, second].map(|square| square.filter(|&square| placement.man_on(square).is_none()));
            let is_attacked = || self.beside(square).any(|square| placement.man_on(square) == rival);
            if let [Some(third), Some(_)] = behind {
                let may = self.0.pawn_rule == PawnRule::DoubleStep && is_fourth && is_attacked();
                rights.extend(may.then_some(third));
            }
        }
        rights.sort_unstable();
        rights
    }
    // ANCHOR_END: right

    // ANCHOR: moves
    /// Tells all moves of a piece. A line goes up to the first man that stands there, which is captured if it is not one's own.
    pub fn each_move(self, placement: &Placement, piece: Piece, mut tell: impl FnMut(Move)) {
        let Piece { man, square: from } = piece;
        let quiet = |to| Move { from, to, promotion: None, captured: None, passes: None };
        let steps = match man.role() {
            Pawn => return self.each_pawn_move(placement, piece, tell),
            King | Queen => &NEIGHBOURS[..],
            Bishop => &NEIGHBOURS[..4],
            Rook => &NEIGHBOURS[4..],
            Knight => &KNIGHT_STEPS[..],
        };
        for &step in steps {
            let mut next = self.step(from, step);
            while let Some(to) = next {
                next = if matches!(man.role(), King | Knight) { None } else { self.step(to, step) };
                match placement.man_on(to) {
                    None => tell(quiet(to)),
                    Some(met) => {
                        if met.side() != man.side() {
                            tell(Move { captured: Some(Piece { man: met, square: to }), ..quiet(to) });
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Tells all moves of a pawn: straight ahead to an empty square, diagonally to capture. One that reaches the last rank is four moves.
    fn each_pawn_move(self, placement: &Placement, Piece { man, square: from }: Piece, mut tell: impl FnMut(Move)) {
        let top = self.0.ranks - 1;
        let (forward, second, last) = man.side().of((1, 1, top), (-1, top - 1, 0));
        let mut reach = |to: Square, captured, passes| {
            let mv = Move { from, to, promotion: None, captured, passes };
            match to.rank == last {
                true => PROMOTIONS.iter().for_each(|&role| tell(Move { promotion: Some(role), ..mv })),
                false => tell(mv),
            }
        };
        let ahead = |from| self.step(from, (0, forward)).filter(|&to| placement.man_on(to).is_none());
        if let Some(once) = ahead(from) {
            reach(once, None, None);
            let twice = ahead(once).filter(|_| self.0.pawn_rule == PawnRule::DoubleStep && from.rank == second);
            if let Some(twice) = twice {
                let is_attacked = self.beside(twice).any(|square| placement.man_on(square) == Some(man.flipped()));
                reach(twice, None, is_attacked.then_some(once));
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| self.step(from, (side, forward))) {
            // On the passed square a pawn captures the one beside it. (For a pawn of the side that has passed nothing stands there.)
            let square = if placement.passed == Some(to) { Square { rank: from.rank, file: to.file } } else { to };
            let met = placement.man_on(square).filter(|met| met.side() != man.side());
            if let Some(man) = met {
                reach(to, Some(Piece { man, square }), None);
            }
        }
    }

    /// The placement after a move.
    pub fn after(self, placement: &Placement, mv: &Move) -> Placement {
        let staying = placement.pieces.iter().filter(|piece| Some(**piece) != mv.captured);
        let moved = |&Piece { man, square }: &Piece| match square == mv.from {
            true => Piece { man: mv.promotion.map_or(man, |role| Man::of(man.side(), role)), square: mv.to },
            false => Piece { man, square },
        };
        let mut pieces: Vec<Piece> = staying.map(moved).collect();
        pieces.sort_unstable();
        Placement { pieces, passed: mv.passes }
    }
    // ANCHOR_END: moves

    /// The number of a move: promotion (0 none, 1 to 4), square left, square reached, 8 bits each. A pass has the number 0.
    pub fn name(self, mv: &Move) -> u32 {
        let promotion = PROMOTIONS.iter().zip(1..).find(|(role, _)| mv.promotion == Some(**role));
        promotion.map_or(0, |(_, number)| number << 16)
            | u32::from(self.number(mv.from)) << 8
            | u32::from(self.number(mv.to))
    }
}

impl Rules for Board {
    type Position = Placement;

    fn turn(&self, _: &Placement) -> Turn {
        Turn::Bid
    }

    fn options(&self, placement: &Placement, mut tell: impl FnMut(Step<Placement>)) {
        for side in Side::BOTH {
            let mut may_move = false;
            for &piece in placement.pieces.iter().filter(|piece| piece.man.side() == side) {
                self.each_move(placement, piece, |mv| {
                    may_move = true;
                    let target = match mv.captured {
                        Some(captured) if captured.man.role() == King => Target::Won(side),
                        _ => Target::To(self.after(placement, &mv)),
                    };
                    tell((side, 1, self.name(&mv), target));
                });
            }
            if !may_move {
                tell((side, 1, 0, Target::To(Placement { passed: None, ..placement.clone() })));
            }
        }
    }
}
