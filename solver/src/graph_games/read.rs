//! A game from its JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{ToPrimitive as _, Zero as _};
use serde::de;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::{GameError, Place};
use super::{Draw, Game, Kind, Position, VERSION, fraction, player};
use crate::graph::labels::Side;

/// A JSON object with the fields of a structure. Serde alone would take a list of the fields' values in its place.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        /// Takes nothing but an object.
        struct Fields<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Fields<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
                T::deserialize(de::value::MapAccessDeserializer::new(fields))
            }
        }
        input.deserialize_map(Fields(std::marker::PhantomData)).map(Self)
    }
}

/// A field that may be left out; `null` does not leave it out.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// The file. Serde refuses fields that occur twice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    /// Read before all else, as [`Version`].
    #[serde(rename = "bidding-game")]
    _version: u64,
    #[serde(default, deserialize_with = "given")]
    title: Option<String>,
    #[serde(borrow)]
    positions: Vec<Object<Entry<'a>>>,
}

/// A position of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(default, deserialize_with = "given")]
    value: Option<String>,
    #[serde(borrow, default, deserialize_with = "given")]
    left: Option<Vec<Name<'a>>>,
    #[serde(borrow, default, deserialize_with = "given")]
    right: Option<Vec<Name<'a>>>,
    #[serde(borrow, default, deserialize_with = "given")]
    turn: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "given")]
    chance: Option<Vec<Object<Drawn<'a>>>>,
}

/// An option of chance in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn<'a> {
    #[serde(borrow)]
    to: Cow<'a, str>,
    #[serde(borrow)]
    weight: Cow<'a, str>,
}

/// The name of an option, borrowed from the file where that is possible.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// Only the version, to be compared before all else.
#[derive(Deserialize)]
struct Version {
    #[serde(rename = "bidding-game")]
    version: u64,
}

impl Game {
    /// Reads the JSON of a game.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, with line and column, or with line and position.
    pub fn read(json: &str) -> Result<Self, GameError> {
        let reason = |error: serde_json::Error| GameError::Json { reason: error.to_string() };
        let no_json = |reason: &str| Err(GameError::Json { reason: reason.to_owned() });
        if json.is_empty() {
            return no_json("found an empty file, required a game");
        }
        if json.starts_with('\u{feff}') {
            return no_json("line 1: found a byte order mark, required none");
        }
        let Object(Version { version: found }) = serde_json::from_str(json).map_err(reason)?;
        if found != VERSION {
            return Err(GameError::Version { found });
        }
        let Object(File { title, positions: entries, .. }) = serde_json::from_str(json).map_err(reason)?;
        let entries: Vec<Entry<'_>> = entries.into_iter().map(|entry| entry.0).collect();
        // Of two of one name the first counts here; `new` refuses them.
        let mut numbers: HashMap<&str, u32> = HashMap::with_capacity(entries.len());
        for (number, entry) in entries.iter().enumerate() {
            let number = u32::try_from(number).map_err(|_| GameError::Size { found: entries.len() })?;
            numbers.entry(&entry.name).or_insert(number);
        }
        let read = |(place, entry): (usize, &Entry<'_>)| {
            let name = entry.name.to_string();
            let wrong = |field, error| (Some(Place { position: place, field }), error);
            let options = |side: &'static str, options: &Option<Vec<Name<'_>>>| {
                let number = |(place, option): (usize, &Name<'_>)| {
                    let dangling = || {
                        let error = GameError::Dangling { name: name.clone(), side, option: option.0.to_string() };
                        wrong(Some((side, Some(place))), error)
                    };
                    numbers.get(&*option.0).copied().ok_or_else(dangling)
                };
                options.iter().flatten().enumerate().map(number).collect::<Result<Vec<u32>, _>>()
            };
            // The first two fields that do not go together.
            let beside = |found, beside, field| {
                Err(wrong(Some((field, None)), GameError::Beside { name: name.clone(), found, beside }))
            };
            let is_given = |side| if side == Side::White { entry.left.is_some() } else { entry.right.is_some() };
            if entry.value.is_some() {
                if is_given(Side::White) || is_given(Side::Black) {
                    return Err(wrong(None, GameError::Both { name }));
                } else if entry.turn.is_some() {
                    return beside("turn", "a value", "turn");
                } else if entry.chance.is_some() {
                    return beside("chance", "a value", "chance");
                }
            }
            if entry.chance.is_some() {
                if entry.turn.is_some() {
                    return beside("turn", "chance", "turn");
                } else if let Some(side) = [Side::White, Side::Black].into_iter().find(|&side| is_given(side)) {
                    return beside(player(side), "chance", player(side));
                }
            }
            let kind = if let Some(value) = &entry.value {
                let found =
                    || wrong(Some(("value", None)), GameError::Value { name: name.clone(), found: value.clone() });
                Kind::Terminal(fraction(value).ok_or_else(found)?)
            } else if let Some(draws) = &entry.chance {
                let draw = |(place, Object(draw)): (usize, &Object<Drawn<'_>>)| {
                    let wrong = |error| wrong(Some(("chance", Some(place))), error);
                    let to = numbers.get(&*draw.to).copied().ok_or_else(|| {
                        let option = draw.to.to_string();
                        wrong(GameError::Dangling { name: name.clone(), side: "chance", option })
                    })?;
                    let weight = fraction(&draw.weight).filter(|weight| !weight.is_zero()).ok_or_else(|| {
                        wrong(GameError::Weight { name: name.clone(), found: draw.weight.to_string() })
                    })?;
                    let denominator = || wrong(GameError::Denominator { name: name.clone() });
                    Ok(Draw { to, weight: small(&weight).ok_or_else(denominator)? })
                };
                Kind::Chance(draws.iter().enumerate().map(draw).collect::<Result<_, _>>()?)
            } else if let Some(turn) = &entry.turn {
                let (side, own, others) = match &**turn {
                    "left" => (Side::White, &entry.left, &entry.right),
                    "right" => (Side::Black, &entry.right, &entry.left),
                    _ => {
                        let found = turn.to_string();
                        return Err(wrong(Some(("turn", None)), GameError::Turn { name, found }));
                    }
                };
                if others.is_some() {
                    return match side {
                        Side::White => beside("right", "the turn of left", "right"),
                        Side::Black => beside("left", "the turn of right", "left"),
                    };
                }
                Kind::Turn { side, options: options(player(side), own)? }
            } else {
                Kind::Open { left: options("left", &entry.left)?, right: options("right", &entry.right)? }
            };
            Ok(Position { name, kind })
        };
        let positions = entries.iter().enumerate().map(read).collect::<Result<_, _>>();
        let game = positions.and_then(|positions| Self::placed(title, positions));
        game.map_err(|(place, error)| match place.and_then(|place| line(json, place)) {
            Some(line) => GameError::At { line, error: Box::new(error) },
            None => error,
        })
    }
}

/// A weight whose numerator and denominator are below 2^64; none where they are not.
fn small(weight: &Ratio<BigUint>) -> Option<Ratio<u64>> {
    Some(Ratio::new_raw(weight.numer().to_u64()?, weight.denom().to_u64()?))
}

/// The line of a place in a file that was read, from 1. Only for an error: the file is read once more, for where its parts begin.
fn line(json: &str, place: Place) -> Option<usize> {
    #[derive(Deserialize)]
    struct Parts<'a> {
        #[serde(borrow)]
        positions: Vec<&'a RawValue>,
    }
    let parts: Parts<'_> = serde_json::from_str(json).ok()?;
    let mut part = *parts.positions.get(place.position)?;
    if let Some((field, option)) = place.field {
        let fields: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(part.get()).ok()?;
        part = fields.get(field)?;
        if let Some(option) = option {
            let options: Vec<&RawValue> = serde_json::from_str(part.get()).ok()?;
            part = options.get(option)?;
        }
    }
    let start = (part.get().as_ptr() as usize).checked_sub(json.as_ptr() as usize)?;
    Some(1 + json.get(..start)?.matches('\n').count())
}
