//! The file of an endless game, and why it is none, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::escape::quoted;
use crate::words::too_much;
use checker::numbers::at;
use games::aims::{Game, GameFault, VERSION};

/// Whether bytes are meant as the file of an endless game: a JSON object with the field of its version, and without that of other games.
pub fn is_endless(bytes: &[u8]) -> bool {
    has_fields(bytes, "endless-game", &["bidding-game"])
}

/// Whether bytes are a JSON object with this field, and without those of other games.
pub(in crate::claims) fn has_fields(bytes: &[u8], field: &str, others: &[&str]) -> bool {
    let fields: Option<BTreeMap<String, IgnoredAny>> = serde_json::from_slice(bytes).ok();
    let has = |name: &str| fields.as_ref().is_some_and(|fields| fields.contains_key(name));
    has(field) && !others.iter().any(|other| has(other))
}

/// Reads an endless game.
///
/// # Errors
///
/// Why it is none, in words.
pub fn read(bytes: &[u8]) -> Result<Arc<Game>, String> {
    Game::read(bytes).map(Arc::new).map_err(|fault| explained(bytes, &fault))
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
            "found another object, required an endless game: the fields \"endless-game\" with the number {VERSION}, \"positions\", and, if you like, \"title\", each once"
        ),
        GameFault::Title => "title: required 1 to 200 characters, none of them a control character".to_owned(),
        GameFault::Empty => "positions: found none, required one or more".to_owned(),
        GameFault::SameName => format!("positions: found two of the name {}, required different names", twice(&json)),
        GameFault::Fields(number) => format!(
            "{}: required the field \"name\", of 1 to 200 characters; \"left\" and \"right\", or \"turn\" with the list of that player, or \"chance\"; \"reward\" and \"priority\" if you like; no others, and none twice (there are no terminal positions here, so no \"value\")",
            position(number)
        ),
        GameFault::Reward(number) => format!(
            "{}: reward: found {}, required a text such as \"3\", \"-1\" or \"7/2\", with both parts below 2^63",
            position(number),
            shown(&json["positions"][at(number)]["reward"])
        ),
        GameFault::Priority(number) => format!(
            "{}: priority: found {}, required a whole number from 0 to 63",
            position(number),
            shown(&json["positions"][at(number)]["priority"])
        ),
        GameFault::Options(number) => format!(
            "{}: required options that are names of positions, a turn of \"left\" or \"right\", and weights of chance that are positive and have the sum 1{}",
            position(number),
            unknown(&json, number)
        ),
    }
}

/// What stands in a field, cut if it is long.
pub(in crate::claims) fn shown(field: &Value) -> String {
    match field {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()).trim_matches('"').to_owned(),
    }
}

/// The first name that occurs twice.
pub(in crate::claims) fn twice(json: &Value) -> String {
    let mut known = BTreeSet::new();
    let names = json["positions"].as_array().into_iter().flatten().filter_map(|position| position["name"].as_str());
    names.into_iter().find(|name| !known.insert(*name)).map_or("another position".to_owned(), quoted)
}

/// The first option of a position that is no name of one, if there is one.
pub(in crate::claims) fn unknown(json: &Value, number: u32) -> String {
    let positions = json["positions"].as_array();
    let names: BTreeSet<&str> =
        positions.into_iter().flatten().filter_map(|position| position["name"].as_str()).collect();
    let position = &json["positions"][at(number)];
    let lists = ["left", "right", "chance"].into_iter().filter_map(|field| position[field].as_array()).flatten();
    let mut named = lists.filter_map(|option| option.as_str().or_else(|| option["to"].as_str()));
    named
        .find(|name| !names.contains(name))
        .map_or(String::new(), |name| format!("; there is no position {}", quoted(name)))
}
