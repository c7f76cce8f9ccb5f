//! The questions of a page, as JSON.

use checker::certificate::Never;
use serde::Deserialize;
use solver::certificates::pipeline::Method;
use solver::games::payments::MOST_BITS;
use solver::request::{self, Auction, Chips, Forms, Part, Precision, Refusal, Way, worth};

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

/// A part of a question that has to be there.
pub fn required<'a>(part: Option<&'a String>, what: &str) -> Result<&'a str, String> {
    part.map(String::as_str).ok_or_else(|| format!("found a question without {what}, required one with it"))
}

impl Request {
    /// Exact values, or bounds in so many units.
    pub fn method(&self) -> Result<Method, String> {
        Ok(self.units(Forms::BITS)?.map_or(Method::Choose, Method::Enclosure))
    }

    /// The units of bounds under a payment: the finest, unless others are asked for.
    pub fn bits_of_payment(&self) -> Result<u8, String> {
        Ok(self.units(Way::PaidEndgame.precision())?.unwrap_or(MOST_BITS))
    }

    fn units(&self, forms: Forms) -> Result<Option<u8>, String> {
        if let Some(bits) = self.bits {
            forms.admit(&Precision::bits(bits)).map_err(|refusal| refusal.by_name())?;
        }
        Ok(self.bits)
    }

    /// What an endless play is worth, if that is asked for.
    pub fn never(&self) -> Result<Option<Never>, String> {
        self.never.as_deref().map(worth).transpose().map_err(|refusal| format!("never: {}", refusal.by_name()))
    }

    /// The auction: plain, paid, or with so many chips.
    pub fn auction(&self) -> Result<Auction, String> {
        let read = || {
            let chips = self.chips.map(|chips| Chips::total(&chips.to_string())).transpose()?;
            let winner = self.winner.as_deref().map(request::winner).transpose()?;
            let ties = self.ties.as_deref().map(str::parse).transpose()?;
            let auction = Auction::new(self.payment.as_deref(), chips.map(Chips::Total), winner, ties)?;
            let given = [(Part::Never, self.never.is_some()), (Part::Precision, self.bits.is_some())];
            auction.of_endgame()?.admit(&given)?;
            Ok(auction)
        };
        read().map_err(|refusal: Refusal| refusal.by_name())
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
