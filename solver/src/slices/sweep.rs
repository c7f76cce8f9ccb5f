//! One sweep over the slices: every number is raised to the mean of the best own and the worst other option.
//!
//! Moves are taken for all placements of the last man at once. A line is walked from its end: what a slider reaches from a square is what it
//! reaches from the next one, and the next one itself. Captures do not change during the iteration and are told as constants.

use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, Role};
use crate::slices::layout::Layout;

/// A number of units.
pub trait Units: Copy + Ord + Default + Send + Sync + std::fmt::Debug + 'static {
    /// Greater than every number.
    const MOST: Self;
    /// From 64 bits.
    fn from_u64(number: u64) -> Self;
    /// To 64 bits.
    fn to_u64(self) -> u64;
    /// The greatest number below the mean of two, or the least one that is not below it; 0 stays 0.
    fn mean(self, other: Self, strict: bool) -> Self;
}

macro_rules! units {
    ($($type:ty),*) => {$(
        impl Units for $type {
            const MOST: Self = Self::MAX;
            fn from_u64(number: u64) -> Self {
                Self::try_from(number).expect("within the units")
            }
            fn to_u64(self) -> u64 {
                u64::from(self)
            }
            fn mean(self, other: Self, strict: bool) -> Self {
                let sum = self + other;
                if strict { sum.saturating_sub(1) / 2 } else { sum.div_ceil(2) }
            }
        }
    )*};
}
units!(u32, u64);

/// The steps of a role, and whether it goes on.
pub fn steps(role: Role) -> (&'static [(i16, i16)], bool) {
    const ALL: [(i16, i16); 8] = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (1, 0), (0, 1)];
    const KNIGHT: [(i16, i16); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
    match role {
        Role::King => (&ALL, false),
        Role::Queen => (&ALL, true),
        Role::Bishop => (&ALL[..4], true),
        Role::Rook => (&ALL[4..], true),
        Role::Knight => (&KNIGHT, false),
        Role::Pawn => unreachable!("the slices have no pawns"),
    }
}

/// Off the board.
pub const NONE: Square = Square::MAX;

/// One step of a role.
#[derive(Clone, Debug)]
pub struct Step {
    /// By square the next one; [`NONE`] off the board.
    pub next: Vec<Square>,
    /// From where to where, each line from its end; and whether a line begins.
    pub pairs: Vec<(usize, usize, bool)>,
}

/// The steps of all roles on a board.
#[derive(Clone, Debug)]
pub struct Steps {
    by_role: Vec<Vec<Step>>,
}

impl Steps {
    /// The steps on a board.
    pub fn new(board: Board) -> Self {
        let step = |&(files, ranks): &(i16, i16)| {
            let to = |square: usize, sign: i16| {
                let (file, rank) = board.file_and_rank(square as Square);
                board.square(file + sign * files, rank + sign * ranks)
            };
            let next = (0..board.squares()).map(|square| to(square, 1).unwrap_or(NONE)).collect();
            let mut pairs = Vec::new();
            for end in (0..board.squares()).filter(|&end| to(end, 1).is_none()) {
                let (mut at, mut begins) = (end, true);
                while let Some(from) = to(at, -1) {
                    pairs.push((usize::from(from), at, begins));
                    (at, begins) = (usize::from(from), false);
                }
            }
            Step { next, pairs }
        };
        let of = |role: &Role| match role {
            Role::Pawn => Vec::new(),
            role => steps(*role).0.iter().map(step).collect(),
        };
        Self { by_role: Role::ALL.iter().map(of).collect() }
    }

    /// Those of a role.
    pub fn of(&self, role: Role) -> &[Step] {
        &self.by_role[Role::ALL.iter().position(|one| *one == role).expect("a role")]
    }
}

/// The better of two numbers for the side whose options they are.
fn better<T: Units, const OWN: bool>(a: T, b: T) -> T {
    if OWN { a.max(b) } else { a.min(b) }
}

/// What no option is better than.
fn neutral<T: Units, const OWN: bool>() -> T {
    if OWN { T::default() } else { T::MOST }
}

/// Takes the better of two rows, place by place.
fn join<T: Units, const OWN: bool>(into: &mut [T], from: &[T]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into = better::<T, OWN>(*into, *from);
    }
}

/// A cube of numbers as one man sees it who moves along one dimension: where its squares, those of a man that waits, and the rows lie.
#[derive(Clone, Copy)]
struct Axes {
    /// How far apart its squares lie.
    step: usize,
    /// How far apart the other man's squares lie, and how many there are; 1 where there is no such man.
    other: (usize, usize),
    /// How long a row is; 1 where there is no man along it.
    row: usize,
}

/// Joins what one man reaches, from every square.
fn quiet<T: Units, const OWN: bool>(
    (values, out): (&[T], &mut [T]),
    axes: Axes,
    (steps, slides): (&[Step], bool),
    kings: [Square; 2],
    ray: &mut Vec<T>,
) {
    let Axes { step, other: (other_step, others), row } = axes;
    ray.resize(row, T::default());
    for other in 0..others {
        let base = other * other_step;
        let is_taken = |square: usize| {
            square == usize::from(kings[0]) || square == usize::from(kings[1]) || (others > 1 && square == other)
        };
        for &(from, to, begins) in steps.iter().flat_map(|step| &step.pairs) {
            if begins || !slides {
                ray.fill(neutral::<T, OWN>());
            }
            if is_taken(to) {
                ray.fill(neutral::<T, OWN>());
                continue;
            }
            join::<T, OWN>(ray, &values[base + to * step..][..row]);
            // Where the man along the row stands on the square, the line ends before it.
            if row > 1 {
                ray[to] = neutral::<T, OWN>();
            }
            if !is_taken(from) {
                join::<T, OWN>(&mut out[base + from * step..][..row], ray);
            }
        }
    }
}

/// Joins what a king reaches: rows of other slices.
fn king<T: Units, const OWN: bool>(
    layout: &Layout,
    all: &[T],
    out: &mut [T],
    kings: [Square; 2],
    which: usize,
    steps: &[Step],
    lane: &mut Vec<T>,
) {
    let [first, second, row] = layout.sizes;
    lane.resize(row, T::default());
    for step in steps {
        let to = step.next[usize::from(kings[which])];
        let mut moved = kings;
        moved[which] = to;
        if to == NONE || moved[0] == moved[1] {
            continue;
        }
        let (slice, symmetry) = layout.pairs[usize::from(moved[0]) * layout.squares + usize::from(moved[1])];
        let image = &layout.symmetries[symmetry];
        let from = &all[slice * layout.slice_len()..][..layout.slice_len()];
        let to = usize::from(to);
        for a in (0..first).filter(|&a| first == 1 || a != to) {
            for b in (0..second).filter(|&b| second == 1 || b != to) {
                let [x, y] = [(a, first), (b, second)]
                    .map(|(square, size)| if size == 1 { 0 } else { usize::from(image[square]) });
                let source = &from[(x * second + y) * row..][..row];
                let out = &mut out[(a * second + b) * row..][..row];
                let kept = if row > 1 { out[to] } else { T::default() };
                if symmetry == 0 || row == 1 {
                    join::<T, OWN>(out, source);
                } else {
                    for (lane, &image) in lane.iter_mut().zip(image) {
                        *lane = source[usize::from(image)];
                    }
                    join::<T, OWN>(out, lane);
                }
                if row > 1 {
                    out[to] = kept;
                }
            }
        }
    }
}

/// Exchanges the last two dimensions.
fn transpose<T: Units>(from: &[T], into: &mut [T], size: usize) {
    for (from, into) in from.chunks_exact(size * size).zip(into.chunks_exact_mut(size * size)) {
        for (y, row) in from.chunks_exact(size).enumerate() {
            for (x, value) in row.iter().enumerate() {
                into[x * size + y] = *value;
            }
        }
    }
}

/// Buffers of a sweep.
#[derive(Debug, Default)]
pub struct Buffers<T> {
    own: Vec<T>,
    other: Vec<T>,
    turned: Vec<T>,
    reached: Vec<T>,
    back: Vec<T>,
    ray: Vec<T>,
    lane: Vec<T>,
}

/// The iteration of one bound: numbers are worth more to one side.
#[derive(Debug)]
pub struct Iteration<'a, T> {
    /// Where the numbers lie.
    pub layout: &'a Layout,
    /// The steps on the board.
    pub steps: &'a Steps,
    /// The side that raises the numbers.
    pub own: Colour,
    /// The best of each side's captures: the own side's and the other's; neutral where there is none.
    pub captures: [&'a [T]; 2],
    /// Whether each number is kept below its mean, else not below it.
    pub strict: bool,
}

impl<T: Units> Iteration<'_, T> {
    /// Raises the numbers of a slice; whether one has risen.
    pub fn raise(&self, values: &mut [T], slice: usize, buffers: &mut Buffers<T>) -> bool {
        let Self { layout, captures, .. } = self;
        let (len, kings) = (layout.slice_len(), layout.slices[slice]);
        let range = slice * len..(slice + 1) * len;
        let Buffers { own, other, turned, reached, back, ray, lane } = buffers;
        own.clear();
        own.extend_from_slice(&captures[0][range.clone()]);
        other.clear();
        other.extend_from_slice(&captures[1][range.clone()]);
        let [first, second, row] = layout.sizes;
        let transposes = second > 1;
        if transposes {
            for buffer in [&mut *turned, &mut *reached, &mut *back] {
                buffer.resize(len, T::default());
            }
            transpose(&values[range.clone()], turned, row);
        }
        for colour in [Colour::White, Colour::Black] {
            let is_own = colour == self.own;
            let which = usize::from(colour == Colour::Black);
            let out = if is_own { &mut *own } else { &mut *other };
            let steps_of_king = self.steps.of(Role::King);
            if is_own {
                king::<T, true>(layout, values, out, kings, which, steps_of_king, lane);
            } else {
                king::<T, false>(layout, values, out, kings, which, steps_of_king, lane);
            }
            for (man, one) in layout.others.iter().enumerate().filter(|(_, one)| one.colour == colour) {
                let dimension = man + layout.sizes.len() - layout.others.len();
                let moves = (self.steps.of(one.role), steps(one.role).1);
                let run = |data: (&[T], &mut [T]), axes, ray: &mut Vec<T>| {
                    if is_own {
                        quiet::<T, true>(data, axes, moves, kings, ray);
                    } else {
                        quiet::<T, false>(data, axes, moves, kings, ray);
                    }
                };
                let slice_values = &values[range.clone()];
                match dimension {
                    0 => run((slice_values, &mut *out), Axes { step: second * row, other: (row, second), row }, ray),
                    1 => run((slice_values, &mut *out), Axes { step: row, other: (second * row, first), row }, ray),
                    _ if transposes => {
                        reached.fill(if is_own { T::default() } else { T::MOST });
                        run((turned, reached), Axes { step: second, other: (second * row, first), row: second }, ray);
                        transpose(reached, back, row);
                        if is_own { join::<T, true>(out, back) } else { join::<T, false>(out, back) }
                    }
                    _ => run((slice_values, &mut *out), Axes { step: 1, other: (0, 1), row: 1 }, ray),
                }
            }
        }
        self.update(&mut values[range], kings, own, other)
    }

    /// Raises each place that is a placement to the mean.
    fn update(&self, values: &mut [T], kings: [Square; 2], own: &mut [T], other: &mut [T]) -> bool {
        let [first, second, row] = self.layout.sizes;
        let mut has_risen = false;
        let is_king = |square: usize| square == usize::from(kings[0]) || square == usize::from(kings[1]);
        for a in (0..first).filter(|&a| first == 1 || !is_king(a)) {
            for b in (0..second).filter(|&b| second == 1 || !(is_king(b) || (first > 1 && a == b))) {
                let range = (a * second + b) * row..(a * second + b + 1) * row;
                let (values, own, other) = (&mut values[range.clone()], &mut own[range.clone()], &mut other[range]);
                // Where men share a square nothing rises.
                let shared =
                    [(usize::from(kings[0]), true), (usize::from(kings[1]), true), (a, first > 1), (b, second > 1)];
                for (square, _) in shared.into_iter().filter(|(_, counts)| *counts) {
                    (own[square], other[square]) = (T::default(), T::default());
                }
                let mut risen = false;
                for ((value, own), other) in values.iter_mut().zip(own.iter()).zip(other.iter()) {
                    let mean = own.mean(*other, self.strict);
                    risen |= mean > *value;
                    *value = (*value).max(mean);
                }
                has_risen |= risen;
            }
        }
        has_risen
    }
}
