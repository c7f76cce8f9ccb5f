//! Losing Chess: its rules, its tables by turns, and its endgames under an auction.
//!
//! Responsible for what differs from the rules of `chess`: who can capture must; the king is an ordinary man, and a pawn may become one; who
//! has no move has won. And for tables by turns, one byte for each placement and side to move. Left to others: how men move (`chess`),
//! which placements there are (`endgame`), endgames under an auction once their options are known (`table`), proofs (`proof`). Source: the
//! chapter "The format", section "Losing Chess", which is normative.
//!
//! # Why a table by turns is right
//!
//! A game by turns has α = β = 1 where White can force a win, α = β = 0 where Black can, and α = 0, β = 1 at a draw. The label `v` says which
//! of the three, and the two labels of the theorem besides:
//!
//! | `v(P)` | `l = u` | `l′ = u′` | T | T′ |
//! |---|---|---|---|---|
//! | even with White to move, odd with Black to move | 1 | 1 | `v` | 0 |
//! | odd with White to move, even with Black to move | 0 | 0 | 0 | `v` |
//! | 253 | 0 | 1 | 0 | 0 |
//!
//! With these numbers the condition `label` is what an exact table of two numbers has to meet, `holds` and `forces` and the equation of labels
//! for both sides. Let White move; the other case is the mirror image. Of the options, odd ones are 1, even ones are 0, in both numbers;
//! draws are 0 and 1.
//! *Step 1*: the position is terminal, with the value 1 and the labels 0. *Step 2*: some option is odd, so the maximum is 1 in both numbers:
//! `x = F(x)`. T is one more than the least T of a greedy option, the least odd `v`; T′ is 0 where Black has nothing. *Step 3*: no option
//! is odd and one is a draw: the maxima are 0 and 1, where neither side has anything. *Step 4*: all options are even, so both maxima are
//! 0. T is 0; T′ is one more than the greatest T′ of all options. Conversely each other label breaks one of the equations, and the equations
//! have one solution (the chapter "The theorem", section "Exact tables"). A capture of the last man, and a position with a right, are
//! positions whose labels are not written but computed: by step 1, and by the same steps.

use std::sync::Arc;

use super::chess::{Board, Man, Move, Placement, Role};
use super::endgame::{Endgame, Positions, borders, known};
use super::{Step, Table, Target};
use crate::certificate::{Certificate, Form, Head, Reader, Statement};
use crate::failure::{Failure, Spelling};
use crate::numbers::at;
use crate::table;
use crate::theorem::Side;

/// The number of statements about all positions of an endgame under an auction.
pub const AUCTION: u8 = 3;
/// The number of statements about all placements of an endgame with either side to move.
pub const TURNS: u8 = 4;
/// The number of statements that something is a proof.
pub const PROOF: u8 = 5;
/// What a pawn can become, in the order of their numbers.
pub const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

// ANCHOR: moves
/// Finds all moves of a side: captures if there are any, else all others. `moves` is cleared before.
pub fn moves(board: Board, placement: &Placement, side: Side, moves: &mut Vec<Move>) {
    moves.clear();
    let mut captures = false;
    for &piece in placement.pieces.iter().filter(|piece| piece.man.side() == side) {
        board.each_move(placement, piece, |mv| {
            if mv.captured.is_some() && !captures {
                captures = true;
                moves.clear();
            }
            if mv.captured.is_some() == captures {
                moves.push(mv);
                // A pawn becomes each of the others, the knight last, and then a king.
                let crowned = Move { promotion: Some(Role::King), ..mv };
                moves.extend((mv.promotion == Some(Role::Knight)).then_some(crowned));
            }
        });
    }
}
// ANCHOR_END: moves

/// Whether a side has men.
pub fn has_men(placement: &Placement, side: Side) -> bool {
    placement.pieces.iter().any(|piece| piece.man.side() == side)
}

/// Reads the body of a statement of the numbers 3 and 4, which has the forms that its number admits: the endgame.
pub fn endgame(number: u8, body: &[u8], head: &Head) -> Result<Endgame, Failure> {
    let is_legal = match (number, head.form) {
        (AUCTION, Form::One | Form::Two) => head.bits == 0,
        (AUCTION, Form::Narrow) => head.bits > 0,
        _ => number == TURNS && head.is_bare(),
    };
    if !is_legal {
        return Err(Failure::Statement("form"));
    }
    let mut reader = Reader::new(None, body);
    let (rule, board) = (reader.byte()?, [reader.byte()?, reader.byte()?, reader.byte()?]);
    let count = reader.length(1)?;
    let men = reader.take(count)?;
    reader.end()?;
    if rule > 0 {
        return Err(Failure::Statement("rule"));
    }
    let men = men.iter().map(|&man| Man::new(man)).collect::<Option<Vec<Man>>>();
    let has = |men: &[Man], side| men.iter().any(|man| man.side() == side);
    Endgame::of(board, men.filter(|men| men.is_sorted() && Side::BOTH.iter().all(|&side| has(men, side))))
}

/// The statements of the imports: of the same number about each material to which one move leads and in which both sides have men.
pub fn imports(number: u8, endgame: &Endgame) -> Vec<Statement> {
    endgame.changes(0, &PROMOTIONS).iter().map(|import| statement(number, import)).collect()
}

/// The statement of a number, 3 or 4, about an endgame.
pub fn statement(number: u8, Endgame { board, men }: &Endgame) -> Statement {
    let ([files, ranks, rule], count) = (board.stated(), u8::try_from(men.len()).expect("within the limit of men"));
    let men = men.iter().map(|man| man.number());
    Statement::Further(number, [0, files, ranks, rule, count].into_iter().chain(men).collect())
}

/// An endgame under an auction.
#[derive(Debug)]
pub struct Auction<'a>(pub &'a Positions);

impl Table for Auction<'_> {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        self.0.count()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (board, placement, mut all) = (self.0.endgame.board, self.0.placement(position), Vec::new());
        for side in Side::BOTH {
            moves(board, &placement, side, &mut all);
            if all.is_empty() {
                tell((side, 1, 0, Target::Won(side)));
            }
            for mv in &all {
                let after = board.after(&placement, mv);
                let to = match self.0.number(&after) {
                    _ if !has_men(&after, side.other()) => Target::Won(side.other()),
                    Some((number, false)) => Target::To(number),
                    _ => known(&self.0.imports, &after).expect("all imports are there"),
                };
                tell((side, 1, board.name(mv), to));
            }
        }
    }
    // ANCHOR_END: options

    fn borders(&self) -> Vec<(usize, bool)> {
        borders(&self.0.imports)
    }

    fn slice_end(&self, least: usize) -> usize {
        self.0.slice_end(least)
    }
}

/// The label of a draw.
pub const DRAW: u8 = 253;
/// The greatest label of a win or a loss.
pub const MOST: u8 = 251;

/// A table by turns: the labels of all placements, verified once [`Turns::check`] has returned it.
#[derive(Debug)]
pub struct Turns {
    /// The placements, without rights, and those of the imports.
    pub positions: Arc<Positions>,
    /// The tables that it imports.
    pub imports: Vec<Arc<Turns>>,
    /// The labels of each placement, with White to move and with Black to move.
    labels: Vec<[u8; 2]>,
}

impl Turns {
    /// Verifies a table of an endgame. `imports` are verified, and those that [`imports`] asks for.
    pub fn check(
        endgame: Endgame,
        certificate: &Certificate,
        imports: Vec<Arc<Turns>>,
        threads: usize,
    ) -> Result<Self, Failure> {
        let parts = imports.iter().map(|import| Arc::clone(&import.positions)).collect();
        let positions = Arc::new(Positions::find(endgame, parts, false));
        let slices = table::slices(&*positions);
        if slices.len() != certificate.slices.len() {
            return Err(Failure::Coverage(certificate.slices.len(), slices.len()));
        }
        let mut labels = Vec::new();
        for (slice, (range, bytes)) in slices.iter().zip(&certificate.slices).enumerate() {
            let mut reader = Reader::new(Some(slice), bytes);
            for _ in 0..2 * range.len() {
                let label = reader.byte()?;
                if label > MOST && label != DRAW {
                    return Err(reader.wrong(Spelling::Unknown));
                }
            }
            reader.end()?;
            labels.extend((0..range.len()).map(|place| [bytes[place], bytes[range.len() + place]]));
        }
        let turns = Self { positions, imports, labels };
        let fault = |position| turns.fault(position);
        table::first(&slices, threads, fault).map_or(Ok(turns), Err)
    }

    /// The first side to move, White before Black, whose label is wrong at the placement of a number.
    fn fault(&self, number: u32) -> Option<Failure> {
        let (mut placement, mut all) = (self.positions.placement(number), Vec::new());
        Side::BOTH.into_iter().find_map(|side| {
            let (stated, required) =
                (self.labels[at(number)][side.of(0, 1)], self.distance(&mut placement, side, &mut all));
            let place = 2 * u64::from(number) + side.of(0, 1);
            (stated != required).then(|| Failure::Further("label", place, vec![stated.into(), required.into()]))
        })
    }

    // ANCHOR: label
    /// The label that a placement, which may have a right, must have with a side to move: `v(P)`. (It may be 252, which no table states.)
    pub fn distance(&self, placement: &mut Placement, side: Side, all: &mut Vec<Move>) -> u8 {
        moves(self.positions.endgame.board, placement, side, all);
        let (mut odd, mut draws, mut most) = (None, false, None);
        for mv in &*all {
            let label = self.reached(placement, side, mv);
            match label {
                DRAW => draws = true,
                _ if label % 2 == 1 => odd = Some(odd.map_or(label, |least: u8| least.min(label))),
                _ => most = most.max(Some(label)),
            }
        }
        match (odd, draws, most) {
            (Some(least), ..) => least + 1,
            (None, true, _) => DRAW,
            (None, false, Some(most)) => most + 1,
            (None, false, None) => 0,
        }
    }

    /// The label of the position that a move of a side leads to, where the other side moves. The placement is as before in the end.
    pub fn reached(&self, placement: &mut Placement, side: Side, mv: &Move) -> u8 {
        let (board, other) = (self.positions.endgame.board, side.other());
        if (mv.captured, mv.promotion, mv.passes) == (None, None, None) {
            let place = placement.pieces.iter().position(|piece| piece.square == mv.from).expect("it moves");
            placement.pieces[place].square = mv.to;
            let label = self.label(placement, other);
            placement.pieces[place].square = mv.from;
            return label.expect("its own men");
        }
        let mut after = board.after(placement, mv);
        match mv.passes {
            // Some pawn can capture this one, so that no other move is possible but captures.
            Some(_) => self.distance(&mut after, other, &mut Vec::new()),
            None if !has_men(&after, other) => 0,
            None => self.label(&after, other).expect("all imports are there"),
        }
    }
    // ANCHOR_END: label

    /// The label of a placement without a right, with a side to move: that of the table, or of an import. None if it has other men.
    fn label(&self, placement: &Placement, side: Side) -> Option<u8> {
        self.stated(placement, side).or_else(|| self.imports.iter().find_map(|import| import.stated(placement, side)))
    }

    /// The label that the table states of a placement without a right, with a side to move. None if it has other men.
    pub fn stated(&self, placement: &Placement, side: Side) -> Option<u8> {
        let (number, flipped) = self.positions.number(placement)?;
        let side = if flipped { side.other() } else { side };
        Some(self.labels[at(number)][side.of(0, 1)])
    }
}
