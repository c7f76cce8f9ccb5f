//! Questions about a verified bound: its claim, and what is verified of its members.
//!
//! Responsible for: the bound, the reply and all options of a member; the sentence that says what is verified. Nothing is decided
//! here: everything comes from a [`VerifiedBound`]. Left to others: FEN (`notation`).

use std::fmt;

use num_rational::BigRational;

use crate::board::{Colour, Move, Placement};
use crate::bound::{Member, MemberSet, Place, VerifiedBound};
use crate::certificate::PawnRule;
use crate::entry::PositionError;
use crate::notation;

/// An option of a member, and what is known of the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Whose option it is.
    pub colour: Colour,
    /// The move; none for a pass.
    pub mv: Option<Move>,
    /// How people write it: `Kxb2`, `dxe3`, `pass`.
    pub text: String,
    /// Where it leads.
    pub place: Place,
    /// The bound there.
    pub bound: BigRational,
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { colour, text, place, bound, .. } = self;
        match place {
            Place::Outside => write!(f, "{bound} ({colour}'s {text}: {place}, counts as {bound})"),
            _ => write!(f, "{bound} ({colour}'s {text}: {place})"),
        }
    }
}

/// What is verified of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundEntry {
    /// The position.
    pub fen: String,
    /// The bound.
    pub bound: BigRational,
    /// The move that keeps to it.
    pub reply: Reached,
    /// All white options, in the order of the moves.
    pub white: Vec<Reached>,
    /// All black options.
    pub black: Vec<Reached>,
}

impl MemberSet {
    /// Where an option of a player leads, and the bound there, in words.
    pub(crate) fn describe(&self, placement: &Placement, colour: Colour, mv: Option<Move>) -> Reached {
        let (place, bound) = self.reached(placement, colour, mv);
        let text = mv.map_or("pass".to_owned(), |mv| notation::move_text(placement, mv));
        Reached { colour, mv, text, place, bound: bound.into_owned() }
    }
}

impl VerifiedBound {
    /// The member that the claim is about; its bound is what is claimed.
    pub fn root(&self) -> Option<BoundEntry> {
        self.entry(self.set.root)
    }

    /// What is verified of a member, by its number from 0.
    pub fn entry(&self, number: usize) -> Option<BoundEntry> {
        let member = self.set.members.get(number)?;
        Some(self.entry_of(member))
    }

    /// What is verified of the position that a FEN describes.
    ///
    /// # Errors
    ///
    /// If it is not a member.
    pub fn at(&self, fen: &str) -> Result<BoundEntry, PositionError> {
        let placement = notation::parse(fen).map_err(|error| PositionError::Fen { error })?;
        let (board, required) = (placement.board().to_string(), self.board().to_string());
        if board != required {
            return Err(PositionError::Board { found: board, required });
        }
        let member = self.set.member(&placement);
        member.map(|member| self.entry_of(member)).ok_or(PositionError::NoMember { fen: notation::fen(&placement) })
    }

    fn entry_of(&self, member: &Member) -> BoundEntry {
        let placement = &member.placement;
        let all = |colour| {
            let options = self.set.options(placement, colour).into_iter();
            options.map(|mv| self.set.describe(placement, colour, mv)).collect()
        };
        BoundEntry {
            fen: notation::fen(placement),
            bound: member.bound.clone(),
            reply: self.set.describe(placement, self.set.planner, member.reply),
            white: all(Colour::White),
            black: all(Colour::Black),
        }
    }

    /// What is verified, in the checker's own words.
    pub fn claim(&self) -> String {
        let MemberSet { board, pawn_rule, planner, members, root, .. } = &self.set;
        let rule = match pawn_rule {
            PawnRule::NoPawns => "",
            PawnRule::SingleStep => ", single step",
            PawnRule::DoubleStep => ", double step",
        };
        let Some(Member { placement, bound, .. }) = members.get(*root) else { return String::new() };
        let (fen, count) = (notation::fen(placement), members.len());
        let positions = if count == 1 { "position" } else { "positions" };
        let (relation, player) = planner.of(("β ≥", "White"), ("α ≤", "Black"));
        format!("{board} {fen}{rule}: {relation} {bound}, by a plan for {player} in {count} {positions}")
    }
}
