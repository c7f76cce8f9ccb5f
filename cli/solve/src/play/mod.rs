//! `solve play`: bidding chess in the terminal, from any position that a table answers, with shares of the money or with whole chips.
//!
//! The computer decides before it reads what the player bids. What the player typed is the log: given back, it is the same game.

mod purse;
mod strategy;

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use checker::chess::{Board, Placement};
use checker::theorem::Side;
use report::{escape, notation, question};
use solver::atomic_file;
use solver::escape::short;
use solver::games::Winner;

use crate::Failed;
use crate::probe::{self, ProbeSession};
use purse::{Auction, Chips, Shares};

/// The position of the first chapter of the book, and what Black holds there of 100.
const STORY: (&str, &str) = ("k2/3/3/K1N", "60");

/// What to play.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position: a FEN, whole or the placement field alone. Without one, that of the first chapter of the book
    position: Option<String>,
    /// Which side you play
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t)]
    side: Player,
    /// What you hold at the start, of --of or of --chips; half of it if not said, with chips and the star such as 12*
    #[arg(long, value_name = "AMOUNT")]
    hold: Option<String>,
    /// What all the money is called: bids are fractions or decimals of it
    #[arg(long, value_name = "TOTAL", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with = "chips")]
    of: u32,
    /// Play for whole chips, so many in all; a star decides ties
    #[arg(long, value_name = "N", value_parser = crate::chips::amount)]
    chips: Option<u64>,
    /// Look for tables in this folder too
    #[arg(long, value_name = "DIR")]
    certs: Vec<PathBuf>,
    /// Solve the endgame first if there is no table of it, also with four men; up to three men are solved anyway
    #[arg(long)]
    solve: bool,
    /// Begin with the lines of this log, and go on from there
    #[arg(long, value_name = "LOG")]
    replay: Option<PathBuf>,
    /// Write the log of the game, for --replay
    #[arg(long, value_name = "LOG", value_parser = crate::file())]
    log: Option<PathBuf>,
}

/// Who the player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Player {
    /// You are White
    White,
    /// You are Black
    #[default]
    Black,
}

/// What is said to somebody who types before each line.
const PROMPT: &str = "> ";

/// What is said before a game.
const RULES: &str = "\
Before each move both of us bid. Whoever bids more pays it to the other and moves. Whoever captures the king wins.
Write a bid and the move that you make if you win it, such as: 6 Ka3
Other words: moves, hint, why (I bid that), undo, log, help. An empty line ends the game.
";

/// Plays.
pub fn play(arguments: &Arguments) -> Result<String, Failed> {
    let mut input = String::new();
    if let Some(path) = &arguments.replay {
        input = crate::input::text(path)?;
        input.push_str(if input.ends_with('\n') || input.is_empty() { "" } else { "\n" });
    }
    let mut lines = io::Read::chain(input.as_bytes(), io::stdin().lock());
    let prompt = if io::stdin().is_terminal() { PROMPT } else { "" };
    game(arguments, &mut lines, prompt, &mut |text| crate::say(text))
}

/// A state of the game.
#[derive(Clone)]
struct State {
    placement: Placement,
    /// What White holds: in shares of 1, or in half units of chips.
    white: purse::Amount,
}

/// The game between the lines of the player and what is said.
fn game(
    arguments: &Arguments,
    lines: &mut dyn BufRead,
    prompt: &str,
    say: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<String, Failed> {
    let (fen, hold) = match (&arguments.position, &arguments.hold) {
        (None, None) if arguments.chips.is_none() => (STORY.0.to_owned(), Some(STORY.1.to_owned())),
        (position, hold) => (position.clone().unwrap_or_else(|| STORY.0.to_owned()), hold.clone()),
    };
    let asked = question::read(&fen).map_err(|error| Failed::usage(format!("{}: {error}", short(&fen))))?;
    asked.notes.iter().for_each(|note| crate::tell(&format!("note: {note}")));
    let side = if arguments.side == Player::White { Side::White } else { Side::Black };
    let made = tempfile::tempdir().map_err(|error| Failed::new(format!("a folder for tables: {error}")))?;
    let mut certs = arguments.certs.clone();
    if certs.is_empty() {
        certs.push(made.path().to_owned());
    }
    let solves = arguments.solve || asked.placement.pieces.len() <= 3;
    let mut wanted = probe::Arguments::of_tables(certs, solves, arguments.chips, Winner::Moves);
    wanted.is_passing = arguments.certs.is_empty();
    let mut session = ProbeSession::new(&wanted)?;
    let board = session.with_rule(asked.board, &asked.placement);
    session.table_of(board, &asked.placement).map_err(Failed::new)?;
    let auction: Box<dyn Auction> = match arguments.chips {
        None => Box::new(Shares::new(arguments.of)),
        Some(chips) => Box::new(Chips::new(chips)),
    };
    let own = auction.read_start(hold.as_deref()).map_err(|error| Failed::usage(format!("--hold: {error}")))?;
    let white = if side == Side::White { own } else { auction.rest(&own) };
    let mut game = Game {
        board,
        side,
        auction,
        states: vec![State { placement: asked.placement, white }],
        typed: Vec::new(),
        why: String::new(),
    };
    say(&game.opening())?;
    let end = game.go_on(&mut session, lines, prompt, say)?;
    let begun = game.command(&fen, hold.as_deref(), arguments);
    let log = game.log(&begun);
    if let Some(file) = &arguments.log {
        let failed = |error: io::Error| Failed::new(format!("{}: {error}", escape::path(file)));
        atomic_file::write(file, log.as_bytes()).map_err(failed)?;
    }
    Ok(format!("{end}\n{log}"))
}

struct Game {
    board: Board,
    side: Side,
    auction: Box<dyn Auction>,
    /// All states so far; the last one is that of the moment.
    states: Vec<State>,
    /// For each auction what the player typed, and what came of it.
    typed: Vec<[String; 2]>,
    /// Why the computer bid what it bid last.
    why: String,
}

impl Game {
    fn opening(&self) -> String {
        let (own, other) = (self.name(self.side), self.name(self.side.other()));
        format!("You are {own}, I am {other}. {}\n{RULES}", self.auction.rules())
    }

    fn name(&self, side: Side) -> &'static str {
        side.of("White", "Black")
    }

    fn state(&self) -> &State {
        self.states.last().expect("there is always a state")
    }

    /// The board, and who holds what.
    fn shown(&self) -> String {
        let State { placement, white } = self.state();
        let fen = notation::fen(self.board, placement);
        let mut text = format!("\n{fen}\n");
        let field = fen.split(' ').next().unwrap_or_default();
        for (row, rank) in field.split('/').zip((1..=self.board.ranks).rev()) {
            let _ = write!(text, "{rank:>2} ");
            let mut empty = 0_usize;
            for letter in row.chars().chain([' ']) {
                match letter.to_digit(10) {
                    Some(digit) => empty = empty * 10 + digit as usize,
                    None => {
                        text += &" .".repeat(std::mem::take(&mut empty));
                        if letter != ' ' {
                            text.extend([' ', letter]);
                        }
                    }
                }
            }
            text.push('\n');
        }
        let files: String = (b'a'..).take(self.board.files.into()).flat_map(|file| [' ', char::from(file)]).collect();
        let [white, black] = [white.clone(), self.auction.rest(white)].map(|amount| self.auction.text(&amount));
        let (own, other) = self.side.of((&white, &black), (&black, &white));
        let _ = writeln!(text, "   {files}\nYou hold {own}, I hold {other}.");
        text
    }

    /// Plays until somebody has won, or nobody goes on; what is said at the end.
    fn go_on(
        &mut self,
        session: &mut ProbeSession,
        lines: &mut dyn BufRead,
        prompt: &str,
        say: &mut dyn FnMut(&str) -> Result<(), Failed>,
    ) -> Result<String, Failed> {
        loop {
            let State { placement, white } = self.state().clone();
            let verified = session.table_of(self.board, &placement).map_err(Failed::new)?.verified;
            let fen = notation::fen(self.board, &placement);
            let found = self.auction.turn(&verified, self.board, &placement, self.side, &white);
            let turn = found.map_err(|error| Failed::usage(format!("{fen}: {error}")))?;
            say(&self.shown())?;
            let offer = loop {
                let mut line = String::new();
                say(prompt)?;
                let read =
                    lines.read_line(&mut line).map_err(|error| Failed::new(format!("standard input: {error}")))?;
                let text = line.split('#').next().unwrap_or_default().trim();
                match text {
                    "" if read > 0 && line.trim_start().starts_with('#') => continue,
                    "" | "quit" | "exit" => return Ok("The game ends here.".to_owned()),
                    "moves" => say(&turn.moves())?,
                    "hint" => say(&turn.hint())?,
                    "why" if self.why.is_empty() => say("I have not bid yet.\n")?,
                    "why" => say(&self.why)?,
                    "help" => say(RULES)?,
                    "log" => say(&self.log("the lines that you typed"))?,
                    "undo" if self.states.len() < 2 => say("There is nothing to take back.\n")?,
                    "undo" => break None,
                    _ => match turn.offer(text) {
                        Ok(offer) => break Some((offer, text.to_owned())),
                        Err(error) => say(&format!("{error}\n"))?,
                    },
                }
            };
            let Some((offer, text)) = offer else {
                self.states.pop();
                self.typed.pop();
                self.why.clear();
                continue;
            };
            let outcome = turn.auction(&offer);
            say(&format!("{}\n", outcome.said))?;
            self.why = turn.why();
            self.typed.push([text, outcome.said]);
            let option = turn.option(outcome.option);
            let after = notation::options(self.board, &placement)
                .into_iter()
                .find(|(by, name, _)| *by == option.0 && *name == option.1)
                .expect("an option of the position");
            let Some(placement) = after.2 else {
                return Ok(if option.0 == self.side { "You have won." } else { "I have won." }.to_owned());
            };
            self.states.push(State { placement, white: outcome.white });
        }
    }

    /// The command that begins the same game.
    fn command(&self, fen: &str, hold: Option<&str>, arguments: &Arguments) -> String {
        let mut text = format!(
            "solve play {} --as {}",
            if fen.contains(' ') { format!("'{fen}'") } else { fen.to_owned() },
            self.side.of("white", "black")
        );
        if let Some(hold) = hold {
            let _ = write!(text, " --hold '{hold}'");
        }
        match arguments.chips {
            Some(chips) => text += &format!(" --chips {chips}"),
            None if arguments.of != 100 => text += &format!(" --of {}", arguments.of),
            None => {}
        }
        text + " --replay LOG"
    }

    /// What the player typed, as the text of a log.
    fn log(&self, begun: &str) -> String {
        let mut text = format!("# {begun}\n");
        for [typed, said] in &self.typed {
            let _ = writeln!(text, "{typed}  # {said}");
        }
        text
    }
}

/// A table of values, or of chips.
type Table = Arc<checker::Verified>;

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// What is said in a game with these lines.
    fn said(options: &[&str], lines: &str) -> String {
        let line = Line::parse_from([&["play"], options].concat());
        let mut text = String::new();
        let mut say = |said: &str| {
            text += said;
            Ok(())
        };
        let end = game(&line.arguments, &mut lines.as_bytes(), "", &mut say);
        text + &end.unwrap_or_else(|Failed(text, _)| text)
    }

    /// The bids of the book's first chapter: what it says that Black holds after each auction.
    #[test]
    fn plays_the_story_to_its_end() {
        let lines = "6 Ka3\n12 Ka3\n8 Kxa2\n47 Kxa1\n";
        let text = said(&[], lines);
        assert!(text.contains("You hold 60, I hold 40."), "{text}");
        assert!(text.contains("and I play Na2"), "{text}");
        assert!(text.contains("I have won."), "{text}");
        // The log is the same game again.
        let log: String = text.split("--replay LOG\n").nth(1).expect("a log").to_owned();
        assert_eq!(said(&[], &log), text);
    }

    /// Whoever holds more than the border wins by the right bids; the hint has them, and so has the book's exercise 1.
    #[test]
    fn tells_what_is_asked() {
        let text =
            said(&["--hold", "61"], "moves\nhint\nwhy\nlog\nfoo\n6 Zz9\n1000 Ka3\n6\nundo\n6 Ka3\nwhy\nundo\nlog\n\n");
        for part in [
            "Black's 60 5/32 is the border",
            "I have not bid yet.",
            "required a bid and a move",
            "\"Zz9\" is none of your moves",
            "you have 61",
            "There is nothing to take back.",
            "The game ends here.",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Taken back: nothing is in the log.
        assert!(text.trim_end().ends_with("--replay LOG"), "{text}");
    }

    /// 20 chips: White wins with 8, says the table that the checker has verified; the computer does.
    #[test]
    fn plays_with_chips() {
        let text = said(
            &["--chips", "20", "--hold", "12*"],
            &"2* Ka3\n2 Ka3\n0 Kb3\n1 Kb3\n3 Kb2\n12 Kxa2\n12 Kxa1\n".repeat(4),
        );
        assert!(text.contains("You hold 12*, I hold 8."), "{text}");
        assert!(text.contains("I have won."), "{text}");
    }

    #[test]
    fn refuses_what_cannot_be_played() {
        for (options, part) in [
            (&["--hold", "101"][..], "--hold: found 101, required an amount from 0 to 100"),
            (&["--chips", "20", "--hold", "21"], "--hold: found 21"),
            (&["k2/3/3/K1X"], "found 'X'"),
            (&["k7/8/8/8/8/8/8/KQRB3q"], "men"),
        ] {
            let text = said(options, "");
            assert!(text.contains(part), "{options:?}: {text}");
        }
    }
}
