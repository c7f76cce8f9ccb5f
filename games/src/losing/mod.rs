//! Losing Chess: its rules, its tables by turns, and its endgames under an auction.
//!
//! Responsible for what differs from the rules of `chess`: who can capture must; the king is an ordinary man, and a pawn may become one; who
//! has no men has won. And for tables by turns, one byte for each placement and side to move. Left to others: how men move (`chess`),
//! which placements there are (`endgame`), what happens to a side that has men and no move ([`rule`]), endgames under an auction once their options are known (`table`), proofs (`proof`). Source: the
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
//! *Step 1*: there is no move. If White has won by the rule, the position is terminal, with the value 1 and the labels 0. At a draw it is its own single
//! option: an endless play, with α = 0, β = 1 and nothing that has a label. If White has lost, its single option is the end of the game, where Black
//! is to move and has won: a terminal position with the value 0 and the labels 0, so that by step 4 the label is 1. (The position cannot be terminal
//! itself with an odd label of its own: T′ would be 0 there and `v` odd, and a move to it would have to be both odd and even.) *Step 2*: some option is odd, so the maximum is 1 in both numbers:
//! `x = F(x)`. T is one more than the least T of a greedy option, the least odd `v`; T′ is 0 where Black has nothing. *Step 3*: no option
//! is odd and one is a draw: the maxima are 0 and 1, where neither side has anything. *Step 4*: all options are even, so both maxima are
//! 0. T is 0; T′ is one more than the greatest T′ of all options. Conversely each other label breaks one of the equations, and the equations
//! have one solution (the chapter "The theorem", section "Exact tables"). A capture of the last man, and a position with a right, are
//! positions whose labels are not written but computed: by step 1, and by the same steps.

use std::collections::BTreeSet;
use std::sync::Arc;

use checker::chess::{ALL_PROMOTIONS, Board, Man, Move, Piece, Placement, Role};
use checker::endgame::{Endgame, Positions, known};
pub mod proof;
pub mod rule;

use checker::certificate::{Certificate, Form, Head, Reader, Statement};
use checker::claim::{Checked, Claim, Given, Imports, Verified, borders};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::limits::Limit;
use checker::numbers::at;
use checker::places::Squares;
use checker::table::{self, Stated, Step, Table, Target, Theorem};
use checker::theorem::Side;

use crate::bare::Naturals as _;

/// The number of statements about all positions of an endgame under an auction.
pub const AUCTION: u8 = 3;
/// The number of statements about all placements of an endgame with either side to move.
pub const TURNS: u8 = 4;
/// The number of statements that something is a proof.
pub const PROOF: u8 = 5;
/// The order of promotions in a proof.
pub const ORDER: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Placements of a table by turns beyond one for every byte of the file, which has two for each: 2^23. A placement takes 2 bytes beside the
/// bitmap, which takes as much as the limit of lists admits.
pub const SHORT_TURNS: Limit = Limit { of: "placements beyond one for every byte of the file", most: 1 << 23 };

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
                if mv.promotion == Some(Role::Knight) {
                    moves.push(Move { promotion: Some(Role::King), ..mv });
                }
            }
        });
    }
}
// ANCHOR_END: moves

/// Whether a side has men.
pub fn has_men(placement: &Placement, side: Side) -> bool {
    placement.pieces.iter().any(|piece| piece.man.side() == side)
}

/// Reads the statement of the numbers 3 and 4: the rule, and the endgame.
fn endgame(number: u8, Given { head, body, bytes, .. }: Given) -> Result<(u8, Endgame), Failure> {
    let is_legal = match (number, head.form) {
        (AUCTION, Form::One | Form::Two) => head.bits == 0,
        (AUCTION, Form::Narrow) => head.bits > 0,
        _ => number == TURNS && crate::bare::is_bare(head),
    };
    ensure(is_legal && head.never.is_none(), Failure::Statement("form"))?;
    let mut reader = Reader::new(None, body);
    let (rule, board) = (reader.byte()?, [reader.byte()?, reader.byte()?, reader.byte()?]);
    let count = reader.length(1)?;
    Limit::MEN.admit(count)?;
    let men = reader.take(count)?;
    reader.end()?;
    let rule = rule::read(rule)?;
    let men = men.iter().map(|&man| Man::new(man)).collect::<Option<Vec<Man>>>();
    let has = |men: &[Man], side| men.iter().any(|man| man.side() == side);
    let men = men.filter(|men| men.is_sorted() && Side::BOTH.iter().all(|&side| has(men, side)));
    let endgame = Endgame::of(board, men)?;
    if number == TURNS {
        let places = at(endgame.places());
        SHORT_TURNS.admit(places - places.min(bytes))?;
    }
    Ok((rule, endgame))
}

/// The statements of the imports: of the same number and rule about each material to which one move leads and in which both sides have men.
pub fn imports(number: u8, rule: u8, endgame: &Endgame) -> Vec<Statement> {
    endgame.changes(0, &ALL_PROMOTIONS).iter().map(|import| statement(number, rule, import)).collect()
}

/// The statement of a number, 3 or 4, about an endgame by a rule.
pub fn statement(number: u8, rule: u8, Endgame { board, men }: &Endgame) -> Statement {
    let ([files, ranks, pawns], count) = (board.stated(), u8::try_from(men.len()).expect("within the limit of men"));
    let men = men.iter().map(|man| man.number());
    Statement::Further(number, [rule, files, ranks, pawns, count].into_iter().chain(men).collect())
}

/// What a proof is about; and what was counted, once `proof::check` has returned it.
#[derive(Debug)]
pub struct Proof {
    /// What happens to a side that has no move: 0 it wins, 1 who has fewer men wins, 2 a draw.
    pub rule: u8,
    /// The board of the root.
    pub board: Board,
    /// Who wins.
    pub winner: Side,
    /// Who moves at the root.
    pub mover: Side,
    /// The root.
    pub root: Placement,
    /// The places of the imports in which nodes are.
    pub used: BTreeSet<usize>,
    /// How many nodes there are of each sort.
    pub nodes: Nodes,
    /// The longest run of moves without a capture or a move of a pawn, until the end or a table.
    pub run: u64,
}

/// How many nodes there are of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    /// Where the winner moves.
    pub chosen: u64,
    /// Where the other side moves.
    pub answered: u64,
    /// Where the winner has no men.
    pub without_men: u64,
    /// Where a side has men and no move.
    pub stalemates: u64,
    /// Of these, where the winner would not win under the rule of fewer men.
    pub not_fewer: u64,
    /// In tables.
    pub in_tables: u64,
}

impl Proof {
    /// Reads the body of the statement; the certificate has no numbers. Tables that it imports have the rule 0.
    pub fn read(body: &[u8], head: &Head) -> Result<Self, Failure> {
        let statement = Failure::Statement;
        let mut reader = Reader::new(None, body);
        let (rule, board) = (reader.byte()?, [reader.byte()?, reader.byte()?, reader.byte()?]);
        let (winner, mover, count) = (reader.byte()?, reader.byte()?, reader.length(2)?);
        let pieces = reader.take(2 * count)?;
        let passed = reader.number()?;
        reader.end()?;
        ensure(crate::bare::is_bare(head), statement("form"))?;
        ensure(rule::read(rule)? == rule::INTERNATIONAL || head.imports.is_empty(), statement("rule"))?;
        let side = |number: u8| Side::BOTH.get(usize::from(number)).copied().ok_or(statement("side"));
        let (board, winner, mover) = (Board::new(board).ok_or(statement("board"))?, side(winner)?, side(mover)?);
        let piece = |pair: &[u8]| Some(Piece { man: Man::new(pair[0])?, square: board.square(pair[1])? });
        let pieces: Option<Vec<Piece>> = pieces.chunks(2).map(piece).collect();
        let mut root = Placement { pieces: pieces.ok_or(statement("root"))?, passed: None };
        let is_whole = Side::BOTH.iter().all(|&side| has_men(&root, side));
        ensure(is_whole && root.pieces.is_sorted() && board.admits(&root.pieces), statement("root"))?;
        let men: Vec<Man> = root.pieces.iter().map(|piece| piece.man).collect();
        ensure(board.suits(&men), statement("pawn rule"))?;
        if passed > 0 {
            let is_it = |&right: &_| u64::from(board.number(right)) + 1 == passed;
            root.passed = Some(board.rights(&root).into_iter().find(is_it).ok_or(statement("passed"))?);
            let mut all = Vec::new();
            moves(board, &root, mover, &mut all);
            if !all.iter().any(|mv| mv.captured.is_some_and(|captured| captured.square != mv.to)) {
                return Err(statement("passed"));
            }
        }
        Ok(Self { rule, board, winner, mover, root, used: BTreeSet::new(), nodes: Nodes::default(), run: 0 })
    }

    /// Whether the winner has won at a new node of the walk, if it is a leaf: a placement of a table, or one without a move. Counts the node.
    pub fn leaf(&mut self, placement: &Placement, side: Side, is_stuck: bool, tables: &[Arc<Turns>]) -> Option<bool> {
        let Proof { rule, winner, ref mut nodes, .. } = *self;
        // Tables have no rights.
        let tables = if placement.passed.is_none() { tables } else { &[] };
        let stated = |(place, table): (usize, &Arc<Turns>)| Some((place, table.stated(placement, side)?));
        if let Some((place, label)) = tables.iter().enumerate().find_map(stated) {
            self.used.insert(place);
            nodes.in_tables += 1;
            return Some(plies(label).is_some_and(|plies| (plies % 2 == 0) == (side == winner)));
        }
        let sort = match is_stuck {
            true if has_men(placement, side) => &mut nodes.stalemates,
            true => &mut nodes.without_men,
            false if side == winner => &mut nodes.chosen,
            false => &mut nodes.answered,
        };
        *sort += 1;
        nodes.not_fewer += u64::from(is_stuck && rule::won(rule::FICS, placement, side) != Some(winner));
        is_stuck.then(|| rule::won(rule, placement, side) == Some(winner))
    }
}

/// The claim about an endgame under an auction by a rule, which the theorem proves.
struct ByAuction(u8, Endgame);

/// Reads the claim about an endgame under an auction.
///
/// # Errors
///
/// If the statement is malformed, or beyond a limit.
pub fn auction(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (rule, endgame) = endgame(AUCTION, given)?;
    Ok(Box::new(ByAuction(rule, endgame)))
}

impl Claim for ByAuction {
    fn imports(&self) -> Imports {
        Imports::Some(self::imports(AUCTION, self.0, &self.1))
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        let Self(rule, endgame) = *self;
        endgame.cover(certificate)?;
        let parts =
            |import: &Arc<Verified>| Arc::clone(&import.about::<Auction>().expect("the statement says so").positions);
        let positions = Arc::new(Positions::enumerate(endgame, imports.iter().map(parts).collect()));
        let auction = Auction { positions, rule, draw: rule::draw(rule)? };
        let stated = table::check(&auction, certificate, &auction.borders(imports), &Theorem, threads)?;
        Ok((Arc::new(auction), stated))
    }
}

/// The claim about an endgame by turns, by a rule.
struct ByTurns(u8, Endgame);

/// Reads the claim about an endgame by turns.
///
/// # Errors
///
/// If the statement is malformed, or beyond a limit.
pub fn turns(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (rule, endgame) = endgame(TURNS, given)?;
    Ok(Box::new(ByTurns(rule, endgame)))
}

impl Claim for ByTurns {
    fn imports(&self) -> Imports {
        Imports::All(self::imports(TURNS, self.0, &self.1))
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        Ok((Arc::new(Turns::check(self.0, self.1, certificate, tables(imports), threads)?), Stated::default()))
    }
}

/// Tables by turns that are imported.
pub fn tables(imports: &[Arc<Verified>]) -> Vec<Arc<Turns>> {
    imports.iter().map(|import| import.about().expect("the statement says so")).collect()
}

/// A label of a table by turns is not the one that the options give.
#[derive(Debug)]
pub struct WrongLabel {
    /// The number of the placement.
    pub placement: u32,
    /// Who moves.
    pub side: Side,
    /// The stated label.
    pub stated: u8,
    /// The distance that is required, in plies; none at a draw.
    pub required: Option<u16>,
}

impl Fault for WrongLabel {
    fn condition(&self) -> &'static str {
        "label"
    }

    fn place(&self) -> u64 {
        2 * u64::from(self.placement) + self.side.of(0, 1)
    }
}

/// An endgame under an auction.
#[derive(Debug)]
pub struct Auction {
    /// Its positions, and those of the imports.
    pub positions: Arc<Positions>,
    /// What happens to a player who has won the bid and has no move.
    pub rule: u8,
    /// What is known of a draw, where the rule has draws: the last part of the border.
    pub draw: Option<Stated>,
}

impl Auction {
    /// The parts of the border: what is stated of each import, as it is and with the colours exchanged; then the draw, if there is one.
    pub fn borders<'a>(&'a self, imports: &'a [Arc<Verified>]) -> Vec<(&'a Stated, bool)> {
        borders(imports).into_iter().chain(self.draw.iter().map(|draw| (draw, false))).collect()
    }

    /// Where the game ends for a side that has won the bid and has no move.
    fn stuck(&self, placement: &Placement, side: Side) -> Target {
        let draw = Target::Known { border: 2 * self.positions.imports.len(), number: 0 };
        rule::won(self.rule, placement, side).map_or(draw, Target::Won)
    }
}

impl Table for Auction {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        self.positions.count()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let positions = &*self.positions;
        let (board, placement, mut all) = (positions.endgame.board, positions.placement(position), Vec::new());
        for side in Side::BOTH {
            moves(board, &placement, side, &mut all);
            if all.is_empty() {
                tell((side, 1, 0, self.stuck(&placement, side)));
            }
            for mv in &all {
                let after = board.after(&placement, Some(mv));
                let to = match positions.number(&after) {
                    _ if !has_men(&after, side.other()) => Target::Won(side.other()),
                    Some((number, false)) => Target::To(number),
                    _ => known(&positions.imports, &after).unwrap_or(Target::Outside),
                };
                tell((side, 1, board.name(Some(mv)), to));
            }
        }
    }
    // ANCHOR_END: options

    fn slice_end(&self, least: usize) -> usize {
        self.positions.slice_end(least)
    }
}

/// The label of a draw.
pub const DRAW: u8 = 253;
/// The greatest label of a win or a loss.
pub const MOST: u8 = 251;

/// In how many plies a label says that the side to move wins or loses; none at a draw.
pub fn plies(label: u8) -> Option<u16> {
    (label != DRAW).then_some(label.into())
}

/// A table by turns: the labels of all placements, verified once [`Turns::check`] has returned it.
#[derive(Debug)]
pub struct Turns {
    /// The placements, without rights, and those of the imports.
    pub positions: Arc<Positions>,
    /// What happens to a side that has no move.
    pub rule: u8,
    /// The tables that it imports.
    pub imports: Vec<Arc<Turns>>,
    /// The labels of each placement, with White to move and with Black to move.
    pub labels: Vec<[u8; 2]>,
}

impl Turns {
    /// Verifies a table of an endgame by a rule. `imports` are verified, and those that [`imports`] asks for.
    pub fn check(
        rule: u8,
        endgame: Endgame,
        certificate: &Certificate,
        imports: Vec<Arc<Turns>>,
        threads: usize,
    ) -> Result<Self, Failure> {
        let parts = imports.iter().map(|import| Arc::clone(&import.positions)).collect();
        let positions = Arc::new(Positions::find(endgame, parts, false));
        let slices = table::slices(&*positions);
        ensure(slices.len() == certificate.slices.len(), Failure::Coverage(certificate.slices.len(), slices.len()))?;
        let mut labels = Vec::new();
        for (slice, range) in slices.iter().enumerate() {
            let bytes = &certificate.slice(slice)?;
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
        let turns = Self { positions, rule, imports, labels };
        let fault = |all: &mut Vec<Move>, position| turns.fault(position, all);
        table::first(&slices, threads, &fault).map_or(Ok(turns), Err)
    }

    /// The first side to move, White before Black, whose label is wrong at the placement of a number. `all` is room for moves.
    fn fault(&self, number: u32, all: &mut Vec<Move>) -> Option<Failure> {
        let (block, squares, passed) = self.positions.squares(number);
        let placement = self.positions.placed(&squares, passed);
        Side::BOTH.into_iter().find_map(|side| {
            let stated = self.labels[at(number)][side.of(0, 1)];
            let required = self.distance(&placement, Some((block, &squares)), side, all);
            let wrong = WrongLabel { placement: number, side, stated, required };
            (plies(stated) != required).then(|| Failure::Further(Arc::new(wrong)))
        })
    }

    // ANCHOR: label
    /// `v(P)`, in how many plies the side to move wins (even) or loses (odd), of a placement that may have a right; none at a draw. If it is
    /// a place, its block and squares spare a search for its men at each move.
    pub fn distance(
        &self,
        placement: &Placement,
        place: Option<(usize, &Squares)>,
        side: Side,
        all: &mut Vec<Move>,
    ) -> Option<u16> {
        moves(self.positions.endgame.board, placement, side, all);
        let (mut odd, mut draws, mut most) = (None, false, None);
        for mv in &*all {
            match self.reached(placement, place, side, mv) {
                None => draws = true,
                // No win is sooner.
                Some(1) => return Some(2),
                Some(plies) if plies % 2 == 1 => odd = Some(odd.map_or(plies, |least: u16| least.min(plies))),
                plies => most = most.max(plies),
            }
        }
        match (odd, draws, most) {
            (Some(least), ..) => Some(least + 1),
            (None, true, _) => None,
            (None, false, Some(most)) => Some(most + 1),
            (None, false, None) => rule::distance(self.rule, placement, side),
        }
    }

    /// `v(Q)` of the position that a move of a side leads to, where the other side moves.
    pub fn reached(
        &self,
        placement: &Placement,
        place: Option<(usize, &Squares)>,
        side: Side,
        mv: &Move,
    ) -> Option<u16> {
        let other = side.other();
        if let (Some((block, squares)), None, None, None) = (place, mv.captured, mv.promotion, mv.passes) {
            return plies(self.labels[at(self.positions.moved(block, *squares, mv))][other.of(0, 1)]);
        }
        let after = self.positions.endgame.board.after(placement, Some(mv));
        match mv.passes {
            // Some pawn can capture this one, so that no other move is possible but captures.
            Some(_) => self.distance(&after, None, other, &mut Vec::new()),
            None if !has_men(&after, other) => Some(0),
            None => plies(self.label(&after, other).expect("all imports are there")),
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
