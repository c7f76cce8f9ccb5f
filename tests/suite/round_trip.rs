//! What the solver writes, a fresh checker reads and verifies, on boards of other shapes than those of `solve reproduce`; with any number of threads the same
//! bytes; and what symmetries leave alone.

use std::sync::Arc;

use checker::Verified;
use checker::theorem::Side;
use num_rational::BigRational;
use num_traits::One;
use pipeline_tests::{materials, sample, signature, solve, solved_and_verified, verified};
use session::claims::count;
use session::entry::{self, Entry};
use solver::chess::material::DoubleStep;

/// The materials of a board, solved and verified.
fn round_trip(files: u8, ranks: u8) -> Vec<Arc<Verified>> {
    solved_and_verified(files, ranks, &materials(ranks), DoubleStep::Always)
}

/// Boards of other shapes than those that are committed, and both rules for pawns.
#[test]
fn checker_verifies_oblong_boards() {
    for (files, ranks) in [(2, 9), (16, 2), (2, 16), (12, 4)].into_iter().take(sample(2, 4)) {
        let single = solved_and_verified(files, ranks, &materials(ranks), DoubleStep::Never);
        let is_same = |(double, single): &(Arc<Verified>, &Arc<Verified>)| double.digest() == single.digest();
        let same = round_trip(files, ranks).into_iter().zip(&single).filter(is_same).count();
        // Of the six, king and pawn against king knows the rule; on 3 ranks the rules are the same.
        assert_eq!(same, materials(ranks).len() - usize::from(ranks > 3), "{files}x{ranks}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let boards = [(4, 4), (8, 3), (6, 6), (8, 8)];
    for &(files, ranks) in &boards[..sample(2, boards.len())] {
        let bytes = |threads| {
            let solved = solve(files, ranks, &materials(ranks), threads);
            let bytes = solved.into_iter().map(|solution| solution.bytes);
            bytes.collect::<Vec<_>>()
        };
        let one = bytes(1);
        for threads in [2, 3] {
            assert!(bytes(threads) == one, "{files}x{ranks}, {threads} threads");
        }
    }
}

/// The placement field on the board upside down, left to right, and (with `exchange`) with the colours exchanged.
fn image(fen: &str, upside_down: bool, reflected: bool, exchange: bool) -> String {
    let mut ranks: Vec<String> = fen
        .split('/')
        .map(|rank| {
            // A run of empty squares is one number, which must not be reversed digit by digit.
            let mut cells: Vec<String> = Vec::new();
            let mut digits = false;
            for letter in rank.chars() {
                match (letter.is_ascii_digit() && digits, cells.last_mut()) {
                    (true, Some(last)) => last.push(letter),
                    _ => cells.push(letter.to_string()),
                }
                digits = letter.is_ascii_digit();
            }
            if reflected {
                cells.reverse();
            }
            cells.concat()
        })
        .collect();
    if upside_down {
        ranks.reverse();
    }
    let exchanged = |letter: char| match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    let fen = ranks.join("/");
    match exchange {
        true => fen.chars().map(exchanged).collect(),
        false => fen,
    }
}

#[test]
fn reflected_placements_have_the_same_values_labels_and_numbers_of_best_moves() {
    for (files, ranks) in [(4, 4), (5, 3), (12, 4)].into_iter().take(sample(2, 3)) {
        for table in round_trip(files, ranks) {
            let images: &[(bool, bool)] = match signature(&table).contains('P') {
                // A pawn knows up from down.
                true => &[(false, true)],
                false => &[(true, false), (false, true), (true, true)],
            };
            for number in numbers(&table) {
                let own = entry::at_number(&table, number);
                for &(upside_down, reflected) in images {
                    let image = image(&own.name, upside_down, reflected, false);
                    let other = entry::at_text(&table, &image).expect("a placement");
                    let figures = |entry: &Entry| {
                        let best = |side: Side| {
                            let plans = entry.plans[side.of(0, 1)].as_ref().expect("both players bid");
                            (plans.to_win.options.len(), plans.to_win.least)
                        };
                        let known = [&entry.known.alpha, &entry.known.beta].map(ToString::to_string);
                        (known, entry.known.labels, Side::BOTH.map(best))
                    };
                    assert_eq!(figures(&own), figures(&other), "{}", own.name);
                }
            }
        }
    }
}

/// Two bare kings are their own colour flip: exchanging the colours takes x to 1 - x and T to T′.
#[test]
fn bare_kings_with_colours_exchanged_have_the_complementary_value() {
    for (files, ranks) in [(4, 4), (5, 3), (8, 8)] {
        let kings = verified(&solve(files, ranks, &["Kk"], 2)[0].bytes, &[]);
        for number in numbers(&kings) {
            let own = entry::at_number(&kings, number);
            let flipped = entry::at_text(&kings, &image(&own.name, true, false, true)).expect("a placement");
            is_flipped(&own, &flipped);
        }
    }
}

/// The numbers of all positions.
fn numbers(table: &Verified) -> std::ops::Range<u32> {
    0..u32::try_from(count(table)).expect("few positions")
}

/// Asserts that one has the values and labels of the other with the colours exchanged.
fn is_flipped(one: &Entry, other: &Entry) {
    let complement = |value: &BigRational| BigRational::one() - value;
    assert_eq!(other.known.alpha.low, complement(&one.known.beta.low), "{}", one.name);
    assert_eq!(other.known.beta.low, complement(&one.known.alpha.low), "{}", one.name);
    let [white, black] = one.known.labels;
    assert_eq!(other.known.labels, [black, white], "{}", one.name);
}

/// With another man the flip is another endgame; the certificate answers it, with the colours exchanged.
#[test]
fn colour_flipped_placements_are_answered_with_the_colours_exchanged() {
    let tables = round_trip(4, 4);
    let knight = tables.iter().find(|table| signature(table) == "KNk").expect("the knight's table");
    for number in numbers(knight) {
        let own = entry::at_number(knight, number);
        let flipped = image(&own.name, true, false, true);
        let other = entry::at_text(knight, &flipped).expect("the flipped placement");
        assert_eq!(other.name, flipped);
        is_flipped(&own, &other);
    }
}
