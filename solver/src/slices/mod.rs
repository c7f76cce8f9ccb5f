//! Enclosures without a stored graph: the second producer of bounds, for endgames without pawns.
//!
//! Values lie in slices, one for each pair of the kings' squares. A sweep takes a slice at a time and finds what every man reaches from every
//! square, for all squares of another man at once. What comes out is the same as [`crate::graph::enclosure`] finds: each bound is a least
//! fixed point, so no order and no number of threads changes it. Precedents: Stiller's multilinear view of retrograde analysis (1996), and the
//! slices by king pair of several generators of tables.

pub mod captures;
pub mod layout;
pub mod sweep;

use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, Man, Role, Signature};
use crate::graph::Bounds;
use captures::{Smaller, captures};
use layout::{Layout, MOST_OTHERS, MOST_SQUARES};
use sweep::{Buffers, Iteration, Steps, Units};

/// Where `u′ − l` is more than so many units, a gap between α and β is looked for; as in [`crate::graph::enclosure`].
const WIDE: u64 = 32;

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

/// An enclosed endgame in slices.
#[derive(Debug)]
pub struct Enclosed<T> {
    /// Where the numbers lie.
    pub layout: Layout,
    /// The unit is 2^-bits.
    pub bits: u8,
    /// `l`, and `1 − u′`.
    pub near: [Vec<T>; 2],
    /// `u` and `1 − l′`, where gaps were looked for; where none was found, `u = u′` and `l′ = l`.
    pub far: Option<[Vec<T>; 2]>,
    /// Sweeps of the four iterations; 0 where there was none.
    pub sweeps: [u32; 4],
}

/// How an iteration goes on: which one, which sweep, how many slices are still moving.
pub type Progress<'a> = &'a (dyn Fn(usize, u32, usize) + Sync);

/// What is known of a smaller endgame: which man beside the kings is gone, the kings' squares, the others'.
pub type Known<'a> = &'a dyn Fn(usize, [Square; 2], &[Square]) -> Bounds;

/// Encloses an endgame. `smaller` tells, for the place of a man beside the kings that is gone, the kings' squares and the others', what is
/// known in units of 2^-bits.
pub fn enclose<T: Units>(
    board: Board,
    signature: &Signature,
    bits: u8,
    smaller: Known<'_>,
    threads: usize,
    progress: Progress<'_>,
) -> Enclosed<T> {
    let others: Vec<Man> = signature.men().iter().copied().filter(|man| man.role != Role::King).collect();
    let (layout, steps) = (Layout::new(board, &others), Steps::new(board));
    let one = 1_u64 << bits;
    let known: Vec<(Layout, Vec<Bounds>)> = (0..others.len())
        .map(|gone| {
            let rest: Vec<Man> =
                others.iter().enumerate().filter(|(man, _)| *man != gone).map(|(_, man)| *man).collect();
            let layout = Layout::new(board, &rest);
            let mut bounds = Vec::with_capacity(layout.places());
            for kings in &layout.slices {
                for place in 0..layout.slice_len() {
                    let squares = &layout.squares_of(place)[..rest.len()];
                    bounds.push(match layout.is_placement(*kings, squares) {
                        true => smaller(gone, *kings, squares),
                        false => Bounds::terminal(false, bits),
                    });
                }
            }
            (layout, bounds)
        })
        .collect();
    // As one side sees them: `l`, or `1 − u′`; and what the other side holds it to: `u′`, or `1 − l`.
    let seen = |side: Colour, far: bool| -> Vec<Smaller<T>> {
        let number = |bounds: &Bounds| match side {
            Colour::White => bounds.alpha[usize::from(far)],
            Colour::Black => one - bounds.beta[usize::from(!far)],
        };
        let of = |(layout, bounds): &(Layout, Vec<Bounds>)| Smaller {
            layout: layout.clone(),
            values: bounds.iter().map(|bounds| T::from_u64(number(bounds))).collect(),
        };
        known.iter().map(of).collect()
    };
    let run = |number: usize, side: Colour, far: bool, values: &mut Vec<T>| -> u32 {
        let captures = captures(&layout, &steps, &seen(side, far), side, T::from_u64(one), threads.div_ceil(2));
        let captures = [&captures[0][..], &captures[1][..]];
        let iteration = Iteration { layout: &layout, steps: &steps, own: side, captures, strict: !far };
        raise(&iteration, values, |sweep, moving| progress(number, sweep, moving))
    };
    let both = |far: bool, mut values: [Vec<T>; 2]| -> ([Vec<T>; 2], [u32; 2]) {
        let [white, black] = &mut values;
        let first = 2 * usize::from(far);
        let sweeps = if threads > 1 {
            std::thread::scope(|scope| {
                let handle = scope.spawn(|| run(first, Colour::White, far, white));
                let other = run(first + 1, Colour::Black, far, black);
                [handle.join().expect("the iteration does not panic"), other]
            })
        } else {
            [run(first, Colour::White, far, white), run(first + 1, Colour::Black, far, black)]
        };
        (values, sweeps)
    };
    let nothing = || vec![T::default(); layout.places()];
    let (near, sweeps) = both(false, [nothing(), nothing()]);
    let mut all_sweeps = [sweeps[0], sweeps[1], 0, 0];
    let is_wide = (0..layout.slices.len()).any(|slice| {
        let range = slice * layout.slice_len()..(slice + 1) * layout.slice_len();
        near[0][range.clone()].iter().zip(&near[1][range]).enumerate().any(|(place, (l, v))| {
            let squares = &layout.squares_of(place)[..layout.others.len()];
            one - v.to_u64() - l.to_u64() > WIDE && layout.is_placement(layout.slices[slice], squares)
        })
    });
    let far = is_wide.then(|| {
        let mut far = near.clone();
        loop {
            let (raised, sweeps) = both(true, far);
            far = raised;
            all_sweeps[2] += sweeps[0];
            all_sweeps[3] += sweeps[1];
            // What shows no gap is taken off: its bounds are `u′` and `l`, which can only raise `u` and `1 − l′` elsewhere.
            let mut taken = false;
            let [u, m] = &mut far;
            for ((u, m), (l, v)) in u.iter_mut().zip(m).zip(near[0].iter().zip(&near[1])) {
                let [upper, lower] = [T::from_u64(one - v.to_u64()), T::from_u64(one - l.to_u64())];
                if u.to_u64() + m.to_u64() >= one && (*u, *m) != (upper, lower) {
                    (*u, *m) = (upper, lower);
                    taken = true;
                }
            }
            if !taken {
                break far;
            }
        }
    });
    Enclosed { layout, bits, near, far, sweeps: all_sweeps }
}

/// Raises numbers to the fixed point; how many sweeps it took.
fn raise<T: Units>(iteration: &Iteration<'_, T>, values: &mut [T], progress: impl Fn(u32, usize)) -> u32 {
    let layout = iteration.layout;
    let count = layout.slices.len();
    let kings = iteration.steps.of(Role::King);
    let near = |slice: usize| {
        let kings_of = layout.slices[slice];
        let mut near = vec![slice];
        for which in 0..2 {
            for step in kings {
                let mut moved = kings_of;
                moved[which] = step.next[usize::from(moved[which])];
                if moved[which] != sweep::NONE && moved[0] != moved[1] {
                    near.push(layout.pairs[usize::from(moved[0]) * layout.squares + usize::from(moved[1])].0);
                }
            }
        }
        near
    };
    let near: Vec<Vec<usize>> = (0..count).map(near).collect();
    let (mut moving, mut buffers, mut sweeps) = (vec![true; count], Buffers::default(), 0);
    while moving.contains(&true) {
        progress(sweeps, moving.iter().filter(|moving| **moving).count());
        let order: Vec<usize> = if sweeps % 2 == 0 { (0..count).collect() } else { (0..count).rev().collect() };
        for slice in order {
            if std::mem::replace(&mut moving[slice], false) && iteration.raise(values, slice, &mut buffers) {
                near[slice].iter().for_each(|&other| moving[other] = true);
            }
        }
        sweeps += 1;
    }
    sweeps
}

impl<T: Units> Enclosed<T> {
    /// What is known at a place of a slice: `l`, `u`, `l′`, `u′`; and whether a gap is shown.
    #[must_use]
    pub fn bounds(&self, slice: usize, place: usize) -> (Bounds, bool) {
        let (at, one) = (slice * self.layout.slice_len() + place, 1_u64 << self.bits);
        let [l, v] = [self.near[0][at].to_u64(), one - self.near[1][at].to_u64()];
        let gap = self.far.as_ref().map(|[u, m]| [u[at].to_u64(), one - m[at].to_u64()]).filter(|[u, m]| u < m);
        match gap {
            Some([u, m]) => (Bounds { alpha: [l, u], beta: [m, v] }, true),
            None => (Bounds { alpha: [l, v], beta: [l, v] }, false),
        }
    }
}
