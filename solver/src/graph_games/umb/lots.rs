//! The probabilities of the branches of each choice, as weights: natural numbers, whose sum is the common denominator. Models have few different lists of
//! them: each is kept once.

use std::collections::HashMap;

use checker::failure::Failure;
use games::models::Model;

use super::Doubles;

/// So many different lists are looked for when one is read; those beyond are kept as often as they occur.
const MOST_KNOWN: usize = 1 << 16;

/// Lists of numbers.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// By list: where it ends.
    ends: Vec<u32>,
    numbers: Vec<u64>,
}

impl Lists {
    /// Adds one.
    pub fn push(&mut self, list: impl IntoIterator<Item = u64>) {
        self.numbers.extend(list);
        self.ends.push(self.numbers.len() as u32);
    }

    pub fn count(&self) -> usize {
        self.ends.len()
    }

    pub fn at(&self, list: usize) -> &[u64] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.numbers[start as usize..self.ends[list] as usize]
    }
}

/// The weights of all choices.
#[derive(Debug, Default)]
pub(super) struct Lots {
    /// By choice: the number of its list.
    choices: Vec<u32>,
    /// All lists, each once.
    pub lists: Lists,
}

impl Lots {
    /// Reads them; or says which branch or choice is not covered.
    pub fn read(model: &Model, doubles: Doubles) -> Result<Self, Failure> {
        let [_, count, _] = model.counts;
        let (mut choices, mut lists) = (Vec::with_capacity(count), Lists::default());
        let (mut known, mut simplest, mut own) = (HashMap::new(), doubles.known(), Vec::new());
        for choice in 0..count {
            own.clear();
            if let Some(known) = simplest.as_mut().filter(|known| known.len() > MOST_KNOWN) {
                known.clear();
            }
            model.weigh(choice, &mut simplest, &mut own)?;
            if let Some(&list) = known.get(&own) {
                choices.push(list);
                continue;
            }
            let list = lists.count() as u32;
            choices.push(list);
            lists.push(own.iter().copied());
            if known.len() < MOST_KNOWN {
                known.insert(own.clone(), list);
            }
        }
        Ok(Self { choices, lists })
    }

    /// The number of the list of a choice.
    pub fn list(&self, choice: usize) -> usize {
        self.choices[choice] as usize
    }

    /// The weights of a choice, branch after branch.
    pub fn of(&self, choice: usize) -> &[u64] {
        self.lists.at(self.list(choice))
    }
}
