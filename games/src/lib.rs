//! Further games: what has to be believed beside the kernel, a file for each game.
//!
//! Each statement is a [`Claim`](checker::claim::Claim) of the kernel. This file is the table of them, a line for each; the numbers stand here and nowhere
//! else. Four of them bring no condition of their own: Losing Chess under an auction, the race on partitions, models of others, and scored games are
//! verified by the theorem. Left to others: wording, and everything that no verdict needs.

#![deny(clippy::disallowed_methods)]

use std::borrow::Cow;

use checker::Checker;
use checker::certificate::{Certificate, Digest};
use checker::claim::Read;
use checker::failure::Failure;

#[cfg(feature = "aims")]
pub mod aims;
#[cfg(feature = "all-pay")]
pub mod all_pay;
pub mod bare;
pub mod chips;
#[cfg(feature = "aims")]
mod condition;
#[cfg(feature = "aims")]
mod file;
#[cfg(feature = "cells")]
pub mod hex;
pub mod losing;
#[cfg(any(feature = "aims", feature = "models"))]
mod measure;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "cells")]
pub mod partitions;
pub mod payments;
#[cfg(feature = "poorman")]
pub mod poorman;
#[cfg(feature = "poorman")]
pub mod robin_hood;
#[cfg(feature = "aims")]
pub mod scores;

/// The statements: number, and how the claim is read. 13 is unused.
const STATEMENTS: &[(u8, Read)] = &[
    (losing::AUCTION, losing::auction),
    (losing::TURNS, losing::turns),
    (losing::PROOF, losing::proof::claim),
    (chips::NUMBER, chips::claim),
    (payments::NUMBER, payments::claim),
    #[cfg(feature = "poorman")]
    (poorman::NUMBER, poorman::claim),
    #[cfg(feature = "poorman")]
    (robin_hood::NUMBER, robin_hood::claim),
    #[cfg(feature = "cells")]
    (hex::NUMBER, hex::claim),
    #[cfg(feature = "cells")]
    (partitions::VALUES, partitions::claim),
    #[cfg(feature = "cells")]
    (partitions::LOSING, partitions::claim),
    #[cfg(feature = "cells")]
    (partitions::STAIRCASES, partitions::claim),
    #[cfg(feature = "cells")]
    (partitions::RACE, partitions::race),
    #[cfg(feature = "all-pay")]
    (all_pay::NUMBER, all_pay::claim),
    #[cfg(feature = "models")]
    (models::NUMBER, models::claim),
    #[cfg(feature = "models")]
    (models::rewards::NUMBER, models::rewards::claim),
    #[cfg(feature = "models")]
    (models::rewards::SIGNED, models::rewards::signed),
    #[cfg(feature = "aims")]
    (aims::mean::NUMBER, aims::claim::<aims::mean::Body>),
    #[cfg(feature = "aims")]
    (aims::least::NUMBER, aims::claim::<aims::least::Body>),
    #[cfg(feature = "aims")]
    (aims::parity::NUMBER, aims::claim::<aims::parity::Body>),
    #[cfg(feature = "aims")]
    (aims::chips::NUMBER, aims::claim::<aims::chips::Body>),
    #[cfg(feature = "aims")]
    (scores::NUMBER, scores::claim),
];

/// How the statement of a number is read, if it is one about a further game.
pub fn read(number: u8) -> Option<Read> {
    STATEMENTS.iter().find(|(known, _)| *known == number).map(|(_, read)| *read)
}

/// A checker that knows all of these games, on so many threads; `find` gives the files of imports by their digest.
///
/// # Examples
///
/// ```
/// let verdict = games::checker(1, |_| None::<Vec<u8>>).check(b"no certificate", None);
/// assert!(verdict.is_err());
/// ```
pub fn checker<'a, B: Into<Cow<'a, [u8]>>>(threads: usize, find: impl FnMut(Digest) -> Option<B> + 'a) -> Checker<'a> {
    Checker::new(threads, read, find)
}

/// What is written in a certificate about any of these games, or about those of the kernel. Nothing of it is verified.
///
/// # Errors
///
/// If the head is malformed, beyond a limit, or of an unknown statement.
pub fn certificate(file: &[u8]) -> Result<Certificate<'_>, Failure> {
    Certificate::read(file, |number| read(number).is_some())
}
