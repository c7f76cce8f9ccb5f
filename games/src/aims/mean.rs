//! The mean payoff: what is collected on average in a step of an endless play, by tosses, by bids to the other player, or by bids of which the bank takes a part.
//!
//! Responsible for statement 17: its body, and the conditions `white-mean` and `black-mean`. Left to others: the game and the numbers (`aims`). Source: the
//! chapter `docs/src/record/format-aims.md`, section "Statement 17: the mean".

use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, canonical};
use checker::claim::Subject;
use checker::failure::{Failure, ensure};
use checker::numbers::{Fractions, at};
use checker::theorem::{Side, Turn};

use super::{Game, Number, Reward, SCALES, faultless, minus, read};
use crate::condition::{Compared, Failed, Fault, terms};

/// The number of the statement.
pub const NUMBER: u8 = 17;

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
    /// A value `v` stands for `2^scale·v`. Below 2^10.
    pub scale: u16,
    /// The share of a winning bid that the bank takes: numerator and denominator in lowest terms. The other player takes the rest.
    pub bank: [u16; 2],
    /// The share of the money that Left has, in lowest terms, between 0 and 1; 0 if the bank takes nothing, because then the share does not matter.
    pub share: [u16; 2],
}

impl Body {
    /// How a coin falls that takes the place of an auction: to Left so often as the first number says, to Right as the second one.
    pub fn coin(&self) -> [u64; 2] {
        let [[bank, of], [share, all]] = [self.bank, self.share].map(|parts| parts.map(u64::from));
        [(of - bank) * all + bank * share, of * all - bank * share]
    }
}

/// What is verified: of each position, by its number, what is collected on average. With tosses `g` is the value; with money it is where it is the same
/// everywhere.
#[derive(Debug)]
pub struct Mean {
    /// The game.
    pub game: Arc<Game>,
    /// What the statement says.
    pub body: Body,
    /// The values that are stated.
    pub values: Arc<Fractions>,
    /// The places of `g(P) − r₀` among them, where `r₀` is the least reward.
    pub gains: Vec<u32>,
    /// The places of `h(P)` among them.
    pub potentials: Vec<u32>,
    /// The rewards.
    rewards: Vec<Reward>,
    /// The least of them.
    least: Reward,
}

impl Mean {
    /// What is collected on average from a position on: `g(P)`.
    pub fn g(&self, position: u32) -> Number {
        let numerator = BigInt::from(&self.values.numerators[at(self.gains[at(position)])] << self.body.scale);
        let (least, parts) = self.least;
        let lifted = numerator * parts + BigInt::from(self.values.denominator.clone()) * least;
        Number::new(lifted, &self.values.denominator * parts)
    }

    /// The potential of a position: `h(P)`.
    pub fn h(&self, position: u32) -> Number {
        let numerator = &self.values.numerators[at(self.potentials[at(position)])] << self.body.scale;
        Number::new(numerator.into(), self.values.denominator.clone())
    }

    /// `(g, h + g − r)` is compared with `F(g, h)`: pairs, by the first part and then by the second. It may not be greater, for White, nor less, for Black.
    fn fault(&self, position: u32) -> Option<Fault> {
        let number = at(position);
        let see = |to: usize| (self.gains[to], self.potentials[to]);
        let here = &self.game.positions[number];
        let mut terms = terms(here.turn, &here.options, see, |_| true);
        // Whoever is chosen by the coin decides who moves: Left takes what is greater, and Right what is less.
        if here.turn == Turn::Bid {
            terms.sort_by_key(|term| Reverse(term.1));
            terms.iter_mut().zip(self.body.coin()).for_each(|(term, weight)| term.0 = weight);
        }
        let first: Vec<(u64, u32)> = terms.iter().map(|&(weight, (gain, _))| (weight, gain)).collect();
        let second: Vec<(u64, u32)> = terms.iter().map(|&(weight, (_, potential))| (weight, potential)).collect();
        let (gain, potential) = see(number);
        let first = Compared::new(&self.values, &[gain], &first);
        // What is added back to g is r₀, so the rest is r₀ − r.
        let shift = minus(self.least, self.rewards[number]);
        let second = Compared::new(&self.values, &[potential, gain], &second).shifted(self.body.scale, shift);
        let (is_second, order) = match first.order() {
            Ordering::Equal => (true, second.order()),
            order => (false, order),
        };
        let side = match order {
            Ordering::Equal => return None,
            Ordering::Greater => Side::White,
            Ordering::Less => Side::Black,
        };
        // Of g the least reward is a part.
        let lifted = || first.shifted(self.body.scale, (0, 1)).numbers().map(|number| number.plus(self.least));
        let failed = if is_second { Failed::Potential(second.numbers()) } else { Failed::Number(lifted()) };
        Some(Fault { condition: side.of("white-mean", "black-mean"), position, side, failed })
    }
}

impl super::Body for Body {
    fn read(body: &[u8]) -> Result<Self, Failure> {
        let body: Self = canonical(body)?;
        ensure(body.scale < SCALES, Failure::Statement("scale"))?;
        let is_lowest = |[part, whole]: [u16; 2]| part <= whole && part.gcd(&whole) == 1;
        ensure(is_lowest(body.bank), Failure::Statement("share of the bank"))?;
        // A share in the lowest terms is 0 or 1 only if its denominator is 1.
        let is_between = is_lowest(body.share) && body.share[1] > 1;
        let is_share = if body.bank[0] > 0 { is_between } else { body.share == [0, 1] };
        ensure(is_share, Failure::Statement("share of the money"))?;
        Ok(body)
    }

    fn game(&self) -> Digest {
        self.game
    }

    fn verify(self, game: Arc<Game>, certificate: &Certificate) -> Result<Subject, Failure> {
        let rewards = game.rewards()?;
        let least = rewards.iter().copied().min_by(|&a, &b| minus(a, b).0.cmp(&0)).expect("one position or more");
        let [gains, potentials] = read(certificate, &game, 2, 0)?.try_into().expect("2 columns");
        let values = Arc::clone(&certificate.head.values);
        let mean = Mean { game, body: self, values, gains, potentials, rewards, least };
        faultless(mean.gains.len(), |position| mean.fault(position))?;
        Ok(Arc::new(mean))
    }
}
