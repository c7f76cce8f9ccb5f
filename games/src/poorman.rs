//! Chips that are paid to the bank, the *discrete poorman* auction: who wins with how many chips, against each number of chips of the opponent.
//!
//! Responsible for statement 21: what stands in its body before that of statement 6, the layout of its slices, and the two conditions `wins` and
//! `guard`, each for both sides. Both are the auction itself. Left to others: what is played (`chips`), where options lead (`games`), the envelope
//! (`certificate`). Source: the chapter "Chips paid to the bank", which has the proofs; the auction is that of Avni, Meggendorfer, Sadhukhan,
//! Tkadlec and Žikelić, *Reachability poorman discrete-bidding games*, 2023.
//!
//! A *state* of a side is a position, how many chips the opponent has, and, with a star, whether the side holds it. For each a certificate states
//! the *threshold*: the side wins exactly from so many chips on.

use std::sync::Arc;

use checker::certificate::{Certificate, Reader, Statement};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::endgame::Positions;
use checker::failure::{Failure, Spelling, ensure};
use checker::limits::Limit;
use checker::numbers::at;
use checker::table::{self, Stated, Table, Target};
use checker::theorem::{Label, Side};

use crate::chips::{self, Bids, Played, Rule, WrongLine};

/// The number of the statement.
pub const NUMBER: u8 = 21;
/// The threshold of a state in which no number of chips is enough.
pub const NEVER: u64 = u64::MAX;
/// The greatest number in the column of thresholds: 2^62, so that it can be doubled.
const MOST: u64 = 1 << 62;
/// States of both sides at all positions: 2^23, of 32 bytes each, and 24 bytes for each side of a position.
pub const STATES: Limit = Limit { of: "states of an auction whose chips are paid to the bank", most: 1 << 23 };

/// Who gets equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Always this side.
    Of(Side),
    /// The holder of the star, who either hands it over with the bid, or keeps it and lets the opponent buy.
    Star,
}

/// An auction: who moves, who gets equal bids, and the greatest number of the opponent's chips about which something is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auction {
    /// Who moves after a bid is won.
    pub rule: Rule,
    /// Who gets equal bids.
    pub ties: Ties,
    /// The most chips of the opponent.
    pub most: u64,
}

/// What is stated of a state: the threshold is a number of chips, [`NEVER`] if the side never wins.
pub use crate::chips::Line;

/// What is stated of a position: White's states and Black's. Those with a number of the opponent's chips stand together; of them, with a star, first the one without
/// it.
pub type Lines = [Vec<Line>; 2];

impl Auction {
    /// Whether a side gets equal bids, for each of its states with a number of the opponent's chips.
    pub fn states(self, side: Side) -> &'static [bool] {
        match self.ties {
            Ties::Of(owner) if owner == side => &[true],
            Ties::Of(_) => &[false],
            Ties::Star => &[false, true],
        }
    }

    /// The lines of a place where this side has won.
    pub fn won(self, winner: Side) -> Lines {
        Side::BOTH.map(|side| {
            let threshold = if side == winner { 0 } else { NEVER };
            let count = at(self.most + 1) * self.states(side).len();
            vec![Line { threshold, label: 0, bid: 0, guard: 0 }; count]
        })
    }

    /// Reads the body of a statement: whose equal bids are, and then the body of statement 6, in which the chips are those of the opponent.
    pub fn read(body: &[u8]) -> Result<(Self, chips::Body), Failure> {
        let (&ties, rest) = body.split_first().ok_or(Failure::Statement("auction"))?;
        let ties = [Ties::Of(Side::White), Ties::Of(Side::Black), Ties::Star].get(usize::from(ties)).copied();
        let inner = chips::Body::read(rest)?;
        let chips::Auction { rule, chips: most } = inner.auction;
        Ok((Self { rule, ties: ties.ok_or(Failure::Statement("owner of ties"))?, most }, inner))
    }
}

/// What is verified.
#[derive(Debug)]
pub struct Poorman {
    /// The auction.
    pub auction: Auction,
    /// What is played under it.
    pub played: Played,
    /// What is stated of each position.
    pub lines: Vec<Lines>,
}

/// The auction, what is played, the statements of the imports, and the game in a file, if one was given.
struct Bank(Auction, chips::Body, Vec<Statement>, Option<Subject>);

/// The claim about an auction in which chips are paid to the bank.
///
/// # Errors
///
/// If the statement is malformed, or beyond a limit.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (auction, body) = Auction::read(given.body)?;
    let mut imports = body.imports();
    for import in &mut imports {
        if let Statement::Further(number, inner) = import {
            *number = NUMBER;
            inner.insert(0, given.body[0]);
        }
    }
    // Exchanged colours would exchange the owner of ties.
    let is_black = |man: &checker::chess::Man| man.side() == Side::Black;
    let many = body.played.as_ref().is_ok_and(|endgame| endgame.men.iter().filter(|man| is_black(man)).count() > 1);
    ensure(auction.ties == Ties::Star || !many, Failure::Statement("owner of ties"))?;
    Ok(Box::new(Bank(auction, body, imports, given.game.cloned())))
}

impl Claim for Bank {
    fn imports(&self) -> Imports {
        Imports::All(self.2.clone())
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        let imports: Vec<Arc<Poorman>> =
            imports.iter().map(|import| import.about().expect("the statement says so")).collect();
        let Self(auction, body, _, game) = *self;
        let (played, lines) = match body.played {
            Ok(endgame) => {
                admit(auction, endgame.places())?;
                let positions = imports.iter().map(|import| match &import.played {
                    Played::Endgame(positions) => Arc::clone(positions),
                    Played::Game(_) => unreachable!("the statement is another"),
                });
                let positions = Positions::enumerate(endgame, positions.collect());
                let known = |border: usize, number, side: Side| {
                    let flipped = if border % 2 == 1 { side.other() } else { side };
                    &imports[border / 2].lines[at(number)][flipped.of(0, 1)]
                };
                let lines = table(&positions, auction, certificate, threads, &known)?;
                (Played::Endgame(Arc::new(positions)), lines)
            }
            Err(digest) => {
                let (game, winners) = chips::given(game, digest)?;
                admit(auction, u64::try_from(game.inner.len()).expect("a length"))?;
                let won = Side::BOTH.map(|side| auction.won(side));
                let known = |_, number, side: Side| &won[winners[at(number)].of(0, 1)][side.of(0, 1)];
                let lines = table(&*game, auction, certificate, threads, &known)?;
                (Played::Game(game), lines)
            }
        };
        Ok((Arc::new(Poorman { auction, played, lines }), Stated::default()))
    }
}

/// That there are not too many states of so many positions.
fn admit(auction: Auction, positions: u64) -> Result<(), Failure> {
    let both: usize = Side::BOTH.map(|side| auction.states(side).len()).into_iter().sum();
    let chips = STATES.admit(auction.most + 1)?;
    STATES.admit(u128::from(chips) * u128::from(positions) * u128::try_from(both).expect("2 or 4"))?;
    Ok(())
}

// ANCHOR: table
/// Reads what is stated of all positions, and puts the conditions to each of them; `known` says what is known of the border.
fn table<'a, G: Table + Sync>(
    game: &G,
    auction: Auction,
    certificate: &Certificate,
    threads: usize,
    known: &(impl Fn(usize, u32, Side) -> &'a Vec<Line> + Sync),
) -> Result<Vec<Lines>, Failure> {
    let lines = read(game, auction, certificate)?;
    let won = Side::BOTH.map(|side| auction.won(side));
    let see = |target, side: Side| match target {
        Target::To(number) => &lines[at(number)][side.of(0, 1)],
        Target::Won(winner) => &won[winner.of(0, 1)][side.of(0, 1)],
        Target::Known { border, number } => known(border, number, side),
        Target::Outside => unreachable!("all endgames are imported"),
    };
    let put = |(): &mut (), position: u32| {
        Side::BOTH.into_iter().find_map(|side| {
            let mut node = Node::new(auction, side);
            // Labels of the border are 0.
            game.options(position, |(by, _, _, target)| {
                node.add(by, see(target, side), matches!(target, Target::To(_)));
            });
            let states = (0..=auction.most).flat_map(|k| auction.states(side).iter().map(move |&ties| (k, ties)));
            states.zip(&lines[at(position)][side.of(0, 1)]).find_map(|((k, ties), line)| {
                let failed = |has_enough, holds: u64, bid| {
                    let half_units =
                        if holds == NEVER { NEVER - u64::from(!ties) } else { 2 * holds + u64::from(ties) };
                    let wrong = WrongLine { position, side, has_enough, half_units, other: Some(k), bid };
                    Some(Failure::Further(Arc::new(wrong)))
                };
                if line.threshold < NEVER && !At(&node, line.threshold, k, ties, Some(line.label)).wins(line.bid) {
                    return failed(true, line.threshold, line.bid);
                }
                // With a chip less; with all there are if none are enough.
                let less = if line.threshold == NEVER { NEVER } else { line.threshold.checked_sub(1)? };
                if At(&node, less, k, ties, None).guards(line.guard) { None } else { failed(false, less, line.guard) }
            })
        })
    };
    table::first(&table::slices(game), threads, &put).map_or(Ok(lines), Err)
}
// ANCHOR_END: table

// ANCHOR: read
/// Reads all slices: of White's states and then of Black's, in their order, four columns each: one more than the threshold, and 0 for never; the label; the bid;
/// the guard. What is not used is 0.
fn read<G: Table>(game: &G, auction: Auction, certificate: &Certificate) -> Result<Vec<Lines>, Failure> {
    ensure(crate::bare::is_bare(&certificate.head), Failure::Statement("form"))?;
    let (slices, mut all) = (table::slices(game), Vec::new());
    ensure(slices.len() == certificate.slices.len(), Failure::Coverage(certificate.slices.len(), slices.len()))?;
    for (slice, range) in slices.into_iter().enumerate() {
        let bytes = &certificate.slice(slice)?;
        let (mut reader, first) = (Reader::new(Some(slice), bytes), all.len());
        let count = |side| at(auction.most + 1) * auction.states(side).len();
        all.resize_with(first + range.len(), || Side::BOTH.map(|side| Vec::with_capacity(count(side))));
        for side in Side::BOTH {
            for _ in 0..auction.most + 1 {
                for _ in auction.states(side) {
                    let [needed, bids, guards] =
                        [reader.column(range.len())?, reader.column(range.len())?, reader.column(range.len())?];
                    let labels = reader.column32(range.len())?;
                    for (place, lines) in all[first..].iter_mut().enumerate() {
                        let (label, bid, guard) = (labels[place], bids[place], guards[place]);
                        ensure(needed[place] <= MOST, reader.wrong(Spelling::Large))?;
                        let threshold = if needed[place] == 0 { NEVER } else { needed[place] - 1 };
                        let is_unused = threshold == NEVER && (label, bid) != (0, 0) || threshold == 0 && guard != 0;
                        ensure(!is_unused, reader.wrong(Spelling::Unknown))?;
                        lines[side.of(0, 1)].push(Line { threshold, label, bid, guard });
                    }
                }
            }
        }
        reader.end()?;
    }
    Ok(all)
}
// ANCHOR_END: read

/// What is needed at an option: the threshold, and the label.
type Needed = (u64, Label);

/// A position as a side sees it: for each of its states, what the own option needs that needs least, and the opponent's that needs most.
struct Node {
    auction: Auction,
    /// Whether the side gets equal bids, for each state with a number of the opponent's chips.
    states: &'static [bool],
    side: Side,
    own: Vec<Needed>,
    other: Vec<Needed>,
}

impl Node {
    /// No option yet. Whoever may move will have one, a pass at the least.
    fn new(auction: Auction, side: Side) -> Self {
        let states = auction.states(side);
        let count = at(auction.most + 1) * states.len();
        Self { auction, states, side, own: vec![(NEVER, Label::MAX); count], other: vec![(0, 0); count] }
    }

    /// One more option of a side, and what is stated there; whether its labels count.
    fn add(&mut self, by: Side, lines: &[Line], is_inner: bool) {
        let is_own = by == self.side;
        let needed = if is_own { &mut self.own } else { &mut self.other };
        for (known, line) in needed.iter_mut().zip(lines) {
            let needs = (line.threshold, if is_inner { line.label } else { 0 });
            *known = if is_own { needs.min(*known) } else { needs.max(*known) };
        }
    }

    // ANCHOR: enough
    /// Whether `t` chips win against `k` of the opponent at one of these options: more than the threshold, or just so many; then with a label below this
    /// one, if one is given. All there are win where some number does.
    fn enough(&self, options: &[Needed], t: u64, k: u64, has_ties: bool, below: Option<Label>) -> bool {
        let state = self.states.iter().position(|state| *state == has_ties).expect("a state of the side");
        let (threshold, label) = options[at(k) * self.states.len() + state];
        threshold < t || threshold == t && t < NEVER && below.is_none_or(|below| label < below)
    }
    // ANCHOR_END: enough

    /// Whether `t` chips win against `k` after the side has bought: by some own option, or, if the buyer decides, because it lets the opponent move.
    fn bought(&self, t: u64, k: u64, has_ties: bool, below: Option<Label>) -> bool {
        self.enough(&self.own, t, k, has_ties, below)
            || self.auction.rule == Rule::Decides && self.enough(&self.other, t, k, has_ties, below)
    }

    /// Whether they win wherever the opponent, who has bought, goes.
    fn sold(&self, t: u64, k: u64, has_ties: bool, below: Option<Label>) -> bool {
        self.enough(&self.other, t, k, has_ties, below)
            && (self.auction.rule == Rule::Moves || self.enough(&self.own, t, k, has_ties, below))
    }
}

/// A position where a side has `t` chips against `k`, and equal bids are its own or not; with a label below this one where nobody pays, if one is given.
struct At<'a>(&'a Node, u64, u64, bool, Option<Label>);

impl Bids for At<'_> {
    fn held(&self) -> [u64; 2] {
        [self.1, self.2]
    }

    fn bought(&self, x: u64) -> bool {
        self.0.bought(less(self.1, x), self.2, self.3, None)
    }

    fn sold(&self, y: u64) -> bool {
        self.0.sold(self.1, self.2 - y, self.3, None)
    }

    // ANCHOR: tied
    fn tied(&self, x: u64) -> bool {
        let &Self(node, t, k, has_ties, label) = self;
        let below = label.filter(|_| x == 0);
        let bought = |has_ties| node.bought(less(t, x), k, has_ties, below);
        let sold = |has_ties| node.sold(t, k - x, has_ties, below);
        match (node.auction.ties, has_ties) {
            (Ties::Of(_), true) => bought(true),
            (Ties::Of(_), false) => sold(false),
            (Ties::Star, true) => bought(false) || sold(true),
            (Ties::Star, false) => bought(false) && sold(true),
        }
    }
    // ANCHOR_END: tied
}

/// What is left of `t` chips after a bid; of all there are, all.
fn less(t: u64, bid: u64) -> u64 {
    if t == NEVER { NEVER } else { t - bid }
}
