//! Modules that are others with other names.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::names::names_in;
use crate::program::{self, Named, Program};
use crate::syntax::{Expr, Kind};
use crate::text::Fault;

/// Refuses a name that was there.
pub(crate) fn once<'a>(names: impl Iterator<Item = &'a Named>, of: &str) -> Result<(), Fault> {
    let mut seen = HashSet::new();
    for Named { name, at } in names {
        if !seen.insert(name) {
            return Err(Fault::new(*at, format!("found {of} {name} a second time, required another name")));
        }
    }
    Ok(())
}

/// Makes the modules that are others with other names.
pub(crate) fn rename(program: &mut Program, formulas: &HashMap<String, Expr>) -> Result<(), Fault> {
    let mut left = std::mem::take(&mut program.renamed);
    let mut made: BTreeMap<usize, program::Module> = BTreeMap::new();
    let own = std::mem::take(&mut program.modules);
    let places: HashSet<usize> = left.iter().map(|renamed| renamed.place).collect();
    let total = own.len() + left.len();
    made.extend((0..total).filter(|place| !places.contains(place)).zip(own));
    while !left.is_empty() {
        let known = |renamed: &program::Renamed| made.values().any(|module| module.name.name == renamed.base.name);
        let Some(place) = left.iter().position(known) else {
            let base = &left[0].base;
            return Err(Fault::new(base.at, format!("found {}, required a module that there is", base.name)));
        };
        let renamed = left.remove(place);
        let base = made.values().find(|module| module.name.name == renamed.base.name).expect("it was found");
        let module = renamed_module(base, &renamed, formulas)?;
        made.insert(renamed.place, module);
    }
    program.modules = made.into_values().collect();
    Ok(())
}

fn renamed_module(
    base: &program::Module,
    renamed: &program::Renamed,
    formulas: &HashMap<String, Expr>,
) -> Result<program::Module, Fault> {
    once(renamed.names.iter().map(|[old, _]| old), "the new name of")?;
    let names: HashMap<&str, &str> =
        renamed.names.iter().map(|[old, new]| (old.name.as_str(), new.name.as_str())).collect();
    if let Some(variable) = base.variables.iter().find(|variable| !names.contains_key(variable.name.name.as_str())) {
        return Err(Fault::new(
            renamed.name.at,
            format!("module {}: found no new name of {}, required one", renamed.name.name, variable.name.name),
        ));
    }
    let name = |named: &Named| Named {
        name: names.get(named.name.as_str()).map_or_else(|| named.name.clone(), |new| (*new).to_owned()),
        at: named.at,
    };
    let expression = |expr: &Expr| expanded(expr, &names, formulas, 0);
    let optional = |expr: &Option<Expr>| expr.as_ref().map(expression).transpose();
    let mut variables = base.variables.clone();
    for variable in &mut variables {
        variable.name = Named { at: renamed.name.at, ..name(&variable.name) };
        variable.init = optional(&variable.init)?;
        if let Some([low, high]) = &variable.range {
            variable.range = Some([expression(low)?, expression(high)?]);
        }
    }
    let mut commands = base.commands.clone();
    for command in &mut commands {
        command.action = command.action.as_ref().map(name);
        command.guard = expression(&command.guard)?;
        for update in &mut command.updates {
            update.probability = optional(&update.probability)?;
            for (variable, value) in &mut update.assignments {
                *variable = name(variable);
                *value = expression(value)?;
            }
        }
    }
    Ok(program::Module { name: renamed.name.clone(), variables, commands })
}

/// An expression with other names; formulas are written out first, as in PRISM.
fn expanded(
    expr: &Expr,
    names: &HashMap<&str, &str>,
    formulas: &HashMap<String, Expr>,
    depth: usize,
) -> Result<Expr, Fault> {
    if depth > 200 {
        return Err(Fault::new(expr.at, "found formulas in each other without end, or more than 200, required fewer"));
    }
    let failed = RefCell::new(None);
    let made = expr.renamed(&|whole, name| {
        if let Some(new) = names.get(name) {
            return Some(Expr { at: whole.at, kind: Kind::Name((*new).to_owned()) });
        }
        let formula = formulas.get(name)?;
        let mut seen = HashSet::new();
        let mut inside = Vec::new();
        names_in(formula, formulas, &mut seen, &mut inside);
        // A formula that is not touched stays as it is.
        if !inside.iter().any(|name| names.contains_key(name.as_str())) {
            return None;
        }
        expanded(formula, names, formulas, depth + 1).map_err(|fault| *failed.borrow_mut() = Some(fault)).ok()
    });
    failed.into_inner().map_or(Ok(made), Err)
}
