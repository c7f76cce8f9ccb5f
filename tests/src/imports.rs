//! Who imports whom, read from the sources: the picture in ARCHITECTURE.md is made of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The arrows among the rooms of a crate: the modules and folders right below `src`, as far as they import one another by `crate::`.
/// Commands (`bin`), the root of the library and unit tests are left out.
///
/// # Panics
///
/// If the sources cannot be read.
#[must_use]
pub fn arrows(source: &Path) -> BTreeSet<(String, String)> {
    let mut arrows = BTreeSet::new();
    for file in rust_files(source) {
        let inside = file.strip_prefix(source).expect("a file below the folder");
        let room = inside.components().next().expect("a name").as_os_str().to_string_lossy().replace(".rs", "");
        if room == "bin" || room == "lib" {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for import in line.split("crate::").skip(1) {
                let name: String = import.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let is_room = source.join(format!("{name}.rs")).exists() || source.join(&name).is_dir();
                if is_room && name != room {
                    arrows.insert((room.clone(), name));
                }
            }
        }
    }
    arrows
}

/// All Rust files below a folder, in the order of their paths.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The arrows of checker and solver as a diagram in Mermaid, as ARCHITECTURE.md has it.
///
/// # Panics
///
/// If the sources cannot be read.
#[must_use]
pub fn diagram(root: &Path) -> String {
    let mut text = String::from("```mermaid\nflowchart LR\n");
    for member in ["solver", "checker"] {
        let _ = writeln!(text, "  subgraph {member}");
        for (from, to) in arrows(&root.join(member).join("src")) {
            let _ = writeln!(text, "    {member}.{from}[{from}] --> {member}.{to}[{to}]");
        }
        text.push_str("  end\n");
    }
    text.push_str("```\n");
    text
}
