//! The slices against the stored graph: the same bounds, number for number.

use checker::certificate::{Digest, Head, Reader};
use checker::failure::Failure;
use checker::table;
use checker::write::{Writer, write};
use pipeline_tests::{nightly, sample};
use solver::certificates::family;
use solver::certificates::pipeline::{self, BySlices, Method, Settings, Sliced, Solution};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Silent;
use solver::graph::values::Values;
use solver::slices::{self, sweep::Units};

/// An endgame with all that it imports solved.
fn imported(board: Board, signature: &Signature) -> Vec<Solution> {
    let settings = Settings { double_step: DoubleStep::default(), method: Method::Choose, never: None, threads: 2 };
    let mut solved = Vec::new();
    for import in signature.imports() {
        pipeline::solve(board, &import, &settings, &mut solved, &mut Silent).expect("it can be solved");
    }
    solved
}

/// Those that an endgame imports, in their order.
fn imports_of<'a>(signature: &Signature, solved: &'a [Solution]) -> Vec<&'a Solution> {
    let find = |import| solved.iter().find(|one| one.endgame.signature() == import).expect("an import");
    signature.imports().iter().map(find).collect()
}

/// All endgames of four men without pawns.
fn fours() -> Vec<Signature> {
    let all = family::signatures(4).into_iter();
    all.filter(|signature| signature.men().len() == 4 && !signature.has_pawns()).collect()
}

/// The bounds of all four-piece endgames without pawns on a board hold the exact values; how many endgames and positions.
fn hold(files: u8, ranks: u8, bits: u8) -> [usize; 2] {
    let board = Board::new(files, ranks).expect("a board");
    let settings = Settings { double_step: DoubleStep::default(), method: Method::Choose, never: None, threads: 2 };
    let (mut solved, mut counts) = (Vec::new(), [0; 2]);
    for signature in fours() {
        let place = pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).expect("it can be solved");
        let imports = imports_of(&signature, &solved);
        let Values::Exact(exact) = &solved[place].values else { continue };
        let found = pipeline::in_slices::<u64>(board, &signature, bits, &imports).enclose(2, None, &|_| ()).in_order();
        assert_eq!(found.lower.len(), exact.lower.len());
        for position in 0..found.lower.len() {
            let bounds = found.bounds(position as u32);
            let exact = exact.boundary(position).bounds(bits);
            let holds =
                |[low, high]: [u64; 2], [exact_low, exact_high]: [u64; 2]| low <= exact_low && exact_high <= high;
            let at = format!("{board} {signature}, position {position}: {bounds:?} {exact:?}");
            assert!(holds(bounds.alpha, exact.alpha) && holds(bounds.beta, exact.beta), "{at}");
        }
        counts = [counts[0] + 1, counts[1] + found.lower.len()];
    }
    counts
}

/// Encloses an endgame both ways, and compares.
fn compare<T: Units>(files: u8, ranks: u8, text: &str, bits: u8) {
    let board = Board::new(files, ranks).expect("a board");
    let (signature, _) = Signature::parse(text).expect("a signature");
    let solved = imported(board, &signature);
    let imports = imports_of(&signature, &solved);
    let expected = pipeline::enclosed_in_graph(board, &signature, bits, &imports, 2).expect("it can be enclosed");
    for threads in [1, 2] {
        let problem: slices::Problem<T> = pipeline::in_slices(board, &signature, bits, &imports);
        let found = problem.enclose(threads, None, &|_| ());
        let in_order = found.in_order();
        let place = format!("{board} {text} in units of 2^-{bits}, {threads} threads");
        let differ = |a: &[u64], b: &[u64]| a.iter().zip(b).position(|(a, b)| a != b);
        assert_eq!(in_order.lower.len(), expected.lower.len(), "{place}");
        assert_eq!(differ(&in_order.lower, &expected.lower), None, "{place}: l");
        assert_eq!(differ(&in_order.upper, &expected.upper), None, "{place}: u′");
        // The stored graph looks for gaps only where `u′ − l` is wide; the slices look everywhere, and find no fewer.
        for gap in &expected.listed {
            let found = in_order.listed.binary_search_by_key(&gap.position, |listed| listed.position);
            let found = in_order.listed[found.unwrap_or_else(|_| panic!("{place}: {gap:?} is not found"))];
            assert!(found.alpha_upper <= gap.alpha_upper && found.beta_lower >= gap.beta_lower, "{place}: {gap:?}");
        }
    }
}

/// Five men: the stored graph holds them on small boards.
#[test]
fn slices_of_five_men_find_the_bounds_of_the_stored_graph() {
    let endgames = [(3, 3, "KQRkn"), (3, 4, "KRRRk"), (3, 5, "KBBNk"), (4, 4, "KBNkn"), (4, 4, "KNNkb")];
    for &(files, ranks, text) in &endgames[..sample(2, endgames.len())] {
        compare::<u32>(files, ranks, text, 30);
    }
    compare::<u64>(3, 3, "KBNkb", 56);
}

/// The certificate of five men, and that no bound can be raised by a unit.
#[test]
fn certificates_of_five_men_verify_and_bear_no_change() {
    let board = Board::new(4, 4).expect("a board");
    let (signature, _) = Signature::parse("KNNkb").expect("a signature");
    let solved = imported(board, &signature);
    let imports = imports_of(&signature, &solved);
    let files: Vec<&[u8]> = solved.iter().map(|one| &one.bytes[..]).collect();
    let check = |bytes: &[u8]| {
        let find = |digest| files.iter().find(|file| Digest::of(file) == digest).map(|file| file.to_vec());
        ::games::checker(2, find).check(&bytes, None)
    };
    let solve = |threads| BySlices::new(board, &signature, 30, &imports).solve(threads, None, &|_| ());
    let Sliced { bytes, figures, sweeps } = solve(1);
    assert!(bytes == solve(2).bytes, "the same bytes for any number of threads");
    assert!(figures.not_sharp > 0 && sweeps.iter().all(|sweeps| *sweeps > 0), "{figures:?} {sweeps:?}");
    let verified = check(&bytes).expect("a certificate");
    assert_eq!(report::claims::count(&verified), figures.positions);
    // An `l` that is more than 0, raised by one. The lower bounds come first in a slice.
    let certificate = ::games::certificate(&bytes).expect("a certificate");
    let mut tried = 0;
    let own = pipeline_tests::slices(&certificate);
    for (slice, places) in table::slices(pipeline_tests::positions(&verified)).into_iter().enumerate() {
        let mut reader = Reader::new(None, &own[slice]);
        let lower = reader.column(places.len()).expect("lower bounds");
        let rest = &own[slice][1 + usize::from(own[slice][0]) * places.len()..];
        for place in (0..places.len()).filter(|place| lower[*place] > 0).step_by(sample(499, 97)) {
            let (mut slices, mut lower) = (own.clone(), lower.clone());
            lower[place] += 1;
            let mut writer = Writer::default();
            writer.column(&lower);
            slices[slice] = [&writer.0, rest].concat();
            let failure = check(&write(&certificate.head, &slices)).err();
            assert!(matches!(failure, Some(Failure::At(_))), "slice {slice}, place {place}: {failure:?}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

/// The next number of a sequence that looks like chance, below `end`.
fn below(state: &mut u64, end: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % end as u64) as usize
}

/// Files of five men with a few bytes changed and all digests right again. Enclosures leave choices: what verifies is compared with bounds that are
/// closer by 26 bits.
#[test]
fn changed_certificates_of_five_men_are_rejected_or_true() {
    let many = sample(90, 600);
    let (mut state, mut tried, mut accepted, mut rejected) = (0x2545_f491_4f6c_dd1d, 0, 0, [0; 2]);
    for (files, ranks, text) in [(3, 3, "KNNkb"), (3, 3, "KRNkb"), (3, 4, "KBNkn")] {
        let board = Board::new(files, ranks).expect("a board");
        let (signature, _) = Signature::parse(text).expect("a signature");
        let solved = imported(board, &signature);
        let imports = imports_of(&signature, &solved);
        let files: Vec<&[u8]> = solved.iter().map(|one| &one.bytes[..]).collect();
        let find = |digest| files.iter().find(|file| Digest::of(file) == digest).map(|file| file.to_vec());
        let mut checker = ::games::checker(1, find);
        let Sliced { bytes, .. } = BySlices::new(board, &signature, 30, &imports).solve(1, None, &|_| ());
        let close = BySlices::new(board, &signature, 56, &imports).solve(1, None, &|_| ());
        let close = checker.check(&close.bytes, None).expect("a certificate");
        let certificate = ::games::certificate(&bytes).expect("a certificate");
        let honest = pipeline_tests::slices(&certificate);
        for _ in 0..many / 3 {
            let mut slices = honest.clone();
            let own = below(&mut state, slices.len());
            for _ in 0..=below(&mut state, 3) {
                let place = below(&mut state, slices[own].len());
                let byte = slices[own][place];
                slices[own][place] = match below(&mut state, 4) {
                    0 => byte.wrapping_add(1),
                    1 => byte.wrapping_sub(1),
                    2 => byte ^ 1 << below(&mut state, 8),
                    _ => slices[own][below(&mut state, honest[own].len())],
                };
            }
            tried += 1;
            match checker.check(&write(&certificate.head, &slices), None) {
                Ok(verified) => {
                    accepted += usize::from(slices[own] != honest[own]);
                    for position in 0..verified.stated().count() {
                        let place = verified.stated().place(position as u32);
                        let [[l, u], [m, v]] = [place.alpha, place.beta].map(|ends| ends.map(|number| number << 26));
                        let bounds = close.stated().place(position as u32);
                        let ([low, high], [low_beta, high_beta]) = (bounds.alpha, bounds.beta);
                        assert!(l <= high && u >= low && m <= high_beta && v >= low_beta, "{board} {text} {position}");
                    }
                }
                Err(Failure::At(_)) => rejected[0] += 1,
                Err(Failure::Bug) => panic!("a bug of the checker"),
                Err(_) => rejected[1] += 1,
            }
        }
    }
    println!(
        "{tried} files: {accepted} others verify, {} fail at a position, {} in their spelling",
        rejected[0], rejected[1]
    );
    assert!(accepted > 0 && rejected[0] > tried / 2 && rejected[1] > 0, "{tried} {accepted} {rejected:?}");
}

/// Cut, exchanged, with the digest of another slice, with a slice of another endgame or unit: each is refused, and the file itself is not.
#[test]
fn spoilt_slices_of_five_men_are_refused() {
    let board = Board::new(3, 4).expect("a board");
    let made = |text: &str, bits: u8| {
        let (signature, _) = Signature::parse(text).expect("a signature");
        let solved = imported(board, &signature);
        let imports = imports_of(&signature, &solved);
        let bytes = BySlices::new(board, &signature, bits, &imports).solve(1, None, &|_| ()).bytes;
        (bytes, solved.into_iter().map(|one| one.bytes).collect::<Vec<_>>())
    };
    let (bytes, mut files) = made("KBNkn", 30);
    let (other, more) = made("KRNkb", 30);
    let (coarse, _) = made("KBNkn", 29);
    files.extend(more);
    let find = |digest| files.iter().find(|file| Digest::of(file) == digest).cloned();
    let mut checker = ::games::checker(1, find);
    let mut failure = |bytes: &[u8]| checker.check(&bytes, None).err();
    for bytes in [&bytes, &other, &coarse] {
        assert_eq!(failure(bytes), None);
    }
    let [own, other, coarse] =
        [&bytes, &other, &coarse].map(|bytes| ::games::certificate(bytes).expect("a certificate"));
    let [slices, others, coarser] = [&own, &other, &coarse].map(pipeline_tests::slices);
    let count = slices.len();
    assert!(count > 2 && other.slices.len() == count && coarse.slices.len() == count);
    let start = bytes.len() - slices.iter().map(Vec::len).sum::<usize>();
    let digest_at = |slice: usize| {
        let digest = Digest::of(&slices[slice]).0;
        bytes.windows(digest.len()).position(|window| window == digest).expect("its digest is in the head")
    };
    // The digest of a head is that of all before it.
    let sealed = |head: &[u8], slices: &[u8]| [head, &Digest::of(head).0, slices].concat();
    let wrong_digest = Some(Failure::Header("digest of a slice"));
    let mut end = start;
    for slice in 0..count {
        let next = (slice + 1) % count;
        for cut in [end, end + 1, end + slices[slice].len() / 2, end + slices[slice].len() - 1] {
            assert_eq!(failure(&bytes[..cut]), Some(Failure::Header("length")), "slice {slice}, cut at {cut}");
        }
        end += slices[slice].len();
        // Exchanged under the digests that were there, and a head with the digest of another slice.
        let mut exchanged = slices.clone();
        exchanged.swap(slice, next);
        let below = [&bytes[..start], &exchanged.concat()].concat();
        assert_eq!(failure(&below), wrong_digest, "slices {slice} and {next}");
        let mut head = bytes[..start - 32].to_vec();
        let (from, to) = (digest_at(next), digest_at(slice));
        head.copy_within(from..from + 32, to);
        assert_eq!(failure(&sealed(&head, &bytes[start..])), wrong_digest, "slice {slice}");
        // The rest has digests that are right: what is stated has to fail.
        let with = |stranger: &Vec<u8>| {
            let mut slices = slices.clone();
            slices[slice].clone_from(stranger);
            write(&own.head, &slices)
        };
        for (name, file) in [
            ("exchanged", write(&own.head, &exchanged)),
            ("another endgame", with(&others[slice])),
            ("another unit", with(&coarser[slice])),
        ] {
            let found = failure(&file);
            let is_refused = matches!(found, Some(Failure::At(_) | Failure::Spelling(Some(_), ..)));
            assert!(is_refused, "slice {slice}: {name}: {found:?}");
        }
    }
    // All slices under the head of the other endgame or unit, and the imports of the other endgame.
    for head in [&other.head, &coarse.head] {
        assert!(matches!(failure(&write(head, &slices)), Some(Failure::At(_) | Failure::Spelling(Some(_), ..))));
    }
    let head = Head { imports: other.head.imports.clone(), ..own.head.clone() };
    let found = failure(&write(&head, &slices));
    assert!(matches!(&found, Some(Failure::Import(0, why)) if !why.is_declined()), "{found:?}");
}

#[test]
fn slices_find_the_bounds_of_the_stored_graph() {
    for (files, ranks, text) in [
        (3, 3, "KQk"),
        (4, 4, "KNk"),
        (3, 3, "KNkn"),
        (4, 4, "KBkn"),
        (3, 5, "KRkb"),
        (4, 4, "KNNk"),
        (5, 5, "KBkn"),
        (3, 4, "KQkr"),
    ] {
        compare::<u32>(files, ranks, text, 30);
        compare::<u64>(files, ranks, text, 56);
    }
    // On 6×6 every endgame of four men, on 8×8 two.
    if nightly() {
        fours().iter().for_each(|signature| compare::<u64>(6, 6, &signature.to_string(), 56));
        ["KQkq", "KBkn"].iter().for_each(|text| compare::<u64>(8, 8, text, 56));
    }
}

/// On 3×3 and 3×4; at night on all boards up to 5×5.
#[test]
fn slices_hold_the_exact_values() {
    for (files, ranks) in [(3, 3), (3, 4)] {
        let counts = hold(files, ranks, 56);
        assert_eq!(counts[0], fours().len(), "{files}x{ranks}: {counts:?}");
    }
    if nightly() {
        for (files, ranks) in [(4, 3), (3, 5), (5, 3), (4, 4), (4, 5), (5, 4), (5, 5)] {
            for bits in [30, 56] {
                let [endgames, positions] = hold(files, ranks, bits);
                println!("{files}x{ranks}, {bits} bits: {endgames} endgames, {positions} positions");
                assert!(endgames > 0);
            }
        }
    }
}
