//! The command `check`: what it prints, and its exit status.

#![cfg(feature = "binary")]
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;
mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use checker::certificate::Digest;
use checker::limits::Limit;
use naive::{enclose, family};

/// A folder of its own with certificates: 4x4 bishop against knight as two tables, with its imports; as `enclosed/`, the same enclosed.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("check-{}", std::process::id()));
    let enclosed = folder.join("enclosed");
    std::fs::create_dir_all(&enclosed).unwrap();
    let solved = family(4, 4, "KBkn", false);
    for (signature, solved) in &solved {
        for folder in [&folder, &enclosed] {
            std::fs::write(folder.join(format!("4x4_{signature}.cert")), &solved.bytes).unwrap();
        }
    }
    let bounds = enclose(&solved, "KBkn", 20, &BTreeMap::new());
    std::fs::write(enclosed.join("4x4_KBkn.cert"), &bounds.bytes).unwrap();
    let mut wrong = bounds.enclosure.clone();
    wrong.records[5000].white_label = 0;
    std::fs::write(enclosed.join("wrong.cert"), bounds.with(wrong)).unwrap();
    folder
});

/// Runs the command in the folder: the status, the standard output, the standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).current_dir(&*FOLDER).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn verifies_tables_of_each_kind() {
    let (status, text, _) = run(&["4x4_KBk.cert", "4x4_KBkn.cert", "enclosed/4x4_KBkn.cert", "--threads", "3"]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "4x4_KBk.cert: verified: 4x4 KBk: all 426 positions are sharp, with these exact values and labels"
    );
    assert!(lines[1].starts_with(
        "4x4_KBkn.cert: verified: 4x4 KBkn: all 5466 positions have these exact values and labels; 83 are not sharp, the \
         widest gap is "
    ));
    assert!(
        lines[2].starts_with("enclosed/4x4_KBkn.cert: verified: 4x4 KBkn: all 5466 positions are enclosed to within ")
    );
    assert!(lines[2].contains("; at least 83 are not sharp, the widest gap is at least "), "{}", lines[2]);
    let (status, text, _) = run(&["enclosed/wrong.cert"]);
    assert_eq!(status, 1);
    assert!(text.starts_with("enclosed/wrong.cert: white-label: "), "{text}");
}

#[test]
fn prints_receipts_as_json() {
    let (status, text, _) = run(&["--json", "4x4_KBk.cert", "4x4_KBkn.cert", "enclosed/4x4_KBkn.cert"]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains(r#""kind":0,"not_sharp":0,"widest_gap":"0","widest_gap_at":null,"width":null"#),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains(r#""kind":1,"not_sharp":83,"widest_gap":""#), "{}", lines[1]);
    assert!(lines[1].contains(r#""richman":10932,"white-label":5466,"black-label":5466"#), "{}", lines[1]);
    assert!(lines[2].contains(r#""kind":2,"not_sharp":83,"#) && !lines[2].contains(r#""width":null"#), "{}", lines[2]);
    assert!(lines[2].contains(r#""alpha-lower":5466,"alpha-upper":5466,"beta-lower":5466,"beta-upper":5466"#));
}

#[test]
fn tells_the_moves_for_both_aims() {
    let (status, text, _) = run(&["4x4_KBkn.cert"]);
    assert_eq!(status, 0);
    let fen = text.trim_end().rsplit(' ').next().unwrap().to_owned();
    let (status, text, _) = run(&["4x4_KBkn.cert", "--at", &fen]);
    assert_eq!(status, 0);
    assert!(text.contains(&format!("\n{fen}\nlower value: ")) && !text.contains("(sharp)"), "{text}");
    assert!(text.contains("White's best moves to win:") && text.contains("White's best moves not to lose:"), "{text}");
    // A sharp position, where all is as it was: kings side by side.
    let (_, text, _) = run(&["4x4_KBkn.cert", "--at", "3n/4/3B/Kk2"]);
    assert!(text.contains("lower value: 1/2\nupper value: 1/2 (sharp)\n"), "{text}");
    assert!(text.contains("White's best moves:\n  Kxb1 to 1\nBlack's best moves:\n  Kxa1 to 0\n"), "{text}");
    let (_, text, _) = run(&["enclosed/4x4_KBkn.cert", "--at", &fen]);
    assert!(text.contains("lower value: ") && text.contains(".."), "{text}");
    let (_, text, _) = run(&["enclosed/4x4_KBkn.cert", "--json", "--at", &fen]);
    assert!(text.contains(r#""upper":[""#) && text.contains(r#""white_moves_to_win":["#), "{text}");
}

#[test]
fn joins_shards() {
    let certificate = "enclosed/4x4_KBkn.cert";
    let mut names = Vec::new();
    for i in 1..=3 {
        let (status, text, errors) = run(&[certificate, "--shard", &format!("{i}/3")]);
        assert_eq!((status, errors.as_str()), (0, ""));
        assert!(
            !text.contains("verified:") && text.starts_with("bidcert shard receipt 2: a part of a check, no verdict\n")
        );
        names.push(format!("shard-{i}"));
        std::fs::write(FOLDER.join(&names[i - 1]), text).unwrap();
    }
    let (_, whole, _) = run(&[certificate]);
    let claim = whole.strip_prefix(certificate).unwrap();
    let (status, text, _) = run(&["--join", &names[2], &names[0], &names[1]]);
    assert_eq!(status, 0);
    assert!(text.starts_with("sha-256 ") && text.contains(claim.trim_end()), "{text}");
    assert!(text.contains("\njoined from 3 shard receipts; sha-256 of their texts in the order of their positions: "));
    // A gap, an overlap, a receipt that is altered, none at all, another file: nothing is said against the certificate.
    let (status, text, _) = run(&["--join", &names[0], &names[2]]);
    assert_eq!(status, 2);
    assert!(text.starts_with("declined: shards: shard-3: positions: found 3644 as the first, required 1822"), "{text}");
    assert!(!text.contains("verified:"));
    assert_eq!(run(&["--join", &names[0], &names[0], &names[1], &names[2]]).0, 2);
    let altered = std::fs::read_to_string(FOLDER.join(&names[1])).unwrap().replace("1822..3644", "1822..3645");
    std::fs::write(FOLDER.join("altered"), altered).unwrap();
    let (status, text, _) = run(&["--join", &names[0], "altered", &names[2]]);
    assert_eq!(status, 2);
    assert!(text.starts_with("declined: shards: altered: last line: found "), "{text}");
    assert_eq!(run(&["--join", &names[0], "nowhere", &names[2]]).0, 2);
    assert_eq!(run(&["--join", &names[0], certificate]).0, 2);
    assert_eq!(run(&["--join"]).0, 2);
    // A shard that fails is a rejection, one that does not hold the failure is not.
    let (status, text, _) = run(&["enclosed/wrong.cert", "--shard", "3/3"]);
    assert_eq!(status, 1);
    assert!(text.starts_with("enclosed/wrong.cert: white-label: "), "{text}");
    assert_eq!(run(&["enclosed/wrong.cert", "--shard", "1/3"]).0, 0);
    for usage in [
        vec![certificate, "--shard", "0/3"],
        vec![certificate, "--shard", "4/3"],
        vec![certificate, certificate, "--shard", "1/3"],
        vec![certificate, "--shard", "1/3", "--json"],
        vec![certificate, "--threads", "0"],
        vec![certificate, "--threads", "65"],
        vec![],
    ] {
        let (status, text, errors) = run(&usage);
        assert_eq!((status, text.as_str()), (2, ""), "{usage:?}");
        assert!(!errors.is_empty());
    }
}

/// What cannot be written to standard error changes no verdict.
#[cfg(target_os = "linux")]
#[test]
fn does_without_standard_error() {
    let to_full = |arguments: &[&str]| {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
        let output = command.args(arguments).current_dir(&*FOLDER).stderr(full).output().unwrap();
        output.status.code()
    };
    // Two certificates; no FEN; no option of that name.
    assert_eq!(to_full(&["4x4_KBk.cert", "4x4_KBk.cert", "--at", "x"]), Some(2));
    assert_eq!(to_full(&["4x4_KBk.cert", "--at", "x"]), Some(2));
    assert_eq!(to_full(&["4x4_KBk.cert", "--believe"]), Some(2));
    assert_eq!(to_full(&["4x4_KBk.cert"]), Some(0));
}

/// The digest that a failure is told with is that of the bytes that were judged, though they can be read only once.
#[cfg(unix)]
#[test]
fn names_the_bytes_that_failed() {
    use std::io::Write as _;
    let judged = |bytes: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
        command.args(["--json", "/dev/stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // The second is decoded, and fails later.
    let wrong = std::fs::read(FOLDER.join("enclosed/4x4_KBkn.cert")).unwrap();
    for (bytes, verdict) in [(&b"no certificate"[..], "rejected"), (&wrong, "declined")] {
        let text = judged(bytes);
        let digest = Digest::of(bytes);
        let expected = format!(r#"{{"verdict":"{verdict}","files":[{{"path":"/dev/stdin","sha256":"{digest}"}}],"#);
        assert!(text.starts_with(&expected), "{text}");
    }
    // One byte more than is judged, all of them 0.
    let large = std::fs::File::create(FOLDER.join("large")).unwrap();
    large.set_len(Limit::FILE_BYTES.most + 1).unwrap();
    let (status, text, _) = run(&["--json", "large", "nowhere"]);
    std::fs::remove_file(FOLDER.join("large")).unwrap();
    assert_eq!(status, 2);
    for line in text.lines() {
        assert!(line.starts_with(r#"{"verdict":"declined","files":[{"path":""#), "{line}");
        assert!(line.contains(r#"","sha256":null}],"condition":null,"message":"declined: "#), "{line}");
    }
}
