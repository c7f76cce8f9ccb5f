//! Further games: what each statement about one asks of its imports, and which module checks it.
//!
//! Responsible for what can be verified at all ([`Content`]), and for the statements of the numbers 3 to 12, each of which hands its body to the
//! module of its game. No condition is defined here. Left to others: everything else.

use std::sync::Arc;

use crate::certificate::{Certificate, Head, Statement};
use crate::chips::{self, Chips};
use crate::failure::Failure;
use crate::games::antichess::{self, Proof, Turns};
use crate::games::endgame::{Endgame, Positions};
use crate::games::graph::Game;
use crate::games::partition::{self, Proved, Race};
use crate::hex;
use crate::payments::{self, Auction};
use crate::plan::List;
use crate::proof;
use crate::table::{self, Stated};

/// Of which positions something is verified.
#[derive(Debug)]
pub enum Content {
    /// Of all positions of an endgame.
    Endgame(Arc<Positions>),
    /// Of all positions of a game in a file that are not terminal; and the values of those that are.
    Game(Arc<Game>, Stated),
    /// Of the positions of a list.
    List(List),
    /// Of all positions of an endgame of Losing Chess, under an auction.
    Auction(Arc<Positions>),
    /// Of all placements of an endgame of Losing Chess, by turns.
    Turns(Arc<Turns>),
    /// Of a position of Losing Chess that is won.
    Proof(Proof),
    /// Of all positions of an endgame or of a game in a file, under an auction with chips.
    Chips(Chips),
    /// Of a board of Hex: in how many fillings Left wins.
    Hex(hex::Counts),
    /// Of the positions of an endgame, or of a game in a file, under an auction that pays the bank.
    Payments(Auction, Box<Self>),
    /// Of partitions.
    Partition(Proved),
}

impl Content {
    /// The same whoever is paid.
    pub fn inner(&self) -> &Self {
        if let Self::Payments(_, inner) = self { inner } else { self }
    }

    /// The same under an auction that pays the bank, if there is one.
    pub fn under(self, auction: Option<Auction>) -> Self {
        match auction {
            Some(auction) => Self::Payments(auction, Box::new(self)),
            None => self,
        }
    }

    fn chips(&self) -> &Chips {
        if let Self::Chips(chips) = self { chips } else { unreachable!("the statement is another") }
    }

    /// The positions of an endgame with bounds on values, which is what tables with values import.
    pub fn positions(&self) -> Arc<Positions> {
        match self.inner() {
            Self::Endgame(positions) | Self::Auction(positions) => Arc::clone(positions),
            _ => unreachable!("the statement is another"),
        }
    }
}

/// The auction that pays the bank and what is played under it, if this is what a certificate is about.
pub fn paid(head: &Head, game: Option<&Arc<Game>>) -> Result<Option<(Auction, Statement)>, Failure> {
    let Statement::Further(payments::NUMBER, body) = &head.statement else { return Ok(None) };
    let (auction, played) = Auction::read(body)?;
    auction.admit(head, &played, game.map(|game| &**game))?;
    Ok(Some((auction, played)))
}

/// A statement about a further game, as far as it is read before its imports.
pub enum Further<'a> {
    /// Losing Chess under an auction.
    Auction(Endgame),
    /// Losing Chess by turns.
    Turns(Endgame),
    /// A proof in Losing Chess.
    Proof(Proof),
    /// An auction with chips.
    Chips(chips::Body<'a>),
    /// A statement without imports: its number, and its body.
    Alone(u8, &'a [u8]),
}

impl<'a> Further<'a> {
    /// Reads a statement of this number; `bytes` is the length of the file.
    pub fn read(number: u8, body: &'a [u8], head: &Head, bytes: usize) -> Result<Self, Failure> {
        Ok(match number {
            antichess::AUCTION => Self::Auction(antichess::endgame(number, body, head, bytes)?),
            antichess::TURNS => Self::Turns(antichess::endgame(number, body, head, bytes)?),
            antichess::PROOF => Self::Proof(Proof::read(body, head)?),
            chips::NUMBER => Self::Chips(chips::Body::read(body)?),
            hex::NUMBER | 9..=12 => Self::Alone(number, body),
            _ => return Err(Failure::Unknown("statement", number.into())),
        })
    }

    /// What the imports have to be about; none if any tables by turns will do.
    pub fn imports(&self) -> Option<Vec<Statement>> {
        match self {
            Self::Auction(endgame) => Some(antichess::imports(antichess::AUCTION, endgame)),
            Self::Turns(endgame) => Some(antichess::imports(antichess::TURNS, endgame)),
            Self::Proof(_) => None,
            Self::Chips(body) => Some(body.imports()),
            Self::Alone(..) => Some(Vec::new()),
        }
    }

    /// Verifies it. The imports are verified, and those that it asks for.
    pub fn check(
        self,
        certificate: &Certificate,
        imports: &[(&'a Content, &Stated)],
        game: Option<&Arc<Game>>,
        threads: usize,
    ) -> Result<(Content, Stated), Failure> {
        let content = match self {
            Self::Auction(endgame) => {
                let positions = imports.iter().map(|(content, _)| content.positions()).collect();
                let positions = Positions::enumerate(endgame, positions);
                let borders: Vec<_> =
                    imports.iter().flat_map(|(_, stated)| [(*stated, false), (*stated, true)]).collect();
                let stated = table::check(&antichess::Auction(&positions), certificate, &borders, None, threads)?;
                return Ok((Content::Auction(Arc::new(positions)), stated));
            }
            Self::Alone(12, body) => {
                let race = Race::read(body, &certificate.head)?;
                let stated = table::check(&race, certificate, &[], None, threads)?;
                return Ok((Content::Partition(Proved::Race(race)), stated));
            }
            Self::Turns(endgame) => {
                Content::Turns(Arc::new(Turns::check(endgame, certificate, turns(imports), threads)?))
            }
            Self::Proof(proof) => Content::Proof(proof::check(proof, certificate, &turns(imports))?),
            Self::Chips(body) => {
                let chips = |(content, _): &(&'a Content, _)| content.chips();
                let imports: Vec<&Chips> = imports.iter().map(chips).collect();
                Content::Chips(chips::check(body, certificate, &imports, game)?)
            }
            Self::Alone(hex::NUMBER, body) => Content::Hex(hex::check(certificate, body)?),
            Self::Alone(number, body) => Content::Partition(partition::check(number, body, certificate)?),
        };
        Ok((content, Stated::default()))
    }
}

/// The tables by turns that are imported.
fn turns(imports: &[(&Content, &Stated)]) -> Vec<Arc<Turns>> {
    let turns = imports.iter().map(|(content, _)| match content {
        Content::Turns(turns) => Arc::clone(turns),
        _ => unreachable!("the statement is another"),
    });
    turns.collect()
}
