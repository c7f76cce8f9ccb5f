//! The games that the solver knows by their rules, a folder for each: their positions and moves, how their certificates are made, and what is
//! published about them. What finds values stands outside, and knows no game.
//!
//! Any other game comes in a file, and needs no line here: see [`graph_games`](crate::graph_games).

pub mod aims;
pub mod all_pay;
pub mod chips;
pub mod hex;
pub mod losing;
pub mod partitions;
pub mod payments;
pub mod poorman;
pub mod robin_hood;
pub mod scores;

use crate::audit::Question;

/// What claims can ask about the games.
#[must_use]
pub fn questions() -> Vec<Question> {
    let games = [
        hex::claims::questions(),
        payments::claims::questions(),
        chips::claims::questions(),
        chips::between::questions(),
        losing::claims::questions(),
        losing::printed::questions(),
        partitions::claims::questions(),
        partitions::hooks::questions(),
        partitions::shapes::questions(),
    ];
    games.into_iter().flatten().collect()
}

/// Who moves after a bid is won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Winner {
    /// The buyer moves
    #[default]
    Moves,
    /// The buyer says who moves
    Decides,
}
