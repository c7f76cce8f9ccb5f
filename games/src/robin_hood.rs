//! A tax before each bid, *Robin Hood*: the richer player pays the poorer one a part λ of the difference. Which share of the money wins, for each player.
//!
//! Responsible for statement 23: its body, the layout of its slice, and the two conditions `wins` and `guard`, each for both sides. Left to others: the game
//! (`graph`), where a play ends (`chips`), the envelope (`certificate`). Source: the chapter "A tax before each bid", and `proof/RobinHood.v`, whose `step_ok`
//! and `guard_ok` these conditions are; the auction is that of Almagor, Avni and Dafni, *Robin Hood reachability bidding games*, 2025.
//!
//! The function whose greatest fixed point is wanted *expands*, so that equality proves nothing of it. That a share is enough is proved by a chain of tables: the
//! first is 1 everywhere, the last are the thresholds, and from each to the next a surplus of money grows.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::Zero as _;
use serde::{Deserialize, Serialize};

use checker::certificate::{Certificate, Digest, Form, Reader, canonical};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::graph::Game;
use checker::limits::Limit;
use checker::numbers::{Fractions, at};
use checker::table::Stated;
use checker::theorem::Side;

use crate::bare::{Naturals as _, are_used, only_slice};
use crate::{chips, payments};

/// The number of the statement.
pub const NUMBER: u8 = 23;
/// Tables before the last one are in units of 2^-56, and so is what is left of a gap in a move.
pub const BITS: u8 = 56;
/// Numbers of a chain, of 8 bytes each: 2^22. Measured need 2^16, for tic-tac-toe.
pub const STATED: Limit = Limit { of: "numbers in tables of a tax before each bid", most: 1 << 22 };

/// What the statement says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The digest of the game's file.
    pub game: Digest,
    /// The part of the difference that is paid: numerator and denominator in lowest terms, below 1/2.
    pub tax: (u32, u32),
    /// Whether a bid may be negative. If not, some option is both players' at each position.
    pub is_negative: bool,
}

impl Body {
    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling, or the tax is none.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let body: Self = canonical(body)?;
        let (tax, whole) = body.tax;
        ensure(tax < whole.div_ceil(2) && tax.gcd(&whole) == 1, Failure::Statement("tax"))?;
        Ok(body)
    }
}

/// Steps from a table to the next one, one or more.
#[derive(Clone, Debug)]
pub struct Chain {
    /// How much of the gap between the two is left after a move, in units; 0 if one move is all.
    pub thetas: Vec<u64>,
    /// The tables after all steps but the last, one after the other, in units. After the last step it is the thresholds.
    pub tables: Vec<u64>,
}

/// What is verified, of each position that is not terminal, White's and Black's.
#[derive(Debug)]
pub struct RobinHood {
    /// The game.
    pub game: Arc<Game>,
    /// What the statement says.
    pub body: Body,
    /// The thresholds: with a greater share of the money the side wins, with a smaller one the opponent keeps it from winning.
    pub thresholds: [Vec<u32>; 2],
    /// The values of which these are places.
    pub values: Arc<Fractions>,
    /// The chains.
    pub chains: [Chain; 2],
}

/// A position where a condition fails.
#[derive(Clone, Copy, Debug)]
pub struct Fails {
    /// The number of the position.
    pub position: u32,
    /// Whose threshold it is.
    pub side: Side,
    /// Which step of the chain, from 1 on; none if the threshold is not below its mean.
    pub step: Option<usize>,
}

impl Fault for Fails {
    fn condition(&self) -> &'static str {
        match self.step {
            Some(_) => self.side.of("white-wins", "black-wins"),
            None => self.side.of("white-guard", "black-guard"),
        }
    }

    fn place(&self) -> u64 {
        self.position.into()
    }
}

/// The claim: what is stated, and the game in a file if one was given.
struct Taxed(Body, Option<Subject>);

/// The claim about a tax before each bid.
///
/// # Errors
///
/// If the statement or the head is malformed.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (body, head) = (Body::read(given.body)?, given.head);
    ensure((head.never, head.bits, head.form) == (None, 0, Form::One), Failure::Statement("form"))?;
    Ok(Box::new(Taxed(body, given.game.cloned())))
}

impl Claim for Taxed {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], _: usize) -> Checked {
        let Self(body, game) = *self;
        let (game, winners) = chips::given(game, body.game)?;
        let is_shared = |options: &[(Side, u64, u32)]| {
            let has = |side, to| options.contains(&(side, 1, to));
            options.iter().any(|&(_, _, to)| has(Side::White, to) && has(Side::Black, to))
        };
        if let Some((number, ..)) = game.inner.iter().find(|(.., options)| !body.is_negative && !is_shared(options)) {
            return Err(Failure::Uncovered("a position where no option is both players'", (*number).into()));
        }
        let all = read(game, body, certificate)?;
        let steps = all.chains.iter().map(|chain| chain.thetas.len()).max().expect("two chains");
        let bits = all.values.denominator.bits() + u64::from(BITS);
        payments::WORK.admit(u128::from(bits) * u128::try_from(all.game.inner.len() * steps).expect("a length"))?;
        let seen = Side::BOTH.map(|side| Seen::new(&all, &winners, side));
        let fault = |position| seen.iter().find_map(|seen| seen.fault(position));
        let fault = (0..).take(all.game.inner.len()).find_map(fault);
        fault.map_or(Ok((Arc::new(all), Stated::default())), |fault| Err(Failure::Further(Arc::new(fault))))
    }
}

// ANCHOR: read
/// Reads the slice, White's part and then Black's: the thresholds as places of values; how many steps there are, one or more; what each leaves of the gap; the
/// tables of all but the last.
fn read(game: Arc<Game>, body: Body, certificate: &Certificate) -> Result<RobinHood, Failure> {
    let mut reader = Reader::new(Some(0), only_slice(certificate)?);
    let mut side = || -> Result<_, Failure> {
        let count = game.inner.len();
        let thresholds = reader.column32(count)?;
        let steps = reader.length(1)?;
        ensure(steps > 0, reader.wrong(Spelling::Unknown))?;
        STATED.admit(steps * count)?;
        let thetas = reader.column(steps)?;
        ensure(thetas.iter().all(|theta| theta >> BITS == 0), reader.wrong(Spelling::Large))?;
        let mut tables = Vec::with_capacity((steps - 1) * count);
        for _ in 1..steps {
            tables.extend(reader.column(count)?);
        }
        Ok((thresholds, Chain { thetas, tables }))
    };
    let [white, black] = [side()?, side()?];
    let (thresholds, chains) = ([white.0, black.0], [white.1, black.1]);
    are_used(&certificate.head.values, thresholds.iter().flatten(), reader.wrong(Spelling::Large))?;
    reader.end()?;
    Ok(RobinHood { game, body, thresholds, values: Arc::clone(&certificate.head.values), chains })
}
// ANCHOR_END: read

/// A game as a side sees it. Numbers are in units of which so many are `one`: the denominator of the values, times 2^56.
struct Seen<'a> {
    all: &'a RobinHood,
    side: Side,
    /// What a terminal position is worth: nothing is needed where the side has won, and nothing is enough where it has lost.
    terminal: Vec<BigInt>,
    thresholds: Vec<BigInt>,
    one: BigInt,
}

impl<'a> Seen<'a> {
    fn new(all: &'a RobinHood, winners: &[Side], side: Side) -> Self {
        let units = |number: &BigUint| BigInt::from(number.clone()) << BITS;
        let one = units(&all.values.denominator);
        let terminal =
            winners.iter().map(|&winner| if winner == side { BigInt::zero() } else { one.clone() }).collect();
        let places = &all.thresholds[side.of(0, 1)];
        let thresholds = places.iter().map(|&place| units(&all.values.numerators[at(place)])).collect();
        Self { all, side, terminal, thresholds, one }
    }

    fn chain(&self) -> &Chain {
        &self.all.chains[self.side.of(0, 1)]
    }

    /// The number of a position that is not terminal after so many steps.
    fn number(&self, steps: usize, position: u32) -> BigInt {
        let Some(before) = steps.checked_sub(1) else { return self.one.clone() };
        match self.chain().tables.get(before * self.thresholds.len() + at(position)) {
            Some(number) => BigInt::from(self.all.values.denominator.clone()) * number,
            None => self.thresholds[at(position)].clone(),
        }
    }

    /// The numbers of a position's options after so many steps: the own ones, and the greatest of the opponent's.
    fn options(&self, steps: usize, position: u32) -> (Vec<BigInt>, BigInt) {
        let (mut own, mut most) = (Vec::new(), BigInt::zero());
        for &(by, _, to) in &self.all.game.inner[at(position)].2 {
            let number = match self.all.game.places[at(to)] {
                Ok(to) => self.number(steps, to),
                Err(value) => self.terminal[at(value)].clone(),
            };
            if by == self.side { own.push(number) } else { most = most.max(number) }
        }
        (own, most)
    }

    // ANCHOR: conditions
    /// How the mean of two numbers compares with what the share `x` is after the tax, `(1 − 2λ)·x + λ`; all in units of which so many are `one`.
    fn order(&self, [own, other]: [&BigInt; 2], x: &BigInt, one: &BigInt) -> Ordering {
        let (tax, whole) = (BigInt::from(self.all.body.tax.0), BigInt::from(self.all.body.tax.1));
        let taxed = (&whole - 2 * &tax) * x + tax * one;
        (whole * (own + other)).cmp(&(2 * taxed))
    }

    /// From the table `v` before a step to the table `u` after it: with some own option both means are at most what is there after the tax; for `v` that is what
    /// the step leaves of the gap. `u` counts only if a gap is left. Nothing is asked where `u` is 1 or more, or not below `v`.
    fn steps(&self, position: u32, step: usize) -> bool {
        let [v, u] = [step - 1, step].map(|steps| self.number(steps, position));
        let theta = self.chain().thetas[step - 1];
        let [before, after] = [step - 1, step].map(|steps| self.options(steps, position));
        let left = (&u << BITS) + (&v - &u) * theta;
        let [most_before, most] = [before.1, after.1].map(|most| most << BITS);
        let one = &self.one << BITS;
        let is_fine = |(own_before, own): (BigInt, BigInt)| {
            let falls = self.order([&(own_before << BITS), &most_before], &left, &one).is_le();
            falls && (theta == 0 || self.order([&(own << BITS), &most], &(&u << BITS), &one).is_le())
        };
        u >= self.one || v <= u || before.0.into_iter().zip(after.0).any(is_fine)
    }

    /// With less than the threshold the opponent can go on: it is at most its mean.
    fn guards(&self, position: u32) -> bool {
        let steps = self.chain().thetas.len();
        let (own, most) = self.options(steps, position);
        let x = &self.thresholds[at(position)];
        x.is_zero() || own.iter().all(|own| self.order([own, &most], x, &self.one).is_ge())
    }
    // ANCHOR_END: conditions

    fn fault(&self, position: u32) -> Option<Fails> {
        let wrong = (1..=self.chain().thetas.len()).find(|&step| !self.steps(position, step));
        let fails = Fails { position, side: self.side, step: wrong };
        (wrong.is_some() || !self.guards(position)).then_some(fails)
    }
}
