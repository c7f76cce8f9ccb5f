//! What the commands answer where the paper or the book has the value, and what they say where something is wrong. Forty questions with their answers are in
//! `tests/data/transcripts/stranger.txt`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::console::{CHECK, SOLVE, Session, WAITING, committed, root};
use num_rational::BigRational;
use pipeline_tests::sample;
use serde_json::Value;
use solver::audit::{Audit, Places};
use solver::questions::questions;

/// A folder with the certificates that the commands find by themselves.
fn session() -> Session {
    let session = Session::new();
    for name in ["8x8_KNk", "8x8_Kk", "8x8_KRk", "8x8_KBk", "8x8_KPk", "8x8_KQk"] {
        session.committed(&format!("certs/{name}.cert"), &format!("{name}.cert"));
    }
    for name in [
        "four/4x4_KBkn",
        "four/4x4_KBk",
        "four/4x4_KNk",
        "four/4x4_Kk",
        "plans/figure-10-alpha",
        "plans/figure-10-beta",
        "plans/3x4-alpha",
    ] {
        session.committed(&format!("certs/{name}.cert"), &format!("{name}.cert"));
    }
    session.write("waiting.json", WAITING.as_bytes());
    session
}

/// One answer of `solve probe --json` in the folder of the repository.
fn probed(words: &[&str]) -> Value {
    let mut command = Command::new(&*SOLVE);
    command.args(["probe", "--json"]).args(words).current_dir(root()).env_remove("SOLVE_CERTS");
    let output = command.output().expect("a process");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(text.trim()).unwrap_or_else(|error| panic!("{words:?}: {error}: {text}"))
}

/// Whether a fraction is what is printed, or is rounded to it.
fn is_printed(value: &str, printed: &str) -> bool {
    let Some((_, digits)) = printed.split_once('.') else { return value == printed };
    let unit = num_bigint::BigInt::from(10).pow(u32::try_from(digits.len()).expect("a few digits"));
    let value: BigRational = value.parse().expect("a fraction");
    let printed: num_bigint::BigInt = printed.replace('.', "").parse().expect("digits");
    (value * BigRational::from_integer(unit)).round() == BigRational::from_integer(printed)
}

#[test]
fn probe_answers_with_the_published_values() {
    let text = fs::read_to_string(root().join("docs/claims/bidding-chess.toml")).expect("the claims");
    let places = Places { certs: root().join("certs"), made: root().join("target") };
    let claims = Audit::new(places, questions()).read(&text).expect("claims");
    let mut asked = 0;
    for claim in claims.into_iter().filter(|claim| claim.kind.as_deref() == Some("value")) {
        let answer = probed(&[claim.fields["position"].as_str().expect("a position")]);
        for value in ["lower", "upper"].map(|field| answer[field].as_str().expect("a value")) {
            assert!(is_printed(value, &claim.printed), "row {}: {value}, {}", claim.row, claim.printed);
        }
        assert_eq!(answer["sharp"], true, "row {}", claim.row);
        asked += 1;
    }
    assert!(asked >= 10, "{asked}");
}

/// The sentence, where the book solves the position by hand: Figures 1, 2 and 8, and the fortress of Figure 10.
#[test]
fn the_sentence_says_what_the_values_mean() {
    let meaning = |fen: &str| probed(&[fen])["meaning"].as_str().expect("a sentence").to_owned();
    assert_eq!(
        meaning("3k3R/8/3K4/8/8/8/8/8"),
        "White wins if Black holds less than 75 % of the money; Black wins if Black holds more than 75 %."
    );
    // The same with the colours exchanged.
    assert_eq!(
        meaning("8/8/8/8/8/3k4/8/3K3r"),
        "White wins if Black holds less than 25 % of the money; Black wins if Black holds more than 25 %."
    );
    // 21073/32256 lies between 65.33 and 65.34 per cent: each half of the sentence is true as it stands.
    assert_eq!(
        meaning("8/8/8/8/3k4/8/8/K2N4"),
        "White wins if Black holds less than 65.33 % of the money; Black wins if Black holds more than 65.34 %."
    );
    // White's two knights at the edge of six squares: α = 0, β = 1/2.
    assert_eq!(
        meaning("k1/NN/K1"),
        "White cannot force a win with any share of the money; Black wins if Black holds more than 50 % of the money; between 0 % and 50 % the game is \
         drawn."
    );
    assert_eq!(
        meaning("k2/1p1/1P1/K2"),
        "White wins if Black holds less than 25 % of the money; Black wins if Black holds more than 75 %; between 25 % and 75 % the game is drawn."
    );
    let fortress = ["4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3", "--cert"];
    let bound = |name: &str| probed(&[fortress[0], fortress[1], name])["meaning"].clone();
    assert_eq!(
        bound("certs/plans/figure-10-alpha.cert"),
        "Black does not lose if Black holds more than 25 % of the money."
    );
    assert_eq!(
        bound("certs/plans/figure-10-beta.cert"),
        "White does not lose if Black holds less than 75 % of the money."
    );
}

/// A position with the colours exchanged has the values `1 − β` and `1 − α`, and the same moves of the other player.
#[test]
fn colours_the_other_way_round_are_turned_back() {
    let (one, other) = (probed(&["n3/3k/4/K1B1"]), probed(&["k1b1/4/3K/N3"]));
    assert_eq!((&one["lower"], &one["upper"]), (&Value::from("3/8"), &Value::from("1315/3072")));
    assert_eq!((&other["lower"], &other["upper"]), (&Value::from("1757/3072"), &Value::from("5/8")));
    assert_eq!(one["white_label"], other["black_label"]);
    let first = |answer: &Value, side: &str| answer[side][0]["move"].as_str().expect("a move").to_owned();
    // Ba3 becomes Ba2, on the board turned upside down.
    assert_eq!((first(&one, "white_moves"), first(&other, "black_moves")), ("Ba3".to_owned(), "Ba2".to_owned()));
}

/// The one value for an endless play stands beside both values. With the colours exchanged it is `1 − v`, and the play has the rest of the worth.
#[test]
fn values_for_endless_play_stand_beside_both_values() {
    let mut session = session();
    let asked = "solve probe n3/3k/4/K1B1 --never 1/3";
    session.run(1, asked);
    assert!(session.transcript.contains("make it with `solve endgame 4x4 KBkn --out target/certs --never 1/3`"));
    // The published values at this position are 3/8 and 1315/3072. Every worth of endless play below the first of them leaves White that one, every
    // worth above the second one leaves Black the second.
    session.run(0, &format!("{asked} --solve"));
    session.run(0, "solve probe n3/3k/4/K1B1 --never richer --solve");
    let mut endless = |question: &str| -> Vec<Value> {
        session.transcript.clear();
        session.run(0, question);
        let line = session.transcript.lines().find(|line| line.starts_with('{')).expect("an object");
        let answer: Value = serde_json::from_str(line).expect("an object");
        answer["endless"].as_array().expect("a list").clone()
    };
    let told = |answers: &[Value]| -> Vec<[String; 2]> {
        let text = |answer: &Value, field: &str| answer[field].as_str().expect("a text").to_owned();
        answers.iter().map(|answer| [text(answer, "never"), text(answer, "v")]).collect()
    };
    let pairs = |pairs: [[&str; 2]; 2]| pairs.map(|pair| pair.map(str::to_owned));
    let one = endless("solve probe n3/3k/4/K1B1 --json");
    assert_eq!(told(&one), pairs([["1/2", "1315/3072"], ["1/3", "3/8"]]));
    let other = endless("solve probe k1b1/4/3K/N3 --json --never 2/3");
    assert_eq!(told(&other), pairs([["1/2", "1757/3072"], ["2/3", "5/8"]]));
    session.run(1, "solve probe k1b1/4/3K/N3 --json --never 1/3");
    session.transcript.clear();
    session.run(0, "solve probe k1b1/4/3K/N3");
    let sentences = [
        "If the game never ends, the richer player wins (d = 1/2): value v 1757/3072",
        "If the game never ends, White wins if Black's share ends below 2/3 (d = 2/3): value v 5/8",
    ];
    for sentence in sentences {
        assert!(session.transcript.contains(sentence), "{sentence}: {}", session.transcript);
    }
}

/// All fields of an answer are there, whatever is known.
#[test]
fn json_has_the_documented_fields() {
    let chapter = fs::read_to_string(root().join("docs/src/commands.md")).expect("the chapter");
    let asked: [&[&str]; 3] =
        [&["8/8/8/8/3k4/8/8/K2N4"], &["n3/3k/4/K1B1"], &["k2/1p1/1P1/K2", "--cert", "certs/plans/3x4-alpha.cert"]];
    let fields = |answer: Value| answer.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let all = asked.map(|words| fields(probed(words)));
    assert!(all[0] == all[1] && all[1] == all[2]);
    assert_eq!(all[0].len(), 25);
    for field in &all[0] {
        assert!(chapter.contains(&format!("`{field}`")), "the chapter does not name {field}");
    }
}

/// A stream is answered line by line, in order, and nothing of it is lost.
#[test]
fn streams_are_answered_in_order() {
    let squares = |king: usize| -> String {
        let row = |rank: usize| match (rank, king / 8 == rank) {
            (0, false) => "K6N".to_owned(),
            (_, false) => "8".to_owned(),
            (_, true) => {
                let file = king % 8;
                let run = |empty: usize| if empty == 0 { String::new() } else { empty.to_string() };
                format!("{}k{}", run(file), run(7 - file))
            }
        };
        (0..8).rev().map(row).collect::<Vec<_>>().join("/")
    };
    let asked: Vec<String> = (0..40).flat_map(|_| (8..64).map(squares)).collect();
    let mut session = session();
    session.run_with(0, "solve probe - --json", &[], asked.join("\n").as_bytes());
    let answers = session.transcript.lines().filter(|line| line.starts_with('{'));
    let answers = answers.map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let found: Vec<String> = answers.map(|answer| answer["position"].as_str().expect("a FEN").to_owned()).collect();
    assert_eq!(found, asked);
}

/// What the dump says is what the certificate states: the values of a hand-solved position, and the moves that the format prescribes.
#[test]
fn dump_has_a_line_for_each_position() {
    let mut session = session();
    session.run(0, "check certs/8x8_KNk.cert --dump");
    let lines: Vec<Vec<&str>> =
        session.transcript.lines().filter(|line| line.contains('\t')).map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 1 + 31_332);
    assert!(lines.iter().all(|line| line.len() == 8));
    // Each position is told at its first place: numbers grow, and some of them are those of other places of a position.
    let numbers: Vec<u32> = lines[1..].iter().map(|line| line[0].parse().expect("a number")).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b) && numbers[0] == 0 && numbers[31_331] > 31_331, "{:?}", numbers[31_331]);
    let zugzwang = lines.iter().find(|line| line[2] == "21073/32256").expect("Figure 8");
    assert_eq!(zugzwang[3], "21073/32256");
    assert_eq!(zugzwang[6..], ["3", "4"]);
    // Of a file that is not verified nothing is told.
    session.transcript.clear();
    let mut bytes = committed("4x4_Kk.cert");
    *bytes.last_mut().expect("a byte") ^= 1;
    session.write("bit.cert", &bytes);
    session.run(1, "check bit.cert --dump");
    assert!(!session.transcript.contains('\t'));
}

/// Runs a command in the folder of a session.
fn output(session: &Session, words: &[String], out: Stdio) -> Output {
    let program = if words[0] == "check" { &*CHECK } else { &*SOLVE };
    let mut command = Command::new(program);
    command.args(&words[1..]).current_dir(session.path("")).env_remove("SOLVE_CERTS");
    let child = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).spawn().expect("a process");
    child.wait_with_output().expect("an output")
}

/// Everything in a folder, with the bytes of its files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let kind = entry.file_type().expect("a kind");
        let name = entry.path().to_string_lossy().into_owned();
        if kind.is_dir() {
            all.extend(contents(&entry.path()));
        }
        all.push((name, if kind.is_file() { fs::read(entry.path()).expect("a file") } else { Vec::new() }));
    }
    all.sort();
    all
}

/// Asserts that a command has failed with a line or two, and has not panicked.
fn failed_clearly(line: &str, output: &Output) {
    let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).expect("text"));
    let all = texts.concat();
    let code = output.status.code();
    assert!(matches!(code, Some(1 | 2)), "{line}: {code:?}: {all}");
    assert!(!all.contains("panicked") && !all.contains("a bug of the checker"), "{line}: {all}");
    // What clap says has a line on the usage and one on the help, too.
    let said = all
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more"))
        .count();
    assert!((1..=2).contains(&said), "{line}: {all}");
}

/// Command lines that read a file, which stands where `{}` is.
const READING: [&str; 10] = [
    "check {}",
    "check {} --dump",
    "check waiting.cert --graph {}",
    "solve probe --cert {} k7/8/8/K7/7N/8/8/8",
    "solve probe --game {} --cert waiting.cert wait",
    "solve export {} --format csv --out new.csv",
    "solve export waiting.cert --game {} --format csv --out new.csv",
    "solve stats {} --histogram new.svg",
    "solve audit {} --certs certs",
    "solve graph {} --out new.cert --draw new.dot",
];

/// No file, a folder, a pipe, a file that nobody may read, bytes that are no text: a clear line each, and nothing is written.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_is_said_in_a_line() {
    let mut session = session();
    session.run(0, "solve graph waiting.json --out waiting.cert");
    fs::create_dir(session.path("folder")).expect("a folder");
    session.write("latin.txt", b"\xe4\xf6\xfc\n");
    session.write("empty.txt", b"");
    let made = Command::new("mkfifo").arg(session.path("pipe")).status().expect("a process");
    assert!(made.success());
    let before = contents(&session.path(""));
    for line in READING {
        // The memory of a process cannot be read from its start, by whomever.
        for input in
            ["missing.txt", "missing/missing.txt", "folder", "latin.txt", "empty.txt", "/proc/self/mem", "pipe"]
        {
            let words: Vec<String> = line.replace("{}", input).split(' ').map(str::to_owned).collect();
            let pipe = session.path("pipe");
            let writer = (input == "pipe").then(|| {
                let pipe = pipe.clone();
                std::thread::spawn(move || drop(fs::write(pipe, b"\xe4\xf6\xfc\n")))
            });
            let output = output(&session, &words, Stdio::piped());
            if let Some(writer) = writer {
                // If nobody has opened it, the writer waits for this.
                let both = fs::File::options().read(true).write(true).open(&pipe).expect("a pipe");
                writer.join().expect("a writer");
                drop(both);
            }
            failed_clearly(&words.join(" "), &output);
            assert!(contents(&session.path("")) == before, "{line}: {input}: something was written");
        }
    }
    for line in ["solve probe --certs missing bk6/8/8/8/8/8/8/KN6", "solve audit latin.txt --certs missing"] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        failed_clearly(line, &output(&session, &words, Stdio::piped()));
    }
}

/// Command lines that write, where `{}` is.
const WRITING: [&str; 9] = [
    "solve bound k2/1p1/1P1/K2 --enough 1/4 --out {}",
    "solve graph waiting.json --out {}",
    "solve graph waiting.json --draw {}",
    "solve export certs/four/4x4_Kk.cert --format csv --out {}",
    "solve export certs/four/4x4_Kk.cert --format svg --position k3/4/4/3K --out {}",
    "solve endgame --boards 2x2 --materials Kk --recorded --out {}/folder",
    "solve stats certs/four/4x4_Kk.cert --histogram {}",
    "solve endgame 2x2 Kk --out certs/made --export-graph {}",
    "solve endgame 2x2 Kk --out {}/folder",
];

/// A folder that is not there, a folder in the place of the file, one that nobody may write into, a full disk: a clear line each, nothing half-written.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_said_in_a_line() {
    let mut session = session();
    session.write("file", b"a file");
    fs::create_dir(session.path("folder")).expect("a folder");
    session.run(0, "solve endgame 2x2 Kk --out certs/made");
    let before = contents(&session.path(""));
    for line in WRITING {
        let folder = line.ends_with("/folder");
        let outputs: &[&str] = match folder {
            true => &["file", "/proc", "/dev/full"],
            // Nobody may make a file in /proc, not even the one who may do everything.
            false => &["nowhere/new", "folder", "/proc/new", "file/new", "/dev/full", "-"],
        };
        for out in outputs.iter().filter(|out| !(line.contains("export certs") && **out == "-")) {
            let words: Vec<String> = line.replace("{}", out).split(' ').map(str::to_owned).collect();
            failed_clearly(&words.join(" "), &output(&session, &words, Stdio::piped()));
            assert!(contents(&session.path("")) == before, "{line}: {out}: something was written");
        }
    }
}

/// Command lines that print.
const PRINTING: [&str; 10] = [
    "check certs/8x8_KNk.cert",
    "check certs/8x8_KNk.cert --dump",
    "check --json certs",
    "solve probe k7/8/8/K7/7N/8/8/8 --cert certs/8x8_KNk.cert",
    "solve probe k7/8/8/K7/7N/8/8/8",
    "solve export certs/8x8_KNk.cert --format csv",
    "solve export certs/8x8_KNk.cert --format jsonl",
    "solve stats certs",
    "solve stats certs/8x8_KNk.cert",
    "solve graph waiting.json",
];

/// Where standard output is full, that is said; where nobody reads it, nothing is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_or_a_closed_output_is_no_panic() {
    let session = session();
    for line in PRINTING {
        // What tells of each position tells of few by default.
        let many = line.ends_with("--dump") || line.contains("export");
        let line = if many { line.replace("8x8_KNk", sample("four/4x4_KNk", "8x8_KNk")) } else { line.to_owned() };
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let found = output(&session, &words, full.into());
        let error = String::from_utf8(found.stderr).expect("text");
        assert!(matches!(found.status.code(), Some(1 | 2)), "{line}: {error}");
        assert!(error.contains("standard output: No space left") && !error.contains("panicked"), "{line}: {error}");
        let program = if words[0] == "check" { &*CHECK } else { &*SOLVE };
        let mut child = Command::new(program)
            .args(&words[1..])
            .current_dir(session.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        drop(child.stdout.take());
        let found = child.wait_with_output().expect("an output");
        let error = String::from_utf8(found.stderr).expect("text");
        assert!(found.status.code().is_some() && !error.contains("panicked"), "{line}: {error}");
        assert!(!error.contains("standard output"), "{line}: {error}");
    }
}

/// Arguments that are no text are refused by name.
#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let session = session();
    let lines: [&[&str]; 4] =
        [&["probe"], &["probe", "--cert", "certs/8x8_KNk.cert"], &["bound", "--out", "new.cert"], &["endgame", "8x8"]];
    for words in lines {
        let mut command = Command::new(&*SOLVE);
        command.args(words).arg(OsStr::from_bytes(b"\xff\xfe")).current_dir(session.path(""));
        let found = command.output().expect("an output");
        let error = String::from_utf8(found.stderr).expect("text");
        assert_eq!(found.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains("UTF-8") && !error.contains("panicked"), "{words:?}: {error}");
    }
    // A name of a file need not be text.
    let mut command = Command::new(&*CHECK);
    let found = command.arg(OsStr::from_bytes(b"\xff.cert")).current_dir(session.path("")).output().expect("an output");
    assert_eq!(found.status.code(), Some(2));
}
