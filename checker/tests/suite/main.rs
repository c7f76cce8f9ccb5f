//! The tests of the kernel, in one program. They need this folder and crates of the registry, and nothing beside.
//!
//! What is long runs whole where `NIGHTLY=1` is set, and else as a sample: `witness::is_nightly`.

#![allow(clippy::as_conversions)]

mod accepts;
mod attacks;
mod corpus;
mod graph;
mod limits;
mod moves;
mod mutants;
mod places;
mod rejects;
mod shape;
mod theorem;
mod witness;
