//! A game graph in compressed rows: the statement that everything exact works on. It knows nothing of chess.
//!
//! Nodes `0 .. positions` are positions; the nodes after them are the boundary: terminal positions and positions whose
//! values and labels are already known. Options keep the order in which they are given, and equal options stay apart,
//! so that the number of an option in its row names a move.

pub mod approximate;
pub mod components;
pub mod enclosure;
pub mod exact;
pub mod labels;
pub mod table;
pub mod thresholds;
pub mod values;

use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

/// A label T or T′. 0 belongs to terminal positions; [`INFINITE`] to positions that no evidence reaches.
pub type Label = u32;
/// The infinite label.
pub const INFINITE: Label = u32::MAX;

/// The options of one player, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Default for Rows {
    fn default() -> Self {
        Self { starts: vec![0], targets: Vec::new() }
    }
}

impl Rows {
    /// Appends rows: their options, and the end of each row within `targets`.
    ///
    /// # Panics
    ///
    /// Where there are 2^32 options or more.
    pub fn extend(&mut self, targets: &[u32], ends: &[usize]) {
        let offset = self.targets.len();
        self.targets.extend_from_slice(targets);
        let start = |&end: &usize| u32::try_from(offset + end).expect("fewer than 2^32 options");
        self.starts.extend(ends.iter().map(start));
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options of a position.
    #[must_use]
    pub fn row(&self, position: usize) -> &[u32] {
        &self.targets[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// The options of all rows, one row after the other.
    #[must_use]
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Number of options in all rows.
    #[must_use]
    pub fn options(&self) -> usize {
        self.targets.len()
    }
}

/// A node whose values and labels are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// The lower value, a share of the money.
    pub lower: Ratio<BigUint>,
    /// The upper value.
    pub upper: Ratio<BigUint>,
    /// The label T, which goes with the lower value.
    pub white_label: Label,
    /// The label T′, which goes with the upper value.
    pub black_label: Label,
}

impl Boundary {
    /// A terminal position, won by White or by Black.
    #[must_use]
    pub fn terminal(white_has_won: bool) -> Self {
        let value: Ratio<BigUint> = if white_has_won { Ratio::one() } else { Ratio::zero() };
        Self { lower: value.clone(), upper: value, white_label: 0, black_label: 0 }
    }

    /// Its values between multiples of 2^-bits.
    #[must_use]
    pub fn bounds(&self, bits: u8) -> Bounds {
        let enclose = |value: &Ratio<BigUint>| {
            let (low, rest) = (value.numer() << bits).div_rem(value.denom());
            let low = low.to_u64().expect("a value is at most 1");
            [low, if rest.is_zero() { low } else { low + 1 }]
        };
        Bounds { alpha: enclose(&self.lower), beta: enclose(&self.upper) }
    }

    /// The same node with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self {
            lower: Ratio::<BigUint>::one() - self.upper,
            upper: Ratio::<BigUint>::one() - self.lower,
            white_label: self.black_label,
            black_label: self.white_label,
        }
    }
}

/// The most bits that bounds may have: the sum of two of them must fit a word.
pub const MOST_BITS: u8 = 62;

/// Bounds on the values of a node, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lower and upper bound on α.
    pub alpha: [u64; 2],
    /// Lower and upper bound on β.
    pub beta: [u64; 2],
}

impl Bounds {
    /// Of a terminal position.
    #[must_use]
    pub fn terminal(white_has_won: bool, bits: u8) -> Self {
        let value = if white_has_won { 1 << bits } else { 0 };
        Self { alpha: [value; 2], beta: [value; 2] }
    }

    /// With the colours exchanged.
    #[must_use]
    pub fn flipped(self, bits: u8) -> Self {
        let flip = |[low, high]: [u64; 2]| [(1 << bits) - high, (1 << bits) - low];
        Self { alpha: flip(self.beta), beta: flip(self.alpha) }
    }

    /// On another scale, rounded outwards.
    #[must_use]
    pub fn rescaled(self, from: u8, to: u8) -> Self {
        let rescale = |[low, high]: [u64; 2]| match to.checked_sub(from) {
            Some(more) => [low << more, high << more],
            None => [low >> (from - to), high.div_ceil(1 << (from - to))],
        };
        Self { alpha: rescale(self.alpha), beta: rescale(self.beta) }
    }
}

/// A game graph. What is known of the nodes after the positions is a [`Boundary`], unless bounds are all that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<B = Boundary> {
    /// White's options.
    pub white: Arc<Rows>,
    /// Black's options.
    pub black: Arc<Rows>,
    /// The nodes after the positions.
    pub boundary: Vec<B>,
}

impl Graph {
    /// The game with the colours exchanged: its lower values are one less the upper values of this one. The rows are shared.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let boundary = self.boundary.iter().cloned().map(Boundary::flipped).collect();
        Self { white: Arc::clone(&self.black), black: Arc::clone(&self.white), boundary }
    }
}

impl<B> Graph<B> {
    /// A graph from both players' options. A player without an option at a position passes: the position becomes its
    /// own single option.
    ///
    /// # Panics
    ///
    /// Where the two players' rows differ in number or an option is neither a position nor in the boundary.
    #[must_use]
    pub fn new(white: Rows, black: Rows, boundary: Vec<B>) -> Self {
        assert_eq!(white.len(), black.len(), "both players have one row for each position");
        let nodes = white.len() + boundary.len();
        assert!(
            white.targets.iter().chain(&black.targets).all(|&target| (target as usize) < nodes),
            "every option is a node"
        );
        Self { white: Arc::new(with_passes(white)), black: Arc::new(with_passes(black)), boundary }
    }

    /// The same graph with other things known of the boundary. The rows are shared.
    #[must_use]
    pub fn with<C>(&self, boundary: impl FnMut(&B) -> C) -> Graph<C> {
        let boundary = self.boundary.iter().map(boundary).collect();
        Graph { white: Arc::clone(&self.white), black: Arc::clone(&self.black), boundary }
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.white.len()
    }

    /// Number of nodes, boundary included.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.positions() + self.boundary.len()
    }
}

/// Fills empty rows with a pass.
fn with_passes(rows: Rows) -> Rows {
    if (0..rows.len()).all(|position| !rows.row(position).is_empty()) {
        return rows;
    }
    let mut filled = Rows::default();
    for position in 0..rows.len() {
        match rows.row(position) {
            [] => filled.extend(&[position as u32], &[1]),
            row => filled.extend(row, &[row.len()]),
        }
    }
    filled
}
