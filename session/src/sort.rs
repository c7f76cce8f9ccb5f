//! What a file is, as far as its first bytes tell: the one place that knows it, for all commands, Python and the page.
//!
//! No verdict rests on it but this: what is certainly something else than a certificate is declined, and not rejected.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::{archive, escape};
use checker::certificate::MAGIC;

/// So many bytes are looked at.
pub const FRONT: usize = 1 << 12;

/// The first words of models in PRISM's language.
const PRISM: [&str; 10] =
    ["dtmc", "mdp", "smg", "tsg", "csg", "ctmc", "pta", "pomdp", "probabilistic", "nondeterministic"];

/// Names of files in PRISM's language end in one of these.
const ENDINGS: [&str; 4] = ["prism", "pm", "nm", "smg"];

/// How compressed files begin, by what they are compressed, and what unpacks them.
const PACKED: [(&[u8], &str, &str); 7] = [
    (&[0x1f, 0x8b], "gzip", "gunzip"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz", "unxz"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd", "unzstd"),
    (b"BZh", "bzip2", "bunzip2"),
    (&[0x04, 0x22, 0x4d, 0x18], "lz4", "unlz4"),
    (b"PK\x03\x04", "zip", "unzip"),
    (&[b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c], "7z", "7z x"),
];

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Nothing is in it.
    Empty,
    /// A certificate.
    Certificate,
    /// A model in UMB, plain or packed: what begins as an archive does.
    Model,
    /// Compressed by this, and unpacked by that.
    Packed(&'static str, &'static str),
    /// A game in JSON.
    Game,
    /// Other JSON.
    Json,
    /// A drawing in DOT.
    Drawing,
    /// A model in PRISM's language.
    Prism,
    /// A model in JANI.
    Jani,
    /// Another text.
    Text,
    /// Not known: what was a certificate and is damaged, too.
    Unknown,
}

/// Whether a file is in PRISM's language: by its name, or by how it begins.
pub fn is_prism(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
        return true;
    }
    let mut front = Vec::new();
    let is_file = path.is_file() && path.extension().is_none_or(|ending| ending != "jani");
    let file = if is_file { File::open(path).ok() } else { None };
    let read = file.and_then(|file| file.take(u64::try_from(FRONT).expect("a length")).read_to_end(&mut front).ok());
    read.is_some() && !front.starts_with(b"{") && Sort::of(&front, false) == Sort::Prism
}

impl Sort {
    /// What a file is that begins with these bytes, and has no others if it is `whole`.
    pub fn of(front: &[u8], whole: bool) -> Self {
        let front = &front[..front.len().min(FRONT)];
        if front.is_empty() {
            return Self::Empty;
        }
        if front.starts_with(&MAGIC) {
            return Self::Certificate;
        }
        if archive::is_archive(front) && archive::is_tar(&archive::unpacked(front)) {
            return Self::Model;
        }
        if let Some((_, by, tool)) = PACKED.iter().find(|(start, ..)| front.starts_with(start)) {
            return Self::Packed(by, tool);
        }
        let marked = front.strip_prefix("\u{feff}".as_bytes()).unwrap_or(front);
        // A letter may be cut where the front ends.
        let text = std::str::from_utf8(marked).or_else(|error| match error.error_len() {
            None if !whole => Ok(std::str::from_utf8(&marked[..error.valid_up_to()]).unwrap_or_default()),
            _ => Err(()),
        });
        let text = text.ok().filter(|_| !marked.contains(&0));
        let first = marked.iter().find(|byte| !b" \t\r\n".contains(byte));
        match (first, text) {
            (Some(b'{' | b'['), _) => Self::of_json(marked),
            (_, Some(text)) => Self::of_text(text),
            (_, None) => Self::Unknown,
        }
    }

    fn of_json(front: &[u8]) -> Self {
        let has = |name: &str| front.windows(name.len()).any(|part| part == name.as_bytes());
        match () {
            () if has("\"bidding-game\"") || has("\"endless-game\"") || has("\"scored-game\"") => Self::Game,
            () if has("\"jani-version\"") => Self::Jani,
            () => Self::Json,
        }
    }

    fn of_text(text: &str) -> Self {
        let lines = || text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let mut words = lines().flat_map(|line| line.split(|mark: char| mark.is_whitespace() || mark == '{'));
        let first = words.find(|word| !word.is_empty()).unwrap_or_default();
        let is_drawing = ["graph", "digraph", "strict"].iter().any(|word| first.eq_ignore_ascii_case(word));
        match () {
            () if is_drawing => Self::Drawing,
            () if PRISM.contains(&first) || lines().any(|line| PRISM.contains(&line.trim())) => Self::Prism,
            () => Self::Text,
        }
    }

    /// In a few words.
    pub fn what(self) -> String {
        let what = match self {
            Self::Empty => "an empty file",
            Self::Certificate => "a certificate",
            Self::Model => "a model",
            Self::Packed(by, _) => return format!("a file that is compressed by {by}"),
            Self::Game => "a game in JSON",
            Self::Json => "JSON",
            Self::Drawing => "a drawing in DOT",
            Self::Prism => "PRISM language",
            Self::Jani => "a model in JANI",
            Self::Text => "a text",
            Self::Unknown => "something else",
        };
        what.to_owned()
    }

    /// What to do with a file that is given where something else is required; none where nothing can be said.
    pub fn advice(self, path: Option<&Path>) -> Option<String> {
        let named = |usual: &str| path.map_or_else(|| usual.to_owned(), escape::path);
        Some(match self {
            Self::Certificate => {
                let path = named("CERT");
                format!("`check {path}` verifies it, `solve probe POSITION --cert {path}` asks it")
            }
            Self::Model => format!("`solve model {} PROPERTY` asks it", named("MODEL.umb")),
            Self::Packed("gzip" | "xz", tool) => {
                format!("unpack it first: `{tool} {}`; a model is read by `solve model` as it is", named("FILE"))
            }
            Self::Packed(_, tool) => format!("unpack it first: `{tool} {}`", named("FILE")),
            Self::Game => format!("`solve graph {}` solves it", named("GAME.json")),
            Self::Drawing => {
                format!("in Python, `bidding_games.Game.from_networkx({:?}).json` is a game of it", named("GAME.dot"))
            }
            Self::Prism => format!(
                "`solve model {} PROPERTY` asks it, and with --out FILE.cert it writes FILE.umb, for `check`",
                named("MODEL.prism")
            ),
            Self::Jani => {
                format!("`bidding-games from-prism {} --out MODEL.umb` makes a model of it", named("MODEL.jani"))
            }
            Self::Empty | Self::Json | Self::Text | Self::Unknown => return None,
        })
    }

    /// What it is, what is required, and what to do: `found a model, required a game: …`.
    pub fn refused(self, required: &str, path: Option<&Path>) -> String {
        let advice = self.advice(path).map_or_else(String::new, |advice| format!(": {advice}"));
        format!("found {}, required {required}{advice}", self.what())
    }
}
