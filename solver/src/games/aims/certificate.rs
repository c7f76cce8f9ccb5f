//! Certificates of endless games: best play is found, and what is stated is written as the checker reads it.

use std::collections::BTreeSet;

use checker::certificate::Statement;
use checker::numbers::Fractions;
use checker::theorem::{Side, Turn};
use games::aims::{Game, least, mean, parity};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed as _, Zero};
use writer::{Writer, spell, write};

use crate::certificates::certify::in_form_one;

use super::arena::{Arena, Place, Step};
use super::{gain, parity as labels, steps, threshold};

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The position of this number has no reward.
    Reward(usize),
    /// The position of this number has no priority.
    Priority(usize),
    /// The players do not bid at the position of this number.
    Turn(usize),
    /// Numbers do not fit in a certificate.
    Large,
}

/// The positions of a game, with tosses for bids.
#[must_use]
pub fn arena(game: &Game) -> Arena {
    let step = |position: &games::aims::Position| {
        let own = |side: Side| -> Vec<Place> {
            let mut own: Vec<Place> =
                position.options.iter().filter(|option| option.0 == side).map(|option| option.2 as Place).collect();
            own.sort_unstable();
            own.dedup();
            own
        };
        match position.turn {
            Turn::Bid => Step::Toss([own(Side::White), own(Side::Black)]),
            Turn::Of(side) => Step::Turn(side.of(0, 1), own(side)),
            Turn::Chance => {
                let all: BigInt = position.options.iter().map(|option| BigInt::from(option.1)).sum();
                let weight = |weight: u64| BigRational::new(weight.into(), all.clone());
                Step::Chance(position.options.iter().map(|option| (weight(option.1), option.2 as Place)).collect())
            }
        }
    };
    Arena { steps: game.positions.iter().map(step).collect(), coin: None }
}

/// The rewards of all positions.
pub(super) fn rewards(game: &Game) -> Result<Vec<BigRational>, Unsolved> {
    let reward = |(number, position): (usize, &games::aims::Position)| {
        let (numerator, denominator) = position.reward.ok_or(Unsolved::Reward(number))?;
        Ok(BigRational::new(numerator.into(), denominator.into()))
    };
    game.positions.iter().enumerate().map(reward).collect()
}

/// Columns of numbers from 0 on; `scaled` says of a column whether its numbers are parts of the scale.
struct Columns {
    columns: Vec<(Vec<BigRational>, bool)>,
}

impl Columns {
    /// The least scale in which all numbers are at most 1.
    fn scale(&self) -> Result<u16, Unsolved> {
        let most = self.columns.iter().filter(|(_, is_scaled)| *is_scaled).flat_map(|(column, _)| column).max();
        let (mut scale, mut power) = (0, BigRational::one());
        while most.is_some_and(|most| *most > power) {
            scale += 1;
            power *= BigRational::from_integer(2.into());
            if scale >= 1024 {
                return Err(Unsolved::Large);
            }
        }
        Ok(scale)
    }

    /// The values that occur, and the columns of their places.
    fn places(&self, scale: u16) -> (Fractions, Vec<Vec<u32>>) {
        let power = BigRational::from_integer(BigInt::one() << scale);
        let part = |number: &BigRational, is_scaled: bool| if is_scaled { number / &power } else { number.clone() };
        let columns: Vec<Vec<BigRational>> =
            self.columns.iter().map(|(column, is)| column.iter().map(|number| part(number, *is)).collect()).collect();
        let known: Vec<BigRational> = columns.iter().flatten().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        let denominator = known.iter().fold(BigInt::one(), |all, number| all.lcm(number.denom()));
        let natural = |number: BigInt| number.to_biguint().expect("none is negative");
        let numerators: Vec<BigUint> =
            known.iter().map(|number| natural(number.numer() * (&denominator / number.denom()))).collect();
        let place = |number: &BigRational| known.binary_search(number).expect("it is known") as u32;
        let places = columns.iter().map(|column| column.iter().map(place).collect()).collect();
        (Fractions { denominator: natural(denominator), numerators }, places)
    }
}

/// A certificate.
fn written(number: u8, body: Vec<u8>, values: Fractions, columns: &[Vec<u32>]) -> Vec<u8> {
    let head = in_form_one(Statement::Further(number, body), Vec::new(), values);
    let mut slice = Writer::default();
    columns.iter().for_each(|column| slice.column(column));
    write(&head, &[slice.0])
}

/// Numbers of which the least is 0.
fn lifted(numbers: Vec<BigRational>) -> Vec<BigRational> {
    let least = numbers.iter().min().cloned().unwrap_or_else(BigRational::zero);
    numbers.into_iter().map(|number| number - &least).collect()
}

/// Who is paid for a bid, and what Left has: the share of a winning bid that the bank takes, and the share of the money that Left has. Both are numerator and
/// denominator in lowest terms. If the bank takes nothing, what Left has is 0, for it does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Money {
    /// What the bank takes.
    pub bank: [u16; 2],
    /// What Left has.
    pub share: [u16; 2],
}

impl Money {
    /// Bids are paid to the other player.
    pub const RICHMAN: Self = Self { bank: [0, 1], share: [0, 1] };
}

/// The certificate of the mean payoff.
///
/// # Errors
///
/// If a position has no reward, or numbers are too large.
pub fn mean(game: &Game, Money { bank, share }: Money) -> Result<Vec<u8>, Unsolved> {
    let (mut arena, rewards) = (arena(game), rewards(game)?);
    if bank[0] > 0 {
        // The coin is (1 − τ + τρ)/(2 − τ).
        let [bank, share] = [bank, share].map(|[part, whole]| BigRational::new(part.into(), whole.into()));
        let one = BigRational::one();
        arena.coin = Some((&one - &bank + &bank * share) / (&one + &one - bank));
    }
    let best = gain::solve(&arena, &rewards);
    let least = rewards.iter().min().expect("one position or more").clone();
    let gains = best.pairs.iter().map(|[gain, _]| gain - &least).collect();
    let potentials = lifted(best.pairs.into_iter().map(|[_, potential]| potential).collect());
    let columns = Columns { columns: vec![(gains, true), (potentials, true)] };
    let scale = columns.scale()?;
    let (values, places) = columns.places(scale);
    Ok(written(mean::NUMBER, spell(&mean::Body { game: game.digest, scale, bank, share }), values, &places))
}

/// The certificate of who makes sure of an average.
///
/// # Errors
///
/// If a position has no reward, or numbers are too large.
pub fn least(game: &Game, average: &BigRational) -> Result<Vec<u8>, Unsolved> {
    let (arena, rewards) = (arena(game), rewards(game)?);
    let left = threshold::solve(&arena, &rewards, average);
    let negated: Vec<BigRational> = rewards.iter().map(|reward| -reward).collect();
    let right = threshold::solve(&arena.mirrored(), &negated, &-average);
    let upper = right.probability.into_iter().map(|probability| BigRational::one() - probability).collect();
    let counter = right.potential.into_iter().map(|potential| -potential).collect();
    let columns = Columns {
        columns: vec![
            (left.probability, false),
            (lifted(left.potential), true),
            (upper, false),
            (lifted(counter), true),
        ],
    };
    let scale = columns.scale()?;
    let (values, places) = columns.places(scale);
    let small = |number: &BigInt| u64::try_from(number.magnitude()).ok().filter(|&number| number < 1 << 63);
    let [numerator, denominator] = [average.numer(), average.denom()].map(small);
    let (numerator, denominator) = numerator.zip(denominator).ok_or(Unsolved::Large)?;
    let body = least::Body { game: game.digest, scale, is_negative: average.is_negative(), numerator, denominator };
    Ok(written(least::NUMBER, spell(&body), values, &places))
}

/// All averages at which it changes who makes sure of them, in order; `tell` hears of each that is tried.
///
/// # Errors
///
/// If a position has no reward.
pub fn steps(game: &Game, tell: &mut dyn FnMut()) -> Result<Vec<BigRational>, Unsolved> {
    Ok(steps::solve(&arena(game), &rewards(game)?, tell))
}

/// The averages of certificates that tell of one: itself, or those nearest to it on either side whose parts are below 2^63.
///
/// # Panics
///
/// Never: of powers of 2 there is one that fits, or the average is out of the reach of rewards.
#[must_use]
pub fn stated(average: &BigRational) -> Vec<BigRational> {
    let bits = |number: &BigInt| number.bits();
    if bits(average.numer()).max(bits(average.denom())) < 64 {
        return vec![average.clone()];
    }
    let whole = bits(&average.to_integer()).max(1);
    let unit = BigRational::new(BigInt::one(), BigInt::one() << 63_u64.saturating_sub(whole));
    let units = average / &unit;
    vec![units.floor() * &unit, units.ceil() * &unit]
}

/// The certificate of parity.
///
/// # Errors
///
/// If a position has no priority.
///
/// # Panics
///
/// Never: right numbers have labels.
pub fn parity(game: &Game) -> Result<Vec<u8>, Unsolved> {
    let arena = arena(game);
    let priority =
        |(number, position): (usize, &games::aims::Position)| position.priority.ok_or(Unsolved::Priority(number));
    let priorities: Vec<u8> = game.positions.iter().enumerate().map(priority).collect::<Result<_, _>>()?;
    let greatest = priorities.iter().copied().max().expect("one position or more");
    let (x, left) = labels::solve(&arena, &priorities);
    let white = labels::labels(&arena, &priorities, greatest, &x, &left);
    let (mirrored, raised) = (arena.mirrored(), priorities.iter().map(|priority| priority + 1).collect::<Vec<u8>>());
    let (lost, right) = labels::solve(&mirrored, &raised);
    let black = labels::labels(&mirrored, &raised, greatest + 1, &lost, &right);
    let (values, mut places) = Columns { columns: vec![(x, false)] }.places(0);
    places.extend(white.into_iter().rev());
    places.extend(black.into_iter().rev());
    Ok(written(parity::NUMBER, spell(&parity::Body { game: game.digest }), values, &places))
}
