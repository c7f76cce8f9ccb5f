//! Undirected impartial games by steepest paths.
//!
//! Both players have the same options, and every option that is not terminal leads back. Among all paths between two nodes of known value, through positions of none, one on which the value falls most for each step has
//! equal steps in the solution (LLPSU; the same theorem is known for infinity-harmonic functions on graphs). So its positions become known, and the search goes on with what is left.

use std::collections::VecDeque;

use num_bigint::{BigInt, BigUint};
use num_rational::{BigRational, Ratio};
use num_traits::Zero as _;

use super::{NotOfKind, options};
use crate::exact::evaluate::Evaluation;
use crate::graph::Graph;

/// A steepest path: its nodes, the ends included, downhill, and the fall of each step.
struct Path {
    nodes: Vec<u32>,
    slope: BigRational,
}

/// An undirected game while its values become known.
struct Search {
    /// By position: the nodes next to it, itself left out.
    next: Vec<Vec<u32>>,
    /// By node.
    values: Vec<Option<BigRational>>,
    /// By node: from where a walk came, and at which step; of the walk of this number.
    seen: Vec<(u32, u32, u32)>,
    walk: u32,
}

/// The lower values of an undirected impartial game.
///
/// # Errors
///
/// [`NotOfKind::Partizan`], [`NotOfKind::Directed`].
pub fn lower_values(graph: &Graph) -> Result<Evaluation, NotOfKind> {
    let positions = graph.positions();
    let mut search = Search {
        next: neighbours(graph)?,
        values: vec![None; graph.nodes()],
        seen: vec![(0, 0, 0); graph.nodes()],
        walk: 0,
    };
    for (value, node) in search.values[positions..].iter_mut().zip(&graph.boundary) {
        *value = Some(Ratio::new(BigInt::from(node.lower.numer().clone()), node.lower.denom().clone().into()));
    }
    // Sets of positions of no value that hang together. A path that becomes known takes a set apart.
    let mut sets = search.parts(0..positions as u32);
    while let Some(set) = sets.pop() {
        match search.steepest(&set) {
            // No terminal position can be reached: White cannot win.
            None => search.assign(&set, &BigRational::zero()),
            Some(path) if path.slope.is_zero() => {
                let value = search.values[path.nodes[0] as usize].clone().expect("the end of a path is known");
                search.assign(&set, &value);
            }
            Some(path) => {
                let mut value = search.values[path.nodes[0] as usize].clone().expect("the end of a path is known");
                for &node in &path.nodes[1..path.nodes.len() - 1] {
                    value -= &path.slope;
                    search.values[node as usize] = Some(value.clone());
                }
                sets.extend(search.parts(set));
            }
        }
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
    Ok(next)
}

impl Search {
    fn assign(&mut self, set: &[u32], value: &BigRational) {
        for &position in set {
            self.values[position as usize] = Some(value.clone());
        }
    }

    /// The sets that hang together of those of these positions that have no value.
    fn parts(&mut self, positions: impl IntoIterator<Item = u32>) -> Vec<Vec<u32>> {
        let mut parts = Vec::new();
        self.walk += 1;
        for root in positions {
            if self.values[root as usize].is_some() || self.seen[root as usize].2 == self.walk {
                continue;
            }
            self.seen[root as usize].2 = self.walk;
            let mut part = vec![root];
            let mut done = 0;
            while let Some(&position) = part.get(done) {
                done += 1;
                for &node in &self.next[position as usize] {
                    if self.values[node as usize].is_none() && self.seen[node as usize].2 != self.walk {
                        self.seen[node as usize].2 = self.walk;
                        part.push(node);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// A steepest path through a set, between nodes of known value next to it; none where there is no such node. Falls of 0 count where nothing falls.
    fn steepest(&mut self, set: &[u32]) -> Option<Path> {
        let mut ends: Vec<u32> = set.iter().flat_map(|&position| &self.next[position as usize]).copied().collect();
        ends.retain(|&node| self.values[node as usize].is_some());
        ends.sort_unstable();
        ends.dedup();
        let value = |node: u32| self.values[node as usize].clone().expect("ends are known");
        let mut ends: Vec<(BigRational, u32)> = ends.into_iter().map(|node| (value(node), node)).collect();
        ends.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let (lowest, first) = (ends.last()?.0.clone(), ends[0].1);
        let mut best = Path { nodes: vec![first], slope: BigRational::zero() };
        // The positions of the set next to each end.
        let mut starts: std::collections::HashMap<u32, Vec<u32>> = std::collections::HashMap::new();
        for &position in set {
            for &node in self.next[position as usize].iter().filter(|&&node| self.values[node as usize].is_some()) {
                starts.entry(node).or_default().push(position);
            }
        }
        for (top, end) in &ends {
            // From here on no path of two steps is steeper.
            if top - &lowest <= &best.slope * BigRational::from_integer(2.into()) {
                break;
            }
            self.walk_down(*end, top, &lowest, &starts[end], &mut best);
        }
        Some(best)
    }

    /// Walks from an end through the set, as far as a path could still be steeper than the best one, and takes what is steeper.
    fn walk_down(&mut self, end: u32, top: &BigRational, lowest: &BigRational, starts: &[u32], best: &mut Path) {
        self.walk += 1;
        let mut queue = VecDeque::new();
        self.seen[end as usize] = (end, 0, self.walk);
        for &position in starts {
            self.seen[position as usize] = (end, 1, self.walk);
            queue.push_back(position);
        }
        while let Some(position) = queue.pop_front() {
            let steps = self.seen[position as usize].1 + 1;
            let length = BigRational::from_integer(steps.into());
            if (top - lowest) <= &best.slope * &length {
                return;
            }
            for place in 0..self.next[position as usize].len() {
                let node = self.next[position as usize][place];
                if self.seen[node as usize].2 == self.walk {
                    continue;
                }
                self.seen[node as usize] = (position, steps, self.walk);
                let Some(bottom) = &self.values[node as usize] else {
                    queue.push_back(node);
                    continue;
                };
                let slope = (top - bottom) / &length;
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
