//! What a solver knows of the positions of a game: exact values, or bounds.

use super::enclosure::Enclosed;
use super::table::Table;
use super::{Boundary, Bounds};

/// What is known of the positions of an endgame.
#[derive(Clone, Debug)]
pub enum Values {
    /// Exact values.
    Exact(Table),
    /// Bounds.
    Enclosed(Enclosed),
}

impl Values {
    /// The exact values, if they are known.
    #[must_use]
    pub fn exact(&self) -> Option<&Table> {
        match self {
            Self::Exact(table) => Some(table),
            Self::Enclosed(_) => None,
        }
    }

    /// Bounds on the values of a position, in units of 2^-bits; of another game whose colours are exchanged, if that is so.
    #[must_use]
    pub fn bounds(&self, position: u32, bits: u8, is_flipped: bool) -> Bounds {
        let bounds = match self {
            Self::Exact(table) => table.boundary(position as usize).bounds(bits),
            Self::Enclosed(enclosed) => enclosed.bounds(position).rescaled(enclosed.bits, bits),
        };
        if is_flipped { bounds.flipped(bits) } else { bounds }
    }

    /// Exact values and labels of a position, as a node of a larger game whose colours may be exchanged.
    ///
    /// # Panics
    ///
    /// If these are bounds.
    #[must_use]
    pub fn boundary(&self, position: u32, is_flipped: bool) -> Boundary {
        let boundary = self.exact().expect("exact values").boundary(position as usize);
        if is_flipped { boundary.flipped() } else { boundary }
    }
}
