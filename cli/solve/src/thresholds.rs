//! `solve thresholds`: the paper's own method, step by step, to the same certificates.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use solver::atomic_file;
use solver::certificates::certify;
use solver::certificates::pipeline::Solution;
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::thresholds::family::{Family, Refused};
use solver::thresholds::{Run, Step, plot, run};

use crate::Failed;
use crate::watch::Watch;

/// The arguments of the subcommand.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files x ranks, 2x2 to 16x16, such as 8x8
    board: String,
    /// White's men and then Black's, such as KRk
    material: String,
    /// Goes on to this n even where the values are found before
    #[arg(long, value_name = "N", default_value_t = 0)]
    least: usize,
    /// Gives up after this n
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    most: usize,
    /// The folder for the certificates of the endgame and its imports; made if it is not there. Without it nothing is written
    #[arg(long, value_name = "DIR", value_parser = crate::file())]
    out: Option<PathBuf>,
    /// Prints the whole series as JSON
    #[arg(long)]
    json: bool,
    /// Draws the violated equations against n into an SVG file
    #[arg(long, value_name = "FILE", value_parser = crate::file())]
    plot: Option<PathBuf>,
    /// How many threads to use where there is use for them; the steps themselves are made by one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
}

/// How many of the last steps the table shows, each one.
const LAST_STEPS: usize = 10;

/// Runs the method and reports it.
pub fn thresholds(arguments: &Arguments) -> Result<String, Failed> {
    let board: Board = arguments.board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(&arguments.material).map_err(Failed::usage)?;
    let family = Family::new(board, &signature, arguments.double_step).map_err(Failed::usage)?;
    let title = format!("{board} {signature}");
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(folder))))?;
    }
    let mut watch = Watch::new();
    watch.title.clone_from(&title);
    let run = run(&family, arguments.least..=arguments.most, arguments.threads.into(), &mut watch);
    watch.finish();
    if let Some(path) = &arguments.plot {
        let counts: Vec<usize> = run.series.iter().map(violations).collect();
        write(path, plot::svg(&format!("{title}: equations violated by the simplest rationals"), &counts).as_bytes())?;
    }
    for (n, Refused { endgame, reason }) in &run.inconclusive {
        crate::tell(&format!("{title}: n = {n}: no equation violated, but {endgame}: {reason}; went on"));
    }
    let mut report = if arguments.json { json(&title, &family, &run) } else { table(&run) };
    let Some((_, solved)) = &run.found else {
        // What was found is shown all the same.
        std::io::stdout().write_all(report.as_bytes()).map_err(Failed::new)?;
        return Err(Failed::new(not_found(&title, &run)));
    };
    if let Some(folder) = &arguments.out {
        for solution in solved {
            let line = certificate(folder, solution)?;
            if !arguments.json {
                report.push_str(&line);
            }
        }
    }
    Ok(report)
}

/// Why there are no values.
fn not_found(title: &str, run: &Run) -> String {
    match run.series.last() {
        Some(step) if violations(step) > 0 => {
            format!("{title}: n = {}: {} equations are still violated, required 0", step.n, violations(step))
        }
        step => format!(
            "{title}: n = {}: no equation is violated, but labels do not show that the values are found",
            step.map_or(0, |step| step.n)
        ),
    }
}

fn violations(step: &Step) -> usize {
    step.violated + step.violated_in_imports
}

/// Writes a certificate and says so in a line.
fn certificate(folder: &Path, solution: &Solution) -> Result<String, Failed> {
    let path = folder.join(certify::file_name(&solution.endgame));
    write(&path, &solution.bytes)?;
    Ok(format!("{}: {} bytes\n", report::escape::path(&path), solution.bytes.len()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    atomic_file::write(path, bytes).map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(path))))
}

/// The series at 0, at 1, 2, 5 times powers of ten, and up to where the values are found or to the end.
fn table(run: &Run) -> String {
    let end = run.found.as_ref().map_or(run.series.len() - 1, |found| found.0);
    let mut text = String::from("       n  violated  in imports  greatest gap\n");
    for step in run.series.iter().filter(|step| is_shown(step.n, end)) {
        let Step { n, violated, violated_in_imports, gap } = step;
        let _ = writeln!(text, "{n:>8}  {violated:>8}  {violated_in_imports:>10}  {:>12}", gap.to_string());
    }
    if let Some((n, _)) = run.found {
        let _ = writeln!(text, "first n without a violated equation, labels finite: {n}");
    }
    if let Some(step) = run.series.get(1000) {
        let _ = writeln!(text, "greatest gap at n = 1000: {}", step.gap);
    }
    text
}

/// Whether `n` is 0, or 1, 2 or 5 times a power of ten, or one of the last before the end.
fn is_shown(n: usize, end: usize) -> bool {
    let mut rest = n;
    while rest > 9 && rest.is_multiple_of(10) {
        rest /= 10;
    }
    matches!(rest, 0 | 1 | 2 | 5) || (n <= end && n + LAST_STEPS > end)
}

/// The whole series. Everything in it is digits or names of endgames, so that nothing needs an escape.
fn json(title: &str, family: &Family, run: &Run) -> String {
    let first = run.found.as_ref().map_or("null".to_owned(), |found| found.0.to_string());
    let (positions, imported) = (family.endgame().positions().len(), family.imported());
    let mut text = format!(
        "{{\"endgame\":\"{title}\",\"positions\":{positions},\"imported_positions\":{imported},\"first\":{first},\"series\":["
    );
    for (place, Step { n, violated, violated_in_imports, gap }) in run.series.iter().enumerate() {
        let _ = write!(
            text,
            "{}\n{{\"n\":{n},\"violated\":{violated},\"violated_in_imports\":{violated_in_imports},\"gap\":\"{gap}\"}}",
            if place > 0 { "," } else { "" }
        );
    }
    text.push_str("\n]}\n");
    text
}
