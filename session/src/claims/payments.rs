//! Payments in words: who pays whom, and who moves.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::unverified::{self, Beside, InFile, Unverified};
use super::{endgame, game};
use crate::json::Object;
use crate::notation;
use crate::position::Entry;
use crate::sheet::{Listed, Sheet, player};
use checker::Verified;
use checker::certificate::{Head, Statement};
use checker::endgame::{Endgame, Positions};
use checker::own::GameTable;
use checker::table::Stated;
use checker::theorem::Turn;
pub(super) use games::payments::NUMBER;
use games::payments::{Auction, Paid};

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
    match auction.owner {
        None => format!("{takes}, and the winner decides who moves"),
        Some(owner) => format!("{takes}, the winner moves, and {} owns ties", player(owner, is_game)),
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

/// Adds what is paid to the fields of the receipt.
pub(crate) fn add(auction: &Auction, is_game: bool, object: &mut Object) {
    let owner = auction.owner.map(|owner| player(owner, is_game).to_lowercase());
    let rule = if owner.is_some() { "moves" } else { "decides" };
    object.text("bank", bank(auction)).text("rule", rule).text_or_null("owner_of_ties", owner);
}

/// The bid if White's best option is better than Black's by so much.
pub fn bid(auction: &Auction, difference: &BigRational) -> BigRational {
    let (tau, one) = (bank(auction), BigRational::one());
    difference / (&one + &one - &tau + &tau * difference)
}

/// The bid after which both players come to where they stand: what the two reach differs by it and by what the bank takes of it. Where each would rather
/// have the other move, the rule decides, and no bid is told.
pub(crate) fn bids(auction: &Auction, entry: &Entry) -> [Option<BigRational>; 2] {
    let [Some(white), Some(black)] = &entry.plans else { return [None, None] };
    [[&white.to_win, &black.not_to_lose], [&white.not_to_lose, &black.to_win]].map(|plans| {
        let [white, black] = plans.map(|plan| &plan.best);
        let difference = &white.low - &black.low;
        let is_known = white.is_exact() && black.is_exact() && difference >= BigRational::zero();
        is_known.then(|| bid(auction, &difference))
    })
}

/// Between which numbers the bid for the lower value is, if bounds are known alone; none where each might rather have the other move.
pub fn bid_between(auction: &Auction, entry: &Entry) -> Option<[BigRational; 2]> {
    let [Some(white), Some(black)] = &entry.plans else { return None };
    let [white, black] = [&white.to_win.best, &black.not_to_lose.best];
    let mut ends = [&white.low - &black.low, &white.high - &black.high];
    ends.sort();
    (ends[0] >= BigRational::zero()).then(|| ends.map(|difference| bid(auction, &difference)))
}

/// What is played under an auction that pays the bank, if that is what was verified.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    let Paid { auction, played } = verified.subject().downcast_ref()?;
    Some(match (played.downcast_ref::<Positions>(), played.downcast_ref::<GameTable>()) {
        (Some(positions), _) => Box::new(endgame::Table::new(verified, positions, Some(auction), paid_positions)),
        (None, Some(table)) => game::of(verified, table, Some(auction)),
        (None, None) => return None,
    })
}

/// What a statement about payments says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let (auction, inner) = Auction::read(body).ok()?;
    let (what, is_game) = match inner {
        Statement::Endgame(board, men) => (notation::endgame(&Endgame::new(board, &men).ok()?), false),
        _ => ("a game in a file".to_owned(), true),
    };
    Some(Listed::new(format!("{what}, if {}", words(&auction, is_game)), "shares"))
}

/// What is played, and not verified; and under which auction.
struct Claimed<'a> {
    auction: Auction,
    inner: Box<dyn Unverified + 'a>,
}

/// What is played under an auction that pays the bank, and is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    let Ok((auction, inner)) = Auction::read(unverified::body(&head.statement)) else {
        return Box::new(InFile::of(game));
    };
    let inner: Box<dyn Unverified + 'a> = match inner {
        Statement::Endgame(board, men) => Box::new(endgame::Claimed::new(board, men)),
        _ => Box::new(InFile::of(game)),
    };
    Box::new(Claimed { auction, inner })
}

impl Unverified for Claimed<'_> {
    fn names(&self) -> Option<[String; 2]> {
        self.inner.names()
    }

    fn imports(&self) -> Vec<Box<dyn Unverified + '_>> {
        let paid = |inner| -> Box<dyn Unverified> { Box::new(Claimed { auction: self.auction.clone(), inner }) };
        self.inner.imports().into_iter().map(paid).collect()
    }

    fn statement(&self, part: &str) -> Option<String> {
        self.inner.statement(part)
    }

    fn position(&self, number: u32) -> String {
        self.inner.position(number)
    }

    fn turn(&self, number: u32) -> Turn {
        self.inner.turn(number)
    }

    fn step(&self, number: u32) -> String {
        self.inner.step(number)
    }

    fn mean(&self, white: &BigRational, black: &BigRational) -> Option<BigRational> {
        Some(mean(&self.auction, white, black))
    }

    fn label(&self, required: String) -> String {
        format!("one more than {required}, the greatest of the options")
    }
}

/// The values of the terminal positions of a game that was verified under such an auction.
pub(crate) fn terminal(verified: &Verified) -> Option<&Stated> {
    let Paid { played, .. } = verified.subject().downcast_ref()?;
    played.downcast_ref().map(|GameTable { terminal, .. }| terminal)
}

/// The positions of an import, an endgame under the same auction.
fn paid_positions(import: &Verified) -> &Positions {
    let Paid { played, .. } = import.subject().downcast_ref().expect("imports are under the same auction");
    played.downcast_ref().expect("imports are endgames")
}
