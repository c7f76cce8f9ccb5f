//! The command `check`: verifies certificates and says so.
//!
//! Responsible for: finding and reading files, the wording of answers, the exit status (0 verified, 1 rejected, 2 declined; with
//! several files rejected outweighs declined, and declined verified). Left to others: every decision, which is the
//! library's. The verdict and what was asked for go to standard output, explanations to standard error.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use checker::bound::missing_import;
use checker::certificate::{Digest, KIND_BOUND, StatedSide};
use checker::limits::Limit;
use checker::values::Interval;
use checker::verified::rests_on;
use checker::{
    AnyStatement, BestMove, BoundEntry, BoundStatement, Decline, Entry, Failure, Game, GameFault, GraphEntry,
    GraphOption, GraphStatement, Joined, Plan, Plans, Reached, Receipt, Rejection, Requirement, Shard, ShardReceipt,
    Statement, Verified, VerifiedBound, VerifiedGraph,
};
use clap::Parser;

/// Verifies certificates of the values of bidding-chess endgames, and of games that are given as graphs.
///
/// Exit status: 0 all verified, 1 some rejected, 2 none rejected but some declined (usage, unreadable, unknown version,
/// missing import, limit).
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The certificates. What they import is looked for among them and in the folder of each, as `8x8_Kk.cert`
    #[arg(required_unless_present = "join", value_name = "CERT")]
    certificates: Vec<PathBuf>,
    /// The game, a file in JSON, that a certificate of kind 4 or 5 is about
    #[arg(long, value_name = "GAME")]
    graph: Option<PathBuf>,
    /// Prints what is verified of one position, given as the placement field of a FEN, or of a graph by its name
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Prints one JSON object for each certificate instead of text
    #[arg(long)]
    json: bool,
    /// Looks for imports in this folder instead of that of the certificate
    #[arg(long, value_name = "DIR")]
    imports: Option<PathBuf>,
    /// Shares the work among so many threads, 1 to 64; as many as the machine offers if not given. The verdict does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,
    /// Checks everything, but the conditions on positions only at the i-th of n equal parts of them, and prints a shard receipt, which is
    /// no verdict. Exit status 0 says that this shard holds
    #[arg(long, value_name = "i/n", conflicts_with_all = ["at", "json", "join"])]
    shard: Option<Shard>,
    /// Puts shard receipts together: verified if they are unaltered, agree, and cover all positions, else declined. They are believed;
    /// take none from whom you would not believe
    #[arg(long, value_name = "RECEIPT", num_args = 1.., conflicts_with_all = ["certificates", "graph", "at", "json"])]
    join: Vec<PathBuf>,
}

/// What became of a file.
enum Verdict {
    Verified(Arc<Verified>),
    Shard(Box<ShardReceipt>),
    Bound(Box<VerifiedBound>),
    Graph(Box<VerifiedGraph>),
    /// With the digest of the bytes that were judged, unless they are only the beginning of a file that is too large.
    Failed(Failure, Option<Digest>),
    Unreadable(io::Error),
}

impl Verdict {
    fn status(&self) -> u8 {
        match self {
            Self::Verified(_) | Self::Shard(_) | Self::Bound(_) | Self::Graph(_) => 0,
            Self::Failed(Failure::Rejected(_), _) => 1,
            Self::Failed(Failure::Declined(_), _) | Self::Unreadable(_) => 2,
        }
    }
}

/// One run of the command: what has been asked for, and what has been verified so far.
struct Run {
    arguments: Arguments,
    /// The game that was given, or why it is none.
    game: Option<Result<Arc<Game>, Decline>>,
    verdicts: BTreeMap<Digest, Result<Arc<Verified>, Failure>>,
    paths: BTreeMap<Digest, PathBuf>,
}

impl Run {
    /// Reads and checks a file, with its imports.
    fn verdict(&mut self, path: &Path) -> Verdict {
        let bytes = match read(path, Limit::FileBytes) {
            Ok(bytes) => bytes,
            Err(error) => return Verdict::Unreadable(error),
        };
        let statement = AnyStatement::read(&bytes);
        let digest = match &statement {
            Ok(AnyStatement::Table(table)) => Some(table.digest()),
            Ok(AnyStatement::Bound(bound)) => Some(bound.digest()),
            Ok(AnyStatement::Graph(graph)) => Some(graph.digest()),
            Err(_) => is_whole(&bytes).then(|| Digest::of(&bytes)),
        };
        drop(bytes);
        let verdict = statement.and_then(|statement| match statement {
            AnyStatement::Graph(graph) => self.check_graph(graph).map(Box::new).map(Verdict::Graph),
            AnyStatement::Table(table) if self.game.is_some() => Err(Decline::NotAGraph { found: table.kind() }.into()),
            AnyStatement::Bound(_) if self.game.is_some() => Err(Decline::NotAGraph { found: KIND_BOUND }.into()),
            AnyStatement::Table(table) => match self.arguments.shard {
                Some(shard) => self.check_shard(path, table, shard).map(Box::new).map(Verdict::Shard),
                None => self.check(path, table).map(Verdict::Verified),
            },
            AnyStatement::Bound(_) if self.arguments.shard.is_some() => Err(Decline::NotATable.into()),
            AnyStatement::Bound(bound) => self.check_bound(path, bound).map(Box::new).map(Verdict::Bound),
        });
        verdict.unwrap_or_else(|failure| Verdict::Failed(failure, digest))
    }

    /// Checks what a file states, unless that has been done before.
    fn check(&mut self, path: &Path, statement: Statement) -> Result<Arc<Verified>, Failure> {
        let digest = statement.digest();
        self.paths.entry(digest).or_insert_with(|| path.to_owned());
        if let Some(verdict) = self.verdicts.get(&digest) {
            return verdict.clone();
        }
        let statement = statement.on_threads(self.threads());
        let verdict = statement.check(|required| self.import(path, required)).map(Arc::new);
        self.verdicts.insert(digest, verdict.clone());
        verdict
    }

    /// Checks what a file states of the game that was given.
    fn check_graph(&self, statement: GraphStatement) -> Result<VerifiedGraph, Failure> {
        if self.arguments.shard.is_some() {
            return Err(Decline::NoShards { found: statement.kind() }.into());
        }
        let game = self.game.clone().ok_or(Decline::NoGame { found: statement.kind() })??;
        statement.on_threads(self.threads()).check(game)
    }

    /// Checks a part of what a file states.
    fn check_shard(&mut self, path: &Path, statement: Statement, shard: Shard) -> Result<ShardReceipt, Failure> {
        statement.on_threads(self.threads()).check_shard(shard, |required| self.import(path, required))
    }

    /// How many threads are to share the work.
    fn threads(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        self.arguments.threads.map_or_else(available, usize::from)
    }

    /// Checks a bound. The file does not say what its imports are about, so they are looked for under every name that they may have.
    fn check_bound(&mut self, path: &Path, statement: BoundStatement) -> Result<VerifiedBound, Failure> {
        let names = statement.file_names();
        statement.check(|&digest| self.import_for_bound(path, &names, digest))
    }

    /// Finds and checks what a bound imports: under one of these names, then among the other certificates.
    fn import_for_bound(
        &mut self,
        importer: &Path,
        names: &[String],
        digest: Digest,
    ) -> Result<Arc<Verified>, Failure> {
        if let Some(Ok(verified)) = self.verdicts.get(&digest) {
            return Ok(Arc::clone(verified));
        }
        let folder = self.folder(importer);
        let mut candidates: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        candidates.extend(self.arguments.certificates.iter().cloned());
        for path in &candidates {
            // Many imports are looked for under the same names: what is known to be another file need not be read again.
            if self.paths.iter().any(|(other, known)| known == path && *other != digest) {
                continue;
            }
            let Some(bytes) = read(path, Limit::FileBytes).ok().filter(|bytes| Digest::of(bytes) == digest) else {
                continue;
            };
            let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let statement = AnyStatement::read(&bytes);
            drop(bytes);
            return match statement {
                Ok(AnyStatement::Bound(_)) => Err(Rejection::ImportKind { file_name }.into()),
                Ok(AnyStatement::Graph(_)) => Err(Rejection::ImportGraph { file_name }.into()),
                Ok(AnyStatement::Table(table)) => self.check(path, table).map_err(|failure| failed(file_name, failure)),
                Err(failure) => Err(failed(file_name, failure)),
            };
        }
        Err(missing_import(names, digest))
    }

    /// The folder in which the imports of a certificate are looked for.
    fn folder(&self, importer: &Path) -> PathBuf {
        let beside = importer.parent().unwrap_or(Path::new("")).to_owned();
        self.arguments.imports.clone().unwrap_or(beside)
    }

    /// Finds and checks what a table imports: under its conventional name, then among the other certificates.
    fn import(&mut self, importer: &Path, required: &Requirement) -> Result<Arc<Verified>, Failure> {
        if let Some(Ok(verified)) = self.verdicts.get(&required.digest) {
            return Ok(Arc::clone(verified));
        }
        let mut candidates = vec![self.folder(importer).join(&required.file_name)];
        candidates.extend(self.arguments.certificates.iter().cloned());
        let mut other = None;
        for (index, path) in candidates.iter().enumerate() {
            let bytes = match read(path, Limit::FileBytes) {
                Ok(bytes) => bytes,
                Err(error) => {
                    if index == 0 && error.kind() != io::ErrorKind::NotFound {
                        explain(format_args!("{}: {error}", path.display()));
                    }
                    continue;
                }
            };
            let found = Digest::of(&bytes);
            if found == required.digest {
                return self.check_import(path, bytes, required);
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
    fn check_import(&mut self, path: &Path, bytes: Vec<u8>, required: &Requirement) -> Result<Arc<Verified>, Failure> {
        let file_name = || required.file_name.clone();
        let statement = AnyStatement::read(&bytes);
        drop(bytes);
        let statement = match statement.map_err(|failure| failed(file_name(), failure))? {
            AnyStatement::Table(table) => table,
            AnyStatement::Bound(_) => return Err(Rejection::ImportKind { file_name: file_name() }.into()),
            AnyStatement::Graph(_) => return Err(Rejection::ImportGraph { file_name: file_name() }.into()),
        };
        required.admit(statement.digest(), statement.endgame())?;
        required.admit_kind(statement.kind())?;
        self.check(path, statement).map_err(|failure| failed(file_name(), failure))
    }
}

/// That an import was not verified, as a failure of the certificate that imports it.
fn failed(file_name: String, failure: Failure) -> Failure {
    let rejected = matches!(failure, Failure::Rejected(_));
    let failure = Box::new(failure);
    match rejected {
        true => Rejection::ImportRejected { file_name, failure }.into(),
        false => Decline::ImportDeclined { file_name, failure }.into(),
    }
}

/// Reads a file, but not much more of it than it may have.
fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit.most().saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a game.
fn game(path: &Path) -> Result<Arc<Game>, Decline> {
    let bytes = read(path, Limit::GameBytes).map_err(|error| GameFault::Unreadable { error: error.to_string() });
    let game = bytes.and_then(|bytes| Game::read(&bytes)).map(Arc::new);
    game.map_err(|fault| Decline::Game { file: path.display().to_string(), fault })
}

/// Whether what was read is all of the file.
fn is_whole(bytes: &[u8]) -> bool {
    u64::try_from(bytes.len()).is_ok_and(|length| length <= Limit::FileBytes.most())
}

/// Writes a line to standard error. Where that cannot be done there is nobody to tell, and the verdict is the same.
fn explain(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if !arguments.join.is_empty() {
        let (status, text) = joined(&arguments.join);
        return ExitCode::from(worse(status, print(&text)));
    }
    for (option, is_given) in [("--at", arguments.at.is_some()), ("--shard", arguments.shard.is_some())] {
        if is_given && arguments.certificates.len() != 1 {
            explain(format_args!("error: {option} needs exactly one CERT, found {}", arguments.certificates.len()));
            return ExitCode::from(2);
        }
    }
    let certificates = arguments.certificates.clone();
    let game = arguments.graph.as_deref().map(game);
    let mut run = Run { arguments, game, verdicts: BTreeMap::new(), paths: BTreeMap::new() };
    let mut status = 0;
    for path in &certificates {
        let verdict = run.verdict(path);
        let answer = match (&verdict, &run.arguments.at) {
            (Verdict::Verified(verified), Some(fen)) => {
                Some(verified.at(fen).map(Box::new).map(Answer::Table).map_err(|error| error.to_string()))
            }
            (Verdict::Bound(verified), Some(fen)) => {
                Some(verified.at(fen).map(Box::new).map(Answer::Bound).map_err(|error| error.to_string()))
            }
            (Verdict::Graph(verified), Some(name)) => {
                Some(verified.at(name).map(Box::new).map(Answer::Graph).map_err(|error| error.to_string()))
            }
            _ => None,
        };
        let text = match run.arguments.json {
            true => json(path, &verdict, answer.as_ref(), &run),
            false => text(path, &verdict, answer.as_ref()),
        };
        status = worse(worse(status, verdict.status()), print(&text));
        if let Some(Err(error)) = &answer {
            explain(format_args!("--at: {error}"));
            status = worse(status, 2);
        }
    }
    // The process ends: what it holds need not be given back number by number.
    std::mem::forget(run);
    ExitCode::from(status)
}

/// Writes to standard output; gives the status that comes of it.
fn print(text: &str) -> u8 {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            explain(format_args!("standard output: {error}"));
            2
        }
        _ => 0,
    }
}

/// Puts shard receipts together: the status and the verdict.
fn joined(paths: &[PathBuf]) -> (u8, String) {
    let mut texts = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        match read(path, Limit::FileBytes).and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other)) {
            Ok(text) => texts.push((name, text)),
            Err(error) => return (2, format!("{name}: declined: unreadable: {error}\n")),
        }
    }
    match checker::join(&texts) {
        Ok(Joined { certificate, claim, receipts }) => {
            let count = texts.len();
            let verdict = format!("sha-256 {certificate}: verified: {claim}\n");
            let digest = format!("sha-256 of their texts in the order of their positions: {receipts}\n");
            (0, format!("{verdict}joined from {count} shard receipts; {digest}"))
        }
        Err(error) => (2, format!("declined: shards: {error}\n")),
    }
}

/// Rejected outweighs declined, and declined outweighs verified.
fn worse(a: u8, b: u8) -> u8 {
    match (a, b) {
        (1, _) | (_, 1) => 1,
        _ => a.max(b),
    }
}

/// What is verified of the position that was asked for.
enum Answer {
    Table(Box<Entry>),
    Bound(Box<BoundEntry>),
    Graph(Box<GraphEntry>),
}

/// The verdict as a line, and what was asked for.
fn text(path: &Path, verdict: &Verdict, answer: Option<&Result<Answer, String>>) -> String {
    let path = path.display();
    let mut text = match verdict {
        Verdict::Verified(verified) => format!("{path}: verified: {}\n", verified.claim()),
        Verdict::Bound(verified) => format!("{path}: verified: {}\n", verified.claim()),
        Verdict::Graph(verified) => format!("{path}: verified: {}\n", verified.claim()),
        Verdict::Shard(receipt) => receipt.to_string(),
        Verdict::Failed(failure, _) => format!("{path}: {failure}\n"),
        Verdict::Unreadable(error) => format!("{path}: declined: unreadable: {error}\n"),
    };
    if let Some(Ok(Answer::Bound(entry))) = answer {
        text += &bound_text(entry);
    }
    if let Some(Ok(Answer::Graph(entry))) = answer {
        text += &graph_text(entry);
    }
    if let Some(Ok(Answer::Table(entry))) = answer {
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
fn json(
    path: &Path,
    verdict: &Verdict,
    answer: Option<&Result<Answer, String>>,
    Run { arguments, paths, .. }: &Run,
) -> String {
    let mut fields = Vec::new();
    let mut field = |name: &str, value: String| fields.push(format!("{}:{value}", quoted(name)));
    let file = |path: &Path, digest: Option<Digest>| {
        let digest = digest.map_or("null".to_owned(), |digest| quoted(&digest.to_string()));
        format!("{{\"path\":{},\"sha256\":{digest}}}", quoted(&path.to_string_lossy()))
    };
    let files = |digest: Digest, imports: &[Arc<Verified>]| {
        let import = |digest: Digest| file(&paths.get(&digest).cloned().unwrap_or_default(), Some(digest));
        let imports = rests_on(imports).into_iter().map(import);
        format!("[{}]", [file(path, Some(digest))].into_iter().chain(imports).collect::<Vec<_>>().join(","))
    };
    match verdict {
        Verdict::Bound(verified) => {
            field("verdict", quoted("verified"));
            field("files", files(verified.digest(), verified.imports()));
            bound_fields(verified, &mut field);
        }
        Verdict::Verified(verified) => {
            let files = files(verified.digest(), verified.imports());
            field("verdict", quoted("verified"));
            field("files", files);
            field("claim", quoted(&verified.claim()));
            field("positions", verified.positions().to_string());
            receipt_fields(verified.kind(), verified.receipt(), &mut field);
        }
        Verdict::Graph(verified) => {
            let game = (arguments.graph.as_deref().unwrap_or(Path::new("")), Some(verified.game().digest()));
            field("verdict", quoted("verified"));
            field("files", format!("[{},{}]", file(path, Some(verified.digest())), file(game.0, game.1)));
            field("claim", quoted(&verified.claim()));
            field("positions", verified.game().positions().to_string());
            receipt_fields(verified.kind(), verified.receipt(), &mut field);
        }
        // There is no JSON of a shard.
        Verdict::Shard(_) => {}
        Verdict::Failed(failure, digest) => {
            let (verdict, condition) = match failure {
                Failure::Rejected(rejection) => ("rejected", quoted(&rejection.condition().to_string())),
                Failure::Declined(_) => ("declined", "null".to_owned()),
            };
            field("verdict", quoted(verdict));
            field("files", format!("[{}]", file(path, *digest)));
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
        Some(Ok(Answer::Table(entry))) => entry_fields(entry, &mut field),
        Some(Ok(Answer::Bound(entry))) => bound_entry_fields(entry, &mut field),
        Some(Ok(Answer::Graph(entry))) => graph_entry_fields(entry, &mut field),
        Some(Err(error)) => field("at_error", quoted(error)),
        None => {}
    }
    format!("{{{}}}\n", fields.join(","))
}

/// The fields of what was counted.
fn receipt_fields(kind: u16, receipt: &Receipt, field: &mut impl FnMut(&str, String)) {
    let conditions = receipt.evaluations.iter();
    let conditions = conditions.map(|(c, n)| format!("{}:{n}", quoted(&c.to_string())));
    field("conditions", format!("{{{}}}", conditions.collect::<Vec<_>>().join(",")));
    field("max_white_label", receipt.largest_white_label.to_string());
    field("max_black_label", receipt.largest_black_label.to_string());
    field("max_denominator_bits", receipt.largest_denominator_bits.to_string());
    field("kind", kind.to_string());
    field("not_sharp", receipt.not_sharp.to_string());
    field("widest_gap", quoted(&receipt.widest_gap.to_string()));
    field("widest_gap_at", receipt.widest_gap_at.as_deref().map_or("null".to_owned(), quoted));
    field("width", receipt.largest_width.as_ref().map_or("null".to_owned(), |width| quoted(&width.to_string())));
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
fn aims<'a>(plans: &'a Plans, names: [&'static str; 3]) -> Vec<(&'static str, &'a Plan)> {
    aims_of(&plans.to_win, &plans.not_to_lose, names)
}

/// The same of plans of any sort.
fn aims_of<'a, P: PartialEq>(
    to_win: &'a P,
    not_to_lose: &'a P,
    [both, win, not_lose]: [&'static str; 3],
) -> Vec<(&'static str, &'a P)> {
    match to_win == not_to_lose {
        true => vec![(both, to_win)],
        false => vec![(win, to_win), (not_lose, not_to_lose)],
    }
}

/// The answer of a graph. What stands in the game's file is shown in quotation marks, with nothing in it that a terminal would obey.
fn graph_text(entry: &GraphEntry) -> String {
    let sharp = if entry.is_sharp() { " (sharp)" } else { "" };
    let label = |label: Option<u32>| label.map_or("infinite".to_owned(), |n| n.to_string());
    let GraphEntry { name, lower, upper, left_label, right_label, plans } = entry;
    let mut text = format!("{name:?}\nlower value: {lower}\nupper value: {upper}{sharp}\n");
    text += &format!("left label T: {}\nright label T′: {}\n", label(*left_label), label(*right_label));
    for (player, plans) in ["Left", "Right"].into_iter().zip(plans.iter().flatten()) {
        let names = ["best options", "best options to win", "best options not to lose"];
        for (aim, plan) in aims_of(&plans.to_win, &plans.not_to_lose, names) {
            let each = plan.options.iter().map(|option| format!("\n  {:?} to {}", option.name, option.value));
            text += &format!("{player}'s {aim}:{}\n", each.collect::<String>());
        }
    }
    text
}

/// The fields of an answer of a graph.
fn graph_entry_fields(entry: &GraphEntry, field: &mut impl FnMut(&str, String)) {
    let label = |label: Option<u32>| label.map_or("null".to_owned(), |n| n.to_string());
    field("at", quoted(&entry.name));
    field("lower", value(&entry.lower));
    field("upper", value(&entry.upper));
    field("left_label", label(entry.left_label));
    field("right_label", label(entry.right_label));
    for (player, plans) in ["left", "right"].into_iter().zip(entry.plans.iter().flatten()) {
        for (aim, plan) in
            aims_of(&plans.to_win, &plans.not_to_lose, ["options", "options_to_win", "options_not_to_lose"])
        {
            let option = |option: &GraphOption| {
                format!("{{\"option\":{},\"value\":{}}}", quoted(&option.name), value(&option.value))
            };
            let options = plan.options.iter().map(option).collect::<Vec<_>>();
            field(&format!("{player}_{aim}"), format!("[{}]", options.join(",")));
        }
    }
}

/// A value as a JSON string; both ends where it is not known exactly.
fn value(interval: &Interval) -> String {
    match interval.is_exact() {
        true => quoted(&interval.low.to_string()),
        false => format!("[{},{}]", quoted(&interval.low.to_string()), quoted(&interval.high.to_string())),
    }
}

/// The answer of a bound.
fn bound_text(entry: &BoundEntry) -> String {
    let options = |options: &[Reached]| {
        let each = options.iter().map(|reached| format!("\n  {reached}"));
        each.collect::<String>()
    };
    let (white, black) = (options(&entry.white), options(&entry.black));
    let BoundEntry { fen, bound, reply, .. } = entry;
    format!("{fen}\nbound: {bound}\nreply: {reply}\nWhite's options:{white}\nBlack's options:{black}\n")
}

/// The fields of a verified bound.
fn bound_fields(verified: &VerifiedBound, field: &mut impl FnMut(&str, String)) {
    let conditions = verified.evaluations().map(|(c, n)| format!("{}:{n}", quoted(&c.to_string())));
    let root = verified.root();
    let (fen, value) = root.map(|root| (root.fen, root.bound.to_string())).unwrap_or_default();
    let side = match verified.side() {
        StatedSide::AlphaUpper => "alpha-upper",
        StatedSide::BetaLower => "beta-lower",
    };
    field("kind", "3".to_owned());
    field("claim", quoted(&verified.claim()));
    field("root", quoted(&fen));
    field("side", quoted(side));
    field("value", quoted(&value));
    field("members", verified.members().to_string());
    field("conditions", format!("{{{}}}", conditions.join(",")));
}

/// The fields of an answer of a bound.
fn bound_entry_fields(entry: &BoundEntry, field: &mut impl FnMut(&str, String)) {
    let object = |reached: &Reached| {
        let (text, bound) = (quoted(&reached.text), quoted(&reached.bound.to_string()));
        format!("{{\"move\":{text},\"bound\":{bound},\"place\":{}}}", quoted(&reached.place.to_string()))
    };
    let list = |options: &[Reached]| format!("[{}]", options.iter().map(object).collect::<Vec<_>>().join(","));
    field("at", quoted(&entry.fen));
    field("bound", quoted(&entry.bound.to_string()));
    field("reply", object(&entry.reply));
    field("white_options", list(&entry.white));
    field("black_options", list(&entry.black));
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
