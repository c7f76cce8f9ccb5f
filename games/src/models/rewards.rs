//! Expected rewards of models of others: what is collected in all, with or without a discount, or until a goal is reached.
//!
//! Responsible for what is asked, for which positions it has, and for the conditions that are put to them. Left to others: the arrays (`umb`), what is stated
//! (`table`). Source: the chapter `docs/src/record/format-rewards.md`, which is normative, and has the proof; Coq checks it (`proof/Rewards.v`).
//!
//! Let `r` be the reward of a position, and `F(x) = r + mean(x)` with the mean of the theorem: White maximises. Numbers are stated as parts of a scale, 2^k;
//! 1 stands for what is infinite. A play that never ends adds nothing to what it has collected; but where a goal has to be reached, it costs without end.
//!
//! Where every play ends, amounts may be negative (`proof/Collect.v`): 0, 1/2 and 1 stand for -2^k, 0 and 2^k; T is more than the mean of what is left to move.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use checker::certificate::{Certificate, Form};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{self, Breach, Condition, Failure, ensure};
use checker::numbers::{Fraction, Numbers, at};
use checker::table::{self, Rule, Stated, Step, Table, Target};
use checker::theorem::{Choice, Label, Node, Side, Turn};

use crate::measure::{self, difference};

pub use super::question::{NUMBER, Question, SCALE, SIGNED};
use super::{Amount, Model, PLACES};

/// What is declined if amounts may not be negative.
const DECLINED: &str = "a reward that is negative, or has a numerator or denominator of 2^64 or more";

/// In the place of a state: that it is one of the goal.
const GOAL: u32 = u32::MAX;

// ANCHOR: rewards-positions
/// A model and a question: the positions, and the reward of each.
///
/// The positions: first the states that are not of the goal, in their order; then, in their order, the choices of such of these states as have two or more.
#[derive(Debug)]
pub struct Collected {
    /// The model.
    pub model: Arc<Model>,
    /// The question.
    pub question: Question,
    /// Of each state the number of its position, or [`GOAL`].
    places: Vec<u32>,
    /// Of each choice the number of its position, if it has one.
    nodes: Vec<u32>,
    /// Of each position the state, or the choice.
    meant: Vec<u32>,
    /// How many positions are states.
    states: usize,
    /// The weight of each branch.
    weights: Vec<u64>,
    /// Of each position the place of its reward in the list of amounts.
    rewards: Vec<u32>,
    /// The rewards that occur.
    amounts: Vec<Amount>,
    /// Whose turn it is at the states of each player.
    sides: Vec<Side>,
}

impl Collected {
    /// Puts a question to a model.
    ///
    /// # Errors
    ///
    /// If the model has no such label, reward or player, if its probabilities or rewards are not covered, or beyond a limit.
    pub fn new(model: Arc<Model>, question: Question) -> Result<Self, Failure> {
        let is_label = question.goal.as_ref().is_none_or(|goal| model.labels().any(|label| label == goal.label));
        ensure(is_label, Failure::Statement("label"))?;
        ensure(model.rewards().any(|name| name == question.reward), Failure::Statement("reward"))?;
        let players = model.players;
        ensure(question.maximisers.iter().all(|&player| at(player) < players), Failure::Statement("coalition"))?;
        let mut sides = vec![Side::Black; players];
        question.maximisers.iter().for_each(|&player| sides[at(player)] = Side::White);

        let ([states, choices, branches], mut simplest) = (model.counts, question.is_simplest.then(Default::default));
        let mut weights = Vec::with_capacity(branches);
        for choice in 0..choices {
            let start = weights.len();
            model.weigh(choice, &mut simplest, &mut weights)?;
            if let Some((_, denominator)) = question.discount {
                let sum: u128 = weights[start..].iter().map(|&weight| u128::from(weight)).sum();
                let fits = u64::try_from(sum * u128::from(denominator)).is_ok();
                ensure(
                    fits,
                    Failure::Uncovered("a choice whose weights with the discount are 2^64 or more", number64(choice)),
                )?;
            }
        }
        let is_goal = |state| question.goal.as_ref().is_some_and(|goal| goal.has(&model, state));
        let (mut places, mut nodes, mut meant) = (vec![GOAL; states], vec![GOAL; choices], Vec::new());
        for (state, place) in places.iter_mut().enumerate().filter(|(state, _)| !is_goal(*state)) {
            *place = number(meant.len());
            meant.push(number(state));
        }
        let inner = meant.len();
        for place in 0..inner {
            let own = model.choices_of(at(meant[place]));
            for choice in own.clone().filter(|_| own.len() > 1) {
                nodes[choice] = number(meant.len());
                meant.push(number(choice));
            }
        }
        PLACES.admit(number(meant.len()))?;
        let (rewards, amounts, goal) = (Vec::with_capacity(meant.len()), Vec::new(), inner);
        let mut collected =
            Self { model, question, places, nodes, meant, states: goal, weights, rewards, amounts, sides };
        let mut known = std::collections::BTreeMap::new();
        for position in 0..collected.count() {
            let amount = collected.amount(position, &mut simplest)?;
            let place = *known.entry(amount).or_insert_with(|| {
                collected.amounts.push(amount);
                number(collected.amounts.len() - 1)
            });
            collected.rewards.push(place);
        }
        Ok(collected)
    }

    /// The reward of a position: of the state, if it is one; and of its only choice, or of the choice that it is, with the mean of those of its branches.
    fn amount(&self, position: usize, simplest: &mut Option<super::Known>) -> Result<Amount, Failure> {
        let is_signed = self.question.is_signed;
        let declined = |place: usize| match is_signed {
            true => Failure::Uncovered("a reward that has a numerator or denominator of 2^64 or more", number64(place)),
            false => Failure::Uncovered(DECLINED, number64(place)),
        };
        let (state, choice) = self.parts(position);
        let mut sum = (BigInt::zero(), BigUint::one());
        let mut add = |part: usize, place: usize, [weight, weights]: [u64; 2]| {
            let found = self.model.reward(&self.question.reward, part, place, simplest);
            let found = found.filter(|found| is_signed || found.0 >= 0).ok_or_else(|| declined(place))?;
            if found.0 != 0 {
                let (numerator, denominator) = (BigInt::from(found.0) * weight, BigUint::from(found.1) * weights);
                let top = &sum.0 * BigInt::from(denominator.clone()) + numerator * BigInt::from(sum.1.clone());
                let bottom = &sum.1 * denominator;
                let divisor = top.magnitude().gcd(&bottom);
                sum = (top / BigInt::from(divisor.clone()), bottom / divisor);
            }
            Ok::<_, Failure>(())
        };
        if let Some(state) = state {
            add(0, state, [1, 1])?;
        }
        if let Some(choice) = choice {
            add(1, choice, [1, 1])?;
            let branches = self.model.branches_of(choice);
            let weights = self.weights[branches.clone()].iter().sum();
            branches.into_iter().try_for_each(|branch| add(2, branch, [self.weights[branch], weights]))?;
        }
        let short = i128::try_from(&sum.0).ok().filter(|numerator| numerator.unsigned_abs() >> 64 == 0);
        let short = short.and_then(|numerator| Some((numerator, u64::try_from(sum.1).ok()?)));
        short.ok_or_else(|| declined(state.or(choice).expect("one of them")))
    }

    /// The state that a position is, and the choice: its only one, or the one that it is.
    fn parts(&self, position: usize) -> (Option<usize>, Option<usize>) {
        let meant = at(self.meant[position]);
        if position >= self.states {
            return (None, Some(meant));
        }
        let own = self.model.choices_of(meant);
        (Some(meant), (own.len() == 1).then_some(own.start))
    }

    /// Which state a position is, or which choice.
    pub fn meant(&self, position: u32) -> Result<usize, usize> {
        let meant = at(self.meant[at(position)]);
        if at(position) < self.states { Ok(meant) } else { Err(meant) }
    }

    /// The reward of a position: numerator and denominator.
    pub fn reward(&self, position: u32) -> Amount {
        self.amounts[at(self.rewards[at(position)])]
    }

    /// What a state comes to if it is entered.
    pub fn target(&self, state: usize) -> Target {
        match self.places[state] {
            GOAL => self.end(),
            place => Target::To(place),
        }
    }

    /// The end of a play, which is worth 0. If amounts have any sign, that is no end of the scale: it is the border.
    fn end(&self) -> Target {
        if self.question.is_signed { Target::Known { border: 0, number: 0 } } else { Target::Won(Side::Black) }
    }

    /// What a choice comes to; the choice of a state that has no other is the state.
    pub fn choice(&self, choice: usize) -> Target {
        match self.nodes[choice] {
            GOAL => self.target(self.model.state_of(choice)),
            place => Target::To(place),
        }
    }
}

impl Table for Collected {
    const IS_GIVEN: bool = true;

    fn count(&self) -> usize {
        self.meant.len()
    }

    /// A state with one choice or none is nobody's.
    fn turn(&self, position: u32) -> Turn {
        match self.meant(position) {
            Ok(state) if self.model.choices_of(state).len() > 1 => Turn::Of(self.sides[self.model.owner(state)]),
            _ => Turn::Chance,
        }
    }

    /// A state without a choice stays where it is. With a discount chance ends the play, with what is missing to 1, where nothing more is collected.
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (state, choice) = self.parts(at(position));
        if let (Some(state), Turn::Of(side)) = (state, self.turn(position)) {
            (0..)
                .zip(self.model.choices_of(state))
                .for_each(|(name, choice)| tell((side, 1, name, self.choice(choice))));
            return;
        }
        let (stays, (part, whole)) = (state.map(|state| (state, 1)), self.question.factor());
        let branches = choice.map(|choice| {
            self.model.branches_of(choice).map(|branch| (self.model.target(branch), self.weights[branch]))
        });
        let mut all = 0;
        for (state, weight) in branches.into_iter().flatten().chain(stays.filter(|_| choice.is_none())) {
            all += weight;
            if weight > 0 {
                tell((Side::White, weight * part, number(state), self.target(state)));
            }
        }
        if part < whole {
            tell((Side::White, all * (whole - part), number(self.model.counts[0]), self.end()));
        }
    }
}
// ANCHOR_END: rewards-positions

fn number(length: usize) -> u32 {
    u32::try_from(length).expect("within the limit")
}

fn number64(length: usize) -> u64 {
    u64::try_from(length).expect("a count")
}

// ANCHOR: rewards-conditions
impl Collected {
    /// How `F` and a stated number compare, for what a side forces: `Greater` is better for the side. A mean with an infinite number is infinite.
    fn order(&self, node: &Node<Numbers>, numbers: &Numbers, side: Side, reward: Amount) -> Ordering {
        let (x, terms, one) = (node.place.near(side), node.terms(side, true), numbers.one());
        let Question { scale, is_signed, .. } = self.question;
        let has_infinite = !is_signed && terms.iter().any(|(_, term)| *term == one);
        let order = match (!is_signed && x == one, has_infinite) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => {
                let natural = |number| BigInt::from(numbers.fraction(number).numerator);
                let add = |(sum, weights): (BigInt, u128), (weight, term): (u64, u64)| {
                    (sum + natural(term) * weight, weights + u128::from(weight))
                };
                let (sum, weights) = terms.into_iter().fold((BigInt::zero(), 0), add);
                let (numerator, denominator) = reward;
                // x·2^scale against reward + sum/weights·2^scale, each over the unit; the scale from -2^k to 2^k is as long as one of 2^(k + 1).
                let scale = scale + u16::from(is_signed);
                let mean = ((sum * denominator) << scale) + natural(one) * weights * numerator;
                ((natural(x) * weights * denominator) << scale).cmp(&mean)
            }
        };
        side.of(order, order.reverse())
    }

    /// What T is at the least where every play ends: one more than those of all options, or than their mean, rounded up; or 0, if nothing is collected and all
    /// options have 0: what has it is over, if there is no goal.
    fn longest(&self, node: &Node<Numbers>, reward: Amount) -> Label {
        let (mut most, mut sum, mut weights) = (0, 0, 0_u128);
        (node.options)(&mut |_, Choice { weight, to, .. }| {
            let label = to.label(Side::White);
            most = label.max(most);
            sum += u128::from(weight) * u128::from(label);
            weights += u128::from(weight);
        });
        let longest = if node.turn == Turn::Chance { sum.div_ceil(weights) } else { most.into() };
        let is_over = reward.0 == 0 && most == 0 && self.question.goal.is_none();
        if is_over { 0 } else { Label::try_from(1 + longest).map_or(Label::MAX, |label| label) }
    }

    /// What is asked of a position where every play ends: both numbers against `F`, which is 0 where play is over; that T is no less than the longest play;
    /// and T′ is 0.
    fn signed_fault(&self, node: &Node<Numbers>, numbers: &Numbers, reward: Amount) -> Option<table::Fault> {
        let ([label, other], required) = (node.place.labels, self.longest(node, reward));
        let is_beyond = |side: &Side| {
            let Fraction { numerator, denominator } = numbers.fraction(node.place.near(*side));
            match [label, required] {
                [0, 0] => (numerator << 1_u8).cmp(&denominator) == side.of(Ordering::Greater, Ordering::Less),
                _ => self.order(node, numbers, *side, reward).is_gt(),
            }
        };
        if let Some(side) = Side::BOTH.into_iter().find(is_beyond) {
            return Some((Condition::Forces, side, [label.max(required), required]));
        }
        match label < required {
            true => Some((Condition::Label, Side::White, [label, required])),
            false => (other > 0).then_some((Condition::Label, Side::Black, [other, 0])),
        }
    }
}

/// What is asked of a position: the theorem's `forces`, for both sides, with the reward added to the mean; evidence is needed only where there is no reward.
/// Then, of exact numbers, that a label is one more than that of the least evidence where some is needed, and 0 elsewhere. Labels where the number is infinite
/// have a condition of their own.
impl Rule for Collected {
    fn fault(
        &self,
        position: u32,
        node: &Node<Numbers>,
        numbers: &Numbers,
        asked: &table::Asked,
    ) -> Option<table::Fault> {
        let reward = self.reward(position);
        if self.question.is_signed {
            return self.signed_fault(node, numbers, reward);
        }
        let needs = |side: Side| {
            let is_better = node.is_better(side, side.of(asked.endless[0], asked.endless[1]));
            is_better && reward.0 == 0 && node.place.near(side) < numbers.one() && node.is_quiet(side)
        };
        for side in Side::BOTH {
            let [label, evidence] = [node.place.label(side), node.quiet_evidence(side)];
            let forces = match self.order(node, numbers, side, reward) {
                Ordering::Less => true,
                Ordering::Equal => !needs(side) || evidence < label,
                Ordering::Greater => false,
            };
            if !forces {
                return Some((Condition::Forces, side, [label, evidence]));
            }
        }
        let is_exact = asked.form == Form::One && node.place.near(Side::White) < numbers.one();
        let labelled = |side: Side| {
            let [label, evidence] = [node.place.label(side), node.quiet_evidence(side)];
            let required = if needs(side) { evidence + 1 } else { 0 };
            (label != required).then_some((Condition::Label, side, [label, required]))
        };
        Side::BOTH.into_iter().filter(|_| is_exact).find_map(labelled)
    }
}

/// Of what is stated of positions, what is infinite.
struct Infinite<'a> {
    stated: &'a Stated,
    /// The number that stands for what is infinite, if it is stated.
    one: Option<u64>,
}

impl<'a> Infinite<'a> {
    fn of(stated: &'a Stated) -> Self {
        let values = &stated.values;
        let last = values.numerators.last().filter(|last| **last == values.denominator);
        let one =
            if stated.bits > 0 { Some(1 << stated.bits) } else { last.map(|_| number64(values.numerators.len() - 1)) };
        Self { stated, one }
    }

    /// The level and the distance of a position that is infinite.
    fn at(&self, number: u32) -> Option<[Label; 2]> {
        let place = self.stated.place(number);
        (Some(place.near(Side::White)) == self.one).then_some([place.labels[1], place.labels[0]])
    }
}

impl Collected {
    /// Whether there is evidence at a position that is stated to be infinite, with its level and its distance.
    ///
    /// Play keeps to positions that are infinite, of no higher level, and comes nearer: to one of lower level, or of the same level and lower distance; where
    /// something is collected, or a goal has to be reached, it need not come nearer. Or chance leads to one of lower level.
    fn is_infinite(&self, infinite: &Infinite, position: u32, [level, distance]: [Label; 2]) -> bool {
        let is_collecting = self.reward(position).0 > 0 || self.question.goal.is_some();
        let mut steps = Vec::new();
        self.options(position, |(by, _, _, target)| {
            let to = if let Target::To(number) = target { infinite.at(number) } else { None };
            let differs = |[to, near]: [Label; 2]| difference([(3, to, level), (1, near, distance)]);
            steps.push((by, to.map_or(Some((4, Ordering::Greater)), differs)));
        });
        measure::passes(self.turn(position), Side::White, if is_collecting { 2 } else { 1 }, [3, 1], &steps)
    }
}
// ANCHOR_END: rewards-conditions

/// How a condition fails.
#[derive(Debug)]
pub enum Fault {
    /// At a position with this reward.
    At(Breach, Amount),
    /// A position without evidence that it is infinite, with its level and its distance.
    Infinite(u32, [Label; 2]),
}

impl failure::Fault for Fault {
    fn condition(&self) -> &'static str {
        match self {
            Self::At(breach, ..) => breach.condition.name(breach.side),
            Self::Infinite(..) => "infinite",
        }
    }

    fn place(&self) -> u64 {
        match self {
            Self::At(Breach { position, .. }, _) | Self::Infinite(position, _) => u64::from(*position),
        }
    }
}

/// The claim: the question, and what was given.
struct OfRewards(Question, Option<Subject>);

/// The claim about the rewards of a model.
///
/// # Errors
///
/// If the statement is malformed, or the numbers are not about what an endless play is worth here.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    read(NUMBER, given)
}

/// The claim about amounts of any sign, where every play ends.
///
/// # Errors
///
/// As [`claim`].
pub fn signed(given: Given) -> Result<Box<dyn Claim>, Failure> {
    read(SIGNED, given)
}

fn read(number: u8, given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (question, head) = (Question::read(number, given.body)?, given.head);
    super::admit(head, question.endless())?;
    Ok(Box::new(OfRewards(question, given.game.cloned())))
}

impl Claim for OfRewards {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let Self(question, given) = *self;
        let asked = Collected::new(super::given(given, question.model)?, question)?;
        let half = Fraction { numerator: BigUint::one(), denominator: 2_u8.into() };
        let end = Stated::terminal(certificate.head.bits, &[half])?;
        let border: &[_] = if asked.question.is_signed { &[(&end, false)] } else { &[] };
        let stated = table::check(&asked, certificate, border, &asked, threads).map_err(|failure| match failure {
            Failure::At(breach) => {
                let reward = asked.reward(breach.position);
                Failure::Further(Arc::new(Fault::At(*breach, reward)))
            }
            failure => failure,
        })?;
        if asked.question.is_signed {
            return Ok((Arc::new(asked), stated));
        }
        let infinite = Infinite::of(&stated);
        let unproved = |(): &mut (), position: u32| {
            let labels = infinite.at(position)?;
            (!asked.is_infinite(&infinite, position, labels)).then_some(Fault::Infinite(position, labels))
        };
        match table::first(&table::slices(&asked), threads, &unproved) {
            Some(fault) => Err(Failure::Further(Arc::new(fault))),
            None => Ok((Arc::new(asked), stated)),
        }
    }
}
