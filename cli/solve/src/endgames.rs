//! `solve endgame`: solves endgames and writes their certificates.

use std::fmt::Write as _;
use std::time::Duration;

use session::words;
use solver::certificates::endgames::{self, Endgames, Solved};
use solver::certificates::family;
use solver::certificates::pipeline::{self, Method, Sliced, Solution};
use solver::certificates::produce::{self, Game as _, Made};
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::chess::position::Position;
use solver::graph::values::Values;
use solver::request::SHARP;
use solver::slices::Told;

use crate::how::How;
use crate::output::Failed;
use crate::progress::{Progress, Sweeps};
use crate::sharp;
use crate::timings::Timings;
use crate::watch::Watch;
use solver::memory::MEGABYTE;

/// The endgames that are asked for: those that are named, and all of up to so many men, or of five without pawns, for which the board has room.
pub fn asked(board: Board, named: &[String], men: Option<u8>) -> Result<Vec<Signature>, Failed> {
    let mut asked = Vec::new();
    for material in named {
        let (signature, flipped) = Signature::parse(material).map_err(Failed::usage)?;
        if signature.to_string() != *material {
            let colours = if flipped { ", with the colours exchanged" } else { "" };
            crate::output::tell(&format!("{material} is stored as {signature}{colours}"));
        }
        // What was asked for by name is an error.
        pipeline::admit(board, &signature).map_err(Failed::usage)?;
        asked.push(signature);
    }
    let all = men.map(|men| if men == 5 { family::fives() } else { family::signatures(men.into()) });
    asked.extend(all.into_iter().flatten().filter(|signature| pipeline::admit(board, signature).is_ok()));
    Ok(asked)
}

/// Solves endgames and writes their certificates; `tell` gets a line for each.
pub fn solve(
    board: &str,
    named: &[String],
    men: Option<u8>,
    how: &How,
    tell: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let settings = how.settings()?;
    let mut signatures = asked(board, named, men)?;
    if let (Some(men), true) = (men, how.is_sharp()) {
        // Fewer men come as imports, with exact values where these are feasible: then more is known at the border.
        signatures.retain(|signature| signature.men().len() == usize::from(men));
    }
    for signature in &signatures {
        if signature.men().len() > pipeline::MOST_MEN && settings.method == Method::Exact {
            return Err(Failed::usage(format!(
                "{board} {signature}: found --precision exact, required BITS or sharp: exact values of five men are too many to keep"
            )));
        }
        if signature.men().len() > pipeline::MOST_MEN && settings.never.is_some() {
            return Err(Failed::usage(format!(
                "{board} {signature}: found a worth of endless play, required four men or fewer: five are enclosed for α and β only"
            )));
        }
    }
    produce::folder(&how.out)?;
    let sweeps = Sweeps::new();
    let told = |name: &str, bits: u8, told: Told| {
        if let Some(line) = sweeps.line(name, bits, told) {
            crate::output::tell(&line);
        }
    };
    let keep_every = Duration::from_secs(how.keep_every);
    let game = Endgames { board, settings, asked: &signatures, keep_every, sweeps: &told };
    let order = pipeline::in_order_of_need(&signatures);
    disk(&game, &order, how)?;
    let weight = |signature: &Signature| family::estimated_bytes(board, signature);
    // If an endless play has a worth, what others import is made for either player, too.
    let mut parts = order.clone();
    if game.settings.never.is_some() {
        parts.extend(order.iter().filter(|one| order.iter().any(|other| other.imports().contains(one))).cloned());
    }
    let progress = Progress::new(parts.len(), parts.iter().map(weight).sum());
    let mut counts = Vec::new();
    let mut watch = Watch::new();
    let screen = watch.line();
    if !matches!(settings.method, Method::Enclosure(_)) {
        watch.hint(format!(
            "{board}: exact values can take long, because their denominators grow; bounds within 1/2^{SHARP} take less: --precision {SHARP}. What is written already is kept"
        ));
    }
    let ended = endgames::all(&game, &how.plan(&signatures), &mut watch, &mut |signature, made| {
        let name = game.title(signature);
        // Each line is told at once: the next endgame may take long.
        let line = describe(&game, signature, made);
        screen.suspend(|| {
            if let Some(why) = made.solved.solution().and_then(|solution| solution.why.as_ref()) {
                crate::output::tell(&format!("{name}: an enclosure, because {why}"));
            }
            tell(&line)?;
            progress.done(&name, weight(signature));
            Ok::<(), Failed>(())
        })?;
        counts.extend(made.solved.solution().filter(|_| how.timings).map(counted));
        Ok::<(), Failed>(())
    });
    watch.finish();
    ended?;
    if how.is_sharp() {
        let file = |signature: &Signature| (game.title(signature), how.out.join(game.file_name(signature)));
        let rows = how.out.join(sharp::rows(&board.to_string()));
        sharp::prove(&order.iter().map(file).collect::<Vec<_>>(), &rows, how.threads, tell)?;
    }
    Ok(if how.timings { timings(&watch.timings, &counts) } else { String::new() })
}

/// Says how much room the certificates can take where it is much, and refuses to begin where the disk has less.
fn disk(game: &Endgames, order: &[Signature], how: &How) -> Result<(), Failed> {
    let board = game.board;
    let bytes: u64 = order.iter().map(|signature| family::estimated_bytes(board, signature)).sum();
    if bytes < WORTH_SAYING {
        return Ok(());
    }
    let folder = session::escape::path(&how.out);
    let count = words::count(order.len(), "certificate", "certificates");
    let state = |signature| family::state_bytes(board, signature, game.settings(signature).method);
    let states = order.iter().map(state).max().unwrap_or_default();
    let memory = order.iter().map(|signature| game.least_memory(signature)).max().unwrap_or_default() / MEGABYTE;
    let told = match states {
        0 => String::new(),
        states => format!(", and {} MB for what is kept of a run until it ends", states / MEGABYTE),
    };
    let megabytes = bytes / MEGABYTE;
    // Nobody wants that much by surprise.
    if how.out.as_os_str() == "." {
        return Err(Failed::usage(format!(
            "{count}, up to about {megabytes} MB{told}; about {memory} MB of memory: name the folder for them with --out DIR (--out ./ for this one)"
        )));
    }
    crate::output::tell(&format!("{folder}: {count}, up to about {megabytes} MB{told}; about {memory} MB of memory"));
    let (bytes, megabytes) = (bytes + states, (bytes + states) / MEGABYTE);
    match fs4::available_space(&how.out) {
        Ok(free) if free < bytes => {
            let free = free / MEGABYTE;
            Err(Failed::new(format!("{folder}: found {free} MB of free space, required {megabytes} MB")))
        }
        _ => Ok(()),
    }
}

/// The estimate of the disk's use is told from 100 MB on.
const WORTH_SAYING: u64 = 100_000_000;

/// What a certificate holds, in a line.
fn describe(game: &Endgames, signature: &Signature, made: &Made<Solved>) -> String {
    let (positions, figures) = match &made.solved {
        Solved::Graph(solution) => (solution.endgame.positions().len(), graph(&solution.values)),
        Solved::Slices { bits, sliced, .. } => (sliced.figures.positions, slices(game.board, signature, *bits, sliced)),
    };
    let path = made.path.as_ref().map_or_else(String::new, |path| session::escape::path(path));
    let positions = words::count(positions, "position", "positions");
    let kept = if made.is_kept { ", kept" } else { "" };
    format!("{path}: {positions}, {figures}, {} bytes{kept}\n", made.bytes.len())
}

fn graph(values: &Values) -> String {
    match values {
        Values::Exact(table) => {
            let values = match table.numerators.len() {
                1 => "1 value".to_owned(),
                count => format!("{count} values"),
            };
            let not_sharp = match table.is_sharp() {
                true => String::new(),
                false => format!("{} not sharp, ", table.not_sharp()),
            };
            format!("{not_sharp}{values}, common denominator {} bits", table.denominator_bits())
        }
        Values::Enclosed(enclosed) => {
            let (width, bits) = (enclosed.width(), enclosed.bits);
            let not_sharp = match enclosed.not_sharp() {
                0 => String::new(),
                count => format!("at least {count} not sharp, "),
            };
            format!("{not_sharp}enclosed within {width}/2^{bits}")
        }
    }
}

fn slices(board: Board, signature: &Signature, bits: u8, sliced: &Sliced) -> String {
    let Sliced { figures, sweeps: [l, v, u, m], .. } = sliced;
    let sweeps = if u + m > 0 { format!("{l} + {v} + {u} + {m}") } else { format!("{l} + {v}") };
    let gap = match figures.gap_at {
        Some(squares) => {
            let pieces = signature.men().iter().copied().zip(squares).collect();
            let at = Position { pieces, passed: None }.fen(board);
            let gap = figures.gap as f64 / (1_u64 << bits) as f64;
            // Cut off, and not rounded: it is a lower bound.
            let gap = (gap * 1e6).floor() / 1e6;
            format!("at least {} not sharp, the widest gap at least {gap:.6} at {at}, ", figures.not_sharp)
        }
        None => String::new(),
    };
    format!("{gap}enclosed within {}/2^{bits}, {sweeps} sweeps", figures.width)
}

/// A line of the table of `--timings`.
fn counted(solution: &Solution) -> String {
    let counts = &solution.counts;
    let sizes: Vec<String> = counts.component_sizes.iter().take(5).map(usize::to_string).collect();
    format!(
        "{:<14} {:>9}  {:>13}  {:>13}  {:>6}  {:>6}  {}\n",
        format!("{} {}", solution.endgame.board(), solution.endgame.signature()),
        solution.endgame.positions().len(),
        counts.white_options,
        counts.black_options,
        counts.sweeps,
        counts.rounds,
        if sizes.is_empty() { "1".to_owned() } else { sizes.join(", ") }
    )
}

/// The table of `--timings`.
fn timings(timings: &Timings, counts: &[String]) -> String {
    let mut text =
        String::from("\nendgame        positions  white options  black options  sweeps  rounds  largest components\n");
    text.extend(counts.iter().map(String::as_str));
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
