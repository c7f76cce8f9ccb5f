//! `--precision sharp`: certificates of bounds are written again, with the positions that are sharp because of these bounds.

use std::path::{Path, PathBuf};

use checker::Verified;
use serde::Serialize;
use session::figures::Figures;
use session::words;
use session::{claims, escape, notation};
use solver::certificates::sharpen::Sharpener;

use crate::output::{Failed, written};
use crate::watch::Watch;

/// Three positions are named of which nothing is known, and the rest counted.
const NAMED: usize = 3;

/// Takes the certificates in these files, each after those that it imports, and tells of each what is proved; and writes the rows of all to a file.
pub fn prove(
    paths: &[(String, PathBuf)],
    rows: &Path,
    threads: u16,
    tell: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut sharpener = Sharpener::new(threads.into());
    let mut all = Vec::new();
    let mut watch = Watch::new();
    for (title, path) in paths {
        let name = escape::path(path);
        let wrong = |what: &dyn std::fmt::Display| Failed::new(format!("{name}: {what}"));
        solver::graph::exact::policy::Observer::begin(&mut watch, &format!("{title}: sharp places"));
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        let sharpened = sharpener.take(&bytes).map_err(|failure| {
            let why = words::explain(&bytes, None, &failure);
            wrong(&format!("{why}; required a certificate that is verified: solve it again with --anew"))
        })?;
        if let Some(bytes) = &sharpened.bytes {
            written(path, bytes)?;
        }
        let told = claims::tell(&sharpened.verified);
        let first = sharpened.open.iter().filter(|place| told.is_first(**place)).take(NAMED);
        let open: Vec<String> = first.map(|place| told.name(*place)).collect();
        let size = sharpened.bytes.as_ref().unwrap_or(&bytes).len();
        let figures = Figures::new(&sharpened.verified);
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        all.push(Row::new(file, &sharpened.verified, &figures, size, open.clone()));
        let open = if open.is_empty() { String::new() } else { format!("; not known: {} …", open.join(", ")) };
        let claim = told.claim_with(Some(&figures));
        watch.line().suspend(|| tell(&format!("{name}: {claim}{open}, {size} bytes\n")))?;
    }
    watch.finish();
    let wrong = |what: &dyn std::fmt::Display| Failed::new(format!("{}: {what}", escape::path(rows)));
    let lines = serde_json::to_string_pretty(&all).map_err(|error| wrong(&error))?;
    written(rows, format!("{lines}\n").as_bytes())
}

/// What is proved of an endgame.
#[derive(Serialize)]
struct Row {
    file: String,
    positions: usize,
    sharp: usize,
    not_sharp: usize,
    /// Positions of which it is not known, and the first of them.
    open: usize,
    open_at: Vec<String>,
    /// By how much α and β differ at the least where they differ most.
    widest_gap: String,
    widest_gap_at: Option<String>,
    /// How far bounds on one value are apart; none of exact values.
    width: Option<String>,
    bytes: usize,
    sha256: String,
}

impl Row {
    fn new(file: String, verified: &Verified, figures: &Figures, bytes: usize, open_at: Vec<String>) -> Self {
        let Figures { positions, shown_sharp: sharp, not_sharp, .. } = *figures;
        Self {
            file,
            positions,
            sharp,
            not_sharp,
            open: positions - sharp - not_sharp,
            open_at,
            widest_gap: figures.widest_gap.to_string(),
            widest_gap_at: figures.widest_gap_at.clone(),
            width: figures.width.as_ref().map(ToString::to_string),
            bytes,
            sha256: notation::digest(verified.digest()),
        }
    }
}

/// The name of the file of rows.
pub fn rows(board: &str) -> String {
    format!("{board}_sharp.json")
}
