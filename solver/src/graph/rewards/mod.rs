//! Games in which something is collected at each position: expected total rewards, exactly.
//!
//! Responsible for which values are infinite and why, for policies, and for labels. Left to others: linear systems ([`super::exact`]), what is collected where.
//! Source: the chapter `docs/src/record/format-rewards.md`, whose words are used here.
//!
//! White wants much, Black little. Without a goal a play that never ends adds nothing to what it has collected; with one it is infinite. In the outer place
//! the policy of that player is improved for whom an endless play is bad, against the other player's best response: White's without a goal, Black's with one.
//! Against a policy of White's without a goal Black may keep play for ever where nothing is collected: the value is 0 there, beforehand. Elsewhere the
//! first policies come to an end for sure, and strict improvements keep that: where play could stay for ever, nothing would be collected, and nothing would
//! be improved.

pub mod bounds;
mod infinite;
mod signed;

use std::collections::HashMap;
use std::{fmt, iter};

use num_bigint::{BigInt, BigUint};
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use self::infinite::{in_rounds, left_over};
use crate::graph::components::components_of;
use crate::graph::exact::evaluate::{evaluate, successor};
use crate::graph::exact::policy::TooLarge;
use crate::graph::exact::ranks::Ranks;
use crate::graph::labels::Side;
use crate::graph::table::in_lowest_terms;
use crate::graph::{Boundary, Graph, Label, Rows, Weights};

/// In the place of an option: that the play ends there, and nothing more is collected.
pub const END: u32 = u32::MAX;

/// A game. Positions are numbers from 0.
#[derive(Clone, Debug, Default)]
pub struct Collecting {
    /// Of each position who decides; nobody bids.
    turns: Vec<Option<Side>>,
    /// Where the options of each position end.
    ends: Vec<usize>,
    options: Vec<u32>,
    /// The weight of each option; 1 at a turn.
    weights: Vec<u64>,
    /// What is collected at each position: its number in the list of amounts.
    rewards: Vec<u32>,
    /// The amounts, without signs, and whether each is negative.
    amounts: Vec<Ratio<BigUint>>,
    negative: Vec<bool>,
    /// Whether an endless play is infinite, because a goal has to be reached.
    has_goal: bool,
    /// Whether something of which rewards are sums is negative: then every play has to end.
    pub is_signed: bool,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Numbers are parts of 2^scale.
    pub scale: u16,
    /// The denominator of all numbers.
    pub denominator: BigUint,
    /// The numbers that occur, increasing; one that is infinite is the denominator.
    pub numerators: Vec<BigUint>,
    /// Of each position the place of its number.
    pub values: Vec<u32>,
    /// Of each position T and T′; of one that is infinite the distance and the level.
    pub labels: [Vec<Label>; 2],
    /// How often policies were evaluated.
    pub rounds: u32,
    /// Whether numbers are parts of the scale from -2^scale to 2^scale.
    pub is_signed: bool,
}

/// Why nothing was found.
#[derive(Debug)]
pub enum Unfound {
    /// Exact numbers are too long.
    TooLarge(TooLarge),
    /// Amounts are negative, and from this position play can go on for ever.
    Endless(u32),
    /// Amounts are negative, and plays take 2^31 moves or more on average.
    TooLong,
    /// What is collected is too much for a scale.
    TooMuch,
}

impl Unfound {
    /// With the number of a state in the place of that of a position, if each state has a position or none.
    #[must_use]
    pub fn of_states(self, places: &[Option<u32>]) -> Self {
        let state = |position| (0..).zip(places).find(|(_, place)| **place == Some(position)).map(|(state, _)| state);
        match self {
            Self::Endless(position) => Self::Endless(state(position).unwrap_or(position)),
            other => other,
        }
    }
}

impl fmt::Display for Unfound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::TooLarge(reason) => reason.fmt(f),
            Self::Endless(position) => write!(
                f,
                "found amounts below 0, and from state {position} play can go on for ever; required that every play ends, whatever is chosen: leave out such choices, or let them lead \
                 on with some probability, or ask with --discount 99/100, or for the average: [ LRA ]"
            ),
            Self::TooLong => {
                f.write_str("found amounts below 0, and plays of 2^31 moves or more on average, required shorter ones")
            }
            Self::TooMuch => f.write_str("found rewards above 2^512, required lower ones"),
        }
    }
}

impl Found {
    /// The value of a position: none if it is infinite.
    #[must_use]
    pub fn value(&self, position: u32) -> Option<BigRational> {
        let numerator = &self.numerators[self.values[position as usize] as usize];
        let (numerator, one) = (BigInt::from(numerator.clone()), BigInt::from(self.denominator.clone()));
        match self.is_signed {
            true => Some(BigRational::new((2 * numerator - &one) << self.scale, one)),
            false => (numerator < one).then(|| BigRational::new(numerator << self.scale, one)),
        }
    }
}

impl Collecting {
    /// No position yet; with a goal, or without one.
    #[must_use]
    pub fn new(has_goal: bool) -> Self {
        Self { has_goal, ..Self::default() }
    }

    /// One more position: who decides, its options with their weights, and what is collected there.
    pub fn push(&mut self, turn: Option<Side>, options: impl IntoIterator<Item = (u32, u64)>, reward: u32) {
        for (option, weight) in options {
            self.options.push(option);
            self.weights.push(weight);
        }
        self.turns.push(turn);
        self.ends.push(self.options.len());
        self.rewards.push(reward);
    }

    /// One more amount; its number.
    pub fn amount(&mut self, amount: BigRational) -> u32 {
        self.is_signed |= amount.is_negative();
        self.negative.push(amount.is_negative());
        let (numerator, denominator) = amount.into_raw();
        self.amounts.push(Ratio::new_raw(numerator.into_parts().1, denominator.into_parts().1));
        self.amounts.len() as u32 - 1
    }

    /// How many positions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.turns.len()
    }

    /// The options of a position: their places in the list.
    fn places(&self, position: usize) -> std::ops::Range<usize> {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        start..self.ends[position]
    }

    /// The options of a position.
    #[must_use]
    pub fn options(&self, position: usize) -> &[u32] {
        &self.options[self.places(position)]
    }

    fn is_collecting(&self, position: usize) -> bool {
        !self.amounts[self.rewards[position] as usize].is_zero()
    }

    /// What is collected at a position.
    fn reward(&self, position: usize) -> BigRational {
        let place = self.rewards[position] as usize;
        let [numerator, denominator] =
            [self.amounts[place].numer(), self.amounts[place].denom()].map(|part| BigInt::from(part.clone()));
        BigRational::new(if self.negative[place] { -numerator } else { numerator }, denominator)
    }

    /// The numbers of all positions.
    fn all(&self) -> std::ops::Range<usize> {
        0..self.count()
    }

    /// For each position those that have it as an option.
    fn before(&self) -> Rows {
        let options = |position| self.options(position).iter().copied().filter(|&option| option != END);
        Rows::turned(self.count(), self.count(), options)
    }

    /// The mean of what the options of a position of chance are worth, in floating point.
    fn mean(&self, position: usize, worth: impl Fn(usize) -> f64) -> f64 {
        let places = self.places(position);
        let sum: f64 = places.clone().map(|place| self.weights[place] as f64).sum();
        places.map(|place| self.weights[place] as f64 * worth(place)).sum::<f64>() / sum
    }
}

/// What the policies are worth: an evaluation in which nodes are the positions, one at the end of the play, and one for each weight times a reward.
///
/// Numbers are parts of 2^bits, so that none is above 1.
struct Valued {
    ranks: Ranks,
    /// The node at the end.
    end: u32,
    bits: u64,
}

impl Valued {
    fn rank(&self, option: u32) -> u32 {
        self.ranks.ranks[if option == END { self.end } else { option } as usize]
    }
}

/// The most bytes that the exact values may take on a common denominator: 2 GiB.
const MOST_BYTES: u64 = 1 << 31;

/// So many bits more than the estimate of the greatest value has.
const MARGIN: u64 = 256;
/// The most bits that play which lasts long adds: more would take long everywhere.
const MOST_BITS: u64 = 1 << 14;
/// So many options are looked at for an estimate.
const SWEPT: usize = 100_000_000;

/// Solves the positions that are not infinite.
struct Finite<'a> {
    game: &'a Collecting,
    infinite: &'a [Option<[Label; 2]>],
    before: &'a Rows,
    /// The amounts in floating point.
    amounts: Vec<f64>,
    /// Of each position of a player the place of the option that is chosen.
    chosen: Vec<usize>,
    threads: usize,
    rounds: u32,
}

impl<'a> Finite<'a> {
    /// With the first choices that are not infinite.
    fn new(game: &'a Collecting, infinite: &'a [Option<[Label; 2]>], before: &'a Rows, threads: usize) -> Self {
        let is_finite = |place: &usize| {
            let option = game.options[*place];
            option == END || infinite[option as usize].is_none()
        };
        let chosen = game.all().map(|position| game.places(position).find(is_finite).unwrap_or(0)).collect();
        let amounts = game.amounts.iter().map(|amount| amount.to_f64().unwrap_or(f64::MAX)).collect();
        Self { game, infinite, before, amounts, chosen, threads, rounds: 0 }
    }

    fn is_finite(&self, option: u32) -> bool {
        option == END || self.infinite[option as usize].is_none()
    }

    /// The options of a position that are not infinite: their places.
    fn places(&self, position: usize) -> impl Iterator<Item = usize> {
        self.game.places(position).filter(|&place| self.is_finite(self.game.options[place]))
    }

    /// Chooses for one player so that play comes to an end, or to one of these positions, for sure: whatever the other one does, or against the choices that
    /// he has made. True if that is so from all positions.
    fn comes_to_an_end(&mut self, side: Side, ends: &[bool], is_other_fixed: bool) -> bool {
        let mut done: Vec<bool> = ends.to_vec();
        let mut queue: Vec<u32> = (0..self.game.count() as u32).collect();
        queue.reverse();
        let mut next: Vec<u32> = Vec::new();
        loop {
            let Some(position) = queue.pop() else {
                if next.is_empty() {
                    break;
                }
                next.sort_unstable();
                next.dedup();
                queue = next.drain(..).rev().collect();
                continue;
            };
            let place = position as usize;
            if done[place] || self.infinite[place].is_some() {
                continue;
            }
            let is_done = |place: usize| {
                let option = self.game.options[place];
                option == END || self.infinite[option as usize].is_none() && done[option as usize]
            };
            let comes = match self.game.turns[place] {
                None => self.game.places(place).any(is_done),
                Some(mover) if mover == side => {
                    let first = self.places(place).find(|&option| is_done(option));
                    if let Some(option) = first {
                        self.chosen[place] = option;
                    }
                    first.is_some()
                }
                Some(_) if is_other_fixed => is_done(self.chosen[place]),
                Some(_) => self.places(place).all(is_done),
            };
            if comes {
                done[place] = true;
                next.extend_from_slice(self.before.row(place));
            }
        }
        (0..done.len()).all(|place| done[place] || self.infinite[place].is_some())
    }

    /// The positions where Black can keep play for ever without anything being collected, against White's choices.
    fn worthless(&self) -> Vec<bool> {
        let game = self.game;
        let is_in =
            game.all().map(|position| self.infinite[position].is_none() && !game.is_collecting(position)).collect();
        left_over(self.before, is_in, |place, is_in| {
            let stays = |&option: &u32| option == END || is_in[option as usize];
            match game.turns[place] {
                Some(Side::White) => stays(&game.options[self.chosen[place]]),
                Some(Side::Black) => game.options(place).iter().any(stays),
                None => game.options(place).iter().all(stays),
            }
        })
    }

    /// The mean total of each position under the choices; 0 at those that are worthless, and at those that are infinite, which nothing leads to.
    fn evaluate(&mut self, worthless: &[bool]) -> Result<Valued, TooLarge> {
        self.rounds += 1;
        let (game, end) = (self.game, self.game.count() as u32);
        let bits = self.estimate(worthless);
        // Behind the end a node for each amount, times the weights that it stands beside.
        let (mut amounts, mut known) = (Vec::new(), HashMap::new());
        let (mut rows, mut weights, mut sums) = (Rows::default(), Vec::new(), Vec::new());
        for position in game.all() {
            let is_open = self.infinite[position].is_none() && !worthless[position];
            let places = match game.turns[position] {
                _ if !is_open => 0..0,
                Some(_) => self.chosen[position]..self.chosen[position] + 1,
                None => game.places(position),
            };
            let node = |place: usize| if game.options[place] == END { end } else { game.options[place] };
            let (mut options, mut own): (Vec<u32>, Vec<u64>) =
                places.map(|place| (node(place), game.weights[place])).unzip();
            let sum: u64 = if is_open { own.iter().sum() } else { 1 };
            if is_open && game.is_collecting(position) {
                let key = (sum, game.rewards[position]);
                options.push(*known.entry(key).or_insert_with(|| {
                    amounts.push(key);
                    end + amounts.len() as u32
                }));
                own.push(1);
            }
            if !is_open {
                (options, own) = (vec![end], vec![1]);
            }
            rows.extend(&options, &[options.len()]);
            weights.push(own);
            sums.push(sum);
        }
        let amount = |&(weight, reward): &(u64, u32)| {
            &game.amounts[reward as usize] * BigUint::from(weight) / (BigUint::one() << bits)
        };
        let boundary = iter::once(Ratio::zero()).chain(amounts.iter().map(amount));
        let boundary = boundary.map(|lower| Boundary { upper: lower.clone(), lower, white_label: 0, black_label: 0 });
        let weights = Weights::over(weights.iter().zip(sums).map(|(own, sum)| Some((&own[..], sum))));
        let graph = Graph::with_turns(rows.clone(), rows, boundary.collect(), Some(weights));
        let pairs = vec![[0; 2]; game.count()];
        let components = components_of(game.count(), |position, number| successor(&graph, &pairs, position, number));
        let evaluation = evaluate(&graph, &pairs, &components, &Ratio::zero(), self.threads, |_| {});
        let (common, nodes) = (Ranks::common_bits(&evaluation), evaluation.values.len() as u64);
        let bytes = nodes.saturating_mul(common / 8 + 1);
        if bytes > MOST_BYTES {
            let component = components.large_sizes().first().copied().unwrap_or(1);
            return Err(TooLarge { component, bits: common, bytes, most_bytes: MOST_BYTES });
        }
        Ok(Valued { ranks: Ranks::new(&evaluation), end, bits })
    }

    /// Improves the choices of one player: whether any is.
    fn improve(&mut self, side: Side, valued: &Valued) -> bool {
        let mut is_better = false;
        for position in self.game.all().filter(|&position| self.infinite[position].is_none()) {
            if self.game.turns[position] != Some(side) {
                continue;
            }
            let rank = |place: usize| valued.rank(self.game.options[place]);
            let own = rank(self.chosen[position]);
            let places = self.places(position);
            let best = match side {
                Side::White => places.max_by(|&a, &b| rank(a).cmp(&rank(b)).then(b.cmp(&a))),
                Side::Black => places.min_by(|&a, &b| rank(a).cmp(&rank(b)).then(a.cmp(&b))),
            };
            let best = best.expect("an option that is not infinite");
            let improves = match side {
                Side::White => rank(best) > own,
                Side::Black => rank(best) < own,
            };
            if improves {
                self.chosen[position] = best;
                is_better = true;
            }
        }
        is_better
    }

    /// The values, and the choices that have them.
    fn solve(&mut self, mut progress: impl FnMut()) -> Result<Valued, TooLarge> {
        let nowhere = vec![false; self.game.count()];
        let (outer, inner) = if self.game.has_goal { (Side::Black, Side::White) } else { (Side::White, Side::Black) };
        if self.game.has_goal {
            let ends = self.comes_to_an_end(Side::Black, &nowhere, false);
            assert!(ends, "what is not infinite comes to the goal");
        }
        loop {
            // The other player's answer, from choices under which play ends.
            let worthless = if self.game.has_goal { nowhere.clone() } else { self.worthless() };
            if !self.game.has_goal {
                let ends = self.comes_to_an_end(Side::Black, &worthless, true);
                assert!(ends, "what is not infinite comes to where nothing is collected");
            }
            let valued = loop {
                let valued = self.evaluate(&worthless)?;
                progress();
                if !self.improve(inner, &valued) {
                    break valued;
                }
            };
            if !self.improve(outer, &valued) {
                return Ok(valued);
            }
        }
    }

    /// Labels where evidence is needed: where nothing is collected, the value is above 0 or there is a goal, and whatever counts has the value.
    fn labels(&self, valued: &Valued) -> Vec<Label> {
        let game = self.game;
        let zero = valued.rank(END);
        let outer = if game.has_goal { Side::Black } else { Side::White };
        let rank = |position: usize| valued.ranks.ranks[position];
        let needs = |position: usize| {
            let is_open = self.infinite[position].is_none() && !game.is_collecting(position);
            let is_quiet = || {
                game.turns[position].is_some()
                    || game.options(position).iter().all(|&option| valued.rank(option) == rank(position))
            };
            is_open && (game.has_goal || rank(position) > zero) && is_quiet()
        };
        let labels = game.all().map(|position| (!needs(position)).then_some(0)).collect();
        let labels = in_rounds(self.before, labels, |place, labels| {
            let counts = |&place_of_option: &usize| valued.rank(game.options[place_of_option]) == rank(place);
            let is_known = |place_of_option: usize| {
                let option = game.options[place_of_option];
                option == END || labels[option as usize].is_some()
            };
            let mut places = self.places(place).filter(counts);
            match game.turns[place] {
                Some(side) if side != outer => places.all(is_known),
                _ => places.any(is_known),
            }
        });
        labels.into_iter().map(|label| label.expect("exact values have evidence")).collect()
    }

    /// Collects once more at these positions, in floating point; at a turn what `of_turn` says, of what the place of an option is worth. Gives the greatest change, as a part.
    fn sweep(
        &self,
        x: &mut [f64],
        is_open: impl Fn(&usize) -> bool,
        of_turn: impl Fn(usize, &dyn Fn(usize) -> f64) -> f64,
    ) -> f64 {
        let game = self.game;
        let mut change = 0.0_f64;
        for position in game.all().filter(is_open) {
            let worth = |place: usize| match game.options[place] {
                END => 0.0,
                option => x[option as usize],
            };
            let mean = match game.turns[position] {
                Some(_) => of_turn(position, &worth),
                None => game.mean(position, worth),
            };
            let next = self.amounts[game.rewards[position] as usize] + mean;
            change = change.max((next - x[position]) / next.max(1.0));
            x[position] = next;
        }
        change
    }

    /// So many bits more than the greatest value under these choices has, roughly. Sweeps tell it, unless play lasts longer than they do; then it is at most what
    /// determinants of the equations can be, by Hadamard's inequality.
    fn estimate(&self, worthless: &[bool]) -> u64 {
        let game = self.game;
        let mut x = vec![0.0_f64; game.count()];
        let (mut last, mut is_settled) = (0.0, false);
        let is_open = |&position: &usize| self.infinite[position].is_none() && !worthless[position];
        for _ in 0..(SWEPT / game.options.len().max(1)).clamp(100, 20_000) {
            self.sweep(&mut x, is_open, |position, worth| worth(self.chosen[position]));
            let greatest = x.iter().copied().fold(0.0, f64::max);
            is_settled = greatest <= last * (1.0 + 1e-12);
            last = greatest;
            if is_settled {
                break;
            }
        }
        let bits = |position: usize| match game.turns[position] {
            Some(_) => 1,
            None => 1 + u64::from(game.places(position).map(|place| game.weights[place]).sum::<u64>().ilog2()) + 1,
        };
        let most = if is_settled { 0 } else { game.all().filter(is_open).map(bits).sum::<u64>().min(MOST_BITS) };
        most + MARGIN + last.max(1.0).log2() as u64
    }
}

/// The values, and labels that show them. `progress` is told of each evaluation of policies.
///
/// # Errors
///
/// If the exact values take more than 2 GiB; or amounts are negative, and some play need not end, or is too long.
///
/// # Panics
///
/// If the weights of a position have a sum of 2^62 or more.
pub fn solve(game: &Collecting, threads: usize, progress: impl FnMut()) -> Result<Found, Unfound> {
    match game.is_signed {
        true => signed::solve(game, threads, progress),
        false => natural(game, threads, progress).map_err(Unfound::TooLarge),
    }
}

/// Bounds in units of 2^-bits of the least scale that suffices, from 1 to 62 bits.
///
/// # Errors
///
/// If the scale would be too large; or amounts are negative, and some play need not end, or is too long.
///
/// # Panics
///
/// For other bits.
pub fn bounds(game: &Collecting, bits: u8, progress: impl FnMut()) -> Result<bounds::Bounded, Unfound> {
    assert!((1..=62).contains(&bits), "bits are from 1 to 62");
    match game.is_signed {
        true => signed::bounds(game, bits, progress),
        false => bounds::natural(game, bits, progress).ok_or(Unfound::TooMuch),
    }
}

/// The values without signs.
fn natural(game: &Collecting, threads: usize, progress: impl FnMut()) -> Result<Found, TooLarge> {
    let before = game.before();
    let infinite = game.infinite(&before);
    let mut finite = Finite::new(game, &infinite, &before, threads);
    let valued = finite.solve(progress)?;
    let (evidence, rounds) = (finite.labels(&valued), finite.rounds);
    let Valued { ranks: Ranks { mut numerators, ranks, one, .. }, bits, .. } = valued;

    let of = |position: usize| infinite[position].is_none().then_some(ranks[position]);
    let mut used: Vec<u32> = game.all().filter_map(of).collect();
    used.sort_unstable();
    used.dedup();
    // The least scale of which the greatest number is a part.
    let greatest = used.last().map_or(BigUint::zero(), |&rank| &numerators[rank as usize] << bits);
    let scale = (0..).find(|scale| greatest < &one << *scale).expect("it is finite");
    let spared = bits.checked_sub(scale).expect("the estimate has more bits");
    let mut stated: Vec<BigUint> =
        used.iter().map(|&rank| std::mem::take(&mut numerators[rank as usize]) << spared).collect();
    if infinite.iter().any(Option::is_some) {
        stated.push(one.clone());
    }
    let place = |rank| used.binary_search(&rank).expect("every rank in use is listed");
    let values = game.all().map(|position| of(position).map_or(used.len(), place) as u32).collect();
    let label = |position: usize, part: usize| match infinite[position] {
        Some(labels) => labels[1 - part],
        None if game.has_goal == (part == 1) => evidence[position],
        None => 0,
    };
    let labels = [0, 1].map(|part| game.all().map(|position| label(position, part)).collect());
    let (denominator, numerators) = in_lowest_terms(one, stated);
    let scale = u16::try_from(scale).expect("the estimate has fewer bits");
    Ok(Found { scale, denominator, numerators, values, labels, rounds, is_signed: false })
}
