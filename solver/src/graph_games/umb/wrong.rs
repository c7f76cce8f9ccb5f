//! What is wrong with a model, in words.

use std::fmt;

use games::models::Wrong;
use session::{archive, claims};

use crate::graph_games::{GameError, uncovered};

/// What is wrong with a model, or with what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongModel {
    /// A file that is not as it has to be.
    File(Wrong),
    /// Probabilities that are not covered: what is found at which branch or choice.
    Probability(&'static str, u64),
    /// No label of this name; those that there are.
    Label(String, Vec<String>),
    /// No player of this name; those that there are.
    PlayerName(String, Vec<String>),
    /// A question that does not say whether much or little is wanted, though somebody may choose.
    Optimum,
    /// No reward of this name, or, where none is named, none or several; those that there are.
    Reward(Option<String>, Vec<String>),
    /// An amount that is no number with numerator and denominator below 2^64: the reward, and the number of the state, the choice or the branch.
    Amount(String, &'static str, usize),
    /// A choice whose weights are too large.
    Weights(usize),
    /// A choice at which the mean of what is collected is too long a number.
    Mean(usize),
    /// Too many states, each once for each step: so many.
    TooManySteps(u64),
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
            Self::File(wrong) => {
                f.write_str(&archive::wrong_model(wrong))?;
                uncovered::model(wrong.required).map_or(Ok(()), |instead| write!(f, ": {instead}"))
            }
            Self::Probability(what, number) => f.write_str(&claims::models::uncovered(what, *number)),
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
            Self::Amount(name, part, number) => write!(
                f,
                "reward {:?}, {part} {number}: found no number, or one whose numerator or denominator is 2^64 or more, required a smaller one",
                crate::escape::short(name)
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
            Self::Game(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WrongModel {}
