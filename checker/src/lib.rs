//! The checker: what is believed, and why.
//!
//! A certificate states the exact values of all positions of a bidding-chess endgame, or bounds on them, or a bound for a single
//! position with any number of men; or the exact values of any finite game that is given as a graph, or bounds on them. It was written by
//! a clever program that nobody has to trust. This library is the small program that has to be trusted instead: it knows the rules, finds all
//! positions and all moves by itself, and tries fourteen conditions, each on the kinds of certificate that it belongs to:
//!
//! | kind | conditions, in the order in which they are tried | what they prove | by |
//! |---|---|---|---|
//! | 0, sharp table | `header`, `canonical`, `imports`, `coverage`; at each position `white-greedy`, `black-greedy`, `richman`, `white-label`, `black-label` | `α = x = β` | Theorem 5 |
//! | 1, two tables | `header`, `canonical`, `imports`, `coverage`; at each position `richman` twice, `white-label`, `black-label` | `x = α`, `y = β` | Theorem 5 |
//! | 2, enclosure | `header`, `canonical`, `imports`, `coverage`; at each position `alpha-lower`, `alpha-upper`, `beta-lower`, `beta-upper`, `white-label`, `black-label` | `l ≤ α ≤ u`, `l′ ≤ β ≤ u′` | Lemmas 8 and 9 |
//! | 3, bound | `header`, `canonical`, `imports`; at each member `reply`, and `alpha-upper` or `beta-lower` | `α ≤ u`, or `β ≥ l` | Lemma 8 |
//! | 4, graph | `header`, `canonical`, `coverage`; at each position `richman` twice, `white-label`, `black-label` | `x = α`, `y = β` | Theorem 5 |
//! | 5, enclosure of a graph | `header`, `canonical`, `coverage`; at each position `alpha-lower`, `alpha-upper`, `beta-lower`, `beta-upper`, `white-label`, `black-label` | `l ≤ α ≤ u`, `l′ ≤ β ≤ u′` | Lemmas 8 and 9 |
//!
//! (Of `canonical` some parts are tried later. The theorem and its lemmas are in the book's chapter "The theorem", the conditions in
//! "The format".)
//!
//! Read it in this order:
//!
//! | module | question |
//! |---|---|
//! | [`conditions`] | what is verified of every file, and of exact tables: nine conditions, each beside its formula and its lemma |
//! | [`enclosure`] | what is verified of an enclosure: four inequalities, and labels that are evidence |
//! | [`bound`] | what is verified of a bound for one position, in which order |
//! | [`graph_table`] | what is verified of a game that is given as a graph, in which order |
//! | [`verified`] | in which order the conditions are tried on a table, and what can be had only afterwards |
//! | `exact` | what the conditions see of a place in an exact table; which are put to a position |
//! | `graph` | how positions and moves come to the conditions; how threads share the positions |
//! | [`shard`] | what a part of a check says, and when parts make a whole |
//! | [`board`] | what the rules are |
//! | [`endgame`] | which positions there are |
//! | [`game`] | how a game is read that is given as a graph |
//! | [`values`] | how fractions are compared and added as integers |
//! | [`certificate`] | what is written in the file, byte by byte |
//! | [`limits`] | how much memory and time a file may cost |
//! | [`receipt`] | what was counted, and the claim in words |
//! | [`failure`], [`notation`], [`entry`], [`bound_entry`], [`graph_entry`] | nothing that a verdict rests on: wording, FEN, questions about a position |
//!
//! What has to be believed beside this code: the theorem; the compiler and the machine; and the crates num-bigint (arithmetic),
//! postcard and serde (reading bytes), sha2 (names of imports), serde_json (reading games that are given as graphs).
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
pub mod game;
mod graph;
pub mod graph_entry;
pub mod graph_table;
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
pub use game::{Game, GameFault};
pub use graph_entry::{GraphEntry, GraphOption, GraphPlan, GraphPlans, NameError};
pub use graph_table::{GraphStatement, VerifiedGraph, check_graph};
pub use receipt::Receipt;
pub use shard::{JoinError, Joined, Shard, ShardReceipt, join};
pub use verified::{AnyStatement, Requirement, Seen, Statement, Verified, check, check_bound, requirements};
