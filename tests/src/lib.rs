//! Tests of the whole pipeline; here is what they share: solving in process, and handing the bytes to a fresh checker.

pub mod imports;
pub mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use checker::certificate::{Certificate, Digest};
use checker::endgame::Positions;
use checker::failure::Failure;
use checker::graph::Game;
use checker::{Verified, table};
use num_rational::Ratio;
use session::{notation, words};
pub use solver::certificates::forge::{Columns, rewritten, with_columns};
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Silent;
use solver::graph_games::generate;
use solver::manifest::Manifest;

/// Whether everything runs in full: the variable `NIGHTLY` is 1, which `just nightly` sets. Otherwise what takes long runs as a short sample of the same.
#[must_use]
pub fn nightly() -> bool {
    std::env::var("NIGHTLY").is_ok_and(|value| value == "1")
}

/// The first of both, or the second one at night.
#[must_use]
pub fn sample<T>(few: T, many: T) -> T {
    if nightly() { many } else { few }
}

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

/// Solves endgames of one board under this rule of the double step.
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
        let settings = Settings { double_step, method: Method::Choose, never: None, threads };
        pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    solved
}

/// Solves endgames of one board under this rule of the double step, and has the checker verify each.
///
/// # Panics
///
/// If the solver fails, or the checker does not verify one.
#[must_use]
pub fn solved_and_verified(files: u8, ranks: u8, signatures: &[&str], double_step: DoubleStep) -> Vec<Arc<Verified>> {
    let mut tables: Vec<Arc<Verified>> = Vec::new();
    for solution in solve_with(files, ranks, signatures, double_step, 2) {
        tables.push(verified(&solution.bytes, &tables));
    }
    tables
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
#[derive(Clone)]
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

    /// Solves an endgame under this rule of the double step, and has the checker verify what it imports.
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
            imports.push(verified(&import.bytes, &imports));
        }
        Self { name, bytes, imports }
    }

    /// Has the checker check other bytes in the place of this certificate.
    ///
    /// # Errors
    ///
    /// As the checker's.
    pub fn check(&self, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        check(bytes, &self.imports)
    }

    /// Has the checker verify the certificate itself.
    ///
    /// # Panics
    ///
    /// If it does not.
    #[must_use]
    pub fn verified(&self) -> Arc<Verified> {
        verified(&self.bytes, &self.imports)
    }

    /// This certificate with other columns.
    ///
    /// # Panics
    ///
    /// If it cannot be read.
    #[must_use]
    pub fn with_columns(&self, change: impl FnOnce(&mut Columns)) -> Vec<u8> {
        let verified = self.verified();
        with_columns(&self.bytes, table::slices(positions(&verified)).into_iter().map(|slice| slice.len()), change)
    }
}

/// Has the checker check a certificate on two threads, with these verified ones at hand.
///
/// # Errors
///
/// As the checker's.
pub fn check(bytes: &[u8], imports: &[Arc<Verified>]) -> Result<Arc<Verified>, Failure> {
    check_with(bytes, imports, None)
}

/// Has the checker check a certificate, which may be about this game.
///
/// # Errors
///
/// As the checker's.
pub fn check_with(bytes: &[u8], imports: &[Arc<Verified>], game: Option<Arc<Game>>) -> Result<Arc<Verified>, Failure> {
    let mut checker = games::checker(2, |_| None::<Vec<u8>>);
    imports.iter().for_each(|import| checker.remember(import));
    checker.check(bytes, game.as_ref())
}

/// Has the checker verify a certificate.
///
/// # Panics
///
/// If it does not.
#[must_use]
pub fn verified(bytes: &[u8], imports: &[Arc<Verified>]) -> Arc<Verified> {
    check(bytes, imports).unwrap_or_else(|failure| panic!("{}", words::explain(bytes, None, &failure)))
}

/// The positions of a table of an endgame.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn positions(verified: &Verified) -> &Positions {
    verified.subject().downcast_ref().expect("a table of an endgame")
}

/// The signature of a table of an endgame: `KNk`.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn signature(verified: &Verified) -> String {
    notation::signature(&positions(verified).endgame.men)
}

/// What stands in the slices of a certificate.
///
/// # Panics
///
/// If a digest is wrong.
#[must_use]
pub fn slices(certificate: &Certificate) -> Vec<Vec<u8>> {
    (0..certificate.slices.len()).map(|slice| certificate.slice(slice).expect("a slice").to_vec()).collect()
}

/// The committed certificates of a folder by their file names.
///
/// # Panics
///
/// If one cannot be read.
#[must_use]
pub fn committed(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = fs::read_dir(folder).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let certificates = paths.filter(|path| path.extension().is_some_and(|end| end == "cert"));
    certificates
        .map(|path| {
            let name = path.file_name().expect("a name").to_str().expect("text");
            (name.to_owned(), fs::read(&path).expect("a file"))
        })
        .collect()
}

/// The SHA-256 of the files of a folder that `certs/manifest.toml` names, by the names of the files.
///
/// # Panics
///
/// If the manifest is none.
#[must_use]
pub fn digests(folder: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/manifest.toml");
    let manifest = Manifest::read(&fs::read_to_string(path).expect("the manifest")).expect("a manifest");
    let files = manifest.rows.into_iter().flat_map(|row| row.files);
    let below = files.filter_map(|(file, digest)| {
        let (of, name) = file.rsplit_once('/')?;
        (of == folder).then(|| (name.to_owned(), digest))
    });
    below.collect()
}

/// The committed certificates of a folder, verified: imports are found by their digests in the folder.
///
/// # Panics
///
/// If one is not verified.
#[must_use]
pub fn committed_and_verified(folder: &str) -> BTreeMap<String, Arc<Verified>> {
    let certificates = committed(folder);
    let by_digest: BTreeMap<Digest, &Vec<u8>> = certificates.values().map(|bytes| (Digest::of(bytes), bytes)).collect();
    let mut checker = games::checker(2, |digest| by_digest.get(&digest).map(|bytes| (*bytes).clone()));
    let verify = |(name, bytes): (&String, &Vec<u8>)| {
        let known = checker.known(Digest::of(bytes));
        let verified = known.map_or_else(|| checker.check(bytes, None), Ok);
        let verified =
            verified.unwrap_or_else(|failure| panic!("{folder}/{name}: {}", words::explain(bytes, None, &failure)));
        checker.remember(&verified);
        (name.clone(), verified)
    };
    certificates.iter().map(verify).collect()
}

/// The file of the game of a committed certificate in `certs/games`, such as `tic-tac-toe-1-2`: the committed one, or made anew.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn committed_game(name: &str) -> Vec<u8> {
    let tic_tac_toe = |draw: (u8, u8)| generate::tic_tac_toe(&Ratio::new(draw.0.into(), draw.1.into()));
    let game = match name {
        "tic-tac-toe-0" => tic_tac_toe((0, 1)),
        "tic-tac-toe-1-2" => tic_tac_toe((1, 2)),
        "tic-tac-toe-1" => tic_tac_toe((1, 1)),
        "random-any" | "random-any-enclosure" => generate::random(1, 1000, 4),
        "random-acyclic" => generate::random_acyclic(1, 1000, 4),
        "random-two-options" => generate::random_two_options(1, 1000),
        "random-turns" => generate::random_turns(1, 1000, 4),
        "random-undirected" => generate::random_undirected(1, 1000, 4),
        _ => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/games");
            return fs::read(folder.join(name).with_extension("json")).expect("a committed game");
        }
    };
    game.write().into_bytes()
}
