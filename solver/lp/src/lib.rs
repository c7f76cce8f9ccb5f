//! The LP mode: policies proposed by linear programming, for exact values that are verified as always.
//!
//! With Black's choice fixed at each position, the values that White can reach are the least solution of a linear system: `x(P)` is at least the mean of `x` at
//! each white option and of `x` at Black's choice (LW, system (6), for the lower value; the upper value is the same with the colours exchanged). A linear program that minimises the
//! sum of all `x` finds it, in floating point. Black's choices are then improved, until no option is better by more than the accuracy of the program. The tight constraints are White's
//! choices.
//!
//! At White's turn `x(P)` is at least each option's, at Black's turn that of Black's choice, and where chance moves the weighted mean of all options.
//!
//! In a game that is not sharp the improvement can stop at a solution of the equations that is not the least: a region in which both can wait has many. The first
//! choices are therefore those of the iteration from below, which is close to the least one.
//!
//! None of this is trusted: the choices are handed to the exact method, which solves the system of the tight constraints in rationals, verifies every equation, and improves where an equation fails.

use good_lp::{ProblemVariables, Solution as _, SolverModel as _, constraint, default_solver, variable};

use solver::graph::approximate::Approximation;
use solver::graph::labels::{Side, labels, policy};
use solver::graph::{Graph, Turn};

/// Values that differ by less count as equal: the accuracy of the program is about 1e-8.
const TOLERANCE: f64 = 1e-6;
/// The most programs that are solved. Measured need: 6.
const MOST_ROUNDS: u32 = 50;

/// White's and Black's choices for the lower values of a game, proposed by linear programming. Where the program fails, those of the last one that did not.
#[must_use]
pub fn policies(graph: &Graph, approximation: &Approximation) -> (Vec<u32>, Vec<u32>) {
    // Black's first choices go by the iteration from below: a choice that is greedy for α holds White to α.
    let scale = (1u64 << approximation.bits) as f64;
    let mut values: Vec<f64> = approximation.below.iter().map(|&value| value as f64 / scale).collect();
    let mut choice: Vec<usize> = (0..graph.positions()).map(|position| least(graph, &values, position)).collect();
    for _ in 0..MOST_ROUNDS {
        let Some(better) = program(graph, &choice) else { break };
        values = better;
        let mut switches = 0;
        for (position, chosen) in choice.iter_mut().enumerate() {
            let row = graph.black.row(position);
            if !matches!(graph.turn(position), Turn::Bid | Turn::Black) {
                continue;
            }
            let candidate = least(graph, &values, position);
            if values[row[candidate] as usize] < values[row[*chosen] as usize] - TOLERANCE {
                *chosen = candidate;
                switches += 1;
            }
        }
        if switches == 0 {
            break;
        }
    }
    let value = |node: u32| values[node as usize];
    let best: Vec<f64> = (0..graph.positions())
        .map(|p| graph.white.row(p).iter().map(|&node| value(node)).fold(0.0, f64::max))
        .collect();
    let worst: Vec<f64> = (0..graph.positions())
        .map(|p| graph.black.row(p).iter().map(|&node| value(node)).fold(1.0, f64::min))
        .collect();
    let tight = |position: usize, _, node: u32| value(node) >= best[position] - TOLERANCE;
    let greedy = |position: usize, _, node: u32| value(node) <= worst[position] + TOLERANCE;
    let white = policy(graph, Side::White, &labels(graph, Side::White, tight), tight);
    let black = policy(graph, Side::Black, &labels(graph, Side::Black, greedy), greedy);
    (white, black)
}

/// The number of Black's option of least value, the first of these; 0 where Black has none.
fn least(graph: &Graph, values: &[f64], position: usize) -> usize {
    let row = graph.black.row(position);
    let value = |number: &usize| values[row[*number] as usize];
    (0..row.len()).min_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0)
}

/// Solves the program for these choices of Black's: the values of all nodes.
fn program(graph: &Graph, choice: &[usize]) -> Option<Vec<f64>> {
    if graph.positions() == 0 {
        return None;
    }
    let mut variables = ProblemVariables::new();
    let x = variables.add_vector(variable().min(0).max(1), graph.positions());
    let known: Vec<f64> = graph.boundary.iter().map(|node| ratio(&node.lower)).collect();
    let expression = |node: u32| match (node as usize).checked_sub(graph.positions()) {
        None => good_lp::Expression::from(x[node as usize]),
        Some(beyond) => good_lp::Expression::from(known[beyond]),
    };
    let mut problem = variables.minimise(x.iter().copied().sum::<good_lp::Expression>()).using(default_solver);
    for (position, &chosen) in choice.iter().enumerate() {
        let (white, black) = (graph.white.row(position), graph.black.row(position));
        match graph.turn(position) {
            Turn::Bid => {
                for &white in white {
                    let sum = expression(white) + expression(black[chosen]);
                    problem = problem.with(constraint!(2.0 * x[position] >= sum));
                }
            }
            Turn::White => {
                for &white in white {
                    problem = problem.with(constraint!(x[position] >= expression(white)));
                }
            }
            Turn::Black => problem = problem.with(constraint!(x[position] >= expression(black[chosen]))),
            Turn::Chance => {
                let Some(chance) = graph.chance(position) else { continue };
                let term = |(node, weight): (u32, u64)| (weight as f64) * expression(node);
                let sum = chance.weighted().map(term).sum::<good_lp::Expression>();
                problem = problem.with(constraint!((chance.denominator as f64) * x[position] >= sum));
            }
        }
    }
    let solution = problem.solve().ok()?;
    let values = x.iter().map(|&variable| solution.value(variable)).chain(known.iter().copied());
    Some(values.collect())
}

/// A fraction in floating point.
fn ratio(value: &num_rational::Ratio<num_bigint::BigUint>) -> f64 {
    use num_traits::ToPrimitive as _;
    value.to_f64().unwrap_or(0.0)
}
