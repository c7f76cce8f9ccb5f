//! Questions about one position of a verified certificate.
//!
//! Responsible for: the exact value, the labels and all greedy moves of a placement, in the orientation in which it was
//! asked for. Nothing is decided here: everything comes from a [`Verified`]. Left to others: FEN (`notation`).

use num_rational::BigRational;

use crate::board::{Colour, Man, Move, Placement};
use crate::conditions::{Choice, Which};
use crate::endgame::{flipped, signature};
use crate::failure::ways_to_fail;
use crate::notation::{self, FenError};
use crate::verified::Verified;

/// What is verified of a position. Values are shares of the money: White wins if Black's is below the lower value, Black
/// if it is above the upper value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The placement, as it was asked for.
    pub fen: String,
    /// The lower value α.
    pub lower: BigRational,
    /// The upper value β.
    pub upper: BigRational,
    /// T; none if infinite.
    pub white_label: Option<u32>,
    /// T′; none if infinite.
    pub black_label: Option<u32>,
    /// The maximum over White's options.
    pub white_maximum: BigRational,
    /// The minimum over Black's options. The optimal bid is half of White's maximum less this; a position where that is
    /// negative is a zugzwang.
    pub black_minimum: BigRational,
    /// White's moves to the maximum, in order.
    pub white_moves: Vec<BestMove>,
    /// Black's moves to the minimum, in order.
    pub black_moves: Vec<BestMove>,
}

/// A greedy move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// How people write it: `Kc7`, `Kxb2`.
    pub text: String,
    /// The value of the position that it leads to.
    pub value: BigRational,
}

ways_to_fail! {
/// Why a certificate does not answer a question.
PositionError {
    /// The text is no placement.
    Fen { error: FenError } => "{error}";
    /// A board of another size.
    Board { found: String, required: String } =>
        "found a board of {found} (files x ranks), required {required}";
    /// Other men.
    Material { found: String, required: String } => "found the men {found}, required {required}";
    /// The men of the certificate with their colours exchanged.
    Flipped { found: String, required: String, ask: String } =>
        "found the men {found}, required {required}: ask for {ask}, where the colours are exchanged; \
         x there is 1 - x here, and one player's labels and moves are the other's";
    /// Not a member of a bound.
    NoMember { fen: String } => "found {fen}, which is not a member of this certificate, required a member";
    /// No record of the position, which the conditions rule out.
    NoRecord { fen: String } => "found no record of {fen}, required one";
}}

impl Verified {
    /// What is verified of the placement that a FEN describes.
    ///
    /// # Errors
    ///
    /// If it is not a placement of this endgame.
    pub fn at(&self, fen: &str) -> Result<Entry, PositionError> {
        let placement = notation::parse(fen).map_err(|error| PositionError::Fen { error })?;
        let (board, required) = (placement.board().to_string(), self.endgame().board().to_string());
        if board != required {
            return Err(PositionError::Board { found: board, required });
        }
        let men: Vec<Man> = placement.pieces().iter().map(|piece| piece.man).collect();
        let (found, required) = (signature(&men), self.signature());
        if flipped(&men) == self.endgame().men() && found != required {
            let ask = notation::fen(&placement.colour_flip());
            return Err(PositionError::Flipped { found, required, ask });
        }
        if found != required {
            return Err(PositionError::Material { found, required });
        }
        let fen = notation::fen(&placement);
        self.entry_of(&placement).ok_or(PositionError::NoRecord { fen })
    }

    /// What is verified of the position of that number, in the canonical order from 0; none from
    /// [`positions`](Self::positions) on.
    pub fn entry(&self, number: usize) -> Option<Entry> {
        self.entry_of(&self.placement(number)?)
    }

    fn entry_of(&self, placement: &Placement) -> Option<Entry> {
        let node = self.node(self.number(placement)?)?;
        let options = self.options(placement)?;
        let value = |which| self.value(node.value(which));
        let best = |choice: &Choice| BestMove {
            mv: choice.mv,
            text: notation::move_text(placement, choice.mv),
            value: self.value(choice.to.value(Which::Lower)),
        };
        let moves = |colour| options.greedy(colour, Which::Lower).map(best).collect();
        Some(Entry {
            fen: notation::fen(placement),
            lower: value(Which::Lower),
            upper: value(Which::Upper),
            white_label: node.label(Colour::White).steps(),
            black_label: node.label(Colour::Black).steps(),
            white_maximum: self.value(options.best(Colour::White, Which::Lower)?),
            black_minimum: self.value(options.best(Colour::Black, Which::Lower)?),
            white_moves: moves(Colour::White),
            black_moves: moves(Colour::Black),
        })
    }
}
