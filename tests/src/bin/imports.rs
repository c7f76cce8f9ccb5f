//! Prints the diagram of imports that stands in ARCHITECTURE.md.

use std::path::Path;

fn main() {
    print!("{}", pipeline_tests::imports::diagram(Path::new(".")));
}
