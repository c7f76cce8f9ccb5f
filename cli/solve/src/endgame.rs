//! `solve endgame`: which endgames are asked for, under which auction.

use std::path::{Path, PathBuf};

use session::escape;
use solver::certificates::pipeline;
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::Signature;
use solver::escape::short;
use solver::games::Winner;
use solver::games::chips::ChipAuction;
use solver::games::poorman;
use solver::graph_games::chess as chess_games;
use solver::request::{Auction, Chips, Part, Ties};

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
    /// Plays for whole chips, so many for both players together, 0 to 2^40; a star decides ties. Solves who wins with how many
    #[arg(long, value_name = "N", value_parser = crate::input::chips, allow_hyphen_values = true)]
    chips: Option<u64>,
    /// Who takes the winning bid: `other`, the other player (Richman); `bank`, the bank (poorman); or the share that the bank takes, such as 1/2, while the
    /// other player takes the rest
    #[arg(long, value_name = "WHO")]
    pays: Option<String>,
    /// With --chips or --pays: who moves after a bid is won; without it the buyer moves for --chips, and decides for --pays
    #[arg(long, value_enum, value_name = "RULE")]
    winner: Option<Winner>,
    /// With --pays, if the winner moves: who owns ties, and moves or lets the other move if the bids are equal
    #[arg(long, value_name = "left|right", value_parser = |text: &str| text.parse::<Ties>())]
    ties: Option<Ties>,
    /// Solves this endgame alone: the certificates of the smaller ones must be in the folder, and none of them is solved
    #[arg(long, conflicts_with = "anew")]
    alone: bool,
    /// Also writes the endgame as a graph, with all that it leads to, for `solve graph`
    #[arg(long, value_name = "GAME.json", value_parser = file())]
    export_graph: Option<PathBuf>,
}

/// Solves.
pub fn endgame(arguments: Arguments) -> Result<String, Failed> {
    let Arguments { board, material, men, dry_run, json, many, how, alone, export_graph, chips, pays, winner, ties } =
        arguments;
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
    if pays.as_deref() == Some("both") {
        let all = [0; 2];
        Auction::Both(all, None).of_endgame().map_err(Failed::usage)?;
    }
    let auction = Auction::new(pays.as_deref(), chips.map(Chips::Total), winner, ties).map_err(Failed::usage)?;
    let way = auction.of_endgame().map_err(Failed::usage)?;
    let given = [
        (Part::Precision, how.precision.is_some()),
        (Part::Never, how.endless.worth().is_some()),
        (Part::Alone, alone),
    ];
    way.admit(&given).map_err(Failed::usage)?;
    let how = How { alone, ..how };
    let one = || match &material[..] {
        [one] => Ok(one),
        _ => Err(Failed::usage("--chips, --pays, --export-graph: found several endgames, required one")),
    };
    let exported = export_graph.map_or(Ok(String::new()), |file| export(&board, one()?, &how, &file))?;
    let said = match auction {
        Auction::Paid(auction) => pays::endgame(&board, one()?, &auction, &how),
        Auction::Chips(Chips::Total(chips), winner) => {
            chips::endgame(&board, one()?, &how, (auction, ChipAuction { chips, winner }), &mut |line| say(line))
        }
        Auction::BankChips(most, winner, owner) => {
            chips::endgame(&board, one()?, &how, (auction, poorman::auction(winner, owner, most)), &mut |line| {
                say(line)
            })
        }
        _ => endgames::solve(&board, &material, men, &how, &mut |line| say(line)),
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
