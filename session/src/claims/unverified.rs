//! What is said of a certificate that is not verified: what depends on what it says that it is about.

use num_rational::BigRational;

use super::game;
use crate::escape::quoted;
use checker::certificate::{Digest, Statement};
use checker::claim::Subject;
use checker::failure::Fault;
use checker::graph::Game;
use checker::table::Table as _;
use checker::theorem::Turn;

/// What was given beside a certificate: a [`Game`], or what a further claim knows.
pub type Beside<'a> = Option<&'a Subject>;

/// What a certificate that is not verified says that it is about, and what is wrong with it in words of that.
pub(crate) trait Unverified {
    /// What it is about as people write it, and the usual name of its file, if both are known.
    fn names(&self) -> Option<[String; 2]> {
        None
    }

    /// What its imports have to be about, as far as that is known.
    fn imports(&self) -> Vec<Box<dyn Unverified + '_>> {
        Vec::new()
    }

    /// The part of the file that a failure before the first slice is in.
    fn part(&self) -> &'static str {
        "head"
    }

    /// What is wrong with a part of the statement.
    fn statement(&self, _part: &str) -> Option<String> {
        None
    }

    /// The name of the position of a number.
    fn position(&self, number: u32) -> String {
        nameless(number)
    }

    /// Whose turn it is at a position.
    fn turn(&self, _number: u32) -> Turn {
        Turn::Bid
    }

    /// A move by its number.
    fn step(&self, number: u32) -> String {
        format!("the move of number {number}")
    }

    /// The mean of what White and Black reach, where it is not half of both.
    fn mean(&self, _white: &BigRational, _black: &BigRational) -> Option<BigRational> {
        None
    }

    /// The label that is required, in words.
    fn label(&self, required: String) -> String {
        required
    }

    /// That it is about what has this digest and was not given; none if a game in a file is meant.
    fn wanted(&self, _required: Digest) -> Option<String> {
        None
    }

    /// That what was given is not covered: what was found where; none if a position of a game in a file is meant.
    fn uncovered(&self, _what: &str, _number: u64) -> Option<String> {
        None
    }

    /// How a condition of its own fails.
    fn fault(&self, _fault: &dyn Fault) -> Option<String> {
        None
    }
}

/// A position of a number, for want of a name.
pub(crate) fn nameless(number: u32) -> String {
    format!("position {number}, counted from 0")
}

/// Something that may be about a game in a file.
pub(crate) struct InFile<'a>(pub(crate) Option<&'a Game>);

impl<'a> InFile<'a> {
    /// About what was given, if that is a game.
    pub(crate) fn of(given: Beside<'a>) -> Self {
        Self(given.and_then(|given| given.downcast_ref()))
    }
}

impl Unverified for InFile<'_> {
    fn position(&self, number: u32) -> String {
        self.0.map_or(nameless(number), |game| quoted(game::name(game, number)))
    }

    fn turn(&self, number: u32) -> Turn {
        self.0.map_or(Turn::Bid, |game| game.turn(number))
    }
}

/// The number of a statement.
pub(crate) fn number(statement: &Statement) -> u8 {
    match statement {
        Statement::Endgame(..) => 0,
        Statement::Game(_) => 1,
        Statement::List(..) => 2,
        Statement::Further(number, _) => *number,
    }
}

/// The bytes of the statement about a further game.
pub(crate) fn body(statement: &Statement) -> &[u8] {
    if let Statement::Further(_, body) = statement { body } else { &[] }
}
