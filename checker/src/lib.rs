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
//! | [`proof`] | what is put to a proof in Losing Chess |
//! | [`chips`] | what is put to all positions if the auction has whole chips |
//! | [`payments`] | what another mean is put to, where bids go to the bank |
//! | [`hex`] | how the fillings of a board of Hex are counted |
//! | [`games`] | what the rules are: a file for each game |
//! | [`further`] | which statements there are about further games, and who checks them |
//! | [`certificate`] | what is written in the file, byte by byte |
//! | [`limits`], [`marks`] | how much memory and time a file may cost; sets in which one counts |
//! | [`failure`] | the ways to end without `verified` |
//!
//! `report`, behind a feature, is wording; no verdict rests on it. What has to be believed beside this code: the theorem; the compiler and the
//! machine; num-bigint with num-integer and num-traits (arithmetic), sha2 (names of imports), serde and serde_json (games in files).

#![deny(clippy::disallowed_methods)]

pub mod certificate;
pub mod chips;
pub mod failure;
pub mod further;
pub mod games;
pub mod hex;
pub mod limits;
pub mod marks;
pub mod numbers;
pub mod payments;
pub mod plan;
pub mod proof;
#[cfg(feature = "report")]
pub mod report;
pub mod table;
pub mod theorem;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use certificate::{Certificate, Digest, Head, Statement};
use failure::{Failure, ensure};
pub use further::Content;
use further::Further;
use games::antichess;
use games::endgame::{Endgame, Positions};
use games::graph::Game;
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

/// What has been verified, or why nothing has.
pub type Verdict = Result<Arc<Verified>, Failure>;

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
        catch_unwind(AssertUnwindSafe(|| self.order(bytes, game, &|_| true))).unwrap_or(Err(Failure::Bug))
    }
    // ANCHOR_END: border

    // ANCHOR: order
    /// The order of the conditions. `is_meant` says of an import whether it is about what it has to be. What a table imports has fewer men or
    /// fewer pawns, so imports of imports come to an end, whatever the files say.
    fn order(&mut self, bytes: &[u8], game: Option<&Arc<Game>>, is_meant: &dyn Fn(&Statement) -> bool) -> Verdict {
        let certificate = Certificate::read(bytes)?;
        let (head, threads) = (&certificate.head, self.threads);
        ensure(is_meant(&head.statement), OTHER)?;
        let paid = further::paid(head, game)?;
        let auction = paid.as_ref().map(|(auction, _)| auction);
        let statement = paid.as_ref().map_or(&head.statement, |(_, played)| played);
        let imports;
        let (content, stated) = match statement {
            Statement::Endgame(board, men) => {
                let endgame = Endgame::new(*board, men)?;
                let room = u64::try_from(bytes.len()).expect("a length") / 3;
                Limit::SHORT_FILE.admit(endgame.positions() - endgame.positions().min(room))?;
                let about = |import| auction.map_or_else(|| statement_of(import), |auction| auction.about(import));
                let required: Vec<Statement> = endgame.imports().iter().map(about).collect();
                imports = self.imports(head, Some(&required))?;
                let (positions, borders) = tables(&imports);
                let positions = Positions::enumerate(endgame, positions);
                let stated = table::check(&positions, &certificate, &borders, auction, threads)?;
                (Content::Endgame(Arc::new(positions)), stated)
            }
            Statement::Game => {
                imports = self.imports(head, Some(&[]))?;
                let game = game.ok_or(Failure::Game)?;
                let terminal = Stated::terminal(&Arc::new(game.values.clone()));
                let stated = table::check(&**game, &certificate, &[(&terminal, false)], auction, threads)?;
                (Content::Game(Arc::clone(game), terminal), stated)
            }
            Statement::List(board, root, members) => {
                imports = self.imports(head, None)?;
                let (positions, borders) = tables(&imports);
                let list = List::new(*board, *root, members, positions)?;
                let stated = table::check(&list, &certificate, &borders, None, threads)?;
                (Content::List(list), stated)
            }
            Statement::Further(number, body) => {
                let further = Further::read(*number, body, head, bytes.len())?;
                imports = self.imports(head, further.imports().as_deref())?;
                let parts: Vec<_> = imports.iter().map(|import| (&import.content, &import.stated)).collect();
                further.check(&certificate, &parts, game, threads)?
            }
        };
        let content = content.under(paid.map(|(auction, _)| auction));
        Ok(Arc::new(Verified { digest: certificate.digest, head: certificate.head, imports, content, stated }))
    }
    // ANCHOR_END: order

    // ANCHOR: imports
    /// Finds and verifies the imports: of these statements if they are given, else tables; exact ones if the importer is exact.
    fn imports(&mut self, head: &Head, required: Option<&[Statement]>) -> Result<Vec<Arc<Verified>>, Failure> {
        let (found, count) = (head.imports.len(), required.map_or(head.imports.len(), <[_]>::len));
        ensure(found == count, Failure::ImportCount(found, count))?;
        let mut imports = Vec::new();
        for (place, &digest) in head.imports.iter().enumerate() {
            let is_meant = |statement: &Statement| match (required, &head.statement) {
                (Some(required), _) => *statement == required[place],
                (None, Statement::List(..)) => matches!(statement, Statement::Endgame(..)),
                (None, _) => matches!(statement, Statement::Further(antichess::TURNS, _)),
            };
            let at_import = |failure| Failure::Import(place, Box::new(failure));
            if !self.verified.contains_key(&digest) {
                let bytes = (self.find)(digest).filter(|bytes| Digest::of(bytes) == digest);
                let bytes = bytes.ok_or(Failure::MissingImport(digest.0))?;
                let verified = self.order(&bytes, None, &is_meant).map_err(at_import)?;
                self.verified.insert(digest, verified);
            }
            let import = Arc::clone(&self.verified[&digest]);
            ensure(is_meant(&import.head.statement), at_import(OTHER))?;
            ensure(head.bits > 0 || import.head.bits == 0, Failure::ImportKind(place))?;
            imports.push(import);
        }
        Ok(imports)
    }
    // ANCHOR_END: imports
}

/// That an import is about something else than is required.
const OTHER: Failure = Failure::Statement("endgame of an import");

/// The positions of imports, and the parts of the border: what is stated of each, as it is, and with the colours exchanged.
fn tables(imports: &[Arc<Verified>]) -> (Vec<Arc<Positions>>, Vec<(&Stated, bool)>) {
    let borders = imports.iter().flat_map(|import| [(&import.stated, false), (&import.stated, true)]);
    (imports.iter().map(|import| import.content.positions()).collect(), borders.collect())
}

/// The statement about an endgame.
fn statement_of(Endgame { board, men }: &Endgame) -> Statement {
    Statement::Endgame(board.stated(), men.iter().map(|man| man.number()).collect())
}
