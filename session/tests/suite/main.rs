//! The tests of the wording, in one program. What the command makes of it is tested there.

#![allow(clippy::as_conversions)]

mod archive;
#[allow(dead_code, reason = "its own tests are run here")]
#[path = "../../src/escape.rs"]
mod escape;
#[allow(dead_code, reason = "its own tests are run here")]
#[path = "../../src/fraction.rs"]
mod fraction;
mod further;
mod plain;
#[allow(dead_code, clippy::type_complexity, reason = "a part of it is used here, and it is not judged here")]
#[path = "../../../checker/tests/suite/witness"]
mod witness {
    pub mod hand;
    pub mod naive {
        pub mod chess;
    }
}
#[allow(dead_code, reason = "a part of it is used here")]
#[path = "../../../games/tests/suite/world.rs"]
mod world;

use witness::{hand, naive};
