//! `solve show`: verifies a certificate and shows one position.

use std::fmt::Write as _;
use std::path::Path;

use checker::certificate::StatedSide;
use checker::values::Interval;
use checker::{BoundEntry, Entry, Plan, Reached, VerifiedBound};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use solver::reading::verified::{Library, VerifiedError};

use crate::Failed;

/// Verifies a certificate and shows a position; of a bound, the position that it is about if none is named.
pub fn show(path: &Path, fen: Option<&str>) -> Result<String, Failed> {
    let mut library = Library::default();
    match library.read_bound(path) {
        Ok(bound) => {
            let entry = match fen {
                Some(fen) => bound.at(fen).map_err(|error| Failed::usage(format!("{fen}: {error}")))?,
                None => bound.root().ok_or_else(|| Failed::new(format!("{}: no root", path.display())))?,
            };
            let mut text = format!("{}: verified: {}\n\n", path.display(), bound.claim());
            text.push_str(&describe_bound(&bound, &entry));
            return Ok(text);
        }
        Err(VerifiedError::NotABound(_)) => {}
        Err(error) => return Err(Failed::new(error)),
    }
    let fen =
        fen.ok_or_else(|| Failed::usage(format!("{}: a table, required the FEN of a position", path.display())))?;
    let certificate = library.read(path).map_err(Failed::new)?;
    let entry = certificate.at(fen).map_err(|error| Failed::usage(format!("{fen}: {error}")))?;
    let mut text = format!("{}: verified: {}\n\n", path.display(), certificate.claim());
    text.push_str(&describe(&entry));
    Ok(text)
}

/// What people want to know of a position.
fn describe(entry: &Entry) -> String {
    let mut text = format!("position       {}\n", entry.fen);
    if entry.is_sharp() {
        let _ = writeln!(text, "value          {} (sharp)", with_decimals(&entry.lower.low));
        for (player, plans) in [("White's best  ", &entry.white), ("Black's best  ", &entry.black)] {
            let _ = writeln!(text, "{player} {}", plan(&plans.to_win));
        }
        bid(&mut text, "optimal bid   ", &entry.white.to_win, &entry.black.to_win);
    } else {
        let _ = writeln!(text, "lower value    {}", interval(&entry.lower));
        let _ = writeln!(text, "upper value    {}", interval(&entry.upper));
        if entry.lower.high < entry.upper.low {
            let gap = &entry.upper.low - &entry.lower.high;
            let at_least = if entry.lower.is_exact() && entry.upper.is_exact() { "" } else { "at least " };
            let _ = writeln!(text, "gap            {at_least}{} (drawn for shares between)", with_decimals(&gap));
        }
        for (player, plans) in [("White", &entry.white), ("Black", &entry.black)] {
            if plans.to_win == plans.not_to_lose {
                let _ = writeln!(text, "{player}'s best   {}", plan(&plans.to_win));
            } else {
                let _ = writeln!(text, "{player}'s best");
                let _ = writeln!(text, "  to win       {}", plan(&plans.to_win));
                let _ = writeln!(text, "  not to lose  {}", plan(&plans.not_to_lose));
            }
        }
        // White's play to win and Black's not to lose belong to the lower value, the others to the upper one.
        bid(&mut text, "bid, lower    ", &entry.white.to_win, &entry.black.not_to_lose);
        bid(&mut text, "bid, upper    ", &entry.white.not_to_lose, &entry.black.to_win);
    }
    let _ = writeln!(text, "labels         T = {}, T′ = {}", label(entry.white_label), label(entry.black_label));
    text
}

/// The best moves of a player, and where they lead.
fn plan(plan: &Plan) -> String {
    let moves: Vec<&str> = plan.moves.iter().map(|best| best.text.as_str()).collect();
    format!("{} to {}", moves.join(", "), interval(&plan.best))
}

/// The optimal bid in one table, if it is known exactly.
fn bid(text: &mut String, name: &str, white: &Plan, black: &Plan) {
    if !white.best.is_exact() || !black.best.is_exact() {
        return;
    }
    let two = BigRational::from_integer(BigInt::from(2));
    let bid = (&white.best.low - &black.best.low) / two;
    let kind = match bid.cmp(&BigRational::from_integer(BigInt::from(0))) {
        std::cmp::Ordering::Less => " (zugzwang: both players want the other to move)",
        std::cmp::Ordering::Equal => " (quiescent: the move is worth nothing)",
        std::cmp::Ordering::Greater => "",
    };
    let _ = writeln!(text, "{name} {}{kind}", with_decimals(&bid));
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

/// A member of a plan.
fn describe_bound(bound: &VerifiedBound, entry: &BoundEntry) -> String {
    let (sign, planner) = match bound.side() {
        StatedSide::AlphaUpper => ("lower value    at most", "Black"),
        StatedSide::BetaLower => ("upper value    at least", "White"),
    };
    let mut text = format!("position       {}\n{sign} {}\n", entry.fen, with_decimals(&entry.bound));
    let _ = writeln!(text, "{planner}'s reply  {}, to {}", entry.reply.text, reached(&entry.reply));
    let others = if planner == "Black" { ("White", &entry.white) } else { ("Black", &entry.black) };
    let _ = writeln!(text, "{}'s options", others.0);
    for option in others.1 {
        let _ = writeln!(text, "  {:<12} to {}", option.text, reached(option));
    }
    text
}

/// What is known of where an option leads.
fn reached(reached: &Reached) -> String {
    format!("{} ({})", with_decimals(&reached.bound), reached.place)
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
