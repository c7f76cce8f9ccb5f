//! `solve stats`: the figures of a verified certificate, or which certificates folders have.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use checker::Verified;
use checker::endgame::Positions;
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Value, json};
use session::entry::Interval;
use session::json::{self, Object};
use session::sheet::Sheet;
use session::{claims, notation, words};
use solver::analysis::chart;
use solver::analysis::factors::Divisors;
use solver::analysis::gaps::{self, Gap, Gaps, Labels};
use solver::analysis::statistics::{self, BINS, Denominator, LargestLabel, Statistics, Zugzwang};
use solver::analysis::survey::Kind;
use solver::analysis::verified;

use crate::list;
use crate::output::{Failed, written};

/// What to show of which certificate.
#[derive(clap::Args)]
pub struct Arguments {
    /// The certificate, or its name, such as 8x8_KNk; what it imports is expected beside it. Of folders their certificates are listed, with those of all folders
    /// below; if nothing is named, of the folders in which `probe` looks
    #[arg(value_name = "CERT|DIR")]
    certificates: Vec<PathBuf>,
    /// Of folders: verify each certificate; exit status 1 if one fails, 2 if one cannot be read. The games that certificates of games are about are not looked for
    #[arg(long, conflicts_with_all = ["game", "histogram", "factor"])]
    verify: bool,
    /// The game that the certificate is about; if not said, the file beside it with the same name that ends in .json
    #[arg(long, visible_alias = "model", value_name = "GAME.json|MODEL.umb", requires = "certificates")]
    game: Option<PathBuf>,
    /// Write JSON; of folders an object on a line for each certificate: file, bytes, about, positions, numbers, verified
    #[arg(long)]
    json: bool,
    /// Draw the histogram of the values
    #[arg(long, value_name = "FILE.svg", value_parser = crate::output::file(), requires = "certificates")]
    histogram: Option<PathBuf>,
    /// Split the denominators into primes, too. That takes minutes where they have hundreds of digits
    #[arg(long, requires = "certificates")]
    factor: bool,
}

/// Verifies a certificate and gives its figures, or lists those in folders.
pub fn stats(arguments: &Arguments) -> Result<String, Failed> {
    let path = match &arguments.certificates[..] {
        [path] if !path.is_dir() && !arguments.verify => &*crate::named::certificate(path),
        named => {
            if let Some(wrong) = named.iter().find(|path| !path.is_dir()) {
                let wrong = session::escape::path(wrong);
                return Err(Failed::usage(format!("{wrong}: found no folder, required one certificate, or folders")));
            }
            if arguments.game.is_some() || arguments.factor || arguments.histogram.is_some() {
                return Err(Failed::usage("--game, --factor, --histogram: found a folder, required one certificate"));
            }
            return list::list(named, arguments.verify, arguments.json);
        }
    };
    let (as_json, histogram) = (arguments.json, arguments.histogram.as_deref());
    let table = crate::named::verified(path, arguments.game.as_deref())?;
    if table.about::<Positions>().is_none() {
        return stats_of_receipt(path, &*claims::tell(&table), as_json, histogram);
    }
    if Kind::of(&table) != Kind::Sharp {
        return stats_of_gaps(path, &table, as_json, histogram);
    }
    let figures = statistics::statistics(&table);
    let extra = Extra::new(&table, &figures, arguments.factor);
    if let Some(picture) = histogram {
        let title = format!("{}: values of the {} positions", figures.endgame, figures.positions);
        draw(picture, &title, "value, White's share of the money", &figures.histogram)?;
    }
    if as_json {
        return Ok(json::answer(&to_json(path, &notation::digest(table.digest()), &figures, &extra)));
    }
    Ok(format!("{}: verified: {}\n\n{}", session::escape::path(path), words::claim(&table), describe(&figures, &extra)))
}

/// The figures that its receipt has, of what is no table of an endgame of bidding chess.
fn stats_of_receipt(path: &Path, tell: &dyn Sheet, as_json: bool, histogram: Option<&Path>) -> Result<String, Failed> {
    if histogram.is_some() {
        return Err(Failed::usage(format!(
            "--histogram: found {}, required a table of an endgame of bidding chess; without it the figures are told",
            tell.about()
        )));
    }
    let mut object = Object::default();
    object.text("file", session::escape::path(path)).text("sha256", notation::digest(tell.verified().digest()));
    object.text("about", tell.about());
    tell.receipt(&mut object);
    let all: Value = serde_json::from_str(&object.to_string()).map_err(Failed::new)?;
    if as_json {
        return Ok(json::answer(&object));
    }
    let mut text = format!("{}: verified: {}\n\n", session::escape::path(path), tell.claim());
    let told = ["file", "sha256", "about", "claim", "format", "conditions"];
    for (name, _) in object.fields().iter().filter(|(name, _)| !told.contains(&name.as_str())) {
        let figure = match &all[name] {
            Value::Null => "none".to_owned(),
            Value::String(figure) => figure.clone(),
            Value::Array(list) => format!("{} (listed by --json)", list.len()),
            figure => figure.to_string(),
        };
        line(&mut text, &name.replace('_', " "), figure);
    }
    Ok(text)
}

/// The figures of a table in which positions need not be sharp.
fn stats_of_gaps(path: &Path, table: &Verified, as_json: bool, histogram: Option<&Path>) -> Result<String, Failed> {
    let figures = gaps::gaps(table, std::thread::available_parallelism().map_or(1, usize::from));
    if let Some(picture) = histogram {
        let title = format!("{}: lower values of the {} positions", endgame(table), figures.positions);
        draw(picture, &title, "lower value, White's share of the money", &figures.histogram)?;
    }
    if as_json {
        return Ok(json::answer(&gaps_to_json(path, table, &figures)));
    }
    Ok(format!("{}: verified: {}\n\n{}", session::escape::path(path), words::claim(table), describe_gaps(&figures)))
}

/// The endgame of a table.
fn endgame(table: &Verified) -> String {
    notation::endgame(&verified::positions(table).endgame)
}

/// Writes a histogram.
fn draw(picture: &Path, title: &str, axis: &str, counts: &[usize]) -> Result<(), Failed> {
    written(picture, chart::histogram(title, axis, counts).as_bytes())
}

/// Figures that take longer.
struct Extra {
    /// If that is asked for.
    divisors: Option<Divisors>,
    worst_zugzwangs: Vec<Zugzwang>,
}

impl Extra {
    fn new(table: &Verified, figures: &Statistics, factor: bool) -> Self {
        let worst_zugzwangs = statistics::worst_zugzwangs(table, &figures.zugzwangs);
        Self { divisors: factor.then(|| statistics::divisors(table)), worst_zugzwangs }
    }
}

/// `part` of `whole` in per cent with one digit, rounded down.
fn share(part: usize, whole: usize) -> String {
    let tenths = part * 1000 / whole.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A line with a name and a figure.
fn line(text: &mut String, name: &str, what: String) {
    let _ = writeln!(text, "{name:<22} {what}");
}

/// The figures as people read them.
fn describe(figures: &Statistics, extra: &Extra) -> String {
    let mut text = String::new();
    line(&mut text, "positions", figures.positions.to_string());
    line(&mut text, "values", figures.values.to_string());
    if let Some([least, most]) = &figures.extremes {
        line(
            &mut text,
            "least and greatest",
            format!("{} and {}", crate::numbers::with_decimals(least), crate::numbers::with_decimals(most)),
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
    match &extra.divisors {
        None => line(&mut text, "odd primes in them", "not looked for (--factor)".to_owned()),
        Some(divisors) => {
            line(&mut text, "odd primes in them", list(&divisors.primes));
            if !divisors.composites.is_empty() {
                line(&mut text, "composites, unsplit", list(&divisors.composites));
            }
        }
    }
    if figures.quiescent.is_empty() {
        line(&mut text, "quiescent", "none".to_owned());
    }
    for (place, (category, group)) in figures.quiescent.iter().enumerate() {
        let [white, black] = group.largest_labels.map(crate::numbers::label);
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
            crate::numbers::with_decimals(&zugzwang.loss())
        );
        line(&mut text, if place == 0 { "the worst of them" } else { "" }, what);
    }
    largest_labels(&mut text, &figures.largest_labels);
    line(&mut text, "infinite labels", figures.infinite_labels.to_string());
    let sizes: Vec<String> =
        figures.components.iter().take(8).map(|(size, count)| format!("{count} of {size}")).collect();
    let more = if figures.components.len() > 8 { ", …" } else { "" };
    line(&mut text, "components", format!("{}{more} (of the stated moves)", sizes.join(", ")));
    text
}

/// Two lines for the largest labels.
fn largest_labels(text: &mut String, labels: &[LargestLabel; 2]) {
    for (name, largest) in ["largest T", "largest T′"].iter().zip(labels) {
        let many = if largest.positions == 1 { "position" } else { "positions" };
        line(text, name, format!("{}, of {} {many}, first {}", largest.label, largest.positions, largest.fen));
    }
}

/// The figures of a table with gaps as people read them.
fn describe_gaps(figures: &Gaps) -> String {
    let mut text = String::new();
    line(&mut text, "positions", figures.positions.to_string());
    if let Some([values, digits, not_dyadic]) = figures.exact {
        line(&mut text, "values", format!("{values}, denominators of up to {digits} digits"));
        line(&mut text, "not dyadic", format!("{not_dyadic} positions ({})", share(not_dyadic, figures.positions)));
    }
    let at_least = if figures.largest_width.is_some() { "at least " } else { "" };
    if let Some(width) = &figures.largest_width {
        // In units of the enclosure, of which there is a power of 2.
        let power = width.denom().bits().saturating_sub(1);
        line(&mut text, "bounds apart by", format!("at most {}/2^{power}", width.numer()));
    }
    let count = figures.not_sharp;
    line(&mut text, "not sharp", format!("{at_least}{count} positions ({})", share(count, figures.positions)));
    for (place, gap) in figures.widest.iter().enumerate() {
        let value = |value: &Interval| match value.is_exact() {
            true => crate::numbers::with_decimals(&value.low),
            false => format!("about {}", crate::numbers::decimals(&value.low)),
        };
        let width = match at_least {
            "" => crate::numbers::with_decimals(&gap.width()),
            _ => format!("{at_least}{}", crate::numbers::decimals(&gap.width())),
        };
        let name = if place == 0 { "widest gaps" } else { "" };
        line(&mut text, name, format!("{width}, {}: {} to {}", gap.fen, value(&gap.lower), value(&gap.upper)));
    }
    for (place, (power, count)) in figures.by_size.iter().enumerate() {
        let name = if place == 0 { "gaps by size" } else { "" };
        line(&mut text, name, format!("up to 2^-{power}: {count}"));
    }
    line(&mut text, "zugzwangs", format!("{at_least}{}", figures.zugzwangs));
    if let Some(Labels { largest, infinite: [white, black] }) = &figures.labels {
        largest_labels(&mut text, largest);
        line(&mut text, "infinite labels", format!("T of {white}, T′ of {black} positions"));
    }
    text
}

/// The figures of a table with gaps for programs; exact numbers are texts.
fn gaps_to_json(path: &Path, table: &Verified, figures: &Gaps) -> Value {
    let gap = |gap: &Gap| {
        json!({
            "position": gap.fen,
            "gap": gap.width().to_string(),
            "lower": [gap.lower.low.to_string(), gap.lower.high.to_string()],
            "upper": [gap.upper.low.to_string(), gap.upper.high.to_string()],
        })
    };
    json!({
        "file": session::escape::path(path),
        "sha256": notation::digest(table.digest()),
        "endgame": endgame(table),
        "kind": Kind::of(table).name(),
        "positions": figures.positions,
        "values": figures.exact.map(|[values, ..]| values),
        "digits": figures.exact.map(|[_, digits, _]| digits),
        "not_dyadic": figures.exact.map(|[.., not_dyadic]| not_dyadic),
        "largest_width": figures.largest_width.as_ref().map(ToString::to_string),
        "not_sharp": figures.not_sharp,
        "widest_gaps": figures.widest.iter().map(gap).collect::<Vec<_>>(),
        "gaps_by_size": figures.by_size.iter().map(|(power, count)| json!({
            "at_most_2_to_minus": power,
            "positions": count,
        })).collect::<Vec<_>>(),
        "zugzwangs": figures.zugzwangs,
        "largest_labels": figures.labels.as_ref().map(|labels| labels.largest.each_ref().map(label_to_json)),
        "infinite_labels": figures.labels.as_ref().map(|labels| labels.infinite),
        "histogram": { "bins": BINS, "positions": figures.histogram },
    })
}

/// A largest label for programs.
fn label_to_json(largest: &LargestLabel) -> Value {
    json!({ "label": largest.label, "positions": largest.positions, "first": largest.fen })
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
        "file": session::escape::path(path),
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
        "odd_primes": extra.divisors.as_ref().map(|divisors| numbers(&divisors.primes)),
        "composites": extra.divisors.as_ref().map(|divisors| numbers(&divisors.composites)),
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
        "largest_labels": figures.largest_labels.iter().map(label_to_json).collect::<Vec<_>>(),
        "infinite_labels": figures.infinite_labels,
        "components": figures.components,
        "histogram": { "bins": BINS, "positions": figures.histogram },
    })
}
