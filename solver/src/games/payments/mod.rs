//! Games in which the bank takes a part of the winning bid, or all of it.
//!
//! Responsible for the auctions and their mean. Left to others: bounds (`enclose`), exact values where a game is acyclic (`exact`), and certificates of
//! games and endgames (`certificate`). Source: the chapter "Paying the bank" of the book.

pub mod certificate;
pub mod claims;
pub mod enclose;
pub mod exact;

use std::fmt;

use games::payments::Auction;
use session::fraction;

use crate::graph::labels::Side;

/// The most bits of units: products stay below 2^114.
pub const MOST_BITS: u8 = 48;

/// Who pays whom, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The share of the winning bid that the bank takes, in lowest terms; the other player takes the rest.
    bank: [u16; 2],
    /// The owner of ties if the winner of a bid moves; none if the winner decides who moves.
    ties: Option<Side>,
}

/// Why something is no share of a bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareError(String);

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(found) = self;
        write!(
            f,
            "--pays: found {found:?}, required who gets the winning bid: other (0), bank (1, poorman), or the share that the bank takes, a fraction from 0 to 1 \
             with numbers below 65536, such as 1/2 (or 'taxman 1/2'); in a game of your own also both, if both pay"
        )
    }
}

impl std::error::Error for ShareError {}

impl Payment {
    /// An auction: `pays` is `other`, `bank` or a fraction, the share of the bank. The field's names are known, too: `poorman` is the bank's, `richman` the
    /// other player's, and `taxman` may stand before the fraction.
    ///
    /// # Errors
    ///
    /// If it is none of these.
    pub fn new(pays: &str, ties: Option<Side>) -> Result<Self, ShareError> {
        let error = || ShareError(crate::escape::short(pays));
        let share = pays.strip_prefix("taxman").map_or(pays, |share| share.trim_start_matches([' ', '=', ':']));
        let [bank, of] = match share {
            "other" | "richman" | "0" => [0, 1],
            "bank" | "poorman" | "1" => [1, 1],
            share => fraction::read_share(share).map(|(bank, of)| [bank, of]).ok_or_else(error)?,
        };
        Ok(Self { bank: [bank, of], ties })
    }

    /// The share that the bank takes.
    #[must_use]
    pub fn bank(&self) -> [u16; 2] {
        self.bank
    }

    /// The owner of ties, if the winner of a bid moves.
    #[must_use]
    pub fn ties(&self) -> Option<Side> {
        self.ties
    }

    /// The auction as the checker knows it.
    #[must_use]
    pub fn stated(&self) -> Auction {
        Auction { bank: self.bank, owner: self.ties }
    }

    /// Whether this is the auction of all other statements: nothing for the bank, and the winner decides.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.bank[0] == 0 && self.ties.is_none()
    }

    /// A word for the names of files.
    #[must_use]
    pub fn name(&self) -> String {
        let bank = match self.bank {
            [0, _] => "other".to_owned(),
            [1, 1] => "bank".to_owned(),
            [bank, of] => format!("{bank}-{of}"),
        };
        match self.ties {
            None => bank,
            Some(Side::White) => format!("{bank}_moves_white"),
            Some(Side::Black) => format!("{bank}_moves_black"),
        }
    }

    /// What White's best option `white` and Black's best option `black` come to, in units of which so many are 1, not rounded: a numerator and a
    /// denominator. Units are 2^-48 or larger.
    fn mean(&self, white: u64, black: u64, one: u64) -> (u128, u128) {
        let [hi, lo] = match self.ties {
            Some(owner) if white < black => {
                return (u128::from(owner.of(black, white)), 1);
            }
            _ => [white.max(black), white.min(black)].map(u128::from),
        };
        let [bank, of] = self.bank.map(u128::from);
        let one = u128::from(one);
        let numerator = one * (of * hi + (of - bank) * lo);
        (numerator, (2 * of - bank) * one + bank * (hi - lo))
    }
}
