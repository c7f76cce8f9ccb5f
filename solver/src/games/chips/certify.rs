//! Certificates of auctions with chips: statement 6 of the format.

use std::ops::Range;

use checker::certificate::{Digest, Statement};
use checker::numbers::Fractions;
use writer::{Writer, write};

use super::{ChipAuction, Lines, Solved, Winner};
use crate::certificates::certify::{Order, in_form_one};

/// The auction as the checker knows it.
#[must_use]
pub fn stated(auction: ChipAuction) -> games::chips::Auction {
    let rule = match auction.winner {
        Winner::Moves => games::chips::Rule::Moves,
        Winner::Decides => games::chips::Rule::Decides,
    };
    games::chips::Auction { rule, chips: auction.chips }
}

/// The body of the statement: rule, chips, and what is played.
fn body(auction: ChipAuction, inner: &[u8]) -> Vec<u8> {
    let mut writer = Writer(vec![auction.winner as u8]);
    writer.number(auction.chips);
    writer.0.extend(inner);
    writer.0
}

/// The certificate of the game in the file of a digest.
#[must_use]
pub fn graph(game: Digest, solved: &Solved) -> Vec<u8> {
    bytes(solved, &[&[1], &game.0[..]].concat(), &Order::plain(solved.lines[0].chips.len()), Vec::new())
}

/// The certificate of what is played, whose positions have this order.
pub(super) fn bytes(solved: &Solved, inner: &[u8], order: &Order, imports: Vec<Digest>) -> Vec<u8> {
    let statement = Statement::Further(games::chips::NUMBER, body(solved.auction, inner));
    let head = in_form_one(statement, imports, Fractions::default());
    let slice = |slice: &Range<usize>| {
        let mut writer = Writer::default();
        for Lines { chips, labels, bids, guards } in &solved.lines {
            for star in [0, 1] {
                // None is negative.
                let column = |of: &[[i64; 2]]| {
                    order.column(slice, of).iter().map(|numbers| numbers[star] as u64).collect::<Vec<u64>>()
                };
                writer.column(&column(chips));
                writer.column(&order.column(slice, labels).iter().map(|labels| labels[star]).collect::<Vec<u32>>());
                writer.column(&column(bids));
                writer.column(&column(guards));
            }
        }
        writer.0
    };
    write(&head, &order.slices.iter().map(slice).collect::<Vec<_>>())
}
