//! The label conditions alone, on graphs that are no chess.

#![allow(clippy::unwrap_used)]

use checker::Breach;
use checker::board::{Colour, Move, Square};
use checker::certificate::{Natural, StatedValue};
use checker::conditions::{Choice, Label, Node, Options, greedy, label, richman};
use checker::values::{Rank, Scale};
use num_bigint::BigUint;

/// A scale with the values 0, 1/3 and 1.
fn thirds() -> (Scale, Rank) {
    let odd_parts = [Natural(BigUint::from(3_u8))];
    let numerator = Natural(BigUint::from(1_u8));
    let third = StatedValue { numerator, odd_part: 0, power_of_two: 0 };
    let (scale, ranks) = Scale::join(Scale::stated(&odd_parts, &[third]).unwrap(), &[]).unwrap();
    (scale, *ranks.first().unwrap())
}

const A1: Square = Square { rank: 0, file: 0 };
const MOVE: Move = Move { from: A1, to: A1, promotion: None };

fn only(to: Node) -> Options {
    let choice = Choice { mv: MOVE, to };
    Options { white: vec![choice], black: vec![choice] }
}

fn node(value: Rank, white: u32, black: u32) -> Node {
    Node { values: (value, value), labels: (Label::stated(white), Label::stated(black)) }
}

/// Two positions, each of which leads to the other only. Every common value is a Richman function, but the lower value is 0
/// and the upper value 1: there is no way to win. The labels find it out, and nothing else does.
#[test]
fn rejects_the_cycle_of_two_positions_by_labels_alone() {
    let (scale, third) = thirds();
    assert_eq!(scale.value(third).to_string(), "1/3");
    // 0 stands for infinite.
    for (p_label, q_label) in (0..50).flat_map(|p| (0..50).map(move |q| (p, q))) {
        let (p, q) = (node(third, p_label, p_label), node(third, q_label, q_label));
        for (from, to) in [(p, q), (q, p)] {
            let options = only(to);
            let white = greedy(Colour::White, &options, MOVE, &scale).unwrap();
            let black = greedy(Colour::Black, &options, MOVE, &scale).unwrap();
            richman(from.values.0, white, black, &scale).unwrap();
        }
        for colour in [Colour::White, Colour::Black] {
            let at_p = label(colour, &p, &only(q), q.values.0, &scale);
            let at_q = label(colour, &q, &only(p), p.values.0, &scale);
            assert!(at_p.is_err() || at_q.is_err(), "{p_label} {q_label}");
            if (p_label, q_label) == (0, 0) {
                let value = scale.value(third);
                assert_eq!(at_p, Err(Breach::Infinite { colour, value }));
            }
        }
    }
}

/// Where the value is 0, White needs no label; where it is 1, Black needs none.
#[test]
fn accepts_infinite_labels_at_the_ends_only() {
    let (scale, third) = thirds();
    let one = Rank(2);
    assert_eq!(scale.value(one).to_string(), "1");
    let check = |value| {
        let node = node(value, 0, 0);
        let accepts = |colour| label(colour, &node, &only(node), node.values.0, &scale).is_ok();
        (accepts(Colour::White), accepts(Colour::Black))
    };
    assert_eq!(check(Rank::ZERO), (true, false));
    assert_eq!(check(third), (false, false));
    assert_eq!(check(one), (false, true));
}

/// "All options" is true of no options; such a position must not get a label from it.
#[test]
fn refuses_a_label_without_options() {
    let (scale, third) = thirds();
    let none = Options::default();
    for colour in [Colour::White, Colour::Black] {
        let (found, required) = (Label::stated(1), Label::INFINITE);
        let expected = Breach::Label { colour, found, required };
        assert_eq!(label(colour, &node(third, 1, 1), &none, third, &scale), Err(expected));
        assert!(greedy(colour, &none, MOVE, &scale).is_err());
    }
}

/// Each clause of the label equation counts, for each colour.
#[test]
fn takes_the_minimum_of_the_two_clauses() {
    let (scale, third) = thirds();
    let choice = |value, t, u| Choice { mv: MOVE, to: node(value, t, u) };
    let one = Rank(2);
    let options = Options {
        // Of the two greedy options the one of least T counts; the third is not greedy.
        white: vec![choice(one, 7, 3), choice(one, 5, 9), choice(third, 1, 4)],
        // The greatest T of all black options.
        black: vec![choice(Rank::ZERO, 2, 8), choice(third, 6, 2)],
    };
    // T = 1 + min(min(7, 5), max(2, 6)) = 6, and T′ = 1 + min(min(8), max(3, 9, 4)) = 9.
    for stated in 0..20 {
        let white = label(Colour::White, &node(third, stated, 0), &options, one, &scale);
        assert_eq!(white.is_ok(), stated == 6);
        let black = label(Colour::Black, &node(third, 0, stated), &options, Rank::ZERO, &scale);
        assert_eq!(black.is_ok(), stated == 9);
    }
    // Now the other clause is the smaller one: T = 1 + min(5, max(2, 3)), T′ = 1 + min(2, max(3, 9, 4)).
    let black = vec![choice(Rank::ZERO, 2, 2), choice(third, 3, 1)];
    let options = Options { black, ..options };
    for stated in 0..20 {
        let white = label(Colour::White, &node(third, stated, 0), &options, one, &scale);
        assert_eq!(white.is_ok(), stated == 4);
        let black = label(Colour::Black, &node(third, 0, stated), &options, Rank::ZERO, &scale);
        assert_eq!(black.is_ok(), stated == 3);
    }
}
