//! The picture in ARCHITECTURE.md is what the sources say.

use std::fs;
use std::path::Path;

use pipeline_tests::imports;

#[path = "../../checker/tests/suite/witness/shape.rs"]
#[expect(dead_code, reason = "some of it is for libraries alone")]
mod shape;

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

/// The commands: each module can be read after those that it names, and none names what stands above it.
#[test]
fn the_commands_have_no_circle_of_imports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let graph = shape::has_no_circle_of_imports(&root.join("cli/solve/src"));
    assert!(graph["graph"].contains("output"), "{:?}", graph["graph"]);
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
