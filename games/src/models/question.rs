//! What is asked of the rewards of a model.
//!
//! Left to others: what the model is (`umb`), and what is asked of stated numbers (`rewards`).

use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Digest, canonical};
use checker::failure::{Failure, ensure};
use checker::limits::Limit;

use super::Literal;

/// The number of the statement.
pub const NUMBER: u8 = 15;
/// The number of the statement about amounts of any sign, where every play ends.
pub const SIGNED: u8 = 24;

/// The exponent of a scale: below 2^10.
pub const SCALE: Limit = Limit { of: "exponent of a scale", most: (1 << 10) - 1 };

// ANCHOR: rewards-statement
/// What is asked: how much of a reward the coalition of the maximisers can make sure to collect, as a mean, against all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The digest of the model.
    pub model: Digest,
    /// Whether each double is read as the simplest fraction that it stands for; else as the number that it is.
    pub is_simplest: bool,
    /// The players of the coalition, by number, increasing.
    pub maximisers: Vec<u32>,
    /// The name of the reward.
    pub reward: String,
    /// Where collecting ends; a play that never comes there has collected without end. If there is none, all is collected.
    pub goal: Option<Literal>,
    /// By what each step multiplies all that follows: a fraction between 0 and 1. Said only if there is no goal.
    pub discount: Option<(u64, u64)>,
    /// Stated numbers are parts of 2^scale.
    pub scale: u16,
    /// Whether amounts have any sign, and every play ends: that is said by the number of the statement.
    #[serde(skip)]
    pub is_signed: bool,
}

impl Question {
    /// Reads the body of the statement of a number.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling, or beyond a limit.
    pub fn read(number: u8, body: &[u8]) -> Result<Self, Failure> {
        let question = Self { is_signed: number == SIGNED, ..canonical(body)? };
        let is_discount = |(numerator, denominator): (u64, u64)| {
            0 < numerator && numerator < denominator && numerator.gcd(&denominator) == 1
        };
        let is_one = question.discount.is_none_or(|discount| question.goal.is_none() && is_discount(discount));
        ensure(is_one, Failure::Statement("discount"))?;
        ensure(question.maximisers.is_sorted_by(|a, b| a < b), Failure::Statement("coalition"))?;
        SCALE.admit(question.scale)?;
        Ok(question)
    }

    /// By what each step multiplies what follows.
    pub(super) fn factor(&self) -> (u64, u64) {
        self.discount.map_or((1, 1), |discount| discount)
    }

    /// What an endless play is worth, as it is stated: nothing more, or without end. Where every play ends it is said to be worth 0.
    pub fn endless(&self) -> (u64, u64) {
        match self.is_signed {
            true => (1, 2),
            false => (self.goal.is_some().into(), 1),
        }
    }

    /// The number of the statement.
    pub fn number(&self) -> u8 {
        if self.is_signed { SIGNED } else { NUMBER }
    }
}
// ANCHOR_END: rewards-statement
