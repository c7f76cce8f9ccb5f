//! Finding the files that certificates import, by their digest. No verdict rests on what is found here: the checker compares the digest of the
//! bytes itself.
//!
//! Which files are looked into depends on what was given, but not on its order: the certificates that were given; then the regular files *.cert in
//! their folders, in the folders above and in those of `--imports`, as long as they have no more than 2 GiB together. Files with the names by
//! which imports usually go come first, small ones before large ones. Each is hashed once, and only when it is needed. Nothing but a
//! digest says that a file is the one that was looked for, and nothing that is found by another digest counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{antichess, notation, words};
use checker::certificate::{Digest, HEAD_START, MAGIC, Reader, VERSION};
use checker::chess::{ALL_PROMOTIONS, Board};
use checker::endgame::Endgame;
use checker::limits::{Limit, TooMuch};

/// So many bytes are hashed at most of files that were not given.
const MOST_BYTES: u64 = 1 << 31;
/// What has to be read of a file to know which endgame it is about.
const STATEMENT_BYTES: u64 = 64;

/// A file that may be an import: its path; where it is, whatever it is called; its size.
type Candidate = (PathBuf, PathBuf, u64);

/// The files that may be imports, and the digests of those that have been read.
#[derive(Debug, Default)]
pub struct Files {
    candidates: Vec<Candidate>,
    folders: BTreeSet<PathBuf>,
    left_out: usize,
    /// By where they are.
    digests: BTreeMap<PathBuf, Digest>,
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
        let mut found: Vec<Candidate> = self.folders.iter().flat_map(|folder| certificates(folder)).collect();
        found.sort_by_cached_key(|(path, _, size)| (!names.has(path), *size, path.clone()));
        (self.candidates, self.left_out) = (Vec::new(), 0);
        let (mut places, mut left) = (BTreeSet::new(), MOST_BYTES);
        for candidate in given {
            if places.insert(candidate.1.clone()) {
                self.candidates.push(candidate);
            }
        }
        for candidate in found {
            if places.insert(candidate.1.clone()) {
                match left.checked_sub(candidate.2) {
                    None => self.left_out += 1,
                    Some(rest) => {
                        left = rest;
                        self.candidates.push(candidate);
                    }
                }
            }
        }
    }

    /// Reads a certificate, unless it has more bytes than it may; with its digest.
    ///
    /// # Errors
    ///
    /// What the system says, or that the file is too large.
    pub fn read(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        let bytes = read(path, Limit::FILE_BYTES)?;
        let digest = Digest::of(&bytes);
        if let Some((_, place, _)) = candidate(path) {
            self.digests.insert(place, digest);
        }
        Ok((bytes, digest))
    }

    /// The bytes with a digest, if they are found.
    pub fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        for (path, place, _) in &self.candidates {
            if self.digests.get(place).is_none_or(|known| *known == digest) {
                // A file may have become another since it was listed.
                let Some(bytes) = candidate(path).and_then(|_| read(path, Limit::FILE_BYTES).ok()) else { continue };
                let found = Digest::of(&bytes);
                self.digests.insert(place.clone(), found);
                if found == digest {
                    return Some(bytes);
                }
            }
        }
        None
    }

    /// Where the bytes with a digest were found.
    pub fn path(&self, digest: Digest) -> Option<&Path> {
        let found = self.candidates.iter().find(|(_, place, _)| self.digests.get(place) == Some(&digest));
        found.map(|(path, ..)| &**path)
    }

    /// Where was looked, in words.
    pub fn searched(&self) -> String {
        let folders: Vec<String> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
        let (count, folders) = (self.candidates.len(), folders.join(", "));
        let files = if count == 1 { "file" } else { "files" };
        let text = format!("looked into {count} {files}: those given, and the files *.cert in {folders}");
        match self.left_out {
            0 => text,
            left_out => format!(
                "{text}; {left_out} more would have been more than {MOST_BYTES} bytes: give the import beside the certificate, or a folder with fewer \
                 files"
            ),
        }
    }
}

/// Reads a file, unless it has more bytes than it may: then it is not read to its end.
///
/// # Errors
///
/// What the system says; of the kind [`FileTooLarge`](io::ErrorKind::FileTooLarge) if the file is too large.
pub fn read(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut found = file.metadata()?.len();
    let mut bytes = Vec::new();
    if found <= limit.most {
        file.take(limit.most + 1).read_to_end(&mut bytes)?;
        found = u64::try_from(bytes.len()).expect("a length");
    }
    match found <= limit.most {
        true => Ok(bytes),
        false => Err(io::Error::new(io::ErrorKind::FileTooLarge, words::too_much(TooMuch { limit, found }))),
    }
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
    named(folder).filter(|path| is_certificate(path)).filter_map(|path| candidate(&path)).collect()
}

/// What a folder holds, as a path that begins with the folder unless that is `.`.
fn named(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_here = folder == Path::new(".");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(move |entry| if is_here { entry.file_name().into() } else { entry.path() })
}

fn is_certificate(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cert")
}

/// The regular files *.cert in a folder and in the folders below it, in the order of their paths. Links to folders are not followed.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in named(folder) {
        if path.is_dir() {
            if !path.is_symlink() {
                all.extend(below(&path));
            }
        } else if is_certificate(&path) && path.is_file() {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The names by which the imports of certificates usually go.
#[derive(Default)]
struct Names {
    names: BTreeSet<String>,
    /// Beginnings of such names: of lists nothing but the board is known.
    boards: BTreeSet<String>,
}

impl Names {
    /// Adds those for a file that is given.
    fn add(&mut self, path: &Path) {
        match about(path) {
            Some(About::Endgame(endgame, ..)) => self.add_imports(&endgame),
            Some(About::List(board, _)) => {
                self.boards.insert(format!("{}x{}_", board.files, board.ranks));
            }
            Some(About::Losing(number, endgame)) => self.add_losing(number, &endgame),
            Some(About::Game(..) | About::Further(_)) | None => {}
        }
    }

    /// The same of Losing Chess.
    fn add_losing(&mut self, number: u8, endgame: &Endgame) {
        for import in endgame.changes(0, &ALL_PROMOTIONS) {
            if self.names.insert(antichess::file_name(number, &import)) {
                self.add_losing(number, &import);
            }
        }
    }

    fn add_imports(&mut self, endgame: &Endgame) {
        for import in endgame.imports() {
            if self.names.insert(notation::file_name(&import)) {
                self.add_imports(&import);
            }
        }
    }

    fn has(&self, path: &Path) -> bool {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
        self.names.contains(name) || self.boards.iter().any(|board| name.starts_with(board))
    }
}

/// What a file says that it is about. Nothing of it is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// All positions of an endgame, with the bits and the number of the form.
    Endgame(Endgame, u8, u8),
    /// A game in a file, with the bits and the number of the form.
    Game(u8, u8),
    /// A list of so many positions on a board.
    List(Board, u64),
    /// An endgame of Losing Chess: under an auction (3) or by turns (4).
    Losing(u8, Endgame),
    /// A statement about a further game, of this number.
    Further(u8),
}

/// What the file of a path says that it is about, as far as its first bytes tell; none if it is no regular file, or no certificate of this version.
pub fn about(path: &Path) -> Option<About> {
    let mut bytes = Vec::new();
    candidate(path)?;
    File::open(path).ok()?.take(STATEMENT_BYTES).read_to_end(&mut bytes).ok()?;
    statement(&bytes)
}

/// The same of the first bytes.
fn statement(bytes: &[u8]) -> Option<About> {
    let version = bytes.get(HEAD_START - 6..HEAD_START - 4)?;
    if !bytes.starts_with(&MAGIC) || version != VERSION.to_le_bytes() {
        return None;
    }
    let mut reader = Reader::new(None, bytes.get(HEAD_START..)?);
    let kind = reader.byte().ok()?;
    match kind {
        1 => return Some(About::Game(reader.byte().ok()?, reader.byte().ok()?)),
        antichess::AUCTION | antichess::TURNS => {
            let length = usize::try_from(reader.number().ok()?).ok()?;
            return Some(About::Losing(kind, antichess::endgame(kind, reader.take(length).ok()?)?));
        }
        3.. => return Some(About::Further(kind)),
        _ => {}
    }
    let board = [reader.byte().ok()?, reader.byte().ok()?, reader.byte().ok()?];
    match kind {
        0 => {
            let men = usize::try_from(reader.number().ok()?).ok()?;
            let endgame = Endgame::new(board, reader.take(men).ok()?).ok()?;
            Some(About::Endgame(endgame, reader.byte().ok()?, reader.byte().ok()?))
        }
        2 => {
            let _root = reader.number().ok()?;
            Some(About::List(Board::new(board)?, reader.number().ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_folder_above() {
        let cases =
            [("a/b", "a"), ("a", "."), (".", ".."), ("..", "../.."), ("/", "/"), ("/a", "/"), ("a/..", "a/../..")];
        for (folder, expected) in cases {
            assert_eq!(above(Path::new(folder)), Path::new(expected), "{folder}");
        }
    }
}
