//! A game graph in compressed rows: the statement that everything exact works on. It knows nothing of chess.
//!
//! Nodes `0 .. positions` are positions; the nodes after them are the boundary: terminal positions and positions whose
//! values and labels are already known. Options keep the order in which they are given, and equal options stay apart,
//! so that the number of an option in its row names a move.

pub mod approximate;
pub mod components;
mod elimination;
pub mod enclosure;
pub mod exact;
pub mod labels;
pub mod never;
pub mod rewards;
mod start;
pub mod table;
pub mod values;
pub(crate) mod view;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use checker::theorem::Side;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

use components::{Components, components_of};

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

    /// For each of so many nodes the positions that lead to it, in order and as often as they do, from the options of so many positions.
    pub(crate) fn turned<I: Iterator<Item = u32>>(
        nodes: usize,
        positions: usize,
        options: impl Fn(usize) -> I,
    ) -> Self {
        let mut starts = vec![0; nodes + 1];
        for node in (0..positions).flat_map(&options) {
            starts[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut targets = vec![0; starts[nodes] as usize];
        let mut next = starts.clone();
        for position in 0..positions {
            for node in options(position) {
                let place = &mut next[node as usize];
                targets[*place as usize] = position as u32;
                *place += 1;
            }
        }
        Self { starts, targets }
    }

    /// Gives back the room that further rows would take.
    pub fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.targets.shrink_to_fit();
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

    /// This node with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        let turned = |value: Ratio<BigUint>| {
            let (numerator, denominator) = value.into_raw();
            Ratio::new_raw(&denominator - numerator, denominator)
        };
        Self {
            lower: turned(self.upper),
            upper: turned(self.lower),
            white_label: self.black_label,
            black_label: self.white_label,
        }
    }
}

/// The most bits that bounds may have: the sum of two of them must fit a word.
pub const MOST_BITS: u8 = 62;

/// Bounds on the values of a node, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Bounds on one value between both.
    #[must_use]
    pub fn joined(self) -> Self {
        let both = [self.alpha[0], self.beta[1]];
        Self { alpha: both, beta: both }
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

/// Who moves at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Whoever wins the bid.
    Bid,
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody: an option is drawn by lot.
    Chance,
}

/// The weights of the options at the positions where chance moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By position: the place of its list of weights, [`NO_WEIGHTS`] where no chance moves. Most games have few different lists.
    places: Vec<u32>,
    /// By place: where its numerators end.
    ends: Vec<u32>,
    /// The numerators of the weights, place after place.
    numerators: Vec<u64>,
    /// By place: the common denominator of the weights, which is the sum of their numerators where they are a mean.
    denominators: Vec<u64>,
}

/// The place of a position where no chance moves.
const NO_WEIGHTS: u32 = u32::MAX;
/// So many different lists of weights are looked for; those beyond have a place for each position.
const MOST_KNOWN: usize = 1 << 16;

impl Weights {
    /// The weights at these positions: none, or the numerators over a common denominator, their sum.
    ///
    /// # Panics
    ///
    /// Where a numerator is 0, a sum is 2^64 or more, or there are 2^32 weights or more.
    #[must_use]
    pub fn new<'a>(positions: impl IntoIterator<Item = Option<&'a [u64]>>) -> Self {
        let sum = |weights: &[u64]| weights.iter().try_fold(0, |sum: u64, &weight| sum.checked_add(weight));
        let with_sum = |weights| (weights, sum(weights).expect("a denominator below 2^64"));
        Self::over(positions.into_iter().map(|weights| weights.map(with_sum)))
    }

    /// The weights at these positions, over a denominator that need not be their sum: what is no mean, but a sum of multiples.
    ///
    /// # Panics
    ///
    /// Where a numerator is 0, or there are 2^32 weights or more.
    #[must_use]
    pub fn over<'a>(positions: impl IntoIterator<Item = Option<(&'a [u64], u64)>>) -> Self {
        let (mut places, mut ends, mut numerators, mut denominators) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut known = HashMap::new();
        for weights in positions {
            let Some((weights, denominator)) = weights else {
                places.push(NO_WEIGHTS);
                continue;
            };
            if let Some(&place) = known.get(&(weights, denominator)) {
                places.push(place);
                continue;
            }
            assert!(!weights.is_empty() && !weights.contains(&0), "weights are positive");
            places.push(ends.len() as u32);
            if known.len() < MOST_KNOWN {
                known.insert((weights, denominator), ends.len() as u32);
            }
            numerators.extend_from_slice(weights);
            ends.push(u32::try_from(numerators.len()).expect("fewer than 2^32 weights"));
            denominators.push(denominator);
        }
        places.shrink_to_fit();
        Self { places, ends, numerators, denominators }
    }

    /// The numerators of the weights of a position's options, and their denominator; none where no chance moves.
    #[must_use]
    pub fn of(&self, position: usize) -> Option<(&[u64], u64)> {
        let place = self.places[position];
        if place == NO_WEIGHTS {
            return None;
        }
        let place = place as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        Some((&self.numerators[start as usize..self.ends[place] as usize], self.denominators[place]))
    }
}

/// The options of a position where chance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance<'a> {
    /// The options; one may occur twice.
    pub options: &'a [u32],
    /// By option: the numerator of its weight, positive.
    pub weights: &'a [u64],
    /// The common denominator: the sum of the numerators.
    pub denominator: u64,
}

impl Chance<'_> {
    /// Each option with the numerator of its weight.
    pub fn weighted(&self) -> impl Iterator<Item = (u32, u64)> + Clone {
        self.options.iter().copied().zip(self.weights.iter().copied())
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
    /// The weights, if chance moves anywhere.
    weights: Option<Arc<Weights>>,
    /// The components, once they have been asked for.
    components: Arc<OnceLock<Components>>,
}

impl Graph {
    /// The game with the colours exchanged: its lower values are one less the upper values of this one. The rows are shared.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let boundary = self.boundary.iter().cloned().map(Boundary::flipped).collect();
        let (white, black) = (Arc::clone(&self.black), Arc::clone(&self.white));
        Self { white, black, boundary, weights: self.weights.clone(), components: Arc::default() }
    }
}

impl<B> Graph<B> {
    /// The options of a side and of the other at a position.
    #[must_use]
    pub fn options(&self, side: Side, position: usize) -> (&[u32], &[u32]) {
        let (white, black) = (self.white.row(position), self.black.row(position));
        side.of((white, black), (black, white))
    }

    /// A graph in which every position is bid for, from both players' options. A player without an option at a position passes: the position becomes its
    /// own single option.
    ///
    /// # Panics
    ///
    /// Where the two players' rows differ in number or an option is neither a position nor in the boundary.
    #[must_use]
    pub fn new(white: Rows, black: Rows, boundary: Vec<B>) -> Self {
        refuse_wrong_rows(&white, &black, boundary.len());
        let (white, black) = (Arc::new(with_passes(white)), Arc::new(with_passes(black)));
        Self { white, black, boundary, weights: None, components: Arc::default() }
    }

    /// A graph in which not every position need be bid for. A player whose row is empty does not move there; nobody passes unless the position is its own option. Where chance
    /// moves both rows are its options, in the order of the weights.
    ///
    /// # Panics
    ///
    /// As [`Self::new`]; where neither player has an option; where the weights do not belong to the rows.
    #[must_use]
    pub fn with_turns(white: Rows, black: Rows, boundary: Vec<B>, weights: Option<Weights>) -> Self {
        refuse_wrong_rows(&white, &black, boundary.len());
        let moves = |position| !(white.row(position).is_empty() && black.row(position).is_empty());
        assert!((0..white.len()).all(moves), "somebody moves at every position");
        if let Some(weights) = &weights {
            assert_eq!(weights.places.len(), white.len(), "weights know of every position");
            let fits = |position: usize| {
                let (white, black) = (white.row(position), black.row(position));
                weights.of(position).is_none_or(|(own, _)| own.len() == white.len() && white == black)
            };
            assert!((0..white.len()).all(fits), "every option of chance has a weight");
        }
        let weights = weights.filter(|weights| !weights.ends.is_empty()).map(Arc::new);
        Self { white: Arc::new(white), black: Arc::new(black), boundary, weights, components: Arc::default() }
    }

    /// Who moves at a position.
    #[must_use]
    pub fn turn(&self, position: usize) -> Turn {
        match (self.white.row(position).is_empty(), self.black.row(position).is_empty()) {
            (false, true) => Turn::White,
            (true, false) => Turn::Black,
            _ if self.chance(position).is_some() => Turn::Chance,
            _ => Turn::Bid,
        }
    }

    /// The options of chance at a position; none where it does not move.
    #[must_use]
    pub fn chance(&self, position: usize) -> Option<Chance<'_>> {
        let (weights, denominator) = self.weights.as_ref()?.of(position)?;
        Some(Chance { options: self.white.row(position), weights, denominator })
    }

    /// Whether chance moves at any position.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.weights.is_some()
    }

    /// The first position that is not bid for; none where all are.
    #[must_use]
    pub fn first_turn(&self) -> Option<usize> {
        (0..self.positions()).find(|&position| self.turn(position) != Turn::Bid)
    }

    /// This graph with other things known of the boundary. The rows are shared.
    #[must_use]
    pub fn with<C>(&self, boundary: impl FnMut(&B) -> C) -> Graph<C> {
        let boundary = self.boundary.iter().map(boundary).collect();
        let (white, black) = (Arc::clone(&self.white), Arc::clone(&self.black));
        Graph { white, black, boundary, weights: self.weights.clone(), components: Arc::clone(&self.components) }
    }

    /// The strongly connected components, each after all that it leads to. They are found once.
    #[must_use]
    pub fn components(&self) -> &Components {
        self.components.get_or_init(|| {
            components_of(self.positions(), |position, number| {
                let first = self.white.row(position);
                // The other row of chance is the same.
                let second =
                    || self.black.row(position).get(number - first.len()).filter(|_| self.chance(position).is_none());
                first.get(number).or_else(second).copied()
            })
        })
    }

    /// Whether a component is a position that does not lead to itself.
    #[must_use]
    pub fn is_alone(&self, part: &[u32]) -> bool {
        let rows = |position: usize| [self.white.row(position), self.black.row(position)];
        matches!(part, &[position] if rows(position as usize).iter().all(|row| !row.contains(&position)))
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

/// Refuses rows that are no graph's.
fn refuse_wrong_rows(white: &Rows, black: &Rows, boundary: usize) {
    assert_eq!(white.len(), black.len(), "both players have one row for each position");
    let nodes = white.len() + boundary;
    assert!(
        white.targets.iter().chain(&black.targets).all(|&target| (target as usize) < nodes),
        "every option is a node"
    );
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
