//! Questions about one position of a verified certificate.
//!
//! Responsible for: both values, the labels and all best moves of a placement, in the orientation in which it was asked for. Nothing is decided here: everything comes from a [`Verified`]. Left to others: FEN (`notation`).

use crate::board::{Colour, Man, Move, Placement};
use crate::conditions::{Options, Which};
use crate::endgame::{flipped, signature};
use crate::failure::ways_to_fail;
use crate::notation::{self, FenError};
use crate::values::Interval;
use crate::verified::{Seen, Verified};

/// What is verified of a position. Values are shares of the money: White wins if Black's is below the lower value, Black
/// if it is above the upper value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The placement, as it was asked for.
    pub fen: String,
    /// The lower value α.
    pub lower: Interval,
    /// The upper value β.
    pub upper: Interval,
    /// T; none if infinite.
    pub white_label: Option<u32>,
    /// T′; none if infinite.
    pub black_label: Option<u32>,
    /// White's best moves.
    pub white: Plans,
    /// Black's best moves.
    pub black: Plans,
}

/// The best moves of a player, for two aims. At a position of a sharp table they are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// To win: White's in the lower table, Black's in the upper one.
    pub to_win: Plan,
    /// Not to lose: White's in the upper table, Black's in the lower one.
    pub not_to_lose: Plan,
}

/// The best moves of a player in one table.
///
/// The optimal bid is half of White's best value less Black's in the same table; a sharp position where that is negative is a
/// zugzwang.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The maximum over White's options, the minimum over Black's.
    pub best: Interval,
    /// The moves to it, in order. Where values are enclosed only: the moves that may lead to it.
    pub moves: Vec<BestMove>,
}

/// A move that is best, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub mv: Move,
    /// How people write it: `Kc7`, `Kxb2`.
    pub text: String,
    /// The value of the position that it leads to, in the table in question.
    pub value: Interval,
}

impl Entry {
    /// Whether the position is known to be sharp.
    pub fn is_sharp(&self) -> bool {
        self.lower == self.upper && self.lower.is_exact()
    }
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
        let Seen { values: (lower, upper), labels } = self.seen(self.number(placement)?)?;
        let options = self.seen_options(placement)?;
        let plan = |colour, which| plan(placement, &options, colour, which);
        Some(Entry {
            fen: notation::fen(placement),
            lower,
            upper,
            white_label: labels.0.steps(),
            black_label: labels.1.steps(),
            white: Plans {
                to_win: plan(Colour::White, Which::Lower)?,
                not_to_lose: plan(Colour::White, Which::Upper)?,
            },
            black: Plans {
                to_win: plan(Colour::Black, Which::Upper)?,
                not_to_lose: plan(Colour::Black, Which::Lower)?,
            },
        })
    }
}

/// The best moves of a player in a table.
fn plan(placement: &Placement, options: &Options<Seen>, colour: Colour, which: Which) -> Option<Plan> {
    let (best, options) = may_be_best(options, colour, which)?;
    let best_move = |(mv, value): (Move, &Interval)| BestMove {
        mv,
        text: notation::move_text(placement, mv),
        value: value.clone(),
    };
    Some(Plan { best, moves: options.into_iter().map(best_move).collect() })
}

/// The best value among a player's options in a table, and the options that may lead to it, each with its value: the greedy ones where
/// all is exact.
pub(crate) fn may_be_best<M: Copy + Ord>(
    options: &Options<Seen, M>,
    colour: Colour,
    which: Which,
) -> Option<(Interval, Vec<(M, &Interval)>)> {
    let values = || options.of(colour).iter().map(|option| (option.mv, option.to.value(which)));
    let lows = values().map(|(_, value)| &value.low);
    let highs = values().map(|(_, value)| &value.high);
    let best = match colour {
        Colour::White => Interval { low: lows.max()?.clone(), high: highs.max()?.clone() },
        Colour::Black => Interval { low: lows.min()?.clone(), high: highs.min()?.clone() },
    };
    let is_one = |value: &Interval| match colour {
        Colour::White => value.high >= best.low,
        Colour::Black => value.low <= best.high,
    };
    let options = values().filter(|(_, value)| is_one(value)).collect();
    Some((best, options))
}
