//! A model whose names are known, whose constants have values and whose expressions have types: what can be explored.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::code::{Node, Order, Value};
use crate::compile::typed_as;
use crate::names::Names;
use crate::number::Number;
use crate::program::{self, Named, Program, Sort, Type};
use crate::rename::{once, rename};
use crate::text::{Fault, Wrong};

/// A variable: its range, and where its bits are in a packed state.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its least value; 0 of a Boolean.
    pub low: i64,
    /// Its greatest value; 1 of a Boolean.
    pub high: i64,
    /// Whether it is a Boolean.
    pub is_bool: bool,
    pub(crate) word: usize,
    pub(crate) shift: u32,
    pub(crate) mask: u64,
}

#[derive(Debug)]
pub(crate) struct Branch {
    pub probability: Node,
    pub at: usize,
    /// Which variables get which values, and where it is said.
    pub updates: Vec<(usize, Node, usize)>,
}

#[derive(Debug)]
pub(crate) struct Command {
    pub at: usize,
    pub module: usize,
    pub guard: Node,
    pub branches: Vec<Branch>,
    /// Whether the probabilities are numbers from 0 with the sum 1.
    pub is_fixed: bool,
}

/// Commands of which at most some are asked: those that may be enabled where a variable has a value.
#[derive(Debug)]
pub(crate) struct Group {
    pub all: Vec<u32>,
    /// The variable, and for each of its values the commands.
    pub by_value: Option<(usize, Vec<Vec<u32>>)>,
}

#[derive(Debug)]
pub(crate) struct Item {
    /// Of an action reward the action, 0 for none.
    pub action: Option<usize>,
    pub guard: Node,
    pub amount: Node,
    pub at: usize,
}

/// A model that can be explored.
#[derive(Debug)]
pub(crate) struct Code {
    pub sort: Sort,
    pub names: Names,
    pub variables: Vec<Variable>,
    pub words: usize,
    /// The values at first; or what holds at first, where several states are initial.
    pub initial: Result<Vec<i64>, Node>,
    pub init_at: usize,
    pub modules: Vec<String>,
    /// The names of the actions; the first is empty, of commands without one.
    pub actions: Vec<String>,
    numbers_of_actions: HashMap<String, usize>,
    pub commands: Vec<Command>,
    /// For each module its commands without an action.
    pub alone: Vec<Group>,
    /// For each action, from 1, the commands of each module that has it.
    pub together: Vec<Vec<Group>>,
    pub labels: Vec<(String, Node, usize)>,
    pub rewards: Vec<(Option<String>, Vec<Item>)>,
    pub players: Vec<String>,
    pub owner_of_action: Vec<Option<u32>>,
    pub owner_of_module: Vec<Option<u32>>,
}

impl Code {
    /// Gives meaning to what is written.
    pub fn of(mut program: Program, given: &BTreeMap<String, String>) -> Result<Self, Fault> {
        let mut names = Names::default();
        for (name, formula) in &program.formulas {
            names.formulas.insert(name.name.clone(), formula.clone());
        }
        rename(&mut program, &names.formulas)?;
        once(program.modules.iter().map(|module| &module.name), "the module")?;
        let variables = || {
            let local = program.modules.iter().flat_map(|module| &module.variables);
            program.globals.iter().chain(local)
        };
        let constants = program.constants.iter().map(|constant| &constant.name);
        let formulas = program.formulas.iter().map(|(name, _)| name);
        once(constants.chain(formulas).chain(variables().map(|variable| &variable.name)), "the name")?;
        once(program.labels.iter().map(|(name, _)| name), "the label")?;
        once(program.rewards.iter().filter_map(|reward| reward.name.as_ref()), "the reward")?;
        once(program.players.iter().map(|player| &player.name), "the player")?;
        names.constants(&program.constants, given)?;
        let (packed, words, first) = pack(&names, variables())?;
        if let (Some(init), Some(at)) = (&program.init, first.iter().find_map(|(_, at)| *at)) {
            let _ = init;
            return Err(Fault::new(at, "found init of a variable beside init … endinit, required one of both"));
        }
        for (place, variable) in packed.iter().enumerate() {
            let kind = if variable.is_bool { Type::Bool } else { Type::Int };
            names.variables.insert(variable.name.clone(), (place, kind));
        }
        let (initial, init_at) = match &program.init {
            Some(init) => (Err(typed_as(init, &names, Type::Bool, "init")?), init.at),
            None => (Ok(first.into_iter().map(|(value, _)| value).collect()), 0),
        };
        let sort = program.sort.unwrap_or(Sort::Mdp);
        let mut code = Self {
            sort,
            names,
            variables: packed,
            words,
            initial,
            init_at,
            modules: program.modules.iter().map(|module| module.name.name.clone()).collect(),
            actions: vec![String::new()],
            numbers_of_actions: HashMap::new(),
            commands: Vec::new(),
            alone: Vec::new(),
            together: Vec::new(),
            labels: Vec::new(),
            rewards: Vec::new(),
            players: Vec::new(),
            owner_of_action: Vec::new(),
            owner_of_module: Vec::new(),
        };
        code.commands(&program)?;
        code.rest(&program)?;
        Ok(code)
    }

    fn action(&self, named: &Named) -> Result<usize, Fault> {
        let found = self.numbers_of_actions.get(&named.name).copied();
        found.ok_or_else(|| Fault::new(named.at, format!("found the action {}, required one of a command", named.name)))
    }

    fn commands(&mut self, program: &Program) -> Result<(), Fault> {
        let mut own: HashMap<&str, usize> = HashMap::new();
        for (number, module) in program.modules.iter().enumerate() {
            own.extend(module.variables.iter().map(|variable| (variable.name.name.as_str(), number)));
        }
        let mut groups: Vec<BTreeMap<usize, Vec<u32>>> = vec![BTreeMap::new()];
        for (number, module) in program.modules.iter().enumerate() {
            for command in &module.commands {
                let action = match &command.action {
                    None => 0,
                    Some(named) => self.action(named).unwrap_or_else(|_| {
                        self.actions.push(named.name.clone());
                        self.numbers_of_actions.insert(named.name.clone(), self.actions.len() - 1);
                        groups.push(BTreeMap::new());
                        self.actions.len() - 1
                    }),
                };
                groups[action].entry(number).or_default().push(self.commands.len() as u32);
                let made = self.command(command, number, &own, &module.name.name)?;
                self.commands.push(made);
            }
        }
        for (action, modules) in groups.iter().enumerate() {
            if action > 0 {
                self.no_conflict(action, modules)?;
            }
            let made = modules.values().map(|all| self.group(all)).collect();
            if action == 0 { self.alone = made } else { self.together.push(made) }
        }
        Ok(())
    }

    fn command(
        &self,
        command: &program::Command,
        module: usize,
        own: &HashMap<&str, usize>,
        name: &str,
    ) -> Result<Command, Fault> {
        let guard = typed_as(&command.guard, &self.names, Type::Bool, "a guard")?;
        let mut branches = Vec::new();
        for update in &command.updates {
            let (probability, at) = match &update.probability {
                None => (Node::Int(1), command.at),
                Some(expr) => (typed_as(expr, &self.names, Type::Double, "a probability")?, expr.at),
            };
            once(update.assignments.iter().map(|(variable, _)| variable), "a value of")?;
            let mut updates = Vec::new();
            for (variable, value) in &update.assignments {
                let Named { name: changed, at } = variable;
                let Some((place, kind)) = self.names.variables.get(changed) else {
                    return Err(Fault::new(*at, format!("found {changed}', required a variable that there is")));
                };
                if own.get(changed.as_str()).is_some_and(|owner| *owner != module) {
                    let owner = &self.modules[own[changed.as_str()]];
                    return Err(Fault::new(
                        *at,
                        format!("found {changed}' in module {name}, required in module {owner}, whose variable it is"),
                    ));
                }
                updates.push((*place, typed_as(value, &self.names, *kind, &format!("{changed}'"))?, *at));
            }
            branches.push(Branch { probability, at, updates });
        }
        let constant = |branch: &Branch| match &branch.probability {
            Node::Int(number) => Some(Number::whole(*number)),
            Node::Number(number) => Some(number.clone()),
            _ => None,
        };
        let fixed: Option<Vec<Number>> = branches.iter().map(constant).collect();
        let is_fixed = fixed.is_some_and(|all| {
            !all.iter().any(Number::is_negative) && all.iter().fold(Number::ZERO, |sum, p| sum.plus(p)) == Number::ONE
        });
        Ok(Command { at: command.at, module, guard, branches, is_fixed })
    }

    /// Refuses an action of several modules of which two change the same variable.
    fn no_conflict(&self, action: usize, modules: &BTreeMap<usize, Vec<u32>>) -> Result<(), Fault> {
        let mut changed: HashMap<usize, usize> = HashMap::new();
        for (module, commands) in modules {
            for &command in commands {
                let command = &self.commands[command as usize];
                for (place, ..) in command.branches.iter().flat_map(|branch| &branch.updates) {
                    let first = *changed.entry(*place).or_insert(*module);
                    if first != *module {
                        return Err(Fault::new(
                            command.at,
                            format!(
                                "found {} changed in modules {} and {} by the action {}, required in one of them",
                                self.variables[*place].name,
                                self.modules[first],
                                self.modules[*module],
                                self.actions[action]
                            ),
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Commands, by the values of the variable that most guards ask for first.
    fn group(&self, all: &[u32]) -> Group {
        let asked: Vec<Vec<(usize, i64)>> = all
            .iter()
            .map(|&command| {
                let mut found = Vec::new();
                equalities(&self.commands[command as usize].guard, &mut found);
                found
            })
            .collect();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, _) in asked.iter().flatten() {
            *counts.entry(*place).or_default() += 1;
        }
        let values = |place: usize| self.variables[place].high - self.variables[place].low + 1;
        let best = counts.into_iter().filter(|(place, count)| *count > 2 && values(*place) <= 1 << 12);
        let by_value = best.max_by_key(|(_, count)| *count).map(|(place, _)| {
            let low = self.variables[place].low;
            let may = |command: usize, value: i64| {
                asked[command].iter().all(|(other, required)| *other != place || *required == value)
            };
            let of =
                |value: i64| (0..all.len()).filter(|&number| may(number, value)).map(|number| all[number]).collect();
            (place, (low..low + values(place)).map(of).collect())
        });
        Group { all: all.to_vec(), by_value }
    }

    fn rest(&mut self, program: &Program) -> Result<(), Fault> {
        for (name, value) in &program.labels {
            if ["init", "deadlock"].contains(&name.name.as_str()) || name.name.is_empty() {
                return Err(Fault::new(
                    name.at,
                    "found \"init\", \"deadlock\" or no name, required another name of a label",
                ));
            }
            let node = typed_as(value, &self.names, Type::Bool, "a label")?;
            self.labels.push((name.name.clone(), node, value.at));
            self.names.labels.insert(name.name.clone(), value.clone());
        }
        for reward in &program.rewards {
            let mut items = Vec::new();
            for item in &reward.items {
                let action = match &item.action {
                    None => None,
                    Some(None) => Some(0),
                    Some(Some(named)) => Some(self.action(named)?),
                };
                let guard = typed_as(&item.guard, &self.names, Type::Bool, "a guard of a reward")?;
                let amount = typed_as(&item.amount, &self.names, Type::Double, "a reward")?;
                items.push(Item { action, guard, amount, at: item.amount.at });
            }
            self.rewards.push((reward.name.as_ref().map(|name| name.name.clone()), items));
        }
        self.owners(program)?;
        self.names.flags = Some(self.variables.len());
        Ok(())
    }

    fn owners(&mut self, program: &Program) -> Result<(), Fault> {
        match (self.sort, program.players.first()) {
            (Sort::Smg, None) => {
                return Err(Fault::new(0, "found an smg without a player, required player … endplayer"));
            }
            (Sort::Dtmc | Sort::Mdp, Some(player)) => {
                return Err(Fault::new(player.name.at, "found a player of a model without players, required an smg"));
            }
            _ => {}
        }
        self.owner_of_action = vec![None; self.actions.len()];
        self.owner_of_module = vec![None; self.modules.len()];
        for (number, player) in (0..).zip(&program.players) {
            self.players.push(player.name.name.clone());
            for named in &player.actions {
                let action = self.action(named)?;
                self.own(&player.name.name, named, number, |code| &mut code.owner_of_action[action])?;
            }
            for named in &player.modules {
                let module = self.modules.iter().position(|module| *module == named.name);
                let wrong = || Fault::new(named.at, format!("found {}, required a module that there is", named.name));
                let module = module.ok_or_else(wrong)?;
                self.own(&player.name.name, named, number, |code| &mut code.owner_of_module[module])?;
            }
        }
        Ok(())
    }

    fn own(
        &mut self,
        player: &str,
        named: &Named,
        number: u32,
        of: impl Fn(&mut Self) -> &mut Option<u32>,
    ) -> Result<(), Fault> {
        match of(self).replace(number) {
            None => Ok(()),
            Some(before) => Err(Fault::new(
                named.at,
                format!(
                    "found {} of player {player}, required of {} alone, whose it is already",
                    named.name, self.players[before as usize]
                ),
            )),
        }
    }
}

/// The comparisons of variables with numbers that must hold.
fn equalities(guard: &Node, found: &mut Vec<(usize, i64)>) {
    match guard {
        Node::And(pair) => pair.iter().for_each(|node| equalities(node, found)),
        Node::Is(Order::Equal, place, number) => found.push((*place, *number)),
        _ => {}
    }
}

/// The variables with their places in packed states, the number of words, and the first value of each with where it is said.
type Packed = (Vec<Variable>, usize, Vec<(i64, Option<usize>)>);

fn pack<'a>(names: &Names, all: impl Iterator<Item = &'a program::Variable>) -> Result<Packed, Fault> {
    let (mut packed, mut first, mut word, mut used) = (Vec::new(), Vec::new(), 0, 0);
    for program::Variable { name, range, init } in all {
        let of = format!("variable {}", name.name);
        let (low, high) = match range {
            None => (0, 1),
            Some([low, high]) => (names.whole(low, &of)?, names.whole(high, &of)?),
        };
        if low > high {
            return Err(Fault::new(name.at, format!("{of}: found the range {low}..{high}, required one with a value")));
        }
        let value = match (init, range) {
            (None, _) => low,
            (Some(init), Some(_)) => names.whole(init, &of)?,
            (Some(init), None) => i64::from(names.value(init, Type::Bool, &of)? == Value::Bool(true)),
        };
        if !(low..=high).contains(&value) {
            let at = init.as_ref().map_or(name.at, |init| init.at);
            return Err(Fault::new(
                at,
                format!("{of}: found {value} at first, required a number from {low} to {high}"),
            ));
        }
        let width = 64 - (high.abs_diff(low)).leading_zeros();
        if used + width > 64 {
            (word, used) = (word + 1, 0);
        }
        packed.push(Variable {
            name: name.name.clone(),
            low,
            high,
            is_bool: range.is_none(),
            word,
            shift: used.min(63),
            mask: if width == 64 { u64::MAX } else { (1 << width) - 1 },
        });
        used += width;
        first.push((value, init.as_ref().map(|init| init.at)));
    }
    Ok((packed, word + 1, first))
}

/// A model as it is written, understood: it can be built.
#[derive(Debug)]
pub struct Source {
    pub(crate) text: String,
    pub(crate) code: Code,
    /// The constants that were given.
    pub(crate) given: BTreeMap<String, String>,
    pub(crate) open: HashSet<String>,
}

impl Source {
    /// Reads a model; constants that it leaves open have these values, such as `4` or `1/3`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line and column.
    pub fn read(text: &str, given: &BTreeMap<String, String>) -> Result<Self, Wrong> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read = || {
            let program = Program::read(text)?;
            let open = program.constants.iter().filter(|constant| constant.value.is_none());
            let open = open.map(|constant| constant.name.name.clone()).collect();
            Ok::<_, Fault>((Code::of(program, given)?, open))
        };
        let (code, open) = read().map_err(|fault| Wrong::at(text, fault.at, fault.what))?;
        Ok(Self { text: text.to_owned(), code, given: given.clone(), open })
    }

    /// Which kind of model it is.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.code.sort
    }
}
