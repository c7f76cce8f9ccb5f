//! Models of others: Markov chains, Markov decision processes and stochastic games in UMB, the unified Markov binary format.
//!
//! Responsible for what is asked of a model, for reading the arrays of one, and for which positions a question has. Left to others: the envelope
//! (`certificate`), what is put to the positions (`table`), archives and their compression (whoever gives the [`Files`]). Sources: version 1 of the
//! specification of UMB (pmc-tools/umb); the chapter `docs/src/record/format-models.md`, which is normative.
//!
//! Why the conditions suffice: they are those of the theorem. White maximises. A state with two choices or more is the turn of its player; a choice with two
//! branches or more is chance; a play that never ends is worth 0 where a goal must be reached, and 1 where it is enough not to be stopped.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, Form, Head, Never, canonical};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{Failure, Spelling, ensure};
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::table::{self, Step, Table, Target, Theorem};
use checker::theorem::{Side, Turn};

use array::Weights;

mod array;
mod fractions;
mod question;
pub mod rewards;
mod umb;

pub use array::{Amount, Array};
pub use fractions::Known;
pub use umb::{Arrays, Files, Model, Wrong, digest};

/// The number of the statement.
pub const NUMBER: u8 = 14;

/// Positions of a question: 2^27. Each takes 12 bytes, 16 or more for what is stated, and 4 or 8 for each of its branches.
pub const PLACES: Limit = Limit { of: "positions of a model", most: 1 << 27 };
/// Positions of a question with a number of steps, beyond one for each byte of the certificate: 2^22, of 24 bytes at most. A true certificate has a byte or
/// more for each, but where 4,096 in a row are worth nothing.
pub const STEPS: Limit = Limit {
    of: "positions of a model with a number of steps, beyond one for each byte of the certificate",
    most: 1 << 22,
};
/// Choices and branches of these positions, each once more for every 1,024 bits of the denominator, beyond 16 for each byte of the certificate: 2^24, about
/// a second.
pub const STEPS_WORK: Limit = Limit {
    of: "choices and branches of a model for all steps, once more for every 1,024 bits of the denominator, beyond 16 for each byte of the certificate",
    most: 1 << 24,
};

// ANCHOR: models-statement
/// A set of states: those with a label, or, if it is negated, the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Literal {
    /// The label.
    pub label: String,
    /// Whether the states without it are meant.
    pub negated: bool,
}

/// Which plays count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Path {
    /// Those that come to a state of the goal, and stay where they may until then.
    Until,
    /// The same; and those that stay where they may for ever.
    WeakUntil,
    /// Those whose second state is one of the goal.
    Next,
}

/// What is asked: how probable the coalition of the maximisers can make it, against all others, that a play counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The digest of the model.
    pub model: Digest,
    /// Whether each double is read as the simplest fraction that it stands for; else as the number that it is.
    pub is_simplest: bool,
    /// The players of the coalition, by number, increasing.
    pub maximisers: Vec<u32>,
    /// Which plays count.
    pub path: Path,
    /// Where a play may stay; everywhere if it is not said. Said where an until is weak; not said of the next state.
    pub stay: Option<Literal>,
    /// The goal; only a weak until needs none.
    pub goal: Option<Literal>,
    /// How many steps a play has at most; of the next state it is not said.
    pub steps: Option<u32>,
}

impl Literal {
    /// Whether a state of a model is one of the set.
    fn has(&self, model: &Model, state: usize) -> bool {
        model.has_label(state, &self.label) != self.negated
    }
}

impl Question {
    /// How many steps are told apart: one if their number is not said.
    fn layers(&self) -> u32 {
        self.steps.map_or(1, |steps| steps)
    }

    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let question: Self = canonical(body)?;
        let Self { maximisers, path, stay, goal, steps, .. } = &question;
        let is_one = match path {
            Path::Until => goal.is_some(),
            Path::WeakUntil => stay.is_some(),
            Path::Next => goal.is_some() && stay.is_none() && steps.is_none(),
        };
        ensure(is_one && *steps != Some(0), Failure::Statement("path"))?;
        ensure(maximisers.is_sorted_by(|a, b| a < b), Failure::Statement("coalition"))?;
        Ok(question)
    }

    /// What an endless play is worth.
    pub fn endless(&self) -> (u64, u64) {
        if self.path == Path::WeakUntil { (1, 1) } else { (0, 1) }
    }
}
// ANCHOR_END: models-statement

/// In the place of a position: that the state is one at which White has won, or Black.
const WON: u32 = u32::MAX;
const LOST: u32 = u32::MAX - 1;
/// In the place of a position: that a choice has one branch, and needs none.
const DIRECT: u32 = u32::MAX;

// ANCHOR: models-positions
/// A model and a question: what is put to the theorem.
///
/// The positions: first the states at which nothing is decided, in their order; then, in their order, the choices of such states that have two branches of
/// positive probability or more, if the state has another choice. If there is a number of steps, all this once for each: first with one step left, then with two.
#[derive(Debug)]
pub struct Asked {
    /// The model.
    pub model: Arc<Model>,
    /// The question.
    pub question: Question,
    /// Of each state the number of its position, or [`WON`], or [`LOST`].
    places: Vec<u32>,
    /// Of each choice the number of its position, or [`DIRECT`]; none if no state has two choices.
    nodes: Vec<u32>,
    /// Of each position the state, or the choice.
    meant: Vec<u32>,
    /// How many positions are states.
    states: usize,
    /// The weight of each branch.
    weights: Weights,
    /// Whose turn it is at the states of each player.
    sides: Vec<Side>,
}

impl Asked {
    /// Puts a question to a model.
    ///
    /// # Errors
    ///
    /// If the model has no such label or player, if its probabilities are not covered, or beyond a limit.
    pub fn new(model: Arc<Model>, question: Question) -> Result<Self, Failure> {
        let is_label =
            |literal: &Option<Literal>| literal.as_ref().is_none_or(|it| model.labels().any(|label| label == it.label));
        ensure([&question.stay, &question.goal].into_iter().all(is_label), Failure::Statement("label"))?;
        let is_in = |literal: &Option<Literal>, default: bool| {
            let known = literal.as_ref().map(|it| (model.labelled(&it.label), it.negated));
            move |state| known.as_ref().map_or(default, |(has, negated)| has(state) != *negated)
        };
        let (is_goal, may_stay) = (is_in(&question.goal, false), is_in(&question.stay, true));
        let players = model.players;
        let is_player = question.maximisers.iter().all(|&player| at(player) < players);
        ensure(is_player, Failure::Statement("coalition"))?;
        let mut sides = vec![Side::Black; players];
        question.maximisers.iter().for_each(|&player| sides[at(player)] = Side::White);

        let ([states, choices, branches], mut simplest) = (model.counts, question.is_simplest.then(BTreeMap::new));
        let (mut weights, mut own) = (Weights::with_capacity(branches), Vec::new());
        for choice in 0..choices {
            own.clear();
            model.weigh(choice, &mut simplest, &mut own)?;
            weights.extend(&own);
        }
        let number = |length: usize| u32::try_from(length).expect("within the limit");
        let (mut places, mut nodes, mut meant) = (vec![LOST; states], Vec::new(), Vec::with_capacity(states));
        for (state, place) in places.iter_mut().enumerate() {
            if question.path != Path::Next && is_goal(state) {
                *place = WON;
            } else if question.path == Path::Next || may_stay(state) {
                *place = number(meant.len());
                meant.push(number(state));
            }
        }
        drop((is_goal, may_stay));
        let inner = meant.len();
        // In a chain no state has two choices.
        for place in (0..inner).filter(|_| players > 0) {
            let own = model.choices_of(at(meant[place]));
            for choice in own.clone().filter(|_| own.len() > 1) {
                let positive = model.branches_of(choice).filter(|&branch| weights.get(branch) > 0).count();
                if positive > 1 {
                    nodes.resize(choices, DIRECT);
                    nodes[choice] = number(meant.len());
                    meant.push(number(choice));
                }
            }
        }
        PLACES.admit(u64::from(question.layers()) * u64::from(number(meant.len())))?;
        Ok(Self { model, question, places, nodes, meant, states: inner, weights, sides })
    }

    /// That a number of steps does not make a short certificate long work: one of so many bytes, with a denominator of so many bits.
    fn admit_steps(&self, bytes: usize, bits: u64) -> Result<(), TooMuch> {
        let beyond = |found: u128, free: u128| found - found.min(free);
        let wide = |length: usize| u128::try_from(length).expect("a length");
        let (layers, bytes) = (u128::from(self.question.layers()), wide(bytes));
        let own = |&state: &u32| self.model.choices_of(at(state));
        let options = |choice| wide(1 + self.model.branches_of(choice).len());
        let work: u128 = self.meant[..self.states].iter().flat_map(own).map(options).sum();
        if self.question.steps.is_some() {
            STEPS.admit(beyond(layers * wide(self.meant.len()), bytes))?;
            STEPS_WORK.admit(beyond(layers * work * u128::from(1 + bits / 1024), 16 * bytes))?;
        }
        Ok(())
    }

    /// How many steps are left at a position, if there is a number of them; and which state it is, or which choice.
    pub fn meant(&self, position: u32) -> (Option<u32>, Result<usize, usize>) {
        let is_bounded = self.question.steps.is_some() || self.question.path == Path::Next;
        let (layer, place) = match self.question.layers() {
            1 => (0, at(position)),
            _ => at(position).div_rem(&self.meant.len()),
        };
        let meant = at(self.meant[place]);
        let steps = u32::try_from(layer).expect("a number of a position") + 1;
        (is_bounded.then_some(steps), if place < self.states { Ok(meant) } else { Err(meant) })
    }

    /// What a state comes to if it is entered and so many steps are left.
    pub fn target(&self, state: usize, steps: Option<u32>) -> Target {
        let is_goal = || self.question.goal.as_ref().is_some_and(|goal| goal.has(&self.model, state));
        match (self.places[state], steps) {
            (WON, _) => Target::Won(Side::White),
            (LOST, _) => Target::Won(Side::Black),
            (_, Some(0)) => {
                let counts = self.question.path == Path::WeakUntil || self.question.path == Path::Next && is_goal();
                Target::Won(if counts { Side::White } else { Side::Black })
            }
            (place, steps) => self.layer(place, steps),
        }
    }

    /// What a choice comes to that is taken while so many steps are left; the choice of a state that has no other is the state.
    pub fn choice(&self, choice: usize, steps: Option<u32>) -> Target {
        let state = self.model.state_of(choice);
        let is_decided = matches!(self.places[state], WON | LOST);
        match self.node(choice) {
            _ if is_decided || self.model.choices_of(state).len() == 1 => self.target(state, steps),
            DIRECT => {
                let mut found = None;
                self.draw(choice, steps.map(|steps| steps - 1), &mut |(_, _, _, target)| found = Some(target));
                found.expect("a branch of positive probability")
            }
            place => self.layer(place, steps),
        }
    }

    /// The number of the position of a choice, or [`DIRECT`].
    fn node(&self, choice: usize) -> u32 {
        if self.nodes.is_empty() { DIRECT } else { self.nodes[choice] }
    }

    /// The position of a place while so many steps are left.
    fn layer(&self, place: u32, steps: Option<u32>) -> Target {
        let layer = u32::try_from(self.meant.len()).expect("within the limit");
        Target::To(steps.map_or(0, |steps| steps - 1) * layer + place)
    }

    /// The branches of a choice, with their weights, each told as an option of White.
    fn draw(&self, choice: usize, steps: Option<u32>, tell: &mut impl FnMut(Step)) {
        for branch in self.model.branches_of(choice).filter(|&branch| self.weights.get(branch) > 0) {
            let state = self.model.target(branch);
            tell((
                Side::White,
                self.weights.get(branch),
                u32::try_from(state).expect("within the limit"),
                self.target(state, steps),
            ));
        }
    }
}

impl Table for Asked {
    const IS_GIVEN: bool = true;

    fn count(&self) -> usize {
        self.meant.len() * at(self.question.layers())
    }

    /// A state with one choice or none is nobody's.
    fn turn(&self, position: u32) -> Turn {
        match self.meant(position).1 {
            _ if self.sides.is_empty() => Turn::Chance,
            Ok(state) if self.model.choices_of(state).len() > 1 => Turn::Of(self.sides[self.model.owner(state)]),
            _ => Turn::Chance,
        }
    }

    /// A state without a choice stays where it is.
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (steps, meant) = self.meant(position);
        let (turn, rest) = (self.turn(position), steps.map(|steps| steps - 1));
        let state = match meant {
            Err(choice) => return self.draw(choice, rest, &mut tell),
            Ok(state) => state,
        };
        let own = self.model.choices_of(state);
        let Turn::Of(side) = turn else {
            return match own.is_empty() {
                true => {
                    tell((Side::White, 1, u32::try_from(state).expect("within the limit"), self.target(state, rest)))
                }
                false => self.draw(own.start, rest, &mut tell),
            };
        };
        for (name, choice) in (0..).zip(own) {
            match self.node(choice) {
                DIRECT => self.draw(choice, rest, &mut |(_, _, _, target)| tell((side, 1, name, target))),
                place => {
                    let layer =
                        steps.map_or(0, |steps| steps - 1) * u32::try_from(self.meant.len()).expect("within the limit");
                    tell((side, 1, name, Target::To(layer + place)));
                }
            }
        }
    }
}
// ANCHOR_END: models-positions

/// That numbers are exact, or bounds, and about what an endless play is worth here.
fn admit(head: &Head, endless: Never) -> Result<(), Failure> {
    let is_form = matches!((head.form, head.bits > 0), (Form::One, false) | (Form::Narrow, true));
    ensure(is_form && head.never == Some(endless), Failure::Spelling(None, 0, Spelling::Unknown))
}

/// What was given, if it is the model of this digest.
fn given(given: Option<Subject>, digest: Digest) -> Result<Arc<Model>, Failure> {
    let model = given.and_then(|given| given.downcast::<Model>().ok());
    model.filter(|model| model.digest == digest).ok_or(Failure::Game(digest.0))
}

/// The claim: the question, and what was given.
struct OfModel(Question, Option<Subject>);

/// The claim about a model.
///
/// # Errors
///
/// If the statement is malformed, or the numbers are not about what an endless play is worth here.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (question, head) = (Question::read(given.body)?, given.head);
    admit(head, question.endless())?;
    Ok(Box::new(OfModel(question, given.game.cloned())))
}

impl Claim for OfModel {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let Self(question, given) = *self;
        let asked = Asked::new(self::given(given, question.model)?, question)?;
        asked.admit_steps(certificate.size, certificate.head.values.denominator.bits())?;
        let stated = table::check(&asked, certificate, &[], &Theorem, threads)?;
        Ok((Arc::new(asked), stated))
    }
}
