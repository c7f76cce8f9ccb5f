//! The shape of the kernel's sources.

use std::collections::BTreeSet;
use std::path::PathBuf;

use checker::chess::{Board, Square};

use crate::witness::shape::{self, named, paths};

/// The folder of the package.
fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn is_read_in_one_sitting() {
    shape::is_read_in_one_sitting(&package().join("src"));
}

#[test]
fn has_no_circle_of_imports() {
    let graph = shape::has_no_circle_of_imports(&package().join("src"));
    assert!(graph["table"].contains("theorem") && graph["endgame"].contains("chess"));
    assert!(graph["theorem"].is_empty(), "theorem imports nothing of the crate");
}

#[test]
fn finds_paths_in_groups() {
    assert_eq!(paths("numbers::{Fractions, at};"), ["numbers::Fractions", "numbers::at"]);
    assert_eq!(
        paths("{theorem::{Side, Turn}, limits::Limit, failure};"),
        ["theorem::Side", "theorem::Turn", "limits::Limit", "failure"]
    );
    assert_eq!(paths("checker::write::write(head)"), ["checker::write::write"]);
    let modules = BTreeSet::from(["lib", "theorem", "games", "games::chess", "numbers"]);
    let code =
        "use super::chess::Board;\nuse super::{Rules, Step};\nlet x = crate::numbers::at(1);\nuse crate::Verified;";
    let found = named("games::endgame", code, &modules);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["games", "games::chess", "lib", "numbers"]);
}

#[test]
fn invents_no_values() {
    let reasons = [
        (
            "lib",
            "catch_unwind(AssertUnwindSafe(check)).unwrap_or(Err(Failure::Bug))",
            "a panic is caught at the border, and declined",
        ),
        (
            "table",
            "other.join().unwrap_or_else(|panic| resume_unwind(panic))",
            "a panic of a thread goes on in the one that waits",
        ),
        (
            "certificate",
            "differs.unwrap_or(bytes.len())",
            "what is written again is longer, and differs where the bytes end",
        ),
        ("endgame", "unwrap_or(Target::Outside)", "what no import is about leads outside, where an import is lacking"),
        ("graph", "text.split_once('/').unwrap_or((text, \"1\"))", "a whole number has the denominator 1"),
    ];
    shape::invents_no_values(&package().join("src"), &reasons);
}

#[test]
fn allows_nothing() {
    shape::allows_nothing(&package().join("src"));
}

#[test]
fn every_survivor_has_a_reason() {
    shape::every_survivor_has_a_reason(&package());
}

/// In the profile of these tests, and in the one that is released, sums that leave their type stop the run.
#[test]
fn checks_for_overflow() {
    let board = Board::new([16, 16, 0]).unwrap();
    // 16 · 16 is no byte: a square that is none.
    let number = std::panic::catch_unwind(|| board.number(Square::new(std::hint::black_box(16), 0)));
    assert!(number.is_err(), "{number:?}");
    assert_eq!(board.number(Square::new(15, 15)), 255);
    // The manifest at the root of the build says so: that of the workspace, or, if the folder stands alone, its own.
    let above = package().parent().map(|parent| parent.join("Cargo.toml")).filter(|path| path.exists());
    let root = std::fs::read_to_string(above.unwrap_or(package().join("Cargo.toml"))).unwrap();
    let release: Vec<&str> = root.lines().skip_while(|line| *line != "[profile.release]").skip(1).collect();
    let own = release.into_iter().take_while(|line| !line.starts_with('['));
    assert_eq!(own.filter(|line| *line == "overflow-checks = true").count(), 1, "of [profile.release]");
}
