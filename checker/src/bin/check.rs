//! The command `check`: verifies certificates and says so.
//!
//! Responsible for: finding and reading files, the wording of answers, the exit status (0 verified, 1 rejected, 2 declined; with
//! several files rejected outweighs declined, and declined verified). Left to others: every decision, which is the
//! library's. The verdict and what was asked for go to standard output, explanations to standard error.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use checker::certificate::Digest;
use checker::limits::Limit;
use checker::values::Interval;
use checker::{
    BestMove, Decline, Entry, Failure, Plan, Plans, PositionError, Rejection, Requirement, Statement, Verified,
};
use clap::Parser;

/// Verifies certificates of exact values of bidding-chess endgames.
///
/// Exit status: 0 all verified, 1 some rejected, 2 none rejected but some declined (usage, unreadable, unknown version,
/// missing import, limit).
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The certificates. What they import is looked for among them and in the folder of each, as `8x8_Kk.cert`
    #[arg(required = true, value_name = "CERT")]
    certificates: Vec<PathBuf>,
    /// Prints what is verified of one position, given as the placement field of a FEN
    #[arg(long, value_name = "FEN")]
    at: Option<String>,
    /// Prints one JSON object for each certificate instead of text
    #[arg(long)]
    json: bool,
    /// Looks for imports in this folder instead of that of the certificate
    #[arg(long, value_name = "DIR")]
    imports: Option<PathBuf>,
}

/// What became of a file.
enum Verdict {
    Verified(Arc<Verified>),
    Failed(Failure),
    Unreadable(io::Error),
}

impl Verdict {
    fn status(&self) -> u8 {
        match self {
            Self::Verified(_) => 0,
            Self::Failed(Failure::Rejected(_)) => 1,
            Self::Failed(Failure::Declined(_)) | Self::Unreadable(_) => 2,
        }
    }
}

/// One run of the command: what has been asked for, and what has been verified so far.
struct Run {
    arguments: Arguments,
    verdicts: BTreeMap<Digest, Result<Arc<Verified>, Failure>>,
    paths: BTreeMap<Digest, PathBuf>,
}

impl Run {
    /// Reads and checks a file, with its imports.
    fn verdict(&mut self, path: &Path) -> Verdict {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err(error) => return Verdict::Unreadable(error),
        };
        match Statement::read(&bytes).and_then(|statement| self.check(path, statement)) {
            Ok(verified) => Verdict::Verified(verified),
            Err(failure) => Verdict::Failed(failure),
        }
    }

    /// Checks what a file states, unless that has been done before.
    fn check(&mut self, path: &Path, statement: Statement) -> Result<Arc<Verified>, Failure> {
        let digest = statement.digest();
        self.paths.entry(digest).or_insert_with(|| path.to_owned());
        if let Some(verdict) = self.verdicts.get(&digest) {
            return verdict.clone();
        }
        let verdict = statement.check(|required| self.import(path, required)).map(Arc::new);
        self.verdicts.insert(digest, verdict.clone());
        verdict
    }

    /// Finds and checks what a certificate imports: under its conventional name, then among the other certificates.
    fn import(&mut self, importer: &Path, required: &Requirement) -> Result<Arc<Verified>, Failure> {
        if let Some(Ok(verified)) = self.verdicts.get(&required.digest) {
            return Ok(Arc::clone(verified));
        }
        let beside = importer.parent().unwrap_or(Path::new("")).to_owned();
        let folder = self.arguments.imports.clone().unwrap_or(beside);
        let mut candidates = vec![folder.join(&required.file_name)];
        candidates.extend(self.arguments.certificates.iter().cloned());
        let mut other = None;
        for (index, path) in candidates.iter().enumerate() {
            let bytes = match read(path) {
                Ok(bytes) => bytes,
                Err(error) => {
                    if index == 0 && error.kind() != io::ErrorKind::NotFound {
                        eprintln!("{}: {error}", path.display());
                    }
                    continue;
                }
            };
            let found = Digest::of(&bytes);
            if found == required.digest {
                return self.check_import(path, &bytes, required);
            }
            if index == 0 {
                other = Some(found);
            }
        }
        let file_name = required.file_name.clone();
        Err(match other {
            Some(found) => {
                let required = required.digest;
                Rejection::ImportDigest { file_name, found, required }.into()
            }
            None => {
                let digest = required.digest;
                Decline::MissingImport { file_name, digest }.into()
            }
        })
    }

    /// Checks the certificate that is required. That it is about a smaller endgame is seen before its own imports are looked
    /// for, so that this comes to an end.
    fn check_import(&mut self, path: &Path, bytes: &[u8], required: &Requirement) -> Result<Arc<Verified>, Failure> {
        let statement = Statement::read(bytes).map_err(|failure| failed(required, failure))?;
        required.admit(statement.digest(), statement.endgame())?;
        self.check(path, statement).map_err(|failure| failed(required, failure))
    }
}

/// That an import was not verified, as a failure of the certificate that imports it.
fn failed(required: &Requirement, failure: Failure) -> Failure {
    let file_name = required.file_name.clone();
    let rejected = matches!(failure, Failure::Rejected(_));
    let failure = Box::new(failure);
    match rejected {
        true => Rejection::ImportRejected { file_name, failure }.into(),
        false => Decline::ImportDeclined { file_name, failure }.into(),
    }
}

/// Reads a file, but not much more of it than a certificate may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let limit = Limit::FileBytes.most();
    let mut bytes = Vec::new();
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.at.is_some() && arguments.certificates.len() != 1 {
        eprintln!("error: --at needs exactly one CERT, found {}", arguments.certificates.len());
        return ExitCode::from(2);
    }
    let certificates = arguments.certificates.clone();
    let mut run = Run { arguments, verdicts: BTreeMap::new(), paths: BTreeMap::new() };
    let mut status = 0;
    for path in &certificates {
        let verdict = run.verdict(path);
        let answer = match (&verdict, &run.arguments.at) {
            (Verdict::Verified(verified), Some(fen)) => Some(verified.at(fen)),
            _ => None,
        };
        let text = match run.arguments.json {
            true => json(path, &verdict, answer.as_ref(), &run.paths),
            false => text(path, &verdict, answer.as_ref()),
        };
        status = worse(status, verdict.status());
        if let Err(error) = io::stdout().lock().write_all(text.as_bytes())
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            eprintln!("standard output: {error}");
            status = worse(status, 2);
        }
        if let Some(Err(error)) = &answer {
            eprintln!("--at: {error}");
            status = worse(status, 2);
        }
    }
    // The process ends: what it holds need not be given back number by number.
    std::mem::forget(run);
    ExitCode::from(status)
}

/// Rejected outweighs declined, and declined outweighs verified.
fn worse(a: u8, b: u8) -> u8 {
    match (a, b) {
        (1, _) | (_, 1) => 1,
        _ => a.max(b),
    }
}

type Answer = Result<Entry, PositionError>;

/// The verdict as a line, and what was asked for.
fn text(path: &Path, verdict: &Verdict, answer: Option<&Answer>) -> String {
    let path = path.display();
    let mut text = match verdict {
        Verdict::Verified(verified) => format!("{path}: verified: {}\n", verified.claim()),
        Verdict::Failed(failure) => format!("{path}: {failure}\n"),
        Verdict::Unreadable(error) => format!("{path}: declined: unreadable: {error}\n"),
    };
    if let Some(Ok(entry)) = answer {
        let sharp = if entry.is_sharp() { " (sharp)" } else { "" };
        let label = |label: Option<u32>| label.map_or("infinite".to_owned(), |n| n.to_string());
        text += &format!("{}\n", entry.fen);
        text += &format!("lower value: {}\n", entry.lower);
        text += &format!("upper value: {}{sharp}\n", entry.upper);
        text += &format!("white label T: {}\n", label(entry.white_label));
        text += &format!("black label T′: {}\n", label(entry.black_label));
        for (player, plans) in [("White", &entry.white), ("Black", &entry.black)] {
            for (aim, plan) in aims(plans, ["best moves", "best moves to win", "best moves not to lose"]) {
                let each = plan.moves.iter().map(|best| format!("\n  {} to {}", best.text, best.value));
                text += &format!("{player}'s {aim}:{}\n", each.collect::<String>());
            }
        }
    }
    text
}

/// The receipt: one JSON object on a line.
fn json(path: &Path, verdict: &Verdict, answer: Option<&Answer>, paths: &BTreeMap<Digest, PathBuf>) -> String {
    let mut fields = Vec::new();
    let mut field = |name: &str, value: String| fields.push(format!("{}:{value}", quoted(name)));
    let file = |path: &Path, digest: Option<Digest>| {
        let digest = digest.map_or("null".to_owned(), |digest| quoted(&digest.to_string()));
        format!("{{\"path\":{},\"sha256\":{digest}}}", quoted(&path.to_string_lossy()))
    };
    match verdict {
        Verdict::Verified(verified) => {
            let mut needed = Vec::new();
            list_imports(verified, &mut needed);
            let mut files = vec![file(path, Some(verified.digest()))];
            for digest in needed {
                let path = paths.get(&digest).cloned().unwrap_or_default();
                files.push(file(&path, Some(digest)));
            }
            let receipt = verified.receipt();
            let conditions = receipt.evaluations.iter();
            let conditions = conditions.map(|(c, n)| format!("{}:{n}", quoted(&c.to_string())));
            field("verdict", quoted("verified"));
            field("files", format!("[{}]", files.join(",")));
            field("claim", quoted(&verified.claim()));
            field("positions", verified.positions().to_string());
            field("conditions", format!("{{{}}}", conditions.collect::<Vec<_>>().join(",")));
            field("max_white_label", receipt.largest_white_label.to_string());
            field("max_black_label", receipt.largest_black_label.to_string());
            field("max_denominator_bits", receipt.largest_denominator_bits.to_string());
            field("kind", verified.kind().to_string());
            field("not_sharp", receipt.not_sharp.to_string());
            field("widest_gap", quoted(&receipt.widest_gap.to_string()));
            field("widest_gap_at", receipt.widest_gap_at.as_deref().map_or("null".to_owned(), quoted));
            field(
                "width",
                receipt.largest_width.as_ref().map_or("null".to_owned(), |width| quoted(&width.to_string())),
            );
        }
        Verdict::Failed(failure) => {
            let digest = read(path).ok().map(|bytes| Digest::of(&bytes));
            let (verdict, condition) = match failure {
                Failure::Rejected(rejection) => ("rejected", quoted(&rejection.condition().to_string())),
                Failure::Declined(_) => ("declined", "null".to_owned()),
            };
            field("verdict", quoted(verdict));
            field("files", format!("[{}]", file(path, digest)));
            field("condition", condition);
            field("message", quoted(&failure.to_string()));
        }
        Verdict::Unreadable(error) => {
            field("verdict", quoted("declined"));
            field("files", format!("[{}]", file(path, None)));
            field("condition", "null".to_owned());
            field("message", quoted(&format!("declined: unreadable: {error}")));
        }
    }
    match answer {
        Some(Ok(entry)) => entry_fields(entry, &mut field),
        Some(Err(error)) => field("at_error", quoted(&error.to_string())),
        None => {}
    }
    format!("{{{}}}\n", fields.join(","))
}

/// The fields of an answer.
fn entry_fields(entry: &Entry, field: &mut impl FnMut(&str, String)) {
    let label = |label: Option<u32>| label.map_or("null".to_owned(), |n| n.to_string());
    let moves = |moves: &[BestMove]| {
        let each = moves.iter().map(|best| {
            let (text, value) = (quoted(&best.text), value(&best.value));
            format!("{{\"move\":{text},\"value\":{value}}}")
        });
        format!("[{}]", each.collect::<Vec<_>>().join(","))
    };
    field("at", quoted(&entry.fen));
    field("lower", value(&entry.lower));
    field("upper", value(&entry.upper));
    field("white_label", label(entry.white_label));
    field("black_label", label(entry.black_label));
    for (player, plans) in [("white", &entry.white), ("black", &entry.black)] {
        for (aim, plan) in aims(plans, ["moves", "moves_to_win", "moves_not_to_lose"]) {
            field(&format!("{player}_{aim}"), moves(&plan.moves));
        }
    }
}

/// The best moves of a player under one name where they are the same for both aims, else under one for each.
fn aims<'a>(plans: &'a Plans, [both, to_win, not_to_lose]: [&'static str; 3]) -> Vec<(&'static str, &'a Plan)> {
    match plans.to_win == plans.not_to_lose {
        true => vec![(both, &plans.to_win)],
        false => vec![(to_win, &plans.to_win), (not_to_lose, &plans.not_to_lose)],
    }
}

/// A value as a JSON string; both ends where it is not known exactly.
fn value(interval: &Interval) -> String {
    match interval.is_exact() {
        true => quoted(&interval.low.to_string()),
        false => format!("[{},{}]", quoted(&interval.low.to_string()), quoted(&interval.high.to_string())),
    }
}

/// The digests of all that a certificate rests on, each once.
fn list_imports(verified: &Verified, digests: &mut Vec<Digest>) {
    for import in verified.imports() {
        if !digests.contains(&import.digest()) {
            digests.push(import.digest());
            list_imports(import, digests);
        }
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(control))),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
