//! What is kept of an iteration beside its certificate, so that an interrupted run can be taken up again.
//!
//! A raised iteration from any numbers that an earlier run has reached ends where that run would have ended. So a state is the numbers themselves, what they
//! belong to, and a digest of all that. Whatever does not fit is told and not used. Files are written under a temporary name and renamed.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::atomic_file::AtomicFile;
use crate::slices::layout::LANES;
use crate::slices::sweep::{Lanes, Units};
use crate::slices::{BOUNDS, Progress, Told};

/// The first bytes of a state. The number changes with the meaning of what is kept.
const MAGIC: &str = "bidding slices, state 1";

/// The endings of the files' names, in the order of [`BOUNDS`].
const ENDINGS: [&str; 4] = ["l", "u1", "u", "l1"];

/// So many numbers, in [`Lanes`], are written at a time.
const CHUNK: usize = 1 << 10;

/// What an iteration has reached.
#[derive(Clone, Debug)]
pub struct Saved<T> {
    /// The numbers.
    pub values: Vec<Lanes<T>>,
    /// How many sweeps were made.
    pub sweeps: u32,
    /// How often something had been taken off the list of gaps when it began.
    pub round: u32,
    /// Whether nothing moves any more.
    pub settled: bool,
}

impl<T> Saved<T> {
    /// Before the first sweep.
    pub fn new(values: Vec<Lanes<T>>) -> Self {
        Self { values, sweeps: 0, round: 0, settled: false }
    }
}

/// Where the states of an endgame are kept.
#[derive(Debug)]
pub struct States {
    /// The certificate that they belong to.
    certificate: PathBuf,
    /// The endgame, the unit and the imports, in a line.
    claim: String,
    /// How long an iteration goes on before its state is written.
    pub every: Duration,
    /// Whether a state could not be written; that is told once.
    has_failed: AtomicBool,
}

impl States {
    /// Those of a certificate.
    #[must_use]
    pub fn new(certificate: &Path, claim: String, every: Duration) -> Self {
        Self { certificate: certificate.to_owned(), claim, every, has_failed: AtomicBool::new(false) }
    }

    /// The file of a bound.
    #[must_use]
    pub fn path(&self, bound: usize) -> PathBuf {
        self.certificate.with_extension(format!("{}.state", ENDINGS[bound]))
    }

    /// The first lines of a state.
    fn head<T: Units>(&self, bound: usize, saved: &Saved<T>) -> String {
        let Saved { values, sweeps, round, settled } = saved;
        let (count, size) = (values.len() * LANES, size_of::<T>());
        let settled = if *settled { "settled" } else { "not settled" };
        let Self { claim, .. } = self;
        format!("{MAGIC}\n{claim}\nbound {bound}, {count} numbers of {size} bytes\n{sweeps} {round} {settled}\n")
    }

    /// Writes what was reached. If that cannot be done, it is told, and the run goes on.
    pub fn keep<T: Units>(&self, bound: usize, saved: &Saved<T>, progress: Progress<'_>) {
        let path = self.path(bound);
        let written = self.write(&path, bound, saved);
        if let Err(error) = written
            && !self.has_failed.swap(true, Ordering::Relaxed)
        {
            progress(Told::Kept(format!("{}: {error}; the state is not kept", session::escape::path(&path))));
        }
    }

    fn write<T: Units>(&self, path: &Path, bound: usize, saved: &Saved<T>) -> io::Result<()> {
        let mut file = BufWriter::new(AtomicFile::create(path)?);
        let mut digest = Sha256::new();
        let mut put = |bytes: &[u8]| {
            digest.update(bytes);
            file.write_all(bytes)
        };
        put(self.head(bound, saved).as_bytes())?;
        let mut bytes = Vec::new();
        for numbers in saved.values.chunks(CHUNK) {
            bytes.clear();
            let numbers = numbers.iter().flat_map(|lanes| lanes.0);
            numbers.for_each(|number| bytes.extend_from_slice(&number.to_u64().to_le_bytes()[..size_of::<T>()]));
            put(&bytes)?;
        }
        file.write_all(&digest.finalize())?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }

    /// What an earlier run has kept, so many [`Lanes`]; none where there is nothing, or nothing that fits, which is told.
    pub fn read<T: Units>(&self, bound: usize, count: usize, one: u64, progress: Progress<'_>) -> Option<Saved<T>> {
        let path = self.path(bound);
        let name = session::escape::path(&path);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                progress(Told::Kept(format!("{name}: {error}; it is not used, {} begins again", BOUNDS[bound])));
                return None;
            }
        };
        match self.parse(file, bound, count, one) {
            Ok(saved) => {
                let sweeps = saved.sweeps;
                progress(Told::Kept(format!("{name}: {} goes on after {sweeps} sweeps", BOUNDS[bound])));
                Some(saved)
            }
            Err(reason) => {
                progress(Told::Kept(format!("{name}: {reason}; it is not used, {} begins again", BOUNDS[bound])));
                None
            }
        }
    }

    fn parse<T: Units>(&self, file: File, bound: usize, count: usize, one: u64) -> Result<Saved<T>, String> {
        let size = size_of::<T>();
        let mut file = BufReader::new(file);
        let mut digest = Sha256::new();
        let mut line = |what: &str| {
            let mut line = Vec::new();
            // A line of imports is the longest.
            while line.last() != Some(&b'\n') && line.len() < 1 << 10 {
                let mut byte = [0];
                file.read_exact(&mut byte).map_err(|_| format!("found its end, required {what}"))?;
                line.extend(byte);
            }
            digest.update(&line);
            Ok::<String, String>(String::from_utf8_lossy(&line).trim_end().to_owned())
        };
        let mut agree = |what: &str, required: &str| match line(what)? {
            found if found == required => Ok(()),
            found => Err(format!("found {what} {found:?}, required {required:?}")),
        };
        agree("a head", MAGIC)?;
        agree("a state of", &self.claim)?;
        agree("a state of", &format!("bound {bound}, {} numbers of {size} bytes", count * LANES))?;
        let reached = line("sweeps and rounds")?;
        let mut words = reached.splitn(3, ' ');
        let mut number = || words.next().and_then(|word| word.parse().ok());
        let (sweeps, round) = (number(), number());
        let settled = match words.next() {
            Some("settled") => Some(true),
            Some("not settled") => Some(false),
            _ => None,
        };
        let (Some(sweeps), Some(round), Some(settled)) = (sweeps, round, settled) else {
            return Err(format!("found {reached:?}, required sweeps and rounds"));
        };
        let mut values = Vec::with_capacity(count);
        let mut bytes = vec![0; CHUNK * LANES * size];
        while values.len() < count {
            let bytes = &mut bytes[..CHUNK.min(count - values.len()) * LANES * size];
            file.read_exact(bytes).map_err(|_| format!("found its end, required {} numbers", count * LANES))?;
            digest.update(&*bytes);
            for bytes in bytes.chunks_exact(LANES * size) {
                let mut lanes = Lanes::all(T::default());
                for (lane, bytes) in lanes.0.iter_mut().zip(bytes.chunks_exact(size)) {
                    let mut number = [0; 8];
                    number[..size].copy_from_slice(bytes);
                    *lane = match u64::from_le_bytes(number) {
                        number if number <= one => T::from_u64(number),
                        number => return Err(format!("found {number} units, required at most {one}")),
                    };
                }
                values.push(lanes);
            }
        }
        let mut stated = Vec::new();
        file.take(33).read_to_end(&mut stated).map_err(|error| error.to_string())?;
        if stated != digest.finalize().as_slice() {
            return Err("found another digest than that of its bytes".to_owned());
        }
        Ok(Saved { values, sweeps, round, settled })
    }

    /// Removes the states: the certificate is written.
    pub fn remove(&self) {
        for bound in 0..BOUNDS.len() {
            // Where there is none, or somebody was faster, nothing is left to do.
            let _ = std::fs::remove_file(self.path(bound));
        }
    }
}
