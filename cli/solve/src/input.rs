//! Files that commands read, all in one way: `-` is standard input, a byte order mark before a text is passed over, and what is certainly something else
//! is refused with what to do with it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use session::sort::{FRONT, Sort};
use session::{escape, files};
use solver::games::chips::MOST_CHIPS;
use solver::memory::enough_memory;
use solver::request::Chips;

use crate::output::Failed;

/// The byte order mark.
const MARK: &str = "\u{feff}";

/// What is wrong with a file.
pub fn failed(path: &Path, error: impl std::fmt::Display) -> Failed {
    Failed::new(format!("{}: {error}", escape::path(path)))
}

/// A number of chips.
pub fn chips(text: &str) -> Result<u64, String> {
    Chips::total(text).map_err(|_| format!("required a whole number of chips, from 0 to {MOST_CHIPS}"))
}

/// The longest text that is not a game, in bytes. The longest of ours has less than 100,000.
const MOST_TEXT: u64 = 1 << 20;

/// The bytes of a file, if there is so much memory.
pub fn bytes(path: &Path, memory: Option<u64>) -> Result<Vec<u8>, Failed> {
    let length = std::fs::metadata(path).map_or(0, |about| about.len());
    enough_memory(memory, length).map_err(|error| failed(path, error))?;
    read(path, memory.unwrap_or(u64::MAX))
}

/// A text, without a mark before it.
pub fn text(path: &Path) -> Result<String, Failed> {
    let text = utf8(read(path, MOST_TEXT)?).map_err(|error| failed(path, error))?;
    Ok(text.strip_prefix(MARK).map_or_else(|| text.clone(), str::to_owned))
}

/// Not more than so many bytes; of a pipe, too.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let mut read = || {
        let input: Box<dyn Read> = match files::is_standard_input(path) {
            true => Box::new(files::standard_input()?),
            false => Box::new(File::open(path)?),
        };
        input.take(most.saturating_add(1)).read_to_end(&mut bytes)
    };
    let length = read().map_err(|error| failed(path, error))?;
    match length as u64 > most {
        true => Err(failed(path, format!("found more than {most} bytes, required at most so many"))),
        false => Ok(bytes),
    }
}

/// The text of a game in JSON. It is hashed, and has no mark.
pub fn game(path: &Path, memory: Option<u64>) -> Result<String, Failed> {
    let bytes = bytes(path, memory)?;
    let sort = Sort::of(&bytes, bytes.len() <= FRONT);
    if let Sort::Certificate | Sort::Model | Sort::Packed(..) | Sort::Prism | Sort::Jani | Sort::Drawing = sort {
        return Err(failed(path, sort.refused("a game in JSON", Some(path))));
    }
    utf8(bytes).map_err(|error| failed(path, error))
}

/// The text of a file.
fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        format!("line {line}: found no UTF-8, required UTF-8")
    })
}
