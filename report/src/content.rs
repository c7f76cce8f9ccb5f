//! What a verified certificate is about, by kind.

use std::sync::Arc;

use checker::Verified;
use checker::claim::Subject;
use checker::endgame::Positions;
use checker::graph::Game;
use checker::own::GameTable;
use checker::plan::List;
use checker::table::Stated;
use games::chips::Chips;
use games::hex;
use games::losing::{self, Proof, Turns};
use games::partitions::Proved;
use games::payments::{Auction, Paid};

/// Of which positions something is verified.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Of all positions of an endgame.
    Endgame(&'a Positions),
    /// Of all positions of a game in a file that are not terminal; and the values of those that are.
    Game(&'a Arc<Game>, &'a Stated),
    /// Of the positions of a list.
    List(&'a List),
    /// Of all positions of an endgame of Losing Chess, under an auction.
    Auction(&'a Positions),
    /// Of all placements of an endgame of Losing Chess, by turns.
    Turns(&'a Turns),
    /// Of a position of Losing Chess that is won.
    Proof(&'a Proof),
    /// Of all positions of an endgame or of a game in a file, under an auction with chips.
    Chips(&'a Chips),
    /// Of a board of Hex: in how many fillings Left wins.
    Hex(&'a hex::Counts),
    /// Of the positions of an endgame, or of a game in a file, under an auction that pays the bank.
    Payments(&'a Auction, &'a Subject),
    /// Of partitions.
    Partition(&'a Proved),
}

impl<'a> Content<'a> {
    /// What is verified.
    ///
    /// # Panics
    ///
    /// If the subject is none of those of the kernel and of `games`.
    pub fn of(subject: &'a Subject) -> Self {
        let all: [fn(&'a Subject) -> Option<Self>; 9] = [
            |subject| subject.downcast_ref().map(Self::Endgame),
            |subject| subject.downcast_ref().map(|GameTable { game, terminal }| Self::Game(game, terminal)),
            |subject| subject.downcast_ref().map(Self::List),
            |subject| subject.downcast_ref().map(|losing::Auction(positions)| Self::Auction(positions)),
            |subject| subject.downcast_ref().map(Self::Turns),
            |subject| subject.downcast_ref().map(Self::Proof),
            |subject| subject.downcast_ref().map(Self::Chips),
            |subject| subject.downcast_ref().map(Self::Hex),
            |subject| subject.downcast_ref().map(|Paid { auction, played }| Self::Payments(auction, played)),
        ];
        let partition = || subject.downcast_ref().map(Self::Partition);
        all.iter().find_map(|read| read(subject)).or_else(partition).expect("all kinds are listed")
    }

    /// The same whoever is paid.
    pub fn inner(self) -> Self {
        if let Self::Payments(_, inner) = self { Self::of(inner) } else { self }
    }
}

/// What a verified certificate is about.
pub trait Contents {
    /// What a verified certificate is about.
    fn content(&self) -> Content<'_>;
}

impl Contents for Verified {
    fn content(&self) -> Content<'_> {
        Content::of(self.subject())
    }
}
