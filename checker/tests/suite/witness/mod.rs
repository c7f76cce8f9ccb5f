//! What the tests know without the library: the suites of the kernel and of the further games share it.
//!
//! | module | what it is |
//! |---|---|
//! | `naive` | a second checker, and the rules and bytes of its own |
//! | `support` | true certificates, from a solver of its own |
//! | `hand` | certificates of small games, made by hand |
//! | `shape` | what is asked of the sources of a library |
//! | `corpus` | the corpus for other checkers, and how a certificate is sealed |

#![allow(dead_code, reason = "each suite uses a part of it")]

pub mod corpus;
pub mod hand;
pub mod naive;
pub mod shape;
pub mod support;

/// Whether tests that are long run whole: where `NIGHTLY=1` is set. Else they run as a sample.
pub fn is_nightly() -> bool {
    std::env::var_os("NIGHTLY").is_some_and(|value| value == "1")
}

/// How far it is from one case to the next one: one in so many is the sample.
pub fn one_in(so_many: usize) -> usize {
    if is_nightly() { 1 } else { so_many }
}
