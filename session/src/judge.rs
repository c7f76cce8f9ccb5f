//! A file's verdict: the one way from bytes to *verified*, *rejected* or *declined* with its words, for `check`, `solve`, Python and the page.
//!
//! The verdict is the checker's. Beside it stands what needs no checker: files that cannot be read, and a text or a certificate in the other's place. Which
//! import is found where says the [`Source`]; of files it is `files`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::canonical::{self, Identity, Receipt};
use super::files::{self, Files};
use super::receipt::{self, Object};
use super::sort::{FRONT, Sort};
use super::{archive, claims, escape, json, notation, words};
use checker::certificate::{Digest, MAGIC};
use checker::claim::Subject;
use checker::failure::Failure;
use checker::graph::{Game, GameFault};
use checker::limits::Limit;
use checker::{Checker, Verified};

/// Tables of so many positions or fewer, such as all of three men on 8x8, are kept after they were judged: others may import them. (Larger ones
/// are verified once more where they are imported.)
const MOST_REMEMBERED: usize = 1 << 18;

/// Where imports come from.
pub trait Source {
    /// The file with a digest. What is found is compared with the digest once more.
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>>;

    /// The file in which they were found.
    fn path(&self, _digest: Digest) -> Option<PathBuf> {
        None
    }

    /// Where was looked, in words.
    fn searched(&self) -> Option<String> {
        None
    }

    /// Is told of a certificate that is read otherwise, from standard input: its imports are looked for as those of a file of this path.
    fn near(&mut self, _path: &Path) {}

    /// Reads a file that is to be judged; with its digest.
    ///
    /// # Errors
    ///
    /// What the system says, or that the file is too large.
    fn open(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        files::open(path)
    }
}

impl Source for Files {
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        Self::find(self, digest)
    }

    fn path(&self, digest: Digest) -> Option<PathBuf> {
        Self::path(self, digest).map(Path::to_owned)
    }

    fn searched(&self) -> Option<String> {
        Some(Self::searched(self))
    }

    fn open(&mut self, path: &Path) -> io::Result<(Vec<u8>, Digest)> {
        Self::open(self, path)
    }
}

/// Bytes that are there already.
impl<B: AsRef<[u8]>> Source for &BTreeMap<Digest, B> {
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        self.get(&digest).map(|bytes| bytes.as_ref().to_vec())
    }
}

/// What is given beside a certificate: a game in JSON, or a model in UMB.
#[derive(Clone, Debug)]
pub struct Given {
    /// The file.
    pub path: Option<PathBuf>,
    /// The digest of the file, if it was read.
    pub digest: Option<Digest>,
    /// The game or the model, or why it is none, in words.
    pub game: Result<Subject, String>,
}

impl Given {
    /// Reads a game's file, or that of a model.
    pub fn file(path: &Path) -> Self {
        let failed = |game| Self { path: Some(path.to_owned()), digest: None, game: Err(game) };
        let archived = if files::is_standard_input(path) { Ok(None) } else { archive::file(path) };
        match archived {
            Err(error) => return failed(unread(&error)),
            Ok(Some((game, digest))) => return Self { path: Some(path.to_owned()), digest, game },
            Ok(None) => {}
        }
        match files::read(path, Limit::GAME_BYTES) {
            Ok(bytes) => Self { path: Some(path.to_owned()), ..Self::bytes(&bytes) },
            Err(error) => failed(unread(&error)),
        }
    }

    /// Reads a game, or a model.
    pub fn bytes(bytes: &[u8]) -> Self {
        let read = || read_game(bytes).map(|game| -> Subject { game }).map_err(|(fault, _)| fault);
        let game = claims::GIVEN.iter().find_map(|(game, _)| game(bytes)).unwrap_or_else(read);
        Self { path: None, digest: Some(Digest::of(bytes)), game }
    }

    /// A game or a model that was read before.
    pub fn of(game: Subject) -> Self {
        Self { path: None, digest: None, game: Ok(game) }
    }

    /// What it is, in a few words.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn about(&self) -> Result<String, String> {
        let given = self.game.as_ref().map_err(Clone::clone)?;
        let other = || claims::GIVEN.iter().find_map(|(_, title)| title(given));
        let title = given.downcast_ref::<Game>().map(words::game).or_else(other);
        title.ok_or_else(|| "found something else, required a game or a model".to_owned())
    }

    /// Whether it is a model.
    pub fn is_model(&self) -> bool {
        self.game.as_ref().is_ok_and(|game| archive::title(game).is_some())
    }
}

impl From<Arc<Game>> for Given {
    fn from(game: Arc<Game>) -> Self {
        Self { path: None, digest: Some(game.digest), game: Ok(game) }
    }
}

/// Reads a game.
///
/// # Errors
///
/// Why it is none, in words, and whether that is beyond a limit.
pub fn read_game(bytes: &[u8]) -> Result<Arc<Game>, (String, bool)> {
    if bytes.starts_with(&MAGIC) {
        return Err(("this is a certificate; are the two exchanged?".to_owned(), false));
    }
    let sort = Sort::of(bytes, bytes.len() <= FRONT);
    if let Sort::Prism | Sort::Jani | Sort::Packed(..) | Sort::Drawing = sort {
        return Err((sort.refused("a game in JSON or a model", None), false));
    }
    let read = Game::read(bytes).map(Arc::new);
    read.map_err(|fault| (words::game_fault(bytes, &fault), matches!(fault, GameFault::Limit(_))))
}

/// What a file is. What is known to be something else is no damaged certificate, but was never one.
fn sort(file: &[u8]) -> Sort {
    Sort::of(&file[..file.len().min(FRONT)], file.len() <= FRONT)
}

/// Why a file was not read, in words.
fn unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => error.to_string(),
        _ => format!("unreadable: {error}"),
    }
}

/// Why a file is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The condition that it breaks, if it is rejected; none if it is declined.
    pub condition: Option<&'static str>,
    /// `rejected: …` or `declined: …`, in words. Paths in it are escaped.
    pub message: String,
    /// What the checker says, if it was asked.
    pub failure: Option<Failure>,
}

impl Refusal {
    pub(crate) fn declined(reason: &str) -> Self {
        Self { condition: None, message: format!("declined: {reason}"), failure: None }
    }

    /// `rejected` or `declined`.
    pub fn verdict(&self) -> &'static str {
        if self.condition.is_some() { "rejected" } else { "declined" }
    }

    /// The words behind the verdict.
    pub fn reason(&self) -> &str {
        self.message.split_once(": ").map_or("", |(_, reason)| reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// A file on which a verdict rests: where it is, if that is known, and its digest, if it was read.
pub type Rests = (Option<PathBuf>, Option<Digest>);

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What is verified, or why nothing is.
    pub outcome: Result<Arc<Verified>, Refusal>,
    /// The file itself; and if it is verified its imports and theirs, and the game.
    pub files: Vec<Rests>,
}

impl Judgement {
    /// The digest of the bytes that were judged; none if the file was not read to its end.
    pub fn digest(&self) -> Option<Digest> {
        self.files[0].1
    }

    /// The exit status: 0 verified, 1 rejected, 2 declined.
    pub fn status(&self) -> u8 {
        match &self.outcome {
            Ok(_) => 0,
            Err(refusal) if refusal.condition.is_some() => 1,
            Err(_) => 2,
        }
    }

    /// As JSON, without the receipt that other checkers write, too.
    pub fn record(&self) -> Record {
        let verdict = match &self.outcome {
            Ok(verified) => {
                let mut object = Object::default();
                receipt::add(verified, &mut object);
                Verdict::Verified { told: map(&object) }
            }
            Err(Refusal { condition: Some(condition), message, .. }) => {
                Verdict::Rejected { condition, message: message.clone() }
            }
            Err(refusal) => Verdict::Declined { condition: (), message: refusal.message.clone() },
        };
        let file = |(path, digest): &Rests| File {
            path: path.as_deref().map(escape::path_field),
            sha256: digest.map(notation::digest),
        };
        Record { files: self.files.iter().map(file).collect(), receipt: None, verdict }
    }

    /// The receipt that other checkers write, too.
    pub fn receipt(&self, identity: Identity) -> Receipt {
        match &self.outcome {
            Ok(verified) => {
                let game = if words::is_game(verified) { self.files.last().and_then(|last| last.1) } else { None };
                canonical::verified(identity, verified, game)
            }
            Err(refusal) => canonical::refused(identity, self.digest(), refusal.condition),
        }
    }
}

/// The JSON of `check --json`; the dictionary of Python has no receipt.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The file itself, its imports and theirs, the game.
    pub files: Vec<File>,
    /// The receipt that other checkers write, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// What became of it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// A file on which a verdict rests.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// Where it is, if that is known.
    pub path: Option<String>,
    /// Its SHA-256, if it was read.
    pub sha256: Option<String>,
}

/// What became of a file.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// All conditions hold.
    Verified {
        /// What is verified, how often what was asked; and what was asked for.
        #[serde(flatten)]
        told: Map<String, Value>,
    },
    /// A condition fails.
    Rejected {
        /// Its name.
        condition: &'static str,
        /// In words.
        message: String,
    },
    /// Nothing can be said.
    Declined {
        /// Always `null`.
        condition: (),
        /// In words.
        message: String,
    },
}

impl Record {
    /// One object on a line, with its keys in their order behind the version.
    pub fn line(&self) -> String {
        json::answer(&serde_json::to_value(self).expect("texts and numbers"))
    }
}

/// The fields of an object.
pub fn map(object: &Object) -> Map<String, Value> {
    serde_json::from_str(&object.to_string()).expect("an object")
}

/// Judges files, one after the other. Neither their order nor what was judged before changes a verdict or its words.
pub struct Judge<'a, S> {
    checker: Checker<'a>,
    source: Rc<RefCell<S>>,
    told: words::Told,
}

impl<'a, S: Source + 'a> Judge<'a, S> {
    /// With so many threads, and imports from there.
    pub fn new(threads: usize, source: S) -> Self {
        let source = Rc::new(RefCell::new(source));
        let find = Rc::clone(&source);
        Self {
            checker: games::checker(threads, move |digest| find.borrow_mut().find(digest)),
            source,
            told: words::Told::default(),
        }
    }

    /// Keeps what was verified before.
    pub fn remember(&mut self, verified: &Arc<Verified>) {
        self.checker.remember(verified);
    }

    /// Where imports come from.
    pub fn source(&self) -> std::cell::RefMut<'_, S> {
        self.source.borrow_mut()
    }

    /// Judges a file; about a game if one is given.
    pub fn file(&mut self, path: &Path, game: Option<&Given>) -> Judgement {
        if files::is_standard_input(path) {
            self.source().near(path);
            return match files::read(path, Limit::FILE_BYTES).and_then(files::inside) {
                Ok(bytes) => self.known(Some(path), &bytes, Digest::of(&bytes), game),
                Err(error) => Judgement {
                    outcome: Err(Refusal::declined(&unread(&error))),
                    files: vec![(Some(path.to_owned()), None)],
                },
            };
        }
        let read = match path.is_dir() {
            true => Err(files::unreadable(path).expect("a folder is no file")),
            false => self.source().open(path).map_err(|error| unread(&error)),
        };
        match read {
            Ok((file, digest)) => self.known(Some(path), &file, digest, game),
            Err(reason) => {
                Judgement { outcome: Err(Refusal::declined(&reason)), files: vec![(Some(path.to_owned()), None)] }
            }
        }
    }

    /// Judges bytes; about a game if one is given.
    pub fn bytes(&mut self, bytes: &[u8], game: Option<&Given>) -> Judgement {
        self.known(None, bytes, Digest::of(bytes), game)
    }

    fn known(&mut self, path: Option<&Path>, file: &[u8], digest: Digest, game: Option<&Given>) -> Judgement {
        let outcome = self.outcome(path, file, digest, game);
        let mut files = vec![(path.map(Path::to_owned), Some(digest))];
        if let Ok(verified) = &outcome {
            if claims::tell(verified).places() <= MOST_REMEMBERED {
                self.checker.remember(verified);
            }
            let source = self.source.borrow();
            files.extend(rests_on(verified).keys().map(|&digest| (source.path(digest), Some(digest))));
            if let (true, Some(given)) = (words::is_game(verified), game) {
                files.push((given.path.clone(), given.digest));
            }
        }
        Judgement { outcome, files }
    }

    fn outcome(
        &mut self,
        path: Option<&Path>,
        file: &[u8],
        digest: Digest,
        given: Option<&Given>,
    ) -> Result<Arc<Verified>, Refusal> {
        let sort = sort(file);
        if !matches!(sort, Sort::Certificate | Sort::Empty | Sort::Unknown) {
            let instead = match (given, sort.advice(path)) {
                (Some(_), _) => "; are the two exchanged?".to_owned(),
                (None, Some(advice)) => format!(": this is {}: {advice}", sort.what()),
                (None, None) => String::new(),
            };
            return Err(Refusal::declined(&format!("not a certificate{instead}")));
        }
        let game = given.and_then(|given| given.game.as_ref().ok());
        let checked = self.checker.known(digest).map_or_else(|| self.checker.check_given(file, game), Ok);
        let failure = match checked {
            Ok(verified) if given.is_none() || words::is_game(&verified) => return Ok(verified),
            Ok(_) => {
                let words = "game: found one, required none, because the certificate is not about a game in a file";
                return Err(Refusal::declined(words));
            }
            Err(failure) => failure,
        };
        if let (Failure::Game(_), Some(Given { path, game: Err(fault), .. })) = (&failure, given) {
            let path = path.as_deref().map_or(String::new(), |path| format!("{}: ", escape::path(path)));
            return Err(Refusal { failure: Some(failure), ..Refusal::declined(&format!("{path}{fault}")) });
        }
        let (checker, source) = (&self.checker, &self.source);
        let mut find = |digest| checker.known(digest).map(Ok).or_else(|| source.borrow_mut().find(digest).map(Err));
        let mut message = words::explain_file(file, game, &failure, &mut self.told, &mut find);
        if failure.lacks_import()
            && let Some(searched) = self.source.borrow().searched()
        {
            message += &format!("; {searched}");
        }
        Err(Refusal { condition: failure.condition(), message, failure: Some(failure) })
    }
}

/// The certificates that a verified one rests on, its imports and theirs.
pub fn rests_on(verified: &Verified) -> BTreeMap<Digest, Arc<Verified>> {
    let mut all = BTreeMap::new();
    for import in verified.imports() {
        if all.insert(import.digest(), Arc::clone(import)).is_none() {
            all.extend(rests_on(import));
        }
    }
    all
}
