//! The file of a scored game, and why it is none, in words.

use std::sync::Arc;

use serde_json::Value;

use crate::claims::aims::file::{has_fields, shown, twice, unknown};
use crate::escape::quoted;
use crate::words::too_much;
use checker::numbers::at;
use games::scores::{GameFault, Scored, VERSION};

/// Whether bytes are meant as the file of a scored game: a JSON object with the field of its version, and without those of other games.
pub fn is_scored(bytes: &[u8]) -> bool {
    has_fields(bytes, "scored-game", &["bidding-game", "endless-game"])
}

/// Reads a scored game.
///
/// # Errors
///
/// Why it is none, in words.
pub fn read(bytes: &[u8]) -> Result<Arc<Scored>, String> {
    Scored::read(bytes).map(Arc::new).map_err(|fault| explained(bytes, &fault))
}

/// Why it is none.
fn explained(bytes: &[u8], fault: &GameFault) -> String {
    if let GameFault::Limit(much) = *fault {
        return too_much(much);
    }
    let json: Value = match serde_json::from_slice(bytes) {
        Ok(json) => json,
        Err(error) => return format!("line {}, column {}: found no JSON: {error}", error.line(), error.column()),
    };
    let position = |number: u32| {
        let name = json["positions"][at(number)]["name"].as_str().map(quoted);
        name.unwrap_or_else(|| format!("position {number}, counted from 0"))
    };
    match *fault {
        GameFault::Limit(_) | GameFault::File => format!(
            "found another object, required a scored game: the fields \"scored-game\" with the number {VERSION}, \"positions\", and, if you like, \"title\", each once"
        ),
        GameFault::Title => "title: required 1 to 200 characters, none of them a control character".to_owned(),
        GameFault::NoTerminal => {
            "positions: found none with a \"score\", required one or more: give each position where play ends its score"
                .to_owned()
        }
        GameFault::SameName => format!("positions: found two of the name {}, required different names", twice(&json)),
        GameFault::Fields(number) => format!(
            "{}: required the field \"name\", of 1 to 200 characters, and one of these: \"score\"; \"left\" and \"right\"; \"turn\" with the list of that player; \"chance\"; no others, and none twice (a scored game has no \"value\")",
            position(number)
        ),
        GameFault::Score(number) => format!(
            "{}: score: found {}, required a text such as \"3\", \"-1\" or \"7/2\", with both parts below 2^63",
            position(number),
            shown(&json["positions"][at(number)]["score"])
        ),
        GameFault::Options(number) => format!(
            "{}: required a score or an option; options that are names of positions, a turn of \"left\" or \"right\", and weights of chance that are positive and have the sum 1{}",
            position(number),
            unknown(&json, number)
        ),
    }
}
