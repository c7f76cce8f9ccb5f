//! Models of others in the words of their field: states, choices, properties, probabilities, strategies.

use std::fmt::Write as _;
use std::sync::Arc;

use num_rational::BigRational;

use super::unverified::{self, Beside, Unverified, nameless};
use super::values;
use crate::escape::{self, quoted};
use crate::figures::Figures;
use crate::json::{Object, list};
use crate::position::{Entry, Interval, Leads, PositionError, Reached, Shares, known, ordered, whole};
use crate::tell::{Answer, Listed, Tell, without_chips};
use crate::{fraction, notation};
use checker::Verified;
use checker::certificate::{Digest, Head};
use checker::numbers::at;
use checker::table::{Step, Table as _, Target};
use checker::theorem::{Place, Side, Turn};
use games::models::{Asked, Literal, Model, Path, Question};

/// The number of the statement.
pub(super) use games::models::NUMBER;

/// So many decimals of a probability are shown.
const DECIMALS: u32 = 12;
/// A fraction with more characters is not shown beside its decimals.
const MOST_CHARACTERS: usize = 60;
/// So many initial states are named in a sentence.
const MOST_STATES: usize = 3;

/// A question as PRISM writes it; with the names of the players, if there is a model.
pub fn property(question: &Question, players: Option<&[String]>) -> String {
    let literal = |literal: &Literal| {
        let negated = if literal.negated { "!" } else { "" };
        format!("{negated}{}", quoted(&literal.label))
    };
    let steps = question.steps.map_or(String::new(), |steps| format!("<={steps}"));
    let path = match (question.path, question.stay.as_ref().map(literal), question.goal.as_ref().map(literal)) {
        (Path::Next, _, Some(goal)) => format!("X {goal}"),
        (Path::WeakUntil, Some(stay), None) => format!("G{steps} {stay}"),
        (Path::WeakUntil, Some(stay), Some(goal)) => format!("{stay} W{steps} {goal}"),
        (_, Some(stay), Some(goal)) => format!("{stay} U{steps} {goal}"),
        (_, _, goal) => format!("F{steps} {}", goal.expect("a goal")),
    };
    let maximisers = &question.maximisers;
    let optimum = match players {
        Some([]) => "P=?".to_owned(),
        Some(players) if players.len() == maximisers.len() => "Pmax=?".to_owned(),
        _ if maximisers.is_empty() => "Pmin=?".to_owned(),
        _ => {
            let name = |&player: &u32| match players.and_then(|players| players.get(at(player))) {
                Some(name) => escape::visible(name),
                None => player.to_string(),
            };
            format!("<<{}>> Pmax=?", maximisers.iter().map(name).collect::<Vec<_>>().join(","))
        }
    };
    format!("{optimum} [ {path} ]")
}

/// A model in a few words.
pub fn title(model: &Model) -> String {
    let kind = match model.players.len() {
        0 => "Markov chain".to_owned(),
        1 => "Markov decision process".to_owned(),
        players => format!("stochastic game of {players} players"),
    };
    let [states, choices, branches] = model.counts;
    let states = escape::count(states, "state", "states");
    let choices = escape::count(choices, "choice", "choices");
    let branches = escape::count(branches, "branch", "branches");
    format!("{kind} with {states}, {choices} and {branches} (sha-256 {})", notation::digest(model.digest))
}

/// A probability: the fraction if it is short, and decimals, which are rounded down; of bounds both ends, rounded outwards.
pub fn probability(value: &Interval) -> String {
    let decimals = |number: &BigRational| fraction::decimal(number, DECIMALS);
    if !value.is_exact() {
        let unit = BigRational::new(1.into(), num_bigint::BigInt::from(10).pow(DECIMALS));
        let high = (&value.high / &unit).ceil() * unit;
        let low = decimals(&value.low).trim_end_matches('…').to_owned();
        return format!("{low} to {}", decimals(&high));
    }
    let (text, decimals) = (value.low.to_string(), decimals(&value.low));
    match text.len() {
        _ if text == decimals => text,
        ..=MOST_CHARACTERS => format!("{text} = {decimals}"),
        _ => format!("{decimals} (a fraction with {} bits)", value.low.denom().bits()),
    }
}

/// What was verified of a model.
struct Modelled<'a> {
    verified: &'a Verified,
    asked: &'a Asked,
    shares: Shares<'a>,
}

/// What was verified of a model, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    let asked = verified.subject().downcast_ref()?;
    Some(Box::new(Modelled { verified, asked, shares: Shares::of(verified) }))
}

/// What a statement about a model says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], numbers: &str) -> Option<Listed> {
    let question = Question::read(body).ok()?;
    Some(Listed::new(format!("{} of a model", property(&question, None)), numbers))
}

/// Something about a model that is not verified; none if its question is none.
struct Claimed(Option<Question>, Option<Arc<Model>>);

/// Something about a model that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, given: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let model = given.and_then(|given| Arc::clone(given).downcast().ok());
    Box::new(Claimed(Question::read(unverified::body(&head.statement)).ok(), model))
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        Some(match part {
            "label" => {
                let labels: Vec<String> = self.1.iter().flat_map(|model| model.labels()).map(quoted).collect();
                format!("label: found one that the model has not, required one of {}", labels.join(", "))
            }
            "coalition" => "coalition: found others, required numbers of players, increasing".to_owned(),
            "path" => "path: found another, required an until with a goal, a weak until with states to stay in, or a next with a goal alone".to_owned(),
            _ => return None,
        })
    }

    fn wanted(&self, required: Digest) -> Option<String> {
        let required = notation::digest(required);
        Some(match &self.1 {
            Some(model) => format!(
                "model: found the one with sha-256 {}, required the one with sha-256 {required}: the certificate is about another model",
                notation::digest(model.digest)
            ),
            None => format!(
                "model: found none, required the one with sha-256 {required}, for the certificate does not repeat the model: give it with --model MODEL.umb"
            ),
        })
    }

    fn uncovered(&self, what: &str, number: u64) -> Option<String> {
        let part = if what.starts_with("a choice") { "choice" } else { "branch" };
        Some(format!(
            "model: {part} {number}: found {what}, required fractions below 2^64 with the sum 1 for each choice: export the model with rational numbers, or read doubles as the simplest fractions (solve model --simplest)"
        ))
    }

    fn position(&self, number: u32) -> String {
        let asked = self
            .0
            .clone()
            .zip(self.1.clone())
            .and_then(|(question, model)| Some(name(&Asked::new(model, question).ok()?, number)));
        asked.unwrap_or_else(|| nameless(number))
    }
}

/// The name of a position: `3`, `3:1` for the choice of number 1 of state 3, with `@2` behind it if two steps are left.
fn name(asked: &Asked, number: u32) -> String {
    let (steps, meant) = asked.meant(number);
    let name = match meant {
        Ok(state) => state.to_string(),
        Err(choice) => {
            let state = asked.model.state_of(choice);
            format!("{state}:{}", choice - asked.model.choices_of(state).start)
        }
    };
    steps.map_or(name.clone(), |steps| format!("{name}@{steps}"))
}

/// What a name stands for.
#[derive(Clone, Copy)]
struct Named {
    state: usize,
    choice: Option<usize>,
    steps: Option<u32>,
}

impl Modelled<'_> {
    fn model(&self) -> &Model {
        &self.asked.model
    }

    /// Reads a name. Without a number of steps all of them are left.
    fn read(&self, text: &str) -> Option<Named> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<usize>().ok().filter(|_| is_number)
        };
        let (text, steps) = match text.trim().split_once('@') {
            Some((text, steps)) => (text, Some(u32::try_from(number(steps)?).ok()?)),
            None => (text.trim(), self.steps()),
        };
        let (state, choice) = match text.split_once(':') {
            Some((state, choice)) => (number(state)?, Some(number(choice)?)),
            None => (number(text)?, None),
        };
        let fits = state < self.model().counts[0]
            && choice.is_none_or(|choice| choice < self.model().choices_of(state).len())
            && match (steps, self.steps()) {
                (Some(steps), Some(most)) => (1..=most).contains(&steps),
                (steps, most) => steps == most,
            };
        fits.then_some(Named { state, choice, steps })
    }

    /// How many steps a play has, if there is a number of them.
    fn steps(&self) -> Option<u32> {
        let question = &self.asked.question;
        if question.path == Path::Next { Some(1) } else { question.steps }
    }

    /// What is known where something leads.
    fn place(&self, target: Target) -> (Leads, Place<BigRational>) {
        match target {
            Target::To(number) => (Leads::To(number), self.shares.place(number, false)),
            Target::Won(side) => (Leads::Won(side), Place::of(whole(side.of(1, 0)))),
            Target::Known { .. } | Target::Outside => unreachable!("a model has no border"),
        }
    }

    /// The position of a number.
    fn of(&self, number: u32) -> Entry {
        let (head, turn) = (self.verified.head(), self.asked.turn(number));
        let mut options = Vec::new();
        self.asked.options(number, |(by, weight, name, target)| {
            let (leads, place) = self.place(target);
            let text = if turn == Turn::Chance { format!("state {name}") } else { format!("choice {name}") };
            options
                .push((name, Reached { by, weight, name, step: text.clone(), text, leads, known: known(head, place) }));
        });
        ordered(head, self.name(number), turn, known(head, self.shares.place(number, false)), options)
    }

    /// What a name stands for: a position, or a state at which the play is decided, or a choice that leads to one place for sure.
    fn entry_of(&self, named: Named) -> Entry {
        let target = match named.choice {
            None => self.asked.target(named.state, named.steps),
            Some(choice) => self.asked.choice(self.model().choices_of(named.state).start + choice, named.steps),
        };
        match target {
            Target::To(number) => self.of(number),
            target => {
                let (head, (_, place)) = (self.verified.head(), self.place(target));
                let (options, plans, known) = (Vec::new(), [None, None], known(head, place));
                let name = named.choice.map_or(named.state.to_string(), |choice| format!("{}:{choice}", named.state));
                Entry { name, turn: None, known, options, plans, bound: None, never: head.never }
            }
        }
    }

    /// The probability at each initial state, of some of them.
    fn initial(&self) -> Vec<(usize, Interval)> {
        let value = |state| (state, self.entry_of(Named { state, choice: None, steps: self.steps() }).known.alpha);
        self.model().initial().take(MOST_STATES).map(value).collect()
    }

    fn property(&self) -> String {
        property(&self.asked.question, Some(&self.model().players))
    }

    fn answer(&self, entry: Entry) -> Box<dyn Answer + '_> {
        Box::new(State { modelled: self, entry })
    }
}

/// What is verified of a state, or of a choice.
struct State<'a> {
    modelled: &'a Modelled<'a>,
    entry: Entry,
}

impl State<'_> {
    /// In words.
    fn name(&self) -> String {
        let (name, steps) =
            self.entry.name.split_once('@').map_or((&*self.entry.name, None), |(name, steps)| (name, Some(steps)));
        let name = match name.split_once(':') {
            Some((state, choice)) => format!("choice {choice} of state {state}"),
            None => format!("state {name}"),
        };
        steps.map_or(name.clone(), |steps| format!("{name}, steps left: {steps}"))
    }

    /// The places of the best choices, those that bring their player on: none where no player has a choice, or where bounds do not tell.
    fn best(&self) -> &[usize] {
        let Some(Turn::Of(side)) = self.entry.turn else { return &[] };
        match &self.entry.plans[side.of(0, 1)] {
            Some(plans) if plans.to_win.best.is_exact() => &plans.to_win.options[..plans.to_win.least],
            _ => &[],
        }
    }

    /// The number of the first of the best choices.
    fn choice(&self) -> Option<u32> {
        self.best().iter().map(|&place| self.entry.options[place].name).min()
    }
}

impl Answer for State<'_> {
    fn text(&self) -> String {
        let Entry { turn, known, options, .. } = &self.entry;
        let whose = match turn {
            None => ", where the play is decided".to_owned(),
            Some(Turn::Of(side)) => format!(", a state of {}", self.modelled.player(*side)),
            _ => String::new(),
        };
        let mut text = format!("{}{whose}: {}\n", self.name(), probability(&known.alpha));
        let sum: u128 = options.iter().map(|option| u128::from(option.weight)).sum();
        for (place, option) in options.iter().enumerate() {
            let (value, best) =
                (probability(&option.known.alpha), if self.best().contains(&place) { ", best" } else { "" });
            let _ = match turn {
                Some(Turn::Chance) => {
                    let weight = BigRational::new(option.weight.into(), sum.into());
                    writeln!(text, "  with probability {weight} to {}: {value}", option.text)
                }
                _ => writeln!(text, "  {}: {value}{best}", option.text),
            };
        }
        text
    }

    fn add(&self, object: &mut Object) {
        let Interval { low, high } = &self.entry.known.alpha;
        object.text("at", &self.entry.name).text("low", low).text("high", high);
        let turn = self.entry.turn.map(|turn| match turn {
            Turn::Of(side) => side.of("maximiser", "minimiser"),
            _ => "chance",
        });
        object.text_or_null("turn", turn).json_or_null("choice", self.choice());
        let options = self.entry.options.iter().map(|option| {
            let mut object = Object::default();
            let Interval { low, high } = &option.known.alpha;
            object.json("number", option.name).json("weight", option.weight).text("low", low).text("high", high);
            object
        });
        object.json("options", list(options));
    }

    fn row(&self) -> Vec<String> {
        let Interval { low, high } = &self.entry.known.alpha;
        let choice = self.choice().map_or(String::new(), |choice| choice.to_string());
        vec![self.entry.name.clone(), low.to_string(), high.to_string(), choice]
    }
}

/// The names of the columns of a state.
const COLUMNS: &[&str] = &["state", "low", "high", "choice"];

impl Tell for Modelled<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "model"
    }

    fn about(&self) -> String {
        format!("{} of a {}", self.property(), title(self.model()))
    }

    fn question(&self) -> &'static str {
        "the number of a state, such as 0; of a choice of it, 0:1; with 3 steps left, 0@3"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let initial = self.initial();
        let count = self.model().initial().count();
        let values =
            initial.iter().map(|(state, value)| format!("{} at the initial state {state}", probability(value)));
        let values = values.collect::<Vec<_>>().join(", ");
        let more = if count > initial.len() { format!(", and {} more", count - initial.len()) } else { String::new() };
        let values = if initial.is_empty() { "no state is initial".to_owned() } else { format!("{values}{more}") };
        let exact = if self.verified.head().bits == 0 { "exact values" } else { "bounds" };
        let positions = escape::count(self.count(), "state and choice that is", "states and choices that are");
        format!(
            "{}: {values}; these are {exact} of all {positions} not decided, in a {}",
            self.property(),
            title(self.model())
        )
    }

    fn count(&self) -> usize {
        self.verified.stated().count()
    }

    fn form(&self) -> &'static str {
        if self.verified.head().bits == 0 { "exact probabilities" } else { "bounds on probabilities" }
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        values::conditions(self, false)
    }

    fn receipt(&self, object: &mut Object) {
        let mut at = Vec::new();
        for (state, Interval { low, high }) in self.initial() {
            let mut object = Object::default();
            object.json("state", state).text("low", low).text("high", high);
            at.push(object);
        }
        object
            .text("claim", self.claim())
            .json("format", checker::certificate::VERSION)
            .text("form", self.form())
            .json("bits", self.verified.head().bits)
            .text("property", self.property())
            .text("model", notation::digest(self.model().digest))
            .json("states", self.model().counts[0])
            .json("proved", self.count())
            .json("conditions", Object::numbers(self.conditions()))
            .json("max_denominator_bits", values::bits(self.verified))
            .json("initial", list(at.into_iter()));
    }

    fn labels(&self) -> [Option<u64>; 2] {
        values::labels(self.verified)
    }

    fn bits(&self) -> Option<u64> {
        Some(values::bits(self.verified))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String> {
        let named = self.read(text).ok_or_else(|| {
            format!("found {}, required {}, of {} states", quoted(text), self.question(), self.model().counts[0])
        })?;
        let entry = self.entry_of(named);
        match holds {
            None => Ok(self.answer(entry)),
            Some(_) => without_chips(holds, self.answer(entry)),
        }
    }

    fn number(&self, number: u32) -> Box<dyn Answer + '_> {
        self.answer(self.of(number))
    }

    fn first(&self) -> Option<Box<dyn Answer + '_>> {
        let state = self.model().initial().next()?;
        Some(self.answer(self.entry_of(Named { state, choice: None, steps: self.steps() })))
    }

    fn name(&self, number: u32) -> String {
        name(self.asked, number)
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let named = self.read(text).ok_or_else(|| PositionError::Member(quoted(text)))?;
        Ok(self.entry_of(named))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        Some(self.of(number))
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn is_game(&self) -> bool {
        true
    }

    fn shown(&self, name: &str) -> String {
        name.to_owned()
    }

    fn player(&self, side: Side) -> &'static str {
        side.of("the maximiser", "the minimiser")
    }

    fn member(&self) -> &'static str {
        "a state or a choice of the same model"
    }

    fn leads(&self, leads: Leads) -> String {
        match leads {
            Leads::Won(side) => side.of("the goal, or where nothing can stop it", "where it is lost").to_owned(),
            _ => self.member().to_owned(),
        }
    }

    fn turns(&self) -> [bool; 2] {
        [false, true]
    }

    fn turn(&self, number: u32) -> Turn {
        self.asked.turn(number)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.asked.options(number, tell);
    }
}
