//! Losing Chess: tables under an auction, tables by turns, proofs that a position is won.

pub(crate) mod auction;
pub(crate) mod proof;
pub(crate) mod turns;
mod words;

pub use words::*;

use crate::answer;
use crate::json::Object;
use crate::position::{Entry, Known, PositionError, seen, whole};
use crate::tell::{Answer, Listed, Tell};
use checker::chess::{Board, Placement};
use checker::theorem::{Label, Place, Side};

/// What is known of a position by turns: who wins, in how many plies; none for a draw.
fn by_turns(win: Option<(Side, Label)>) -> Known {
    let [alpha, beta] = match win {
        Some((winner, _)) => [winner.of(1, 0); 2],
        None => [0, 1],
    };
    let label = |side| win.filter(|(winner, _)| *winner == side).map_or(0, |(_, label)| label);
    let place = Place {
        alpha: [whole(alpha), whole(alpha)],
        beta: [whole(beta), whole(beta)],
        labels: [label(Side::White), label(Side::Black)],
    };
    seen(place, [true, true], true)
}

/// What a statement about Losing Chess says that it is about; none if it is another one.
pub(crate) fn listed(number: u8, body: &[u8]) -> Option<Listed> {
    Some(match number {
        AUCTION => Listed::new(words::auction(&endgame(number, body)?), "shares"),
        TURNS => Listed::new(table(&endgame(number, body)?), "outcomes"),
        PROOF => Listed::new("a position of Losing Chess".to_owned(), "a proof that it is won"),
        _ => return None,
    })
}

/// A position with a side to move.
fn read(text: &str) -> Result<(Board, Placement, Side), PositionError> {
    parse(text).map_err(|unread| match unread {
        Unread::Fen(error) => PositionError::Fen(error),
        Unread::Fields => PositionError::Turn(crate::escape::quoted(text)),
    })
}

/// The names of the columns of a position by turns.
const COLUMNS: &[&str] = &["position", "outcome", "moves_that_keep_it"];

/// Who wins a game by turns, in how many plies, and the same after each move, best first.
struct Outcome<'a> {
    tell: &'a dyn Tell,
    entry: Entry,
}

impl<'a> Outcome<'a> {
    /// What is verified of a position by turns, if there is one; nobody holds chips there.
    fn of(
        tell: &'a dyn Tell,
        entry: Result<Entry, PositionError>,
        holds: Option<&str>,
    ) -> Result<Box<dyn Answer + 'a>, String> {
        let entry = entry.map_err(|error| error.to_string())?;
        match holds {
            None => Ok(Box::new(Self { tell, entry })),
            Some(_) => {
                Err("--holds: found a certificate about play by turns, required one about an auction with chips"
                    .to_owned())
            }
        }
    }

    /// The moves after which the same side wins as before, or nobody.
    fn keeping(&self) -> impl Iterator<Item = &str> {
        let before = winner(&self.entry.known);
        let kept = self.entry.options.iter().filter(move |option| winner(&option.known) == before);
        kept.map(|option| option.text.as_str())
    }
}

impl Answer for Outcome<'_> {
    fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.entry.name, outcome(&self.entry.known));
        for option in &self.entry.options {
            text += &format!("  {}: {}\n", option.text, outcome(&option.known));
        }
        text
    }

    fn add(&self, object: &mut Object) {
        answer::add(self.tell, &self.entry, object);
    }

    fn json(&self) -> Object {
        let mut object = Object::default();
        object.text("position", &self.entry.name).text("outcome", outcome(&self.entry.known));
        object.json(
            "moves",
            crate::json::list(self.entry.options.iter().map(|option| {
                let mut object = Object::default();
                object.text("move", &option.text).text("squares", &option.step).text("outcome", outcome(&option.known));
                object
            })),
        );
        object
    }

    fn row(&self) -> Vec<String> {
        let moves = self.keeping().collect::<Vec<_>>().join(" ");
        vec![self.entry.name.clone(), outcome(&self.entry.known), moves]
    }
}
