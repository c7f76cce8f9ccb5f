//! Ask verified certificates of bidding games: who wins with which share of the money, from a file that nobody has to believe.
//!
//! A certificate is verified by the checker first; what is told comes from what it has verified. Nothing here decides a verdict: this is wording, finding files,
//! and the one way from a file to an answer, which the commands `check` and `solve`, the Python package and the page take, too.
//!
//! # Verify a file
//!
//! ```
//! use std::path::Path;
//! use session::{Question, ask};
//!
//! let answer = ask(Path::new("../certs/4x4_KNk.cert"), &Question::default())?;
//! assert_eq!(answer.claim(), "4x4 KNk: all 426 positions are sharp, with these exact values and labels");
//! // What is rejected or declined says so, and why.
//! let refusal = ask(Path::new("../README.md"), &Question::default()).unwrap_err();
//! assert_eq!(refusal.verdict(), "declined");
//! # Ok::<(), session::judge::Refusal>(())
//! ```
//!
//! What it imports is looked for beside it. A certificate about a game in a file, or about a model, is asked with that in [`Question::game`].
//!
//! # Ask a position
//!
//! ```
//! use std::path::Path;
//! use session::{Question, ask, json};
//!
//! let answer = ask(Path::new("../certs/4x4_KNk.cert"), &Question::at("k3/4/4/K2N"))?;
//! assert!(answer.text().contains("White wins if Black holds less than 65.62 % of the money"));
//! // Exact numbers, for programs in Rust; and the object that is printed for other programs.
//! let value = answer.row(|_, row| row.entry().map(|entry| entry.known.alpha.low.to_string()));
//! assert_eq!(value.flatten().as_deref(), Some("21/32"));
//! assert!(json::answer(&answer.json()).starts_with(r#"{"version":1,"position":"k3/4/4/K2N""#));
//! # Ok::<(), session::judge::Refusal>(())
//! ```
//!
//! An [`Answer`] knows its [`Sheet`](sheet::Sheet): the rows of the certificate, whatever it is about, each with a name, columns, a text and fields.
//!
//! # Solve a game, solve a model
//!
//! [`solve`] takes something that solves, a [`Solver`], and verifies what it makes. The crate `bidding-games-solver` has one, `solver::engine::Engine`; its
//! documentation solves a game and a model. This crate does not link it, so that what verifies rests on nothing that solves.
//!
//! # The modules
//!
//! | module | what it tells |
//! |---|---|
//! | [`fraction`] | fractions in lowest terms, their order, and as much of them as people read |
//! | [`notation`] | FEN, moves, signatures, names of files |
//! | [`escape`], [`json`] | paths, and texts that others wrote, as they are printed; objects |
//! | [`position`] | one position with values, with its options |
//! | [`library`] | verifying, asking, solving, in one call each |
//! | [`sheet`] | what can be asked of a verified certificate, whatever it is about, and how it is written |
//! | [`answer`] | positions with values, for people and for programs, with a sentence that says what the values mean |
//! | [`claims`] | the table of kinds, a file for each |
//! | [`question`] | positions as chess sites write them |
//! | [`endless`] | who wins a game that never ends |
//! | [`entry`], [`words`] | questions about a certificate of any kind; why one is not verified, why a file is no game: in sentences |
//! | [`ranked`] | all positions, with numbers that are cheap to compare |
//! | [`figures`] | what can be counted: gaps, widths, labels, denominators |
//! | [`archive`] | archives of models, unpacked |
//! | [`judge`] | a file's verdict, for commands, Python and the page |
//! | [`sort`] | what a file is, by its first bytes |
//! | [`files`] | where the files are that certificates import |
//! | [`receipt`] | what was checked how often, as JSON |
//! | [`why`] | why a position has its value |
//! | [`walk`] | Losing Chess move by move |
//! | [`canonical`] | the receipt that every checker can write |

pub mod answer;
#[cfg_attr(not(feature = "models"), path = "no_archive.rs")]
pub mod archive;
pub mod canonical;
pub mod claims;
pub mod endless;
pub mod entry;
pub mod escape;
pub mod figures;
pub mod files;
pub mod fraction;
pub mod json;
pub mod judge;
pub mod library;
pub mod notation;
pub mod position;
pub mod question;
pub mod ranked;
pub mod receipt;
pub mod sheet;
pub mod sort;
pub mod walk;
pub mod why;
pub mod words;
#[cfg(feature = "models")]
mod xz;

pub use library::{Answer, Question, Silent, Solved, Solver, Unmade, Watch, ask, solve, verify};
