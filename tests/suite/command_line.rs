//! What people read: the answers of `check` and `solve`, on standard output and standard error, with their exit status.
//!
//! Each snapshot is a transcript; a line of standard error begins with `! `. The exit status of each command is
//! asserted here, not only shown. All files are named from a temporary folder, so that no path depends on the machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::session::{CHECK, SOLVE, Session, committed, root};
use checker::certificate::{Digest, HEAD_START};
use checker::write;
use pipeline_tests::{redigest, slices};
use report::notation;
use solver::graph_games::generate;

/// A committed certificate with other imports.
fn importing(name: &str, imports: Vec<Digest>) -> Vec<u8> {
    let bytes = committed(name);
    let certificate = ::games::certificate(&bytes).expect("a certificate");
    let mut head = certificate.head.clone();
    head.imports = imports;
    write::write(&head, &slices(&certificate))
}

#[test]
fn check_says_what_it_verified() {
    let mut session = Session::new();
    for name in ["4x4_KNk.cert", "4x4_Kk.cert", "8x8_KNk.cert", "8x8_Kk.cert"] {
        session.committed(name, name);
    }
    session.run(0, "check 4x4_KNk.cert");
    session.run(0, "check 4x4_Kk.cert 8x8_KNk.cert");
    session.run(0, "check 4x4_KNk.cert --at 3k/4/4/K2N");
    session.run(0, "check 8x8_KNk.cert --at k7/8/8/K7/7N/8/8/8");
    session.run(0, "check 8x8_Kk.cert --at 8/8/8/5k2/8/8/2K5/8");
    session.run(0, "check --json 4x4_KNk.cert");
    session.run(0, "check --json 4x4_KNk.cert --at 3k/4/4/K2N");
    insta::assert_snapshot!("check_verified", session.transcript);
}

#[test]
fn json_receipts_have_the_agreed_fields() {
    let mut session = Session::new();
    for name in ["8x8_KNk.cert", "8x8_Kk.cert"] {
        session.committed(name, name);
    }
    session.run(0, "check --json 8x8_KNk.cert --at k7/8/8/K7/7N/8/8/8");
    let line = session.transcript.lines().nth(1).expect("a receipt");
    let receipt: serde_json::Value = serde_json::from_str(line).expect("an object");
    assert_eq!(receipt["verdict"], "verified");
    assert_eq!(receipt["not_sharp"], 0);
    let positions = receipt["positions"].as_u64().expect("a number");
    assert_eq!(receipt["conditions"].as_object().expect("an object").len(), 12);
    assert_eq!(receipt["conditions"]["white-forces"], positions);
    assert_eq!(receipt["format"], 3);
    let [knight, kings] = receipt["files"].as_array().expect("a list").as_slice() else {
        panic!("two files");
    };
    for file in [knight, kings] {
        let name = file["path"].as_str().expect("a path");
        assert_eq!(file["sha256"], notation::digest(Digest::of(&committed(name))));
    }
    // 2^131 · 3^4 · … of the paper's figure 7 has 457 bits.
    assert_eq!(receipt["max_denominator_bits"], 457);
    assert_eq!(receipt["lower"], receipt["upper"]);
    for field in
        ["claim", "max_white_label", "max_black_label", "white_label", "black_label", "white_moves", "black_moves"]
    {
        assert!(!receipt[field].is_null(), "{field}");
    }
}

#[test]
fn check_rejects_files_that_are_no_certificates() {
    let mut session = Session::new();
    let kings = committed("4x4_Kk.cert");
    session.committed("4x4_Kk.cert", "4x4_Kk.cert");
    session.write("empty.cert", &[]);
    session.write("text.cert", b"A certificate, upon my word: all of it is true.\n");
    session.write("cut.cert", &kings[..kings.len() - 1]);
    session.write("appended.cert", &[&kings[..], &[0]].concat());
    let last = kings.len() - 1;
    let mut bit = kings.clone();
    bit[last] ^= 1;
    session.write("bit.cert", &bit);
    redigest(&mut bit, &kings);
    session.write("redigested.cert", &bit);
    let mut other = kings.clone();
    other[20] ^= 1;
    session.write("head.cert", &other);
    for (name, place, byte) in
        [("old", 8, 2), ("version", 8, 4), ("statement", HEAD_START, 99), ("board", HEAD_START + 2, 1)]
    {
        let mut other = kings.clone();
        other[place] = byte;
        redigest(&mut other, &kings);
        session.write(&format!("{name}.cert"), &other);
    }
    // A list of 2^60 men without the men; seventeen men; five men without slices; a list with a member that is no position.
    let men = [&[16, 16, 0][..], &[0x80; 8], &[0x10]].concat();
    session.write("huge.cert", &sealed(0, &men, 0));
    session.write("seventeen.cert", &sealed(0, &[&[16, 16, 0, 17, 0, 1][..], &[2; 15]].concat(), 0));
    session.write("five.cert", &sealed(0, &[8, 8, 0, 5, 0, 1, 2, 3, 4], 0));
    session.write("list.cert", &sealed(2, &[4, 4, 0, 0, 1, 1, 0, 3, 0], 3));
    fs::create_dir(session.path("folder.cert")).expect("a folder");
    for name in ["empty", "cut", "appended", "bit", "head", "redigested", "board", "huge", "list", "five"] {
        session.run(1, &format!("check {name}.cert"));
    }
    for name in ["text", "old", "version", "statement", "seventeen", "folder", "missing"] {
        session.run(2, &format!("check {name}.cert"));
    }
    session.run(1, "check --json redigested.cert");
    session.run(2, "check --json version.cert");
    session.run(2, "check --json missing.cert");
    // Several at once: rejected outweighs declined, and declined outweighs verified.
    session.run(2, "check 4x4_Kk.cert missing.cert");
    session.run(2, "check missing.cert 4x4_Kk.cert");
    session.run(1, "check 4x4_Kk.cert missing.cert bit.cert");
    session.run(1, "check bit.cert missing.cert 4x4_Kk.cert");
    insta::assert_snapshot!("check_rejected", session.transcript);
}

/// A file of this statement, with exact numbers of a form, without imports, values and slices.
fn sealed(statement: u8, body: &[u8], form: u8) -> Vec<u8> {
    let count = u8::try_from(body.len()).expect("a short body");
    let head = [&[statement, count], body, &[0, 0, form, 0, 0, 0, 0]].concat();
    let length = u32::try_from(head.len()).expect("a head").to_le_bytes();
    let bytes = [b"bidcert\n\x03\0", &length[..], &head].concat();
    [&bytes[..], &Digest::of(&bytes).0].concat()
}

#[test]
fn check_finds_imports_by_their_digest() {
    let mut session = Session::new();
    let (knight, kings) = (committed("4x4_KNk.cert"), committed("4x4_Kk.cert"));
    session.write("none/4x4_KNk.cert", &knight);
    let mut false_kings = kings.clone();
    // The last position's T′.
    *false_kings.last_mut().expect("a byte") += 1;
    redigest(&mut false_kings, &kings);
    // Of another digest under the usual name: passed over.
    session.write("another/4x4_KNk.cert", &knight);
    session.write("another/4x4_Kk.cert", &false_kings);
    session.write("itself/4x4_KNk.cert", &knight);
    session.write("itself/4x4_Kk.cert", &knight);
    session.write("both/4x4_KNk.cert", &knight);
    session.write("both/4x4_Kk.cert", &false_kings);
    session.write("both/under another name.cert", &kings);
    // Found, and false.
    session.write("false/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![Digest::of(&false_kings)]));
    session.write("false/4x4_Kk.cert", &false_kings);
    let mut unknown = kings.clone();
    unknown[8] = 4;
    redigest(&mut unknown, &kings);
    session.write("unknown/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![Digest::of(&unknown)]));
    session.write("unknown/4x4_Kk.cert", &unknown);
    let elsewhere = committed("8x3_Kk.cert");
    session.write("board/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![Digest::of(&elsewhere)]));
    session.write("board/4x4_Kk.cert", &elsewhere);
    session.write("kind/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![Digest::of(&knight)]));
    session.write("kind/4x4_Kk.cert", &knight);
    session.write("count/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![]));
    session.write("more/4x4_Kk.cert", &importing("4x4_Kk.cert", vec![Digest::of(&kings)]));
    session.write("more/kings.cert", &kings);
    session.write("kings/4x4_Kk.cert", &kings);
    fs::create_dir_all(session.path("folder/4x4_Kk.cert")).expect("a folder");
    session.write("folder/4x4_KNk.cert", &knight);
    session.run(2, "check none/4x4_KNk.cert");
    session.run(0, "check none/4x4_KNk.cert --imports kings");
    session.run(0, "check none/4x4_KNk.cert kings/4x4_Kk.cert");
    session.run(2, "check folder/4x4_KNk.cert");
    session.run(2, "check another/4x4_KNk.cert");
    session.run(2, "check itself/4x4_KNk.cert");
    session.run(0, "check both/4x4_KNk.cert");
    session.run(1, "check false/4x4_KNk.cert");
    session.run(2, "check unknown/4x4_KNk.cert");
    session.run(1, "check board/4x4_KNk.cert");
    session.run(1, "check kind/4x4_KNk.cert");
    session.run(1, "check count/4x4_KNk.cert");
    session.run(1, "check more/4x4_Kk.cert");
    insta::assert_snapshot!("check_imports", session.transcript);
}

/// The verdicts of two files, in whatever order they are given.
#[test]
fn the_order_of_arguments_does_not_matter() {
    let mut session = Session::new();
    let (knight, kings) = (committed("4x4_KNk.cert"), committed("4x4_Kk.cert"));
    let mut false_kings = kings.clone();
    *false_kings.last_mut().expect("a byte") += 1;
    redigest(&mut false_kings, &kings);
    // The same names with other bytes; and what one of them imports stands beside the other one only.
    session.write("A/4x4_Kk.cert", &kings);
    session.write("B/4x4_Kk.cert", &false_kings);
    session.write("C/4x4_KNk.cert", &knight);
    session.write("D/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![Digest::of(&false_kings)]));
    session.write("E/4x4_KNk.cert", &importing("4x4_KNk.cert", vec![]));
    let names = ["A/4x4_Kk", "B/4x4_Kk", "C/4x4_KNk", "D/4x4_KNk", "E/4x4_KNk"];
    for (place, first) in names.iter().enumerate() {
        for second in &names[place + 1..] {
            let said = |one: &str, other: &str| {
                let mut command = Command::new(&*CHECK);
                command.args([format!("{one}.cert"), format!("{other}.cert")]).current_dir(session.path(""));
                let output = command.output().expect("an output");
                let text = String::from_utf8(output.stdout).expect("text");
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                assert_eq!(lines.len(), 2, "{text}");
                lines.sort();
                (output.status.code(), lines)
            };
            assert_eq!(said(first, second), said(second, first), "{first} {second}");
        }
    }
    session.run(0, "check C/4x4_KNk.cert A/4x4_Kk.cert");
    session.run(1, "check B/4x4_Kk.cert C/4x4_KNk.cert A/4x4_Kk.cert");
    session.run(1, "check A/4x4_Kk.cert D/4x4_KNk.cert B/4x4_Kk.cert C/4x4_KNk.cert");
}

/// What lies beside a true certificate changes nothing: a pipe that nobody writes to, a large file that is none, links that lead nowhere or round,
/// a file that nobody may read, folders, and files with the usual names.
#[cfg(unix)]
#[test]
fn neighbours_change_nothing() {
    use std::os::unix::fs::symlink;
    let mut session = Session::new();
    let (knight, kings) = (committed("4x4_KNk.cert"), committed("4x4_Kk.cert"));
    session.write("4x4_KNk.cert", &knight);
    session.write("kings.cert", &kings);
    session.run(0, "check 4x4_KNk.cert");
    let alone = std::mem::take(&mut session.transcript);
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(session.path(name)).status().expect("a process");
        assert!(made.success(), "{name}");
    };
    pipe("4x4_Kk.cert");
    pipe("a.cert");
    for (name, size) in [("large.cert", 3_u64 << 30), ("wrong.cert", 50 << 20)] {
        let file = fs::File::create(session.path(name)).expect("a file");
        file.set_len(size).expect("a file without blocks");
    }
    symlink("nowhere", session.path("link.cert")).expect("a link");
    symlink("round.cert", session.path("round.cert")).expect("a link");
    symlink("/dev/zero", session.path("zero.cert")).expect("a link");
    fs::create_dir(session.path("folder.cert")).expect("a folder");
    session.write("8x8_Kk.cert", &kings[..50]);
    session.run(0, "check 4x4_KNk.cert");
    assert_eq!(session.transcript, alone);
    // Without the import there is no verdict, but an end.
    fs::remove_file(session.path("kings.cert")).expect("a file");
    session.run(2, "check 4x4_KNk.cert");
}

/// Placements that are none, or not of the 8x8 knight's endgame.
const WRONG_PLACEMENTS: [&str; 13] = [
    "8/8/8/8/3k4/8/8/K2NK3",
    "8/8/8/8/3k4/8/8/3N4",
    "8/8/8/8/8/8/8/K2N4",
    "8/8/8/8/3k4/8/8/K2N5",
    "8/8/8/8/3k4/8/K2N4",
    "8/8/8/8/3k5/8/8/K2N4",
    "8/8/8/8/3k4/8/8/K2Q4",
    "8/8/8/8/3k4/8/8/K2N3N",
    "8/8/8/8/3k4/8/8/K7",
    "8/8/8/8/3k4/8/8/K2P4",
    "8/8/8/8/3k4/8/8/K2X4",
    "3k/4/4/K2N",
    "hello",
];

#[test]
fn check_and_probe_refuse_wrong_placements() {
    let mut session = Session::new();
    for name in ["8x8_KNk.cert", "8x8_Kk.cert"] {
        session.committed(name, name);
    }
    for fen in WRONG_PLACEMENTS {
        session.run(2, &format!("check 8x8_KNk.cert --at {fen}"));
        session.run(2, &format!("solve probe {fen} --cert 8x8_KNk.cert"));
    }
    session.run(2, "check --json 8x8_Kk.cert --at hello");
    insta::assert_snapshot!("wrong_placements", session.transcript);
}

#[test]
fn check_refuses_wrong_usage() {
    let mut session = Session::new();
    session.committed("4x4_Kk.cert", "4x4_Kk.cert");
    session.run(2, "check");
    session.run(2, "check --believe 4x4_Kk.cert");
    session.run(2, "check 4x4_Kk.cert 4x4_Kk.cert --at k3/4/4/3K");
    session.run(2, "check 4x4_Kk.cert --at");
    insta::assert_snapshot!("check_usage", session.transcript);
}

#[test]
fn probe_describes_a_position() {
    let mut session = Session::new();
    for name in ["4x4_KNk.cert", "4x4_Kk.cert", "8x8_KNk.cert", "8x8_Kk.cert"] {
        session.committed(name, name);
    }
    session.run(0, "solve probe 8/8/8/8/3k4/8/8/K2N4 --cert 8x8_KNk.cert");
    session.run(0, "solve probe k7/8/8/K7/7N/8/8/8 --cert 8x8_KNk.cert");
    session.run(0, "solve probe k3/4/4/3K --cert 4x4_Kk.cert");
    session.run(1, "solve probe k3/4/4/3K --cert missing.cert");
    // The import is looked for in the folder above, too, but no further.
    session.write("above/4x4_KNk.cert", &committed("4x4_KNk.cert"));
    session.run(0, "solve probe k2n/4/4/K3 --cert above/4x4_KNk.cert");
    session.write("far/away/4x4_KNk.cert", &committed("4x4_KNk.cert"));
    session.run(1, "solve probe 3k/4/4/K2N --cert far/away/4x4_KNk.cert");
    let mut bytes = committed("4x4_KNk.cert");
    bytes[200] ^= 1;
    session.write("bit.cert", &bytes);
    session.run(1, "solve probe 3k/4/4/K2N --cert bit.cert");
    insta::assert_snapshot!("show", session.transcript);
}

#[test]
fn solve_refuses_wrong_boards_and_materials() {
    let mut session = Session::new();
    for board in ["1x8", "17x3", "8by8", "8x", "x", "8x8x8", "-8x8", "8x99999999999999999999"] {
        session.run(2, &format!("solve endgame -- {board} KNk"));
    }
    for material in ["KKk", "kK", "KXk", "K", "k", "KNNNNk", "KNKk", "knight"] {
        session.run(2, &format!("solve endgame 4x4 {material}"));
    }
    // Signatures that are right, and endgames that this version does not solve.
    session.run(2, "solve endgame 4x4 KNPkn");
    session.run(2, "solve endgame 4x4 KNNkn --precision exact");
    session.run(2, "solve");
    session.run(2, "solve endgame 4x4");
    session.run(2, "solve endgame 4x4 KNk --threads 0");
    session.run(2, "solve endgame 4x4 --men 9");
    session.run(2, "solve endgame 4x4 KPk --double-step sometimes");
    session.run(2, "solve endgame --boards 8 --recorded");
    session.run(2, "solve endgame --boards 3x3-2x2 --recorded");
    session.run(2, "solve endgame --boards 3x3 --materials KQk,KXk --recorded");
    session.run(2, "solve endgame --boards 3x3 --recorded --precision exact");
    session.run(2, "solve survey boards --largest 8x8");
    for wrong in ["0", "63", "1.5", "sharp:63", "1e-6"] {
        session.run(2, &format!("solve endgame 4x4 KNk --precision {wrong}"));
    }
    session.run(2, "solve endgame 4x4 KNk --precision sharp --never 1/2");
    session.run(2, "solve endgame 4x4 KNk --precision exact --pays bank");
    session.run(2, "solve endgame 4x4 KNk --precision 50 --pays bank");
    session.run(2, "solve endgame 4x4 KNk --precision 50 --chips 3");
    for old in ["--exact", "--enclosure 20", "--sharp", "--within=1e-6"] {
        session.run(2, &format!("solve endgame 4x4 KNk {old}"));
    }
    let made = fs::read_dir(session.path("")).expect("the folder").count();
    assert_eq!(made, 0, "nothing was written");
    insta::assert_snapshot!("solve_usage", session.transcript);
}

#[test]
fn solve_writes_the_committed_certificates() {
    let mut session = Session::new();
    session.run(0, "solve endgame 4x4 KNk --out new/folder");
    session.run(0, "solve endgame 8x3 KkN --out flipped");
    session.run(0, "solve endgame 8x3 Kkn --out flipped");
    session.run(0, "solve endgame 8x8 --men 3 --out family --threads 1");
    session.run(0, "solve endgame 3x4 --men 2 --out family");
    session.run(0, "check family/8x8_KNk.cert");
    for (folder, names) in [
        ("new/folder", &["4x4_Kk.cert", "4x4_KNk.cert"][..]),
        ("flipped", &["8x3_Kk.cert", "8x3_KNk.cert"]),
        (
            "family",
            &[
                "3x4_Kk.cert",
                "8x8_Kk.cert",
                "8x8_KQk.cert",
                "8x8_KRk.cert",
                "8x8_KBk.cert",
                "8x8_KNk.cert",
                "8x8_KPk.cert",
            ],
        ),
    ] {
        for name in names {
            let bytes = fs::read(session.path(folder).join(name)).expect("a certificate");
            assert!(bytes == committed(name), "{name}");
        }
        let count = fs::read_dir(session.path(folder)).expect("the folder").count();
        assert_eq!(count, names.len(), "{folder}");
    }
    insta::assert_snapshot!("solve", session.transcript);
    session.run(0, "solve endgame 3x4 KNk --timings");
    assert!(session.transcript.contains("phase          wall seconds  processor seconds"));
}

#[test]
fn solve_says_what_it_cannot_write() {
    let mut session = Session::new();
    session.write("file", b"");
    session.run(1, "solve endgame 4x4 KNk --out file");
    session.run(1, "solve endgame 4x4 KNk --out file/folder");
    fs::create_dir_all(session.path("taken/4x4_Kk.cert")).expect("a folder");
    session.run(1, "solve endgame 4x4 Kk --out taken");
    let left = fs::read_dir(session.path("taken")).expect("the folder").count();
    assert_eq!(left, 1, "no unfinished file is left");
    insta::assert_snapshot!("solve_unwritable", session.transcript);
}

/// A disk that is full after 4096 bytes of a file: what is whole stays, nothing half-written is left, and it goes on from there.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_nothing_that_is_done() {
    let session = Session::new();
    let full = |folder: &str, words: &str| {
        // Files may have so many blocks of 512 bytes.
        let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {words}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(&*SOLVE)
            .current_dir(session.path(""))
            .output()
            .expect("a shell");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{words}: {error}");
        assert!(error.contains("File too large") && error.lines().count() <= 2, "{error}");
        let left = fs::read_dir(session.path(folder)).expect("the folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> = left.map(|entry| entry.file_name().into_string().expect("text")).collect();
        names.sort();
        (names, error)
    };
    let (names, error) = full("certs", "endgame 4x4 --men 3 --out certs");
    assert_eq!(names, ["4x4_KBk.cert", "4x4_KNk.cert", "4x4_KQk.cert", "4x4_KRk.cert", "4x4_Kk.cert"]);
    assert!(error.contains("certs/4x4_KPk.cert: "), "{error}");
    let (names, _) = full("survey", "endgame --boards 5x5 --materials KNk --recorded --out survey");
    assert_eq!(names, ["5x5_Kk.cert"]);
    let (names, _) = full("gaps", "endgame 3x4 KPkp --precision 56 --out gaps");
    assert!(names.iter().all(|name| !name.starts_with('.')) && !names.contains(&"3x4_KPkp.cert".to_owned()));
    // With room again, the five are kept and the last one is made.
    let output = Command::new(&*SOLVE)
        .args(["endgame", "4x4", "--men", "3", "--out"])
        .arg(session.path("certs"))
        .output()
        .expect("a process");
    assert!(output.status.success());
    for name in ["4x4_KBk.cert", "4x4_KNk.cert", "4x4_KPk.cert", "4x4_KQk.cert", "4x4_KRk.cert", "4x4_Kk.cert"] {
        let made = fs::read(session.path("certs").join(name)).expect("a certificate");
        let kept = if name == "4x4_KNk.cert" { committed(name) } else { committed(&format!("boards/{name}")) };
        assert!(made == kept, "{name}");
    }
}

/// Starts a solve, kills it after so many milliseconds, and says whether it was over before.
fn interrupted(folder: &Path, words: &[&str], milliseconds: u64) -> bool {
    let mut child = Command::new(&*SOLVE)
        .args(words)
        .arg("--out")
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    sleep(Duration::from_millis(milliseconds));
    let over = child.try_wait().expect("a status").is_some();
    child.kill().expect("an end");
    child.wait().expect("a status");
    over
}

/// The certificates in a folder, which need not be there.
fn certificates(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "cert")).collect()
}

#[test]
fn a_long_solve_that_is_interrupted_leaves_no_certificate_of_it() {
    let session = Session::new();
    for milliseconds in [50, 400, 1_500] {
        let folder = session.path(&milliseconds.to_string());
        let over = interrupted(&folder, &["endgame", "10x10", "KNk"], milliseconds);
        assert!(!over, "it must be interrupted before its end");
        for path in certificates(&folder) {
            // What it needs may be done; each file is whole.
            assert!(path.ends_with("10x10_Kk.cert"), "{}", path.display());
            let _ = pipeline_tests::verified(&fs::read(&path).expect("a file"), &[]);
        }
    }
}

/// Short solves, killed at every moment of their writing too: a certificate is whole or not there.
#[test]
fn a_short_solve_that_is_interrupted_leaves_whole_certificates_only() {
    let session = Session::new();
    for milliseconds in 0..40 {
        let folder = session.path(&milliseconds.to_string());
        interrupted(&folder, &["endgame", "4x4", "KNk"], milliseconds);
        for path in certificates(&folder) {
            let name = path.file_name().expect("a name").to_str().expect("text");
            assert!(fs::read(&path).expect("a file") == committed(name), "{name}");
        }
    }
}

/// `solve` for five men on 4×4, with what it has reached kept after every sweep.
fn five_men(folder: &Path, material: &str, more: &[&str]) -> Command {
    let mut command = Command::new(&*SOLVE);
    command.args(["endgame", "4x4", material, "--keep-every", "0"]).args(more).arg("--out").arg(folder);
    command
}

/// Solves five men, and is killed as soon as the state with an ending is there; the state's file.
fn killed(folder: &Path, material: &str, more: &[&str], ending: &str) -> PathBuf {
    let state = folder.join(format!("4x4_{material}.{ending}.state"));
    let mut run = five_men(folder, material, more);
    let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
    while !state.exists() && child.try_wait().expect("a status").is_none() {
        sleep(Duration::from_micros(200));
    }
    child.kill().expect("an end");
    child.wait().expect("a status");
    assert!(state.exists(), "{}: it was killed before its end", state.display());
    state
}

/// Runs it to its end: nothing but certificates is left, and the last one is what is committed. What it says on standard error.
fn ended(folder: &Path, material: &str) -> String {
    let output = five_men(folder, material, &[]).output().expect("a process");
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{error}");
    assert_eq!(fs::read_dir(folder).expect("the folder").count(), certificates(folder).len());
    let name = format!("4x4_{material}.cert");
    assert!(fs::read(folder.join(&name)).expect("a certificate") == committed(&format!("five/{name}")), "{name}");
    error
}

#[test]
fn five_men_go_on_where_they_were_killed() {
    let session = Session::new();
    for ending in ["l", "u1", "u", "l1"] {
        let folder = session.path(ending);
        let state = killed(&folder, "KBNkn", &[], ending);
        assert!(!folder.join("4x4_KBNkn.cert").exists());
        let said = ended(&folder, "KBNkn");
        assert!(said.contains(&format!("{}: ", state.display())) && said.contains(" goes on after "), "{said}");
    }
}

/// Cut, altered, of another bound, of another endgame, of another unit: it is told, and the run begins again.
#[test]
fn a_state_that_does_not_fit_is_told_and_not_used() {
    let session = Session::new();
    let (folder, other, coarse) = (session.path("folder"), session.path("other"), session.path("coarse"));
    let state = killed(&folder, "KBNkn", &[], "u1");
    let bytes = fs::read(&state).expect("a state");
    let mut altered = bytes.clone();
    *altered.last_mut().expect("a digest") ^= 1;
    let mut number = bytes.clone();
    let middle = number.len() / 2;
    number[middle / 4 * 4] ^= 1;
    let wrong = [
        ("found its end, required", bytes[..bytes.len() / 2].to_vec()),
        ("found its end, required", bytes[..20].to_vec()),
        ("found another digest", bytes[..bytes.len() - 1].to_vec()),
        ("found another digest", [&bytes[..], b"x"].concat()),
        ("found another digest", altered),
        ("", number),
        ("bound 0, ", fs::read(killed(&session.path("swapped"), "KBNkn", &[], "l")).expect("a state")),
        ("4x4 KNNkb in units", fs::read(killed(&other, "KNNkb", &[], "u1")).expect("a state")),
        ("2^-29", fs::read(killed(&coarse, "KBNkn", &["--precision", "29"], "u1")).expect("a state")),
        ("required \"bidding slices", b"something else\n".to_vec()),
        ("found its end, required", Vec::new()),
    ];
    for (reason, wrong) in wrong {
        fs::write(&state, wrong).expect("a file");
        let said = ended(&folder, "KBNkn");
        assert!(said.contains("4x4_KBNkn.u1.state: found ") && said.contains(reason), "{reason}: {said}");
        assert!(said.contains("it is not used, u′ begins again"), "{said}");
        fs::remove_file(folder.join("4x4_KBNkn.cert")).expect("a certificate");
    }
}

#[test]
fn two_runs_of_the_same_five_men_do_each_other_no_harm() {
    let session = Session::new();
    let folder = session.path("folder");
    for _ in 0..3 {
        let runs =
            [(); 2].map(|()| five_men(&folder, "KNNkb", &[]).stderr(Stdio::null()).stdout(Stdio::null()).spawn());
        for run in runs {
            assert!(run.expect("a process").wait().expect("a status").success());
        }
        assert!(ended(&folder, "KNNkb").is_empty());
        fs::remove_dir_all(&folder).expect("a folder");
    }
}

/// Room for the certificate and not for a state; then for neither.
#[cfg(unix)]
#[test]
fn five_men_on_a_full_disk() {
    let session = Session::new();
    let run = |blocks: u32| {
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" endgame 4x4 KBNkn --keep-every 0 --out {blocks}");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &script]).arg(&*SOLVE).current_dir(session.path("")).output().expect("a shell");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    // Blocks of 512 bytes: the certificate has 347,564 bytes, a state 512 KiB and more.
    let (status, said) = run(800);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the state is not kept") && said.lines().count() == 1, "{said}");
    assert!(ended(&session.path("800"), "KBNkn").is_empty());
    let (status, said) = run(400);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("4x4_KBNkn.cert: File too large"), "{said}");
    let folder = session.path("400");
    assert!(!folder.join("4x4_KBNkn.cert").exists());
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), certificates(&folder).len());
    assert!(ended(&folder, "KBNkn").is_empty());
}

#[test]
fn solve_writes_both_rules_for_pawns_under_names_of_their_own() {
    let mut session = Session::new();
    session.run(0, "solve endgame 4x4 KPk --out auto");
    session.run(0, "solve endgame 4x4 KPk --double-step always --out always");
    session.run(0, "solve endgame 3x3 KPk --double-step always --out always");
    session.run(0, "check auto/4x4_KPk.cert always/4x4_KPk_double.cert always/3x3_KPk.cert");
    session.run(0, "solve probe k3/4/P3/K3 --cert auto/4x4_KPk.cert");
    session.run(0, "solve probe k3/4/P3/K3 --cert always/4x4_KPk_double.cert");
    session.run(2, "solve endgame 5x2 KPk");
    session.run(2, "solve probe k2P/4/4/K3 --cert auto/4x4_KPk.cert");
    insta::assert_snapshot!("pawns", session.transcript);
    for (rule, folder) in [("", "auto"), ("_double", "always")] {
        let name = format!("4x4_KPk{rule}.cert");
        let kept = fs::read(root().join("certs/boards").join(&name)).expect("a committed certificate");
        assert!(fs::read(session.path(folder).join(&name)).expect("a certificate") == kept, "{name}");
    }
}

#[test]
fn stats_gives_the_figures_of_a_verified_table() {
    let mut session = Session::new();
    for name in ["4x4_KNk.cert", "4x4_Kk.cert", "8x8_KRk.cert", "8x8_Kk.cert"] {
        session.committed(name, name);
    }
    session.run(0, "solve stats 4x4_KNk.cert --histogram values.svg");
    session.run(0, "solve stats 8x8_KRk.cert");
    session.run(0, "solve stats 4x4_KNk.cert --json");
    session.run(1, "solve stats 4x4_KQk.cert");
    let mut bytes = committed("4x4_KNk.cert");
    bytes[60] ^= 1;
    session.write("4x4_KNk.cert", &bytes);
    session.run(1, "solve stats 4x4_KNk.cert");
    for name in ["4x4_KBkn.cert", "4x4_KBk.cert", "4x4_KNk.cert", "4x4_Kk.cert"] {
        session.committed(name, &format!("four/{name}"));
    }
    session.run(0, "solve stats 4x4_KBkn.cert");
    session.run(0, "solve stats 4x4_KBkn.cert --json");
    session.run(0, "solve endgame 4x4 KBkn --precision 50 --anew --out enclosed");
    session.run(0, "solve stats enclosed/4x4_KBkn.cert --histogram lower.svg");
    insta::assert_snapshot!("stats", session.transcript);
    let picture = fs::read_to_string(session.path("values.svg")).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

#[test]
fn audit_says_what_is_claimed_and_what_is_verified() {
    let mut session = Session::new();
    for name in ["4x4_KNk.cert", "4x4_Kk.cert"] {
        session.committed(name, name);
    }
    let claim = |kind: &str, fields: &str| {
        format!("[[claim]]\nrow = 27\nplace = \"§14\"\nsays = \"A statement\"\nkind = \"{kind}\"\n{fields}\n")
    };
    let right = claim("zugzwang", "position = \"3k/4/4/K2N\"");
    let wrong = claim("value", "position = \"3k/4/4/K2N\"\nprinted = \"1/2\"").replace("27", "28");
    let later = claim("sharp-boards", "below = \"3x3\"").replace("27", "29");
    session.write("right.toml", right.as_bytes());
    session.write("wrong.toml", [right.as_str(), &wrong, &later].concat().as_bytes());
    session.write("unknown.toml", claim("rumour", "position = \"3k/4/4/K2N\"").as_bytes());
    session.write("off.toml", claim("zugzwang", "position = \"3k/4/4/K2N1\"").as_bytes());
    session.write("field.toml", claim("value", "position = \"3k/4/4/K2N\"\nvalue = \"31/48\"").as_bytes());
    session.write("missing.toml", claim("zugzwang", "position = \"k7/8/8/K7/7N/8/8/8\"").as_bytes());
    session.run(0, "solve audit right.toml --certs .");
    session.run(1, "solve audit wrong.toml --certs .");
    session.run(0, "solve audit wrong.toml --certs . --row 27");
    session.run(1, "solve audit wrong.toml --certs . --json");
    session.run(1, "solve audit missing.toml --certs .");
    for line in [
        "unknown.toml",
        "off.toml",
        "field.toml",
        "nowhere.toml",
        "nowhere",
        "wrong.toml --row 30",
        "wrong.toml --made nowhere",
    ] {
        session.run(2, &format!("solve audit {line}"));
    }
    insta::assert_snapshot!("audit", session.transcript);
}

#[test]
fn survey_goes_on_where_it_was_and_gives_the_same_bytes() {
    let mut session = Session::new();
    session.run(0, "solve endgame --boards 2x2-3x4 --recorded --out boards");
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the folder");
        let mut files: Vec<(String, Vec<u8>)> = entries
            .map(|entry| {
                let entry = entry.expect("an entry");
                (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("a file"))
            })
            .collect();
        files.sort();
        files
    };
    let first = files(&session.path("boards"));
    for (name, bytes) in &first {
        let kept = fs::read(root().join("certs/boards").join(name)).expect("a committed file");
        assert!(*bytes == kept, "{name}");
    }
    // A certificate lost, one altered, rows lost, rows that are none.
    fs::remove_file(session.path("boards/2x2_KQk.cert")).expect("a file");
    session.write("boards/3x4_KNk.cert", b"altered");
    fs::remove_file(session.path("boards/3x3.json")).expect("a file");
    session.write("boards/2x3.json", b"[{}]");
    session.run(0, "solve endgame --boards 2x2-3x4 --recorded --out boards --threads 1");
    assert!(files(&session.path("boards")) == first);
    session.run(0, "solve endgame --boards 3x3,4x4 --materials KNk --recorded --out squares");
    session.write("file", b"");
    session.run(1, "solve endgame --boards 2x2-3x4 --recorded --out file");
    insta::assert_snapshot!("survey", session.transcript);
}

#[test]
fn census_of_four_pieces_goes_on_where_it_was() {
    let mut session = Session::new();
    session.run(0, "solve endgame --boards 2x3 --men 4 --recorded --out four");
    let read = |session: &Session, name: &str| fs::read(session.path(name)).expect("a file");
    let names = ["2x3.json", "2x3_KNNk.cert", "2x3_KNPk.cert", "2x3_Kk.cert"].map(|name| format!("four/{name}"));
    let first: Vec<Vec<u8>> = names.iter().map(|name| read(&session, name)).collect();
    // Two certificates that others rest on are lost, and one is altered.
    fs::remove_file(session.path("four/2x3_Kk.cert")).expect("a file");
    fs::remove_file(session.path("four/2x3_KNNk.cert")).expect("a file");
    session.write("four/2x3_KNPk.cert", b"altered");
    session.run(0, "solve endgame --boards 2x3 --men 4 --recorded --out four --threads 1");
    assert!(names.iter().map(|name| read(&session, name)).eq(first));
    insta::assert_snapshot!("census", session.transcript);
}

/// What is said of games that are odd, wrong or too large.
#[test]
fn games_are_solved_and_refused_with_their_places() {
    let mut session = Session::new();
    let book = include_str!("../../docs/src/games.md");
    session.committed("walk.json", "games/walk.json");
    session.run(0, "solve graph walk.json");
    let (_, said) = session.transcript.rsplit_once("$ solve graph walk.json\n").expect("a table");
    assert!(book.contains(said.split_once("\n[status").expect("its end").0));
    let before = session.transcript.len();
    session.write("path.json", generate::path(5).write().as_bytes());
    for line in ["solve graph path.json --out path.cert", "check path.cert --graph path.json"] {
        let start = session.transcript.len();
        session.run(0, line);
        let (said, _) = session.transcript[start..].split_once("\n[status").expect("its end");
        assert!(book.contains(said), "{said}");
    }
    session.transcript.truncate(before);
    session.write(
        "dangling.json",
        b"{ \"bidding-game\": 2, \"positions\": [\n{ \"name\": \"a\",\n\"left\": [\"b\"] } ] }",
    );
    session.run(1, "solve graph dangling.json");
    session.write(
        "odd.json",
        br#"{ "bidding-game": 2, "positions": [ { "name": "start", "left": ["won"], "right": ["won"] }, { "name": "won", "value": "1" },
            { "name": "idle", "value": "0" }, { "name": "round", "left": ["round"], "right": ["round"] } ] }"#,
    );
    session.run(0, "solve graph odd.json");
    session.write("long.json", generate::path(10_000).write().as_bytes());
    session.run(1, "solve graph long.json --memory 0");
    session.run(1, "solve graph long.json --memory 3");
    insta::assert_snapshot!("games", session.transcript);
}

/// A game that is not sharp: both can wait for ever, and each has a way out.
const WAITING: &str = r#"{ "bidding-game": 2, "title": "Waiting", "positions": [
    { "name": "wait", "left": ["wait", "out left"], "right": ["wait", "out right"] },
    { "name": "out left", "value": "1/4" },
    { "name": "out right", "value": "3/4" }
] }
"#;

#[test]
fn games_are_solved_by_every_method_and_checked() {
    let mut session = Session::new();
    session.write("waiting.json", WAITING.as_bytes());
    session.run(0, "solve graph waiting.json --out waiting.cert");
    session.run(0, "solve graph waiting.json --json");
    session.run(0, "check waiting.cert --graph waiting.json --at wait");
    session.run(0, "check waiting.cert --graph waiting.json --json");
    session.run(0, "solve graph waiting.json --precision 20 --out enclosed.cert");
    session.run(0, "solve graph waiting.json --precision 20 --json");
    session.run(0, "check enclosed.cert --graph waiting.json --at wait");
    for (kind, game) in [
        ("acyclic", generate::random_acyclic(6, 10, 2)),
        ("two-options", generate::random_two_options(6, 10)),
        ("undirected", generate::random_undirected(6, 10, 2)),
    ] {
        session.write(&format!("{kind}.json"), game.write().as_bytes());
        session.run(0, &format!("solve graph {kind}.json --method exact --out {kind}.cert"));
        let exact = fs::read(session.path(&format!("{kind}.cert"))).expect("a certificate");
        let before = session.transcript.len();
        session.run(0, &format!("solve graph {kind}.json --method lp --out {kind}.cert"));
        session.transcript.truncate(before);
        assert_eq!(fs::read(session.path(&format!("{kind}.cert"))).expect("a certificate"), exact, "{kind}");
        session.run(0, &format!("check {kind}.cert --graph {kind}.json"));
    }
    session.write("path.json", generate::path(5).write().as_bytes());
    session.run(2, "solve graph path.json --precision 63");
    session.run(2, "solve graph path.json --precision 20 --method lp");
    session.run(2, "solve graph path.json --method fast");
    session.run(2, "solve graph path.json --precision sharp");
    session.run(0, "solve graph path.json --precision exact");
    session.run(2, "solve graph path.json --precision 49 --pays bank");
    // The certificate is no statement: without a game, or for another one, it proves nothing.
    session.run(2, "check waiting.cert");
    session.run(2, "check waiting.cert --graph path.json");
    session.run(0, "solve endgame 3x3 KNk --out certs --export-graph knight.json");
    session.run(0, "solve graph knight.json --method lp --out knight.cert");
    session.transcript.truncate(session.transcript.rfind("position\tvalue").expect("a table"));
    session.run(0, "check knight.cert --graph knight.json --at 2k/3/K1N");
    insta::assert_snapshot!("methods", session.transcript);
}

/// Each is refused by both programs, with the place; and no file is left behind.
#[test]
fn games_that_are_none_are_refused_by_both_programs() {
    let mut session = Session::new();
    session.write("waiting.json", WAITING.as_bytes());
    session.run(0, "solve graph waiting.json --out waiting.cert");
    session.transcript.clear();
    for (name, from, to) in [
        ("dangling", "\"out right\"] }", "\"way out\"] }"),
        ("duplicate", "\"3/4\" }", "\"3/4\" },\n    { \"name\": \"wait\", \"value\": \"0\" }"),
        ("idle", "\"left\": [\"wait\", \"out left\"], \"right\": [\"wait\", \"out right\"]", "\"left\": []"),
        ("outside", "\"3/4\"", "\"5/4\""),
        ("both", "\"value\": \"1/4\"", "\"value\": \"1/4\", \"left\": [\"wait\"]"),
        ("version", "\"bidding-game\": 2", "\"bidding-game\": 1"),
        ("comma", "\"1/4\" },", "\"1/4\" }"),
        ("field", "\"value\": \"1/4\"", "\"worth\": \"1/4\""),
        ("number", "\"1/4\"", "0.25"),
    ] {
        assert!(WAITING.contains(from), "{name}");
        session.write(&format!("{name}.json"), WAITING.replacen(from, to, 1).as_bytes());
        session.run(1, &format!("solve graph {name}.json --out {name}.cert --draw {name}.dot"));
        assert!(!session.path(&format!("{name}.cert")).exists() && !session.path(&format!("{name}.dot")).exists());
        session.run(2, &format!("check waiting.cert --graph {name}.json"));
    }
    // What is read is not written over, nor is one output by another.
    session.write("path.json", WAITING.as_bytes());
    session.run(2, "solve graph path.json --out path.json");
    session.run(2, "solve graph path.json --draw ./path.json");
    session.run(2, "solve graph path.json --out one.out --draw one.out");
    assert_eq!(fs::read(session.path("path.json")).expect("a file"), WAITING.as_bytes());
    assert!(!session.path("one.out").exists());
    session.run(2, "solve probe k2/3/3 --cert waiting.cert");
    session.run(0, "solve stats waiting.cert");
    session.write("empty.json", b"");
    session.run(1, "solve graph empty.json");
    session.run(2, "check waiting.cert --graph empty.json");
    session.write("mark.json", format!("\u{feff}{WAITING}").as_bytes());
    session.run(1, "solve graph mark.json");
    session.run(2, "check waiting.cert --graph mark.json");
    session.write("escape.json", b"{\"bidding-game\": 2, \"\\u001b[31mred\": 1, \"positions\": []}");
    session.run(1, "solve graph escape.json");
    session.write("long.json", WAITING.replace("1/4", &"9".repeat(100_000)).as_bytes());
    session.run(1, "solve graph long.json");
    session.write("names.json", WAITING.replace("out left", "\u{202e}left\u{2028}").as_bytes());
    session.run(0, "solve graph names.json");
    // Two long fractions, of which a library for divisors once ran out of memory of its own.
    let digits = |first: u32, last: u32| format!("{first}{}{last}", "0".repeat(1_248));
    let (x, y) = (format!("{}/1{}", digits(1, 1), digits(0, 7)), format!("{}/1{}", digits(3, 7), digits(0, 9)));
    let game = WAITING.replace("1/4", &x).replace("3/4", &y).replace("\"wait\", \"out", "\"out");
    session.write("fractions.json", game.as_bytes());
    for method in ["exact", "lp"] {
        session.run(0, &format!("solve graph fractions.json --method {method} --out fractions.cert"));
        session.run(0, "check fractions.cert --graph fractions.json");
    }
    // A game in which there is nothing to do.
    session.write("over.json", br#"{ "bidding-game": 2, "positions": [{ "name": "over", "value": "1/3" }] }"#);
    for method in ["exact", "lp"] {
        session.run(0, &format!("solve graph over.json --method {method} --out over.cert"));
        session.run(0, "check over.cert --graph over.json --at over");
    }
    session.run(0, "solve graph over.json --precision 20 --out over.cert");
    session.run(0, "check over.cert --graph over.json --at over");
    session.write("endless.json", br#"{ "bidding-game": 2, "positions": [{ "name": "a", "left": ["a"] }] }"#);
    session.run(1, "solve graph endless.json");
    session.run(2, "check waiting.cert --graph endless.json");
    session.write("latin.json", b"{ \"bidding-game\": 2,\n\"positions\": [{ \"name\": \"\xe4\", \"value\": \"1\" }] }");
    session.run(1, "solve graph latin.json");
    session.run(2, "check waiting.cert --graph latin.json");
    session.run(1, "solve graph missing.json");
    session.run(2, "check waiting.cert --graph missing.json");
    insta::assert_snapshot!("no_games", session.transcript);
}

/// A link stays a link, and what is written is what it leads to; into a device it is written.
#[cfg(unix)]
#[test]
fn outputs_go_where_links_lead() {
    let mut session = Session::new();
    session.write("waiting.json", WAITING.as_bytes());
    session.write("real/old.cert", b"old");
    std::os::unix::fs::symlink("real/old.cert", session.path("link.cert")).expect("a link");
    session.run(0, "solve graph waiting.json --out link.cert");
    assert!(fs::symlink_metadata(session.path("link.cert")).expect("a link").is_symlink());
    session.run(0, "check real/old.cert --graph waiting.json");
    let names = fs::read_dir(session.path("real")).expect("a folder").count();
    assert_eq!(names, 1, "nothing else was left");
    let mut run = Command::new(&*SOLVE);
    run.args(["graph", "waiting.json", "--out", "/dev/stdout"]).current_dir(session.path(""));
    assert!(
        run.output().expect("an output").stdout.starts_with(&fs::read(session.path("real/old.cert")).expect("bytes"))
    );
}

/// `solve stats` tells of what cannot be read as `check` does: a link that leads nowhere, a link to a folder.
#[cfg(unix)]
#[test]
fn list_tells_of_what_cannot_be_read() {
    let session = Session::new();
    for name in ["lost.cert", "loop"] {
        let target = if name == "loop" { "." } else { "nowhere" };
        std::os::unix::fs::symlink(target, session.path(name)).expect("a link");
    }
    let said = |program: &Path, words: &[&str]| {
        let output = Command::new(program).args(words).arg(session.path("")).output().expect("a process");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (status, listed) = said(&SOLVE, &["stats"]);
    let (checked, lines) = said(&CHECK, &[]);
    assert_eq!((status, checked), (Some(2), Some(2)));
    assert!(listed.ends_with("0 certificates, 0 bytes; not verified: --verify does that\n"), "{listed}");
    let told: Vec<&str> = listed.lines().take(2).collect();
    assert!(told.iter().all(|line| line.contains(": declined: unreadable: ")), "{listed}");
    assert_eq!(told, lines.lines().take(2).collect::<Vec<_>>());
}
