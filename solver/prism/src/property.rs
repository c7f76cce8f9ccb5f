//! Properties in PRISM's words: what is asked, with names instead of expressions, and what a file of properties says that the answer is.
//!
//! Sets of states become labels, so that a question is about labels alone, as `solve model` reads them. What the question is, and whether it is covered, is left
//! to whoever answers.

use std::collections::BTreeMap;

use crate::answer::{Filter, Found, Question, Quotient, filtered};
use crate::code::{Value, said};
use crate::compile::{typed, typed_as};
use crate::formula::{Amounts, Body, Head, Part, What, one_line, property};
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

    /// A constant that was given, and that neither the model nor the properties leave open.
    #[must_use]
    pub fn unused(&self, properties: Option<&Properties>) -> Option<&str> {
        let asks = |name: &str| properties.is_some_and(|all| all.open.iter().any(|open| open == name));
        let is_asked = |name: &str| self.open.contains(name) || asks(name);
        self.given.keys().map(String::as_str).find(|name| !is_asked(name))
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
