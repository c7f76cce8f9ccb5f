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

use super::error::{Field, GameError, Place};
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

impl Entry<'_> {
    /// Refuses the first two fields that do not go together.
    fn refuse_beside(&self) -> Result<(), (Field, GameError)> {
        let is_given = |side| if side == Side::White { self.left.is_some() } else { self.right.is_some() };
        let given = [Side::White, Side::Black].into_iter().find(|&side| is_given(side)).map(player);
        let (turn, chance) = (self.turn.as_ref().map(|_| "turn"), self.chance.as_ref().map(|_| "chance"));
        let (found, beside) = match (&self.value, chance) {
            (Some(_), _) if given.is_some() => return Err((None, GameError::Both { name: self.name.to_string() })),
            (Some(_), _) => (turn.or(chance), "a value"),
            (None, Some(_)) => (turn.or(given), "chance"),
            (None, None) => (None, ""),
        };
        found.map_or(Ok(()), |found| self.beside(found, beside))
    }

    fn beside(&self, found: &'static str, beside: &'static str) -> Result<(), (Field, GameError)> {
        Err((Some((found, None)), GameError::Beside { name: self.name.to_string(), found, beside }))
    }

    /// What happens there, given the numbers of all names.
    fn kind(&self, numbers: &HashMap<&str, u32>) -> Result<Kind, (Field, GameError)> {
        let name = || self.name.to_string();
        let number = |side: &'static str, place: usize, option: &str| {
            let dangling = || GameError::Dangling { name: name(), side, option: option.to_owned() };
            numbers.get(option).copied().ok_or_else(|| (Some((side, Some(place))), dangling()))
        };
        let options = |side: &'static str, options: &Option<Vec<Name<'_>>>| {
            let all = options.iter().flatten().enumerate();
            all.map(|(place, option)| number(side, place, &option.0)).collect::<Result<Vec<u32>, _>>()
        };
        if let Some(value) = &self.value {
            let wrong = || (Some(("value", None)), GameError::Value { name: name(), found: value.clone() });
            return Ok(Kind::Terminal(fraction(value).ok_or_else(wrong)?));
        }
        if let Some(draws) = &self.chance {
            let draw = |(place, Object(draw)): (usize, &Object<Drawn<'_>>)| {
                let wrong = |error| (Some(("chance", Some(place))), error);
                let to = number("chance", place, &draw.to)?;
                let weight = fraction(&draw.weight).filter(|weight| !weight.is_zero());
                let weight =
                    weight.ok_or_else(|| wrong(GameError::Weight { name: name(), found: draw.weight.to_string() }))?;
                let denominator = || wrong(GameError::Denominator { name: name() });
                Ok(Draw { to, weight: small(&weight).ok_or_else(denominator)? })
            };
            return Ok(Kind::Chance(draws.iter().enumerate().map(draw).collect::<Result<_, _>>()?));
        }
        let Some(turn) = &self.turn else {
            return Ok(Kind::Open { left: options("left", &self.left)?, right: options("right", &self.right)? });
        };
        let (side, own, others) = match &**turn {
            "left" => (Side::White, &self.left, &self.right),
            "right" => (Side::Black, &self.right, &self.left),
            _ => return Err((Some(("turn", None)), GameError::Turn { name: name(), found: turn.to_string() })),
        };
        if others.is_some() {
            match side {
                Side::White => self.beside("right", "the turn of left")?,
                Side::Black => self.beside("left", "the turn of right")?,
            }
        }
        Ok(Kind::Turn { side, options: options(player(side), own)? })
    }
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
            let kind = entry.refuse_beside().and_then(|()| entry.kind(&numbers));
            let placed = |(field, error)| (Some(Place { position: place, field }), error);
            Ok(Position { name: entry.name.to_string(), kind: kind.map_err(placed)? })
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
