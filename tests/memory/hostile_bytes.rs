//! Whatever the bytes, the checker answers: it does not verify what is not true, does not panic, and keeps within its memory.
//!
//! Certificates of every statement and form are cut, lengthened and changed at random, with the digests as they were and with digests that are
//! right again; heads promise more than there is. What verifies is compared with exact values; where one statement has one certificate,
//! nothing may verify but the certificate of another true statement, byte for byte.

use std::collections::BTreeSet;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Digest, Statement};
use checker::failure::{Failure, Spelling};
use checker::graph::Game;
use fastrand::Rng;
use pipeline_tests::corpus::{CONTROLS, Control, exact, opened, sealed, slice_table};
use pipeline_tests::sample;
use report::words::{explain, game_fault};

use crate::alone;
use crate::fuzz::targets::{measured, most};

/// Checks a file in the place of a control: within the memory, and if it fails, with one line of words and without a panic.
fn judged(control: &Control, bytes: &[u8], what: &str) -> Result<Arc<Verified>, Failure> {
    let (outcome, peak) = measured(|| control.check(bytes));
    let game = control.game.as_ref().map_or(0, |(_, file)| file.len());
    let allowed = most(bytes.len() + control.import_bytes + game);
    assert!(peak <= allowed, "{}: {what}: {peak} bytes of memory, {allowed} allowed", control.name);
    if let Err(failure) = &outcome {
        assert!(!matches!(failure, Failure::Bug), "{}: {what}: {failure:?}", control.name);
        let game = control.game.as_ref().map(|(game, _)| game);
        let text = explain(bytes, game, failure);
        assert_eq!(text.lines().count(), 1, "{}: {what}: {text}", control.name);
    }
    outcome
}

/// Where the parts of a file begin: magic, version, length, head, digest, and each slice.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let certificate = ::games::certificate(&bytes).expect("a certificate");
    let slices: usize = certificate.slices.iter().map(|slice| slice.1).sum();
    let mut all = vec![0, 8, 10, 14, bytes.len() - slices - 32, bytes.len() - slices];
    let mut start = bytes.len() - slices;
    for (_, length, _) in certificate.slices {
        start += length;
        all.push(start);
    }
    all
}

#[test]
fn what_is_cut_is_no_certificate() {
    let _alone = alone();
    for control in &*CONTROLS {
        let bytes = &control.bytes;
        let step = bytes.len() / sample(170, 700) + 1;
        let near = boundaries(bytes).into_iter().flat_map(|place| place.saturating_sub(2)..place + 3);
        let lengths: BTreeSet<usize> =
            near.chain((0..bytes.len()).step_by(step)).filter(|&length| length < bytes.len()).collect();
        for length in lengths {
            let failure = judged(control, &bytes[..length], "cut").expect_err("a cut file");
            assert_eq!(failure.condition(), Some("header"), "{} after {length} bytes: {failure:?}", control.name);
        }
    }
}

/// The head, or a slice, ends too early, and all digests are right.
#[test]
fn what_is_cut_and_sealed_again_is_rejected() {
    let _alone = alone();
    for control in &*CONTROLS {
        let (head, slices) = opened(&control.bytes);
        let all = [&head[..], &slice_table(&slices)].concat();
        let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
        for length in (0..all.len()).step_by(all.len() / sample(75, 300) + 1) {
            let failure = judged(control, &sealed(&all[..length], &whole), "a cut head").expect_err("a cut head");
            let fine = matches!(failure.condition(), Some("canonical" | "header" | "imports" | "coverage"));
            assert!(fine || failure.is_declined(), "{}: head cut after {length} bytes: {failure:?}", control.name);
        }
        for place in [0, slices.len() / 2, slices.len() - 1] {
            let slice = &slices[place];
            for length in (0..slice.len()).step_by(slice.len() / 40 + 1).chain([slice.len() - 1]) {
                let mut other = slices.clone();
                other[place].truncate(length);
                let bytes = reassembled(&head, &other);
                let failure = judged(control, &bytes, "a cut slice").expect_err("a cut slice");
                let fine = matches!(failure.condition(), Some("canonical" | "coverage"));
                assert!(fine, "{}: slice {place} cut after {length} bytes: {failure:?}", control.name);
            }
        }
    }
}

/// A file of this head, without its table of slices, and of these slices.
fn reassembled(head: &[u8], slices: &[Vec<u8>]) -> Vec<u8> {
    let all = [head, &slice_table(slices)].concat();
    sealed(&all, &slices.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn bytes_that_are_left_over_are_rejected() {
    let _alone = alone();
    for control in &*CONTROLS {
        let (head, slices) = opened(&control.bytes);
        assert_eq!(reassembled(&head, &slices), control.bytes, "{}", control.name);
        let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
        for more in [&[0][..], &[0xff], b"bidcert\n", &control.bytes] {
            let bytes = [&control.bytes, more].concat();
            let failure = judged(control, &bytes, "bytes behind the file").expect_err("bytes left over");
            assert_eq!(failure, Failure::Header("length"), "{}", control.name);
            let all = [&head, &slice_table(&slices)[..], more].concat();
            let failure = judged(control, &sealed(&all, &whole), "bytes behind the head").expect_err("bytes left over");
            assert!(matches!(failure, Failure::Spelling(None, _, Spelling::Rest)), "{}: {failure:?}", control.name);
            for place in [0, slices.len() - 1] {
                let mut other = slices.clone();
                other[place].extend(more);
                let failure = judged(control, &reassembled(&head, &other), "bytes behind a slice");
                let failure = failure.expect_err("bytes left over");
                let fine = matches!(failure, Failure::Spelling(Some(slice), _, Spelling::Rest) if slice == place);
                assert!(fine, "{}: {failure:?}", control.name);
            }
        }
    }
}

/// Changes some bytes: one of seven kinds of change.
fn change(bytes: &mut Vec<u8>, rng: &mut Rng) {
    if bytes.is_empty() {
        return bytes.push(rng.u8(..));
    }
    let place = rng.usize(..bytes.len());
    match rng.u8(..7) {
        0 => bytes[place] = rng.u8(..),
        1 => bytes[place] ^= 1 << rng.u8(..8),
        2 => bytes.truncate(place),
        3 => bytes.extend((0..rng.usize(1..=40)).map(|_| rng.u8(..))),
        4 => bytes.insert(place, rng.u8(..)),
        5 => drop(bytes.remove(place)),
        _ => {
            let other = rng.usize(..bytes.len());
            bytes.swap(place, other);
        }
    }
}

/// How many random mutants of a control are tried.
fn count(control: &Control) -> usize {
    (sample(1_000_000, 4_000_000) / control.bytes.len()).clamp(40, sample(150, 600))
}

#[test]
fn no_random_mutant_verifies_unless_its_digests_are_made_right() {
    let _alone = alone();
    for (seed, control) in (0..).zip(&*CONTROLS) {
        let mut rng = Rng::with_seed(seed);
        for number in 0..count(control) {
            let mut bytes = control.bytes.clone();
            change(&mut bytes, &mut rng);
            if bytes != control.bytes {
                let failure = judged(control, &bytes, "a random change").expect_err("a random mutant");
                let fine = failure.condition() == Some("header") || matches!(failure, Failure::Unknown("version", _));
                assert!(fine, "{} mutant {number}: {failure:?}", control.name);
            }
        }
    }
}

/// Whatever verifies is true; where one statement has one certificate, it is that of another statement.
#[test]
fn random_mutants_with_right_digests_that_verify_are_true() {
    let _alone = alone();
    let (mut verified, mut compared, mut conditions) = (0, 0, BTreeSet::new());
    for (seed, control) in (100..).zip(&*CONTROLS) {
        let mut rng = Rng::with_seed(seed);
        let (head, slices) = opened(&control.bytes);
        for number in 0..count(control) {
            let (mut head, mut slices, mut table) = (head.clone(), slices.clone(), slice_table(&slices));
            let what = rng.usize(..8);
            if what == 0 {
                // Lengths and digests of slices, which nothing makes right again.
                change(&mut table, &mut rng);
            } else if what < 5 {
                // Numbers of great size fill most of some heads: other changes are near the beginning, or in the statement.
                let part = [12, 40, usize::MAX][rng.usize(..3)].min(head.len());
                let rest = head.split_off(part);
                change(&mut head, &mut rng);
                head.extend(rest);
            } else {
                let place = rng.usize(..slices.len());
                change(&mut slices[place], &mut rng);
                table = slice_table(&slices);
            }
            let all = [head, table].concat();
            let bytes = sealed(&all, &slices.iter().map(Vec::as_slice).collect::<Vec<_>>());
            if bytes == control.bytes {
                continue;
            }
            match judged(control, &bytes, "a random change, sealed again") {
                Ok(mutant) => {
                    assert!(!control.is_unique(), "{} mutant {number}: {:?}", control.name, mutant.head().statement);
                    compared += control.compare(&mutant);
                    verified += 1;
                }
                Err(failure) => conditions.extend(failure.condition()),
            }
        }
    }
    println!(
        "{verified} mutants of enclosures and plans verify; {compared} of their positions are compared and true; others fail by {conditions:?}"
    );
    assert!(verified > sample(5, 20) && compared > sample(50, 200), "{verified} verify, {compared} compared");
    let conditions_of_positions =
        ["holds", "forces", "label", "greedy"].map(|name| ["white", "black"].map(|side| format!("{side}-{name}")));
    let all = ["header", "canonical", "coverage", "imports"].map(str::to_owned);
    for name in all.iter().chain(conditions_of_positions.as_flattened()) {
        assert!(conditions.contains(&**name), "{name} rejects nothing");
    }
}

/// The certificate of 2x2 KQk is, but for one letter, that of three other endgames: the kings are neighbours in every position and each
/// captures the other, whatever the third man can do. No other change of one byte verifies in any of the smallest certificates.
#[test]
fn single_bytes_that_may_change() {
    let _alone = alone();
    let mut verifying = BTreeSet::new();
    for (files, ranks, signature) in
        [(2, 2, "Kk"), (2, 2, "KQk"), (3, 2, "Kk"), (2, 3, "KPk")].into_iter().take(sample(3, 4))
    {
        let control = exact(files, ranks, signature);
        let (head, slices) = opened(&control.bytes);
        let parts = 1 + slices.len();
        for part in 0..parts {
            let length = if part == 0 { head.len() } else { slices[part - 1].len() };
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    let (mut head, mut slices) = (head.clone(), slices.clone());
                    let changed = if part == 0 { &mut head } else { &mut slices[part - 1] };
                    if changed[place] == byte {
                        continue;
                    }
                    changed[place] = byte;
                    let bytes = reassembled(&head, &slices);
                    if let Ok(mutant) = control.check(&bytes) {
                        let Statement::Endgame(_, men) = &mutant.head().statement else { panic!("another statement") };
                        let letters = men.iter().map(|&man| char::from(b"KkQRBNPqrbnp"[usize::from(man)]));
                        let (black, white): (Vec<char>, Vec<char>) = letters.partition(char::is_ascii_lowercase);
                        let other: String = white.into_iter().chain(black).collect();
                        assert_eq!(bytes, exact(files, ranks, &other).bytes, "{}: not {other}", control.name);
                        verifying.insert(format!("{} is {other}", control.name));
                    }
                }
            }
        }
    }
    let expected = ["2x2 KQk is KBk", "2x2 KQk is KNk", "2x2 KQk is KRk"].map(str::to_owned);
    assert_eq!(verifying, expected.into_iter().collect());
}

/// 2^60 as a number of the format.
const HUGE: [u8; 9] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
/// 2^62 + 2^62 − 1, the greatest number of the format.
const GREATEST: [u8; 9] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];

fn failed(bytes: &[u8], most: usize) -> Failure {
    let (outcome, peak) = measured(|| ::games::checker(2, |_| None::<Vec<u8>>).check(&bytes, None));
    assert!(peak <= most, "{peak} bytes of memory, {} bytes long", bytes.len());
    let failure = outcome.expect_err("not verified");
    assert!(!matches!(failure, Failure::Bug), "{failure:?}");
    failure
}

#[test]
fn lengths_that_promise_more_than_there_is_cost_no_memory() {
    let _alone = alone();
    // A statement each, exact and in the form One or Forces, up to the imports.
    let endgame = [0, 7, 16, 16, 0, 3, 0, 1, 5, 0, 0, 0];
    let list = [2, 11, 16, 16, 0, 0, 1, 2, 0, 0, 1, 1, 0, 0, 0, 5];
    let game = [&[1, 32][..], &[7; 32], &[0, 0, 0]].concat();
    for huge in [HUGE, GREATEST] {
        // The length of the body, and lengths in it.
        let mut heads: Vec<Vec<u8>> = (0..3).map(|statement| [&[statement][..], &huge].concat()).collect();
        for (statement, body) in [
            (0, &[16, 16, 0][..]),
            (2, &[16, 16, 0]),
            (2, &[16, 16, 0, 0]),
            (2, &[16, 16, 0, 0, 1]),
            (2, &[16, 16, 0, 0, 1, 2, 0, 0, 1, 1]),
        ] {
            let length = u8::try_from(body.len() + huge.len()).expect("a short body");
            heads.push([&[statement, length][..], body, &huge, &[0; 7]].concat());
        }
        for start in [&endgame[..], &list, &game] {
            heads.extend([
                // Imports, denominator, numerators, slices, the length of a slice.
                [start, &huge].concat(),
                [start, &[0], &huge].concat(),
                [start, &[0, 1, 1], &huge].concat(),
                [start, &[0, 1, 1, 1, 1], &huge].concat(),
                [start, &[0, 1, 1, 1, 1, 1], &huge, &[0; 32]].concat(),
            ]);
        }
        for head in heads {
            let failure = failed(&sealed(&head, &[]), 1 << 20);
            let name = failure.condition();
            assert!(failure.is_declined() || matches!(name, Some("canonical" | "header")), "{head:?}: {failure:?}");
        }
    }
    // The length of the head itself.
    for length in [0_u32, 1, 1 << 31, u32::MAX] {
        let bytes = [b"bidcert\n\x03\0", &length.to_le_bytes()[..], &[0; 40]].concat();
        assert_eq!(failed(&bytes, 1 << 20).condition(), Some("header"));
    }
}

/// Lists of values, members, imports and slices that are as long as a file of 4 MB lets them be, of the shortest elements.
#[test]
fn the_shortest_elements_do_not_exhaust_the_memory() {
    let _alone = alone();
    let many = 4_000_000_u64;
    let number = |number: u64| {
        let mut writer = checker::write::Writer::default();
        writer.number(number);
        writer.0
    };
    let length = many as usize;
    let game = [&[1, 32][..], &[7; 32]].concat();
    let list = |start: &[u8]| {
        let body = [&[8, 8, 0, 0], start, &[0].repeat(length + usize::from(start[0] == 1))].concat();
        [&[2][..], &number(body.len() as u64), &body, &[0, 0, 5, 0, 0, 0, 0]].concat()
    };
    let heads = [
        // The denominator, numerators, imports, members without pieces, pieces, slices.
        [&game[..], &[0, 0, 0, 0], &number(many), &[1].repeat(length), &[1, 1, 0]].concat(),
        [&game[..], &[0, 0, 0, 0, 1, 1], &number(many), &[0].repeat(length), &[0]].concat(),
        [&game[..], &[0, 0, 0], &number(many / 32), &[7].repeat(length), &[0, 0, 0]].concat(),
        list(&number(many / 2)),
        list(&[&[1][..], &number(many / 2)].concat()),
        [&game[..], &[0, 1, 2, 0, 0, 0], &number(many / 33), &[0].repeat(length)].concat(),
    ];
    for head in heads {
        let bytes = sealed(&head, &[]);
        let failure = failed(&bytes, most(bytes.len()));
        let fine = failure.is_declined() || matches!(failure.condition(), Some("canonical" | "header"));
        assert!(fine, "{:?}: {failure:?}", &head[..12]);
    }
}

#[test]
fn files_that_state_nothing_are_rejected() {
    let _alone = alone();
    for bytes in [&[][..], b"bidcert", b"bidcert\n", b"bidcert\n\x03", b"bidcert\n\x03\0\0\0", &[0; 100]] {
        assert_eq!(failed(bytes, 1 << 20).condition(), Some("header"), "{bytes:?}");
    }
    assert_eq!(failed(&sealed(&[], &[]), 1 << 20).condition(), Some("canonical"));
}

#[test]
fn unknown_versions_statements_and_forms_are_declined() {
    let _alone = alone();
    for (place, byte) in [(8, 0), (8, 1), (8, 2), (8, 4), (9, 1)] {
        let mut bytes = sealed(&[1], &[]);
        bytes[place] = byte;
        assert!(matches!(failed(&bytes, 1 << 20), Failure::Unknown("version", _)), "{place}: {byte}");
    }
    for statement in [21, 100, 255] {
        assert!(
            matches!(
                failed(&sealed(&[statement, 0, 0, 0, 0, 0, 0, 0, 0], &[]), 1 << 20),
                Failure::Unknown("statement", _)
            ),
            "{statement}"
        );
    }
    let game = [&[1, 32][..], &[7; 32]].concat();
    for form in [8, 100, 255] {
        assert!(
            matches!(
                failed(&sealed(&[&game[..], &[0, 0, form, 0, 0, 0, 0]].concat(), &[]), 1 << 20),
                Failure::Unknown("form", _)
            ),
            "{form}"
        );
    }
    // Five men, with nothing else wrong.
    let bytes = sealed(&[0, 9, 8, 8, 0, 5, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0], &[]);
    assert_eq!(failed(&bytes, 1 << 20), Failure::Short(0, 518 * 62 * 61 * 60));
}

/// The largest boards that are admitted: all positions are found before anything is compared.
#[test]
fn a_table_of_16x16_without_slices_keeps_within_the_memory() {
    let _alone = alone();
    // Values: none. The men are Kk, then KNk, whose import is remembered.
    let kings = exact(16, 16, "Kk");
    let head = |men: &[u8], imports: &[Digest]| {
        let digests: Vec<u8> = imports.iter().flat_map(|import| import.0).collect();
        let lengths = (u8::try_from(men.len()).expect("few men"), u8::try_from(imports.len()).expect("few imports"));
        let body = [&[16, 16, 0, lengths.0][..], men].concat();
        [&[0, lengths.0 + 4][..], &body, &[0, 0, 0, lengths.1], &digests, &[0, 0, 0]].concat()
    };
    let bytes = sealed(&head(&[0, 1], &[]), &[]);
    assert_eq!(judged(&kings, &bytes, "no slices").expect_err("nothing stated").condition(), Some("coverage"));
    let knight = exact(16, 16, "Kk").verified();
    let bytes = sealed(&head(&[0, 1, 5], &[knight.digest()]), &[]);
    assert!(matches!(failed(&bytes, 1 << 20), Failure::MissingImport(_)));
    let (outcome, peak) = measured(|| {
        let mut checker = ::games::checker(2, |_| None::<Vec<u8>>);
        checker.remember(&knight);
        checker.check(&bytes, None)
    });
    assert!(peak <= most(bytes.len() + kings.bytes.len()), "{peak} bytes of memory");
    assert_eq!(outcome.expect_err("nothing stated").condition(), Some("coverage"));
}

/// Files of games, changed at random: each is refused with a line of words, or is a game.
#[test]
fn random_changes_of_games_are_refused_or_are_games() {
    let _alone = alone();
    let mut games = 0;
    let mut files: Vec<Vec<u8>> =
        CONTROLS.iter().filter_map(|control| control.game.as_ref().map(|(_, file)| file.clone())).collect();
    files.push(include_bytes!("../../docs/src/game.schema.json").to_vec());
    for (seed, file) in (200..).zip(&files) {
        let mut rng = Rng::with_seed(seed);
        for number in 0..400 {
            let mut bytes = file.clone();
            change(&mut bytes, &mut rng);
            let (outcome, peak) = measured(|| Game::read(&bytes));
            assert!(peak <= most(bytes.len()), "mutant {number}: {peak} bytes of memory");
            match outcome {
                Ok(_) => games += 1,
                Err(fault) => assert_eq!(game_fault(&bytes, &fault).lines().count(), 1, "{fault:?}"),
            }
        }
    }
    println!("{games} are games");
    // Nests, numbers and lists that a reader could follow too far.
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"positions\":[", "]}"), ("\"\\u0000", "\"")] {
        let text = [open.repeat(200_000), "0".to_owned(), close.repeat(200_000)].concat();
        let (outcome, peak) = measured(|| Game::read(text.as_bytes()));
        assert!(outcome.is_err() && peak <= most(text.len()), "{open}: {peak} bytes of memory");
    }
    let text = format!(
        r#"{{"bidding-game":2,"positions":[{}{{"name":"z","value":"1"}}]}}"#,
        r#"{"name":"a","value":"0"},"#.repeat(200_000)
    );
    let (outcome, peak) = measured(|| Game::read(text.as_bytes()));
    assert!(outcome.is_err() && peak <= most(text.len()), "{peak} bytes of memory");
    // A list that is one longer than the room that is taken for half of it.
    let text = format!(
        r#"{{"bidding-game":2,"positions":[{{"name":"a","value":"1"}},{{"name":"b","left":["a"{}]}}]}}"#,
        r#","a""#.repeat(1 << 23)
    );
    let (outcome, peak) = measured(|| Game::read(text.as_bytes()));
    assert!(outcome.is_ok() && peak <= most(text.len()), "{peak} bytes of memory");
}
