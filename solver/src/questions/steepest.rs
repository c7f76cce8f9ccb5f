//! The steepest path on random undirected graphs, step by step as S. Arun prints it: questions of [`crate::audit`].
//!
//! The solver has a method of its own for such games, which takes a graph apart as it goes. This one is slow and plain.

use std::collections::{BTreeSet, VecDeque};

use num_traits::Zero as _;

use super::theorems::{Games, Value, against, exact};
use crate::audit::{Answer, Question, question};
use crate::graph_games::{Game, Kind, generate};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("steepest-path", steepest_path),
        question("slopes-never-rise", slopes_never_rise),
        question("left-over-next-to-one", left_over_next_to_one),
    ]
}

/// A run of the algorithm.
pub struct Run {
    /// By position: its value, if it is known when no path is left.
    pub known: Vec<Option<Value>>,
    /// The slopes of the paths, in the order in which they are chosen.
    pub slopes: Vec<Value>,
    /// By position: those at the other ends of its edges.
    pub next: Vec<Vec<usize>>,
}

impl Run {
    /// Runs the algorithm until no path is left.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let mut next = vec![Vec::new(); game.positions().len()];
        for (p, position) in game.positions().iter().enumerate() {
            for to in position.kind.options().into_iter().map(|to| to as usize).filter(|to| *to != p) {
                next[p].push(to);
                next[to].push(p);
            }
        }
        let known = game.positions().iter().map(|position| match &position.kind {
            Kind::Terminal(value) => Some(value.clone()),
            _ => None,
        });
        let mut run = Self { known: known.collect(), slopes: Vec::new(), next };
        // The edges that were processed.
        let mut edges = BTreeSet::new();
        while let Some((path, slope)) = run.steepest(&edges) {
            let start = run.known[path[0]].clone().expect("an end of a path is known");
            for (i, &p) in path.iter().enumerate() {
                run.known[p] = Some(&start + &slope * Value::from_integer(i.into()));
            }
            edges.extend(path.windows(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]));
            run.slopes.push(slope);
        }
        run
    }

    /// A steepest path uphill between two known positions, through unknown ones or along an edge that was not processed, and its slope.
    fn steepest(&self, edges: &BTreeSet<[usize; 2]>) -> Option<(Vec<usize>, Value)> {
        let mut best: Option<(Vec<usize>, Value)> = None;
        for start in (0..self.known.len()).filter(|&p| self.known[p].is_some()) {
            let mut from = vec![None; self.known.len()];
            from[start] = Some(start);
            let mut queue = VecDeque::from([(start, 0_usize)]);
            while let Some((p, length)) = queue.pop_front() {
                for &to in self.next[p].iter().filter(|to| **to != start) {
                    let is_processed = edges.contains(&[p.min(to), p.max(to)]);
                    match (&self.known[to], &self.known[start]) {
                        (None, _) if from[to].is_none() => {
                            from[to] = Some(p);
                            queue.push_back((to, length + 1));
                        }
                        (Some(end), Some(begin)) if end >= begin && !(p == start && is_processed) => {
                            let slope = (end - begin) / Value::from_integer((length + 1).into());
                            if best.as_ref().is_none_or(|(_, least)| slope > *least) {
                                let back = std::iter::successors(Some(p), |p| from[*p].filter(|_| *p != start));
                                let mut path: Vec<usize> = std::iter::once(to).chain(back).collect();
                                path.reverse();
                                best = Some((path, slope));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        best
    }

    /// The positions that are left over and can reach a known one.
    fn left_over(&self) -> Vec<usize> {
        let mut reaches: Vec<bool> = self.known.iter().map(Option::is_some).collect();
        for _ in 0..reaches.len() {
            (0..reaches.len()).for_each(|p| reaches[p] = reaches[p] || self.next[p].iter().any(|&to| reaches[to]));
        }
        (0..reaches.len()).filter(|&p| reaches[p] && self.known[p].is_none()).collect()
    }

    /// All values: what is left over has that of a neighbour.
    fn values(&self) -> Vec<Option<Value>> {
        let mut values = self.known.clone();
        for _ in 0..values.len() {
            for p in 0..values.len() {
                if values[p].is_none() {
                    values[p] = self.next[p].iter().find_map(|&to| values[to].clone());
                }
            }
        }
        values
    }
}

fn undirected(seed: u64) -> Game {
    generate::random_undirected(seed, 3 + (seed % 14) as u32, 1 + (seed % 3) as u32)
}

/// Theorem 2.6: positions whose value by steepest paths is another than that of the solver.
fn steepest_path(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut endless) = (0, 0, 0);
    for seed in 0..*games {
        let game = undirected(seed);
        let (solution, values) = (exact(&game)?, Run::new(&game).values());
        for (p, value) in (0..).zip(values) {
            let known = solution.known(p);
            match value {
                Some(value) => {
                    cases += 1;
                    fails += usize::from(known.lower != value || known.upper != value);
                }
                None => endless += 1,
            }
        }
    }
    against(fails, format!("of {cases} positions of {games} graphs; {endless} more can reach no end"))
}

/// The proof's claim that the slopes of the chosen paths never rise: graphs against it.
fn slopes_never_rise(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut paths, mut flat) = (0, 0, 0);
    for seed in 0..*games {
        let slopes = Run::new(&undirected(seed)).slopes;
        paths += slopes.len();
        flat += slopes.iter().filter(|slope| slope.is_zero()).count();
        fails += usize::from(slopes.windows(2).any(|pair| pair[0] < pair[1]));
    }
    against(fails, format!("of {games} graphs, with {paths} paths, {flat} of them level"))
}

/// The proof's claim that what is left over is next to exactly one known position: positions against it.
fn left_over_next_to_one(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut none, mut cases, mut several) = (0, 0, 0);
    for seed in 0..*games {
        let run = Run::new(&undirected(seed));
        for p in run.left_over() {
            let known: BTreeSet<usize> = run.next[p].iter().copied().filter(|&to| run.known[to].is_some()).collect();
            cases += 1;
            none += usize::from(known.is_empty());
            several += usize::from(known.len() > 1);
        }
    }
    let note = format!("of {cases} positions in {games} graphs: {none} next to none, {several} next to several");
    against(none + several, note)
}
