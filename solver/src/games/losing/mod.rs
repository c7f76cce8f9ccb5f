//! Losing Chess: tables of few men, proofs of lost openings, and the same game under an auction.
//!
//! Whoever has to capture captures; whoever has no move left has won. [`rules`] has positions and moves, [`notation`] how they are written;
//! [`material`], [`table`], [`tables`] and [`list`] are about positions with few men, [`search`], [`state`] and [`proof`] about openings, [`auction`] about the game in which both bid for
//! each move.

pub mod auction;
pub mod claims;
mod ground;
mod index;
mod lines;
pub mod list;
pub mod material;
pub mod notation;
pub mod printed;
pub mod proof;
pub mod rules;
pub mod search;
pub mod state;
pub mod table;
pub mod tables;
