//! The probabilities of the branches of each choice. Models have few different lists of them: each is kept once.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use super::WrongModel;
use crate::graph_games::bounded;

/// So many different lists are looked for when one is read; those beyond are kept as often as they occur.
const MOST_KNOWN: usize = 1 << 16;

/// The probabilities of all choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Lots {
    /// By choice: the number of its list.
    lists: Vec<u32>,
    /// By list: where it ends.
    ends: Vec<u32>,
    weights: Vec<Ratio<u64>>,
}

impl Lots {
    /// Reads them, of choices whose branches begin at these numbers, the end of the last one included. Each branch takes so many bytes; `weight` is told its number and these.
    pub fn read(
        bytes: &[u8],
        width: usize,
        starts: &[u32],
        weight: impl Fn(usize, &[u8]) -> Result<Ratio<u64>, WrongModel>,
    ) -> Result<Self, WrongModel> {
        let (mut lists, mut ends, mut weights) = (Vec::with_capacity(starts.len() - 1), Vec::new(), Vec::new());
        let mut known = HashMap::new();
        for own in starts.windows(2).map(|ends| ends[0] as usize..ends[1] as usize) {
            let key = (own.len(), &bytes[width * own.start..width * own.end]);
            if let Some(&list) = known.get(&key) {
                lists.push(list);
                continue;
            }
            for branch in own {
                weights.push(weight(branch, &bytes[width * branch..width * (branch + 1)])?);
            }
            let list = ends.len() as u32;
            lists.push(list);
            ends.push(weights.len() as u32);
            if known.len() < MOST_KNOWN {
                known.insert(key, list);
            }
        }
        Ok(Self { lists, ends, weights })
    }

    /// The number of the list of a choice.
    pub fn list(&self, choice: usize) -> usize {
        self.lists[choice] as usize
    }

    /// The probabilities of a choice, branch after branch.
    pub fn of(&self, choice: usize) -> &[Ratio<u64>] {
        self.at(self.list(choice))
    }

    /// All lists, each once.
    pub fn all(&self) -> impl Iterator<Item = &[Ratio<u64>]> {
        (0..self.ends.len()).map(|list| self.at(list))
    }

    fn at(&self, list: usize) -> &[Ratio<u64>] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.weights[start as usize..self.ends[list] as usize]
    }

    /// The first choice whose probabilities have another sum than 1, and the sum; or have no common denominator below 2^64.
    pub fn wrong_sum(&self) -> Option<(usize, String)> {
        let wide = |weight: &Ratio<u64>| Ratio::new(BigUint::from(*weight.numer()), BigUint::from(*weight.denom()));
        let sum = |own: &[Ratio<u64>]| own.iter().map(wide).fold(Ratio::zero(), |sum, weight| sum + weight);
        let wrong = |own: &[Ratio<u64>]| match bounded::denominators(own) {
            Ok(_) => Some(sum(own)).filter(|sum| !sum.is_one()).map(|sum| sum.to_string()),
            Err(found) => Some(found),
        };
        let sums: Vec<Option<String>> = self.all().map(wrong).collect();
        let choice = self.lists.iter().position(|&list| sums[list as usize].is_some())?;
        Some((choice, sums[self.list(choice)].clone()?))
    }
}
