//! Models of others: UMB, the unified Markov binary format, as a game in which somebody wants to reach states with a label.
//!
//! A model has states, choices of the player who owns a state, and branches, drawn by lot, of a choice. Here are read: what the archive holds, already
//! unpacked, for discrete time and any number of players, with probabilities that are rational numbers or doubles. Left is the coalition that maximises the
//! probability; a play that never ends is lost for it where a goal must be reached, and won where it is enough not to be stopped. Source: the specification of UMB, version 1
//! (pmc-tools/umb).

use std::collections::BTreeMap;

use games::models;
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Zero as _};
use serde::Deserialize;

use super::Draw;
use super::bounded;

mod lots;
mod put;
pub mod wrong;

use lots::Lots;
pub use put::Put;
pub use wrong::{Files, WrongModel};

/// How doubles are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doubles {
    /// As the number that each is.
    #[default]
    AsWritten,
    /// As the fraction with the least denominator that is within 2^-50 of it, as a part of it: what its last digits were meant to be.
    Simplest,
}

/// Who wants to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coalition {
    /// All players.
    All,
    /// No player: all of them want to avoid it.
    Nobody,
    /// Players by their names, or by their numbers from 0.
    Players(Vec<String>),
}

#[derive(Deserialize)]
struct Index {
    #[serde(rename = "format-version")]
    version: u64,
    #[serde(rename = "transition-system")]
    system: System,
    annotations: Option<Annotations>,
}

#[derive(Deserialize)]
struct Annotations {
    aps: Option<BTreeMap<String, Label>>,
    rewards: Option<BTreeMap<String, Annotation>>,
}

#[derive(Deserialize)]
struct Label {
    alias: Option<String>,
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
    probabilities: Option<Type>,
    #[serde(rename = "player-names")]
    player_names: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Type {
    #[serde(rename = "type")]
    name: String,
    size: Option<u64>,
}

#[derive(Deserialize)]
struct Annotation {
    alias: Option<String>,
    #[serde(rename = "type")]
    kind: Option<Type>,
    #[serde(rename = "applies-to", default)]
    parts: Vec<String>,
}

/// A reward: its identifier, and how amounts are written.
#[derive(Clone, Debug)]
pub struct Reward {
    id: String,
    is_rational: bool,
    parts: Vec<String>,
}

impl Reward {
    fn read(id: String, annotation: Annotation) -> Result<(String, Self), WrongModel> {
        let is_rational = match annotation.kind.as_ref().map(|kind| (kind.name.as_str(), kind.size)) {
            Some(("double", None | Some(64))) => false,
            Some(("rational", None | Some(128))) => true,
            _ => {
                return Err(WrongModel::Kind(
                    "a reward that is written neither as doubles nor as rational numbers of 128 bits",
                ));
            }
        };
        let name = annotation.alias.unwrap_or_else(|| id.clone());
        Ok((name, Self { id, is_rational, parts: annotation.parts }))
    }

    /// The name and the bytes of the file about so many states, choices or branches. Without a file all of them have 0.
    fn file<'a>(&self, files: &'a Files, part: &str, count: usize) -> Result<Option<(String, &'a [u8])>, WrongModel> {
        if !self.parts.iter().any(|known| known == part) {
            return Ok(None);
        }
        let file = format!("annotations/rewards/{}/{part}/values.bin", self.id);
        let bytes = sized(files, &file, count * if self.is_rational { 16 } else { 8 })?;
        Ok(bytes.map(|bytes| (file, bytes)))
    }
}

/// What a reward may be about.
pub(super) const PARTS: [&str; 3] = ["states", "choices", "branches"];

/// What a reward is at so many states, choices or branches; none if it says nothing of them.
///
/// # Errors
///
/// If the file has another length, or an amount is none.
pub fn amounts(
    files: &Files,
    reward: &Reward,
    part: &str,
    count: usize,
    doubles: Doubles,
) -> Result<Option<Vec<BigRational>>, WrongModel> {
    let Some((file, bytes)) = reward.file(files, part, count)? else { return Ok(None) };
    let words: Vec<u64> = numbers(bytes).collect();
    let of = |place: usize| match reward.is_rational {
        true => {
            let [numerator, denominator] = [words[2 * place], words[2 * place + 1]];
            let signed = |denominator: u64| BigRational::new(numerator.cast_signed().into(), denominator.into());
            (denominator > 0).then(|| signed(denominator))
        }
        false => {
            let double = f64::from_bits(words[place]);
            let size = if doubles == Doubles::Simplest { simplest(double.abs()) } else { exact(double.abs()) };
            let wide = |size: Ratio<u64>| BigRational::new((*size.numer()).into(), (*size.denom()).into());
            size.map(|size| if double < 0.0 { -wide(size) } else { wide(size) })
        }
    };
    let amount = |place| of(place).ok_or_else(|| WrongModel::Amount(file.clone(), place));
    (0..count).map(amount).collect::<Result<_, _>>().map(Some)
}

/// A model that was read.
#[derive(Clone, Debug)]
pub struct Model {
    /// How many states, choices and branches there are.
    counts: [usize; 3],
    players: Vec<String>,
    /// Whose each state is.
    owner: Vec<u32>,
    /// For each state where its choices begin; the end of the last.
    choices: Vec<u32>,
    /// For each choice where its branches begin; the end of the last.
    branches: Vec<u32>,
    targets: Vec<u32>,
    lots: Lots,
    /// The initial states.
    pub initial: Vec<u32>,
    labels: BTreeMap<String, Vec<bool>>,
    /// The rewards, by name.
    pub rewards: BTreeMap<String, Reward>,
}

/// Numbers of 8 bytes.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8 bytes")))
}

/// The bytes of a file, which must be so many.
fn sized<'a>(files: &'a Files, name: &str, required: usize) -> Result<Option<&'a [u8]>, WrongModel> {
    let Some(bytes) = files.get(name) else { return Ok(None) };
    match bytes.len() == required {
        true => Ok(Some(bytes)),
        false => Err(WrongModel::Size(name.to_owned(), bytes.len(), required)),
    }
}

/// Whose each state is, of so many players.
fn owners(files: &Files, states: usize, players: u32) -> Result<Vec<u32>, WrongModel> {
    let owner = match sized(files, "state-to-player.bin", 4 * states)? {
        None => vec![0; states],
        Some(_) if players == 0 && states > 0 => return Err(WrongModel::Player(0, 0)),
        Some(bytes) => {
            bytes.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("4 bytes"))).collect()
        }
    };
    match owner.iter().enumerate().find(|(_, player)| **player >= players.max(1)) {
        Some((state, player)) => Err(WrongModel::Player(state, *player)),
        None => Ok(owner),
    }
}

/// Where the parts of each begin: of a file, or one part each if it is not there.
fn ranges(files: &Files, name: &'static str, count: usize, parts: usize) -> Result<Vec<u32>, WrongModel> {
    let Some(bytes) = sized(files, name, 8 * (count + 1))? else {
        return if count == parts { Ok((0..=count as u32).collect()) } else { Err(WrongModel::Missing(name)) };
    };
    let mut found = Vec::with_capacity(count + 1);
    for (place, number) in numbers(bytes).enumerate() {
        let (last, end) = (found.last().copied().unwrap_or(0), parts as u64);
        let fits = u32::try_from(number).ok().filter(|start| {
            *start >= last && number <= end && (place > 0 || *start == 0) && (place < count || number == end)
        });
        found.push(fits.ok_or(WrongModel::Ranges(name, place, number))?);
    }
    Ok(found)
}

/// A set as bits, of so many.
fn bits(files: &Files, name: &str, count: usize) -> Result<Vec<bool>, WrongModel> {
    let bytes = sized(files, name, count.div_ceil(64) * 8)?;
    Ok((0..count).map(|place| bytes.is_some_and(|bytes| bytes[place / 8] >> (place % 8) & 1 == 1)).collect())
}

/// The number that a double is, if it is not negative, and numerator and denominator are below 2^64.
fn exact(double: f64) -> Option<Ratio<u64>> {
    let fits = double >= 0.0;
    let number = Ratio::<num_bigint::BigInt>::from_float(double).filter(|_| fits)?;
    Some(Ratio::new(u64::try_from(number.numer()).ok()?, u64::try_from(number.denom()).ok()?))
}

/// The fraction with the least denominator in an interval, both ends included: of the numbers on the way that continued fractions take.
fn simplest_between(low: &Ratio<BigUint>, high: &Ratio<BigUint>) -> Ratio<BigUint> {
    let whole = low.trunc();
    if whole == *low {
        return whole;
    }
    let next = &whole + Ratio::one();
    if next <= *high {
        return next;
    }
    let rest = simplest_between(&(high - &whole).recip(), &(low - &whole).recip());
    whole + rest.recip()
}

/// The fraction with the least denominator within 2^-50 of a double, as a part of it.
fn simplest(double: f64) -> Option<Ratio<u64>> {
    if double.fract() == 0.0 {
        return exact(double);
    }
    if double.is_nan() || double < 0.0 {
        return None;
    }
    let number = Ratio::<num_bigint::BigInt>::from_float(double)?;
    let own = Ratio::new(number.numer().magnitude().clone(), number.denom().magnitude().clone());
    // Tools compute with doubles: 1 - 0.9 is two units in the last place below 0.1. Eight of them are 2^-49 of the number, or less.
    let room = &own / BigUint::from(1_u64 << 50);
    let (low, high) = (&own - &room, &own + &room);
    let found = simplest_between(&low, &high);
    Some(Ratio::new(u64::try_from(found.numer()).ok()?, u64::try_from(found.denom()).ok()?))
}

impl Model {
    /// Reads the files of an archive.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn read(files: &Files, doubles: Doubles) -> Result<Self, WrongModel> {
        Self::take(&mut files.clone(), doubles)
    }

    /// The same; each array is taken out of the files when it has been read, so that a large one is not there twice.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn take(files: &mut Files, doubles: Doubles) -> Result<Self, WrongModel> {
        let index = files.get("index.json").ok_or(WrongModel::Missing("index.json"))?;
        let index: Index = serde_json::from_slice(index).map_err(|error| bounded::no_index(&error))?;
        if index.version != 1 {
            return Err(WrongModel::Index(format!("found format version {}, required 1", index.version)));
        }
        let system = index.system;
        if system.time != "discrete" {
            return Err(WrongModel::Kind("another time than discrete"));
        }
        if system.observations.unwrap_or(0) > 0 {
            return Err(WrongModel::Kind("observations"));
        }
        let all = system.states.saturating_add(system.choices).saturating_add(system.branches);
        if system.states.saturating_add(system.choices) >= 1 << 32 || all >= 1 << 40 {
            return Err(WrongModel::TooLarge(all));
        }
        let [states, choices, branches] =
            [system.states, system.choices, system.branches].map(|count| usize::try_from(count).expect("below 2^40"));
        // Each branch has its target in a file, so that nothing is larger than the archive.
        const TARGETS: &str = "branch-to-target.bin";
        sized(files, TARGETS, 8 * branches)?.ok_or(WrongModel::Missing(TARGETS))?;
        bounded::arrays(files, [states, choices, branches])?;
        models::check_index(files)
            .map_err(|wrong| WrongModel::Index(format!("found something else, required {}", wrong.required)))?;
        const CHOICES: &str = "state-to-choices.bin";
        const BRANCHES: &str = "choice-to-branches.bin";
        let choices_of = ranges(files, CHOICES, states, choices)?;
        files.remove(CHOICES);
        let branches_of = ranges(files, BRANCHES, choices, branches)?;
        files.remove(BRANCHES);
        let mut targets = Vec::with_capacity(branches);
        for (branch, target) in numbers(&files.remove(TARGETS).unwrap_or_default()).enumerate() {
            let target = u32::try_from(target)
                .ok()
                .filter(|target| (*target as usize) < states)
                .ok_or(WrongModel::Target(branch, target))?;
            targets.push(target);
        }
        let players =
            system.player_names.unwrap_or_else(|| (0..system.players).map(|player| player.to_string()).collect());
        if system.players == 0 && choices_of.windows(2).any(|ends| ends[1] - ends[0] > 1) {
            return Err(WrongModel::Kind("a state with two choices in a Markov chain"));
        }
        let owner = owners(files, states, system.players)?;
        files.remove("state-to-player.bin");
        let lots = lots(files, system.probabilities.as_ref(), &branches_of, doubles)?;
        files.remove(PROBABILITIES);
        let mut labels = BTreeMap::new();
        let (aps, rewards) = index.annotations.map_or_else(Default::default, |all| (all.aps, all.rewards));
        let (aps, rewards) = (aps.unwrap_or_default(), rewards.unwrap_or_default());
        bounded::labels(files, aps.keys(), states)?;
        for (id, label) in &aps {
            let set = bits(files, &format!("annotations/aps/{id}/states/values.bin"), states)?;
            labels.insert(label.alias.as_ref().unwrap_or(id).clone(), set);
        }
        let rewards = rewards.into_iter().map(|(id, annotation)| Reward::read(id, annotation));
        let rewards: BTreeMap<String, Reward> = rewards.collect::<Result<_, _>>()?;
        // What nobody asks for is checked, too: the checker reads it.
        for (reward, (part, count)) in rewards
            .values()
            .flat_map(|reward| PARTS.iter().zip([states, choices, branches]).map(move |of| (reward, of)))
        {
            reward.file(files, part, count)?;
        }
        let initial = bits(files, "state-is-initial.bin", states)?;
        let initial = (0..).zip(&initial).filter(|(_, is_initial)| **is_initial).map(|(state, _)| state).collect();
        if let Some((choice, sum)) = lots.wrong_sum() {
            let state = choices_of.partition_point(|&start| start as usize <= choice) - 1;
            return Err(WrongModel::Sum(choice, state, sum));
        }
        let counts = [states, choices, branches];
        let (choices, branches) = (choices_of, branches_of);
        Ok(Self { counts, players, owner, choices, branches, targets, lots, initial, labels, rewards })
    }

    /// Lets go of the arrays, when everything has been asked. What is told of the model remains.
    pub fn forget(&mut self) {
        (self.owner, self.choices, self.branches, self.targets) = Default::default();
        (self.lots, self.labels) = Default::default();
    }

    /// How many states, choices and branches there are.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// The names of the players; none of a Markov chain.
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The states with a label.
    ///
    /// # Errors
    ///
    /// [`WrongModel::Label`] if there is no such label.
    pub fn labelled(&self, label: &str) -> Result<&[bool], WrongModel> {
        let known = || self.labels.keys().cloned().collect();
        self.labels.get(label).map(Vec::as_slice).ok_or_else(|| WrongModel::Label(label.to_owned(), known()))
    }

    /// The numbers of the players who want to reach, increasing. A coalition names its players, or counts them from 1, as PRISM does.
    ///
    /// # Errors
    ///
    /// [`WrongModel::PlayerName`] if there is no such player.
    pub fn maximisers(&self, coalition: &Coalition) -> Result<Vec<u32>, WrongModel> {
        let all = 0..self.players.len() as u32;
        let names = match coalition {
            Coalition::All => return Ok(all.collect()),
            Coalition::Nobody => return Ok(Vec::new()),
            Coalition::Players(names) => names,
        };
        let mut found = Vec::new();
        for name in names {
            let number = self.players.iter().position(|player| player == name);
            // PRISM counts players from 1.
            let counted = || (1..=self.players.len()).position(|number| number.to_string() == *name);
            let number = number.or_else(counted);
            let number = number.ok_or_else(|| WrongModel::PlayerName(name.clone(), self.players.clone()))?;
            found.push(number as u32);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The numbers of the players who want much: those of the coalition, or, if it wants little, all others.
    ///
    /// # Errors
    ///
    /// [`WrongModel::PlayerName`] if there is no such player; [`WrongModel::Optimum`] if it is not said what the coalition wants, and there are players.
    pub fn coalition(&self, coalition: &Coalition, is_min: Option<bool>) -> Result<Vec<u32>, WrongModel> {
        let found = self.maximisers(coalition)?;
        let others = || (0..self.players.len() as u32).filter(|player| !found.contains(player)).collect();
        match is_min {
            None if !self.players.is_empty() => Err(WrongModel::Optimum),
            Some(true) => Ok(others()),
            _ => Ok(found),
        }
    }

    /// The choices of a state.
    #[must_use]
    pub fn choices(&self, state: usize) -> std::ops::Range<usize> {
        self.choices[state] as usize..self.choices[state + 1] as usize
    }

    /// Whose a state is.
    #[must_use]
    pub fn owner(&self, state: usize) -> u32 {
        self.owner[state]
    }

    /// The branches of a choice.
    pub(super) fn branches(&self, choice: usize) -> std::ops::Range<usize> {
        self.branches[choice] as usize..self.branches[choice + 1] as usize
    }

    /// The branches of a choice with a probability above 0, each with its number.
    pub fn drawn(&self, choice: usize) -> impl Iterator<Item = (usize, Draw)> {
        let draws = self.branches(choice).zip(self.lots.of(choice));
        let draws = draws.map(|(branch, &weight)| (branch, Draw { to: self.targets[branch], weight }));
        draws.filter(|(_, draw)| !draw.weight.is_zero())
    }
}

const PROBABILITIES: &str = "branch-to-probability.bin";

/// The probabilities of the branches of choices that begin at these.
fn lots(files: &Files, kind: Option<&Type>, starts: &[u32], doubles: Doubles) -> Result<Lots, WrongModel> {
    let Some(kind) = kind else { return Lots::read(&[], 0, starts, |_, _| Ok(Ratio::one())) };
    let branches = starts[starts.len() - 1] as usize;
    let read = |width| sized(files, PROBABILITIES, width * branches)?.ok_or(WrongModel::Missing(PROBABILITIES));
    match (kind.name.as_str(), kind.size) {
        ("double", None | Some(64)) => Lots::read(read(8)?, 8, starts, |branch, bytes| {
            let double = f64::from_le_bytes(bytes.try_into().expect("8 bytes"));
            let found = if doubles == Doubles::Simplest { simplest(double) } else { exact(double) };
            let found = found.filter(|found| *found <= Ratio::one());
            found.ok_or_else(|| WrongModel::Probability(branch, double.to_string()))
        }),
        ("rational", None | Some(128)) => Lots::read(read(16)?, 16, starts, |branch, bytes| {
            let [numerator, denominator] =
                [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes")));
            // A negative numerator is above every denominator that is admitted.
            let fits = denominator > 0 && numerator <= denominator && numerator >> 63 == 0;
            fits.then(|| Ratio::new(numerator, denominator))
                .ok_or_else(|| WrongModel::Probability(branch, format!("{numerator}/{denominator}")))
        }),
        ("double" | "rational", _) => {
            Err(WrongModel::Kind("probabilities of another size than 64 bits, or than twice 64 bits"))
        }
        _ => Err(WrongModel::Kind("probabilities that are neither doubles nor rational numbers")),
    }
}
