//! Moves, against numbers from outside.

#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

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
        "found more after a space, required the placement field alone or with the square for en passant, for nobody is to move",
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

/// Placements without a right, and the rights that they could have.
const RIGHTS: [(&str, &str); 27] = [
    // Attackers on both sides, on one, on none; of the wrong role, of the wrong colour, on the wrong rank.
    ("4k3/8/8/8/3pPp2/8/8/4K3", "e3"),
    ("4k3/8/8/8/3pP3/8/8/4K3", "e3"),
    ("4k3/8/8/8/4Pp2/8/8/4K3", "e3"),
    ("4k3/8/8/8/4P3/8/8/4K3", ""),
    ("4k3/8/8/8/3rP3/8/8/4K3", ""),
    ("4k3/8/8/8/3PP3/8/8/4K3", ""),
    ("4k3/8/8/3p4/4P3/8/8/4K3", ""),
    ("4k3/8/8/8/2p1P1p1/8/8/4K3", ""),
    // On the edge files, and not over the edge: h4 and a5, a4 and h3 follow each other as numbers of squares.
    ("4k3/8/8/8/Pp6/8/8/4K3", "a3"),
    ("4k3/8/8/8/6pP/8/8/4K3", "h3"),
    ("4k3/8/8/p7/7P/8/8/4K3", ""),
    ("4k3/8/8/8/P7/7p/8/4K3", ""),
    // The pawn not on its fourth square; a man on the second, a man on the third, whatever its colour.
    ("4k3/8/8/3pP3/8/8/8/4K3", "d6"),
    ("4k3/8/8/8/8/3pP3/8/4K3", ""),
    ("4k3/8/8/8/3pP3/8/4N3/4K3", ""),
    ("8/8/8/8/3pP3/8/4k3/4K3", ""),
    ("4k3/8/8/8/3pP3/4n3/8/4K3", ""),
    ("8/8/8/8/3pP3/4K3/8/4k3", ""),
    // Black's, with each hindrance once.
    ("4k3/8/8/Pp6/8/8/8/4K3", "b6"),
    ("4k3/1n6/8/Pp6/8/8/8/4K3", ""),
    ("4k3/8/1N6/Pp6/8/8/8/4K3", ""),
    // Several at once, White's first.
    ("4k3/8/8/PpP5/3pPpP1/8/8/4K3", "e3 g3 b6"),
    // On 7 ranks the fourth rank is that of both colours; on 5 the third is; on 6 neither is.
    ("4k3/8/8/3pP3/8/8/4K3", "e3 d5"),
    ("4k3/2p1p3/3P1P2/8/4K3", ""),
    ("7k/3pP1K1/pP6/8/8", "e3"),
    // On 4 ranks a double step ends on the last; on 3 there is none.
    ("4k3/3pP3/8/4K3", ""),
    ("4k3/3pP3/4K3", ""),
];

fn rights(placement: &Placement, rule: PawnRule) -> String {
    let rights = placement.rights(rule).into_iter();
    rights.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_the_rights_that_there_can_be() {
    for (text, expected) in RIGHTS {
        let placement = parse(text).unwrap();
        assert_eq!(rights(&placement, PawnRule::DoubleStep), expected, "{text}");
        assert_eq!(rights(&placement, PawnRule::SingleStep), "", "{text}");
        assert_eq!(placement.passed(), None);
        // Every square of the board is one of them or is refused, also as text.
        let mut allowed = Vec::new();
        for square in placement.board().squares() {
            let with_right = format!("{text} {square}");
            match (placement.clone().with_right(Some(square)), parse(&with_right)) {
                (Some(placement), Ok(read)) => {
                    assert_eq!((placement.passed(), fen(&placement)), (Some(square), with_right));
                    assert_eq!((&placement, rights(&read, PawnRule::DoubleStep).as_str()), (&read, expected));
                    assert_eq!(placement.with_right(None).unwrap(), parse(text).unwrap());
                    allowed.push(square.to_string());
                }
                (None, Err(error)) => {
                    assert!(error.to_string().starts_with(&format!("found {square} for en passant, ")), "{error}");
                }
                other => panic!("{with_right}: {other:?}"),
            }
        }
        assert_eq!(allowed.join(" "), expected, "{text}");
        for square in [Square { rank: 2, file: 8 }, Square { rank: 2, file: 255 }, Square { rank: 255, file: 4 }] {
            assert!(placement.clone().with_right(Some(square)).is_none());
        }
    }
}

#[test]
fn lists_rights_in_the_order_of_squares_where_both_colours_have_one_rank() {
    // On 5 ranks both colours pass the third: Black's pawn on b2 comes after White's on e4, but b3 comes before e3.
    let placement = parse("k7/3pP3/8/Pp6/K7").unwrap();
    assert_eq!(rights(&placement, PawnRule::DoubleStep), "b3 e3");
}

#[test]
fn says_what_may_follow_the_placement_field() {
    let board = "4k3/8/8/8/3pP3/8/8/4K3";
    for rest in
        ["", " ", "-", "e", "3", "e03", "e9", "i3", "E3", "e3 ", " e3", "e3 0 1", "w - e3", "w KQkq e3 0 1", "e-3"]
    {
        let found = parse(&format!("{board} {rest}")).unwrap_err().to_string();
        assert!(found.starts_with("found more after a space, "), "{rest:?}: {found}");
    }
    let found = parse(&format!("{board} e2")).unwrap_err().to_string();
    let expected = "found e2 for en passant, required the square that a pawn has just passed: the pawn on the one before it, \
                    that one and the one behind it empty, a pawn of the other colour beside the pawn";
    assert_eq!(found, expected);
    let large = parse("16/16/16/16/16/16/16/16/16/16/16/16/14pP/16/16/Kk14").unwrap();
    assert_eq!(rights(&large, PawnRule::DoubleStep), "p3");
    let large = "16/16/16/14pP/16/16/16/16/16/16/16/16/16/16/16/Kk14 o14";
    assert_eq!(fen(&parse(large).unwrap()), large);
}

/// Moves, and the placements after them.
type Afters = &'static [(&'static str, &'static str)];

/// With a right: the moves of the pawns of White and of Black, and each capture *en passant* with what comes after it.
#[rustfmt::skip]
const EN_PASSANT: [(&str, &str, &str, Afters); 9] = [
    // From one side, from both, from each edge.
    ("4k3/8/8/8/3pP3/8/8/4K3 e3", "e5", "d3 dxe3", &[("dxe3", "4k3/8/8/8/8/4p3/8/4K3")]),
    ("4k3/8/8/8/3pPp2/8/8/4K3 e3", "e5", "d3 dxe3 fxe3 f3",
        &[("dxe3", "4k3/8/8/8/5p2/4p3/8/4K3"), ("fxe3", "4k3/8/8/8/3p4/4p3/8/4K3")]),
    ("4k3/8/8/8/Pp6/8/8/4K3 a3", "a5", "bxa3 b3", &[("bxa3", "4k3/8/8/8/8/p7/8/4K3")]),
    ("4k3/8/8/8/6pP/8/8/4K3 h3", "h5", "g3 gxh3", &[("gxh3", "4k3/8/8/8/8/7p/8/4K3")]),
    // Black has passed.
    ("4k3/8/8/3pP3/8/8/8/4K3 d6", "exd6 e6", "d4", &[("exd6", "4k3/8/3P4/8/8/8/8/4K3")]),
    // Two rights, of which one is had: on 7 ranks White's, then Black's.
    ("4k3/8/8/3pP3/8/8/4K3 e3", "e5", "d3 dxe3", &[("dxe3", "4k3/8/8/8/4p3/8/4K3")]),
    ("4k3/8/8/3pP3/8/8/4K3 d5", "exd5 e5", "d3", &[("exd5", "4k3/8/3P4/8/8/8/4K3")]),
    // On 5 ranks White's own pawns attack the square that White has passed, and so do Black's; only Black's capture on it.
    ("7k/3pP3/8/3P1P2/7K e3", "d3 f3 f4 exe5=Q", "d3 dxe3", &[("dxe3", "7k/8/4p3/3P1P2/7K")]),
    // On 6 ranks; the other capture beside it is an ordinary one.
    ("7k/8/3pP3/2N5/8/7K e3", "e5", "dxc3 d3 dxe3", &[("dxe3", "7k/8/8/2N1p3/8/7K")]),
];

#[test]
fn captures_en_passant() {
    for (text, white, black, captures) in EN_PASSANT {
        let placement = parse(text).unwrap();
        assert_eq!(fen(&placement), text);
        let bare = placement.clone().with_right(None).unwrap();
        let mut found = Vec::new();
        for (colour, expected) in [(Colour::White, white), (Colour::Black, black)] {
            let moves = placement.moves(colour, PawnRule::DoubleStep);
            assert!(moves.is_sorted());
            for &mv in &moves {
                let after = placement.after(mv);
                // The right is gone whoever moves, and no move but these tells whether it was there.
                match bare.moves(colour, PawnRule::DoubleStep).contains(&mv) {
                    true => assert_eq!((bare.after(mv), move_text(&bare, mv)), (after, move_text(&placement, mv))),
                    false => found.push((move_text(&placement, mv), fen(&after.unwrap()))),
                }
            }
            let is_pawn = |mv: &Move| placement.man_on(mv.from).unwrap().letter().eq_ignore_ascii_case(&'p');
            let texts: Vec<String> = moves.into_iter().filter(is_pawn).map(|mv| move_text(&placement, mv)).collect();
            let mut expected: Vec<&str> = expected.split(' ').filter(|text| !text.contains('=')).collect();
            let mut plain: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.contains('=')).collect();
            expected.sort();
            plain.sort();
            assert_eq!(plain, expected, "{text} {colour}");
        }
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(found, captures, "{text}");
    }
}

#[test]
fn steps_twice_into_a_right() {
    for (before, mv, after) in [
        ("4k3/8/8/8/3p4/8/4P3/4K3", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 e3"),
        ("4k3/8/8/8/3p4/8/4P3/4K3", "e2e3", "4k3/8/8/8/3p4/4P3/8/4K3"),
        ("4k3/8/8/8/2p5/8/4P3/4K3", "e2e4", "4k3/8/8/8/2p1P3/8/8/4K3"),
        ("4k3/8/8/8/8/3p4/4P3/4K3", "e2e4", "4k3/8/8/8/4P3/3p4/8/4K3"),
        ("4k3/8/8/8/3n4/8/4P3/4K3", "e2e4", "4k3/8/8/8/3nP3/8/8/4K3"),
        ("4k3/1p6/8/P7/8/8/8/4K3", "b7b5", "4k3/8/8/Pp6/8/8/8/4K3 b6"),
        ("4k3/p7/8/7P/8/8/8/4K3", "a7a5", "4k3/8/8/p6P/8/8/8/4K3"),
        // One right goes, another comes.
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "b7b5", "4k3/8/8/Pp6/3pP3/8/8/4K3 b6"),
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "e1e2", "4k3/1p6/8/P7/3pP3/8/4K3/8"),
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "e8e7", "8/1p2k3/8/P7/3pP3/8/8/4K3"),
        // On 5 ranks a pawn passes a pawn that has not moved; on 7 both have moved twice.
        ("7k/3p4/8/4P3/7K", "e2e4", "7k/3pP3/8/8/7K e3"),
        ("7k/3p4/8/4P3/7K", "d4d2", "7k/8/8/3pP3/7K d3"),
        ("7k/3p4/8/4P3/8/8/7K", "d6d4", "7k/8/8/3pP3/8/8/7K d5"),
        // On 4 ranks the double step promotes.
        ("7k/3p4/4P3/7K", "e2e4=Q", "4Q2k/3p4/8/7K"),
    ] {
        let placement = parse(before).unwrap();
        let moves = [Colour::White, Colour::Black].map(|colour| placement.moves(colour, PawnRule::DoubleStep)).concat();
        let mv = *moves.iter().find(|found| found.to_string() == mv).unwrap();
        assert_eq!(fen(&placement.after(mv).unwrap()), after, "{before} {mv}");
    }
    // A king or a rook that goes two squares passes nothing.
    let rook = parse("4k3/8/8/8/3p4/8/4R3/4K3").unwrap();
    let moves = rook.moves(Colour::White, PawnRule::DoubleStep).into_iter();
    assert!(moves.filter_map(|mv| rook.after(mv)).all(|after| after.passed().is_none()));
}

/// All placements of some men, without rights.
fn placements(files: u8, ranks: u8, letters: &str) -> Vec<Placement> {
    let mut boards = vec![vec!['.'; usize::from(files) * usize::from(ranks)]];
    for letter in letters.chars() {
        let with = |board: Vec<char>| {
            let free: Vec<usize> = (0..board.len()).filter(|&square| board.get(square) == Some(&'.')).collect();
            free.into_iter().map(move |square| {
                let mut board = board.clone();
                board.splice(square..=square, [letter]);
                board
            })
        };
        boards = boards.into_iter().flat_map(with).collect();
    }
    let text = |board: &Vec<char>| {
        let row = |row: &[char]| row.iter().collect::<String>().replace("....", "4").replace("...", "3");
        let rows: Vec<String> = board.chunks(usize::from(files)).map(row).collect();
        rows.join("/").replace("..", "2").replace('.', "1")
    };
    boards.iter().filter_map(|board| parse(&text(board)).ok()).collect()
}

#[test]
fn agrees_with_itself_on_every_small_board() {
    let (mut rights, mut captures) = ([0; 8], [0; 8]);
    for ranks in 3..=7 {
        for bare in placements(2, ranks, "KPkp") {
            let all = bare.rights(PawnRule::DoubleStep).into_iter().map(Some).chain([None]);
            for placement in all.map(|right| bare.clone().with_right(right).unwrap()) {
                let row = usize::from(ranks);
                rights[row] += u32::from(placement.passed().is_some());
                let text = fen(&placement);
                assert_eq!(parse(&text).unwrap(), placement);
                for colour in [Colour::White, Colour::Black] {
                    for mv in placement.moves(colour, PawnRule::DoubleStep) {
                        let Some(after) = placement.after(mv) else { continue };
                        // Writing it down and reading it again tries whether the right is one.
                        assert_eq!(parse(&fen(&after)).unwrap(), after, "{text} {mv}");
                        let is_pawn = placement.man_on(mv.from).unwrap().letter().eq_ignore_ascii_case(&'p');
                        let steps = mv.from.rank.abs_diff(mv.to.rank);
                        let twice = is_pawn && steps == 2;
                        assert_eq!(after.passed().is_some(), twice && !after.rights(PawnRule::DoubleStep).is_empty());
                        let lost = placement.pieces().len() - after.pieces().len();
                        let en_passant = is_pawn && mv.from.file != mv.to.file && placement.man_on(mv.to).is_none();
                        assert_eq!(lost == 1, en_passant || placement.man_on(mv.to).is_some(), "{text} {mv}");
                        assert_eq!(en_passant, is_pawn && placement.passed() == Some(mv.to), "{text} {mv}");
                        captures[row] += u32::from(en_passant);
                    }
                }
            }
        }
    }
    // By hand, on two files: a pawn of either colour and file, the attacker beside it, kings on any two of the other squares but the
    // second and the third of that file. Each such right is one capture, for there is one attacker.
    let expected: Vec<u32> = (0..8).map(|r: u32| if r < 5 { 0 } else { 4 * (2 * r - 4) * (2 * r - 5) }).collect();
    assert_eq!((rights.to_vec(), captures.to_vec()), (expected.clone(), expected));
}
