//! Numbers that are raised, or lowered, in place until nothing moves: the one loop behind all bounds.
//!
//! `x ← max(x, G(x))` for a monotone `G`, from a start below the least fixed point, ends exactly there, whatever the order of the updates (Knaster and Tarski):
//! all numbers stay below it, and where nothing moves a fixed point is reached. So the result depends neither on the machine nor on the number of threads.

/// How sweeps ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// How many were made.
    pub sweeps: u32,
    /// Whether nothing moves any more; if not, they were stopped.
    pub settled: bool,
}

/// Updates so many places in place, sweep after sweep in alternating directions, until no number moves by more than `still` or `most` sweeps are made.
///
/// `update` is told the place, and whether the sweep is a full one, and gives by how much the number moved. The first `full_every` sweeps are full, and one of so many later;
/// the others may miss something, so that only a full one ends the iteration. `progress` is told after each sweep.
pub fn sweep(
    places: usize,
    still: u64,
    most: u32,
    full_every: u32,
    mut update: impl FnMut(usize, bool) -> u64,
    mut progress: impl FnMut(),
) -> Swept {
    let (mut sweeps, mut is_full) = (0, true);
    while sweeps < most {
        let mut moved = 0;
        match sweeps % 2 {
            0 => (0..places).for_each(|place| moved = update(place, is_full).max(moved)),
            _ => (0..places).rev().for_each(|place| moved = update(place, is_full).max(moved)),
        }
        sweeps += 1;
        progress();
        if is_full && moved <= still {
            return Swept { sweeps, settled: moved == 0 };
        }
        is_full = moved == 0 || sweeps < full_every || sweeps % full_every == 0;
    }
    Swept { sweeps, settled: false }
}

/// Raises the numbers of these places. `to` is told the place, all numbers, what is remembered of the place (`K::default()` at first), and whether the sweep is a
/// full one; what it gives in another sweep may be too small, never too great.
pub fn raise<N: Copy + Ord, K: Clone + Default>(
    x: &mut [N],
    places: &[u32],
    most: u32,
    full_every: u32,
    to: impl Fn(usize, &[N], &mut K, bool) -> N,
    progress: impl FnMut(),
) -> Swept {
    let mut known = vec![K::default(); places.len()];
    let update = |place: usize, is_full: bool| {
        let number = places[place] as usize;
        let next = to(number, x, &mut known[place], is_full);
        let moves = next > x[number];
        if moves {
            x[number] = next;
        }
        u64::from(moves)
    };
    sweep(places.len(), 0, most, full_every, update, progress)
}

/// Updates so many places, from the last to the first, and then, sweep after sweep in alternating directions, those whose options have changed since, until nothing does.
/// `update` says whether its place changed; `before` has for each place those of which it is an option. `progress` is told how many each sweep updates.
pub fn settle<'a>(
    count: usize,
    before: impl Fn(usize) -> &'a [u32],
    mut update: impl FnMut(usize) -> bool,
    mut progress: impl FnMut(u64),
) {
    let (mut waits, mut is_back) = (vec![true; count], false);
    while waits.contains(&true) {
        is_back = !is_back;
        let mut swept = 0;
        for place in 0..count {
            let place = if is_back { count - 1 - place } else { place };
            if std::mem::replace(&mut waits[place], false) {
                swept += 1;
                if update(place) {
                    before(place).iter().for_each(|&before| waits[before as usize] = true);
                }
            }
        }
        progress(swept);
    }
}
