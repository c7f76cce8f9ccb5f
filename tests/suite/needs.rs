//! `solve endgame` with `--dry-run` and `--alone`: what tasks on many machines go by. Compared with committed certificates, which name by digest what they
//! import.

use std::collections::BTreeMap;
use std::fs;

use crate::console::{Session, committed, root};
use serde_json::Value;
use session::notation;

/// What `solve endgame --dry-run` prints with `--json` and these words: an object for each endgame.
fn needs(words: &str) -> Vec<Value> {
    let mut session = Session::new();
    session.run(0, &format!("solve endgame --dry-run --json {words}"));
    let lines = session.transcript.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).expect("an object")).collect()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().expect("a text")
}

fn texts<'a>(value: &'a Value, field: &str) -> Vec<&'a str> {
    value[field].as_array().expect("a list").iter().map(|one| one.as_str().expect("a text")).collect()
}

/// The digests of the census of five men on 4x4 and of the committed certificates, by the names of the files.
fn census() -> BTreeMap<String, String> {
    let rows = fs::read(root().join("certs/five/4x4.json")).expect("the rows");
    let rows: Vec<Value> = serde_json::from_slice(&rows).expect("a list");
    assert_eq!(rows.len(), 60);
    let mut digests = pipeline_tests::digests("certs/five");
    digests.extend(rows.iter().map(|row| (text(row, "file").to_owned(), text(row, "sha256").to_owned())));
    digests
}

#[test]
fn names_what_committed_certificates_import() {
    let census = census();
    let lines = needs("4x4 --men 5");
    let mut compared = 0;
    for line in &lines {
        let file = text(line, "file");
        assert!(line["asked"] == false || census.contains_key(file), "{file}");
        if !root().join("certs/five").join(file).exists() {
            continue;
        }
        let bytes = committed(&format!("five/{file}"));
        let head = ::games::certificate(&bytes).expect("a certificate").head;
        let imported: Vec<String> = head.imports.iter().map(|digest| notation::digest(*digest)).collect();
        // The head names them in the order of the digests.
        let mut named: Vec<&String> = texts(line, "imports").iter().map(|name| &census[*name]).collect();
        named.sort();
        assert_eq!(named, imported.iter().collect::<Vec<_>>(), "{file}");
        assert!(line["bits"].as_array().expect("a list").contains(&head.bits.into()), "{file}");
        assert!(bytes.len() as u64 <= line["bytes"].as_u64().expect("a number"), "{file}");
        compared += 1;
    }
    assert!(compared >= 13, "{compared}");
    // The 60 of five pieces, 20 with one side of two men and 40 with both, and those of up to four: 1 + 4 + 10 + 10.
    assert_eq!(lines.iter().filter(|line| line["asked"] == true).count(), 60);
    assert_eq!(lines.len(), 85);
}

#[test]
fn each_endgame_stands_behind_those_that_it_needs() {
    for words in ["5x5 --men 5", "8x8 --men 4", "4x4 KPkp", "4x4 KPkp --double-step always"] {
        let lines = needs(words);
        let mut before: Vec<&str> = Vec::new();
        for line in &lines {
            for import in texts(line, "imports") {
                assert!(before.contains(&import), "{words}: {import}");
            }
            before.push(text(line, "file"));
        }
        assert!(lines.last().is_some_and(|line| line["asked"] == true));
    }
}

/// From the rules: a capture takes a man that is no king; a pawn becomes queen, rook, bishop or knight, and may capture as it does.
#[test]
fn follows_captures_and_promotions() {
    let of = |board: &str, material: &str| {
        let lines = needs(&format!("{board} {material}"));
        let last = lines.last().expect("a line").clone();
        let imports = texts(&last, "imports").iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        (text(&last, "endgame").to_owned(), text(&last, "file").to_owned(), imports)
    };
    let (endgame, file, mut imports) = of("8x8", "KPk");
    imports.sort();
    assert_eq!((&*endgame, &*file), ("8x8 KPk, double step", "8x8_KPk.cert"));
    assert_eq!(imports, ["8x8_KBk.cert", "8x8_KNk.cert", "8x8_KQk.cert", "8x8_KRk.cert", "8x8_Kk.cert"]);
    let (endgame, _, imports) = of("8x8", "KRNkb");
    assert_eq!(endgame, "8x8 KRNkb");
    // The rook gone, bishop and knight oppose each other: KNkb, which is stored as KBkn.
    assert_eq!(imports, ["8x8_KRNk.cert", "8x8_KRkb.cert", "8x8_KBkn.cert"]);
    let (_, _, imports) = of("4x4", "Kk");
    assert!(imports.is_empty());
}
