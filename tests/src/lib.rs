//! Tests of the whole pipeline; here is what they share: solving in process, and handing the bytes to a fresh checker.

pub mod imports;
pub mod rules;

use std::sync::Arc;

use checker::certificate::{Certificate, Content, DIGEST_BYTES, Digest, SharpTable};
use checker::{Failure, Verified};
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Silent;

/// The materials that this version solves, bare kings first: every other one imports them.
pub const MATERIALS: [&str; 6] = ["Kk", "KQk", "KRk", "KBk", "KNk", "KPk"];

/// Those of the materials that a board with so many ranks has room for.
#[must_use]
pub fn materials(ranks: u8) -> Vec<&'static str> {
    MATERIALS.into_iter().filter(|material| ranks >= 3 || !material.contains('P')).collect()
}

/// Solves endgames of one board, in the order given, smaller ones that they need before them.
///
/// # Panics
///
/// If the solver fails.
#[must_use]
pub fn solve(files: u8, ranks: u8, signatures: &[&str], threads: usize) -> Vec<Solution> {
    solve_with(files, ranks, signatures, DoubleStep::Auto, threads)
}

/// The same with a rule of the double step.
///
/// # Panics
///
/// If the solver fails.
#[must_use]
pub fn solve_with(files: u8, ranks: u8, signatures: &[&str], double_step: DoubleStep, threads: usize) -> Vec<Solution> {
    let board = Board::new(files, ranks).expect("a board");
    let mut solved = Vec::new();
    for text in signatures {
        let (signature, _) = Signature::parse(text).expect("a signature");
        let settings = Settings { double_step, method: Method::Choose, threads };
        pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    solved
}

/// Solves one endgame on its own by a method, with what it needs before it.
///
/// # Panics
///
/// If the solver fails.
#[must_use]
pub fn solve_by(files: u8, ranks: u8, signature: &str, settings: &Settings) -> Vec<Solution> {
    let board = Board::new(files, ranks).expect("a board");
    let (signature, _) = Signature::parse(signature).expect("a signature");
    let mut solved = Vec::new();
    pipeline::solve(board, &signature, settings, &mut solved, &mut Silent).unwrap_or_else(|error| panic!("{error}"));
    solved
}

/// A certificate that the solver wrote, with the verified ones that it imports.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its name, such as `8x8 KNk`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it imports, verified.
    pub imports: Vec<Arc<Verified>>,
}

impl Solved {
    /// Solves an endgame, and has the checker verify what it imports.
    ///
    /// # Panics
    ///
    /// If the solver fails, or the checker does not verify an import.
    #[must_use]
    pub fn new(files: u8, ranks: u8, signature: &str) -> Self {
        Self::with(files, ranks, signature, DoubleStep::Auto)
    }

    /// The same with a rule of the double step.
    ///
    /// # Panics
    ///
    /// If the solver fails, or the checker does not verify an import.
    #[must_use]
    pub fn with(files: u8, ranks: u8, signature: &str, double_step: DoubleStep) -> Self {
        Self::from_solutions(solve_with(files, ranks, &[signature], double_step, 2))
    }

    /// The last of these solutions; the checker verifies those before it.
    ///
    /// # Panics
    ///
    /// If there is none, or the checker does not verify an import.
    #[must_use]
    pub fn from_solutions(mut solved: Vec<Solution>) -> Self {
        let last = solved.last().expect("a solution");
        let name = format!("{} {}", last.endgame.board(), last.endgame.signature());
        let bytes = solved.pop().expect("a solution").bytes;
        let mut imports = Vec::new();
        for import in solved {
            imports.push(Arc::new(verified(&import.bytes, &imports)));
        }
        Self { name, bytes, imports }
    }

    /// What is written in it, with nothing verified.
    ///
    /// # Panics
    ///
    /// If it cannot be read.
    #[must_use]
    pub fn certificate(&self) -> Certificate {
        Certificate::decode(&self.bytes).expect("a certificate")
    }

    /// The table that is written in it.
    #[must_use]
    pub fn table(&self) -> SharpTable {
        let Content::SharpTable(table) = self.certificate().content else { unreachable!("a sharp table") };
        table
    }

    /// The bytes with another table in the same envelope, and the digest of that.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    #[must_use]
    pub fn with_table(&self, table: SharpTable) -> Vec<u8> {
        let content = Content::SharpTable(table);
        let imports = self.certificate().imports;
        let certificate = Certificate { imports, content };
        certificate.encode().expect("an encoding")
    }

    /// Has the checker check other bytes in the place of this certificate.
    ///
    /// # Errors
    ///
    /// As the checker's.
    pub fn check(&self, bytes: &[u8]) -> Result<Verified, Failure> {
        checker::check(bytes, &self.imports)
    }

    /// Has the checker verify the certificate itself.
    ///
    /// # Panics
    ///
    /// If it does not.
    #[must_use]
    pub fn verified(&self) -> Verified {
        verified(&self.bytes, &self.imports)
    }
}

/// Has the checker verify a certificate.
///
/// # Panics
///
/// If it does not.
#[must_use]
pub fn verified(bytes: &[u8], imports: &[Arc<Verified>]) -> Verified {
    checker::check(bytes, imports).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Makes the last 32 bytes the digest of what precedes them, where there are as many.
pub fn redigest(bytes: &mut [u8]) {
    if let Some((content, digest)) = bytes.split_last_chunk_mut::<DIGEST_BYTES>() {
        *digest = Digest::of(content).0;
    }
}
