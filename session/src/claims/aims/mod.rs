//! Endless objectives in words: what is collected on average, who makes sure of an average, who wins by parity.
//!
//! Responsible for what the three statements share: names of positions, refusals, receipts. Left to others: what one position is worth (`answer`), why a
//! file is no such game (`file`).

mod answer;
mod chips;
pub(in crate::claims) mod file;
mod together;

use std::any::Any;
use std::sync::Arc;

use num_rational::BigRational;

use self::answer::{Position, average, parity_of};
use super::unverified::{Beside, Unverified, nameless};
use crate::escape::{self, quoted};
use crate::figures::Figures;
use crate::fraction;
use crate::json::{Object, list};
use crate::notation;
use crate::sheet::{Answer as _, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::{Digest, Head, VERSION};
use checker::claim::Subject;
use checker::failure;
use checker::numbers::at;
use checker::theorem::Turn;
use games::aims::chips::{self as played, EndlessChips};
use games::aims::least::{self, Secured};
use games::aims::mean::{self, Mean};
use games::aims::parity::{self, Parity};
use games::aims::{Body as _, Failed, Fault, Game, Number};
use games::chips::WrongLine;

pub use file::{is_endless, read};
pub use together::{by_money, steps};

/// The numbers of the statements.
pub(super) const NUMBERS: [u8; 4] = [mean::NUMBER, least::NUMBER, parity::NUMBER, played::NUMBER];

/// What is verified of an endless game.
#[derive(Clone, Copy)]
enum About<'a> {
    Mean(&'a Mean),
    Secured(&'a Secured),
    Parity(&'a Parity),
    Chips(&'a EndlessChips),
}

impl<'a> About<'a> {
    fn of(verified: &'a Verified) -> Option<Self> {
        let subject = verified.subject();
        let mean = subject.downcast_ref().map(Self::Mean);
        let secured = || subject.downcast_ref().map(Self::Secured);
        let parity = || subject.downcast_ref().map(Self::Parity);
        mean.or_else(secured).or_else(parity).or_else(|| subject.downcast_ref().map(Self::Chips))
    }

    fn game(self) -> &'a Arc<Game> {
        match self {
            Self::Mean(mean) => &mean.game,
            Self::Secured(secured) => &secured.game,
            Self::Parity(parity) => &parity.game,
            Self::Chips(chips) => &chips.game,
        }
    }
}

/// A number of any sign as a fraction.
pub(crate) fn ratio(number: Number) -> BigRational {
    BigRational::new(number.numerator, number.denominator.into())
}

/// A verified endless game.
struct Told<'a> {
    verified: &'a Verified,
    about: About<'a>,
}

/// What was verified of an endless game, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Told { verified, about: About::of(verified)? }))
}

/// What a statement about an endless game says of itself.
pub(crate) fn listed(number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let (about, numbers) = match number {
        mean::NUMBER => {
            let body = mean::Body::read(body).ok()?;
            let paid = answer::payment(&body)
                .map(|[taken, share]| format!("; {}, Left has {share} of the money", answer::bank(&taken)));
            (format!("the mean payoff of an endless game{}", paid.unwrap_or_default()), "exact")
        }
        least::NUMBER => {
            let body = least::Body::read(body).ok()?;
            (format!("who makes sure of a mean payoff of {} in an endless game", average(&body)), "bounds")
        }
        played::NUMBER => (format!("an endless game, {}", chips::asked(&played::Body::read(body).ok()?)), "thresholds"),
        _ => {
            parity::Body::read(body).ok()?;
            ("who wins an endless game by parity".to_owned(), "exact")
        }
    };
    Some(Listed::new(about, numbers))
}

/// What an endless game is, in a few words.
pub fn title(game: &Game) -> String {
    match &game.title {
        Some(title) => format!("the endless game {}", quoted(title)),
        None => format!("an endless game of {}", escape::count(game.positions.len(), "position", "positions")),
    }
}

/// Reads an endless game that was given, if these bytes are meant as one.
pub(crate) fn recognise(bytes: &[u8]) -> Option<Result<Subject, String>> {
    is_endless(bytes).then(|| read(bytes).map(|game| -> Subject { game }))
}

/// What an endless game is that was given, in a few words.
pub(crate) fn given(given: &Subject) -> Option<String> {
    given.downcast_ref().map(title)
}

/// Something about an endless game that is not verified, and the game, if it was given.
struct Claimed(Option<Arc<Game>>);

/// Something about an endless game that is not verified.
pub(crate) fn unverified<'a>(_head: &'a Head, given: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(given.and_then(|given| Arc::clone(given).downcast().ok())))
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        Some(match part {
            "scale" => "scale: found 1024 or more, required less".to_owned(),
            "share of the bank" => "bank: found another share, required one from 0 to 1 in lowest terms".to_owned(),
            "share of the money" => {
                "share of the money: found another, required one of Left's in lowest terms, above 0 and below 1; 0 over 1 if the bank takes nothing"
                    .to_owned()
            }
            "average" => {
                "average: found others, required numerator and denominator below 2^63 in lowest terms, and 0 without a sign"
                    .to_owned()
            }
            "form" => "form: found another, required form 0 with exact values, and nothing said of endless play".to_owned(),
            _ => return None,
        })
    }

    fn position(&self, number: u32) -> String {
        self.0.as_ref().map_or_else(|| nameless(number), |game| quoted(&game.names[at(number)]))
    }

    fn wanted(&self, required: Digest) -> Option<String> {
        let required = notation::digest(required);
        Some(match &self.0 {
            Some(game) => format!(
                "game: found the one with sha-256 {}, required the one with sha-256 {required}: the certificate is about another game",
                notation::digest(game.digest)
            ),
            None => format!(
                "game: found none with rewards or priorities, required the one with sha-256 {required}, because the certificate does not repeat the game: give it with --graph GAME.json"
            ),
        })
    }

    fn uncovered(&self, what: &str, number: u64) -> Option<String> {
        let number = u32::try_from(number).ok()?;
        if what.ends_with("bid") {
            return Some(format!("game: {}: found {what}, required bids everywhere", self.position(number)));
        }
        let field = if what.ends_with("priority") { "priority" } else { "reward" };
        Some(format!(
            "game: {}: found {what}, required one everywhere: add the field \"{field}\" to each position",
            self.position(number)
        ))
    }

    fn fault(&self, fault: &dyn failure::Fault) -> Option<String> {
        let any: &dyn Any = fault;
        if let Some(wrong) = any.downcast_ref::<WrongLine>() {
            return Some(super::chips::wrong(wrong, &self.position(wrong.position)));
        }
        let Fault { condition, position, side, failed } = any.downcast_ref()?;
        let is_mean = condition.ends_with("mean");
        let (what, [stated, mean]) = match failed {
            Failed::Number(numbers) if is_mean => ("g", numbers),
            Failed::Number(numbers) if *condition == "equation" => ("x", numbers),
            Failed::Number(numbers) => (side.of("l", "u"), numbers),
            Failed::Potential(numbers) if is_mean => ("h + g - r", numbers),
            Failed::Potential(numbers) => (side.of("c + h - r", "c + k - r"), numbers),
            Failed::Measure(priority) => {
                return Some(format!(
                    "{}: with the priority {priority} and {}'s labels it is neither safe nor lucky",
                    self.position(*position),
                    side.of("Left", "Right")
                ));
            }
        };
        let than =
            if *condition == "equation" { "required" } else { side.of("which is more than", "which is less than") };
        let [stated, mean] = [stated, mean].map(|number| ratio(number.clone()));
        Some(format!("{}: {what} is {stated}, {than} its mean {mean}", self.position(*position)))
    }
}

impl Told<'_> {
    fn position(&self, number: u32) -> Position<'_> {
        Position { about: self.about, number, held: None }
    }
}

impl Sheet for Told<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "endless"
    }

    fn about(&self) -> String {
        title(self.about.game())
    }

    fn question(&self) -> &'static str {
        "the name of a position of the game"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let (about, count) = (self.about(), escape::count(self.count(), "position", "positions"));
        let (surely, tosses) = (answer::surely(self.about), answer::with_tosses(self.about));
        match self.about {
            About::Mean(mean) => {
                let [least, most] = answer::range(mean);
                let [least, most] = [least, most].map(|number| fraction::text(&number));
                if least == most {
                    let tosses = answer::read_as_tosses(self.about, &mean.body);
                    let money = match (answer::is_for_money(self.about), mean.body.bank[0]) {
                        (false, _) => tosses,
                        (true, 0) => format!(", by tosses and {}", answer::enough(&mean.body)),
                        (true, _) => format!("{tosses}, and with money: {}", answer::enough(&mean.body)),
                    };
                    format!("{about}: the mean payoff is {least} from every position ({count}){money}")
                } else {
                    let tosses = answer::read_as_tosses(self.about, &mean.body);
                    format!("{about}: the mean payoff from each position ({count}), {least} to {most}{tosses}")
                }
            }
            About::Secured(secured) => {
                let [left, right] = answer::sure(secured);
                format!(
                    "{about}: at each position ({count}) who makes sure of a mean payoff of {0} or better; {surely} Left at {left}, Right at {right}{tosses}",
                    average(&secured.body)
                )
            }
            About::Parity(parity) => {
                let [left, right] = parity_of(parity);
                format!(
                    "{about}: who wins by parity from each position ({count}); {surely} Left at {left}, Right at {right}{tosses}"
                )
            }
            About::Chips(chips) => {
                format!("{about}: with how many chips at each position ({count}) {}", chips::asked(&chips.body))
            }
        }
    }

    fn count(&self) -> usize {
        self.about.game().positions.len()
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        match (self.about, answer::is_for_money(self.about)) {
            (About::Mean(_), _) => "means",
            (About::Secured(_), true) => "shares for an average",
            (About::Secured(_), false) => "probabilities of an average",
            (About::Parity(_), true) => "shares by parity",
            (About::Parity(_), false) => "probabilities by parity",
            (About::Chips(_), _) => "thresholds",
        }
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let names: &[&'static str] = match self.about {
            About::Mean(_) => &["white-mean", "black-mean"],
            About::Secured(_) => &["white-secures", "black-secures"],
            About::Parity(_) => &["equation", "white-parity", "black-parity"],
            About::Chips(_) => &["white-wins", "black-wins"],
        };
        let asked = |name: &str| match self.about {
            About::Chips(all) => chips::conditions(all, name),
            _ => self.count(),
        };
        names.iter().map(|name| (*name, asked(name))).collect()
    }

    fn receipt(&self, object: &mut Object) {
        object.text("claim", self.claim()).json("format", VERSION);
        object.text("game_sha256", notation::digest(self.about.game().digest));
        match self.about {
            About::Secured(secured) => {
                object.text("average", average(&secured.body));
            }
            About::Mean(Mean { body, .. }) => {
                if let Some([taken, share]) = answer::payment(body) {
                    object.text("bank", taken).text("share_of_left", share);
                }
            }
            About::Parity(_) => {}
            About::Chips(all) => chips::receipt(all, object),
        }
        let all = (0..).take(self.count()).map(|number| self.position(number).json());
        object.json("positions_verified", list(all));
    }

    fn bits(&self) -> Option<u64> {
        let values = match self.about {
            About::Mean(mean) => &mean.values,
            About::Secured(secured) => &secured.values,
            About::Parity(parity) => &parity.values,
            About::Chips(_) => return None,
        };
        Some(fraction::longest_denominator(values))
    }

    fn labels(&self) -> [Option<u64>; 2] {
        if let About::Chips(all) = self.about {
            return chips::labels(all);
        }
        let About::Parity(parity) = self.about else { return [None, None] };
        [&parity.white, &parity.black].map(|columns| Some(columns.iter().flatten().copied().max().unwrap_or(0).into()))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let held = match self.about {
            About::Chips(all) => chips::held(all, holds)?,
            _ => None,
        };
        if holds.is_some() && held.is_none() {
            return Err("--holds: found a certificate about an endless game, required one about an auction with chips"
                .to_owned());
        }
        let names = &self.about.game().names;
        let number = names.iter().position(|name| **name == *text);
        let number = number.ok_or_else(|| format!("found {}, required {}", quoted(text), self.question()))?;
        let number = u32::try_from(number).expect("within the limit");
        Ok(Row::Own(Box::new(Position { held, ..self.position(number) })))
    }

    fn number(&self, number: u32) -> Row<'_> {
        Row::Own(Box::new(self.position(number)))
    }

    fn name(&self, number: u32) -> String {
        self.about.game().names[at(number)].to_string()
    }

    fn names(&self) -> Vec<String> {
        self.about.game().names.iter().map(ToString::to_string).collect()
    }

    fn has_numbers(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        match self.about {
            About::Mean(_) => &["position", "mean", "potential"],
            About::Secured(_) => &["position", "l", "h", "u", "k"],
            About::Parity(_) => &["position", "x", "priority", "labels of Left", "labels of Right"],
            About::Chips(_) => chips::COLUMNS,
        }
    }

    fn is_game(&self) -> bool {
        true
    }

    fn turns(&self) -> [bool; 2] {
        let positions = &self.about.game().positions;
        [Turn::Bid, Turn::Chance].map(|turn| positions.iter().any(|position| position.turn == turn))
    }

    fn turn(&self, number: u32) -> Turn {
        self.about.game().positions[at(number)].turn
    }
}
