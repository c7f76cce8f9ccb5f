//! Games in a file: any finite game of two players, as a graph in JSON.
//!
//! Responsible for reading the file and refusing what is none; for positions by number, and where their options lead. Nothing is
//! *verified* of a game: it is what the verdict is about. Left is White, and Right is Black. Source: the chapter "Games as graphs", which is
//! normative.

use std::borrow::Cow;
use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use serde::de::{Deserialize, Deserializer};
use serde_json::value::RawValue;

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
    /// Bytes that are no UTF-8, from this one on.
    Utf8(usize),
    /// No JSON, or other fields or types than those of a game: in the file, or in the position of a number; line and column there, and what
    /// the JSON reader says.
    Json(Option<usize>, usize, usize, String),
    /// A version that this module does not read.
    Version(u64),
    /// A title that is empty, too long, or has a control character.
    Title,
    /// No position that is terminal.
    NoTerminal,
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
    /// The field cannot stand beside the others.
    Beside,
    /// There is neither a value nor an option nor a turn.
    Nothing,
    /// A turn is neither `left` nor `right`.
    Turn,
    /// No fraction in digits without superfluous zeros, from 0 to 1.
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

// ANCHOR: fields
#[derive(serde::Deserialize)]
struct StatedVersion {
    #[serde(rename = "bidding-game")]
    version: u64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedGame<'a> {
    #[serde(rename = "bidding-game")]
    _version: u64,
    #[serde(borrow, default, deserialize_with = "present")]
    title: Option<Text<'a>>,
    #[serde(borrow)]
    positions: Vec<&'a RawValue>,
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
    chance: Option<Vec<&'a RawValue>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedChance<'a> {
    #[serde(borrow)]
    to: Text<'a>,
    #[serde(borrow)]
    weight: Text<'a>,
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

/// Reads a JSON object: the file, or the position of a number. A list of the fields' contents, which derived readers would take, is none.
fn object<'a, T: Deserialize<'a>>(text: &'a str, position: Option<usize>) -> Result<T, GameFault> {
    let wrong = |error: serde_json::Error| GameFault::Json(position, error.line(), error.column(), error.to_string());
    let is_list = text.trim_start().starts_with('[');
    if is_list {
        Err(GameFault::Json(position, 1, 1, "expected an object".to_owned()))
    } else {
        serde_json::from_str(text).map_err(wrong)
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
        let text = std::str::from_utf8(bytes).map_err(|error| GameFault::Utf8(error.valid_up_to()))?;
        let StatedVersion { version } = object(text, None)?;
        if version != VERSION {
            return Err(GameFault::Version(version));
        }
        let StatedGame { title, positions, .. } = object(text, None)?;
        if title.as_ref().is_some_and(|Text(title)| !is_name(title)) {
            return Err(GameFault::Title);
        }
        Limit::GamePositions.admit(positions.len())?;
        let positions = positions.iter().enumerate().map(|(place, raw)| object(raw.get(), Some(place)));
        let positions = positions.collect::<Result<Vec<StatedPosition>, _>>()?;
        let names: Vec<Box<str>> = positions.iter().map(|p| Box::from(&*p.name.0)).collect();
        let (mut numbers, mut left) = (BTreeMap::new(), 0);
        for (place, (number, p)) in (0..).zip(&positions).enumerate() {
            let name = &*names[place];
            let taken = numbers.insert(name, number).map(PositionFault::SameName);
            if let Some(fault) = if is_name(name) { taken } else { Some(PositionFault::Name) } {
                return Err(GameFault::At(place, "name", None, fault));
            }
            let lists = [&p.left, &p.right].into_iter().flatten().map(Vec::len).chain(p.chance.as_ref().map(Vec::len));
            left += lists.sum::<usize>();
        }
        Limit::GameOptions.admit(left)?;
        let (mut places, mut inner, mut values) = (Vec::new(), Vec::new(), Fractions::default());
        for (number, position) in (0..).zip(positions) {
            let fault = |(field, option, fault)| GameFault::At(at(number), field, option, fault);
            let index = |length| u32::try_from(length).expect("within the limit of positions");
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
            return Err(GameFault::NoTerminal);
        }
        let title = title.map(|Text(title)| title.into_owned());
        Ok(Self { digest: Digest::of(bytes), title, names, places, inner, values })
    }

    /// Which of the positions that are not terminal the position of a number is, or which of the values it has.
    pub fn place(&self, number: usize) -> Result<u32, u32> {
        match self.places[number] {
            Place::Inner(inner, ..) => Ok(inner),
            Place::Terminal(value) => Err(value),
        }
    }

    fn open(&self, number: u32) -> (Turn, &[(Side, u32, u32)]) {
        match &self.places[at(self.inner[at(number)])] {
            Place::Inner(_, turn, options) => (*turn, options),
            Place::Terminal(_) => unreachable!("inner positions are not terminal"),
        }
    }
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
    // Of value, chance and the rest only one may be there; and at a turn no list of the other player.
    let closed = p.value.is_some() || p.chance.is_some();
    let beside = [
        ("chance", p.chance.is_some() && p.value.is_some()),
        ("turn", turn.is_some() && closed),
        ("left", p.left.is_some() && (closed || turn == Some(Side::Black))),
        ("right", p.right.is_some() && (closed || turn == Some(Side::White))),
    ];
    if let Some((field, _)) = beside.into_iter().find(|(_, is_wrong)| *is_wrong) {
        return Err((field, None, PositionFault::Beside));
    }
    if let Some(Text(value)) = p.value {
        return fraction(&value).map(Ok).ok_or(("value", None, PositionFault::Value));
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
fn weighted(chance: &[&RawValue], find: impl Fn(usize, &Text) -> Result<u32, Fault>) -> Result<Open, Fault> {
    let (mut stated, mut common) = (Vec::new(), 1);
    for (place, option) in chance.iter().enumerate() {
        let wrong = ("chance", Some(place), PositionFault::Weight);
        let StatedChance { to, weight } = object(option.get(), None).map_err(|_| wrong)?;
        let Fraction { numerator, denominator } = fraction(&weight.0).ok_or(wrong)?;
        let divisor = numerator.gcd(&denominator);
        let small = |number: BigUint| {
            u64::try_from(number / &divisor).ok().filter(|number| (1..u64::from(WEIGHTS)).contains(number))
        };
        let (numerator, denominator) = small(numerator).zip(small(denominator)).ok_or(wrong)?;
        stated.push((numerator, denominator, find(place, &to)?));
        common = denominator.lcm(&common);
        if common >= u64::from(WEIGHTS) {
            return Err(wrong);
        }
    }
    let weight = |(numerator, denominator, _): &(u64, u64, u32)| common / denominator * numerator;
    if stated.iter().map(weight).sum::<u64>() != common {
        return Err(("chance", None, PositionFault::Weight));
    }
    let option = |stated: &(u64, u64, u32)| (Side::White, u32::try_from(weight(stated)).expect("below 2^16"), stated.2);
    Ok((Turn::Chance, stated.iter().map(option).collect()))
}
// ANCHOR_END: chance

/// A fraction from 0 to 1, in digits without superfluous zeros.
fn fraction(text: &str) -> Option<Fraction> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let read = |digits: &str| {
        let fine = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        Limit::GameDigits.admit(digits.len()).ok().filter(|_| fine)?;
        BigUint::parse_bytes(digits.as_bytes(), 10)
    };
    let (numerator, denominator) = read(numerator).zip(read(denominator))?;
    (!denominator.is_zero() && numerator <= denominator).then_some(Fraction { numerator, denominator })
}

impl Rules for Game {
    type Position = u32;

    fn turn(&self, &number: &u32) -> Turn {
        self.open(number).0
    }

    fn options(&self, &number: &u32, mut tell: impl FnMut(Step<u32>)) {
        for &(side, weight, to) in self.open(number).1 {
            let known = |number| Target::Known { border: 0, number };
            tell((side, weight, to, self.place(at(to)).map_or_else(known, Target::To)));
        }
    }
}

impl Table for Game {
    const STATES_MOVES: bool = false;

    fn count(&self) -> usize {
        self.inner.len()
    }

    fn borders(&self) -> Vec<(usize, bool)> {
        vec![(0, false)]
    }

    fn may_begin_slice(&self, _: usize) -> bool {
        true
    }
}
