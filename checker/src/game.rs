//! A game that is given as a graph: its file, and where options lead.
//!
//! Responsible for: reading the JSON of a game, and refusing what is none, with the line; positions by number and by name, their options, the values
//! of terminal positions. Left to others: what is stated of the positions (`certificate`), and the conditions on it (`conditions`,
//! `graph_table`).
//!
//! Nothing is *verified* of a game: it is what the verdict is about. A file that is not as its chapter demands is no game, and
//! nothing can be said of any certificate with it. Left is White here, and Right is Black.
//!
//! Source: the chapter "Games as graphs", which is normative.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::board::Colour;
use crate::certificate::Digest;
use crate::failure::{Breach, Decline, Rejection, ways_to_fail};
use crate::limits::Limit;
use crate::shard::short;
use crate::values::{Rank, Scale};

/// The version of game files that this module reads.
pub const GAME_VERSION: u64 = 1;
/// The most characters of a name or of a title.
pub const NAME_CHARACTERS: usize = 200;

ways_to_fail! {
/// Why a file is no game. It says nothing about any certificate.
GameFault {
    /// A file that cannot be read. This library opens none; whoever does can say so with it.
    Unreadable { error: String } => "unreadable: {error}";
    /// No byte at all.
    Empty => "found an empty file, required a JSON object";
    /// The three bytes that some editors put in front of a text.
    ByteOrderMark => "line 1, column 1: found a byte order mark (U+FEFF), required none before the object";
    /// Bytes that are no text.
    Utf8 { line: usize, byte: usize } => "line {line}, byte {byte} of the file: found no UTF-8, required UTF-8";
    /// No JSON, or other fields or types than those of a game.
    Json { line: usize, column: usize, found: String } => "line {line}, column {column}: {found}";
    /// A version that this module does not read.
    Version { found: u64 } => "bidding-game: found version {found}, required 1";
    /// A title that is empty, too long, or has a control character.
    Title { found: usize } => "title: found {found} characters, required 1 to 200, none of them a control character";
    /// No position at all.
    NoPosition => "positions: found none, required one or more";
    /// A game that never ends.
    NoTerminal => "positions: found none with a value, required one or more";
    /// Something is wrong with one position. `position` is its name in quotation marks, or its number where the name is wrong.
    At { line: usize, position: String, fault: Box<GameFault> } => "line {line}: position {position}: {fault}";
    /// A name that is empty or too long.
    Name { found: usize } => "name: found {found} characters, required 1 to 200";
    /// A name with a control character.
    Control { name: String } => "name: found a control character in {name:?}, required none";
    /// A name of two positions.
    SameName { first: u32, second: u32 } =>
        "found the name twice, of positions {first} and {second}, counted from 0, required different names";
    /// A value of a position with options, even if the list of them is empty.
    Both { options: &'static str } => "found both \"value\" and \"{options}\", required a value or options, not both";
    /// Neither a value nor options.
    Neither => "found no value and no option of either player, required a value, or an option of one player";
    /// A value that is not spelt as one.
    Value { found: String } =>
        "value: found {found:?}, required a natural number or a fraction of two, in digits without superfluous zeros, such as \
         \"1\", \"0\", \"133/256\"";
    /// A denominator of 0.
    Denominator { found: String } => "value: found {found:?}, required a denominator that is not 0";
    /// A value that is no share of the money.
    AboveOne { found: String } => "value: found {found:?}, required at most 1";
    /// An option that is not there.
    Dangling { options: &'static str, found: String } =>
        "{options}: found {found:?}, required the name of a position of the list";
    /// Beyond a limit.
    Limit { decline: Box<Decline> } => "{decline}";
}}

impl From<Decline> for GameFault {
    fn from(decline: Decline) -> Self {
        Self::Limit { decline: Box::new(decline) }
    }
}

impl From<serde_json::Error> for GameFault {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let text = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        // The text may have letters of the file in it, which must not reach a terminal if they are not to be printed.
        let is_plain = |letter: char| matches!(letter, ' '..='~');
        let show = |letter| if is_plain(letter) { String::from(letter) } else { letter.escape_debug().collect() };
        Self::Json { line, column, found: short(text).chars().map(show).collect() }
    }
}

// ANCHOR: fields
/// A game as it is written.
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

/// A position as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedPosition<'a> {
    #[serde(borrow)]
    name: Text<'a>,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "present")]
    left: Option<Vec<Text<'a>>>,
    #[serde(borrow, default, deserialize_with = "present")]
    right: Option<Vec<Text<'a>>>,
}
// ANCHOR_END: fields

/// The version of a game file, whatever else stands in it.
#[derive(serde::Deserialize)]
struct StatedVersion {
    #[serde(rename = "bidding-game")]
    version: u64,
}

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

/// Reads an [`Object`].
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

/// A position in the text of a file, for those who are told what is wrong with it.
struct Spot<'a> {
    text: &'a str,
    number: u32,
    /// None if it is the name that is wrong.
    name: Option<&'a str>,
}

impl Spot<'_> {
    /// That something is wrong with the position.
    fn fault(&self, fault: GameFault) -> GameFault {
        self.fault_of(None, fault)
    }

    /// The same of one of its options, by the player's field and its place there.
    fn fault_of(&self, option: Option<(&str, usize)>, fault: GameFault) -> GameFault {
        let counted = || format!("{}, counted from 0", self.number);
        let position = self.name.map_or_else(counted, |name| format!("{name:?}"));
        GameFault::At { line: self.line(option), position, fault: Box::new(fault) }
    }

    /// The line in which the position begins, or the option does. To find it the text is read a second time, which was JSON the first time.
    fn line(&self, option: Option<(&str, usize)>) -> usize {
        let entry = usize::try_from(self.number).ok().and_then(|number| element(self.text, "positions", number));
        let option = option.and_then(|(options, number)| element(entry?, options, number));
        let found = option.or(entry).unwrap_or(self.text);
        // What was found is a part of the text: where it begins in memory is so many bytes after the beginning of the text.
        let before = found.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        let lines = self.text.bytes().take(before).filter(|&byte| byte == b'\n').count();
        lines.saturating_add(1)
    }
}

/// An element of the list in a field of an object, as it is written.
fn element<'a>(object: &'a str, field: &str, number: usize) -> Option<&'a str> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(object).ok()?;
    let list: Vec<&RawValue> = serde_json::from_str(fields.get(field)?.get()).ok()?;
    list.get(number).map(|element| element.get())
}

/// A game: positions, and for each of them its value or the options of both players.
#[derive(Debug)]
pub struct Game {
    digest: Digest,
    title: Option<String>,
    names: Vec<Box<str>>,
    /// The numbers of all positions in the order of their keys and then of their names, each beside its key.
    by_name: Vec<(u64, u32)>,
    places: Vec<Place>,
    /// The numbers of the positions that are not terminal.
    inner: Vec<u32>,
    /// The values of terminal positions, and their ranks: all of them.
    terminal: (Scale, Vec<Rank>),
}

/// What a game says of a position.
#[derive(Debug)]
pub(crate) enum Place {
    /// It is terminal, and has the value of that rank among those of terminal positions.
    Terminal(Rank),
    /// It is not terminal. Options are increasing; of a player who has none, the position itself is.
    Inner {
        /// Which of those that are not terminal it is.
        record: usize,
        /// Left's options.
        left: Box<[u32]>,
        /// Right's options.
        right: Box<[u32]>,
    },
}

impl Game {
    /// Reads the file of a game.
    ///
    /// # Errors
    ///
    /// What is found there that is not as the chapter "Games as graphs" demands, or is beyond a limit.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        Limit::GameBytes.admit(bytes.len())?;
        if bytes.is_empty() {
            return Err(GameFault::Empty);
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let lines = before.iter().filter(|&&byte| byte == b'\n').count();
            GameFault::Utf8 { line: lines.saturating_add(1), byte: before.len() }
        })?;
        if text.starts_with('\u{feff}') {
            return Err(GameFault::ByteOrderMark);
        }
        let Object(StatedVersion { version: found }) = serde_json::from_str(text)?;
        if found != GAME_VERSION {
            return Err(GameFault::Version { found });
        }
        let Object(StatedGame { title, positions, .. }) = serde_json::from_str(text)?;
        let title = title.map(|Text(title)| title.into_owned());
        if let Some(title) = &title {
            let found = title.chars().count();
            if !(1..=NAME_CHARACTERS).contains(&found) || title.chars().any(char::is_control) {
                return Err(GameFault::Title { found });
            }
        }
        Self::of(Digest::of(bytes), title, text, positions)
    }

    /// Puts together what is written in the text.
    fn of(
        digest: Digest,
        title: Option<String>,
        text: &str,
        positions: Vec<Object<StatedPosition<'_>>>,
    ) -> Result<Self, GameFault> {
        Limit::GamePositions.admit(positions.len())?;
        let options = |list: &Option<Vec<Text>>| list.as_ref().map_or(0, Vec::len);
        let counts = positions.iter().map(|Object(p)| options(&p.left).saturating_add(options(&p.right)));
        Limit::GameOptions.admit(counts.fold(0, usize::saturating_add))?;
        if positions.is_empty() {
            return Err(GameFault::NoPosition);
        }
        let names: Vec<Box<str>> = positions.iter().map(|Object(p)| Box::from(&*p.name.0)).collect();
        let mut game = Self {
            by_name: in_order(text, &names)?,
            digest,
            title,
            names,
            places: Vec::with_capacity(positions.len()),
            inner: Vec::new(),
            terminal: (Scale::of(&[])?, Vec::new()),
        };
        let mut values = Vec::new();
        let mut work = 0_u64;
        for (number, Object(position)) in (0_u32..).zip(positions) {
            let StatedPosition { name: Text(name), value, left, right } = position;
            let spot = Spot { text, number, name: Some(&name) };
            let place = match (value, left, right) {
                (Some(_), Some(_), _) => return Err(spot.fault(GameFault::Both { options: "left" })),
                (Some(_), None, Some(_)) => return Err(spot.fault(GameFault::Both { options: "right" })),
                (Some(Text(value)), None, None) => {
                    let value = read_value(&value, &mut work).map_err(|fault| spot.fault(fault))?;
                    values.push((value, number));
                    // Its rank is known when all values are.
                    Place::Terminal(Rank::ZERO)
                }
                (None, left, right) => {
                    let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
                    if left.is_empty() && right.is_empty() {
                        return Err(spot.fault(GameFault::Neither));
                    }
                    let left = game.numbers(&spot, "left", left)?;
                    let right = game.numbers(&spot, "right", right)?;
                    let record = game.inner.len();
                    game.inner.push(number);
                    Place::Inner { record, left, right }
                }
            };
            game.places.push(place);
        }
        game.set_values(values)?;
        Ok(game)
    }

    // ANCHOR: pass
    /// The numbers of a player's options, increasing and each once; a player without options passes.
    fn numbers(&self, spot: &Spot<'_>, options: &'static str, list: Vec<Text<'_>>) -> Result<Box<[u32]>, GameFault> {
        let number = |(place, Text(option)): (usize, Text)| {
            let dangling = || GameFault::Dangling { options, found: short(&option) };
            self.find(&option).ok_or_else(|| spot.fault_of(Some((options, place)), dangling()))
        };
        let mut numbers = list.into_iter().enumerate().map(number).collect::<Result<Vec<_>, _>>()?;
        if numbers.is_empty() {
            numbers.push(spot.number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers.into())
    }
    // ANCHOR_END: pass

    /// Gives its value to each terminal position of these numbers.
    fn set_values(&mut self, mut values: Vec<(BigRational, u32)>) -> Result<(), GameFault> {
        if values.is_empty() {
            return Err(GameFault::NoTerminal);
        }
        values.sort();
        let (mut distinct, mut ranks): (Vec<BigRational>, Vec<Rank>) = (Vec::new(), Vec::new());
        for (value, number) in values {
            if distinct.last() != Some(&value) {
                ranks.push(Rank(u32::try_from(distinct.len()).unwrap_or(u32::MAX)));
                distinct.push(value);
            }
            let rank = ranks.last().copied().unwrap_or(Rank::ZERO);
            if let Some(place) = usize::try_from(number).ok().and_then(|number| self.places.get_mut(number)) {
                *place = Place::Terminal(rank);
            }
        }
        self.terminal = (Scale::of(&distinct)?, ranks);
        Ok(())
    }

    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The title, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// How many positions there are. They have the numbers from 0, in the order of the file.
    pub fn positions(&self) -> usize {
        self.places.len()
    }

    /// The numbers of all positions that are not terminal, in order. The i-th record of a certificate is that of the i-th.
    pub fn inner(&self) -> &[u32] {
        &self.inner
    }

    /// The name of the position of that number.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(|name| &**name)
    }

    /// The number of the position of that name.
    pub fn number(&self, name: &str) -> Option<usize> {
        usize::try_from(self.find(name)?).ok()
    }

    /// The numbers of a player's options, increasing, each once: Left's for White, Right's for Black. Where the player has none it is the position
    /// itself. None at a terminal position.
    pub fn options(&self, number: usize, player: Colour) -> Option<&[u32]> {
        match self.place(number)? {
            Place::Terminal(_) => None,
            Place::Inner { left, right, .. } => Some(player.of(left, right)),
        }
    }

    /// The value of a terminal position; none of any other.
    pub fn terminal_value(&self, number: usize) -> Option<BigRational> {
        match self.place(number)? {
            Place::Terminal(rank) => Some(self.terminal.0.value(*rank)),
            Place::Inner { .. } => None,
        }
    }

    pub(crate) fn place(&self, number: usize) -> Option<&Place> {
        self.places.get(number)
    }

    /// The values of all terminal positions, and their ranks.
    pub(crate) fn terminal_scale(&self) -> (&Scale, &[Rank]) {
        (&self.terminal.0, &self.terminal.1)
    }

    /// That the position of that number breaks a condition.
    pub(crate) fn at(&self, number: u32, breach: Breach) -> Rejection {
        Rejection::At { fen: self.quoted(number), breach }
    }

    /// The name of the position of that number, in quotation marks, with nothing in it that is not to be printed.
    pub(crate) fn quoted(&self, number: u32) -> String {
        let name = usize::try_from(number).ok().and_then(|number| self.name(number));
        format!("{:?}", name.unwrap_or_default())
    }

    fn find(&self, name: &str) -> Option<u32> {
        let wanted = (key_of(name), name);
        let of =
            |&(key, number): &(u64, u32)| key.cmp(&wanted.0).then_with(|| name_of(&self.names, number).cmp(wanted.1));
        let place = self.by_name.binary_search_by(of).ok()?;
        self.by_name.get(place).map(|&(_, number)| number)
    }
}

impl fmt::Display for Game {
    /// How many positions, the title, the digest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title().map(|title| format!("{title:?}, ")).unwrap_or_default();
        write!(f, "graph of {} positions ({title}sha-256 {})", self.positions(), self.digest)
    }
}

fn name_of(names: &[Box<str>], number: u32) -> &str {
    usize::try_from(number).ok().and_then(|number| names.get(number)).map_or("", |name| name)
}

/// A number that tells most names apart, so that few names have to be compared when one is looked up (FNV-1a).
fn key_of(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The positions in the order of their keys and names. The names are all different, and as they have to be.
fn in_order(text: &str, names: &[Box<str>]) -> Result<Vec<(u64, u32)>, GameFault> {
    for (number, name) in (0_u32..).zip(names) {
        let spot = Spot { text, number, name: None };
        let found = name.chars().count();
        if !(1..=NAME_CHARACTERS).contains(&found) {
            return Err(spot.fault(GameFault::Name { found }));
        }
        if name.chars().any(char::is_control) {
            return Err(spot.fault(GameFault::Control { name: name.to_string() }));
        }
    }
    let mut order: Vec<(u64, u32)> = (0_u32..).zip(names).map(|(number, name)| (key_of(name), number)).collect();
    let name = |number| name_of(names, number);
    order.sort_by(|&(a_key, a), &(b_key, b)| a_key.cmp(&b_key).then_with(|| name(a).cmp(name(b))));
    let mut pairs = order.iter().zip(order.iter().skip(1));
    match pairs.find(|&(&(_, a), &(_, b))| name(a) == name(b)) {
        Some((&(_, first), &(_, second))) => {
            let spot = Spot { text, number: second, name: Some(name(second)) };
            Err(spot.fault(GameFault::SameName { first, second }))
        }
        None => Ok(order),
    }
}

/// The value of a terminal position. `work` is what all values have cost so far.
fn read_value(text: &str, work: &mut u64) -> Result<BigRational, GameFault> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    for digits in [numerator, denominator] {
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number || digits.is_empty() || (digits.starts_with('0') && digits != "0") {
            return Err(GameFault::Value { found: short(text) });
        }
        Limit::GameDigits.admit(digits.len())?;
    }
    // All bytes are digits: there is nothing that could not be read.
    let read = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
    let (numerator, denominator) = (read(numerator), read(denominator));
    if denominator.is_zero() {
        return Err(GameFault::Denominator { found: short(text) });
    }
    if numerator > denominator {
        return Err(GameFault::AboveOne { found: short(text) });
    }
    Limit::BitsOfNumber.admit(denominator.bits())?;
    *work = work.saturating_add(denominator.bits().pow(2));
    Limit::OddPartWork.admit(*work)?;
    Ok(match denominator.is_one() {
        true => BigRational::from_integer(numerator.into()),
        false => BigRational::new(numerator.into(), denominator.into()),
    })
}
