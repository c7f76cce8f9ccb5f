//! A model that was built: states, choices, branches, labels, rewards, owners, and what each state is.

use std::hash::{BuildHasherDefault, Hasher};

use crate::number::Number;
use crate::program::Sort;
use crate::resolve::Variable;

/// A reward: for each state, and for each choice, the number of its amount; none if all are 0.
#[derive(Clone, Debug)]
pub struct Reward {
    /// Its name; empty if it has none.
    pub name: String,
    /// Amounts of states.
    pub states: Option<Vec<u32>>,
    /// Amounts of choices: in a Markov chain the mean of those of the commands.
    pub choices: Option<Vec<u32>>,
}

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Which kind it is.
    pub sort: Sort,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The initial states, increasing.
    pub initial: Vec<u32>,
    /// For each state where its choices begin; the number of all at the end. A state without a choice is a deadlock.
    pub choices: Vec<u32>,
    /// For each choice where its branches begin; the number of all at the end.
    pub branches: Vec<u32>,
    /// For each branch its state. Those of a choice are different, and increase.
    pub targets: Vec<u32>,
    /// For each branch the number of its probability, which is above 0.
    pub probabilities: Vec<u32>,
    /// Probabilities and rewards, each once.
    pub numbers: Vec<Number>,
    /// For each choice its action, a number of a name.
    pub actions: Vec<u32>,
    /// The names of actions; the first is empty.
    pub action_names: Vec<String>,
    /// Whose each state is, a number of a player; empty if there is at most one player.
    pub owners: Vec<u32>,
    /// The names of the players of a game, in the order of the file: PRISM counts them from 1.
    pub players: Vec<String>,
    /// The labels, each with a bit for each state; `init` and `deadlock` come first.
    pub labels: Vec<(String, Vec<u64>)>,
    /// The rewards.
    pub rewards: Vec<Reward>,
    pub(crate) words: usize,
    pub(crate) packed: Vec<u64>,
}

impl Model {
    /// How many states, choices and branches there are.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        [self.choices.len() - 1, self.branches.len() - 1, self.targets.len()]
    }

    /// The values of the variables in a state; a Boolean is 0 or 1.
    #[must_use]
    pub fn values(&self, state: usize) -> Vec<i64> {
        let words = &self.packed[state * self.words..];
        self.variables.iter().map(|variable| variable.of(words)).collect()
    }

    /// A state in words, such as `s=3, sent=true`.
    #[must_use]
    pub fn state(&self, state: usize) -> String {
        shown(&self.variables, &self.values(state))
    }

    /// The probability of a branch.
    #[must_use]
    pub fn probability(&self, branch: usize) -> &Number {
        &self.numbers[self.probabilities[branch] as usize]
    }

    /// Whether a state has a label; none if there is no such label.
    #[must_use]
    pub fn has(&self, label: &str, state: usize) -> Option<bool> {
        let (_, set) = self.labels.iter().find(|(name, _)| name == label)?;
        Some(set[state / 64] >> (state % 64) & 1 == 1)
    }

    /// What a reward is called: by its name, or, if it has none, by its number from 1, as in `R{1}`.
    #[must_use]
    pub fn reward_name(&self, number: usize) -> String {
        match self.rewards[number].name.as_str() {
            "" => (number + 1).to_string(),
            name => name.to_owned(),
        }
    }

    /// What each state is, as CSV: its number, and the values of the variables.
    #[must_use]
    pub fn states(&self) -> String {
        use std::fmt::Write as _;
        let mut text = "state".to_owned();
        for variable in &self.variables {
            text += ",";
            text += &variable.name;
        }
        for state in 0..self.counts()[0] {
            let _ = write!(text, "\n{state}");
            for (variable, value) in self.variables.iter().zip(self.values(state)) {
                let _ = if variable.is_bool { write!(text, ",{}", value != 0) } else { write!(text, ",{value}") };
            }
        }
        text + "\n"
    }
}

/// The values of variables in words.
pub(crate) fn shown(variables: &[Variable], values: &[i64]) -> String {
    let one = |(variable, value): (&Variable, &i64)| match variable.is_bool {
        true => format!("{}={}", variable.name, *value != 0),
        false => format!("{}={value}", variable.name),
    };
    variables.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}

impl Variable {
    #[inline]
    pub(crate) fn of(&self, words: &[u64]) -> i64 {
        // The mask is below 2^63, for ranges are.
        self.low.wrapping_add((words[self.word] >> self.shift & self.mask) as i64)
    }

    #[inline]
    pub(crate) fn put(&self, words: &mut [u64], value: i64) {
        let word = &mut words[self.word];
        *word = *word & !(self.mask << self.shift) | (value.wrapping_sub(self.low) as u64) << self.shift;
    }
}

/// States by their words: their numbers, found by a hash with open places. The order of the numbers does not depend on it.
#[derive(Debug)]
pub(crate) struct States {
    pub words: usize,
    pub packed: Vec<u64>,
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl States {
    pub fn new(words: usize) -> Self {
        Self { words, packed: Vec::new(), table: vec![FREE; 1 << 10] }
    }

    pub fn count(&self) -> usize {
        self.packed.len() / self.words
    }

    pub fn bytes(&self) -> usize {
        8 * self.packed.capacity() + 4 * self.table.capacity()
    }

    #[inline]
    fn place(words: &[u64], mask: usize) -> usize {
        let mut hash = 0_u64;
        for word in words {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20 & mask
    }

    /// The number of a state, which is a new one if it was not there.
    #[inline]
    pub fn number(&mut self, state: &[u64]) -> u32 {
        let mask = self.table.len() - 1;
        let mut place = Self::place(state, mask);
        loop {
            match self.table[place] {
                FREE => break,
                number => {
                    let own = number as usize * self.words;
                    if self.packed[own..own + self.words] == *state {
                        return number;
                    }
                }
            }
            place = (place + 1) & mask;
        }
        let number = self.count() as u32;
        self.table[place] = number;
        self.packed.extend_from_slice(state);
        if self.count() * 5 > self.table.len() * 3 {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table = vec![FREE; mask + 1];
        for (number, state) in (0..).zip(self.packed.chunks_exact(self.words)) {
            let mut place = Self::place(state, mask);
            while self.table[place] != FREE {
                place = (place + 1) & mask;
            }
            self.table[place] = number;
        }
    }
}

/// A quick hash of short numbers.
#[derive(Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// Numbers, each once.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub all: Vec<Number>,
    known: std::collections::HashMap<Number, u32, BuildHasherDefault<Quick>>,
}

impl Numbers {
    pub fn number(&mut self, value: &Number) -> u32 {
        if let Some(number) = self.known.get(value) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(value.clone());
        self.known.insert(value.clone(), number);
        number
    }
}
