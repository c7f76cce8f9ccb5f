//! `solve endgame --dry-run`: what has to be solved for endgames, in which order, and about how much memory and disk each takes.
//!
//! Responsible for telling this to whoever shares the work among machines, so that nobody writes the rules down a second time. Nothing is solved.

use std::fmt::Write as _;

use checker::chess;
use checker::endgame::Endgame;
use serde_json::json;
use session::notation;
use solver::certificates::pipeline::{self, DEFAULT_BITS, DEFAULT_BITS_OF_FIVE, Method};
use solver::certificates::{certify, family};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Man, Signature};

use crate::endgames;
use crate::output::Failed;

/// Says it, a line for each endgame; each stands behind those that it needs.
pub fn needs(
    board: &str,
    named: &[String],
    men: Option<u8>,
    double_step: DoubleStep,
    json: bool,
) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let asked = endgames::asked(board, named, men)?;
    let mut text = String::new();
    for signature in pipeline::in_order_of_need(&asked) {
        let need = Need { board, double_step, is_asked: asked.contains(&signature), signature };
        text += &if json { need.as_json() } else { need.as_text() };
    }
    Ok(text)
}

/// One endgame.
struct Need {
    board: Board,
    double_step: DoubleStep,
    signature: Signature,
    /// Whether it was asked for, and is not only needed by another one.
    is_asked: bool,
}

impl Need {
    /// The name of an endgame's certificate.
    fn file(&self, signature: &Signature) -> String {
        certify::name(self.board, signature, self.double_step.rule(self.board, signature))
    }

    /// The endgame as the checker names it in what it claims.
    fn endgame(&self) -> String {
        let rule = self.double_step.rule(self.board, &self.signature);
        let men: Vec<u8> = self.signature.men().iter().copied().map(Man::number).collect();
        let board = chess::Board::new(certify::stated_board(self.board, rule)).expect("a board of 2x2 to 16x16");
        let men = chess::men(&men).expect("a signature has both kings first");
        // Not `Endgame::new`: whether the checker declines an endgame for its size is not asked here.
        notation::endgame(&Endgame { board, men })
    }

    /// The bits of the certificates that the solver may write if it is not told which; 0 stands for exact values.
    fn bits(&self) -> Vec<u8> {
        match self.signature.men().len() > pipeline::MOST_MEN {
            true => vec![DEFAULT_BITS_OF_FIVE],
            false => vec![0, DEFAULT_BITS],
        }
    }

    /// Bytes of memory, if the solver is not told how to solve it.
    fn memory(&self) -> u64 {
        family::least_memory(self.board, &self.signature, Method::Choose)
    }

    /// What it leads to directly.
    fn imports(&self) -> Vec<String> {
        self.signature.imports().iter().map(|import| self.file(import)).collect()
    }

    fn as_json(&self) -> String {
        session::json::answer(&json!({
            "endgame": self.endgame(),
            "material": self.signature.to_string(),
            "file": self.file(&self.signature),
            "asked": self.is_asked,
            "men": self.signature.men().len(),
            "imports": self.imports(),
            "bits": self.bits(),
            "positions": family::placements(self.board, &self.signature),
            "memory": self.memory(),
            "bytes": family::estimated_bytes(self.board, &self.signature),
        }))
    }

    fn as_text(&self) -> String {
        let mut line = self.endgame();
        let _ = write!(line, ": {}; needs ", family::cost(self.board, &self.signature));
        let imports = self.imports();
        line += &if imports.is_empty() { "nothing".to_owned() } else { imports.join(", ") };
        line + "\n"
    }
}
