//! A model as UMB, the unified Markov binary format, version 1: an index and arrays. The same model gives the same bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::model::Model;
use crate::number::Number;
use crate::program::Sort;

/// The files of an archive, by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A text in JSON.
fn quoted(text: &str) -> String {
    let mut made = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => made.extend(['\\', letter]),
            letter if letter < ' ' => {
                let _ = write!(made, "\\u{:04x}", u32::from(letter));
            }
            letter => made.push(letter),
        }
    }
    made + "\""
}

/// A fraction whose numbers are below 2^63, as UMB writes it.
fn fraction(number: &Number) -> Option<[u8; 16]> {
    let Number::Short(numerator, denominator) = number else { return None };
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&numerator.to_le_bytes());
    bytes[8..].copy_from_slice(&denominator.unsigned_abs().to_le_bytes());
    Some(bytes)
}

fn bits(set: &[u64]) -> Vec<u8> {
    set.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn longs(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| u64::from(*number).to_le_bytes()).collect()
}

impl Model {
    /// The model as UMB, with more labels, a bit for each state. Rewards that cannot be written, those with numbers of 2^63 or more, are left out: they are
    /// named, with the reason.
    ///
    /// # Errors
    ///
    /// A sentence that names the state of a probability with a numerator or denominator of 2^63 or more.
    pub fn umb(&self, title: &str, labels: &[(String, Vec<u64>)]) -> Result<(Files, Vec<(String, String)>), String> {
        let [states, choices, branches] = self.counts();
        let mut files = Files::new();
        let mut put = |name: &str, bytes| drop(files.insert(name.to_owned(), bytes));
        let written: Vec<Option<[u8; 16]>> = self.numbers.iter().map(fraction).collect();
        let mut chances = Vec::with_capacity(16 * branches);
        for (branch, number) in self.probabilities.iter().enumerate() {
            let bytes = written[*number as usize].ok_or_else(|| self.long(branch))?;
            chances.extend_from_slice(&bytes);
        }
        put("state-to-choices.bin", longs(&self.choices));
        put("choice-to-branches.bin", longs(&self.branches));
        put("branch-to-target.bin", longs(&self.targets));
        put("branch-to-probability.bin", chances);
        put("state-is-initial.bin", bits(&self.labels[0].1));
        if !self.owners.is_empty() {
            put("state-to-player.bin", self.owners.iter().flat_map(|owner| owner.to_le_bytes()).collect());
        }
        let mut aps = Vec::new();
        for (number, (name, set)) in self.labels.iter().chain(labels).enumerate() {
            let alias = quoted(name);
            aps.push(format!(
                r#"   "{number}": {{"alias": {alias}, "applies-to": ["states"], "type": {{"type": "bool"}}}}"#
            ));
            put(&format!("annotations/aps/{number}/states/values.bin"), bits(set));
        }
        let (mut rewards, mut left) = (Vec::new(), Vec::new());
        for (number, reward) in self.rewards.iter().enumerate() {
            let parts = [("states", &reward.states), ("choices", &reward.choices)];
            let parts = parts.into_iter().filter_map(|(part, amounts)| Some((part, amounts.as_ref()?)));
            let parts: Vec<(&str, &Vec<u32>)> = parts.collect();
            let wrong =
                parts.iter().flat_map(|(_, amounts)| *amounts).find(|amount| written[**amount as usize].is_none());
            if let Some(amount) = wrong {
                let amount = &self.numbers[*amount as usize];
                left.push((
                    self.reward_name(number),
                    format!("found the amount {amount}, required one with numbers below 2^63"),
                ));
                continue;
            }
            for (part, amounts) in &parts {
                let bytes = amounts.iter().flat_map(|amount| written[*amount as usize].expect("it was looked at"));
                put(&format!("annotations/rewards/{number}/{part}/values.bin"), bytes.collect());
            }
            let names: Vec<String> = parts.iter().map(|(part, _)| quoted(part)).collect();
            let alias = quoted(&self.reward_name(number));
            rewards.push(format!(
                r#"   "{number}": {{"alias": {alias}, "applies-to": [{}], "type": {{"type": "rational", "size": 128}}}}"#,
                names.join(", ")
            ));
        }
        let players = match self.sort {
            Sort::Dtmc => 0,
            Sort::Mdp => 1,
            Sort::Smg => self.players.len(),
        };
        let names: Vec<String> = self.players.iter().map(|name| quoted(name)).collect();
        let names = if players > 1 { format!("\n  \"player-names\": [{}],", names.join(", ")) } else { String::new() };
        let index = format!(
            r##"{{
 "format-version": 1,
 "format-revision": 0,
 "model-data": {{"name": {}, "comment": "built exactly from PRISM language"}},
 "transition-system": {{
  "time": "discrete",
  "#players": {players},{names}
  "#states": {states},
  "#initial-states": {},
  "#choices": {choices},
  "#choice-actions": 0,
  "#branches": {branches},
  "#branch-actions": 0,
  "#observations": 0,
  "branch-probability-type": {{"type": "rational", "size": 128}}
 }},
 "annotations": {{
  "aps": {{
{}
  }},
  "rewards": {{
{}
  }}
 }}
}}
"##,
            quoted(title),
            self.initial.len(),
            aps.join(",\n"),
            rewards.join(",\n")
        );
        put("index.json", index.into_bytes());
        Ok((files, left))
    }

    /// That the probability of a branch is too long a number.
    fn long(&self, branch: usize) -> String {
        let choice = self.branches.partition_point(|&start| start as usize <= branch) - 1;
        let state = self.choices.partition_point(|&start| start as usize <= choice) - 1;
        format!(
            "in the state {}: found the probability {}, required one whose numerator and denominator are below 2^63",
            self.state(state),
            self.probability(branch)
        )
    }
}

/// Why a question has no answer: it asks for a reward that was left out, or that is of this name.
#[must_use]
pub fn left_out(left: &[(String, String)], question: &str, named: Option<&str>) -> Option<String> {
    let is_asked = |name: &str| named == Some(name) || question.contains(&format!("R{{\"{name}\"}}"));
    let (name, reason) = left.iter().find(|(name, _)| is_asked(name))?;
    Some(format!("reward {}: {reason}", quoted(name)))
}

/// A plain archive (tar) of files, without times and owners.
#[must_use]
pub fn archive(files: &Files) -> Vec<u8> {
    let size: usize = files.values().map(|bytes| bytes.len().next_multiple_of(512) + 512).sum();
    let mut archive = Vec::with_capacity(size + 1024);
    // The index first, as in other archives.
    let index = files.get_key_value("index.json");
    for (name, bytes) in index.into_iter().chain(files.iter().filter(|(name, _)| *name != "index.json")) {
        let mut head = [0_u8; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        let octal = |number: usize| format!("{number:011o}\0").into_bytes();
        let fields: [(usize, Vec<u8>); 7] = [
            (100, b"0000644\x000000000\x000000000\x00".to_vec()),
            (124, octal(bytes.len())),
            (136, octal(0)),
            (148, b"        ".to_vec()),
            (156, b"0".to_vec()),
            (257, b"ustar\x0000".to_vec()),
            (329, b"0000000\x000000000\x00".to_vec()),
        ];
        for (place, field) in fields {
            head[place..place + field.len()].copy_from_slice(&field);
        }
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend_from_slice(&head);
        archive.extend_from_slice(bytes);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}
