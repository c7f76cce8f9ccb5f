//! Enclosures (kind 2): bounds by rounding exact values outwards are verified, with imports of every kind; and each
//! condition is broken at the first, a middle and the last position, beside the control.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;
mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use checker::board::Colour;
use checker::certificate::{Content, Digest, Enclosure, EnclosureRecord, SharpTable, TwoTables};
use checker::conditions::{Options, Which};
use checker::enclosure::{Best, Bounds, End, inequality};
use checker::{Breach, Condition, Failure, Rejection, Verified, check, notation};
use naive::{Enclosed, Family, enclose, family};
use num_bigint::BigInt;
use num_rational::BigRational;
use support::{Certified, fen, imports, rejection, verify};

/// Verifies an enclosure of an endgame with exact imports, and that it holds the true values.
fn compare(family: &Family, signature: &str, bits: u8, (files, ranks): (i32, i32)) -> Verified {
    let imports = imports(family, signature, &mut Certified::new());
    let enclosed = enclose(family, signature, bits, &BTreeMap::new());
    let verified = check(&enclosed.bytes, &imports).unwrap_or_else(|failure| panic!("{signature}: {failure}"));
    assert_eq!((verified.kind(), verified.bits()), (2, Some(bits)));
    let unit = BigRational::new(1.into(), BigInt::from(1) << bits);
    let (mut not_sharp, mut widest, mut width) = (0, naive::zero(), naive::zero());
    for (list, known) in &family[signature].known {
        let placement = notation::parse(&fen(files, ranks, signature, list)).unwrap();
        let number = verified.number(&placement).unwrap();
        assert_eq!(number, family[signature].number[list]);
        let seen = verified.seen(number).unwrap();
        for (which, value) in [(Which::Lower, &known.x), (Which::Upper, &known.y)] {
            let interval = seen.value(which);
            assert!(interval.low <= *value && *value <= interval.high, "{signature} {list:?}");
        }
        let bounds = verified.bounds(number).unwrap();
        assert_eq!(&unit * BigRational::from_integer(bounds.ends.end(End::BetaLower).into()), seen.values.1.low);
        if family[signature].least.contains(list) {
            let (alpha, beta) = &seen.values;
            not_sharp += usize::from(alpha.high < beta.low);
            widest = widest.max(&beta.low - &alpha.high);
            width = width.max(&alpha.high - &alpha.low).max(&beta.high - &beta.low);
        }
    }
    let receipt = verified.receipt();
    assert_eq!(receipt.not_sharp, not_sharp);
    assert_eq!(receipt.largest_width, Some(width.clone()));
    assert_eq!(receipt.widest_gap, widest);
    let truly = family[signature].least.iter().filter(|list| {
        let known = &family[signature].known[*list];
        known.x != known.y
    });
    assert!(not_sharp <= truly.count());
    let claim = verified.claim();
    assert!(
        claim.contains(&format!("all {} positions are enclosed to within {width}", verified.positions())),
        "{claim}"
    );
    verified
}

/// What can be said of a table without an option names a condition that all tables have.
#[test]
fn has_a_condition_for_a_player_without_options() {
    let breach = Best::of(&<Options<Bounds>>::default()).unwrap_err();
    assert_eq!(breach, Breach::NoOption { colour: Colour::White });
    assert_eq!((breach.condition(), Breach::NoRecord.condition()), (Condition::Coverage, Condition::Coverage));
}

#[test]
fn accepts_values_rounded_outwards() {
    let knights = family(4, 4, "KBkn", false);
    let verified = compare(&knights, "KBkn", 40, (4, 4));
    let claim = verified.claim();
    assert_eq!(verified.receipt().not_sharp, 83, "{claim}");
    assert!(claim.contains("; at least 83 are not sharp, the widest gap is at least "), "{claim}");
    for bits in [1, 2, 5, 62] {
        let verified = compare(&knights, "KBkn", bits, (4, 4));
        if bits == 62 {
            assert_eq!(verified.receipt().not_sharp, 83);
        }
    }
    let pawns = family(2, 5, "KPkp", true);
    for bits in [8, 33, 62] {
        compare(&pawns, "KPkp", bits, (2, 5));
    }
    compare(&pawns, "KBkp", 20, (2, 5));
    compare(&pawns, "KPk", 20, (2, 5));
    let verified = compare(&pawns, "Kk", 20, (2, 5));
    // Values that are multiples of the unit, and no labels but the true ones.
    assert!(verified.claim().ends_with("none is shown not to be sharp"), "{}", verified.claim());
}

/// Each import an enclosure in finer or coarser units, or exact.
#[test]
fn accepts_imports_of_every_kind() {
    let family = family(2, 5, "KPkp", true);
    let mut exact = Certified::new();
    verify(&family, "KPkp", &mut exact);
    let mut others: BTreeMap<String, Enclosed> = BTreeMap::new();
    let mut verified: BTreeMap<String, Arc<Verified>> = BTreeMap::new();
    // By the number of men, then of pawns: what is imported comes before what imports it.
    let mut names: Vec<&String> = family.keys().collect();
    names.sort_by_key(|name| (name.len(), name.matches(['P', 'p']).count(), *name));
    for (place, name) in names.into_iter().enumerate() {
        let bits = [40, 12, 30, 62, 8][place % 5];
        let enclosed = enclose(&family, name, bits, &others);
        let imports: Vec<Arc<Verified>> =
            naive::imports(name).iter().map(|i| Arc::clone(verified.get(i).unwrap_or(&exact[i]))).collect();
        let checked = Arc::new(check(&enclosed.bytes, &imports).unwrap_or_else(|failure| panic!("{name}: {failure}")));
        // These are imported as they are in the exact family.
        if !["KBkp", "KQk", "KNk", "KRkb"].contains(&name.as_str()) {
            verified.insert(name.clone(), checked);
            others.insert(name.clone(), enclosed);
        }
    }
    let kinds: Vec<u16> = naive::imports("KPkp").iter().map(|i| verified.get(i).unwrap_or(&exact[i]).kind()).collect();
    assert!([0, 1, 2].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
}

static PAWNS: LazyLock<Family> = LazyLock::new(|| family(2, 5, "KPkp", true));
static IMPORTS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| imports(&PAWNS, "KPkp", &mut Certified::new()));
static ENCLOSED: LazyLock<Enclosed> = LazyLock::new(|| enclose(&PAWNS, "KPkp", BITS, &BTreeMap::new()));
/// So few that hardly a value is a multiple of the unit.
const BITS: u8 = 9;

fn changed(change: impl FnOnce(&mut Enclosure)) -> Result<Verified, Failure> {
    let mut enclosure = ENCLOSED.enclosure.clone();
    change(&mut enclosure);
    check(&ENCLOSED.with(enclosure), &IMPORTS)
}

fn place_of(number: usize) -> String {
    fen(2, 5, "KPkp", &PAWNS["KPkp"].least[number])
}

/// How the record of that number fails after a change of it, which must be the first that fails.
fn breach(number: usize, change: impl FnOnce(&mut EnclosureRecord)) -> Breach {
    match rejection(changed(|e| change(&mut e.records[number]))) {
        Rejection::At { fen: found, breach } => {
            assert_eq!(found, place_of(number));
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

#[test]
fn accepts_the_unmodified_control() {
    assert!(changed(|_| {}).is_ok());
}

/// The record with one of its bounds one unit tighter than its options allow, and the others where they do not matter.
fn too_tight(record: &EnclosureRecord, end: End, options: &Options<Bounds>) -> EnclosureRecord {
    let max = options.white.iter().map(|option| option.to.ends.end(end)).max().unwrap();
    let min = options.black.iter().map(|option| option.to.ends.end(end)).min().unwrap();
    let (mut l, mut u) = (record.alpha, record.alpha + record.alpha_width);
    let (mut l2, mut u2) = (record.beta, record.beta + record.beta_width);
    match end {
        End::AlphaLower => l = (max + min) / 2 + 1,
        End::AlphaUpper => u = (max + min).div_ceil(2) - 1,
        End::BetaLower => l2 = (max + min) / 2 + 1,
        End::BetaUpper => u2 = (max + min).div_ceil(2) - 1,
    }
    // Each pair in order, as the grammar has it.
    match end {
        End::AlphaLower | End::BetaLower => (u, u2) = (u.max(l), u2.max(l2).max(l)),
        End::AlphaUpper | End::BetaUpper => (l, l2) = (l.min(u).min(u2), l2.min(u2)),
    }
    EnclosureRecord { alpha: l, alpha_width: u - l, beta: l2, beta_width: u2 - l2, ..*record }
}

#[test]
fn rejects_a_bound_that_is_one_unit_too_tight() {
    let verified = changed(|_| {}).unwrap();
    let ends = [
        (End::AlphaLower, Condition::AlphaLower),
        (End::AlphaUpper, Condition::AlphaUpper),
        (End::BetaLower, Condition::BetaLower),
        (End::BetaUpper, Condition::BetaUpper),
    ];
    let mut first_to_fail = [0; 4];
    for number in (0..PAWNS["KPkp"].least.len()).step_by(23).chain(places()) {
        let options = verified.bounded_options(&verified.placement(number).unwrap()).unwrap();
        let record = ENCLOSED.enclosure.records[number];
        for (place, (end, condition)) in ends.into_iter().enumerate() {
            let tight = too_tight(&record, end, &options);
            // The condition on this position alone.
            let alone = |record: &EnclosureRecord| {
                let bounds = Bounds::stated(record);
                inequality(end, &bounds, &Best::of(&options)?, BITS)
            };
            assert!(alone(&record).is_ok());
            let breach = alone(&tight).unwrap_err();
            assert_eq!(breach.condition(), condition, "{breach}");
            match breach {
                Breach::TooHigh { end: found, twice, white, black, sum, bits: BITS } => {
                    assert!(found == end && twice > sum && sum == white + black);
                }
                Breach::TooLow { end: found, twice, white, black, sum, bits: BITS } => {
                    assert!(found == end && twice < sum && sum == white + black);
                }
                other => panic!("{other}"),
            }
            // The certificate: an earlier position may say no first.
            let failure = rejection(changed(|e| e.records[number] = tight));
            assert!(matches!(failure, Rejection::At { .. }), "{failure}");
            if failure.condition() == condition {
                first_to_fail[place] += 1;
            }
            if number == 0 {
                assert_eq!(failure.condition(), condition, "{failure}");
            }
        }
    }
    assert!(first_to_fail.iter().all(|&count| count > 3), "{first_to_fail:?}");
}

#[test]
fn says_both_sides_of_an_inequality_and_the_unit() {
    let number = (0..PAWNS["KPkp"].least.len()).find(|&n| ENCLOSED.enclosure.records[n].alpha_width > 0).unwrap();
    let text = changed(|e| {
        let r = &mut e.records[number];
        (r.alpha, r.alpha_width) = (r.alpha + r.alpha_width, 0);
    });
    let text = text.unwrap_err().to_string();
    assert!(text.starts_with("alpha-lower: ") && text.ends_with(", in units of 2^-9"), "{text}");
    assert!(text.contains(" for twice the lower bound on α, required at most "), "{text}");
    let text = changed(|e| {
        let r = &mut e.records[number];
        r.alpha_width = 0;
    });
    let text = text.unwrap_err().to_string();
    assert!(
        text.starts_with("alpha-upper: ") && text.contains(" for twice the upper bound on α, required at least "),
        "{text}"
    );
}

#[test]
fn rejects_bounds_that_cross_or_exceed_one() {
    let one = 1_u64 << BITS;
    for record in places() {
        let r = ENCLOSED.enclosure.records[record];
        let result = changed(|e| e.records[record].alpha_width = one - r.alpha + 1);
        let (which, low, width) = (Which::Lower, r.alpha, one - r.alpha + 1);
        assert_eq!(rejection(result), Rejection::BoundAboveOne { record, which, low, width, bits: BITS });
        let result = changed(|e| e.records[record].beta_width = u64::MAX);
        let (which, low, width) = (Which::Upper, r.beta, u64::MAX);
        assert_eq!(rejection(result), Rejection::BoundAboveOne { record, which, low, width, bits: BITS });
        let result = changed(|e| (e.records[record].beta, e.records[record].beta_width) = (one + 1, 0));
        assert!(matches!(rejection(result), Rejection::BoundAboveOne { which: Which::Upper, .. }));
        // The lower bound on α above the upper bound on β.
        let result = changed(|e| {
            let r = &mut e.records[record];
            (r.alpha, r.alpha_width, r.beta, r.beta_width) = (7, 0, 3, 3);
        });
        let expected = Rejection::BoundsCross { record, low: 7, high: 6 };
        assert_eq!(rejection(result), expected);
        assert_eq!(expected.condition(), Condition::Canonical);
    }
    for found in [0, 63, 64, 255] {
        let expected = Rejection::Bits { found };
        assert_eq!(rejection(changed(|e| e.bits = found)), expected);
        assert_eq!(expected.condition(), Condition::Canonical);
    }
    // Finer units are too fine for the numbers, and coarser ones too coarse.
    assert!(matches!(rejection(changed(|e| e.bits = BITS - 1)), Rejection::BoundAboveOne { .. }));
    assert!(matches!(rejection(changed(|e| e.bits = BITS + 1)), Rejection::At { .. }));
}

/// The whole interval from 0 to 1 everywhere needs no evidence; as soon as something is claimed, it does.
#[test]
fn accepts_the_enclosure_that_says_nothing() {
    let one = 1_u64 << BITS;
    let nothing =
        EnclosureRecord { alpha: 0, alpha_width: one, beta: 0, beta_width: one, white_label: 0, black_label: 0 };
    let verified = changed(|e| e.records.iter_mut().for_each(|r| *r = nothing)).unwrap();
    assert!(verified.claim().contains("enclosed to within 1; none is shown not to be sharp"), "{}", verified.claim());
}

#[test]
fn rejects_labels_without_evidence() {
    let one = 1_u64 << BITS;
    let mut infinite = [0; 2];
    for number in places() {
        let r = ENCLOSED.enclosure.records[number];
        if r.alpha > 0 {
            infinite[0] += 1;
            let found = breach(number, |r| r.white_label = 0);
            let expected =
                Breach::NoEvidence { colour: Colour::White, end: End::AlphaLower, bound: r.alpha, bits: BITS };
            assert_eq!(found, expected);
            assert_eq!(found.condition(), Condition::WhiteLabel);
        }
        if r.beta + r.beta_width < one {
            infinite[1] += 1;
            let found = breach(number, |r| r.black_label = 0);
            assert!(matches!(found, Breach::NoEvidence { colour: Colour::Black, end: End::BetaUpper, bits: BITS, .. }));
            assert_eq!(found.condition(), Condition::BlackLabel);
        }
        // These labels are the least possible; a smaller one has nothing below it.
        for less in 1..r.white_label {
            let found = breach(number, |r| r.white_label = less);
            assert!(matches!(found, Breach::Evidence { colour: Colour::White, .. }), "{found}");
        }
        for less in 1..r.black_label {
            let found = breach(number, |r| r.black_label = less);
            assert!(matches!(found, Breach::Evidence { colour: Colour::Black, .. }), "{found}");
        }
    }
    assert!(infinite[0] > 0 && infinite[1] > 0, "{infinite:?}");
    let labelled = (0..ENCLOSED.enclosure.records.len()).find(|&n| ENCLOSED.enclosure.records[n].white_label > 1);
    let text = breach(labelled.unwrap(), |r| r.white_label = 1).to_string();
    assert!(text.starts_with("found white's label 1, required one above "), "{text}");
}

/// A cycle of labels: two positions that lead to one another cannot be each other's evidence.
#[test]
fn rejects_a_cycle_of_labels() {
    // With all labels equal to one number, no position has evidence that does not end the game or leave the endgame at once.
    for label in [1, 2, 5, u32::MAX] {
        let result = changed(|e| e.records.iter_mut().for_each(|r| (r.white_label, r.black_label) = (label, label)));
        let failure = rejection(result);
        assert!(matches!(failure, Rejection::At { breach: Breach::Evidence { .. }, .. }), "{failure}");
    }
    // Labels need not be the least ones: any that grow with them will do.
    let spread = |label: u32| if label == 0 { 0 } else { label * 1000 + 7 };
    let result = changed(|e| {
        e.records
            .iter_mut()
            .for_each(|r| (r.white_label, r.black_label) = (spread(r.white_label), spread(r.black_label)));
    });
    assert!(result.is_ok());
    let largest = |label: u32| if label == 0 { 0 } else { u32::MAX - 100 + label };
    let result = changed(|e| {
        e.records
            .iter_mut()
            .for_each(|r| (r.white_label, r.black_label) = (largest(r.white_label), largest(r.black_label)));
    });
    assert!(result.is_ok());
    // The largest number is a number, and not infinite; and it is greater than the one before it.
    let top = ENCLOSED.enclosure.records.iter().map(|r| r.white_label).max().unwrap();
    let up_to = |label: u32| if label == 0 { 0 } else { u32::MAX - top + label };
    assert!(changed(|e| e.records.iter_mut().for_each(|r| r.white_label = up_to(r.white_label))).is_ok());
    // The labels of the other player are no evidence.
    let result = changed(|e| {
        e.records.iter_mut().for_each(|r| (r.white_label, r.black_label) = (r.black_label, r.white_label));
    });
    assert!(matches!(rejection(result), Rejection::At { .. }));
}

#[test]
fn rejects_the_wrong_kind_of_import() {
    let family = family(3, 3, "KBkn", false);
    let mut exact = Certified::new();
    let imports = imports(&family, "KBkn", &mut exact);
    let enclosed = enclose(&family, "KBk", 50, &BTreeMap::new());
    let kings = vec![Arc::clone(&exact["Kk"])];
    let enclosed = Arc::new(check(&enclosed.bytes, &kings).unwrap());
    let mixed = vec![Arc::clone(&enclosed), Arc::clone(&imports[1])];
    let digests: Vec<Digest> = mixed.iter().map(|import| import.digest()).collect();
    let with = |content: Content| {
        let bytes = checker::certificate::Certificate { imports: digests.clone(), content }.encode().unwrap();
        check(&bytes, &mixed)
    };
    let SharpTable { endgame, odd_parts, values, records } = family["KBkn"].table();
    let pairs = records.iter().map(|r| checker::certificate::PairRecord {
        lower: r.value,
        upper: r.value,
        white_label: r.white_label,
        black_label: r.black_label,
    });
    let two = TwoTables {
        endgame: endgame.clone(),
        odd_parts: odd_parts.clone(),
        values: values.clone(),
        records: pairs.collect(),
    };
    let file_name = "3x3_KBk.cert".to_owned();
    for (content, required) in
        [(Content::SharpTable(SharpTable { endgame, odd_parts, values, records }), 0), (Content::TwoTables(two), 1)]
    {
        let expected = Rejection::WeakerImport { file_name: file_name.clone(), found: 2, required };
        assert_eq!(rejection(with(content)), expected);
        assert_eq!(expected.condition(), Condition::Imports);
    }
    // An enclosure may import it.
    let others = BTreeMap::from([("KBk".to_owned(), enclose(&family, "KBk", 50, &BTreeMap::new()))]);
    assert!(check(&enclose(&family, "KBkn", 40, &others).bytes, &mixed).is_ok());
}

/// The order of the chapter "The format": each failure hides those after it.
#[test]
fn checks_in_order() {
    type Change = Box<dyn Fn(&mut Enclosure)>;
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(|e| e.endgame.files = 1), "canonical: board: "),
        (Box::new(|e| e.bits = 63), "canonical: bits: "),
        (Box::new(|e| e.records[3].alpha_width = u64::MAX), "canonical: record 3: "),
        (Box::new(|e| e.records.truncate(30)), "coverage: "),
        (Box::new(|e| (e.records[0].alpha, e.records[0].alpha_width) = (1, 0)), "alpha-"),
        (Box::new(|e| e.records[0].white_label = 0), "white-label: "),
        (Box::new(|e| e.records[0].black_label = 0), "black-label: "),
    ];
    for (number, (_, expected)) in changes.iter().enumerate() {
        let result = changed(|e| changes[number..].iter().rev().for_each(|(change, _)| change(e)));
        let text = result.unwrap_err().to_string();
        assert!(text.starts_with(expected), "{number}: {text}");
    }
    let required = ENCLOSED.enclosure.records.len();
    let result = changed(|e| e.records.push(e.records[0]));
    assert_eq!(rejection(result), Rejection::Coverage { found: required + 1, required });
}

#[test]
fn never_panics_on_other_bytes() {
    let solved = family(2, 4, "KPkp", true);
    let imports = imports(&solved, "KPkp", &mut Certified::new());
    let bytes = enclose(&solved, "KPkp", 30, &BTreeMap::new()).bytes;
    assert!(check(&bytes, &imports).is_ok());
    let mut accepted = 0;
    for place in 12..bytes.len() - 32 {
        for change in [1_u8, 0x40, 0x80, 0xff] {
            let mut changed = bytes[..bytes.len() - 32].to_vec();
            changed[place] ^= change;
            let digest = Digest::of(&changed);
            changed.extend(digest.0);
            // Of enclosures there are many that are true: a wider one is one of them.
            accepted += usize::from(check(&changed, &imports).is_ok());
        }
    }
    assert!(accepted < bytes.len());
}
