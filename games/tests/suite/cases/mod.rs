//! The lines of the corpus about further games.

pub mod aims;
pub mod further;
pub mod nim;
pub mod partitions;
