//! The checker: what is believed, and why.
//!
//! A certificate states exact values of all positions of a game, or bounds on them, or bounds that a plan proves. A clever program wrote it
//! that nobody has to trust. This library is the small program that has to be trusted instead: it knows the rules, finds all positions and all
//! options by itself, and puts two functions to every position. Read it in this order:
//!
//! | module | question |
//! |---|---|
//! | [`theorem`] | what is proved: two functions, each for both sides |
//! | [`numbers`] | how fractions and units are compared |
//! | [`table`] | what is put to all positions of a game |
//! | [`plan`] | what is put to some positions |
//! | [`games`] | what the rules are: a file for each game |
//! | [`certificate`] | what is written in the file, byte by byte |
//! | [`limits`] | how much memory and time a file may cost |
//! | [`failure`] | the ways to end without `verified` |
//!
//! `report`, behind a feature, is wording; no verdict rests on it. What has to be believed beside this code: the theorem; the compiler and the
//! machine; num-bigint with num-integer and num-traits (arithmetic), sha2 (names of imports), serde and serde_json (games in files).

#![deny(clippy::disallowed_methods)]

pub mod certificate;
pub mod failure;
pub mod games;
pub mod limits;
pub mod numbers;
pub mod plan;
#[cfg(feature = "report")]
pub mod report;
pub mod table;
pub mod theorem;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use certificate::{Certificate, Digest, Head, Statement};
use failure::Failure;
use games::endgame::{Endgame, Positions};
use games::graph::Game;
use games::partition::{self, Proved, Race};
use limits::Limit;
use plan::List;
use table::Stated;

/// A verified certificate. Only [`Checker::check`] makes one.
#[derive(Debug)]
pub struct Verified {
    digest: Digest,
    head: Head,
    imports: Vec<Arc<Self>>,
    content: Content,
    stated: Stated,
}

/// Of which positions something is verified.
#[derive(Debug)]
pub enum Content {
    /// Of all positions of an endgame.
    Endgame(Arc<Positions>),
    /// Of all positions of a game in a file that are not terminal; and the values of those that are.
    Game(Arc<Game>, Stated),
    /// Of the positions of a list.
    List(List),
    /// Of partitions.
    Partition(Proved),
}

/// What has been verified, or why nothing has.
pub type Verdict = Result<Arc<Verified>, Failure>;

/// That an import is about something else than is required.
const OTHER: Failure = Failure::Statement("endgame of an import");

/// Checks certificates, each once.
pub struct Checker<'a> {
    threads: usize,
    /// Finds the bytes with a digest.
    find: Box<dyn FnMut(Digest) -> Option<Vec<u8>> + 'a>,
    verified: BTreeMap<Digest, Arc<Verified>>,
}

impl<'a> Checker<'a> {
    /// A checker that works on so many threads, from 1 to 64, and asks `find` for the files that are imported. The verdict does not depend on
    /// the threads, and on `find` only in that what is not found is *declined*.
    pub fn new(threads: usize, find: impl FnMut(Digest) -> Option<Vec<u8>> + 'a) -> Self {
        Self { threads, find: Box::new(find), verified: BTreeMap::new() }
    }

    // ANCHOR: border
    /// The verdict on a certificate; about a game in a file if one is given.
    ///
    /// # Errors
    ///
    /// The first failure in the order of the format. A panic is a bug of the checker, and declined.
    pub fn check(&mut self, bytes: &[u8], game: Option<&Arc<Game>>) -> Verdict {
        catch_unwind(AssertUnwindSafe(|| self.order(bytes, game, None))).unwrap_or(Err(Failure::Bug))
    }
    // ANCHOR_END: border

    // ANCHOR: order
    /// The order of the conditions. `import` is given for an import: it has this statement if one is named, else it is about an endgame. What a
    /// table imports has fewer men or fewer pawns, so imports of imports come to an end, whatever the files say.
    fn order(&mut self, bytes: &[u8], game: Option<&Arc<Game>>, import: Option<Option<&Statement>>) -> Verdict {
        let certificate = Certificate::read(bytes)?;
        let (head, threads) = (&certificate.head, self.threads);
        if import.is_some_and(|required| !is_about(&head.statement, required)) {
            return Err(OTHER);
        }
        let imports;
        let (content, stated) = match &head.statement {
            Statement::Further(12, body) => {
                imports = self.imports(head, Some(&[]))?;
                let race = Race::read(body, head)?;
                let stated = table::check(&race, &certificate, &[], threads)?;
                (Content::Partition(Proved::Race(race)), stated)
            }
            Statement::Further(number @ 9..=11, body) => {
                imports = self.imports(head, Some(&[]))?;
                let proved = partition::check(*number, body, &certificate)?;
                (Content::Partition(proved), Stated::terminal(&Arc::default()))
            }
            Statement::Further(number, _) => return Err(Failure::Unknown("statement", (*number).into())),
            Statement::Endgame(board, men) => {
                let endgame = Endgame::new(*board, men)?;
                let room = u64::try_from(bytes.len()).expect("a length") / 3;
                Limit::SHORT_FILE.admit(endgame.positions() - endgame.positions().min(room))?;
                let required: Vec<Statement> = endgame.imports().iter().map(statement).collect();
                imports = self.imports(head, Some(&required))?;
                let (positions, stated) = tables(&imports);
                let positions = Positions::enumerate(endgame, positions);
                let stated = table::check(&positions, &certificate, &stated, threads)?;
                (Content::Endgame(Arc::new(positions)), stated)
            }
            Statement::Game => {
                imports = self.imports(head, Some(&[]))?;
                let game = game.ok_or(Failure::Game)?;
                let terminal = Stated::terminal(&Arc::new(game.values.clone()));
                let stated = table::check(&**game, &certificate, &[&terminal], threads)?;
                (Content::Game(Arc::clone(game), terminal), stated)
            }
            Statement::List(board, root, members) => {
                imports = self.imports(head, None)?;
                let (positions, stated) = tables(&imports);
                let list = List::new(*board, *root, members, positions)?;
                let stated = table::check(&list, &certificate, &stated, threads)?;
                (Content::List(list), stated)
            }
        };
        Ok(Arc::new(Verified { digest: certificate.digest, head: certificate.head, imports, content, stated }))
    }
    // ANCHOR_END: order

    // ANCHOR: imports
    /// Finds and verifies the imports: of these statements if they are given, else tables of endgames; exact ones if the importer is exact.
    fn imports(&mut self, head: &Head, required: Option<&[Statement]>) -> Result<Vec<Arc<Verified>>, Failure> {
        if let Some(required) = required.filter(|required| required.len() != head.imports.len()) {
            return Err(Failure::ImportCount(head.imports.len(), required.len()));
        }
        let mut imports = Vec::new();
        for (place, &digest) in head.imports.iter().enumerate() {
            let required = required.map(|required| &required[place]);
            if !self.verified.contains_key(&digest) {
                let bytes = (self.find)(digest).filter(|bytes| Digest::of(bytes) == digest);
                let bytes = bytes.ok_or(Failure::MissingImport(digest.0))?;
                let verified = self.order(&bytes, None, Some(required));
                self.verified.insert(digest, verified.map_err(|failure| Failure::Import(place, Box::new(failure)))?);
            }
            let import = Arc::clone(&self.verified[&digest]);
            if !is_about(&import.head.statement, required) {
                return Err(Failure::Import(place, Box::new(OTHER)));
            }
            if head.bits == 0 && import.head.bits != 0 {
                return Err(Failure::ImportKind(place));
            }
            imports.push(import);
        }
        Ok(imports)
    }
    // ANCHOR_END: imports
}

/// Whether a statement is the one that is required, or else about an endgame.
fn is_about(statement: &Statement, required: Option<&Statement>) -> bool {
    required.map_or(matches!(statement, Statement::Endgame(..)), |required| statement == required)
}

/// The statement about an endgame.
fn statement(Endgame { board, men }: &Endgame) -> Statement {
    Statement::Endgame(board.stated(), men.iter().map(|man| man.number()).collect())
}

/// The positions of imports, and what is stated of them.
fn tables(imports: &[Arc<Verified>]) -> (Vec<Arc<Positions>>, Vec<&Stated>) {
    let tables = imports.iter().map(|import| match &import.content {
        Content::Endgame(positions) => (Arc::clone(positions), &import.stated),
        _ => unreachable!("`imports` refuses it"),
    });
    tables.unzip()
}
