//! Losing Chess: rules, tables by turns, endgames under an auction, proofs. Certificates come from a second program (`losing`), which shares nothing with the library
//! but the writer of bytes.

mod losing;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::failure::{Failure, Spelling};
use checker::games::antichess::{self, Proof, Turns};
use checker::games::chess::{Board, Move, Placement};
use checker::games::endgame::Positions;
use checker::limits::Limit;
use checker::report::write::{Writer, write};
use checker::report::{entry, notation, words};
use checker::theorem::{Choice, INFINITE, Node, Options, Place, Scale, Side, Turn};
use checker::{Checker, Content, Verdict, Verified};
use losing::{At, DRAW, Size, Tables, World, bare, closure, moves, read, statement};

/// The ordinary board.
const FULL: Size = Size(8, 8, true);

/// Checks bytes with the certificates of some tables at hand.
fn check(tables: &Tables, bytes: &[u8]) -> Verdict {
    Checker::new(1, |digest| tables.bytes.get(&digest).cloned()).check(bytes, None)
}

fn verified(tables: &Tables, bytes: &[u8]) -> Arc<Verified> {
    check(tables, bytes).unwrap_or_else(|failure| panic!("{}", words::explain(bytes, None, &failure)))
}

fn turns(verified: &Verified) -> &Turns {
    let Content::Turns(turns) = verified.content() else { panic!("a table by turns") };
    turns
}

/// The library's perft.
fn perft(board: Board, placement: &Placement, side: Side, depth: u32) -> u64 {
    let mut all: Vec<Move> = Vec::new();
    antichess::moves(board, placement, side, &mut all);
    match depth {
        0 => 1,
        1 => u64::try_from(all.len()).unwrap(),
        _ => all.iter().map(|mv| perft(board, &board.after(placement, mv), side.other(), depth - 1)).sum(),
    }
}

/// Numbers of leaves from depth 1 on, from outside: python-chess (also its published file `giveaway.perft`), shakmaty, Fairy-Stockfish, and the published tests of Cute Chess agree on
/// them, as far as each was asked. The last two rows have rights to capture *en passant*, two takers of one pawn among them.
const PERFT: [(&str, &[u64]); 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[20, 400, 8067, 153299, 2732672]),
    ("8/1p6/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 3, 1, 0, 0]),
    ("8/2p5/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557, 30873]),
    ("8/2b5/8/3B4/8/8/2P5/8 b - - 0 1", &[9, 135, 1197, 13195, 116051]),
    ("8/1kKP4/8/8/8/8/8/6n1 b - - 0 1", &[1, 5, 5, 0]),
    ("8/k1KP4/8/8/8/8/8/6n1 b - - 0 1", &[8, 63, 459, 4101, 33425, 351961]),
    ("8/8/8/5P2/5p1p/8/6P1/8 w - - 0 1", &[3, 6, 6, 10, 12, 36, 176, 1540]),
    ("K7/8/8/8/3pPp2/8/8/7k b - e3 0 1", &[2, 6, 30, 180, 1368, 7980]),
];

#[test]
fn counts_leaves_as_other_programs_do() {
    for (fen, counts) in PERFT {
        let (board, placement, side) = checker::report::antichess::parse(fen).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(board, &placement, side, depth), count, "{fen}, depth {depth}");
            if count < 20_000 {
                assert_eq!(
                    losing::perft(FULL, &read(FULL, fen), depth),
                    count,
                    "the second program: {fen}, depth {depth}"
                );
            }
        }
    }
}

/// All 21 materials of two men.
fn two_men() -> Vec<String> {
    let roles: Vec<char> = "KQRBNP".chars().collect();
    let pair = |a: usize| (a..6).map(move |b| (a, b));
    (0..6).flat_map(pair).map(|(a, b)| format!("{}{}", roles[a], roles[b].to_ascii_lowercase())).collect()
}

/// Their tables, and the world that they come from.
fn two(size: Size) -> (World, Vec<Vec<u8>>, Tables) {
    let names = two_men();
    let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(materials.len(), 21);
    let world = World::new(size, &materials);
    let tables = Tables::new(&world, &materials);
    (world, materials, tables)
}

fn at(fen: &str) -> At {
    read(FULL, fen)
}

#[test]
fn verifies_all_tables_of_two_men() {
    let (world, materials, tables) = two(FULL);
    let mut entries = 0;
    for men in &materials {
        let verified = verified(&tables, tables.of(men));
        let turns = turns(&verified);
        entries += turns.labels.as_flattened().len();
        // Any placement with any side to move, in both colours: the label is that of the second program.
        for placed in losing::placements(FULL, men) {
            for (placed, side) in [(placed.clone(), Side::White), (placed, Side::Black)] {
                let mut at = At { men: placed, white: side == Side::White, passed: None };
                at.men.sort();
                let fen = fen(FULL, &at);
                let (_, placement, _) = checker::report::antichess::parse(&fen).unwrap();
                assert_eq!(turns.stated(&placement, side), world.label(&at), "{fen}");
            }
        }
    }
    // M. Watkins, "Losing chess: 1.e3 wins for White", has no figure for these; another program of ours, which is no part of the project, counted as many.
    assert_eq!(entries, 32_916);
    // Watkins, section 2: lone bishops draw if they stand on squares of opposite colours. That is so whoever moves.
    let bishops = verified(&tables, tables.of(&[4, 9]));
    let (mut draws, mut opposite) = (0, 0);
    for placed in losing::placements(FULL, &[4, 9]) {
        let at = At { men: placed, white: true, passed: None };
        let (_, placement, _) = checker::report::antichess::parse(&fen(FULL, &at)).unwrap();
        let colour = |square: usize| (square / 8 + square % 8) % 2;
        let is_opposite = colour(at.men[0].1) != colour(at.men[1].1);
        opposite += u32::from(is_opposite);
        for side in Side::BOTH {
            let is_draw = turns(&bishops).stated(&placement, side) == Some(DRAW);
            assert_eq!(is_draw, is_opposite, "{}", fen(FULL, &at));
        }
        draws += u32::from(is_opposite);
    }
    assert_eq!((draws, opposite), (2048, 64 * 32));
    // Watkins, section 2.4: a king on d8 against a pawn on d5 draws.
    for fen in ["3K4/8/8/3p4/8/8/8/8 w", "3K4/8/8/3p4/8/8/8/8 b"] {
        assert_eq!(world.label(&at(fen)), Some(DRAW));
        let verified = verified(&tables, tables.of(&losing::used("Kp")));
        let known = entry::at_text(&verified, fen).unwrap().known;
        assert!(!known.is_sharp() && known.gap().is_some(), "{fen}");
    }
}

/// A position as a FEN.
fn fen(size: Size, at: &At) -> String {
    let rows = (0..size.1).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..size.0 {
            match at.men.iter().find(|man| man.1 == rank * size.0 + file) {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(man.0);
                }
            }
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    });
    let passed = at.passed.map_or("-".to_owned(), |passed| {
        format!("{}{}", char::from(b'a' + u8::try_from(passed % size.0).unwrap()), passed / size.0 + 1)
    });
    format!("{} {} - {passed}", rows.collect::<Vec<_>>().join("/"), if at.white { "w" } else { "b" })
}

#[test]
fn verifies_all_tables_of_two_and_three_men_on_small_boards() {
    // On 5 ranks both sides' pawns pass the middle rank when they step twice.
    for (size, expected) in [(Size(3, 5, true), 147), (Size(2, 3, false), 147), (Size(3, 3, true), 20 + 125)] {
        let roles = ["K", "Q", "R", "B", "N", "P"];
        // A double step needs 4 ranks: on 3 there is none.
        let roles = if size == Size(3, 3, true) { &roles[..5] } else { &roles[..] };
        let mut names = Vec::new();
        for a in roles {
            for b in roles {
                names.push(format!("{a}{}", b.to_lowercase()));
                names.extend(roles.iter().map(|c| format!("{a}{b}{}", c.to_lowercase())));
            }
        }
        let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let expected = if roles.len() == 5 { 15 + 15 * 5 } else { expected };
        assert_eq!(materials.len(), expected);
        let world = World::new(size, &materials);
        let tables = Tables::new(&world, &materials);
        let mut checker = Checker::new(2, |digest| tables.bytes.get(&digest).cloned());
        for men in &materials {
            let bytes = tables.of(men);
            let verified = checker.check(bytes, None);
            let verified = verified.unwrap_or_else(|failure| panic!("{}", words::explain(bytes, None, &failure)));
            checker.remember(&verified);
        }
    }
}
