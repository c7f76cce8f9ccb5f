//! The commands, each with the module that does it.

use clap::{Parser, Subcommand};
use report::words::EXIT_STATUS;

use crate::{audit, bound, endgame, explore, export, graph, hex, losing, partitions, probe, reproduce, stats};

/// Solve bidding-chess endgames exactly, write certificates for `check`, and show what is verified.
#[derive(Parser)]
#[command(name = "solve", version = env!("SOLVE_VERSION"), after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Solve endgames and write their certificates; the smaller ones that they need come first
    Endgame(endgame::Arguments),
    /// Search for a plan that proves a bound for one position, with any number of men
    Bound(bound::Arguments),
    /// Ask about positions: verified values and what they mean, bids, labels, all moves
    Probe(probe::Arguments),
    /// Serve the explorer for your browser: look values up, solve, play an auction, break a certificate
    Explore(explore::Arguments),
    /// Write verified positions for other programs: CSV, JSON lines, LaTeX, a picture
    Export(export::Arguments),
    /// Give the figures of a certificate: denominators, zugzwangs, labels, gaps; list the certificates of folders
    Stats(stats::Arguments),
    /// Make again what a manifest names, compare every byte and verify it
    Reproduce(reproduce::Arguments),
    /// Compare published statements with what is verified
    Audit(audit::Arguments),
    /// Solve a game of your own, a graph in JSON: Richman, poorman, taxman and all-pay bids, turns, chance, chips
    Graph(graph::Arguments),
    /// Solve a stochastic game or MDP of others, in UMB: how probable it is to reach a goal
    Model(crate::model_question::Arguments),
    /// Solve bidding Hex exactly: values, best moves, bids
    Hex(hex::Arguments),
    /// Solve Losing Chess: tables of few men, proofs of lost openings, auctions
    Losing {
        #[command(subcommand)]
        command: losing::Losing,
    },
    /// Solve impartial chess on partitions: values, losing cells, staircases, the race
    Partitions {
        #[command(subcommand)]
        question: partitions::Question,
    },
    /// Write completions for shells, and man pages of both programs
    #[cfg(feature = "manual")]
    Manual(crate::manual::Arguments),
}
