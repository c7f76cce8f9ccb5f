//! Games in a file: any finite game of two players, as a graph in JSON.
//!
//! Responsible for reading the file and refusing what is none; for positions by number, and where their options lead.
//! Nothing is *verified* of a game: it is what the verdict is about. Left is White, and Right is Black. Source: the
//! chapter "Games as graphs", which is normative.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::certificate::Digest;
use crate::failure::ensure;
use crate::limits::{Limit, TooMuch};
use crate::numbers::{Fraction, at};
use crate::table::{Step, Table, Target};
use crate::theorem::{Side, Turn};

/// The version of game files that this module reads.
pub const VERSION: u64 = 2;
/// The most characters of a name or of a title.
pub const NAME_CHARACTERS: usize = 200;

// ANCHOR: fields
/// The fields of the file.
const GAME: [&str; 3] = ["bidding-game", "title", "positions"];
/// The fields of a position.
const POSITION: [&str; 6] = ["name", "value", "turn", "left", "right", "chance"];
/// The fields of an option of chance.
const CHANCE: [&str; 2] = ["to", "weight"];
// ANCHOR_END: fields

/// Why a file is no game. It says nothing about any certificate. What exactly is wrong, and in which line, `session`
/// finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Beyond a limit.
    Limit(TooMuch),
    /// No JSON object with the fields of a game, or one of another version.
    File,
    /// A title that is no text, is empty, too long, or has a control character.
    Title,
    /// Two positions of the same name.
    SameName,
    /// No position that is terminal.
    NoTerminal,
    /// The position of this number is no JSON object with a name, as titles are, and the fields of one sort of
    /// position.
    Fields(u32),
    /// The value of the position of this number is no fraction from 0 to 1, in digits without superfluous zeros.
    Value(u32),
    /// The options of the position of this number are none, or not all of them are positions, or their weights are
    /// none.
    Options(u32),
}

/// Reads an object whose fields have these names. (A derived reader would take a list of their contents too, and `null`
/// for a field that is left out.)
struct Fields<const N: usize>([&'static str; N]);

impl<'a, const N: usize> Visitor<'a> for Fields<N> {
    type Value = [Option<&'a RawValue>; N];

    fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut contents = [None; N];
        while let Some((name, content)) = fields.next_entry::<String, _>()? {
            let place = self.0.iter().position(|known| *known == name).filter(|&place| contents[place].is_none());
            contents[place.ok_or_else(|| A::Error::custom("a field of another name, or one twice"))?] = Some(content);
        }
        Ok(contents)
    }
}

/// What stands in the fields of an object, in the order of these names. It has no others, and none twice.
pub fn object<'a, const N: usize>(json: &'a RawValue, names: [&'static str; N]) -> Option<[Option<&'a RawValue>; N]> {
    serde_json::Deserializer::from_str(json.get()).deserialize_map(Fields(names)).ok()
}

/// A number, a text, a list.
pub fn read<'a, T: Deserialize<'a>>(json: &'a RawValue) -> Option<T> {
    serde_json::from_str(json.get()).ok()
}

/// A name, or a title.
pub fn name(json: Option<&RawValue>) -> Option<String> {
    let fits = |text: &str| (1..=NAME_CHARACTERS).contains(&text.chars().count()) && !text.contains(char::is_control);
    read(json?).filter(|text: &String| fits(text))
}

/// The number of the position of a name.
pub type Find<'a> = &'a dyn Fn(&RawValue) -> Option<u32>;
/// An option: whose it is (White's, where chance takes it), its weight, and the position that it leads to.
pub type Choice = (Side, u64, u32);

/// A game. Its positions have numbers from 0 in the order of the file; those that are not terminal have numbers of
/// their own, by which the certificate knows them.
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
    pub values: Vec<Fraction>,
}

impl Game {
    /// Reads the file of a game.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        Limit::GAME_BYTES.admit(bytes.len()).map_err(GameFault::Limit)?;
        let file = serde_json::from_slice(bytes).map_err(|_| GameFault::File)?;
        let [version, title, positions] = object(file, GAME).ok_or(GameFault::File)?;
        ensure(version.and_then(read) == Some(VERSION), GameFault::File)?;
        let title = title.map(|_| name(title).ok_or(GameFault::Title)).transpose()?;
        let positions: Vec<&RawValue> = positions.and_then(read).ok_or(GameFault::File)?;
        Limit::GAME_POSITIONS.admit(positions.len()).map_err(GameFault::Limit)?;
        let named = |position: &RawValue| Some(name(object(position, POSITION)?[0])?.into());
        let names = (0..).zip(&positions).map(|(number, position)| named(position).ok_or(GameFault::Fields(number)));
        let names = names.collect::<Result<Vec<Box<str>>, _>>()?;
        let numbers: BTreeMap<&str, u32> = names.iter().map(|name| &**name).zip(0..).collect();
        ensure(numbers.len() == names.len(), GameFault::SameName)?;
        let find = |name: &RawValue| numbers.get(&*read::<String>(name)?).copied();
        let (mut places, mut inner, mut values, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let index = |length: usize| u32::try_from(length).expect("within the limit of positions");
        for (number, position) in (0..).zip(positions) {
            // ANCHOR: sorts
            let [_, value, turn, left, right, chance] = object(position, POSITION).ok_or(GameFault::Fields(number))?;
            let turn = turn.map(read::<String>);
            let listed = |turn| (turn, listed(number, turn, [left, right], &find));
            let (turn, options) = match (value, chance, turn.as_ref().map(Option::as_deref), left, right) {
                (Some(value), None, None, None, None) => {
                    let value = fraction(value).ok_or(GameFault::Value(number))?;
                    Limit::BITS.admit(value.denominator.bits()).map_err(GameFault::Limit)?;
                    places.push(Err(index(values.len())));
                    values.push(value);
                    continue;
                }
                (None, Some(chance), None, None, None) => (Turn::Chance, weighted(chance, &find)),
                (None, None, Some(Some("left")), _, None) => listed(Turn::Of(Side::White)),
                (None, None, Some(Some("right")), None, _) => listed(Turn::Of(Side::Black)),
                (None, None, None, _, _) => listed(Turn::Bid),
                _ => return Err(GameFault::Fields(number)),
            };
            // ANCHOR_END: sorts
            let options = options.ok_or(GameFault::Options(number))?;
            count += options.len();
            Limit::GAME_OPTIONS.admit(count).map_err(GameFault::Limit)?;
            places.push(Ok(index(inner.len())));
            inner.push((number, turn, options));
        }
        ensure(!values.is_empty(), GameFault::NoTerminal)?;
        Ok(Self { digest: Digest::of(bytes), title, names, places, inner, values })
    }
}

// ANCHOR: passes
/// The options of players. One who may come to move and has none passes; but somebody has one where they bid.
fn listed(number: u32, turn: Turn, lists: [Option<&RawValue>; 2], find: Find) -> Option<Vec<Choice>> {
    let (mut options, mut passes) = (Vec::new(), 0);
    for (side, list) in Side::BOTH.into_iter().zip(lists) {
        let names: Vec<&RawValue> = list.map_or(Some(vec![]), read)?;
        if names.is_empty() && turn != Turn::Of(side.other()) {
            options.push((side, 1, number));
            passes += 1;
        }
        options.reserve_exact(names.len());
        for name in names {
            options.push((side, 1, find(name)?));
        }
    }
    (passes < 2).then_some(options)
}
// ANCHOR_END: passes

// ANCHOR: chance
/// The options of chance: weights as natural numbers whose sum is their common denominator, below 2^64.
pub fn weighted(chance: &RawValue, find: Find) -> Option<Vec<Choice>> {
    let (mut stated, mut common) = (Vec::new(), 1_u64);
    for option in read::<Vec<&RawValue>>(chance)? {
        let [to, weight] = object(option, CHANCE)?;
        let Fraction { numerator, denominator } = fraction(weight?)?;
        let divisor = numerator.gcd(&denominator);
        let small = |part: BigUint| u64::try_from(part / &divisor).ok().filter(|&part| part > 0);
        let (numerator, denominator) = (small(numerator)?, small(denominator)?);
        common = Some(common / denominator.gcd(&common)).and_then(|rest| rest.checked_mul(denominator))?;
        stated.push((numerator, denominator, find(to?)?));
    }
    let option = |(numerator, denominator, to)| (Side::White, common / denominator * numerator, to);
    let options: Vec<Choice> = stated.into_iter().map(option).collect();
    let sum: u128 = options.iter().map(|option| u128::from(option.1)).sum();
    (sum == u128::from(common)).then_some(options)
}
// ANCHOR_END: chance

/// A fraction from 0 to 1, in digits without superfluous zeros.
fn fraction(json: &RawValue) -> Option<Fraction> {
    let text: &str = &read::<String>(json)?;
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let natural = |digits: &str| {
        let fine = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        Limit::GAME_DIGITS.admit(digits.len()).ok().filter(|_| fine)?;
        BigUint::parse_bytes(digits.as_bytes(), 10)
    };
    let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
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
}
