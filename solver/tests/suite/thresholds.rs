//! The threshold method against rational arithmetic, the published numbers, and the exact method.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Zero};
use solver::certificates::pipeline::DEFAULT_BITS;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::Graph;
use solver::graph::approximate::approximate;
use solver::graph::exact::policy::{self, Outcome, Silent};
use solver::thresholds::{Thresholds, graph};

type Rational = Ratio<BigUint>;

fn family(board: &str, material: &str) -> Graph {
    let (signature, _) = Signature::parse(material).expect("a signature");
    graph(board.parse().expect("a board"), &signature, DoubleStep::Auto).expect("an endgame")
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
        let graph = family(board, material);
        let boundary = || graph.boundary.iter().map(|node| node.lower.clone());
        let from = |start: Rational| -> Vec<Rational> {
            vec![start; graph.positions()].into_iter().chain(boundary()).collect()
        };
        let (mut lower, mut upper) = (from(Rational::zero()), from(Rational::one()));
        let mut method = Thresholds::new(&graph);
        for n in 0..=40 {
            let values: Vec<Rational> = lower.iter().zip(&upper).map(|(lower, upper)| simplest(lower, upper)).collect();
            let again = averaged(&graph, &values);
            let violated = (0..graph.positions()).filter(|&position| values[position] != again[position]).count();
            assert_eq!((method.steps(), method.violated()), (n, violated), "{board} {material}");
            assert_eq!(Some(method.gap()), (0..graph.positions()).map(|place| &upper[place] - &lower[place]).max());
            for position in 0..graph.positions() {
                assert_eq!(method.bounds(position), [lower[position].clone(), upper[position].clone()]);
                assert_eq!(method.value(position), values[position], "{board} {material}, n = {n}, {position}");
            }
            (lower, upper) = (averaged(&graph, &lower), averaged(&graph, &upper));
            method.step();
        }
    }
}

/// LW §7: KBk, KQk, KRk. (KNk, n = 2644, takes half a minute: `solve audit bidding-chess --all`.) And 4x4, where 38 steps are the first.
#[test]
fn the_published_steps_are_the_first_without_a_violated_equation_and_find_the_values() {
    for (board, material, published) in
        [("8x8", "KBk", 30), ("8x8", "KQk", 156), ("8x8", "KRk", 331), ("4x4", "KNk", 38)]
    {
        let graph = family(board, material);
        let mut method = Thresholds::new(&graph);
        while method.violated() > 0 {
            method.step();
        }
        assert_eq!(method.steps(), published, "{board} {material}");
        if let ("4x4", _) | (_, "KBk") = (board, material) {
            let bounded = graph.with(|node| node.bounds(DEFAULT_BITS));
            let approximation = approximate(&bounded, DEFAULT_BITS, || ());
            let (outcome, _) = policy::solve(&graph, &approximation, 1 << 30, 2, &mut Silent).expect("a small game");
            let Outcome::Sharp(solved) = outcome else { panic!("{board} {material} is sharp") };
            for position in 0..graph.positions() {
                assert_eq!(method.value(position), solved.evaluation.ratio(position), "{board} {material}");
            }
        }
    }
}
