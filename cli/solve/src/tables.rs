//! The tables of a survey, in Markdown.
//!
//! Responsible for one layout each of the boards of three pieces (`boards`) and of four (`census`). Left to others: where the rows come
//! from.

use std::fmt::Write as _;

use num_bigint::BigInt;
use num_rational::BigRational;
use solver::analysis::survey::{Figures, Kind, Row};
use solver::chess::board::Board;
use solver::chess::material::Signature;

/// The census of four pieces: on how many positions of each endgame on each board the values differ, and then a table for each board.
pub fn census(materials: &[Signature], all: &[(Board, Vec<Row>)]) -> String {
    let mut text = summary(all);
    let _ = write!(text, "\n### Positions with α < β\n\n| |");
    for (board, _) in all {
        let _ = write!(text, " {board} |");
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(all.len()));
    for signature in materials {
        let _ = write!(text, "| {signature} |");
        for (_, rows) in all {
            let row = rows.iter().find(|row| row.material == signature.to_string());
            let cell = match row.map(|row| &row.outcome) {
                None => String::new(),
                Some(Err(_)) => "?".to_owned(),
                Some(Ok(figures)) => match (figures.kind, figures.not_sharp) {
                    (Kind::Enclosure, 0) => "–".to_owned(),
                    (Kind::Enclosure, count) => format!("≥ {count}"),
                    (_, count) => count.to_string(),
                },
            };
            let _ = write!(text, " {cell} |");
        }
        text.push('\n');
    }
    for (board, rows) in all {
        census_of(&mut text, *board, materials, rows);
    }
    text
}

/// The table of a board.
fn census_of(text: &mut String, board: Board, materials: &[Signature], rows: &[Row]) {
    let heads =
        "| endgame | positions | kind | α < β | widest gap | at | T, T′ up to | zugzwangs | values | digits | bytes |";
    let _ = write!(text, "\n### {board}\n\n{heads}\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for signature in materials {
        let Some(row) = rows.iter().find(|row| row.material == signature.to_string()) else { continue };
        let figures = match &row.outcome {
            Ok(figures) => figures,
            Err(reason) => {
                let _ = writeln!(text, "| {signature} | | no certificate: {reason} | | | | | | | | |");
                continue;
            }
        };
        let at_least = if figures.kind == Kind::Enclosure { "≥ " } else { "" };
        let (gap, fen) = match &figures.widest_gap {
            Some((gap, fen)) => (format!("{at_least}{}", short(gap)), format!("`{fen}`")),
            None => (String::new(), String::new()),
        };
        let labels = figures.largest_labels.map_or(String::new(), |[white, black]| format!("{white}, {black}"));
        let of_exact = figures.exact.as_ref().map(|exact| (exact.values.to_string(), exact.digits.to_string()));
        let (values, digits) = of_exact.unwrap_or_default();
        let _ = writeln!(
            text,
            "| {signature} | {} | {} | {at_least}{} | {gap} | {fen} | {labels} | {at_least}{} | {values} | {digits} | {} |",
            figures.positions,
            figures.kind.name(),
            figures.not_sharp,
            figures.zugzwangs,
            figures.bytes
        );
    }
}

/// A fraction below 1, or the first digits of it where it is long; cut off, not rounded.
fn short(gap: &str) -> String {
    let Some(value) = gap.parse::<BigRational>().ok().filter(|_| gap.len() > 15) else { return gap.to_owned() };
    let digits = |power: u32| (value.numer() * BigInt::from(10).pow(power) / value.denom()).to_string();
    // So many places that four digits are left.
    let places = (4..1000).find(|&places| digits(places).len() >= 4).unwrap_or(1000);
    match places {
        4..=7 => format!("0.{:0>1$}…", digits(places), places as usize),
        _ => {
            let digits = digits(places);
            format!("{}.{}…·10^-{}", &digits[..1], &digits[1..], places - 3)
        }
    }
}

/// The tables of all materials: ranks down, files across.
pub fn boards(materials: &[Signature], all: &[(Board, Vec<Row>)]) -> String {
    let mut text = summary(all);
    for signature in materials {
        for double_step in [None, Some(false), Some(true)] {
            let rows: Vec<(Board, &Row)> = all
                .iter()
                .flat_map(|(board, rows)| rows.iter().map(move |row| (*board, row)))
                .filter(|(_, row)| row.material == signature.to_string() && row.double_step == double_step)
                .collect();
            if !rows.is_empty() {
                table(&mut text, signature, double_step, &rows);
            }
        }
    }
    text
}

/// All rows in a few lines.
fn summary(all: &[(Board, Vec<Row>)]) -> String {
    let rows: Vec<&Row> = all.iter().flat_map(|(_, rows)| rows).collect();
    let figures: Vec<&Figures> = rows.iter().filter_map(|row| row.outcome.as_ref().ok()).collect();
    let positions: usize = figures.iter().map(|figures| figures.positions).sum();
    let not_sharp: usize = figures.iter().map(|figures| figures.not_sharp).sum();
    let zugzwangs: usize = figures.iter().map(|figures| figures.zugzwangs).sum();
    let at_least = if figures.iter().any(|figures| figures.kind == Kind::Enclosure) { "at least " } else { "" };
    let boards = if all.len() == 1 { "board" } else { "boards" };
    let mut text = format!(
        "{} {boards}, {} endgames solved and verified, {positions} positions: {at_least}{not_sharp} with α < β, {at_least}{zugzwangs} \
         zugzwangs.\n",
        all.len(),
        figures.len()
    );
    for row in rows {
        if let Err(reason) = &row.outcome {
            let _ = writeln!(text, "\n`{}`: no certificate: {reason}.", row.file);
        }
    }
    text
}

/// One table: a cell is the digits of the largest denominator, the share of positions whose denominator is no power of 2, and
/// the zugzwangs.
fn table(text: &mut String, signature: &Signature, double_step: Option<bool>, rows: &[(Board, &Row)]) {
    let rule = match double_step {
        None => "",
        Some(false) => ", single step",
        Some(true) => ", double step",
    };
    let _ = write!(text, "\n### {signature}{rule}\n\n");
    if rows.iter().all(|(board, _)| board.files() == board.ranks()) {
        let _ = writeln!(text, "| board | positions | values | digits · % · zugzwangs |\n|---|---|---|---|");
        for (board, row) in rows {
            let counts = row.outcome.as_ref().map(|figures| {
                let values = figures.exact.as_ref().map_or(String::new(), |exact| exact.values.to_string());
                (figures.positions.to_string(), values)
            });
            let (positions, values) = counts.unwrap_or_default();
            let _ = writeln!(text, "| {board} | {positions} | {values} | {} |", cell(row));
        }
        return;
    }
    let _ = write!(text, "| ranks \\ files |");
    let mut files: Vec<u8> = rows.iter().map(|(board, _)| board.files()).collect();
    files.sort_unstable();
    files.dedup();
    let mut ranks: Vec<u8> = rows.iter().map(|(board, _)| board.ranks()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    for file in &files {
        let _ = write!(text, " {file} |");
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(files.len()));
    for rank in ranks {
        let _ = write!(text, "| {rank} |");
        for &file in &files {
            let row = rows.iter().find(|(board, _)| (board.files(), board.ranks()) == (file, rank));
            let _ = write!(text, " {} |", row.map_or_else(String::new, |(_, row)| cell(row)));
        }
        text.push('\n');
    }
}

fn cell(row: &Row) -> String {
    match &row.outcome {
        Err(_) => "no certificate".to_owned(),
        Ok(figures) => {
            let sharp = if figures.not_sharp == 0 { String::new() } else { format!("{} α<β, ", figures.not_sharp) };
            let Some(exact) = &figures.exact else { return format!("{sharp}enclosure") };
            let tenths = exact.not_dyadic * 1000 / figures.positions.max(1);
            let share = if exact.not_dyadic == 0 { "0".to_owned() } else { format!("{}.{}", tenths / 10, tenths % 10) };
            format!("{sharp}{} · {share} · {}", exact.digits, figures.zugzwangs)
        }
    }
}
