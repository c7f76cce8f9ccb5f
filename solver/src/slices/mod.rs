//! Enclosures without a stored graph: the second producer of bounds, for endgames without pawns.
//!
//! Values lie in slices, one for each pair of the kings' squares. A sweep takes a slice at a time and finds what every man reaches from every
//! square, for many squares of another man at once. What comes out is the same as [`crate::graph::enclosure`] finds: each bound is a least
//! fixed point, so no order, no number of threads and no interruption changes it. Precedents: Stiller's multilinear view of retrograde analysis
//! (1996), and the slices by king pair of several generators of tables.

pub mod layout;
pub mod state;
pub mod steps;
pub mod sweep;
pub mod units;

use std::time::Instant;

use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, Man, Role, Signature};
use crate::graph::Bounds;
use crate::graph::enclosure::{self, Listed};
use crate::parallel;
use layout::{LANES, Layout, MOST_OTHERS, MOST_SQUARES, padded};
use state::{Saved, States};
use steps::Steps;
use sweep::{Buffers, Iteration, Kings, Lanes, Taken, Units};

/// The bounds in the order of their iterations: the first two belong to every enclosure, the others show gaps.
pub const BOUNDS: [&str; 4] = ["l", "u′", "u", "l′"];

/// Whether the slices can hold an endgame: no pawns, at most five men, a board from 3×3 to 64 squares. On a narrower board, or with more men, a side
/// can be left without a move; pawns would need a slice for each right to capture *en passant*.
#[must_use]
pub fn fits(board: Board, signature: &Signature) -> bool {
    let count = signature.men().len();
    board.files() > 2
        && board.ranks() > 2
        && board.squares() <= MOST_SQUARES
        && (3..=2 + MOST_OTHERS).contains(&count)
        && !signature.has_pawns()
}

/// How many places the slices of an endgame have: for each of them there are two numbers, or four where gaps are looked for.
#[must_use]
pub fn places(board: Board, signature: &Signature) -> u64 {
    Layout::new(board, &others(signature)).places() as u64
}

/// The men beside the kings.
fn others(signature: &Signature) -> Vec<Man> {
    signature.men().iter().copied().filter(|man| man.role != Role::King).collect()
}

/// An enclosed endgame in slices.
#[derive(Debug)]
pub struct Enclosed<T> {
    /// Where the numbers lie.
    pub layout: Layout,
    /// The unit is 2^-bits.
    pub bits: u8,
    /// `l`, and `1 − u′`.
    pub near: [Vec<Lanes<T>>; 2],
    /// `u` and `1 − l′`, where gaps were looked for; where none was found, `u = u′` and `l′ = l`.
    pub far: Option<[Vec<Lanes<T>>; 2]>,
    /// Sweeps of the four iterations; 0 where there was none.
    pub sweeps: [u32; 4],
}

/// What an iteration tells on the way.
#[derive(Clone, Debug)]
pub enum Told {
    /// A sweep is done.
    Sweep {
        /// Which of the [`BOUNDS`].
        bound: usize,
        /// How many sweeps are done.
        sweep: u32,
        /// How many slices still move.
        moving: usize,
        /// The largest change in it, in units.
        change: u64,
    },
    /// What was kept of an earlier run is taken up, or is not used, or cannot be kept.
    Kept(String),
}

/// Whom an iteration tells.
pub type Progress<'a> = &'a (dyn Fn(Told) + Sync);

/// An endgame before it is enclosed: where numbers lie, and what captures are worth.
#[derive(Debug)]
pub struct Problem<T> {
    layout: Layout,
    steps: Steps,
    kings: Kings,
    bits: u8,
    /// For each of the [`BOUNDS`], by dimension of the man who is taken.
    taken: [[Option<Taken<T>>; 3]; 4],
}

impl<T: Units> Problem<T> {
    /// An endgame. `smaller` tells, for the place of a man beside the kings that is gone, the kings' squares and the others', what is known in units
    /// of 2^-bits.
    pub fn new(
        board: Board,
        signature: &Signature,
        bits: u8,
        smaller: impl Fn(usize, [Square; 2], &[Square]) -> Bounds,
    ) -> Self {
        let others = others(signature);
        let (layout, steps) = (Layout::new(board, &others), Steps::new(board));
        let kings = Kings::new(&layout, &steps);
        let (one, absent) = (1_u64 << bits, MOST_OTHERS - others.len());
        let mut taken: [[Option<Taken<T>>; 3]; 4] = Default::default();
        for gone in 0..others.len() {
            let rest: Vec<Man> =
                others.iter().enumerate().filter(|(man, _)| *man != gone).map(|(_, man)| *man).collect();
            let dimension = gone + absent;
            let left: Vec<usize> = (0..MOST_OTHERS).filter(|&other| other != dimension).collect();
            // Rows along the last man are padded as those of the slices are.
            let sizes = left.iter().map(|&other| match other == MOST_OTHERS - 1 {
                true => padded(layout.sizes[other]),
                false => layout.sizes[other],
            });
            let sizes: Vec<usize> = sizes.collect();
            let slice = sizes[0] * sizes[1];
            let mut numbers: [Vec<T>; 4] = std::array::from_fn(|_| vec![T::default(); layout.slices.len() * slice]);
            for (number, kings) in layout.slices.iter().enumerate() {
                for place in 0..slice {
                    let squares = [(place / sizes[1]) as Square, (place % sizes[1]) as Square];
                    let squares = &squares[2 - rest.len()..];
                    if layout.is_placement(*kings, squares) {
                        let Bounds { alpha: [l, u], beta: [m, v] } = smaller(gone, *kings, squares);
                        for (numbers, bound) in numbers.iter_mut().zip([l, one - v, u, one - m]) {
                            numbers[number * slice + place] = T::from_u64(bound);
                        }
                    }
                }
            }
            for (taken, numbers) in taken.iter_mut().zip(numbers) {
                taken[dimension] = Some(Taken { numbers, slice });
            }
        }
        Self { layout, steps, kings, bits, taken }
    }

    /// Encloses it. `states` keeps what was reached, and has what was kept before.
    pub fn enclose(self, threads: usize, states: Option<&States>, progress: Progress<'_>) -> Enclosed<T> {
        let Self { layout, steps, kings, bits, taken } = self;
        let one = 1_u64 << bits;
        let [l, v, u, m] = taken;
        let iteration = |own: Colour, taken: [Option<Taken<T>>; 3]| Iteration {
            layout: &layout,
            steps: &steps,
            kings: &kings,
            own,
            one: T::from_u64(one),
            taken,
        };
        let read =
            |bound: usize| states.and_then(|states| states.read::<T>(bound, layout.places() / LANES, one, progress));
        let nothing = || vec![Lanes::all(T::default()); layout.places() / LANES];
        let everything = || vec![u64::MAX >> (64 - layout.sizes[0]); layout.slices.len()];
        let run = |bound: usize, iteration: &Iteration<'_, T>, saved: Saved<T>, moving: Vec<u64>| -> Saved<T> {
            raise(iteration, bound, saved, moving, states, progress)
        };
        let both = |first: usize,
                    iterations: &[Iteration<'_, T>; 2],
                    [white, black]: [Saved<T>; 2],
                    [by_white, by_black]: [Vec<u64>; 2]|
         -> [Saved<T>; 2] {
            if threads > 1 {
                let white = || run(first, &iterations[0], white, by_white);
                let (white, black) = parallel::both(white, || run(first + 1, &iterations[1], black, by_black));
                [white, black]
            } else {
                [run(first, &iterations[0], white, by_white), run(first + 1, &iterations[1], black, by_black)]
            }
        };
        let iterations = [iteration(Colour::White, l), iteration(Colour::Black, v)];
        let begin = [0, 1].map(|bound| read(bound).unwrap_or_else(|| Saved::new(nothing())));
        let near = both(0, &iterations, begin, [everything(), everything()]);
        drop(iterations);
        let mut sweeps = [near[0].sweeps, near[1].sweeps, 0, 0];
        let near = near.map(|saved| saved.values);
        let is_wide = (0..layout.slices.len()).any(|slice| {
            (0..layout.slice_len()).any(|place| {
                let at = slice * layout.slice_len() + place;
                let squares = &layout.squares_of(place)[..layout.others.len()];
                one - number(&near[1], at) - number(&near[0], at) > enclosure::WIDE
                    && layout.is_placement(layout.slices[slice], squares)
            })
        });
        let far = is_wide.then(|| {
            let began = states.map(|_| Instant::now());
            let iterations = [iteration(Colour::White, u), iteration(Colour::Black, m)];
            let mut far = [0, 1].map(|place| read(2 + place));
            // A round begins with what both have found in the one before.
            let rounds = far.each_ref().map(|saved| saved.as_ref().map_or(0, |saved| saved.round));
            if rounds[0] != rounds[1] {
                progress(Told::Kept("u and l′ were kept of different rounds: both begin again".to_owned()));
                far = [None, None];
            }
            let [white, black] = far;
            let begin =
                |saved: Option<Saved<T>>, near: &Vec<Lanes<T>>| saved.unwrap_or_else(|| Saved::new(near.clone()));
            let mut far = [begin(white, &near[0]), begin(black, &near[1])];
            let mut moving = [everything(), everything()];
            loop {
                far = both(2, &iterations, far, moving);
                // What shows no gap is taken off: its bounds are `u′` and `l`, which can only raise `u` and `1 − l′` elsewhere.
                let mut risen = [vec![0; layout.slices.len()], vec![0; layout.slices.len()]];
                let plane = layout.slice_len() / layout.sizes[0] / LANES;
                let [u, m] = &mut far;
                for (at, (u, m)) in u.values.iter_mut().zip(&mut m.values).enumerate() {
                    let (slice, square) = (at / plane / layout.sizes[0], at / plane % layout.sizes[0]);
                    for lane in 0..LANES {
                        let (u, m) = (&mut u.0[lane], &mut m.0[lane]);
                        let [upper, lower] =
                            [&near[1], &near[0]].map(|near| T::from_u64(one - near[at].0[lane].to_u64()));
                        if u.to_u64() + m.to_u64() >= one {
                            risen[0][slice] |= u64::from(*u != upper) << square;
                            risen[1][slice] |= u64::from(*m != lower) << square;
                            (*u, *m) = (upper, lower);
                        }
                    }
                }
                if risen.iter().flatten().all(|&planes| planes == 0) {
                    break;
                }
                // Only what depends on these can rise.
                moving = [vec![0; layout.slices.len()], vec![0; layout.slices.len()]];
                for ((moving, risen), iteration) in moving.iter_mut().zip(&risen).zip(&iterations) {
                    for (slice, &planes) in risen.iter().enumerate().filter(|(_, planes)| **planes != 0) {
                        iteration.depending(slice, planes, |other, planes| moving[other] |= planes);
                    }
                }
                for (place, saved) in far.iter_mut().enumerate() {
                    (saved.round, saved.settled) = (saved.round + 1, false);
                    if let Some(states) = states.filter(|states| is_due(began, states)) {
                        states.keep(2 + place, saved, progress);
                    }
                }
            }
            [sweeps[2], sweeps[3]] = [far[0].sweeps, far[1].sweeps];
            far.map(|saved| saved.values)
        });
        Enclosed { layout, bits, near, far, sweeps }
    }
}

/// Whether it is time to keep what is reached. Without states there is no clock.
fn is_due(since: Option<Instant>, states: &States) -> bool {
    since.is_some_and(|since| since.elapsed() >= states.every)
}

/// A number by its place among all.
fn number<T: Units>(values: &[Lanes<T>], at: usize) -> u64 {
    values[at / LANES].0[at % LANES].to_u64()
}

/// At first a plane tells those that depend on it only after it has risen by 2^-8 of the whole, in all, and by a quarter of that in each stage
/// after; at last by a unit. Measured with the smaller endgames, in seconds of processor time: KBBkn on 5×5 3.8 instead of 5.2, on 6×6 30 instead of 47; steps of 2 to 16 make
/// little difference.
const FIRST_STAGE: u8 = 8;
const NEXT_STAGE: u8 = 2;

/// Raises numbers to the fixed point. `moving` has of each slice the planes that may rise.
fn raise<T: Units>(
    iteration: &Iteration<'_, T>,
    bound: usize,
    mut saved: Saved<T>,
    mut moving: Vec<u64>,
    states: Option<&States>,
    progress: Progress<'_>,
) -> Saved<T> {
    if saved.settled {
        return saved;
    }
    let (count, planes) = (iteration.layout.slices.len(), iteration.layout.sizes[0]);
    let mut buffers = Buffers::new(iteration.layout);
    let mut last_kept = states.map(|_| Instant::now());
    // How far each plane has risen, at the most, since it told.
    let mut untold = vec![0_u64; count * planes];
    let mut stage = (iteration.one.to_u64() >> FIRST_STAGE).max(1);
    // Those that are due tell.
    let tell = |slice: usize, untold: &mut [u64], stage: u64, moving: &mut [u64]| {
        let own = &mut untold[slice * planes..][..planes];
        let due = own.iter_mut().enumerate().filter(|(_, risen)| **risen >= stage);
        let due = due.fold(0, |set, (plane, risen)| {
            *risen = 0;
            set | 1 << plane
        });
        if due != 0 {
            iteration.depending(slice, due, |other, planes| moving[other] |= planes);
        }
    };
    loop {
        if moving.iter().all(|planes| *planes == 0) {
            if stage == 1 {
                saved.settled = true;
                return saved;
            }
            stage = (stage >> NEXT_STAGE).max(1);
            (0..count).for_each(|slice| tell(slice, &mut untold, stage, &mut moving));
            continue;
        }
        let mut change = T::default();
        for step in 0..count {
            let slice = if saved.sweeps.is_multiple_of(2) { step } else { count - 1 - step };
            let planes_moving = std::mem::take(&mut moving[slice]);
            if planes_moving == 0 {
                continue;
            }
            let changes = iteration.raise(&mut saved.values, (slice, planes_moving), bound < 2, &mut buffers);
            for (risen, change) in untold[slice * planes..][..planes].iter_mut().zip(&changes) {
                *risen = risen.saturating_add(change.to_u64());
            }
            tell(slice, &mut untold, stage, &mut moving);
            change = changes.into_iter().fold(change, T::max);
        }
        saved.sweeps += 1;
        let moving = moving.iter().filter(|planes| **planes != 0).count();
        progress(Told::Sweep { bound, sweep: saved.sweeps, moving, change: change.to_u64() });
        if let Some(states) = states.filter(|states| is_due(last_kept, states)) {
            states.keep(bound, &saved, progress);
            last_kept = Some(Instant::now());
        }
    }
}

impl<T: Units> Enclosed<T> {
    /// The bounds of all positions, in the canonical order.
    #[must_use]
    pub fn in_order(&self) -> enclosure::Enclosed {
        let (mut lower, mut upper, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        for slice in 0..self.layout.slices.len() {
            for place in self.layout.positions(slice) {
                let (Bounds { alpha: [l, alpha_upper], beta: [beta_lower, v] }, has_gap) =
                    self.bounds(slice, place as usize);
                if has_gap {
                    listed.push(Listed { position: lower.len() as u32, alpha_upper, beta_lower });
                }
                lower.push(l);
                upper.push(v);
            }
        }
        enclosure::Enclosed { bits: self.bits, lower, upper, listed, sure: None }
    }

    /// What is known at a place of a slice: `l`, `u`, `l′`, `u′`; and whether a gap is shown.
    #[must_use]
    pub fn bounds(&self, slice: usize, place: usize) -> (Bounds, bool) {
        let (at, one) = (slice * self.layout.slice_len() + place, 1_u64 << self.bits);
        let [l, v] = [number(&self.near[0], at), one - number(&self.near[1], at)];
        let gap = self.far.as_ref().map(|[u, m]| [number(u, at), one - number(m, at)]).filter(|[u, m]| u < m);
        match gap {
            Some([u, m]) => (Bounds { alpha: [l, u], beta: [m, v] }, true),
            None => (Bounds { alpha: [l, v], beta: [l, v] }, false),
        }
    }
}
