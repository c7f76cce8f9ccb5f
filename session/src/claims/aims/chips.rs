//! What a position of an endless game needs of whole chips, in words.

use crate::claims::chips::{self, Held};
use crate::json::Object;
use checker::numbers::at;
use checker::theorem::Side;
use games::aims::chips::{Body, EndlessChips};
use games::chips::{Auction, Line, Rule};

/// A position of an endless game, and what Left holds.
pub(super) struct Place<'a> {
    pub chips: &'a EndlessChips,
    pub number: u32,
    pub held: Option<Held>,
}

/// The average that is asked for.
pub(super) fn average(body: &Body) -> Option<num_rational::BigRational> {
    body.average().map(|(numerator, denominator)| num_rational::BigRational::new(numerator.into(), denominator.into()))
}

/// The auction.
fn auction(body: &Body) -> Auction {
    Auction { rule: if body.decides { Rule::Decides } else { Rule::Moves }, chips: body.chips }
}

/// What is asked, and with what is bid.
pub(super) fn asked(body: &Body) -> String {
    let what = average(body).map_or("who wins by parity".to_owned(), |average| {
        format!("who makes sure of a mean payoff of {average} or more, or of less")
    });
    format!("{what}, {}, ties by the star", chips::auction(auction(body)))
}

/// The names of the columns of a position.
pub(super) const COLUMNS: &[&str] =
    &["position", "left_wins_from", "left_wins_with_star_from", "right_wins_from", "right_wins_with_star_from"];

/// How often a condition is asked: once for each number of chips that is enough.
pub(super) fn conditions(all: &EndlessChips, name: &str) -> usize {
    let side = if name.starts_with("white") { Side::White } else { Side::Black };
    let positions = (0..).take(all.needs[0].len());
    positions
        .flat_map(|number| [0, 1].map(|star| all.needed(number, side, star)))
        .filter(|&n| n <= all.body.chips)
        .count()
}

/// The greatest labels of parity.
pub(super) fn labels(all: &EndlessChips) -> [Option<u64>; 2] {
    let greatest = |columns: &[Vec<Vec<u64>>; 2]| columns.iter().flatten().flatten().copied().max().unwrap_or(0);
    if all.body.average.is_some() { [None, None] } else { all.labels.each_ref().map(|columns| Some(greatest(columns))) }
}

/// The fields of the receipt.
pub(super) fn receipt(all: &EndlessChips, object: &mut Object) {
    object.json("chips", all.body.chips).text("winner", if all.body.decides { "decides" } else { "moves" });
    object.text_or_null("average", average(&all.body));
}

/// What is held, as `--holds` has it.
pub(super) fn held(all: &EndlessChips, text: Option<&str>) -> Result<Option<Held>, String> {
    let most = all.body.chips;
    let read =
        |text: &str| Held::read(text).filter(|held| held.chips() <= most).ok_or_else(|| chips::no_holding(text, most));
    text.map(read).transpose()
}

impl Place<'_> {
    /// From how many chips on a side wins, without the star and with it.
    fn lines(&self, side: Side) -> [Line; 2] {
        let threshold = |star| 2 * self.chips.needed(self.number, side, star) + star;
        [0, 1].map(|star| Line { threshold: threshold(star), ..Line::default() })
    }

    /// Who wins with what is held, and by which bid.
    fn winner(&self) -> Option<(Held, Side, u64)> {
        let held = self.held?;
        let star = held.0 % 2;
        let needed = self.chips.needed(self.number, Side::White, star);
        let side = if held.chips() >= needed { Side::White } else { Side::Black };
        Some((held, side, self.chips.bids[side.of(0, 1)][at(star)][at(self.number)]))
    }

    /// The numbers of chips of both, `None` for never.
    fn from(&self) -> impl Iterator<Item = Option<u64>> {
        let needed = Side::BOTH.map(|side| [0, 1].map(|star| self.chips.needed(self.number, side, star)));
        needed.into_iter().flatten().map(|needed| Some(needed).filter(|needed| *needed <= self.chips.body.chips))
    }

    /// The answer below the name.
    pub fn text(&self) -> String {
        let auction = auction(&self.chips.body);
        let mut text = format!("{}; * is the star\n", chips::auction(auction));
        for side in Side::BOTH {
            text += &format!("{} wins {}\n", side.of("Left", "Right"), chips::needs(auction, self.lines(side)));
        }
        if let Some((held, side, bid)) = self.winner() {
            text += &format!("if Left holds {held}: {} wins, and bids {bid}\n", side.of("Left", "Right"));
        }
        text
    }

    /// Adds the fields of the answer.
    pub fn add(&self, object: &mut Object) {
        COLUMNS[1..].iter().zip(self.from()).for_each(|(key, needed)| {
            object.json_or_null(key, needed);
        });
        if let Some((held, side, bid)) = self.winner() {
            object.text("held", held).text("winner", side.of("left", "right")).json("bid", bid);
        }
    }

    /// The cells of the answer.
    pub fn row(&self) -> Vec<String> {
        self.from().map(|needed| needed.map_or("never".to_owned(), |needed| needed.to_string())).collect()
    }
}
