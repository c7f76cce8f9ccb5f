//! Answers from certificates that this program has verified before, kept in the user's folder for such things.
//!
//! To verify a large table takes seconds, and people ask it more than once. So the answer to a question is kept, with those to the positions one move away:
//! under the digest of the certificate and that of this program, both of which must be the same again. Another certificate, another program, a folder or
//! a file that somebody else could have written: then nothing is believed, and the certificate is verified anew. What is kept is text; no verdict is.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use checker::certificate::Digest;
use serde::{Deserialize, Serialize};
use session::{files, notation};
use solver::atomic_file;

/// Smaller certificates are verified in the time in which they are read.
const LEAST_BYTES: u64 = 4 << 20;
/// So many answers are kept of one certificate.
const MOST_ANSWERS: usize = 20_000;

/// What is kept of one certificate.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Kept {
    /// The program.
    program: String,
    /// The SHA-256 of the certificate.
    sha256: String,
    /// The day on which it was verified.
    verified: String,
    /// What it proves, in a sentence.
    claim: String,
    answers: BTreeMap<String, String>,
}

/// A certificate whose answers may be kept.
#[derive(Debug)]
pub struct Memory {
    file: PathBuf,
    digest: Digest,
    kept: Kept,
}

/// This program: its version, and the SHA-256 of the file that is run, so that two builds of one commit are two programs.
fn program() -> Option<String> {
    let own = fs::read(std::env::current_exe().ok()?).ok()?;
    Some(format!("{} {}", env!("SOLVE_VERSION"), notation::digest(Digest::of(&own))))
}

/// The folder, if there can be one.
fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let base = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
    base.is_absolute().then(|| base.join("bidding-games"))
}

/// Whether nobody but the user can have written this.
#[cfg(unix)]
fn is_own(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let user = tempfile::tempfile()?.metadata()?.uid();
    let found = fs::symlink_metadata(path)?;
    Ok(!found.is_symlink() && found.uid() == user && found.mode() & 0o022 == 0)
}

/// Whether nobody but the user can have written this: it is not known here, so that nothing is kept.
#[cfg(not(unix))]
fn is_own(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Makes the folder, for the user alone.
fn made(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

impl Memory {
    /// What is kept of the certificate in a file, if it is large enough and something may be kept.
    pub fn of(certificate: &Path) -> Option<Self> {
        let least = fs::metadata(certificate).ok()?.len() >= LEAST_BYTES;
        least.then(|| Self::in_folder(&folder()?, &program()?, certificate, LEAST_BYTES))?
    }

    fn in_folder(folder: &Path, program: &str, certificate: &Path, least: u64) -> Option<Self> {
        if fs::metadata(certificate).ok()?.len() < least {
            return None;
        }
        let (_, digest) = files::open(certificate).ok()?;
        let sha256 = notation::digest(digest);
        let file = folder.join(format!("{sha256}.json"));
        let read = || -> io::Result<Option<Kept>> {
            if !is_own(folder)? || !is_own(&file)? {
                crate::output::tell(&format!(
                    "note: {}: others may write there, so nothing in it is believed",
                    session::escape::path(&file)
                ));
                return Ok(None);
            }
            Ok(serde_json::from_slice(&fs::read(&file)?).ok())
        };
        let kept = match file.exists() {
            true => read().ok().flatten().filter(|kept| kept.program == program && kept.sha256 == sha256),
            false => None,
        };
        let kept = kept.unwrap_or_else(|| Kept { program: program.to_owned(), sha256, ..Kept::default() });
        Some(Self { file, digest, kept })
    }

    /// The answer to a question, with the day of the verdict and what the certificate proves.
    pub fn answer(&self, question: &str) -> Option<(&str, &str, &str)> {
        let answer = self.kept.answers.get(question)?;
        Some((answer, &self.kept.verified, &self.kept.claim))
    }

    /// Keeps answers of the certificate, which has been verified just now. That it cannot be done is no failure.
    pub fn keep(mut self, digest: Digest, claim: String, answers: Vec<(String, String)>) {
        // The file that was verified may be another one by now.
        if digest != self.digest {
            return;
        }
        if self.kept.answers.len() + answers.len() > MOST_ANSWERS {
            self.kept.answers.clear();
        }
        self.kept.verified = today();
        self.kept.claim = claim;
        self.kept.answers.extend(answers);
        let Some(folder) = self.file.parent() else { return };
        if let Ok(text) = serde_json::to_vec(&self.kept)
            && made(folder).is_ok()
            && is_own(folder).unwrap_or(false)
        {
            let _ = atomic_file::write(&self.file, &text);
        }
    }
}

/// The day, in universal time, as in 2026-11-23.
fn today() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day(seconds / 86_400)
}

/// The day so many days after 1970-01-01. Years are counted from March, so that the day of a leap year is the last one.
fn day(days: u64) -> String {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (20_780, "2026-11-23"),
        ] {
            assert_eq!(day(days), text);
        }
    }

    /// The same program and the same certificate find the answer; nobody else does, and nothing is believed that others may write.
    #[cfg(unix)]
    #[test]
    fn believes_its_own_answers_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (cache, certificate) = (folder.path().join("cache"), folder.path().join("a.cert"));
        fs::write(&certificate, b"a certificate").unwrap();
        let memory = |program: &str| Memory::in_folder(&cache, program, &certificate, 1).unwrap();
        let found = |program: &str| memory(program).answer("k").map(|found| found.0.to_owned());
        assert_eq!(found("1 (a)"), None);
        let first = memory("1 (a)");
        let digest = first.digest;
        first.keep(digest, "a claim".to_owned(), vec![("k".to_owned(), "an answer".to_owned())]);
        assert_eq!(found("1 (a)").as_deref(), Some("an answer"));
        assert_eq!(found("1 (b)"), None);
        // Another file was verified.
        memory("1 (a)").keep(Digest::of(b"another"), String::new(), vec![("l".to_owned(), "false".to_owned())]);
        assert_eq!(memory("1 (a)").answer("l"), None);
        for (path, safe, open) in [(memory("1 (a)").file, 0o600, 0o666), (cache.clone(), 0o700, 0o777)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(open)).unwrap();
            assert_eq!(found("1 (a)"), None);
            fs::set_permissions(&path, fs::Permissions::from_mode(safe)).unwrap();
            assert_eq!(found("1 (a)").as_deref(), Some("an answer"));
        }
        fs::write(&certificate, b"another certificate").unwrap();
        assert_eq!(found("1 (a)"), None);
        // Too small to be worth it.
        assert!(Memory::in_folder(&cache, "1 (a)", &certificate, 100).is_none());
    }
}
