//! Two hundred command lines of strangers, good and bad: a player, a game theorist, a verifier of protocols, a chess programmer, a teacher, a reviewer, a
//! maintainer. `tests/data/questions.txt` has them, each with its exit status; the snapshots hold the answers, which people read.
//!
//! Nothing of a long answer is shown but its beginning. No answer is empty, none has a panic in it, and what fails says why in a few lines.

use std::fmt::Write as _;
use std::fs;

use crate::session::{Session, root};

/// So many lines of an answer are shown.
const SHOWN: usize = 12;

/// A game in which both players can wait for ever, and each has a way out.
const WAITING: &str = r#"{ "bidding-game": 2, "title": "Waiting", "positions": [
    { "name": "wait", "left": ["wait", "out left"], "right": ["wait", "out right"] },
    { "name": "out left", "value": "1/4" },
    { "name": "out right", "value": "3/4" }
] }
"#;

/// The drawing of the third sheet for pupils.
const DRAWING: &str = r#"digraph "Two doors" {
    Home [value="1"]
    Away [value="0"]
    Middle -> Home [player=left]
    Middle -> Near [player=right]
    Near -> Middle [player=left]
    Near -> Away [player=right]
}
"#;

fn session() -> Session {
    let mut session = Session::new();
    for (folder, prefix) in [("certs", "certs"), ("certs/plans", "certs/plans")] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|end| end != "cert") {
                continue;
            }
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            session.write(&format!("{prefix}/{name}"), &fs::read(&path).expect("a file"));
        }
    }
    for (name, from) in [
        ("certs/four/4x4_KBkn.cert", "four/4x4_KBkn.cert"),
        ("certs/four/4x4_KBk.cert", "four/4x4_KBk.cert"),
        ("certs/four/4x4_KNk.cert", "four/4x4_KNk.cert"),
        ("certs/four/4x4_Kk.cert", "four/4x4_Kk.cert"),
        ("hex.cert", "hex/3x3.cert"),
        ("1.d4.cert", "losing/1.d4.cert"),
        ("path.cert", "games/path.cert"),
    ] {
        session.committed(name, from);
    }
    session.write("path.json", &fs::read(root().join("certs/games/path.json")).expect("a game"));
    session.write("waiting.json", WAITING.as_bytes());
    session.write("g.dot", DRAWING.as_bytes());
    session.write("bad.json", b"{ \"positions\": 3 }\n");
    session.write(
        "lost.json",
        br#"{ "bidding-game": 2, "positions": [ { "name": "a", "left": ["b"], "right": ["zz"] } ] }"#,
    );
    session.write("die.prism", b"dtmc\nmodule m endmodule\n");
    session.write("note.txt", b"hello\n");
    session.run(0, "solve graph waiting.json --out waiting.cert");
    session.transcript.clear();
    session
}

/// The groups of the file: a name, and command lines with their statuses.
fn questions() -> Vec<(String, Vec<(i32, String)>)> {
    let text = fs::read_to_string(root().join("tests/data/questions.txt")).expect("the questions");
    let mut groups: Vec<(String, Vec<(i32, String)>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            groups.push((name.replace(' ', "_"), Vec::new()));
            continue;
        }
        let (status, line) = line.split_once(' ').expect("a status and a command line");
        let group = groups.last_mut().expect("a group");
        group.1.push((status.parse().expect("a status"), line.to_owned()));
    }
    groups
}

#[test]
fn two_hundred_questions_are_answered() {
    let mut session = session();
    let groups = questions();
    assert_eq!(groups.len(), 7);
    let all: usize = groups.iter().map(|(_, lines)| lines.len()).sum();
    assert!(all >= 200, "{all}");
    for (name, lines) in groups {
        let mut shown = String::new();
        for (status, line) in lines {
            session.transcript.clear();
            session.run(status, &line);
            let answer: Vec<&str> = session.transcript.lines().collect();
            // The command, the answer, the status, an empty line.
            let said = &answer[1..answer.len() - 2];
            let last = said.iter().any(|line| !line.trim_start_matches("! ").is_empty());
            let is_quiet = line.contains("--out board.svg");
            assert!(last || is_quiet, "{line}: nothing is said");
            if status != 0 && !line.starts_with("check ") && line != "solve" {
                assert!(said.len() <= 8, "{line}: {said:?}");
            }
            let _ = writeln!(shown, "{}", answer[0]);
            for line in said.iter().take(SHOWN) {
                let _ = writeln!(shown, "{line}");
            }
            if said.len() > SHOWN {
                let _ = writeln!(shown, "[{} lines more]", said.len() - SHOWN);
            }
            let _ = writeln!(shown, "[status {status}]\n");
        }
        insta::assert_snapshot!(format!("questions_{name}"), shown);
    }
}
