//! The corpus for other checkers, `certs/corpus`: the files are those that `cases` makes, byte by byte, and this checker's verdict, condition and
//! position on each line are those that stand there.
//!
//! `just corpus-files` writes the files: `CORPUS=write cargo test --package checker --test corpus`.

#![allow(clippy::as_conversions)]

mod cases;
mod naive;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use cases::{Corpus, Expected, Line};
use checker::Checker;
use checker::failure::Failure;
use checker::graph::Game;
use report::words;

static CORPUS: LazyLock<Corpus> = LazyLock::new(Corpus::new);

/// The files that are offered as imports, by digest.
fn offered(line: &Line) -> BTreeMap<[u8; 32], Vec<u8>> {
    let file = |name: &String| {
        let bytes = CORPUS.files[name].clone();
        (naive::bytes::sha256(&bytes), bytes)
    };
    line.imports.iter().map(file).collect()
}

/// What the library says of a line.
fn verdict(line: &Line) -> Expected {
    let files = offered(line);
    let game = line.game.as_ref().and_then(|game| Game::read(&CORPUS.files[game]).ok().map(Arc::new));
    let mut checker = Checker::new(2, |digest| files.get(&digest.0).cloned());
    match checker.check(&CORPUS.files[&line.file], game.as_ref()) {
        Ok(_) => Expected::Verified,
        Err(failure) if failure.is_declined() => Expected::Declined,
        Err(failure) => {
            let position = match &failure {
                Failure::At(breach) => Some(breach.position),
                Failure::Further(_, position, _) => Some(u32::try_from(*position).unwrap()),
                _ => None,
            };
            Expected::Rejected(failure.condition().unwrap(), position)
        }
    }
}

#[test]
fn the_library_finds_what_is_expected() {
    let mut wrong = Vec::new();
    for line in &CORPUS.lines {
        let found = verdict(line);
        if found != line.expected {
            wrong.push(format!("{}: found {found:?}, required {:?}: {}", line.file, line.expected, line.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The number of the statement, if it is about a further game.
fn further(line: &Line) -> Option<u8> {
    CORPUS.files[&line.file].get(14).copied().filter(|statement| (3..=12).contains(statement))
}

/// The second checker of the tests gives its reasons in words of its own; of positions it says the number, the side and the condition. It does
/// not know the further games: those lines are for the one in Python, `just second`.
#[test]
fn the_second_checker_finds_what_is_expected() {
    let mut wrong = Vec::new();
    for line in CORPUS.lines.iter().filter(|line| further(line).is_none()) {
        let files = offered(line);
        let game = line.game.as_ref().map(|game| &CORPUS.files[game][..]);
        let found = naive::check(&CORPUS.files[&line.file], &naive::Given { files: &files, game });
        let fits = match (&line.expected, &found) {
            (Expected::Verified, naive::Verdict::Verified(_)) | (Expected::Declined, naive::Verdict::Declined(_)) => {
                true
            }
            (Expected::Rejected(condition, Some(position)), naive::Verdict::Rejected(why)) => {
                let (side, condition) = condition.split_once('-').unwrap();
                let side = usize::from(side == "black");
                *why == format!("position {position}, side {side}: {condition}")
            }
            (Expected::Rejected(condition, None), naive::Verdict::Rejected(why)) => {
                *condition == "imports" || !why.starts_with("position ")
            }
            _ => false,
        };
        if !fits {
            let found = match found {
                naive::Verdict::Verified(_) => "verified".to_owned(),
                other => format!("{other:?}"),
            };
            wrong.push(format!("{}: found {found}, required {:?}: {}", line.file, line.expected, line.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
/// The conditions in the order of the format.
const CONDITIONS: [&str; 12] = [
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
];

/// The conditions that are named in the chapters about further games, by statement, without `header`.
const FURTHER: [(u8, &[&str]); 10] = [
    (
        3,
        &[
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
        ],
    ),
    (4, &["canonical", "imports", "coverage", "label"]),
    (5, &["canonical", "imports", "coverage", "cycle", "index", "leaf"]),
    (6, &["canonical", "imports", "coverage", "white-wins", "white-guard", "black-wins", "black-guard"]),
    (
        7,
        &[
            "canonical",
            "imports",
            "coverage",
            "white-holds",
            "white-forces",
            "black-holds",
            "black-forces",
            "white-label",
            "black-label",
        ],
    ),
    (8, &["canonical", "imports", "coverage", "count"]),
    (9, &["canonical", "imports", "coverage", "mex", "misere-mex", "class"]),
    (10, &["canonical", "imports", "coverage", "quiet", "answered"]),
    (11, &["canonical", "imports", "coverage", "mex", "return"]),
    // `black-holds` asks of one number what `white-forces` has asked before.
    (
        12,
        &[
            "canonical",
            "imports",
            "coverage",
            "white-holds",
            "white-forces",
            "black-forces",
            "white-label",
            "black-label",
        ],
    ),
];
/// The conditions that fail at a place, although there is no side in their names.
const PLACED: [&str; 10] = ["label", "leaf", "cycle", "index", "count", "mex", "class", "quiet", "answered", "return"];

/// Each further game has a certificate that is verified, and one for each condition that its chapter names.
#[test]
fn leaves_no_condition_of_further_games_out() {
    let mut found: BTreeMap<u8, BTreeSet<&str>> = BTreeMap::new();
    for line in &CORPUS.lines {
        if let Some(statement) = further(line) {
            found.entry(statement).or_default().insert(match line.expected {
                Expected::Verified => "verified",
                Expected::Declined => "declined",
                Expected::Rejected(condition, position) => {
                    let of_a_position = condition.contains('-') || PLACED.contains(&condition);
                    assert_eq!(position.is_some(), of_a_position, "{}", line.file);
                    condition
                }
            });
        }
    }
    for (statement, conditions) in FURTHER {
        for required in conditions.iter().chain(&["verified"]) {
            assert!(found[&statement].contains(required), "statement {statement}: no line for {required}");
        }
    }
}

/// Each statement is there in each form that it may have, exactly and in units, and each condition is broken more than once.
#[test]
fn leaves_nothing_out() {
    let (mut good, mut bad) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
    for line in CORPUS.lines.iter().filter(|line| further(line).is_none()) {
        match line.expected {
            Expected::Verified => {
                let written = naive::bytes::read(&CORPUS.files[&line.file]).unwrap_or_else(|found| panic!("{found:?}"));
                let statement = match written.about {
                    naive::bytes::About::Endgame(..) => 0,
                    naive::bytes::About::Game => 1,
                    naive::bytes::About::List(..) => 2,
                };
                *good.entry((statement, written.bits == 0, written.form)).or_default() += 1;
            }
            Expected::Rejected(condition, position) => {
                assert!(
                    CONDITIONS.contains(&condition) && position.is_some() == condition.contains('-'),
                    "{}",
                    line.file
                );
                *bad.entry(condition).or_default() += 1;
            }
            Expected::Declined => *bad.entry("declined").or_default() += 1,
        }
    }
    println!("statement, exact, form: {good:?}\n{bad:?}");
    let tables = [0, 1].into_iter().flat_map(|about| [(about, true, 0), (about, true, 1), (about, false, 2)]);
    let lists = (3..7).flat_map(|form| [(2, true, form), (2, false, form)]);
    let all: BTreeSet<(i32, bool, u8)> = tables.chain(lists).collect();
    assert_eq!(good.keys().copied().collect::<BTreeSet<_>>(), all);
    assert!(CONDITIONS.iter().all(|condition| bad[condition] > 1), "{bad:?}");
}

/// The files below a folder, by their paths in it.
fn files(folder: &Path, below: &Path, all: &mut BTreeSet<String>) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(folder, &path, all);
        } else {
            all.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
}

/// Where the package was copied out alone, the folder is not there, and nothing is compared.
#[test]
fn is_committed_as_it_is_made() {
    let certificates: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "certs"].iter().collect();
    if !certificates.is_dir() {
        return;
    }
    let folder = certificates.join("corpus");
    let mut made = CORPUS.files.clone();
    made.insert("corpus.jsonl".to_owned(), CORPUS.json().into_bytes());
    let size: usize = made.values().map(Vec::len).sum();
    assert!(size < 400_000, "found {size} bytes, required fewer than 400,000");
    if std::env::var_os("CORPUS").is_some_and(|value| value == "write") {
        for name in ["good", "bad", "games"] {
            let _ = fs::remove_dir_all(folder.join(name));
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        made.iter().for_each(|(path, bytes)| fs::write(folder.join(path), bytes).unwrap());
    }
    let mut found = BTreeSet::new();
    files(&folder, &folder, &mut found);
    let required: BTreeSet<String> = made.keys().cloned().chain(["README.md".to_owned(), "run".to_owned()]).collect();
    assert_eq!(found, required, "`just corpus-files` writes the files again");
    for (path, bytes) in &made {
        assert!(
            fs::read(folder.join(path)).unwrap() == *bytes,
            "{path} differs: `just corpus-files` writes the files again"
        );
    }
}
