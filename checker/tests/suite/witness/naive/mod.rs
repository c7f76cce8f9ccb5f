//! A second checker of format 3, for tests alone: written from the chapters "The theorem" and "The format", plain and slow.
//!
//! It shares no code with the library: it has its own SHA-256, its own reader of bytes, rules of chess by coordinates, places by
//! carrying every placement to the least squares of its kings, games as `serde_json::Value`. All numbers are fractions, units too. Each condition is
//! written for White alone, and Black's is that of the mirror image.

#![allow(dead_code, unused_imports, clippy::as_conversions, clippy::type_complexity, clippy::needless_range_loop)]

pub mod bytes;
pub mod chess;
pub mod game;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use bytes::{About, Bytes, Written, sha256};
use chess::{Board, Dest, LETTERS, Pos, World};

/// How a check ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Verified(Box<Verified>),
    Rejected(String),
    Declined(String),
}

impl Verdict {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Verified(_) => "verified",
            Self::Rejected(_) => "rejected",
            Self::Declined(_) => "declined",
        }
    }
}

/// What is verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    pub written: Written,
    pub places: Vec<Place>,
    /// The positions of an endgame or of a list, in order.
    pub positions: Vec<Pos>,
    /// The labels of settled places, by number.
    pub settled: BTreeMap<usize, u64>,
}

impl Verified {
    /// Whether a place is known to be sharp.
    fn is_sharp(&self, number: usize) -> bool {
        sharp(&self.places, &self.settled, number).is_some()
    }
}

/// The label of a place of the certificate that is known to be sharp.
fn sharp(places: &[Place], settled: &BTreeMap<usize, u64>, number: usize) -> Option<u64> {
    let [l, _, _, v] = &places[number].bounds;
    if l == v { Some(0) } else { settled.get(&number).copied() }
}

/// What is known of a place: `l`, `u`, `l′`, `u′` and both labels; none for infinite.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub bounds: [BigRational; 4],
    pub labels: [Option<u64>; 2],
}

/// An option: White's or not, its weight, its name, where it leads. Options with the same `key` lead to the same place; if that is known to be sharp, it
/// has a label.
#[derive(Clone, Debug)]
struct Step {
    white: bool,
    weight: BigRational,
    name: u64,
    to: Place,
    key: String,
    sharp: Option<u64>,
}

impl Step {
    fn low(&self) -> &BigRational {
        &self.to.bounds[0]
    }

    fn high(&self) -> &BigRational {
        &self.to.bounds[3]
    }

    /// The label, greater than all others where the place is not known to be sharp.
    fn label(&self) -> u64 {
        self.sharp.unwrap_or(u64::MAX)
    }
}

/// A position: whose turn (`b`, `l`, `r`, `c`), what is stated of it, its options.
#[derive(Clone, Debug)]
struct Node {
    turn: char,
    place: Place,
    steps: Vec<Step>,
}

pub fn fraction(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// `1 − x`, which is in lowest terms if `x` is.
pub fn one_less(x: &BigRational) -> BigRational {
    BigRational::new_raw(x.denom() - x.numer(), x.denom().clone())
}

impl Place {
    pub fn exact(value: BigRational) -> Self {
        Self { bounds: [value.clone(), value.clone(), value.clone(), value], labels: [Some(0); 2] }
    }

    /// With the colours exchanged.
    pub fn mirrored(&self) -> Self {
        let [l, u, m, v] = self.bounds.each_ref().map(one_less);
        Self { bounds: [v, m, u, l], labels: [self.labels[1], self.labels[0]] }
    }

    fn unlabelled(mut self) -> Self {
        self.labels = [Some(0); 2];
        self
    }
}

/// Whether a label is less than another.
fn less(a: Option<u64>, b: Option<u64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a < b,
        (a, None) => a.is_some(),
        (None, _) => false,
    }
}

impl Node {
    fn mirrored(&self) -> Self {
        let turn = match self.turn {
            'l' => 'r',
            'r' => 'l',
            other => other,
        };
        let step = |step: &Step| Step { white: !step.white, to: step.to.mirrored(), ..step.clone() };
        Self { turn, place: self.place.mirrored(), steps: self.steps.iter().map(step).collect() }
    }

    fn of(&self, white: bool) -> Vec<&Step> {
        self.steps.iter().filter(|step| step.white == white).collect()
    }

    /// `F` of the bound of that number.
    fn mean(&self, bound: usize) -> BigRational {
        let numbers =
            |white| self.steps.iter().filter(move |step| step.white == white).map(|step| &step.to.bounds[bound]);
        match self.turn {
            'b' => (numbers(true).max().unwrap() + numbers(false).min().unwrap()) / BigInt::from(2),
            'l' => numbers(true).max().unwrap().clone(),
            'r' => numbers(false).min().unwrap().clone(),
            _ => self.steps.iter().map(|step| &step.weight * &step.to.bounds[bound]).sum(),
        }
    }

    /// White's greedy options.
    fn greedy(&self) -> Vec<&Step> {
        let best = self.of(true).iter().map(|step| &step.to.bounds[0]).max();
        self.of(true).into_iter().filter(|step| Some(&step.to.bounds[0]) == best).collect()
    }

    /// `u(P) ≥ F(u)(P)`.
    fn holds(&self) -> bool {
        self.place.bounds[1] >= self.mean(1)
    }

    /// `l(P) < F(l)(P)`; or they are equal, and `l(P)` is not above what an endless play is worth, or not all that counts is equal to it, or there is
    /// evidence.
    fn forces(&self, endless: &BigRational) -> bool {
        let (l, mean) = (&self.place.bounds[0], self.mean(0));
        let smaller = |step: &&Step| less(step.to.labels[0], self.place.labels[0]);
        let same = |step: &&Step| step.to.bounds[0] == *l;
        let best = self.greedy().iter().all(same);
        let worst = self.of(false).iter().map(|step| &step.to.bounds[0]).min() == Some(l);
        let (quiet, evidence) = match self.turn {
            'b' => (
                best && worst,
                self.greedy().iter().any(smaller) || self.of(false).into_iter().filter(same).all(|step| smaller(&step)),
            ),
            'l' => (best, self.greedy().iter().any(smaller)),
            'r' => (worst, self.of(false).into_iter().filter(same).all(|step| smaller(&step))),
            _ => (self.steps.iter().all(|step| same(&step)), self.steps.iter().any(|step| smaller(&step))),
        };
        *l < mean || (*l == mean && (l <= endless || !quiet || evidence))
    }

    /// `T(P) = 1 + min(least T of a greedy white option, greatest T of a black option)`; 0 where the value is not above what an endless play is worth, if that
    /// is given, and where it is 0 and nobody bids.
    fn label_is_right(&self, never: Option<&BigRational>) -> bool {
        let infinite = u64::MAX;
        let label = |step: &&Step| step.to.labels[0].unwrap_or(infinite);
        let greedy = || self.greedy().iter().map(label).min().unwrap();
        let all = || self.of(false).iter().map(label).max().unwrap();
        let least = match self.turn {
            'b' => greedy().min(all()),
            'l' => greedy(),
            'r' => all(),
            _ => self.steps.iter().map(|step| label(&step)).min().unwrap(),
        };
        let rests = match never {
            Some(endless) => self.place.bounds[0] <= *endless,
            None => self.turn != 'b' && self.place.bounds[0].is_zero(),
        };
        if rests {
            return self.place.labels[0] == Some(0);
        }
        self.place.labels[0] == (least < infinite).then_some(least + u64::from(least < infinite))
    }

    /// The options of a player, or of chance, if they count; each place once.
    fn counting(&self, white: bool) -> Vec<&Step> {
        let turns = if white { "blc" } else { "br" };
        let steps = self.steps.iter().filter(|step| turns.contains(self.turn) && step.white == white);
        steps.map(|step| (&step.key, step)).collect::<BTreeMap<_, _>>().into_values().collect()
    }

    /// Whether an option of White, or of chance, leads to where nothing is known, and may be what counts.
    fn leaves(&self) -> bool {
        let white = self.counting(true);
        let best = white.iter().map(|w| w.low()).max();
        white.iter().any(|w| w.sharp.is_none() && (self.turn == 'c' || Some(w.high()) >= best))
    }

    /// The greatest of all that the place is worth at least, and the least of all that it is worth at most.
    fn between(&self) -> (BigRational, BigRational) {
        let (white, black) = (self.counting(true), self.counting(false));
        let [l, _, _, v] = &self.place.bounds;
        let (mut low, mut high) = (vec![l], vec![v]);
        if self.turn == 'c' {
            low.extend(white.iter().map(|step| step.low()));
            high.extend(white.iter().map(|step| step.high()));
        } else {
            low.extend(white.iter().map(|step| step.low()).max());
            high.extend(white.iter().map(|step| step.high()).max());
            low.extend(black.iter().map(|step| step.low()).min());
            high.extend(black.iter().map(|step| step.high()).min());
        }
        (low.into_iter().max().unwrap().clone(), high.into_iter().min().unwrap().clone())
    }

    /// The least label of White's evidence, or of chance's, that a settled place is sharp.
    fn sharp_evidence(&self) -> u64 {
        let (white, (low, _)) = (self.counting(true), self.between());
        if white.is_empty() || self.turn == 'c' {
            return white.iter().map(|step| step.label()).min().unwrap_or(u64::MAX);
        }
        let every = white.iter().filter(|w| *w.high() > low).map(|w| w.label()).max().unwrap_or(0);
        let is_best = |w: &&&Step| white.iter().all(|other| other.key == w.key || w.low() >= other.high());
        white.iter().filter(is_best).map(|w| w.label()).fold(every, u64::min)
    }

    /// Of the greedy options of least label the one with the least number.
    fn move_is_right(&self, stated: u64) -> bool {
        let label = |step: &Step| step.to.labels[0].unwrap_or(u64::MAX);
        self.greedy().iter().map(|step| (label(step), step.name)).min().unwrap().1 == stated
    }
}

/// What a checker is given beside the certificate.
pub struct Given<'a> {
    /// Files by digest.
    pub files: &'a BTreeMap<[u8; 32], Vec<u8>>,
    /// The game in a file.
    pub game: Option<&'a [u8]>,
}

/// Certificates that are verified, by digest.
pub type Known = BTreeMap<[u8; 32], Arc<Verified>>;

/// Checks a certificate.
pub fn check(file: &[u8], given: &Given) -> Verdict {
    check_after(file, given, &mut Known::new())
}

/// Checks a certificate; what is verified already need not be verified again.
pub fn check_after(file: &[u8], given: &Given, known: &mut Known) -> Verdict {
    match verify(file, given, known) {
        Ok(verified) => Verdict::Verified(Box::new(verified)),
        Err(verdict) => verdict,
    }
}

fn rejected<T>(why: impl Into<String>) -> Result<T, Verdict> {
    Err(Verdict::Rejected(why.into()))
}

/// The men of an endgame, if they and the board are some.
fn men_of([files, ranks, rule]: [u8; 3], men: &[u8]) -> Option<(Board, Vec<char>)> {
    let men: Vec<char> = men.iter().map(|man| LETTERS.chars().nth((*man).into())).collect::<Option<_>>()?;
    let pawns = men.iter().any(|man| "Pp".contains(*man));
    let rule_fits = match rule {
        0 => !pawns,
        1 => pawns && ranks >= 3,
        _ => pawns && ranks >= 4,
    };
    let in_order = men.windows(2).all(|pair| chess::order(pair[0]) <= chess::order(pair[1]));
    let kings = men.iter().filter(|man| "Kk".contains(**man)).collect::<String>();
    let sizes = (2..=16).contains(&files) && (2..=16).contains(&ranks);
    let fine = sizes && rule_fits && in_order && kings == "Kk" && chess::used(&men) == (men.clone(), false);
    fine.then_some((Board::new(files.into(), ranks.into(), rule), men))
}

/// The imports of a certificate, verified, by their men: about some of these if they are given.
fn imports(
    written: &Written,
    given: &Given,
    known: &mut Known,
    allowed: Option<(Board, Vec<Vec<char>>)>,
) -> Result<Vec<Arc<Verified>>, Verdict> {
    let fits = |(board, men): &(Board, Vec<char>)| {
        allowed.as_ref().is_none_or(|(on, all)| chess::rule_of(*on, men) == *board && all.contains(men))
    };
    if allowed.as_ref().is_some_and(|(_, all)| all.is_empty()) && !written.imports.is_empty() {
        return rejected("an import of what changes into nothing");
    }
    let mut imports: Vec<Arc<Verified>> = Vec::new();
    for digest in &written.imports {
        if !known.contains_key(digest) {
            let Some(file) = given.files.get(digest) else { return Err(Verdict::Declined("missing import".into())) };
            assert_eq!(sha256(file), *digest);
            // What an import is about is seen before it is verified.
            let about = bytes::read_unsealed(file)?.0.about;
            let About::Endgame(board, men) = about else { return rejected("import of no endgame") };
            let Some(about) = men_of(board, &men) else { return rejected("import of no endgame") };
            if !fits(&about) {
                return rejected("import of another endgame");
            }
            let is_about = |other: &Arc<Verified>| matches!(&other.written.about, About::Endgame(on, others) if (*on, others) == (board, &men));
            if imports.iter().any(is_about) {
                return rejected("two imports about the same");
            }
            let verified = verify(file, &Given { files: given.files, game: None }, known)?;
            known.insert(*digest, Arc::new(verified));
        }
        let import = Arc::clone(&known[digest]);
        let About::Endgame(board, men) = &import.written.about else { return rejected("import of no endgame") };
        if !fits(&men_of(*board, men).unwrap()) {
            return rejected("import of another endgame");
        }
        if imports.iter().any(|other| other.written.about == import.written.about) {
            return rejected("two imports about the same");
        }
        if written.bits == 0 && import.written.bits > 0 {
            return rejected("import that is not exact");
        }
        if import.written.never.is_some() && import.written.never != written.never {
            return rejected("import for which an endless play is worth something else");
        }
        imports.push(import);
    }
    Ok(imports)
}

/// That each import was looked at.
fn all_used(imports: &[Arc<Verified>], used: &RefCell<BTreeSet<usize>>) -> Result<(), Verdict> {
    if used.borrow().len() == imports.len() { Ok(()) } else { rejected("import without use") }
}

/// An endgame and its place in the order of imports.
fn men_of_verified(verified: &Verified) -> Vec<char> {
    let About::Endgame(board, men) = &verified.written.about else { panic!("an import") };
    men_of(*board, men).unwrap().1
}

fn verify(file: &[u8], given: &Given, known: &mut Known) -> Result<Verified, Verdict> {
    let (written, is_sealed) = bytes::read_unsealed(file)?;
    match written.about.clone() {
        About::Endgame(board, men) => {
            let Some((board, men)) = men_of(board, &men) else { return rejected("endgame") };
            let symmetries = match (men.iter().any(|man| "pP".contains(*man)), board.files == board.ranks) {
                (true, _) => 2,
                (false, true) => 8,
                (false, false) => 4,
            };
            let _ = symmetries;
            let all = chess::imports(&men);
            let imports = imports(&written, given, known, Some((board, all.clone())))?;
            let world = World::of(board, &men);
            let kings = |number: usize| {
                let square = |place: usize| world.positions[number].pieces[place].1;
                (square(0), square(1))
            };
            let starts = |number: usize| kings(number) != kings(number - 1);
            let (places, moves, settled) =
                stated((&written, is_sealed), world.positions.len(), &starts, &|_| 'b', true)?;
            let used = RefCell::new(BTreeSet::new());
            let border = |men: &[char], number: usize, flipped: bool| {
                let import = imports.iter().position(|import| men_of_verified(import) == men)?;
                used.borrow_mut().insert(import);
                Some(outward(&written, &imports[import], number, flipped))
            };
            let node = |number: usize| {
                let step = |(white, (name, dest)): (bool, &(u32, Dest))| {
                    let (to, sharp) = match dest {
                        Dest::Won => (Place::exact(fraction(u8::from(white), 1)), Some(0)),
                        Dest::Own(number) => (places[*number].clone(), sharp(&places, &settled, *number)),
                        Dest::Import(men, number, flipped) => {
                            let import = imports.iter().find(|import| men_of_verified(import) == *men);
                            let is_sharp = import.is_some_and(|import| import.is_sharp(*number));
                            (border(men, *number, *flipped)?, is_sharp.then_some(0))
                        }
                    };
                    let key = format!("{dest:?}");
                    Some(Step { white, weight: BigRational::one(), name: (*name).into(), to, key, sharp })
                };
                let [white, black] = &world.options[number];
                let steps = white.iter().map(|o| (true, o)).chain(black.iter().map(|o| (false, o))).map(step);
                Some(Node { turn: 'b', place: places[number].clone(), steps: steps.collect::<Option<_>>()? })
            };
            conditions(&written, &places, &moves, &settled, node)?;
            all_used(&imports, &used)?;
            Ok(Verified { written, places, positions: world.positions.clone(), settled })
        }
        About::Game(digest) => {
            if !written.imports.is_empty() {
                return rejected("number of imports");
            }
            let Some(game) = given.game.filter(|game| sha256(game) == digest).and_then(game::read) else {
                return Err(Verdict::Declined("no game".into()));
            };
            let inner: Vec<usize> =
                (0..game.len()).filter(|number| matches!(game[*number], game::Place::Inner(..))).collect();
            let turn = |number: usize| match game[inner[number]] {
                game::Place::Inner(turn, ..) => turn,
                game::Place::Terminal(_) => panic!("not inner"),
            };
            let (places, _, settled) = stated((&written, is_sealed), inner.len(), &|_| true, &turn, false)?;
            let see = |number: usize| match &game[number] {
                game::Place::Terminal(value) => (rounded(&written, Place::exact(value.clone())), Some(0)),
                game::Place::Inner(..) => {
                    let own = inner.iter().position(|other| *other == number).unwrap();
                    (places[own].clone(), sharp(&places, &settled, own))
                }
            };
            let node = |number: usize| {
                let game::Place::Inner(turn, [left, right], chance) = &game[inner[number]] else { panic!("not inner") };
                let step = |white, number: usize, weight| {
                    let (to, sharp) = see(number);
                    Step { white, weight, name: 0, to, key: number.to_string(), sharp }
                };
                let own = |white, list: &[usize]| -> Vec<Step> {
                    list.iter().map(|to| step(white, *to, BigRational::one())).collect()
                };
                let steps = match turn {
                    'c' => chance.iter().map(|(to, weight)| step(true, *to, weight.clone())).collect(),
                    'l' => own(true, left),
                    'r' => own(false, right),
                    _ => [own(true, left), own(false, right)].concat(),
                };
                Some(Node { turn: *turn, place: places[number].clone(), steps })
            };
            conditions(&written, &places, &[], &settled, node)?;
            Ok(Verified { written, places, positions: vec![], settled })
        }
        About::List([files, ranks, rule], root, list) => {
            let imports = imports(&written, given, known, None)?;
            let board = Board::new(files.into(), ranks.into(), rule);
            if !(2..=16).contains(&files) || !(2..=16).contains(&ranks) {
                return rejected("board");
            }
            let work: u64 = list.iter().map(|(pieces, _)| (pieces.len() as u64).pow(2)).sum();
            assert!(work <= 1 << 28, "the tests of limits do without this checker");
            let mut members: Vec<Pos> = Vec::new();
            for (pieces, passed) in &list {
                match member(board, pieces, *passed) {
                    Some(pos) if members.last().is_none_or(|last| sort_key(board, last) < sort_key(board, &pos)) => {
                        members.push(pos);
                    }
                    _ => return rejected("member"),
                }
            }
            let pawns = members.iter().flat_map(|pos| &pos.pieces).any(|piece| "Pp".contains(piece.0));
            if pawns != (rule > 0) || (rule == 2 && ranks < 4) {
                return rejected("pawn rule");
            }
            if root >= members.len() as u64 {
                return rejected("root");
            }
            for import in &imports {
                let About::Endgame(on, _) = &import.written.about else { panic!("an import") };
                let men = men_of_verified(import);
                if chess::rule_of(board, &men) != Board::new(on[0].into(), on[1].into(), on[2]) {
                    return rejected("imports of a list");
                }
            }
            let (places, _, settled) = stated((&written, is_sealed), members.len(), &|_| true, &|_| 'l', false)?;
            let looked_at = RefCell::new(BTreeSet::new());
            let see = |white: bool, after: &chess::After| {
                let chess::After::Pos(pos) = after else { return Place::exact(fraction(u8::from(white), 1)) };
                if let Some(number) = members.iter().position(|member| member == pos) {
                    return places[number].clone();
                }
                let left: Vec<char> = pos.pieces.iter().map(|piece| piece.0).collect();
                let (used, flipped) = chess::used(&left);
                if let Some(place) = imports.iter().position(|import| men_of_verified(import) == used) {
                    looked_at.borrow_mut().insert(place);
                    let import = &imports[place];
                    let there = if flipped { board.flipped(pos) } else { pos.clone() };
                    let number = World::of(board, &used).numbers[&board.canonical(&there)];
                    return outward(&written, import, number, flipped);
                }
                let bounds = [0, 1, 0, 1].map(|number| fraction(number, 1));
                Place { bounds, labels: [Some(0); 2] }
            };
            let node = |number: usize| {
                let mut steps = Vec::new();
                for white in [true, false] {
                    let mut moves = board.moves(&members[number], white);
                    if moves.is_empty() {
                        moves.push((0, chess::After::Pos(Pos { passed: None, ..members[number].clone() })));
                    }
                    for (name, after) in moves {
                        let to = see(white, &after);
                        let (weight, key) = (BigRational::one(), String::new());
                        steps.push(Step { white, weight, name: name.into(), to, key, sharp: None });
                    }
                }
                Some(Node { turn: 'b', place: places[number].clone(), steps })
            };
            conditions(&written, &places, &[], &settled, node)?;
            all_used(&imports, &looked_at)?;
            Ok(Verified { written, places, positions: members, settled })
        }
    }
}

/// What members are ordered by: man and square of each piece in turn, then the right.
fn sort_key(board: Board, pos: &Pos) -> (Vec<(usize, i32)>, Option<i32>) {
    let piece = |&(man, square): &(char, chess::Square)| (chess::order(man), board.number(square));
    (pos.pieces.iter().map(piece).collect(), pos.passed.map(|passed| board.number(passed)))
}

/// A member of a list, taken literally.
fn member(board: Board, pieces: &[[u8; 2]], passed: u64) -> Option<Pos> {
    let square = |number: u64| board.squares().get(usize::try_from(number).ok()?).copied();
    let mut all = Vec::new();
    for &[man, on] in pieces {
        let (man, on) = (LETTERS.chars().nth(man.into())?, square(on.into())?);
        if !board.may_stand(man, on) || all.iter().any(|piece: &(char, chess::Square)| piece.1 == on) {
            return None;
        }
        all.push((man, on));
    }
    let pos = board.pos(all.clone(), None);
    if pos.pieces != all || ['K', 'k'].iter().any(|king| all.iter().filter(|piece| piece.0 == *king).count() != 1) {
        return None;
    }
    let passed = if passed == 0 { None } else { Some(square(passed - 1)?) };
    if passed.is_some_and(|passed| !board.rights(&pos).contains(&passed)) {
        return None;
    }
    Some(Pos { passed, ..pos })
}

/// A place of the border as the certificate sees it: exact, or rounded outwards to its units.
fn rounded(written: &Written, place: Place) -> Place {
    if written.bits == 0 {
        return place;
    }
    let one = BigInt::one() << written.bits;
    let mut place = place;
    for (bound, up) in place.bounds.iter_mut().zip([false, true, false, true]) {
        let units = &*bound * &one;
        *bound = if up { units.ceil() } else { units.floor() } / &one;
    }
    place.unlabelled()
}

/// A position of an import as the certificate sees it.
fn outward(written: &Written, import: &Verified, number: usize, flipped: bool) -> Place {
    let place = &import.places[number];
    let place = if flipped { place.mirrored() } else { place.clone() };
    let place = rounded(written, place);
    if written.form < 2 && written.never.is_none() { place } else { place.unlabelled() }
}

/// What is stated of so many positions: the places, White's and Black's moves, and the labels of settled places.
type Stated = (Vec<Place>, Vec<[u64; 2]>, BTreeMap<usize, u64>);

/// Reads what is stated of so many positions.
fn stated(
    (written, is_sealed): (&Written, bool),
    count: usize,
    may_start: &dyn Fn(usize) -> bool,
    turn: &dyn Fn(usize) -> char,
    states_moves: bool,
) -> Result<Stated, Verdict> {
    let mut starts: Vec<usize> = (0..count.min(1)).collect();
    for number in 1..count {
        if number >= starts.last().unwrap() + 4096 && may_start(number) {
            starts.push(number);
        }
    }
    if starts.len() != written.slices.len() {
        return rejected("number of slices");
    }
    for (place, slice) in written.slices.iter().enumerate() {
        let positions = starts.get(place + 1).unwrap_or(&count) - starts[place];
        if slice.len() < positions && matches!(written.about, About::Endgame(..)) {
            return rejected("slice with fewer bytes than positions");
        }
    }
    if !is_sealed {
        return rejected("digest of a slice");
    }
    // Values are indices here; units stay what they are.
    let mut rows: Vec<([BigInt; 4], [u64; 2])> = Vec::new();
    let (mut moves, mut settled) = (Vec::new(), BTreeMap::new());
    for (slice, start) in written.slices.iter().zip(&starts) {
        let end = starts.iter().find(|other| *other > start).copied().unwrap_or(count);
        let (count, mut bytes) = (end - start, Bytes(slice));
        let first: Vec<u64> = bytes.column(count)?;
        let big = |numbers: &[u64]| -> Vec<BigInt> { numbers.iter().map(|number| (*number).into()).collect() };
        let (l, mut v) = (big(&first), big(&first));
        if written.form == 1 {
            v = big(&bytes.column(count)?);
        }
        let (mut u, mut m, mut with_labels) = (l.clone(), v.clone(), Vec::new());
        if [2, 7].contains(&written.form) {
            let width = big(&bytes.column(count)?);
            let flags = bytes.column(count.div_ceil(8))?;
            if flags.iter().any(|flags| *flags > 255) {
                return rejected("flags");
            }
            let is_listed = |place: usize| flags[place / 8] & (1 << (place % 8)) != 0;
            if (count..flags.len() * 8).any(is_listed) {
                return rejected("flags");
            }
            let listed: Vec<usize> = (0..count).filter(|place| is_listed(*place)).collect();
            let (gaps, more) = (bytes.column(listed.len())?, bytes.column(listed.len())?);
            if written.never.is_some() && !listed.is_empty() {
                return rejected("a gap where there is one value");
            }
            let flags = bytes.column(count.div_ceil(8))?;
            if flags.iter().any(|flags| *flags > 255) {
                return rejected("flags");
            }
            let is_listed = |place: usize| flags[place / 8] & (1 << (place % 8)) != 0;
            if (count..flags.len() * 8).any(is_listed) {
                return rejected("flags");
            }
            with_labels = (0..count).filter(|place| is_listed(*place)).collect();
            for place in 0..count {
                // u′ − l where nothing is listed, u − l where something is.
                (u[place], m[place]) = (&l[place] + &width[place], l[place].clone());
                v[place] = u[place].clone();
            }
            for ((place, gap), more) in listed.into_iter().zip(gaps).zip(more) {
                if gap == 0 {
                    return rejected("listed, but no gap");
                }
                m[place] = &u[place] + gap;
                v[place] = &m[place] + more;
            }
        }
        if (3..7).contains(&written.form) {
            (u, m) = (l.clone(), l.clone());
        }
        if written.form == 0 && states_moves {
            let (white, black) = (bytes.column32(count)?, bytes.column32(count)?);
            moves.extend(white.into_iter().zip(black).map(|(white, black)| [white, black]));
        }
        let mut labels = vec![[0; 2]; count];
        if written.form < 2 {
            let (white, black) = (bytes.column32(count)?, bytes.column32(count)?);
            labels = white.into_iter().zip(black).map(|(white, black)| [white, black]).collect();
        } else if [2, 7].contains(&written.form) {
            let (white, black) = (bytes.column32(with_labels.len())?, bytes.column32(with_labels.len())?);
            for ((place, white), black) in with_labels.into_iter().zip(white).zip(black) {
                if white == 0 && black == 0 {
                    return rejected("listed, but no label");
                }
                labels[place] = [white, black];
            }
        } else if written.form > 4 {
            // Forms 5 and 6.
            labels = bytes.column32(count)?.into_iter().map(|label| [label; 2]).collect();
        }
        if labels.iter().flatten().any(|label| *label == u64::from(u32::MAX)) {
            return rejected("label above all");
        }
        let most = match written.bits {
            0 => BigInt::from(written.numerators.len()) - 1,
            bits => BigInt::one() << bits,
        };
        if [&l, &u, &m, &v].into_iter().flatten().any(|number| *number > most) {
            return rejected("number too large");
        }
        if written.form == 7 {
            let flags = bytes.column(count.div_ceil(8))?;
            let is_settled = |place: &usize| flags[place / 8] >> (place % 8) & 1 == 1;
            if flags.iter().any(|flags| *flags > 255) || (count..flags.len() * 8).any(|place| is_settled(&place)) {
                return rejected("flags");
            }
            let here: Vec<usize> = (0..count).filter(is_settled).collect();
            let labels = bytes.column32(here.len())?;
            if labels.iter().any(|label| *label == u64::from(u32::MAX)) {
                return rejected("label above all");
            }
            if here.iter().any(|place| l[*place] == v[*place] || u[*place] < m[*place]) {
                return rejected("settled where l = u′, or where a gap is listed");
            }
            settled.extend(here.into_iter().map(|place| start + place).zip(labels));
        }
        if !bytes.0.is_empty() {
            return rejected("more bytes in a slice");
        }
        for place in 0..count {
            let bounds = [&l, &u, &m, &v].map(|column| column[place].clone());
            rows.push((bounds, labels[place]));
        }
    }
    let value = |index: &BigInt| {
        let index = usize::try_from(index).unwrap();
        fraction(written.numerators[index].clone(), written.denominator.clone())
    };
    if written.bits == 0 {
        let values: Vec<BigRational> = (0..written.numerators.len()).map(|index| value(&index.into())).collect();
        let used = |index: usize| rows.iter().any(|(bounds, _)| bounds.contains(&index.into()));
        let increasing = values.windows(2).all(|pair| pair[0] < pair[1]);
        if !increasing || values.last().is_some_and(|last| *last > BigRational::one()) {
            return rejected("values out of order");
        }
        if !(0..values.len()).all(used) {
            return rejected("value without use");
        }
        let two = rows.iter().any(|(bounds, _)| bounds[0] != bounds[3]);
        if two != (written.form == 1) {
            return rejected("one column or two");
        }
    }
    let mut places = Vec::new();
    for (number, (bounds, labels)) in rows.iter().enumerate() {
        let bounds = match written.bits {
            0 => bounds.each_ref().map(value),
            bits => bounds.each_ref().map(|units| fraction(units.clone(), BigInt::one() << bits)),
        };
        let infinite = written.form < 2 && written.never.is_none() && turn(number) == 'b';
        let labels = labels.map(|label| if infinite && label == 0 { None } else { Some(label) });
        places.push(Place { bounds, labels });
    }
    Ok((places, moves, settled))
}

/// What the form asks for, at every position in turn.
fn conditions(
    written: &Written,
    places: &[Place],
    moves: &[[u64; 2]],
    settled: &BTreeMap<usize, u64>,
    node: impl Fn(usize) -> Option<Node>,
) -> Result<(), Verdict> {
    let never = written.never.map(|(above, below)| fraction(above, below));
    // As each side sees it; in units it is between two of them, or one of them, and the comparison is the same.
    let endless = |side: usize| match &never {
        Some(never) => {
            if side == 0 {
                never.clone()
            } else {
                one_less(never)
            }
        }
        None => BigRational::zero(),
    };
    for number in 0..places.len() {
        let Some(node) = node(number) else { return rejected(format!("position {number}, side 0: imports")) };
        let both = [node.clone(), node.mirrored()];
        let [_, u, m, _] = &node.place.bounds;
        for (side, node) in both.iter().enumerate() {
            let (holds, forces) = match written.form {
                0 | 1 => (never.is_none(), true),
                2 | 7 => (u < m && never.is_none(), true),
                form => (usize::from(form) == 3 + side, usize::from(form) == 5 + side),
            };
            if holds && !node.holds() {
                return rejected(format!("position {number}, side {side}: holds"));
            }
            if forces && !node.forces(&endless(side)) {
                return rejected(format!("position {number}, side {side}: forces"));
            }
        }
        for (side, node) in both.iter().enumerate().filter(|_| written.form < 2) {
            if !node.label_is_right(never.as_ref().map(|_| endless(side)).as_ref()) {
                return rejected(format!("position {number}, side {side}: label"));
            }
            let other = moves.get(number).is_some_and(|moves| !node.move_is_right(moves[side]));
            if other {
                return rejected(format!("position {number}, side {side}: greedy"));
            }
        }
    }
    for (number, label) in settled {
        let white = node(*number).unwrap();
        let black = white.mirrored();
        if white.leaves() {
            return rejected(format!("position {number}, side 0: leaves"));
        }
        if white.turn != 'c' && black.leaves() {
            return rejected(format!("position {number}, side 1: leaves"));
        }
        let (low, high) = white.between();
        let evidence = if white.turn == 'c' { u64::MAX } else { black.sharp_evidence() }.min(white.sharp_evidence());
        if low < high && evidence >= *label {
            return rejected(format!("position {number}, side 0: sharp"));
        }
    }
    Ok(())
}

/// Whether a file is what this checker's writer makes of what its reader reads.
pub fn read_again(file: &[u8]) -> bool {
    bytes::read(file).is_ok_and(|written| bytes::write(&written) == file)
}
