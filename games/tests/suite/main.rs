//! The tests of the further games, in one program. They need this folder, the kernel's beside it, and crates of the registry.
//!
//! What is long runs whole where `NIGHTLY=1` is set, and else as a sample: `witness::is_nightly`.

#![allow(clippy::as_conversions)]

mod aims;
mod aims_oracle;
mod aims_random;
mod all_pay;
mod all_pay_oracle;
mod chips;
mod corpus;
mod endless_chips;
mod hex;
mod limits;
mod losing;
mod models;
mod partitions;
mod payments;
mod poorman;
mod rewards;
mod rewards_oracle;
mod robin_hood;
mod scores;
mod shape;
mod signed;
#[path = "../../../checker/tests/suite/witness/mod.rs"]
mod witness;
mod world;

use std::any::Any;

use checker::failure::Failure;
use witness::naive;

/// How a condition of a further game fails.
fn fault<T: Any>(failure: &Failure) -> &T {
    let Failure::Further(fault) = failure else { panic!("{failure:?}") };
    (fault.as_ref() as &dyn Any).downcast_ref().unwrap_or_else(|| panic!("{failure:?}"))
}

/// The name of a condition of a further game that fails, and the place.
fn broken(failure: &Failure) -> (&'static str, u64) {
    let Failure::Further(fault) = failure else { panic!("{failure:?}") };
    (fault.condition(), fault.place())
}
