//! `solve audit`: published statements, compared with what is verified.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use solver::audit::{self, Answered, Audit, Claim, Places};
use solver::questions::questions;

use crate::output::Failed;
use crate::stack::on_a_large_stack;

/// What is asked.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of claims, or the name of one in docs/claims: bidding-chess, chips, conjectures, losing-chess, other, partitions, survey
    claims: PathBuf,
    /// This row alone, also if it takes minutes; may be given several times
    #[arg(long, value_name = "N")]
    row: Vec<u32>,
    /// The rows about this figure alone, also if they take minutes; may be given several times
    #[arg(long, value_name = "N")]
    figure: Vec<u32>,
    /// Also the rows that take minutes
    #[arg(long)]
    all: bool,
    /// The folder of the certificates [default: certs of the repository]
    #[arg(long, value_name = "DIR")]
    certs: Option<PathBuf>,
    /// The folder of what is made and not committed, such as boards [default: target of the repository]
    #[arg(long, value_name = "DIR")]
    made: Option<PathBuf>,
    /// Writes JSON
    #[arg(long)]
    json: bool,
}

/// Answers; and says whether a claim is not as expected.
pub fn audit(arguments: &Arguments) -> Result<(String, bool), Failed> {
    let (file, root) = find(&arguments.claims)?;
    let at = |error: &dyn std::fmt::Display| Failed::usage(format!("{}:{error}", session::escape::path(&file)));
    let text = crate::input::text(&file).map_err(|Failed(error, _)| Failed::usage(error))?;
    let folder = |given: &Option<PathBuf>, name: &str| given.clone().unwrap_or_else(|| root.join(name));
    let places = Places { certs: folder(&arguments.certs, "certs"), made: folder(&arguments.made, "target") };
    if let Some(missing) = [&arguments.certs, &arguments.made].into_iter().flatten().find(|folder| !folder.is_dir()) {
        return Err(Failed::usage(format!("{}: found no folder, required one", session::escape::path(missing))));
    }
    // Searches and walks go deep.
    let answers = on_a_large_stack(|| {
        let mut audit = Audit::new(places, questions());
        let claims = wanted(audit.read(&text).map_err(|error| at(&error))?, &arguments.row, &arguments.figure);
        let claims = claims.map_err(|error| at(&error))?;
        audit.all = arguments.all || !arguments.row.is_empty() || !arguments.figure.is_empty();
        Ok::<_, Failed>(answers(&mut audit, &claims))
    })?;
    let text = match arguments.json {
        true => session::json::answer(&serde_json::json!({ "claims": answers, "rows": audit::rows(&answers) })),
        false => audit::table(&answers),
    };
    Ok((text, answers.iter().any(|answer| !answer.verdict.is_expected())))
}

/// The file of the claims, and the folder of the repository around it or here.
fn find(claims: &Path) -> Result<(PathBuf, PathBuf), Failed> {
    let here = std::env::current_dir().map_err(Failed::new)?;
    let root = audit::repository(&here);
    let named = root.map(|root| root.join("docs/claims").join(claims).with_extension("toml"));
    let is_name = claims.extension().is_none() && claims.components().count() == 1 && !claims.exists();
    let is_name = is_name && !session::files::is_standard_input(claims);
    match (is_name, named.filter(|named| named.is_file())) {
        (true, Some(named)) => Ok((named, root.unwrap_or(&here).to_owned())),
        (true, None) => Err(Failed::usage(format!(
            "{}: found neither a file nor docs/claims/{0}.toml here or above, required one of them: in the repository there are bidding-chess, chips, conjectures, losing-chess, other, partitions, survey",
            session::escape::path(claims)
        ))),
        (false, _) => {
            let beside = claims.canonicalize().ok();
            let root = root.or_else(|| audit::repository(beside.as_deref()?)).unwrap_or(Path::new("."));
            Ok((claims.to_owned(), root.to_owned()))
        }
    }
}

/// The number of the figure that a claim is about, if it is about one.
fn figure(claim: &Claim) -> Option<u32> {
    let (_, rest) = claim.place.split_once("figure ")?;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The rows that are asked for: those with a number, and those about a figure.
fn wanted(claims: Vec<Claim>, rows: &[u32], figures: &[u32]) -> Result<Vec<Claim>, String> {
    if let Some(row) = rows.iter().find(|row| !claims.iter().any(|claim| claim.row == **row)) {
        let last = claims.iter().map(|claim| claim.row).max().unwrap_or_default();
        return Err(format!(" found no row {row}, required one of the rows of the file, 1 to {last}"));
    }
    if let Some(number) = figures.iter().find(|number| !claims.iter().any(|claim| figure(claim) == Some(**number))) {
        let mut all: Vec<u32> = claims.iter().filter_map(figure).collect();
        all.sort_unstable();
        all.dedup();
        let all: Vec<String> = all.iter().map(u32::to_string).collect();
        let all = if all.is_empty() { "no figure".to_owned() } else { format!("the figures {}", all.join(", ")) };
        return Err(format!(" found no row about figure {number}; the rows of this file are about {all}"));
    }
    let is_asked = |claim: &Claim| {
        rows.is_empty() && figures.is_empty()
            || rows.contains(&claim.row)
            || figure(claim).is_some_and(|number| figures.contains(&number))
    };
    Ok(claims.into_iter().filter(is_asked).collect())
}

/// The answers, with a bar.
fn answers(audit: &mut Audit, claims: &[Claim]) -> Vec<Answered> {
    let bar = ProgressBar::new(claims.len() as u64);
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {bar:30} {pos}/{len} claims, {elapsed}") {
        bar.set_style(style);
    }
    let mut answers = Vec::new();
    for claim in claims {
        bar.set_message(format!("row {}", claim.row));
        if let Some(takes) = claim.takes.as_ref().filter(|_| audit.all) {
            bar.suspend(|| crate::output::tell(&format!("row {}: takes {takes}", claim.row)));
        }
        answers.push(audit.answer(claim));
        bar.inc(1);
    }
    bar.finish_and_clear();
    answers
}
