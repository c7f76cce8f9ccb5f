//! Endless games in a file: positions with rewards or priorities, and no end.
//!
//! Responsible for reading the file and refusing what is none. Nothing is *verified* of a game: it is what the verdict is about. Left is White, and Right is
//! Black. Source: the chapter `docs/src/record/format-aims.md`, which is normative; it says how such a file differs from that of a game as a graph.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer as _;
use serde_json::value::RawValue;

use checker::certificate::Digest;
use checker::failure::ensure;
use checker::graph::{Choice, Find, name, object, read, weighted};
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::theorem::{Side, Turn};

/// The version of the files that this module reads.
pub const VERSION: u64 = 1;
/// The greatest priority.
pub const PRIORITY: u8 = 63;

/// The fields of the file.
const GAME: [&str; 3] = ["endless-game", "title", "positions"];
/// The fields of a position.
const POSITION: [&str; 7] = ["name", "turn", "left", "right", "chance", "reward", "priority"];

/// Why a file is no endless game. It says nothing about any certificate. Positions have numbers from 0, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Beyond a limit.
    Limit(TooMuch),
    /// No JSON object with the fields of an endless game, or one of another version.
    File,
    /// A title that is no text, is empty, too long, or has a control character.
    Title,
    /// No position.
    Empty,
    /// Two positions of the same name.
    SameName,
    /// The position of this number is no JSON object with a name, as titles are, and the fields of one sort of position.
    Fields(u32),
    /// The reward of the position of this number is no text with an integer or a fraction, in digits without superfluous zeros, both parts below 2^63.
    Reward(u32),
    /// The priority of the position of this number is no whole number from 0 to 63.
    Priority(u32),
    /// The options of the position of this number are not all of them positions, or its turn is nobody's, or the weights of chance are none.
    Options(u32),
}

/// A position, whose number is that of its place in the file, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Who decides where the play goes.
    pub turn: Turn,
    /// The options: whose (White's where chance takes it), the weight (1 where a player takes it), and the number of the position to which it leads. Whoever may
    /// come to move has one: a pass is an option that leads back here.
    pub options: Vec<Choice>,
    /// What is collected here in each step, if it is said: numerator and denominator in lowest terms, both below 2^63 but for the sign.
    pub reward: Option<(i64, u64)>,
    /// The priority, from 0 to 63, if it is said.
    pub priority: Option<u8>,
}

/// An endless game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The digest of the file.
    pub digest: Digest,
    /// The title, if it has one.
    pub title: Option<String>,
    /// The names of the positions.
    pub names: Vec<Box<str>>,
    /// The positions, one or more, in the order of the file.
    pub positions: Vec<Position>,
}

impl Game {
    /// Reads the file of an endless game.
    ///
    /// # Errors
    ///
    /// Why it is none.
    ///
    /// # Examples
    ///
    /// ```
    /// let file = br#"{"endless-game": 1, "positions": [{"name": "p", "reward": "-1/2", "priority": 3}]}"#;
    /// let game = games::aims::Game::read(file).unwrap();
    /// assert_eq!(game.positions[0].reward, Some((-1, 2)));
    /// assert_eq!(game.positions[0].options.len(), 2, "both players pass");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        Limit::GAME_BYTES.admit(bytes.len()).map_err(GameFault::Limit)?;
        let file = serde_json::from_slice(bytes).map_err(|_| GameFault::File)?;
        let [version, title, positions] = object(file, GAME).ok_or(GameFault::File)?;
        ensure(version.and_then(read) == Some(VERSION), GameFault::File)?;
        let title = title.map(|title| name(Some(title)).ok_or(GameFault::Title)).transpose()?;
        let listed: Vec<&RawValue> = positions.and_then(read).ok_or(GameFault::File)?;
        ensure(!listed.is_empty(), GameFault::Empty)?;
        Limit::GAME_POSITIONS.admit(listed.len()).map_err(GameFault::Limit)?;
        let named = |position: &RawValue| Some(name(object(position, POSITION)?[0])?.into());
        let names = (0..).zip(&listed).map(|(number, position)| named(position).ok_or(GameFault::Fields(number)));
        let names = names.collect::<Result<Vec<Box<str>>, _>>()?;
        let numbers: BTreeMap<&str, u32> = names.iter().map(|name| &**name).zip(0..).collect();
        ensure(numbers.len() == names.len(), GameFault::SameName)?;
        let find = |name: &RawValue| numbers.get(&*read::<String>(name)?).copied();
        let (mut positions, mut count) = (Vec::with_capacity(listed.len()), 0);
        for (number, json) in (0..).zip(listed) {
            let position = position(number, json, &find)?;
            count += position.options.len();
            Limit::GAME_OPTIONS.admit(count).map_err(GameFault::Limit)?;
            positions.push(position);
        }
        Ok(Self { digest: Digest::of(bytes), title, names, positions })
    }
}

/// The position of a number. The fields say of which sort it is.
fn position(number: u32, json: &RawValue, find: Find) -> Result<Position, GameFault> {
    let [_, turn, left, right, chance, reward, priority] = object(json, POSITION).ok_or(GameFault::Fields(number))?;
    let turn = turn.map(read::<String>);
    let listed = |turn| (turn, listed(number, turn, [left, right], find));
    let (turn, options) = match (chance, turn.as_ref().map(Option::as_deref), left, right) {
        (Some(chance), None, None, None) => (Turn::Chance, weighted(chance, find)),
        (None, Some(Some("left")), _, None) => listed(Turn::Of(Side::White)),
        (None, Some(Some("right")), None, _) => listed(Turn::Of(Side::Black)),
        (None, None, _, _) => listed(Turn::Bid),
        _ => return Err(GameFault::Fields(number)),
    };
    let options = options.ok_or(GameFault::Options(number))?;
    let reward = reward.map(|reward| self::reward(reward).ok_or(GameFault::Reward(number))).transpose()?;
    let small = |priority| read::<u8>(priority).filter(|&priority| priority <= PRIORITY);
    let priority = priority.map(|priority| small(priority).ok_or(GameFault::Priority(number))).transpose()?;
    Ok(Position { turn, options, reward, priority })
}

/// The options of players. One who may come to move and has none passes.
pub(crate) fn listed(number: u32, turn: Turn, lists: [Option<&RawValue>; 2], find: Find) -> Option<Vec<Choice>> {
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
pub(crate) fn reward(json: &RawValue) -> Option<(i64, u64)> {
    let text: &str = &read::<String>(json)?;
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (numerator, denominator) = parts(rest).filter(|_| sign > 0 || !rest.starts_with('0'))?;
    let [numerator, denominator] = [numerator, denominator].map(|part| i64::try_from(part).ok());
    let (numerator, denominator) = (numerator?, denominator?);
    let divisor = numerator.gcd(&denominator);
    Some((sign * (numerator / divisor), u64::try_from(denominator / divisor).ok()?))
}

impl Position {
    /// The terms of `F` here, each with its weight: the greatest of what is seen at White's options, the least at Black's, all at those of chance.
    /// Only options to positions that count are looked at.
    pub fn terms<S: Ord>(&self, see: impl Fn(usize) -> S, counts: impl Fn(usize) -> bool) -> Vec<(u64, S)> {
        let seen = |side| {
            let options = self.options.iter().filter(move |option| option.0 == side);
            options.map(|option| (option.1, at(option.2))).filter(|option| counts(option.1))
        };
        if self.turn == Turn::Chance {
            return seen(Side::White).map(|(weight, to)| (weight, see(to))).collect();
        }
        let white = seen(Side::White).map(|(_, to)| see(to)).max();
        let black = seen(Side::Black).map(|(_, to)| see(to)).min();
        white.into_iter().chain(black).map(|seen| (1, seen)).collect()
    }
}
