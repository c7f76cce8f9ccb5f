//! The kernel's own claims: all positions of an endgame, all positions of a game in a file, and plans.
//!
//! Responsible for how their parts come together. Left to others: what is put to the positions (`table`), which positions there are (`endgame`,
//! `graph`, `plan`).

use std::sync::Arc;

use crate::certificate::{Certificate, Statement};
use crate::chess::PROMOTIONS;
use crate::claim::{Checked, Claim, Given, Imports, Statements, Verified, borders};
use crate::endgame::{Endgame, Positions};
use crate::failure::Failure;
use crate::graph::Game;
use crate::plan::List;
use crate::table::{self, Rule, Stated, Theorem};

/// Reads what a certificate is about: an own claim, or that of a further game.
///
/// # Errors
///
/// If the statement is malformed, beyond a limit, or of an unknown number.
pub fn read(given: Given, further: Statements) -> Result<Box<dyn Claim>, Failure> {
    Ok(match &given.head.statement {
        Statement::Endgame(board, men) => Box::new(Endgame::new(*board, men)?.admit(given.bytes)?),
        Statement::Game => Box::new(InFile(given.game.cloned())),
        Statement::List(..) => Box::new(Plan),
        Statement::Further(number, body) => {
            let read = further(*number).ok_or(Failure::Unknown("statement", (*number).into()))?;
            return read(Given { body, ..given });
        }
    })
}

impl Claim for Endgame {
    fn imports(&self) -> Imports {
        Imports::These(self.changes(2, &PROMOTIONS).iter().map(Self::statement).collect())
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        let positions = Positions::enumerate(*self, positions(imports));
        let stated = table::check(&positions, certificate, &borders(imports), &Theorem, threads)?;
        Ok((Arc::new(positions), stated))
    }
}

/// The claim about a game in a file.
struct InFile(Option<Arc<Game>>);

/// A verified game in a file.
#[derive(Debug)]
pub struct GameTable {
    /// The game. What is verified is about its positions that are not terminal.
    pub game: Arc<Game>,
    /// The values of its terminal positions.
    pub terminal: Stated,
}

impl GameTable {
    /// Verifies a game, if one was given, by this rule.
    ///
    /// # Errors
    ///
    /// [`Failure::Game`] if none was given, else the first condition that fails.
    pub fn check(
        game: Option<Arc<Game>>,
        certificate: &Certificate,
        rule: &dyn Rule,
        threads: usize,
    ) -> Result<(Self, Stated), Failure> {
        let game = game.ok_or(Failure::Game)?;
        let terminal = Stated::terminal(&Arc::new(game.values.clone()));
        let stated = table::check(&*game, certificate, &[(&terminal, false)], rule, threads);
        let stated = stated.map_err(Failure::about_game)?;
        Ok((Self { game, terminal }, stated))
    }
}

impl Claim for InFile {
    fn imports(&self) -> Imports {
        Imports::These(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let (table, stated) = GameTable::check(self.0, certificate, &Theorem, threads)?;
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
