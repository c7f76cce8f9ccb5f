//! A proof that a position of Losing Chess is won.

use super::turns::QUESTION;
use super::{COLUMNS, Outcome, by_turns, read, words};
use crate::claims::values;
use crate::escape::quoted;
use crate::figures::Figures;
use crate::json::Object;
use crate::notation;
use crate::position::{Entry, Known, PositionError};
use crate::sheet::{Row, Sheet, same_board};
use checker::Verified;
use checker::certificate::VERSION;
use checker::chess::{Board, Placement};
use checker::theorem::Turn;
use games::losing::Proof;

/// The proof.
struct Proved<'a> {
    verified: &'a Verified,
    proof: &'a Proof,
}

/// The proof that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Proved { verified, proof: verified.subject().downcast_ref()? }))
}

impl Proved<'_> {
    fn fen(&self) -> String {
        words::fen(self.proof.board, &self.proof.root, self.proof.mover)
    }

    /// The root of a proof. How long the win takes is not known.
    fn of_root(&self) -> Entry {
        let known = Known { labels: [None, None], ..by_turns(Some((self.proof.winner, 0))) };
        Entry { turn: Some(Turn::Of(self.proof.mover)), ..Entry::ended(self.fen(), known) }
    }
}

impl Sheet for Proved<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "proof"
    }

    fn about(&self) -> String {
        "a proof".to_owned()
    }

    fn question(&self) -> &'static str {
        QUESTION
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        words::claim_of_proof(self.proof)
    }

    fn count(&self) -> usize {
        1
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "proof"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let before =
            [("header", 1), ("canonical", 1), ("coverage", 1), ("imports", self.verified.head().imports.len())];
        before.into_iter().chain(words::evaluations(self.proof)).collect()
    }

    fn receipt(&self, object: &mut Object) {
        let (proof, all) = (self.proof, self.proof.nodes);
        object.text("claim", self.claim()).json("format", VERSION).text("form", self.form());
        object
            .json("positions", self.count())
            .json("conditions", Object::numbers(self.conditions()))
            .text("root", self.fen())
            .text("winner", proof.winner.of("white", "black"))
            .text("rule", words::RULES[usize::from(proof.rule)])
            .json("nodes", words::nodes(proof))
            .json("winner_to_move", all.chosen)
            .json("other_to_move", all.answered)
            .json("without_men", all.without_men)
            .json("stalemates", all.stalemates)
            .json("stalemates_not_won_with_fewer_men", all.not_fewer)
            .json("in_tables", all.in_tables)
            .json("longest_run", proof.run);
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        Outcome::of(self, None, self.entry_at(text), holds)
    }

    fn number(&self, _number: u32) -> Row<'_> {
        Row::Own(Box::new(Outcome { tell: self, entry: self.of_root(), rule: None }))
    }

    fn first(&self) -> Option<Row<'_>> {
        Some(self.number(0))
    }

    fn name(&self, _number: u32) -> String {
        self.fen()
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let (board, placement, side) = read(text)?;
        same_board(board, self.proof.board)?;
        match (&self.proof.root, self.proof.mover) == (&placement, side) {
            true => Ok(self.of_root()),
            false => Err(PositionError::Member(words::fen(self.proof.board, &placement, side))),
        }
    }

    fn placed(&self, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
        Err(PositionError::Turn(quoted(&notation::fen(board, placement))))
    }

    fn entry(&self, _number: u32) -> Option<Entry> {
        Some(self.of_root())
    }

    fn placement(&self, _number: u32) -> Option<Placement> {
        Some(self.proof.root.clone())
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn dump_columns(&self) -> String {
        values::dumped(self)
    }

    fn line(&self, number: u32) -> String {
        values::line(self, &self.entry(number).expect("its own position"), number)
    }

    fn turns(&self) -> [bool; 2] {
        [false, false]
    }
}
