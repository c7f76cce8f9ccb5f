//! The theorem attacked: whatever numbers and labels `holds` and `forces` accept at every position, they are true.
//!
//! The games are small and random: cycles, passes, all kinds of turns, chance. Their values are worked out by a method of this file's own,
//! which knows no labels: iteration from below in whole numbers, rounded down, cannot exceed the value; a fixed point of `F` cannot be below
//! it; and if the two are closer than fractions of these denominators can be, the fixed point is the value.

use std::cmp::Ordering;
use std::thread;

use checker::numbers::{Fraction, Fractions, Numbers};
use checker::theorem::{Choice, INFINITE, Label, Node, Options, Place, Scale, Side, Turn};
use num_rational::Ratio;

use crate::witness::support::Random;

type Q = Ratio<i128>;

/// Where an option leads: to an inner position, or to a place of the border.
type To = Result<usize, usize>;

/// A game: inner positions with whose turn it is and their options (whose, weight, where to), and the values of the border.
#[derive(Clone, Debug)]
struct Game {
    inner: Vec<(Turn, Vec<(Side, u32, To)>)>,
    border: Vec<Q>,
}

fn random_game(random: &mut Random) -> Game {
    let (count, ends) = (1 + random.below(5), 1 + random.below(3));
    let kinds: &[Turn] = match random.below(4) {
        0 | 1 => &[Turn::Bid],
        2 => &[Turn::Of(Side::White), Turn::Of(Side::Black)],
        _ => &[Turn::Bid, Turn::Of(Side::White), Turn::Of(Side::Black), Turn::Chance],
    };
    // In some games the border is far away.
    let far = random.below(3) == 0;
    let node = |own: usize, random: &mut Random| {
        let turn = *random.pick(kinds);
        let to = |random: &mut Random| match random.below(if far { 3 * count + ends } else { count + ends }) {
            place if place < ends => Err(place),
            place => Ok(place % count),
        };
        let mut options = Vec::new();
        for side in Side::BOTH {
            if turn == Turn::Bid || turn == Turn::Of(side) {
                let more = random.below(3);
                for _ in 0..more {
                    options.push((side, 1, to(random)));
                }
                if more == 0 {
                    options.push((side, 1, Ok(own)));
                }
            }
        }
        if turn == Turn::Chance {
            for _ in 0..=random.below(3) {
                options.push((*random.pick(&Side::BOTH), 1 + random.below(3) as u32, to(random)));
            }
        }
        (turn, options)
    };
    let inner = (0..count).map(|own| node(own, random)).collect();
    let value = |random: &mut Random| {
        let denominator = *random.pick(&[1, 1, 1, 2, 3, 4, 6]);
        Q::new(random.below(denominator + 1) as i128, denominator as i128)
    };
    Game { inner, border: (0..ends).map(|_| value(random)).collect() }
}

impl Game {
    fn mirrored(&self) -> Self {
        let node = |(turn, options): &(Turn, Vec<(Side, u32, To)>)| {
            let turn = if let Turn::Of(side) = turn { Turn::Of(side.other()) } else { *turn };
            (turn, options.iter().map(|(side, weight, to)| (side.other(), *weight, *to)).collect())
        };
        Self {
            inner: self.inner.iter().map(node).collect(),
            border: self.border.iter().map(|v| Q::from(1) - v).collect(),
        }
    }

    /// `F(x)`, as whole-number weights and what they weigh.
    fn parts<T: Copy + PartialOrd>(&self, number: usize, see: impl Fn(To) -> T) -> Vec<(u32, T)> {
        let (turn, options) = &self.inner[number];
        let best = |side: Side| {
            let own = options.iter().filter(|option| option.0 == side).map(|option| see(option.2));
            own.reduce(|a, b| if (a > b) == (side == Side::White) { a } else { b }).unwrap()
        };
        match turn {
            Turn::Bid => vec![(1, best(Side::White)), (1, best(Side::Black))],
            Turn::Of(side) => vec![(1, best(*side))],
            Turn::Chance => options.iter().map(|option| (option.1, see(option.2))).collect(),
        }
    }

    fn mean(&self, number: usize, x: &[Q]) -> Q {
        let parts = self.parts(number, |to| to.map_or_else(|place| self.border[place], |own| x[own]));
        let all: u32 = parts.iter().map(|part| part.0).sum();
        parts.iter().map(|(weight, y)| Q::from(i128::from(*weight)) * y).sum::<Q>() / Q::from(i128::from(all))
    }

    /// The lower values; none if iteration takes too long.
    fn lower(&self) -> Option<Vec<Q>> {
        const BITS: u32 = 90;
        let border: Vec<u128> =
            self.border.iter().map(|v| (v.numer().unsigned_abs() << BITS) / v.denom().unsigned_abs()).collect();
        let mut below = vec![0_u128; self.inner.len()];
        for round in 0.. {
            let mut moved = false;
            for number in 0..below.len() {
                let parts = self.parts(number, |to| to.map_or_else(|place| border[place], |own| below[own]));
                let all: u32 = parts.iter().map(|part| part.0).sum();
                let mean = parts.iter().map(|(weight, y)| u128::from(*weight) * y).sum::<u128>() / u128::from(all);
                moved |= mean > below[number];
                below[number] = below[number].max(mean);
            }
            if !moved {
                break;
            }
            if round > 20_000 {
                return None;
            }
        }
        let x: Vec<Q> = below.iter().map(|y| simplest(*y, BITS)).collect();
        let close = |(x, y): (&Q, &u128)| {
            let y = Q::new(*y as i128, 1 << BITS);
            // The value is between y and x; both it and x have denominators below 2^30.
            *x >= y && (*x - y) < Q::new(1, 1 << 61) && *x.denom() < 1 << 30
        };
        let is_fixed = (0..x.len()).all(|number| self.mean(number, &x) == x[number]);
        (is_fixed && x.iter().zip(&below).all(close)).then_some(x)
    }

    /// The least labels for values, by their definition, step by step.
    fn labels(&self, x: &[Q]) -> Vec<Label> {
        let see = |to: To| to.map_or_else(|place| self.border[place], |own| x[own]);
        let mut labels: Vec<Label> = vec![INFINITE; x.len()];
        for (number, (turn, _)) in self.inner.iter().enumerate() {
            if *turn != Turn::Bid && x[number] == Q::from(0) {
                labels[number] = 0;
            }
        }
        for step in 1.. {
            let has = |to: To| to.is_err() || labels[to.unwrap()] < step;
            let gets = |number: &usize| {
                let (turn, options) = &self.inner[*number];
                let of = |side| options.iter().filter(move |option| option.0 == side).map(|option| option.2);
                let best = of(Side::White).map(see).max();
                let greedy = || of(Side::White).any(|to| Some(see(to)) == best && has(to));
                let all = || of(Side::Black).all(has);
                labels[*number] == INFINITE
                    && match turn {
                        Turn::Bid => greedy() || all(),
                        Turn::Of(Side::White) => greedy(),
                        Turn::Of(Side::Black) => all(),
                        Turn::Chance => options.iter().any(|option| has(option.2)),
                    }
            };
            let new: Vec<usize> = (0..x.len()).filter(gets).collect();
            // A label may be one more than that of a position which nothing but a zero has given a label.
            if new.is_empty() && step as usize > x.len() + 1 {
                break;
            }
            new.into_iter().for_each(|number| labels[number] = step);
        }
        labels
    }
}

/// The simplest fraction from a number in fixed point up to 2^-62 more.
fn simplest(y: u128, bits: u32) -> Q {
    let (mut low, mut high) =
        (Q::new(y as i128 >> (bits - 64), 1 << 64), Q::new((y as i128 >> (bits - 64)) + 4, 1 << 64));
    if y == 0 {
        return Q::from(0);
    }
    // Continued fractions of both ends, as long as they agree.
    let mut digits = Vec::new();
    loop {
        let floor = low.floor();
        if floor == low || floor + Q::from(1) <= high {
            let last = if floor == low { floor } else { floor + Q::from(1) };
            return digits.into_iter().rev().fold(last, |x, digit: Q| digit + x.recip());
        }
        digits.push(floor);
        (low, high) = ((high - floor).recip(), (low - floor).recip());
    }
}

/// A table that is put to the functions: near, far, labels, of inner positions and of the border.
struct Table<'a> {
    game: &'a Game,
    inner: Vec<Place>,
    border: Vec<Place>,
}

impl Table<'_> {
    fn node(&self, numbers: &Numbers, number: usize) -> Node {
        let (turn, list) = &self.game.inner[number];
        let mut options = Options::new(*turn);
        for (by, weight, to) in list {
            let to = to.map_or_else(|place| self.border[place], |own| self.inner[own]);
            options.add(*by, Choice { weight: *weight, name: 0, to });
        }
        Node::new(numbers, self.inner[number], options)
    }

    fn all(&self, numbers: &Numbers, accepts: impl Fn(&Node) -> bool) -> bool {
        (0..self.inner.len()).all(|number| accepts(&self.node(numbers, number)))
    }
}

/// What was accepted and says something.
#[derive(Default, Debug)]
struct Count {
    games: usize,
    tables: usize,
    strict: [usize; 2],
    labelled: [usize; 2],
    holds: [usize; 2],
}

/// Tries one table: whatever is accepted must be true, `value` tells what of numbers the values are.
fn attack(table: &Table, numbers: &Numbers, is_at_most: impl Fn(usize, u64, Side) -> Ordering, count: &mut Count) {
    count.tables += 1;
    for side in Side::BOTH {
        let which = side.of(0, 1);
        let stated = |number: usize| table.inner[number].near(side);
        let says = |number: &usize| stated(*number) != side.of(0, numbers.one());
        if table.all(numbers, |node| node.forces(side)) {
            for number in 0..table.inner.len() {
                let order = is_at_most(number, stated(number), side);
                assert!(
                    side.of(order, order.reverse()) != Ordering::Greater,
                    "{:?} {:?} {side:?}",
                    table.game,
                    table.inner
                );
            }
            if (0..table.inner.len()).any(|number| says(&number)) {
                let without = |place: &Place| Place { labels: [0; 2], ..*place };
                let inner = table.inner.iter().map(without).collect();
                let bare = Table { game: table.game, inner, border: table.border.clone() };
                let is_strict = bare.all(numbers, |node| node.forces(side));
                if is_strict { count.strict[which] += 1 } else { count.labelled[which] += 1 }
            }
        }
        if table.all(numbers, |node| node.holds(side)) {
            for number in 0..table.inner.len() {
                let order = is_at_most(number, table.inner[number].far(side), side);
                assert!(
                    side.of(order, order.reverse()) != Ordering::Less,
                    "{:?} {:?} {side:?}",
                    table.game,
                    table.inner
                );
            }
            let worst = side.of(numbers.one(), 0);
            count.holds[which] += usize::from(table.inner.iter().any(|place| place.far(side) != worst));
        }
    }
}

fn random_label(random: &mut Random, count: usize) -> Label {
    if random.below(8) == 0 { INFINITE } else { random.below(count + 2) as Label }
}

/// Attacks a game with tables of fractions.
fn with_fractions(game: &Game, alpha: &[Q], beta: &[Q], random: &mut Random, count: &mut Count) {
    let own = [game.labels(alpha), {
        let mirrored: Vec<Q> = beta.iter().map(|y| Q::from(1) - y).collect();
        game.mirrored().labels(&mirrored)
    }];
    let (zero, one) = (Q::from(0), Q::from(1));
    for _ in 0..24 {
        // Near the values; other fixed points; numbers that have been carried back some steps; anything.
        let start = random.below(5);
        let interesting = [alpha, beta, &game.border, &[zero, one, Q::new(1, 2), Q::new(1, 3)]].concat();
        let mut column = |least: &[Q]| -> Vec<Q> {
            let mut x = match start {
                0 | 1 => least.to_vec(),
                2 if random.below(2) == 0 => beta.to_vec(),
                2 => alpha.to_vec(),
                _ => (0..alpha.len()).map(|_| *random.pick(&interesting)).collect(),
            };
            if start == 3 {
                for _ in 0..random.below(3) {
                    x = (0..x.len()).map(|number| game.mean(number, &x)).collect();
                }
            }
            for _ in 0..random.below(3) {
                let number = random.below(x.len());
                let step = Q::new(random.below(3) as i128 - 1, *random.pick(&[2, 3, 4, 5, 8]));
                let new = match random.below(3) {
                    0 => *random.pick(&interesting),
                    1 => x[number] + step,
                    _ => game.mean(number, &x) + step,
                };
                x[number] = new.clamp(zero, one);
            }
            x
        };
        let columns = [column(alpha), column(alpha), column(beta), column(beta)];
        let mut fractions = Fractions::default();
        let all = columns.iter().flatten().chain(alpha).chain(beta).chain(&game.border);
        all.for_each(|x| {
            fractions
                .push(Fraction { numerator: (*x.numer() as u128).into(), denominator: (*x.denom() as u128).into() })
        });
        let (numbers, ranks) = Numbers::join(0, &[(&fractions, false)]).unwrap();
        let (ranks, n) = (ranks[0].iter().map(|[rank, _]| *rank).collect::<Vec<u64>>(), alpha.len());
        let right = random.below(3) > 0;
        let inner: Vec<Place> = (0..n)
            .map(|number| {
                let [l, u, m, v] = [0, 1, 2, 3].map(|column| ranks[column * n + number]);
                let mut labels = [own[0][number], own[1][number]];
                if !right || random.below(6) == 0 {
                    labels = [random_label(random, n), random_label(random, n)];
                }
                Place { alpha: [l, u], beta: [m, v], labels }
            })
            .collect();
        // The border's bounds are true, not always exact, and its labels are anything.
        let slack = random.below(3) == 0;
        let border = (0..game.border.len())
            .map(|place| {
                let value = ranks[6 * n + place];
                let mut end = |nothing: u64| if slack && random.below(2) == 0 { nothing } else { value };
                let (zero, one) = (0, numbers.one());
                let (alpha, beta) = ([end(zero), end(one)], [end(zero), end(one)]);
                let labels = if slack { [random_label(random, 3), random_label(random, 3)] } else { [0; 2] };
                Place { alpha, beta, labels }
            })
            .collect();
        let table = Table { game, inner, border };
        let is_at_most = |number: usize, x: u64, side: Side| x.cmp(&ranks[side.of(4, 5) * n + number]);
        attack(&table, &numbers, is_at_most, count);
    }
}

/// White's bounds in whole numbers that are strict everywhere: raised from 0, each to the greatest number below the mean.
fn strict(game: &Game, border: &[Place], see: impl Fn(&Place) -> u64) -> Vec<u64> {
    let mut l = vec![0_u64; game.inner.len()];
    loop {
        let old = l.clone();
        for number in 0..l.len() {
            let parts = game.parts(number, |to| to.map_or_else(|place| see(&border[place]), |own| l[own]));
            let (all, sum) =
                parts.iter().fold((0, 0), |(all, sum), (w, y)| (all + u64::from(*w), sum + u64::from(*w) * y));
            l[number] = l[number].max(sum.div_ceil(all).max(1) - 1);
        }
        if l == old {
            return l;
        }
    }
}

/// Attacks a game with tables in units: all of them if the game has one inner position, random ones otherwise.
fn with_units(game: &Game, alpha: &[Q], beta: &[Q], random: &mut Random, count: &mut Count) {
    let (bits, n) = (1 + random.below(5) as u32, alpha.len());
    let units = Numbers::Units(1 << bits);
    let one = units.one();
    let down = |x: &Q| (x * Q::from(1 << bits)).floor().to_integer() as u64;
    let up = |x: &Q| (x * Q::from(1 << bits)).ceil().to_integer() as u64;
    let place = |v: &Q| Place { alpha: [down(v), up(v)], beta: [down(v), up(v)], labels: [0; 2] };
    let border: Vec<Place> = game.border.iter().map(place).collect();
    let is_at_most =
        |number: usize, x: u64, side: Side| Q::new(x.into(), 1 << bits).cmp(side.of(&alpha[number], &beta[number]));
    let strict = strict(game, &border, |place| place.alpha[0]);
    let mirror = game.mirrored();
    let strict_black = self::strict(&mirror, &border, |place| one - place.beta[1]);
    for _ in 0..24 {
        let start = random.below(2);
        let mut inner: Vec<Place> = (0..n)
            .map(|number| Place {
                alpha: [[down(&alpha[number]), strict[number]][start], up(&alpha[number])],
                beta: [down(&beta[number]), [up(&beta[number]), one - strict_black[number]][start]],
                labels: [random_label(random, n), random_label(random, n)],
            })
            .collect();
        let anything = random.below(3) == 0;
        for place in &mut inner {
            for bound in place.alpha.iter_mut().chain(&mut place.beta) {
                *bound = match random.below(8) {
                    _ if anything => random.below(one as usize + 1) as u64,
                    0 => (*bound + 1).min(one),
                    1 => bound.saturating_sub(1),
                    2 => random.below(one as usize + 1) as u64,
                    _ => *bound,
                };
            }
        }
        attack(&Table { game, inner, border: border.clone() }, &units, is_at_most, count);
    }
    if n == 1 && bits <= 3 {
        for number in 0..4 * (one + 1) {
            let (x, label) = (number / 4, (number % 4) as Label);
            let inner = vec![Place { alpha: [x, x], beta: [x, x], labels: [label, label] }];
            attack(&Table { game, inner, border: border.clone() }, &units, is_at_most, count);
        }
    }
}

/// The exact values with their least labels are accepted; so the functions ask for nothing that is not there.
fn is_complete(game: &Game, alpha: &[Q], beta: &[Q]) {
    let mut fractions = Fractions::default();
    for x in alpha.iter().chain(beta).chain(&game.border) {
        fractions.push(Fraction { numerator: (*x.numer() as u128).into(), denominator: (*x.denom() as u128).into() });
    }
    let (numbers, ranks) = Numbers::join(0, &[(&fractions, false)]).unwrap();
    let (ranks, n) = (ranks[0].iter().map(|[rank, _]| *rank).collect::<Vec<u64>>(), alpha.len());
    let white = game.labels(alpha);
    let black = game.mirrored().labels(&beta.iter().map(|y| Q::from(1) - y).collect::<Vec<_>>());
    let place = |number: usize| {
        let (x, y) = (ranks[number], ranks[n + number]);
        Place { alpha: [x, x], beta: [y, y], labels: [white[number], black[number]] }
    };
    let border = (0..game.border.len()).map(|place| Place::of(ranks[2 * n + place])).collect();
    let table = Table { game, inner: (0..n).map(place).collect(), border };
    for number in 0..n {
        let node = table.node(&numbers, number);
        for side in Side::BOTH {
            assert!(node.holds(side) && node.forces(side), "{game:?} {alpha:?} {beta:?} {number}");
            let label = node.place.label(side);
            let nothing = node.has_nothing(side);
            assert!(nothing || label < INFINITE);
            // The equation of exact tables.
            let evidence = node.evidence(side);
            let required = match node.options.turn {
                Turn::Of(_) | Turn::Chance if nothing => 0,
                _ if evidence == INFINITE => INFINITE,
                _ => evidence + 1,
            };
            assert_eq!(label, required, "{game:?} {number} {side:?}");
        }
    }
}

#[test]
fn accepts_only_what_is_true_and_all_exact_values() {
    let work = |seed: u64| {
        let (mut random, mut count) = (Random(seed), Count::default());
        for _ in 0..900 {
            let game = random_game(&mut random);
            let Some(alpha) = game.lower() else { continue };
            let Some(beta) = game.mirrored().lower() else { continue };
            let beta: Vec<Q> = beta.iter().map(|y| Q::from(1) - y).collect();
            count.games += 1;
            is_complete(&game, &alpha, &beta);
            with_fractions(&game, &alpha, &beta, &mut random, &mut count);
            with_units(&game, &alpha, &beta, &mut random, &mut count);
        }
        count
    };
    let counts: Vec<Count> = thread::scope(|scope| {
        let workers: Vec<_> = (1..=8).map(|seed| scope.spawn(move || work(seed))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let sum = |part: fn(&Count) -> usize| counts.iter().map(part).sum::<usize>();
    println!("{} games, {} tables", sum(|count| count.games), sum(|count| count.tables));
    for (name, part) in [
        ("strict, White", (|count| count.strict[0]) as fn(&Count) -> usize),
        ("strict, Black", |count| count.strict[1]),
        ("labelled, White", |count| count.labelled[0]),
        ("labelled, Black", |count| count.labelled[1]),
        ("held against White", |count| count.holds[0]),
        ("held against Black", |count| count.holds[1]),
    ] {
        println!("{name}: {}", sum(part));
        assert!(sum(part) > 20_000, "{name}: {}", sum(part));
    }
    assert!(sum(|count| count.games) > 6_000);
}

/// The bracket against all policies, in games so small that these can be tried.
#[test]
fn knows_the_values_that_all_policies_give() {
    let mut random = Random(99);
    let mut compared = 0;
    while compared < 400 {
        let game = random_game(&mut random);
        let choices: usize = game.inner.iter().map(|(_, options)| options.len()).product();
        if choices > 40 || game.inner.len() > 3 {
            continue;
        }
        let Some(alpha) = game.lower() else { continue };
        assert_eq!(alpha, by_policies(&game), "{game:?}");
        compared += 1;
    }
}

/// The greatest of White's policies' worth, which is the least against Black's policies; never to end is worth 0.
fn by_policies(game: &Game) -> Vec<Q> {
    let policies = |side: Side| {
        let mut all: Vec<Vec<To>> = vec![vec![]];
        for (_, options) in &game.inner {
            let own: Vec<To> = options.iter().filter(|option| option.0 == side).map(|option| option.2).collect();
            let own = if own.is_empty() { vec![Err(0)] } else { own };
            all = all.iter().flat_map(|policy| own.iter().map(move |to| [&policy[..], &[*to]].concat())).collect();
        }
        all
    };
    let (white, black) = (policies(Side::White), policies(Side::Black));
    let each = |w: &Vec<To>| {
        let worst = black.iter().map(|b| walk(game, w, b));
        worst.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect()).unwrap()
    };
    let best = white.iter().map(each);
    best.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect::<Vec<Q>>()).unwrap()
}

/// The expected end of the walk that follows two policies.
fn walk(game: &Game, white: &[To], black: &[To]) -> Vec<Q> {
    let n = game.inner.len();
    let steps = |number: usize| -> Vec<(u32, To)> {
        let (turn, options) = &game.inner[number];
        match turn {
            Turn::Bid => vec![(1, white[number]), (1, black[number])],
            Turn::Of(Side::White) => vec![(1, white[number])],
            Turn::Of(Side::Black) => vec![(1, black[number])],
            Turn::Chance => options.iter().map(|option| (option.1, option.2)).collect(),
        }
    };
    let mut ends = vec![false; n];
    for _ in 0..n {
        for number in 0..n {
            ends[number] |= steps(number).iter().any(|(_, to)| to.is_err() || ends[to.unwrap()]);
        }
    }
    // One equation for each position that may end: the weighted sum of differences is 0; elsewhere x = 0.
    let mut rows = vec![vec![Q::from(0); n + 1]; n];
    for number in 0..n {
        if !ends[number] {
            rows[number][number] = Q::from(1);
            continue;
        }
        for (weight, to) in steps(number) {
            let weight = Q::from(i128::from(weight));
            rows[number][number] += weight;
            match to {
                Ok(own) => rows[number][own] -= weight,
                Err(place) => rows[number][n] += weight * game.border[place],
            }
        }
    }
    for column in 0..n {
        let pivot = (column..n).find(|row| rows[*row][column] != Q::from(0)).unwrap();
        rows.swap(column, pivot);
        let by = rows[column][column];
        rows[column].iter_mut().for_each(|entry| *entry /= by);
        let above = rows[column].clone();
        for row in (0..n).filter(|row| *row != column) {
            let by = rows[row][column];
            rows[row].iter_mut().zip(&above).for_each(|(entry, above)| *entry -= by * above);
        }
    }
    rows.into_iter().map(|row| row[n]).collect()
}

const EIGHTHS: Numbers = Numbers::Units(8);

fn to(value: u64, white: Label, black: Label) -> Choice {
    Choice { weight: 1, name: 0, to: Place { labels: [white, black], ..Place::of(value) } }
}

/// White's options and Black's.
fn gathered(turn: Turn, lists: [&[Choice]; 2]) -> Options {
    let mut options = Options::new(turn);
    for (side, list) in Side::BOTH.into_iter().zip(lists) {
        list.iter().for_each(|option| options.add(side, *option));
    }
    options
}

/// Two positions, each of which leads to the other only. Every common value is a fixed point, but the lower value is 0 and the upper
/// value 1: there is no way to win. The labels find it out, and nothing else does.
#[test]
fn rejects_the_cycle_of_two_positions_by_labels_alone() {
    let labels = || (0..40).chain([INFINITE]);
    for (p, q) in labels().flat_map(|p| labels().map(move |q| (p, q))) {
        let node = |own: Label, other: Label, side: Side| {
            let option = [to(3, other, other)];
            let place = Place { labels: [own, own], ..Place::of(3) };
            let node = Node::new(&EIGHTHS, place, gathered(Turn::Bid, [&option, &option]));
            assert!(node.holds(side));
            node.forces(side)
        };
        for side in Side::BOTH {
            assert!(!node(p, q, side) || !node(q, p, side), "{p} {q}");
        }
    }
}

/// What is worth nothing needs no label.
#[test]
fn asks_for_labels_except_where_a_side_has_nothing() {
    for (value, white, black) in [(0, true, false), (3, false, false), (8, false, true)] {
        let option = [to(value, 0, 0)];
        let node = Node::new(&EIGHTHS, Place::of(value), gathered(Turn::Bid, [&option, &option]));
        let found = Side::BOTH.map(|side| node.forces(side));
        assert_eq!(found, [white, black], "{value}");
    }
}

/// Each kind of evidence counts where it should, for each side: a greedy own option, all other options, any option of chance.
#[test]
fn takes_the_least_evidence_and_no_other() {
    use Side::{Black, White};
    // Of the two greedy options the one of least T counts; the third is not greedy. Of Black's options the greatest T counts.
    let own = [to(8, 6, 0), to(8, 4, 0), to(3, 1, 0)];
    let others = |label: Label| [to(0, label, 0), to(3, 1, 0)];
    let evidence = |turn: Turn, options: [&[Choice]; 2], side: Side| {
        Node::new(&EIGHTHS, Place::of(4), gathered(turn, options)).evidence(side)
    };
    let mirror = |list: &[Choice]| -> Vec<Choice> {
        list.iter().map(|choice| to(8 - choice.to.alpha[0], 0, choice.to.labels[0])).collect()
    };
    for (label, bid, all) in [(9, 4, 9), (3, 3, 3), (INFINITE, 4, INFINITE)] {
        let others = others(label);
        assert_eq!(evidence(Turn::Bid, [&own, &others], White), bid);
        assert_eq!(evidence(Turn::Of(White), [&own, &[]], White), 4);
        assert_eq!(evidence(Turn::Of(Black), [&[], &others], White), all);
        assert_eq!(evidence(Turn::Chance, [&[&own[..], &others].concat(), &[]], White), 1);
        // The mirror image.
        let (own, others) = (mirror(&own), mirror(&others));
        assert_eq!(evidence(Turn::Bid, [&others, &own], Black), bid);
        assert_eq!(evidence(Turn::Of(Black), [&[], &own], Black), 4);
        assert_eq!(evidence(Turn::Of(White), [&others, &[]], Black), all);
        assert_eq!(evidence(Turn::Chance, [&[own, others].concat(), &[]], Black), 1);
    }
}

/// Of the greedy options the one of least label is named, and of those the one with the least number.
#[test]
fn names_the_first_of_the_greedy_options_of_least_label() {
    let named = |list: &[(u64, Label, u32)]| -> Vec<Choice> {
        list.iter().map(|(value, label, name)| Choice { name: *name, ..to(*value, *label, *label) }).collect()
    };
    // Value, label, name.
    let white = named(&[(3, 1, 1), (6, 7, 2), (6, 5, 9), (6, 5, 4), (6, 5, 5)]);
    let black = named(&[(4, 0, 1), (2, INFINITE, 8), (2, INFINITE, 7)]);
    let node = Node::new(&EIGHTHS, Place::of(4), gathered(Turn::Bid, [&white, &black]));
    assert_eq!(Side::BOTH.map(|side| node.first(side).name), [4, 7]);
}

/// By hand, in eighths: the best white option is 6, the best black one 2, so `F` is 4 where it is bid for.
#[test]
fn compares_with_the_mean_that_the_turn_makes() {
    use Side::{Black, White};
    let (white, black) = ([to(6, 5, 5), to(3, 5, 5)], [to(2, 5, 5), to(7, 5, 5)]);
    let chance = [3, 1, 1, 3].into_iter().zip(white.into_iter().chain(black));
    let chance: Vec<Choice> = chance.map(|(weight, choice)| Choice { weight, ..choice }).collect();
    let cases: [(Turn, [&[Choice]; 2], u64); 4] = [
        (Turn::Bid, [&white, &black], 8),
        (Turn::Of(White), [&white, &[]], 12),
        (Turn::Of(Black), [&[], &black], 4),
        // (3·6 + 3 + 2 + 3·7) / 8 = 5.5
        (Turn::Chance, [&chance, &[]], 11),
    ];
    // Turn, options, and twice the mean of them.
    for (turn, options, twice) in cases {
        for value in 0..=8 {
            for label in [5, 6] {
                let node =
                    Node::new(&EIGHTHS, Place { labels: [label; 2], ..Place::of(value) }, gathered(turn, options));
                assert_eq!(node.holds(White), 2 * value >= twice, "{turn:?} {value}");
                assert_eq!(node.holds(Black), 2 * value <= twice, "{turn:?} {value}");
                let fits = |order: Ordering, nothing: bool| match order {
                    Ordering::Less => true,
                    Ordering::Equal => label == 6 || nothing,
                    Ordering::Greater => nothing,
                };
                assert_eq!(node.forces(White), fits((2 * value).cmp(&twice), value == 0), "{turn:?} {value}");
                assert_eq!(node.forces(Black), fits(twice.cmp(&(2 * value)), value == 8), "{turn:?} {value}");
            }
        }
    }
}

/// "Every option" is true of no options, and would be evidence for anything: a position without options is no position.
#[test]
fn panics_where_a_player_who_may_move_has_no_option() {
    use Side::{Black, White};
    let one = vec![to(4, 0, 0)];
    let cases = [
        (Turn::Bid, [vec![], vec![]]),
        (Turn::Bid, [one.clone(), vec![]]),
        (Turn::Bid, [vec![], one.clone()]),
        (Turn::Of(White), [vec![], one.clone()]),
        (Turn::Of(Black), [one.clone(), vec![]]),
        (Turn::Chance, [vec![], vec![]]),
    ];
    for (turn, options) in cases {
        for side in Side::BOTH {
            for holds in [true, false] {
                let options = options.clone();
                let panics = thread::spawn(move || {
                    let place = Place { labels: [9; 2], ..Place::of(4) };
                    let node = Node::new(&EIGHTHS, place, gathered(turn, [&options[0], &options[1]]));
                    if holds { node.holds(side) } else { node.forces(side) }
                });
                assert!(panics.join().is_err(), "{turn:?}");
            }
        }
    }
}
