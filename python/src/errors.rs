//! How Rust's failures become Python's exceptions. The classes are Python's own, in `bidding_games/_errors.py`, so that they can have attributes.
//! All wording is the checker's.

use std::panic::{AssertUnwindSafe, catch_unwind};

use checker::failure::Failure;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use session::words;

/// Why a file was not verified.
pub struct Fault {
    /// The file, if there is one.
    pub path: Option<String>,
    /// In words: `rejected: …` or `declined: …`.
    pub message: String,
    /// The condition that the certificate breaks; none if it is declined.
    pub condition: Option<&'static str>,
    /// The SHA-256 of what was judged, if it was read.
    pub sha256: Option<String>,
}

impl Fault {
    /// A fault: nothing can be said.
    pub fn declined(path: Option<String>, reason: &str) -> Self {
        Self { path, message: format!("declined: {reason}"), condition: None, sha256: None }
    }

    /// As an exception: `Rejected` or `Declined`.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let class = if self.condition.is_some() { "Rejected" } else { "Declined" };
        exception(py, class, (self.message, self.path, self.condition, self.sha256))
    }
}

/// An exception of a class of this package.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("bidding_games._errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `MissingTableError`: no table, or not this one, answers a question.
pub fn missing(py: Python<'_>, reason: String) -> PyErr {
    exception(py, "MissingTableError", (reason,))
}

/// `ValueError`: an argument is not what it should be.
pub fn wrong(reason: impl ToString) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// An error for a bug: the panic has said where, on standard error.
pub fn bug(py: Python<'_>) -> PyErr {
    let message = words::explain(&[], None, &Failure::Bug);
    Fault { path: None, message, condition: None, sha256: None }.raise(py)
}

/// Works; a panic does not cross into Python, but is declined as a bug.
pub fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(bug(py)))
}
