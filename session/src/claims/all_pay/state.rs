//! A position with the chips of both players, in words, as fields and as a row: bounds, bids, bluffs, who wins surely, where the options lead.

use std::fmt::Write as _;

use num_rational::BigRational;

use super::figures::{Need, bluff, sure, units};
use crate::escape::{self, count};
use crate::fraction;
use crate::json::{Object, list};
use crate::sheet;
use checker::numbers::at;
use checker::theorem::{Side, Turn};
use games::all_pay::AllPay;

/// So many decimals of a value are shown.
const DECIMALS: u32 = 9;
/// So many decimals of a percentage are shown.
const PERCENT_DECIMALS: u32 = 2;

/// A position with the chips of both players.
pub(super) struct State<'a> {
    pub(super) all: &'a AllPay,
    /// The number among all positions of the file.
    pub(super) position: usize,
    /// The chips of Left, and of Right.
    pub(super) held: [usize; 2],
}

impl<'a> State<'a> {
    /// The state of a number.
    pub(super) fn of(all: &'a AllPay, state: usize) -> Self {
        let position = at(all.game.inner[state / all.auction.splits()].0);
        Self { all, position, held: all.auction.held(state) }
    }

    /// The name of the position.
    pub(super) fn name(&self) -> &str {
        &self.all.game.names[self.position]
    }

    /// The number of the state; that of the value, where the game is over.
    fn state(&self) -> Result<usize, usize> {
        let auction = &self.all.auction;
        let inner = self.all.game.places[self.position].map_err(at)?;
        Ok(at(inner) * auction.splits() + auction.split(self.held))
    }

    fn bounds(&self) -> [BigRational; 2] {
        match self.state() {
            Ok(state) => self.all.bounds[state].map(|bound| units(bound, self.all.auction.bits)),
            Err(value) => [0, 1].map(|_| fraction::rational(self.all.game.values[value].clone())),
        }
    }

    /// The bids of a side with their weights; none where nobody bids.
    fn mix(&self, side: Side) -> Vec<(usize, BigRational)> {
        let Ok(state) = self.state() else { return Vec::new() };
        let weight = self.all.auction.weight;
        let mix = self.all.mixes[side.of(0, 1)].at(state, weight);
        mix.map(|(bid, own)| (bid, units(own, weight))).collect()
    }

    /// With how many chips a player wins surely here; nothing where the game is over.
    fn sure(&self, side: Side) -> Vec<Need> {
        self.all.game.places[self.position].map_or_else(|_| Vec::new(), |inner| sure(self.all, at(inner), side))
    }

    /// The same in words.
    fn sure_text(&self, side: Side) -> String {
        let (needs, mut text) = (self.sure(side), String::new());
        let [player, other] = side.of(["Left", "Right"], ["Right", "Left"]);
        let most = count(self.all.auction.chips[side.of(0, 1)], "chip", "chips");
        let known: Vec<String> = needs
            .iter()
            .filter_map(|need| Some((need, need.least?)))
            .enumerate()
            .map(|(place, (Need { against, is_least, .. }, least))| {
                let chips = if place == 0 { count(least, "chip", "chips") } else { least.to_string() };
                let whose = if place == 0 { format!(" of {other}") } else { String::new() };
                let less = least.checked_sub(1).filter(|_| !is_least);
                let less = less.map_or_else(String::new, |less| format!(" (of {less} it is not known)"));
                format!("{chips} against {against}{whose}{less}")
            })
            .collect();
        let none = |is_shown: bool| {
            let none = needs.iter().filter(|need| need.least.is_none() && need.is_least == is_shown);
            in_short(&none.map(|need| need.against).collect::<Vec<_>>())
        };
        if !known.is_empty() {
            let less = needs.iter().any(|need| need.is_least && need.least > Some(0));
            let less = if less { "; one chip less is not enough" } else { "" };
            let _ = writeln!(text, "{player} wins surely here with {}{less}", known.join(", "));
        }
        if !none(true).is_empty() {
            let _ = writeln!(text, "{player} does not win surely here with {most} against {}", none(true));
        }
        if !none(false).is_empty() {
            let _ =
                writeln!(text, "whether {player} wins surely here with {most} against {} is not known", none(false));
        }
        text
    }

    /// Who moves here: `bid` if the players bid for it; none where the game is over.
    fn turn(&self) -> Option<&'static str> {
        let inner = self.all.game.places[self.position].ok()?;
        Some(match self.all.game.inner[at(inner)].1 {
            Turn::Bid => "bid",
            Turn::Of(side) => side.of("left", "right"),
            Turn::Chance => "chance",
        })
    }

    /// The options, each with what is verified of it with these chips.
    fn options(&self) -> Vec<Object> {
        let Ok(inner) = self.all.game.places[self.position] else { return Vec::new() };
        let (_, turn, options) = &self.all.game.inner[at(inner)];
        let option = |&(side, weight, to): &(Side, u64, u32)| {
            let after = State { all: self.all, position: at(to), held: self.held };
            let by = if *turn == Turn::Chance { "chance" } else { side.of("left", "right") };
            let ([low, high], mut object) = (after.bounds(), Object::default());
            object.text("by", by).text("position", after.name()).text("weight", weight);
            object.text("low", low).text("high", high);
            object
        };
        options.iter().map(option).collect()
    }
}

/// Increasing numbers: `1, 3`; `1 to 5`, if none between them is missing.
fn in_short(numbers: &[usize]) -> String {
    match numbers {
        [first, _, .., last] if last - first + 1 == numbers.len() => format!("{first} to {last}"),
        _ => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The names of the columns of a state.
pub(super) const COLUMNS: &[&str] =
    &["position", "left_chips", "right_chips", "low", "high", "left_bids", "right_bids"];

impl sheet::Answer for State<'_> {
    fn text(&self) -> String {
        let ([left, right], [low, high]) = (self.held, self.bounds());
        let mut text = format!(
            "{}, {} of Left against {right} of Right\n",
            escape::quoted(self.name()),
            count(left, "chip", "chips")
        );
        let value = fraction::decimal(&low, DECIMALS);
        let _ = match low == high {
            true => writeln!(text, "worth to Left: {}", fraction::text_with_power(&low)),
            false => writeln!(text, "worth to Left: {value} (at least {low}, at most {high})"),
        };
        if self.state().is_err() {
            return text + "the game is over here\n";
        }
        // Of a value that is known exactly there is one number.
        let numbers = if low == high { ["this"; 2] } else { ["the first number", "the second number"] };
        for side in Side::BOTH {
            let percent = |(bid, weight): &(usize, BigRational)| {
                format!("{bid} ({})", fraction::percent(weight, PERCENT_DECIMALS, false))
            };
            let (player, mix) = (side.of("Left", "Right"), self.mix(side));
            let bids: Vec<String> = mix.iter().map(percent).collect();
            let _ = match side {
                _ if mix.is_empty() => writeln!(text, "{player} bids nothing: there is no auction here"),
                Side::White => writeln!(
                    text,
                    "Left bids {}, and gets at least {} whatever Right bids",
                    bids.join(", "),
                    numbers[0]
                ),
                Side::Black => writeln!(
                    text,
                    "Right bids {}, and leaves Left at most {} whatever Left bids",
                    bids.join(", "),
                    numbers[1]
                ),
            };
            if let Some(above) = self.state().ok().and_then(|state| bluff(self.all, state, side)) {
                let percent = fraction::percent(&above, PERCENT_DECIMALS, false);
                let _ = writeln!(text, "{player} bluffs here: no bid is sure, and {percent} of the bids are above 0");
            }
        }
        Side::BOTH.into_iter().fold(text, |text, side| text + &self.sure_text(side))
    }

    fn add(&self, object: &mut Object) {
        let ([left, right], [low, high]) = (self.held, self.bounds());
        object.text("position", self.name()).json("left_chips", left).json("right_chips", right);
        object.text("low", low).text("high", high);
        for side in Side::BOTH {
            let bids = self.mix(side).into_iter().map(|(bid, weight)| {
                let mut object = Object::default();
                object.json("bid", bid).text("probability", weight);
                object
            });
            object.json(side.of("left_bids", "right_bids"), list(bids));
        }
        for side in Side::BOTH {
            let needs = self.sure(side).into_iter().map(|Need { against, least, is_least }| {
                let mut object = Object::default();
                object.json("against", against).json_or_null("chips", least).json("is_least", is_least);
                object
            });
            object.json(side.of("left_wins_surely", "right_wins_surely"), list(needs));
        }
        object.text_or_null("turn", self.turn()).json("options", list(self.options().into_iter()));
    }

    fn row(&self) -> Vec<String> {
        let ([left, right], [low, high]) = (self.held, self.bounds());
        let mix = |side| {
            let bids = self.mix(side).into_iter().map(|(bid, weight)| format!("{bid}:{weight}"));
            let bids: Vec<String> = bids.collect();
            if bids.is_empty() { "-".to_owned() } else { bids.join(" ") }
        };
        let numbers = [left.to_string(), right.to_string(), low.to_string(), high.to_string()];
        let mixes = Side::BOTH.map(mix);
        [self.name().to_owned()].into_iter().chain(numbers).chain(mixes).collect()
    }
}
