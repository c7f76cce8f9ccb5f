//! Telling: wording, FEN, decimals, bids, sorted moves, receipts. No verdict rests on anything here.
//!
//! | module | what it tells |
//! |---|---|
//! | [`fraction`] | fractions in lowest terms, their order, and as much of them as people read |
//! | [`notation`] | FEN, moves, signatures, names of files |
//! | [`words`] | what a certificate proves, why it does not, why a file is no game: in sentences |
//! | [`question`] | positions as chess sites write them |
//! | [`entry`] | one position of a verified certificate, with its options |
//! | [`answer`] | the same for people and for programs, with a sentence that says what the values mean |
//! | [`chips`] | one position under an auction with chips: who wins, what to bid |
//! | [`dump`] | all positions, a line for each |
//! | [`partition`] | partitions: pieces, what is proved of a position |
//! | [`ranked`] | all positions, with numbers that are cheap to compare |
//! | [`antichess`] | Losing Chess: materials, positions with a side to move, outcomes, proofs |
//! | [`figures`] | what can be counted: gaps, widths, labels, denominators |
//! | [`hex`] | boards of Hex, and how likely each cell decides |
//! | [`payments`] | auctions that pay the bank |
//! | [`escape`] | paths, and texts that others wrote, as they are printed |
//! | [`judge`] | a file's verdict, for commands, Python and the page |
//! | [`files`] | where the files are that certificates import |
//! | [`receipt`] | what was checked how often, as JSON |
//! | [`walk`] | Losing Chess move by move |
//! | [`canonical`] | the receipt that every checker can write |

pub mod answer;
pub mod antichess;
pub mod canonical;
pub mod chips;
pub mod content;
pub mod dump;
pub mod entry;
pub mod escape;
pub mod figures;
pub mod files;
pub mod fraction;
pub mod hex;
pub mod judge;
pub mod notation;
pub mod partition;
pub mod payments;
pub mod question;
pub mod ranked;
pub mod receipt;
pub mod walk;
pub mod words;

pub use content::{Content, Contents};
