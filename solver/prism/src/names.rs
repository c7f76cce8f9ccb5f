//! What names mean: constants with their values, variables, formulas, labels.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::code::{Value, said};
use crate::compile::{Meaning, Scope, typed_as};
use crate::program::{Constant, Named, Type};
use crate::syntax::{Expr, Kind, Reader};
use crate::text::{Fault, Token, short};

/// What names mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub constants: HashMap<String, (Value, Type)>,
    pub variables: HashMap<String, (usize, Type)>,
    pub formulas: HashMap<String, Expr>,
    pub labels: HashMap<String, Expr>,
    /// Where the flags are, behind the values of the variables: whether a state is initial, and whether it has no choice. None inside of models.
    pub flags: Option<usize>,
}

impl Scope for Names {
    fn name(&self, name: &str) -> Option<Meaning<'_>> {
        if let Some((place, kind)) = self.variables.get(name) {
            return Some(Meaning::Variable(*place, *kind));
        }
        let constant = self.constants.get(name).map(|(value, kind)| Meaning::Value(value, *kind));
        constant.or_else(|| self.formulas.get(name).map(Meaning::Formula))
    }

    fn label(&self, label: &str) -> Option<Meaning<'_>> {
        let flags = self.flags?;
        match label {
            "init" => Some(Meaning::Variable(flags, Type::Bool)),
            "deadlock" => Some(Meaning::Variable(flags + 1, Type::Bool)),
            _ => self.labels.get(label).map(Meaning::Formula),
        }
    }
}

impl Names {
    /// The value of an expression without variables.
    pub fn value(&self, expr: &Expr, kind: Type, of: &str) -> Result<Value, Fault> {
        let node = typed_as(expr, self, kind, of)?;
        let value = match kind {
            Type::Bool => node.bool(&[]).map(Value::Bool),
            _ => node.number(&[]).map(Value::Number),
        };
        value.map_err(|(_, why)| Fault::new(expr.at, format!("{of}: {}", said(why))))
    }

    pub fn whole(&self, expr: &Expr, of: &str) -> Result<i64, Fault> {
        match self.value(expr, Type::Int, of)? {
            Value::Number(number) => {
                number.as_whole().filter(|number| number.unsigned_abs() < 1 << 62).ok_or_else(|| {
                    Fault::new(expr.at, format!("{of}: found {number}, required a whole number below 2^62"))
                })
            }
            Value::Bool(_) => unreachable!("a whole number was asked for"),
        }
    }

    /// Gives values to constants: those that are given, and those that are written, which may need each other.
    pub fn constants(&mut self, all: &[Constant], given: &BTreeMap<String, String>) -> Result<(), Fault> {
        let missing: Vec<&str> = all
            .iter()
            .filter(|constant| constant.value.is_none() && !given.contains_key(&constant.name.name))
            .map(|constant| constant.name.name.as_str())
            .collect();
        if let Some(first) = all.iter().find(|constant| missing.first() == Some(&constant.name.name.as_str())) {
            let (names, example) = (missing.join(", "), missing.join("=…,"));
            return Err(Fault::new(
                first.name.at,
                format!("found no value of {names}, required one: --const {example}=…"),
            ));
        }
        let by_name: HashMap<&str, &Constant> =
            all.iter().map(|constant| (constant.name.name.as_str(), constant)).collect();
        for constant in all {
            self.constant(constant, &by_name, given, &mut Vec::new())?;
        }
        Ok(())
    }

    fn constant<'a>(
        &mut self,
        constant: &'a Constant,
        all: &HashMap<&str, &'a Constant>,
        given: &BTreeMap<String, String>,
        open: &mut Vec<&'a str>,
    ) -> Result<(), Fault> {
        let Named { name, at } = &constant.name;
        if self.constants.contains_key(name) {
            return Ok(());
        }
        let wrong = |what: String| Fault::new(*at, format!("constant {name}: {what}"));
        if open.contains(&name.as_str()) || open.len() > 500 {
            return Err(wrong("found a constant that needs itself, required one that does not".to_owned()));
        }
        let value = match (&constant.value, given.get(name)) {
            (Some(_), Some(_)) => return Err(wrong("found a second value in --const, required none".to_owned())),
            (Some(expr), None) => {
                open.push(name);
                let mut needed = Vec::new();
                let mut seen = HashSet::new();
                names_in(expr, &self.formulas, &mut seen, &mut needed);
                for needed in needed.iter().filter_map(|name| all.get(name.as_str())) {
                    self.constant(needed, all, given, open)?;
                }
                open.pop();
                self.value(expr, constant.kind, &format!("constant {name}"))?
            }
            (None, Some(text)) => self.given(name, text, constant.kind).map_err(wrong)?,
            (None, None) => unreachable!("missing constants were told"),
        };
        self.constants.insert(name.clone(), (value, constant.kind));
        Ok(())
    }

    /// The value of a text that the user gave.
    fn given(&self, name: &str, text: &str, kind: Type) -> Result<Value, String> {
        let read = || {
            let mut reader = Reader::new(text)?;
            let value = reader.expression()?;
            if *reader.peek() != Token::End { Err(reader.wrong("the end of the value")) } else { Ok(value) }
        };
        let value = read().and_then(|expr| Self::default().value(&expr, kind, "--const"));
        value.map_err(|fault| format!("in --const {name}={}: {}", short(text), fault.what))
    }
}

/// The names in an expression, and in the formulas there.
pub(crate) fn names_in(
    expr: &Expr,
    formulas: &HashMap<String, Expr>,
    seen: &mut HashSet<String>,
    found: &mut Vec<String>,
) {
    let mut again = |all: &[Expr]| all.iter().for_each(|expr| names_in(expr, formulas, seen, found));
    match &expr.kind {
        Kind::Name(name) => {
            if seen.insert(name.clone()) {
                found.push(name.clone());
                if let Some(formula) = formulas.get(name) {
                    names_in(formula, formulas, seen, found);
                }
            }
        }
        Kind::Not(inside) | Kind::Minus(inside) => again(std::slice::from_ref(inside)),
        Kind::Binary(_, pair) => again(&pair[..]),
        Kind::If(parts) => again(&parts[..]),
        Kind::Call(_, arguments) => again(arguments),
        Kind::Bool(_) | Kind::Number(..) | Kind::Label(_) => {}
    }
}
