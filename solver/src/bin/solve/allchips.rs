//! `solve graph --chips all`: every number of chips at once.

use crate::Failed;
use crate::chips::Question;

/// Solves a game for every number of chips.
pub fn graph(question: &Question) -> Result<String, Failed> {
    Err(Failed::usage(format!("{}: --chips all is not there yet", question.path)))
}
