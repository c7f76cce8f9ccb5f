//! The command `solve`: solves endgames, writes their certificates, shows what is verified.
//!
//! Responsible for the command line and the exit status (0 done, 1 failed, 2 usage); each subcommand has a module of its
//! own. Results go to standard output, everything else to standard error.

mod aims;
mod all_pay;
mod allchips;
mod audit;
mod bound;
mod chips;
mod endgames;
mod explore;
mod export;
mod graph;
mod groups;
mod hex;
mod input;
mod list;
mod losing;
#[cfg(feature = "manual")]
mod manual;
mod model;
mod named;
mod needs;
mod numbers;
mod partitions;
mod pays;
mod precision;
mod prism;
mod probe;
mod progress;
mod remembered;
mod reproduce;
mod rewards;
mod scores;
mod sharp;
mod stack;
mod stats;
mod survey;
mod timings;
mod watch;
mod whole;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::precision::Precision;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use report::words::EXIT_STATUS;
use solver::certificates::pipeline::{Method, Settings};
use solver::certificates::produce::{Plan, Stopped};
use solver::chess::board::Board;
use solver::chess::material::DoubleStep;
use solver::memory::{MEGABYTE, available_memory};
use solver::parallel;

/// Solve bidding-chess endgames exactly, write certificates for `check`, and show what is verified.
#[derive(Parser)]
#[command(name = "solve", version = env!("SOLVE_VERSION"), after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve endgames and write their certificates; the smaller ones that they need come first
    Endgame {
        /// Files x ranks, 2x2 to 16x16, such as 8x8
        #[arg(required_unless_present_any = ["boards", "whole"])]
        board: Option<String>,
        /// White's men and then Black's, such as KNk or KNvK; several may be named
        #[arg(required_unless_present_any = ["men", "boards", "whole"])]
        material: Vec<String>,
        /// All endgames of up to so many men, kings included: 2 to 4; 5 stands for all of five without pawns
        #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material", value_parser = clap::value_parser!(u8).range(2..=5))]
        men: Option<u8>,
        /// Says which endgames these are and need, in which order, and about how much memory and disk each takes; solves nothing
        #[arg(long, conflicts_with_all = ["boards", "whole", "chips", "pays", "export_graph", "alone", "anew", "precision", "never", "value"])]
        dry_run: bool,
        /// With --dry-run: print one JSON object on a line for each endgame: endgame, material, file, asked, men, imports, bits, positions, memory, bytes
        #[arg(long, requires = "dry_run")]
        json: bool,
        #[command(flatten)]
        many: survey::Plan,
        #[command(flatten)]
        how: How,
        #[command(flatten)]
        auction: chips::Options,
        /// Solves this endgame alone: the certificates of the smaller ones must be in the folder, and none of them is solved
        #[arg(long, conflicts_with = "anew")]
        alone: bool,
        /// Also writes the endgame as a graph, with all that it leads to, for `solve graph`
        #[arg(long, value_name = "GAME.json", value_parser = file())]
        export_graph: Option<PathBuf>,
        #[command(flatten)]
        pays: pays::Pays,
    },
    /// Search for a plan that proves a bound for one position, with any number of men
    Bound(bound::Arguments),
    /// Ask about positions: verified values and what they mean, bids, labels, all moves
    Probe(probe::Arguments),
    /// Serve the explorer for your browser: look values up, solve, play an auction, break a certificate
    Explore(explore::Arguments),
    /// Write verified positions for other programs: CSV, JSON lines, LaTeX, a picture
    Export(export::Arguments),
    /// Give the figures of a certificate: denominators, zugzwangs, labels, gaps; list the certificates of folders
    Stats(stats::Arguments),
    /// Make again what a manifest names, compare every byte and verify it
    Reproduce(reproduce::Arguments),
    /// Compare published statements with what is verified
    Audit(audit::Arguments),
    /// Solve a game of your own, a graph in JSON: Richman, poorman, taxman and all-pay bids, turns, chance, chips
    Graph(graph::Arguments),
    /// Solve a stochastic game or MDP of others, in UMB: how probable it is to reach a goal
    Model(model::Arguments),
    /// Solve bidding Hex exactly: values, best moves, bids
    Hex(hex::Arguments),
    /// Solve Losing Chess: tables of few men, proofs of lost openings, auctions
    Losing {
        #[command(subcommand)]
        command: losing::Losing,
    },
    /// Solve impartial chess on partitions: values, losing cells, staircases, the race
    Partitions {
        #[command(subcommand)]
        question: partitions::Question,
    },
    /// Write completions for shells, and man pages of both programs
    #[cfg(feature = "manual")]
    Manual(manual::Arguments),
}

#[derive(clap::Args)]
struct How {
    /// The folder for the certificates; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = file())]
    out: PathBuf,
    /// How many threads to use; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
    /// Without it the solver chooses. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62, and for smaller endgames the solver
    /// chooses; `sharp` or `sharp:BITS`: such bounds, of 50 bits if you do not say another number, and a proof which positions are sharp because of them
    #[arg(long, value_name = "exact|BITS|sharp")]
    precision: Option<Precision>,
    #[command(flatten)]
    endless: EndlessPlay,
    /// Solve everything anew; without it, certificates in the folder that fit are kept, except the endgame you asked for
    #[arg(long)]
    anew: bool,
    /// The memory that may be taken, in MB; what is available if not said. What needs more is refused
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
    /// Five men: how many seconds of sweeps may be lost to an interruption. From then on what is reached is kept in files beside the certificate, and the
    /// next run goes on from there
    #[arg(long, value_name = "SECONDS", default_value_t = KEEP_EVERY)]
    keep_every: u64,
    /// Prints where the time went
    #[arg(long)]
    timings: bool,
    /// Fails where a smaller endgame would have to be solved first; an option of `solve endgame` only
    #[arg(skip)]
    alone: bool,
}

/// What an endless play is worth.
#[derive(Clone, Copy, Default, clap::Args)]
struct EndlessPlay {
    /// Asks for the one value if an endless play has this worth, a fraction from 0 to 1: White (Left) wins it where Black's share of the money ends below. Or `richer`, 1/2: then the richer player wins it
    #[arg(long, value_name = "WORTH", value_parser = endless_play, conflicts_with = "value")]
    never: Option<(u64, u64)>,
    /// Asks for one value alone
    #[arg(long, value_enum)]
    value: Option<OneValue>,
}

/// One of the two values.
#[derive(Clone, Copy, clap::ValueEnum)]
enum OneValue {
    /// What White (Left) can force: an endless play is worth 0
    Alpha,
    /// What Black (Right) can force: an endless play is worth 1
    Beta,
}

impl EndlessPlay {
    fn worth(self) -> Option<(u64, u64)> {
        self.never.or(self.value.map(|value| match value {
            OneValue::Alpha => (0, 1),
            OneValue::Beta => (1, 1),
        }))
    }
}

/// Reads what an endless play is worth.
fn endless_play(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("found {text:?}, required a fraction from 0 to 1, such as 1/2, or `richer`");
    if text == "richer" {
        return Ok((1, 2));
    }
    report::fraction::read_share(text).ok_or_else(wrong)
}

/// Measured on 8x8: to write a state takes a second.
const KEEP_EVERY: u64 = 60;

impl Default for How {
    fn default() -> Self {
        Self {
            out: PathBuf::from("."),
            threads: 2,
            double_step: DoubleStep::Auto,
            precision: None,
            endless: EndlessPlay::default(),
            anew: false,
            memory: None,
            keep_every: KEEP_EVERY,
            timings: false,
            alone: false,
        }
    }
}

impl How {
    /// What is asked for.
    fn plan<'a, N>(&'a self, asked: &'a [N]) -> Plan<'a, N> {
        let memory = self.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory);
        Plan { asked, folder: Some(&self.out), anew: self.anew, alone: self.alone, memory }
    }

    /// Whether it is proved what is sharp because of bounds.
    fn is_sharp(&self) -> bool {
        matches!(self.precision, Some(Precision::Sharp(_)))
    }

    fn settings(&self) -> Result<Settings, Failed> {
        let never = self.endless.worth();
        let method = match self.precision {
            None => Method::Choose,
            Some(Precision::Exact) => Method::Exact,
            Some(sharp @ Precision::Sharp(_)) if never.is_some() => {
                return Err(sharp.refused("`exact` or BITS where an endless play has a worth: all positions are sharp"));
            }
            Some(Precision::Bits(bits) | Precision::Sharp(bits)) => Method::Enclosure(bits),
            Some(other) => return Err(other.refused("`exact`, BITS, `sharp` or `sharp:BITS` for endgames")),
        };
        Ok(Settings { double_step: self.double_step, method, never, threads: self.threads.into() })
    }
}

/// Reads the name of a file or folder to be written; `-`, which stands for standard output elsewhere, is none.
fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("found -, required a name: this is not written to standard output; name it ./- if it is called so"),
        false => Ok(path),
    })
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

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        Self::new(stopped)
    }
}

/// What was typed; what people write in two words where one is meant, as one.
fn typed() -> Vec<std::ffi::OsString> {
    let mut words: Vec<std::ffi::OsString> = Vec::new();
    for word in std::env::args_os() {
        let is_share =
            word.to_str().is_some_and(|word| word.contains('/') || word.bytes().all(|byte| byte.is_ascii_digit()));
        match words.as_mut_slice() {
            [.., option, last] if option == "--pays" && last == "taxman" && is_share => {
                last.push(" ");
                last.push(word);
            }
            _ => words.push(word),
        }
    }
    words
}

/// Names of no command, or of none any more, and what to write instead.
const ELSEWHERE: [(&str, &str); 15] = [
    ("check", CHECKER),
    ("verify", CHECKER),
    (
        "game",
        "`python3 certs/games/make.py` writes paths, tic-tac-toe and random games; Game.from_networkx of the Python package reads DOT and GraphML",
    ),
    (
        "nim",
        "`python3 certs/games/nim.py 5+4+3 > nim.json` writes Nim with bids as a game, and `solve graph nim.json` solves it",
    ),
    (
        "survey",
        "`solve endgame --boards 2x2-8x8 --recorded --out DIR` solves many boards, and research/tables.py makes tables",
    ),
    (
        "thresholds",
        "`solve endgame` has the same values; `solve audit bidding-chess --all` runs the paper's own method",
    ),
    ("play", "`solve explore` serves a page for your browser, and there you play, with shares, chips or a coin"),
    (
        "show",
        "`solve probe POSITION --cert CERT` asks a certificate; without a position, about the one that it is about",
    ),
    ("list", "`solve stats DIR` lists the certificates of a folder, `solve stats` those of the usual folders"),
    ("family", "`solve endgame BOARD --men N --out DIR` solves all endgames of up to so many men"),
    (
        "needs",
        "`solve endgame BOARD MATERIAL… --dry-run` says what endgames need, and `--men 5 --dry-run` what those of five men do",
    ),
    ("all-pay", "`solve graph GAME.json --pays both --chips A-B`, A chips of Left and B of Right"),
    ("worth", "research/worth.py, a script over the Python package"),
    ("records", "research/records.py, a script over the Python package"),
    ("endless", "research/endless.py, a script over the Python package"),
];
/// Options of no command any more, and what to write instead.
const OLD_OPTIONS: [(&str, &str); 11] = [
    ("--exact", "--precision exact"),
    ("--enclosure", "--precision BITS"),
    ("--mean-payoff", "nothing, because an endless game says itself that it is one"),
    ("--parity", "--aim parity, or nothing where no position has a reward"),
    ("--at-least", "--aim C"),
    ("--averages", "--aim all"),
    ("--points", "nothing, because a scored game says itself that it is one"),
    ("--score", "--aim C"),
    ("--scores", "--aim all"),
    ("--within", "--precision WIDTH, such as --precision 1e-6"),
    ("--sharp", "--precision sharp, or --precision sharp:BITS"),
];
const CHECKER: &str = "the checker is a program of its own, `check CERT [--at FEN]`";

/// Reads the command line; ends the program where it asks for help, or cannot be read.
fn read() -> clap::ArgMatches {
    let words = typed();
    groups::grouped(Arguments::command()).try_get_matches_from(&words).unwrap_or_else(|mut error| {
        // That a word that begins with -- could be meant as a value behind -- helps nobody here.
        if error.kind() == clap::error::ErrorKind::UnknownArgument {
            error.remove(clap::error::ContextKind::Suggested);
        }
        let old = error.get(clap::error::ContextKind::InvalidArg).map(ToString::to_string);
        if let Some((old, new)) = OLD_OPTIONS.iter().find(|(option, _)| old.as_deref() == Some(option)) {
            tell(&format!("{old} is no option of solve any more: write {new}"));
            std::process::exit(2);
        }
        let new = ELSEWHERE.iter().find(|(old, _)| words.get(1).is_some_and(|word| word == old));
        if let (clap::error::ErrorKind::InvalidSubcommand, Some((old, new))) = (error.kind(), new) {
            tell(&format!("{old} is no command of solve: {new}"));
            std::process::exit(2);
        }
        error.exit()
    })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_arg_matches(&read());
    let result = match arguments.unwrap_or_else(|error| error.exit()).command {
        Command::Endgame { many, men, how, .. } if many.is_asked() => survey::survey(&many, men, &how.out, how.threads),
        Command::Endgame { board: Some(board), material, .. }
            if matches!(&material[..], [one] if one.parse::<Board>().is_ok()) && board.parse::<Board>().is_err() =>
        {
            let [board, material] = [&board, &material[0]].map(|text| solver::escape::short(text));
            Err(Failed::usage(format!("exchanged? solve endgame {material} {board}")))
        }
        Command::Endgame { board, material, men, dry_run: true, json, how, .. } => {
            needs::needs(&board.unwrap_or_default(), &material, men, how.double_step, json)
        }
        Command::Endgame { board, material, men, how, auction, alone, export_graph, pays, .. } => {
            let board = board.unwrap_or_default();
            let how = How { alone, ..how };
            let is_plain = auction.chips.is_none() && pays.auction(false).is_ok_and(|auction| auction.is_none());
            let one = || match &material[..] {
                [one] => Ok(one),
                _ => Err(Failed::usage("--chips, --pays, --export-graph: found several endgames, required one")),
            };
            let exported = export_graph
                .map_or(Ok(String::new()), |file| one().and_then(|one| graph::export(&board, one, &how, &file)));
            let solve = || match (auction.chips, pays.auction(auction.chips.is_some())?) {
                (Some(_), Some(_)) => Err(Failed::usage("--chips and --pays: found both, required one of them")),
                _ if how.endless.worth().is_some() && !is_plain => {
                    Err(Failed::usage("found a worth of endless play, required neither --chips nor --pays"))
                }
                (Some(chips), None) => {
                    let auction = chips::auction(chips, pays.winner.unwrap_or_default())?;
                    chips::endgame(&board, one()?, &how, auction, &mut |line| say(line))
                }
                (None, Some(auction)) => pays::endgame(&board, one()?, &auction, &how),
                (None, None) => endgames::solve(&board, &material, men, &how, &mut |line| say(line)),
            };
            exported.and_then(|said| Ok(said + &solve()?))
        }
        Command::Bound(arguments) => bound::bound(&arguments),
        Command::Probe(arguments) => probe::probe(&arguments),
        Command::Explore(arguments) => explore::explore(&arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Stats(arguments) => stats::stats(&arguments),
        Command::Audit(arguments) => match audit::audit(&arguments) {
            Ok((text, false)) => Ok(text),
            Ok((text, true)) => return print(&text, ExitCode::FAILURE),
            Err(error) => Err(error),
        },
        Command::Reproduce(arguments) => match reproduce::reproduce(&arguments) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Graph(arguments) => graph::graph(&arguments),
        Command::Model(arguments) => model::model(&arguments),
        Command::Hex(arguments) => hex::hex(&arguments),
        Command::Losing { command } => losing::losing(&command),
        Command::Partitions { question } => partitions::partitions(&question),
        #[cfg(feature = "manual")]
        Command::Manual(arguments) => manual::manual(&arguments),
    };
    match result {
        Ok(text) => print(&text, ExitCode::SUCCESS),
        Err(Failed(text, status)) => {
            if !text.is_empty() {
                tell(&text);
            }
            ExitCode::from(status)
        }
    }
}

/// Prints a result; the status is failure where that cannot be done.
fn print(text: &str, status: ExitCode) -> ExitCode {
    match say(text) {
        Ok(()) => status,
        Err(Failed(text, _)) => {
            tell(&text);
            ExitCode::FAILURE
        }
    }
}

/// Tells something on standard error. That it cannot be told is no failure.
fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a part of a result. That nobody reads it is no failure.
fn say(text: &str) -> Result<(), Failed> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failed::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}
