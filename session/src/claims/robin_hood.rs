//! A tax before each bid, in words: which share of the money wins.

use std::any::Any;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::game;
use super::unverified::{Beside, InFile, Unverified};
use crate::escape::{count, quoted};
use crate::figures::Figures;
use crate::fraction;
use crate::json::{Object, list};
use crate::notation;
use crate::sheet::{Answer, Listed, Row, Sheet, without_chips};
use checker::Verified;
use checker::certificate::{Head, VERSION};
use checker::failure::Fault;
use checker::numbers::at;
use checker::theorem::Side;
pub(super) use games::robin_hood::NUMBER;
use games::robin_hood::{Body, Fails, RobinHood};

/// The auction that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table { verified, all: verified.subject().downcast_ref()? }))
}

/// What a statement says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    Some(Listed::new(format!("a game in a file, {}", auction(&Body::read(body).ok()?)), "thresholds"))
}

fn tax(body: &Body) -> BigRational {
    BigRational::new(body.tax.0.into(), body.tax.1.into())
}

/// The auction: `tax of 1/8 before each bid`.
fn auction(body: &Body) -> String {
    let bids = if body.is_negative { ", bids may be negative" } else { "" };
    format!("tax of {} of the difference before each bid (Robin Hood){bids}", tax(body))
}

/// Something that is not verified.
struct Claimed<'a>(InFile<'a>);

/// Something that is not verified.
pub(crate) fn unverified<'a>(_head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(InFile::of(game)))
}

impl Unverified for Claimed<'_> {
    fn statement(&self, part: &str) -> Option<String> {
        let required = match part {
            "tax" => "a fraction from 0 on, below 1/2, in lowest terms",
            "form" => "form 0 with exact values, and nothing said of endless play",
            _ => return None,
        };
        Some(format!("{part}: found another, required {required}"))
    }

    fn position(&self, number: u32) -> String {
        self.0.position(number)
    }

    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let fault: &dyn Any = fault;
        let Fails { position, side, step } = fault.downcast_ref()?;
        let what = match step {
            Some(step) => format!("in step {step} of the proof that it is enough, no option is good"),
            None => "it is more than its mean after the tax".to_owned(),
        };
        Some(format!("{}, threshold of {}: {what}", self.position(*position), side.of("Left", "Right")))
    }
}

/// A verified table.
struct Table<'a> {
    verified: &'a Verified,
    all: &'a RobinHood,
}

/// A position: its name, and both thresholds.
struct Place {
    name: String,
    thresholds: [BigRational; 2],
}

const COLUMNS: [&str; 3] = ["position", "left_wins_above", "right_wins_above"];

impl Answer for Place {
    fn text(&self) -> String {
        let side = |(player, x): (&str, &BigRational)| {
            let share = fraction::text(x);
            match x {
                x if x.is_one() => format!("{player} does not win, whatever the share of the money below 1\n"),
                x if x.is_zero() => format!("{player} wins with any share of the money above 0\n"),
                _ => format!("{player} wins with more than {share} of the money, and does not with less\n"),
            }
        };
        let drawn = &self.thresholds[0] + &self.thresholds[1] - BigRational::one();
        let mut text = format!("{}\n", quoted(&self.name));
        text.extend(["Left", "Right"].into_iter().zip(&self.thresholds).map(side));
        if drawn > BigRational::zero() {
            text += &format!(
                "if Left holds between {} and {} of the money nobody wins: the play goes on without end\n",
                BigRational::one() - &self.thresholds[1],
                self.thresholds[0]
            );
        }
        text
    }

    fn add(&self, object: &mut Object) {
        COLUMNS.into_iter().zip(self.row()).for_each(|(key, cell)| {
            object.text(key, cell);
        });
    }

    fn row(&self) -> Vec<String> {
        [self.name.clone()].into_iter().chain(self.thresholds.iter().map(ToString::to_string)).collect()
    }
}

impl Table<'_> {
    fn place(&self, number: u32) -> Place {
        let values = &self.all.values;
        let thresholds = Side::BOTH.map(|side| {
            let numerator = &values.numerators[at(self.all.thresholds[side.of(0, 1)][at(number)])];
            BigRational::new(numerator.clone().into(), values.denominator.clone().into())
        });
        Place { name: self.name(number), thresholds }
    }
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "robin-hood"
    }

    fn about(&self) -> String {
        game::title(&self.all.game)
    }

    fn question(&self) -> &'static str {
        "the name of a position of the game that is not terminal"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let positions = count(self.count(), "position", "positions");
        format!(
            "{}, {}: with which share of the money each player wins at {positions}",
            self.about(),
            auction(&self.all.body)
        )
    }

    fn count(&self) -> usize {
        self.all.game.inner.len()
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "thresholds"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let [white, black] = self.all.chains.each_ref().map(|chain| self.count() * chain.thetas.len());
        vec![("white-wins", white), ("white-guard", self.count()), ("black-wins", black), ("black-guard", self.count())]
    }

    fn receipt(&self, object: &mut Object) {
        object.text("claim", self.claim()).json("format", VERSION);
        object.text("game_sha256", notation::digest(self.all.game.digest)).text("tax", tax(&self.all.body));
        object.json("bids_may_be_negative", self.all.body.is_negative);
        let all = (0..).take(self.count()).map(|number| self.place(number).json());
        object.json("positions_verified", list(all));
    }

    fn bits(&self) -> Option<u64> {
        Some(fraction::longest_denominator(&self.all.values))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let number = game::number(&self.all.game, text).map_err(|error| error.to_string())?;
        let number = self.all.game.places[number].map_err(|_| format!("the game is over at {}", quoted(text)))?;
        without_chips(holds, self.number(number))
    }

    fn number(&self, number: u32) -> Row<'_> {
        Row::Own(Box::new(self.place(number)))
    }

    fn name(&self, number: u32) -> String {
        game::name(&self.all.game, number).to_owned()
    }

    fn names(&self) -> Vec<String> {
        self.all.game.names.iter().map(ToString::to_string).collect()
    }

    fn has_numbers(&self) -> bool {
        false
    }

    fn columns(&self) -> &'static [&'static str] {
        &COLUMNS
    }

    fn is_game(&self) -> bool {
        true
    }
}
