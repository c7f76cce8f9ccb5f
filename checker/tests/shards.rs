//! Shards and threads: parts of a check say together what the whole says, and nothing that was skipped looks verified.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;
mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use checker::certificate::{Content, Digest, Enclosure, TwoTables};
use checker::{Failure, JoinError, Rejection, Requirement, Shard, ShardReceipt, Statement, Verified, join};
use naive::{Enclosed, Family, enclose, family};
use support::{Certified, imports};

static PAWNS: LazyLock<Family> = LazyLock::new(|| family(2, 5, "KPkp", true));
/// What the two endgames import that are checked whole here.
static IMPORTS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
    let mut certified = Certified::new();
    ["KPkp", "KBk"].iter().flat_map(|signature| imports(&PAWNS, signature, &mut certified)).collect()
});
static ENCLOSED: LazyLock<Enclosed> = LazyLock::new(|| enclose(&PAWNS, "KPkp", 30, &BTreeMap::new()));

fn import(required: &Requirement) -> Result<Arc<Verified>, Failure> {
    Ok(Arc::clone(IMPORTS.iter().find(|import| import.digest() == required.digest).unwrap()))
}

fn shard(bytes: &[u8], text: &str, threads: usize) -> Result<ShardReceipt, Failure> {
    let shard: Shard = text.parse().unwrap();
    Statement::read(bytes)?.on_threads(threads).check_shard(shard, import)
}

fn whole(bytes: &[u8], threads: usize) -> Result<Verified, Failure> {
    Statement::read(bytes)?.on_threads(threads).check(import)
}

/// The receipts of all shards, with names.
fn receipts(bytes: &[u8], count: usize) -> Vec<(String, String)> {
    let receipt = |i: usize| shard(bytes, &format!("{i}/{count}"), 1).unwrap().to_string();
    (1..=count).map(|i| (format!("r{i}"), receipt(i))).collect()
}

#[test]
fn says_together_what_the_whole_says() {
    for bytes in [&PAWNS["KPkp"].bytes, &ENCLOSED.bytes] {
        let verified = whole(bytes, 1).unwrap();
        for count in [1, 2, 3, 7, verified.positions(), verified.positions() + 5] {
            let receipts = if count > 10 { None } else { Some(receipts(bytes, count)) };
            let Some(receipts) = receipts else { continue };
            let joined = join(&receipts).unwrap();
            assert_eq!((joined.certificate, &joined.claim), (verified.digest(), &verified.claim()));
            let all: String = receipts.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(joined.receipts, Digest::of(all.as_bytes()));
            // In any order.
            let mut turned = receipts.clone();
            turned.reverse();
            assert_eq!(join(&turned).unwrap(), joined);
            for (_, text) in &receipts {
                assert!(!text.contains("verified:"), "{text}");
                assert!(text.starts_with("bidcert shard receipt 2: a part of a check, no verdict\n"), "{text}");
            }
        }
    }
    // More shards than positions: some are empty.
    let positions = PAWNS["KPkp"].least.len();
    let ranges: Vec<_> = (1..=3 * positions)
        .step_by(positions / 2 + 1)
        .map(|i| shard(&ENCLOSED.bytes, &format!("{i}/{}", 3 * positions), 1).unwrap().range)
        .collect();
    assert!(ranges.iter().any(|range| range.is_empty()) && ranges.iter().any(|range| range.len() == 1), "{ranges:?}");
}

#[test]
fn names_everything_that_it_rests_on() {
    let receipt = shard(&PAWNS["KPkp"].bytes, "2/3", 1).unwrap();
    let all: Vec<Digest> =
        PAWNS.iter().filter(|(name, _)| *name != "KPkp").map(|(_, s)| Digest::of(&s.bytes)).collect();
    assert_eq!(receipt.imports.len(), all.len());
    assert!(all.iter().all(|digest| receipt.imports.contains(digest)));
    let text = receipt.to_string();
    assert!(text.contains(&format!("\ncertificate sha-256 {}\n", Digest::of(&PAWNS["KPkp"].bytes))));
    assert!(text.contains("\npositions 300..600 of 900\n"), "{text}");
    assert!(text.contains("\nclaim, if all shards hold: 2x5 KPkp, double step: all 900 positions have these exact"));
}

#[test]
fn rejects_receipts_that_do_not_fit_together() {
    let all = receipts(&ENCLOSED.bytes, 4);
    assert!(join(&all).is_ok());
    assert_eq!(join(&[]).unwrap_err(), JoinError::Nothing);
    let name = |i: usize| format!("r{i}");
    let positions = PAWNS["KPkp"].least.len();
    assert_eq!(positions, 900);
    // Without one of them.
    for missing in 0..4 {
        let mut fewer = all.clone();
        fewer.remove(missing);
        let expected = match missing {
            3 => JoinError::End { receipt: name(3), found: 675, required: 900 },
            _ => JoinError::Gap { receipt: name(missing + 2), found: 225 * (missing + 1), required: 225 * missing },
        };
        assert_eq!(join(&fewer).unwrap_err(), expected);
    }
    // One twice, and one of another partition.
    for twice in 0..4 {
        let mut more = all.clone();
        more.push(all[twice].clone());
        let error = join(&more).unwrap_err();
        assert!(matches!(error, JoinError::Overlap { .. }), "{error}");
    }
    let mut other = all.clone();
    other[1].1 = receipts(&ENCLOSED.bytes, 5)[1].1.clone();
    let error = join(&other).unwrap_err();
    assert_eq!(error, JoinError::Overlap { receipt: name(2), found: 180, required: 225, other: name(1) });
    assert!(error.to_string().starts_with("r2: positions: found 180 as the first, required 225"), "{error}");
    // Of another certificate.
    let mut other = all.clone();
    other[2].1 = receipts(&PAWNS["KPkp"].bytes, 4)[2].1.clone();
    let error = join(&other).unwrap_err();
    assert!(
        matches!(&error, JoinError::Differs { receipt, what: "certificate", .. } if *receipt == name(3)),
        "{error}"
    );
}

/// The text with a change, and with a digest that is right again.
fn redigested(text: &str, change: impl Fn(&str) -> String) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let above: String = lines[..lines.len() - 1].iter().map(|line| change(line) + "\n").collect();
    format!("{above}sha-256 of the lines above {}\n", Digest::of(above.as_bytes()))
}

#[test]
fn rejects_altered_receipts() {
    let all = receipts(&ENCLOSED.bytes, 2);
    let (text, with) = (&all[1].1, |text: String| join(&[all[0].clone(), ("other".to_owned(), text)]));
    assert!(with(text.clone()).is_ok());
    assert!(with(redigested(text, str::to_owned)).is_ok());
    // Each byte changed, and each cut.
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let error = with(String::from_utf8(bytes).unwrap()).unwrap_err();
        let first_line = place < text.find('\n').unwrap() + 1;
        assert!(matches!(error, JoinError::NoReceipt { .. }) == first_line, "{place}: {error}");
        assert!(with(text[..place].to_owned()).is_err());
    }
    for more in ["\n", "x", " "] {
        assert!(with(format!("{text}{more}")).is_err());
    }
    // A right digest and a wrong line.
    let changes: Vec<(&str, &str)> = vec![
        ("positions 450..900 of 900", "positions 451..900 of 900"),
        ("positions 450..900 of 900", "positions 449..900 of 900"),
        ("positions 450..900 of 900", "positions 450..899 of 900"),
        ("positions 450..900 of 900", "positions 450..900 of 901"),
        ("positions 450..900 of 900", "positions 900..450 of 900"),
        ("positions 450..900 of 900", "positions 450..0900 of 900"),
        ("positions 450..900 of 900", "positions 450..901 of 900"),
        ("positions 450..900 of 900", "positions 0..0 of 0"),
        ("checker 0.", "checker 1."),
        ("checker 0.", "checker"),
        ("claim, if all shards hold: 2x5", "claim, if all shards hold: \u{1b}[2J2x5"),
        ("claim, if all shards hold: 2x5", "claim, if all shards hold: 2x5\r"),
        ("claim, if all shards hold: 2x5", "claim, if all shards hold: \u{202e}2x5"),
        ("positions 450..900 of 900", "positions"),
        ("claim, if all shards hold: 2x5", "claim, if all shards hold: 8x8"),
        ("claim", "Claim"),
        ("certificate sha-256 ", "certificate sha-256 0"),
        ("import, checked in full, sha-256 ", "import, not checked, sha-256 "),
    ];
    for (found, other) in changes {
        assert!(text.contains(found));
        let error = with(redigested(text, |line| line.replacen(found, other, 1))).unwrap_err();
        assert!(error.to_string().contains("other"), "{found} {other} {error}");
    }
    // Without one of the imports.
    let import = text.lines().find(|line| line.starts_with("import")).unwrap();
    let fewer = redigested(&text.replacen(&format!("{import}\n"), "", 1), str::to_owned);
    assert!(matches!(with(fewer).unwrap_err(), JoinError::Differs { what: "imports", .. }));
    let error = with(redigested(text, |line| line.replace("receipt 2:", "receipt 1:"))).unwrap_err();
    assert!(matches!(error, JoinError::NoReceipt { .. }));
    assert!(with(String::new()).is_err());
}

/// Receipts agree with each other here, so that nothing but what they say can be wrong.
#[test]
fn joins_no_receipts_of_nothing() {
    let text = &receipts(&ENCLOSED.bytes, 1)[0].1;
    let with = |found: &str, other: &str| {
        assert!(text.contains(found));
        join(&[("r".to_owned(), redigested(text, |line| line.replacen(found, other, 1)))])
    };
    assert!(with("0..900 of 900", "0..7 of 7").is_ok());
    let lines = JoinError::Lines { receipt: "r".to_owned() };
    assert_eq!(with("0..900 of 900", "0..0 of 0").unwrap_err(), lines);
    assert_eq!(with("2x5 KPkp", "\u{7}2x5 KPkp").unwrap_err(), lines);
    assert_eq!(with("2x5 KPkp", "\u{9b}2x5 KPkp").unwrap_err(), lines);
    assert_eq!(with("checker 0", "checker \u{1b}0").unwrap_err(), lines);
    // Texts of any length are not told in full.
    let long = "x".repeat(1 << 20);
    for text in [format!("{text}{long}"), text.replace("2x5", &format!("2x5{long}"))] {
        let error = join(&[("r".to_owned(), text)]).unwrap_err();
        assert!(matches!(error, JoinError::Altered { .. }) && error.to_string().len() < 1000);
    }
    let long = redigested(text, |line| line.replace("2x5", &format!("2x5{long}")));
    let error = join(&[("r".to_owned(), text.clone()), ("long".to_owned(), long)]).unwrap_err().to_string();
    assert!(error.starts_with("long: claim: found 2x5xxx") && error.contains("xxx… (10") && error.len() < 2000);
}

/// What different versions of the checker found is not put together.
#[test]
fn names_the_version_of_the_checker() {
    let all = receipts(&ENCLOSED.bytes, 2);
    let version = env!("CARGO_PKG_VERSION");
    let line = format!("\nchecker {version}\ncertificate sha-256 ");
    assert!(all.iter().all(|(_, text)| text.contains(&line)));
    let other = redigested(&all[1].1, |line| line.replace(&format!("checker {version}"), "checker 99.1.0"));
    let expected = format!("other: checker: found 99.1.0, required {version} as in r1");
    assert_eq!(join(&[all[0].clone(), ("other".to_owned(), other)]).unwrap_err().to_string(), expected);
}

/// So many shards that their number times that of the positions is beyond 64 bits.
#[test]
fn counts_shards_beyond_64_bits() {
    // floor(900·(i − 1)/n) and floor(900·i/n), by hand.
    let (n60, n63) = (1_u64 << 60, 1_u64 << 63);
    let last = u64::MAX;
    let cases = [
        (format!("1/{n60}"), 0..0),
        (format!("{n60}/{n60}"), 899..900),
        (format!("{}/{n60}", n60 - 1), 899..899),
        (format!("{}/{n63}", n63 / 2), 449..450),
        (format!("{}/{n63}", n63 / 2 + 1), 450..450),
        (format!("{last}/{last}"), 899..900),
    ];
    for (text, range) in cases {
        assert_eq!(shard(&ENCLOSED.bytes, &text, 1).unwrap().range, range, "{text}");
    }
}

#[test]
fn reads_shards() {
    for text in ["1/1", "2/3", "3/3", "64/1000"] {
        assert!(text.parse::<Shard>().is_ok());
    }
    for text in ["", "1", "/", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1 /3", "99999999999999999999999/1"] {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
}

/// A failure is found by the shard that has it, and by no other; what is no condition on one position, by all.
#[test]
fn fails_where_the_failure_is() {
    let positions = PAWNS["KPkp"].least.len();
    let with = |change: &dyn Fn(&mut Enclosure)| {
        let mut enclosure = ENCLOSED.enclosure.clone();
        change(&mut enclosure);
        ENCLOSED.with(enclosure)
    };
    for number in [0, positions / 2, positions - 1] {
        let bytes = with(&|e| e.records[number].white_label = 1 - e.records[number].white_label.min(1));
        let expected = whole(&bytes, 1).unwrap_err();
        let results: Vec<_> = (1..=5).map(|i| shard(&bytes, &format!("{i}/5"), 1)).collect();
        let failing: Vec<usize> = (0..5).filter(|&i| results[i].is_err()).collect();
        assert!(failing.contains(&(number * 5 / positions)), "{failing:?}");
        assert!(failing.len() < 5);
        assert_eq!(results[failing[0]].as_ref().unwrap_err(), &expected);
    }
    let bytes = with(&|e| e.records.truncate(10));
    for i in 1..=3 {
        let failure = shard(&bytes, &format!("{i}/3"), 1).unwrap_err();
        assert!(matches!(failure, Failure::Rejected(Rejection::Coverage { .. })), "{failure}");
    }
    // The last condition of two tables, too: each value is used.
    let mut tables = PAWNS["KPkp"].tables();
    tables.values.insert(0, tables.values[0].clone());
    let value = &mut tables.values[0];
    (value.numerator.0, value.odd_part, value.power_of_two) = (num_bigint::BigUint::from(1_u8), 0, 99);
    tables.records.iter_mut().for_each(|r| (r.lower, r.upper) = (r.lower + 1, r.upper + 1));
    let bytes = PAWNS["KPkp"].with(Content::TwoTables(tables));
    for i in 1..=3 {
        let failure = shard(&bytes, &format!("{i}/3"), 1).unwrap_err();
        assert_eq!(failure, Rejection::ValueUnused { value: 0 }.into());
    }
}

/// However many threads share the work, the first failure in the canonical order is the one that is told.
#[test]
fn says_the_same_with_any_number_of_threads() {
    let positions = PAWNS["KPkp"].least.len();
    let verified = whole(&ENCLOSED.bytes, 1).unwrap();
    for threads in [0, 1, 2, 3, 8, 64, 1000] {
        let again = whole(&ENCLOSED.bytes, threads).unwrap();
        assert_eq!((again.claim(), again.receipt()), (verified.claim(), verified.receipt()));
        assert!(whole(&PAWNS["KPkp"].bytes, threads).is_ok() && whole(&PAWNS["KBk"].bytes, threads).is_ok());
        assert_eq!(shard(&ENCLOSED.bytes, "2/3", threads), shard(&ENCLOSED.bytes, "2/3", 1));
    }
    let enclosures: Vec<Vec<usize>> =
        vec![vec![0, positions - 1], vec![10, 11, 500], vec![positions / 2, positions / 2 + 1], vec![899]];
    for numbers in enclosures {
        let mut enclosure = ENCLOSED.enclosure.clone();
        let mut tables: TwoTables = PAWNS["KPkp"].tables();
        for &number in &numbers {
            let r = &mut enclosure.records[number];
            (r.white_label, r.black_label) = (0, 0);
            tables.records[number].white_label += 40;
        }
        for bytes in [ENCLOSED.with(enclosure), PAWNS["KPkp"].with(Content::TwoTables(tables))] {
            let expected = whole(&bytes, 1).unwrap_err();
            for threads in [2, 3, 7, 64] {
                assert_eq!(whole(&bytes, threads).unwrap_err(), expected);
            }
        }
    }
}
