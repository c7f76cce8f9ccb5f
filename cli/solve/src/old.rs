//! Names and options that the program had once, or never had, and what to write instead.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};

/// Names of no command, or of none any more, and what to write instead.
const ELSEWHERE: [(&str, &str); 15] = [
    ("check", CHECKER),
    ("verify", CHECKER),
    (
        "game",
        "`python3 certs/games/make.py` writes paths, tic-tac-toe and random games; Game.from_networkx of the Python package reads DOT and GraphML",
    ),
    (
        "nim",
        "`python3 certs/games/nim.py 5+4+3 > nim.json` writes Nim with bids as a game, and `solve graph nim.json` solves it",
    ),
    (
        "survey",
        "`solve endgame --boards 2x2-8x8 --recorded --out DIR` solves many boards, and research/tables.py makes tables",
    ),
    (
        "thresholds",
        "`solve endgame` has the same values; `solve audit bidding-chess --all` runs the paper's own method",
    ),
    ("play", "`solve explore` serves a page for your browser, and there you play, with shares, chips or a coin"),
    (
        "show",
        "`solve probe POSITION --cert CERT` asks a certificate; without a position, about the one that it is about",
    ),
    ("list", "`solve stats DIR` lists the certificates of a folder, `solve stats` those of the usual folders"),
    ("family", "`solve endgame BOARD --men N --out DIR` solves all endgames of up to so many men"),
    (
        "needs",
        "`solve endgame BOARD MATERIAL… --dry-run` says what endgames need, and `--men 5 --dry-run` what those of five men do",
    ),
    ("all-pay", "`solve graph GAME.json --pays both --chips A-B`, A chips of Left and B of Right"),
    ("worth", "research/worth.py, a script over the Python package"),
    ("records", "research/records.py, a script over the Python package"),
    ("endless", "research/endless.py, a script over the Python package"),
];
/// Options of no command any more, and what to write instead.
const OLD_OPTIONS: [(&str, &str); 11] = [
    ("--exact", "--precision exact"),
    ("--enclosure", "--precision BITS"),
    ("--mean-payoff", "nothing, because an endless game says itself that it is one"),
    ("--parity", "--aim parity, or nothing where no position has a reward"),
    ("--at-least", "--aim C"),
    ("--averages", "--aim all"),
    ("--points", "nothing, because a scored game says itself that it is one"),
    ("--score", "--aim C"),
    ("--scores", "--aim all"),
    ("--within", "--precision WIDTH, such as --precision 1e-6"),
    ("--sharp", "--precision sharp, or --precision sharp:BITS"),
];
const CHECKER: &str = "the checker is a program of its own, `check CERT [--at FEN]`";

/// What is written now instead of what was typed, if that was an option or a command once.
pub fn answer(words: &[OsString], error: &clap::Error) -> Option<String> {
    let old = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    if let Some((old, new)) = OLD_OPTIONS.iter().find(|(option, _)| old.as_deref() == Some(option)) {
        return Some(format!("{old} is no option of solve any more: write {new}"));
    }
    let (old, new) = ELSEWHERE.iter().find(|(old, _)| words.get(1).is_some_and(|word| word == old))?;
    (error.kind() == ErrorKind::InvalidSubcommand).then(|| format!("{old} is no command of solve: {new}"))
}
