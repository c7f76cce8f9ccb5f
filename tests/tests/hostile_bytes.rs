//! Whatever the bytes, the checker answers: it does not verify what is not true, does not panic, and keeps within its
//! memory.
//!
//! Seeded random changes of certificates, half of them with the digest left as it was and half with it made right
//! again; every single-byte change of the smallest ones; headers that promise more than there is. A format in which one
//! statement has one certificate leaves one way for a mutant to verify: to be the certificate of another true
//! statement. Those are listed in `data/verifying_mutants.tsv` with their reasons.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use checker::certificate::{
    DIGEST_BYTES, Digest, HEADER_BYTES, KIND_ENCLOSURE, KIND_GRAPH_ENCLOSURE, KIND_SHARP_TABLE, StatedSide,
};
use checker::{Condition, Decline, Failure, Rejection, Seen, Verified, VerifiedBound};
use fastrand::Rng;
use peak_alloc::PeakAlloc;
use pipeline_tests::{Solved, redigest, solve_by};
use solver::certificates::pipeline::{Method, Settings};
use solver::chess::material::DoubleStep;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The allocator counts for all threads together, so that only one test at a time may run.
static ALONE: Mutex<()> = Mutex::new(());

/// The most bytes for a mutant of a small certificate. Measured need 0.6 MiB, margin ×27.
const MOST_BYTES: usize = 16 << 20;
/// The most bytes for a mutant of the knight's on 8x8. Measured need 12 MiB, margin ×5.
const MOST_BYTES_8X8: usize = 64 << 20;
/// The most bytes for a table of three men on 16x16 without records. Measured need 76 MiB, margin ×3.
const MOST_BYTES_16X16: usize = 256 << 20;

/// The result, and the most bytes that were allocated at once meanwhile, beyond what was before.
fn measured<T>(run: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let result = run();
    (result, ALLOCATED.peak_usage().saturating_sub(before))
}

/// The mutants that verify, as the committed list has them.
fn listed() -> BTreeSet<(&'static str, &'static str)> {
    let lines = include_str!("../data/verifying_mutants.tsv").lines();
    let entries = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        let (Some(control), Some(mutant), Some(_reason)) = (fields.next(), fields.next(), fields.next()) else {
            panic!("{line}: three fields");
        };
        (control, mutant)
    });
    entries.collect()
}

/// The certificate that the solver writes for what was verified.
fn certificate_of(verified: &Verified) -> Solved {
    Solved::new(verified.files(), verified.ranks(), &verified.signature())
}

/// A mutant that verifies must be on the list, and be the certificate that it claims to be.
fn admit(control: &Solved, mutant: &[u8], verified: &Verified) -> (String, String) {
    let other = certificate_of(verified);
    assert_eq!(mutant, other.bytes, "{}: not {}", control.name, other.name);
    let key = (control.name.as_str(), other.name.as_str());
    assert!(listed().contains(&key), "{key:?} verifies and is not listed");
    (control.name.clone(), other.name)
}

/// Changes some bytes: one of seven kinds of change.
fn change(bytes: &mut Vec<u8>, rng: &mut Rng) {
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

/// A random mutant; half of them have their digest made right again.
fn mutant(control: &Solved, rng: &mut Rng) -> Vec<u8> {
    loop {
        let mut bytes = control.bytes.clone();
        if rng.bool() {
            change(&mut bytes, rng);
        } else {
            bytes.truncate(bytes.len() - DIGEST_BYTES);
            // Most of a certificate is records: every other change falls on what precedes them.
            let head = bytes.len().min(200);
            match rng.bool() {
                true => change(&mut bytes, rng),
                false => {
                    let rest = bytes.split_off(head);
                    change(&mut bytes, rng);
                    bytes.extend(rest);
                }
            }
            bytes.extend(Digest::of(&bytes).0);
        }
        if bytes != control.bytes {
            return bytes;
        }
    }
}

/// Tries so many random mutants of an endgame's certificate, beside the unmodified control.
fn try_mutants(files: u8, ranks: u8, signature: &str, count: usize, most_bytes: usize) {
    let control = Solved::new(files, ranks, signature);
    let _ = control.verified();
    let seed = Digest::of(control.name.as_bytes()).0[0];
    let mut rng = Rng::with_seed(seed.into());
    let mut conditions = BTreeSet::new();
    for number in 0..count {
        let bytes = mutant(&control, &mut rng);
        let (outcome, peak) = measured(|| control.check(&bytes));
        assert!(peak <= most_bytes, "{} mutant {number}: {peak} bytes", control.name);
        match outcome {
            Ok(verified) => drop(admit(&control, &bytes, &verified)),
            Err(Failure::Rejected(rejection)) => {
                assert_eq!(rejection.to_string().lines().count(), 1);
                conditions.insert(rejection.condition());
            }
            Err(Failure::Declined(decline)) => assert_eq!(decline.to_string().lines().count(), 1),
        }
    }
    assert!(conditions.contains(&Condition::Header) && conditions.contains(&Condition::Canonical));
    if !control.imports.is_empty() {
        // Two tables state no moves, so that two conditions are not theirs.
        let many = if control.verified().kind() == KIND_SHARP_TABLE { 7 } else { 5 };
        assert!(conditions.len() >= many, "{}: {conditions:?}", control.name);
    }
}

#[test]
fn no_random_mutant_of_a_small_certificate_verifies() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (files, ranks, signature, count) in [
        (2, 2, "Kk", 1_500),
        (4, 3, "Kk", 1_000),
        (8, 8, "Kk", 1_500),
        (3, 3, "KBk", 1_000),
        (3, 4, "KNk", 2_500),
        (8, 3, "KNk", 2_000),
        (4, 4, "KNk", 2_500),
        (5, 5, "KQk", 1_500),
        (4, 5, "KRk", 1_500),
        (3, 3, "KPk", 1_500),
        (3, 5, "KPk", 1_500),
        // Two tables; the second is sharp, but what it imports is not.
        (2, 3, "KNNk", 1_500),
        (2, 3, "KNPk", 1_500),
        (3, 4, "KPkp", 500),
        (4, 4, "KBkn", 300),
    ] {
        try_mutants(files, ranks, signature, count, MOST_BYTES);
    }
}

#[test]
fn no_random_mutant_of_the_8x8_knight_verifies() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    try_mutants(8, 8, "KNk", 300, MOST_BYTES_8X8);
}

/// Bounds leave a choice: a mutant of an enclosure may verify, and then it must be true.
#[test]
fn random_mutants_of_enclosures_that_verify_hold_the_exact_values() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut verified, mut rejected) = (0, BTreeSet::new());
    for (files, ranks, signature, bits, count) in
        [(2, 3, "KNNk", 20, 3_000), (3, 4, "KNk", 40, 1_500), (3, 4, "KPkp", 56, 500), (4, 4, "KBkn", 30, 300)]
    {
        let exact = Solved::new(files, ranks, signature).verified();
        let settings = Settings { double_step: DoubleStep::Auto, method: Method::Enclosure(bits), threads: 2 };
        let control = Solved::from_solutions(solve_by(files, ranks, signature, &settings));
        let is_true = |bounds: &Verified| {
            let all = (0..exact.positions()).filter_map(|number| exact.seen(number).zip(bounds.seen(number)));
            let holds = |(known, bounds): (Seen, Seen)| {
                [(known.values.0, bounds.values.0), (known.values.1, bounds.values.1)]
                    .iter()
                    .all(|(value, bound)| bound.low <= value.low && value.low <= bound.high)
            };
            all.map(holds).fold((true, 0), |(all, count), holds| (all && holds, count + 1)) == (true, exact.positions())
        };
        assert!(is_true(&control.verified()), "{}: the control", control.name);
        let mut rng = Rng::with_seed(bits.into());
        for number in 0..count {
            let bytes = mutant(&control, &mut rng);
            let (outcome, peak) = measured(|| control.check(&bytes));
            assert!(peak <= MOST_BYTES, "{} mutant {number}: {peak} bytes", control.name);
            match outcome {
                Ok(mutant) if mutant.kind() == KIND_ENCLOSURE && mutant.endgame() == exact.endgame() => {
                    assert!(is_true(&mutant), "{} mutant {number} is not true", control.name);
                    verified += 1;
                }
                Ok(mutant) => panic!("{} mutant {number}: {}", control.name, mutant.claim()),
                Err(Failure::Rejected(rejection)) => {
                    rejected.insert(rejection.condition());
                }
                Err(Failure::Declined(_)) => {}
            }
        }
    }
    assert!(verified >= 10, "{verified} looser bounds");
    use Condition::{AlphaLower, AlphaUpper, BetaLower, BetaUpper, BlackLabel, Canonical, Header, WhiteLabel};
    for condition in [Header, Canonical, AlphaLower, AlphaUpper, BetaLower, BetaUpper, WhiteLabel, BlackLabel] {
        assert!(rejected.contains(&condition), "{condition} rejected nothing");
    }
}

/// The bound for one position that is committed, every byte of it changed in several ways: what verifies is no better than the table.
#[test]
fn mutants_of_a_bound_that_verify_are_true() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/bounds/3x4-alpha.cert");
    let control = std::fs::read(folder).expect("a committed bound");
    let table = Solved::new(3, 4, "KPkp").verified();
    let is_true = |bound: &VerifiedBound| {
        let of_this_endgame = (0..bound.members()).filter_map(|number| {
            let member = bound.entry(number)?;
            Some((member.bound, table.at(&member.fen).ok()?))
        });
        of_this_endgame.fold(0, |count, (bound, entry)| {
            assert!(entry.lower.low <= bound, "{}: {} is above {bound}", entry.fen, entry.lower);
            count + 1
        })
    };
    let verified = checker::check_bound(&control, &[]).expect("the control");
    assert!(is_true(&verified) > 10, "members that the table knows");
    let (mut rng, mut verified) = (Rng::with_seed(10), 0);
    for place in 0..control.len() - DIGEST_BYTES {
        for _ in 0..40 {
            let mut bytes = control.clone();
            bytes[place] = rng.u8(..);
            if bytes == control {
                continue;
            }
            assert!(checker::check_bound(&bytes, &[]).is_err(), "byte {place} without a new digest");
            redigest(&mut bytes);
            let (outcome, peak) = measured(|| checker::check_bound(&bytes, &[]));
            assert!(peak <= MOST_BYTES, "byte {place}: {peak} bytes");
            if let Ok(mutant) = outcome {
                if mutant.side() == StatedSide::AlphaUpper {
                    is_true(&mutant);
                }
                verified += 1;
            }
        }
    }
    assert!(verified < 200, "{verified} of some 14,000 verify, all true");
}

/// Every byte of the smallest certificates, replaced by every other one, with the digest made right: exactly the listed
/// ones verify.
#[test]
fn exactly_the_listed_single_byte_mutants_verify() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut verifying = BTreeSet::new();
    for (files, ranks, signature) in [(2, 2, "Kk"), (2, 2, "KQk"), (3, 2, "Kk"), (2, 3, "KPk")] {
        let control = Solved::new(files, ranks, signature);
        for place in 0..control.bytes.len() - DIGEST_BYTES {
            for byte in 0..=u8::MAX {
                let mut bytes = control.bytes.clone();
                bytes[place] = byte;
                if bytes == control.bytes {
                    continue;
                }
                assert!(control.check(&bytes).is_err(), "byte {place} is {byte}");
                redigest(&mut bytes);
                if let Ok(verified) = control.check(&bytes) {
                    verifying.insert(admit(&control, &bytes, &verified));
                }
            }
        }
    }
    let owned = |(control, mutant): (&str, &str)| (control.to_owned(), mutant.to_owned());
    assert_eq!(verifying, listed().into_iter().map(owned).collect());
}

/// Every prefix of a certificate, with its digest made right; and with one more byte.
#[test]
fn no_prefix_verifies() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (files, ranks, signature) in [(2, 2, "Kk"), (3, 3, "KBk"), (3, 4, "KNk"), (3, 3, "KPk")] {
        let control = Solved::new(files, ranks, signature);
        for length in 0..control.bytes.len() {
            let prefix = &control.bytes[..length];
            assert!(control.check(prefix).is_err(), "{} to {length}", control.name);
            if length + DIGEST_BYTES != control.bytes.len() {
                let mut bytes = prefix.to_vec();
                bytes.extend(Digest::of(prefix).0);
                assert!(control.check(&bytes).is_err(), "{} to {length}", control.name);
            }
        }
    }
}

/// A file with this body.
fn file(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"bidcert\n\x01\0\0\0".to_vec();
    assert_eq!(bytes.len(), HEADER_BYTES);
    bytes.extend(body);
    bytes.extend(Digest::of(&bytes).0);
    bytes
}

/// 2^60 as a varint.
const HUGE: [u8; 9] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];

/// What comes before the lists: imports, files, ranks, signature, no pawns.
fn head(imports: &[Digest], signature: &str) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(imports.len()).expect("few imports")];
    bytes.extend(imports.iter().flat_map(|import| import.0));
    bytes.extend([16, 16, u8::try_from(signature.len()).expect("a short text")]);
    bytes.extend(signature.as_bytes());
    bytes.push(0);
    bytes
}

/// Checks a file, with bounded memory.
fn bounded(bytes: &[u8], imports: &[Arc<Verified>], most: usize) -> Failure {
    let (outcome, peak) = measured(|| checker::check(bytes, imports));
    assert!(peak <= most, "{peak} bytes, {bytes:?}");
    outcome.expect_err("not verified")
}

#[test]
fn lengths_of_2_to_the_60_cost_no_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let few = 1 << 20;
    let parts = |lists: &[&[u8]]| [&head(&[], "KNk")[..], &lists.concat()].concat();
    let bodies = [
        HUGE.to_vec(),
        [&[0, 16, 16][..], &HUGE].concat(),
        parts(&[&HUGE]),
        parts(&[&[1], &HUGE]),
        parts(&[&[1, 1, 1], &HUGE]),
        parts(&[&[1, 1, 1, 1], &HUGE]),
        parts(&[&[1, 1, 1, 1, 1, 1, 0, 1], &HUGE]),
    ];
    for body in bodies {
        let failure = bounded(&file(&body), &[], few);
        assert!(matches!(failure, Failure::Rejected(Rejection::Body { .. })), "{failure}");
    }
}

#[test]
fn files_that_state_nothing_are_rejected() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let few = 1 << 20;
    for bytes in [&[][..], b"bidcert\n", b"bidcert\n\x01\0\0\0", &[0; 43]] {
        let failure = bounded(bytes, &[], few);
        assert!(matches!(failure, Failure::Rejected(Rejection::TooShort { .. })), "{failure}");
    }
    let failure = bounded(&file(&[]), &[], few);
    assert!(matches!(failure, Failure::Rejected(Rejection::Body { .. })), "{failure}");
    let failure = bounded(&[0; 44], &[], few);
    assert!(matches!(failure, Failure::Rejected(Rejection::Magic { .. })), "{failure}");
}

#[test]
fn unknown_versions_and_kinds_are_declined() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (place, found) in [(8, 0), (8, 2), (9, 1), (10, KIND_GRAPH_ENCLOSURE as u8 + 1), (11, 1)] {
        let mut bytes = file(&[0]);
        bytes[place] = found;
        redigest(&mut bytes);
        let failure = bounded(&bytes, &[], 1 << 20);
        let expected = match place {
            8 | 9 => matches!(failure, Failure::Declined(Decline::Version { .. })),
            _ => matches!(failure, Failure::Declined(Decline::Kind { .. })),
        };
        assert!(expected, "{failure}");
    }
}

#[test]
fn a_table_of_16x16_without_records_keeps_within_the_limit() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let none = [0, 0, 0];
    let failure = bounded(&file(&[&head(&[], "Kk")[..], &none].concat()), &[], MOST_BYTES_16X16);
    let coverage = matches!(failure, Failure::Rejected(Rejection::Coverage { found: 0, .. }));
    assert!(coverage, "{failure}");
    let kings = Arc::new(Solved::new(16, 16, "Kk").verified());
    let bytes = file(&[&head(&[kings.digest()], "KNk")[..], &none].concat());
    let failure = bounded(&bytes, &[], 1 << 20);
    assert!(matches!(failure, Failure::Declined(Decline::MissingImport { .. })), "{failure}");
    let failure = bounded(&bytes, &[kings], MOST_BYTES_16X16);
    let coverage = matches!(failure, Failure::Rejected(Rejection::Coverage { found: 0, .. }));
    assert!(coverage, "{failure}");
}
