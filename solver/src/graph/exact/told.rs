//! What is told of the work on a game: while it is solved, afterwards, and why it is not.

use std::fmt;

/// What was counted while a game was solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often policies were evaluated.
    pub rounds: u32,
    /// Sizes of the components of more than one position in the last round of each table, largest first.
    pub component_sizes: Vec<usize>,
}

impl Effort {
    /// Notes the components of a last round.
    pub(crate) fn found(&mut self, component_sizes: Vec<usize>) {
        self.component_sizes.extend(component_sizes);
        self.component_sizes.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Why a game was not solved: the exact values are too large to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Positions in the largest component.
    pub component: usize,
    /// Bits expected in a denominator.
    pub bits: u64,
    /// Bytes expected for all values.
    pub bytes: u64,
    /// The most that there may be.
    pub most_bytes: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, bits, bytes, most_bytes } = self;
        write!(
            f,
            "exact values too large: a component of {component} positions, denominators of about {bits} bits, about {} MiB of values; the limit is {} MiB",
            bytes >> 20,
            most_bytes >> 20
        )
    }
}

impl std::error::Error for TooLarge {}
