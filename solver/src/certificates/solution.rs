//! An endgame, solved, or why it is not.

use std::fmt;

use checker::certificate::{Digest, Never};

use crate::chess::endgame::{Endgame, EndgameError};
use crate::graph::exact::policy::TooLarge;
use crate::graph::table::Table;
use crate::graph::values::Values;

/// The most bytes that exact values may take on their common denominator where an enclosure can take their place: 1 GiB. The checker takes
/// half as much again.
pub(super) const MOST_COMMON_BYTES: u64 = 1 << 30;

/// An endgame, solved.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The endgame.
    pub endgame: Endgame,
    /// What an endless play is worth, if its values are about that.
    pub never: Option<Never>,
    /// Its values.
    pub values: Values,
    /// Why it is an enclosure, where it was not asked for.
    pub why: Option<String>,
    /// The bytes of its certificate.
    pub bytes: Vec<u8>,
    /// The SHA-256 of these bytes.
    pub digest: Digest,
    /// What was counted on the way.
    pub counts: Counts,
}

impl Solution {
    /// Whether its values are exact, and lower and upper ones the same: then they are those for any worth of endless play.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        self.values.exact().is_some_and(Table::is_sharp)
    }
}

/// Counts of one solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Options of White, over all positions.
    pub white_options: usize,
    /// Options of Black.
    pub black_options: usize,
    /// Sweeps of the value iteration.
    pub sweeps: u32,
    /// Rounds of the policy iteration.
    pub rounds: u32,
    /// Sizes of the components of more than one position, largest first.
    pub component_sizes: Vec<usize>,
}

/// Why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// The endgame, such as `8x8 KNk`.
    pub endgame: String,
    /// What went wrong.
    pub reason: Reason,
}

/// What can go wrong with an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Too many men.
    Men {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Five men, and the slices do not hold them.
    Slices,
    /// It cannot be set up.
    Endgame(EndgameError),
    /// Its exact values are too large.
    TooLarge(TooLarge),
    /// Its exact values would take so many bytes on a common denominator.
    CommonDenominator(u64),
    /// Its exact values were asked for, and an import is an enclosure.
    EnclosedImport(String),
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.endgame, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Men { found, most } => write!(f, "found {found} men, required at most {most}"),
            Self::Slices => {
                write!(f, "five men are enclosed without pawns only, on boards from 3x3 to 64 squares")
            }
            Self::Endgame(error) => error.fmt(f),
            Self::TooLarge(error) => error.fmt(f),
            Self::CommonDenominator(bytes) => write!(
                f,
                "exact values too large to compare: {} MiB on a common denominator; the limit is {} MiB",
                bytes >> 20,
                MOST_COMMON_BYTES >> 20
            ),
            Self::EnclosedImport(import) => write!(f, "its import {import} is an enclosure, required exact values"),
        }
    }
}

impl std::error::Error for PipelineError {}
