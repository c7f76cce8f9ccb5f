//! The untrusted solver: from the rules of a game to the certificate of its values.
//!
//! The way of the data: [`chess`], [`graph_games`] (games in files) and [`games`] (a folder for each) say which positions there are and where
//! moves lead; [`graph`] knows no game, and finds values, exact or enclosed, with labels; [`certificates`] writes them down; [`analysis`] reads
//! certificates that the checker has verified. Beside that way stand [`plans`], bounds for single positions, [`whole`], all men that fit a small board, and [`thresholds`], the paper's
//! own method; [`sharp`] finds what is sharp because of its bounds; [`request`] reads what is asked, and [`engine`] solves it, for all doors. [`audit`] compares what is printed with what is verified, by the [`questions`] of all games. Nothing here has to be believed: the checker verifies the result with rules of its own.

pub mod analysis;
#[cfg_attr(not(feature = "files"), path = "no_files.rs")]
pub mod atomic_file;
pub mod audit;
pub mod certificates;
pub mod chess;
pub mod engine;
pub mod escape;
pub mod games;
pub mod graph;
pub mod graph_games;
pub mod manifest;
pub mod memory;
pub mod parallel;
pub mod picture;
pub mod plans;
pub mod questions;
mod raise;
pub mod random;
pub mod request;
pub mod sharp;
pub mod slices;
pub mod svg;
pub mod thresholds;
pub mod whole;
