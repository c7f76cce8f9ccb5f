//! Black men: sharp endgames of both colours are verified, with the imports that the colour flip gives; and spoilt ones are not.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;
mod support;

use std::sync::{Arc, LazyLock};

use checker::board::{Colour, Placement};
use checker::certificate::{Certificate, Content, SharpTable};
use checker::{Breach, Failure, Rejection, Verified, check, notation};
use naive::{Family, family};
use support::{Certified, fen, verify};

/// The placement of a list of squares.
fn placement(files: i32, ranks: i32, signature: &str, list: &[u8]) -> Placement {
    notation::parse(&fen(files, ranks, signature, list)).unwrap()
}

#[test]
fn accepts_sharp_endgames_with_black_men() {
    let mut endgames = 0;
    for (files, ranks) in [(2, 2), (3, 2), (2, 3), (3, 3)] {
        let mut all = Certified::new();
        for signature in ["KQkq", "KQkr", "KQkb", "KQkn", "KRkr", "KRkb", "KRkn", "KBkb", "KBkn", "KNkn"] {
            let solved = family(files, ranks, signature, false);
            assert!(solved[signature].is_sharp());
            let verified = verify(&solved, signature, &mut all);
            endgames += 1;
            for (squares, known) in &solved[signature].known {
                let placement = placement(files, ranks, signature, squares);
                let node = verified.node(verified.number(&placement).unwrap()).unwrap();
                assert_eq!(node.values.0, node.values.1);
                assert_eq!(verified.value(node.values.0), known.x);
                assert_eq!(node.label(Colour::White).steps().unwrap_or(0), known.white_label);
                assert_eq!(node.label(Colour::Black).steps().unwrap_or(0), known.black_label);
            }
        }
    }
    assert_eq!(endgames, 40);
}

#[test]
fn accepts_pawns_of_both_colours() {
    let solved = family(2, 3, "KPkp", false);
    let mut all = Certified::new();
    let verified = verify(&solved, "KPkp", &mut all);
    // Kk, five with one man, ten pawnless ones with two, four with one pawn, and this one.
    assert_eq!(all.len(), 1 + 5 + 10 + 4 + 1);
    // The endgame is its own flip: with colours exchanged and the board turned, x becomes 1 - x, and T becomes T′.
    let names: Vec<String> = verified.imports().iter().map(|import| import.signature()).collect();
    assert_eq!(names, ["KQkp", "KRkp", "KBkp", "KNkp", "KQk", "KRk", "KBk", "KNk", "KPk"]);
    for (squares, known) in &solved["KPkp"].known {
        let turned = |square: u8| (2 - square / 2) * 2 + square % 2;
        // In the order of the signature White's king and pawn, then Black's.
        let flipped = [2, 3, 0, 1].map(|man| turned(squares[man]));
        let placement = placement(2, 3, "KPkp", &flipped);
        let node = verified.node(verified.number(&placement).unwrap()).unwrap();
        let one = num_rational::BigRational::from_integer(1.into());
        assert_eq!(verified.value(node.values.0), one - &known.x);
        assert_eq!(node.label(Colour::White).steps().unwrap_or(0), known.black_label);
        assert_eq!(node.label(Colour::Black).steps().unwrap_or(0), known.white_label);
    }
}

#[test]
fn reads_an_import_backwards_where_the_colours_are_exchanged() {
    let mut all = Certified::new();
    let verified = verify(&family(3, 3, "KQkr", false), "KQkr", &mut all);
    // Black's king takes White's queen, and what is left is KRk with the colours exchanged: worth 1 less what that is.
    let before = notation::parse("r1Q/2k/K2").unwrap();
    let options = verified.options(&before).unwrap();
    let choice = options.black.iter().find(|option| option.mv.to_string() == "c2c3").unwrap();
    let there = all["KRk"].at("k2/3/R1K").unwrap();
    assert_ne!(there.lower.to_string(), "1/2");
    let one = num_rational::BigRational::from_integer(1.into());
    assert_eq!(verified.value(choice.to.values.0), one - there.lower);
    assert_eq!(choice.to.label(Colour::White).steps(), there.black_label);
    assert_eq!(choice.to.label(Colour::Black).steps(), there.white_label);
}

static KNIGHT: LazyLock<Family> = LazyLock::new(|| family(3, 3, "KBkn", false));
static IMPORTS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
    let mut verified = Certified::new();
    ["KBk", "KNk"].map(|import| verify(&KNIGHT, import, &mut verified)).to_vec()
});

fn changed(change: impl FnOnce(&mut SharpTable)) -> Result<Verified, Failure> {
    let mut table = KNIGHT["KBkn"].table();
    change(&mut table);
    check(&KNIGHT["KBkn"].with_table(table), &IMPORTS)
}

#[test]
fn rejects_spoilt_records() {
    assert!(changed(|_| {}).is_ok());
    let records = KNIGHT["KBkn"].table().records;
    let last = records.len() - 1;
    let refused = |result: Result<Verified, Failure>| match result {
        Err(Failure::Rejected(Rejection::At { breach, .. })) => breach,
        other => panic!("{other:?}"),
    };
    for number in [0, last / 2, last] {
        refused(changed(|t| t.records[number].value ^= 1));
        refused(changed(|t| t.records[number].white_label += 1));
        refused(changed(|t| t.records[number].black_label += 1));
        refused(changed(|t| t.records[number].white_move = t.records[number].black_move));
        let breach = refused(changed(|t| {
            let record = &mut t.records[number];
            (record.white_label, record.black_label) = (record.black_label + 9, record.white_label + 9);
        }));
        assert!(matches!(breach, Breach::Label { colour: Colour::White, .. }));
    }
}

#[test]
fn rejects_imports_that_are_missing_or_exchanged() {
    let with = |imports: Vec<usize>| {
        let imports = imports.into_iter().map(|place| IMPORTS[place].digest()).collect();
        let content = Content::SharpTable(KNIGHT["KBkn"].table());
        check(&Certificate { imports, content }.encode().unwrap(), &IMPORTS)
    };
    assert!(with(vec![0, 1]).is_ok());
    for (imports, found) in [(vec![], 0), (vec![0], 1), (vec![1], 1), (vec![0, 1, 1], 3)] {
        assert_eq!(with(imports).unwrap_err(), Rejection::ImportCount { found, required: 2 }.into());
    }
    let (found, required) = ("3x3 KNk".to_owned(), "3x3 KBk".to_owned());
    assert_eq!(with(vec![1, 0]).unwrap_err(), Rejection::ImportEndgame { found, required }.into());
}
