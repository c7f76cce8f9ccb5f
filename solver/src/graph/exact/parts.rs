//! Exact lower values, one component after the other, where in each of them one side alone has choices.
//!
//! What lies beyond a component is known when it is looked at. A position alone takes its best option. In a cycle what is won for sure has the value 1; of the rest values in floating point
//! ([`crate::graph::start`]) propose a policy, it is evaluated exactly, and it is improved while an option is better: floating point decides, and where it comes
//! too near, the exact values. Left to others: labels, and the verification of every equation (`policy`).
//!
//! *Why the end is right.* The values of a policy of the side that loses an endless play are at most the lower values, and a solution of the equations is
//! at least these. Where the other side chooses, the positions at which it can keep play going for ever, or losing, are 0 beforehand; elsewhere play ends under all its
//! policies, so that the equations have one solution.

use std::cmp::Ordering;

use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use super::evaluate::{Evaluation, Evaluator, NOTHING, Value, successor};
use super::told::{TooLarge, expected_size, refuse_too_large};
use crate::graph::components::components_of;
use crate::graph::labels::{Side, sure};
use crate::graph::start::{Margins, Start};
use crate::graph::view::View;
use crate::graph::{Bounds, Graph, INFINITE, Label, Turn};
use session::Watch as Observer;

/// Values that differ by less than this part of them are compared exactly. Floating point is right to about 2^-50 of a value.
const NEAR: f64 = 1e-12;
/// Options count as equally good in a first policy if their values differ by no more than this part.
const EQUAL: f64 = 1e-9;

/// The lower values of all nodes, and the sizes of the components of more than one position under the last policies, largest first; none if players bid, or both
/// have a choice in one component.
pub(super) fn lower(
    graph: &Graph,
    limits: (u64, usize),
    observer: &mut dyn Observer,
) -> Option<Result<(Evaluation, Vec<usize>), TooLarge>> {
    let bounded = graph.with(|_| Bounds::default());
    let mut start = Start::new(View::of(&bounded, Side::White));
    let parts = graph.components();
    let is_bid = |position: &u32| graph.turn(*position as usize) == Turn::Bid;
    let is_covered = |part: &[u32]| !part.iter().any(is_bid) && (part.len() == 1 || start.chooser(part).is_some());
    if !parts.iter().all(is_covered) {
        return None;
    }
    let mut search = Search {
        graph,
        sure: sure(graph, Side::White, |node| node.lower.is_one()),
        evaluator: Evaluator::new(graph, &Ratio::zero(), limits.1),
        floats: vec![0.0; graph.nodes()],
        successors: vec![[NOTHING; 2]; graph.positions()],
        places: vec![NOTHING; graph.positions()],
        sizes: Vec::new(),
        expected: Vec::new(),
        most_bytes: limits.0,
    };
    (graph.positions() as u32..graph.nodes() as u32).for_each(|node| search.look(node));
    observer.phase("exact", graph.positions());
    for part in parts.iter() {
        match graph.is_alone(part) {
            true => search.alone(part[0]),
            false => {
                let open = search.won(part);
                if let Err(refused) = search.settle(&open, &mut start) {
                    return Some(Err(refused));
                }
            }
        }
        observer.advance(part.len());
    }
    search.sizes.sort_unstable_by(|a, b| b.cmp(a));
    Some(Ok((search.evaluator.evaluation, search.sizes)))
}

struct Search<'a> {
    graph: &'a Graph,
    /// By position: its label where it is won for sure.
    sure: Vec<Label>,
    evaluator: Evaluator<'a>,
    /// By node that is known: its value, nearly.
    floats: Vec<f64>,
    /// By position: the node that is chosen, twice.
    successors: Vec<[u32; 2]>,
    /// By position: its place in the component that is looked at.
    places: Vec<u32>,
    sizes: Vec<usize>,
    /// The sizes by which denominators are expected, of the largest components.
    expected: Vec<usize>,
    most_bytes: u64,
}

impl<'a> Search<'a> {
    fn look(&mut self, node: u32) {
        self.floats[node as usize] = self.evaluator.evaluation.float(node);
    }

    /// The options of whoever moves, and whether the greatest is the best.
    fn options(&self, position: usize) -> (&'a [u32], bool) {
        let (own, others) = self.graph.options(Side::White, position);
        if own.is_empty() { (others, false) } else { (own, true) }
    }

    /// The best option of a position at which a player moves: the one that is chosen, unless another is better.
    fn best(&mut self, position: usize) -> u32 {
        let (options, is_max) = self.options(position);
        let mut best = match self.successors[position][0] {
            NOTHING => options[0],
            chosen => chosen,
        };
        for &node in options {
            if node == best {
                continue;
            }
            let [a, b] = [node, best].map(|node| self.floats[node as usize]);
            let order = match (a - b).abs() <= NEAR * a.max(b) {
                true => self.evaluator.evaluation.compare(node, best),
                false => a.total_cmp(&b),
            };
            if order == (if is_max { Ordering::Greater } else { Ordering::Less }) {
                best = node;
            }
        }
        best
    }

    fn alone(&mut self, position: u32) {
        let place = position as usize;
        // Of chance it is enough that it is not nothing.
        self.successors[place] = [if self.graph.chance(place).is_some() { 0 } else { self.best(place) }; 2];
        self.evaluator.settle(&[position], &self.successors);
        self.look(position);
    }

    /// Settles the positions of a component that are won for sure; the others.
    fn won(&mut self, part: &[u32]) -> Vec<u32> {
        let (won, open): (Vec<u32>, _) = part.iter().partition(|&&position| self.sure[position as usize] != INFINITE);
        for position in won {
            self.evaluator.evaluation.values[position as usize] = Value::one();
            self.floats[position as usize] = 1.0;
        }
        open
    }

    /// The values of a component with a cycle, of those that are not won for sure.
    fn settle(&mut self, part: &[u32], start: &mut Start<'_>) -> Result<(), TooLarge> {
        (0..).zip(part).for_each(|(place, &position)| self.places[position as usize] = place);
        let known = |node: u32| {
            let is_inside = self.places.get(node as usize).is_some_and(|&place| place != NOTHING);
            (!is_inside).then(|| [self.floats[node as usize]; 2])
        };
        if part.is_empty() {
            return Ok(());
        }
        let found = start.values(part, 1.0, Margins::NONE, known).expect("one side alone has choices");
        for (&position, found) in part.iter().zip(&found) {
            self.floats[position as usize] = found.map_or(0.0, |[low, _]| low);
        }
        let worth: Vec<u32> =
            part.iter().zip(&found).filter_map(|(&position, found)| found.map(|_| position)).collect();
        self.propose(part.len(), &worth);
        let sizes = self.sizes.len();
        loop {
            self.sizes.truncate(sizes);
            self.evaluate(part, &worth)?;
            let mut has_switched = false;
            for &position in &worth {
                let place = position as usize;
                if self.graph.chance(place).is_none() {
                    let best = self.best(place);
                    has_switched |= std::mem::replace(&mut self.successors[place], [best; 2]) != [best; 2];
                }
            }
            if !has_switched {
                break;
            }
        }
        part.iter().for_each(|&position| self.places[position as usize] = NOTHING);
        Ok(())
    }

    /// Whether a node is one of the component that `leads` to an end, or an end itself: settled beyond it, and worth more than nothing.
    fn is_good(&self, leads: &[bool], node: u32) -> bool {
        match self.places.get(node as usize) {
            Some(&place) if place != NOTHING => leads[place as usize],
            _ => !self.evaluator.evaluation.values[node as usize].numerator.is_zero(),
        }
    }

    /// Finds the positions among these from which something leads to an end, as `leads` says of a position by those that are known; those of which it does not.
    fn spread(
        &self,
        leads: &mut [bool],
        mut open: Vec<u32>,
        mut leads_there: impl FnMut(&[bool], usize) -> bool,
    ) -> Vec<u32> {
        loop {
            let before = open.len();
            open.retain(|&position| {
                let leads_there = leads_there(leads, position as usize);
                leads[self.places[position as usize] as usize] = leads_there;
                !leads_there
            });
            // From the other end in turn: a long way takes a few rounds, whichever way it is numbered.
            open.reverse();
            if open.len() == before {
                return open;
            }
        }
    }

    /// The first policy: of the options that are best, nearly, one that leads towards an end.
    fn propose(&mut self, size: usize, worth: &[u32]) {
        let (mut leads, mut open) = (vec![false; size], worth.to_vec());
        let mut successors = std::mem::take(&mut self.successors);
        for is_strict in [true, false] {
            open = self.spread(&mut leads, open, |leads, place| {
                if let Some(chance) = self.graph.chance(place) {
                    return chance.options.iter().any(|&node| self.is_good(leads, node));
                }
                let (options, is_max) = self.options(place);
                let value = |node: u32| self.floats[node as usize];
                let values = options.iter().map(|&node| value(node));
                let best = if is_max { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) };
                let is_best = |node: u32| !is_strict || (value(node) - best).abs() <= EQUAL * best;
                let found = options.iter().copied().find(|&node| is_best(node) && self.is_good(leads, node));
                found.inspect(|&node| successors[place] = [node; 2]).is_some()
            });
        }
        self.successors = successors;
        assert!(open.is_empty(), "what is worth something has a way to it");
    }

    /// The exact values of the positions of a component under the policy, some of which are worth something at the best.
    fn evaluate(&mut self, part: &[u32], worth: &[u32]) -> Result<(), TooLarge> {
        let graph = self.graph;
        // From where play may come to an end that is worth something.
        let mut leads = vec![false; part.len()];
        self.spread(&mut leads, worth.to_vec(), |leads, place| match graph.chance(place) {
            Some(chance) => chance.options.iter().any(|&node| self.is_good(leads, node)),
            None => self.is_good(leads, self.successors[place][0]),
        });
        let kept: Vec<[u32; 2]> = part.iter().map(|&position| self.successors[position as usize]).collect();
        for (&position, &leads) in part.iter().zip(&leads) {
            let successors = &mut self.successors[position as usize];
            *successors = match (leads, graph.chance(position as usize)) {
                (false, _) => [NOTHING; 2],
                (true, Some(_)) => [0; 2],
                (true, None) => *successors,
            };
        }
        let parts = components_of(part.len(), |place, number| {
            let node = successor(graph, &self.successors, part[place] as usize, number)?;
            let place = self.places.get(node as usize).copied();
            // What lies beyond counts as settled.
            Some(place.unwrap_or(NOTHING))
        });
        for component in parts.iter() {
            let component: Vec<u32> = component.iter().map(|&place| part[place as usize]).collect();
            if component.len() > 1 {
                self.sizes.push(component.len());
                self.admit(&component)?;
            }
            self.evaluator.settle(&component, &self.successors);
            component.iter().for_each(|&position| self.look(position));
        }
        part.iter().zip(kept).for_each(|(&position, kept)| self.successors[position as usize] = kept);
        Ok(())
    }

    /// Refuses a component whose denominators can be expected to take too many bytes; those that are smaller than another were looked at with it.
    fn admit(&mut self, component: &[u32]) -> Result<(), TooLarge> {
        let size = expected_size(self.graph, component);
        if self.expected.first().is_none_or(|&largest| size > largest) {
            self.expected.insert(0, size);
            refuse_too_large(self.graph, &self.expected, self.most_bytes)
                .map_err(|refused| TooLarge { component: component.len(), ..refused })?;
        }
        Ok(())
    }
}
