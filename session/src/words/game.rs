//! Why a file is no game, with the line. The fault itself says which part of the file is none; the rest is found by a second reading of the
//! text, which nothing depends on but the words.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::failure::too_much;
use crate::escape::{LETTERS, cut, quoted};
use checker::graph::{GameFault, NAME_CHARACTERS, VERSION};
use checker::numbers::at;
use checker::theorem::Side;

#[derive(Deserialize)]
struct StatedVersion {
    #[serde(rename = "bidding-game")]
    version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedGame<'a> {
    #[serde(rename = "bidding-game")]
    _version: u64,
    #[serde(default, deserialize_with = "present")]
    title: Option<String>,
    #[serde(borrow)]
    positions: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedPosition<'a> {
    name: String,
    #[serde(rename = "value", default, deserialize_with = "present")]
    _value: Option<String>,
    #[serde(rename = "turn", default, deserialize_with = "present")]
    _turn: Option<String>,
    #[serde(rename = "left", default, deserialize_with = "present")]
    _left: Option<Vec<String>>,
    #[serde(rename = "right", default, deserialize_with = "present")]
    _right: Option<Vec<String>>,
    #[serde(rename = "chance", borrow, default, deserialize_with = "present")]
    _chance: Option<Vec<&'a RawValue>>,
}

/// What a field has that is there: `null` is no way to leave it out.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Line and column, and what the reader of JSON says.
type Complaint = (usize, usize, String);

/// Reads an object. A list of the fields' contents, which derived readers would take, is none.
fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Complaint> {
    if text.trim_start().starts_with('[') {
        return Err((1, 1, "expected an object".to_owned()));
    }
    serde_json::from_str(text).map_err(|error| (error.line(), error.column(), error.to_string()))
}

/// Why these bytes are no game.
pub fn game_fault(bytes: &[u8], fault: &GameFault) -> String {
    if let GameFault::Limit(much) = fault {
        return too_much(*much);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let byte = error.valid_up_to();
            let line = line(&bytes[..byte]);
            return format!("line {line}, byte {byte} of the file: found no UTF-8, required UTF-8");
        }
    };
    if text.is_empty() {
        return "found an empty file, required a JSON object".to_owned();
    }
    if text.starts_with('\u{feff}') {
        return "line 1, column 1: found a byte order mark (U+FEFF), required none before the object".to_owned();
    }
    file(text, fault).unwrap_or_else(|complaint| json(text, None, complaint))
}

/// Why a text is no game; or what the reader of JSON says of it.
fn file(text: &str, fault: &GameFault) -> Result<String, Complaint> {
    let StatedVersion { version } = object(text)?;
    if version == 1 {
        return Ok(format!(
            "bidding-game: found version 1, required {VERSION}: the old files differ in the number alone; write {VERSION} there"
        ));
    }
    if version != VERSION {
        return Ok(format!("bidding-game: found version {version}, required {VERSION}"));
    }
    let StatedGame { title, positions, .. } = object(text)?;
    let names: Vec<Option<String>> = positions.iter().map(|position| text_of(field(position.get(), "name")?)).collect();
    Ok(match *fault {
        GameFault::Limit(much) => too_much(much),
        GameFault::File => "found another object, required a game".to_owned(),
        GameFault::Title => format!(
            "title: found {}, required 1 to {NAME_CHARACTERS} characters, none of them a control character",
            title.map_or("another".to_owned(), |title| quoted(&title))
        ),
        GameFault::SameName => same_name(text, &positions, &names),
        GameFault::NoTerminal => "positions: found none with a value, required one or more".to_owned(),
        GameFault::Fields(number) | GameFault::Value(number) | GameFault::Options(number) => {
            let number = at(number);
            match positions.get(number) {
                Some(position) => in_position(text, number, position.get(), fault, &names),
                None => format!("{}: found none", called(None, number)),
            }
        }
    })
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

/// What a part of a file is as a text, if it is one.
fn text_of(part: &str) -> Option<String> {
    serde_json::from_str(part).ok()
}

/// A part of a file as it is shown: a text in quotation marks, anything else as it is written.
fn show(part: &str) -> String {
    text_of(part).map_or_else(|| cut(part, LETTERS), |text| quoted(&text))
}

/// What a position is called, in a sentence: its name, or its number where it has none.
fn called(name: Option<&str>, number: usize) -> String {
    match name {
        Some(name) => format!("position {}", quoted(name)),
        None => format!("position {number}, counted from 0"),
    }
}

/// The most letters of what the reader of JSON says, which may repeat names of fields.
const MOST_LETTERS: usize = 200;

/// What the reader of JSON says, without its own names for things.
fn in_words(found: &str) -> String {
    let objects = ["StatedVersion", "StatedGame", "StatedPosition"];
    let found = objects
        .iter()
        .fold(found.to_owned(), |found, name| found.replace(&format!("expected struct {name}"), "expected an object"));
    found.replace("EOF", "the end of the file").replace("expected ident", "expected true, false or null")
}

/// What the reader of JSON says, and where: of the file, or of a part of it with what that is called.
fn json(text: &str, part: Option<(&str, String)>, (line, column, found): Complaint) -> String {
    let found = found.rsplit_once(" at line ").map_or(&*found, |(found, _)| found);
    let found = cut(&in_words(found), MOST_LETTERS);
    let Some((part, called)) = part else { return format!("line {line}, column {column}: {found}") };
    let before = before(text, part);
    let first = self::line(before);
    // In the first line of the part, the column is counted from where the part begins.
    let start = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let column = if line <= 1 { start + column } else { column };
    format!("line {}, column {column}: {called}: {found}", first + line.max(1) - 1)
}

/// The first position whose name an earlier one has.
fn same_name(text: &str, positions: &[&RawValue], names: &[Option<String>]) -> String {
    let mut first = BTreeMap::new();
    for (number, name) in names.iter().enumerate() {
        if let Some(first) = first.insert(name, number) {
            let position = positions[number].get();
            let line = line(before(text, field(position, "name").unwrap_or(position)));
            let called = called(name.as_deref(), number);
            return format!(
                "line {line}: {called}: found the name twice, of positions {first} and {number}, counted from 0, required different names"
            );
        }
    }
    "found two positions of the same name, required different names".to_owned()
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

/// The field and the element of it that is the name of no position, and what it says.
fn dangling<'a>(position: &'a str, names: &BTreeSet<&str>) -> Option<(&'static str, &'a str, String)> {
    ["left", "right", "chance"].into_iter().find_map(|name| {
        let list: Vec<&RawValue> = serde_json::from_str(field(position, name)?).ok()?;
        list.into_iter().map(RawValue::get).find_map(|part| {
            let option = if name == "chance" { text_of(field(part, "to")?) } else { text_of(part) }?;
            (!names.contains(&*option)).then_some((name, part, option))
        })
    })
}

/// What is wrong with a position that has a name, and the part of it that the words are about, unless it is all of it.
fn wrong<'a>(position: &'a str, fault: &GameFault, names: &[Option<String>]) -> (String, Option<&'a str>) {
    let part = |name: &str| field(position, name);
    let found = |name: &str| part(name).map_or("another".to_owned(), show);
    let nothing = "found no value and no option of either player, required a value, an option, or a turn";
    match fault {
        GameFault::Value(_) => (
            format!(
                "value: found {}, required a number from 0 to 1 in digits without superfluous zeros, such as \"1\", \"0\", \"133/256\"",
                found("value")
            ),
            part("value"),
        ),
        GameFault::Options(_) => {
            let names = names.iter().flatten().map(|name| &**name).collect();
            if let Some((name, part, wanted)) = dangling(position, &names) {
                let wanted = quoted(&wanted);
                (format!("{name}: found {wanted}, required the name of a position of the list"), Some(part))
            } else if part("chance").is_some() {
                let words = format!(
                    "chance: found {}, required objects with \"to\" and \"weight\", the weights greater than 0, such as \"1/6\", with the sum 1 and a common \
                     denominator below 2^64",
                    found("chance")
                );
                (words, part("chance"))
            } else {
                (nothing.to_owned(), None)
            }
        }
        _ if turn(position) == Some(None) => {
            (format!("turn: found {}, required \"left\" or \"right\"", found("turn")), part("turn"))
        }
        _ => match misplaced(position) {
            Some(name) => {
                let others = ["value", "chance", "turn", "left", "right"].into_iter();
                let others = others.filter(|other| *other != name && part(other).is_some());
                let others: Vec<String> = others.map(|other| format!("{other:?}")).collect();
                let words = format!(
                    "found {name:?} beside {}, required a value alone, or chance alone, or options, at a turn those of one player",
                    others.join(" and ")
                );
                (words, part(name))
            }
            None => (nothing.to_owned(), None),
        },
    }
}

/// What is wrong with the position of a number.
fn in_position(text: &str, number: usize, position: &str, fault: &GameFault, names: &[Option<String>]) -> String {
    let name = match object::<StatedPosition>(position) {
        Ok(StatedPosition { name, .. }) => name,
        Err(complaint) => return json(text, Some((position, called(names[number].as_deref(), number))), complaint),
    };
    let line = |part| line(before(text, part));
    if !(1..=NAME_CHARACTERS).contains(&name.chars().count()) || name.contains(char::is_control) {
        return format!(
            "line {}: {}: name: found {}, required 1 to {NAME_CHARACTERS} characters, none of them a control character",
            line(field(position, "name").unwrap_or(position)),
            called(None, number),
            quoted(&name)
        );
    }
    let (words, part) = wrong(position, fault, names);
    format!("line {}: {}: {words}", line(part.unwrap_or(position)), called(Some(&name), number))
}
