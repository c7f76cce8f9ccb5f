//! Models of others: UMB, the unified Markov binary format, as a game in which somebody wants to reach states with a label.
//!
//! A model has states, choices of the player who owns a state, and branches, drawn by lot, of a choice. The reader of the checker reads it (`games::models`);
//! here its probabilities are collected, and coalitions are named. Left is the coalition that maximises the probability; a play that never ends is lost for
//! it where a goal must be reached, and won where it is enough not to be stopped.

use std::collections::BTreeMap;
use std::ops::Range;

use checker::certificate::Digest;
use checker::failure::Failure;
use games::models::{self, Array, Known, Literal};

mod lots;
mod put;
mod wrong;

use lots::Lots;
pub use put::Put;
pub use wrong::WrongModel;

/// How doubles are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doubles {
    /// As the number that each is.
    #[default]
    AsWritten,
    /// As the fraction with the least denominator that is within 2^-50 of it, as a part of it: what its last digits were meant to be.
    Simplest,
}

impl Doubles {
    /// What the reader remembers, if it looks for simplest fractions.
    pub(super) fn known(self) -> Option<Known> {
        (self == Self::Simplest).then(Known::new)
    }
}

/// Who wants to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coalition {
    /// All players.
    All,
    /// No player: all of them want to avoid it.
    Nobody,
    /// Players by their names, or by their numbers from 1.
    Players(Vec<String>),
}

/// A model that was read.
#[derive(Debug)]
pub struct Model {
    /// What certificates name it by.
    pub digest: Digest,
    /// How many states, choices and branches there are.
    counts: [usize; 3],
    players: Vec<String>,
    /// The initial states.
    pub initial: Vec<u32>,
    /// None if they have been let go of.
    arrays: Option<models::Model>,
    lots: Lots,
}

impl Model {
    /// Reads the files of an archive. Each is let go of when it has been read, so that a large one is not there twice.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn read(files: BTreeMap<String, impl Into<Array>>, doubles: Doubles) -> Result<Self, WrongModel> {
        let arrays = models::Model::read(files).map_err(WrongModel::File)?;
        let lots = Lots::read(&arrays, doubles).map_err(|failure| match failure {
            Failure::Uncovered(what, number) => WrongModel::Probability(what, number),
            other => unreachable!("{other:?}"),
        })?;
        let numbered = || (0..arrays.players).map(|player| player.to_string()).collect();
        let players = arrays.names.clone().unwrap_or_else(numbered);
        let initial = arrays.initial().map(|state| state as u32).collect();
        Ok(Self { digest: arrays.digest, counts: arrays.counts, players, initial, arrays: Some(arrays), lots })
    }

    /// Lets go of the arrays, when everything has been asked. What is told of the model remains.
    pub fn forget(&mut self) {
        (self.arrays, self.lots) = Default::default();
    }

    /// What was read.
    pub(super) fn arrays(&self) -> &models::Model {
        self.arrays.as_ref().expect("it is not forgotten yet")
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

    /// Of each state whether it is in a set; or what is said, if there is none.
    ///
    /// # Errors
    ///
    /// [`WrongModel::Label`] if there is no such label.
    pub fn set(&self, literal: &Option<Literal>, default: bool) -> Result<Vec<bool>, WrongModel> {
        let Some(Literal { label, negated }) = literal else { return Ok(vec![default; self.counts[0]]) };
        let arrays = self.arrays();
        if !arrays.labels().any(|known| known == label) {
            return Err(WrongModel::Label(label.clone(), arrays.labels().map(str::to_owned).collect()));
        }
        let has = arrays.labelled(label);
        Ok((0..self.counts[0]).map(|state| has(state) != *negated).collect())
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
    pub fn choices(&self, state: usize) -> Range<usize> {
        self.arrays().choices_of(state)
    }

    /// Whose a state is.
    #[must_use]
    pub fn owner(&self, state: usize) -> u32 {
        self.arrays().owner(state) as u32
    }

    /// The branches of a choice with a probability above 0: the number of each, the state that it leads to, and its weight.
    pub(super) fn drawn(&self, choice: usize) -> impl Iterator<Item = (usize, u32, u64)> {
        let arrays = self.arrays();
        let drawn = arrays.branches_of(choice).zip(self.lots.of(choice)).filter(|(_, weight)| **weight > 0);
        drawn.map(|(branch, &weight)| (branch, arrays.target(branch) as u32, weight))
    }

    /// The sum of the weights of a choice.
    pub(super) fn weights(&self, choice: usize) -> u64 {
        self.lots.of(choice).iter().sum()
    }
}
