//! Toy games given as graphs, whose values and labels are worked out from their definitions: by trying all policies.

#![allow(dead_code, clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use checker::Game;
use checker::values::Interval;
use num_rational::BigRational;

pub fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// A fraction as a value that is known exactly.
pub fn exact(numerator: i64, denominator: i64) -> Interval {
    Interval::exact(fraction(numerator, denominator))
}

/// A position of a toy game, which is named by its number.
#[derive(Clone, Debug)]
pub enum Toy {
    End(i64, i64),
    Moves(Vec<usize>, Vec<usize>),
}
pub use Toy::{End, Moves};

/// The file of a game.
pub fn json(toys: &[Toy]) -> String {
    let list = |options: &[usize]| {
        let names: Vec<String> = options.iter().map(|option| format!("\"p{option}\"")).collect();
        format!("[{}]", names.join(", "))
    };
    let position = |(number, toy): (usize, &Toy)| match toy {
        End(numerator, denominator) => format!(r#"{{"name": "p{number}", "value": "{numerator}/{denominator}"}}"#),
        Moves(left, right) => format!(r#"{{"name": "p{number}", "left": {}, "right": {}}}"#, list(left), list(right)),
    };
    let positions: Vec<String> = toys.iter().enumerate().map(position).collect();
    format!("{{\"bidding-game\": 1, \"positions\": [\n{}\n]}}", positions.join(",\n"))
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub x: BigRational,
    pub y: BigRational,
    pub white: u32,
    pub black: u32,
}

/// The options of both players, the pass among them.
pub fn options(toys: &[Toy], number: usize) -> [Vec<usize>; 2] {
    let Moves(left, right) = &toys[number] else { return [vec![], vec![]] };
    [left, right].map(|list| if list.is_empty() { vec![number] } else { list.clone() })
}

/// All ways to choose one option at each position.
fn policies(toys: &[Toy], player: usize) -> Vec<Vec<usize>> {
    let mut policies = vec![vec![]];
    for number in 0..toys.len() {
        let options = match &toys[number] {
            End(..) => vec![number],
            Moves(..) => options(toys, number)[player].clone(),
        };
        let longer =
            policies.iter().flat_map(|policy| options.iter().map(move |&option| [&policy[..], &[option]].concat()));
        policies = longer.collect();
    }
    policies
}

/// The expected terminal value of the walk that follows either policy with probability 1/2, if never to end is worth `never`.
fn walk(toys: &[Toy], left: &[usize], right: &[usize], never: &BigRational) -> Vec<BigRational> {
    let count = toys.len();
    let mut ends: Vec<bool> = toys.iter().map(|toy| matches!(toy, End(..))).collect();
    for _ in 0..count {
        (0..count).for_each(|p| ends[p] = ends[p] || ends[left[p]] || ends[right[p]]);
    }
    // One equation for each position: x = known, or x − x_left/2 − x_right/2 = 0.
    let mut rows = vec![vec![fraction(0, 1); count + 1]; count];
    for p in 0..count {
        rows[p][p] = fraction(1, 1);
        match &toys[p] {
            End(numerator, denominator) => rows[p][count] = fraction(*numerator, *denominator),
            Moves(..) if !ends[p] => rows[p][count] = never.clone(),
            Moves(..) => [left[p], right[p]].iter().for_each(|&q| rows[p][q] -= fraction(1, 2)),
        }
    }
    for column in 0..count {
        let pivot = (column..count).find(|&row| rows[row][column] != fraction(0, 1)).unwrap();
        rows.swap(column, pivot);
        let by = rows[column][column].clone();
        rows[column].iter_mut().for_each(|entry| *entry /= &by);
        let above = rows[column].clone();
        for (row, entries) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            assert_ne!(row, column);
            let by = entries[column].clone();
            entries.iter_mut().zip(&above).for_each(|(entry, above)| *entry -= &by * above);
        }
    }
    rows.into_iter().map(|row| row[count].clone()).collect()
}

/// The lower value if never to end is worth 0, the upper one if it is worth 1: the best of Left's policies against all of Right's.
fn values(toys: &[Toy], never: i64) -> Vec<BigRational> {
    let (never, rights) = (fraction(never, 1), policies(toys, 1));
    let worst = |left: Vec<usize>| {
        let walks = rights.iter().map(|right| walk(toys, &left, right, &never));
        walks.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect()).unwrap()
    };
    let worsts = policies(toys, 0).into_iter().map(worst);
    worsts.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect()).unwrap()
}

/// The labels of a player for these values, by their definition; 0 for infinite, and for terminal positions.
pub fn labels(toys: &[Toy], player: usize, x: &[BigRational]) -> Vec<u32> {
    let mut labels: Vec<Option<u32>> = toys.iter().map(|toy| matches!(toy, End(..)).then_some(0)).collect();
    for step in 1.. {
        let has = |&p: &usize| labels[p].is_some();
        let gets = |&p: &usize| {
            let lists = options(toys, p);
            let own = lists[player].iter().map(|&q| &x[q]);
            let best = if player == 0 { own.max() } else { own.min() };
            let greedy = lists[player].iter().any(|q| Some(&x[*q]) == best && has(q));
            labels[p].is_none() && (greedy || lists[1 - player].iter().all(has))
        };
        let new: Vec<usize> = (0..toys.len()).filter(gets).collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|p| labels[p] = Some(step));
    }
    labels.into_iter().map(|label| label.unwrap_or(0)).collect()
}

pub fn solve(toys: &[Toy]) -> Vec<Known> {
    let (x, y) = (values(toys, 0), values(toys, 1));
    let (white, black) = (labels(toys, 0, &x), labels(toys, 1, &y));
    let known = x.into_iter().zip(y).zip(white.into_iter().zip(black));
    known.map(|((x, y), (white, black))| Known { x, y, white, black }).collect()
}

pub fn game(text: &str) -> Arc<Game> {
    Arc::new(Game::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}")))
}

/// A path whose ends are lost and won; both players may go either way.
pub fn path(count: usize) -> Vec<Toy> {
    let inner = (1..count - 1).map(|p| Moves(vec![p - 1, p + 1], vec![p + 1, p - 1]));
    [End(0, 1)].into_iter().chain(inner).chain([End(1, 1)]).collect()
}

/// Two positions with each other as only options, twice, and a position from which one cycle or the end may be chosen.
pub fn cycles() -> Vec<Toy> {
    vec![
        Moves(vec![1], vec![1]),
        Moves(vec![0], vec![0]),
        Moves(vec![3], vec![3]),
        Moves(vec![2], vec![2]),
        Moves(vec![0, 6], vec![5, 2]),
        End(0, 1),
        End(1, 1),
    ]
}

/// Numbers that look like random ones.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

pub fn random_game(random: &mut Random) -> Vec<Toy> {
    let (inner, ends) = (2 + random.below(3), 1 + random.below(3));
    let mut toys = Vec::new();
    for _ in 0..inner {
        let lists = [0, 1].map(|_| (0..random.below(3)).map(|_| random.below(inner + ends)).collect::<Vec<_>>());
        let [left, mut right] = lists;
        if left.is_empty() && right.is_empty() {
            right.push(random.below(inner + ends));
        }
        toys.push(Moves(left, right));
    }
    for _ in 0..ends {
        let denominator = 1 + random.below(6);
        let numerator = random.below(denominator + 1);
        toys.push(End(i64::try_from(numerator).unwrap(), i64::try_from(denominator).unwrap()));
    }
    toys
}
