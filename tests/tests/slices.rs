//! The slices against the stored graph: the same bounds, number for number.

use solver::certificates::pipeline::{self, Method, Settings};
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
        let found: slices::Enclosed<T> =
            pipeline::enclose_in_slices(board, &signature, bits, &imports, threads, &|_, _, _| ());
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
        assert!(in_order == *expected, "{board} {text} in units of 2^-{bits}, {threads} threads");
    }
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
