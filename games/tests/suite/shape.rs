//! The shape of the further games' sources.

use std::path::PathBuf;

use crate::witness::shape;

/// The folder of the sources.
fn source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn is_read_in_one_sitting() {
    shape::is_read_in_one_sitting(&source());
}

#[test]
fn has_no_circle_of_imports() {
    let graph = shape::has_no_circle_of_imports(&source());
    assert!(graph["losing::proof"].contains("losing"));
}

#[test]
fn invents_no_values() {
    let reason = "what no import is about leads outside, where an import is lacking";
    shape::invents_no_values(&source(), &[("losing", "unwrap_or(Target::Outside)", reason)]);
}

#[test]
fn allows_nothing() {
    shape::allows_nothing(&source());
}

#[test]
fn every_survivor_has_a_reason() {
    shape::every_survivor_has_a_reason(&source().join(".."));
}
