//! `solve records`: the widest gap, the costliest zugzwang, the longest play and so on, of all tables in a folder.

use std::fmt::Write as _;
use std::path::PathBuf;

use num_rational::BigRational;
use num_traits::One as _;
use serde_json::json;
use solver::analysis::records::{self, Kind, Record};
use solver::analysis::verified::Library;
use solver::chess::board::Board;

use crate::{Failed, worth};

/// Which tables to read, and what to make of them.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folders with the tables of three and four men, as `solve survey DIR --squares` or `solve family` leaves them
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// These boards, in this order; if not said, all squares of which there are tables
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    boards: Vec<Board>,
    /// Only endgames of so many men, 3 or 4; if not said, both
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    men: Option<u8>,
    /// Give the records of each endgame, too
    #[arg(long)]
    each: bool,
    /// Print one JSON object on a line for each record of each endgame
    #[arg(long, conflicts_with_all = ["each", "table"])]
    json: bool,
    /// Write the tables to this file instead of standard output
    #[arg(long, value_name = "FILE", value_parser = crate::file())]
    table: Option<PathBuf>,
}

/// A record, and the endgame that holds it.
type Held = (String, Record);

/// Verifies the tables and finds their records.
pub fn records(arguments: &Arguments) -> Result<String, Failed> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut text, mut tables) = (String::new(), 0);
    for board in worth::boards(&arguments.boards)? {
        let mut library = Library::default().with_folders(&arguments.folders);
        let mut all: [Vec<Vec<Held>>; 2] = Default::default();
        for (signature, path) in worth::files(&arguments.folders, board) {
            if arguments.men.is_some_and(|men| signature.men().len() != usize::from(men)) {
                continue;
            }
            let table = library.table(&path).map_err(Failed::new)?;
            let held = |record: Record| (signature.to_string(), record);
            let found = records::records(&table, threads).into_iter().map(held).collect();
            all[usize::from(signature.men().len() == 4)].push(found);
            tables += 1;
        }
        for (endgames, men) in all.iter().zip(["three men", "four men"]).filter(|(endgames, _)| !endgames.is_empty()) {
            if arguments.json {
                endgames.iter().flatten().for_each(|held| text += &to_json(board, held));
                continue;
            }
            section(&mut text, &format!("### {board}, {men}"), &best(endgames));
            for endgame in endgames.iter().filter(|_| arguments.each) {
                let name = endgame.first().map_or("", |(name, _)| name);
                section(&mut text, &format!("#### {board} {name}"), endgame);
            }
        }
    }
    if tables == 0 {
        return Err(Failed::usage(
            "found no table of three or four men on these boards, required some: solve survey DIR --squares",
        ));
    }
    match &arguments.table {
        None => Ok(text),
        Some(path) => worth::write(path, &text).map(|()| String::new()),
    }
}

/// The best of each kind; of equal ones the first.
fn best(endgames: &[Vec<Held>]) -> Vec<Held> {
    let of_kind = |kind: &Kind| {
        let all = endgames.iter().flatten().filter(|(_, record)| record.kind == *kind);
        all.reduce(|best, held| if held.1.beats(&best.1) { held } else { best }).cloned()
    };
    Kind::ALL.iter().filter_map(of_kind).collect()
}

/// A table.
fn section(text: &mut String, title: &str, held: &[Held]) {
    let gap = if text.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{gap}{title}\n\n| record | | endgame | position |\n|---|---|---|---|\n");
    for (name, record) in held {
        let fen = record.fen.as_ref().map_or(String::new(), |fen| format!("`{fen}`"));
        let _ = writeln!(text, "| {} | {} | {name} | {fen} |", record.kind.name(), figure(record));
    }
}

/// The figure with its unit.
fn figure(record: &Record) -> String {
    let at_least = if record.at_least { "at least " } else { "" };
    match record.kind {
        Kind::Gap | Kind::Zugzwang | Kind::Price => format!("{at_least}{}", share(&record.figure)),
        Kind::White | Kind::Black => counted(&record.figure, "move"),
        Kind::Denominator => counted(&record.figure, "digit"),
        Kind::Values => counted(&record.figure, "value"),
    }
}

/// So many of something.
fn counted(count: &BigRational, what: &str) -> String {
    let plural = if count.is_one() { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// A share of the money: in chips of 100, and as a fraction where that is short.
fn share(value: &BigRational) -> String {
    let chips = solver::analysis::worth::chips(&[value.clone(), value.clone()], 2);
    let exact = value.to_string();
    if exact.len() <= 15 { format!("{exact} ({chips} chips of 100)") } else { format!("{chips} chips of 100") }
}

/// A record for programs; exact numbers are texts.
fn to_json(board: Board, (material, record): &Held) -> String {
    let object = json!({
        "board": board.to_string(),
        "material": material,
        "record": record.kind.name(),
        "figure": record.figure.to_string(),
        "at_least": record.at_least,
        "position": record.fen,
    });
    format!("{object}\n")
}
