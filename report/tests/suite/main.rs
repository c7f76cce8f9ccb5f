//! The tests of the wording, in one program. What the command makes of it is tested there.

#[allow(dead_code, reason = "its own tests are run here")]
#[path = "../../src/escape.rs"]
mod escape;
#[allow(dead_code, reason = "its own tests are run here")]
#[path = "../../src/fraction.rs"]
mod fraction;
mod further;
#[path = "../../../checker/tests/suite/witness/hand.rs"]
mod hand;
mod plain;
#[allow(dead_code, reason = "a part of it is used here")]
#[path = "../../../games/tests/suite/world.rs"]
mod world;
