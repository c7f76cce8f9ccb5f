//! In place of [`atomic_file`](crate::atomic_file) where there is no file system: every file is refused with a sentence.

use std::convert::Infallible;
use std::io::{self, Write};
use std::path::Path;

/// A file that is being written: there is none.
#[derive(Debug)]
pub struct AtomicFile(Infallible);

impl AtomicFile {
    /// Refuses the file.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn create(_path: &Path) -> io::Result<Self> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "found a solver without files, required one that is built with them",
        ))
    }

    /// Never called.
    ///
    /// # Errors
    ///
    /// None.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {}
    }
}

impl Write for AtomicFile {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0 {}
    }
}

/// Refuses the file.
///
/// # Errors
///
/// Always.
pub fn write(path: &Path, _bytes: &[u8]) -> io::Result<()> {
    AtomicFile::create(path).map(drop)
}
