//! `solve survey`: every endgame on every board, and the tables that sum it up.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use checker::chess::PawnRule;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::analysis::survey::{self, Entry, Row, SurveyError};
use solver::atomic_file;
use solver::certificates::family;
use solver::certificates::pipeline::{DEFAULT_BITS_OF_FIVE, Method};
use solver::chess::board::{Board, SMALLEST_SIDE};
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Observer;
use solver::slices::Told;

use crate::Failed;
use crate::progress::{Progress, Sweeps};
use crate::tables;
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
    /// All endgames of five pieces without pawns instead, enclosed in units of 2^-30
    #[arg(long, conflicts_with_all = ["materials", "four"])]
    five: bool,
    /// All materials without pawns that fit this board of at most nine squares instead, enclosed in units of 2^-30, with what is sharp because of these bounds
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["materials", "four", "five", "boards", "smallest", "largest", "squares", "recorded"])]
    whole: Option<String>,
    /// Makes the table of what `solve family --sharp` has left in the folder, for the boards of `--boards`; nothing is solved, and nothing is verified again
    #[arg(long, conflicts_with_all = ["materials", "four", "five", "whole"], requires = "boards")]
    sharp: bool,
    /// Only makes the tables of the rows that are in the folder: nothing is solved, and nothing is verified again
    #[arg(long)]
    recorded: bool,
    /// How many boards to work on at a time; the results are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Writes the tables to this file instead of standard output
    #[arg(long, value_name = "FILE", value_parser = crate::file())]
    table: Option<std::path::PathBuf>,
}

/// The rows of a board, once they are there.
type Slot = Option<Result<Vec<Row>, SurveyError>>;

/// Surveys all boards.
pub fn survey(plan: &Plan) -> Result<String, Failed> {
    if let Some(board) = &plan.whole {
        let text = crate::whole::survey(board, &plan.folder, plan.threads)?;
        return written(plan, text);
    }
    if plan.sharp {
        return written(plan, crate::sharp::table(&plan.folder, &plan.boards)?);
    }
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
    if plan.five {
        materials = family::fives();
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
    if !plan.recorded {
        let folder = report::escape::path(&plan.folder);
        std::fs::create_dir_all(&plan.folder)
            .map_err(|error| Failed::new(format!("{folder}: {error}; required: a folder")))?;
    }
    let how = How {
        materials: &materials,
        folder: &plan.folder,
        four: plan.four || plan.five,
        five: plan.five,
        threads: plan.threads.into(),
    };
    let rows = if plan.recorded { recorded(&boards, &how)? } else { all_rows(&boards, &how)? };
    let text =
        if plan.four || plan.five { tables::census(&materials, &rows) } else { tables::boards(&materials, &rows) };
    written(plan, text)
}

/// Writes the tables where they are wanted.
fn written(plan: &Plan, text: String) -> Result<String, Failed> {
    match &plan.table {
        None => Ok(text),
        Some(path) => atomic_file::write(path, text.as_bytes())
            .map(|()| String::new())
            .map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(path)))),
    }
}

/// How the boards are worked on.
struct How<'a> {
    materials: &'a [Signature],
    folder: &'a Path,
    /// Four pieces, or five.
    four: bool,
    five: bool,
    threads: usize,
}

/// What is shown of the work: on a terminal how many endgames are done and what is being done, elsewhere lines.
struct Shown {
    screen: MultiProgress,
    bar: ProgressBar,
    progress: Progress,
    sweeps: Sweeps,
}

impl Shown {
    /// Of so many endgames, which weigh so much together.
    fn new(endgames: usize, weight: u64, five: bool) -> Self {
        let screen = MultiProgress::new();
        let bar = screen.add(ProgressBar::new(endgames as u64));
        if let Ok(style) = ProgressStyle::with_template("survey {bar:30} {pos}/{len} endgames") {
            bar.set_style(style);
        }
        let progress = Progress::new(endgames, weight);
        // Five men take longer than all else: whoever has no terminal sees each of them at once.
        let progress = if five && bar.is_hidden() { progress.with_every_line() } else { progress };
        Self { screen, bar, progress, sweeps: Sweeps::new() }
    }

    /// An endgame is done.
    fn done(&self, name: &str, weight: u64) {
        self.screen.suspend(|| self.progress.done(name, weight));
        self.bar.inc(1);
    }

    /// An endgame was there already.
    fn was_there(&self, weight: u64) {
        self.progress.count(weight);
        self.bar.inc(1);
    }

    /// Five men are at this sweep.
    fn sweep(&self, name: &str, told: Told) {
        if let Some(line) = self.sweeps.line(name, DEFAULT_BITS_OF_FIVE, told) {
            self.screen.suspend(|| crate::tell(&line));
        }
    }
}

/// The rows of all boards, in their order. The largest boards are begun first, so that no thread is left with one at the end.
fn all_rows(boards: &[Board], how: &How<'_>) -> Result<Vec<(Board, Vec<Row>)>, Failed> {
    // Four pieces take so much memory that boards come one after the other, each with all threads.
    let at_a_time = if how.four { 1 } else { how.threads };
    let jobs: Vec<(Board, Signature)> = boards
        .iter()
        .flat_map(|&board| survey::jobs(board, &entries(board, how)).into_iter().map(move |job| (board, job.0)))
        .collect();
    let weight = jobs.iter().map(|(board, signature)| family::estimated_bytes(*board, signature)).sum();
    let shown = Shown::new(jobs.len(), weight, how.five);
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse(boards[place].squares()));
    let next = AtomicUsize::new(0);
    let slots: Mutex<Vec<Slot>> = Mutex::new(boards.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time.min(boards.len()) {
            scope.spawn(|| {
                while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let rows = rows_of(boards[place], how, &shown);
                    let failed = rows.is_err();
                    slots.lock().expect("no thread panics while it holds the rows")[place] = Some(rows);
                    if failed {
                        // What is begun is finished; nothing new is begun.
                        next.store(order.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    shown.bar.finish_and_clear();
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

/// An observer that counts the certificates of a board, in the order of the jobs.
struct Counted<'a> {
    /// Shows the phases where endgames take long.
    watch: Option<Watch>,
    shown: &'a Shown,
    board: Board,
    jobs: Vec<(Signature, PawnRule, DoubleStep)>,
    done: usize,
}

impl Observer for Counted<'_> {
    fn phase(&mut self, name: &'static str, positions: usize) {
        if let (Some(watch), Some(job)) = (&mut self.watch, self.jobs.get(self.done)) {
            watch.title = format!("{} {}", self.board, job.0);
            watch.phase(name, positions);
        }
    }

    fn advance(&mut self, positions: usize) {
        if let Some(watch) = &mut self.watch {
            watch.advance(positions);
        }
    }

    fn finished(&mut self, name: &str) {
        let weight = self.jobs.get(self.done).map_or(0, |job| family::estimated_bytes(self.board, &job.0));
        self.done += 1;
        self.shown.done(name, weight);
    }
}

/// The endgames of a board.
fn entries(board: Board, how: &How<'_>) -> Vec<Entry> {
    let mut entries = survey::entries(board, how.materials);
    if how.four {
        // One rule for pawns: the usual one.
        entries = entries.into_iter().map(|(signature, _)| (signature, DoubleStep::Auto)).collect();
        entries.dedup();
    }
    entries
}

/// The rows of all boards as an earlier run has left them.
fn recorded(boards: &[Board], how: &How<'_>) -> Result<Vec<(Board, Vec<Row>)>, Failed> {
    let rows_of = |&board: &Board| {
        let rows = survey::read_rows(board, &entries(board, how), how.folder);
        rows.map(|rows| (board, rows)).map_err(Failed::new)
    };
    boards.iter().map(rows_of).collect()
}

/// The rows of a board: from an earlier run, or found now and kept for a later one.
fn rows_of(board: Board, how: &How<'_>, shown: &Shown) -> Result<Vec<Row>, SurveyError> {
    let entries = entries(board, how);
    let there = survey::read_rows(board, &entries, how.folder).ok();
    if let Some(rows) = there.filter(|rows| survey::are_of_these_files(rows, how.folder)) {
        for (signature, ..) in survey::jobs(board, &entries) {
            shown.was_there(family::estimated_bytes(board, &signature));
        }
        return Ok(rows);
    }
    let (method, threads) = if how.four { (Method::Choose, how.threads) } else { (Method::Exact, 1) };
    let watch = how.four.then(|| Watch::below(&shown.screen));
    let jobs = survey::jobs(board, &entries);
    let mut observer = Counted { watch, shown, board, jobs, done: 0 };
    let sweeps = |name: &str, told| shown.sweep(name, told);
    let rows = survey::board(board, &entries, how.folder, method, threads, &mut observer, &sweeps);
    if let Some(watch) = &mut observer.watch {
        watch.finish();
    }
    let rows = rows?;
    let path = how.folder.join(survey::rows_file(board));
    // Rows of other endgames stay: a certificate that is not solved anew is what it was.
    let all = survey::merged(survey::all_rows(board, how.folder).unwrap_or_default(), &rows);
    atomic_file::write(&path, survey::write_rows(&all).as_bytes())
        .map_err(|error| SurveyError { path, reason: error.to_string() })?;
    Ok(rows)
}
