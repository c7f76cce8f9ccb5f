//! The whole pipeline: solve, write, read, check; published claims; rejected mutants; the commands.

mod aims;
mod all_boards;
mod all_pay;
mod architecture;
mod book;
mod chips;
mod command_line;
mod committed_certificates;
mod explore;
mod figures;
mod four_pieces;
mod game_certificates;
mod games;
mod generators;
mod hex;
mod input;
mod kinds;
mod losing;
mod mutants;
mod needs;
mod paper;
mod partition_hooks;
mod partitions;
mod payments;
mod perft;

mod published_claims;
mod questions;
mod round_trip;
mod scores;
mod session;

mod slices;
mod stranger;
mod supply;
mod terminal;
mod texts;
