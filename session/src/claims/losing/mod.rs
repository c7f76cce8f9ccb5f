//! Losing Chess: tables under an auction, tables by turns, proofs that a position is won.

pub(crate) mod auction;
pub(crate) mod proof;
pub(crate) mod turns;
mod words;

pub(crate) use auction::borders;
pub use words::*;

use std::any::Any;

use super::endgame;
use super::unverified::{self, Beside, Unverified};
use crate::answer;
use crate::json::Object;
use crate::position::{Entry, Known, PositionError, seen, whole};
use crate::sheet::{Answer, Listed, Row, Sheet};
use checker::certificate::Head;
use checker::chess::{ALL_PROMOTIONS, Board, Placement};
use checker::endgame::Endgame;
use checker::failure::Fault;
use checker::theorem::{Label, Place, Side};
use games::losing::proof::WrongStep;
use games::losing::{Proof, WrongLabel};

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
    seen(place, [true, true])
}

/// What a statement about Losing Chess says of itself.
pub(crate) fn listed(number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    Some(match number {
        AUCTION | TURNS => {
            let (rule, endgame) = self::endgame(number, body)?;
            let (words, what) = if number == AUCTION {
                (words::auction(rule, &endgame), "shares")
            } else {
                (table(rule, &endgame), "outcomes")
            };
            Listed::new(words, what)
        }
        PROOF => Listed::new("a position of Losing Chess".to_owned(), "a proof that it is won"),
        _ => return None,
    })
}

/// A table or a proof that is not verified.
struct Claimed<'a> {
    number: u8,
    /// What happens to a side that has no move.
    rule: u8,
    endgame: endgame::Claimed,
    /// What stands in the file; none of an import.
    head: Option<&'a Head>,
}

/// A table or a proof that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let number = unverified::number(&head.statement);
    let (rule, endgame) = self::endgame(number, unverified::body(&head.statement)).unzip();
    let rule = rule.unwrap_or_default();
    Box::new(Claimed { number, rule, endgame: endgame::Claimed::of(endgame), head: Some(head) })
}

impl Unverified for Claimed<'_> {
    fn names(&self) -> Option<[String; 2]> {
        let endgame = self.endgame.endgame.as_ref()?;
        let words = if self.number == AUCTION { words::auction } else { table };
        Some([words(self.rule, endgame), file_name(self.number, self.rule, endgame)])
    }

    /// Those of a proof are tables of which nothing is known.
    fn imports(&self) -> Vec<Box<dyn Unverified + '_>> {
        let known = |endgame: &Endgame| endgame.changes(0, &ALL_PROMOTIONS).into_iter().map(Some).collect();
        let imports: Vec<Option<Endgame>> = match (&self.endgame.endgame, self.head) {
            (Some(endgame), _) => known(endgame),
            (None, head) => head.map_or(Vec::new(), |head| vec![None; head.imports.len()]),
        };
        let (number, rule) = (self.number.min(TURNS), self.rule);
        let import = |endgame| Claimed { number, rule, endgame: endgame::Claimed::of(endgame), head: None };
        imports.into_iter().map(|endgame| -> Box<dyn Unverified> { Box::new(import(endgame)) }).collect()
    }

    fn part(&self) -> &'static str {
        "body of the statement"
    }

    fn statement(&self, part: &str) -> Option<String> {
        self.head.and_then(|head| words::statement(part, unverified::body(&head.statement)))
    }

    fn position(&self, number: u32) -> String {
        self.endgame.position(number)
    }

    fn step(&self, number: u32) -> String {
        self.endgame.step(number)
    }

    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let (any, place): (&dyn Any, _) = (fault, fault.place());
        if let Some(WrongLabel { stated, required, .. }) = any.downcast_ref() {
            let position = match &self.endgame.endgame {
                Some(endgame) => words::stated_position(endgame, place),
                None => format!("position {place}, counted from 0"),
            };
            return Some(format!("{position}: {}", wrong_label(*stated, *required)));
        }
        let step: &WrongStep = any.downcast_ref()?;
        let proof = self.head.and_then(|head| Proof::read(unverified::body(&head.statement), head).ok());
        Some(wrong_step(proof.as_ref(), step))
    }
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
    tell: &'a dyn Sheet,
    entry: Entry,
    /// The rule of a table: it is named where the side to move has no move.
    rule: Option<u8>,
}

impl<'a> Outcome<'a> {
    /// What is verified of a position by turns, if there is one; nobody holds chips there.
    fn of(
        tell: &'a dyn Sheet,
        rule: Option<u8>,
        entry: Result<Entry, PositionError>,
        holds: Option<&str>,
    ) -> Result<Row<'a>, String> {
        let entry = entry.map_err(|error| error.to_string())?;
        match holds {
            None => Ok(Row::Own(Box::new(Self { tell, entry, rule }))),
            Some(_) => {
                Err("--holds: found a certificate about play by turns, required one about an auction with chips"
                    .to_owned())
            }
        }
    }

    /// Who wins, in how many plies; where there is no move, by which rule.
    fn words(&self) -> String {
        match self.rule.filter(|_| self.entry.options.is_empty()) {
            Some(rule) => stalemate(&self.entry.known, rule),
            None => outcome(&self.entry.known),
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
        let mut text = format!("{}\n{}\n", self.entry.name, self.words());
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
        object.text("position", &self.entry.name).text("outcome", self.words());
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
        vec![self.entry.name.clone(), self.words(), moves]
    }
}
