//! Scored games in words: what a position is worth in points, the fair price of the move, who makes sure of so many points.
//!
//! Responsible for names of positions, refusals, receipts. Left to others: what one position is worth (`answer`), why a file is no such game (`file`), and the
//! values from 0 to 1 on which all of it rests (`game`).

mod answer;
mod file;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One as _;

use self::answer::{Position, points, rational};
use super::unverified::{Beside, Unverified, nameless};
use super::{game, values};
use crate::escape::{self, quoted};
use crate::figures::Figures;
use crate::json::Object;
use crate::notation;
use crate::position::Entry;
use crate::sheet::{Listed, Row, Sheet, without_chips};
use checker::Verified;
use checker::certificate::{Digest, Head, Never};
use checker::claim::Subject;
use checker::table::{Stated, Step, Table as _};
use checker::theorem::Turn;
use games::scores::{Aim, ScoreTable, Scored};

pub use file::{is_scored, read};

/// The number of the statement.
pub(super) use games::scores::NUMBER;

/// A verified scored game.
struct Points<'a> {
    scores: &'a ScoreTable,
    inner: Box<dyn Sheet + 'a>,
}

/// What was verified of a scored game, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    let scores: &ScoreTable = verified.subject().downcast_ref()?;
    Some(Box::new(Points { scores, inner: game::of(verified, &scores.table, None) }))
}

/// The values of the terminal positions, as the aim makes them.
pub(super) fn terminal(verified: &Verified) -> Option<&Stated> {
    verified.subject().downcast_ref().map(|scores: &ScoreTable| &scores.table.terminal)
}

/// What an aim is, in a few words.
fn aimed(aim: &Aim) -> String {
    match aim.threshold() {
        None => "points".to_owned(),
        Some(least) => format!("who makes sure of {} or more", points(&rational(least))),
    }
}

/// What a statement about a scored game says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], numbers: &str) -> Option<Listed> {
    let aim = Aim::read(body).ok()?;
    Some(Listed::new(format!("{} in a scored game", aimed(&aim)), numbers))
}

/// What a scored game is, in a few words.
pub fn title(scored: &Scored) -> String {
    match &scored.graph.title {
        Some(title) => format!("the scored game {}", quoted(title)),
        None => format!("a scored game of {}", escape::count(scored.graph.names.len(), "position", "positions")),
    }
}

/// Reads a scored game that was given, if these bytes are meant as one.
pub(crate) fn recognise(bytes: &[u8]) -> Option<Result<Subject, String>> {
    is_scored(bytes).then(|| read(bytes).map(|scored| -> Subject { scored }))
}

/// What a scored game is that was given, in a few words.
pub(crate) fn given(given: &Subject) -> Option<String> {
    given.downcast_ref().map(title)
}

/// Something about a scored game that is not verified, and the game, if it was given.
struct Claimed(Option<Arc<Scored>>);

/// Something about a scored game that is not verified.
pub(crate) fn unverified<'a>(_head: &'a Head, given: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(given.and_then(|given| Arc::clone(given).downcast().ok())))
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        Some(match part {
            "score" => {
                "score: found another, required numerator and denominator below 2^63 in lowest terms, and 0 without a sign"
                    .to_owned()
            }
            "form" => {
                "form: found another, required one of a game as a graph: exact values, or bounds in units".to_owned()
            }
            _ => return None,
        })
    }

    fn position(&self, number: u32) -> String {
        self.0.as_ref().map_or_else(|| nameless(number), |scored| quoted(game::name(&scored.graph, number)))
    }

    fn turn(&self, number: u32) -> Turn {
        self.0.as_ref().map_or(Turn::Bid, |scored| scored.graph.turn(number))
    }

    fn wanted(&self, required: Digest) -> Option<String> {
        let required = notation::digest(required);
        Some(match &self.0 {
            Some(scored) => format!(
                "game: found the one with sha-256 {}, required the one with sha-256 {required}: the certificate is about another game",
                notation::digest(scored.graph.digest)
            ),
            None => format!(
                "game: found none with scores, required the one with sha-256 {required}, because the certificate does not repeat the game: give it with --graph GAME.json"
            ),
        })
    }
}

impl Points<'_> {
    fn answer(&self, entry: Entry) -> Row<'_> {
        Row::Own(Box::new(Position { told: self, entry }))
    }
}

impl Sheet for Points<'_> {
    fn verified(&self) -> &Verified {
        self.inner.verified()
    }

    fn kind(&self) -> &'static str {
        "scores"
    }

    fn about(&self) -> String {
        title(&self.scores.scored)
    }

    fn question(&self) -> &'static str {
        self.inner.question()
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        let [least, greatest] = self.range();
        let what = match self.scores.aim.least {
            None if least == greatest => format!("points, and every score is {}", points(&least)),
            None => format!("points, from {least} to {greatest}"),
            Some(_) => aimed(&self.scores.aim),
        };
        let what = format!("{}: {what}", self.about());
        values::claim(self, &what, " that is not terminal", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        self.inner.count()
    }

    fn receipt(&self, object: &mut Object) {
        let [least, greatest] = self.range();
        object.text("aim", aimed(&self.scores.aim)).text("least_score", least).text("greatest_score", greatest);
        values::receipt(self, object);
    }

    /// Where points count, gaps and widths are in points.
    fn figures(&self) -> Option<Figures> {
        let figures = self.inner.figures()?;
        let [least, greatest] = self.range();
        let points = if self.scores.aim.least.is_some() { BigRational::one() } else { greatest - least };
        let width = figures.width.map(|width| width * &points);
        Some(Figures { widest_gap: figures.widest_gap * points, width, ..figures })
    }

    fn never(&self, (numerator, denominator): Never) -> Option<String> {
        let worth = BigRational::new(numerator.into(), denominator.into());
        self.scores.aim.least.is_none().then(|| points(&self.in_points(&worth)))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let entry = self.inner.entry_at(text).map_err(|error| error.to_string())?;
        without_chips(holds, self.answer(entry))
    }

    fn number(&self, number: u32) -> Row<'_> {
        self.answer(self.inner.entry(number).expect("a position with values"))
    }

    fn name(&self, number: u32) -> String {
        self.inner.name(number)
    }

    fn names(&self) -> Vec<String> {
        self.inner.names()
    }

    /// The numbers from 0 to 1 stand for points, or for shares of reaching so many: they are told in these words alone.
    fn has_numbers(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        if self.scores.aim.least.is_some() { answer::COLUMNS_OF_LEAST } else { answer::COLUMNS }
    }

    fn dump_columns(&self) -> String {
        self.inner.dump_columns()
    }

    fn line(&self, number: u32) -> String {
        self.inner.line(number)
    }

    fn is_game(&self) -> bool {
        true
    }

    fn turns(&self) -> [bool; 2] {
        self.inner.turns()
    }

    fn turn(&self, number: u32) -> Turn {
        self.inner.turn(number)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.inner.options(number, tell);
    }
}
