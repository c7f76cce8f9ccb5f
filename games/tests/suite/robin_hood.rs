//! A tax before each bid: random games, whose thresholds are the greatest of all fixed points, found by trying each choice of options; chains by a simple
//! prover. Other fixed points, and other numbers, are refused with whatever chain is tried.

use std::sync::Arc;

use crate::witness::support::Random;
use checker::certificate::{Form, Head, Statement};
use checker::failure::Failure;
use checker::graph::Game;
use checker::numbers::Fractions;
use games::robin_hood::{BITS, Body, NUMBER};
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use writer::{Writer, spell, write};

use crate::broken;
use crate::chips::{Options, as_game, game, random_game};

type Number = Ratio<i128>;
/// Numbers of positions, and then of the won place and of the lost one.
type Numbers = Vec<Number>;
/// What a step leaves of the gap, and the table after it, in units; none after the last.
type Chain = Vec<(u64, Option<Vec<u64>>)>;
const ONE: u64 = 1 << BITS;

/// A game as one side sees it.
struct Play {
    options: Options,
    tax: (u32, u32),
}

impl Play {
    fn tax(&self) -> Number {
        Number::new(self.tax.0.into(), self.tax.1.into())
    }

    /// As the other side sees it.
    fn mirrored(&self) -> Self {
        let count = self.options.len();
        let turned = |to: &usize| if *to < count { *to } else { 2 * count + 1 - to };
        let row = |[own, other]: &[Vec<usize>; 2]| [other, own].map(|list| list.iter().map(turned).collect());
        Self { options: self.options.iter().map(row).collect(), tax: self.tax }
    }

    fn with_ends(mut x: Numbers) -> Numbers {
        x.extend([Number::zero(), Number::one()]);
        x
    }

    /// What has to be there before the tax, so that this is there after it.
    fn before(&self, mean: Number) -> Number {
        (mean - self.tax()) / (Number::one() - self.tax() * 2)
    }

    fn next(&self, x: &Numbers) -> Numbers {
        let row = |[own, other]: &[Vec<usize>; 2]| {
            let least = own.iter().map(|&to| x[to]).min().unwrap();
            let most = other.iter().map(|&to| x[to]).max().unwrap();
            self.before((least + most) / 2).max(Number::zero()).min(Number::one())
        };
        Self::with_ends(self.options.iter().map(row).collect())
    }

    /// All fixed points: each position has one of its own options and one of the opponent's, or is 0, or is 1.
    fn fixed(&self) -> Vec<Numbers> {
        let count = self.options.len();
        let choices = |[own, other]: &[Vec<usize>; 2]| {
            let pairs = own.iter().flat_map(|own| other.iter().map(move |other| vec![*own, *other]));
            pairs.chain([vec![count; 2], vec![count + 1; 2]]).collect::<Vec<_>>()
        };
        let all: Vec<Vec<Vec<usize>>> = self.options.iter().map(choices).collect();
        let mut found: Vec<Numbers> = Vec::new();
        for mut number in 0..all.iter().map(Vec::len).product() {
            let chosen: Vec<&Vec<usize>> = all
                .iter()
                .map(|choices| {
                    let place = number % choices.len();
                    number /= choices.len();
                    &choices[place]
                })
                .collect();
            let Some(x) = self.solve(&chosen) else { continue };
            if self.next(&x) == x && !found.contains(&x) {
                found.push(x);
            }
        }
        found
    }

    /// The numbers for chosen options; both the won place or both the lost one say that a number is 0 or 1.
    fn solve(&self, chosen: &[&Vec<usize>]) -> Option<Numbers> {
        let count = chosen.len();
        let factor = self.before(Number::one()) - self.before(Number::zero());
        let mut rows: Vec<Numbers> = vec![vec![Number::zero(); count + 1]; count];
        for (place, options) in chosen.iter().enumerate() {
            rows[place][place] += Number::one();
            if options[0] == options[1] && options[0] >= count {
                rows[place][count] = Number::from_integer((options[0] - count) as i128);
                continue;
            }
            rows[place][count] = self.before(Number::zero());
            for &to in *options {
                if to < count {
                    rows[place][to] -= factor / 2
                } else if to > count {
                    rows[place][count] += factor / 2
                }
            }
        }
        for column in 0..count {
            let pivot = (column..count).find(|&row| !rows[row][column].is_zero())?;
            rows.swap(column, pivot);
            let own = rows[column].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(place, _)| *place != column) {
                let multiple = row[column] / own[column];
                row.iter_mut().zip(&own).for_each(|(number, own)| *number -= multiple * own);
            }
        }
        Some(Self::with_ends((0..count).map(|place| rows[place][count] / rows[place][place]).collect()))
    }

    /// Tables that fall from 1, in units, rounded up.
    fn falling(&self, moves: usize) -> Vec<Vec<u64>> {
        let ends = |mut table: Vec<u64>| {
            table.extend([0, ONE]);
            table
        };
        let (tax, whole) = (u128::from(self.tax.0), u128::from(self.tax.1));
        let mut tables = vec![vec![ONE; self.options.len()]];
        for _ in 0..moves {
            let table = ends(tables.last().unwrap().clone());
            let row = |[own, other]: &[Vec<usize>; 2]| {
                let sum =
                    own.iter().map(|&to| table[to]).min().unwrap() + other.iter().map(|&to| table[to]).max().unwrap();
                let top = (whole * u128::from(sum)).saturating_sub(2 * tax * u128::from(ONE));
                top.div_ceil(2 * (whole - 2 * tax)).min(ONE.into()) as u64
            };
            tables.push(self.options.iter().map(row).collect());
        }
        tables
    }

    /// Chains that may prove numbers: a direction by `g = 1 + G(g)/θ`, with the options that count there; more and more falling tables before it.
    #[allow(clippy::float_arithmetic)]
    fn chains(&self, x: &Numbers, most: usize) -> Vec<Chain> {
        let (count, mut chains) = (self.options.len(), Vec::new());
        let falling = self.falling(120);
        let up = |x: &Number| (u128::from(ONE) * *x.numer() as u128).div_ceil(*x.denom() as u128) as u64;
        for bits in [1, 2, 4, 6, 9] {
            let theta = ONE - (ONE >> bits);
            let mut g = vec![0.0_f64; count + 2];
            let factor =
                1.0 / (2.0 * (1.0 - 2.0 * f64::from(self.tax.0) / f64::from(self.tax.1)) * (theta as f64 / ONE as f64));
            for _ in 0..(40 << bits) {
                for (place, [own, other]) in self.options.iter().enumerate().filter(|(place, _)| !x[*place].is_one()) {
                    let least = own.iter().map(|&to| x[to]).min().unwrap();
                    let most = other.iter().map(|&to| x[to]).max().unwrap();
                    let is_cut = self.before((least + most) / 2) < Number::zero();
                    let low = own.iter().filter(|to| x[**to] == least).map(|&to| g[to]).fold(f64::MAX, f64::min);
                    let high = other.iter().filter(|to| x[**to] == most).map(|&to| g[to]).fold(0.0, f64::max);
                    g[place] = if is_cut { 1.0 } else { (1.0 + factor * (low + high)).min(1e15) };
                }
            }
            let greatest = g.iter().copied().fold(1.0, f64::max);
            if greatest >= 1e15 {
                continue;
            }
            for size in 0..24 {
                if chains.len() == most {
                    return chains;
                }
                let scale = ONE as f64 / greatest / f64::from(1_u32 << size);
                let above: Vec<u64> =
                    (0..count).map(|place| up(&x[place]) + (g[place] * scale).ceil() as u64).collect();
                let is_above =
                    |table: &Vec<u64>| table.iter().zip(&above).all(|(table, above)| table <= above || *above >= ONE);
                let Some(moves) = falling.iter().position(is_above) else { break };
                let steps = falling[1..=moves].iter().chain([&above]).map(|table| (0, Some(table.clone())));
                chains.push(steps.chain([(theta, None)]).collect());
            }
        }
        chains
    }
}

/// The certificate of these numbers and chains, Left's and Right's, checked.
fn check(game: &Arc<Game>, body: &Body, stated: [(&Numbers, &Chain); 2]) -> Result<(), Failure> {
    let count = game.inner.len();
    let unit = stated.iter().flat_map(|(x, _)| &x[..count]).fold(1, |unit: i128, x| unit.lcm(x.denom()));
    let numerator = |x: &Number| (x.numer() * (unit / x.denom())) as u128;
    let mut all: Vec<u128> = stated.iter().flat_map(|(x, _)| &x[..count]).map(numerator).collect();
    all.sort_unstable();
    all.dedup();
    let mut slice = Writer::default();
    for (x, chain) in stated {
        let places: Vec<u64> = x[..count].iter().map(|x| all.binary_search(&numerator(x)).unwrap() as u64).collect();
        slice.column(&places);
        slice.number(chain.len() as u64);
        slice.column(&chain.iter().map(|step| step.0).collect::<Vec<_>>());
        chain.iter().filter_map(|step| step.1.as_ref()).for_each(|table| slice.column(table));
    }
    let values =
        Fractions { denominator: (unit as u128).into(), numerators: all.into_iter().map(Into::into).collect() };
    let statement = Statement::Further(NUMBER, spell(body));
    let head = Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: values.into() };
    games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, &[slice.0]), Some(game)).map(|_| ())
}

/// Chains for something false: those of a prover that takes it for true, those of the truth, tables that fall below it, random ones.
fn attacks(play: &Play, lie: &Numbers, truth: &Chain, random: &mut Random) -> Vec<Chain> {
    let (count, mut all) = (play.options.len(), play.chains(lie, 12));
    let falling = play.falling(60);
    for theta in [0, ONE / 2, ONE - (ONE >> 7), ONE - 1] {
        let with = |tables: &[Vec<u64>]| -> Chain {
            let steps = tables.iter().map(|table| (0, Some(table.clone())));
            steps.chain([(theta, None)]).collect()
        };
        all.extend([1, 2, 10, 60].map(|moves| with(&falling[1..=moves])));
        all.push(truth.iter().map(|(_, table)| (theta, table.clone())).collect());
        all.push(truth[..truth.len() - 1].iter().cloned().chain([(theta, None)]).collect());
        let table =
            |random: &mut Random| (0..count).map(|_| random.below(1 << 20) as u64 * (ONE >> 19)).collect::<Vec<_>>();
        all.push(with(&[table(random)]));
        all.push(vec![(ONE / 2, Some(table(random))), (theta, Some(table(random))), (theta, None)]);
        all.push(vec![(0, Some(vec![1 << 63; count])), (theta, Some(table(random))), (theta, None)]);
    }
    all
}

fn random_tax(random: &mut Random) -> (u32, u32) {
    [
        (0, 1),
        (1, 100),
        (1, 16),
        (1, 10),
        (1, 8),
        (1, 6),
        (1, 5),
        (6, 25),
        (1, 4),
        (3, 10),
        (1, 3),
        (3, 8),
        (2, 5),
        (9, 20),
    ][random.below(14)]
}

#[test]
fn accepts_the_greatest_fixed_point_and_nothing_else() {
    let mut random = Random(23);
    let games = if std::env::var("NIGHTLY").is_ok() { 10_000 } else { 150 };
    let [mut lies, mut others, mut strict, mut high, mut tried, mut steps] = [0; 6];
    for number in 0..games {
        let left = Play { options: random_game(&mut random), tax: random_tax(&mut random) };
        let plays = [left.mirrored(), left];
        let plays = [&plays[1], &plays[0]];
        let game = as_game(&plays[0].options);
        let is_shared = plays[0].options.iter().all(|[own, other]| own.iter().any(|to| other.contains(to)));
        let body = Body { game: game.digest, tax: plays[0].tax, is_negative: !is_shared || random.below(2) == 1 };
        let found = plays.map(|play| {
            let fixed = play.fixed();
            let is_greatest = |x: &&Numbers| fixed.iter().all(|y| y.iter().zip(*x).all(|(y, x)| y <= x));
            (fixed.iter().find(is_greatest).expect("a greatest one").clone(), fixed)
        });
        let chains = [0, 1].map(|side| plays[side].chains(&found[side].0, usize::MAX));
        // The first chain of each side that is accepted.
        let mut place = [0, 0];
        while let Err(failure) = check(&game, &body, [0, 1].map(|side| (&found[side].0, &chains[side][place[side]]))) {
            let side = usize::from(failure.condition().expect("rejected").starts_with("black"));
            place[side] += 1;
            assert!(place[side] < chains[side].len(), "{number}: {:?} {:?} {found:?}", plays[0].options, plays[0].tax);
        }
        let proved = [0, 1].map(|side| &chains[side][place[side]]);
        steps = steps.max(proved[0].len());
        for (side, play) in plays.into_iter().enumerate() {
            let (truth, fixed) = &found[side];
            let other = 1 - side;
            let mut wrong: Vec<(Numbers, u8)> = fixed.iter().filter(|x| *x != truth).map(|x| (x.clone(), 0)).collect();
            // Numbers that are strictly better than their mean: those between false fixed points and the truth; then random ones.
            for lie in fixed.iter().filter(|x| *x != truth) {
                let between: Numbers = lie.iter().zip(truth).map(|(lie, truth)| (lie + truth) / 2).collect();
                let next = play.next(&between);
                if (0..game.inner.len()).all(|place| between[place] >= next[place]) {
                    wrong.push((between, 1));
                }
            }
            for is_high in [false, true] {
                let mut x = truth.clone();
                let place = random.below(game.inner.len());
                x[place] =
                    if is_high { (x[place] + 1) / 2 } else { x[place] * Number::new(random.below(8) as i128, 8) };
                if x != *truth {
                    wrong.push((x, 2 + u8::from(is_high)));
                }
            }
            for (lie, sort) in wrong {
                for chain in attacks(play, &lie, proved[side], &mut random) {
                    tried += 1;
                    let stated = [(&lie, &chain), (&found[other].0, proved[other])];
                    let stated = if side == 0 { stated } else { [stated[1], stated[0]] };
                    let failure = check(&game, &body, stated).expect_err("a lie");
                    let condition = failure.condition().expect("rejected");
                    assert!(condition.starts_with(["white", "black"][side]), "{failure:?}");
                }
                match sort {
                    0 => others += 1,
                    1 => strict += 1,
                    2 => lies += 1,
                    _ => high += 1,
                }
            }
        }
    }
    println!(
        "{games} games, at most {steps} steps; {others} other fixed points, {strict} strict, {lies} low, {high} high: {tried} certificates refused"
    );
    assert!(others > games / 10 && strict > 0 && lies > games / 3 && high > games / 3);
}

/// The example of `proof/RobinHood.v`: 7/10 and 3/10, with λ = 1/8, two tables.
#[test]
fn asks_what_the_proof_asks() {
    let game = game(
        r#"{"bidding-game":2,"positions":[{"name":"left","left":["right","lost"],"right":["right","lost"]},
        {"name":"right","left":["left","won"],"right":["left","won"]},{"name":"won","value":"1"},{"name":"lost","value":"0"}]}"#,
    );
    let tenths = |numbers: [i128; 2]| -> Numbers { numbers.map(|number| Number::new(number, 10)).to_vec() };
    let (left, right) = (tenths([7, 3]), tenths([3, 7]));
    let chain = |far: usize, theta: u64| -> Chain {
        let mut table = vec![ONE; 2];
        table[far] = ONE / 5 * 7 + 2;
        vec![(0, Some(table)), (theta, None)]
    };
    let theta = ONE / 3 * 2 + 2;
    let body = Body { game: game.digest, tax: (1, 8), is_negative: false };
    let with = |chains: [&Chain; 2]| check(&game, &body, [(&left, chains[0]), (&right, chains[1])]);
    let good = [chain(0, theta), chain(1, theta)];
    with([&good[0], &good[1]]).unwrap();
    for (chains, expected) in [
        ([&chain(0, theta / 2), &good[1]], ("white-wins", 0)),
        ([&good[0], &chain(0, theta)], ("black-wins", 1)),
        ([&vec![(theta, None)], &good[1]], ("white-wins", 0)),
    ] {
        assert_eq!(broken(&with(chains).unwrap_err()), expected);
    }
    let high = check(&game, &body, [(&tenths([8, 4]), &good[0]), (&right, &good[1])]).unwrap_err();
    assert_eq!(broken(&high), ("white-guard", 0));
    // Options that are not shared need bids below 0; a tax is below 1/2.
    let apart = as_game(&vec![[vec![1], vec![2]]]);
    let both = |is_negative| {
        let body = Body { game: apart.digest, tax: (1, 4), is_negative };
        let (half, none) = (vec![Number::new(1, 2)], vec![(0, None)]);
        check(&apart, &body, [(&half, &none), (&half, &none)])
    };
    assert_eq!(both(true), Ok(()));
    assert_eq!(both(false), Err(Failure::Uncovered("a position where no option is both players'", 0)));
    for tax in [(1, 2), (2, 8), (0, 3), (0, 0), (3, 4)] {
        let wrong = check(&game, &Body { tax, ..body.clone() }, [(&left, &good[0]), (&right, &good[1])]);
        assert_eq!(wrong, Err(Failure::Statement("tax")), "{tax:?}");
    }
}
