//! An endgame, or a game in a file, under an auction with chips: who wins with how many.

mod words;

pub(super) use games::chips::NUMBER;
pub use words::*;

use std::any::Any;

use super::endgame;
use super::unverified::{self, Beside, InFile, Unverified};
use crate::figures::Figures;
use crate::json::Object;
use crate::notation;
use crate::sheet::{self, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::Head;
use checker::failure::Fault;
use checker::numbers::at;
use games::chips::{Body, Chips, Line, Played, WrongLine};

/// What was verified of an auction with chips.
struct Table<'a> {
    verified: &'a Verified,
    chips: &'a Chips,
}

/// The auction that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table { verified, chips: verified.subject().downcast_ref()? }))
}

/// What a statement about chips says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let Body { auction, played, .. } = Body::read(body).ok()?;
    let what = played.map_or_else(|_| "a game in a file".to_owned(), |endgame| notation::endgame(&endgame));
    Some(Listed::new(format!("{what}, {}", words::auction(auction)), "thresholds"))
}

/// What is played for chips, and is not verified.
struct Claimed<'a>(Box<dyn Unverified + 'a>);

/// What is played for chips, and is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let body = unverified::body(&head.statement);
    // Chips that are paid to the bank have one byte before the same.
    let skipped = usize::from(unverified::number(&head.statement) != NUMBER);
    match Body::read(body.get(skipped..).unwrap_or_default()) {
        Ok(Body { played: Err(_), .. }) => Box::new(Claimed(Box::new(InFile::of(game)))),
        body => Box::new(Claimed(Box::new(endgame::Claimed::of(body.ok().and_then(|body| body.played.ok()))))),
    }
}

impl Unverified for Claimed<'_> {
    fn names(&self) -> Option<[String; 2]> {
        self.0.names()
    }

    fn imports(&self) -> Vec<Box<dyn Unverified + '_>> {
        self.0.imports().into_iter().map(|import| -> Box<dyn Unverified> { Box::new(Claimed(import)) }).collect()
    }

    fn statement(&self, part: &str) -> Option<String> {
        self.0.statement(part)
    }

    fn position(&self, number: u32) -> String {
        self.0.position(number)
    }

    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let fault: &dyn Any = fault;
        let line: &WrongLine = fault.downcast_ref()?;
        Some(wrong(line, &self.position(line.position)))
    }
}

/// What is wrong with a line of a position, in words.
pub(super) fn wrong(WrongLine { has_enough, half_units, other, bid, .. }: &WrongLine, position: &str) -> String {
    let against = other.map_or(String::new(), |chips| format!(" against {chips}"));
    let held = if *half_units / 2 == u64::MAX / 2 { "all there is".to_owned() } else { Held(*half_units).to_string() };
    match has_enough {
        true => format!(
            "{position}: stated a bid of {bid} chips with {held}{against}, required one that wins against every answer"
        ),
        false => format!(
            "{position}: stated the opponent's bid of {bid} chips to hold off {held}{against}, required one against which no bid wins"
        ),
    }
}

/// What is verified of one position, and what the first player holds.
struct Answer<'a> {
    chips: &'a Chips,
    entry: Entry,
    held: Option<Held>,
}

/// The names of the columns of a position, as the players are called.
macro_rules! columns {
    ($first:literal, $second:literal) => {
        &[
            "position",
            concat!($first, "_wins_from"),
            concat!($first, "_wins_with_star_from"),
            concat!($second, "_wins_from"),
            concat!($second, "_wins_with_star_from"),
            "drawn_states",
        ]
    };
}

/// The names of the columns of a position.
pub(super) fn columns(is_game: bool) -> &'static [&'static str] {
    if is_game { columns!("left", "right") } else { columns!("white", "black") }
}

impl sheet::Answer for Answer<'_> {
    fn text(&self) -> String {
        text(self.chips, &self.entry, self.held)
    }

    fn add(&self, object: &mut Object) {
        add(self.chips, &self.entry, self.held, object);
    }

    fn row(&self) -> Vec<String> {
        let from = |line: &Line| match line.threshold / 2 {
            chips if chips <= self.chips.auction.chips => chips.to_string(),
            _ => "never".to_owned(),
        };
        let drawn = if self.entry.options.is_empty() { 0 } else { drawn_at(self.chips.auction, &self.entry.lines) };
        let needed = self.entry.lines.iter().flatten().map(from);
        [self.entry.name.clone()].into_iter().chain(needed).chain([drawn.to_string()]).collect()
    }
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "chips"
    }

    fn about(&self) -> String {
        about(&self.chips.played)
    }

    fn question(&self) -> &'static str {
        match self.chips.played {
            Played::Endgame(_) => "a placement of the men, as a FEN, and with --holds for what White has of the chips",
            Played::Game(_) => "the name of a position of the game, and with --holds for what Left has of the chips",
        }
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        claim(self.chips)
    }

    fn count(&self) -> usize {
        count(&self.chips.played, self.chips.lines.len())
    }

    fn places(&self) -> usize {
        self.chips.lines.len()
    }

    fn is_first(&self, number: u32) -> bool {
        is_first(&self.chips.played, number)
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "chips"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let chips = self.chips;
        let lines = |side: usize| firsts(chips).flat_map(move |(_, lines)| lines[side].iter());
        let wins = |side| lines(side).filter(|line| line.threshold / 2 <= chips.auction.chips).count();
        let guard = |side| lines(side).filter(|line| line.threshold >= 2).count();
        let [white, black] = [0, 1].map(|side| (wins(side), guard(side)));
        vec![("white-wins", white.0), ("white-guard", white.1), ("black-wins", black.0), ("black-guard", black.1)]
    }

    fn receipt(&self, object: &mut Object) {
        receipt(self.chips, object);
    }

    fn labels(&self) -> [Option<u64>; 2] {
        [0, 1].map(|side| {
            let labels = self.chips.lines.iter().flat_map(|lines| lines[side].iter()).map(|line| line.label);
            Some(labels.max().unwrap_or(0).into())
        })
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let held = held(self.chips, holds)?;
        let entry = at_text(self.verified, self.chips, text).map_err(|error| error.to_string())?;
        Ok(Row::Own(Box::new(Answer { chips: self.chips, entry, held })))
    }

    fn number(&self, number: u32) -> Row<'_> {
        let entry = match &self.chips.played {
            Played::Game(game) => of_game(self.chips, game, at(game.inner[at(number)].0)),
            Played::Endgame(_) => at_text(self.verified, self.chips, &self.name(number)).expect("its own position"),
        };
        Row::Own(Box::new(Answer { chips: self.chips, entry, held: None }))
    }

    fn name(&self, number: u32) -> String {
        name(&self.chips.played, number)
    }

    fn names(&self) -> Vec<String> {
        names(&self.chips.played)
    }

    fn columns(&self) -> &'static [&'static str] {
        columns(self.is_game())
    }

    fn line(&self, number: u32) -> String {
        let lines = self.chips.lines[at(number)];
        let entry = Entry { name: self.shown(&self.name(number)), lines, options: Vec::new() };
        let mut row = sheet::Answer::row(&Answer { chips: self.chips, entry, held: None });
        row[self.columns().len() - 1] = drawn_at(self.chips.auction, &lines).to_string();
        format!("{number}\t{}", row.join("\t"))
    }

    fn asks_placements(&self) -> bool {
        matches!(self.chips.played, Played::Endgame(_))
    }

    fn is_game(&self) -> bool {
        matches!(self.chips.played, Played::Game(_))
    }
}
