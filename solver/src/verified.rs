//! Reads certificates through the checker: whatever the solver shows of a file has been verified first.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::{Failure, Requirement, Verified};

/// Why a certificate cannot be shown.
#[derive(Debug)]
pub enum VerifiedError {
    /// A file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The checker does not verify a file.
    Failed(PathBuf, Failure),
}

impl fmt::Display for VerifiedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Failed(path, failure) => write!(f, "{}: {failure}", path.display()),
        }
    }
}

impl std::error::Error for VerifiedError {}

/// Verifies the certificate in a file; what it imports is expected beside it, under the conventional names.
///
/// # Errors
///
/// [`VerifiedError`] for the first file that cannot be read or is not verified.
pub fn read(path: &Path) -> Result<Arc<Verified>, VerifiedError> {
    let bytes =
        std::fs::read(path).map_err(|error| VerifiedError::Unreadable(path.to_owned(), error))?;
    verify(path, &bytes)
}

fn verify(path: &Path, bytes: &[u8]) -> Result<Arc<Verified>, VerifiedError> {
    let failed = |failure| VerifiedError::Failed(path.to_owned(), failure);
    let required = checker::requirements(bytes).map_err(failed)?;
    let import = |requirement: &Requirement| {
        let path = path.with_file_name(&requirement.file_name);
        let bytes =
            std::fs::read(&path).map_err(|error| VerifiedError::Unreadable(path.clone(), error))?;
        // An import is looked into only where it is about the smaller endgame that is required, so that this comes to an end.
        let digest = checker::certificate::Digest::of(&bytes);
        let statement = checker::Statement::read(&bytes)
            .map_err(|failure| VerifiedError::Failed(path.clone(), failure))?;
        requirement
            .admit(digest, statement.endgame())
            .map_err(|rejection| VerifiedError::Failed(path.clone(), rejection.into()))?;
        verify(&path, &bytes)
    };
    let imports = required.iter().map(import).collect::<Result<Vec<_>, _>>()?;
    checker::check(bytes, &imports)
        .map(Arc::new)
        .map_err(failed)
}
