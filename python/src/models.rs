//! Questions about models of others, answered by the solver's library and verified against the model before anything is given back.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use prism::{Asked, Failed, Limits, Source, umb};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use session::escape;
use session::library::Solver as _;
use session::sort::{FRONT, Sort, is_prism};
use solver::engine::{Engine, OfModel, Request};
use solver::graph_games::rewards::discount;
use solver::graph_games::umb::Doubles;
use solver::graph_games::uncovered;
use solver::memory::{MEGABYTE, available_memory};
use solver::request::Form;

use crate::errors::wrong;
use crate::judging::{Given, Judged, Task, judge, shown};
use crate::solving::{Unmade, bits};
use crate::verified::PyVerified;
use crate::work::{Stop, interruptible, threads};

/// Options of the command line, and what they are called here.
const NAMES: [(&str, &str); 5] = [
    ("say --simplest", "say simplest=True"),
    ("solve model --simplest", "simplest=True"),
    ("give them with --const", "give them with constants="),
    ("--const", "constants"),
    ("with --all all states, and --out writes them for `solve export`", "and the answer has all states"),
];

/// A model in PRISM language, or in UMB.
struct Written {
    given: Given,
    constants: BTreeMap<String, String>,
    /// What it is called in messages, and in the archive.
    title: String,
}

/// A question in PRISM's words about a model in PRISM language or in UMB, answered: what is verified, the archive that it is about, and the question about labels.
#[pyfunction]
#[pyo3(signature = (model, constants, property, simplest, discount_text, bits_asked, threads_asked))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn solve_model<'py>(
    py: Python<'py>,
    model: Given,
    constants: BTreeMap<String, String>,
    property: String,
    simplest: bool,
    discount_text: Option<&str>,
    bits_asked: Option<u8>,
    threads_asked: Option<usize>,
) -> PyResult<(PyVerified, Bound<'py, PyBytes>, String)> {
    let discount = discount_text.map(discount).transpose().map_err(|error| wrong(format!("discount: {error}")))?;
    let doubles = if simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let (form, threads) = (bits(bits_asked)?.map(Form::Bits), threads(threads_asked)?);
    let title = match &model {
        Given::File(path) => shown(path.file_name().map_or(path, Path::new)),
        Given::Bytes(_) => "model".to_owned(),
    };
    let solved = interruptible(py, move |mut stop| {
        let (bytes, property) = archive(&Written { given: model, constants, title }, property, &stop)?;
        let what = OfModel { bytes: &bytes, property: &property, doubles, discount };
        let made = Engine.make(&Request { what, form, method: None, threads }, &mut stop)?;
        let judged = verified(made, &bytes, threads, &stop)?;
        Ok((judged, bytes, property))
    })?;
    let (judged, bytes, property) = solved.map_err(|unmade: Unmade| match unmade {
        Unmade::Wrong(reason) => wrong(NAMES.iter().fold(reason, |text, (from, to)| text.replace(from, to))),
        other => other.raise(py),
    })?;
    Ok((PyVerified::new(judged), PyBytes::new(py, &bytes), property))
}

/// What the checker says of a certificate and its model.
fn verified(made: Vec<u8>, model: &Arc<Vec<u8>>, threads: usize, stop: &Stop) -> Result<Judged, Unmade> {
    let (certificate, game) = (Given::Bytes(Arc::new(made)), Some(Given::Bytes(Arc::clone(model))));
    let (folders, held, known) = Default::default();
    judge(&Task { certificate, folders, held, game, known, threads }, stop).map_err(Unmade::Fault)
}

/// The archive of a model, and the question about its labels.
fn archive(model: &Written, property: String, stop: &Stop) -> Result<(Arc<Vec<u8>>, String), Unmade> {
    let (bytes, is_text) = match &model.given {
        Given::Bytes(bytes) => {
            let is_text = match Sort::of(bytes, bytes.len() <= FRONT) {
                Sort::Text => String::from_utf8_lossy(bytes).contains("endmodule"),
                sort => sort == Sort::Prism,
            };
            (Arc::clone(bytes), is_text)
        }
        Given::File(path) => {
            let bytes = std::fs::read(path).map_err(|error| Unmade::Unwritten(path.clone(), error))?;
            (Arc::new(bytes), is_prism(path))
        }
    };
    if is_text {
        let place = match &model.given {
            Given::File(path) => escape::path(path),
            Given::Bytes(_) => model.title.clone(),
        };
        let (bytes, question) = built(model, &place, &String::from_utf8_lossy(&bytes), &property, stop)?;
        return Ok((Arc::new(bytes), question));
    }
    if !model.constants.is_empty() {
        return Err(Unmade::Wrong("constants: found a model in UMB, required one in PRISM language".to_owned()));
    }
    Ok((bytes, property))
}

/// The archive of a model in PRISM language, and the question about its labels.
fn built(model: &Written, place: &str, text: &str, asked: &str, stop: &Stop) -> Result<(Vec<u8>, String), Unmade> {
    let at = |place: &str, what: &dyn std::fmt::Display| {
        Unmade::Wrong(format!("{place}: {}", escape::visible(&what.to_string())))
    };
    let source = Source::read(text, &model.constants).map_err(|error| at(place, &error))?;
    let properties = source.properties(asked).map_err(|error| at("question", &error))?;
    let found = properties.all.len();
    if found != 1 {
        return Err(at("question", &format!("found {found} properties, required one")));
    }
    if let Some(name) = source.unused(Some(&properties)) {
        let required = "required a constant that the model or the question leaves open";
        return Err(at("constants", &format!("found {name}, {required}")));
    }
    let limits = Limits { states: 1 << 31, bytes: available_memory().unwrap_or(4096 * MEGABYTE) / 3 };
    let built = source.build(limits, &mut |_, _| !stop.is_set());
    let built = built.map_err(|failed| match failed {
        Failed::Large(_) => Unmade::Memory(format!("{place}: {failed}")),
        other => at(place, &other),
    })?;
    let written = &properties.all[0].text;
    let asked = source.ask(&built, &properties, 0);
    let asked =
        asked.map_err(|error| at(&escape::visible(written), &uncovered::instead(written, &error.to_string())))?;
    let question = match asked {
        Asked::Question(question) if !question.is_one => question,
        Asked::Question(_) => {
            return Err(at(
                &escape::visible(written),
                &"found a bound or a filter, required a number: ask =? and compare it here, or take what you want of the states",
            ));
        }
        Asked::Answer(_) | Asked::Quotient(_) => {
            return Err(at(
                &escape::visible(written),
                &"found a question that no single certificate answers, required P=? or R=? of a formula, without a condition",
            ));
        }
    };
    let (files, left) = built.umb(&model.title, &question.labels).map_err(|error| at(place, &error))?;
    match umb::left_out(&left, &question.text, None) {
        Some(reason) => Err(at(place, &reason)),
        None => Ok((umb::archive(&files), question.text)),
    }
}
