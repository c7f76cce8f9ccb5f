//! The rules: squares, men, placements and moves.
//!
//! Responsible for: what a board, a placement and a move are, and which moves there are. The moves are found with
//! plain loops over steps, one square at a time. The solver has tables of attacks instead: the same rules are written
//! twice, by different methods and on purpose, so that a slip in one is caught by the other. Left to others: FEN
//! (`notation`), the numbering of positions (`endgame`), all values.
//!
//! There is no check, no pin, no castling: a man goes to a square that is empty or holds a man of the other colour,
//! which is captured. A king may be left in attack, may be captured, and ends the game when it is. A pawn goes straight
//! to an empty square and captures diagonally, and is promoted on the last rank. A pawn that has just stepped twice may be
//! captured on the square that it passed, *en passant*; the right to do so is a part of the placement. Source: the chapters
//! "The game" and "The format", sections "Squares, signatures, positions" and "Options"; U. Larsson and J. Wästlund,
//! *Endgames in bidding chess*, section 2.

use std::fmt;

use crate::certificate::{PawnRule, StatedPromotion};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Wins by capturing the black king; plays towards the higher ranks.
    White,
    /// Wins by capturing the white king.
    Black,
}

impl Colour {
    /// The opponent.
    pub fn other(self) -> Self {
        self.of(Self::Black, Self::White)
    }

    /// Of two things, White's and Black's, the one of this colour.
    pub fn of<T>(self, white: T, black: T) -> T {
        match self {
            Self::White => white,
            Self::Black => black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.of("white", "black"))
    }
}

/// What a man can do, in the order of signatures.
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
    /// One step towards the other side, or two from its second rank if the pawn rule says so; captures diagonally.
    Pawn,
}

/// The roles with their letters.
#[rustfmt::skip]
const LETTERS: [(Role, char); 6] = [
    (Role::King, 'K'), (Role::Queen, 'Q'), (Role::Rook, 'R'), (Role::Bishop, 'B'), (Role::Knight, 'N'), (Role::Pawn, 'P'),
];

/// What a pawn can become on the last rank.
pub(crate) const PROMOTIONS: [StatedPromotion; 4] =
    [StatedPromotion::Queen, StatedPromotion::Rook, StatedPromotion::Bishop, StatedPromotion::Knight];

/// One step in any direction: files and ranks.
#[rustfmt::skip]
const NEIGHBOURS: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// Two steps along a file or a rank and one across: files and ranks.
#[rustfmt::skip]
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

impl Role {
    /// How many files and ranks away a man of this role may go (as a single step, if it slides). A pawn's moves are told
    /// apart, by [`Placement::each_pawn_move`].
    fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Self::King | Self::Queen => &NEIGHBOURS,
            Self::Rook => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
            Self::Bishop => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
            Self::Knight => &KNIGHT_STEPS,
            Self::Pawn => &[],
        }
    }

    /// Whether it may repeat a step until something stands in the way.
    fn slides(self) -> bool {
        matches!(self, Self::Queen | Self::Rook | Self::Bishop)
    }

    /// The capital letter of the role.
    pub fn letter(self) -> char {
        let entry = LETTERS.iter().find(|(role, _)| *role == self);
        entry.map_or('?', |&(_, letter)| letter)
    }
}

impl From<StatedPromotion> for Role {
    fn from(promotion: StatedPromotion) -> Self {
        match promotion {
            StatedPromotion::Queen => Self::Queen,
            StatedPromotion::Rook => Self::Rook,
            StatedPromotion::Bishop => Self::Bishop,
            StatedPromotion::Knight => Self::Knight,
        }
    }
}

/// A colour and a role. White's men come first, then the order of roles: the order of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Man {
    /// Whose it is.
    pub colour: Colour,
    /// What it can do.
    pub role: Role,
}

impl Man {
    /// The letter in FEN and in signatures: a capital for White.
    pub fn letter(self) -> char {
        let capital = self.role.letter();
        self.colour.of(capital, capital.to_ascii_lowercase())
    }

    /// The man of this letter; none if it names no man.
    pub fn from_letter(letter: char) -> Option<Self> {
        let capital = letter.to_ascii_uppercase();
        let &(role, _) = LETTERS.iter().find(|&&(_, known)| known == capital)?;
        let colour = match letter == capital {
            true => Colour::White,
            false => Colour::Black,
        };
        Some(Self { colour, role })
    }

    /// Whether it may stand there: a pawn stands on neither the first nor the last rank.
    pub(crate) fn may_stand_on(self, board: Board, square: Square) -> bool {
        let inner = 1..board.ranks.saturating_sub(1);
        self.role != Role::Pawn || inner.contains(&square.rank)
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

impl Square {
    /// The letter of its file.
    pub(crate) fn file_letter(self) -> char {
        char::from(b'a'.saturating_add(self.file))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file_letter();
        write!(f, "{file}{}", u16::from(self.rank).saturating_add(1))
    }
}

/// A board of 2 to 16 files and 2 to 16 ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    files: u8,
    ranks: u8,
}

impl Board {
    /// The board of that size; none if either number is not within 2 to 16.
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let sizes = 2..=16;
        (sizes.contains(&files) && sizes.contains(&ranks)).then_some(Self { files, ranks })
    }

    /// Number of files.
    pub fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// All squares, in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square { rank, file }))
    }

    /// The number of a square of the board: files · rank + file, at most 16 · 15 + 15 = 255.
    pub fn number(self, square: Square) -> u8 {
        let below = self.files.saturating_mul(square.rank);
        below.saturating_add(square.file)
    }

    /// The square of that number; one beyond the board if there is none on it.
    pub fn square(self, number: u8) -> Square {
        let rank = number.checked_div(self.files).unwrap_or(u8::MAX);
        let file = number.checked_rem(self.files).unwrap_or(u8::MAX);
        Square { rank, file }
    }

    /// The square that a square becomes when the board is turned upside down: rank `j` of `r` becomes rank `r − 1 − j`.
    fn turned(self, Square { rank, file }: Square) -> Square {
        let rank = self.ranks.saturating_sub(1).saturating_sub(rank);
        Square { rank, file }
    }

    /// The square so many files and ranks away; none if that is off the board.
    fn step(self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        // Below 0 comes 255, which is off every board too.
        let file = from.file.wrapping_add_signed(files);
        let rank = from.rank.wrapping_add_signed(ranks);
        (file < self.files && rank < self.ranks).then_some(Square { rank, file })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// A man on a square; ordered by the man, then by the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Which man.
    pub man: Man,
    /// Where it stands.
    pub square: Square,
}

impl Piece {
    /// The piece with its colour exchanged, on the board turned upside down.
    pub(crate) fn colour_flip(self, board: Board) -> Self {
        let Self { man: Man { colour, role }, square } = self;
        let man = Man { colour: colour.other(), role };
        Self { man, square: board.turned(square) }
    }
}

/// Which piece stands where: one king of each colour and any number of other men, each on a square of its own. And, if there
/// is one, the right to capture *en passant*.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    board: Board,
    /// Increasing: in the order of the signature, equal men by their squares.
    pieces: Vec<Piece>,
    /// The square that a pawn has just passed and on which it may be captured. It is always one that
    /// [`with_right`](Placement::with_right) allows.
    passed: Option<Square>,
}

/// A move of a man to a square. Moves are ordered by the square left, then the square reached, then the promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The square that the man leaves.
    pub from: Square,
    /// The square that it reaches, whose man of the other colour, if there is one, is captured. (*En passant* the captured pawn
    /// stands beside the square left.)
    pub to: Square,
    /// What a pawn becomes on the last rank; none for every other move.
    pub promotion: Option<StatedPromotion>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, promotion } = self;
        match *promotion {
            None => write!(f, "{from}{to}"),
            Some(promotion) => write!(f, "{from}{to}={}", Role::from(promotion).letter()),
        }
    }
}

/// What a move does, beside that a man goes to another square and may be promoted there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    Quiet,
    /// It is a double step over this square, on which the pawn may now be captured: the placement after it has that right.
    Passes(Square),
    /// It captures this man.
    Captures(Man),
}

impl Placement {
    /// Puts the pieces in order; there is no right to capture *en passant*. The caller has seen to the kings and to the squares.
    pub(crate) fn new(board: Board, mut pieces: Vec<Piece>) -> Self {
        pieces.sort_unstable();
        Self { board, pieces, passed: None }
    }

    /// The same placement with the right to capture *en passant* on a square, or without any. None if there can be no such right.
    ///
    /// The pawn rule has to be the double step; that is for the caller to see to.
    pub fn with_right(mut self, passed: Option<Square>) -> Option<Self> {
        let is_right = passed.is_none_or(|passed| self.may_be_passed(passed));
        self.passed = passed;
        is_right.then_some(self)
    }

    /// The rights that the same placement without one could have, in the order of their squares.
    pub fn rights(&self, pawn_rule: PawnRule) -> Vec<Square> {
        let mut rights = Vec::new();
        if pawn_rule == PawnRule::DoubleStep {
            for &Piece { man: Man { colour, role }, square } in &self.pieces {
                let behind = self.board.step(square, 0, colour.of(-1, 1)).filter(|_| role == Role::Pawn);
                rights.extend(behind.filter(|&behind| self.may_have_passed(colour, behind)));
            }
        }
        rights.sort_unstable();
        rights
    }

    /// Whether there can be a right to capture *en passant* on a square.
    fn may_be_passed(&self, square: Square) -> bool {
        [Colour::White, Colour::Black].into_iter().any(|colour| self.may_have_passed(colour, square))
    }

    // ANCHOR: right
    /// Whether a pawn of a colour seems to have just made a double step over a square that a pawn of the other attacks. As that
    /// colour sees it, the square is the third of its file, and empty; so is the second; on the fourth stands the pawn, and a
    /// pawn of the other colour beside it.
    fn may_have_passed(&self, colour: Colour, passed: Square) -> bool {
        let (third, forward, back) = colour.of((2, 1, -1), (self.board.ranks.saturating_sub(3), -1, 1));
        if passed.rank != third {
            return false;
        }
        let is_empty = |square| self.man_on(square).is_none();
        let is_pawn = |colour, square| self.man_on(square) == Some(Man { colour, role: Role::Pawn });
        let fourth = self.board.step(passed, 0, forward).filter(|&fourth| is_pawn(colour, fourth));
        let second = self.board.step(passed, 0, back);
        let is_attacked = |fourth| self.beside(fourth).any(|square| is_pawn(colour.other(), square));
        fourth.is_some_and(is_attacked) && is_empty(passed) && second.is_some_and(is_empty)
    }
    // ANCHOR_END: right

    /// The squares on the neighbouring files of the same rank.
    fn beside(&self, square: Square) -> impl Iterator<Item = Square> {
        let board = self.board;
        [-1, 1].into_iter().filter_map(move |side| board.step(square, side, 0))
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The pieces, in the order of the signature, equal men by their squares.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The square on which a pawn may be captured *en passant*.
    pub fn passed(&self) -> Option<Square> {
        self.passed
    }

    /// The squares of the pieces, in that order.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        self.pieces.iter().map(|piece| piece.square)
    }

    /// The man on a square.
    pub fn man_on(&self, square: Square) -> Option<Man> {
        let piece = self.pieces.iter().find(|piece| piece.square == square)?;
        Some(piece.man)
    }

    /// All moves of one colour, in order; pawns may step twice if the rule says so.
    pub fn moves(&self, colour: Colour, pawn_rule: PawnRule) -> Vec<Move> {
        let mut moves = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.man.colour == colour) {
            self.each_move(piece, pawn_rule, |mv, _| moves.push(mv));
        }
        moves.sort_unstable();
        moves
    }

    /// Tells all moves of a piece, line by line, each with what else it does. A line goes up to the first man that stands
    /// there, which is captured if it is not one's own.
    pub(crate) fn each_move(&self, piece: &Piece, pawn_rule: PawnRule, mut tell: impl FnMut(Move, Effect)) {
        let &Piece { man, square: from } = piece;
        if man.role == Role::Pawn {
            return self.each_pawn_move(piece, pawn_rule, tell);
        }
        for &(files, ranks) in man.role.steps() {
            let mut next = self.board.step(from, files, ranks);
            while let Some(to) = next {
                let met = self.man_on(to);
                if met.is_none_or(|met| met.colour != man.colour) {
                    tell(Move { from, to, promotion: None }, met.map_or(Effect::Quiet, Effect::Captures));
                }
                next = match met.is_none() && man.role.slides() {
                    true => self.board.step(to, files, ranks),
                    false => None,
                };
            }
        }
    }

    /// Tells all moves of a pawn: straight ahead to an empty square, diagonally to capture. One that reaches the last rank, in
    /// whatever way, is four moves.
    fn each_pawn_move(&self, piece: &Piece, pawn_rule: PawnRule, mut tell: impl FnMut(Move, Effect)) {
        let &Piece { man, square: from } = piece;
        let top = self.board.ranks.saturating_sub(1);
        let (forward, second, last) = man.colour.of((1, 1, top), (-1, top.saturating_sub(1), 0));
        let mut reach = |to: Square, effect: Effect| match to.rank == last {
            true => PROMOTIONS.into_iter().for_each(|role| tell(Move { from, to, promotion: Some(role) }, effect)),
            false => tell(Move { from, to, promotion: None }, effect),
        };
        let ahead = |from: Square| self.board.step(from, 0, forward).filter(|&to| self.man_on(to).is_none());
        if let Some(once) = ahead(from) {
            reach(once, Effect::Quiet);
            let may_step_twice = pawn_rule == PawnRule::DoubleStep && from.rank == second;
            if let Some(twice) = ahead(once).filter(|_| may_step_twice) {
                let rival = Man { colour: man.colour.other(), role: Role::Pawn };
                let is_attacked = self.beside(twice).any(|square| self.man_on(square) == Some(rival));
                reach(twice, if is_attacked { Effect::Passes(once) } else { Effect::Quiet });
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| self.board.step(from, side, forward)) {
            let met = self.man_on(self.taken(man, from, to));
            if let Some(met) = met.filter(|met| met.colour != man.colour) {
                reach(to, Effect::Captures(met));
            }
        }
    }

    /// The square of the man that a move captures, if it captures one. That is the square reached, but for a pawn that goes to the
    /// square that has been passed: the passing pawn stands beside the one that captures it. (Nothing stands there for a pawn of
    /// the colour that has passed.)
    fn taken(&self, man: Man, from: Square, to: Square) -> Square {
        match self.passed == Some(to) && man.role == Role::Pawn {
            true => Square { rank: from.rank, file: to.file },
            false => to,
        }
    }

    /// The square of the man that one of the moves captures, if it captures one.
    fn taken_by(&self, mv: Move) -> Square {
        let man = self.passed.and_then(|_| self.man_on(mv.from));
        man.map_or(mv.to, |man| self.taken(man, mv.from, mv.to))
    }

    /// The pieces after a move, in the order of the signature unless a pawn is promoted (equal men in any order): the
    /// captured man is gone, and the man that moved, or what it is promoted to, stands where it went.
    pub(crate) fn pieces_after(&self, mv: Move) -> impl Iterator<Item = Piece> {
        let taken = self.taken_by(mv);
        let staying = self.pieces.iter().filter(move |p| p.square != taken);
        staying.map(move |&Piece { mut man, mut square }| {
            if square == mv.from {
                square = mv.to;
                man.role = mv.promotion.map_or(man.role, Role::from);
            }
            Piece { man, square }
        })
    }

    /// The placement after one of the [`moves`](Self::moves), with the right to capture *en passant* that it leads to; none if that
    /// move captured a king.
    pub fn after(&self, mv: Move) -> Option<Self> {
        if self.man_on(mv.to).is_some_and(|captured| captured.role == Role::King) {
            return None;
        }
        let after = Self::new(self.board, self.pieces_after(mv).collect());
        let passed = self.passed_by(mv).filter(|&passed| after.may_be_passed(passed));
        Some(Self { passed, ..after })
    }

    /// The square that a pawn passes with one of the moves.
    fn passed_by(&self, mv: Move) -> Option<Square> {
        let Move { from, to, .. } = mv;
        let is_pawn = self.man_on(from).is_some_and(|man| man.role == Role::Pawn);
        let rank = from.rank.midpoint(to.rank);
        (is_pawn && from.rank.abs_diff(to.rank) == 2).then_some(Square { rank, file: from.file })
    }

    /// The placement with the colours exchanged and the board turned upside down.
    pub(crate) fn colour_flip(&self) -> Self {
        let flipped = Self::new(self.board, self.pieces.iter().map(|piece| piece.colour_flip(self.board)).collect());
        Self { passed: self.passed.map(|passed| self.board.turned(passed)), ..flipped }
    }
}
