//! `solve show`: verifies a certificate and shows one position.

use std::fmt::Write as _;
use std::path::Path;

use checker::report::entry::{self, Bound, Entry, Interval, Known, Leads, Plan, Reached};
use checker::report::{notation, words};
use checker::theorem::INFINITE;
use checker::{Content, Verified};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use solver::reading::verified::Library;

use crate::Failed;

/// Verifies a certificate and shows a position; of a plan, the position that it is about if none is named.
pub fn show(path: &Path, fen: Option<&str>) -> Result<String, Failed> {
    let certificate = Library::default().read(path).map_err(Failed::new)?;
    let entry = match fen {
        Some(fen) => entry::at_text(&certificate, fen).map_err(|error| Failed::usage(format!("{fen}: {error}")))?,
        None => entry::root(&certificate)
            .ok_or_else(|| Failed::usage(format!("{}: a table, required the FEN of a position", path.display())))?,
    };
    let described = match &entry.bound {
        Some(bound) => describe_bound(&certificate, &entry, bound),
        None => describe(&entry),
    };
    Ok(format!("{}: verified: {}\n\n{described}", path.display(), words::claim(&certificate)))
}

/// What people want to know of a position.
fn describe(entry: &Entry) -> String {
    let Known { alpha, beta, labels } = &entry.known;
    let mut text = format!("position       {}\n", entry.name);
    let plans = || ["White", "Black"].into_iter().zip(entry.plans.iter().flatten());
    let bids = entry.bids();
    if entry.known.is_sharp() {
        let _ = writeln!(text, "value          {} (sharp)", with_decimals(&alpha.low));
        for (player, plans) in plans() {
            let _ = writeln!(text, "{:<14} {}", format!("{player}'s best"), plan(entry, &plans.to_win));
        }
        bid(&mut text, "optimal bid   ", bids[0].as_ref());
    } else {
        let _ = writeln!(text, "lower value    {}", interval(alpha));
        let _ = writeln!(text, "upper value    {}", interval(beta));
        if let Some(gap) = entry.known.gap() {
            let at_least = if alpha.is_exact() && beta.is_exact() { "" } else { "at least " };
            let _ = writeln!(text, "gap            {at_least}{} (drawn for shares between)", with_decimals(&gap));
        }
        for (player, plans) in plans() {
            if is_same(entry, &plans.to_win, &plans.not_to_lose) {
                let _ = writeln!(text, "{player}'s best   {}", plan(entry, &plans.to_win));
            } else {
                let _ = writeln!(text, "{player}'s best");
                let _ = writeln!(text, "  to win       {}", plan(entry, &plans.to_win));
                let _ = writeln!(text, "  not to lose  {}", plan(entry, &plans.not_to_lose));
            }
        }
        // White's play to win and Black's not to lose belong to the lower value, the others to the upper one.
        bid(&mut text, "bid, lower    ", bids[0].as_ref());
        bid(&mut text, "bid, upper    ", bids[1].as_ref());
    }
    if let [Some(white), Some(black)] = labels.map(|label| label.map(known_label)) {
        let _ = writeln!(text, "labels         T = {}, T′ = {}", self::label(white), self::label(black));
    }
    text
}

/// A label that is proved; none if it is infinite.
fn known_label(label: u32) -> Option<u32> {
    (label != INFINITE).then_some(label)
}

/// The best moves of a player, and where they lead.
fn plan(entry: &Entry, plan: &Plan) -> String {
    let moves: Vec<&str> = plan.options.iter().map(|&place| entry.options[place].text.as_str()).collect();
    format!("{} to {}", moves.join(", "), interval(&plan.best))
}

/// Whether a player's best moves to win are also the best ones not to lose, and lead to the same.
fn is_same(entry: &Entry, to_win: &Plan, not_to_lose: &Plan) -> bool {
    let is_sharp = |place: &usize| {
        let Known { alpha, beta, .. } = &entry.options[*place].known;
        not_to_lose.options.contains(place) && alpha.is_same(beta)
    };
    to_win.best.is_same(&not_to_lose.best)
        && to_win.options.len() == not_to_lose.options.len()
        && to_win.options.iter().all(is_sharp)
}

/// The optimal bid in one table, if it is known exactly.
fn bid(text: &mut String, name: &str, bid: Option<&BigRational>) {
    let Some(bid) = bid else { return };
    let kind = match bid {
        bid if bid.is_negative() => " (zugzwang: both players want the other to move)",
        bid if bid.is_zero() => " (quiescent: the move is worth nothing)",
        _ => "",
    };
    let _ = writeln!(text, "{name} {}{kind}", with_decimals(bid));
}

/// A value, or where it lies.
fn interval(interval: &Interval) -> String {
    match interval.is_exact() {
        true => with_decimals(&interval.low),
        false => {
            let width = (&interval.high - &interval.low).to_f64().unwrap_or(0.0);
            format!("{}, from there at most 2^{} more", with_decimals(&interval.low), width.log2().ceil() as i64)
        }
    }
}

/// A member of a plan. No move is stated: the best one is found among all.
fn describe_bound(certificate: &Verified, entry: &Entry, bound: &Bound) -> String {
    let sign = match bound.relation {
        "α ≤" => "lower value    at most",
        "β ≥" => "upper value    at least",
        "α ≥" => "lower value    at least",
        _ => "upper value    at most",
    };
    let mut text = format!("position       {}\n{sign} {}\n", entry.name, with_decimals(&bound.value));
    if let Some(label) = bound.planner.of(entry.known.labels[0], entry.known.labels[1]) {
        let label = if label == 0 { "none needed".to_owned() } else { label.to_string() };
        let _ = writeln!(text, "label          {label}");
    }
    let reached = |option: &Reached| {
        let Known { alpha, beta, .. } = &option.known;
        let value = match bound.relation {
            "α ≤" => &alpha.high,
            "β ≥" => &beta.low,
            "α ≥" => &alpha.low,
            _ => &beta.high,
        };
        format!("{} ({})", with_decimals(value), place(certificate, option))
    };
    let [planner, other] = [bound.planner, bound.planner.other()].map(|side| side.of("White", "Black"));
    let reply = &entry.options[bound.reply];
    let _ = writeln!(text, "{planner}'s best   {}, to {}", reply.text, reached(reply));
    let _ = writeln!(text, "{other}'s options");
    for option in entry.options_of(bound.planner.other()) {
        let _ = writeln!(text, "  {:<12} to {}", option.text, reached(option));
    }
    text
}

/// Where an option of a plan's member leads, in words.
fn place(certificate: &Verified, option: &Reached) -> String {
    match option.leads {
        Leads::To(_) => "a member".to_owned(),
        Leads::Won(_) | Leads::Terminal => "terminal".to_owned(),
        Leads::Import(place, ..) => match certificate.imports()[place].content() {
            Content::Endgame(positions) => format!("imported, {}", notation::endgame(&positions.endgame)),
            _ => "imported".to_owned(),
        },
        Leads::Outside => "outside the set".to_owned(),
    }
}

/// A label, which may be infinite.
pub fn label(label: Option<u32>) -> String {
    label.map_or("infinite".to_owned(), |label| label.to_string())
}

/// An exact fraction, with a decimal hint where it is long.
pub fn with_decimals(value: &BigRational) -> String {
    let exact = value.to_string();
    if value.denom().is_one() || exact.len() <= 7 {
        return exact;
    }
    format!("{exact} (about {})", decimals(value))
}

/// Six digits, cut off, from integers: the same on every machine.
pub fn decimals(value: &BigRational) -> String {
    let digits = (value.numer().abs() * BigInt::from(1_000_000) / value.denom()).to_u64().unwrap_or(0);
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{sign}{}.{:06}", digits / 1_000_000u64, digits % 1_000_000)
}
