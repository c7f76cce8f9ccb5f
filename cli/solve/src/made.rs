//! A certificate that was made, verified, and told as a sheet: what a kind needs that has no command of its own.

use std::path::Path;

use session::{claims, json, judge};

use crate::output::{Failed, written};

/// Has a certificate about a game verified, writes it, and tells what it proves: of the position that is asked for, or of all.
pub fn told(
    (path, text): (&str, &str),
    bytes: &[u8],
    (at, out): (Option<&str>, Option<&Path>),
    is_json: bool,
) -> Result<String, Failed> {
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| Failed::new(format!("{path}: {fault}")))?;
    let verified = session::verify(bytes, Some(&given.into()), 1).map_err(Failed::new)?;
    if let Some(out) = out {
        written(out, bytes)?;
        crate::output::tell(&format!("{}: {} bytes", session::escape::path(out), bytes.len()));
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
