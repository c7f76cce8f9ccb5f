//! Labels T and T′ and the policies that go with them.
//!
//! A label is found in rounds: in round `n` a position gets the label `n` when a greedy option of the one player, or
//! every option of the other, has a label below `n`. What counts as greedy is the caller's business: a tolerance on
//! approximate values, equality of exact ranks, or a single chosen option. Source: LW §8.
//!
//! A player has evidence where it moves: at its own turn it is a greedy option, at the opponent's turn all of the opponent's options, and where chance moves any option will do, because each is drawn
//! with a positive probability.

use checker::certificate::Never;

use crate::graph::{Boundary, Graph, INFINITE, Label, Rows};

/// Which player's evidence a label collects: White's is T, Black's T′.
pub use checker::theorem::Side;

/// The least labels of all nodes, none of which is settled beforehand; `greedy(position, number, node)` says whether option `number` of this side, leading
/// to `node`, counts as greedy.
#[must_use]
pub fn labels(graph: &Graph, side: Side, greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<Label> {
    labels_beside(graph, side, |_| false, greedy)
}

/// The least labels of all nodes, with the label 0 at the positions that are settled.
#[must_use]
pub fn labels_beside(
    graph: &Graph,
    side: Side,
    settled: impl Fn(usize) -> bool,
    greedy: impl Fn(usize, usize, u32) -> bool,
) -> Vec<Label> {
    // Of chance any option is evidence. That the other row, the same list, is then known as a whole says no more.
    let greedy = |position, number, node| greedy(position, number, node) || graph.chance(position).is_some();
    let label = |node: &Boundary| side.of(node.white_label, node.black_label);
    let boundary: Vec<Label> = graph.boundary.iter().map(label).collect();
    match side {
        Side::White => evidence_beside(&graph.white, &graph.black, &boundary, settled, greedy),
        Side::Black => evidence_beside(&graph.black, &graph.white, &boundary, settled, greedy),
    }
}

/// How often a position is looked at in rounds, on the average, before a queue takes over. Chess needs fewer looks than this; a long path needs half its length.
const MOST_LOOKS: usize = 32;

/// The least labels of all nodes, for the side with these own options; those of the boundary are given.
#[must_use]
pub fn evidence(
    own: &Rows,
    others: &Rows,
    boundary: &[Label],
    greedy: impl Fn(usize, usize, u32) -> bool,
) -> Vec<Label> {
    evidence_beside(own, others, boundary, |_| false, greedy)
}

/// The least labels of all nodes, for the side with these own options, with the label 0 at the positions that are settled. An empty row is that of a player who does not move there.
fn evidence_beside(
    own: &Rows,
    others: &Rows,
    boundary: &[Label],
    settled: impl Fn(usize) -> bool,
    greedy: impl Fn(usize, usize, u32) -> bool,
) -> Vec<Label> {
    in_rounds(own, others, boundary, &settled, &greedy, MOST_LOOKS * own.len())
        .unwrap_or_else(|| by_queue(own, others, boundary, &settled, &greedy))
}

/// What is known at first: 0 at the positions that are settled, and the labels of the boundary.
fn known_at_first(positions: usize, boundary: &[Label], settled: impl Fn(usize) -> bool) -> Vec<Label> {
    let label = |position| if settled(position) { 0 } else { INFINITE };
    (0..positions).map(label).chain(boundary.iter().copied()).collect()
}

/// Labels by rounds over all positions that have none, without further memory; none where that takes more than so many looks.
fn in_rounds(
    own: &Rows,
    others: &Rows,
    boundary: &[Label],
    settled: &impl Fn(usize) -> bool,
    greedy: &impl Fn(usize, usize, u32) -> bool,
    most_looks: usize,
) -> Option<Vec<Label>> {
    let positions = own.len();
    let mut labels = known_at_first(positions, boundary, settled);
    let finite = |label: &Label| *label != INFINITE;
    let last_outside = boundary.iter().copied().filter(finite).max().unwrap_or(0);
    let mut open: Vec<u32> = (0..positions as u32).filter(|&position| labels[position as usize] != 0).collect();
    let mut looks = 0;
    for round in 1.. {
        let before = open.len();
        looks += before;
        if looks > most_looks {
            return None;
        }
        open.retain(|&position| {
            let index = position as usize;
            let known = |node: u32| labels[node as usize] < round;
            // "All" of nothing is no evidence: the others do not move there.
            let replies = others.row(index);
            let evidence = (!replies.is_empty() && replies.iter().all(|&node| known(node)))
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
    Some(labels)
}

/// Labels by a queue, in time proportional to the number of options: each node, in the order of the labels, is struck off the lists of the positions that lead to it.
fn by_queue(
    own: &Rows,
    others: &Rows,
    boundary: &[Label],
    settled: &impl Fn(usize) -> bool,
    greedy: &impl Fn(usize, usize, u32) -> bool,
) -> Vec<Label> {
    let positions = own.len();
    let mut labels = known_at_first(positions, boundary, settled);
    let greedy_options = |position: usize| {
        let own = own.row(position).iter().enumerate();
        own.filter(move |&(number, &node)| greedy(position, number, node)).map(|(_, &node)| node)
    };
    let by_one = Rows::turned(labels.len(), positions, greedy_options);
    let by_all = Rows::turned(labels.len(), positions, |position| others.row(position).iter().copied());
    let mut missing: Vec<u32> = (0..positions).map(|position| others.row(position).len() as u32).collect();
    // Two queues, each increasing by label: the boundary, and the positions in the order in which they get theirs.
    let mut outside: Vec<u32> = (positions as u32..labels.len() as u32).collect();
    outside.retain(|&node| labels[node as usize] != INFINITE);
    outside.sort_by_key(|&node| labels[node as usize]);
    let mut outside = outside.into_iter().peekable();
    let is_settled = |&position: &u32| labels[position as usize] == 0;
    let mut queue: std::collections::VecDeque<u32> = (0..positions as u32).filter(is_settled).collect();
    loop {
        let first = |node: &u32| labels[*node as usize];
        let next = match (outside.peek().map(first), queue.front().map(first)) {
            (Some(border), Some(inside)) if border > inside => queue.pop_front(),
            (Some(_), _) => outside.next(),
            (None, _) => queue.pop_front(),
        };
        let Some(node) = next else { return labels };
        let label = labels[node as usize] + 1;
        for &position in by_all.row(node as usize) {
            missing[position as usize] -= 1;
        }
        let all = by_all.row(node as usize).iter().filter(|&&position| missing[position as usize] == 0);
        for &position in by_one.row(node as usize).iter().chain(all) {
            if labels[position as usize] == INFINITE {
                labels[position as usize] = label;
                queue.push_back(position);
            }
        }
    }
}

/// The positions from which this side wins with probability 1, however the other plays, if an endless play is lost: their labels; the others have none. `certain` says of each node beyond the
/// positions whether it is won.
///
/// One strongly connected component after the other: what lies beyond it is known.
#[must_use]
pub fn sure<B>(graph: &Graph<B>, side: Side, certain: impl Fn(&B) -> bool) -> Vec<Label> {
    let positions = graph.positions();
    let (own, others) = side.of((&graph.white, &graph.black), (&graph.black, &graph.white));
    let border = graph.boundary.iter().map(|node| if certain(node) { 0 } else { INFINITE });
    let mut labels: Vec<Label> = (0..positions).map(|_| INFINITE).chain(border).collect();
    // By position: its place in its component.
    let mut places = Vec::new();
    for part in graph.components().iter() {
        if graph.is_alone(part) {
            let position = part[0] as usize;
            labels[position] = sure_alone(own.row(position), others.row(position), &labels);
            continue;
        }
        places.resize(positions, 0);
        (0..).zip(part).for_each(|(place, &position)| places[position as usize] = place);
        let mut border = Vec::new();
        let mut within = |rows: &Rows| {
            let (mut found, mut targets) = (Rows::default(), Vec::new());
            for &position in part {
                targets.clear();
                targets.extend(rows.row(position as usize).iter().map(|&node| {
                    match places.get(node as usize).filter(|&&place| part.get(place as usize) == Some(&node)) {
                        Some(&place) => place,
                        None => {
                            border.push(labels[node as usize]);
                            (part.len() + border.len() - 1) as u32
                        }
                    }
                }));
                found.extend(&targets, &[targets.len()]);
            }
            found
        };
        let (own, others) = (within(own), within(others));
        let found = sure_within(&own, &others, &border);
        part.iter().zip(found).for_each(|(&position, label)| labels[position as usize] = label);
    }
    labels.truncate(positions);
    labels
}

/// The label of a position with these options, none of which leads back to it.
fn sure_alone(own: &[u32], others: &[u32], labels: &[Label]) -> Label {
    let label = |&node: &u32| labels[node as usize];
    let (best, worst) = (own.iter().map(label).min(), others.iter().map(label).max());
    if best == Some(INFINITE) || worst == Some(INFINITE) {
        return INFINITE;
    }
    1 + best.into_iter().chain(worst).min().expect("somebody moves")
}

/// The same in a part, for the side with these own options; the labels beyond are given.
///
/// Won for sure is the greatest set in which the side can stay for ever and everywhere has evidence: what cannot stay is taken away, and what has no evidence among the rest, until nothing is.
fn sure_within(own: &Rows, others: &Rows, boundary: &[Label]) -> Vec<Label> {
    let positions = own.len();
    let nodes = positions + boundary.len();
    let to_own = Rows::turned(nodes, positions, |position| own.row(position).iter().copied());
    let to_others = Rows::turned(nodes, positions, |position| others.row(position).iter().copied());
    let mut left: Vec<u32> = (0..positions).map(|position| own.row(position).len() as u32).collect();
    let mut inside = vec![true; nodes];
    let mut taken: Vec<u32> = (0..boundary.len())
        .filter(|&place| boundary[place] == INFINITE)
        .map(|place| (positions + place) as u32)
        .collect();
    taken.iter().for_each(|&node| inside[node as usize] = false);
    loop {
        while let Some(node) = taken.pop() {
            let mut take = |position: u32| {
                if std::mem::replace(&mut inside[position as usize], false) {
                    taken.push(position);
                }
            };
            for &position in to_own.row(node as usize) {
                left[position as usize] -= 1;
                if left[position as usize] == 0 {
                    take(position);
                }
            }
            to_others.row(node as usize).iter().copied().for_each(take);
        }
        let mut labels = evidence(own, others, boundary, |position, _, node| inside[position] && inside[node as usize]);
        for (position, label) in labels[..positions].iter_mut().enumerate() {
            if !inside[position] {
                *label = INFINITE;
            } else if *label == INFINITE {
                inside[position] = false;
                taken.push(position as u32);
            }
        }
        if taken.is_empty() {
            labels.truncate(positions);
            return labels;
        }
    }
}

/// For each position the number of this side's greedy option of least label, and of those the first; 0 where this side does not move.
///
/// # Panics
///
/// Where this side moves and has no greedy option.
#[must_use]
pub fn policy(graph: &Graph, side: Side, labels: &[Label], greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<u32> {
    // Where chance moves nothing is chosen, so that the first option will do.
    let greedy = |position, number, node| greedy(position, number, node) || graph.chance(position).is_some();
    least_evidence(side.of(&graph.white, &graph.black), labels, greedy)
}

/// For each position the number of the greedy option of least label, and of those the first; 0 where the row is empty.
///
/// # Panics
///
/// Where a row has options and none of them is greedy.
#[must_use]
pub fn least_evidence(own: &Rows, labels: &[Label], greedy: impl Fn(usize, usize, u32) -> bool) -> Vec<u32> {
    let choice = |position: usize| {
        let own = own.row(position);
        if own.is_empty() {
            return 0;
        }
        let candidates = (0..own.len()).filter(|&number| greedy(position, number, own[number]));
        candidates.min_by_key(|&number| labels[own[number] as usize]).expect("every position has a greedy option")
            as u32
    };
    (0..own.len()).map(choice).collect()
}

/// The side for which an endless play is lost, if it is worth nothing to one.
#[must_use]
pub fn loser((numerator, denominator): Never) -> Option<Side> {
    match numerator {
        0 => Some(Side::White),
        _ if numerator == denominator => Some(Side::Black),
        _ => None,
    }
}
