//! `solve thresholds`: the paper's own method, step by step.

use std::fmt::Write as _;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde_json::{Value, json};
use solver::board::Board;
use solver::certify;
use solver::chart;
use solver::material::{DoubleStep, Signature};
use solver::pipeline::{self, Series};
use solver::thresholds::Step;

use crate::Failed;

/// What to run.
#[derive(clap::Args)]
pub struct Run {
    /// Files x ranks, 2x2 to 16x16, such as 8x8
    board: String,
    /// White's men and then Black's, such as KNk
    material: String,
    /// The most steps
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// The folder for the certificates; without it none is written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
    /// Writes the whole series as JSON
    #[arg(long)]
    json: bool,
    /// Draws the violated equations against the steps
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Runs the method. The exit status is 1 where equations are still violated after the last step.
pub fn thresholds(run: &Run) -> Result<String, Failed> {
    let board: Board = run.board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(&run.material).map_err(Failed::usage)?;
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    if let Some(folder) = &run.out {
        let failed = |error| Failed::new(format!("{}: {error}; required: a folder", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {pos} steps, {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(format!("{board} {signature}"));
    let progress = &mut |step: &Step| {
        bar.set_position(step.steps.into());
        bar.set_message(format!("{} equations violated", step.violated));
        true
    };
    let series =
        pipeline::thresholds(board, &signature, run.double_step, run.most, 2, progress).map_err(Failed::new)?;
    bar.finish_and_clear();
    if let Some(path) = &run.plot {
        let counts: Vec<(u32, usize)> = series.steps.iter().map(|step| (step.steps, step.violated)).collect();
        let title = format!("{board} {signature}: equations that the simplest fractions violate");
        let text = chart::decline(&title, "steps n", "violated equations", &counts);
        let failed = |error| Failed::new(format!("{}: {error}", path.display()));
        certify::write_whole(path, text.as_bytes()).map_err(failed)?;
    }
    let mut text = match run.json {
        true => to_json(board, &signature, &series)?,
        false => table(&series),
    };
    let Some(solutions) = &series.solutions else {
        let left = series.steps.last().map_or(0, |step| step.violated);
        let what = match left {
            0 => "no equation is violated, but labels are infinite: these are not the values".to_owned(),
            1 => "1 equation is violated".to_owned(),
            _ => format!("{left} equations are violated"),
        };
        print!("{text}");
        return Err(Failed::new(format!(
            "{board} {signature}: after {} steps {what}; more steps may help (--most)",
            series.steps.len()
        )));
    };
    if let Some(folder) = &run.out {
        for solution in solutions {
            let path = folder.join(certify::file_name(&solution.endgame));
            certify::write_whole(&path, &solution.bytes)
                .map_err(|error| Failed::new(format!("{}: {error}", path.display())))?;
            if !run.json {
                let _ = writeln!(text, "{}: {} bytes", path.display(), solution.bytes.len());
            }
        }
    }
    Ok(text)
}

/// Some of the steps, as people read them.
fn table(series: &Series) -> String {
    let mut text = String::from("     n  violated  largest β − α\n");
    let steps = &series.steps;
    for (place, step) in steps.iter().enumerate() {
        let n = step.steps;
        let round = n.is_power_of_two() || n.is_multiple_of(if n < 1000 { 100 } else { 500 });
        if round || place + 5 >= steps.len() {
            let _ = writeln!(text, "{n:>6}  {:>8}  {}", step.violated, gap(step));
        }
    }
    if series.solutions.is_some()
        && let Some(last) = steps.last()
    {
        let _ = writeln!(text, "\nthe first n without a violated equation: {}", last.steps);
    }
    text
}

fn to_json(board: Board, signature: &Signature, series: &Series) -> Result<String, Failed> {
    let step = |step: &Step| json!({ "n": step.steps, "violated": step.violated, "gap": gap(step) });
    let solutions = series.solutions.as_deref().unwrap_or_default();
    let certificates: Vec<Value> = solutions
        .iter()
        .map(|solution| json!({ "file": certify::file_name(&solution.endgame), "sha256": solution.digest.to_string() }))
        .collect();
    let value = json!({
        "endgame": format!("{board} {signature}"),
        "first_without_violation": series.solutions.as_ref().and(series.steps.last()).map(|step| step.steps),
        "certificates": certificates,
        "series": series.steps.iter().map(step).collect::<Vec<_>>(),
    });
    serde_json::to_string(&value).map(|text| text + "\n").map_err(Failed::new)
}

/// The largest difference of the bounds, to two decimal digits, rounded up.
fn gap(step: &Step) -> String {
    let (numerator, exponent) = step.gap.value();
    if numerator.is_zero() {
        return "0".to_owned();
    }
    // Ten times the difference, times a power of ten: two digits before the point.
    let digits = |shift: u32| ((&numerator * BigUint::from(10u32).pow(shift + 1) - 1u32) >> exponent) + 1u32;
    let mut shift = (exponent as u64).saturating_sub(numerator.bits()).to_u32().unwrap_or(0) / 4;
    while digits(shift) < BigUint::from(10u32) {
        shift += 1;
    }
    let digits = digits(shift).to_u32().unwrap_or(0);
    let sign = if shift == 0 { "" } else { "-" };
    format!("{}.{}e{sign}{shift}", digits / 10, digits % 10)
}
