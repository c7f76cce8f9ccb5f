//! What is wrong with a model, in words.

use std::collections::BTreeMap;
use std::fmt;

use crate::graph_games::GameError;

/// The files of an unpacked archive, by their names without a leading `./` or `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What is wrong with a model, or with what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongModel {
    /// A file that is not there.
    Missing(&'static str),
    /// The index is not as it should be.
    Index(String),
    /// A model of another kind: what it is.
    Kind(&'static str),
    /// A file of so many bytes, where so many are required.
    Size(String, usize, usize),
    /// A file whose numbers do not begin with 0, grow, and end with the number that is required: the place of the first wrong one.
    Ranges(&'static str, usize, u64),
    /// A branch that leads to a state that there is not.
    Target(usize, u64),
    /// A state of a player whom there is not.
    Player(usize, u32),
    /// A branch whose probability is no number from 0 to 1 with numerator and denominator below 2^64.
    Probability(usize, String),
    /// A choice whose probabilities have another sum than 1: the choice, its state, the sum.
    Sum(usize, usize, String),
    /// No label of this name; those that there are.
    Label(String, Vec<String>),
    /// No player of this name; those that there are.
    PlayerName(String, Vec<String>),
    /// A question that does not say whether much or little is wanted, though somebody may choose.
    Optimum,
    /// No reward of this name, or, where none is named, none or several; those that there are.
    Reward(Option<String>, Vec<String>),
    /// An amount that is no number with numerator and denominator below 2^64: the file, and the place.
    Amount(String, usize),
    /// A choice whose weights are too large.
    Weights(usize),
    /// A choice at which the mean of what is collected is too long a number.
    Mean(usize),
    /// Too many states, each once for each step: so many.
    TooManySteps(u64),
    /// Too many states and choices.
    TooLarge(u64),
    /// The game that was made of it is refused.
    Game(GameError),
}

impl fmt::Display for WrongModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("{:?}", crate::escape::short(name))).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        match self {
            Self::Missing(name) => write!(f, "found no {name} in the archive, required one"),
            Self::Index(reason) => write!(f, "index.json: {reason}"),
            Self::Kind(what) => {
                write!(f, "found {what}, required discrete time, known probabilities and states that are seen")?;
                crate::graph_games::uncovered::model(what).map_or(Ok(()), |instead| write!(f, ": {instead}"))
            }
            Self::Size(name, found, required) => {
                write!(f, "{}: found {found} bytes, required {required}", crate::escape::short(name))
            }
            Self::Ranges(name, place, found) => {
                write!(
                    f,
                    "{name}: number {place}: found {found}, required numbers that begin with 0, do not fall, and end with the count"
                )
            }
            Self::Target(branch, found) => write!(f, "branch {branch}: found the target {found}, required a state"),
            Self::Player(state, found) => write!(f, "state {state}: found player {found}, required one of the players"),
            Self::Probability(branch, found) => {
                write!(
                    f,
                    "branch {branch}: found the probability {found}, required one from 0 to 1 with numbers below 2^64"
                )
            }
            Self::Sum(choice, state, found) => write!(
                f,
                "choice {choice} of state {state}: found probabilities with the sum {found}, required 1: doubles are only nearly what was meant; export the model \
                 with rational numbers, or say --simplest, which takes for each double the simplest fraction that it stands for"
            ),
            Self::Label(asked, known) => {
                write!(f, "found no label {:?}; the model has {}", crate::escape::short(asked), quoted(known))
            }
            Self::PlayerName(asked, known) => {
                write!(f, "found no player {:?}; the model has {}", crate::escape::short(asked), quoted(known))
            }
            Self::Optimum => f.write_str(
                "found P=? or R=? of a model with choices, required what whoever chooses wants: Pmax=? or Pmin=?, Rmax=? or Rmin=?",
            ),
            Self::Reward(None, known) => {
                write!(
                    f,
                    "found no name of a reward, required one, as in R{{\"name\"}}; the model has {}",
                    quoted(known)
                )
            }
            Self::Reward(Some(asked), known) => {
                write!(f, "found no reward {:?}; the model has {}", crate::escape::short(asked), quoted(known))
            }
            Self::Amount(file, place) => write!(
                f,
                "{}: number {place}: found a reward that is no number, or whose numerator or denominator is 2^64 or more, required a smaller one",
                crate::escape::short(file)
            ),
            Self::Weights(choice) => {
                write!(
                    f,
                    "choice {choice}: found probabilities, with the discount, of a common denominator of 2^62 or more, required a lower one"
                )
            }
            Self::Mean(choice) => write!(
                f,
                "choice {choice}: found a mean of its rewards with a numerator or denominator of 2^62 or more, required lower ones: export the model with rational numbers, or say --simplest"
            ),
            Self::TooManySteps(found) => write!(
                f,
                "found {found} states, each once for each step, required at most 2^27: ask for fewer steps, or without a number of them, which is an upper bound"
            ),
            Self::TooLarge(found) => write!(f, "found {found} states and choices, required at most 2^32"),
            Self::Game(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WrongModel {}
