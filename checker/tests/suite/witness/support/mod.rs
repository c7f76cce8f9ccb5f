//! True certificates without a solver: games small enough to be solved by iteration, exactly.
//!
//! An *arena* is a game as plain lists. [`solve`] proposes its values by iteration in floating point, refines them to many bits, and
//! asserts that they are fixed points of `F` with finite labels; the test file `theorem` shows, by another method, that nothing else is
//! needed. Rules of chess and positions are those of the naive checker; the bytes are put together by the library's writer.

#![allow(dead_code, clippy::as_conversions, clippy::float_arithmetic, clippy::needless_range_loop)]

pub mod games;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::{Fraction, Fractions};
use checker::theorem::Side;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use writer::write;

use crate::witness::naive;
use naive::Place;
use naive::chess::{After, Board, Dest, Pos, World};

pub type R = BigRational;
pub use naive::fraction;

/// Where an option leads.
#[derive(Clone, Debug)]
pub enum To {
    Own(usize),
    Border(Place),
}

/// An option: White's or not, its weight, its name, where it leads.
#[derive(Clone, Debug)]
pub struct Step {
    pub white: bool,
    pub weight: u64,
    pub name: u32,
    pub to: To,
}

/// A game as plain lists: whose turn (`b`, `l`, `r`, `c`) and the options.
#[derive(Clone, Debug, Default)]
pub struct Arena(pub Vec<(char, Vec<Step>)>);

impl Arena {
    pub fn mirrored(&self) -> Self {
        let step = |step: &Step| {
            let to = match &step.to {
                To::Own(number) => To::Own(*number),
                To::Border(place) => To::Border(place.mirrored()),
            };
            Step { white: !step.white, to, ..step.clone() }
        };
        let turn = |turn| match turn {
            'l' => 'r',
            'r' => 'l',
            other => other,
        };
        Self(self.0.iter().map(|(own, steps)| (turn(*own), steps.iter().map(step).collect())).collect())
    }
}

/// The mean of numbers of options.
fn mean<T: Clone + PartialOrd>(turn: char, numbers: &[(bool, T)], average: impl Fn(&[T]) -> T) -> T {
    let of = |white: bool| numbers.iter().filter(move |number| number.0 == white).map(|number| number.1.clone());
    let max = || of(true).reduce(|a, b| if a > b { a } else { b }).unwrap();
    let min = || of(false).reduce(|a, b| if a < b { a } else { b }).unwrap();
    match turn {
        'b' => average(&[max(), min()]),
        'l' => max(),
        'r' => min(),
        _ => average(&numbers.iter().map(|number| number.1.clone()).collect::<Vec<_>>()),
    }
}

/// `F(x)` at a position, exactly.
pub fn mean_of(node: &(char, Vec<Step>), x: impl Fn(&To) -> R) -> R {
    let numbers: Vec<(bool, R)> = node.1.iter().map(|step| (step.white, x(&step.to))).collect();
    let weights: Vec<BigInt> = node.1.iter().map(|step| step.weight.into()).collect();
    mean(node.0, &numbers, |all| match node.0 {
        'c' => all.iter().zip(&weights).map(|(x, w)| x * w).sum::<R>() / weights.iter().sum::<BigInt>(),
        _ => (&all[0] + &all[1]) / BigInt::from(2),
    })
}

/// The least labels for values, by the equation; none for infinite. If an endless play has a worth, what is worth no more has the label 0.
fn labels(arena: &Arena, x: &[R], endless: Option<&R>) -> Vec<Option<u64>> {
    let mut labels: Vec<u64> = vec![u64::MAX; x.len()];
    let value = |to: &To| match to {
        To::Own(number) => x[*number].clone(),
        To::Border(place) => place.bounds[0].clone(),
    };
    let greedy: Vec<Vec<&Step>> = arena
        .0
        .iter()
        .map(|(_, steps)| {
            let own = || steps.iter().filter(|step| step.white);
            let best = own().map(|step| value(&step.to)).max();
            own().filter(|step| Some(value(&step.to)) == best).collect()
        })
        .collect();
    loop {
        let old = labels.clone();
        for (number, (turn, steps)) in arena.0.iter().enumerate() {
            let label = |step: &&Step| match &step.to {
                To::Own(number) => old[*number],
                To::Border(place) => place.labels[0].unwrap_or(u64::MAX),
            };
            let first = || greedy[number].iter().map(label).min().unwrap();
            let all = || steps.iter().filter(|step| !step.white).map(|step| label(&step)).max().unwrap();
            let least = match turn {
                'b' => first().min(all()),
                'l' => first(),
                'r' => all(),
                _ => steps.iter().map(|step| label(&step)).min().unwrap(),
            };
            let nothing = match endless {
                Some(endless) => x[number] <= *endless,
                None => *turn != 'b' && x[number].is_zero(),
            };
            labels[number] = if nothing { 0 } else { least.saturating_add(1) };
        }
        if labels == old {
            return labels.into_iter().map(|label| (label < u64::MAX).then_some(label)).collect();
        }
    }
}

/// The lower values and White's labels; none if they were not found.
fn lower(arena: &Arena) -> Option<(Vec<R>, Vec<Option<u64>>)> {
    const TIE: f64 = 1e-10;
    let count = arena.0.len();
    let known = |to: &To| match to {
        To::Own(_) => 0.0,
        To::Border(place) => place.bounds[0].to_f64().unwrap(),
    };
    let known: Vec<Vec<f64>> =
        arena.0.iter().map(|(_, steps)| steps.iter().map(|step| known(&step.to)).collect()).collect();
    let see = |x: &[f64], number: usize, option: usize| match arena.0[number].1[option].to {
        To::Own(own) => x[own],
        To::Border(_) => known[number][option],
    };
    let sum = |number: usize| arena.0[number].1.iter().map(|step| step.weight).sum::<u64>() as f64;
    let mut x = vec![0.0_f64; count];
    for _ in 0..100_000 {
        let mut moved = 0.0_f64;
        for (number, (turn, steps)) in arena.0.iter().enumerate() {
            let (mut max, mut min, mut total) = (0.0_f64, 1.0_f64, 0.0);
            for (option, step) in steps.iter().enumerate() {
                let value = see(&x, number, option);
                total += value * step.weight as f64;
                if step.white {
                    max = max.max(value);
                } else {
                    min = min.min(value);
                }
            }
            let new = match turn {
                'b' => (max + min) / 2.0,
                'l' => max,
                'r' => min,
                _ => total / sum(number),
            };
            moved = moved.max((new - x[number]).abs());
            x[number] = new;
        }
        if moved < 1e-16 {
            break;
        }
    }
    // The options that are best, as it seems; of White's one of least label.
    let rough: Vec<R> = x.iter().map(|x| fraction((x / TIE).round() as i64, (1.0 / TIE) as i64)).collect();
    let mut coarse = arena.clone();
    for (_, steps) in &mut coarse.0 {
        for step in steps {
            if let To::Border(place) = &mut step.to {
                let value = (place.bounds[0].to_f64().unwrap() / TIE).round() as i64;
                place.bounds[0] = fraction(value, (1.0 / TIE) as i64);
            }
        }
    }
    let label = labels(&coarse, &rough, None);
    let positive: Vec<bool> = x.iter().map(|x| *x > TIE).collect();
    // Rows of the linear system: the options that count, with their weights.
    let mut rows: Vec<Vec<(u64, usize)>> = Vec::new();
    for (number, (turn, steps)) in arena.0.iter().enumerate() {
        let value = |option: &usize| see(&x, number, *option);
        let of = |white: bool| (0..steps.len()).filter(move |option| steps[*option].white == white);
        let label = |option: &usize| match &steps[*option].to {
            To::Own(own) => label[*own].unwrap_or(u64::MAX),
            To::Border(place) => place.labels[0].unwrap_or(u64::MAX),
        };
        let white = || {
            let best = of(true).map(|option| value(&option)).fold(0.0, f64::max);
            of(true).filter(|option| value(option) > best - TIE).min_by_key(label).unwrap()
        };
        let black = || of(false).min_by(|a, b| value(a).total_cmp(&value(b))).unwrap();
        rows.push(match turn {
            'b' => vec![(1, white()), (1, black())],
            'l' => vec![(1, white())],
            'r' => vec![(1, black())],
            _ => (0..steps.len()).map(|option| (steps[option].weight, option)).collect(),
        });
    }
    let x = refined(arena, &rows, &positive);
    let is_fixed = (0..count).all(|number| {
        let value = |to: &To| match to {
            To::Own(own) => x[*own].clone(),
            To::Border(place) => place.bounds[0].clone(),
        };
        mean_of(&arena.0[number], value) == x[number]
    });
    if !is_fixed {
        return None;
    }
    let label = labels(arena, &x, None);
    let proved = x.iter().zip(&label).all(|(x, label)| !x.is_negative() && (x.is_zero() || label.is_some()));
    proved.then_some((x, label))
}

/// Solves a linear system to many bits by refinement, and tells the simplest fractions.
fn refined(arena: &Arena, rows: &[Vec<(u64, usize)>], positive: &[bool]) -> Vec<R> {
    const BITS: u64 = 640;
    let count = rows.len();
    let one = BigInt::one() << BITS;
    let scaled = |value: &R| (value.numer() * &one) / value.denom();
    let mut exact = vec![BigInt::zero(); count];
    let places: Vec<usize> = (0..count).filter(|number| positive[*number]).collect();
    for _ in 0..64 {
        let residual = |number: &usize| {
            let mut sum = BigInt::zero();
            for (weight, option) in &rows[*number] {
                sum += match &arena.0[*number].1[*option].to {
                    To::Own(own) => (&exact[*own] - &exact[*number]) * *weight,
                    To::Border(place) => (scaled(&place.bounds[0]) - &exact[*number]) * *weight,
                };
            }
            sum
        };
        let residuals: Vec<BigInt> = places.iter().map(residual).collect();
        let size = residuals.iter().map(|residual| residual.bits()).max().unwrap_or(0);
        if size <= 20 {
            break;
        }
        let shift = size.saturating_sub(60);
        let rough: Vec<f64> = residuals.iter().map(|residual| (residual >> shift).to_f64().unwrap()).collect();
        let mut change = vec![0.0_f64; count];
        for _ in 0..20_000 {
            let mut moved = 0.0_f64;
            for (place, number) in places.iter().enumerate() {
                let (mut sum, mut weights) = (rough[place], 0.0);
                for (weight, option) in &rows[*number] {
                    weights += *weight as f64;
                    if let To::Own(own) = &arena.0[*number].1[*option].to {
                        sum += *weight as f64 * change[*own];
                    }
                }
                moved = moved.max((sum / weights - change[*number]).abs());
                change[*number] = sum / weights;
            }
            if moved < 2.0_f64.powi(20) {
                break;
            }
        }
        for number in &places {
            exact[*number] += BigInt::from(change[*number].round() as i128) << shift;
        }
    }
    let mut guesses: BTreeMap<&BigInt, R> = BTreeMap::new();
    exact.iter().map(|value| guesses.entry(value).or_insert_with(|| simplest(value, BITS)).clone()).collect()
}

/// The simplest fraction near a number in fixed point.
fn simplest(x: &BigInt, bits: u64) -> R {
    let (one, tolerance) = (BigInt::one() << bits, BigInt::one() << 80);
    let (mut h, mut k) = ((BigInt::one(), BigInt::zero()), (BigInt::zero(), BigInt::one()));
    let (mut above, mut below) = (x.clone(), one.clone());
    loop {
        let whole = &above / &below;
        h = (&whole * &h.0 + &h.1, h.0);
        k = (&whole * &k.0 + &k.1, k.0);
        let (error, allowed): (BigInt, BigInt) = (x * &k.0 - &h.0 * &one, &tolerance * &k.0);
        if error.magnitude() < allowed.magnitude() {
            return R::new(h.0, k.0);
        }
        (above, below) = (below.clone(), above - whole * below);
    }
}

/// Both values of every position with their labels; none if they were not found.
pub fn solve(arena: &Arena) -> Option<Vec<Place>> {
    let (x, white) = lower(arena)?;
    let (y, black) = lower(&arena.mirrored())?;
    let place = |number: usize| {
        let (x, y) = (x[number].clone(), R::one() - &y[number]);
        assert!(x <= y);
        Place { bounds: [x.clone(), x, y.clone(), y], labels: [white[number], black[number]] }
    };
    Some((0..arena.0.len()).map(place).collect())
}

/// These values with the labels that they have if an endless play is worth so much; and the arena with its border as it is seen then, without labels.
pub fn with_never(arena: &Arena, values: &[R], (above, below): (u64, u64)) -> (Arena, Vec<Place>) {
    let mut arena = arena.clone();
    for step in arena.0.iter_mut().flat_map(|(_, steps)| steps) {
        if let To::Border(place) = &mut step.to {
            place.labels = [Some(0); 2];
        }
    }
    let (endless, turned) = (fraction(above, below), |x: &R| R::one() - x);
    let white = labels(&arena, values, Some(&endless));
    let mirrored: Vec<R> = values.iter().map(turned).collect();
    let black = labels(&arena.mirrored(), &mirrored, Some(&turned(&endless)));
    let place =
        |number: usize| Place { labels: [white[number], black[number]], ..Place::exact(values[number].clone()) };
    let places: Vec<Place> = (0..values.len()).map(place).collect();
    assert!(places.iter().all(|place| place.labels.iter().all(Option::is_some)), "labels are finite");
    (arena, places)
}

// ---- Bounds in units -------------------------------------------------------------------------------------------------------------

/// A bound of a border place in units: of the lower value, or of the upper one, rounded down or up.
fn border_units(place: &Place, bound: usize, bits: u8) -> u64 {
    let units = &place.bounds[bound] * (BigInt::one() << bits);
    u64::try_from(if bound % 2 == 1 { units.ceil() } else { units.floor() }.to_integer()).unwrap()
}

/// The sum of weights and the weighted sum of numbers whose quotient is `F` at a position.
fn sums(node: &(char, Vec<Step>), see: impl Fn(&To) -> u64) -> (u128, u128) {
    let numbers: Vec<(bool, u128)> = node.1.iter().map(|step| (step.white, u128::from(see(&step.to)))).collect();
    let weights: Vec<u128> = node.1.iter().map(|step| u128::from(step.weight)).collect();
    let all = if node.0 == 'c' { weights.iter().sum() } else { 1 + u128::from(node.0 == 'b') };
    let sum = mean(node.0, &numbers, |parts| match node.0 {
        'c' => parts.iter().zip(&weights).map(|(x, w)| x * w).sum(),
        _ => parts.iter().sum(),
    });
    (all, sum)
}

/// What counts in the mean.
fn counts(node: &(char, Vec<Step>), see: impl Fn(&To) -> u64) -> Vec<u64> {
    let of = |white: bool| node.1.iter().filter(move |step| step.white == white).map(|step| see(&step.to));
    match node.0 {
        'b' => vec![of(true).max().unwrap(), of(false).min().unwrap()],
        'l' => vec![of(true).max().unwrap()],
        'r' => vec![of(false).min().unwrap()],
        _ => of(true).collect(),
    }
}

/// White's lower bounds that need no label.
pub fn strict(arena: &Arena, bits: u8) -> Vec<u64> {
    let mut l = vec![0; arena.0.len()];
    loop {
        let old = l.clone();
        for number in 0..l.len() {
            let (all, sum) = sums(&arena.0[number], |to| match to {
                To::Own(own) => l[*own],
                To::Border(place) => border_units(place, 0, bits),
            });
            let below = u64::try_from(sum / all).unwrap();
            // Where all that counts is the same, one unit less.
            let is_quiet = sum % all == 0
                && counts(&arena.0[number], |to| match to {
                    To::Own(own) => l[*own],
                    To::Border(place) => border_units(place, 0, bits),
                })
                .iter()
                .all(|x| *x == below);
            l[number] = below.saturating_sub(is_quiet.into()).max(l[number]);
        }
        if l == old {
            return l;
        }
    }
}

/// White's lower bounds with labels where they are not strict, for positions that are bid for.
pub fn labelled(arena: &Arena, bits: u8) -> (Vec<u64>, Vec<u64>) {
    let (mut l, mut labels) = (vec![0; arena.0.len()], vec![0; arena.0.len()]);
    for round in 1.. {
        let old = l.clone();
        for number in 0..l.len() {
            let (all, sum) = sums(&arena.0[number], |to| match to {
                To::Own(own) => old[*own],
                To::Border(place) => border_units(place, 0, bits),
            });
            let below = u64::try_from(sum / all).unwrap();
            if below > l[number] {
                (l[number], labels[number]) = (below, round);
            }
        }
        if l == old {
            break;
        }
    }
    (l, labels)
}

/// Upper bounds of the lower value: raised from below, for these positions; the others have the bounds that are told.
pub fn holding(arena: &Arena, bits: u8, others: &BTreeMap<usize, u64>) -> Vec<u64> {
    let mut u: Vec<u64> = (0..arena.0.len()).map(|number| others.get(&number).copied().unwrap_or(0)).collect();
    loop {
        let old = u.clone();
        for number in (0..u.len()).filter(|number| !others.contains_key(number)) {
            let (all, sum) = sums(&arena.0[number], |to| match to {
                To::Own(own) => u[*own],
                To::Border(place) => border_units(place, 1, bits),
            });
            u[number] = u64::try_from(sum.div_ceil(all)).unwrap().max(u[number]);
        }
        if u == old {
            return u;
        }
    }
}

/// A narrow enclosure: `l`, `u`, `l′`, `u′` of each position; `u < l′` where all four are stated, else `u = u′` and `l′ = l`.
pub fn enclose(arena: &Arena, bits: u8, list: bool) -> Vec<[u64; 4]> {
    let (one, mirrored) = (1_u64 << bits, arena.mirrored());
    let l = strict(arena, bits);
    let v: Vec<u64> = strict(&mirrored, bits).iter().map(|x| one - x).collect();
    let mut outside: BTreeSet<usize> = if list { BTreeSet::new() } else { (0..l.len()).collect() };
    loop {
        let others = |x: &dyn Fn(usize) -> u64| outside.iter().map(|number| (*number, x(*number))).collect();
        let u = holding(arena, bits, &others(&|number| v[number]));
        let m = holding(&mirrored, bits, &others(&|number| one - l[number]));
        let m: Vec<u64> = m.iter().map(|x| one - x).collect();
        let more: Vec<usize> =
            (0..l.len()).filter(|number| !outside.contains(number) && u[*number] >= m[*number]).collect();
        if more.is_empty() {
            return (0..l.len()).map(|number| [l[number], u[number], m[number], v[number]]).collect();
        }
        outside.extend(more);
    }
}

// ---- Certificates ------------------------------------------------------------------------------------------------------------------

/// A column as it is written: its numbers, and how many bytes each takes beyond those that it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub numbers: Vec<u64>,
    pub wider: u8,
}

/// A certificate before it is sealed.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub head: Head,
    /// Slices: columns, and bytes after them.
    pub slices: Vec<(Vec<Column>, Vec<u8>)>,
}

impl Draft {
    /// Puts columns of all positions into slices that begin at these positions.
    pub fn new(head: Head, columns: &Columns, starts: &[usize]) -> Self {
        let count = columns.all.first().map_or(0, Vec::len);
        let slice = |(place, start): (usize, &usize)| {
            let end = starts.get(place + 1).copied().unwrap_or(count);
            (columns.of(*start..end), vec![])
        };
        Self { head, slices: starts.iter().enumerate().map(slice).collect() }
    }

    pub fn slice_bytes((columns, rest): &(Vec<Column>, Vec<u8>)) -> Vec<u8> {
        let mut bytes = Vec::new();
        for column in columns {
            let written = naive::bytes::column(&column.numbers);
            bytes.push(written[0] + column.wider);
            bytes.extend(&written[1..]);
            bytes.extend(vec![0; usize::from(column.wider) * column.numbers.len()]);
        }
        [bytes, rest.clone()].concat()
    }

    /// The file, sealed by the library's writer.
    pub fn bytes(&self) -> Vec<u8> {
        write(&self.head, &self.slices.iter().map(Self::slice_bytes).collect::<Vec<_>>())
    }
}

/// Columns of all positions; in a narrow enclosure all four bounds of each.
pub struct Columns {
    pub all: Vec<Vec<u64>>,
    pub narrow: bool,
}

impl Columns {
    pub fn narrow(bounds: &[[u64; 4]]) -> Self {
        Self { all: (0..4).map(|bound| bounds.iter().map(|row| row[bound]).collect()).collect(), narrow: true }
    }

    pub fn plain(all: Vec<Vec<u64>>) -> Self {
        Self { all, narrow: false }
    }

    fn of(&self, range: std::ops::Range<usize>) -> Vec<Column> {
        let column = |numbers: Vec<u64>| Column { numbers, wider: 0 };
        if !self.narrow {
            return self.all.iter().map(|numbers| column(numbers[range.clone()].to_vec())).collect();
        }
        let [l, u, m, v] = [0, 1, 2, 3].map(|bound| &self.all[bound][range.clone()]);
        let listed: Vec<usize> = (0..l.len()).filter(|place| u[*place] < m[*place]).collect();
        let mut flags = vec![0_u64; l.len().div_ceil(8)];
        listed.iter().for_each(|place| flags[place / 8] |= 1 << (place % 8));
        vec![
            column(l.to_vec()),
            column((0..l.len()).map(|place| u[place] - l[place]).collect()),
            column(flags),
            column(listed.iter().map(|place| m[*place] - u[*place]).collect()),
            column(listed.iter().map(|place| v[*place] - m[*place]).collect()),
            // No labels.
            column(vec![0; l.len().div_ceil(8)]),
            column(vec![]),
            column(vec![]),
        ]
    }
}

/// Where slices begin.
pub fn starts(count: usize, may_start: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut starts: Vec<usize> = (0..count.min(1)).collect();
    for number in 1..count {
        if number >= starts.last().unwrap() + 4096 && may_start(number) {
            starts.push(number);
        }
    }
    starts
}

/// These values as the format spells them, and the index of each.
pub fn fractions<'a>(values: impl Iterator<Item = &'a R>) -> (Fractions, BTreeMap<R, u64>) {
    let all: BTreeSet<&R> = values.collect();
    let fraction = |value: &&R| Fraction {
        numerator: value.numer().magnitude().clone(),
        denominator: value.denom().magnitude().clone(),
    };
    let fractions = Fractions::of(&all.iter().map(fraction).collect::<Vec<_>>()).unwrap();
    (fractions, all.into_iter().cloned().zip(0..).collect())
}

/// A head without values.
pub fn head(statement: Statement, bits: u8, form: Form, imports: Vec<Digest>) -> Head {
    Head { statement, never: None, bits, form, imports, values: Fractions::default().into() }
}

/// The certificate of exact values: with these moves if there are any.
pub fn exact(
    statement: Statement,
    places: &[Place],
    moves: &[[u32; 2]],
    imports: Vec<Digest>,
    starts: &[usize],
) -> Draft {
    let two = places.iter().any(|place| place.bounds[0] != place.bounds[3]);
    let values = places.iter().flat_map(|place| [&place.bounds[0], &place.bounds[3]]);
    let (values, index) = fractions(values);
    let column = |bound: usize| places.iter().map(|place| index[&place.bounds[bound]]).collect::<Vec<u64>>();
    let label = |side: usize| places.iter().map(|place| place.labels[side].unwrap_or(0)).collect::<Vec<u64>>();
    let mut columns = vec![column(0)];
    if two {
        columns.push(column(3));
    } else if !moves.is_empty() {
        columns.extend([0, 1].map(|side| moves.iter().map(|moves| u64::from(moves[side])).collect::<Vec<_>>()));
    }
    columns.extend([label(0), label(1)]);
    let head = Head { values: values.into(), ..head(statement, 0, if two { Form::Two } else { Form::One }, imports) };
    Draft::new(head, &Columns::plain(columns), starts)
}

// ---- Endgames ---------------------------------------------------------------------------------------------------------------------

/// A solved endgame.
#[derive(Debug)]
pub struct Solved {
    pub world: Arc<World>,
    pub arena: Arena,
    pub places: Vec<Place>,
    pub moves: Vec<[u32; 2]>,
    pub draft: Draft,
    pub bytes: Vec<u8>,
}

/// Solved endgames of one board, by their men.
pub type Family = BTreeMap<Vec<char>, Solved>;

/// The men of a signature, in the order of their numbers.
pub fn men(text: &str) -> Vec<char> {
    let mut men: Vec<char> = text.chars().collect();
    men.sort_by_key(|man| naive::chess::order(*man));
    men
}

pub fn digest(bytes: &[u8]) -> Digest {
    Digest(naive::bytes::sha256(bytes))
}

pub fn stated_board(board: Board) -> [u8; 3] {
    [board.files as u8, board.ranks as u8, board.rule]
}

/// The statement of an endgame.
pub fn endgame(board: Board, men: &[char]) -> Statement {
    let board = naive::chess::rule_of(board, men);
    Statement::Endgame(stated_board(board), men.iter().map(|man| naive::chess::order(*man) as u8).collect())
}

/// The endgame as an arena, with what is known of those that it imports.
pub fn arena_of(world: &World, known: &dyn Fn(&[char], usize) -> Place) -> Arena {
    let node = |options: &[Vec<(u32, Dest)>; 2]| {
        let mut steps = Vec::new();
        for (white, list) in [true, false].into_iter().zip(options) {
            for (name, dest) in list {
                let to = match dest {
                    Dest::Won => To::Border(Place::exact(fraction(u8::from(white), 1))),
                    Dest::Own(number) => To::Own(*number),
                    Dest::Import(men, number, flipped) => {
                        let place = known(men, *number);
                        To::Border(if *flipped { place.mirrored() } else { place })
                    }
                };
                steps.push(Step { white, weight: 1, name: *name, to });
            }
        }
        ('b', steps)
    };
    Arena(world.options.iter().map(node).collect())
}

/// The greedy move of least label, and of those the first, of each player at each position.
pub fn greedy_moves(arena: &Arena, places: &[Place]) -> Vec<[u32; 2]> {
    let first = |arena: &Arena, places: &[Place]| -> Vec<u32> {
        let see = |to: &To| match to {
            To::Own(number) => places[*number].clone(),
            To::Border(place) => place.clone(),
        };
        let of = |steps: &[Step]| {
            let own = || steps.iter().filter(|step| step.white).map(|step| (see(&step.to), step.name));
            let best = own().map(|(place, _)| place.bounds[0].clone()).max().unwrap();
            let greedy = own().filter(|(place, _)| place.bounds[0] == best);
            greedy.map(|(place, name)| (place.labels[0].unwrap_or(u64::MAX), name)).min().unwrap().1
        };
        arena.0.iter().map(|(_, steps)| of(steps)).collect()
    };
    let mirrored: Vec<Place> = places.iter().map(Place::mirrored).collect();
    let (white, black) = (first(arena, places), first(&arena.mirrored(), &mirrored));
    white.into_iter().zip(black).map(|(white, black)| [white, black]).collect()
}

/// Solves an endgame and all that it needs.
pub fn family(board: Board, text: &str) -> Family {
    let mut family = Family::new();
    add(&mut family, board, &men(text));
    family
}

pub fn add(family: &mut Family, board: Board, men: &[char]) {
    if family.contains_key(men) {
        return;
    }
    let imports = naive::chess::imports(men);
    imports.iter().for_each(|import| add(family, board, import));
    let world = World::of(board, men);
    let arena = arena_of(&world, &|men, number| {
        let known = family.get(men).unwrap_or_else(|| panic!("no {men:?}"));
        known.places[number].clone()
    });
    let places = solve(&arena).unwrap_or_else(|| panic!("no values of {men:?}"));
    let moves = greedy_moves(&arena, &places);
    let kings = |number: usize| [0, 1].map(|king| world.positions[number].pieces[king].1);
    let starts = starts(places.len(), |number| kings(number) != kings(number - 1));
    let digests = world.imports().iter().map(|import| digest(&family[import].bytes)).collect();
    let draft = exact(endgame(board, men), &places, &moves, digests, &starts);
    let bytes = draft.bytes();
    family.insert(men.to_vec(), Solved { world, arena, places, moves, draft, bytes });
}

/// Encloses an endgame; imports are these files with what they state.
pub fn enclosed(
    board: Board,
    men: &[char],
    bits: u8,
    list: bool,
    imports: &BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)>,
) -> (Draft, Vec<Place>) {
    let world = World::of(board, men);
    let arena = arena_of(&world, &|men, number| imports[men].1[number].clone());
    let bounds = enclose(&arena, bits, list);
    let kings = |number: usize| [0, 1].map(|king| world.positions[number].pieces[king].1);
    let starts = starts(bounds.len(), |number| kings(number) != kings(number - 1));
    let digests = world.imports().iter().map(|import| digest(&imports[import].0)).collect();
    let head = head(endgame(board, men), bits, Form::Narrow, digests);
    let places = in_fractions(&bounds, bits);
    (Draft::new(head, &Columns::narrow(&bounds), &starts), places)
}

pub fn in_fractions(bounds: &[[u64; 4]], bits: u8) -> Vec<Place> {
    let place = |bounds: &[u64; 4]| Place { bounds: bounds.map(|x| fraction(x, 1_u64 << bits)), labels: [Some(0); 2] };
    bounds.iter().map(place).collect()
}

// ---- Lists ------------------------------------------------------------------------------------------------------------------------

/// A member as the certificate spells it.
pub fn stated_member(board: Board, pos: &Pos) -> (Vec<[u8; 2]>, u64) {
    let piece =
        |&(man, square): &(char, naive::chess::Square)| [naive::chess::order(man) as u8, board.number(square) as u8];
    let passed = pos.passed.map_or(0, |passed| board.number(passed) as u64 + 1);
    (pos.pieces.iter().map(piece).collect(), passed)
}

/// A list of positions as an arena; what is neither a member nor in an import has a neutral number.
pub fn arena_of_list(board: Board, members: &[Pos], imports: &BTreeMap<Vec<char>, Vec<Place>>, neutral: u8) -> Arena {
    let numbers: BTreeMap<&Pos, usize> = members.iter().zip(0..).collect();
    let see = |white: bool, after: &After| {
        let After::Pos(pos) = after else { return To::Border(Place::exact(fraction(u8::from(white), 1))) };
        if let Some(number) = numbers.get(pos) {
            return To::Own(*number);
        }
        let left: Vec<char> = pos.pieces.iter().map(|piece| piece.0).collect();
        let (used, flipped) = naive::chess::used(&left);
        let mut place = Place::exact(fraction(neutral, 1));
        if let Some(places) = imports.get(&used) {
            let there = if flipped { board.flipped(pos) } else { pos.clone() };
            let number = World::of(board, &used).numbers[&board.canonical(&there)];
            place = if flipped { places[number].mirrored() } else { places[number].clone() };
            place.labels = [Some(0); 2];
        }
        To::Border(place)
    };
    let node = |pos: &Pos| {
        let mut steps = Vec::new();
        for white in [true, false] {
            let mut moves = board.moves(pos, white);
            if moves.is_empty() {
                moves.push((0, After::Pos(Pos { passed: None, ..pos.clone() })));
            }
            for (name, after) in moves {
                steps.push(Step { white, weight: 1, name, to: see(white, &after) });
            }
        }
        ('b', steps)
    };
    Arena(members.iter().map(node).collect())
}

/// The neutral number of a form of lists.
pub fn neutral(form: Form) -> u8 {
    u8::from(matches!(form, Form::Holds(Side::White) | Form::Forces(Side::Black)))
}

/// The best numbers that a list proves, and labels: exact ones.
pub fn plan_values(arena: &Arena, form: Form) -> Option<Vec<(R, u64)>> {
    let (Form::Holds(side) | Form::Forces(side)) = form else { panic!("a form of lists") };
    let places = solve(arena)?;
    let row = |place: &Place| match side {
        Side::White if place.bounds[0].is_zero() => (R::zero(), 0),
        Side::White => (place.bounds[0].clone(), place.labels[0].unwrap()),
        Side::Black if place.bounds[3].is_one() => (R::one(), 0),
        Side::Black => (place.bounds[3].clone(), place.labels[1].unwrap()),
    };
    Some(places.iter().map(row).collect())
}

/// The certificate of a list: with the best exact numbers, or in units, with labels where that is asked for.
pub fn plan(
    board: Board,
    members: &[Pos],
    form: Form,
    bits: u8,
    with_labels: bool,
    imports: &BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)>,
) -> Option<Draft> {
    let known = imports.iter().map(|(men, (_, places))| (men.clone(), places.clone())).collect();
    let arena = arena_of_list(board, members, &known, neutral(form));
    let (numbers, labels, values): (Vec<u64>, Vec<u64>, Fractions);
    if bits == 0 {
        let rows = plan_values(&arena, form)?;
        let (all, index) = fractions(rows.iter().map(|row| &row.0));
        numbers = rows.iter().map(|row| index[&row.0]).collect();
        labels = rows.iter().map(|row| row.1).collect();
        values = all;
    } else {
        values = Fractions::default();
        let (Form::Holds(side) | Form::Forces(side)) = form else { panic!("a form of lists") };
        let arena = if side == Side::White { arena } else { arena.mirrored() };
        let (own, evidence) = match form {
            Form::Holds(_) => (holding(&arena, bits, &BTreeMap::new()), vec![]),
            _ if with_labels => labelled(&arena, bits),
            _ => (strict(&arena, bits), vec![0; members.len()]),
        };
        numbers = own.into_iter().map(|x| if side == Side::White { x } else { (1 << bits) - x }).collect();
        labels = evidence;
    }
    let columns = if let Form::Forces(_) = form { vec![numbers, labels] } else { vec![numbers] };
    let mut order: Vec<&Vec<char>> = imports.keys().collect();
    order.sort_by_key(|men| (-(men.len() as i32), men.iter().map(|man| naive::chess::order(*man)).collect::<Vec<_>>()));
    let digests = order.into_iter().map(|men| digest(&imports[men].0)).collect();
    let pawns = members.iter().flat_map(|pos| &pos.pieces).any(|piece| "Pp".contains(piece.0));
    let stated = stated_board(if pawns { board } else { Board { rule: 0, ..board } });
    let list = members.iter().map(|pos| stated_member(board, pos)).collect();
    let head = Head { values: values.into(), ..head(Statement::List(stated, 0, list), bits, form, digests) };
    Some(Draft::new(head, &Columns::plain(columns), &starts(members.len(), |_| true)))
}

/// So many positions that are reached from a root, as members: in order.
pub fn reached(board: Board, root: &Pos, count: usize) -> Vec<Pos> {
    let (mut met, mut next) = (vec![root.clone()], 0);
    let mut known = BTreeSet::from([root.clone()]);
    while next < met.len() && met.len() < count {
        let pos = met[next].clone();
        next += 1;
        for white in [true, false] {
            for (_, after) in board.moves(&pos, white) {
                if let After::Pos(after) = after
                    && met.len() < count
                    && known.insert(after.clone())
                {
                    met.push(after);
                }
            }
        }
    }
    let key = |pos: &Pos| {
        let piece = |&(man, square): &(char, naive::chess::Square)| (naive::chess::order(man), board.number(square));
        (pos.pieces.iter().map(piece).collect::<Vec<_>>(), pos.passed.map(|passed| board.number(passed)))
    };
    met.sort_by_key(key);
    met
}

/// The position of a FEN's first field, and of the passed square behind it if there is one; with the board.
pub fn fen(text: &str, rule: u8) -> (Board, Pos) {
    let (field, passed) = text.split_once(' ').map_or((text, None), |(field, passed)| (field, Some(passed)));
    let rows: Vec<Vec<Option<char>>> = field
        .split('/')
        .map(|row| {
            let mut squares = Vec::new();
            let mut digits = String::new();
            for letter in row.chars().chain(['.']) {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                squares.extend(vec![None; digits.parse().unwrap_or(0)]);
                digits.clear();
                squares.extend((letter != '.').then_some(Some(letter)));
            }
            squares
        })
        .collect();
    let board = Board::new(rows[0].len() as i32, rows.len() as i32, rule);
    let mut pieces = Vec::new();
    for (row, squares) in rows.iter().enumerate() {
        assert_eq!(squares.len(), rows[0].len(), "{text}");
        for (file, man) in squares.iter().enumerate() {
            pieces.extend(man.map(|man| (man, (file as i32, (rows.len() - 1 - row) as i32))));
        }
    }
    let passed = passed.map(|square| {
        let letters: Vec<char> = square.chars().collect();
        (letters[0] as i32 - 'a' as i32, square[1..].parse::<i32>().unwrap() - 1)
    });
    (board, board.pos(pieces, passed))
}

/// Numbers that look like random ones.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What the library says of a position, in the words of the naive checker.
pub fn place_of(verified: &checker::Verified, number: usize) -> Place {
    let label = |label: u32| (label < checker::theorem::INFINITE).then_some(u64::from(label));
    let (stated, number) = (verified.stated(), u32::try_from(number).unwrap());
    let place = stated.place(number);
    let bounds = [place.alpha[0], place.alpha[1], place.beta[0], place.beta[1]].map(|number| {
        let value = stated.fraction(number);
        R::new(value.numerator.into(), value.denominator.into())
    });
    Place { bounds, labels: place.labels.map(label) }
}
