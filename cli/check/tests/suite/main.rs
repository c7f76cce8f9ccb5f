//! The tests of the command `check`, in one program: what it prints, how it finds imports, its exit status.

#![allow(clippy::as_conversions)]

mod attacks;
mod command;
mod further;
#[path = "../../../../checker/tests/suite/witness/hand.rs"]
mod hand;
#[cfg(unix)]
mod load;
mod losing;
#[allow(dead_code, reason = "a part of it is used here")]
#[path = "../../../../games/tests/suite/world.rs"]
mod world;
