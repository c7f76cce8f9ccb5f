//! A game in a file: all its positions that are not terminal.

use std::sync::OnceLock;

use super::unverified::{Beside, InFile, Unverified};
use super::values;
use crate::escape::quoted;
use crate::figures::Figures;
use crate::position::{Entry, Leads, PositionError, Reached, Shares, known, ordered};
use crate::sheet::{Listed, Sheet};
use crate::{fraction, notation};
use checker::Verified;
use checker::certificate::Head;
use checker::graph::Game;
use checker::numbers::at;
use checker::own::GameTable;
use checker::table::{Stated, Step, Table as _, Target};
use checker::theorem::{Place, Turn};
use games::payments::Auction;

/// The values of a game.
struct GameValues<'a> {
    verified: &'a Verified,
    table: &'a GameTable,
    paid: Option<&'a Auction>,
    shares: Shares<'a>,
    /// Whether the players bid somewhere, and whether chance moves somewhere; found when it is first asked for.
    turns: OnceLock<[bool; 2]>,
}

/// The game that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(of(verified, verified.subject().downcast_ref()?, None))
}

/// What a statement about a game in a file says of itself.
pub(crate) fn listed(_number: u8, _body: &[u8], numbers: &str) -> Option<Listed> {
    Some(Listed::new("a game in a file".to_owned(), numbers))
}

/// A game that is not verified.
pub(crate) fn unverified<'a>(_head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(InFile::of(game))
}

/// The values of this game, with who is paid for bids if it is not the other player alone.
pub(crate) fn of<'a>(verified: &'a Verified, table: &'a GameTable, paid: Option<&'a Auction>) -> Box<dyn Sheet + 'a> {
    Box::new(GameValues { verified, table, paid, shares: Shares::of(verified), turns: OnceLock::new() })
}

/// The values of the terminal positions of a game that was verified.
pub(crate) fn terminal(verified: &Verified) -> Option<&Stated> {
    verified.subject().downcast_ref().map(|GameTable { terminal, .. }| terminal)
}

/// A game by its number of positions, its title and its digest.
pub fn title(game: &Game) -> String {
    let title = game.title.as_ref().map_or(String::new(), |title| format!("{}, ", quoted(title)));
    let count = game.names.len();
    let positions = if count == 1 { "position" } else { "positions" };
    format!("graph of {count} {positions} ({title}sha-256 {})", notation::digest(game.digest))
}

/// The name of a position that is not terminal.
pub(crate) fn name(game: &Game, number: u32) -> &str {
    &game.names[at(game.inner[at(number)].0)]
}

/// The number of a name, among those of all positions.
pub(crate) fn number(game: &Game, name: &str) -> Result<usize, PositionError> {
    let number = game.names.iter().position(|other| **other == *name);
    number.ok_or_else(|| PositionError::Name(quoted(name)))
}

/// What can be asked for in a game.
pub(crate) const QUESTION: &str = "the name of a position of the game";

impl GameValues<'_> {
    fn game(&self) -> &Game {
        &self.table.game
    }

    /// The position of a number, among all.
    fn position(&self, number: usize) -> Entry {
        let (verified, game) = (self.verified, self.game());
        let head = verified.head();
        let terminal = |value: u32| Place::of(fraction::rational(game.values[at(value)].clone()));
        let name = game.names[number].to_string();
        let inner = match game.places[number] {
            Ok(inner) => inner,
            Err(value) => {
                let known = known(head, terminal(value));
                return Entry { never: head.never, ..Entry::ended(name, known) };
            }
        };
        let mut options: Vec<(u32, Reached)> = Vec::new();
        let turn = game.turn(inner);
        game.options(inner, |(by, weight, to, target)| {
            let (leads, place) = match target {
                Target::To(number) => (Leads::To(number), self.shares.place(number, false)),
                Target::Known { number, .. } => (Leads::Terminal, terminal(number)),
                Target::Won(_) | Target::Outside => unreachable!("a game ends in terminal positions"),
            };
            let text = game.names[at(to)].to_string();
            let again = |(other, option): &(u32, Reached)| turn != Turn::Chance && *other == to && option.by == by;
            if !options.iter().any(again) {
                let known = known(head, place);
                options.push((to, Reached { by, weight, name: to, step: text.clone(), text, leads, known }));
            }
        });
        let entry = ordered(head, name, turn, known(head, self.shares.place(inner, false)), options);
        Entry { is_settled: self.verified.stated().settled(inner).is_some(), ..entry }
    }
}

impl Sheet for GameValues<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        if self.paid.is_some() { "payments" } else { "game" }
    }

    fn about(&self) -> String {
        title(self.game())
    }

    fn question(&self) -> &'static str {
        QUESTION
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        values::claim(self, &self.about(), " that is not terminal", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        self.verified.stated().count()
    }

    fn auction(&self) -> Option<&Auction> {
        self.paid
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures { positions: self.game().names.len(), ..Figures::of(self) })
    }

    fn name(&self, number: u32) -> String {
        name(self.game(), number).to_owned()
    }

    fn names(&self) -> Vec<String> {
        self.game().names.iter().map(ToString::to_string).collect()
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        Ok(self.position(number(self.game(), text)?))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        Some(self.position(at(self.game().inner[at(number)].0)))
    }

    fn is_game(&self) -> bool {
        true
    }

    fn turns(&self) -> [bool; 2] {
        *self.turns.get_or_init(|| {
            let inner = &self.game().inner;
            let has = |wanted: Turn| inner.iter().any(|(_, turn, _)| *turn == wanted);
            // Where all positions are terminal nobody needs a turn: it is an auction like any other.
            [inner.is_empty() || has(Turn::Bid), has(Turn::Chance)]
        })
    }

    fn turn(&self, number: u32) -> Turn {
        self.game().turn(number)
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.game().options(number, tell);
    }
}
