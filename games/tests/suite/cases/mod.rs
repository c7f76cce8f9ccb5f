//! The lines of the corpus about further games.

pub mod aims;
pub mod all_pay;
pub mod further;
pub mod partitions;
pub mod scores;
