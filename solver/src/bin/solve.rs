//! The command `solve`: solves endgames, writes their certificates, shows verified positions.
//!
//! Responsible for the command line, progress, files and exit status (0 done, 1 failed, 2 usage). Results go to
//! standard output, everything else to standard error.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use checker::{BestMove, Entry};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use solver::board::Board;
use solver::certify;
use solver::exact::policy::Observer;
use solver::material::Signature;
use solver::pipeline::{self, Solution, Timings};
use solver::verified;

/// Solves bidding-chess endgames exactly and writes certificates for `check`.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solves one endgame, and before it the smaller ones that it needs
    Endgame {
        /// Files x ranks, 2x2 to 16x16, such as 8x8
        board: String,
        /// White's men and then Black's, such as KNk
        material: String,
        #[command(flatten)]
        how: How,
    },
    /// Solves every endgame of so many pieces, and the smaller ones
    Family {
        /// Files x ranks, 2x2 to 16x16, such as 8x8
        board: String,
        /// The most pieces, kings included: 2 or 3
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
        pieces: u8,
        #[command(flatten)]
        how: How,
    },
    /// Verifies a certificate and shows one position: values, best moves, optimal bid, labels
    Show {
        /// The certificate; what it imports is expected beside it
        certificate: PathBuf,
        /// The placement field of a FEN, such as k7/8/8/K7/7N/8/8/8
        fen: String,
    },
}

#[derive(clap::Args)]
struct How {
    /// The folder for the certificates; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// How many threads to use; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Prints where the time went
    #[arg(long)]
    timings: bool,
}

/// The family of three-piece endgames without pawns.
const FAMILY: [&str; 5] = ["Kk", "KQk", "KRk", "KBk", "KNk"];

/// Why the command failed: the text for standard error and the exit status.
struct Failed(String, u8);

impl Failed {
    fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string(), 1)
    }

    fn usage(error: impl std::fmt::Display) -> Self {
        Self(error.to_string(), 2)
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Endgame { board, material, how } => solve(&board, &[&material], &how),
        Command::Family { board, pieces, how } => {
            let family: Vec<&str> =
                FAMILY.into_iter().filter(|material| material.len() <= usize::from(pieces)).collect();
            solve(&board, &family, &how)
        }
        Command::Show { certificate, fen } => show(&certificate, &fen),
    };
    match result {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                eprintln!("standard output: {error}");
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        },
        Err(Failed(text, status)) => {
            eprintln!("{text}");
            ExitCode::from(status)
        }
    }
}

/// Solves endgames and writes their certificates.
fn solve(board: &str, materials: &[&str], how: &How) -> Result<String, Failed> {
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
        if materials.len() > 1 && signature.men().len() > board.squares() {
            continue;
        }
        watch.title = format!("{board} {signature}");
        pipeline::solve(board, &signature, how.threads.into(), &mut solved, &mut watch).map_err(Failed::new)?;
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
    let values = match solution.table.values.len() {
        1 => "1 value".to_owned(),
        count => format!("{count} values"),
    };
    Ok(format!(
        "{}: {} positions, {}, largest denominator {} bits, {} bytes\n",
        path.display(),
        solution.endgame.positions().len(),
        values,
        solution.table.max_denominator_bits(),
        solution.bytes.len()
    ))
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

/// Times the phases and shows them on a terminal.
struct Watch {
    title: String,
    timings: Timings,
    bar: ProgressBar,
}

impl Watch {
    fn new() -> Self {
        // Draws on standard error, and nothing where that is not a terminal.
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self { title: String::new(), timings: Timings::new(), bar }
    }

    fn finish(&mut self) {
        self.timings.stop();
        self.bar.finish_and_clear();
    }
}

impl Observer for Watch {
    fn phase(&mut self, name: &'static str, positions: usize) {
        self.timings.start(name);
        let template = if positions > 0 { "{msg} {bar:30} {pos}/{len} positions" } else { "{spinner} {msg} {pos}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_length(positions as u64);
        self.bar.set_position(0);
        self.bar.set_message(format!("{}: {name}", self.title));
    }

    fn advance(&mut self, positions: usize) {
        self.bar.inc(positions as u64);
    }
}

/// Verifies a certificate and shows a position.
fn show(path: &Path, fen: &str) -> Result<String, Failed> {
    let certificate = verified::read(path).map_err(Failed::new)?;
    let entry = certificate.at(fen).map_err(|error| Failed::usage(format!("{fen}: {error}")))?;
    let mut text = format!("{}: verified: {}\n\n", path.display(), certificate.claim());
    text.push_str(&describe(&entry));
    Ok(text)
}

/// What people want to know of a position.
fn describe(entry: &Entry) -> String {
    let mut text = format!("position       {}\n", entry.fen);
    if entry.lower == entry.upper {
        let _ = writeln!(text, "value          {} (sharp)", with_decimals(&entry.lower));
    } else {
        let _ = writeln!(text, "lower value    {}", with_decimals(&entry.lower));
        let _ = writeln!(text, "upper value    {}", with_decimals(&entry.upper));
    }
    let moves = |moves: &[BestMove]| moves.iter().map(|best| best.text.as_str()).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "White's best   {} to {}", moves(&entry.white_moves), with_decimals(&entry.white_maximum));
    let _ = writeln!(text, "Black's best   {} to {}", moves(&entry.black_moves), with_decimals(&entry.black_minimum));
    let two = BigRational::from_integer(BigInt::from(2));
    let bid = (&entry.white_maximum - &entry.black_minimum) / two;
    let kind = match bid.cmp(&BigRational::from_integer(BigInt::from(0))) {
        std::cmp::Ordering::Less => " (zugzwang: both players want the other to move)",
        std::cmp::Ordering::Equal => " (quiescent: the move is worth nothing)",
        std::cmp::Ordering::Greater => "",
    };
    let _ = writeln!(text, "optimal bid    {}{kind}", with_decimals(&bid));
    let label = |label: Option<u32>| label.map_or("infinite".to_owned(), |label| label.to_string());
    let _ = writeln!(text, "labels         T = {}, T′ = {}", label(entry.white_label), label(entry.black_label));
    text
}

/// An exact fraction, with a decimal hint where it is long.
fn with_decimals(value: &BigRational) -> String {
    let exact = value.to_string();
    if value.denom().is_one() || exact.len() <= 7 {
        return exact;
    }
    // Six digits, cut off, from integers: the same on every machine.
    let digits = (value.numer().abs() * BigInt::from(1_000_000) / value.denom()).to_u64().unwrap_or(0);
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{exact} (about {sign}{}.{:06})", digits / 1_000_000u64, digits % 1_000_000)
}
