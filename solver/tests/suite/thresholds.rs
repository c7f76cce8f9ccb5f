//! The threshold method against rational arithmetic, the published numbers, and the exact method.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Zero};
use solver::certificates::pipeline::{self, Method, Settings};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::evaluate::{Evaluation, OddParts, Value};
use solver::graph::exact::policy::{self, Silent, Unlabelled};
use solver::graph::labels::Side;
use solver::graph::{Boundary, Graph, Rows};
use solver::thresholds::family::Family;
use solver::thresholds::{Run, Thresholds, run};

type Rational = Ratio<BigUint>;

fn named(board: &str, material: &str) -> (Board, Signature) {
    (board.parse().expect("a board"), Signature::parse(material).expect("a signature").0)
}

fn family(board: &str, material: &str) -> Family {
    let (board, signature) = named(board, material);
    Family::new(board, &signature, DoubleStep::Auto).expect("an endgame")
}

fn thresholds(board: &str, material: &str, least: usize, most: usize) -> Run {
    run(&family(board, material), least..=most, 2, &mut Silent)
}

/// `(max over White's options + min over Black's options) / 2` for positions, the value itself for the boundary.
fn averaged(graph: &Graph, values: &[Rational]) -> Vec<Rational> {
    let value = |&node: &u32| &values[node as usize];
    let average = |position: usize| {
        let best = graph.white.row(position).iter().map(value).max().expect("an option");
        let worst = graph.black.row(position).iter().map(value).min().expect("an option");
        (best + worst) / BigUint::from(2u32)
    };
    let positions = (0..graph.positions()).map(average);
    positions.chain(values[graph.positions()..].iter().cloned()).collect()
}

/// The simplest rational of a closed interval, by the expansion of its ends as continued fractions.
fn simplest(lower: &Rational, upper: &Rational) -> Rational {
    let whole = Rational::from_integer(lower.numer().div_ceil(lower.denom()));
    if whole <= *upper {
        return whole;
    }
    let below = Rational::from_integer(lower.to_integer());
    let rest = simplest(&(upper - &below).recip(), &(lower - &below).recip());
    below + rest.recip()
}

#[test]
fn every_step_agrees_with_rational_arithmetic() {
    for (board, material) in [("3x3", "KNk"), ("2x3", "KBk"), ("3x3", "KPk"), ("4x3", "KRk")] {
        let family = family(board, material);
        let (graph, imported) = (family.graph(1), family.imported());
        let boundary = || graph.boundary.iter().map(|node| node.lower.clone());
        let from = |start: Rational| -> Vec<Rational> {
            vec![start; graph.positions()].into_iter().chain(boundary()).collect()
        };
        let (mut lower, mut upper) = (from(Rational::zero()), from(Rational::one()));
        let mut method = Thresholds::new(&graph);
        for n in 0..=40 {
            let values: Vec<Rational> = lower.iter().zip(&upper).map(|(lower, upper)| simplest(lower, upper)).collect();
            let again = averaged(&graph, &values);
            let violated: Vec<usize> = (0..graph.positions()).filter(|&p| values[p] != again[p]).collect();
            let report = method.report(imported);
            assert_eq!((report.n, method.steps()), (n, n));
            let in_imports = violated.iter().filter(|&&position| position < imported).count();
            assert_eq!(report.violated_in_imports, in_imports, "{board} {material}, n = {n}");
            assert_eq!(report.violated, violated.len() - in_imports, "{board} {material}, n = {n}");
            let gap = Ratio::new(report.gap.numerator, BigUint::one() << report.gap.power);
            assert_eq!(Some(gap), (0..graph.positions()).map(|position| &upper[position] - &lower[position]).max());
            for position in 0..graph.positions() {
                assert_eq!(method.bounds(position), [lower[position].clone(), upper[position].clone()]);
                assert_eq!(method.value(position), values[position], "{board} {material}, n = {n}, {position}");
            }
            (lower, upper) = (averaged(&graph, &lower), averaged(&graph, &upper));
            method.step();
        }
    }
}

/// LW §7: KBk, KQk, KRk. (KNk, n = 2644, takes half a minute: `solve audit bidding-chess --all`.)
#[test]
fn the_published_steps_are_the_first_without_a_violated_equation() {
    for (material, published) in [("KBk", 30), ("KQk", 156), ("KRk", 331)] {
        let found = thresholds("8x8", material, 0, 400).found.expect("values");
        assert_eq!(found.0, published, "{material}");
    }
}

#[test]
fn the_certificates_are_those_of_the_exact_method() {
    for (board, material) in [("8x8", "KBk"), ("4x4", "KNk"), ("3x4", "KNk"), ("3x3", "KPk"), ("4x4", "KPk")] {
        let mut exact = Vec::new();
        let (on, signature) = named(board, material);
        let settings = Settings { double_step: DoubleStep::Auto, method: Method::Exact, never: None, threads: 2 };
        pipeline::solve(on, &signature, &settings, &mut exact, &mut Silent).expect("a solution");
        let (_, found) = thresholds(board, material, 0, 1000).found.expect("values");
        assert_eq!(found.len(), exact.len());
        for solution in &exact {
            let same = |other: &&pipeline::Solution| other.endgame.signature() == solution.endgame.signature();
            let other = found.iter().find(same).expect("the same endgames");
            assert!(other.bytes == solution.bytes, "{board} {}", solution.endgame.signature());
            assert_eq!(other.digest, solution.digest);
        }
    }
}

#[test]
fn too_few_steps_find_nothing() {
    let run = thresholds("4x4", "KNk", 0, 37);
    assert!(run.found.is_none() && run.inconclusive.is_empty());
    let last = run.series.last().expect("a step");
    assert_eq!((last.n, last.violated, last.violated_in_imports), (37, 1, 0));
    assert_eq!(thresholds("4x4", "KNk", 0, 38).found.expect("values").0, 38);
}

fn rows(options: &[&[u32]]) -> Rows {
    let mut rows = Rows::default();
    options.iter().for_each(|row| rows.extend(row, &[row.len()]));
    rows
}

fn game(white: &[&[u32]], black: &[&[u32]]) -> Graph {
    Graph::new(rows(white), rows(black), vec![Boundary::terminal(false), Boundary::terminal(true)])
}

/// Two positions that only lead to each other satisfy every equation with any common value; the labels say that nothing is
/// known by that.
#[test]
fn values_without_labels_are_refused() {
    let graph = game(&[&[1], &[0]], &[&[1], &[0]]);
    let mut method = Thresholds::new(&graph);
    method.step();
    assert_eq!(method.report(0).violated, 0, "s = 0 on both positions");
    let half = || Value { numerator: BigUint::one(), class: 0, power: 1 };
    let one = || Value { numerator: BigUint::one(), class: 0, power: 0 };
    let conclude = |values: Vec<Value>| {
        let evaluation = Evaluation { values, odd_parts: OddParts::default() };
        policy::conclude(&graph, evaluation).err()
    };
    let refused = |side| Some(Unlabelled { side, positions: 2, first: 0 });
    assert_eq!(conclude(vec![half(), half(), Value::default(), one()]), refused(Side::White));
    assert_eq!(conclude(vec![one(), one(), Value::default(), one()]), refused(Side::White));
    // 0 is α, for which no evidence is needed; that it is β is not so.
    assert_eq!(conclude(vec![Value::default(), Value::default(), Value::default(), one()]), refused(Side::Black));
}
