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
use chips::Chips;
use failure::Failure;
use games::antichess::{self, Proof, Turns};
use games::endgame::{Endgame, Positions};
use games::graph::Game;
use games::partition::{self, Proved, Race};
use limits::Limit;
use payments::Auction;
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
    /// Of all positions of an endgame of Losing Chess, under an auction.
    Auction(Arc<Positions>),
    /// Of all placements of an endgame of Losing Chess, by turns.
    Turns(Arc<Turns>),
    /// Of a position of Losing Chess that is won.
    Proof(Proof),
    /// Of all positions of an endgame or of a game in a file, under an auction with chips.
    Chips(Chips),
    /// Of a board of Hex: in how many fillings Left wins.
    Hex(hex::Counts),
    /// Of the positions of an endgame, or of a game in a file, under an auction that pays the bank.
    Payments(Auction, Box<Self>),
    /// Of partitions.
    Partition(Proved),
}

impl Content {
    fn chips(&self) -> Option<&Chips> {
        if let Self::Chips(chips) = self { Some(chips) } else { None }
    }

    /// The same whoever is paid.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Payments(_, inner) => inner,
            content => content,
        }
    }
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
    /// The order of the conditions. `import` is given for an import: what it has to be about. What a
    /// table imports has fewer men or fewer pawns, so imports of imports come to an end, whatever the files say.
    fn order(&mut self, bytes: &[u8], game: Option<&Arc<Game>>, import: Option<About>) -> Verdict {
        let certificate = Certificate::read(bytes)?;
        let (head, threads) = (&certificate.head, self.threads);
        if import.is_some_and(|required| !is_about(&head.statement, required)) {
            return Err(OTHER);
        }
        let (played, imports);
        let (auction, statement) = match &head.statement {
            Statement::Further(payments::NUMBER, body) => {
                let (auction, inner) = Auction::read(body)?;
                auction.admit(head, &inner, game.map(|game| &**game))?;
                played = inner;
                (Some(auction), &played)
            }
            statement => (None, statement),
        };
        let (content, stated) = match statement {
            Statement::Further(antichess::AUCTION, body) => {
                let endgame = antichess::endgame(antichess::AUCTION, body, head, bytes.len())?;
                imports = self.imports(head, Some(&antichess::imports(antichess::AUCTION, &endgame)))?;
                let (positions, stated) = tables(&imports);
                let positions = Positions::enumerate(endgame, positions);
                let game = antichess::Auction(&positions);
                let stated = table::check(&game, &certificate, &stated, None, threads)?;
                (Content::Auction(Arc::new(positions)), stated)
            }
            Statement::Further(antichess::TURNS, body) => {
                let endgame = antichess::endgame(antichess::TURNS, body, head, bytes.len())?;
                imports = self.imports(head, Some(&antichess::imports(antichess::TURNS, &endgame)))?;
                let turns = Turns::check(endgame, &certificate, turns(&imports), threads)?;
                (Content::Turns(Arc::new(turns)), Stated::terminal(&Arc::default()))
            }
            Statement::Further(antichess::PROOF, body) => {
                let proof = Proof::read(body, head)?;
                imports = self.imports(head, None)?;
                let proof = proof::check(proof, &certificate, &turns(&imports))?;
                (Content::Proof(proof), Stated::terminal(&Arc::default()))
            }
            Statement::Further(chips::NUMBER, body) => {
                let body = chips::Body::read(body)?;
                imports = self.imports(head, Some(&body.imports()))?;
                let chips = imports.iter().filter_map(|import| import.content.chips()).collect::<Vec<_>>();
                let chips = chips::check(body, &certificate, &chips, game)?;
                (Content::Chips(chips), Stated::terminal(&Arc::default()))
            }
            Statement::Further(hex::NUMBER, body) => {
                imports = self.imports(head, Some(&[]))?;
                (Content::Hex(hex::check(&certificate, body)?), Stated::terminal(&Arc::default()))
            }
            Statement::Further(12, body) => {
                imports = self.imports(head, Some(&[]))?;
                let race = Race::read(body, head)?;
                let stated = table::check(&race, &certificate, &[], None, threads)?;
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
                let about =
                    |import| auction.as_ref().map_or_else(|| statement_of(import), |auction| auction.about(import));
                let required: Vec<Statement> = endgame.imports().iter().map(about).collect();
                imports = self.imports(head, Some(&required))?;
                let (positions, stated) = tables(&imports);
                let positions = Positions::enumerate(endgame, positions);
                let stated = table::check(&positions, &certificate, &stated, auction.as_ref(), threads)?;
                (Content::Endgame(Arc::new(positions)), stated)
            }
            Statement::Game => {
                imports = self.imports(head, Some(&[]))?;
                let game = game.ok_or(Failure::Game)?;
                let terminal = Stated::terminal(&Arc::new(game.values.clone()));
                let stated = table::check(&**game, &certificate, &[&terminal], auction.as_ref(), threads)?;
                (Content::Game(Arc::clone(game), terminal), stated)
            }
            Statement::List(board, root, members) => {
                imports = self.imports(head, None)?;
                let (positions, stated) = tables(&imports);
                let list = List::new(*board, *root, members, positions)?;
                let stated = table::check(&list, &certificate, &stated, None, threads)?;
                (Content::List(list), stated)
            }
        };
        let content = match auction {
            Some(auction) => Content::Payments(auction, Box::new(content)),
            None => content,
        };
        Ok(Arc::new(Verified { digest: certificate.digest, head: certificate.head, imports, content, stated }))
    }
    // ANCHOR_END: order

    // ANCHOR: imports
    /// Finds and verifies the imports: of these statements if they are given, else tables; exact ones if the importer is exact.
    fn imports(&mut self, head: &Head, required: Option<&[Statement]>) -> Result<Vec<Arc<Verified>>, Failure> {
        if let Some(required) = required.filter(|required| required.len() != head.imports.len()) {
            return Err(Failure::ImportCount(head.imports.len(), required.len()));
        }
        let mut imports = Vec::new();
        for (place, &digest) in head.imports.iter().enumerate() {
            let required = (required.map(|required| &required[place]), &head.statement);
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

/// What an import has to be about: this statement, or else an endgame whose tables something with the other statement may rest on.
type About<'a> = (Option<&'a Statement>, &'a Statement);

/// Whether an import is about what it has to be.
fn is_about(statement: &Statement, about: About) -> bool {
    match about {
        (Some(required), _) => statement == required,
        (None, Statement::List(..)) => matches!(statement, Statement::Endgame(..)),
        (None, _) => matches!(statement, Statement::Further(antichess::TURNS, _)),
    }
}

/// The statement about an endgame.
fn statement_of(Endgame { board, men }: &Endgame) -> Statement {
    Statement::Endgame(board.stated(), men.iter().map(|man| man.number()).collect())
}

/// The positions of imports, and what is stated of them.
fn tables(imports: &[Arc<Verified>]) -> (Vec<Arc<Positions>>, Vec<&Stated>) {
    let tables = imports.iter().map(|import| match import.content.inner() {
        Content::Endgame(positions) | Content::Auction(positions) => (Arc::clone(positions), &import.stated),
        _ => unreachable!("`imports` refuses it"),
    });
    tables.unzip()
}

/// The tables by turns that are imported.
fn turns(imports: &[Arc<Verified>]) -> Vec<Arc<Turns>> {
    let turns = imports.iter().map(|import| match &import.content {
        Content::Turns(turns) => Arc::clone(turns),
        _ => unreachable!("`imports` refuses it"),
    });
    turns.collect()
}
