//! The figures of a verified table: those that LW give in §§8–14, for any endgame.
//!
//! Responsible for counting. Every figure is computed from a [`Verified`]; values are compared by their ranks, so that no
//! arithmetic of this module can be wrong about an order. Left to others: how the figures are set out (`solve stats`), and which of
//! them are claimed (`audit`).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use checker::Verified;
use checker::board::{Colour, Piece, Placement, Role};
use checker::conditions::{Node, Options, Which};
use checker::notation;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::graph::components::components;
use crate::reading::factors::{self, Divisors};

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
    pub fn of(placement: &Placement) -> Self {
        let square = |colour, role| {
            let mut pieces = placement.pieces().iter();
            pieces.find(|piece| piece.man.colour == colour && piece.man.role == role).map(|piece| piece.square)
        };
        let (Some(white), Some(black)) = (square(Colour::White, Role::King), square(Colour::Black, Role::King)) else {
            return Self::Other;
        };
        let (bishop, pawn) = (square(Colour::White, Role::Bishop), square(Colour::White, Role::Pawn));
        let board = placement.board();
        match (placement.pieces().len(), bishop, pawn) {
            (2, ..) => Self::BareKings,
            (3, Some(bishop), _) if (bishop.file + bishop.rank + black.file + black.rank) % 2 == 1 => Self::GhostBishop,
            (3, _, Some(pawn)) if black.file == pawn.file && black.rank > pawn.rank => Self::BlockedPawn,
            (3, _, Some(pawn))
                if white.file == pawn.file
                    && white.rank > pawn.rank
                    && [0, board.files() - 1].contains(&white.file) =>
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

/// What is verified of one position, with all its options.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its number in the canonical order.
    pub number: usize,
    /// Its least placement.
    pub placement: Placement,
    /// Value and labels.
    pub node: Node,
    /// The options of both players.
    pub options: Options,
}

impl Position {
    /// Whether the best that White can reach is worth as much as the best that Black can reach.
    #[must_use]
    pub fn is_quiescent(&self) -> bool {
        self.options.best(Colour::White, Which::Lower) == self.options.best(Colour::Black, Which::Lower)
    }

    /// Whether each player would rather have the other move.
    #[must_use]
    pub fn is_zugzwang(&self) -> bool {
        self.options.best(Colour::White, Which::Lower) < self.options.best(Colour::Black, Which::Lower)
    }
}

/// All positions of a table, in the canonical order.
pub fn positions(table: &Verified) -> impl Iterator<Item = Position> {
    (0..table.positions()).filter_map(|number| {
        let placement = table.placement(number)?;
        let options = table.options(&placement)?;
        Some(Position { number, node: table.node(number)?, placement, options })
    })
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
            self.fen = notation::fen(&position.placement);
            self.largest_labels = [Some(0); 2];
        }
        self.positions += 1;
        self.placements += images(&position.placement);
        for (largest, colour) in self.largest_labels.iter_mut().zip([Colour::White, Colour::Black]) {
            let label = position.node.label(colour).steps();
            *largest = largest.zip(label).map(|(largest, label)| largest.max(label));
        }
    }
}

/// How many placements the symmetries make of one: those of the board, or only the exchange of left and right where there
/// is a pawn.
fn images(placement: &Placement) -> usize {
    let board = placement.board();
    let (files, ranks) = (board.files(), board.ranks());
    let pawns = placement.pieces().iter().any(|piece| piece.man.role == Role::Pawn);
    let mut images = BTreeSet::new();
    for symmetry in 0..8 {
        let (right, up, exchange) = (symmetry & 1 == 1, symmetry & 2 == 2, symmetry & 4 == 4);
        if pawns && (up || exchange) || exchange && files != ranks {
            continue;
        }
        let image = |piece: &Piece| {
            let file = if right { files - 1 - piece.square.file } else { piece.square.file };
            let rank = if up { ranks - 1 - piece.square.rank } else { piece.square.rank };
            (piece.man, if exchange { (rank, file) } else { (file, rank) })
        };
        let mut men: Vec<_> = placement.pieces().iter().map(image).collect();
        men.sort_unstable();
        images.insert(men);
    }
    images.len()
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
    pub zugzwangs: Vec<usize>,
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
#[must_use]
pub fn statistics(table: &Verified) -> Statistics {
    let mut counts = Counts::new(table);
    for position in positions(table) {
        counts.add(table, &position);
    }
    counts.finish(table)
}

/// Decimal digits of the largest denominator of a table, and how many positions have a value whose denominator is no power of 2.
#[must_use]
pub fn denominators(table: &Verified) -> (usize, usize) {
    let largest = table.values().map(|value| value.odd_part << value.power_of_two).max();
    let dyadic: Vec<bool> = table.values().map(|value| value.odd_part.is_one()).collect();
    let is_dyadic =
        |position: usize| table.value_numbers(position).is_none_or(|(lower, upper)| dyadic[lower] && dyadic[upper]);
    let not_dyadic = (0..table.positions()).filter(|&position| !is_dyadic(position)).count();
    (largest.map_or(0, |largest| largest.to_string().len()), not_dyadic)
}

/// How many zugzwangs a table shows: positions in which the best upper value that White can reach is below the best lower value that Black can reach.
/// Where everything is sharp this is what it always is: each player would rather have the other move.
#[must_use]
pub fn zugzwangs(table: &Verified, threads: usize) -> usize {
    let is_zugzwang = |position: usize| {
        let placement = table.placement(position)?;
        if let Some(options) = table.options(&placement) {
            return Some(options.best(Colour::White, Which::Upper)? < options.best(Colour::Black, Which::Lower)?);
        }
        let options = table.bounded_options(&placement)?;
        let white = options.white.iter().map(|option| option.to.ends.beta.1).max()?;
        let black = options.black.iter().map(|option| option.to.ends.alpha.0).min()?;
        Some(white < black)
    };
    let count = |range: Range<usize>| range.filter(|&position| is_zugzwang(position) == Some(true)).count();
    let chunk = table.positions().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let starts = (0..table.positions()).step_by(chunk);
        let ranges = starts.map(|start| start..(start + chunk).min(table.positions()));
        let handles: Vec<_> = ranges.map(|range| scope.spawn(|| count(range))).collect();
        handles.into_iter().map(|handle| handle.join().expect("counting does not panic")).sum()
    })
}

/// What divides the denominators of a table, 2 left out.
#[must_use]
pub fn divisors(table: &Verified) -> Divisors {
    let odd_parts: BTreeSet<&BigUint> = table.values().map(|value| value.odd_part).collect();
    factors::divisors(odd_parts.into_iter())
}

/// Of these zugzwangs those with the largest loss, decreasing; of equal ones the first.
#[must_use]
pub fn worst_zugzwangs(table: &Verified, numbers: &[usize]) -> Vec<Zugzwang> {
    let zugzwang = |&number: &usize| {
        let placement = table.placement(number)?;
        let options = table.options(&placement)?;
        Some(Zugzwang {
            fen: notation::fen(&placement),
            value: table.value(table.node(number)?.value(Which::Lower)),
            white: table.value(options.best(Colour::White, Which::Lower)?),
            black: table.value(options.best(Colour::Black, Which::Lower)?),
        })
    };
    let mut all: Vec<Zugzwang> = numbers.iter().filter_map(zugzwang).collect();
    all.sort_by_cached_key(|zugzwang| Reverse(zugzwang.loss()));
    all.truncate(EXAMPLES);
    all
}

/// What is counted position by position.
struct Counts {
    /// By value: positions that have it, and the first of these.
    uses: Vec<(usize, usize)>,
    quiescent: BTreeMap<Category, Group>,
    zugzwangs: Vec<usize>,
    largest_labels: [LargestLabel; 2],
    infinite_labels: usize,
    successors: Vec<[u32; 2]>,
}

impl Counts {
    fn new(table: &Verified) -> Self {
        let none = || LargestLabel { label: 0, positions: 0, fen: String::new() };
        Self {
            uses: vec![(0, 0); table.values().len()],
            quiescent: BTreeMap::new(),
            zugzwangs: Vec::new(),
            largest_labels: [none(), none()],
            infinite_labels: 0,
            successors: Vec::with_capacity(table.positions()),
        }
    }

    fn add(&mut self, table: &Verified, position: &Position) {
        if let Some((count, first)) = table.value_number(position.number).and_then(|value| self.uses.get_mut(value)) {
            *first = if *count == 0 { position.number } else { *first };
            *count += 1;
        }
        if position.is_quiescent() {
            let none = || Group { positions: 0, placements: 0, fen: String::new(), largest_labels: [None; 2] };
            self.quiescent.entry(Category::of(&position.placement)).or_insert_with(none).add(position);
        }
        if position.is_zugzwang() {
            self.zugzwangs.push(position.number);
        }
        for (largest, colour) in self.largest_labels.iter_mut().zip([Colour::White, Colour::Black]) {
            let Some(label) = position.node.label(colour).steps() else {
                self.infinite_labels += 1;
                continue;
            };
            if label > largest.label {
                *largest = LargestLabel { label, positions: 0, fen: notation::fen(&position.placement) };
            }
            largest.positions += usize::from(label == largest.label);
        }
        self.successors.push([Colour::White, Colour::Black].map(|colour| successor(table, position, colour)));
    }

    fn finish(self, table: &Verified) -> Statistics {
        let mut denominators: BTreeMap<BigUint, (usize, usize)> = BTreeMap::new();
        let mut dyadic = 0;
        let mut histogram = vec![0; BINS];
        for (value, &(count, first)) in table.values().zip(&self.uses) {
            let denominator = value.odd_part << value.power_of_two;
            histogram[bin(value.numerator, &denominator)] += count;
            dyadic += if value.odd_part.is_one() { count } else { 0 };
            let (uses, least) = denominators.entry(denominator).or_insert((0, first));
            *uses += count;
            *least = first.min(*least);
        }
        let example = |(value, &(positions, first)): (&BigUint, &(usize, usize))| Denominator {
            value: value.clone(),
            positions,
            fen: table.placement(first).map(|placement| notation::fen(&placement)).unwrap_or_default(),
        };
        let sizes = components(&self.successors);
        let mut by_size: BTreeMap<usize, usize> = BTreeMap::new();
        sizes.iter().for_each(|component| *by_size.entry(component.len()).or_insert(0) += 1);
        let value = |value: checker::values::Value<'_>| {
            BigRational::new_raw(value.numerator.clone().into(), (value.odd_part << value.power_of_two).into())
        };
        Statistics {
            endgame: table.endgame().to_string(),
            positions: table.positions(),
            values: table.values().len(),
            extremes: table.values().next().zip(table.values().last()).map(|(least, most)| [value(least), value(most)]),
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

/// The position that the stated move of a player leads to: the greedy option of least label, the first of these.
/// [`NOTHING`] beyond the endgame.
fn successor(table: &Verified, position: &Position, colour: Colour) -> u32 {
    let stated =
        position.options.greedy(colour, Which::Lower).min_by_key(|choice| (choice.to.label(colour), choice.mv));
    let after = stated.and_then(|choice| position.placement.after(choice.mv));
    after.and_then(|after| table.number(&after)).map_or(NOTHING, |number| number as u32)
}

/// No position of the endgame.
const NOTHING: u32 = u32::MAX;
