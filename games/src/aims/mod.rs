//! Endless games: nobody has won when a position is reached; what counts is all of a play that never ends.
//!
//! Responsible for what four statements share: what is stated of the positions of a game in a file. Left to others: the file (`file`); how numbers are
//! compared with a mean (`condition`); what is asked (`mean`: what is collected on average in a step; `least`: who makes sure of an average; `parity`; `chips`: both with whole chips). Source:
//! the chapter `docs/src/record/format-aims.md`, which is normative; `docs/src/record/proof-aims.md` says why the conditions suffice.

use std::sync::Arc;

use checker::certificate::{Certificate, Digest, Form, Head, Reader};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{Failure, Spelling, ensure};
use checker::limits::Limit;
use checker::table::Stated;

pub mod chips;
mod file;
pub mod least;
pub mod mean;
pub mod parity;

pub use crate::condition::{Failed, Fault, Number};
pub use crate::file::GameFault;
pub use file::{Game, PRIORITY, Position, VERSION};

use crate::file::minus;

/// Numbers that are stated, of all positions together: 2^27, of 4 bytes each.
pub const STATED: Limit = Limit { of: "numbers that are stated of all positions together", most: 1 << 27 };

/// The exponent of a scale is below 2^10.
const SCALES: u16 = 1 << 10;

/// A reward: numerator and denominator.
type Reward = (i64, u64);

/// What one of these statements says.
pub trait Body: Sized + 'static {
    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling, or beyond a limit.
    fn read(body: &[u8]) -> Result<Self, Failure>;

    /// The digest of the game's file.
    fn game(&self) -> Digest;

    /// Verifies the certificate of the game.
    ///
    /// # Errors
    ///
    /// The first condition that fails.
    fn verify(self, game: Arc<Game>, certificate: &Certificate) -> Result<Subject, Failure>;
}

/// The claim, and what was given.
struct About<B>(B, Option<Subject>);

/// The claim of a statement.
///
/// # Errors
///
/// If the statement or the head is malformed.
pub fn claim<B: Body>(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let body = B::read(given.body)?;
    admit(given.head)?;
    Ok(Box::new(About(body, given.game.cloned())))
}

impl<B: Body> Claim for About<B> {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], _: usize) -> Checked {
        let Self(body, game) = *self;
        let (game, digest) = (game.and_then(|game| game.downcast::<Game>().ok()), body.game());
        let game = game.filter(|game| game.digest == digest).ok_or(Failure::Game(digest.0))?;
        Ok((body.verify(game, certificate)?, Stated::default()))
    }
}

/// That no position has a fault.
fn faultless(count: usize, fault: impl FnMut(u32) -> Option<Fault>) -> Result<(), Failure> {
    (0..).take(count).find_map(fault).map_or(Ok(()), |fault| Err(Failure::Further(Arc::new(fault))))
}

/// That the head is one of fractions in form 0, with nothing said of endless play.
fn admit(head: &Head) -> Result<(), Failure> {
    ensure((head.never, head.bits, head.form) == (None, 0, Form::One), Failure::Statement("form"))
}

impl Game {
    /// The rewards of all positions.
    fn rewards(&self) -> Result<Vec<Reward>, Failure> {
        let missing = |number| Failure::Uncovered("a position without a reward", number);
        (0..).zip(&self.positions).map(|(number, position)| position.reward.ok_or(missing(number))).collect()
    }

    /// The priorities of all positions.
    fn priorities(&self) -> Result<Vec<u8>, Failure> {
        let missing = |number| Failure::Uncovered("a position without a priority", number);
        (0..).zip(&self.positions).map(|(number, position)| position.priority.ok_or(missing(number))).collect()
    }
}

/// Reads the only slice: of all positions, so many columns of places of values, and then so many of labels.
fn read(certificate: &Certificate, game: &Game, values: usize, labels: usize) -> Result<Vec<Vec<u32>>, Failure> {
    let (bytes, count) = (crate::bare::only_slice(certificate)?, game.positions.len());
    STATED.admit(count * (values + labels))?;
    let mut reader = Reader::new(Some(0), bytes);
    let columns = (0..values + labels).map(|_| reader.column32(count)).collect::<Result<Vec<_>, _>>()?;
    let large = reader.wrong(Spelling::Large);
    reader.end()?;
    crate::bare::are_used(&certificate.head.values, columns[..values].iter().flatten(), large)?;
    Ok(columns)
}
