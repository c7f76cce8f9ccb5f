//! The checker.
pub mod certificate;
