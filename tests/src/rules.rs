//! The two move generators behind one interface, so that a test or an outside program can put the same question to
//! both.
//!
//! Responsible for: translating squares, men and moves into common words, and counting lines of play. Left to others:
//! the rules themselves, which are the checker's (plain loops over steps) and the solver's (tables of attacks).

use checker::chess::{Board, Man as CheckerMan, Move as CheckerMove, PawnRule, Placement, Role as CheckerRole};
use checker::theorem::Side;
use session::notation;
use solver::chess::attacks::Move;
use solver::chess::material::{Colour, Man, Role};
use solver::chess::position::{Position, Rules};

/// A move in common words. Squares are numbered rank by rank from a1 = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The square that the man leaves.
    pub from: u8,
    /// The square that it reaches.
    pub to: u8,
    /// The capital letter of what a pawn becomes.
    pub promotion: Option<char>,
    /// The letter of the man that it captures, a capital for White's.
    pub captured: Option<char>,
}

/// A move generator.
pub trait Generator {
    /// Its own idea of which man stands where.
    type Position;

    /// The position in which the men stand as in this placement.
    fn position(&self, placement: &Placement) -> Self::Position;

    /// All moves of a side, without passes, in the order of the moves' numbers: first those that promote nobody, then those to Q, R, B, N; of each
    /// by the square left, then by the square reached.
    fn moves(&self, position: &Self::Position, side: Side) -> Vec<Step>;

    /// The position after one of the moves; none if it captures a king.
    fn after(&self, position: &Self::Position, step: Step) -> Option<Self::Position>;
}

/// A board with a rule for pawns.
#[must_use]
pub fn with_rule(board: Board, pawn_rule: PawnRule) -> Board {
    Board { pawn_rule, ..board }
}

/// The checker's rules on a board with its rule for pawns.
#[derive(Clone, Copy, Debug)]
pub struct CheckerRules(pub Board);

impl CheckerRules {
    /// The moves of a side, in the order of the format.
    fn all(&self, placement: &Placement, side: Side) -> Vec<CheckerMove> {
        let mut all = Vec::new();
        for &piece in placement.pieces.iter().filter(|piece| piece.man.side() == side) {
            self.0.each_move(placement, piece, |mv| all.push(mv));
        }
        all.sort_by_key(|mv| self.0.name(Some(mv)));
        all
    }

    fn step(&self, mv: &CheckerMove) -> Step {
        Step {
            from: self.0.number(mv.from),
            to: self.0.number(mv.to),
            promotion: mv.promotion.map(|role| notation::letter(CheckerMan::of(Side::White, role))),
            captured: mv.captured.map(|piece| notation::letter(piece.man)),
        }
    }
}

impl Generator for CheckerRules {
    type Position = Placement;

    fn position(&self, placement: &Placement) -> Placement {
        placement.clone()
    }

    fn moves(&self, placement: &Placement, side: Side) -> Vec<Step> {
        self.all(placement, side).iter().map(|mv| self.step(mv)).collect()
    }

    fn after(&self, placement: &Placement, step: Step) -> Option<Placement> {
        let piece = placement.pieces.iter().find(|piece| self.0.number(piece.square) == step.from);
        let mut found = None;
        self.0.each_move(placement, *piece.expect("a man that moves"), |mv| {
            found = found.or((self.step(&mv) == step).then_some(mv));
        });
        let mv = found.expect("one of the moves");
        let captures_king = mv.captured.is_some_and(|piece| piece.man.role() == CheckerRole::King);
        (!captures_king).then(|| self.0.after(placement, Some(&mv)))
    }
}

/// The solver's rules on one board.
#[derive(Clone, Debug)]
pub struct SolverRules {
    rules: Rules,
    board: Board,
}

impl SolverRules {
    /// The rules on a board, with its rule for pawns.
    ///
    /// # Panics
    ///
    /// If the solver refuses a board that the checker allows.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let Board { files, ranks, pawn_rule } = board;
        let own = solver::chess::board::Board::new(files, ranks).expect("2 to 16 files and ranks");
        Self { rules: Rules::new(own, pawn_rule == PawnRule::DoubleStep), board }
    }
}

impl Generator for SolverRules {
    type Position = Position;

    fn position(&self, placement: &Placement) -> Position {
        let piece = |piece: &checker::chess::Piece| {
            let man = Man::from_letter(notation::letter(piece.man)).expect("a man of both programs");
            (man, self.board.number(piece.square))
        };
        let mut pieces: Vec<(Man, u8)> = placement.pieces.iter().map(piece).collect();
        pieces.sort_unstable();
        Position { pieces, passed: placement.passed.map(|square| self.board.number(square)) }
    }

    fn moves(&self, position: &Position, side: Side) -> Vec<Step> {
        let mut moves = Vec::new();
        self.rules
            .for_each_option(position, solver_colour(side), |mv, _| moves.extend(mv.map(|mv| step(position, mv))));
        moves
    }

    fn after(&self, position: &Position, wanted: Step) -> Option<Position> {
        let mover = position.pieces.iter().find(|(_, square)| *square == wanted.from)?.0.colour;
        let mut found = None;
        self.rules.for_each_option(position, mover, |mv, after| {
            if mv.is_some_and(|mv| step(position, mv) == wanted) {
                found = Some(after);
            }
        });
        found.expect("one of the moves")
    }
}

/// One of the solver's moves in common words.
fn step(position: &Position, mv: Move) -> Step {
    Step {
        from: mv.from,
        to: mv.to,
        promotion: mv.promotion.map(Role::letter),
        captured: mv.captured.map(|index| position.pieces[index].0.letter()),
    }
}

/// The solver's word for a side.
#[must_use]
pub fn solver_colour(side: Side) -> Colour {
    side.of(Colour::White, Colour::Black)
}

/// The number of sequences of `depth` moves, at least one. Sides take turns where one is to move first, and at each
/// ply either may move where none is. A captured king ends the line.
///
/// # Panics
///
/// If `depth` is 0.
pub fn perft<G: Generator>(rules: &G, position: &G::Position, depth: u32, to_move: Option<Side>) -> u64 {
    assert!(depth > 0, "a line of play has a move");
    let sides = Side::BOTH.into_iter().filter(|&side| to_move.is_none_or(|mover| mover == side));
    let steps = sides.flat_map(|side| rules.moves(position, side));
    if depth == 1 {
        return steps.map(|_| 1).sum();
    }
    steps
        .filter_map(|step| rules.after(position, step))
        .map(|after| perft(rules, &after, depth - 1, to_move.map(Side::other)))
        .sum()
}
