//! The picture in ARCHITECTURE.md is what the sources say.

use std::fs;
use std::path::Path;

use pipeline_tests::imports;

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
