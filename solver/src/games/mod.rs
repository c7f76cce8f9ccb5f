//! Games as graphs: any finite game in which two players bid for each move.
//!
//! Responsible for one game in memory, its JSON (the chapter "Games as graphs" of the book), and the game graph that everything exact works on. The
//! checker reads the same JSON with code of its own. Left to others: solving (`solve`), making games (`generate`), showing them (`draw`).

pub mod chess;
pub mod classical;
pub mod draw;
pub mod generate;
pub mod lp;
pub mod solve;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use serde::de;
use serde::{Deserialize, Deserializer};

use crate::graph::{Boundary, Graph, Rows};

/// The version of the JSON that is read and written.
pub const VERSION: u64 = 1;
/// The most characters of a name or a title.
const MOST_CHARACTERS: usize = 200;

/// A finite game: positions and options. Left is White of the chess games: values are Left's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    title: Option<String>,
    positions: Vec<Position>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its name.
    pub name: String,
    /// What happens there.
    pub kind: Kind,
}

/// What happens at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The game ends, with this value for Left, from 0 to 1.
    Terminal(Ratio<BigUint>),
    /// Whoever wins the bid moves; whoever has no option then passes. The options are numbers of positions, from 0.
    Open {
        /// Left's options.
        left: Vec<u32>,
        /// Right's options.
        right: Vec<u32>,
    },
}

/// Why something is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// No JSON, or not of the fields that are required.
    Json {
        /// What is wrong, with line and column.
        reason: String,
    },
    /// Another version.
    Version {
        /// The version that was found.
        found: u64,
    },
    /// A text that is too long, empty, or has control characters.
    Text {
        /// Which text: a place in the file.
        place: String,
        /// Its characters.
        found: usize,
    },
    /// Two positions of one name.
    Duplicate {
        /// The name.
        name: String,
        /// The numbers of the two in the list, from 1.
        places: [usize; 2],
    },
    /// A position with a value and options.
    Both {
        /// The position.
        name: String,
    },
    /// A position with neither a value nor an option.
    Neither {
        /// The position.
        name: String,
    },
    /// A terminal value that is none.
    Value {
        /// The position.
        name: String,
        /// What stands there.
        found: String,
    },
    /// An option that is no position.
    Dangling {
        /// The position.
        name: String,
        /// Whose option: `left` or `right`.
        side: &'static str,
        /// What stands there.
        option: String,
    },
    /// No terminal position.
    NoTerminal,
    /// No position, or too many.
    Size {
        /// How many there are.
        found: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { reason } => f.write_str(reason),
            Self::Version { found } => write!(f, "bidding-game: found version {found}, required {VERSION}"),
            Self::Text { place, found } => {
                write!(
                    f,
                    "{place}: found {found} characters, required 1 to {MOST_CHARACTERS}, none of them a control character"
                )
            }
            Self::Duplicate { name, places: [first, second] } => {
                write!(f, "position {second}: found the name {name:?} of position {first}, required another")
            }
            Self::Both { name } => write!(f, "position {name:?}: found a value and options, required one or the other"),
            Self::Neither { name } => {
                write!(f, "position {name:?}: found neither a value nor an option, required one or the other")
            }
            Self::Value { name, found } => {
                write!(f, "position {name:?}: value: found {found:?}, required a fraction from 0 to 1 such as \"1/2\"")
            }
            Self::Dangling { name, side, option } => {
                write!(f, "position {name:?}: {side}: found {option:?}, required the name of a position")
            }
            Self::NoTerminal => f.write_str("positions: found no terminal one, required one with a value"),
            Self::Size { found } => write!(f, "positions: found {found}, required 1 to {}", u32::MAX),
        }
    }
}

impl std::error::Error for GameError {}

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
    /// A game of these positions.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn new(title: Option<String>, positions: Vec<Position>) -> Result<Self, GameError> {
        let found = positions.len();
        if found == 0 || u32::try_from(found).is_err() {
            return Err(GameError::Size { found });
        }
        if let Some(title) = &title {
            text("title", title)?;
        }
        let mut places: HashMap<&str, usize> = HashMap::with_capacity(found);
        for (place, position) in positions.iter().enumerate() {
            let name = || position.name.clone();
            text(&format!("position {}: name", place + 1), &position.name)?;
            if let Some(first) = places.insert(&position.name, place) {
                return Err(GameError::Duplicate { name: name(), places: [first + 1, place + 1] });
            }
            match &position.kind {
                Kind::Terminal(value) if *value > Ratio::one() => {
                    return Err(GameError::Value { name: name(), found: value.to_string() });
                }
                Kind::Open { left, right } if left.is_empty() && right.is_empty() => {
                    return Err(GameError::Neither { name: name() });
                }
                Kind::Open { left, right } => {
                    for (side, options) in [("left", left), ("right", right)] {
                        if let Some(option) = options.iter().find(|option| **option as usize >= found) {
                            let option = format!("number {option}");
                            return Err(GameError::Dangling { name: name(), side, option });
                        }
                    }
                }
                Kind::Terminal(_) => {}
            }
        }
        if !positions.iter().any(|position| matches!(position.kind, Kind::Terminal(_))) {
            return Err(GameError::NoTerminal);
        }
        Ok(Self { title, positions })
    }

    /// Reads the JSON of a game.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, with line and column, or with the position.
    pub fn read(json: &str) -> Result<Self, GameError> {
        let reason = |error: serde_json::Error| GameError::Json { reason: error.to_string() };
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
        let options = |name: &str, side: &'static str, options: &[Name<'_>]| {
            let number = |option: &Name<'_>| {
                let dangling = || GameError::Dangling { name: name.to_owned(), side, option: option.0.to_string() };
                numbers.get(&*option.0).copied().ok_or_else(dangling)
            };
            options.iter().map(number).collect::<Result<Vec<u32>, _>>()
        };
        let position = |entry: &Entry<'_>| {
            let name = entry.name.to_string();
            let kind = match &entry.value {
                Some(_) if entry.left.is_some() || entry.right.is_some() => return Err(GameError::Both { name }),
                Some(value) => {
                    let found = || GameError::Value { name: name.clone(), found: value.clone() };
                    Kind::Terminal(fraction(value).ok_or_else(found)?)
                }
                None => Kind::Open {
                    left: options(&name, "left", entry.left.as_deref().unwrap_or_default())?,
                    right: options(&name, "right", entry.right.as_deref().unwrap_or_default())?,
                },
            };
            Ok(Position { name, kind })
        };
        let positions = entries.iter().map(position).collect::<Result<_, _>>()?;
        Self::new(title, positions)
    }

    /// The JSON of the game, one position a line.
    #[must_use]
    pub fn write(&self) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut json = format!("{{\n  \"bidding-game\": {VERSION},\n");
        if let Some(title) = &self.title {
            json += &format!("  \"title\": {},\n", quoted(title));
        }
        json += "  \"positions\": [\n";
        for (place, position) in self.positions.iter().enumerate() {
            json += &format!("    {{ \"name\": {}", quoted(&position.name));
            match &position.kind {
                Kind::Terminal(value) => json += &format!(", \"value\": \"{value}\""),
                Kind::Open { left, right } => {
                    for (side, options) in [("left", left), ("right", right)] {
                        let names = options.iter().map(|&option| quoted(self.name(option)));
                        if !options.is_empty() {
                            json += &format!(", \"{side}\": [{}]", names.collect::<Vec<_>>().join(", "));
                        }
                    }
                }
            }
            json += if place + 1 == self.positions.len() { " }\n" } else { " },\n" };
        }
        json + "  ]\n}\n"
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The positions, in the canonical order.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The name of the position of a number.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        &self.positions[number as usize].name
    }

    /// The positions at which a player has no option and passes: how many of Left's and of Right's, and the first of each.
    #[must_use]
    pub fn passes(&self) -> [(usize, Option<&str>); 2] {
        let mut passes = [(0, None); 2];
        for position in &self.positions {
            if let Kind::Open { left, right } = &position.kind {
                for (count, options) in passes.iter_mut().zip([left, right]) {
                    if options.is_empty() {
                        *count = (count.0 + 1, count.1.or(Some(position.name.as_str())));
                    }
                }
            }
        }
        passes
    }

    /// The game graph, and for each position its node there: positions that are not terminal come first, in their order.
    #[must_use]
    pub fn graph(&self) -> (Graph, Vec<u32>) {
        let is_open = |position: &Position| matches!(position.kind, Kind::Open { .. });
        let open = self.positions.iter().filter(|position| is_open(position)).count() as u32;
        let (mut next_open, mut next_terminal) = (0, open);
        let node = |position: &Position| {
            let next = if is_open(position) { &mut next_open } else { &mut next_terminal };
            let node = *next;
            *next += 1;
            node
        };
        let nodes: Vec<u32> = self.positions.iter().map(node).collect();
        let (mut white, mut black, mut boundary) = (Rows::default(), Rows::default(), Vec::new());
        for position in &self.positions {
            match &position.kind {
                Kind::Terminal(value) => boundary.push(Boundary {
                    lower: value.clone(),
                    upper: value.clone(),
                    white_label: 0,
                    black_label: 0,
                }),
                Kind::Open { left, right } => {
                    for (rows, options) in [(&mut white, left), (&mut black, right)] {
                        let targets: Vec<u32> = options.iter().map(|&option| nodes[option as usize]).collect();
                        rows.extend(&targets, &[targets.len()]);
                    }
                }
            }
        }
        (Graph::new(white, black, boundary), nodes)
    }
}

/// Refuses a text that is no name and no title.
fn text(place: &str, text: &str) -> Result<(), GameError> {
    let found = text.chars().count();
    match (1..=MOST_CHARACTERS).contains(&found) && !text.chars().any(char::is_control) {
        true => Ok(()),
        false => Err(GameError::Text { place: place.to_owned(), found }),
    }
}

/// A fraction from 0 to 1 as the file has it.
fn fraction(text: &str) -> Option<Ratio<BigUint>> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let natural = |digits: &str| {
        let is_natural =
            digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        if is_natural { digits.parse::<BigUint>().ok() } else { None }
    };
    let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
    let value = (!denominator.is_zero()).then(|| Ratio::new(numerator, denominator))?;
    (value <= Ratio::one()).then_some(value)
}
