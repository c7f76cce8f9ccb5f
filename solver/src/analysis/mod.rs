//! What is read from verified certificates: statistics, answers to published claims, surveys of many tables; and where the tables are.

pub mod chart;
pub mod claims;
pub mod factors;
pub mod find;
pub mod gaps;
pub mod statistics;
pub mod survey;
pub mod verified;
