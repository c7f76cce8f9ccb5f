//! Telling: wording, FEN, decimals, bids, sorted moves, receipts. No verdict rests on anything here.

mod reading;
pub mod write;
