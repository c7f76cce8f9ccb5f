//! Payments in words: who pays whom, and who moves.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::receipt::Object;
use checker::theorem::Side;
use games::payments::Auction;

/// The share of a winning bid that the bank takes.
pub fn bank(auction: &Auction) -> BigRational {
    let [bank, of] = auction.bank.map(BigInt::from);
    BigRational::new(bank, of)
}

/// An auction in a few words; the players are those of a game in a file, or of an endgame.
pub fn words(auction: &Auction, is_game: bool) -> String {
    let bank = bank(auction);
    let takes = match &bank {
        bank if bank.is_one() => "the bank takes the winning bid".to_owned(),
        bank if bank.is_zero() => "the other player takes the winning bid".to_owned(),
        bank => format!("the bank takes {bank} of the winning bid"),
    };
    let player = |side: Side| if is_game { side.of("Left", "Right") } else { side.of("White", "Black") };
    match auction.owner {
        None => format!("{takes}, and the winner decides who moves"),
        Some(owner) => format!("{takes}, the winner moves, and {} owns ties", player(owner)),
    }
}

/// The mean of what White and Black reach, under an auction.
pub fn mean(auction: &Auction, white: &BigRational, black: &BigRational) -> BigRational {
    let (tau, one) = (bank(auction), BigRational::one());
    let (hi, lo) = match auction.owner {
        Some(owner) if white < black => return owner.of(black, white).clone(),
        _ if white < black => (black, white),
        _ => (white, black),
    };
    (hi + (&one - &tau) * lo) / (&one + &one - &tau + &tau * (hi - lo))
}

/// Adds the fields of the receipt.
pub fn add(auction: &Auction, object: &mut Object) {
    let owner = auction.owner.map(|owner| owner.of("white", "black"));
    let rule = if owner.is_some() { "moves" } else { "decides" };
    object.text("bank", bank(auction)).text("rule", rule).text_or_null("owner_of_ties", owner);
}
