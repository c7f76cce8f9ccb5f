//! `solve model` for rewards: how much is collected until a goal is reached, or in all.

use std::fmt::Write as _;

use games::models::Files;
use games::models::rewards::Question;
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use report::claims;
use solver::certificates::certify;
use solver::graph::exact::policy::Observer as _;
use solver::graph::rewards::{Found, solve};
use solver::graph_games::property::Reward;
use solver::graph_games::rewards::{Rewards, discount, game};
use solver::graph_games::umb::{Doubles, Model};

use crate::Failed;
use crate::model::{Arguments, Given, title, written};

/// Answers.
pub fn answer(arguments: &Arguments, given: &Given, files: &Files, model: &Model, asked: Reward) -> Result<String, Failed> {
    let Given { path, digest } = given;
    let wrong = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    if arguments.enclosure.is_some() || arguments.within.is_some() {
        return Err(Failed::usage("--enclosure, --within: found a reward, required a probability: rewards are found exactly"));
    }
    if arguments.game.is_some() {
        return Err(Failed::usage("--game: found a reward, required a probability: a game in JSON has no rewards"));
    }
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let (reward, rewards) = Rewards::read(files, model, asked.name.as_deref(), doubles).map_err(|error| wrong(&error))?;
    let discount = arguments.discount.as_deref().map(discount).transpose();
    let discount = discount.map_err(|error| Failed::usage(format!("--discount: {error}")))?;
    if discount.is_some() && asked.goal.is_some() {
        return Err(Failed::usage("--discount: found a goal, required all that is collected: R{\"name\"}max=? [ C ]"));
    }
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(|error| wrong(&error))?;
    let mut question = Question {
        model: *digest,
        is_simplest: arguments.simplest,
        maximisers,
        reward,
        goal: asked.goal,
        discount,
        scale: 0,
    };
    let (collecting, places) = game(model, &rewards, &question).map_err(|error| wrong(&error))?;
    let mut watch = crate::watch::Watch::new();
    watch.title = path.clone();
    watch.hint(format!("{path}: exact rewards can take long where many states lead to each other"));
    watch.phase("exact", 0);
    let found = solve(&collecting, arguments.threads.into(), || watch.advance(1));
    watch.finish();
    question.scale = found.scale;
    if let Some(out) = &arguments.out {
        crate::model::certificate(out, arguments, &certify::rewards(&question, &found))?;
    }
    if let Some(file) = &arguments.strategy {
        written(file, strategy(model, &question, &found, &places).as_bytes())?;
    }
    let property = claims::rewards::property(&question, Some(model.players()));
    let mut text = title(path, model, &property);
    let shown: Vec<u32> = if arguments.all { (0..places.len() as u32).collect() } else { model.initial.clone() };
    for state in shown {
        let value = match places[state as usize] {
            None => "0 (the goal)".to_owned(),
            Some(place) => found.value(place).map_or("infinite".to_owned(), |value| said(&value)),
        };
        let initial = if model.initial.contains(&state) && !arguments.all { "initial state" } else { "state" };
        let _ = writeln!(text, "{initial} {state}: {value}");
    }
    Ok(text)
}

/// A number with its decimals.
fn said(value: &Ratio<BigUint>) -> String {
    let number = BigRational::new(value.numer().clone().into(), value.denom().clone().into());
    let (whole, decimal) = (number.to_string(), report::fraction::decimal(&number, 12));
    if whole == decimal || whole.len() > 60 { decimal } else { format!("{whole} = {decimal}") }
}

/// A choice for each state of a player: of the best ones the one whose label is least, so that play comes to what it is worth.
fn strategy(model: &Model, question: &Question, found: &Found, places: &[Option<u32>]) -> String {
    let mut text = "state,choice\n".to_owned();
    let mut next = places.iter().flatten().count() as u32;
    for state in (0..places.len()).filter(|&state| places[state].is_some()) {
        let count = model.choices(state).len() as u32;
        if count < 2 {
            continue;
        }
        let labels = |place: u32| [1, 0].map(|part: usize| found.labels[part][place as usize]);
        let value = |place: u32| found.values[place as usize];
        let own = next..next + count;
        let best = match question.maximisers.contains(&model.owner(state)) {
            true => own.min_by(|&a, &b| value(b).cmp(&value(a)).then(labels(a).cmp(&labels(b)))),
            false => own.min_by(|&a, &b| value(a).cmp(&value(b)).then(labels(a).cmp(&labels(b)))),
        };
        let _ = writeln!(text, "{state},{}", best.expect("two choices") - next);
        next += count;
    }
    text
}
