//! The answer to a question about one position: for people as text, for programs as JSON.
//!
//! A sentence says what the values mean. Its percentages are rounded so that it is true as it stands: the share below which White wins is rounded down, the
//! one above which Black wins is rounded up. Exact fractions stand below it; long ones are cut unless all of them is asked for.

use std::cmp::Ordering;
use std::fmt::Write as _;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::json::{Object, list, quoted};
use super::position::{Bound, Entry, Interval, Known, Plan, Reached};
use super::sheet::Sheet;
use super::{endless, fraction};
use checker::certificate::Never;
use checker::theorem::{INFINITE, Label, Side, Turn};

/// A fraction whose denominator has more digits is cut, unless all of it is asked for.
const MOST_DIGITS: u32 = 20;
/// So many decimals are shown.
const DECIMALS: u32 = 6;
/// So many decimals of a percentage are shown at the least; more where these would say nothing.
const PERCENT_DECIMALS: u32 = 2;
/// And so many at the most.
const MOST_PERCENT_DECIMALS: u32 = 60;

/// Tells what is verified of positions of one certificate.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    tell: &'a dyn Sheet,
    /// Whether long fractions are written whole.
    full: bool,
    /// Whether chance moves somewhere in the game.
    has_chance: bool,
    /// Whether the players bid somewhere in the game.
    has_bids: bool,
}

impl<'a> Teller<'a> {
    /// Whoever tells of many positions keeps one of these.
    pub fn new(tell: &'a dyn Sheet, full: bool) -> Self {
        let [has_bids, has_chance] = tell.turns();
        Self { tell, full, has_chance, has_bids }
    }

    /// The answer as people read it.
    pub fn text(&self, entry: &Entry) -> String {
        let mut text = format!("{}\n{}\n\n", self.tell.shown(&entry.name), self.meaning(entry).as_str());
        match &entry.bound {
            Some(bound) => self.bound(&mut text, entry, bound),
            None => self.values(&mut text, entry),
        }
        self.labels(&mut text, entry);
        self.turn(&mut text, entry);
        self.all_moves(&mut text, entry);
        text
    }

    /// What the values mean, in one sentence.
    pub fn meaning(&self, entry: &Entry) -> String {
        let over = if entry.turn.is_none() { "The game is over here: " } else { "" };
        let mut parts = match entry.never {
            _ if self.has_chance => self.chances(&entry.known),
            Some(never) if !self.has_bids => self.outcome(never, &entry.known.alpha),
            None if !self.has_bids => self.outcomes(&entry.known),
            Some(never) => self.one_share(entry, never),
            None => self.shares(entry),
        };
        parts.extend(entry.never.map(|never| endless::rule(self.tell, never)));
        let sentence = format!("{over}{}.", parts.join("; "));
        if over.is_empty() { capital(&sentence) } else { sentence }
    }

    fn player(&self, side: Side) -> &'static str {
        self.tell.player(side)
    }

    /// Who wins with which share of the money.
    fn shares(&self, entry: &Entry) -> Vec<String> {
        let Known { alpha, beta, .. } = &entry.known;
        let [white, black] = Side::BOTH.map(|side| self.player(side));
        let less = |x| format!("{black} holds less than {}", low(x));
        let more = |x| format!("{black} holds more than {}", high(x));
        let mut parts = Vec::new();
        let plan = entry.bound.is_some();
        if alpha.low.is_one() {
            parts.push(format!("{white} wins unless {black} holds all the money"));
        } else if alpha.low.is_positive() {
            parts.push(format!("{white} wins if {}", less(&alpha.low)));
        } else if alpha.high.is_zero() && !plan {
            parts.push(format!("{white} cannot force a win with any share of the money"));
        }
        if beta.high.is_zero() {
            parts.push(format!("{black} wins if {black} holds any money"));
        } else if !beta.high.is_one() {
            parts.push(format!("{black} wins if {}", more(&beta.high)));
        } else if beta.low.is_one() && !plan {
            parts.push(format!("{black} cannot force a win with any share of the money"));
        }
        if plan && !alpha.high.is_one() {
            parts.push(format!("{black} does not lose if {}", more(&alpha.high)));
        }
        if plan && beta.low.is_positive() {
            parts.push(format!("{white} does not lose if {}", less(&beta.low)));
        }
        if fraction::compare(&alpha.high, &beta.low) == Ordering::Less {
            parts.push(drawn(&alpha.high, &beta.low));
        }
        if !(plan || (alpha.is_exact() && beta.is_exact())) {
            parts.push("for other shares this table does not say who".to_owned());
        }
        of_money(parts)
    }

    /// The same where there is one value: who does not lose wins, unless a play that never ends is won by nobody's money.
    fn one_share(&self, entry: &Entry, never: Never) -> Vec<String> {
        let (Interval { low: least, high: most }, mut parts) = (&entry.known.alpha, Vec::new());
        let [white, black] = Side::BOTH.map(|side| self.player(side));
        let [white_wins, black_wins] = [never == (1, 1), never.0 == 0].map(wins_or_holds);
        if least.is_one() {
            parts.push(format!("{white} {white_wins} unless {black} holds all the money"));
        } else if least.is_positive() {
            parts.push(format!("{white} {white_wins} if {black} holds less than {}", low(least)));
        }
        if most.is_zero() {
            parts.push(format!("{black} {black_wins} if {black} holds any money"));
        } else if !most.is_one() {
            parts.push(format!("{black} {black_wins} if {black} holds more than {}", high(most)));
        }
        if !entry.known.alpha.is_exact() && entry.bound.is_none() {
            parts.push("for other shares this table does not say who".to_owned());
        }
        of_money(parts)
    }

    /// Who can win, where nobody bids, nothing is left to chance, and there is one value.
    fn outcome(&self, never: Never, value: &Interval) -> Vec<String> {
        let [white, black] = Side::BOTH.map(|side| self.player(side));
        vec![match (value.low.is_one(), value.high.is_zero()) {
            (true, _) if never == (1, 1) => format!("{white} does not lose"),
            (true, _) => format!("{white} can force a win"),
            (_, true) if never.0 == 0 => format!("{black} does not lose"),
            (_, true) => format!("{black} can force a win"),
            _ => format!("{white} can be sure of {}, and {black} of leaving no more", self.interval(value)),
        }]
    }

    /// Who can win, where nobody bids and nothing is left to chance.
    fn outcomes(&self, known: &Known) -> Vec<String> {
        let [white, black] = Side::BOTH.map(|side| self.player(side));
        match [known.alpha.low.is_one(), known.beta.high.is_zero()] {
            [true, _] => vec![format!("{white} can force a win")],
            [_, true] => vec![format!("{black} can force a win")],
            _ if known.alpha.high.is_zero() && known.beta.low.is_one() => {
                vec![format!("neither {white} nor {black} can force a win")]
            }
            _ => vec![format!(
                "{white} can be sure of {}, and {black} of leaving no more than {}",
                self.interval(&known.alpha),
                self.interval(&known.beta)
            )],
        }
    }

    /// With which probability the players can win, where chance moves.
    fn chances(&self, known: &Known) -> Vec<String> {
        let [white, black] = Side::BOTH.map(|side| self.player(side));
        let coin = if self.has_bids { ", if a fair coin decides each auction" } else { "" };
        let percent = |low: &BigRational, high: &BigRational| {
            let [low, high] = [(low, false), (high, true)].map(|(x, up)| fraction::percent(x, PERCENT_DECIMALS, up));
            if low == high { low } else { format!("{low} to {high}") }
        };
        let one = BigRational::one();
        let of_white = percent(&known.alpha.low, &known.alpha.high);
        let of_black = percent(&(&one - &known.beta.high), &(&one - &known.beta.low));
        vec![format!("{white} can win with probability {of_white}, {black} with {of_black}{coin}")]
    }

    fn values(&self, text: &mut String, entry: &Entry) {
        let known = &entry.known;
        if let Some(never) = entry.never {
            line(text, endless::value(never), &self.interval(&known.alpha));
        } else if known.is_sharp() {
            line(text, "value", &format!("{} (sharp: the exact border, with no draws)", self.interval(&known.alpha)));
        } else if entry.is_settled {
            let words = "sharp: there are no draws, though only bounds are known of the border";
            line(text, "value", &format!("{} ({words})", self.interval(&known.alpha)));
        } else {
            line(text, "lower value", &self.interval(&known.alpha));
            line(text, "upper value", &self.interval(&known.beta));
            if let Some(gap) = known.gap() {
                let what = match self.has_chance || !self.has_bids {
                    true => "what neither player can be sure of",
                    false => "the game is drawn for shares in it",
                };
                let least = if known.alpha.is_exact() && known.beta.is_exact() { "" } else { "at least " };
                line(text, "gap", &format!("{least}{} ({what})", self.number(&gap)));
            }
        }
        let bids = self.tell.bids(entry);
        let same = entry.never.is_some()
            || known.is_sharp()
            || matches!(&bids, [Some(lower), Some(upper)] if fraction::same(lower, upper));
        let names = if same { ["optimal bid", ""] } else { ["bid, lower", "bid, upper"] };
        for (name, bid) in names.iter().zip(&bids).filter(|(name, _)| !name.is_empty()) {
            if let Some(bid) = bid {
                line(text, name, &format!("{} ({})", self.number(bid), kind_of(entry, bid)));
            }
        }
    }

    fn bound(&self, text: &mut String, entry: &Entry, bound: &Bound) {
        let name = match bound.relation {
            "α ≤" => "lower value at most",
            "β ≥" => "upper value at least",
            "α ≥" => "lower value at least",
            "v ≥" => "value v at least",
            "v ≤" => "value v at most",
            _ => "upper value at most",
        };
        line(text, name, &self.number(&bound.value));
        let reply = &entry.options[bound.reply];
        let (player, leads) = (self.player(bound.planner), self.tell.leads(reply.leads));
        let after = self.number(entry.bound_at(reply));
        line(text, &format!("{player}'s plan"), &format!("{}, to {after} ({leads})", reply.text));
    }

    fn labels(&self, text: &mut String, entry: &Entry) {
        for (side, label) in Side::BOTH.into_iter().zip(entry.known.labels) {
            if let Some(label) = label {
                line(text, &format!("label {}", side.of("T", "T′")), &self.label(entry, side, label));
            }
        }
    }

    /// A label in words.
    pub fn label(&self, entry: &Entry, side: Side, label: Label) -> String {
        let player = self.player(side);
        match label {
            _ if self.tell.verified().head().form.is_narrow() => {
                format!("{label} (evidence for what is stated here)")
            }
            INFINITE => format!("infinite ({player} cannot force a win)"),
            0 if entry.bound.is_some() => "0 (none is needed here)".to_owned(),
            0 if entry.turn.is_none() => "0 (the game is over)".to_owned(),
            0 if entry.never.is_some() => {
                format!("0 ({player} can force no more than a game that never ends is worth)")
            }
            0 => format!("0 ({player} has nothing to gain here)"),
            _ => {
                let moves = if label == 1 { "with the next move".to_owned() } else { format!("within {label} moves") };
                let lucky = match (self.has_bids, self.has_chance) {
                    (true, false) => format!(", if each auction goes {player}'s way"),
                    (true, true) => format!(", if each auction goes {player}'s way and chance helps"),
                    (false, true) => ", with positive probability".to_owned(),
                    (false, false) => format!(", if {} gives nothing away", self.player(side.other())),
                };
                format!("{label} ({player}'s best play ends the game {moves}{lucky})")
            }
        }
    }

    fn turn(&self, text: &mut String, entry: &Entry) {
        let nobody = if self.has_bids { ": nobody bids" } else { "" };
        match entry.turn {
            Some(Turn::Of(side)) => line(text, "turn", &format!("{}'s{nobody}", self.player(side))),
            Some(Turn::Chance) => line(text, "turn", &format!("chance moves{nobody}")),
            Some(Turn::Bid) | None => {}
        }
    }

    fn all_moves(&self, text: &mut String, entry: &Entry) {
        if entry.turn == Some(Turn::Chance) {
            let all: u64 = entry.options.iter().map(|option| option.weight).sum();
            let _ = writeln!(text, "chance's options, with their probability and the value after each");
            for option in &entry.options {
                let name = self.tell.shown(&option.text);
                let probability = format!("{}/{all}", option.weight);
                let _ = writeln!(text, "  {name:<12} {probability:<8} {}", self.after(option));
            }
            return;
        }
        let moves = if self.tell.is_game() { "options" } else { "moves" };
        for side in Side::BOTH {
            let options: Vec<(usize, &Reached)> =
                (0..).zip(&entry.options).filter(|(_, option)| option.by == side).collect();
            if options.is_empty() {
                continue;
            }
            let what = if entry.bound.is_some() { "bound" } else { "value" };
            let _ = writeln!(text, "{}'s {moves}, best first, with the {what} after each", self.player(side));
            let lines: Vec<[String; 3]> =
                options.iter().map(|&(place, option)| self.one_move(entry, place, option)).collect();
            let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
            let widths = [width(0).max(12), width(1)];
            for [name, value, mark] in &lines {
                let row = format!("  {name:<0$} {value:<1$}  {mark}", widths[0], widths[1]);
                let _ = writeln!(text, "{}", row.trim_end());
            }
        }
    }

    /// A move, what is known after it, and whether it is best.
    fn one_move(&self, entry: &Entry, place: usize, option: &Reached) -> [String; 3] {
        let name = self.tell.shown(&option.text);
        match &entry.bound {
            Some(bound) => {
                let leads = self.tell.leads(option.leads);
                let mark = if place == bound.reply { format!("{leads}; the plan") } else { leads };
                [name, self.number(entry.bound_at(option)), mark]
            }
            None => [name, self.after(option), self.mark(entry, place, option.by)],
        }
    }

    fn after(&self, option: &Reached) -> String {
        let Known { alpha, beta, .. } = &option.known;
        match alpha.is_same(beta) {
            true => self.interval(alpha),
            false => format!("lower {}, upper {}", self.interval(alpha), self.interval(beta)),
        }
    }

    /// Whether an option is best, in words; it is, where the bounds of no other one allow more.
    fn mark(&self, entry: &Entry, place: usize, side: Side) -> String {
        let plans = side.of(&entry.plans[0], &entry.plans[1]).as_ref();
        let aims = plans.map(|plans| [&plans.to_win, &plans.not_to_lose]).into_iter().flatten();
        let values: [fn(&Known) -> &Interval; 2] = [|known| &known.alpha, |known| &known.beta];
        let values = side.of(values, [values[1], values[0]]);
        let is_best = |(plan, value): (&Plan, fn(&Known) -> &Interval)| {
            let own = value(&entry.options[place].known);
            let is_less = |other: usize| {
                let value = value(&entry.options[other].known);
                let ends = side.of((&own.low, &value.high), (&value.low, &own.high));
                other != place && fraction::compare(ends.0, ends.1) == Ordering::Less
            };
            plan.options.contains(&place).then(|| !plan.options.iter().any(|other| is_less(*other)))
        };
        let found: Vec<Option<bool>> = aims.zip(values).map(is_best).collect();
        let word = |is_sure: bool| if is_sure { "best" } else { "may be best" };
        match found[..] {
            [Some(win), Some(hold)] if win == hold => word(win).to_owned(),
            [Some(win), Some(hold)] => format!("{} to win, {} not to lose", word(win), word(hold)),
            [Some(win), None] => format!("{} to win", word(win)),
            [None, Some(hold)] => format!("{} not to lose", word(hold)),
            _ => String::new(),
        }
    }

    /// A number as a fraction and as a decimal.
    fn number(&self, number: &BigRational) -> String {
        if number.denom().is_one() {
            return number.numer().to_string();
        }
        let decimal = fraction::decimal(number, DECIMALS);
        match fraction::digits(number.denom()) {
            digits if digits > MOST_DIGITS && !self.full => format!("{decimal} ({digits} digits)"),
            _ => format!("{number} = {decimal}"),
        }
    }

    fn interval(&self, interval: &Interval) -> String {
        if interval.is_exact() {
            return self.number(&interval.low);
        }
        let width = &interval.high - &interval.low;
        // The least power of 2 that is no smaller than the width.
        let power = (width.denom() / width.numer()).bits() - 1;
        format!("{} or up to 2^-{power} more", fraction::decimal(&interval.low, 2 * DECIMALS))
    }

    /// The one value in a sentence, and its fields: `never`, `v`, `v_decimal`, `bid_v`, as those of the whole answer.
    pub fn endless(&self, entry: &Entry) -> Option<(String, Object)> {
        let never = entry.never?;
        let (value, [bid, _]) = (&entry.known.alpha, self.tell.bids(entry));
        let optimal = bid.as_ref().map_or(String::new(), |bid| format!(", optimal bid {}", self.number(bid)));
        let (rule, name) = (capital(&endless::rule(self.tell, never)), endless::value(never));
        let mut object = Object::default();
        object
            .text("never", endless::text(never))
            .json("v", interval_json(value))
            .text("v_decimal", fraction::decimal(&value.low, 2 * DECIMALS))
            .text_or_null("bid_v", bid);
        Some((format!("{rule}: {name} {}{optimal}.", self.interval(value)), object))
    }

    /// The answer as a JSON object on one line. These fields are always there; what is not known is `null`:
    ///
    /// | field | what |
    /// |---|---|
    /// | `position` | the FEN, or the name in a game |
    /// | `meaning` | the sentence |
    /// | `never` | what an endless play is worth, such as `1/2`: then there is one value `v`, and what is said of `lower` and `upper` is `null`; else `null` |
    /// | `sharp` | whether the lower value is the upper one; `null` if that is not known |
    /// | `lower`, `upper` | the values: a fraction as a text, or a list of two if bounds are known |
    /// | `v` | the one value, in the place of both |
    /// | `lower_decimal`, `upper_decimal`, `v_decimal` | their first decimals, cut off |
    /// | `bid_lower`, `bid_upper`, `bid_v` | the optimal bids |
    /// | `kind` | `zugzwang`, `quiescent` or `null` |
    /// | `white_label`, `black_label` | `T` and `T′`: a number, or `"infinite"`; of games `left_label` and `right_label`, as the players are called there |
    /// | `bound` | of a plan: `relation`, `value`, `player`, `move` |
    /// | `turn` | `bid`, `white` or `left`, `black` or `right`, `chance`; `null` where the game is over |
    /// | `white_moves`, `black_moves`, `chance_moves` | of games `left_moves` and `right_moves`: lists of objects, best first: `move`, `squares`, `lower`, `upper`, `v`, `best_to_win`, `best_not_to_lose`, `weight` |
    pub fn json(&self, entry: &Entry) -> Object {
        let Known { alpha, beta, labels } = &entry.known;
        let is_sharp = entry.known.is_sharp() || entry.is_settled;
        let sharp = if is_sharp { Some(true) } else { entry.known.gap().map(|_| false) };
        let is_one = entry.never.is_some();
        let kind = match () {
            () if entry.is_zugzwang() => Some("zugzwang"),
            () if entry.is_quiescent() => Some("quiescent"),
            () => None,
        };
        let [bid_lower, bid_upper] = if entry.bound.is_some() { [None, None] } else { self.tell.bids(entry) };
        let [first, second] = players(self.tell);
        let turn = entry.turn.map(|turn| match turn {
            Turn::Bid => "bid",
            Turn::Of(side) => side.of(&*first, &*second),
            Turn::Chance => "chance",
        });
        let mut object = Object::default();
        object
            .text("position", &entry.name)
            .text("meaning", self.meaning(entry))
            .text_or_null("never", entry.never.map(endless::text))
            .json_or_null("sharp", sharp.filter(|_| !is_one));
        values_json(&mut object, &entry.known, is_one);
        let decimal =
            |interval: &Interval, is_there: bool| is_there.then(|| fraction::decimal(&interval.low, 2 * DECIMALS));
        object
            .text_or_null("lower_decimal", decimal(alpha, !is_one))
            .text_or_null("upper_decimal", decimal(beta, !is_one))
            .text_or_null("v_decimal", decimal(alpha, is_one))
            .text_or_null("bid_lower", bid_lower.as_ref().filter(|_| !is_one))
            .text_or_null("bid_upper", bid_upper.filter(|_| !is_one))
            .text_or_null("bid_v", bid_lower.as_ref().filter(|_| is_one))
            .text_or_null("kind", kind.filter(|_| entry.bound.is_none()))
            .json_or_null(&format!("{first}_label"), labels[0].map(label_json))
            .json_or_null(&format!("{second}_label"), labels[1].map(label_json))
            .json_or_null("bound", entry.bound.as_ref().map(|bound| bound_json(entry, bound)))
            .text_or_null("turn", turn);
        let chance = entry.turn == Some(Turn::Chance);
        let moves = |wanted: Option<Side>| {
            let own = |option: &Reached| if chance { wanted.is_none() } else { wanted == Some(option.by) };
            let options = (0..).zip(&entry.options).filter(|(_, option)| own(option));
            list(options.map(|(place, option)| move_json(entry, place, option)))
        };
        object
            .json(&format!("{first}_moves"), moves(Some(Side::White)))
            .json(&format!("{second}_moves"), moves(Some(Side::Black)))
            .json("chance_moves", moves(None));
        object
    }
}

/// Whether an option of a side is among its best ones to win, and among its best ones not to lose.
pub fn best(entry: &Entry, place: usize, side: Side) -> [bool; 2] {
    let plans = side.of(&entry.plans[0], &entry.plans[1]).as_ref();
    plans.map_or([false; 2], |plans| [&plans.to_win, &plans.not_to_lose].map(|plan| plan.options.contains(&place)))
}

/// Adds the values: both, or the one that there is.
fn values_json(object: &mut Object, known: &Known, is_one: bool) {
    let [lower, upper] = [&known.alpha, &known.beta].map(|value| (!is_one).then(|| interval_json(value)));
    let v = is_one.then(|| interval_json(&known.alpha));
    object.json_or_null("lower", lower).json_or_null("upper", upper).json_or_null("v", v);
}

/// What a side does whose money suffices.
fn wins_or_holds(is_held: bool) -> &'static str {
    if is_held { "does not lose" } else { "wins" }
}

/// The sentence says once what the percentages are of.
fn of_money(mut parts: Vec<String>) -> Vec<String> {
    if let Some(part) = parts.iter_mut().find(|part| part.ends_with('%')) {
        part.push_str(" of the money");
    }
    if parts.is_empty() {
        parts.push("nothing is known of the values here".to_owned());
    }
    parts
}

/// A line with a name and what it stands for.
fn line(text: &mut String, name: &str, what: &str) {
    let _ = writeln!(text, "{name:<14} {what}");
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a bid says of the position.
pub fn kind_of(entry: &Entry, bid: &BigRational) -> &'static str {
    match bid {
        bid if bid.is_negative() && entry.is_zugzwang() => "zugzwang: both players want the other to move",
        bid if bid.is_negative() => "both players want the other to move",
        bid if bid.is_zero() && entry.is_quiescent() => "quiescent: the move is worth nothing",
        bid if bid.is_zero() => "the move is worth nothing",
        _ => "what the move is worth to either player",
    }
}

/// A share greater than 0, rounded down to a percentage greater than 0.
fn low(share: &BigRational) -> String {
    let percent = |places| fraction::percent(share, places, false);
    let places = (PERCENT_DECIMALS..MOST_PERCENT_DECIMALS).find(|&places| percent(places) != "0 %");
    percent(places.unwrap_or(MOST_PERCENT_DECIMALS))
}

/// A share less than 1, rounded up to a percentage less than 100.
fn high(share: &BigRational) -> String {
    let percent = |places| fraction::percent(share, places, true);
    let places = (PERCENT_DECIMALS..MOST_PERCENT_DECIMALS).find(|&places| percent(places) != "100 %");
    percent(places.unwrap_or(MOST_PERCENT_DECIMALS))
}

/// The sentence that the game is drawn for shares between two numbers.
fn drawn(low: &BigRational, high: &BigRational) -> String {
    if low.is_zero() && high.is_one() {
        return "the game is drawn unless one player holds all the money".to_owned();
    }
    let scaled = |places: u32, x: &BigRational, up: bool| {
        let x = x * BigInt::from(10).pow(places + 2);
        if up { x.ceil() } else { x.floor() }
    };
    let is_room = |&places: &u32| scaled(places, low, true) < scaled(places, high, false);
    match (PERCENT_DECIMALS..MOST_PERCENT_DECIMALS).find(is_room) {
        Some(places) => {
            let [low, high] = [(low, true), (high, false)].map(|(x, up)| fraction::percent(x, places, up));
            format!("between {low} and {high} the game is drawn")
        }
        None => "between the two values the game is drawn".to_owned(),
    }
}

/// A value as a JSON string; both ends where it is not known exactly.
pub fn interval_json(interval: &Interval) -> String {
    match interval.is_exact() {
        true => quoted(&interval.low.to_string()),
        false => list([&interval.low, &interval.high].map(|end| quoted(&end.to_string())).iter()),
    }
}

/// A label as JSON.
pub fn label_json(label: Label) -> String {
    if label == INFINITE { quoted("infinite") } else { label.to_string() }
}

fn bound_json(entry: &Entry, bound: &Bound) -> Object {
    let mut object = Object::default();
    object.text("relation", bound.relation).text("value", &bound.value);
    object.text("player", bound.planner.of("white", "black")).text("move", &entry.options[bound.reply].text);
    object
}

fn move_json(entry: &Entry, place: usize, option: &Reached) -> Object {
    let [to_win, not_to_lose] = best(entry, place, option.by);
    let mut object = Object::default();
    object.text("move", &option.text).text("squares", &option.step);
    values_json(&mut object, &option.known, entry.never.is_some());
    object.json("best_to_win", to_win).json("best_not_to_lose", not_to_lose).json("weight", option.weight);
    object
}

/// The position as a row of a table, with the columns of [`columns`].
pub(crate) fn cells(tell: &dyn Sheet, entry: &Entry) -> Vec<String> {
    let Known { alpha, beta, labels } = &entry.known;
    let bids = if entry.bound.is_some() { [None, None] } else { tell.bids(entry) };
    // Of one value one column each: both are the same.
    let columns = if entry.never.is_some() { 1 } else { 2 };
    let mut fields = vec![entry.name.clone()];
    fields.extend([alpha, beta].into_iter().take(columns).map(ToString::to_string));
    fields.extend([alpha, beta].into_iter().take(columns).map(decimals));
    let bids = bids.iter().take(columns);
    fields.extend(bids.map(|bid| bid.as_ref().map_or(String::new(), ToString::to_string)));
    fields.extend(labels.map(|label| label.map_or(String::new(), label_text)));
    for side in Side::BOTH {
        fields.extend((0..columns).map(|aim| best_moves(entry, side, aim).join(" ")));
    }
    fields
}

/// The columns of a row of values.
pub(crate) fn columns(tell: &(impl Sheet + ?Sized)) -> &'static [&'static str] {
    let named = if tell.is_game() { COLUMNS_OF_GAMES } else { COLUMNS };
    named[usize::from(tell.verified().head().never.is_some())]
}

/// The columns where there are two values, and where there is one, that of an endless play being given; as the players are called.
macro_rules! columns {
    ($first:literal, $second:literal) => {
        [
            &[
                "position",
                "lower",
                "upper",
                "lower_decimal",
                "upper_decimal",
                "bid_lower",
                "bid_upper",
                concat!($first, "_label"),
                concat!($second, "_label"),
                concat!($first, "_best_to_win"),
                concat!($first, "_best_not_to_lose"),
                concat!($second, "_best_to_win"),
                concat!($second, "_best_not_to_lose"),
            ],
            &[
                "position",
                "v",
                "v_decimal",
                "bid",
                concat!($first, "_label"),
                concat!($second, "_label"),
                concat!($first, "_best"),
                concat!($second, "_best"),
            ],
        ]
    };
}

const COLUMNS: [&[&str]; 2] = columns!("white", "black");
const COLUMNS_OF_GAMES: [&[&str]; 2] = columns!("left", "right");

/// The players as they are called in the names of fields: `white` and `black` of chess, `left` and `right` of games.
pub fn players(tell: &(impl Sheet + ?Sized)) -> [String; 2] {
    Side::BOTH.map(|side| tell.player(side).trim_start_matches("the ").to_lowercase())
}

/// Where a value lies, in decimals: one number if its ends are the same as far as these go.
fn decimals(value: &Interval) -> String {
    let [low, high] = [&value.low, &value.high].map(|end| fraction::decimal(end, 2 * DECIMALS));
    if low == high { low } else { format!("{low}..{high}") }
}

/// The best moves of a player, to win (0) or not to lose (1).
pub fn best_moves(entry: &Entry, side: Side, aim: usize) -> Vec<&str> {
    let options =
        (0..).zip(&entry.options).filter(|(place, option)| option.by == side && best(entry, *place, side)[aim]);
    options.map(|(_, option)| option.text.as_str()).collect()
}

/// The answer as text. What stands in the file of a game is shown in quotation marks, with nothing in it that a terminal would obey.
pub(crate) fn text(tell: &dyn Sheet, entry: &Entry) -> String {
    let mut text = format!("{}\n", tell.shown(&entry.name));
    if let Some(bound) = &entry.bound {
        text += &format!("bound: {} {}\n", bound.relation, bound.value);
        let player = tell.player(bound.planner);
        text += &format!("{player}'s best: {}\n", reached(tell, entry, &entry.options[bound.reply]));
        for side in Side::BOTH {
            let options = entry.options_of(side).map(|option| format!("\n  {}", reached(tell, entry, option)));
            text += &format!("{}'s options:{}\n", tell.player(side), options.collect::<String>());
        }
        return text;
    }
    let sharp = if entry.known.is_sharp() || entry.is_settled { " (sharp)" } else { "" };
    match entry.never {
        Some(never) => {
            text += &format!("{}: {}\n{}\n", endless::value(never), entry.known.alpha, endless::rule(tell, never));
        }
        None => text += &format!("lower value: {}\nupper value: {}{sharp}\n", entry.known.alpha, entry.known.beta),
    }
    for (side, label) in Side::BOTH.into_iter().zip(entry.known.labels) {
        if let Some(label) = label {
            let player = tell.player(side).to_lowercase();
            text += &format!("{player} label {}: {}\n", side.of("T", "T′"), label_text(label));
        }
    }
    let options = if tell.is_game() { "options" } else { "moves" };
    for (side, plans) in Side::BOTH.into_iter().zip(&entry.plans) {
        for (aim, plan, value) in plans.iter().flat_map(|plans| aims(entry, side, &plans.to_win, &plans.not_to_lose)) {
            let best = plan.options.iter().map(|&place| &entry.options[place]);
            let best = best.map(|option| format!("\n  {} to {}", tell.shown(&option.text), value(option)));
            let aim = aim.map_or(String::new(), |aim| format!(" {aim}"));
            let player = tell.player(side);
            text += &format!("{player}'s best {options}{aim}:{}\n", best.collect::<String>());
        }
    }
    if entry.plans.iter().all(Option::is_none) && !entry.options.is_empty() {
        let all: u64 = entry.options.iter().map(|option| option.weight).sum();
        let option = |option: &Reached| {
            let name = tell.shown(&option.text);
            let Known { alpha, beta, .. } = &option.known;
            let values = if entry.never.is_some() { alpha.to_string() } else { format!("α {alpha}, β {beta}") };
            format!("\n  {name} with weight {}/{all}, {values}", option.weight)
        };
        text += &format!("chance:{}\n", entry.options.iter().map(option).collect::<String>());
    }
    text
}

/// The answer as fields of the receipt.
pub(crate) fn add(tell: &dyn Sheet, entry: &Entry, object: &mut Object) {
    object.text("at", &entry.name);
    let options = if tell.is_game() { "options" } else { "moves" };
    let name = if tell.is_game() { "option" } else { "move" };
    if let Some(bound) = &entry.bound {
        let option = |option: &Reached| {
            let mut object = Object::default();
            object.text("move", &option.text).text("bound", entry.bound_at(option));
            object.text("place", tell.leads(option.leads));
            object
        };
        object.text("at_bound", &bound.value).json("reply", option(&entry.options[bound.reply]));
        for side in Side::BOTH {
            let all = list(entry.options_of(side).map(option));
            object.json(&format!("{}_options", tell.player(side).to_lowercase()), all);
        }
        return;
    }
    values_json(object, &entry.known, entry.never.is_some());
    for (side, label) in Side::BOTH.into_iter().zip(entry.known.labels) {
        let player = tell.player(side).to_lowercase();
        object.json_or_null(&format!("{player}_label"), label.filter(|&label| label != INFINITE));
    }
    for (side, plans) in Side::BOTH.into_iter().zip(&entry.plans) {
        for (aim, plan, value) in plans.iter().flat_map(|plans| aims(entry, side, &plans.to_win, &plans.not_to_lose)) {
            let option = |&place: &usize| {
                let mut object = Object::default();
                object
                    .text(name, &entry.options[place].text)
                    .json("value", interval_json(value(&entry.options[place])));
                object
            };
            let aim = aim.map_or(String::new(), |aim| format!("_{}", aim.replace(' ', "_")));
            let player = tell.player(side).to_lowercase();
            object.json(&format!("{player}_{options}{aim}"), list(plan.options.iter().map(option)));
        }
    }
}

type Aim<'a> = (Option<&'static str>, &'a Plan, fn(&Reached) -> &Interval);

/// The best options of a player under one name where they are the same for both aims, with the same values, else under one for each.
fn aims<'a>(entry: &Entry, side: Side, to_win: &'a Plan, not_to_lose: &'a Plan) -> Vec<Aim<'a>> {
    let alpha: fn(&Reached) -> &Interval = |option| &option.known.alpha;
    let beta: fn(&Reached) -> &Interval = |option| &option.known.beta;
    let (near, far) = side.of((alpha, beta), (beta, alpha));
    let same = |&place: &usize| {
        let option = &entry.options[place];
        not_to_lose.options.contains(&place) && near(option).is_same(far(option))
    };
    match to_win.options.len() == not_to_lose.options.len() && to_win.options.iter().all(same) {
        true => vec![(None, to_win, near)],
        false => vec![(Some("to win"), to_win, near), (Some("not to lose"), not_to_lose, far)],
    }
}

/// An option in a plan: where it leads, and the bound there.
fn reached(tell: &dyn Sheet, entry: &Entry, option: &Reached) -> String {
    format!("{} to {} ({})", option.text, entry.bound_at(option), tell.leads(option.leads))
}

fn label_text(label: Label) -> String {
    if label == INFINITE { "infinite".to_owned() } else { label.to_string() }
}
