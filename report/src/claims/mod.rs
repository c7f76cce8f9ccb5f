//! The kinds of claims, a file for each: what a verified certificate of the kind answers, in words of its own.
//!
//! This file is the table of them, and the only place that lists them.

pub mod chips;
pub(crate) mod endgame;
pub mod game;
pub mod hex;
pub mod listed;
pub mod losing;
pub mod nim;
pub mod partitions;
pub mod payments;
pub(crate) mod placements;
mod plan;
pub(crate) mod values;

use crate::figures::Figures;
use crate::tell::Tell;
use checker::Verified;
use checker::table::Stated;

/// Reads what was verified as a claim of one kind, if it is one.
type Read = fn(&Verified) -> Option<Box<dyn Tell + '_>>;

/// The kinds: their names, and how what was verified is read.
const KINDS: [(&str, Read); 11] = [
    ("endgame", endgame::tell),
    ("game", game::tell),
    ("list", plan::tell),
    ("auction", losing::auction::tell),
    ("turns", losing::turns::tell),
    ("proof", losing::proof::tell),
    ("chips", chips::tell),
    ("payments", payments::tell),
    ("hex", hex::tell),
    ("partition", partitions::tell),
    ("nim", nim::tell),
];

/// The names of all kinds, as [`Tell::kind`] gives them.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name)
}

/// What was verified, ready to be asked.
///
/// # Panics
///
/// If it is of no kind of the table.
pub fn tell(verified: &Verified) -> Box<dyn Tell + '_> {
    KINDS.iter().find_map(|(_, read)| read(verified)).expect("all kinds are listed")
}

/// Of how many positions, cells or placements something is proved.
pub fn count(verified: &Verified) -> usize {
    tell(verified).count()
}

/// The parts of the border of a table: the values of terminal positions of a game, or what imports say, as it is and with the colours exchanged.
pub(crate) fn borders(verified: &Verified) -> Vec<(&Stated, bool)> {
    let terminal = game::terminal(verified).or_else(|| payments::terminal(verified));
    terminal.map_or_else(|| values::borders(verified), |terminal| vec![(terminal, false)])
}

impl Figures {
    /// Counts.
    ///
    /// # Panics
    ///
    /// If the certificate states no numbers from 0 to 1.
    pub fn new(verified: &Verified) -> Self {
        tell(verified).figures().expect("asked of certificates that state numbers")
    }
}
