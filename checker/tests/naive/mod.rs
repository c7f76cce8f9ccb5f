//! A naive solver for tiny boards, for tests alone: value iteration in fixed point, a guess of each fraction by continued
//! fractions, and exact verification of all equations. It shares nothing with the checker but the data types of the file:
//! it has its own squares, moves, symmetries and labels, and is as slow as it likes.

#![allow(dead_code, clippy::all, clippy::as_conversions, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use checker::certificate::{
    Certificate, Content, Digest, Natural, PawnRule, Record, SharpTable, StatedEndgame, StatedMove, StatedPromotion,
    StatedValue,
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
        let Content::SharpTable(table) = &self.certificate.content else {
            unreachable!("these tests read sharp tables")
        };
        table.clone()
    }

    /// The bytes of the same certificate with another table.
    pub fn with_table(&self, table: SharpTable) -> Vec<u8> {
        let imports = self.certificate.imports.clone();
        let content = Content::SharpTable(table);
        Certificate { imports, content }.encode().unwrap()
    }
}

/// A move, and what comes of it.
type Option_ = ((u8, u8, Option<StatedPromotion>), Outcome);

enum Outcome {
    Won(bool),
    Own(Vec<u8>),
    Import(String, Vec<u8>),
}

/// Endgames by their signatures.
pub type Family = BTreeMap<String, Solved>;

/// Solves an endgame without pawns.
pub fn solve(files: i32, ranks: i32, signature: &str) -> Solved {
    family(files, ranks, signature, false).remove(signature).unwrap()
}

/// Solves an endgame against the bare king, and all that it imports, and what these import, and so on.
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

/// The signatures of the imports: a white man captured, or a white pawn promoted.
pub fn imports(signature: &str) -> Vec<String> {
    let letters: Vec<char> = signature.chars().collect();
    let mut all = BTreeSet::new();
    for (place, &letter) in letters.iter().enumerate() {
        let becomes: &str = match letter {
            'K' | 'k' => continue,
            'P' => "QRBN",
            _ => "",
        };
        for new in becomes.chars().map(Some).chain([None]) {
            let mut men = letters.clone();
            men.remove(place);
            men.extend(new);
            men.sort_by_key(|&man| order(man));
            let orders: Vec<usize> = men.iter().map(|&man| order(man)).collect();
            all.insert((letters.len() - men.len(), orders, men.into_iter().collect::<String>()));
        }
    }
    all.into_iter().map(|(_, _, signature)| signature).collect()
}

/// All lists of squares that begin with these, each square of its own, and pawns on neither the first nor the last rank.
fn lists(files: i32, ranks: i32, letters: &[char], begin: &[u8]) -> Vec<Vec<u8>> {
    let Some(letter) = letters.get(begin.len()) else {
        return vec![begin.to_vec()];
    };
    let all = 0..(files * ranks) as u8;
    let may = |square: &u8| {
        let rank = *square as i32 / files;
        !begin.contains(square) && (*letter != 'P' || (rank > 0 && rank < ranks - 1))
    };
    all.filter(may).flat_map(|square| lists(files, ranks, letters, &[begin, &[square]].concat())).collect()
}

/// Values in fixed point: the number 1.
const ONE: u128 = 1 << 100;

/// Solves an endgame, given those that it imports.
fn solve_with(files: i32, ranks: i32, signature: &str, double: bool, family: &Family) -> Solved {
    let letters: Vec<char> = signature.chars().collect();
    let pawns = letters.contains(&'P');
    let all = lists(files, ranks, &letters, &[]);
    let options: BTreeMap<Vec<u8>, [Vec<Option_>; 2]> = all
        .iter()
        .map(|p| {
            let list = |white| options(files, ranks, &letters, p, white, double);
            (p.clone(), [list(true), list(false)])
        })
        .collect();
    let known = |signature: &String, p: &Vec<u8>| family[signature].known[p].clone();

    // Values: from the middle, in place, until nothing moves.
    let fixed = |x: &BigRational| u128::try_from((x * BigRational::from_integer(ONE.into())).to_integer()).unwrap();
    let number: BTreeMap<&Vec<u8>, usize> = all.iter().zip(0..).collect();
    let numbered = |o: &Option_| match &o.1 {
        Outcome::Won(white) => Err(if *white { ONE } else { 0 }),
        Outcome::Own(q) => Ok(number[q]),
        Outcome::Import(signature, q) => Err(fixed(&known(signature, q).x)),
    };
    let steps: Vec<[Vec<Result<usize, u128>>; 2]> =
        all.iter().map(|p| [0, 1].map(|colour| options[p][colour].iter().map(numbered).collect())).collect();
    let mut x = vec![ONE / 2; all.len()];
    for _ in 0..20_000 {
        let mut moved = false;
        for (p, [white, black]) in steps.iter().enumerate() {
            let value = |o: &Result<usize, u128>| o.map_or_else(|known| known, |q| x[q]);
            let new = (white.iter().map(value).max().unwrap() + black.iter().map(value).min().unwrap()) / 2;
            moved |= new != x[p];
            x[p] = new;
        }
        if !moved {
            break;
        }
    }
    let exact: BTreeMap<Vec<u8>, BigRational> = all.iter().zip(&x).map(|(p, &x)| (p.clone(), simplest(x))).collect();
    let value = |o: &Option_| match &o.1 {
        Outcome::Won(white) => BigRational::from_integer(u8::from(*white).into()),
        Outcome::Own(q) => exact[q].clone(),
        Outcome::Import(signature, q) => known(signature, q).x,
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
                Outcome::Import(signature, q) => {
                    let known = known(signature, q);
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
            Outcome::Import(signature, q) => known(signature, q),
        };
        let t = if white { known.white_label } else { known.black_label };
        if t == 0 { u32::MAX } else { t }
    };
    let least = |p: &&Vec<u8>| images(files, ranks, &letters, p).iter().all(|q| *p <= q);
    let least: Vec<&Vec<u8>> = all.iter().filter(least).collect();
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
                let (_, (from, to, promotion)) = greedy.map(|o| (label_after(o, is_white), o.0)).min().unwrap();
                StatedMove { from, to, promotion }
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
            pawn_rule: match (pawns, double) {
                (false, _) => PawnRule::NoPawns,
                (true, false) => PawnRule::SingleStep,
                (true, true) => PawnRule::DoubleStep,
            },
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
    let imports = imports(signature).iter().map(|import| Digest::of(&family[import].bytes)).collect();
    let certificate = Certificate { imports, content: Content::SharpTable(table) };
    let bytes = certificate.encode().unwrap();
    Solved { certificate, bytes, known: known_here }
}

/// All moves of one colour, by looking at every square of the board for every man.
fn options(files: i32, ranks: i32, letters: &[char], p: &[u8], white: bool, double: bool) -> Vec<Option_> {
    let mut options = Vec::new();
    for (man, &letter) in letters.iter().enumerate() {
        if letter.is_ascii_uppercase() != white {
            continue;
        }
        let from = p[man] as i32;
        for to in 0..files * ranks {
            let (df, dr) = (to % files - from % files, to / files - from / files);
            let (a, b) = (df.abs(), dr.abs());
            let met = p.iter().position(|&s| s as i32 == to);
            let reaches = match letter.to_ascii_uppercase() {
                'K' => a.max(b) == 1,
                'N' => a * b == 2,
                'R' => (a == 0) != (b == 0),
                'B' => a == b && a > 0,
                'Q' => (a == 0) != (b == 0) || (a == b && a > 0),
                'P' if a == 1 => dr == 1 && met.is_some(),
                'P' => a == 0 && met.is_none() && (dr == 1 || (double && dr == 2 && from / files == 1)),
                _ => unreachable!(),
            };
            let blocked = letter.to_ascii_uppercase() != 'N'
                && (1..a.max(b)).any(|i| {
                    let between = from + i * df.signum() + i * dr.signum() * files;
                    p.contains(&(between as u8))
                });
            let own = met.is_some_and(|m| letters[m].is_ascii_uppercase() == white);
            if !reaches || blocked || own {
                continue;
            }
            let (from, to) = (from as u8, to as u8);
            let promotes = letter == 'P' && i32::from(to) / files == ranks - 1;
            let every = [
                (StatedPromotion::Queen, 'Q'),
                (StatedPromotion::Rook, 'R'),
                (StatedPromotion::Bishop, 'B'),
                (StatedPromotion::Knight, 'N'),
            ];
            let becomes: Vec<_> =
                if promotes { every.map(|(p, l)| (Some(p), l)).to_vec() } else { vec![(None, letter)] };
            for (promotion, becomes) in becomes {
                let mut men: Vec<(char, u8)> = letters.iter().copied().zip(p.iter().copied()).collect();
                men[man] = (becomes, to);
                let outcome = match met.map(|m| letters[m].to_ascii_uppercase()) {
                    Some('K') => Outcome::Won(white),
                    met_man => {
                        if met_man.is_some() {
                            men.remove(met.unwrap());
                        }
                        men.sort_by_key(|&(letter, _)| order(letter));
                        let (after, squares): (String, Vec<u8>) = men.into_iter().unzip();
                        match after.chars().eq(letters.iter().copied()) {
                            true => Outcome::Own(squares),
                            false => Outcome::Import(after, squares),
                        }
                    }
                };
                options.push(((from, to, promotion), outcome));
            }
        }
    }
    options
}

/// The images of a list of squares, by turning and mirroring coordinates, with the squares of equal men increasing.
fn images(files: i32, ranks: i32, letters: &[char], p: &[u8]) -> Vec<Vec<u8>> {
    let mut images = Vec::new();
    for number in 0..8 {
        if (number >= 4 && files != ranks) || (number >= 2 && letters.contains(&'P')) {
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
        let mut men: Vec<(usize, u8)> = letters.iter().map(|&letter| order(letter)).zip(image).collect();
        men.sort();
        images.push(men.into_iter().map(|(_, square)| square).collect());
    }
    images
}

/// The simplest fraction near a number in fixed point.
fn simplest(x: u128) -> BigRational {
    let (one, tolerance) = (BigInt::from(ONE), BigInt::from(ONE >> 80));
    let (mut h, mut k) = ((BigInt::one(), BigInt::zero()), (BigInt::zero(), BigInt::one()));
    let x = BigInt::from(x);
    let (mut above, mut below) = (x.clone(), one.clone());
    loop {
        let whole = &above / &below;
        h = (&whole * &h.0 + &h.1, h.0);
        k = (&whole * &k.0 + &k.1, k.0);
        // |x / one - h / k| < tolerance / one
        if (&x * &k.0 - &h.0 * &one).magnitude() < (&tolerance * &k.0).magnitude() {
            return BigRational::new(h.0, k.0);
        }
        (above, below) = (below.clone(), above - whole * below);
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
