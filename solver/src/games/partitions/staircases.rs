//! All staircases at once: layer by layer, until what is seen below a layer has been seen before.
//!
//! The value of a cell of S(k, a, b) depends on its place in its block and on the layer of the block, the number of blocks that the staircase reaches
//! beyond it. For each ride a cell has the set of the values on it, made from the set of the next cell. What is seen below a layer is kept in a
//! dictionary, with everything less by as much as every cell sees anyway.

use std::collections::HashMap;

use games::partitions::Moves;

/// The values up to the first return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// From which layer on what is seen below recurs, after how many layers, and by how much values have grown then.
    pub returns: [usize; 3],
    /// The values of the layers, row by row.
    pub layers: Vec<Vec<u16>>,
}

/// A set of values as bits.
type Set = Vec<u64>;

fn insert(set: &mut Set, value: u16) {
    let value = usize::from(value);
    if set.len() <= value / 64 {
        set.resize(value / 64 + 1, 0);
    }
    set[value / 64] |= 1 << (value % 64);
}

fn contains(set: &Set, value: usize) -> bool {
    set.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

/// The values from `least` on, less by `least`.
fn shifted(set: &Set, least: usize) -> Vec<i32> {
    (least..64 * set.len()).filter(|&value| contains(set, value)).map(|value| (value - least) as i32).collect()
}

/// Solves; none if nothing returns within so many layers.
#[must_use]
pub fn solve(piece: &Moves, [a, b]: [usize; 2], most: usize) -> Option<Layers> {
    let all = || piece.steps.iter().chain(&piece.rides);
    let depth = all().map(|by| by[0].div_ceil(b) + by[1].div_ceil(a)).max().unwrap_or(0);
    let mut layers: Vec<Vec<u16>> = Vec::new();
    // For each layer, for each ride, for each cell: the values on the ride from there.
    let mut reach: Vec<Vec<Vec<Set>>> = Vec::new();
    let mut known: HashMap<Vec<Vec<i32>>, (usize, usize)> = HashMap::new();
    for t in 0..=most {
        let seen = seen(piece, [a, b], t, &layers, &reach);
        if t >= depth {
            let state = (t - depth..t).map(|layer| look(&layers[layer], &reach[layer], seen)).collect();
            if let Some((from, before)) = known.insert(state, (t, seen)) {
                return Some(Layers { returns: [from, t - from, seen - before], layers });
            }
        }
        let mut values = vec![0; a * b];
        let mut sets = vec![vec![Set::new(); a * b]; piece.rides.len()];
        for cell in (0..a * b).rev() {
            let to = |by: &[usize; 2]| {
                let (p, q) = (cell / a + by[0], cell % a + by[1]);
                Some((t.checked_sub(p / b + q / a)?, p % b * a + q % a))
            };
            let mut options = Set::new();
            for (layer, other) in piece.steps.iter().filter_map(to) {
                insert(&mut options, if layer == t { values[other] } else { layers[layer][other] });
            }
            for (ride, by) in piece.rides.iter().enumerate() {
                let Some((layer, other)) = to(by) else { continue };
                let mut set = if layer == t { sets[ride][other].clone() } else { reach[layer][ride][other].clone() };
                insert(&mut set, if layer == t { values[other] } else { layers[layer][other] });
                if options.len() < set.len() {
                    options.resize(set.len(), 0);
                }
                options.iter_mut().zip(&set).for_each(|(word, more)| *word |= more);
                sets[ride][cell] = set;
            }
            values[cell] = (0..).find(|&value| !contains(&options, value)).expect("not all are seen") as u16;
        }
        layers.push(values);
        reach.push(sets);
        // Only the last layers are asked for again.
        if t >= depth {
            reach[t - depth] = Vec::new();
        }
    }
    None
}

/// How many values, from 0 on, every cell sees from layer `t` on, in its row or in its column.
fn seen(piece: &Moves, [a, b]: [usize; 2], t: usize, layers: &[Vec<u16>], reach: &[Vec<Vec<Set>>]) -> usize {
    let Some(t) = t.checked_sub(1) else { return 0 };
    let lines = |by: [usize; 2], first: Vec<usize>| {
        let ride = piece.rides.iter().position(|ride| *ride == by)?;
        let line = |cell: usize| {
            let mut set = reach[t][ride][cell].clone();
            insert(&mut set, layers[t][cell]);
            set
        };
        let mut common: Option<Set> = None;
        for set in first.into_iter().map(line) {
            common = Some(match common {
                None => set,
                Some(common) => common.iter().zip(&set).map(|(x, y)| x & y).collect(),
            });
        }
        common
    };
    // The first cells, one layer below, of all rows and of all columns.
    let rows = lines([0, 1], (0..b).map(|p| p * a).collect()).unwrap_or_default();
    let columns = lines([1, 0], (0..a).collect()).unwrap_or_default();
    (0..).take_while(|&value| contains(&rows, value) || contains(&columns, value)).count()
}

/// What is seen of a layer.
fn look(values: &[u16], reach: &[Vec<Set>], seen: usize) -> Vec<i32> {
    let mut all: Vec<i32> = values.iter().map(|&value| i32::from(value) - seen as i32).collect();
    for set in reach.iter().flatten() {
        // Behind each set stands what is in no set.
        all.extend(shifted(set, seen));
        all.push(-1);
    }
    all
}
