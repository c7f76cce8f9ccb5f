//! Turns and chance: values and labels by enumeration of policies, and of games that are known.

use std::sync::Arc;

use checker::certificate::Never;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive as _;
use solver::certificates::certify;
use solver::graph::exact::policy::Silent;
use solver::graph::labels::Side;
use solver::graph::{INFINITE, Label};
use solver::graph_games::enclose::enclose_never;
use solver::graph_games::solve::{Method, Solution, solve, solve_never};
use solver::graph_games::{Draw, Game, Kind, Position};
use solver::random::SplitMix64;

type Fraction = Ratio<i128>;

fn game(kinds: Vec<Kind>) -> Game {
    let position = |(place, kind): (usize, Kind)| Position { name: format!("p{place}"), kind };
    Game::new(None, kinds.into_iter().enumerate().map(position).collect()).expect("a game")
}

fn terminal(numerator: u32, denominator: u32) -> Kind {
    Kind::Terminal(Ratio::new(numerator.into(), denominator.into()))
}

fn chance(draws: &[(u32, u32, u32)]) -> Kind {
    Kind::Chance(draws.iter().map(|&(to, n, d)| Draw { to, weight: Ratio::new(n.into(), d.into()) }).collect())
}

fn solved(game: &Game) -> Solution {
    solve(game, Method::Exact, 2, &mut Silent).expect("small values")
}

/// A game of 1 to 6 positions that are not terminal, and of 1 to 3 that are; so many at the most, that all pairs of policies can be tried.
fn small(numbers: &mut SplitMix64) -> Game {
    loop {
        let (open, ends) = (1 + numbers.below(6), 1 + numbers.below(3));
        let mut kinds = Vec::new();
        for _ in 0..open {
            let sort = numbers.below(5);
            let mut row = |least: u32| {
                let count = least + numbers.below(4 - least);
                (0..count).map(|_| numbers.below(open + ends)).collect::<Vec<u32>>()
            };
            kinds.push(match sort {
                0 | 1 => {
                    let left = row(0);
                    let right = row(u32::from(left.is_empty()));
                    Kind::Open { left, right }
                }
                2 => Kind::Turn { side: Side::White, options: row(0) },
                3 => Kind::Turn { side: Side::Black, options: row(0) },
                _ => {
                    let options = row(1);
                    let parts: Vec<u32> = options.iter().map(|_| 1 + numbers.below(4)).collect();
                    let sum: u32 = parts.iter().sum();
                    let draws: Vec<(u32, u32, u32)> =
                        options.into_iter().zip(parts).map(|(to, part)| (to, part, sum)).collect();
                    chance(&draws)
                }
            });
        }
        kinds.extend((0..ends).map(|end| match end {
            0 => terminal(1, 1),
            1 => terminal(0, 1),
            _ => terminal(numbers.below(6), 5),
        }));
        let policies = |side: Side| kinds.iter().map(|kind| row_of(kind, side, 0).len()).product::<usize>();
        if policies(Side::White) * policies(Side::Black) <= 3000 {
            return game(kinds);
        }
    }
}

/// A player's options at a position, a pass where there is none; 0 stands for "nothing to choose".
fn row_of(kind: &Kind, side: Side, own: u32) -> Vec<u32> {
    let row = match kind {
        Kind::Open { left, right } => if side == Side::White { left } else { right }.clone(),
        Kind::Turn { side: mover, options } if *mover == side => options.clone(),
        _ => return vec![0],
    };
    if row.is_empty() { vec![own] } else { row }
}

/// All policies of a player: by position the option chosen.
fn policies(game: &Game, side: Side) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for (number, position) in (0..).zip(game.positions()) {
        let row = row_of(&position.kind, side, number);
        let longer =
            |policy: &Vec<u32>| row.iter().map(|&option| [&policy[..], &[option]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The chances to come from a position to others under two policies.
fn steps(kind: &Kind, white: u32, black: u32) -> Vec<(u32, Fraction)> {
    let half = Fraction::new(1, 2);
    match kind {
        Kind::Terminal(_) => Vec::new(),
        Kind::Open { .. } => vec![(white, half), (black, half)],
        Kind::Turn { side, .. } => vec![(if *side == Side::White { white } else { black }, 1.into())],
        Kind::Chance(draws) => {
            let weight = |weight: Ratio<u64>| Fraction::new((*weight.numer()).into(), (*weight.denom()).into());
            draws.iter().map(|draw| (draw.to, weight(draw.weight))).collect()
        }
    }
}

/// What Left gets under two policies where a play that does not end has this worth: Gauss and Jordan on the positions from which the play can end.
fn outcome(game: &Game, white: &[u32], black: &[u32], endless: Fraction) -> Vec<Fraction> {
    let count = game.positions().len();
    let steps: Vec<Vec<(u32, Fraction)>> =
        (0..count).map(|place| steps(&game.positions()[place].kind, white[place], black[place])).collect();
    let mut ends: Vec<bool> = game.positions().iter().map(|position| position.kind.is_terminal()).collect();
    for _ in 0..count {
        for place in 0..count {
            ends[place] = ends[place] || steps[place].iter().any(|&(to, _)| ends[to as usize]);
        }
    }
    let mut matrix = vec![vec![Fraction::from(0); count + 1]; count];
    for (place, row) in matrix.iter_mut().enumerate() {
        row[place] += Fraction::from(1);
        if let Kind::Terminal(value) = &game.positions()[place].kind {
            row[count] = fraction(value);
        } else if ends[place] {
            for &(to, weight) in &steps[place] {
                row[to as usize] -= weight;
            }
        } else {
            row[count] = endless;
        }
    }
    for pivot in 0..count {
        let found =
            (pivot..count).find(|&row| matrix[row][pivot] != 0.into()).expect("the play ends, or its worth is known");
        matrix.swap(pivot, found);
        let first = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= first);
        let pivot_row = matrix[pivot].clone();
        for (place, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if place != pivot && factor != 0.into() {
                row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    matrix.iter().map(|row| row[count]).collect()
}

fn fraction(value: &Ratio<BigUint>) -> Fraction {
    let number = |number: &BigUint| number.to_i128().expect("a small number");
    Fraction::new(number(value.numer()), number(value.denom()))
}

/// The lower values by the definition: the best of Left's policies against the best answer to it.
fn lower_values(game: &Game) -> Vec<Fraction> {
    let answers = policies(game, Side::Black);
    let mut best = vec![Fraction::from(0); game.positions().len()];
    for white in policies(game, Side::White) {
        let mut worst = vec![Fraction::from(1); best.len()];
        for black in &answers {
            let outcome = outcome(game, &white, black, 0.into());
            worst.iter_mut().zip(outcome).for_each(|(worst, value)| *worst = value.min(*worst));
        }
        best.iter_mut().zip(worst).for_each(|(best, value)| *best = value.max(*best));
    }
    best
}

/// Where an endless play has a worth: certificates of exact values and of bounds, no wider than some units, are verified; and so they are true.
#[test]
fn small_games_have_certificates_of_the_values_that_endless_play_gives_them() {
    let mut numbers = SplitMix64::new(3);
    let worths: [Never; 5] = [(0, 1), (1, 4), (1, 2), (3, 4), (1, 1)];
    let (mut between, mut widest) = (0, 0);
    for round in 0..200 {
        let game = small(&mut numbers);
        let text = game.write();
        let file = Arc::new(checker::graph::Game::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}")));
        let verify = |bytes: Vec<u8>| {
            let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&file));
            verdict.unwrap_or_else(|failure| panic!("round {round}: {failure:?} of {text}"));
        };
        let values = worths.map(|worth| {
            let solution = solve_never(&game, worth, 1, &mut Silent).expect("small values");
            verify(certify::graph(file.digest, Some(worth), &solution.table));
            let enclosure = enclose_never(&game, worth, 30, &mut Silent);
            widest = widest.max(enclosure.widest());
            verify(certify::graph_enclosure(file.digest, Some(worth), &enclosure.enclosed));
            fraction(&solution.known(0).lower)
        });
        between += usize::from(values[0] < values[2] && values[2] < values[4]);
    }
    assert!(between > 25, "{between} games in which the worth matters on both sides");
    assert!(widest < 1_000, "within {widest} units");
}

/// Where one player alone has choices, values are found one component after the other, and bounds begin with floating point.
#[test]
fn models_of_one_player_have_the_values_of_all_policies() {
    let mut numbers = SplitMix64::new(5);
    let mut cycles = 0;
    for round in 0..400 {
        let side = if round % 2 == 0 { Side::White } else { Side::Black };
        let turn = |kind: &Kind| match kind.clone() {
            Kind::Open { left, right } => Kind::Turn { side, options: [left, right].concat() },
            Kind::Turn { options, .. } => Kind::Turn { side, options },
            other => other,
        };
        let game = game(small(&mut numbers).positions().iter().map(|position| turn(&position.kind)).collect());
        let (graph, _) = game.graph();
        cycles += usize::from(graph.components().iter().any(|part| part.len() > 1));
        let upper = lower_values(&exchanged(&game)).into_iter().map(|value| Fraction::from(1) - value).collect();
        for (worth, expected) in [((0, 1), lower_values(&game)), ((1, 1), upper)] {
            let solution = solve_never(&game, worth, 1, &mut Silent).expect("small values");
            let enclosures = [30, 56].map(|bits| enclose_never(&game, worth, bits, &mut Silent));
            for (place, expected) in (0..).zip(&expected) {
                assert_eq!(
                    fraction(&solution.known(place).lower),
                    *expected,
                    "round {round}: p{place} of {}",
                    game.write()
                );
                for enclosure in &enclosures {
                    let units = Fraction::from(1 << enclosure.enclosed.bits) * expected;
                    let [low, high] = enclosure.bounds(place).alpha.map(|units| Fraction::from(i128::from(units)));
                    assert!(low <= units && units <= high, "round {round}: p{place} of {}", game.write());
                    assert!(high - low < 10_000.into(), "round {round}: p{place} of {}", game.write());
                }
            }
        }
    }
    assert!(cycles > 100, "{cycles} games with a cycle");
}

/// The game with the players exchanged.
fn exchanged(game: &Game) -> Game {
    let kind = |kind: &Kind| match kind.clone() {
        Kind::Terminal(value) => Kind::Terminal(Ratio::from_integer(1u8.into()) - value),
        Kind::Open { left, right } => Kind::Open { left: right, right: left },
        Kind::Turn { side: Side::White, options } => Kind::Turn { side: Side::Black, options },
        Kind::Turn { side: Side::Black, options } => Kind::Turn { side: Side::White, options },
        chance @ Kind::Chance(_) => chance,
    };
    self::game(game.positions().iter().map(|position| kind(&position.kind)).collect())
}

/// T by its equation, for these lower values: from infinity downwards until nothing changes.
fn labels(game: &Game, values: &[Fraction]) -> Vec<Label> {
    let settled = |place: usize| match game.positions()[place].kind {
        Kind::Terminal(_) => true,
        Kind::Open { .. } => false,
        Kind::Turn { .. } | Kind::Chance(_) => values[place] == 0.into(),
    };
    let mut labels: Vec<Label> = (0..values.len()).map(|place| if settled(place) { 0 } else { INFINITE }).collect();
    loop {
        let mut next = labels.clone();
        for (number, position) in (0..).zip(game.positions()).filter(|&(number, _)| !settled(number as usize)) {
            let row = |side| row_of(&position.kind, side, number);
            let label = |option: u32| labels[option as usize];
            let greedy = || {
                let best = row(Side::White).into_iter().map(|option| values[option as usize]).max();
                let is_best = |option: &u32| Some(values[*option as usize]) == best;
                row(Side::White).into_iter().filter(is_best).map(label).min().expect("an option")
            };
            let all = || row(Side::Black).into_iter().map(label).max().expect("an option");
            let evidence = match &position.kind {
                Kind::Terminal(_) => 0,
                Kind::Open { .. } => greedy().min(all()),
                Kind::Turn { side: Side::White, .. } => greedy(),
                Kind::Turn { side: Side::Black, .. } => all(),
                Kind::Chance(draws) => draws.iter().map(|draw| label(draw.to)).min().expect("an option"),
            };
            next[number as usize] = evidence.saturating_add(1);
        }
        if next == labels {
            return labels;
        }
        labels = next;
    }
}

/// By all pairs of positional policies, which are enough in simple stochastic games (A. Condon, *The complexity of stochastic games*, 1992).
#[test]
fn small_games_have_the_values_of_all_pairs_of_policies() {
    let mut numbers = SplitMix64::new(1);
    let (mut sharp, mut not_sharp) = (0, 0);
    for round in 0..500 {
        let game = small(&mut numbers);
        let expected = lower_values(&game);
        let turned = lower_values(&exchanged(&game));
        let upper: Vec<Fraction> = turned.iter().map(|value| Fraction::from(1) - value).collect();
        let solution = solved(&game);
        let labels = [labels(&game, &expected), labels(&exchanged(&game), &turned)];
        for method in [Method::Exact, Method::Proposed(lp::policies)] {
            let other = solve(&game, method, 1, &mut Silent).expect("values");
            for place in 0..expected.len() {
                let known = other.known(place as u32);
                let found = [&known.lower, &known.upper].map(fraction);
                assert_eq!(
                    found,
                    [expected[place], upper[place]],
                    "round {round}, {method:?}: p{place} of {}",
                    game.write()
                );
                let found = [known.white_label, known.black_label];
                assert_eq!(found, [labels[0][place], labels[1][place]], "round {round}: p{place} of {}", game.write());
            }
        }
        if solution.is_sharp() { sharp += 1 } else { not_sharp += 1 }
    }
    assert!(sharp > 100 && not_sharp > 100, "{sharp} {not_sharp}");
}

/// The gambler's ruin (C. Huygens, 1657): with the chance 1/3 to win a stake, from k of n, the player wins all with the chance (2^k − 1) / (2^n − 1). One linear system, up to 199 unknowns.
#[test]
fn the_gambler_is_ruined_as_huygens_says() {
    for n in [2u32, 3, 10, 57, 200] {
        let kind = |k: u32| match k {
            0 => terminal(0, 1),
            _ if k == n => terminal(1, 1),
            _ => chance(&[(k + 1, 1, 3), (k - 1, 2, 3)]),
        };
        let solution = solved(&game((0..=n).map(kind).collect()));
        let power = |exponent: u32| (BigUint::from(1u8) << exponent) - 1u8;
        for k in 0..=n {
            assert_eq!(solution.known(k).lower, Ratio::new(power(k), power(n)));
        }
        assert_eq!(solution.not_sharp(), 0);
    }
}

/// Bold play (L. Dubins, L. Savage, *How to gamble if you must*, 1965): whoever has k of 8, may stake any part of it, and wins a stake with the chance 1/3. The values follow from f(x) = f(2x)/3 and f(x) = 1/3 + 2 f(2x − 1)/3.
#[test]
fn bold_play_is_best_in_an_unfavourable_game() {
    // 0 and 8 are terminal, 1 to 7 the player's turn, and after them chance.
    let mut kinds: Vec<Kind> = vec![terminal(0, 1)];
    let mut gambles = Vec::new();
    for k in 1..8u32 {
        let stakes = 1..=k.min(8 - k);
        let options = stakes.clone().map(|stake| 9 + gambles.len() as u32 + stake - 1).collect();
        kinds.push(Kind::Turn { side: Side::White, options });
        gambles.extend(stakes.map(|stake| chance(&[(k + stake, 1, 3), (k - stake, 2, 3)])));
    }
    kinds.push(terminal(1, 1));
    kinds.extend(gambles);
    let game = game(kinds);
    for method in [Method::Exact, Method::Proposed(lp::policies)] {
        let solution = solve(&game, method, 1, &mut Silent).expect("small values");
        let values: Vec<String> = (0..=8).map(|k| solution.known(k).lower.to_string()).collect();
        assert_eq!(values, ["0", "1/27", "1/9", "5/27", "1/3", "11/27", "5/9", "19/27", "1"]);
    }
}

/// A weight of less than 2^61 at the limit, options that occur twice, and an option that is the position itself.
#[test]
fn weights_may_be_small_and_options_may_repeat() {
    let json = r#"{ "bidding-game": 2, "positions": [
        { "name": "a", "chance": [ { "to": "end", "weight": "1/2305843009213693951" }, { "to": "a", "weight": "2305843009213693950/2305843009213693951" } ] },
        { "name": "b", "chance": [ { "to": "end", "weight": "1/6" }, { "to": "lost", "weight": "4/8" }, { "to": "end", "weight": "2/6" } ] },
        { "name": "c", "chance": [ { "to": "c", "weight": "1" } ] },
        { "name": "end", "value": "1" }, { "name": "lost", "value": "0" } ] }"#;
    let game = Game::read(json).expect("a game");
    assert_eq!(Game::read(&game.write()), Ok(game.clone()));
    let solution = solved(&game);
    let shown: Vec<String> = (0..3).map(|place| solution.shown(place)).collect();
    assert_eq!(shown, ["1", "1/2", "0 to 1"]);
}
