//! `solve bound`: searches for a bound for one position, with any number of men, and writes its certificate.

use std::path::PathBuf;

use checker::chess::{self, Piece, Placement};
use checker::endgame::used;
use num_rational::Ratio;
use num_traits::One as _;
use session::{fraction, notation, question, words};
use solver::certificates::{family, pipeline};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Man};
use solver::chess::position::{Position, Rules};
use solver::plans::{self, Bound, Question, Tables};

use crate::output::{Failed, written};
use crate::watch::Watch;

/// What a search takes, in words.
pub const COST: &str = "looks at up to 1000000 positions and solves equations of all of them, for hours and in GB of memory at worst; --positions N sets a lower limit";

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position: the placement field of a FEN, and after a space the square that may be captured on en passant, if there is one
    fen: String,
    /// Which value: for not losing the lower one, bounded from above, or the upper one, bounded from below
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// Searches for a plan for winning instead: a lower bound on the lower value, or an upper bound on the upper one
    #[arg(long)]
    win: bool,
    /// A folder with tables of smaller endgames; exact values that are there are used, and the certificate imports them
    #[arg(long, value_name = "DIR")]
    imports: Option<PathBuf>,
    /// The certificate to be written
    #[arg(long, value_name = "FILE.cert", value_parser = crate::output::file())]
    out: PathBuf,
    /// Stops at a bound that is at least as good, such as 1/4
    #[arg(long, value_name = "FRACTION")]
    enough: Option<String>,
    /// The most positions to look at
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,
    /// How many threads to use; the certificate is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
}

/// Which value is bounded.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Side {
    /// α: Black's plan for not losing, or White's for winning
    #[default]
    Alpha,
    /// β: White's plan for not losing, or Black's for winning
    Beta,
}

/// The position of a placement.
fn position(board: chess::Board, placement: &Placement) -> Position {
    let piece = |piece: &Piece| {
        let man = Man::from_letter(notation::letter(piece.man)).expect("both sides write men alike");
        (man, board.number(piece.square))
    };
    // Both sides order men alike, too.
    let pieces = placement.pieces.iter().map(piece).collect();
    Position { pieces, passed: placement.passed.map(|square| board.number(square)) }
}

/// Tells of a table of all values, if there can be one.
fn note(fen: &str, board: chess::Board, placement: &Placement) {
    if placement.pieces.len() <= pipeline::MOST_MEN {
        let men: Vec<_> = placement.pieces.iter().map(|piece| piece.man).collect();
        let men = notation::signature(&used(&men));
        crate::output::tell(&format!(
            "note: with {} men there is a table of all values: `solve probe '{fen}' --solve`, or {}",
            placement.pieces.len(),
            family::made_with(&notation::board(board), &men, "")
        ));
    }
}

/// Searches for a bound and writes it down.
pub fn bound(arguments: &Arguments) -> Result<String, Failed> {
    let usage = |error: String| Failed::usage(format!("{}: {error}", arguments.fen));
    let asked = question::read(&arguments.fen).map_err(|error| usage(error.to_string()))?;
    asked.notes.iter().for_each(|note| crate::output::tell(&format!("note: {note}")));
    let (stated, placement) = (asked.board, asked.placement);
    let enough = match &arguments.enough {
        None => None,
        Some(text) => {
            let fraction = fraction::read_natural(text).filter(|value| *value <= Ratio::one());
            let required =
                || Failed::usage(format!("--enough: found {text:?}, required a fraction up to 1 such as 1/4"));
            Some(fraction.ok_or_else(required)?)
        }
    };
    let board = Board::new(stated.files, stated.ranks).map_err(Failed::usage)?;
    let double_step = match arguments.double_step {
        DoubleStep::Auto => board.ranks() >= 8,
        DoubleStep::Always => true,
        DoubleStep::Never => false,
    };
    let rules = Rules::new(board, double_step);
    let root = position(stated, &placement);
    if let Some(square) = placement.passed.filter(|_| !rules.double_step()) {
        let square = notation::square(square);
        return Err(usage(format!("found {square} for en passant, required none: no pawn may go two squares")));
    }
    let bound = match (arguments.side, arguments.win) {
        (Side::Alpha, false) => Bound::AlphaUpper,
        (Side::Alpha, true) => Bound::AlphaLower,
        (Side::Beta, false) => Bound::BetaLower,
        (Side::Beta, true) => Bound::BetaUpper,
    };
    let question = Question {
        rules: &rules,
        root,
        bound,
        good_enough: enough,
        most_positions: arguments.positions,
        threads: arguments.threads.into(),
    };
    let tables =
        arguments.imports.clone().map(|folder| Tables::new(folder, board, arguments.double_step, &question.root));
    let known = |position: &Position| tables.as_ref()?.values(position);
    note(&arguments.fen, stated, &placement);
    let mut watch = Watch::new();
    watch.title = "bound".to_owned();
    watch.hint(format!(
        "{}: up to {} positions are looked at, and equations of all of them are solved again and again; --positions N or --enough FRACTION ends the search earlier",
        arguments.fen, arguments.positions
    ));
    let proof = plans::search(&question, &known, &mut watch);
    watch.finish();
    let imports = match &proof {
        Ok(proof) => tables.as_ref().map(|tables| tables.used(&rules, &proof.plan)).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    if let Some(error) = tables.and_then(Tables::failure) {
        return Err(Failed::new(error));
    }
    let proof = proof.map_err(|error| Failed::new(format!("{}: {error}", arguments.fen)))?;
    let bytes = plans::certificate(&question, &proof, imports);
    let path = session::escape::path(&arguments.out);
    written(&arguments.out, &bytes)?;
    let claim = match bound {
        Bound::AlphaUpper => "α ≤",
        Bound::BetaLower => "β ≥",
        Bound::AlphaLower => "α ≥",
        Bound::BetaUpper => "β ≤",
    };
    Ok(format!(
        "{path}: {}: {claim} {}, by a plan in {}; {} looked at, up to {} captures and moves of pawns away; {} bytes\n",
        arguments.fen,
        proof.bound,
        words::count(proof.plan.len(), "position", "positions"),
        words::count(proof.positions, "was", "were"),
        proof.depth,
        bytes.len()
    ))
}
