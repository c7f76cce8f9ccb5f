//! The command `check`: verifies certificates and says so.
//!
//! Responsible for options and for the exit status (0 verified, 1 rejected, 2 declined; with several files rejected outweighs declined, and
//! declined verified). Left to others: every decision, which is the library's (`session::judge`); finding files (`session::files`); what is
//! told of a position (`session::claims`). The verdict and what was asked for go to standard output, explanations to standard error.

mod arguments;

use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use arguments::Arguments;
use checker::Verified;
use clap::Parser as _;
use session::canonical::Identity;
use session::files::{self, Files};
use session::judge::{self, Given, Judge, Judgement};
use session::receipt::Object;
use session::sheet::{Row, Sheet};
use session::{claims, escape, notation, words};

/// One run of the command.
struct Run<'a> {
    judge: Judge<'a, Files>,
    game: Option<Given>,
}

impl Run<'_> {
    /// The verdict as a line, and what was asked for.
    fn text(path: &Path, judged: &Judgement, answer: Option<&Answer>) -> String {
        let digest = judged.digest().map_or(String::new(), |digest| format!(" (sha-256 {})", notation::digest(digest)));
        let path = escape::path(path);
        match &judged.outcome {
            Err(refusal) => {
                let colour = if refusal.condition.is_some() { AnsiColor::Red } else { AnsiColor::Yellow };
                let (verdict, reason) = (painted(refusal.verdict(), colour), escape::visible(refusal.reason()));
                format!("{path}: {verdict}: {reason}{digest}\n")
            }
            Ok(verified) => {
                let answer = answer.and_then(|answer| answer.as_ref().ok());
                let answer = answer.map_or(String::new(), |(sheet, asked)| sheet.text(asked));
                let (verdict, claim) =
                    (painted("verified", AnsiColor::Green), escape::visible(&words::claim(verified)));
                format!("{path}: {verdict}: {claim}{digest}\n{answer}")
            }
        }
    }

    /// One JSON object on a line.
    fn json(judged: &Judgement, answer: Option<&Answer>) -> String {
        let commit = option_env!("CHECK_COMMIT").filter(|commit| !commit.is_empty());
        let identity = Identity { name: "check", version: env!("CARGO_PKG_VERSION"), commit };
        let mut record = judged.record();
        record.receipt = Some(judged.receipt(identity));
        if let judge::Verdict::Verified { told } = &mut record.verdict {
            let mut object = Object::default();
            match answer {
                Some(Ok((sheet, asked))) => sheet.add(asked, &mut object),
                Some(Err(error)) => drop(object.text("at_error", error)),
                None => {}
            }
            told.extend(judge::map(&object));
        }
        record.line()
    }

    /// Judges a file, and tells what became of it; the exit status.
    fn file(&mut self, path: &Path, arguments: &Arguments, counts: &mut [usize; 3]) -> u8 {
        let judged = self.judge.file(path, self.game.as_ref());
        let tell = judged.outcome.as_ref().ok().map(|verified| claims::tell(verified));
        let asked = tell.as_ref().zip(arguments.at.as_ref());
        let answer: Option<Answer> = asked.map(|(tell, at)| {
            let (row, notes) = tell.asked(at, arguments.holds.as_deref())?;
            notes.iter().for_each(|note| explain(format_args!("note: {}", escape::visible(note))));
            Ok((&**tell, row))
        });
        let answered = answer.as_ref();
        let text = if arguments.json { Self::json(&judged, answered) } else { Self::text(path, &judged, answered) };
        let mut status = judged.status();
        counts[usize::from(status)] += 1;
        status = match &judged.outcome {
            Ok(verified) if arguments.dump => {
                explain(text.trim_end());
                worse(status, dump(verified))
            }
            _ => worse(status, print(&text)),
        };
        let meant = [path.to_owned(), Path::new("certs").join(path)].map(PathBuf::into_os_string);
        if let Some(meant) = meant.map(with_ending).iter().find(|meant| !path.exists() && meant.is_file()) {
            explain(format_args!("note: there is {}", escape::path(meant)));
        }
        if let Some(Err(error)) = &answer {
            explain(format_args!("--at: {}", escape::visible(error)));
            status = worse(status, 2);
        }
        status
    }
}

/// What was asked for, or why there is no answer.
type Answer<'a> = Result<(&'a dyn Sheet, Row<'a>), String>;

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
    told(write(text))
}

fn write(text: &str) -> io::Result<()> {
    anstream::stdout().lock().write_all(text.as_bytes())
}

/// The status that comes of what was written. That nobody reads it is no failure.
fn told(written: io::Result<()>) -> u8 {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            explain(format_args!("standard output: {error}"));
            2
        }
        _ => 0,
    }
}

/// The name of a certificate with its ending.
fn with_ending(mut name: std::ffi::OsString) -> PathBuf {
    name.push(".cert");
    name.into()
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
            let written = write(lines);
            let goes_on = written.is_ok();
            status = worse(status, told(written));
            goes_on
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
    for folder in arguments.imports.iter().filter(|folder| !folder.is_dir()) {
        explain(format_args!("note: --imports {}: no folder, passed over", escape::path(folder)));
    }
    let mut files = Files::default();
    files.look_for(&certificates, &arguments.imports);
    let game = arguments.graph.as_deref().map(Given::file);
    let mut run = Run { judge: Judge::new(threads, files), game };
    let mut counts = [0_usize; 3];
    let mut status = certificates.iter().fold(0, |status, path| worse(status, run.file(path, &arguments, &mut counts)));
    let is_from_folder = certificates.iter().any(|path| !arguments.certificates.contains(path));
    if is_from_folder && !arguments.json && !arguments.dump {
        let [verified, rejected, declined] = counts;
        let all = words::count(certificates.len(), "certificate", "certificates");
        status =
            worse(status, print(&format!("{all}: {verified} verified, {rejected} rejected, {declined} declined\n")));
    }
    ExitCode::from(status)
}
