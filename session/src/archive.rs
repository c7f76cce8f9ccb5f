//! Archives of models in UMB: tar, plain or compressed by gzip or xz, unpacked into memory.
//!
//! Which libraries unpack is no part of what a verdict is about: that is the digest of what is unpacked (`games::models`). What a model needs is kept; the names of
//! actions, values of variables and the like are passed over. Nothing is written to a disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use checker::certificate::Digest;
use checker::claim::Subject;
use games::models::{Array, Arrays, Model, Wrong};
use sha2::{Digest as _, Sha256};

use crate::{claims, escape, files, xz};

/// So many files may be in an archive; models have some tens.
const MOST_FILES: usize = 10_000;
/// So many bytes of an archive are unpacked at most: 8 GiB.
const MODEL_BYTES: u64 = 1 << 33;

/// So many bytes an index may have: those of models have some thousands, and what is read of it takes a multiple of its bytes.
const MOST_INDEX: u64 = 1 << 24;

/// The bytes that a compressed or a plain archive begins with: of a plain one, at this place.
const GZIP: &[u8] = &[0x1f, 0x8b];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];
const TAR: (usize, &[u8]) = (257, b"ustar");

/// So many bytes tell whether it is an archive.
pub const FRONT: usize = 262;

/// Whether a file that begins with these bytes is an archive.
pub fn is_archive(front: &[u8]) -> bool {
    front.starts_with(GZIP) || front.starts_with(XZ) || is_tar(front)
}

/// Whether a file that begins with these bytes is a plain archive.
pub fn is_tar(front: &[u8]) -> bool {
    front.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1))
}

/// What a file begins with when it is unpacked, as far as these first bytes of it tell: enough to know a plain archive by.
pub fn unpacked(front: &[u8]) -> Vec<u8> {
    let most = u64::try_from(FRONT).expect("a length");
    let mut unpacked = Vec::new();
    // What is cut off ends in an error: what came before it is there.
    let _ = match () {
        () if front.starts_with(GZIP) => {
            flate2::bufread::GzDecoder::new(front).take(most).read_to_end(&mut unpacked).map(drop)
        }
        () if front.starts_with(XZ) => xz::unpack_front(front, most, &mut unpacked),
        () => front.take(most).read_to_end(&mut unpacked).map(drop),
    };
    unpacked
}

/// A model, or why an archive is none, in words; and the digest of the archive.
pub type Found = (Result<Subject, String>, Option<Digest>);

/// Reads the model in a file; none if the file is no archive.
///
/// # Errors
///
/// What the system says.
///
/// # Panics
///
/// Never.
pub fn file(path: &Path) -> io::Result<Option<Found>> {
    let (mut front, size) = (Vec::new(), fs::metadata(path)?);
    if !size.is_file() {
        return Ok(None);
    }
    let front_size = u64::try_from(FRONT).expect("a length");
    fs::File::open(path)?.take(front_size).read_to_end(&mut front)?;
    if !is_archive(&front) {
        return Ok(None);
    }
    let mut reader = BufReader::new(Hashed { file: fs::File::open(path)?, read: Sha256::new() });
    let unpacked = unpack(&mut reader, size.len(), MODEL_BYTES);
    // What is no archive is read to its end, too.
    let is_read = io::copy(&mut reader, &mut io::sink()).is_ok();
    let digest = is_read.then(|| Digest(reader.into_inner().read.finalize().into()));
    Ok(Some((model(unpacked), digest)))
}

/// A file, and what has been read of it.
struct Hashed {
    file: fs::File,
    read: Sha256,
}

impl Read for Hashed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read.update(&bytes[..read]);
        Ok(read)
    }
}

/// Reads the model in an archive in memory; none if these bytes are no archive.
///
/// # Panics
///
/// Never.
pub fn bytes(bytes: &[u8]) -> Option<Result<Subject, String>> {
    let size = u64::try_from(bytes.len()).expect("a length");
    is_archive(bytes).then(|| model(unpack(bytes, size, MODEL_BYTES)))
}

/// Reads the files of a model.
fn model(files: Result<Arrays, String>) -> Result<Subject, String> {
    let model = files.and_then(|files| Model::read(files).map_err(|wrong| wrong_model(&wrong)));
    model.map(|model| -> Subject { Arc::new(model) })
}

/// Why an archive is no model.
pub fn wrong_model(wrong: &Wrong) -> String {
    let entry = wrong.entry.map_or(String::new(), |entry| format!(", number {entry}, counted from 0"));
    format!("{}{entry}: found something else, required {}", escape::path(Path::new(&wrong.file)), wrong.required)
}

/// What a model is, in a few words, if this is one.
pub fn title(given: &Subject) -> Option<String> {
    given.downcast_ref::<Model>().map(claims::models::title)
}

/// Whether a model needs the file of this name.
fn is_needed(name: &str) -> bool {
    let is_array = name.ends_with(".bin") && !name.contains('/');
    name == "index.json"
        || is_array
        || ["annotations/aps/", "annotations/rewards/"].iter().any(|start| name.starts_with(start))
}

/// What is kept of a file of an archive.
pub trait Keep {
    /// From its bytes, whose room is used again if it is left.
    fn keep(bytes: &mut Vec<u8>) -> Self;
}

impl Keep for Vec<u8> {
    fn keep(bytes: &mut Vec<u8>) -> Self {
        std::mem::take(bytes)
    }
}

impl Keep for Array {
    fn keep(bytes: &mut Vec<u8>) -> Self {
        Self::from(&bytes[..])
    }
}

/// Unpacks an archive that has so many bytes; not more than so many bytes of it. Each file becomes what is kept of it before the next one is read.
///
/// # Errors
///
/// Why it is no archive of a model, in words.
pub fn unpack<T: Keep>(mut file: impl io::BufRead, size: u64, most: u64) -> Result<BTreeMap<String, T>, String> {
    let no_archive = |error: io::Error| {
        let error = escape::visible(&error.to_string());
        format!("found no archive of UMB (tar, plain or compressed by gzip or xz): {error}")
    };
    let most = files::most_unpacked(size, most);
    let front = file.fill_buf().map_err(|error| error.to_string())?;
    let (is_gzip, is_xz) = (front.starts_with(GZIP), front.starts_with(XZ));
    let reader: Box<dyn Read + '_> = if is_gzip {
        Box::new(flate2::bufread::MultiGzDecoder::new(file))
    } else if is_xz {
        Box::new(io::Cursor::new(xz::unpack(file, most).map_err(no_archive)?))
    } else {
        Box::new(file)
    };
    let mut archive = tar::Archive::new(reader.take(most.saturating_add(1)));
    let (mut files, mut left, mut count, mut bytes) = (BTreeMap::new(), most, 0, Vec::new());
    for entry in archive.entries().map_err(no_archive)? {
        let mut entry = entry.map_err(no_archive)?;
        let kind = entry.header().entry_type();
        if kind.is_dir() || kind.is_pax_global_extensions() {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let shown = escape::quoted(&name);
        if !kind.is_file() {
            return Err(format!("{shown} in the archive: found a link or something else, required a file"));
        }
        let name = name.strip_prefix("./").unwrap_or(&name);
        let name = name.strip_prefix('/').unwrap_or(name).to_owned();
        if name.split('/').any(|part| [".", "..", ""].contains(&part)) {
            return Err(format!(
                "{shown} in the archive: found a name that leads out of it, or has an empty part, required a plain one"
            ));
        }
        count += 1;
        let size = entry.size();
        let fits = left.checked_sub(size).filter(|_| count <= MOST_FILES);
        left = fits.ok_or_else(|| {
            format!("{shown} in the archive: found more than {} MB, or more than {MOST_FILES} files", most >> 20)
        })?;
        if !is_needed(&name) {
            continue;
        }
        if name == "index.json" && size > MOST_INDEX {
            return Err(format!("{shown} in the archive: found {size} bytes, required at most {MOST_INDEX}"));
        }
        bytes.clear();
        let room = usize::try_from(size).map(|size| bytes.try_reserve_exact(size));
        room.map_err(io::Error::other).and_then(|room| room.map_err(io::Error::other)).map_err(no_archive)?;
        entry.read_to_end(&mut bytes).map_err(no_archive)?;
        let found = u64::try_from(bytes.len()).expect("a length");
        if found != size {
            return Err(format!("{shown} in the archive: found {found} bytes, required {size}"));
        }
        if files.insert(name, T::keep(&mut bytes)).is_some() {
            return Err(format!("{shown} in the archive: found twice, required each file once"));
        }
    }
    // What is compressed ends with a sum of all of it: it is compared when the end is reached.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(no_archive)?;
    Ok(files)
}
