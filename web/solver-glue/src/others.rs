//! Hex, and impartial chess on partitions, each as its own command of `solve` does it.

use games::partitions::Moves;
use session::claims::partitions::{partition as read_rows, piece as read_piece};
use solver::games::hex::count::count;
use solver::games::hex::{Board, Solution};
use solver::games::partitions::{self, board, cells, race};
use solver::graph::exact::policy::Observer as _;

use crate::effort::Effort;
use crate::request::{Request, required};
use crate::{File, Solved, Telling};

/// So many cells of a partition are solved in a page.
const MOST_CELLS: usize = 20_000;
/// The longest side of a Hex board that is solved in a page: the ways in which stones are joined grow fourfold with each file.
const MOST_FILES: usize = 11;

fn one(name: String, bytes: Vec<u8>) -> Solved {
    Solved { certificates: vec![File { name, bytes }], game: None }
}

fn hex_board(request: &Request) -> Result<Board, String> {
    let board: Board = required(request.board.as_ref(), "a board")?.parse().map_err(|error| format!("{error}"))?;
    match &request.text {
        None => Ok(board),
        Some(stones) => board.with_stones(stones).map_err(|error| error.to_string()),
    }
}

/// What Hex takes: with each file three to four times as much.
pub fn hex_effort(request: &Request) -> Result<Effort, String> {
    let board = hex_board(request)?;
    let (files, cells) = (board.files(), board.files() * board.ranks());
    let frontiers = 2.9_f64.powi(i32::try_from(files).unwrap_or(i32::MAX)) / 4.0 + 1.0;
    let name = format!("{}x{}", files, board.ranks());
    let limit = format!("found {files} files, required at most {MOST_FILES} in a page");
    Ok(Effort {
        positions: cells as u64,
        bytes: 5_000_000 + (frontiers * 200.0) as u64,
        seconds: 0.1 + frontiers * cells as f64 * 5e-6,
        command: format!("cargo run --release --bin solve -- hex {name} --out {name}.cert"),
        limit: (files > MOST_FILES).then_some(limit),
        hint: None,
    })
}

/// Hex.
pub fn hex(request: &Request, telling: &mut Telling) -> Result<Solved, String> {
    let board = hex_board(request)?;
    let name = format!("{}x{}", board.files(), board.ranks());
    telling.begin(&format!("{name} Hex"));
    telling.phase("count", 2 * board.files() * board.ranks());
    let counts = count(&board, &mut |_| telling.advance(1)).map_err(|error| format!("{name}: {error}"))?;
    Ok(one(format!("{name}.cert"), Solution { board, counts }.certificate()))
}

/// What is asked of a partition: the pieces, and the rows of the board.
fn pieces(request: &Request) -> Result<(Moves, Vec<usize>), String> {
    let piece = read_piece(required(request.piece.as_ref(), "a piece")?)?;
    let rows = read_rows(required(request.board.as_ref(), "a board")?)?;
    Ok((piece, rows))
}

/// What a partition takes.
pub fn partition_effort(request: &Request) -> Result<Effort, String> {
    let (_, rows) = pieces(request)?;
    let cells: usize = rows.iter().sum();
    let [piece, board] = [&request.piece, &request.board].map(|text| text.as_deref().unwrap_or_default());
    let command = match request.ask.as_deref() {
        Some("race") => format!("race {piece} {} {board}", request.other.as_deref().unwrap_or_default()),
        Some("losing") => format!("losing {piece} {board}"),
        _ => format!("board {piece} {board}"),
    };
    let limit = format!("found {cells} cells, required at most {MOST_CELLS} in a page");
    Ok(Effort {
        positions: cells as u64,
        bytes: 5_000_000 + cells as u64 * 1000,
        seconds: 0.1 + cells as f64 * 1e-4,
        command: format!("cargo run --release --bin solve -- partitions {command} --out partition.cert"),
        limit: (cells > MOST_CELLS).then_some(limit),
        hint: None,
    })
}

/// Impartial chess on a partition: the values of all cells, the losing cells alone, or a race.
pub fn partition(request: &Request, telling: &mut Telling) -> Result<Solved, String> {
    let (piece, rows) = pieces(request)?;
    let misere = request.misere.unwrap_or(false);
    telling.begin("partition");
    telling.phase("exact", rows.len());
    let bytes = match request.ask.as_deref() {
        None | Some("values") => {
            partitions::board_certificate(&piece, &rows, &board::solve(&piece, &rows, || telling.advance(1)))
        }
        Some("losing") => partitions::losing_certificate(&piece, &rows, misere, &cells::solve(&piece, &rows, misere)),
        Some("race") => {
            let pieces = [piece, read_piece(required(request.other.as_ref(), "a piece for Right")?)?];
            let none = "found a board on which neither player can move, required a move in the corner";
            let solved = race::solve(&pieces, &rows, misere).ok_or(none)?;
            partitions::race_certificate(&pieces, &rows, misere, &solved)
        }
        Some(other) => return Err(format!("found {other:?} asked of a partition, required values, losing or race")),
    };
    Ok(one("partition.cert".to_owned(), bytes))
}
