//! The cases of the corpus, as far as they are about the kernel's statements: certificates with the verdict that the format gives them.
//!
//! Verdict, condition, position and reason stand beside each case and are written by hand. True values come from the tests' own solver
//! (`support`), the bytes from the second checker's writer (`naive`): what is expected never comes from the library.

mod endgames;
mod games;
mod lists;
mod sharp;
mod spelling;

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Checker;
use checker::claim::Statements;
use checker::graph::Game;
use num_bigint::BigUint;

use crate::witness::naive::bytes::{self, About, Written};
use crate::witness::support::{Draft, digest};

/// What the format says of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    Verified,
    /// The condition that fails, and at which position if it is one of a position.
    Rejected(&'static str, Option<u32>),
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

/// What lies beside a certificate: imports, as paths without `.cert`; a game, as a name without folder and ending.
#[derive(Clone, Copy, Default)]
pub struct With<'a>(pub &'a [&'a str], pub Option<&'a str>);

pub const ALONE: With = With(&[], None);

pub fn playing(game: &str) -> With<'_> {
    With(&[], Some(game))
}

/// Stands for the digest of the game that goes with a certificate.
pub const ANY: [u8; 32] = [0xaa; 32];
/// The game that goes with the certificate.
pub const GAME: About = About::Game(ANY);

/// All files by path, and all lines.
#[derive(Default)]
pub struct Corpus {
    pub files: BTreeMap<String, Vec<u8>>,
    pub lines: Vec<Line>,
}

impl Corpus {
    /// All that is about the kernel's statements; further games add what is good and what is bad about theirs.
    pub fn new(further: [&dyn Fn(&mut Self); 2]) -> Self {
        let mut corpus = Self::default();
        for good in [endgames::good, games::good, lists::good, spelling::good, sharp::good] {
            good(&mut corpus);
        }
        further[0](&mut corpus);
        for bad in [spelling::bad, endgames::bad, games::bad, lists::bad, sharp::bad, spelling::declined] {
            bad(&mut corpus);
        }
        further[1](&mut corpus);
        corpus
    }

    /// Adds a game. (A certificate's line names it.)
    pub fn game(&mut self, name: &str, positions: &[&str]) {
        let text = format!("{{\"bidding-game\": 2, \"positions\": [\n{}\n]}}\n", positions.join(",\n"));
        self.files.insert(format!("games/{name}.json"), text.into_bytes());
    }

    pub fn file(&mut self, name: &str, bytes: Vec<u8>) {
        assert!(self.files.values().all(|other| *other != bytes), "{name} is there already");
        assert!(self.files.insert(format!("{name}.cert"), bytes).is_none(), "{name}");
    }

    /// Adds a line about a certificate that is there.
    pub fn line(&mut self, name: &str, With(imports, game): With, expected: Expected, why: &str) {
        let cert = |name: &&str| format!("{name}.cert");
        let line = Line {
            file: cert(&name),
            imports: imports.iter().map(cert).collect(),
            game: game.map(|game| format!("games/{game}.json")),
            expected,
            why: why.to_owned(),
        };
        for file in line.imports.iter().chain([&line.file]).chain(&line.game) {
            assert!(self.files.contains_key(file), "{file}");
        }
        self.lines.push(line);
    }

    /// The bytes of a certificate with the digest of the game that goes with it, where a statement about a game in a file has the digest [`ANY`].
    fn about(&self, bytes: Vec<u8>, With(_, game): With) -> Vec<u8> {
        let Some(game) = game.filter(|_| bytes.len() > 48) else { return bytes };
        let (head, slices) = parts(&bytes);
        let Some(place) = head.windows(32).position(|window| *window == ANY) else { return bytes };
        let game = bytes::sha256(&self.files[&format!("games/{game}.json")]);
        sealed(&[&head[..place], &game, &head[place + 32..]].concat(), &slices)
    }

    pub fn good(&mut self, name: &str, bytes: Vec<u8>, with: With, why: &str) {
        let name = format!("good/{name}");
        self.file(&name, self.about(bytes, with));
        self.line(&name, with, Expected::Verified, why);
    }

    /// Adds a certificate that is rejected. Its name begins with the condition.
    pub fn bad(&mut self, condition: &'static str, name: &str, bytes: Vec<u8>, with: With, why: &str) {
        let name = format!("{condition}-{name}");
        let name = format!("bad/{name}");
        self.file(&name, self.about(bytes, with));
        self.line(&name, with, Expected::Rejected(condition, None), why);
    }

    /// Adds a certificate that is rejected at this position.
    pub fn fails(
        &mut self,
        (condition, position): (&'static str, u32),
        name: &str,
        bytes: Vec<u8>,
        with: With,
        why: &str,
    ) {
        let name = format!("bad/{condition}-{name}");
        self.file(&name, self.about(bytes, with));
        self.line(&name, with, Expected::Rejected(condition, Some(position)), why);
    }

    pub fn declined(&mut self, name: &str, bytes: Vec<u8>, with: With, why: &str) {
        let name = format!("bad/declined-{name}");
        self.file(&name, self.about(bytes, with));
        self.line(&name, with, Expected::Declined, why);
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        self.files[&format!("{name}.cert")].clone()
    }

    pub fn digest(&self, name: &str) -> [u8; 32] {
        digest(&self.files[&format!("{name}.cert")]).0
    }

    /// The files that are offered as imports, by digest.
    pub fn offered(&self, line: &Line) -> BTreeMap<[u8; 32], Vec<u8>> {
        let file = |name: &String| (bytes::sha256(&self.files[name]), self.files[name].clone());
        line.imports.iter().map(file).collect()
    }

    /// What the library says of a line, with these further games.
    pub fn verdict(&self, line: &Line, further: Statements) -> Expected {
        let files = self.offered(line);
        let game = line.game.as_ref().and_then(|game| Game::read(&self.files[game]).ok().map(Arc::new));
        let mut checker = Checker::new(2, further, |digest| files.get(&digest.0).cloned());
        match checker.check(&self.files[&line.file], game.as_ref()) {
            Ok(_) => Expected::Verified,
            Err(failure) => failure.condition().map_or(Expected::Declined, |condition| {
                Expected::Rejected(condition, failure.place().map(|place| u32::try_from(place).unwrap()))
            }),
        }
    }

    /// Asserts that the library says what is written of each line, with these further games.
    pub fn judge(&self, further: Statements, expected: impl Fn(&Line) -> Expected) {
        let mut wrong = Vec::new();
        for line in &self.lines {
            let (found, required) = (self.verdict(line, further), expected(line));
            if found != required {
                wrong.push(format!("{}: found {found:?}, required {required:?}: {}", line.file, line.why));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// The lines in JSON.
    pub fn json(&self) -> String {
        let text = |text: &str| serde_json::to_string(text).unwrap();
        let line = |line: &Line| {
            let imports: Vec<String> = line.imports.iter().map(|import| text(import)).collect();
            let mut fields =
                vec![format!("\"file\": {}", text(&line.file)), format!("\"imports\": [{}]", imports.join(", "))];
            fields.extend(line.game.iter().map(|game| format!("\"game\": {}", text(game))));
            fields.extend(match line.expected {
                Expected::Verified => vec!["\"verdict\": \"verified\"".to_owned()],
                Expected::Declined => vec!["\"verdict\": \"declined\"".to_owned()],
                Expected::Rejected(condition, position) => {
                    let mut fields =
                        vec!["\"verdict\": \"rejected\"".to_owned(), format!("\"condition\": {}", text(condition))];
                    fields.extend(position.map(|position| format!("\"position\": {position}")));
                    fields
                }
            });
            fields.push(format!("\"why\": {}", text(&line.why)));
            format!("{{{}}}\n", fields.join(", "))
        };
        self.lines.iter().map(line).collect()
    }
}

/// A certificate before it is sealed: all but the slices, and the columns of each slice.
#[derive(Clone)]
pub struct Sketch {
    pub written: Written,
    pub slices: Vec<Vec<Vec<u64>>>,
}

impl Sketch {
    /// One that the tests' solver has made.
    pub fn of(draft: &Draft) -> Self {
        let written = bytes::read(&draft.bytes()).unwrap_or_else(|verdict| panic!("{verdict:?}"));
        let columns = |slice: &(Vec<crate::witness::support::Column>, Vec<u8>)| {
            slice.0.iter().map(|column| column.numbers.clone()).collect()
        };
        Self { written, slices: draft.slices.iter().map(columns).collect() }
    }

    /// One slice of these columns; values as texts, none in units.
    pub fn new(about: About, bits: u8, form: u8, values: &[&str], columns: &[&[u64]]) -> Self {
        let (denominator, numerators, imports, slices) = Default::default();
        let written = Written { about, never: None, bits, form, imports, denominator, numerators, slices };
        let mut columns: Vec<Vec<u64>> = columns.iter().map(|column| column.to_vec()).collect();
        if form == 2 && columns.len() == 5 {
            // No labels are listed.
            columns.extend([vec![0; columns[0].len().div_ceil(8)], vec![], vec![]]);
        }
        let mut sketch = Self { written, slices: vec![columns] };
        sketch.values(values);
        sketch
    }

    /// States these values, as texts such as `1/2`, on their least common denominator.
    pub fn values(&mut self, texts: &[&str]) {
        let values: Vec<[u64; 2]> = texts.iter().map(|text| parse(text)).collect();
        let common = values.iter().fold(1, |common, [_, denominator]| num_integer::lcm(common, *denominator));
        self.written.denominator = if texts.is_empty() { BigUint::ZERO } else { common.into() };
        self.written.numerators = values.iter().map(|[above, below]| BigUint::from(common / below * above)).collect();
    }

    /// The bytes of each slice.
    pub fn slice_bytes(&self) -> Vec<Vec<u8>> {
        let slice = |columns: &Vec<Vec<u64>>| columns.iter().flat_map(|column| bytes::column(column)).collect();
        self.slices.iter().map(slice).collect()
    }

    /// The file, with right digests.
    pub fn bytes(&self) -> Vec<u8> {
        self.with_slices(self.slice_bytes())
    }

    /// The file with other bytes in its slices, with right digests.
    pub fn with_slices(&self, slices: Vec<Vec<u8>>) -> Vec<u8> {
        bytes::write(&Written { slices, ..self.written.clone() })
    }

    /// The file after a change, with right digests.
    pub fn but(&self, change: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.bytes()
    }
}

/// Numerator and denominator.
fn parse(text: &str) -> [u64; 2] {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    [numerator, denominator].map(|part| part.parse().unwrap())
}

/// The head of a file, and the bytes after its digest.
pub fn parts(file: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let length = u32::from_le_bytes(file[10..14].try_into().unwrap()) as usize;
    (file[14..14 + length].to_vec(), file[14 + length + 32..].to_vec())
}

/// A file with this head and these bytes after it, sealed.
pub fn sealed(head: &[u8], slices: &[u8]) -> Vec<u8> {
    let mut file = [b"bidcert\n\x03\x00", &(head.len() as u32).to_le_bytes()[..], head].concat();
    file.extend(bytes::sha256(&file));
    [&file, slices].concat()
}

/// A file with other bytes at a place of its head, sealed.
pub fn respelt(file: &[u8], place: usize, old: &[u8], new: &[u8]) -> Vec<u8> {
    let (head, slices) = parts(file);
    assert_eq!(head[place..place + old.len()], *old);
    sealed(&[&head[..place], new, &head[place + old.len()..]].concat(), &slices)
}
