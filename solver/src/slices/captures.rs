//! What captures are worth. It does not change during the iteration: a king that is taken ends the game, and any other man that is taken leads
//! to a smaller endgame, whose bounds are known.

use crate::chess::material::{Colour, Man, Role};
use crate::slices::layout::{Layout, MOST_OTHERS};
use crate::slices::sweep::{NONE, Steps, Units, steps};

/// The bounds of the endgame without one of the men beside the kings.
#[derive(Clone, Debug)]
pub struct Smaller<T> {
    /// Where they lie; the men are those that stay, in their order.
    pub layout: Layout,
    /// By place.
    pub values: Vec<T>,
}

/// The best capture of each side at each place: of the side that raises the numbers, and of the other one; where there is none, what no option is
/// better than. `smaller` has an entry for each man beside the kings, `one` is the number of a win.
pub fn captures<T: Units>(
    layout: &Layout,
    all_steps: &Steps,
    smaller: &[Smaller<T>],
    own: Colour,
    one: T,
    threads: usize,
) -> [Vec<T>; 2] {
    let len = layout.slice_len();
    let mut best = [vec![T::default(); layout.places()], vec![T::MOST; layout.places()]];
    let [mine, theirs] = &mut best;
    let work: Vec<_> = mine.chunks_mut(len).zip(theirs.chunks_mut(len)).enumerate().collect();
    let queue = std::sync::Mutex::new(work.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some((slice, (mine, theirs))) = next else { return };
                    of_slice(layout, all_steps, smaller, own, one, slice, [mine, theirs]);
                }
            });
        }
    });
    best
}

fn of_slice<T: Units>(
    layout: &Layout,
    all_steps: &Steps,
    smaller: &[Smaller<T>],
    own: Colour,
    one: T,
    slice: usize,
    [mine, theirs]: [&mut [T]; 2],
) {
    let kings = layout.slices[slice];
    let count = layout.others.len();
    let king = |colour| Man { colour, role: Role::King };
    let men: Vec<Man> =
        [king(Colour::White), king(Colour::Black)].into_iter().chain(layout.others.iter().copied()).collect();
    let moves: Vec<_> = men.iter().map(|man| (all_steps.of(man.role), steps(man.role).1)).collect();
    let mut board = [NONE; 64];
    for place in 0..layout.slice_len() {
        let others = layout.squares_of(place);
        if !layout.is_placement(kings, &others[..count]) {
            continue;
        }
        let mut squares = [0; MOST_OTHERS + 2];
        squares[..2].copy_from_slice(&kings);
        squares[2..2 + count].copy_from_slice(&others[..count]);
        let squares = &squares[..2 + count];
        for (man, &square) in squares.iter().enumerate() {
            board[usize::from(square)] = man as u8;
        }
        for (man, (steps, slides)) in moves.iter().enumerate() {
            let is_own = men[man].colour == own;
            for step in *steps {
                let mut to = step.next[usize::from(squares[man])];
                while *slides && to != NONE && board[usize::from(to)] == NONE {
                    to = step.next[usize::from(to)];
                }
                let met = if to == NONE { NONE } else { board[usize::from(to)] };
                if met == NONE || men[usize::from(met)].colour == men[man].colour {
                    continue;
                }
                let worth = if met < 2 {
                    if is_own { one } else { T::default() }
                } else {
                    let gone = usize::from(met);
                    let Smaller { layout, values } = &smaller[gone - 2];
                    let after = |other: usize| if other == man { to } else { squares[other] };
                    let rest = (2..squares.len()).filter(|&other| other != gone).map(after);
                    let (slice, place) = layout.find([after(0), after(1)], rest);
                    values[slice * layout.slice_len() + place]
                };
                let best = if is_own { &mut mine[place] } else { &mut theirs[place] };
                *best = if is_own { worth.max(*best) } else { worth.min(*best) };
            }
        }
        for &square in squares {
            board[usize::from(square)] = NONE;
        }
    }
}
