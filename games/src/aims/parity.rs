//! Parity: White wins an endless play if the greatest priority that is seen infinitely often is even.
//!
//! Responsible for statement 19: its body, the layout of its slice, and the conditions `equation`, `white-parity` and `black-parity`. Left to others: the game
//! and the numbers (`aims`). Source: the chapter `docs/src/record/format-aims.md`, section "Statement 19: parity".

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, canonical};
use checker::claim::Subject;
use checker::failure::Failure;
use checker::numbers::{Fraction, Fractions, at};
use checker::theorem::Side;

use super::{Game, faultless, read};
pub use crate::condition::bad;
use crate::condition::{Evidence, Fault, Rule, fails};

/// The number of the statement.
pub const NUMBER: u8 = 19;

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
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

impl Parity {
    /// Below this share of Black's White wins, and above it Black: `x(P)`.
    pub fn x(&self, position: u32) -> Fraction {
        self.values.get(at(self.x[at(position)]))
    }

    /// The greatest priority.
    pub fn greatest(&self) -> u8 {
        self.greatest
    }

    /// `x = F(x)`; and where all terms are `x(P)`, the position passes for White if `x(P) > 0`, and for Black if `x(P) < 1`.
    fn fault(&self, position: u32, side: Side) -> Option<Fault> {
        let here = &self.game.positions[at(position)];
        let labels = side.of(&self.white, &self.black);
        let evidence = Evidence::Measure(self.priorities[at(position)], self.greatest, labels);
        let conditions = ["equation", side.of("white-parity", "black-parity")];
        let rule = Rule { side, conditions, numbers: &self.x, is_exact: true, evidence };
        fails(here.turn, &here.options, position, &self.values, &rule)
    }
}

impl super::Body for Body {
    fn read(body: &[u8]) -> Result<Self, Failure> {
        canonical(body)
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
        let values = Arc::clone(&certificate.head.values);
        let parity = Parity { game, body: self, values, x, white, black, priorities, greatest };
        let fault = |position| Side::BOTH.into_iter().find_map(|side| parity.fault(position, side));
        faultless(parity.x.len(), fault)?;
        Ok(Arc::new(parity))
    }
}
