//! Undirected impartial games by steepest paths.
//!
//! Both players have the same options, and every option that is not terminal leads back. Among all paths between two nodes of known value, through positions of none, one on which the value falls most for each step has
//! equal steps in the solution (LLPSU; the same theorem is known for infinity-harmonic functions on graphs). So its positions become known, and the search goes on with what is left.

use std::collections::VecDeque;

use num_bigint::{BigInt, BigUint};
use num_rational::{BigRational, Ratio};
use num_traits::Zero as _;

use super::{NotOfKind, options, refuse_turns};
use crate::graph::Graph;
use crate::graph::exact::evaluate::Evaluation;

/// A steepest path: its nodes, the ends included, downhill, and the fall of each step.
struct Path {
    nodes: Vec<u32>,
    slope: BigRational,
}

/// Positions of no value that hang together.
struct Set {
    /// Its number in [`Search::set_of`].
    number: u32,
    positions: Vec<u32>,
    /// The nodes of known value next to it, from the greatest value to the least.
    ends: Vec<u32>,
    /// No path through the set is steeper than this; nothing is known at first.
    steepest: Option<BigRational>,
}

/// An undirected game while its values become known.
struct Search {
    /// By node: the positions and terminal nodes next to it, itself left out.
    next: Vec<Vec<u32>>,
    /// By node.
    values: Vec<Option<BigRational>>,
    /// By node: from where a walk came, at which step, and the number of the walk.
    seen: Vec<(u32, u32, u32)>,
    walk: u32,
    /// By node: the number of the set that it belongs to, 0 for nodes of known value.
    set_of: Vec<u32>,
    sets: u32,
}

/// The lower values of an undirected impartial game.
///
/// # Errors
///
/// [`NotOfKind::Turn`], [`NotOfKind::Partizan`], [`NotOfKind::Directed`].
pub fn lower_values(graph: &Graph) -> Result<Evaluation, NotOfKind> {
    refuse_turns(graph)?;
    let positions = graph.positions();
    let mut search = Search {
        next: neighbours(graph)?,
        values: vec![None; graph.nodes()],
        seen: vec![(0, 0, 0); graph.nodes()],
        walk: 0,
        set_of: vec![0; graph.nodes()],
        sets: 0,
    };
    for (value, node) in search.values[positions..].iter_mut().zip(&graph.boundary) {
        *value = Some(Ratio::new(BigInt::from(node.lower.numer().clone()), node.lower.denom().clone().into()));
    }
    let mut ends: Vec<u32> = (positions as u32..graph.nodes() as u32).collect();
    ends.sort_by(|&a, &b| search.value(b).cmp(search.value(a)));
    let whole = Set { number: 0, positions: (0..positions as u32).collect(), ends, steepest: None };
    // A path that becomes known takes a set apart.
    let mut sets = search.parts(whole);
    while let Some(mut set) = sets.pop() {
        let Some(&first) = set.ends.first() else {
            // No terminal position can be reached: White cannot win.
            search.assign(&set.positions, &BigRational::zero());
            continue;
        };
        let path = search.steepest(&set);
        if path.slope.is_zero() {
            let value = search.value(first).clone();
            search.assign(&set.positions, &value);
            continue;
        }
        let mut value = search.value(path.nodes[0]).clone();
        for &node in &path.nodes[1..path.nodes.len() - 1] {
            value -= &path.slope;
            let place = set.ends.partition_point(|&end| *search.value(end) > value);
            set.ends.insert(place, node);
            search.assign(&[node], &value);
        }
        set.steepest = Some(path.slope);
        sets.extend(search.parts(set));
    }
    let unsigned = |value: Option<BigRational>| {
        let (numerator, denominator) = value.expect("every value is known").into_raw();
        let natural = |number: BigInt| number.to_biguint().expect("values are not negative");
        Ratio::new_raw(natural(numerator), natural(denominator))
    };
    let values: Vec<Ratio<BigUint>> = search.values.into_iter().map(unsigned).collect();
    Ok(Evaluation::of(&values))
}

/// By position: the nodes next to it.
fn neighbours(graph: &Graph) -> Result<Vec<Vec<u32>>, NotOfKind> {
    let mut next = Vec::with_capacity(graph.positions());
    for position in 0..graph.positions() as u32 {
        let [mut white, mut black] = options(graph, position as usize);
        // To wait is of no use in an impartial game.
        white.remove(&position);
        black.remove(&position);
        if let Some(&option) = white.symmetric_difference(&black).next() {
            return Err(NotOfKind::Partizan { position, option });
        }
        next.push(white.into_iter().collect::<Vec<u32>>());
    }
    for (position, own) in (0u32..).zip(&next) {
        let is_one_way =
            |option: &&u32| next.get(**option as usize).is_some_and(|back| back.binary_search(&position).is_err());
        if let Some(&option) = own.iter().find(is_one_way) {
            return Err(NotOfKind::Directed { position, option });
        }
    }
    // Terminal nodes have no options, and positions next to them.
    next.resize(graph.nodes(), Vec::new());
    for position in 0..graph.positions() {
        for place in 0..next[position].len() {
            let node = next[position][place] as usize;
            if node >= graph.positions() {
                next[node].push(position as u32);
            }
        }
    }
    Ok(next)
}

impl Search {
    /// The value of a node that has one.
    fn value(&self, node: u32) -> &BigRational {
        self.values[node as usize].as_ref().expect("the node is known")
    }

    fn assign(&mut self, positions: &[u32], value: &BigRational) {
        for &position in positions {
            self.values[position as usize] = Some(value.clone());
            self.set_of[position as usize] = 0;
        }
    }

    /// The sets that hang together of what has no value in a set.
    fn parts(&mut self, whole: Set) -> Vec<Set> {
        let mut parts = Vec::new();
        let before = whole.number;
        for &root in &whole.positions {
            if self.values[root as usize].is_some() || self.set_of[root as usize] != before {
                continue;
            }
            self.sets += 1;
            let number = self.sets;
            self.set_of[root as usize] = number;
            let mut positions = vec![root];
            let mut done = 0;
            while let Some(&position) = positions.get(done) {
                done += 1;
                for &node in &self.next[position as usize] {
                    if self.values[node as usize].is_none() && self.set_of[node as usize] == before {
                        self.set_of[node as usize] = number;
                        positions.push(node);
                    }
                }
            }
            let is_next = |end: &u32| self.next[*end as usize].iter().any(|&node| self.set_of[node as usize] == number);
            let ends = whole.ends.iter().copied().filter(is_next).collect();
            parts.push(Set { number, positions, ends, steepest: whole.steepest.clone() });
        }
        parts
    }

    /// A steepest path through a set that has ends. Where nothing falls, the slope is 0.
    fn steepest(&mut self, set: &Set) -> Path {
        let lowest = self.value(set.ends[set.ends.len() - 1]).clone();
        let mut best = Path { nodes: Vec::new(), slope: BigRational::zero() };
        for &end in &set.ends {
            // From here on no path of two steps is steeper.
            let fall = self.value(end) - &lowest;
            if fall <= &best.slope * BigRational::from_integer(2.into()) || Some(&best.slope) == set.steepest.as_ref() {
                break;
            }
            self.walk_down(set, end, &fall, &mut best);
        }
        best
    }

    /// Walks from an end through the set, as far as a path that falls by no more than `fall` could still be steeper than the best one, and takes what is steeper.
    fn walk_down(&mut self, set: &Set, end: u32, fall: &BigRational, best: &mut Path) {
        self.walk += 1;
        let mut queue = VecDeque::from([end]);
        self.seen[end as usize] = (end, 0, self.walk);
        let mut last = 0;
        while let Some(position) = queue.pop_front() {
            let steps = self.seen[position as usize].1 + 1;
            let length = BigRational::from_integer(steps.into());
            if steps > last && *fall <= &best.slope * &length {
                return;
            }
            last = steps;
            for place in 0..self.next[position as usize].len() {
                let node = self.next[position as usize][place];
                if self.seen[node as usize].2 == self.walk {
                    continue;
                }
                let is_inside = self.set_of[node as usize] == set.number;
                // A path begins with a step into the set.
                if position == end && !is_inside {
                    continue;
                }
                self.seen[node as usize] = (position, steps, self.walk);
                if is_inside {
                    queue.push_back(node);
                    continue;
                }
                let slope = (self.value(end) - self.value(node)) / &length;
                if slope > best.slope {
                    let mut nodes = vec![node];
                    while nodes[nodes.len() - 1] != end {
                        nodes.push(self.seen[nodes[nodes.len() - 1] as usize].0);
                    }
                    nodes.reverse();
                    *best = Path { nodes, slope };
                }
            }
        }
    }
}
