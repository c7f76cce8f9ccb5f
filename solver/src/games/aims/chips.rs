//! Whole chips in endless games: with how many of them a player wins by parity or makes sure of an average, statement 22.
//!
//! What a player needs is raised, from nothing on, until some bid wins with it: the chips, and where they are just enough a label. A label beyond all that a play
//! without a repetition can need is none, and a chip more is tried. The opponent's table begins with what that leaves. Source: the chapter "Chips in endless games";
//! the labels of parity are the progress measures of Jurdziński, 2000, and potentials those of Brim and others, 2011.

use std::cmp::Ordering;
use std::collections::VecDeque;

use checker::certificate::{Form, Head, Statement};
use checker::numbers::Fractions;
use checker::theorem::Side;
use games::aims::Game;
use games::aims::chips::{Body, NUMBER};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _};
use writer::{Writer, spell, write};

use super::certificate::{Unsolved, rewards};
use crate::games::Winner;

/// How often something may be raised: minutes.
const WORK: u64 = 1 << 30;

/// What makes a label, for one side.
enum Evidence {
    /// The priorities; those that are bad, from the greatest down; and how many states each of these has.
    Parity(Vec<u8>, Vec<u8>, Vec<u64>),
    /// What a step adds to a potential; and the greatest one.
    Sum(Vec<i128>, i128),
}

impl Evidence {
    /// The label that is needed at a position to come to this one; none if there is none.
    fn before(&self, position: usize, to: &[u64]) -> Option<Vec<u64>> {
        match self {
            Self::Sum(steps, most) => {
                let label = (i128::from(to[0]) - steps[position]).max(0);
                (label <= *most).then(|| vec![label as u64])
            }
            Self::Parity(priorities, bad, most) => {
                let own = priorities[position];
                let mut label: Vec<u64> =
                    to.iter().zip(bad).map(|(&part, &k)| if k >= own { part } else { 0 }).collect();
                let Some(place) = bad.iter().position(|&k| k == own) else { return Some(label) };
                let raised = (0..=place).rev().find(|&part| label[part] < most[part])?;
                label[raised] += 1;
                label[raised + 1..].fill(0);
                Some(label)
            }
        }
    }

    fn width(&self) -> usize {
        if let Self::Parity(_, bad, _) = self { bad.len() } else { 1 }
    }
}

/// What so many half units are at an option: more than enough, just enough with a label, or too few.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need<'a> {
    More,
    Just(&'a [u64]),
    Less,
}

/// A game as one side sees it: its own options and the opponent's; what is needed by position and star, in chips; and with which labels and bids.
struct Seen<'a> {
    options: &'a [[Vec<usize>; 2]],
    side: usize,
    decides: bool,
    chips: u64,
    evidence: Evidence,
    needs: Vec<[u64; 2]>,
    labels: Vec<[Vec<u64>; 2]>,
    bids: Vec<[u64; 2]>,
}

impl Seen<'_> {
    fn at(&self, to: usize, half_units: u64) -> Need<'_> {
        let star = (half_units % 2) as usize;
        match (half_units / 2).cmp(&self.needs[to][star]) {
            Ordering::Greater => Need::More,
            Ordering::Equal => Need::Just(&self.labels[to][star]),
            Ordering::Less => Need::Less,
        }
    }

    /// After the side has bought, and after the opponent has.
    fn after(&self, position: usize, half_units: u64) -> [Need<'_>; 2] {
        let [own, other] = [self.side, 1 - self.side].map(|who| self.options[position][who].iter());
        let own = own.map(|&to| self.at(to, half_units)).min().unwrap_or(Need::Less);
        let other = other.map(|&to| self.at(to, half_units)).max().unwrap_or(Need::More);
        if self.decides { [own.min(other), own.max(other)] } else { [own, other] }
    }

    /// What a bid comes to at the worst.
    fn worst(&self, position: usize, half_units: u64, x: u64) -> Need<'_> {
        let rest = self.chips - half_units / 2;
        let bought = |half_units| self.after(position, half_units)[0];
        let sold = |half_units| self.after(position, half_units)[1];
        let over = if x > 0 { bought(half_units - 2 * x) } else { Need::More };
        let under = if x < rest { sold(half_units + 2 * x + 2) } else { Need::More };
        let tie = match (x <= rest, half_units % 2) {
            (false, _) => Need::More,
            (_, 1) => bought(half_units - 2 * x - 1).min(sold(half_units + 2 * x)),
            _ => bought(half_units - 2 * x).max(sold(half_units + 2 * x + 1)),
        };
        over.max(under).max(tie)
    }

    /// Raises what is needed at a position until a bid wins; whether it was raised, and how often.
    fn lift(&mut self, position: usize, star: usize) -> u64 {
        for raised in 0.. {
            let (needed, label) = (self.needs[position][star], &self.labels[position][star]);
            if needed > self.chips {
                return raised;
            }
            let half_units = 2 * needed + star as u64;
            let best = (0..=needed).map(|x| (self.worst(position, half_units, x), x)).min().expect("a bid of 0");
            let zero = vec![0; self.evidence.width()];
            let wanted = match best.0 {
                Need::More => Some(zero.clone()),
                Need::Just(to) => self.evidence.before(position, to),
                Need::Less => None,
            };
            match wanted {
                Some(wanted) if wanted <= *label => {
                    self.bids[position][star] = best.1;
                    return raised;
                }
                Some(wanted) => self.labels[position][star] = wanted,
                None => {
                    self.needs[position][star] = needed + 1;
                    self.labels[position][star] = zero;
                    self.bids[position][star] = 0;
                }
            }
        }
        unreachable!("all numbers end")
    }

    /// Raises everything.
    fn solve(&mut self) -> Result<(), Unsolved> {
        let count = self.options.len();
        let mut before = vec![Vec::new(); count];
        for (position, lists) in self.options.iter().enumerate() {
            lists.iter().flatten().for_each(|&to| before[to].push(position));
        }
        let (mut queue, mut waits, mut work) = ((0..count).collect::<VecDeque<_>>(), vec![true; count], 0);
        while let Some(position) = queue.pop_front() {
            waits[position] = false;
            let raised = self.lift(position, 0) + self.lift(position, 1);
            work += raised;
            if work > WORK {
                return Err(Unsolved::Large);
            }
            for &from in before[position].iter().filter(|_| raised > 0) {
                if !std::mem::replace(&mut waits[from], true) {
                    queue.push_back(from);
                }
            }
        }
        Ok(())
    }
}

/// What is collected beyond an average, in units in which all of it is whole.
fn weights(game: &Game, average: &BigRational) -> Result<Vec<i128>, Unsolved> {
    let beyond: Vec<BigRational> = rewards(game)?.into_iter().map(|reward| reward - average).collect();
    let unit = beyond.iter().fold(BigInt::one(), |unit, number| unit.lcm(number.denom()));
    let whole = |number: &BigRational| (number * &unit).to_integer().to_i64().map(i128::from);
    let is_small = unit.bits() < 63;
    let weights = beyond.iter().map(whole).collect::<Option<Vec<i128>>>().filter(|_| is_small);
    let most = (1 << 62) / (4 * game.positions.len() as i128 * game.positions.len() as i128);
    // All sums of what a play without a repetition collects are below 2^62.
    weights.filter(|weights| weights.iter().all(|weight| weight.abs() < most)).ok_or(Unsolved::Large)
}

/// The certificate of a game with so many chips: of who makes sure of an average, or wins by parity if there is none.
///
/// # Errors
///
/// If a position has no reward or priority, if the players do not bid somewhere, or if numbers are too large.
pub fn certificate(
    game: &Game,
    chips: u64,
    winner: Winner,
    average: Option<&BigRational>,
) -> Result<Vec<u8>, Unsolved> {
    let of = |position: &games::aims::Position, side: Side| {
        position.options.iter().filter(|option| option.0 == side).map(|option| option.2 as usize).collect::<Vec<_>>()
    };
    if let Some(number) = game.positions.iter().position(|position| position.turn != checker::theorem::Turn::Bid) {
        return Err(Unsolved::Turn(number));
    }
    let options: Vec<[Vec<usize>; 2]> =
        game.positions.iter().map(|position| Side::BOTH.map(|side| of(position, side))).collect();
    let count = options.len();
    let evidence = |side: usize| match average {
        Some(average) => {
            let weights = weights(game, average)?;
            let steps: Vec<i128> = match side {
                0 => weights,
                _ => weights.iter().map(|weight| -2 * count as i128 * weight - 1).collect(),
            };
            let most = 2 * steps.iter().map(|step| (-step).max(0)).sum::<i128>();
            Ok(Evidence::Sum(steps, most))
        }
        None => {
            let priority = |(number, position): (usize, &games::aims::Position)| {
                position.priority.ok_or(Unsolved::Priority(number))
            };
            let priorities: Vec<u8> = game.positions.iter().enumerate().map(priority).collect::<Result<_, _>>()?;
            let greatest = priorities.iter().copied().max().expect("one position or more");
            let bad: Vec<u8> = (0..=greatest).rev().filter(|k| usize::from(k % 2) == 1 - side).collect();
            let states = |k: &u8| 2 * priorities.iter().filter(|own| *own == k).count() as u64;
            let most = bad.iter().map(states).collect();
            Ok(Evidence::Parity(priorities, bad, most))
        }
    };
    let seen = |side: usize, needs: Vec<[u64; 2]>| -> Result<Seen, Unsolved> {
        let evidence = evidence(side)?;
        let labels = vec![[(); 2].map(|()| vec![0; evidence.width()]); count];
        let (options, decides) = (&options[..], winner == Winner::Decides);
        let mut seen = Seen { options, side, decides, chips, evidence, needs, labels, bids: vec![[0; 2]; count] };
        seen.solve()?;
        Ok(seen)
    };
    let left = seen(0, vec![[0; 2]; count])?;
    let right = seen(1, left.needs.iter().map(|[without, with]| [chips + 1 - with, chips + 1 - without]).collect())?;
    let small = |number: &BigInt| u64::try_from(number.magnitude()).map_err(|_| Unsolved::Large);
    let average = match average {
        Some(average) => Some((average.is_negative(), small(average.numer())?, small(average.denom())?)),
        None => None,
    };
    let body = Body { game: game.digest, decides: winner == Winner::Decides, chips, average };
    let statement = Statement::Further(NUMBER, spell(&body));
    let head = Head {
        statement,
        never: None,
        bits: 0,
        form: Form::One,
        imports: Vec::new(),
        values: Fractions::default().into(),
    };
    let mut slice = Writer::default();
    let column = |of: &dyn Fn(usize) -> u64| (0..count).map(of).collect::<Vec<u64>>();
    for star in [0, 1] {
        slice.column(&column(&|place| left.needs[place][star]));
        for (seen, star) in [(&left, star), (&right, 1 - star)] {
            slice.column(&column(&|place| seen.bids[place][star]));
            (0..seen.evidence.width()).for_each(|part| slice.column(&column(&|place| seen.labels[place][star][part])));
        }
    }
    Ok(write(&head, &[slice.0]))
}
