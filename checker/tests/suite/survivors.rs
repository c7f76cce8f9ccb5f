//! Mutants of the library that survive its tests, `survivors.txt`: each with a reason, and each about a line that is still there. `just mutation FILE`
//! makes the mutants and compares.

use std::path::PathBuf;

#[test]
fn every_survivor_has_a_reason() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(package.join("tests/survivors.txt")).unwrap();
    for record in text.split("\n\n") {
        let lines: Vec<&str> = record.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let [head, code, reason @ ..] = &lines[..] else {
            assert!(lines.is_empty(), "{record}");
            continue;
        };
        let (file, _) = head.split_once(": ").unwrap_or_else(|| panic!("required a file and a change: {head}"));
        let source = std::fs::read_to_string(package.join("src").join(file)).unwrap();
        assert!(source.lines().any(|line| line.trim() == code.trim()), "{file} has no line {}", code.trim());
        assert!(reason.concat().split_whitespace().count() >= 4, "{head}: required a reason, found {reason:?}");
    }
}
