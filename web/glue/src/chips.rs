//! A position under an auction with chips, for the page: what `check --at --holds` says of it, and where each move leads.

use checker::Verified;
use checker::theorem::Side;
use games::chips::{Chips, Played};
use session::claims::{self, chips};
use session::notation;
use session::receipt::{Object, list};

use crate::answered;

/// The position as JSON: the text is its name or FEN, a line feed, and what the first player holds, or nothing.
pub fn json(verified: &Verified, text: &str) -> Result<String, String> {
    let (name, holds) = text.split_once('\n').unwrap_or((text, ""));
    let tell = claims::tell(verified);
    let mut object = answered(&*tell, &tell.at(name, Some(holds).filter(|holds| !holds.is_empty()))?);
    // Other kinds whose players hold chips have no list of moves.
    let Some(auction) = verified.subject().downcast_ref::<Chips>() else { return Ok(object.to_string()) };
    let entry = chips::at_text(verified, auction, name).map_err(|fault| fault.to_string())?;
    // The moves of the board come in the order in which the entry has them.
    let mut after = Vec::new();
    if let Played::Endgame(positions) = &auction.played {
        let board = positions.endgame.board;
        let (_, placement) = notation::read(name, false).map_err(|fault| fault.to_string())?;
        let moves = notation::options(board, &placement);
        let fen = |after| notation::fen(board, &after);
        after.extend(moves.into_iter().map(|(_, name, after)| (notation::step(board, name), after.map(fen))));
    }
    let options = entry.options.iter().enumerate().map(|(place, option)| {
        let (squares, after) = match &auction.played {
            Played::Endgame(_) => after[place].clone(),
            Played::Game(_) => (option.text.clone(), Some(option.text.clone())),
        };
        let mut object = Object::default();
        object.text("by", option.by.of("white", "black")).text("move", &option.text).text("squares", squares);
        object.text_or_null("after", after);
        for (side, lines) in Side::BOTH.into_iter().zip(option.lines) {
            for (name, line) in ["from", "with_star_from"].into_iter().zip(lines) {
                let from = Some(line.threshold / 2).filter(|&from| from <= auction.auction.chips);
                object.json_or_null(&format!("{}_{name}", side.of("white", "black")), from);
            }
        }
        object
    });
    let options = list(options);
    object.json("options", options).json("chips", auction.auction.chips);
    Ok(object.to_string())
}
