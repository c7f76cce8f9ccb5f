//! Files of games beside those of the kernel: a JSON object with a version, a title, and a list of positions that have names.
//!
//! Responsible for what endless games and scored games share. Left to others: the fields of a position (`aims`, `scores`). How fields are read is the kernel's
//! (`graph`). Source: the chapter `docs/src/record/game-format.md`, which is normative, and says how names and titles are.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer as _;
use serde_json::value::RawValue;

use checker::failure::ensure;
use checker::graph::{Choice, Find, name, object, read};
use checker::limits::{Limit, TooMuch};
use checker::theorem::{Side, Turn};

/// Why a file is none of the games that were asked for. It says nothing about any certificate. Positions have numbers from 0, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Beyond a limit.
    Limit(TooMuch),
    /// No JSON object with the fields of such a game, or one of another version.
    File,
    /// A title that is no text, is empty, too long, or has a control character.
    Title,
    /// No position; or none with a score, in a scored game.
    Empty,
    /// Two positions of the same name.
    SameName,
    /// The position of this number is no JSON object with a name, as titles are, and the fields of one sort of position.
    Fields(u32),
    /// The reward or the score of the position of this number is no text with an integer or a fraction, in digits without superfluous zeros, both parts below
    /// 2^63.
    Amount(u32),
    /// The priority of the position of this number is no whole number from 0 to 63.
    Priority(u32),
    /// The options of the position of this number are not all of them positions, or its turn is nobody's, or the weights of chance are none; or somebody has to
    /// have one, and nobody has.
    Options(u32),
}

/// The positions of a file, and their names.
pub struct Listed<'a> {
    /// The title, if it has one.
    pub title: Option<String>,
    /// The names of the positions.
    pub names: Vec<Box<str>>,
    /// The positions, as they are written.
    pub positions: Vec<&'a RawValue>,
}

impl<'a> Listed<'a> {
    /// Reads a file of this version: the fields of the object, and those of a position; the name is the first of them.
    pub fn read<const N: usize>(
        bytes: &'a [u8],
        version: u64,
        fields: [&'static str; 3],
        position: [&'static str; N],
    ) -> Result<Self, GameFault> {
        Limit::GAME_BYTES.admit(bytes.len()).map_err(GameFault::Limit)?;
        let file = serde_json::from_slice(bytes).map_err(|_| GameFault::File)?;
        let [found, title, positions] = object(file, fields).ok_or(GameFault::File)?;
        ensure(found.and_then(read) == Some(version), GameFault::File)?;
        let title = title.map(|title| name(Some(title)).ok_or(GameFault::Title)).transpose()?;
        let positions: Vec<&RawValue> = positions.and_then(read).ok_or(GameFault::File)?;
        ensure(!positions.is_empty(), GameFault::Empty)?;
        Limit::GAME_POSITIONS.admit(positions.len()).map_err(GameFault::Limit)?;
        let named = |json: &RawValue| Some(name(object(json, position)?[0])?.into());
        let names = (0..).zip(&positions).map(|(number, json)| named(json).ok_or(GameFault::Fields(number)));
        let names = names.collect::<Result<_, _>>()?;
        Ok(Self { title, names, positions })
    }

    /// The numbers of the names, which are all different.
    pub fn numbers(&self) -> Result<BTreeMap<&str, u32>, GameFault> {
        let numbers: BTreeMap<&str, u32> = self.names.iter().map(|name| &**name).zip(0..).collect();
        ensure(numbers.len() == self.names.len(), GameFault::SameName)?;
        Ok(numbers)
    }
}

/// The options of players. One who may come to move and has none passes.
pub fn listed(number: u32, turn: Turn, lists: [Option<&RawValue>; 2], find: Find) -> Option<Vec<Choice>> {
    let mut options = Vec::new();
    for (side, list) in Side::BOTH.into_iter().zip(lists) {
        let names: Vec<&RawValue> = list.map_or(Some(vec![]), read)?;
        if names.is_empty() && turn != Turn::Of(side.other()) {
            options.push((side, 1, number));
        }
        options.reserve_exact(names.len());
        for name in names {
            options.push((side, 1, find(name)?));
        }
    }
    Some(options)
}

/// The parts of a natural number or of a fraction of two, in digits without superfluous zeros. The denominator is not 0.
fn parts(text: &str) -> Option<(BigUint, BigUint)> {
    let (numerator, denominator) = text.split_once('/').map_or((text, "1"), |parts| parts);
    let natural = |digits: &str| {
        let fine = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        Limit::GAME_DIGITS.admit(digits.len()).ok().filter(|_| fine)?;
        BigUint::parse_bytes(digits.as_bytes(), 10)
    };
    let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
    (denominator > BigUint::ZERO).then_some((numerator, denominator))
}

/// A reward: in front of a number that does not begin with 0 there may be a minus. As they are written, numerator and denominator are below 2^63.
pub fn reward(json: &RawValue) -> Option<(i64, u64)> {
    let text: &str = &read::<String>(json)?;
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (numerator, denominator) = parts(rest).filter(|_| sign > 0 || !rest.starts_with('0'))?;
    let [numerator, denominator] = [numerator, denominator].map(|part| i64::try_from(part).ok());
    let (numerator, denominator) = (numerator?, denominator?);
    let divisor = numerator.gcd(&denominator);
    Some((sign * (numerator / divisor), u64::try_from(denominator / divisor).ok()?))
}

/// A difference of two fractions: its numerator, and its denominator. All parts are below 2^63 but for the sign, so these are below 2^127.
pub fn minus((a, b): (i64, u64), (c, d): (i64, u64)) -> (i128, u128) {
    (i128::from(a) * i128::from(d) - i128::from(c) * i128::from(b), u128::from(b) * u128::from(d))
}
