//! Why a certificate is not verified: `rejected: condition: where: found, required`, or `declined: …`.

use num_rational::BigRational;

use crate::claims::unverified::{InFile, Unverified, nameless};
use crate::escape::quoted;
use crate::{claims, fraction, notation};
use checker::certificate::{Digest, Head, MAGIC, VERSION};
use checker::failure::{Breach, Condition, Failure, Fault, Spelling};
use checker::graph::Game;
use checker::limits::TooMuch;
use checker::numbers::at;
use checker::theorem::{INFINITE, Label, Side, Turn};

/// Why a certificate is not verified: the bytes, and the game if one was given, are those that were judged.
///
/// To name a position all positions of the endgame may have to be found once more.
pub fn explain(bytes: &[u8], game: Option<&Game>, failure: &Failure) -> String {
    let (head, slices) = match games::certificate(bytes) {
        Ok(certificate) => (Some(certificate.head), Some(certificate.slices.len())),
        Err(_) => (None, None),
    };
    let kind: Box<dyn Unverified> = match &head {
        Some(head) => claims::unverified(head, game),
        None => Box::new(InFile(game)),
    };
    let verdict = if failure.is_declined() { "declined" } else { "rejected" };
    let judged = Judged { bytes: Some(bytes), head: head.as_ref(), slices, game, kind: &*kind };
    format!("{verdict}: {}", judged.reason(failure))
}

/// What is asked where a file is too short.
const CUT: &str = "; is the file cut off?";

/// Whether a file of the wrong length is too short: with zeros behind it, its length is no more what is wrong.
fn is_cut(bytes: &[u8]) -> bool {
    let longer = [bytes, &vec![0; bytes.len().max(1 << 20)]].concat();
    !matches!(games::certificate(&longer), Ok(_) | Err(Failure::Header("length")))
}

/// What is known of a file that was judged. Of an import only what it has to be about is.
struct Judged<'a> {
    bytes: Option<&'a [u8]>,
    head: Option<&'a Head>,
    slices: Option<usize>,
    game: Option<&'a Game>,
    kind: &'a dyn Unverified,
}

impl Judged<'_> {
    fn reason(&self, failure: &Failure) -> String {
        match failure {
            Failure::Limit(much) => too_much(*much),
            Failure::Unknown("version", 1) => format!(
                "version: found 1, required {VERSION}: this version does not read the old format; solve it again, with this version, to make the file anew"
            ),
            Failure::Unknown("version", found) => format!("version: found {found}, required {VERSION}"),
            Failure::Unknown(what, found) => format!("{what}: found the number {found}, which this version does not know"),
            Failure::MissingImport(digest) => {
                let import = self.head.and_then(|head| head.imports.iter().position(|import| import.0 == *digest));
                let name = import.and_then(|place| self.import(place)).map(|[_, file]| format!("{file}: "));
                let digest = notation::digest(Digest(*digest));
                format!("imports: {}found no certificate with sha-256 {digest}, required one", name.into_iter().collect::<String>())
            }
            Failure::Game if self.game.is_some() => {
                "game: found one, required none, for the certificate is not about a game in a file".to_owned()
            }
            Failure::Game => {
                "game: found none, required the file of the game, for the certificate does not repeat it: give it with --graph GAME.json".to_owned()
            }
            Failure::OtherGame(failure) => format!("game: {}: is this the game?", self.reason(failure)),
            Failure::Uncovered(what, position) => {
                let number = u32::try_from(*position).expect("a position of a game");
                let name = self.game.map_or(nameless(number), |game| quoted(&game.names[at(number)]));
                format!("game: {name}: found {what}, required none, for the statement does not cover it")
            }
            Failure::Bug => "found a bug of the checker, which stopped; please report it with the message above".to_owned(),
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
            Failure::Coverage(found, required) if self.slices.is_none_or(|slices| slices == *found) => {
                format!("coverage: found {found} slices, required {required}")
            }
            Failure::Coverage(found, required) => {
                format!("coverage: found a slice of {found} bytes, required {required} or more, one for each position")
            }
            Failure::ImportCount(found, required) => format!("imports: found {found}, required {required}"),
            Failure::ImportKind(place) => {
                let required = match self.import(*place) {
                    Some([about, _]) => format!("a table of {about}"),
                    None => "a table of an endgame on the same board, after those of more men".to_owned(),
                };
                let exact = self.head.is_some_and(|head| head.bits == 0);
                let exact = if exact { ", with exact values" } else { "" };
                format!("imports: {}: found something else, required {required}{exact}", self.import_name(*place))
            }
            Failure::Import(place, failure) => {
                let unknown: Box<dyn Unverified> = Box::new(InFile(None));
                let kind = self.kind.imports().into_iter().nth(*place).unwrap_or(unknown);
                let import = Judged { bytes: None, head: None, slices: None, game: None, kind: &*kind };
                format!("imports: {}: {}", self.import_name(*place), import.reason(failure))
            }
            Failure::Further(fault) => self.further(&**fault),
            Failure::At(breach) => self.breach(breach),
        }
    }

    /// What the import of a place has to be about, and the usual name of its file.
    fn import(&self, place: usize) -> Option<[String; 2]> {
        self.kind.imports().get(place)?.names()
    }

    fn import_name(&self, place: usize) -> String {
        let name = self.import(place).map(|[_, file]| file);
        let digest = self.head.and_then(|head| head.imports.get(place)).map(|digest| notation::digest(*digest));
        match (name, digest) {
            (Some(name), Some(digest)) => format!("{name} (sha-256 {digest})"),
            (Some(name), None) => name,
            (None, Some(digest)) => format!("sha-256 {digest}"),
            (None, None) => format!("import {place}, counted from 0"),
        }
    }

    fn header(&self, what: &str) -> String {
        let found = self.bytes.map_or(0, <[u8]>::len);
        match what {
            "magic" => {
                let first = self.bytes.unwrap_or(&[]);
                let first = &first[..first.len().min(MAGIC.len())];
                let first: String = first.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let magic: String = MAGIC.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let cut = if found < MAGIC.len() && MAGIC.starts_with(self.bytes.unwrap_or(&[])) { CUT } else { "" };
                format!("first bytes: found \"{first}\", required \"{magic}\"{cut}")
            }
            "length" => {
                let cut = if self.bytes.is_some_and(is_cut) { CUT } else { "" };
                format!("length: found {found} bytes, required as many as the head says{cut}")
            }
            _ => format!("{what}: found another sha-256 than the one that stands there, required the same"),
        }
    }

    fn statement(&self, part: &str) -> String {
        if part == "endgame of an import" {
            let required = self.kind.names().map_or("an endgame".to_owned(), |[about, _]| about);
            return format!("statement: found something else, required {required}");
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
        let mean: Vec<(u32, BigRational)> =
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
            Condition::Greedy => {
                let [found, required] = [*found, *required].map(|number| self.kind.step(number));
                format!("stated {found}, required {required}, the first of the greedy moves of least label")
            }
        };
        format!("{}: {place}: {words}", condition.name(*side))
    }
}

/// What a number is compared with.
fn formula(turn: Turn, mean: &[(u32, BigRational)], sum: &BigRational) -> String {
    let sum = fraction::text(sum);
    match (turn, mean) {
        (Turn::Bid, [(_, white), (_, black)]) => {
            format!("half of {} + {} is {sum}", fraction::text(white), fraction::text(black))
        }
        (Turn::Of(Side::White), _) => format!("the greatest of the options is {sum}"),
        (Turn::Of(Side::Black), _) => format!("the least of the options is {sum}"),
        _ => {
            let all: u64 = mean.iter().map(|&(weight, _)| u64::from(weight)).sum();
            let term = |(weight, number): &(u32, BigRational)| {
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
            "values: found a list that is not in its one spelling, required values in lowest terms, increasing, at most 1, each used; odd parts that are odd, \
             increasing, each used; two values for a position exactly in the form for that"
                .to_owned()
        }
    }
}

/// The sentence that a limit was passed.
pub fn too_much(TooMuch { limit, found }: TooMuch) -> String {
    let at_least = if found == u64::MAX { "more than 2^64".to_owned() } else { found.to_string() };
    format!("limit: found {at_least} {}, required at most {}", limit.of, limit.most)
}
