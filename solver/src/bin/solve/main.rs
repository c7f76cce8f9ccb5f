//! The command `solve`: solves endgames, writes their certificates, shows what is verified.
//!
//! Responsible for the command line and the exit status (0 done, 1 failed, 2 usage); each subcommand has a module of its
//! own. Results go to standard output, everything else to standard error.

mod endgames;
mod show;
mod thresholds;
mod watch;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use solver::material::DoubleStep;

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
    /// Finds the values by the paper's own method: bounds iterated exactly, the simplest rationals between them
    Thresholds(thresholds::Arguments),
}

#[derive(clap::Args)]
struct How {
    /// The folder for the certificates; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// How many threads to use; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
    /// Prints where the time went
    #[arg(long)]
    timings: bool,
}

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
        Command::Endgame { board, material, how } => endgames::solve(&board, &[&material], &how),
        Command::Family { board, pieces, how } => endgames::family(&board, pieces, &how),
        Command::Show { certificate, fen } => show::show(&certificate, &fen),
        Command::Thresholds(arguments) => thresholds::thresholds(&arguments),
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
