//! The kinds of claims, a file for each: what a certificate of the kind says of itself, what it answers when it is verified, and why it is not, in words of
//! its own.
//!
//! This file is the table of them, and the only place that lists them.

#[cfg(feature = "aims")]
pub mod aims;
#[cfg(feature = "all-pay")]
pub mod all_pay;
pub mod chips;
pub(crate) mod endgame;
pub mod game;
#[cfg(feature = "cells")]
pub mod hex;
pub mod listed;
pub mod losing;
#[cfg(feature = "models")]
pub mod models;
#[cfg(feature = "cells")]
pub mod partitions;
pub mod payments;
pub(crate) mod placements;
mod plan;
#[cfg(feature = "poorman")]
pub mod poorman;
#[cfg(feature = "models")]
pub mod rewards;
#[cfg(feature = "poorman")]
pub mod robin_hood;
#[cfg(feature = "aims")]
pub mod scores;
pub(crate) mod unverified;
pub(crate) mod values;

use crate::archive;
use crate::figures::Figures;
use crate::sheet::{Listed, Sheet};
use checker::Verified;
use checker::certificate::Head;
use checker::claim::Subject;
use checker::table::Stated;
use unverified::{Beside, InFile, Unverified};

/// Reads what was verified as a claim of one kind, if it is one.
type Read = fn(&Verified) -> Option<Box<dyn Sheet + '_>>;

/// Reads what a statement says of itself: its number, its body (of a list the beginning is enough), and what the numbers of the certificate are.
type List = fn(u8, &[u8], &str) -> Option<Listed>;

/// Reads a head with a statement of the kind that is not verified, with what was given.
type Doubt = for<'a> fn(&'a Head, Beside<'a>) -> Box<dyn Unverified + 'a>;

/// The kinds: their names, the numbers of their statements, and how one is read that is verified, that is listed, that is not verified.
const KINDS: &[(&str, &[u8], Read, List, Doubt)] = &[
    ("endgame", &[0], endgame::tell, endgame::listed, endgame::unverified),
    ("game", &[1], game::tell, game::listed, game::unverified),
    ("list", &[2], plan::tell, plan::listed, plan::unverified),
    ("auction", &[losing::AUCTION], losing::auction::tell, losing::listed, losing::unverified),
    ("turns", &[losing::TURNS], losing::turns::tell, losing::listed, losing::unverified),
    ("proof", &[losing::PROOF], losing::proof::tell, losing::listed, losing::unverified),
    ("chips", &[chips::NUMBER], chips::tell, chips::listed, chips::unverified),
    #[cfg(feature = "poorman")]
    ("poorman", &[poorman::NUMBER], poorman::tell, poorman::listed, poorman::unverified),
    #[cfg(feature = "poorman")]
    ("robin-hood", &[robin_hood::NUMBER], robin_hood::tell, robin_hood::listed, robin_hood::unverified),
    ("payments", &[payments::NUMBER], payments::tell, payments::listed, payments::unverified),
    #[cfg(feature = "cells")]
    ("hex", &[hex::NUMBER], hex::tell, hex::listed, hex::unverified),
    #[cfg(feature = "cells")]
    ("partition", &partitions::NUMBERS, partitions::tell, partitions::listed, partitions::unverified),
    #[cfg(feature = "models")]
    ("model", &[models::NUMBER], models::tell, models::listed, models::unverified),
    #[cfg(feature = "models")]
    ("rewards", &rewards::NUMBERS, rewards::tell, rewards::listed, rewards::unverified),
    #[cfg(feature = "aims")]
    ("endless", &aims::NUMBERS, aims::tell, aims::listed, aims::unverified),
    #[cfg(feature = "aims")]
    ("scores", &[scores::NUMBER], scores::tell, scores::listed, scores::unverified),
    #[cfg(feature = "all-pay")]
    ("all-pay", &[all_pay::NUMBER], all_pay::tell, all_pay::listed, all_pay::unverified),
];

/// Reads bytes that were given beside a certificate, if they are what one of the kinds is about; why they are none of it, in words.
type Recognise = fn(&[u8]) -> Option<Result<Subject, String>>;

/// What was given, in a few words, if it is of that sort.
type Title = fn(&Subject) -> Option<String>;

/// What can be given beside a game as a graph, a line for each sort.
pub(crate) const GIVEN: &[(Recognise, Title)] = &[
    (archive::bytes, archive::title),
    #[cfg(feature = "aims")]
    (aims::recognise, aims::given),
    #[cfg(feature = "aims")]
    (scores::recognise, scores::given),
];

/// The names of all kinds, as [`Sheet::kind`] gives them.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, ..)| *name)
}

/// What was verified, ready to be asked.
///
/// # Panics
///
/// If it is of no kind of the table.
pub fn tell(verified: &Verified) -> Box<dyn Sheet + '_> {
    KINDS.iter().find_map(|(_, _, read, ..)| read(verified)).expect("all kinds are listed")
}

/// The name of the kind that a statement of a number belongs to.
fn named(number: u8) -> Option<&'static str> {
    KINDS.iter().find(|(_, numbers, ..)| numbers.contains(&number)).map(|(name, ..)| *name)
}

/// What a statement of a number says of itself.
fn listed(number: u8, body: &[u8], stated: &str) -> Option<Listed> {
    let (.., read, _) = KINDS.iter().find(|(_, numbers, ..)| numbers.contains(&number))?;
    read(number, body, stated)
}

/// What the head of a certificate says that is not verified; `game` is what was given.
pub(crate) fn unverified<'a>(head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let number = unverified::number(&head.statement);
    match KINDS.iter().find(|(_, numbers, ..)| numbers.contains(&number)) {
        Some((.., read)) => read(head, game),
        None => Box::new(InFile::of(game)),
    }
}

/// Of how many positions, cells or placements something is proved.
pub fn count(verified: &Verified) -> usize {
    tell(verified).count()
}

/// The parts of the border of a table: the values of terminal positions of a game, or what imports say, as it is and with the colours exchanged, and a draw.
pub(crate) fn borders(verified: &Verified) -> Vec<(&Stated, bool)> {
    let terminal = game::terminal(verified).or_else(|| payments::terminal(verified));
    #[cfg(feature = "aims")]
    let terminal = terminal.or_else(|| scores::terminal(verified));
    let of_imports = || losing::borders(verified).unwrap_or_else(|| values::borders(verified));
    terminal.map_or_else(of_imports, |terminal| vec![(terminal, false)])
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
