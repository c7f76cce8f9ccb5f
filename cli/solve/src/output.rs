//! What every command does with its results: it prints them, tells of what happens, writes files, or says why it failed.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use session::escape;
use solver::atomic_file;
use solver::certificates::produce::Stopped;

/// Why the command failed: the text for standard error and the exit status.
pub struct Failed(pub String, pub u8);

impl Failed {
    pub fn new(error: impl Display) -> Self {
        Self(error.to_string(), 1)
    }

    pub fn usage(error: impl Display) -> Self {
        Self(error.to_string(), 2)
    }
}

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        Self::new(stopped)
    }
}

/// Tells something on standard error. That it cannot be told is no failure.
pub fn tell(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a part of a result. That nobody reads it is no failure.
pub fn say(text: &str) -> Result<(), Failed> {
    say_more(text).or_else(|failed| if failed.1 == 0 { Ok(()) } else { Err(failed) })
}

/// Prints a part of a result that is printed and no more: where nobody reads it the command ends, and that is no failure.
pub fn say_more(text: &str) -> Result<(), Failed> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failed(String::new(), 0),
        _ => Failed::new(format!("standard output: {error}")),
    })
}

/// Reads the name of a file or folder to be written; `-`, which stands for standard output elsewhere, is none.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("found -, required a name: this is not written to standard output; name it ./- if it is called so"),
        false => Ok(path),
    })
}

/// Writes a file, whole or not at all.
pub fn written(file: &Path, bytes: &[u8]) -> Result<(), Failed> {
    atomic_file::write(file, bytes).map_err(|error| Failed::new(format!("{}: {error}", escape::path(file))))
}

/// Refuses to write over what is read, and two outputs into one file.
pub fn distinct(input: &Path, outputs: &[Option<&PathBuf>]) -> Result<(), Failed> {
    // Of a file that is not there yet the folder is known.
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let new = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(new)
    };
    let mut known = vec![(place(input), "the file that is read")];
    for output in outputs.iter().copied().flatten() {
        let found = place(output);
        // Nothing is lost in a device.
        let is_device = output.exists() && !output.is_file();
        let same = known.iter().find(|(path, _)| path.is_some() && *path == found && !is_device);
        if let Some((_, what)) = same {
            return Err(Failed::usage(format!(
                "{}: found {what}, required another to be written",
                escape::path(output)
            )));
        }
        known.push((found, "a file that is written already"));
    }
    Ok(())
}

/// Makes the folder of several certificates.
pub fn folder(out: &Path) -> Result<(), Failed> {
    std::fs::create_dir_all(out).map_err(|error| {
        let found = if out.is_file() {
            "found a file, required a folder for a certificate of each".to_owned()
        } else {
            error.to_string()
        };
        Failed::new(format!("{}: {found}", escape::path(out)))
    })
}
