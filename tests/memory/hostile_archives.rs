//! Archives of models that somebody made to do harm: they are refused with one sentence, without a panic, and within memory that is bounded.
//!
//! There is a case for each trick: sizes, names, links, bombs, archives in archives, counts of the index, numbers that are none. Peak memory is counted.
//! Archives that are changed at random are read in `solver/tests/suite/umb.rs`.

use std::io::Write as _;

use games::models::Array;
use serde_json::{Value, json};
use session::archive;
use solver::graph_games::umb::{Doubles, Model};

use crate::alone;
use crate::fuzz::targets::measured;

/// A model of two players in all its arrays, packed by xz.
const XZ: &[u8] = include_bytes!("../data/two.umb.xz");
/// Readers may take so much, and so much for each byte that they are given or unpack.
const ROOM: usize = 24 << 20;
const PER_BYTE: usize = 64;

/// A file of an archive: its name, its kind, its bytes, and the size that is stated.
#[derive(Clone)]
struct Entry {
    name: Vec<u8>,
    kind: u8,
    bytes: Vec<u8>,
    size: u64,
}

impl Entry {
    fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), kind: b'0', size: bytes.len() as u64, bytes }
    }

    fn of(name: &str, kind: u8) -> Self {
        Self { kind, ..Self::new(name, Vec::new()) }
    }

    fn sized(name: &str, kind: u8, size: u64) -> Self {
        Self { kind, size, ..Self::new(name, vec![b'a'; 512]) }
    }

    fn header(&self) -> [u8; 512] {
        let mut header = [0; 512];
        header[..self.name.len().min(100)].copy_from_slice(&self.name[..self.name.len().min(100)]);
        header[100..108].copy_from_slice(b"0000644\0");
        match self.size < 1 << 33 {
            true => header[124..136].copy_from_slice(format!("{:011o}\0", self.size).as_bytes()),
            false => {
                header[124] = 0x80;
                header[128..136].copy_from_slice(&self.size.to_be_bytes());
            }
        }
        header[156] = self.kind;
        header[257..265].copy_from_slice(b"ustar\x0000");
        summed(&mut header);
        header
    }
}

/// Makes the sum of a header right.
fn summed(header: &mut [u8]) {
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header[..512].iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

fn tar(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in entries {
        bytes.extend(entry.header());
        bytes.extend(&entry.bytes);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.extend([0; 1024]);
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn long(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn index() -> Value {
    json!({ "format-version": 1, "format-revision": 0,
        "transition-system": { "time": "discrete", "#players": 2, "#states": 4, "#initial-states": 1, "#choices": 6, "#choice-actions": 0,
            "#branches": 9, "#branch-actions": 0, "#observations": 0, "branch-probability-type": { "type": "rational" },
            "player-names": ["one", "two"] },
        "annotations": { "aps": { "g": { "alias": "goal", "applies-to": ["states"], "type": { "type": "bool" } } } } })
}

fn base(index: &Value) -> Vec<Entry> {
    let weights = [1, 2, 1, 2, 1, 5, 4, 5, 9, 10, 1, 10, 1, 1, 1, 1, 1, 1];
    let owners: [u32; 4] = [0, 1, 0, 0];
    vec![
        Entry::new("index.json", index.to_string().into_bytes()),
        Entry::new("state-to-choices.bin", long(&[0, 2, 4, 5, 6])),
        Entry::new("choice-to-branches.bin", long(&[0, 2, 4, 6, 7, 8, 9])),
        Entry::new("branch-to-target.bin", long(&[1, 2, 2, 3, 0, 1, 2, 2, 3])),
        Entry::new("branch-to-probability.bin", long(&weights)),
        Entry::new("state-to-player.bin", owners.iter().flat_map(|owner| owner.to_le_bytes()).collect()),
        Entry::new("state-is-initial.bin", long(&[1])),
        Entry::new("annotations/aps/g/states/values.bin", long(&[8])),
    ]
}

/// What is said of an archive: nothing, or a sentence.
fn read(bytes: &[u8]) -> Result<(), String> {
    let files = archive::unpack::<Array>(bytes, bytes.len() as u64, 1 << 28)?;
    Model::read(files, Doubles::AsWritten).map(drop).map_err(|wrong| wrong.to_string())
}

/// Reads: the sentence, if there is one.
fn refused(what: &str, bytes: &[u8]) -> Option<String> {
    let (found, peak) = measured(|| read(bytes));
    let most = ROOM + PER_BYTE * bytes.len().max(unpacked(bytes));
    assert!(peak <= most, "{what}: {peak} bytes of memory for {} of the archive", bytes.len());
    let sentence = found.err()?;
    assert!(!sentence.contains(char::is_control) && sentence.contains("found"), "{what}: {sentence:?}");
    Some(sentence)
}

/// How many bytes a good archive unpacks to; 0 of any other.
fn unpacked(bytes: &[u8]) -> usize {
    archive::unpack::<Vec<u8>>(bytes, bytes.len() as u64, 1 << 28).map_or(0, |files| files.values().map(Vec::len).sum())
}

fn with(changes: &[(&str, Value)]) -> Vec<u8> {
    let mut index = index();
    for (pointer, value) in changes {
        *index.pointer_mut(pointer).expect("a field") = value.clone();
    }
    tar(&base(&index))
}

fn system(field: &str, value: Value) -> Vec<u8> {
    with(&[(&format!("/transition-system/{field}"), value)])
}

fn replaced(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut entries = base(&index());
    entries.retain(|entry| entry.name != name.as_bytes());
    entries.push(Entry::new(name, bytes));
    tar(&entries)
}

fn beside(entry: Entry) -> Vec<u8> {
    let mut entries = base(&index());
    entries.insert(0, entry);
    tar(&entries)
}

#[test]
fn what_is_good_is_read() {
    let _alone = alone();
    let whole = tar(&base(&index()));
    for bytes in [whole.clone(), gzip(&whole), XZ.to_vec()] {
        assert_eq!(refused("good", &bytes), None);
    }
    let mut other = base(&index());
    other.iter_mut().for_each(|entry| entry.name.splice(..0, *b"./").for_each(drop));
    other.insert(0, Entry::of("annotations/", b'5'));
    other.push(Entry::new("actions/choices/values.bin", vec![7; 99]));
    assert_eq!(refused("folders and actions", &tar(&other)), None);
}

#[test]
fn each_trick_is_refused_with_its_sentence() {
    let _alone = alone();
    let whole = tar(&base(&index()));
    let mut cut = gzip(&whole);
    cut.truncate(cut.len() - 9);
    let mut damaged = gzip(&whole);
    let end = damaged.len() - 8;
    damaged[end] ^= 1;
    let mut twice = base(&index());
    twice.push(Entry::new("./index.json", b"{}".to_vec()));
    let mut many = base(&index());
    many.extend((0..10_001).map(|number| Entry::new(&format!("x{number}"), Vec::new())));
    let bomb = |zeros: usize| {
        let mut bytes = Entry { size: 8 << 30, ..Entry::of("big.bin", b'0') }.header().to_vec();
        bytes.resize(zeros, 0);
        bytes
    };
    let mut large = base(&index());
    large[0].bytes.resize(17 << 20, b' ');
    large[0].size = 17 << 20;
    let reward =
        |kind: &str, about: Value| json!({ "rewards": { "r": { "applies-to": about, "type": { "type": kind } } } });
    let mut declared = index();
    declared["annotations"] = reward("double", json!(["states"]));
    assert_eq!(refused("a reward without a file", &tar(&base(&declared))), None);
    let mut short = base(&declared);
    short.push(Entry::new("annotations/rewards/r/states/values.bin", long(&[0; 3])));
    let short = tar(&short);
    let double = |number: f64| {
        let mut bytes: Vec<u8> =
            [0.5, 0.5, number, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0].iter().flat_map(|n: &f64| n.to_le_bytes()).collect();
        bytes.truncate(72);
        let mut entries = base(&index());
        entries[0].bytes = index().to_string().replace("rational", "double").into_bytes();
        entries[0].size = entries[0].bytes.len() as u64;
        entries[4] = Entry::new("branch-to-probability.bin", bytes);
        tar(&entries)
    };
    let rational = |numerator: u64, denominator: u64| {
        replaced(
            "branch-to-probability.bin",
            long(&[numerator, denominator, 1, 2, 1, 5, 4, 5, 9, 10, 1, 10, 1, 1, 1, 1, 1, 1]),
        )
    };
    for (what, bytes, part) in [
        ("nothing", Vec::new(), "index.json"),
        ("zeros", vec![0; 10_240], "index.json"),
        ("an archive of nothing", tar(&[]), "index.json"),
        ("cut", whole[..700].to_vec(), "archive"),
        ("gzip, cut", cut, "archive"),
        ("gzip, damaged", damaged, "archive"),
        ("gzip in gzip", gzip(&gzip(&whole)), "archive"),
        ("xz, cut", XZ[..XZ.len() - 30].to_vec(), "archive"),
        ("xz, twice", [XZ, XZ].concat(), "more behind the end"),
        ("tar for an index", replaced("index.json", whole.clone()), "index.json"),
        ("tar for an array", replaced("branch-to-target.bin", whole.clone()), "branch-to-target.bin"),
        ("a file twice", tar(&twice), "found twice"),
        ("too many files", tar(&many), "10000 files"),
        ("a link", beside(Entry::of("x.bin", b'1')), "x.bin"),
        ("a symbolic link", beside(Entry::of("x.bin", b'2')), "a link or something else, required a file"),
        ("a device", beside(Entry::of("x.bin", b'3')), "required a file"),
        ("a pipe", beside(Entry::of("x.bin", b'6')), "required a file"),
        ("a sparse file", beside(Entry::of("x.bin", b'S')), "archive"),
        ("out of it", beside(Entry::of("../x.bin", b'0')), "leads out"),
        ("a dot", beside(Entry::of("././index.json", b'0')), "leads out"),
        ("an empty part", beside(Entry::of("a//x.bin", b'0')), "leads out"),
        ("a name that a terminal obeys", beside(Entry::of("\u{1b}[2K/../x", b'0')), "leads out"),
        ("more than there is", tar(&[Entry::sized("x.bin", b'0', 1 << 20)]), "archive"),
        ("2^40", tar(&[Entry::sized("x.bin", b'0', 1 << 40)]), "more than"),
        ("2^63", tar(&[Entry::sized("x.bin", b'0', 1 << 63)]), "archive"),
        ("a long name of 2^40", tar(&[Entry::sized("././@LongLink", b'L', 1 << 40)]), "archive"),
        ("fields of 2^40", tar(&[Entry::sized("x", b'x', 1 << 40)]), "archive"),
        ("a bomb by gzip", gzip(&bomb(256 << 20)), "more than"),
        ("a bomb for the index", gzip(&tar(&large)), "at most 16777216"),
        ("a range that begins late", replaced("state-to-choices.bin", long(&[1, 2, 4, 5, 6])), "state-to-choices.bin"),
        ("a range that falls", replaced("state-to-choices.bin", long(&[0, 3, 2, 5, 6])), "state-to-choices.bin"),
        ("a range that ends late", replaced("state-to-choices.bin", long(&[0, 2, 4, 5, 7])), "state-to-choices.bin"),
        ("a range that ends early", replaced("state-to-choices.bin", long(&[0, 2, 4, 5, 5])), "state-to-choices.bin"),
        ("a range beyond the end", replaced("state-to-choices.bin", long(&[0, 2, 4, 9, 6])), "state-to-choices.bin"),
        ("a range less", replaced("state-to-choices.bin", long(&[0, 2, 4, 5])), "state-to-choices.bin"),
        (
            "no target",
            replaced("branch-to-target.bin", long(&[1, 2, 2, 4, 0, 1, 2, 2, 3])),
            "branch-to-target.bin, number 3",
        ),
        ("no player", replaced("state-to-player.bin", vec![2; 16]), "state-to-player.bin, number 0"),
        ("no JSON", replaced("index.json", b"{".to_vec()), "index.json"),
        ("deep JSON", replaced("index.json", b"{\"a\":".repeat(100_000)), "index.json"),
        ("another version", with(&[("/format-version", json!(2))]), "version"),
        ("continuous time", system("time", json!("stochastic")), "continuous time is not covered"),
        ("observations", system("#observations", json!(1)), "partial observation"),
        ("intervals", system("branch-probability-type/type", json!("double-interval")), "let a player choose"),
        ("no probabilities", system("branch-probability-type", json!(null)), "sum"),
        ("2^31 states", system("#states", json!(1_u64 << 31)), "found"),
        ("2^64 - 1 states", system("#states", json!(u64::MAX)), "found"),
        ("-1 choices", system("#choices", json!(-1)), "index.json"),
        ("1.5 branches", system("#branches", json!(1.5)), "index.json"),
        ("2^40 branches", system("#branches", json!(1_u64 << 40)), "found"),
        ("2^32 - 1 players", system("#players", json!(u32::MAX)), "players"),
        ("two names for three", system("#players", json!(3)), "names"),
        ("the same name twice", system("player-names", json!(["one", "one"])), "names"),
        ("an empty name", system("player-names", json!(["one", ""])), "names"),
        ("no names", system("player-names", json!(null)), "names"),
        ("a label without a name", with(&[("/annotations/aps/g/alias", json!(""))]), "empty names"),
        (
            "a label of choices",
            with(&[("/annotations/aps/g/applies-to", json!(["choices"]))]),
            "labels of states alone",
        ),
        ("a label of numbers", with(&[("/annotations/aps/g/type/type", json!("double"))]), "of the type bool"),
        (
            "an identifier twice",
            replaced("index.json", index().to_string().replace("\"aps\":{", "\"aps\":{\"g\":{},").into()),
            "JSON",
        ),
        ("a reward of another type", with(&[("/annotations", reward("int", json!(["states"])))]), "so are rewards"),
        ("a reward of players", with(&[("/annotations", reward("double", json!(["players"])))]), "rewards of states"),
        ("a reward that is too short", short, "annotations/rewards/r/states/values.bin"),
        ("a label twice", with(&[("/annotations/aps", json!({ "goal": {}, "g": { "alias": "goal" } }))]), "twice"),
        ("not a number", double(f64::NAN), "branch 2"),
        ("infinity", double(f64::INFINITY), "branch 2"),
        ("a negative double", double(-0.5), "branch 2"),
        ("a subnormal double", double(5e-324), "branch 2"),
        ("a sum of 3/4", double(0.25), "--simplest"),
        ("0/0", rational(0, 0), "branch 0"),
        ("2/1", rational(2, 1), "branch 0"),
        ("-1/1", rational(u64::MAX, 1), "branch 0"),
        ("a sum of 5/6", rational(1, 3), "choice 0: found a choice whose probabilities have another sum than 1"),
    ] {
        let sentence = refused(what, &bytes).unwrap_or_else(|| panic!("{what}: it was read"));
        assert!(sentence.contains(part), "{what}: {sentence}");
    }
}

/// Counts that no file supports take no memory.
#[test]
fn counts_without_files_take_no_memory() {
    let _alone = alone();
    let huge = (1_u64 << 31) - 1;
    for (fields, gone) in [
        (&["#states", "#choices"][..], &["state-to-choices.bin"][..]),
        (&["#choices", "#branches"], &["choice-to-branches.bin"]),
        (&["#states", "#choices", "#branches"], &["state-to-choices.bin", "choice-to-branches.bin"]),
    ] {
        let mut index = index();
        fields.iter().for_each(|field| index["transition-system"][*field] = json!(huge));
        let mut entries = base(&index);
        entries.retain(|entry| {
            let name = String::from_utf8_lossy(&entry.name).into_owned();
            !gone.contains(&name.as_str()) && name != "state-to-player.bin"
        });
        assert!(refused("counts", &tar(&entries)).is_some(), "{fields:?}");
    }
    // Many labels without a file, of many states: no set is kept for them.
    let states = 1_u64 << 16;
    let labels: serde_json::Map<String, Value> = (0..40_000).map(|number| (number.to_string(), json!({}))).collect();
    let index = json!({ "format-version": 1, "annotations": { "aps": labels },
        "transition-system": { "time": "discrete", "#players": 0, "#states": states, "#choices": states, "#branches": states } });
    let targets: Vec<u64> = (0..states).collect();
    let archive = tar(&[
        Entry::new("index.json", index.to_string().into_bytes()),
        Entry::new("branch-to-target.bin", long(&targets)),
    ]);
    assert_eq!(refused("labels", &archive), None);
}

/// A sum of fractions with ever new denominators is not calculated.
#[test]
fn denominators_do_not_multiply_for_ever() {
    let _alone = alone();
    let odd: Vec<u64> = (0..20_000).flat_map(|number| [1, (1 << 40) + 2 * number + 1]).collect();
    let branches = odd.len() as u64 / 2;
    let index = json!({ "format-version": 1, "transition-system": { "time": "discrete", "#players": 0, "#states": 1, "#choices": 1,
        "#branches": branches, "branch-probability-type": { "type": "rational" } } });
    let archive = tar(&[
        Entry::new("index.json", index.to_string().into_bytes()),
        Entry::new("choice-to-branches.bin", long(&[0, branches])),
        Entry::new("branch-to-target.bin", long(&vec![0; odd.len() / 2])),
        Entry::new("branch-to-probability.bin", long(&odd)),
    ]);
    let sentence = refused("denominators", &archive).expect("a sentence");
    assert!(sentence.contains("2^64 or more"), "{sentence}");
}

/// What xz unpacks is counted while it is unpacked.
#[test]
fn xz_is_stopped_at_the_bound() {
    let _alone = alone();
    let mut file = xz_of_zeros(64);
    let (found, peak) = measured(|| archive::unpack::<Vec<u8>>(&*file, file.len() as u64, 1 << 20).map(drop));
    assert!(found.unwrap_err().contains("more memory than it may") && peak < 8 << 20, "{peak}");
    // With room enough it is no archive, and no more than it has is taken.
    file.truncate(file.len() - 1);
    let (found, peak) = measured(|| archive::unpack::<Vec<u8>>(&*file, file.len() as u64, 1 << 28).map(drop));
    assert!(found.unwrap_err().contains("xz") && peak < 32 << 20, "{peak}");
}

/// A file of xz with so many chunks of 2^16 zeros, which are not compressed; its sums are right, but for that of the zeros.
fn xz_of_zeros(chunks: usize) -> Vec<u8> {
    let mut file = XZ[..12].to_vec();
    let size = 4 * (usize::from(XZ[12]) + 1);
    file.extend(&XZ[12..12 + size]);
    for chunk in 0..chunks {
        file.extend([if chunk == 0 { 1 } else { 2 }, 0xff, 0xff]);
        file.extend([0; 1 << 16]);
    }
    file.extend([0; 12]);
    file
}
