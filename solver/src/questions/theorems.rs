//! Printed theorems on all finite games, asked of random ones: questions of [`crate::audit`].
//!
//! Nothing is proved here. Each question makes games from the seeds 0, 1, 2 and so on, and counts the cases that are against the theorem.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero as _;
use serde::Deserialize;

use crate::audit::{Answer, Found, Question, question};
use crate::graph::exact::policy::Silent;
use crate::graph::labels::Side;
use crate::graph_games::solve::{Method, Solution, solve, solve_never};
use crate::graph_games::{Game, Kind, generate};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("labels-decide", labels_decide),
        question("quiescent-decide", quiescent_decide),
        question("impartial-sharp", impartial_sharp),
        question("dyadic-if-bounded", dyadic_if_bounded),
    ]
}

/// How many games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Games {
    pub(super) games: u64,
}

pub(super) type Value = Ratio<BigUint>;

/// The number of cases against a theorem.
pub(super) fn against(fails: usize, note: String) -> Answer {
    Ok(Found::count(fails).noting(note))
}

pub(super) fn exact(game: &Game) -> Result<Solution, String> {
    solve(game, Method::Exact, 1, &mut Silent).map_err(|error| error.to_string())
}

/// A random game with cycles, of 4 to 9 positions with one to three options a side. All ends are won or lost.
#[must_use]
pub fn small(seed: u64) -> Game {
    generate::random(seed, 4 + (seed % 6) as u32, 1 + (seed / 6 % 3) as u32)
}

/// The options of a player.
pub(super) fn options(game: &Game, position: usize, side: Side) -> &[u32] {
    match (&game.positions()[position].kind, side) {
        (Kind::Open { left, .. }, Side::White) => left,
        (Kind::Open { right, .. }, Side::Black) => right,
        _ => &[],
    }
}

/// What the best options of a player lead to.
fn best<'a>(game: &Game, x: &'a [Value], position: usize, side: Side) -> Option<&'a Value> {
    let values = options(game, position, side).iter().map(|&option| &x[option as usize]);
    if side == Side::White { values.max() } else { values.min() }
}

/// The positions of T, or of T′ for Black, as the paper defines them from a Richman function: ends; where a greedy option of the player is one of them; where all options of the other are.
#[must_use]
pub fn labelled(game: &Game, x: &[Value], side: Side) -> Vec<bool> {
    let other = side.other();
    let mut known: Vec<bool> = game.positions().iter().map(|position| position.kind.is_terminal()).collect();
    loop {
        let joins = |p: usize| {
            let own = options(game, p, side);
            let is_known = |option: &u32| known[*option as usize];
            let greedy = |option: &&u32| Some(&x[**option as usize]) == best(game, x, p, side);
            own.iter().filter(greedy).any(is_known) || options(game, p, other).iter().all(is_known)
        };
        let next: Vec<bool> = (0..known.len()).map(|p| known[p] || joins(p)).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// Whether numbers are a Richman function: twice each is the sum of what the best options of both players lead to.
#[must_use]
pub fn is_richman(game: &Game, x: &[Value]) -> bool {
    (0..x.len()).all(|p| match (best(game, x, p, Side::White), best(game, x, p, Side::Black)) {
        (Some(white), Some(black)) => &x[p] + &x[p] == white + black,
        _ => true,
    })
}

/// A game, its α and its β, and Richman functions of it: these two, and the values if an endless play is worth 1/4, 1/2 and 3/4, each once.
struct Functions {
    game: Game,
    alpha: Vec<Value>,
    beta: Vec<Value>,
    all: BTreeSet<Vec<Value>>,
}

impl Functions {
    fn new(seed: u64) -> Result<Self, String> {
        let game = small(seed);
        let places = 0..game.positions().len() as u32;
        let lower = |solution: &Solution| places.clone().map(|p| solution.known(p).lower.clone()).collect::<Vec<_>>();
        let solution = exact(&game)?;
        let alpha = lower(&solution);
        let beta: Vec<Value> = places.clone().map(|p| solution.known(p).upper.clone()).collect();
        let mut all = BTreeSet::from([alpha.clone(), beta.clone()]);
        if alpha != beta {
            for worth in [(1, 4), (1, 2), (3, 4)] {
                let found = solve_never(&game, worth, 1, &mut Silent).map_err(|error| error.to_string())?;
                all.insert(lower(&found));
            }
        }
        match all.iter().all(|x| is_richman(&game, x)) {
            true => Ok(Self { game, alpha, beta, all }),
            false => Err(format!("seed {seed}: found values that do not solve the equations")),
        }
    }
}

/// Proposition 8.1: a Richman function is α exactly if each position where it is above 0 is in T; and β exactly if each one where it is below 1 is in T′.
fn labels_decide(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut others) = (0, 0, 0);
    let one = Value::from_integer(1u8.into());
    for seed in 0..*games {
        let Functions { game, alpha, beta, all } = Functions::new(seed)?;
        for x in &all {
            let [white, black] = [Side::White, Side::Black].map(|side| labelled(&game, x, side));
            let by_white = (0..x.len()).all(|p| x[p].is_zero() || white[p]);
            let by_black = (0..x.len()).all(|p| x[p] == one || black[p]);
            for (is_it, says) in [(*x == alpha, by_white), (*x == beta, by_black)] {
                cases += 1;
                others += usize::from(!is_it);
                fails += usize::from(is_it != says);
            }
        }
    }
    against(fails, format!("of {cases} cases in {games} games; in {others} the function is not the value"))
}

/// Proposition 8.2: if all quiescent positions are in T, all positions are; the same for T′.
fn quiescent_decide(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut applies) = (0, 0, 0);
    for seed in 0..*games {
        let Functions { game, all, .. } = Functions::new(seed)?;
        for x in &all {
            let quiet = |p: usize| {
                let [white, black] = [Side::White, Side::Black].map(|side| best(&game, x, p, side));
                white.is_some() && white == black
            };
            for side in [Side::White, Side::Black] {
                let known = labelled(&game, x, side);
                cases += 1;
                if (0..x.len()).all(|p| known[p] || !quiet(p)) {
                    applies += 1;
                    fails += usize::from(known.contains(&false));
                }
            }
        }
    }
    against(fails, format!("of {cases} cases in {games} games; in {applies} all quiescent positions are labelled"))
}

/// The positions from which an end can be reached.
fn ending(game: &Game) -> Vec<bool> {
    let mut known: Vec<bool> = game.positions().iter().map(|position| position.kind.is_terminal()).collect();
    loop {
        let joins = |p: usize| game.positions()[p].kind.options().iter().any(|&option| known[option as usize]);
        let next: Vec<bool> = (0..known.len()).map(|p| known[p] || joins(p)).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// Games in which both players have the same options: positions with α < β, if from all that can be reached from them an end can be reached.
fn impartial_sharp(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut endless) = (0, 0, [0; 2]);
    for seed in 0..*games {
        let mut positions = small(seed).positions().to_vec();
        for position in &mut positions {
            if let Kind::Open { left, right } = &mut position.kind {
                right.clone_from(left);
            }
        }
        let game = Game::new(None, positions).map_err(|error| error.to_string())?;
        let solution = exact(&game)?;
        let mut can_end = ending(&game);
        // What leads to a place without end is left out, too.
        for _ in 0..can_end.len() {
            let stays = |p: usize| game.positions()[p].kind.options().iter().all(|&option| can_end[option as usize]);
            can_end = (0..can_end.len()).map(|p| can_end[p] && stays(p)).collect();
        }
        for (p, can_end) in (0..).zip(can_end) {
            let differ = solution.known(p).lower < solution.known(p).upper;
            if can_end {
                cases += 1;
                fails += usize::from(differ);
            } else {
                endless[usize::from(differ)] += 1;
            }
        }
    }
    let [same, differ] = endless;
    let rest = same + differ;
    against(
        fails,
        format!("of {cases} positions in {games} games; of {rest} more that may lead to no end, {differ} have α < β"),
    )
}

/// Sharp positions from which optimal play can be kept bounded, whatever the coin does, and whose value is not dyadic.
fn dyadic_if_bounded(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut not_dyadic) = (0, 0, 0);
    for seed in 0..*games {
        let game = small(seed);
        let solution = exact(&game)?;
        let x: Vec<Value> = (0..game.positions().len() as u32).map(|p| solution.known(p).lower.clone()).collect();
        let mut bounded: Vec<bool> = game.positions().iter().map(|position| position.kind.is_terminal()).collect();
        // In so many rounds all are found.
        for _ in 0..x.len() {
            for p in 0..x.len() {
                let stops = |side| {
                    let greedy = |option: &&u32| Some(&x[**option as usize]) == best(&game, &x, p, side);
                    options(&game, p, side).iter().filter(greedy).any(|&option| bounded[option as usize])
                };
                bounded[p] = bounded[p] || stops(Side::White) && stops(Side::Black);
            }
        }
        for (p, value) in (0..).zip(&x).filter(|(p, _)| solution.known(*p).upper == x[*p as usize]) {
            let is_dyadic = value.denom().count_ones() == 1;
            cases += 1;
            not_dyadic += usize::from(!is_dyadic);
            fails += usize::from(!is_dyadic && bounded[p as usize]);
        }
    }
    against(fails, format!("of {cases} positions in {games} games; {not_dyadic} values are not dyadic"))
}
