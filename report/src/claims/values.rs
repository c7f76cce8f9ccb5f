//! What all kinds have in common whose positions have numbers from 0 to 1: the sentence, the figures, the receipt, a line for each position.

use num_rational::BigRational;

use crate::figures::Figures;
use crate::json::Object;
use crate::position::Entry;
use crate::tell::Tell;
use crate::{fraction, notation};
use checker::Verified;
use checker::certificate::{Form, Statement, VERSION};
use checker::failure::Condition;
use checker::table::Stated;
use checker::theorem::{INFINITE, Side};

/// What each of these kinds says in the same way, for its `impl Tell`; `true` if sharp tables of the kind state moves.
macro_rules! of_numbers {
    ($states_moves:literal) => {
        fn conditions(&self) -> Vec<(&'static str, usize)> {
            $crate::claims::values::conditions($crate::tell::Tell::verified(self), $states_moves)
        }

        fn receipt(&self, object: &mut $crate::json::Object) {
            $crate::claims::values::receipt(self, object);
        }

        fn labels(&self) -> [Option<u64>; 2] {
            $crate::claims::values::labels($crate::tell::Tell::verified(self))
        }

        fn bits(&self) -> Option<u64> {
            Some($crate::claims::values::bits($crate::tell::Tell::verified(self)))
        }

        fn number(&self, number: u32) -> Box<dyn $crate::tell::Answer + '_> {
            $crate::answer::Values::number(self, number)
        }

        fn columns(&self) -> &'static [&'static str] {
            $crate::answer::COLUMNS
        }

        fn dump_columns(&self) -> String {
            $crate::claims::values::DUMPED.to_owned()
        }

        fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
            $crate::claims::values::dump(self, $states_moves, say);
        }
    };
}
pub(crate) use of_numbers;

/// The parts of the border of a table: what imports say, as it is and with the colours exchanged.
pub(crate) fn borders(verified: &Verified) -> Vec<(&Stated, bool)> {
    verified.imports().iter().flat_map(|import| [(import.stated(), false), (import.stated(), true)]).collect()
}

/// The sentence on all positions of `what`; `kind` says which positions are meant, such as ` that is not terminal`.
pub(crate) fn claim(verified: &Verified, what: &str, kind: &str, figures: &Figures) -> String {
    let count = figures.proved;
    if count == 0 {
        return format!("{what} has no position{kind}");
    }
    let kind = if count > 1 && !kind.is_empty() { " that are not terminal" } else { kind };
    let (all, are, have) = match count {
        1 => (format!("{what}: the only position{kind}"), "is", "has"),
        _ => (format!("{what}: all {count} positions{kind}"), "are", "have"),
    };
    let not_sharp = if figures.not_sharp == 1 { "1 is".to_owned() } else { format!("{} are", figures.not_sharp) };
    let gap = figures.widest_gap_at.as_ref().map(|at| (fraction::text(&figures.widest_gap), at));
    match (verified.head().form, gap, &figures.width) {
        (_, gap, Some(width)) => {
            let gaps = match gap {
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

/// How often each condition was evaluated: `header` once; `canonical` for each odd part, value and position; `coverage` for each position; `imports`
/// for each import; every other one for each position of which it is asked. `states_moves`: whether sharp tables of the kind state moves.
pub(crate) fn conditions(verified: &Verified, states_moves: bool) -> Vec<(&'static str, usize)> {
    let head = verified.head();
    let positions = verified.stated().count();
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
        if states_moves && head.form == Form::One {
            add(Condition::Greedy, side, positions);
        }
    }
    all
}

/// Adds the fields of the receipt: claim, format version, form, positions, evaluations, figures; of a plan its root and the bound.
pub(crate) fn receipt(tell: &dyn Tell, object: &mut Object) {
    let (verified, figures) = (tell.verified(), tell.figures().expect("it states numbers"));
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
    let values = head.values.odd.iter().zip(&head.values.powers);
    let longest = values.map(|(&odd, &power)| head.values.odd_parts[odd].bits() + power).max().unwrap_or(0);
    if head.bits > 0 { u64::from(head.bits) + 1 } else { longest }
}

/// The names of the columns of a dump, with tabs between them.
pub(crate) const DUMPED: &str = "number\tposition\tlower value\tupper value\tWhite's move\tBlack's move\tT\tT′";

/// So many positions are written at a time.
const AT_A_TIME: u32 = 1024;

/// Writes a line for each position, in parts, as long as `say` is true: see [`line`].
pub(crate) fn dump(tell: &dyn Tell, states_moves: bool, say: &mut dyn FnMut(&str) -> bool) {
    let count = u32::try_from(tell.count()).expect("fewer than 2^32 positions");
    for first in (0..count).step_by(usize::try_from(AT_A_TIME).expect("a small number")) {
        let numbers = first..count.min(first.saturating_add(AT_A_TIME));
        if !say(&numbers.map(|number| line(tell, states_moves, number) + "\n").collect::<String>()) {
            return;
        }
    }
}

/// The line of a position, with tabs between its columns; `-` stands for what the certificate does not state.
///
/// The number is that of the canonical order. A value that is not known exactly is written with both ends, `1/4..1/2`. Moves are those that the certificate
/// states, by their squares. Names of a game stand in quotation marks.
pub(crate) fn line(tell: &dyn Tell, states_moves: bool, number: u32) -> String {
    let entry = tell.entry(number).expect("a position with values");
    let states_moves = states_moves && tell.verified().head().form == Form::One;
    let [white, black] = Side::BOTH.map(|side| {
        let stated = states_moves.then(|| stated_move(tell, &entry, side)).flatten();
        stated.unwrap_or_else(|| "-".to_owned())
    });
    let [t, t_dash] = entry.known.labels.map(|label| match label {
        None => "-".to_owned(),
        Some(INFINITE) => "infinite".to_owned(),
        Some(label) => label.to_string(),
    });
    let name = if tell.is_game() { format!("{:?}", entry.name) } else { entry.name.clone() };
    let (lower, upper) = (&entry.known.alpha, &entry.known.beta);
    format!("{number}\t{name}\t{lower}\t{upper}\t{white}\t{black}\t{t}\t{t_dash}")
}

/// The move that a sharp table states: of the greedy ones of least label the one with the least number.
fn stated_move(tell: &dyn Tell, entry: &Entry, side: Side) -> Option<String> {
    let plan = &side.of(&entry.plans[0], &entry.plans[1]).as_ref()?.to_win;
    let number = plan.options[..plan.least].iter().map(|&place| entry.options[place].name).min()?;
    Some(notation::step(tell.board()?, number))
}
