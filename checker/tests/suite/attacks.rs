//! Attacks that have been made, each by its name: what once overflowed the stack, took minutes or gigabytes, or was believed.
//!
//! Processor time is measured and printed, and nothing is asserted of it (`cargo test -p bidding-games-checker --test attacks -- --nocapture --test-threads 1`).

use crate::witness::support;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

use crate::witness::hand::Halves;
use crate::witness::naive::chess::Board;
use crate::witness::support::games::{bid, end, json};
use crate::witness::support::{Columns, Draft, family, fen, head, men, plan, reached};
use checker::Checker;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::claim::none;
use checker::failure::{Condition, Failure};
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use checker::numbers::{Fraction, Fractions};
use checker::theorem::Side;
use num_bigint::BigUint;
use num_integer::Integer;

/// Processor time of this process in milliseconds, where the system tells it: ticks of 10 ms, as user and as system.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    10 * (ticks(11) + ticks(12))
}

/// Runs on a stack of 2 MB, and tells the processor time.
fn on_a_small_stack<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let timed = || {
            let start = processor_time();
            (work(), processor_time() - start)
        };
        let worker = thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, timed).unwrap();
        let (result, time) = worker.join().unwrap();
        println!("{name}: {time} ms of processor time");
        result
    })
}

/// Consecutive Fibonacci numbers from the first of so many bits on. The continued fraction of a quotient of two is as long as can be.
fn fibonacci(bits: u64, count: usize) -> Vec<BigUint> {
    let (mut a, mut b) = (BigUint::from(1_u8), BigUint::from(1_u8));
    while a.bits() < bits {
        (a, b) = (b.clone(), a + b);
    }
    let mut all = vec![a, b];
    while all.len() < count {
        all.push(&all[all.len() - 1] + &all[all.len() - 2]);
    }
    all
}

/// The half of a sum, in lowest terms.
fn half_of_sum(a: &Fraction, b: &Fraction) -> Fraction {
    let numerator = &a.numerator * &b.denominator + &b.numerator * &a.denominator;
    let denominator = &a.denominator * &b.denominator * 2_u8;
    let divisor = numerator.gcd(&denominator);
    Fraction { numerator: numerator / &divisor, denominator: denominator / divisor }
}

/// Two terminal values whose continued fractions have 26,000 digits, and the mean of both between them; in exact numbers and enclosed.
#[test]
fn two_fibonacci_fractions_of_18_000_bits() {
    let numbers = fibonacci(18_000, 3);
    let value = |place: usize| Fraction { numerator: numbers[place].clone(), denominator: numbers[place + 1].clone() };
    let (a, b) = (value(0), value(1));
    assert!(a.denominator.bits() >= 18_000);
    // Position 0 leads to both; position 1 to position 0 and to the second. Which of two is greater is seen by cross-multiplication.
    let first = half_of_sum(&a, &b);
    let second = half_of_sum(&first, &b);
    let is_less = |a: &Fraction, b: &Fraction| &a.numerator * &b.denominator < &b.numerator * &a.denominator;
    let text = format!(
        r#"{{"bidding-game": 2, "positions": [{{"name": "0", "left": ["a"], "right": ["b"]}},
            {{"name": "1", "left": ["0"], "right": ["b"]}},
            {{"name": "a", "value": "{}/{}"}}, {{"name": "b", "value": "{}/{}"}}]}}"#,
        a.numerator, a.denominator, b.numerator, b.denominator
    );
    let mut in_order = [(0, &first), (1, &second)];
    if is_less(&second, &first) {
        in_order.reverse();
    }
    let values = Fractions::of(&in_order.map(|(_, fraction)| fraction.clone())).unwrap();
    let index = |position: usize| in_order.iter().position(|(number, _)| *number == position).unwrap() as u64;
    let exact = Draft::new(
        Head { values: values.into(), ..head(Statement::Game(support::digest(text.as_bytes())), 0, Form::One, vec![]) },
        &Columns::plain(vec![vec![index(0), index(1)], vec![1, 1], vec![1, 1]]),
        &[0],
    );
    let narrow = Draft::new(
        head(Statement::Game(support::digest(text.as_bytes())), 1, Form::Narrow, vec![]),
        &Columns::narrow(&[[0, 2, 0, 2]; 2]),
        &[0],
    );
    on_a_small_stack("two values of 18,000 bits", || {
        let game = Arc::new(Game::read(text.as_bytes()).unwrap());
        for draft in [&exact, &narrow] {
            assert!(Checker::new(1, none, |_| None::<Vec<u8>>).check(&draft.bytes(), Some(&game)).is_ok());
        }
        // With the values exchanged it is false, and says so.
        let mut false_one = exact.clone();
        false_one.slices[0].0[0].numbers.reverse();
        let failure = Checker::new(1, none, |_| None::<Vec<u8>>).check(&false_one.bytes(), Some(&game)).unwrap_err();
        assert!(
            matches!(failure, Failure::At(breach) if breach.position == 0 && breach.condition != Condition::Greedy)
        );
    });
}

/// A game of 677 KB whose 80 terminal values have 14,000 bits each, with no common factor. Once it took hours.
#[test]
fn eighty_fibonacci_fractions_of_14_000_bits() {
    let numbers = fibonacci(14_000, 81);
    let ends: Vec<String> = (0..80)
        .map(|place| format!(r#"{{"name": "{place}", "value": "{}/{}"}}"#, numbers[place], numbers[place + 1]))
        .collect();
    let text = format!(
        r#"{{"bidding-game": 2, "positions": [{{"name": "start", "left": ["0"], "right": ["79"]}}, {}]}}"#,
        ends.join(",\n")
    );
    assert!((670_000..690_000).contains(&text.len()), "{}", text.len());
    let narrow = Draft::new(
        head(Statement::Game(support::digest(text.as_bytes())), 1, Form::Narrow, vec![]),
        &Columns::narrow(&[[0, 2, 0, 2]]),
        &[0],
    );
    let (values, _) = support::fractions([support::fraction(1, 2)].iter());
    let exact = Draft::new(
        Head { values: values.into(), ..head(Statement::Game(support::digest(text.as_bytes())), 0, Form::One, vec![]) },
        &Columns::plain(vec![vec![0], vec![1], vec![1]]),
        &[0],
    );
    on_a_small_stack("80 values of 14,000 bits", || {
        let game = Arc::new(Game::read(text.as_bytes()).unwrap());
        let failure = Checker::new(1, none, |_| None::<Vec<u8>>).check(&exact.bytes(), Some(&game)).err();
        assert!(matches!(failure, Some(Failure::Limit(TooMuch { limit: Limit::BITS, .. }))));
        // Bounds need no common denominator: each value is rounded by itself.
        assert!(Checker::new(1, none, |_| None::<Vec<u8>>).check(&narrow.bytes(), Some(&game)).is_ok());
    });
}

/// Ten values of 65,500 bits on a denominator of as many: to find that they have no common divisor takes a greatest common divisor, which is as slow as it can
/// be. Then they are compared with a value that needs another denominator.
#[test]
fn ten_values_of_65_500_bits() {
    let numbers = fibonacci(65_500, 12);
    // Neighbours have no factor in common.
    let (denominator, mut numerators) = (numbers[11].clone(), numbers[1..11].to_vec());
    assert!(denominator.bits() > 65_500);
    numerators.reverse();
    let count = numerators.len();
    let values = Fractions { denominator, numerators };
    let end = crate::witness::naive::fraction(numbers[9].clone(), numbers[10].clone());
    let text = json(&[bid(&[1], &[1]), crate::witness::naive::game::Place::Terminal(end)]);
    let slice = (vec![], vec![0, 1, 1, 1, 1]);
    let statement = Statement::Game(support::digest(text.as_bytes()));
    let draft =
        Draft { head: Head { values: values.into(), ..head(statement, 0, Form::One, vec![]) }, slices: vec![slice] };
    let bytes = draft.bytes();
    let game = Arc::new(Game::read(text.as_bytes()).unwrap());
    on_a_small_stack(&format!("{count} values of 65,500 bits, {} bytes", bytes.len()), || {
        let failure = Checker::new(1, none, |_| None::<Vec<u8>>).check(&bytes, Some(&game)).unwrap_err();
        assert!(matches!(failure, Failure::Limit(TooMuch { limit: Limit::BITS, .. })), "{failure:?}");
    });
}

/// 2,000 positions of a knight's endgame on 4x4 as members, with an import: the work is not their square.
#[test]
fn a_plan_with_2_000_members_and_an_import() {
    let (board, root) = fen("k3/4/4/KN2", 0);
    let members = reached(board, &root, 2_000);
    assert_eq!(members.len(), 2_000);
    let family = family(board, "Kk");
    let solved = &family[&men("Kk")];
    let imports = BTreeMap::from([(men("Kk"), (solved.bytes.clone(), solved.places.clone()))]);
    for form in [Form::Holds(Side::White), Form::Forces(Side::White)] {
        let bytes = plan(board, &members, form, 30, true, &imports).unwrap().bytes();
        on_a_small_stack("a plan with 2,000 members", || {
            let verified = Checker::new(1, none, |_| Some(solved.bytes.clone())).check(&bytes, None);
            assert_eq!(verified.unwrap().imports().len(), 1);
        });
    }
}

/// Lists may import endgames only; a chain of lists, each of which imports the next, is not followed, or it would fill the stack.
#[test]
fn a_chain_of_lists_that_import_lists() {
    let (board, root) = fen("k1/1K", 0);
    let list = |imports: Vec<Digest>| {
        let mut draft =
            plan(board, std::slice::from_ref(&root), Form::Holds(Side::White), 1, false, &BTreeMap::new()).unwrap();
        draft.head.imports = imports;
        draft.bytes()
    };
    let (mut files, mut last) = (BTreeMap::new(), list(vec![]));
    for _ in 0..20_000 {
        let digest = Digest::of(&last);
        files.insert(digest, last);
        last = list(vec![digest]);
    }
    let mut asked = 0;
    let failure = on_a_small_stack("a chain of 20,000 lists", || {
        let find = |digest| {
            asked += 1;
            files.get(&digest).cloned()
        };
        Checker::new(1, none, find).check(&last, None).unwrap_err()
    });
    assert_eq!(failure, Failure::Import(0, Box::new(Failure::Statement("endgame of an import"))));
    assert_eq!(asked, 1);
}

/// Nothing is stated of a game whose positions are all terminal, and that is true; but it is stated in one way.
#[test]
fn a_game_without_inner_positions() {
    let text = json(&[end(1, 3), end(1, 1)]);
    let game = Arc::new(Game::read(text.as_bytes()).unwrap());
    let check =
        |draft: &Draft| Checker::new(4, none, |_| None::<Vec<u8>>).check(&draft.bytes(), Some(&game)).map(|_| ());
    let draft = |bits: u8, form: Form| Draft {
        head: head(Statement::Game(support::digest(text.as_bytes())), bits, form, vec![]),
        slices: vec![],
    };
    assert_eq!(check(&draft(0, Form::One)), Ok(()));
    assert!(matches!(check(&draft(0, Form::Two)), Err(Failure::Spelling(..))));
    assert_eq!(check(&draft(9, Form::Narrow)), Ok(()));
    let mut with_value = draft(0, Form::One);
    with_value.head.values = support::fractions([support::fraction(1, 2)].iter()).0.into();
    assert!(matches!(check(&with_value), Err(Failure::Spelling(..))));
    // A game without a terminal position is none.
    assert!(Game::read(json(&[bid(&[0], &[0])]).as_bytes()).is_err());
}

/// What an import is about decides, and not what has been verified before.
#[test]
fn an_import_that_is_known_from_before() {
    let knight = family(Board::new(2, 2, 0), "KNkn");
    let files: BTreeMap<Digest, Vec<u8>> =
        knight.values().map(|solved| (support::digest(&solved.bytes), solved.bytes.clone())).collect();
    let mut wrong = knight[&men("KNkn")].draft.clone();
    wrong.head.imports = vec![support::digest(&knight[&men("Kk")].bytes)];
    let (wrong, right) = (wrong.bytes(), &knight[&men("KNk")].bytes);
    let find = |digest| files.get(&digest).cloned();
    let fresh = Checker::new(1, none, find).check(&wrong, None).unwrap_err();
    let mut checker = Checker::new(1, none, find);
    checker.check(right, None).unwrap();
    let again = checker.check(&wrong, None).unwrap_err();
    assert!(!fresh.is_declined() && !again.is_declined());
    assert_eq!(fresh, again);
}

/// The program: what it says of files in a folder, and its exit status.
#[test]
fn the_program_declines_where_there_is_no_certificate_or_another_game() {
    let kings = Halves::new("Kk", &[]).bytes();
    let folder = std::env::temp_dir().join(format!("kernel-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let game = r#"{"bidding-game":2,"positions":[{"name":"a","value":"1"}]}"#;
    for (name, bytes) in [("kings.cert", &kings[..]), ("game.json", game.as_bytes()), ("cut.cert", &kings[..110])] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    for (files, status, said) in [
        (&[][..], 2, ""),
        (&["game.json"], 2, ""),
        (&["kings.cert"], 0, "\"kings.cert\" verified\n"),
        (&["game.json", "kings.cert"], 2, "\"kings.cert\" declined\n"),
        (&["kings.cert", "game.json", "cut.cert"], 1, "\"kings.cert\" declined\n\"cut.cert\" rejected header\n"),
    ] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_kernel"));
        let ended = program.args(files).current_dir(&folder).output().unwrap();
        assert_eq!((ended.status.code(), String::from_utf8(ended.stdout).unwrap().as_str()), (Some(status), said));
        assert_eq!(ended.stderr.starts_with(b"usage: "), said.is_empty());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
