//! `solve stats`: the figures of a verified certificate.

use std::fmt::Write as _;
use std::path::Path;

use checker::Verified;
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Value, json};
use solver::certify;
use solver::chart;
use solver::factors::Divisors;
use solver::statistics::{self, BINS, Denominator, Statistics, Zugzwang};
use solver::verified;

use crate::Failed;

/// Verifies a certificate and gives its figures.
pub fn stats(path: &Path, as_json: bool, histogram: Option<&Path>) -> Result<String, Failed> {
    let table = verified::read(path).map_err(Failed::new)?;
    let figures = statistics::statistics(&table);
    let extra = Extra::new(&table, &figures);
    if let Some(picture) = histogram {
        let title = format!("{}: values of the {} positions", figures.endgame, figures.positions);
        let text = chart::histogram(&title, "value, White's share of the money", &figures.histogram);
        let failed = |error| Failed::new(format!("{}: {error}", picture.display()));
        certify::write_whole(picture, text.as_bytes()).map_err(failed)?;
    }
    if as_json {
        let text = serde_json::to_string_pretty(&to_json(path, &table.digest().to_string(), &figures, &extra));
        return text.map(|text| text + "\n").map_err(Failed::new);
    }
    Ok(format!("{}: verified: {}\n\n{}", path.display(), table.claim(), describe(&figures, &extra)))
}

/// Figures that take longer.
struct Extra {
    divisors: Divisors,
    worst_zugzwangs: Vec<Zugzwang>,
}

impl Extra {
    fn new(table: &Verified, figures: &Statistics) -> Self {
        let worst_zugzwangs = statistics::worst_zugzwangs(table, &figures.zugzwangs);
        Self { divisors: statistics::divisors(table), worst_zugzwangs }
    }
}

/// `part` of `whole` in per cent with one digit, rounded down.
fn share(part: usize, whole: usize) -> String {
    let tenths = part * 1000 / whole.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The figures as people read them.
fn describe(figures: &Statistics, extra: &Extra) -> String {
    let mut text = String::new();
    let line = |text: &mut String, name: &str, what: String| {
        let _ = writeln!(text, "{name:<22} {what}");
    };
    line(&mut text, "positions", figures.positions.to_string());
    line(&mut text, "values", figures.values.to_string());
    if let Some([least, most]) = &figures.extremes {
        line(
            &mut text,
            "least and greatest",
            format!("{} and {}", crate::show::with_decimals(least), crate::show::with_decimals(most)),
        );
    }
    let other = figures.positions - figures.dyadic;
    line(&mut text, "not dyadic", format!("{other} positions ({})", share(other, figures.positions)));
    line(&mut text, "denominators", figures.denominators.to_string());
    for (place, denominator) in figures.largest_denominators.iter().enumerate() {
        line(&mut text, if place == 0 { "largest denominators" } else { "" }, of_denominator(denominator));
    }
    if let Some(smallest) = &figures.smallest_non_dyadic {
        line(&mut text, "smallest not dyadic", of_denominator(smallest));
    }
    line(&mut text, "odd primes in them", list(&extra.divisors.primes));
    if !extra.divisors.composites.is_empty() {
        line(&mut text, "composites, unsplit", list(&extra.divisors.composites));
    }
    if figures.quiescent.is_empty() {
        line(&mut text, "quiescent", "none".to_owned());
    }
    for (place, (category, group)) in figures.quiescent.iter().enumerate() {
        let [white, black] = group.largest_labels.map(crate::show::label);
        let what = format!(
            "{category}: {} positions ({} placements), T up to {white}, T′ up to {black}, first {}",
            group.positions, group.placements, group.fen
        );
        line(&mut text, if place == 0 { "quiescent" } else { "" }, what);
    }
    line(&mut text, "zugzwangs", figures.zugzwangs.len().to_string());
    for (place, zugzwang) in extra.worst_zugzwangs.iter().enumerate() {
        let what = format!(
            "{}: {}; White moves to {}, Black to {}; the one who moves loses {}",
            zugzwang.fen,
            zugzwang.value,
            zugzwang.white,
            zugzwang.black,
            crate::show::with_decimals(&zugzwang.loss())
        );
        line(&mut text, if place == 0 { "the worst of them" } else { "" }, what);
    }
    for (name, largest) in ["largest T", "largest T′"].iter().zip(&figures.largest_labels) {
        let many = if largest.positions == 1 { "position" } else { "positions" };
        line(&mut text, name, format!("{}, of {} {many}, first {}", largest.label, largest.positions, largest.fen));
    }
    line(&mut text, "infinite labels", figures.infinite_labels.to_string());
    let sizes: Vec<String> =
        figures.components.iter().take(8).map(|(size, count)| format!("{count} of {size}")).collect();
    let more = if figures.components.len() > 8 { ", …" } else { "" };
    line(&mut text, "components", format!("{}{more} (of the stated moves)", sizes.join(", ")));
    text
}

fn of_denominator(denominator: &Denominator) -> String {
    let many = if denominator.positions == 1 { "position" } else { "positions" };
    format!("{}, of {} {many}, first {}", denominator.value, denominator.positions, denominator.fen)
}

fn list(numbers: &[BigUint]) -> String {
    match numbers {
        [] => "none".to_owned(),
        _ => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The figures for programs; exact numbers are texts.
fn to_json(path: &Path, digest: &str, figures: &Statistics, extra: &Extra) -> Value {
    let fraction = |value: &BigRational| value.to_string();
    let numbers = |numbers: &[BigUint]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
    let denominator = |denominator: &Denominator| {
        json!({
            "denominator": denominator.value.to_string(),
            "positions": denominator.positions,
            "first": denominator.fen,
        })
    };
    json!({
        "file": path.display().to_string(),
        "sha256": digest,
        "endgame": figures.endgame,
        "positions": figures.positions,
        "values": figures.values,
        "least": figures.extremes.as_ref().map(|extremes| fraction(&extremes[0])),
        "greatest": figures.extremes.as_ref().map(|extremes| fraction(&extremes[1])),
        "not_dyadic": figures.positions - figures.dyadic,
        "denominators": figures.denominators,
        "largest_denominators": figures.largest_denominators.iter().map(denominator).collect::<Vec<_>>(),
        "smallest_not_dyadic": figures.smallest_non_dyadic.as_ref().map(denominator),
        "odd_primes": numbers(&extra.divisors.primes),
        "composites": numbers(&extra.divisors.composites),
        "quiescent": figures.quiescent.iter().map(|(category, group)| json!({
            "category": category.to_string(),
            "positions": group.positions,
            "placements": group.placements,
            "largest_t": group.largest_labels[0],
            "largest_t_dash": group.largest_labels[1],
            "first": group.fen,
        })).collect::<Vec<_>>(),
        "zugzwangs": figures.zugzwangs.len(),
        "worst_zugzwangs": extra.worst_zugzwangs.iter().map(|zugzwang| json!({
            "position": zugzwang.fen,
            "value": fraction(&zugzwang.value),
            "white_to": fraction(&zugzwang.white),
            "black_to": fraction(&zugzwang.black),
            "loss": fraction(&zugzwang.loss()),
        })).collect::<Vec<_>>(),
        "largest_labels": figures.largest_labels.iter().map(|largest| json!({
            "label": largest.label,
            "positions": largest.positions,
            "first": largest.fen,
        })).collect::<Vec<_>>(),
        "infinite_labels": figures.infinite_labels,
        "components": figures.components,
        "histogram": { "bins": BINS, "positions": figures.histogram },
    })
}
