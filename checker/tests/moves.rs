//! Moves, against numbers from outside.

#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

use checker::board::{Colour, Placement};
use checker::certificate::PawnRule;
use checker::notation::{fen, move_text, parse};

/// Leaf counts where colours take turns (a colour is to move), or where either may move at each ply (none is).
fn perft(placement: &Placement, depth: usize, to_move: Option<Colour>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let colours = to_move.map_or(vec![Colour::White, Colour::Black], |colour| vec![colour]);
    let mut leaves = 0;
    for mv in colours.into_iter().flat_map(|colour| placement.moves(colour, PawnRule::NoPawns)) {
        leaves += match placement.after(mv) {
            Some(after) => perft(&after, depth - 1, to_move.map(Colour::other)),
            None => u64::from(depth == 1),
        };
    }
    leaves
}

#[test]
fn agrees_with_outside_programs() {
    let mut rows = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, text, _, counts, _] = columns.as_slice() else { panic!("{line}") };
        let placement = parse(text.split(' ').next().unwrap()).unwrap();
        let to_move = match *game {
            "kingcapture-alt" => Some(Colour::White),
            "randomturn" => None,
            _ => panic!("{line}"),
        };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count < 1_000_000 {
                assert_eq!(perft(&placement, depth, to_move), count, "{line} at depth {depth}");
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 8);
}

fn count(text: &str, colour: Colour) -> usize {
    parse(text).unwrap().moves(colour, PawnRule::NoPawns).len()
}

#[test]
fn counts_moves_that_are_known_by_hand() {
    // On d4 of 8x8: queen 27, rook 14, knight 8; the kings stand out of the way, White's in the corner with 3 moves.
    for (piece, moves) in [("Q", 27), ("R", 14), ("N", 8)] {
        let text = format!("8/8/8/8/3{piece}4/8/k7/7K");
        assert_eq!(count(&text, Colour::White), moves + 3, "{piece}");
    }
    // A bishop on d4 sees h8 and a1 among others; the white king on h1 is on none of its squares.
    assert_eq!(count("8/8/8/8/3B4/k7/8/7K", Colour::White), 13 + 3);
    // On 2x2 a king reaches every other square.
    assert_eq!(count("1k/K1", Colour::White), 3);
    assert_eq!(count("Nk/K1", Colour::White), 2);
    assert_eq!(count("Nk/K1", Colour::Black), 3);
    // On 16x16 a queen on a1 takes the king on a2, and goes 15 squares to the right and 15 cornerwise; the king on i2 has 8.
    let text = format!("16/{}k7K7/Q15", "16/".repeat(13));
    assert_eq!(count(&text, Colour::White), 1 + 15 + 15 + 8);
}

#[test]
fn stops_at_men_and_captures_only_the_other_colour() {
    let placement = parse("k7/8/8/3n4/8/8/8/K2R2B1").unwrap();
    let rook: Vec<String> = placement
        .moves(Colour::White, PawnRule::NoPawns)
        .into_iter()
        .filter(|mv| mv.from.to_string() == "d1")
        .map(|mv| move_text(&placement, mv))
        .collect();
    assert_eq!(rook, ["Rb1", "Rc1", "Re1", "Rf1", "Rd2", "Rd3", "Rd4", "Rxd5"]);
}

#[test]
fn names_the_square_where_two_equal_men_could_go() {
    let placement = parse("k7/8/8/8/8/8/8/KN3N2").unwrap();
    let texts: Vec<String> =
        placement.moves(Colour::White, PawnRule::NoPawns).into_iter().map(|mv| move_text(&placement, mv)).collect();
    assert!(texts.contains(&"Nb1d2".to_owned()) && texts.contains(&"Nf1d2".to_owned()));
    assert!(texts.contains(&"Na3".to_owned()) && texts.contains(&"Kb2".to_owned()));
}

#[test]
fn writes_what_it_reads() {
    for text in ["k1/1K", "k7/8/8/K7/7N/8/8/8", "12/12/3k8/12/5QRBNqrbnK", "k/1", "k15/15K"] {
        match parse(text) {
            Ok(placement) => assert_eq!(fen(&placement), text),
            Err(_) => assert!(["k/1", "12/12/3k8/12/5QRBNqrbnK"].contains(&text), "{text}"),
        }
    }
}

#[test]
fn says_what_is_wrong_with_a_fen() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    let found = [
        message("k1/KK"),
        message("2/KN"),
        message("kk/KN"),
        message("kx/KN"),
        message("k1/1p/KP"),
        message("k1/1K w - - 0 1"),
        message("k2/1K"),
        message("k/K"),
        message("k99999999999999999999999/K1"),
        message(""),
    ];
    let expected = [
        "found 2 white kings, required exactly 1",
        "found 0 black kings, required exactly 1",
        "found 2 black kings, required exactly 1",
        "found 'x', required one of KQRBNPkqrbnp, a number or /",
        "found a pawn on b1, required none on the first and on the last rank",
        "found a space, required the placement field alone, for nobody is to move",
        "found 2 files on rank 1, required 3 as on the highest rank",
        "found 1 files and 2 ranks, required 2 to 16 of each",
        "found 2 files on rank 1, required 18446744073709551615 as on the highest rank",
        "found 0 files and 1 ranks, required 2 to 16 of each",
    ];
    assert_eq!(found, expected);
}
