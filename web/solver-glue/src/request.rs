//! The questions of a page, as JSON.

use checker::certificate::Never;
use serde::Deserialize;
use solver::certificates::pipeline::Method;
use solver::games::Winner;
use solver::games::chips::{ChipAuction, MOST_CHIPS};
use solver::games::payments::{MOST_BITS, Payment};
use solver::graph::labels::Side;

/// What is to be solved.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An endgame of bidding chess.
    Endgame,
    /// A game of one's own.
    Graph,
    /// Hex.
    Hex,
    /// Impartial chess on a partition.
    Partition,
}

/// A question. The names are those of `web/src/solver.ts`; what a kind does not need stays empty.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub kind: Kind,
    pub board: Option<String>,
    pub material: Option<String>,
    pub pawns: Option<String>,
    pub bits: Option<u8>,
    pub never: Option<String>,
    pub payment: Option<String>,
    pub chips: Option<u64>,
    pub winner: Option<String>,
    pub ties: Option<String>,
    pub text: Option<String>,
    pub misere: Option<bool>,
    pub piece: Option<String>,
    pub other: Option<String>,
    pub ask: Option<String>,
}

/// Who is paid with what.
pub enum Auction {
    /// The winner pays the other player any part of the money.
    Plain,
    /// The bank takes a part.
    Paid(Payment),
    /// Whole chips.
    Chips(ChipAuction),
}

/// A part of a question that has to be there.
pub fn required<'a>(part: Option<&'a String>, what: &str) -> Result<&'a str, String> {
    part.map(String::as_str).ok_or_else(|| format!("found a question without {what}, required one with it"))
}

impl Request {
    /// Exact values, or bounds in so many units.
    pub fn method(&self) -> Result<Method, String> {
        match self.bits {
            None => Ok(Method::Choose),
            Some(bits) if (1..=62).contains(&bits) => Ok(Method::Enclosure(bits)),
            Some(bits) => Err(format!("found bounds in units of 2^-{bits}, required 1 to 62 bits")),
        }
    }

    /// The units of bounds under a payment: the finest, unless others are asked for.
    pub fn bits_of_payment(&self) -> Result<u8, String> {
        match self.bits {
            Some(bits) if !(1..=MOST_BITS).contains(&bits) => Err(format!(
                "found bounds in units of 2^-{bits}, required 1 to {MOST_BITS} bits where the bank is paid"
            )),
            bits => Ok(bits.unwrap_or(MOST_BITS)),
        }
    }

    /// What an endless play is worth, if that is asked for.
    pub fn never(&self) -> Result<Option<Never>, String> {
        self.never.as_deref().map(crate::worth).transpose()
    }

    fn winner(&self) -> Result<Option<Winner>, String> {
        match self.winner.as_deref() {
            None => Ok(None),
            Some("moves") => Ok(Some(Winner::Moves)),
            Some("decides") => Ok(Some(Winner::Decides)),
            Some(other) => Err(format!("found {other:?}, required that the buyer moves or decides")),
        }
    }

    fn ties(&self) -> Result<Option<Side>, String> {
        match self.ties.as_deref() {
            None => Ok(None),
            Some("white" | "left") => Ok(Some(Side::White)),
            Some("black" | "right") => Ok(Some(Side::Black)),
            Some(other) => Err(format!("found {other:?} as the owner of ties, required white or black")),
        }
    }

    /// The auction.
    pub fn auction(&self) -> Result<Auction, String> {
        let (winner, ties) = (self.winner()?, self.ties()?);
        if let Some(chips) = self.chips {
            if self.payment.is_some() || ties.is_some() || self.never.is_some() || self.bits.is_some() {
                return Err(
                    "found chips and a payment, ties, bounds or the worth of an endless play, required chips alone"
                        .to_owned(),
                );
            }
            if chips > MOST_CHIPS {
                return Err(format!("found {chips} chips, required at most {MOST_CHIPS}"));
            }
            return Ok(Auction::Chips(ChipAuction { chips, winner: winner.unwrap_or_default() }));
        }
        let Some(pays) = self.payment.as_deref() else {
            return match winner.is_some() || ties.is_some() {
                true => Err("found a rule for who moves, required chips or a payment with it".to_owned()),
                false => Ok(Auction::Plain),
            };
        };
        let ties = match (winner.unwrap_or(Winner::Decides), ties) {
            (Winner::Decides, Some(_)) => {
                return Err("found an owner of ties, required none where the buyer decides who moves".to_owned());
            }
            (Winner::Moves, None) => {
                return Err("found no owner of ties, required one where the buyer moves".to_owned());
            }
            (_, ties) => ties,
        };
        let payment = Payment::new(pays, ties).map_err(|error| error.to_string())?;
        match payment.is_plain() {
            true => Ok(Auction::Plain),
            false if self.never.is_some() => {
                Err("found a worth of endless play and a payment, required one of them".to_owned())
            }
            false => Ok(Auction::Paid(payment)),
        }
    }

    /// The options that say the same to the native program.
    pub fn options(&self) -> String {
        let mut options = String::new();
        for (name, value) in [
            ("never", &self.never),
            ("pays", &self.payment),
            ("winner", &self.winner),
            ("ties", &self.ties.as_deref().map(|owner| if owner == "white" { "left" } else { "right" }.to_owned())),
        ] {
            if let Some(value) = value {
                options += &format!(" --{name} {value}");
            }
        }
        if let Some(chips) = self.chips {
            options += &format!(" --chips {chips}");
        }
        if let Some(bits) = self.bits {
            options += &format!(" --precision {bits}");
        }
        match self.pawns.as_deref() {
            Some("single") => options += " --double-step never",
            Some("double") => options += " --double-step always",
            _ => {}
        }
        options
    }
}
