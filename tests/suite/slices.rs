//! The slices against the stored graph: the same bounds, number for number.

use checker::certificate::Digest;
use pipeline_tests::{nightly, sample};
use solver::certificates::family;
use solver::certificates::pipeline::{self, BySlices, Method, Settings, Sliced, Solution};
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::enclosure::{enclose, strict};
use solver::graph::exact::policy::Silent;
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

/// Encloses an endgame both ways, and compares.
fn compare<T: Units>(files: u8, ranks: u8, text: &str, bits: u8) {
    let board = Board::new(files, ranks).expect("a board");
    let (signature, _) = Signature::parse(text).expect("a signature");
    let solved = imported(board, &signature);
    let imports = imports_of(&signature, &solved);
    let endgame = Endgame::new(board, signature.clone(), DoubleStep::Auto).expect("an endgame");
    let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
    let bounded = pipeline::bounded(&endgame.graph(&endgames, 2), &imports, bits);
    let expected = enclose(&bounded, strict(&bounded, bits, || ()));
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

/// The certificate of five men.
#[test]
fn certificates_of_five_men_verify() {
    let board = Board::new(4, 4).expect("a board");
    let (signature, _) = Signature::parse("KNNkb").expect("a signature");
    let solved = imported(board, &signature);
    let imports = imports_of(&signature, &solved);
    let files: Vec<&[u8]> = solved.iter().map(|one| &one.bytes[..]).collect();
    let check = |bytes: &[u8]| {
        let find = |digest| files.iter().find(|file| Digest::of(file) == digest).map(|file| file.to_vec());
        ::games::checker(2, find).check(bytes, None)
    };
    let solve = |threads| BySlices::new(board, &signature, 30, &imports).solve(threads, None, &|_| ());
    let Sliced { bytes, figures, sweeps } = solve(1);
    assert!(bytes == solve(2).bytes, "the same bytes for any number of threads");
    assert!(figures.not_sharp > 0 && sweeps.iter().all(|sweeps| *sweeps > 0), "{figures:?} {sweeps:?}");
    let verified = check(&bytes).expect("a certificate");
    assert_eq!(session::claims::count(&verified), figures.positions);
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
