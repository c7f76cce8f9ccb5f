//! Questions about models in UMB, the unified Markov binary format: the archive, and what is asked of it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;

use checker::limits::Limit;
use games::models::{Array, Arrays, Literal, Path as Way};
use session::sort::{FRONT, Sort};
use session::{archive, escape, files};
use solver::escape::short;
use solver::graph_games::property::{Asked, Property, Reward};
use solver::graph_games::umb::{Coalition, Doubles, Model};
use solver::memory::{MEGABYTE, available_memory};

use crate::model_question::Arguments;
use crate::output::Failed;
use crate::probability;
use crate::rewards;

/// The files of an archive.
pub fn unpack(path: &Path) -> Result<Arrays, String> {
    let reason = |error: io::Error| error.to_string();
    let most = available_memory().unwrap_or(4096 * MEGABYTE) / 4;
    let (mut file, size): (Box<dyn BufRead>, u64) = match files::is_standard_input(path) {
        true => {
            let bytes = files::read(path, Limit { most, ..Limit::FILE_BYTES }).map_err(reason)?;
            let size = bytes.len() as u64;
            (Box::new(io::Cursor::new(bytes)), size)
        }
        false => {
            let file = File::open(path).map_err(reason)?;
            let about = file.metadata().map_err(reason)?;
            if !about.is_file() {
                return Err("found no regular file, required one".to_owned());
            }
            (Box::new(io::BufReader::with_capacity(FRONT, file)), about.len())
        }
    };
    let front = file.fill_buf().map_err(reason)?;
    match Sort::of(front, size <= front.len() as u64) {
        // What is packed and damaged, or an old archive, says itself what is wrong with it.
        Sort::Model | Sort::Packed("gzip" | "xz", _) | Sort::Unknown => archive::unpack(file, size, most),
        other => {
            Err(other
                .refused("a model in PRISM language, or in UMB (tar, plain or compressed by gzip or xz)", Some(path)))
        }
    }
}

/// Answers from the files of an archive; what is known of the states that are wanted comes with it.
pub fn answered(
    arguments: &Arguments,
    files: BTreeMap<String, impl Into<Array>>,
) -> Result<(String, Vec<::prism::Found>), Failed> {
    let path = escape::path(&arguments.model);
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let model = Model::read(files, doubles).map_err(|error| Failed::new(format!("{path}: {error}")))?;
    let property = match &arguments.property {
        Some(text) => {
            Asked::read(text).map_err(|error| Failed::usage(format!("{}: {error}", escape::visible(&short(text)))))?
        }
        None => of_options(arguments),
    };
    let path = path.to_string();
    match property {
        Asked::Probability(property) => probability::answer(arguments, &path, model, property),
        Asked::Reward(reward) => rewards::answer(arguments, &path, &model, reward),
        Asked::Average(reward) => rewards::average(arguments, &path, &model, &reward),
    }
}

/// The question of the options.
fn of_options(arguments: &Arguments) -> Asked {
    let players = |names: &Vec<String>| Coalition::Players(names.clone());
    let (coalition, is_min) = match (&arguments.max, &arguments.min) {
        (Some(names), _) => (players(names), Some(false)),
        (None, Some(names)) if names.is_empty() => (Coalition::All, Some(true)),
        (None, Some(names)) => (players(names), Some(true)),
        (None, None) => (Coalition::All, Some(false)),
    };
    let literal = |label: &String, negated| Literal { label: label.clone(), negated };
    let goal = arguments.reach.as_ref().map(|label| literal(label, false));
    if let Some(name) = &arguments.reward {
        let reward = Reward { coalition, is_min, name: Some(name.clone()), goal };
        return if arguments.average { Asked::Average(reward) } else { Asked::Reward(reward) };
    }
    let stay = arguments.avoid.as_ref().map(|label| literal(label, true));
    Asked::Probability(Property { coalition, is_min, path: Way::Until, stay, goal, steps: None })
}
