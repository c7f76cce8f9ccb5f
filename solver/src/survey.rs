//! Every endgame on every board: solved, checked, counted.
//!
//! Responsible for one board at a time: its endgames are solved, their certificates written, read again by the checker, and
//! the figures of the verified tables put into a row each. Left to others: which boards, in which order, on how many threads
//! (`solve survey`).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::certificate::{Digest, PawnRule};
use checker::{Decline, Failure, Verified};
use serde_json::{Value, json};

use crate::board::Board;
use crate::certify;
use crate::exact::policy::Observer;
use crate::material::{DoubleStep, Signature};
use crate::pipeline::{self, Method, Settings, Solution};
use crate::statistics::{self, Statistics};

/// An endgame of a survey: its material, and how its pawns move.
pub type Entry = (Signature, DoubleStep);

/// The endgames of a board among the given materials: under both rules of the double step where they differ, none that does not fit
/// the board.
#[must_use]
pub fn entries(board: Board, materials: &[Signature]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for signature in materials {
        if signature.men().len() > board.squares() || (signature.has_pawns() && board.ranks() < 3) {
            continue;
        }
        entries.push((signature.clone(), DoubleStep::Never));
        if DoubleStep::Always.rule(board, signature) == PawnRule::DoubleStep {
            entries.push((signature.clone(), DoubleStep::Always));
        }
    }
    entries
}

/// What was found of one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the certificate's file.
    pub file: String,
    /// The material.
    pub material: String,
    /// Whether pawns may go two squares; none without pawns.
    pub double_step: Option<bool>,
    /// The figures, or why there is no certificate.
    pub outcome: Result<Figures, String>,
}

/// The figures of one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// SHA-256 of the certificate.
    pub sha256: String,
    /// Positions, up to symmetry.
    pub positions: usize,
    /// Positions with α < β.
    pub not_sharp: usize,
    /// Distinct values.
    pub values: usize,
    /// Decimal digits of the largest denominator.
    pub digits: usize,
    /// Positions whose denominator is no power of 2.
    pub not_dyadic: usize,
    /// Quiescent positions.
    pub quiescent: usize,
    /// Zugzwangs.
    pub zugzwangs: usize,
    /// The largest T and T′.
    pub largest_labels: [u32; 2],
}

/// Why a survey cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for SurveyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for SurveyError {}

/// Solves, writes and verifies the endgames of a board; one row for each.
///
/// # Errors
///
/// [`SurveyError`] where a file cannot be written, or a certificate is not verified. An endgame that has no certificate of a
/// single exact table is no error: its row says why.
pub fn board(
    board: Board,
    entries: &[Entry],
    folder: &Path,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Vec<Row>, SurveyError> {
    let mut solved: Vec<Solution> = Vec::new();
    let mut verified: Vec<Result<Arc<Verified>, Decline>> = Vec::new();
    let mut rows = Vec::new();
    for (signature, double_step) in entries {
        let rule = double_step.rule(board, signature);
        let settings = Settings { double_step: *double_step, method: Method::Exact, threads };
        let outcome = pipeline::solve(board, signature, &settings, &mut solved, observer);
        for solution in &mut solved[verified.len()..] {
            let path = folder.join(certify::file_name(&solution.endgame));
            let failed = |reason: String| SurveyError { path: path.clone(), reason };
            certify::write_whole(&path, &solution.bytes).map_err(|error| failed(error.to_string()))?;
            // Read back, so that it is the file that has been verified.
            let bytes = std::fs::read(&path).map_err(|error| failed(error.to_string()))?;
            let imports: Vec<Arc<Verified>> = verified.iter().flatten().cloned().collect();
            verified.push(match checker::check(&bytes, &imports) {
                Ok(table) => Ok(Arc::new(table)),
                Err(Failure::Declined(decline)) => {
                    // What nobody has verified is not left behind.
                    std::fs::remove_file(&path).map_err(|error| failed(error.to_string()))?;
                    Err(decline)
                }
                Err(failure) => return Err(failed(failure.to_string())),
            });
            // They are on the disk now.
            solution.bytes = Vec::new();
        }
        let outcome = match outcome.map(|place| &verified[place]) {
            Ok(Ok(table)) => Ok(Figures::new(table, &statistics::statistics(table))),
            Ok(Err(decline)) => Err(format!("solved, but the checker declines: {decline}")),
            Err(error) => Err(error.reason.to_string()),
        };
        rows.push(Row {
            file: certify::name(board, signature, rule),
            material: signature.to_string(),
            double_step: signature.has_pawns().then_some(rule == PawnRule::DoubleStep),
            outcome,
        });
    }
    Ok(rows)
}

impl Figures {
    fn new(table: &Verified, statistics: &Statistics) -> Self {
        let largest = statistics.largest_denominators.first();
        Self {
            sha256: table.digest().to_string(),
            positions: statistics.positions,
            not_sharp: table.receipt().not_sharp,
            values: statistics.values,
            digits: largest.map_or(0, |largest| largest.value.to_string().len()),
            not_dyadic: statistics.positions - statistics.dyadic,
            quiescent: statistics.quiescent.values().map(|group| group.positions).sum(),
            zugzwangs: statistics.zugzwangs.len(),
            largest_labels: [0, 1].map(|player| statistics.largest_labels[player].label),
        }
    }
}

/// The name of the file that holds the rows of a board.
#[must_use]
pub fn rows_file(board: Board) -> String {
    format!("{board}.json")
}

/// The rows of a board as a file.
#[must_use]
pub fn write_rows(rows: &[Row]) -> String {
    let row = |row: &Row| {
        let mut object = json!({ "file": row.file, "material": row.material });
        if let Some(double_step) = row.double_step {
            object["double_step"] = double_step.into();
        }
        match &row.outcome {
            Ok(figures) => {
                let fields = json!({
                    "sha256": figures.sha256,
                    "positions": figures.positions,
                    "not_sharp": figures.not_sharp,
                    "values": figures.values,
                    "digits": figures.digits,
                    "not_dyadic": figures.not_dyadic,
                    "quiescent": figures.quiescent,
                    "zugzwangs": figures.zugzwangs,
                    "largest_labels": figures.largest_labels,
                });
                if let (Some(object), Value::Object(fields)) = (object.as_object_mut(), fields) {
                    object.extend(fields);
                }
            }
            Err(reason) => object["no_certificate"] = reason.clone().into(),
        }
        object
    };
    let all: Vec<Value> = rows.iter().map(row).collect();
    format!("{:#}\n", Value::from(all))
}

/// The rows of a board from an earlier run: if the file is there, has a row for each of the entries, and the certificates are
/// those of the rows.
#[must_use]
pub fn read_rows(board: Board, entries: &[Entry], folder: &Path) -> Option<Vec<Row>> {
    let text = std::fs::read_to_string(folder.join(rows_file(board))).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let rows: Vec<Row> = value.as_array()?.iter().map(read_row).collect::<Option<_>>()?;
    let expected = entries.iter().map(|(signature, rule)| certify::name(board, signature, rule.rule(board, signature)));
    let same = rows.iter().map(|row| row.file.clone()).eq(expected);
    let intact = |row: &Row| match &row.outcome {
        Ok(figures) => {
            std::fs::read(folder.join(&row.file)).is_ok_and(|bytes| Digest::of(&bytes).to_string() == figures.sha256)
        }
        Err(_) => true,
    };
    (same && rows.iter().all(intact)).then_some(rows)
}

fn read_row(value: &Value) -> Option<Row> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    let number = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
    let label = |place: usize| u32::try_from(value.get("largest_labels")?.get(place)?.as_u64()?).ok();
    let outcome = match text("no_certificate") {
        Some(reason) => Err(reason),
        None => Ok(Figures {
            sha256: text("sha256")?,
            positions: number("positions")?,
            not_sharp: number("not_sharp")?,
            values: number("values")?,
            digits: number("digits")?,
            not_dyadic: number("not_dyadic")?,
            quiescent: number("quiescent")?,
            zugzwangs: number("zugzwangs")?,
            largest_labels: [label(0)?, label(1)?],
        }),
    };
    let double_step = value.get("double_step").and_then(Value::as_bool);
    Some(Row { file: text("file")?, material: text("material")?, double_step, outcome })
}
