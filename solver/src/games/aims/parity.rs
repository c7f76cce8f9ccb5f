//! Parity: how probable Left can make it that the greatest priority seen for ever is even, and the labels that show it.
//!
//! Priorities become rewards so far apart that the sign of a mean payoff says which one is the greatest. Labels are found by raising them until they are right.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::arena::{Arena, Place, Step};
use super::threshold::{self, is_quiet};

/// A label: its parts by index, the least index first.
type Label = Vec<u32>;

/// The probabilities.
#[must_use]
pub fn solve(arena: &Arena, priorities: &[u8]) -> Vec<BigRational> {
    let mut known: Vec<u8> = priorities.to_vec();
    known.sort_unstable();
    known.dedup();
    // In a class of n positions each is seen in more than one of n/p^(n-1) steps, where p is the least probability of a step.
    let least = arena.steps.iter().flat_map(|step| match step {
        Step::Chance(list) => list.iter().map(|(weight, _)| weight.clone()).collect(),
        Step::Toss(_) => vec![BigRational::new(1.into(), 2.into())],
        Step::Turn(..) => vec![],
    });
    let rare = least.min().map_or_else(BigInt::one, |least| least.recip().ceil().to_integer());
    let count = arena.steps.len();
    let base = BigInt::from(2 * count) * rare.pow(u32::try_from(count).expect("few positions"));
    let reward = |priority: &u8| {
        let rank = known.binary_search(priority).expect("it is known");
        let amount = base.pow(u32::try_from(rank).expect("few priorities"));
        BigRational::from_integer(if priority.is_multiple_of(2) { amount } else { -amount })
    };
    let rewards: Vec<BigRational> = priorities.iter().map(reward).collect();
    threshold::solve(arena, &rewards, &BigRational::zero()).probability
}

/// Left's labels for the right numbers: for each odd index up to a greatest one, the least index first, a part for each position. None if the numbers are
/// not right.
#[must_use]
pub fn labels(arena: &Arena, priorities: &[u8], greatest: u8, x: &[BigRational]) -> Option<Vec<Vec<u32>>> {
    let indices: Vec<u8> = (1..=greatest).step_by(2).collect();
    let count = arena.steps.len();
    let most = u32::try_from(count).expect("few positions");
    let asked: Vec<Place> = (0..count).filter(|&place| x[place].is_positive() && is_quiet(arena, place, x)).collect();
    let lifting = Lifting { arena, indices: &indices, most, x };
    let mut all: Vec<Label> = vec![vec![0; indices.len()]; count];
    loop {
        let mut is_changed = false;
        for &place in &asked {
            let least = lifting.least(place, priorities[place], &all)?;
            if compare(&least, &all[place], 0).is_gt() {
                all[place] = least;
                is_changed = true;
            }
        }
        if !is_changed {
            return Some((0..indices.len()).map(|part| all.iter().map(|label| label[part]).collect()).collect());
        }
    }
}

/// Compares the parts from one on; the greatest index decides.
fn compare(one: &[u32], other: &[u32], from: usize) -> std::cmp::Ordering {
    one[from..].iter().rev().cmp(other[from..].iter().rev())
}

/// What labels are raised by.
struct Lifting<'a> {
    arena: &'a Arena,
    /// The odd indices, from the least on.
    indices: &'a [u8],
    /// No part is greater.
    most: u32,
    x: &'a [BigRational],
}

impl Lifting<'_> {
    /// The least label with which a position passes, if there is one.
    fn least(&self, place: Place, priority: u8, all: &[Label]) -> Option<Label> {
        let from = self.indices.partition_point(|&index| index < priority);
        let safe = || self.joined(place, all, &|_| Some((from, false)));
        let safe = if priority.is_multiple_of(2) { safe() } else { None };
        let sides = match &self.arena.steps[place] {
            Step::Toss(_) => 2,
            Step::Turn(..) => 1,
            Step::Chance(list) => list.len(),
        };
        let lucky = (from..self.indices.len()).flat_map(|part| (0..sides).map(move |side| (part, side)));
        let lucky = lucky.filter_map(|(part, side)| {
            self.joined(place, all, &|other| Some(if other == side { (part, true) } else { (part + 1, false) }))
        });
        safe.into_iter().chain(lucky).min_by(|one, other| compare(one, other, 0))
    }

    /// The least label that is at least what each term asks for: of each is said from which part on labels are compared, and whether less is asked for.
    fn joined(&self, place: Place, all: &[Label], asks: &dyn Fn(usize) -> Option<(usize, bool)>) -> Option<Label> {
        let counts = |to: &&Place| self.x[**to] == self.x[place];
        let mut least = vec![0; self.indices.len()];
        let mut raise = |term: usize, label: &Label| {
            let (from, is_less) = asks(term)?;
            let needed = self.above(label, from, is_less)?;
            if compare(&needed, &least, 0).is_gt() {
                least = needed;
            }
            Some(())
        };
        let by = |list: &[Place], player: usize, from: usize| {
            let labels = list.iter().filter(counts).map(|&to| &all[to]);
            let order = |one: &&Label, other: &&Label| compare(one, other, from);
            if player == 0 { labels.min_by(order) } else { labels.max_by(order) }.cloned()
        };
        match &self.arena.steps[place] {
            Step::Toss(lists) => {
                for player in [0, 1] {
                    raise(player, &by(&lists[player], player, asks(player)?.0)?)?;
                }
            }
            Step::Turn(whose, list) => raise(0, &by(list, *whose, asks(0)?.0)?)?,
            Step::Chance(list) => {
                for (term, (_, to)) in list.iter().enumerate() {
                    raise(term, &all[*to])?;
                }
            }
        }
        Some(least)
    }

    /// The least label that is not below another one from a part on, or is above it.
    fn above(&self, label: &Label, from: usize, is_more: bool) -> Option<Label> {
        let mut above = label.clone();
        above[..from.min(label.len())].fill(0);
        if is_more {
            let part = (from..label.len()).find(|&part| above[part] < self.most)?;
            above[from..part].fill(0);
            above[part] += 1;
        }
        Some(above)
    }
}
