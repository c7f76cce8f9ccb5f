//! What is fuzzed, and what must be true of it. The fuzzer runs these functions, and so do a test that replays seeds and former findings, and the
//! one that counts mutants.
//!
//! A run fails, by a panic, where the library panics (also where [`Checker::check`] would make *declined* of it), where it takes more memory than is
//! stated, and where it verifies what is not true.

#![allow(dead_code, reason = "each program uses a part of it")]

#[path = "../../../../games/tests/suite/world.rs"]
mod losing;
#[path = "../../../../checker/tests/suite/witness/naive/mod.rs"]
mod naive;
mod truth;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use checker::Verified;
use checker::certificate::{Digest, HEAD_START, MAGIC, VERSION};
use checker::failure::Failure;
use checker::graph::Game;
use peak_alloc::PeakAlloc;
use session::claims::{self, chips, losing as antichess, partitions as partition};
use session::receipt::{self, Object};
use session::{entry, fraction, notation, question, words};
use solver::games::losing as losing_solver;
use solver::games::losing::rules::Board;
use solver::{audit, graph_games, questions};
pub use truth::Compared;
use writer::Writer;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The most bytes of memory for a file, its imports and its game of so many bytes together: 200 MB, and 12 for each of these.
pub fn most(bytes: usize) -> usize {
    200_000_000 + 12 * bytes
}

/// The result, and the most bytes that were allocated at once meanwhile, beyond what was before.
pub fn measured<T>(run: impl FnOnce() -> T) -> (T, usize) {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let result = run();
    (result, ALLOCATED.peak_usage().saturating_sub(before))
}

/// One thing that is fuzzed.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Runs it on these bytes.
    pub run: fn(&[u8]),
    /// What to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub const TARGETS: [Target; 6] = [
    Target { name: "bytes", run: |bytes| _ = judge(bytes, None), seeds: seeds_of_bytes },
    Target { name: "sealed", run: |bytes| Parts::read(bytes).judge(), seeds: || seeds_of_parts(|seed| !seed.is_proof) },
    Target { name: "proofs", run: |bytes| Parts::read(bytes).judge(), seeds: || seeds_of_parts(|seed| seed.is_proof) },
    Target { name: "positions", run: positions, seeds: seeds_of_positions },
    Target { name: "games", run: game, seeds: || WORLD.games.iter().map(|(text, _)| text.clone()).collect() },
    Target { name: "claims", run: claims, seeds: seeds_of_claims },
];

/// Numbers that look random: the generator of Marsaglia with 64 bits.
pub struct Random(pub u64);

impl Random {
    /// The next one.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }
}

// ---- The world ----------------------------------------------------------------------------------------------------------------------

/// A true certificate, and the game that it is about.
pub struct Seed {
    pub name: String,
    pub bytes: Vec<u8>,
    pub game: Option<usize>,
    /// Whether it is a proof in Losing Chess.
    is_proof: bool,
}

/// What is at hand: certificates that may be imported, and games.
pub struct World {
    pub files: BTreeMap<Digest, Vec<u8>>,
    pub games: Vec<(Vec<u8>, Arc<Game>)>,
    pub seeds: Vec<Seed>,
}

/// The largest committed certificate that is a seed, in bytes.
const LARGEST: usize = 2600;
/// The largest game.
const LARGEST_GAME: usize = 5000;

/// It is made once.
pub static WORLD: LazyLock<World> = LazyLock::new(World::new);

/// The folder of the repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().find(|folder| folder.join("certs/manifest.toml").is_file()).expect("the repository").to_owned()
}

/// The files below a folder with this ending, sorted, up to so many bytes.
fn files(folder: &Path, ending: &str, largest: usize) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|found| found == ending) {
                found.push(entry);
            }
        }
    }
    found.sort();
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read(&path).expect("a file"));
    found.into_iter().map(read).filter(|(_, bytes)| bytes.len() <= largest).collect()
}

impl World {
    fn new() -> Self {
        let certs = root().join("certs");
        let games = files(&certs, "json", LARGEST_GAME).into_iter().filter_map(|(_, text)| {
            let game = Game::read(&text).ok()?;
            Some((text, Arc::new(game)))
        });
        let games: Vec<_> = games.collect();
        let mut all = files(&certs, "cert", LARGEST);
        all.extend(truth::small_losing());
        let by_digest: BTreeMap<Digest, Vec<u8>> =
            all.iter().map(|(_, bytes)| (Digest::of(bytes), bytes.clone())).collect();
        let mut seeds = Vec::new();
        for (name, bytes) in all {
            let judged = |game: Option<usize>| {
                let mut checker = ::games::checker(1, |digest| by_digest.get(&digest).cloned());
                checker.check(&bytes, game.map(|game| &games[game].1))
            };
            let game = match judged(None) {
                Ok(_) => None,
                Err(Failure::Game(_)) => match (0..games.len()).find(|&game| judged(Some(game)).is_ok()) {
                    Some(game) => Some(game),
                    None => continue,
                },
                // What the corpus for other checkers refuses, and what imports larger tables.
                Err(_) => continue,
            };
            let is_proof = bytes[HEAD_START] == 5;
            seeds.push(Seed { name, bytes, game, is_proof });
        }
        Self { files: by_digest, games, seeds }
    }
}

// ---- Certificates -------------------------------------------------------------------------------------------------------------------

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Verified(Compared),
    Rejected,
    Declined,
}

fn is_bug(failure: &Failure) -> bool {
    match failure {
        Failure::Bug => true,
        Failure::Import(_, failure) => is_bug(failure),
        _ => false,
    }
}

/// Checks a file, about a game if one is named: without a panic, within the memory, and what is verified is true.
pub fn judge(bytes: &[u8], game: Option<usize>) -> Outcome {
    let world = &*WORLD;
    let imported = RefCell::new(0);
    let find = |digest| {
        let file = world.files.get(&digest).cloned();
        *imported.borrow_mut() += file.as_ref().map_or(0, Vec::len);
        file
    };
    let (found, peak) = measured(|| ::games::checker(1, find).check(bytes, game.map(|game| &world.games[game].1)));
    let allowed = most(bytes.len() + *imported.borrow() + game.map_or(0, |game| world.games[game].0.len()));
    assert!(peak <= allowed, "{peak} bytes of memory, {allowed} allowed");
    match found {
        Ok(verified) => {
            tell(&verified);
            Outcome::Verified(truth::compare(&verified, bytes, game))
        }
        Err(failure) => {
            assert!(!is_bug(&failure), "the border of the checker was reached");
            let text = words::explain(bytes, game.map(|game| &world.games[game].1), &failure);
            assert_eq!(text.lines().count(), 1, "{text}");
            if failure.is_declined() { Outcome::Declined } else { Outcome::Rejected }
        }
    }
}

/// All that is told of what is verified.
fn tell(verified: &Verified) {
    assert!(!words::claim(verified).is_empty());
    let mut object = Object::default();
    receipt::add(verified, &mut object);
    receipt::evaluations(verified);
}

/// A certificate before it is sealed: which game is given, the head without the table of its slices, and the slices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub game: u8,
    pub head: Vec<u8>,
    pub slices: Vec<Vec<u8>>,
}

impl Parts {
    /// Reads any bytes: the number of the game, then head and slices, each with its length in two bytes. What is missing is left out.
    pub fn read(mut bytes: &[u8]) -> Self {
        let mut parts = Self { game: bytes.split_off_first().copied().unwrap_or(0), ..Self::default() };
        let mut chunk = || {
            let length = [*bytes.split_off_first()?, *bytes.split_off_first()?];
            let length = usize::from(u16::from_le_bytes(length)).min(bytes.len());
            bytes.split_off(..length).map(<[u8]>::to_vec)
        };
        parts.head = chunk().unwrap_or_default();
        while let Some(slice) = chunk() {
            parts.slices.push(slice);
        }
        parts
    }

    /// The inverse.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![self.game];
        for chunk in std::iter::once(&self.head).chain(&self.slices) {
            let length = u16::try_from(chunk.len()).unwrap_or(u16::MAX);
            bytes.extend(length.to_le_bytes());
            bytes.extend(&chunk[..usize::from(length)]);
        }
        bytes
    }

    /// Takes a certificate to pieces.
    pub fn open(bytes: &[u8], game: Option<usize>) -> Self {
        let certificate = ::games::certificate(bytes).expect("a certificate");
        let slice = |number| certificate.slice(number).expect("a slice").to_vec();
        let slices: Vec<Vec<u8>> = (0..certificate.slices.len()).map(slice).collect();
        let length = u32::from_le_bytes(bytes[HEAD_START - 4..HEAD_START].try_into().expect("4 bytes")) as usize;
        let head = &bytes[HEAD_START..HEAD_START + length];
        let head = head[..length - table(&slices).len()].to_vec();
        Self { game: game.map_or(0, |game| u8::try_from(game + 1).expect("few games")), head, slices }
    }

    /// The certificate, with right digests.
    pub fn seal(&self) -> Vec<u8> {
        let head = [&self.head[..], &table(&self.slices)].concat();
        let length = u32::try_from(head.len()).expect("a short head");
        let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes(), &head].concat();
        bytes.extend(Digest::of(&bytes).0);
        self.slices.iter().for_each(|slice| bytes.extend(slice));
        bytes
    }

    /// The game that is given, if there is one of this number.
    pub fn game(&self) -> Option<usize> {
        usize::from(self.game).checked_sub(1).filter(|&game| game < WORLD.games.len())
    }

    /// Whether it is about a board of Hex of more than 64 cells, which takes seconds if nothing else is wrong with it.
    pub fn is_long(&self) -> bool {
        matches!(self.head[..], [8, _, files, ranks, ..] if usize::from(files) * usize::from(ranks) > 64)
    }

    fn judge(&self) {
        if !self.is_long() {
            judge(&self.seal(), self.game());
        }
    }
}

/// The table of slices, at the end of a head.
fn table(slices: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(slices.len() as u64);
    for slice in slices {
        writer.number(slice.len() as u64);
        writer.0.extend(Digest::of(slice).0);
    }
    writer.0
}

/// Changes something, and says what; the digests are made again later.
pub fn spoil(parts: &mut Parts, random: &mut Random) -> &'static str {
    let world = &*WORLD;
    match random.below(16) {
        0 => {
            let old = parts.game().map(|game| world.games[game].1.digest.0);
            parts.game = random.below(world.games.len() + 1) as u8;
            // The statement has the digest of the game: in one of two the other one's.
            if let (Some(old), Some(new)) = (old, parts.game().filter(|_| random.below(2) == 0))
                && let Some(place) = parts.head.windows(32).position(|bytes| bytes == old)
            {
                parts.head[place..place + 32].copy_from_slice(&world.games[new].1.digest.0);
            }
            "another game"
        }
        1 => {
            // Digests of imports stand in the head; those of other files are put in their places, or added.
            let digests: Vec<usize> = (0..parts.head.len().saturating_sub(31))
                .filter(|&place| {
                    let digest: [u8; 32] = parts.head[place..place + 32].try_into().expect("32 bytes");
                    world.files.contains_key(&Digest(digest))
                })
                .collect();
            let other = world.files.keys().nth(random.below(world.files.len())).expect("a file").0;
            if let Some(&place) = digests.get(random.below(digests.len().max(1))) {
                parts.head[place..place + 32].copy_from_slice(&other);
            }
            "an import"
        }
        2..=4 => {
            change(&mut parts.head, random);
            "bytes of the head"
        }
        5 => {
            let place = random.below(parts.slices.len() + 1);
            match random.below(4) {
                0 => parts.slices.insert(place, Vec::new()),
                1 if place < parts.slices.len() => drop(parts.slices.remove(place)),
                2 if place < parts.slices.len() => parts.slices.insert(place, parts.slices[place].clone()),
                _ if place < parts.slices.len() => {
                    let at = random.below(parts.slices[place].len() + 1);
                    let rest = parts.slices[place].split_off(at);
                    parts.slices.insert(place + 1, rest);
                }
                _ => {}
            }
            "slices"
        }
        _ => {
            let place = random.below(parts.slices.len().max(1));
            if let Some(slice) = parts.slices.get_mut(place) {
                change(slice, random);
            }
            "bytes of a slice"
        }
    }
}

/// Changes bytes.
fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let length = bytes.len();
    if length == 0 {
        return bytes.push(random.next() as u8);
    }
    let (place, other) = (random.below(length), random.below(length));
    match random.below(14) {
        0 | 1 => bytes[place] = bytes[place].wrapping_add(1),
        2 | 3 => bytes[place] = bytes[place].wrapping_sub(1),
        4 => bytes[place] ^= 1 << random.below(8),
        5 => bytes[place] = random.next() as u8,
        6 => bytes[place] = bytes[other],
        7 => bytes.swap(place, other),
        8 => bytes.insert(place, random.next() as u8),
        9 => drop(bytes.remove(place)),
        10 => {
            let (from, to) = (place.min(other), place.max(other));
            let value = bytes[from];
            bytes[from..to].fill(value);
        }
        11 => {
            let (from, to) = (place.min(other), place.max(other));
            let up = random.below(2) == 0;
            bytes[from..to].iter_mut().for_each(|x| *x = if up { x.wrapping_add(1) } else { x.wrapping_sub(1) });
        }
        12 => bytes[place] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
        _ => {
            // Two neighbouring bytes, one up and one down.
            let next = (place + 1) % length;
            bytes[place] = bytes[place].wrapping_add(1);
            bytes[next] = bytes[next].wrapping_sub(1);
        }
    }
}

fn seeds_of_bytes() -> Vec<Vec<u8>> {
    WORLD.seeds.iter().filter(|seed| seed.bytes.len() < 800).map(|seed| seed.bytes.clone()).collect()
}

fn seeds_of_parts(is_one: fn(&Seed) -> bool) -> Vec<Vec<u8>> {
    let parts = WORLD.seeds.iter().filter(|seed| is_one(seed)).map(|seed| Parts::open(&seed.bytes, seed.game));
    parts.filter(|parts| !parts.is_long()).map(|parts| parts.write()).collect()
}

// ---- Positions ----------------------------------------------------------------------------------------------------------------------

/// Texts that describe positions, pieces and partitions: what `probe` and `check --at` read. What is written again is read as the same.
fn positions(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(asked) = question::read(text) {
        let again = notation::fen(asked.board, &asked.placement);
        let (board, placement) = notation::parse(&again).expect("a FEN that was written");
        assert_eq!((board.files, board.ranks), (asked.board.files, asked.board.ranks), "{again}");
        assert_eq!(placement, asked.placement, "{again}");
    }
    if let Ok((board, placement)) = notation::parse(text) {
        for (_, step, after) in notation::options(board, &placement) {
            assert!(!notation::move_text(board, &placement, step).is_empty());
            if let Some(after) = after {
                notation::fen(board, &after);
            }
        }
    }
    if let Ok((board, placement, side)) = antichess::parse(text) {
        let again = antichess::fen(board, &placement, side);
        let (_, same, mover) = antichess::parse(&again).expect("a FEN that was written");
        assert_eq!((&same, mover), (&placement, side), "{again}");
    }
    if let Some(held) = chips::Held::read(text) {
        assert_eq!(held.has_star(), text.ends_with('*'), "{text}");
    }
    if let Ok(rows) = partition::partition(text) {
        let again = partition::partition_text(&rows);
        assert_eq!(partition::partition(&again).as_ref(), Ok(&rows), "{again}");
    }
    if let Ok(piece) = partition::piece(text) {
        let again = partition::piece_name(&piece);
        assert_eq!(partition::piece(&again).map(|piece| (piece.steps, piece.rides)), Ok((piece.steps, piece.rides)));
    }
    if let Some(men) = notation::men(text) {
        assert_eq!(notation::men(&notation::signature(&men)), Some(men));
    }
    if let Ok(board) = Board::from_fen(text) {
        assert_eq!(Board::from_fen(&board.fen()).map(|board| board.fen()), Ok(board.fen()));
        assert!(board.legal().len() < 1000);
    }
    let _ = losing_solver::notation::play(Board::start(), text);
    for verified in &*ASKED {
        if let Ok(entry) = entry::at_text(verified, text) {
            assert!(fraction::compare(&entry.known.alpha.low, &entry.known.beta.high).is_le());
        }
        let tell = claims::tell(verified);
        if let Ok((answer, _)) = tell.asked(text, None) {
            assert!(
                !tell.whole(&answer, false).is_empty()
                    && !tell.text(&answer).is_empty()
                    && !tell.cells(&answer).is_empty()
            );
        }
    }
}

/// Certificates that are asked about positions.
static ASKED: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
    let world = &*WORLD;
    let names =
        ["3x3_KNk.cert", "4x4_Kk.cert", "3x4-alpha.cert", "walk.cert", "king_3x3.cert", "Kk_turns", "1.d4.cert"];
    let mut checker = ::games::checker(1, |digest| world.files.get(&digest).cloned());
    let seeds = names.iter().filter_map(|name| world.seeds.iter().find(|seed| seed.name.ends_with(name)));
    seeds
        .map(|seed| checker.check(&seed.bytes, seed.game.map(|game| &world.games[game].1)).expect("it is true"))
        .collect()
});

fn seeds_of_positions() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = [
        "k7/8/8/K7/7N/8/8/8",
        "k7/8/8/K7/7N/8/8/8 w - - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/k14K",
        "k1/1K",
        "K2/3/1kN",
        "k2/1p1/1P1/K2",
        "3/Pp1/3/3/3 b - a3",
        "KNk",
        "KQRBNPkqrbnp",
        "12*",
        "1099511627776",
        "5.4.4.1",
        "40x40",
        "s6-5-5",
        "8,5,1",
        "king",
        "1.1+0.2*",
        "1.e3 b5 2.Bxb5",
        "1.d4",
        "a",
        "start",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    for verified in &*ASKED {
        let tell = claims::tell(verified);
        let row = |number| tell.cells(&tell.number(number)).join("\t").into_bytes();
        seeds.extend((0..3).take(verified.stated().count()).map(row));
    }
    seeds.extend(partition::pieces().map(|name| name.as_bytes().to_vec()));
    seeds
}

// ---- Games --------------------------------------------------------------------------------------------------------------------------

/// The file of a game. The checker and the solver read it, each with its own reader: both take it or neither does, and what is written again is the same game.
/// What the solver makes of a small game is verified.
fn game(bytes: &[u8]) {
    let (found, peak) = measured(|| Game::read(bytes).map(Arc::new));
    assert!(peak <= most(bytes.len()), "{peak} bytes of memory");
    match &found {
        Ok(game) => assert!(!words::game(game).is_empty()),
        Err(fault) => assert_eq!(words::game_fault(bytes, fault).lines().count(), 1),
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return assert!(found.is_err()) };
    let other = graph_games::Game::read(text);
    if let (Ok(game), Ok(other)) = (&found, &other) {
        truth::solved(game, other);
    }
    // The solver has limits of its own; what the checker takes and the solver does not is told by the solver.
    if let (Err(fault), Ok(_)) = (&found, &other) {
        assert!(
            truth::is_limit(fault),
            "the solver reads it, the checker does not: {}",
            words::game_fault(bytes, fault)
        );
    }
}

// ---- Claims -------------------------------------------------------------------------------------------------------------------------

/// The file of published claims.
fn claims(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let places = audit::Places { certs: PathBuf::new(), made: PathBuf::new() };
    if let Err(error) = audit::Audit::new(places, questions::questions()).read(text) {
        assert!(!error.to_string().is_empty());
    }
}

fn seeds_of_claims() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (_, bytes) in files(&root().join("docs/claims"), "toml", usize::MAX) {
        let text = String::from_utf8(bytes).expect("a text");
        // Each claim alone, and the first lines.
        let mut rest = text.split("\n[[");
        let head = rest.next().unwrap_or_default().to_owned();
        seeds.extend(
            rest.step_by(7).map(|claim| format!("{head}\n[[{claim}").into_bytes()).filter(|seed| seed.len() < 4000),
        );
        seeds.push(head.into_bytes());
    }
    seeds
}
