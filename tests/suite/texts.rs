//! Every text and number that stands in a file beside a certificate: with another one in its place another digest is required, or nothing that is said changes.
//! And texts of others stand in quotation marks. Both checkers are asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use checker::certificate::Digest;
use serde_json::Value;
use session::canonical::Identity;
use session::judge::{Given, Judge};
use session::{claims, words};

use crate::console::{CHECK, SOLVE, root};
use crate::kinds::{self, ROWS, Row};

/// A file with another letter or digit in one text or number of its JSON, for each of them; and with the same change wherever that text stands. What it was is said
/// beside it. The length stays, so that an archive remains one.
fn changed(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let start = bytes.iter().position(|byte| *byte == b'{').expect("JSON");
    let end = bytes[start..].iter().position(|byte| *byte == 0).map_or(bytes.len(), |length| start + length);
    let (mut parts, mut place) = (Vec::new(), start);
    while place < end {
        let from = place + usize::from(bytes[place] == b'"');
        let is_in = |byte: u8| if from > place { byte != b'"' } else { byte.is_ascii_digit() };
        let mut to = from;
        while to < end && is_in(bytes[to]) {
            to += 1 + usize::from(bytes[to] == b'\\');
        }
        if to > from {
            parts.push(from..to);
        }
        place = to + 1;
    }
    let other = |byte: u8| match byte {
        b'9' | b'z' | b'Z' => byte - 1,
        _ => byte + 1,
    };
    let mut all = Vec::new();
    for part in &parts {
        let text = &bytes[part.clone()];
        let Some(letter) = text.iter().rposition(u8::is_ascii_alphanumeric) else { continue };
        let same = parts.iter().filter(|other| bytes[(*other).clone()] == *text);
        for places in [vec![part], same.collect()] {
            let mut bytes = bytes.to_vec();
            places.iter().for_each(|place| bytes[place.start + letter] = other(text[letter]));
            all.push((format!("{:?} at {part:?}", String::from_utf8_lossy(text)), bytes));
        }
    }
    all
}

/// A file as it is, or unpacked.
fn unpacked(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).expect("a file");
    let mut plain = Vec::new();
    if flate2::read::GzDecoder::new(&*bytes).read_to_end(&mut plain).is_ok() { plain } else { bytes }
}

/// All that is said of a certificate with this file beside it, but for the digest of that file; none if it is not verified.
fn said(certificate: &[u8], game: &[u8], question: &str) -> Option<Vec<String>> {
    let none = BTreeMap::<Digest, Vec<u8>>::new();
    let judged = Judge::new(1, &none).bytes(certificate, Some(&Given::bytes(game)));
    let verified = judged.outcome.as_ref().ok()?;
    let tell = claims::tell(verified);
    let (answer, mut dump) = (tell.at(question, None).expect("an answer"), String::new());
    tell.dump(&mut |lines| dump.write_str(lines).is_ok());
    let mut record = judged.record();
    record.files.clear();
    let receipt = judged.receipt(Identity { name: "check", version: "", commit: None });
    let mut receipt = serde_json::to_value(receipt).expect("a receipt");
    assert!(receipt["game"].take().is_string());
    Some(vec![
        words::claim(verified),
        record.line(),
        receipt.to_string(),
        tell.text(&answer),
        tell.json(&answer).to_string(),
        dump,
    ])
}

/// The same of the second checker, for lines that name a certificate and a file: whether it is verified, the line, and the receipt without the digest of the game.
const SECOND: &str = r#"
import json, sys
sys.path.insert(0, sys.argv[1])
import checker, command, receipt
for line in open(sys.argv[2]):
    certificate, game = line.rstrip("\n").split("\t")
    verifier = checker.Verifier(command.Library([certificate], []).find, lambda: open(game, "rb").read())
    data, verdict, found = command.judge(verifier, certificate)
    written = json.loads(receipt.receipt(verifier, data, verdict, found))
    print(json.dumps([verdict == "verified", command.line("", verdict, found), {**written, "game": None}]))
"#;

#[test]
fn what_is_said_is_bound_by_a_digest() {
    let made = kinds::made();
    let folder = tempfile::tempdir().expect("a folder");
    let (mut faults, mut harmless, mut lines, mut whats) = (Vec::new(), 0, String::new(), Vec::new());
    for Row { file, game, questions, .. } in ROWS {
        let Some(game) = game else { continue };
        let [certificate, game] = [file, game].map(|name| kinds::find(&made, name));
        let (bytes, game) = (std::fs::read(&certificate).expect("a file"), unpacked(Path::new(&game)));
        let all = [("unchanged".to_owned(), game.clone())].into_iter().chain(changed(&game));
        let before = said(&bytes, &game, questions[0]).unwrap_or_else(|| panic!("{file} is verified"));
        for (what, game) in all {
            let after = said(&bytes, &game, questions[0]);
            harmless += usize::from(after.is_some());
            if after.is_some_and(|after| after != before) {
                faults.push(format!("{file}: {what}"));
            }
            let path = folder.path().join(whats.len().to_string());
            std::fs::write(&path, game).expect("a file");
            let _ = writeln!(lines, "{certificate}\t{}", path.display());
            whats.push((file, what));
        }
    }
    assert!(harmless > 100 && whats.len() > 1_000, "{harmless} of {} are verified", whats.len());
    let list = folder.path().join("list");
    std::fs::write(&list, lines).expect("a file");
    let output = Command::new("python3").args(["-c", SECOND]).arg(root().join("second")).arg(list).output();
    let output = output.expect("python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut before = Value::Null;
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), whats.len());
    for ((file, what), line) in whats.iter().zip(answers.lines()) {
        let after: Value = serde_json::from_str(line).expect("JSON");
        if what == "unchanged" {
            before = after.clone();
            assert_eq!(before[0], true, "{file}: {before}");
        }
        harmless = harmless.checked_sub(usize::from(after[0] == true)).expect("the first checker verifies as many");
        if after[0] == true && after != before {
            faults.push(format!("{file}, second checker: {what}"));
        }
    }
    assert_eq!(harmless, 0, "the second checker verifies as many");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A name that reads like a verdict, with a letter that turns the line round: in each answer it stands in quotation marks, and the letter is not printed.
#[test]
fn texts_of_others_are_quoted() {
    const EVIL: &str = "a: verified: all";
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for (rest, options) in [
        (r#""bidding-game":2"#, &["graph"][..]),
        (r#""bidding-game":2"#, &["graph", "--chips", "1", "--winner", "moves"]),
        (r#""bidding-game":2"#, &["graph", "--pays", "bank"]),
        (r#""bidding-game":2"#, &["graph", "--pays", "both", "--chips", "2-1"]),
        (r#""endless-game":1"#, &["graph"]),
        (r#""endless-game":1"#, &["graph", "--aim", "parity"]),
        (r#""scored-game":1"#, &["graph"]),
    ] {
        let (won, lost) = match rest.split(':').next() {
            Some(r#""bidding-game""#) => (r#""value":"1""#, r#""value":"0""#),
            Some(r#""scored-game""#) => (r#""score":"1""#, r#""score":"0""#),
            _ => (r#""reward":"1","priority":2,"left":["won"]"#, r#""reward":"0","priority":1,"left":["lost"]"#),
        };
        let extra = if rest.contains("endless") { r#""reward":"0","priority":1,"# } else { "" };
        let game = format!(
            r#"{{{rest},"title":"{EVIL} \u202e","positions":[{{"name":"{EVIL} \u202e",{extra}"left":["won"],"right":["lost"]}},
            {{"name":"won",{won}}},{{"name":"lost",{lost}}}]}}"#
        )
        .replace("\"won\"", &format!("\"{EVIL} \\u202ewon\""));
        std::fs::write(path("evil.json"), game).expect("a file");
        let run = |program: &Path, words: &[&str]| {
            let output = Command::new(program).args(words).output().expect("a process");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{words:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
            said
        };
        let (certificate, game) = (path("evil.cert"), path("evil.json"));
        run(&SOLVE, &[&options[..1], &[&*game, "--out", &*certificate], &options[1..]].concat());
        let at = format!("{EVIL} \u{202e}");
        let mut asked = vec![&*certificate, "--graph", &game, "--at", &at];
        if options.contains(&"--chips") && !options.contains(&"both") {
            asked.extend(["--holds", "1"]);
        }
        let said = run(&CHECK, &asked);
        let second = root().join("second/checker.py");
        let second = run(Path::new("python3"), &[second.to_str().expect("text"), &certificate, "--graph", &game]);
        for said in [&said, &second] {
            let bare = said.match_indices(EVIL).filter(|(place, _)| !said[..*place].ends_with('"')).count();
            assert!(bare == 0 && !said.contains('\u{202e}'), "{options:?}: {said}");
        }
        assert!(said.contains(EVIL), "{options:?}: {said}");
    }
}
