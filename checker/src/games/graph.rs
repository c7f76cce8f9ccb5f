//! Games in a file: any finite game of two players, as a graph in JSON.
//!
//! Responsible for reading the file and refusing what is none; for positions by number and by name, and where their options lead. Nothing is
//! *verified* of a game: it is what the verdict is about. Left is White, and Right is Black. Source: the chapter "Games as graphs", which is
//! normative.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::{Rules, Step, Table, Target};
use crate::certificate::Digest;
use crate::limits::{Limit, TooMuch};
use crate::numbers::{Fraction, Fractions, at};
use crate::theorem::{Side, Turn};

/// The version of game files that this module reads.
pub const VERSION: u64 = 2;
/// The most characters of a name or of a title.
pub const NAME_CHARACTERS: usize = 200;
/// The weights of one position have a common denominator below this.
pub const WEIGHTS: u32 = 1 << 16;

/// Why a file is no game. It says nothing about any certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Beyond a limit.
    Limit(TooMuch),
    /// No byte at all.
    Empty,
    /// A byte order mark before the text.
    ByteOrderMark,
    /// Bytes that are no UTF-8, from this one on.
    Utf8(usize),
    /// No JSON, or other fields or types than those of a game: line, column, and what the JSON reader says.
    Json(usize, usize, String),
    /// A version that this module does not read.
    Version(u64),
    /// A title that is empty, too long, or has a control character.
    Title,
    /// No position at all, or none that is terminal.
    NoPosition,
    /// Something is wrong with the position of a number: in this field, and there in the option of that place.
    At(usize, &'static str, Option<usize>, PositionFault),
}

/// What is wrong with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// The name is empty, too long, or has a control character.
    Name,
    /// The name is that of an earlier position, of this number.
    SameName(u32),
    /// A field that cannot stand beside the others.
    Beside,
    /// Neither a value nor an option nor a turn.
    Nothing,
    /// Neither `left` nor `right`.
    Turn,
    /// No fraction in digits without superfluous zeros.
    Spelling,
    /// A fraction above 1, or with the denominator 0.
    Value,
    /// A weight that is 0, or weights whose common denominator is too large or whose sum is not 1.
    Weight,
    /// An option that is no position.
    Dangling,
}

impl From<TooMuch> for GameFault {
    fn from(much: TooMuch) -> Self {
        Self::Limit(much)
    }
}

impl From<serde_json::Error> for GameFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error.line(), error.column(), error.to_string())
    }
}

// ANCHOR: fields
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedGame<'a> {
    #[serde(rename = "bidding-game")]
    _version: u64,
    #[serde(borrow, default, deserialize_with = "present")]
    title: Option<Text<'a>>,
    #[serde(borrow)]
    positions: Vec<Object<StatedPosition<'a>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedPosition<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "present")]
    turn: Option<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "present")]
    left: Option<Vec<Text<'a>>>,
    #[serde(borrow, default, deserialize_with = "present")]
    right: Option<Vec<Text<'a>>>,
    #[serde(borrow, default, deserialize_with = "present")]
    chance: Option<Vec<Object<StatedChance<'a>>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedChance<'a> {
    #[serde(borrow)]
    to: Text<'a>,
    #[serde(borrow)]
    weight: Text<'a>,
}

#[derive(serde::Deserialize)]
struct StatedVersion {
    #[serde(rename = "bidding-game")]
    version: u64,
}
// ANCHOR_END: fields

/// A text, which is copied only if something is escaped in it.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// What a field has that is there: `null` is no way to leave it out.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A JSON object; derived readers would also take a list of the fields' contents.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OfObject(PhantomData))
    }
}

struct OfObject<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OfObject<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// A position of a game.
#[derive(Debug)]
enum Place {
    /// The game ends: the index of its value.
    Terminal(u32),
    /// It goes on: the number among those that do, whose turn it is, and the options: whose, with which weight, to which position.
    Inner(u32, Turn, Box<[(Side, u32, u32)]>),
}

/// A game. Its positions have numbers from 0 in the order of the file; those that are not terminal have numbers of their own, by which the
/// certificate knows them.
#[derive(Debug)]
pub struct Game {
    /// The digest of the file.
    pub digest: Digest,
    /// The title, if it has one.
    pub title: Option<String>,
    /// The names of all positions.
    pub names: Vec<Box<str>>,
    places: Vec<Place>,
    /// The positions that are not terminal.
    pub inner: Vec<u32>,
    /// The values of those that are.
    pub values: Fractions,
}

impl Game {
    /// Reads the file of a game.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        Limit::GameBytes.admit(bytes.len())?;
        if bytes.is_empty() {
            return Err(GameFault::Empty);
        }
        let text = std::str::from_utf8(bytes).map_err(|error| GameFault::Utf8(error.valid_up_to()))?;
        if text.starts_with('\u{feff}') {
            return Err(GameFault::ByteOrderMark);
        }
        let Object(StatedVersion { version }) = serde_json::from_str(text)?;
        if version != VERSION {
            return Err(GameFault::Version(version));
        }
        let Object(StatedGame { title, positions, .. }) = serde_json::from_str(text)?;
        let title = title.map(|Text(title)| title.into_owned());
        if title.as_ref().is_some_and(|title| !is_name(title)) {
            return Err(GameFault::Title);
        }
        Limit::GamePositions.admit(positions.len())?;
        let count = |list: &Option<Vec<Text>>| list.as_ref().map_or(0, Vec::len);
        let chances = |p: &StatedPosition| p.chance.as_ref().map_or(0, Vec::len);
        Limit::GameOptions
            .admit(positions.iter().map(|Object(p)| count(&p.left) + count(&p.right) + chances(p)).sum::<usize>())?;
        let names: Vec<Box<str>> = positions.iter().map(|Object(p)| Box::from(&*p.name.0)).collect();
        let mut numbers = BTreeMap::new();
        for (place, (number, name)) in (0..).zip(&names).enumerate() {
            let wrong = |fault| Err(GameFault::At(place, "name", None, fault));
            if !is_name(name) {
                return wrong(PositionFault::Name);
            }
            if let Some(first) = numbers.insert(&**name, number) {
                return wrong(PositionFault::SameName(first));
            }
        }
        let (mut places, mut inner, mut values) = (Vec::new(), Vec::new(), Fractions::default());
        for (number, Object(position)) in (0..).zip(positions) {
            let fault = |(field, option, fault)| GameFault::At(at(number), field, option, fault);
            places.push(match place(position, number, &numbers).map_err(fault)? {
                Ok(value) => {
                    Limit::Bits.admit(value.denominator.bits())?;
                    values.push(value);
                    Place::Terminal(index(values.numerators.len() - 1))
                }
                Err((turn, options)) => {
                    inner.push(number);
                    Place::Inner(index(inner.len() - 1), turn, options.into())
                }
            });
        }
        if values.numerators.is_empty() {
            return Err(GameFault::NoPosition);
        }
        Ok(Self { digest: Digest::of(bytes), title, names, places, inner, values })
    }

    /// Which of the positions that are not terminal the position of a number is, or which of the values it has.
    pub fn place(&self, number: usize) -> Result<u32, u32> {
        match &self.places[number] {
            Place::Inner(inner, ..) => Ok(*inner),
            Place::Terminal(value) => Err(*value),
        }
    }
}

fn index(number: usize) -> u32 {
    u32::try_from(number).expect("within the limit of positions")
}

fn is_name(text: &str) -> bool {
    (1..=NAME_CHARACTERS).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

type Fault = (&'static str, Option<usize>, PositionFault);
type Open = (Turn, Vec<(Side, u32, u32)>);

/// What is written of the position of a number: its value, or whose turn it is and the options.
fn place(p: StatedPosition, number: u32, numbers: &BTreeMap<&str, u32>) -> Result<Result<Fraction, Open>, Fault> {
    let turn = match p.turn.as_ref().map(|Text(turn)| &**turn) {
        None => None,
        Some("left") => Some(Side::White),
        Some("right") => Some(Side::Black),
        Some(_) => return Err(("turn", None, PositionFault::Turn)),
    };
    let given = [
        ("turn", p.turn.is_some(), p.value.is_some() || p.chance.is_some()),
        ("left", p.left.is_some(), p.value.is_some() || p.chance.is_some() || turn == Some(Side::Black)),
        ("right", p.right.is_some(), p.value.is_some() || p.chance.is_some() || turn == Some(Side::White)),
        ("chance", p.chance.is_some(), p.value.is_some()),
    ];
    if let Some((field, ..)) = given.iter().find(|(_, is_there, must_not)| *is_there && *must_not) {
        return Err((field, None, PositionFault::Beside));
    }
    if let Some(Text(value)) = p.value {
        let value = fraction(&value).map_err(|fault| ("value", None, fault))?;
        return Ok(Ok(value));
    }
    let find = |field, place, Text(name): &Text| {
        numbers.get(&**name).copied().ok_or((field, Some(place), PositionFault::Dangling))
    };
    if let Some(chance) = p.chance {
        return weighted(&chance, |place, to| find("chance", place, to)).map(Err);
    }
    let mut options = Vec::new();
    for (side, field, list) in [(Side::White, "left", p.left), (Side::Black, "right", p.right)] {
        for (place, name) in list.iter().flatten().enumerate() {
            options.push((side, 1, find(field, place, name)?));
        }
    }
    if options.is_empty() && turn.is_none() {
        return Err(("name", None, PositionFault::Nothing));
    }
    for side in Side::BOTH {
        // A pass.
        if turn.is_none_or(|turn| turn == side) && options.iter().all(|option| option.0 != side) {
            options.push((side, 1, number));
        }
    }
    Ok(Err((turn.map_or(Turn::Bid, Turn::Of), options)))
}

// ANCHOR: chance
/// The options of chance: weights as natural numbers whose sum is their common denominator.
fn weighted(chance: &[Object<StatedChance>], find: impl Fn(usize, &Text) -> Result<u32, Fault>) -> Result<Open, Fault> {
    let wrong = |place, fault| ("chance", place, fault);
    let (mut weights, mut common) = (Vec::new(), 1);
    for (place, Object(StatedChance { weight, .. })) in chance.iter().enumerate() {
        let Fraction { numerator, denominator } = fraction(&weight.0).map_err(|fault| wrong(Some(place), fault))?;
        let divisor = numerator.gcd(&denominator);
        let small =
            |number: BigUint| u32::try_from(number / &divisor).ok().filter(|&number| (1..WEIGHTS).contains(&number));
        let pair = small(numerator).zip(small(denominator)).ok_or(wrong(Some(place), PositionFault::Weight))?;
        weights.push(pair);
        common = u64::from(pair.1).lcm(&common);
        if common >= u64::from(WEIGHTS) {
            return Err(wrong(Some(place), PositionFault::Weight));
        }
    }
    let common = u32::try_from(common).expect("below 2^16");
    let weights: Vec<u32> =
        weights.into_iter().map(|(numerator, denominator)| common / denominator * numerator).collect();
    if weights.iter().map(|&weight| u64::from(weight)).sum::<u64>() != u64::from(common) {
        return Err(wrong(None, PositionFault::Weight));
    }
    let option = |(place, (Object(stated), weight)): (usize, (&Object<StatedChance>, u32))| {
        Ok((Side::White, weight, find(place, &stated.to)?))
    };
    Ok((Turn::Chance, chance.iter().zip(weights).enumerate().map(option).collect::<Result<_, _>>()?))
}
// ANCHOR_END: chance

/// A fraction from 0 to 1 as it is written.
fn fraction(text: &str) -> Result<Fraction, PositionFault> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let read = |digits: &str| {
        let is_number =
            digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let digits = digits.as_bytes();
        Limit::GameDigits.admit(digits.len()).ok().filter(|_| is_number)?;
        BigUint::parse_bytes(digits, 10)
    };
    let (numerator, denominator) = read(numerator).zip(read(denominator)).ok_or(PositionFault::Spelling)?;
    if denominator.is_zero() || numerator > denominator {
        return Err(PositionFault::Value);
    }
    Ok(Fraction { numerator, denominator })
}

impl Rules for Game {
    type Position = u32;

    fn turn(&self, &number: &u32) -> Turn {
        match self.places[at(self.inner[at(number)])] {
            Place::Inner(_, turn, _) => turn,
            Place::Terminal(_) => unreachable!("inner positions are not terminal"),
        }
    }

    fn options(&self, &number: &u32, mut tell: impl FnMut(Step<u32>)) {
        if let Place::Inner(_, _, options) = &self.places[at(self.inner[at(number)])] {
            for &(side, weight, to) in options {
                let target = match self.place(at(to)) {
                    Ok(inner) => Target::To(inner),
                    Err(number) => Target::Known { border: 0, number },
                };
                tell((side, weight, to, target));
            }
        }
    }
}

impl Table for Game {
    const STATES_MOVES: bool = false;

    fn count(&self) -> usize {
        self.inner.len()
    }

    fn borders(&self) -> Vec<Option<(usize, bool)>> {
        vec![None]
    }

    fn may_begin_slice(&self, _: usize) -> bool {
        true
    }
}
