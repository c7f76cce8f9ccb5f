//! The command `check`: verifies certificates and says so.
//!
//! Responsible for options and for the exit status (0 verified, 1 rejected, 2 declined; with several files rejected outweighs declined, and
//! declined verified). Left to others: every decision, which is the library's; finding files (`report::files`); what is told of a position
//! (`report::claims`). The verdict and what was asked for go to standard output, explanations to standard error.

mod arguments;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use arguments::Arguments;
use checker::certificate::Digest;
use checker::failure::Failure;
use checker::graph::Game;
use checker::limits::Limit;
use checker::{Checker, Verified};
use clap::Parser as _;
use report::canonical::{self, Identity};
use report::files::{self, Files};
use report::receipt::{self, Object, list};
use report::tell::Answer as Told;
use report::{claims, notation, words};

/// Tables of so many positions or fewer, such as all of three men on 8x8, are kept after they were judged: others may import them. (Larger ones
/// are verified once more where they are imported.)
const MOST_REMEMBERED: usize = 1 << 18;

/// What is said of a folder that holds no certificates.
const NO_CERTIFICATE: &str = "declined: unreadable: found a folder without files *.cert, required a certificate";

/// What became of a file.
enum Verdict {
    Verified(Arc<Verified>),
    /// Why it was not verified, in words, and the condition that it breaks; none if it was declined.
    Failed(String, Option<&'static str>),
}

impl Verdict {
    fn verified(&self) -> Option<&Verified> {
        if let Self::Verified(verified) = self { Some(verified) } else { None }
    }

    fn status(&self) -> u8 {
        match self {
            Self::Verified(_) => 0,
            Self::Failed(_, Some(_)) => 1,
            Self::Failed(_, None) => 2,
        }
    }
}

/// What was read of a file that was given.
struct Judged<'a> {
    path: &'a Path,
    /// That of the bytes that were judged; none if the file was not read to its end.
    digest: Option<Digest>,
    verdict: Verdict,
}

/// The game that was given: its file and its digest if it was read, and the game, or why it is none.
struct Given {
    path: PathBuf,
    digest: Option<Digest>,
    game: Result<Arc<Game>, String>,
}

/// One run of the command.
struct Run<'a> {
    game: Option<Given>,
    files: &'a RefCell<Files>,
    checker: Checker<'a>,
}

impl Run<'_> {
    /// Reads and checks a file, with its imports.
    fn judge<'a>(&mut self, path: &'a Path) -> Judged<'a> {
        let (bytes, digest) = match self.files.borrow_mut().read(path) {
            Ok(read) => read,
            Err(_) if path.is_dir() => {
                let verdict = Verdict::Failed(NO_CERTIFICATE.to_owned(), None);
                return Judged { path, digest: None, verdict };
            }
            Err(error) => {
                let verdict = Verdict::Failed(format!("declined: {}", unread(&error)), None);
                return Judged { path, digest: None, verdict };
            }
        };
        let game = self.game.as_ref().and_then(|given| given.game.as_ref().ok());
        let checked = self.checker.known(digest).map_or_else(|| self.checker.check(&bytes, game), Ok);
        let checked = match checked {
            Ok(verified) if self.game.is_some() && !words::is_game(&verified) => Err(Failure::Game),
            checked => checked,
        };
        let verdict = match checked {
            Ok(verified) => {
                if claims::tell(&verified).count() <= MOST_REMEMBERED {
                    self.checker.remember(&verified);
                }
                Verdict::Verified(verified)
            }
            Err(failure) => Verdict::Failed(self.explain(&bytes, &failure), failure.condition()),
        };
        Judged { path, digest: Some(digest), verdict }
    }

    fn explain(&self, bytes: &[u8], failure: &Failure) -> String {
        match (failure, &self.game) {
            (Failure::Game, Some(Given { path, game: Err(fault), .. })) => {
                format!("declined: {}: {fault}", path.display())
            }
            (failure, given) => {
                let game = given.as_ref().and_then(|given| given.game.as_deref().ok());
                let mut words = words::explain(bytes, game, failure);
                if words::lacks_import(failure) {
                    words += &format!("; {}", self.files.borrow().searched());
                }
                words
            }
        }
    }

    /// The files on which a verdict rests, as JSON.
    fn files(&self, judged: &Judged) -> String {
        let file = |path: Option<&Path>, digest: Option<Digest>| {
            let mut object = Object::default();
            object.text_or_null("path", path.map(|path| path.to_string_lossy()));
            object.text_or_null("sha256", digest.map(notation::digest));
            object
        };
        let mut files = vec![file(Some(judged.path), judged.digest)];
        if let Verdict::Verified(verified) = &judged.verdict {
            let found = self.files.borrow();
            files.extend(rests_on(verified).keys().map(|&digest| file(found.path(digest), Some(digest))));
            if let (true, Some(given)) = (words::is_game(verified), &self.game) {
                files.push(file(Some(&given.path), given.digest));
            }
        }
        list(files.iter())
    }

    /// The verdict as a line, and what was asked for.
    fn text(&self, judged: &Judged, answer: Option<&Answer>) -> String {
        let digest = judged.digest.map_or(String::new(), |digest| format!(" (sha-256 {})", notation::digest(digest)));
        let path = judged.path.display();
        match &judged.verdict {
            Verdict::Failed(words, condition) => {
                let (verdict, reason) = words.split_once(':').unwrap_or((words, ""));
                let colour = if condition.is_some() { AnsiColor::Red } else { AnsiColor::Yellow };
                format!("{path}: {}:{reason}{digest}\n", painted(verdict, colour))
            }
            Verdict::Verified(verified) => {
                let answer = answer.and_then(|answer| answer.as_ref().ok());
                let answer = answer.map_or(String::new(), |asked| asked.text());
                let verdict = painted("verified", AnsiColor::Green);
                format!("{path}: {verdict}: {}{digest}\n{answer}", words::claim(verified))
            }
        }
    }

    /// One JSON object on a line, with its keys in their order.
    fn json(&self, judged: &Judged, answer: Option<&Answer>) -> String {
        let mut object = Object::default();
        object.json("receipt", self.receipt(judged));
        match &judged.verdict {
            Verdict::Verified(verified) => {
                object.text("verdict", "verified").json("files", self.files(judged));
                receipt::add(verified, &mut object);
                match answer {
                    Some(Ok(asked)) => asked.add(&mut object),
                    Some(Err(error)) => {
                        object.text("at_error", error);
                    }
                    None => {}
                }
            }
            Verdict::Failed(words, condition) => {
                let verdict = if condition.is_some() { "rejected" } else { "declined" };
                object.text("verdict", verdict).json("files", self.files(judged));
                object.text_or_null("condition", *condition).text("message", words);
            }
        }
        // Read once more: a map has its keys in their order, everywhere.
        let sorted: serde_json::Value = serde_json::from_str(&object.to_string()).expect("an object");
        format!("{sorted}\n")
    }

    /// The receipt that other checkers write, too.
    fn receipt(&self, judged: &Judged) -> Object {
        let commit = option_env!("CHECK_COMMIT").filter(|commit| !commit.is_empty());
        let identity = Identity { name: "check", version: env!("CARGO_PKG_VERSION"), commit };
        match &judged.verdict {
            Verdict::Verified(verified) => {
                let given = self.game.as_ref().filter(|_| words::is_game(verified));
                canonical::verified(identity, verified, given.and_then(|given| given.digest))
            }
            Verdict::Failed(_, condition) => canonical::failed(identity, judged.digest, *condition),
        }
    }
}

/// What was asked for, or why there is no answer.
type Answer<'a> = Result<Box<dyn Told + 'a>, String>;

/// The certificates that a verified one rests on, its imports and theirs.
fn rests_on(verified: &Verified) -> BTreeMap<Digest, Arc<Verified>> {
    let mut all = BTreeMap::new();
    for import in verified.imports() {
        if all.insert(import.digest(), Arc::clone(import)).is_none() {
            all.extend(rests_on(import));
        }
    }
    all
}

/// Why a file was not read, in words.
fn unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => error.to_string(),
        _ => format!("unreadable: {error}"),
    }
}

/// Reads a game.
fn given(path: &Path) -> Given {
    let bytes = files::read(path, Limit::GAME_BYTES).map_err(|error| unread(&error));
    let digest = bytes.as_ref().ok().map(|bytes| Digest::of(bytes));
    let game = bytes.and_then(|bytes| match Game::read(&bytes) {
        Ok(game) => Ok(Arc::new(game)),
        Err(fault) => Err(words::game_fault(&bytes, &fault)),
    });
    Given { path: path.to_owned(), digest, game }
}

/// A word in bold and in a colour; where standard output is no terminal, or NO_COLOR is set, `print` takes both away.
fn painted(word: &str, colour: AnsiColor) -> String {
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{word}{style:#}")
}

/// Writes a line to standard error. Where that cannot be done there is nobody to tell, and the verdict is the same.
fn explain(line: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes to standard output; gives the status that comes of it.
fn print(text: &str) -> u8 {
    match anstream::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            explain(format_args!("standard output: {error}"));
            2
        }
        _ => 0,
    }
}

/// Rejected outweighs declined, and declined outweighs verified.
fn worse(a: u8, b: u8) -> u8 {
    match (a, b) {
        (1, _) | (_, 1) => 1,
        _ => a.max(b),
    }
}

/// The certificates that were given; of a folder those in it and below it.
fn expanded(given: &[PathBuf]) -> Vec<PathBuf> {
    let all = given.iter().map(|path| if path.is_dir() { files::below(path) } else { Vec::new() });
    given.iter().zip(all).flat_map(|(path, below)| if below.is_empty() { vec![path.clone()] } else { below }).collect()
}

/// All that is verified, a line for each position.
fn dump(verified: &Verified) -> u8 {
    let tell = claims::tell(verified);
    let mut status = print(&(tell.dump_columns() + "\n"));
    if status == 0 {
        tell.dump(&mut |lines| {
            status = worse(status, print(lines));
            status == 0
        });
    }
    status
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let certificates = expanded(&arguments.certificates);
    if let Some(option) = [("--at", arguments.at.is_some()), ("--dump", arguments.dump)].iter().find(|option| option.1)
        && certificates.len() != 1
    {
        explain(format_args!("error: {} needs exactly one CERT, found {}", option.0, certificates.len()));
        return ExitCode::from(2);
    }
    let threads = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(threads, usize::from);
    let files = RefCell::new(Files::default());
    files.borrow_mut().look_for(&certificates, &arguments.imports);
    let checker = games::checker(threads, |digest| files.borrow_mut().find(digest));
    let game = arguments.graph.as_deref().map(given);
    let mut run = Run { game, files: &files, checker };
    let mut status = 0;
    let mut counts = [0_usize; 3];
    for path in &certificates {
        let judged = run.judge(path);
        let tell = judged.verdict.verified().map(claims::tell);
        let asked = tell.as_ref().zip(arguments.at.as_ref());
        let answer = asked.map(|(tell, at)| tell.at(at, arguments.holds.as_deref()));
        let text = if arguments.json { run.json(&judged, answer.as_ref()) } else { run.text(&judged, answer.as_ref()) };
        let of_this = judged.verdict.status();
        counts[usize::from(of_this)] += 1;
        status = worse(status, of_this);
        status = match &judged.verdict {
            Verdict::Verified(verified) if arguments.dump => {
                explain(text.trim_end());
                worse(status, dump(verified))
            }
            _ => worse(status, print(&text)),
        };
        if let Some(Err(error)) = &answer {
            explain(format_args!("--at: {error}"));
            status = worse(status, 2);
        }
    }
    let is_from_folder = certificates.iter().any(|path| !arguments.certificates.contains(path));
    if is_from_folder && !arguments.json && !arguments.dump {
        let [verified, rejected, declined] = counts;
        let all = words::count(certificates.len(), "certificate", "certificates");
        status =
            worse(status, print(&format!("{all}: {verified} verified, {rejected} rejected, {declined} declined\n")));
    }
    ExitCode::from(status)
}
