//! Expected rewards of small models by brute force: all pairs of memoryless strategies, each chain solved exactly.
//!
//! Nothing here knows the library, so that the tests of other packages can include it. A model as plain lists; its values; the positions that the format
//! chapter gives it; its files in UMB; and models drawn by lot.

#![allow(dead_code, reason = "each suite uses a part of it")]
#![allow(clippy::float_arithmetic)]

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

pub type R = BigRational;

/// A fraction: numerator and denominator.
pub type Part = (i64, u64);

/// What is collected: infinite is more than all else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Finite(R),
    Infinite,
}
use Value::{Finite, Infinite};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All that is collected.
    Total,
    /// What is collected until a goal is reached; infinite if it is not.
    Goal,
    /// All, where each step multiplies what follows.
    Discount(Part),
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub probability: Part,
    pub reward: Part,
    pub target: usize,
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub reward: Part,
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub owner: u32,
    pub is_goal: bool,
    pub reward: Part,
    pub choices: Vec<Choice>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub players: u32,
    pub maximisers: Vec<u32>,
    pub kind: Kind,
    pub states: Vec<State>,
}

pub fn fraction((numerator, denominator): Part) -> R {
    R::new(numerator.into(), denominator.into())
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    White,
    Black,
    Chance,
}

/// A position: its reward, and its options with their weights, whose sum is 1 at chance; none is an end.
#[derive(Clone, Debug)]
pub struct Node {
    pub turn: Turn,
    pub reward: R,
    pub options: Vec<(R, Option<usize>)>,
}

impl Choice {
    /// What it brings itself, and what its branches bring as a mean.
    fn own(&self) -> R {
        let mean = self.branches.iter().map(|branch| fraction(branch.probability) * fraction(branch.reward));
        fraction(self.reward) + mean.sum::<R>()
    }
}

impl Model {
    fn discount(&self) -> R {
        if let Kind::Discount(part) = self.kind { fraction(part) } else { R::one() }
    }

    fn is_end(&self, state: usize) -> bool {
        self.kind == Kind::Goal && self.states[state].is_goal
    }

    fn is_white(&self, state: usize) -> bool {
        self.maximisers.contains(&self.states[state].owner)
    }

    /// What each state is worth: of memoryless strategies the best against the best reply, whoever says his first.
    pub fn values(&self) -> Vec<Value> {
        let strategies = |white: bool| {
            let mut all = vec![vec![0; self.states.len()]];
            for state in (0..self.states.len()).filter(|state| self.is_white(*state) == white) {
                let picks = 0..self.states[state].choices.len().max(1);
                let with = |picks: &Vec<usize>, pick| {
                    let mut picks = picks.clone();
                    picks[state] = pick;
                    picks
                };
                all = all.iter().flat_map(|all| picks.clone().map(move |pick| with(all, pick))).collect();
            }
            all
        };
        let [white, black] = [true, false].map(strategies);
        let sum = |white: &[usize], black: &[usize]| white.iter().zip(black).map(|(a, b)| a + b).collect::<Vec<_>>();
        let table: Vec<Vec<Vec<Value>>> =
            white.iter().map(|white| black.iter().map(|black| self.chain(&sum(white, black))).collect()).collect();
        let value = |state: usize| {
            let at = |white: usize, black: usize| &table[white][black][state];
            let first = (0..white.len()).map(|white| (0..black.len()).map(|black| at(white, black)).min()).max();
            let second = (0..black.len()).map(|black| (0..white.len()).map(|white| at(white, black)).max()).min();
            assert_eq!(first, second, "{self:?}, state {state}");
            first.flatten().expect("a strategy").clone()
        };
        (0..self.states.len()).map(value).collect()
    }

    /// What is collected in the chain that is left if each state takes this choice.
    fn chain(&self, picks: &[usize]) -> Vec<Value> {
        let count = self.states.len();
        let (mut rewards, mut moves) = (vec![R::zero(); count], vec![vec![R::zero(); count]; count]);
        for (number, state) in self.states.iter().enumerate().filter(|(number, _)| !self.is_end(*number)) {
            rewards[number] = fraction(state.reward);
            match state.choices.get(picks[number]) {
                None => moves[number][number] = R::one(),
                Some(choice) => {
                    rewards[number] += choice.own();
                    for branch in &choice.branches {
                        moves[number][branch.target] += fraction(branch.probability);
                    }
                }
            }
        }
        let mut reaches: Vec<Vec<bool>> =
            (0..count).map(|from| (0..count).map(|to| from == to || !moves[from][to].is_zero()).collect()).collect();
        for (middle, from) in (0..count).flat_map(|middle| (0..count).map(move |from| (middle, from))) {
            if reaches[from][middle] {
                let further = reaches[middle].clone();
                reaches[from].iter_mut().zip(further).for_each(|(reaches, further)| *reaches |= further);
            }
        }
        let some = |from: usize, is: &dyn Fn(usize) -> bool| (0..count).any(|to| reaches[from][to] && is(to));
        let returns = |state: usize| !some(state, &|to| !reaches[to][state]);
        let is_infinite = |state| match self.kind {
            Kind::Goal => some(state, &|to| !some(to, &|goal| self.is_end(goal))),
            Kind::Total => some(state, &|to| returns(to) && !rewards[to].is_zero()),
            Kind::Discount(_) => false,
        };
        let is_nothing = |state| match self.kind {
            Kind::Goal => self.is_end(state),
            Kind::Total => returns(state),
            Kind::Discount(_) => false,
        };
        let mut values: Vec<Value> =
            (0..count).map(|state| if is_infinite(state) { Infinite } else { Finite(R::zero()) }).collect();
        let unknown: Vec<usize> =
            (0..count).filter(|state| values[*state] != Infinite && !is_nothing(*state)).collect();
        let row = |from: &usize| {
            let entry = |to: &usize| {
                let own = if from == to { R::one() } else { R::zero() };
                own - self.discount() * &moves[*from][*to]
            };
            unknown.iter().map(entry).chain([rewards[*from].clone()]).collect()
        };
        let solved = eliminated(unknown.iter().map(row).collect());
        unknown.iter().zip(solved).for_each(|(state, value)| values[*state] = Finite(value));
        values
    }

    /// The positions of the format chapter: states that are no ends, then the choices of those that have two or more.
    pub fn nodes(&self) -> Vec<Node> {
        let inner: Vec<usize> = (0..self.states.len()).filter(|state| !self.is_end(*state)).collect();
        let place = |state: usize| inner.iter().position(|inner| *inner == state);
        let draw = |choice: &Choice| {
            let positive = choice.branches.iter().filter(|branch| branch.probability.0 > 0);
            let options = positive.map(|branch| (fraction(branch.probability), place(branch.target))).collect();
            self.ending(options)
        };
        let (mut nodes, mut choices) = (Vec::new(), Vec::new());
        for state in inner.iter().map(|state| &self.states[*state]) {
            let (reward, chance) = (fraction(state.reward), Turn::Chance);
            nodes.push(match &state.choices[..] {
                [] => Node { turn: chance, reward, options: self.ending(vec![(R::one(), Some(nodes.len()))]) },
                [only] => Node { turn: chance, reward: reward + only.own(), options: draw(only) },
                several => {
                    let turn = if self.maximisers.contains(&state.owner) { Turn::White } else { Turn::Black };
                    let first = inner.len() + choices.len();
                    choices.extend(several);
                    let options = (first..first + several.len()).map(|choice| (R::one(), Some(choice))).collect();
                    Node { turn, reward, options }
                }
            });
        }
        nodes.extend(choices.into_iter().map(|choice| Node {
            turn: Turn::Chance,
            reward: choice.own(),
            options: draw(choice),
        }));
        nodes
    }

    /// The same with the signs of its amounts changed by lot.
    pub fn signed(mut self, below: &mut impl FnMut(usize) -> usize) -> Self {
        let mut turn = |amount: &mut Part| {
            if below(2) == 0 {
                amount.0 = -amount.0;
            }
        };
        for state in &mut self.states {
            turn(&mut state.reward);
            for choice in &mut state.choices {
                turn(&mut choice.reward);
                choice.branches.iter_mut().for_each(|branch| turn(&mut branch.reward));
            }
        }
        self
    }

    /// Options of chance, and with a discount an end.
    fn ending(&self, options: Vec<(R, Option<usize>)>) -> Vec<(R, Option<usize>)> {
        let discount = self.discount();
        let end = R::one() - &discount;
        let end = (!end.is_zero()).then_some((end, None));
        options.into_iter().map(|(weight, to)| (weight * &discount, to)).chain(end).collect()
    }

    /// What each position is worth. That of a state is one more step, and so is the value by brute force.
    pub fn position_values(&self) -> Vec<Value> {
        let states = self.values();
        let inner = (0..self.states.len()).filter(|state| !self.is_end(*state));
        let (mut values, nodes): (Vec<Value>, _) = (inner.map(|state| states[state].clone()).collect(), self.nodes());
        for choice in &nodes[values.len()..] {
            let value = choice.step(&values);
            values.push(value);
        }
        nodes.iter().zip(&values).for_each(|(node, value)| assert_eq!(node.step(&values), *value, "{self:?}"));
        values
    }

    /// The files of the model in UMB. The reward is "coins"; the states of the goal are "goal", and all others "other". Amounts and probabilities are doubles,
    /// or rational numbers.
    pub fn files(&self, doubles: bool) -> BTreeMap<String, Vec<u8>> {
        let choices: Vec<&Choice> = self.states.iter().flat_map(|state| &state.choices).collect();
        let branches: Vec<&Branch> = choices.iter().flat_map(|choice| &choice.branches).collect();
        let kind = if doubles { "double" } else { "rational" };
        let amounts = [
            ("states", self.states.iter().map(|state| state.reward).collect::<Vec<_>>()),
            ("choices", choices.iter().map(|choice| choice.reward).collect()),
            ("branches", branches.iter().map(|branch| branch.reward).collect()),
        ];
        // What a reward is not about has 0.
        let some: Vec<_> =
            amounts.into_iter().filter(|(_, amounts)| amounts.iter().any(|amount| amount.0 != 0)).collect();
        let about: Vec<&str> = some.iter().map(|(part, _)| *part).collect();
        let index = format!(
            r##"{{"format-version":1,"format-revision":0,"transition-system":{{"time":"discrete","#players":{},"#states":{},"#initial-states":1,
            "#choices":{},"#choice-actions":0,"#branches":{},"#branch-actions":0,"#observations":0,"branch-probability-type":{{"type":"{kind}"}},"player-names":{:?}}},
            "annotations":{{"aps":{{"goal":{{}},"1":{{"alias":"other"}}}},"rewards":{{"r":{{"alias":"coins","applies-to":{about:?},"type":{{"type":"{kind}"}}}}}}}}}}"##,
            self.players,
            self.states.len(),
            choices.len(),
            branches.len(),
            (0..self.players).map(|player| format!("player {player}")).collect::<Vec<_>>()
        );
        let number = |number: usize| u64::try_from(number).expect("a small number");
        let long = |numbers: &[u64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let starts = |lengths: Vec<usize>| {
            let ends = lengths.iter().scan(0, |end, length| {
                *end += length;
                Some(number(*end))
            });
            long(&[0].into_iter().chain(ends).collect::<Vec<_>>())
        };
        let double = |(numerator, denominator): &Part| {
            let (numerator, denominator) =
                (i32::try_from(*numerator).expect("small"), u32::try_from(*denominator).expect("small"));
            (f64::from(numerator) / f64::from(denominator)).to_bits()
        };
        let parts = |parts: Vec<Part>| {
            let both = |part: &Part| vec![part.0.cast_unsigned(), part.1];
            long(
                &parts
                    .iter()
                    .flat_map(|part| if doubles { vec![double(part)] } else { both(part) })
                    .collect::<Vec<_>>(),
            )
        };
        let set = |is_goal: bool| {
            let mut words = vec![0_u64; self.states.len().div_ceil(64)];
            for (place, state) in self.states.iter().enumerate() {
                words[place / 64] |= u64::from(state.is_goal == is_goal) << (place % 64);
            }
            long(&words)
        };
        let mut files = BTreeMap::new();
        let mut add = |name: &str, bytes| files.insert(name.to_owned(), bytes);
        add("index.json", index.into_bytes());
        add("state-to-choices.bin", starts(self.states.iter().map(|state| state.choices.len()).collect()));
        add("choice-to-branches.bin", starts(choices.iter().map(|choice| choice.branches.len()).collect()));
        add("branch-to-target.bin", long(&branches.iter().map(|branch| number(branch.target)).collect::<Vec<_>>()));
        add("branch-to-probability.bin", parts(branches.iter().map(|branch| branch.probability).collect()));
        let owners = self.states.iter().flat_map(|state| state.owner.to_le_bytes());
        if self.players > 0 {
            add("state-to-player.bin", owners.collect());
        }
        add("annotations/aps/goal/states/values.bin", set(true));
        add("annotations/aps/1/states/values.bin", set(false));
        for (part, amounts) in some {
            add(&format!("annotations/rewards/r/{part}/values.bin"), parts(amounts));
        }
        files
    }

    /// A model of so many states at most, drawn by lot; `below` gives a number below another. There are at most 128 pairs of strategies.
    pub fn drawn(most: usize, kind: Kind, below: &mut impl FnMut(usize) -> usize) -> Self {
        const DRAWS: [&[Part]; 9] = [
            &[(1, 1)],
            &[(1, 1)],
            &[(1, 1)],
            &[(1, 2), (1, 2)],
            &[(1, 2), (1, 2)],
            &[(1, 3), (2, 3)],
            &[(1, 4), (3, 4)],
            &[(1, 4), (1, 4), (1, 2)],
            &[(0, 1), (1, 1)],
        ];
        let (count, players) = (1 + below(most), [0, 1, 2, 2, 2][below(5)]);
        let maximisers = (0..players).filter(|_| below(2) == 0).collect();
        // One amount in so many is not 0.
        let rare = 3 + below(10);
        let (mut states, mut pairs) = (Vec::new(), 1);
        for _ in 0..count {
            let choices = if players > 0 { [0, 1, 1, 2, 2, 2, 3, 3][below(8)] } else { below(8).min(1) };
            let choices = if pairs * choices > 128 { 1 } else { choices };
            pairs *= choices.max(1);
            let mut own = Vec::new();
            for _ in 0..choices {
                let mut branches = Vec::new();
                for probability in DRAWS[below(DRAWS.len())] {
                    branches.push(Branch {
                        probability: *probability,
                        reward: amount(rare, below),
                        target: below(count),
                    });
                }
                own.push(Choice { reward: amount(rare, below), branches });
            }
            let owner = below(usize::max(1, usize::try_from(players).expect("two at most")));
            let owner = u32::try_from(owner).expect("two at most");
            states.push(State { owner, is_goal: below(4) == 0, reward: amount(rare, below), choices: own });
        }
        Self { players, maximisers, kind, states }
    }
}

impl Node {
    /// The reward, and the best option or the mean.
    pub fn step(&self, values: &[Value]) -> Value {
        let value = |to: &Option<usize>| to.map_or(Finite(R::zero()), |to| values[to].clone());
        let options = || self.options.iter().map(|(_, to)| value(to));
        let best = match self.turn {
            Turn::White => options().max(),
            Turn::Black => options().min(),
            Turn::Chance => self
                .options
                .iter()
                .try_fold(R::zero(), |sum, (weight, to)| match value(to) {
                    Finite(value) => Some(sum + value * weight),
                    Infinite => None,
                })
                .map_or(Some(Infinite), |sum| Some(Finite(sum))),
        };
        match best.expect("an option") {
            Finite(value) => Finite(value + &self.reward),
            Infinite => Infinite,
        }
    }
}

/// An amount, which is not 0 once in so many times.
fn amount(rare: usize, below: &mut impl FnMut(usize) -> usize) -> Part {
    if below(rare) == 0 { [(1, 1), (2, 1), (1, 2)][below(3)] } else { (0, 1) }
}

/// Solves linear equations that have one solution: in each row the coefficients, and what their sum has to be.
fn eliminated(mut rows: Vec<Vec<R>>) -> Vec<R> {
    for pivot in 0..rows.len() {
        let found = (pivot..rows.len()).find(|row| !rows[*row][pivot].is_zero()).expect("one solution");
        rows.swap(pivot, found);
        let by = rows[pivot][pivot].clone();
        rows[pivot].iter_mut().for_each(|entry| *entry /= &by);
        let own = rows[pivot].clone();
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = row[pivot].clone();
            if place != pivot && !factor.is_zero() {
                row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= &factor * own);
            }
        }
    }
    rows.into_iter().map(|mut row| row.pop().expect("a sum")).collect()
}

/// 2 to a power.
pub fn power(exponent: u16) -> R {
    R::from(BigInt::one() << exponent)
}
