//! Rewards of models of others: what is collected at states, choices and branches, as a game in which something is collected at each position.
//!
//! Left to others: states, choices and branches ([`super::umb`]), values ([`crate::graph::rewards`]). Source: the specification of UMB, version 1; the chapter
//! `docs/src/record/format-rewards.md`, for the order of the positions.

use std::collections::HashMap;

use games::models::Amount;
use games::models::rewards::Question;
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::Zero as _;
use serde_json::{Value, json};

use super::umb::{Doubles, Model, WrongModel};
use crate::graph::labels::Side;
use crate::graph::rewards::{Collecting, END};

/// The most that the weights of a choice may sum up to, with the discount.
const MOST_WEIGHT: u64 = 1 << 62;

/// The amounts of one reward, at states, choices and branches; none where all are 0.
#[derive(Clone, Debug)]
pub struct Rewards([Option<Vec<Amount>>; 3]);

/// Nothing.
const ZERO: Amount = (0, 1);

impl Rewards {
    /// Reads the reward of a name; of the only one, if none is said. Its name comes first.
    ///
    /// # Errors
    ///
    /// If there is no such reward, or an amount is not covered.
    pub fn read(model: &Model, name: Option<&str>, doubles: Doubles) -> Result<(String, Self), WrongModel> {
        let arrays = model.arrays();
        let names = || arrays.rewards().map(ToOwned::to_owned).collect::<Vec<_>>();
        let name = match (name, &names()[..]) {
            (Some(name), known) if known.iter().any(|known| known == name) => name.to_owned(),
            (None, [only]) => only.clone(),
            (name, _) => return Err(WrongModel::Reward(name.map(ToOwned::to_owned), names())),
        };
        let (mut parts, mut simplest) = ([None, None, None], doubles.known());
        for (part, word) in ["state", "choice", "branch"].into_iter().enumerate() {
            let count = model.counts()[part];
            for place in 0..count {
                let amount = arrays.reward(&name, part, place, &mut simplest);
                let amount = amount.ok_or_else(|| WrongModel::Amount(name.clone(), word, place))?;
                if amount != ZERO {
                    parts[part].get_or_insert_with(|| vec![ZERO; count])[place] = amount;
                }
            }
        }
        Ok((name, Self(parts)))
    }

    fn amount(&self, part: usize, place: usize) -> Amount {
        self.0[part].as_ref().map_or(ZERO, |amounts| amounts[place])
    }

    fn of(&self, part: usize, place: usize) -> BigRational {
        let (numerator, denominator) = self.amount(part, place);
        BigRational::new_raw(numerator.into(), denominator.into())
    }

    /// Whether something is negative that is collected at a state or its choices.
    fn is_negative(&self, model: &Model, state: usize) -> bool {
        let mut choices = model.choices(state);
        let is_negative = |part, place| self.amount(part, place).0 < 0;
        is_negative(0, state)
            || choices.any(|choice| {
                is_negative(1, choice) || model.arrays().branches_of(choice).any(|branch| is_negative(2, branch))
            })
    }

    /// What is collected at a choice, with the mean of what is collected at its branches.
    fn of_choice(&self, model: &Model, choice: usize) -> BigRational {
        let part = |weight: u64| BigRational::new(weight.into(), model.weights(choice).into());
        let branches = model.drawn(choice).filter(|(branch, ..)| self.amount(2, *branch) != ZERO);
        let branches = branches.map(|(branch, _, weight)| self.of(2, branch) * part(weight));
        branches.fold(self.of(1, choice), |sum, amount| sum + amount)
    }
}

/// An endless game, as its file, in which the mean payoff is what is collected on average in a step of the model. States are positions; in a model where
/// somebody chooses, so are choices: then each step takes two positions, and a choice has twice what is collected in the step. A state without a choice stays,
/// and is one position: it has what is collected there.
///
/// # Errors
///
/// If the mean of what is collected at a choice has a numerator or denominator of 2^62 or more.
pub fn endless(model: &Model, rewards: &Rewards, maximisers: &[u32], title: &str) -> Result<String, WrongModel> {
    let states = 0..model.counts()[0];
    let is_chain = states.clone().all(|state| model.choices(state).len() <= 1);
    let chance = |state: usize, choice: usize, name: String| {
        let amount = rewards.of(0, state) + rewards.of_choice(model, choice);
        if amount.numer().bits().max(amount.denom().bits()) > 62 {
            return Err(WrongModel::Mean(choice));
        }
        let amount = if is_chain { amount } else { amount * BigInt::from(2) };
        let part = |weight| Ratio::new(weight, model.weights(choice)).to_string();
        let option = |(_, to, weight): (usize, u32, u64)| json!({ "to": to.to_string(), "weight": part(weight) });
        let options: Vec<Value> = model.drawn(choice).map(option).collect();
        Ok(json!({ "name": name, "reward": amount.to_string(), "chance": options }))
    };
    let (mut positions, mut choices) = (Vec::new(), Vec::new());
    for state in states {
        let own = model.choices(state);
        if own.is_empty() {
            let (name, amount) = (state.to_string(), rewards.of(0, state));
            let stay = json!([{ "to": name, "weight": "1" }]);
            positions.push(json!({ "name": name, "reward": amount.to_string(), "chance": stay }));
            continue;
        }
        if is_chain {
            positions.push(chance(state, own.start, state.to_string())?);
            continue;
        }
        let names: Vec<String> = (0..own.len()).map(|number| format!("{state}:{number}")).collect();
        let player = if maximisers.contains(&model.owner(state)) { "left" } else { "right" };
        positions.push(json!({ "name": state.to_string(), "reward": "0", "turn": player, player: &names }));
        for (choice, name) in own.zip(names) {
            choices.push(chance(state, choice, name)?);
        }
    }
    positions.append(&mut choices);
    let lines: Vec<String> = positions.iter().map(|position| format!("    {position}")).collect();
    let title = Value::from(title);
    Ok(format!(
        "{{\n  \"endless-game\": 1,\n  \"title\": {title},\n  \"positions\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    ))
}

/// The game of a question, and the position of each state; none of one that is of the goal.
///
/// # Errors
///
/// If there is no such label, or weights are too large.
pub fn game(
    model: &Model,
    rewards: &Rewards,
    question: &Question,
) -> Result<(Collecting, Vec<Option<u32>>), WrongModel> {
    let is_goal = model.set(&question.goal, false)?;
    let mut next = 0;
    let mut number = |is_goal: &bool| {
        next += u32::from(!is_goal);
        (!is_goal).then(|| next - 1)
    };
    let places: Vec<Option<u32>> = is_goal.iter().map(&mut number).collect();
    let (part, whole) = question.discount.unwrap_or((1, 1));
    let to = |state: u32| places[state as usize].unwrap_or(END);
    // The branches of a choice, with their weights, and the mean of what is collected there.
    let drawn = |choice: usize| {
        let common = model.weights(choice);
        if common.checked_mul(whole).is_none_or(|sum| sum >= MOST_WEIGHT) {
            return Err(WrongModel::Weights(choice));
        }
        let mut options: Vec<(u32, u64)> =
            model.drawn(choice).map(|(_, state, weight)| (to(state), weight * part)).collect();
        if part < whole {
            options.push((END, common * (whole - part)));
        }
        Ok((options, rewards.of_choice(model, choice)))
    };
    let (mut game, mut known) = (Collecting::new(question.goal.is_some()), HashMap::new());
    let mut push = |game: &mut Collecting, turn, options: Vec<(u32, u64)>, amount: BigRational| {
        let number = *known.entry(amount.clone()).or_insert_with(|| game.amount(amount));
        game.push(turn, options, number);
    };
    let mut choices = Vec::new();
    let mut first_choice = next;
    for (state, place) in (0..).zip(&places) {
        let Some(place) = place else { continue };
        game.is_signed |= rewards.is_negative(model, state as usize);
        let (own, amount) = (model.choices(state as usize), rewards.of(0, state as usize));
        if own.len() > 1 {
            let side =
                if question.maximisers.contains(&model.owner(state as usize)) { Side::White } else { Side::Black };
            let options = (first_choice..).take(own.len()).map(|choice| (choice, 1)).collect();
            first_choice += own.len() as u32;
            push(&mut game, Some(side), options, amount);
            choices.extend(own);
            continue;
        }
        let (options, more) = match own.is_empty() {
            // Without a choice the play stays, until the discount ends it.
            true => {
                let mut options = vec![(*place, part)];
                options.extend((part < whole).then_some((END, whole - part)));
                (options, BigRational::zero())
            }
            false => drawn(own.start)?,
        };
        push(&mut game, None, options, amount + more);
    }
    for choice in choices {
        let (options, amount) = drawn(choice)?;
        push(&mut game, None, options, amount);
    }
    Ok((game, places))
}

/// The discount that a text says: a fraction or a decimal number between 0 and 1, in lowest terms.
///
/// # Errors
///
/// In words.
pub fn discount(text: &str) -> Result<(u64, u64), String> {
    let wrong =
        || format!("found {:?}, required a discount between 0 and 1, such as 9/10 or 0.95", crate::escape::short(text));
    let share = session::fraction::read_share(text);
    share.filter(|(part, whole)| (1..*whole).contains(part)).ok_or_else(wrong)
}
