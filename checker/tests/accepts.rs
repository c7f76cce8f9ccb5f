//! True certificates are verified, and answer questions truly. The certificates are those of a naive solver.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]

mod naive;

use std::sync::Arc;

use checker::certificate::{
    Certificate, Content, Natural, PawnRule, Record, SharpTable, StatedEndgame, StatedMove, StatedValue,
};
use num_bigint::BigUint;

/// Two kings on four squares: whoever moves first captures. In both positions, side by side and cornerwise, the value is 1/2,
/// and both labels are 1. White's king on a1 takes on b1, and takes on b2.
fn two_by_two_by_hand() -> Vec<u8> {
    let mv = |from, to| StatedMove { from, to, promotion: None };
    let record = |black: u8| Record {
        value: 0,
        white_move: mv(0, black),
        black_move: mv(black, 0),
        white_label: 1,
        black_label: 1,
    };
    let table = SharpTable {
        endgame: StatedEndgame { files: 2, ranks: 2, signature: "Kk".to_owned(), pawn_rule: PawnRule::NoPawns },
        odd_parts: vec![Natural(BigUint::from(1_u8))],
        values: vec![StatedValue { numerator: Natural(BigUint::from(1_u8)), odd_part: 0, power_of_two: 1 }],
        records: vec![record(1), record(3)],
    };
    let content = Content::SharpTable(table);
    Certificate { imports: Vec::new(), content }.encode().unwrap()
}

#[test]
fn accepts_two_kings_on_four_squares() {
    let bytes = two_by_two_by_hand();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("tests/data/2x2_Kk.cert", &bytes).unwrap();
    }
    assert_eq!(bytes, std::fs::read("tests/data/2x2_Kk.cert").unwrap());
    assert_eq!(bytes, naive::solve(2, 2, "Kk").bytes);
    let verified = checker::check(&bytes, &[]).unwrap();
    assert_eq!(verified.positions(), 2);
    let entry = verified.at("k1/1K").unwrap();
    assert_eq!(entry.lower.to_string(), "1/2");
    assert_eq!((entry.white_label, entry.black_label), (Some(1), Some(1)));
    assert_eq!(entry.white.to_win.moves[0].text, "Kxa2");
}

#[test]
fn accepts_what_the_naive_solver_writes() {
    for (files, ranks) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)] {
        let kings = naive::solve(files, ranks, "Kk");
        let imports = [Arc::new(checker::check(&kings.bytes, &[]).unwrap())];
        for signature in ["KQk", "KRk", "KBk", "KNk"] {
            let solved = naive::solve(files, ranks, signature);
            let verified = match checker::check(&solved.bytes, &imports) {
                Ok(verified) => verified,
                Err(failure) => panic!("{files}x{ranks} {signature}: {failure}"),
            };
            assert_eq!(verified.positions(), solved.table().records.len());
        }
    }
}

/// The placement field of a FEN, written from numbers of squares without the checker's help.
fn fen(files: u8, ranks: u8, signature: &str, squares: &[u8]) -> String {
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..files {
            let man = squares.iter().position(|&square| square == rank * files + file);
            match man.and_then(|man| signature.chars().nth(man)) {
                Some(letter) if empty == 0 => text.push(letter),
                Some(letter) => {
                    text += &format!("{empty}{letter}");
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

#[test]
fn answers_as_the_naive_solver_in_every_orientation() {
    for (files, ranks, signature) in [(4_u8, 4_u8, "KNk"), (3, 4, "KRk"), (4, 3, "KBk"), (2, 5, "KQk")] {
        let size = (i32::from(files), i32::from(ranks));
        let kings = naive::solve(size.0, size.1, "Kk");
        let imports = [Arc::new(checker::check(&kings.bytes, &[]).unwrap())];
        let solved = naive::solve(size.0, size.1, signature);
        let verified = checker::check(&solved.bytes, &imports).unwrap();
        let two = num_rational::BigRational::from_integer(2.into());
        for (squares, known) in &solved.known {
            let text = fen(files, ranks, signature, squares);
            let entry = verified.at(&text).unwrap();
            assert_eq!(entry.fen, text);
            assert_eq!((&entry.lower.low, &entry.upper.low), (&known.x, &known.x), "{text}");
            assert!(entry.is_sharp() && entry.lower == entry.upper, "{text}");
            assert_eq!(entry.white_label.unwrap_or(0), known.white_label, "{text}");
            assert_eq!(entry.black_label.unwrap_or(0), known.black_label, "{text}");
            // The Richman equation, once more, between what is answered; and all best moves are equally good.
            assert_eq!(entry.white.to_win, entry.white.not_to_lose);
            assert_eq!(entry.black.to_win, entry.black.not_to_lose);
            let (white, black) = (&entry.white.to_win, &entry.black.to_win);
            assert_eq!(&entry.lower.low * &two, &white.best.low + &black.best.low);
            for plan in [white, black] {
                assert!(plan.moves.iter().all(|best| best.value == plan.best && best.value.is_exact()));
                assert!(plan.moves.is_sorted_by_key(|best| best.mv) && !plan.moves.is_empty());
            }
        }
    }
}

#[test]
fn answers_for_each_number_up_to_the_last() {
    let verified = checker::check(&two_by_two_by_hand(), &[]).unwrap();
    let fens = [0, 1].map(|number| verified.entry(number).unwrap().fen);
    assert_eq!(fens, ["2/Kk", "1k/K1"]);
    for number in [2, 1 << 31, usize::MAX] {
        assert_eq!(verified.entry(number), None);
    }
}

#[test]
fn says_why_it_has_no_answer() {
    let kings = naive::solve(3, 3, "Kk");
    let imports = [Arc::new(checker::check(&kings.bytes, &[]).unwrap())];
    let verified = checker::check(&naive::solve(3, 3, "KNk").bytes, &imports).unwrap();
    let message = |text: &str| verified.at(text).unwrap_err().to_string();
    assert_eq!(message("k3/4/K3/N3"), "found a board of 4x4 (files x ranks), required 3x3");
    assert_eq!(message("k2/3/K2"), "found the men Kk, required KNk");
    assert_eq!(message("k2/1Q1/K2"), "found the men KQk, required KNk");
    assert_eq!(message("k2/1N1/KK1"), "found 2 white kings, required exactly 1");
    let flipped = message("k1n/3/K2");
    assert!(flipped.starts_with("found the men Kkn, required KNk: ask for k2/3/K1N,"), "{flipped}");
    assert!(verified.at("k2/3/K1N").is_ok());
}
