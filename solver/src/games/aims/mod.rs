//! Endless objectives: games in which all of a play counts, by rewards or by priorities.
//!
//! Responsible for best play, read with tosses, and for certificates. Left to others: the file, and what is verified (`games::aims`); words
//! (`session::claims::aims`).

pub mod arena;
pub mod certificate;
pub mod chips;
pub mod gain;
pub(super) mod linear;
pub mod parity;
pub mod steps;
pub mod threshold;
