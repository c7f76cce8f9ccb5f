//! A verified certificate as a Python object. `judging` alone makes one, and the verdict is the checker's.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use checker::Verified;
use checker::certificate::Digest;
use checker::theorem::Side;
use num_rational::BigRational;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyTuple};
use session::entry;
use session::figures::Figures;
use session::{claims, escape, notation, sheet};

use crate::asking::{self, Question, asked, told};
use crate::errors::{guarded, wrong};
use crate::judging::{Judged, Whole, shown};
use crate::numbers::PyNumbers;
use crate::position::{PyPosition, Source, worth};
use crate::work::interruptible;

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
            let firsts: Vec<u32> = sheet::firsts(&*tell).collect();
            (firsts.len() < tell.places()).then_some(firsts)
        };
        self.firsts.get_or_init(find).as_deref()
    }

    fn count(&self) -> usize {
        self.firsts().map_or_else(|| claims::tell(self.verified()).places(), <[u32]>::len)
    }
}

#[pymethods]
impl PyVerified {
    /// The file; None if it was verified from bytes, or made just now.
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

    /// How many positions are not sharp; where values are bounded, how many are shown not to be. None if it is about one value v, which does not tell.
    #[getter]
    fn not_sharp(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        let is_known = self.verified().head().never.is_none();
        guarded(py, || Ok(is_known.then(|| self.figures().map_or(0, |figures| figures.not_sharp))))
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
        let import = |import: &Arc<Verified>| Bound::new(py, Self::new(self.judged.import(import)));
        PyTuple::new(py, self.verified().imports().iter().map(import).collect::<PyResult<Vec<_>>>()?)
    }

    /// The bytes that were verified.
    ///
    /// Raises `OSError` if they were in a file that is not there any more, or is another one now.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.judged.certificate()?))
    }

    /// What was checked, how often, and what came of it: the dictionary of `check --json`, without its field `receipt`.
    fn receipt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = guarded(py, || Ok(py.detach(|| self.judged.judgement.record().line())))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// What is verified of a position: a FEN, whole or the placement field alone, an object with `board_fen()`, or a name in a game of your own.
    ///
    /// A certificate that states no values of positions, such as one about Hex, partitions or chips, gives an `Answer` in words of its own. `holds` is what the
    /// first player has in an auction with chips: `4`, or `"4*"` with the star. Raises `ValueError` for what is no position, and `MissingTableError` for one of
    /// which this certificate says nothing.
    #[pyo3(signature = (position, *, holds = None))]
    fn probe(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        holds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let text = asked(position)?;
        let holds = holds.map(|holds| Ok::<_, PyErr>(holds.str()?.to_string())).transpose()?;
        guarded(slf.py(), || asking::answer(slf, &text, holds.as_deref()))
    }

    /// Whether `probe` answers.
    fn __contains__(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        answers(slf.py(), Self::probe(slf, position, None))
    }

    /// The values of many positions at once: `probe(position).value` of each. Raises as `probe` does.
    fn values(slf: &Bound<'_, Self>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<Option<BigRational>>> {
        let value = |text: &str| guarded(slf.py(), || Ok(asking::position(slf, text)?.exact_value()));
        positions.try_iter()?.map(|position| value(&asked(&position?)?)).collect()
    }

    /// Of a plan: the position that it is about; else None.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> PyResult<Option<PyPosition>> {
        let root = guarded(slf.py(), || Ok(entry::root(slf.get().verified())))?;
        Ok(root.map(|entry| {
            let source = Source::Asked(entry.name.clone(), Vec::new());
            PyPosition::new(slf, entry.into(), source)
        }))
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

    fn __getitem__(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        if let Ok(slice) = key.cast::<PySlice>() {
            let range = slice.indices(isize::try_from(this.count()).unwrap_or(isize::MAX))?;
            let places = (0..range.slicelength).map(|step| {
                let position = range.start.saturating_add(range.step.saturating_mul(step.cast_signed()));
                let number = this.number(position.cast_unsigned())?;
                guarded(py, || asking::at(slf, number))
            });
            return Ok(places.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.unbind());
        }
        if !key.hasattr("__index__")? {
            let found = key.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "found {found}, required a number or a slice; `probe` answers questions about positions"
            )));
        }
        let far =
            |_| PyIndexError::new_err(format!("found no position of that number, required one below {}", this.count()));
        let number = key.extract::<isize>().map_err(far)?;
        let position = if number < 0 { number.checked_add_unsigned(this.count()) } else { Some(number) };
        let position = position.and_then(|position| usize::try_from(position).ok()).unwrap_or(usize::MAX);
        let number = this.number(position)?;
        guarded(py, || asking::at(slf, number))
    }

    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let builtins = slf.py().import("builtins")?;
        let numbers = builtins.call_method1("range", (slf.get().count(),))?;
        let numbers = builtins.call_method1("reversed", (numbers,))?;
        builtins.call_method1("map", (slf.getattr("__getitem__")?, numbers))
    }

    /// The same certificate, if the SHA-256 is the same.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().verified().digest() == self.verified().digest())
    }

    fn __hash__(&self) -> u64 {
        let Digest(bytes) = self.verified().digest();
        u64::from_le_bytes(*bytes.first_chunk().expect("32 bytes"))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Its bytes, with those of its imports and of its game: they are verified again when they are loaded.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Whole { certificate, imports, game } = self.judged.whole()?;
        let imports = imports.iter().map(|import| PyBytes::new(py, import));
        let parts =
            (PyBytes::new(py, &certificate), PyTuple::new(py, imports)?, game.map(|game| PyBytes::new(py, &game)));
        Ok((py.import("bidding_games._pickled")?.getattr("verified")?, parts.into_pyobject(py)?))
    }

    /// A short card: what is verified, of which kind it is, and its SHA-256.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._html")?.call_method1("verified", (slf,))
    }

    /// All positions as a pandas `DataFrame`, with the columns of `solve export`. Raises `ImportError` if pandas is not installed.
    fn to_frame<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._frames")?.call_method1("verified", (slf,))
    }

    /// What is told about a question: its fields as JSON.
    #[pyo3(signature = (question, holds = None))]
    fn _json(&self, py: Python<'_>, question: Question, holds: Option<&str>) -> PyResult<String> {
        guarded(py, || told(py, self.verified(), &question, holds, |sheet, row| sheet.json(row).to_string()))
    }

    /// What is told about a question, as text.
    #[pyo3(signature = (question, holds = None, full = false))]
    fn _text(&self, py: Python<'_>, question: Question, holds: Option<&str>, full: bool) -> PyResult<String> {
        guarded(py, || told(py, self.verified(), &question, holds, |sheet, row| sheet.whole(row, full)))
    }

    /// What is told about a question, as a row of a table; all rows, if nothing is asked.
    #[pyo3(signature = (question = None, holds = None))]
    fn _rows(&self, py: Python<'_>, question: Option<Question>, holds: Option<&str>) -> PyResult<Vec<Vec<String>>> {
        if let Some(question) = question {
            return guarded(py, || told(py, self.verified(), &question, holds, |sheet, row| vec![sheet.cells(row)]));
        }
        let verified = Arc::clone(self.verified());
        interruptible(py, move |stop| {
            let tell = claims::tell(&verified);
            sheet::firsts(&*tell)
                .take_while(|_| !stop.is_set())
                .map(|number| tell.cells(&tell.number(number)))
                .collect()
        })
    }

    /// The columns of rows.
    #[getter]
    fn _columns_of_rows(&self) -> Vec<&'static str> {
        claims::tell(self.verified()).columns().to_vec()
    }

    /// The players, as they are called here.
    #[getter]
    fn _players(&self) -> [&'static str; 2] {
        Side::BOTH.map(|side| claims::tell(self.verified()).player(side))
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
    /// The number of the position of a place, among all.
    pub fn position_of(&self, place: u32) -> usize {
        let search = |firsts: &[u32]| firsts.binary_search(&place).unwrap_or(firsts.len());
        self.firsts().map_or(place as usize, search)
    }

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
                guarded(py, || asking::at(self.table.bind(py), place).map(Some))
            }
            Err(_) => Ok(None),
        }
    }
}

/// Whether there was an answer; what is wrong with the certificates themselves is raised.
pub fn answers<T>(py: Python<'_>, probed: PyResult<T>) -> PyResult<bool> {
    let is_no = |error: &PyErr| {
        error.is_instance_of::<PyKeyError>(py)
            || error.is_instance_of::<PyTypeError>(py)
            || error.is_instance_of::<PyValueError>(py)
    };
    match probed {
        Ok(_) => Ok(true),
        Err(error) if is_no(&error) => Ok(false),
        Err(error) => Err(error),
    }
}
