//! The ways in which a check can end without `verified`. The wording is in `session`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::limits::TooMuch;
use crate::numbers::Fraction;
use crate::theorem::{Label, Side};

/// What is wrong with bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// They end too early.
    End,
    /// Some are left over.
    Rest,
    /// A number takes more bytes than it needs, or more than it may.
    Long,
    /// A number means nothing here.
    Unknown,
    /// A number is greater than it may be here.
    Large,
    /// The values are not all: in as many bytes as the denominator; without a common divisor; increasing; at most 1;
    /// used.
    Values,
    /// The imports are not increasing.
    Order,
}

/// A condition on one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// `far(P)` is at least as good for the side as its mean.
    Holds,
    /// `near(P)` is not better than its mean, and has evidence where it needs some.
    Forces,
    /// The label is the one that the equation gives.
    Label,
    /// The stated move is the greedy one of least label, and of those the first.
    Greedy,
    /// Of a place that is stated to be sharp each option that may be the best one is known to be sharp.
    Leaves,
    /// A place that is stated to be sharp is apart, or has evidence with a smaller label.
    Sharp,
}

impl Condition {
    /// Its name, for a side.
    pub fn name(self, side: Side) -> &'static str {
        match self {
            Self::Holds => side.of("white-holds", "black-holds"),
            Self::Forces => side.of("white-forces", "black-forces"),
            Self::Label => side.of("white-label", "black-label"),
            Self::Greedy => side.of("white-greedy", "black-greedy"),
            Self::Leaves => side.of("white-leaves", "black-leaves"),
            Self::Sharp => "sharp",
        }
    }
}

/// Where and how a condition fails: what is stated, and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Which position: the number of its place, or of the member of the list.
    pub position: u32,
    /// Which condition.
    pub condition: Condition,
    /// For which side.
    pub side: Side,
    /// What is stated: the number.
    pub stated: Fraction,
    /// The numbers whose mean it is compared with, with their weights.
    pub mean: Vec<(u64, Fraction)>,
    /// The stated label, and the least one of all evidence; or the stated move, and the one that is required.
    pub labels: [Label; 2],
}

/// How a condition of a further game fails. Whoever words it knows its type.
pub trait Fault: Any + fmt::Debug + Send + Sync {
    /// The name of the condition.
    fn condition(&self) -> &'static str;

    /// At which place: the number of a position, a cell, or what else the condition is asked of.
    fn place(&self) -> u64;
}

impl PartialEq for dyn Fault {
    /// Whether the same is wrong: all that one says of itself, the other says.
    fn eq(&self, other: &Self) -> bool {
        self.type_id() == other.type_id() && format!("{self:?}") == format!("{other:?}")
    }
}

impl Eq for dyn Fault {}

/// Why a certificate was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Declined: beyond a limit.
    Limit(TooMuch),
    /// Declined: a version, statement or form that this checker does not know.
    Unknown(&'static str, u64),
    /// Declined: the import of this digest was not found.
    MissingImport([u8; 32]),
    /// Declined: it is about the game in the file of this digest, and none was given, or another one.
    Game([u8; 32]),
    /// Declined: the statement does not cover games with such a position, which has this number in the file.
    Uncovered(&'static str, u64),
    /// Declined: a bug of the checker, which panicked; it has said where on standard error.
    Bug,
    /// Declined: this program was built without overflow checks.
    Unchecked,
    /// `header`: magic, length or a digest is wrong.
    Header(&'static str),
    /// `canonical`: what stands before this byte of the head, or of the slice of a number, is not spelt so.
    Spelling(Option<usize>, usize, Spelling),
    /// `canonical`: this part of the statement is none.
    Statement(&'static str),
    /// `canonical`: the member of that place is none, or not greater than the one before it.
    Member(usize),
    /// `coverage`: so many slices were found, so many are required.
    Coverage(usize, usize),
    /// `coverage`: a slice, or all of them, have so many bytes; so many are required, one for each place.
    Short(usize, usize),
    /// `imports`: so many imports were found, so many are required.
    ImportCount(usize, usize),
    /// `imports`: the import of that place is about something else, or about what another one is about, or says too
    /// little.
    ImportKind(usize),
    /// `imports`: a move of the position of this number leads to what no import is about.
    Lacking(u32),
    /// `imports`: no move leads to the import of that place.
    Unused(usize),
    /// `imports`: the import of that place is not verified, for this reason.
    Import(usize, Box<Self>),
    /// A condition of a further game fails.
    Further(Arc<dyn Fault>),
    /// A condition fails at a position.
    At(Box<Breach>),
}

impl Failure {
    /// The name of the condition that the certificate breaks; none if it is declined.
    pub fn condition(&self) -> Option<&'static str> {
        if self.is_declined() {
            return None;
        }
        Some(match self {
            Self::Header(_) => "header",
            Self::Spelling(..) | Self::Statement(_) | Self::Member(_) => "canonical",
            Self::Coverage(..) | Self::Short(..) => "coverage",
            Self::At(breach) => breach.condition.name(breach.side),
            Self::Further(fault) => fault.condition(),
            _ => "imports",
        })
    }

    /// The number of the position, or of what else the condition is asked of, at which it fails.
    pub fn place(&self) -> Option<u64> {
        match self {
            Self::At(breach) => Some(breach.position.into()),
            Self::Further(fault) => Some(fault.place()),
            Self::Lacking(position) => Some((*position).into()),
            _ => None,
        }
    }

    /// Whether an import, or an import of one, was not found.
    pub fn lacks_import(&self) -> bool {
        match self {
            Self::MissingImport(_) => true,
            Self::Import(_, failure) => failure.lacks_import(),
            _ => false,
        }
    }

    /// Whether nothing can be said of the certificate; it is rejected otherwise.
    pub fn is_declined(&self) -> bool {
        match self {
            Self::Limit(_) | Self::Unknown(..) | Self::MissingImport(_) => true,
            Self::Uncovered(..) | Self::Game(_) | Self::Bug | Self::Unchecked => true,
            Self::Import(_, failure) => failure.is_declined(),
            _ => false,
        }
    }
}

impl From<TooMuch> for Failure {
    fn from(much: TooMuch) -> Self {
        Self::Limit(much)
    }
}

/// That something is so; else the check ends with this failure, or the reading with this fault.
pub fn ensure<F>(is_so: bool, failure: F) -> Result<(), F> {
    if is_so { Ok(()) } else { Err(failure) }
}
