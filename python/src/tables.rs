//! Folders of certificates: the table that answers a question is found, verified once, and kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use checker::chess::{Board, PawnRule, Placement};
use checker::endgame::{Endgame, Positions};
use num_rational::BigRational;
use pyo3::exceptions::{PyNotADirectoryError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use session::{entry, files, notation, question};
use solver::analysis::find::{self, Folders};
use solver::chess::material::DoubleStep;

use crate::asking::{self, asked, short};
use crate::errors::{Fault, guarded, missing, wrong};
use crate::judging::{Given, Held, Judged, Task, judge};
use crate::position::PyPosition;
use crate::solving::{double_step, signature};
use crate::verified::{PyVerified, answers};
use crate::work::{interruptible, threads};

/// What is looked into of each folder, beside itself: as `solve probe` does.
const SUBFOLDERS: [&str; 3] = ["boards", "four", "plans"];

/// A board with its rule for pawns, and men.
type Asked = ([u8; 3], Vec<u8>);

/// What pickles tables: a function, the folders, the rule for pawns, the threads.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyTuple>, &'static str, usize));

/// The tables that were verified so far.
#[derive(Default)]
struct Shelf {
    /// By where they are.
    verified: BTreeMap<PathBuf, Py<PyVerified>>,
    /// By what they are about: where the table is.
    tables: BTreeMap<String, PathBuf>,
    /// By the board and the men on it, as they were asked for: the table that answers.
    answering: BTreeMap<Asked, Py<PyVerified>>,
    /// By the board: where the plans are.
    plans: BTreeMap<String, Vec<PathBuf>>,
    is_closed: bool,
}

/// Certificates in folders. The table that answers a question is verified when it is first needed, and kept until `close`.
#[pyclass(frozen, module = "bidding_games", name = "Tables")]
pub struct PyTables {
    folders: Folders,
    double_step: DoubleStep,
    threads: usize,
    // Never held while the interpreter's lock is waited for.
    shelf: Mutex<Shelf>,
}

impl PyTables {
    fn shelf(&self) -> PyResult<MutexGuard<'_, Shelf>> {
        let shelf = self.shelf.lock().expect("nobody panics while holding it");
        if shelf.is_closed { Err(wrong("found closed tables, required open ones")) } else { Ok(shelf) }
    }

    /// The board with the rule for pawns that counts: a right to capture *en passant* takes the double step.
    fn with_rule(&self, board: Board, placement: &Placement) -> Board {
        let pawn_rule = match (board.pawn_rule, self.double_step) {
            (PawnRule::NoPawns, _) => PawnRule::NoPawns,
            _ if placement.passed.is_some() => PawnRule::DoubleStep,
            (_, DoubleStep::Auto) if board.ranks >= 8 => PawnRule::DoubleStep,
            (_, DoubleStep::Always) if board.ranks > 3 => PawnRule::DoubleStep,
            _ => PawnRule::SingleStep,
        };
        Board { pawn_rule, ..board }
    }

    /// Verifies a file, unless that has been done.
    fn read(&self, py: Python<'_>, path: &Path) -> PyResult<Result<Py<PyVerified>, Fault>> {
        let known = {
            let shelf = self.shelf()?;
            if let Some(verified) = shelf.verified.get(path) {
                return Ok(Ok(verified.clone_ref(py)));
            }
            shelf.verified.iter().map(|(path, one)| (path.clone(), Arc::clone(one.get().verified()))).collect()
        };
        let (path, folders) = (path.to_owned(), self.folders.all.clone());
        let certificate = Given::File(path.clone());
        let task = Task { certificate, folders, held: Held::new(), game: None, known, threads: self.threads };
        let judged: Judged = match interruptible(py, move |stop| judge(&task, &stop))? {
            Ok(judged) => judged,
            Err(fault) => return Ok(Err(fault)),
        };
        let verified = Py::new(py, PyVerified::new(judged))?;
        // Another thread may have been quicker: then its object counts.
        let kept = self.shelf()?.verified.entry(path).or_insert_with(|| verified.clone_ref(py)).clone_ref(py);
        Ok(Ok(kept))
    }

    /// The first of some files that is verified, with warnings of those before it that are not.
    fn first(&self, py: Python<'_>, paths: &[PathBuf]) -> PyResult<Option<(PathBuf, Py<PyVerified>)>> {
        let mut faults: Vec<PyErr> = Vec::new();
        for path in paths {
            match self.read(py, path)? {
                Ok(verified) => {
                    for error in faults {
                        warn(py, error.value(py).to_string())?;
                    }
                    return Ok(Some((path.clone(), verified)));
                }
                Err(fault) => faults.push(fault.raise(py)),
            }
        }
        faults.into_iter().next().map_or(Ok(None), Err)
    }

    fn of_endgame(&self, py: Python<'_>, endgame: &Endgame) -> PyResult<Py<PyVerified>> {
        let name = notation::endgame(endgame);
        let known = {
            let shelf = self.shelf()?;
            let path = shelf.tables.get(&name);
            path.and_then(|path| shelf.verified.get(path)).map(|verified| verified.clone_ref(py))
        };
        if let Some(verified) = known {
            return Ok(verified);
        }
        let paths = py.detach(|| self.folders.tables(endgame));
        let found = self.first(py, &paths)?;
        let (path, verified) =
            found.ok_or_else(|| missing(py, format!("found no table of {name}; {}", self.searched())))?;
        self.shelf()?.tables.insert(name, path);
        Ok(verified)
    }

    /// The verified plans that have a position.
    fn plans(&self, py: Python<'_>, board: Board, placement: &Placement) -> PyResult<Vec<Py<PyVerified>>> {
        let name = notation::board(board);
        let known = self.shelf()?.plans.get(&name).cloned();
        let paths = match known {
            Some(paths) => paths,
            None => {
                let mut paths = py.detach(|| self.folders.plans(board));
                let mut error = None;
                paths.retain(|path| match self.read(py, path) {
                    Ok(Ok(_)) => true,
                    Ok(Err(fault)) => {
                        let fault = fault.raise(py);
                        error = error.take().or_else(|| warn(py, fault.value(py).to_string()).err());
                        false
                    }
                    Err(other) => {
                        error = error.take().or(Some(other));
                        false
                    }
                });
                error.map_or(Ok(()), Err)?;
                self.shelf()?.plans.insert(name, paths.clone());
                paths
            }
        };
        let mut all = Vec::new();
        for path in paths {
            let Ok(verified) = self.read(py, &path)? else { continue };
            if entry::at_placement(verified.get().verified(), board, placement).is_ok() {
                all.push(verified);
            }
        }
        Ok(all)
    }

    /// What answers a question: the table of its endgame, else the plans that have the position.
    fn sources(&self, py: Python<'_>, text: &str) -> PyResult<Vec<Py<PyVerified>>> {
        drop(self.shelf()?);
        let asked = question::read(text).map_err(|error| wrong(format!("{}: {error}", short(text))))?;
        let board = self.with_rule(asked.board, &asked.placement);
        let men = asked.placement.pieces.iter().map(|piece| piece.man.number()).collect();
        let key: Asked = (notation::stated(board.files, board.ranks, board.pawn_rule), men);
        // To find out which endgame it is takes longer than the answer.
        if let Some(table) = self.shelf()?.answering.get(&key) {
            return Ok(vec![table.clone_ref(py)]);
        }
        let table = find::endgame(board, &asked.placement).map(|endgame| self.of_endgame(py, &endgame));
        if let Some(Ok(table)) = table {
            self.shelf()?.answering.insert(key, table.clone_ref(py));
            return Ok(vec![table]);
        }
        if let Some(Err(error)) = &table
            && !error.is_instance_of::<pyo3::exceptions::PyKeyError>(py)
        {
            return table.expect("there is one").map(|_| Vec::new());
        }
        let plans = self.plans(py, board, &asked.placement)?;
        match (plans.is_empty(), table) {
            (false, _) => Ok(plans),
            (true, Some(Err(error))) => Err(error),
            (true, _) => {
                let count = asked.placement.pieces.len();
                let searched = self.searched();
                Err(missing(py, format!("found no certificate of this position with {count} men; {searched}")))
            }
        }
    }

    /// The verified tables of one value for the endgame of a table of both.
    fn endless(&self, py: Python<'_>, table: &Py<PyVerified>) -> PyResult<Vec<Py<PyVerified>>> {
        let verified = table.get().verified();
        let positions: Option<Arc<Positions>> = verified.about();
        let Some(positions) = positions.filter(|_| verified.head().never.is_none()) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for path in py.detach(|| self.folders.endless(&positions.endgame)).into_values() {
            match self.read(py, &path)? {
                Ok(one) => all.push(one),
                Err(fault) => warn(py, fault.raise(py).value(py).to_string())?,
            }
        }
        Ok(all)
    }

    fn searched(&self) -> String {
        let names: Vec<String> = self.folders.all.iter().map(|folder| session::escape::path(folder)).collect();
        format!("looked into {}", names.join(", "))
    }
}

/// Warns that a file was passed over.
fn warn(py: Python<'_>, text: String) -> PyResult<()> {
    let category = py.get_type::<PyRuntimeWarning>();
    py.import("warnings")?.call_method1("warn", (text, category)).map(|_| ())
}

#[pymethods]
impl PyTables {
    #[new]
    #[pyo3(signature = (*directories, double_step = "auto", threads = None))]
    fn new(directories: Vec<PathBuf>, double_step: &str, threads: Option<usize>) -> PyResult<Self> {
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in &directories {
            if !folder.is_dir() {
                let found = session::escape::path(folder);
                return Err(PyNotADirectoryError::new_err(format!("{found}: found no folder, required one")));
            }
            let subfolders = SUBFOLDERS.map(|name| folder.join(name));
            for folder in [folder.clone()].into_iter().chain(subfolders).filter(|folder| folder.is_dir()) {
                if !all.contains(&folder) {
                    all.push(folder);
                }
            }
        }
        if all.is_empty() {
            return Err(wrong("found no folder, required one or more"));
        }
        Ok(Self {
            folders: Folders { all, missing: Vec::new() },
            double_step: self::double_step(double_step)?,
            threads: self::threads(threads)?,
            shelf: Mutex::default(),
        })
    }

    /// The folders that are looked into, in their order.
    #[getter]
    fn folders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.folders.all.iter().map(|folder| folder.to_string_lossy().into_owned()))
    }

    /// The certificates in these folders, by their paths. Nothing of them is verified. A warning tells of each that cannot be read, and of each folder that
    /// cannot be listed.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut all: Vec<PathBuf> = self.folders.all.iter().flat_map(|folder| files::below(folder)).collect();
        all.sort();
        all.dedup();
        let mut readable = Vec::new();
        for path in all {
            match files::unreadable(&path) {
                None => readable.push(path),
                Some(why) => {
                    warn(py, format!("{}: declined: {why}", session::escape::path(&path)))?;
                }
            }
        }
        PyTuple::new(py, readable.iter().map(|path| path.to_string_lossy().into_owned()))
    }

    /// What is verified of a position: a FEN, whole or the placement field alone, or an object with `board_fen()`.
    ///
    /// The table of its endgame answers; else the first plan that has the position. The colours may be the other way round. Raises `MissingTableError` if there is
    /// neither, `ValueError` for what is no position, `Rejected` or `Declined` if there is a table and it is not verified.
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let text = asked(position)?;
        guarded(py, || {
            let sources = self.sources(py, &text)?;
            asking::position(sources[0].bind(py), &text)
        })
    }

    /// Whether `probe` answers.
    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        drop(self.shelf()?);
        answers(py, self.probe(py, position))
    }

    /// The values of many positions at once: `probe(position).value` of each. Raises as `probe` does.
    fn values(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<Option<BigRational>>> {
        positions.try_iter()?.map(|position| Ok(self.probe(py, &position?)?.exact_value())).collect()
    }

    /// The folders, not what was verified: another process verifies by itself.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let double_step = match this.double_step {
            DoubleStep::Auto => "auto",
            DoubleStep::Always => "always",
            DoubleStep::Never => "never",
        };
        let tables = py.import("bidding_games._pickled")?.getattr("tables")?;
        Ok((tables, (this.folders(py)?, double_step, this.threads)))
    }

    /// The folders, and how many certificates are in them.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._html")?.call_method1("tables", (slf,))
    }

    /// All that is verified of a position. Behind the answer of its table come those of tables of one value, by what an endless play is worth: see
    /// `Position.never`. Where there is no table, all plans that have the position answer: each proves a bound of its own.
    fn probe_all(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<PyPosition>> {
        let text = asked(position)?;
        guarded(py, || {
            let mut sources = self.sources(py, &text)?;
            if let [table] = &sources[..] {
                let endless = self.endless(py, table)?;
                sources.extend(endless);
            }
            sources.iter().map(|source| asking::position(source.bind(py), &text)).collect()
        })
    }

    /// As `probe`; gives `default` in the place of `MissingTableError`.
    #[pyo3(signature = (position, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.probe(py, position) {
            Ok(answer) => Ok(Bound::new(py, answer)?.into_any()),
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyKeyError>(py) => {
                Ok(default.unwrap_or_else(|| py.None().into_bound(py)))
            }
            Err(error) => Err(error),
        }
    }

    /// The table of an endgame, such as `("8x8", "KNk")`, verified. Raises as `probe` does.
    fn table(&self, py: Python<'_>, board: &str, material: &str) -> PyResult<Py<PyVerified>> {
        guarded(py, || {
            let (board, signature) = signature(board, material)?;
            let rule = self.double_step.rule(board, &signature);
            let men = notation::men(&signature.to_string()).expect("a signature");
            let men: Vec<u8> = men.iter().map(|man| man.number()).collect();
            let stated = solver::certificates::certify::stated_board(board, rule);
            let endgame = Endgame::new(stated, &men);
            let endgame =
                endgame.map_err(|_| wrong(format!("{board} {signature}: found no endgame that can have a table")))?;
            self.of_endgame(py, &endgame)
        })
    }

    /// Forgets the tables. Questions raise `ValueError` from then on.
    fn close(&self) {
        let mut shelf = self.shelf.lock().expect("nobody panics while holding it");
        *shelf = Shelf { is_closed: true, ..Shelf::default() };
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        drop(slf.shelf()?);
        Ok(slf)
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("<Tables: {}>", self.searched())
    }
}
