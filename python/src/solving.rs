//! Solves a game or an endgame, and has the checker verify the certificate before anything is given back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::certificate::Never;
use num_rational::BigRational;
use pyo3::exceptions::{PyMemoryError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use session::judge::read_game;
use session::library::{self, Solver as _};
use solver::atomic_file;
use solver::certificates::pipeline::{self, Settings};
use solver::certificates::{certify, family};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::engine::{Engine, InJson, Request};
use solver::graph_games;
use solver::graph_games::solve::Method;
use solver::memory::available_memory;
use solver::request::{Auction, Form, Forms, Precision};

use crate::errors::{Fault, guarded, wrong};
use crate::judging::{Held, Judged, check};
use crate::verified::PyVerified;
use crate::work::{Stop, interruptible, threads};

/// Why nothing was solved.
pub enum Unmade {
    /// An argument is wrong.
    Wrong(String),
    /// What is needed does not fit into the memory.
    Memory(String),
    /// Nothing was verified.
    Fault(Fault),
    /// A file was not written, or not read.
    Unwritten(PathBuf, std::io::Error),
}

impl From<library::Unmade> for Unmade {
    fn from(unmade: library::Unmade) -> Self {
        match unmade {
            library::Unmade::Wrong(reason) => Self::Wrong(reason),
            library::Unmade::Memory(reason) => Self::Memory(reason),
            library::Unmade::Unsolved(reason) => Self::Fault(Fault::declined(None, &reason)),
        }
    }
}

impl Unmade {
    /// As an exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Wrong(reason) => wrong(reason),
            Self::Memory(reason) => PyMemoryError::new_err(reason),
            Self::Fault(fault) => fault.raise(py),
            Self::Unwritten(path, error) => PyOSError::new_err(format!("{}: {error}", session::escape::path(&path))),
        }
    }
}

/// Refuses what can be expected not to fit into the memory.
///
/// # Errors
///
/// [`Unmade::Memory`].
pub fn enough_memory(of: &str, found: Option<u64>, required: u64) -> Result<(), Unmade> {
    let enough = solver::memory::enough_memory(found.or_else(available_memory), required);
    enough.map_err(|reason| Unmade::Memory(format!("{of}: {reason}")))
}

/// A pawn rule by its name.
///
/// # Errors
///
/// `ValueError` for other names.
pub fn double_step(name: &str) -> PyResult<DoubleStep> {
    match name {
        "auto" => Ok(DoubleStep::Auto),
        "always" => Ok(DoubleStep::Always),
        "never" => Ok(DoubleStep::Never),
        _ => Err(wrong(format!("double_step: found {name:?}, required \"auto\", \"always\" or \"never\""))),
    }
}

/// A board and the men on it, by their names: `8x8`, `KNk`.
///
/// # Errors
///
/// `ValueError` if they are none.
pub fn signature(board: &str, material: &str) -> PyResult<(Board, Signature)> {
    let board: Board = board.parse().map_err(wrong)?;
    let (signature, _) = Signature::parse(material).map_err(wrong)?;
    pipeline::admit(board, &signature).map_err(wrong)?;
    Ok((board, signature))
}

fn method(name: &str) -> PyResult<Method> {
    Ok(match name {
        "exact" => Method::Exact,
        "lp" => Method::Proposed(lp::policies),
        _ => {
            let required = "\"exact\" or \"lp\"";
            return Err(wrong(format!("method: found {name:?}, required {required}")));
        }
    })
}

/// Bits that somebody asked for.
///
/// # Errors
///
/// `ValueError` for too many, and for none.
pub fn bits(asked: Option<u8>) -> PyResult<Option<u8>> {
    if let Some(bits) = asked {
        Forms::BITS.admit(&Precision::bits(bits)).map_err(|refusal| wrong(refusal.by_name()))?;
    }
    Ok(asked)
}

/// What an endless play is worth, from a fraction.
fn worth(never: Option<BigRational>) -> PyResult<Option<Never>> {
    let Some(never) = never else { return Ok(None) };
    let [numerator, denominator] = [never.numer(), never.denom()].map(u64::try_from);
    let found = || wrong(format!("never: found {never}, required a fraction from 0 to 1, in 64 bits"));
    match (numerator, denominator) {
        (Ok(numerator), Ok(denominator)) if numerator <= denominator => Ok(Some((numerator, denominator))),
        _ => Err(found()),
    }
}

/// A game in the JSON of the chapter "Games as graphs", solved: what is verified, and the certificate.
#[pyfunction]
#[pyo3(signature = (text, method_name, bits, never, threads, memory))]
pub fn solve_game<'py>(
    py: Python<'py>,
    text: String,
    method_name: Option<&str>,
    bits: Option<u8>,
    never: Option<BigRational>,
    threads: Option<usize>,
    memory: Option<u64>,
) -> PyResult<(PyVerified, Bound<'py, PyBytes>)> {
    let (bits, never, threads) = (self::bits(bits)?, worth(never)?, self::threads(threads)?);
    let method = method_name.map(method).transpose()?;
    if method.is_some() && bits.is_some() {
        return Err(wrong("found a method and bits, required one of them or neither"));
    }
    if method.is_some() && never.is_some() {
        return Err(wrong("found a method and never, required one of them or neither"));
    }
    let solved = interruptible(py, move |stop| game(&text, (method, bits, never), threads, memory, stop))?;
    let (judged, bytes) = solved.map_err(|unmade| unmade.raise(py))?;
    Ok((PyVerified::new(judged), PyBytes::new(py, &bytes)))
}

/// Why a text is no game, in words; None if it is one.
#[pyfunction]
pub fn game_fault(py: Python<'_>, text: String) -> PyResult<Option<String>> {
    guarded(py, || Ok(py.detach(|| read_game(text.as_bytes()).err().map(|(fault, _)| fault))))
}

fn game(
    text: &str,
    (method, bits, never): (Option<Method>, Option<u8>, Option<Never>),
    threads: usize,
    memory: Option<u64>,
    mut stop: Stop,
) -> Result<(Judged, Vec<u8>), Unmade> {
    if let Err((fault, is_limit)) = read_game(text.as_bytes()) {
        return Err(if is_limit { Unmade::Fault(Fault::declined(None, &fault)) } else { Unmade::Wrong(fault) });
    }
    enough_memory("game", memory, graph_games::Game::estimated_bytes(text))?;
    let what = InJson { text, auction: Auction::Plain, never };
    let bytes = Engine.make(&Request { what, form: bits.map(Form::Bits), method, threads }, &mut stop)?;
    let judged = check(bytes.clone(), Some(text.as_bytes().to_vec()), Held::new(), threads).map_err(Unmade::Fault)?;
    Ok((judged, bytes))
}

/// An endgame, solved: what is verified. With `out` its certificate and those that it imports are written into that folder.
#[pyfunction]
#[pyo3(signature = (board, material, out, double_step_name, exact, bits, never, threads, memory))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn solve_endgame(
    py: Python<'_>,
    board: &str,
    material: &str,
    out: Option<PathBuf>,
    double_step_name: &str,
    exact: bool,
    bits: Option<u8>,
    never: Option<BigRational>,
    threads: Option<usize>,
    memory: Option<u64>,
) -> PyResult<PyVerified> {
    let (board, signature) = signature(board, material)?;
    let (bits, never, threads) = (self::bits(bits)?, worth(never)?, self::threads(threads)?);
    let double_step = double_step(double_step_name)?;
    if signature.men().len() > pipeline::MOST_MEN {
        let most = pipeline::MOST_MEN;
        let made = family::made_with(&board.to_string(), &signature.to_string(), "");
        return Err(wrong(format!("{board} {signature}: found more than {most} men, required {most} at most: {made}")));
    }
    let method = match (exact, bits) {
        (true, Some(_)) => return Err(wrong("found exact and bits, required one of them or neither")),
        (true, None) => pipeline::Method::Exact,
        (false, Some(bits)) => pipeline::Method::Enclosure(bits),
        (false, None) => pipeline::Method::Choose,
    };
    let settings = Settings { double_step, method, never, threads };
    let solved = interruptible(py, move |stop| endgame(board, &signature, &settings, out.as_deref(), memory, stop))?;
    Ok(PyVerified::new(solved.map_err(|unmade| unmade.raise(py))?))
}

fn endgame(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    out: Option<&Path>,
    memory: Option<u64>,
    mut stop: Stop,
) -> Result<Judged, Unmade> {
    let order = pipeline::in_order_of_need(std::slice::from_ref(signature));
    let method = |member: &Signature| if member == signature { settings.method } else { settings.of_import().method };
    let most = order.iter().map(|member| family::least_memory(board, member, method(member))).max().unwrap_or(0);
    enough_memory(&format!("{board} {signature}"), memory, most)?;
    let mut solved = Vec::new();
    let place = pipeline::solve(board, signature, settings, &mut solved, &mut stop);
    let place = place.map_err(|error| Unmade::Wrong(error.to_string()))?;
    let held = |solution: &pipeline::Solution| (solution.digest, Arc::new(solution.bytes.clone()));
    let imports = solved.iter().map(held).collect();
    let judged = check(solved[place].bytes.clone(), None, imports, settings.threads).map_err(Unmade::Fault)?;
    if let Some(out) = out {
        std::fs::create_dir_all(out).map_err(|error| Unmade::Unwritten(out.to_owned(), error))?;
        for solution in &solved {
            let name = certify::name_never(&certify::file_name(&solution.endgame), solution.never);
            let path = out.join(name);
            atomic_file::write(&path, &solution.bytes).map_err(|error| Unmade::Unwritten(path, error))?;
        }
    }
    Ok(judged)
}
