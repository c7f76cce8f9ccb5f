//! Scored games on the command line: sums of switches, of which the theory of hot games says what they are worth; the table of scores; what is refused.

use std::path::Path;

use num_rational::Ratio;
use serde_json::Value;

use crate::console::{CHECK, SOLVE, root};
use crate::kinds::run;

type Q = Ratio<i64>;

fn q(text: &str) -> Q {
    text.parse().expect("a fraction")
}

/// What the command prints; it succeeds.
fn said(program: &Path, words: &[&str]) -> String {
    let output = run(program, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What it refuses, in one line; with its exit code.
fn refused(words: &[&str]) -> (i32, String) {
    let output = run(&SOLVE, words);
    assert!(output.stdout.is_empty(), "{words:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.trim_end().lines().count(), 1, "{words:?}: {text}");
    (output.status.code().expect("a code"), text)
}

fn committed(name: &str) -> String {
    root().join("certs/scores").join(name).to_str().expect("text").to_owned()
}

/// The parts of a sum: of each switch its mean and its temperature; of a number itself.
fn parts(name: &str) -> (Q, Option<Q>) {
    let (mut mean, mut price) = (q("0"), None);
    for part in name.split(" + ") {
        match part.split_once('|') {
            None => mean += q(part),
            Some((a, b)) => {
                let [sum, difference] = [q(a) + q(b), q(a) - q(b)].map(|number| number / 2);
                mean += sum;
                price = price.max(Some(difference));
            }
        }
    }
    (mean, price)
}

/// A sum is worth the sum of the means, and the hottest switch sets the price.
#[test]
fn sums_of_switches_are_worth_their_means() {
    let json: Value =
        serde_json::from_str(&said(&SOLVE, &["graph", &committed("switches.json"), "--json"])).expect("JSON");
    let positions = json["rows"].as_array().expect("rows");
    assert_eq!(positions.len(), 19);
    for position in positions {
        let text = |field: &str| position[field].as_str().unwrap_or_else(|| panic!("{field}: {position}"));
        let (mean, price) = parts(text("at"));
        assert_eq!([q(text("points_lower")), q(text("points_upper"))], [mean; 2], "{position}");
        assert_eq!(Some(q(text("price_lower"))), price, "{position}");
        assert!(text("worth").starts_with("Worth "), "{position}");
    }
    let start = "9|1 + 2|-4 + 1/2|-3/2";
    let text = said(&SOLVE, &["graph", &committed("switches.json"), "--at", start]);
    for line in ["points         7/2\n", "fair price     4 (what the move is worth to either player)\n"] {
        assert!(text.contains(line), "{text}");
    }
}

/// What is won with each score or more, from the ends on: the share of Right below which Left has it.
fn share(game: &Value, name: &str, least: Q) -> Q {
    let position = game["positions"].as_array().expect("a list").iter().find(|position| position["name"] == *name);
    let position = position.expect("a position");
    if let Some(score) = position["score"].as_str() {
        return q(if q(score) >= least { "1" } else { "0" });
    }
    let reached = |side: &str| {
        let names = position[side].as_array().expect("a list").iter();
        names.map(|to| share(game, to.as_str().expect("a name"), least)).collect::<Vec<_>>()
    };
    let (left, right) = (reached("left").into_iter().max(), reached("right").into_iter().min());
    (left.expect("an option") + right.expect("an option")) / 2
}

#[test]
fn a_table_of_scores_has_a_certificate_for_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new").to_str().expect("text").to_owned();
    let file = committed("switches.json");
    let text = said(&SOLVE, &["graph", &file, "--aim", "all", "--out", &out]);
    let game: Value = serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON");
    let mut lines = text.lines();
    assert!(lines.next().expect("a line").starts_with("verified: the scored game"), "{text}");
    let scores: Vec<Q> =
        lines.next().expect("a line").split('\t').skip(1).map(|text| q(text.trim_end_matches(" or more"))).collect();
    assert_eq!(scores, ["-5/2", "3/2", "7/2", "11/2", "19/2", "23/2"].map(q));
    for line in lines.by_ref().take(19) {
        let mut cells = line.split('\t');
        let name = cells.next().expect("a name").trim_matches('"');
        for (cell, least) in cells.zip(&scores) {
            assert_eq!(q(cell), share(&game, name, *least), "{name} {least}");
        }
    }
    assert_eq!(lines.count(), scores.len());
    for score in &scores {
        let certificate = format!("{out}/score_{}.cert", score.to_string().replace('/', "-"));
        let verified = said(&CHECK, &[&certificate, "--graph", &file]);
        assert!(verified.contains(&format!("who makes sure of {score} points or more")), "{verified}");
    }
    assert_eq!(
        std::fs::read(format!("{out}/score_7-2.cert")).expect("a file"),
        std::fs::read(committed("switches-7-2.cert")).expect("a file")
    );
    let json: Value = serde_json::from_str(&said(&SOLVE, &["graph", &file, "--aim", "all", "--json"])).expect("JSON");
    assert_eq!(json["scores"][2], "7/2");
    assert_eq!(json["rows"][0]["left_below"][2], "5/8");
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("text").to_owned()
    };
    let one = write(
        "one.json",
        r#"{"scored-game":1,"positions":[{"name":"p","left":["a"],"right":["a"]},{"name":"a","score":"5"}]}"#,
    );
    let bad = write(
        "bad.json",
        r#"{"scored-game":1,"positions":[{"name":"p","left":["a\u202e"]},{"name":"a\u202e","score":"1.5"}]}"#,
    );
    let lost =
        write("lost.json", r#"{"scored-game":1,"positions":[{"name":"p","left":["b"]},{"name":"a","score":"1"}]}"#);
    let value = write("value.json", r#"{"bidding-game":2,"positions":[{"name":"a","value":"1"}]}"#);
    let out = folder.path().join("out.cert").to_str().expect("text").to_owned();
    for (words, code, wanted) in [
        (&[&*one, "--aim", "parity"][..], 2, "--aim parity: found a scored game, required an endless one"),
        (&[&one, "--chips", "3"], 2, "--chips: found a scored game, required a graph with --chips"),
        (&[&one, "--aim", "all"], 1, "found the score 5 alone, required two different ones"),
        (&[&one, "--at", "q", "--out", &out], 2, "--at: found no position \"q\""),
        (&[&bad, "--out", &out], 1, "score: found \"1.5\", required a text such as \"3\""),
        (&[&lost, "--out", &out], 1, "\"p\": required a score or an option"),
        (
            &[&value, "--aim", "1", "--out", &out],
            2,
            "--aim: found a game as a graph, required an endless game, or an endless game with --chips, or a scored game",
        ),
        (&["/nowhere/at/all.json"], 1, "/nowhere/at/all.json"),
    ] {
        let (found, text) = refused(&[&["graph"], words].concat());
        assert!(found == code && text.contains(wanted) && !text.contains('\u{202e}'), "{words:?}: {found}: {text}");
    }
    assert!(!Path::new(&out).exists());
    // All scores are the same: points are known all the same.
    let text = said(&SOLVE, &["graph", &one, "--at", "p"]);
    assert!(text.contains("every score is 5 points") && text.contains("points         5\n"), "{text}");
    // What the options were called before they were one.
    for old in ["--points", "--scores", "--score=3", "--mean-payoff", "--averages", "--at-least=1", "--parity"] {
        let (found, text) = refused(&["graph", &one, old]);
        assert!(found == 2 && text.contains("is no option of solve"), "{old}: {found}: {text}");
    }
}

/// Negative thresholds, bounds, and the worth of an endless play.
#[test]
fn other_questions_have_certificates_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let game = path("wait.json");
    let text = r#"{"scored-game":1,"positions":[
{"name":"w","left":["w","a"],"right":["w","b"]},{"name":"a","turn":"right","right":["w","up"]},{"name":"b","turn":"left","left":["w","down"]},
{"name":"up","score":"6"},{"name":"down","score":"-2"}]}"#;
    std::fs::write(&game, text).expect("a file");
    for (more, file) in [
        (&[][..], "points"),
        (&["--aim=-1/2"], "half"),
        (&["--precision", "30"], "bounds"),
        (&["--never", "1/4"], "never"),
        (&["--aim", "3", "--value", "alpha"], "alpha"),
    ] {
        let out = path(&format!("{file}.cert"));
        let text = said(&SOLVE, &[&["graph", &game, "--out", &out], more].concat());
        assert!(text.starts_with("verified: a scored game of 5 positions"), "{text}");
        let asked = said(&CHECK, &[&out, "--graph", &game, "--at", "w"]);
        assert!(asked.contains("verified"), "{asked}");
    }
    let asked = said(&CHECK, &[&path("never.cert"), "--graph", &game, "--at", "w"]);
    assert!(asked.contains("a play that never ends counts as 0 points"), "{asked}");
}
