//! Moves, against numbers from outside.

#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

use checker::board::{Colour, Move, Placement, Square};
use checker::certificate::PawnRule;
use checker::notation::{fen, move_text, parse};

/// Leaf counts where colours take turns (a colour is to move), or where either may move at each ply (none is).
fn perft(placement: &Placement, rule: PawnRule, depth: usize, to_move: Option<Colour>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let colours = to_move.map_or(vec![Colour::White, Colour::Black], |colour| vec![colour]);
    let mut leaves = 0;
    for mv in colours.into_iter().flat_map(|colour| placement.moves(colour, rule)) {
        leaves += match placement.after(mv) {
            Some(after) => perft(&after, rule, depth - 1, to_move.map(Colour::other)),
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
        let [game, text, options, counts, _] = columns.as_slice() else { panic!("{line}") };
        let placement = parse(text.split(' ').next().unwrap()).unwrap();
        let to_move = match *game {
            "kingcapture-alt" => Some(Colour::White),
            "randomturn" => None,
            _ => panic!("{line}"),
        };
        let rule = if options.contains("double") { PawnRule::DoubleStep } else { PawnRule::SingleStep };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count < 1_000_000 {
                assert_eq!(perft(&placement, rule, depth, to_move), count, "{line} at depth {depth}");
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 16);
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

/// The moves of a pawn of either colour, as people write them.
fn pawn_moves(text: &str, colour: Colour, rule: PawnRule) -> Vec<String> {
    let placement = parse(text).unwrap();
    let moves = placement.moves(colour, rule).into_iter();
    let texts = moves.map(|mv| move_text(&placement, mv));
    texts.filter(|text| !text.starts_with('K')).collect()
}

/// The same position with the colours exchanged and the board turned upside down.
fn flipped(text: &str) -> String {
    let flip = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<String> = text.split('/').rev().map(|rank| rank.chars().map(flip).collect()).collect();
    ranks.join("/")
}

const PAWN_MOVES: [(&str, &[&str], &[&str]); 13] = [
    // On its second rank; blocked on the square before it, and on the one behind that; past its second rank.
    ("k7/8/8/8/8/8/4P3/K7", &["e3"], &["e3", "e4"]),
    ("k7/8/8/8/8/4n3/4P3/K7", &[], &[]),
    ("k7/8/8/8/4n3/8/4P3/K7", &["e3"], &["e3"]),
    ("k7/8/8/8/8/4P3/8/K7", &["e4"], &["e4"]),
    // Captures to both sides, none of one's own, none over the edge.
    ("k7/8/8/3n1b2/4P3/8/8/K7", &["exd5", "e5", "exf5"], &["exd5", "e5", "exf5"]),
    ("k7/8/8/3N1b2/4P3/8/N7/K7", &["e5", "exf5"], &["e5", "exf5"]),
    ("k7/8/n6n/P6P/7r/8/8/K7", &[], &[]),
    ("k7/8/1n4n1/P6P/7r/8/8/K7", &["a6", "axb6", "hxg6", "h6"], &["a6", "axb6", "hxg6", "h6"]),
    // Promotion, straight, by capture, and by capture of the king.
    ("k7/4P3/8/8/8/8/8/K7", &["e8=Q", "e8=R", "e8=B", "e8=N"], &["e8=Q", "e8=R", "e8=B", "e8=N"]),
    ("3kn3/3P4/8/8/8/8/8/K7", &["dxe8=Q", "dxe8=R", "dxe8=B", "dxe8=N"], &["dxe8=Q", "dxe8=R", "dxe8=B", "dxe8=N"]),
    (
        "3k4/4P3/8/8/8/8/8/K7",
        &["exd8=Q", "exd8=R", "exd8=B", "exd8=N", "e8=Q", "e8=R", "e8=B", "e8=N"],
        &["exd8=Q", "exd8=R", "exd8=B", "exd8=N", "e8=Q", "e8=R", "e8=B", "e8=N"],
    ),
    // On 4 ranks the double step promotes; on 3 there is none to make.
    ("k2/3/2P/K2", &["c3"], &["c3", "c4=Q", "c4=R", "c4=B", "c4=N"]),
    ("k2/2P/K2", &["c3=Q", "c3=R", "c3=B", "c3=N"], &["c3=Q", "c3=R", "c3=B", "c3=N"]),
];

#[test]
fn moves_pawns() {
    let without_pieces =
        |texts: Vec<String>| -> Vec<String> { texts.into_iter().filter(|text| !text.starts_with('N')).collect() };
    for (text, single, double) in PAWN_MOVES {
        for (rule, expected) in [(PawnRule::SingleStep, single), (PawnRule::DoubleStep, double)] {
            assert_eq!(without_pieces(pawn_moves(text, Colour::White, rule)), expected, "{text} {rule:?}");
        }
    }
}

#[test]
fn moves_black_pawns_as_white_ones_upside_down() {
    for (text, ..) in PAWN_MOVES {
        let (white, black) = (parse(text).unwrap(), parse(&flipped(text)).unwrap());
        let turn = |square: Square| {
            let rank = white.board().ranks() - 1 - square.rank;
            Square { rank, ..square }
        };
        for rule in [PawnRule::SingleStep, PawnRule::DoubleStep] {
            let turned = |mv: Move| Move { from: turn(mv.from), to: turn(mv.to), promotion: mv.promotion };
            for (colour, other) in [(Colour::White, Colour::Black), (Colour::Black, Colour::White)] {
                let mut expected: Vec<Move> = white.moves(colour, rule).into_iter().map(turned).collect();
                expected.sort();
                assert_eq!(black.moves(other, rule), expected, "{text}");
                for mv in white.moves(colour, rule) {
                    let (a, b) = (white.after(mv), black.after(turned(mv)));
                    assert_eq!(a.map(|a| flipped(&fen(&a))), b.map(|b| fen(&b)), "{text} {mv}");
                }
            }
        }
    }
}

#[test]
fn puts_a_promoted_man_in_its_place() {
    let placement = parse("k7/4P3/8/8/8/8/1N6/K6R").unwrap();
    let moves = placement.moves(Colour::White, PawnRule::DoubleStep);
    let afters: Vec<(String, String, String)> = moves
        .into_iter()
        .filter(|mv| mv.promotion.is_some())
        .map(|mv| {
            let after = placement.after(mv).unwrap();
            (mv.to_string(), fen(&after), after.pieces().iter().map(|p| p.man.letter()).collect())
        })
        .collect();
    let found: Vec<(&str, &str, &str)> = afters.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    let expected = [
        ("e7e8=Q", "k3Q3/8/8/8/8/8/1N6/K6R", "KQRNk"),
        ("e7e8=R", "k3R3/8/8/8/8/8/1N6/K6R", "KRRNk"),
        ("e7e8=B", "k3B3/8/8/8/8/8/1N6/K6R", "KRBNk"),
        ("e7e8=N", "k3N3/8/8/8/8/8/1N6/K6R", "KRNNk"),
    ];
    assert_eq!(found, expected);
    let king = parse("3k4/4P3/8/8/8/8/8/K7").unwrap();
    let captures = king.moves(Colour::White, PawnRule::SingleStep).into_iter().filter(|mv| mv.to.file == 3);
    assert_eq!(captures.filter(|&mv| king.after(mv).is_none()).count(), 4);
}

#[test]
fn says_which_pawn_stands_where_none_can() {
    for (text, square) in [("k1P/3/K2", "c3"), ("k1p/3/K2", "c3"), ("k2/3/K1P", "c1"), ("kp/KP", "b1"), ("k1/pK", "a1")]
    {
        let found = parse(text).unwrap_err().to_string();
        assert!(found.contains("found a pawn on ") && found.ends_with("the first and on the last rank"), "{found}");
        assert!(found.contains(square), "{text}: {found}");
    }
    assert!(parse("k2/p1P/K2").is_ok());
}
