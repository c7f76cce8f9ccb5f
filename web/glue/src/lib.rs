//! The checker in a browser: a few functions that a page can call.
//!
//! A call takes its bytes from a room that [`room`] makes, and leaves a JSON text that [`output`] and [`output_length`] find. All that is said of
//! positions is worded by `report`, so that the page, `check` and `solve probe` say the same. No verdict is made here: [`verify`] asks
//! [`Checker::check`], and nothing is told of a certificate that it did not verify.

mod position;
mod survey;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::chess::PawnRule;
use checker::endgame::{Endgame, used};
use checker::failure::Failure;
use report::entry::PositionError;
use report::judge::{Given, Judge};
use report::receipt::{Object, list, quoted};
use report::tell::Answer;
use report::walk::{self, Replies};
use report::{claims, entry, notation, question};

/// What the page has handed over, and what has been verified.
#[derive(Default)]
struct PageSession {
    /// What the page writes into.
    room: Vec<u8>,
    /// What the page reads.
    output: String,
    /// Files that may be imported.
    files: BTreeMap<Digest, Vec<u8>>,
    /// All that has been verified, imports too.
    known: BTreeMap<Digest, Arc<Verified>>,
    /// What the page may ask about, by the number that it was told.
    shown: Vec<Option<Arc<Verified>>>,
    /// The positions of proofs in Losing Chess, by the same numbers.
    replies: BTreeMap<usize, Replies>,
    game: Option<Given>,
}

thread_local! {
    static SESSION: RefCell<PageSession> = RefCell::default();
}

/// Does something with what the page has handed over; what comes of it is the output.
fn answer(work: impl FnOnce(&mut PageSession) -> String) {
    SESSION.with_borrow_mut(|session| session.output = work(session));
}

/// Does something with a verified certificate and a text that the page has written.
fn tell(id: usize, work: impl FnOnce(&Verified, &str) -> Result<String, String>) {
    answer(|session| {
        let text = std::str::from_utf8(&session.room).map_err(|_| "found no text in UTF-8".to_owned());
        let verified =
            session.shown.get(id).cloned().flatten().ok_or_else(|| "nothing is verified under this number".to_owned());
        text.and_then(|text| work(&*verified?, text)).unwrap_or_else(error)
    });
}

/// An error as an object.
fn error(error: impl std::fmt::Display) -> String {
    let mut object = Object::default();
    object.text("error", error).to_string()
}

/// Makes a room of so many bytes, in the place of the last one; says where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    SESSION.with_borrow_mut(|session| {
        session.room = vec![0; length];
        session.room.as_mut_ptr()
    })
}

/// Where the output of the last call is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    SESSION.with_borrow(|session| session.output.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    SESSION.with_borrow(|session| session.output.len())
}

/// The SHA-256 of the room.
#[unsafe(no_mangle)]
pub extern "C" fn digest() {
    answer(|session| quoted(&notation::digest(Digest::of(&session.room))));
}

/// Keeps the room as a file that may be imported; tells its SHA-256.
#[unsafe(no_mangle)]
pub extern "C" fn keep() {
    answer(|session| {
        let bytes = std::mem::take(&mut session.room);
        let digest = Digest::of(&bytes);
        session.files.insert(digest, bytes);
        quoted(&notation::digest(digest))
    });
}

/// Reads the room as a game, or as a model in UMB; tells what it is, or what is wrong with it.
#[unsafe(no_mangle)]
pub extern "C" fn read_game() {
    answer(|session| {
        let given = Given::bytes(&session.room);
        match (given.about(), given.digest) {
            (Ok(about), Some(digest)) => {
                let mut object = Object::default();
                object.text("game", about).text("sha256", notation::digest(digest));
                session.game = Some(given);
                object.to_string()
            }
            (Ok(_), None) => error("found no digest".to_owned()),
            (Err(fault), _) => error(fault),
        }
    });
}

/// Verifies the room as a certificate, about the game that was read last unless the argument is 0. The room stays as it is. Tells the verdict, with the receipt
/// and a number to ask under if it is `verified`; if an import is missing, its SHA-256.
#[unsafe(no_mangle)]
pub extern "C" fn verify(with_game: u32) {
    answer(|session| {
        let game = session.game.clone().filter(|_| with_game != 0);
        let PageSession { room, files, known, .. } = session;
        let mut judge = Judge::new(1, &*files);
        known.values().for_each(|verified| judge.remember(verified));
        let judged = judge.bytes(room, game.as_ref());
        drop(judge);
        let mut object = Object::default();
        let digest = notation::digest(Digest::of(room));
        let verdict = judged.outcome;
        match verdict {
            Ok(verified) => {
                keep_all(known, files, &verified);
                let place = session.shown.iter().position(Option::is_none).unwrap_or(session.shown.len());
                if place == session.shown.len() {
                    session.shown.push(None);
                }
                object.text("verdict", "verified").json("id", place).text("sha256", digest);
                let tell = claims::tell(&verified);
                object.text("about", tell.about()).text("kind", tell.kind()).text("question", tell.question());
                object.json("places", tell.places());
                tell.receipt(&mut object);
                if !object.fields().iter().any(|(name, _)| name == "conditions") {
                    object.json("conditions", Object::numbers(tell.conditions()));
                }
                drop(tell);
                let imports = verified.imports().iter().map(|import| quoted(&notation::digest(import.digest())));
                object.json("imports", list(imports));
                if let Some(replies) = Replies::new(&verified, &*room) {
                    session.replies.insert(place, replies);
                }
                session.shown[place] = Some(verified);
            }
            Err(refusal) => {
                object.text("verdict", refusal.verdict()).text("sha256", digest);
                object.text_or_null("condition", refusal.condition);
                object.text("message", &refusal.message);
                let failure = refusal.failure.as_ref();
                object.text_or_null("missing", failure.and_then(missing).map(notation::digest));
                object.json("needs_game", game.is_none() && matches!(failure, Some(Failure::Game(_))));
            }
        }
        object.to_string()
    });
}

/// Keeps what has been verified, and drops the bytes of it.
fn keep_all(
    known: &mut BTreeMap<Digest, Arc<Verified>>,
    files: &mut BTreeMap<Digest, Vec<u8>>,
    verified: &Arc<Verified>,
) {
    for import in verified.imports() {
        if known.insert(import.digest(), Arc::clone(import)).is_none() {
            files.remove(&import.digest());
            keep_all(known, files, import);
        }
    }
    // What others import: tables of endgames.
    if ["endgame", "turns", "auction"].contains(&claims::tell(verified).kind()) {
        known.insert(verified.digest(), Arc::clone(verified));
    }
}

/// The import that was not found.
fn missing(failure: &Failure) -> Option<Digest> {
    match failure {
        Failure::MissingImport(digest) => Some(Digest(*digest)),
        Failure::Import(_, inner) => missing(inner),
        _ => None,
    }
}

/// Forgets a certificate, to make room.
#[unsafe(no_mangle)]
pub extern "C" fn forget(id: usize) {
    answer(|session| {
        if let Some(verified) = session.shown.get_mut(id).and_then(Option::take) {
            session.known.remove(&verified.digest());
            session.replies.remove(&id);
        }
        "null".to_owned()
    });
}

/// Reads the room as a position that somebody asks for; tells the FEN, the board, the men, and the usual names of the files that answer, the likeliest first.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    answer(|session| {
        let Ok(text) = std::str::from_utf8(&session.room) else { return error("found no text in UTF-8") };
        match question::read(text) {
            Err(fault) => error(fault),
            Ok(question) => asked(&question),
        }
    });
}

fn asked(question::Question { board, placement, notes }: &question::Question) -> String {
    let men: Vec<_> = placement.pieces.iter().map(|piece| piece.man).collect();
    let used_men = used(&men);
    let numbers: Vec<u8> = used_men.iter().map(|man| man.number()).collect();
    let rules = match (board.pawn_rule, board.ranks, placement.passed) {
        (PawnRule::NoPawns, ..) => vec![PawnRule::NoPawns],
        (_, ..4, _) => vec![PawnRule::SingleStep],
        (.., Some(_)) => vec![PawnRule::DoubleStep],
        (_, 8.., _) => vec![PawnRule::DoubleStep, PawnRule::SingleStep],
        _ => vec![PawnRule::SingleStep, PawnRule::DoubleStep],
    };
    let name = |rule: PawnRule| {
        let endgame = Endgame::new(notation::stated(board.files, board.ranks, rule), &numbers).ok()?;
        Some(quoted(&notation::file_name(&endgame)))
    };
    let mut object = Object::default();
    object
        .text("fen", notation::fen(*board, placement))
        .json("files", board.files)
        .json("ranks", board.ranks)
        .text("men", notation::signature(&men))
        .text("used", notation::signature(&used_men))
        .json("names", list(rules.into_iter().filter_map(name)))
        .json("notes", list(notes.iter().map(|note| quoted(note))));
    object.to_string()
}

/// What a certificate that states no values of positions says, as its fields and as a text.
fn told(answer: &dyn Answer) -> String {
    let mut object = answer.json();
    object.text("text", answer.text());
    object.to_string()
}

/// What is verified of the position that the room names.
#[unsafe(no_mangle)]
pub extern "C" fn probe(id: usize) {
    tell(id, |verified, text| {
        let tell = claims::tell(verified);
        match tell.entry_at(text) {
            Ok(entry) => Ok(position::json(verified, &entry)),
            Err(PositionError::Other(_)) => Ok(told(&*tell.at(text, None)?)),
            Err(fault) => Err(fault.to_string()),
        }
    });
}

/// What is verified of the place of a number; of a plan, the number of positions stands for the one that it is about.
#[unsafe(no_mangle)]
pub extern "C" fn at(id: usize, number: u32) {
    tell(id, |verified, _| {
        let tell = claims::tell(verified);
        let entry = match usize::try_from(number) {
            Ok(number) if number >= tell.places() => entry::root(verified).ok_or("no position has this number")?,
            _ => match tell.entry(number) {
                Some(entry) => entry,
                None => return Ok(told(&*tell.number(number))),
            },
        };
        Ok(position::json(verified, &entry))
    });
}

/// What a table by turns or a proof in Losing Chess says of the position that the room names, and of its moves; of the first one if the room is empty.
#[unsafe(no_mangle)]
pub extern "C" fn turns(id: usize) {
    answer(|session| {
        let Ok(text) = std::str::from_utf8(&session.room) else { return error("found no text in UTF-8") };
        let Some(Some(verified)) = session.shown.get(id) else { return error("nothing is verified under this number") };
        walk::json(verified, session.replies.get(&id), text).map_or_else(error, |object| object.to_string())
    });
}

/// What is known if the man on a square stood on another one: the room holds the FEN, a line feed, and the square.
#[unsafe(no_mangle)]
pub extern "C" fn heat(id: usize) {
    tell(id, survey::heat);
}

/// Positions worth a look: zugzwangs (0), widest gaps (1), quiescent positions (2), largest labels (3).
#[unsafe(no_mangle)]
pub extern "C" fn find(id: usize, kind: u32) {
    tell(id, |verified, _| Ok(survey::find(verified, kind)));
}

/// The names of the positions of a game, or the FENs of the members of a list.
#[unsafe(no_mangle)]
pub extern "C" fn names(id: usize) {
    tell(id, |verified, _| Ok(survey::names(verified)));
}

/// The names of all kinds of certificates: for a test that each of them answers.
#[unsafe(no_mangle)]
pub extern "C" fn kinds() {
    answer(|_| list(claims::kinds().map(quoted)));
}

/// The sum of two numbers. It stops where the sum is too large, and that shows that overflow checks are on.
#[unsafe(no_mangle)]
pub extern "C" fn sum(a: u32, b: u32) -> u32 {
    a + b
}
