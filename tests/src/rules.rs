//! The two move generators behind one interface, so that a test or an outside program can put the same question to
//! both.
//!
//! Responsible for: translating squares, men and moves into common words, and counting lines of play. Left to others:
//! the rules themselves, which are the checker's (plain loops over steps) and the solver's (tables of attacks).

use checker::board::{Board, Colour, Placement};
use checker::certificate::{PawnRule, StatedPromotion};
use solver::attacks::Attacks;
use solver::material::{Colour as SolverColour, Man, Role};

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
            captured: placement.man_on(mv.to).map(|man| man.letter()),
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

/// The solver's rules on one board.
#[derive(Clone, Debug)]
pub struct SolverRules {
    attacks: Attacks,
}

impl SolverRules {
    /// The rules on a board of that size, with this rule for pawns.
    ///
    /// # Panics
    ///
    /// If the solver refuses a board that the checker allows.
    #[must_use]
    pub fn new(board: Board, pawn_rule: PawnRule) -> Self {
        let board = solver::board::Board::new(board.files(), board.ranks());
        let attacks = Attacks::new(board.expect("2 to 16 files and ranks"), pawn_rule == PawnRule::DoubleStep);
        Self { attacks }
    }
}

/// Men, and the square of each.
#[derive(Clone, Debug)]
pub struct Men {
    /// The men.
    pub men: Vec<Man>,
    /// The square of each.
    pub places: Vec<u8>,
}

impl Generator for SolverRules {
    type Position = Men;

    fn position(&self, placement: &Placement) -> Men {
        let (board, pieces) = (placement.board(), placement.pieces());
        let letters = pieces.iter().map(|piece| piece.man.letter());
        Men {
            men: letters.map(|letter| Man::from_letter(letter).expect("a man of both programs")).collect(),
            places: pieces.iter().map(|piece| board.number(piece.square)).collect(),
        }
    }

    fn moves(&self, Men { men, places }: &Men, colour: Colour) -> Vec<Step> {
        let mut moves = Vec::new();
        self.attacks.for_each_move(men, places, None, solver_colour(colour), |mv| {
            moves.push(Step {
                from: mv.from,
                to: mv.to,
                promotion: mv.promotion.map(Role::letter),
                captured: mv.captured.map(|index| men[index].letter()),
            });
        });
        moves
    }

    fn after(&self, position: &Men, step: Step) -> Option<Men> {
        let Men { mut men, mut places } = position.clone();
        if let Some(captured) = places.iter().position(|&place| place == step.to) {
            if men[captured].role == Role::King {
                return None;
            }
            men.remove(captured);
            places.remove(captured);
        }
        if let Some(moved) = places.iter().position(|&place| place == step.from) {
            places[moved] = step.to;
            if let Some(role) = step.promotion {
                men[moved].role = Role::ALL.into_iter().find(|known| known.letter() == role).expect("a role");
            }
        }
        Some(Men { men, places })
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
