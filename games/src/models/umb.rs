//! The arrays of a model in UMB: what is read of an archive, what its digest is, and what its probabilities are.
//!
//! Left to others: what is asked, and which positions that has (`models`). Source: version 1 of the specification of UMB.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use num_integer::Integer as _;
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};

use checker::certificate::Digest;
use checker::failure::{Failure, ensure};
use checker::limits::Limit;
use checker::numbers::at;

use super::array::{Amount, Array};
use super::fractions::{Known, Written, natural};

/// States, choices or branches of a model: 2^31.
pub const PARTS: Limit = Limit { of: "states, choices or branches of a model", most: 1 << 31 };

/// Players of a model: 2^16.
pub const PLAYERS: Limit = Limit { of: "players of a model", most: 1 << 16 };

/// The files of an archive, unpacked: their contents, by their names without a leading `./` or `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The same, as the checker keeps them.
pub type Arrays = BTreeMap<String, Array>;

/// What is wrong with a file of an archive: its name, the number of the entry if one is wrong, and what is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The name of the file.
    pub file: String,
    /// Which entry, counted from 0.
    pub entry: Option<usize>,
    /// What is required.
    pub required: &'static str,
}

/// The entry of a file, or the whole file, is not what is required.
fn wrong(file: &str, entry: impl Into<Option<usize>>, required: &'static str) -> Wrong {
    Wrong { file: file.to_owned(), entry: entry.into(), required }
}

/// The index of an archive, as far as it is used.
#[derive(Deserialize)]
struct Index {
    #[serde(rename = "format-version")]
    version: u64,
    #[serde(rename = "transition-system")]
    system: System,
    annotations: Option<Annotations>,
}

#[derive(Deserialize)]
struct System {
    time: String,
    #[serde(rename = "#players")]
    players: u32,
    #[serde(rename = "#states")]
    states: u64,
    #[serde(rename = "#choices")]
    choices: u64,
    #[serde(rename = "#branches")]
    branches: u64,
    #[serde(rename = "#observations")]
    observations: Option<u64>,
    #[serde(rename = "branch-probability-type")]
    probability: Option<Type>,
    #[serde(rename = "player-names")]
    names: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Type {
    #[serde(rename = "type")]
    name: String,
    size: Option<u64>,
}

#[derive(Deserialize)]
struct Annotations {
    aps: Option<Once<Label>>,
    rewards: Option<Once<Reward>>,
}

/// A map in JSON, in which no key occurs twice: it would hide what stood there first.
#[derive(Debug)]
struct Once<T>(BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Once<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(Keys(PhantomData)).map(Self)
    }
}

struct Keys<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut found = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            if found.insert(key, value).is_some() {
                return Err(de::Error::custom("found a key twice"));
            }
        }
        Ok(found)
    }
}

#[derive(Deserialize)]
struct Reward {
    alias: Option<String>,
    #[serde(rename = "applies-to")]
    parts: BTreeSet<String>,
    #[serde(rename = "type")]
    kind: Type,
}

#[derive(Deserialize)]
struct Label {
    alias: Option<String>,
    #[serde(rename = "applies-to")]
    parts: Option<Vec<String>>,
    #[serde(rename = "type")]
    kind: Option<Type>,
}

impl Label {
    /// Whether it is about states alone, and says yes or no of each; that is meant if nothing is said.
    fn is_of_states(&self) -> bool {
        let is_bool = |kind: &Type| kind.name == "bool" && matches!(kind.size, None | Some(1));
        self.parts.as_ref().is_none_or(|parts| *parts == ["states"]) && self.kind.as_ref().is_none_or(is_bool)
    }
}

/// How probabilities are written, and in how many bytes each.
fn written(kind: Option<&Type>) -> Result<(Written, usize), Wrong> {
    Ok(match kind.map(|kind| (kind.name.as_str(), kind.size)) {
        None => (Written::Certain, 0),
        Some(("double", None | Some(64))) => (Written::Double, 8),
        Some(("rational", None | Some(128))) => (Written::Rational, 16),
        Some(_) => return Err(wrong(INDEX, None, "probabilities as doubles, or as rational numbers of 128 bits")),
    })
}

/// Reads which parts each of so many things has, which follow each other: the number of the first part of each, of 8 bytes, and the number of all parts. If
/// there is no file, each has the part of its own number.
fn starts(files: &mut Arrays, name: &str, things: usize, parts: usize) -> Result<Array, Wrong> {
    let Some(starts) = files.remove(name) else {
        ensure(things == parts, wrong(name, None, "the file, since there is not one part for each"))?;
        return Ok(Array::places());
    };
    ensure(starts.length == 8 * (things + 1), wrong(name, None, "8 bytes for each, and 8 more"))?;
    let mut last = 0;
    for number in 0..=things {
        let start = starts.number(number);
        let is_start = start >= last && (number > 0 || start == 0) && start <= u64::try_from(parts).expect("a count");
        if !is_start {
            return Err(wrong(name, number, "numbers from 0 that do not fall, up to that of all parts"));
        }
        last = start;
    }
    ensure(at(last) == parts, wrong(name, things, "the number of all parts"))?;
    Ok(starts)
}

/// The arrays of a model.
#[derive(Debug)]
pub struct Model {
    /// The digest of everything that a question may depend on.
    pub digest: Digest,
    /// How many players there are; none of a Markov chain. No digest is about their names, and nothing is said with them.
    pub players: usize,
    /// The names of the players, if there are any.
    pub names: Option<Vec<String>>,
    /// How many states, choices and branches there are.
    pub counts: [usize; 3],
    choices: Array,
    branches: Array,
    targets: Array,
    written: Written,
    probabilities: Array,
    owners: Option<Vec<u8>>,
    initial: Option<Vec<u8>>,
    labels: BTreeMap<String, Option<Vec<u8>>>,
    rewards: BTreeMap<String, Amounts>,
}

/// The amounts of a reward.
#[derive(Debug)]
struct Amounts {
    written: Written,
    /// Of the states, the choices and the branches, where there is a file.
    parts: [Option<Array>; 3],
}

/// A file, if it is there: of so many bytes, as is required.
fn taken(files: &mut Arrays, name: &str, length: usize, required: &'static str) -> Result<Option<Array>, Wrong> {
    let array = files.remove(name);
    let fits = array.as_ref().is_none_or(|array| array.length == length);
    if fits { Ok(array) } else { Err(wrong(name, None, required)) }
}

/// The amounts of the rewards, of so many states, choices and branches.
fn rewards(files: &mut Arrays, kinds: Kinds, counts: [usize; 3]) -> Result<BTreeMap<String, Amounts>, Wrong> {
    let mut rewards = BTreeMap::new();
    for (name, (kind, names)) in kinds {
        let (written, width) = written(Some(&kind))?;
        let mut part = |place: usize| {
            let Some(file) = &names[place] else { return Ok(None) };
            taken(files, file, width * counts[place], "a number for each")
        };
        rewards.insert(name, Amounts { written, parts: [part(0)?, part(1)?, part(2)?] });
    }
    Ok(rewards)
}

impl Model {
    /// Reads the files of an archive.
    ///
    /// # Errors
    ///
    /// The first file that is not as it has to be.
    pub fn read(files: BTreeMap<String, impl Into<Array>>) -> Result<Self, Wrong> {
        let mut files: Arrays = files.into_iter().map(|(name, file)| (name, file.into())).collect();
        let (system, labels, kinds) = index(&files, Array::bytes)?;
        let digest = digest_of(&files, |file| file.digest, &system, &labels, &kinds);
        let counts = [system.states, system.choices, system.branches];
        let [states, choices, branches] = counts.map(at);
        let (written, width) = written(system.probability.as_ref())?;

        let rewards = rewards(&mut files, kinds, counts.map(at))?;
        let mut take = |name: &str, length, required| taken(&mut files, name, length, required);
        const TARGETS: &str = "branch-to-target.bin";
        let targets =
            take(TARGETS, 8 * branches, "8 bytes for each branch")?.ok_or(wrong(TARGETS, None, "the file"))?;
        let is_state = |branch: &usize| targets.number(*branch) < system.states;
        if let Some(branch) = (0..branches).find(|branch| !is_state(branch)) {
            return Err(wrong(TARGETS, branch, "the number of a state"));
        }
        const OWNERS: &str = "state-to-player.bin";
        let owners = take(OWNERS, 4 * states, "4 bytes for each state")?.map(|owners| owners.bytes());
        for (state, owner) in owners.iter().flat_map(|owners| owners.chunks_exact(4)).enumerate() {
            let is_player = u32::from_le_bytes(owner.try_into().expect("4 bytes")) < system.players;
            if !is_player {
                return Err(wrong(OWNERS, state, "the number of a player"));
            }
        }
        const PROBABILITIES: &str = "branch-to-probability.bin";
        let probabilities = match written {
            Written::Certain => Array::from(Vec::new()),
            _ => take(PROBABILITIES, width * branches, "8 bytes for each double, or 16 for each rational number")?
                .ok_or(wrong(PROBABILITIES, None, "the file"))?,
        };
        let set = states.div_ceil(64) * 8;
        let bits = "a bit for each state, in whole words of 8 bytes";
        let initial = take("state-is-initial.bin", set, bits)?.map(|set| set.bytes());
        let labels =
            labels.into_iter().map(|(label, file)| Ok((label, take(&file, set, bits)?.map(|set| set.bytes()))));
        let labels = labels.collect::<Result<_, Wrong>>()?;
        let choices_of = starts(&mut files, "state-to-choices.bin", states, choices)?;
        let branches_of = starts(&mut files, "choice-to-branches.bin", choices, branches)?;
        if system.players == 0
            && let Some(state) = (0..states).find(|state| choices_of.range(*state).len() > 1)
        {
            return Err(wrong("state-to-choices.bin", state, "one choice at most, for there is no player"));
        }
        let (counts, choices, branches) = ([states, choices, branches], choices_of, branches_of);
        Ok(Self {
            digest,
            players: at(system.players),
            names: system.names,
            counts,
            choices,
            branches,
            targets,
            written,
            probabilities,
            owners,
            initial,
            labels,
            rewards,
        })
    }

    /// The initial states.
    pub fn initial(&self) -> impl Iterator<Item = usize> {
        (0..self.counts[0]).filter(|&state| has(self.initial.as_deref(), state))
    }

    /// The choices of a state.
    pub fn choices_of(&self, state: usize) -> Range<usize> {
        self.choices.range(state)
    }

    /// The state of a choice.
    pub fn state_of(&self, choice: usize) -> usize {
        let (mut first, mut after) = (0, self.counts[0]);
        while first < after {
            let middle = first.midpoint(after);
            if self.choices.range(middle).end <= choice { first = middle + 1 } else { after = middle }
        }
        first
    }

    /// The labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(String::as_str)
    }

    /// Whether a state has a label; no state has one that the model has not.
    pub fn has_label(&self, state: usize, label: &str) -> bool {
        self.labelled(label)(state)
    }

    /// The same of any state.
    pub fn labelled<'a>(&'a self, label: &str) -> impl Fn(usize) -> bool + use<'a> {
        let states = self.labels.get(label).and_then(Option::as_deref);
        move |state| has(states, state)
    }

    /// Whose state it is: the number of the player, if there are players.
    pub fn owner(&self, state: usize) -> usize {
        let number = |owners: &Vec<u8>| u32::from_le_bytes(owners[4 * state..][..4].try_into().expect("4 bytes"));
        at(self.owners.as_ref().map_or(0, number))
    }

    /// The branches of a choice.
    pub fn branches_of(&self, choice: usize) -> Range<usize> {
        self.branches.range(choice)
    }

    /// The state that a branch leads to.
    pub fn target(&self, branch: usize) -> usize {
        at(self.targets.number(branch))
    }

    /// The weights of the branches of a choice: natural numbers, whose sum is the common denominator of the probabilities; and that a branch of
    /// probability 0 has the weight 0.
    // ANCHOR: models-weights
    pub fn weigh(&self, choice: usize, simplest: &mut Option<Known>, weights: &mut Vec<u64>) -> Result<(), Failure> {
        let (branches, number) = (self.branches.range(choice), |place: usize| u64::try_from(place).expect("a count"));
        let (start, count, mut common) = (weights.len(), branches.len(), 1_u64);
        // First numerators and denominators, in turn.
        for branch in branches {
            let declined = || {
                Failure::Uncovered("a probability that is none, or whose denominator is 2^64 or more", number(branch))
            };
            let [numerator, denominator] = match self.written {
                Written::Certain => Some([1, 1]),
                written => written.number(&self.probabilities, branch, simplest).and_then(natural),
            }
            .filter(|[numerator, denominator]| numerator <= denominator)
            .ok_or_else(declined)?;
            if common == 1 {
                common = denominator;
            } else if denominator != common {
                common = (common / denominator.gcd(&common)).checked_mul(denominator).ok_or_else(declined)?;
            }
            weights.extend([numerator, denominator]);
        }
        for place in 0..count {
            let [numerator, denominator] = [0, 1].map(|part| weights[start + 2 * place + part]);
            weights[start + place] = common / denominator * numerator;
        }
        weights.truncate(start + count);
        let sum: u128 = weights[start..].iter().map(|&weight| u128::from(weight)).sum();
        ensure(
            sum == u128::from(common),
            Failure::Uncovered("a choice whose probabilities have another sum than 1", number(choice)),
        )
    }
    // ANCHOR_END: models-weights

    /// The names of the rewards.
    pub fn rewards(&self) -> impl Iterator<Item = &str> {
        self.rewards.keys().map(String::as_str)
    }

    /// What a reward is at a state, a choice or a branch, which are parts 0, 1 and 2: a fraction in lowest terms with numbers below 2^64; or none, if it is no
    /// such number.
    pub fn reward(&self, name: &str, part: usize, number: usize, simplest: &mut Option<Known>) -> Option<Amount> {
        let Amounts { written, parts } = &self.rewards[name];
        parts[part].as_ref().map_or(Some((0, 1)), |bytes| written.number(bytes, number, simplest))
    }
}

const INDEX: &str = "index.json";

/// Of each label its file; of each reward how it is written, and the files of states, choices and branches, as far as it is about them.
type Labels = BTreeMap<String, String>;
type Kinds = BTreeMap<String, (Type, [Option<String>; 3])>;

/// What rewards may be about.
const PARTS_OF_REWARDS: [&str; 3] = ["states", "choices", "branches"];

/// What stands in the index.
fn index<T>(files: &BTreeMap<String, T>, bytes: impl Fn(&T) -> Vec<u8>) -> Result<(System, Labels, Kinds), Wrong> {
    let index = files.get(INDEX).map(bytes).ok_or(wrong(INDEX, None, "the file"))?;
    let Index { version, system, annotations } =
        serde_json::from_slice(&index).map_err(|_| wrong(INDEX, None, "JSON with the fields of the specification"))?;
    ensure(version == 1, wrong(INDEX, None, "format-version 1"))?;
    ensure(system.time == "discrete", wrong(INDEX, None, "discrete time"))?;
    ensure(matches!(system.observations, None | Some(0)), wrong(INDEX, None, "no observations"))?;
    let is_small = |&count: &u64| PARTS.admit(count).is_ok();
    let are_small = [system.states, system.choices, system.branches].iter().all(is_small);
    ensure(are_small, wrong(INDEX, None, "2^31 states, choices and branches at most"))?;
    ensure(PLAYERS.admit(system.players).is_ok(), wrong(INDEX, None, "2^16 players at most"))?;
    let names: BTreeSet<&String> = system.names.iter().flatten().collect();
    let are_named = match &system.names {
        None => system.players < 2,
        Some(all) => [all.len(), names.len()] == [at(system.players); 2] && !all.iter().any(String::is_empty),
    };
    ensure(are_named, wrong(INDEX, None, "player-names: one for each player, each another one and not empty"))?;
    // A name with the end of a line could be taken for more lines of what is hashed.
    let is_plain = |name: &String| !name.chars().any(char::is_control);
    ensure(files.keys().all(is_plain), wrong(INDEX, None, "names of files without control characters"))?;
    let (mut labels, mut rewards) = (BTreeMap::new(), BTreeMap::new());
    let (aps, amounts) = annotations.map_or((None, None), |all| (all.aps, all.rewards));
    // What something is called: its alias, or its identifier.
    let named = |id: &String, alias: Option<String>| {
        let name = alias.map_or(id.clone(), |alias| alias);
        let is_name = is_plain(id) && !id.is_empty() && !name.is_empty();
        ensure(is_name, wrong(INDEX, None, "identifiers without control characters, and no empty names")).map(|()| name)
    };
    for (id, reward) in amounts.into_iter().flat_map(|Once(rewards)| rewards) {
        let name = named(&id, reward.alias)?;
        let are_known = reward.parts.iter().all(|part| PARTS_OF_REWARDS.contains(&part.as_str()));
        ensure(are_known, wrong(INDEX, None, "rewards of states, choices and branches alone"))?;
        let file = |part: &str| format!("annotations/rewards/{id}/{part}/values.bin");
        let files = PARTS_OF_REWARDS.map(|part| reward.parts.contains(part).then(|| file(part)));
        ensure(rewards.insert(name, (reward.kind, files)).is_none(), wrong(INDEX, None, "no reward twice"))?;
    }
    for (id, label) in aps.into_iter().flat_map(|Once(labels)| labels) {
        ensure(label.is_of_states(), wrong(INDEX, None, "labels of states alone, of the type bool"))?;
        let (name, file) = (named(&id, label.alias)?, format!("annotations/aps/{id}/states/values.bin"));
        ensure(labels.insert(name, file).is_none(), wrong(INDEX, None, "no label twice"))?;
    }
    Ok((system, labels, rewards))
}

/// The digest of the model in these files.
///
/// # Errors
///
/// If the index is not as it has to be.
pub fn digest(files: &Files) -> Result<Digest, Wrong> {
    let (system, labels, rewards) = index(files, Vec::clone)?;
    Ok(digest_of(files, |file| Digest::of(file), &system, &labels, &rewards))
}

/// Whether a number is in a set; an absent one is empty.
fn has(set: Option<&[u8]>, number: usize) -> bool {
    set.is_some_and(|set| set[number / 8] >> (number % 8) & 1 == 1)
}

// ANCHOR: models-digest
/// The digest of a model: of a text with a line for each fact of the index that is used, and one for each array that may be used, as `sha256sum` writes it.
fn digest_of<T>(
    files: &BTreeMap<String, T>,
    sum: impl Fn(&T) -> Digest,
    system: &System,
    labels: &Labels,
    rewards: &Kinds,
) -> Digest {
    let System { players, states, choices, branches, .. } = system;
    let kind = system.probability.as_ref().map_or("none", |kind| &kind.name);
    let mut text =
        format!("players {players}\nstates {states}\nchoices {choices}\nbranches {branches}\nprobabilities {kind}\n");
    for (label, file) in labels {
        text += &format!("label {} {file}\n", serde_json::Value::from(label.as_str()));
    }
    for (reward, (kind, names)) in rewards {
        for file in names.iter().flatten() {
            text += &format!("reward {} {} {file}\n", serde_json::Value::from(reward.as_str()), kind.name);
        }
    }
    let mut annotated: BTreeSet<&String> = labels.values().collect();
    annotated.extend(rewards.values().flat_map(|(_, names)| names.iter().flatten()));
    for (name, file) in files {
        let is_array = !name.contains('/') && name.ends_with(".bin") || annotated.contains(name);
        if is_array {
            let digest: String = sum(file).0.iter().map(|byte| format!("{byte:02x}")).collect();
            text += &format!("{digest}  {name}\n");
        }
    }
    Digest::of(text.as_bytes())
}
// ANCHOR_END: models-digest
