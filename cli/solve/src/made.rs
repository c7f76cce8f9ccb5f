//! A certificate that was made, verified, and told as a sheet: what a kind needs that has no command of its own.

use std::fmt::Write as _;
use std::path::Path;

use report::{claims, judge, words};

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
        crate::output::tell(&format!("{}: {} bytes", report::escape::path(out), bytes.len()));
    }
    let sheet = claims::tell(&verified);
    let sheet = &*sheet;
    let rows = match at {
        Some(at) => vec![sheet.at(at, None).map_err(Failed::usage)?],
        None => (0..).take(sheet.places()).map(|number| sheet.number(number)).collect(),
    };
    let mut said = String::new();
    for row in &rows {
        match (json, at) {
            (true, _) => writeln!(said, "{}", sheet.json(row)),
            (_, Some(_)) => write!(said, "{}", sheet.whole(row, true)),
            (_, None) => writeln!(said, "{}", sheet.cells(row).join("\t")),
        }
        .expect("text has room");
    }
    let head = if json || at.is_some() { String::new() } else { sheet.columns().join("\t") + "\n" };
    Ok(if json { said } else { format!("verified: {}\n{head}{said}", sheet.claim()) })
}
