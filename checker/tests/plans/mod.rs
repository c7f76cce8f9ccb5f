//! A naive search for a plan, for tests alone: all moves by looking at every pair of squares, bounds by repeating one formula
//! until nothing changes. It shares nothing with the checker but the data types of the file.

#![allow(dead_code, clippy::all, clippy::as_conversions, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, VecDeque};

use checker::certificate::{Bound, Member, Natural, PawnRule, StatedMove, StatedPiece, StatedPromotion, StatedSide};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::naive::Family;

/// A position as the format writes it: pieces (man, square) in order, and the passed square.
pub type Pos = (Vec<(u8, u8)>, Option<u8>);

/// A move, none for a pass; and what comes of it, none where it captures a king.
pub type Option_ = (Option<StatedMove>, Option<Pos>);

/// Two numbers that are known of a position, by its signature and list.
pub type LookUp<'a> = dyn Fn(&str, &[u8]) -> Option<(BigRational, BigRational)> + 'a;

const LETTERS: &str = "KQRBNPkqrbnp";

pub struct Game {
    files: i32,
    ranks: i32,
    double: bool,
}

impl Game {
    pub fn new(files: i32, ranks: i32, double: bool) -> Self {
        Self { files, ranks, double }
    }

    /// Reads a FEN of empty runs below 10.
    pub fn read(&self, fen: &str) -> Pos {
        let (field, passed) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut pieces = Vec::new();
        for (row, text) in field.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as i32,
                    None => {
                        let square = (self.ranks - 1 - row as i32) * self.files + file;
                        pieces.push((LETTERS.find(letter).unwrap() as u8, square as u8));
                        file += 1;
                    }
                }
            }
            assert_eq!(file, self.files);
        }
        pieces.sort();
        let passed = passed.as_bytes();
        let square = |text: &[u8]| (text[0] - b'a') + (text[1] - b'1') * self.files as u8;
        (pieces, (!passed.is_empty()).then(|| square(passed)))
    }

    /// All options of a player; a pass where there is no move.
    pub fn options(&self, (pieces, passed): &Pos, white: bool) -> Vec<Option_> {
        let files = self.files;
        let on = |square: i32| pieces.iter().find(|p| p.1 as i32 == square).map(|p| p.0);
        let is_white = |man: u8| man < 6;
        let mut all = Vec::new();
        for &(man, from) in pieces.iter().filter(|p| is_white(p.0) == white) {
            let from = from as i32;
            for to in 0..files * self.ranks {
                let (df, dr) = (to % files - from % files, to / files - from / files);
                let (a, b) = (df.abs(), dr.abs());
                let ahead = if white { dr } else { -dr };
                let row = if white { from / files } else { self.ranks - 1 - from / files };
                // Beside the square left, where a pawn may have passed the square reached.
                let beside = from + df;
                let en_passant = man % 6 == 5
                    && a == 1
                    && ahead == 1
                    && *passed == Some(to as u8)
                    && on(beside) == Some(if white { 11 } else { 5 });
                let reaches = match man % 6 {
                    0 => a.max(b) == 1,
                    1 => (a == 0) != (b == 0) || (a == b && a > 0),
                    2 => (a == 0) != (b == 0),
                    3 => a == b && a > 0,
                    4 => a * b == 2,
                    _ if a == 1 => ahead == 1 && (on(to).is_some() || en_passant),
                    _ => a == 0 && on(to).is_none() && (ahead == 1 || (self.double && ahead == 2 && row == 1)),
                };
                let steps = a.max(b);
                let blocked =
                    man % 6 != 4 && (1..steps).any(|i| on(from + i * df.signum() + i * dr.signum() * files).is_some());
                if !reaches || blocked || on(to).is_some_and(|met| is_white(met) == white) {
                    continue;
                }
                let won = on(to).is_some_and(|met| met % 6 == 0);
                let twice = man % 6 == 5 && b == 2;
                let last = if white { self.ranks - 1 } else { 0 };
                let promotions: Vec<Option<(StatedPromotion, u8)>> = match man % 6 == 5 && to / files == last {
                    false => vec![None],
                    true => vec![
                        Some((StatedPromotion::Queen, 1)),
                        Some((StatedPromotion::Rook, 2)),
                        Some((StatedPromotion::Bishop, 3)),
                        Some((StatedPromotion::Knight, 4)),
                    ],
                };
                for promotion in promotions {
                    let mut after: Vec<(u8, u8)> = pieces.clone();
                    after.retain(|p| p.1 as i32 != to && !(en_passant && p.1 as i32 == beside));
                    let mover = after.iter_mut().find(|p| p.1 as i32 == from).unwrap();
                    mover.1 = to as u8;
                    if let Some((_, role)) = promotion {
                        mover.0 = role + if white { 0 } else { 6 };
                    }
                    after.sort();
                    // An enemy pawn on the same rank, one file away.
                    let rival = if white { 11 } else { 5 };
                    let attacked = after.iter().any(|&(man, square)| {
                        let square = square as i32;
                        man == rival && square / files == to / files && (square % files - to % files).abs() == 1
                    });
                    let right = (twice && attacked && promotion.is_none()).then_some(((from + to) / 2) as u8);
                    let promotion = promotion.map(|(promotion, _)| promotion);
                    let mv = StatedMove { from: from as u8, to: to as u8, promotion };
                    all.push((Some(mv), (!won).then_some((after, right))));
                }
            }
        }
        if all.is_empty() {
            all.push((None, Some((pieces.clone(), None))));
        }
        all
    }

    pub fn squares(&self) -> i32 {
        self.files * self.ranks
    }

    /// Whether a pawn may have just passed a square, by looking at the game: there is a placement from which a double step over that
    /// square leads to these pieces with that right.
    pub fn may_be_passed(&self, pieces: &[(u8, u8)], square: u8) -> bool {
        let file = self.files as u8;
        [
            (5, square.checked_sub(file), square + file, true),
            (11, Some(square + file), square.wrapping_sub(file), false),
        ]
        .into_iter()
        .any(|(man, from, to, white)| {
            let Some(from) = from.filter(|from| (*from as i32) < self.squares()) else { return false };
            if !pieces.contains(&(man, to)) || pieces.iter().any(|p| p.1 == from || p.1 == square) {
                return false;
            }
            let mut before = pieces.to_vec();
            before.iter_mut().find(|p| p.1 == to).unwrap().1 = from;
            before.sort();
            let after = Some((pieces.to_vec(), Some(square)));
            self.options(&(before, None), white).iter().any(|(_, to)| *to == after)
        })
    }

    /// The lower and the upper value of a position of a solved endgame, with the colours exchanged if need be.
    pub fn known(&self, pos: &Pos, family: &Family) -> Option<(BigRational, BigRational)> {
        self.known_by(pos, &|signature, list| {
            let known = &family.get(signature)?.known[list];
            Some((known.x.clone(), known.y.clone()))
        })
    }

    /// Two numbers that are known of a position by its signature and list, with the colours exchanged if need be: then each becomes
    /// one less the other.
    pub fn known_by(&self, pos: &Pos, look_up: &LookUp) -> Option<(BigRational, BigRational)> {
        let name = |(pieces, _): &Pos| -> String {
            pieces.iter().map(|p| LETTERS.chars().nth(p.0 as usize).unwrap()).collect()
        };
        let list = |(pieces, passed): &Pos| -> Vec<u8> { pieces.iter().map(|p| p.1).chain(*passed).collect() };
        if let Some(known) = look_up(&name(pos), &list(pos)) {
            return Some(known);
        }
        let flipped = self.flip(pos);
        let (x, y) = look_up(&name(&flipped), &list(&flipped))?;
        Some((BigRational::one() - y, BigRational::one() - x))
    }

    /// A position of an endgame, from its list of squares and, if there is one, the passed square.
    pub fn listed(&self, signature: &str, list: &[u8]) -> Pos {
        let men = signature.chars().map(|letter| LETTERS.find(letter).unwrap() as u8);
        let mut pieces: Vec<(u8, u8)> = men.zip(list.iter().copied()).collect();
        pieces.sort();
        (pieces, list.get(signature.len()).copied())
    }

    fn flip_square(&self, square: u8) -> u8 {
        let files = self.files as u8;
        (self.ranks as u8 - 1 - square / files) * files + square % files
    }

    pub fn flip(&self, (pieces, passed): &Pos) -> Pos {
        let mut pieces: Vec<(u8, u8)> = pieces.iter().map(|p| ((p.0 + 6) % 12, self.flip_square(p.1))).collect();
        pieces.sort();
        (pieces, passed.map(|square| self.flip_square(square)))
    }

    /// The same statement with the colours exchanged.
    pub fn flipped_bound(&self, bound: &Bound) -> Bound {
        let root = position(&bound.members[bound.root as usize]);
        let mut members: Vec<Member> = bound.members.iter().map(|member| self.flipped_member(member)).collect();
        members.sort_by_key(position);
        let root = members.iter().position(|member| position(member) == self.flip(&root)).unwrap() as u32;
        let side = match bound.side {
            StatedSide::AlphaUpper => StatedSide::BetaLower,
            StatedSide::BetaLower => StatedSide::AlphaUpper,
        };
        Bound { side, root, members, ..bound.clone() }
    }

    fn flipped_member(&self, member: &Member) -> Member {
        let turn = |mv: StatedMove| StatedMove { from: self.flip_square(mv.from), to: self.flip_square(mv.to), ..mv };
        Member {
            numerator: Natural(&member.denominator.0 - &member.numerator.0),
            reply: member.reply.map(turn),
            ..stated(self.flip(&position(member)), &BigRational::zero(), None)
        }
        .with_denominator(member)
    }
}

trait WithDenominator {
    fn with_denominator(self, other: &Member) -> Self;
}

impl WithDenominator for Member {
    fn with_denominator(mut self, other: &Member) -> Self {
        self.denominator = other.denominator.clone();
        self
    }
}

/// The position of a member.
pub fn position(member: &Member) -> Pos {
    (member.pieces.iter().map(|p| (p.man, p.square)).collect(), member.passed)
}

/// A member.
pub fn stated((pieces, passed): Pos, bound: &BigRational, reply: Option<StatedMove>) -> Member {
    Member {
        pieces: pieces.into_iter().map(|(man, square)| StatedPiece { man, square }).collect(),
        passed,
        numerator: Natural(bound.numer().to_biguint().unwrap()),
        denominator: Natural(bound.denom().to_biguint().unwrap()),
        reply,
    }
}

/// A plan for Black that starts from a position, with bounds in units of `2^-bits`. The search sees the first `most` positions that
/// moves lead to; `known` tells what is known of others. No member can be left out.
pub fn plan(game: &Game, root: &str, bits: u32, most: usize, known: &dyn Fn(&Pos) -> Option<BigRational>) -> Bound {
    let root = game.read(root);
    let mut queue = VecDeque::from([root.clone()]);
    let mut options: BTreeMap<Pos, [Vec<Option_>; 2]> = BTreeMap::new();
    while let Some(pos) = queue.pop_front() {
        if options.len() >= most || options.contains_key(&pos) {
            continue;
        }
        let both = [true, false].map(|white| game.options(&pos, white));
        for (_, to) in both.iter().flatten() {
            queue.extend(to.clone().filter(|to| known(to).is_none()));
        }
        options.insert(pos, both);
    }
    let unit = BigRational::from_integer(BigInt::one() << bits);
    let up = |x: BigRational| (x * &unit).ceil() / &unit;
    let half = |x: BigRational| x / BigRational::from_integer(2.into());
    let fixed: BTreeMap<Pos, BigRational> = options
        .values()
        .flatten()
        .flatten()
        .filter_map(|(_, to)| to.clone())
        .filter(|to| !options.contains_key(to))
        .map(|to| (to.clone(), known(&to).unwrap_or(BigRational::one())))
        .collect();
    // From 0 upwards: u becomes F(u), rounded up, until it stays.
    let mut u: BTreeMap<Pos, BigRational> = options.keys().map(|pos| (pos.clone(), BigRational::zero())).collect();
    let bound = |u: &BTreeMap<Pos, BigRational>, to: &Option<Pos>, white: bool| match to {
        None => BigRational::from_integer(u8::from(white).into()),
        Some(to) => u.get(to).unwrap_or_else(|| &fixed[to]).clone(),
    };
    loop {
        let mut changed = false;
        for (pos, [white, black]) in &options {
            let max = white.iter().map(|o| bound(&u, &o.1, true)).max().unwrap();
            let min = black.iter().map(|o| bound(&u, &o.1, false)).min().unwrap();
            let new = up(half(max + min));
            if new > u[pos] {
                u.insert(pos.clone(), new);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    // What is needed: the replies, and the white options that must not count as 1.
    let mut members: BTreeMap<Pos, Member> = BTreeMap::new();
    let mut left = vec![root.clone()];
    while let Some(pos) = left.pop() {
        if members.contains_key(&pos) {
            continue;
        }
        let [white, black] = &options[&pos];
        let reply = black.iter().min_by_key(|o| bound(&u, &o.1, false)).unwrap();
        let worth = bound(&u, &reply.1, false);
        let double = &u[&pos] + &u[&pos];
        if &double - &worth < BigRational::one() {
            left.extend(white.iter().filter_map(|o| o.1.clone()).filter(|to| options.contains_key(to)));
        }
        if worth < BigRational::one() {
            left.extend(reply.1.clone().filter(|to| options.contains_key(to)));
        }
        members.insert(pos.clone(), stated(pos.clone(), &u[&pos], reply.0));
    }
    let has_pawns = members.keys().any(|pos| pos.0.iter().any(|p| p.0 % 6 == 5));
    Bound {
        files: game.files as u8,
        ranks: game.ranks as u8,
        pawn_rule: match (has_pawns, game.double) {
            (false, _) => PawnRule::NoPawns,
            (true, false) => PawnRule::SingleStep,
            (true, true) => PawnRule::DoubleStep,
        },
        side: StatedSide::AlphaUpper,
        root: members.keys().position(|pos| *pos == root).unwrap() as u32,
        members: members.into_values().collect(),
    }
}
