//! Sentences: what a certificate proves, why one is not verified, why a file is no game.

mod failure;
mod game;

pub use failure::{Find, Told, explain, explain_file, too_much};
pub use game::game_fault;

pub use crate::claims::game::title as game;
pub use crate::escape::{count, quoted};

use super::claims;
use super::position::Leads;
use checker::Verified;
use checker::theorem::Side;

/// The exit codes of both programs, for their help.
pub const EXIT_STATUS: &str = "\
Exit status:
      solve                                        check
  0   done                                         all certificates are verified
  1   failed: not found, not solved, not verified  at least one is rejected
  2   wrong usage, or no position                  none is rejected, at least one is declined: usage, unreadable,
                                                   unknown version, missing import, limit";

/// A position of a verified certificate: its FEN, or its name in quotation marks.
pub fn position(verified: &Verified, number: u32) -> String {
    let tell = claims::tell(verified);
    tell.shown(&tell.name(number))
}

/// What is verified, in a sentence.
pub fn claim(verified: &Verified) -> String {
    claims::tell(verified).claim()
}

/// The player of a side: of a game in a file Left and Right.
pub fn player(verified: &Verified, side: Side) -> &'static str {
    claims::tell(verified).player(side)
}

/// Whether it is about a game in a file.
pub fn is_game(verified: &Verified) -> bool {
    claims::tell(verified).is_game()
}

/// A name as it is shown: a FEN or a move as it is, a name in a game in quotation marks.
pub fn entry_name(verified: &Verified, name: &str) -> String {
    claims::tell(verified).shown(name)
}

/// Where an option leads.
pub fn leads(verified: &Verified, leads: Leads) -> String {
    claims::tell(verified).leads(leads)
}
