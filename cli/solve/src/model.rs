//! `solve model`: how probable something is in a model of others: UMB, the unified Markov binary format.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use checker::certificate::Digest;
use checker::limits::Limit;
use games::models::{self, Files, Literal, Path as Way, Question};
use num_rational::{BigRational, Ratio};
use report::sort::{FRONT, Sort};
use report::{archive, claims, escape, files};
use solver::atomic_file;
use solver::certificates::certify;
use solver::escape::short;
use solver::graph::labels::Side;
use solver::graph::{Boundary, Graph, Turn};
use solver::graph_games::enclose;
use solver::graph_games::property::{Asked, Property, Reward};
use solver::graph_games::solve;
use solver::graph_games::umb::{Coalition, Doubles, Model, Put};
use solver::memory::{MEGABYTE, available_memory};

use crate::precision::{FINEST, Precision};
use crate::watch::Watch;
use crate::{Failed, graph, prism, rewards};

/// What is asked of a model.
#[derive(Clone, clap::Args)]
pub struct Arguments {
    /// The model: PRISM language (dtmc, mdp, smg), or an archive of UMB, plain or compressed by gzip or xz, as PRISM, Storm and Modest write it
    pub(crate) model: PathBuf,
    /// The question in PRISM's words, such as 'Pmax=? [ F "goal" ]' or 'Pmin=? [ !"bad" U<=10 "goal" ]'; instead of the options below
    #[arg(value_name = "PROPERTY", conflicts_with_all = ["reach", "avoid", "max", "min", "reward"])]
    pub(crate) property: Option<String>,
    #[command(flatten)]
    pub(crate) prism: prism::Options,
    /// Reach a state with this label
    #[arg(long, value_name = "LABEL", required_unless_present_any = ["property", "properties", "states", "reward", "average"])]
    reach: Option<String>,
    /// How much is collected of the reward of this name, until a state with the label of --reach is entered; all of it if there is none
    #[arg(long, value_name = "NAME", conflicts_with = "avoid")]
    reward: Option<String>,
    /// Each step multiplies what is collected later by this: a number between 0 and 1, such as 9/10 or 0.95
    #[arg(long, value_name = "FACTOR")]
    pub(crate) discount: Option<String>,
    /// What is collected of --reward on average in a step, for ever: --game writes it as an endless game, for `solve graph`
    #[arg(long, requires = "reward", requires = "game", conflicts_with_all = ["reach", "discount", "out", "precision", "strategy", "why", "all"])]
    pub(crate) average: bool,
    /// Before that, never enter a state with this label
    #[arg(long, value_name = "LABEL")]
    avoid: Option<String>,
    /// These players want to reach, the others not: names or numbers from 1, with commas between them. Without --max and --min all players want to
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with = "min")]
    max: Option<Vec<String>>,
    /// These players do not want to reach, the others do; alone, all players
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', num_args = 0..=1)]
    min: Option<Vec<String>>,
    /// Read each double as the simplest fraction that it stands for; without it as the number that it is. The probabilities of a choice must have the sum 1
    #[arg(long)]
    pub(crate) simplest: bool,
    /// Answer for all states, not for the initial ones alone
    #[arg(long)]
    pub(crate) all: bool,
    /// Say in two sentences why the answer is right
    #[arg(long)]
    pub(crate) why: bool,
    /// Write a strategy for both sides: a line for each state with more than one choice, and the number of the choice from 0
    #[arg(long, value_name = "FILE.csv", value_parser = crate::file())]
    pub(crate) strategy: Option<PathBuf>,
    /// Without it values are exact, and bounds where exact ones are too large. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62;
    /// a width such as 1e-6: the values of the initial states to within this, and exact where that is as cheap
    #[arg(long, value_name = "exact|BITS|WIDTH")]
    pub(crate) precision: Option<Precision>,
    /// Writes the certificate, for `check FILE.cert --model MODEL.umb`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file())]
    pub(crate) out: Option<PathBuf>,
    /// Writes the question as a game in JSON, for `solve graph` and for people
    #[arg(long, value_name = "GAME.json", value_parser = crate::file())]
    pub(crate) game: Option<PathBuf>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) threads: u16,
    /// The question as it was asked, if it was in other words.
    #[arg(skip)]
    pub(crate) shown: Option<String>,
    /// The states whose values are asked for by a program.
    #[arg(skip)]
    pub(crate) wanted: Vec<u32>,
}

impl Arguments {
    /// Whether the options ask for something.
    pub(crate) fn ask(&self) -> bool {
        self.reach.is_some() || self.reward.is_some()
    }

    /// Whether the options ask for this reward.
    pub(crate) fn is_about(&self, reward: &str) -> bool {
        self.reward.as_deref() == Some(reward)
    }
}

/// The files of an archive.
fn unpack(path: &Path) -> Result<Files, String> {
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
        other => Err(other.refused("a model in UMB (tar, plain or compressed by gzip or xz)", Some(path))),
    }
}

/// Answers.
pub fn model(arguments: &Arguments) -> Result<String, Failed> {
    if prism::is_written(&arguments.model) {
        return prism::model(arguments);
    }
    arguments.prism.are_none()?;
    let outputs = [&arguments.out, &arguments.game, &arguments.strategy];
    graph::distinct(&arguments.model, &outputs.map(Option::as_ref))?;
    let files = unpack(&arguments.model)
        .map_err(|error| Failed::new(format!("{}: {error}", escape::path(&arguments.model))))?;
    answered(arguments, files).map(|(text, _)| text)
}

/// Answers from the files of an archive; what is known of the states that are wanted comes with it.
pub(crate) fn answered(arguments: &Arguments, mut files: Files) -> Result<(String, Vec<::prism::Found>), Failed> {
    let path = escape::path(&arguments.model);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let asked = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    let digest = models::digest(&files).map_err(|wrong| failed(&archive::wrong_model(&wrong)));
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let mut model = Model::take(&mut files, doubles).map_err(|error| failed(&error))?;
    let digest = digest?;
    let property = match &arguments.property {
        Some(text) => {
            Asked::read(text).map_err(|error| Failed::usage(format!("{}: {error}", escape::visible(&short(text)))))?
        }
        None => of_options(arguments),
    };
    let property = match property {
        Asked::Probability(property) => property,
        Asked::Reward(reward) => {
            let given = Given { path: path.to_string(), digest };
            return rewards::answer(arguments, &given, &files, &model, reward);
        }
    };
    drop(files);
    if arguments.discount.is_some() {
        return Err(Failed::usage("--discount: found a probability, required a reward"));
    }
    let maximisers = model.coalition(&property.coalition, property.is_min).map_err(|error| asked(&error))?;
    let Property { is_min, path: way, stay, goal, steps, .. } = property;
    let is_simplest = arguments.simplest;
    let question = Question { model: digest, is_simplest, maximisers, path: way, stay, goal, steps };
    let property = as_asked(arguments, &model, "P", &claims::models::formula(&question));
    let title: String = property.chars().take(200).collect();
    let game = arguments.game.as_ref().map(|_| model.game(&title, &question).map(|game| game.write())).transpose();
    let game = game.map_err(|error| asked(&error))?;
    let layers = u64::from(question.steps.map_or(1, |steps| steps));
    let needed = layers.saturating_mul(model.counts()[0] as u64).saturating_mul(BYTES_PER_STEP);
    if let Some(available) = available_memory().filter(|available| layers > 1 && needed > *available) {
        return Err(failed(&format!(
            "found {layers} steps of {} states, which take about {} MB; required what {} MB hold: ask for fewer steps",
            model.counts()[0],
            needed / MEGABYTE,
            available / MEGABYTE
        )));
    }
    let stays = stays(&model, "");
    let Put { graph, nodes } = model.ask(&question).map_err(|error| asked(&error))?;
    model.forget();
    let mut watch = Watch::new();
    watch.title = path.to_string();
    watch.hint(format!("{path}: exact values can take long; bounds take less: --precision 56, or --precision 1e-6"));
    let never = question.endless();
    let enclosed = |bits, watch: &mut Watch| enclose::enclose_graph_never(&graph, nodes.clone(), never, bits, watch);
    let exact = |watch: &mut Watch| {
        let solved = solve::solve_graph_never(&graph, &nodes, never, arguments.threads.into(), watch);
        solved.map(Found::Exact)
    };
    let found = match arguments.precision {
        None => exact(&mut watch).unwrap_or_else(|reason| {
            crate::tell(&format!(
                "{path}: {reason}; these are bounds in units of 2^-{BITS}, as with --precision {BITS}"
            ));
            Found::Enclosed(enclosed(BITS, &mut watch))
        }),
        Some(Precision::Exact) => exact(&mut watch).map_err(|reason| failed(&reason))?,
        Some(Precision::Bits(bits)) => Found::Enclosed(enclosed(bits, &mut watch)),
        // Few positions are solved exactly in no time, and bounds of a slow chain may be far apart.
        Some(Precision::Within(_))
            if graph.positions() <= FEW
                && let Ok(found) = exact(&mut watch) =>
        {
            found
        }
        Some(Precision::Within(width)) => {
            let is_near = |enclosure: &enclose::Enclosure| {
                let unit = (-f64::from(enclosure.enclosed.bits)).exp2();
                model.initial.iter().all(|&state| {
                    let [low, high] = enclosure.bounds(state).alpha;
                    (high - low) as f64 * unit <= width
                })
            };
            // Some bits more than the width has; where they do not suffice, as many as there can be.
            let bits = (-width.log2()).ceil() as u8 + 10;
            let mut bounds = [bits.min(FINEST), FINEST].into_iter().map(|bits| enclosed(bits, &mut watch));
            match bounds.find(is_near) {
                Some(enclosure) => Found::Enclosed(enclosure),
                None => {
                    crate::tell(&format!(
                        "{path}: bounds in units of 2^-{FINEST} are further apart than {width}; these are exact values"
                    ));
                    exact(&mut watch).map_err(|reason| failed(&reason))?
                }
            }
        }
        Some(sharp) => return Err(sharp.refused(PRECISIONS)),
    };
    watch.finish();
    // Bounds need the graph no more.
    let graph = matches!(found, Found::Exact(_)).then_some(graph);
    if let (Some(file), Some(game)) = (&arguments.game, &game) {
        written(file, game.as_bytes())?;
    }
    if let Some(out) = &arguments.out {
        let bytes = match &found {
            Found::Exact(solution) => certify::model(&question, &solution.table),
            Found::Enclosed(enclosure) => certify::model_enclosure(&question, &enclosure.enclosed),
        };
        let said = || claims::models::property(&question, Some(model.players().len()));
        certificate(out, arguments, &bytes, is_other(&model, is_min, &question.maximisers).then(said))?;
    }
    if let Some(file) = &arguments.strategy {
        let (Found::Exact(solution), Some(graph)) = (&found, &graph) else {
            return Err(Failed::usage("--strategy: found bounds, required exact values"));
        };
        written(file, strategy(graph, &nodes, solution).as_bytes())?;
    }
    let mut text = answer(&path, &model, [&stays, &property], &found, arguments.all);
    if arguments.why {
        text += why(question.endless() == (0, 1));
    }
    Ok((text, arguments.wanted.iter().map(|&state| found.of(state)).collect()))
}

/// Why probabilities are right; whether a play that never ends is lost.
fn why(is_lost: bool) -> &'static str {
    match is_lost {
        true => {
            "\nEach state has the greatest, the least or the mean of the probabilities that follow, so that no choice of either side makes its probability better, and labels \
             count down to the goal, so that play is not put off for ever. `check` verifies both at each state and choice, against the model that it reads by itself.\n"
        }
        false => {
            "\nEach state has the greatest, the least or the mean of the probabilities that follow, so that no choice of either side makes its probability better, and labels \
             count down to where it is lost, so that what is not stopped for ever counts. `check` verifies both at each state and choice, against the model that it reads by itself.\n"
        }
    }
}

/// What can be given of a model.
pub(crate) const PRECISIONS: &str = "`exact`, BITS, or a width such as 1e-6 for a model";

/// What was given: the model's path, as it is shown, and its digest.
pub(crate) struct Given {
    pub path: String,
    pub digest: Digest,
}

/// Writes a file, whole or not at all.
pub(crate) fn written(file: &Path, bytes: &[u8]) -> Result<(), Failed> {
    atomic_file::write(file, bytes).map_err(|error| Failed::new(format!("{}: {error}", escape::path(file))))
}

/// Writes a certificate, and says how it is verified; what it says of itself, if that is not what was asked.
pub(crate) fn certificate(out: &Path, arguments: &Arguments, bytes: &[u8], said: Option<String>) -> Result<(), Failed> {
    written(out, bytes)?;
    let [cert, model] = [out, &arguments.model].map(escape::path);
    crate::tell(&format!("{cert}: {} bytes; `check {cert} --model {model}` verifies it", bytes.len()));
    if let Some(said) = said {
        crate::tell(&format!("{cert}: because a certificate says who wants much, it states the same number as {said}"));
    }
    Ok(())
}

/// Whether a certificate, which names those who want much, has other words for a question than whoever asked.
pub(crate) fn is_other(model: &Model, is_min: Option<bool>, maximisers: &[u32]) -> bool {
    !model.players().is_empty() && is_min == Some(!maximisers.is_empty())
}

/// How many states have no choice, and what becomes of play there: a line, if there are any.
pub(crate) fn stays(model: &Model, and: &str) -> String {
    let stays = match (0..model.counts()[0]).filter(|&state| model.choices(state).is_empty()).count() {
        0 => return String::new(),
        1 => "1 state has no choice".to_owned(),
        many => format!("{many} states have no choice"),
    };
    format!("{stays}: play stays there for ever{and}\n")
}

/// That rewards are collected where play stays.
pub(crate) const COLLECTS: &str = ", and collects the reward of the state in each step";

/// The question in the words in which it was asked: of the options those that mean the same, about `what`, with the formula behind it.
pub(crate) fn as_asked(arguments: &Arguments, model: &Model, what: &str, formula: &str) -> String {
    if let Some(text) = arguments.shown.as_ref().or(arguments.property.as_ref()) {
        let discount = arguments.discount.as_ref().map_or(String::new(), |factor| format!(", discount {factor}"));
        return escape::visible(&format!("{}{discount}", text.trim()));
    }
    let of = |names: &[String]| match names {
        [] => String::new(),
        names => format!("<<{}>> ", escape::visible(&names.join(","))),
    };
    let (coalition, optimum) = match (&arguments.max, &arguments.min) {
        (Some(names), _) => (of(names), "max"),
        (None, Some(names)) => (of(names), "min"),
        (None, None) => (String::new(), if model.players().is_empty() { "" } else { "max" }),
    };
    format!("{coalition}{what}{optimum}=? {formula}")
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
        return Asked::Reward(Reward { coalition, is_min, name: Some(name.clone()), goal });
    }
    let stay = arguments.avoid.as_ref().map(|label| literal(label, true));
    Asked::Probability(Property { coalition, is_min, path: Way::Until, stay, goal, steps: None })
}

/// So many positions are few.
pub(crate) const FEW: usize = 4096;

/// What a state takes for each step, roughly, in bytes.
const BYTES_PER_STEP: u64 = 160;

/// The units of bounds that are given where exact values are too large.
const BITS: u8 = 56;

/// What was found.
enum Found {
    Exact(solve::Solution),
    Enclosed(enclose::Enclosure),
}

impl Found {
    /// What is known of a state.
    fn of(&self, state: u32) -> ::prism::Found {
        match self {
            Self::Exact(solution) => {
                let known = &solution.known(state).lower;
                prism::value(BigRational::new(known.numer().clone().into(), known.denom().clone().into()))
            }
            Self::Enclosed(enclosure) => {
                let whole = num_bigint::BigInt::from(1) << enclosure.enclosed.bits;
                let [low, high] =
                    enclosure.bounds(state).alpha.map(|units| BigRational::new(units.into(), whole.clone()));
                prism::between(low, Some(high))
            }
        }
    }
}

/// What a model is, and what is asked of it.
pub(crate) fn title(path: &str, model: &Model, stays: &str, property: &str) -> String {
    let [states, choices, branches] = model.counts();
    let players = match model.players().len() {
        0 => "a Markov chain".to_owned(),
        1 => "a Markov decision process".to_owned(),
        count => format!("a game of {count} players"),
    };
    let states = escape::count(states, "state", "states");
    let choices = escape::count(choices, "choice", "choices");
    let branches = escape::count(branches, "branch", "branches");
    format!("{path}: {players} with {states}, {choices} and {branches}\n{stays}{property}\n")
}

fn answer(path: &str, model: &Model, [stays, property]: [&str; 2], found: &Found, all: bool) -> String {
    let mut text = title(path, model, stays, property);
    let [states, ..] = model.counts();
    let shown: Vec<u32> = if all { (0..states as u32).collect() } else { model.initial.clone() };
    for state in shown {
        let value = match found {
            Found::Exact(solution) => {
                let known = &solution.known(state).lower;
                let number = BigRational::new(known.numer().clone().into(), known.denom().clone().into());
                let decimal = report::fraction::decimal(&number, 12);
                let whole = number.to_string();
                if whole == decimal || whole.len() > 60 { decimal } else { format!("{whole} = {decimal}") }
            }
            Found::Enclosed(enclosure) => {
                let bits = enclosure.enclosed.bits;
                match enclosure.bounds(state).alpha {
                    [low, high] if low == high => Ratio::new(low, 1u64 << bits).to_string(),
                    bounds => graph::decimals(bits, bounds).join(" to "),
                }
            }
        };
        let initial = if model.initial.contains(&state) && !all { "initial state" } else { "state" };
        let _ = writeln!(text, "{initial} {state}: {value}");
    }
    text
}

/// A choice for each state of a player: of the best ones the one that brings its player nearer to the goal.
fn strategy(graph: &Graph, nodes: &[u32], solution: &solve::Solution) -> String {
    let mut text = "state,choice\n".to_owned();
    for (state, &node) in nodes.iter().enumerate().filter(|(_, node)| (**node as usize) < graph.positions()) {
        let side = match graph.turn(node as usize) {
            Turn::White => Side::White,
            Turn::Black => Side::Black,
            _ => continue,
        };
        let (options, _) = side.options(graph, node as usize);
        if options.len() < 2 {
            continue;
        }
        let known = |option: u32| match (option as usize).checked_sub(graph.positions()) {
            None => solution.table.boundary(option as usize),
            Some(place) => graph.boundary[place].clone(),
        };
        let known: Vec<Boundary> = options.iter().map(|&option| known(option)).collect();
        let places = 0..options.len();
        let best = match side {
            Side::White => places.min_by(|&a, &b| {
                let [a, b] = [&known[a], &known[b]];
                b.lower.cmp(&a.lower).then(a.white_label.cmp(&b.white_label))
            }),
            Side::Black => places.min_by(|&a, &b| known[a].lower.cmp(&known[b].lower)),
        };
        let _ = writeln!(text, "{state},{}", best.expect("an option"));
    }
    text
}
