//! Losing Chess once more, written apart from the library and by other means: whole positions in lists, no symmetries, rights to capture
//! *en passant* as positions of their own; outcomes ply by ply. And certificates, from these outcomes.

use super::naive::chess::{Board, Pos, positions, rule_of};
use std::collections::{BTreeMap, BTreeSet};

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::Fractions;
use writer::write;

/// A board: files, ranks, and whether pawns may step twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub usize, pub usize, pub bool);

/// A position: letters with squares, increasing; whether White moves; the square that has been passed if a pawn can be captured there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub men: Vec<(char, usize)>,
    pub white: bool,
    pub passed: Option<usize>,
}

/// A move: from, to, and what the pawn becomes.
pub type Step = (usize, usize, Option<char>);

pub fn read(size: Size, fen: &str) -> At {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut men = Vec::new();
    for (row, text) in fields[0].split('/').enumerate() {
        let (mut file, mut run, rank) = (0, 0, size.1 - 1 - row);
        for letter in text.chars() {
            match letter.to_digit(10) {
                // A run of digits is one number.
                Some(digit) => run = 10 * run + usize::try_from(digit).unwrap(),
                None => {
                    file += run;
                    men.push((letter, rank * size.0 + file));
                    (file, run) = (file + 1, 0);
                }
            }
        }
    }
    men.sort();
    let passed = fields.get(3).filter(|field| **field != "-").map(|field| {
        let bytes = field.as_bytes();
        usize::from(bytes[1] - b'1') * size.0 + usize::from(bytes[0] - b'a')
    });
    At { men, white: fields[1] == "w", passed }
}

/// The square so many files and ranks away.
fn away(size: Size, from: usize, files: i32, ranks: i32) -> Option<usize> {
    let (files_all, ranks_all) = (i32::try_from(size.0).unwrap(), i32::try_from(size.1).unwrap());
    let square = i32::try_from(from).unwrap();
    let (file, rank) = (square % files_all + files, square / files_all + ranks);
    let inside = (0..files_all).contains(&file) && (0..ranks_all).contains(&rank);
    inside.then(|| usize::try_from(rank * files_all + file).unwrap())
}

/// All legal moves, with what they lead to.
pub fn moves(size: Size, at: &At) -> Vec<(Step, At)> {
    let (mut quiet, mut captures) = (Vec::new(), Vec::new());
    let on = |square: usize| at.men.iter().find(|man| man.1 == square).map(|man| man.0);
    let is_own = |letter: char| letter.is_uppercase() == at.white;
    let mut add = |from: usize, to: usize, victim: Option<usize>, promotion: Option<char>, passed: Option<usize>| {
        let mut men = Vec::new();
        for &(letter, square) in &at.men {
            if Some(square) == victim {
                continue;
            }
            let moved = promotion.map_or(letter, |role| if at.white { role } else { role.to_ascii_lowercase() });
            men.push(if square == from { (moved, to) } else { (letter, square) });
        }
        men.sort();
        let next = ((from, to, promotion), At { men, white: !at.white, passed });
        if victim.is_some() { captures.push(next) } else { quiet.push(next) }
    };
    for &(letter, from) in at.men.iter().filter(|man| is_own(man.0)) {
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let (lines, far): (Vec<(i32, i32)>, i32) = match letter.to_ascii_uppercase() {
            'K' => ([straight, diagonal].concat(), 1),
            'Q' => ([straight, diagonal].concat(), 16),
            'R' => (straight.to_vec(), 16),
            'B' => (diagonal.to_vec(), 16),
            'N' => (jumps.to_vec(), 1),
            _ => (Vec::new(), 0),
        };
        for (files, ranks) in lines {
            for times in 1..=far {
                let Some(to) = away(size, from, files * times, ranks * times) else { break };
                match on(to) {
                    None => add(from, to, None, None, None),
                    Some(other) => {
                        if !is_own(other) {
                            add(from, to, Some(to), None, None);
                        }
                        break;
                    }
                }
            }
        }
        if !letter.eq_ignore_ascii_case(&'P') {
            continue;
        }
        let (up, start, end) = if at.white { (1, 1, size.1 - 1) } else { (-1, size.1 - 2, 0) };
        let mut reach = |to: usize, victim: Option<usize>, passed: Option<usize>| {
            if to / size.0 == end {
                "QRBNK".chars().for_each(|role| add(from, to, victim, Some(role), None));
            } else {
                add(from, to, victim, None, passed);
            }
        };
        let one = away(size, from, 0, up).unwrap();
        if on(one).is_none() {
            reach(one, None, None);
            if let Some(two) =
                away(size, from, 0, 2 * up).filter(|&two| size.2 && from / size.0 == start && on(two).is_none())
            {
                let enemy = if at.white { 'p' } else { 'P' };
                let seen = [-1, 1].iter().any(|&file| away(size, two, file, 0).and_then(on) == Some(enemy));
                reach(two, None, seen.then_some(one));
            }
        }
        for file in [-1, 1] {
            let Some(to) = away(size, from, file, up) else { continue };
            let beside = away(size, from, file, 0).unwrap();
            if at.passed == Some(to) && on(beside).is_some_and(|other| !is_own(other)) {
                reach(to, Some(beside), None);
            } else if on(to).is_some_and(|other| !is_own(other)) {
                reach(to, Some(to), None);
            }
        }
    }
    if captures.is_empty() { quiet } else { captures }
}

pub fn perft(size: Size, at: &At, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => moves(size, at).iter().map(|(_, next)| perft(size, next, depth - 1)).sum(),
    }
}

/// The letters of a position, White's sorted, then Black's.
fn letters(at: &At) -> String {
    at.men.iter().map(|man| man.0).collect()
}

/// The numbers of the format.
pub fn number(letter: char) -> u8 {
    u8::try_from("KkQRBNPqrbnp".find(letter).unwrap()).unwrap()
}

fn exchanged(letter: char) -> char {
    if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// The men of a material by number; with the colours that are used.
pub fn used(letters: &str) -> Vec<u8> {
    let as_is = numbers(letters);
    let other: String = letters.chars().map(exchanged).collect();
    let white = |letters: &str| letters.chars().filter(char::is_ascii_uppercase).count();
    match white(letters).cmp(&white(&other)) {
        std::cmp::Ordering::Greater => as_is,
        std::cmp::Ordering::Less => numbers(&other),
        std::cmp::Ordering::Equal => as_is.min(numbers(&other)),
    }
}

fn numbers(letters: &str) -> Vec<u8> {
    let mut numbers: Vec<u8> = letters.chars().map(number).collect();
    numbers.sort();
    numbers
}

pub fn letter(number: u8) -> char {
    "KkQRBNPqrbnp".chars().nth(usize::from(number)).unwrap()
}

/// All materials that moves lead to from some, themselves among them, in which both sides have men; those that others lead to first.
pub fn closure(start: &[&str]) -> Vec<Vec<u8>> {
    let (mut all, mut new): (BTreeSet<Vec<u8>>, Vec<Vec<u8>>) =
        (BTreeSet::new(), start.iter().map(|one| used(one)).collect());
    while let Some(men) = new.pop() {
        if all.insert(men.clone()) {
            new.extend(imports(&men));
        }
    }
    let mut all: Vec<Vec<u8>> = all.into_iter().collect();
    let pawns = |men: &Vec<u8>| men.iter().filter(|man| [6, 11].contains(*man)).count();
    all.sort_by_key(|men| (men.len(), pawns(men)));
    all
}

/// The materials that one move leads to, in the order of the format.
pub fn imports(men: &[u8]) -> Vec<Vec<u8>> {
    let text: Vec<char> = men.iter().map(|&man| letter(man)).collect();
    let mut found = BTreeSet::new();
    for white in [true, false] {
        let own = |letter: char| letter.is_uppercase() == white;
        let victims = (0..text.len()).filter(|&place| !own(text[place])).map(Some).chain([None]);
        for victim in victims {
            let rest: Vec<char> =
                (0..text.len()).filter(|&place| Some(place) != victim).map(|place| text[place]).collect();
            found.insert(rest.clone());
            for place in (0..rest.len()).filter(|&place| own(rest[place]) && rest[place].eq_ignore_ascii_case(&'P')) {
                for role in "KQRBN".chars() {
                    let mut after = rest.clone();
                    after[place] = if white { role } else { role.to_ascii_lowercase() };
                    found.insert(after);
                }
            }
        }
    }
    let both = |men: &&Vec<char>| men.iter().any(|one| one.is_uppercase()) && men.iter().any(|one| one.is_lowercase());
    let all: BTreeSet<Vec<u8>> = found.iter().filter(both).map(|men| used(&men.iter().collect::<String>())).collect();
    let mut all: Vec<Vec<u8>> = all.into_iter().filter(|other| other != men).collect();
    all.sort_by_key(|men| (std::cmp::Reverse(men.len()), men.clone()));
    all
}

/// The label of a draw.
pub const DRAW: u8 = 253;

/// Whether White has won by a rule, where the side to move cannot move; none at a draw.
pub fn winner(rule: u8, at: &At) -> Option<bool> {
    let count = |white: bool| at.men.iter().filter(|man| man.0.is_uppercase() == white).count();
    let (own, other) = (count(at.white), count(!at.white));
    match rule {
        _ if own == 0 => Some(at.white),
        0 => Some(at.white),
        1 if own < other => Some(at.white),
        1 if own > other => Some(!at.white),
        _ => None,
    }
}

/// Outcomes of all positions of some materials, in both colours, by a rule.
#[derive(Debug)]
pub struct World {
    pub size: Size,
    pub rule: u8,
    labels: BTreeMap<u64, u8>,
}

/// A position as a number.
fn code(at: &At) -> u64 {
    let men = at.men.iter().fold(1, |code, &(letter, square)| {
        code << 12 | u64::from(number(letter)) << 8 | u64::try_from(square).unwrap()
    });
    (men << 9 | at.passed.map_or(0, |passed| 1 + u64::try_from(passed).unwrap())) << 1 | u64::from(at.white)
}

/// Every way to put these men on the board.
pub fn placements(size: Size, men: &[u8]) -> Vec<Vec<(char, usize)>> {
    let squares = size.0 * size.1;
    let mut all: Vec<Vec<(char, usize)>> = vec![Vec::new()];
    for &man in men {
        let stands = |square: usize| ![6, 11].contains(&man) || (1..size.1 - 1).contains(&(square / size.0));
        all = all
            .into_iter()
            .flat_map(|placed| {
                // Equal men in increasing order only: each placement once.
                let first = placed.last().filter(|last| last.0 == letter(man)).map_or(0, |last| last.1 + 1);
                let free: Vec<usize> = (first..squares)
                    .filter(|&square| stands(square) && placed.iter().all(|other| other.1 != square))
                    .collect();
                free.into_iter()
                    .map(move |square| [placed.clone(), vec![(letter(man), square)]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

impl World {
    pub fn new(size: Size, materials: &[Vec<u8>]) -> Self {
        Self::by(0, size, materials)
    }

    /// The same by a rule.
    pub fn by(rule: u8, size: Size, materials: &[Vec<u8>]) -> Self {
        let mut world = Self { size, rule, labels: BTreeMap::new() };
        for men in materials {
            world.solve(men);
            let other: String = men.iter().map(|&man| exchanged(letter(man))).collect();
            if numbers(&other) != *men {
                world.solve(&numbers(&other));
            }
        }
        world
    }

    pub fn label(&self, at: &At) -> Option<u8> {
        let has = |white: bool| at.men.iter().any(|man| man.0.is_uppercase() == white);
        if !has(at.white) {
            return Some(0);
        }
        self.labels.get(&code(at)).copied()
    }

    /// Finds all outcomes of a material, ply by ply.
    fn solve(&mut self, men: &[u8]) {
        let mut all: Vec<At> = Vec::new();
        for men in placements(self.size, men) {
            let mut men = men;
            men.sort();
            all.extend([true, false].map(|white| At { men: men.clone(), white, passed: None }));
        }
        let mut index: BTreeMap<u64, usize> = all.iter().enumerate().map(|(place, at)| (code(at), place)).collect();
        // Where a move leads: to a label, or to a place in the list.
        let mut next: Vec<Vec<Result<u8, usize>>> = Vec::new();
        let mut place = 0;
        while place < all.len() {
            let mut here = Vec::new();
            for (_, after) in moves(self.size, &all[place]) {
                if letters(&after) == letters(&all[place]) {
                    let found = *index.entry(code(&after)).or_insert(all.len());
                    if found == all.len() {
                        // A position with a right.
                        assert!(after.passed.is_some());
                        all.push(after);
                    }
                    here.push(Err(found));
                } else {
                    here.push(Ok(self.label(&after).expect("solved before")));
                }
            }
            next.push(here);
            place += 1;
        }
        let mut labels: Vec<Option<u8>> = vec![None; all.len()];
        let last = next.iter().flatten().filter_map(|to| to.ok()).filter(|&label| label != DRAW).max().unwrap_or(0);
        for ply in 0..=251_u8 {
            let mut found = Vec::new();
            for (place, next) in next.iter().enumerate().filter(|(place, _)| labels[*place].is_none()) {
                let mut reached = next.iter().map(|to| to.map_or_else(|place| labels[place], Some));
                // Whoever loses without a move gives up, one ply later than whoever wins so.
                let is_won = |plies: u8| winner(self.rule, &all[place]) == Some(all[place].white == (plies == 0));
                let is_now = match ply {
                    0 => next.is_empty() && is_won(0),
                    1 if next.is_empty() => is_won(1),
                    _ if ply % 2 == 0 => reached.any(|label| label == Some(ply - 1)),
                    _ => {
                        !next.is_empty()
                            && reached.all(|label| label.is_some_and(|label| label % 2 == 0 && label < ply))
                    }
                };
                if is_now {
                    found.push(place);
                }
            }
            if found.is_empty() && ply > last.saturating_add(1) && ply > 1 {
                break;
            }
            found.into_iter().for_each(|place| labels[place] = Some(ply));
        }
        for (at, label) in all.iter().zip(labels) {
            self.labels.insert(code(at), label.unwrap_or(DRAW));
        }
    }
}

/// The board of the second checker.
fn board(size: Size) -> Board {
    Board::new(size.0 as i32, size.1 as i32, 1 + u8::from(size.2))
}

/// A placement as the second checker has it.
fn pos(size: Size, placed: impl Iterator<Item = (char, usize)>, passed: Option<usize>) -> Pos {
    let on = |square: usize| ((square % size.0) as i32, (square / size.0) as i32);
    board(size).pos(placed.map(|(letter, square)| (letter, on(square))).collect(), passed.map(on))
}

/// The squares of the men, and the passed square if there is a right.
fn word_of(size: Size, pos: &Pos) -> Vec<usize> {
    let number = |(file, rank): (i32, i32)| rank as usize * size.0 + file as usize;
    pos.pieces.iter().map(|piece| number(piece.1)).chain(pos.passed.map(number)).collect()
}

/// All places of a material without a right, in order: the second checker lists them.
pub fn canonical(size: Size, men: &[u8]) -> Vec<Vec<usize>> {
    words(size, men).into_iter().filter(|word| word.len() == men.len()).collect()
}

/// The runs of places of the slices.
pub fn slices(size: Size, men: &[u8], lists: &[Vec<usize>]) -> Vec<std::ops::Range<usize>> {
    let letters = men.iter().map(|&man| letter(man));
    let block = |list: &Vec<usize>| board(size).anchors(&pos(size, letters.clone().zip(list.iter().copied()), None));
    let (mut all, mut start) = (Vec::new(), 0);
    for place in 1..=lists.len() {
        if place == lists.len() || (place - start >= 4096 && block(&lists[place]) != block(&lists[place - 1])) {
            all.push(start..place);
            start = place;
        }
    }
    all
}

/// The statement of a number about a material, by a rule.
pub fn statement_by(by: u8, number: u8, size: Size, men: &[u8]) -> Statement {
    let small = |number: usize| u8::try_from(number).unwrap();
    Statement::Further(number, [&[by, small(size.0), small(size.1), rule(size, men), small(men.len())], men].concat())
}

/// The number of the rule for pawns.
pub fn rule(size: Size, men: &[u8]) -> u8 {
    match men.iter().any(|man| [6, 11].contains(man)) {
        false => 0,
        true => 1 + u8::from(size.2),
    }
}

/// A head without numbers.
pub fn bare(statement: Statement, imports: Vec<Digest>) -> Head {
    Head { statement, never: None, bits: 0, form: Form::One, imports, values: Fractions::default().into() }
}

/// Certificates by their digests.
#[derive(Default)]
pub struct Tables {
    pub bytes: BTreeMap<Digest, Vec<u8>>,
    /// By the men.
    pub digests: BTreeMap<Vec<u8>, Digest>,
}

impl Tables {
    /// The tables of some materials, each after those that it imports.
    pub fn new(world: &World, materials: &[Vec<u8>]) -> Self {
        let mut tables = Self::default();
        for men in materials {
            let (head, slices) = tables.parts(world, men);
            tables.add(men, write(&head, &slices));
        }
        tables
    }

    pub fn add(&mut self, men: &[u8], bytes: Vec<u8>) {
        let digest = Digest::of(&bytes);
        self.digests.insert(men.to_vec(), digest);
        self.bytes.insert(digest, bytes);
    }

    /// The head and the slices of a table.
    pub fn parts(&self, world: &World, men: &[u8]) -> (Head, Vec<Vec<u8>>) {
        let imports = imports(men).iter().map(|import| self.digests[import]).collect();
        let lists = canonical(world.size, men);
        let label = |list: &Vec<usize>, white| {
            let mut placed: Vec<(char, usize)> = men.iter().map(|&man| letter(man)).zip(list.iter().copied()).collect();
            placed.sort();
            world.label(&At { men: placed, white, passed: None }).unwrap()
        };
        let slice = |range: std::ops::Range<usize>| {
            let white = lists[range.clone()].iter().map(|list| label(list, true));
            white.chain(lists[range.clone()].iter().map(|list| label(list, false))).collect()
        };
        (
            bare(statement_by(world.rule, 4, world.size, men), imports),
            slices(world.size, men, &lists).into_iter().map(slice).collect(),
        )
    }

    pub fn of(&self, men: &[u8]) -> &[u8] {
        &self.bytes[&self.digests[men]]
    }
}

/// A walk through a proof: nodes, the longest run, or the condition that fails.
pub struct Walk<'a> {
    pub size: Size,
    pub rule: u8,
    /// Whether White wins.
    pub winner: bool,
    pub stream: &'a [u8],
    /// The label in an imported table, if there is one.
    pub table: &'a dyn Fn(&At) -> Option<u8>,
    pub read: usize,
    pub done: BTreeMap<At, u64>,
    pub line: BTreeSet<At>,
}

/// The moves in the order of a proof.
pub fn in_order(size: Size, at: &At) -> Vec<(Step, At)> {
    let mut all = moves(size, at);
    all.sort_by_key(|((from, to, role), _)| (*from, *to, role.map(|role| "NBRQK".find(role))));
    all
}

impl Walk<'_> {
    /// Walks on from a position; its run.
    pub fn walk(&mut self, at: &At) -> Result<u64, &'static str> {
        if let Some(run) = self.done.get(at) {
            return Ok(*run);
        }
        if !self.line.insert(at.clone()) {
            return Err("cycle");
        }
        let all = in_order(self.size, at);
        let mut run = 0;
        if let Some(label) = (self.table)(at).filter(|_| at.passed.is_none()) {
            if label == DRAW || (label % 2 == 0) != (at.white == self.winner) {
                return Err("leaf");
            }
        } else if all.is_empty() {
            if winner(self.rule, at) != Some(self.winner) {
                return Err("leaf");
            }
        } else {
            let chosen = if at.white == self.winner {
                let index = usize::from(*self.stream.get(self.read).ok_or("index")?);
                let step = all.into_iter().nth(index).ok_or("index")?;
                self.read += 1;
                vec![step]
            } else {
                all
            };
            for ((from, ..), next) in chosen {
                let below = self.walk(&next)?;
                let pawn = at.men.iter().any(|man| man.1 == from && man.0.eq_ignore_ascii_case(&'P'));
                if !pawn && next.men.len() == at.men.len() {
                    run = run.max(below + 1);
                }
            }
        }
        self.line.remove(at);
        self.done.insert(at.clone(), run);
        Ok(run)
    }
}

/// The stream of a proof from a position that is won: the winner always makes the first of the moves that win soonest.
pub fn stream(
    world: &World,
    root: &At,
    winner: bool,
    done: &mut BTreeSet<At>,
    stream: &mut Vec<u8>,
    table: &dyn Fn(&At) -> bool,
) {
    if table(root) || !done.insert(root.clone()) {
        return;
    }
    let all = in_order(world.size, root);
    if root.white != winner || all.is_empty() {
        return all.iter().for_each(|(_, next)| self::stream(world, next, winner, done, stream, table));
    }
    let best =
        all.iter().map(|(_, next)| world.label(next).unwrap()).filter(|label| label % 2 == 1 && *label != DRAW).min();
    let index = all.iter().position(|(_, next)| world.label(next) == best).expect("it is won");
    stream.push(u8::try_from(index).unwrap());
    self::stream(world, &all[index].1, winner, done, stream, table);
}

/// The statement of a proof.
pub fn proof(size: Size, rule: u8, winner: bool, root: &At) -> Statement {
    let small = |number: usize| u8::try_from(number).unwrap();
    let mut men: Vec<[u8; 2]> = root.men.iter().map(|&(letter, square)| [number(letter), small(square)]).collect();
    men.sort();
    let numbers: Vec<u8> = men.iter().map(|man| man[0]).collect();
    let mut body = vec![
        rule,
        small(size.0),
        small(size.1),
        self::rule(size, &numbers),
        u8::from(!winner),
        u8::from(!root.white),
        small(men.len()),
    ];
    body.extend(men.as_flattened());
    body.push(root.passed.map_or(0, |passed| small(passed + 1)));
    Statement::Further(5, body)
}

/// All places of an endgame under an auction, in order: a list of squares, and the passed square if there is a right.
pub fn words(size: Size, men: &[u8]) -> Vec<Vec<usize>> {
    let letters: Vec<char> = men.iter().map(|&man| letter(man)).collect();
    let words: Vec<Vec<usize>> = positions(board(size), &letters).iter().map(|pos| word_of(size, pos)).collect();
    // The rights are those of this program as well.
    for word in &words {
        let placed: Vec<(char, usize)> = letters.iter().copied().zip(word.iter().copied()).collect();
        let of_word = rights(size, &placed);
        assert!(word.get(men.len()).is_none_or(|passed| of_word.contains(passed)));
    }
    words
}

/// The place where a placement is found.
pub fn word(size: Size, men: &[u8], placed: &[(char, usize)], passed: Option<usize>) -> Vec<usize> {
    let board = rule_of(board(size), &men.iter().map(|&man| letter(man)).collect::<Vec<_>>());
    word_of(size, &board.canonical(&pos(size, placed.iter().copied(), passed)))
}

/// The squares that a pawn may just have passed, where one of the other colour stands beside it.
fn rights(size: Size, placed: &[(char, usize)]) -> Vec<usize> {
    let on = |square: usize| placed.iter().find(|man| man.1 == square).map(|man| man.0);
    let mut all = Vec::new();
    for &(letter, square) in placed.iter().filter(|man| size.2 && man.0.eq_ignore_ascii_case(&'P')) {
        let (back, start) = if letter == 'P' { (-1, 1) } else { (1, size.1 - 2) };
        let [Some(passed), Some(from)] = [1, 2].map(|times| away(size, square, 0, back * times)) else { continue };
        let enemy = exchanged(letter);
        let seen = [-1, 1].iter().any(|&file| away(size, square, file, 0).and_then(on) == Some(enemy));
        if from / size.0 == start && on(passed).is_none() && on(from).is_none() && seen {
            all.push(passed);
        }
    }
    all
}

/// Bounds on the values of endgames under an auction, in units of 2^-bits, by the men and the words.
pub struct Auctions {
    pub size: Size,
    pub rule: u8,
    pub bits: u8,
    pub bounds: BTreeMap<(Vec<u8>, Vec<usize>), [u64; 2]>,
}

impl Auctions {
    /// `l` and `u′` of a placement, after a number of sweeps.
    pub fn new(size: Size, bits: u8, materials: &[Vec<u8>], sweeps: usize) -> Self {
        Self::by(0, size, bits, materials, sweeps)
    }

    /// The same by a rule.
    pub fn by(rule: u8, size: Size, bits: u8, materials: &[Vec<u8>], sweeps: usize) -> Self {
        let mut auctions = Self { size, rule, bits, bounds: BTreeMap::new() };
        let one = 1 << bits;
        for men in materials {
            let words = words(size, men);
            for word in &words {
                auctions.bounds.insert((men.clone(), word.clone()), [0, one]);
            }
            for _ in 0..sweeps {
                for word in &words {
                    let [white, black] = [true, false].map(|white| auctions.options(men, word, white));
                    let best = |bound: usize| {
                        let white = white.iter().map(|bounds| bounds[bound]).max().unwrap();
                        white + black.iter().map(|bounds| bounds[bound]).min().unwrap()
                    };
                    let place = auctions.bounds.get_mut(&(men.clone(), word.clone())).unwrap();
                    // Strictly worse than the mean.
                    place[0] = place[0].max(best(0).saturating_sub(1) / 2);
                    place[1] = place[1].min((best(1) + 2) / 2);
                }
            }
        }
        auctions
    }

    /// The bounds of all options of a side.
    fn options(&self, men: &[u8], word: &[usize], white: bool) -> Vec<[u64; 2]> {
        let mut placed: Vec<(char, usize)> = men.iter().map(|&man| letter(man)).zip(word.iter().copied()).collect();
        placed.sort();
        let at = At { men: placed, white, passed: word.get(men.len()).copied() };
        let one = 1 << self.bits;
        let all = moves(self.size, &at);
        if all.is_empty() {
            return vec![winner(self.rule, &at).map_or([0, one], |white| if white { [one; 2] } else { [0; 2] })];
        }
        all.iter().map(|(_, next)| self.bounds(next)).collect()
    }

    /// The bounds of a placement, whoever has moved last.
    pub fn bounds(&self, at: &At) -> [u64; 2] {
        let one = 1 << self.bits;
        let has = |white: bool| at.men.iter().any(|man| man.0.is_uppercase() == white);
        match (has(true), has(false)) {
            (false, _) => return [one; 2],
            (_, false) => return [0; 2],
            _ => {}
        }
        let used = used(&letters(at));
        if numbers(&letters(at)) == used {
            return self.bounds[&(used.clone(), word(self.size, &used, &at.men, at.passed))];
        }
        let turned = |square: usize| (self.size.1 - 1 - square / self.size.0) * self.size.0 + square % self.size.0;
        let men: Vec<(char, usize)> =
            at.men.iter().map(|&(letter, square)| (exchanged(letter), turned(square))).collect();
        let [l, u] = self.bounds[&(used.clone(), word(self.size, &used, &men, at.passed.map(turned)))];
        [one - u, one - l]
    }

    /// The head and the slices of an enclosure.
    pub fn parts(&self, tables: &Tables, men: &[u8]) -> (Head, Vec<Vec<u8>>) {
        let words = words(self.size, men);
        // Those to which some move leads.
        let mut used = BTreeSet::new();
        for (word, white) in words.iter().flat_map(|word| [(word, true), (word, false)]) {
            let mut placed: Vec<(char, usize)> = men.iter().map(|&man| letter(man)).zip(word.iter().copied()).collect();
            placed.sort();
            let at = At { men: placed, white, passed: word.get(men.len()).copied() };
            used.extend(moves(self.size, &at).iter().map(|(_, next)| self::used(&letters(next))));
        }
        let imports =
            imports(men).iter().filter(|import| used.contains(*import)).map(|import| tables.digests[import]).collect();
        let slice = |range: std::ops::Range<usize>| {
            let mut writer = writer::Writer::default();
            let bounds: Vec<[u64; 2]> =
                words[range].iter().map(|word| self.bounds[&(men.to_vec(), word.clone())]).collect();
            writer.column(&bounds.iter().map(|[l, _]| *l).collect::<Vec<u64>>());
            writer.column(&bounds.iter().map(|[l, u]| u - l).collect::<Vec<u64>>());
            // Neither gaps nor labels.
            for _ in 0..2 {
                writer.column(&vec![0_u64; bounds.len().div_ceil(8)]);
                writer.column::<u64>(&[]);
                writer.column::<u64>(&[]);
            }
            writer.0
        };
        let head =
            Head { bits: self.bits, form: Form::Narrow, ..bare(statement_by(self.rule, 3, self.size, men), imports) };
        (head, slices(self.size, men, &words).into_iter().map(slice).collect())
    }
}

/// All 21 materials of two men.
pub fn two_men() -> Vec<String> {
    let roles: Vec<char> = "KQRBNP".chars().collect();
    let pair = |a: usize| (a..6).map(move |b| (a, b));
    (0..6).flat_map(pair).map(|(a, b)| format!("{}{}", roles[a], roles[b].to_ascii_lowercase())).collect()
}

/// Their tables, and the world that they come from.
pub fn two(size: Size) -> (World, Vec<Vec<u8>>, Tables) {
    let names = two_men();
    let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(materials.len(), 21);
    let world = World::new(size, &materials);
    let tables = Tables::new(&world, &materials);
    (world, materials, tables)
}

/// A position as a FEN.
pub fn fen(size: Size, at: &At) -> String {
    let rows = (0..size.1).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..size.0 {
            match at.men.iter().find(|man| man.1 == rank * size.0 + file) {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(man.0);
                }
            }
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    });
    let passed = at.passed.map_or("-".to_owned(), |passed| {
        format!("{}{}", char::from(b'a' + u8::try_from(passed % size.0).unwrap()), passed / size.0 + 1)
    });
    format!("{} {} - {passed}", rows.collect::<Vec<_>>().join("/"), if at.white { "w" } else { "b" })
}

/// A world, some roots that are won there, and streams that prove it.
pub struct Proofs {
    pub world: World,
    pub roots: Vec<(At, bool, Vec<u8>)>,
}

impl Proofs {
    /// Of each material the position that takes longest for either side to move.
    pub fn new(size: Size, names: &[&str], table: &dyn Fn(&At) -> bool) -> Self {
        let materials = closure(names);
        let world = World::new(size, &materials);
        let mut roots = Vec::new();
        for name in names {
            for white in [true, false] {
                let all = placements(size, &used(name)).into_iter().map(|mut men| {
                    men.sort();
                    At { men, white, passed: None }
                });
                let (root, label) = all
                    .map(|at| {
                        let label = world.label(&at).unwrap();
                        (at, label)
                    })
                    .filter(|(_, label)| *label != DRAW)
                    .max_by_key(|(_, label)| *label)
                    .unwrap();
                let winner = (label % 2 == 0) == white;
                let mut stream = Vec::new();
                self::stream(&world, &root, winner, &mut BTreeSet::new(), &mut stream, table);
                roots.push((root, winner, stream));
            }
        }
        Self { world, roots }
    }
}
