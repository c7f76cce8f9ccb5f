//! A move, and what is verified of where it leads, as a Python object.

use std::sync::Arc;

use checker::theorem::Turn;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::prelude::*;
use session::answer::best;
use session::entry::Reached;
use session::words;

use crate::errors::guarded;
use crate::position::{Ends, Exact, PyPosition, Told, ends, one_of_two, player, shown, value};

/// A move, and what is verified of where it leads.
#[pyclass(frozen, module = "bidding_games", name = "Move")]
pub struct PyMove {
    told: Arc<Told>,
    place: usize,
}

impl PyMove {
    /// The move of a place among those of a position.
    pub fn new(told: &Arc<Told>, place: usize) -> Self {
        Self { told: Arc::clone(told), place }
    }

    fn option(&self) -> &Reached {
        &self.told.entry().options[self.place]
    }

    fn best(&self) -> [bool; 2] {
        best(self.told.entry(), self.place, self.option().by)
    }
}

#[pymethods]
impl PyMove {
    /// How people write it: `Kxb2`, `pass`; in a game of your own the name of the position that it leads to.
    #[getter]
    fn name(&self) -> &str {
        &self.option().text
    }

    /// The squares of the move, `a1b2`; in a game of your own the same as `name`.
    #[getter]
    fn squares(&self) -> &str {
        &self.option().step
    }

    /// Whose it is: `"white"`, `"black"` or `"chance"`, and in games of your own `"left"` or `"right"`.
    #[getter]
    fn player(&self) -> String {
        match self.told.entry().turn {
            Some(Turn::Chance) => "chance".to_owned(),
            _ => player(self.told.verified(), self.option().by),
        }
    }

    /// The value after it, if lower and upper value are known exactly and are the same; else None.
    #[getter]
    fn value(&self) -> Exact {
        value(&self.option().known)
    }

    /// The lower value after it, if it is known exactly; else None.
    #[getter]
    fn lower(&self) -> Exact {
        one_of_two(self.told.entry().never, &self.option().known.alpha)
    }

    /// The upper value after it, if it is known exactly; else None.
    #[getter]
    fn upper(&self) -> Exact {
        one_of_two(self.told.entry().never, &self.option().known.beta)
    }

    /// Where the lower value after it lies, both ends included.
    #[getter]
    fn lower_bounds(&self) -> Ends {
        ends(&self.option().known.alpha)
    }

    /// Where the upper value after it lies, both ends included.
    #[getter]
    fn upper_bounds(&self) -> Ends {
        ends(&self.option().known.beta)
    }

    /// Whether it is among the player's best moves to win; where values are bounded only, whether it may be.
    #[getter]
    fn best_to_win(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, || Ok(self.best())).map(|[to_win, _]| to_win)
    }

    /// Whether it is among the player's best moves not to lose; where values are bounded only, whether it may be.
    #[getter]
    fn best_not_to_lose(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, || Ok(self.best())).map(|[_, not_to_lose]| not_to_lose)
    }

    /// With which probability chance takes it; None if it is a player's move.
    #[getter]
    fn probability(&self) -> Exact {
        let entry = self.told.entry();
        let all: u64 = entry.options.iter().map(|option| option.weight).sum();
        let own = || BigRational::new(BigInt::from(self.option().weight), BigInt::from(all));
        (entry.turn == Some(Turn::Chance)).then(own)
    }

    /// Where it leads, in words.
    #[getter]
    fn leads(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(words::leads(self.told.verified(), self.option().leads)))
    }

    /// The position from which it is made.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::of(&self.told)
    }

    /// The same move of the same position.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            other.place == self.place && other.told.is_same(&self.told)
        })
    }

    fn __hash__(&self) -> u64 {
        self.told.hash(1 + self.place)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The position and the place of the move.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyPosition, usize))> {
        Ok((py.import("bidding_games._pickled")?.getattr("move")?, (self.position(), self.place)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = words::entry_name(self.told.verified(), self.name());
        guarded(py, || Ok(format!("<Move {name}: {}>", shown(&self.option().known))))
    }
}
