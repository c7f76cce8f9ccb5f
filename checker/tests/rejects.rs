//! One rejecting case for each way to fail, beside its unmodified control. All mutants have a digest that is right again, so that
//! the conditions themselves are tried.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]
#![allow(clippy::expect_used, clippy::panic)]

mod naive;

use std::sync::{Arc, LazyLock};

use checker::board::Colour;
use checker::certificate::{
    Certificate, Content, Digest, Natural, PawnRule, Record, SharpTable, StatedMove, StatedPromotion,
};
use checker::conditions::Label;
use checker::limits::Limit;
use checker::{Breach, Condition, Decline, Failure, Rejection, Verified, check};
use naive::{Solved, solve};
use num_bigint::BigUint;

static KINGS: LazyLock<Solved> = LazyLock::new(|| solve(3, 2, "Kk"));
static KNIGHT: LazyLock<Solved> = LazyLock::new(|| solve(4, 4, "KNk"));
static VERIFIED_KINGS: LazyLock<Arc<Verified>> =
    LazyLock::new(|| Arc::new(check(&solve(4, 4, "Kk").bytes, &[]).unwrap()));

/// Checks the knight's certificate after a change of its table.
fn changed(change: impl FnOnce(&mut SharpTable)) -> Result<Verified, Failure> {
    let mut table = KNIGHT.table();
    change(&mut table);
    check(&KNIGHT.with_table(table), &[Arc::clone(&VERIFIED_KINGS)])
}

fn rejection(result: Result<Verified, Failure>) -> Rejection {
    match result {
        Err(Failure::Rejected(rejection)) => rejection,
        Err(Failure::Declined(decline)) => panic!("declined: {decline}"),
        Ok(verified) => panic!("verified: {}", verified.claim()),
    }
}

fn decline(result: Result<Verified, Failure>) -> Decline {
    match result {
        Err(Failure::Declined(decline)) => decline,
        Err(Failure::Rejected(rejection)) => panic!("rejected: {rejection}"),
        Ok(verified) => panic!("verified: {}", verified.claim()),
    }
}

/// The bytes with their digest made right again.
fn redigested(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 32);
    let digest = Digest::of(&bytes);
    bytes.extend(digest.0);
    bytes
}

/// The first, a middle and the last record.
fn places() -> [usize; 3] {
    let last = KNIGHT.table().records.len() - 1;
    [0, last / 2, last]
}

fn mv(from: u8, to: u8) -> StatedMove {
    StatedMove { from, to, promotion: None }
}

#[test]
fn accepts_the_unmodified_control() {
    assert!(changed(|_| {}).is_ok());
    assert!(check(&KINGS.bytes, &[]).is_ok());
}

#[test]
fn rejects_other_headers() {
    for length in [0, 1, 8, 43] {
        let bytes = &KINGS.bytes[..length];
        let expected = Rejection::TooShort { found: length, required: 44 };
        match rejection(check(bytes, &[])) {
            found @ Rejection::TooShort { .. } => assert_eq!(found, expected),
            found => panic!("{found}"),
        }
    }
    let mut bytes = KINGS.bytes.clone();
    bytes[0] = b'B';
    assert!(matches!(rejection(check(&redigested(bytes), &[])), Rejection::Magic { .. }));
    let mut bytes = KINGS.bytes.clone();
    bytes[20] ^= 1;
    assert!(matches!(rejection(check(&bytes, &[])), Rejection::Digest { .. }));
    let mut bytes = KINGS.bytes.clone();
    bytes.push(0);
    assert!(matches!(rejection(check(&bytes, &[])), Rejection::Digest { .. }));
}

#[test]
fn declines_other_versions_and_kinds() {
    for (place, found) in [(8, 2_u8), (8, 0), (8, 255)] {
        let mut bytes = KINGS.bytes.clone();
        bytes[place] = found;
        let found = u16::from(found);
        assert_eq!(decline(check(&redigested(bytes), &[])), Decline::Version { found });
    }
    let mut bytes = KINGS.bytes.clone();
    bytes[10] = 6;
    assert_eq!(decline(check(&redigested(bytes), &[])), Decline::Kind { found: 6 });
}

#[test]
fn rejects_files_that_prove_nothing() {
    let header = &KINGS.bytes[..12];
    let mut bytes = header.to_vec();
    bytes.extend(Digest::of(header).0);
    assert!(matches!(rejection(check(&bytes, &[])), Rejection::Body { .. }));
    let mut table = KINGS.table();
    table.records.clear();
    table.values.clear();
    table.odd_parts.clear();
    let required = KINGS.table().records.len();
    let expected = Rejection::Coverage { found: 0, required };
    assert_eq!(rejection(check(&KINGS.with_table(table), &[])), expected);
}

#[test]
fn rejects_other_spellings() {
    // The number of imports, 0, in two bytes.
    let mut bytes = KINGS.bytes.clone();
    bytes.splice(12..13, [0x80, 0]);
    assert_eq!(rejection(check(&redigested(bytes), &[])), Rejection::Spelling { offset: 12 });
    // The first odd part, 1, with a leading zero.
    let bytes = KINGS.bytes.clone();
    let place = 12 + 1 + 2 + 3 + 1 + 1;
    assert_eq!(bytes[place..place + 2], [1, 1]);
    let mut longer = bytes.clone();
    longer.splice(place..place + 2, [2, 1, 0]);
    assert_eq!(rejection(check(&redigested(longer), &[])), Rejection::Spelling { offset: place });
    let mut more = bytes;
    more.insert(more.len() - 32, 7);
    assert_eq!(rejection(check(&redigested(more), &[])), Rejection::Trailing { found: 1 });
}

#[test]
fn rejects_a_length_of_2_to_the_60() {
    let mut bytes = KINGS.bytes[..12].to_vec();
    bytes.extend([0, 16, 16, 3, b'K', b'N', b'k', 0]);
    bytes.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]);
    let digest = Digest::of(&bytes);
    bytes.extend(digest.0);
    assert!(matches!(rejection(check(&bytes, &[])), Rejection::Body { .. }));
}

#[test]
fn rejects_boards_and_signatures_that_are_none() {
    for (files, ranks) in [(1, 8), (17, 3), (3, 17), (0, 0), (255, 255)] {
        let board = |t: &mut SharpTable| (t.endgame.files, t.endgame.ranks) = (files, ranks);
        assert_eq!(rejection(changed(board)), Rejection::Board { files, ranks });
    }
    for found in ["", "K", "kK", "KKk", "KXk", "Kkk", "NKk", "KNQk", "KkN", "Knk ", "KNk\n"] {
        let found = found.to_owned();
        let result = changed(|t| t.endgame.signature.clone_from(&found));
        assert_eq!(rejection(result), Rejection::Signature { found });
    }
    for (found, required) in [("Kkn", "KNk"), ("KNkb", "KBkn"), ("KRkq", "KQkr")] {
        let (found, required) = (found.to_owned(), required.to_owned());
        let result = changed(|t| t.endgame.signature.clone_from(&found));
        assert_eq!(rejection(result), Rejection::Flipped { found, required });
    }
    let found = PawnRule::DoubleStep;
    let result = changed(|t| t.endgame.pawn_rule = found);
    let required = &[PawnRule::NoPawns];
    assert_eq!(rejection(result), Rejection::PawnRule { found, required });
}

#[test]
fn declines_a_fifth_man_of_either_colour() {
    for (signature, men) in [("KQRkn", 5), ("KNkqr", 5), ("KQRNk", 5), ("KQRkbn", 6)] {
        let result = changed(|t| t.endgame.signature = signature.to_owned());
        let expected = Decline::Limit { limit: Limit::Men, found: men, most: 4 };
        assert_eq!(decline(result), expected);
    }
}

#[test]
fn rejects_odd_parts_out_of_order() {
    let odd = |n: u8| Natural(BigUint::from(n));
    let last = KNIGHT.table().odd_parts.len();
    assert!(last >= 2);
    let result = changed(|t| t.odd_parts[1] = odd(2));
    assert_eq!(rejection(result), Rejection::EvenOddPart { index: 1 });
    let result = changed(|t| t.odd_parts[0] = odd(0));
    assert_eq!(rejection(result), Rejection::EvenOddPart { index: 0 });
    let result = changed(|t| t.odd_parts[1] = odd(1));
    assert_eq!(rejection(result), Rejection::OddPartOrder { before: 0 });
    let result = changed(|t| t.odd_parts.push(Natural(BigUint::from(1_u8) << 70_u8 | BigUint::from(1_u8))));
    assert_eq!(rejection(result), Rejection::OddPartUnused { index: last });
    let value = KNIGHT.table().values.len() - 1;
    for found in [u32::try_from(last).unwrap(), 1 << 31, u32::MAX] {
        let result = changed(|t| t.values[value].odd_part = found);
        let required = last;
        assert_eq!(rejection(result), Rejection::OddPartIndex { value, found, required });
    }
}

#[test]
fn rejects_values_out_of_order_or_above_one() {
    let last = KNIGHT.table().values.len() - 1;
    for index in [0, last / 2, last] {
        // A common factor 2, and a common odd factor.
        let result = changed(|t| {
            t.values[index].numerator.0 *= 2_u8;
            t.values[index].power_of_two += 1;
        });
        assert_eq!(rejection(result), Rejection::LowestTerms { value: index });
    }
    let over_odd = KNIGHT.table().values.iter().position(|v| v.odd_part > 0).unwrap();
    let result = changed(|t| {
        let odd = t.odd_parts[usize::try_from(t.values[over_odd].odd_part).unwrap()].0.clone();
        t.values[over_odd].numerator.0 *= odd;
    });
    assert_eq!(rejection(result), Rejection::LowestTerms { value: over_odd });
    let result = changed(|t| {
        let value = &mut t.values[last];
        value.numerator.0 = BigUint::from(1_u8) << 40_u8 | BigUint::from(1_u8);
        value.odd_part = 0;
        value.power_of_two = 3;
    });
    assert!(matches!(rejection(result), Rejection::AboveOne { value, .. } if value == last));
    for index in [0, last / 2, last - 1] {
        let result = changed(|t| t.values.swap(index, index + 1));
        assert!(matches!(rejection(result), Rejection::ValueOrder { before, .. } if before == index));
        let result = changed(|t| t.values[index + 1] = t.values[index].clone());
        match rejection(result) {
            Rejection::ValueOrder { before, .. } => assert_eq!(before, index),
            Rejection::OddPartUnused { .. } => {}
            other => panic!("{other}"),
        }
    }
    let result = changed(|t| {
        let mut value = t.values[0].clone();
        value.numerator.0 = BigUint::ZERO;
        (value.odd_part, value.power_of_two) = (0, 0);
        t.values.insert(0, value);
        t.records.iter_mut().for_each(|r| r.value += 1);
    });
    assert_eq!(rejection(result), Rejection::ValueUnused { value: 0 });
}

#[test]
fn rejects_indices_out_of_range() {
    let required = KNIGHT.table().values.len();
    for record in places() {
        for found in [u32::try_from(required).unwrap(), 1 << 31, u32::MAX] {
            let result = changed(|t| t.records[record].value = found);
            assert_eq!(rejection(result), Rejection::ValueIndex { record, found, required });
        }
    }
}

#[test]
fn rejects_other_numbers_of_records() {
    let required = KNIGHT.table().records.len();
    let result = changed(|t| t.records.truncate(required - 1));
    assert_eq!(rejection(result), Rejection::Coverage { found: required - 1, required });
    let result = changed(|t| t.records.push(t.records[0]));
    assert_eq!(rejection(result), Rejection::Coverage { found: required + 1, required });
    for index in places() {
        let result = changed(|t| {
            t.records.retain({
                let mut place = 0..;
                move |_| place.next() != Some(index)
            })
        });
        assert_eq!(rejection(result), Rejection::Coverage { found: required - 1, required });
    }
}

#[test]
fn rejects_wrong_imports() {
    let certificate = |imports: Vec<Digest>| {
        let content = Content::SharpTable(KNIGHT.table());
        Certificate { imports, content }.encode().unwrap()
    };
    let kings = VERIFIED_KINGS.digest();
    for (imports, found) in [(vec![], 0), (vec![kings, kings], 2)] {
        let result = check(&certificate(imports), &[Arc::clone(&VERIFIED_KINGS)]);
        assert_eq!(rejection(result), Rejection::ImportCount { found, required: 1 });
    }
    let expected = Decline::MissingImport { file_name: "4x4_Kk.cert".to_owned(), digest: kings };
    assert_eq!(decline(check(&KNIGHT.bytes, &[])), expected);
    // Another file about the right endgame.
    let other = Digest::of(b"another file");
    let result = check(&certificate(vec![other]), &[Arc::clone(&VERIFIED_KINGS)]);
    let file_name = "4x4_Kk.cert".to_owned();
    let expected = Rejection::ImportDigest { file_name, found: kings, required: other };
    assert_eq!(rejection(result), expected);
    // The right name for a certificate of another board, and for one of another material.
    let elsewhere = Arc::new(check(&KINGS.bytes, &[]).unwrap());
    let result = check(&certificate(vec![elsewhere.digest()]), &[elsewhere]);
    let (found, required) = ("3x2 Kk".to_owned(), "4x4 Kk".to_owned());
    assert_eq!(rejection(result), Rejection::ImportEndgame { found, required });
    let itself = Arc::new(changed(|_| {}).unwrap());
    let result = check(&certificate(vec![itself.digest()]), &[itself]);
    let (found, required) = ("4x4 KNk".to_owned(), "4x4 Kk".to_owned());
    assert_eq!(rejection(result), Rejection::ImportEndgame { found, required });
    // Bare kings import nothing.
    let content = Content::SharpTable(KINGS.table());
    let bytes = Certificate { imports: vec![kings], content }.encode().unwrap();
    let result = check(&bytes, &[Arc::clone(&VERIFIED_KINGS)]);
    assert_eq!(rejection(result), Rejection::ImportCount { found: 1, required: 0 });
}

/// How the record of the position of that number fails after a change of it; it must be the first that fails.
fn breach(number: usize, change: impl FnOnce(&mut Record)) -> Breach {
    let control = changed(|_| {}).unwrap();
    match rejection(changed(|t| change(&mut t.records[number]))) {
        Rejection::At { fen, breach } => {
            assert_eq!(fen, control.entry(number).unwrap().fen);
            breach
        }
        other => panic!("{other}"),
    }
}

#[test]
fn rejects_moves_that_are_no_options() {
    for number in places() {
        let record = KNIGHT.table().records[number];
        for (from, to) in [(255, 255), (record.white_move.from, record.white_move.from), (9, 0)] {
            let change = |r: &mut Record| r.white_move = mv(from, to);
            assert!(matches!(breach(number, change), Breach::Move { colour: Colour::White, .. }));
            let change = |r: &mut Record| r.black_move = mv(from, to);
            assert!(matches!(breach(number, change), Breach::Move { colour: Colour::Black, .. }));
        }
        // Black's move is none of White's, nor is a promotion a move of a knight.
        let change = |r: &mut Record| r.white_move = r.black_move;
        assert!(matches!(breach(number, change), Breach::Move { colour: Colour::White, .. }));
        let change = |r: &mut Record| r.black_move = r.white_move;
        assert!(matches!(breach(number, change), Breach::Move { colour: Colour::Black, .. }));
        let change = |r: &mut Record| r.white_move.promotion = Some(StatedPromotion::Queen);
        assert!(matches!(breach(number, change), Breach::Move { colour: Colour::White, .. }));
        let change = |r: &mut Record| r.black_move.promotion = Some(StatedPromotion::Knight);
        assert!(matches!(breach(number, change), Breach::Move { colour: Colour::Black, .. }));
    }
}

#[test]
fn rejects_every_other_move() {
    // On 4x4 there are 256 pairs of squares; only the stated one is accepted.
    let (mut greedy, mut choice) = ([0; 2], [0; 2]);
    for number in places() {
        let record = KNIGHT.table().records[number];
        for (from, to) in (0..16).flat_map(|from| (0..16).map(move |to| (from, to))) {
            if record.white_move != mv(from, to) {
                match breach(number, |r| r.white_move = mv(from, to)) {
                    Breach::Move { colour: Colour::White, .. } => {}
                    Breach::Greedy { colour: Colour::White, found, required } => {
                        assert!(found < required);
                        greedy[0] += 1;
                    }
                    Breach::Choice { colour: Colour::White, .. } => choice[0] += 1,
                    other => panic!("{other}"),
                }
            }
            if record.black_move != mv(from, to) {
                match breach(number, |r| r.black_move = mv(from, to)) {
                    Breach::Move { colour: Colour::Black, .. } => {}
                    Breach::Greedy { colour: Colour::Black, found, required } => {
                        assert!(found > required);
                        greedy[1] += 1;
                    }
                    Breach::Choice { colour: Colour::Black, .. } => choice[1] += 1,
                    other => panic!("{other}"),
                }
            }
        }
    }
    assert!(greedy.iter().chain(&choice).all(|&count| count > 0), "{greedy:?} {choice:?}");
}

#[test]
fn rejects_every_other_value() {
    // The record's own equation fails, unless a condition on an earlier neighbour does.
    let mut own = 0;
    for number in places() {
        let values = u32::try_from(KNIGHT.table().values.len()).unwrap();
        let true_value = KNIGHT.table().records[number].value;
        for value in (0..values).filter(|&value| value != true_value) {
            let failure = rejection(changed(|t| t.records[number].value = value));
            if let Rejection::At { breach: Breach::Richman { .. }, .. } = failure {
                own += 1;
            }
            assert!(matches!(failure, Rejection::At { .. }), "{failure}");
        }
    }
    assert!(own > 0);
}

#[test]
fn rejects_every_other_label() {
    for number in places() {
        let record = KNIGHT.table().records[number];
        for label in (0..40).chain([1 << 31, u32::MAX]) {
            let allowed = |condition, own| condition == own || condition == Condition::Canonical;
            if label != record.white_label {
                let failure = rejection(changed(|t| t.records[number].white_label = label));
                assert!(allowed(failure.condition(), Condition::WhiteLabel), "{failure}");
            }
            if label != record.black_label {
                let failure = rejection(changed(|t| t.records[number].black_label = label));
                assert!(allowed(failure.condition(), Condition::BlackLabel), "{failure}");
            }
        }
    }
    let first = KNIGHT.table().records[0];
    let breach_of = |colour, stated: u32| Breach::Label {
        colour,
        found: Label::stated(stated + 1),
        required: Label::stated(stated),
    };
    let found = breach(0, |r| r.white_label += 1);
    assert_eq!(found, breach_of(Colour::White, first.white_label));
    let found = breach(0, |r| r.black_label += 1);
    assert_eq!(found, breach_of(Colour::Black, first.black_label));
}

#[test]
fn rejects_swapped_records() {
    let records = KNIGHT.table().records;
    for index in places() {
        let other = (index + 1) % records.len();
        assert_ne!(records[index], records[other]);
        let failure = rejection(changed(|t| t.records.swap(index, other)));
        assert!(matches!(failure, Rejection::At { .. }), "{failure}");
    }
}

#[test]
fn words_a_rejection_in_one_line() {
    let result = changed(|t| t.records[0].white_label += 1);
    let text = result.unwrap_err().to_string();
    assert!(text.starts_with("white-label: 4/4/4/KNk1: found white's label "), "{text}");
    let text = changed(|t| t.records[0].value ^= 1).unwrap_err().to_string();
    assert!(text.contains("richman: ") || text.contains("greedy: "), "{text}");
}
