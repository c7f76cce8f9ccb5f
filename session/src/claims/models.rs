//! Models of others in the words of their field: states, choices, properties, probabilities, strategies.

use std::any::Any;
use std::fmt::Write as _;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Signed as _;

use super::unverified::{self, Beside, Unverified, nameless};
use super::values;
use crate::escape::{self, quoted};
use crate::figures::Figures;
use crate::json::{Object, list};
use crate::position::{Entry, Interval, Leads, PositionError, Reached, Shares, known, ordered, whole};
use crate::sheet::{Answer, Listed, Row, Sheet, without_chips};
use crate::{fraction, notation};
use checker::Verified;
use checker::certificate::{Digest, Head};
use checker::table::{Step, Table, Target};
use checker::theorem::{Place, Side, Turn};
use games::models::{Asked, Literal, Model, Path, Question};

/// The number of the statement.
pub(super) use games::models::NUMBER;

/// So many decimals of a probability are shown.
pub(super) const DECIMALS: u32 = 12;
/// A fraction with more characters is not shown beside its decimals.
const MOST_CHARACTERS: usize = 60;
/// So many initial states are named in a sentence.
const MOST_STATES: usize = 3;

/// A label as PRISM writes it.
pub(super) fn literal(literal: &Literal) -> String {
    let negated = if literal.negated { "!" } else { "" };
    format!("{negated}{}", quoted(&literal.label))
}

/// A question as PRISM writes it; with the numbers of players; of a model, with so many players, in the shortest way.
pub fn property(question: &Question, players: Option<usize>) -> String {
    format!("{} {}", optimum("P", &question.maximisers, players), formula(question))
}

/// What shall be so, as PRISM writes it.
pub fn formula(question: &Question) -> String {
    let steps = question.steps.map_or(String::new(), |steps| format!("<={steps}"));
    let path = match (question.path, question.stay.as_ref().map(literal), question.goal.as_ref().map(literal)) {
        (Path::Next, _, Some(goal)) => format!("X {goal}"),
        (Path::WeakUntil, Some(stay), None) => format!("G{steps} {stay}"),
        (Path::WeakUntil, Some(stay), Some(goal)) => format!("{stay} W{steps} {goal}"),
        (_, Some(stay), Some(goal)) => format!("{stay} U{steps} {goal}"),
        (_, _, goal) => format!("F{steps} {}", goal.expect("a goal")),
    };
    format!("[ {path} ]")
}

/// Who wants much of what, as PRISM writes it. Players have numbers, from 1 as there: no digest is about their names.
pub(super) fn optimum(what: &str, maximisers: &[u32], players: Option<usize>) -> String {
    match players {
        Some(0) => format!("{what}=?"),
        Some(players) if players == maximisers.len() => format!("{what}max=?"),
        _ if maximisers.is_empty() => format!("{what}min=?"),
        _ => {
            let numbers: Vec<String> = maximisers.iter().map(|&player| (u64::from(player) + 1).to_string()).collect();
            format!("<<{}>> {what}max=?", numbers.join(","))
        }
    }
}

/// A model in a few words.
pub fn title(model: &Model) -> String {
    let kind = match model.players {
        0 => "Markov chain".to_owned(),
        1 => "Markov decision process".to_owned(),
        players => format!("stochastic game of {players} players, numbered from 1,"),
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
        let high = (&value.high / &unit).ceil() * &unit;
        let low = if value.low.is_negative() { (&value.low / &unit).floor() * &unit } else { value.low.clone() };
        let low = decimals(&low).trim_end_matches('…').to_owned();
        return format!("{low} to {}", decimals(&high));
    }
    let (text, decimals) = (value.low.to_string(), decimals(&value.low));
    match text.len() {
        _ if text == decimals => text,
        ..=MOST_CHARACTERS => format!("{text} = {decimals}"),
        _ => format!("{decimals} (a fraction with {} bits)", value.low.denom().bits()),
    }
}

/// What is asked of a model, and its positions.
pub(crate) trait Posed: Table + Any + Send + Sync {
    /// The name of the kind.
    const KIND: &'static str;
    /// What is stated: exact numbers, bounds.
    const FORMS: [&'static str; 2];
    /// Where a play is decided: for White, for Black.
    const ENDS: [&'static str; 2];

    /// The model.
    fn model(&self) -> &Model;

    /// The question as PRISM writes it.
    fn property(&self) -> String;

    /// How many steps a play has, if there is a number of them.
    fn steps(&self) -> Option<u32>;

    /// How many steps are left at a position, if there is a number of them; and which state it is, or which choice.
    fn meant(&self, position: u32) -> (Option<u32>, Result<usize, usize>);

    /// What a state comes to with so many steps left.
    fn target(&self, state: usize, steps: Option<u32>) -> Target;

    /// What a choice comes to with so many steps left.
    fn choice(&self, choice: usize, steps: Option<u32>) -> Target;

    /// Numbers as they are meant: a probability, or a reward.
    fn said(&self, value: &Interval) -> String;

    /// The ends of what is known, for programs.
    fn ends(&self, value: &Interval) -> [String; 2];

    /// Whether numbers are shares of 1, as probabilities are.
    fn are_shares(&self) -> bool;

    /// How often further conditions were evaluated.
    fn conditions(&self, _: &Shares) -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}

impl Posed for Asked {
    const KIND: &'static str = "model";
    const FORMS: [&'static str; 2] = ["exact probabilities", "bounds on probabilities"];
    const ENDS: [&'static str; 2] = ["the goal, or where nothing can stop it", "where it is lost"];

    fn model(&self) -> &Model {
        &self.model
    }

    fn property(&self) -> String {
        property(&self.question, Some(self.model.players))
    }

    fn steps(&self) -> Option<u32> {
        if self.question.path == Path::Next { Some(1) } else { self.question.steps }
    }

    fn meant(&self, position: u32) -> (Option<u32>, Result<usize, usize>) {
        self.meant(position)
    }

    fn target(&self, state: usize, steps: Option<u32>) -> Target {
        self.target(state, steps)
    }

    fn choice(&self, choice: usize, steps: Option<u32>) -> Target {
        self.choice(choice, steps)
    }

    fn said(&self, value: &Interval) -> String {
        probability(value)
    }

    fn ends(&self, value: &Interval) -> [String; 2] {
        [&value.low, &value.high].map(ToString::to_string)
    }

    fn are_shares(&self) -> bool {
        true
    }
}

/// What was verified of a model.
struct Modelled<'a, A> {
    verified: &'a Verified,
    asked: &'a A,
    shares: Shares<'a>,
}

/// What was verified of probabilities of a model, if it is that.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    of::<Asked>(verified)
}

/// What was verified of a model, if this was asked.
pub(super) fn of<A: Posed>(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    let asked: &A = verified.subject().downcast_ref()?;
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

/// What is wrong with a part of a statement about a model.
pub(super) fn statement(model: Option<&Model>, part: &str) -> Option<String> {
    Some(match part {
        "label" => {
            let labels: Vec<String> = model.iter().flat_map(|model| model.labels()).map(quoted).collect();
            format!("label: found one that the model has not, required one of {}", labels.join(", "))
        }
        "coalition" => "coalition: found others, required numbers of players, increasing".to_owned(),
        "path" => "path: found another, required an until with a goal, a weak until with states to stay in, or a next with a goal alone".to_owned(),
        _ => return None,
    })
}

/// That the model of this digest is required.
pub(super) fn wanted(model: Option<&Model>, required: Digest) -> String {
    let required = notation::digest(required);
    match model {
        Some(model) => format!(
            "model: found the one with sha-256 {}, required the one with sha-256 {required}: the certificate is about another model",
            notation::digest(model.digest)
        ),
        None => format!(
            "model: found none, required the one with sha-256 {required}, because the certificate does not repeat the model: give it with --model MODEL.umb"
        ),
    }
}

/// That probabilities of a model are not covered.
pub fn uncovered(what: &str, number: u64) -> String {
    let part = if what.starts_with("a choice") { "choice" } else { "branch" };
    format!(
        "model: {part} {number}: found {what}, required fractions below 2^64 with the sum 1 for each choice: export the model with rational numbers, or read doubles as the simplest fractions (solve model --simplest)"
    )
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        statement(self.1.as_deref(), part)
    }

    fn wanted(&self, required: Digest) -> Option<String> {
        Some(wanted(self.1.as_deref(), required))
    }

    fn uncovered(&self, what: &str, number: u64) -> Option<String> {
        Some(uncovered(what, number))
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
pub(super) fn name(asked: &impl Posed, number: u32) -> String {
    let (steps, meant) = asked.meant(number);
    let name = match meant {
        Ok(state) => state.to_string(),
        Err(choice) => {
            let state = asked.model().state_of(choice);
            format!("{state}:{}", choice - asked.model().choices_of(state).start)
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

impl<A: Posed> Modelled<'_, A> {
    fn model(&self) -> &Model {
        self.asked.model()
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
        self.asked.steps()
    }

    /// What is known where something leads.
    fn place(&self, target: Target) -> (Leads, Place<BigRational>) {
        match target {
            Target::To(number) => (Leads::To(number), self.shares.place(number, false)),
            Target::Won(side) => (Leads::Won(side), Place::of(whole(side.of(1, 0)))),
            // The end of a play whose amounts have any sign is worth 0, in the middle of the scale.
            Target::Known { .. } => (Leads::Won(Side::Black), Place::of(BigRational::new(1.into(), 2.into()))),
            Target::Outside => unreachable!("a model has no outside"),
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
                let name = named.choice.map_or(named.state.to_string(), |choice| format!("{}:{choice}", named.state));
                Entry { never: head.never, ..Entry::ended(name, known(head, place)) }
            }
        }
    }

    /// The probability at each initial state, of some of them.
    fn initial(&self) -> Vec<(usize, Interval)> {
        let value = |state| {
            let (_, place) = self.place(self.asked.target(state, self.steps()));
            (state, known(self.verified.head(), place).alpha)
        };
        self.model().initial().take(MOST_STATES).map(value).collect()
    }

    fn answer(&self, entry: Entry) -> Row<'_> {
        Row::Own(Box::new(State { modelled: self, entry }))
    }
}

/// What is verified of a state, or of a choice.
struct State<'a, A> {
    modelled: &'a Modelled<'a, A>,
    entry: Entry,
}

impl<A: Posed> State<'_, A> {
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

impl<A: Posed> Answer for State<'_, A> {
    fn text(&self) -> String {
        let Entry { turn, known, options, .. } = &self.entry;
        let whose = match turn {
            None => ", where the play is decided".to_owned(),
            Some(Turn::Of(side)) => format!(", a state of {}", self.modelled.player(*side)),
            _ => String::new(),
        };
        let mut text = format!("{}{whose}: {}\n", self.name(), self.modelled.asked.said(&known.alpha));
        let sum: u128 = options.iter().map(|option| u128::from(option.weight)).sum();
        for (place, option) in options.iter().enumerate() {
            let (value, best) = (
                self.modelled.asked.said(&option.known.alpha),
                if self.best().contains(&place) { ", best" } else { "" },
            );
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
        let [low, high] = self.modelled.asked.ends(&self.entry.known.alpha);
        object.text("at", &self.entry.name).text("low", low).text("high", high);
        let turn = self.entry.turn.map(|turn| match turn {
            Turn::Of(side) => side.of("maximiser", "minimiser"),
            _ => "chance",
        });
        object.text_or_null("turn", turn).json_or_null("choice", self.choice());
        let options = self.entry.options.iter().map(|option| {
            let mut object = Object::default();
            let [low, high] = self.modelled.asked.ends(&option.known.alpha);
            object.json("number", option.name).json("weight", option.weight).text("low", low).text("high", high);
            object
        });
        object.json("options", list(options));
    }

    fn row(&self) -> Vec<String> {
        let [low, high] = self.modelled.asked.ends(&self.entry.known.alpha);
        let choice = self.choice().map_or(String::new(), |choice| choice.to_string());
        vec![self.entry.name.clone(), low, high, choice]
    }
}

/// The names of the columns of a state.
const COLUMNS: &[&str] = &["state", "low", "high", "choice"];

impl<A: Posed> Sheet for Modelled<'_, A> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        A::KIND
    }

    fn about(&self) -> String {
        format!("{} of a {}", self.asked.property(), title(self.model()))
    }

    fn question(&self) -> &'static str {
        "the number of a state, such as 0; of a choice of it, 0:1; with 3 steps left, 0@3"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let initial = self.initial();
        let count = self.model().initial().count();
        let values =
            initial.iter().map(|(state, value)| format!("{} at the initial state {state}", self.asked.said(value)));
        let values = values.collect::<Vec<_>>().join(", ");
        let more = if count > initial.len() { format!(", and {} more", count - initial.len()) } else { String::new() };
        let values = if initial.is_empty() { "no state is initial".to_owned() } else { format!("{values}{more}") };
        let exact = if self.verified.head().bits == 0 { "exact values" } else { "bounds" };
        let positions = escape::count(self.count(), "state and choice that is", "states and choices that are");
        format!(
            "{}: {values}; these are {exact} of all {positions} not decided, in a {}",
            self.asked.property(),
            title(self.model())
        )
    }

    fn count(&self) -> usize {
        self.verified.stated().count()
    }

    fn figures(&self) -> Option<Figures> {
        None
    }

    fn form(&self) -> &'static str {
        A::FORMS[usize::from(self.verified.head().bits > 0)]
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let mut conditions = values::conditions(self);
        conditions.extend(self.asked.conditions(&self.shares));
        conditions
    }

    fn receipt(&self, object: &mut Object) {
        let mut at = Vec::new();
        for (state, value) in self.initial() {
            let (mut object, [low, high]) = (Object::default(), self.asked.ends(&value));
            object.json("state", state).text("low", low).text("high", high);
            at.push(object);
        }
        object
            .text("claim", self.claim())
            .json("format", checker::certificate::VERSION)
            .text("form", self.form())
            .json("bits", self.verified.head().bits)
            .text("property", self.asked.property())
            .text("model", notation::digest(self.model().digest))
            .json("states", self.model().counts[0])
            .json("proved", self.count())
            .json("conditions", Object::numbers(self.conditions()))
            .json("max_denominator_bits", values::bits(self.verified))
            .json("initial", list(at.into_iter()));
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let named = self.read(text).ok_or_else(|| {
            format!("found {}, required {}, of {} states", quoted(text), self.question(), self.model().counts[0])
        })?;
        let entry = self.entry_of(named);
        without_chips(holds, self.answer(entry))
    }

    fn number(&self, number: u32) -> Row<'_> {
        self.answer(self.of(number))
    }

    fn first(&self) -> Option<Row<'_>> {
        let state = self.model().initial().next()?;
        Some(self.answer(self.entry_of(Named { state, choice: None, steps: self.steps() })))
    }

    fn name(&self, number: u32) -> String {
        name(self.asked, number)
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        if !self.asked.are_shares() {
            return Err(PositionError::Other(self.question()));
        }
        let named = self.read(text).ok_or_else(|| PositionError::Member(quoted(text)))?;
        Ok(self.entry_of(named))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        self.asked.are_shares().then(|| self.of(number))
    }

    fn has_numbers(&self) -> bool {
        self.asked.are_shares()
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn dump_columns(&self) -> String {
        format!("number\t{}", COLUMNS.join("\t"))
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
            Leads::Won(side) => A::ENDS[side.of(0, 1)].to_owned(),
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
