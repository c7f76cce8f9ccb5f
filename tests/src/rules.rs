//! The two move generators behind one interface, so that a test or an outside program can put the same question to
//! both.
//!
//! Responsible for: translating squares, men and moves into common words, and counting lines of play. Left to others:
//! the rules themselves, which are the checker's (plain loops over steps) and the solver's (tables of attacks).

use checker::board::{Board, Colour, Placement};
use checker::certificate::{PawnRule, StatedPromotion};
use solver::certificates::plan::{Position, Rules};
use solver::chess::attacks::Move;
use solver::chess::material::{Colour as SolverColour, Man, Role};

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

/// What a pawn can become, in the order of moves.
const PROMOTIONS: [(char, StatedPromotion); 4] = [
    ('Q', StatedPromotion::Queen),
    ('R', StatedPromotion::Rook),
    ('B', StatedPromotion::Bishop),
    ('N', StatedPromotion::Knight),
];

/// A move generator.
pub trait Generator {
    /// Its own idea of which man stands where.
    type Position;

    /// The position in which the men stand as in this placement.
    fn position(&self, placement: &Placement) -> Self::Position;

    /// All moves of a colour, in increasing order of the squares left and reached, and then in the order Q R B N.
    fn moves(&self, position: &Self::Position, colour: Colour) -> Vec<Step>;

    /// The position after one of the moves; none if it captures a king.
    fn after(&self, position: &Self::Position, step: Step) -> Option<Self::Position>;
}

/// The checker's rules, with this rule for pawns.
#[derive(Clone, Copy, Debug)]
pub struct CheckerRules(pub PawnRule);

impl Generator for CheckerRules {
    type Position = Placement;

    fn position(&self, placement: &Placement) -> Placement {
        placement.clone()
    }

    fn moves(&self, placement: &Placement, colour: Colour) -> Vec<Step> {
        let board = placement.board();
        let step = |mv: checker::board::Move| Step {
            from: board.number(mv.from),
            to: board.number(mv.to),
            promotion: mv.promotion.and_then(|role| {
                PROMOTIONS.iter().find(|(_, promotion)| *promotion == role).map(|(letter, _)| *letter)
            }),
            captured: captured(placement, mv),
        };
        placement.moves(colour, self.0).into_iter().map(step).collect()
    }

    fn after(&self, placement: &Placement, step: Step) -> Option<Placement> {
        let board = placement.board();
        let (from, to) = (board.square(step.from), board.square(step.to));
        let promotion = step.promotion.and_then(|wanted| {
            PROMOTIONS.iter().find(|(letter, _)| *letter == wanted).map(|(_, promotion)| *promotion)
        });
        placement.after(checker::board::Move { from, to, promotion })
    }
}

/// The letter of the man that is not there any more after a move, or whose king has been captured.
fn captured(placement: &Placement, mv: checker::board::Move) -> Option<char> {
    let Some(after) = placement.after(mv) else {
        return placement.man_on(mv.to).map(|man| man.letter());
    };
    let mover = placement.man_on(mv.from).map(|man| man.colour);
    let others = |placement: &Placement| -> Vec<char> {
        let pieces = placement.pieces().iter().filter(|piece| Some(piece.man.colour) != mover);
        pieces.map(|piece| piece.man.letter()).collect()
    };
    let mut gone = others(placement);
    for letter in others(&after) {
        if let Some(place) = gone.iter().position(|&other| other == letter) {
            gone.remove(place);
        }
    }
    gone.pop()
}

/// The solver's rules on one board.
#[derive(Clone, Debug)]
pub struct SolverRules(Rules);

impl SolverRules {
    /// The rules on a board of that size, with this rule for pawns.
    ///
    /// # Panics
    ///
    /// If the solver refuses a board that the checker allows.
    #[must_use]
    pub fn new(board: Board, pawn_rule: PawnRule) -> Self {
        let board = solver::chess::board::Board::new(board.files(), board.ranks());
        Self(Rules::new(board.expect("2 to 16 files and ranks"), pawn_rule == PawnRule::DoubleStep))
    }
}

impl Generator for SolverRules {
    type Position = Position;

    fn position(&self, placement: &Placement) -> Position {
        let board = placement.board();
        let piece = |piece: &checker::board::Piece| {
            let man = Man::from_letter(piece.man.letter()).expect("a man of both programs");
            (man, board.number(piece.square))
        };
        let mut pieces: Vec<(Man, u8)> = placement.pieces().iter().map(piece).collect();
        pieces.sort_unstable();
        Position { pieces, passed: placement.passed().map(|square| board.number(square)) }
    }

    fn moves(&self, position: &Position, colour: Colour) -> Vec<Step> {
        let mut moves = Vec::new();
        self.0.for_each_option(position, solver_colour(colour), |mv, _| moves.push(step(position, mv)));
        moves
    }

    fn after(&self, position: &Position, wanted: Step) -> Option<Position> {
        let mover = position.pieces.iter().find(|(_, square)| *square == wanted.from)?.0.colour;
        let mut found = None;
        self.0.for_each_option(position, mover, |mv, after| {
            if step(position, mv) == wanted {
                found = Some(after);
            }
        });
        found.unwrap_or_else(|| moved(position, wanted))
    }
}

/// The position after a step that is no move: the man goes, and whatever stands there is gone. None if that is a king.
#[must_use]
pub fn moved(position: &Position, step: Step) -> Option<Position> {
    let met = position.pieces.iter().find(|(_, square)| *square == step.to);
    if met.is_some_and(|(man, _)| man.role == Role::King) {
        return None;
    }
    let staying = position.pieces.iter().filter(|(_, square)| *square != step.to);
    let go = |&(man, square): &(Man, u8)| (man, if square == step.from { step.to } else { square });
    let mut pieces: Vec<(Man, u8)> = staying.map(go).collect();
    pieces.sort_unstable();
    Some(Position { pieces, passed: None })
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

/// The solver's word for a colour.
#[must_use]
pub fn solver_colour(colour: Colour) -> SolverColour {
    match colour {
        Colour::White => SolverColour::White,
        Colour::Black => SolverColour::Black,
    }
}

/// The number of sequences of `depth` moves, at least one. Colours take turns where one is to move first, and at each
/// ply either may move where none is. A captured king ends the line.
///
/// # Panics
///
/// If `depth` is 0.
pub fn perft<G: Generator>(rules: &G, position: &G::Position, depth: u32, to_move: Option<Colour>) -> u64 {
    assert!(depth > 0, "a line of play has a move");
    let both = [Colour::White, Colour::Black];
    let colours = both.into_iter().filter(|&colour| to_move.is_none_or(|mover| mover == colour));
    let steps = colours.flat_map(|colour| rules.moves(position, colour));
    if depth == 1 {
        return steps.map(|_| 1).sum();
    }
    steps
        .filter_map(|step| rules.after(position, step))
        .map(|after| perft(rules, &after, depth - 1, to_move.map(Colour::other)))
        .sum()
}
