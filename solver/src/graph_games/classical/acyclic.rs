//! Acyclic games: values from the ends backwards, each position once.
//!
//! Positions of all turns, and of chance. In a game without cycles the Richman equation says the value of a position from those of its options (LLPU, section on acyclic games). A player may also wait where a position is its own option, as every pass is; such a
//! position has an equation in itself alone, which is solved by cases.

use super::{NotOfKind, Refused};
use crate::graph::exact::evaluate::{Evaluation, Value};
use crate::graph::exact::policy::TooLarge;
use crate::graph::{Chance, Graph, Rows, Turn};

/// What a search does next.
enum Step {
    Enter(u32),
    Leave(u32),
}

/// How far the search is with a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    Open,
    Done,
}

/// The lower values of an acyclic game. Each position and each option is looked at a fixed number of times.
///
/// # Errors
///
/// [`NotOfKind::Cycle`]; [`TooLarge`] where the numerators take more than so many bytes.
pub fn lower_values(graph: &Graph, most_bytes: u64) -> Result<Evaluation, Refused> {
    let mut evaluation = Evaluation::of_boundary(graph);
    let mut bytes = 0;
    for position in in_order(graph)? {
        let value = value(graph, &mut evaluation, position);
        bytes += value.numerator.bits() / 8 + 1;
        if bytes > most_bytes {
            return Err(TooLarge { component: 1, bits: u64::from(value.power), bytes, most_bytes }.into());
        }
        evaluation.values[position as usize] = value;
    }
    Ok(evaluation)
}

/// The positions, each after all that it leads to but itself.
fn in_order(graph: &Graph) -> Result<Vec<u32>, NotOfKind> {
    let positions = graph.positions();
    let mut states = vec![State::Unseen; positions];
    let mut order = Vec::with_capacity(positions);
    let mut steps = Vec::new();
    // The positions that are entered and not left.
    let mut path = Vec::new();
    for root in 0..positions as u32 {
        steps.push(Step::Enter(root));
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(position) => {
                    states[position as usize] = State::Done;
                    path.pop();
                    order.push(position);
                }
                Step::Enter(position) if states[position as usize] == State::Unseen => {
                    states[position as usize] = State::Open;
                    path.push(position);
                    steps.push(Step::Leave(position));
                    for &option in [&graph.white, &graph.black].into_iter().flat_map(|rows| rows.row(position as usize))
                    {
                        if option == position || option as usize >= positions {
                            continue;
                        }
                        match states[option as usize] {
                            State::Unseen => steps.push(Step::Enter(option)),
                            State::Done => {}
                            State::Open => {
                                let start = path.iter().position(|&open| open == option);
                                let cycle = path.split_off(start.expect("an open position is on the path"));
                                return Err(NotOfKind::Cycle { positions: cycle });
                            }
                        }
                    }
                }
                Step::Enter(_) => {}
            }
        }
    }
    Ok(order)
}

/// The least solution of a position's equation `x = (max(a, x?) + min(b, x?)) / 2`, where `a` is the greatest value of White's other options, `b` the least of Black's, and a player who may wait has `x` as well; at a player's turn
/// it is `x = max(a, x?)` or `x = min(b, x?)`.
fn value(graph: &Graph, evaluation: &mut Evaluation, position: u32) -> Value {
    if let Some(chance) = graph.chance(position as usize) {
        return drawn(evaluation, position, chance);
    }
    let mut side = |rows: &Rows, is_better: fn(std::cmp::Ordering) -> bool| {
        let mut best: Option<u32> = None;
        let mut waits = false;
        for &option in rows.row(position as usize) {
            if option == position {
                waits = true;
            } else if best.is_none_or(|best| is_better(evaluation.compare(option, best))) {
                best = Some(option);
            }
        }
        (best, waits)
    };
    let (white, white_waits) = side(&graph.white, std::cmp::Ordering::is_gt);
    let (black, black_waits) = side(&graph.black, std::cmp::Ordering::is_lt);
    let copy = |evaluation: &Evaluation, node: u32| evaluation.values[node as usize].clone();
    match graph.turn(position as usize) {
        // White waits no longer than is of use; Black could wait for ever.
        Turn::White => return white.map_or(Value::default(), |white| copy(evaluation, white)),
        Turn::Black if black_waits => return Value::default(),
        Turn::Black => return black.map_or(Value::default(), |black| copy(evaluation, black)),
        Turn::Bid | Turn::Chance => {}
    }
    match (white, black) {
        // Nobody moves, or White never does and Black need not: from 0 the iteration does not rise.
        (None, None) => Value::default(),
        (None, Some(_)) if black_waits => Value::default(),
        // White only waits: x = (x + b) / 2.
        (None, Some(black)) => copy(evaluation, black),
        // Black only waits: White gets through.
        (Some(white), None) => copy(evaluation, white),
        (Some(white), Some(black)) => {
            let is_hot = evaluation.compare(white, black).is_ge();
            match (white_waits, black_waits) {
                // Both would rather that the other moved; for the lower value Black holds White to a.
                (_, true) if !is_hot => copy(evaluation, white),
                (true, false) if !is_hot => copy(evaluation, black),
                _ => evaluation.mean(white, black),
            }
        }
    }
}

/// The value of a position where chance moves: the weighted mean of its other options. A weight on the position itself changes nothing, unless there is no other.
fn drawn(evaluation: &mut Evaluation, position: u32, chance: Chance<'_>) -> Value {
    let others = || chance.weighted().filter(|&(node, _)| node != position);
    match others().map(|(_, weight)| weight).sum() {
        0 => Value::default(),
        rest => evaluation.weighted_mean(others(), rest),
    }
}
