//! Why something is no game, in words.

use std::fmt;

use super::{MOST_CHARACTERS, VERSION};
use crate::escape::{escaped, short};

/// A place in the file: a position, from 0, and there a field, or an option of it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub position: usize,
    pub field: Field,
}

/// A field of a position, perhaps an option of it, from 0.
pub(super) type Field = Option<(&'static str, Option<usize>)>;

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
    /// A text that is too long or empty.
    Text {
        /// Which text: a place in the file.
        place: String,
        /// Its characters.
        found: usize,
    },
    /// A text with a control character.
    Control {
        /// Which text: a place in the file.
        place: String,
        /// What stands there.
        text: String,
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
        /// Whose option: `left`, `right` or `chance`.
        side: &'static str,
        /// What stands there.
        option: String,
    },
    /// Fields of which a position has one at most.
    Beside {
        /// The position.
        name: String,
        /// The one.
        found: &'static str,
        /// The other.
        beside: &'static str,
    },
    /// A turn of nobody.
    Turn {
        /// The position.
        name: String,
        /// What stands there.
        found: String,
    },
    /// Chance without an option.
    NoChance {
        /// The position.
        name: String,
    },
    /// A weight that is none.
    Weight {
        /// The position.
        name: String,
        /// What stands there.
        found: String,
    },
    /// Weights with a common denominator that is too large.
    Denominator {
        /// The position.
        name: String,
    },
    /// Weights that do not add up to 1.
    Sum {
        /// The position.
        name: String,
        /// Their sum.
        found: String,
    },
    /// Something that is wrong in a line of the file.
    At {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: Box<GameError>,
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
            Self::Json { reason } => f.write_str(&escaped(reason)),
            Self::Version { found } => write!(f, "bidding-game: found version {found}, required {VERSION}"),
            Self::Text { place, found } => {
                write!(f, "{place}: found {found} characters, required 1 to {MOST_CHARACTERS}")
            }
            Self::Control { place, text } => {
                write!(f, "{place}: found a control character in {text:?}, required none")
            }
            Self::Duplicate { name, places: [first, second] } => {
                write!(f, "position {second}: found the name {name:?} of position {first}, required another")
            }
            Self::Both { name } => write!(f, "position {name:?}: found a value and options, required one or the other"),
            Self::Neither { name } => {
                write!(f, "position {name:?}: found neither a value nor an option, required one or the other")
            }
            Self::Value { name, found } => {
                write!(
                    f,
                    "position {name:?}: value: found {:?}, required a fraction from 0 to 1 such as \"1/2\"",
                    short(found)
                )
            }
            Self::Dangling { name, side, option } => {
                write!(f, "position {name:?}: {side}: found {:?}, required the name of a position", short(option))
            }
            Self::Beside { name, found, beside } => {
                write!(f, "position {name:?}: found {found} beside {beside}, required one or the other")
            }
            Self::Turn { name, found } => {
                write!(f, "position {name:?}: turn: found {:?}, required left or right", short(found))
            }
            Self::NoChance { name } => write!(f, "position {name:?}: chance: found no option, required one or more"),
            Self::Weight { name, found } => write!(
                f,
                "position {name:?}: chance: weight: found {:?}, required a fraction above 0, at most 1, such as \"1/2\"",
                short(found)
            ),
            Self::Denominator { name } => write!(
                f,
                "position {name:?}: chance: found weights with a least common denominator of 2^61 or more, required one below 2^61"
            ),
            Self::Sum { name, found } => {
                write!(f, "position {name:?}: chance: found weights with the sum {}, required the sum 1", short(found))
            }
            Self::At { line, error } => write!(f, "line {line}: {error}"),
            Self::NoTerminal => f.write_str("positions: found no terminal one, required one with a value"),
            Self::Size { found } => write!(f, "positions: found {found}, required 1 to {}", u32::MAX),
        }
    }
}

impl std::error::Error for GameError {}
