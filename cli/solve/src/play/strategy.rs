//! What the computer bids and where it moves, with shares of the money.
//!
//! Say that the computer is White, that Black holds `b`, and that `b` is below the value `x`: the surplus is `s = x − b`. Let `w` be the value after a best
//! white move, `v` the value after a best black one, and `d = (w − v)/2` the fair bid. With the bid `d` the surplus never falls, but nothing forces the game
//! to end. So the computer spends a part `e` of the surplus, between `s/4^(T+1)` and `s/(2·4^T)`, where a success brings it nearer to the end, and gains as
//! much elsewhere; `T` is its label. A run of falling labels from any `T0` down to `T` costs at most `s·(1/4^(T+1) + 1/4^(T+2) + …)/2 = s/(6·4^T)`; a run
//! that breaks at `T` brings at least `s/4^(T+1)`, which is more. So the surplus grows from one broken run to the next by a factor that depends on the
//! largest label alone. It is at most 1, so the breaks come to an end, and a run that is never broken ends with the capture. Without a surplus the computer
//! guards the other border in the same way without spending; if that is lost, too, it makes the fair bid and hopes. Black's case is the mirror image.

use checker::theorem::{INFINITE, Side};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use report::entry::{Entry, Known, Leads, Reached};
use report::fraction;

/// What a side is sure of with its money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// It wins.
    Win,
    /// It does not lose.
    Draw,
    /// Neither.
    Nothing,
}

/// A bid and a move, and what they rest on.
#[derive(Clone, Debug)]
pub struct Decision {
    /// A share of the money.
    pub bid: BigRational,
    /// The place of the move among the options.
    pub option: usize,
    /// What the side is sure of.
    pub sure: Sure,
    /// Half of what lies between the best moves of both sides; below 0 each would rather have the other move.
    pub fair: BigRational,
    /// How many moves of its own bring it to the end, if it has a surplus.
    pub label: Option<u32>,
}

/// What a side can force: the opponent's share below which it wins.
fn near(side: Side, known: &Known) -> BigRational {
    side.of(known.alpha.low.clone(), BigRational::one() - &known.beta.high)
}

/// What a side cannot be denied: the opponent's share up to which it does not lose.
fn far(side: Side, known: &Known) -> BigRational {
    side.of(known.beta.low.clone(), BigRational::one() - &known.alpha.high)
}

/// Whether all numbers that matter here are known exactly.
pub fn is_playable(entry: &Entry) -> bool {
    let is_exact = |known: &Known| known.alpha.is_exact() && known.beta.is_exact();
    entry.bound.is_none()
        && entry.never.is_none()
        && is_exact(&entry.known)
        && entry.options.iter().all(|option| is_exact(&option.known))
}

/// What a side is sure of if the opponent holds so much.
pub fn sure(entry: &Entry, side: Side, opponent: &BigRational) -> Sure {
    if *opponent < near(side, &entry.known) {
        Sure::Win
    } else if *opponent <= far(side, &entry.known) {
        Sure::Draw
    } else {
        Sure::Nothing
    }
}

/// The simplest fraction with a power of 2 below it that lies from one number to another.
fn simplest(low: &BigRational, high: &BigRational) -> BigRational {
    let mut denominator = BigInt::one();
    loop {
        let above = (low * &denominator).ceil() / &denominator;
        if above <= *high {
            return above;
        }
        denominator *= 2;
    }
}

/// The bid and the move of a side that holds so much of 1; bids are simple in units of which there are so many.
pub fn decide(entry: &Entry, side: Side, money: &BigRational, total: &BigRational) -> Decision {
    let opponent = BigRational::one() - money;
    let sure = sure(entry, side, &opponent);
    let of = |option: &Reached| if sure == Sure::Win { near(side, &option.known) } else { far(side, &option.known) };
    let label_of = |option: &Reached| match option.leads {
        Leads::Won(_) => 0,
        _ => option.known.labels[side.of(0, 1)].unwrap_or(INFINITE),
    };
    let own = || entry.options.iter().enumerate().filter(|(_, option)| option.by == side);
    let others = entry.options.iter().filter(|option| option.by != side);
    let best = own().map(|(_, option)| of(option)).max().unwrap_or_else(BigRational::zero);
    let worst = others.map(of).min().unwrap_or_else(BigRational::one);
    let fair = fraction::half(&best - &worst);
    // Of the best moves the first with the least label.
    let greedy = own().filter(|(_, option)| of(option) == best);
    let (option, chosen) = greedy.min_by_key(|(_, option)| label_of(option)).expect("a side always has an option");
    let held = |bid: BigRational| bid.min(money.clone()).max(-money.clone());
    if sure != Sure::Win {
        return Decision { bid: held(fair.clone()), option, sure, fair, label: None };
    }
    let surplus = near(side, &entry.known) - opponent;
    let steps = entry.known.labels[side.of(0, 1)].filter(|label| *label != INFINITE).unwrap_or(0);
    let by_moving = label_of(chosen) < steps || matches!(chosen.leads, Leads::Won(_));
    let power = |power: u32| BigRational::new(BigInt::one(), BigInt::from(4).pow(power));
    let (small, large) = (&surplus * power(steps + 1), fraction::half(&surplus * power(steps)));
    let simple = |low: BigRational, high: BigRational| simplest(&(low * total), &(high * total)) / total;
    let bid = match by_moving {
        true => simple(&fair + small, &fair + large),
        false => simple(&fair - large, &fair - small),
    };
    Decision { bid: held(bid), option, sure, fair, label: Some(steps) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> BigRational {
        text.parse().unwrap()
    }

    #[test]
    fn finds_the_simplest_dyadic_fraction() {
        for (low, high, found) in [
            ("1/3", "2/3", "1/2"),
            ("0", "1/8", "0"),
            ("9/128", "19/256", "9/128"),
            ("1/10", "1/5", "1/8"),
            ("-1/3", "-1/5", "-1/4"),
        ] {
            assert_eq!(simplest(&number(low), &number(high)), number(found), "{low} {high}");
        }
    }
}
