//! The corpus for other checkers, `certs/corpus`: the files are those that the cases make, byte by byte, and this checker's verdict, condition and
//! position on each line are those that stand there.
//!
//! What is in `alone` is not made here. `just corpus-files` writes all other files: `CORPUS=write cargo test --package bidding-games-further corpus`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use checker::claim::{Subject, none};
use games::aims::Game;
use games::scores::Scored;

use crate::cases::{aims, all_pay, further, partitions, scores};
use crate::witness::cases::{Corpus, Expected, Line};

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let good = |corpus: &mut Corpus| {
        further::games(corpus);
        all_pay::games(corpus);
        aims::games(corpus);
        scores::games(corpus);
        further::good(corpus);
        partitions::good(corpus);
        all_pay::good(corpus);
        aims::good(corpus);
        scores::good(corpus);
    };
    let bad = |corpus: &mut Corpus| {
        further::bad(corpus);
        partitions::bad(corpus);
        all_pay::bad(corpus);
        aims::bad(corpus);
        scores::bad(corpus);
    };
    let mut corpus = Corpus::new([&good, &bad]);
    kept(&mut corpus);
    corpus
});

/// The folder of the corpus. Where the package was copied out alone, it is not there.
fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "certs", "corpus"].iter().collect()
}

/// Adds the lines whose certificates are in `alone`: they are read, and not made.
fn kept(corpus: &mut Corpus) {
    let text = fs::read_to_string(folder().join("corpus.jsonl")).unwrap_or_default();
    for fields in text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let named = |field: &str| fields[field].as_str().map(str::to_owned);
        let file = named("file").unwrap();
        if !file.starts_with("alone/") {
            continue;
        }
        let imports: Vec<String> = serde_json::from_value(fields["imports"].clone()).unwrap();
        let (game, condition) = (named("game"), named("condition").unwrap());
        let place = fields["position"].as_u64().map(|place| place as u32);
        for path in imports.iter().chain([&file]).chain(&game) {
            corpus.files.insert(path.clone(), fs::read(folder().join(path)).unwrap());
        }
        let expected = Expected::Rejected(condition.leak(), place);
        corpus.lines.push(Line { file, imports, game, expected, why: named("why").unwrap() });
    }
}

/// What the library says of a line. A game that is given is one that ends with a value, or with a score, or an endless one.
fn verdict(line: &Line) -> Expected {
    let endless = |file: &String| Game::read(&CORPUS.files[file]).ok().map(|game| Arc::new(game) as Subject);
    let scored = |file: &String| Scored::read(&CORPUS.files[file]).ok().map(|game| Arc::new(game) as Subject);
    let Some(game) = line.game.as_ref().and_then(|file| endless(file).or_else(|| scored(file))) else {
        return CORPUS.verdict(line, games::read);
    };
    let files = CORPUS.offered(line);
    let mut checker = games::checker(2, |digest| files.get(&digest.0).cloned());
    match checker.check_given(&CORPUS.files[&line.file], Some(&game)) {
        Ok(_) => Expected::Verified,
        Err(failure) => failure.condition().map_or(Expected::Declined, |condition| {
            Expected::Rejected(condition, failure.place().map(|place| u32::try_from(place).unwrap()))
        }),
    }
}

#[test]
fn is_judged_as_it_is_written() {
    let wrong = |line: &&Line| verdict(line) != line.expected;
    let told =
        |line: &Line| format!("{}: found {:?}, required {:?}: {}", line.file, verdict(line), line.expected, line.why);
    let wrong: Vec<String> = CORPUS.lines.iter().filter(wrong).map(told).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Without the further games their lines are declined, and all others are as they are written.
#[test]
fn is_declined_by_the_kernel_alone_where_it_is_about_further_games() {
    CORPUS.judge(none, |line| if further(line).is_some() { Expected::Declined } else { line.expected });
}

/// The number of the statement, if it is about a further game.
fn further(line: &Line) -> Option<u8> {
    CORPUS.files[&line.file].get(14).copied().filter(|number| games::read(*number).is_some())
}

/// The conditions that are named in the chapters about further games, by statement, without `header`.
const FURTHER: [(u8, &[&str]); 15] = [
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
    (6, &["canonical", "imports", "coverage", "declined", "white-wins", "white-guard", "black-wins", "black-guard"]),
    (
        7,
        &[
            "canonical",
            "imports",
            "coverage",
            "declined",
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
    (16, &["canonical", "imports", "coverage", "declined", "white-mix", "black-mix"]),
    (17, &["canonical", "imports", "coverage", "declined", "white-mean", "black-mean"]),
    (18, &["canonical", "imports", "coverage", "declined", "white-secures", "black-secures"]),
    (19, &["canonical", "imports", "coverage", "declined", "equation", "white-parity", "black-parity"]),
    (
        20,
        &[
            "canonical",
            "imports",
            "coverage",
            "declined",
            "white-holds",
            "white-forces",
            "black-forces",
            "white-label",
            "black-label",
        ],
    ),
];
/// The conditions that fail at a place, although there is no side in their names.
const PLACED: [&str; 11] =
    ["label", "leaf", "cycle", "index", "count", "mex", "class", "quiet", "answered", "return", "equation"];

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
                    assert!(position.is_some() == of_a_position || condition == "imports", "{}", line.file);
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

#[test]
fn is_committed_as_it_is_made() {
    let folder = folder();
    if !folder.is_dir() {
        return;
    }
    let mut made = CORPUS.files.clone();
    made.insert("corpus.jsonl".to_owned(), CORPUS.json().into_bytes());
    let size: usize = made.values().map(Vec::len).sum();
    assert!(size < 700_000, "found {size} bytes, required fewer than 700,000");
    if std::env::var_os("CORPUS").is_some_and(|value| value == "write") {
        for name in ["good", "bad", "games"] {
            let _ = fs::remove_dir_all(folder.join(name));
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        made.iter().for_each(|(path, bytes)| fs::write(folder.join(path), bytes).unwrap());
    }
    let mut found = BTreeSet::new();
    files(&folder, &folder, &mut found);
    let others = ["README.md", "run", "conditions.tsv"].map(str::to_owned);
    let required: BTreeSet<String> = made.keys().cloned().chain(others).collect();
    assert_eq!(found, required, "`just corpus-files` writes the files again");
    for (path, bytes) in &made {
        assert!(
            fs::read(folder.join(path)).unwrap() == *bytes,
            "{path} differs: `just corpus-files` writes the files again"
        );
    }
}
