//! Telling: wording, FEN, decimals, bids, sorted moves, receipts. No verdict rests on anything here.

pub mod write;
