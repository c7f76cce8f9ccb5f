//! What one position of an endless game is worth, in words.

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::chips::Place;
use super::{About, ratio};
use crate::claims::chips::Held;
use crate::escape::quoted;
use crate::fraction;
use crate::json::Object;
use crate::sheet::Answer;
use checker::numbers::{Fraction, at};
use checker::theorem::{Side, Turn};
use games::aims::chips::EndlessChips;
use games::aims::least::{Body, Secured};
use games::aims::mean::{self, Mean};
use games::aims::parity::{Parity, bad};

/// A position of an endless game.
pub(super) struct Position<'a> {
    pub about: About<'a>,
    pub number: u32,
    /// What Left holds of whole chips.
    pub held: Option<Held>,
}

/// A fraction from 0 to 1.
pub(super) fn share(fraction: Fraction) -> BigRational {
    BigRational::new(fraction.numerator.into(), fraction.denominator.into())
}

/// The average that a statement is about.
pub(super) fn average(body: &Body) -> BigRational {
    let (numerator, denominator) = body.average();
    BigRational::new(numerator.into(), denominator.into())
}

/// The least and the greatest mean payoff.
pub(super) fn range(mean: &Mean) -> [BigRational; 2] {
    let all: Vec<BigRational> = (0..).take(mean.gains.len()).map(|number| ratio(mean.g(number))).collect();
    let some = "one position or more";
    [all.iter().min().expect(some).clone(), all.iter().max().expect(some).clone()]
}

/// At how many positions Left makes sure of the average with any positive share of the money, and Right.
pub(super) fn sure(secured: &Secured) -> [usize; 2] {
    let count = |is: &dyn Fn(u32) -> bool| (0..).take(secured.lower.len()).filter(|&number| is(number)).count();
    [count(&|number| share(secured.l(number)).is_one()), count(&|number| share(secured.u(number)).is_zero())]
}

/// At how many positions Left wins by parity with any positive share of the money, and Right.
pub(super) fn parity_of(parity: &Parity) -> [usize; 2] {
    let count = |is: &dyn Fn(u32) -> bool| (0..).take(parity.x.len()).filter(|&number| is(number)).count();
    [count(&|number| share(parity.x(number)).is_one()), count(&|number| share(parity.x(number)).is_zero())]
}

/// Whether a player bids anywhere, and so whether shares are shares of money.
fn has_bids(about: About) -> bool {
    about.game().positions.iter().any(|position| position.turn == Turn::Bid)
}

/// Whether chance moves anywhere, so that no share of money is enough for certain.
fn has_chance(about: About) -> bool {
    about.game().positions.iter().any(|position| position.turn == Turn::Chance)
}

/// Whether shares are shares of money: the players bid, and chance does not move.
pub(super) fn is_for_money(about: About) -> bool {
    has_bids(about) && !has_chance(about)
}

/// What is enough for a player who cannot be kept from something.
pub(super) fn surely(about: About) -> &'static str {
    if is_for_money(about) { "with any positive share of the money" } else { "with probability 1" }
}

/// How bids are read where no share of money is enough, because chance moves.
pub(super) fn with_tosses(about: About) -> &'static str {
    if has_bids(about) && has_chance(about) { ", with tosses for bids" } else { "" }
}

/// A fraction of two small numbers.
fn small([part, whole]: [u16; 2]) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

/// Who is paid for bids, if it is not the other player alone; none if it is.
pub(super) fn payment(body: &mean::Body) -> Option<[BigRational; 2]> {
    (body.bank[0] > 0).then(|| [small(body.bank), small(body.share)])
}

/// The bank's part in words.
pub(super) fn bank(share: &BigRational) -> String {
    if share.is_one() {
        "the bank takes each winning bid".to_owned()
    } else {
        format!("the bank takes {share} of each winning bid")
    }
}

/// What the players need to make sure of a mean payoff that is the same everywhere, if money decides.
pub(super) fn enough(body: &mean::Body) -> String {
    match payment(body) {
        None => "with any positive share of the money".to_owned(),
        Some([taken, share]) => {
            format!("Left with more than {share} of the money, Right if Left has less, where {}", bank(&taken))
        }
    }
}

/// How bids are read where what is stated is a mean.
pub(super) fn read_as_tosses(about: About, body: &mean::Body) -> String {
    match payment(body) {
        _ if !has_bids(about) => String::new(),
        None => ", with tosses for bids".to_owned(),
        Some(_) => {
            let [left, right] = body.coin();
            let p = BigRational::new(left.into(), (left + right).into());
            format!(", with tosses for bids, of a coin that chooses Left with probability {p}")
        }
    }
}

/// Who has more of the money than what makes sure of something; or, without bids or with chance, how probable it is.
fn who(about: About, player: &str, other: &str, share: &BigRational, what: &str) -> String {
    let shown = fraction::text(share);
    if share.is_zero() {
        format!("nothing is proved for {player}, who would make sure of {what}")
    } else if !is_for_money(about) {
        format!("{player}'s probability of {what} is at least {shown}{}", with_tosses(about))
    } else if share.is_one() {
        format!("{player} makes sure of {what} with any positive share of the money")
    } else {
        format!("{player} makes sure of {what} while {other} has less than {shown} of the money")
    }
}

impl Position<'_> {
    fn name(&self) -> String {
        self.about.game().names[at(self.number)].to_string()
    }

    fn place<'a>(&self, chips: &'a EndlessChips) -> Place<'a> {
        Place { chips, number: self.number, held: self.held }
    }

    /// Left's labels at the position, or Right's, with the priority of each.
    fn labels(&self, parity: &Parity, side: Side) -> String {
        let columns = bad(parity.greatest(), side).zip(side.of(&parity.white, &parity.black));
        let labels: Vec<String> = columns.map(|(k, column)| format!("{k}:{}", column[at(self.number)])).collect();
        if labels.is_empty() { "-".to_owned() } else { labels.join(" ") }
    }
}

impl Answer for Position<'_> {
    fn text(&self) -> String {
        let name = quoted(&self.name());
        match self.about {
            About::Mean(mean) => {
                let (g, h) = (ratio(mean.g(self.number)), ratio(mean.h(self.number)));
                let [least, most] = range(mean);
                let money = match (has_bids(self.about), least == most && !has_chance(self.about)) {
                    (true, true) if mean.body.bank[0] == 0 => {
                        format!(": each player makes sure of it {}", enough(&mean.body))
                    }
                    (true, true) => format!(": who makes sure of it: {}", enough(&mean.body)),
                    _ => read_as_tosses(self.about, &mean.body),
                };
                format!("{name}\nmean payoff of a step: {g}{money}\npotential: {h}\n")
            }
            About::Secured(secured) => {
                let c = average(&secured.body);
                let left = share(secured.l(self.number));
                let right = BigRational::one() - share(secured.u(self.number));
                format!(
                    "{name}\n{}\n{}\n",
                    who(self.about, "Left", "Right", &left, &format!("a mean payoff of {c} or more")),
                    who(self.about, "Right", "Left", &right, &format!("a mean payoff of {c} or less"))
                )
            }
            About::Parity(parity) => {
                let x = share(parity.x(self.number));
                let shown = fraction::text(&x);
                let words = match (is_for_money(self.about), x.is_one(), x.is_zero()) {
                    (false, ..) => format!("Left wins by parity with probability {shown}{}", with_tosses(self.about)),
                    (true, true, _) => "Left wins by parity with any positive share of the money".to_owned(),
                    (true, _, true) => "Right wins by parity with any positive share of the money".to_owned(),
                    (true, ..) => {
                        format!("Left wins by parity while Right has less than {shown} of the money, Right with more")
                    }
                };
                let priority = parity.game.positions[at(self.number)].priority.unwrap_or_default();
                format!("{name}\n{words}\npriority: {priority}\n")
            }
            About::Chips(chips) => format!("{name}\n{}", self.place(chips).text()),
        }
    }

    fn add(&self, object: &mut Object) {
        object.text("at", self.name());
        match self.about {
            About::Mean(mean) => {
                object.text("mean", ratio(mean.g(self.number))).text("potential", ratio(mean.h(self.number)));
            }
            About::Secured(secured) => {
                object
                    .text("l", share(secured.l(self.number)))
                    .text("h", ratio(secured.h(self.number)))
                    .text("u", share(secured.u(self.number)))
                    .text("k", ratio(secured.k(self.number)));
            }
            About::Parity(parity) => {
                object
                    .text("x", share(parity.x(self.number)))
                    .text("left_labels", self.labels(parity, Side::White))
                    .text("right_labels", self.labels(parity, Side::Black));
            }
            About::Chips(chips) => self.place(chips).add(object),
        }
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![quoted(&self.name())];
        row.extend(match self.about {
            About::Mean(mean) => vec![ratio(mean.g(self.number)).to_string(), ratio(mean.h(self.number)).to_string()],
            About::Secured(secured) => vec![
                share(secured.l(self.number)).to_string(),
                ratio(secured.h(self.number)).to_string(),
                share(secured.u(self.number)).to_string(),
                ratio(secured.k(self.number)).to_string(),
            ],
            About::Parity(parity) => vec![
                share(parity.x(self.number)).to_string(),
                parity.game.positions[at(self.number)].priority.unwrap_or_default().to_string(),
                self.labels(parity, Side::White),
                self.labels(parity, Side::Black),
            ],
            About::Chips(chips) => self.place(chips).row(),
        });
        row
    }
}
