//! What can be asked of any table: formulas in whole numbers over its columns, and what is asked of them.
//!
//! Responsible for reading a formula such as `G = 0 -> max(row(0), n) < 2 * min(row(0), n)`, and for its value in a row. Left to others: the rows and the columns, which a game has.

use std::str::FromStr;

use serde::Deserialize;

use super::{Answer, Found, Item, parsed};

/// The rows of a table, and what stands in them.
pub trait Table {
    /// How many rows there are.
    fn count(&self) -> usize;

    /// What a row is called.
    fn name(&self, row: usize) -> String;

    /// What stands in a column of a row, or what a function of whole numbers is there; none if there is no such column or function.
    fn look(&self, row: usize, name: &str, of: &[i64]) -> Option<i64>;
}

/// What is asked of the rows of tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Ask {
    /// Whether this is so in all rows; else the first one where it is not.
    All(Formula),
    /// The tables in all of whose rows this is so.
    Always(Formula),
    /// The tables in some of whose rows this is not so.
    NotAlways(Formula),
    /// The least number of each column.
    Least(Vec<Formula>),
    /// The greatest number of each column.
    Greatest(Vec<Formula>),
    /// The one value of a column in the rows of each sort.
    Values {
        /// The column.
        of: Formula,
        /// The sorts.
        sorts: Vec<Formula>,
    },
}

/// Asks some tables, each by its name, of the rows where `only` is so.
///
/// # Errors
///
/// If a formula has no value in some row.
pub fn ask(tables: &[(&str, &dyn Table)], only: Option<&Formula>, ask: &Ask) -> Answer {
    let is_asked = |table: &dyn Table, row| only.map_or(Ok(true), |only| only.holds(table, row));
    // How many rows are asked, and the first of them where something is not so.
    let first = |table: &dyn Table, is_so: &Formula| -> Result<(usize, Option<usize>), String> {
        let mut cases = 0;
        for row in 0..table.count() {
            if is_asked(table, row)? {
                cases += 1;
                if !is_so.holds(table, row)? {
                    return Ok((cases, Some(row)));
                }
            }
        }
        Ok((cases, None))
    };
    let all = |sort: Option<&Formula>, of: &Formula| -> Result<Vec<i64>, String> {
        let mut all = Vec::new();
        for (_, table) in tables {
            for row in 0..table.count() {
                if is_asked(*table, row)? && sort.map_or(Ok(true), |sort| sort.holds(*table, row))? {
                    all.push(of.value(*table, row)?);
                }
            }
        }
        Ok(all)
    };
    let place = |(name, table): &(&str, &dyn Table), row: usize| match tables.len() {
        1 => table.name(row),
        _ => format!("{name}, {}", table.name(row)),
    };
    match ask {
        Ask::All(is_so) => {
            let mut all = 0;
            for one in tables {
                match first(one.1, is_so)? {
                    (cases, None) => all += cases,
                    (_, Some(row)) => return Ok(Found::word(format!("wrong at {}", place(one, row)))),
                }
            }
            Ok(Found::truth(true).noting(format!("{all} cases")))
        }
        Ask::Always(is_so) | Ask::NotAlways(is_so) => {
            let (mut always, mut others, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
            for one in tables {
                match first(one.1, is_so)?.1 {
                    None => always.push(one.0),
                    Some(row) => {
                        others.push(one.0);
                        firsts.push(format!("{} at {}", one.0, one.1.name(row)));
                    }
                }
            }
            let found = Found::words(if matches!(ask, Ask::Always(_)) { always } else { others });
            Ok(found.noting(if firsts.is_empty() { String::new() } else { format!("not so: {}", firsts.join("; ")) }))
        }
        Ask::Least(columns) | Ask::Greatest(columns) => {
            let mut found = Vec::new();
            for of in columns {
                let all = all(None, of)?;
                let best = if matches!(ask, Ask::Least(_)) { all.iter().min() } else { all.iter().max() };
                found.push(*best.ok_or("found no row, required one")?);
            }
            Ok(Found::list(found))
        }
        Ask::Values { of, sorts } => {
            let mut found = Vec::new();
            for sort in sorts {
                let all = all(Some(sort), of)?;
                found.push(match (all.iter().min(), all.iter().max()) {
                    (Some(least), Some(most)) if least == most => Item::from(*least),
                    (Some(least), Some(most)) => Item::Word(format!("from {least} to {most}")),
                    _ => Item::Word("none".to_owned()),
                });
            }
            Ok(Found::list(found))
        }
    }
}

/// A formula: whole numbers, columns and functions of a table, `+ - * / mod xor max(a, b) min(a, b)`, the comparisons `= != < <= > >=`, which are 0 or 1, as are
/// `not and or ->`; `all i < n: …` is 1 if the rest is so for 0 ≤ i < n, and `count i < n: …` says for how many. A quotient is rounded down.
#[derive(Clone, Debug)]
pub struct Formula(Node);

#[derive(Clone, Debug)]
enum Node {
    Number(i64),
    /// A column or a variable, if it has no arguments.
    Named(String, Vec<Node>),
    Pair(&'static str, Box<[Node; 2]>),
    /// Of a variable below a bound: whether all are so, or how many.
    Each(bool, String, Box<[Node; 2]>),
}

/// From what binds least to what binds most.
const LEVELS: [&[&str]; 6] =
    [&["->"], &["or"], &["and"], &["=", "!=", "<", "<=", ">", ">="], &["+", "-"], &["*", "/", "mod", "xor"]];
/// The level of sums.
const SUM: usize = 4;
/// All signs, longer ones before those that they begin with.
const SIGNS: [&str; 15] = ["->", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",", ":"];

/// What is left to be read.
struct Reader<'a>(std::iter::Peekable<std::vec::IntoIter<&'a str>>);

impl Reader<'_> {
    fn takes(&mut self, token: &str) -> bool {
        self.0.next_if(|next| *next == token).is_some()
    }

    fn takes_required(&mut self, token: &str) -> Result<(), String> {
        match self.takes(token) {
            true => Ok(()),
            false => Err(format!("found {:?}, required {token:?}", self.0.peek().unwrap_or(&"the end"))),
        }
    }

    fn level(&mut self, level: usize) -> Result<Node, String> {
        let Some(signs) = LEVELS.get(level) else { return self.one() };
        let mut left = self.level(level + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.takes(sign)) {
            left = Node::Pair(sign, Box::new([left, self.level(level + 1)?]));
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Node, String> {
        let token = self.0.next().ok_or("found the end, required a number or a name")?;
        match token {
            "(" => {
                let inner = self.level(0)?;
                self.takes_required(")")?;
                Ok(inner)
            }
            "-" => Ok(Node::Pair("-", Box::new([Node::Number(0), self.one()?]))),
            "not" => Ok(Node::Pair("=", Box::new([self.one()?, Node::Number(0)]))),
            "all" | "count" => {
                let variable = self.0.next().unwrap_or_default().to_owned();
                self.takes_required("<")?;
                let bound = self.level(SUM)?;
                self.takes_required(":")?;
                Ok(Node::Each(token == "all", variable, Box::new([bound, self.level(0)?])))
            }
            _ if token.starts_with(|letter: char| letter.is_ascii_digit()) => {
                token.parse().map(Node::Number).map_err(|_| format!("found {token:?}, required a whole number"))
            }
            _ if token.starts_with(char::is_alphabetic) => {
                let mut of = Vec::new();
                if self.takes("(") {
                    of.push(self.level(0)?);
                    while self.takes(",") {
                        of.push(self.level(0)?);
                    }
                    self.takes_required(")")?;
                }
                Ok(Node::Named(token.to_owned(), of))
            }
            _ => Err(format!("found {token:?}, required a number or a name")),
        }
    }
}

impl FromStr for Formula {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
        while let Some(first) = rest.chars().next() {
            let length = match first.is_alphanumeric() {
                true => rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len()),
                false => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len()),
            };
            if length == 0 {
                return Err(format!("found {first:?}, required a formula"));
            }
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
        let mut reader = Reader(tokens.into_iter().peekable());
        let whole = reader.level(0)?;
        match reader.0.next() {
            None => Ok(Self(whole)),
            Some(token) => Err(format!("found {token:?}, required the end of the formula")),
        }
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

/// What two numbers give; none if it is too large, or divided by 0.
fn pair(sign: &str, a: i64, b: i64) -> Option<i64> {
    match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div_euclid(b),
        "mod" => a.checked_rem_euclid(b),
        "xor" => Some(a ^ b),
        "=" => Some((a == b).into()),
        "!=" => Some((a != b).into()),
        "<" => Some((a < b).into()),
        "<=" => Some((a <= b).into()),
        ">" => Some((a > b).into()),
        ">=" => Some((a >= b).into()),
        // The first one has not decided.
        _ => Some((b != 0).into()),
    }
}

impl Formula {
    fn holds(&self, table: &dyn Table, row: usize) -> Result<bool, String> {
        Ok(self.value(table, row)? != 0)
    }

    /// The value in a row.
    ///
    /// # Errors
    ///
    /// If the table has not the columns and functions, a number is too large, or something is divided by 0.
    pub fn value(&self, table: &dyn Table, row: usize) -> Result<i64, String> {
        self.0.value(table, row, &mut Vec::new())
    }
}

impl Node {
    fn value<'a>(&'a self, table: &dyn Table, row: usize, variables: &mut Vec<(&'a str, i64)>) -> Result<i64, String> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Pair(sign, both) => {
                let first = both[0].value(table, row, variables)?;
                match (*sign, first != 0) {
                    ("and", false) => return Ok(0),
                    ("or", true) | ("->", false) => return Ok(1),
                    _ => {}
                }
                let second = both[1].value(table, row, variables)?;
                let found = pair(sign, first, second);
                found.ok_or_else(|| format!("found {first} {sign} {second}, required another number"))
            }
            Self::Named(name, of) => {
                let variable = variables.iter().rfind(|(known, _)| of.is_empty() && *known == name.as_str());
                if let Some((_, number)) = variable {
                    return Ok(*number);
                }
                let of: Vec<i64> = of.iter().map(|one| one.value(table, row, variables)).collect::<Result<_, _>>()?;
                let found = match (name.as_str(), of.as_slice()) {
                    ("max", [a, b]) => Some(*a.max(b)),
                    ("min", [a, b]) => Some(*a.min(b)),
                    _ => table.look(row, name, &of),
                };
                found.ok_or_else(|| format!("found {name} of {of:?}, which this table has not"))
            }
            Self::Each(is_all, variable, parts) => {
                let (bound, mut count) = (parts[0].value(table, row, variables)?, 0);
                for number in 0..bound {
                    variables.push((variable, number));
                    let is_so = parts[1].value(table, row, variables)? != 0;
                    variables.pop();
                    count += i64::from(is_so);
                    if *is_all && !is_so {
                        return Ok(0);
                    }
                }
                Ok(if *is_all { 1 } else { count })
            }
        }
    }
}
