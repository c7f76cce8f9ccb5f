//! `solve endgame --boards LIST --recorded`: endgames of many boards, with a file of rows for each.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use checker::chess::PawnRule;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::analysis::survey::{self, Entry, SurveyError};
use solver::atomic_file;
use solver::certificates::family;
use solver::certificates::pipeline::{DEFAULT_BITS_OF_FIVE, Method};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Observer;
use solver::slices::Told;

use crate::output::Failed;
use crate::progress::{Progress, Sweeps};
use crate::watch::Watch;

/// Endgames of many boards.
#[derive(clap::Args)]
pub struct Plan {
    /// Solves endgames of these boards, with commas between them; 2x2-8x8 are all from the one to the other
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "recorded", conflicts_with_all = ["board", "whole", "export_graph", "anew", "alone"])]
    #[arg(conflicts_with_all = ["precision", "never", "value", "timings", "chips", "pays"])]
    boards: Vec<String>,
    /// With --boards: these materials; without it all endgames of up to 3 men, or with --men of 4, or of 5 without pawns; 4 with the usual rule for pawns of
    /// each board, 5 in units of 2^-30
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "men", requires = "boards")]
    materials: Vec<String>,
    /// With --boards: leaves a file of rows for each board beside the certificates, with figures and SHA-256; boards whose rows and certificates are there
    /// are not solved again
    #[arg(long, requires = "boards")]
    recorded: bool,
    /// Solves all materials without pawns that fit this board of at most nine squares, in units of 2^-30, with what is sharp because of these bounds
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    whole: Option<String>,
}

impl Plan {
    /// Whether more is asked for than one endgame.
    pub fn is_asked(&self) -> bool {
        self.whole.is_some() || !self.boards.is_empty()
    }
}

/// The boards of a list.
fn boards(list: &[String]) -> Result<Vec<Board>, Failed> {
    let mut boards = Vec::new();
    for part in list {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last]: [Board; 2] = [first.parse().map_err(Failed::usage)?, last.parse().map_err(Failed::usage)?];
        let before = boards.len();
        for ranks in first.ranks()..=last.ranks() {
            for files in first.files()..=last.files() {
                boards.push(Board::new(files, ranks).map_err(Failed::usage)?);
            }
        }
        if boards.len() == before {
            return Err(Failed::usage(format!(
                "--boards: found {}, required the smaller board first",
                solver::escape::short(part)
            )));
        }
    }
    Ok(boards)
}

type Slot = Option<Result<(), SurveyError>>;

/// Solves the endgames of all boards.
pub fn survey(plan: &Plan, men: Option<u8>, folder: &Path, threads: u16) -> Result<String, Failed> {
    let men = usize::from(men.unwrap_or(3));
    if let Some(board) = &plan.whole {
        return crate::whole::survey(board, folder, threads);
    }
    let boards = boards(&plan.boards)?;
    let mut materials = Vec::new();
    for text in &plan.materials {
        let (signature, _) = Signature::parse(text).map_err(Failed::usage)?;
        materials.push(signature);
    }
    if materials.is_empty() {
        materials = match men {
            5 => family::fives(),
            // Three men come with the bare kings.
            _ => family::signatures(men).into_iter().filter(|one| men == 3 || one.men().len() == men).collect(),
        };
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| Failed::new(format!("{}: {error}; required: a folder", session::escape::path(folder))))?;
    let many = plan.materials.is_empty() && men > 3;
    let how = How { materials: &materials, folder, four: many, five: many && men == 5, threads: threads.into() };
    let endgames = all_rows(&boards, &how)?;
    let boards = session::words::count(boards.len(), "board", "boards");
    let endgames = session::words::count(endgames, "endgame", "endgames");
    Ok(format!("{}: {boards}, {endgames}\n", session::escape::path(folder)))
}

/// How the boards are worked on.
struct How<'a> {
    materials: &'a [Signature],
    folder: &'a Path,
    /// Four men, or five.
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
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} endgames") {
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
            self.screen.suspend(|| crate::output::tell(&line));
        }
    }
}

/// Solves all boards, and says how many endgames they have. The largest boards are begun first, so that no thread is left with one at the end.
fn all_rows(boards: &[Board], how: &How<'_>) -> Result<usize, Failed> {
    // Four men take so much memory that boards come one after the other, each with all threads.
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
    if let Some(error) = slots.iter().flatten().find_map(|ended| ended.as_ref().err()) {
        return Err(Failed::new(error));
    }
    Ok(jobs.len())
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

/// Finds the rows of a board and keeps them, unless an earlier run has.
fn rows_of(board: Board, how: &How<'_>, shown: &Shown) -> Result<(), SurveyError> {
    let entries = entries(board, how);
    let there = survey::read_rows(board, &entries, how.folder).ok();
    if there.is_some_and(|rows| survey::are_of_these_files(&rows, how.folder)) {
        for (signature, ..) in survey::jobs(board, &entries) {
            shown.was_there(family::estimated_bytes(board, &signature));
        }
        return Ok(());
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
        .map_err(|error| SurveyError { path, reason: error.to_string() })
}
