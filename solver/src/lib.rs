//! The untrusted solver: from the rules of an endgame to the certificate of its exact values.
//!
//! The way of an endgame: [`endgame`] enumerates positions and moves into a [`graph`]; [`approximate`] finds values in
//! floating point; [`labels`] and [`exact`] turn them into exact values with proofs; [`table`] brings those to lowest
//! terms; [`certify`] writes them down. Nothing here has to be believed: the checker verifies the result with rules of
//! its own.

pub mod approximate;
pub mod attacks;
pub mod audit;
pub mod board;
pub mod bound;
pub mod certify;
pub mod chart;
pub mod components;
pub mod enclosure;
pub mod endgame;
pub mod exact;
pub mod factors;
pub mod family;
pub mod games;
pub mod gaps;
pub mod graph;
pub mod labels;
pub mod material;
pub mod picture;
pub mod pipeline;
pub mod plain;
pub mod statistics;
pub mod survey;
pub mod table;
pub mod thresholds;
pub mod verified;
