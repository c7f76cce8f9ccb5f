//! Random games by brute force: all choices of a move at each position, and all bids with a few chips. Questions of [`crate::audit`].

use std::cmp::Ordering;

use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use super::theorems::{Games, Value, against, exact, options};
use crate::audit::{Answer, Found, Question, question};
use crate::graph::labels::Side;
use crate::graph_games::{Game, Kind, generate};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("turn-probabilities", turn_probabilities),
        question("steps-with-chips", steps_with_chips),
        question("tie-at-threshold", tie_at_threshold),
        question("open-or-secret", open_or_secret),
    ]
}

type Small = Ratio<i128>;

/// The probabilities that a chain of positions, each with two equally probable successors, ends with White's win.
fn winning(game: &Game, next: &[[usize; 2]]) -> Vec<Small> {
    let end = |p: usize| match &game.positions()[p].kind {
        Kind::Terminal(value) => Some(if value.is_one() { Small::one() } else { Small::zero() }),
        _ => None,
    };
    let count = next.len();
    let mut reaches: Vec<bool> = (0..count).map(|p| end(p).is_some_and(|value| value.is_one())).collect();
    for _ in 0..count {
        (0..count).for_each(|p| reaches[p] = reaches[p] || end(p).is_none() && next[p].iter().any(|&to| reaches[to]));
    }
    // Rows of 2x(p) − x(q) − x(r) = 0 where a win can be reached, of x(p) = its end elsewhere; the last column is the right side.
    let mut rows = vec![vec![Small::zero(); count + 1]; count];
    for p in 0..count {
        if end(p).is_some() || !reaches[p] {
            rows[p][p] = Small::one();
            rows[p][count] = end(p).unwrap_or_else(Small::zero);
            continue;
        }
        rows[p][p] += Small::from_integer(2);
        next[p].iter().for_each(|&to| rows[p][to] -= Small::one());
    }
    for p in 0..count {
        let pivot = (p..count).find(|&row| !rows[row][p].is_zero()).expect("from each of them a win is reached");
        rows.swap(p, pivot);
        let row: Vec<Small> = rows[p].iter().map(|entry| entry / rows[p][p]).collect();
        for other in (0..count).filter(|&other| other != p) {
            let factor = rows[other][p];
            rows[other].iter_mut().zip(&row).for_each(|(entry, own)| *entry -= factor * own);
        }
        rows[p] = row;
    }
    rows.into_iter().map(|row| row[count]).collect()
}

/// All choices of an option at each position; at an end the position itself.
fn choices(game: &Game, side: Side) -> Vec<Vec<usize>> {
    (0..game.positions().len()).fold(vec![Vec::new()], |all, p| {
        let own = match options(game, p, side) {
            [] => vec![p],
            own => own.iter().map(|&option| option as usize).collect(),
        };
        all.iter().flat_map(|choice| own.iter().map(move |&to| [&choice[..], &[to]].concat())).collect()
    })
}

/// By position, White's greatest probability of winning, and of not losing, against Black's best choice of moves: over all choices of both.
#[must_use]
pub fn by_choices(game: &Game) -> [Vec<Value>; 2] {
    let count = game.positions().len();
    let [white, black] = [Side::White, Side::Black].map(|side| choices(game, side));
    let mirrored = mirrored(game);
    let mut best = [vec![Small::zero(); count], vec![Small::zero(); count]];
    for own in &white {
        let mut worst = [vec![Small::one(); count], vec![Small::one(); count]];
        for other in &black {
            let next: Vec<[usize; 2]> = own.iter().zip(other).map(|(&white, &black)| [white, black]).collect();
            let lost = winning(&mirrored, &next);
            let not_lost: Vec<Small> = lost.iter().map(|lost| Small::one() - lost).collect();
            for (worst, found) in worst.iter_mut().zip([winning(game, &next), not_lost]) {
                worst.iter_mut().zip(found).for_each(|(worst, found)| *worst = found.min(*worst));
            }
        }
        for (best, worst) in best.iter_mut().zip(worst) {
            best.iter_mut().zip(worst).for_each(|(best, worst)| *best = worst.max(*best));
        }
    }
    let natural = |x: Small| Value::new(x.numer().unsigned_abs().into(), x.denom().unsigned_abs().into());
    best.map(|values| values.into_iter().map(natural).collect())
}

/// The game with its ends exchanged.
fn mirrored(game: &Game) -> Game {
    let mut positions = game.positions().to_vec();
    for position in &mut positions {
        if let Kind::Terminal(value) = &mut position.kind {
            *value = Value::one() - value.clone();
        }
    }
    Game::new(None, positions).expect("a game")
}

/// Positions of small games where α is not White's greatest probability of winning when a coin decides who moves, or β not that of not losing.
fn turn_probabilities(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut fails, mut cases, mut differ) = (0, 0, 0);
    for seed in 0..*games {
        let game = generate::random(seed, 4 + (seed % 3) as u32, 2);
        let (solution, [wins, draws]) = (exact(&game)?, by_choices(&game));
        for (p, (win, draw)) in (0..).zip(wins.iter().zip(&draws)) {
            let known = solution.known(p);
            cases += 1;
            differ += usize::from(win != draw);
            fails += usize::from((&known.lower, &known.upper) != (win, draw));
        }
    }
    against(fails, format!("of {cases} positions in {games} games; in {differ} the two probabilities differ"))
}

/// How a bid is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Auction {
    /// White says a number, and Black takes the money or pays it and moves. So Black decides ties.
    WhiteSays,
    /// Black says a number.
    BlackSays,
    /// Both write a number down, and whoever has the greater one pays it and moves; of equal ones Black says which counts.
    SecretToBlack,
}

const STEPS: usize = 4;
/// Chips in all: α of so many steps is a whole number of chips.
const CHIPS: i64 = 1 << STEPS;

/// By steps, position and Black's chips: whether White can force a win in so many steps.
fn forced(game: &Game, auction: Auction) -> Vec<Vec<Vec<bool>>> {
    let won = |p: usize| matches!(&game.positions()[p].kind, Kind::Terminal(value) if value.is_one());
    let mut all = vec![vec![Vec::new(); game.positions().len()]];
    (0..game.positions().len()).for_each(|p| all[0][p] = vec![won(p); CHIPS as usize + 1]);
    for step in 1..=STEPS {
        let last = &all[step - 1];
        let at = |p: usize, black: i64| {
            // Who moves, and what Black has then.
            let white_moves =
                |after: i64| options(game, p, Side::White).iter().any(|&to| last[to as usize][after as usize]);
            let black_moves =
                |after: i64| options(game, p, Side::Black).iter().all(|&to| last[to as usize][after as usize]);
            let white = CHIPS - black;
            match auction {
                // Black does not take a bid of −x without x chips, nor pay x without x chips; then the other choice is left.
                Auction::WhiteSays => (-white..=white)
                    .any(|bid| (bid < -black || white_moves(black + bid)) && (bid > black || black_moves(black - bid))),
                Auction::BlackSays => (-black..=black).all(|bid| {
                    (bid >= -white && black_moves(black - bid)) || (bid <= white && white_moves(black + bid))
                }),
                // Nobody gets more than the other one has: a bid that would is not answered with.
                Auction::SecretToBlack => (-white..=white).any(|own| {
                    let white_pays = |own: i64| own < -black || white_moves(black + own);
                    (-white..=black).all(|bid| match own.cmp(&bid) {
                        Ordering::Greater => white_pays(own),
                        Ordering::Less => black_moves(black - bid),
                        Ordering::Equal => white_pays(own) && black_moves(black - bid),
                    })
                }),
            }
        };
        let row = |p: usize| match &game.positions()[p].kind {
            Kind::Terminal(_) => vec![won(p); CHIPS as usize + 1],
            _ => (0..=CHIPS).map(|black| at(p, black)).collect(),
        };
        let next = (0..game.positions().len()).map(row).collect();
        all.push(next);
    }
    all
}

/// By steps and position: α of so many steps, in chips.
fn thresholds(game: &Game) -> Vec<Vec<i64>> {
    let ends: Vec<Option<i64>> = game.positions().iter().map(|position| end(&position.kind)).collect();
    let mut all = vec![ends.iter().map(|end| end.unwrap_or(0)).collect::<Vec<i64>>()];
    for step in 0..STEPS {
        let value = |option: &u32| all[step][*option as usize];
        let mean = |p: usize| {
            let white = options(game, p, Side::White).iter().map(value).max();
            let black = options(game, p, Side::Black).iter().map(value).min();
            white.zip(black).map_or(0, |(white, black)| (white + black) / 2)
        };
        let next = (0..ends.len()).map(|p| ends[p].unwrap_or_else(|| mean(p))).collect();
        all.push(next);
    }
    all
}

/// What an end is worth in chips.
fn end(kind: &Kind) -> Option<i64> {
    match kind {
        Kind::Terminal(value) => Some(value.to_i64().unwrap_or(0) * CHIPS),
        _ => None,
    }
}

/// What is counted of all steps, open positions and divisions of the chips.
#[derive(Default)]
struct Counts {
    cases: usize,
    /// Black has less than α of so many steps, and White cannot force a win in so many steps; or more, and White can.
    against: usize,
    /// At α, with Black deciding ties, and with White: where the two differ.
    ties_count: usize,
    at_threshold: usize,
    /// Elsewhere.
    elsewhere: usize,
    /// Where a secret bid has another outcome than an open one, if Black decides ties.
    secret: usize,
}

fn count(games: u64) -> Counts {
    let mut counts = Counts::default();
    for seed in 0..games {
        let game = generate::random(seed, 4 + (seed % 4) as u32, 1 + (seed / 4 % 2) as u32);
        let thresholds = thresholds(&game);
        let forced =
            [Auction::WhiteSays, Auction::BlackSays, Auction::SecretToBlack].map(|auction| forced(&game, auction));
        let open = |p: &usize| !game.positions()[*p].kind.is_terminal();
        for (step, p) in (0..=STEPS).flat_map(|step| (0..game.positions().len()).filter(open).map(move |p| (step, p))) {
            for black in 0..=CHIPS {
                let [to_black, to_white, secret] = [0, 1, 2].map(|which| forced[which][step][p][black as usize]);
                let threshold = thresholds[step][p];
                counts.cases += 1;
                counts.secret += usize::from(secret != to_black);
                if black == threshold {
                    counts.at_threshold += 1;
                    counts.ties_count += usize::from(to_black != to_white);
                } else {
                    counts.elsewhere += usize::from(to_black != to_white);
                    counts.against += [to_black, to_white].iter().filter(|won| **won != (black < threshold)).count();
                }
            }
        }
    }
    counts
}

/// The thresholds of n steps, where who decides ties is one player or the other: cases against them.
fn steps_with_chips(_: &mut (), Games { games }: &Games) -> Answer {
    let Counts { cases, against: fails, at_threshold, .. } = count(*games);
    against(
        fails,
        format!(
            "of {cases} cases in {games} games, {CHIPS} chips, at most {STEPS} steps; {at_threshold} at a threshold"
        ),
    )
}

/// Whether who decides ties counts at some threshold, and nowhere else.
fn tie_at_threshold(_: &mut (), Games { games }: &Games) -> Answer {
    let Counts { cases, ties_count, at_threshold, elsewhere, .. } = count(*games);
    let found = Found::truth(ties_count > 0 && elsewhere == 0);
    let rest = cases - at_threshold;
    Ok(found.noting(format!(
        "it counts in {ties_count} of {at_threshold} cases at a threshold, in {elsewhere} of {rest} others"
    )))
}

/// Cases in which a secret bid has another outcome than an open one, where Black decides ties.
fn open_or_secret(_: &mut (), Games { games }: &Games) -> Answer {
    let Counts { cases, secret, .. } = count(*games);
    against(secret, format!("of {cases} cases in {games} games, {CHIPS} chips, at most {STEPS} steps"))
}
