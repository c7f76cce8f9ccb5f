//! Positions with any number of men, and where their moves lead.
//!
//! Responsible for what plans for single positions need, where nobody can list all positions. Endgames, whose positions have numbers, are left to [`crate::chess::endgame`].

use std::fmt;

use crate::chess::attacks::{Attacks, Move};
use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, Man, Role, Signature};

/// A position with any number of men.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The men with their squares, increasing.
    pub pieces: Vec<(Man, Square)>,
    /// The square that a pawn has passed and may be captured on.
    pub passed: Option<Square>,
}

/// The rules on a board.
#[derive(Clone, Debug)]
pub struct Rules {
    board: Board,
    attacks: Attacks,
    double_step: bool,
}

impl Rules {
    /// The rules, with or without the double step, for which there have to be 4 ranks.
    #[must_use]
    pub fn new(board: Board, double_step: bool) -> Self {
        let double_step = double_step && board.ranks() > 3;
        Self { board, attacks: Attacks::new(board, double_step), double_step }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whether a pawn on its second rank may go two squares.
    #[must_use]
    pub fn double_step(&self) -> bool {
        self.double_step
    }

    /// Calls `each` with every option of a colour in the order of the moves' numbers: the move, none for a pass, and the position after it, none where a king has been captured.
    pub fn for_each_option(
        &self,
        position: &Position,
        colour: Colour,
        mut each: impl FnMut(Option<Move>, Option<Position>),
    ) {
        let (men, places): (Vec<Man>, Vec<Square>) = position.pieces.iter().copied().unzip();
        let en_passant = position.passed.and_then(|passed| self.attacks.en_passant(&men, &places, passed));
        let mut is_blocked = true;
        self.attacks.for_each_move(&men, &places, en_passant, colour, |step| {
            is_blocked = false;
            let captures_king = step.captured.is_some_and(|man| men[man].role == Role::King);
            each(Some(step), (!captures_king).then(|| self.after(position, step)));
        });
        if is_blocked {
            each(None, Some(Position { passed: None, ..position.clone() }));
        }
    }

    /// Refuses a right to capture *en passant* that there cannot be.
    ///
    /// # Errors
    ///
    /// [`FenError::Passed`].
    pub fn admit(&self, position: &Position) -> Result<(), FenError> {
        let Some(passed) = position.passed else { return Ok(()) };
        let (men, places): (Vec<Man>, Vec<Square>) = position.pieces.iter().copied().unzip();
        let pawn = self.attacks.en_passant(&men, &places, passed).map(|right| position.pieces[right.pawn]);
        let can_be = pawn.is_some_and(|(man, square)| {
            let start = self.attacks.double_step_to(man.colour, square).map(|step| step.0);
            let is_free = |square| !places.contains(&square);
            start.is_some_and(is_free)
                && is_free(passed)
                && self.is_attacked_by_pawn(position, man.colour.other(), passed)
        });
        if can_be { Ok(()) } else { Err(FenError::Passed(self.board.name(passed))) }
    }

    /// Whether a pawn of `colour` attacks a square.
    fn is_attacked_by_pawn(&self, position: &Position, colour: Colour, square: Square) -> bool {
        let pawn = Man { colour, role: Role::Pawn };
        position.pieces.iter().any(|&(man, from)| man == pawn && self.attacks.pawn_attacks(colour, from, square))
    }

    /// The position after a move that captures no king.
    fn after(&self, position: &Position, step: Move) -> Position {
        let mut pieces = position.pieces.clone();
        pieces[step.man].1 = step.to;
        if let Some(role) = step.promotion {
            pieces[step.man].0.role = role;
        }
        let mover = pieces[step.man].0.colour;
        if let Some(captured) = step.captured {
            pieces.remove(captured);
        }
        pieces.sort_unstable();
        let mut after = Position { pieces, passed: None };
        after.passed = step.passed.filter(|&passed| self.is_attacked_by_pawn(&after, mover.other(), passed));
        after
    }
}

/// Why a text is not the placement field of a FEN, alone or with the square for *en passant*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A letter that names no man.
    Letter(char),
    /// A rank, counted from 1 at White's side, that has so many files, and not as many as the highest one.
    Files(usize, usize, usize),
    /// A board that is not of 2 to 16 files and 2 to 16 ranks.
    Board(usize, usize),
    /// So many kings of a colour, and not one.
    Kings(Colour, usize),
    /// A pawn on the first or on the last rank.
    Pawn(String),
    /// Something other than a square follows the placement field.
    MoreFields,
    /// No pawn can just have passed this square.
    Passed(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(found) => write!(f, "found {found:?}, required one of KQRBNPkqrbnp, a number or /"),
            Self::Files(rank, found, files) => {
                write!(f, "found {found} files on rank {rank}, required {files} as on the highest rank")
            }
            Self::Board(files, ranks) => {
                write!(f, "found {files} files and {ranks} ranks, required 2 to 16 of each")
            }
            Self::Kings(colour, found) => {
                let colour = if *colour == Colour::White { "white" } else { "black" };
                write!(f, "found {found} {colour} kings, required exactly 1")
            }
            Self::Pawn(square) => {
                write!(f, "found a pawn on {square}, required none on the first and on the last rank")
            }
            Self::MoreFields => f.write_str(
                "found more after a space, required the placement field alone or with the square for en passant, because nobody is to move",
            ),
            Self::Passed(square) => write!(
                f,
                "found {square} for en passant, required a square that a pawn has just passed with a pawn of the other colour beside it"
            ),
        }
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// Reads the placement field of a FEN, on a board of any size, and the square for *en passant* if one follows it. Whether there can be that right is asked by [`Rules::admit`].
    ///
    /// # Errors
    ///
    /// The first letter that is wrong; then the files of the ranks and the size of the board; then the kings; then the pawns; then what follows the field.
    pub fn parse(fen: &str) -> Result<(Board, Self), FenError> {
        let (field, passed) = fen.split_once(' ').map_or((fen, None), |(field, passed)| (field, Some(passed)));
        let rows: Vec<&str> = field.split('/').collect();
        let ranks = rows.len();
        // Men by file and rank, from 0.
        let mut men: Vec<(Man, usize, usize)> = Vec::new();
        let mut widths = Vec::new();
        for (rank, row) in rows.iter().rev().enumerate() {
            let (mut file, mut run) = (0usize, 0usize);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run.saturating_mul(10).saturating_add(digit as usize);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut run));
                men.push((Man::from_letter(letter).ok_or(FenError::Letter(letter))?, file, rank));
                file = file.saturating_add(1);
            }
            widths.push(file.saturating_add(run));
        }
        let files = widths[ranks - 1];
        if let Some((rank, &found)) = (1..).zip(&widths).find(|(_, width)| **width != files) {
            return Err(FenError::Files(rank, found, files));
        }
        let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let board = Board::new(side(files), side(ranks)).map_err(|_| FenError::Board(files, ranks))?;
        for colour in [Colour::White, Colour::Black] {
            let found = men.iter().filter(|(man, ..)| *man == Man { colour, role: Role::King }).count();
            if found != 1 {
                return Err(FenError::Kings(colour, found));
            }
        }
        let square = |file: usize, rank: usize| (rank * files + file) as Square;
        let is_misplaced =
            |&&(man, _, rank): &&(Man, usize, usize)| man.role == Role::Pawn && (rank == 0 || rank == ranks - 1);
        if let Some(&(_, file, rank)) = men.iter().find(is_misplaced) {
            return Err(FenError::Pawn(board.name(square(file, rank))));
        }
        let mut pieces: Vec<(Man, Square)> =
            men.into_iter().map(|(man, file, rank)| (man, square(file, rank))).collect();
        pieces.sort_unstable();
        let passed = match passed {
            None => None,
            Some(name) => {
                let mut squares = (0..board.squares()).map(|square| square as Square);
                Some(squares.find(|&square| board.name(square) == name).ok_or(FenError::MoreFields)?)
            }
        };
        Ok((board, Self { pieces, passed }))
    }

    /// The material, perhaps with the colours exchanged.
    #[must_use]
    pub fn signature(&self) -> Signature {
        Signature::canonical(&self.pieces.iter().map(|piece| piece.0).collect::<Vec<_>>()).0
    }

    /// With the colours exchanged and the board turned upside down.
    #[must_use]
    pub fn flipped(&self, board: Board) -> Self {
        let flip =
            |&(man, square): &(Man, Square)| (Man { colour: man.colour.other(), ..man }, board.upside_down(square));
        let mut pieces: Vec<(Man, Square)> = self.pieces.iter().map(flip).collect();
        pieces.sort_unstable();
        Self { pieces, passed: self.passed.map(|square| board.upside_down(square)) }
    }

    /// The placement field of a FEN, and the passed square after a space.
    #[must_use]
    pub fn fen(&self, board: Board) -> String {
        let mut text = String::new();
        for rank in (0..board.ranks()).rev() {
            let mut empty = 0;
            for file in 0..board.files() {
                let square = rank * board.files() + file;
                let Some((man, _)) = self.pieces.iter().find(|piece| piece.1 == square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                text.push(man.letter());
                empty = 0;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        if let Some(passed) = self.passed {
            text.push(' ');
            text.push_str(&board.name(passed));
        }
        text
    }
}
