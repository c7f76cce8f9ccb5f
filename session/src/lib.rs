//! Telling: wording, FEN, decimals, bids, sorted moves, receipts. No verdict rests on anything here.
//!
//! | module | what it tells |
//! |---|---|
//! | [`fraction`] | fractions in lowest terms, their order, and as much of them as people read |
//! | [`notation`] | FEN, moves, signatures, names of files |
//! | [`escape`], [`json`] | paths, and texts that others wrote, as they are printed; objects |
//! | [`position`] | one position with values, with its options |
//! | [`sheet`] | what can be asked of a verified certificate, whatever it is about, and how it is written |
//! | [`answer`] | positions with values, for people and for programs, with a sentence that says what the values mean |
//! | [`claims`] | the table of kinds, a file for each |
//! | [`question`] | positions as chess sites write them |
//! | [`endless`] | who wins a game that never ends |
//! | [`entry`], [`words`] | questions about a certificate of any kind; why one is not verified, why a file is no game: in sentences |
//! | [`ranked`] | all positions, with numbers that are cheap to compare |
//! | [`figures`] | what can be counted: gaps, widths, labels, denominators |
//! | [`archive`] | archives of models, unpacked |
//! | [`judge`] | a file's verdict, for commands, Python and the page |
//! | [`sort`] | what a file is, by its first bytes |
//! | [`files`] | where the files are that certificates import |
//! | [`receipt`] | what was checked how often, as JSON |
//! | [`why`] | why a position has its value |
//! | [`walk`] | Losing Chess move by move |
//! | [`canonical`] | the receipt that every checker can write |

pub mod answer;
#[cfg_attr(not(feature = "models"), path = "no_archive.rs")]
pub mod archive;
pub mod canonical;
pub mod claims;
pub mod endless;
pub mod entry;
pub mod escape;
pub mod figures;
pub mod files;
pub mod fraction;
pub mod json;
pub mod judge;
pub mod notation;
pub mod position;
pub mod question;
pub mod ranked;
pub mod receipt;
pub mod sheet;
pub mod sort;
pub mod walk;
pub mod why;
pub mod words;
#[cfg(feature = "models")]
mod xz;
