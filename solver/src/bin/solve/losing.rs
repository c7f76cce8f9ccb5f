//! `solve losing`: Losing Chess.

use clap::Subcommand;
use solver::losing::rules::Board;

use crate::Failed;

/// What to do with Losing Chess.
#[derive(Subcommand)]
pub enum Losing {
    /// Count the sequences of so many legal moves
    Perft {
        /// The position, as a FEN; `start` for the one in which the game begins
        fen: String,
        /// How many moves
        depth: u32,
    },
}

/// The text of a command.
pub fn losing(command: &Losing) -> Result<String, Failed> {
    match command {
        Losing::Perft { fen, depth } => Ok(format!("{}\n", position(fen)?.perft(*depth))),
    }
}

/// The position of a FEN.
fn position(fen: &str) -> Result<Board, Failed> {
    match fen {
        "start" => Ok(Board::start()),
        _ => Board::from_fen(fen).map_err(Failed::usage),
    }
}
