//! `solve partitions`: impartial chess on partitions.
//!
//! Each certificate that is written has been verified by the checker before; what is printed comes from what it verified.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use games::partitions::{Moves, Proved};
use session::claims::partitions::{at_text, partition, partition_text, piece, piece_name};
use session::{notation, words};
use solver::games::partitions::local::{self, FAMILIES, Family, SIDE};
use solver::games::partitions::{self, board, cells, picture, race, sizes, staircases};
use solver::graph::exact::policy::Observer as _;

use crate::made::{kept, verified};
use crate::output::{Failed, file, folder, written};
use crate::watch::Watch;

/// What is asked.
#[derive(clap::Subcommand)]
pub enum Question {
    /// Values of all cells of a board: a partition such as 6^2,5,1 or a staircase S(k,a,b) of k steps, b rows high and a columns wide
    Board {
        /// Downright, Pawn, Knight, Bishop, King, Rook, Queen, or moves such as 0:1,1:1 (rows:columns), with * behind rides
        piece: String,
        /// The board
        partition: String,
        #[command(flatten)]
        out: Out,
        /// Draws the board, coloured by normal values
        #[arg(long, value_name = "FILE.svg", value_parser = file())]
        picture: Option<PathBuf>,
        /// The values in the picture are those of misère play
        #[arg(long, requires = "picture")]
        misere: bool,
    },
    /// Values of all partitions up to a size
    Sizes {
        /// As for `board`
        piece: String,
        /// The greatest size, 1 to 50
        #[arg(value_parser = clap::value_parser!(u8).range(1..=50))]
        size: u8,
        #[command(flatten)]
        out: Out,
    },
    /// The losing cells of one board: a small certificate
    Losing {
        /// As for `board`
        piece: String,
        /// The board
        partition: String,
        /// Who cannot move wins
        #[arg(long)]
        misere: bool,
        #[command(flatten)]
        out: Out,
    },
    /// The values of the staircases S(k,a,b) for all k
    Staircases {
        /// As for `board`
        piece: String,
        /// Columns of a step
        #[arg(value_name = "A", value_parser = clap::value_parser!(u16).range(1..=4096))]
        a: u16,
        /// Rows of a step
        #[arg(value_name = "B", value_parser = clap::value_parser!(u16).range(1..=4096))]
        b: u16,
        /// Give up after so many layers
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..=1000))]
        layers: u16,
        #[command(flatten)]
        out: Out,
    },
    /// A race by auction: Left moves the piece in one way, Right in another; who moves it to where neither can move wins
    Race {
        /// Left's piece, as for `board`
        left: String,
        /// Right's piece
        right: String,
        /// The board
        partition: String,
        /// Who moves it to where neither can move loses
        #[arg(long)]
        misere: bool,
        /// Also writes the race as a graph, for `solve graph`
        #[arg(long, value_name = "GAME.json", value_parser = file())]
        export_graph: Option<PathBuf>,
        /// In the graph the players take turns, instead of bidding for each move
        #[arg(long, requires = "export_graph")]
        turns: bool,
        #[command(flatten)]
        out: Out,
    },
    /// Run the finite check of the theorem about the King on all staircases S(k,a,a), a odd, and S(k,a,b), a < b and b even
    Theorem,
    /// Verify the King's values on all staircases S(k,a,a), a odd, or S(k,a,b), a < b even, and print the digest of each certificate
    Conjectures {
        /// Which: those of conjecture 5.1 or 5.2
        #[arg(value_parser = ["5.1", "5.2"])]
        which: String,
        /// Sides up to this
        #[arg(value_parser = clap::value_parser!(u8).range(1..=101))]
        side: u8,
        /// Also writes the certificates into this folder
        #[arg(long, value_name = "DIR", value_parser = file())]
        out: Option<PathBuf>,
    },
}

/// Where the certificate goes.
#[derive(clap::Args)]
pub struct Out {
    /// The certificate
    #[arg(long, value_name = "FILE.cert", value_parser = file())]
    out: Option<PathBuf>,
    /// Also prints one position: ROWS:COLUMNS (as many are deleted) on a board, a partition among all, or k of S(k,a,b)
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
}

/// So many rows and columns are printed.
const MOST_SHOWN: usize = 20;

fn read_piece(text: &str) -> Result<Moves, Failed> {
    piece(text).map_err(Failed::usage)
}

fn read_board(text: &str) -> Result<Vec<usize>, Failed> {
    partition(text).map_err(Failed::usage)
}

impl Out {
    /// Has a certificate verified, writes it, and says what it proves and what was asked for.
    fn finish(&self, bytes: &[u8], watch: &mut Watch) -> Result<(String, Arc<Verified>), Failed> {
        watch.phase("verify", 0);
        let verified = verified(bytes, None, 1);
        watch.finish();
        let verified = verified?;
        let mut text = format!("verified: {}\n", words::claim(&verified));
        if let Some(at) = &self.at {
            let told = at_text(&verified, at).map_err(|error| Failed::usage(format!("--at: {error}")))?;
            told.iter().for_each(|(name, value)| text += &format!("{name}: {value}\n"));
        }
        text += &kept(self.out.as_deref(), bytes)?;
        Ok((text, verified))
    }
}

/// The values of a small board, a line for each row: of normal play, then those of misère play where these differ.
fn grid(rows: &[usize], pairs: &[[u16; 2]]) -> String {
    if rows.len() > MOST_SHOWN || rows[0] > MOST_SHOWN {
        return String::new();
    }
    let mut pairs = pairs.iter();
    let cell = |[normal, misere]: &[u16; 2]| match normal == misere {
        true => normal.to_string(),
        false => format!("{normal}/{misere}"),
    };
    let row = |count: &usize| pairs.by_ref().take(*count).map(|pair| format!("{:>6}", cell(pair))).collect::<String>();
    let lines: Vec<String> = rows.iter().map(row).collect();
    format!("values of the cells, normal/misère where these differ\n{}\n", lines.join("\n"))
}

/// The name of the certificate of staircases.
fn staircases_name(piece: &Moves, [a, b]: [usize; 2]) -> String {
    format!("{}_{a}x{b}.cert", piece_name(piece).to_lowercase())
}

/// Verifies the values of the conjectures, and gives a line `digest  name` for each block.
fn conjectures(which: &str, side: usize, out: Option<&Path>, watch: &mut Watch) -> Result<String, Failed> {
    let family = if which == "5.1" { Family::Odd } else { Family::Even };
    let blocks = family.blocks(side);
    let (king, mut text) = (read_piece("King")?, String::new());
    out.map_or(Ok(()), folder)?;
    watch.title = format!("conjecture {which}");
    watch.phase("staircases", blocks.len());
    for block in blocks {
        let bytes = local::conjectured(family, block).map_err(Failed::new)?;
        let name = staircases_name(&king, block);
        text += &format!("{}  {name}\n", notation::digest(Digest::of(&bytes)));
        if let Some(folder) = out {
            written(&folder.join(name), &bytes)?;
        }
        watch.advance(1);
    }
    watch.finish();
    Ok(text)
}

/// Answers.
pub fn partitions(question: &Question) -> Result<String, Failed> {
    answer(question, &mut Watch::new())
}

/// The values of all cells of a board, and a picture of them: the file, and whether it shows those of misère play.
fn on_board(
    piece: &Moves,
    rows: &[usize],
    out: &Out,
    drawn: Option<(&Path, usize)>,
    watch: &mut Watch,
) -> Result<String, Failed> {
    // What cannot be drawn is not solved first.
    if drawn.is_some() && (rows.len() > picture::LARGEST_SIDE || rows[0] > picture::LARGEST_SIDE) {
        let most = picture::LARGEST_SIDE;
        return Err(Failed::usage(format!("--picture: required at most {most} rows and {most} columns")));
    }
    watch.title = format!("{} on {}", piece_name(piece), partition_text(rows));
    watch.phase("solve", rows.len());
    let solved = board::solve(piece, rows, || watch.advance(1));
    let (mut text, verified) = out.finish(&partitions::board_certificate(piece, rows, &solved), watch)?;
    if let (None, Some(Proved::Values(pairs, _))) = (&out.at, verified.about::<Proved>().as_deref()) {
        text += &grid(rows, pairs);
    }
    if let (Some((path, play)), Some(Proved::Values(pairs, _))) = (drawn, verified.about::<Proved>().as_deref()) {
        let values: Vec<u16> = pairs.iter().map(|pair| pair[play]).collect();
        let svg = picture::draw(&watch.title, rows, &values).map_err(Failed::usage)?;
        written(path, svg.as_bytes())?;
    }
    Ok(text)
}

/// The values of the staircases of a block, if they recur within so many layers.
fn on_staircases(
    piece: &Moves,
    [a, b]: [usize; 2],
    layers: usize,
    out: &Out,
    watch: &mut Watch,
) -> Result<String, Failed> {
    watch.title = format!("{} on S(k,{a},{b})", piece_name(piece));
    watch.phase("solve", 0);
    let (cells, most) = (a * b, 1 << 24);
    if cells * layers > most {
        return Err(Failed::usage(format!(
            "found {layers} layers of {cells} cells, required at most {most} cells: fewer --layers"
        )));
    }
    let found = staircases::solve(piece, [a, b], layers).ok_or_else(|| {
        Failed::new(format!("{}: nothing recurs within {layers} layers; ask for more --layers", watch.title))
    })?;
    Ok(out.finish(&partitions::staircases_certificate(piece, [a, b], &found), watch)?.0)
}

fn answer(question: &Question, watch: &mut Watch) -> Result<String, Failed> {
    match question {
        Question::Theorem => {
            let mut text = String::new();
            for family in FAMILIES {
                let checked = local::check(family).map_err(Failed::new)?;
                let (types, all) = (checked.values.len(), checked.configurations.len());
                text += &format!(
                    "{family:?}: {types} types, {all} configurations in blocks up to {SIDE}, each with the right value\n"
                );
            }
            Ok(text)
        }
        Question::Conjectures { which, side, out } => conjectures(which, (*side).into(), out.as_deref(), watch),
        Question::Board { piece, partition, out, picture, misere } => {
            let drawn = picture.as_deref().map(|path| (path, usize::from(*misere)));
            on_board(&read_piece(piece)?, &read_board(partition)?, out, drawn, watch)
        }
        Question::Sizes { piece, size, out } => {
            let piece = read_piece(piece)?;
            watch.title = format!("{} up to {size}", piece_name(&piece));
            watch.phase("solve", 0);
            let solved = sizes::solve(&piece, &sizes::Partitions::new((*size).into()));
            let bytes = partitions::sizes_certificate(&piece, (*size).into(), &solved);
            Ok(out.finish(&bytes, watch)?.0)
        }
        Question::Losing { piece, partition, misere, out } => {
            let (piece, rows) = (read_piece(piece)?, read_board(partition)?);
            watch.title = format!("{} on {}", piece_name(&piece), partition_text(&rows));
            watch.phase("solve", 0);
            let losing = cells::solve(&piece, &rows, *misere);
            let bytes = partitions::losing_certificate(&piece, &rows, *misere, &losing);
            Ok(out.finish(&bytes, watch)?.0)
        }
        Question::Staircases { piece, a, b, layers, out } => {
            on_staircases(&read_piece(piece)?, [*a, *b].map(usize::from), (*layers).into(), out, watch)
        }
        Question::Race { left, right, partition, misere, export_graph, turns, out } => {
            let (pieces, rows) = ([read_piece(left)?, read_piece(right)?], read_board(partition)?);
            if let Some(path) = export_graph {
                let game = race::game(&pieces, &rows, *misere, *turns).map_err(Failed::usage)?;
                written(path, game.write().as_bytes())?;
            }
            watch.title = format!("race on {}", partition_text(&rows));
            watch.phase("solve", 0);
            let none = "found a board on which neither player can move, required a move in the corner";
            let solved = race::solve(&pieces, &rows, *misere).ok_or_else(|| Failed::usage(none))?;
            let bytes = partitions::race_certificate(&pieces, &rows, *misere, &solved);
            Ok(out.finish(&bytes, watch)?.0)
        }
    }
}
