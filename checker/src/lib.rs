//! The checker: what is believed, and why.
//!
//! A certificate states exact values of all positions of a game, or bounds on them, or bounds that a plan proves. A
//! clever program wrote it that nobody has to trust. This library is the small program that has to be trusted instead:
//! it knows the rules, finds all positions and all options by itself, and evaluates two functions at every position. In
//! this order each module needs only those before it:
//!
//! | module | question |
//! |---|---|
//! | [`theorem`] | what is proved: two functions, each for both sides |
//! | [`limits`], [`numbers`] | how much a file may cost; how fractions and units are compared |
//! | [`failure`] | the ways to end without `verified` |
//! | [`certificate`] | what is written in the file, byte by byte |
//! | [`ranked_set`], [`stated`] | sets in which one counts; what is stated of the places, and how it lies in memory |
//! | [`table`] | what is asked of every place |
//! | [`sharp`] | how a position is proved to be sharp though its value is not known exactly |
//! | [`chess`], [`places`], [`endgame`] | what the rules are, which places there are, and where moves lead |
//! | [`plan`], [`graph`] | the positions of a list; those of a game in a file |
//! | [`claim`], [`own`] | what a certificate can be about, and how the parts come together |
//!
//! This file has the order of all of it. Further games are claims in a crate of their own, which depends on this one;
//! the kernel knows none of them. Wording is in another crate, and how certificates are written in a third; no verdict
//! of the kernel rests on these two. What has to be believed beside this code: the theorem; the compiler and the
//! machine; num-bigint with num-integer and num-traits (arithmetic), sha2 (names of imports), postcard (heads), serde
//! and serde_json (games in files), with the crates that these bring (`crates.txt`).

#![deny(clippy::disallowed_methods)]

pub mod certificate;
pub mod chess;
pub mod claim;
pub mod endgame;
pub mod failure;
pub mod graph;
pub mod limits;
pub mod numbers;
pub mod own;
pub mod places;
pub mod plan;
pub mod ranked_set;
pub mod sharp;
pub mod stated;
pub mod table;
pub mod theorem;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, LazyLock};

use certificate::{Certificate, Digest, Head, Statement};
pub use claim::Verified;
use claim::{Given, Imports, Statements, Subject};
use failure::{Failure, ensure};
use graph::Game;

/// What has been verified, or why nothing has.
pub type Verdict = Result<Arc<Verified>, Failure>;

/// Checks certificates, each once.
pub struct Checker<'a> {
    threads: usize,
    further: Statements,
    /// Finds the file with a digest.
    find: Box<dyn FnMut(Digest) -> Option<Cow<'a, [u8]>> + 'a>,
    verified: BTreeMap<Digest, Arc<Verified>>,
    /// Imports that are not verified, with what they are about, if that could be read.
    failed: BTreeMap<Digest, (Option<Statement>, Failure)>,
}

impl<'a> Checker<'a> {
    /// A checker that works on so many threads, from 1 to 64, knows these further games ([`claim::none`]: the kernel
    /// alone), and asks `find` for the files that are imported. The verdict does not depend on the threads, and on
    /// `find` only in that what is not found is *declined*.
    pub fn new<B: Into<Cow<'a, [u8]>>>(
        threads: usize,
        further: Statements,
        mut find: impl FnMut(Digest) -> Option<B> + 'a,
    ) -> Self {
        let find = Box::new(move |digest| find(digest).map(Into::into));
        Self { threads, further, find, verified: BTreeMap::new(), failed: BTreeMap::new() }
    }

    // ANCHOR: border
    /// The verdict on a certificate; about a game in a file if one is given.
    ///
    /// # Errors
    ///
    /// The first failure in the order of the format. A panic is a bug of the checker, and declined; so is everything
    /// where an overflow is none.
    pub fn check(&mut self, file: &[u8], game: Option<&Arc<Game>>) -> Verdict {
        let given = game.map(claim::subject);
        self.check_given(file, given.as_ref())
    }

    /// The verdict on a certificate; about what stands in another file, if that is given: a [`Game`], or what a further
    /// claim knows.
    ///
    /// # Errors
    ///
    /// As [`Checker::check`].
    pub fn check_given(&mut self, file: &[u8], given: Option<&Subject>) -> Verdict {
        let check = || {
            ensure(*STOPS, Failure::Unchecked)?;
            self.order(self.read(file)?, given)
        };
        catch_unwind(AssertUnwindSafe(check)).unwrap_or(Err(Failure::Bug))
    }
    // ANCHOR_END: border

    /// What is written in a file; its statement is one of those that are known here.
    fn read<'b>(&self, file: &'b [u8]) -> Result<Certificate<'b>, Failure> {
        Certificate::read(file, |number| (self.further)(number).is_some())
    }

    // ANCHOR: order
    /// The order of the conditions: the statement, the imports, then what the claim asks. What a table imports has
    /// fewer men or fewer pawns, so imports of imports come to an end, whatever the files say.
    fn order(&mut self, certificate: Certificate, game: Option<&Subject>) -> Verdict {
        let head = &certificate.head;
        let claim = own::read(Given { head, body: &[], bytes: certificate.size, game }, self.further)?;
        let mut imports = self.imports(head, &claim.imports())?;
        if let Imports::All(all) | Imports::Some(all) = claim.imports() {
            imports.sort_by_key(|import| all.iter().position(|statement| *statement == import.head.statement));
        }
        let (subject, stated) = claim.check(&certificate, &imports, self.threads)?;
        Ok(Arc::new(Verified { digest: certificate.digest, head: certificate.head, imports, subject, stated }))
    }
    // ANCHOR_END: order

    // ANCHOR: imports
    /// Finds and verifies the imports, each once; exact ones if the importer is exact.
    fn imports(&mut self, head: &Head, required: &Imports) -> Result<Vec<Arc<Verified>>, Failure> {
        let count = match required {
            Imports::All(all) => all.len(),
            Imports::Some(all) if all.is_empty() => 0,
            _ => head.imports.len(),
        };
        ensure(head.imports.len() == count, Failure::ImportCount(head.imports.len(), count))?;
        let mut imports: Vec<Arc<Verified>> = Vec::new();
        for (place, &digest) in head.imports.iter().enumerate() {
            let at_import = |failure| Failure::Import(place, Box::new(failure));
            let fits = |statement: &Statement| {
                let is_meant = match required {
                    Imports::All(all) | Imports::Some(all) => all.contains(statement),
                    Imports::Any(is_meant) => is_meant(statement),
                };
                ensure(is_meant, at_import(OTHER))?;
                let is_new = imports.iter().all(|other| other.head.statement != *statement);
                ensure(is_new, Failure::ImportKind(place))
            };
            if !self.verified.contains_key(&digest) && !self.failed.contains_key(&digest) {
                let missing = || Failure::MissingImport(digest.0);
                let file = (self.find)(digest).ok_or_else(missing)?;
                // A file of another digest was not looked for.
                ensure(Digest::of(&file) == digest, missing())?;
                let read = self.read(&file);
                let statement = read.as_ref().ok().map(|certificate| certificate.head.statement.clone());
                statement.as_ref().map_or(Ok(()), fits)?;
                match read.and_then(|certificate| self.order(certificate, None)) {
                    Ok(verified) => self.remember(&verified),
                    // What is missing now may be found when the next one asks.
                    Err(failure) if failure.lacks_import() => return Err(at_import(failure)),
                    Err(failure) => drop(self.failed.insert(digest, (statement, failure))),
                }
            }
            if let Some((statement, failure)) = self.failed.get(&digest) {
                statement.as_ref().map_or(Ok(()), fits)?;
                return Err(at_import(failure.clone()));
            }
            let import = Arc::clone(&self.verified[&digest]);
            fits(&import.head.statement)?;
            let is_fit = import.head.never.is_none_or(|never| head.never == Some(never));
            ensure(is_fit && (head.bits > 0 || import.head.bits == 0), Failure::ImportKind(place))?;
            imports.push(import);
        }
        Ok(imports)
    }
    // ANCHOR_END: imports

    /// What has been verified under this digest, and need not be verified again.
    pub fn known(&self, digest: Digest) -> Option<Arc<Verified>> {
        self.verified.get(&digest).cloned()
    }

    /// Keeps a verified certificate, so that it is not verified again where it is imported.
    pub fn remember(&mut self, verified: &Arc<Verified>) {
        self.verified.insert(verified.digest, Arc::clone(verified));
    }
}

// ANCHOR: stops
/// Whether a sum that leaves its type stops this program, as everything here relies on: tried once. Where a panic ends
/// the process this cannot be tried, and whoever builds for that sees to it.
static STOPS: LazyLock<bool> = LazyLock::new(|| {
    let hook = take_hook();
    set_hook(Box::new(|_| ()));
    let stops = cfg!(panic = "abort") || catch_unwind(|| black_box(u8::MAX) + 1).is_err();
    set_hook(hook);
    stops
});
// ANCHOR_END: stops

/// That an import is about something else than is required.
const OTHER: Failure = Failure::Statement("endgame of an import");
