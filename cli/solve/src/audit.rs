//! `solve audit`: published claims against verified tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use solver::games::chips::claims as chips;
use solver::reading::audit::claims::{self, Claim};
use solver::reading::audit::{Answer, Audit, Verdict};

use crate::Failed;

/// The longest file of claims that is read, in bytes. That of the paper has less than 20,000.
const MOST_BYTES: u64 = 1 << 20;

/// Answers every claim of a file from the certificates in a folder. The exit status is 1 where a claim differs, 2 where
/// the file or a certificate is not as it should be.
pub fn audit(
    file: &Path,
    folder: &Path,
    survey: Option<&Path>,
    thresholds: bool,
    as_json: bool,
) -> Result<(String, bool), Failed> {
    let text = read(file).map_err(|error| Failed::usage(format!("{}: {error}", file.display())))?;
    let at = |error: &dyn std::fmt::Display| Failed::usage(format!("{}:{error}", file.display()));
    if chips::is_about_chips(&text) {
        return about_chips(&text, as_json).map_err(|error| at(&format!(" {error}")));
    }
    let claims = claims::parse(&text).map_err(|error| at(&error))?;
    let mut audit = Audit::new(folder, survey, thresholds);
    let mut answers = Vec::new();
    let bar = ProgressBar::new(claims.len() as u64);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {bar:30} {pos}/{len} claims") {
        bar.set_style(style);
    }
    for claim in &claims {
        bar.set_message(format!("row {}, {}", claim.row, claim.kind));
        answers.push(audit.answer(claim).map_err(|error| at(&error))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let differs = answers.iter().any(|answer| answer.verdict == Verdict::Differs);
    let pairs: Vec<(&Claim, &Answer)> = claims.iter().zip(&answers).collect();
    let text = match as_json {
        true => serde_json::to_string_pretty(&to_json(&pairs)).map_err(Failed::new)? + "\n",
        false => table(&pairs),
    };
    Ok((text, differs))
}

/// The answers to claims about chips; and whether one is not what the file records.
fn about_chips(text: &str, as_json: bool) -> Result<(String, bool), String> {
    let answers = chips::answer(text, 2)?;
    let word = |answer: &chips::Answer| match (answer.as_printed, answer.as_recorded) {
        (_, false) => "NOT AS RECORDED",
        (true, true) => "as printed",
        (false, true) => "differs, as recorded",
    };
    let surprises = answers.iter().any(|(.., answer)| !answer.as_recorded);
    if as_json {
        let all: Vec<Value> = answers
            .iter()
            .map(|(claim, kind, answer)| {
                json!({ "source": claim.source, "section": claim.section, "kind": kind, "found": answer.found, "verdict": word(answer) })
            })
            .collect();
        let text = serde_json::to_string_pretty(&json!({ "claims": all })).map_err(|error| error.to_string())?;
        return Ok((text + "\n", surprises));
    }
    let mut text = String::new();
    for (claim, kind, answer) in &answers {
        let _ = writeln!(text, "{}, {}: {kind}: {}", claim.source, claim.section, word(answer));
        let _ = writeln!(text, "        verified  {}", answer.found);
    }
    let printed = answers.iter().filter(|(.., answer)| answer.as_printed).count();
    let _ = writeln!(text, "\nclaims {}, as printed {printed}, that differ {}", answers.len(), answers.len() - printed);
    Ok((text, surprises))
}

fn read(file: &Path) -> std::io::Result<String> {
    let found = std::fs::metadata(file)?.len();
    if found > MOST_BYTES {
        let text = format!("found {found} bytes, required at most {MOST_BYTES}");
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, text));
    }
    std::fs::read_to_string(file)
}

/// The verdict on a row: the worst of its claims.
fn rows(pairs: &[(&Claim, &Answer)]) -> BTreeMap<u32, Verdict> {
    let mut rows = BTreeMap::new();
    for (claim, answer) in pairs {
        let verdict = rows.entry(claim.row).or_insert(answer.verdict);
        *verdict = match (*verdict, answer.verdict) {
            (Verdict::Differs, _) | (_, Verdict::Differs) => Verdict::Differs,
            (Verdict::NotRun, _) | (_, Verdict::NotRun) => Verdict::NotRun,
            _ => Verdict::AsPrinted,
        };
    }
    rows
}

/// The answers as people read them.
fn table(pairs: &[(&Claim, &Answer)]) -> String {
    let mut text = String::new();
    for (claim, answer) in pairs {
        let _ = writeln!(text, "row {:>2}  §{}  {}: {}", claim.row, claim.section, claim.kind, answer.verdict);
        let _ = writeln!(text, "        claimed   {}", answer.claimed);
        let _ = writeln!(text, "        verified  {}", answer.verified);
    }
    let rows = rows(pairs);
    let list = |wanted: Verdict| {
        let numbers: Vec<String> =
            rows.iter().filter(|(_, verdict)| **verdict == wanted).map(|(row, _)| row.to_string()).collect();
        match numbers.as_slice() {
            [] => "none".to_owned(),
            _ => format!("{} ({})", numbers.len(), numbers.join(", ")),
        }
    };
    let _ = writeln!(text, "\nclaims {}, rows {}", pairs.len(), rows.len());
    let _ = writeln!(text, "rows as printed  {}", list(Verdict::AsPrinted));
    let _ = writeln!(text, "rows that differ {}", list(Verdict::Differs));
    let _ = writeln!(text, "rows not run, in whole or in part  {}", list(Verdict::NotRun));
    text
}

fn to_json(pairs: &[(&Claim, &Answer)]) -> Value {
    let claim = |(claim, answer): &(&Claim, &Answer)| {
        json!({
            "row": claim.row,
            "section": claim.section,
            "line": claim.line,
            "kind": claim.kind,
            "claimed": answer.claimed,
            "verified": answer.verified,
            "verdict": answer.verdict.to_string(),
        })
    };
    let rows: Vec<Value> =
        rows(pairs).into_iter().map(|(row, verdict)| json!({ "row": row, "verdict": verdict.to_string() })).collect();
    json!({ "claims": pairs.iter().map(claim).collect::<Vec<_>>(), "rows": rows })
}
