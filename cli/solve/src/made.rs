//! A certificate that was made, verified, and told as a sheet: what a kind needs that has no command of its own.

use std::path::Path;

use session::{claims, judge, words};

use crate::output::{Failed, written};

/// Has a certificate about a game verified, writes it, and tells what it proves: of the position that is asked for, or of all.
pub fn told(
    (path, text): (&str, &str),
    bytes: &[u8],
    (at, out): (Option<&str>, Option<&Path>),
    json: bool,
) -> Result<String, Failed> {
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| Failed::new(format!("{path}: {fault}")))?;
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&given));
    let verified = verdict.map_err(|failure| Failed::new(words::explain(bytes, Some(&given), &failure)))?;
    if let Some(out) = out {
        written(out, bytes)?;
        crate::output::tell(&format!("{}: {} bytes", session::escape::path(out), bytes.len()));
    }
    let sheet = claims::tell(&verified);
    let sheet = &*sheet;
    let mut said = if json { String::new() } else { format!("verified: {}\n", sheet.claim()) };
    if let Some(at) = at {
        let row = sheet.at(at, None).map_err(Failed::usage)?;
        return Ok(if json { sheet.json(&row).to_string() + "\n" } else { said + &sheet.whole(&row, true) });
    }
    if !json {
        said += &(sheet.dump_columns() + "\n");
    }
    for number in (0..).take(sheet.places()) {
        said += &if json { sheet.json(&sheet.number(number)).to_string() } else { sheet.line(number) };
        said.push('\n');
    }
    Ok(said)
}
