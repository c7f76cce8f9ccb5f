//! In place of `archive` where models are left out: no archive is read, and a file that is one is read as what it is not, a game.

use std::io;
use std::path::Path;

use checker::certificate::Digest;
use checker::claim::Subject;

/// A model, or why an archive is none, in words; and the digest of the archive.
pub type Found = (Result<Subject, String>, Option<Digest>);

/// Finds no model in a file.
///
/// # Errors
///
/// None.
pub fn file(_path: &Path) -> io::Result<Option<Found>> {
    Ok(None)
}

/// Nothing is an archive.
pub fn is_archive(_front: &[u8]) -> bool {
    false
}

/// Nothing is an archive.
pub fn is_tar(_front: &[u8]) -> bool {
    false
}

/// Nothing is unpacked.
pub fn unpacked(_front: &[u8]) -> Vec<u8> {
    Vec::new()
}

/// Finds no model.
pub fn bytes(_bytes: &[u8]) -> Option<Result<Subject, String>> {
    None
}

/// Nothing is a model.
pub fn title(_given: &Subject) -> Option<String> {
    None
}
