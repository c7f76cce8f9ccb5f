//! What a solver knows of the positions of a game: exact values, or bounds.

use super::enclosure::Enclosed;
use super::table::Table;

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
}
