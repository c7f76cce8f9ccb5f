//! `solve survey`: every endgame on every board, and the tables that sum it up.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use solver::board::{Board, SMALLEST_SIDE};
use solver::certify;
use solver::exact::policy::Observer;
use solver::material::Signature;
use solver::survey::{self, Figures, Row, SurveyError};

use crate::Failed;

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
    /// The materials
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "Kk,KQk,KRk,KBk,KNk,KPk")]
    materials: Vec<String>,
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
        solver::pipeline::admit(largest, &signature).map_err(Failed::usage)?;
        materials.push(signature);
    }
    let mut boards = Vec::new();
    for ranks in smallest.ranks().max(SMALLEST_SIDE)..=largest.ranks() {
        for files in smallest.files().max(SMALLEST_SIDE)..=largest.files() {
            if !plan.squares || files == ranks {
                boards.push(Board::new(files, ranks).map_err(Failed::usage)?);
            }
        }
    }
    let folder = plan.folder.display();
    std::fs::create_dir_all(&plan.folder)
        .map_err(|error| Failed::new(format!("{folder}: {error}; required: a folder")))?;
    let rows = all_rows(&boards, &materials, &plan.folder, plan.threads.into())?;
    let text = tables(&materials, &rows);
    match &plan.table {
        None => Ok(text),
        Some(path) => certify::write_whole(path, text.as_bytes())
            .map(|()| String::new())
            .map_err(|error| Failed::new(format!("{}: {error}", path.display()))),
    }
}

/// The rows of all boards, in their order. The largest boards are begun first, so that no thread is left with one at the end.
fn all_rows(
    boards: &[Board],
    materials: &[Signature],
    folder: &Path,
    threads: usize,
) -> Result<Vec<(Board, Vec<Row>)>, Failed> {
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
        for _ in 0..threads.min(boards.len()) {
            scope.spawn(|| {
                while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let rows = rows_of(boards[place], materials, folder);
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
fn rows_of(board: Board, materials: &[Signature], folder: &Path) -> Result<Vec<Row>, SurveyError> {
    let entries = survey::entries(board, materials);
    if let Some(rows) = survey::read_rows(board, &entries, folder) {
        return Ok(rows);
    }
    let rows = survey::board(board, &entries, folder, 1, &mut Silent)?;
    let path = folder.join(survey::rows_file(board));
    certify::write_whole(&path, survey::write_rows(&rows).as_bytes())
        .map_err(|error| SurveyError { path, reason: error.to_string() })?;
    Ok(rows)
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
            let counts =
                row.outcome.as_ref().map(|figures| (figures.positions.to_string(), figures.values.to_string()));
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
            let tenths = figures.not_dyadic * 1000 / figures.positions.max(1);
            let share =
                if figures.not_dyadic == 0 { "0".to_owned() } else { format!("{}.{}", tenths / 10, tenths % 10) };
            format!("{sharp}{} · {share} · {}", figures.digits, figures.zugzwangs)
        }
    }
}
