//! A model as it is written: its parts, and how they are read.

use crate::syntax::{Expr, Kind, Reader};
use crate::text::{Fault, Token};

/// Which kind of model it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A Markov chain: nobody chooses.
    Dtmc,
    /// A Markov decision process: one player chooses.
    Mdp,
    /// A stochastic game, by turns.
    Smg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Int,
    Double,
}

/// A name with where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub name: String,
    pub at: usize,
}

#[derive(Debug)]
pub(crate) struct Constant {
    pub name: Named,
    pub kind: Type,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: Named,
    /// The least and the greatest value; none of a Boolean.
    pub range: Option<[Expr; 2]>,
    pub init: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub probability: Option<Expr>,
    pub assignments: Vec<(Named, Expr)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub at: usize,
    pub action: Option<Named>,
    pub guard: Expr,
    pub updates: Vec<Update>,
}

#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub name: Named,
    pub variables: Vec<Variable>,
    pub commands: Vec<Command>,
}

/// A module that is another one with other names.
#[derive(Debug)]
pub(crate) struct Renamed {
    pub name: Named,
    pub base: Named,
    pub names: Vec<[Named; 2]>,
    /// Its place among the modules.
    pub place: usize,
}

#[derive(Debug)]
pub(crate) struct Item {
    /// None of a state reward; of an action reward its action, or none for the commands without one.
    pub action: Option<Option<Named>>,
    pub guard: Expr,
    pub amount: Expr,
}

#[derive(Debug)]
pub(crate) struct Reward {
    pub name: Option<Named>,
    pub items: Vec<Item>,
}

#[derive(Debug)]
pub(crate) struct Player {
    pub name: Named,
    pub modules: Vec<Named>,
    pub actions: Vec<Named>,
}

#[derive(Debug, Default)]
pub(crate) struct Program {
    pub sort: Option<Sort>,
    pub constants: Vec<Constant>,
    pub formulas: Vec<(Named, Expr)>,
    pub labels: Vec<(Named, Expr)>,
    pub globals: Vec<Variable>,
    pub modules: Vec<Module>,
    pub renamed: Vec<Renamed>,
    pub rewards: Vec<Reward>,
    pub init: Option<Expr>,
    pub players: Vec<Player>,
}

/// Words with which something begins that is not covered, and what to do.
const OTHERS: [(&str, &str); 14] = [
    ("ctmc", "continuous time is not covered: write the embedded chain as a dtmc"),
    ("stochastic", "continuous time is not covered: write the embedded chain as a dtmc"),
    ("pta", "clocks are not covered: PRISM's digital clocks make an mdp"),
    ("popta", "clocks are not covered"),
    ("pomdp", "partial observation is not covered: as an mdp it gives bounds"),
    ("csg", "moves at the same time are not covered: let one move first, as an smg; each order is a bound"),
    ("tsg", "timed games are not covered"),
    ("lts", "models without probabilities are not covered: write an mdp"),
    ("imdp", "intervals are not covered: let a player choose between the ends"),
    ("idtmc", "intervals are not covered: let a player choose between the ends"),
    ("system", "a composition of its own is not covered: without it all modules run in parallel"),
    ("observables", "partial observation is not covered"),
    ("observable", "partial observation is not covered"),
    ("invariant", "clocks are not covered"),
];

impl Program {
    /// Reads a model.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let mut reader = Reader::new(text)?;
        let mut program = Self::default();
        while *reader.peek() != Token::End {
            program.part(&mut reader)?;
        }
        Ok(program)
    }

    fn part(&mut self, reader: &mut Reader) -> Result<(), Fault> {
        let at = reader.at();
        let word = match reader.peek() {
            Token::Name(word) => word.clone(),
            _ => return Err(reader.wrong("a part of a model, such as module, const or label")),
        };
        if let Some((_, instead)) = OTHERS.iter().find(|(other, _)| *other == word) {
            return Err(Fault::new(at, format!("found {word}, required a dtmc, mdp or smg: {instead}")));
        }
        let sort = match word.as_str() {
            "dtmc" | "probabilistic" => Some(Sort::Dtmc),
            "mdp" | "nondeterministic" => Some(Sort::Mdp),
            "smg" => Some(Sort::Smg),
            _ => None,
        };
        reader.advance();
        match word.as_str() {
            _ if sort.is_some() => {
                if self.sort.is_some() {
                    return Err(Fault::new(
                        at,
                        format!("found {word} behind another kind of model, required one kind"),
                    ));
                }
                self.sort = sort;
            }
            "const" | "rate" | "prob" => {
                reader.next -= usize::from(word != "const");
                self.constants.push(constant(reader)?);
            }
            "formula" => self.formulas.push(defined(reader, "a formula")?),
            "label" => {
                let name = Named { at: reader.at(), name: reader.quoted("the name of a label")? };
                reader.requires("=")?;
                let value = reader.expression()?;
                reader.requires(";")?;
                self.labels.push((name, value));
            }
            "global" => self.globals.push(variable(reader)?),
            "module" => self.module(reader)?,
            "rewards" => self.rewards.push(reward(reader)?),
            "player" => self.players.push(player(reader)?),
            "init" => {
                let states = reader.expression()?;
                reader.requires_word("endinit")?;
                if self.init.replace(states).is_some() {
                    return Err(Fault::new(at, "found init a second time, required one init … endinit"));
                }
            }
            _ => {
                reader.next -= 1;
                return Err(reader.wrong(
                    "a part of a model: dtmc, mdp, smg, const, formula, label, global, module, rewards, player or init",
                ));
            }
        }
        Ok(())
    }

    fn module(&mut self, reader: &mut Reader) -> Result<(), Fault> {
        let name = named(reader, "a module")?;
        if reader.takes("=") {
            let base = named(reader, "a module")?;
            reader.requires("[")?;
            let mut names = Vec::new();
            loop {
                let old = word(reader)?;
                reader.requires("=")?;
                names.push([old, word(reader)?]);
                if !reader.takes(",") {
                    break;
                }
            }
            reader.requires("]")?;
            reader.requires_word("endmodule")?;
            let place = self.modules.len() + self.renamed.len();
            self.renamed.push(Renamed { name, base, names, place });
            return Ok(());
        }
        let (mut variables, mut commands) = (Vec::new(), Vec::new());
        while !reader.takes_word("endmodule") {
            if reader.is("[") {
                commands.push(command(reader)?);
            } else if reader.is_word("invariant") {
                return Err(reader.wrong("a variable or a command: clocks are not covered"));
            } else if matches!(reader.peek(), Token::Name(_)) {
                variables.push(variable(reader)?);
            } else {
                return Err(reader.wrong("a variable, a command or endmodule"));
            }
        }
        // Renamed modules are put in between when they are made.
        self.modules.push(Module { name, variables, commands });
        Ok(())
    }
}

fn named(reader: &mut Reader, of: &str) -> Result<Named, Fault> {
    Ok(Named { at: reader.at(), name: reader.name(of)? })
}

/// Any word: names of functions may be renamed, too.
fn word(reader: &mut Reader) -> Result<Named, Fault> {
    match reader.peek().clone() {
        Token::Name(name) => {
            let at = reader.at();
            reader.advance();
            Ok(Named { name, at })
        }
        _ => Err(reader.wrong("a name")),
    }
}

fn defined(reader: &mut Reader, of: &str) -> Result<(Named, Expr), Fault> {
    let name = named(reader, of)?;
    reader.requires("=")?;
    let value = reader.expression()?;
    reader.requires(";")?;
    Ok((name, value))
}

/// A constant, behind `const`.
pub(crate) fn constant(reader: &mut Reader) -> Result<Constant, Fault> {
    let kind = if reader.takes_word("bool") {
        Type::Bool
    } else if ["double", "rate", "prob"].iter().any(|word| reader.takes_word(word)) {
        Type::Double
    } else {
        let _ = reader.takes_word("int");
        Type::Int
    };
    let name = named(reader, "a constant")?;
    let value = if reader.takes("=") { Some(reader.expression()?) } else { None };
    reader.requires(";")?;
    Ok(Constant { name, kind, value })
}

fn variable(reader: &mut Reader) -> Result<Variable, Fault> {
    let name = named(reader, "a variable")?;
    reader.requires(":")?;
    let range = if reader.takes("[") {
        let low = reader.expression()?;
        reader.requires("..")?;
        let high = reader.expression()?;
        reader.requires("]")?;
        Some([low, high])
    } else if reader.takes_word("bool") {
        None
    } else {
        return Err(reader.wrong("[LEAST..GREATEST] or bool: clocks and numbers without a range are not covered"));
    };
    let init = if reader.takes_word("init") { Some(reader.expression()?) } else { None };
    reader.requires(";")?;
    Ok(Variable { name, range, init })
}

/// An action between brackets, or none.
fn action(reader: &mut Reader) -> Result<Option<Named>, Fault> {
    reader.requires("[")?;
    let action = if reader.is("]") { None } else { Some(named(reader, "an action")?) };
    if reader.is(",") {
        return Err(reader.wrong("one action: moves at the same time are not covered"));
    }
    reader.requires("]")?;
    Ok(action)
}

fn command(reader: &mut Reader) -> Result<Command, Fault> {
    let at = reader.at();
    let action = action(reader)?;
    let guard = reader.expression()?;
    reader.requires("->")?;
    let is_update = |reader: &Reader| match reader.peek() {
        Token::Sign("(") => matches!(reader.ahead(1), Token::Name(_)) && *reader.ahead(2) == Token::Sign("'"),
        Token::Name(word) if word == "true" => matches!(reader.ahead(1), Token::Sign(";" | "&" | "+")),
        _ => false,
    };
    let mut updates = Vec::new();
    loop {
        let probability = if is_update(reader) {
            None
        } else {
            if reader.is("[") {
                return Err(
                    reader.wrong("a probability: intervals are not covered; let a player choose between the ends")
                );
            }
            let probability = reader.expression()?;
            reader.requires(":")?;
            Some(probability)
        };
        let mut assignments = Vec::new();
        loop {
            if !reader.takes_word("true") {
                reader.requires("(")?;
                let variable = named(reader, "a variable")?;
                reader.requires("'")?;
                reader.requires("=")?;
                assignments.push((variable, reader.expression()?));
                reader.requires(")")?;
            }
            if !reader.takes("&") {
                break;
            }
        }
        updates.push(Update { probability, assignments });
        if !reader.takes("+") {
            break;
        }
    }
    if updates.len() > 1
        && let Some(update) = updates.iter().find(|update| update.probability.is_none())
    {
        let place = update.assignments.first().map_or(at, |(name, _)| name.at);
        return Err(Fault::new(
            place,
            "found an update without a probability beside others, required PROBABILITY : UPDATE",
        ));
    }
    reader.requires(";")?;
    Ok(Command { at, action, guard, updates })
}

fn reward(reader: &mut Reader) -> Result<Reward, Fault> {
    let at = reader.at();
    let name = match reader.peek() {
        Token::Text(_) => Some(Named { at, name: reader.quoted("the name of a reward")? }),
        _ => None,
    };
    let mut items = Vec::new();
    while !reader.takes_word("endrewards") {
        let action = if reader.is("[") { Some(action(reader)?) } else { None };
        let guard = reader.expression()?;
        reader.requires(":")?;
        let amount = reader.expression()?;
        reader.requires(";")?;
        items.push(Item { action, guard, amount });
    }
    Ok(Reward { name, items })
}

fn player(reader: &mut Reader) -> Result<Player, Fault> {
    let name = named(reader, "a player")?;
    let (mut modules, mut actions) = (Vec::new(), Vec::new());
    while !reader.is_word("endplayer") {
        match reader.is("[") {
            true => actions.push(action(reader)?.ok_or_else(|| reader.wrong("the name of an action"))?),
            false => modules.push(named(reader, "a module")?),
        }
        if !reader.takes(",") {
            break;
        }
    }
    reader.requires_word("endplayer")?;
    Ok(Player { name, modules, actions })
}

impl Expr {
    /// The same with other names.
    pub fn renamed(&self, with: &dyn Fn(&Expr, &str) -> Option<Expr>) -> Self {
        let again = |expr: &Self| expr.renamed(with);
        let pair = |pair: &[Self; 2]| Box::new([again(&pair[0]), again(&pair[1])]);
        let kind = match &self.kind {
            Kind::Name(name) => return with(self, name).unwrap_or_else(|| self.clone()),
            Kind::Not(inside) => Kind::Not(Box::new(again(inside))),
            Kind::Minus(inside) => Kind::Minus(Box::new(again(inside))),
            Kind::Binary(sign, operands) => Kind::Binary(*sign, pair(operands)),
            Kind::If(parts) => Kind::If(Box::new([again(&parts[0]), again(&parts[1]), again(&parts[2])])),
            Kind::Call(function, arguments) => Kind::Call(*function, arguments.iter().map(again).collect()),
            Kind::Bool(_) | Kind::Number(..) | Kind::Label(_) => self.kind.clone(),
        };
        Self { at: self.at, kind }
    }
}
