//! The figures of a verified table: those that LW give in §§8–14, for any endgame.
//!
//! Responsible for counting. Every figure is computed from a [`Verified`]; values are compared by their ranks among all of them, so that
//! no arithmetic of this module can be wrong about an order. Left to others: how the figures are set out (`solve stats`), and which of
//! them are claimed (`audit`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use checker::Verified;
use checker::chess::{Board, Man, Placement, Role};
use checker::endgame::Positions;
use checker::numbers::Fractions;
use checker::table::{Table as _, Target};
use checker::theorem::{INFINITE, Place, Side};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use session::ranked::{self, Ranked, Step};
use session::{fraction, notation};

use crate::analysis::factors::{self, Divisors};
use crate::analysis::images;
use crate::analysis::verified::{self, values};
use crate::graph::components::components;
use crate::graph::table::common_divisor;
use crate::parallel;

/// Where quiescent positions come from, in LW's words (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// No man but the kings.
    BareKings,
    /// King and bishop against king, the black king on a square of the colour that the bishop never visits.
    GhostBishop,
    /// King and pawn against king, the black king before the pawn on its file.
    BlockedPawn,
    /// King and pawn against king, the white king before its own pawn on a file at the edge.
    CorneredKing,
    /// None of these.
    Other,
}

impl Category {
    /// All categories.
    pub const ALL: [Self; 5] = [Self::BareKings, Self::GhostBishop, Self::BlockedPawn, Self::CorneredKing, Self::Other];

    /// The category of a placement.
    #[must_use]
    pub fn of(board: Board, placement: &Placement) -> Self {
        let square = |side, role| {
            let mut pieces = placement.pieces.iter();
            pieces.find(|piece| piece.man == Man::of(side, role)).map(|piece| piece.square)
        };
        let (Some(white), Some(black)) = (square(Side::White, Role::King), square(Side::Black, Role::King)) else {
            return Self::Other;
        };
        let (bishop, pawn) = (square(Side::White, Role::Bishop), square(Side::White, Role::Pawn));
        match (placement.pieces.len(), bishop, pawn) {
            (2, ..) => Self::BareKings,
            (3, Some(bishop), _) if (bishop.file() + bishop.rank() + black.file() + black.rank()) % 2 == 1 => {
                Self::GhostBishop
            }
            (3, _, Some(pawn)) if black.file() == pawn.file() && black.rank() > pawn.rank() => Self::BlockedPawn,
            (3, _, Some(pawn))
                if white.file() == pawn.file()
                    && white.rank() > pawn.rank()
                    && [0, board.files - 1].contains(&white.file()) =>
            {
                Self::CorneredKing
            }
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BareKings => "bare kings",
            Self::GhostBishop => "ghost bishop",
            Self::BlockedPawn => "blocked pawn",
            Self::CorneredKing => "cornered king",
            Self::Other => "other",
        })
    }
}

/// What is verified of one position, with all its options. Numbers are ranks: greater ones are greater shares.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its number in the canonical order.
    pub number: u32,
    /// The board.
    pub board: Board,
    /// Its least placement.
    pub placement: Placement,
    /// Values and labels.
    pub place: Place,
    /// The options of both players.
    pub options: Vec<Step>,
}

impl Position {
    /// The best lower value that a side can reach.
    #[must_use]
    pub fn best(&self, side: Side) -> Option<u64> {
        ranked::best(&self.options, side, |place| place.alpha[0])
    }

    /// Whether the best that White can reach is worth as much as the best that Black can reach.
    #[must_use]
    pub fn is_quiescent(&self) -> bool {
        self.best(Side::White) == self.best(Side::Black)
    }

    /// Whether each player would rather have the other move.
    #[must_use]
    pub fn is_zugzwang(&self) -> bool {
        self.best(Side::White) < self.best(Side::Black)
    }
}

/// All positions of a table, in the order of their first places.
pub fn positions<'a>(table: &'a Ranked<'_>) -> impl Iterator<Item = Position> + 'a {
    table.firsts().map(|number| position(table, number))
}

/// The position of a number.
fn position(table: &Ranked<'_>, number: u32) -> Position {
    let positions = verified::positions(table.verified());
    let mut options = Vec::new();
    table.options(number, &mut options);
    let (board, placement) = (positions.endgame.board, positions.placement(number));
    Position { number, board, placement, place: table.place(number), options }
}

/// A label, unless it is infinite.
pub(crate) fn finite(label: u32) -> Option<u32> {
    (label != INFINITE).then_some(label)
}

/// A denominator that occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denominator {
    /// The denominator.
    pub value: BigUint,
    /// Positions that have it.
    pub positions: usize,
    /// The first of them.
    pub fen: String,
}

/// Positions of one category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many positions, up to symmetry.
    pub positions: usize,
    /// How many placements, their images under the symmetries counted.
    pub placements: usize,
    /// The first.
    pub fen: String,
    /// The largest labels T and T′ among them; none where one is infinite.
    pub largest_labels: [Option<u32>; 2],
}

impl Group {
    /// Adds a position.
    fn add(&mut self, position: &Position) {
        if self.positions == 0 {
            self.fen = notation::fen(position.board, &position.placement);
            self.largest_labels = [Some(0); 2];
        }
        self.positions += 1;
        self.placements += images::count(position.board, &position.placement);
        for (largest, label) in self.largest_labels.iter_mut().zip(position.place.labels) {
            let label = finite(label);
            *largest = largest.zip(label).map(|(largest, label)| largest.max(label));
        }
    }
}

/// By place, the number of its position among the positions.
fn positions_by_place(positions: &Positions) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::new();
    let mut next = 0;
    for place in (0..).take(positions.count()) {
        if positions.is_first(place) {
            numbers.push(next);
            next += 1;
            continue;
        }
        let images = images::images(positions.endgame.board, &positions.placement(place));
        let first = images.iter().filter_map(|image| positions.number(image)).map(|(place, _)| place).min();
        numbers.push(numbers[first.expect("its own") as usize]);
    }
    numbers
}

/// A position in which the right to move is worth less than nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zugzwang {
    /// The position.
    pub fen: String,
    /// Its value.
    pub value: BigRational,
    /// The best that White can reach, below the value.
    pub white: BigRational,
    /// The best that Black can reach, above the value.
    pub black: BigRational,
}

impl Zugzwang {
    /// What the player who has to move loses by it; the Richman equation makes it the same for both.
    #[must_use]
    pub fn loss(&self) -> BigRational {
        &self.black - &self.value
    }
}

/// The largest label of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargestLabel {
    /// The label.
    pub label: u32,
    /// Positions that have it.
    pub positions: usize,
    /// The first of them.
    pub fen: String,
}

impl LargestLabel {
    /// Counts the label of one more position.
    pub(crate) fn add(&mut self, label: u32, fen: impl FnOnce() -> String) {
        if label > self.label {
            *self = Self { label, positions: 0, fen: fen() };
        }
        self.positions += usize::from(label == self.label);
    }
}

/// The figures of a sharp table.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The endgame, in the checker's words.
    pub endgame: String,
    /// Positions, up to symmetry.
    pub positions: usize,
    /// Distinct values.
    pub values: usize,
    /// The least and the greatest value.
    pub extremes: Option<[BigRational; 2]>,
    /// Positions whose denominator is a power of 2.
    pub dyadic: usize,
    /// How many denominators there are.
    pub denominators: usize,
    /// The largest of them, decreasing.
    pub largest_denominators: Vec<Denominator>,
    /// The smallest that is not a power of 2.
    pub smallest_non_dyadic: Option<Denominator>,
    /// Quiescent positions by category.
    pub quiescent: BTreeMap<Category, Group>,
    /// The numbers of the positions that are zugzwangs.
    pub zugzwangs: Vec<u32>,
    /// The largest T and T′.
    pub largest_labels: [LargestLabel; 2],
    /// Positions with an infinite T or T′.
    pub infinite_labels: usize,
    /// Sizes of the strongly connected components of the stated moves, and how many there are of each, largest first.
    pub components: Vec<(usize, usize)>,
    /// How many positions have a value in each of [`BINS`] equal parts of [0, 1]; the last one includes 1.
    pub histogram: Vec<usize>,
}

/// Parts of the histogram.
pub const BINS: usize = 64;
/// The part of the histogram to which a value belongs.
pub(crate) fn bin(numerator: &BigUint, denominator: &BigUint) -> usize {
    (numerator * BINS / denominator).to_usize().unwrap_or(BINS).min(BINS - 1)
}

/// How many examples are listed.
const EXAMPLES: usize = 3;

/// The figures of a verified table, in which each position is sharp. (Where they are not, see `gaps`.)
///
/// # Panics
///
/// If it is no table of exact values of an endgame.
#[must_use]
pub fn statistics(table: &Verified) -> Statistics {
    let ranked = Ranked::new(table);
    let mut counts = Counts::new(table);
    for position in positions(&ranked) {
        counts.add(table, &position);
    }
    counts.finish(table)
}

/// The denominator of a value in lowest terms.
fn denominator(values: &Fractions, index: usize) -> BigUint {
    &values.denominator / common_divisor(&values.denominator, &values.numerators[index])
}

/// All denominators of the values of a table, increasing, each once.
#[must_use]
pub fn all_denominators(table: &Verified) -> Vec<BigUint> {
    let Some(values) = values(table) else { return Vec::new() };
    let mut all: Vec<BigUint> = (0..values.numerators.len()).map(|index| denominator(values, index)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Decimal digits of the largest denominator of a table, and how many positions have a value whose denominator is no power of 2.
#[must_use]
pub fn denominators(table: &Verified) -> (usize, usize) {
    let Some(values) = values(table) else { return (0, 0) };
    let largest = (0..values.numerators.len()).map(|index| denominator(values, index)).max();
    let is_dyadic: Vec<bool> =
        (0..values.numerators.len()).map(|index| denominator(values, index).count_ones() == 1).collect();
    let is_dyadic = |value: u64| is_dyadic[value as usize];
    let dyadic = |place: &Place| is_dyadic(place.alpha[0]) && is_dyadic(place.beta[0]);
    let positions = verified::positions(table);
    let is_first = |(number, _): &(u32, Place)| positions.is_first(*number);
    let not_dyadic = (0..).zip(table.stated().places()).filter(is_first).filter(|(_, place)| !dyadic(place)).count();
    (largest.map_or(0, |largest| largest.to_string().len()), not_dyadic)
}

/// How many zugzwangs a table shows: positions in which the best upper value that White can reach is below the best lower value that Black can reach.
/// Where everything is sharp this is what it always is: each player would rather have the other move.
#[must_use]
pub fn zugzwangs(table: &Ranked<'_>, threads: usize) -> usize {
    let firsts: Vec<u32> = table.firsts().collect();
    let count = |range: Range<usize>| {
        let mut options = Vec::new();
        let mut is_zugzwang = |&position: &u32| {
            table.options(position, &mut options);
            let white = ranked::best(&options, Side::White, |place| place.beta[1]);
            let black = ranked::best(&options, Side::Black, |place| place.alpha[0]);
            white.zip(black).is_some_and(|(white, black)| white < black)
        };
        firsts[range].iter().filter(|position| is_zugzwang(position)).count()
    };
    parallel::in_ranges(firsts.len(), threads, 1, count).into_iter().sum()
}

/// What divides the denominators of a table, 2 left out.
#[must_use]
pub fn divisors(table: &Verified) -> Divisors {
    let odd_part = |denominator: BigUint| {
        let twos = denominator.trailing_zeros().unwrap_or(0);
        denominator >> twos
    };
    // Those of single values: what they share tells factors apart.
    let odd_parts: BTreeSet<BigUint> = all_denominators(table).into_iter().map(odd_part).collect();
    factors::divisors(odd_parts.iter())
}

/// Of these zugzwangs those with the largest loss, decreasing; of equal ones the first.
#[must_use]
pub fn worst_zugzwangs(table: &Verified, numbers: &[u32]) -> Vec<Zugzwang> {
    let table = Ranked::new(table);
    let zugzwang = |&number: &u32| {
        let position = position(&table, number);
        Some(Zugzwang {
            fen: notation::fen(position.board, &position.placement),
            value: table.fraction(position.place.alpha[0]),
            white: table.fraction(position.best(Side::White)?),
            black: table.fraction(position.best(Side::Black)?),
        })
    };
    let mut all: Vec<(BigRational, Zugzwang)> =
        numbers.iter().filter_map(zugzwang).map(|zugzwang| (zugzwang.loss(), zugzwang)).collect();
    all.sort_by(|(a, _), (b, _)| fraction::compare(b, a));
    all.truncate(EXAMPLES);
    all.into_iter().map(|(_, zugzwang)| zugzwang).collect()
}

/// What is counted position by position.
struct Counts {
    /// By value: positions that have it, and the first of these.
    uses: Vec<(usize, u32)>,
    quiescent: BTreeMap<Category, Group>,
    zugzwangs: Vec<u32>,
    largest_labels: [LargestLabel; 2],
    infinite_labels: usize,
    successors: Vec<[u32; 2]>,
}

impl Counts {
    fn new(table: &Verified) -> Self {
        let none = || LargestLabel { label: 0, positions: 0, fen: String::new() };
        Self {
            uses: vec![(0, 0); values(table).map_or(0, |values| values.numerators.len())],
            quiescent: BTreeMap::new(),
            zugzwangs: Vec::new(),
            largest_labels: [none(), none()],
            infinite_labels: 0,
            successors: Vec::new(),
        }
    }

    fn add(&mut self, table: &Verified, position: &Position) {
        if table.stated().is_exact() {
            let (count, first) = &mut self.uses[table.stated().place(position.number).alpha[0] as usize];
            *first = if *count == 0 { position.number } else { *first };
            *count += 1;
        }
        if position.is_quiescent() {
            let none = || Group { positions: 0, placements: 0, fen: String::new(), largest_labels: [None; 2] };
            let category = Category::of(position.board, &position.placement);
            self.quiescent.entry(category).or_insert_with(none).add(position);
        }
        if position.is_zugzwang() {
            self.zugzwangs.push(position.number);
        }
        for (largest, label) in self.largest_labels.iter_mut().zip(position.place.labels) {
            let Some(label) = finite(label) else {
                self.infinite_labels += 1;
                continue;
            };
            let fen = || notation::fen(position.board, &position.placement);
            largest.add(label, fen);
        }
        self.successors.push(Side::BOTH.map(|side| successor(position, side)));
    }

    fn finish(self, table: &Verified) -> Statistics {
        let (endgame, nothing) = (&verified::positions(table).endgame, Fractions::default());
        let values = values(table).unwrap_or(&nothing);
        let fen = |number| notation::fen(endgame.board, &verified::positions(table).placement(number));
        let mut denominators: BTreeMap<BigUint, (usize, u32)> = BTreeMap::new();
        let mut dyadic = 0;
        let mut histogram = vec![0; BINS];
        for (index, &(count, first)) in self.uses.iter().enumerate() {
            let denominator = denominator(values, index);
            histogram[bin(&values.numerators[index], &values.denominator)] += count;
            dyadic += if denominator.count_ones() == 1 { count } else { 0 };
            let (uses, least) = denominators.entry(denominator).or_insert((0, first));
            *uses += count;
            *least = first.min(*least);
        }
        let example = |(value, &(positions, first)): (&BigUint, &(usize, u32))| Denominator {
            value: value.clone(),
            positions,
            fen: fen(first),
        };
        let numbers = positions_by_place(verified::positions(table));
        let number = |place: u32| numbers.get(place as usize).copied().unwrap_or(NOTHING);
        let successors: Vec<[u32; 2]> = self.successors.iter().map(|pair| pair.map(number)).collect();
        let sizes = components(&successors);
        let mut by_size: BTreeMap<usize, usize> = BTreeMap::new();
        sizes.iter().for_each(|component| *by_size.entry(component.len()).or_insert(0) += 1);
        let count = values.numerators.len();
        let value = |index| fraction::rational(values.get(index));
        Statistics {
            endgame: notation::endgame(endgame),
            positions: self.successors.len(),
            values: count,
            extremes: count.checked_sub(1).map(|last| [value(0), value(last)]),
            dyadic,
            denominators: denominators.len(),
            largest_denominators: denominators.iter().rev().take(EXAMPLES).map(example).collect(),
            smallest_non_dyadic: denominators.iter().find(|(value, _)| value.count_ones() > 1).map(example),
            quiescent: self.quiescent,
            zugzwangs: self.zugzwangs,
            largest_labels: self.largest_labels,
            infinite_labels: self.infinite_labels,
            components: by_size.into_iter().rev().collect(),
            histogram,
        }
    }
}

/// The position that the stated move of a player leads to: the greedy option of least label, of these the one with the least move number.
/// [`NOTHING`] beyond the endgame.
fn successor(position: &Position, side: Side) -> u32 {
    let best = position.best(side);
    let greedy = position.options.iter().filter(|step| step.by == side && Some(step.to.alpha[0]) == best);
    match greedy.min_by_key(|step| (step.to.label(side), step.name)).map(|step| step.target) {
        Some(Target::To(number)) => number,
        _ => NOTHING,
    }
}

/// No position of the endgame.
const NOTHING: u32 = u32::MAX;
