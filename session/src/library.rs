//! Verify, ask, solve: each in one call.
//!
//! What solves is handed in as a [`Solver`]: nothing of it has to be believed, and this crate does not link it. What it makes is told only after the checker
//! has verified it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::claims;
use super::files::Files;
use super::json::Object;
use super::judge::{Given, Judge, Refusal};
use super::sheet::{Row, Sheet};
use checker::Verified;
use checker::certificate::Digest;

/// What is asked of a certificate.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The game or the model that the certificate is about, if that is in a file of its own: JSON or UMB.
    pub game: Option<PathBuf>,
    /// Folders of what it imports, beside its own folder and the one above.
    pub imports: Vec<PathBuf>,
    /// What is asked for: a FEN, the name of a position, a cell, the number of a state. If nothing, the certificate as a whole.
    pub at: Option<String>,
    /// What the first player holds, in an auction with chips: `12`, or `12*` with the star.
    pub holds: Option<String>,
}

impl Question {
    /// A question about one position, or whatever else the certificate has rows of.
    pub fn at(text: impl Into<String>) -> Self {
        Self { at: Some(text.into()), ..Self::default() }
    }
}

/// What is verified: of a certificate, and of what was asked for.
#[derive(Clone, Debug)]
pub struct Answer {
    verified: Arc<Verified>,
    asked: Option<(String, Option<String>)>,
}

impl Answer {
    /// The answer of a certificate that is verified.
    ///
    /// # Errors
    ///
    /// A sentence, if it says nothing of what is asked for.
    pub fn new(verified: Arc<Verified>, at: Option<&str>, holds: Option<&str>) -> Result<Self, String> {
        let understood = |at: &str| -> Result<_, String> {
            let sheet = claims::tell(&verified);
            let (text, _) = sheet.understood(at).map_err(|error| error.to_string())?;
            sheet.at(&text, holds)?;
            Ok((text, holds.map(str::to_owned)))
        };
        let asked = at.map(understood).transpose()?;
        Ok(Self { verified, asked })
    }

    /// What was verified.
    pub fn verified(&self) -> &Arc<Verified> {
        &self.verified
    }

    /// What is verified, in a sentence.
    pub fn claim(&self) -> String {
        claims::tell(&self.verified).claim()
    }

    /// Something of the row that was asked for; none if nothing was.
    pub fn row<T>(&self, what: impl FnOnce(&dyn Sheet, &Row) -> T) -> Option<T> {
        let (at, holds) = self.asked.as_ref()?;
        let sheet = claims::tell(&self.verified);
        let row = sheet.at(at, holds.as_deref()).expect("it was found before");
        Some(what(&*sheet, &row))
    }

    /// The answer as text, as `solve probe` prints it; what is verified, in a sentence, if nothing was asked for.
    pub fn text(&self) -> String {
        self.row(|sheet, row| sheet.whole(row, true)).unwrap_or_else(|| self.claim() + "\n")
    }

    /// The answer for programs; the fields of the receipt, if nothing was asked for. [`json::answer`](crate::json::answer) writes it.
    pub fn json(&self) -> Object {
        let receipt = || {
            let mut object = Object::default();
            claims::tell(&self.verified).receipt(&mut object);
            object
        };
        self.row(|sheet, row| sheet.json(row)).unwrap_or_else(receipt)
    }
}

/// How many threads there are.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Verifies a file, with what it imports, and answers a question about it.
///
/// # Errors
///
/// Why it is not verified; or why what is verified says nothing of what is asked for.
pub fn ask(certificate: &Path, question: &Question) -> Result<Answer, Refusal> {
    let mut files = Files::default();
    files.look_for(&[certificate.to_owned()], &question.imports);
    let game = question.game.as_deref().map(Given::file);
    let verified = Judge::new(threads(), files).file(certificate, game.as_ref()).outcome?;
    let answer = Answer::new(verified, question.at.as_deref(), question.holds.as_deref());
    answer.map_err(|error| Refusal::declined(&error))
}

/// Verifies a certificate that was made just now and imports nothing, about a game if one is given.
///
/// # Errors
///
/// Why it is not verified: then there is a bug in what made it.
pub fn verify(certificate: &[u8], game: Option<&Given>, threads: usize) -> Result<Arc<Verified>, Refusal> {
    let none = BTreeMap::<Digest, Vec<u8>>::new();
    Judge::new(threads, &none).bytes(certificate, game).outcome
}

/// Is told how far the work is.
pub trait Watch: Send {
    /// The work on something of this name begins.
    fn begin(&mut self, _title: &str) {}
    /// A phase begins; `positions` are to be worked through, 0 where that is not known.
    fn phase(&mut self, name: &'static str, positions: usize);
    /// So many positions more are done.
    fn advance(&mut self, positions: usize);
    /// The certificate of this name is done.
    fn finished(&mut self, _name: &str) {}
}

/// Looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn phase(&mut self, _: &'static str, _: usize) {}
    fn advance(&mut self, _: usize) {}
}

/// Why nothing was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmade {
    /// The request is wrong: why, and what is required.
    Wrong(String),
    /// What is needed does not fit into the memory.
    Memory(String),
    /// It was not solved in the way that was asked for.
    Unsolved(String),
}

impl Unmade {
    /// The words.
    pub fn into_words(self) -> String {
        let (Self::Wrong(words) | Self::Memory(words) | Self::Unsolved(words)) = self;
        words
    }
}

/// What solves: it takes requests and makes certificates. `solver::engine` has one.
pub trait Solver<Request: ?Sized> {
    /// Makes the certificate of what is requested; it imports nothing.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn make(&self, request: &Request, watch: &mut dyn Watch) -> Result<Vec<u8>, Unmade>;

    /// The bytes of the game or the model that the certificate is about, if they are not in it.
    fn about<'a>(&self, request: &'a Request) -> Option<&'a [u8]>;
}

/// What was solved, and is verified.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The certificate: the bytes that were verified, for a file.
    pub certificate: Vec<u8>,
    /// What is verified of it.
    pub verified: Arc<Verified>,
}

impl Solved {
    /// What is verified of a position, or whatever else is asked for.
    ///
    /// # Errors
    ///
    /// A sentence, if the certificate says nothing of it.
    pub fn at(&self, text: &str) -> Result<Answer, String> {
        Answer::new(Arc::clone(&self.verified), Some(text), None)
    }
}

/// Has something solved, and verifies what comes of it.
///
/// # Errors
///
/// Why nothing was made; or why that is not verified, which is a bug of the solver.
pub fn solve<Request: ?Sized, S: Solver<Request> + ?Sized>(
    solver: &S,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved, Refusal> {
    let made = solver.make(request, watch);
    let certificate = made.map_err(|unmade| Refusal::declined(&unmade.into_words()))?;
    watch.phase("verify", 0);
    let game = solver.about(request).map(Given::bytes);
    let verified = verify(&certificate, game.as_ref(), threads())?;
    Ok(Solved { certificate, verified })
}
