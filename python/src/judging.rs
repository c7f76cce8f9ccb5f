//! How a file, or bytes, become a verified certificate, and how what was verified is given away as bytes. The verdict is the checker's.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use session::files::Files;
use session::judge::{self, Judge, Judgement, Source, rests_on};
use session::{escape, notation};

use crate::errors::Fault;
use crate::verified::PyVerified;
use crate::work::{Stop, interruptible, threads};

/// Bytes that are in no file, by their digests.
pub type Held = BTreeMap<Digest, Arc<Vec<u8>>>;

/// What was verified, and the files on which that rests.
#[derive(Clone)]
pub struct Judged {
    /// What was verified.
    pub verified: Arc<Verified>,
    /// The verdict, with the file itself, its imports, and the game.
    pub judgement: Judgement,
    /// The bytes that are in no file.
    held: Arc<Held>,
}

/// A file: where it is, or its bytes.
#[derive(Clone)]
pub enum Given {
    /// The file of this path.
    File(PathBuf),
    /// These bytes.
    Bytes(Arc<Vec<u8>>),
}

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = found.extract::<PyBackedBytes>() {
            return Ok(Self::Bytes(Arc::new(bytes.to_vec())));
        }
        found.extract().map(Self::File).map_err(|_| {
            let kind = found.get_type().qualname().map_or_else(|_| String::new(), |name| name.to_string());
            PyTypeError::new_err(format!("found {kind}, required a path, or the bytes of a file"))
        })
    }
}

/// What to verify, and how.
pub struct Task {
    /// The certificate.
    pub certificate: Given,
    /// More folders in which to look for imports.
    pub folders: Vec<PathBuf>,
    /// Imports that are in no file.
    pub held: Held,
    /// The game, if there is one.
    pub game: Option<Given>,
    /// What is verified already.
    pub known: Vec<(PathBuf, Arc<Verified>)>,
    /// How many threads to use.
    pub threads: usize,
}

/// The bytes of a certificate and of all that it rests on, as they were verified.
pub struct Whole {
    /// The certificate.
    pub certificate: Vec<u8>,
    /// Its imports, and theirs.
    pub imports: Vec<Vec<u8>>,
    /// The game that it is about.
    pub game: Option<Vec<u8>>,
}

/// A path as text.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Where the imports of one file come from: what is verified already, and folders that are listed only once something is to be found there.
struct Search<'a> {
    task: &'a Task,
    stop: &'a Stop,
    files: OnceCell<Files>,
}

impl Search<'_> {
    fn files(&self) -> &Files {
        self.files.get_or_init(|| {
            let mut files = Files::default();
            let beside = match &self.task.certificate {
                Given::File(path) => std::slice::from_ref(path),
                Given::Bytes(_) => &[],
            };
            files.look_for(beside, &self.task.folders);
            files
        })
    }
}

impl Source for Search<'_> {
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        if let Some(bytes) = self.task.held.get(&digest) {
            return Some(bytes.to_vec());
        }
        self.files();
        self.files.get_mut().filter(|_| !self.stop.is_set())?.find(digest)
    }

    fn path(&self, digest: Digest) -> Option<PathBuf> {
        let known = self.task.known.iter().find(|(_, known)| known.digest() == digest);
        known.map(|(path, _)| path.clone()).or_else(|| self.files.get()?.path(digest).map(Path::to_owned))
    }

    fn searched(&self) -> Option<String> {
        Some(self.files().searched())
    }
}

/// Verifies a file or bytes, with imports, which are found by digest beside the file, in the folder above, in more folders, and among bytes.
///
/// # Errors
///
/// Why it is not verified.
pub fn judge(task: &Task, stop: &Stop) -> Result<Judged, Fault> {
    let mut judge = Judge::new(task.threads, Search { task, stop, files: OnceCell::new() });
    task.known.iter().for_each(|(_, verified)| judge.remember(verified));
    let game = task.game.as_ref().map(|game| match game {
        Given::File(path) => judge::Given::file(path),
        Given::Bytes(bytes) => judge::Given::bytes(bytes),
    });
    let judgement = match &task.certificate {
        Given::File(path) => judge.file(path, game.as_ref()),
        Given::Bytes(bytes) => judge.bytes(bytes, game.as_ref()),
    };
    let mut held = task.held.clone();
    for given in [Some(&task.certificate), task.game.as_ref()].into_iter().flatten() {
        if let Given::Bytes(bytes) = given {
            held.insert(Digest::of(bytes), Arc::clone(bytes));
        }
    }
    judged(judgement, held)
}

/// Verifies bytes that were made just now; imports are found among others that were, too.
///
/// # Errors
///
/// Why they are not verified: then there is a bug in the solver.
pub fn check(bytes: Vec<u8>, game: Option<Vec<u8>>, imports: Held, threads: usize) -> Result<Judged, Fault> {
    let (certificate, game) = (Given::Bytes(Arc::new(bytes)), game.map(|game| Given::Bytes(Arc::new(game))));
    let task = Task { certificate, folders: Vec::new(), held: imports, game, known: Vec::new(), threads };
    judge(&task, &Stop::default())
}

/// What is verified; or why nothing is, as an exception will say it.
fn judged(judgement: Judgement, held: Held) -> Result<Judged, Fault> {
    match &judgement.outcome {
        Ok(verified) => Ok(Judged { verified: Arc::clone(verified), judgement, held: Arc::new(held) }),
        Err(refusal) => Err(Fault {
            path: judgement.files[0].0.as_deref().map(shown),
            message: refusal.message.clone(),
            condition: refusal.condition,
            sha256: judgement.digest().map(notation::digest),
        }),
    }
}

impl Judged {
    /// The file in which something with a digest was found.
    fn path(&self, digest: Digest) -> Option<PathBuf> {
        let file = self.judgement.files.iter().find(|(_, other)| *other == Some(digest));
        file.and_then(|(path, _)| path.clone())
    }

    /// An import, with the files on which that rests.
    pub fn import(&self, import: &Arc<Verified>) -> Self {
        let mut files = vec![(self.path(import.digest()), Some(import.digest()))];
        files.extend(rests_on(import).keys().map(|&digest| (self.path(digest), Some(digest))));
        let judgement = Judgement { outcome: Ok(Arc::clone(import)), files };
        Self { verified: Arc::clone(import), judgement, held: Arc::clone(&self.held) }
    }

    /// The bytes of the certificate.
    ///
    /// # Errors
    ///
    /// As [`whole`](Self::whole).
    pub fn certificate(&self) -> PyResult<Vec<u8>> {
        self.bytes_of(self.verified.digest())
    }

    /// The bytes of the certificate, those of its imports and of theirs, and those of the game, as they were verified.
    ///
    /// # Errors
    ///
    /// `OSError` if a file is not there any more, or is another one now.
    pub fn whole(&self) -> PyResult<Whole> {
        let imports: Vec<Digest> = rests_on(&self.verified).into_keys().collect();
        let game = self.judgement.files.get(1 + imports.len()).and_then(|(_, digest)| *digest);
        let imports = imports.into_iter().map(|digest| self.bytes_of(digest)).collect::<PyResult<_>>()?;
        let game = game.map(|game| self.bytes_of(game)).transpose()?;
        Ok(Whole { certificate: self.certificate()?, imports, game })
    }

    fn bytes_of(&self, digest: Digest) -> PyResult<Vec<u8>> {
        if let Some(bytes) = self.held.get(&digest) {
            return Ok(bytes.to_vec());
        }
        let path = self.path(digest).unwrap_or_default();
        let failed = |reason: &dyn std::fmt::Display| PyOSError::new_err(format!("{}: {reason}", escape::path(&path)));
        let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
        match Digest::of(&bytes) == digest {
            true => Ok(bytes),
            false => {
                let required = notation::digest(digest);
                Err(failed(&format!("found a file that was changed, required the one with the sha-256 {required}")))
            }
        }
    }
}

/// Verifies a certificate: a file, or bytes. Imports are folders, or the bytes of certificates.
#[pyfunction]
#[pyo3(signature = (certificate, imports, game, threads))]
pub fn verify(
    py: Python<'_>,
    certificate: Given,
    imports: Vec<Given>,
    game: Option<Given>,
    threads: Option<usize>,
) -> PyResult<PyVerified> {
    let (mut folders, mut held) = (Vec::new(), Held::new());
    for import in imports {
        match import {
            Given::File(folder) => folders.push(folder),
            Given::Bytes(bytes) => drop(held.insert(Digest::of(&bytes), bytes)),
        }
    }
    let task = Task { certificate, folders, held, game, known: Vec::new(), threads: self::threads(threads)? };
    let judged = interruptible(py, move |stop| judge(&task, &stop))?;
    Ok(PyVerified::new(judged.map_err(|fault| fault.raise(py))?))
}
