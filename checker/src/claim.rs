//! Claims: what a certificate can be about, and what it takes to verify one.
//!
//! Responsible for the seam between the kernel and the statements: a statement is read into a [`Claim`], which says
//! what it imports and verifies itself. The kernel's own are in `own`; those of further games come from outside, by
//! their numbers ([`Statements`]). Left to others: in which order all of it is tried, and where imports come from
//! (`lib`).

use std::any::Any;
use std::sync::Arc;

use crate::certificate::{Certificate, Digest, Head, Statement};
use crate::failure::Failure;
use crate::table::Stated;

// ANCHOR: claim
/// Something that a certificate is about, as far as it is read before its imports.
pub trait Claim {
    /// What the certificate has to import.
    fn imports(&self) -> Imports;

    /// Verifies the certificate. Its imports are verified, and those that [`Claim::imports`] asks for. What comes of
    /// it: what is verified, and the numbers of its positions; the default if it has none.
    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked;
}

/// What is verified, and what is stated of its positions.
pub type Checked = Result<(Subject, Stated), Failure>;

/// Which certificates are imported; no two about the same. [`Claim::check`] gets them in the order in which their
/// statements are listed here.
pub enum Imports {
    /// About all of these statements.
    All(Vec<Statement>),
    /// About some of these statements.
    Some(Vec<Statement>),
    /// About statements such as these, in the order of their digests.
    Any(fn(&Statement) -> bool),
}
// ANCHOR_END: claim

/// What is verified, beside the numbers of positions. Whoever reads it knows its type: [`Verified::about`].
pub type Subject = Arc<dyn Any + Send + Sync>;

/// Something, as a subject.
pub fn subject<T: Any + Send + Sync>(of: &Arc<T>) -> Subject {
    of.clone()
}

/// What a claim is read from.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The head of the certificate.
    pub head: &'a Head,
    /// The bytes of the statement, if it is about a further game.
    pub body: &'a [u8],
    /// How many bytes the certificate has.
    pub bytes: usize,
    /// What it is about, if that stands in a file that was given: a [`Game`](crate::graph::Game), or what a further
    /// claim knows.
    pub game: Option<&'a Subject>,
}

/// Reads the claim of a statement, and tries all that needs neither imports nor slices.
pub type Read = fn(Given) -> Result<Box<dyn Claim>, Failure>;

/// The statements about further games: how the one of a number is read, if it is known.
pub type Statements = fn(u8) -> Option<Read>;

/// No further games: the kernel alone.
pub fn none(_number: u8) -> Option<Read> {
    None
}

/// A verified certificate. Only [`Checker::check`](crate::Checker::check) makes one.
#[derive(Debug)]
pub struct Verified {
    pub(crate) digest: Digest,
    pub(crate) head: Head,
    pub(crate) imports: Vec<Arc<Self>>,
    pub(crate) subject: Subject,
    pub(crate) stated: Stated,
}

impl Verified {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The claim's parts.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The certificates on which it rests.
    pub fn imports(&self) -> &[Arc<Self>] {
        &self.imports
    }

    /// What is verified of the positions.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// What is verified.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What is verified, if it is of this type.
    pub fn about<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        Arc::clone(&self.subject).downcast().ok()
    }
}

/// The parts of the border: what is stated of each import, as it is, and with the colours exchanged.
pub fn borders(imports: &[Arc<Verified>]) -> Vec<(&Stated, bool)> {
    imports.iter().flat_map(|import| [(&import.stated, false), (&import.stated, true)]).collect()
}
