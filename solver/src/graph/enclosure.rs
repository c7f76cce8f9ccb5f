//! Enclosures: lower and upper bounds on α and on β in units of 2^-bits, where exact values are too large to write down.
//!
//! Everything is integer arithmetic, rounded towards the safe side. The bounds of one side are found alone, and those of the
//! other in the same way with the colours exchanged, on a second thread:
//!
//! 1. Value iteration from below, rounded down, gives `v` with `v ≤ F(v)`, and so `v ≤ α` (see [`crate::graph::approximate`]).
//! 2. White's policy takes, of the options that are greedy for `v` within a tolerance, one of least label.
//! 3. `v` is lowered, by as little as suffices, until White's policy alone bears it: `2·l(P) ≤ l(policy) + min l`. Then each choice of the policy is
//!    sufficient, and its labels are evidence for `l`.
//! 4. Iteration from above gives `v̂ ≥ F(v̂)`, an upper bound on β and so on α. Where it is not close to `v`, the upper bound on α starts from `v` and is
//!    raised until it bears itself.
//!
//! Source: the chapter "The theorem", sections "Bounds in a part of the game" and "Enclosures".

use crate::graph::approximate::{Approximation, both, sweep};
use crate::graph::labels::{evidence, least_evidence};
use crate::graph::{Bounds, Graph, INFINITE, Label, Rows};

/// An enclosed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosed {
    /// The unit is 2^-bits.
    pub bits: u8,
    /// By position.
    pub bounds: Vec<Bounds>,
    /// By position: T, evidence for the lower bound on α; that of nodes beyond the positions is 0.
    pub white_labels: Vec<Label>,
    /// By position: T′, evidence for the upper bound on β.
    pub black_labels: Vec<Label>,
}

/// The game as one side sees it: its own options lead up, the opponent's down.
struct View<'a> {
    own: &'a Rows,
    others: &'a Rows,
    /// 1, in units.
    one: u64,
}

/// A lower bound of all nodes, as a side sees them, with the labels that are evidence for it.
struct Half {
    lower: Vec<u64>,
    labels: Vec<Label>,
}

/// Options that are worse than the best by at most 2^-48 are taken for equally good.
const TOLERANCE_BITS: u8 = 48;
/// The most sweeps of step 4; where they do not suffice, the bound from above stays.
const MOST_SWEEPS: u32 = 4_000;
/// By how many units a bound is moved more than it must, so that the next sweeps find less to do.
const SLACK: u64 = 4;
/// Sweeps over the gap without slack, so that level regions become level.
const LEVELLING_SWEEPS: u32 = 256;

/// Encloses a game, given its approximation in the same units.
///
/// # Panics
///
/// Only where this module is wrong: each result is verified before it is returned.
#[must_use]
pub fn enclose(graph: &Graph<Bounds>, approximation: Approximation) -> Enclosed {
    let positions = graph.positions();
    let bits = approximation.bits;
    let one = 1u64 << bits;
    let white = View { own: &graph.white, others: &graph.black, one };
    let black = View { own: &graph.black, others: &graph.white, one };
    let border = |bound: fn(&Bounds) -> u64| graph.boundary.iter().map(bound).collect::<Vec<u64>>();
    let turned = |bound: fn(&Bounds) -> u64| graph.boundary.iter().map(|b| one - bound(b)).collect::<Vec<u64>>();
    let flipped = approximation.clone().flipped();
    let (first, second) = both(|| white.half(&approximation.below), || black.half(&flipped.below));
    let (alpha_upper, beta_lower) =
        both(|| white.upper(&approximation, &border(|b| b.alpha[1])), || black.upper(&flipped, &turned(|b| b.beta[0])));
    let bounds = (0..positions).map(|p| Bounds {
        alpha: [first.lower[p], alpha_upper[p]],
        beta: [one - beta_lower[p], one - second.lower[p]],
    });
    let labels = |half: Half| half.labels[..positions].to_vec();
    let bounds = bounds.collect();
    let enclosed = Enclosed { bits, bounds, white_labels: labels(first), black_labels: labels(second) };
    enclosed.verify(graph);
    enclosed
}

impl View<'_> {
    /// The greatest of the own options.
    fn best(&self, position: usize, values: &[u64]) -> u64 {
        self.own.row(position).iter().fold(0, |best, &node| best.max(values[node as usize]))
    }

    /// The least of the other's options.
    fn worst(&self, position: usize, values: &[u64]) -> u64 {
        self.others.row(position).iter().fold(self.one, |worst, &node| worst.min(values[node as usize]))
    }

    /// Steps 2 and 3: `below` is the bound from below of all nodes.
    fn half(&self, below: &[u64]) -> Half {
        let positions = self.own.len();
        let values = below;
        let tolerance = self.one >> TOLERANCE_BITS;
        let least: Vec<u64> = (0..positions).map(|p| self.best(p, values).saturating_sub(tolerance)).collect();
        let greedy = |position: usize, _, node: u32| values[node as usize] >= least[position];
        let border_labels = vec![0; values.len() - positions];
        let labels = evidence(self.own, self.others, &border_labels, greedy);
        let policy = least_evidence(self.own, &labels, greedy);

        let mut lower = values.to_vec();
        for position in (0..positions).filter(|&position| labels[position] == INFINITE) {
            lower[position] = 0;
        }
        let update = |position: usize, _| {
            let chosen = self.own.row(position)[policy[position] as usize];
            let most = (lower[chosen as usize] + self.worst(position, &lower)) / 2;
            let old = lower[position];
            if old <= most {
                return 0;
            }
            lower[position] = most.saturating_sub(SLACK);
            old - lower[position]
        };
        // This comes to an end: no bound falls below 0.
        sweep(positions, 0, u32::MAX, update, || {});
        Half { lower, labels }
    }

    /// Step 4: the upper bound of the positions; `border` is that of the nodes beyond.
    fn upper(&self, approximation: &Approximation, border: &[u64]) -> Vec<u64> {
        let positions = self.own.len();
        let (below, above) = (&approximation.below, &approximation.above);
        let theta = self.one >> TOLERANCE_BITS;
        let gap: Vec<usize> = (0..positions).filter(|&p| above[p] > below[p] + theta).collect();
        let mut upper = above[..positions].to_vec();
        upper.extend_from_slice(border);
        for &position in &gap {
            upper[position] = below[position];
        }
        let update = |place: usize, sweep: u32| {
            let position = gap[place];
            let [best, worst] = [self.best(position, &upper), self.worst(position, &upper)];
            let needed = (best + worst).div_ceil(2);
            let old = upper[position];
            if old >= needed {
                return 0;
            }
            let slack = if sweep < LEVELLING_SWEEPS || best == worst { 0 } else { SLACK };
            upper[position] = (needed + slack).min(above[position]).max(old);
            upper[position] - old
        };
        let (_, bears_itself) = sweep(gap.len(), 0, MOST_SWEEPS, update, || {});
        if !bears_itself {
            upper.copy_from_slice(above);
        }
        upper.truncate(positions);
        upper
    }
}

impl Enclosed {
    /// Verifies every inequality and every label.
    fn verify(&self, graph: &Graph<Bounds>) {
        let one = 1u64 << self.bits;
        let bounds = |node: u32| {
            let node = node as usize;
            self.bounds.get(node).copied().unwrap_or_else(|| graph.boundary[node - self.bounds.len()])
        };
        let label = |labels: &[Label], node: u32| labels.get(node as usize).copied().unwrap_or(0);
        for (position, own) in self.bounds.iter().enumerate() {
            let (white, black) = (graph.white.row(position), graph.black.row(position));
            let sum = |of: fn(Bounds) -> u64| {
                let most = white.iter().map(|&node| of(bounds(node))).max().unwrap_or(0);
                let least = black.iter().map(|&node| of(bounds(node))).min().unwrap_or(one);
                (most, least)
            };
            let (most, least) = sum(|b| b.alpha[0]);
            assert!(2 * own.alpha[0] <= most + least, "the lower bound on α at position {position}");
            let sufficient = |&&node: &&u32| bounds(node).alpha[0] + least >= 2 * own.alpha[0];
            let below = |&node: &u32| label(&self.white_labels, node) < self.white_labels[position];
            let has_evidence = white.iter().filter(sufficient).any(below) || black.iter().all(below);
            assert!(own.alpha[0] == 0 || has_evidence, "White's label at position {position}");
            let (most, least) = sum(|b| b.alpha[1]);
            assert!(2 * own.alpha[1] >= most + least, "the upper bound on α at position {position}");
            let (most, least) = sum(|b| b.beta[0]);
            assert!(2 * own.beta[0] <= most + least, "the lower bound on β at position {position}");
            let (most, least) = sum(|b| b.beta[1]);
            assert!(2 * own.beta[1] >= most + least, "the upper bound on β at position {position}");
            let sufficient = |&&node: &&u32| bounds(node).beta[1] + most <= 2 * own.beta[1];
            let below = |&node: &u32| label(&self.black_labels, node) < self.black_labels[position];
            let has_evidence = black.iter().filter(sufficient).any(below) || white.iter().all(below);
            assert!(own.beta[1] == one || has_evidence, "Black's label at position {position}");
        }
    }

    /// The largest width of an enclosure of α or of β, in units.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.bounds.iter().map(|b| (b.alpha[1] - b.alpha[0]).max(b.beta[1] - b.beta[0])).max().unwrap_or(0)
    }

    /// How many positions are shown not to be sharp.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.bounds.iter().filter(|b| b.alpha[1] < b.beta[0]).count()
    }
}
