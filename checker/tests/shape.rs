//! The shape of the library: how many lines have to be believed, who imports whom, and what may not stand on the way to a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The promise is 1,500 lines. It is not kept yet: this is what there is. The number may only go down.
const MOST_LINES: usize = 1_800;
/// The most lines of `theorem` and `numbers` together.
const MOST_CORE: usize = 260;
/// The most lines of a file.
const MOST_OF_A_FILE: usize = 400;

/// The modules of the library, without `report` and the command: their names, and their code without comments, blank lines and tests.
fn modules() -> BTreeMap<String, Vec<String>> {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true if path.ends_with("report") || path.ends_with("bin") => {}
                true => files(&path, found),
                false => found.push(path),
            }
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    let module = |path: &PathBuf| {
        let name = path.strip_prefix(&source).expect("inside").with_extension("");
        let name = name.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("::").replace("::mod", "");
        let text = fs::read_to_string(path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests").next().expect("a first part").lines();
        let code = code.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        (name, code.map(str::to_owned).collect())
    };
    found.iter().map(module).collect()
}

#[test]
fn the_library_is_small() {
    let modules = modules();
    let lines = |name: &str| modules[name].len();
    for (name, code) in &modules {
        assert!(code.len() <= MOST_OF_A_FILE, "{name}: {} lines", code.len());
    }
    let core = lines("theorem") + lines("numbers");
    assert!(core <= MOST_CORE, "theorem and numbers: {core} lines");
    let all: usize = modules.values().map(Vec::len).sum();
    assert!(
        all <= MOST_LINES,
        "{all} lines: {:?}",
        modules.iter().map(|(name, code)| (name, code.len())).collect::<Vec<_>>()
    );
    assert!(all > 1_000, "{all} lines: are these all?");
}

/// For each module those that it names by `crate::`, or by `super::` in a folder.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let of = |name: &String, code: &Vec<String>| {
        let text = code.join("\n");
        let mut found = BTreeSet::new();
        for (prefix, inside) in
            [("crate::", String::new()), ("super::", format!("{}::", name.split("::").next().expect("a name")))]
        {
            for path in text.split(prefix).skip(1) {
                let path: String =
                    path.chars().take_while(|c| c.is_ascii_lowercase() || matches!(c, '_' | ':')).collect();
                let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
                let long = format!("{inside}{}", parts.iter().take(2).copied().collect::<Vec<_>>().join("::"));
                let short = format!("{inside}{}", parts.first().copied().unwrap_or_default());
                found.extend([long, short].into_iter().find(|module| modules.contains_key(module)));
            }
        }
        found.remove(name);
        found
    };
    modules.iter().filter(|(name, _)| *name != "lib").map(|(name, code)| (name.clone(), of(name, code))).collect()
}

#[test]
fn no_module_imports_itself_by_others() {
    let imports = imports();
    assert!(imports["table"].contains("theorem"), "{imports:?}");
    for start in imports.keys() {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
        while let Some(module) = open.pop() {
            for next in imports.get(&module).into_iter().flatten() {
                assert!(next != start, "{start} imports itself by {module}: {imports:?}");
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
    }
}

#[test]
fn the_theorem_imports_no_module() {
    assert!(imports()["theorem"].is_empty());
}

#[test]
fn no_module_imports_what_only_tells() {
    for (name, code) in modules() {
        let tells = code.iter().any(|line| line.contains("report::") && name != "lib");
        assert!(!tells, "{name} imports report");
    }
}

#[test]
fn no_value_is_invented() {
    // At the border of the library a thread's panic is handed on, and a panic becomes *declined*.
    let allowed = [("table", "unwrap_or_else(|panic| resume_unwind(panic))"), ("lib", "unwrap_or_else(|panic| {")];
    for (name, code) in modules() {
        for line in code {
            let invents =
                ["saturating_", "wrapping_", "overflowing_", "unwrap_or(", "unwrap_or_default", "unwrap_or_else"];
            let invents = invents.iter().any(|word| line.contains(word));
            let is_allowed = allowed.iter().any(|(module, words)| *module == name && line.contains(words));
            let splits = line.contains("split_once('/').unwrap_or((text, \"1\"))");
            assert!(!invents || is_allowed || splits, "{name}: {line}");
        }
    }
}

#[test]
fn the_dependencies_are_these() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    let part = manifest.split("[dependencies]").nth(1).expect("dependencies").split("\n[").next().expect("a part");
    let names = |optional: bool| -> Vec<&str> {
        let lines = part.lines().filter(|line| line.contains('=') && line.contains("optional") == optional);
        lines.map(|line| line.split(' ').next().expect("a name")).collect()
    };
    assert_eq!(names(false), ["num-bigint", "num-integer", "num-traits", "serde", "serde_json", "sha2"]);
    assert_eq!(names(true), ["num-rational", "clap"]);
}

#[test]
fn arithmetic_that_overflows_stops_the_run() {
    let most = std::hint::black_box(u64::MAX);
    let sum = std::panic::catch_unwind(|| most + std::hint::black_box(1));
    assert!(sum.is_err(), "overflow checks are off in this profile");
}
