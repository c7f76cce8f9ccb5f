//! `solve model`: how probable something is in a model of others, or how much is collected: in PRISM language, or in UMB.

use session::escape;
use session::sort::is_prism;

use crate::model_question::Arguments;
use crate::output::{Failed, distinct};
use crate::{prism, umb};

/// Answers.
pub fn model(arguments: &Arguments) -> Result<String, Failed> {
    arguments.is_question()?;
    if is_prism(&arguments.model) {
        return prism::model(arguments);
    }
    arguments.prism.are_none()?;
    let outputs = [&arguments.out, &arguments.game, &arguments.strategy];
    distinct(&arguments.model, &outputs.map(Option::as_ref))?;
    let files = umb::unpack(&arguments.model)
        .map_err(|error| Failed::new(format!("{}: {error}", escape::path(&arguments.model))))?;
    umb::answered(arguments, files).map(|(text, _)| text)
}
