//! Two kinds of money to play for: shares, which can be divided at will, and whole chips with a star.

use std::fmt::Write as _;

use checker::chess::{Board, Placement};
use checker::theorem::Side;
use games::chips as rules;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use report::claims::chips::{self, Held, Star};
use report::entry::{self, Entry, Known};
use report::{fraction, notation};
use solver::escape::short;

use super::Table;
use super::strategy::{self, Decision, Sure};

/// What somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A share of 1.
    Share(BigRational),
    /// Half units of chips: the star counts as one.
    Held(u64),
}

/// What the player offers.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The bid: a share, or chips.
    bid: BigRational,
    /// With chips, whether the star is to be used after equal bids.
    star: bool,
    /// The place of the move among the options.
    option: usize,
}

/// What came of an auction.
pub struct Outcome {
    /// In a sentence.
    pub said: String,
    /// The place of the option that is taken.
    pub option: usize,
    /// What White holds now.
    pub white: Amount,
}

/// A kind of money.
pub trait Auction {
    /// What is special about it, in a sentence or two.
    fn rules(&self) -> String;

    /// What the player holds at the start.
    fn read_start(&self, text: Option<&str>) -> Result<Amount, String>;

    /// What the other player holds.
    fn rest(&self, amount: &Amount) -> Amount;

    /// As people write it.
    fn text(&self, amount: &Amount) -> String;

    /// The auction at a position: the table, the position, the player's side, what White holds.
    fn turn<'a>(
        &'a self,
        table: &Table,
        board: Board,
        placement: &Placement,
        side: Side,
        white: &Amount,
    ) -> Result<Box<dyn Turn + 'a>, String>;
}

/// One auction; what the computer bids is decided already.
pub trait Turn {
    /// The player's moves.
    fn moves(&self) -> String;

    /// What the table says, and a right bid for the player.
    fn hint(&self) -> String;

    /// Why the computer bid what it bid.
    fn why(&self) -> String;

    /// Reads a bid and a move.
    fn offer(&self, text: &str) -> Result<Offer, String>;

    /// Opens both bids.
    fn auction(&self, offer: &Offer) -> Outcome;

    /// Whose an option is, and the number of its move.
    fn option(&self, place: usize) -> (Side, u32);
}

/// A bid and a move, from a line: both as texts.
fn words(text: &str) -> Result<(&str, &str), String> {
    let required = || format!("found {:?}, required a bid and a move, such as: 6 Ka3", short(text));
    let (bid, name) = text.split_once(char::is_whitespace).ok_or_else(required)?;
    let name = name.trim();
    if name.contains(char::is_whitespace) { Err(required()) } else { Ok((bid, name)) }
}

/// Finds a move by its name, with or without the sign for a capture, or by its squares.
fn find(name: &str, moves: &[(usize, String, String)]) -> Result<usize, String> {
    let plain = |text: &str| text.replace('x', "").to_lowercase();
    let exact = moves.iter().find(|(_, text, step)| text == name || step == name);
    let found = exact.or_else(|| moves.iter().find(|(_, text, _)| plain(text) == plain(name)));
    found.map(|(place, ..)| *place).ok_or_else(|| {
        let all: Vec<&str> = moves.iter().map(|(_, text, _)| text.as_str()).collect();
        format!("{:?} is none of your moves: {}", short(name), all.join(", "))
    })
}

/// A number from 0 on, as people write it: 6, 6.25 or 25/4.
fn number(text: &str) -> Option<BigRational> {
    fraction::read(text).filter(|number| !number.is_negative())
}

/// Shares of the money, called by their part of a total.
pub struct Shares {
    total: BigRational,
}

/// Denominators from here on are shown as decimals.
const LONG: u32 = 10_000;

impl Shares {
    pub fn new(total: u32) -> Self {
        Self { total: BigRational::from(BigInt::from(total)) }
    }

    /// A share in units of the total: `60 5/32`, or a decimal that is cut off.
    fn units(&self, share: &BigRational) -> String {
        let amount = share * &self.total;
        if *amount.denom() >= BigInt::from(LONG) {
            return fraction::decimal(&amount, 4);
        }
        let (whole, rest) = (amount.trunc(), amount.fract());
        match (rest.is_zero(), whole.is_zero()) {
            (true, _) => whole.to_string(),
            (false, true) => rest.to_string(),
            (false, false) => format!("{whole} {}", rest.abs()),
        }
    }

    /// Where Black's border lies.
    fn border(&self, known: &Known) -> String {
        match known.is_sharp() {
            true => self.units(&known.alpha.low),
            false => format!("{} to {}", self.units(&known.alpha.low), self.units(&known.beta.low)),
        }
    }
}

impl Auction for Shares {
    fn rules(&self) -> String {
        format!("All the money is called {}, and can be divided at will; if the bids are equal, you move.", self.total)
    }

    fn read_start(&self, text: Option<&str>) -> Result<Amount, String> {
        let Some(text) = text else { return Ok(Amount::Share(BigRational::new(1.into(), 2.into()))) };
        let required =
            || format!("found {}, required an amount from 0 to {}, such as 60 or 121/2", short(text), self.total);
        let amount = number(text).filter(|amount| *amount <= self.total).ok_or_else(required)?;
        Ok(Amount::Share(amount / &self.total))
    }

    fn rest(&self, amount: &Amount) -> Amount {
        Amount::Share(BigRational::one() - share(amount))
    }

    fn text(&self, amount: &Amount) -> String {
        self.units(share(amount))
    }

    fn turn<'a>(
        &'a self,
        table: &Table,
        board: Board,
        placement: &Placement,
        side: Side,
        white: &Amount,
    ) -> Result<Box<dyn Turn + 'a>, String> {
        let entry = entry::at_placement(table, board, placement).map_err(|error| error.to_string())?;
        if !strategy::is_playable(&entry) {
            return Err(
                "the table has bounds, and to play takes exact values, which are made where their denominators are short: `solve endgame` without --enclosure tells"
                    .to_owned(),
            );
        }
        let white = share(white).clone();
        let of = |side: Side| side.of(white.clone(), BigRational::one() - &white);
        let [own, other] = [side, side.other()].map(|side| strategy::decide(&entry, side, &of(side), &self.total));
        Ok(Box::new(ShareTurn { money: self, entry, side, white, own, other }))
    }
}

fn share(amount: &Amount) -> &BigRational {
    match amount {
        Amount::Share(share) => share,
        Amount::Held(_) => unreachable!("shares are played for"),
    }
}

struct ShareTurn<'a> {
    money: &'a Shares,
    entry: Entry,
    side: Side,
    white: BigRational,
    /// What would be right for the player.
    own: Decision,
    /// What the computer does.
    other: Decision,
}

impl ShareTurn<'_> {
    fn held(&self, side: Side) -> BigRational {
        side.of(self.white.clone(), BigRational::one() - &self.white)
    }

    /// The border, the best moves, and half of the difference.
    fn values(&self) -> String {
        let money = self.money;
        let [white, black] = if self.side == Side::White { [&self.own, &self.other] } else { [&self.other, &self.own] };
        let best = |decision: &Decision| {
            let option = &self.entry.options[decision.option];
            format!("{}, which leads to {}", option.text, money.border(&option.known))
        };
        let border = match self.entry.known.is_sharp() {
            true => format!(
                "Black's {} is the border: White wins below it, Black above it.",
                money.border(&self.entry.known)
            ),
            false => format!(
                "White wins if Black holds less than {}, Black wins with more than {}; between them the game is drawn.",
                money.units(&self.entry.known.alpha.low),
                money.units(&self.entry.known.beta.low)
            ),
        };
        format!("{border}\nWhite's best move is {}; Black's is {}.\n", best(white), best(black))
    }
}

impl Turn for ShareTurn<'_> {
    fn moves(&self) -> String {
        let own: Vec<&str> = self.entry.options_of(self.side).map(|option| option.text.as_str()).collect();
        format!("Your moves: {}\n", own.join(", "))
    }

    fn hint(&self) -> String {
        let Decision { bid, option, sure, .. } = &self.own;
        let sure = match sure {
            Sure::Win => "You can win",
            Sure::Draw => "You need not lose",
            Sure::Nothing => "You have too little, and have to hope",
        };
        let bid = if bid.is_negative() {
            "0 (the move is worth less than nothing)".to_owned()
        } else {
            self.money.units(bid)
        };
        format!("{}{sure}: bid {bid} with {}.\n", self.values(), self.entry.options[*option].text)
    }

    fn why(&self) -> String {
        let Decision { bid, fair, sure, label, .. } = &self.other;
        let money = self.money;
        let [own, other] = [self.side.other(), self.side].map(|side| money.units(&self.held(side)));
        let mut text = format!("I held {own}, you held {other}. {}", self.values());
        let _ = write!(text, "Half of the difference is {}: the fair bid. ", money.units(fair));
        let reason = match (sure, label) {
            _ if fair.is_negative() => "it is below 0, because each of us would rather have the other move".to_owned(),
            (Sure::Win, Some(label)) if bid > fair => {
                format!("a little more, because I can win, and this move brings me nearer to the end ({label} to go)")
            }
            (Sure::Win, Some(label)) if bid < fair => format!(
                "a little less, because I can win, and your move brings me nearer to the end, too ({label} to go)"
            ),
            (Sure::Win, _) => "I can win with it".to_owned(),
            (Sure::Draw, _) => "I do not lose with it".to_owned(),
            (Sure::Nothing, _) => "I have too little, and hope that you err".to_owned(),
        };
        let _ = writeln!(text, "I bid {}: {reason}.", money.units(&bid.clone().max(BigRational::zero())));
        text
    }

    fn offer(&self, text: &str) -> Result<Offer, String> {
        let (bid, name) = words(text)?;
        let held = self.held(self.side);
        let required = || {
            format!(
                "found the bid {:?}, required an amount such as 6, 6.25 or 25/4; you have {}",
                short(bid),
                self.money.units(&held)
            )
        };
        let bid = number(bid).map(|bid| bid / &self.money.total).filter(|bid| *bid <= held).ok_or_else(required)?;
        let own = self.entry.options.iter().enumerate().filter(|(_, option)| option.by == self.side);
        let moves: Vec<_> = own.map(|(place, option)| (place, option.text.clone(), option.step.clone())).collect();
        Ok(Offer { bid, star: false, option: find(name, &moves)? })
    }

    fn auction(&self, offer: &Offer) -> Outcome {
        let money = self.money;
        let bid = self.other.bid.clone().max(BigRational::zero());
        let [own, other] = [&offer.bid, &bid].map(|bid| money.units(bid));
        let (buyer, price, option) = match offer.bid >= bid {
            true => (self.side, &offer.bid, offer.option),
            false => (self.side.other(), &bid, self.other.option),
        };
        let name = &self.entry.options[option].text;
        let said = match buyer == self.side {
            true => format!("I bid {other}. You pay {own} and play {name}."),
            false => format!("I bid {other}, I pay it to you, and I play {name}."),
        };
        let white = if buyer == Side::White { &self.white - price } else { &self.white + price };
        Outcome { said, option, white: Amount::Share(white) }
    }

    fn option(&self, place: usize) -> (Side, u32) {
        let option = &self.entry.options[place];
        (option.by, option.name)
    }
}

/// Whole chips, so many in all.
pub struct Chips {
    chips: u64,
}

impl Chips {
    pub fn new(chips: u64) -> Self {
        Self { chips }
    }
}

fn held(amount: &Amount) -> u64 {
    match amount {
        Amount::Held(held) => *held,
        Amount::Share(_) => unreachable!("chips are played for"),
    }
}

impl Auction for Chips {
    fn rules(&self) -> String {
        format!(
            "There are {} chips and a star (*). After equal bids whoever has the star chooses: move and give the bid and the star away, or keep the star and let the other move. \
             Write 6* to use it, 6 to keep it.",
            self.chips
        )
    }

    fn read_start(&self, text: Option<&str>) -> Result<Amount, String> {
        let Some(text) = text else { return Ok(Amount::Held(2 * (self.chips / 2) + 1)) };
        let required = || {
            format!(
                "found {}, required a number of chips from 0 to {}, with a * behind it if the star is among them",
                short(text),
                self.chips
            )
        };
        let held = Held::read(text).filter(|held| held.chips() <= self.chips).ok_or_else(required)?;
        Ok(Amount::Held(held.0))
    }

    fn rest(&self, amount: &Amount) -> Amount {
        Amount::Held(2 * self.chips + 1 - held(amount))
    }

    fn text(&self, amount: &Amount) -> String {
        Held(held(amount)).to_string()
    }

    fn turn<'a>(
        &'a self,
        table: &Table,
        board: Board,
        placement: &Placement,
        side: Side,
        white: &Amount,
    ) -> Result<Box<dyn Turn + 'a>, String> {
        let stated: &rules::Chips = table.subject().downcast_ref().ok_or("found another auction, required chips")?;
        let entry = chips::at_placement(table, stated, board, placement).map_err(|error| error.to_string())?;
        let names: Vec<(Side, u32)> =
            notation::options(board, placement).iter().map(|(by, name, _)| (*by, *name)).collect();
        let steps = names.iter().map(|(_, name)| notation::step(board, *name)).collect();
        let white = held(white);
        let of = |side: Side| side.of(white, 2 * self.chips + 1 - white);
        let plan = |by: Side| Plan::new(&entry, stated.auction, by, of(by));
        let [own, other] = [plan(side), plan(side.other())];
        Ok(Box::new(ChipTurn { all: 2 * self.chips + 1, entry, names, steps, side, white, own, other }))
    }
}

/// What a player does with chips.
struct Plan {
    /// What the table promises; none if the opponent wins whatever is done.
    wins: Option<bool>,
    bid: u64,
    /// The move after the bid has been paid, and after the star has been given with it.
    moves: [usize; 2],
    /// Whether the star is used after equal bids.
    star: bool,
}

impl Plan {
    fn new(entry: &chips::Entry, auction: rules::Auction, side: Side, holds: u64) -> Self {
        // Where nothing is promised: the move after which this side needs least.
        let least = || {
            let own = entry.options.iter().enumerate().filter(|(_, option)| option.by == side);
            let needs = |option: &chips::Reached| side.of(&option.lines[0], &option.lines[1])[0].threshold;
            own.min_by_key(|(_, option)| needs(option)).map(|(place, _)| place).expect("a side always has an option")
        };
        match entry.advice(auction, side, holds) {
            Some(advice) => {
                let first =
                    |places: &[usize]| places.iter().copied().find(|place| *place != usize::MAX).unwrap_or_else(least);
                Self {
                    wins: Some(advice.wins),
                    bid: advice.bid.min(holds / 2),
                    moves: [first(&advice.bought), first(&advice.with_star)],
                    star: advice.star == Some(Star::Use),
                }
            }
            None => Self { wins: None, bid: (holds / 2).div_ceil(4), moves: [least(), least()], star: holds % 2 == 1 },
        }
    }
}

struct ChipTurn {
    /// Half units of both.
    all: u64,
    entry: chips::Entry,
    names: Vec<(Side, u32)>,
    steps: Vec<String>,
    side: Side,
    white: u64,
    own: Plan,
    other: Plan,
}

impl ChipTurn {
    fn held(&self, side: Side) -> u64 {
        side.of(self.white, self.all - self.white)
    }

    fn needs(&self) -> String {
        let needs = |side: Side| {
            let [without, with] = side.of(&self.entry.lines[0], &self.entry.lines[1]);
            let name = side.of("White", "Black");
            match without.threshold.min(with.threshold) > self.all {
                true => format!("{name} cannot force a win."),
                false => format!(
                    "{name} wins with {} or more, or with the star from {} on.",
                    Held(without.threshold),
                    Held(with.threshold)
                ),
            }
        };
        format!("{}\n{}\n", needs(Side::White), needs(Side::Black))
    }

    fn promise(plan: &Plan) -> &'static str {
        match plan.wins {
            Some(true) => "win",
            Some(false) => "draw",
            None => "nothing",
        }
    }
}

impl Turn for ChipTurn {
    fn moves(&self) -> String {
        let own = self.entry.options.iter().filter(|option| option.by == self.side);
        format!("Your moves: {}\n", own.map(|option| option.text.as_str()).collect::<Vec<_>>().join(", "))
    }

    fn hint(&self) -> String {
        let Plan { bid, moves, star, .. } = &self.own;
        let said = match Self::promise(&self.own) {
            "win" => "You can win",
            "draw" => "You need not lose",
            _ => "You have too little, and have to hope",
        };
        let mark = if *star { "*" } else { "" };
        format!(
            "{}{said}: bid {bid}{mark} with {}.\n",
            self.needs(),
            self.entry.options[moves[usize::from(*star)]].text
        )
    }

    fn why(&self) -> String {
        let [own, other] = [self.side.other(), self.side].map(|side| Held(self.held(side)));
        let reason = match Self::promise(&self.other) {
            "win" => "with this bid I win, whatever you do",
            "draw" => "with this bid I do not lose, whatever you do",
            _ => "I had too little, and hoped that you err",
        };
        format!("I held {own}, you held {other}. {}I bid {}: {reason}.\n", self.needs(), self.other.bid)
    }

    fn offer(&self, text: &str) -> Result<Offer, String> {
        let (bid, name) = words(text)?;
        let holds = Held(self.held(self.side));
        let required = || {
            format!(
                "found the bid {:?}, required a whole number of chips, with a * to use the star; you have {holds}",
                short(bid)
            )
        };
        let bid = Held::read(bid)
            .filter(|bid| bid.chips() <= holds.chips() && (!bid.has_star() || holds.has_star()))
            .ok_or_else(required)?;
        let own = self.entry.options.iter().enumerate().filter(|(_, option)| option.by == self.side);
        let moves: Vec<_> =
            own.map(|(place, option)| (place, option.text.clone(), self.steps[place].clone())).collect();
        Ok(Offer {
            bid: BigRational::from(BigInt::from(bid.chips())),
            star: bid.has_star(),
            option: find(name, &moves)?,
        })
    }

    fn auction(&self, offer: &Offer) -> Outcome {
        let own = u64::try_from(offer.bid.to_integer()).expect("at most what there is");
        let other = self.other.bid;
        let has_star = self.held(self.side) % 2 == 1;
        // Who buys, and whether the star is given with the bid.
        let (buyer, with_star) = match own.cmp(&other) {
            std::cmp::Ordering::Greater => (self.side, false),
            std::cmp::Ordering::Less => (self.side.other(), false),
            std::cmp::Ordering::Equal => match (has_star, offer.star, self.other.star) {
                (true, true, _) => (self.side, true),
                (true, false, _) => (self.side.other(), false),
                (false, _, true) => (self.side.other(), true),
                (false, _, false) => (self.side, false),
            },
        };
        let price = 2 * own.max(other) + u64::from(with_star);
        let option = if buyer == self.side { offer.option } else { self.other.moves[usize::from(with_star)] };
        let name = &self.entry.options[option].text;
        let star = if with_star { " and the star" } else { "" };
        let said = match buyer == self.side {
            true => format!("I bid {other}. You pay {own}{star} and play {name}."),
            false => format!("I bid {other}, I pay it{star} to you, and I play {name}."),
        };
        let white = if buyer == Side::White { self.white - price } else { self.white + price };
        Outcome { said, option, white: Amount::Held(white) }
    }

    fn option(&self, place: usize) -> (Side, u32) {
        self.names[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_amounts() {
        for (text, found) in [("6", "6"), ("6.25", "25/4"), ("25/4", "25/4"), ("0", "0")] {
            assert_eq!(number(text).map(|number| number.to_string()).as_deref(), Some(found));
        }
        for wrong in ["", "-1", "1/0", "6.", "six", "1/2/3"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
        let shares = Shares::new(100);
        let text = |text: &str| shares.units(&text.parse().unwrap());
        assert_eq!([text("77/128"), text("1/2"), text("1/128"), text("0")], ["60 5/32", "50", "25/32", "0"]);
    }
}
