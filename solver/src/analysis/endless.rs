//! What an endless play decides: the one value `v` that a game has if an endless play has a worth `d`, beside the two values α and β that it has if an endless play is a draw.
//!
//! Responsible for counting where `v` is not what one would guess, the number from α to β that is nearest to `d`. Both tables are verified; of bounds only what they show is counted. Left to
//! others: the tables (`graph::never`), and which are compared (`solve endless`).

use checker::Verified;
use checker::certificate::Never;
use num_rational::BigRational;
use num_traits::Zero as _;
use report::notation;
use report::ranked::Ranked;

use crate::analysis::verified;

/// What is found in one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// Positions, up to symmetry.
    pub positions: usize,
    /// Positions that are shown to have `α < β`. Only there an endless play decides anything.
    pub not_sharp: usize,
    /// Of these, how many have α above the worth, β below it, and the worth between the two, as far as bounds show it.
    pub sides: [usize; 3],
    /// Where `v` is shown to differ from the nearest number.
    pub differs: usize,
    /// Of these, where it is shown to be neither α nor β nor the worth.
    pub between: usize,
    /// Where it differs most, as far as is shown.
    pub farthest: Option<Differs>,
    /// Of equal simplicity the first position whose `v` is neither α nor β nor the worth, and known exactly together with both: the least sum of denominators.
    pub simplest: Option<Differs>,
}

/// A position at which `v` is not the nearest number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The position.
    pub fen: String,
    /// By how much at the least: share of the money.
    pub by: BigRational,
    /// Bounds on α, on `v` and on β: share of the money.
    pub values: [[BigRational; 2]; 3],
}

/// Compares the table of α and β with the table of `v`.
///
/// # Errors
///
/// If the second is not about the value for this worth, or about another endgame.
///
/// # Panics
///
/// If one of them is no table of an endgame.
pub fn endless(both: &Verified, one: &Verified, worth: Never) -> Result<Endless, String> {
    let (open, valued) = (verified::positions(both), verified::positions(one));
    if one.head().never != Some(worth) || both.head().never.is_some() {
        return Err("required a table of α and β, and one for what the endless play is worth".to_owned());
    }
    if open.endgame != valued.endgame {
        return Err("the two tables are about different endgames".to_owned());
    }
    let worth = BigRational::new(worth.0.into(), worth.1.into());
    let (both, one) = (Ranked::new(both), Ranked::new(one));
    let mut found =
        Endless { positions: 0, not_sharp: 0, sides: [0; 3], differs: 0, between: 0, farthest: None, simplest: None };
    for number in both.firsts() {
        found.positions += 1;
        let place = both.place(number);
        if place.alpha[1] >= place.beta[0] {
            continue;
        }
        found.not_sharp += 1;
        let value = one.place(number).alpha;
        let [alpha, beta] = [place.alpha, place.beta].map(|bounds| bounds.map(|number| both.fraction(number)));
        let value = value.map(|number| one.fraction(number));
        let fen = || notation::fen(open.endgame.board, &open.placement(number));
        found.add([alpha, value, beta], &worth, fen);
    }
    Ok(found)
}

impl Endless {
    /// Counts one position that is not sharp.
    fn add(&mut self, values: [[BigRational; 2]; 3], worth: &BigRational, fen: impl Fn() -> String) {
        let [alpha, value, beta] = &values;
        let sides = [alpha[0] > *worth, beta[1] < *worth, alpha[1] <= *worth && *worth <= beta[0]];
        for (count, is_there) in self.sides.iter_mut().zip(sides) {
            *count += usize::from(is_there);
        }
        let nearest = [0, 1].map(|end: usize| (&alpha[end]).max(worth).min(&beta[end]).clone());
        let by = (&value[0] - &nearest[1]).max(&nearest[0] - &value[1]);
        if by <= BigRational::zero() {
            return;
        }
        self.differs += 1;
        let is_between = alpha[1] < value[0] && value[1] < beta[0] && (value[1] < *worth || *worth < value[0]);
        self.between += usize::from(is_between);
        let is_exact = values.iter().all(|[low, high]| low == high);
        let size = |values: &[[BigRational; 2]; 3]| {
            values.iter().map(|[low, _]| low.denom().clone()).sum::<num_bigint::BigInt>()
        };
        let is_simpler = self.simplest.as_ref().is_none_or(|simplest| size(&values) < size(&simplest.values));
        if is_between && is_exact && is_simpler {
            self.simplest = Some(Differs { fen: fen(), by: by.clone(), values: values.clone() });
        }
        if self.farthest.as_ref().is_none_or(|farthest| by > farthest.by) {
            self.farthest = Some(Differs { fen: fen(), by, values });
        }
    }
}
