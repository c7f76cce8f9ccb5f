//! Questions about verified certificates, and their answers: a `Position` where values of positions are stated, an `Answer` in the words of its kind
//! elsewhere.

use std::sync::Arc;

use checker::Verified;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use session::claims;
use session::entry::PositionError;
use session::sheet::{Row, Sheet};

use crate::errors::{missing, wrong};
use crate::position::{PyPosition, Source};
use crate::verified::PyVerified;

/// What is asked of a certificate.
#[derive(Clone, Debug, FromPyObject)]
pub enum Question {
    /// The position of a place.
    Number(u32),
    /// What a text says.
    Text(String),
}

/// A text that was given, cut if it is long.
pub fn short(text: &str) -> String {
    solver::escape::short(text)
}

/// The text of a question: a text, what an object with `board_fen()` stands for, or the name of an answer.
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

/// Answers a question about a position of a certificate that states values of positions.
///
/// # Errors
///
/// `ValueError` for what is no position, `MissingTableError` for one of which the certificate says nothing.
pub fn position(verified: &Bound<'_, PyVerified>, text: &str) -> PyResult<PyPosition> {
    let py = verified.py();
    match claims::tell(verified.get().verified()).brief_asked(text) {
        Ok((brief, notes)) => Ok(PyPosition::new(verified, brief, Source::Asked(text.to_owned(), notes))),
        Err(error @ (PositionError::Fen(_) | PositionError::Right(_))) => {
            Err(wrong(format!("{}: {error}", short(text))))
        }
        Err(error) => Err(missing(py, error.to_string())),
    }
}

/// Answers a question about a certificate of any kind; `holds` is what the first player has of the chips.
///
/// # Errors
///
/// As [`position`].
pub fn answer(verified: &Bound<'_, PyVerified>, text: &str, holds: Option<&str>) -> PyResult<Py<PyAny>> {
    let py = verified.py();
    if holds.is_none() && states_positions(&*claims::tell(verified.get().verified())) {
        return Ok(Py::new(py, position(verified, text)?)?.into_any());
    }
    let question = Question::Text(text.to_owned());
    let json = told(py, verified.get().verified(), &question, holds, |sheet, row| sheet.json(row).to_string())?;
    answer_object(verified, text, holds, &json)
}

/// Whether answers are positions with values.
pub fn states_positions(tell: &dyn Sheet) -> bool {
    !matches!(tell.entry_at(""), Err(PositionError::Other(_)))
}

/// What is verified of the position of a place.
///
/// # Errors
///
/// If there is a bug.
pub fn at(verified: &Bound<'_, PyVerified>, number: u32) -> PyResult<Py<PyAny>> {
    let tell = claims::tell(verified.get().verified());
    match tell.brief(number) {
        Some(brief) => {
            let position = PyPosition::new(verified, brief, Source::Number(number));
            Ok(Py::new(verified.py(), position)?.into_any())
        }
        None => answer_object(verified, number, None, &tell.json(&tell.number(number)).to_string()),
    }
}

/// An answer in the words of its kind, as `bidding_games` makes it from its fields.
fn answer_object<'py>(
    verified: &Bound<'py, PyVerified>,
    question: impl IntoPyObject<'py>,
    holds: Option<&str>,
    json: &str,
) -> PyResult<Py<PyAny>> {
    let made = verified.py().import("bidding_games._answers")?.getattr("made")?;
    Ok(made.call1((verified, question, holds, json))?.unbind())
}

/// Something of what is told about a question.
///
/// # Errors
///
/// `MissingTableError` if the certificate says nothing of it.
pub fn told<T>(
    py: Python<'_>,
    verified: &Arc<Verified>,
    question: &Question,
    holds: Option<&str>,
    what: impl FnOnce(&dyn Sheet, &Row) -> T,
) -> PyResult<T> {
    let tell = claims::tell(verified);
    match question {
        Question::Number(number) if (*number as usize) < tell.places() => Ok(what(&*tell, &tell.number(*number))),
        Question::Number(number) => {
            Err(missing(py, format!("found {number}, required a number below {}", tell.places())))
        }
        Question::Text(text) => {
            let (answer, _) = tell.asked(text, holds).map_err(|error| missing(py, error))?;
            Ok(what(&*tell, &answer))
        }
    }
}
