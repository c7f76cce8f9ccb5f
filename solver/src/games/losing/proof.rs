//! Proofs: from what a search has proved to the bytes of a certificate.
//!
//! Responsible for: the choice of moves, small proofs, going on through tables to the end of the game, the stream of the format (statement 5),
//! walking through a proof that is read.
//!
//! Small proofs. Any proved move of smaller rank will do. First every position that the proved ones lead to gets a weight: the size of the tree below it,
//! with the best moves. Then the proof is walked through, and where a move leads to what is in the proof already, that costs nothing. Then
//! once more, with each weight divided by how often the proof before used the position.

use std::collections::HashMap;

use checker::certificate::{Digest, Statement};
use checker::numbers::Fractions;
use writer::{Writer, write};

use crate::certificates::certify::in_form_one;

use super::material::{Material, number};
use super::rules::{BLACK, Board, Colour, Move, PAWN, Rule, WHITE, squares};
use super::search::{ByKey, Goal, Leaf, Proved};
use super::table::DRAW;
use super::tables::Tables;

/// The moves of the winner at each position of a proof where the winner is to move.
pub type Choices = HashMap<Board, Move>;

/// What is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Where the game begins.
    pub root: Board,
    /// Who wins.
    pub winner: Colour,
    /// How games end.
    pub rule: Rule,
}

/// The size of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Positions.
    pub nodes: usize,
    /// Those that have moves.
    pub inner: usize,
    /// Those where a side with men has no move.
    pub stalemates: usize,
    /// Stalemates where that side has nothing but pawns.
    pub pawns_only: usize,
    /// Stalemates that the winner would not have won by the rule of FICS.
    pub not_fics: usize,
    /// Those that a table settles.
    pub in_tables: usize,
    /// The longest line, in plies, of those that were walked first.
    pub depth: usize,
    /// The most moves in a row without a capture or a move of a pawn.
    pub run: usize,
}

/// Why a proof is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A position where the winner is to move and no move is chosen.
    Open(Board),
    /// A position that comes back before it is settled.
    Circle(Board),
    /// An end that is no win.
    NotWon(Board),
    /// The stream has bytes left, or an index too large.
    Bytes(usize),
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open(board) => write!(f, "{}: found no move of the winner, required one", board.fen()),
            Self::Circle(board) => {
                write!(f, "{}: found again on the way to its own proof, required an end", board.fen())
            }
            Self::NotWon(board) => write!(f, "{}: found the end of a game, required a win of the winner", board.fen()),
            Self::Bytes(at) => write!(
                f,
                "byte {at} of the stream: found another length or a move that there is not, required a whole proof"
            ),
        }
    }
}

/// Where the moves of the winner come from in a walk.
pub enum Source<'a> {
    /// They are chosen; the stream is written.
    Choices(&'a Choices, Vec<u8>),
    /// They are read from a stream; what is read is kept.
    Stream(&'a [u8], usize, Choices),
}

/// A walk in the order of the format. Positions in the tables are ends, if there are tables.
pub struct Proofwalk<'a> {
    claim: Claim,
    tables: Option<&'a Tables>,
    source: Source<'a>,
    /// The positions that were met; of those that are finished the longest run of moves, from there on, without a capture or a move of a pawn.
    seen: HashMap<Board, Option<usize>>,
    size: Size,
}

impl<'a> Proofwalk<'a> {
    /// Walks through a whole proof.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub fn run(claim: Claim, tables: Option<&'a Tables>, source: Source<'a>) -> Result<(Size, Source<'a>), Broken> {
        let mut walk = Self { claim, tables, source, seen: HashMap::new(), size: Size::default() };
        let root = claim.root;
        // Positions that are being walked through, each with its moves in reverse order, and its run so far.
        let mut path: Vec<(Board, Vec<Move>, usize)> = Vec::new();
        if let Some(moves) = walk.enter(&root)? {
            path.push((root, moves, 0));
        }
        while let Some((board, moves, run)) = path.last_mut() {
            // A move is taken off when all below it is finished.
            let Some(&step) = moves.last() else {
                walk.size.run = walk.size.run.max(*run);
                walk.seen.insert(*board, Some(*run));
                path.pop();
                continue;
            };
            let next = board.after(step);
            match walk.seen.get(&next) {
                Some(Some(below)) => {
                    if !board.is_irreversible(step) {
                        *run = (*run).max(below + 1);
                    }
                    moves.pop();
                }
                _ => {
                    if let Some(moves) = walk.enter(&next)? {
                        path.push((next, moves, 0));
                        walk.size.depth = walk.size.depth.max(path.len());
                    }
                }
            }
        }
        if let Source::Stream(bytes, read, _) = &walk.source
            && *read != bytes.len()
        {
            return Err(Broken::Bytes(*read));
        }
        Ok((walk.size, walk.source))
    }

    /// The moves to walk at a position, in reverse order; nothing if it is finished.
    fn enter(&mut self, board: &Board) -> Result<Option<Vec<Move>>, Broken> {
        match self.seen.get(board) {
            Some(Some(_)) => return Ok(None),
            Some(None) => return Err(Broken::Circle(*board)),
            None => {}
        }
        self.size.nodes += 1;
        let winner = self.claim.winner;
        if let Some(label) = self.tables.filter(|_| board.passed().is_none()).and_then(|tables| tables.label(board)) {
            if label == DRAW || (label % 2 == 0) != (board.turn() == winner) {
                return Err(Broken::NotWon(*board));
            }
            self.size.in_tables += 1;
            self.seen.insert(*board, Some(0));
            return Ok(None);
        }
        let mut moves = board.legal();
        if moves.is_empty() {
            if board.blocked(self.claim.rule) != Some(winner) {
                return Err(Broken::NotWon(*board));
            }
            if board.men(board.turn()) != 0 {
                self.size.stalemates += 1;
                self.size.pawns_only += usize::from(board.has_only_pawns(board.turn()));
                self.size.not_fics += usize::from(board.blocked(Rule::Fics) != Some(winner));
            }
            self.seen.insert(*board, Some(0));
            return Ok(None);
        }
        self.size.inner += 1;
        if board.turn() == winner {
            let step = match &mut self.source {
                Source::Choices(choices, stream) => {
                    let step = *choices.get(board).ok_or(Broken::Open(*board))?;
                    let place = moves.iter().position(|found| *found == step).ok_or(Broken::Open(*board))?;
                    stream.push(u8::try_from(place).map_err(|_| Broken::Open(*board))?);
                    step
                }
                Source::Stream(bytes, read, choices) => {
                    let index = *bytes.get(*read).ok_or(Broken::Bytes(*read))?;
                    let step = *moves.get(usize::from(index)).ok_or(Broken::Bytes(*read))?;
                    *read += 1;
                    choices.insert(*board, step);
                    step
                }
            };
            moves = vec![step];
        }
        moves.reverse();
        self.seen.insert(*board, None);
        Ok(Some(moves))
    }
}

/// Makes small proofs of what a search has proved.
pub struct Extract<'a> {
    goal: Goal<'a>,
    proved: &'a ByKey<Proved>,
    /// Whether positions in the tables are ends of the proof.
    stops_at_tables: bool,
    weights: ByKey<f32>,
    /// How often the proof before used a position.
    uses: ByKey<u32>,
}

impl<'a> Extract<'a> {
    /// From what a search has proved.
    pub fn new(goal: Goal<'a>, proved: &'a ByKey<Proved>, stops_at_tables: bool) -> Self {
        Self { goal, proved, stops_at_tables, weights: ByKey::default(), uses: ByKey::default() }
    }

    /// The rank of a position that is proved: those that need no search have the least.
    fn rank(&self, board: &Board) -> Option<u32> {
        if let Some(found) = self.proved.get(&board.key()) {
            return Some(found.rank + 1);
        }
        (self.goal.leaf(board) == Leaf::Won).then_some(0)
    }

    fn label(&self, board: &Board) -> Option<u8> {
        (board.count() <= self.goal.units).then(|| self.goal.tables.label(board)).flatten()
    }

    /// The moves of the winner that may stand in a proof.
    fn candidates(&self, board: &Board) -> Vec<(Move, Board)> {
        let all = board.legal().into_iter().map(|step| (step, board.after(step)));
        if let Some(label) = self.label(board) {
            let value = |next: &Board| self.goal.tables.value(next);
            return all
                .filter(|(_, next)| value(next).is_some_and(|found| found % 2 == 1 && found != DRAW && found < label))
                .collect();
        }
        let Some(found) = self.proved.get(&board.key()) else { return Vec::new() };
        all.filter(|(_, next)| self.rank(next).is_some_and(|rank| rank <= found.rank)).collect()
    }

    /// The weight of a position that is proved: an estimate of how many positions its proof takes.
    fn weight(&mut self, board: &Board) -> f32 {
        let key = board.key();
        if let Some(&weight) = self.weights.get(&key) {
            return weight;
        }
        let weight = match self.label(board) {
            Some(label) if !self.stops_at_tables => 1.0 + f32::from(label),
            Some(_) => 1.0,
            None if board.turn() == self.goal.attacker => {
                let weights =
                    self.candidates(board).into_iter().map(|(_, next)| self.weight(&next)).collect::<Vec<f32>>();
                1.0 + if weights.is_empty() { 0.0 } else { weights.into_iter().fold(f32::INFINITY, f32::min) }
            }
            None => 1.0 + board.legal().into_iter().map(|step| self.weight(&board.after(step))).sum::<f32>(),
        };
        let shared = self.uses.get(&key).copied().unwrap_or(1).max(1);
        let weight = weight / shared as f32;
        self.weights.insert(key, weight);
        weight
    }

    /// What a move of the winner adds to a proof.
    fn cost(&mut self, next: &Board, finished: &HashMap<Board, u32>) -> f32 {
        if finished.contains_key(next) {
            return 0.0;
        }
        if self.label(next).is_some() {
            return self.weight(next);
        }
        let steps = next.legal();
        let new = steps.into_iter().map(|step| next.after(step)).filter(|reply| !finished.contains_key(reply));
        1.0 + new.collect::<Vec<_>>().iter().map(|reply| self.weight(reply)).sum::<f32>()
    }

    /// Makes a proof.
    fn once(&mut self, root: &Board) -> Choices {
        let mut choices = Choices::new();
        let mut finished: HashMap<Board, u32> = HashMap::new();
        self.extract(root, &mut choices, &mut finished);
        self.uses = finished.iter().map(|(board, &uses)| (board.key(), uses)).collect();
        choices
    }

    fn extract(&mut self, board: &Board, choices: &mut Choices, finished: &mut HashMap<Board, u32>) {
        if let Some(uses) = finished.get_mut(board) {
            *uses += 1;
            return;
        }
        if !(self.stops_at_tables && self.label(board).is_some()) {
            if board.turn() == self.goal.attacker {
                let mut best: Option<(f32, Move, Board)> = None;
                for (step, next) in self.candidates(board) {
                    let cost = match (finished.contains_key(&next), self.label(board)) {
                        (true, _) => 0.0,
                        (_, Some(_)) => f32::from(self.goal.tables.value(&next).unwrap_or(DRAW)),
                        (_, None) => self.cost(&next, finished),
                    };
                    if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                        best = Some((cost, step, next));
                    }
                }
                if let Some((_, step, next)) = best {
                    choices.insert(*board, step);
                    self.extract(&next, choices, finished);
                }
            } else {
                for step in board.legal() {
                    self.extract(&board.after(step), choices, finished);
                }
            }
        }
        finished.insert(*board, 1);
    }

    /// The smallest proof of several that are made.
    ///
    /// # Errors
    ///
    /// If what was searched is no proof, which two positions of one key could cause.
    pub fn smallest(&mut self, claim: Claim, rounds: usize) -> Result<(Size, Choices), Broken> {
        let mut best: Option<(Size, Choices)> = None;
        for _ in 0..rounds {
            self.weights.clear();
            let choices = self.once(&claim.root);
            let tables = self.stops_at_tables.then_some(self.goal.tables);
            let (size, _) = Proofwalk::run(claim, tables, Source::Choices(&choices, Vec::new()))?;
            if best.as_ref().is_none_or(|(least, _)| size.nodes < least.nodes) {
                best = Some((size, choices));
            }
        }
        best.ok_or(Broken::Open(claim.root))
    }
}

/// The body of the statement of a proof.
fn body(claim: &Claim) -> Vec<u8> {
    let root = &claim.root;
    let mut pieces: Vec<[u8; 2]> = squares(root.men(WHITE) | root.men(BLACK))
        .filter_map(|square| Some([number(root.man(square)?), square as u8]))
        .collect();
    pieces.sort_unstable();
    let has_pawns = Material::of(root).men().iter().any(|man| man.1 == PAWN);
    let mut body = Writer(vec![claim.rule.number(), 8, 8, if has_pawns { 2 } else { 0 }]);
    body.0.extend([claim.winner as u8, root.turn() as u8]);
    body.number(pieces.len() as u64);
    body.0.extend(pieces.as_flattened());
    body.number(root.passed().map_or(0, |square| square as u64 + 1));
    body.0
}

/// The certificate of a proof.
pub fn certificate(claim: &Claim, stream: Vec<u8>, imports: Vec<Digest>) -> Vec<u8> {
    let statement = Statement::Further(5, body(claim));
    let head = in_form_one(statement, imports, Fractions::default());
    write(&head, &[stream])
}

/// Reads a proof that stands alone.
///
/// # Errors
///
/// What it is instead, or where it breaks.
pub fn read(bytes: &[u8]) -> Result<(Claim, Size, Choices), String> {
    let certificate = games::certificate(bytes)
        .map_err(|_| "found no whole certificate, required one of a proof in Losing Chess".to_owned())?;
    let Statement::Further(5, body) = &certificate.head.statement else {
        return Err("found a certificate about something else, required a proof in Losing Chess".to_owned());
    };
    if !certificate.head.imports.is_empty() {
        return Err("found a proof that rests on tables, required one that stands alone".to_owned());
    }
    let claim = claim(body).ok_or("found a root that cannot be read, required a position on 8x8")?;
    let stream =
        games::bare::only_slice(&certificate).map_err(|_| "found a stream that is not whole, required a whole one")?;
    let (size, source) =
        Proofwalk::run(claim, None, Source::Stream(stream, 0, Choices::new())).map_err(|broken| broken.to_string())?;
    let Source::Stream(_, _, choices) = source else { unreachable!("it was given so") };
    Ok((claim, size, choices))
}

/// The claim of a statement on 8x8.
fn claim(body: &[u8]) -> Option<Claim> {
    let [rule, 8, 8, _, winner @ 0..=1, turn @ 0..=1, count, rest @ ..] = body else { return None };
    let (pieces, passed) = rest.split_at_checked(2 * usize::from(*count))?;
    let mut root = Board::empty(usize::from(*turn));
    for piece in pieces.chunks_exact(2) {
        let man =
            (0..2).flat_map(|colour| (0..6).map(move |role| (colour, role))).find(|man| number(*man) == piece[0])?;
        root.put(man.0, man.1, usize::from(piece[1]));
    }
    match passed {
        [0] => {}
        [square @ 1..=64] => root.set_passed(usize::from(square - 1)),
        _ => return None,
    }
    Some(Claim { root, winner: usize::from(*winner), rule: Rule::of(*rule)? })
}
