//! `solve probe`: what is verified of positions, from tables that it finds by itself, or from a certificate that is named.
//!
//! Each table is verified once, before anything is shown of it. Answers come in the order of the questions, and are given as soon as they are known: of a
//! stream nothing is collected.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Never};
use checker::chess::{Board, PawnRule, Placement};
use checker::endgame::{Endgame, Positions};
use session::answer::Teller;
use session::entry::{self, Brief, PositionError};
use session::question::{self, Question};
use session::sheet::{Row, Sheet};
use session::{claims, endless, escape, files, json, notation, why, words};
use solver::analysis::find::{self, CACHE, Folders};
use solver::analysis::verified::Library;
use solver::certificates::family;
use solver::chess::material::DoubleStep;
use solver::escape::short;
use solver::games::Winner;
use solver::graph::exact::policy::Observer as _;

use crate::endgames;
use crate::how::{EndlessPlay, How};
use crate::named::FOLDERS;
use crate::output::Failed;
use crate::remembered::Memory;
use crate::watch::Watch;
use solver::parallel;

/// What is asked.
#[derive(clap::Args)]
pub struct Arguments {
    /// The positions: FENs, whole or the placement field alone. A single `-` reads them from standard input, one a line. With --game, names of positions
    #[arg(required_unless_present = "cert", value_name = "FEN")]
    positions: Vec<String>,
    /// Look for certificates in this folder and in its subfolders boards, four and plans; then in those of SOLVE_CERTS, in certs and in target/certs
    #[arg(long, value_name = "DIR")]
    pub certs: Vec<PathBuf>,
    /// Take this certificate, or the one of this name, such as 8x8_KNk, and look for no other; what it imports is expected beside it. Without a position:
    /// the one that the certificate is about, if it is about one
    #[arg(long, value_name = "CERT", conflicts_with_all = ["certs", "solve"])]
    cert: Option<PathBuf>,
    /// Ask about positions of this game; --cert names the certificate of its values. If not said, the file beside it with the same name that ends in .json
    #[arg(long, visible_alias = "model", value_name = "GAME.json|MODEL.umb", requires = "cert")]
    game: Option<PathBuf>,
    /// Print one JSON object on a line for each position; its fields are listed in the book, chapter "Ask, carry away"
    #[arg(long)]
    json: bool,
    /// Print long fractions whole
    #[arg(long)]
    full: bool,
    /// Say also why the value is what it is, and by which moves the position is won
    #[arg(long, conflicts_with_all = ["json", "value_only", "chips"])]
    why: bool,
    /// Print the values alone, a line for each position: the value, or the lower and the upper one with a tab between them
    #[arg(long, requires = "positions", conflicts_with_all = ["json", "full", "chips", "holds", "never"])]
    value_only: bool,
    /// Verify the certificate anew, also if this program has verified it before and kept the answer
    #[arg(long)]
    anew: bool,
    /// Ask about an auction with so many chips in all, and a star that decides ties: who wins with how many
    #[arg(long, value_name = "N", value_parser = crate::input::chips, allow_hyphen_values = true, conflicts_with_all = ["cert", "full"])]
    pub chips: Option<u64>,
    /// With --chips: who moves after a bid is won
    #[arg(long, value_enum, default_value_t, requires = "chips")]
    pub winner: Winner,
    /// With --chips, or a certificate about chips: what White (Left) holds, such as 12 or 12* (* is the star). Tells the bids, the moves and the use of the star
    #[arg(long, value_name = "CHIPS", requires = "positions")]
    holds: Option<String>,
    /// Solve the endgame if there is no table of it, and keep the table in the first folder of --certs, or in target/certs
    #[arg(long)]
    pub solve: bool,
    /// Tell also the one value if an endless play has this worth, a fraction from 0 to 1, or `richer`; with --solve its table is made if there is none.
    /// Tables of such values that are there are told of anyway
    #[arg(long, value_name = "WORTH", value_parser = solver::request::worth, conflicts_with_all = ["cert", "chips"])]
    never: Option<Never>,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    double_step: DoubleStep,
}

/// The note on a table that has the colours the other way round.
const FLIPPED: &str =
    "the table has the colours the other way round; moves and values are those of the position that was asked for";
/// The longest line of standard input that is read, in bytes. A FEN of a 16x16 board has less than 600.
const MOST_BYTES: u64 = 4096;
/// So many positions are answered at a time, if so many are there.
const AT_A_TIME: usize = 512;

/// Answers.
pub fn probe(arguments: &Arguments) -> Result<String, Failed> {
    let mut session = ProbeSession::new(arguments)?;
    if arguments.positions.is_empty() {
        session.first()?;
    } else if arguments.positions == ["-"] {
        let input = files::standard_input().map_err(|error| Failed::usage(format!("FEN: {error}")))?;
        session.stream(BufReader::with_capacity(AT_A_TIME * 128, input))?;
    } else {
        let mut rest = Vec::new();
        for text in joined(&arguments.positions) {
            match session.remembered(&text) {
                Some(answer) => {
                    session.answer(std::mem::take(&mut rest))?;
                    session.say(&answer)?;
                }
                None => rest.push((text.clone(), text)),
            }
        }
        session.answer(rest)?;
    }
    session.end()
}

/// The positions that words of a command line name: the fields of a FEN may be words of their own.
fn joined(words: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in words {
        match all.last_mut() {
            Some(last) if last.contains('/') && question::is_field(word) => *last = format!("{last} {word}"),
            _ => all.push(word.clone()),
        }
    }
    all
}

/// A certificate that was found and verified.
#[derive(Clone)]
pub struct Source {
    pub path: PathBuf,
    pub verified: Arc<Verified>,
}

/// A question that can be answered.
struct Job {
    /// What it is called in messages.
    name: String,
    source: Source,
    /// Tables of the one value for some worths of endless play.
    endless: Vec<Source>,
    /// The FEN, the name, or what else the certificate is asked for.
    asked: String,
    /// What is said before the answer: which table it is from.
    before: String,
}

/// Where questions are answered.
pub struct ProbeSession<'a> {
    pub arguments: &'a Arguments,
    pub folders: Folders,
    library: Library,
    /// The file that was named.
    cert: Option<PathBuf>,
    /// What it is, once it is verified.
    given: Option<Source>,
    /// The tables that were looked for, with those that were found, or why there is none.
    pub tables: Vec<(Endgame, Result<Source, String>)>,
    /// The endgames of men on boards: to find out which it is takes longer than an answer.
    endgames: BTreeMap<([u8; 3], Vec<u8>), Option<Endgame>>,
    /// The endgames whose one values were looked for, with the tables that were found.
    endless: Vec<(Endgame, Vec<Source>)>,
    /// The boards of which plans were looked for, with those that were found.
    plans: Vec<(Board, Vec<Source>)>,
    notes: BTreeSet<String>,
    /// The tables that were named before their answers.
    named: BTreeSet<PathBuf>,
    is_first: bool,
    status: u8,
    pub watch: Watch,
}

impl<'a> ProbeSession<'a> {
    pub fn new(arguments: &'a Arguments) -> Result<Self, Failed> {
        let list: Option<OsString> = std::env::var_os(FOLDERS);
        let folders = Folders::new(&arguments.certs, list.as_deref());
        let is_made = |folder: &PathBuf| arguments.solve && arguments.certs.first() == Some(folder);
        for folder in folders.missing.iter().filter(|folder| arguments.cert.is_none() && !is_made(folder)) {
            crate::output::tell(&format!("{}: no folder, passed over", escape::path(folder)));
        }
        let cert = arguments.cert.as_deref().map(|path| crate::named::certificate(path).into_owned());
        let library = Library::default().with_folders(&folders.all);
        let mut watch = Watch::new();
        watch.title = "probe".to_owned();
        Ok(Self {
            arguments,
            folders,
            library,
            cert,
            given: None,
            tables: Vec::new(),
            endgames: BTreeMap::new(),
            endless: Vec::new(),
            plans: Vec::new(),
            notes: BTreeSet::new(),
            named: BTreeSet::new(),
            is_first: true,
            status: 0,
            watch,
        })
    }

    /// Answers what comes in lines: as many as are there, up to a number, at a time. None is waited for while a question has no answer yet.
    fn stream(&mut self, mut input: BufReader<impl Read>) -> Result<(), Failed> {
        let (mut number, mut questions) = (0_usize, Vec::new());
        loop {
            let mut line = Vec::new();
            let read = input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line);
            let failed = |error: io::Error| Failed::new(format!("standard input: {error}"));
            if read.map_err(failed)? == 0 {
                break;
            }
            number += 1;
            let name = format!("standard input, line {number}");
            if line.len() as u64 > MOST_BYTES {
                input.skip_until(b'\n').map_err(failed)?;
                let text = format!("{name}: found more than {MOST_BYTES} bytes, required a FEN");
                self.answer(std::mem::take(&mut questions))?;
                self.refuse(&name, &text, 2)?;
                continue;
            }
            match String::from_utf8(line) {
                Ok(text) => {
                    let text = text.trim_start_matches('\u{feff}').trim();
                    questions.extend((!text.is_empty()).then(|| (name, text.to_owned())));
                }
                Err(_) => {
                    self.answer(std::mem::take(&mut questions))?;
                    self.refuse(
                        &name,
                        &format!("{name}: found no text in UTF-8, required a FEN; nothing behind it is read"),
                        2,
                    )?;
                    break;
                }
            }
            if questions.len() >= AT_A_TIME || !input.buffer().contains(&b'\n') {
                self.answer(std::mem::take(&mut questions))?;
            }
        }
        self.answer(questions)
    }

    /// Answers questions, each with what it is called in messages.
    fn answer(&mut self, questions: Vec<(String, String)>) -> Result<(), Failed> {
        let mut jobs = Vec::new();
        for (name, text) in questions {
            match self.jobs(&name, &text) {
                Ok(more) => jobs.extend(more),
                Err((error, status)) => {
                    self.tell_all(std::mem::take(&mut jobs))?;
                    let place = if name == text { short(&text) } else { format!("{name}: {}", short(&text)) };
                    self.refuse(&text, &format!("{place}: {error}"), status)?;
                }
            }
        }
        self.tell_all(jobs)
    }

    /// Says that a question has no answer, in the place of the answer too where programs read.
    fn refuse(&mut self, asked: &str, error: &str, status: u8) -> Result<(), Failed> {
        self.watch.suspend(|| crate::output::tell(error));
        self.status = self.status.max(status);
        match self.arguments.json {
            true => self.say(&json::answer(&serde_json::json!({ "asked": asked, "error": error }))),
            false => Ok(()),
        }
    }

    fn say(&self, text: &str) -> Result<(), Failed> {
        self.watch.suspend(|| crate::output::say_more(text))
    }

    fn note(&mut self, note: String) {
        if self.notes.insert(note.clone()) {
            self.watch.suspend(|| crate::output::tell(&format!("note: {note}")));
        }
    }

    /// Finds what answers a question; or why nothing does, and the exit status of that.
    fn jobs(&mut self, name: &str, text: &str) -> Result<Vec<Job>, (String, u8)> {
        let (mut sources, mut asked) = (Ok(Vec::new()), text.to_owned());
        let mut placement = None;
        if self.arguments.cert.is_some() {
            sources = self.named_certificate().map(|source| vec![source]);
        }
        let is_fen = match &sources {
            Ok(sources) => sources.iter().all(|source| claims::tell(&source.verified).asks_placements()),
            Err(_) => false,
        };
        if is_fen {
            let question = question::read(text).map_err(|error| match Path::new(text).is_file() {
                true => ("found a file, required a FEN: `solve probe FEN --cert CERT` asks a certificate, `solve probe - < FILE` reads FENs".to_owned(), 2),
                false => (error.to_string(), 2),
            })?;
            question.notes.iter().for_each(|note| self.note(note.clone()));
            if self.arguments.cert.is_none() {
                sources = self.sources(&question);
            }
            asked = notation::fen(question.board, &question.placement);
            placement = Some(question.placement);
        }
        let sources = sources.map_err(|error| (error, 1))?;
        let mut jobs: Vec<Job> =
            sources.into_iter().map(|source| self.job(name, source, asked.clone(), placement.as_ref())).collect();
        if let ([job], Some(placement), None) = (&mut jobs[..], &placement, &self.arguments.cert)
            && !self.arguments.value_only
        {
            job.endless = self.endless(&job.source, placement).map_err(|error| (error, 1))?;
        }
        Ok(jobs)
    }

    fn job(&mut self, name: &str, source: Source, asked: String, placement: Option<&Placement>) -> Job {
        let table: Option<Arc<Positions>> = source.verified.about();
        if let (Some(placement), Some(positions)) = (placement, table)
            && placement.pieces.iter().map(|piece| piece.man).ne(positions.endgame.men.iter().copied())
            && positions.number(placement).is_some()
        {
            self.note(FLIPPED.to_owned());
        }
        let mut before = String::new();
        if !self.arguments.json && !self.arguments.value_only {
            if !std::mem::take(&mut self.is_first) {
                before.push('\n');
            }
            if self.named.insert(source.path.clone()) {
                before += &format!("{}: verified: {}\n\n", escape::path(&source.path), words::claim(&source.verified));
            }
        }
        Job { name: name.to_owned(), source, endless: Vec::new(), asked, before }
    }

    /// Verifies a file, unless that has been done.
    pub fn read(&mut self, path: &Path) -> Result<Source, String> {
        self.watch.title = escape::path(path);
        self.watch.phase("verify", 0);
        let read = self.library.read(path);
        self.watch.rest();
        read.map(|verified| Source { path: path.to_owned(), verified }).map_err(|error| error.to_string())
    }

    fn named_certificate(&mut self) -> Result<Source, String> {
        if let Some(known) = &self.given {
            return Ok(known.clone());
        }
        let path = self.cert.clone().expect("asked for where there is one");
        self.watch.title = escape::path(&path);
        self.watch.phase("verify", 0);
        let read = crate::named::read(&mut self.library, &path, self.arguments.game.as_deref());
        self.watch.rest();
        let source = Source { path, verified: read.map_err(|Failed(error, _)| error)? };
        self.given = Some(source.clone());
        Ok(source)
    }

    /// Answers for the position that a certificate is about, if it is about one.
    fn first(&mut self) -> Result<(), Failed> {
        let source = self.named_certificate().map_err(Failed::new)?;
        let (tell, path) = (claims::tell(&source.verified), escape::path(&source.path));
        let answer = tell.first().ok_or_else(|| {
            Failed::usage(format!(
                "{path}: which position? Ask `solve probe POSITION --cert {path}`, with {}; `solve stats {path}` tells the figures",
                tell.question()
            ))
        })?;
        if self.arguments.json {
            return self.say(&as_json(&*tell, &answer, &source, &[]));
        }
        let (claim, answer) = (tell.claim(), tell.whole(&answer, self.arguments.full));
        let between = if answer.is_empty() { "" } else { "\n" };
        self.say(&format!("{path}: verified: {claim}\n{between}{answer}"))
    }

    /// Finds and verifies what answers a question: the table of its endgame, else the plans that have the position.
    fn sources(&mut self, question: &Question) -> Result<Vec<Source>, String> {
        let Question { board, placement, .. } = question;
        let board = self.with_rule(*board, placement);
        let endgame = self.endgame(board, placement);
        if self.arguments.chips.is_some() {
            let endgame = endgame.ok_or_else(|| "found too many men for a table".to_owned())?;
            return Ok(vec![self.chips_table(&endgame)?]);
        }
        let table = endgame.map(|endgame| self.table(&endgame));
        if let Some(Ok(source)) = table {
            return Ok(vec![source]);
        }
        match (self.plans(board, placement), table) {
            (plans, _) if !plans.is_empty() => Ok(plans),
            (_, Some(Err(error))) => Err(error),
            _ => Err(self.no_plan(board, placement)),
        }
    }

    /// The endgame of a placement; none if there are too many men, or too many places, for a table.
    fn endgame(&mut self, board: Board, placement: &Placement) -> Option<Endgame> {
        let men = placement.pieces.iter().map(|piece| piece.man.number()).collect();
        let key = (notation::stated(board.files, board.ranks, board.pawn_rule), men);
        self.endgames.entry(key).or_insert_with(|| find::endgame(board, placement)).clone()
    }

    /// The board with the rule for pawns that was asked for: a right to capture *en passant* takes the double step.
    fn with_rule(&self, board: Board, placement: &Placement) -> Board {
        let Board { ranks, pawn_rule, .. } = board;
        let pawn_rule = match (pawn_rule, self.arguments.double_step) {
            (PawnRule::NoPawns, _) => PawnRule::NoPawns,
            _ if placement.passed.is_some() => PawnRule::DoubleStep,
            (_, DoubleStep::Auto) if ranks >= 8 => PawnRule::DoubleStep,
            (_, DoubleStep::Always) if ranks > 3 => PawnRule::DoubleStep,
            _ => PawnRule::SingleStep,
        };
        Board { pawn_rule, ..board }
    }

    fn table(&mut self, endgame: &Endgame) -> Result<Source, String> {
        if let Some((_, known)) = self.tables.iter().find(|(known, _)| known == endgame) {
            return known.clone();
        }
        let mut found = self.find_table(endgame);
        if found.is_none() && self.arguments.solve {
            found = self.solve(endgame)?;
        }
        if found.is_none() && crate::quick::takes_a_second(endgame) {
            found = Some(self.solve_now(endgame)?);
        }
        let found = found.ok_or_else(|| {
            let make = make(endgame, &self.cache(), "");
            let wanted = notation::endgame(endgame);
            let forgotten = forgotten(endgame.board);
            let end = if forgotten.is_empty() { "" } else { "." };
            format!("found no table of {wanted}: {make}; {}{end}{forgotten}", self.folders.searched())
        });
        self.tables.push((endgame.clone(), found.clone()));
        found
    }

    /// The first table of an endgame that is verified.
    fn find_table(&mut self, endgame: &Endgame) -> Option<Source> {
        for path in self.folders.tables(endgame) {
            match self.read(&path) {
                Ok(source) => return Some(source),
                Err(error) => self.watch.suspend(|| crate::output::tell(&error)),
            }
        }
        None
    }

    /// Verified tables of the one value for a position of a table of both: those that are there, and the one that is asked for.
    fn endless(&mut self, source: &Source, placement: &Placement) -> Result<Vec<Source>, String> {
        let table: Option<Arc<Positions>> = source.verified.about();
        let Some(endgame) = table.map(|table| table.endgame.clone()).filter(|_| source.verified.head().never.is_none())
        else {
            return Ok(Vec::new());
        };
        if !self.endless.iter().any(|(known, _)| *known == endgame) {
            let mut found = Vec::new();
            for path in self.folders.endless(&endgame).into_values() {
                match self.read(&path) {
                    Ok(source) => found.push(source),
                    Err(error) => self.watch.suspend(|| crate::output::tell(&error)),
                }
            }
            self.endless.push((endgame.clone(), found));
        }
        let is_as_asked = placement.pieces.iter().map(|piece| piece.man).eq(endgame.men.iter().copied());
        let wanted = self.arguments.never.map(|never| if is_as_asked { never } else { endless::exchanged(never) });
        let known = self.endless.iter().position(|(known, _)| *known == endgame).expect("it was looked for");
        let has = |source: &Source| source.verified.head().never == wanted;
        if let Some(never) = wanted.filter(|_| !self.endless[known].1.iter().any(has)) {
            let made = self.solve_never(&endgame, never)?;
            self.endless[known].1.push(made);
        }
        Ok(self.endless[known].1.clone())
    }

    /// Makes the table of the one value, if that is asked for.
    fn solve_never(&mut self, endgame: &Endgame, never: Never) -> Result<Source, String> {
        let (wanted, worth) = (notation::endgame(endgame), endless::text(never));
        if self.arguments.solve {
            self.solve_with(endgame, EndlessPlay { never: Some(never), value: None })?;
            if let Some(path) = self.folders.endless(endgame).remove(&never) {
                return self.read(&path);
            }
        }
        let make = make(endgame, &self.cache(), &format!(" --never {worth}"));
        Err(format!("found no table of {wanted} for endless play worth {worth}: {make}; {}", self.folders.searched()))
    }

    /// Takes notice of what was solved.
    pub fn look_again(&mut self) {
        self.folders = Folders::new(&self.arguments.certs, std::env::var_os(FOLDERS).as_deref());
        self.library = std::mem::take(&mut self.library).with_folders(&self.folders.all);
    }

    /// Where `--solve` puts tables, and where they are recommended to be.
    pub fn cache(&self) -> PathBuf {
        self.arguments.certs.first().cloned().unwrap_or_else(|| PathBuf::from(CACHE))
    }

    fn solve(&mut self, endgame: &Endgame) -> Result<Option<Source>, String> {
        self.solve_with(endgame, EndlessPlay::default())?;
        Ok(self.find_table(endgame))
    }

    /// Solves what takes about a second, and keeps nothing of it.
    fn solve_now(&mut self, endgame: &Endgame) -> Result<Source, String> {
        let failed = |error: io::Error| format!("a folder for what is solved: {error}");
        let folder = tempfile::tempdir().map_err(failed)?;
        let wanted = notation::endgame(endgame);
        let forgotten = forgotten(endgame.board);
        let kept = format!("{wanted}: no table is here, so it is solved now; --solve keeps the table.{forgotten}");
        self.watch.suspend(|| crate::output::tell(&kept));
        self.solve_into(folder.path(), endgame, EndlessPlay::default(), &|_| ())?;
        let name = PathBuf::from(notation::file_name(endgame));
        let source = self.read(&folder.path().join(&name))?;
        Ok(Source { path: name, ..source })
    }

    fn solve_with(&mut self, endgame: &Endgame, endless: EndlessPlay) -> Result<(), String> {
        let out = self.cache();
        let wanted = notation::endgame(endgame);
        self.watch.suspend(|| crate::output::tell(&format!("{wanted}: solving, into {}", session::escape::path(&out))));
        self.solve_into(&out, endgame, endless, &|line| crate::output::tell(line.trim_end()))?;
        self.look_again();
        Ok(())
    }

    /// Solves an endgame and writes it, with those that it needs; `tell` gets a line for each.
    fn solve_into(
        &mut self,
        out: &Path,
        endgame: &Endgame,
        endless: EndlessPlay,
        tell: &dyn Fn(&str),
    ) -> Result<(), String> {
        let how = How { out: out.to_owned(), double_step: double_step(endgame), endless, ..How::default() };
        let (board, men) = (notation::board(endgame.board), notation::signature(&endgame.men));
        let mut told = |line: &str| {
            tell(line);
            Ok(())
        };
        let solved = endgames::solve(&board, &[men], None, &how, &mut told);
        solved.map(|_| ()).map_err(|Failed(error, _)| error)
    }

    /// The verified plans that have a position.
    fn plans(&mut self, board: Board, placement: &Placement) -> Vec<Source> {
        if !self.plans.iter().any(|(known, _)| *known == board) {
            let mut found = Vec::new();
            for path in self.folders.plans(board) {
                match self.read(&path) {
                    Ok(source) => found.push(source),
                    Err(error) => self.watch.suspend(|| crate::output::tell(&error)),
                }
            }
            self.plans.push((board, found));
        }
        let plans = self.plans.iter().filter(|(known, _)| *known == board).flat_map(|(_, plans)| plans);
        let has = |source: &&Source| entry::at_placement(&source.verified, board, placement).is_ok();
        plans.filter(has).cloned().collect()
    }

    fn no_plan(&self, board: Board, placement: &Placement) -> String {
        let (count, fen) = (placement.pieces.len(), notation::fen(board, placement));
        if count > 16 {
            return format!(
                "found {count} men: there are tables of two to five; whole games of bidding chess are not solved"
            );
        }
        format!(
            "found no certificate of this position with {count} men: search for a bound with `solve bound '{fen}' --out bound.cert`, which {}; {}",
            crate::bound::COST,
            self.folders.searched()
        )
    }

    /// How a question is kept: everything on which its answer depends, but for the certificate's bytes and this program.
    fn key(&self, fen: &str, table: &Path) -> String {
        let (json, full) = (self.arguments.json, self.arguments.full);
        serde_json::json!([fen, escape::path_field(table), json, full]).to_string()
    }

    /// Whether answers may be kept: to questions about the values of bidding chess, and nothing else.
    fn may_remember(&self) -> bool {
        let Arguments { game, chips, holds, never, anew, value_only, why, .. } = self.arguments;
        !why && game.is_none() && chips.is_none() && holds.is_none() && never.is_none() && !anew && !value_only
    }

    /// The answer to a question from a large certificate that this program has verified before.
    fn remembered(&mut self, text: &str) -> Option<String> {
        let question = question::read(text).ok().filter(|_| self.may_remember())?;
        let board = self.with_rule(question.board, &question.placement);
        let path = match &self.cert {
            Some(path) => path.clone(),
            None => {
                let endgame = find::endgame(board, &question.placement)?;
                let path = self.folders.tables(&endgame).into_iter().next()?;
                // Where a table of another worth is there, too, its answer stands beside.
                if self.folders.endless(&endgame).is_empty() { path } else { return None }
            }
        };
        let fen = notation::fen(question.board, &question.placement);
        let memory = Memory::of(&path)?;
        let (answer, day, claim) = memory.answer(&self.key(&fen, &path))?;
        let mut said = String::new();
        if !self.arguments.json {
            if !std::mem::take(&mut self.is_first) {
                said.push('\n');
            }
            if self.named.insert(path.clone()) {
                said += &format!("{}: verified: {claim}\n\n", escape::path(&path));
            }
        }
        said += answer;
        question.notes.iter().for_each(|note| self.note(note.clone()));
        self.note(format!(
            "{}: this program verified it before ({day}); --anew verifies it again",
            escape::path(&path)
        ));
        Some(said)
    }

    /// Keeps the answer to a question, and those to the positions one move away.
    fn remember(&self, job: &Job) {
        let Source { path, verified } = &job.source;
        let tell = claims::tell(verified);
        let asked = notation::parse(&job.asked).ok().filter(|_| self.may_remember() && job.endless.is_empty());
        let Some(((board, placement), own)) = asked.zip(tell.board()) else { return };
        let Some(memory) = Memory::of(path) else { return };
        let after = notation::options(Board { pawn_rule: own.pawn_rule, ..board }, &placement).into_iter();
        let mut fens = vec![job.asked.clone()];
        fens.extend(after.filter_map(|(_, _, after)| Some(notation::fen(board, &after?))));
        fens.sort_unstable();
        fens.dedup();
        // What another table answers is not kept here.
        let answer = |fen: &String| {
            let job = Job {
                asked: fen.clone(),
                name: fen.clone(),
                source: job.source.clone(),
                endless: Vec::new(),
                before: String::new(),
            };
            let text = answer(&job, self.arguments, None).ok()?;
            Some((self.key(fen, path), text))
        };
        memory.keep(verified.digest(), words::claim(verified), fens.iter().filter_map(answer).collect());
    }

    /// Answers on all processors, and says the answers in their order.
    fn tell_all(&mut self, jobs: Vec<Job>) -> Result<(), Failed> {
        if jobs.is_empty() {
            return Ok(());
        }
        let holds = self.arguments.holds.as_deref();
        let answers = parallel::map(&jobs, |job| answer(job, self.arguments, holds));
        let mut text = String::new();
        for (job, answer) in jobs.iter().zip(answers) {
            match answer {
                Ok(answer) => {
                    text += &job.before;
                    text += &answer;
                }
                Err(error) => {
                    self.say(&std::mem::take(&mut text))?;
                    self.refuse(&job.name, &format!("{}: {error}", short(&job.name)), 2)?;
                }
            }
        }
        self.say(&text)?;
        // Of a stream nothing is kept.
        if let [job] = &jobs[..]
            && self.arguments.positions != ["-"]
        {
            self.remember(job);
        }
        Ok(())
    }

    fn end(mut self) -> Result<String, Failed> {
        self.watch.finish();
        if self.status == 0 { Ok(String::new()) } else { Err(Failed(String::new(), self.status)) }
    }
}

/// The answer to a question; or why the certificate has none.
fn answer(job: &Job, arguments: &Arguments, holds: Option<&str>) -> Result<String, String> {
    let Arguments { json, full, value_only, .. } = *arguments;
    let Source { path, verified } = &job.source;
    let tell = claims::tell(verified);
    let about = |error: String| format!("{error}; {} is about {}", escape::path(path), tell.about());
    if value_only {
        let is_plan = matches!(verified.head().form, Form::Holds(_) | Form::Forces(_));
        let known = match tell.brief_asked(&job.asked) {
            Ok((Brief { known, .. }, _)) if !is_plan => known,
            Ok(_) | Err(PositionError::Other(_)) => {
                return Err(format!("--value-only: found {}, required a table of values", tell.about()));
            }
            Err(error) => return Err(about(error.to_string())),
        };
        return Ok(match known.is_sharp() {
            true => format!("{}\n", known.alpha),
            false => format!("{}\t{}\n", known.alpha, known.beta),
        });
    }
    let answer = tell.at(&job.asked, holds).map_err(about)?;
    let (mut text, mut values) = (String::new(), Vec::new());
    for Source { path, verified } in &job.endless {
        let tell = claims::tell(verified);
        let row = tell.at(&job.asked, None)?;
        let told = row.entry().and_then(|entry| Teller::new(&*tell, full).endless(entry));
        if let Some((sentence, mut object)) = told {
            text += &format!("{sentence} ({})\n", escape::path(path));
            object.text("table", escape::path_field(path)).text("sha256", notation::digest(verified.digest()));
            values.push(object.to_string());
        }
    }
    if !json {
        let why = answer.entry().filter(|_| arguments.why).and_then(|entry| why::why(&*tell, entry));
        return Ok(tell.whole(&answer, full) + &text + &why.unwrap_or_default());
    }
    Ok(as_json(&*tell, &answer, &job.source, &values))
}

/// An answer as an object on a line, with the one values for some worths of endless play.
fn as_json(sheet: &dyn Sheet, row: &Row, Source { path, verified }: &Source, endless: &[String]) -> String {
    let mut object = sheet.json(row);
    object
        .json("endless", format!("[{}]", endless.join(",")))
        .text("table", escape::path_field(path))
        .text("sha256", notation::digest(verified.digest()));
    json::answer(&object)
}

/// A rank or a file that was forgotten makes another board.
fn forgotten(Board { files, ranks, .. }: Board) -> String {
    let missing = match (files, ranks) {
        (files, ranks) if files == ranks + 1 => "rank",
        (files, ranks) if ranks == files + 1 => "file",
        _ => return String::new(),
    };
    format!(" Is a {missing} missing? This board has {files} files and {ranks} ranks.")
}

/// The choice of the pawns' rule that gives an endgame's.
pub fn double_step(endgame: &Endgame) -> DoubleStep {
    match endgame.board.pawn_rule {
        PawnRule::NoPawns => DoubleStep::Auto,
        PawnRule::SingleStep => DoubleStep::Never,
        PawnRule::DoubleStep => DoubleStep::Always,
    }
}

/// How a table is made, and what that takes.
pub fn make(endgame: &Endgame, out: &Path, more: &str) -> String {
    let Board { ranks, pawn_rule, .. } = endgame.board;
    let rule = match (pawn_rule, ranks) {
        (PawnRule::SingleStep, 8..) => " --double-step never",
        (PawnRule::DoubleStep, ..8) => " --double-step always",
        _ => "",
    };
    let (board, men) = (notation::board(endgame.board), notation::signature(&endgame.men));
    let made = family::made_with(&board, &men, &format!("{rule} --out {}{more}", session::escape::path(out)));
    // Where no command makes it, `--solve` does not, either.
    if made.starts_with("no command") { made } else { made + ", or ask with --solve" }
}
