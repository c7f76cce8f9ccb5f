//! Whole chips in an endless game: with how many of them a player wins by parity, or makes sure of an average.
//!
//! Responsible for statement 22: its body, the layout of its slice, and the conditions `white-wins` and `black-wins`. Left to others: the game (`aims`), when
//! labels fall (`measure`), what bids lead to (`chips`). Source: the chapter "Chips in endless games", which has the proof.
//!
//! Money is counted as in statement 6: with `N` chips in all, a side with `k` chips has `2k + 1` half units with the star, else `2k`. For each position, and for
//! Left with the star or without it, one number of chips is stated: Left wins exactly from there on, and Right exactly with what that leaves. So each player's
//! table is the other one's guard.

use std::cmp::Ordering;
use std::sync::Arc;

use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, Reader, canonical};
use checker::claim::Subject;
use checker::failure::{Failure, Spelling, ensure};
use checker::limits::Limit;
use checker::numbers::at;
use checker::theorem::{Side, Turn};

use super::least::is_average;
use super::{Game, STATED, minus};
use crate::chips::{Bids, CHIPS, WrongLine, after_tie};
use crate::condition::bad;
use crate::measure::difference;

/// The number of the statement.
pub const NUMBER: u8 = 22;
/// What a step adds to a potential, and the common denominator of what is collected: 2^62.
pub const WEIGHTS: Limit = Limit { of: "units of reward in a step", most: 1 << 62 };

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
    /// Whether the buyer says who moves; else the buyer moves.
    pub decides: bool,
    /// The chips of both players together, at most 2^40.
    pub chips: u64,
    /// The average that Left has to make sure of, and Right to stay below; who wins by parity if there is none. Whether it is negative, its numerator and its
    /// denominator, both below 2^63 and in lowest terms.
    pub average: Option<(bool, u64, u64)>,
}

impl Body {
    /// The average, if it is one: numerator and denominator.
    pub fn average(&self) -> Option<(i64, u64)> {
        self.average.map(|(is_negative, numerator, denominator)| {
            let amount = i64::try_from(numerator).expect("below 2^63");
            (if is_negative { -amount } else { amount }, denominator)
        })
    }
}

/// The numbers of all positions, without the star of Left's and with it.
type ByStar = [Vec<u64>; 2];

/// What evidence is compared with at each position.
#[derive(Debug)]
enum Aim {
    /// The priorities, and the greatest of them.
    Parity(Vec<u8>, u8),
    /// What is collected beyond the average, in units in which all of it is whole.
    Average(Vec<i128>),
}

/// What is verified, of each position by its number.
#[derive(Debug)]
pub struct EndlessChips {
    /// The game.
    pub game: Arc<Game>,
    /// What the statement says.
    pub body: Body,
    /// From so many chips on Left wins; never if they are one more than there are.
    pub needs: ByStar,
    /// What each player bids with exactly what is needed.
    pub bids: [ByStar; 2],
    /// The labels of each player, a column for each priority that is bad for the player, from the greatest down; or the potential.
    pub labels: [[Vec<Vec<u64>>; 2]; 2],
    aim: Aim,
}

impl EndlessChips {
    /// From so many chips on a side wins, with the star or without it; it never does from one more on than there are.
    pub fn needed(&self, position: u32, side: Side, star: u64) -> u64 {
        let left = self.needs[at(side.of(star, 1 - star))][at(position)];
        side.of(left, self.body.chips + 1 - left)
    }

    // ANCHOR: falls
    /// Whether a side that has exactly what it needs, and then exactly what it needs elsewhere, comes nearer to winning: positions, each with its star.
    fn falls(&self, side: Side, [from, to]: [(u32, u64); 2]) -> bool {
        let labels = |(position, star): (u32, u64)| {
            let columns = &self.labels[side.of(0, 1)][at(side.of(star, 1 - star))];
            columns.iter().map(move |column| column[at(position)])
        };
        match &self.aim {
            Aim::Parity(priorities, greatest) => {
                let own = priorities[at(from.0)];
                let columns = bad(*greatest, side).zip(labels(to).zip(labels(from)));
                let counts = columns.filter(|(k, _)| *k >= own).map(|(k, (to, from))| (k, to, from));
                let order = difference(counts).map_or(Ordering::Equal, |(_, order)| order);
                if own % 2 == side.of(1, 0) { order.is_lt() } else { order.is_le() }
            }
            Aim::Average(weights) => {
                let [before, after] = [from, to].map(|place| labels(place).map(i128::from).sum::<i128>());
                let states = i128::try_from(2 * weights.len()).expect("within the limits");
                after <= before + side.of(weights[at(from.0)], -states * weights[at(from.0)] - 1)
            }
        }
    }
    // ANCHOR_END: falls

    /// The line of a side that is wrong at a position.
    fn fault(&self, position: u32) -> Option<WrongLine> {
        Side::BOTH.into_iter().flat_map(|side| [(side, 0), (side, 1)]).find_map(|(side, star)| {
            let needed = self.needed(position, side, star);
            let bid = self.bids[side.of(0, 1)][at(side.of(star, 1 - star))][at(position)];
            let state = State { all: self, position, side, half_units: 2 * needed + star };
            let wrong = WrongLine { position, side, has_enough: true, half_units: state.half_units, other: None, bid };
            (needed <= self.body.chips && !state.wins(bid)).then_some(wrong)
        })
    }

    /// Reads the slice. What is not used, because a side never wins, is 0.
    fn read(&mut self, certificate: &Certificate) -> Result<(), Failure> {
        ensure(crate::bare::is_bare(&certificate.head), Failure::Statement("form"))?;
        let (bytes, count, most) = (crate::bare::only_slice(certificate)?, self.game.positions.len(), self.body.chips);
        let columns = Side::BOTH.map(|side| match self.aim {
            Aim::Parity(_, greatest) => bad(greatest, side).count(),
            Aim::Average(_) => 1,
        });
        // Of 8 bytes each.
        STATED.admit(4 * count * (3 + columns[0] + columns[1]))?;
        let mut reader = Reader::new(Some(0), bytes);
        for star in [0, 1] {
            self.needs[star] = reader.column(count)?;
            for side in [0, 1] {
                self.bids[side][star] = reader.column(count)?;
                let labels = (0..columns[side]).map(|_| reader.column(count)).collect::<Result<_, _>>()?;
                self.labels[side][star] = labels;
            }
            ensure(self.needs[star].iter().all(|&needed| needed <= most + 1), reader.wrong(Spelling::Large))?;
            for (side, never) in [(0, most + 1), (1, 0)] {
                let unused = |column: &Vec<u64>| {
                    self.needs[star].iter().zip(column).all(|(&needed, &used)| needed != never || used == 0)
                };
                let all = self.labels[side][star].iter().chain([&self.bids[side][star]]).all(unused);
                ensure(all, reader.wrong(Spelling::Unknown))?;
            }
        }
        reader.end()
    }
}

/// A position where a side has so many half units.
struct State<'a> {
    all: &'a EndlessChips,
    position: u32,
    side: Side,
    half_units: u64,
}

impl State<'_> {
    // ANCHOR: enough
    /// Whether so many half units win at an option: more than its threshold; or just so many, if they are what is needed here, and labels fall.
    fn enough(&self, to: u32, half_units: u64) -> bool {
        let star = half_units % 2;
        match (half_units / 2).cmp(&self.all.needed(to, self.side, star)) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => self.all.falls(self.side, [(self.position, self.half_units % 2), (to, star)]),
        }
    }
    // ANCHOR_END: enough

    /// Whether some option of the side is enough, and whether all of the opponent's are.
    fn moves(&self, half_units: u64) -> [bool; 2] {
        let options = &self.all.game.positions[at(self.position)].options;
        let of = |side: Side| options.iter().filter(move |option| option.0 == side);
        let enough = |option: &(Side, u64, u32)| self.enough(option.2, half_units);
        [of(self.side).any(enough), of(self.side.other()).all(enough)]
    }

    fn buys(&self, half_units: u64) -> bool {
        let [own, other] = self.moves(half_units);
        own || self.all.body.decides && other
    }

    fn sells(&self, half_units: u64) -> bool {
        let [own, other] = self.moves(half_units);
        other && (own || !self.all.body.decides)
    }
}

impl Bids for State<'_> {
    fn held(&self) -> [u64; 2] {
        [self.half_units / 2, self.all.body.chips - self.half_units / 2]
    }

    fn bought(&self, x: u64) -> bool {
        self.buys(self.half_units - 2 * x)
    }

    fn sold(&self, y: u64) -> bool {
        self.sells(self.half_units + 2 * y)
    }

    fn tied(&self, x: u64) -> bool {
        after_tie(self.half_units, x, |t| self.buys(t), |t| self.sells(t))
    }
}

/// What is collected beyond an average at each position, in units in which all of it is whole.
fn weights(game: &Game, average: (i64, u64)) -> Result<Vec<i128>, Failure> {
    let rewards = game.rewards()?;
    let lowest = |reward| {
        let (numerator, denominator) = minus(reward, average);
        let divisor = numerator.unsigned_abs().gcd(&denominator);
        WEIGHTS.admit(denominator / divisor)?;
        WEIGHTS.admit(numerator.unsigned_abs() / divisor)?;
        let divisor = i128::try_from(divisor).expect("below 2^127");
        Ok((numerator / divisor, i128::try_from(denominator).expect("below 2^127") / divisor))
    };
    let parts = rewards.into_iter().map(lowest).collect::<Result<Vec<(i128, i128)>, Failure>>()?;
    let mut unit: i128 = 1;
    for (_, denominator) in &parts {
        unit = unit.lcm(denominator);
        WEIGHTS.admit(unit.unsigned_abs())?;
    }
    let weights: Vec<i128> = parts.iter().map(|(numerator, denominator)| numerator * (unit / denominator)).collect();
    let states = u128::try_from(2 * weights.len()).expect("a length");
    // Below 2^124 each, and below 2^23 states; so they are admitted one after the other.
    for weight in &weights {
        WEIGHTS.admit(weight.unsigned_abs())?;
        WEIGHTS.admit(weight.unsigned_abs() * states + 1)?;
    }
    Ok(weights)
}

impl super::Body for Body {
    fn read(body: &[u8]) -> Result<Self, Failure> {
        let body: Self = canonical(body)?;
        let is_one = |(is_negative, numerator, denominator)| is_average(is_negative, numerator, denominator);
        ensure(body.average.is_none_or(is_one), Failure::Statement("average"))?;
        CHIPS.admit(body.chips)?;
        Ok(body)
    }

    fn game(&self) -> Digest {
        self.game
    }

    fn verify(self, game: Arc<Game>, certificate: &Certificate) -> Result<Subject, Failure> {
        if let Some((_, number)) = game.positions.iter().zip(0..).find(|(position, _)| position.turn != Turn::Bid) {
            return Err(Failure::Uncovered("a position where the players do not bid", number));
        }
        let aim = match self.average() {
            Some(average) => Aim::Average(weights(&game, average)?),
            None => {
                let priorities = game.priorities()?;
                let greatest = priorities.iter().copied().max().expect("one position or more");
                Aim::Parity(priorities, greatest)
            }
        };
        let mut all = EndlessChips {
            game,
            body: self,
            needs: ByStar::default(),
            bids: Default::default(),
            labels: Default::default(),
            aim,
        };
        all.read(certificate)?;
        let wrong = (0..).take(all.needs[0].len()).find_map(|position| all.fault(position));
        wrong.map_or(Ok(Arc::new(all)), |wrong| Err(Failure::Further(Arc::new(wrong))))
    }
}
