//! Everything exact: values of policies, the search for the right policies, and the proof that nothing is left to
//! improve. Like [`crate::graph`], it knows nothing of chess.

pub mod elimination;
pub mod evaluate;
pub mod field;
pub mod lifting;
mod parts;
pub mod policy;
pub mod ranks;
pub mod told;
