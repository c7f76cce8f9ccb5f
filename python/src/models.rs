//! Questions about models of others, answered by the solver's library and verified against the model before anything is given back.

use games::models::{self, Files, Question, rewards};
use pyo3::prelude::*;
use session::archive;
use solver::certificates::certify;
use solver::graph::rewards::{bounds, solve as collect};
use solver::graph_games::property::{Asked, Property, Reward};
use solver::graph_games::rewards::{Rewards, discount, game};
use solver::graph_games::umb::{Doubles, Model, Put};
use solver::graph_games::{enclose, solve};
use solver::request::BITS;

use crate::errors::wrong;
use crate::judging::{Given, Judged, Task, judge};
use crate::solving::{Unmade, bits, enough_memory};
use crate::verified::PyVerified;
use crate::work::{Stop, interruptible, threads};

/// What a state takes for each step, roughly, in bytes, as for `solve model`.
const BYTES_PER_STEP: u64 = 160;

/// How a question is answered.
struct How {
    doubles: Doubles,
    bits: Option<u8>,
    threads: usize,
}

/// A question in PRISM's words about a model in UMB, answered: what is verified.
#[pyfunction]
#[pyo3(signature = (model, property, simplest, discount_text, bits_asked, threads_asked))]
pub fn solve_model(
    py: Python<'_>,
    model: Given,
    property: &str,
    simplest: bool,
    discount_text: Option<&str>,
    bits_asked: Option<u8>,
    threads_asked: Option<usize>,
) -> PyResult<PyVerified> {
    let shown = |error: &dyn std::fmt::Display| wrong(format!("{}: {error}", crate::asking::short(property)));
    let asked = Asked::read(property).map_err(|error| shown(&error))?;
    let factor = discount_text.map(discount).transpose().map_err(|error| wrong(format!("discount: {error}")))?;
    if let (Some(_), Asked::Probability(_) | Asked::Reward(Reward { goal: Some(_), .. })) = (&factor, &asked) {
        return Err(wrong(
            "discount: found a question without it, required all that is collected: R{\"name\"}max=? [ C ]",
        ));
    }
    let doubles = if simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let how = How { doubles, bits: bits(bits_asked)?, threads: threads(threads_asked)? };
    let judged = interruptible(py, move |mut stop| {
        let files = unpacked(&model)?;
        let digest = models::digest(&files).map_err(|found| Unmade::Wrong(archive::wrong_model(&found)))?;
        let bytes = match asked {
            Asked::Probability(property) => probable(files, digest, property, &how, &mut stop)?,
            Asked::Reward(reward) => collected(&files, digest, reward, factor, &how, &mut stop)?,
        };
        verified(bytes, model, how.threads, &stop)
    })?;
    Ok(PyVerified::new(judged.map_err(|unmade| unmade.raise(py))?))
}

/// Has the certificate verified, against the model that was given.
fn verified(bytes: Vec<u8>, model: Given, threads: usize, stop: &Stop) -> Result<Judged, Unmade> {
    let certificate = Given::Bytes(std::sync::Arc::new(bytes));
    let (folders, held, known) = Default::default();
    judge(&Task { certificate, folders, held, game: Some(model), known, threads }, stop).map_err(Unmade::Fault)
}

/// The files of an archive.
fn unpacked(model: &Given) -> Result<Files, Unmade> {
    /// So many bytes of an archive are unpacked at most: 8 GiB.
    const MOST: u64 = 1 << 33;
    let size = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let files = match model {
        Given::Bytes(bytes) => archive::unpack(&bytes[..], size(bytes.len()), MOST),
        Given::File(path) => {
            let bytes = std::fs::read(path).map_err(|error| Unmade::Unwritten(path.clone(), error))?;
            archive::unpack(&bytes[..], size(bytes.len()), MOST)
        }
    };
    files.map_err(Unmade::Wrong)
}

fn said(error: impl ToString) -> Unmade {
    Unmade::Wrong(error.to_string())
}

/// The certificate of a probability: exact, or bounds where that was asked for or exact values are too large.
fn probable(
    mut files: Files,
    digest: checker::certificate::Digest,
    property: Property,
    how: &How,
    stop: &mut Stop,
) -> Result<Vec<u8>, Unmade> {
    let mut model = Model::take(&mut files, how.doubles).map_err(said)?;
    let maximisers = model.coalition(&property.coalition, property.is_min).map_err(said)?;
    let Property { path, stay, goal, steps, .. } = property;
    let is_simplest = matches!(how.doubles, Doubles::Simplest);
    let question = Question { model: digest, is_simplest, maximisers, path, stay, goal, steps };
    let layers = question.steps.map_or(1, u64::from);
    if layers > 1 {
        let required = layers.saturating_mul(model.counts()[0] as u64).saturating_mul(BYTES_PER_STEP);
        enough_memory(&format!("{layers} steps of a model"), None, required)?;
    }
    let Put { graph, nodes } = model.ask(&question).map_err(said)?;
    model.forget();
    let never = question.endless();
    if how.bits.is_none()
        && let Ok(solution) = solve::solve_graph_never(&graph, &nodes, never, how.threads, stop)
    {
        return Ok(certify::model(&question, &solution.table));
    }
    let found = enclose::enclose_graph_never(&graph, nodes, never, how.bits.unwrap_or(BITS), stop);
    Ok(certify::model_enclosure(&question, &found.enclosed))
}

/// The certificate of a reward, exact or with bounds.
fn collected(
    files: &Files,
    digest: checker::certificate::Digest,
    asked: Reward,
    discount: Option<(u64, u64)>,
    how: &How,
    stop: &mut Stop,
) -> Result<Vec<u8>, Unmade> {
    let model = Model::read(files, how.doubles).map_err(said)?;
    let (reward, rewards) = Rewards::read(files, &model, asked.name.as_deref(), how.doubles).map_err(said)?;
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(said)?;
    let is_simplest = matches!(how.doubles, Doubles::Simplest);
    let goal = asked.goal;
    let mut question = rewards::Question { model: digest, is_simplest, maximisers, reward, goal, discount, scale: 0 };
    let (collecting, _) = game(&model, &rewards, &question).map_err(said)?;
    let exact = match how.bits {
        None => collect(&collecting, how.threads, || stop.look()).ok(),
        Some(_) => None,
    };
    Ok(match exact {
        Some(found) => {
            question.scale = found.scale;
            certify::rewards(&question, &found)
        }
        None => {
            let found = bounds::bounds(&collecting, how.bits.unwrap_or(BITS), || stop.look());
            let found = found.ok_or_else(|| said("found rewards above 2^512, required lower ones"))?;
            question.scale = found.scale;
            certify::rewards_bounded(&question, &found)
        }
    })
}
