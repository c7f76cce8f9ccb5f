//! Tables of smaller endgames in which a search for a bound looks positions up.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::chess as rules;
use checker::endgame::Positions;
use checker::numbers::Fraction;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::One as _;

use crate::analysis::verified::{Library, VerifiedError};
use crate::certificates::certify;
use crate::certificates::pipeline::MOST_MEN;
use crate::chess::board::Board;
use crate::chess::material::{Colour, DoubleStep, Man, Signature};
use crate::chess::position::{Position, Rules};

/// A value.
pub(super) type Value = Ratio<BigUint>;

/// Tables of smaller endgames, verified when they are first asked. Only exact ones are used: the plan's numbers are exact.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    board: Board,
    double_step: DoubleStep,
    /// The root's own material, whose table would be an answer instead of a proof.
    except: Signature,
    library: RefCell<Library>,
    /// By signature; none where there is no file.
    known: RefCell<HashMap<Signature, Option<Arc<Verified>>>>,
    failure: RefCell<Option<VerifiedError>>,
}

impl Tables {
    /// The tables in a folder, under their conventional names, but for that of the root's own material.
    #[must_use]
    pub fn new(folder: PathBuf, board: Board, double_step: DoubleStep, root: &Position) -> Self {
        let except = root.signature();
        let (library, known) = (RefCell::default(), RefCell::default());
        Self { folder, board, double_step, except, library, known, failure: RefCell::new(None) }
    }

    /// The table of some material.
    fn table(&self, signature: &Signature) -> Option<Arc<Verified>> {
        if let Some(known) = self.known.borrow().get(signature) {
            return known.clone();
        }
        let rule = self.double_step.rule(self.board, signature);
        let path = self.folder.join(certify::name(self.board, signature, rule));
        let mut table = None;
        if path.exists() && *signature != self.except {
            match self.library.borrow_mut().read(&path) {
                Ok(verified) => table = (verified.head().bits == 0).then_some(verified),
                Err(error) => {
                    self.failure.borrow_mut().get_or_insert(error);
                }
            }
        }
        self.known.borrow_mut().insert(signature.clone(), table.clone());
        table
    }

    /// α and β of a position that a table is about.
    #[must_use]
    pub fn values(&self, position: &Position) -> Option<[Value; 2]> {
        if position.pieces.len() > MOST_MEN {
            return None;
        }
        let table = self.table(&position.signature())?;
        let positions: Arc<Positions> = table.about()?;
        let board = positions.endgame.board;
        let piece = |&(man, square): &(Man, u8)| {
            Some(rules::Piece { man: rules::Man::new(man.number())?, square: board.square(square)? })
        };
        let pieces = position.pieces.iter().map(piece).collect::<Option<_>>()?;
        let passed = position.passed.and_then(|square| board.square(square));
        let (number, flipped) = positions.number(&rules::Placement { pieces, passed })?;
        let stated = Some(table.stated()).filter(|stated| stated.is_exact())?;
        let value = |index: u64| {
            let Fraction { numerator, denominator } = stated.fraction(index);
            Ratio::new(numerator, denominator)
        };
        let place = stated.place(number);
        let [alpha, beta] = [value(place.alpha[0]), value(place.beta[0])];
        Some(if flipped { [Value::one() - beta, Value::one() - alpha] } else { [alpha, beta] })
    }

    /// The SHA-256 of the tables that the options of a plan's members lead to, in the order of imports.
    #[must_use]
    pub fn used(&self, rules: &Rules, plan: &[Position]) -> Vec<Digest> {
        let mut used: Vec<Signature> = Vec::new();
        let mut note = |position: Option<Position>| {
            let Some(position) = position.filter(|position| position.pieces.len() <= MOST_MEN) else { return };
            let signature = position.signature();
            if !used.contains(&signature) && self.table(&signature).is_some() {
                used.push(signature);
            }
        };
        for position in plan {
            for colour in [Colour::White, Colour::Black] {
                rules.for_each_option(position, colour, |_, after| note(after));
            }
        }
        used.sort_by_cached_key(Signature::import_order);
        used.iter().filter_map(|signature| self.table(signature)).map(|table| table.digest()).collect()
    }

    /// The first table that could not be verified.
    pub fn failure(self) -> Option<VerifiedError> {
        self.failure.into_inner()
    }
}
