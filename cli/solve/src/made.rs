//! Certificates that were made: the checker verifies them before anything is written or told of them.

use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::claim::{Subject, subject};
use session::{claims, judge, words};

use crate::output::{Failed, written};

/// Has a certificate verified, about this if it is about something. That it is not is a fault of the solver.
pub fn verified(bytes: &[u8], given: Option<&Subject>, threads: usize) -> Result<Arc<Verified>, Failed> {
    let verdict = games::checker(threads, |_| None::<Vec<u8>>).check_given(&bytes, given);
    verdict.map_err(|failure| {
        Failed::new(words::explain_file(&bytes, given, &failure, &mut words::Told::default(), &mut |_| None))
    })
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
    json: bool,
) -> Result<String, Failed> {
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| Failed::new(format!("{path}: {fault}")))?;
    let verified = verified(bytes, Some(&subject(&given)), 1)?;
    if out.is_some() {
        crate::output::tell(kept(out, bytes)?.trim_end());
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
