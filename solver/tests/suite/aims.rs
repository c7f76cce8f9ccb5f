//! Endless objectives against brute force: all ways of playing without memory, read with tosses, by a chain of each.
//!
//! The brute force shares nothing with the solver: mean payoffs come from powers of a matrix of rational numbers averaged by Cesàro limits, computed here from
//! classes that are found by reachability.

use std::collections::BTreeMap;

use games::aims::Game;
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::games::aims::certificate::{self, Money};
use solver::random::SplitMix64;

/// A random game of so many positions, as its file.
fn file(random: &mut SplitMix64, count: u32) -> String {
    let positions = (0..count).map(|number| {
        let mut names = |least: u32| -> String {
            let many = least + random.below(2);
            let list: Vec<String> = (0..many).map(|_| format!("\"p{}\"", random.below(count))).collect();
            format!("[{}]", list.join(","))
        };
        let sort = match names(1) {
            left if number % 4 == 3 => {
                let [one, other] = [random.below(count), random.below(count)];
                drop(left);
                format!(
                    "\"chance\":[{{\"to\":\"p{one}\",\"weight\":\"1/3\"}},{{\"to\":\"p{other}\",\"weight\":\"2/3\"}}]"
                )
            }
            left if number % 4 == 1 => format!("\"turn\":\"left\",\"left\":{left}"),
            left => format!("\"left\":{left},\"right\":{}", names(1)),
        };
        let (reward, priority) = (i64::from(random.below(7)) - 3, random.below(4));
        format!("{{\"name\":\"p{number}\",\"reward\":\"{reward}\",\"priority\":{priority},{sort}}}")
    });
    format!("{{\"endless-game\":1,\"positions\":[{}]}}", positions.collect::<Vec<_>>().join(","))
}

/// The rows of a chain: of each position the next ones.
type Rows = Vec<BTreeMap<usize, BigRational>>;

/// All chains, by Left's way of playing and then by Right's. A coin falls to Left with the probability that is given, and then whoever is chosen may let the
/// other one move; without one it is fair, and whoever is chosen moves.
fn chains(game: &Game, coin: Option<&BigRational>) -> Vec<Vec<Rows>> {
    use checker::theorem::{Side, Turn};
    // Where the own move leads, and whether the other one moves in its place.
    let choices = |side: Side| -> Vec<Vec<(usize, bool)>> {
        let mut all = vec![Vec::new()];
        for position in &game.positions {
            let own: Vec<usize> = position
                .options
                .iter()
                .filter(|option| option.0 == side && position.turn != Turn::Chance)
                .map(|option| option.2 as usize)
                .collect();
            let own = if own.is_empty() { vec![usize::MAX] } else { own };
            let lets: &[bool] = if coin.is_some() && position.turn == Turn::Bid { &[false, true] } else { &[false] };
            let own: Vec<_> = own.iter().flat_map(|&to| lets.iter().map(move |&lets| (to, lets))).collect();
            all = all
                .iter()
                .flat_map(|plan: &Vec<(usize, bool)>| own.iter().map(|&choice| [&plan[..], &[choice]].concat()))
                .collect();
        }
        all
    };
    let half = BigRational::new(1.into(), 2.into());
    let odds = coin.map_or([half.clone(), half], |coin| [coin.clone(), BigRational::one() - coin]);
    let row = |number: usize, left: &[(usize, bool)], right: &[(usize, bool)]| {
        let position = &game.positions[number];
        let mut row = BTreeMap::new();
        let mut add = |to: usize, weight: &BigRational| *row.entry(to).or_insert_with(BigRational::zero) += weight;
        match position.turn {
            Turn::Bid => {
                for (own, other, odds) in [(left, right, &odds[0]), (right, left, &odds[1])] {
                    let mover = if own[number].1 { other } else { own };
                    add(mover[number].0, odds);
                }
            }
            Turn::Of(side) => add(side.of(left, right)[number].0, &BigRational::one()),
            Turn::Chance => {
                let all: u64 = position.options.iter().map(|option| option.1).sum();
                position
                    .options
                    .iter()
                    .for_each(|&(_, weight, to)| add(to as usize, &BigRational::new(weight.into(), all.into())));
            }
        }
        row
    };
    let (lefts, rights) = (choices(Side::White), choices(Side::Black));
    let rows = |left: &Vec<(usize, bool)>, right: &Vec<(usize, bool)>| {
        (0..game.positions.len()).map(|number| row(number, left, right)).collect()
    };
    lefts.iter().map(|left| rights.iter().map(|right| rows(left, right)).collect()).collect()
}

/// Of each position the probability of ending in each closed class, and the frequencies in that class: by Gauss on dense matrices.
fn classes(rows: &Rows) -> Vec<(Vec<usize>, Vec<BigRational>, Vec<BigRational>)> {
    let count = rows.len();
    let mut reach = vec![vec![false; count]; count];
    for from in 0..count {
        reach[from][from] = true;
        rows[from].keys().for_each(|&to| reach[from][to] = true);
    }
    for by in 0..count {
        for from in 0..count {
            for to in 0..count {
                reach[from][to] |= reach[from][by] && reach[by][to];
            }
        }
    }
    let is_closed = |from: usize| (0..count).all(|to| !reach[from][to] || reach[to][from]);
    let mut found = Vec::new();
    for first in (0..count).filter(|&first| is_closed(first) && (0..first).all(|other| !reach[first][other])) {
        let members: Vec<usize> = (0..count).filter(|&to| reach[first][to]).collect();
        // Frequencies.
        let mut matrix: Vec<Vec<BigRational>> = members
            .iter()
            .map(|&to| {
                let entry = |&from: &usize| {
                    let step = rows[from].get(&to).cloned().unwrap_or_default();
                    if from == to { step - BigRational::one() } else { step }
                };
                members.iter().map(entry).chain([BigRational::zero()]).collect()
            })
            .collect();
        *matrix.last_mut().unwrap() = vec![BigRational::one(); members.len() + 1];
        let frequencies = gauss(matrix);
        // Probabilities of coming here.
        let matrix = (0..count)
            .map(|from| {
                let mut row = vec![BigRational::zero(); count + 1];
                row[from] += BigRational::one();
                if members.contains(&from) {
                    row[count] = BigRational::one();
                } else if !is_closed(from) {
                    rows[from].iter().for_each(|(&to, weight)| row[to] -= weight);
                }
                row
            })
            .collect();
        found.push((members, frequencies, gauss(matrix)));
    }
    found
}

/// Solves equations whose right sides stand last.
fn gauss(mut matrix: Vec<Vec<BigRational>>) -> Vec<BigRational> {
    let count = matrix.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| !matrix[row][column].is_zero()).expect("one solution");
        matrix.swap(column, pivot);
        let inverse = matrix[column][column].recip();
        matrix[column].iter_mut().for_each(|number| *number *= &inverse);
        let own = matrix[column].clone();
        for (row, numbers) in matrix.iter_mut().enumerate() {
            if row != column && !numbers[column].is_zero() {
                let factor = numbers[column].clone();
                numbers.iter_mut().zip(&own).for_each(|(number, own)| *number -= &factor * own);
            }
        }
    }
    matrix.into_iter().map(|row| row[count].clone()).collect()
}

/// What a play is worth from each position, if that is a sum over closed classes.
fn worth(rows: &Rows, of: &dyn Fn(&[usize], &[BigRational]) -> BigRational) -> Vec<BigRational> {
    let mut sum = vec![BigRational::zero(); rows.len()];
    for (members, frequencies, comes) in classes(rows) {
        let amount = of(&members, &frequencies);
        sum.iter_mut().zip(&comes).for_each(|(sum, comes)| *sum += comes * &amount);
    }
    sum
}

/// The most that Left can make sure of by a way of playing without memory, position by position.
fn best(chains: &[Vec<Rows>], of: &dyn Fn(&[usize], &[BigRational]) -> BigRational) -> Vec<BigRational> {
    let least = |row: &Vec<Rows>| {
        row.iter()
            .map(|rows| worth(rows, of))
            .reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect())
            .unwrap()
    };
    chains.iter().map(least).reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect()).unwrap()
}

/// What is verified.
fn verified<T: std::any::Any + Send + Sync>(game: &std::sync::Arc<Game>, certificate: &[u8]) -> std::sync::Arc<T> {
    let given: checker::claim::Subject = std::sync::Arc::clone(game) as _;
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check_given(&certificate, Some(&given));
    verdict.expect("a true certificate").about().expect("the kind that was written")
}

fn ratio(number: games::aims::Number) -> BigRational {
    BigRational::new(number.numerator, number.denominator.into())
}

fn share(number: checker::numbers::Fraction) -> BigRational {
    BigRational::new(number.numerator.into(), number.denominator.into())
}

/// So many random games: every certificate is verified, and says what brute force says.
fn agrees(games: u32, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let indicator = |is: bool| if is { BigRational::one() } else { BigRational::zero() };
    for _ in 0..games {
        let count = 1 + random.below(4);
        let file = file(&mut random, count);
        let game = std::sync::Arc::new(Game::read(file.as_bytes()).expect("a game"));
        let chains = chains(&game, None);
        let reward = |place: usize| BigRational::from_integer(game.positions[place].reward.unwrap().0.into());
        let gain = |members: &[usize], frequencies: &[BigRational]| -> BigRational {
            members.iter().zip(frequencies).map(|(&place, frequency)| reward(place) * frequency).sum()
        };
        let count = game.positions.len() as u32;

        let mean: std::sync::Arc<games::aims::mean::Mean> =
            verified(&game, &certificate::mean(&game, Money::RICHMAN).unwrap());
        let found: Vec<BigRational> = (0..count).map(|place| ratio(mean.g(place))).collect();
        assert_eq!(found, best(&chains, &gain), "{file}");

        // An average that occurs, or one between.
        let average = if random.below(2) == 0 {
            found[0].clone()
        } else {
            BigRational::new((i64::from(random.below(13)) - 6).into(), 2.into())
        };
        let least: std::sync::Arc<games::aims::least::Secured> =
            verified(&game, &certificate::least(&game, &average).unwrap());
        let left = best(&chains, &|members, frequencies| indicator(gain(members, frequencies) >= average));
        // What Right cannot keep from being more.
        let more = best(&chains, &|members, frequencies| indicator(gain(members, frequencies) > average));
        let bounds: Vec<[BigRational; 2]> =
            (0..count).map(|place| [share(least.l(place)), share(least.u(place))]).collect();
        let expected: Vec<[BigRational; 2]> = left.into_iter().zip(more).map(|(left, more)| [left, more]).collect();
        assert_eq!(bounds, expected, "{file} {average}");

        // All averages at which something changes, of those that occur in any way of playing.
        if random.below(10) == 0 {
            let gains = chains.iter().flatten().flat_map(|rows| {
                classes(rows)
                    .into_iter()
                    .map(|(members, frequencies, _)| gain(&members, &frequencies))
                    .collect::<Vec<_>>()
            });
            let changes = |average: &BigRational| {
                let least = best(&chains, &|members, frequencies| indicator(gain(members, frequencies) >= *average));
                least != best(&chains, &|members, frequencies| indicator(gain(members, frequencies) > *average))
            };
            let expected: Vec<BigRational> =
                gains.collect::<std::collections::BTreeSet<_>>().into_iter().filter(changes).collect();
            assert_eq!(certificate::steps(&game, &mut || ()).unwrap(), expected, "{file}");
        }

        let parity: std::sync::Arc<games::aims::parity::Parity> = verified(&game, &certificate::parity(&game).unwrap());
        let is_even = |members: &[usize], _: &[BigRational]| {
            let greatest = members.iter().map(|&place| game.positions[place].priority.unwrap()).max().unwrap();
            indicator(greatest.is_multiple_of(2))
        };
        let found: Vec<BigRational> = (0..count).map(|place| share(parity.x(place))).collect();
        assert_eq!(found, best(&chains, &is_even), "{file}");
    }
}

#[test]
fn ten_thousand_endless_games_are_solved_as_brute_force_says() {
    agrees(10_000, 2);
}

/// The mean payoff where the bank takes a part of the bids.
#[test]
fn means_with_a_bank_are_those_of_brute_force_with_its_coin() {
    let mut random = SplitMix64::new(3);
    for _ in 0..1_000 {
        let count = 1 + random.below(3);
        let file = file(&mut random, count);
        let game = std::sync::Arc::new(Game::read(file.as_bytes()).expect("a game"));
        let (bank, share) = ([[1, 1], [1, 2], [2, 3]], [[1, 2], [1, 5], [3, 4], [1, 65535]]);
        let money = Money { bank: bank[random.below(3) as usize], share: share[random.below(4) as usize] };
        let [tax, part] = [money.bank, money.share].map(|[part, whole]| BigRational::new(part.into(), whole.into()));
        let one = BigRational::one();
        let coin = (&one - &tax + &tax * part) / (&one + &one - tax);
        let gain = |members: &[usize], frequencies: &[BigRational]| -> BigRational {
            let reward = |place: usize| BigRational::from_integer(game.positions[place].reward.unwrap().0.into());
            members.iter().zip(frequencies).map(|(&place, frequency)| reward(place) * frequency).sum()
        };
        let mean: std::sync::Arc<games::aims::mean::Mean> = verified(&game, &certificate::mean(&game, money).unwrap());
        let found: Vec<BigRational> = (0..count).map(|place| ratio(mean.g(place))).collect();
        assert_eq!(found, best(&chains(&game, Some(&coin)), &gain), "{file} {money:?}");
    }
}
