//! Two tables (kind 1): endgames that are not sharp are verified, pawns of both colours with *en passant* among them; and each
//! condition is broken at the first, a middle and the last position, beside the control.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;
mod support;

use std::sync::{Arc, LazyLock};

use checker::board::Colour;
use checker::certificate::{Certificate, Content, PairRecord, SharpTable, TwoTables};
use checker::conditions::Which;
use checker::{Breach, Condition, Failure, Rejection, Verified, check, notation};
use naive::{Family, family};
use num_rational::BigRational;
use support::{Certified, fen, imports, rejection, verify};

/// Verifies a family, and compares everything that is answered with what the naive solver knows. Gives the certificate, and how
/// many of its positions are not sharp.
fn compare(files: i32, ranks: i32, signature: &str, double: bool) -> (Arc<Verified>, usize) {
    let family = family(files, ranks, signature, double);
    let mut all = Certified::new();
    verify(&family, signature, &mut all);
    assert_eq!(all.len(), family.len());
    let mut not_sharp = 0;
    for (name, solved) in &family {
        let verified = &all[name];
        assert_eq!(verified.positions(), solved.least.len(), "{name}");
        for (number, list) in solved.least.iter().enumerate() {
            let placement = verified.placement(number).unwrap();
            assert_eq!(notation::fen(&placement), fen(files, ranks, name, list));
        }
        let values: Vec<_> = verified.values().collect();
        for (list, known) in &solved.known {
            let placement = notation::parse(&fen(files, ranks, name, list)).unwrap();
            let number = verified.number(&placement).unwrap();
            let node = verified.node(number).unwrap();
            assert_eq!(verified.value(node.value(Which::Lower)), known.x);
            assert_eq!(verified.value(node.value(Which::Upper)), known.y);
            assert_eq!(node.label(Colour::White).steps().unwrap_or(0), known.white_label);
            assert_eq!(node.label(Colour::Black).steps().unwrap_or(0), known.black_label);
            let (lower, upper) = verified.value_numbers(number).unwrap();
            for (value, known) in [values[lower], values[upper]].into_iter().zip([&known.x, &known.y]) {
                assert_eq!(value.numerator, known.numer().magnitude());
                assert_eq!(&(value.odd_part << value.power_of_two), known.denom().magnitude());
            }
            assert_eq!(verified.value_number(number), (known.x == known.y).then_some(lower));
        }
        let gaps = solved.least.iter().map(|list| &solved.known[list].y - &solved.known[list].x);
        let gaps: Vec<BigRational> = gaps.collect();
        let widest = gaps.iter().max().unwrap();
        not_sharp = gaps.iter().filter(|gap| **gap != naive::zero()).count();
        let receipt = verified.receipt();
        assert_eq!((receipt.not_sharp, &receipt.widest_gap), (not_sharp, widest));
        let first = gaps.iter().position(|gap| gap == widest).filter(|_| not_sharp > 0);
        assert_eq!(receipt.widest_gap_at, first.map(|number| fen(files, ranks, name, &solved.least[number])));
        if name == signature {
            return (Arc::clone(verified), not_sharp);
        }
    }
    panic!("{signature} {not_sharp}");
}

#[test]
fn accepts_king_and_bishop_against_king_and_knight() {
    // A known number: of the 5466 positions on 4x4, 83 are not sharp.
    let (verified, not_sharp) = compare(4, 4, "KBkn", false);
    assert_eq!((verified.positions(), not_sharp, verified.kind()), (5466, 83, 1));
    let claim = "4x4 KBkn: all 5466 positions have these exact values and labels; 83 are not sharp, the widest gap is ";
    assert!(verified.claim().starts_with(claim), "{}", verified.claim());
}

#[test]
fn accepts_pawns_that_capture_en_passant() {
    for (files, ranks, signature, double) in
        [(2, 4, "KPkp", true), (2, 4, "KPkp", false), (2, 5, "KPkp", true), (2, 5, "KPkp", false), (3, 5, "KPkp", true)]
    {
        let (verified, not_sharp) = compare(files, ranks, signature, double);
        assert!(not_sharp > 0 && verified.kind() == 1, "{}", verified.claim());
        let with_right = (0..verified.positions()).filter(|&n| verified.placement(n).unwrap().passed().is_some());
        assert_eq!(with_right.count() > 0, double && ranks > 4);
    }
}

/// A chain in which some import has two tables, and one of them is looked up with the colours exchanged.
#[test]
fn accepts_a_sharp_endgame_with_imports_that_are_not() {
    // On 2x6 the knight against the pawn is not sharp, and the two pawns import it both as it is and flipped.
    let (verified, not_sharp) = compare(2, 6, "KPkp", true);
    assert_eq!(verified.kind(), 1);
    assert_eq!(not_sharp, 151);
    let kinds: Vec<(String, u16)> = verified.imports().iter().map(|i| (i.signature(), i.kind())).collect();
    assert!(kinds.contains(&("KNkp".to_owned(), 1)) && kinds.contains(&("KPk".to_owned(), 0)), "{kinds:?}");
}

static PAWNS: LazyLock<Family> = LazyLock::new(|| family(2, 5, "KPkp", true));
static IMPORTS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| imports(&PAWNS, "KPkp", &mut Certified::new()));

fn changed(change: impl FnOnce(&mut TwoTables)) -> Result<Verified, Failure> {
    let mut tables = PAWNS["KPkp"].tables();
    change(&mut tables);
    check(&PAWNS["KPkp"].with(Content::TwoTables(tables)), &IMPORTS)
}

/// How the record of that number fails after a change of it, which must be the first that fails.
fn breach(number: usize, change: impl FnOnce(&mut PairRecord)) -> Breach {
    match rejection(changed(|t| change(&mut t.records[number]))) {
        Rejection::At { fen: found, breach } => {
            assert_eq!(found, fen(2, 5, "KPkp", &PAWNS["KPkp"].least[number]));
            breach
        }
        other => panic!("{other}"),
    }
}

/// The first, a middle and the last record, and one with a right.
fn places() -> [usize; 4] {
    let least = &PAWNS["KPkp"].least;
    let last = least.len() - 1;
    [0, last / 2, last, least.iter().position(|list| list.len() == 5).unwrap()]
}

/// The condition, and the table if one is named.
fn condition(failure: &Rejection) -> (Condition, Option<Which>) {
    let which = match failure {
        Rejection::At { breach: Breach::InTable { which, .. }, .. } => Some(*which),
        _ => None,
    };
    (failure.condition(), which)
}

#[test]
fn accepts_the_unmodified_control() {
    assert!(changed(|_| {}).is_ok());
    assert_eq!(places().len(), 4);
}

#[test]
fn rejects_other_values_in_either_table() {
    let count = u32::try_from(PAWNS["KPkp"].tables().values.len()).unwrap();
    let mut met = [0; 3];
    for number in places() {
        let record = PAWNS["KPkp"].tables().records[number];
        for value in (0..count).step_by(7) {
            if value != record.lower {
                let failure = rejection(changed(|t| t.records[number].lower = value));
                match condition(&failure) {
                    // The tables are looked at one after the other only at the first position that fails.
                    (Condition::Canonical, None) => assert!(value > record.upper),
                    (Condition::Richman, Some(Which::Lower)) => met[0] += 1,
                    (Condition::WhiteLabel, Some(Which::Lower)) => met[2] += 1,
                    other => panic!("{other:?} {failure}"),
                }
            }
            if value != record.upper {
                let failure = rejection(changed(|t| t.records[number].upper = value));
                match condition(&failure) {
                    (Condition::Canonical, None) => assert!(value < record.lower),
                    (Condition::Richman, Some(Which::Upper)) => met[1] += 1,
                    (Condition::BlackLabel, Some(Which::Upper)) => met[2] += 1,
                    other => panic!("{other:?} {failure}"),
                }
            }
        }
    }
    assert!(met[0] > 0 && met[1] > 0, "{met:?}");
    let found = breach(0, |r| r.upper = count - 1).to_string();
    assert!(found.starts_with("upper table: stated "), "{found}");
    assert!(found.contains(", half of ") && found.contains(" is "), "{found}");
}

#[test]
fn rejects_other_labels_in_either_table() {
    for number in places() {
        let record = PAWNS["KPkp"].tables().records[number];
        for label in (0..30).chain([1 << 31, u32::MAX]) {
            if label != record.white_label {
                let failure = rejection(changed(|t| t.records[number].white_label = label));
                assert_eq!(condition(&failure), (Condition::WhiteLabel, Some(Which::Lower)), "{failure}");
            }
            if label != record.black_label {
                let failure = rejection(changed(|t| t.records[number].black_label = label));
                assert_eq!(condition(&failure), (Condition::BlackLabel, Some(Which::Upper)), "{failure}");
            }
        }
    }
    let found = breach(0, |r| r.white_label += 1).to_string();
    assert!(found.starts_with("lower table: found white's label "), "{found}");
}

#[test]
fn rejects_labels_of_the_wrong_side() {
    let records = PAWNS["KPkp"].tables().records;
    let different = (0..records.len()).filter(|&n| records[n].white_label != records[n].black_label);
    let different: Vec<usize> = different.collect();
    for number in [different[0], different[different.len() / 2], different[different.len() - 1]] {
        let failure = rejection(changed(|t| {
            let record = &mut t.records[number];
            (record.white_label, record.black_label) = (record.black_label, record.white_label);
        }));
        assert_eq!(failure.condition().to_string().split_once('-').unwrap().1, "label", "{failure}");
    }
    // All labels exchanged: the first position with different ones fails.
    let failure = rejection(changed(|t| {
        t.records.iter_mut().for_each(|r| (r.white_label, r.black_label) = (r.black_label, r.white_label));
    }));
    assert!(matches!(condition(&failure), (Condition::WhiteLabel | Condition::BlackLabel, Some(_))), "{failure}");
}

#[test]
fn rejects_exchanged_tables() {
    let failure = rejection(changed(|t| {
        t.records.iter_mut().for_each(|r| (r.lower, r.upper) = (r.upper, r.lower));
    }));
    let first = PAWNS["KPkp"].tables().records.iter().position(|r| r.lower < r.upper).unwrap();
    let Rejection::At { fen: found, breach: Breach::Exchanged { lower, upper } } = &failure else {
        panic!("{failure}");
    };
    let list = &PAWNS["KPkp"].least[first];
    assert_eq!(*found, fen(2, 5, "KPkp", list));
    assert_eq!((lower, upper), (&PAWNS["KPkp"].known[list].y, &PAWNS["KPkp"].known[list].x));
    assert_eq!(failure.condition(), Condition::Canonical);
    // At one position alone.
    let gaps: Vec<usize> = (0..PAWNS["KPkp"].least.len())
        .filter(|&n| {
            let record = PAWNS["KPkp"].tables().records[n];
            record.lower < record.upper
        })
        .collect();
    for &number in [gaps[0], gaps[gaps.len() / 2], gaps[gaps.len() - 1]].iter() {
        let found = breach(number, |r| (r.lower, r.upper) = (r.upper, r.lower));
        assert!(matches!(found, Breach::Exchanged { .. }));
    }
}

/// One table twice is refused by a label: it is the other value nowhere where the two differ.
#[test]
fn rejects_one_table_twice() {
    let tables = PAWNS["KPkp"].tables();
    for lower in [true, false] {
        let result = changed(|t| {
            for record in &mut t.records {
                let value = if lower { record.lower } else { record.upper };
                (record.lower, record.upper) = (value, value);
            }
        });
        let expected = if lower { Which::Upper } else { Which::Lower };
        let (condition, which) = condition(&rejection(result));
        assert!(which == Some(expected), "{condition} {which:?}");
        assert_eq!(condition, if lower { Condition::BlackLabel } else { Condition::WhiteLabel });
    }
    assert!(tables.records.iter().any(|record| record.lower < record.upper));
}

/// A table of kind 0 with the same content as two tables.
fn doubled(table: &SharpTable) -> TwoTables {
    let record = |r: &checker::certificate::Record| PairRecord {
        lower: r.value,
        upper: r.value,
        white_label: r.white_label,
        black_label: r.black_label,
    };
    TwoTables {
        endgame: table.endgame.clone(),
        odd_parts: table.odd_parts.clone(),
        values: table.values.clone(),
        records: table.records.iter().map(record).collect(),
    }
}

#[test]
fn rejects_equal_tables_where_all_is_sharp() {
    let solved = family(3, 2, "KBkn", false);
    let mut all = Certified::new();
    let imports = imports(&solved, "KBkn", &mut all);
    for (signature, imports) in [("Kk", &vec![]), ("KBkn", &imports)] {
        let tables = doubled(&solved[signature].table());
        let bytes = solved[signature].with(Content::TwoTables(tables));
        assert_eq!(rejection(check(&bytes, imports)), Rejection::EqualTables);
        assert!(check(&solved[signature].bytes, imports).is_ok());
    }
    assert_eq!(Rejection::EqualTables.condition(), Condition::Canonical);
}

#[test]
fn rejects_the_wrong_kind_of_import() {
    // KPkp of 2x6 imports KNkp, which has two tables, and KNkn, which has one. A sharp table may not import the former.
    let family = family(2, 5, "KPkp", true);
    let mut all = Certified::new();
    let imports = imports(&family, "KPkp", &mut all);
    let not_sharp = imports.iter().find(|import| import.kind() == 1).unwrap();
    let mut table = family["KQkp"].table();
    table.endgame = family["KPkp"].tables().endgame;
    let bytes = family["KPkp"].with(Content::SharpTable(table));
    let file_name = not_sharp.endgame().file_name();
    let expected = Rejection::WeakerImport { file_name, found: 1, required: 0 };
    assert_eq!(rejection(check(&bytes, &imports)), expected);
    assert_eq!(expected.condition(), Condition::Imports);
}

#[test]
fn rejects_counts_and_indices() {
    let required = PAWNS["KPkp"].tables().records.len();
    let result = changed(|t| t.records.truncate(required - 1));
    assert_eq!(rejection(result), Rejection::Coverage { found: required - 1, required });
    let result = changed(|t| t.records.push(t.records[0]));
    assert_eq!(rejection(result), Rejection::Coverage { found: required + 1, required });
    let values = PAWNS["KPkp"].tables().values.len();
    for record in places() {
        for found in [u32::try_from(values).unwrap(), u32::MAX] {
            let expected = Rejection::ValueIndex { record, found, required: values };
            assert_eq!(rejection(changed(|t| t.records[record].lower = found)), expected);
            assert_eq!(rejection(changed(|t| t.records[record].upper = found)), expected);
        }
    }
    // A value that is there for nothing, below all others.
    let result = changed(|t| {
        let numerator = checker::certificate::Natural(num_bigint::BigUint::from(1_u8));
        t.values.insert(0, checker::certificate::StatedValue { numerator, odd_part: 0, power_of_two: 90 });
        t.records.iter_mut().for_each(|r| (r.lower, r.upper) = (r.lower + 1, r.upper + 1));
    });
    assert_eq!(rejection(result), Rejection::ValueUnused { value: 0 });
}

/// The order of the chapter "The format": each failure hides those after it.
#[test]
fn checks_in_order() {
    let count = u32::try_from(PAWNS["KPkp"].tables().values.len()).unwrap();
    let first = PAWNS["KPkp"].tables().records.iter().position(|r| r.lower < r.upper).unwrap();
    type Change = Box<dyn Fn(&mut TwoTables)>;
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(|t| t.endgame.files = 1), "canonical: board: "),
        (Box::new(|t| t.values.swap(0, 1)), "canonical: value after 0"),
        (Box::new(|t| t.records.push(t.records[0])), "coverage: "),
        (Box::new(move |t| t.records[5].lower = count), "canonical: record 5: found value "),
        (Box::new(move |t| t.records[5].upper = count), "canonical: record 5: found value "),
        (
            Box::new(move |t| {
                let record = &mut t.records[first];
                (record.lower, record.upper) = (record.upper, record.lower);
            }),
            "canonical: ",
        ),
        (Box::new(|t| t.records[0].white_label += 1), "white-label: "),
        (Box::new(|t| t.records[0].black_label += 1), "black-label: "),
    ];
    for (number, (_, expected)) in changes.iter().enumerate() {
        let result = changed(|t| changes[number..].iter().rev().for_each(|(change, _)| change(t)));
        let text = result.unwrap_err().to_string();
        assert!(text.starts_with(expected), "{number}: {text}");
    }
    let result = changed(|t| (t.records[0].lower, t.records[0].white_label, t.records[0].black_label) = (0, 77, 77));
    assert!(result.unwrap_err().to_string().starts_with("richman: "));
}

#[test]
fn never_panics_on_other_bytes() {
    let solved = family(2, 4, "KPkp", true);
    let imports = imports(&solved, "KPkp", &mut Certified::new());
    let bytes = &solved["KPkp"].bytes;
    assert!(check(bytes, &imports).is_ok());
    for place in 12..bytes.len() - 32 {
        for change in [1_u8, 0x40, 0x80, 0xff] {
            let mut changed = bytes[..bytes.len() - 32].to_vec();
            changed[place] ^= change;
            let digest = checker::certificate::Digest::of(&changed);
            changed.extend(digest.0);
            assert!(check(&changed, &imports).is_err(), "byte {place} changed by {change}");
        }
    }
}

#[test]
fn encodes_what_it_decodes() {
    let bytes = &PAWNS["KPkp"].bytes;
    assert_eq!(Certificate::decode(bytes).unwrap().encode().unwrap(), *bytes);
}
