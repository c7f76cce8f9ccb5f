//! Scored games: a play ends with a score, of any range, and what counts is the score itself, or whether it is so much or more.
//!
//! Responsible for the file, for the values from 0 to 1 that an aim makes of scores, and for one statement and its body. Left to others: how fields are read
//! (`graph`, `file`), and what is put to the positions (`table`). Left is White, and Right is Black. Source: `docs/src/record/scores.md`.
//!
//! Why the conditions suffice: they are those of the theorem. Its function commutes with every map `x ↦ px + q` where `p > 0`.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use checker::certificate::{Certificate, Digest, Form, Head, canonical};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{Failure, ensure};
use checker::graph::{Choice, Game, object, read, weighted};
use checker::limits::Limit;
use checker::numbers::{Fraction, at};
use checker::own::GameTable;
use checker::sharp;
use checker::table::{self, Stated, Step, Table, Theorem};
use checker::theorem::{Side, Turn};

pub use crate::file::GameFault;
use crate::file::{Listed, listed, minus, reward};

/// The number of the statement.
pub const NUMBER: u8 = 20;
/// The version of the files that this module reads.
pub const VERSION: u64 = 1;

/// The fields of the file.
const GAME: [&str; 3] = ["scored-game", "title", "positions"];
/// The fields of a position.
const POSITION: [&str; 6] = ["name", "score", "turn", "left", "right", "chance"];

/// A score: numerator and denominator in lowest terms, both below 2^63 but for the sign.
pub type Score = (i64, u64);

/// A scored game.
#[derive(Debug)]
pub struct Scored {
    /// Its positions, with no values of terminal ones: an [`Aim`] makes these.
    pub graph: Game,
    /// The scores of the terminal positions, one or more.
    pub scores: Vec<Score>,
}

/// How two scores compare: each product is below 2^126.
pub fn order((a, b): Score, (c, d): Score) -> Ordering {
    (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)))
}

impl Scored {
    /// Reads the file of a scored game.
    ///
    /// # Errors
    ///
    /// Why it is none.
    ///
    /// # Examples
    ///
    /// ```
    /// let file = br#"{"scored-game": 1, "positions": [{"name": "p", "left": ["a"]}, {"name": "a", "score": "-7/2"}]}"#;
    /// let game = games::scores::Scored::read(file).unwrap();
    /// assert_eq!(game.scores, [(-7, 2)]);
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        let file = Listed::read(bytes, VERSION, GAME, POSITION)?;
        let numbers = file.numbers()?;
        let find = |name: &RawValue| numbers.get(&*read::<String>(name)?).copied();
        let (mut places, mut inner, mut scores, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let index = |length: usize| u32::try_from(length).expect("within the limit of positions");
        for (number, position) in (0..).zip(&file.positions) {
            let [_, score, turn, left, right, chance] = object(position, POSITION).ok_or(GameFault::Fields(number))?;
            let turn = turn.map(read::<String>);
            let listed = |turn| (turn, listed(number, turn, [left, right], &find));
            let (turn, options) = match (score, chance, turn.as_ref().map(Option::as_deref), left, right) {
                (Some(score), None, None, None, None) => {
                    places.push(Err(index(scores.len())));
                    scores.push(reward(score).ok_or(GameFault::Amount(number))?);
                    continue;
                }
                (None, Some(chance), None, None, None) => (Turn::Chance, weighted(chance, &find)),
                (None, None, Some(Some("left")), _, None) => listed(Turn::Of(Side::White)),
                (None, None, Some(Some("right")), None, _) => listed(Turn::Of(Side::Black)),
                (None, None, None, _, _) if [left, right].into_iter().all(is_nothing) => (Turn::Bid, None),
                (None, None, None, _, _) => listed(Turn::Bid),
                _ => return Err(GameFault::Fields(number)),
            };
            let options: Vec<Choice> = options.ok_or(GameFault::Options(number))?;
            count += options.len();
            Limit::GAME_OPTIONS.admit(count).map_err(GameFault::Limit)?;
            places.push(Ok(index(inner.len())));
            inner.push((number, turn, options));
        }
        ensure(!scores.is_empty(), GameFault::Empty)?;
        let Listed { title, names, .. } = file;
        let graph = Game { digest: Digest::of(bytes), title, names, places, inner, values: Vec::new() };
        Ok(Self { graph, scores })
    }

    /// The least score, and the greatest.
    pub fn range(&self) -> [Score; 2] {
        let least = self.scores.iter().copied().min_by(|a, b| order(*a, *b));
        let greatest = self.scores.iter().copied().max_by(|a, b| order(*a, *b));
        [least, greatest].map(|score| score.expect("one score or more"))
    }

    // ANCHOR: values
    /// The value from 0 to 1 of each terminal position.
    pub fn values(&self, aim: &Aim) -> Vec<Fraction> {
        let [least, greatest] = self.range();
        let whole = |number: u8| Fraction { numerator: number.into(), denominator: 1_u8.into() };
        let value = |&score: &Score| match aim.threshold() {
            Some(threshold) => whole(if order(score, threshold).is_lt() { 0 } else { 1 }),
            // All scores are the same.
            None if least == greatest => whole(0),
            None => ratio(parts(score, least), parts(greatest, least)),
        };
        self.scores.iter().map(value).collect()
    }
    // ANCHOR_END: values

    /// The game as a graph whose terminal positions have the values of an aim.
    pub fn derived(&self, aim: &Aim) -> Game {
        let Game { digest, title, names, places, inner, .. } = &self.graph;
        let (title, names, places, inner) = (title.clone(), names.clone(), places.clone(), inner.clone());
        Game { digest: *digest, title, names, places, inner, values: self.values(aim) }
    }
}

/// Whether a list of options is absent, or empty.
fn is_nothing(list: Option<&RawValue>) -> bool {
    list.is_none_or(|list| read::<Vec<&RawValue>>(list).is_some_and(|names| names.is_empty()))
}

/// How much a score is above another one, which is not greater: numerator and denominator.
fn parts(score: Score, least: Score) -> (u128, u128) {
    let (numerator, denominator) = minus(score, least);
    (u128::try_from(numerator).expect("no less than the least"), denominator)
}

/// The ratio of two fractions, the second of them not 0, in lowest terms.
fn ratio((a, b): (u128, u128), (c, d): (u128, u128)) -> Fraction {
    let (numerator, denominator) = (BigUint::from(a) * d, BigUint::from(b) * c);
    let divisor = numerator.gcd(&denominator);
    Fraction { numerator: numerator / &divisor, denominator: denominator / divisor }
}

/// A number of points that Left wants to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threshold {
    /// Whether it is below 0.
    pub is_negative: bool,
    /// The numerator of its amount, below 2^63.
    pub numerator: u64,
    /// The denominator, below 2^63. Both are in lowest terms.
    pub denominator: u64,
}

/// What a statement says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    /// The digest of the game's file.
    pub game: Digest,
    /// Left wants so many points or more; none if points themselves are what counts.
    pub least: Option<Threshold>,
}

impl Aim {
    /// The aim of points, or that of reaching so many of them.
    pub fn new(game: Digest, least: Option<Score>) -> Self {
        let threshold = |(numerator, denominator): Score| Threshold {
            is_negative: numerator < 0,
            numerator: numerator.unsigned_abs(),
            denominator,
        };
        Self { game, least: least.map(threshold) }
    }

    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let aim: Self = canonical(body)?;
        if let Some(Threshold { is_negative, numerator, denominator }) = aim.least {
            let is_fraction = numerator < 1 << 63 && denominator < 1 << 63 && numerator.gcd(&denominator) == 1;
            let is_signed = !is_negative || numerator > 0;
            ensure(is_fraction && denominator > 0 && is_signed, Failure::Statement("score"))?;
        }
        Ok(aim)
    }

    /// How many points Left wants to reach, if that is what counts.
    pub fn threshold(&self) -> Option<Score> {
        self.least.map(|Threshold { is_negative, numerator, denominator }| {
            let amount = i64::try_from(numerator).expect("below 2^63");
            (if is_negative { -amount } else { amount }, denominator)
        })
    }
}

/// A game that is derived. A true slice can take less than a byte for each position, as with any game in a file.
struct Derived<'a>(&'a Game);

impl Table for Derived<'_> {
    const IS_GIVEN: bool = true;

    fn count(&self) -> usize {
        self.0.count()
    }

    fn turn(&self, position: u32) -> Turn {
        self.0.turn(position)
    }

    fn options(&self, position: u32, tell: impl FnMut(Step)) {
        self.0.options(position, tell);
    }
}

/// What is verified: the values of the game that is derived, by the theorem.
#[derive(Debug)]
pub struct ScoreTable {
    /// The scored game.
    pub scored: Arc<Scored>,
    /// What the statement says.
    pub aim: Aim,
    /// The game that is derived, and its terminal values.
    pub table: GameTable,
}

/// The claim, and what was given.
struct About(Aim, Option<Subject>);

/// The claim about a scored game.
///
/// # Errors
///
/// If the statement or the head is malformed.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let aim = Aim::read(given.body)?;
    let Head { never, bits, form, .. } = given.head;
    // As of a game as a graph: exact numbers, or bounds in units.
    let is_known = match form {
        Form::One => *bits == 0,
        Form::Two => *bits == 0 && never.is_none(),
        Form::Narrow => *bits > 0,
        Form::Sharp => *bits > 0 && never.is_none(),
        Form::Holds(_) | Form::Forces(_) => false,
    };
    ensure(is_known, Failure::Statement("form"))?;
    Ok(Box::new(About(aim, given.game.cloned())))
}

impl Claim for About {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    // ANCHOR: check
    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let Self(aim, scored) = *self;
        let scored = scored.and_then(|scored| scored.downcast::<Scored>().ok());
        let scored = scored.filter(|scored| scored.graph.digest == aim.game).ok_or(Failure::Game(aim.game.0))?;
        let game = Arc::new(scored.derived(&aim));
        let terminal = Stated::terminal(certificate.head.bits, &game.values)?;
        let borders = [(&terminal, false)];
        let stated = table::check(&Derived(&game), certificate, &borders, &Theorem, threads)?;
        sharp::check(&Derived(&game), &stated, &borders, threads)?;
        Ok((Arc::new(ScoreTable { scored, aim, table: GameTable { game, terminal } }), stated))
    }
    // ANCHOR_END: check
}

impl ScoreTable {
    /// The score of the terminal position of a number among all positions, if it is terminal.
    pub fn score(&self, number: usize) -> Option<Score> {
        self.scored.graph.places[number].err().map(|index| self.scored.scores[at(index)])
    }
}
