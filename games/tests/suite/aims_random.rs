//! Endless games drawn by lot: what is verified is true by brute force, and what is rejected breaks the condition that the chapter names, at that place.
//!
//! The conditions are written again here, from the chapter, with fractions. `NIGHTLY=1` takes all games, else one in fifty; the counts are printed.

use std::cmp::Ordering;

use num_traits::{One, Zero};

use crate::aims_oracle::{Bank, Chain, Kind, NO_BANK, Play, Q, check, mean, parity, q, secured, value};
use crate::broken;
use crate::witness::one_in;
use crate::witness::support::Random;

const GAMES: usize = 10_000;

/// The games of a test, each with what the lot is drawn by for it.
fn games(seed: u64) -> impl Iterator<Item = (Play, Random)> {
    (0..GAMES / one_in(50)).map(move |number| {
        let mut random = Random(seed << 32 | number as u64);
        (Play::random(&mut random), random)
    })
}

fn sum<'a>(terms: impl Iterator<Item = (&'a Q, Q)>) -> Q {
    terms.map(|(weight, x)| weight * x).sum()
}

// --- Statement 17 ----------------------------------------------------------------------------------------------------------------------

/// The first condition of statement 17 that fails.
fn mean_fault(play: &Play, g: &[Q], h: &[Q]) -> Option<(&'static str, u64)> {
    let pairs: Vec<(Q, Q)> = g.iter().copied().zip(h.iter().copied()).collect();
    let order = |(spot, (g, h)): (&crate::aims_oracle::Spot, &(Q, Q))| {
        let terms = spot.terms(&pairs);
        let mean = (sum(terms.iter().map(|(w, x)| (w, x.0))), sum(terms.iter().map(|(w, x)| (w, x.1))));
        (*g, h + g - spot.reward).cmp(&mean)
    };
    let orders = play.0.iter().zip(&pairs).map(order);
    let name = |order| if order == Ordering::Greater { "white-mean" } else { "black-mean" };
    orders.zip(0..).find(|(order, _)| order.is_ne()).map(|(order, place)| (name(order), place))
}

/// Certificates about games drawn by lot, each with its bank.
fn means(seed: u64, bank_of: impl Fn(&mut Random) -> Bank) {
    let [mut offered, mut verified, mut wrong, mut exchanged, mut differ] = [0; 5];
    for (play, mut random) in games(seed) {
        let (bank, other) = (bank_of(&mut random), bank_of(&mut random));
        let (game, rewards, is_fair) = (play.read(), play.rewards(), bank == NO_BANK);
        // Without a bank whoever the fair coin chooses moves, which comes to the same.
        let play = if is_fair { play } else { play.with(bank) };
        let pairs = play.pairs(|chain| chain.bias(&rewards));
        let truth = value(&pairs.iter().map(|row| row.iter().map(|pair| pair.0.clone()).collect()).collect::<Vec<_>>());
        let mut offers: Vec<(Vec<Q>, Vec<Q>)> = pairs.into_iter().flatten().collect();
        offers.sort();
        offers.dedup();
        let solutions = offers.iter().filter(|(g, h)| mean_fault(&play, g, h).is_none()).count();
        assert!(solutions > 0, "a best pair of strategies has potentials that are right: {}", play.json());
        for _ in 0..20 {
            // The value with other potentials, another number with these, and numbers at will.
            let (mut g, mut h) = random.pick(&offers).clone();
            let place = random.below(g.len());
            match random.below(4) {
                0 => h[place] += q(1, 2),
                1 => g[place] += q(1, 1 + random.below(8) as i128),
                2 => g.iter_mut().for_each(|g| *g += q(1, 2)),
                _ => h = (0..h.len()).map(|_| q(random.below(4) as i128, 2)).collect(),
            }
            offers.push((if random.below(3) > 0 { g } else { truth.clone() }, h));
        }
        for (g, h) in offers {
            // Below the least reward no number can be written.
            if g.iter().any(|g| *g < play.least()) {
                continue;
            }
            offered += 1;
            let verdict = check(&mean(&play, &game, bank, &g, &h), &game);
            let expected = mean_fault(&play, &g, &h);
            assert_eq!(verdict.as_ref().err().map(broken), expected, "{g:?} {h:?} {}", play.json());
            wrong += usize::from(g != truth);
            if verdict.is_ok() {
                verified += 1;
                assert_eq!(g, truth, "{}", play.json());
                // The same numbers with another bank.
                if other != bank {
                    let expected = mean_fault(&play.with(other), &g, &h);
                    assert_eq!(check(&mean(&play, &game, other, &g, &h), &game).err().as_ref().map(broken), expected);
                    (exchanged, differ) = (exchanged + 1, differ + usize::from(expected.is_some()));
                }
            }
        }
    }
    println!(
        "statement 17: {offered} offered, {verified} verified, {wrong} with another number, all of these rejected; with another bank {exchanged}, {differ} of them rejected"
    );
    assert!(verified > 0 && wrong > verified);
}

#[test]
fn the_mean_is_verified_exactly_where_it_is_the_value_with_tosses() {
    means(17, |_| NO_BANK);
}

/// All memoryless ways of playing with the coin, among them to let the other player move.
#[test]
fn with_a_bank_the_mean_is_verified_exactly_where_it_is_the_value_with_its_coin() {
    means(20, Bank::random);
}

// --- Statement 18 ----------------------------------------------------------------------------------------------------------------------

/// Whether one half of statement 18 fails at a position: White's, or, of `-c`, `-r`, `1 - u`, with the colours exchanged, Black's.
fn fails(play: &Play, c: Q, [l, h]: [&[Q]; 2], place: usize, is_white: bool) -> bool {
    let sign = if is_white { Q::one() } else { -Q::one() };
    let (spot, one) = (&play.0[place], l[place]);
    let terms = spot.terms(l);
    let mean = sum(terms.iter().map(|(weight, x)| (weight, *x)));
    let nothing = if is_white { Q::zero() } else { Q::one() };
    let is_quiet = terms.iter().all(|term| term.1 == one);
    if sign * one > sign * mean || one == nothing || !is_quiet {
        return sign * one > sign * mean;
    }
    // Options that do not count are left out.
    let counting = |list: &[usize]| list.iter().copied().filter(|&to| l[to] == one).collect();
    let mut spot = spot.clone();
    (spot.white, spot.black) = (counting(&spot.white), counting(&spot.black));
    let mean = sum(spot.terms(h).iter().map(|(weight, x)| (weight, *x)));
    sign * (c + h[place]) > sign * (spot.reward + mean)
}

/// The first condition of statement 18 that fails.
fn secured_fault(play: &Play, c: Q, [l, h, u, k]: [&[Q]; 4]) -> Option<(&'static str, u64)> {
    let halves = |place| {
        [
            ("white-secures", fails(play, c, [l, h], place, true)),
            ("black-secures", fails(play, c, [u, k], place, false)),
        ]
    };
    (0..play.0.len())
        .flat_map(|place| halves(place).map(|half| (half, place as u64)))
        .find(|half| half.0.1)
        .map(|half| (half.0.0, half.1))
}

#[test]
fn no_more_is_made_sure_of_than_with_tosses() {
    let [mut offered, mut verified, mut most, mut wrong] = [0; 4];
    for (play, mut random) in games(18) {
        let (game, rewards) = (play.read(), play.rewards());
        let pairs = play.pairs(|chain| chain.bias(&rewards));
        let all: Vec<(Vec<Q>, Vec<Q>)> = pairs.into_iter().flatten().collect();
        let means: Vec<Q> = all.iter().flat_map(|pair| pair.0.clone()).collect();
        let c = if random.below(4) == 0 { q(random.below(9) as i128 - 4, 2) } else { *random.pick(&means) };
        let more = |chain: &Chain| chain.stays(|class| chain.gain(&rewards)[class[0]] >= c);
        let above = |chain: &Chain| chain.stays(|class| chain.gain(&rewards)[class[0]] > c);
        let (lower, upper) = (value(&play.pairs(more)), value(&play.pairs(above)));
        let (none, all_of_it, zero) =
            (vec![Q::zero(); rewards.len()], vec![Q::one(); rewards.len()], vec![Q::zero(); rewards.len()]);
        for _ in 0..60 {
            let (g, h) = random.pick(&all).clone();
            // Where the mean is more than c, h may rise with it.
            let steep = q([0, 0, 100][random.below(3)], 1);
            let mut potential: Vec<Q> = g.iter().zip(&h).map(|(g, h)| h + steep * g).collect();
            if random.below(4) == 0 {
                potential = (0..h.len()).map(|_| q(random.below(9) as i128, 2)).collect();
            }
            let is_white = random.below(2) == 0;
            let mut bound = if is_white { lower.clone() } else { upper.clone() };
            let place = random.below(bound.len());
            match random.below(4) {
                0 => bound[place] = q(random.below(5) as i128, 4),
                1 => bound = (0..bound.len()).map(|_| [none[0], q(1, 2), all_of_it[0]][random.below(3)]).collect(),
                _ => {}
            }
            let columns =
                if is_white { [&bound, &potential, &all_of_it, &zero] } else { [&none, &zero, &bound, &potential] };
            let columns = columns.map(|column| &column[..]);
            offered += 1;
            let verdict = check(&secured(&game, c, columns), &game);
            assert_eq!(
                verdict.as_ref().err().map(broken),
                secured_fault(&play, c, columns),
                "{c} {columns:?} {}",
                play.json()
            );
            let truth = if is_white { &lower } else { &upper };
            let is_true =
                bound.iter().zip(truth).all(|(bound, truth)| if is_white { bound <= truth } else { bound >= truth });
            wrong += usize::from(!is_true);
            if verdict.is_ok() {
                verified += 1;
                assert!(is_true, "{c} {columns:?} {}", play.json());
                most += usize::from(
                    bound == *truth && bound.iter().any(|x| *x != if is_white { none[0] } else { all_of_it[0] }),
                );
            }
        }
    }
    println!(
        "statement 18: {offered} offered, {verified} verified, {most} of them say all that is true, and something; {wrong} false, all rejected"
    );
    assert!(most > 0 && wrong > 0);
}

// --- Statement 19 ----------------------------------------------------------------------------------------------------------------------

/// Labels of all positions: for each one its list, from the greatest priority down.
type Labels = Vec<Vec<u32>>;

/// The priorities up to `d` that are bad for a side.
fn bad(d: usize, is_white: bool) -> Vec<usize> {
    (0..=d).rev().filter(|k| k % 2 == usize::from(is_white)).collect()
}

/// Whether a quiet position passes for a side. Its own term is that of the option with the least labels; the opponent's, that of the option with the greatest.
fn passes(play: &Play, x: &[Q], labels: &Labels, place: usize, is_white: bool) -> bool {
    let d = play.0.iter().map(|spot| spot.priority).max().unwrap();
    let (spot, indices) = (&play.0[place], bad(d, is_white));
    let counting = |list: &[usize]| list.iter().copied().filter(|&to| x[to] == x[place]).collect::<Vec<_>>();
    let terms: Vec<&Vec<u32>> = if spot.kind == Kind::Chance {
        spot.chance.iter().map(|(to, _)| &labels[*to]).collect()
    } else {
        let own = counting(spot.options(is_white)).into_iter().map(|to| &labels[to]).min();
        let other = counting(spot.options(!is_white)).into_iter().map(|to| &labels[to]).max();
        own.into_iter().chain(other).collect()
    };
    // The parts from j on are the first ones.
    let front = |list: &Vec<u32>, j: usize| list[..indices.iter().filter(|&&k| k >= j).count()].to_vec();
    let order = |term: &Vec<u32>, j: usize| front(term, j).cmp(&front(&labels[place], j));
    let is_safe =
        spot.priority % 2 != usize::from(is_white) && terms.iter().all(|term| order(term, spot.priority).is_le());
    let is_lucky = |&k: &usize| {
        let lucky = |one: usize| {
            let others = terms.iter().enumerate().filter(|(place, _)| *place != one);
            order(terms[one], k).is_lt() && others.clone().all(|(_, term)| order(term, k + 2).is_le())
        };
        k >= spot.priority && (0..terms.len()).any(lucky)
    };
    is_safe || indices.iter().any(is_lucky)
}

/// The positions at which a side has to pass.
fn asked(play: &Play, x: &[Q], is_white: bool) -> Vec<usize> {
    let nothing = if is_white { Q::zero() } else { Q::one() };
    let is_quiet =
        |place: &usize| play.0[*place].terms(x).iter().all(|term| term.1 == x[*place]) && x[*place] != nothing;
    (0..x.len()).filter(is_quiet).collect()
}

/// The least labels with which all positions pass, if there are any with parts up to the number of positions: found by raising what does not pass.
fn lift(play: &Play, x: &[Q], is_white: bool) -> Result<Labels, Labels> {
    let d = play.0.iter().map(|spot| spot.priority).max().unwrap();
    let (length, most) = (bad(d, is_white).len(), x.len() as u32);
    let mut labels = vec![vec![0; length]; x.len()];
    while let Some(place) =
        asked(play, x, is_white).into_iter().find(|&place| !passes(play, x, &labels, place, is_white))
    {
        let Some(part) = (0..length).rev().find(|&part| labels[place][part] < most) else { return Err(labels) };
        labels[place][part] += 1;
        labels[place][part + 1..].fill(0);
    }
    Ok(labels)
}

/// The labels as columns.
fn columns(labels: &Labels) -> Vec<Vec<u32>> {
    (0..labels[0].len()).map(|part| labels.iter().map(|list| list[part]).collect()).collect()
}

/// The first condition of statement 19 that fails.
fn parity_fault(play: &Play, x: &[Q], [white, black]: [&Labels; 2]) -> Option<(&'static str, u64)> {
    let fault = |place: usize| {
        let mean = sum(play.0[place].terms(x).iter().map(|(weight, x)| (weight, *x)));
        let fails =
            |is_white, labels| asked(play, x, is_white).contains(&place) && !passes(play, x, labels, place, is_white);
        match (mean == x[place], fails(true, white), fails(false, black)) {
            (false, ..) => Some(("equation", place as u64)),
            (_, true, _) => Some(("white-parity", place as u64)),
            (_, _, true) => Some(("black-parity", place as u64)),
            _ => None,
        }
    };
    (0..x.len()).find_map(fault)
}

#[test]
fn parity_is_verified_exactly_where_it_is_the_value_with_tosses() {
    let [mut offered, mut verified, mut solutions] = [0; 3];
    for (play, mut random) in games(19) {
        let (game, count) = (play.read(), play.0.len());
        let is_even = |class: &[usize]| class.iter().map(|&here| play.0[here].priority).max().unwrap() % 2 == 0;
        let truth = value(&play.pairs(|chain| chain.stays(is_even)));
        // What may solve the equation: classes that are won by somebody, whoever it is.
        let mut offers = vec![truth.clone(), vec![Q::zero(); count], vec![Q::one(); count], vec![q(1, 2); count]];
        let (white, black) = (play.strategies(true), play.strategies(false));
        for _ in 0..30 {
            let chain = Chain::new(&play, &white[random.below(white.len())], &black[random.below(black.len())]);
            let won = random.next();
            offers.push(chain.stays(|class| won >> class[0] & 1 == 0));
        }
        offers.sort();
        offers.dedup();
        for x in offers {
            let is_solution =
                (0..count).all(|place| sum(play.0[place].terms(&x).iter().map(|(w, x)| (w, *x))) == x[place]);
            solutions += usize::from(is_solution && x != truth);
            let found = [true, false].map(|is_white| lift(&play, &x, is_white));
            let is_found = found.iter().all(Result::is_ok) && is_solution;
            assert_eq!(is_found, x == truth, "{x:?} {truth:?} {}", play.json());
            let least = found.map(|labels| labels.unwrap_or_else(|labels| labels));
            for change in 0..8 {
                let mut labels = least.clone();
                for list in labels.iter_mut().flatten() {
                    match change {
                        0 => {}
                        1..4 => list.iter_mut().for_each(|part| *part = random.below(count + 1) as u32),
                        _ => list.iter_mut().for_each(|part| *part += u32::from(random.below(6) == 0)),
                    }
                }
                let bytes = parity(&game, &x, &[columns(&labels[0]), columns(&labels[1])].concat());
                let verdict = check(&bytes, &game).map_err(|failure| broken(&failure));
                offered += 1;
                let expected = parity_fault(&play, &x, [&labels[0], &labels[1]]);
                assert_eq!(verdict.as_ref().err().copied(), expected, "{x:?} {labels:?} {}", play.json());
                assert!(verdict.is_err() || x == truth, "{x:?} {labels:?} {}", play.json());
                assert!(verdict.is_ok() || change > 0 || x != truth, "{}", play.json());
                verified += usize::from(verdict.is_ok());
            }
        }
    }
    println!(
        "statement 19: {offered} offered, {verified} verified; {solutions} other solutions of the equation, all rejected"
    );
    assert!(verified > 0 && solutions > 0);
}
