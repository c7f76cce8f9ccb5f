//! All-pay auctions with chips in words: what a position is worth with these chips, and how often each bid is made.

mod figures;
mod state;

pub use figures::{Mixing, Need, bluff, mixing, sure, width, width_at};

use std::any::Any;

use super::game;
use super::unverified::{Beside, InFile, Unverified};
use crate::escape::{self, count};
use crate::figures::Figures;
use crate::fraction;
use crate::json::Object;
use crate::position::PositionError;
use crate::sheet::{self, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::{Head, VERSION};
use checker::failure::Fault;
use checker::numbers::at;
use checker::theorem::{Side, Turn};
use figures::units;
pub(super) use games::all_pay::NUMBER;
use games::all_pay::{AllPay, Auction, WrongMix};
use state::{COLUMNS, State};

/// An auction in words: `8 chips against 7, both pay, a coin decides ties`.
pub fn auction(auction: &Auction) -> String {
    let ties = match auction.ties {
        None => "a coin decides ties",
        Some(Side::White) => "Left moves after equal bids",
        Some(Side::Black) => "Right moves after equal bids",
    };
    let [left, right] = auction.chips;
    format!("{} against {right}, both pay, {ties}", count(left, "chip", "chips"))
}

/// What is verified, in a sentence.
pub fn claim(all: &AllPay) -> String {
    let positions = count(all.game.inner.len(), "position", "positions");
    let splits = match all.auction.splits() {
        1 => "the only split".to_owned(),
        many => format!("each of {many} splits"),
    };
    let width = fraction::text_with_power(&width(all));
    format!(
        "{}, all-pay auction with {}: the values at {positions} that are not terminal, with {splits} of the chips, are enclosed to within {width}, with the bids that prove it",
        game::title(&all.game),
        auction(&all.auction)
    )
}

/// What somebody says that both players hold: all chips, if nothing is said.
fn held(all: &AllPay, text: Option<&str>) -> Result<[usize; 2], String> {
    let [left, right] = all.auction.chips;
    let Some(text) = text else { return Ok([left, right]) };
    let number = |text: &str, most: usize| text.parse().ok().filter(|held| *held <= most);
    let held = text.split_once(',').and_then(|(white, black)| Some([number(white, left)?, number(black, right)?]));
    held.ok_or_else(|| {
        format!(
            "--holds: found {}, required the chips of Left and of Right, such as {left},{right}, and no more",
            escape::quoted(text)
        )
    })
}

/// A verified auction.
struct Table<'a> {
    verified: &'a Verified,
    all: &'a AllPay,
}

/// The auction that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table { verified, all: verified.subject().downcast_ref()? }))
}

/// What a statement about an all-pay auction says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let (auction, _) = Auction::read(body).ok()?;
    Some(Listed::new(
        format!("a game in a file, all-pay auction with {}", self::auction(&auction)),
        "bounds, with bids",
    ))
}

/// An auction that is not verified.
struct Claimed<'a>(InFile<'a>);

/// An auction that is not verified.
pub(crate) fn unverified<'a>(_head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(InFile::of(game)))
}

impl Unverified for Claimed<'_> {
    fn statement(&self, part: &str) -> Option<String> {
        let required = match part {
            "all-pay auction" => "37 bytes: ties, chips of Left and of Right, two units, the digest of a game",
            "ties" => "0 for a coin, 1 for Left, or 2 for Right",
            "units of bounds" => "2^-1 to 2^-62",
            "units of weights" => "2^-62 or more",
            _ => return None,
        };
        Some(format!("{part}: found others, required {required}"))
    }

    fn position(&self, number: u32) -> String {
        self.0.position(number)
    }

    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let fault: &dyn Any = fault;
        let WrongMix { auction, state, side, bound, against } = fault.downcast_ref()?;
        let (state, splits) = (at(*state), auction.splits());
        let position = u32::try_from(state / splits).map_or_else(|_| String::new(), |number| self.position(number));
        let [left, right] = auction.held(state);
        let (stated, than) = (units(*bound, auction.bits), side.of("less", "more"));
        let gives = match against {
            Some(bid) => format!("the bids of {} against a bid of {bid} give {than}", side.of("Left", "Right")),
            None => format!("the options give {than}"),
        };
        Some(format!(
            "{position}, {left} against {right} chips: stated {} {stated}, but {gives}",
            side.of("at least", "at most")
        ))
    }
}

impl Table<'_> {
    /// The state that a name and chips describe.
    fn state(&self, text: &str, holds: Option<&str>) -> Result<State<'_>, String> {
        let held = held(self.all, holds)?;
        let position = game::number(&self.all.game, text).map_err(|error: PositionError| error.to_string())?;
        Ok(State { all: self.all, position, held })
    }
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "all-pay"
    }

    fn about(&self) -> String {
        game::title(&self.all.game)
    }

    fn question(&self) -> &'static str {
        "the name of a position of the game, and with --holds for the chips of Left and of Right, such as 2,1"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        claim(self.all)
    }

    fn count(&self) -> usize {
        self.all.bounds.len()
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "bounds, with bids"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        vec![("white-mix", self.count()), ("black-mix", self.count())]
    }

    fn receipt(&self, object: &mut Object) {
        let Auction { ties, chips: [left, right], bits, weight } = self.all.auction;
        object
            .text("claim", self.claim())
            .json("format", VERSION)
            .text("form", self.form())
            .text("ties", ties.map_or("coin", |side| side.of("left", "right")))
            .json("left_start", left)
            .json("right_start", right)
            .json("bits", bits)
            .json("weight_bits", weight)
            .json("positions", self.positions())
            .json("conditions", Object::numbers(self.conditions()))
            .text("width", width(self.all));
        let Mixing { bid_for, bluffs: [left, right], mixed, needed } = mixing(self.all);
        object
            .json("states_bid_for", bid_for)
            .json("mixed_states", mixed)
            .json("states_that_need_mixes", needed)
            .json("states_where_left_bluffs", left)
            .json("states_where_right_bluffs", right);
    }

    fn bits(&self) -> Option<u64> {
        Some(u64::from(self.all.auction.bits) + 1)
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        Ok(Row::Own(Box::new(self.state(text, holds)?)))
    }

    fn number(&self, number: u32) -> Row<'_> {
        Row::Own(Box::new(State::of(self.all, at(number))))
    }

    fn name(&self, number: u32) -> String {
        State::of(self.all, at(number)).name().to_owned()
    }

    fn names(&self) -> Vec<String> {
        self.all.game.names.iter().map(ToString::to_string).collect()
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn line(&self, number: u32) -> String {
        let mut row = sheet::Answer::row(&State::of(self.all, at(number)));
        row[0] = self.shown(&row[0]);
        format!("{number}\t{}", row.join("\t"))
    }

    fn is_game(&self) -> bool {
        true
    }

    fn turns(&self) -> [bool; 2] {
        let has = |wanted: Turn| self.all.game.inner.iter().any(|(_, turn, _)| *turn == wanted);
        [has(Turn::Bid), has(Turn::Chance)]
    }
}

/// What is verified of the state of a number, as text.
pub fn answer(all: &AllPay, state: u32) -> String {
    sheet::Answer::text(&State::of(all, at(state)))
}
