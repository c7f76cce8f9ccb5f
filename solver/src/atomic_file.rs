//! Files that are complete or not there at all.
//!
//! A file is written under a temporary name in its folder, locked as long as it is being written, and renamed at the end. What a run has left there that was
//! killed is nobody's: its lock is free. The next run that writes into the folder removes it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

/// How temporary names begin.
const UNFINISHED: &str = ".unfinished-";

/// The folders whose leftovers this run has removed.
static TIDY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file that is being written.
#[derive(Debug)]
pub struct AtomicFile {
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Under a temporary name, with the name that it is to have.
    File(NamedTempFile, PathBuf),
    /// A device or a pipe, into which it is written.
    Device(File),
}

impl AtomicFile {
    /// Begins a file. Where the path is a link, the file that it leads to is written; where it is a device or a pipe, into that.
    ///
    /// # Errors
    ///
    /// What the file system reports.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = match path.metadata() {
            Ok(found) if found.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(found) if found.is_file() => path.canonicalize()?,
            Ok(_) => return Ok(Self { target: Target::Device(File::options().write(true).open(path)?) }),
            Err(_) => path.to_owned(),
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map_or(PathBuf::from("."), PathBuf::from);
        tidy(&folder);
        let file = begin(&folder)?;
        Ok(Self { target: Target::File(file, path) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// What the file system reports; nothing is left behind then.
    pub fn finish(self) -> io::Result<()> {
        match self.target {
            Target::Device(mut file) => file.flush(),
            Target::File(file, path) => {
                file.as_file().sync_all()?;
                file.persist(path).map(drop).map_err(|error| error.error)
            }
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::File(file, _) => file.as_file_mut().write(bytes),
            Target::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::File(file, _) => file.as_file_mut().flush(),
            Target::Device(file) => file.flush(),
        }
    }
}

/// A locked file with a temporary name.
fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // As any new file: readable by all whom the process's mask allows, not by its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        // Without the temporary name, which nobody knows.
        let file = builder.tempfile_in(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                io::Error::new(error.kind(), format!("found no folder {}", session::escape::path(folder)))
            }
            kind => kind.into(),
        })?;
        let locked = fs4::FileExt::try_lock(file.as_file()).is_ok();
        // Another run may have taken it for a leftover before it was locked. Where files cannot be locked, nobody removes any.
        if !locked || file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what killed runs have left in a folder, once a run.
fn tidy(folder: &Path) {
    let Ok(place) = folder.canonicalize() else { return };
    let is_new = TIDY.lock().is_ok_and(|mut folders| folders.insert(place));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().filter(|_| is_new);
    for entry in entries {
        let is_leftover = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_leftover && is_file {
            remove_if_free(&entry.path());
        }
    }
}

/// Removes a file unless somebody holds its lock. It is removed while it is locked, so that nobody begins to write it meanwhile.
fn remove_if_free(path: &Path) {
    let Ok(file) = File::options().write(true).open(path) else { return };
    if fs4::FileExt::try_lock(&file).is_ok() {
        // Whatever prevents it, the run goes on.
        let _ = fs::remove_file(path);
    }
}

/// Writes a file under a temporary name and renames it, so that it is complete or not there.
///
/// # Errors
///
/// What the file system reports.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}
