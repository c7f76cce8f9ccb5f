//! `solve endgame` and `solve family`: solves endgames and writes their certificates.

use std::fmt::Write as _;
use std::path::Path;

use solver::board::Board;
use solver::certify;
use solver::exact::policy::Observer as _;
use solver::material::Signature;
use solver::pipeline::{self, Solution, Timings, Values};

use crate::watch::Watch;
use crate::{Failed, How};

/// The family of three-piece endgames.
const FAMILY: [&str; 6] = ["Kk", "KQk", "KRk", "KBk", "KNk", "KPk"];

/// Solves every endgame of so many pieces.
pub fn family(board: &str, pieces: u8, how: &How) -> Result<String, Failed> {
    let family: Vec<&str> = FAMILY.into_iter().filter(|material| material.len() <= usize::from(pieces)).collect();
    solve(board, &family, how)
}

/// Solves endgames and writes their certificates.
pub fn solve(board: &str, materials: &[&str], how: &How) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let mut signatures = Vec::new();
    for material in materials {
        let (signature, flipped) = Signature::parse(material).map_err(Failed::usage)?;
        if signature.to_string() != *material {
            let colours = if flipped { ", with the colours exchanged" } else { "" };
            eprintln!("{material} is stored as {signature}{colours}");
        }
        pipeline::admit(board, &signature).map_err(Failed::usage)?;
        signatures.push(signature);
    }
    let folder = how.out.display();
    std::fs::create_dir_all(&how.out).map_err(|error| Failed::new(format!("{folder}: {error}; required: a folder")))?;
    let mut watch = Watch::new();
    let mut solved: Vec<Solution> = Vec::new();
    let mut written = 0;
    let mut report = String::new();
    for signature in signatures {
        // A family leaves out what the board has no room for; an endgame that was asked for by name is an error.
        let room = signature.men().len() <= board.squares() && (board.ranks() > 2 || !signature.has_pawns());
        if materials.len() > 1 && !room {
            continue;
        }
        watch.title = format!("{board} {signature}");
        pipeline::solve(board, &signature, &how.settings(), &mut solved, &mut watch).map_err(Failed::new)?;
        for solution in &solved[written..] {
            watch.phase("write", 0);
            report.push_str(&write(&how.out, solution)?);
        }
        written = solved.len();
    }
    watch.finish();
    if how.timings {
        report.push_str(&timings(&watch.timings, &solved));
    }
    Ok(report)
}

/// Writes a certificate and says so in a line.
fn write(folder: &Path, solution: &Solution) -> Result<String, Failed> {
    let path = folder.join(certify::file_name(&solution.endgame));
    certify::write_whole(&path, &solution.bytes)
        .map_err(|error| Failed::new(format!("{}: {error}", path.display())))?;
    if let Some(why) = &solution.why {
        eprintln!("{} {}: an enclosure, because {why}", solution.endgame.board(), solution.endgame.signature());
    }
    let figures = match &solution.values {
        Values::Exact(table) => {
            let values = match table.values.len() {
                1 => "1 value".to_owned(),
                count => format!("{count} values"),
            };
            let not_sharp = match table.is_sharp() {
                true => String::new(),
                false => format!("{} not sharp, ", table.not_sharp()),
            };
            format!("{not_sharp}{values}, largest denominator {} bits", table.max_denominator_bits())
        }
        Values::Enclosed(enclosed) => {
            let (width, bits) = (enclosed.width(), enclosed.bits);
            format!("at least {} not sharp, enclosed within {width}/2^{bits}", enclosed.not_sharp())
        }
    };
    let (positions, bytes) = (solution.endgame.positions().len(), solution.bytes.len());
    Ok(format!("{}: {positions} positions, {figures}, {bytes} bytes\n", path.display()))
}

/// The table of `--timings`.
fn timings(timings: &Timings, solved: &[Solution]) -> String {
    let mut text =
        String::from("\nendgame        positions  white options  black options  sweeps  rounds  largest components\n");
    for solution in solved {
        let counts = &solution.counts;
        let sizes: Vec<String> = counts.component_sizes.iter().take(5).map(usize::to_string).collect();
        let _ = writeln!(
            text,
            "{:<14} {:>9}  {:>13}  {:>13}  {:>6}  {:>6}  {}",
            format!("{} {}", solution.endgame.board(), solution.endgame.signature()),
            solution.endgame.positions().len(),
            counts.white_options,
            counts.black_options,
            counts.sweeps,
            counts.rounds,
            if sizes.is_empty() { "1".to_owned() } else { sizes.join(", ") }
        );
    }
    text.push_str("\nphase          wall seconds  processor seconds\n");
    let mut total = [0.0; 2];
    for (name, wall, processor) in timings.phases() {
        total[0] += wall.as_secs_f64();
        total[1] += processor.as_secs_f64();
        let _ = writeln!(text, "{name:<14} {:>12.3}  {:>17.3}", wall.as_secs_f64(), processor.as_secs_f64());
    }
    let _ = writeln!(text, "{:<14} {:>12.3}  {:>17.3}", "total", total[0], total[1]);
    if let Some(peak) = peak_memory() {
        let _ = writeln!(text, "peak memory    {} MiB", peak >> 20);
    }
    text
}

/// The most memory that this process has held, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}
