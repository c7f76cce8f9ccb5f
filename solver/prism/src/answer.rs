//! Answers: what is known of states, and how it becomes one number, or true or false.

use std::cmp::Ordering;

use crate::code::{Order, Value};
use crate::number::Number;

/// How the numbers of several states become one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The mean.
    Mean,
    /// The sum.
    Sum,
    /// That of the first state.
    First,
    /// That of the only state.
    State,
    /// In how many states it is true.
    Count,
    /// Whether it is true in all of them.
    All,
    /// Whether it is true in one of them.
    Some,
}

pub(crate) const FILTERS: [(&str, Filter); 9] = [
    ("min", Filter::Min),
    ("max", Filter::Max),
    ("avg", Filter::Mean),
    ("sum", Filter::Sum),
    ("first", Filter::First),
    ("state", Filter::State),
    ("count", Filter::Count),
    ("forall", Filter::All),
    ("exists", Filter::Some),
];

/// What is known of a state, or is the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A number, or true or false.
    Value(Value),
    /// No number is as large.
    Infinite,
    /// A number that is between these; without a second one it may be infinite.
    Between(Number, Option<Number>),
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => write!(f, "{value}"),
            Self::Infinite => f.write_str("infinite"),
            Self::Between(low, Some(high)) => write!(f, "{low} to {high}"),
            Self::Between(low, None) => write!(f, "{low} or more"),
        }
    }
}

/// What is asked of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question about labels, such as `Pmax=? [ F "s=7" ]`.
    pub text: String,
    /// Labels that it uses and the model does not have, with a bit for each state.
    pub labels: Vec<(String, Vec<u64>)>,
    /// The answer is whether the number keeps this bound, and the bound in words.
    pub(crate) bound: Option<(Order, Number)>,
    pub(crate) filter: Filter,
    pub(crate) states: Vec<u32>,
    /// Whether the answer is another thing than the numbers of the initial states: a filter, or a bound, takes one of many.
    pub is_one: bool,
}

impl Question {
    /// The answer, from what is known of a state.
    ///
    /// # Errors
    ///
    /// A sentence, if a bound is between the bounds of a value, or a filter has no answer.
    pub fn answer(&self, known: &dyn Fn(u32) -> Found) -> Result<Found, String> {
        let mut values = Vec::with_capacity(self.states.len());
        for &state in &self.states {
            let found = known(state);
            values.push(match &self.bound {
                None => found,
                Some((order, bound)) => {
                    let keeps = |number: &Number| order.holds(number.cmp(bound));
                    let keeps = match &found {
                        Found::Infinite => order.holds(Ordering::Greater),
                        Found::Value(Value::Number(number)) => keeps(number),
                        // Between two numbers that keep it, or do not, others do as they do.
                        Found::Between(low, Some(high)) if keeps(low) == keeps(high) => keeps(low),
                        Found::Between(low, None) if keeps(low) == order.holds(Ordering::Greater) => keeps(low),
                        other => return Err(format!("found {other}, required a number that tells whether it keeps {bound}: --precision exact")),
                    };
                    Found::Value(Value::Bool(keeps))
                }
            });
        }
        filtered(self.filter, values)
    }

    /// The states whose numbers are asked for.
    #[must_use]
    pub fn states(&self) -> &[u32] {
        &self.states
    }
}

/// How probable something is among the plays of a chain in which something else happens: a quotient of three numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// How probable it is to reach one set of states, another, and the one or the other.
    pub questions: Vec<Question>,
    /// Whether each of the two formulas is that its set is never reached.
    pub(crate) are_always: [bool; 2],
}

impl Quotient {
    /// The number of a state, from the exact ones of the three questions.
    ///
    /// *Why:* to reach both is as probable as to reach the one, and the other, less the one or the other.
    ///
    /// # Errors
    ///
    /// A sentence, if they are bounds, or the condition has probability 0.
    pub fn value(&self, found: [&Found; 3]) -> Result<Found, String> {
        let number = |found: &Found| match found {
            Found::Value(Value::Number(number)) => Ok(number.clone()),
            other => Err(format!("found {other}, required exact numbers for a quotient: --precision exact")),
        };
        let [first, second, either] = [number(found[0])?, number(found[1])?, number(found[2])?];
        let (joint, condition) = match self.are_always {
            [false, false] => (first.plus(&second).minus(&either), second),
            [true, false] => (either.minus(&first), second),
            [false, true] => (either.minus(&second), Number::whole(1).minus(&second)),
            [true, true] => (Number::whole(1).minus(&either), Number::whole(1).minus(&second)),
        };
        let quotient = joint.over(&condition);
        let quotient = quotient.ok_or("found a condition of probability 0, required one that can come true")?;
        Ok(Found::Value(Value::Number(quotient)))
    }
}

/// One answer of many.
pub(crate) fn filtered(filter: Filter, mut values: Vec<Found>) -> Result<Found, String> {
    if values.is_empty() && !matches!(filter, Filter::Count | Filter::All | Filter::Some | Filter::Sum) {
        return Err("found a filter without a state, required a state".to_owned());
    }
    let truths = || values.iter().filter(|value| **value == Found::Value(Value::Bool(true))).count();
    let is_truth = values.iter().all(|value| matches!(value, Found::Value(Value::Bool(_))));
    let required = |is: bool| match is {
        true => Ok(()),
        false => Err("found true or false, or a number, required the other in this filter".to_owned()),
    };
    match filter {
        Filter::Count => required(is_truth).map(|()| Found::Value(Value::Number(Number::whole(truths() as i64)))),
        Filter::All => required(is_truth).map(|()| Found::Value(Value::Bool(truths() == values.len()))),
        Filter::Some => required(is_truth).map(|()| Found::Value(Value::Bool(truths() > 0))),
        Filter::First => Ok(values.swap_remove(0)),
        Filter::State if values.len() == 1 => Ok(values.swap_remove(0)),
        // A bound is kept if it is in all initial states, as in PRISM.
        Filter::State if is_truth => Ok(Found::Value(Value::Bool(truths() == values.len()))),
        Filter::State => {
            let first = values.swap_remove(0);
            let same = values.iter().all(|value| *value == first);
            if same {
                Ok(first)
            } else {
                Err("found several initial states with different numbers, required one: filter(max, …, \"init\") takes the greatest".to_owned())
            }
        }
        Filter::Min | Filter::Max | Filter::Sum | Filter::Mean => {
            let numbers: Option<Vec<Number>> = values
                .iter()
                .filter(|value| **value != Found::Infinite)
                .map(|value| match value {
                    Found::Value(Value::Number(number)) => Some(number.clone()),
                    _ => None,
                })
                .collect();
            let numbers = numbers
                .ok_or("found bounds, or true or false, required exact numbers in this filter: --precision exact")?;
            let has_infinite = numbers.len() < values.len();
            let sum = || numbers.iter().fold(Number::ZERO, |sum, number| sum.plus(number));
            let found = match filter {
                Filter::Min => numbers.iter().min().cloned(),
                _ if has_infinite => None,
                Filter::Max => numbers.iter().max().cloned(),
                Filter::Sum => Some(sum()),
                _ => sum().over(&Number::whole(values.len() as i64)),
            };
            Ok(found.map_or(Found::Infinite, |number| Found::Value(Value::Number(number))))
        }
    }
}
