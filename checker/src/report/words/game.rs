//! Why a file is no game, with the line. What is not known of the line from the fault itself is found by a second reading of the text.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::failure::too_much;
use super::{LETTERS, plain, quoted};
use crate::games::graph::{GameFault, NAME_CHARACTERS, PositionFault, VERSION, WEIGHTS};
use crate::theorem::Side;

/// Why these bytes are no game.
pub fn game_fault(bytes: &[u8], fault: &GameFault) -> String {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    match fault {
        GameFault::Limit(much) => too_much(*much),
        GameFault::Utf8(byte) => {
            let line = line(&bytes[..(*byte).min(bytes.len())]);
            format!("line {line}, byte {byte} of the file: found no UTF-8, required UTF-8")
        }
        GameFault::Json(..) if bytes.is_empty() => "found an empty file, required a JSON object".to_owned(),
        GameFault::Json(..) if text.starts_with('\u{feff}') => {
            "line 1, column 1: found a byte order mark (U+FEFF), required none before the object".to_owned()
        }
        GameFault::Json(position, line, column, found) => json(text, *position, *line, *column, found),
        GameFault::Version(1) => format!(
            "bidding-game: found version 1, required {VERSION}: the old files differ in the number alone; write {VERSION} there"
        ),
        GameFault::Version(found) => format!("bidding-game: found version {found}, required {VERSION}"),
        GameFault::Title => format!(
            "title: found {}, required 1 to {NAME_CHARACTERS} characters, none of them a control character",
            field(text, "title").map_or("another".to_owned(), show)
        ),
        GameFault::NoTerminal => "positions: found none with a value, required one or more".to_owned(),
        GameFault::At(position, fault) => at(text, *position, fault),
    }
}

/// The number of the line that begins or goes on after these bytes.
fn line(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

/// How many bytes of the text stand before a part of it.
fn before<'a>(text: &'a str, part: &str) -> &'a [u8] {
    let length = part.as_ptr().addr() - text.as_ptr().addr();
    &text.as_bytes()[..length]
}

/// What stands in a field of an object.
fn field<'a>(object: &'a str, field: &str) -> Option<&'a str> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(object).ok()?;
    fields.get(field).map(|raw| raw.get())
}

/// An element of a list.
fn element(list: &str, number: usize) -> Option<&str> {
    let list: Vec<&RawValue> = serde_json::from_str(list).ok()?;
    list.get(number).map(|element| element.get())
}

/// A part of a file as it is shown: a text in quotation marks, anything else as it is written.
fn show(part: &str) -> String {
    serde_json::from_str::<String>(part).map_or_else(|_| plain(part, LETTERS), |text| quoted(&text))
}

/// What a position is called, in a sentence: its name, or its number where the name is what is wrong.
fn called(position: Option<&str>, number: usize, by_name: bool) -> String {
    let name = position.and_then(|position| field(position, "name"));
    let name = name.and_then(|name| serde_json::from_str::<String>(name).ok());
    match name.filter(|_| by_name) {
        Some(name) => format!("position {}", quoted(&name)),
        None => format!("position {number}, counted from 0"),
    }
}

/// The most letters of what the reader of JSON says, which may repeat names of fields.
const MOST_LETTERS: usize = 200;

/// What the reader of JSON says, without its own names for things.
fn in_words(found: &str) -> String {
    let objects = ["StatedVersion", "StatedGame", "StatedPosition", "StatedChance"];
    let found = objects
        .iter()
        .fold(found.to_owned(), |found, name| found.replace(&format!("expected struct {name}"), "expected an object"));
    found.replace("EOF", "the end of the file").replace("expected ident", "expected true, false or null")
}

/// What the reader of JSON says, and where.
fn json(text: &str, position: Option<usize>, line: usize, column: usize, found: &str) -> String {
    let found = found.rsplit_once(" at line ").map_or(found, |(found, _)| found);
    let found = plain(&in_words(found), MOST_LETTERS);
    let Some(number) = position else { return format!("line {line}, column {column}: {found}") };
    let position = field(text, "positions").and_then(|list| element(list, number));
    let called = called(position, number, true);
    let Some(position) = position else { return format!("{called}: {found}") };
    let before = before(text, position);
    let first = self::line(before);
    // In the first line of the position, the column is counted from where the position begins.
    let start = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let column = if line <= 1 { start + column } else { column };
    format!("line {}, column {column}: {called}: {found}", first + line.max(1) - 1)
}

/// The field that a fault is in.
fn field_of(position: &str, fault: &PositionFault) -> Option<&'static str> {
    match fault {
        PositionFault::Name | PositionFault::SameName(_) => Some("name"),
        PositionFault::Fields => misplaced(position),
        PositionFault::Value => Some("value"),
        PositionFault::Weight => Some("chance"),
        PositionFault::Dangling(_) => None,
    }
}

/// Whose turn it is, if there is such a field; no side if it says something else.
fn turn(position: &str) -> Option<Option<Side>> {
    match serde_json::from_str::<String>(field(position, "turn")?).as_deref() {
        Ok("left") => Some(Some(Side::White)),
        Ok("right") => Some(Some(Side::Black)),
        _ => Some(None),
    }
}

/// The first field that cannot stand there, or not beside the others. There is none if an option is missing.
fn misplaced(position: &str) -> Option<&'static str> {
    let (has, turn) = (|name| field(position, name).is_some(), turn(position));
    let closed = has("value") || has("chance");
    let wrong = [
        ("turn", turn == Some(None)),
        ("chance", has("chance") && has("value")),
        ("turn", turn.is_some() && closed),
        ("left", has("left") && (closed || turn == Some(Some(Side::Black)))),
        ("right", has("right") && (closed || turn == Some(Some(Side::White)))),
    ];
    wrong.into_iter().find(|(_, is_wrong)| *is_wrong).map(|(name, _)| name)
}

/// The field and the element of it that is the name of no position.
fn dangling<'a>(position: &'a str, wanted: &str) -> Option<(&'static str, &'a str)> {
    let is_wanted = |part: &str| serde_json::from_str::<String>(part).is_ok_and(|name| name == wanted);
    ["left", "right", "chance"].into_iter().find_map(|name| {
        let list: Vec<&RawValue> = serde_json::from_str(field(position, name)?).ok()?;
        let mut list = list.into_iter().map(RawValue::get);
        let found = list.find(|part| is_wanted(part) || field(part, "to").is_some_and(is_wanted));
        found.map(|part| (name, part))
    })
}

fn at(text: &str, number: usize, fault: &PositionFault) -> String {
    let position = field(text, "positions").and_then(|list| element(list, number));
    let part = match fault {
        PositionFault::Dangling(wanted) => position.and_then(|position| dangling(position, wanted)),
        _ => position.and_then(|position| {
            let name = field_of(position, fault)?;
            Some((name, field(position, name)?))
        }),
    };
    let line = part.map(|(_, part)| part).or(position).map_or(1, |part| line(before(text, part)));
    let found = part.map_or("another".to_owned(), |(_, part)| show(part));
    let words = match fault {
        PositionFault::Name => {
            format!("name: found {found}, required 1 to {NAME_CHARACTERS} characters, none of them a control character")
        }
        PositionFault::SameName(first) => {
            format!("found the name twice, of positions {first} and {number}, counted from 0, required different names")
        }
        PositionFault::Fields if position.and_then(turn) == Some(None) => {
            format!("turn: found {found}, required \"left\" or \"right\"")
        }
        PositionFault::Fields => match part {
            Some((name, _)) => {
                let fields = ["value", "chance", "turn", "left", "right"].into_iter();
                let others =
                    fields.filter(|other| *other != name && position.is_some_and(|p| field(p, other).is_some()));
                let others: Vec<String> = others.map(|other| format!("{other:?}")).collect();
                format!(
                    "found {name:?} beside {}, required a value alone, or chance alone, or options, at a turn those of one player",
                    others.join(" and ")
                )
            }
            None => "found no value and no option of either player, required a value, an option, or a turn".to_owned(),
        },
        PositionFault::Value => format!(
            "value: found {found}, required a number from 0 to 1 in digits without superfluous zeros, such as \"1\", \"0\", \"133/256\""
        ),
        PositionFault::Weight => format!(
            "chance: found {found}, required objects with \"to\" and \"weight\", the weights greater than 0, such as \"1/6\", with the sum 1 and a common \
             denominator below {WEIGHTS}"
        ),
        PositionFault::Dangling(wanted) => {
            let name = part.map_or("options", |(name, _)| name);
            format!("{name}: found {}, required the name of a position of the list", quoted(wanted))
        }
    };
    format!("line {line}: {}: {words}", called(position, number, *fault != PositionFault::Name))
}
