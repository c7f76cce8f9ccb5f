//! Endgames of four pieces: solved, checked, and put beside what is known of them from elsewhere.

use std::sync::Arc;

use checker::Verified;
use checker::theorem::INFINITE;
use pipeline_tests::{Solved, signature, solve_by};
use session::claims::count;
use session::entry::{self, Entry, Plan};
use session::figures::Figures;
use session::ranked;
use solver::certificates::family;
use solver::certificates::pipeline::{Method, Settings};
use solver::chess::material::DoubleStep;

/// How to solve, on so many threads.
fn settings(method: Method, threads: usize) -> Settings {
    Settings { double_step: DoubleStep::Auto, method, never: None, threads }
}

/// All endgames of up to four pieces on a board, verified.
fn all((files, ranks): (u8, u8), double_step: DoubleStep) -> Vec<Arc<Verified>> {
    let names: Vec<String> = family::signatures(4).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    pipeline_tests::solved_and_verified(files, ranks, &names, double_step)
}

/// The endgames that are not sharp, with how many positions are not.
fn not_sharp(tables: &[Arc<Verified>]) -> Vec<(String, usize)> {
    let counts = tables.iter().map(|table| (signature(table), Figures::new(table).not_sharp));
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

/// The numbers of all positions.
fn numbers(table: &Verified) -> std::ops::Range<u32> {
    0..u32::try_from(count(table)).expect("few positions")
}

/// On five ranks a double step passes a square that a pawn may attack.
#[test]
fn positions_with_the_right_to_capture_en_passant_are_solved_and_verified() {
    for board in [(2, 5), (3, 5)] {
        let tables = all(board, DoubleStep::Always);
        let pawns = tables.iter().find(|table| signature(table) == "KPkp").expect("the pawns");
        let with_right = numbers(pawns).filter_map(|number| ranked::placement(pawns, number)?.passed);
        assert!(with_right.count() > 20, "{board:?}");
    }
}

/// The smallest of all: on six squares the knights cannot move. By hand: White's king can only walk to and fro, so α = 0; Black can
/// capture a knight, after which whoever moves next wins, so β = 1/2.
#[test]
fn two_knights_on_six_squares_are_a_draw() {
    let entry = entry::at_text(&Solved::new(2, 3, "KNNk").verified(), "k1/NN/K1").expect("a position");
    assert_eq!((entry.known.alpha.to_string(), entry.known.beta.to_string()), ("0".to_owned(), "1/2".to_owned()));
    assert_eq!(entry.known.labels, [Some(INFINITE), Some(2)]);
    let [_, Some(black)] = &entry.plans else { panic!("both players bid") };
    assert_eq!(texts(&entry, &black.to_win), ["Kxa2", "Kxb2", "Kb3"]);
    assert_eq!(texts(&entry, &black.not_to_lose), ["Kb3"]);
}

/// The moves of a plan.
fn texts<'a>(entry: &'a Entry, plan: &Plan) -> Vec<&'a str> {
    let mut options = plan.options.clone();
    options.sort_by_key(|&option| &entry.options[option].step);
    options.into_iter().map(|option| entry.options[option].text.as_str()).collect()
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
