//! Finding the files that certificates import, by their digest.
//!
//! What lies beside a certificate under a familiar name and has another digest is passed over. A folder may hold anything: what is no regular
//! file, or does not begin as a certificate does, is not read. Files with the names that are expected are tried first, and each file is hashed
//! once. No verdict rests on what is found here: the checker compares the digest of the bytes itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::notation;
use crate::certificate::{Certificate, Digest, MAGIC, Statement};
use crate::games::endgame::Endgame;
use crate::limits::Limit;

/// No more bytes than these are hashed in a search: 2 GiB.
pub const MOST_HASHED: u64 = 1 << 31;

/// Files by their digests, and where to look for more.
#[derive(Debug, Default)]
pub struct Files {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    /// Names of what the certificates that were read import.
    expected: BTreeSet<String>,
    /// The digests of the files that were hashed.
    known: BTreeMap<PathBuf, Digest>,
    hashed: u64,
}

impl Files {
    /// Says in which folders to look from now on, and in which files beside these.
    pub fn look_in(&mut self, folders: Vec<PathBuf>, files: Vec<PathBuf>) {
        (self.folders, self.files) = (folders, files);
    }

    /// Where it is looked, in words.
    pub fn places(&self) -> String {
        let all = self.folders.iter().chain(&self.files).map(|path| path.display().to_string());
        all.collect::<Vec<_>>().join(", ")
    }

    /// Reads a certificate, but not much more of it than it may have; with its digest.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn read(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        let bytes = read(path, Limit::FILE_BYTES)?;
        let digest = Digest::of(&bytes);
        self.known.insert(path.to_owned(), digest);
        self.expect(&bytes);
        Ok((bytes, digest))
    }

    /// The bytes with a digest, if they are found.
    pub fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        let found = self.known.iter().find(|(_, known)| **known == digest).map(|(path, _)| path.clone());
        if let Some(bytes) = found.and_then(|path| self.take(&path, digest)) {
            return Some(bytes);
        }
        self.candidates().into_iter().find_map(|path| self.take(&path, digest))
    }

    /// The files that have not been hashed: those with expected names before others, and of these the short ones first.
    fn candidates(&self) -> Vec<PathBuf> {
        let names = || self.folders.iter().flat_map(|folder| self.expected.iter().map(|name| folder.join(name)));
        let mut others: Vec<(u64, PathBuf)> = Vec::new();
        for folder in &self.folders {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            others.extend(entries.filter_map(|entry| Some((length(&entry.path())?, entry.path()))));
        }
        others.sort();
        let others = others.into_iter().map(|(_, path)| path);
        let all = names().chain(self.files.iter().cloned()).chain(others);
        all.filter(|path| !self.known.contains_key(path)).collect()
    }

    /// The bytes of a file, if they have this digest.
    fn take(&mut self, path: &Path, digest: Digest) -> Option<Vec<u8>> {
        let length = length(path).filter(|_| begins_as_certificate(path))?;
        if !self.known.contains_key(path) {
            self.hashed += length;
            if length > Limit::FILE_BYTES.most || self.hashed > MOST_HASHED {
                self.hashed -= length;
                return None;
            }
        }
        let bytes = read(path, Limit::FILE_BYTES).ok()?;
        let found = Digest::of(&bytes);
        self.known.insert(path.to_owned(), found);
        if found != digest {
            return None;
        }
        self.expect(&bytes);
        Some(bytes)
    }

    /// Expects the imports of a certificate under their conventional names.
    fn expect(&mut self, bytes: &[u8]) {
        let Ok(certificate) = Certificate::read(bytes) else { return };
        if let Statement::Endgame(board, men) = certificate.head.statement {
            let imports = Endgame::new(board, &men).map(|endgame| endgame.imports());
            self.expected.extend(imports.into_iter().flatten().map(|import| notation::file_name(&import)));
        }
    }
}

/// The folder of a file, and the one above it.
pub fn around(path: &Path) -> Vec<PathBuf> {
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let above = beside.parent().filter(|folder| !folder.as_os_str().is_empty() && beside.file_name().is_some());
    vec![beside.to_owned(), above.map_or_else(|| beside.join(".."), Path::to_owned)]
}

/// Reads a file, but only one byte more of it than the limit admits.
///
/// # Errors
///
/// What the system says.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit.most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The length of a regular file.
fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}

fn begins_as_certificate(path: &Path) -> bool {
    let mut first = [0; MAGIC.len()];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok()) && first == MAGIC
}
