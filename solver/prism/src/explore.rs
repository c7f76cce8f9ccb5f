//! The states that can be reached, with their choices and branches.
//!
//! A state is packed into words of 64 bits. States are numbered as they are found, from the initial ones on; no hash decides an order.

use crate::code::{Node, None_, said};
use crate::model::{Model, Numbers, Reward, States, shown};
use crate::number::Number;
use crate::program::Sort;
use crate::resolve::{Code, Command, Group, Source};
use crate::text::{Wrong, short};

/// What a model may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many states at most, below 2^31.
    pub states: usize,
    /// So many bytes of memory at most, about.
    pub bytes: u64,
}

/// Why a model was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Something is wrong with it.
    Wrong(Wrong),
    /// It has more states than it may have, or takes more memory: so many states were found.
    Large(usize),
    /// The user did not want to wait.
    Interrupted,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wrong(wrong) => write!(f, "{wrong}"),
            Self::Large(found) => {
                write!(
                    f,
                    "found {found} states and more, required what the memory and 2^31 states, choices and branches hold"
                )
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Failed {}

/// So many states, choices or branches there are at most.
const MOST: usize = 1 << 31;

/// Each so many states the limits are looked at.
const EACH: usize = 1 << 12;

/// So many assignments of the variables are tried for several initial states.
const MOST_TRIED: u64 = 1 << 32;

/// A command that is enabled: its number, and its branches and their updates.
#[derive(Clone, Copy)]
struct Enabled {
    command: u32,
    branches: (usize, usize),
}

struct Explorer<'a> {
    source: &'a Source,
    code: &'a Code,
    states: States,
    numbers: Numbers,
    choices: Vec<u32>,
    branches: Vec<u32>,
    targets: Vec<u32>,
    probabilities: Vec<u32>,
    actions: Vec<u32>,
    owners: Vec<u32>,
    /// Of each reward the amounts of states and choices, if it has such.
    amounts: Vec<[Option<Vec<u32>>; 2]>,
    // Of the state that is explored:
    values: Vec<i64>,
    words: Vec<u64>,
    /// Branches of commands: the probability, and the updates, from here to there.
    drawn: Vec<(Number, usize, usize)>,
    updates: Vec<(usize, i64)>,
    enabled: Vec<Vec<Enabled>>,
    /// What a choice leads to.
    leaves: Vec<(u32, Number)>,
    partial: [(Vec<u64>, Vec<Number>); 2],
    owner: Option<(u32, u32)>,
    unowned: usize,
}

impl Source {
    /// Builds the model: all states that can be reached. `progress` is told of the states that are found and those that are explored, now and then;
    /// if it says no, building ends.
    ///
    /// # Errors
    ///
    /// [`Failed::Wrong`] names the line, the command and the state.
    pub fn build(&self, limits: Limits, progress: &mut dyn FnMut(usize, usize) -> bool) -> Result<Model, Failed> {
        let mut explorer = Explorer::new(self);
        explorer.initial(limits)?;
        let initial: Vec<u32> = (0..explorer.states.count() as u32).collect();
        let mut state = 0;
        while state < explorer.states.count() {
            if state % EACH == 0 {
                let found = explorer.states.count();
                if explorer.bytes() > limits.bytes || found > limits.states.min(MOST) || explorer.targets.len() > MOST {
                    return Err(Failed::Large(found));
                }
                if !progress(found, state) {
                    return Err(Failed::Interrupted);
                }
            }
            explorer.state(state).map_err(Failed::Wrong)?;
            state += 1;
        }
        if state > limits.states {
            return Err(Failed::Large(state));
        }
        explorer.model(initial)
    }
}

impl<'a> Explorer<'a> {
    fn new(source: &'a Source) -> Self {
        let code = &source.code;
        let amounts = code.rewards.iter().map(|(_, items)| {
            let some = |is_state: bool| items.iter().any(|item| item.action.is_none() == is_state).then(Vec::new);
            [some(true), some(false)]
        });
        let mut numbers = Numbers::default();
        numbers.number(&Number::ZERO);
        Self {
            source,
            code,
            states: States::new(code.words),
            numbers,
            choices: vec![0],
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            actions: Vec::new(),
            owners: Vec::new(),
            amounts: amounts.collect(),
            values: vec![0; code.variables.len() + 2],
            words: vec![0; code.words],
            drawn: Vec::new(),
            updates: Vec::new(),
            enabled: Vec::new(),
            leaves: Vec::new(),
            partial: Default::default(),
            owner: None,
            unowned: 0,
        }
    }

    fn bytes(&self) -> u64 {
        let arrays = [&self.choices, &self.branches, &self.targets, &self.probabilities, &self.actions, &self.owners];
        let amounts = self.amounts.iter().flatten().flatten().map(Vec::capacity).sum::<usize>();
        let entries = arrays.iter().map(|array| array.capacity()).sum::<usize>() + amounts;
        (4 * entries + self.states.bytes() + 64 * self.numbers.all.len()) as u64
    }

    /// What is wrong at a place, in the state that is explored.
    fn wrong(&self, at: usize, command: Option<&Command>, what: &str) -> Wrong {
        let text = &self.source.text;
        let command = command.map_or(String::new(), |command| {
            let rest = &text[command.at..];
            let end = rest.find(';').map_or(rest.len(), |end| end + 1);
            format!("command {} of module {}, ", short(&rest[..end]), self.code.modules[command.module])
        });
        let state = shown(&self.code.variables, &self.values[..self.code.variables.len()]);
        Wrong::at(text, at, format!("{command}in the state {state}: {what}"))
    }

    fn missing(&self, at: usize, command: Option<&Command>, (place, why): None_) -> Wrong {
        self.wrong(if place == 0 { at } else { place as usize }, command, said(why))
    }

    /// Finds the initial states.
    fn initial(&mut self, limits: Limits) -> Result<(), Failed> {
        let variables = &self.code.variables;
        match &self.code.initial {
            Ok(values) => {
                for (variable, value) in variables.iter().zip(values) {
                    variable.put(&mut self.words, *value);
                }
                self.states.number(&self.words);
                Ok(())
            }
            Err(node) => {
                // Each condition is looked at as soon as the last of its variables has a value.
                let mut conditions: Vec<Vec<&Node>> = vec![Vec::new(); variables.len() + 1];
                spread(node, &mut conditions);
                let mut tried = 0;
                self.assign(0, &conditions, &mut tried, limits)?;
                if self.states.count() == 0 {
                    let what = "found no initial state, required one";
                    return Err(Failed::Wrong(Wrong::at(&self.source.text, self.code.init_at, what)));
                }
                Ok(())
            }
        }
    }

    fn assign(
        &mut self,
        place: usize,
        conditions: &[Vec<&Node>],
        tried: &mut u64,
        limits: Limits,
    ) -> Result<(), Failed> {
        *tried += 1;
        if self.states.count() > limits.states || *tried > MOST_TRIED {
            return Err(Failed::Large(self.states.count()));
        }
        for condition in &conditions[place] {
            let holds = condition.bool(&self.values);
            if !holds.map_err(|fault| Failed::Wrong(self.missing(self.code.init_at, None, fault)))? {
                return Ok(());
            }
        }
        let code = self.code;
        let Some(variable) = code.variables.get(place) else {
            self.states.number(&self.words);
            return Ok(());
        };
        for value in variable.low..=variable.high {
            self.values[place] = value;
            variable.put(&mut self.words, value);
            self.assign(place + 1, conditions, tried, limits)?;
        }
        Ok(())
    }

    /// Explores a state.
    fn state(&mut self, state: usize) -> Result<(), Wrong> {
        let code = self.code;
        let own = state * code.words;
        self.words.copy_from_slice(&self.states.packed[own..own + code.words]);
        for (variable, value) in code.variables.iter().zip(&mut self.values) {
            *value = variable.of(&self.words);
        }
        self.drawn.clear();
        self.updates.clear();
        self.leaves.clear();
        (self.owner, self.unowned) = (None, 0);
        let first = self.actions.len();
        let mut mixed: Vec<(u32, Number)> = Vec::new();
        for group in &code.alone {
            self.enable(std::slice::from_ref(group))?;
            for number in 0..self.enabled[0].len() {
                let enabled = self.enabled[0][number];
                self.choice(&[enabled]);
                let module = code.commands[enabled.command as usize].module;
                self.ended(0, code.owner_of_module[module], &mut mixed)?;
            }
        }
        for (action, groups) in (1..).zip(&code.together) {
            if !self.enable(groups)? {
                continue;
            }
            let counts: Vec<usize> = self.enabled[..groups.len()].iter().map(Vec::len).collect();
            let mut places = vec![0; counts.len()];
            loop {
                let together: Vec<Enabled> = places.iter().zip(&self.enabled).map(|(place, all)| all[*place]).collect();
                self.choice(&together);
                self.ended(action, code.owner_of_action[action], &mut mixed)?;
                let Some(turn) = (0..places.len()).rev().find(|&turn| places[turn] + 1 < counts[turn]) else { break };
                places[turn] += 1;
                places[turn + 1..].fill(0);
            }
        }
        if code.sort == Sort::Dtmc {
            self.mix(first, mixed)?;
        }
        self.choices.push(self.branches.len() as u32 - 1);
        self.rewards(first)?;
        if code.players.len() > 1 {
            let owner = self.owner.map(|(owner, _)| owner);
            if owner.is_none() && self.unowned > 1 {
                return Err(self.wrong(
                    0,
                    None,
                    &format!(
                        "found {} choices of no player, required one player for their actions or modules",
                        self.unowned
                    ),
                ));
            }
            self.owners.push(owner.unwrap_or(0));
        }
        Ok(())
    }

    /// Finds the enabled commands of groups; whether each has one. Their branches are drawn.
    fn enable(&mut self, groups: &[Group]) -> Result<bool, Wrong> {
        let code = self.code;
        while self.enabled.len() < groups.len() {
            self.enabled.push(Vec::new());
        }
        for (number, group) in groups.iter().enumerate() {
            self.enabled[number].clear();
            let may = match &group.by_value {
                None => &group.all,
                Some((place, by_value)) => &by_value[(self.values[*place] - code.variables[*place].low) as usize],
            };
            for &number_of in may {
                let command = &code.commands[number_of as usize];
                let is_enabled = command.guard.bool(&self.values);
                if is_enabled.map_err(|fault| self.missing(command.at, Some(command), fault))? {
                    self.enabled[number].push(Enabled { command: number_of, branches: (0, 0) });
                }
            }
            if self.enabled[number].is_empty() {
                return Ok(false);
            }
        }
        for number in 0..groups.len() {
            for which in 0..self.enabled[number].len() {
                let command = &code.commands[self.enabled[number][which].command as usize];
                let start = self.drawn.len();
                self.draw(command)?;
                self.enabled[number][which].branches = (start, self.drawn.len());
            }
        }
        Ok(true)
    }

    /// The branches of a command, with the new values of variables.
    fn draw(&mut self, command: &Command) -> Result<(), Wrong> {
        let mut sum = Number::ZERO;
        for branch in &command.branches {
            let probability = branch.probability.number(&self.values);
            let probability = probability.map_err(|fault| self.missing(branch.at, Some(command), fault))?;
            if probability.is_negative() {
                let what = format!("found the probability {probability}, required one from 0");
                return Err(self.wrong(branch.at, Some(command), &what));
            }
            if !command.is_fixed {
                sum = sum.plus(&probability);
            }
            if probability.is_zero() {
                continue;
            }
            let start = self.updates.len();
            for (place, node, at) in &branch.updates {
                let variable = &self.code.variables[*place];
                let value = match variable.is_bool {
                    true => node.bool(&self.values).map(i64::from),
                    false => node.int(&self.values),
                };
                let value = value.map_err(|fault| self.missing(*at, Some(command), fault))?;
                if !(variable.low..=variable.high).contains(&value) {
                    let what = format!(
                        "found {}'={value}, required a number from {} to {}",
                        variable.name, variable.low, variable.high
                    );
                    return Err(self.wrong(*at, Some(command), &what));
                }
                self.updates.push((*place, value));
            }
            self.drawn.push((probability, start, self.updates.len()));
        }
        if !command.is_fixed && sum != Number::ONE {
            let what = format!("found probabilities with the sum {sum}, required 1");
            return Err(self.wrong(command.at, Some(command), &what));
        }
        Ok(())
    }

    /// What commands that act together lead to: into `leaves`.
    fn choice(&mut self, together: &[Enabled]) {
        let (code, words) = (self.code, self.code.words);
        self.leaves.clear();
        let [from, to] = &mut self.partial;
        from.0.clear();
        from.1.clear();
        from.0.extend_from_slice(&self.words);
        from.1.push(Number::ONE);
        for enabled in together {
            let (start, end) = enabled.branches;
            to.0.clear();
            to.1.clear();
            for (state, weight) in from.0.chunks_exact(words).zip(&from.1) {
                for (probability, first, last) in &self.drawn[start..end] {
                    let own = to.0.len();
                    to.0.extend_from_slice(state);
                    for (place, value) in &self.updates[*first..*last] {
                        code.variables[*place].put(&mut to.0[own..], *value);
                    }
                    to.1.push(if *weight == Number::ONE { probability.clone() } else { weight.times(probability) });
                }
            }
            std::mem::swap(from, to);
        }
        for (state, weight) in from.0.chunks_exact(words).zip(from.1.drain(..)) {
            self.leaves.push((self.states.number(state), weight));
        }
    }

    /// A choice is complete.
    fn ended(&mut self, action: usize, owner: Option<u32>, mixed: &mut Vec<(u32, Number)>) -> Result<(), Wrong> {
        if self.code.sort == Sort::Dtmc {
            mixed.append(&mut self.leaves);
            self.actions.push(action as u32);
            return Ok(());
        }
        match (owner, self.owner) {
            (Some(owner), Some((other, first))) if owner != other => {
                let name = |action: usize| match self.code.actions[action].as_str() {
                    "" => "a command without an action".to_owned(),
                    name => format!("[{name}]"),
                };
                let [one, two] = [other, owner].map(|player| &self.code.players[player as usize]);
                let what = format!(
                    "found choices of two players, {} of {one} and {} of {two}, required of one",
                    name(first as usize),
                    name(action)
                );
                return Err(self.wrong(0, None, &what));
            }
            (Some(owner), _) => self.owner = Some((owner, action as u32)),
            (None, _) => self.unowned += 1,
        }
        self.write(action);
        Ok(())
    }

    /// Writes the choice that is in `leaves`.
    fn write(&mut self, action: usize) {
        if self.leaves.len() > 1 {
            self.leaves.sort_by_key(|(state, _)| *state);
            self.leaves.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.plus(&next.1);
                }
                same
            });
        }
        for (state, probability) in &self.leaves {
            self.targets.push(*state);
            self.probabilities.push(self.numbers.number(probability));
        }
        self.branches.push(self.targets.len() as u32);
        self.actions.push(action as u32);
    }

    /// In a chain commands that are enabled at the same time are taken with equal probabilities: one choice of all of them. The actions stand from `first` on.
    fn mix(&mut self, first: usize, mixed: Vec<(u32, Number)>) -> Result<(), Wrong> {
        let own: Vec<u32> = self.actions.drain(first..).collect();
        if own.is_empty() {
            return Ok(());
        }
        let share = Number::Short(1, own.len() as i64);
        self.leaves = mixed;
        if own.len() > 1 {
            for (_, probability) in &mut self.leaves {
                *probability = probability.times(&share);
            }
        }
        self.write(0);
        *self.actions.last_mut().expect("one") = if own.len() == 1 { own[0] } else { 0 };
        for number in 0..self.amounts.len() {
            if self.amounts[number][1].is_none() {
                continue;
            }
            let mut sum = Number::ZERO;
            for action in &own {
                sum = sum.plus(&self.amount(number, Some(*action as usize))?);
            }
            let amount = self.numbers.number(&sum.times(&share));
            self.amounts[number][1].as_mut().expect("it is there").push(amount);
        }
        Ok(())
    }

    /// The amount of a reward in this state, or at a choice with this action.
    fn amount(&self, reward: usize, action: Option<usize>) -> Result<Number, Wrong> {
        let mut sum = Number::ZERO;
        for item in self.code.rewards[reward].1.iter().filter(|item| item.action == action) {
            let fault = |fault| {
                let name = self.code.rewards[reward].0.as_deref().unwrap_or("without a name");
                let mut wrong = self.missing(item.at, None, fault);
                wrong.what = format!("reward {name}, {}", wrong.what);
                wrong
            };
            if item.guard.bool(&self.values).map_err(fault)? {
                sum = sum.plus(&item.amount.number(&self.values).map_err(fault)?);
            }
        }
        Ok(sum)
    }

    /// The amounts of this state, and of its choices, whose actions stand from `first` on.
    fn rewards(&mut self, first: usize) -> Result<(), Wrong> {
        for reward in 0..self.amounts.len() {
            if self.amounts[reward][0].is_some() {
                let amount = self.amount(reward, None)?;
                let amount = self.numbers.number(&amount);
                self.amounts[reward][0].as_mut().expect("it is there").push(amount);
            }
            if self.amounts[reward][1].is_none() || self.code.sort == Sort::Dtmc {
                continue;
            }
            for choice in first..self.actions.len() {
                let amount = self.amount(reward, Some(self.actions[choice] as usize))?;
                let amount = self.numbers.number(&amount);
                self.amounts[reward][1].as_mut().expect("it is there").push(amount);
            }
        }
        Ok(())
    }

    fn model(self, initial: Vec<u32>) -> Result<Model, Failed> {
        let code = self.code;
        let rewards = code.rewards.iter().zip(self.amounts).map(|((name, _), [states, choices])| Reward {
            name: name.clone().unwrap_or_default(),
            states,
            choices,
        });
        let mut model = Model {
            sort: code.sort,
            variables: code.variables.clone(),
            initial,
            choices: self.choices,
            branches: self.branches,
            targets: self.targets,
            probabilities: self.probabilities,
            numbers: self.numbers.all,
            actions: self.actions,
            action_names: code.actions.clone(),
            owners: self.owners,
            players: code.players.clone(),
            labels: Vec::new(),
            rewards: rewards.collect(),
            words: code.words,
            packed: self.states.packed,
        };
        if model.targets.len() > MOST || model.actions.len() > MOST {
            return Err(Failed::Large(model.counts()[0]));
        }
        let flags = code.variables.len();
        let own = [("init", Node::Variable(flags), 0), ("deadlock", Node::Variable(flags + 1), 0)];
        for (name, node, at) in own {
            let set = self.source.set(&model, &node, at).map_err(Failed::Wrong)?;
            model.labels.push((name.to_owned(), set));
        }
        for (name, node, at) in &code.labels {
            let set = self.source.set(&model, node, *at).map_err(|mut wrong| {
                wrong.what = format!("label {name:?}, {}", wrong.what);
                Failed::Wrong(wrong)
            })?;
            model.labels.push((name.clone(), set));
        }
        Ok(model)
    }
}

impl Source {
    /// The states in which something is true, a bit for each.
    pub(crate) fn set(&self, model: &Model, node: &Node, at: usize) -> Result<Vec<u64>, Wrong> {
        let count = model.counts()[0];
        let mut set = vec![0; count.div_ceil(64)];
        let mut values = vec![0; model.variables.len() + 2];
        let flags = model.variables.len();
        for state in 0..count {
            let words = &model.packed[state * model.words..];
            for (variable, value) in model.variables.iter().zip(&mut values) {
                *value = variable.of(words);
            }
            values[flags] = i64::from(state < model.initial.len());
            values[flags + 1] = i64::from(model.choices[state] == model.choices[state + 1]);
            let holds = node.bool(&values).map_err(|(place, why)| {
                let at = if place == 0 { at } else { place as usize };
                Wrong::at(&self.text, at, format!("in the state {}: {}", model.state(state), said(why)))
            })?;
            set[state / 64] |= u64::from(holds) << (state % 64);
        }
        Ok(set)
    }
}

/// Puts each condition where its last variable has a value.
fn spread<'a>(node: &'a Node, conditions: &mut [Vec<&'a Node>]) {
    if let Node::And(pair) = node {
        pair.iter().for_each(|node| spread(node, conditions));
        return;
    }
    conditions[node.needs()].push(node);
}
