//! The file of an endless game, and why it is none, in words.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

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
    Game::read(bytes).map(Arc::new).map_err(|fault| explained(bytes, &fault, &WORDS))
}

/// What a file of games with names has to be, where the sorts of games differ.
pub(in crate::claims) struct Words {
    /// The game, with its article.
    pub what: &'static str,
    /// The first field, and the number that stands in it.
    pub version: (&'static str, u64),
    /// What there has to be in the list of positions.
    pub empty: &'static str,
    /// The fields of a position, beside its name.
    pub fields: &'static str,
    /// The field with an amount.
    pub amount: &'static str,
    /// What options have to be.
    pub options: &'static str,
}

const WORDS: Words = Words {
    what: "an endless game",
    version: ("endless-game", VERSION),
    empty: "found none, required one or more",
    fields: "; \"left\" and \"right\", or \"turn\" with the list of that player, or \"chance\"; \"reward\" and \"priority\" if you like; no others, and none twice (there are no terminal positions here, so no \"value\")",
    amount: "reward",
    options: "options",
};

/// Why it is none.
pub(in crate::claims) fn explained(bytes: &[u8], fault: &GameFault, words: &Words) -> String {
    if let GameFault::Limit(much) = *fault {
        return too_much(much);
    }
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(bytes) {
        return format!("line {}, column {}: found no JSON: {error}", error.line(), error.column());
    }
    // Of a large file no more is read than what is told.
    let all = positions(bytes);
    let read = |number: u32| -> Value { all.get(at(number)).map(|json| value(json)).unwrap_or_default() };
    let position = |number: u32| {
        let name = read(number)["name"].as_str().map(quoted);
        name.unwrap_or_else(|| format!("position {number}, counted from 0"))
    };
    let found = |number: u32, field: &str| shown(&read(number)[field]);
    let Words { what, version: (first, version), empty, fields, amount, options } = words;
    match *fault {
        GameFault::Limit(_) | GameFault::File => format!(
            "found another object, required {what}: the fields {first:?} with the number {version}, \"positions\", and, if you like, \"title\", each once"
        ),
        GameFault::Title => "title: required 1 to 200 characters, none of them a control character".to_owned(),
        GameFault::Empty => format!("positions: {empty}"),
        GameFault::SameName => format!("positions: found two of the name {}, required different names", twice(&all)),
        GameFault::Fields(number) => {
            format!("{}: required the field \"name\", of 1 to 200 characters{fields}", position(number))
        }
        GameFault::Amount(number) => format!(
            "{}: {amount}: found {}, required a text such as \"3\", \"-1\" or \"7/2\", with both parts below 2^63",
            position(number),
            found(number, amount)
        ),
        GameFault::Priority(number) => format!(
            "{}: priority: found {}, required a whole number from 0 to 63",
            position(number),
            found(number, "priority")
        ),
        GameFault::Options(number) => format!(
            "{}: required {options} that are names of positions, a turn of \"left\" or \"right\", and weights of chance that are positive and have the sum 1 and a common denominator below 2^64{}",
            position(number),
            unknown(&all, &read(number))
        ),
    }
}

/// What stands in a field, cut if it is long.
fn shown(field: &Value) -> String {
    match field {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()).trim_matches('"').to_owned(),
    }
}

/// The positions, as they are written; none if there is no list of them.
fn positions(bytes: &[u8]) -> Vec<&RawValue> {
    #[derive(Deserialize)]
    struct Positions<'a> {
        #[serde(borrow)]
        positions: Vec<&'a RawValue>,
    }
    serde_json::from_slice::<Positions>(bytes).map_or(Vec::new(), |all| all.positions)
}

/// A part of the file.
fn value(json: &RawValue) -> Value {
    serde_json::from_str(json.get()).unwrap_or_default()
}

/// The name of a position, if it has one.
fn name(json: &RawValue) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
    }
    serde_json::from_str::<Named>(json.get()).ok().map(|named| named.name)
}

/// The first name that occurs twice.
fn twice(positions: &[&RawValue]) -> String {
    let mut known = BTreeSet::new();
    let mut names = positions.iter().filter_map(|json| name(json));
    names.find(|name| !known.insert(name.clone())).map_or("another position".to_owned(), |name| quoted(&name))
}

/// The first option of a position that is no name of one, if there is one.
fn unknown(positions: &[&RawValue], position: &Value) -> String {
    let names: BTreeSet<Cow<str>> = positions.iter().filter_map(|json| name(json)).collect();
    let lists = ["left", "right", "chance"].into_iter().filter_map(|field| position[field].as_array()).flatten();
    let mut named = lists.filter_map(|option| option.as_str().or_else(|| option["to"].as_str()));
    named
        .find(|name| !names.contains(*name))
        .map_or(String::new(), |name| format!("; there is no position {}", quoted(name)))
}
