//! The shape of a library's sources: how long its files and functions are, what imports what, and that no value is invented on the way to a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Rust files of a folder and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The lines of code of a file: no comments, no blank lines, nothing from the first test on.
fn code(text: &str) -> Vec<&str> {
    let lines = text.lines().take_while(|line| !line.contains("#[cfg(test)]"));
    lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//")).collect()
}

/// The library in a folder, without its programs: the code of each module, by the path of its name.
fn library(source: &Path) -> BTreeMap<String, String> {
    let name = |path: &Path| {
        let path = path.strip_prefix(source).unwrap().with_extension("");
        let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).filter(|part| *part != "mod").collect();
        parts.join("::")
    };
    let read = |path: PathBuf| (name(&path), code(&std::fs::read_to_string(&path).unwrap()).join("\n"));
    files(source).into_iter().filter(|path| !path.starts_with(source.join("bin"))).map(read).collect()
}

/// The first line of each function, with the number of its lines.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let indented = |line: &str| line.len() - line.trim_start().len();
    let is_function = |line: &str| {
        let begin = line.split_once("fn ").map(|(begin, _)| begin.trim_start());
        let is_word = |word: &str| ["async", "const", "pub", "pub(crate)", "pub(super)"].contains(&word);
        begin.is_some_and(|begin| begin.split_whitespace().all(is_word)) && !line.ends_with([';', '}'])
    };
    let length = |(first, line): (usize, &&str)| {
        let last = lines[first..].iter().position(|other| indented(other) == indented(line) && other.trim() == "}");
        last.map_or(1, |last| last + 1)
    };
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_function(line))
        .map(|(at, line)| (line.trim(), length((at, line))))
        .collect()
}

/// Asserts that the files in a folder have at most 400 lines of code, and their functions at most 60.
pub fn is_read_in_one_sitting(source: &Path) {
    assert_eq!(longer(source, [400, 60]), [""; 0]);
}

/// The files in a folder that have more lines of code than this, and the functions that do, each as "module: function".
pub fn longer(source: &Path, [of_file, of_function]: [usize; 2]) -> Vec<String> {
    let (mut all, mut found) = (0, Vec::new());
    for (name, code) in library(source) {
        found.extend((code.lines().count() > of_file).then(|| name.clone()));
        for (function, lines) in functions(&code) {
            let word = function.split_once("fn ").map_or("", |(_, rest)| rest.split(['(', '<']).next().unwrap_or(rest));
            found.extend((lines > of_function).then(|| format!("{name}: {word}")));
            all += 1;
        }
    }
    assert!(all > 0, "no function was found");
    found
}

/// The modules that the code of one names, by `use` or by a path: `crate::…` and `super::…`, groups in braces among them.
pub fn named(own: &str, code: &str, modules: &BTreeSet<&str>) -> BTreeSet<String> {
    let parent: String = own.rsplit_once("::").map_or("lib", |(parent, _)| parent).to_owned();
    let mut found = BTreeSet::new();
    for (word, base) in [("crate::", String::new()), ("super::", format!("{parent}::"))] {
        for (place, _) in code.match_indices(word) {
            if code[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            found.extend(paths(&code[place + word.len()..]).into_iter().map(|path| format!("{base}{path}")));
        }
    }
    // The longest beginning of a path that is a module; a path into the root that is none names the root.
    let module = |path: &String| {
        let parts: Vec<&str> = path.split("::").collect();
        let begin = (1..=parts.len()).rev().map(|count| parts[..count].join("::"));
        begin.into_iter().find(|begin| modules.contains(begin.as_str())).unwrap_or_else(|| "lib".to_owned())
    };
    found.iter().map(module).filter(|module| module != own).collect()
}

/// All paths that begin here: one, or those of a group.
pub fn paths(text: &str) -> Vec<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let rest = &text[word.len()..];
    if let Some(rest) = rest.strip_prefix("::") {
        return paths(rest).into_iter().map(|path| format!("{word}::{path}")).collect();
    }
    if !word.is_empty() || !rest.starts_with('{') {
        return vec![word];
    }
    let (mut depth, mut begin, mut all) = (0, 1, Vec::new());
    for (place, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (c == ',' && depth == 1) || (c == '}' && depth == 0) {
            // A list in several lines ends with a comma.
            all.extend(
                Some(rest[begin..place].trim()).filter(|path| !path.is_empty()).map(paths).into_iter().flatten(),
            );
            begin = place + 1;
        }
        if depth == 0 {
            break;
        }
    }
    all
}

/// Asserts that the modules can be read one after the other: each names none that stands behind it. The root may name all. Returns which each names.
pub fn has_no_circle_of_imports(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let library = library(source);
    let modules: BTreeSet<&str> = library.keys().map(String::as_str).collect();
    let graph: BTreeMap<String, BTreeSet<String>> =
        library.iter().map(|(name, code)| (name.clone(), named(name, code, &modules))).collect();
    for (name, imports) in &graph {
        println!("{name}: {imports:?}");
        assert!(!imports.contains("lib"), "{name} imports from the root");
    }
    let mut gone: BTreeSet<&str> = BTreeSet::new();
    while gone.len() < graph.len() {
        let is_next = |(name, imports): &(&String, &BTreeSet<String>)| {
            !gone.contains(name.as_str()) && imports.iter().all(|import| gone.contains(import.as_str()))
        };
        let next: Vec<&str> = graph.iter().filter(is_next).map(|(name, _)| name.as_str()).collect();
        let left: Vec<&String> = graph.keys().filter(|name| !gone.contains(name.as_str())).collect();
        assert!(!next.is_empty(), "a circle among {left:?}");
        gone.extend(next);
    }
    graph
}

/// What would make a number of nothing, or the wrong number of a right one.
const INVENTIONS: [&str; 12] = [
    "saturating_",
    "wrapping_",
    "overflowing_",
    "unchecked",
    ".unwrap_or(",
    "unwrap_or_default",
    "unwrap_or_else",
    "Wrapping",
    "Saturating",
    " as u",
    " as i",
    " as f",
];

/// Asserts that no such thing stands in a library but where it is right: in these modules, in lines with these texts, each for its reason.
pub fn invents_no_values(source: &Path, reasons: &[(&str, &str, &str)]) {
    let mut met = BTreeSet::new();
    for (name, code) in library(source) {
        for line in code.lines().filter(|line| INVENTIONS.iter().any(|invention| line.contains(invention))) {
            let reason = reasons.iter().find(|(module, text, _)| *module == name && line.contains(text));
            let (_, text, _) = reason.unwrap_or_else(|| panic!("{name}: {}", line.trim()));
            let others = INVENTIONS.iter().map(|invention| line.matches(invention).count()).sum::<usize>();
            assert_eq!(others, 1, "{name}: {}", line.trim());
            met.insert(*text);
        }
    }
    // The exceptions are there, each of them, and no longer than they are needed.
    assert_eq!(met.len(), reasons.len(), "{met:?}");
}

/// Asserts that a library is compiled without unsafe code, and that no line of it takes back what its manifest denies.
pub fn allows_nothing(source: &Path) {
    let manifest = std::fs::read_to_string(source.join("../Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for (name, code) in library(source) {
        assert!(!code.contains("allow("), "{name}");
    }
}

/// Asserts that each mutant of a package that survives its tests, `tests/survivors.txt`, has a reason, and is about a line that is still there. `just mutation
/// FILE` makes the mutants and compares.
pub fn every_survivor_has_a_reason(package: &Path) {
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
