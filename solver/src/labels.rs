//! Labels T and T′ and the policies that go with them.
//!
//! A label is found in rounds: in round `n` a position gets the label `n` when a greedy option of the one player, or
//! every option of the other, has a label below `n`. What counts as greedy is the caller's business: a tolerance on
//! approximate values, equality of exact ranks, or a single chosen option. Source: LW §8.

use crate::graph::{Boundary, Graph, INFINITE, Label, Rows};

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
    let label = |node: &Boundary| match side {
        Side::White => node.white_label,
        Side::Black => node.black_label,
    };
    let boundary: Vec<Label> = graph.boundary.iter().map(label).collect();
    match side {
        Side::White => evidence(&graph.white, &graph.black, &boundary, greedy),
        Side::Black => evidence(&graph.black, &graph.white, &boundary, greedy),
    }
}

/// The least labels of all nodes, for the side with these own options; those of the boundary are given.
#[must_use]
pub fn evidence(
    own: &Rows,
    others: &Rows,
    boundary: &[Label],
    greedy: impl Fn(usize, usize, u32) -> bool,
) -> Vec<Label> {
    let positions = own.len();
    let mut labels = vec![INFINITE; positions];
    labels.extend_from_slice(boundary);
    let finite = |label: &Label| *label != INFINITE;
    let last_outside = boundary.iter().copied().filter(finite).max().unwrap_or(0);
    let mut open: Vec<u32> = (0..positions as u32).collect();
    for round in 1.. {
        let before = open.len();
        open.retain(|&position| {
            let index = position as usize;
            let known = |node: u32| labels[node as usize] < round;
            // Both sides have an option at every position (a pass at the least), so "all" is never empty.
            let evidence = others.row(index).iter().all(|&node| known(node))
                || own.row(index).iter().enumerate().any(|(number, &node)| known(node) && greedy(index, number, node));
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
    match side {
        Side::White => least_evidence(&graph.white, labels, greedy),
        Side::Black => least_evidence(&graph.black, labels, greedy),
    }
}

/// For each position the number of the greedy option of least label, and of those the first.
///
/// # Panics
///
/// Where a position has no greedy option.
#[must_use]
pub fn least_evidence(own: &Rows, labels: &[Label], greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<u32> {
    let choice = |position: usize| {
        let own = own.row(position);
        let candidates = (0..own.len()).filter(|&number| greedy(position, number, own[number]));
        candidates.min_by_key(|&number| labels[own[number] as usize]).expect("every position has a greedy option")
            as u32
    };
    (0..own.len()).map(choice).collect()
}
