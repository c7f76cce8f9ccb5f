//! Positions with any number of men, and where their moves lead.
//!
//! Responsible for what plans for single positions need, where nobody can list all positions. Endgames, whose positions have numbers, are left to [`crate::chess::endgame`].

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

impl Position {
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
