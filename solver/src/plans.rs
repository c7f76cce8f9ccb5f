//! A bound for one position, with any number of men: a plan for one player, for not losing or for winning.
//!
//! What is searched for is a set of positions with a bound each. A plan for *not losing*, Black's say, states upper bounds on α: each is at least the mean of the best white option and of
//! the least black one; what lies outside the set counts as won by White. A plan for *winning*, White's say, states lower bounds on α: each is at most the mean of the best white option and
//! of the least black one, with labels where it is equal; what lies outside counts as lost. An imported table knows better. White's plan for not losing and Black's for winning are the same with the
//! colours exchanged, and about β. Source: the chapter "The theorem", section "One position".
//!
//! The set grows by *irreversible* moves, captures and moves of pawns: first all positions that the other moves lead to, then those one irreversible move
//! further, and so on. In each set the best bounds are exact lower values of a game (where whatever lies outside is won or lost), so that
//! [`policy`] finds them. What the plan does not need is left out in the end.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use checker::certificate::{Digest, Form, Member, Statement};
use checker::chess::PawnRule;
use checker::theorem::Side;

use crate::certificates::certify;
use crate::certificates::pipeline::DEFAULT_BITS;
use crate::chess::attacks::Move;
use crate::chess::material::{Colour, Role};
use crate::chess::position::{Position, Rules};
use crate::graph::approximate::approximate;
use crate::graph::exact::policy::{self, Half, Observer, TooLarge};
use crate::graph::labels::evidence;
use crate::graph::table::on_one_denominator;
use crate::graph::{Boundary, Graph, INFINITE, Label, Rows};

mod tables;

pub use tables::Tables;
use tables::Value;

/// A position of a plan with what is demanded of it.
type Planned = (Position, Value);

/// Which bound, and so whose plan, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An upper bound on α: Black's plan for not losing.
    AlphaUpper,
    /// A lower bound on β: White's plan for not losing.
    BetaLower,
    /// A lower bound on α: White's plan for winning.
    AlphaLower,
    /// An upper bound on β: Black's plan for winning.
    BetaUpper,
}

impl Bound {
    /// The form of its certificate.
    #[must_use]
    pub fn form(self) -> Form {
        match self {
            Self::AlphaUpper => Form::Holds(Side::White),
            Self::BetaLower => Form::Holds(Side::Black),
            Self::AlphaLower => Form::Forces(Side::White),
            Self::BetaUpper => Form::Forces(Side::Black),
        }
    }

    /// Whether it is about β.
    fn is_on_beta(self) -> bool {
        matches!(self, Self::BetaLower | Self::BetaUpper)
    }

    /// Whether the plan is one for winning.
    fn wins(self) -> bool {
        matches!(self, Self::AlphaLower | Self::BetaUpper)
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
    pub bound: Bound,
    /// The search stops at a bound that is at least as good as this.
    pub good_enough: Option<Value>,
    /// The most positions that may be looked at.
    pub most_positions: usize,
    /// How many threads to use.
    pub threads: usize,
}

/// What other tables know: α and β of a position; none where no table is about it.
pub type Known<'a> = dyn Fn(&Position) -> Option<[Value; 2]> + 'a;
/// What other tables know, as the search sees it: α, of a position whose colours may have been exchanged.
type Seen<'a> = dyn Fn(&Position) -> Option<Value> + 'a;

/// A bound, with the plan that proves it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The bound at the root.
    pub bound: Value,
    /// The positions of the plan, increasing.
    pub plan: Vec<Position>,
    /// Which of them is the root.
    pub root: usize,
    /// What is stated of them.
    pub bounds: Vec<Value>,
    /// Their labels, 0 where none is needed.
    pub labels: Vec<Label>,
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
    let Question { rules, bound: asked, most_positions, .. } = *question;
    let (flip, wins) = (asked.is_on_beta(), asked.wins());
    let seen = |position: &Position| if flip { position.flipped(rules.board()) } else { position.clone() };
    let turned = |value: Value| if flip { Value::one() - value } else { value };
    // From here on the bound is one on α: from above, or from below for winning.
    let known = |position: &Position| {
        let [alpha, beta] = known(&seen(position))?;
        Some(turned(if flip { beta } else { alpha }))
    };
    let good_enough = question.good_enough.clone().map(turned);
    let nothing = if wins { Value::zero() } else { Value::one() };
    let is_better = |bound: &Value, than: &Value| if wins { bound > than } else { bound < than };
    let mut best: Option<(Value, Vec<Planned>, usize)> = None;
    let mut set = Set::new(rules, seen(&question.root), wins);
    for depth in 0.. {
        if !set.grow(&known, most_positions, observer) {
            break;
        }
        let solved = set.solve(&known, question.threads, observer).map_err(NoBound::TooLarge)?;
        let bound = solved.evaluation.ratio(0);
        let better = is_better(&bound, best.as_ref().map_or(&nothing, |(known, ..)| known));
        let reached = good_enough.as_ref().is_some_and(|enough| !is_better(enough, &bound));
        let stands_still = best.is_some() && !better;
        if better {
            let enough = good_enough.clone().filter(|enough| reached && is_better(enough, &nothing));
            let root = enough.unwrap_or_else(|| bound.clone());
            best = Some((root.clone(), set.plan(&solved, &known, &root), depth));
        }
        if stands_still || set.is_closed() || reached {
            break;
        }
    }
    let positions = set.positions.len();
    let (bound, plan, depth) = match best {
        Some(best) => best,
        None if set.depth == 0 => return Err(NoBound::TooMany { most: most_positions }),
        None => return Err(NoBound::Nothing { depth: set.depth, positions }),
    };
    let labels = if wins { set.labels(&plan, &known) } else { vec![0; plan.len()] };
    let root = seen(&plan[0].0);
    let mut members: Vec<(Position, Value, Label)> = plan
        .into_iter()
        .zip(labels)
        .map(|((position, bound), label)| (seen(&position), turned(bound), label))
        .collect();
    members.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut proof = Proof {
        bound: turned(bound),
        root: members.iter().position(|member| member.0 == root).expect("the root is a member"),
        plan: Vec::new(),
        bounds: Vec::new(),
        labels: Vec::new(),
        depth,
        positions,
    };
    for (position, bound, label) in members {
        proof.plan.push(position);
        proof.bounds.push(bound);
        proof.labels.push(label);
    }
    Ok(proof)
}

/// Positions that have been looked at, with their options.
struct Set<'a> {
    rules: &'a Rules,
    /// Whether White is to win; or else Black is not to lose.
    wins: bool,
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
    fn new(rules: &'a Rules, root: Position, wins: bool) -> Self {
        let numbers = HashMap::from([(root.clone(), 0)]);
        Self { rules, wins, positions: vec![root], numbers, options: vec![None], next: vec![0], depth: 0 }
    }

    /// Whether nothing is left to be looked at.
    fn is_closed(&self) -> bool {
        self.next.is_empty()
    }

    /// Looks at all positions that can be reached from the next ones without an irreversible move. False where they are too many; then some have not been looked at.
    fn grow(&mut self, known: &Seen<'_>, most: usize, observer: &mut dyn Observer) -> bool {
        observer.phase("explore", most);
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
                    let is_irreversible =
                        |step: Move| step.captured.is_some() || position.pieces[step.man].0.role == Role::Pawn;
                    let met = self.numbers.get(&after).copied();
                    let next = met.unwrap_or_else(|| {
                        let next = self.positions.len() as u32;
                        self.positions.push(after.clone());
                        self.options.push(None);
                        self.numbers.insert(after, next);
                        next
                    });
                    own.push(next);
                    match step.is_some_and(is_irreversible) {
                        true if met.is_none() => self.next.push(next),
                        false if self.options[next as usize].is_none() => open.push_back(next),
                        _ => {}
                    }
                });
            }
            self.options[number as usize] = Some(options);
            observer.advance(1);
        }
        self.depth += 1;
        true
    }

    /// The number that stands for an option; `outside` where it has not been met.
    fn option(&self, colour: Colour, after: Option<&Position>) -> u32 {
        match after {
            None if colour == Colour::White => WON,
            None => LOST,
            Some(after) => self.numbers.get(after).copied().unwrap_or(self.outside()),
        }
    }

    /// What lies outside: won by White if Black is not to lose, lost if White is to win.
    fn outside(&self) -> u32 {
        if self.wins { LOST } else { WON }
    }

    /// White's options at a position and Black's, those that have not been met as outside.
    fn rows(&self, position: &Position) -> [Vec<u32>; 2] {
        [Colour::White, Colour::Black].map(|colour| {
            let mut row = Vec::new();
            self.rules.for_each_option(position, colour, |_, after| row.push(self.option(colour, after.as_ref())));
            row
        })
    }

    /// The best bounds. Positions that have been met but not looked at are looked at one move deep, so that a reply to the move that led there counts.
    fn solve(&mut self, known: &Seen<'_>, threads: usize, observer: &mut dyn Observer) -> Result<Half, TooLarge> {
        observer.phase("graph", 0);
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

    /// The options of a position at the rim: what a table knows, or else what the moves lead to. For not losing Black's moves are enough, because most of White's lead outside.
    fn rim(&self, number: usize, known: &Seen<'_>, boundary: &mut Vec<Boundary>) -> [Vec<u32>; 2] {
        let position = &self.positions[number];
        if let Some(value) = known(position) {
            boundary.push(Boundary { lower: value.clone(), upper: value, white_label: 0, black_label: 0 });
            let node = (self.positions.len() + boundary.len() - 1) as u32;
            return [vec![node], vec![node]];
        }
        if self.wins {
            return self.rows(position);
        }
        let mut replies = vec![WON];
        self.rules.for_each_option(position, Colour::Black, |_, after| {
            replies.push(self.option(Colour::Black, after.as_ref()));
        });
        [vec![WON], replies]
    }

    /// The smallest plan that is found for this bound at the root, which is the best or less good; the root's position comes first.
    ///
    /// Only the best bounds at the root and on the best line are tight. Elsewhere there is room, and a position of which nothing is demanded is not needed at
    /// all. So bounds are handed down from the root: what is demanded of a position, less what its own option is given, is demanded of the opponent's options. Who gets
    /// the slack makes a difference, and all of several ways are tried.
    fn plan(&self, solved: &Half, known: &Seen<'_>, root: &Value) -> Vec<Planned> {
        let plans = Share::ALL.map(|share| self.plan_with(solved, known, root, share));
        plans.into_iter().min_by_key(Vec::len).unwrap_or_default()
    }

    /// The plan for this bound at the root with one way to share the slack.
    ///
    /// Of a plan for winning the labels T of the best bounds are labels of the demanded ones, too. Where a demanded bound is equal to its mean, the chosen option is greedy, and it has the
    /// least T of the options that are greedy for the best bounds; an option of the opponent's has its T or lies outside.
    fn plan_with(&self, solved: &Half, known: &Seen<'_>, root: &Value, share: Share) -> Vec<Planned> {
        let ranks = &solved.ranks.ranks;
        let (lost, won) = (self.positions.len(), self.positions.len() + 1);
        let node = |&option: &u32| match option {
            LOST => lost,
            WON => won,
            inner => inner as usize,
        };
        let value = |node: usize| solved.evaluation.ratio(node);
        let two = Value::from_integer(BigUint::from(2u8));
        let mut demanded: HashMap<usize, Value> = HashMap::from([(0, root.clone())]);
        let mut needed: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            let rows = self.options[number].clone().unwrap_or_else(|| self.rows(&self.positions[number]));
            let [white, black] = rows.map(|row| row.iter().map(node).collect::<Vec<usize>>());
            let (own, others) = if self.wins { (white, black) } else { (black, white) };
            // Of the best options, for winning those of least label, one that needs no new position, if there is one.
            let is_new = |after: usize| after < lost && !demanded.contains_key(&after);
            let cost = |after: usize| if self.wins { u32::MAX - ranks[after] } else { ranks[after] };
            let label = |after: usize| if self.wins { solved.labels[after] } else { 0 };
            let chosen = own.into_iter().min_by_key(|&after| (cost(after), label(after), is_new(after)));
            let worst = others.iter().copied().max_by_key(|&after| cost(after));
            let (chosen, worst) = chosen.zip(worst).expect("a pass at the least");
            let both = &demanded[&number] * &two;
            let sum = value(chosen) + value(worst);
            let (for_own, for_others) = if self.wins {
                let slack = sum - &both;
                let for_own = minus(&value(chosen), &(slack * share.of_own())).min(both.clone());
                let for_others = minus(&both, &for_own);
                (for_own, for_others)
            } else {
                let for_own = value(chosen) + (&both - sum) * share.of_own();
                let for_others = both - &for_own;
                (for_own, for_others)
            };
            let mut members = Vec::new();
            for (option, bound) in others.into_iter().map(|option| (option, &for_others)).chain([(chosen, &for_own)]) {
                let says_nothing = if self.wins { bound.is_zero() } else { *bound >= Value::one() };
                if option >= lost || says_nothing || known(&self.positions[option]).is_some() {
                    continue;
                }
                members.push(option);
                let is_more = |before: &Value| if self.wins { bound > before } else { bound < before };
                if demanded.get(&option).is_none_or(is_more) {
                    demanded.insert(option, bound.clone());
                    open.push_back(option);
                }
            }
            needed.insert(number, members);
        }
        // An option that was chosen at first and later replaced may have left something behind.
        let mut plan = Vec::new();
        let mut is_planned = HashSet::from([0]);
        let mut open = VecDeque::from([0]);
        while let Some(number) = open.pop_front() {
            plan.push((self.positions[number].clone(), demanded[&number].clone()));
            for &option in &needed[&number] {
                if is_planned.insert(option) {
                    open.push_back(option);
                }
            }
        }
        plan
    }

    /// The least labels of a plan for winning, 0 where the bound is less than its mean.
    fn labels(&self, plan: &[Planned], known: &Seen<'_>) -> Vec<Label> {
        let members: HashMap<&Position, usize> = plan.iter().map(|(position, _)| position).zip(0..).collect();
        let (zero, one) = (Value::zero(), Value::one());
        let two = Value::from_integer(BigUint::from(2u8));
        // Of the positions whose bound is equal to its mean: their places, White's greedy options and all of Black's, as places.
        let (mut tight, mut rows) = (Vec::new(), Vec::new());
        for (place, (position, bound)) in plan.iter().enumerate() {
            let [white, black] = [Colour::White, Colour::Black].map(|colour| {
                let mut row: Vec<(Value, Option<usize>)> = Vec::new();
                self.rules.for_each_option(position, colour, |_, after| {
                    row.push(match after {
                        None if colour == Colour::White => (one.clone(), None),
                        None => (zero.clone(), None),
                        Some(after) => match members.get(&after) {
                            Some(&member) => (plan[member].1.clone(), Some(member)),
                            None => (known(&after).unwrap_or_default(), None),
                        },
                    });
                });
                row
            });
            let best = white.iter().map(|option| &option.0).max().expect("a pass at the least").clone();
            let worst = black.iter().map(|option| &option.0).min().expect("a pass at the least");
            if bound * &two == &best + worst {
                let places = |(_, place): (Value, Option<usize>)| place;
                let greedy: Vec<Option<usize>> =
                    white.into_iter().filter(|option| option.0 == best).map(places).collect();
                tight.push(place);
                rows.push([greedy, black.into_iter().map(places).collect()]);
            }
        }
        // All others are one node with the label 0.
        let node = |place: &Option<usize>| match place.and_then(|place| tight.binary_search(&place).ok()) {
            Some(number) => number as u32,
            None => tight.len() as u32,
        };
        let mut sides = [Rows::default(), Rows::default()];
        for places in rows {
            for (side, row) in sides.iter_mut().zip(places) {
                let row: Vec<u32> = row.iter().map(node).collect();
                side.extend(&row, &[row.len()]);
            }
        }
        let [own, others] = sides;
        let found = evidence(&own, &others, &[0], |_, _, _| true);
        let mut labels = vec![0; plan.len()];
        for (&place, &label) in tight.iter().zip(&found) {
            assert_ne!(label, INFINITE, "the labels of the best bounds are evidence");
            labels[place] = label;
        }
        labels
    }
}

/// The difference, or 0 where it would be negative.
fn minus(from: &Value, less: &Value) -> Value {
    if from > less { from - less } else { Value::zero() }
}

/// Who gets the slack of a position.
#[derive(Clone, Copy)]
enum Share {
    /// The opponent's options.
    Others,
    /// Both the same.
    Half,
    /// The own option.
    Own,
}

impl Share {
    const ALL: [Self; 3] = [Self::Others, Self::Half, Self::Own];

    /// The part of the own option.
    fn of_own(self) -> Value {
        let (numerator, denominator) = match self {
            Self::Others => (0u8, 1u8),
            Self::Half => (1, 2),
            Self::Own => (1, 1),
        };
        Value::new(numerator.into(), denominator.into())
    }
}

/// The certificate of a bound that rests on these tables.
#[must_use]
pub fn certificate(question: &Question<'_>, proof: &Proof, imports: Vec<Digest>) -> Vec<u8> {
    let rules = question.rules;
    let member = |position: &Position| -> Member {
        let pieces = position.pieces.iter().map(|&(man, square)| [man.number(), square]).collect();
        (pieces, position.passed.map_or(0, |square| u64::from(square) + 1))
    };
    let mut pieces = proof.plan.iter().flat_map(|position| &position.pieces);
    let pawn_rule = match (pieces.any(|piece| piece.0.role == Role::Pawn), rules.double_step()) {
        (false, _) => PawnRule::NoPawns,
        (true, false) => PawnRule::SingleStep,
        (true, true) => PawnRule::DoubleStep,
    };
    let members = proof.plan.iter().map(member).collect();
    let statement = Statement::List(certify::stated_board(rules.board(), pawn_rule), proof.root as u64, members);
    let mut stated: Vec<&Value> = proof.bounds.iter().collect();
    stated.sort_unstable();
    stated.dedup();
    let values = on_one_denominator(stated.iter().map(|value| (value.numer(), value.denom())));
    let index = |bound: &Value| stated.binary_search(&bound).expect("every bound is listed") as u32;
    let indices: Vec<u32> = proof.bounds.iter().map(index).collect();
    certify::plan(statement, question.bound.form(), values, &indices, &proof.labels, imports)
}
