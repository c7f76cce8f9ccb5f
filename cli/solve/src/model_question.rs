//! What is asked of a model, and how it is said; of probabilities and of rewards alike.

use std::path::{Path, PathBuf};

use session::escape;
use solver::graph_games::umb::Model;
use solver::request::{Forms, Precision};

use crate::output::{Failed, written};

/// What is asked of a model.
#[derive(Clone, clap::Args)]
pub struct Arguments {
    /// The model: PRISM language (dtmc, mdp, smg), or an archive of UMB, plain or compressed by gzip or xz, as PRISM, Storm and Modest write it
    pub model: PathBuf,
    /// The question in PRISM's words, such as 'Pmax=? [ F "goal" ]' or 'Pmin=? [ !"bad" U<=10 "goal" ]'; instead of the options below
    #[arg(value_name = "PROPERTY", conflicts_with_all = ["reach", "avoid", "max", "min", "reward"])]
    pub property: Option<String>,
    #[command(flatten)]
    pub prism: Prism,
    /// Reach a state with this label
    #[arg(long, value_name = "LABEL")]
    pub reach: Option<String>,
    /// How much is collected of the reward of this name, until a state with the label of --reach is entered; all of it if there is none
    #[arg(long, value_name = "NAME", conflicts_with = "avoid")]
    pub reward: Option<String>,
    /// Each step multiplies what is collected later by this: a number between 0 and 1, such as 9/10 or 0.95
    #[arg(long, value_name = "FACTOR")]
    pub discount: Option<String>,
    /// What is collected of --reward on average in a step, for ever, as `R{"name"}max=? [ LRA ]` asks; --game writes it as an endless game, for `solve graph`
    #[arg(long, requires = "reward", conflicts_with_all = ["reach", "discount", "precision", "strategy"])]
    pub average: bool,
    /// Before that, never enter a state with this label
    #[arg(long, value_name = "LABEL")]
    pub avoid: Option<String>,
    /// These players want to reach, the others not: names or numbers from 1, with commas between them. Without --max and --min all players want to
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with = "min")]
    pub max: Option<Vec<String>>,
    /// These players do not want to reach, the others do; alone, all players
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', num_args = 0..=1)]
    pub min: Option<Vec<String>>,
    /// Read each double as the simplest fraction that it stands for; without it as the number that it is. The probabilities of a choice must have the sum 1
    #[arg(long)]
    pub simplest: bool,
    /// Answer for all states, not for the initial ones alone
    #[arg(long)]
    pub all: bool,
    /// Say in two sentences why the answer is right
    #[arg(long)]
    pub why: bool,
    /// Write a strategy for both sides: a line for each state with more than one choice, and the number of the choice from 0
    #[arg(long, value_name = "FILE.csv", value_parser = crate::output::file())]
    pub strategy: Option<PathBuf>,
    /// Without it values are exact, and bounds where exact ones are too large. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62;
    /// a width such as 1e-6: the values of the initial states to within this, and exact where that is as cheap
    #[arg(long, value_name = "exact|BITS|WIDTH", value_parser = |text: &str| Forms::MODEL.read(text))]
    pub precision: Option<Precision>,
    /// Writes the certificate, for `check FILE.cert --model MODEL.umb`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::output::file())]
    pub out: Option<PathBuf>,
    /// Writes the question as a game in JSON, for `solve graph` and for people
    #[arg(long, value_name = "GAME.json", value_parser = crate::output::file())]
    pub game: Option<PathBuf>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// The question as it was asked, if it was in other words.
    #[arg(skip)]
    pub shown: Option<String>,
    /// The states whose values are asked for by a program.
    #[arg(skip)]
    pub wanted: Vec<u32>,
}

/// What is said of a model in PRISM language alone.
#[derive(Clone, clap::Args)]
pub struct Prism {
    /// Values of constants that a model in PRISM language leaves open, such as N=4,p=1/3
    #[arg(long = "const", value_name = "N=4,K=2", value_delimiter = ',')]
    pub constants: Vec<String>,
    /// Answer all properties of this file of a model in PRISM language, and compare what its lines `// RESULT:` say
    #[arg(long, value_name = "FILE.props", conflicts_with_all = ["property", "reach", "avoid", "max", "min", "reward", "out", "game", "strategy"])]
    pub properties: Option<PathBuf>,
    /// Write what each state of a model in PRISM language is: a line for each, with the values of the variables. It needs no question
    #[arg(long, value_name = "FILE.csv", value_parser = crate::output::file())]
    pub states: Option<PathBuf>,
}

impl Arguments {
    /// Refuses what asks nothing.
    pub fn is_question(&self) -> Result<(), Failed> {
        const EXAMPLE: &str = "'Pmax=? [ F \"goal\" ]'";
        let path = escape::path(&self.model);
        if let Some(text) = self.property.as_ref().filter(|text| Path::new(text).is_file()) {
            let text = escape::visible(text);
            return Err(Failed::usage(format!(
                "{text}: found a file, required a property such as {EXAMPLE}: `solve model {path} --properties {text}` answers a file of properties"
            )));
        }
        let is_asked = [&self.property, &self.reach, &self.reward].iter().any(|asked| asked.is_some());
        match is_asked || self.average || self.prism.properties.is_some() || self.prism.states.is_some() {
            true => Ok(()),
            false => Err(Failed::usage(format!(
                "{path}: found no question, required one: a property such as {EXAMPLE}, or --reach LABEL, or --properties FILE"
            ))),
        }
    }
}

impl Prism {
    /// Refuses them for other models.
    pub fn are_none(&self) -> Result<(), Failed> {
        match !self.constants.is_empty() || self.properties.is_some() || self.states.is_some() {
            true => Err(Failed::usage(
                "--const, --properties, --states: found a model in UMB, required one in PRISM language",
            )),
            false => Ok(()),
        }
    }
}

/// Writes a certificate, and says how it is verified; what it says of itself, if that is not what was asked.
pub fn certificate(out: &Path, arguments: &Arguments, bytes: &[u8], said: Option<String>) -> Result<(), Failed> {
    written(out, bytes)?;
    let [cert, model] = [out, &arguments.model].map(escape::path);
    crate::output::tell(&format!("{cert}: {} bytes; `check {cert} --model {model}` verifies it", bytes.len()));
    if let Some(said) = said {
        crate::output::tell(&format!(
            "{cert}: because a certificate says who wants much, it states the same number as {said}"
        ));
    }
    Ok(())
}

/// Whether a certificate, which names those who want much, has other words for a question than whoever asked.
pub fn is_other(model: &Model, is_min: Option<bool>, maximisers: &[u32]) -> bool {
    !model.players().is_empty() && is_min == Some(!maximisers.is_empty())
}

/// How many states have no choice, and what becomes of play there: a line, if there are any.
pub fn stays(model: &Model, and: &str) -> String {
    let stays = match (0..model.counts()[0]).filter(|&state| model.choices(state).is_empty()).count() {
        0 => return String::new(),
        1 => "1 state has no choice".to_owned(),
        many => format!("{many} states have no choice"),
    };
    format!("{stays}: play stays there for ever{and}\n")
}

/// That rewards are collected where play stays.
pub const COLLECTS: &str = ", and collects the reward of the state in each step";

/// The question in the words in which it was asked: of the options those that mean the same, about `what`, with the formula behind it.
pub fn as_asked(arguments: &Arguments, model: &Model, what: &str, formula: &str) -> String {
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

/// So many positions are few.
pub const FEW: usize = 4096;

/// What a model is, and what is asked of it.
pub fn title(path: &str, model: &Model, stays: &str, property: &str) -> String {
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

/// What is known of the initial states, or of all of so many.
pub fn states(model: &Model, count: usize, all: bool, known: impl Fn(u32) -> String) -> String {
    let (name, states) = match all {
        true => ("state", (0..count as u32).collect()),
        false => ("initial state", model.initial.clone()),
    };
    states.into_iter().map(|state| format!("{name} {state}: {}\n", known(state))).collect()
}
