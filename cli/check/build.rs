//! Tells the program its version: of a release build with the commit, where git knows one. Whoever builds sources without git sets CHECK_VERSION.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CHECK_VERSION");
    // Other builds need not be made again after each commit.
    if std::env::var_os("CHECK_VERSION").is_some() || std::env::var("PROFILE").is_ok_and(|profile| profile != "release")
    {
        return;
    }
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={head}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!(
            "cargo::rustc-env=CHECK_VERSION={} ({commit})",
            std::env::var("CARGO_PKG_VERSION").unwrap_or_default()
        );
    }
}

/// What git says, in a line.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
