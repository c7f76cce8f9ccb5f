//! The corpus for other checkers, `certs/corpus`: the one table of what is verified, rejected and declined. Verdict, condition and position on each line
//! were written by hand; what is expected never comes from the library.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use checker::Checker;
use checker::claim::{Statements, Subject, subject};
use checker::failure::Failure;
use checker::graph::Game;
use serde_json::Value;

use crate::witness::naive::bytes::sha256;

/// What the format says of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    Verified,
    /// The condition that fails, and at which position if it is one of a position.
    Rejected(String, Option<u32>),
    Declined,
}

/// A line of `corpus.jsonl`.
#[derive(Clone, Debug)]
pub struct Line {
    pub file: String,
    /// The certificates that are offered as imports, and as imports of imports.
    pub imports: Vec<String>,
    pub game: Option<String>,
    pub expected: Expected,
    pub why: String,
}

/// All files by path, and all lines.
pub struct Corpus {
    pub files: BTreeMap<String, Vec<u8>>,
    pub lines: Vec<Line>,
}

impl Corpus {
    /// Reads it. It has to lie beside the packages, as in the repository.
    pub fn read() -> Self {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "certs", "corpus"].iter().collect();
        let text = fs::read_to_string(folder.join("corpus.jsonl")).expect("certs/corpus lies beside this folder");
        let lines: Vec<Line> = text.lines().map(|line| Line::read(&serde_json::from_str(line).unwrap())).collect();
        let paths = lines.iter().flat_map(|line| line.imports.iter().chain([&line.file]).chain(&line.game));
        let files = paths.map(|path| (path.clone(), fs::read(folder.join(path)).unwrap())).collect();
        Self { files, lines }
    }

    /// The statement of a line's certificate; none if it has no head.
    pub fn statement(&self, line: &Line) -> Option<u8> {
        self.files[&line.file].get(14).copied()
    }

    /// The files that are offered as imports, by digest.
    pub fn offered(&self, line: &Line) -> BTreeMap<[u8; 32], Vec<u8>> {
        let file = |name: &String| (sha256(&self.files[name]), self.files[name].clone());
        line.imports.iter().map(file).collect()
    }

    /// Asserts that the library says of each line what is expected, with these further games; `given` reads a game that is none of the kernel's.
    pub fn judge(
        &self,
        further: Statements,
        given: impl Fn(&[u8]) -> Option<Subject>,
        expected: impl Fn(&Line) -> Expected,
    ) {
        let verdict = |line: &Line| {
            let files = self.offered(line);
            let read =
                |file: &Vec<u8>| Game::read(file).ok().map(|game| subject(&Arc::new(game))).or_else(|| given(file));
            let game = line.game.as_ref().and_then(|game| read(&self.files[game]));
            let mut checker = Checker::new(2, further, |digest| files.get(&digest.0).cloned());
            match checker.check_given(&self.files[&line.file], game.as_ref()) {
                Ok(_) => Expected::Verified,
                Err(failure) => said(&failure),
            }
        };
        let told = |line: &Line| {
            let (found, required) = (verdict(line), expected(line));
            (found != required).then(|| format!("{}: found {found:?}, required {required:?}: {}", line.file, line.why))
        };
        let wrong: Vec<String> = self.lines.iter().filter_map(told).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// A failure in the terms of the corpus.
pub fn said(failure: &Failure) -> Expected {
    let place = failure.place().map(|place| u32::try_from(place).unwrap());
    failure.condition().map_or(Expected::Declined, |condition| Expected::Rejected(condition.to_owned(), place))
}

impl Line {
    fn read(fields: &Value) -> Self {
        let text = |field: &str| fields[field].as_str().map(str::to_owned);
        let expected = match fields["verdict"].as_str().unwrap() {
            "verified" => Expected::Verified,
            "declined" => Expected::Declined,
            "rejected" => {
                let position = fields["position"].as_u64().map(|position| u32::try_from(position).unwrap());
                Expected::Rejected(text("condition").unwrap(), position)
            }
            other => panic!("{other}"),
        };
        let imports = serde_json::from_value(fields["imports"].clone()).unwrap();
        Self { file: text("file").unwrap(), imports, game: text("game"), expected, why: text("why").unwrap() }
    }
}

/// The head of a certificate, and the bytes after its digest.
pub fn parts(file: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let length = u32::from_le_bytes(file[10..14].try_into().unwrap()) as usize;
    (file[14..14 + length].to_vec(), file[14 + length + 32..].to_vec())
}

/// A certificate with this head and these bytes after it, sealed.
pub fn sealed(head: &[u8], slices: &[u8]) -> Vec<u8> {
    let mut file = [b"bidcert\n\x03\x00", &(head.len() as u32).to_le_bytes()[..], head].concat();
    file.extend(sha256(&file));
    [&file, slices].concat()
}
