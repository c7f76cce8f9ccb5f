//! Tells the program its version and its commit: of a release build those that git knows. Whoever builds sources without git sets CHECK_COMMIT, and
//! CHECK_VERSION if the version is to be told otherwise.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CHECK_VERSION");
    println!("cargo::rerun-if-env-changed=CHECK_COMMIT");
    let given = std::env::var("CHECK_COMMIT").ok();
    // Other builds need not be made again after each commit.
    let asks = given.is_none() && std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if asks && let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={head}");
    }
    let commit = given.or_else(|| git(&["rev-parse", "HEAD"]).filter(|_| asks)).filter(|commit| !commit.is_empty());
    if let Some(commit) = commit {
        println!("cargo::rustc-env=CHECK_COMMIT={commit}");
        if std::env::var_os("CHECK_VERSION").is_none() {
            let (version, short) = (std::env::var("CARGO_PKG_VERSION").unwrap_or_default(), commit.get(..12));
            println!("cargo::rustc-env=CHECK_VERSION={version} ({})", short.unwrap_or(&commit));
        }
    }
}

/// What git says, in a line.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
