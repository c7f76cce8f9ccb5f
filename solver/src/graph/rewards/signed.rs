//! Rewards of any sign, where every play ends: exact values, bounds, and how long plays are.
//!
//! Left to others: linear systems, and where play can go on for ever ([`super`]). Under fixed policies what is gained and what is lost are each a total of amounts
//! that are not negative, over the same chain. As every play ends under all policies, each improvement is strict, and any policies are good to begin with.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Signed, ToPrimitive as _, Zero as _};

use super::bounds::Bounded;
use super::infinite::left_over;
use super::{Collecting, END, Finite, Found, Label, TooLarge, Unfound};
use crate::graph::Rows;
use crate::graph::labels::Side;
use crate::graph::table::in_lowest_terms;

/// The labels T: twice the mean number of moves that the longest play takes, rounded up; 0 where nothing is collected any more.
fn labels(
    game: &Collecting,
    before: &Rows,
    threads: usize,
    progress: &mut impl FnMut(),
) -> Result<Vec<Label>, Unfound> {
    let is_in = game.all().map(|position| !game.has_goal && !game.is_collecting(position)).collect();
    let is_over = left_over(before, is_in, |place, is_in| {
        game.options(place).iter().all(|&option| option == END || is_in[option as usize])
    });
    let mut moves = Collecting { has_goal: false, amounts: vec![Ratio::zero(), Ratio::one()], ..game.clone() };
    (moves.negative, moves.is_signed) = (vec![false; 2], false);
    moves.rewards = is_over.iter().map(|is_over| u32::from(!is_over)).collect();
    moves.turns.iter_mut().flatten().for_each(|side| *side = Side::White);
    let infinite = moves.infinite(before);
    let endless = (0..).zip(&infinite).filter_map(|(position, labels)| labels.map(|labels| (labels, position)));
    if let Some((_, position)) = endless.min() {
        return Err(Unfound::Endless(position));
    }
    let found = super::natural(&moves, threads, progress).map_err(Unfound::TooLarge)?;
    let label = |position| {
        let longest = found.value(position).expect("every play ends") * BigInt::from(2);
        longest.ceil().to_integer().to_u32().filter(|label| *label < Label::MAX).ok_or(Unfound::TooLong)
    };
    (0..).take(game.count()).map(label).collect()
}

/// The parts of a game in which something is gained, and in which something is lost.
fn parts(game: &Collecting) -> [Collecting; 2] {
    [false, true].map(|is_loss| {
        let mut part = Collecting { has_goal: false, negative: vec![false; game.amounts.len()], ..game.clone() };
        let others = part.amounts.iter_mut().zip(&game.negative).filter(|(_, is_negative)| **is_negative != is_loss);
        others.for_each(|(amount, _)| *amount = Ratio::zero());
        part
    })
}

/// What the positions are worth under policies, as numerators over one denominator; 0 where play is over.
fn evaluated(parts: &mut [Finite; 2], chosen: &[usize], is_over: &[bool]) -> Result<(Vec<BigInt>, BigInt), TooLarge> {
    let mut evaluate = |part: usize| {
        parts[part].chosen = chosen.to_vec();
        parts[part].evaluate(is_over)
    };
    let [gained, lost] = [evaluate(0)?, evaluate(1)?];
    let one = gained.ranks.one.lcm(&lost.ranks.one);
    let factors = [&gained, &lost].map(|valued| (&one / &valued.ranks.one) << valued.bits);
    let value = |position: u32| {
        let [gained, lost] = [(&gained, &factors[0]), (&lost, &factors[1])]
            .map(|(valued, factor)| BigInt::from(&valued.ranks.numerators[valued.rank(position) as usize] * factor));
        gained - lost
    };
    Ok(((0..).take(chosen.len()).map(value).collect(), one.into()))
}

/// Improves the choices of one player: whether any is.
fn improve(game: &Collecting, side: Side, chosen: &mut [usize], values: &[BigInt]) -> bool {
    let zero = BigInt::zero();
    let of = |place: usize| match game.options[place] {
        END => &zero,
        option => &values[option as usize],
    };
    let is_better = |a: &BigInt, b: &BigInt| if side == Side::White { a > b } else { a < b };
    let mut is_improved = false;
    for position in game.all().filter(|&position| game.turns[position] == Some(side)) {
        for place in game.places(position) {
            if is_better(of(place), of(chosen[position])) {
                chosen[position] = place;
                is_improved = true;
            }
        }
    }
    is_improved
}

/// The values, and labels that show that every play ends. `progress` is told of each evaluation of policies.
///
/// # Errors
///
/// If some play need not end, or numbers are too long.
pub(super) fn solve(game: &Collecting, threads: usize, mut progress: impl FnMut()) -> Result<Found, Unfound> {
    let before = game.before();
    let labels = labels(game, &before, threads, &mut progress)?;
    let (parts, infinite) = (parts(game), vec![None; game.count()]);
    let mut finite = parts.each_ref().map(|part| Finite::new(part, &infinite, &before, threads));
    let (mut chosen, is_over) = (finite[0].chosen.clone(), labels.iter().map(|label| *label == 0).collect::<Vec<_>>());
    let (values, one) = loop {
        let (values, one) = evaluated(&mut finite, &chosen, &is_over).map_err(Unfound::TooLarge)?;
        progress();
        if !improve(game, Side::Black, &mut chosen, &values) && !improve(game, Side::White, &mut chosen, &values) {
            break (values, one);
        }
    };
    let greatest = values.iter().map(Signed::abs).max().unwrap_or_default();
    let scale = (0_u16..).find(|scale| greatest <= &one << *scale).expect("it is finite");
    let shifted = |value: &BigInt| (value + (&one << scale)).into_parts().1;
    let mut numerators: Vec<BigUint> = values.iter().map(shifted).collect();
    let own = numerators.clone();
    numerators.sort_unstable();
    numerators.dedup();
    let place = |number: &BigUint| numerators.binary_search(number).expect("every number is listed") as u32;
    let values = own.iter().map(place).collect();
    let (denominator, numerators) = in_lowest_terms((one << (scale + 1)).into_parts().1, numerators);
    let none = vec![0; labels.len()];
    Ok(Found {
        scale,
        denominator,
        numerators,
        values,
        labels: [labels, none],
        rounds: finite[0].rounds,
        is_signed: true,
    })
}

/// Bounds in units of 2^-bits of the scale from -2^scale to 2^scale. Where floating point is wrong by d in a move, d times T is enough for the whole play.
///
/// # Errors
///
/// If some play need not end, or numbers are too long.
pub(super) fn bounds(game: &Collecting, bits: u8, mut progress: impl FnMut()) -> Result<Bounded, Unfound> {
    let before = game.before();
    let labels = labels(game, &before, 1, &mut progress)?;
    let value = |value: f64| BigRational::from_float(value).ok_or(Unfound::TooMuch);
    let values = approximate(game, &labels, progress).into_iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let steps: Vec<BigRational> = game.all().map(|position| step(game, &labels, position, &values)).collect();
    let wrong = values.iter().zip(&steps).map(|(value, step)| (value - step).abs()).max().unwrap_or_default();
    for scale in 0..=super::bounds::MOST_SCALE {
        // Rounding takes a unit at each end of a move.
        let unit = BigRational::new(BigInt::one() << (scale + 1), BigInt::one() << bits);
        let room = &wrong + &unit * BigInt::from(2);
        let units = |place: usize, up: bool| {
            let more = &room * BigInt::from(labels[place]);
            let bound = if up { &values[place] + more } else { &values[place] - more };
            let bound = (bound + BigRational::from_integer(BigInt::one() << scale)) / &unit;
            let bound = if up { bound.ceil() } else { bound.floor() };
            bound.to_integer().to_u64().filter(|units| *units <= 1 << bits)
        };
        let both = |place: usize| Some([units(place, false)?, units(place, true)?]);
        if let Some(bounds) = game.all().map(both).collect() {
            let none = vec![0; labels.len()];
            return Ok(Bounded { scale, bits, bounds, labels: [labels, none], is_signed: true });
        }
    }
    Err(Unfound::TooMuch)
}

/// What a position is worth, if its options are worth this.
fn step(game: &Collecting, labels: &[Label], position: usize, values: &[BigRational]) -> BigRational {
    if labels[position] == 0 {
        return BigRational::zero();
    }
    let of = |place: usize| match game.options[place] {
        END => BigRational::zero(),
        option => values[option as usize].clone(),
    };
    let places = game.places(position);
    let mean = match game.turns[position] {
        Some(Side::White) => places.map(of).max().expect("an option"),
        Some(Side::Black) => places.map(of).min().expect("an option"),
        None => {
            let weights: BigInt = places.clone().map(|place| BigInt::from(game.weights[place])).sum();
            places.map(|place| of(place) * BigInt::from(game.weights[place])).sum::<BigRational>() / weights
        }
    };
    mean + game.reward(position)
}

/// What the positions are worth, in floating point.
fn approximate(game: &Collecting, labels: &[Label], mut progress: impl FnMut()) -> Vec<f64> {
    let rewards: Vec<f64> = game.all().map(|position| game.reward(position).to_f64().unwrap_or(0.0)).collect();
    let mut x = vec![0.0_f64; game.count()];
    for _ in 0..100_000 {
        let (mut change, mut most) = (0.0_f64, 1.0_f64);
        for position in game.all().filter(|&position| labels[position] > 0) {
            let worth = |place: usize| match game.options[place] {
                END => 0.0,
                option => x[option as usize],
            };
            let places = game.places(position);
            let mean = match game.turns[position] {
                Some(Side::White) => places.map(worth).fold(f64::NEG_INFINITY, f64::max),
                Some(Side::Black) => places.map(worth).fold(f64::INFINITY, f64::min),
                None => game.mean(position, worth),
            };
            let next = rewards[position] + mean;
            (change, most) = (change.max((next - x[position]).abs()), most.max(next.abs()));
            x[position] = next;
        }
        progress();
        if change <= most * f64::EPSILON {
            break;
        }
    }
    x
}
