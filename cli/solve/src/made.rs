//! Certificates that were made: the checker verifies them before anything is written or told of them.

use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::claim::{Subject, subject};
use session::judge::Given;
use session::{claims, json, judge};

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

/// Has a certificate about a game verified, writes it, and tells what it proves: of the position that is asked for, or of all.
pub fn told(
    (path, text): (&str, &str),
    bytes: &[u8],
    (at, out): (Option<&str>, Option<&Path>),
    is_json: bool,
) -> Result<String, Failed> {
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| Failed::new(format!("{path}: {fault}")))?;
    let verified = verified(bytes, Some(&subject(&given)), 1)?;
    if out.is_some() {
        crate::output::tell(kept(out, bytes)?.trim_end());
    }
    let sheet = claims::tell(&verified);
    let sheet = &*sheet;
    let mut said = format!("verified: {}\n", sheet.claim());
    if let Some(at) = at {
        let row = sheet.at(at, None).map_err(Failed::usage)?;
        return Ok(if is_json { json::answer(&sheet.json(&row)) } else { said + &sheet.whole(&row, true) });
    }
    let numbers = (0..).take(sheet.places());
    if is_json {
        return Ok(json::rows(numbers.map(|number| sheet.json(&sheet.number(number)))));
    }
    said += &(sheet.dump_columns() + "\n");
    numbers.for_each(|number| said += &(sheet.line(number) + "\n"));
    Ok(said)
}
