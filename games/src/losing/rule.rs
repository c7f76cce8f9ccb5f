//! The three rules about a side that has to move and has no move.
//!
//! Responsible for who has won by a rule, for the label of such a position in a table by turns, and for what a draw is under an auction. Source: the
//! chapter "The format: Losing Chess", "Rules".

use checker::certificate::{Certificate, Form, Head, Statement};
use checker::chess::Placement;
use checker::failure::{Failure, ensure};
use checker::numbers::Fractions;
use checker::table::{self, Stated, Step, Table, Target, Theorem};
use checker::theorem::Side;
use writer::{Writer, write};

use super::AUCTION;

/// The rule by which a side without a move has won.
pub const INTERNATIONAL: u8 = 0;
/// The rule by which the side with fewer men has won; a draw, if both have equally many.
pub const FICS: u8 = 1;
/// The rule by which it is a draw, if the side without a move has men.
pub const VINCIPERDI: u8 = 2;

/// Reads the byte of a rule.
pub(super) fn read(rule: u8) -> Result<u8, Failure> {
    ensure(rule <= VINCIPERDI, Failure::Statement("rule"))?;
    Ok(rule)
}

/// Who has won by a rule, if somebody has, where a side has to move and cannot.
pub fn won(rule: u8, placement: &Placement, side: Side) -> Option<Side> {
    let count = |side| placement.pieces.iter().filter(|piece| piece.man.side() == side).count();
    match (rule, count(side), count(side.other())) {
        (INTERNATIONAL, ..) | (_, 0, _) => Some(side),
        (FICS, own, others) if own != others => Some(if own < others { side } else { side.other() }),
        _ => None,
    }
}

/// `v(P)` where the side to move has no move: 0 if it has won, 1 if it has lost, none at a draw.
pub(super) fn distance(rule: u8, placement: &Placement, side: Side) -> Option<u16> {
    won(rule, placement, side).map(|winner| if winner == side { 0 } else { 1 })
}

/// The game of one position at which both players pass: nobody ever wins it.
struct Pass;

impl Table for Pass {
    fn count(&self) -> usize {
        1
    }

    fn options(&self, _: u32, mut tell: impl FnMut(Step)) {
        Side::BOTH.into_iter().for_each(|side| tell((side, 1, 0, Target::To(0))));
    }
}

/// What is known of a draw under an auction: α = 0, β = 1, and both labels are infinite. It is the exact table of the game of one position at which
/// both players pass, and it is believed because that is verified, here. None under the International rule, which has no draws.
pub(super) fn draw(rule: u8) -> Result<Option<Stated>, Failure> {
    if rule == INTERNATIONAL {
        return Ok(None);
    }
    let values = Fractions { denominator: 1_u32.into(), numerators: vec![0_u32.into(), 1_u32.into()] };
    let statement = Statement::Further(AUCTION, Vec::new());
    let head = Head { statement, never: None, bits: 0, form: Form::Two, imports: Vec::new(), values: values.into() };
    let mut slice = Writer::default();
    // The indices of α and of β, then T and T′: 0 stands for infinite.
    [0_u64, 1, 0, 0].into_iter().for_each(|number| slice.column(&[number]));
    let bytes = write(&head, &[slice.0]);
    let pass = Certificate::read(&bytes, |number| number == AUCTION)?;
    table::check(&Pass, &pass, &[], &Theorem, 1).map(Some)
}
