//! Finding the files that certificates import, by their digest. No verdict rests on what is found here: the checker compares the digest of the
//! bytes itself.
//!
//! Which files are looked into depends on what was given, but not on its order: the certificates that were given; then the regular files *.cert in
//! their folders, in the folders above and in those of `--imports`, as long as they have no more than 4 GiB together. Files with the names by
//! which imports usually go come first, small ones before large ones. Each is hashed once, and only when it is needed. Nothing but a
//! digest says that a file is the one that was looked for, and nothing that is found by another digest counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _, StdinLock};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::claims;
use super::claims::listed::{self, FIRST_BYTES, First};
use super::claims::unverified::Unverified;
use super::{escape, words};
use checker::certificate::{Digest, Form, Head, Never, Reader, Statement};
use checker::chess::Board;
use checker::endgame::Endgame;
use checker::limits::{Limit, TooMuch};
use checker::numbers::Fractions;
use ruzstd::decoding::StreamingDecoder;

/// So many bytes are hashed at most of files that were not given.
const MOST_BYTES: u64 = 1 << 32;
/// So many names of imports are known at most, beside those of the last one: they only say which files are hashed first.
const MOST_NAMES: usize = 1 << 9;

/// So many folders are named at most.
const MOST_NAMED: usize = 3;

/// A file that may be an import: its path; where it is, whatever it is called; its size.
type Candidate = (PathBuf, PathBuf, u64);

/// The files that may be imports, and the digests of those that have been read.
#[derive(Debug, Default)]
pub struct Files {
    candidates: Vec<Candidate>,
    /// The numbers of candidates, by where they are.
    numbers: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    left_out: usize,
    /// By where they are.
    digests: BTreeMap<PathBuf, Digest>,
    /// The digests of candidates, each with its number.
    index: BTreeSet<(Digest, usize)>,
    /// So many of the candidates, from the first on, have been read.
    seen: usize,
}

impl Files {
    /// Finds out which files are to be looked into from now on, for certificates that are given: these, and the files *.cert in their folders, in the
    /// folders above and in more folders.
    pub fn look_for(&mut self, given: &[PathBuf], more: &[PathBuf]) {
        let mut names = Names::default();
        given.iter().for_each(|path| names.add(path));
        self.folders = more.iter().cloned().collect();
        for path in given {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            self.folders.insert(folder.to_owned());
            self.folders.insert(above(folder));
        }
        let mut given: Vec<Candidate> = given.iter().filter_map(|path| candidate(path)).collect();
        given.sort();
        let count = given.len();
        let mut found: Vec<Candidate> = self.folders.iter().flat_map(|folder| certificates(folder)).collect();
        found.sort_by_cached_key(|(path, _, size)| (!names.has(path), *size, path.clone()));
        *self = Self { folders: take(&mut self.folders), digests: take(&mut self.digests), ..Self::default() };
        let mut left = MOST_BYTES;
        for (place, candidate) in given.into_iter().chain(found).enumerate() {
            if self.numbers.contains_key(&candidate.1) {
                continue;
            }
            match left.checked_sub(if place < count { 0 } else { candidate.2 }) {
                None => self.left_out += 1,
                Some(rest) => {
                    left = rest;
                    let number = self.candidates.len();
                    self.numbers.insert(candidate.1.clone(), number);
                    self.index.extend(self.digests.get(&candidate.1).map(|&digest| (digest, number)));
                    self.candidates.push(candidate);
                }
            }
        }
    }

    /// Reads a certificate, unless it has more bytes than it may; with its digest.
    ///
    /// # Errors
    ///
    /// What the system says, or that the file is too large.
    pub fn open(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        let (file, digest) = open(path)?;
        if let Ok(place) = fs::canonicalize(path) {
            self.note(place, digest);
        }
        Ok((file, digest))
    }

    /// Keeps the digest of the file that is there; it may be another than before.
    fn note(&mut self, place: PathBuf, digest: Digest) {
        let number = self.numbers.get(&place).copied();
        let before = self.digests.insert(place, digest);
        if let Some(number) = number {
            before.map(|before| self.index.remove(&(before, number)));
            self.index.insert((digest, number));
        }
    }

    /// The number of the first candidate that had this digest when it was read.
    fn known(&self, digest: Digest) -> Option<usize> {
        self.index.range((digest, 0)..=(digest, usize::MAX)).next().map(|&(_, number)| number)
    }

    /// The bytes with a digest, if they are found. No file is read twice for a digest that no file has.
    pub fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        loop {
            let number = match self.known(digest) {
                Some(number) => number,
                None => {
                    let number = self.seen;
                    self.seen += 1;
                    if self.digests.contains_key(&self.candidates.get(number)?.1) {
                        continue;
                    }
                    number
                }
            };
            let (path, place, _) = self.candidates[number].clone();
            match open(&path) {
                Ok((file, found)) => {
                    self.note(place, found);
                    if found == digest {
                        return Some(file);
                    }
                }
                // A file may have become another since it was listed, or since it was read.
                Err(_) => drop(self.index.remove(&(digest, number))),
            }
        }
    }

    /// Where the bytes with a digest were found.
    pub fn path(&self, digest: Digest) -> Option<&Path> {
        self.known(digest).map(|number| &*self.candidates[number].0)
    }

    /// Where was looked, in words.
    pub fn searched(&self) -> String {
        let mut folders: Vec<String> =
            self.folders.iter().take(MOST_NAMED).map(|folder| escape::path(folder)).collect();
        match self.folders.len() - folders.len() {
            0 => {}
            more => folders.push(words::count(more, "more folder", "more folders")),
        }
        let files = words::count(self.candidates.len(), "file", "files");
        let text = format!("looked into {files}: those given, and the files *.cert in {}", folders.join(", "));
        match self.left_out {
            0 => text,
            left_out => format!(
                "{text}; {left_out} more would have been more than {MOST_BYTES} bytes: give the import beside the certificate, or a folder with fewer \
                 files"
            ),
        }
    }
}

/// Reads a file, or standard input where the path is `-`, unless it has more bytes than it may: then it is not read to its end.
///
/// # Errors
///
/// What the system says; of the kind [`FileTooLarge`](io::ErrorKind::FileTooLarge) if the file is too large. A pipe or a device is not opened: that could
/// wait for ever.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = limit.most.saturating_add(1);
    match is_standard_input(path) {
        true => standard_input()?.take(most).read_to_end(&mut bytes)?,
        false => regular(path, limit)?.take(most).read_to_end(&mut bytes)?,
    };
    let found = u64::try_from(bytes.len()).expect("a length");
    if found <= limit.most { Ok(bytes) } else { Err(too_large(limit, found)) }
}

/// The path that stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Standard input, which is there once.
///
/// # Errors
///
/// If it was given away before.
pub fn standard_input() -> io::Result<StdinLock<'static>> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    match IS_TAKEN.swap(true, Ordering::Relaxed) {
        false => Ok(io::stdin().lock()),
        true => Err(io::Error::other("found standard input twice, required at most one -")),
    }
}

/// How a file begins that is compressed by zstd.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// So many bytes may be unpacked of any file, and for each byte of it.
const UNPACKED: u64 = 1 << 26;
const PER_BYTE: u64 = 1000;

/// How many bytes are unpacked at most of a file that has so many bytes, where there may be so many of any.
pub(crate) fn most_unpacked(size: u64, most: u64) -> u64 {
    most.min(size.saturating_mul(PER_BYTE).max(UNPACKED))
}

/// What a certificate has inside that is compressed by zstd, in one frame as `zstd` writes it; any other as it is.
///
/// # Errors
///
/// If it cannot be unpacked, or has more bytes inside than it may.
pub fn inside(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(ZSTD) {
        return Ok(bytes);
    }
    let wrong = |error: &dyn std::fmt::Display| io::Error::other(format!("zstd: {error}"));
    let (size, mut rest, mut inside) = (u64::try_from(bytes.len()).expect("a length"), &bytes[..], Vec::new());
    let limit = Limit { most: most_unpacked(size, Limit::FILE_BYTES.most), ..Limit::FILE_BYTES };
    let mut frame = StreamingDecoder::new(&mut rest).map_err(|error| wrong(&error))?;
    frame.by_ref().take(limit.most + 1).read_to_end(&mut inside).map_err(|error| wrong(&error))?;
    drop(frame);
    let found = u64::try_from(inside.len()).expect("a length");
    match found <= limit.most {
        false => Err(too_large(limit, found)),
        true if !rest.is_empty() => Err(wrong(&"found more behind the end of the frame, required one frame")),
        true => Ok(inside),
    }
}

/// Reads a certificate, with its digest. If it is compressed by zstd, both are of what is inside.
///
/// # Errors
///
/// As [`read`]; or if what is compressed cannot be unpacked, or has more bytes inside than it may.
pub fn open(path: &Path) -> io::Result<(Vec<u8>, Digest)> {
    let (mut file, mut bytes) = (regular(path, Limit::FILE_BYTES)?, Vec::new());
    bytes.try_reserve_exact(usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?)?;
    file.by_ref().take(Limit::FILE_BYTES.most).read_to_end(&mut bytes)?;
    let bytes = inside(bytes)?;
    let digest = Digest::of(&bytes);
    Ok((bytes, digest))
}

/// Opens a regular file of no more bytes than that.
fn regular(path: &Path, limit: Limit) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "found no regular file, required one"));
    }
    let file = File::open(path)?;
    let found = file.metadata()?.len();
    if found <= limit.most { Ok(file) } else { Err(too_large(limit, found)) }
}

fn too_large(limit: Limit, found: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, words::too_much(TooMuch { limit, found }))
}

/// Why nothing can be read of what [`below`] found, in words; none if it is a file that can be read.
pub fn unreadable(path: &Path) -> Option<String> {
    let why = if path.is_dir() {
        Some(unlisted(path))
    } else {
        regular(path, Limit { most: u64::MAX, ..Limit::FILE_BYTES }).err().map(|error| error.to_string())
    };
    why.map(|why| format!("unreadable: {why}"))
}

/// The folder above a folder.
fn above(folder: &Path) -> PathBuf {
    let is_named = folder.file_name().is_some();
    let above = folder.parent().filter(|above| is_named && !above.as_os_str().is_empty());
    match above {
        Some(above) => above.to_owned(),
        None if is_named => PathBuf::from("."),
        None if folder.has_root() => folder.to_owned(),
        None if folder == Path::new(".") => PathBuf::from(".."),
        None => folder.join(".."),
    }
}

/// A regular file of ordinary size.
fn candidate(path: &Path) -> Option<Candidate> {
    let about = fs::metadata(path).ok()?;
    let fits = about.is_file() && about.len() <= Limit::FILE_BYTES.most;
    fits.then(|| Some((path.to_owned(), fs::canonicalize(path).ok()?, about.len())))?
}

/// The certificates in a folder.
fn certificates(folder: &Path) -> Vec<Candidate> {
    let named = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| path_in(folder, &entry));
    named.filter(|path| is_certificate(path)).filter_map(|path| candidate(&path)).collect()
}

/// The path of what a folder holds; it begins with the folder unless that is `.`.
fn path_in(folder: &Path, entry: &DirEntry) -> PathBuf {
    if folder == Path::new(".") { entry.file_name().into() } else { entry.path() }
}

fn is_certificate(path: &Path) -> bool {
    let ends = |path: &Path, with: &str| path.extension().is_some_and(|extension| extension == with);
    ends(path, "cert") || ends(path, "zst") && ends(Path::new(path.file_stem().unwrap_or_default()), "cert")
}

/// All that is named *.cert, or *.cert.zst, in a folder and in the folders below it, in the order of the paths; and among it what may hold certificates and is not looked
/// into: folders that cannot be listed, links to folders, links that lead nowhere.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    list(folder, &mut all);
    all.sort();
    all
}

fn list(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return all.push(folder.to_owned()) };
    for entry in entries {
        let Ok(entry) = entry else { return all.push(folder.to_owned()) };
        let path = path_in(folder, &entry);
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&path, all),
            Ok(kind) if kind.is_symlink() && !path.is_file() => all.push(path),
            _ if is_certificate(&path) => all.push(path),
            _ => {}
        }
    }
}

/// Why nothing is read of a folder, in words.
pub fn unlisted(folder: &Path) -> String {
    let error = fs::read_dir(folder).and_then(|mut entries| entries.find_map(Result::err).map_or(Ok(()), Err));
    match error {
        Err(error) => format!("found a folder that cannot be listed: {error}"),
        Ok(()) if folder.is_symlink() => "found a link to a folder, required the folder itself".to_owned(),
        Ok(()) => {
            let all: Vec<PathBuf> = below(folder).into_iter().filter(|path| is_certificate(path)).collect();
            match &all[..] {
                [] => "found a folder without files *.cert, required a certificate".to_owned(),
                [first, ..] => {
                    let found = words::count(all.len(), "certificate", "certificates");
                    format!("found a folder with {found}, required one of them, such as {}", escape::path(first))
                }
            }
        }
    }
}

/// The names by which the imports of certificates usually go.
#[derive(Default)]
struct Names {
    names: BTreeSet<String>,
    /// Beginnings of such names: of lists nothing but the board is known.
    boards: BTreeSet<String>,
}

impl Names {
    /// Adds those for a file that is given, unless it lists no imports.
    fn add(&mut self, path: &Path) {
        if front(path).and_then(|bytes| listed::imports(listed::first(&bytes)?.rest)) == Some(0) {
            return;
        }
        let statement = match about(path) {
            Some(About::Endgame(endgame, _)) => endgame.statement(),
            Some(About::Further(statement)) => statement,
            Some(About::List(board)) => {
                self.boards.insert(format!("{}x{}_", board.files, board.ranks));
                return;
            }
            None => return,
        };
        let (bits, form, imports, values) = (0, Form::One, Vec::new(), Fractions::default());
        let head = Head { statement, never: None, bits, form, imports, values: values.into() };
        self.add_imports(&*claims::unverified(&head, None));
    }

    fn add_imports(&mut self, of: &dyn Unverified) {
        let mut imports = of.imports();
        imports.retain(|import| import.names().is_some_and(|[_, file]| self.names.insert(file)));
        for import in imports {
            if self.names.len() < MOST_NAMES {
                self.add_imports(&*import);
            }
        }
    }

    fn has(&self, path: &Path) -> bool {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
        self.names.contains(name.strip_suffix(".zst").unwrap_or(name))
            || self.boards.iter().any(|board| name.starts_with(board))
    }
}

/// What a file says that it is about, if that says anything of other files. Nothing of it is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// All positions of an endgame; and what an endless play is worth, if the file is about the one value for that.
    Endgame(Endgame, Option<Never>),
    /// A list of positions on a board.
    List(Board),
    /// A statement about a further game.
    Further(Statement),
}

/// The first bytes of a regular file.
fn front(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    candidate(path)?;
    File::open(path).ok()?.take(FIRST_BYTES).read_to_end(&mut bytes).ok()?;
    if bytes.starts_with(ZSTD) {
        bytes.clear();
        let inside = StreamingDecoder::new(io::BufReader::new(File::open(path).ok()?)).ok()?;
        inside.take(FIRST_BYTES).read_to_end(&mut bytes).ok()?;
    }
    Some(bytes)
}

/// What the file of a path says that it is about, as far as its first bytes tell; none if it is no regular file, or no certificate of this version.
pub fn about(path: &Path) -> Option<About> {
    let bytes = front(path)?;
    let First { number, body, is_whole, rest } = listed::first(&bytes)?;
    match number {
        0 => Some(About::Endgame(listed::endgame(body)?, listed::never(&mut Reader::new(None, rest))?)),
        1 => None,
        2 => Some(About::List(Board::new(body.get(..3)?.try_into().ok()?)?)),
        number => is_whole.then(|| About::Further(Statement::Further(number, body.to_vec()))),
    }
}
