//! A naive solver for tiny boards, for tests alone: value iteration in floating point, a guess of each fraction by continued
//! fractions, and exact verification of all equations. It shares nothing with the checker but the data types of the file:
//! it has its own squares, moves, symmetries and labels, and is as slow as it likes.

#![allow(dead_code, clippy::all, clippy::as_conversions, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects, clippy::float_arithmetic, clippy::unwrap_used)]
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use checker::certificate::{
    Certificate, Content, Digest, Natural, PawnRule, Record, SharpTable, StatedEndgame, StatedMove, StatedValue,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub x: BigRational,
    pub white_label: u32,
    pub black_label: u32,
}

/// A solved endgame.
pub struct Solved {
    pub certificate: Certificate,
    pub bytes: Vec<u8>,
    pub known: BTreeMap<Vec<u8>, Known>,
}

impl Solved {
    pub fn table(&self) -> SharpTable {
        let Content::SharpTable(table) = &self.certificate.content;
        table.clone()
    }

    /// The bytes of the same certificate with another table.
    pub fn with_table(&self, table: SharpTable) -> Vec<u8> {
        let imports = self.certificate.imports.clone();
        let content = Content::SharpTable(table);
        Certificate { imports, content }.encode().unwrap()
    }
}

/// A move, and the man that it captures.
type Option_ = ((u8, u8), Outcome);

enum Outcome {
    Won(bool),
    Own(Vec<u8>),
    Import(Vec<u8>),
}

/// Solves `Kk` or `KXk` on a board.
pub fn solve(files: i32, ranks: i32, signature: &str) -> Solved {
    let smaller = (signature != "Kk").then(|| solve(files, ranks, "Kk"));
    let letters: Vec<char> = signature.chars().collect();
    let squares = (files * ranks) as u8;
    let all: Vec<Vec<u8>> = if letters.len() == 2 {
        (0..squares).flat_map(|a| (0..squares).map(move |b| vec![a, b])).collect()
    } else {
        let two = move |a| (0..squares).flat_map(move |b| (0..squares).map(move |c| vec![a, b, c]));
        (0..squares).flat_map(two).collect()
    };
    let all: Vec<Vec<u8>> = all.into_iter().filter(|p| p.iter().collect::<BTreeSet<_>>().len() == p.len()).collect();
    let options: BTreeMap<Vec<u8>, [Vec<Option_>; 2]> = all
        .iter()
        .map(|p| {
            let list = |white| options(files, ranks, &letters, p, white);
            (p.clone(), [list(true), list(false)])
        })
        .collect();
    let known = |p: &Vec<u8>| smaller.as_ref().unwrap().known[p].clone();

    // Values: from the middle, in place, until nothing moves.
    let to_f64 = |x: &BigRational| {
        let scaled = x * BigRational::from_integer(BigInt::one() << 60);
        scaled.to_integer().to_string().parse::<f64>().unwrap() / (1u64 << 60) as f64
    };
    let mut x: BTreeMap<Vec<u8>, f64> = all.iter().map(|p| (p.clone(), 0.5)).collect();
    for _ in 0..20_000 {
        let mut change: f64 = 0.0;
        for p in &all {
            let value = |o: &Option_| match &o.1 {
                Outcome::Won(white) => f64::from(u8::from(*white)),
                Outcome::Own(q) => x[q],
                Outcome::Import(q) => to_f64(&known(q).x),
            };
            let [white, black] = &options[p];
            let max = white.iter().map(value).fold(0.0, f64::max);
            let min = black.iter().map(value).fold(1.0, f64::min);
            let new = (max + min) / 2.0;
            change = change.max((new - x[p]).abs());
            x.insert(p.clone(), new);
        }
        if change < 1e-16 {
            break;
        }
    }
    let exact: BTreeMap<Vec<u8>, BigRational> = x.iter().map(|(p, &x)| (p.clone(), simplest(x, 1e-11))).collect();
    let value = |o: &Option_| match &o.1 {
        Outcome::Won(white) => BigRational::from_integer(u8::from(*white).into()),
        Outcome::Own(q) => exact[q].clone(),
        Outcome::Import(q) => known(q).x,
    };
    let two = BigRational::from_integer(2.into());
    for p in &all {
        let [white, black] = &options[p];
        let max = white.iter().map(value).max().unwrap();
        let min = black.iter().map(value).min().unwrap();
        assert_eq!(&exact[p] * &two, max + min, "the guess fails at {p:?}");
    }

    // Labels: level by level, as they are defined. 0 stands for infinite, as in the file.
    let labels = |white: bool| {
        let mut label: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for n in 1.. {
            let finite = |o: &Option_| match &o.1 {
                Outcome::Won(_) => true,
                Outcome::Own(q) => label.contains_key(q),
                Outcome::Import(q) => {
                    let known = known(q);
                    let t = if white { known.white_label } else { known.black_label };
                    t != 0 && t < n
                }
            };
            let next: Vec<Vec<u8>> = all
                .iter()
                .filter(|p| !label.contains_key(*p))
                .filter(|p| {
                    let [w, b] = &options[*p];
                    let (own, other) = if white { (w, b) } else { (b, w) };
                    let best =
                        if white { own.iter().map(value).max().unwrap() } else { own.iter().map(value).min().unwrap() };
                    own.iter().any(|o| value(o) == best && finite(o)) || other.iter().all(finite)
                })
                .cloned()
                .collect();
            if next.is_empty() && n > 100 {
                break;
            }
            label.extend(next.into_iter().map(|p| (p, n)));
        }
        label
    };
    let (white_labels, black_labels) = (labels(true), labels(false));
    let known_here: BTreeMap<Vec<u8>, Known> = all
        .iter()
        .map(|p| {
            let label = |labels: &BTreeMap<Vec<u8>, u32>| labels.get(p).copied().unwrap_or(0);
            let (white_label, black_label) = (label(&white_labels), label(&black_labels));
            (p.clone(), Known { x: exact[p].clone(), white_label, black_label })
        })
        .collect();

    let label_after = |o: &Option_, white: bool| {
        let known = match &o.1 {
            Outcome::Won(_) => return 0,
            Outcome::Own(q) => known_here[q].clone(),
            Outcome::Import(q) => known(q),
        };
        let t = if white { known.white_label } else { known.black_label };
        if t == 0 { u32::MAX } else { t }
    };
    let least: Vec<&Vec<u8>> = all.iter().filter(|p| images(files, ranks, p).iter().all(|q| *p <= q)).collect();
    let values: BTreeSet<BigRational> = least.iter().map(|p| exact[*p].clone()).collect();
    let values: Vec<BigRational> = values.into_iter().collect();
    let split: Vec<(BigUint, u32)> = values.iter().map(|v| odd_and_power(v)).collect();
    let odd_parts: BTreeSet<BigUint> = split.iter().map(|(odd, _)| odd.clone()).collect();
    let odd_parts: Vec<BigUint> = odd_parts.into_iter().collect();
    let records = least
        .iter()
        .map(|p| {
            let [white, black] = &options[*p];
            let max = white.iter().map(value).max().unwrap();
            let min = black.iter().map(value).min().unwrap();
            let first = |options: &Vec<Option_>, best: BigRational, is_white: bool| {
                let greedy = options.iter().filter(|o| value(o) == best);
                let (_, (from, to)) = greedy.map(|o| (label_after(o, is_white), o.0)).min().unwrap();
                StatedMove { from, to, promotion: None }
            };
            Record {
                value: values.iter().position(|v| *v == exact[*p]).unwrap() as u32,
                white_move: first(white, max, true),
                black_move: first(black, min, false),
                white_label: known_here[*p].white_label,
                black_label: known_here[*p].black_label,
            }
        })
        .collect();
    let table = SharpTable {
        endgame: StatedEndgame {
            files: files as u8,
            ranks: ranks as u8,
            signature: signature.to_owned(),
            pawn_rule: PawnRule::NoPawns,
        },
        values: values
            .iter()
            .zip(&split)
            .map(|(v, (odd, power))| StatedValue {
                numerator: Natural(v.numer().to_biguint().unwrap()),
                odd_part: odd_parts.iter().position(|o| o == odd).unwrap() as u32,
                power_of_two: *power,
            })
            .collect(),
        odd_parts: odd_parts.into_iter().map(Natural).collect(),
        records,
    };
    let imports = smaller.iter().map(|s| Digest::of(&s.bytes)).collect();
    let certificate = Certificate { imports, content: Content::SharpTable(table) };
    let bytes = certificate.encode().unwrap();
    Solved { certificate, bytes, known: known_here }
}

/// All moves of one colour, by looking at every square of the board for every man.
fn options(files: i32, ranks: i32, letters: &[char], p: &[u8], white: bool) -> Vec<Option_> {
    let mut options = Vec::new();
    for (man, &letter) in letters.iter().enumerate() {
        if letter.is_ascii_uppercase() != white {
            continue;
        }
        let from = p[man] as i32;
        for to in 0..files * ranks {
            let (df, dr) = (to % files - from % files, to / files - from / files);
            let (a, b) = (df.abs(), dr.abs());
            let reaches = match letter.to_ascii_uppercase() {
                'K' => a.max(b) == 1,
                'N' => a * b == 2,
                'R' => (a == 0) != (b == 0),
                'B' => a == b && a > 0,
                'Q' => (a == 0) != (b == 0) || (a == b && a > 0),
                _ => unreachable!(),
            };
            let blocked = letter.to_ascii_uppercase() != 'N'
                && (1..a.max(b)).any(|i| {
                    let between = from + i * df.signum() + i * dr.signum() * files;
                    p.contains(&(between as u8))
                });
            let met = p.iter().position(|&s| s as i32 == to);
            let own = met.is_some_and(|m| letters[m].is_ascii_uppercase() == white);
            if !reaches || blocked || own {
                continue;
            }
            let mut after = p.to_vec();
            after[man] = to as u8;
            let outcome = match met.map(|m| letters[m].to_ascii_uppercase()) {
                Some('K') => Outcome::Won(white),
                Some(_) => {
                    after.remove(met.unwrap());
                    Outcome::Import(after)
                }
                None => Outcome::Own(after),
            };
            options.push(((from as u8, to as u8), outcome));
        }
    }
    options
}

/// The images of a list of squares, by turning and mirroring coordinates.
fn images(files: i32, ranks: i32, p: &[u8]) -> Vec<Vec<u8>> {
    let mut images = Vec::new();
    for number in 0..8 {
        if number >= 4 && files != ranks {
            break;
        }
        let image = p.iter().map(|&s| {
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
        });
        images.push(image.collect());
    }
    images
}

/// The simplest fraction near a number.
fn simplest(x: f64, tolerance: f64) -> BigRational {
    let (mut h, mut k) = ((1i64, 0i64), (0i64, 1i64));
    let mut rest = x;
    loop {
        let whole = rest.floor() as i64;
        h = (whole * h.0 + h.1, h.0);
        k = (whole * k.0 + k.1, k.0);
        if (x - h.0 as f64 / k.0 as f64).abs() < tolerance {
            return BigRational::new(h.0.into(), k.0.into());
        }
        rest = 1.0 / (rest - whole as f64);
    }
}

fn odd_and_power(x: &BigRational) -> (BigUint, u32) {
    let denominator = x.denom().to_biguint().unwrap();
    let power = denominator.trailing_zeros().unwrap();
    (denominator >> power, power as u32)
}

/// Keeps unused imports quiet in test files that use only a part of this module.
pub fn zero() -> BigRational {
    BigRational::zero()
}
