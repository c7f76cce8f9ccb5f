//! The checker: what is believed, and why.
//!
//! A certificate states the exact value of every position of a bidding-chess endgame, or bounds on them, or a bound for a single
//! position with any number of men. It was written by a clever program
//! that nobody has to trust. This library is the small program that has to be trusted instead: it knows the rules, finds all
//! positions and all moves by itself, and verifies an equation and two labels at each of them. By Theorem 5 (the chapter
//! "The theorem") a table that passes holds the true values: `α = x = β` everywhere.
//!
//! Read it in this order:
//!
//! | module | question |
//! |---|---|
//! | [`conditions`] | what is verified: nine conditions, each beside its formula and its lemma |
//! | [`bound`] | what is verified of a bound for one position, in which order |
//! | [`verified`] | in which order, and what can be had only afterwards |
//! | `graph` | how positions and moves come to the conditions |
//! | [`board`] | what the rules are |
//! | [`endgame`] | which positions there are |
//! | [`values`] | how fractions are compared and added as integers |
//! | [`certificate`] | what is written in the file, byte by byte |
//! | [`limits`] | how much memory and time a file may cost |
//! | [`failure`], [`notation`], [`entry`], [`bound_entry`] | nothing that a verdict rests on: wording, FEN, questions about a position |
//!
//! What has to be believed beside this code: the theorem; the compiler and the machine; and the crates num-bigint (arithmetic),
//! postcard and serde (reading bytes), sha2 (names of imports).
//!
//! # Examples
//!
//! ```
//! # fn certificate() -> Vec<u8> { include_bytes!("../tests/data/2x2_Kk.cert").to_vec() }
//! let verified = checker::check(&certificate(), &[]).unwrap();
//! assert_eq!(verified.claim(), "2x2 Kk: all 2 positions are sharp, with these exact values and labels");
//! assert_eq!(verified.at("k1/1K").unwrap().lower.to_string(), "1/2");
//! ```

pub mod board;
pub mod bound;
pub mod bound_entry;
pub mod certificate;
pub mod conditions;
pub mod enclosure;
pub mod endgame;
pub mod entry;
mod exact;
pub mod failure;
mod graph;
pub mod limits;
pub mod notation;
pub mod receipt;
pub mod shard;
pub mod values;
pub mod verified;

pub use bound::{BoundStatement, Place, VerifiedBound};
pub use bound_entry::{BoundEntry, Reached};
pub use entry::{BestMove, Entry, Plan, Plans, PositionError};
pub use failure::{Breach, Condition, Decline, Failure, Fault, Rejection};
pub use receipt::Receipt;
pub use shard::{JoinError, Joined, Shard, ShardReceipt, join};
pub use verified::{AnyStatement, Requirement, Seen, Statement, Verified, check, check_bound, requirements};
