//! The kernel as a program: files in, verdicts out, without wording.
//!
//! Usage: `kernel FILE...`. A file that begins like a certificate is one, or an import of one; any other is the game that all certificates are
//! about: one that is not is declined. For each certificate a line: its name, then `verified`, or `rejected` with the condition and, where one is
//! concerned, the number of the position, or `declined`. The exit status is 0 if all are verified, 1 if one is rejected, else 2; so it is where there is no
//! certificate.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use checker::certificate::{Digest, MAGIC, Statement};
use checker::graph::Game;
use checker::limits::Limit;
use checker::{Checker, claim};

/// The bytes of a regular file that no limit forbids.
fn read(name: &str) -> Option<Vec<u8>> {
    let about = fs::metadata(name).ok().filter(fs::Metadata::is_file)?;
    Limit::FILE_BYTES.admit(about.len()).ok()?;
    fs::read(name).ok()
}

/// The digest of what is neither a certificate nor the game: it is told as declined, because no file has this digest.
const NONE: Digest = Digest([0; 32]);

fn main() -> ExitCode {
    let (mut certificates, mut files, mut game, mut status) = (Vec::new(), BTreeMap::new(), None, 0);
    for name in std::env::args().skip(1) {
        match read(&name) {
            Some(bytes) if bytes.starts_with(&MAGIC) => {
                let digest = Digest::of(&bytes);
                certificates.push((name, digest));
                files.insert(digest, bytes);
            }
            Some(bytes) if game.is_none() => match Game::read(&bytes) {
                Ok(read) => game = Some(Arc::new(read)),
                Err(_) => certificates.push((name, NONE)),
            },
            _ => certificates.push((name, NONE)),
        }
    }
    if certificates.is_empty() {
        // Where this cannot be written there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "usage: kernel [GAME.json] FILE.cert...");
        return ExitCode::from(2);
    }
    let mut checker = Checker::new(1, claim::none, |digest| files.get(&digest).cloned());
    for (name, digest) in certificates {
        let verdict = files.get(&digest).map(|bytes| match checker.known(digest) {
            Some(known) => Ok(known),
            None => checker.check(bytes, game.as_ref()),
        });
        if let Some(Ok(verified)) = &verdict {
            checker.remember(verified);
        }
        let (worst, words) = match &verdict {
            Some(Ok(verified)) if game.is_none() || matches!(verified.head().statement, Statement::Game(_)) => {
                (0, "verified".to_owned())
            }
            Some(Err(failure)) => match (failure.condition(), failure.place()) {
                (Some(condition), Some(place)) => (1, format!("rejected {condition} {place}")),
                (Some(condition), None) => (1, format!("rejected {condition}")),
                (None, _) => (2, "declined".to_owned()),
            },
            _ => (2, "declined".to_owned()),
        };
        status = if status == 1 || worst == 1 { 1 } else { status.max(worst) };
        // A name may hold anything; what it says must not look like a verdict.
        if writeln!(std::io::stdout(), "{name:?} {words}").is_err() {
            return ExitCode::from(2);
        }
    }
    ExitCode::from(status)
}
