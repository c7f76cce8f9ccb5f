//! What people read: the answers of commands, on standard output and standard error, with their exit status. The command lines are in `tests/data/transcripts`,
//! the answers in snapshots: a line of standard error begins with `! `.
//!
//! A line of a file is a comment behind `#`; a status and a command line; the name of a snapshot behind `== `, if there are several; or something to be done or to be
//! true, behind `: `. No answer is empty or has a panic in it, and where only the first lines of answers are shown, what fails says why in a few lines. All files
//! are named from a temporary folder, so that no path depends on the machine.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::console::{Session, root};

/// The bytes of the files in a folder, or of a file.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().expect("a name").to_str().expect("text").to_owned();
    let read = |path: &Path| (name(path), fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    if path.is_file() {
        return [read(path)].into();
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    entries.map(|entry| read(&entry.expect("an entry").path())).collect()
}

/// A file that is played, and what is known on the way.
#[derive(Default)]
struct Play {
    /// How many lines of an answer are shown, if not all.
    first: Option<usize>,
    kept: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    variables: Vec<(String, String)>,
    input: String,
    shown: String,
}

impl Play {
    /// Does what stands behind `: `, or asserts it.
    fn act(&mut self, session: &Session, line: &str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (name, more) = rest.split_once(' ').unwrap_or((rest, ""));
        let path = session.path(name);
        let text =
            |text: &str| serde_json::from_str::<String>(&format!("\"{}\"", text.replace('"', "\\\""))).expect("text");
        let read = |name: &str| fs::read(session.path(name)).unwrap_or_else(|error| panic!("{line}: {error}"));
        match verb {
            // A committed file; a text; a game that a script makes; a folder; a text of a file replaced in another one; a bit changed; half of a file.
            "copy" => session.committed(if more.is_empty() { name } else { more }, name),
            "write" => session.write(name, text(more).as_bytes()),
            "make" => {
                let made =
                    Command::new("python3").arg(root().join("certs/games/make.py")).args(more.split(' ')).output();
                session.write(name, &made.expect("Python").stdout);
            }
            "folder" => fs::create_dir_all(path).expect("a folder"),
            "replace" => {
                let (from, change) = more.split_once(' ').expect("a file");
                let (old, new) = change.split_once(" => ").expect("two texts");
                let whole = String::from_utf8(read(from)).expect("text");
                assert!(whole.contains(old), "{line}");
                session.write(name, whole.replacen(old, &text(new), 1).as_bytes());
            }
            "spoil" => {
                let mut bytes = read(name);
                bytes[more.parse::<usize>().expect("a place")] ^= 1;
                session.write(name, &bytes);
            }
            "cut" => session.write(name, &read(name)[..read(name).len() / 2]),
            "remove" => fs::remove_file(path).expect("a file"),
            "keep" => drop(self.kept.insert(name.to_owned(), files(&path))),
            "kept" => assert!(self.kept[name] == files(&path), "{line}"),
            // Each file of a folder is the committed one; so many are there; a picture; nothing.
            "same" => {
                for (file, bytes) in files(&path) {
                    let kept = [more, "boards"].map(|folder| root().join("certs").join(folder).join(&file));
                    let kept = kept.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("{line}: {file}"));
                    assert!(bytes == fs::read(kept).expect("a file"), "{line}: {file}");
                }
            }
            "files" => {
                let found = fs::read_dir(path).expect("a folder").count();
                assert_eq!(found, more.parse::<usize>().expect("a number"), "{line}");
            }
            "picture" => {
                let picture = String::from_utf8(read(name)).expect("text");
                assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{line}");
            }
            "none" => assert!(!path.exists(), "{line}"),
            // Of the next command; of what was said.
            "input" => self.input = text(rest),
            "env" => self.variables.push((name.to_owned(), more.to_owned())),
            "first" => self.first = Some(name.parse().expect("a number")),
            "hide" => self.shown.clear(),
            _ => panic!("{line}"),
        }
    }

    /// Runs a command line, and shows the answer.
    fn ask(&mut self, session: &mut Session, status: i32, line: &str) {
        session.transcript.clear();
        let variables: Vec<(&str, &str)> = self.variables.iter().map(|(name, value)| (&**name, &**value)).collect();
        session.run_with(status, line, &variables, self.input.as_bytes());
        (self.variables, self.input) = (Vec::new(), String::new());
        let Some(first) = self.first else {
            self.shown += &session.transcript;
            return;
        };
        let answer: Vec<&str> = session.transcript.lines().collect();
        // The command, the answer, the status, an empty line.
        let said = &answer[1..answer.len() - 2];
        let is_told = said.iter().any(|line| !line.trim_start_matches("! ").is_empty());
        assert!(is_told || line.contains("--out board.svg"), "{line}: nothing is said");
        let may_be_long = status == 0 || line.starts_with("check ") || line == "solve";
        assert!(may_be_long || said.len() <= 8, "{line}: {said:?}");
        let rest = said.len().saturating_sub(first);
        let more = if rest > 0 { format!("[{rest} lines more]\n") } else { String::new() };
        let said: String = said.iter().take(first).map(|line| format!("{line}\n")).collect();
        let _ = writeln!(self.shown, "{}\n{said}{more}[status {status}]\n", answer[0]);
    }
}

fn play(name: &str) {
    let text =
        fs::read_to_string(root().join("tests/data/transcripts").join(name).with_extension("txt")).expect("a file");
    let (mut session, mut play, mut snapshot) = (Session::new(), Play::default(), name.to_owned());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(group) = line.strip_prefix("== ") {
            let before = std::mem::take(&mut play.shown);
            if !before.is_empty() {
                insta::assert_snapshot!(snapshot, before);
            }
            snapshot = format!("{name}_{}", group.replace(' ', "_"));
        } else if let Some(line) = line.strip_prefix(": ") {
            play.act(&session, line);
        } else {
            let (status, line) = line.split_once(' ').expect("a status and a command line");
            play.ask(&mut session, status.parse().expect("a status"), line);
        }
    }
    insta::assert_snapshot!(snapshot, play.shown);
}

/// A test for each file, so that they run beside each other.
macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { play(stringify!($name)); })*

        #[test]
        fn every_file_is_played() {
            let names = files(&root().join("tests/data/transcripts")).into_keys().collect::<Vec<_>>();
            assert_eq!(names, [$(concat!(stringify!($name), ".txt")),*]);
        }
    };
}

transcripts! { alone audit methods needs no_games pawns questions recorded show solve solve_unwritable solve_usage stats stranger }
