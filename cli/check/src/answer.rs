//! What is told of a position that was asked for.

use checker::Verified;
use checker::theorem::{INFINITE, Label, Side};
use report::entry::{Entry, Interval, Plan, Reached};
use report::receipt::{Object, list, quoted};
use report::{Content, Contents as _};
use report::{antichess, words};

/// The answer as text. What stands in the file of a game is shown in quotation marks, with nothing in it that a terminal would obey.
pub fn text(verified: &Verified, entry: &Entry) -> String {
    let mut text = format!("{}\n", words::entry_name(verified, &entry.name));
    if let Content::Turns(_) | Content::Proof(_) = verified.content() {
        return text + &by_turns(entry);
    }
    if let Some(bound) = &entry.bound {
        text += &format!("bound: {} {}\n", bound.relation, bound.value);
        let player = words::player(verified, bound.planner);
        text += &format!("{player}'s best: {}\n", reached(verified, entry, &entry.options[bound.reply]));
        for side in Side::BOTH {
            let options = entry.options_of(side).map(|option| format!("\n  {}", reached(verified, entry, option)));
            text += &format!("{}'s options:{}\n", words::player(verified, side), options.collect::<String>());
        }
        return text;
    }
    let sharp = if entry.known.is_sharp() { " (sharp)" } else { "" };
    text += &format!("lower value: {}\nupper value: {}{sharp}\n", entry.known.alpha, entry.known.beta);
    for (side, label) in Side::BOTH.into_iter().zip(entry.known.labels) {
        if let Some(label) = label {
            let player = words::player(verified, side).to_lowercase();
            text += &format!("{player} label {}: {}\n", side.of("T", "T′"), label_text(label));
        }
    }
    let options = if words::is_game(verified) { "options" } else { "moves" };
    for (side, plans) in Side::BOTH.into_iter().zip(&entry.plans) {
        for (aim, plan, value) in plans.iter().flat_map(|plans| aims(entry, side, &plans.to_win, &plans.not_to_lose)) {
            let best = plan.options.iter().map(|&place| &entry.options[place]);
            let best =
                best.map(|option| format!("\n  {} to {}", words::entry_name(verified, &option.text), value(option)));
            let aim = aim.map_or(String::new(), |aim| format!(" {aim}"));
            let player = words::player(verified, side);
            text += &format!("{player}'s best {options}{aim}:{}\n", best.collect::<String>());
        }
    }
    if entry.plans.iter().all(Option::is_none) && !entry.options.is_empty() {
        let all: u32 = entry.options.iter().map(|option| option.weight).sum();
        let option = |option: &Reached| {
            let name = words::entry_name(verified, &option.text);
            format!("\n  {name} with weight {}/{all}, α {}, β {}", option.weight, option.known.alpha, option.known.beta)
        };
        text += &format!("chance:{}\n", entry.options.iter().map(option).collect::<String>());
    }
    text
}

/// Who wins a game by turns, in how many plies, and the same after each move, best first.
fn by_turns(entry: &Entry) -> String {
    let mut text = format!("{}\n", antichess::outcome(&entry.known));
    for option in &entry.options {
        text += &format!("  {}: {}\n", option.text, antichess::outcome(&option.known));
    }
    text
}

/// The answer as fields of the receipt.
pub fn add(verified: &Verified, entry: &Entry, object: &mut Object) {
    object.text("at", &entry.name);
    let options = if words::is_game(verified) { "options" } else { "moves" };
    let name = if words::is_game(verified) { "option" } else { "move" };
    if let Some(bound) = &entry.bound {
        let option = |option: &Reached| {
            let mut object = Object::default();
            object.text("move", &option.text).text("bound", entry.bound_at(option));
            object.text("place", words::leads(verified, option.leads));
            object
        };
        object.text("at_bound", &bound.value).json("reply", option(&entry.options[bound.reply]));
        for side in Side::BOTH {
            let all = list(entry.options_of(side).map(option));
            object.json(&format!("{}_options", words::player(verified, side).to_lowercase()), all);
        }
        return;
    }
    object.json("lower", json(&entry.known.alpha)).json("upper", json(&entry.known.beta));
    for (side, label) in Side::BOTH.into_iter().zip(entry.known.labels) {
        let player = words::player(verified, side).to_lowercase();
        object.json_or_null(&format!("{player}_label"), label.filter(|&label| label != INFINITE));
    }
    for (side, plans) in Side::BOTH.into_iter().zip(&entry.plans) {
        for (aim, plan, value) in plans.iter().flat_map(|plans| aims(entry, side, &plans.to_win, &plans.not_to_lose)) {
            let option = |&place: &usize| {
                let mut object = Object::default();
                object.text(name, &entry.options[place].text).json("value", json(value(&entry.options[place])));
                object
            };
            let aim = aim.map_or(String::new(), |aim| format!("_{}", aim.replace(' ', "_")));
            let player = words::player(verified, side).to_lowercase();
            object.json(&format!("{player}_{options}{aim}"), list(plan.options.iter().map(option)));
        }
    }
}

type Aim<'a> = (Option<&'static str>, &'a Plan, fn(&Reached) -> &Interval);

/// The best options of a player under one name where they are the same for both aims, with the same values, else under one for each.
fn aims<'a>(entry: &Entry, side: Side, to_win: &'a Plan, not_to_lose: &'a Plan) -> Vec<Aim<'a>> {
    let alpha: fn(&Reached) -> &Interval = |option| &option.known.alpha;
    let beta: fn(&Reached) -> &Interval = |option| &option.known.beta;
    let (near, far) = side.of((alpha, beta), (beta, alpha));
    let same = |&place: &usize| {
        let option = &entry.options[place];
        not_to_lose.options.contains(&place) && near(option).is_same(far(option))
    };
    match to_win.options.len() == not_to_lose.options.len() && to_win.options.iter().all(same) {
        true => vec![(None, to_win, near)],
        false => vec![(Some("to win"), to_win, near), (Some("not to lose"), not_to_lose, far)],
    }
}

/// An option in a plan: where it leads, and the bound there.
fn reached(verified: &Verified, entry: &Entry, option: &Reached) -> String {
    format!("{} to {} ({})", option.text, entry.bound_at(option), words::leads(verified, option.leads))
}

fn label_text(label: Label) -> String {
    if label == INFINITE { "infinite".to_owned() } else { label.to_string() }
}

/// A value as a JSON string; both ends where it is not known exactly.
fn json(interval: &Interval) -> String {
    match interval.is_exact() {
        true => quoted(&interval.low.to_string()),
        false => list([&interval.low, &interval.high].map(|end| quoted(&end.to_string())).iter()),
    }
}
