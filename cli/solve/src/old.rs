//! Names and options that the program had once, or never had, and what to write instead.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};

/// Names of no command, or of none any more, and what to write instead.
const ELSEWHERE: [(&str, &str); 16] = [
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
    (
        "sheets",
        "`just sheets` makes PDFs of the sheets for a class; they are docs/src/sheet-1.md, sheet-2.md and sheet-3.md",
    ),
    ("play", "`solve explore` serves a page for your browser, and there you play, with shares, chips or a coin"),
    (
        "show",
        "`solve probe POSITION --cert CERT` asks a certificate; without a position, about the one that it is about",
    ),
    (
        "list",
        "`solve stats DIR` lists the certificates of a folder, `solve stats` those of the usual folders; --verify verifies them",
    ),
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
/// An option of no command, what to write instead, and the commands that have that; without any it is to be left out.
type Old = (&'static str, &'static str, &'static [&'static str]);

const OLD_OPTIONS: [Old; 15] = [
    ("--exact", "--precision exact", &["endgame", "graph", "model"]),
    ("--enclosure", "--precision BITS", &["endgame", "graph", "model", "losing"]),
    ("--sharp", "--precision sharp", &["endgame"]),
    ("--within", "--precision WIDTH", &["model"]),
    ("--at-least", "--aim C", &["graph"]),
    ("--averages", "--aim all", &["graph"]),
    ("--score", "--aim C", &["graph"]),
    ("--scores", "--aim all", &["graph"]),
    ("--parity", "--aim parity", &["graph"]),
    ("--mean-payoff", "an endless game says itself that it is one", &[]),
    ("--points", "a scored game says itself that it is one", &[]),
    ("--richman", "--pays other", &["endgame", "graph"]),
    ("--poorman", "--pays bank", &["endgame", "graph"]),
    ("--taxman", "--pays SHARE", &["endgame", "graph"]),
    ("--all-pay", "--pays both --chips A-B", &["graph"]),
];
const CHECKER: &str = "the checker is a program of its own, `check CERT [--at FEN]`";

/// What is written now instead of what was typed, if that was an option or a command once.
pub fn answer(words: &[OsString], error: &clap::Error) -> Option<String> {
    let command = words.get(1)?.to_string_lossy();
    let old = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    if let Some((old, new, commands)) = OLD_OPTIONS.iter().find(|(option, ..)| old.as_deref() == Some(option)) {
        let gone = format!("{old} is no option of solve");
        return Some(match commands {
            [] => format!("{gone}: leave it out, {new}"),
            commands if commands.contains(&&*command) => format!("{gone}: write {new}"),
            commands => {
                let commands: Vec<String> = commands.iter().map(|command| format!("`solve {command}`")).collect();
                format!(
                    "{gone}, and `solve {command}` has nothing in its place: {new} is one of {}",
                    commands.join(", ")
                )
            }
        });
    }
    let (old, new) = ELSEWHERE.iter().find(|(old, _)| *old == command)?;
    (error.kind() == ErrorKind::InvalidSubcommand).then(|| format!("{old} is no command of solve: {new}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn read(line: &str) -> Result<(), clap::Error> {
        let command = crate::groups::grouped(crate::commands::Arguments::command());
        command.try_get_matches_from(line.split(' ')).map(drop)
    }

    const COMMANDS: [&str; 11] = [
        "endgame 4x4 KNk",
        "graph g.json",
        "model m.umb --reach goal",
        "losing auction 4x4 KRvN",
        "probe k7/8/8/K7/7N/8/8/8",
        "bound k2/1p1/1P1/K2 --out b.cert",
        "export c.cert --format csv",
        "stats c.cert",
        "hex 3x3",
        "partitions board King 3",
        "audit chips",
    ];

    /// What is told to write is accepted by the command that it is told, and by those that it names; no command has what is gone.
    #[test]
    fn what_is_told_is_accepted() {
        for line in COMMANDS {
            let line = format!("solve {line}");
            let command = line.split(' ').nth(1).unwrap();
            read(&line).unwrap();
            for (old, new, commands) in OLD_OPTIONS {
                let given = if ["--enclosure", "--within", "--at-least", "--score"].contains(&old) { "=1" } else { "" };
                let error = read(&format!("{line} {old}{given}")).unwrap_err();
                let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
                let said = answer(&words, &error).unwrap_or_else(|| panic!("{line} {old}: {error}"));
                let new = new.replace("BITS", "20").replace("WIDTH", "1e-6");
                let new = new.replace(" C", " 3/2").replace("SHARE", "1/2").replace("A-B", "8-7");
                let is_told =
                    said.ends_with(&format!(": write {}", OLD_OPTIONS.iter().find(|row| row.0 == old).unwrap().1));
                assert_eq!(is_told, commands.contains(&command), "{said}");
                if !commands.is_empty() {
                    assert_eq!(read(&format!("{line} {new}")).is_ok(), is_told, "{line} {new}");
                }
            }
        }
    }

    #[test]
    fn old_commands_are_answered() {
        for (old, new) in ELSEWHERE {
            let error = read(&format!("solve {old} --verify")).unwrap_err();
            let words = ["solve", old].map(OsString::from);
            assert!(answer(&words, &error).unwrap().ends_with(new));
        }
        assert!(ELSEWHERE.iter().any(|(old, new)| *old == "list" && new.contains("--verify")));
    }
}
