//! Files that promise more than there is, or have as much of the shortest as there can be: the checker keeps within its memory. What is changed at random is
//! in `fuzz.rs`, and changes of each number in the kernel's own tests.

use checker::certificate::Digest;
use checker::failure::Failure;
use checker::graph::Game;
use fastrand::Rng;
use pipeline_tests::Solved;
use session::words::game_fault;

use crate::alone;
use crate::fuzz::targets::{WORLD, measured, most};

/// The file of a head, with right digests.
fn sealed(head: &[u8]) -> Vec<u8> {
    let length = u32::try_from(head.len()).expect("a head").to_le_bytes();
    let bytes = [b"bidcert\n\x03\0", &length[..], head].concat();
    [&bytes[..], &Digest::of(&bytes).0].concat()
}

/// 2^60 as a number of the format.
const HUGE: [u8; 9] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
/// 2^62 + 2^62 − 1, the greatest number of the format.
const GREATEST: [u8; 9] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];

fn failed(bytes: &[u8], most: usize) -> Failure {
    let (outcome, peak) = measured(|| ::games::checker(2, |_| None::<Vec<u8>>).check(bytes, None));
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
            let failure = failed(&sealed(&head), 1 << 20);
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
        let mut writer = writer::Writer::default();
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
        let bytes = sealed(&head);
        let failure = failed(&bytes, most(bytes.len()));
        let fine = failure.is_declined() || matches!(failure.condition(), Some("canonical" | "header"));
        assert!(fine, "{:?}: {failure:?}", &head[..12]);
    }
}

/// The largest boards that are admitted: all positions are found before anything is compared.
#[test]
fn a_table_of_16x16_without_slices_keeps_within_the_memory() {
    let _alone = alone();
    // Values: none. The men are Kk, then KNk, whose import is remembered.
    let kings = Solved::new(16, 16, "Kk");
    let head = |men: &[u8], imports: &[Digest]| {
        let digests: Vec<u8> = imports.iter().flat_map(|import| import.0).collect();
        let lengths = (u8::try_from(men.len()).expect("few men"), u8::try_from(imports.len()).expect("few imports"));
        let body = [&[16, 16, 0, lengths.0][..], men].concat();
        [&[0, lengths.0 + 4][..], &body, &[0, 0, 0, lengths.1], &digests, &[0, 0, 0]].concat()
    };
    let bytes = sealed(&head(&[0, 1], &[]));
    assert_eq!(failed(&bytes, most(bytes.len())).condition(), Some("coverage"));
    let verified = kings.verified();
    let bytes = sealed(&head(&[0, 1, 5], &[verified.digest()]));
    assert!(matches!(failed(&bytes, 1 << 20), Failure::MissingImport(_)));
    let (outcome, peak) = measured(|| pipeline_tests::check(&bytes, &[verified]));
    assert!(peak <= most(bytes.len() + kings.bytes.len()), "{peak} bytes of memory");
    assert_eq!(outcome.expect_err("nothing stated").condition(), Some("coverage"));
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

/// Files of games, changed at random: each is refused with a line of words, or is a game.
#[test]
fn random_changes_of_games_are_refused_or_are_games() {
    let _alone = alone();
    let mut games = 0;
    for (seed, (file, _)) in (200..).zip(&WORLD.games) {
        let mut rng = Rng::with_seed(seed);
        for number in 0..60 {
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
    assert!(games > 100, "{games} are games");
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
