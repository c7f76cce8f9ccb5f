//! Bounds on what is collected, in units of 2^(scale - bits), where exact values are too long or are not asked for.
//!
//! Responsible for numbers that satisfy the conditions of a certificate by themselves: where evidence would be needed they are strict, by a unit. Without a goal
//! both bounds rise from 0. With one the upper bound rises from 0 under choices of Black's that come to the goal for sure, and the lower one falls from there.
//! Every number on the way up is a lower bound; the others are bounds when nothing changes any more.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _};

use super::infinite::left_over;
use super::{Collecting, END, Finite, Label, Side};
use crate::graph::components::components_of;
use crate::raise::sweep;

/// The most that a scale may have: what is greater is not bounded.
pub(super) const MOST_SCALE: u16 = 512;

/// Bounds of all positions.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Numbers are parts of 2^scale, in units of 2^-bits of it.
    pub scale: u16,
    /// The bits of a unit.
    pub bits: u8,
    /// Of each position a lower and an upper bound; 2^bits is infinite.
    pub bounds: Vec<[u64; 2]>,
    /// Of each position that is infinite the distance and the level, as T and T′; else 0.
    pub labels: [Vec<Label>; 2],
    /// Whether numbers are parts of the scale from -2^scale to 2^scale.
    pub is_signed: bool,
}

/// Which way a bound is rounded, and where it starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A lower bound that rises.
    Lower,
    /// A lower bound that falls.
    Falling,
    /// An upper bound that rises.
    Upper,
}

/// A number was as great as the scale.
struct TooSmall;

struct Units<'a, 'b> {
    finite: &'b Finite<'a>,
    one: u64,
    /// Of each amount the units, rounded down and up.
    amounts: Vec<[u64; 2]>,
    components: Vec<Vec<u32>>,
}

impl Units<'_, '_> {
    /// What the condition asks of a position, given the numbers of the others.
    fn asked(&self, position: usize, way: Way, x: &[u64]) -> u64 {
        let (finite, game) = (self.finite, self.finite.game);
        let of = |place: usize| match game.options[place] {
            END => 0,
            option => x[option as usize],
        };
        let [low, high] = self.amounts[game.rewards[position] as usize];
        // Strict where there is evidence to be given: nothing is collected, and what counts is the same.
        let needs = !game.is_collecting(position) && way != Way::Falling && game.has_goal == (way == Way::Upper);
        let (mean, is_quiet) = match game.turns[position] {
            Some(side) => {
                let places = finite.places(position);
                let best = match side {
                    Side::White => places.map(of).max(),
                    Side::Black if way == Way::Upper && game.has_goal => Some(of(finite.chosen[position])),
                    Side::Black => places.map(of).min(),
                };
                (best.expect("an option that is not infinite"), true)
            }
            None => {
                let places = game.places(position);
                let first = of(places.start);
                let (mut sum, mut weights, mut is_quiet) = (0_u128, 0_u128, true);
                for place in places {
                    let (weight, number) = (u128::from(game.weights[place]), of(place));
                    (sum, weights) = (sum + weight * u128::from(number), weights + weight);
                    is_quiet &= number == first;
                }
                let mean = if way == Way::Upper { sum.div_ceil(weights) } else { sum / weights };
                (u64::try_from(mean).expect("a mean of numbers"), is_quiet)
            }
        };
        match way {
            Way::Upper => mean.saturating_add(high).saturating_add(u64::from(needs && is_quiet)).min(self.one),
            _ => mean.saturating_add(low).saturating_sub(u64::from(needs && is_quiet)).min(self.one),
        }
    }

    /// Lets numbers rise or fall, a component at a time, until nothing changes.
    fn settle(&self, way: Way, x: &mut [u64], progress: &mut impl FnMut()) -> Result<(), TooSmall> {
        for component in &self.components {
            let mut is_over = false;
            let update = |place: usize, _| {
                let place = component[place] as usize;
                let (asked, own) = (self.asked(place, way, x), x[place]);
                x[place] = if way == Way::Falling { own.min(asked) } else { own.max(asked) };
                is_over |= x[place] >= self.one;
                // What is over is not worth another sweep.
                if is_over { 0 } else { x[place].abs_diff(own) }
            };
            sweep(component.len(), 0, u32::MAX, 1, update, &mut *progress);
            if is_over {
                return Err(TooSmall);
            }
        }
        Ok(())
    }
}

impl Finite<'_> {
    /// Chooses for Black so that play comes to the goal for sure, and costs little: better choices are taken as long as they are better in floating point.
    fn choose_cheaply(&mut self) {
        let nowhere = vec![false; self.game.count()];
        assert!(self.comes_to_an_end(Side::Black, &nowhere, false), "what is not infinite comes to the goal");
        for _ in 0..64 {
            let x = self.approximate();
            let (before, mut is_better) = (self.chosen.clone(), false);
            let worth = |place: usize| match self.game.options[place] {
                END => 0.0,
                option => x[option as usize],
            };
            for position in self.game.all().filter(|&position| self.infinite[position].is_none()) {
                if self.game.turns[position] == Some(Side::Black) {
                    let best = self.places(position).min_by(|&a, &b| worth(a).total_cmp(&worth(b)));
                    let best = best.expect("an option that is not infinite");
                    if worth(best) < worth(before[position]) * (1.0 - 1e-6) {
                        self.chosen[position] = best;
                        is_better = true;
                    }
                }
            }
            if !is_better {
                return;
            }
            if !self.comes_for_sure() {
                self.chosen = before;
                return;
            }
        }
    }

    /// Whether play comes to an end for sure with Black's choices, whatever White does.
    fn comes_for_sure(&self) -> bool {
        let game = self.game;
        let open = left_over(self.before, vec![true; game.count()], |place, open| {
            let is_done = |place: usize| game.options[place] == END || !open[game.options[place] as usize];
            let comes = match game.turns[place] {
                Some(Side::White) => game.places(place).all(is_done),
                Some(Side::Black) => is_done(self.chosen[place]),
                None => game.places(place).any(is_done),
            };
            !comes || self.infinite[place].is_some()
        });
        game.all().all(|position| !open[position] || self.infinite[position].is_some())
    }

    /// What White can collect against Black's choices, in floating point.
    fn approximate(&self) -> Vec<f64> {
        let game = self.game;
        let mut x = vec![0.0_f64; game.count()];
        let is_open = |&position: &usize| self.infinite[position].is_none();
        for _ in 0..100_000 {
            let change = self.sweep(&mut x, is_open, |position, worth| match game.turns[position] {
                Some(Side::White) => self.places(position).map(worth).fold(0.0, f64::max),
                _ => worth(self.chosen[position]),
            });
            if change < 1e-9 {
                break;
            }
        }
        x
    }
}

/// Bounds of rewards without signs; none if the scale would be too large.
pub(super) fn natural(game: &Collecting, bits: u8, mut progress: impl FnMut()) -> Option<Bounded> {
    let before = game.before();
    let infinite = game.infinite(&before);
    let mut finite = Finite::new(game, &infinite, &before, 1);
    if game.has_goal {
        finite.choose_cheaply();
    }
    let components = components_of(game.count(), |position, number| game.options(position).get(number).copied());
    let is_finite = |position: &&u32| infinite[**position as usize].is_none();
    let components: Vec<Vec<u32>> =
        components.iter().map(|component| component.iter().filter(is_finite).copied().collect()).collect();
    let one = 1_u64 << bits;
    for scale in 0..=MOST_SCALE {
        let units = |amount: &num_rational::Ratio<BigUint>| {
            let (numerator, denominator) = (amount.numer() << bits, amount.denom() << scale);
            let [low, high] = [&numerator / &denominator, numerator.div_ceil(&denominator)];
            Some([low.to_u64()?, high.to_u64()?]).filter(|[_, high]| *high < one)
        };
        // An amount may stand where the number is infinite, and need not be below the scale there.
        let amounts = game.amounts.iter().map(|amount| units(amount).unwrap_or([one; 2])).collect();
        let units = Units { finite: &finite, one, amounts, components: components.clone() };
        let start = |infinite: &Option<[Label; 2]>| if infinite.is_some() { one } else { 0 };
        let mut upper: Vec<u64> = infinite.iter().map(start).collect();
        let mut lower = upper.clone();
        if units.settle(Way::Upper, &mut upper, &mut progress).is_err() {
            continue;
        }
        let way = if game.has_goal { Way::Falling } else { Way::Lower };
        if game.has_goal {
            lower.clone_from(&upper);
        }
        if units.settle(way, &mut lower, &mut progress).is_err() {
            continue;
        }
        let bounds = lower.into_iter().zip(upper).map(|(low, high)| [low, high]).collect();
        let label = |part: usize| infinite.iter().map(|found| found.map_or(0, |labels| labels[1 - part])).collect();
        return Some(Bounded { scale, bits, bounds, labels: [label(0), label(1)], is_signed: false });
    }
    None
}

/// How far apart the bounds of a position are, as a part of 1; infinite where one is and the other is not.
#[must_use]
pub fn width(bounded: &Bounded, position: u32) -> f64 {
    let [low, high] = bounded.bounds[position as usize];
    match high == 1 << bounded.bits {
        true if low == high => 0.0,
        true if !bounded.is_signed => f64::INFINITY,
        _ => (high - low) as f64 * unit(bounded).to_f64().unwrap_or(f64::INFINITY),
    }
}

/// One unit of these bounds, as a fraction.
#[must_use]
pub fn unit(bounded: &Bounded) -> BigRational {
    let scale = bounded.scale + u16::from(bounded.is_signed);
    BigRational::new(BigInt::one() << scale, BigInt::one() << bounded.bits)
}

/// What so many units stand for.
#[must_use]
pub fn meant(bounded: &Bounded, units: u64) -> BigRational {
    let least = if bounded.is_signed { BigInt::one() << bounded.scale } else { BigInt::ZERO };
    unit(bounded) * BigInt::from(units) - least
}
