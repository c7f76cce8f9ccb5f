//! The label conditions alone, on graphs that are no chess.

#![allow(clippy::unwrap_used)]

use checker::Breach;
use checker::board::{Move, Square};
use checker::certificate::{Natural, StatedValue};
use checker::conditions::{
    Choice, Label, Node, Options, black_greedy, black_label, richman, white_greedy, white_label,
};
use checker::values::{Rank, Scale};
use num_bigint::BigUint;

/// A scale with the values 0, 1/3 and 1.
fn thirds() -> (Scale, Rank) {
    let odd_parts = [Natural(BigUint::from(3_u8))];
    let numerator = Natural(BigUint::from(1_u8));
    let third = StatedValue {
        numerator,
        odd_part: 0,
        power_of_two: 0,
    };
    let (scale, ranks) = Scale::join(&[&Scale::stated(&odd_parts, &[third]).unwrap()]).unwrap();
    (scale, *ranks.first().unwrap())
}

const SQUARE: Square = Square { rank: 0, file: 0 };
const MOVE: Move = Move {
    from: SQUARE,
    to: SQUARE,
    promotion: None,
};

fn only(to: Node) -> Options {
    let choice = Choice { mv: MOVE, to };
    Options {
        white: vec![choice],
        black: vec![choice],
    }
}

/// Two positions, each of which leads to the other only. Every common value is a Richman function, but the lower value is 0
/// and the upper value 1: there is no way to win. The labels find it out, and nothing else does.
#[test]
fn rejects_the_cycle_of_two_positions_by_labels_alone() {
    let (scale, third) = thirds();
    assert_eq!(scale.value(third).to_string(), "1/3");
    let labels = || (1..50).map(Label::Finite).chain([Label::Infinite]);
    for (p_label, q_label) in labels().flat_map(|p| labels().map(move |q| (p, q))) {
        let node = |label| Node {
            value: third,
            white_label: label,
            black_label: label,
        };
        let (p, q) = (node(p_label), node(q_label));
        for (from, to) in [(p, q), (q, p)] {
            let options = only(to);
            let white = white_greedy(&options, MOVE, &scale).unwrap();
            let black = black_greedy(&options, MOVE, &scale).unwrap();
            richman(from.value, white, black, &scale).unwrap();
        }
        let white = white_label(&p, &only(q), &scale).and(white_label(&q, &only(p), &scale));
        let black = black_label(&p, &only(q), &scale).and(black_label(&q, &only(p), &scale));
        assert!(white.is_err() && black.is_err(), "{p_label} {q_label}");
        if (p_label, q_label) == (Label::Infinite, Label::Infinite) {
            assert!(matches!(white, Err(Breach::WhiteInfinite { .. })));
            assert!(matches!(black, Err(Breach::BlackInfinite { .. })));
        }
    }
}

/// Where the value is 0, White needs no label; where it is 1, Black needs none.
#[test]
fn accepts_infinite_labels_at_the_ends_only() {
    let (scale, third) = thirds();
    let node = |value| Node {
        value,
        white_label: Label::Infinite,
        black_label: Label::Infinite,
    };
    let (zero, one) = (Rank::ZERO, Rank(2));
    assert_eq!(scale.value(one).to_string(), "1");
    let check = |value| {
        let options = only(node(value));
        let (white, black) = (
            white_label(&node(value), &options, &scale),
            black_label(&node(value), &options, &scale),
        );
        (white.is_ok(), black.is_ok())
    };
    assert_eq!(check(zero), (true, false));
    assert_eq!(check(third), (false, false));
    assert_eq!(check(one), (false, true));
}

/// "All options" is true of no options; such a position must not get a label from it.
#[test]
fn refuses_a_label_without_options() {
    let (scale, third) = thirds();
    let label = Label::Finite(1);
    let node = Node {
        value: third,
        white_label: label,
        black_label: label,
    };
    let none = Options::default();
    let required = Label::Infinite;
    let expected = Breach::WhiteLabel {
        found: label,
        required,
    };
    assert_eq!(white_label(&node, &none, &scale), Err(expected));
    let expected = Breach::BlackLabel {
        found: label,
        required,
    };
    assert_eq!(black_label(&node, &none, &scale), Err(expected));
    assert!(white_greedy(&none, MOVE, &scale).is_err());
    assert!(black_greedy(&none, MOVE, &scale).is_err());
}

/// Black's label counts from Black's side: White's all-options clause with Black's greedy one exchanged.
#[test]
fn takes_the_minimum_of_the_two_clauses() {
    let (scale, third) = thirds();
    let node = |value, t, u| Node {
        value,
        white_label: Label::Finite(t),
        black_label: Label::Finite(u),
    };
    let choice = |to| Choice { mv: MOVE, to };
    let options = Options {
        // Of the two greedy options the one of least T counts; the third is not greedy.
        white: vec![
            choice(node(Rank(2), 7, 3)),
            choice(node(Rank(2), 5, 9)),
            choice(node(third, 1, 4)),
        ],
        // The greatest T of all black options.
        black: vec![choice(node(Rank::ZERO, 2, 8)), choice(node(third, 6, 2))],
    };
    // T = 1 + min(min(7, 5), max(2, 6)) = 6, and T′ = 1 + min(min(8), max(3, 9, 4)) = 9.
    assert_eq!(white_label(&node(third, 6, 0), &options, &scale), Ok(()));
    assert_eq!(black_label(&node(third, 0, 9), &options, &scale), Ok(()));
    for wrong in (0..20).filter(|&wrong| wrong != 6) {
        assert!(white_label(&node(third, wrong, 0), &options, &scale).is_err());
    }
    for wrong in (0..20).filter(|&wrong| wrong != 9) {
        assert!(black_label(&node(third, 0, wrong), &options, &scale).is_err());
    }
}
