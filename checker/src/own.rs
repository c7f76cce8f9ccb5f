//! The kernel's own claims: all positions of an endgame, all positions of a game in a file, and plans.
//!
//! Responsible for how their parts come together. Left to others: what is asked of the positions (`table`), which
//! positions there are (`endgame`, `graph`, `plan`).

use std::sync::Arc;

use crate::certificate::{Certificate, Digest, Statement};
use crate::chess::PROMOTIONS;
use crate::claim::{Checked, Claim, Given, Imports, Statements, Subject, Verified, borders};
use crate::endgame::{Endgame, Positions};
use crate::failure::Failure;
use crate::graph::Game;
use crate::plan::List;
use crate::sharp;
use crate::table::{self, Rule, Stated, Theorem};

/// Reads what a certificate is about: an own claim, or that of a further game.
///
/// # Errors
///
/// If the statement is malformed, beyond a limit, or of an unknown number.
pub fn read(given: Given, further: Statements) -> Result<Box<dyn Claim>, Failure> {
    Ok(match &given.head.statement {
        Statement::Endgame(board, men) => Box::new(Endgame::new(*board, men)?),
        Statement::Game(digest) => Box::new(InFile(*digest, given.game.cloned())),
        Statement::List(..) => Box::new(Plan),
        Statement::Further(number, body) => {
            let read = further(*number).ok_or(Failure::Unknown("statement", (*number).into()))?;
            return read(Given { body, ..given });
        }
    })
}

impl Claim for Endgame {
    fn imports(&self) -> Imports {
        Imports::Some(self.changes(2, &PROMOTIONS).iter().map(Self::statement).collect())
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        self.cover(certificate)?;
        let positions = Positions::enumerate(*self, positions(imports));
        let stated = table::check(&positions, certificate, &borders(imports), &Theorem, threads)?;
        sharp::check(&positions, &stated, &borders(imports), threads)?;
        Ok((Arc::new(positions), stated))
    }
}

/// The claim about the game in the file of this digest, and the game that was given.
struct InFile(Digest, Option<Subject>);

/// A verified game in a file.
#[derive(Debug)]
pub struct GameTable {
    /// The game. What is verified is about its positions that are not terminal.
    pub game: Arc<Game>,
    /// What is known of its terminal positions: their values, or, in units, these rounded.
    pub terminal: Stated,
}

impl GameTable {
    /// Verifies a game by this rule.
    ///
    /// # Errors
    ///
    /// The first condition that fails.
    pub fn check(
        game: Arc<Game>,
        certificate: &Certificate,
        rule: &dyn Rule,
        threads: usize,
    ) -> Result<(Self, Stated), Failure> {
        let terminal = Stated::terminal(certificate.head.bits, &game.values)?;
        let stated = table::check(&*game, certificate, &[(&terminal, false)], rule, threads)?;
        sharp::check(&*game, &stated, &[(&terminal, false)], threads)?;
        Ok((Self { game, terminal }, stated))
    }
}

/// The game in the file of a digest, if it is the one that was given.
///
/// # Errors
///
/// [`Failure::Game`] if none was given, or another one.
pub fn given(game: Option<Subject>, digest: Digest) -> Result<Arc<Game>, Failure> {
    let game = game.and_then(|game| game.downcast::<Game>().ok());
    game.filter(|game| game.digest == digest).ok_or(Failure::Game(digest.0))
}

impl Claim for InFile {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let game = given(self.1, self.0)?;
        let (table, stated) = GameTable::check(game, certificate, &Theorem, threads)?;
        Ok((Arc::new(table), stated))
    }
}

/// The claim about one position of a list.
struct Plan;

impl Claim for Plan {
    fn imports(&self) -> Imports {
        Imports::Any(|statement| matches!(statement, Statement::Endgame(..)))
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        let Statement::List(board, root, members) = &certificate.head.statement else { unreachable!("it is read") };
        let list = List::new(*board, *root, members, positions(imports))?;
        let stated = table::check(&list, certificate, &borders(imports), &Theorem, threads)?;
        Ok((Arc::new(list), stated))
    }
}

/// The positions of imports that are endgames.
fn positions(imports: &[Arc<Verified>]) -> Vec<Arc<Positions>> {
    imports.iter().map(|import| import.about().expect("the statement of an endgame")).collect()
}
