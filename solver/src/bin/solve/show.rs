//! `solve show`: verifies a certificate and shows one position.

use std::fmt::Write as _;
use std::path::Path;

use checker::{BestMove, Entry};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use solver::verified;

use crate::Failed;

/// Verifies a certificate and shows a position.
pub fn show(path: &Path, fen: &str) -> Result<String, Failed> {
    let certificate = verified::read(path).map_err(Failed::new)?;
    let entry = certificate.at(fen).map_err(|error| Failed::usage(format!("{fen}: {error}")))?;
    let mut text = format!("{}: verified: {}\n\n", path.display(), certificate.claim());
    text.push_str(&describe(&entry));
    Ok(text)
}

/// What people want to know of a position.
fn describe(entry: &Entry) -> String {
    let mut text = format!("position       {}\n", entry.fen);
    if entry.lower == entry.upper {
        let _ = writeln!(text, "value          {} (sharp)", with_decimals(&entry.lower));
    } else {
        let _ = writeln!(text, "lower value    {}", with_decimals(&entry.lower));
        let _ = writeln!(text, "upper value    {}", with_decimals(&entry.upper));
    }
    let moves = |moves: &[BestMove]| moves.iter().map(|best| best.text.as_str()).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "White's best   {} to {}", moves(&entry.white_moves), with_decimals(&entry.white_maximum));
    let _ = writeln!(text, "Black's best   {} to {}", moves(&entry.black_moves), with_decimals(&entry.black_minimum));
    let two = BigRational::from_integer(BigInt::from(2));
    let bid = (&entry.white_maximum - &entry.black_minimum) / two;
    let kind = match bid.cmp(&BigRational::from_integer(BigInt::from(0))) {
        std::cmp::Ordering::Less => " (zugzwang: both players want the other to move)",
        std::cmp::Ordering::Equal => " (quiescent: the move is worth nothing)",
        std::cmp::Ordering::Greater => "",
    };
    let _ = writeln!(text, "optimal bid    {}{kind}", with_decimals(&bid));
    let _ = writeln!(text, "labels         T = {}, T′ = {}", label(entry.white_label), label(entry.black_label));
    text
}

/// A label, which may be infinite.
pub fn label(label: Option<u32>) -> String {
    label.map_or("infinite".to_owned(), |label| label.to_string())
}

/// An exact fraction, with a decimal hint where it is long.
pub fn with_decimals(value: &BigRational) -> String {
    let exact = value.to_string();
    if value.denom().is_one() || exact.len() <= 7 {
        return exact;
    }
    // Six digits, cut off, from integers: the same on every machine.
    let digits = (value.numer().abs() * BigInt::from(1_000_000) / value.denom()).to_u64().unwrap_or(0);
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{exact} (about {sign}{}.{:06})", digits / 1_000_000u64, digits % 1_000_000)
}
