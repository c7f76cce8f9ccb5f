//! `solve losing`: Losing Chess.

use std::path::PathBuf;

use clap::Subcommand;
use solver::losing::material::Material;
use solver::losing::rules::Board;
use solver::losing::tables::{Tables, Told};

use crate::{Failed, tell};

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
    /// Solve the endgames of these materials, and before them those that they need
    Table {
        /// White's men, v, Black's men, such as KRvN: up to four men in all
        #[arg(required = true)]
        materials: Vec<String>,
        #[command(flatten)]
        how: How,
    },
    /// Solve all endgames of up to so many men
    Tables {
        /// The most men: 2 to 4
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=4))]
        units: u8,
        #[command(flatten)]
        how: How,
    },
}

/// Where tables are kept.
#[derive(clap::Args)]
pub struct How {
    /// The folder for the certificates; made if it is not there. Tables that are there already are kept, so that a run can be interrupted and goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many tables are solved at once; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// The text of a command.
pub fn losing(command: &Losing) -> Result<String, Failed> {
    match command {
        Losing::Perft { fen, depth } => Ok(format!("{}\n", position(fen)?.perft(*depth))),
        Losing::Table { materials, how } => {
            let materials: Result<Vec<Material>, _> = materials.iter().map(|text| Material::parse(text)).collect();
            tables(&materials.map_err(Failed::usage)?, how)
        }
        Losing::Tables { units, how } => {
            tables(&(2..=usize::from(*units)).flat_map(Material::all).collect::<Vec<_>>(), how)
        }
    }
}

/// Solves materials and says what came out.
fn tables(materials: &[Material], how: &How) -> Result<String, Failed> {
    if let Some(folder) = &how.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failed::new(format!("{}: {error}; required: a folder", folder.display())))?;
    }
    let report = |told: &Told| {
        let Told { material, is_kept, done: (done, total), figures } = told;
        let [white, black] = figures.outcomes;
        let kept = if *is_kept { ", kept" } else { "" };
        tell(&format!(
            "{done}/{total} {material}: {} placements; White to move wins {}, draws {}, loses {}; Black to move wins {}, draws {}, loses {}; longest {} plies; zugzwangs {}{kept}",
            figures.placements,
            white[0],
            white[1],
            white[2],
            black[0],
            black[1],
            black[2],
            figures.longest[0].max(figures.longest[1]),
            figures.zugzwangs
        ));
    };
    let tables = Tables::build(materials, how.out.as_deref(), how.threads.into(), &report).map_err(Failed::usage)?;
    Ok(format!("{} tables\n", tables.materials().len()))
}

/// The position of a FEN.
fn position(fen: &str) -> Result<Board, Failed> {
    match fen {
        "start" => Ok(Board::start()),
        _ => Board::from_fen(fen).map_err(Failed::usage),
    }
}
