//! The file of a scored game, and why it is none, in words.

use std::sync::Arc;

use crate::claims::aims::file::{Words, explained, has_fields};
use games::scores::{Scored, VERSION};

/// Whether bytes are meant as the file of a scored game: a JSON object with the field of its version, and without those of other games.
pub fn is_scored(bytes: &[u8]) -> bool {
    has_fields(bytes, "scored-game", &["bidding-game", "endless-game"])
}

/// Reads a scored game.
///
/// # Errors
///
/// Why it is none, in words.
pub fn read(bytes: &[u8]) -> Result<Arc<Scored>, String> {
    Scored::read(bytes).map(Arc::new).map_err(|fault| explained(bytes, &fault, &WORDS))
}

const WORDS: Words = Words {
    what: "a scored game",
    version: ("scored-game", VERSION),
    empty: "found none with a \"score\", required one or more: give each position where play ends its score",
    fields: ", and one of these: \"score\"; \"left\" and \"right\"; \"turn\" with the list of that player; \"chance\"; no others, and none twice (a scored game has no \"value\")",
    amount: "score",
    options: "a score or an option; options",
};
