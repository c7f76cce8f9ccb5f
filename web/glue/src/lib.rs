//! The checker in a browser: a few functions that a page can call.
//!
//! A call takes its bytes from a room that [`room`] makes, and leaves a JSON text that [`output`] and [`output_length`] find. All that is said of
//! positions is worded by `session`, so that the page, `check` and `solve probe` say the same. No verdict is made here: [`verify`] asks
//! [`Checker::check`], and nothing is told of a certificate that it did not verify.

mod chips;
mod position;
mod stated;
mod survey;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Digest, Spelt};
use checker::chess::PawnRule;
use checker::endgame::{Endgame, used};
use checker::failure::Failure;
use session::claims::listed;
use session::entry::PositionError;
use session::judge::{Given, Judge, Refusal};
use session::receipt::{Object, list, quoted};
use session::sheet::{Row, Sheet};
use session::walk::{self, Replies};
use session::{claims, endless, entry, notation, question};

/// What the page has handed over, and what has been verified.
#[derive(Default)]
struct PageSession {
    /// What the page writes into.
    room: Vec<u8>,
    /// What the page reads: JSON, or a file.
    output: Vec<u8>,
    /// Files that may be imported.
    files: BTreeMap<Digest, Vec<u8>>,
    /// All that has been verified, imports too.
    known: BTreeMap<Digest, Arc<Verified>>,
    /// What the page may ask about, by the number that it was told.
    shown: Vec<Option<Arc<Verified>>>,
    /// The positions of proofs in Losing Chess, by the same numbers.
    replies: BTreeMap<usize, Replies>,
    /// The games and the models that were handed over: a certificate is judged with the one that it is about.
    games: Vec<Given>,
}

impl PageSession {
    /// What was verified under this number.
    fn verified(&self, id: usize) -> Result<Arc<Verified>, String> {
        self.shown.get(id).cloned().flatten().ok_or_else(|| "nothing is verified under this number".to_owned())
    }
}

thread_local! {
    static SESSION: RefCell<PageSession> = RefCell::default();
}

/// Does something with what the page has handed over; what comes of it is the output.
fn answer(work: impl FnOnce(&mut PageSession) -> String) {
    SESSION.with_borrow_mut(|session| session.output = work(session).into_bytes());
}

/// Does something with a verified certificate and a text that the page has written.
fn tell(id: usize, work: impl FnOnce(&Verified, &str) -> Result<String, String>) {
    answer(|session| {
        let text = std::str::from_utf8(&session.room).map_err(|_| "found no text in UTF-8".to_owned());
        text.and_then(|text| work(&*session.verified(id)?, text)).unwrap_or_else(error)
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
                session.games.retain(|other| other.digest != given.digest);
                session.games.push(given);
                object.to_string()
            }
            (Ok(_), None) => error("found no digest".to_owned()),
            (Err(fault), _) => error(fault),
        }
    });
}

/// Verifies the room as a certificate; if it is about a game, with the one of that digest that was read. The room stays as it is. Tells the verdict, with the
/// receipt and a number to ask under if it is `verified`; if an import or the game is missing, its SHA-256.
#[unsafe(no_mangle)]
pub extern "C" fn verify() {
    answer(|session| {
        let PageSession { room, files, known, games, .. } = session;
        let mut judge = Judge::new(1, &*files);
        known.values().for_each(|verified| judge.remember(verified));
        let mut outcome = judge.bytes(room, None).outcome;
        let mut game = None;
        // Games have the digest of their file. Models have one of their own: whether it is the right one says the checker.
        let wanted = outcome.as_ref().err().and_then(wanted_game);
        let named = |given: &&Given| given.digest == wanted || given.is_model();
        for given in games.iter().filter(named) {
            if outcome.as_ref().err().and_then(wanted_game).is_none() {
                break;
            }
            outcome = judge.bytes(room, Some(given)).outcome;
            game = given.digest;
        }
        drop(judge);
        let digest = notation::digest(Digest::of(room));
        match outcome {
            Ok(verified) => verdict(session, verified, game, digest),
            Err(refusal) => refused(&refusal, digest),
        }
        .to_string()
    });
}

/// What is told of a certificate that is verified: its receipt, and the number to ask under.
fn verdict(session: &mut PageSession, verified: Arc<Verified>, game: Option<Digest>, digest: String) -> Object {
    keep_all(&mut session.known, &mut session.files, &verified);
    let place = session.shown.iter().position(Option::is_none).unwrap_or(session.shown.len());
    if place == session.shown.len() {
        session.shown.push(None);
    }
    let mut object = Object::default();
    object.text("verdict", "verified").json("id", place).text("sha256", digest);
    let tell = claims::tell(&verified);
    object.text("about", tell.about()).text("kind", tell.kind()).text("question", tell.question());
    object.json("is_board", tell.board().is_some() || tell.asks_placements());
    object.json("places", tell.places()).text_or_null("game", game.map(notation::digest));
    tell.receipt(&mut object);
    if !object.fields().iter().any(|(name, _)| name == "conditions") {
        object.json("conditions", Object::numbers(tell.conditions()));
    }
    drop(tell);
    let imports = verified.imports().iter().map(|import| quoted(&notation::digest(import.digest())));
    object.json("imports", list(imports));
    if let Some(replies) = Replies::new(&verified, &session.room) {
        session.replies.insert(place, replies);
    }
    session.shown[place] = Some(verified);
    object
}

/// The digest of the game that a certificate is about, if it is declined because that one was not given.
fn wanted_game(refusal: &Refusal) -> Option<Digest> {
    match refusal.failure {
        Some(Failure::Game(digest)) => Some(Digest(digest)),
        _ => None,
    }
}

/// What is told of a certificate that is not verified.
fn refused(refusal: &Refusal, digest: String) -> Object {
    let mut object = Object::default();
    object.text("verdict", refusal.verdict()).text("sha256", digest);
    object.text_or_null("condition", refusal.condition).text("message", &refusal.message);
    object.text_or_null("missing", refusal.failure.as_ref().and_then(missing).map(notation::digest));
    object.json("needs_game", wanted_game(refusal).is_some());
    object
}

/// What the room says of itself, as a certificate: its kind, what it is about, what it states, what an endless play is worth, the SHA-256 of its imports. Nothing of
/// it is verified.
#[unsafe(no_mangle)]
pub extern "C" fn listed() {
    answer(|session| {
        match (listed::kind(&session.room), listed::listed(&session.room), stated::spelt(&session.room)) {
            (Some(kind), Some(listed), Some((Spelt { never, imports, .. }, _))) => {
                let mut object = Object::default();
                object.text("kind", kind).text("about", listed.about).text("numbers", listed.numbers);
                object.text_or_null("never", never.filter(|(_, denominator)| *denominator > 0).map(endless::text));
                object.json("imports", list(imports.into_iter().map(|import| quoted(&notation::digest(import)))));
                object.to_string()
            }
            _ => error("found no certificate of this version that says what it is about"),
        }
    });
}

/// What the certificate in the room states of a place, which was verified under this number: each number, and what could stand there instead.
#[unsafe(no_mangle)]
pub extern "C" fn stated(id: usize, place: u32) {
    answer(|session| {
        let told = session.verified(id).and_then(|verified| stated::told(&verified, &session.room, place));
        told.unwrap_or_else(error)
    });
}

/// Leaves the bytes of the certificate in the room with another number in a column, at a place: with right digests, and nobody has verified it.
#[unsafe(no_mangle)]
pub extern "C" fn changed(id: usize, column: usize, place: usize, to: u32) {
    SESSION.with_borrow_mut(|session| {
        let verified = session.verified(id);
        let changed = verified.and_then(|verified| stated::changed(&verified, &session.room, column, place, to.into()));
        session.output = changed.unwrap_or_else(|fault| error(fault).into_bytes());
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
    // Others may import it.
    known.insert(verified.digest(), Arc::clone(verified));
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

/// Reads the room as a position that somebody asks for; tells the FEN, the board, the men, and the usual names of the files that answer,
/// the likeliest first, with what each is about.
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
    let endgame = |rule| Endgame::new(notation::stated(board.files, board.ranks, rule), &numbers).ok();
    let endgames: Vec<Endgame> = rules.into_iter().filter_map(endgame).collect();
    let mut object = Object::default();
    object
        .text("fen", notation::fen(*board, placement))
        .json("files", board.files)
        .json("ranks", board.ranks)
        .text("men", notation::signature(&men))
        .text("used", notation::signature(&used_men))
        .json("names", list(endgames.iter().map(|endgame| quoted(&notation::file_name(endgame)))))
        .json("abouts", list(endgames.iter().map(|endgame| quoted(&notation::endgame(endgame)))))
        .json("notes", list(notes.iter().map(|note| quoted(note))));
    object.to_string()
}

/// What a certificate that states no values of positions says, as its fields and as a text.
fn told(sheet: &dyn Sheet, row: &Row) -> String {
    answered(sheet, row).to_string()
}

fn answered(sheet: &dyn Sheet, row: &Row) -> Object {
    let mut object = sheet.json(row);
    object.text("text", sheet.text(row));
    object
}

/// All rows of a table, as far as they are few, with the names of their columns; and the number of all.
#[unsafe(no_mangle)]
pub extern "C" fn rows(id: usize, from: u32) {
    tell(id, |verified, _| Ok(survey::rows(verified, from)));
}

/// What is verified of the position that the room names.
#[unsafe(no_mangle)]
pub extern "C" fn probe(id: usize) {
    tell(id, |verified, text| {
        let tell = claims::tell(verified);
        match tell.entry_at(text) {
            Ok(entry) => Ok(position::json(verified, &entry)),
            Err(PositionError::Other(_)) => Ok(told(&*tell, &tell.at(text, None)?)),
            Err(fault) => Err(fault.to_string()),
        }
    });
}

/// What an auction with chips says of a position, and of its moves: the room holds the position, a line feed, and what the first player holds, such as `12*`;
/// nothing behind it if nobody asks for that.
#[unsafe(no_mangle)]
pub extern "C" fn probe_holds(id: usize) {
    tell(id, chips::json);
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
                None => return Ok(told(&*tell, &tell.number(number))),
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
        let walked = session.verified(id).and_then(|verified| walk::json(&verified, session.replies.get(&id), text));
        walked.map_or_else(error, |object| object.to_string())
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
