//! `solve reproduce`: makes what a manifest names, compares every byte, and has the checker verify it.
//!
//! Each command runs in a process of its own, so that one that ends badly is a line of the table and no more. What is made lies in the output folder under
//! the path that it has in the repository; a row whose files are there with the right digests is not made again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use checker::certificate::Digest;
use checker::graph::Game;
use checker::limits::Limit;
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use report::files::{self, Files};
use report::{notation, words};
use solver::manifest::{Manifest, Row, Tier};
use wait4::Wait4 as _;

use crate::{Failed, say, tell};

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
    #[arg(long, value_name = "DIR", default_value = "target/reproduce", value_parser = crate::file())]
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
    /// Other bytes, or not verified.
    Differs,
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
    /// The same as text.
    out_text: String,
}

/// Makes all rows that are asked for. The status is 1 if anything differs or is not verified, and else 2 if anything could not be made.
pub fn reproduce(arguments: &Arguments) -> Result<ExitCode, Failed> {
    let shown = arguments.manifest.display();
    let text = fs::read_to_string(&arguments.manifest).map_err(|error| Failed::usage(format!("{shown}: {error}")))?;
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
    say(&format!("{:width$}  made    bytes    verified  seconds\n", "row"))?;
    let (mut ends, mut verified, mut seconds) = (BTreeMap::new(), 0, 0.0);
    for row in &rows {
        bar.set_message(row.name.clone());
        let missing = row.imports.iter().find(|import| ends.get(import.as_str()) != Some(&End::Same));
        let told = match missing {
            Some(import) => Told::failed(format!("it needs {import}, which is not there: see above")),
            None => places.row(row, arguments.anew),
        };
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
    let [same, differs, failed] = [End::Same, End::Differs, End::Failed].map(count);
    say(&format!(
        "{} rows: {same} same, {differs} differ, {failed} not made; {verified} certificates verified; {seconds:.1} s of processor time\n",
        rows.len()
    ))?;
    Ok(match (differs, failed) {
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
        let bytes = match self.end {
            End::Same => "same",
            End::Differs => "DIFFERS",
            End::Failed => "-",
        };
        format!("{name:width$}  {made:6}  {bytes:7}  {:>8}  {:>7.1}\n", self.verified, self.seconds)
    }
}

impl Places {
    fn find(arguments: &Arguments) -> io::Result<Self> {
        let manifest = arguments.manifest.canonicalize()?;
        let root = manifest.ancestors().nth(2).unwrap_or(Path::new("/")).to_owned();
        fs::create_dir_all(&arguments.out)?;
        let out = arguments.out.canonicalize()?;
        let unnamed = || io::Error::other(format!("{}: required a folder with a name in UTF-8", out.display()));
        let out_text = out.to_str().ok_or_else(unnamed)?.to_owned();
        Ok(Self { root, out, out_text })
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
                    self.log(row).display()
                ));
            }
        }
        let differing = self.differing(row);
        told.faults.extend(differing);
        for (file, digest) in &row.files {
            if let Ok(found) = digest_of(&self.root.join(file)) {
                if found != *digest {
                    told.faults.push(format!(
                        "{file}: found SHA-256 {found} in the repository, required {digest}; if the change is meant, write the new digest into the manifest"
                    ));
                }
            }
        }
        let start = ProcessTime::now();
        if told.faults.is_empty() {
            match self.verify(row) {
                Ok(verdicts) => {
                    told.verified = verdicts.len();
                    told.faults.extend(self.unsaid(row, &verdicts));
                }
                Err(fault) => told.faults.push(fault),
            }
        }
        told.seconds += start.elapsed().as_secs_f64();
        if !told.faults.is_empty() {
            told.end = End::Differs;
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
                true => format!("; compare {} with {}", path.display(), self.root.join(file).display()),
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
            let mut command = Command::new(std::env::current_exe()?);
            command.args(row.arguments(&self.out_text)).current_dir(&self.root);
            command.stdin(Stdio::null()).stdout(printed).stderr(messages).spawn()?.wait4()
        };
        let ended = run().map_err(|error| format!("solve {}: {error}", row.command))?;
        let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
        if ended.status.success() {
            return Ok(seconds);
        }
        let messages = fs::read(&log).unwrap_or_default();
        let last = String::from_utf8_lossy(&messages).lines().last().unwrap_or_default().to_owned();
        Err(format!("solve {}: {}; its last message, in {}: {last}", row.command, ended.status, log.display()))
    }

    /// Has the checker verify the certificates of a row; gives what it says of each, in the order of the files.
    fn verify(&self, row: &Row) -> Result<Vec<String>, String> {
        let mut certificates: BTreeSet<PathBuf> =
            row.files.keys().map(|file| self.out.join(file)).filter(|path| is_certificate(path)).collect();
        for folder in &row.verify {
            let folder = self.out.join(folder);
            let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            certificates.extend(entries.flatten().map(|entry| entry.path()).filter(|path| is_certificate(path)));
        }
        let given: Vec<PathBuf> = certificates.into_iter().collect();
        let game = row.graph.as_ref().map(|file| game(&self.out.join(file))).transpose()?;
        let found = std::cell::RefCell::new(Files::default());
        found.borrow_mut().look_for(&given, &[]);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut checker = games::checker(threads, |digest| found.borrow_mut().find(digest));
        let mut verdicts = Vec::new();
        for path in &given {
            let read = found.borrow_mut().read(path);
            let (bytes, digest) = read.map_err(|error| format!("{}: {error}", path.display()))?;
            let checked = checker.known(digest).map_or_else(|| checker.check(&bytes, game.as_ref()), Ok);
            let verified = checked.map_err(|failure| {
                format!("{}: {}", path.display(), words::explain(&bytes, game.as_deref(), &failure))
            })?;
            checker.remember(&verified);
            verdicts.push(words::claim(&verified));
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

fn game(path: &Path) -> Result<Arc<Game>, String> {
    let bytes = files::read(path, Limit::GAME_BYTES).map_err(|error| format!("{}: {error}", path.display()))?;
    let game = Game::read(&bytes);
    game.map(Arc::new).map_err(|fault| format!("{}: {}", path.display(), words::game_fault(&bytes, &fault)))
}
