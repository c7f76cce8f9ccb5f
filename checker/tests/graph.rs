//! Graphs (kind 4): games whose values are worked out here, by hand or by trying all policies, are verified; each condition is
//! broken, beside the control; each way in which a file is no game has its message; and no bytes make anything panic.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod toys;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use checker::board::Colour;
use checker::certificate::{
    Certificate, Content, Digest, Graph, Natural, PairRecord, PawnRule, SharpTable, StatedEndgame, StatedValue,
};
use checker::conditions::Which;
use checker::limits::Limit;
use checker::values::Interval;
use checker::{
    Breach, Condition, Decline, Failure, Game, GameFault, GraphPlan, GraphStatement, Rejection, Statement,
    VerifiedGraph, check_bound, check_graph,
};
use num_bigint::BigUint;
use num_rational::BigRational;
use toys::{End, Known, Moves, Random, Toy, cycles, exact, fraction, game, json, path, random_game, solve};

/// The example of the chapter "Games as graphs".
const TWO_STEPS: &str = r#"{
  "bidding-game": 1,
  "title": "Two steps",
  "positions": [
    { "name": "start", "left": ["ahead"], "right": ["behind"] },
    { "name": "ahead", "left": ["won"], "right": ["start"] },
    { "name": "behind", "left": ["start"], "right": ["lost"] },
    { "name": "won", "value": "1" },
    { "name": "lost", "value": "0" }
  ]
}
"#;

/// What a certificate states of such positions, of those that are not terminal.
fn stated<'a>(known: impl Iterator<Item = &'a Known> + Clone) -> Graph {
    let distinct: BTreeSet<&BigRational> = known.clone().flat_map(|known| [&known.x, &known.y]).collect();
    let power = |value: &BigRational| u32::try_from(value.denom().magnitude().trailing_zeros().unwrap()).unwrap();
    let odd = |value: &BigRational| value.denom().magnitude() >> power(value);
    let odd_parts: Vec<BigUint> =
        distinct.iter().map(|value| odd(value)).collect::<BTreeSet<_>>().into_iter().collect();
    let value = |value: &&BigRational| StatedValue {
        numerator: Natural(value.numer().magnitude().clone()),
        odd_part: u32::try_from(odd_parts.binary_search(&odd(value)).unwrap()).unwrap(),
        power_of_two: power(value),
    };
    let index =
        |value: &BigRational| u32::try_from(distinct.iter().position(|other| *other == value).unwrap()).unwrap();
    let record = |known: &Known| PairRecord {
        lower: index(&known.x),
        upper: index(&known.y),
        white_label: known.white,
        black_label: known.black,
    };
    let records = known.map(record).collect();
    Graph {
        values: distinct.iter().map(value).collect(),
        odd_parts: odd_parts.into_iter().map(Natural).collect(),
        records,
    }
}

fn bytes_of(graph: Graph) -> Vec<u8> {
    Certificate { imports: vec![], content: Content::Graph(graph) }.encode().unwrap()
}

fn certified(toys: &[Toy], known: &[Known]) -> Graph {
    stated(known.iter().zip(toys).filter(|(_, toy)| matches!(toy, Moves(..))).map(|(known, _)| known))
}

fn verify(toys: &[Toy]) -> (VerifiedGraph, Vec<Known>) {
    let known = solve(toys);
    let verified = check_graph(&bytes_of(certified(toys, &known)), &game(&json(toys)));
    (verified.unwrap_or_else(|failure| panic!("{toys:?} {known:?} {failure}")), known)
}

/// The names of the best options.
fn names(plan: &GraphPlan) -> Vec<&str> {
    plan.options.iter().map(|option| option.name.as_str()).collect()
}

/// Compares everything that is answered with what is known.
fn compare(toys: &[Toy]) -> VerifiedGraph {
    let (verified, known) = verify(toys);
    let values: Vec<_> = verified.values().collect();
    for (number, (known, toy)) in known.iter().zip(toys).enumerate() {
        let entry = verified.at(&format!("p{number}")).unwrap();
        assert_eq!(Some(&entry), verified.entry(number).as_ref());
        assert_eq!(
            (entry.lower, entry.upper),
            [&known.x, &known.y].map(|x| Interval::exact(x.clone())).into(),
            "{toys:?}"
        );
        let label = |label: Option<u32>| label.unwrap_or(0);
        assert_eq!((label(entry.left_label), label(entry.right_label)), (known.white, known.black));
        let node = verified.node(number).unwrap();
        assert_eq!(verified.value(node.value(Which::Lower)), known.x);
        let numbers = verified.value_numbers(number);
        assert_eq!(numbers.is_some(), matches!(toy, Moves(..)));
        if let Some((_, upper)) = numbers {
            assert_eq!(values[upper].numerator, known.y.numer().magnitude());
        }
    }
    let inner = || known.iter().zip(toys).filter(|(_, toy)| matches!(toy, Moves(..)));
    let gaps: Vec<BigRational> = inner().map(|(known, _)| &known.y - &known.x).collect();
    let receipt = verified.receipt();
    assert_eq!(receipt.not_sharp, gaps.iter().filter(|gap| **gap > fraction(0, 1)).count());
    assert_eq!(receipt.widest_gap, gaps.iter().max().cloned().unwrap_or_default());
    assert_eq!(receipt.largest_white_label, inner().map(|(known, _)| known.white).max().unwrap_or(0));
    verified
}

#[test]
fn accepts_the_example_of_the_book() {
    let game = game(TWO_STEPS);
    let known = |numerator, white, black| Known { x: fraction(numerator, 4), y: fraction(numerator, 4), white, black };
    let known = [known(2, 2, 2), known(3, 1, 1), known(1, 1, 1)];
    let bytes = bytes_of(stated(known.iter()));
    // Kind 4, no imports, the odd part 1, the values 1/4, 1/2, 3/4, and three records, as the chapter "The format" spells them.
    let body =
        [&[4, 0, 0, 1, 1, 1, 3][..], &[1, 1, 0, 2, 1, 1, 0, 1, 1, 3, 0, 2], &[3, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0, 1, 1]];
    assert_eq!(bytes[10..bytes.len() - 32], body.concat());
    let verified = check_graph(&bytes, &game).unwrap();
    let digest = Digest::of(TWO_STEPS.as_bytes());
    let claim = format!(
        "graph of 5 positions (\"Two steps\", sha-256 {digest}): all 3 positions that are not terminal have these exact \
         values and labels; all are sharp"
    );
    assert_eq!(verified.claim(), claim);
    let start = verified.at("start").unwrap();
    assert!(start.is_sharp());
    assert_eq!((start.lower, start.left_label), (exact(1, 2), Some(2)));
    let [left, right] = start.plans.unwrap();
    assert_eq!((names(&left.to_win), &left.to_win.best), (vec!["ahead"], &exact(3, 4)));
    assert_eq!((names(&right.not_to_lose), &right.not_to_lose.best), (vec!["behind"], &exact(1, 4)));
    let won = verified.at("won").unwrap();
    assert_eq!((won.lower, won.upper, won.left_label, won.plans), (exact(1, 1), exact(1, 1), Some(0), None));
    assert_eq!(
        verified.at("nowhere").unwrap_err().to_string(),
        "found \"nowhere\", required the name of a position of the game"
    );
    let receipt = verified.receipt();
    assert_eq!((receipt.largest_white_label, receipt.largest_black_label), (2, 2));
    assert_eq!((receipt.largest_denominator_bits, receipt.not_sharp, &receipt.widest_gap_at), (3, 0, &None));
    let conditions = [
        (Condition::Header, 1),
        (Condition::Canonical, 7),
        (Condition::Coverage, 3),
        (Condition::Richman, 6),
        (Condition::WhiteLabel, 3),
        (Condition::BlackLabel, 3),
    ];
    assert_eq!(receipt.evaluations, conditions);
    assert_eq!((game.number("behind"), game.name(2), game.inner()), (Some(2), Some("behind"), &[0, 1, 2][..]));
    assert_eq!(game.terminal_value(3), Some(fraction(1, 1)));
    assert_eq!(game.options(1, Colour::Black), Some(&[0][..]));
    assert_eq!(verified.game().digest(), digest);
}

#[test]
fn accepts_paths() {
    for count in 3..8 {
        let verified = compare(&path(count));
        for number in 0..count {
            let number_of_it = i64::try_from(number).unwrap();
            let entry = verified.entry(number).unwrap();
            assert_eq!(entry.lower, exact(number_of_it, i64::try_from(count).unwrap() - 1));
            assert!(entry.is_sharp());
        }
    }
    // A long one, whose labels are known as well: T is the distance to the end that Left wants to reach.
    let count = 200;
    let known = |number: i64| {
        let label = |distance: i64| u32::try_from(distance).unwrap();
        let x = fraction(number, count - 1);
        Known { x: x.clone(), y: x, white: label(count - 1 - number), black: label(number) }
    };
    let known: Vec<Known> = (0..count).map(known).collect();
    let toys = path(usize::try_from(count).unwrap());
    let game = game(&json(&toys));
    let bytes = bytes_of(certified(&toys, &known));
    for threads in [1, 3, 64, 1000] {
        let verified = GraphStatement::read(&bytes).unwrap().on_threads(threads).check(Arc::clone(&game)).unwrap();
        assert_eq!(verified.entry(50).unwrap().lower, exact(50, 199));
    }
}

#[test]
fn accepts_cycles_that_are_not_sharp() {
    let verified = compare(&cycles());
    let entry = |name: &str| verified.at(name).unwrap();
    assert_eq!((entry("p0").lower, entry("p0").upper), (exact(0, 1), exact(1, 1)));
    assert_eq!((entry("p0").left_label, entry("p0").right_label), (None, None));
    // Left reaches the end, and Right too: half. Each may be kept from losing by a cycle only in the other table.
    assert_eq!((entry("p4").lower, entry("p4").upper), (exact(1, 2), exact(1, 2)));
    let [left, right] = entry("p4").plans.unwrap();
    assert_eq!((names(&left.to_win), names(&left.not_to_lose)), (vec!["p6"], vec!["p0", "p6"]));
    assert_eq!((names(&right.to_win), names(&right.not_to_lose)), (vec!["p5"], vec!["p2", "p5"]));
    assert!(verified.claim().ends_with("; 4 are not sharp, the widest gap is 1 at \"p0\""), "{}", verified.claim());
    assert!(verified.claim().starts_with("graph of 7 positions (sha-256 "));
}

#[test]
fn accepts_passes_and_terminal_values_between() {
    // Right must pass: Left needs patience only. Then the mirror image. Then nobody but passes, in effect.
    let toys = vec![Moves(vec![4], vec![]), Moves(vec![], vec![3]), Moves(vec![2], vec![]), End(0, 1), End(1, 1)];
    let verified = compare(&toys);
    let values: Vec<_> = (0..3).map(|p| (verified.entry(p).unwrap().lower, verified.entry(p).unwrap().upper)).collect();
    let expected = [(1, 1), (0, 0), (0, 1)].map(|(x, y)| (exact(x, 1), exact(y, 1)));
    assert_eq!(values, expected);
    assert_eq!(names(&verified.at("p0").unwrap().plans.unwrap()[1].to_win), ["p0"]);
    // An option that is the position itself, and one that is listed twice, change nothing.
    let toys = vec![Moves(vec![1, 1], vec![0]), End(1, 1)];
    assert_eq!(compare(&toys).entry(0).unwrap().lower, exact(1, 1));
    // Values between, not in lowest terms; all inner positions of them.
    let toys = vec![Moves(vec![1, 2], vec![3]), End(133, 256), End(2, 6), End(5, 10), End(10, 30)];
    assert_eq!(compare(&toys).entry(0).unwrap().lower, exact(133 + 128, 512));
    // No position that is not terminal; terminal positions that cannot be reached.
    let verified = compare(&[End(1, 3), End(1, 1)]);
    assert!(verified.claim().contains(": all 0 positions that are not terminal have"), "{}", verified.claim());
    let verified = compare(&[Moves(vec![0], vec![0]), End(1, 2)]);
    assert_eq!(verified.receipt().widest_gap, fraction(1, 1));
    // A zugzwang of the auction: neither wants to move.
    let toys = vec![Moves(vec![1], vec![2]), End(1, 4), End(3, 4)];
    assert_eq!(compare(&toys).entry(0).unwrap().lower, exact(1, 2));
}

#[test]
fn accepts_random_games_and_nothing_else_of_them() {
    let mut random = Random(1);
    let (mut not_sharp, mut refused) = (0, 0);
    for _ in 0..300 {
        let toys = random_game(&mut random);
        not_sharp += usize::from(compare(&toys).receipt().not_sharp > 0);
        let known = solve(&toys);
        let (text, inner) = (game(&json(&toys)), toys.iter().filter(|toy| matches!(toy, Moves(..))).count());
        for _ in 0..20 {
            // Another value or label at some position that is not terminal, and the canonical spelling of that.
            let mut wrong = known.clone();
            let place = &mut wrong[random.below(inner)];
            let other = fraction(i64::try_from(random.below(9)).unwrap(), 8);
            match random.below(5) {
                0 => place.x = other.min(place.y.clone()),
                1 => place.y = other.max(place.x.clone()),
                2 => (place.x, place.y) = (other.clone(), other),
                3 => place.white = u32::try_from(random.below(5)).unwrap(),
                _ => place.black = u32::try_from(random.below(5)).unwrap(),
            }
            if wrong != known {
                refused += 1;
                let failure = check_graph(&bytes_of(certified(&toys, &wrong)), &text).unwrap_err();
                assert!(matches!(failure, Failure::Rejected(_)), "{failure}");
            }
        }
    }
    assert!(not_sharp > 30 && refused > 1000, "{not_sharp} {refused}");
}

/// A game with everything: values, a gap, infinite labels; the control of all rejections.
fn control() -> (Vec<Toy>, Vec<Known>) {
    let toys = vec![
        Moves(vec![1, 2], vec![0, 2]),
        Moves(vec![6], vec![0]),
        Moves(vec![0], vec![7]),
        Moves(vec![4], vec![4, 3]),
        Moves(vec![3], vec![3]),
        Moves(vec![2], vec![3]),
        End(1, 1),
        End(1, 3),
    ];
    let known = solve(&toys);
    let values: Vec<_> = known.iter().take(6).map(|known| (known.x.clone(), known.y.clone())).collect();
    let expected =
        [(8, 8), (10, 10), (6, 6), (0, 12), (0, 12), (3, 9)].map(|(x, y)| (fraction(x, 12), fraction(y, 12)));
    assert_eq!(values, expected);
    (toys, known)
}

fn changed(change: impl FnOnce(&mut Graph)) -> Result<VerifiedGraph, Failure> {
    let (toys, known) = control();
    let mut graph = certified(&toys, &known);
    change(&mut graph);
    check_graph(&bytes_of(graph), &game(&json(&toys)))
}

fn rejection<T: std::fmt::Debug>(result: Result<T, Failure>) -> Rejection {
    match result {
        Err(Failure::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rejects_what_breaks_a_condition() {
    assert!(changed(|_| {}).is_ok());
    let (_, known) = control();
    let gap = (0..5).find(|&p| known[p].x < known[p].y).unwrap();
    let infinite = (0..5).find(|&p| known[p].white == 0).unwrap();
    let finite = (0..5).find(|&p| known[p].white > 1 && known[p].x > fraction(0, 1)).unwrap();
    let failure = |change: &dyn Fn(&mut Graph)| rejection(changed(change));
    let index = |number: u32| usize::try_from(number).unwrap();
    // A value that is a little greater, wherever it is used.
    let found = failure(&|graph| {
        let value = &mut graph.values[index(graph.records[0].lower)];
        (value.numerator.0, value.power_of_two) =
            ((&value.numerator.0 << 41_u8) + BigUint::from(1_u8), value.power_of_two + 41);
    });
    assert_eq!(found.condition(), Condition::Richman);
    assert!(found.to_string().starts_with("\"p0\": lower table: stated "), "{found}");
    // Tables exchanged: everywhere, and at one position.
    let found = failure(&|g| g.records.iter_mut().for_each(|r| (r.lower, r.upper) = (r.upper, r.lower)));
    let first = (0..5).find(|&p| known[p].x < known[p].y).unwrap();
    let Rejection::At { fen, breach: Breach::Exchanged { .. } } = &found else { panic!("{found}") };
    assert_eq!((fen, found.condition()), (&format!("\"p{first}\""), Condition::Canonical));
    // One table twice.
    let found = failure(&|g| g.records.iter_mut().for_each(|r| r.upper = r.lower));
    assert!(matches!(found.condition(), Condition::BlackLabel | Condition::Canonical), "{found}");
    // Labels: too small, too large, of a cycle, infinite where the value is positive.
    for label in [known[finite].white - 1, known[finite].white + 1, 77, u32::MAX, 0] {
        let found = failure(&|g| g.records[finite].white_label = label);
        assert_eq!(found.condition(), Condition::WhiteLabel, "{found}");
        let found = failure(&|g| g.records[finite].black_label = g.records[finite].black_label.wrapping_add(1));
        assert_eq!(found.condition(), Condition::BlackLabel, "{found}");
    }
    let found = failure(&|g| g.records[infinite].white_label = 1);
    assert_eq!(found.condition(), Condition::WhiteLabel);
    assert_eq!(gap, first);
    // Counts and indices.
    let found = failure(&|g| g.records.truncate(5));
    assert_eq!(found, Rejection::GraphCoverage { found: 5, required: 6 });
    assert_eq!(found.condition(), Condition::Coverage);
    let found = failure(&|g| g.records.push(g.records[0]));
    assert_eq!(found, Rejection::GraphCoverage { found: 7, required: 6 });
    let count = certified(&control().0, &known).values.len();
    for found in [u32::try_from(count).unwrap(), u32::MAX] {
        let expected = Rejection::ValueIndex { record: 2, found, required: count };
        assert_eq!(failure(&|g| g.records[2].lower = found), expected);
        assert_eq!(failure(&|g| g.records[2].upper = found), expected);
    }
    // Values and odd parts: unused, reducible, not increasing, above 1, more than can be used.
    let one_more = |numerator: u32, power_of_two| StatedValue {
        numerator: Natural(BigUint::from(numerator)),
        odd_part: 0,
        power_of_two,
    };
    let found = failure(&|g| {
        // Below all others, or just above 0 where 0 is one of them.
        let place = usize::from(g.values[0].numerator.0 == BigUint::ZERO);
        g.values.insert(place, one_more(1, 90));
        let after = |index: &mut u32| *index += u32::from(usize::try_from(*index).unwrap() >= place);
        g.records.iter_mut().for_each(|r| [&mut r.lower, &mut r.upper].into_iter().for_each(after));
    });
    assert!(matches!(found, Rejection::ValueUnused { .. }), "{found}");
    assert!(matches!(failure(&|g| g.values.swap(0, 1)), Rejection::ValueOrder { before: 0 }));
    assert!(matches!(failure(&|g| g.values.push(one_more(3, 1))), Rejection::AboveOne { .. }));
    assert!(matches!(failure(&|g| g.values.push(one_more(2, 1))), Rejection::LowestTerms { .. }));
    assert!(matches!(failure(&|g| g.odd_parts.push(Natural(BigUint::from(1_u8)))), Rejection::OddPartOrder { .. }));
    assert!(matches!(failure(&|g| g.odd_parts.push(Natural(BigUint::from(99_u8)))), Rejection::OddPartUnused { .. }));
    assert!(matches!(failure(&|g| g.odd_parts.push(Natural(BigUint::from(98_u8)))), Rejection::EvenOddPart { .. }));
    let found = failure(&|g| g.values.extend((0..9).map(|_| one_more(1, 0))));
    assert_eq!(found, Rejection::ValueCount { found: count + 9, required: 12 });
}

/// Where the labels of a cycle hold one another up, each by another, that are finite.
#[test]
fn rejects_the_labels_of_a_cycle() {
    let toys = cycles();
    let known = solve(&toys);
    let text = game(&json(&toys));
    // The cycle, said to be worth 5/7 for both. The labels of a cycle cannot increase all around it.
    for (a, b) in [(0, 0), (1, 1), (1, 2), (7, 8), (u32::MAX - 1, u32::MAX)] {
        let mut wrong = known.clone();
        for (place, label) in [(0, a), (1, b)] {
            let x = fraction(5, 7);
            wrong[place] = Known { x: x.clone(), y: x, white: label, black: label };
        }
        let found = rejection(check_graph(&bytes_of(certified(&toys, &wrong)), &text));
        assert_eq!(found.condition(), Condition::WhiteLabel, "{found}");
        if (a, b) == (0, 0) {
            assert!(
                found
                    .to_string()
                    .ends_with("found white's label infinite, required a finite one, for the value is 5/7")
            );
        }
    }
}

#[test]
fn rejects_imports_and_checks_in_order() {
    let (toys, known) = control();
    let (text, graph) = (game(&json(&toys)), certified(&toys, &known));
    let certificate = Certificate { imports: vec![Digest([7; 32])], content: Content::Graph(graph.clone()) };
    let found = rejection(check_graph(&certificate.encode().unwrap(), &text));
    assert_eq!(found, Rejection::GraphImports { found: 1 });
    assert_eq!(
        (found.condition(), Certificate::decode(&certificate.encode().unwrap()).unwrap()),
        (Condition::Canonical, certificate)
    );
    type Change = Box<dyn Fn(&mut Graph)>;
    let count = u32::try_from(graph.values.len()).unwrap();
    let gap = (0..5).find(|&p| known[p].x < known[p].y).unwrap();
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(|g| g.odd_parts.push(Natural(BigUint::from(2_u8)))), "canonical: odd part"),
        (Box::new(|g| g.values.swap(0, 1)), "canonical: value after 0"),
        (Box::new(|g| g.records.push(g.records[0])), "coverage: "),
        (Box::new(move |g| g.records[4].upper = count), "canonical: record 4: found value "),
        (
            Box::new(move |g| {
                let record = &mut g.records[gap];
                (record.lower, record.upper) = (record.upper, record.lower);
            }),
            "canonical: ",
        ),
        (Box::new(|g| g.records[0].white_label += 5), "white-label: \"p0\": lower table: found white's label "),
        (Box::new(|g| g.records[0].black_label += 1), "black-label: \"p0\": upper table: found black's label "),
        (Box::new(|g| g.records[5].white_label += 1), "white-label: \"p5\""),
    ];
    for (number, (_, expected)) in changes.iter().enumerate() {
        let result = changed(|g| changes[number..].iter().rev().for_each(|(change, _)| change(g)));
        let text = result.unwrap_err().to_string();
        assert!(text.starts_with(expected), "{number}: {text}");
    }
    // The first position that fails is named, however many threads there are.
    let mut wrong = graph;
    [2, 3, 5].iter().for_each(|&record| wrong.records[record].white_label = 99);
    for threads in [1, 2, 3, 64] {
        let statement = GraphStatement::read(&bytes_of(wrong.clone())).unwrap().on_threads(threads);
        let found = statement.check(Arc::clone(&text)).unwrap_err();
        assert!(found.to_string().starts_with("white-label: \"p2\": "), "{found}");
    }
}

#[test]
fn declines_other_kinds_and_missing_games() {
    let kings = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/2x2_Kk.cert")).unwrap();
    let (toys, known) = control();
    let graph = bytes_of(certified(&toys, &known));
    assert_eq!(check_graph(&kings, &game(TWO_STEPS)).unwrap_err(), Decline::NotAGraph { found: 0 }.into());
    assert_eq!(Statement::read(&graph).unwrap_err(), Decline::NoGame { found: 4 }.into());
    assert_eq!(check_bound(&graph, &[]).unwrap_err(), Decline::NoGame { found: 4 }.into());
}

/// A game in which one thing is put in the place of another.
fn spoiled(from: &str, to: &str) -> String {
    assert_eq!(TWO_STEPS.matches(from).count(), 1, "{from}");
    TWO_STEPS.replace(from, to)
}

#[test]
fn refuses_files_that_are_no_games() {
    let fault = |text: &str| Game::read(text.as_bytes()).unwrap_err().to_string();
    let cases = [
        (r#"{ "name": "won", "value": "1" }"#, "{}", "line 8, column 6: missing field `name`"),
        (r#""bidding-game": 1,"#, r#""bidding-game": 2, "x": 1,"#, "bidding-game: found version 2, required 1"),
        (
            r#""bidding-game": 1,"#,
            r#""bidding-game": "1","#,
            "line 2, column 21: invalid type: string \"1\", expected u64",
        ),
        (
            r#""bidding-game": 1,"#,
            r#""bidding-game": 1.0,"#,
            "line 2, column 21: invalid type: floating point `1.0`, expected u64",
        ),
        (r#""bidding-game": 1,"#, "", "line 11, column 1: missing field `bidding-game`"),
        (
            r#""bidding-game": 1,"#,
            r#""bidding-game": 1, "bidding-game": 1,"#,
            "line 2, column 35: duplicate field `bidding-game`",
        ),
        (r#""title": "Two steps","#, r#""title": null,"#, "line 3, column 15: invalid type: null, expected a string"),
        (r#""title": "Two steps","#, r#""title": "a", "title": "b","#, "line 3, column 23: duplicate field `title`"),
        (
            r#""title""#,
            r#""author""#,
            "line 3, column 10: unknown field `author`, expected one of `bidding-game`, `title`, `positions`",
        ),
        (
            r#""title""#,
            r#""\u001b[31m""#,
            "line 3, column 14: unknown field `\\u{1b}[31m`, expected one of `bidding-game`, `title`, `positions`",
        ),
        (
            r#""name": "won""#,
            r#""name": "won", "nam": 1"#,
            "line 8, column 26: unknown field `nam`, expected one of `name`, `value`, `left`, `right`",
        ),
        (r#""name": "won""#, r#""name": "won", "name": "won""#, "line 8, column 27: duplicate field `name`"),
        (
            r#"{ "name": "won", "value": "1" }"#,
            r#"["won", "1"]"#,
            "line 8, column 4: invalid type: sequence, expected an object",
        ),
        (r#"{ "name": "won", "value": "1" }"#, "7", "line 8, column 5: invalid type: integer `7`, expected an object"),
        (r#""value": "1""#, r#""value": 1"#, "line 8, column 31: invalid type: integer `1`, expected a string"),
        (r#""value": "1""#, r#""value": null"#, "line 8, column 34: invalid type: null, expected a string"),
        (r#"["won"]"#, r#""won""#, "line 6, column 36: invalid type: string \"won\", expected a sequence"),
        (r#"["won"]"#, "[7]", "line 6, column 33: invalid type: integer `7`, expected a string"),
        (r#"["won"]"#, "null", "line 6, column 35: invalid type: null, expected a sequence"),
        (r#""won", "value""#, r#""won" "value""#, "line 8, column 21: expected `,` or `}`"),
        (r#""lost", "value": "0" }"#, r#""lost", "value": "0" },"#, "line 10, column 3: expected value"),
        (
            r#""name": "won""#,
            r#""name": """#,
            "line 8: position 3, counted from 0: name: found 0 characters, required 1 to 200",
        ),
        (
            r#""name": "won""#,
            r#""name": "w\u0007n""#,
            "line 8: position 3, counted from 0: name: found a control character in \"w\\u{7}n\", required none",
        ),
        (
            r#""name": "won""#,
            r#""name": "w\u0085n""#,
            "line 8: position 3, counted from 0: name: found a control character in \"w\\u{85}n\", required none",
        ),
        (r#""name": "won""#, r#""name": "w\ud800n""#, "line 8, column 23: unexpected end of hex escape"),
        (
            r#""name": "won""#,
            r#""name": "lost""#,
            "line 9: position \"lost\": found the name twice, of positions 3 and 4, counted from 0, required different names",
        ),
        (
            r#"["won"]"#,
            r#"["wo"]"#,
            "line 6: position \"ahead\": left: found \"wo\", required the name of a position of the list",
        ),
        (
            r#"["lost"]"#,
            r#"["Lost"]"#,
            "line 7: position \"behind\": right: found \"Lost\", required the name of a position of the list",
        ),
        (
            r#""value": "1""#,
            r#""value": "1", "left": ["lost"]"#,
            "line 8: position \"won\": found both \"value\" and \"left\", required a value or options, not both",
        ),
        (
            r#""value": "1""#,
            r#""value": "1", "right": []"#,
            "line 8: position \"won\": found both \"value\" and \"right\", required a value or options, not both",
        ),
        (
            r#", "left": ["won"], "right": ["start"]"#,
            r#", "left": [], "right": []"#,
            "line 6: position \"ahead\": found no value and no option of either player, required a value, or an option of one player",
        ),
        (
            r#", "left": ["won"], "right": ["start"]"#,
            "",
            "line 6: position \"ahead\": found no value and no option of either player, required a value, or an option of one player",
        ),
        (r#""value": "1""#, r#""value": "3/2""#, "line 8: position \"won\": value: found \"3/2\", required at most 1"),
        (
            r#""value": "1""#,
            r#""value": "1/0""#,
            "line 8: position \"won\": value: found \"1/0\", required a denominator that is not 0",
        ),
        (
            r#""value": "1""#,
            r#""value": "0/0""#,
            "line 8: position \"won\": value: found \"0/0\", required a denominator that is not 0",
        ),
    ];
    let mut different = Vec::new();
    for (from, to, expected) in cases {
        let found = fault(&spoiled(from, to));
        if found != expected {
            different.push((found, expected));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
    let spellings =
        ["", "01", "00", "+1", "-1", " 1", "1 ", "1_0/20", "0.5", "1/", "/2", "1/02", "1/2/3", "1e0", "½", "\u{661}"];
    for value in spellings {
        let text = fault(&spoiled(r#""value": "1""#, &format!("\"value\": \"{value}\"")));
        assert!(
            text.starts_with(&format!(
                "line 8: position \"won\": value: found {value:?}, required a natural number or"
            )),
            "{text}"
        );
    }
    let none = r#"{"bidding-game": 1, "positions": []}"#;
    assert_eq!(fault(none), "positions: found none, required one or more");
    let none = r#"{"bidding-game": 1, "positions": [{"name": "a", "left": ["a"]}]}"#;
    assert_eq!(fault(none), "positions: found none with a value, required one or more");
    assert_eq!(fault(r#"{"bidding-game": 1}"#), "line 1, column 19: missing field `positions`");
    assert_eq!(fault(r#"[1, "a", []]"#), "line 1, column 0: invalid type: sequence, expected an object");
    assert_eq!(fault(""), "found an empty file, required a JSON object");
    assert_eq!(fault(" \n"), "line 2, column 0: EOF while parsing a value");
    let mark = "line 1, column 1: found a byte order mark (U+FEFF), required none before the object";
    assert_eq!(fault(&format!("\u{feff}{TWO_STEPS}")), mark);
    assert_eq!(fault("\u{feff}"), mark);
    assert_eq!(fault(&format!("{TWO_STEPS}\u{feff}")), "line 12, column 1: trailing characters");
    assert_eq!(fault(&format!("{TWO_STEPS}x")), "line 12, column 1: trailing characters");
    let bytes = [&TWO_STEPS.as_bytes()[..40], b"\xff"].concat();
    assert_eq!(Game::read(&bytes).unwrap_err(), GameFault::Utf8 { line: 3, byte: 40 });
    let deep = format!("{{\"bidding-game\": {}", "[".repeat(1 << 20));
    assert!(Game::read(deep.as_bytes()).is_err());
    // Long texts are not repeated in full.
    let text = fault(&spoiled(r#"["won"]"#, &format!("[\"{}\"]", "y".repeat(1 << 20))));
    assert!(text.len() < 700 && text.contains("… (1048576 bytes)"), "{text}");
    let text = fault(&spoiled(r#""title""#, &format!("\"{}\"", "y".repeat(1 << 20))));
    assert!(text.len() < 700, "{text}");
    // At the limits of names and titles, which count characters.
    let name = |count| {
        spoiled(r#""name": "won""#, &format!(r#""name": "won", "value": "1" }}, {{"name": "{}""#, "é".repeat(count)))
    };
    assert!(Game::read(name(200).as_bytes()).is_ok());
    assert!(fault(&name(201)).contains("found 201 characters, required 1 to 200"));
    assert!(Game::read(spoiled("Two steps", &"é".repeat(200)).as_bytes()).is_ok());
    for (title, found) in
        [("é".repeat(201), 201), (String::new(), 0), ("a\\u0085b".to_owned(), 3), ("\\n".to_owned(), 1)]
    {
        let expected = format!("title: found {found} characters, required 1 to 200, none of them a control character");
        assert_eq!(fault(&spoiled("Two steps", &title)), expected);
    }
    // What may be written otherwise: the order of fields, escapes, an option or a title that is left out.
    let other = r#"{"positions":[{"left":["\u0062"],"name":"a"},{"value":"4/4","name":"b"}],"bidding-game":1}"#;
    assert_eq!(game(other).options(0, Colour::Black), Some(&[0][..]));
    assert_eq!(game(other).title(), None);
}

/// Lines count from 1, wherever the file has line feeds: the entry of the position, or its option.
#[test]
fn names_the_line_of_a_fault() {
    let fault = |text: &str| Game::read(text.as_bytes()).unwrap_err().to_string();
    let required = "required the name of a position of the list";
    // Everything on a line of its own; a position that is not there is named in the second and in the third place.
    let spread = "{\r\n\"positions\":\n[\n{\n\"right\":\n[\n\"b\",\n\"\\u0063\"\n,\"d\"],\n\"name\":\"a\"\n},\n\n{\"name\":\"b\",\n\
                  \"value\":\"0\"}],\"bidding-game\":1}";
    assert_eq!(fault(spread), format!("line 8: position \"a\": right: found \"c\", {required}"));
    let spread = spread.replace("\\u0063", "a");
    assert_eq!(fault(&spread), format!("line 9: position \"a\": right: found \"d\", {required}"));
    let spread = spread.replace("\"d\"", "\"b\"");
    assert!(Game::read(spread.as_bytes()).is_ok());
    let found = "line 13: position \"b\": value: found \"7\", required at most 1";
    assert_eq!(fault(&spread.replace(":\"0\"", ":\"7\"")), found);
    let found = "line 4: position 0, counted from 0: name: found 0 characters, required 1 to 200";
    assert_eq!(fault(&spread.replace("\"name\":\"a\"", "\"name\":\"\"")), found);
    let found =
        "line 13: position \"a\": found the name twice, of positions 0 and 1, counted from 0, required different names";
    assert_eq!(fault(&spread.replace("\"name\":\"b\"", "\"name\":\"a\"")), found);
    // Names and fields may be spelt with escapes, and names may look like JSON.
    let escaped = "{\"bidding-game\":1,\n\"\\u0070ositions\":[{\"name\":\"}]\",\"value\":\"1\"},\n{\"name\":\"a\",\"\\u006ceft\":\n[\"}]\",\n\"[\"]}]}";
    assert_eq!(fault(escaped), format!("line 5: position \"a\": left: found \"[\", {required}"));
    // Letters of more than one byte stand before it.
    let text = spoiled("Two steps", "½é\u{1d11e}").replace("[\"won\"]", "[\"wo\"]");
    assert_eq!(fault(&text), format!("line 6: position \"ahead\": left: found \"wo\", {required}"));
    // All on one line.
    let text = r#"{"bidding-game":1,"positions":[{"name":"a","left":["b"]}]}"#;
    assert_eq!(fault(text), format!("line 1: position \"a\": left: found \"b\", {required}"));
}

#[test]
fn declines_what_is_beyond_limits() {
    let limit = |bytes: &[u8]| {
        let fault = match Game::read(bytes).unwrap_err() {
            GameFault::At { fault, .. } => *fault,
            fault => fault,
        };
        match fault {
            GameFault::Limit { decline } => match *decline {
                Decline::Limit { limit, found, most } => (limit, found - most),
                other => panic!("{other}"),
            },
            other => panic!("{other}"),
        }
    };
    let most = |limit: Limit| usize::try_from(limit.most()).unwrap();
    let padded = |length: usize| [TWO_STEPS.as_bytes(), &vec![b' '; length - TWO_STEPS.len()]].concat();
    assert_eq!(limit(&padded(most(Limit::GameBytes) + 1)), (Limit::GameBytes, 1));
    // One digit more than a number of as many bits can have; and so many digits, of too many bits.
    let number = |digits: usize| spoiled(r#""value": "1""#, &format!("\"value\": \"1/{}\"", "9".repeat(digits)));
    assert_eq!(limit(number(most(Limit::GameDigits) + 1).as_bytes()), (Limit::GameDigits, 1));
    assert_eq!(limit(number(most(Limit::GameDigits)).as_bytes()).0, Limit::BitsOfNumber);
    let fault = Game::read(number(100_001).as_bytes()).unwrap_err().to_string();
    let expected =
        "line 8: position \"won\": limit: found 100001 digits of a number in a game's file, required at most 19729";
    assert_eq!(fault, expected);
    assert!(Game::read(number(most(Limit::GameDigits) - 1).as_bytes()).is_ok());
    // Denominators whose common multiple is too large, or takes too long.
    let ends = |count: u32, start: BigUint| {
        let end = |number: u32| format!(r#"{{"name": "{number}", "value": "1/{}"}}"#, &start + BigUint::from(number));
        let ends: Vec<String> = (0..count).map(end).collect();
        format!(r#"{{"bidding-game": 1, "positions": [{}]}}"#, ends.join(","))
    };
    assert_eq!(limit(ends(20, BigUint::from(1_u8) << 5_000_u32).as_bytes()).0, Limit::BitsOfNumber);
    assert_eq!(limit(ends(300, BigUint::from(1_u8) << 65_000_u32).as_bytes()).0, Limit::OddPartWork);
}

#[test]
fn declines_too_many_positions_and_options() {
    let most = |limit: Limit| usize::try_from(limit.most()).unwrap();
    let found = |text: String| Game::read(text.as_bytes()).unwrap_err().to_string();
    let positions: String =
        (0..=most(Limit::GamePositions)).map(|n| format!(r#",{{"name":"{n}","value":"1"}}"#)).collect();
    let text = format!(r#"{{"bidding-game":1,"positions":[{}]}}"#, &positions[1..]);
    drop(positions);
    assert_eq!(found(text), "limit: found 4194305 positions of a game, required at most 4194304");
    let options = r#","a""#.repeat(most(Limit::GameOptions) + 1);
    let text = format!(r#"{{"bidding-game":1,"positions":[{{"name":"a","left":[{}]}}]}}"#, &options[1..]);
    drop(options);
    assert_eq!(
        found(text),
        "limit: found 33554433 options of all positions of a game together, required at most 33554432"
    );
}

#[test]
fn never_panics_on_other_bytes() {
    let (toys, known) = control();
    let (text, bytes) = (game(&json(&toys)), bytes_of(certified(&toys, &known)));
    for place in 8..bytes.len() - 32 {
        for change in [1_u8, 2, 0x40, 0x80, 0xff] {
            let mut changed = bytes[..bytes.len() - 32].to_vec();
            changed[place] ^= change;
            changed.extend(Digest::of(&changed).0);
            assert!(check_graph(&changed, &text).is_err(), "byte {place} changed by {change}");
        }
    }
    let mut random = Random(2);
    let digest = Digest::of(TWO_STEPS.as_bytes());
    let (mut read, letters) = (0, br#"{}[]":,\/0129e-. abnst"#);
    for _ in 0..20_000 {
        let mut changed = TWO_STEPS.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let place = random.below(changed.len());
            let letter = letters[random.below(letters.len())];
            match random.below(4) {
                0 => changed[place] = letter,
                1 => changed.insert(place, letter),
                2 => drop(changed.remove(place)),
                _ => changed[place] = u8::try_from(random.below(256)).unwrap(),
            }
        }
        if let Ok(other) = Game::read(&changed) {
            read += usize::from(other.digest() != digest);
            let other = Arc::new(other);
            let known = Known { x: fraction(1, 2), y: fraction(1, 2), white: 2, black: 2 };
            let _ = check_graph(&bytes_of(stated([&known; 3].into_iter())), &other);
        }
    }
    assert!(read > 100, "{read}");
}

/// The command, in a folder of its own.
#[test]
fn the_command_checks_a_certificate_with_its_game() {
    let folder: PathBuf = std::env::temp_dir().join(format!("check-graph-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (toys, known) = control();
    let text = json(&toys);
    let mut wrong = certified(&toys, &known);
    wrong.records[1].black_label += 1;
    std::fs::write(folder.join("game.json"), &text).unwrap();
    std::fs::write(folder.join("bad.json"), &text[..text.len() - 3]).unwrap();
    std::fs::write(folder.join("game.cert"), bytes_of(certified(&toys, &known))).unwrap();
    std::fs::write(folder.join("wrong.cert"), bytes_of(wrong)).unwrap();
    let kings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/2x2_Kk.cert");
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).current_dir(&folder).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let digest = Digest::of(text.as_bytes());
    let (status, text, errors) = run(&["game.cert", "--graph", "game.json", "--threads", "2"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    let claim = format!(
        "game.cert: verified: graph of 8 positions (sha-256 {digest}): all 6 positions that are not terminal have"
    );
    assert!(text.starts_with(&claim) && text.contains("; 3 are not sharp, the widest gap is 1 at \"p3\"\n"), "{text}");
    let (status, text, _) = run(&["wrong.cert", "game.cert", "--graph", "game.json"]);
    assert_eq!(status, 1);
    assert!(text.starts_with("wrong.cert: black-label: \"p1\": upper table: found black's label "), "{text}");
    let (status, text, _) = run(&["game.cert", "--graph", "game.json", "--at", "p3"]);
    assert_eq!(status, 0);
    assert!(
        !text.contains("(sharp)")
            && text.contains("\n\"p3\"\nlower value: 0\nupper value: 1\nleft label T: infinite\n"),
        "{text}"
    );
    assert!(
        text.contains("Left's best options to win:\n  \"p4\" to 0\nLeft's best options not to lose:\n  \"p4\" to 1\n"),
        "{text}"
    );
    let (status, _, errors) = run(&["game.cert", "--graph", "game.json", "--at", "p9"]);
    assert_eq!((status, errors.as_str()), (2, "--at: found \"p9\", required the name of a position of the game\n"));
    let (status, text, _) = run(&["game.cert", "--graph", "game.json", "--at", "p3", "--json"]);
    assert_eq!(status, 0);
    let files = format!(r#"}},{{"path":"game.json","sha256":"{digest}"}}],"claim":"#);
    assert!(
        text.starts_with(r#"{"verdict":"verified","files":[{"path":"game.cert","sha256":""#) && text.contains(&files),
        "{text}"
    );
    assert!(text.contains(r#""kind":4,"not_sharp":3,"widest_gap":"1","widest_gap_at":"p3","#), "{text}");
    assert!(
        text.contains(r#""left_options_to_win":[{"option":"p4","value":"0"}],"left_options_not_to_lose":["#),
        "{text}"
    );
    for (arguments, expected) in [
        (vec!["game.cert"], "game.cert: declined: kind: found 4, a graph, required its game beside it, for the certificate does not repeat it: give it with --graph GAME.json\n".to_owned()),
        (vec![kings, "--graph", "game.json"], format!("{kings}: declined: kind: found 0, required 4 or 5, a graph, for a game is given with it\n")),
        (vec!["game.cert", "--graph", "bad.json"], "game.cert: declined: bad.json: line 9, column 30: EOF while parsing a list\n".to_owned()),
        (vec!["game.cert", "--graph", "game.json", "--shard", "1/2"], "game.cert: declined: kind: found 4, a graph, required a table, for nothing else is checked in shards\n".to_owned()),
    ] {
        let (status, text, _) = run(&arguments);
        assert_eq!((status, text), (2, expected));
    }
    let (status, text, _) = run(&["game.cert", "--graph", "nowhere.json"]);
    assert_eq!(status, 2);
    assert!(text.starts_with("game.cert: declined: nowhere.json: unreadable: "), "{text}");
    // A table may not import it.
    let endgame = StatedEndgame { files: 2, ranks: 2, signature: "KNk".to_owned(), pawn_rule: PawnRule::NoPawns };
    let table = SharpTable { endgame, odd_parts: vec![], values: vec![], records: vec![] };
    let graph = std::fs::read(folder.join("game.cert")).unwrap();
    let importer = Certificate { imports: vec![Digest::of(&graph)], content: Content::SharpTable(table) };
    std::fs::write(folder.join("2x2_KNk.cert"), importer.encode().unwrap()).unwrap();
    std::fs::write(folder.join("2x2_Kk.cert"), graph).unwrap();
    let (status, text, _) = run(&["2x2_KNk.cert"]);
    let expected = "2x2_KNk.cert: imports: 2x2_Kk.cert: found a graph, required a table, which is about an endgame\n";
    assert_eq!((status, text.as_str()), (1, expected));
    std::fs::remove_dir_all(&folder).unwrap();
}
