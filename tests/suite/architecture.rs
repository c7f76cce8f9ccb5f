//! The picture in ARCHITECTURE.md is what the sources say.

use std::fs;
use std::path::Path;

use pipeline_tests::imports;

#[path = "../../checker/tests/suite/witness/shape.rs"]
#[expect(dead_code, reason = "some of it is for libraries alone")]
mod shape;

/// All rooms of Rust.
const ROOMS: [&str; 15] = [
    "checker",
    "checker/write",
    "games",
    "session",
    "solver",
    "solver/lp",
    "solver/prism",
    "cli/check",
    "cli/solve",
    "python",
    "web/glue",
    "web/solver-glue",
    "docs/formulas",
    "tests",
    "tests/fuzz",
];

#[test]
fn the_picture_is_made_from_the_imports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the file");
    let diagram = imports::diagram(root);
    assert!(
        text.contains(&diagram),
        "ARCHITECTURE.md has another picture; `just architecture` prints this one:\n{diagram}"
    );
}

#[test]
fn the_way_of_the_data_has_no_circle_in_the_solver() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let arrows = imports::arrows(&root.join("solver/src"));
    assert!(arrows.len() > 5, "{arrows:?}");
    for (from, to) in &arrows {
        assert!(!arrows.contains(&(to.clone(), from.clone())), "{from} and {to} import each other");
    }
}

/// Each module can be read after those that it names, and none names what stands above it.
#[test]
fn no_crate_has_a_circle_of_imports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    for room in ["solver", "solver/prism", "cli/check", "cli/solve"] {
        shape::has_no_circle_of_imports(&root.join(room).join("src"));
    }
}

/// Files with more than 500 lines of code, and functions with more than 80. Nothing is added to this list.
const LONGER: [&str; 8] = [
    "session/answer",
    "solver/graph::start",
    "solver/slices: enclose",
    "solver/slices::sweep: pass",
    "solver/prism/explore",
    "solver/prism/umb: umb",
    "cli/solve/probe",
    "tests/fuzz/targets::truth: find",
];

#[test]
fn files_and_functions_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    for room in ROOMS {
        for name in shape::longer(&root.join(room).join("src"), [500, 80]) {
            let name = format!("{room}/{name}");
            assert!(LONGER.contains(&name.as_str()), "{name}: required at most 500 lines of code, 80 of a function");
        }
    }
}

/// Where no unit tests are compiled, none stands; those of two files are compiled with `session`'s suite.
#[test]
fn every_unit_test_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let elsewhere = ["session/src/escape.rs", "session/src/fraction.rs"];
    let mut found = 0;
    for folder in ["checker", "checker/write", "games", "session", "solver", "cli/check", "tests"] {
        for file in imports::rust_files(&root.join(folder).join("src")) {
            let has_test = fs::read_to_string(&file).expect("a source").lines().any(|line| line.trim() == "#[test]");
            let is_elsewhere = elsewhere.iter().any(|other| file == root.join(other));
            assert_eq!(has_test, is_elsewhere, "{}: no program runs its unit tests", file.display());
            found += usize::from(has_test);
        }
    }
    assert_eq!(found, elsewhere.len());
}
