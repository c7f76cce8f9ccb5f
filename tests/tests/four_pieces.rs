//! Endgames of four pieces: solved, checked, and put beside what is known of them from elsewhere.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Certificate, Content, EnclosureRecord, PairRecord};
use num_rational::BigRational;
use pipeline_tests::{Solved, solve_by, verified};
use solver::certificates::family;
use solver::certificates::pipeline::{Method, Settings};
use solver::chess::material::DoubleStep;

/// How to solve, on so many threads.
fn settings(method: Method, threads: usize) -> Settings {
    Settings { double_step: DoubleStep::Auto, method, threads }
}

/// All endgames of up to four pieces on a board, verified.
fn all((files, ranks): (u8, u8), double_step: DoubleStep) -> Vec<Arc<Verified>> {
    let mut tables: Vec<Arc<Verified>> = Vec::new();
    let names: Vec<String> = family::signatures(4).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for solution in pipeline_tests::solve_with(files, ranks, &names, double_step, 2) {
        tables.push(Arc::new(verified(&solution.bytes, &tables)));
    }
    tables
}

/// The endgames that are not sharp, with how many positions are not.
fn not_sharp(tables: &[Arc<Verified>]) -> Vec<(String, usize)> {
    let counts = tables.iter().map(|table| (table.signature(), table.receipt().not_sharp));
    counts.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn every_endgame_of_four_pieces_on_small_boards_is_solved_and_verified() {
    for (board, expected) in [
        ((2, 3), vec![("KNNk", 2)]),
        ((3, 3), vec![]),
        ((3, 4), vec![("KPkp", 11)]),
        // A prototype of others found these 83.
        ((4, 4), vec![("KBkn", 83)]),
    ] {
        let tables = all(board, DoubleStep::Auto);
        assert_eq!(tables.len(), 36, "30 of four pieces, and 6 smaller ones");
        let expected: Vec<(String, usize)> =
            expected.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
        assert_eq!(not_sharp(&tables), expected, "{board:?}");
    }
}

/// On five ranks a double step passes a square that a pawn may attack.
#[test]
fn positions_with_the_right_to_capture_en_passant_are_solved_and_verified() {
    for board in [(2, 5), (3, 5)] {
        let tables = all(board, DoubleStep::Always);
        let pawns = tables.iter().find(|table| table.signature() == "KPkp").expect("the pawns");
        let with_right = (0..pawns.positions()).filter_map(|number| pawns.placement(number)?.passed());
        assert!(with_right.count() > 20, "{board:?}");
    }
}

/// The smallest of all: on six squares the knights cannot move. By hand: White's king can only walk to and fro, so α = 0; Black can
/// capture a knight, after which whoever moves next wins, so β = 1/2.
#[test]
fn two_knights_on_six_squares_are_a_draw() {
    let entry = Solved::new(2, 3, "KNNk").verified().at("k1/NN/K1").expect("a position");
    assert_eq!((entry.lower.to_string(), entry.upper.to_string()), ("0".to_owned(), "1/2".to_owned()));
    assert_eq!((entry.white_label, entry.black_label), (None, Some(2)));
    let texts = |plan: &checker::Plan| plan.moves.iter().map(|best| best.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&entry.black.to_win), ["Kxa2", "Kxb2", "Kb3"]);
    assert_eq!(texts(&entry.black.not_to_lose), ["Kb3"]);
}

/// Enclosures hold the exact values, prove as many gaps, and are narrow.
#[test]
fn enclosures_hold_the_exact_values() {
    for (files, ranks, men) in [(4, 4, "KBkn"), (3, 4, "KPkp"), (4, 4, "KNkn"), (2, 3, "KNNk"), (4, 5, "KBPk")] {
        let exact = Solved::from_solutions(solve_by(files, ranks, men, &settings(Method::Exact, 2))).verified();
        for bits in [56, 62] {
            let enclosure = solve_by(files, ranks, men, &settings(Method::Enclosure(bits), 2));
            let enclosure = Solved::from_solutions(enclosure).verified();
            assert_eq!(enclosure.receipt().not_sharp, exact.receipt().not_sharp, "{men}, {bits} bits");
            let narrow = BigRational::new(1.into(), num_bigint::BigInt::from(1u64 << 40));
            for number in 0..exact.positions() {
                let (known, bounds) = (exact.seen(number).expect("values"), enclosure.seen(number).expect("bounds"));
                for (value, bound) in [(known.values.0, bounds.values.0), (known.values.1, bounds.values.1)] {
                    assert!(bound.low <= value.low && value.low <= bound.high, "{men}: position {number}");
                    assert!(bound.high - bound.low < narrow, "{men}: position {number}");
                }
            }
        }
    }
}

#[test]
fn bytes_are_the_same_for_any_number_of_threads() {
    for (files, ranks, men, method) in
        [(4, 4, "KBkn", Method::Choose), (4, 4, "KBkn", Method::Enclosure(50)), (3, 4, "KPkp", Method::Choose)]
    {
        let bytes = [1, 2, 5].map(|threads| {
            let solved = solve_by(files, ranks, men, &settings(method, threads));
            solved.into_iter().map(|solution| solution.bytes).collect::<Vec<_>>()
        });
        assert!(bytes[0] == bytes[1] && bytes[1] == bytes[2], "{files}x{ranks} {men}");
    }
}

/// The certificate with other records of two tables.
fn with_pairs(control: &Solved, change: impl FnOnce(&mut Vec<PairRecord>)) -> Vec<u8> {
    let Certificate { imports, content } = control.certificate();
    let Content::TwoTables(mut tables) = content else { panic!("two tables") };
    change(&mut tables.records);
    Certificate { imports, content: Content::TwoTables(tables) }.encode().expect("bytes")
}

#[test]
fn two_tables_that_are_not_the_true_ones_are_rejected() {
    let control = Solved::new(4, 4, "KBkn");
    let Content::TwoTables(tables) = control.certificate().content else { panic!("two tables") };
    let gap = tables.records.iter().position(|record| record.lower < record.upper).expect("a gap");
    let condition = |bytes: &[u8]| control.check(bytes).expect_err("a rejection").to_string();
    assert!(control.check(&with_pairs(&control, |_| {})).is_ok(), "the control");
    let exchanged = with_pairs(&control, |records| {
        records.iter_mut().for_each(|record| std::mem::swap(&mut record.lower, &mut record.upper));
    });
    assert!(condition(&exchanged).starts_with("canonical"), "{}", condition(&exchanged));
    // The lower table twice: where the two differ, Black's evidence for it is missing.
    let lower_twice = with_pairs(&control, |records| {
        records.iter_mut().for_each(|record| record.upper = record.lower);
    });
    assert!(condition(&lower_twice).starts_with("black-label"), "{}", condition(&lower_twice));
    let upper_twice = with_pairs(&control, |records| {
        records.iter_mut().for_each(|record| record.lower = record.upper);
    });
    assert!(condition(&upper_twice).starts_with("white-label"), "{}", condition(&upper_twice));
    let labels = with_pairs(&control, |records| {
        let record = &mut records[gap];
        std::mem::swap(&mut record.white_label, &mut record.black_label);
    });
    assert!(condition(&labels).contains("-label"), "{}", condition(&labels));
}

/// A pair of bounds that is moved by more than the solver's slack is wrong on one side, and some position, this or one that leads to it, shows it.
#[test]
fn enclosures_that_claim_too_much_are_rejected() {
    let control = Solved::from_solutions(solve_by(4, 4, "KBkn", &settings(Method::Enclosure(56), 2)));
    let Certificate { imports, content } = control.certificate();
    let Content::Enclosure(enclosure) = content else { panic!("an enclosure") };
    let changed = |position: usize, change: &dyn Fn(&mut EnclosureRecord)| {
        let mut enclosure = enclosure.clone();
        change(&mut enclosure.records[position]);
        let certificate = Certificate { imports: imports.clone(), content: Content::Enclosure(enclosure) };
        control.check(&certificate.encode().expect("bytes"))
    };
    assert!(changed(0, &|_| {}).is_ok(), "the control");
    for position in (0..enclosure.records.len()).step_by(911) {
        let changes: [&dyn Fn(&mut EnclosureRecord); 4] = [
            &|record| record.alpha += 1_000,
            &|record| record.alpha -= 1_000,
            &|record| record.beta += 1_000,
            &|record| record.beta -= 1_000,
        ];
        for change in changes {
            let failure = changed(position, change).expect_err("one bound of the two is too tight").to_string();
            let conditions = ["alpha-lower", "alpha-upper", "beta-lower", "beta-upper", "canonical"];
            assert!(conditions.iter().any(|condition| failure.starts_with(condition)), "{failure}");
        }
        let crossing = changed(position, &|record| record.alpha_width = u64::MAX / 2).expect_err("beyond 1");
        assert!(crossing.to_string().starts_with("canonical"), "{crossing}");
        let no_label = changed(position, &|record| record.white_label = 0);
        assert!(no_label.is_err() || enclosure.records[position].alpha == 0, "an infinite label");
    }
}
