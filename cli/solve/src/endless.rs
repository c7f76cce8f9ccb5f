//! `solve endless`: what an endless play decides, from the tables of α and β and those of the one value.

use std::fmt::Write as _;
use std::path::PathBuf;

use checker::certificate::Never;
use num_rational::BigRational;
use report::notation;
use serde_json::json;
use solver::analysis::endless::{self, Differs, Endless};
use solver::analysis::verified::Library;
use solver::certificates::certify;
use solver::chess::board::Board;
use solver::chess::material::DoubleStep;

use crate::{Failed, worth};

/// Which tables to read, and what to make of them.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folders with the tables, as `solve family` leaves them, without and with `--never`
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// What an endless play is worth, a fraction from 0 to 1, or `richer`, which is 1/2
    #[arg(long, value_name = "WORTH", default_value = "richer", value_parser = crate::endless_play)]
    never: Never,
    /// These boards, in this order; if not said, all squares of which there are tables
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    boards: Vec<Board>,
    /// Print one JSON object on a line for each endgame
    #[arg(long, conflicts_with = "table")]
    json: bool,
    /// Write the table to this file instead of standard output
    #[arg(long, value_name = "FILE", value_parser = crate::file())]
    table: Option<PathBuf>,
}

/// The head of the table.
const HEAD: &str = "| board | endgame | not sharp | α above | β below | v is not the nearest | neither α, β nor d | farthest, at least | at |
|---|---|---|---|---|---|---|---|---|
";

/// Verifies the tables and compares them.
pub fn endless(arguments: &Arguments) -> Result<String, Failed> {
    let mut text = String::new();
    if !arguments.json {
        text += HEAD;
    }
    let mut tables = 0;
    for board in worth::boards(&arguments.boards)? {
        let mut library = Library::default().with_folders(&arguments.folders);
        let (mut sharp, mut alone) = (0, Vec::new());
        for (signature, path) in worth::files(&arguments.folders, board) {
            let name = certify::name(board, &signature, DoubleStep::Auto.rule(board, &signature));
            let name = certify::name_never(&name, Some(arguments.never));
            let Some(other) = arguments.folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
            else {
                alone.push(signature.to_string());
                continue;
            };
            let both = library.table(&path).map_err(Failed::new)?;
            let one = library.table(&other).map_err(Failed::new)?;
            let found = endless::endless(&both, &one, arguments.never)
                .map_err(|why| Failed::new(format!("{}: {why}", report::escape::path(&other))))?;
            tables += 1;
            let digests = [&both, &one].map(|table| notation::digest(table.digest()));
            match (arguments.json, found.not_sharp) {
                (true, _) => text += &to_json(board, &signature.to_string(), &found, &digests),
                (false, 0) => sharp += 1,
                (false, _) => text += &line(board, &signature.to_string(), &found),
            }
        }
        if sharp > 0 {
            let _ = writeln!(text, "| {board} | all {sharp} others | 0 | | | | | | |");
        }
        if !alone.is_empty() {
            crate::tell(&format!(
                "{board}: left out, because there is no table of the one value: {}",
                alone.join(", ")
            ));
        }
    }
    if tables == 0 {
        return Err(Failed::usage(
            "found no endgame with both tables on these boards, required some: solve family 4x4 --men 4 --enclosure 62 --out DIR, and the same with --never richer",
        ));
    }
    match &arguments.table {
        None => Ok(text),
        Some(path) => worth::write(path, &text).map(|()| String::new()),
    }
}

/// A line of the table.
fn line(board: Board, name: &str, found: &Endless) -> String {
    let Endless { not_sharp, sides: [above, below, _], differs, between, .. } = found;
    let (by, at) = match &found.farthest {
        None => (String::new(), String::new()),
        Some(farthest) => (decimal(&farthest.by), format!("`{}`", farthest.fen)),
    };
    format!("| {board} | {name} | {not_sharp} | {above} | {below} | {differs} | {between} | {by} | {at} |\n")
}

/// Six digits of a share, cut off.
fn decimal(share: &BigRational) -> String {
    let millionths = (share * BigRational::from_integer(1_000_000.into())).floor().to_integer();
    format!("0.{millionths:0>6}")
}

/// What is found in an endgame, for programs; exact numbers are texts.
fn to_json(board: Board, material: &str, found: &Endless, digests: &[String; 2]) -> String {
    let differs = |differs: &Option<Differs>| {
        differs.as_ref().map(|differs| {
            let [alpha, value, beta] = differs.values.clone().map(|bounds| bounds.map(|bound| bound.to_string()));
            json!({ "position": differs.fen, "by_at_least": differs.by.to_string(), "alpha": alpha, "v": value, "beta": beta })
        })
    };
    let object = json!({
        "board": board.to_string(),
        "material": material,
        "positions": found.positions,
        "not_sharp": found.not_sharp,
        "alpha_above": found.sides[0],
        "beta_below": found.sides[1],
        "worth_between": found.sides[2],
        "differs": found.differs,
        "between": found.between,
        "farthest": differs(&found.farthest),
        "simplest": differs(&found.simplest),
        "sha256": digests,
    });
    format!("{object}\n")
}
