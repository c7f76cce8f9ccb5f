//! `solve model` for rewards: how much is collected until a goal is reached, or in all.

use std::fmt::Write as _;
use std::path::Path;

use games::aims::Number;
use games::aims::mean::Mean;
use games::models::rewards::{Question, SCALE};
use num_rational::BigRational;
use num_traits::Zero as _;
use session::{claims, escape};
use solver::certificates::certify;
use solver::graph::exact::policy::Observer as _;
use solver::graph::rewards::bounds::{Bounded, width};
use solver::graph::rewards::{Collecting, Found, Unfound, bounds, solve};
use solver::graph_games::property::Reward;
use solver::graph_games::rewards::{Rewards, discount, endless, game};
use solver::graph_games::umb::{Doubles, Model};
use solver::request::{BITS, Form};

use crate::model_question::{Arguments, COLLECTS, FEW, as_asked, is_other, states, stays, title};
use crate::numbers::{between, shown, value};
use crate::output::{Failed, written};

/// Answers what is collected on average in a step, for ever: by the endless game in which that is the mean payoff.
pub fn average(
    arguments: &Arguments,
    path: &str,
    model: &Model,
    asked: &Reward,
) -> Result<(String, Vec<::prism::Found>), Failed> {
    let wrong = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    let is_bounded = arguments.precision.as_ref().is_some_and(|asked| !matches!(asked.form, Form::Exact));
    if is_bounded || arguments.discount.is_some() || arguments.strategy.is_some() {
        return Err(Failed::usage(
            "--precision, --discount, --strategy: found an average, required the question alone, whose answer is exact",
        ));
    }
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let (name, rewards) = Rewards::read(model, asked.name.as_deref(), doubles).map_err(|error| wrong(&error))?;
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(|error| wrong(&error))?;
    let title: String = format!("the average of {name} in a step").chars().take(200).collect();
    let game = endless(model, &rewards, &maximisers, &title).map_err(|error| wrong(&error))?;
    // The certificate is about the game, which is written beside it.
    let beside = arguments.out.as_ref().map(|out| out.with_extension("json"));
    crate::output::distinct(&arguments.model, &[arguments.out.as_ref(), beside.as_ref()])?;
    let file = arguments.game.as_ref().or(beside.as_ref());
    if let Some(file) = file {
        written(file, game.as_bytes())?;
    }
    let stays = stays(model, COLLECTS);
    if let (None, Some(file)) = (&arguments.out, file) {
        let initial = model.initial.iter().map(|state| format!(" --at {state}")).next().unwrap_or_default();
        let file = escape::path(file);
        let text = format!(
            "{file}: an endless game; `solve graph {file}{initial}` finds the average, with a certificate\n{stays}"
        );
        return Ok((text, Vec::new()));
    }
    let (verified, certificate) = crate::aims::mean(path, &game)?;
    let mean: &Mean = verified.subject().downcast_ref().expect("it is about a mean payoff");
    let of = |state: u32| {
        let Number { numerator, denominator } = mean.g(state);
        BigRational::new(numerator, denominator.into())
    };
    if let (Some(out), Some(file)) = (&arguments.out, file) {
        written(out, &certificate)?;
        let [cert, file] = [out, file].map(|path| escape::path(path));
        crate::output::tell(&format!(
            "{cert}: {} bytes; `check {cert} --graph {file}` verifies it, about this game: state 0 is its position \"0\"",
            certificate.len()
        ));
    }
    let property = as_asked(arguments, model, &format!("R{{{}}}", escape::quoted(&name)), "[ LRA ]");
    let mut text = self::title(path, model, &stays, &property);
    text += &states(model, model.counts()[0], arguments.all, |state| shown(&value(of(state))));
    if arguments.why {
        text += "\nEach state has its average g, and a potential h: together they are the greatest, the least or the mean of what follows, less what is collected. The checker \
                 verified this at each position of the endless game that has the states and choices of the model.\n";
    }
    Ok((text, arguments.wanted.iter().map(|&state| value(of(state))).collect()))
}

/// Answers.
pub fn answer(
    arguments: &Arguments,
    path: &str,
    model: &Model,
    asked: Reward,
) -> Result<(String, Vec<::prism::Found>), Failed> {
    let wrong = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let (reward, rewards) = Rewards::read(model, asked.name.as_deref(), doubles).map_err(|error| wrong(&error))?;
    if arguments.game.is_some() {
        return Err(Failed::usage(
            "--game: found a reward that is collected until a goal is reached, required --average, or a probability: a game in JSON that ends has no rewards",
        ));
    }
    let discount = arguments.discount.as_deref().map(discount).transpose();
    let discount = discount.map_err(|error| Failed::usage(format!("--discount: {error}")))?;
    if discount.is_some() && asked.goal.is_some() {
        return Err(Failed::usage("--discount: found a goal, required all that is collected: R{\"name\"}max=? [ C ]"));
    }
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(|error| wrong(&error))?;
    let mut question = Question {
        model: model.digest,
        is_simplest: arguments.simplest,
        maximisers,
        reward,
        goal: asked.goal,
        discount,
        scale: 0,
        is_signed: false,
    };
    let what = format!("R{{{}}}", escape::quoted(&question.reward));
    let property = as_asked(arguments, model, &what, &claims::rewards::formula(&question));
    let (collecting, places) = game(model, &rewards, &question).map_err(|error| wrong(&error))?;
    question.is_signed = collecting.is_signed;
    let mut watch = crate::watch::Watch::new();
    path.clone_into(&mut watch.title);
    watch.hint(format!("{path}: exact rewards can take long; bounds take less: --precision 56, or --precision 1e-6"));
    let found = find(arguments, path, model, (&collecting, &places), &mut watch)?;
    watch.finish();
    question.scale = match &found {
        Answer::Exact(found) => found.scale,
        Answer::Bounded(bounded) => bounded.scale,
    };
    let players = Some(model.players().len());
    let said =
        is_other(model, asked.is_min, &question.maximisers).then(|| claims::rewards::property(&question, players));
    if let Some(out) = &arguments.out {
        certificate(out, arguments, path, (&question, &found), said)?;
    }
    if let Some(file) = &arguments.strategy {
        let Answer::Exact(found) = &found else {
            return Err(Failed::usage("--strategy: found bounds, required exact values"));
        };
        written(file, strategy(model, &question, found, &places).as_bytes())?;
    }
    let mut text = title(path, model, &stays(model, COLLECTS), &property);
    text += &states(model, places.len(), arguments.all, |state| match places[state as usize] {
        None => "0 (the goal)".to_owned(),
        Some(place) => shown(&found.of(place)),
    });
    if arguments.why {
        text += if question.is_signed { WHY_SIGNED } else { why(question.goal.is_some()) };
    }
    let known =
        |&state: &u32| places[state as usize].map_or_else(|| value(BigRational::zero()), |place| found.of(place));
    Ok((text, arguments.wanted.iter().map(known).collect()))
}

/// Writes the certificate.
fn certificate(
    out: &Path,
    arguments: &Arguments,
    path: &str,
    (question, found): (&Question, &Answer),
    said: Option<String>,
) -> Result<(), Failed> {
    if SCALE.admit(question.scale).is_err() {
        return Err(Failed::new(format!(
            "{path}: found rewards of 2^{} or more, required lower ones for a certificate; without --out they are shown",
            SCALE.most
        )));
    }
    let bytes = match found {
        Answer::Exact(found) => certify::rewards(question, found),
        Answer::Bounded(bounded) => certify::rewards_bounded(question, bounded),
    };
    crate::model_question::certificate(out, arguments, &bytes, said)
}

/// Why rewards of any sign are right.
const WHY_SIGNED: &str = "\nEach state has what is collected there, and the greatest, the least or the mean of what follows; and a label that falls by 1 or more in each move, on average, \
                          whatever is chosen: so every play ends. `check` verifies this at each state and choice, against the model that it reads by itself.\n";

/// Why rewards are right; whether they are collected until a goal is reached.
fn why(has_goal: bool) -> &'static str {
    match has_goal {
        true => {
            "\nEach state has what is collected there, and the greatest, the least or the mean of what follows; where nothing is collected labels count down to the goal, \
                 and where it is infinite they lead to states at which the goal can be avoided for ever. `check` verifies this at each state and choice, against the model \
                 that it reads by itself.\n"
        }
        false => {
            "\nEach state has what is collected there, and the greatest, the least or the mean of what follows; where nothing is collected labels count down to states \
                 where something is, or nothing more can be. `check` verifies this at each state and choice, against the model that it reads by itself.\n"
        }
    }
}

/// Solves or encloses.
fn find(
    arguments: &Arguments,
    path: &str,
    model: &Model,
    (collecting, places): (&Collecting, &[Option<u32>]),
    watch: &mut crate::watch::Watch,
) -> Result<Answer, Failed> {
    let typed = arguments.precision.as_ref().map_or_else(String::new, ToString::to_string);
    let is_few = collecting.count() <= FEW;
    Ok(match arguments.precision.as_ref().map(|asked| asked.form) {
        Some(Form::Bits(bits)) => Answer::Bounded(bounded(path, (collecting, places), bits, watch)?),
        Some(Form::Within(wanted)) if !is_few => {
            let is_near = |bounded: &Bounded| {
                let initial = model.initial.iter().filter_map(|&state| places[state as usize]);
                initial.map(|place| width(bounded, place)).all(|width| width <= wanted)
            };
            let mut near = None;
            for bits in [40, 62] {
                near = Some(bounded(path, (collecting, places), bits, watch)?).filter(is_near);
                if near.is_some() {
                    break;
                }
            }
            Answer::Bounded(near.ok_or_else(|| {
                Failed::new(format!("{path}: bounds in 62 bits are further apart than {typed}; exact rewards are found with --precision exact"))
            })?)
        }
        other => {
            watch.phase("exact", 0);
            match (solve(collecting, arguments.threads.into(), || watch.advance(1)), other) {
                (Ok(found), _) => Answer::Exact(found),
                (Err(reason @ Unfound::Endless(_)), _) => {
                    return Err(Failed::usage(format!("{path}: {}", reason.of_states(places))));
                }
                (Err(reason), None) => {
                    crate::output::tell(&format!("{path}: {reason}; these are bounds, as with --precision {BITS}"));
                    Answer::Bounded(bounded(path, (collecting, places), BITS, watch)?)
                }
                (Err(reason), Some(_)) => {
                    return Err(Failed::new(format!("{path}: {reason}; bounds are found with --precision {BITS}")));
                }
            }
        }
    })
}

/// What was found.
enum Answer {
    Exact(Found),
    Bounded(Bounded),
}

impl Answer {
    /// What is known of a position, as a number.
    fn of(&self, place: u32) -> ::prism::Found {
        match self {
            Self::Exact(found) => found.value(place).map_or(::prism::Found::Infinite, value),
            Self::Bounded(bounded) => {
                let is_finite = |units: u64| bounded.is_signed || units < 1 << bounded.bits;
                let exact = |units: u64| bounds::meant(bounded, units);
                match bounded.bounds[place as usize] {
                    [low, _] if !is_finite(low) => ::prism::Found::Infinite,
                    [low, high] => between(exact(low), is_finite(high).then(|| exact(high))),
                }
            }
        }
    }
}

/// Bounds, if the scale is not too large.
fn bounded(
    path: &str,
    (game, places): (&Collecting, &[Option<u32>]),
    bits: u8,
    watch: &mut crate::watch::Watch,
) -> Result<Bounded, Failed> {
    watch.phase("sweeps", 0);
    bounds(game, bits, || watch.advance(1)).map_err(|reason| match reason.of_states(places) {
        reason @ Unfound::Endless(_) => Failed::usage(format!("{path}: {reason}")),
        reason => Failed::new(format!("{path}: {reason}; exact rewards are found with --precision exact")),
    })
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
