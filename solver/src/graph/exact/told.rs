//! What is told of the work on a game: while it is solved, afterwards, and why it is not.

use std::fmt;

use crate::graph::Graph;

/// Denominators in bits per position of a component: measured 0.30 (9×9) and 0.32 (10×10), margin ×1.25. Hadamard's
/// bound is 1.3.
const BITS_PER_POSITION: f64 = 0.4;
/// How many components of one size are counted: KRPk on 8×8 has hundreds of up to 13 positions, and denominators of 498 bits.
const MOST_EQUAL: usize = 4;

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

/// The size of a component by which its denominators are expected.
pub(crate) fn expected_size(graph: &Graph, component: &[u32]) -> usize {
    let size = |&position: &u32| {
        let denominator = graph.chance(position as usize).map_or(2, |chance| chance.denominator);
        // Of mixed games the denominators have 0.50 to 0.55 bits for each bit of the weights in a component, measured with 418 to 8304 positions, margin ×1.1: that is 3/2 of the
        // bits that are expected where players bid.
        3 * (64 - (denominator - 1).leading_zeros()).max(1) as usize
    };
    component.iter().map(size).sum::<usize>() / 2
}

/// Refuses a game whose exact values would not fit the memory. Of many components of one size most have denominators that others have too.
pub(crate) fn refuse_too_large(graph: &Graph, component_sizes: &[usize], most_bytes: u64) -> Result<(), TooLarge> {
    let counted: usize = component_sizes.chunk_by(|a, b| a == b).flat_map(|equal| equal.iter().take(MOST_EQUAL)).sum();
    let bits = counted as f64 * BITS_PER_POSITION;
    let bytes = graph.positions() as f64 * bits / 8.0;
    if bytes <= most_bytes as f64 {
        return Ok(());
    }
    let component = component_sizes.first().copied().unwrap_or(1);
    Err(TooLarge { component, bits: bits as u64, bytes: bytes as u64, most_bytes })
}
