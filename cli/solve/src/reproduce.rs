//! `solve reproduce`: makes what a manifest names, compares every byte, and has the checker verify it.
//!
//! Each command runs in a process of its own, so that one that ends badly is a line of the table and no more. What is made lies in the output folder under
//! the path that it has in the repository; a row whose files are there with the right digests is not made again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use checker::certificate::Digest;
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use rustix::process::{Pid, Signal, kill_process};
use session::files::Files;
use session::judge::{Given, Judge};
use session::{notation, words};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use solver::manifest::{Manifest, Row, Tier};
use wait4::Wait4 as _;

use crate::output::{Failed, say, tell};

/// What is made again.
#[derive(clap::Args)]
pub struct Arguments {
    /// The manifest; its paths are relative to the folder above its own
    #[arg(default_value = "certs/manifest.toml")]
    manifest: PathBuf,
    /// Rows of this tier and of those before it: fast, ci, nightly, large. Without it the fast rows; with --only the rows that it names, of all tiers
    #[arg(long, value_enum, value_name = "TIER")]
    tier: Option<Tier>,
    /// Only these rows and what they import: the name of a row, such as games/walk, or of all that begin so, such as games, or a pattern with *
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    /// The folder for what is made; rows that are finished there are not made again
    #[arg(long, value_name = "DIR", default_value = "target/reproduce", value_parser = crate::output::file())]
    out: PathBuf,
    /// Makes rows again that are finished
    #[arg(long)]
    anew: bool,
}

/// What became of the files of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// Made, or there already, with the right bytes, and verified.
    Same,
    /// Other bytes.
    Differs,
    /// The right bytes, but the checker does not say what it must.
    Unverified,
    /// The command failed, or did not make them.
    Failed,
}

/// What there is to be told of a row.
struct Told {
    end: End,
    /// Whether the files were there already.
    kept: bool,
    /// How many certificates are verified.
    verified: usize,
    /// Processor time.
    seconds: f64,
    /// What is wrong, and what to do.
    faults: Vec<String>,
}

/// Where everything is.
struct Places {
    root: PathBuf,
    out: PathBuf,
    /// The folder of the output, as text.
    out_text: String,
    /// What runs the commands: this very program.
    program: PathBuf,
    running: Running,
}

/// The process of a row, as long as there is one, and the number of the signal that ends all, or 0.
#[derive(Default)]
struct Running {
    child: Arc<Mutex<Option<Pid>>>,
    signal: Arc<AtomicUsize>,
}

/// Between two looks for a signal, and between two looks whether the process has ended.
const TICK: Duration = Duration::from_millis(50);
/// So many ticks are waited for a process that was asked to end.
const PATIENCE: usize = 100;

impl Running {
    /// From now on a signal to end ends the process of the row first, and then this one.
    fn end_on_signal(&self, bar: ProgressBar) -> io::Result<()> {
        for number in [SIGHUP, SIGINT, SIGTERM] {
            flag::register_usize(number, Arc::clone(&self.signal), number.unsigned_abs() as usize)?;
        }
        let (child, signal) = (Arc::clone(&self.child), Arc::clone(&self.signal));
        let process = move || child.lock().ok().and_then(|child| *child);
        thread::spawn(move || {
            while signal.load(Ordering::Relaxed) == 0 {
                thread::sleep(TICK);
            }
            // It may end by itself: then nobody hears this.
            let send = |signal| process().map(|pid| kill_process(pid, signal).is_ok());
            send(Signal::TERM);
            for _ in 0..PATIENCE {
                if process().is_none() {
                    break;
                }
                thread::sleep(TICK);
            }
            send(Signal::KILL);
            bar.finish_and_clear();
            tell("interrupted: rows that are finished stay; the same command goes on with the others");
            std::process::exit(128 + i32::try_from(signal.load(Ordering::Relaxed)).unwrap_or(SIGTERM));
        });
        Ok(())
    }

    /// Runs a command, and gives what it took.
    fn run(&self, command: &mut Command) -> io::Result<wait4::ResUse> {
        let mut process = {
            // Nothing is begun after a signal: the lock is held until it is known what has to be ended.
            let mut running = self.child.lock().map_err(|_| io::Error::other("a thread has panicked"))?;
            if self.signal.load(Ordering::Relaxed) != 0 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let process = command.spawn()?;
            *running = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
            process
        };
        let used = process.wait4();
        if let Ok(mut running) = self.child.lock() {
            *running = None;
        }
        used
    }
}

/// Makes all rows that are asked for. The status is 1 if anything differs or is not verified, and else 2 if anything could not be made.
pub fn reproduce(arguments: &Arguments) -> Result<ExitCode, Failed> {
    let shown = session::escape::path(&arguments.manifest);
    let text = crate::input::text(&arguments.manifest).map_err(|Failed(error, _)| {
        Failed::usage(format!("{error}: run this in the folder of the repository, or name a manifest"))
    })?;
    let manifest = Manifest::read(&text).map_err(|fault| Failed::usage(format!("{shown}: {fault}")))?;
    let tier = arguments.tier.unwrap_or(if arguments.only.is_empty() { Tier::Fast } else { Tier::Large });
    let rows = manifest.select(tier, &arguments.only).map_err(|pattern| {
        Failed::usage(format!("--only: found {pattern}, required the name of a row of {shown} or the beginning of one, or a pattern with *"))
    })?;
    let places = Places::find(arguments).map_err(|error| Failed::usage(format!("{shown}: {error}")))?;
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default().max(3);
    let bar = ProgressBar::new(rows.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {elapsed}: {msg}") {
        bar.set_style(style);
    }
    places.running.end_on_signal(bar.clone()).map_err(|error| Failed::new(format!("signals: {error}")))?;
    say(&format!("{:width$}  made    bytes    verified  seconds\n", "row"))?;
    let (mut ends, mut verified, mut seconds) = (BTreeMap::new(), 0, 0.0);
    for row in &rows {
        bar.set_message(row.name.clone());
        let missing = row.imports.iter().find(|import| ends.get(import.as_str()) != Some(&End::Same));
        let told = match missing {
            Some(import) => Told::failed(format!("it needs {import}, which is not there: see above")),
            None => places.row(row, arguments.anew),
        };
        if places.running.signal.load(Ordering::Relaxed) != 0 {
            // The other thread ends this process: what was interrupted is no result.
            loop {
                thread::park();
            }
        }
        bar.suspend(|| {
            for fault in &told.faults {
                tell(&format!("{shown}: row {}: {fault}", row.name));
            }
            say(&told.line(&row.name, width))
        })?;
        bar.inc(1);
        (verified, seconds) = (verified + told.verified, seconds + told.seconds);
        ends.insert(row.name.as_str(), told.end);
    }
    bar.finish_and_clear();
    let count = |end: End| ends.values().filter(|known| **known == end).count();
    let [same, differs, unverified, failed] = [End::Same, End::Differs, End::Unverified, End::Failed].map(count);
    say(&format!(
        "{} rows: {same} as required, {differs} differ, {unverified} not verified, {failed} not made; {verified} certificates verified; {seconds:.1} s of processor \
         time\n",
        rows.len()
    ))?;
    Ok(match (differs + unverified, failed) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    })
}

impl Told {
    fn failed(fault: String) -> Self {
        Self { end: End::Failed, kept: false, verified: 0, seconds: 0.0, faults: vec![fault] }
    }

    /// The line of the table.
    fn line(&self, name: &str, width: usize) -> String {
        let made = match (self.end, self.kept) {
            (End::Failed, _) => "no",
            (_, true) => "before",
            (_, false) => "now",
        };
        let (bytes, verified) = match self.end {
            End::Same if self.verified == 0 => ("same", "-".to_owned()),
            End::Same => ("same", self.verified.to_string()),
            End::Differs => ("DIFFERS", "-".to_owned()),
            End::Unverified => ("same", "NO".to_owned()),
            End::Failed => ("-", "-".to_owned()),
        };
        format!("{name:width$}  {made:6}  {bytes:7}  {verified:>8}  {:>7.1}\n", self.seconds)
    }
}

impl Places {
    fn find(arguments: &Arguments) -> io::Result<Self> {
        let manifest = arguments.manifest.canonicalize()?;
        let root = manifest.ancestors().nth(2).unwrap_or(Path::new("/")).to_owned();
        fs::create_dir_all(&arguments.out)?;
        let out = arguments.out.canonicalize()?;
        let unnamed =
            || io::Error::other(format!("{}: required a folder with a name in UTF-8", session::escape::path(&out)));
        let out_text = out.to_str().ok_or_else(unnamed)?.to_owned();
        Ok(Self { root, out, out_text, program: std::env::current_exe()?, running: Running::default() })
    }

    /// Makes a row, unless it is there, compares it, and has it verified.
    fn row(&self, row: &Row, anew: bool) -> Told {
        let mut told = Told {
            end: End::Same,
            kept: !anew && self.differing(row).is_empty(),
            verified: 0,
            seconds: 0.0,
            faults: Vec::new(),
        };
        if !told.kept {
            match self.make(row) {
                Ok(seconds) => told.seconds = seconds,
                Err(fault) => return Told::failed(fault),
            }
            let missing = row.files.keys().find(|file| !self.out.join(file).exists());
            if let Some(file) = missing {
                return Told::failed(format!(
                    "{file}: the command did not make it; its messages are in {}",
                    session::escape::path(&self.log(row))
                ));
            }
        }
        let differing = self.differing(row);
        told.faults.extend(differing);
        for (file, digest) in &row.files {
            if let Ok(found) = digest_of(&self.root.join(file))
                && found != *digest
            {
                told.faults.push(format!(
                        "{file}: found SHA-256 {found} in the repository, required {digest}; if the change is meant, write the new digest into the manifest"
                    ));
            }
        }
        if !told.faults.is_empty() {
            told.faults.extend(row.digests_of_format.map(|format| {
                format!("the manifest has the digests of format {format}: nobody has made the row again since; if the rest is as it must be, write the new ones")
            }));
            return Told { end: End::Differs, ..told };
        }
        let start = ProcessTime::now();
        match self.verify(row) {
            Ok(verdicts) => {
                told.verified = verdicts.len();
                told.faults = self.unsaid(row, &verdicts);
            }
            Err(fault) => told.faults.push(fault),
        }
        told.seconds += start.elapsed().as_secs_f64();
        if !told.faults.is_empty() {
            told.end = End::Unverified;
        }
        told
    }

    /// What the files of a row have instead of the right bytes.
    fn differing(&self, row: &Row) -> Vec<String> {
        let mut faults = Vec::new();
        for (file, digest) in &row.files {
            let path = self.out.join(file);
            let found = match digest_of(&path) {
                Ok(found) if found == *digest => continue,
                Ok(found) => format!("SHA-256 {found}"),
                Err(error) => error.to_string(),
            };
            let kept = match self.root.join(file).exists() {
                true => format!(
                    "; compare {} with {}",
                    session::escape::path(&path),
                    session::escape::path(&self.root.join(file))
                ),
                false => String::new(),
            };
            faults.push(format!("{file}: found {found}, required SHA-256 {digest}{kept}"));
        }
        faults
    }

    /// Where the messages of a row's command go.
    fn log(&self, row: &Row) -> PathBuf {
        self.out.join("messages").join(format!("{}.txt", row.name))
    }

    /// What runs the command of a row.
    fn program(&self, row: &Row) -> PathBuf {
        match row.program.as_deref() {
            None => self.program.clone(),
            Some(path) if path.contains('/') => self.root.join(path),
            Some(name) => name.into(),
        }
    }

    /// Runs the command of a row. Files that it is to make and that are there are removed before. Gives the processor time.
    fn make(&self, row: &Row) -> Result<f64, String> {
        let log = self.log(row);
        let run = || -> io::Result<_> {
            for file in row.files.keys().map(|file| self.out.join(file)) {
                fs::create_dir_all(file.parent().unwrap_or(&self.out))?;
                if file.exists() {
                    fs::remove_file(&file)?;
                }
            }
            fs::create_dir_all(log.parent().unwrap_or(&self.out))?;
            let messages = File::create(&log)?;
            let printed = match &row.prints {
                Some(file) => File::create(self.out.join(file))?,
                None => messages.try_clone()?,
            };
            let mut command = Command::new(self.program(row));
            command.args(row.arguments(&self.out_text)).current_dir(&self.root);
            self.running.run(command.stdin(Stdio::null()).stdout(printed).stderr(messages))
        };
        let program = row.program.as_deref().unwrap_or("solve");
        let ended = run().map_err(|error| format!("{program} {}: {error}", row.command))?;
        let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
        if ended.status.success() {
            return Ok(seconds);
        }
        let messages = fs::read(&log).unwrap_or_default();
        let last = String::from_utf8_lossy(&messages).lines().last().unwrap_or_default().to_owned();
        Err(format!(
            "{program} {}: {}; its last message, in {}: {last}",
            row.command,
            ended.status,
            session::escape::path(&log)
        ))
    }

    /// Has the checker verify the certificates of a row; gives what it says of each, in the order of the files.
    fn verify(&self, row: &Row) -> Result<Vec<String>, String> {
        let given: Vec<PathBuf> =
            row.files.keys().map(|file| self.out.join(file)).filter(|path| is_certificate(path)).collect();
        let game = row.graph.as_ref().map(|file| self.root.join(file.replace("{out}", &self.out_text)));
        let game = game.as_deref().map(Given::file);
        let mut files = Files::default();
        files.look_for(&given, &[]);
        let mut judge = Judge::new(std::thread::available_parallelism().map_or(1, usize::from), files);
        let mut verdicts = Vec::new();
        for path in &given {
            match judge.file(path, game.as_ref()).outcome {
                Ok(verified) => {
                    judge.remember(&verified);
                    verdicts.push(words::claim(&verified));
                }
                Err(refusal) => return Err(format!("{}: {}", session::escape::path(path), refusal.message)),
            }
        }
        Ok(verdicts)
    }

    /// What had to be said and is not.
    fn unsaid(&self, row: &Row, verdicts: &[String]) -> Vec<String> {
        let printed = row.prints.as_ref().map(|file| fs::read_to_string(self.out.join(file)).unwrap_or_default());
        let said = |text: &&String| verdicts.iter().chain(&printed).any(|said| said.contains(text.as_str()));
        let unsaid = row.says.iter().filter(|text| !said(text));
        unsaid
            .map(|text| {
                format!("required {text:?} in a verdict or in what the command prints; found: {}", verdicts.join("; "))
            })
            .collect()
    }
}

fn is_certificate(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "cert")
}

fn digest_of(path: &Path) -> io::Result<String> {
    fs::read(path).map(|bytes| notation::digest(Digest::of(&bytes)))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// A repository in a temporary folder, in which a shell stands for this program.
    fn places() -> (tempfile::TempDir, Places) {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, out) = (folder.path().join("root"), folder.path().join("out"));
        fs::create_dir_all(&root).expect("a folder");
        fs::create_dir_all(&out).expect("a folder");
        let out_text = out.to_str().expect("a name").to_owned();
        (folder, Places { root, out, out_text, program: "/bin/sh".into(), running: Running::default() })
    }

    /// A row that makes `games/one.txt`, by what a shell is told, and says more.
    fn row(script: &str, digest: &str, more: &str) -> Row {
        let text = format!(
            "[[row]]\nname = \"games/one\"\ntier = \"fast\"\nseconds = 1\ncommand = \"-c '{script}'\"\n{more}\nfiles = {{ \"games/one.txt\" = \"{digest}\" }}\n"
        );
        Manifest::read(&text).expect("a manifest").rows.remove(0)
    }

    fn sum(text: &str) -> String {
        notation::digest(Digest::of(text.as_bytes()))
    }

    #[test]
    fn makes_a_row_once() {
        let (_folder, places) = places();
        let row = row("printf one > {out}/games/one.txt; printf . >> {out}/runs", &sum("one"), "");
        let runs = || fs::read_to_string(places.out.join("runs")).expect("it ran");
        let first = places.row(&row, false);
        assert!(first.end == End::Same && !first.kept && first.faults.is_empty());
        let second = places.row(&row, false);
        assert!(second.end == End::Same && second.kept && runs() == ".");
        assert_eq!(second.line("games/one", 10), "games/one   before  same            -      0.0\n");
        assert!(!places.row(&row, true).kept && runs() == "..");
        // What is there with other bytes is made again.
        fs::write(places.out.join("games/one.txt"), "two").expect("a file");
        assert!(places.row(&row, false).end == End::Same && runs() == "...");
    }

    #[test]
    fn says_what_differs_in_the_output_and_in_the_repository() {
        let (_folder, places) = places();
        let told = places.row(&row("printf two > {out}/games/one.txt", &sum("one"), ""), false);
        assert!(told.end == End::Differs);
        assert_eq!(
            told.faults,
            [format!("games/one.txt: found SHA-256 {}, required SHA-256 {}", sum("two"), sum("one"))]
        );
        fs::create_dir(places.root.join("games")).expect("a folder");
        fs::write(places.root.join("games/one.txt"), "two").expect("a file");
        let told = places.row(&row("printf one > {out}/games/one.txt", &sum("one"), ""), false);
        assert!(told.end == End::Differs);
        assert!(told.faults[0].contains(" in the repository, required "), "{:?}", told.faults);
    }

    #[test]
    fn a_command_that_fails_or_crashes_is_a_row_that_is_not_made() {
        let (_folder, places) = places();
        let fault = |script: &str| {
            let told = places.row(&row(script, &sum("one"), ""), false);
            assert!(told.end == End::Failed);
            told.faults[0].clone()
        };
        assert!(fault("echo why >&2; exit 3").contains("exit status: 3; its last message, in "));
        assert!(fault("echo why >&2; exit 3").ends_with("games/one.txt: why"));
        assert!(fault("kill -SEGV $$").contains("signal: 11"));
        assert!(fault("true").starts_with("games/one.txt: the command did not make it; its messages are in "));
    }

    #[test]
    fn a_certificate_has_to_be_verified_and_words_have_to_be_said() {
        let (_folder, places) = places();
        let printed = "prints = \"games/one.txt\"\nsays = [\"on\"]";
        assert!(places.row(&row("printf one", &sum("one"), printed), false).end == End::Same);
        let told = places.row(&row("printf one", &sum("one"), &printed.replace("\"on\"", "\"two\"")), false);
        assert!(
            told.end == End::Unverified && told.faults[0].starts_with("required \"two\" in a verdict"),
            "{:?}",
            told.faults
        );
        let mut row = row("printf one > {out}/games/one.cert", &sum("one"), "");
        row.files = [("games/one.cert".to_owned(), sum("one"))].into();
        let told = places.row(&row, false);
        assert!(told.end == End::Unverified && told.faults[0].contains("games/one.cert: "), "{:?}", told.faults);
        assert_eq!(told.line("games/one", 9), "games/one  now     same           NO      0.0\n");
    }
}
