//! Proofs in Losing Chess: a stream of moves that shows how one side wins from a position.
//!
//! Responsible for reading the root, and for the walk that the stream describes. The checker makes all moves itself; the stream says only which
//! one the winner chooses. Left to others: moves (`games::antichess`), tables that the walk may end in. Source: the chapter "The format",
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

use crate::certificate::{Certificate, Head, Reader};
use crate::failure::{Failure, Spelling};
use crate::games::antichess::{DRAW, Turns, has_men, moves};
use crate::games::chess::{Board, Man, Move, Piece, Placement, Role};
use crate::games::endgame::in_order;
use crate::limits::Limit;
use crate::numbers::at;
use crate::theorem::Side;

/// What a proof is about; and what was counted, once [`Proof::check`] has returned it.
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

/// The order of promotions in a proof.
const ORDER: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

fn side(number: u8) -> Result<Side, Failure> {
    Side::BOTH.get(usize::from(number)).copied().ok_or(Failure::Statement("side"))
}

/// Who has won by a rule, if somebody has, where a side has to move and cannot.
fn won(rule: u8, placement: &Placement, side: Side) -> Option<Side> {
    let count = |side| placement.pieces.iter().filter(|piece| piece.man.side() == side).count();
    match (rule, count(side), count(side.other())) {
        (0, ..) | (_, 0, _) => Some(side),
        (1, own, others) if own != others => Some(if own < others { side } else { side.other() }),
        _ => None,
    }
}

impl Proof {
    /// Reads the body of the statement; the certificate has no numbers. Tables have the rule 0.
    pub fn read(body: &[u8], head: &Head) -> Result<Self, Failure> {
        let statement = Failure::Statement;
        let mut reader = Reader::new(None, body);
        let (rule, board) = (reader.byte()?, [reader.byte()?, reader.byte()?, reader.byte()?]);
        let (winner, mover, count) = (reader.byte()?, reader.byte()?, reader.length(2)?);
        let pieces = reader.take(2 * count)?;
        let passed = reader.number()?;
        reader.end()?;
        if !head.is_bare() {
            return Err(statement("form"));
        }
        if rule > 2 || (rule > 0 && !head.imports.is_empty()) {
            return Err(statement("rule"));
        }
        let (board, winner, mover) = (Board::new(board).ok_or(statement("board"))?, side(winner)?, side(mover)?);
        let piece = |pair: &[u8]| Some(Piece { man: Man::new(pair[0])?, square: board.square(pair[1])? });
        let pieces: Option<Vec<Piece>> = pieces.chunks(2).map(piece).collect();
        let mut root = Placement { pieces: pieces.ok_or(statement("root"))?, passed: None };
        let is_whole = Side::BOTH.iter().all(|&side| has_men(&root, side));
        if !is_whole || !root.pieces.is_sorted() || !board.admits(&root.pieces) {
            return Err(statement("root"));
        }
        if !board.suits(&root.pieces.iter().map(|piece| piece.man).collect::<Vec<_>>()) {
            return Err(statement("pawn rule"));
        }
        if passed > 0 {
            let is_it = |&right: &_| u64::from(board.number(right)) + 1 == passed;
            root.passed = Some(board.rights(&root).into_iter().find(is_it).ok_or(statement("passed"))?);
            let mut all = Vec::new();
            moves(board, &root, mover, &mut all);
            if !all.iter().any(|mv| mv.captured.is_some_and(|captured| captured.square != mv.to)) {
                return Err(statement("passed"));
            }
        }
        Ok(Self { rule, board, winner, mover, root, nodes: Nodes::default(), run: 0 })
    }

    // ANCHOR: walk
    /// Verifies the stream, which may end in verified tables.
    pub fn check(self, certificate: &Certificate, tables: &[Arc<Turns>]) -> Result<Self, Failure> {
        in_order(self.board, &tables.iter().map(|table| Arc::clone(&table.positions)).collect::<Vec<_>>())?;
        let [stream] = certificate.slices[..] else { return Err(Failure::Coverage(certificate.slices.len(), 1)) };
        let (mut placement, mut side) = (self.root.clone(), self.mover);
        let mut walk =
            Walk { proof: self, tables, stream, place: 0, met: BTreeMap::new(), open: Vec::new(), spent: [0; 3] };
        loop {
            let mut finished = walk.meet(&placement, side)?;
            while let (Some(run), Some(node)) = (finished, walk.open.last_mut()) {
                node.come_back(run);
                finished = (node.walked == node.moves.len()).then_some(node.run);
                if finished.is_some() {
                    let node = walk.open.pop().expect("the last one");
                    walk.spent[2] -= node.size();
                    walk.met.insert(node.key, finished);
                }
            }
            let Some(node) = walk.open.last() else {
                let rest = Failure::Spelling(Some(0), walk.place, Spelling::Rest);
                let proof = Self { run: finished.expect("the root is finished"), ..walk.proof };
                return if walk.place == stream.len() { Ok(proof) } else { Err(rest) };
            };
            placement = walk.proof.board.after(&node.placement, &node.moves[node.walked]);
            side = node.side.other();
        }
    }
    // ANCHOR_END: walk
}

/// A node whose moves are walked.
struct Open {
    key: Vec<u8>,
    placement: Placement,
    side: Side,
    moves: Vec<Move>,
    /// How many of the moves have been walked.
    walked: usize,
    run: u64,
}

impl Open {
    /// A move has been walked: the node that it leads to has this run.
    fn come_back(&mut self, run: u64) {
        let mv = self.moves[self.walked];
        let man = self.placement.man_on(mv.from).expect("a man that moves");
        if mv.captured.is_none() && man.role() != Role::Pawn {
            self.run = self.run.max(run + 1);
        }
        self.walked += 1;
    }

    /// How much it counts for the limit of a line.
    fn size(&self) -> u64 {
        u64::try_from(self.moves.len() + self.placement.pieces.len()).expect("a length")
    }
}

/// A walk through a proof.
struct Walk<'a> {
    proof: Proof,
    tables: &'a [Arc<Turns>],
    stream: &'a [u8],
    /// How many bytes of the stream have been read.
    place: usize,
    /// All nodes, by all that they are; the run of those that are finished.
    met: BTreeMap<Vec<u8>, Option<u64>>,
    /// The line that is walked.
    open: Vec<Open>,
    /// What has been spent of the limits: bytes, work, and what the line takes.
    spent: [u64; 3],
}

impl Walk<'_> {
    /// Comes to a node: its run if it is finished, none if its moves have to be walked.
    fn meet(&mut self, placement: &Placement, side: Side) -> Result<Option<u64>, Failure> {
        let (board, count, mut all) = (self.proof.board, placement.pieces.len(), Vec::new());
        let squares = placement.pieces.iter().flat_map(|piece| [piece.man.number(), board.number(piece.square)]);
        // An even number of bytes has a right, an odd one has none.
        let key: Vec<u8> = [side.of(0, 1)]
            .into_iter()
            .chain(squares)
            .chain(placement.passed.map(|passed| board.number(passed)))
            .collect();
        match self.met.get(&key) {
            Some(Some(run)) => return Ok(Some(*run)),
            Some(None) => return Err(self.fails("cycle")),
            None => self.spend(0, Limit::PROOF_BYTES, 64 + key.len())?,
        }
        self.spend(1, Limit::PROOF_WORK, count * count)?;
        moves(board, placement, side, &mut all);
        match self.leaf(placement, side, all.is_empty()) {
            Some(false) => return Err(self.fails("leaf")),
            Some(true) => return Ok(*self.met.entry(key).or_insert(Some(0))),
            None => self.met.insert(key.clone(), None),
        };
        all.sort_by_key(|mv| (mv.from, mv.to, ORDER.iter().position(|&role| Some(role) == mv.promotion)));
        if side == self.proof.winner {
            let chosen = self.stream.get(self.place).and_then(|&index| all.get(usize::from(index)));
            all = vec![*chosen.ok_or_else(|| self.fails("index"))?];
            self.place += 1;
        }
        let node = Open { key, placement: placement.clone(), side, moves: all, walked: 0, run: 0 };
        self.spend(2, Limit::PROOF_LINE, at(node.size()))?;
        self.open.push(node);
        Ok(None)
    }

    /// Whether the winner has won at a new node, if it is a leaf. Counts the node.
    fn leaf(&mut self, placement: &Placement, side: Side, is_stuck: bool) -> Option<bool> {
        let Proof { rule, winner, ref mut nodes, .. } = self.proof;
        let look = |table: &Arc<Turns>| table.stated(placement, side).filter(|_| placement.passed.is_none());
        if let Some(label) = self.tables.iter().find_map(look) {
            nodes.in_tables += 1;
            return Some(label != DRAW && (label % 2 == 0) == (side == winner));
        }
        let sort = match is_stuck {
            true if has_men(placement, side) => &mut nodes.stalemates,
            true => &mut nodes.without_men,
            false if side == winner => &mut nodes.chosen,
            false => &mut nodes.answered,
        };
        *sort += 1;
        nodes.not_fewer += u64::from(is_stuck && won(1, placement, side) != Some(winner));
        is_stuck.then(|| won(rule, placement, side) == Some(winner))
    }

    fn spend(&mut self, what: usize, limit: Limit, more: usize) -> Result<(), Failure> {
        self.spent[what] += limit.admit(more)?;
        limit.admit(self.spent[what])?;
        Ok(())
    }

    /// That a condition fails after the line that is walked: the byte of the stream, and the moves.
    fn fails(&self, condition: &'static str) -> Failure {
        let line = self.open.iter().map(|node| self.proof.board.name(&node.moves[node.walked]).into());
        Failure::Further(condition, u64::try_from(self.place).expect("a length"), line.collect())
    }
}
