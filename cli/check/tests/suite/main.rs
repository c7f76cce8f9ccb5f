//! The tests of the command `check`, in one program: what it prints, how it finds imports, its exit status.

#![allow(clippy::as_conversions)]

mod attacks;
mod command;
mod further;
#[cfg(unix)]
mod load;
mod losing;
#[allow(dead_code, clippy::type_complexity, reason = "a part of it is used here, and it is not judged here")]
#[path = "../../../../checker/tests/suite/witness"]
mod witness {
    pub mod hand;
    pub mod naive {
        pub mod chess;
    }
}
#[allow(dead_code, reason = "a part of it is used here")]
#[path = "../../../../games/tests/suite/world.rs"]
mod world;

use witness::{hand, naive};
