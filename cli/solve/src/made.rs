//! Certificates that were made: the checker verifies them before anything is written or told of them.

use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::claim::{Subject, subject};
use games::chips::{Chips, Lines, enough};
use num_rational::BigRational;
use session::judge::Given;
use session::sheet::{Row, Sheet};
use session::{claims, escape, fraction, json, judge};

use crate::output::{Failed, written};

/// Has a certificate verified, about this if it is about something. That it is not is a fault of the solver.
pub fn verified(bytes: &[u8], given: Option<&Subject>, threads: usize) -> Result<Arc<Verified>, Failed> {
    session::verify(bytes, given.cloned().map(Given::of).as_ref(), threads).map_err(Failed::new)
}

/// Writes a certificate, if a file is named for it, and says so in a line.
pub fn kept(out: Option<&Path>, bytes: &[u8]) -> Result<String, Failed> {
    let Some(out) = out else { return Ok(String::new()) };
    written(out, bytes)?;
    Ok(format!("{}: {} bytes\n", session::escape::path(out), bytes.len()))
}

/// Has a certificate about a game verified, writes it, and tells what it proves: of the position that is asked for, or of all; and who wins if Left has so many
/// of its chips.
pub fn told(
    (path, text): (&str, &str),
    bytes: &[u8],
    place: (Option<&str>, Option<&Path>),
    is_json: bool,
    split: Option<u64>,
) -> Result<String, Failed> {
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| Failed::new(format!("{path}: {fault}")))?;
    let verified = verified(bytes, Some(&subject(&given)), 1)?;
    said((&verified, bytes), place, is_json, split)
}

/// Writes a certificate that was verified, and tells what it proves, as [`told`] does.
pub fn said(
    (verified, bytes): (&Verified, &[u8]),
    (at, out): (Option<&str>, Option<&Path>),
    is_json: bool,
    split: Option<u64>,
) -> Result<String, Failed> {
    let kept = kept(out, bytes)?;
    let sheet = &*claims::tell(verified);
    let object = |row: &Row| {
        let mut object = sheet.json(row);
        if let Some(ends) = bid_between(sheet, row) {
            object.json("bid_between", json::list(ends.iter().map(|end| json::quoted(&end.to_string()))));
        }
        object
    };
    let row = at.map(|at| sheet.at(at, None)).transpose().map_err(Failed::usage)?;
    if is_json {
        let numbers = (0..).take(sheet.places());
        return Ok(row.map_or_else(
            || json::rows(numbers.map(|number| object(&sheet.number(number)))),
            |row| json::answer(&object(&row)),
        ));
    }
    let told = row.map_or_else(|| table(sheet, split), |row| sheet.whole(&row, true));
    Ok(format!("verified: {}\n{told}{kept}", sheet.claim()))
}

/// What is verified of all positions.
fn table(sheet: &dyn Sheet, split: Option<u64>) -> String {
    let chips = split.zip(sheet.verified().about::<Chips>());
    let more: &[&str] = match (&chips, sheet.auction()) {
        (Some(_), _) => &["if_left_has_the_star", "if_right_has_the_star"],
        (None, Some(_)) => &["bid_between"],
        (None, None) => &[],
    };
    let mut text = [sheet.columns(), more].concat().join("\t") + "\n";
    for number in 0..sheet.places() {
        let row = sheet.number(number as u32);
        let mut cells: Vec<String> = sheet.cells(&row).iter().map(|cell| escape::visible(cell)).collect();
        if let Some((left, chips)) = &chips {
            cells.extend([1, 0].map(|star| winner(chips, &chips.lines[number], 2 * left + star).to_owned()));
        }
        if let Some(ends) = bid_between(sheet, &row) {
            cells.push(ends.map(|end| fraction::decimal(&end, 9)).join(" to "));
        }
        text += &(cells.join("\t") + "\n");
    }
    text
}

/// Between which numbers the bid is at a position, if the bank is paid, and bounds are known alone.
fn bid_between(sheet: &dyn Sheet, row: &Row) -> Option<[BigRational; 2]> {
    let (auction, entry) = sheet.auction().zip(row.entry())?;
    if sheet.bids(entry)[0].is_some() { None } else { claims::payments::bid_between(auction, entry) }
}

/// Who wins with so many half units of Left's.
fn winner(chips: &Chips, lines: &Lines, held: u64) -> &'static str {
    let has = |side: usize, held: u64| enough(&lines[side], held, None);
    match (has(0, held), has(1, 2 * chips.auction.chips + 1 - held)) {
        (true, _) => "Left",
        (_, true) => "Right",
        _ => "nobody",
    }
}
