//! Labels T and T′ and the policies that go with them.
//!
//! A label is found in rounds: in round `n` a position gets the label `n` when a greedy option of the one player, or
//! every option of the other, has a label below `n`. What counts as greedy is the caller's business: a tolerance on
//! approximate values, equality of exact ranks, or a single chosen option. Source: LW §8.

use crate::graph::{Graph, INFINITE, Label};

/// Which player's evidence a label collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White's: the label T.
    White,
    /// Black's: the label T′.
    Black,
}

impl Side {
    /// The options of this side and of the other at a position.
    #[must_use]
    pub fn options(self, graph: &Graph, position: usize) -> (&[u32], &[u32]) {
        let (white, black) = (graph.white.row(position), graph.black.row(position));
        match self {
            Self::White => (white, black),
            Self::Black => (black, white),
        }
    }
}

/// The least labels of all nodes; `greedy(position, number, node)` says whether option `number` of this side, leading
/// to `node`, counts as greedy.
#[must_use]
pub fn labels(graph: &Graph, side: Side, greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<Label> {
    let mut labels = vec![INFINITE; graph.positions()];
    labels.extend(graph.boundary.iter().map(|node| match side {
        Side::White => node.white_label,
        Side::Black => node.black_label,
    }));
    let finite = |label: &Label| *label != INFINITE;
    let last_outside = labels[graph.positions()..].iter().copied().filter(finite).max().unwrap_or(0);
    let mut open: Vec<u32> = (0..graph.positions() as u32).collect();
    for round in 1.. {
        let before = open.len();
        open.retain(|&position| {
            let index = position as usize;
            let (own, others) = side.options(graph, index);
            let known = |node: u32| labels[node as usize] < round;
            // Both sides have an option at every position (a pass at the least), so "all" is never empty.
            let evidence = others.iter().all(|&node| known(node))
                || own.iter().enumerate().any(|(number, &node)| known(node) && greedy(index, number, node));
            if evidence {
                labels[index] = round;
            }
            !evidence
        });
        if open.is_empty() || (open.len() == before && round > last_outside) {
            break;
        }
    }
    labels
}

/// For each position the number of this side's greedy option of least label, and of those the first.
///
/// # Panics
///
/// Where a position has no greedy option.
#[must_use]
pub fn policy(graph: &Graph, side: Side, labels: &[Label], greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<u32> {
    let choice = |position: usize| {
        let (own, _) = side.options(graph, position);
        let candidates = (0..own.len()).filter(|&number| greedy(position, number, own[number]));
        candidates.min_by_key(|&number| labels[own[number] as usize]).expect("every position has a greedy option")
            as u32
    };
    (0..graph.positions()).map(choice).collect()
}
