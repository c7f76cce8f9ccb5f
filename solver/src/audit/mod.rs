//! Published statements, compared with what is computed from verified certificates: one schema, one engine, for all games.
//!
//! Responsible for: files of claims ([`Claim`] is their schema), asking each question once, comparing what is printed with what is found ([`printed`]),
//! and one form of the answers. It knows no game: the questions of a game stand in that game's `claims.rs`, and `crate::questions` lists them all.

pub mod printed;
pub mod table;

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess};
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};

use crate::escape;
pub use printed::{Found, Item};

/// A claim: a row of a file, or a part of one. This is the schema; the question has fields of its own beside these.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Claim {
    /// The line of the file on which it begins.
    #[serde(skip_deserializing, rename = "line-of-file")]
    pub line: usize,
    /// The number of the row; several claims may share one.
    pub row: u32,
    /// The paper; where the claim does not say, the one that the head of the file names.
    #[serde(default)]
    pub source: String,
    /// Where it is printed: page, section, figure, footnote.
    pub place: String,
    /// The statement, in our words.
    pub says: String,
    /// The question: the name of one in `crate::questions`. Only what is never run may have none.
    pub kind: Option<String>,
    /// What is printed: `holds` if nothing else is said. [`printed`] says how it is read.
    #[serde(default = "holds")]
    pub printed: String,
    /// What is found, where it is known to differ from what is printed.
    pub found: Option<String>,
    /// How the statement is read where the text leaves it open; the right reading of a misprint.
    pub reading: Option<String>,
    /// Why it is never asked here.
    pub not_run: Option<String>,
    /// About how long the answer takes, if that is minutes: it is asked with `--all`, or if the row is asked for.
    pub takes: Option<String>,
    /// The fields of the question.
    #[serde(flatten)]
    pub fields: Table,
}

fn holds() -> String {
    printed::HOLDS.to_owned()
}

/// What is wrong with a file of claims: the line, from 1, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsError(pub usize, pub String);

impl fmt::Display for ClaimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0, escape::escaped(&self.1.replace('\n', " ")))
    }
}

impl std::error::Error for ClaimsError {}

/// Where the files are that questions need.
#[derive(Clone, Debug)]
pub struct Places {
    /// The folder of the committed certificates.
    pub certs: PathBuf,
    /// The folder of what can be made again and is not committed: `boards`, `losing`.
    pub made: PathBuf,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// It needs something that is not made yet: what, and the command that makes it.
    NotMade(String),
    /// Something that should be there is missing, not verified, or about something else.
    Failed(String),
}

impl From<String> for Unanswered {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}

impl From<&str> for Unanswered {
    fn from(why: &str) -> Self {
        Self::Failed(why.to_owned())
    }
}

/// What a question gives.
pub type Answer = Result<Found, Unanswered>;

/// What the questions of a game share, such as verified tables: it is made when the first of them is asked.
pub trait State: Any + Sized {
    /// Before anything is asked.
    ///
    /// # Errors
    ///
    /// If something is missing that all questions need.
    fn new(places: &Places) -> Result<Self, Unanswered>;
}

/// For questions that need nothing.
impl State for () {
    fn new(_: &Places) -> Result<Self, Unanswered> {
        Ok(())
    }
}

type Ask = Box<dyn Fn(&mut Audit) -> Answer>;
type Read = dyn Fn(&Table) -> Result<Ask, String>;

/// A question that claims can ask, by the name of its kind.
pub struct Question {
    kind: &'static str,
    read: Box<Read>,
}

/// A question: its name, and the function that answers. The second argument of the function, read from the fields of a claim, is the question's schema.
pub fn question<S: State, P: DeserializeOwned + 'static>(
    kind: &'static str,
    answer: fn(&mut S, &P) -> Answer,
) -> Question {
    let read = move |fields: &Table| -> Result<Ask, String> {
        let fields = MapAccessDeserializer::new(Fields { rest: fields.clone().into_iter(), next: None });
        let asked = P::deserialize(fields).map_err(|error| error.message().to_owned())?;
        Ok(Box::new(move |audit: &mut Audit| answer(audit.state()?, &asked)))
    };
    Question { kind, read: Box::new(read) }
}

/// The fields of a claim, for whoever reads them. `toml` has this for all that it reads, and for dates once more: for each of the sixty questions that is a
/// tenth of what the compiler has to do for the solver.
struct Fields {
    rest: toml::map::IntoIter<String, Value>,
    next: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = toml::de::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        self.next = self.rest.next();
        self.next.as_ref().map(|(name, _)| seed.deserialize(name.as_str().into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        let (name, value) = self.next.take().expect("its name was read");
        seed.deserialize(value).map_err(|error| Self::Error::custom(format_args!("{} in `{name}`", error.message())))
    }
}

/// A question without fields of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Reads a field that is a text with a form of its own: `#[serde(deserialize_with = "parsed")]`.
///
/// # Errors
///
/// If the text has another form.
pub fn parsed<'de, T, D>(field: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(field)?;
    text.parse().map_err(|error| D::Error::custom(format_args!("found {text:?}: {error}")))
}

/// What an audit says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is as printed.
    AsPrinted,
    /// It differs from what is printed, as the file of claims says.
    AsRecorded,
    /// It was not asked.
    NotRun,
    /// It differs from what is printed, or from what the file of claims says that is found.
    Differs,
    /// There is no answer.
    Failed,
}

impl Verdict {
    /// Whether nothing has to be looked into.
    #[must_use]
    pub fn is_expected(self) -> bool {
        self < Self::Differs
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AsPrinted => "as printed",
            Self::AsRecorded => "differs, as recorded",
            Self::NotRun => "not run",
            Self::Differs => "DIFFERS",
            Self::Failed => "NO ANSWER",
        })
    }
}

/// A claim and its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// What is claimed.
    #[serde(flatten)]
    pub claim: Claim,
    /// What is found; why it was not run, or has no answer.
    pub answer: String,
    /// Whether it is as it should be.
    pub verdict: Verdict,
}

/// Answers the claims of files.
pub struct Audit {
    places: Places,
    questions: BTreeMap<&'static str, Question>,
    states: HashMap<TypeId, Box<dyn Any>>,
    /// Whether also to ask what takes minutes.
    pub all: bool,
}

impl Audit {
    /// With these questions, from the files in these places.
    #[must_use]
    pub fn new(places: Places, questions: Vec<Question>) -> Self {
        let questions = questions.into_iter().map(|question| (question.kind, question)).collect();
        Self { places, questions, states: HashMap::new(), all: false }
    }

    /// With a state that has been made already.
    #[must_use]
    pub fn with<S: State>(mut self, state: S) -> Self {
        self.states.insert(TypeId::of::<S>(), Box::new(state));
        self
    }

    /// The names of all questions.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.questions.keys().copied()
    }

    fn state<S: State>(&mut self) -> Result<&mut S, Unanswered> {
        if !self.states.contains_key(&TypeId::of::<S>()) {
            let state = S::new(&self.places)?;
            self.states.insert(TypeId::of::<S>(), Box::new(state));
        }
        let state = self.states.get_mut(&TypeId::of::<S>()).and_then(|state| state.downcast_mut());
        Ok(state.expect("it is there, under its type"))
    }

    /// Reads all claims of a file, the fields of their questions among them.
    ///
    /// # Errors
    ///
    /// [`ClaimsError`] for the first claim that is not as it should be.
    pub fn read(&self, text: &str) -> Result<Vec<Claim>, ClaimsError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(default)]
            source: String,
            #[serde(default)]
            claim: Vec<Spanned<Claim>>,
        }
        let line = |place: usize| text.bytes().take(place).filter(|&byte| byte == b'\n').count() + 1;
        let file: File = toml::from_str(text).map_err(|error| {
            ClaimsError(error.span().map_or(1, |span| line(span.start)), error.message().to_owned())
        })?;
        let mut claims = Vec::new();
        for spanned in file.claim {
            let line = line(spanned.span().start);
            let mut claim = Claim { line, ..spanned.into_inner() };
            if claim.source.is_empty() {
                claim.source.clone_from(&file.source);
            }
            let at = |reason: String| ClaimsError(line, format!("row {}: {reason}", claim.row));
            match (&claim.kind, &claim.not_run) {
                (Some(kind), _) => drop(self.ask(kind, &claim.fields).map_err(at)?),
                (None, None) => return Err(at("found no kind, required one, or not-run with the reason".to_owned())),
                (None, Some(_)) => {
                    if let Some(field) = claim.fields.keys().next() {
                        return Err(at(format!(
                            "found {field:?}, required no fields of a question where there is none"
                        )));
                    }
                }
            }
            claims.push(claim);
        }
        match claims.is_empty() {
            true => Err(ClaimsError(1, "found no claim, required one [[claim]] or more".to_owned())),
            false => Ok(claims),
        }
    }

    fn ask(&self, kind: &str, fields: &Table) -> Result<Ask, String> {
        let question = self.questions.get(kind).ok_or_else(|| {
            format!("kind: found {kind:?}, required one of {}", self.kinds().collect::<Vec<_>>().join(", "))
        })?;
        (question.read)(fields).map_err(|error| format!("{kind}: {error}"))
    }

    /// The answer to a claim, whatever is printed, and also if it takes long.
    ///
    /// # Errors
    ///
    /// [`Unanswered`] if there is none.
    pub fn find(&mut self, claim: &Claim) -> Answer {
        let kind = claim.kind.as_deref().ok_or("found no kind, required one")?;
        self.ask(kind, &claim.fields)?(self)
    }

    /// Answers a claim, and compares with what is printed.
    pub fn answer(&mut self, claim: &Claim) -> Answered {
        let (answer, verdict) = self.found(claim);
        Answered { claim: claim.clone(), answer: escape::escaped(&answer).into_owned(), verdict }
    }

    fn found(&mut self, claim: &Claim) -> (String, Verdict) {
        match (&claim.not_run, &claim.takes) {
            (Some(why), _) => return (why.clone(), Verdict::NotRun),
            (None, Some(takes)) if !self.all => {
                return (format!("takes {takes}: ask with --all, or for this row with --row"), Verdict::NotRun);
            }
            _ => {}
        }
        match self.find(claim) {
            Ok(found) => {
                let verdict = match (printed::agrees(&claim.printed, &found), &claim.found) {
                    (true, None) => Verdict::AsPrinted,
                    (false, Some(known)) if *known == found.text() => Verdict::AsRecorded,
                    _ => Verdict::Differs,
                };
                (found.to_string(), verdict)
            }
            Err(Unanswered::NotMade(what)) => (what, Verdict::NotRun),
            Err(Unanswered::Failed(why)) => (why, Verdict::Failed),
        }
    }
}

/// The folder of the repository in which a folder is: the nearest one above it, or itself, with files of claims.
#[must_use]
pub fn repository(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| folder.join("docs/claims").is_dir())
}

/// The answers as people read them.
#[must_use]
pub fn table(answers: &[Answered]) -> String {
    let mut text = String::new();
    let mut source = "";
    for Answered { claim, answer, verdict } in answers {
        if claim.source != source {
            let _ = writeln!(text, "{}{}\n", if text.is_empty() { "" } else { "\n" }, escape::escaped(&claim.source));
            source = &claim.source;
        }
        let kind = claim.kind.as_deref().map_or(String::new(), |kind| format!("  {kind}"));
        let _ = writeln!(text, "row {:>2}  {}{kind}: {verdict}", claim.row, escape::escaped(&claim.place));
        let mut line = |name: &str, said: &str| {
            let _ = writeln!(text, "        {name:<9} {}", escape::escaped(said));
        };
        line("says", &claim.says);
        if claim.kind.is_some() && claim.printed != printed::HOLDS {
            line("printed", &printed::shortened(&claim.printed));
        }
        claim.reading.iter().for_each(|reading| line("read as", reading));
        line(if matches!(verdict, Verdict::NotRun | Verdict::Failed) { "why" } else { "found" }, answer);
    }
    let list = |is: &dyn Fn(Verdict) -> bool| {
        let rows: Vec<String> =
            rows(answers).into_iter().filter(|row| is(row.1)).map(|row| row.0.to_string()).collect();
        if rows.is_empty() { "none".to_owned() } else { format!("{} ({})", rows.len(), rows.join(", ")) }
    };
    let count = |is: &dyn Fn(Verdict) -> bool| answers.iter().filter(|answered| is(answered.verdict)).count();
    let _ = writeln!(
        text,
        "\nclaims {}: as printed {}, differ as recorded {}, not run {}, not as expected {}",
        answers.len(),
        count(&|verdict| verdict == Verdict::AsPrinted),
        count(&|verdict| verdict == Verdict::AsRecorded),
        count(&|verdict| verdict == Verdict::NotRun),
        count(&|verdict| !verdict.is_expected())
    );
    let _ = writeln!(text, "rows as printed  {}", list(&|verdict| verdict == Verdict::AsPrinted));
    let _ = writeln!(text, "rows that differ, as recorded  {}", list(&|verdict| verdict == Verdict::AsRecorded));
    let _ = writeln!(text, "rows not run, in whole or in part  {}", list(&|verdict| verdict == Verdict::NotRun));
    let _ = writeln!(text, "rows that are not as expected  {}", list(&|verdict| !verdict.is_expected()));
    text
}

/// The verdict on each row: the worst of its claims.
#[must_use]
pub fn rows(answers: &[Answered]) -> BTreeMap<u32, Verdict> {
    let mut rows = BTreeMap::new();
    for answered in answers {
        let verdict = rows.entry(answered.claim.row).or_insert(answered.verdict);
        *verdict = answered.verdict.max(*verdict);
    }
    rows
}
