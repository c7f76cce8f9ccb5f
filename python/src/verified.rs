//! A verified certificate as a Python object, and how a file becomes one. Only [`check`] and [`judge`] make one, and the verdict is the checker's.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use checker::Verified;
use checker::certificate::Digest;
use checker::graph::Game;
use num_rational::BigRational;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use report::entry::{self, PositionError};
use report::figures::Figures;
use report::files::Files;
use report::judge::{self, Bytes, Judge, Judgement, Source, rests_on};
use report::{claims, escape, notation, tell};

use crate::errors::{Fault, guarded, missing, wrong};
use crate::numbers::PyNumbers;
use crate::position::{PyPosition, worth};
use crate::work::{Stop, interruptible, threads};

/// What was verified, and the files on which that rests.
pub struct Judged {
    /// What was verified.
    pub verified: Arc<Verified>,
    /// The verdict, with the file itself, its imports, and the game.
    judgement: Judgement,
}

/// A game that a certificate is about.
pub enum Given {
    /// The file of this path.
    File(PathBuf),
    /// These bytes.
    Bytes(Vec<u8>),
}

/// What to verify, and how.
pub struct Task {
    /// The file.
    pub path: PathBuf,
    /// More folders in which to look for imports.
    pub folders: Vec<PathBuf>,
    /// The game, if there is one.
    pub game: Option<Given>,
    /// What is verified already.
    pub known: Vec<(PathBuf, Arc<Verified>)>,
    /// How many threads to use.
    pub threads: usize,
}

fn shown(path: &Path) -> String {
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
            files.look_for(std::slice::from_ref(&self.task.path), &self.task.folders);
            files
        })
    }
}

impl Source for Search<'_> {
    fn find(&mut self, digest: Digest) -> Option<Bytes> {
        self.files();
        self.files.get_mut().filter(|_| !self.stop.is_set())?.find(digest).map(Bytes::OnDisk)
    }

    fn path(&self, digest: Digest) -> Option<PathBuf> {
        let known = self.task.known.iter().find(|(_, known)| known.digest() == digest);
        known.map(|(path, _)| path.clone()).or_else(|| self.files.get()?.path(digest).map(Path::to_owned))
    }

    fn searched(&self) -> Option<String> {
        Some(self.files().searched())
    }
}

/// Verifies a file, with its imports, which are found by digest beside it, in the folder above and in more folders.
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
    judged(judge.file(&task.path, game.as_ref()))
}

/// Verifies bytes that were made just now; imports are found among others that were, too.
///
/// # Errors
///
/// Why they are not verified: then there is a bug in the solver.
pub fn check(
    bytes: &[u8],
    game: Option<&Arc<Game>>,
    imports: &BTreeMap<Digest, &[u8]>,
    threads: usize,
) -> Result<Judged, Fault> {
    let game = game.map(|game| judge::Given::from(Arc::clone(game)));
    judged(Judge::new(threads, imports).bytes(bytes, game.as_ref()))
}

/// What is verified; or why nothing is, as an exception will say it.
fn judged(judgement: Judgement) -> Result<Judged, Fault> {
    let fault = |message: &str, condition| Fault {
        path: judgement.files[0].0.as_deref().map(shown),
        message: message.to_owned(),
        condition,
        sha256: judgement.digest().map(notation::digest),
    };
    match &judgement.outcome {
        Ok(verified) => Ok(Judged { verified: Arc::clone(verified), judgement }),
        Err(refusal) => Err(fault(&refusal.message, refusal.condition)),
    }
}

/// The text of a question: a text, or what an object with `board_fen()` stands for.
///
/// # Errors
///
/// `TypeError` for anything else.
pub fn asked(position: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = position.extract::<String>() {
        return Ok(text);
    }
    if let Ok(position) = position.cast::<PyPosition>() {
        return Ok(position.get().name().to_owned());
    }
    let Ok(board_fen) = position.getattr("board_fen") else {
        let found = position.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!("found {found}, required a text or an object with board_fen()")));
    };
    let placement: String = board_fen.call0()?.extract()?;
    // Squares are numbered as in python-chess: a1, b1, … h8.
    let passed: Option<u8> = position.getattr("ep_square").ok().and_then(|square| square.extract().ok()).flatten();
    Ok(match passed.filter(|&square| square < 64) {
        None => placement,
        Some(square) => format!("{placement} - - {}{}", char::from(b'a' + square % 8), square / 8 + 1),
    })
}

/// Answers a question about a position of a certificate.
///
/// # Errors
///
/// `ValueError` for what is no position, `MissingTableError` for one of which the certificate says nothing.
pub fn answer(py: Python<'_>, verified: &Arc<Verified>, text: &str) -> PyResult<PyPosition> {
    let answered = py.detach(|| claims::tell(verified).entry_asked(text));
    match answered {
        Ok((entry, notes)) => Ok(PyPosition::new(verified, entry, notes)),
        Err(error @ (PositionError::Fen(_) | PositionError::Right(_))) => {
            Err(wrong(format!("{}: {error}", short(text))))
        }
        Err(error) => Err(missing(py, error.to_string())),
    }
}

/// Answers a question about a certificate of any kind: with a position, or, if it states no values of positions, with a dictionary in the words of its kind.
///
/// # Errors
///
/// As [`answer`].
fn answer_any(py: Python<'_>, verified: &Arc<Verified>, text: &str) -> PyResult<Py<PyAny>> {
    let tell = claims::tell(verified);
    match tell.entry_asked(text) {
        Err(PositionError::Other(_)) => {
            let asked = tell.asked(text, None);
            let (answer, _) = asked.map_err(|error| missing(py, error))?;
            dictionary(py, &answer.json().to_string())
        }
        _ => Ok(Py::new(py, answer(py, verified, text)?)?.into_any()),
    }
}

/// JSON as a dictionary.
fn dictionary(py: Python<'_>, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
}

/// A text that was given, cut if it is long.
pub fn short(text: &str) -> String {
    solver::escape::short(text)
}

/// A verified certificate: all its positions, or a bound by a plan, or the values of a game of your own. `verify`, `open_certificates` and the solvers give it, and
/// only after the checker has said `verified`.
#[pyclass(frozen, module = "bidding_games", name = "Verified")]
pub struct PyVerified {
    judged: Judged,
    figures: OnceLock<Option<Figures>>,
    /// The numbers of the first places of all positions; none if every place is one.
    firsts: OnceLock<Option<Vec<u32>>>,
}

impl PyVerified {
    /// From what was judged.
    pub fn new(judged: Judged) -> Self {
        Self { judged, figures: OnceLock::new(), firsts: OnceLock::new() }
    }

    /// What was verified.
    pub fn verified(&self) -> &Arc<Verified> {
        &self.judged.verified
    }

    fn figures(&self) -> Option<&Figures> {
        self.figures.get_or_init(|| claims::tell(self.verified()).figures()).as_ref()
    }

    fn firsts(&self) -> Option<&[u32]> {
        let find = || {
            let tell = claims::tell(self.verified());
            let firsts: Vec<u32> = tell::firsts(&*tell).collect();
            (firsts.len() < tell.places()).then_some(firsts)
        };
        self.firsts.get_or_init(find).as_deref()
    }

    fn count(&self) -> usize {
        self.firsts().map_or_else(|| claims::tell(self.verified()).places(), <[u32]>::len)
    }

    /// The position of the place of a number; a dictionary if the certificate states no values of positions.
    fn entry(&self, py: Python<'_>, number: u32) -> PyResult<Py<PyAny>> {
        let verified = self.verified();
        match py.detach(|| claims::tell(verified).entry(number)) {
            Some(entry) => Ok(Py::new(py, PyPosition::new(verified, entry, Vec::new()))?.into_any()),
            None => dictionary(py, &claims::tell(verified).number(number).json().to_string()),
        }
    }
}

#[pymethods]
impl PyVerified {
    /// The file; None if it was made just now.
    #[getter]
    fn path(&self) -> Option<String> {
        self.judged.judgement.files[0].0.as_deref().map(shown)
    }

    /// The SHA-256 of the certificate, in hexadecimal digits.
    #[getter]
    fn sha256(&self) -> String {
        notation::digest(self.verified().digest())
    }

    /// What is verified, in a sentence: that of `check`.
    #[getter]
    fn claim(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(py.detach(|| claims::tell(self.verified()).claim_with(self.figures()))))
    }

    /// What it is about, in a few words: `8x8 KNk`.
    #[getter]
    fn about(&self) -> String {
        claims::tell(self.verified()).about()
    }

    /// Of which kind it is, in a word: `endgame`, `hex`.
    #[getter]
    fn kind(&self) -> &'static str {
        claims::tell(self.verified()).kind()
    }

    /// What is stated: `exact, sharp`, `exact, not sharp`, `bounds`; of a plan `alpha at most`, `beta at least`, `alpha at least`, `beta at most`; of one value
    /// `exact, v`, `exact, alpha alone`, `exact, beta alone`, and `bounds` and `at least`, `at most` with the same words.
    #[getter]
    fn form(&self) -> &'static str {
        claims::tell(self.verified()).form()
    }

    /// 0 if numbers are exact, else k for bounds in units of 2^-k.
    #[getter]
    fn bits(&self) -> u8 {
        self.verified().head().bits
    }

    /// What an endless play is worth, from 0 to 1, if it is about one value v of each position: 1/2 if the richer player wins, 0 if v is the lower value α,
    /// 1 if v is the upper value β. None if it is about both, what either player can force.
    #[getter]
    fn never(&self) -> Option<BigRational> {
        self.verified().head().never.map(worth)
    }

    /// Whether every position is sharp, if that is known; else None.
    #[getter]
    fn sharp(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        guarded(py, || Ok(self.figures().and_then(|figures| figures.sharp)))
    }

    /// How many positions are not sharp; where values are bounded, how many are shown not to be.
    #[getter]
    fn not_sharp(&self, py: Python<'_>) -> PyResult<usize> {
        guarded(py, || Ok(self.figures().map_or(0, |figures| figures.not_sharp)))
    }

    /// The widest gap between lower and upper value that is shown, a share of the money, and the first position that has it; None if there is none.
    #[getter]
    fn widest_gap(&self, py: Python<'_>) -> PyResult<Option<(BigRational, String)>> {
        guarded(py, || {
            let gap = |figures: &Figures| Some((figures.widest_gap.clone(), figures.widest_gap_at.clone()?));
            Ok(self.figures().and_then(gap))
        })
    }

    /// The verified certificates on which it rests, in their order.
    #[getter]
    fn imports<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let path = |digest| {
            let file = self.judged.judgement.files.iter().find(|(_, other)| *other == Some(digest));
            file.and_then(|(path, _)| path.clone())
        };
        let import = |import: &Arc<Verified>| {
            let mut files = vec![(path(import.digest()), Some(import.digest()))];
            files.extend(rests_on(import).keys().map(|&digest| (path(digest), Some(digest))));
            let judgement = Judgement { outcome: Ok(Arc::clone(import)), files };
            Self::new(Judged { verified: Arc::clone(import), judgement })
        };
        PyTuple::new(
            py,
            self.verified()
                .imports()
                .iter()
                .map(import)
                .map(|one| Bound::new(py, one))
                .collect::<PyResult<Vec<_>>>()?,
        )
    }

    /// What was checked, how often, and what came of it: the dictionary of `check --json`, without its field `receipt`.
    fn receipt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = guarded(py, || Ok(py.detach(|| self.judged.judgement.record().line())))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// What is verified of a position: a FEN, whole or the placement field alone, an object with `board_fen()`, or a name in a game of your own.
    ///
    /// Raises `ValueError` for what is no position, and `MissingTableError` for one of which this certificate says nothing. A certificate that states no
    /// values of positions, such as one about Hex, partitions or chips, answers with a dictionary in words of its own.
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let text = asked(position)?;
        guarded(py, || answer_any(py, self.verified(), &text))
    }

    /// Whether the certificate says something of a position, cell or partition.
    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = asked(position)?;
        guarded(py, || Ok(claims::tell(self.verified()).asked(&text, None).is_ok()))
    }

    /// Of a plan: the position that it is about; else None.
    #[getter]
    fn root(&self, py: Python<'_>) -> PyResult<Option<PyPosition>> {
        let root = guarded(py, || Ok(entry::root(self.verified())))?;
        Ok(root.map(|entry| PyPosition::new(self.verified(), entry, Vec::new())))
    }

    /// The FEN of a position by its number in the order of the certificate, or its name; without its values, and so quicker than `[number]`.
    fn name(&self, py: Python<'_>, number: usize) -> PyResult<String> {
        let number = self.number(number)?;
        guarded(py, || Ok(claims::tell(self.verified()).name(number)))
    }

    /// The numbers of all positions as columns, for numpy and others: a `Numbers`.
    fn numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._numbers")?.getattr("Numbers")?.call1((slf,))
    }

    fn _columns(&self, py: Python<'_>) -> PyResult<PyNumbers> {
        let verified = Arc::clone(self.verified());
        let tell = claims::tell(&verified);
        if !tell.has_numbers() {
            let about = tell.about();
            return Err(wrong(format!(
                "{about}: found no numbers from 0 to 1, required some; ask for {}",
                tell.question()
            )));
        }
        drop(tell);
        interruptible(py, move |stop| PyNumbers::new(verified, &stop))
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __getitem__(&self, py: Python<'_>, number: isize) -> PyResult<Py<PyAny>> {
        let position = if number < 0 { number.checked_add_unsigned(self.count()) } else { Some(number) };
        let position = position.and_then(|position| usize::try_from(position).ok()).unwrap_or(usize::MAX);
        let number = self.number(position)?;
        guarded(py, || self.entry(py, number))
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyPositions {
        PyPositions { table: slf.clone().unbind(), next: AtomicU32::new(0) }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let path = self.judged.judgement.files[0].0.as_deref();
        let path = path.map_or(String::new(), |path| format!("{}: ", escape::path(path)));
        Ok(format!("{path}verified: {} (sha-256 {})", self.claim(py)?, self.sha256()))
    }

    fn __repr__(&self) -> String {
        format!("<Verified {}: {} positions>", self.about(), self.count())
    }
}

impl PyVerified {
    /// The first place of the position of a number.
    fn number(&self, position: usize) -> PyResult<u32> {
        let number = u32::try_from(position).ok().filter(|_| position < self.count());
        let place = match self.firsts() {
            Some(firsts) => firsts.get(position).copied(),
            None => number,
        };
        place.ok_or_else(|| {
            PyIndexError::new_err(format!("found no position of that number, required one below {}", self.count()))
        })
    }
}

/// The positions of a table, one after the other.
#[pyclass(frozen, module = "bidding_games._native", name = "Positions")]
pub struct PyPositions {
    table: Py<PyVerified>,
    next: AtomicU32,
}

#[pymethods]
impl PyPositions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let table = self.table.get();
        let step = |number: u32| (u64::from(number) < table.count() as u64).then(|| number + 1);
        match self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step) {
            Ok(number) => {
                let place = table.number(number as usize)?;
                guarded(py, || table.entry(py, place).map(Some))
            }
            Err(_) => Ok(None),
        }
    }
}

/// Verifies a certificate in a file.
#[pyfunction]
#[pyo3(signature = (path, imports, game_path, game_bytes, threads))]
pub fn verify(
    py: Python<'_>,
    path: PathBuf,
    imports: Vec<PathBuf>,
    game_path: Option<PathBuf>,
    game_bytes: Option<Vec<u8>>,
    threads: Option<usize>,
) -> PyResult<PyVerified> {
    let game = game_path.map(Given::File).or_else(|| game_bytes.map(Given::Bytes));
    let task = Task { path, folders: imports, game, known: Vec::new(), threads: self::threads(threads)? };
    let judged = interruptible(py, move |stop| judge(&task, &stop))?;
    Ok(PyVerified::new(judged.map_err(|fault| fault.raise(py))?))
}
