//! The receipt: what was checked, how often, and what came of it, as one JSON object.

use std::fmt::{self, Display};

use num_rational::BigRational;

use super::figures::Figures;
use super::{antichess, hex, payments, words};
use crate::{Content, Contents as _};
use checker::Verified;
use checker::certificate::{Form, Statement, VERSION};
use checker::failure::Condition;
use checker::theorem::Side;
use games::partitions::Proved;

/// A JSON object whose fields stand in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Object(Vec<(String, String)>);

impl Object {
    /// Adds a field whose content is JSON already, such as a number, a list or another object.
    pub fn json(&mut self, name: &str, json: impl Display) -> &mut Self {
        self.0.push((name.to_owned(), json.to_string()));
        self
    }

    /// Adds a field with a text.
    pub fn text(&mut self, name: &str, text: impl Display) -> &mut Self {
        self.json(name, quoted(&text.to_string()))
    }

    /// Adds a field with a text, or `null`.
    pub fn text_or_null(&mut self, name: &str, text: Option<impl Display>) -> &mut Self {
        self.json(name, text.map_or("null".to_owned(), |text| quoted(&text.to_string())))
    }

    /// Adds a field with a number or a truth value, or `null`.
    pub fn json_or_null(&mut self, name: &str, json: Option<impl Display>) -> &mut Self {
        self.json(name, json.map_or("null".to_owned(), |json| json.to_string()))
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.iter().map(|(name, json)| format!("{}:{json}", quoted(name)));
        write!(f, "{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// A JSON list.
pub fn list(elements: impl Iterator<Item = impl Display>) -> String {
    format!("[{}]", elements.map(|element| element.to_string()).collect::<Vec<_>>().join(","))
}

/// How often each condition was evaluated: `header` once; `canonical` for each odd part, value and position; `coverage` for each position; `imports`
/// for each import; every other one for each position of which it is asked.
pub fn evaluations(verified: &Verified) -> Vec<(&'static str, usize)> {
    let head = verified.head();
    if let Content::Partition(proved) = verified.content()
        && !matches!(proved, Proved::Race(_))
    {
        return super::partition::conditions(verified);
    }
    let positions = super::figures::count(verified);
    match verified.content() {
        Content::Turns(_) => {
            let imports = ("imports", head.imports.len());
            return vec![
                ("header", 1),
                ("canonical", positions),
                ("coverage", positions),
                imports,
                ("label", positions),
            ];
        }
        Content::Proof(proof) => {
            let imports = ("imports", head.imports.len());
            return [("header", 1), ("canonical", 1), ("coverage", 1), imports]
                .into_iter()
                .chain(antichess::evaluations(proof))
                .collect();
        }
        _ => {}
    }
    let values = head.values.odd_parts.len() + head.values.numerators.len();
    let mut all = vec![("header", 1), ("canonical", values + positions), ("coverage", positions)];
    if head.statement != Statement::Game {
        all.push(("imports", head.imports.len()));
    }
    let listed = verified.stated().places().filter(|place| place.alpha[1] < place.beta[0]).count();
    let mut add = |condition: Condition, side, count| all.push((condition.name(side), count));
    for side in Side::BOTH {
        match head.form {
            Form::Two if head.bits > 0 => add(Condition::Forces, side, positions),
            Form::One | Form::Two => {
                add(Condition::Holds, side, positions);
                add(Condition::Forces, side, positions);
            }
            Form::Narrow => {
                add(Condition::Holds, side, listed);
                add(Condition::Forces, side, positions);
            }
            Form::Holds(one) if one == side => add(Condition::Holds, side, positions),
            Form::Forces(one) if one == side => add(Condition::Forces, side, positions),
            Form::Holds(_) | Form::Forces(_) => {}
        }
    }
    for side in Side::BOTH {
        if matches!(head.form, Form::One | Form::Two) && head.bits == 0 {
            add(Condition::Label, side, positions);
        }
        if let (Form::One, Content::Endgame(_) | Content::Auction(_)) = (head.form, verified.content().inner()) {
            add(Condition::Greedy, side, positions);
        }
    }
    all
}

/// What a form states, in a word.
pub fn form(form: Form) -> &'static str {
    match form {
        Form::One => "exact, sharp",
        Form::Two => "exact, not sharp",
        Form::Narrow => "bounds",
        Form::Holds(Side::White) => "alpha at most",
        Form::Holds(Side::Black) => "beta at least",
        Form::Forces(Side::White) => "alpha at least",
        Form::Forces(Side::Black) => "beta at most",
    }
}

/// Adds the fields of the receipt: claim, format version, form, positions, evaluations, figures; of a list its root and the bound; of a table by turns the
/// outcomes, and of a proof its nodes.
pub fn add(verified: &Verified, object: &mut Object) {
    if let Content::Chips(chips) = verified.content() {
        return super::chips::receipt(chips, object);
    }
    if let Content::Hex(counts) = verified.content() {
        object.text("claim", hex::claim(counts)).json("format", VERSION);
        return hex::add(counts, object);
    }
    if let Content::Payments(auction, _) = verified.content() {
        payments::add(auction, object);
    }
    let mut conditions = Object::default();
    for (condition, count) in evaluations(verified) {
        conditions.json(condition, count);
    }
    if let Some(form) = antichess::form(verified) {
        object.text("claim", words::claim(verified)).json("format", VERSION).text("form", form);
        object.json("positions", super::figures::count(verified)).json("conditions", conditions);
        return antichess::add(verified, object);
    }
    let figures = Figures::new(verified);
    if let Content::Partition(proved) = verified.content()
        && !matches!(proved, Proved::Race(_))
    {
        object.text("claim", words::claim_with(verified, &figures)).json("format", VERSION).text("form", "exact");
        object.json("positions", figures.positions).json("proved", figures.proved).json("conditions", conditions);
        return;
    }
    let whole = |fraction: &BigRational| fraction.to_string();
    let [white, black] = figures.largest_labels;
    let stated = match verified.head().form {
        Form::Two if verified.head().bits > 0 => "bounds, with labels",
        other => form(other),
    };
    object
        .text("claim", words::claim_with(verified, &figures))
        .json("format", VERSION)
        .text("form", stated)
        .json("bits", verified.head().bits)
        .json("positions", figures.positions)
        .json("proved", figures.proved)
        .json("conditions", conditions)
        .json_or_null("max_white_label", white)
        .json_or_null("max_black_label", black)
        .json("max_denominator_bits", figures.largest_denominator_bits);
    match super::entry::root(verified) {
        Some(root) => {
            let bound = root.bound.expect("a list proves a bound");
            object.text("root", root.name).text("relation", bound.relation).text("bound", whole(&bound.value));
        }
        None => {
            object
                .json_or_null("sharp", figures.sharp)
                .json("not_sharp", figures.not_sharp)
                .text("widest_gap", whole(&figures.widest_gap))
                .text_or_null("widest_gap_at", figures.widest_gap_at)
                .text_or_null("width", figures.width.as_ref().map(whole));
        }
    }
}
