//! Properties in PRISM's words: what is asked, with names instead of expressions, and what a file of properties says that the answer is.
//!
//! Sets of states become labels, so that a question is about labels alone, as `solve model` reads them. What the question is, and whether it is covered, is left
//! to whoever answers.

use std::collections::{BTreeMap, HashMap};

use crate::answer::{FILTERS, Filter, Found, Question, Quotient, filtered};
use crate::code::{Order, Value, said};
use crate::compile::{typed, typed_as};
use crate::model::Model;
use crate::names::Names;
use crate::number::Number;
use crate::program::{Sort, Type, constant};
use crate::resolve::Source;
use crate::syntax::{Expr, Kind, Reader, Sign};
use crate::text::{Fault, Token, Wrong};

/// A property of a file, or of a command line.
#[derive(Debug)]
pub struct Property {
    /// As it is written, in one line.
    pub text: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// What the file says that the answer is, if it does for these constants.
    pub result: Option<String>,
    /// What it means, or what is wrong with it.
    body: Result<Body, Wrong>,
}

/// Properties with the names that they use.
#[derive(Debug)]
pub struct Properties {
    /// The properties, in their order.
    pub all: Vec<Property>,
    names: Names,
    text: String,
    open: Vec<String>,
}

#[derive(Debug)]
struct Body {
    filter: Option<(Filter, Option<Expr>)>,
    what: What,
}

#[derive(Debug)]
enum What {
    /// An expression about states.
    States(Expr),
    /// A question: its text with a place for each set of states, and the sets with their texts.
    Question { parts: Vec<Part>, bound: Option<(Order, Expr)> },
    /// Two formulas of which the first is asked for among the plays of the second: of each whether it is G, and its set with its text.
    Given { formulas: [(bool, Expr, String); 2], bound: Option<(Order, Expr)> },
}

/// P or R with what stands behind it.
#[derive(Debug)]
struct Head {
    reward: Option<Amounts>,
    optimum: &'static str,
    /// Whether the optimum follows from a bound: a chain has none.
    is_guess: bool,
    at: usize,
}

#[derive(Debug)]
enum Amounts {
    First,
    Named(String),
    Number(String),
}

#[derive(Debug)]
enum Part {
    Text(String),
    Head(Head),
    Set(Expr, String),
    Steps(Expr, bool),
}

/// What a property leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is about states, and this is the answer.
    Answer(Found),
    /// It is a question of a model.
    Question(Box<Question>),
    /// It is a quotient of what three questions come to; the first one puts it together.
    Quotient(Box<Quotient>),
}

impl Source {
    /// Reads properties, with the constants and labels that are defined beside them. Where one cannot be read, the next is looked for.
    ///
    /// # Errors
    ///
    /// If the text has no tokens, or constants have no values. What is wrong with one property is said when it is asked.
    pub fn properties(&self, text: &str) -> Result<Properties, Wrong> {
        let wrong = |fault: Fault| Wrong::at(text, fault.at, fault.what);
        let mut reader = Reader::new(text).map_err(wrong)?;
        let (mut names, mut all, mut constants) = (self.code.names.clone(), Vec::new(), Vec::new());
        let mut last = 0;
        while *reader.peek() != Token::End {
            let at = reader.at();
            if reader.takes(";") {
            } else if reader.takes_word("const") {
                constants.push(constant(&mut reader).map_err(wrong)?);
            } else if reader.takes_word("label") {
                let name = reader.quoted("the name of a label").map_err(wrong)?;
                reader.requires("=").map_err(wrong)?;
                names.labels.insert(name, reader.expression().map_err(wrong)?);
            } else {
                let start = reader.next;
                let body = property(&mut reader).and_then(|body| match reader.peek() {
                    Token::End | Token::Sign(";") => Ok(body),
                    _ if begins_line(&reader) => Ok(body),
                    _ => Err(reader.wrong("the end of the property")),
                });
                if body.is_err() {
                    reader.next = start + 1;
                    while !matches!(reader.peek(), Token::End | Token::Sign(";")) && !follows_comment(&reader) {
                        reader.advance();
                    }
                }
                let line = Wrong::at(text, at, "").line;
                let written = one_line(&text[at..reader.end()]);
                all.push((at, last, Property { text: written, line, result: None, body: body.map_err(wrong) }));
            }
            last = reader.end();
        }
        names.constants(&constants, &self.given_to(&constants)).map_err(wrong)?;
        let comments = std::mem::take(&mut reader.tokens.comments);
        for (at, last, property) in &mut all {
            let near = comments.iter().filter(|(place, _)| (*last..*at).contains(place));
            property.result = near.filter_map(|(_, comment)| expected(comment, &names)).next();
        }
        let open = constants.into_iter().filter(|constant| constant.value.is_none()).map(|constant| constant.name.name);
        let all = all.into_iter().map(|(.., property)| property).collect();
        Ok(Properties { all, names, text: text.to_owned(), open: open.collect() })
    }

    /// What was given of these constants.
    fn given_to(&self, constants: &[crate::program::Constant]) -> BTreeMap<String, String> {
        let names = constants.iter().map(|constant| &constant.name.name);
        names.filter_map(|name| Some((name.clone(), self.given.get(name)?.clone()))).collect()
    }

    /// What a property asks of a model that was built.
    ///
    /// # Errors
    ///
    /// What is wrong with the property, with its place in the text of the properties.
    pub fn ask(&self, model: &Model, properties: &Properties, number: usize) -> Result<Asked, Wrong> {
        let body = properties.all[number].body.as_ref().map_err(Clone::clone)?;
        let asking = Asking { source: self, model, names: &properties.names, text: &properties.text };
        let (filter, states) = match &body.filter {
            None => (Filter::State, None),
            Some((filter, states)) => (*filter, states.as_ref()),
        };
        let states: Vec<u32> = match (states, &body.filter) {
            (Some(expr), _) => {
                let set = asking.set(expr)?;
                (0..model.counts()[0] as u32)
                    .filter(|state| set[*state as usize / 64] >> (state % 64) & 1 == 1)
                    .collect()
            }
            (None, Some(_)) => (0..model.counts()[0] as u32).collect(),
            (None, None) => model.initial.clone(),
        };
        match &body.what {
            What::States(expr) => asking.answer(expr, filter, &states).map(Asked::Answer),
            What::Question { parts, bound } => {
                let (text, labels) = asking.question(parts)?;
                let bound = bound.as_ref().map(|(order, expr)| Ok((*order, asking.number(expr)?))).transpose()?;
                let is_one = bound.is_some() || body.filter.is_some();
                Ok(Asked::Question(Box::new(Question { text, labels, bound, filter, states, is_one })))
            }
            What::Given { formulas, bound } => {
                if model.sort != Sort::Dtmc {
                    let fault = Fault::new(
                        formulas[0].1.at,
                        "found a condition behind ||, required a dtmc: where somebody chooses, a choice that is good for the quotient need not be so in each state; fix the choices in the model",
                    );
                    return Err(asking.wrong(fault));
                }
                let bound = bound.as_ref().map(|(order, expr)| Ok((*order, asking.number(expr)?))).transpose()?;
                let questions = asking.parts(formulas)?.into_iter().map(|(text, labels)| Question {
                    text,
                    labels,
                    bound: bound.clone(),
                    filter,
                    states: states.clone(),
                    is_one: true,
                });
                let are_always = [0, 1].map(|place: usize| formulas[place].0);
                Ok(Asked::Quotient(Box::new(Quotient { questions: questions.collect(), are_always })))
            }
        }
    }
}

impl Properties {
    /// Whether the properties leave this constant open.
    #[must_use]
    pub fn asks_for(&self, constant: &str) -> bool {
        self.open.iter().any(|name| name == constant)
    }

    /// Whether an answer is what the file says; none if it does not say what can be compared. A decimal that is written stands for all numbers within a
    /// 10^-5th part of it, as in PRISM's own tests; a fraction for itself.
    #[must_use]
    pub fn agrees(&self, expected: &str, found: &Found) -> Option<bool> {
        let expected = expected.trim_start_matches('~').trim();
        let infinite = ["Infinity", "inf", "Inf"].contains(&expected);
        if infinite || *found == Found::Infinite {
            return Some(infinite && *found == Found::Infinite);
        }
        let mut reader = Reader::new(expected).ok()?;
        let expr = reader.expression().ok().filter(|_| *reader.peek() == Token::End)?;
        let kind = typed(&expr, &self.names).ok()?.kind;
        let value = self.names.value(&expr, kind, "RESULT").ok()?;
        let near = |number: &Number, wanted: &Number| {
            let (distance, width) = (number.minus(wanted), Number::Short(1, 100_000).times(wanted));
            distance <= width.clone().max(width.negated()) && distance.negated() <= width.clone().max(width.negated())
        };
        let is_decimal = expected.contains(['.', 'e', 'E']);
        match (found, &value) {
            (Found::Value(Value::Number(number)), Value::Number(wanted)) if is_decimal => Some(near(number, wanted)),
            (Found::Between(low, high), Value::Number(wanted)) => Some(
                low <= wanted && high.as_ref().is_none_or(|high| wanted <= high)
                    || [Some(low), high.as_ref()].into_iter().all(|end| end.is_some_and(|end| near(end, wanted))),
            ),
            (Found::Value(found), _) => Some(*found == value),
            _ => Some(false),
        }
    }
}

/// A label, and the bits of the states that have it.
type Label = (String, Vec<u64>);

struct Asking<'a> {
    source: &'a Source,
    model: &'a Model,
    names: &'a Names,
    text: &'a str,
}

impl Asking<'_> {
    fn wrong(&self, fault: Fault) -> Wrong {
        Wrong::at(self.text, fault.at, fault.what)
    }

    /// The states in which something holds.
    fn set(&self, expr: &Expr) -> Result<Vec<u64>, Wrong> {
        let node = typed_as(expr, self.names, Type::Bool, "a set of states").map_err(|fault| self.wrong(fault))?;
        // Places in formulas of the model are told in its text; only the sentence stays.
        self.source.set(self.model, &node, 0).map_err(|wrong| self.wrong(Fault::new(expr.at, wrong.what)))
    }

    fn number(&self, expr: &Expr) -> Result<Number, Wrong> {
        match self.names.value(expr, Type::Double, "a bound").map_err(|fault| self.wrong(fault))? {
            Value::Number(number) => Ok(number),
            Value::Bool(_) => unreachable!("a number was asked for"),
        }
    }

    fn answer(&self, expr: &Expr, filter: Filter, states: &[u32]) -> Result<Found, Wrong> {
        let found = typed(expr, self.names).map_err(|fault| self.wrong(fault))?;
        let value = |state: u32| {
            let state = state as usize;
            let mut values = self.model.values(state);
            let is = |label: &str| i64::from(self.model.has(label, state) == Some(true));
            values.extend([is("init"), is("deadlock")]);
            let value = match found.kind {
                Type::Bool => found.node.bool(&values).map(Value::Bool),
                _ => found.node.number(&values).map(Value::Number),
            };
            value.map(Found::Value).map_err(|(_, why)| {
                self.wrong(Fault::new(expr.at, format!("in the state {}: {}", self.model.state(state), said(why))))
            })
        };
        let values = states.iter().map(|&state| value(state)).collect::<Result<_, _>>()?;
        filtered(filter, values).map_err(|reason| self.wrong(Fault::new(expr.at, reason)))
    }

    /// The first word of a question.
    fn head(&self, head: &Head) -> Result<String, Wrong> {
        let rewards = &self.model.rewards;
        let optimum = if head.is_guess && self.model.sort == Sort::Dtmc { "" } else { head.optimum };
        let number = match &head.reward {
            None => return Ok(format!("P{optimum}=? [")),
            Some(Amounts::First) => Some(0),
            Some(Amounts::Named(name)) => rewards.iter().position(|reward| reward.name == *name),
            Some(Amounts::Number(number)) => number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)),
        };
        let number = number.filter(|number| *number < rewards.len()).ok_or_else(|| {
            let known: Vec<String> = (0..rewards.len()).map(|number| self.model.reward_name(number)).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            self.wrong(Fault::new(
                head.at,
                format!("found no such reward, required one of the model, which has {known}"),
            ))
        })?;
        Ok(format!("R{{\"{}\"}}{optimum}=? [", self.model.reward_name(number)))
    }

    /// How probable it is to reach what each of two formulas is about, and to reach the one or the other; of G that is where it ends.
    fn parts(&self, formulas: &[(bool, Expr, String); 2]) -> Result<Vec<(String, Vec<Label>)>, Wrong> {
        let ends = |(is_always, expr, text): &(bool, Expr, String)| match is_always {
            false => (expr.clone(), text.clone()),
            true => (Expr { at: expr.at, kind: Kind::Not(Box::new(expr.clone())) }, format!("!({text})")),
        };
        let [(a, a_text), (b, b_text)] = [ends(&formulas[0]), ends(&formulas[1])];
        let both = Expr { at: a.at, kind: Kind::Binary(Sign::Or, Box::new([a.clone(), b.clone()])) };
        let sets = [(a, a_text.clone()), (b, b_text.clone()), (both, format!("({a_text}) | ({b_text})"))];
        let text = |text: &str| Part::Text(text.to_owned());
        let asked = |(set, written)| self.question(&[text("P=? [ F"), Part::Set(set, written), text("]")]);
        sets.into_iter().map(asked).collect()
    }

    /// The question about labels, and those that the model does not have.
    fn question(&self, parts: &[Part]) -> Result<(String, Vec<Label>), Wrong> {
        let (mut text, mut labels) = (String::new(), Vec::<Label>::new());
        for part in parts {
            if !text.is_empty() {
                text.push(' ');
            }
            match part {
                Part::Text(words) => text += words,
                Part::Head(head) => text += &self.head(head)?,
                Part::Steps(expr, is_less) => {
                    let number = self.names.whole(expr, "a number of steps").map_err(|fault| self.wrong(fault))?;
                    let number = number - i64::from(*is_less);
                    text.truncate(text.len() - 1);
                    text += &format!("<={number}");
                }
                Part::Set(expr, written) => {
                    let (negated, inner) = match &expr.kind {
                        Kind::Not(inner) => (true, &**inner),
                        _ => (false, expr),
                    };
                    if let Kind::Label(label) = &inner.kind
                        && self.model.labels.iter().any(|(name, _)| name == label)
                        && self.names.labels.get(label).is_none_or(|own| {
                            self.source.code.names.labels.get(label).is_some_and(|known| known.at == own.at)
                        })
                    {
                        text += &format!("{}\"{label}\"", if negated { "!" } else { "" });
                        continue;
                    }
                    let set = self.set(expr)?;
                    let mut name = written.clone();
                    let is_other = |(known, other): &(String, Vec<u64>), name: &str| known == name && *other != set;
                    while self.model.labels.iter().chain(&labels).any(|label| is_other(label, &name)) {
                        name = format!("({name})");
                    }
                    text += &format!("\"{name}\"");
                    if !self.model.labels.iter().chain(&labels).any(|(known, _)| *known == name) {
                        labels.push((name, set));
                    }
                }
            }
        }
        Ok((text, labels))
    }
}

/// Whether the next token is the first of its line.
fn begins_line(reader: &Reader) -> bool {
    reader.text[reader.end()..reader.at()].contains('\n')
}

/// Whether a comment with a result, or an empty line, stands before the next token.
fn follows_comment(reader: &Reader) -> bool {
    let between = &reader.text[reader.end()..reader.at()];
    between.contains("// RESULT")
        || between.lines().skip(1).any(|line| line.trim().is_empty()) && between.matches('\n').count() > 1
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a comment says that the result is, if it is one, and its constants have these values.
fn expected(comment: &str, names: &Names) -> Option<String> {
    let rest = comment.strip_prefix("RESULT")?.trim_start();
    let (conditions, value) = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')')?,
        None => ("", rest),
    };
    let holds = |condition: &str| {
        let (name, value) = condition.split_once('=')?;
        let (known, kind) = names.constants.get(name.trim())?;
        let mut reader = Reader::new(value).ok()?;
        Some(names.value(&reader.expression().ok()?, *kind, "RESULT").ok()? == *known)
    };
    let is_meant = conditions.split(',').filter(|text| !text.trim().is_empty()).all(|text| holds(text) == Some(true));
    is_meant.then(|| value.trim_start().strip_prefix(':').map(|value| value.trim().to_owned()))?
}

/// A property, perhaps with a name and a filter.
fn property(reader: &mut Reader) -> Result<Body, Fault> {
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
