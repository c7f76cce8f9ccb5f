//! Other people's code: from where it comes, under which licences, and exactly which of it a verdict rests on.
//!
//! These lists are read by cargo-deny, too (`just deny`), which asks more. These tests need nothing but cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::console::root;

/// The lockfiles, with the packages that are in this repository.
const LOCKFILES: [(&str, &[&str]); 3] = [
    (
        "Cargo.lock",
        &[
            "bidding-games-check",
            "bidding-games-checker",
            "bidding-games-further",
            "bidding-games-lp",
            "bidding-games-prism",
            "bidding-games-python",
            "bidding-games-session",
            "bidding-games-solve",
            "bidding-games-solver",
            "bidding-games-write",
            "formulas",
            "pipeline-tests",
        ],
    ),
    (
        "web/glue/Cargo.lock",
        &["bidding-games-checker", "bidding-games-further", "bidding-games-session", "bidding-games-write", "glue"],
    ),
    (
        "tests/fuzz/Cargo.lock",
        &[
            "bidding-games-checker",
            "bidding-games-further",
            "bidding-games-session",
            "bidding-games-solver",
            "bidding-games-write",
            "fuzz",
        ],
    ),
];

/// How `cargo tree` begins the lines of our packages.
const OWN: &str = "bidding-games-";

/// The packages of a lockfile: each as its fields.
fn packages(lockfile: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(root().join(lockfile)).expect("a lockfile");
    let fields = |package: &str| {
        let lines = package.lines().take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
        lines.map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned())).collect()
    };
    text.split("[[package]]").skip(1).map(fields).collect()
}

/// A value of `deny.toml` that is a list in one line.
fn listed(name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} = "))).expect("a list");
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_crate_comes_from_the_registry_and_has_a_digest() {
    let registries = listed("allow-registry");
    assert_eq!(registries.len(), 1, "{registries:?}");
    for (lockfile, own) in LOCKFILES {
        let packages = packages(lockfile);
        assert!(packages.len() > 20, "{lockfile}: {} packages", packages.len());
        let (other, here): (Vec<_>, Vec<_>) = packages.iter().partition(|package| package.contains_key("source"));
        let here: Vec<&str> = here.iter().map(|package| package["name"].as_str()).collect();
        assert_eq!(here, own, "{lockfile}");
        for package in other {
            let source =
                package["source"].strip_prefix("registry+").unwrap_or_else(|| panic!("{lockfile}: {package:?}"));
            assert!(registries.contains(source), "{lockfile}: {package:?}");
            let digest = &package["checksum"];
            assert!(digest.len() == 64 && digest.bytes().all(|c| c.is_ascii_hexdigit()), "{lockfile}: {package:?}");
        }
    }
}

/// What `cargo tree` says of one of our packages: names, versions and licences of the crates of others.
fn tree(package: &str, edges: &str) -> BTreeMap<(String, String), String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--quiet", "--package", package]);
    cargo.args(["--target", "x86_64-unknown-linux-gnu", "--edges", edges, "--prefix", "none", "--format", "{p}|{l}"]);
    let output = cargo.current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let crates = text.lines().filter(|line| !line.starts_with(OWN)).map(|line| {
        let (package, licence) = line.trim_end_matches(" (*)").split_once('|').expect("a licence");
        let mut words = package.split(' ');
        let (name, version) = (words.next().expect("a name"), words.next().expect("a version"));
        ((name.to_owned(), version.trim_start_matches('v').to_owned()), licence.to_owned())
    });
    crates.collect()
}

/// `checker/crates.txt` lists every crate that the checker's binary is built from, on Linux for x86-64, with its version and its digest: by what needs
/// it first. A new one, or another version of one, is a change of that list, which somebody has to read. `CRATES=write` writes it.
#[test]
fn the_checker_rests_on_the_listed_crates() {
    let pinned: BTreeMap<(String, String), String> = packages("Cargo.lock")
        .into_iter()
        .filter(|package| package.contains_key("source"))
        .map(|package| ((package["name"].clone(), package["version"].clone()), package["checksum"].clone()))
        .collect();
    let mut seen = BTreeSet::new();
    let mut text = String::new();
    for (what, package, edges) in [
        ("verdict", "bidding-games-checker", "normal,no-proc-macro"),
        ("verdict, when it is compiled", "bidding-games-checker", "normal,build"),
        ("verdict on further games", "bidding-games-further", "normal,build"),
        ("wording", "bidding-games-session", "normal,build"),
        ("command", "bidding-games-check", "normal,build"),
    ] {
        writeln!(text, "{}# {what}", if text.is_empty() { "" } else { "\n" }).expect("text");
        for ((name, version), licence) in tree(package, edges) {
            if seen.insert((name.clone(), version.clone())) {
                let digest = &pinned[&(name.clone(), version.clone())];
                writeln!(text, "{name} {version} {digest} {licence}").expect("text");
            }
        }
    }
    let path = root().join("checker/crates.txt");
    if std::env::var("CRATES").is_ok_and(|value| value == "write") {
        fs::write(&path, &text).expect("the list is written");
    }
    let committed = fs::read_to_string(&path).expect("the list");
    assert!(text == committed, "CRATES=write writes checker/crates.txt again; found\n{text}");
    // The browser and Python have lockfiles of their own. What decides a verdict is the same there.
    let verdict = text.lines().skip(1).take_while(|line| !line.is_empty());
    let mut compared = 0;
    for line in verdict {
        let words: Vec<&str> = line.split(' ').collect();
        for (lockfile, _) in LOCKFILES {
            // Another crate may need a version that does not fit in the place of this one.
            let found: Vec<[String; 2]> = packages(lockfile)
                .iter()
                .filter(|package| package["name"] == words[0] && epoch(&package["version"]) == epoch(words[1]))
                .map(|package| [package["version"].clone(), package["checksum"].clone()])
                .collect();
            // `cpufeatures` is of no use to WebAssembly, but a lockfile is for all machines.
            assert_eq!(found, [[words[1].to_owned(), words[2].to_owned()]], "{lockfile}: {line}");
            compared += 1;
        }
    }
    assert!(compared >= 4 * 6, "{compared}");
}

/// What versions that fit in each other's place have in common: the first number that is not 0, and what is before it.
fn epoch(version: &str) -> &str {
    let end = version.find(|letter: char| letter.is_ascii_digit() && letter != '0').expect("a number that is not 0");
    version[end..].find('.').map_or(version, |length| &version[..end + length])
}

/// Whether a licence, as crates state it, is among those that are allowed: `OR` lets us choose, `AND` does not.
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let any = |text: &str| text.split(" OR ").any(|one| allowed.contains(one.trim_matches(['(', ')'])));
    // The old mark for `OR`.
    let text = licence.replace(" / ", " OR ").replace('/', " OR ");
    match text.contains(" AND ") {
        // A group in parentheses is one term.
        true => text.split(" AND ").all(|term| (term.starts_with('(') == term.ends_with(')')) && any(term)),
        false => any(&text),
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = BTreeSet::from(["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned));
    for good in ["MIT", "Unlicense OR MIT", "MIT/Apache-2.0", "Apache-2.0 / MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"]
    {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception", &allowed));
    for bad in [
        "GPL-3.0",
        "",
        "Apache-2.0",
        "MIT AND GPL-3.0",
        "(MIT OR Apache-2.0) AND GPL-3.0",
        "GPL-3.0 OR (MIT AND MPL-2.0)",
    ] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

/// Of all crates that are compiled here: those of the programs and those of the tests.
#[test]
fn licences_are_allowed() {
    let allowed = listed("allow");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--quiet", "--format-version", "1", "--filter-platform"]);
    let output = cargo.arg("x86_64-unknown-linux-gnu").current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 100, "{} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{} {}: {licence}", package["name"], package["version"]);
    }
}
