//! A bound for one position, with any number of men: a plan for one player that keeps the other from doing better.
//!
//! What is searched for is a set of positions with an upper bound on α each, such that one reply of Black's and all options of White's bear it; positions outside the set
//! count as won by White, unless an imported table knows better. A lower bound on β is the same with the colours exchanged. Source: the chapter "The
//! theorem", section "One position".
//!
//! The set grows by *irreversible* moves, captures and moves of pawns: first all positions that the other moves lead to, then those one irreversible move
//! further, and so on. In each set the least bounds are exact lower values of a game (where whatever lies outside is a win for White), so that
//! [`policy`] finds them. What Black's plan does not need is left out in the end.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::One;

use checker::certificate::{
    Bound, Certificate, Content, Digest, Member, Natural, PawnRule, StatedMove, StatedPiece, StatedSide,
};
use checker::{Verified, notation};

use crate::certificates::certify::{self, stated_promotion};
use crate::certificates::pipeline::DEFAULT_BITS;
use crate::chess::attacks::{Attacks, Move};
use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, DoubleStep, MOST_MEN, Man, Role, Signature};
use crate::graph::approximate::approximate;
use crate::graph::exact::policy::{self, Half, Observer, TooLarge};
use crate::graph::{Boundary, Graph, Rows};
use crate::reading::verified::{self, Library, VerifiedError};

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

/// Tables of smaller endgames, verified when they are first asked.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    board: Board,
    double_step: DoubleStep,
    /// The root's own material, whose table would be an answer instead of a proof.
    except: Signature,
    library: RefCell<Library>,
    /// By signature; none where there is no file.
    known: RefCell<HashMap<Signature, Option<Arc<Verified>>>>,
    failure: RefCell<Option<VerifiedError>>,
}

impl Tables {
    /// The tables in a folder, under their conventional names, but for that of the root's own material.
    #[must_use]
    pub fn new(folder: PathBuf, board: Board, double_step: DoubleStep, root: &Position) -> Self {
        let except = root.signature();
        let (library, known) = (RefCell::default(), RefCell::default());
        Self { folder, board, double_step, except, library, known, failure: RefCell::new(None) }
    }

    /// The table of some material.
    fn table(&self, signature: &Signature) -> Option<Arc<Verified>> {
        if let Some(known) = self.known.borrow().get(signature) {
            return known.clone();
        }
        let rule = self.double_step.rule(self.board, signature);
        let path = self.folder.join(certify::name(self.board, signature, rule));
        let mut table = None;
        if path.exists() && *signature != self.except {
            match self.library.borrow_mut().read(&path) {
                Ok(verified) => table = Some(verified),
                Err(error) => {
                    self.failure.borrow_mut().get_or_insert(error);
                }
            }
        }
        self.known.borrow_mut().insert(signature.clone(), table.clone());
        table
    }

    /// The upper bound on α and the lower bound on β that a table knows of a position.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Option<[Value; 2]> {
        if position.pieces.len() > MOST_MEN {
            return None;
        }
        let men: Vec<Man> = position.pieces.iter().map(|piece| piece.0).collect();
        let (signature, flipped) = Signature::canonical(&men);
        let table = self.table(&signature)?;
        let seen = if flipped { position.flipped(self.board) } else { position.clone() };
        let placement = notation::parse(&seen.fen(self.board)).ok()?;
        let [alpha, beta] = verified::outer_bounds(&table, &placement)?;
        Some(if flipped { [Value::one() - beta, Value::one() - alpha] } else { [alpha, beta] })
    }

    /// The SHA-256 of the tables that the options of a plan's members lead to, in the order of imports.
    #[must_use]
    pub fn used(&self, rules: &Rules, plan: &[Position]) -> Vec<Digest> {
        let mut used: Vec<Signature> = Vec::new();
        let mut note = |position: Option<Position>| {
            let Some(position) = position.filter(|position| position.pieces.len() <= MOST_MEN) else { return };
            let signature = position.signature();
            if !used.contains(&signature) && self.table(&signature).is_some() {
                used.push(signature);
            }
        };
        for position in plan {
            for colour in [Colour::White, Colour::Black] {
                rules.for_each_option(position, colour, |_, after| note(after));
            }
        }
        used.sort_by_cached_key(Signature::import_order);
        used.iter().filter_map(|signature| self.table(signature)).map(|table| table.digest()).collect()
    }

    /// The first table that could not be verified.
    pub fn failure(self) -> Option<VerifiedError> {
        self.failure.into_inner()
    }
}

impl Position {
    /// The men in their canonical order.
    fn signature(&self) -> Signature {
        Signature::canonical(&self.pieces.iter().map(|piece| piece.0).collect::<Vec<_>>()).0
    }

    /// With the colours exchanged and the board turned upside down.
    #[must_use]
    pub fn flipped(&self, board: Board) -> Self {
        let flip =
            |&(man, square): &(Man, Square)| (Man { colour: man.colour.other(), ..man }, board.upside_down(square));
        let mut pieces: Vec<(Man, Square)> = self.pieces.iter().map(flip).collect();
        pieces.sort_unstable();
        Self { pieces, passed: self.passed.map(|square| board.upside_down(square)) }
    }

    /// The placement field of a FEN, and the passed square after a space.
    #[must_use]
    pub fn fen(&self, board: Board) -> String {
        let mut text = String::new();
        for rank in (0..board.ranks()).rev() {
            let mut empty = 0;
            for file in 0..board.files() {
                let square = rank * board.files() + file;
                let Some((man, _)) = self.pieces.iter().find(|piece| piece.1 == square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                text.push(man.letter());
                empty = 0;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        if let Some(passed) = self.passed {
            text.push(' ');
            text.push_str(&board.name(passed));
        }
        text
    }
}

/// A bound, with the plan that proves it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The bound at the root.
    pub bound: Value,
    /// The certificate's content.
    pub content: Bound,
    /// The positions of the plan.
    pub plan: Vec<Position>,
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
    let seen = |position: &Position| if flip { position.flipped(rules.board) } else { position.clone() };
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
            let enough = good_enough.clone().filter(|enough| *enough >= bound && *enough < one);
            let root = enough.unwrap_or_else(|| bound.clone());
            best = Some((root.clone(), set.plan(&solved, &known, &root), depth));
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
    let positions_of_plan = plan.iter().map(|planned| seen(&planned.position)).collect();
    let content = question.write(plan);
    let bound = if flip { &one - bound } else { bound };
    Ok(Proof { bound, content, plan: positions_of_plan, depth, positions })
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

    /// The smallest plan that is found for this bound at the root, which is at least the least.
    ///
    /// Only the least bounds at the root and on the best line are tight. Elsewhere there is room, and a position that is allowed a bound of 1 is not needed at
    /// all. So bounds are handed down from the root: what a position is allowed, less what its reply is given, its white options are allowed. Who gets
    /// the slack makes a difference, and all of several ways are tried.
    fn plan(&self, solved: &Half, known: &Known<'_>, root: &Value) -> Vec<Planned> {
        let plans = Share::ALL.map(|share| self.plan_with(solved, known, root, share));
        plans.into_iter().min_by_key(Vec::len).unwrap_or_default()
    }

    /// A plan; the root's position comes first.
    fn plan_with(&self, solved: &Half, known: &Known<'_>, root: &Value, share: Share) -> Vec<Planned> {
        let ranks = &solved.ranks.ranks;
        let (lost, won) = (self.positions.len(), self.positions.len() + 1);
        let node = |after: Option<Position>| match after {
            None => lost,
            Some(after) => self.numbers.get(&after).map_or(won, |&number| number as usize),
        };
        let value = |node: usize| solved.evaluation.ratio(node);
        let (one, two) = (Value::one(), Value::from_integer(BigUint::from(2u8)));
        let mut allowed: HashMap<usize, Value> = HashMap::from([(0, root.clone())]);
        let mut replies: HashMap<usize, (Option<Move>, usize, Vec<usize>)> = HashMap::new();
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            let position = &self.positions[number];
            let mut white = Vec::new();
            self.rules.for_each_option(position, Colour::White, |_, after| {
                white.push(if after.is_none() { won } else { node(after) });
            });
            let mut black = Vec::new();
            self.rules.for_each_option(position, Colour::Black, |step, after| black.push((Some(step), node(after))));
            if white.is_empty() {
                white.push(number);
            }
            if black.is_empty() {
                black.push((None, number));
            }
            // Of the best replies one that needs no new position, if there is one.
            let cost =
                |&(_, after): &(Option<Move>, usize)| (ranks[after], after < lost && !allowed.contains_key(&after));
            let (step, after) = black.into_iter().min_by_key(cost).expect("a pass at the least");
            let most = white.iter().copied().max_by_key(|&option| ranks[option]).expect("a pass at the least");
            let both = &allowed[&number] * &two;
            let slack = &both - value(most) - value(after);
            let for_reply = value(after) + slack * share.of_reply();
            let for_white = both - &for_reply;
            for (option, bound) in white.iter().map(|&option| (option, &for_white)).chain([(after, &for_reply)]) {
                let is_free = option >= lost || *bound >= one || known(&self.positions[option]).is_some();
                if !is_free && allowed.get(&option).is_none_or(|before| bound < before) {
                    allowed.insert(option, bound.clone());
                    open.push_back(option);
                }
            }
            replies.insert(number, (step, after, white));
        }
        // A reply that has been changed later may have left something behind.
        let mut plan = Vec::new();
        let mut is_planned = HashSet::from([0]);
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            let (reply, after, white) = &replies[&number];
            plan.push(Planned {
                position: self.positions[number].clone(),
                bound: allowed[&number].clone(),
                reply: *reply,
            });
            for option in white.iter().chain([after]) {
                if allowed.contains_key(option) && is_planned.insert(*option) {
                    open.push_back(*option);
                }
            }
        }
        plan
    }
}

/// Who gets the slack of a position.
#[derive(Clone, Copy)]
enum Share {
    /// The white options.
    White,
    /// Both the same.
    Half,
    /// The reply.
    Reply,
}

impl Share {
    const ALL: [Self; 3] = [Self::White, Self::Half, Self::Reply];

    /// The reply's part.
    fn of_reply(self) -> Value {
        let (numerator, denominator) = match self {
            Self::White => (0u8, 1u8),
            Self::Half => (1, 2),
            Self::Reply => (1, 1),
        };
        Value::new(numerator.into(), denominator.into())
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
            let position = if flip { planned.position.flipped(self.rules.board) } else { planned.position };
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
