//! What memory files cost: a small file that claims a large endgame is refused before more is spent than its limits admit, and many checks in a row
//! leave nothing behind.
//!
//! The peak is the one that the system tells of this process (`VmHWM`), so that these tests are a program of
//! their own, and run one after the other. Where
//! the system does not tell it, only the verdicts are asserted.

#[path = "suite/witness/hand.rs"]
mod hand;

use std::collections::BTreeMap;
use std::sync::Mutex;

use checker::Checker;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::claim::none;
use checker::endgame::{Endgame, Positions};
use checker::failure::Failure;
use checker::numbers::Fractions;
use checker::table;
#[cfg(target_os = "linux")]
use hand::Halves;
use writer::write;

/// One test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The most memory in kilobytes that this process has had since it was last asked.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes = line.split_whitespace().nth(1)?.parse().ok()?;
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kilobytes)
}

/// A certificate of an endgame, in halves.
fn endgame(board: [u8; 3], men: &[u8], imports: Vec<Digest>, slices: &[Vec<u8>]) -> Vec<u8> {
    let statement = Statement::Endgame(board, men.to_vec());
    let values = Fractions::default();
    write(&Head { statement, never: None, bits: 1, form: Form::Narrow, imports, values: values.into() }, slices)
}

/// An enclosure that says nothing: from 0 to 1 everywhere, in halves.
fn nothing(board: [u8; 3], men: &[u8], imports: Vec<Digest>) -> Vec<u8> {
    fn enumerate(endgame: Endgame) -> Positions {
        let imports = endgame.imports().into_iter().map(|import| enumerate(import).into()).collect();
        Positions::enumerate(endgame, imports)
    }
    let positions = enumerate(Endgame::new(board, men).unwrap());
    let slice = |range: std::ops::Range<usize>| {
        // `l`, all 0; `u′ − l`, all 2; no gaps and no labels, of each the flags and two columns.
        [&[0, 1][..], &vec![2; range.len()], &[0; 6]].concat()
    };
    endgame(board, men, imports, &table::slices(&positions).into_iter().map(slice).collect::<Vec<_>>())
}

/// What a refusal may take: the lists of squares and their positions, and what is made of the files.
const MOST: u64 = 200 << 10;

#[test]
fn refuses_small_files_that_claim_large_endgames_before_memory_is_spent() {
    let _alone = ALONE.lock();
    let board = |files, ranks| [files, ranks, 0];
    let mut files: BTreeMap<Digest, Vec<u8>> = BTreeMap::new();
    let mut add = |bytes: Vec<u8>| {
        let digest = Digest::of(&bytes);
        files.insert(digest, bytes);
        digest
    };
    // Without its imports nothing is listed at all: 8x8 with four men, 16x16 with three.
    let missing = [
        endgame(board(8, 8), &[0, 1, 2, 3], vec![Digest([7; 32]), Digest([8; 32])], &[]),
        endgame(board(16, 16), &[0, 1, 2], vec![Digest([7; 32])], &[]),
    ];
    // With true imports, and no slice, or one that is too short.
    let large = add(nothing(board(16, 16), &[0, 1], vec![]));
    let kings = add(nothing(board(8, 8), &[0, 1], vec![]));
    let queen = add(nothing(board(8, 8), &[0, 1, 2], vec![kings]));
    let rook = add(nothing(board(8, 8), &[0, 1, 3], vec![kings]));
    let short = endgame(board(16, 16), &[0, 1, 2], vec![large], &[vec![0; 2]]);
    let four = endgame(board(8, 8), &[0, 1, 2, 3], vec![queen, rook], &[]);
    let sizes: u64 = files.values().map(|file| u64::try_from(file.len()).unwrap()).sum::<u64>() >> 10;
    let cost = |bytes: &[u8]| {
        let before = peak();
        let failure = Checker::new(1, none, |digest| files.get(&digest).cloned()).check(bytes, None).unwrap_err();
        let cost = before.and(peak());
        println!("{failure:?}: {cost:?} kB at the most");
        (failure, cost)
    };
    peak();
    for bytes in &missing {
        let (failure, cost) = cost(bytes);
        assert_eq!(failure, Failure::MissingImport([7; 32]));
        assert!(cost.is_none_or(|cost| cost < 40 << 10), "{cost:?}");
    }
    for bytes in [&short, &four] {
        assert!(bytes.len() < 300);
        let (failure, cost) = cost(bytes);
        assert!(matches!(failure, Failure::Short(found, required) if found < required), "{failure:?}");
        assert!(cost.is_none_or(|cost| cost < MOST + 12 * sizes), "{cost:?}");
    }
}

/// The bytes that this process holds in memory.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_checks_take_no_more_memory_than_a_thousand() {
    let _alone = ALONE.lock();
    let kings = Halves::new("Kk", &[]).bytes();
    let queen = Halves::new("KQk", &[&kings]).bytes();
    let mut spoilt = queen.clone();
    *spoilt.last_mut().unwrap() ^= 1;
    let mut after_a_thousand = 0;
    for number in 0..10_000 {
        let mut checker = Checker::new(1, none, |digest| (digest == Digest::of(&kings)).then(|| kings.clone()));
        assert!(checker.check(&queen, None).is_ok());
        assert!(checker.check(&spoilt, None).is_err());
        if number == 1_000 {
            after_a_thousand = resident();
        }
    }
    let more = resident().abs_diff(after_a_thousand);
    assert!(resident() < after_a_thousand + (4 << 20), "{more} bytes more after 10,000 checks than after 1,000");
}
