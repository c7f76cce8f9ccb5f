//! Parity: White wins an endless play if the greatest priority that is seen infinitely often is even.
//!
//! Responsible for statement 19: its body, the layout of its slice, and the conditions `equation`, `white-parity` and `black-parity`. Left to others: the game
//! and the numbers (`aims`). Source: the chapter `docs/src/record/format-aims.md`, section "Statement 19: parity".

use std::sync::Arc;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, canonical};
use checker::claim::{Claim, Given, Subject};
use checker::failure::{self, Failure};
use checker::numbers::{Fraction, Fractions, at};
use checker::theorem::Side;

use crate::measure::{self, Step, difference};

use super::{Compared, Game, Number, faultless, read};

/// The number of the statement.
pub const NUMBER: u8 = 19;

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
}

impl Body {
    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        canonical(body)
    }
}

/// What is verified, of each position by its number. With tosses `x` is White's probability of winning; with money White wins if Black's share is below it, and
/// Black if it is above.
#[derive(Debug)]
pub struct Parity {
    /// The game.
    pub game: Arc<Game>,
    /// What the statement says.
    pub body: Body,
    /// The values that are stated.
    pub values: Arc<Fractions>,
    /// The places of `x(P)` among them.
    pub x: Vec<u32>,
    /// White's labels: a column for each odd priority, from the greatest down.
    pub white: Vec<Vec<u32>>,
    /// Black's labels: a column for each even priority, from the greatest down.
    pub black: Vec<Vec<u32>>,
    /// The priorities.
    priorities: Vec<u8>,
    /// The greatest of them.
    greatest: u8,
}

/// A condition that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The number that is stated of the position of this number is not the mean.
    Equation {
        /// The number of the position.
        position: u32,
        /// What is stated.
        stated: Number,
        /// The mean.
        mean: Number,
    },
    /// At a quiet position play need not get better for a side: neither is the position safe, nor lucky for some priority.
    Parity {
        /// The number of the position.
        position: u32,
        /// For which side.
        side: Side,
        /// The priority of the position.
        priority: u8,
    },
}

impl failure::Fault for Fault {
    fn condition(&self) -> &'static str {
        match self {
            Self::Equation { .. } => "equation",
            Self::Parity { side, .. } => side.of("white-parity", "black-parity"),
        }
    }

    fn place(&self) -> u64 {
        match self {
            Self::Equation { position, .. } | Self::Parity { position, .. } => (*position).into(),
        }
    }
}

/// The priorities up to the greatest one that are bad for a side, from the greatest down: odd for White, even for Black. There is a column of labels for each.
pub fn bad(greatest: u8, side: Side) -> impl Iterator<Item = u8> {
    (0..=greatest).rev().filter(move |k| k % 2 == side.of(1, 0))
}

impl Parity {
    /// Below this share of Black's White wins, and above it Black: `x(P)`.
    pub fn x(&self, position: u32) -> Fraction {
        self.values.get(at(self.x[at(position)]))
    }

    /// The greatest priority.
    pub fn greatest(&self) -> u8 {
        self.greatest
    }

    /// Whether a quiet position passes for a side.
    fn passes(&self, side: Side, number: usize) -> bool {
        let here = &self.game.positions[number];
        let columns = || bad(self.greatest, side).zip(side.of(&self.white, &self.black));
        let differs = |to: usize| difference(columns().map(|(k, labels)| (k, labels[to], labels[number])));
        let counting = here.options.iter().filter(|option| self.x[at(option.2)] == self.x[number]);
        let steps: Vec<Step> = counting.map(|&(who, _, to)| (who, differs(at(to)))).collect();
        measure::passes(here.turn, side, self.priorities[number], bad(self.greatest, side), &steps)
    }

    /// `x = F(x)`; and where all terms are `x(P)`, the position passes for White if `x(P) > 0`, and for Black if `x(P) < 1`.
    fn fault(&self, position: u32) -> Option<Fault> {
        let (number, values) = (at(position), &*self.values);
        let own = self.x[number];
        let terms = self.game.positions[number].terms(|to| self.x[to], |_| true);
        let equation = Compared::new(values, &[own], &terms);
        if equation.order().is_ne() {
            let [stated, mean] = equation.numbers();
            return Some(Fault::Equation { position, stated, mean });
        }
        let is_quiet = terms.iter().all(|&(_, term)| term == own);
        let nothing = |side: Side| side.of(&BigUint::ZERO, &values.denominator) == &values.numerators[at(own)];
        let fails = |side: &Side| is_quiet && !nothing(*side) && !self.passes(*side, number);
        let priority = self.priorities[number];
        Side::BOTH.into_iter().find(fails).map(|side| Fault::Parity { position, side, priority })
    }
}

/// The claim about parity.
///
/// # Errors
///
/// If the statement or the head is malformed.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    super::claim::<Body>(given)
}

impl super::Body for Body {
    fn read(body: &[u8]) -> Result<Self, Failure> {
        Self::read(body)
    }

    fn game(&self) -> Digest {
        self.game
    }

    fn verify(self, game: Arc<Game>, certificate: &Certificate) -> Result<Subject, Failure> {
        let priorities = game.priorities()?;
        let greatest = priorities.iter().copied().max().expect("one position or more");
        let [odd, even] = Side::BOTH.map(|side| bad(greatest, side).count());
        let mut columns = read(certificate, &game, 1, odd + even)?;
        let black = columns.split_off(1 + odd);
        let white = columns.split_off(1);
        let [x] = columns.try_into().expect("a column");
        let values = Arc::new(certificate.head.values.clone());
        let parity = Parity { game, body: self, values, x, white, black, priorities, greatest };
        faultless(parity.x.len(), |position| parity.fault(position))?;
        Ok(Arc::new(parity))
    }
}
