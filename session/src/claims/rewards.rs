//! Expected rewards of models of others, in the words of their field.

use std::any::Any;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::models::{self, Posed, literal, name, optimum};
use super::unverified::{Beside, Unverified, nameless};
use crate::escape::quoted;
use crate::fraction;
use crate::position::{Interval, Shares};
use crate::sheet::{Listed, Sheet};
use checker::Verified;
use checker::certificate::{Digest, Head, Statement};
use checker::failure::{self, Breach, Condition};
use checker::numbers::Fraction;
use checker::table::{Table as _, Target};
use checker::theorem::Side;
use games::models::rewards::{Collected, Fault, Question};
use games::models::{Amount, Model};

/// The numbers of the statements.
pub(super) const NUMBERS: [u8; 2] = [games::models::rewards::NUMBER, games::models::rewards::SIGNED];

/// A question as PRISM writes it, with the discount behind it; of a model, with so many players, in the shortest way.
pub fn property(question: &Question, players: Option<usize>) -> String {
    let what = format!("R{{{}}}", quoted(&question.reward));
    format!("{} {}", optimum(&what, &question.maximisers, players), formula(question))
}

/// Until when it is collected, as PRISM writes it, with the discount behind it.
pub fn formula(question: &Question) -> String {
    let what = question.goal.as_ref().map_or("C".to_owned(), |goal| format!("F {}", literal(goal)));
    let discount = question.discount.map_or(String::new(), |(part, whole)| format!(", discount {part}/{whole}"));
    format!("[ {what} ]{discount}")
}

/// What a number on the scale of a question stands for: none if that is infinite.
fn meant(number: &BigRational, Question { scale, is_signed, .. }: &Question) -> Option<BigRational> {
    let scale = BigRational::from_integer(BigInt::one() << *scale);
    match is_signed {
        true => Some((number + number - BigRational::one()) * scale),
        false => (!number.is_one()).then(|| number * scale),
    }
}

impl Posed for Collected {
    const KIND: &'static str = "rewards";
    const FORMS: [&'static str; 2] = ["exact rewards", "bounds on rewards"];
    const ENDS: [&'static str; 2] = ["the end", "the end"];

    fn model(&self) -> &Model {
        &self.model
    }

    fn property(&self) -> String {
        property(&self.question, Some(self.model.players))
    }

    fn steps(&self) -> Option<u32> {
        None
    }

    fn meant(&self, position: u32) -> (Option<u32>, Result<usize, usize>) {
        (None, self.meant(position))
    }

    fn target(&self, state: usize, _: Option<u32>) -> Target {
        self.target(state)
    }

    fn choice(&self, choice: usize, _: Option<u32>) -> Target {
        self.choice(choice)
    }

    fn said(&self, value: &Interval) -> String {
        match [&value.low, &value.high].map(|number| meant(number, &self.question)) {
            [None, _] => "infinite".to_owned(),
            [Some(low), None] => format!("{} or more", fraction::decimal(&low, models::DECIMALS)),
            [Some(low), Some(high)] => models::probability(&Interval { low, high }),
        }
    }

    fn ends(&self, value: &Interval) -> [String; 2] {
        [&value.low, &value.high]
            .map(|number| meant(number, &self.question).map_or("infinity".to_owned(), |number| number.to_string()))
    }

    fn are_shares(&self) -> bool {
        false
    }

    fn conditions(&self, shares: &Shares) -> Vec<(&'static str, usize)> {
        if self.question.is_signed {
            // Exact numbers have these two already.
            let labels = ["white-label", "black-label"].map(|name| (name, self.count()));
            return labels.into_iter().filter(|_| !shares.is_exact()).collect();
        }
        let is_infinite = |number: &u32| shares.place(*number, false).alpha[0].is_one();
        vec![("infinite", (0..).take(self.count()).filter(is_infinite).count())]
    }
}

/// What was verified of rewards of a model, if it is that.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    models::of::<Collected>(verified)
}

/// What a statement about rewards says of itself.
pub(crate) fn listed(number: u8, body: &[u8], numbers: &str) -> Option<Listed> {
    let question = Question::read(number, body).ok()?;
    Some(Listed::new(format!("{} of a model", property(&question, None)), numbers))
}

/// Something about rewards that is not verified; none if its question is none.
struct Claimed(Option<Question>, Option<Arc<Model>>);

/// Something about rewards of a model that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, given: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let model = given.and_then(|given| Arc::clone(given).downcast().ok());
    let question = match &head.statement {
        Statement::Further(number, body) => Question::read(*number, body).ok(),
        _ => None,
    };
    Box::new(Claimed(question, model))
}

impl Claimed {
    /// What is stated of a number, and what is more than it.
    fn sum(&self, number: &BigRational, more: &BigRational) -> String {
        let meant = self.0.as_ref().and_then(|question| meant(number, question));
        meant.map_or("infinite".to_owned(), |number| fraction::text(&(number + more)))
    }

    fn is_signed(&self) -> bool {
        self.0.as_ref().is_some_and(|question| question.is_signed)
    }

    /// How a condition of one position fails.
    fn breach(&self, breach: &Breach, (numerator, denominator): Amount) -> String {
        let Breach { condition, side, stated, mean, labels: [found, required], .. } = breach;
        if *condition == Condition::Label && self.is_signed() {
            return match side {
                Side::White => format!(
                    "stated T = {found}, required {required} or more: with each move T falls by 1 on average, whatever both sides choose, so that every play ends"
                ),
                Side::Black => format!("stated T′ = {found}, required 0"),
            };
        }
        if *condition == Condition::Label {
            return format!("stated {} = {found}, required {required}", side.of("T", "T′"));
        }
        let rational = |number: &Fraction| fraction::rational(number.clone());
        if self.is_signed() && *found == 0 {
            let (stated, side) = (self.sum(&rational(stated), &BigRational::zero()), side.of("at most", "at least"));
            return format!("stated {stated} with T = 0, so that nothing is collected any more, required {side} 0");
        }
        let mean: Vec<(u64, BigRational)> = mean.iter().map(|(weight, number)| (*weight, rational(number))).collect();
        let is_infinite = !self.is_signed() && mean.iter().any(|(_, number)| number.is_one());
        let mean = if is_infinite { BigRational::one() } else { fraction::mean(&mean) };
        let (reward, nothing) = (BigRational::new(numerator.into(), denominator.into()), BigRational::zero());
        let (stated, total) = (self.sum(&rational(stated), &nothing), self.sum(&mean, &reward));
        let from = format!("{} collected here and {} later", fraction::text(&reward), self.sum(&mean, &nothing));
        match stated == total {
            true => format!(
                "stated {stated}, {from}; required {}, or a label above {required}, the least of its evidence, where {found} is stated",
                side.of("less", "more")
            ),
            false => format!("stated {stated}, {from} are {total}, required {} that", side.of("at most", "at least")),
        }
    }
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        let names = |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Some(match part {
            "label" | "coalition" => return models::statement(self.1.as_deref(), part),
            "reward" => {
                let known = self.1.iter().flat_map(|model| model.rewards()).map(quoted).collect();
                format!("reward: found one that the model has not, required one of {}", names(known))
            }
            "discount" => "discount: found one with a goal, or no fraction between 0 and 1 in lowest terms; required one without a goal, or none".to_owned(),
            _ => return None,
        })
    }

    fn wanted(&self, required: Digest) -> Option<String> {
        Some(models::wanted(self.1.as_deref(), required))
    }

    fn uncovered(&self, what: &str, number: u64) -> Option<String> {
        if !what.starts_with("a reward") {
            return Some(models::uncovered(what, number));
        }
        Some(format!(
            "model: state, choice or branch {number}: found {what}, required an amount{} with numbers below 2^64",
            if self.is_signed() { "" } else { " from 0" }
        ))
    }

    fn position(&self, number: u32) -> String {
        let asked = self.0.clone().zip(self.1.clone());
        let asked = asked.and_then(|(question, model)| Collected::new(model, question).ok());
        asked.map_or_else(|| nameless(number), |asked| name(&asked, number))
    }

    fn fault(&self, fault: &dyn failure::Fault) -> Option<String> {
        let fault: &dyn Any = fault;
        Some(match fault.downcast_ref()? {
            Fault::Infinite(position, [level, distance]) => format!(
                "{}: stated infinite, with level {level} and distance {distance}, required evidence: choices that keep to infinite states of this level or a \
                 lower one, and come nearer to one where something is collected",
                self.position(*position)
            ),
            Fault::At(breach, reward) => {
                format!("{}: {}", self.position(breach.position), self.breach(breach, *reward))
            }
        })
    }
}
