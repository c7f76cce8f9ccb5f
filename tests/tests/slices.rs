//! The slices against the stored graph: the same bounds, number for number.

use checker::Checker;
use checker::certificate::{Certificate, Digest};
use checker::failure::Failure;
use checker::report::write::write;
use solver::certificates::pipeline::{self, BySlices, Method, Settings, Sliced};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::enclosure::{Enclosed, Listed};
use solver::graph::exact::policy::Silent;
use solver::graph::values::Values;
use solver::slices::{self, sweep::Units};

/// Encloses an endgame both ways, and compares.
fn compare<T: Units>(files: u8, ranks: u8, text: &str, bits: u8) {
    let board = Board::new(files, ranks).expect("a board");
    let (signature, _) = Signature::parse(text).expect("a signature");
    let settings = Settings { double_step: DoubleStep::default(), method: Method::Enclosure(bits), threads: 2 };
    let mut solved = Vec::new();
    let place = pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).expect("it can be solved");
    let imports: Vec<_> = signature
        .imports()
        .iter()
        .map(|import| solved.iter().find(|one| one.endgame.signature() == import).expect("an import"))
        .collect();
    let Values::Enclosed(expected) = &solved[place].values else { panic!("an enclosure") };
    for threads in [1, 2] {
        let problem: slices::Problem<T> = pipeline::in_slices(board, &signature, bits, &imports);
        let found = problem.enclose(threads, None, &|_| ());
        let mut in_order = Enclosed { bits, lower: Vec::new(), upper: Vec::new(), listed: Vec::new() };
        for slice in 0..found.layout.slices.len() {
            for place in found.layout.positions(slice) {
                let (bounds, has_gap) = found.bounds(slice, place as usize);
                if has_gap {
                    let position = u32::try_from(in_order.lower.len()).expect("few positions");
                    let (alpha_upper, beta_lower) = (bounds.alpha[1], bounds.beta[0]);
                    in_order.listed.push(Listed { position, alpha_upper, beta_lower });
                }
                in_order.lower.push(bounds.alpha[0]);
                in_order.upper.push(bounds.beta[1]);
            }
        }
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
    for (files, ranks, text) in [(3, 3, "KQRkn"), (4, 4, "KBNkn"), (4, 4, "KNNkb"), (3, 4, "KRRRk"), (3, 5, "KBBNk")] {
        compare::<u32>(files, ranks, text, 30);
    }
    compare::<u64>(3, 3, "KBNkb", 56);
}

/// The certificate of five men, and that no bound can be raised by a unit.
#[test]
fn certificates_of_five_men_verify_and_bear_no_change() {
    let board = Board::new(4, 4).expect("a board");
    let (signature, _) = Signature::parse("KNNkb").expect("a signature");
    let settings = Settings { double_step: DoubleStep::default(), method: Method::Choose, threads: 2 };
    let mut solved = Vec::new();
    for import in signature.imports() {
        pipeline::solve(board, &import, &settings, &mut solved, &mut Silent).expect("it can be solved");
    }
    let imports: Vec<_> = signature
        .imports()
        .iter()
        .map(|import| solved.iter().find(|one| one.endgame.signature() == import).expect("an import"))
        .collect();
    let files: Vec<&[u8]> = solved.iter().map(|one| &one.bytes[..]).collect();
    let check = |bytes: &[u8]| {
        let find = |digest| files.iter().find(|file| Digest::of(file) == digest).map(|file| file.to_vec());
        Checker::new(2, find).check(bytes, None)
    };
    let solve = |threads| BySlices::new(board, &signature, 30, &imports).solve(threads, None, &|_| ());
    let Sliced { bytes, figures, sweeps } = solve(1);
    assert!(bytes == solve(2).bytes, "the same bytes for any number of threads");
    assert!(figures.not_sharp > 0 && sweeps.iter().all(|sweeps| *sweeps > 0), "{figures:?} {sweeps:?}");
    let verified = check(&bytes).expect("a certificate");
    assert_eq!(verified.stated().count(), figures.positions);
    // Each `l` that is more than 0, raised by one.
    let certificate = Certificate::read(&bytes).expect("a certificate");
    let mut tried = 0;
    for (slice, stated) in certificate.slices.iter().enumerate() {
        // The lower bounds come first, in four planes of bytes; the first of these is a sixth of the slice or less.
        for place in (1..stated.len() / 8).step_by(97) {
            let mut slices: Vec<Vec<u8>> = certificate.slices.iter().map(|slice| slice.to_vec()).collect();
            let Some(more) = slices[slice][place].checked_add(1).filter(|more| *more > 1) else { continue };
            slices[slice][place] = more;
            let failure = check(&write(&certificate.head, &slices)).err();
            assert!(matches!(failure, Some(Failure::At(_))), "slice {slice}, byte {place}: {failure:?}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
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
}
