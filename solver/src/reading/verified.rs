//! Reads certificates through the checker: whatever the solver shows of a file has been verified first.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::board::Placement;
use checker::{AnyStatement, Decline, Failure, Requirement, Statement, Verified, VerifiedBound};
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};

/// The most bytes that are read of a file: 512 MiB, twice what the checker takes.
const MOST_BYTES: u64 = 1 << 29;

/// Why a certificate cannot be shown.
#[derive(Debug)]
pub enum VerifiedError {
    /// A file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A file that another one imports cannot be read.
    Import {
        /// The file that is missing.
        path: PathBuf,
        /// The file that imports it.
        importer: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A table where a bound is required.
    NotABound(PathBuf),
    /// Values of a game that is given as a graph, which stand for nothing without its file.
    AGraph(PathBuf),
    /// The checker does not verify a file.
    Failed(PathBuf, Box<Failure>),
}

impl fmt::Display for VerifiedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Import { path, importer, error } => {
                write!(f, "{}: {error}; required: the import of {}", path.display(), importer.display())
            }
            Self::NotABound(path) => write!(f, "{}: found a table, required a bound for one position", path.display()),
            Self::AGraph(path) => write!(
                f,
                "{}: found the values of a game that is given as a graph, required a table or a bound: `check CERT --graph GAME.json --at NAME` shows a position of a game",
                path.display()
            ),
            Self::Failed(path, failure) => write!(f, "{}: {failure}", path.display()),
        }
    }
}

impl std::error::Error for VerifiedError {}

/// The certificates verified so far, so that each is read and verified once.
#[derive(Debug, Default)]
pub struct Library {
    verified: BTreeMap<PathBuf, Arc<Verified>>,
}

impl Library {
    /// Verifies the certificate in a file, unless that has been done; what it imports is expected beside it, under the
    /// conventional names.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] for the first file that cannot be read or is not verified.
    pub fn read(&mut self, path: &Path) -> Result<Arc<Verified>, VerifiedError> {
        if let Some(known) = self.verified.get(path) {
            return Ok(Arc::clone(known));
        }
        let bytes = bytes(path).map_err(|error| VerifiedError::Unreadable(path.to_owned(), error))?;
        let statement = Statement::read(&bytes).map_err(|failure| failed(path, failure))?;
        self.verify(path, statement)
    }

    /// Verifies the certificate of a bound; the tables that it imports are expected beside it or in the folder above, under the conventional names.
    ///
    /// # Errors
    ///
    /// [`VerifiedError`] for the first file that cannot be read or is not verified.
    #[expect(clippy::result_large_err, reason = "the checker's own type of failure, made once for a file")]
    pub fn read_bound(&mut self, path: &Path) -> Result<VerifiedBound, VerifiedError> {
        let bytes = bytes(path).map_err(|error| VerifiedError::Unreadable(path.to_owned(), error))?;
        let statement = match AnyStatement::read(&bytes).map_err(|failure| failed(path, failure))? {
            AnyStatement::Bound(statement) => statement,
            AnyStatement::Table(_) => return Err(VerifiedError::NotABound(path.to_owned())),
            AnyStatement::Graph(_) => return Err(VerifiedError::AGraph(path.to_owned())),
        };
        let mut tables: Vec<Arc<Verified>> = Vec::new();
        let names = statement.file_names();
        if !statement.required().is_empty() {
            let beside = path.parent().unwrap_or(Path::new(""));
            let folders = [Some(beside), beside.parent()];
            for name in &names {
                let mut found = folders.iter().flatten().map(|folder| folder.join(name)).filter(|path| path.exists());
                if let Some(table) = found.next() {
                    tables.push(self.read(&table)?);
                }
            }
        }
        let checked = statement.check(|required| {
            let table = tables.iter().find(|table| table.digest() == *required);
            table.cloned().ok_or_else(|| checker::bound::missing_import(&names, *required))
        });
        checked.map_err(|failure| failed(path, failure))
    }

    #[expect(clippy::result_large_err, reason = "the checker's own type of failure, made once for a file")]
    fn verify(&mut self, path: &Path, statement: Statement) -> Result<Arc<Verified>, VerifiedError> {
        let mut imports = Vec::new();
        for required in statement.requirements().map_err(|failure| failed(path, failure))? {
            imports.push(self.import(path, &required)?);
        }
        let mut imports = imports.into_iter();
        let missing = |required: &Requirement| Decline::MissingImport {
            file_name: required.file_name.clone(),
            digest: required.digest,
        };
        let verified = statement
            .check(|required| imports.next().ok_or_else(|| missing(required).into()))
            .map_err(|failure| failed(path, failure))?;
        let verified = Arc::new(verified);
        self.verified.insert(path.to_owned(), Arc::clone(&verified));
        Ok(verified)
    }

    /// Verifies what the certificate in `importer` imports.
    fn import(&mut self, importer: &Path, required: &Requirement) -> Result<Arc<Verified>, VerifiedError> {
        let path = importer.with_file_name(&required.file_name);
        if let Some(known) = self.verified.get(&path) {
            return Ok(Arc::clone(known));
        }
        let bytes = bytes(&path).map_err(|error| VerifiedError::Import {
            path: path.clone(),
            importer: importer.to_owned(),
            error,
        })?;
        // An import is looked into only where it is about the smaller endgame that is required, so that this comes to an
        // end.
        let statement = Statement::read(&bytes).map_err(|failure| failed(&path, failure))?;
        let admitted = required.admit(statement.digest(), statement.endgame());
        admitted.map_err(|rejection| failed(&path, rejection.into()))?;
        self.verify(&path, statement)
    }
}

/// What a verified table says of a placement: an upper bound on α and a lower bound on β, which are the values themselves where they are exact. None if
/// the placement is not of its endgame.
#[must_use]
pub fn outer_bounds(table: &Verified, placement: &Placement) -> Option<[Ratio<BigUint>; 2]> {
    let seen = table.seen(table.number(placement)?)?;
    let natural = |value: BigRational| {
        let (numerator, denominator) = value.into_raw();
        Some(Ratio::new_raw(numerator.to_biguint()?, denominator.to_biguint()?))
    };
    let (alpha, beta) = seen.values;
    Some([natural(alpha.high)?, natural(beta.low)?])
}

/// Verifies the certificate in a file; what it imports is expected beside it, under the conventional names.
///
/// # Errors
///
/// [`VerifiedError`] for the first file that cannot be read or is not verified.
pub fn read(path: &Path) -> Result<Arc<Verified>, VerifiedError> {
    Library::default().read(path)
}

fn failed(path: &Path, failure: Failure) -> VerifiedError {
    match failure {
        Failure::Declined(Decline::NoGame { .. }) => VerifiedError::AGraph(path.to_owned()),
        failure => VerifiedError::Failed(path.to_owned(), Box::new(failure)),
    }
}

/// The bytes of a file of ordinary length.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let text = format!("found more than {MOST_BYTES} bytes, required a certificate");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}
