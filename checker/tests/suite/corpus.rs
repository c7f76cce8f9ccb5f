//! The corpus for other checkers, `certs/corpus`: of each line about the kernel's statements, the library finds the verdict, the condition and the position
//! that stand there, and so does the second checker of the tests. Without further games all lines about these are declined.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use checker::claim::none;

use crate::witness::corpus::{Corpus, Expected, Line};
use crate::witness::naive;

static CORPUS: LazyLock<Corpus> = LazyLock::new(Corpus::read);

/// What the kernel alone says of a line: its statements are 0 to 2.
fn expected(line: &Line) -> Expected {
    match (&line.expected, CORPUS.statement(line)) {
        (Expected::Rejected(condition, _), _) if condition == "header" => line.expected.clone(),
        (_, Some(3..)) => Expected::Declined,
        _ => line.expected.clone(),
    }
}

#[test]
fn the_library_finds_what_is_expected() {
    CORPUS.judge(none, |_| None, expected);
}

/// The second checker of the tests gives its reasons in words of its own; of positions it says the number, the side and the condition.
#[test]
fn the_second_checker_finds_what_is_expected() {
    let mut wrong = Vec::new();
    for line in &CORPUS.lines {
        let (files, expected) = (CORPUS.offered(line), expected(line));
        let game = line.game.as_ref().map(|game| &CORPUS.files[game][..]);
        let found = naive::check(&CORPUS.files[&line.file], &naive::Given { files: &files, game });
        let fits = match (&expected, &found) {
            (Expected::Verified, naive::Verdict::Verified(_)) | (Expected::Declined, naive::Verdict::Declined(_)) => {
                true
            }
            (Expected::Rejected(condition, Some(position)), naive::Verdict::Rejected(why)) => {
                let (side, condition) = condition.split_once('-').unwrap_or(("white", condition));
                let side = usize::from(side == "black");
                *why == format!("position {position}, side {side}: {condition}")
            }
            (Expected::Rejected(condition, None), naive::Verdict::Rejected(why)) => {
                condition == "imports" || !why.starts_with("position ")
            }
            _ => false,
        };
        if !fits {
            let found =
                if let naive::Verdict::Verified(_) = found { "verified".to_owned() } else { format!("{found:?}") };
            wrong.push(format!("{}: found {found}, required {expected:?}: {}", line.file, line.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The conditions in the order of the format.
const CONDITIONS: [&str; 15] = [
    "header",
    "canonical",
    "imports",
    "coverage",
    "white-holds",
    "white-forces",
    "black-holds",
    "black-forces",
    "white-label",
    "white-greedy",
    "black-label",
    "black-greedy",
    "white-leaves",
    "black-leaves",
    "sharp",
];

/// Each statement is there in each form that it may have, exactly and in units, and each condition is broken more than once.
#[test]
fn leaves_nothing_out() {
    let (mut good, mut bad) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
    for line in CORPUS.lines.iter().filter(|line| CORPUS.statement(line).is_none_or(|number| number < 3)) {
        match &line.expected {
            Expected::Verified => {
                let written = naive::bytes::read(&CORPUS.files[&line.file]).unwrap_or_else(|found| panic!("{found:?}"));
                let statement = match written.about {
                    naive::bytes::About::Endgame(..) => 0,
                    naive::bytes::About::Game(_) => 1,
                    naive::bytes::About::List(..) => 2,
                };
                *good.entry((statement, written.never.is_some(), written.bits == 0, written.form)).or_default() += 1;
            }
            Expected::Rejected(condition, position) => {
                assert!(
                    CONDITIONS.contains(&condition.as_str())
                        && (condition == "imports"
                            || position.is_some() == (condition.contains('-') || condition == "sharp")),
                    "{}",
                    line.file
                );
                *bad.entry(condition.as_str()).or_default() += 1;
            }
            Expected::Declined => *bad.entry("declined").or_default() += 1,
        }
    }
    println!("statement, never, exact, form: {good:?}\n{bad:?}");
    let tables = [(false, true, 0), (false, true, 1), (false, false, 2), (true, true, 0)];
    let tables = [0, 1].into_iter().flat_map(|about| tables.map(|(never, exact, form)| (about, never, exact, form)));
    let lists = (3..7).flat_map(|form| [(2, false, true, form), (2, false, false, form)]);
    let others = [(1, true, false, 2), (2, true, true, 5), (0, false, false, 7), (1, false, false, 7)];
    let all: BTreeSet<(i32, bool, bool, u8)> = tables.chain(lists).chain(others).collect();
    assert_eq!(good.keys().copied().collect::<BTreeSet<_>>(), all);
    assert!(CONDITIONS.iter().all(|condition| bad[condition] > 1), "{bad:?}");
}
