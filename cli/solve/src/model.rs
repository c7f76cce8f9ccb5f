//! `solve model`: how probable it is to reach a goal, in a model of others: UMB, the unified Markov binary format.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use checker::certificate::Digest;
use report::escape;
use solver::atomic_file;
use solver::certificates::certify;
use solver::graph::labels::Side;
use solver::graph_games::enclose;
use solver::graph_games::solve;
use solver::graph_games::umb::{Coalition, Doubles, Files, Model};
use solver::graph_games::{Game, Kind};
use solver::memory::{MEGABYTE, available_memory};

use crate::watch::Watch;
use crate::{Failed, graph};

/// What is asked of a model.
#[derive(clap::Args)]
pub struct Arguments {
    /// The model: an archive of UMB, plain or compressed by gzip or xz, as PRISM, Storm and Modest write it
    model: PathBuf,
    /// Reach a state with this label
    #[arg(long, value_name = "LABEL")]
    reach: String,
    /// Before that, never enter a state with this label
    #[arg(long, value_name = "LABEL")]
    avoid: Option<String>,
    /// These players want to reach, the others not: names or numbers from 0, with commas between them. Without --max and --min all players want to
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with = "min")]
    max: Option<Vec<String>>,
    /// These players do not want to reach, the others do; alone, all players
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', num_args = 0..=1)]
    min: Option<Vec<String>>,
    /// Read each double as the simplest fraction that it stands for; without it as the number that it is. The probabilities of a choice must have the sum 1
    #[arg(long)]
    simplest: bool,
    /// Answer for all states, not for the initial ones alone
    #[arg(long)]
    all: bool,
    /// Write a strategy for both sides: a line for each state with more than one choice, and the number of the choice from 0
    #[arg(long, value_name = "FILE.csv", value_parser = crate::file())]
    strategy: Option<PathBuf>,
    /// Encloses the values in units of 2^-BITS, 1 to 62, instead of solving exactly
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u8).range(1..=62))]
    enclosure: Option<u8>,
    /// Writes the model as a game in JSON, which the certificate is about
    #[arg(long, value_name = "GAME.json", value_parser = crate::file())]
    game: Option<PathBuf>,
    /// Writes the certificate, for `check FILE.cert --graph GAME.json`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file(), requires = "game")]
    out: Option<PathBuf>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

/// So many files may be in an archive; models have some tens.
const MOST_FILES: usize = 10_000;

/// Unpacks an archive into memory. What is not read of a model (valuations, names of actions) is left out.
fn unpack(path: &Path) -> Result<Files, String> {
    let reason = |error: io::Error| error.to_string();
    let mut start = [0_u8; 6];
    let read = File::open(path).and_then(|file| {
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("found no regular file, required one"));
        }
        file.take(6).read(&mut start)
    });
    let length = read.map_err(reason)?;
    let file = io::BufReader::new(File::open(path).map_err(reason)?);
    let most = available_memory().unwrap_or(4096 * MEGABYTE) / 4;
    let start = &start[..length];
    let reader: Box<dyn Read> = match start {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(file)),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => Box::new(Xz::unpacked(file, most)?),
        _ => Box::new(file),
    };
    let mut archive = tar::Archive::new(reader.take(most + 1));
    let (mut files, mut left) = (Files::new(), most);
    let no_archive =
        |error: io::Error| format!("found no archive of UMB (tar, plain or compressed by gzip or xz): {error}");
    for entry in archive.entries().map_err(no_archive)? {
        let mut entry = entry.map_err(no_archive)?;
        if entry.header().entry_type().is_dir() || entry.header().entry_type().is_pax_global_extensions() {
            continue;
        }
        let name = entry.path().map_err(reason)?.to_string_lossy().into_owned();
        let shown = solver::escape::short(&name);
        if !entry.header().entry_type().is_file() {
            return Err(format!("{shown:?} in the archive: found a link or something else, required a file"));
        }
        let name = name.trim_start_matches("./").trim_start_matches('/').to_owned();
        if name.split('/').any(|part| part == ".." || part.is_empty()) {
            return Err(format!("{shown:?} in the archive: found a name that leads out of it"));
        }
        let is_needed = !name.contains("valuations/") && !name.contains("actions/") && !name.contains("rewards/");
        if !is_needed {
            continue;
        }
        let size = entry.size();
        let fits = left.checked_sub(size).filter(|_| files.len() < MOST_FILES);
        left = fits.ok_or_else(|| {
            format!("{shown:?} in the archive: found more than {} MB, or too many files", most / MEGABYTE)
        })?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(no_archive)?;
        if bytes.len() as u64 != size {
            return Err(format!("{shown:?} in the archive: found {} bytes, required {size}", bytes.len()));
        }
        if files.insert(name, bytes).is_some() {
            return Err(format!("{shown:?} is twice in the archive"));
        }
    }
    Ok(files)
}

/// Bytes that were compressed by xz.
struct Xz(io::Cursor<Vec<u8>>);

impl Xz {
    /// Unpacks all at once; not more than so many bytes.
    fn unpacked(mut file: impl io::BufRead, most: u64) -> Result<Self, String> {
        /// Refuses what is too much.
        struct Bounded(Vec<u8>, u64);
        impl io::Write for Bounded {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if self.0.len() as u64 + bytes.len() as u64 > self.1 {
                    return Err(io::Error::other("it takes more memory than there is"));
                }
                self.0.extend_from_slice(bytes);
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut unpacked = Bounded(Vec::new(), most);
        lzma_rs::xz_decompress(&mut file, &mut unpacked).map_err(|error| format!("xz: {error:?}"))?;
        Ok(Self(io::Cursor::new(unpacked.0)))
    }
}

impl Read for Xz {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

/// Answers.
pub fn model(arguments: &Arguments) -> Result<String, Failed> {
    let path = escape::path(&arguments.model);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let asked = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    let files = unpack(&arguments.model).map_err(|error| failed(&error))?;
    let doubles = if arguments.simplest { Doubles::Simplest } else { Doubles::AsWritten };
    let model = Model::read(&files, doubles).map_err(|error| failed(&error))?;
    drop(files);
    let reach = model.labelled(&arguments.reach).map_err(|error| asked(&error))?;
    let avoid =
        arguments.avoid.as_deref().map(|label| model.labelled(label)).transpose().map_err(|error| asked(&error))?;
    let coalition = match (&arguments.max, &arguments.min) {
        (Some(names), _) => Coalition::Players(names.clone()),
        (None, Some(names)) if names.is_empty() => Coalition::Nobody,
        (None, Some(names)) => {
            let others = (0..model.players().len()).filter(|number| {
                !names.iter().any(|name| *name == model.players()[*number] || *name == number.to_string())
            });
            Coalition::Players(others.map(|number| number.to_string()).collect())
        }
        (None, None) => Coalition::All,
    };
    let property = property(arguments, &coalition);
    let game = model.game(&property, reach, avoid, &coalition).map_err(|error| asked(&error))?;
    let mut watch = Watch::new();
    watch.title = path.to_string();
    watch.hint(format!("{path}: exact values can take long; bounds take less: --enclosure 56"));
    // A play that never gets there counts as lost for who wants to reach.
    let never = (0, 1);
    let found = match arguments.enclosure {
        Some(bits) => Found::Enclosed(enclose::enclose_never(&game, never, bits, &mut watch)),
        None => Found::Exact(
            solve::solve_never(&game, never, arguments.threads.into(), &mut watch)
                .map_err(|error| Failed::new(format!("{path}: {error}; bounds are found with --enclosure 56")))?,
        ),
    };
    watch.finish();
    if let Some(file) = &arguments.game {
        let text = game.write();
        let written = |file: &Path, bytes: &[u8]| {
            atomic_file::write(file, bytes).map_err(|error| Failed::new(format!("{}: {error}", escape::path(file))))
        };
        written(file, text.as_bytes())?;
        if let Some(out) = &arguments.out {
            let digest = Digest::of(text.as_bytes());
            let bytes = match &found {
                Found::Exact(solution) => certify::graph(digest, Some(never), &solution.table),
                Found::Enclosed(enclosure) => certify::graph_enclosure(digest, Some(never), &enclosure.enclosed),
            };
            written(out, &bytes)?;
        }
    }
    if let Some(file) = &arguments.strategy {
        let Found::Exact(solution) = &found else {
            return Err(Failed::usage("--strategy: found --enclosure, required exact values"));
        };
        let text = strategy(&game, solution, model.counts()[0]);
        atomic_file::write(file, text.as_bytes())
            .map_err(|error| Failed::new(format!("{}: {error}", escape::path(file))))?;
    }
    Ok(answer(&path, &model, &property, &found, arguments.all))
}

/// What was found.
enum Found {
    Exact(solve::Solution),
    Enclosed(enclose::Enclosure),
}

/// The question in the words of PRISM.
fn property(arguments: &Arguments, coalition: &Coalition) -> String {
    let goal = match &arguments.avoid {
        None => format!("F \"{}\"", arguments.reach),
        Some(avoid) => format!("!\"{avoid}\" U \"{}\"", arguments.reach),
    };
    match coalition {
        Coalition::All => format!("Pmax=? [ {goal} ]"),
        Coalition::Nobody => format!("Pmin=? [ {goal} ]"),
        Coalition::Players(names) => format!("<<{}>> Pmax=? [ {goal} ]", names.join(",")),
    }
}

fn answer(path: &str, model: &Model, property: &str, found: &Found, all: bool) -> String {
    let [states, choices, branches] = model.counts();
    let players = match model.players().len() {
        0 => "a Markov chain".to_owned(),
        1 => "a Markov decision process".to_owned(),
        count => format!("a game of {count} players"),
    };
    let mut text =
        format!("{path}: {players} with {states} states, {choices} choices and {branches} branches\n{property}\n");
    let shown: Vec<u32> = if all { (0..states as u32).collect() } else { model.initial.clone() };
    for state in shown {
        let value = match found {
            Found::Exact(solution) => {
                let known = &solution.known(state).lower;
                let number = num_rational::BigRational::new(known.numer().clone().into(), known.denom().clone().into());
                let decimal = report::fraction::decimal(&number, 12);
                let whole = number.to_string();
                if whole == decimal || whole.len() > 60 { decimal } else { format!("{whole} = {decimal}") }
            }
            Found::Enclosed(enclosure) => {
                let [low, high] = graph::decimals(enclosure.enclosed.bits, enclosure.bounds(state).alpha);
                format!("{low} to {high}")
            }
        };
        let initial = if model.initial.contains(&state) && !all { "initial state" } else { "state" };
        let _ = writeln!(text, "{initial} {state}: {value}");
    }
    text
}

/// A choice for each state of a player: of the best ones the one that brings its player nearer to the goal.
fn strategy(game: &Game, solution: &solve::Solution, states: usize) -> String {
    let mut text = "state,choice\n".to_owned();
    for (state, position) in (0..).zip(&game.positions()[..states]) {
        let Kind::Turn { side, options } = &position.kind else { continue };
        if options.len() < 2 {
            continue;
        }
        let value = |option: u32| &solution.known(option).lower;
        let label = |option: u32| solution.known(option).white_label;
        let places = 0..options.len();
        let best = match side {
            Side::White => places.min_by(|a, b| {
                let [a, b] = [options[*a], options[*b]];
                value(b).cmp(value(a)).then(label(a).cmp(&label(b)))
            }),
            Side::Black => places.min_by(|a, b| value(options[*a]).cmp(value(options[*b]))),
        };
        let _ = writeln!(text, "{state},{}", best.expect("an option"));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// An archive of files.
    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(bytes.len() as u64);
            // Names that lead elsewhere, too.
            header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            builder.append(&header, *bytes).unwrap();
        }
        builder.into_inner().unwrap()
    }

    fn unpacked(bytes: &[u8]) -> Result<Files, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        unpack(file.path())
    }

    #[test]
    fn unpacks_what_is_needed_however_it_is_compressed() {
        let plain = archive(&[("./index.json", b"{}"), ("a/b.bin", b"12345678"), ("actions/choices/values.bin", b"1")]);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&plain).unwrap();
        let mut xz = Vec::new();
        lzma_rs::xz_compress(&mut &plain[..], &mut xz).unwrap();
        for bytes in [plain, gzip.finish().unwrap(), xz] {
            let files = unpacked(&bytes).unwrap();
            assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), ["a/b.bin", "index.json"]);
            assert_eq!(files["a/b.bin"], b"12345678");
        }
    }

    #[test]
    fn refuses_what_is_no_model() {
        let no_archive = "found no archive of UMB";
        for (bytes, part) in [
            (b"hello".to_vec(), no_archive),
            (vec![0x1f, 0x8b, 1, 2, 3], no_archive),
            (b"\xfd7zXZ\0hello".to_vec(), "xz: "),
            (archive(&[("a", b"1"), ("./a", b"2")]), "is twice in the archive"),
            (archive(&[("../a", b"1")]), "leads out of it"),
            (archive(&[("a/../../b", b"1")]), "leads out of it"),
        ] {
            let error = unpacked(&bytes).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let whole = archive(&[("index.json", b"{}")]);
        assert!(unpacked(&whole[..600]).is_ok_and(|files| files.len() == 1) || unpacked(&whole[..600]).is_err());
        assert!(unpacked(&whole[..513]).is_err());
    }

    /// More zeros than there is memory, in a small file.
    #[test]
    fn refuses_a_bomb() {
        let mut header = tar::Header::new_ustar();
        header.set_path("index.json").unwrap();
        header.set_size(1 << 50);
        header.set_cksum();
        let error = unpacked(header.as_bytes()).unwrap_err();
        assert!(error.contains("found more than"), "{error}");
    }
}
