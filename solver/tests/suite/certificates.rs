//! What is written is verified: the checker, which has rules and a reader of its own, is the judge.

use std::collections::BTreeMap;

use checker::Verified;
use checker::certificate::{Digest, Form};
use checker::theorem::Side;
use num_bigint::BigUint;
use num_rational::Ratio;
use session::notation;
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Man, Signature};
use solver::chess::position::{Position, Rules};
use solver::graph::exact::policy::Silent;
use solver::graph::values::Values;
use solver::plans::{self, Bound, NoBound, Question};

fn solve(board: &str, material: &str, double_step: DoubleStep, method: Method) -> Vec<Solution> {
    let (board, signature) = (board.parse().unwrap(), Signature::parse(material).unwrap().0);
    let settings = Settings { double_step, method, never: None, threads: 2 };
    let mut solved = Vec::new();
    pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).unwrap();
    solved
}

/// The verdict on the last of these solutions, with the others to be imported.
fn check(solved: &[Solution]) -> std::sync::Arc<Verified> {
    let files: BTreeMap<Digest, Vec<u8>> =
        solved.iter().map(|solution| (solution.digest, solution.bytes.clone())).collect();
    let last = solved.last().unwrap();
    let name = format!("{} {}", last.endgame.board(), last.endgame.signature());
    let checked = games::checker(2, |digest| files.get(&digest).cloned()).check(&last.bytes, None);
    checked.unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

#[test]
fn tables_are_verified() {
    for board in ["2x2", "3x3", "3x4", "4x4", "4x3"] {
        for material in ["Kk", "KNk", "KPk", "KQkq", "KNNk"] {
            if (board, material) != ("2x2", "KPk") {
                let solved = solve(board, material, DoubleStep::Always, Method::Exact);
                assert_eq!(check(&solved).head().form, Form::One, "{board} {material}");
            }
        }
    }
}

/// Two kings and two pawns with rights to capture *en passant*; 65 positions are not sharp.
#[test]
fn tables_with_en_passant_and_gaps_are_verified() {
    let verified = check(&solve("3x5", "KPkp", DoubleStep::Always, Method::Exact));
    assert_eq!(verified.head().form, Form::Two);
}

/// All positions of an endgame may be sharp where not all of an import are.
#[test]
fn the_form_goes_by_the_own_positions_alone() {
    let mut beyond = 0;
    for material in ["KNkp", "KBkp", "KPkp", "KPPk"] {
        let solved = solve("4x4", material, DoubleStep::Auto, Method::Exact);
        let sharp = |solution: &Solution| solution.values.exact().unwrap().not_sharp() == 0;
        let (last, imports) = solved.split_last().unwrap();
        let form = if sharp(last) { Form::One } else { Form::Two };
        assert_eq!(check(&solved).head().form, form, "{material}");
        beyond += usize::from(sharp(last) && !imports.iter().all(sharp));
    }
    assert!(beyond > 0, "one is sharp and imports one that is not");
}

#[test]
fn enclosures_are_verified() {
    for bits in [1, 8, 20, 56, 62] {
        let solved = solve("4x4", "KBkn", DoubleStep::Auto, Method::Enclosure(bits));
        let Values::Enclosed(enclosed) = &solved.last().unwrap().values else { panic!("an enclosure was asked for") };
        assert_eq!(enclosed.listed.is_empty(), bits < 20, "gaps are found in units that are small enough");
        assert_eq!(check(&solved).head().form, Form::Narrow);
    }
}

#[test]
fn what_is_written_is_read_back() {
    for method in [Method::Exact, Method::Enclosure(20)] {
        let solved = solve("3x4", "KPkp", DoubleStep::Auto, method);
        let (last, others) = solved.split_last().unwrap();
        let signature = last.endgame.signature();
        let imports: Vec<&Solution> = signature
            .imports()
            .iter()
            .map(|import| others.iter().find(|other| other.endgame.signature() == import).unwrap())
            .collect();
        let settings = Settings { double_step: DoubleStep::Auto, method, never: None, threads: 1 };
        let read = |bytes: Vec<u8>| pipeline::read(bytes, last.endgame.board(), signature, &settings, &imports);
        let kept = read(last.bytes.clone()).expect("it fits");
        assert_eq!(kept.digest, last.digest);
        match (&kept.values, &last.values) {
            (Values::Exact(kept), Values::Exact(last)) => {
                assert_eq!(
                    (&kept.denominator, &kept.numerators, &kept.lower),
                    (&last.denominator, &last.numerators, &last.lower)
                );
                assert_eq!((kept.upper(), &kept.white_labels), (last.upper(), &last.white_labels));
                assert_eq!(kept.black_labels, last.black_labels);
            }
            (Values::Enclosed(kept), Values::Enclosed(last)) => assert_eq!(kept, last),
            _ => panic!("read back as something else"),
        }
        let mut changed = last.bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(read(changed).is_none());
    }
}

/// Searches for a bound and gives it as the checker has verified it.
fn bound(fen: &str, bound: Bound, most_positions: usize) -> Result<Ratio<BigUint>, NoBound> {
    let (stated, placement) = notation::parse(fen).unwrap();
    let board = Board::new(stated.files, stated.ranks).unwrap();
    let rules = Rules::new(board, board.ranks() >= 8);
    let man = |man| Man::from_letter(notation::letter(man)).unwrap();
    let pieces = placement.pieces.iter().map(|piece| (man(piece.man), stated.number(piece.square))).collect();
    let root = Position { pieces, passed: None };
    let question = Question { rules: &rules, root, bound, good_enough: None, most_positions, threads: 1 };
    let proof = plans::search(&question, &|_| None, &mut Silent)?;
    let bytes = plans::certificate(&question, &proof, Vec::new());
    let verified = games::checker(1, |_| None::<Vec<u8>>)
        .check(&bytes, None)
        .unwrap_or_else(|failure| panic!("{fen}: {failure:?}"));
    assert_eq!(verified.head().form, bound.form());
    assert_eq!(proof.plan[proof.root], question.root);
    Ok(proof.bound)
}

fn fraction(numerator: u32, denominator: u32) -> Ratio<BigUint> {
    Ratio::new(numerator.into(), denominator.into())
}

/// The position of the chapter "Draws" on 3x4: plans for both players and both aims meet at α = 1/4 and β = 3/4.
#[test]
fn plans_for_not_losing_and_for_winning_meet() {
    let fen = "k2/1p1/1P1/K2";
    for (asked, required) in [
        (Bound::AlphaUpper, fraction(1, 4)),
        (Bound::AlphaLower, fraction(1, 4)),
        (Bound::BetaLower, fraction(3, 4)),
        (Bound::BetaUpper, fraction(3, 4)),
    ] {
        assert_eq!(bound(fen, asked, 10_000), Ok(required), "{asked:?}");
    }
    assert_eq!(Bound::AlphaLower.form(), Form::Forces(Side::White));
}

/// White wins with two queens on 4x4, and the plan has positions with a label.
#[test]
fn a_plan_for_winning_is_verified() {
    assert_eq!(bound("3k/4/4/QQK1", Bound::AlphaLower, 100_000), Ok(fraction(7, 8)));
    assert_eq!(
        bound("kqq1/4/4/K3", Bound::BetaUpper, 100).map_err(|error| error.to_string()),
        Err("the position has more than 100 positions without a capture or a move of a pawn, the limit".to_owned())
    );
}
