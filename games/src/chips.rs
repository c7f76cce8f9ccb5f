//! Chips: an auction with whole chips and a star that decides ties, at every position of an endgame or of a game in a file.
//!
//! Responsible for statement 6: its body, the layout of its slices, and the two conditions `wins` and `guard`, each for both sides. Both
//! conditions are the auction itself: they say where each outcome of a bid may lead, and no formula for a threshold stands here. Left to
//! others: positions and options (`games`), the envelope (`certificate`). Source: the chapter "Chips", which has the proofs.
//!
//! Money is counted in *half units*: a side with `k` chips has `t = 2k + 1` of them with the star, else `t = 2k`. With `N` chips in all the
//! opponent has `2N + 1 − t`. For each side and each parity of `t` a certificate states a *threshold*: the side wins exactly from there on.

use std::sync::Arc;

use num_traits::Zero;

use checker::certificate::{Certificate, Digest, Reader, Statement};
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified};
use checker::endgame::{Endgame, Positions};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::graph::Game;
use checker::limits::Limit;
use checker::numbers::{Fraction, at};
use checker::own;
use checker::table::{self, Stated, Table, Target};
use checker::theorem::{Label, Side, Turn};

use crate::bare::Naturals as _;

/// The number of the statement.
pub const NUMBER: u8 = 6;
/// The forms that the columns of a side and a parity have, one after the other.
const COLUMNS: usize = 4;

/// Chips of both players together: 2^40. Sums and doubles of them are far from 2^64.
pub const CHIPS: Limit = Limit { of: "chips of both players together", most: 1 << 40 };
/// Positions of an endgame that is played for chips: 2^22, of 128 bytes each.
pub const POSITIONS: Limit = Limit { of: "positions of an endgame that is played for chips", most: 1 << 22 };

/// Who moves after a bid is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The buyer moves.
    Moves,
    /// The buyer says who moves.
    Decides,
}

/// An auction: its rule, and how many chips there are in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auction {
    /// Who moves after a bid is won.
    pub rule: Rule,
    /// The chips of both players together.
    pub chips: u64,
}

/// What the statement says: an auction, and what is played under it.
#[derive(Debug)]
pub struct Body {
    /// The auction.
    pub auction: Auction,
    /// What is played: an endgame, or the game in the file of a digest.
    pub played: Result<Endgame, Digest>,
    /// The bytes of the auction.
    spelt: Vec<u8>,
}

// ANCHOR: body
impl Body {
    /// Reads the body of the statement.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let wrong = |_| Failure::Statement("auction");
        let mut reader = Reader::new(None, body);
        let rule = match reader.byte().map_err(wrong)? {
            0 => Rule::Moves,
            1 => Rule::Decides,
            _ => return Err(Failure::Statement("auction")),
        };
        let chips = CHIPS.admit(reader.number().map_err(wrong)?)?;
        let (played, mut inner) = match reader.byte().map_err(wrong)? {
            0 => {
                let (board, men) = (reader.take(3).map_err(wrong)?, reader.length(1).map_err(wrong)?);
                Limit::MEN.admit(men)?;
                let board = board.try_into().expect("3 bytes");
                let endgame = Endgame::new(board, reader.take(men).map_err(wrong)?)?;
                POSITIONS.admit(endgame.places())?;
                (Ok(endgame), 5 + men)
            }
            1 => (Err(Digest(reader.take(32).map_err(wrong)?.try_into().expect("32 bytes"))), 33),
            _ => return Err(Failure::Statement("auction")),
        };
        reader.end().map_err(wrong)?;
        inner = body.len() - inner;
        Ok(Self { auction: Auction { rule, chips }, played, spelt: body[..inner].to_vec() })
    }

    /// The statements that are imported: the same auction in each endgame that moves lead to.
    pub fn imports(&self) -> Vec<Statement> {
        let statement = |Endgame { board, men }: Endgame| {
            let length = u8::try_from(men.len()).expect("within the limit");
            let men = men.iter().map(|man| man.number());
            let inner = [0].into_iter().chain(board.stated()).chain([length]).chain(men);
            Statement::Further(NUMBER, self.spelt.iter().copied().chain(inner).collect())
        };
        self.played.iter().flat_map(Endgame::imports).map(statement).collect()
    }
}
// ANCHOR_END: body

/// What is stated for a side that has a number of half units of one parity. The order is that of what is needed: of the threshold, then of the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// From so many half units on, of this parity, the side wins. It never does if there are not so many.
    pub threshold: u64,
    /// Orders the positions of a play in which the side always has exactly what it needs.
    pub label: Label,
    /// What the side bids if it has exactly what it needs, in chips.
    pub bid: u64,
    /// What the opponent bids if the side has a chip less, in chips.
    pub guard: u64,
}

/// A line does not win, or does not keep from winning.
#[derive(Debug)]
pub struct WrongLine {
    /// The number of the position.
    pub position: u32,
    /// Whose line it is.
    pub side: Side,
    /// Whether the condition is that the side wins with its threshold; else that it does not win with a chip less.
    pub has_enough: bool,
    /// What the side has, in half units; if chips have no sum, the two greatest numbers are all there is, where nothing is enough.
    pub half_units: u64,
    /// The opponent's chips, if they are not all that the side lacks of a sum.
    pub other: Option<u64>,
    /// The stated bid, in chips: the side's, or the opponent's that is to keep it from winning.
    pub bid: u64,
}

impl Fault for WrongLine {
    fn condition(&self) -> &'static str {
        match self.has_enough {
            true => self.side.of("white-wins", "black-wins"),
            false => self.side.of("white-guard", "black-guard"),
        }
    }

    fn place(&self) -> u64 {
        self.position.into()
    }
}

/// White's lines and Black's: the first without the star, the second with it.
pub type Lines = [[Line; 2]; 2];

/// What is played.
#[derive(Debug)]
pub enum Played {
    /// An endgame.
    Endgame(Arc<Positions>),
    /// A game in a file.
    Game(Arc<Game>),
}

/// What is verified.
#[derive(Debug)]
pub struct Chips {
    /// The auction.
    pub auction: Auction,
    /// What is played under it.
    pub played: Played,
    /// What is stated of each position.
    pub lines: Vec<Lines>,
}

impl Auction {
    /// The lines of a place where this side has won: nothing is needed there, and the opponent can never have enough.
    pub fn won(self, side: Side) -> Lines {
        let line = |q: u64| [0, 1].map(|parity| Line { threshold: 2 * q + parity, ..Line::default() });
        let never = self.chips + 1;
        [line(side.of(0, never)), line(side.of(never, 0))]
    }
}

/// The claim, and the game in a file, if one was given.
struct Auctioned(Body, Option<Subject>);

/// The claim about an auction with chips.
///
/// # Errors
///
/// If the statement is malformed, or beyond a limit.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    Ok(Box::new(Auctioned(Body::read(given.body)?, given.game.cloned())))
}

impl Claim for Auctioned {
    fn imports(&self) -> Imports {
        Imports::All(self.0.imports())
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], _: usize) -> Checked {
        let imports: Vec<Arc<Chips>> =
            imports.iter().map(|import| import.about().expect("the statement says so")).collect();
        Ok((Arc::new(check(self.0, certificate, &imports, self.1)?), Stated::default()))
    }
}

// ANCHOR: check
/// Verifies a certificate. `imports` are verified, and those that the body asks for.
fn check(
    body: Body,
    certificate: &Certificate,
    imports: &[Arc<Chips>],
    game: Option<Subject>,
) -> Result<Chips, Failure> {
    let auction = body.auction;
    let endgame = match body.played {
        Ok(endgame) => endgame,
        Err(digest) => return in_file(given(game, digest)?, auction, certificate),
    };
    ensure(crate::bare::is_bare(&certificate.head), Failure::Statement("form"))?;
    endgame.cover(certificate)?;
    let positions = imports.iter().map(|import| match &import.played {
        Played::Endgame(positions) => Arc::clone(positions),
        Played::Game(_) => unreachable!("the statement is another"),
    });
    let positions = Positions::enumerate(endgame, positions.collect());
    let known = |border: usize, number| {
        let (import, flipped) = (border / 2, border % 2 == 1);
        let [white, black] = imports[import].lines[at(number)].map(|lines| lines.map(|line| Line { label: 0, ..line }));
        if flipped { [black, white] } else { [white, black] }
    };
    let lines = table(&positions, auction, certificate, known)?;
    Ok(Chips { auction, played: Played::Endgame(Arc::new(positions)), lines })
}

/// The game in the file of a digest, if it was given, and who has won at each of its terminal values.
///
/// # Errors
///
/// If none was given, or another one; or if a terminal value is neither 0 nor 1, or the players do not bid somewhere.
pub fn given(game: Option<Subject>, digest: Digest) -> Result<(Arc<Game>, Vec<Side>), Failure> {
    let (game, mut winners) = (own::given(game, digest)?, Vec::new());
    for place in game.places.iter().zip(0..) {
        if let (Err(index), number) = place {
            let Fraction { numerator, denominator } = &game.values[at(*index)];
            let is_between = !numerator.is_zero() && numerator != denominator;
            ensure(!is_between, Failure::Uncovered("a terminal value between 0 and 1", number))?;
            winners.push(if numerator.is_zero() { Side::Black } else { Side::White });
        }
    }
    match game.inner.iter().find(|(_, turn, _)| *turn != Turn::Bid) {
        Some((number, ..)) => Err(Failure::Uncovered("a position where the players do not bid", (*number).into())),
        None => Ok((game, winners)),
    }
}

/// Verifies a certificate of a game in a file.
fn in_file(
    (game, winners): (Arc<Game>, Vec<Side>),
    auction: Auction,
    certificate: &Certificate,
) -> Result<Chips, Failure> {
    let known = |_, number| auction.won(winners[at(number)]);
    let lines = table(&*game, auction, certificate, known)?;
    Ok(Chips { auction, played: Played::Game(game), lines })
}

/// Reads what is stated of all positions, and puts the conditions to each of them; `known` says what is known of the border.
fn table<G: Table>(
    game: &G,
    auction: Auction,
    certificate: &Certificate,
    known: impl Fn(usize, u32) -> Lines,
) -> Result<Vec<Lines>, Failure> {
    let lines = read(game, auction, certificate)?;
    let see = |target| match target {
        Target::To(number) => lines[at(number)],
        Target::Won(side) => auction.won(side),
        Target::Known { border, number } => known(border, number),
        Target::Outside => unreachable!("all endgames are imported"),
    };
    for (number, stated) in (0..).zip(&lines) {
        let mut nodes = Side::BOTH.map(|side| Node::new(auction, side));
        game.options(number, |(by, _, _, target)| {
            let lines = see(target);
            nodes.iter_mut().for_each(|node| node.add(by, &lines));
        });
        for (side, node) in Side::BOTH.into_iter().zip(&nodes) {
            for line in side.of(&stated[0], &stated[1]) {
                let failed = |has_enough, half_units, bid| {
                    let wrong = WrongLine { position: number, side, has_enough, half_units, other: None, bid };
                    Err(Failure::Further(Arc::new(wrong)))
                };
                if line.threshold / 2 <= auction.chips && !At(node, line.threshold, Some(line.label)).wins(line.bid) {
                    return failed(true, line.threshold, line.bid);
                }
                // With a chip less than the threshold. If no number of chips is enough, this is asked of the greatest one.
                if line.threshold >= 2 && !At(node, line.threshold - 2, None).guards(line.guard) {
                    return failed(false, line.threshold - 2, line.guard);
                }
            }
        }
    }
    Ok(lines)
}
// ANCHOR_END: check

// ANCHOR: read
/// Reads all slices. What is not used, because a side never wins or always does, is 0.
fn read<G: Table>(game: &G, auction: Auction, certificate: &Certificate) -> Result<Vec<Lines>, Failure> {
    ensure(crate::bare::is_bare(&certificate.head), Failure::Statement("form"))?;
    let (slices, mut all) = (table::slices(game), Vec::new());
    ensure(slices.len() == certificate.slices.len(), Failure::Coverage(certificate.slices.len(), slices.len()))?;
    for (range, (bytes, _)) in slices.iter().zip(&certificate.slices) {
        // Nobody wins with what leaves the opponent enough: not all thresholds of a position are 0.
        ensure(bytes.len() >= range.len(), Failure::Short(bytes.len(), range.len()))?;
    }
    for (slice, range) in slices.into_iter().enumerate() {
        let bytes = &certificate.slice(slice)?;
        let (mut reader, first) = (Reader::new(Some(slice), bytes), all.len());
        all.resize(first + range.len(), Lines::default());
        for (side, parity) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut columns: [Vec<u64>; COLUMNS] = Default::default();
            for column in &mut columns {
                *column = reader.column(range.len())?;
            }
            for (place, lines) in all[first..].iter_mut().enumerate() {
                let [chips, label, bid, guard] = columns.each_ref().map(|column| column[place]);
                let label = Label::try_from(label).ok().filter(|_| chips <= auction.chips + 1);
                let label = label.ok_or_else(|| reader.wrong(Spelling::Large))?;
                if chips > auction.chips && (label, bid) != (0, 0) || chips == 0 && guard != 0 {
                    return Err(reader.wrong(Spelling::Unknown));
                }
                let threshold = 2 * chips + u64::try_from(parity).expect("0 or 1");
                lines[side][parity] = Line { threshold, label, bid, guard };
            }
        }
        reader.end()?;
    }
    Ok(all)
}
// ANCHOR_END: read

/// A position as a side sees it: for each parity, what is stated for the side at the own option that needs least, and at the opponent's option that
/// needs most. Some own option is enough exactly if the first is, and all options of the opponent are exactly if the second is.
struct Node {
    auction: Auction,
    side: Side,
    own: [Line; 2],
    other: [Line; 2],
}

impl Node {
    /// No option yet. Whoever may move will have one, a pass at the least.
    fn new(auction: Auction, side: Side) -> Self {
        let won = |winner| side.of(auction.won(winner)[0], auction.won(winner)[1]);
        Self { auction, side, own: won(side.other()), other: won(side) }
    }

    /// One more option of a side, and what is stated there.
    fn add(&mut self, by: Side, [white, black]: &Lines) {
        let lines = self.side.of(white, black);
        if by == self.side {
            self.own = [0, 1].map(|parity| self.own[parity].min(lines[parity]));
        } else {
            self.other = [0, 1].map(|parity| self.other[parity].max(lines[parity]));
        }
    }

    // ANCHOR: bought
    /// Whether the side, after it has bought, comes to a place where it wins with `t` half units: by some own option, or, if the buyer
    /// decides, because it lets the opponent move.
    fn bought(&self, t: u64, below: Option<Label>) -> bool {
        enough(&self.own, t, below) || self.auction.rule == Rule::Decides && enough(&self.other, t, below)
    }

    /// Whether the side wins with `t` half units wherever the opponent, who has bought, goes.
    fn sold(&self, t: u64, below: Option<Label>) -> bool {
        enough(&self.other, t, below) && (self.auction.rule == Rule::Moves || enough(&self.own, t, below))
    }

    /// Whether the side wins after equal bids of `x`.
    fn tied(&self, t: u64, x: u64, below: Option<Label>) -> bool {
        after_tie(t, x, |t| self.bought(t, below), |t| self.sold(t, below))
    }
    // ANCHOR_END: bought
}

// ANCHOR: tie
/// Whether a side with `t` half units wins after equal bids of `x`, if it is said when it wins after buying, and after selling. Whoever has the star buys for it and
/// `x` chips, or sells for `x` chips.
pub fn after_tie(t: u64, x: u64, bought: impl Fn(u64) -> bool, sold: impl Fn(u64) -> bool) -> bool {
    match t % 2 {
        1 => bought(t - 2 * x - 1) || sold(t + 2 * x),
        _ => bought(t - 2 * x) && sold(t + 2 * x + 1),
    }
}
// ANCHOR_END: tie

/// A position where a side has so many half units; with labels below this one, if one is given.
struct At<'a>(&'a Node, u64, Option<Label>);

impl Bids for At<'_> {
    fn held(&self) -> [u64; 2] {
        [self.1 / 2, self.0.auction.chips - self.1 / 2]
    }

    fn bought(&self, x: u64) -> bool {
        self.0.bought(self.1 - 2 * x, self.2)
    }

    fn sold(&self, y: u64) -> bool {
        self.0.sold(self.1 + 2 * y, self.2)
    }

    fn tied(&self, x: u64) -> bool {
        self.0.tied(self.1, x, self.2)
    }
}

/// What bids lead to where two players have so many chips.
pub trait Bids {
    /// What the side and the opponent have, in chips.
    fn held(&self) -> [u64; 2];
    /// Whether the side wins after it has paid so much for the move.
    fn bought(&self, x: u64) -> bool;
    /// Whether it wins after the opponent has.
    fn sold(&self, y: u64) -> bool;
    /// Whether it wins after both have bid so much.
    fn tied(&self, x: u64) -> bool;

    // ANCHOR: wins
    /// Whether the bid `x` wins: against lower bids, against `x + 1` and so against all higher ones, and against `x`.
    fn wins(&self, x: u64) -> bool {
        let [own, other] = self.held();
        x <= own && (x == 0 || self.bought(x)) && (x >= other || self.sold(x + 1)) && (x > other || self.tied(x))
    }
    // ANCHOR_END: wins

    // ANCHOR: guard
    /// Whether the side wins with no bid against the opponent's bid `y`: neither by `y + 1` or more, nor by less, nor by `y`.
    fn guards(&self, y: u64) -> bool {
        let [own, other] = self.held();
        y <= other && !(y < own && self.bought(y + 1)) && !(y > 0 && self.sold(y)) && !(y <= own && self.tied(y))
    }
    // ANCHOR_END: guard
}

// ANCHOR: enough
/// Whether `t` half units win at an option: more than its threshold, or just so many; then its label is below this one, if one is given.
pub fn enough(option: &[Line; 2], t: u64, below: Option<Label>) -> bool {
    let Line { threshold, label, .. } = option[at(t % 2)];
    t > threshold || t == threshold && below.is_none_or(|below| label < below)
}
// ANCHOR_END: enough
