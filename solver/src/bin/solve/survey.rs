//! `solve survey`: every endgame on every board, and the tables that sum it up.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use num_bigint::BigInt;
use num_rational::BigRational;
use solver::board::{Board, SMALLEST_SIDE};
use solver::certify;
use solver::exact::policy::Observer;
use solver::family;
use solver::material::{DoubleStep, Signature};
use solver::pipeline::Method;
use solver::survey::{self, Figures, Kind, Row, SurveyError};

use crate::Failed;
use crate::watch::Watch;

/// What to survey.
#[derive(clap::Args)]
pub struct Plan {
    /// The folder for the certificates and the rows of each board; boards whose rows and certificates are there already are
    /// not solved again
    folder: std::path::PathBuf,
    /// The largest board; all boards with no more files and no more ranks are taken
    #[arg(long, value_name = "BOARD", default_value = "8x8")]
    largest: String,
    /// The smallest board
    #[arg(long, value_name = "BOARD", default_value = "2x2")]
    smallest: String,
    /// Only boards with as many files as ranks
    #[arg(long)]
    squares: bool,
    /// These boards, in this order, instead of all from the smallest to the largest
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with_all = ["smallest", "largest", "squares"])]
    boards: Vec<String>,
    /// The materials
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "Kk,KQk,KRk,KBk,KNk,KPk")]
    materials: Vec<String>,
    /// All endgames of four pieces instead, with the usual rule for pawns of each board; where exact values are too large, enclosures
    #[arg(long, conflicts_with = "materials")]
    four: bool,
    /// How many boards to work on at a time; the results are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Writes the tables to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    table: Option<std::path::PathBuf>,
}

/// A board is worked on in the background of others: nothing is told.
struct Silent;

impl Observer for Silent {
    fn phase(&mut self, _: &'static str, _: usize) {}
    fn advance(&mut self, _: usize) {}
}

/// The rows of a board, once they are there.
type Slot = Option<Result<Vec<Row>, SurveyError>>;

/// Surveys all boards.
pub fn survey(plan: &Plan) -> Result<String, Failed> {
    let largest: Board = plan.largest.parse().map_err(Failed::usage)?;
    let smallest: Board = plan.smallest.parse().map_err(Failed::usage)?;
    let mut materials = Vec::new();
    for text in &plan.materials {
        let (signature, _) = Signature::parse(text).map_err(Failed::usage)?;
        materials.push(signature);
    }
    if plan.four {
        materials = family::signatures(4).into_iter().filter(|signature| signature.men().len() == 4).collect();
    }
    let mut boards = Vec::new();
    for text in &plan.boards {
        boards.push(text.parse().map_err(Failed::usage)?);
    }
    let ranks = smallest.ranks().max(SMALLEST_SIDE)..=largest.ranks();
    for ranks in ranks.filter(|_| plan.boards.is_empty()) {
        for files in smallest.files().max(SMALLEST_SIDE)..=largest.files() {
            if !plan.squares || files == ranks {
                boards.push(Board::new(files, ranks).map_err(Failed::usage)?);
            }
        }
    }
    let folder = plan.folder.display();
    std::fs::create_dir_all(&plan.folder)
        .map_err(|error| Failed::new(format!("{folder}: {error}; required: a folder")))?;
    let how = How { materials: &materials, folder: &plan.folder, four: plan.four, threads: plan.threads.into() };
    let rows = all_rows(&boards, &how)?;
    let text = if plan.four { census(&materials, &rows) } else { tables(&materials, &rows) };
    match &plan.table {
        None => Ok(text),
        Some(path) => certify::write_whole(path, text.as_bytes())
            .map(|()| String::new())
            .map_err(|error| Failed::new(format!("{}: {error}", path.display()))),
    }
}

/// How the boards are worked on.
struct How<'a> {
    materials: &'a [Signature],
    folder: &'a Path,
    four: bool,
    threads: usize,
}

/// The rows of all boards, in their order. The largest boards are begun first, so that no thread is left with one at the end.
fn all_rows(boards: &[Board], how: &How<'_>) -> Result<Vec<(Board, Vec<Row>)>, Failed> {
    // Four pieces take so much memory that boards come one after the other, each with all threads.
    let at_a_time = if how.four { 1 } else { how.threads };
    let bar = ProgressBar::new(boards.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} boards") {
        bar.set_style(style);
    }
    bar.set_message("survey");
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse(boards[place].squares()));
    let next = AtomicUsize::new(0);
    let slots: Mutex<Vec<Slot>> = Mutex::new(boards.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time.min(boards.len()) {
            scope.spawn(|| {
                while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let rows = rows_of(boards[place], how);
                    let failed = rows.is_err();
                    slots.lock().expect("no thread panics while it holds the rows")[place] = Some(rows);
                    bar.inc(1);
                    if failed {
                        // What is begun is finished; nothing new is begun.
                        next.store(order.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let slots = slots.into_inner().expect("no thread panics while it holds the rows");
    let mut all = Vec::new();
    let failure = slots.iter().flatten().find_map(|rows| rows.as_ref().err());
    if let Some(error) = failure {
        return Err(Failed::new(error));
    }
    for (&board, rows) in boards.iter().zip(slots) {
        all.push((board, rows.into_iter().flatten().flatten().collect()));
    }
    Ok(all)
}

/// The rows of a board: from an earlier run, or found now and kept for a later one.
fn rows_of(board: Board, how: &How<'_>) -> Result<Vec<Row>, SurveyError> {
    let mut entries = survey::entries(board, how.materials);
    if how.four {
        // One rule for pawns: the usual one.
        entries = entries.into_iter().map(|(signature, _)| (signature, DoubleStep::Auto)).collect();
        entries.dedup();
    }
    if let Some(rows) = survey::read_rows(board, &entries, how.folder) {
        return Ok(rows);
    }
    let (method, threads) = if how.four { (Method::Choose, how.threads) } else { (Method::Exact, 1) };
    let mut watch = Watch::new();
    watch.title = board.to_string();
    let observer: &mut dyn Observer = if how.four { &mut watch } else { &mut Silent };
    let rows = survey::board(board, &entries, how.folder, method, threads, observer)?;
    watch.finish();
    let path = how.folder.join(survey::rows_file(board));
    certify::write_whole(&path, survey::write_rows(&rows).as_bytes())
        .map_err(|error| SurveyError { path, reason: error.to_string() })?;
    Ok(rows)
}

/// The census of four pieces, in Markdown: a table for each board.
fn census(materials: &[Signature], all: &[(Board, Vec<Row>)]) -> String {
    let mut text = summary(all);
    for (board, rows) in all {
        let _ = write!(
            text,
            "\n### {board}\n\n| endgame | positions | kind | α < β | widest gap | at | T, T′ up to | zugzwangs | digits | bytes |\n|---|---|---|---|---|---|---|---|---|---|\n"
        );
        for signature in materials {
            let Some(row) = rows.iter().find(|row| row.material == signature.to_string()) else { continue };
            let figures = match &row.outcome {
                Ok(figures) => figures,
                Err(reason) => {
                    let _ = writeln!(text, "| {signature} | | no certificate: {reason} | | | | | | | |");
                    continue;
                }
            };
            let at_least = if figures.kind == Kind::Enclosure { "≥ " } else { "" };
            let (gap, fen) = match &figures.widest_gap {
                Some((gap, fen)) => (format!("{at_least}{}", short(gap)), format!("`{fen}`")),
                None => (String::new(), String::new()),
            };
            let [white, black] = figures.largest_labels;
            let digits = figures.exact.as_ref().map_or(String::new(), |exact| exact.digits.to_string());
            let _ = writeln!(
                text,
                "| {signature} | {} | {} | {at_least}{} | {gap} | {fen} | {white}, {black} | {at_least}{} | {digits} | {} |",
                figures.positions,
                figures.kind.name(),
                figures.not_sharp,
                figures.zugzwangs,
                figures.bytes
            );
        }
    }
    text
}

/// A fraction, or a decimal where it is long; cut off, not rounded.
fn short(gap: &str) -> String {
    let value: Option<BigRational> = gap.parse().ok();
    match value {
        Some(value) if gap.len() > 15 => {
            let digits = (value.numer() * BigInt::from(1_000_000_000u64) / value.denom()).to_string();
            format!("0.{digits:0>9}…")
        }
        _ => gap.to_owned(),
    }
}

/// The tables of all materials, in Markdown: ranks down, files across.
fn tables(materials: &[Signature], all: &[(Board, Vec<Row>)]) -> String {
    let mut text = summary(all);
    for signature in materials {
        for double_step in [None, Some(false), Some(true)] {
            let rows: Vec<(Board, &Row)> = all
                .iter()
                .flat_map(|(board, rows)| rows.iter().map(move |row| (*board, row)))
                .filter(|(_, row)| row.material == signature.to_string() && row.double_step == double_step)
                .collect();
            if !rows.is_empty() {
                table(&mut text, signature, double_step, &rows);
            }
        }
    }
    text
}

/// All rows in a few lines.
fn summary(all: &[(Board, Vec<Row>)]) -> String {
    let rows: Vec<&Row> = all.iter().flat_map(|(_, rows)| rows).collect();
    let figures: Vec<&Figures> = rows.iter().filter_map(|row| row.outcome.as_ref().ok()).collect();
    let positions: usize = figures.iter().map(|figures| figures.positions).sum();
    let not_sharp: usize = figures.iter().map(|figures| figures.not_sharp).sum();
    let zugzwangs: usize = figures.iter().map(|figures| figures.zugzwangs).sum();
    let mut text = format!(
        "{} boards, {} endgames solved and verified, {positions} positions: {not_sharp} with α < β, {zugzwangs} zugzwangs.\n",
        all.len(),
        figures.len()
    );
    for row in rows {
        if let Err(reason) = &row.outcome {
            let _ = writeln!(text, "\n`{}`: no certificate: {reason}.", row.file);
        }
    }
    text
}

/// One table: a cell is the digits of the largest denominator, the share of positions whose denominator is no power of 2, and
/// the zugzwangs.
fn table(text: &mut String, signature: &Signature, double_step: Option<bool>, rows: &[(Board, &Row)]) {
    let rule = match double_step {
        None => "",
        Some(false) => ", single step",
        Some(true) => ", double step",
    };
    let _ = write!(text, "\n### {signature}{rule}\n\n");
    if rows.iter().all(|(board, _)| board.files() == board.ranks()) {
        let _ = writeln!(text, "| board | positions | values | digits · % · zugzwangs |\n|---|---|---|---|");
        for (board, row) in rows {
            let counts = row.outcome.as_ref().map(|figures| {
                let values = figures.exact.as_ref().map_or(String::new(), |exact| exact.values.to_string());
                (figures.positions.to_string(), values)
            });
            let (positions, values) = counts.unwrap_or_default();
            let _ = writeln!(text, "| {board} | {positions} | {values} | {} |", cell(row));
        }
        return;
    }
    let _ = write!(text, "| ranks \\ files |");
    let mut files: Vec<u8> = rows.iter().map(|(board, _)| board.files()).collect();
    files.sort_unstable();
    files.dedup();
    let mut ranks: Vec<u8> = rows.iter().map(|(board, _)| board.ranks()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    for file in &files {
        let _ = write!(text, " {file} |");
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(files.len()));
    for rank in ranks {
        let _ = write!(text, "| {rank} |");
        for &file in &files {
            let row = rows.iter().find(|(board, _)| (board.files(), board.ranks()) == (file, rank));
            let _ = write!(text, " {} |", row.map_or_else(String::new, |(_, row)| cell(row)));
        }
        text.push('\n');
    }
}

fn cell(row: &Row) -> String {
    match &row.outcome {
        Err(_) => "no certificate".to_owned(),
        Ok(figures) => {
            let sharp = if figures.not_sharp == 0 { String::new() } else { format!("{} α<β, ", figures.not_sharp) };
            let Some(exact) = &figures.exact else { return format!("{sharp}enclosure") };
            let tenths = exact.not_dyadic * 1000 / figures.positions.max(1);
            let share = if exact.not_dyadic == 0 { "0".to_owned() } else { format!("{}.{}", tenths / 10, tenths % 10) };
            format!("{sharp}{} · {share} · {}", exact.digits, figures.zugzwangs)
        }
    }
}
