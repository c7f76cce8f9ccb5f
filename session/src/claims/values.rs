//! What all kinds have in common whose positions have numbers from 0 to 1: the sentence, the figures, the receipt, a line for each position.

use num_rational::BigRational;

use super::payments;
use crate::figures::Figures;
use crate::json::Object;
use crate::position::Entry;
use crate::sheet::Sheet;
use crate::{endless, fraction, notation};
use checker::Verified;
use checker::certificate::{Form, Statement, VERSION};
use checker::failure::Condition;
use checker::table::Stated;
use checker::theorem::{INFINITE, Place, Side};

/// The parts of the border of a table: what imports say, as it is and with the colours exchanged.
pub(crate) fn borders(verified: &Verified) -> Vec<(&Stated, bool)> {
    verified.imports().iter().flat_map(|import| [(import.stated(), false), (import.stated(), true)]).collect()
}

/// The sentence on all positions of `what`; `kind` says which positions are meant, such as ` that is not terminal`.
pub(crate) fn claim(tell: &(impl Sheet + ?Sized), what: &str, kind: &str, figures: &Figures) -> String {
    let count = figures.proved;
    let paid = |auction| format!("{what}, if {}", payments::words(auction, tell.is_game()));
    let what = tell.auction().map_or_else(|| what.to_owned(), paid);
    if count == 0 {
        return format!("{what} has no position{kind}");
    }
    let kind = if count > 1 && !kind.is_empty() { " that are not terminal" } else { kind };
    let (all, are, have) = match count {
        1 => (format!("the only position{kind}"), "is", "has"),
        _ => (format!("all {count} positions{kind}"), "are", "have"),
    };
    let head = tell.verified().head();
    if let Some(never) = head.never {
        let (rule, [values, alone]) = (endless::rule(tell, never), endless::values(never));
        return match &figures.width {
            None => format!("{what}: {rule}: these are the exact {values} of {all}{alone}, with labels"),
            Some(width) => {
                let width = fraction::text_with_power(width);
                format!("{what}: {rule}: the {values} of {all} are enclosed to within {width}{alone}")
            }
        };
    }
    let all = format!("{what}: {all}");
    let not_sharp = if figures.not_sharp == 1 { "1 is".to_owned() } else { format!("{} are", figures.not_sharp) };
    let gap = figures.widest_gap_at.as_ref().map(|at| (fraction::text(&figures.widest_gap), at));
    match (head.form, gap, &figures.width) {
        (Form::Sharp, gap, Some(width)) => {
            let (sharp, open) = (figures.shown_sharp, count - figures.shown_sharp - figures.not_sharp);
            let gaps = match gap {
                None if open == 0 => "all of them are sharp".to_owned(),
                None => format!("{sharp} are sharp; of {open} it is not known"),
                Some((gap, at)) => {
                    let open = match open {
                        0 => String::new(),
                        _ => format!("; of {open} it is not known"),
                    };
                    format!("{sharp} are sharp, {not_sharp} not{open}; the widest gap is at least {gap} at {at}")
                }
            };
            format!("{all} {are} enclosed to within {}; {gaps}", fraction::text_with_power(width))
        }
        (_, gap, Some(width)) => {
            let gaps = match gap {
                None if figures.sharp == Some(true) => "all of them are sharp".to_owned(),
                None => "none is shown not to be sharp".to_owned(),
                Some((gap, at)) => {
                    format!("at least {not_sharp} not sharp, the widest gap is at least {gap} at {at}")
                }
            };
            format!("{all} {are} enclosed to within {}; {gaps}", fraction::text_with_power(width))
        }
        (_, None, None) => format!("{all} {are} sharp, with these exact values and labels"),
        (_, Some((gap, at)), None) => {
            format!(
                "{all} {have} these exact values and labels; {not_sharp} not sharp, the widest gap is {gap} at {at}"
            )
        }
    }
}

/// How often each condition was evaluated: `header` once; `canonical` for each value and position; `coverage` for each position; `imports`
/// for each import; every other one for each position of which it is asked.
pub(crate) fn conditions(tell: &(impl Sheet + ?Sized)) -> Vec<(&'static str, usize)> {
    let (head, positions) = (tell.verified().head(), tell.count());
    let values = head.values.numerators.len();
    let mut all = vec![("header", 1), ("canonical", values + positions), ("coverage", positions)];
    if !matches!(head.statement, Statement::Game(_)) {
        all.push(("imports", head.imports.len()));
    }
    let listed = firsts(tell).filter(|(_, place)| place.alpha[1] < place.beta[0]).count();
    let mut add = |condition: Condition, side, count| all.push((condition.name(side), count));
    for side in Side::BOTH {
        match head.form {
            Form::Two if head.bits > 0 => add(Condition::Forces, side, positions),
            Form::One | Form::Two | Form::Narrow | Form::Sharp => {
                if head.never.is_none() {
                    add(Condition::Holds, side, if head.form.is_narrow() { listed } else { positions });
                }
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
        if tell.states_moves() && head.form == Form::One {
            add(Condition::Greedy, side, positions);
        }
    }
    if head.form == Form::Sharp {
        let settled = firsts(tell).filter(|(number, _)| tell.verified().stated().settled(*number).is_some()).count();
        for side in Side::BOTH {
            all.push((Condition::Leaves.name(side), settled));
        }
        all.push((Condition::Sharp.name(Side::White), settled));
    }
    all
}

/// What is stated of each position, at its first place, with the number of that.
pub(crate) fn firsts(tell: &(impl Sheet + ?Sized)) -> impl Iterator<Item = (u32, Place)> {
    (0..).zip(tell.verified().stated().places()).filter(|(number, _)| tell.is_first(*number))
}

/// Adds the fields of the receipt: claim, format version, form, positions, evaluations, figures; of a plan its root and the bound.
pub(crate) fn receipt(tell: &(impl Sheet + ?Sized), object: &mut Object) {
    let (verified, figures) = (tell.verified(), tell.figures().expect("it states numbers"));
    tell.auction().into_iter().for_each(|auction| payments::add(auction, tell.is_game(), object));
    let whole = |fraction: &BigRational| fraction.to_string();
    let [white, black] = figures.largest_labels;
    let stated = match verified.head().form {
        Form::Two if verified.head().bits > 0 => "bounds, with labels",
        _ => tell.form(),
    };
    object
        .text("claim", tell.claim_with(Some(&figures)))
        .json("format", VERSION)
        .text("form", stated)
        .json("bits", verified.head().bits)
        .text_or_null("never", verified.head().never.map(endless::text))
        .json("positions", figures.positions)
        .json("proved", figures.proved)
        .json("conditions", Object::numbers(tell.conditions()))
        .json_or_null("max_white_label", white)
        .json_or_null("max_black_label", black)
        .json("max_denominator_bits", figures.largest_denominator_bits);
    match tell.root() {
        Some(root) => {
            let bound = root.bound.expect("a list proves a bound");
            object.text("root", root.name).text("relation", bound.relation).text("bound", whole(&bound.value));
        }
        // Of one value there is no gap to tell of.
        None if verified.head().never.is_some() => {
            object.text_or_null("width", figures.width.as_ref().map(whole));
        }
        None => {
            object.json_or_null("sharp", figures.sharp).json("not_sharp", figures.not_sharp);
            if verified.head().form == Form::Sharp {
                object.json("shown_sharp", figures.shown_sharp);
            }
            object
                .text("widest_gap", whole(&figures.widest_gap))
                .text_or_null("widest_gap_at", figures.widest_gap_at)
                .text_or_null("width", figures.width.as_ref().map(whole));
        }
    }
}

/// The greatest finite labels, White's and Black's, where the certificate states labels.
pub(crate) fn labels(verified: &Verified) -> [Option<u64>; 2] {
    let [white, black] = crate::position::labelled(verified.head().form);
    let largest = |side: Side| {
        let labels = verified.stated().places().map(|place| place.labels[side.of(0, 1)]);
        u64::from(labels.filter(|label| *label != INFINITE).max().unwrap_or(0))
    };
    [white.then(|| largest(Side::White)), black.then(|| largest(Side::Black))]
}

/// The length in bits of the longest denominator.
pub(crate) fn bits(verified: &Verified) -> u64 {
    let head = verified.head();
    if head.bits > 0 { u64::from(head.bits) + 1 } else { fraction::longest_denominator(&head.values) }
}

/// The names of the columns of a dump, with tabs between them. The number is that of the place.
pub(crate) fn dumped(tell: &(impl Sheet + ?Sized)) -> String {
    let [white, black] = Side::BOTH.map(|side| tell.player(side));
    let values = if tell.verified().head().never.is_some() { "v" } else { "lower value\tupper value" };
    format!("number\tposition\t{values}\t{white}'s move\t{black}'s move\tT\tT′")
}

/// The line of a position, with tabs between its columns; `-` stands for what the certificate does not state.
///
/// The number is that of the first place of the position. A value that is not known exactly is written with both ends, `1/4..1/2`. Moves are those that the certificate
/// states, by their squares. Names of a game stand in quotation marks.
pub(crate) fn line(tell: &(impl Sheet + ?Sized), entry: &Entry, number: u32) -> String {
    let states_moves = tell.states_moves() && tell.verified().head().form == Form::One;
    let [white, black] = Side::BOTH.map(|side| {
        let stated = states_moves.then(|| stated_move(tell, entry, side)).flatten();
        stated.unwrap_or_else(|| "-".to_owned())
    });
    let [t, t_dash] = entry.known.labels.map(|label| match label {
        None => "-".to_owned(),
        Some(INFINITE) => "infinite".to_owned(),
        Some(label) => label.to_string(),
    });
    let name = if tell.is_game() { format!("{:?}", entry.name) } else { entry.name.clone() };
    let (lower, upper) = (&entry.known.alpha, &entry.known.beta);
    let values = if entry.never.is_some() { lower.to_string() } else { format!("{lower}\t{upper}") };
    format!("{number}\t{name}\t{values}\t{white}\t{black}\t{t}\t{t_dash}")
}

/// The move that a sharp table states: of the greedy ones of least label the one with the least number.
fn stated_move(tell: &(impl Sheet + ?Sized), entry: &Entry, side: Side) -> Option<String> {
    let plan = &side.of(&entry.plans[0], &entry.plans[1]).as_ref()?.to_win;
    let number = plan.options[..plan.least].iter().map(|&place| entry.options[place].name).min()?;
    Some(notation::step(tell.board()?, number))
}
