//! Why a certificate is not verified: `rejected: condition: where: found, required`, or `declined: …`.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;

use crate::claims::unverified::{Beside, InFile, Unverified, nameless};
use crate::escape::quoted;
use crate::{claims, endless, fraction, notation};
use checker::Verified;
use checker::certificate::{Digest, HEAD_START, Head, MAGIC, VERSION};
use checker::claim::subject;
use checker::failure::{Breach, Condition, Failure, Fault, Spelling};
use checker::graph::Game;
use checker::limits::TooMuch;
use checker::numbers::at;
use checker::theorem::{INFINITE, Label, Side, Turn};

/// Why a certificate in memory is not verified: the bytes, and the game if one was given, are those that were judged.
///
/// To name a position all places of the endgame may have to be found once more.
pub fn explain(bytes: &[u8], game: Option<&Arc<Game>>, failure: &Failure) -> String {
    let given = game.map(subject);
    explain_file(bytes, given.as_ref(), failure, &mut Told::default(), &mut |_| None)
}

/// Finds an import: what is verified of it, or its file.
pub type Find<'a> = &'a mut dyn FnMut(Digest) -> Option<Result<Arc<Verified>, Vec<u8>>>;

/// What was told of imports that are not verified, so that each is read once more at most: the usual names of their files, and what is wrong with them.
#[derive(Debug, Default)]
pub struct Told {
    names: BTreeMap<Digest, Option<String>>,
    reasons: BTreeMap<Digest, String>,
}

/// Why a certificate is not verified: the file, and what was given beside it, are those that were judged. Imports that `find` finds are called by what they
/// are about.
pub fn explain_file(file: &[u8], game: Beside, failure: &Failure, told: &mut Told, find: Find) -> String {
    let verdict = if failure.is_declined() { "declined" } else { "rejected" };
    format!("{verdict}: {}", reason(file, game, failure, told, find).0)
}

/// Why it is not verified, and the usual name of its file.
fn reason(file: &[u8], game: Beside, failure: &Failure, told: &mut Told, find: Find) -> (String, Option<String>) {
    let head = games::certificate(file).ok().map(|certificate| certificate.head);
    let kind: Box<dyn Unverified> = match &head {
        Some(head) => claims::unverified(head, game),
        None => Box::new(InFile::of(game)),
    };
    let in_file = game.and_then(|game| game.downcast_ref());
    let mut judged = Judged { file, head: head.as_ref(), game: in_file, kind: &*kind, imports: Vec::new() };
    let own = file_name(&*kind);
    if let Failure::Import(place, failure) = failure {
        let reason = judged.digest(*place).and_then(|digest| {
            // What is missing now may be found later.
            if failure.lacks_import() || !told.reasons.contains_key(&digest) {
                let file = find(digest)?.err()?;
                let (reason, name) = reason(&file, None, failure, told, find);
                told.names.insert(digest, name);
                told.reasons.insert(digest, reason);
            }
            told.reasons.get(&digest).cloned()
        });
        judged.imports = judged.digests().iter().map(|digest| told.names.get(digest).cloned().flatten()).collect();
        let reason = reason.unwrap_or_else(|| judged.reason(failure));
        return (format!("imports: {}: {reason}", judged.import_name(*place)), own);
    }
    if let Failure::MissingImport(_) | Failure::ImportKind(_) | Failure::Unused(_) | Failure::Lacking(_) = failure {
        judged.imports = judged.digests().iter().map(|digest| name(*digest, told, find)).collect();
    }
    (judged.reason(failure), own)
}

/// The usual name of the file of what is not verified.
fn file_name(kind: &dyn Unverified) -> Option<String> {
    kind.names().map(|[_, file]| file)
}

/// The usual name of the file of an import, if it is found.
fn name(digest: Digest, told: &mut Told, find: Find) -> Option<String> {
    if let Some(name) = told.names.get(&digest) {
        return name.clone();
    }
    let name = match find(digest)? {
        Ok(verified) => file_name(&*claims::unverified(verified.head(), None)),
        Err(file) => {
            let read = games::certificate(&file).ok().filter(|read| read.digest == digest);
            read.and_then(|read| file_name(&*claims::unverified(&read.head, None)))
        }
    };
    told.names.insert(digest, name.clone());
    name
}

/// So many endgames are named at most.
const MOST_NAMED: usize = 4;

/// What is asked where a file is too short.
const CUT: &str = "; is the file cut off?";

/// Whether a file of the wrong length is too short.
fn is_cut(file: &[u8]) -> Option<bool> {
    let (start, rest) = file.split_at_checked(HEAD_START)?;
    let length = at(u32::from_le_bytes(start[HEAD_START - 4..].try_into().ok()?));
    // Where numbers have 32 bits, too.
    if length.saturating_add(32) > rest.len() {
        return Some(true);
    }
    Some(u64::try_from(file.len()).ok()? < claims::listed::length(&rest[..length])?)
}

/// What is known of a file that was judged.
struct Judged<'a> {
    file: &'a [u8],
    head: Option<&'a Head>,
    game: Option<&'a Game>,
    kind: &'a dyn Unverified,
    /// The usual names of the files of its imports, in their order; none of those that are not found.
    imports: Vec<Option<String>>,
}

impl Judged<'_> {
    /// That another game in a file is required.
    fn wanted(&self, required: &str) -> String {
        match self.game {
            Some(game) => format!(
                "game: found the file with sha-256 {}, required the one with sha-256 {required}: the certificate is about another game",
                notation::digest(game.digest)
            ),
            None => format!(
                "game: found none, required the file with sha-256 {required}, because the certificate does not repeat the game: give it with --graph GAME.json"
            ),
        }
    }

    fn reason(&self, failure: &Failure) -> String {
        match failure {
            Failure::Limit(much) => too_much(*much),
            Failure::Unknown("version", found @ (1 | 2)) => format!(
                "version: found {found}, required {VERSION}: this version does not read the old format; solve it again, with this version, to make the file anew"
            ),
            Failure::Unknown("version", found) => format!("version: found {found}, required {VERSION}"),
            Failure::Unknown(what, found) => {
                format!("{what}: found the number {found}, which this version does not know")
            }
            Failure::MissingImport(digest) => {
                let digest = notation::digest(Digest(*digest));
                format!("imports: found no certificate with sha-256 {digest}{}, required one", self.others())
            }
            Failure::Game(digest) => {
                let digest = Digest(*digest);
                self.kind.wanted(digest).unwrap_or_else(|| self.wanted(&notation::digest(digest)))
            }
            Failure::Lacking(position) => format!(
                "imports: {}: found a move to an endgame{} that no import is about, required an import for each move",
                self.kind.position(*position),
                self.others()
            ),
            Failure::Unused(place) => {
                format!("imports: {}: found an import to which no move leads, required none", self.used(*place))
            }
            Failure::Uncovered(what, position) => {
                let number = u32::try_from(*position).expect("a position of a game");
                let name = || self.game.map_or(nameless(number), |game| quoted(&game.names[at(number)]));
                self.kind.uncovered(what, *position).unwrap_or_else(|| {
                    format!("game: {}: found {what}, required none, for the statement does not cover it", name())
                })
            }
            Failure::Bug => {
                "found a bug of the checker, which stopped; please report it with the message above".to_owned()
            }
            Failure::Unchecked => {
                "found a checker that was built without overflow checks; required one with overflow-checks = true in its profile".to_owned()
            }
            Failure::Header(what) => format!("header: {}", self.header(what)),
            Failure::Spelling(None, offset, what) => {
                format!("canonical: {}", spelling(self.kind.part(), *offset, *what))
            }
            Failure::Spelling(Some(slice), offset, what) => {
                format!("canonical: {}", spelling(&format!("slice {slice}, counted from 0"), *offset, *what))
            }
            Failure::Statement(what) => format!("canonical: {}", self.statement(what)),
            Failure::Member(place) => format!(
                "canonical: member {place}, counted from 0: found no position, or one that is not greater than the one before it; required both, with one king \
                 of each side, men and squares increasing"
            ),
            Failure::Coverage(found, required) => format!("coverage: found {found} slices, required {required}"),
            Failure::Short(found, required) => {
                format!("coverage: found {found} bytes, required {required} or more, one for each place")
            }
            Failure::ImportCount(found, required) => format!("imports: found {found}, required {required}"),
            Failure::ImportKind(place) => {
                let exact = self.head.is_some_and(|head| head.bits == 0);
                let exact = if exact { ", with exact values" } else { "" };
                let never = self.head.and_then(|head| head.never);
                let never = never.map_or("about α and β".to_owned(), |never| {
                    format!("about α and β, or with d = {}", endless::text(never))
                });
                format!(
                    "imports: {}: found another, required a table on the same board, one of each endgame{exact}, {never}",
                    self.import_name(*place)
                )
            }
            Failure::Import(place, failure) => {
                format!("imports: {}: {}", self.import_name(*place), self.reason(failure))
            }
            Failure::Further(fault) => self.further(&**fault),
            Failure::At(breach) => self.breach(breach),
        }
    }

    fn digests(&self) -> &[Digest] {
        self.head.map_or(&[], |head| &head.imports)
    }

    /// The usual name of the file of an import, if it was found.
    fn import(&self, place: usize) -> Option<String> {
        self.imports.get(place).cloned().flatten()
    }

    /// The endgames to which moves may lead, but for those of imports that were found, if they are few.
    fn others(&self) -> String {
        let names = self.kind.imports().into_iter().filter_map(|import| file_name(&*import));
        let names: Vec<String> = names.filter(|name| !self.imports.contains(&Some(name.clone()))).collect();
        if (1..=MOST_NAMED).contains(&names.len()) { format!(" ({})", names.join(" or ")) } else { String::new() }
    }

    /// The name of an import by its place among the tables that the claim asks for: those are in an order of its own.
    fn used(&self, place: usize) -> String {
        let asked: Vec<Option<String>> = self.kind.imports().iter().map(|import| file_name(&**import)).collect();
        let mut in_order = asked.iter().filter_map(|name| self.imports.iter().position(|found| found == name));
        self.import_name(if asked.is_empty() { place } else { in_order.nth(place).unwrap_or(usize::MAX) })
    }

    fn digest(&self, place: usize) -> Option<Digest> {
        self.head?.imports.get(place).copied()
    }

    fn import_name(&self, place: usize) -> String {
        let (name, digest) = (self.import(place), self.digest(place).map(notation::digest));
        match (name, digest) {
            (Some(name), Some(digest)) => format!("{name} (sha-256 {digest})"),
            (Some(name), None) => name,
            (None, Some(digest)) => format!("sha-256 {digest}"),
            (None, None) => "an import".to_owned(),
        }
    }

    fn header(&self, what: &str) -> String {
        let found = self.file.len();
        match what {
            "magic" => {
                let bytes = &self.file[..found.min(8)];
                let first: String = bytes.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let magic: String = MAGIC.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let cut = if bytes.len() < MAGIC.len() && MAGIC.starts_with(bytes) { CUT } else { "" };
                format!("first bytes: found \"{first}\", required \"{magic}\"{cut}")
            }
            "length" => {
                let cut = if is_cut(self.file) == Some(true) { CUT } else { "" };
                format!("length: found {found} bytes, required as many as the head says{cut}")
            }
            _ => format!("{what}: found another sha-256 than the one that stands there, required the same"),
        }
    }

    fn statement(&self, part: &str) -> String {
        if part == "endgame of an import" {
            let found = self.kind.names().map_or("something else".to_owned(), |[about, _]| about);
            return format!("statement: found {found}, required an endgame that a move leads to");
        }
        let words = self.kind.statement(part);
        words.unwrap_or_else(|| format!("{part}: found another one, required one of the format"))
    }

    /// A condition of a further game.
    fn further(&self, fault: &dyn Fault) -> String {
        let words = self.kind.fault(fault).unwrap_or_else(|| {
            let place = fault.place();
            let place = u32::try_from(place).map_or_else(|_| place.to_string(), |number| self.kind.position(number));
            format!("{place}: found {fault:?}, required what the format says")
        });
        format!("{}: {words}", fault.condition())
    }

    fn breach(&self, breach: &Breach) -> String {
        let Breach { position, condition, side, stated, mean, labels: [found, required] } = breach;
        let place = self.kind.position(*position);
        let stated = fraction::rational(stated.clone());
        let mean: Vec<(u64, BigRational)> =
            mean.iter().map(|(weight, number)| (*weight, fraction::rational(number.clone()))).collect();
        let own = match &mean[..] {
            [(_, white), (_, black)] => {
                self.kind.mean(white, black).map(|sum| (sum, [white, black].map(fraction::text)))
            }
            _ => None,
        };
        let (sum, formula) = match own {
            Some((sum, [white, black])) => {
                let words = format!("the mean of {white} and {black} is {}", fraction::text(&sum));
                (sum, words)
            }
            None => {
                let sum = fraction::mean(&mean);
                let words = formula(self.kind.turn(*position), &mean, &sum);
                (sum, words)
            }
        };
        let words = match condition {
            Condition::Holds => {
                let most = side.of("at least", "at most");
                format!("stated {}, {formula}, required {most} that", fraction::text(&stated))
            }
            Condition::Forces if !fraction::same(&stated, &sum) => {
                let most = side.of("at most", "at least");
                format!("stated {}, {formula}, required {most} that", fraction::text(&stated))
            }
            Condition::Forces => {
                let less = side.of("less", "more");
                let or = match (found, required) {
                    (0, 0) => String::new(),
                    _ => {
                        format!(
                            ", or a label above {}, the least of its evidence, where {} is stated",
                            label(*required),
                            label(*found)
                        )
                    }
                };
                format!("stated {}, {formula}, required {less}{or}", fraction::text(&stated))
            }
            Condition::Label => {
                let name = side.of("T", "T′");
                format!("stated {name} = {}, required {}", label(*found), self.kind.label(label(*required)))
            }
            Condition::Leaves => {
                "found an option that may be a best one and leads to a position that is not known to be sharp, required none"
                    .to_owned()
            }
            Condition::Sharp => {
                let [low, high] = [&sum, &stated].map(fraction::text);
                format!(
                    "stated to be sharp with the label {}; the value is between {low} and {high}, and the least label of evidence is {}, required less",
                    label(*found),
                    label(*required)
                )
            }
            Condition::Greedy => {
                let [found, required] = [*found, *required].map(|number| self.kind.step(number));
                format!("stated {found}, required {required}, the first of the greedy moves of least label")
            }
        };
        format!("{}: {place}: {words}", condition.name(*side))
    }
}

/// What a number is compared with.
fn formula(turn: Turn, mean: &[(u64, BigRational)], sum: &BigRational) -> String {
    let sum = fraction::text(sum);
    match (turn, mean) {
        (Turn::Bid, [(_, white), (_, black)]) => {
            format!("half of {} + {} is {sum}", fraction::text(white), fraction::text(black))
        }
        (Turn::Of(Side::White), _) => format!("the greatest of the options is {sum}"),
        (Turn::Of(Side::Black), _) => format!("the least of the options is {sum}"),
        _ => {
            let all: u64 = mean.iter().map(|&(weight, _)| weight).sum();
            let term = |(weight, number): &(u64, BigRational)| {
                let weight = BigRational::new((*weight).into(), all.into());
                format!("{weight} · {}", fraction::text(number))
            };
            let mut terms: Vec<String> = mean.iter().take(8).map(term).collect();
            if mean.len() > terms.len() {
                terms.push("…".to_owned());
            }
            format!("the mean with weights, {}, is {sum}", terms.join(" + "))
        }
    }
}

fn label(label: Label) -> String {
    if label == INFINITE { "infinite".to_owned() } else { label.to_string() }
}

fn spelling(part: &str, offset: usize, what: Spelling) -> String {
    let place = format!("{part}, before its byte {offset}");
    match what {
        Spelling::End => format!("{place}: found too few bytes left, required more"),
        Spelling::Rest => format!("{place}: found bytes that are left over, required none"),
        Spelling::Long => format!("{place}: found a number in more bytes than it needs, required the fewest"),
        Spelling::Unknown => format!("{place}: found a number that means nothing there"),
        Spelling::Large => format!("{place}: found a number that is greater than it may be there"),
        Spelling::Values => {
            "values: found a list that is not in its one spelling, required numerators as wide as their denominator, without a common divisor, increasing, at \
             most 1, each used; none where numbers are in units; two values for a position exactly in the form for that"
                .to_owned()
        }
        Spelling::Order => "imports: found digests that are not increasing, required them increasing, none twice".to_owned(),
    }
}

/// The sentence that a limit was passed.
pub fn too_much(TooMuch { limit, found }: TooMuch) -> String {
    let at_least = if found == u64::MAX { "more than 2^64".to_owned() } else { found.to_string() };
    format!("limit: found {at_least} {}, required at most {}", limit.of, limit.most)
}
