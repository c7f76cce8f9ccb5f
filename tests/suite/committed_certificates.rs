//! The committed certificates: the manifest names each with its digest, and the checker verifies each. That they are made again, byte for byte, shows
//! `solve reproduce`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use checker::certificate::Digest;
use pipeline_tests::{committed, committed_game, digests, sample};
use session::judge::{Given, Judge};
use session::notation;

use crate::console::root;

/// The folders below `certs`, but that of the corpus, and `certs` itself.
fn folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("certs")).expect("the folder").map(|entry| entry.expect("an entry").path());
    let folders = entries.filter(|path| path.is_dir() && !path.ends_with("corpus"));
    folders.chain([root().join("certs")]).collect()
}

/// By day those of up to 100,000 bytes. The file of a game is in the same folder, or made.
#[test]
fn committed_certificates_are_verified_under_the_digests_of_the_manifest() {
    let mut compared = 0;
    let mut files: BTreeMap<Digest, Vec<u8>> = BTreeMap::new();
    for folder in folders() {
        let named = if folder.ends_with("certs") {
            "certs".to_owned()
        } else {
            format!("certs/{}", folder.file_name().expect("a name").to_str().expect("text"))
        };
        let (digests, certificates) = (digests(&named), committed(&named));
        files.extend(certificates.values().map(|bytes| (Digest::of(bytes), bytes.clone())));
        let entries = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        let games = entries.filter(|path| path.extension().is_some_and(|end| end == "json" || end == "umb"));
        let games: Vec<Given> = games.map(|path| Given::file(&path)).collect();
        let mut judge = Judge::new(2, &files);
        for (name, bytes) in &certificates {
            assert_eq!(digests.get(name), Some(&notation::digest(Digest::of(bytes))), "{named}/{name}");
            compared += 1;
            if bytes.len() > sample(100_000, usize::MAX) {
                continue;
            }
            let mut is_verified = |game: Option<&Given>| judge.bytes(bytes, game).outcome.is_ok();
            let is_found = is_verified(None) || games.iter().any(|game| is_verified(Some(game)));
            let made = || Given::bytes(&committed_game(name.trim_end_matches(".cert")));
            assert!(is_found || is_verified(Some(&made())), "{named}/{name}");
        }
    }
    assert!(compared >= 304, "{compared}");
}

#[test]
fn index_names_every_committed_certificate() {
    let index = include_str!("../../certs/README.md");
    for name in committed("certs").keys() {
        assert!(index.contains(name.as_str()), "{name}");
    }
}

/// The rows of the census give the digests of the committed certificates.
#[test]
fn rows_of_the_census_are_those_of_the_committed_certificates() {
    let (mut rows, mut compared) = (0, 0);
    for folder in ["certs/four", "certs/five"] {
        let certificates = committed(folder);
        for path in fs::read_dir(root().join(folder)).expect("the folder").map(|entry| entry.expect("an entry").path())
        {
            if path.extension().is_none_or(|end| end != "json") {
                continue;
            }
            let text = fs::read_to_string(path).expect("the rows");
            let list: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
            for row in &list {
                if let Some(bytes) = certificates.get(row["file"].as_str().expect("a name")) {
                    assert_eq!(row["sha256"].as_str(), Some(&*notation::digest(Digest::of(bytes))), "{row}");
                    compared += 1;
                }
            }
            rows += list.len();
        }
    }
    // 21 boards of four men, with 30 endgames where pawns have room, and three of five men with 60.
    assert!(rows > 21 * 20 + 3 * 60 && compared >= 18, "{rows} {compared}");
}
