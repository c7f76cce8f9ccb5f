//! All-pay auctions with chips on games in a file: both players pay what they bid, and whoever has bid more moves.
//!
//! Responsible for statement 16: its body, the layout of its slices, the two conditions `white-mix` and `black-mix`, and which games are covered. Left
//! to others: positions and options (`graph`), the envelope (`certificate`). Source: the chapter "All-pay auctions", which has the proof.
//!
//! A *state* is a position that is not terminal with what each player has left. A certificate states two bounds of its value, and for each player how often
//! each bid is made: the bids are a mix, and the mix is the proof. Bounds are in units of 2^-bits, weights in units of 2^-weight.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use checker::certificate::{Certificate, Digest, Reader};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::own;
use checker::table::{SLICE, Stated};
use checker::theorem::{Side, Turn};

/// The number of the statement.
pub const NUMBER: u8 = 16;
/// The most bits of the units of bounds, and of those of weights: sums of products stay below 2^127.
pub const MOST_BITS: u8 = 62;

/// Chips of one player: 63. The bids that a mix has are the bits of a number below 2^64.
pub const CHIPS: Limit = Limit { of: "chips of one player in an all-pay auction", most: 63 };
/// States: 2^23, of 48 bytes each. Measured need 457,198 (tic-tac-toe up to symmetry, 16 chips against 16).
pub const STATES: Limit =
    Limit { of: "positions of an all-pay auction, once for each split of the chips", most: 1 << 23 };
/// Pairs of bids at all states, and options of all states: 2^33, which take half a minute at most. Measured need 42 million.
pub const WORK: Limit = Limit { of: "pairs of bids and options of all states of an all-pay auction", most: 1 << 33 };

/// An all-pay auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auction {
    /// Who moves after equal bids; none if a fair coin decides.
    pub ties: Option<Side>,
    /// White's chips at the start, and Black's.
    pub chips: [usize; 2],
    /// Bounds are in units of 2^-bits.
    pub bits: u8,
    /// Weights are in units of 2^-weight.
    pub weight: u8,
}

// ANCHOR: body
impl Auction {
    /// Reads the body of the statement: the auction, and the digest of the game's file.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling, or beyond a limit.
    pub fn read(body: &[u8]) -> Result<(Self, Digest), Failure> {
        let wrong = |_| Failure::Statement("all-pay auction");
        let mut reader = Reader::new(None, body);
        let [ties, white, black, bits, weight]: [u8; 5] = reader.take(5).map_err(wrong)?.try_into().expect("5 bytes");
        let digest = Digest(reader.take(32).map_err(wrong)?.try_into().expect("32 bytes"));
        reader.end().map_err(wrong)?;
        let ties = [None, Some(Side::White), Some(Side::Black)].get(usize::from(ties)).copied();
        let ties = ties.ok_or(Failure::Statement("ties"))?;
        ensure((1..=MOST_BITS).contains(&bits), Failure::Statement("units of bounds"))?;
        ensure(weight <= MOST_BITS, Failure::Statement("units of weights"))?;
        let chips = [at(CHIPS.admit(white)?), at(CHIPS.admit(black)?)];
        Ok((Self { ties, chips, bits, weight }, digest))
    }

    /// How many ways there are to split what is left: each player has from none to all of the own chips.
    pub fn splits(&self) -> usize {
        (self.chips[0] + 1) * (self.chips[1] + 1)
    }

    /// The number of a split among those of one position.
    pub fn split(&self, [white, black]: [usize; 2]) -> usize {
        white * (self.chips[1] + 1) + black
    }

    /// The chips of both players at a state.
    pub fn held(&self, state: usize) -> [usize; 2] {
        let split = state % self.splits();
        [split / (self.chips[1] + 1), split % (self.chips[1] + 1)]
    }

    /// The number 1 in units of bounds.
    pub fn one(&self) -> u64 {
        1 << self.bits
    }
}
// ANCHOR_END: body

/// A mix does not guarantee the stated bound.
#[derive(Debug)]
pub struct WrongMix {
    /// The auction.
    pub auction: Auction,
    /// The number of the state.
    pub state: u64,
    /// Whose mix it is.
    pub side: Side,
    /// The stated bound, in units.
    pub bound: u64,
    /// The opponent's bid against which it gives less; none where nobody bids.
    pub against: Option<usize>,
}

impl Fault for WrongMix {
    fn condition(&self) -> &'static str {
        self.side.of("white-mix", "black-mix")
    }

    fn place(&self) -> u64 {
        self.state
    }
}

/// The mixes of a player at all states.
#[derive(Clone, Debug, Default)]
pub struct Mixes {
    /// For each state which bids the mix has: bit i is set if i chips are bid at times. None where nobody bids.
    pub bids: Vec<u64>,
    /// For each state where its weights begin.
    starts: Vec<usize>,
    /// The weights of all bids but the last one of each state, which has the rest.
    weights: Vec<u64>,
}

impl Mixes {
    /// The mix at a state: bids, increasing, with their weights, whose sum is 2^weight.
    pub fn at(&self, state: usize, weight: u8) -> impl Iterator<Item = (usize, u64)> {
        let (mut bids, mut place, mut rest) = (self.bids[state], self.starts[state], 1_u64 << weight);
        std::iter::from_fn(move || {
            let bid = bids.trailing_zeros();
            bids &= bids.checked_sub(1)?;
            let own = if bids == 0 { rest } else { self.weights[place] };
            (place, rest) = (place + 1, rest - own);
            Some((at(bid), own))
        })
    }
}

/// What is verified.
#[derive(Debug)]
pub struct AllPay {
    /// The auction.
    pub auction: Auction,
    /// The game.
    pub game: Arc<Game>,
    /// For each state the bound below its value and the one above it, in units.
    pub bounds: Vec<[u64; 2]>,
    /// White's mixes, and Black's.
    pub mixes: [Mixes; 2],
}

/// The claim, and the game in a file, if one was given.
struct Claimed(Auction, Digest, Option<Subject>);

/// The claim about an all-pay auction.
///
/// # Errors
///
/// If the statement is malformed, or beyond a limit.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (auction, digest) = Auction::read(given.body)?;
    Ok(Box::new(Claimed(auction, digest, given.game.cloned())))
}

impl Claim for Claimed {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], _: usize) -> Checked {
        let Self(auction, digest, game) = *self;
        Ok((Arc::new(check(auction, own::given(game, digest)?, certificate)?), Stated::default()))
    }
}

// ANCHOR: check
/// Verifies a certificate.
fn check(auction: Auction, game: Arc<Game>, certificate: &Certificate) -> Result<AllPay, Failure> {
    if let Some(number) = on_cycle(&game) {
        let number = u64::from(game.inner[number].0);
        return Err(Failure::Uncovered(
            "a position that can come again, where both could bid nothing for ever",
            number,
        ));
    }
    let states = states(&auction, &game)?;
    ensure(crate::bare::is_bare(&certificate.head), Failure::Spelling(None, 0, Spelling::Unknown))?;
    let slices: Vec<Range<usize>> = (0..states).step_by(SLICE).map(|start| start..states.min(start + SLICE)).collect();
    ensure(slices.len() == certificate.slices.len(), Failure::Coverage(certificate.slices.len(), slices.len()))?;
    let mut stated = AllPay { auction, game, bounds: Vec::new(), mixes: Default::default() };
    for (number, range) in slices.into_iter().enumerate() {
        stated.read(number, range, certificate.slice(number)?)?;
    }
    for position in 0..stated.game.inner.len() {
        let views = stated.views(position);
        for split in 0..auction.splits() {
            for side in Side::BOTH {
                stated.mix(side, position * auction.splits() + split, &views)?;
            }
        }
    }
    Ok(stated)
}
// ANCHOR_END: check

/// How many states there are, if they are not too many, nor too long to go through.
fn states(auction: &Auction, game: &Game) -> Result<usize, TooMuch> {
    let count = |length: usize| u64::try_from(length).expect("a length");
    let splits = count(auction.splits());
    let states = STATES.admit(count(game.inner.len()) * splits)?;
    let pairs: u64 = auction.chips.iter().map(|&chips| count((chips + 1) * (chips + 2) / 2)).product();
    let work = |(_, turn, options): &(u32, Turn, Vec<_>)| {
        count(options.len()) * splits + if *turn == Turn::Bid { pairs } else { 0 }
    };
    WORK.admit(game.inner.iter().map(work).sum::<u64>())?;
    Ok(at(states))
}

// ANCHOR: cycle
/// A position that options lead back to, by its number among those that are not terminal; none if the game ends whatever happens.
fn on_cycle(game: &Game) -> Option<usize> {
    // 0: not yet seen; 1: on the way from the position where the search began; 2: nothing comes again from there.
    let mut seen = vec![0_u8; game.inner.len()];
    for first in 0..seen.len() {
        let mut way = vec![(first, 0)];
        while let Some((position, next)) = way.last_mut().filter(|(position, _)| seen[*position] < 2) {
            seen[*position] = 1;
            let Some(&(_, _, to)) = game.inner[*position].2.get(*next) else {
                seen[*position] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            match game.places[at(to)].map(at) {
                Ok(inner) if seen[inner] == 1 => return Some(inner),
                Ok(inner) if seen[inner] == 0 => way.push((inner, 0)),
                _ => {}
            }
        }
    }
    None
}
// ANCHOR_END: cycle

// ANCHOR: read
impl AllPay {
    /// Reads a slice: of its states the lower bounds, by how much the upper ones are greater, White's bids and Black's; then the weights.
    fn read(&mut self, slice: usize, states: Range<usize>, bytes: &[u8]) -> Result<(), Failure> {
        let mut reader = Reader::new(Some(slice), bytes);
        let (lower, more) = (reader.column(states.len())?, reader.column(states.len())?);
        for (lower, more) in lower.into_iter().zip(more) {
            let upper = lower.checked_add(more).filter(|upper| *upper <= self.auction.one());
            self.bounds.push([lower, upper.ok_or(reader.wrong(Spelling::Large))?]);
        }
        let bids = [reader.column(states.len())?, reader.column(states.len())?];
        for (side, bids) in bids.into_iter().enumerate() {
            let mut count = 0;
            for (&bids, state) in bids.iter().zip(states.clone()) {
                let is_bid = self.game.inner[state / self.auction.splits()].1 == Turn::Bid;
                ensure(is_bid == (bids > 0), reader.wrong(Spelling::Unknown))?;
                let most = u64::MAX >> (63 - self.auction.held(state)[side]);
                ensure(bids <= most, reader.wrong(Spelling::Large))?;
                self.mixes[side].starts.push(self.mixes[side].weights.len() + count);
                count += listed(bids);
            }
            let weights = reader.column(count)?;
            self.mixes[side].weights.extend(weights);
            for (&bids, state) in bids.iter().zip(states.clone()) {
                let start = self.mixes[side].starts[state];
                let own = &self.mixes[side].weights[start..start + listed(bids)];
                ensure(own.iter().all(|&weight| weight > 0), reader.wrong(Spelling::Unknown))?;
                let sum: u128 = own.iter().map(|&weight| u128::from(weight)).sum();
                ensure(sum < 1 << self.auction.weight, reader.wrong(Spelling::Large))?;
            }
            self.mixes[side].bids.extend(bids);
        }
        reader.end()
    }
}
// ANCHOR_END: read

/// What is stated of the options of a position at each split of the chips: for each side that of its best option, the lower bound and the upper one. At
/// chance both sides have the sums of all options with their weights, and the third number is the sum of the weights, else 1.
pub type View = ([[u128; 2]; 2], u128);

impl AllPay {
    // ANCHOR: views
    /// What is stated of the options of a position, for each split.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    pub fn views(&self, position: usize) -> Vec<View> {
        let (_, turn, options) = &self.game.inner[position];
        let (splits, one) = (self.auction.splits(), u128::from(self.auction.one()));
        let is_chance = *turn == Turn::Chance;
        let start = if is_chance { [[0; 2]; 2] } else { [[0; 2], [one; 2]] };
        let mut views = vec![(start, if is_chance { 0 } else { 1 }); splits];
        for &(by, weight, to) in options {
            let stated = match self.game.places[at(to)] {
                Ok(inner) => &self.bounds[at(inner) * splits..][..splits],
                Err(terminal) => &vec![self.game.values[at(terminal)].rounded(self.auction.bits); splits],
            };
            for ((view, total), bounds) in views.iter_mut().zip(stated) {
                for (end, bound) in bounds.map(u128::from).into_iter().enumerate() {
                    match by {
                        _ if is_chance => view.iter_mut().for_each(|sums| sums[end] += bound * u128::from(weight)),
                        Side::White => view[0][end] = view[0][end].max(bound),
                        Side::Black => view[1][end] = view[1][end].min(bound),
                    }
                }
                *total += if is_chance { u128::from(weight) } else { 0 };
            }
        }
        views
    }
    // ANCHOR_END: views

    // ANCHOR: mix
    /// The condition of a side: its mix guarantees the stated bound against every bid of the opponent. For White
    /// `2^(weight + 1) · l ≤ min over j of Σ σ(i) · 2A(i, j)`, where `A(i, j)` is what is stated where the bids i and j lead.
    fn mix(&self, side: Side, state: usize, views: &[View]) -> Result<(), Failure> {
        let auction = &self.auction;
        let (end, held) = (side.of(0, 1), auction.held(state));
        let bound = self.bounds[state][end];
        let fails = |against| {
            let state = u64::try_from(state).expect("within the limit");
            let wrong = WrongMix { auction: self.auction, state, side, bound, against };
            Err(Failure::Further(Arc::new(wrong)))
        };
        let is_better = |reached: u128, times: u128| {
            let order = reached.cmp(&(times * u128::from(bound)));
            order != side.of(Ordering::Less, Ordering::Greater)
        };
        let mover = match self.game.inner[state / auction.splits()].1 {
            Turn::Bid => None,
            Turn::Of(mover) => Some(mover.of(0, 1)),
            // Both have the same sums.
            Turn::Chance => Some(0),
        };
        if let Some(mover) = mover {
            let (view, total) = views[auction.split(held)];
            return if is_better(view[mover][end], total) { Ok(()) } else { fails(None) };
        }
        for answer in 0..=held[side.of(1, 0)] {
            let reached = self.mixes[end].at(state, auction.weight).map(|(bid, weight)| {
                let bids = side.of([bid, answer], [answer, bid]);
                u128::from(weight) * self.twice(bids, held, views, end)
            });
            if !is_better(reached.sum(), 2 << auction.weight) {
                return fails(Some(answer));
            }
        }
        Ok(())
    }

    /// Twice what is stated where these bids lead, the lower bound or the upper one: both bids are paid, and the higher one moves.
    ///
    /// # Panics
    ///
    /// If a player bids more than is held.
    pub fn twice(&self, [white, black]: [usize; 2], held: [usize; 2], views: &[View], end: usize) -> u128 {
        let ([bought, sold], _) = &views[self.auction.split([held[0] - white, held[1] - black])];
        match (white.cmp(&black), self.auction.ties) {
            (Ordering::Greater, _) | (Ordering::Equal, Some(Side::White)) => 2 * bought[end],
            (Ordering::Less, _) | (Ordering::Equal, Some(Side::Black)) => 2 * sold[end],
            (Ordering::Equal, None) => bought[end] + sold[end],
        }
    }
    // ANCHOR_END: mix
}

/// How many weights of a mix are listed: those of all its bids but the last one; none where nobody bids.
fn listed(bids: u64) -> usize {
    at(bids.count_ones()) - usize::from(bids > 0)
}
