//! Bidding chess by coordinates. Every placement is listed, and places are what comes out of sorting them; no number is computed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

/// Men by number.
pub const LETTERS: &str = "KkQRBNPqrbnp";

/// A square: file and rank, from 0.
pub type Square = (i32, i32);

/// The men on their squares, in the order of their numbers and then of the squares'; and the square that has been passed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pos {
    pub pieces: Vec<(char, Square)>,
    pub passed: Option<Square>,
}

/// Files, ranks and the rule: 0 no pawns, 1 single step, 2 double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    pub rule: u8,
}

/// Where a move goes.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    /// The king is captured.
    Won,
    Pos(Pos),
}

pub fn order(man: char) -> usize {
    LETTERS.find(man).unwrap()
}

pub fn is_white(man: char) -> bool {
    man.is_uppercase()
}

fn exchanged(man: char) -> char {
    if is_white(man) { man.to_ascii_lowercase() } else { man.to_ascii_uppercase() }
}

impl Board {
    pub fn new(files: i32, ranks: i32, rule: u8) -> Self {
        Self { files, ranks, rule }
    }

    fn contains(self, (file, rank): Square) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    pub fn number(self, (file, rank): Square) -> i32 {
        rank * self.files + file
    }

    pub fn squares(self) -> Vec<Square> {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    /// Pieces in their order.
    pub fn pos(self, mut pieces: Vec<(char, Square)>, passed: Option<Square>) -> Pos {
        pieces.sort_by_key(|&(man, square)| (order(man), self.number(square)));
        Pos { pieces, passed }
    }

    /// A pawn stands on neither the first nor the last rank.
    pub fn may_stand(self, man: char, (_, rank): Square) -> bool {
        !"Pp".contains(man) || (rank > 0 && rank < self.ranks - 1)
    }

    /// The squares that may just have been passed.
    pub fn rights(self, pos: &Pos) -> Vec<Square> {
        let on = |square| pos.pieces.iter().find(|piece| piece.1 == square).map(|piece| piece.0);
        let mut rights = Vec::new();
        if self.rule == 2 {
            for square @ (file, rank) in self.squares() {
                // Over this square: from the second to the fourth rank.
                for (own, other, third, forward) in [('P', 'p', 2, 1), ('p', 'P', self.ranks - 3, -1)] {
                    let (second, fourth) = ((file, rank - forward), (file, rank + forward));
                    let beside = [(file - 1, fourth.1), (file + 1, fourth.1)];
                    if rank == third
                        && self.contains(second)
                        && on(fourth) == Some(own)
                        && on(second).is_none()
                        && on(square).is_none()
                        && beside.iter().any(|beside| on(*beside) == Some(other))
                    {
                        rights.push(square);
                    }
                }
            }
        }
        rights
    }

    /// All moves of a player, by number.
    pub fn moves(self, pos: &Pos, white: bool) -> Vec<(u32, After)> {
        let on = |square| pos.pieces.iter().find(|piece| piece.1 == square).map(|piece| piece.0);
        let own = |square| on(square).is_some_and(|man| is_white(man) == white);
        let other = |square| on(square).is_some_and(|man| is_white(man) != white);
        let mut moves = Vec::new();
        for &(man, from @ (file, rank)) in pos.pieces.iter().filter(|piece| is_white(piece.0) == white) {
            let mut go = |to: Square, promotion: Option<(u32, char)>, victim: Square, passed: Option<Square>| {
                let name = promotion.map_or(0, |(number, _)| number) * 65_536
                    + self.number(from) as u32 * 256
                    + self.number(to) as u32;
                if on(victim).is_some_and(|man| "Kk".contains(man)) {
                    moves.push((name, After::Won));
                    return;
                }
                let mut pieces = pos.pieces.clone();
                pieces.retain(|piece| piece.1 != from && piece.1 != victim);
                let becomes = promotion.map_or(man, |(_, becomes)| becomes);
                pieces.push((becomes, to));
                moves.push((name, After::Pos(self.pos(pieces, passed))));
            };
            let every = |steps: &[(i32, i32)], reach: i32| -> Vec<Square> {
                let mut reached = Vec::new();
                for (df, dr) in steps {
                    for distance in 1..=reach {
                        let to = (file + df * distance, rank + dr * distance);
                        if !self.contains(to) || own(to) {
                            break;
                        }
                        reached.push(to);
                        if other(to) {
                            break;
                        }
                    }
                }
                reached
            };
            let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            let diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
            let all = [straight, diagonal].concat();
            let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            let reached = match man.to_ascii_uppercase() {
                'K' => every(&all, 1),
                'Q' => every(&all, 99),
                'R' => every(&straight, 99),
                'B' => every(&diagonal, 99),
                'N' => every(&knight, 1),
                _ => vec![],
            };
            for to in reached {
                go(to, None, to, None);
            }
            if man.eq_ignore_ascii_case(&'p') {
                let (forward, start, last) = if white { (1, 1, self.ranks - 1) } else { (-1, self.ranks - 2, 0) };
                let becomes: Vec<char> = if white { "QRBN" } else { "qrbn" }.chars().collect();
                let mut step = |to: Square, victim: Square, passed: Option<Square>| {
                    if to.1 == last {
                        for (number, &man) in becomes.iter().enumerate() {
                            go(to, Some((number as u32 + 1, man)), victim, passed);
                        }
                    } else {
                        go(to, None, victim, passed);
                    }
                };
                let (once, twice) = ((file, rank + forward), (file, rank + 2 * forward));
                if self.contains(once) && on(once).is_none() {
                    step(once, once, None);
                    if self.rule == 2 && rank == start && self.contains(twice) && on(twice).is_none() {
                        let rival = exchanged(man);
                        let beside = [(file - 1, twice.1), (file + 1, twice.1)];
                        let attacked = beside.iter().any(|beside| on(*beside) == Some(rival));
                        step(twice, twice, attacked.then_some(once));
                    }
                }
                for to in [(file - 1, rank + forward), (file + 1, rank + forward)] {
                    if other(to) {
                        step(to, to, None);
                    } else if pos.passed == Some(to) && other((to.0, rank)) && on((to.0, rank)) == Some(exchanged(man))
                    {
                        step(to, (to.0, rank), None);
                    }
                }
            }
        }
        moves.sort_by_key(|(name, _)| *name);
        moves
    }

    /// A position with the colours exchanged and the board turned upside down.
    pub fn flipped(self, pos: &Pos) -> Pos {
        let turn = |(file, rank): Square| (file, self.ranks - 1 - rank);
        let pieces = pos.pieces.iter().map(|&(man, square)| (exchanged(man), turn(square))).collect();
        self.pos(pieces, pos.passed.map(turn))
    }

    /// The squares of the anchors: of the men of the first kind, and if that is one man, of those of the second too.
    pub fn anchors(self, pos: &Pos) -> Vec<i32> {
        let of = |men: &[char]| -> Vec<i32> {
            pos.pieces.iter().filter(|piece| men.contains(&piece.0)).map(|piece| self.number(piece.1)).collect()
        };
        let first = pos.pieces[0].0;
        let second = pos.pieces.iter().map(|piece| piece.0).find(|man| *man != first);
        let alone = of(&[first]);
        if alone.len() > 1 { alone } else { of(&[&[first], &second.map_or(vec![], |man| vec![man])[..]].concat()) }
    }

    /// What places are ordered by: the anchors; then whether there is a right; then kind by kind, pawns first, the men from the last one to the first; then the right.
    pub fn key(self, pos: &Pos) -> (Vec<i32>, bool, Vec<Vec<i32>>, Option<i32>) {
        let mut kinds: Vec<char> = "Pp".chars().chain(LETTERS.chars().filter(|man| !"Pp".contains(*man))).collect();
        kinds.retain(|kind| pos.pieces.iter().any(|piece| piece.0 == *kind));
        let men = |kind: &char| {
            let men = pos.pieces.iter().filter(|piece| piece.0 == *kind);
            men.map(|piece| self.number(piece.1)).rev().collect()
        };
        let right = pos.passed.map(|passed| self.number(passed));
        // Anchors are kinds as well; where they are the same, they make no difference.
        (self.anchors(pos), pos.passed.is_some(), kinds.iter().map(men).collect(), right)
    }

    /// The images under the symmetries, in the order of these; `pawns` leave only the left-right reflection.
    pub fn images(self, pos: &Pos) -> Vec<Pos> {
        let pawns = pos.pieces.iter().any(|piece| "Pp".contains(piece.0));
        let mut images = Vec::new();
        for (mirror, upside, exchange) in (0..8).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)) {
            if (pawns && (upside || exchange)) || (exchange && self.files != self.ranks) {
                continue;
            }
            let carry = |(file, rank): Square| {
                let file = if mirror { self.files - 1 - file } else { file };
                let rank = if upside { self.ranks - 1 - rank } else { rank };
                if exchange { (rank, file) } else { (file, rank) }
            };
            let pieces = pos.pieces.iter().map(|&(man, square)| (man, carry(square))).collect();
            images.push(self.pos(pieces, pos.passed.map(carry)));
        }
        images
    }

    /// Where a placement is found: the first image that carries the anchors to the least list that they can reach.
    pub fn canonical(self, pos: &Pos) -> Pos {
        self.images(pos).into_iter().min_by_key(|image| self.anchors(image)).unwrap()
    }
}

/// The men that are used for these, and whether the colours are exchanged in them.
pub fn used(men: &[char]) -> (Vec<char>, bool) {
    let sorted = |mut men: Vec<char>| {
        men.sort_by_key(|man| order(*man));
        men
    };
    let (own, other) = (sorted(men.to_vec()), sorted(men.iter().map(|man| exchanged(*man)).collect()));
    let strength = |men: &[char]| -> (i32, Vec<usize>) {
        let white: Vec<usize> = men.iter().filter(|man| is_white(**man)).map(|man| order(*man)).collect();
        (-(white.len() as i32), white)
    };
    if strength(&other) < strength(&own) { (other, true) } else { (own, false) }
}

/// The men of the imports in their order: a man captured, a pawn promoted, or both.
pub fn imports(men: &[char]) -> Vec<Vec<char>> {
    let mut all = BTreeSet::new();
    for white in [true, false] {
        let mut after_capture = vec![men.to_vec()];
        for (place, man) in men.iter().enumerate() {
            if is_white(*man) != white && !"Kk".contains(*man) {
                let mut fewer = men.to_vec();
                fewer.remove(place);
                after_capture.push(fewer);
            }
        }
        for fewer in after_capture {
            let mut changed = vec![fewer.clone()];
            for (place, _) in fewer.iter().enumerate().filter(|(_, man)| **man == if white { 'P' } else { 'p' }) {
                for new in if white { "QRBN" } else { "qrbn" }.chars() {
                    let mut promoted = fewer.clone();
                    promoted[place] = new;
                    changed.push(promoted);
                }
            }
            for changed in changed.into_iter().filter(|changed| changed != men) {
                let (used, _) = used(&changed);
                let orders: Vec<usize> = used.iter().map(|man| order(*man)).collect();
                all.insert((-(used.len() as i32), orders, used));
            }
        }
    }
    all.into_iter().map(|(_, _, men)| men).collect()
}

/// Where an option leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Dest {
    Won,
    /// A position of the same endgame, by number.
    Own(usize),
    /// A position of the endgame with these men, by number there; whether the colours are exchanged.
    Import(Vec<char>, usize, bool),
}

/// All positions of an endgame with their options, White's and Black's, a pass as the last resort.
#[derive(Debug)]
pub struct World {
    pub board: Board,
    pub positions: Vec<Pos>,
    pub numbers: BTreeMap<Pos, usize>,
    pub options: Vec<[Vec<(u32, Dest)>; 2]>,
}

/// All places of an endgame in their order: the placements whose anchors no symmetry carries to a lesser list.
pub fn positions(board: Board, men: &[char]) -> Vec<Pos> {
    let board = rule_of(board, men);
    let mut lists = vec![vec![]];
    for &man in men {
        let with = |list: &Vec<(char, Square)>| {
            let free = board.squares().into_iter().filter(|square| board.may_stand(man, *square));
            // Equal men follow each other: in one order only.
            let last = list.last().filter(|last| last.0 == man).map(|last| last.1);
            let free = free.filter(|square| last.is_none_or(|last| board.number(*square) > board.number(last)));
            let free = free.filter(|square| list.iter().all(|piece| piece.1 != *square));
            free.map(|square| [&list[..], &[(man, square)]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(with).collect();
    }
    let mut places = BTreeMap::new();
    for list in lists {
        let bare = board.pos(list, None);
        for passed in board.rights(&bare).into_iter().map(Some).chain([None]) {
            let pos = Pos { passed, ..bare.clone() };
            if board.anchors(&board.canonical(&pos)) == board.anchors(&pos) {
                places.insert(board.key(&pos), pos);
            }
        }
    }
    places.into_values().collect()
}

/// The rule of an endgame with these men on a board for which a rule is told.
pub fn rule_of(board: Board, men: &[char]) -> Board {
    let pawns = men.iter().any(|man| "Pp".contains(*man));
    Board { rule: if pawns { board.rule } else { 0 }, ..board }
}

impl World {
    /// The men of the endgames that moves lead to.
    pub fn imports(&self) -> BTreeSet<Vec<char>> {
        let men = |dest: &Dest| if let Dest::Import(men, ..) = dest { Some(men.clone()) } else { None };
        self.options.iter().flatten().flatten().filter_map(|(_, dest)| men(dest)).collect()
    }

    /// Lists the positions of an endgame; each is worked out once.
    pub fn of(board: Board, men: &[char]) -> Arc<Self> {
        static ALL: LazyLock<Mutex<BTreeMap<(Board, Vec<char>), Arc<World>>>> = LazyLock::new(Mutex::default);
        let board = rule_of(board, men);
        let key = (board, men.to_vec());
        let known = ALL.lock().unwrap().get(&key).cloned();
        known.unwrap_or_else(|| {
            let world = Arc::new(Self::new(board, men));
            ALL.lock().unwrap().insert(key, Arc::clone(&world));
            world
        })
    }

    fn new(board: Board, men: &[char]) -> Self {
        let positions = positions(board, men);
        let numbers: BTreeMap<Pos, usize> = positions.iter().cloned().zip(0..).collect();
        let dest = |after: After| {
            let After::Pos(after) = after else { return Dest::Won };
            let left: Vec<char> = after.pieces.iter().map(|piece| piece.0).collect();
            if left == men {
                return Dest::Own(numbers[&board.canonical(&after)]);
            }
            let (used, flipped) = used(&left);
            let after = if flipped { board.flipped(&after) } else { after };
            let number = Self::of(board, &used).numbers[&board.canonical(&after)];
            Dest::Import(used, number, flipped)
        };
        let options = |pos: &Pos| {
            [true, false].map(|white| {
                let moves = board.moves(pos, white);
                if moves.is_empty() {
                    let pass = Pos { passed: None, ..pos.clone() };
                    return vec![(0, dest(After::Pos(pass)))];
                }
                moves.into_iter().map(|(name, after)| (name, dest(after))).collect()
            })
        };
        let options = positions.iter().map(options).collect();
        Self { board, positions, numbers, options }
    }
}
