//! A bound for one position, with any number of men: a plan for one player that keeps the other from doing better.
//!
//! What is searched for is a set of positions with an upper bound on α each, such that one reply of Black's and all options of White's bear it; positions outside the set
//! count as won by White, unless an imported table knows better. A lower bound on β is the same with the colours exchanged. Source: the chapter "The
//! theorem", section "One position".
//!
//! The set grows by *irreversible* moves, captures and moves of pawns: first all positions that the other moves lead to, then those one irreversible move
//! further, and so on. In each set the least bounds are exact lower values of a game (where whatever lies outside is a win for White), so that
//! [`policy`] finds them. What Black's plan does not need is left out in the end.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::One;

use checker::certificate::{
    Bound, Certificate, Content, Digest, Member, Natural, PawnRule, StatedMove, StatedPiece, StatedSide,
};

use crate::approximate::approximate;
use crate::attacks::{Attacks, Move};
use crate::board::{Board, Square};
use crate::certify::stated_promotion;
use crate::exact::policy::{self, Half, Observer, TooLarge};
use crate::graph::{Boundary, Graph, Rows};
use crate::material::{Colour, Man, Role};
use crate::pipeline::DEFAULT_BITS;

/// A value.
type Value = Ratio<BigUint>;

/// A position with any number of men.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The men with their squares, increasing.
    pub pieces: Vec<(Man, Square)>,
    /// The square that a pawn has passed and may be captured on.
    pub passed: Option<Square>,
}

/// The rules on a board.
#[derive(Clone, Debug)]
pub struct Rules {
    board: Board,
    attacks: Attacks,
    double_step: bool,
}

impl Rules {
    /// The rules, with or without the double step.
    #[must_use]
    pub fn new(board: Board, double_step: bool) -> Self {
        Self { board, attacks: Attacks::new(board, double_step), double_step }
    }

    /// Calls `each` with every move of a colour, in order, and the position after it; none where a king has been captured.
    pub fn for_each_option(&self, position: &Position, colour: Colour, mut each: impl FnMut(Move, Option<Position>)) {
        let (men, places): (Vec<Man>, Vec<Square>) = position.pieces.iter().copied().unzip();
        let en_passant = position.passed.and_then(|passed| self.attacks.en_passant(&men, &places, passed));
        self.attacks.for_each_move(&men, &places, en_passant, colour, |step| {
            let captures_king = step.captured.is_some_and(|man| men[man].role == Role::King);
            each(step, (!captures_king).then(|| self.after(position, step)));
        });
    }

    /// The position after a move that captures no king.
    fn after(&self, position: &Position, step: Move) -> Position {
        let mut pieces = position.pieces.clone();
        pieces[step.man].1 = step.to;
        if let Some(role) = step.promotion {
            pieces[step.man].0.role = role;
        }
        let mover = pieces[step.man].0.colour;
        if let Some(captured) = step.captured {
            pieces.remove(captured);
        }
        pieces.sort_unstable();
        let pawn = Man { colour: mover.other(), role: Role::Pawn };
        let attacks = |passed: Square| {
            pieces.iter().any(|&(man, from)| man == pawn && self.attacks.pawn_attacks(pawn.colour, from, passed))
        };
        let passed = step.passed.filter(|&passed| attacks(passed));
        Position { pieces, passed }
    }

    /// The position with the colours exchanged and the board turned upside down.
    #[must_use]
    pub fn flipped(&self, position: &Position) -> Position {
        let turn = |square: Square| self.board.upside_down(square);
        let flip = |&(man, square): &(Man, Square)| (Man { colour: man.colour.other(), ..man }, turn(square));
        let mut pieces: Vec<(Man, Square)> = position.pieces.iter().map(flip).collect();
        pieces.sort_unstable();
        Position { pieces, passed: position.passed.map(turn) }
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub root: Position,
    /// Which bound.
    pub side: StatedSide,
    /// The search stops at a bound that is at least as good as this: at most this for α, at least this for β.
    pub good_enough: Option<Value>,
    /// The most positions that may be looked at.
    pub most_positions: usize,
    /// How many threads to use.
    pub threads: usize,
}

/// What other tables know: an upper bound on α, or a lower bound on β, of a position; none where no table is about it.
pub type Known<'a> = dyn Fn(&Position) -> Option<Value> + 'a;

/// A bound, with the plan that proves it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The bound at the root.
    pub bound: Value,
    /// The certificate's content.
    pub content: Bound,
    /// How many irreversible moves from the root the search went.
    pub depth: usize,
    /// How many positions it looked at.
    pub positions: usize,
}

/// Why there is no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBound {
    /// The search found none that says anything.
    Nothing {
        /// How many irreversible moves from the root it went.
        depth: usize,
        /// How many positions it looked at.
        positions: usize,
    },
    /// The positions without any irreversible move are too many already.
    TooMany {
        /// The most that may be looked at.
        most: usize,
    },
    /// The exact values are too large.
    TooLarge(TooLarge),
}

impl fmt::Display for NoBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing { depth, positions } => {
                write!(f, "no bound found in {positions} positions, up to {depth} captures and moves of pawns away")
            }
            Self::TooMany { most } => {
                write!(
                    f,
                    "the position has more than {most} positions without a capture or a move of a pawn, the limit"
                )
            }
            Self::TooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoBound {}

/// The most bytes that the values of a set may be expected to take: 1 GiB.
const MOST_BYTES: u64 = 1 << 30;

/// Searches for a bound. The best one found is kept while sets grow.
///
/// # Errors
///
/// [`NoBound`] where none is found.
pub fn search(question: &Question<'_>, known: &Known<'_>, observer: &mut dyn Observer) -> Result<Proof, NoBound> {
    let Question { rules, side, most_positions, .. } = question;
    let flip = *side == StatedSide::BetaLower;
    let one = Value::one();
    let seen = |position: &Position| if flip { rules.flipped(position) } else { position.clone() };
    // From here on the bound is one on α, from above.
    let known = |position: &Position| {
        let value = known(&seen(position))?;
        Some(if flip { &one - value } else { value })
    };
    let good_enough = question.good_enough.clone().map(|value| if flip { &one - value } else { value });
    let root = seen(&question.root);
    let mut best: Option<(Value, Vec<Planned>, usize)> = None;
    let mut set = Set::new(rules, root);
    for depth in 0.. {
        if !set.grow(&known, *most_positions, observer) {
            break;
        }
        let solved = set.solve(&known, question.threads, observer).map_err(NoBound::TooLarge)?;
        let bound = solved.evaluation.ratio(0);
        let better = best.as_ref().is_none_or(|(known, ..)| bound < *known) && bound < one;
        let stands_still = best.is_some() && !better;
        if better {
            best = Some((bound.clone(), set.plan(&solved, &known), depth));
        }
        if stands_still || set.is_closed() || good_enough.as_ref().is_some_and(|enough| bound <= *enough) {
            break;
        }
    }
    let positions = set.positions.len();
    let (bound, plan, depth) = match best {
        Some(best) => best,
        None if set.depth == 0 => return Err(NoBound::TooMany { most: *most_positions }),
        None => return Err(NoBound::Nothing { depth: set.depth, positions }),
    };
    let content = question.write(plan);
    let bound = if flip { &one - bound } else { bound };
    Ok(Proof { bound, content, depth, positions })
}

/// Positions that have been looked at, with their options.
struct Set<'a> {
    rules: &'a Rules,
    /// All positions that have been met; the root first.
    positions: Vec<Position>,
    numbers: HashMap<Position, u32>,
    /// By position: White's options and Black's, once they have been looked at. Options that capture a king are [`WON`] and [`LOST`].
    options: Vec<Option<[Vec<u32>; 2]>>,
    /// Positions that have been met on the way to the next depth, and not yet been looked at.
    next: Vec<u32>,
    depth: usize,
}

/// The option that captures the black king.
const WON: u32 = u32::MAX;
/// The option that captures the white king.
const LOST: u32 = u32::MAX - 1;

impl<'a> Set<'a> {
    fn new(rules: &'a Rules, root: Position) -> Self {
        let numbers = HashMap::from([(root.clone(), 0)]);
        Self { rules, positions: vec![root], numbers, options: vec![None], next: vec![0], depth: 0 }
    }

    /// Whether nothing is left to be looked at.
    fn is_closed(&self) -> bool {
        self.next.is_empty()
    }

    /// Looks at all positions that can be reached from the next ones without an irreversible move. False where they are too many; then some have not been looked at.
    fn grow(&mut self, known: &Known<'_>, most: usize, observer: &mut dyn Observer) -> bool {
        observer.phase("explore", 0);
        let mut open: VecDeque<u32> = std::mem::take(&mut self.next).into();
        while let Some(number) = open.pop_front() {
            let position = self.positions[number as usize].clone();
            if self.options[number as usize].is_some() || (number != 0 && known(&position).is_some()) {
                continue;
            }
            if self.positions.len() > most {
                return false;
            }
            let mut options = [Vec::new(), Vec::new()];
            for (colour, own) in [Colour::White, Colour::Black].into_iter().zip(&mut options) {
                self.rules.for_each_option(&position, colour, |step, after| {
                    let Some(after) = after else {
                        own.push(if colour == Colour::White { WON } else { LOST });
                        return;
                    };
                    let is_pawn = position.pieces[step.man].0.role == Role::Pawn;
                    let met = self.numbers.get(&after).copied();
                    let next = met.unwrap_or_else(|| {
                        let next = self.positions.len() as u32;
                        self.positions.push(after.clone());
                        self.options.push(None);
                        self.numbers.insert(after, next);
                        next
                    });
                    own.push(next);
                    match step.captured.is_some() || is_pawn {
                        true if met.is_none() => self.next.push(next),
                        false if self.options[next as usize].is_none() => open.push_back(next),
                        _ => {}
                    }
                });
                if own.is_empty() {
                    own.push(number);
                }
            }
            self.options[number as usize] = Some(options);
            observer.advance(1);
        }
        self.depth += 1;
        true
    }

    /// The least bounds. Positions that have been met but not looked at are looked at one move deep, so that a reply to the move that led there counts.
    fn solve(&mut self, known: &Known<'_>, threads: usize, observer: &mut dyn Observer) -> Result<Half, TooLarge> {
        observer.phase("graph", 0);
        // Black's king-capturing replies are all that a position at the rim can be sure of.
        let count = self.positions.len();
        let mut boundary = vec![Boundary::terminal(false), Boundary::terminal(true)];
        let mut sides = [Rows::default(), Rows::default()];
        for number in 0..count {
            let rows = match &self.options[number] {
                Some(options) => options.clone(),
                None => self.rim(number, known, &mut boundary),
            };
            for (side, row) in sides.iter_mut().zip(rows) {
                let node = |&option: &u32| match option {
                    LOST => count as u32,
                    WON => count as u32 + 1,
                    inner => inner,
                };
                let row: Vec<u32> = row.iter().map(node).collect();
                side.extend(&row, &[row.len()]);
            }
        }
        let [white, black] = sides;
        let graph = Graph::new(white, black, boundary);
        let bounded = graph.with(|node| node.bounds(DEFAULT_BITS));
        observer.phase("sweeps", 0);
        let approximation = approximate(&bounded, DEFAULT_BITS, || observer.advance(1));
        policy::lower_values(&graph, &approximation, MOST_BYTES, threads, observer)
    }

    /// The options of a position at the rim: what a table knows, or else a win for White, against a capture of the white king or else a win for White again.
    fn rim(&self, number: usize, known: &Known<'_>, boundary: &mut Vec<Boundary>) -> [Vec<u32>; 2] {
        let position = &self.positions[number];
        if let Some(value) = known(position) {
            boundary.push(Boundary { lower: value.clone(), upper: value, white_label: 0, black_label: 0 });
            let node = (self.positions.len() + boundary.len() - 1) as u32;
            return [vec![node], vec![node]];
        }
        let mut replies = vec![WON];
        self.rules.for_each_option(position, Colour::Black, |_, after| {
            replies.push(match after {
                None => LOST,
                Some(after) => self.numbers.get(&after).copied().unwrap_or(WON),
            });
        });
        [vec![WON], replies]
    }

    /// The root's and what it needs: each position with its bound and Black's reply.
    fn plan(&self, solved: &Half, known: &Known<'_>) -> Vec<Planned> {
        let ranks = &solved.ranks.ranks;
        let won = ranks[self.positions.len() + 1];
        let rank = |number: Option<u32>| number.map_or(won, |number| ranks[number as usize]);
        let mut planned = vec![false; self.positions.len()];
        planned[0] = true;
        let mut open = VecDeque::from([0u32]);
        let mut plan = Vec::new();
        while let Some(number) = open.pop_front() {
            let position = &self.positions[number as usize];
            let mut replies: Vec<(Move, Option<Option<u32>>)> = Vec::new();
            self.rules.for_each_option(position, Colour::Black, |step, after| {
                replies.push((step, after.map(|after| self.numbers.get(&after).copied())));
            });
            // Of the best replies one that needs no new position, if there is one.
            let cost = |&&(_, after): &&(Move, Option<Option<u32>>)| match after {
                None => (0, false),
                Some(after) => (rank(after), after.is_some_and(|after| !planned[after as usize])),
            };
            let reply = replies.iter().min_by_key(cost);
            let mut needed: Vec<u32> = match reply {
                Some((_, after)) => after.flatten().into_iter().collect(),
                None => Vec::new(),
            };
            self.rules.for_each_option(position, Colour::White, |_, after| {
                needed.extend(after.and_then(|after| self.numbers.get(&after).copied()));
            });
            for next in needed {
                let is_new = !planned[next as usize] && ranks[next as usize] < won;
                if is_new && known(&self.positions[next as usize]).is_none() {
                    planned[next as usize] = true;
                    open.push_back(next);
                }
            }
            let bound = solved.evaluation.ratio(number as usize);
            plan.push(Planned { position: position.clone(), bound, reply: reply.map(|(step, _)| *step) });
        }
        plan
    }
}

/// A position of a plan.
struct Planned {
    position: Position,
    bound: Value,
    /// None for a pass.
    reply: Option<Move>,
}

impl Question<'_> {
    /// The certificate of a plan whose first position is the root's.
    fn write(&self, plan: Vec<Planned>) -> Bound {
        let flip = self.side == StatedSide::BetaLower;
        let turn = |square: Square| if flip { self.rules.board.upside_down(square) } else { square };
        let member = |planned: Planned| {
            let position = if flip { self.rules.flipped(&planned.position) } else { planned.position };
            let bound = if flip { Value::one() - planned.bound } else { planned.bound };
            let piece = |&(man, square): &(Man, Square)| {
                let man = man.role as u8 + if man.colour == Colour::White { 0 } else { 6 };
                StatedPiece { man, square }
            };
            let stated = |step: Move| StatedMove {
                from: turn(step.from),
                to: turn(step.to),
                promotion: step.promotion.and_then(stated_promotion),
            };
            let (numerator, denominator) = bound.into_raw();
            Member {
                pieces: position.pieces.iter().map(piece).collect(),
                passed: position.passed,
                numerator: Natural(numerator),
                denominator: Natural(denominator),
                reply: planned.reply.map(stated),
            }
        };
        let mut members: Vec<Member> = plan.into_iter().map(member).collect();
        let key = |member: &Member| (member.pieces.clone(), member.passed);
        let root = members.first().map(key);
        members.sort_unstable_by_key(key);
        let root = members.iter().position(|member| Some(key(member)) == root).unwrap_or(0);
        let pawns = members.iter().flat_map(|member| &member.pieces).any(|piece| piece.man % 6 == Role::Pawn as u8);
        let board = self.rules.board;
        let pawn_rule = match (pawns, self.rules.double_step && board.ranks() > 3) {
            (false, _) => PawnRule::NoPawns,
            (true, false) => PawnRule::SingleStep,
            (true, true) => PawnRule::DoubleStep,
        };
        Bound { files: board.files(), ranks: board.ranks(), pawn_rule, side: self.side, root: root as u32, members }
    }
}

/// The certificate of a bound that rests on these tables.
#[must_use]
pub fn certificate(content: Bound, imports: Vec<Digest>) -> Certificate {
    Certificate { imports, content: Content::Bound(content) }
}
