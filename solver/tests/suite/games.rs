//! The exact solver on games that are not chess and whose values are known.

use num_bigint::BigUint;
use num_rational::Ratio;
use solver::certificates::pipeline::DEFAULT_BITS;
use solver::graph::approximate::approximate;
use solver::graph::exact::policy::{self, Silent};
use solver::graph::table::{Sharpness, Table};
use solver::graph::{Boundary, Graph, Rows};

/// A game from the two players' options; the node after the positions is Black's win, the one after that White's.
fn game(white: &[&[u32]], black: &[&[u32]]) -> Graph {
    let rows = |options: &[&[u32]]| {
        let mut rows = Rows::default();
        for row in options {
            rows.extend(row, &[row.len()]);
        }
        rows
    };
    Graph::new(rows(white), rows(black), vec![Boundary::terminal(false), Boundary::terminal(true)])
}

fn solve(graph: &Graph, threads: usize) -> Table {
    let bounded = graph.with(|node| node.bounds(DEFAULT_BITS));
    let approximation = approximate(&bounded, DEFAULT_BITS, || ());
    let most_bytes = 1 << 20;
    let (outcome, _) = policy::solve(graph, &approximation, most_bytes, threads, &mut Silent).expect("a small game");
    Table::new(outcome, graph.positions())
}

/// Lower and upper value of a position.
fn values(table: &Table, position: usize) -> [Ratio<BigUint>; 2] {
    let node = table.boundary(position);
    [node.lower, node.upper]
}

fn fraction(numerator: u32, denominator: u32) -> Ratio<BigUint> {
    Ratio::new(BigUint::from(numerator), BigUint::from(denominator))
}

/// Tug of war on a path: White pulls up, Black pulls down.
fn tug(inner: u32) -> Graph {
    let down = |node: u32| if node == 0 { inner } else { node - 1 };
    let up = |node: u32| node + 1 + u32::from(node + 1 == inner);
    let white: Vec<[u32; 1]> = (0..inner).map(|node| [up(node)]).collect();
    let black: Vec<[u32; 1]> = (0..inner).map(|node| [down(node)]).collect();
    let rows = |options: &[[u32; 1]]| {
        let mut rows = Rows::default();
        options.iter().for_each(|row| rows.extend(row, &[1]));
        rows
    };
    Graph::new(rows(&white), rows(&black), vec![Boundary::terminal(false), Boundary::terminal(true)])
}

/// Lazarus, Loeb, Propp, Stromquist and Ullman: node i of a path of n nodes is worth i/(n − 1).
#[test]
fn tug_of_war_on_a_path_is_linear() {
    for inner in [1, 2, 3, 7, 50, 300] {
        for threads in [1, 2] {
            let table = solve(&tug(inner), threads);
            assert!(table.is_sharp(), "tug of war is sharp");
            for node in 0..inner {
                let value = fraction(node + 1, inner + 1);
                assert_eq!(values(&table, node as usize), [value.clone(), value], "node {node} of {inner}");
                assert_eq!(table.white_labels[node as usize], (inner - node).min(node + 1), "either end is evidence");
            }
        }
    }
}

/// A fortress: at 0 each player may wait or attack, and an attacker must then win two moves in a row. α = 1/4, β = 3/4.
#[test]
fn a_fortress_is_not_sharp() {
    let (lost, won) = (5, 6);
    let white: [&[u32]; 5] = [&[0, 1], &[3], &[won], &[won], &[won]];
    let black: [&[u32]; 5] = [&[0, 2], &[lost], &[4], &[lost], &[lost]];
    let table = solve(&game(&white, &black), 1);
    assert!(!table.is_sharp());
    assert_eq!(values(&table, 0), [fraction(1, 4), fraction(3, 4)]);
    // White's evidence is the attack, and the two moves after it, or that Black has no other: T = 1 + T(1) and T(1) = 1.
    assert_eq!((table.white_labels[0], table.black_labels[0]), (2, 2));
    for (position, value) in [(1, (1, 4)), (2, (3, 4)), (3, (1, 2)), (4, (1, 2))] {
        let value = fraction(value.0, value.1);
        assert_eq!(values(&table, position), [value.clone(), value], "position {position}");
    }
}

/// Two positions that only lead to each other: nobody ever wins, α = 0 and β = 1.
#[test]
fn a_cycle_without_end_is_not_sharp() {
    let options: [&[u32]; 2] = [&[1], &[0]];
    let table = solve(&game(&options, &options), 1);
    for position in [0, 1] {
        assert_eq!(values(&table, position), [fraction(0, 1), fraction(1, 1)]);
        assert_eq!(table.white_labels[position], solver::graph::INFINITE, "nothing is evidence");
    }
}

/// A player without options passes, here Black at 0: x = (1 + x)/2.
#[test]
fn a_player_without_options_passes() {
    let (lost, won) = (2, 3);
    let table = solve(&game(&[&[won], &[won]], &[&[], &[lost]]), 1);
    assert_eq!(values(&table, 0), [fraction(1, 1), fraction(1, 1)], "White wins in the end");
    assert_eq!(values(&table, 1), [fraction(1, 2), fraction(1, 2)]);
}

/// Greedy options of which only some lead on: the labels decide which is chosen.
#[test]
fn the_choice_among_equals_is_the_least_label() {
    // At 0 White may go to 1 or 2, both worth 1/2; from 2 the game ends at once, from 1 it goes by way of 2.
    let (lost, won) = (3, 4);
    let white: [&[u32]; 3] = [&[1, 2], &[2], &[won]];
    let black: [&[u32]; 3] = [&[1, 2], &[2], &[lost]];
    let table = solve(&game(&white, &black), 1);
    assert_eq!(table.white_labels, [2, 2, 1]);
    let Sharpness::Sharp { white_choice, black_choice } = table.sharpness else { panic!("everything ends") };
    assert_eq!(white_choice, [1, 0, 0]);
    assert_eq!(black_choice, [1, 0, 0]);
}
