//! A naive solver for tiny boards, for tests alone. It shares nothing with the checker but the data types of the file: it has its
//! own squares, moves, symmetries and labels, and is as slow as it likes.
//!
//! How it finds values does not matter, for it proves them: it asserts the Richman equation of both tables exactly at every
//! placement, finds the labels level by level as they are defined, and asserts that they are finite where the theorem wants
//! them (Theorem 5 then says that the tables are α and β). How: value iteration in floating point proposes the best options,
//! the linear system of these is solved to many bits by iterative refinement, and continued fractions tell the fractions.

#![allow(dead_code, clippy::all, clippy::as_conversions, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::float_arithmetic)]
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use checker::certificate::{
    Certificate, Content, Digest, Natural, PairRecord, PawnRule, Record, SharpTable, StatedEndgame, StatedMove,
    StatedPromotion, StatedValue, TwoTables,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The squares of the men in the order of the signature; then, if there is a right, the square that has been passed.
pub type List = Vec<u8>;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The lower value.
    pub x: BigRational,
    /// The upper value.
    pub y: BigRational,
    pub white_label: u32,
    pub black_label: u32,
}

/// A solved endgame.
pub struct Solved {
    pub certificate: Certificate,
    pub bytes: Vec<u8>,
    pub known: BTreeMap<List, Known>,
    /// The least list of each position, in order.
    pub least: Vec<List>,
    /// The options of each, White's and Black's.
    options: Vec<[Vec<Option_>; 2]>,
}

impl Solved {
    pub fn table(&self) -> SharpTable {
        let Content::SharpTable(table) = &self.certificate.content else {
            unreachable!("these tests read sharp tables")
        };
        table.clone()
    }

    pub fn tables(&self) -> TwoTables {
        let Content::TwoTables(tables) = &self.certificate.content else { unreachable!("these tests read two tables") };
        tables.clone()
    }

    pub fn is_sharp(&self) -> bool {
        matches!(self.certificate.content, Content::SharpTable(_))
    }

    /// The bytes of the same certificate with another table.
    pub fn with_table(&self, table: SharpTable) -> Vec<u8> {
        self.with(Content::SharpTable(table))
    }

    /// The bytes of the same certificate with another content.
    pub fn with(&self, content: Content) -> Vec<u8> {
        let imports = self.certificate.imports.clone();
        Certificate { imports, content }.encode().unwrap()
    }
}

/// A move, and what comes of it.
pub type Option_ = ((u8, u8, Option<StatedPromotion>), Outcome);

pub enum Outcome {
    Won(bool),
    /// A position of the same endgame.
    Own(List),
    /// A position of another endgame; whether the colours have been exchanged.
    Import(String, List, bool),
}

/// Endgames by their signatures.
pub type Family = BTreeMap<String, Solved>;

/// Solves an endgame without pawns.
pub fn solve(files: i32, ranks: i32, signature: &str) -> Solved {
    family(files, ranks, signature, false).remove(signature).unwrap()
}

/// Solves an endgame, and all that it imports, and what these import, and so on.
pub fn family(files: i32, ranks: i32, signature: &str, double: bool) -> Family {
    let mut family = Family::new();
    add(&mut family, files, ranks, signature, double);
    family
}

fn add(family: &mut Family, files: i32, ranks: i32, signature: &str, double: bool) {
    if family.contains_key(signature) {
        return;
    }
    for import in imports(signature) {
        add(family, files, ranks, &import, double);
    }
    let solved = solve_with(files, ranks, signature, double, family);
    family.insert(signature.to_owned(), solved);
}

/// Where a man stands in signatures.
fn order(letter: char) -> usize {
    "KQRBNPkqrbnp".find(letter).unwrap()
}

fn exchanged(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// The signature that is used for these men, and whether the colours are exchanged in it.
fn used(men: &[char]) -> (String, bool) {
    let sorted = |mut men: Vec<char>| {
        men.sort_by_key(|&man| order(man));
        men
    };
    let (own, other) = (sorted(men.to_vec()), sorted(men.iter().map(|&man| exchanged(man)).collect()));
    // More white men first; then White's men compared; these are the orders of all men, for White's come first.
    let key = |men: &[char]| {
        let orders: Vec<usize> = men.iter().map(|&man| order(man)).collect();
        let white = orders.iter().filter(|&&order| order < 6).count();
        (men.len() - white, orders)
    };
    let exchange = key(&other) < key(&own);
    (if exchange { other } else { own }.into_iter().collect(), exchange)
}

/// The signatures of the imports: a man captured, a pawn promoted, or both.
pub fn imports(signature: &str) -> Vec<String> {
    let letters: Vec<char> = signature.chars().collect();
    let becomes = |white: bool| if white { "QRBN" } else { "qrbn" };
    let mut all = BTreeSet::new();
    // Who moves, which pawn is promoted to what, and what is captured.
    for white in [true, false] {
        let captured = (0..letters.len())
            .filter(|&place| letters[place].is_ascii_uppercase() != white && !"Kk".contains(letters[place]));
        for captured in captured.map(Some).chain([None]) {
            let pawns = (0..letters.len()).filter(|&place| letters[place] == if white { 'P' } else { 'p' });
            let mut changes: Vec<Vec<char>> = vec![letters.clone()];
            for pawn in pawns {
                for new in becomes(white).chars() {
                    let mut men = letters.clone();
                    men[pawn] = new;
                    changes.push(men);
                }
            }
            for mut men in changes {
                captured.map(|place| men.remove(place));
                let (signature, _) = used(&men);
                let orders: Vec<usize> = signature.chars().map(order).collect();
                all.insert((letters.len() - men.len(), orders, signature));
            }
        }
    }
    let names = all.into_iter().map(|(_, _, signature)| signature);
    names.filter(|name| name != signature).collect()
}

/// All lists of squares that begin with these, each square of its own, and pawns on neither the first nor the last rank.
fn lists(files: i32, ranks: i32, letters: &[char], begin: &[u8]) -> Vec<List> {
    let Some(letter) = letters.get(begin.len()) else {
        return vec![begin.to_vec()];
    };
    let all = 0..(files * ranks) as u8;
    let may = |square: &u8| {
        let rank = *square as i32 / files;
        !begin.contains(square) && (!"Pp".contains(*letter) || (rank > 0 && rank < ranks - 1))
    };
    all.filter(may).flat_map(|square| lists(files, ranks, letters, &[begin, &[square]].concat())).collect()
}

/// The squares that may have been passed, for the pawns of either colour: a1 is file 0, rank 0.
fn rights(files: i32, ranks: i32, letters: &[char], p: &[u8]) -> Vec<u8> {
    let at = |file: i32, rank: i32| {
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        let place = p[..letters.len()].iter().position(|&square| inside && square as i32 == rank * files + file);
        place.map(|place| letters[place])
    };
    let mut rights = Vec::new();
    for file in 0..files {
        for (own, other, second, third, fourth) in [('P', 'p', 1, 2, 3), ('p', 'P', ranks - 2, ranks - 3, ranks - 4)] {
            let beside = at(file - 1, fourth) == Some(other) || at(file + 1, fourth) == Some(other);
            if at(file, fourth) == Some(own) && beside && at(file, second).is_none() && at(file, third).is_none() {
                rights.push((third * files + file) as u8);
            }
        }
    }
    rights.sort();
    rights
}

/// What is best for White, and one of White's options or one of Black's, as [`lower`] sees them.
#[derive(Clone)]
enum Step {
    Known(BigRational),
    Own(usize),
}

/// The least Richman function of a game, proposed without proof. `steps` are the options of both players.
fn lower(steps: &[[Vec<Step>; 2]], bits: u64) -> Vec<BigRational> {
    let rough = |x: &[f64], step: &Step| match step {
        Step::Known(value) => value.to_f64().unwrap(),
        Step::Own(q) => x[*q],
    };
    let known: Vec<[Vec<(f64, usize)>; 2]> = steps
        .iter()
        .map(|both| {
            [0, 1].map(|colour| {
                let step = |step: &Step| match step {
                    Step::Known(value) => (value.to_f64().unwrap(), usize::MAX),
                    Step::Own(q) => (0.0, *q),
                };
                both[colour].iter().map(step).collect()
            })
        })
        .collect();
    let mut x = vec![0.0_f64; steps.len()];
    for _ in 0..200_000 {
        let mut moved = 0.0_f64;
        for (p, [white, black]) in known.iter().enumerate() {
            let value = |&(known, q): &(f64, usize)| if q == usize::MAX { known } else { x[q] };
            let max = white.iter().map(value).fold(0.0, f64::max);
            let min = black.iter().map(value).fold(1.0, f64::min);
            moved = moved.max((max + min) / 2.0 - x[p]);
            x[p] = (max + min) / 2.0;
        }
        if moved < 1e-16 {
            break;
        }
    }
    const TIE: f64 = 1e-11;
    // Rough labels, and the option of least label among White's best ones.
    let best = |x: &[f64], p: usize| {
        let white = steps[p][0].iter().map(|step| rough(x, step)).fold(0.0, f64::max);
        let black = steps[p][1].iter().map(|step| rough(x, step)).fold(1.0, f64::min);
        [white, black]
    };
    let bests: Vec<[f64; 2]> = (0..steps.len()).map(|p| best(&x, p)).collect();
    let mut label = vec![u32::MAX; steps.len()];
    let mut choice: Vec<[usize; 2]> = vec![[0, 0]; steps.len()];
    let label_of = |label: &[u32], step: &Step| match step {
        Step::Known(_) => 0,
        Step::Own(q) => label[*q],
    };
    for n in 1.. {
        let mut found = Vec::new();
        for p in (0..steps.len()).filter(|&p| label[p] == u32::MAX) {
            let is_best = |colour: usize, step: &Step| (rough(&x, step) - bests[p][colour]).abs() < TIE;
            let greedy = steps[p][0].iter().any(|s| is_best(0, s) && label_of(&label, s) < n);
            if greedy || steps[p][1].iter().all(|s| label_of(&label, s) < n) {
                found.push(p);
            }
        }
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|p| label[p] = n);
    }
    for p in 0..steps.len() {
        let is_best = |colour: usize, step: &Step| (rough(&x, step) - bests[p][colour]).abs() < TIE;
        let white = (0..steps[p][0].len()).filter(|&i| is_best(0, &steps[p][0][i]));
        let white = white.min_by_key(|&i| label_of(&label, &steps[p][0][i])).unwrap();
        let black = (0..steps[p][1].len()).find(|&i| is_best(1, &steps[p][1][i])).unwrap();
        choice[p] = [white, black];
    }
    // The linear system of these options; where the value is 0 it is 0.
    let positive: Vec<bool> = x.iter().map(|&x| x > TIE).collect();
    let chosen: Vec<[Step; 2]> =
        (0..steps.len()).map(|p| [0, 1].map(|colour| steps[p][colour][choice[p][colour]].clone())).collect();
    let one = BigInt::one() << bits;
    let scaled = |value: &BigRational| (value.numer() * &one) / value.denom();
    let constants: Vec<[BigInt; 2]> = chosen
        .iter()
        .map(|both| {
            [0, 1].map(|colour| match &both[colour] {
                Step::Known(value) => scaled(value),
                Step::Own(_) => BigInt::zero(),
            })
        })
        .collect();
    let mut exact = vec![BigInt::zero(); steps.len()];
    for _ in 0..bits {
        // Twice the residual.
        let mut residual = vec![BigInt::zero(); steps.len()];
        for p in (0..steps.len()).filter(|&p| positive[p]) {
            let mut sum = -2 * &exact[p];
            for colour in [0, 1] {
                match &chosen[p][colour] {
                    Step::Known(_) => sum += &constants[p][colour],
                    Step::Own(q) => sum += &exact[*q],
                }
            }
            residual[p] = sum;
        }
        let size = residual.iter().map(|r| r.bits()).max().unwrap_or(0);
        if size <= 2 {
            break;
        }
        let shift = size.saturating_sub(60);
        let rough: Vec<f64> = residual.iter().map(|r| (r >> shift).to_f64().unwrap()).collect();
        let mut correction = vec![0.0_f64; steps.len()];
        for _ in 0..100_000 {
            let mut moved = 0.0_f64;
            for p in (0..steps.len()).filter(|&p| positive[p]) {
                let value = |step: &Step| match step {
                    Step::Known(_) => 0.0,
                    Step::Own(q) => correction[*q],
                };
                let new = (rough[p] + value(&chosen[p][0]) + value(&chosen[p][1])) / 2.0;
                moved = moved.max((new - correction[p]).abs());
                correction[p] = new;
            }
            if moved < 2.0_f64.powi(15) {
                break;
            }
        }
        for p in (0..steps.len()).filter(|&p| positive[p]) {
            exact[p] += BigInt::from(correction[p].round() as i128) << shift;
        }
    }
    let mut guesses: BTreeMap<&BigInt, BigRational> = BTreeMap::new();
    for value in &exact {
        guesses.entry(value).or_insert_with(|| simplest(value, bits));
    }
    exact.iter().map(|value| guesses[value].clone()).collect()
}

/// The simplest fraction near a number in fixed point.
fn simplest(x: &BigInt, bits: u64) -> BigRational {
    // With 2^-(bits - 40) as the tolerance.
    let (one, tolerance) = (BigInt::one() << bits, BigInt::one() << 40);
    let (mut h, mut k) = ((BigInt::one(), BigInt::zero()), (BigInt::zero(), BigInt::one()));
    let (mut above, mut below) = (x.clone(), one.clone());
    loop {
        let whole = &above / &below;
        h = (&whole * &h.0 + &h.1, h.0);
        k = (&whole * &k.0 + &k.1, k.0);
        // |x / one - h / k| < tolerance / one
        let (error, allowed): (BigInt, BigInt) = (x * &k.0 - &h.0 * &one, &tolerance * &k.0);
        if error.magnitude() < allowed.magnitude() {
            return BigRational::new(h.0, k.0);
        }
        (above, below) = (below.clone(), above - whole * below);
    }
}

fn one_less(x: &BigRational) -> BigRational {
    BigRational::one() - x
}

/// The known values and labels of the place that an option leads to, if it is not of the same endgame.
fn known_elsewhere(family: &Family, outcome: &Outcome) -> Option<Known> {
    match outcome {
        Outcome::Own(_) => None,
        Outcome::Won(white) => {
            let x = BigRational::from_integer(u8::from(*white).into());
            Some(Known { y: x.clone(), x, white_label: 0, black_label: 0 })
        }
        Outcome::Import(signature, q, exchanged) => {
            let known = family[signature].known[q].clone();
            let infinite = |label| if label == 0 { u32::MAX } else { label };
            let (white_label, black_label) = (infinite(known.white_label), infinite(known.black_label));
            Some(match exchanged {
                false => Known { white_label, black_label, ..known },
                true => Known {
                    x: one_less(&known.y),
                    y: one_less(&known.x),
                    white_label: black_label,
                    black_label: white_label,
                },
            })
        }
    }
}

/// Solves an endgame, given those that it imports.
fn solve_with(files: i32, ranks: i32, signature: &str, double: bool, family: &Family) -> Solved {
    let letters: Vec<char> = signature.chars().collect();
    let pawns = letters.iter().any(|letter| "Pp".contains(*letter));
    let mut all = Vec::new();
    for list in lists(files, ranks, &letters, &[]) {
        let rights = if double { rights(files, ranks, &letters, &list) } else { vec![] };
        let with_rights = rights.into_iter().map(|right| [list.as_slice(), &[right]].concat());
        all.extend(with_rights.collect::<Vec<_>>());
        all.push(list);
    }
    // Each list belongs to the position of its least image.
    let to_least: BTreeMap<List, List> =
        all.iter().map(|p| (p.clone(), images(files, ranks, &letters, p).into_iter().min().unwrap())).collect();
    let least: BTreeSet<List> = to_least.values().cloned().collect();
    let least: Vec<List> = least.into_iter().collect();
    let number: BTreeMap<&List, usize> = least.iter().zip(0..).collect();
    let number = |p: &List| number[&to_least[p]];
    let options: Vec<[Vec<Option_>; 2]> =
        least.iter().map(|p| [true, false].map(|white| options(files, ranks, &letters, p, white, double))).collect();
    let elsewhere: Vec<[Vec<Option<Known>>; 2]> = options
        .iter()
        .map(|both| [0, 1].map(|colour| both[colour].iter().map(|o| known_elsewhere(family, &o.1)).collect()))
        .collect();
    let own: Vec<[Vec<usize>; 2]> = options
        .iter()
        .map(|both| {
            let number = |o: &Option_| if let Outcome::Own(q) = &o.1 { number(q) } else { usize::MAX };
            [0, 1].map(|colour| both[colour].iter().map(number).collect())
        })
        .collect();

    // The values of both tables: the upper one is found with the colours exchanged.
    let steps = |lower: bool| -> Vec<[Vec<Step>; 2]> {
        let step = |p: usize, colour: usize| {
            let pairs = elsewhere[p][colour].iter().zip(&own[p][colour]);
            pairs
                .map(|(known, &q)| match known {
                    Some(known) if lower => Step::Known(known.x.clone()),
                    Some(known) => Step::Known(one_less(&known.y)),
                    None => Step::Own(q),
                })
                .collect::<Vec<_>>()
        };
        let colours = if lower { [0, 1] } else { [1, 0] };
        (0..least.len()).map(|p| colours.map(|colour| step(p, colour))).collect()
    };
    let two = BigRational::from_integer(2.into());
    let solved = |is_lower: bool| -> Vec<BigRational> {
        let steps = steps(is_lower);
        for bits in [256, 512, 1024, 2048, 4096, 8192] {
            let x = lower(&steps, bits);
            let value = |step: &Step| match step {
                Step::Known(value) => value.clone(),
                Step::Own(q) => x[*q].clone(),
            };
            let holds = steps.iter().zip(&x).all(|([white, black], x)| {
                x * &two == white.iter().map(value).max().unwrap() + black.iter().map(value).min().unwrap()
            });
            if holds {
                return x;
            }
        }
        panic!("no guess of {files}x{ranks} {signature} holds");
    };
    let x = solved(true);
    let y: Vec<BigRational> = solved(false).iter().map(one_less).collect();

    // Labels: level by level, as they are defined. u32::MAX stands for infinite.
    let labels = |white: bool| -> Vec<u32> {
        let exact = if white { &x } else { &y };
        let value = |p: usize, colour: usize, i: usize| match &elsewhere[p][colour][i] {
            Some(known) if white => &known.x,
            Some(known) => &known.y,
            None => &exact[own[p][colour][i]],
        };
        let (me, other) = if white { (0, 1) } else { (1, 0) };
        let greedy: Vec<Vec<bool>> = (0..least.len())
            .map(|p| {
                let values: Vec<&BigRational> = (0..own[p][me].len()).map(|i| value(p, me, i)).collect();
                let best = if white { values.iter().max() } else { values.iter().min() }.unwrap();
                values.iter().map(|value| value == best).collect()
            })
            .collect();
        let mut label = vec![u32::MAX; least.len()];
        let largest = elsewhere.iter().flatten().flatten().flatten();
        let largest = largest.map(|k| if white { k.white_label } else { k.black_label }).filter(|&t| t < u32::MAX);
        let largest = largest.max().unwrap_or(0);
        for n in 1.. {
            let label_of = |p: usize, colour: usize, i: usize| match &elsewhere[p][colour][i] {
                Some(known) => {
                    if white {
                        known.white_label
                    } else {
                        known.black_label
                    }
                }
                None => label[own[p][colour][i]],
            };
            let found: Vec<usize> = (0..least.len())
                .filter(|&p| label[p] == u32::MAX)
                .filter(|&p| {
                    (0..own[p][me].len()).any(|i| greedy[p][i] && label_of(p, me, i) < n)
                        || (0..own[p][other].len()).all(|i| label_of(p, other, i) < n)
                })
                .collect();
            if found.is_empty() && n > largest {
                break;
            }
            found.into_iter().for_each(|p| label[p] = n);
        }
        for p in 0..least.len() {
            let end = if white { BigRational::zero() } else { BigRational::one() };
            assert!(label[p] < u32::MAX || exact[p] == end, "no label at {:?}", least[p]);
        }
        label
    };
    let (white_labels, black_labels) = (labels(true), labels(false));
    let stated = |label: u32| if label == u32::MAX { 0 } else { label };
    let knowns: Vec<Known> = (0..least.len())
        .map(|p| Known {
            x: x[p].clone(),
            y: y[p].clone(),
            white_label: stated(white_labels[p]),
            black_label: stated(black_labels[p]),
        })
        .collect();
    let known: BTreeMap<List, Known> = all.iter().map(|p| (p.clone(), knowns[number(p)].clone())).collect();

    let values: BTreeSet<BigRational> = knowns.iter().flat_map(|k| [k.x.clone(), k.y.clone()]).collect();
    let values: Vec<BigRational> = values.into_iter().collect();
    let split: Vec<(BigUint, u32)> = values.iter().map(|v| odd_and_power(v)).collect();
    let odd_parts: BTreeSet<BigUint> = split.iter().map(|(odd, _)| odd.clone()).collect();
    let odd_parts: Vec<BigUint> = odd_parts.into_iter().collect();
    let index = |value: &BigRational| values.binary_search(value).unwrap() as u32;
    let endgame = StatedEndgame {
        files: files as u8,
        ranks: ranks as u8,
        signature: signature.to_owned(),
        pawn_rule: match (pawns, double) {
            (false, _) => PawnRule::NoPawns,
            (true, false) => PawnRule::SingleStep,
            (true, true) => PawnRule::DoubleStep,
        },
    };
    let stated_values = values
        .iter()
        .zip(&split)
        .map(|(v, (odd, power))| StatedValue {
            numerator: Natural(v.numer().to_biguint().unwrap()),
            odd_part: odd_parts.iter().position(|o| o == odd).unwrap() as u32,
            power_of_two: *power,
        })
        .collect();
    let odd_parts = odd_parts.into_iter().map(Natural).collect();
    let names = imports(signature);
    let is_sharp = x == y && names.iter().all(|import| family[import].is_sharp());
    let content = match is_sharp {
        true => {
            let first = |p: usize, colour: usize| {
                let known = |i: usize| match &elsewhere[p][colour][i] {
                    Some(known) => (known.x.clone(), [known.white_label, known.black_label][colour]),
                    None => {
                        let q = own[p][colour][i];
                        (x[q].clone(), [&white_labels, &black_labels][colour][q])
                    }
                };
                let all: Vec<_> = (0..own[p][colour].len()).map(|i| (known(i), options[p][colour][i].0)).collect();
                let values = all.iter().map(|((value, _), _)| value);
                let best = if colour == 0 { values.max() } else { values.min() }.unwrap().clone();
                let greedy = all.into_iter().filter(|((value, _), _)| *value == best);
                let (_, (from, to, promotion)) = greedy.map(|((_, label), mv)| (label, mv)).min().unwrap();
                StatedMove { from, to, promotion }
            };
            let record = |p: usize| Record {
                value: index(&x[p]),
                white_move: first(p, 0),
                black_move: first(p, 1),
                white_label: knowns[p].white_label,
                black_label: knowns[p].black_label,
            };
            let records = (0..least.len()).map(record).collect();
            Content::SharpTable(SharpTable { endgame, odd_parts, values: stated_values, records })
        }
        false => {
            let record = |p: usize| PairRecord {
                lower: index(&x[p]),
                upper: index(&y[p]),
                white_label: knowns[p].white_label,
                black_label: knowns[p].black_label,
            };
            let records = (0..least.len()).map(record).collect();
            Content::TwoTables(TwoTables { endgame, odd_parts, values: stated_values, records })
        }
    };
    let imports = names.iter().map(|import| Digest::of(&family[import].bytes)).collect();
    let certificate = Certificate { imports, content };
    let bytes = certificate.encode().unwrap();
    Solved { certificate, bytes, known, least, options }
}

/// All moves of one colour, by looking at every square of the board for every man.
fn options(files: i32, ranks: i32, letters: &[char], p: &[u8], white: bool, double: bool) -> Vec<Option_> {
    let mut options = Vec::new();
    let (men_squares, passed) = p.split_at(letters.len());
    for (man, &letter) in letters.iter().enumerate() {
        if letter.is_ascii_uppercase() != white {
            continue;
        }
        let from = p[man] as i32;
        let (second, last) = if white { (1, ranks - 1) } else { (ranks - 2, 0) };
        for to in 0..files * ranks {
            let (df, dr) = (to % files - from % files, to / files - from / files);
            let (a, b) = (df.abs(), dr.abs());
            let ahead = if white { dr } else { -dr };
            let met = men_squares.iter().position(|&s| s as i32 == to);
            // A pawn of the other colour that has passed the square reached stands beside the one that takes it.
            let has_passed = (from / files) * files + to % files;
            let has_passed = men_squares.iter().position(|&s| s as i32 == has_passed);
            let rival = if white { 'p' } else { 'P' };
            let takes_passing = passed == [to as u8].as_slice() && has_passed.is_some_and(|m| letters[m] == rival);
            let reaches = match letter.to_ascii_uppercase() {
                'K' => a.max(b) == 1,
                'N' => a * b == 2,
                'R' => (a == 0) != (b == 0),
                'B' => a == b && a > 0,
                'Q' => (a == 0) != (b == 0) || (a == b && a > 0),
                'P' if a == 1 => ahead == 1 && (met.is_some() || takes_passing),
                'P' => a == 0 && met.is_none() && (ahead == 1 || (double && ahead == 2 && from / files == second)),
                _ => unreachable!(),
            };
            let blocked = letter.to_ascii_uppercase() != 'N'
                && (1..a.max(b)).any(|i| {
                    let between = from + i * df.signum() + i * dr.signum() * files;
                    men_squares.contains(&(between as u8))
                });
            let own = met.is_some_and(|m| letters[m].is_ascii_uppercase() == white);
            if !reaches || blocked || own {
                continue;
            }
            let is_pawn = "Pp".contains(letter);
            let taken = if is_pawn && a == 1 && met.is_none() { has_passed } else { met };
            let promotes = is_pawn && to / files == last;
            let every = [
                (StatedPromotion::Queen, 'Q'),
                (StatedPromotion::Rook, 'R'),
                (StatedPromotion::Bishop, 'B'),
                (StatedPromotion::Knight, 'N'),
            ];
            let mine = |l: char| if white { l } else { l.to_ascii_lowercase() };
            let becomes: Vec<_> =
                if promotes { every.map(|(p, l)| (Some(p), mine(l))).to_vec() } else { vec![(None, letter)] };
            for (promotion, becomes) in becomes {
                let mut men: Vec<(char, u8)> = letters.iter().copied().zip(men_squares.iter().copied()).collect();
                men[man] = (becomes, to as u8);
                let outcome = match taken.map(|m| letters[m].to_ascii_uppercase()) {
                    Some('K') => Outcome::Won(white),
                    taken_man => {
                        if taken_man.is_some() {
                            men.remove(taken.unwrap());
                        }
                        let after: Vec<char> = men.iter().map(|&(letter, _)| letter).collect();
                        let (name, exchange) = used(&after);
                        let same = after.len() == letters.len() && promotion.is_none();
                        if exchange && !same {
                            for (letter, square) in &mut men {
                                let (file, rank) = (*square as i32 % files, *square as i32 / files);
                                (*letter, *square) = (exchanged(*letter), ((ranks - 1 - rank) * files + file) as u8);
                            }
                        }
                        men.sort_by_key(|&(letter, _)| order(letter));
                        let mut squares: Vec<u8> = men.into_iter().map(|(_, square)| square).collect();
                        match same {
                            true => {
                                let middle = ((from + to) / 2) as u8;
                                let passes = is_pawn && b == 2;
                                if passes && rights(files, ranks, letters, &squares).contains(&middle) {
                                    squares.push(middle);
                                }
                                Outcome::Own(squares)
                            }
                            false => Outcome::Import(name, squares, exchange),
                        }
                    }
                };
                options.push(((from as u8, to as u8, promotion), outcome));
            }
        }
    }
    options
}

/// The images of a list of squares, by turning and mirroring coordinates, with the squares of equal men increasing.
fn images(files: i32, ranks: i32, letters: &[char], p: &[u8]) -> Vec<List> {
    let pawns = letters.iter().any(|letter| "Pp".contains(*letter));
    let mut images = Vec::new();
    for number in 0..8 {
        if (number >= 4 && files != ranks) || (number >= 2 && pawns) {
            break;
        }
        let image = |s: u8| {
            let (mut f, mut r) = (s as i32 % files, s as i32 / files);
            if number & 1 != 0 {
                f = files - 1 - f;
            }
            if number & 2 != 0 {
                r = ranks - 1 - r;
            }
            if number & 4 != 0 {
                (f, r) = (r, f);
            }
            (r * files + f) as u8
        };
        let (squares, passed) = p.split_at(letters.len());
        let squares = squares.iter().map(|&s| image(s));
        let mut men: Vec<(usize, u8)> = letters.iter().map(|&letter| order(letter)).zip(squares).collect();
        men.sort();
        let passed = passed.iter().map(|&s| image(s));
        images.push(men.into_iter().map(|(_, square)| square).chain(passed).collect());
    }
    images
}

fn odd_and_power(x: &BigRational) -> (BigUint, u32) {
    let denominator = x.denom().to_biguint().unwrap();
    let power = denominator.trailing_zeros().unwrap();
    (denominator >> power, power as u32)
}

/// Keeps unused imports quiet in test files that use only a part of this module.
pub fn zero() -> BigRational {
    BigRational::zero().abs()
}
