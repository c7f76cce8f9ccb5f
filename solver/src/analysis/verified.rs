//! Reads certificates through the checker: whatever the solver shows of a file has been verified first.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::endgame::Positions;
use checker::failure::Failure;
use checker::numbers::Fractions;
use checker::plan::List;
use session::files::Files;
use session::judge::{Given, Judge, Refusal, Source};
use session::{claims, escape};

use crate::analysis::find;

/// Why a certificate cannot be shown.
#[derive(Debug)]
pub enum VerifiedError {
    /// A plan for some positions where a table is required.
    NotATable(PathBuf),
    /// A table where a plan for some positions is required.
    NotAPlan(PathBuf),
    /// Values of a game in a file, which stand for nothing without that file.
    AGame(PathBuf),
    /// Probabilities or rewards of a model, which stand for nothing without it.
    AModel(PathBuf),
    /// Something that is no table of bidding chess: a board of Hex, or a game in which the bank is paid.
    OtherGame(PathBuf),
    /// A file is not verified: it cannot be read, or the checker refuses it.
    Failed(PathBuf, Box<Refusal>),
}

impl fmt::Display for VerifiedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, reason) = match self {
            Self::NotATable(path) => (path, "found a plan for some positions, required a table of an endgame"),
            Self::NotAPlan(path) => (path, "found a table, required a plan for some positions"),
            Self::AGame(path) => (
                path,
                "found the values of a game in a file, required a table of an endgame or a plan: `check CERT --graph GAME.json --at NAME` shows a position of a \
                 game",
            ),
            Self::AModel(path) => {
                (path, "this is about a model: say which with --game MODEL.umb, or `check CERT --model MODEL.umb`")
            }
            Self::OtherGame(path) => (
                path,
                "found a certificate of another game or another auction, required a table of bidding chess: `check CERT` says what it proves",
            ),
            Self::Failed(path, refusal) => (path, &*refusal.message),
        };
        write!(f, "{}: {reason}", escape::path(path))
    }
}

impl std::error::Error for VerifiedError {}

/// The certificates verified so far, so that each is read and verified once.
pub struct Library {
    judge: Judge<'static, Search>,
    verified: BTreeMap<PathBuf, Arc<Verified>>,
}

/// Looks for imports, and into folders only once something is to be found there.
#[derive(Default)]
struct Search {
    files: Files,
    /// The certificate near which has not been looked yet.
    importer: Option<PathBuf>,
    /// More folders to look into.
    folders: Vec<PathBuf>,
}

impl Source for Search {
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        if let Some(importer) = self.importer.take() {
            self.files.look_for(&[importer], &self.folders);
        }
        self.files.find(digest)
    }

    fn searched(&self) -> Option<String> {
        Some(self.files.searched())
    }

    fn near(&mut self, path: &Path) {
        self.importer = Some(path.to_owned());
    }

    fn open(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        self.near(path);
        self.files.open(path)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.verified.keys()).finish()
    }
}

impl Default for Library {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { judge: Judge::new(threads, Search::default()), verified: BTreeMap::new() }
    }
}

impl Library {
    /// Looks for imports in these folders, too.
    #[must_use]
    pub fn with_folders(self, folders: &[PathBuf]) -> Self {
        self.judge.source().folders = folders.to_vec();
        self
    }

    /// Verifies the certificate in a file, unless that has been done; what it imports is found by its digest, beside it or in the folder above.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] if a file cannot be read or is not verified.
    pub fn read(&mut self, path: &Path) -> Result<Arc<Verified>, VerifiedError> {
        self.read_with(path, None)
    }

    /// Verifies the certificate in a file, which may be about what is given, unless that has been done.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] if a file cannot be read or is not verified.
    pub fn read_with(&mut self, path: &Path, given: Option<&Given>) -> Result<Arc<Verified>, VerifiedError> {
        if let Some(known) = self.verified.get(path) {
            return Ok(Arc::clone(known));
        }
        let verified = match self.judge.file(path, given).outcome {
            Ok(verified) => verified,
            Err(Refusal { failure: Some(Failure::Game(_)), .. }) if given.is_none() => {
                let is_model = find::is_of_a_model(path);
                let path = path.to_owned();
                return Err(if is_model { VerifiedError::AModel(path) } else { VerifiedError::AGame(path) });
            }
            Err(refusal) => return Err(VerifiedError::Failed(path.to_owned(), Box::new(refusal))),
        };
        self.judge.remember(&verified);
        self.verified.insert(path.to_owned(), Arc::clone(&verified));
        Ok(verified)
    }

    /// As [`read`](Self::read), and refuses what is no table of an endgame.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] if a file cannot be read or is not verified, or is about something else.
    pub fn table(&mut self, path: &Path) -> Result<Arc<Verified>, VerifiedError> {
        let verified = self.read(path)?;
        match claims::tell(&verified).kind() {
            "endgame" => {}
            "list" => return Err(VerifiedError::NotATable(path.to_owned())),
            _ => return Err(VerifiedError::OtherGame(path.to_owned())),
        }
        Ok(verified)
    }

    /// As [`read`](Self::read), and refuses what is no plan for some positions.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] if a file cannot be read or is not verified, or is about something else.
    pub fn plan(&mut self, path: &Path) -> Result<Arc<Verified>, VerifiedError> {
        let verified = self.read(path)?;
        match verified.about::<List>() {
            Some(_) => Ok(verified),
            None => Err(VerifiedError::NotAPlan(path.to_owned())),
        }
    }
}

/// Verifies the table of an endgame in a file; what it imports is found by its digest, beside it or in the folder above.
///
/// # Errors
///
/// [`VerifiedError`] if a file cannot be read or is not verified, or is about something else.
pub fn read(path: &Path) -> Result<Arc<Verified>, VerifiedError> {
    Library::default().table(path)
}

/// The positions of a table.
///
/// # Panics
///
/// If it is no table of an endgame.
#[must_use]
pub fn positions(table: &Verified) -> &Positions {
    table.subject().downcast_ref().expect("required a table of an endgame")
}

/// The exact values of a table; none of an enclosure.
#[must_use]
pub fn values(table: &Verified) -> Option<&Fractions> {
    table.stated().is_exact().then_some(&*table.stated().values)
}
