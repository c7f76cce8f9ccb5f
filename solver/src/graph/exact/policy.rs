//! The search for policies whose exact values leave no Richman equation violated.
//!
//! For the lower value White's policy is improved against Black's exact best response (strategy iteration after Hoffman
//! and Karp,
//! *On nonterminating stochastic games*, 1966). Where Black can keep the game going for ever against White's policy, which the labels tell, the
//! value is 0 beforehand; elsewhere the chain of any Black policy ends, so that strict improvements lead to the best
//! response. (Improving Black's policy in the outer place could stop at a Richman function that is not the least:
//! inside a drawn region no single switch of Black's improves strictly.)
//!
//! Turns and chance change nothing of that. White's policy only improves: let `x` be the lower values against White's policy before a round of switches, `y` those after it, and let `x − y` be greatest, and positive, on the
//! set `D`. At a position of `D` all is equal, so that White did not switch there, and White's choice, all options of chance, and a best answer of Black's are in `D` where they have a weight. So Black
//! could stay in `D` for ever before the switches, and `x` is 0 there: a contradiction.
//!
//! Where an endless play has a worth of its own ([`solve_never`]), it counts as a place with that value, and the policies alone say where play does not end. Then there are changes that improve
//! nothing at once: where the value is above the worth and Black can stay for ever among best options, Black does; where it is below, White does. With these changes both
//! improvements end at the value: each round is strictly better somewhere and nowhere worse, for where the difference would be greatest play could stay, before the change as after it.

use std::cmp::Ordering;

use checker::certificate::Never;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero as _;

use super::evaluate::{self, Evaluation, NOTHING, successor};
use super::parts;
use super::ranks::Ranks;
pub use super::told::{Effort, TooLarge};
use super::told::{expected_size, refuse_too_large};
use crate::graph::approximate::Approximation;
use crate::graph::components::{Components, components_of};
use crate::graph::labels::{Side, labels, labels_beside, loser, policy};
use crate::graph::{Graph, INFINITE, Label, Turn};
pub use session::{Silent, Watch as Observer};

/// Options whose approximate values differ by less count as equally good in the first policies: 2^-36, of a share of
/// the money. The approximation is good to about 2^-50; a wrong guess costs a round, never a wrong value.
const TOLERANCE_BITS: u8 = 36;

/// A sharp game, solved: α = β = the values, with labels and policies.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The values of all nodes; of the boundary the lower ones.
    pub evaluation: Evaluation,
    /// Their ranks.
    pub ranks: Ranks,
    /// T of all nodes.
    pub white_labels: Vec<Label>,
    /// T′ of all nodes.
    pub black_labels: Vec<Label>,
    /// By position: White's greedy option of least T, the first of these.
    pub white_choice: Vec<u32>,
    /// By position: Black's greedy option of least T′, the first of these.
    pub black_choice: Vec<u32>,
}

/// The lower values of a game, with their labels.
#[derive(Clone, Debug)]
pub struct Half {
    /// The values of all nodes.
    pub evaluation: Evaluation,
    /// Their ranks.
    pub ranks: Ranks,
    /// T of all nodes.
    pub labels: Vec<Label>,
}

/// A game, solved.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// α = β at all positions.
    Sharp(Box<Solved>),
    /// Lower and upper values differ somewhere.
    NotSharp {
        /// The lower values, with T.
        lower: Box<Half>,
        /// The lower values of the game with the colours exchanged: one less the upper values, with T′.
        upper: Box<Half>,
    },
}

/// The best and worst ranks that the players can reach; 0 where they do not move.
struct Greedy {
    white: Vec<u32>,
    black: Vec<u32>,
}

impl Greedy {
    fn new<B>(graph: &Graph<B>, ranks: &[u32]) -> Self {
        let rank = |&node: &u32| ranks[node as usize];
        let white = |position| graph.white.row(position).iter().map(rank).max().unwrap_or(0);
        let black = |position| graph.black.row(position).iter().map(rank).min().unwrap_or(0);
        Self { white: (0..graph.positions()).map(white).collect(), black: (0..graph.positions()).map(black).collect() }
    }
}

/// The first policies, from approximate values.
fn first_policies(graph: &Graph, approximation: &Approximation) -> (Vec<u32>, Vec<u32>) {
    let lower = |node: &u32| approximation.below[*node as usize];
    let (one, tolerance) = (1u64 << approximation.bits, (1u64 << approximation.bits) >> TOLERANCE_BITS);
    let greatest = |p| graph.white.row(p).iter().map(lower).fold(0, u64::max);
    let least = |p| graph.black.row(p).iter().map(lower).fold(one, u64::min);
    let best: Vec<u64> = (0..graph.positions()).map(|p| greatest(p).saturating_sub(tolerance)).collect();
    let worst: Vec<u64> = (0..graph.positions()).map(|p| least(p) + tolerance).collect();
    let white_greedy = |position: usize, _, node: u32| lower(&node) >= best[position];
    let black_greedy = |position: usize, _, node: u32| lower(&node) <= worst[position];
    let white = policy(graph, Side::White, &labels(graph, Side::White, white_greedy), white_greedy);
    let black = policy(graph, Side::Black, &labels(graph, Side::Black, black_greedy), black_greedy);
    (white, black)
}

/// Switches to the first greedy option wherever the chosen one is not greedy; returns how many switches were made.
fn improve<B>(graph: &Graph<B>, side: Side, choice: &mut [u32], greedy: &[u32], ranks: &[u32]) -> usize {
    let mut switches = 0;
    for (position, chosen) in choice.iter_mut().enumerate() {
        let (own, _) = graph.options(side, position);
        // Whoever does not move has nothing to choose.
        if own.is_empty() || graph.chance(position).is_some() {
            continue;
        }
        if ranks[own[*chosen as usize] as usize] != greedy[position] {
            let first = own.iter().position(|&node| ranks[node as usize] == greedy[position]);
            *chosen = first.expect("some option reaches the best rank") as u32;
            switches += 1;
        }
    }
    switches
}

/// Solves a game exactly; the values may be expected to take so many bytes at the most.
///
/// # Errors
///
/// [`TooLarge`] where the exact values can be expected to take too many bytes.
///
/// # Panics
///
/// Only where this module is wrong: each result is verified before it is returned.
pub fn solve(
    graph: &Graph,
    approximation: &Approximation,
    most_bytes: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<(Outcome, Effort), TooLarge> {
    solve_from(graph, approximation, first_policies, most_bytes, threads, observer)
}

/// Solves a game from other first policies: `first` is asked for White's and Black's choices, for the lower values of the game and, where it is not sharp, of the game with the
/// colours exchanged. They are a proposal; a bad one costs rounds.
///
/// # Errors
///
/// As [`solve`].
///
/// # Panics
///
/// As [`solve`].
pub fn solve_from(
    graph: &Graph,
    approximation: &Approximation,
    first: impl Fn(&Graph, &Approximation) -> (Vec<u32>, Vec<u32>),
    most_bytes: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<(Outcome, Effort), TooLarge> {
    let mut effort = Effort::default();
    let outcome = both_values(graph, observer, |turned, observer| {
        observer.phase("policies", 0);
        let is_flipped = turned.is_some();
        let game = turned.unwrap_or(graph);
        let policies = match is_flipped {
            false => first(game, approximation),
            true => first(game, &approximation.clone().flipped()),
        };
        lower(game, policies, most_bytes, threads, &mut effort, observer)
    })?;
    Ok((outcome, effort))
}

/// Lower and upper values, from the lower values of the game (asked for with nothing) and, where one table is not enough, of the game with the colours exchanged.
///
/// Where the whole boundary is sharp, labels T′ for the lower values tell whether they are the upper values too. Beyond a boundary that is not sharp they would say nothing, because Black's
/// choices go by the upper values there: then both are found and compared.
fn both_values<E>(
    graph: &Graph,
    observer: &mut dyn Observer,
    mut lower: impl FnMut(Option<&Graph>, &mut dyn Observer) -> Result<(Half, Greedy), E>,
) -> Result<Outcome, E> {
    let (mut lower_half, white) = lower(None, observer)?;
    let boundary_is_sharp = graph.boundary.iter().all(|node| node.lower == node.upper);
    if boundary_is_sharp {
        observer.phase("labels", 0);
        match sharp(graph, lower_half, &white) {
            Ok(solved) => return Ok(Outcome::Sharp(solved.into())),
            Err(half) => lower_half = *half,
        }
    }
    let flipped = graph.flipped();
    let (upper, black) = lower(Some(&flipped), observer)?;
    let agree = |position| add_up_to_one(&lower_half.evaluation, &upper.evaluation, position);
    if boundary_is_sharp || !(0..graph.positions()).all(agree) {
        return Ok(Outcome::NotSharp { lower: lower_half.into(), upper: upper.into() });
    }
    observer.phase("labels", 0);
    let white_choice = choice(graph, &lower_half, &white);
    let black_choice = choice(&flipped, &upper, &black);
    let Half { evaluation, ranks, labels: white_labels } = lower_half;
    Ok(Outcome::Sharp(Box::new(Solved {
        evaluation,
        ranks,
        white_labels,
        black_labels: upper.labels,
        white_choice,
        black_choice,
    })))
}

/// Whether the values of a node in two evaluations add up to 1.
fn add_up_to_one(a: &Evaluation, b: &Evaluation, node: usize) -> bool {
    let fraction = |evaluation: &Evaluation| {
        let value = &evaluation.values[node];
        (value.numerator.clone(), evaluation.odd_parts.part(value.class) << value.power)
    };
    let ((a, of_a), (b, of_b)) = (fraction(a), fraction(b));
    a * &of_b + b * &of_a == of_a * of_b
}

/// By position: White's greedy option of least label, the first of these.
fn choice(graph: &Graph, half: &Half, greedy: &Greedy) -> Vec<u32> {
    let is_greedy = |position: usize, _, node: u32| half.ranks.ranks[node as usize] == greedy.white[position];
    policy(graph, Side::White, &half.labels, is_greedy)
}

/// The lower values of a game, whether or not they are the upper ones.
///
/// # Errors
///
/// [`TooLarge`] where the values can be expected to take more than `most_bytes` bytes.
pub fn lower_values(
    graph: &Graph,
    approximation: &Approximation,
    most_bytes: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Half, TooLarge> {
    let policies = first_policies(graph, approximation);
    lower(graph, policies, most_bytes, threads, &mut Effort::default(), observer).map(|(half, _)| half)
}

/// The lower values of a game: White's policy is improved against Black's best response.
fn lower(
    graph: &Graph,
    (mut white_choice, mut black_choice): (Vec<u32>, Vec<u32>),
    most_bytes: u64,
    threads: usize,
    effort: &mut Effort,
    observer: &mut dyn Observer,
) -> Result<(Half, Greedy), TooLarge> {
    loop {
        effort.rounds += 1;
        observer.phase("labels", 0);
        let successors = successors(graph, &white_choice, &black_choice);
        let limits = (most_bytes, threads);
        let (evaluation, component_sizes) = evaluated(graph, &successors, &Ratio::zero(), limits, observer)?;
        let ranks = Ranks::new(&evaluation);
        let greedy = Greedy::new(graph, &ranks.ranks);
        if improve(graph, Side::Black, &mut black_choice, &greedy.black, &ranks.ranks) > 0
            || improve(graph, Side::White, &mut white_choice, &greedy.white, &ranks.ranks) > 0
        {
            continue;
        }
        observer.phase("labels", 0);
        effort.found(component_sizes);
        return Ok(verified(graph, evaluation, ranks, greedy));
    }
}

/// What policies are worth, given where each position leads and the worth of an endless play, and the sizes of the components: with so many bytes and threads at the most.
fn evaluated(
    graph: &Graph,
    successors: &[[u32; 2]],
    worth: &Ratio<BigUint>,
    (most_bytes, threads): (u64, usize),
    observer: &mut dyn Observer,
) -> Result<(Evaluation, Vec<usize>), TooLarge> {
    let parts = components_of(graph.positions(), |place, number| successor(graph, successors, place, number));
    let component_sizes = parts.large_sizes();
    let component = component_sizes.first().copied().unwrap_or(1);
    // Where chance moves the odd parts of the denominators take as much as the numerators.
    let most_expected = if graph.has_chance() { most_bytes / 2 } else { most_bytes };
    refuse_too_large(graph, &expected_sizes(graph, &parts), most_expected)
        .map_err(|refused| TooLarge { component, ..refused })?;
    observer.phase("exact", graph.positions());
    let evaluation = evaluate::evaluate(graph, successors, &parts, worth, threads, |count| observer.advance(count));
    refuse_too_long(graph, &evaluation, most_bytes)?;
    observer.phase("check", 0);
    Ok((evaluation, component_sizes))
}

/// The values of a game in which an endless play has this worth; what is known of the boundary must be sharp, with labels 0. The approximation is asked for where
/// values are not found one component after the other.
///
/// # Errors
///
/// [`TooLarge`] where the values can be expected to take more than `most_bytes` bytes.
///
/// # Panics
///
/// As [`solve`].
pub fn solve_never(
    graph: &Graph,
    (numerator, denominator): Never,
    approximation: impl FnOnce(&mut dyn Observer) -> Approximation,
    most_bytes: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<(Outcome, Effort), TooLarge> {
    assert!(graph.boundary.iter().all(|node| node.lower == node.upper), "what is known beyond the positions is sharp");
    let mut effort = Effort::default();
    observer.phase("policies", 0);
    let (evaluation, ranks) = match by_parts(graph, (numerator, denominator), (most_bytes, threads), observer) {
        Some(found) => {
            let (evaluation, component_sizes) = found?;
            effort.rounds += 1;
            effort.found(component_sizes);
            let ranks = Ranks::new(&evaluation);
            (evaluation, ranks)
        }
        None => {
            let approximation = approximation(observer);
            let policies = first_policies(graph, &approximation);
            if numerator == 0 {
                // If an endless play is worth nothing to White, these are the lower values, and nobody has to be made to stay.
                let (half, _) = lower(graph, policies, most_bytes, threads, &mut effort, observer)?;
                (half.evaluation, half.ranks)
            } else {
                let limits = (most_bytes, threads);
                settled(graph, (numerator, denominator), policies, limits, &mut effort, observer)?
            }
        }
    };
    let greedy = Greedy::new(graph, &ranks.ranks);
    verify(graph, &ranks, &greedy);
    observer.phase("labels", 0);
    let scaled = &ranks.one * numerator;
    let orders: Vec<Ordering> = ranks.numerators.iter().map(|value| (value * denominator).cmp(&scaled)).collect();
    let best = |side: Side| {
        let best = if side == Side::White { &greedy.white } else { &greedy.black };
        |position: usize, _: usize, node: u32| ranks.ranks[node as usize] == best[position]
    };
    let labels = |side, better: Ordering| {
        let settled = |position: usize| orders[ranks.ranks[position] as usize] != better;
        let labels = labels_beside(graph, side, settled, best(side));
        assert!(!labels.contains(&INFINITE), "a side that has more than an endless play is worth can end it");
        labels
    };
    let white_labels = labels(Side::White, Ordering::Greater);
    let black_labels = labels(Side::Black, Ordering::Less);
    let white_choice = policy(graph, Side::White, &white_labels, best(Side::White));
    let black_choice = policy(graph, Side::Black, &black_labels, best(Side::Black));
    let solved = Solved { evaluation, ranks, white_labels, black_labels, white_choice, black_choice };
    Ok((Outcome::Sharp(solved.into()), effort))
}

/// The values of a game in which an endless play is worth nothing to one side, found one component after the other, and the sizes of the components of more than one
/// position; none if it is worth something to both, or that way is not open.
fn by_parts(
    graph: &Graph,
    worth: Never,
    (most_bytes, threads): (u64, usize),
    observer: &mut dyn Observer,
) -> Option<Result<(Evaluation, Vec<usize>), TooLarge>> {
    let side = loser(worth)?;
    let most_expected = if graph.has_chance() { most_bytes / 2 } else { most_bytes };
    let found = match side {
        Side::White => parts::lower(graph, (most_expected, threads), observer)?,
        Side::Black => parts::lower(&graph.flipped(), (most_expected, threads), observer)?,
    };
    Some(found.and_then(|(evaluation, component_sizes)| {
        refuse_too_long(graph, &evaluation, most_bytes)?;
        observer.phase("check", 0);
        Ok((if side == Side::White { evaluation } else { evaluation.flipped() }, component_sizes))
    }))
}

/// The values of a game in which an endless play has this worth: policies of both sides are improved until nothing can be.
fn settled(
    graph: &Graph,
    (numerator, denominator): Never,
    policies: (Vec<u32>, Vec<u32>),
    limits: (u64, usize),
    effort: &mut Effort,
    observer: &mut dyn Observer,
) -> Result<(Evaluation, Ranks), TooLarge> {
    let worth = Ratio::new_raw(BigUint::from(numerator), BigUint::from(denominator));
    let mut last = None;
    settle(graph, policies, u32::MAX, |successors| {
        effort.rounds += 1;
        let (evaluation, component_sizes) = evaluated(graph, successors, &worth, limits, observer)?;
        let ranks = Ranks::new(&evaluation);
        let scaled = &ranks.one * numerator;
        let orders: Vec<Ordering> = ranks.numerators.iter().map(|value| (value * denominator).cmp(&scaled)).collect();
        let seen = Seen { ranks: ranks.ranks.clone(), orders };
        last = Some((evaluation, ranks, component_sizes));
        Ok(seen)
    })?;
    let (evaluation, ranks, component_sizes) = last.expect("there is a round at the least");
    effort.found(component_sizes);
    Ok((evaluation, ranks))
}

/// What is known of the values under two policies.
pub(crate) struct Seen {
    /// By node: the rank of its value.
    pub ranks: Vec<u32>,
    /// By rank: how the value compares with the worth of an endless play.
    pub orders: Vec<Ordering>,
}

/// Improves policies, in so many rounds at the most, until nothing can be improved; `evaluate` is told the two nodes that each position leads to.
pub(crate) fn settle<B, E>(
    graph: &Graph<B>,
    (mut white_choice, mut black_choice): (Vec<u32>, Vec<u32>),
    most_rounds: u32,
    mut evaluate: impl FnMut(&[[u32; 2]]) -> Result<Seen, E>,
) -> Result<(), E> {
    for _ in 0..most_rounds {
        let Seen { ranks, orders } = evaluate(&ending(graph, &white_choice, &black_choice))?;
        let greedy = Greedy::new(graph, &ranks);
        if improve(graph, Side::Black, &mut black_choice, &greedy.black, &ranks) > 0 {
            continue;
        }
        let among = |order: Ordering| {
            (0..graph.positions()).map(|position| orders[ranks[position] as usize] == order).collect::<Vec<bool>>()
        };
        let white_best = |position: usize, _: usize, node: u32| ranks[node as usize] == greedy.white[position];
        let black_best = |position: usize, _: usize, node: u32| ranks[node as usize] == greedy.black[position];
        let white_chosen = |position: usize, number: usize, _: u32| white_choice[position] == number as u32;
        if stay(graph, Side::Black, among(Ordering::Greater), black_best, white_chosen, &mut black_choice) > 0
            || improve(graph, Side::White, &mut white_choice, &greedy.white, &ranks) > 0
            || stay(graph, Side::White, among(Ordering::Less), white_best, black_best, &mut white_choice) > 0
        {
            continue;
        }
        break;
    }
    Ok(())
}

/// The two nodes that these choices lead to, equal at a player's turn and of no meaning where chance moves.
fn chosen<B>(graph: &Graph<B>, white_choice: &[u32], black_choice: &[u32], position: usize) -> [u32; 2] {
    let white = || graph.white.row(position)[white_choice[position] as usize];
    let black = || graph.black.row(position)[black_choice[position] as usize];
    match graph.turn(position) {
        Turn::White => [white(); 2],
        Turn::Black => [black(); 2],
        Turn::Bid | Turn::Chance => [white(), black()],
    }
}

/// The two nodes that each position leads to, equal at a player's turn and of no meaning where chance moves; [`NOTHING`] where no play under these policies ends.
fn ending<B>(graph: &Graph<B>, white_choice: &[u32], black_choice: &[u32]) -> Vec<[u32; 2]> {
    let chosen = |position| chosen(graph, white_choice, black_choice, position);
    let mut pairs: Vec<[u32; 2]> = (0..graph.positions()).map(chosen).collect();
    let mut ends: Vec<bool> = (0..graph.nodes()).map(|node| node >= graph.positions()).collect();
    let leads_there = |ends: &[bool], position: usize| match graph.chance(position) {
        Some(chance) => chance.options.iter().any(|&node| ends[node as usize]),
        None => pairs[position].iter().any(|&node| ends[node as usize]),
    };
    let mut open: Vec<usize> = (0..graph.positions()).collect();
    loop {
        let before = open.len();
        open.retain(|&position| {
            ends[position] = leads_there(&ends, position);
            !ends[position]
        });
        // From the other end in turn: a long way takes a few rounds, whichever way it is numbered.
        open.reverse();
        if open.len() == before {
            break;
        }
    }
    open.into_iter().for_each(|position| pairs[position] = [NOTHING; 2]);
    pairs
}

/// Where a side can stay for ever among these positions, by options of its own that count, whichever of the others' that count are taken: it chooses to. Returns how many choices were changed.
fn stay<B>(
    graph: &Graph<B>,
    side: Side,
    mut among: Vec<bool>,
    own: impl Fn(usize, usize, u32) -> bool,
    others: impl Fn(usize, usize, u32) -> bool,
    choice: &mut [u32],
) -> usize {
    let stays = |among: &[bool], node: u32| among.get(node as usize).copied().unwrap_or(false);
    let first = |among: &[bool], position: usize| {
        let mut row = graph.options(side, position).0.iter().enumerate();
        row.position(|(number, &node)| own(position, number, node) && stays(among, node))
    };
    let can_stay = |among: &[bool], position: usize| {
        if let Some(chance) = graph.chance(position) {
            return chance.options.iter().all(|&node| stays(among, node));
        }
        let (row, replies) = graph.options(side, position);
        let mut replies = replies.iter().enumerate();
        (row.is_empty() || first(among, position).is_some())
            && replies.all(|(number, &node)| !others(position, number, node) || stays(among, node))
    };
    let mut places: Vec<usize> = (0..graph.positions()).filter(|&position| among[position]).collect();
    loop {
        let before = places.len();
        places.retain(|&position| {
            among[position] = can_stay(&among, position);
            among[position]
        });
        places.reverse();
        if places.len() == before {
            break;
        }
    }
    let mut changed = 0;
    for position in places {
        if graph.chance(position).is_some() || graph.options(side, position).0.is_empty() {
            continue;
        }
        let (row, _) = graph.options(side, position);
        let chosen = choice[position] as usize;
        if !(own(position, chosen, row[chosen]) && stays(&among, row[chosen])) {
            choice[position] = first(&among, position).expect("it can stay") as u32;
            changed += 1;
        }
    }
    changed
}

/// The lower values with these ranks, once every equation holds, with their labels.
fn verified(graph: &Graph, evaluation: Evaluation, ranks: Ranks, greedy: Greedy) -> (Half, Greedy) {
    verify(graph, &ranks, &greedy);
    let white_greedy = |position: usize, _, node: u32| ranks.ranks[node as usize] == greedy.white[position];
    let labels = labels_beside(graph, Side::White, |place| is_settled(graph, &ranks, Side::White, place), white_greedy);
    if let Some(first) = unlabelled(graph, &ranks, Side::White, &labels) {
        unreachable!("White's policy is evidence for every positive lower value, also at position {first}");
    }
    (Half { evaluation, ranks, labels }, greedy)
}

/// The solution whose values are these lower values, if they are the upper values too.
fn sharp(graph: &Graph, lower: Half, greedy: &Greedy) -> Result<Solved, Box<Half>> {
    let Half { evaluation, ranks, labels: white_labels } = lower;
    let black_greedy = |position: usize, _, node: u32| ranks.ranks[node as usize] == greedy.black[position];
    let black_settled = |place| is_settled(graph, &ranks, Side::Black, place);
    let black_labels = labels_beside(graph, Side::Black, black_settled, black_greedy);
    if unlabelled(graph, &ranks, Side::Black, &black_labels).is_some() {
        return Err(Box::new(Half { evaluation, ranks, labels: white_labels }));
    }
    let white_greedy = |position: usize, _, node: u32| ranks.ranks[node as usize] == greedy.white[position];
    let white_choice = policy(graph, Side::White, &white_labels, white_greedy);
    let black_choice = policy(graph, Side::Black, &black_labels, black_greedy);
    Ok(Solved { evaluation, ranks, white_labels, black_labels, white_choice, black_choice })
}

/// The two nodes that each position leads to, equal at a player's turn and of no meaning where chance moves; [`NOTHING`] where Black can avoid White's win for ever against White's
/// policy.
fn successors(graph: &Graph, white_choice: &[u32], black_choice: &[u32]) -> Vec<[u32; 2]> {
    let evidence = labels(graph, Side::White, |position, number, _| white_choice[position] == number as u32);
    let successors = |position: usize| match evidence[position] {
        INFINITE => [NOTHING; 2],
        _ => chosen(graph, white_choice, black_choice, position),
    };
    (0..graph.positions()).map(successors).collect()
}

/// The sizes by which denominators are expected, of the components of more than one position, largest first: positions, and where chance moves the binary logarithm of the denominator if it is more.
fn expected_sizes(graph: &Graph, parts: &Components) -> Vec<usize> {
    if !graph.has_chance() {
        return parts.large_sizes();
    }
    let large = parts.iter().filter(|component| component.len() > 1);
    let mut sizes: Vec<usize> = large.map(|component| expected_size(graph, component)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// Refuses values that take too many bytes on their common denominator. Only chance can make many different denominators without a large component.
fn refuse_too_long(graph: &Graph, evaluation: &Evaluation, most_bytes: u64) -> Result<(), TooLarge> {
    if !graph.has_chance() {
        return Ok(());
    }
    let bits = Ranks::common_bits(evaluation);
    let bytes = (evaluation.values.len() as u64).saturating_mul(bits / 8 + 1);
    if bytes <= most_bytes { Ok(()) } else { Err(TooLarge { component: 1, bits, bytes, most_bytes }) }
}

/// Verifies every Richman equation on integers.
fn verify(graph: &Graph, ranks: &Ranks, greedy: &Greedy) {
    let numerator = |rank: u32| &ranks.numerators[rank as usize];
    for position in 0..graph.positions() {
        let [value, best, worst] = [ranks.ranks[position], greedy.white[position], greedy.black[position]];
        let holds = match graph.chance(position) {
            Some(chance) => {
                let term = |(node, weight): (u32, u64)| numerator(ranks.ranks[node as usize]) * weight;
                numerator(value) * chance.denominator == chance.weighted().map(term).sum::<BigUint>()
            }
            None => match graph.turn(position) {
                Turn::White => value == best,
                Turn::Black => value == worst,
                Turn::Bid | Turn::Chance => numerator(value) + numerator(value) == numerator(best) + numerator(worst),
            },
        };
        assert!(holds, "the Richman equation of position {position}");
    }
}

/// What needs no evidence of a side: for White the numerator of a value of 0, for Black that of 1.
fn worthless(ranks: &Ranks, side: Side) -> &BigUint {
    if side == Side::White { &BigUint::ZERO } else { &ranks.one }
}

/// Whether the label of a position is 0 beforehand: where it is not bid for, and where its value gives the side nothing.
fn is_settled(graph: &Graph, ranks: &Ranks, side: Side, position: usize) -> bool {
    graph.turn(position) != Turn::Bid && &ranks.numerators[ranks.ranks[position] as usize] == worthless(ranks, side)
}

/// The first position whose value the labels of a side do not show to be α (White's) or β (Black's).
fn unlabelled(graph: &Graph, ranks: &Ranks, side: Side, labels: &[Label]) -> Option<usize> {
    let free = worthless(ranks, side);
    let numerator = |position: usize| &ranks.numerators[ranks.ranks[position] as usize];
    (0..graph.positions()).find(|&position| labels[position] == INFINITE && numerator(position) != free)
}
