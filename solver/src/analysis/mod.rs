//! What is read from verified certificates: statistics, answers to published claims, surveys of many tables; and where the tables are.

pub(crate) mod asked;
pub mod boards;
pub mod chart;
pub mod claims;
pub mod closed_forms;
pub mod factors;
pub mod find;
pub mod gaps;
mod images;
pub mod statistics;
pub mod survey;
pub mod verified;
