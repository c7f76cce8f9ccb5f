//! Running the commands in a folder of their own, with a transcript of what they said.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use escargot::CargoBuild;
use escargot::format::Message;
use tempfile::TempDir;

pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A game that is not sharp: both can wait for ever, and each has a way out.
pub const WAITING: &str = r#"{ "bidding-game": 2, "title": "Waiting", "positions": [
    { "name": "wait", "left": ["wait", "out left"], "right": ["wait", "out right"] },
    { "name": "out left", "value": "1/4" },
    { "name": "out right", "value": "3/4" }
] }
"#;

/// Where a command of the workspace is. What cargo is asked for is what it was asked for when it built the tests, with the crates that tests alone need:
/// without these it would choose other features and compile nearly everything a second time.
fn build(binary: &str) -> PathBuf {
    let build = CargoBuild::new()
        .manifest_path(root().join("Cargo.toml"))
        .target_dir(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder of what is built"))
        .args(["--workspace", "--locked", "--profile", "test", "--bins"])
        .test("suite")
        .exec()
        .expect("cargo runs");
    let made =
        build.into_iter().find_map(|message| match message.expect("a message").decode().expect("what cargo says") {
            Message::CompilerArtifact(made) if made.target.name == binary && !made.profile.test => {
                made.executable.map(|path| path.into_owned())
            }
            _ => None,
        });
    made.unwrap_or_else(|| panic!("cargo builds {binary}"))
}

pub static CHECK: LazyLock<PathBuf> = LazyLock::new(|| build("check"));
pub static SOLVE: LazyLock<PathBuf> = LazyLock::new(|| build("solve"));

/// A temporary folder with certificates, and what was said there.
pub struct Session {
    folder: TempDir,
    pub transcript: String,
}

impl Session {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let session = Self { folder, transcript: String::new() };
        // The folder above it is looked into, too: it has to be empty but for this one.
        fs::create_dir(session.path("")).expect("a folder");
        session
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("here").join(name)
    }

    /// Puts a committed certificate into the folder.
    pub fn committed(&self, name: &str, bytes_of: &str) {
        self.write(name, &committed(bytes_of));
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Runs a command line, which must end with that status.
    pub fn run(&mut self, status: i32, line: &str) {
        self.run_with(status, line, &[], b"");
    }

    /// Runs a command line with variables of the environment, and with something on standard input. Words of the line may stand in single quotation marks.
    pub fn run_with(&mut self, status: i32, line: &str, variables: &[(&str, &str)], input: &[u8]) {
        let words = words(line);
        let program = match words[0].as_str() {
            "check" => &*CHECK,
            _ => &*SOLVE,
        };
        let mut command = Command::new(program);
        command.args(&words[1..]).current_dir(self.path("")).env_remove("SOLVE_CERTS").envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a process");
        let mut pipe = child.stdin.take().expect("standard input");
        let input = input.to_vec();
        // Beside the reading of what it says, so that neither waits for the other. It need not take all of it.
        let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
        let output = child.wait_with_output().expect("an output");
        writer.join().expect("a writer");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let (out, err) = (text(output.stdout), text(output.stderr));
        let found = output.status.code();
        assert_eq!(found, Some(status), "{line}\n{out}\n{err}");
        for words in ["panicked", "RUST_BACKTRACE", "a bug of the checker"] {
            assert!(!out.contains(words) && !err.contains(words), "{line}\n{out}\n{err}");
        }
        let _ = writeln!(self.transcript, "$ {line}");
        self.transcript.push_str(&out);
        for line in err.lines() {
            let _ = writeln!(self.transcript, "{}", format!("! {line}").trim_end());
        }
        let _ = writeln!(self.transcript, "[status {status}]\n");
    }
}

/// The words of a line.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words
}

/// A committed certificate.
pub fn committed(name: &str) -> Vec<u8> {
    fs::read(root().join("certs").join(name)).expect("a committed certificate")
}
