//! What one position of a scored game is worth, in words: in points, or who makes sure of so many points.

use std::fmt::Write as _;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::Points;
use crate::answer::{self, Teller, best, best_moves, kind_of};
use crate::endless;
use crate::escape::quoted;
use crate::fraction;
use crate::json::{Object, list};
use crate::position::{Entry, Interval, Reached};
use crate::sheet::{Answer, Sheet as _};
use checker::theorem::{Side, Turn};
use games::scores::Score;

/// Bounds are shown with so many decimals, rounded outwards.
const DECIMALS: u32 = 12;

/// A position of a scored game.
pub(super) struct Position<'a> {
    pub told: &'a Points<'a>,
    pub entry: Entry,
}

/// A score as a fraction.
pub(super) fn rational((numerator, denominator): Score) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// So many points, in words.
pub(super) fn points(number: &BigRational) -> String {
    let unit = if number.is_one() { "point" } else { "points" };
    format!("{} {unit}", fraction::text(number))
}

/// A number as a fraction; bounds as decimals, rounded outwards.
fn shown(interval: &Interval) -> String {
    if interval.is_exact() {
        return fraction::text(&interval.low);
    }
    let unit = BigRational::new(BigInt::one(), BigInt::from(10).pow(DECIMALS));
    let [low, high] = [(&interval.low / &unit).floor() * &unit, (&interval.high / &unit).ceil() * &unit];
    format!("{} to {}", fraction::decimal(&low, DECIMALS), fraction::decimal(&high, DECIMALS))
}

/// A line with a name and what it stands for.
fn line(text: &mut String, name: &str, what: &str) {
    let _ = writeln!(text, "{name:<14} {what}");
}

impl Points<'_> {
    /// What a value from 0 to 1 is in points.
    pub(super) fn in_points(&self, value: &BigRational) -> BigRational {
        let [least, greatest] = self.range();
        (greatest - &least) * value + least
    }

    /// Where a number of points lies.
    fn interval(&self, value: &Interval) -> Interval {
        Interval { low: self.in_points(&value.low), high: self.in_points(&value.high) }
    }

    /// The least score and the greatest.
    pub(super) fn range(&self) -> [BigRational; 2] {
        self.scores.scored.range().map(rational)
    }

    /// The fair prices of the move, for the lower value and for the upper one, where they are known.
    fn prices(&self, entry: &Entry) -> [Option<BigRational>; 2] {
        let [least, greatest] = self.range();
        let width = greatest - least;
        self.bids(entry).map(|bid| bid.map(|bid| bid * &width))
    }

    /// On which conditions points are what a position is worth.
    fn terms(&self) -> &'static str {
        match self.turns() {
            [true, true] => " on average, if bids are paid in points and nobody runs short of them",
            [true, false] => ", if bids are paid in points and nobody runs short of them",
            [false, true] => " on average",
            [false, false] => "",
        }
    }

    /// What a position is worth in points, in a sentence.
    fn worth(&self, entry: &Entry) -> String {
        let (lower, upper) = (self.interval(&entry.known.alpha), self.interval(&entry.known.beta));
        if entry.turn.is_none() {
            return format!("The game is over here: the score is {}.", shown(&lower));
        }
        let (terms, is_one) = (self.terms(), entry.never.is_some() || fraction::same(&lower.low, &upper.high));
        let worth = if is_one && lower.is_exact() {
            format!("Worth {}{terms}", points(&lower.low))
        } else {
            let [low, high] = [(&lower.low, false), (&upper.high, true)].map(|(end, up)| outwards(end, up));
            format!("Left makes sure of {low} points or more, Right of {high} or less{terms}")
        };
        let never = entry.never.map(|(numerator, denominator)| {
            let score = self.in_points(&BigRational::new(numerator.into(), denominator.into()));
            format!("; a play that never ends counts as {}", points(&score))
        });
        format!("{worth}{}.", never.unwrap_or_default())
    }

    /// Who makes sure of so many points, in two sentences.
    fn secured(&self, entry: &Entry, least: Score) -> String {
        let (wanted, [has_bids, has_chance]) = (rational(least), self.turns());
        let what = [format!("{} or more", points(&wanted)), format!("less than {}", points(&wanted))];
        let tosses = if has_bids { ", with tosses for bids" } else { "" };
        let one = BigRational::one();
        let shares = [entry.known.alpha.low.clone(), &one - &entry.known.beta.high];
        let mut text = String::new();
        for ((side, what), share) in Side::BOTH.into_iter().zip(&what).zip(&shares) {
            let [player, other] = [side, side.other()].map(|side| side.of("Left", "Right"));
            let shown = fraction::text(share);
            let _ = if share.is_zero() {
                writeln!(text, "nothing makes {player} sure of {what}, as far as is proved here")
            } else if has_chance || !has_bids {
                writeln!(text, "{player}'s probability of {what} is at least {shown}{tosses}")
            } else if share.is_one() {
                writeln!(text, "{player} makes sure of {what} with any positive share of the money")
            } else {
                writeln!(text, "{player} makes sure of {what} while {other} has less than {shown} of the money")
            };
        }
        if let Some(never) = entry.never {
            text += &format!("{}\n", endless::rule(self, never));
        }
        text
    }

    /// What the position after an option is worth in points.
    fn after(&self, option: &Reached) -> String {
        let [lower, upper] = [&option.known.alpha, &option.known.beta].map(|value| shown(&self.interval(value)));
        let is_same = option.known.alpha.is_same(&option.known.beta);
        if is_same { lower } else { format!("lower {lower}, upper {upper}") }
    }

    /// An option, what a position after it is worth in points, and whether it is best.
    fn option(&self, entry: &Entry, place: usize, option: &Reached) -> String {
        let points = self.after(option);
        let is_certain =
            entry.options.iter().all(|option| option.known.alpha.is_exact() && option.known.beta.is_exact());
        let mark = match (best(entry, place, option.by), is_certain) {
            ([false, false], _) => "",
            (_, false) => "  may be best",
            ([true, true], true) => "  best",
            ([true, false], true) => "  best to end it",
            ([false, true], true) => "  best not to end it worse",
        };
        format!("  {:<12} {points}{mark}\n", self.shown(&option.text))
    }

    /// All options, with the points after each.
    fn options_text(&self, entry: &Entry) -> String {
        let mut text = String::new();
        if entry.turn == Some(Turn::Chance) {
            let all: u64 = entry.options.iter().map(|option| option.weight).sum();
            text += "chance's options, with their probability and the points after each\n";
            for option in &entry.options {
                let probability = format!("{}/{all}", option.weight);
                let points = self.after(option);
                let _ = writeln!(text, "  {:<12} {probability:<8} {points}", self.shown(&option.text));
            }
            return text;
        }
        for side in Side::BOTH {
            let mut own = (0..).zip(&entry.options).filter(|(_, option)| option.by == side).peekable();
            if own.peek().is_some() {
                let _ = writeln!(text, "{}'s options, best first, with the points after each", self.player(side));
                own.for_each(|(place, option)| text += &self.option(entry, place, option));
            }
        }
        text
    }
}

/// A number as a fraction, or, where that is long, as a decimal that is rounded down or up.
fn outwards(number: &BigRational, up: bool) -> String {
    if fraction::digits(number.denom()) <= DECIMALS {
        return number.to_string();
    }
    let unit = BigRational::new(BigInt::one(), BigInt::from(10).pow(DECIMALS));
    let units = number / &unit;
    fraction::decimal(&((if up { units.ceil() } else { units.floor() }) * unit), DECIMALS)
}

impl Position<'_> {
    /// The answer in points.
    fn in_points(&self) -> String {
        let (told, entry) = (self.told, &self.entry);
        let mut text = format!("{}\n{}\n\n", told.shown(&entry.name), told.worth(entry));
        let (lower, upper) = (told.interval(&entry.known.alpha), told.interval(&entry.known.beta));
        if entry.never.is_some() || entry.known.alpha.is_same(&entry.known.beta) {
            line(&mut text, "points", &shown(&lower));
        } else {
            line(&mut text, "lower points", &shown(&lower));
            line(&mut text, "upper points", &shown(&upper));
        }
        let prices = told.prices(entry);
        let is_one = entry.never.is_some() || prices[0] == prices[1];
        let names = if is_one { ["fair price", ""] } else { ["price, lower", "price, upper"] };
        for (name, price) in names.iter().zip(&prices).filter(|(name, _)| !name.is_empty()) {
            if let Some(price) = price {
                line(&mut text, name, &format!("{} ({})", fraction::text(price), kind_of(entry, price)));
            }
        }
        match entry.turn {
            Some(Turn::Of(side)) => line(&mut text, "turn", &format!("{}'s", told.player(side))),
            Some(Turn::Chance) => line(&mut text, "turn", "chance moves"),
            Some(Turn::Bid) | None => {}
        }
        text + &told.options_text(entry)
    }

    /// Who makes sure of so many points, before what is said of the shares.
    fn with(&self, least: Score, values: &str) -> String {
        let (name, rest) = values.split_once('\n').expect("a line with the name");
        format!("{name}\n{}{rest}", self.told.secured(&self.entry, least))
    }

    /// Adds what is in points.
    fn add_points(&self, object: &mut Object) {
        let (told, entry) = (self.told, &self.entry);
        let text = |interval: Interval| match interval.is_exact() {
            true => crate::json::quoted(&interval.low.to_string()),
            false => list([interval.low, interval.high].map(|end| crate::json::quoted(&end.to_string())).iter()),
        };
        let prices = told.prices(entry);
        object
            .text("worth", told.worth(entry))
            .json("points_lower", text(told.interval(&entry.known.alpha)))
            .json("points_upper", text(told.interval(&entry.known.beta)))
            .text_or_null("price_lower", prices[0].as_ref())
            .text_or_null("price_upper", prices[1].as_ref());
    }
}

/// The columns where points count.
pub(super) const COLUMNS: &[&str] =
    &["position", "points_lower", "points_upper", "price_lower", "price_upper", "left_best", "right_best"];
/// Those where so many points are wanted: below which share of Right's Left has them, and above which Right holds Left to less.
pub(super) const COLUMNS_OF_LEAST: &[&str] = &["position", "left_below", "right_above", "left_best", "right_best"];

impl Answer for Position<'_> {
    fn text(&self) -> String {
        match self.told.scores.aim.threshold() {
            None => self.in_points(),
            Some(least) => self.with(least, &answer::text(self.told, &self.entry)),
        }
    }

    fn add(&self, object: &mut Object) {
        answer::add(self.told, &self.entry, object);
        match self.told.scores.aim.threshold() {
            None => self.add_points(object),
            Some(least) => {
                object.text("secured", self.told.secured(&self.entry, least).trim_end());
            }
        }
    }

    fn whole(&self, full: bool) -> String {
        match self.told.scores.aim.threshold() {
            None => self.in_points(),
            Some(least) => self.with(least, &Teller::new(self.told, full).text(&self.entry)),
        }
    }

    fn row(&self) -> Vec<String> {
        let (told, entry) = (self.told, &self.entry);
        let mut row = vec![quoted(&entry.name)];
        let values = [&entry.known.alpha, &entry.known.beta];
        if told.scores.aim.least.is_some() {
            row.extend(values.map(ToString::to_string));
        } else {
            row.extend(values.map(|value| told.interval(value).to_string()));
            row.extend(told.prices(entry).map(|price| price.map_or(String::new(), |price| price.to_string())));
        }
        row.extend(Side::BOTH.map(|side| {
            let best = best_moves(entry, side, 0).into_iter().map(quoted);
            best.collect::<Vec<_>>().join(" ")
        }));
        row
    }
}
