//! `solve bound`: searches for a bound for one position, with any number of men, and writes its certificate.

use std::path::PathBuf;

use checker::certificate::StatedSide;
use checker::notation;
use num_bigint::BigUint;
use num_rational::Ratio;
use solver::certificates::certify;
use solver::certificates::plan::{self, Position, Question, Rules, Tables};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Man};

use crate::Failed;
use crate::watch::Watch;

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position: the placement field of a FEN, and after a space the square that may be captured on en passant, if there is one
    fen: String,
    /// Which bound: on the lower value from above, or on the upper value from below
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// A folder with tables of smaller endgames, whose values are used where they are there; the certificate then imports them
    #[arg(long, value_name = "DIR")]
    imports: Option<PathBuf>,
    /// The certificate to be written
    #[arg(long, value_name = "FILE.cert")]
    out: PathBuf,
    /// Stops at a bound that is at least as good, such as 1/4
    #[arg(long, value_name = "FRACTION")]
    enough: Option<String>,
    /// The most positions to look at
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,
    /// How many threads to use; the certificate is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
}

/// Which bound is searched for.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Side {
    /// An upper bound on α: Black's plan
    #[default]
    Alpha,
    /// A lower bound on β: White's plan
    Beta,
}

/// Searches for a bound and writes it down.
pub fn bound(arguments: &Arguments) -> Result<String, Failed> {
    let usage = |error: String| Failed::usage(format!("{}: {error}", arguments.fen));
    let placement = notation::parse(&arguments.fen).map_err(|error| usage(error.to_string()))?;
    let enough = match &arguments.enough {
        None => None,
        Some(text) => Some(
            text.parse::<Ratio<BigUint>>()
                .map_err(|_| Failed::usage(format!("--enough: found {text:?}, required a fraction such as 1/4")))?,
        ),
    };
    let board = Board::new(placement.board().files(), placement.board().ranks()).map_err(Failed::usage)?;
    let piece = |piece: &checker::board::Piece| {
        let man = Man::from_letter(piece.man.letter()).expect("both sides write men alike");
        (man, placement.board().number(piece.square))
    };
    let mut pieces: Vec<_> = placement.pieces().iter().map(piece).collect();
    pieces.sort_unstable();
    let double_step = match arguments.double_step {
        DoubleStep::Auto => board.ranks() >= 8,
        DoubleStep::Always => true,
        DoubleStep::Never => false,
    };
    let rules = Rules::new(board, double_step && board.ranks() > 3);
    let side = match arguments.side {
        Side::Alpha => StatedSide::AlphaUpper,
        Side::Beta => StatedSide::BetaLower,
    };
    let question = Question {
        rules: &rules,
        root: Position { pieces, passed: placement.passed().map(|square| placement.board().number(square)) },
        side,
        good_enough: enough,
        most_positions: arguments.positions,
        threads: arguments.threads.into(),
    };
    let tables =
        arguments.imports.clone().map(|folder| Tables::new(folder, board, arguments.double_step, &question.root));
    let known = |position: &Position| {
        let [alpha, beta] = tables.as_ref()?.bounds(position)?;
        Some(if side == StatedSide::AlphaUpper { alpha } else { beta })
    };
    let mut watch = Watch::new();
    watch.title = "bound".to_owned();
    let proof = plan::search(&question, &known, &mut watch);
    watch.finish();
    let imports = match &proof {
        Ok(proof) => tables.as_ref().map(|tables| tables.used(&rules, &proof.plan)).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    if let Some(error) = tables.and_then(Tables::failure) {
        return Err(Failed::new(error));
    }
    let proof = proof.map_err(|error| Failed::new(format!("{}: {error}", arguments.fen)))?;
    let members = proof.content.members.len();
    let certificate = plan::certificate(proof.content, imports);
    let bytes = certificate.encode().map_err(Failed::new)?;
    let path = arguments.out.display();
    certify::write_whole(&arguments.out, &bytes).map_err(|error| Failed::new(format!("{path}: {error}")))?;
    let claim = match side {
        StatedSide::AlphaUpper => format!("α ≤ {}", proof.bound),
        StatedSide::BetaLower => format!("β ≥ {}", proof.bound),
    };
    Ok(format!(
        "{path}: {}: {claim}, by a plan in {members} positions; {} were looked at, up to {} captures and moves of pawns away; {} bytes\n",
        arguments.fen,
        proof.positions,
        proof.depth,
        bytes.len()
    ))
}
