//! `solve stats` of folders: which certificates are there.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use checker::Verified;
use checker::chess::{Board, PawnRule};
use checker::endgame::Endgame;
use serde_json::json;
use session::claims::listed::{self, FIRST_BYTES};
use session::sheet::Listed;
use session::{claims, files, notation, words};
use solver::analysis::find::Folders;
use solver::analysis::verified::{Library, VerifiedError};
use solver::chess;
use solver::chess::material::{DoubleStep, Signature};

use crate::output::Failed;

/// Positions are counted before they are verified where so many lists of squares or fewer have to be looked at: three men on 8x8, four on 5x5.
const COUNTED: usize = 1 << 19;

/// Lists what is in folders, and in all below them; if none is named, in those in which `probe` looks.
pub fn list(named: &[PathBuf], verify: bool, json: bool) -> Result<String, Failed> {
    let usual = Folders::new(&[], std::env::var_os("SOLVE_CERTS").as_deref());
    let folders = if named.is_empty() { &usual.all } else { named };
    let mut paths: Vec<PathBuf> = Vec::new();
    for path in folders.iter().flat_map(|folder| files::below(folder)) {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let (mut listed, mut unreadable, mut failed, mut open, mut bytes) = (0, 0, 0, 0_usize, 0_u64);
    for path in &paths {
        if let Some(why) = files::unreadable(path) {
            unreadable += 1;
            let (file, why) = (session::escape::path(path), format!("declined: {why}"));
            crate::output::say(&match json {
                true => session::json::answer(&json!({ "file": file, "error": why })),
                false => format!("{file}: {why}\n"),
            })?;
            continue;
        }
        listed += 1;
        let size = std::fs::metadata(path).map_or(0, |about| about.len());
        bytes += size;
        let about = about(path);
        // A library for each: what was verified takes memory.
        let verified = verify.then(|| Library::default().with_folders(folders).read(path));
        if let Some(Err(error)) = &verified {
            let counted = if matches!(error, VerifiedError::AGame(_) | VerifiedError::AModel(_)) {
                &mut open
            } else {
                &mut failed
            };
            *counted += 1;
        }
        let line = if json {
            as_json(path, size, about.as_ref(), verified)
        } else {
            as_text(path, size, about.as_ref(), verified)
        };
        crate::output::say(&line)?;
    }
    if !json {
        let state = match (verify, failed) {
            (false, _) => "not verified: --verify does that".to_owned(),
            (true, 0) => "none failed".to_owned(),
            (true, failed) => format!("{failed} failed"),
        };
        let state =
            if open == 0 { state } else { format!("{state}, {open} not verified because they need their games") };
        crate::output::say(&format!(
            "{}, {}; {state}\n",
            words::count(listed, "certificate", "certificates"),
            size_text(bytes)
        ))?;
    }
    match (failed, unreadable) {
        (0, 0) => Ok(String::new()),
        (0, _) => Err(Failed(String::new(), 2)),
        _ => Err(Failed(String::new(), 1)),
    }
}

/// What a file says that it is about; none if it is no certificate of this version.
fn about(path: &Path) -> Option<Listed> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(FIRST_BYTES).read_to_end(&mut bytes).ok()?;
    listed::listed(&bytes)
}

/// What a file says that it is about, how many positions that has if it is counted quickly or verified, and which numbers it states.
fn stated(about: Option<&Listed>, verified: &Read) -> (String, Option<u64>, String) {
    let Some(Listed { about, endgame, positions: stated, numbers }) = about else {
        return ("no certificate of this version".to_owned(), None, "nothing".to_owned());
    };
    let count = match verified {
        Some(Ok(verified)) => Some(claims::tell(verified).count() as u64),
        _ => stated.or_else(|| positions(endgame.as_ref()?)),
    };
    (about.clone(), count, numbers.clone())
}

/// The positions of an endgame, as the solver counts them.
fn positions(endgame: &Endgame) -> Option<u64> {
    let Board { files, ranks, pawn_rule } = endgame.board;
    let squares = usize::from(files) * usize::from(ranks);
    let lists = endgame.men.iter().try_fold(1_usize, |lists, _| lists.checked_mul(squares))?;
    let board = chess::board::Board::new(files, ranks).ok().filter(|_| lists <= COUNTED)?;
    let (signature, _) = Signature::parse(&notation::signature(&endgame.men)).ok()?;
    let double_step = if pawn_rule == PawnRule::DoubleStep { DoubleStep::Always } else { DoubleStep::Never };
    let counted = chess::endgame::Endgame::new(board, signature, double_step).ok()?;
    Some(counted.positions().len() as u64)
}

type Read = Option<Result<std::sync::Arc<Verified>, VerifiedError>>;

fn as_text(path: &Path, size: u64, about: Option<&Listed>, verified: Read) -> String {
    let (what, count, numbers) = stated(about, &verified);
    let mut line = format!("{}: {what}", session::escape::path(path));
    if let Some(count) = count {
        let _ = write!(line, ", {}", words::count(count as usize, "position", "positions"));
    }
    let _ = write!(line, ", {numbers}, {}", size_text(size));
    let state = match verified {
        None => "not verified yet".to_owned(),
        Some(Ok(_)) => "verified".to_owned(),
        Some(Err(VerifiedError::AModel(_))) => "needs its model: check FILE.cert --model MODEL.umb".to_owned(),
        Some(Err(VerifiedError::AGame(_))) => "needs its game: check FILE.cert --graph GAME.json".to_owned(),
        Some(Err(VerifiedError::Failed(_, refusal))) => refusal.message,
        Some(Err(error)) => error.to_string(),
    };
    let _ = writeln!(line, ", {state}");
    line
}

fn as_json(path: &Path, size: u64, about: Option<&Listed>, verified: Read) -> String {
    let (what, count, numbers) = stated(about, &verified);
    let error = match &verified {
        Some(Err(error)) => Some(error.to_string()),
        _ => None,
    };
    let verified = verified.map(|verified| verified.is_ok());
    session::json::answer(&json!({
        "file": session::escape::path(path), "bytes": size, "about": what, "positions": count, "numbers": numbers,
        "verified": verified, "error": error,
    }))
}

/// A size in bytes, kB or MB, rounded down.
fn size_text(bytes: u64) -> String {
    match bytes {
        0..10_000 => words::count(bytes as usize, "byte", "bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
