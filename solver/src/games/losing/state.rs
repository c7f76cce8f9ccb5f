//! The state of a search in a file, so that a search can be interrupted and go on.
//!
//! Responsible for: writing the file whole or not at all, refusing one that is cut, changed, or of another search.
//!
//! Two lines of text, the version and what is searched for. Then numbers, the lowest byte first: nodes (8 bytes), size of the table of numbers, how
//! many of its places are used, how many positions are proved (8 each); the used places (key 8, proof number, disproof number, work 4 each); the proved
//! positions (key 8, rank 4, move 2). At the end SHA-256 of all that. A proof that is made from a state is walked through like any other, so a wrong state
//! costs time and proves nothing.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::rules::{Board, COLOURS, Move};
use super::search::{Entry, Goal, Proved, Search};
use crate::atomic_file::AtomicFile;

const VERSION: &[u8] = b"a search in Losing Chess, 1\n";
const NUMBERS: u64 = 32;
const ENTRY: u64 = 20;
const PROVED: u64 = 14;
const DIGEST: u64 = 32;

/// What is searched for, in words.
fn words(goal: &Goal<'_>, root: &Board) -> String {
    format!(
        "{}; {} to win, rule {}, tables of up to {} men\n",
        root.fen(),
        COLOURS[goal.attacker],
        goal.rule.number(),
        goal.units
    )
}

/// Something that is hashed on its way.
struct Hashed<T> {
    inner: T,
    hash: Sha256,
}

impl<T: Write> Hashed<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Hashed<T> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.hash.update(bytes);
        Ok(bytes)
    }

    fn long(&mut self) -> io::Result<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn short(&mut self) -> io::Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn text(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.inner.read_exact(&mut bytes)?;
        self.hash.update(&bytes);
        Ok(bytes)
    }
}

/// Writes what a search has found.
///
/// # Errors
///
/// What the file system reports.
pub fn save(search: &Search<'_>, root: &Board, path: &Path) -> Result<(), String> {
    write(search, root, path).map_err(|error| format!("{}: {error}", session::escape::path(path)))
}

fn write(search: &Search<'_>, root: &Board, path: &Path) -> io::Result<()> {
    let mut file = Hashed { inner: BufWriter::with_capacity(1 << 20, AtomicFile::create(path)?), hash: Sha256::new() };
    file.put(VERSION)?;
    file.put(words(&search.goal, root).as_bytes())?;
    let used = || search.entries.iter().filter(|entry| entry.work > 0);
    let numbers = [search.nodes, search.entries.len() as u64, used().count() as u64, search.proved.len() as u64];
    for number in numbers {
        file.put(&number.to_le_bytes())?;
    }
    for entry in used() {
        file.put(&entry.key.to_le_bytes())?;
        for number in [entry.proof, entry.disproof, entry.work] {
            file.put(&number.to_le_bytes())?;
        }
    }
    for (key, proved) in &search.proved {
        file.put(&key.to_le_bytes())?;
        file.put(&proved.rank.to_le_bytes())?;
        file.put(&proved.step.0.to_le_bytes())?;
    }
    let Hashed { mut inner, hash } = file;
    inner.write_all(&hash.finalize())?;
    inner.into_inner().map_err(|error| io::Error::from(error.error().kind()))?.finish()
}

/// Gives a new search what another has found; nothing if there is no such file.
///
/// # Errors
///
/// What is wrong with the file: then the search must not be used.
pub fn restore(search: &mut Search<'_>, root: &Board, path: &Path) -> Result<bool, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", session::escape::path(path));
    match File::open(path) {
        Ok(file) => {
            let length = file.metadata().map_err(|error| at(&error))?.len();
            read(search, root, file, length).map_err(|error| at(&error)).map(|()| true)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(at(&error)),
    }
}

fn read(search: &mut Search<'_>, root: &Board, file: File, length: u64) -> Result<(), String> {
    let cut = |_: io::Error| "found a file that is cut, required the whole state of a search".to_owned();
    let mut file = Hashed { inner: BufReader::with_capacity(1 << 20, file), hash: Sha256::new() };
    if length < VERSION.len() as u64 || file.text(VERSION.len()).map_err(cut)? != VERSION {
        return Err("found another file, required the state of a search in Losing Chess, version 1".to_owned());
    }
    let mut line = Vec::new();
    // No line is longer than a FEN and some words.
    while line.last() != Some(&b'\n') && line.len() < 200 {
        line.extend(file.take::<1>().map_err(cut)?);
    }
    let required = words(&search.goal, root);
    if line != required.as_bytes() {
        let found = String::from_utf8_lossy(&line).trim_end().to_owned();
        return Err(format!("found the state of another search: {found}; required: {}", required.trim_end()));
    }
    let [nodes, size, used, proved] = [file.long(), file.long(), file.long(), file.long()]
        .into_iter()
        .collect::<io::Result<Vec<_>>>()
        .map_err(cut)?[..]
    else {
        unreachable!("four numbers")
    };
    let head = VERSION.len() as u64 + line.len() as u64 + NUMBERS;
    let expected = used.checked_mul(ENTRY).zip(proved.checked_mul(PROVED));
    let expected = expected.and_then(|(used, proved)| head.checked_add(used)?.checked_add(proved)?.checked_add(DIGEST));
    if expected != Some(length) {
        let expected = expected.map_or("fewer places".to_owned(), |expected| format!("{expected} bytes"));
        return Err(format!("found {length} bytes, required {expected}: the file is cut, or something follows it"));
    }
    search.begin_with(size, proved)?;
    search.nodes = nodes;
    for _ in 0..used {
        let key = file.long().map_err(cut)?;
        let [proof, disproof, work] =
            [file.short().map_err(cut)?, file.short().map_err(cut)?, file.short().map_err(cut)?];
        search.put(Entry { key, proof, disproof, work });
    }
    for _ in 0..proved {
        let key = file.long().map_err(cut)?;
        let rank = file.short().map_err(cut)?;
        let step = Move(file.take().map(u16::from_le_bytes).map_err(cut)?);
        search.proved.insert(key, Proved { rank, step });
    }
    let hash = file.hash.clone().finalize();
    if file.take::<32>().map_err(cut)? != hash[..] {
        return Err("found another SHA-256 than the file states, required an unchanged state of a search".to_owned());
    }
    Ok(())
}
