//! Questions about models of others, answered by the solver's library and verified against the model before anything is given back.

use std::sync::Arc;

use pyo3::prelude::*;
use session::library::Solver as _;
use solver::engine::{Engine, OfModel, Request};
use solver::graph_games::rewards::discount;
use solver::graph_games::umb::Doubles;
use solver::request::Form;

use crate::errors::wrong;
use crate::judging::{Given, Task, judge};
use crate::solving::{Unmade, bits};
use crate::verified::PyVerified;
use crate::work::{interruptible, threads};

/// A question in PRISM's words about a model in UMB, answered: what is verified.
#[pyfunction]
#[pyo3(signature = (model, property, simplest, discount_text, bits_asked, threads_asked))]
pub fn solve_model(
    py: Python<'_>,
    model: Given,
    property: String,
    simplest: bool,
    discount_text: Option<&str>,
    bits_asked: Option<u8>,
    threads_asked: Option<usize>,
) -> PyResult<PyVerified> {
    let factor = discount_text.map(discount).transpose().map_err(|error| wrong(format!("discount: {error}")))?;
    let doubles = if simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let (form, threads) = (bits(bits_asked)?.map(Form::Bits), threads(threads_asked)?);
    let judged = interruptible(py, move |mut stop| {
        let bytes = match &model {
            Given::Bytes(bytes) => Arc::clone(bytes),
            Given::File(path) => Arc::new(std::fs::read(path).map_err(|error| Unmade::Unwritten(path.clone(), error))?),
        };
        let what = OfModel { bytes: &bytes, property: &property, doubles, discount: factor };
        let made = Engine.make(&Request { what, form, method: None, threads }, &mut stop)?;
        let (certificate, game) = (Given::Bytes(Arc::new(made)), Some(model));
        let (folders, held, known) = Default::default();
        judge(&Task { certificate, folders, held, game, known, threads }, &stop).map_err(Unmade::Fault)
    })?;
    Ok(PyVerified::new(judged.map_err(|unmade| unmade.raise(py))?))
}
