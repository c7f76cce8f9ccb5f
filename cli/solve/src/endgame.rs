//! `solve endgame`: which endgames are asked for, under which auction.

use std::path::{Path, PathBuf};

use report::escape;
use solver::certificates::pipeline;
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::Signature;
use solver::escape::short;
use solver::graph_games::chess as chess_games;

use crate::how::How;
use crate::output::{Failed, file, say, written};
use crate::{chips, endgames, needs, pays, survey};

/// What is asked for.
#[derive(clap::Args)]
pub struct Arguments {
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
}

/// Solves.
pub fn endgame(arguments: Arguments) -> Result<String, Failed> {
    let Arguments { board, material, men, dry_run, json, many, how, auction, alone, export_graph, pays } = arguments;
    if many.is_asked() {
        return survey::survey(&many, men, &how.out, how.threads);
    }
    let board = board.unwrap_or_default();
    if let [one] = &material[..]
        && one.parse::<Board>().is_ok()
        && board.parse::<Board>().is_err()
    {
        return Err(Failed::usage(format!("exchanged? solve endgame {} {}", short(one), short(&board))));
    }
    if dry_run {
        return needs::needs(&board, &material, men, how.double_step, json);
    }
    let how = How { alone, ..how };
    let one = || match &material[..] {
        [one] => Ok(one),
        _ => Err(Failed::usage("--chips, --pays, --export-graph: found several endgames, required one")),
    };
    let exported = export_graph.map_or(Ok(String::new()), |file| export(&board, one()?, &how, &file))?;
    let is_plain = auction.chips.is_none() && pays.auction(false).is_ok_and(|auction| auction.is_none());
    let said = match (auction.chips, pays.auction(auction.chips.is_some())?) {
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
    Ok(exported + &said?)
}

/// Writes an endgame as a graph.
fn export(board: &str, material: &str, how: &How, file: &Path) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(material).map_err(Failed::usage)?;
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    let members = pipeline::in_order_of_need(&[signature]).into_iter();
    let members = members.map(|member| Endgame::new(board, member, how.double_step));
    let members: Vec<Endgame> = members.collect::<Result<_, _>>().map_err(Failed::usage)?;
    let game = chess_games::endgame(&members, how.threads.into());
    written(file, game.write().as_bytes())?;
    Ok(format!("{}: {}, {} positions\n", escape::path(file), game.title().unwrap_or_default(), game.positions().len()))
}
