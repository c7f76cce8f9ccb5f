//! Every endgame on every board: solved, checked, counted.
//!
//! Responsible for one board at a time: its endgames are solved, their certificates written, read again by the checker, and
//! the figures of the verified tables put into a row each. Left to others: which boards, in which order, on how many threads
//! (`solve endgame --boards`).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use checker::Verified;
use checker::certificate::{Digest, Form};
use checker::chess::PawnRule;
use serde_json::{Value, json};
use session::figures;
use session::ranked::Ranked;
use session::{notation, words};

use crate::analysis::{statistics, verified};
use crate::atomic_file;
use crate::certificates::pipeline::{self, Method, Settings, Solution};
use crate::certificates::{certify, family};
use crate::chess::board::Board;
use crate::chess::material::{DoubleStep, Signature};
use crate::graph::exact::policy::Observer;
use crate::slices::Told;

/// An endgame of a survey: its material, and how its pawns move.
pub type Entry = (Signature, DoubleStep);

/// Whom the sweeps of five men are told: the name of the certificate, and what there is to say.
pub type Sweeps<'a> = &'a (dyn Fn(&str, Told) + Sync);

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
    /// Bytes of the certificate.
    pub bytes: u64,
    /// What it states.
    pub kind: Kind,
    /// Positions, up to symmetry.
    pub positions: usize,
    /// Positions with α < β; of an enclosure those that are shown to have it.
    pub not_sharp: usize,
    /// The widest gap that is shown, and the first position that has it.
    pub widest_gap: Option<(String, String)>,
    /// Zugzwangs: positions in which the best upper value that White can reach is below the best lower value that Black can reach.
    pub zugzwangs: usize,
    /// Of exact values, the largest finite T and T′.
    pub largest_labels: Option<[u32; 2]>,
    /// Figures of exact values.
    pub exact: Option<Exact>,
}

/// What a certificate states, in the words of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One exact value for each position: all are sharp.
    Sharp,
    /// Two exact values for each position: some are not sharp.
    TwoTables,
    /// Bounds.
    Enclosure,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Sharp, Self::TwoTables, Self::Enclosure];

    /// What a table states.
    #[must_use]
    pub fn of(table: &Verified) -> Self {
        match table.head().form {
            Form::One => Self::Sharp,
            Form::Two => Self::TwoTables,
            Form::Narrow | Form::Sharp | Form::Holds(_) | Form::Forces(_) => Self::Enclosure,
        }
    }

    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sharp => "sharp",
            Self::TwoTables => "two tables",
            Self::Enclosure => "enclosure",
        }
    }
}

/// The figures of a table of exact values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Distinct values.
    pub values: usize,
    /// Decimal digits of the largest denominator.
    pub digits: usize,
    /// Positions with a value whose denominator is no power of 2.
    pub not_dyadic: usize,
    /// Quiescent positions, of a sharp table of up to three men.
    pub quiescent: Option<usize>,
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
        write!(f, "{}: {}", session::escape::path(&self.path), self.reason)
    }
}

impl std::error::Error for SurveyError {}

/// One endgame of a board, with what has become of it.
struct Done {
    signature: Signature,
    rule: PawnRule,
    /// None where it could not be solved, or the checker declined it.
    solution: Option<Solution>,
    verified: Option<Arc<Verified>>,
}

/// What has to be solved for the endgames of a board: these and all that they need, each once, in the order of need.
#[must_use]
pub fn jobs(board: Board, entries: &[Entry]) -> Vec<(Signature, PawnRule, DoubleStep)> {
    let mut jobs: Vec<(Signature, PawnRule, DoubleStep)> = Vec::new();
    for (signature, double_step) in entries {
        for signature in pipeline::in_order_of_need(std::slice::from_ref(signature)) {
            let rule = double_step.rule(board, &signature);
            if !jobs.iter().any(|job| job.0 == signature && job.1 == rule) {
                jobs.push((signature, rule, *double_step));
            }
        }
    }
    jobs
}

/// Solves, writes and verifies the endgames of a board; one row for each. Certificates that are in the folder already are not solved again if they fit, but
/// verified again.
///
/// # Errors
///
/// [`SurveyError`] where a file cannot be written, or a certificate is not verified. An endgame that cannot be solved is no error: its row says why.
pub fn board(
    board: Board,
    entries: &[Entry],
    folder: &Path,
    method: Method,
    threads: usize,
    observer: &mut dyn Observer,
    sweeps: Sweeps<'_>,
) -> Result<Vec<Row>, SurveyError> {
    let jobs = jobs(board, entries);
    let mut done: Vec<Done> = Vec::new();
    let mut outcomes: Vec<(String, Result<Figures, String>)> = Vec::new();
    for (place, (signature, rule, double_step)) in jobs.iter().enumerate() {
        let name = certify::name(board, signature, *rule);
        let settings = Settings { double_step: *double_step, method, never: None, threads };
        let (finished, outcome) = one(board, signature, &settings, &done, &folder.join(&name), observer, sweeps)?;
        done.push(finished);
        observer.finished(&name);
        outcomes.push((name, outcome));
        // Only what others need stays in memory.
        let later = &jobs[place + 1..];
        done.retain(|done| {
            let needs = |job: &(Signature, PawnRule, DoubleStep)| {
                job.2.rule(board, &done.signature) == done.rule && job.0.imports().contains(&done.signature)
            };
            later.iter().any(needs)
        });
    }
    let row = |(signature, double_step): &Entry| {
        let rule = double_step.rule(board, signature);
        let file = certify::name(board, signature, rule);
        let outcome = outcomes.iter().find(|(name, _)| *name == file).expect("every entry is a job").1.clone();
        let double_step = signature.has_pawns().then_some(rule == PawnRule::DoubleStep);
        Row { file, material: signature.to_string(), double_step, outcome }
    };
    Ok(entries.iter().map(row).collect())
}

/// Solves one endgame, or reads its certificate; verifies it.
fn one(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    done: &[Done],
    path: &Path,
    observer: &mut dyn Observer,
    sweeps: Sweeps<'_>,
) -> Result<(Done, Result<Figures, String>), SurveyError> {
    let failed = |reason: String| SurveyError { path: path.to_owned(), reason };
    let nothing = |reason: String| {
        let rule = settings.double_step.rule(board, signature);
        (Done { signature: signature.clone(), rule, solution: None, verified: None }, Err(reason))
    };
    let (mut solutions, mut tables) = (Vec::new(), Vec::new());
    for import in signature.imports() {
        let rule = settings.double_step.rule(board, &import);
        let found = done.iter().find(|done| done.signature == import && done.rule == rule);
        match found.map(|done| (&done.solution, &done.verified)) {
            Some((Some(solution), Some(verified))) => {
                solutions.push(solution);
                tables.push(Arc::clone(verified));
            }
            _ => return Ok(nothing(format!("it needs {import}, of which there is no certificate"))),
        }
    }
    if signature.men().len() > pipeline::MOST_MEN {
        return five(board, signature, settings, (&solutions, &tables), path, observer, sweeps);
    }
    let there = std::fs::read(path).ok();
    let solution = match there.and_then(|bytes| pipeline::read(bytes, board, signature, settings, &solutions)) {
        Some(solution) => solution,
        None => match pipeline::solve_one(board, signature, settings, &solutions, observer) {
            Err(error) => return Ok(nothing(error.reason.to_string())),
            Ok(solution) => {
                atomic_file::write(path, &solution.bytes).map_err(|error| failed(error.to_string()))?;
                solution
            }
        },
    };
    // They are on the disk now, and read back, so that it is the file that is verified.
    let solution = Solution { bytes: Vec::new(), ..solution };
    observer.phase("verify", 0);
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let mut checker = games::checker(settings.threads, |_| None::<Vec<u8>>);
    tables.iter().for_each(|table| checker.remember(table));
    match checker.check(&bytes, None) {
        Ok(table) => {
            let figures = Figures::new(&table, bytes.len() as u64, settings.threads, observer);
            let rule = settings.double_step.rule(board, signature);
            let (signature, verified) = (signature.clone(), Some(table));
            Ok((Done { signature, rule, solution: Some(solution), verified }, Ok(figures)))
        }
        Err(failure) if failure.is_declined() => {
            // What nobody has verified is not left behind.
            std::fs::remove_file(path).map_err(|error| failed(error.to_string()))?;
            Ok(nothing(format!("solved, but not verified: {}", words::explain(&bytes, None, &failure))))
        }
        Err(failure) => Err(failed(words::explain(&bytes, None, &failure))),
    }
}

/// How much of the sweeps of five men may be lost to an interruption.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// Encloses an endgame of five men, unless its certificate is there; verifies it.
fn five(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    (solutions, tables): (&[&Solution], &[Arc<Verified>]),
    path: &Path,
    observer: &mut dyn Observer,
    sweeps: Sweeps<'_>,
) -> Result<(Done, Result<Figures, String>), SurveyError> {
    let failed = |reason: String| SurveyError { path: path.to_owned(), reason };
    let mut done = Done { signature: signature.clone(), rule: PawnRule::NoPawns, solution: None, verified: None };
    if let Err(error) = pipeline::admit(board, signature) {
        return Ok((done, Err(error.reason.to_string())));
    }
    let imports = || solutions.iter().map(|solution| &solution.digest);
    let there = std::fs::read(path).ok().filter(|bytes| {
        games::certificate(bytes).is_ok_and(|certificate| certificate.head.imports.iter().eq(imports()))
    });
    if there.is_none() {
        observer.phase("slices", 0);
        let bits = pipeline::DEFAULT_BITS_OF_FIVE;
        let problem = pipeline::BySlices::new(board, signature, bits, solutions);
        let states = problem.states(path, KEEP_EVERY);
        let name = certify::name(board, signature, PawnRule::NoPawns);
        let sliced = problem.solve(settings.threads, Some(&states), &|told| sweeps(&name, told));
        atomic_file::write(path, &sliced.bytes).map_err(|error| failed(error.to_string()))?;
        states.remove();
    }
    observer.phase("verify", 0);
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let mut checker = games::checker(settings.threads, |_| None::<Vec<u8>>);
    tables.iter().for_each(|table| checker.remember(table));
    let table = checker.check(&bytes, None).map_err(|failure| failed(words::explain(&bytes, None, &failure)))?;
    let figures = Figures::new(&table, bytes.len() as u64, settings.threads, observer);
    done.verified = Some(table);
    Ok((done, Ok(figures)))
}

impl Figures {
    fn new(table: &Verified, bytes: u64, threads: usize, observer: &mut dyn Observer) -> Self {
        observer.phase("count", 0);
        let counted = figures::Figures::new(table);
        let positions = verified::positions(table);
        let kind = Kind::of(table);
        let statistics =
            (kind == Kind::Sharp && positions.endgame.men.len() < FOUR).then(|| statistics::statistics(table));
        let exact = verified::values(table).map(|values| {
            let (digits, not_dyadic) = statistics::denominators(table);
            Exact {
                values: values.numerators.len(),
                digits,
                not_dyadic,
                quiescent: statistics.as_ref().map(|s| s.quiescent.values().map(|group| group.positions).sum()),
            }
        });
        let [white, black] = counted.largest_labels;
        Self {
            sha256: notation::digest(table.digest()),
            bytes,
            kind,
            positions: counted.positions,
            not_sharp: counted.not_sharp,
            widest_gap: counted.widest_gap_at.map(|fen| (counted.widest_gap.to_string(), fen)),
            zugzwangs: statistics.map_or_else(
                || statistics::zugzwangs(&Ranked::new(table), threads),
                |statistics| statistics.zugzwangs.len(),
            ),
            largest_labels: white.zip(black).map(|(white, black)| [white, black]),
            exact,
        }
    }
}

/// From so many men on, quiescent positions are not counted.
const FOUR: usize = 4;

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
                let mut fields = json!({
                    "sha256": figures.sha256,
                    "bytes": figures.bytes,
                    "kind": figures.kind.name(),
                    "positions": figures.positions,
                    "not_sharp": figures.not_sharp,
                    "zugzwangs": figures.zugzwangs,
                });
                if let Some(labels) = figures.largest_labels {
                    fields["largest_labels"] = json!(labels);
                }
                if let Some((gap, fen)) = &figures.widest_gap {
                    fields["widest_gap"] = gap.clone().into();
                    fields["widest_gap_at"] = fen.clone().into();
                }
                if let Some(Exact { values, digits, not_dyadic, quiescent }) = &figures.exact {
                    fields["values"] = (*values).into();
                    fields["digits"] = (*digits).into();
                    fields["not_dyadic"] = (*not_dyadic).into();
                    if let Some(quiescent) = quiescent {
                        fields["quiescent"] = (*quiescent).into();
                    }
                }
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

/// The rows of these entries of a board from an earlier run, in their order; others may stand beside them. The certificates need not be there.
///
/// # Errors
///
/// [`SurveyError`] if the file cannot be read, or has no row for one of the entries.
pub fn read_rows(board: Board, entries: &[Entry], folder: &Path) -> Result<Vec<Row>, SurveyError> {
    let all = all_rows(board, folder)?;
    let required: Vec<String> =
        entries.iter().map(|(signature, rule)| certify::name(board, signature, rule.rule(board, signature))).collect();
    let rows: Option<Vec<Row>> =
        required.iter().map(|name| all.iter().find(|row| row.file == *name).cloned()).collect();
    rows.ok_or_else(|| {
        let found: Vec<String> = all.into_iter().map(|row| row.file).collect();
        let reason = format!("found rows of {}, required {}", found.join(", "), required.join(", "));
        SurveyError { path: folder.join(rows_file(board)), reason }
    })
}

/// All rows of a board from an earlier run.
///
/// # Errors
///
/// [`SurveyError`] if the file cannot be read, or has something else than rows.
pub fn all_rows(board: Board, folder: &Path) -> Result<Vec<Row>, SurveyError> {
    let path = folder.join(rows_file(board));
    let failed = |reason: String| SurveyError { path: path.clone(), reason };
    let text = std::fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| failed(format!("no JSON: {error}")))?;
    let list = value.as_array().ok_or_else(|| failed("found no list, required the rows of a survey".to_owned()))?;
    let row = |(place, value): (usize, &Value)| {
        read_row(value).ok_or_else(|| failed(format!("entry {}: found no row of a survey, required one", place + 1)))
    };
    list.iter().enumerate().map(row).collect()
}

/// New rows with the old ones that they do not replace, in the order of the materials: fewer men first, then those of White alone.
#[must_use]
pub fn merged(old: Vec<Row>, new: &[Row]) -> Vec<Row> {
    let order: Vec<String> = family::signatures(4).iter().map(ToString::to_string).collect();
    let is_replaced = |row: &Row| new.iter().any(|other| other.file == row.file);
    let mut all: Vec<Row> = old.into_iter().filter(|row| !is_replaced(row)).collect();
    all.extend(new.iter().cloned());
    let place = |row: &Row| order.iter().position(|material| *material == row.material).unwrap_or(order.len());
    all.sort_by_key(|row| (place(row), row.double_step, row.file.clone()));
    all
}

/// Whether the certificates in a folder are those of the rows.
#[must_use]
pub fn are_of_these_files(rows: &[Row], folder: &Path) -> bool {
    let intact = |row: &Row| match &row.outcome {
        Ok(figures) => std::fs::read(folder.join(&row.file))
            .is_ok_and(|bytes| notation::digest(Digest::of(&bytes)) == figures.sha256),
        Err(_) => true,
    };
    rows.iter().all(intact)
}

fn read_row(value: &Value) -> Option<Row> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    let number = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
    let label = |place: usize| u32::try_from(value.get("largest_labels")?.get(place)?.as_u64()?).ok();
    let outcome = match text("no_certificate") {
        Some(reason) => Err(reason),
        None => {
            let kind = text("kind")?;
            Ok(Figures {
                sha256: text("sha256")?,
                bytes: value.get("bytes")?.as_u64()?,
                kind: Kind::ALL.into_iter().find(|known| known.name() == kind)?,
                positions: number("positions")?,
                not_sharp: number("not_sharp")?,
                widest_gap: text("widest_gap").zip(text("widest_gap_at")),
                zugzwangs: number("zugzwangs")?,
                largest_labels: match value.get("largest_labels") {
                    None => None,
                    Some(_) => Some([label(0)?, label(1)?]),
                },
                exact: match value.get("values") {
                    None => None,
                    Some(_) => Some(Exact {
                        values: number("values")?,
                        digits: number("digits")?,
                        not_dyadic: number("not_dyadic")?,
                        quiescent: number("quiescent"),
                    }),
                },
            })
        }
    };
    let double_step = value.get("double_step").and_then(Value::as_bool);
    Some(Row { file: text("file")?, material: text("material")?, double_step, outcome })
}
