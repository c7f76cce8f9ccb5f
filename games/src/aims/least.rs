//! Who makes sure of an average: with which share of the money a player collects a given number or more, or no more than it, on average in a step.
//!
//! Responsible for statement 18: its body, and the conditions `white-secures` and `black-secures`. Left to others: the game and the numbers (`aims`). Source:
//! the chapter `docs/src/record/format-aims.md`, section "Statement 18: who makes sure of an average".

use std::sync::Arc;

use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, canonical};
use checker::claim::Subject;
use checker::failure::{Failure, ensure};
use checker::numbers::{Fraction, Fractions, at};
use checker::theorem::Side;

use super::{Game, Number, Reward, SCALES, faultless, minus, read};
use crate::condition::{Evidence, Fault, Rule, fails};

/// The number of the statement.
pub const NUMBER: u8 = 18;

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
    /// The value `v` of a potential stands for `2^scale·v`. Below 2^10.
    pub scale: u16,
    /// Whether the average `c` is below 0.
    pub is_negative: bool,
    /// The numerator of its amount, below 2^63.
    pub numerator: u64,
    /// The denominator, below 2^63. Both are in lowest terms.
    pub denominator: u64,
}

impl Body {
    /// The average `c`: numerator and denominator.
    pub fn average(&self) -> (i64, u64) {
        let amount = i64::try_from(self.numerator).expect("below 2^63");
        (if self.is_negative { -amount } else { amount }, self.denominator)
    }
}

/// Whether these are a sign, a numerator and a denominator: below 2^63, in lowest terms, and 0 without a sign.
pub(super) fn is_average(is_negative: bool, numerator: u64, denominator: u64) -> bool {
    let is_small = numerator < 1 << 63 && (1..1 << 63).contains(&denominator);
    is_small && numerator.gcd(&denominator) == 1 && (!is_negative || numerator > 0)
}

/// What is verified, of each position by its number. Let `b` be Black's share of the money: if `b < l`, White makes sure of a mean payoff of `c` or more; if
/// `b > u`, Black makes sure of `c` or less.
#[derive(Debug)]
pub struct Secured {
    /// The game.
    pub game: Arc<Game>,
    /// What the statement says.
    pub body: Body,
    /// The values that are stated.
    pub values: Arc<Fractions>,
    /// The places of `l(P)` among them.
    pub lower: Vec<u32>,
    /// Those of `h(P)`.
    pub potentials: Vec<u32>,
    /// Those of `u(P)`.
    pub upper: Vec<u32>,
    /// Those of `k(P)`.
    pub counter_potentials: Vec<u32>,
    /// The rewards.
    rewards: Vec<Reward>,
}

impl Secured {
    /// Below this share of Black's, White makes sure of the average or more: `l(P)`.
    pub fn l(&self, position: u32) -> Fraction {
        self.values.get(at(self.lower[at(position)]))
    }

    /// Above this share of Black's, Black makes sure of the average or less: `u(P)`.
    pub fn u(&self, position: u32) -> Fraction {
        self.values.get(at(self.upper[at(position)]))
    }

    /// White's potential of a position: `h(P)`.
    pub fn h(&self, position: u32) -> Number {
        self.scaled(self.potentials[at(position)])
    }

    /// Black's potential of a position: `k(P)`.
    pub fn k(&self, position: u32) -> Number {
        self.scaled(self.counter_potentials[at(position)])
    }

    fn scaled(&self, place: u32) -> Number {
        Number::new((&self.values.numerators[at(place)] << self.body.scale).into(), self.values.denominator.clone())
    }

    /// White: `l ≤ F(l)`; and where all terms are `l(P) > 0`, `c + h ≤ r + F′(h)`, where `F′` knows options with the same `l` only. Black: the mirror image.
    fn fault(&self, position: u32, side: Side) -> Option<Fault> {
        let here = &self.game.positions[at(position)];
        let [numbers, potentials] = side.of([&self.lower, &self.potentials], [&self.upper, &self.counter_potentials]);
        let shift = minus(self.body.average(), self.rewards[at(position)]);
        let conditions = [side.of("white-secures", "black-secures"); 2];
        let evidence = Evidence::Potential(potentials, self.body.scale, shift);
        let rule = Rule { side, conditions, numbers, is_exact: false, evidence };
        fails(here.turn, &here.options, position, &self.values, &rule)
    }
}

impl super::Body for Body {
    fn read(body: &[u8]) -> Result<Self, Failure> {
        let body: Self = canonical(body)?;
        ensure(body.scale < SCALES, Failure::Statement("scale"))?;
        let is_average = is_average(body.is_negative, body.numerator, body.denominator);
        ensure(is_average, Failure::Statement("average"))?;
        Ok(body)
    }

    fn game(&self) -> Digest {
        self.game
    }

    fn verify(self, game: Arc<Game>, certificate: &Certificate) -> Result<Subject, Failure> {
        let rewards = game.rewards()?;
        let columns = read(certificate, &game, 4, 0)?;
        let [lower, potentials, upper, counter_potentials] = columns.try_into().expect("4 columns");
        let values = Arc::clone(&certificate.head.values);
        let secured = Secured { game, body: self, values, lower, potentials, upper, counter_potentials, rewards };
        let fault = |position| Side::BOTH.into_iter().find_map(|side| secured.fault(position, side));
        faultless(secured.lower.len(), fault)?;
        Ok(Arc::new(secured))
    }
}
