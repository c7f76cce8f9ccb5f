//! Payments: auctions in which a part of the winning bid, or all of it, goes to the bank. Another mean than that of the theorem.
//!
//! Responsible for what such an auction is, for how a number compares with its mean, and for which conditions are put to a position. Left to others: what is
//! stated and where options lead (`table`, `games`), players' turns and evidence (`theorem`). Source: the chapter "Paying the bank", which proves
//! that this mean is monotone and never expands, and what follows.
//!
//! Let a share τ of the winning bid go to the bank, and let `hi ≥ lo` be what the two movers reach. Then
//!
//! ```text
//! F = (hi + (1 − τ)·lo) / ((2 − τ) + τ·(hi − lo))
//! ```
//!
//! If the best options are worth less to their movers than the opponent's (zugzwang), the rule says what happens: whoever wins *decides* who moves, which
//! exchanges the two; or whoever wins *moves*, nobody bids less than 0, and the owner of ties lets the other move.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub};

use checker::certificate::{Certificate, Digest, Form, Head, Reader, Statement};
use checker::chess::Man;
use checker::claim::{Checked, Claim, Given, Imports, Subject, Verified, borders};
use checker::endgame::{Endgame, Positions};
use checker::failure::{Condition, Failure, Spelling, ensure};
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use checker::numbers::{Numbers, at};
use checker::own::{self, GameTable};
use checker::table::{self, Asked, Rule};
use checker::theorem::{Label, Node, Side, Turn};

/// The number of this statement.
pub const NUMBER: u8 = 7;
/// The most bits of units: products of the mean stay below 2^114.
pub const MOST_BITS: u8 = 48;

/// Bits of the common denominator, once for each position of a game that pays the bank, because its mean multiplies such numbers: 2^32, which take
/// about a minute. Measured need 2^21.
pub const WORK: Limit = Limit { of: "bits of a common denominator, once for each position", most: 1 << 32 };

/// Who pays whom, and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auction {
    /// The share of a bid that the bank takes: numerator and denominator in lowest terms.
    pub bank: [u16; 2],
    /// The owner of ties if the winner of a bid moves; none if the winner decides who moves.
    pub owner: Option<Side>,
}

// ANCHOR: payments-statement
impl Auction {
    /// Reads the body of a statement: the auction, and the endgame or the game in a file that is played.
    pub fn read(body: &[u8]) -> Result<(Self, Statement), Failure> {
        let mut reader = Reader::new(None, body);
        let [a, b, c, d]: [u8; 4] = reader.take(4)?.try_into().expect("4 bytes");
        let bank = [[a, b], [c, d]].map(u16::from_le_bytes);
        let owner = [None, Some(Side::White), Some(Side::Black)].get(usize::from(reader.byte()?)).copied();
        let owner = owner.ok_or(Failure::Statement("rule"))?;
        // If the bank takes nothing, and the winner decides, it is the auction of the other statements.
        let is_share = bank[0] <= bank[1] && bank[0].gcd(&bank[1]) == 1 && (bank[0] > 0 || owner.is_some());
        ensure(is_share, Failure::Statement("share of the bank"))?;
        let statement = match reader.byte()? {
            0 => {
                let (board, men) = ([reader.byte()?, reader.byte()?, reader.byte()?], reader.byte()?);
                Statement::Endgame(board, reader.take(at(Limit::MEN.admit(men)?))?.to_vec())
            }
            1 => Statement::Game(Digest(reader.take(32)?.try_into().expect("32 bytes"))),
            _ => return Err(Failure::Statement("game")),
        };
        reader.end()?;
        Ok((Self { bank, owner }, statement))
    }

    /// The statement about an endgame that is played under this auction.
    pub fn about(&self, Endgame { board, men }: &Endgame) -> Statement {
        let rule = self.owner.map_or(0, |owner| owner.of(1, 2));
        let men: Vec<u8> = men.iter().map(|man| man.number()).collect();
        let head = [&[rule, 0][..], &board.stated(), &[u8::try_from(men.len()).expect("few men")]].concat();
        Statement::Further(NUMBER, [self.bank.map(u16::to_le_bytes).concat(), head, men].concat())
    }

    /// That the head has numbers that this statement may have, and that it is told whose turn it is: chance has no share of money. If the winner moves, the
    /// opponent must not get the stronger men: exchanged colours would exchange the owner of ties.
    pub fn admit(&self, head: &Head, inner: &Statement, game: Option<&Game>) -> Result<(), Failure> {
        let is_black = |man: &&u8| Man::new(**man).is_some_and(|man| man.side() == Side::Black);
        ensure(head.never.is_none(), Failure::Spelling(None, 0, Spelling::Unknown))?;
        match (inner, head.form, head.bits) {
            (Statement::Game(_), Form::One, 0) | (Statement::Game(_), Form::Two | Form::Narrow, 1..=MOST_BITS) => {
                let chance = game.and_then(|game| game.inner.iter().find(|(_, turn, _)| *turn == Turn::Chance));
                chance.map_or(Ok(()), |(place, ..)| Err(Failure::Uncovered("a move of chance", u64::from(*place))))
            }
            (Statement::Endgame(_, men), Form::Two | Form::Narrow, 1..=MOST_BITS) => {
                let is_one_sided = self.owner.is_none() || men.iter().filter(is_black).count() == 1;
                ensure(is_one_sided, Failure::Statement("owner of ties"))
            }
            _ => Err(Failure::Spelling(None, 0, Spelling::Unknown)),
        }
    }
}
// ANCHOR_END: payments-statement

/// What is verified: the auction, and what is played under it.
#[derive(Debug)]
pub struct Paid {
    /// The auction.
    pub auction: Auction,
    /// What is played: [`Positions`] of an endgame, or a [`GameTable`].
    pub played: Subject,
}

/// The claim: the auction; and the endgame, or the game in a file if one was given.
struct Bank(Auction, Result<Endgame, (Digest, Option<Subject>)>);

/// The claim about an auction that pays the bank.
///
/// # Errors
///
/// If the statement is malformed, beyond a limit, or about a game that is not covered.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let (auction, played) = Auction::read(given.body)?;
    auction.admit(given.head, &played, given.game.and_then(|game| game.downcast_ref()))?;
    let played = match played {
        Statement::Endgame(board, men) => Ok(Endgame::new(board, &men)?),
        Statement::Game(digest) => Err((digest, given.game.cloned())),
        _ => unreachable!("one of these was read"),
    };
    Ok(Box::new(Bank(auction, played)))
}

impl Claim for Bank {
    fn imports(&self) -> Imports {
        let endgames = self.1.as_ref().map_or(Vec::new(), Endgame::imports);
        Imports::Some(endgames.iter().map(|endgame| self.0.about(endgame)).collect())
    }

    fn check(self: Box<Self>, certificate: &Certificate, imports: &[Arc<Verified>], threads: usize) -> Checked {
        let Self(auction, played) = *self;
        let positions = |import: &Arc<Verified>| {
            let paid = import.about::<Paid>().expect("the statement says so");
            Arc::clone(&paid.played).downcast().expect("an endgame")
        };
        let (played, stated): (Subject, _) = match played {
            Ok(endgame) => {
                endgame.cover(certificate)?;
                let positions = Positions::enumerate(endgame, imports.iter().map(positions).collect());
                let stated = table::check(&positions, certificate, &borders(imports), &auction, threads)?;
                (Arc::new(positions), stated)
            }
            Err((digest, game)) => {
                let game = own::given(game, digest)?;
                let (table, stated) = GameTable::check(game, certificate, &auction, threads)?;
                (Arc::new(table), stated)
            }
        };
        Ok((Arc::new(Paid { auction, played }), stated))
    }
}

/// A number that is never rounded, and does not leave its type in silence.
trait Number: Ord + From<u16> + CheckedAdd + CheckedSub + CheckedMul {}
impl<N: Ord + From<u16> + CheckedAdd + CheckedSub + CheckedMul> Number for N {}

// ANCHOR: payments-mean
impl Auction {
    /// How `x` compares with the mean of what White and Black reach. All are in the units of which so many are `one`; `None` never happens, because
    /// nothing here is above 2^114 or below 0.
    fn compare<N: Number>(&self, x: &N, [white, black]: [&N; 2], one: &N) -> Option<Ordering> {
        let [bank, of] = self.bank.map(N::from);
        let (hi, lo) = match self.owner {
            // Nobody wants to move, and the owner of ties need not.
            Some(owner) if white < black => return Some(x.cmp(owner.of(black, white))),
            _ => (white.max(black), white.min(black)),
        };
        let rest = of.checked_sub(&bank)?;
        let top = of.checked_mul(hi)?.checked_add(&rest.checked_mul(lo)?)?;
        let apart = bank.checked_mul(&hi.checked_sub(lo)?)?;
        let bottom = of.checked_add(&rest)?.checked_mul(one)?.checked_add(&apart)?;
        Some(x.checked_mul(&bottom)?.cmp(&one.checked_mul(&top)?))
    }

    /// The same, of a position that is bid for, for what a side forces or is held to: `Greater` is better for the side.
    fn order(&self, node: &Node<Numbers>, numbers: &Numbers, side: Side, is_near: bool) -> Ordering {
        let x = if is_near { node.place.near(side) } else { node.place.far(side) };
        let [white, black] = reached(node, side, is_near);
        let order = match numbers {
            Numbers::Ranks(points, one) => {
                let [x, white, black, one] = [x, white, black, *one].map(|rank| &points[at(rank)]);
                self.compare::<BigUint>(x, [white, black], one)
            }
            Numbers::Units(one) => {
                let [x, white, black, one] = [x, white, black, *one].map(u128::from);
                self.compare(&x, [&white, &black], &one)
            }
        };
        let order = order.expect("products below 2^114");
        side.of(order, order.reverse())
    }
}
// ANCHOR_END: payments-mean

/// What White's options reach and what Black's do, at a position that is bid for.
fn reached(node: &Node<Numbers>, side: Side, is_near: bool) -> [u64; 2] {
    let terms = node.terms(side, is_near);
    let [own, other] = terms[..] else { unreachable!("two players bid") };
    side.of([own.1, other.1], [other.1, own.1])
}

/// The greatest label, of either side, of all options of those who may move.
fn greatest(node: &Node<Numbers>) -> Label {
    let mut greatest = 0;
    (node.options)(&mut |by, option| {
        if node.turn != Turn::Of(by.other()) {
            greatest = option.to.labels.into_iter().fold(greatest, Label::max);
        }
    });
    greatest
}

// ANCHOR: payments-conditions
/// What is asked of a position of an auction that pays the bank.
///
/// * Form 0, exact and without cycles: the number is the mean, and both labels are one more than the greatest of the options.
/// * Forms 1 and 2, bounds: `near` is worth nothing; or it is strictly worse than its mean; or, if the winner decides, it is equal to it and the two players reach
///   different numbers, or there is evidence with a smaller label (form 2 has none). Where `u < l′`, in form 2, `far` holds.
impl Rule for Auction {
    fn admit(&self, numbers: &Numbers, positions: usize) -> Result<(), TooMuch> {
        let Numbers::Ranks(points, one) = numbers else { return Ok(()) };
        WORK.admit(points[at(*one)].bits() * u64::try_from(positions).expect("a length")).map(|_| ())
    }

    fn fault(&self, _: u32, node: &Node<Numbers>, numbers: &Numbers, asked: &Asked) -> Option<table::Fault> {
        let (is_bid, form) = (node.turn == Turn::Bid, asked.form);
        for side in Side::BOTH {
            let holds =
                || if is_bid { self.order(node, numbers, side, false) != Ordering::Less } else { node.holds(side) };
            let (worth, differ) = (side.of(0, numbers.one()), || {
                let [white, black] = reached(node, side, true);
                white != black
            });
            let [label, evidence] = [node.place.label(side), node.evidence(side)];
            let forces = || match self.order(node, numbers, side, true) {
                _ if !node.is_better(side, worth) => true,
                Ordering::Less => true,
                Ordering::Equal if form == Form::One => true,
                Ordering::Equal => self.owner.is_none() && (differ() || evidence < label),
                Ordering::Greater => false,
            };
            let must_hold = form == Form::One || (form == Form::Narrow && node.place.alpha[1] < node.place.beta[0]);
            let greatest = greatest(node);
            let failed = match form {
                _ if must_hold && !holds() => (Condition::Holds, [0; 2]),
                _ if !(if is_bid { forces() } else { node.forces(side, worth) }) => {
                    (Condition::Forces, [label, evidence])
                }
                Form::One if Some(label) != greatest.checked_add(1) => (Condition::Label, [label, greatest]),
                _ => continue,
            };
            return Some((failed.0, side, failed.1));
        }
        None
    }
}
// ANCHOR_END: payments-conditions
