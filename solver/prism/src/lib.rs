//! Reads models in the PRISM language (dtmc, mdp, and smg of PRISM-games), and builds what they mean: states, choices, branches with exact probabilities.
//!
//! Every decimal is the fraction that it writes, and every comparison is made between fractions: nothing is rounded. What is wrong is said with the line, the
//! command and the state. Left to others: values and certificates. No verdict rests on this crate: a certificate is about the arrays that are built.
//!
//! Source: the manual of PRISM 4.10, chapter "The PRISM language", and its grammar.

mod answer;
mod code;
mod compile;
mod explore;
mod formula;
mod model;
mod names;
mod number;
mod program;
mod property;
mod rename;
mod resolve;
mod syntax;
mod text;
pub mod umb;

pub use answer::{Filter, Found, Question, Quotient};
pub use code::Value;
pub use explore::{Failed, Limits};
pub use model::{Model, Reward};
pub use number::Number;
pub use program::Sort;
pub use property::{Asked, Properties, Property};
pub use resolve::{Source, Variable};
pub use text::Wrong;
