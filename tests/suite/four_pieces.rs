//! Endgames of four pieces: solved, checked, and put beside what is known of them from elsewhere.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::Reader;
use checker::table;
use checker::theorem::INFINITE;
use checker::write::{self, Writer};
use num_rational::BigRational;
use pipeline_tests::{Columns, Solved, positions, sample, signature, solve_by, verified};
use report::claims::count;
use report::entry::{self, Entry, Plan};
use report::figures::Figures;
use report::ranked;
use report::words;
use solver::certificates::family;
use solver::certificates::pipeline::{Method, Settings};
use solver::chess::material::DoubleStep;

/// How to solve, on so many threads.
fn settings(method: Method, threads: usize) -> Settings {
    Settings { double_step: DoubleStep::Auto, method, never: None, threads }
}

/// All endgames of up to four pieces on a board, verified.
fn all((files, ranks): (u8, u8), double_step: DoubleStep) -> Vec<Arc<Verified>> {
    let mut tables: Vec<Arc<Verified>> = Vec::new();
    let names: Vec<String> = family::signatures(4).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for solution in pipeline_tests::solve_with(files, ranks, &names, double_step, 2) {
        tables.push(verified(&solution.bytes, &tables));
    }
    tables
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

/// Enclosures hold the exact values, prove as many gaps, and are narrow.
#[test]
fn enclosures_hold_the_exact_values() {
    let endgames = [(3, 4, "KPkp"), (2, 3, "KNNk"), (4, 4, "KNkn"), (4, 4, "KBkn"), (4, 5, "KBPk")];
    for &(files, ranks, men) in &endgames[..sample(2, endgames.len())] {
        let exact = Solved::from_solutions(solve_by(files, ranks, men, &settings(Method::Exact, 2))).verified();
        for bits in [56, 62] {
            let enclosure = solve_by(files, ranks, men, &settings(Method::Enclosure(bits), 2));
            let enclosure = Solved::from_solutions(enclosure).verified();
            assert_eq!(Figures::new(&enclosure).not_sharp, Figures::new(&exact).not_sharp, "{men}, {bits} bits");
            let narrow = BigRational::new(1.into(), num_bigint::BigInt::from(1u64 << 40));
            for number in numbers(&exact) {
                let [known, bounds] = [&exact, &enclosure].map(|table| entry::at_number(table, number).known);
                for (value, bound) in [(known.alpha, bounds.alpha), (known.beta, bounds.beta)] {
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

/// Why the checker does not verify these bytes.
fn reason(control: &Solved, bytes: &[u8]) -> String {
    let failure = control.check(bytes).expect_err("a rejection");
    let reason = words::explain(bytes, None, &failure);
    reason.strip_prefix("rejected: ").unwrap_or_else(|| panic!("{reason}")).to_owned()
}

/// The columns of two values: the lower, the upper, T, T′.
#[test]
fn two_values_that_are_not_the_true_ones_are_rejected() {
    let control = Solved::new(4, 4, "KBkn");
    let reason = |change: &dyn Fn(&mut Columns)| reason(&control, &control.with_columns(change));
    assert_eq!(control.with_columns(|_| {}), control.bytes, "the control");
    let exchanged = reason(&|slices| slices.iter_mut().for_each(|columns| columns.swap(0, 1)));
    let conditions = ["white-forces", "white-holds", "black-forces", "black-holds"];
    // Of the first places one has an option that is not greedy any more.
    let first = [&conditions[..], &["white-label", "black-label"]].concat();
    assert!(first.iter().any(|condition| exchanged.starts_with(condition)), "{exchanged}");
    // One value for a position that has two, whose other value others have too: evidence is missing, there or where an option leads there.
    let same = |from: usize, to: usize| {
        move |slices: &mut Columns| {
            let count = |value: u64| {
                let stated = slices.iter().flat_map(|columns| columns[..2].iter().flatten());
                stated.filter(|&&other| other == value).count()
            };
            let shared = |&[slice, place]: &[usize; 2]| count(slices[slice][to][place]) > 1;
            let [slice, place] = gaps(slices).into_iter().find(shared).expect("a value of two positions");
            slices[slice][to][place] = slices[slice][from][place];
        }
    };
    let lower_twice = reason(&same(0, 1));
    assert!(conditions.iter().any(|condition| lower_twice.starts_with(condition)), "{lower_twice}");
    let upper_twice = reason(&same(1, 0));
    assert!(conditions.iter().any(|condition| upper_twice.starts_with(condition)), "{upper_twice}");
    let labels = reason(&|slices| {
        let [slice, place] = gaps(slices)[0];
        let [white, black] = [slices[slice][2][place], slices[slice][3][place]];
        (slices[slice][2][place], slices[slice][3][place]) = (black, white);
    });
    assert!(labels.contains("-label") || labels.contains("-forces"), "{labels}");
}

/// Where the two values differ: slice and place.
fn gaps(slices: &Columns) -> Vec<[usize; 2]> {
    let of = |(slice, columns): (usize, &Vec<Vec<u64>>)| {
        let places = (0..columns[0].len()).filter(|&place| columns[0][place] != columns[1][place]);
        places.map(|place| [slice, place]).collect::<Vec<_>>()
    };
    slices.iter().enumerate().flat_map(of).collect()
}

/// The columns of an enclosure, for each slice: `l`, `u′ − l`, flags, and of the listed positions the two others; flags of labels, and these.
fn narrow_columns(control: &Solved) -> Vec<[Vec<u64>; 8]> {
    let certificate = ::games::certificate(&control.bytes).expect("a certificate");
    let verified = control.verified();
    let slices = table::slices(positions(&verified));
    let read = |(bytes, slice): (Vec<u8>, std::ops::Range<usize>)| {
        let mut reader = Reader::new(None, &bytes);
        let mut column = |count: usize| reader.column(count).expect("a column");
        let [lower, widths, flags] = [slice.len(), slice.len(), slice.len().div_ceil(8)].map(&mut column);
        let listed = flags.iter().map(|flags| flags.count_ones()).sum::<u32>() as usize;
        let [gaps, last] = [listed, listed].map(&mut column);
        let labelled = column(slice.len().div_ceil(8));
        let count = labelled.iter().map(|flags| flags.count_ones()).sum::<u32>() as usize;
        let [white, black] = [count, count].map(column);
        reader.end().expect("the end");
        [lower, widths, flags, gaps, last, labelled, white, black]
    };
    pipeline_tests::slices(&certificate).into_iter().zip(slices).map(read).collect()
}

/// Bounds that are moved by more than the solver's slack are wrong on one side, and some position, this or one that leads to it, shows it.
#[test]
fn enclosures_that_claim_too_much_are_rejected() {
    let control = Solved::from_solutions(solve_by(4, 4, "KBkn", &settings(Method::Enclosure(56), 2)));
    let columns = narrow_columns(&control);
    let changed = |change: &dyn Fn(&mut [Vec<u64>; 8]), slice: usize| {
        let mut columns = columns.clone();
        change(&mut columns[slice]);
        let slice = |columns: &[Vec<u64>; 8]| {
            let mut writer = Writer::default();
            columns.iter().for_each(|column| writer.column(column));
            writer.0
        };
        let head = ::games::certificate(&control.bytes).expect("a certificate").head;
        write::write(&head, &columns.iter().map(slice).collect::<Vec<_>>())
    };
    assert_eq!(changed(&|_| {}, 0), control.bytes, "the control");
    let conditions = ["white-forces", "white-holds", "black-forces", "black-holds"];
    let is_rejected = |change: &dyn Fn(&mut [Vec<u64>; 8]), slice: usize| {
        let failure = reason(&control, &changed(change, slice));
        assert!(conditions.iter().any(|condition| failure.starts_with(condition)), "{failure}");
    };
    let mut listed = 0;
    for (slice, [lower, _, _, gaps, last, ..]) in columns.iter().enumerate() {
        for place in (0..lower.len()).step_by(911) {
            // All bounds of the position together.
            is_rejected(&|columns| columns[0][place] += 1_000, slice);
            if lower[place] >= 1_000 {
                is_rejected(&|columns| columns[0][place] -= 1_000, slice);
            }
            let crossing = reason(&control, &changed(&|columns| columns[1][place] = u64::MAX / 2, slice));
            assert!(crossing.starts_with("canonical"), "{crossing}");
        }
        for place in (0..gaps.len()).step_by(17) {
            // Where four numbers are stated: `l′` and `u′`, and `l′` alone.
            is_rejected(&|columns| columns[3][place] += 1_000, slice);
            is_rejected(&|columns| columns[3][place] -= 1_000, slice);
            let [gap, width] = [gaps[place], last[place]];
            is_rejected(&|columns| (columns[3][place], columns[4][place]) = (gap + width + 1_000, 0), slice);
            listed += 1;
        }
        let flags = reason(&control, &changed(&|columns| columns[2][0] ^= 1, slice));
        assert!(flags.starts_with("canonical"), "{flags}");
    }
    assert!(listed > 0, "positions with four numbers");
}
