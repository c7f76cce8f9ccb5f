//! Games in a file: any finite game of two players, as a graph in JSON.
//!
//! Responsible for reading the file and refusing what is none; for positions by number, and where their options lead. Nothing is
//! *verified* of a game: it is what the verdict is about. Left is White, and Right is Black. Source: the chapter "Games as graphs", which is
//! normative.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Step, Table, Target};
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
    /// Something is wrong with the position of a number.
    At(usize, PositionFault),
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// The name is empty, too long, or has a control character.
    Name,
    /// The name is that of an earlier position, of this number.
    SameName(u32),
    /// The fields beside the name are those of no sort of position: terminal, bid for, a player's turn, chance.
    Fields,
    /// No fraction in digits without superfluous zeros, from 0 to 1.
    Value,
    /// A weight that is 0, or weights whose common denominator is too large or whose sum is not 1.
    Weight,
    /// An option that is no position.
    Dangling(String),
}

impl From<TooMuch> for GameFault {
    fn from(much: TooMuch) -> Self {
        Self::Limit(much)
    }
}

// ANCHOR: fields
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
    title: Option<String>,
    #[serde(borrow)]
    positions: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedPosition {
    name: String,
    value: Option<String>,
    turn: Option<String>,
    left: Option<Vec<String>>,
    right: Option<Vec<String>>,
    chance: Option<Vec<Box<RawValue>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedChance {
    to: String,
    weight: String,
}
// ANCHOR_END: fields

/// Reads a JSON object: the file, or the position of a number. A list of the fields' contents, which derived readers would take, is none.
fn object<'a, T: Deserialize<'a>>(text: &'a str, position: Option<usize>) -> Result<T, GameFault> {
    let wrong = |error: serde_json::Error| GameFault::Json(position, error.line(), error.column(), error.to_string());
    if text.trim_start().starts_with('[') {
        return Err(GameFault::Json(position, 1, 1, "expected an object".to_owned()));
    }
    serde_json::from_str(text).map_err(wrong)
}

/// An option: whose it is (White's, where chance takes it), its weight, and the position that it leads to.
type Choice = (Side, u32, u32);

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
    /// For each position, its number among those that are not terminal, or the index of its value.
    pub places: Vec<Result<u32, u32>>,
    /// The positions that are not terminal, whose turn it is there, and their options.
    pub inner: Vec<(u32, Turn, Vec<Choice>)>,
    /// The values of the terminal ones.
    pub values: Fractions,
}

impl Game {
    /// Reads the file of a game.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        Limit::GAME_BYTES.admit(bytes.len())?;
        let text = std::str::from_utf8(bytes).map_err(|error| GameFault::Utf8(error.valid_up_to()))?;
        let StatedVersion { version } = object(text, None)?;
        if version != VERSION {
            return Err(GameFault::Version(version));
        }
        let StatedGame { title, positions, .. } = object(text, None)?;
        if title.as_ref().is_some_and(|title| !is_name(title)) {
            return Err(GameFault::Title);
        }
        Limit::GAME_POSITIONS.admit(positions.len())?;
        let position = |place: usize| object::<StatedPosition>(positions[place].get(), Some(place));
        let names = (0..positions.len()).map(|place| Ok(position(place)?.name.into()));
        let names = names.collect::<Result<Vec<Box<str>>, GameFault>>()?;
        let mut numbers = BTreeMap::new();
        for (place, (number, name)) in (0..).zip(&names).enumerate() {
            let taken = numbers.insert(&**name, number).map(PositionFault::SameName);
            let fault = if is_name(name) { taken } else { Some(PositionFault::Name) };
            fault.map_or(Ok(()), |fault| Err(GameFault::At(place, fault)))?;
        }
        let (mut places, mut inner, mut values, mut count) = (Vec::new(), Vec::new(), Fractions::default(), 0);
        let index = |length| u32::try_from(length).expect("within the limit of positions");
        for number in 0..positions.len() {
            let placed = place(position(number)?, index(number), &numbers);
            places.push(match placed.map_err(|fault| GameFault::At(number, fault))? {
                Ok((turn, options)) => {
                    count += options.len();
                    Limit::GAME_OPTIONS.admit(count)?;
                    inner.push((index(number), turn, options));
                    Ok(index(inner.len() - 1))
                }
                Err(value) => {
                    Limit::BITS.admit(value.denominator.bits())?;
                    values.push(value);
                    Err(index(values.numerators.len() - 1))
                }
            });
        }
        if values.numerators.is_empty() {
            return Err(GameFault::NoTerminal);
        }
        Ok(Self { digest: Digest::of(bytes), title, names, places, inner, values })
    }
}

fn is_name(text: &str) -> bool {
    (1..=NAME_CHARACTERS).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// Whose turn it is at a position, and its options.
type Open = (Turn, Vec<Choice>);
/// What is found in a position that has no fault.
type Sound<T> = Result<T, PositionFault>;

// ANCHOR: sorts
/// What is written of the position of a number: its value, or whose turn it is and the options. The fields say which sort it is of.
fn place(stated: StatedPosition, number: u32, numbers: &BTreeMap<&str, u32>) -> Sound<Result<Open, Fraction>> {
    let find = |name: &String| numbers.get(&**name).copied().ok_or_else(|| PositionFault::Dangling(name.clone()));
    let StatedPosition { value, chance, turn, left, right, .. } = stated;
    let is_empty = left.iter().chain(&right).all(Vec::is_empty);
    let (turn, lists) = match (value, chance, turn.as_deref(), left, right) {
        (Some(value), None, None, None, None) => return Ok(Err(fraction(&value).ok_or(PositionFault::Value)?)),
        (None, Some(chance), None, None, None) => return Ok(Ok((Turn::Chance, weighted(&chance, find)?))),
        (None, None, Some("left"), left, None) => (Turn::Of(Side::White), [left, None]),
        (None, None, Some("right"), None, right) => (Turn::Of(Side::Black), [None, right]),
        (None, None, None, left, right) if !is_empty => (Turn::Bid, [left, right]),
        _ => return Err(PositionFault::Fields),
    };
    let mut options = Vec::new();
    for (side, list) in Side::BOTH.into_iter().zip(lists) {
        let list = list.iter().flatten().map(|name| Ok((side, 1, find(name)?))).collect::<Sound<Vec<Choice>>>()?;
        let passes = list.is_empty() && turn != Turn::Of(side.other());
        options.extend(list);
        options.extend(passes.then_some((side, 1, number)));
    }
    Ok(Ok((turn, options)))
}
// ANCHOR_END: sorts

// ANCHOR: chance
/// The options of chance: weights as natural numbers whose sum is their common denominator.
fn weighted(chance: &[Box<RawValue>], find: impl Fn(&String) -> Sound<u32>) -> Sound<Vec<Choice>> {
    let (mut stated, mut common) = (Vec::new(), 1);
    for option in chance {
        let StatedChance { to, weight } = object(option.get(), None).map_err(|_| PositionFault::Weight)?;
        let Fraction { numerator, denominator } = fraction(&weight).ok_or(PositionFault::Weight)?;
        let divisor = numerator.gcd(&denominator);
        let small =
            |number: BigUint| u32::try_from(number / &divisor).ok().filter(|number| (1..WEIGHTS).contains(number));
        let (numerator, denominator) = small(numerator).zip(small(denominator)).ok_or(PositionFault::Weight)?;
        stated.push((numerator, denominator, find(&to)?));
        // Both are below 2^16.
        common = denominator.lcm(&common);
        if common >= WEIGHTS {
            return Err(PositionFault::Weight);
        }
    }
    let option = |(numerator, denominator, to)| (Side::White, common / denominator * numerator, to);
    let options: Vec<Choice> = stated.into_iter().map(option).collect();
    let sum: u64 = options.iter().map(|option| u64::from(option.1)).sum();
    if sum == u64::from(common) { Ok(options) } else { Err(PositionFault::Weight) }
}
// ANCHOR_END: chance

/// A fraction from 0 to 1, in digits without superfluous zeros.
fn fraction(text: &str) -> Option<Fraction> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let read = |digits: &str| {
        let fine = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        Limit::GAME_DIGITS.admit(digits.len()).ok().filter(|_| fine)?;
        BigUint::parse_bytes(digits.as_bytes(), 10)
    };
    let (numerator, denominator) = read(numerator).zip(read(denominator))?;
    (!denominator.is_zero() && numerator <= denominator).then_some(Fraction { numerator, denominator })
}

impl Table for Game {
    fn count(&self) -> usize {
        self.inner.len()
    }

    fn turn(&self, position: u32) -> Turn {
        self.inner[at(position)].1
    }

    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        for &(side, weight, to) in &self.inner[at(position)].2 {
            let known = |number| Target::Known { border: 0, number };
            tell((side, weight, to, self.places[at(to)].map_or_else(known, Target::To)));
        }
    }

    fn borders(&self) -> Vec<(usize, bool)> {
        vec![(0, false)]
    }
}
