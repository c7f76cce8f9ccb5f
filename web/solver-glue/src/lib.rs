//! The solver in a browser: a few functions that a page can call.
//!
//! A call takes a question in JSON from a room that [`room`] makes, and leaves a JSON text that [`output`] and [`output_length`] find. [`solve`] also leaves
//! certificates, which [`file`] and [`file_length`] find by their numbers. No verdict is made here, and nothing that is made here is believed: whoever
//! takes a certificate has the checker verify it.

mod effort;
mod endgame;
mod others;
mod own_game;
mod request;

use std::cell::RefCell;

use session::receipt::{Object, list};
use solver::graph::exact::policy::Observer;

use crate::effort::Effort;
use crate::request::{Kind, Request};

/// What the page has handed over, and what was made of it.
#[derive(Default)]
struct Session {
    /// What the page writes into.
    room: Vec<u8>,
    /// What the page reads.
    output: String,
    /// What was solved.
    files: Vec<File>,
}

/// A file that the page is given.
pub(crate) struct File {
    name: String,
    bytes: Vec<u8>,
}

/// What was solved: certificates in the order of need, the last one is what was asked for; and the game that it is about, if the checker needs it.
pub(crate) struct Solved {
    certificates: Vec<File>,
    game: Option<File>,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Without a page nobody is told of progress.
#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// A phase begins: its name, and how many steps it has, 0 if nobody knows.
        pub safe fn phase(name: *const u8, length: usize, steps: usize);
        /// So many steps more are done.
        pub safe fn advance(steps: usize);
    }
}

#[cfg(not(target_family = "wasm"))]
mod page {
    pub fn phase(_name: *const u8, _length: usize, _steps: usize) {}
    pub fn advance(_steps: usize) {}
}

/// Tells the page of progress, in words.
#[derive(Default)]
pub(crate) struct Telling {
    title: String,
}

impl Observer for Telling {
    fn begin(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    fn phase(&mut self, name: &'static str, positions: usize) {
        let words = format!("{}: {}", self.title, words(name));
        page::phase(words.as_ptr(), words.len(), positions);
    }

    fn advance(&mut self, positions: usize) {
        page::advance(positions);
    }
}

/// A phase of the solver, for people.
fn words(phase: &'static str) -> &'static str {
    match phase {
        "graph" => "listing positions and moves",
        "captures" => "looking up what captures lead to",
        "sweeps" | "slices" => "raising bounds on the values, sweep by sweep",
        "exact" => "solving for exact values",
        "policies" => "trying the best moves",
        "check" => "comparing every move with the values",
        "labels" => "finding out how many lucky auctions a win takes",
        "enclose" => "writing down bounds",
        "thresholds" => "counting the chips that each side needs",
        "write" => "writing the certificate",
        "count" => "counting the fillings of the board",
        other => other,
    }
}

/// Does something with the question that the page has handed over; what comes of it is the output.
fn answer(work: impl FnOnce(&Request) -> Result<(Object, Vec<File>), String>) {
    SESSION.with_borrow_mut(|session| {
        session.files = Vec::new();
        let request = serde_json::from_slice(&session.room).map_err(|error| format!("found no question: {error}"));
        let (output, files) = match request.and_then(|request| work(&request)) {
            Ok((object, files)) => (object.to_string(), files),
            Err(reason) => {
                let mut object = Object::default();
                object.text("error", reason);
                (object.to_string(), Vec::new())
            }
        };
        (session.output, session.files) = (output, files);
    });
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

/// Where the file of this number is.
#[unsafe(no_mangle)]
pub extern "C" fn file(number: usize) -> *const u8 {
    SESSION.with_borrow(|session| session.files.get(number).map_or(std::ptr::null(), |file| file.bytes.as_ptr()))
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn file_length(number: usize) -> usize {
    SESSION.with_borrow(|session| session.files.get(number).map_or(0, |file| file.bytes.len()))
}

/// What an answer would take.
#[unsafe(no_mangle)]
pub extern "C" fn estimate() {
    answer(|request| Ok((effort(request)?.json(), Vec::new())));
}

fn effort(request: &Request) -> Result<Effort, String> {
    match request.kind {
        Kind::Endgame => endgame::effort(request),
        Kind::Graph => own_game::effort(request),
        Kind::Hex => others::hex_effort(request),
        Kind::Partition => others::partition_effort(request),
    }
}

/// Solves. Tells the names of the files: certificates in the order of need, the last one is what was asked for; and then the game, if there is one.
#[unsafe(no_mangle)]
pub extern "C" fn solve() {
    answer(|request| {
        let effort = effort(request)?;
        if !effort.is_allowed() {
            return Err(effort.words());
        }
        let mut telling = Telling::default();
        let Solved { certificates, game } = match request.kind {
            Kind::Endgame => endgame::solve(request, &mut telling),
            Kind::Graph => own_game::solve(request, &mut telling),
            Kind::Hex => others::hex(request, &mut telling),
            Kind::Partition => others::partition(request, &mut telling),
        }?;
        let mut object = Object::default();
        object.json("certificates", list(certificates.iter().map(|file| session::receipt::quoted(&file.name))));
        object.text_or_null("game", game.as_ref().map(|file| &file.name));
        Ok((object, certificates.into_iter().chain(game).collect()))
    });
}
