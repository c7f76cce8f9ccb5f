//! `solve endgame` and `solve family`: solves endgames and writes their certificates.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use report::words;
use solver::certificates::certify;
use solver::certificates::family;
use solver::certificates::pipeline::{self, BySlices, Method, Settings, Sliced, Solution, Timings};
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::chess::position::Position;
use solver::graph::exact::policy::Observer as _;
use solver::graph::values::Values;
use solver::slices::Told;

use crate::memory::{MEGABYTE, available_memory, enough_memory};
use crate::progress::{Progress, Sweeps};
use crate::watch::Watch;
use crate::{Failed, How};

/// Solves every endgame of so many pieces.
pub fn family(board: &str, pieces: u8, how: &How) -> Result<String, Failed> {
    let family: Vec<String> = family::signatures(pieces.into()).iter().map(ToString::to_string).collect();
    solve(board, &family.iter().map(String::as_str).collect::<Vec<_>>(), how)
}

/// Solves endgames and writes their certificates.
pub fn solve(board: &str, materials: &[&str], how: &How) -> Result<String, Failed> {
    solve_telling(board, materials, how, &mut |line| crate::say(line))
}

/// The same; a line for each certificate is told to somebody.
pub fn solve_telling(
    board: &str,
    materials: &[&str],
    how: &How,
    tell: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let mut signatures = Vec::new();
    for material in materials {
        let (signature, flipped) = Signature::parse(material).map_err(Failed::usage)?;
        if signature.to_string() != *material {
            let colours = if flipped { ", with the colours exchanged" } else { "" };
            crate::tell(&format!("{material} is stored as {signature}{colours}"));
        }
        if signature.men().len() > pipeline::MOST_MEN && how.settings().method == Method::Exact {
            return Err(Failed::usage(format!(
                "{board} {signature}: found --exact, required an enclosure: exact values of five men are too many to keep"
            )));
        }
        match pipeline::admit(board, &signature) {
            Ok(()) => signatures.push(signature),
            // A family leaves out what the board has no room for; an endgame that was asked for by name is an error.
            Err(error) if materials.len() == 1 => return Err(Failed::usage(error)),
            Err(_) => {}
        }
    }
    let folder = how.out.display();
    std::fs::create_dir_all(&how.out).map_err(|error| Failed::new(format!("{folder}: {error}; required: a folder")))?;
    let order = pipeline::in_order_of_need(&signatures);
    let mut run = Run { how, board, asked: &signatures, watch: Watch::new(), solved: Vec::new() };
    run.disk(&order)?;
    run.memory(&order)?;
    let weight = |signature: &Signature| family::estimated_bytes(board, signature);
    let progress = Progress::new(order.len(), order.iter().map(weight).sum());
    for (place, signature) in order.iter().enumerate() {
        // Each line is told at once: the next endgame may take long.
        let line = run.one(signature, &order[place + 1..])?;
        run.watch.suspend(|| tell(&line))?;
        let name = format!("{board} {signature}");
        run.watch.suspend(|| progress.done(&name, weight(signature)));
        run.forget(&order[place + 1..]);
    }
    run.watch.finish();
    Ok(if how.timings { timings(&run.watch.timings, &run.solved) } else { String::new() })
}

/// One run of the command.
struct Run<'a> {
    how: &'a How,
    board: Board,
    /// The endgames that were asked for; others are solved because these need them.
    asked: &'a [Signature],
    watch: Watch,
    solved: Vec<Solution>,
}

impl Run<'_> {
    /// Says how much room the certificates can take where it is much, and refuses to begin where the disk has less.
    fn disk(&self, order: &[Signature]) -> Result<(), Failed> {
        let bytes: u64 = order.iter().map(|signature| family::estimated_bytes(self.board, signature)).sum();
        if bytes < WORTH_SAYING {
            return Ok(());
        }
        let folder = self.how.out.display();
        let count = words::count(order.len(), "certificate", "certificates");
        let largest = |of: fn(Board, &Signature, Method) -> u64| {
            let each = order.iter().map(|signature| of(self.board, signature, self.settings(signature).method));
            each.max().unwrap_or_default()
        };
        let (states, memory) = (largest(family::state_bytes), largest(family::least_memory));
        let told = match states {
            0 => String::new(),
            states => format!(", and {} MB for what is kept of a run until it ends", states / MEGABYTE),
        };
        let megabytes = bytes / MEGABYTE;
        let memory = memory / MEGABYTE;
        crate::tell(&format!("{folder}: {count}, up to about {megabytes} MB{told}; about {memory} MB of memory"));
        let (bytes, megabytes) = (bytes + states, (bytes + states) / MEGABYTE);
        match fs4::available_space(&self.how.out) {
            Ok(free) if free < bytes => {
                let free = free / 1_000_000;
                Err(Failed::new(format!("{folder}: found {free} MB of free space, required {megabytes} MB")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what can be expected not to fit into the memory.
    fn memory(&self, order: &[Signature]) -> Result<(), Failed> {
        let found = self.how.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory);
        let least = |signature| family::least_memory(self.board, signature, self.settings(signature).method);
        let most = order.iter().map(|signature| (least(signature), signature));
        let Some((required, signature)) = most.max_by_key(|(bytes, _)| *bytes) else { return Ok(()) };
        enough_memory(found, required).map_err(|error| Failed::new(format!("{} {signature}: {error}", self.board)))
    }

    /// How an endgame is solved.
    fn settings(&self, signature: &Signature) -> Settings {
        let settings = self.how.settings();
        if self.asked.contains(signature) { settings } else { settings.of_import() }
    }

    /// Solves an endgame or takes it from the folder, and says so in a line. The others come after it.
    fn one(&mut self, signature: &Signature, others: &[Signature]) -> Result<String, Failed> {
        self.watch.title = format!("{} {signature}", self.board);
        let asked = self.asked.contains(signature);
        let settings = self.settings(signature);
        let find = |import: &Signature| self.solved.iter().find(|solution| solution.endgame.signature() == import);
        let imports: Vec<&Solution> = signature.imports().iter().filter_map(find).collect();
        let rule = settings.double_step.rule(self.board, signature);
        let path = self.how.out.join(certify::name(self.board, signature, rule));
        // What was asked for alone is solved anew.
        if !self.how.anew && (!asked || self.asked.len() > 1) {
            let bytes = std::fs::read(&path);
            let why = bytes.as_ref().err().map(ToString::to_string);
            let kept = bytes.ok().and_then(|bytes| pipeline::read(bytes, self.board, signature, &settings, &imports));
            if let Some(kept) = kept {
                let line = format!("{}, kept\n", describe(&path, &kept));
                self.keep(kept);
                return Ok(line);
            }
            if self.how.alone {
                return Err(self.lacking(signature, &path, why));
            }
        }
        if signature.men().len() > pipeline::MOST_MEN {
            return self.by_slices(signature, &settings, &path, others);
        }
        let solution =
            pipeline::solve_one(self.board, signature, &settings, &imports, &mut self.watch).map_err(Failed::new)?;
        self.watch.phase("write", 0);
        certify::write_whole(&path, &solution.bytes)
            .map_err(|error| Failed::new(format!("{}: {error}", path.display())))?;
        if let Some(why) = &solution.why {
            crate::tell(&format!("{} {signature}: an enclosure, because {why}", self.board));
        }
        let line = format!("{}\n", describe(&path, &solution));
        self.keep(solution);
        Ok(line)
    }

    /// Why an endgame cannot be solved alone: the certificate of a smaller one cannot be read, or is not the right one.
    fn lacking(&self, signature: &Signature, path: &Path, why: Option<String>) -> Failed {
        let found = why.unwrap_or_else(|| "found another file".to_owned());
        let (path, board) = (path.display(), self.board);
        Failed::new(format!(
            "{path}: {found}, required a whole certificate of {board} {signature} that rests on those in this folder: solve it first"
        ))
    }

    /// Encloses an endgame of five men, and says so in a line.
    fn by_slices(
        &mut self,
        signature: &Signature,
        settings: &Settings,
        path: &Path,
        others: &[Signature],
    ) -> Result<String, Failed> {
        let bits = match settings.method {
            Method::Enclosure(bits) => bits,
            // `solve` has refused the rest.
            Method::Choose | Method::Exact => pipeline::DEFAULT_BITS_OF_FIVE,
        };
        let names = signature.imports();
        let find = |import: &Signature| self.solved.iter().find(|solution| solution.endgame.signature() == import);
        let imports: Vec<&Solution> = names.iter().filter_map(find).collect();
        let name = format!("{} {signature}", self.board);
        let sweeps = Sweeps::new();
        let progress = |told: Told| {
            if let Some(line) = sweeps.line(&name, bits, told) {
                crate::tell(&line);
            }
        };
        let threads = self.how.settings().threads;
        self.watch.phase("captures", 0);
        let problem = BySlices::new(self.board, signature, bits, &imports);
        drop(imports);
        self.forget(others);
        let states = problem.states(path, Duration::from_secs(self.how.keep_every));
        self.watch.phase("slices", 0);
        let Sliced { bytes, figures, sweeps: [l, v, u, m] } = problem.solve(threads, Some(&states), &progress);
        self.watch.phase("write", 0);
        certify::write_whole(path, &bytes).map_err(|error| Failed::new(format!("{}: {error}", path.display())))?;
        states.remove();
        let positions = words::count(figures.positions, "position", "positions");
        let sweeps = if u + m > 0 { format!("{l} + {v} + {u} + {m}") } else { format!("{l} + {v}") };
        let gap = match figures.gap_at {
            Some(squares) => {
                let pieces = signature.men().iter().copied().zip(squares).collect();
                let at = Position { pieces, passed: None }.fen(self.board);
                let gap = figures.gap as f64 / (1_u64 << bits) as f64;
                // Cut off, and not rounded: it is a lower bound.
                let gap = (gap * 1e6).floor() / 1e6;
                format!("at least {} not sharp, the widest gap at least {gap:.6} at {at}, ", figures.not_sharp)
            }
            None => String::new(),
        };
        let (width, length) = (figures.width, bytes.len());
        let path = path.display();
        Ok(format!("{path}: {positions}, {gap}enclosed within {width}/2^{bits}, {sweeps} sweeps, {length} bytes\n"))
    }

    /// Keeps a solution for those that need it; its bytes are on the disk.
    fn keep(&mut self, solution: Solution) {
        self.solved.push(Solution { bytes: Vec::new(), ..solution });
    }

    /// Gives back the memory of what none of the others needs.
    fn forget(&mut self, others: &[Signature]) {
        if !self.how.timings {
            let needed: Vec<Signature> = others.iter().flat_map(Signature::imports).collect();
            self.solved.retain(|solution| needed.contains(solution.endgame.signature()));
        }
    }
}

/// The estimate of the disk's use is told from 100 MB on.
const WORTH_SAYING: u64 = 100_000_000;

/// What a certificate holds, in a line.
fn describe(path: &Path, solution: &Solution) -> String {
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
    let positions = words::count(solution.endgame.positions().len(), "position", "positions");
    format!("{}: {positions}, {figures}, {} bytes", path.display(), solution.bytes.len())
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
