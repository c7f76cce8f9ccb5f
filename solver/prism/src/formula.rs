//! How properties are written: P or R with its bound, what stands in the brackets, filters and names.
//!
//! Left to others: what that means for a model (`property`).

use std::collections::HashMap;

use crate::answer::{FILTERS, Filter};
use crate::code::Order;
use crate::syntax::{Expr, Kind, Reader};
use crate::text::{Fault, Token};

/// A property, read.
#[derive(Debug)]
pub(crate) struct Body {
    pub filter: Option<(Filter, Option<Expr>)>,
    pub what: What,
}

/// What it asks.
#[derive(Debug)]
pub(crate) enum What {
    /// An expression about states.
    States(Expr),
    /// A question: its text with a place for each set of states, and the sets with their texts.
    Question { parts: Vec<Part>, bound: Option<(Order, Expr)> },
    /// Two formulas of which the first is asked for among the plays of the second: of each whether it is G, and its set with its text.
    Given { formulas: [(bool, Expr, String); 2], bound: Option<(Order, Expr)> },
}

/// P or R with what stands behind it.
#[derive(Debug)]
pub(crate) struct Head {
    pub reward: Option<Amounts>,
    pub optimum: &'static str,
    /// Whether the optimum follows from a bound: a chain has none.
    pub is_guess: bool,
    pub at: usize,
}

/// Which reward is meant.
#[derive(Debug)]
pub(crate) enum Amounts {
    First,
    Named(String),
    Number(String),
}

/// A part of a question.
#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    Head(Head),
    Set(Expr, String),
    Steps(Expr, bool),
}

/// A text in one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A property, perhaps with a name and a filter.
pub(crate) fn property(reader: &mut Reader) -> Result<Body, Fault> {
    if matches!(reader.peek(), Token::Text(_)) && *reader.ahead(1) == Token::Sign(":") {
        reader.next += 2;
    }
    if !reader.takes_word("filter") {
        return Ok(Body { filter: None, what: what(reader)? });
    }
    reader.requires("(")?;
    let known: HashMap<&str, Filter> = FILTERS.into_iter().collect();
    let filter = match reader.peek() {
        Token::Name(name) => known.get(name.as_str()).copied(),
        _ => None,
    };
    let filter = filter.ok_or_else(|| reader.wrong("min, max, avg, sum, first, state, count, forall or exists"))?;
    reader.advance();
    reader.requires(",")?;
    let what = what(reader)?;
    let states = if reader.takes(",") { Some(reader.expression()?) } else { None };
    reader.requires(")")?;
    Ok(Body { filter: Some((filter, states)), what })
}

fn what(reader: &mut Reader) -> Result<What, Fault> {
    let mut parts = Vec::new();
    if reader.is("<<") {
        let start = reader.at();
        while !reader.takes(">>") {
            if *reader.peek() == Token::End {
                return Err(reader.wrong(">> behind the players of a coalition"));
            }
            reader.advance();
        }
        parts.push(Part::Text(one_line(&reader.text[start..reader.end()])));
    }
    let at = reader.at();
    let Token::Name(word) = reader.peek().clone() else { return reader.expression().map(What::States) };
    let (letter, mut optimum) = match word.as_str() {
        "P" | "R" => (word.as_str(), ""),
        "Pmax" | "Rmax" => (&word[..1], "max"),
        "Pmin" | "Rmin" => (&word[..1], "min"),
        _ if parts.is_empty() && !["S", "T", "E", "A", "multi"].contains(&word.as_str()) => {
            return reader.expression().map(What::States);
        }
        _ => return Err(reader.wrong("Pmax=?, Pmin=?, P=?, P>=p, Rmax=? or the like")),
    };
    reader.advance();
    let mut reward = (letter == "R").then_some(Amounts::First);
    if letter == "R" && reader.takes("{") {
        reward = match reader.peek().clone() {
            Token::Text(name) => Some(Amounts::Named(name)),
            Token::Whole(number) => Some(Amounts::Number(number)),
            _ => return Err(reader.wrong("the name of a reward in quotation marks, or its number from 1")),
        };
        reader.advance();
        reader.requires("}")?;
    }
    if optimum.is_empty() {
        optimum = if reader.takes_word("max") {
            "max"
        } else if reader.takes_word("min") {
            "min"
        } else {
            ""
        };
    }
    let orders = [("<=", Order::AtMost), (">=", Order::AtLeast), ("<", Order::Less), (">", Order::More)];
    let bound = match orders.into_iter().find(|(sign, _)| reader.is(sign)) {
        Some((_, order)) => {
            reader.advance();
            Some((order, reader.expression()?))
        }
        None => {
            reader.requires("=?")?;
            None
        }
    };
    // Without a coalition a bound is meant for all strategies, with one for its best.
    let is_guess = optimum.is_empty() && bound.is_some();
    if let ("", Some((order, _))) = (optimum, &bound) {
        let is_least = matches!(order, Order::AtLeast | Order::More);
        optimum = if is_least == parts.is_empty() { "min" } else { "max" };
    }
    parts.push(Part::Head(Head { reward, optimum, is_guess, at }));
    reader.requires("[")?;
    path(reader, letter == "R", &mut parts)?;
    if reader.is("||") {
        return Ok(What::Given { formulas: given(reader, parts)?, bound });
    }
    reader.requires("]")?;
    parts.push(Part::Text("]".to_owned()));
    Ok(What::Question { parts, bound })
}

/// The formulas before and behind `||`, the first of which was read: F or G with a set each.
fn given(reader: &mut Reader, mut parts: Vec<Part>) -> Result<[(bool, Expr, String); 2], Fault> {
    let taken = |reader: &Reader, parts: &mut Vec<Part>| match (parts.pop(), parts.pop(), parts.last()) {
        (Some(Part::Set(expr, text)), Some(Part::Text(word)), Some(Part::Head(Head { reward: None, .. })))
            if ["F", "G"].contains(&word.as_str()) =>
        {
            Ok((word == "G", expr, text))
        }
        _ => Err(reader.wrong("F or G with a set of states before || and behind it, without a number of steps")),
    };
    let first = taken(reader, &mut parts)?;
    reader.requires("||")?;
    path(reader, false, &mut parts)?;
    let second = taken(reader, &mut parts)?;
    reader.requires("]")?;
    Ok([first, second])
}

fn path(reader: &mut Reader, is_reward: bool, parts: &mut Vec<Part>) -> Result<(), Fault> {
    let known = if is_reward { ["F", "C", "LRA", "S"] } else { ["F", "G", "X", "C"] };
    let word = match reader.peek() {
        Token::Name(word) if known.contains(&word.as_str()) => Some(word.clone()),
        _ => None,
    };
    match word.as_deref() {
        Some("C") if is_reward => {
            reader.advance();
            parts.push(Part::Text("C".to_owned()));
            if reader.is("]") { Ok(()) } else { Err(reader.wrong("C alone: rewards of so many steps are not covered")) }
        }
        Some("LRA" | "S") => {
            reader.advance();
            parts.push(Part::Text("LRA".to_owned()));
            Ok(())
        }
        Some(word) if word != "C" => {
            reader.advance();
            parts.push(Part::Text(word.to_owned()));
            if word != "X" && !is_reward {
                steps(reader, parts)?;
            }
            set(reader, parts)
        }
        _ if is_reward => Err(reader.wrong("F with a set of states, C or LRA")),
        _ => {
            set(reader, parts)?;
            let word = ["U", "W"].into_iter().find(|word| reader.is_word(word));
            let word = word.ok_or_else(|| reader.wrong("U or W: covered are F, G, X, U and W of sets of states"))?;
            reader.advance();
            parts.push(Part::Text(word.to_owned()));
            steps(reader, parts)?;
            set(reader, parts)
        }
    }
}

fn steps(reader: &mut Reader, parts: &mut Vec<Part>) -> Result<(), Fault> {
    let is_less = reader.is("<");
    if reader.takes("<=") || reader.takes("<") {
        parts.push(Part::Steps(reader.basic()?, is_less));
    } else if reader.is("=") || reader.is(">") || reader.is(">=") || reader.is("[") || reader.is("^") {
        return Err(reader.wrong("a number of steps that is a maximum, or none"));
    }
    Ok(())
}

/// A set of states, with its text.
fn set(reader: &mut Reader, parts: &mut Vec<Part>) -> Result<(), Fault> {
    let start = reader.at();
    let expr = reader.expression()?;
    let mut written = one_line(&reader.text[start..reader.end()]).replace('"', "");
    while is_wrapped(&written) {
        written = written[1..written.len() - 1].trim().to_owned();
    }
    match expr.kind {
        Kind::Bool(true) if matches!(reader.peek(), Token::Name(word) if word == "U") => {
            parts.push(Part::Text("true".to_owned()))
        }
        _ => parts.push(Part::Set(expr, written)),
    }
    Ok(())
}

/// Whether the first parenthesis belongs to the last.
fn is_wrapped(text: &str) -> bool {
    let mut depth = 0_i32;
    let closes = |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    };
    text.starts_with('(') && text.chars().position(closes) == Some(text.chars().count() - 1)
}
