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
    assert_eq!(entry.white_moves[0].text, "Kxa2");
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
