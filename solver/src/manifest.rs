//! The manifest: everything that the project claims and that can be made again, in one file.
//!
//! A row says which files a command makes, with their SHA-256, and what the checker must say of them. Paths are relative to the repository, the folder
//! above the manifest's; what is made lies in an output folder under the same path. Left to others: running the commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

/// The manifest, with its rows in the order in which they are written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// One command and what it makes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name, such as `games/walk`: unique.
    pub name: String,
    /// How often the row is made.
    pub tier: Tier,
    /// About how many seconds of processor time it takes, checks included.
    pub seconds: f64,
    /// The program that is run, if it is not `solve`: a name that is looked for, such as `python3`, or a path in the repository.
    pub program: Option<String>,
    /// The arguments of the program, separated by blanks; what stands between single quotes is one argument. `{out}` is the output folder.
    pub command: String,
    /// The file into which goes what the command prints, if it is one of the files.
    pub prints: Option<String>,
    /// The rows whose files the command reads.
    #[serde(default)]
    pub imports: Vec<String>,
    /// The game of the certificates, if they are about a game in a file: one that an import makes, in `{out}`, or one of the repository.
    pub graph: Option<String>,
    /// What must be said: each text stands in a verdict or in what the command prints.
    #[serde(default)]
    pub says: Vec<String>,
    /// The format of certificates in which the files had these digests, if the row has not been made since: they are those of an earlier one.
    pub digests_of_format: Option<u16>,
    /// What is made, with the SHA-256 of each file in hexadecimal digits. All files `*.cert` must be verified.
    pub files: BTreeMap<String, String>,
}

/// How often a row is made; each tier has the rows of those before it, too.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Tier {
    /// In seconds, by everybody.
    Fast,
    /// Before a change lands.
    Ci,
    /// Once a night.
    Nightly,
    /// When it is asked for: it takes hours, gigabytes, or both.
    Large,
}

/// Why a manifest is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// If it is not TOML of this form, if two rows have the same name or make the same file, if a digest is none, or if a row imports one that does not
    /// stand before it.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let manifest: Self = toml::from_str(text).map_err(|error| Fault(error.to_string()))?;
        let (mut names, mut files) = (BTreeSet::new(), BTreeSet::new());
        for row in &manifest.rows {
            let fault = |found: String, required: &str| {
                Err(Fault(format!("row {}: found {found}, required {required}", row.name)))
            };
            if let Some(import) = row.imports.iter().find(|import| !names.contains(import.as_str())) {
                return fault(format!("the import {import}"), "the name of a row above");
            }
            if !names.insert(row.name.as_str()) {
                return fault("the name twice".to_owned(), "a name for each row");
            }
            if row.files.is_empty() {
                return fault("no files".to_owned(), "a file at least: what the command prints can be one");
            }
            for (file, digest) in &row.files {
                if !files.insert(file) {
                    return fault(format!("{file}, which another row makes"), "one row for each file");
                }
                if digest.len() != 64 || !digest.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f')) {
                    return fault(format!("{digest} for {file}"), "a SHA-256 of 64 digits, 0 to 9 and a to f");
                }
            }
            if let Some(file) = row.prints.iter().find(|file| !row.files.contains_key(*file)) {
                return fault(format!("prints = {file}"), "one of its files");
            }
            if row.command.matches('\'').count() % 2 == 1 {
                return fault("a quote that is not closed".to_owned(), "quotes in pairs");
            }
        }
        Ok(manifest)
    }

    /// The rows that are asked for and all that they import, in the order of the manifest. A pattern is the name of a row or of a folder of rows, or has `*`
    /// for any characters; without patterns all rows are asked for.
    ///
    /// # Errors
    ///
    /// The first pattern that no row has.
    pub fn select<'a>(&self, tier: Tier, patterns: &'a [String]) -> Result<Vec<&Row>, &'a str> {
        let has = |pattern: &str, row: &Row| {
            matches(pattern, &row.name) || matches(&format!("{}/*", pattern.trim_end_matches('/')), &row.name)
        };
        if let Some(pattern) = patterns.iter().find(|pattern| !self.rows.iter().any(|row| has(pattern, row))) {
            return Err(pattern);
        }
        let mut needed = BTreeSet::new();
        // Imports stand before what imports them.
        for row in self.rows.iter().rev() {
            let asked = patterns.is_empty() || patterns.iter().any(|pattern| has(pattern, row));
            if (asked && row.tier <= tier) || needed.contains(row.name.as_str()) {
                needed.insert(row.name.as_str());
                needed.extend(row.imports.iter().map(String::as_str));
            }
        }
        Ok(self.rows.iter().filter(|row| needed.contains(row.name.as_str())).collect())
    }
}

impl Row {
    /// The arguments of the command, with the output folder in its place.
    pub fn arguments(&self, out: &str) -> Vec<String> {
        let mut arguments = Vec::new();
        // Every second part stands between quotes.
        for (place, part) in self.command.split('\'').enumerate() {
            match place % 2 {
                0 => arguments.extend(part.split_whitespace().map(|word| word.replace("{out}", out))),
                _ => arguments.push(part.replace("{out}", out)),
            }
        }
        arguments
    }
}

/// Whether a text is a pattern, in which `*` stands for any characters.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text
            .strip_prefix(start)
            .is_some_and(|text| (0..=text.len()).any(|place| text.get(place..).is_some_and(|end| matches(rest, end)))),
    }
}
