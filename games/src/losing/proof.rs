//! Proofs in Losing Chess: a stream of moves that shows how one side wins from a position.
//!
//! Responsible for reading the root, and for the walk that the stream describes. The checker makes all moves itself; the stream says only which
//! one the winner chooses. Left to others: moves (`losing`), tables that the walk may end in. Source: the chapter "The format: Losing Chess",
//! section "A proof", which is normative.
//!
//! # Why a proof is right
//!
//! It is a plan for winning, whose bounds and labels need not be written. Let the winner be White (Black's case is the mirror image), and let
//! `l` be 1 at all finished nodes and at the end of the game where White has won, and 0 elsewhere. Let the label T of a finished node be its
//! place in the order in which nodes are finished, and 0 on the border: at the leaves, and in tables. Where White is to move, the option that
//! was walked has `l = 1`, the greatest there is, and was finished before: it is greedy and has a smaller label. Where Black is to move,
//! all options have `l = 1` and were finished before. So `l` is equal to its mean, with evidence: `forces(White)` is true at each finished
//! node, and `l ≤ α` by the theorem. An open node is never taken for a finished one. Nodes are compared by all that they are, not by hashes.
//!
//! Labels strictly fall in any play that follows the proof, so no position occurs in it twice, and rules about repetitions change nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ORDER, Proof, TURNS, Turns, moves, rule, tables};
use checker::certificate::{Certificate, Statement};
use checker::chess::{Board, Move, Placement, Role};
use checker::claim::{Checked, Claim, Given, Imports, Verified};
use checker::endgame::on_board;
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::limits::Limit;
use checker::table::Stated;
use checker::theorem::Side;

/// Bytes that the nodes of a proof take in memory: 2 GiB, which are 16 million positions of 32 men.
pub const BYTES: Limit = Limit { of: "bytes for the positions of a proof", most: 1 << 31 };
/// Sum of the squares of the numbers of pieces of a proof's nodes, since the time of their moves grows with the square: a few minutes.
pub const WORK: Limit = Limit { of: "for the sum of the squares of the numbers of pieces of a proof", most: 1 << 34 };
/// Moves and pieces of all the positions of one line of a proof: 2^22, of at most 100 bytes each. Measured need 94 positions.
pub const LINE: Limit = Limit { of: "moves and pieces of the positions of one line", most: 1 << 22 };

/// A condition fails after the line that is walked.
#[derive(Debug)]
pub struct WrongStep {
    /// The condition.
    pub condition: &'static str,
    /// How many bytes of the stream have been read.
    pub place: usize,
    /// The moves of the line, by number.
    pub line: Vec<u64>,
}

impl Fault for WrongStep {
    fn condition(&self) -> &'static str {
        self.condition
    }

    fn place(&self) -> u64 {
        self.place.try_into().expect("a length")
    }
}

/// The claim that a position is won.
///
/// # Errors
///
/// If the statement is malformed.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    Ok(Box::new(Proof::read(given.body, given.head)?))
}

impl Claim for Proof {
    fn imports(&self) -> Imports {
        // One that has imports has the International rule: so have they.
        Imports::Any(|statement| match statement {
            Statement::Further(TURNS, body) => body.first() == Some(&rule::INTERNATIONAL),
            _ => false,
        })
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], _: usize) -> Checked {
        Ok((Arc::new(check(*self, certificate, &tables(imports))?), Stated::default()))
    }
}

// ANCHOR: walk
/// Verifies the stream of a proof, which may end in verified tables.
fn check(proof: Proof, certificate: &Certificate, tables: &[Arc<Turns>]) -> Result<Proof, Failure> {
    on_board(proof.board, tables.iter().map(|table| &table.positions.endgame))?;
    let stream = crate::bare::only_slice(certificate)?;
    let (mut placement, mut side) = (proof.root.clone(), proof.mover);
    let mut walk = Walk { proof, tables, stream, place: 0, met: BTreeMap::new(), open: Vec::new(), spent: [0; 3] };
    loop {
        let mut finished = walk.meet(&placement, side)?;
        while let (Some(run), Some(node)) = (finished, walk.open.last_mut()) {
            let mv = node.moves[node.walked];
            if mv.captured.is_none() && node.placement.man_on(mv.from).map(|man| man.role()) != Some(Role::Pawn) {
                node.run = node.run.max(run + 1);
            }
            node.walked += 1;
            finished = (node.walked == node.moves.len()).then_some(node.run);
            if finished.is_some() {
                walk.proof.run = walk.proof.run.max(node.run);
                walk.met.insert(key(walk.proof.board, &node.placement, node.side), finished);
                walk.spent[2] -= node.size;
                walk.open.pop();
            }
        }
        let Some(node) = walk.open.last() else {
            ensure(walk.place == stream.len(), Failure::Spelling(Some(0), walk.place, Spelling::Rest))?;
            let unused = (0..tables.len()).find(|table| !walk.proof.used.contains(table));
            return unused.map_or(Ok(walk.proof), |table| Err(Failure::Unused(table)));
        };
        placement = walk.proof.board.after(&node.placement, Some(&node.moves[node.walked]));
        side = node.side.other();
    }
}
// ANCHOR_END: walk

/// All that a node is: the side to move, the men with their squares, and, as one byte more than these, the right if there is one.
fn key(board: Board, Placement { pieces, passed }: &Placement, side: Side) -> Vec<u8> {
    let pieces = pieces.iter().flat_map(|piece| [piece.man.number(), board.number(piece.square)]);
    [side.of(0, 1)].into_iter().chain(pieces).chain(passed.map(|passed| board.number(passed))).collect()
}

/// A node whose moves are walked; of the winner's, the chosen one.
struct Open {
    placement: Placement,
    side: Side,
    moves: Vec<Move>,
    /// How many of the moves have been walked.
    walked: usize,
    run: u64,
    /// How much it counts for the limit of a line.
    size: u64,
}

/// A walk through a proof.
struct Walk<'a> {
    proof: Proof,
    tables: &'a [Arc<Turns>],
    stream: &'a [u8],
    /// How many bytes of the stream have been read.
    place: usize,
    /// All nodes that were met; the run of those that are finished.
    met: BTreeMap<Vec<u8>, Option<u64>>,
    /// The line that is walked.
    open: Vec<Open>,
    /// What has been spent of the limits: bytes, work, and what the line takes.
    spent: [u64; 3],
}

impl Walk<'_> {
    /// Comes to a node: its run if it is finished, none if its moves have to be walked.
    fn meet(&mut self, placement: &Placement, side: Side) -> Result<Option<u64>, Failure> {
        let (board, key, mut all) = (self.proof.board, key(self.proof.board, placement, side), Vec::new());
        let (bytes, pieces) = (64 + key.len(), placement.pieces.len());
        match self.met.get(&key) {
            Some(None) => return Err(self.fails("cycle")),
            Some(run) => return Ok(*run),
            None => self.spend(0, BYTES, u64::try_from(bytes).expect("a length"))?,
        }
        self.spend(1, WORK, u64::try_from(pieces * pieces).expect("at most 2^16"))?;
        moves(board, placement, side, &mut all);
        let finished = match self.proof.leaf(placement, side, all.is_empty(), self.tables) {
            Some(false) => return Err(self.fails("leaf")),
            leaf => leaf.map(|_| 0),
        };
        self.met.insert(key, finished);
        if finished.is_none() {
            all.sort_by_key(|mv| (mv.from, mv.to, ORDER.iter().position(|&role| Some(role) == mv.promotion)));
            if side == self.proof.winner {
                let chosen = self.stream.get(self.place).and_then(|&index| all.get(usize::from(index)));
                all = vec![*chosen.ok_or_else(|| self.fails("index"))?];
                self.place += 1;
            }
            let size = u64::try_from(all.len() + pieces).expect("a length");
            self.spend(2, LINE, size)?;
            self.open.push(Open { placement: placement.clone(), side, moves: all, walked: 0, run: 0, size });
        }
        Ok(finished)
    }

    fn spend(&mut self, what: usize, limit: Limit, more: u64) -> Result<(), Failure> {
        self.spent[what] += more;
        Ok(limit.admit(self.spent[what]).map(|_| ())?)
    }

    /// That a condition fails after the line that is walked: the byte of the stream, and the moves.
    fn fails(&self, condition: &'static str) -> Failure {
        let line = self.open.iter().map(|node| self.proof.board.name(Some(&node.moves[node.walked])).into());
        Failure::Further(Arc::new(WrongStep { condition, place: self.place, line: line.collect() }))
    }
}
