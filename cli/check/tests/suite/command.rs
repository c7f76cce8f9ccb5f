//! The command `check`: what it prints, how it finds imports, and its exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::hand::{Halves, WALK, WALK_LABELS, plan, walk};
use checker::certificate::{Digest, Form, Head, Statement};
use checker::limits::Limit;
use checker::numbers::Fractions;
use checker::theorem::Side;
use session::files::Files;
use session::notation;
use writer::write;

/// Bare kings on 2x2 in the format's bytes: both positions are worth 1/2, and all labels are 1.
const KINGS: &[u8] = include_bytes!("2x2_Kk.cert");

/// A folder of its own, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("check-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name).join("in");
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Runs the command in the folder: the status, the standard output, the standard error.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).current_dir(&self.0).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap_or(Path::new("")));
    }
}

fn sha(bytes: &[u8]) -> String {
    format!("(sha-256 {})", notation::digest(Digest::of(bytes)))
}

/// Queen against king, which imports bare kings.
fn queen() -> Halves {
    Halves::new("KQk", &[KINGS])
}

#[test]
fn fixture_is_what_the_writer_writes() {
    assert_eq!(Halves::new("Kk", &[]).bytes(), KINGS);
}

#[test]
fn verifies_and_names_what_was_judged() {
    let queen = queen().bytes();
    let folder = Folder::new().with("2x2_Kk.cert", KINGS).with("2x2_KQk.cert", &queen);
    let (status, text, errors) = folder.run(&["2x2_Kk.cert", "2x2_KQk.cert", "--threads", "3"]);
    let expected = format!(
        "2x2_Kk.cert: verified: 2x2 Kk: all 2 positions are sharp, with these exact values and labels {}\n\
         2x2_KQk.cert: verified: 2x2 KQk: all 3 positions are sharp, with these exact values and labels {}\n",
        sha(KINGS),
        sha(&queen)
    );
    assert_eq!((status, text.as_str(), errors.as_str()), (0, expected.as_str(), ""));
}

#[test]
fn tells_a_position() {
    let folder = Folder::new().with("2x2_Kk.cert", KINGS).with("2x2_KQk.cert", queen().bytes());
    let (status, text, _) = folder.run(&["2x2_Kk.cert", "--at", "2/Kk"]);
    assert_eq!(status, 0);
    let answer = "2/Kk\nlower value: 1/2\nupper value: 1/2 (sharp)\nwhite label T: 1\nblack label T′: 1\n\
                  White's best moves:\n  Kxb1 to 1\nBlack's best moves:\n  Kxa1 to 0\n";
    assert_eq!(text.split_once('\n').unwrap().1, answer);
    // Another placement of the same position, and one with the colours exchanged.
    let (_, text, _) = folder.run(&["2x2_Kk.cert", "--at", "K1/k1"]);
    assert!(text.contains("\nK1/k1\n") && text.contains("White's best moves:\n  Kxa1 to 1\n"), "{text}");
    let (_, text, _) = folder.run(&["2x2_KQk.cert", "--at", "q1/Kk"]);
    assert!(
        text.contains("White's best moves:\n  Kxb1 to 1\nBlack's best moves:\n  Kxa1 to 0\n  Qxa1 to 0\n"),
        "{text}"
    );
}

#[test]
fn says_what_is_wrong_with_a_position() {
    let folder = Folder::new().with("2x2_Kk.cert", KINGS);
    for (at, error) in [
        ("hello", "--at: found no FEN, required one, at least the placement field: "),
        ("h/Kk", "--at: found 'h', required one of KQRBNPkqrbnp, a number or /\n"),
        ("2/KQ", "--at: found 0 black kings, required exactly 1\n"),
        ("Qk/K1", "--at: found the men KQk, required Kk\n"),
        ("3/Kk1/3", "--at: found a board of 3x3 (files x ranks), required 2x2\n"),
        ("2/Kk a1", "--at: found a1 for en passant, required the square that a pawn has just passed: "),
    ] {
        let (status, text, errors) = folder.run(&["2x2_Kk.cert", "--at", at]);
        assert_eq!(status, 2, "{at}");
        assert!(text.starts_with("2x2_Kk.cert: verified: ") && text.lines().count() == 1, "{text}");
        assert!(errors.starts_with(error), "{errors}");
    }
    let (status, text, errors) = folder.run(&["2x2_Kk.cert", "2x2_Kk.cert", "--at", "2/Kk"]);
    assert_eq!((status, text.as_str()), (2, ""));
    assert_eq!(errors, "error: --at needs exactly one CERT, found 2\n");
}

/// Who wrote the receipts of these tests.
const CHECKER: &str = concat!(r#"{"commit":null,"name":"check","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

#[test]
fn prints_receipts_as_json() {
    let queen = queen().bytes();
    let folder = Folder::new().with("2x2_Kk.cert", KINGS).with("2x2_KQk.cert", &queen);
    let (status, text, _) = folder.run(&["--json", "2x2_KQk.cert"]);
    assert_eq!(status, 0);
    let [importer, import] = [&queen[..], KINGS].map(|bytes| notation::digest(Digest::of(bytes)));
    let put = r#""black-forces":3,"black-greedy":3,"black-holds":3,"black-label":3,"#;
    let white = r#""white-forces":3,"white-greedy":3,"white-holds":3,"white-label":3}"#;
    let receipt = format!(
        r#"{{"bits":2,"certificate":"{importer}","checker":{CHECKER},"claim":{{"bits":0,"bound":null,"form":0,"never":null,"statement":"000702020003000102"}},"#
    ) + r#""conditions":{"#
        + put
        + white
        + &format!(
            r#","game":null,"imports":["{import}"],"labels":{{"black":1,"white":1}},"positions":3,"receipt":1,"verdict":"verified"}}"#
        );
    let expected =
        r#"{"version":1,"bits":0,"claim":"2x2 KQk: all 3 positions are sharp, with these exact values and labels","conditions":{"#
            .to_owned()
            + put
            + r#""canonical":4,"coverage":3,"header":1,"imports":1,"#
            + white
            + &format!(
                r#","files":[{{"path":"2x2_KQk.cert","sha256":"{importer}"}},{{"path":"2x2_Kk.cert","sha256":"{import}"}}],"#
            )
            + r#""form":"exact, sharp","format":3,"max_black_label":1,"max_denominator_bits":2,"max_white_label":1,"never":null,"not_sharp":0,"positions":3,"proved":3,"#
            + &format!(
                r#""receipt":{receipt},"sharp":true,"verdict":"verified","widest_gap":"0","widest_gap_at":null,"width":null}}"#
            )
            + "\n";
    assert_eq!(text, expected);
    let (_, text, _) = folder.run(&["--json", "2x2_Kk.cert", "--at", "2/Kk"]);
    for field in [
        r#"{"version":1,"at":"2/Kk","bits":0,"black_label":1,"black_moves":[{"move":"Kxa1","value":"0"}],"claim":"#,
        r#","lower":"1/2","#,
        r#","upper":"1/2","v":null,"verdict":"verified","white_label":1,"white_moves":[{"move":"Kxb1","value":"1"}],"#,
    ] {
        assert!(text.contains(field), "{text}");
    }
    let (_, text, _) = folder.run(&["--json", "2x2_Kk.cert", "--at", "x/Kk"]);
    assert!(
        text.starts_with(
            r#"{"version":1,"at_error":"found 'x', required one of KQRBNPkqrbnp, a number or /","bits":0,"#
        ),
        "{text}"
    );
}

#[test]
fn finds_imports_by_their_digest() {
    let queen = queen().bytes();
    let verified = |folder: Folder, arguments: &[&str]| {
        let (status, text, _) = folder.run(arguments);
        assert!(status == 0 && text.contains("KQk.cert: verified: "), "{text}");
    };
    let importer = |name: &str| Folder::new().with(name, &queen);
    // Beside it, under any name; in the folder above; in a folder that is named; among the files given, wherever these are.
    verified(importer("2x2_KQk.cert").with("anything.cert", KINGS), &["2x2_KQk.cert"]);
    verified(importer("a/2x2_KQk.cert").with("2x2_Kk.cert", KINGS), &["a/2x2_KQk.cert"]);
    verified(importer("2x2_KQk.cert").with("../2x2_Kk.cert", KINGS), &["2x2_KQk.cert"]);
    verified(
        importer("2x2_KQk.cert").with("b/c/x.cert", KINGS),
        &["2x2_KQk.cert", "--imports", "a", "--imports", "b/c"],
    );
    verified(importer("2x2_KQk.cert").with("b/c/kings", KINGS), &["b/c/kings", "2x2_KQk.cert"]);
    verified(importer("2x2_KQk.cert").with("b/c/kings", KINGS), &["2x2_KQk.cert", "b/c/kings"]);
    // What goes by the usual name and has another digest is passed over.
    let folder = importer("2x2_KQk.cert").with("2x2_Kk.cert", "something else").with("z.cert", KINGS);
    verified(folder, &["2x2_KQk.cert"]);
}

#[test]
fn says_where_it_looked_for_an_import() {
    let folder = Folder::new().with("certs/2x2_KQk.cert", queen().bytes()).with("certs/2x2_Kk.cert", "something else");
    let (status, text, _) = folder.run(&["certs/2x2_KQk.cert", "--imports", "more"]);
    assert_eq!(status, 2);
    let expected = format!(
        "certs/2x2_KQk.cert: declined: imports: found no certificate with sha-256 {} (2x2_Kk.cert), required one; looked into 2 files: those \
         given, and the files *.cert in ., certs, more (sha-256 ",
        notation::digest(Digest::of(KINGS))
    );
    assert!(text.starts_with(&expected), "{text}");
}

#[test]
fn order_of_arguments_does_not_matter() {
    // Two importers of the same name and content, one of which lies beside its import; two imports under one name.
    let queen = queen();
    let folder = Folder::new().with("a/2x2_KQk.cert", queen.bytes()).with("b/2x2_KQk.cert", queen.bytes());
    let folder = folder.with("b/2x2_Kk.cert", KINGS).with("a/2x2_Kk.cert", "something else").with("c/x.cert", "n\0");
    let files = ["a/2x2_KQk.cert", "b/2x2_KQk.cert", "c/x.cert"];
    let lines = |arguments: &[&str]| {
        let (status, text, _) = folder.run(arguments);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), arguments.iter().filter(|argument| argument.contains(".cert")).count());
        lines.sort();
        (status, lines)
    };
    for more in [None, Some("--json")] {
        let with = |files: [&str; 3]| lines(&files.into_iter().chain(more).collect::<Vec<_>>());
        let expected = with(files);
        assert_eq!(expected.0, 1);
        for [i, j, k] in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(with([files[i], files[j], files[k]]), expected);
        }
    }
}

#[cfg(unix)]
#[test]
fn opens_no_pipe_that_it_finds() {
    let folder = Folder::new().with("2x2_KQk.cert", queen().bytes());
    for name in ["2x2_Kk.cert", "a.cert"] {
        assert!(Command::new("mkfifo").arg(folder.0.join(name)).status().unwrap().success());
    }
    let (status, text, _) = folder.run(&["2x2_KQk.cert"]);
    assert!(status == 2 && text.contains("found no certificate with sha-256 "), "{text}");
    let folder = folder.with("b.cert", KINGS);
    assert_eq!(folder.run(&["2x2_KQk.cert"]).0, 0);
}

#[test]
fn looks_into_four_gibibytes_at_most() {
    let folder = Folder::new().with("2x2_KQk.cert", queen().bytes()).with("kings.cert", KINGS);
    // Sparse files, four of which fit beside the small one, which comes first.
    for name in ["v.cert", "w.cert", "x.cert", "y.cert", "z.cert"] {
        let size = Limit::FILE_BYTES.most - u64::try_from(KINGS.len()).unwrap();
        fs::File::create(folder.0.join(name)).unwrap().set_len(size).unwrap();
    }
    assert_eq!(folder.run(&["2x2_KQk.cert"]).0, 0);
    let mut files = Files::default();
    files.look_for(&[folder.0.join("2x2_KQk.cert")], &[]);
    let text = files.searched();
    assert!(
        text.starts_with("looked into 6 files: ")
            && text.contains("; 1 more would have been more than 4294967296 bytes: "),
        "{text}"
    );
}

#[test]
fn worst_of_several_files_counts() {
    let folder = Folder::new().with("2x2_Kk.cert", KINGS).with("text.cert", "A cert\0");
    assert_eq!(folder.run(&["2x2_Kk.cert"]).0, 0);
    assert_eq!(folder.run(&["2x2_Kk.cert", "nowhere"]).0, 2);
    assert_eq!(folder.run(&["nowhere", "2x2_Kk.cert"]).0, 2);
    assert_eq!(folder.run(&["nowhere", "text.cert", "2x2_Kk.cert"]).0, 1);
    assert_eq!(folder.run(&["text.cert", "nowhere"]).0, 1);
    // Of a folder all certificates are verified, in the order of their names.
    let (status, text, _) = folder.run(&["nowhere", "."]);
    assert_eq!(status, 1);
    assert!(text.starts_with("nowhere: declined: unreadable: "), "{text}");
    assert!(text.contains("\n2x2_Kk.cert: verified: ") && text.contains("\ntext.cert: rejected: "), "{text}");
    assert!(text.ends_with("\n3 certificates: 1 verified, 1 rejected, 1 declined\n"), "{text}");
    fs::create_dir(folder.0.join("empty")).unwrap();
    let (status, text, _) = folder.run(&["empty"]);
    assert!(status == 2 && text.starts_with("empty: declined: unreadable: found a folder"), "{text}");
    for usage in [
        vec![],
        vec!["2x2_Kk.cert", "--threads", "0"],
        vec!["2x2_Kk.cert", "--threads", "65"],
        vec!["--shard", "1/2", "2x2_Kk.cert"],
    ] {
        let (status, text, errors) = folder.run(&usage);
        assert!(status == 2 && text.is_empty() && !errors.is_empty(), "{usage:?}");
    }
}

#[test]
fn says_how_to_make_an_old_file_anew() {
    let mut old = KINGS.to_vec();
    for version in [1, 2] {
        old[8] = version;
        let (status, text, _) = Folder::new().with("old.cert", &old).run(&["old.cert"]);
        assert_eq!(status, 2);
        let expected = format!(
            "old.cert: declined: version: found {version}, required 3: this version does not read the old format; solve it again, with this version, to \
             make the file anew (sha-256 "
        );
        assert!(text.starts_with(&expected), "{text}");
    }
    old[8] = 4;
    let (status, text, _) = Folder::new().with("new.cert", &old).run(&["new.cert"]);
    assert!(status == 2 && text.starts_with("new.cert: declined: version: found 4, required 3 "), "{text}");
}

#[test]
fn says_which_condition_fails_where() {
    let folder = |bytes: Vec<u8>| Folder::new().with("2x2_Kk.cert", KINGS).with("x.cert", bytes);
    let rejected = |bytes: Vec<u8>, expected: &str| {
        let (status, text, _) = folder(bytes.clone()).run(&["x.cert"]);
        assert_eq!(text, format!("x.cert: rejected: {expected} {}\n", sha(&bytes)));
        assert_eq!(status, 1);
        let (_, text, _) = folder(bytes.clone()).run(&["x.cert", "--json"]);
        let condition = expected.split(':').next().unwrap();
        assert!(text.starts_with(&format!(r#"{{"version":1,"condition":"{condition}","files":["#)), "{text}");
        assert!(text.contains(&format!(r#","message":"rejected: {condition}: "#)), "{text}");
        let receipt = format!(
            r#""receipt":{{"certificate":"{}","checker":{CHECKER},"condition":"{condition}","receipt":1,"verdict":"rejected"}}"#,
            notation::digest(Digest::of(&bytes))
        );
        assert!(text.contains(&receipt), "{text}");
    };
    let mut labels = queen();
    labels.labels[0][2] = 2;
    rejected(labels.bytes(), "white-label: 1k/KQ: stated T = 2, required 1");
    rejected(Vec::new(), r#"header: first bytes: found "", required "bidcert\n"; is the file cut off?"#);
    rejected(
        KINGS[..KINGS.len() - 1].to_vec(),
        "header: length: found 110 bytes, required as many as the head says; is the file cut off?",
    );
    // An import that is about something else, and one that is wrong itself.
    let mut wrong = Halves::new("Kk", &[]);
    wrong.labels[0][1] = 2;
    for (name, import, words) in [
        ("2x2_Kk.cert", wrong.bytes(), "white-label: 1k/K1: stated T = 2, required 1"),
        (
            "2x2_KQk.cert",
            queen().bytes(),
            "canonical: statement: found 2x2 KQk, required an endgame that a move leads to",
        ),
    ] {
        let importer = Halves::new("KQk", &[&import]).bytes();
        let folder = Folder::new().with("a.cert", &import).with("x.cert", &importer).with("2x2_Kk.cert", KINGS);
        let (status, text, _) = folder.run(&["x.cert"]);
        let import = notation::digest(Digest::of(&import));
        let expected = format!("x.cert: rejected: imports: {name} (sha-256 {import}): {words} {}\n", sha(&importer));
        assert_eq!((status, text), (1, expected));
    }
}

#[test]
fn verifies_games() {
    let bytes = walk(WALK_LABELS);
    let folder = Folder::new().with("walk.json", WALK).with("walk.cert", &bytes);
    let (status, text, _) = folder.run(&["walk.cert", "--graph", "walk.json", "--at", "2"]);
    let game = notation::digest(Digest::of(WALK.as_bytes()));
    let expected = format!(
        "walk.cert: verified: graph of 7 positions (\"Walk\", sha-256 {game}): all 5 positions that are not terminal are sharp, with these exact \
         values and labels {}\n\"2\"\nlower value: 1/2\nupper value: 1/2 (sharp)\nleft label T: 2\nright label T′: 2\nLeft's best options:\n  \
         \"3\" to 3/4\nRight's best options:\n  \"1\" to 1/4\n",
        sha(&bytes)
    );
    assert_eq!((status, text), (0, expected));
    let at = |name: &str| folder.run(&["walk.cert", "--graph", "walk.json", "--at", name]);
    let (_, text, _) = at("turn");
    let expected = "\"turn\"\nlower value: 1\nupper value: 1 (sharp)\nleft label T: 1\nright label T′: 0\nLeft's best options:\n  \"4\" to 1\n";
    assert_eq!(text.split_once('\n').unwrap().1, expected);
    let (_, text, _) = at("die");
    let chance = "chance:\n  \"0\" with weight 1/3, α 0, β 0\n  \"4\" with weight 2/3, α 1, β 1\n";
    assert!(text.contains("lower value: 2/3\n") && text.ends_with(chance), "{text}");
    let (_, text, _) = at("4");
    assert!(
        text.ends_with("\"4\"\nlower value: 1\nupper value: 1 (sharp)\nleft label T: 0\nright label T′: 0\n"),
        "{text}"
    );
    let (status, _, errors) = at("5\u{1b}[2J");
    assert_eq!(
        (status, errors.as_str()),
        (2, "--at: found \"5\\u{1b}[2J\", required the name of a position of the game\n")
    );
    let (_, text, _) = folder.run(&["walk.cert", "--graph", "walk.json", "--json", "--at", "2"]);
    assert!(text.contains(&format!(r#"{{"path":"walk.json","sha256":"{game}"}}],"#)), "{text}");
    assert!(text.contains(r#""left_label":2,"left_options":[{"option":"3","value":"3/4"}],"#), "{text}");
    assert!(text.contains(r#""right_label":2,"right_options":[{"option":"1","value":"1/4"}],"#), "{text}");
    assert!(text.contains(&format!(r#","game":"{game}","imports":[],"#)), "{text}");
}

#[test]
fn needs_the_game_that_a_certificate_is_about() {
    let folder = Folder::new().with("walk.json", WALK).with("walk.cert", walk(WALK_LABELS)).with("2x2_Kk.cert", KINGS);
    let (status, text, _) = folder.run(&["walk.cert"]);
    let expected = &format!(
        "walk.cert: declined: game: found none, required the file with sha-256 {}, because the certificate does not repeat the game: give it with --graph GAME.json (sha-256 ",
        notation::digest(Digest::of(WALK.as_bytes()))
    );
    assert!(status == 2 && text.starts_with(expected), "{text}");
    let (status, text, _) = folder.run(&["2x2_Kk.cert", "--graph", "walk.json"]);
    assert!(status == 2 && text.starts_with("2x2_Kk.cert: declined: game: found one, required none, "), "{text}");
    let (status, text, _) = folder.run(&["walk.cert", "--graph", "nowhere.json"]);
    assert!(status == 2 && text.starts_with("walk.cert: declined: nowhere.json: unreadable: "), "{text}");
}

#[test]
fn says_that_a_game_has_nothing_to_prove() {
    let game = r#"{"bidding-game": 2, "positions": [{"name": "end", "value": "1/3"}]}"#;
    let head = Head {
        statement: Statement::Game(Digest::of(game.as_bytes())),
        never: None,
        bits: 0,
        form: Form::One,
        imports: Vec::new(),
        values: Fractions::default().into(),
    };
    let folder = Folder::new().with("end.json", game).with("end.cert", write(&head, &[]));
    let (status, text, _) = folder.run(&["end.cert", "--graph", "end.json", "--at", "end"]);
    let game = notation::digest(Digest::of(game.as_bytes()));
    let expected = format!(
        "end.cert: verified: graph of 1 position (sha-256 {game}) has no position that is not terminal (sha-256 "
    );
    assert!(status == 0 && text.starts_with(&expected), "{text}");
    assert!(text.contains("\nlower value: 1/3\nupper value: 1/3 (sharp)\n"), "{text}");
}

#[test]
fn verifies_plans() {
    let cases = [
        (
            Form::Holds(Side::White),
            "1/2",
            "α ≤ 1/2, by a plan for Black not to lose",
            "Black's best: Kxa1 to 0 (Black wins)",
        ),
        (
            Form::Holds(Side::Black),
            "1/2",
            "β ≥ 1/2, by a plan for White not to lose",
            "White's best: Kxb1 to 1 (White wins)",
        ),
        (
            Form::Forces(Side::White),
            "1/2",
            "α ≥ 1/2, by a plan for White to win",
            "White's best: Kxb1 to 1 (White wins)",
        ),
        (
            Form::Forces(Side::Black),
            "5/8",
            "β ≤ 5/8, by a plan for Black to win",
            "Black's best: Kxa1 to 0 (Black wins)",
        ),
    ];
    for (form, bound, claim, best) in cases {
        let folder = Folder::new().with("plan.cert", plan(form, bound, 1));
        let (status, text, _) = folder.run(&["plan.cert", "--at", "2/Kk"]);
        assert!(
            status == 0
                && text.starts_with(&format!("plan.cert: verified: 2x2 2/Kk: {claim}, in 1 position (sha-256 ")),
            "{text}"
        );
        let relation = claim.split(',').next().unwrap();
        assert!(text.contains(&format!("\n2/Kk\nbound: {relation}\n{best}\nWhite's options:\n")), "{text}");
        assert!(text.contains(" (outside, where nothing is known)\n"), "{text}");
        let (_, text, _) = folder.run(&["plan.cert", "--json", "--at", "2/Kk"]);
        assert!(
            text.contains(&format!(r#""relation":"{}","reply":"#, &relation[..relation.len() - 4]))
                && text.contains(r#","root":"2/Kk","#)
                && text.contains(&format!(r#""bound":"{bound}""#))
                && text.contains(&format!(r#""claim":{{"bits":0,"bound":"{bound}","form":"#)),
            "{text}"
        );
        let (status, _, errors) = folder.run(&["plan.cert", "--at", "k1/K1"]);
        assert_eq!(
            (status, errors.as_str()),
            (2, "--at: found k1/K1, required one of the positions of this certificate\n")
        );
    }
}

#[test]
fn says_why_a_file_is_no_game() {
    let fault = |game: &[u8], expected: &str| {
        let folder = Folder::new().with("x.json", game).with("walk.cert", walk(WALK_LABELS));
        let (status, text, _) = folder.run(&["walk.cert", "--graph", "x.json"]);
        assert_eq!(status, 2);
        let text = text.strip_prefix("walk.cert: declined: x.json: ").unwrap_or_else(|| panic!("{text}"));
        assert_eq!(text.rsplit_once(" (sha-256 ").unwrap().0, expected);
    };
    fault(b"", "found an empty file, required a JSON object");
    fault(b"\xef\xbb\xbf{}", "line 1, column 1: found a byte order mark (U+FEFF), required none before the object");
    fault(b"{\n\"\xff\"}", "line 2, byte 3 of the file: found no UTF-8, required UTF-8");
    fault(
        b"{\"bidding-game\": 2,\n\"positions\": 3}",
        "line 2, column 14: invalid type: integer `3`, expected a sequence",
    );
    fault(br#"{"title": [null], "bidding-game": 7}"#, "bidding-game: found version 7, required 2");
    fault(br#"{"bidding-game": 7, "bidding-game": 7}"#, "line 1, column 34: duplicate field `bidding-game`");
    fault(b"[7]", "line 1, column 1: expected an object");
    fault(b"{\"bidding-game\": 2, \"title\": \"\xff\"}", "line 1, byte 30 of the file: found no UTF-8, required UTF-8");
    for line in include_str!("faults.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [from, to, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {line}") };
        assert!(WALK.contains(from), "{line}");
        fault(WALK.replacen(from, &to.replace('¶', "\n"), 1).as_bytes(), expected);
    }
}

/// What cannot be written to standard error changes no verdict.
#[cfg(target_os = "linux")]
#[test]
fn does_without_standard_error() {
    let folder = Folder::new().with("2x2_Kk.cert", KINGS);
    let to_full = |arguments: &[&str]| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
        command.args(arguments).current_dir(&folder.0).stderr(full).output().unwrap().status.code()
    };
    assert_eq!(to_full(&["2x2_Kk.cert", "2x2_Kk.cert", "--at", "x"]), Some(2));
    assert_eq!(to_full(&["2x2_Kk.cert", "--at", "x"]), Some(2));
    assert_eq!(to_full(&["2x2_Kk.cert", "--believe"]), Some(2));
    assert_eq!(to_full(&["2x2_Kk.cert"]), Some(0));
}

/// The digest that a verdict is told with is that of the bytes that were judged, by whichever name they came.
#[cfg(unix)]
#[test]
fn names_the_bytes_that_were_judged() {
    for (bytes, verdict) in [(&b"no\0certificate"[..], "rejected"), (KINGS, "verified")] {
        let digest = notation::digest(Digest::of(bytes));
        let folder = Folder::new().with("input", bytes);
        let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
        command.args(["--json", "/dev/stdin"]).stdin(fs::File::open(folder.0.join("input")).unwrap());
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        assert!(text.contains(&format!(r#""files":[{{"path":"/dev/stdin","sha256":"{digest}"}}],"#)), "{text}");
        assert!(
            text.contains(&format!(r#"{{"bits":2,"certificate":"{digest}","#)) == (verdict == "verified"),
            "{text}"
        );
        assert!(text.contains(&format!(r#","verdict":"{verdict}""#)), "{text}");
    }
}

#[test]
fn declines_large_files_unread() {
    let folder = Folder::new();
    // One byte more than is judged, all of them 0.
    let size = Limit::FILE_BYTES.most + 1;
    fs::File::create(folder.0.join("large")).unwrap().set_len(size).unwrap();
    let (status, text, _) = folder.run(&["large"]);
    assert_eq!(
        (status, text),
        (2, format!("large: declined: limit: found {size} bytes of a file, required at most {}\n", size - 1))
    );
    let (status, text, _) = folder.run(&["--json", "large", "nowhere"]);
    assert_eq!(status, 2);
    for line in text.lines() {
        assert!(line.starts_with(r#"{"version":1,"condition":null,"files":[{"path":""#), "{line}");
        assert!(line.contains(r#"","sha256":null}],"message":"declined: "#), "{line}");
        let receipt = format!(
            r#""receipt":{{"certificate":null,"checker":{CHECKER},"condition":null,"receipt":1,"verdict":"declined"}}"#
        );
        assert!(line.contains(&receipt), "{line}");
    }
}
