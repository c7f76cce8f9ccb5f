//! `solve worth`: what a piece is worth, as the mean of the verified values over all placements.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use checker::theorem::Side;
use num_rational::BigRational;
use report::notation;
use serde_json::{Value, json};
use solver::analysis::curves::{self, Curve};
use solver::analysis::verified::Library;
use solver::analysis::worth::{self, Bounds, Worth};
use solver::atomic_file;
use solver::certificates::{certify, family};
use solver::chess::board::{Board, LARGEST_SIDE, SMALLEST_SIDE};
use solver::chess::material::{DoubleStep, Role, Signature};

use crate::Failed;

/// Which tables to read, and what to make of them.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folders with the tables, as `solve survey DIR --squares` or `solve family` leaves them; the first that has one counts
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// These boards, in this order; if not said, all squares of which there are tables
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    boards: Vec<Board>,
    /// Only endgames of so many men, 3 or 4; if not said, both
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    men: Option<u8>,
    /// Print one JSON object on a line for each endgame: its exact means, or bounds on them
    #[arg(long, conflicts_with = "table")]
    json: bool,
    /// Write the tables to this file instead of standard output
    #[arg(long, value_name = "FILE", value_parser = crate::file())]
    table: Option<PathBuf>,
    /// Draw what each piece is worth against the size of the board
    #[arg(long, value_name = "FILE.svg", value_parser = crate::file())]
    svg: Option<PathBuf>,
}

/// The pieces, in the order of the tables.
const PIECES: [Role; 5] = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop, Role::Pawn];

/// An endgame, and what was found of it.
struct Found {
    board: Board,
    signature: Signature,
    file: String,
    sha256: String,
    worth: Worth,
}

/// Verifies the tables and gives their means.
pub fn worth(arguments: &Arguments) -> Result<String, Failed> {
    let most = if arguments.men == Some(3) { 3 } else { 4 };
    let all = read_all(&arguments.folders, &boards(&arguments.boards)?, most)?;
    if all.is_empty() {
        return Err(Failed::usage(
            "found no table of three or four men on these boards, required some: solve survey DIR --squares",
        ));
    }
    if let Some(path) = &arguments.svg {
        write(path, &picture(&all))?;
    }
    if arguments.json {
        return Ok(all.iter().map(|found| to_json(found).to_string() + "\n").collect());
    }
    let text = tables(&all, arguments.men);
    match &arguments.table {
        None => Ok(text),
        Some(path) => write(path, &text).map(|()| String::new()),
    }
}

/// The boards that are named, or all squares.
pub fn boards(named: &[Board]) -> Result<Vec<Board>, Failed> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    (SMALLEST_SIDE..=LARGEST_SIDE).map(|side| Board::new(side, side).map_err(Failed::usage)).collect()
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), Failed> {
    let failed = |error| Failed::new(format!("{}: {error}", report::escape::path(path)));
    atomic_file::write(path, text.as_bytes()).map_err(failed)
}

/// The tables of three and four men that the folders have of a board, with the usual rule for pawns.
pub fn files(folders: &[PathBuf], board: Board) -> Vec<(Signature, PathBuf)> {
    let file = |signature: Signature| {
        let name = certify::name(board, &signature, DoubleStep::Auto.rule(board, &signature));
        let path = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file())?;
        Some((signature, path))
    };
    let many = |signature: &Signature| signature.men().len() > 2;
    family::signatures(4).into_iter().filter(many).filter_map(file).collect()
}

/// Reads and verifies all tables of up to so many men. One library for each board: what was verified takes memory.
fn read_all(folders: &[PathBuf], boards: &[Board], most: usize) -> Result<Vec<Found>, Failed> {
    let mut all = Vec::new();
    for &board in boards {
        let mut library = Library::default().with_folders(folders);
        for (signature, path) in files(folders, board) {
            if signature.men().len() > most {
                continue;
            }
            let table = library.table(&path).map_err(Failed::new)?;
            let (file, sha256) = (report::escape::path(&path), notation::digest(table.digest()));
            all.push(Found { board, signature, file, sha256, worth: worth::worth(&table) });
        }
    }
    Ok(all)
}

/// The roles beside the kings: White's, then Black's.
fn roles(signature: &Signature) -> [Vec<Role>; 2] {
    let men = signature.men();
    [solver::chess::material::Colour::White, solver::chess::material::Colour::Black].map(|colour| {
        let of = men.iter().filter(|man| man.colour == colour && man.role != Role::King);
        of.map(|man| man.role).collect()
    })
}

/// By how much the side with these pieces is ahead of one with those; none if there is no table.
fn ahead(all: &[&Found], own: &[Role], other: &[Role]) -> Option<Bounds> {
    let same = |found: &[Role], asked: &[Role]| {
        let mut asked = asked.to_vec();
        asked.sort_unstable();
        found == asked
    };
    all.iter().find_map(|found| {
        let [white, black] = roles(&found.signature);
        let side = match () {
            () if same(&white, own) && same(&black, other) => Side::White,
            () if same(&white, other) && same(&black, own) => Side::Black,
            () => return None,
        };
        Some(worth::of(side, &found.worth.ahead()))
    })
}

/// All tables, in Markdown. Four men are compared with three, so these are read in any case.
fn tables(all: &[Found], men: Option<u8>) -> String {
    let mut boards: Vec<Board> = Vec::new();
    let is_asked = |found: &&Found| men.is_none_or(|men| found.signature.men().len() == usize::from(men));
    for found in all.iter().filter(is_asked) {
        if !boards.contains(&found.board) {
            boards.push(found.board);
        }
    }
    let on = |board: Board| all.iter().filter(move |found| found.board == board).collect::<Vec<&Found>>();
    let mut text = String::new();
    if men != Some(4) {
        three(&mut text, &boards, all);
    }
    let has_four = |board: Board| on(board).iter().any(|found| found.signature.men().len() == 4);
    for &board in boards.iter().filter(|&&board| men != Some(3) && has_four(board)) {
        four(&mut text, board, &on(board));
    }
    text
}

/// The tables of three men.
fn three(text: &mut String, boards: &[Board], all: &[Found]) {
    *text += "### One piece against the bare king\n\n";
    head(text, "board", &PIECES.map(name));
    for &board in boards {
        let on: Vec<&Found> = all.iter().filter(|found| found.board == board).collect();
        row(text, &board.to_string(), PIECES.map(|piece| ahead(&on, &[piece], &[])));
    }
    *text += "\n### The same, exactly\n\n| board | piece | placements | share of the money |\n|---|---|---|---|\n";
    for found in all.iter().filter(|found| found.signature.men().len() == 3) {
        let [low, high] = found.worth.ahead();
        let share = if low == high { exact(&low) } else { enclosed(&low, &high) };
        let piece = roles(&found.signature)[0].first().map_or("", |&role| name(role));
        let _ = writeln!(text, "| {} | {piece} | {} | {share} |", found.board, found.worth.placements);
    }
}

/// Bounds, in chips with seven digits.
fn enclosed(low: &BigRational, high: &BigRational) -> String {
    let digits = |value: &BigRational| worth::chips(&[value.clone(), value.clone()], 7);
    match [digits(low), digits(high)] {
        [low, high] if low == high => format!("{low} chips of 100, enclosed"),
        [low, high] => format!("{low} to {high} chips of 100"),
    }
}

/// A fraction, or how long it is.
fn exact(value: &BigRational) -> String {
    let (text, digits) = (value.to_string(), value.denom().to_string().len());
    if text.len() <= 48 {
        text
    } else {
        format!("{}…, a denominator of {digits} digits", crate::numbers::decimals(value))
    }
}

/// The tables of four men of a board.
fn four(text: &mut String, board: Board, all: &[&Found]) {
    let titles = PIECES.map(name);
    let gap = if text.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{gap}### {board}: a piece against a piece\n\n");
    head(text, "ahead by", &titles.map(|piece| format!("against {piece}")));
    for own in PIECES {
        row(text, name(own), PIECES.map(|other| ahead(all, &[own], &[other])));
    }
    let _ = write!(text, "\n### {board}: what a piece adds when the other side has one\n\n");
    head(text, "adds", &titles.map(|piece| format!("against {piece}")));
    let minus = |[low, high]: Bounds, [least, most]: Bounds| [low - most, high - least];
    for own in PIECES {
        let adds = |other| Some(minus(ahead(all, &[own], &[other])?, ahead(all, &[], &[other])?));
        row(text, name(own), PIECES.map(adds));
    }
    let _ = write!(text, "\n### {board}: two pieces against the bare king\n\n");
    head(text, "together", &titles.map(|piece| format!("and {piece}")));
    for own in PIECES {
        row(text, name(own), PIECES.map(|other| ahead(all, &[own, other], &[])));
    }
    let _ = write!(text, "\n### {board}: two pieces together, minus the two alone\n\n");
    head(text, "more than apart", &titles.map(|piece| format!("and {piece}")));
    for own in PIECES {
        let more = |other| {
            let [own_low, own_high] = ahead(all, &[own], &[])?;
            let [other_low, other_high] = ahead(all, &[other], &[])?;
            Some(minus(ahead(all, &[own, other], &[])?, [own_low + other_low, own_high + other_high]))
        };
        row(text, name(own), PIECES.map(more));
    }
}

/// The head of a table.
fn head(text: &mut String, corner: &str, names: &[impl AsRef<str>]) {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let _ = writeln!(text, "| {corner} | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
}

/// A row of a table, in chips of 100.
fn row(text: &mut String, name: &str, cells: [Option<Bounds>; 5]) {
    let cells = cells.map(|cell| cell.map_or("?".to_owned(), |bounds| worth::chips(&bounds, 1)));
    let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
}

/// A piece in words.
fn name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// What each piece is worth on squares, as a picture; of bounds the lower one.
fn picture(all: &[Found]) -> String {
    let curve = |piece: Role| {
        let squares = all.iter().filter(|found| found.board.files() == found.board.ranks());
        let mut points: Vec<(usize, usize)> = squares
            .filter(|found| roles(&found.signature) == [vec![piece], vec![]])
            .filter_map(|found| {
                let chips = worth::chips(&[found.worth.ahead()[0].clone(), found.worth.ahead()[0].clone()], 3);
                let thousandths = chips.replace('.', "").parse().ok()?;
                Some((usize::from(found.board.files()), thousandths))
            })
            .collect();
        points.sort_unstable();
        Curve { name: name(piece).to_owned(), points }
    };
    let title = "What a piece is worth against the bare king, in chips of 100";
    curves::curves(title, "size of the board", &PIECES.map(curve))
}

/// An endgame for programs; exact numbers are texts, each with a lower and an upper bound.
fn to_json(found: &Found) -> Value {
    let bounds = |bounds: &Bounds| bounds.each_ref().map(ToString::to_string);
    json!({
        "file": found.file,
        "sha256": found.sha256,
        "board": found.board.to_string(),
        "material": found.signature.to_string(),
        "placements": found.worth.placements,
        "alpha": bounds(&found.worth.alpha),
        "beta": bounds(&found.worth.beta),
        "ahead": bounds(&found.worth.ahead()),
        "apart_at_least": found.worth.apart().to_string(),
        "chips_of_100": worth::chips(&found.worth.ahead(), 4),
    })
}
