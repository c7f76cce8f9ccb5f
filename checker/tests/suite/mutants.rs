//! More than 100,000 spoilt certificates, and by day a quarter of them, most of them sealed again with right digests: every statement, exact and in units, every form.
//!
//! None that is verified may be false, none may make the checker panic, and of exact values there is one certificate. What is verified is
//! compared with values that were worked out before, and the verdicts on it and on a tenth of all others with the naive checker's.

use crate::witness::{naive, one_in, support};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use crate::witness::corpus::{parts, sealed};
use crate::witness::naive::bytes::About;
use crate::witness::naive::chess::{Board, LETTERS, World, rule_of};
use crate::witness::naive::{Given, Known, Place, Verdict};
use crate::witness::support::games::{
    arena, by_turns, chance, cycles, enclosed_game, end, exact_game, json, path, random_game, turn,
};
use crate::witness::support::{
    Column, Draft, Family, R, Random, Solved, enclosed, family, fen, greedy_moves, men, place_of, plan, reached, solve,
    with_never,
};
use checker::certificate::{Digest, FORMS, Form, Statement};
use checker::claim::none;
use checker::failure::Failure;
use checker::graph::Game;
use checker::theorem::Side;
use checker::{Checker, Verified};
use num_bigint::BigUint;

type Files = BTreeMap<[u8; 32], Vec<u8>>;

/// A true certificate, and what is needed to check it.
struct Toy {
    name: String,
    draft: Draft,
    bytes: Vec<u8>,
    files: Arc<Files>,
    game: Option<(String, Arc<Game>)>,
    /// The values of a game.
    values: Vec<Place>,
    /// Imports that the naive checker need not verify again: another test does.
    known: Known,
    /// How many mutants are tried.
    count: usize,
}

impl Toy {
    fn new(name: String, draft: Draft, count: usize) -> Self {
        let (bytes, files) = (draft.bytes(), Arc::default());
        Self { name, draft, bytes, files, game: None, values: vec![], known: Known::new(), count }
    }

    /// The statement, the numbers and the form.
    fn sort(&self) -> String {
        let statement = match self.draft.head.statement {
            Statement::Endgame(..) => "endgame",
            Statement::Game(_) => "game",
            Statement::List(..) => "list",
            Statement::Further(..) => panic!("further games have mutants of their own"),
        };
        let numbers = if self.draft.head.bits == 0 { "exact" } else { "units" };
        let never = if self.draft.head.never.is_some() { ", of one value" } else { "" };
        format!("{statement} {numbers} {:?}{never}", self.draft.head.form)
    }
}

/// The files of a family, and what is verified of them.
fn known(family: &Family, board: Board) -> (Arc<Files>, Known) {
    let digest = |bytes: &[u8]| naive::bytes::sha256(bytes);
    let files = family.values().map(|solved| (digest(&solved.bytes), solved.bytes.clone())).collect();
    let verified = |(men, solved): (&Vec<char>, &support::Solved)| {
        let written = naive::bytes::read(&solved.bytes).unwrap();
        let positions = World::of(board, men).positions.clone();
        let verified = naive::Verified { written, places: solved.places.clone(), positions, settled: BTreeMap::new() };
        (digest(&solved.bytes), Arc::new(verified))
    };
    (Arc::new(files), family.iter().map(verified).collect())
}

fn games() -> Vec<Toy> {
    let mut random = Random(11);
    let coins = vec![
        chance(&[(3, 1, 2), (2, 1, 2)]),
        chance(&[(1, 2, 3), (0, 1, 6), (3, 1, 6)]),
        turn('r', &[0, 3]),
        end(1, 1),
        end(0, 1),
        turn('l', &[1, 5]),
    ];
    let mut games = vec![path(5), cycles(), by_turns(), coins, vec![end(1, 3)]];
    for kinds in [&['b'][..], &['l', 'r'], &['c', 'b'], &['b', 'l', 'r', 'c']] {
        games.extend((0..3).map(|_| random_game(&mut random, 6, kinds)));
    }
    let mut toys = Vec::new();
    for (number, toy) in games.iter().enumerate() {
        let text = json(toy);
        let game = Arc::new(Game::read(text.as_bytes()).unwrap());
        let (draft, values) = exact_game(toy).unwrap();
        let mut all = vec![Toy::new(format!("game {number}, exact"), draft.clone(), 1300)];
        for (bits, list) in [(1 + random.below(6) as u8, true), (20, true), (62, false)] {
            let (draft, _) = enclosed_game(toy, bits, list);
            all.push(Toy::new(format!("game {number}, {bits} bits"), draft, 550));
        }
        // Of one value: what White can force, what Black cannot prevent, and, where both are the same, any other worth of an endless play.
        let is_sharp = values.iter().all(|place| place.bounds[0] == place.bounds[3]);
        let nevers = [((0, 1), 0), ((1, 1), 3), ((1, 2), 0), ((1, 4), 0), ((5, 7), 0)];
        for (never, bound) in nevers.into_iter().take(if is_sharp { 5 } else { 2 }) {
            let value: Vec<R> = values.iter().map(|place| place.bounds[bound].clone()).collect();
            let (_, places) = with_never(&arena(toy), &value, never);
            let statement = draft.head.statement.clone();
            let mut one = support::exact(statement, &places, &[], vec![], &support::starts(places.len(), |_| true));
            one.head.never = Some(never);
            all.push(Toy::new(format!("game {number}, exact, {never:?}"), one, 300));
            let (mut narrow, _) = enclosed_game(toy, 1 + random.below(30) as u8, false);
            narrow.head.never = Some(never);
            all.push(Toy::new(format!("game {number}, in units, {never:?}"), narrow, 150));
        }
        for toy in &mut all {
            (toy.game, toy.values) = (Some((text.clone(), Arc::clone(&game))), values.clone());
        }
        toys.extend(all);
    }
    toys
}

fn endgames() -> Vec<Toy> {
    let mut toys = Vec::new();
    for (board, text, count) in [
        (Board::new(2, 2, 0), "Kk", 2000),
        (Board::new(2, 2, 0), "KQk", 2000),
        (Board::new(2, 3, 0), "KNk", 2000),
        (Board::new(3, 2, 0), "KQkr", 1000),
        (Board::new(2, 3, 1), "KPk", 2000),
        (Board::new(2, 4, 1), "KPkp", 1100),
    ] {
        let family = family(board, text);
        let (files, known) = known(&family, board);
        let imports: BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)> =
            family.iter().map(|(men, solved)| (men.clone(), (solved.bytes.clone(), solved.places.clone()))).collect();
        let mut all = vec![Toy::new(format!("{text}, exact"), family[&men(text)].draft.clone(), count)];
        for (bits, list) in [(3, true), (40, true), (62, false)] {
            let (draft, _) = enclosed(board, &men(text), bits, list, &imports);
            all.push(Toy::new(format!("{text}, {bits} bits"), draft, count / 3));
        }
        let Solved { arena, places, .. } = &family[&men(text)];
        if places.iter().all(|place| place.bounds[0] == place.bounds[3]) {
            let never = [(1, 2), (1, 3), (0, 1)][text.len() % 3];
            let value: Vec<R> = places.iter().map(|place| place.bounds[0].clone()).collect();
            let (arena, places) = with_never(arena, &value, never);
            let moves = greedy_moves(&arena, &places);
            let head = &family[&men(text)].draft.head;
            let kings = |number: usize| [0, 1].map(|king| family[&men(text)].world.positions[number].pieces[king].1);
            let starts = support::starts(places.len(), |number| kings(number) != kings(number - 1));
            let mut one = support::exact(head.statement.clone(), &places, &moves, head.imports.clone(), &starts);
            one.head.never = Some(never);
            all.push(Toy::new(format!("{text}, exact, {never:?}"), one, count / 3));
        }
        for toy in &mut all {
            (toy.files, toy.known) = (Arc::clone(&files), known.clone());
        }
        toys.extend(all);
    }
    toys
}

fn lists() -> Vec<Toy> {
    let mut toys = Vec::new();
    for (text, rule, solved, imported, count) in [
        ("k1/1K", 0, "Kk", "", 12),
        ("k1/2/KN", 0, "KNk", "", 9),
        ("k1/2/KN", 0, "KNk", "Kk", 12),
        ("k1/1p/K1", 1, "KPk", "KQk KRk KBk KNk", 9),
        ("1k/1p/2/P1/K1", 2, "", "", 10),
    ] {
        let (board, root) = fen(text, rule);
        let family = if solved.is_empty() { Family::new() } else { family(board, solved) };
        let (files, known) = known(&family, board);
        let imports = imported.split_whitespace().map(men);
        let imports =
            imports.map(|men| (men.clone(), (family[&men].bytes.clone(), family[&men].places.clone()))).collect();
        let members = reached(board, &root, count);
        for form in &FORMS[3..7] {
            for (bits, with_labels) in [(0, true), (5, true), (62, false)] {
                let draft = plan(board, &members, *form, bits, with_labels, &imports).unwrap();
                let mut toy = Toy::new(format!("list {text}, {form:?}, {bits} bits"), draft, 650);
                (toy.files, toy.known) = (Arc::clone(&files), known.clone());
                if let Form::Forces(_) = form {
                    // What White can force without an endless play, White can force if that is worth something, with the same labels.
                    let mut one = Toy {
                        draft: toy.draft.clone(),
                        known: toy.known.clone(),
                        ..Toy::new(format!("{}, of one value", toy.name), toy.draft.clone(), 300)
                    };
                    one.draft.head.never = Some([(1, 2), (0, 1), (1, 1)][count % 3]);
                    (one.bytes, one.files) = (one.draft.bytes(), Arc::clone(&files));
                    toys.push(one);
                }
                toys.push(toy);
            }
        }
    }
    toys
}

// ---- How to spoil -------------------------------------------------------------------------------------------------------------------

/// A number to write in the place of another.
fn other(random: &mut Random, old: u64, column: &[u64], bits: u8) -> u64 {
    let one = 1_u64 << bits;
    match random.below(12) {
        0 | 1 => old.wrapping_add(1),
        2 | 3 => old.saturating_sub(1),
        4 | 5 => *random.pick(column),
        6 => 0,
        7 => random.below(column.len() + 2) as u64,
        8 => old ^ (1 << random.below(34)),
        9 => *random.pick(&[one, one + 1, one - 1, u64::from(u32::MAX), u64::from(u32::MAX) - 1, u64::MAX, 255, 256]),
        10 => old / 2,
        _ => random.next() >> random.below(64),
    }
}

/// Spoils columns; none if there is nothing to spoil.
fn spoil_column(draft: &mut Draft, random: &mut Random, how: usize) -> Option<&'static str> {
    let bits = draft.head.bits;
    let slice = random.below(draft.slices.len().max(1));
    let (columns, rest) = draft.slices.get_mut(slice)?;
    let which = random.below(columns.len());
    let column = &mut columns[which];
    if how == 6 {
        rest.push(random.next() as u8);
        return Some("byte after the columns");
    }
    if how == 7 {
        column.wider = 1 + random.below(9) as u8;
        return Some("column wider than it has to be");
    }
    let length = column.numbers.len();
    let place = random.below(length.max(1));
    let old = *column.numbers.get(place)?;
    match how {
        0 => {
            column.numbers[place] = other(random, old, &column.numbers.clone(), bits);
            Some("number")
        }
        1 => {
            column.numbers.swap(place, random.below(length));
            Some("numbers exchanged")
        }
        2 => {
            let new = other(random, old, &column.numbers.clone(), bits);
            for number in &mut column.numbers {
                *number = if random.below(2) == 0 { new } else { *number };
            }
            Some("one number for many")
        }
        3 => {
            let up = random.below(2) == 0;
            column.numbers.iter_mut().for_each(|x| *x = if up { x.wrapping_add(1) } else { x.saturating_sub(1) });
            Some("column shifted")
        }
        4 => {
            // Several columns at one place: a value with its labels.
            for column in columns.iter_mut().filter(|column| column.numbers.len() > place) {
                let old = column.numbers[place];
                if random.below(2) == 0 {
                    column.numbers[place] = other(random, old, &column.numbers.clone(), bits);
                }
            }
            Some("numbers of a place")
        }
        5 => {
            let with = random.below(columns.len());
            columns.swap(which, with);
            Some("columns exchanged")
        }
        8 => {
            if random.below(2) == 0 {
                column.numbers.remove(place);
            } else {
                column.numbers.insert(place, old);
            }
            Some("number left out or added")
        }
        _ => {
            // The numbers of two places, in all columns: as if the positions were exchanged.
            let with = random.below(length);
            for column in columns.iter_mut().filter(|column| column.numbers.len() == length) {
                column.numbers.swap(place, with);
            }
            Some("places exchanged")
        }
    }
}

fn spoil_statement(draft: &mut Draft, random: &mut Random) -> Option<&'static str> {
    let head = &mut draft.head;
    match random.below(4) {
        0 => {
            head.form = *random.pick(&FORMS);
            return Some("form");
        }
        1 => {
            head.bits = *random.pick(&[0, 1, head.bits ^ 1, head.bits + 1, 62, 63, 64, 255]);
            return Some("bits");
        }
        _ => {}
    }
    let board = match &mut head.statement {
        Statement::Further(..) => panic!("further games have mutants of their own"),
        Statement::Game(digest) if random.below(2) == 0 => {
            digest.0[random.below(32)] ^= 1 << random.below(8);
            return Some("statement");
        }
        Statement::Game(_) => {
            head.statement = Statement::Endgame(support::stated_board(Board::new(2, 2, 0)), vec![0, 1]);
            return Some("statement");
        }
        Statement::Endgame(board, men) => {
            let place = random.below(men.len());
            match random.below(6) {
                0 => men[place] = random.below(13) as u8,
                1 => men.swap(place, 0),
                2 => men.push(random.below(13) as u8),
                3 => drop(men.remove(place)),
                4 => {
                    head.statement = Statement::Game(Digest([7; 32]));
                    return Some("statement");
                }
                _ => {}
            }
            board
        }
        Statement::List(board, root, members) => {
            let place = random.below(members.len());
            let squares = usize::from(board[0]) * usize::from(board[1]);
            match random.below(11) {
                0 | 1 => *root = random.below(members.len() + 1) as u64,
                2 => drop(members.remove(place)),
                3 => members.insert(place, members[place].clone()),
                4 => members.swap(place, random.below(place + 1)),
                5 => members[place].1 = random.below(squares + 2) as u64,
                6 | 7 => {
                    let piece = random.below(members[place].0.len());
                    members[place].0[piece][1] = random.below(squares + 1) as u8;
                }
                8 => {
                    let piece = random.below(members[place].0.len());
                    members[place].0[piece][0] = random.below(13) as u8;
                }
                9 => drop(members[place].0.pop()),
                _ => members[place].0.push([random.below(13) as u8, random.below(squares) as u8]),
            }
            board
        }
    };
    if random.below(4) == 0 {
        match random.below(4) {
            0 => board[0] = *random.pick(&[0, 1, 2, 3, board[1], 16, 17, 255]),
            1 => board[1] = *random.pick(&[0, 1, 2, 3, 4, board[0], 16, 17, 255]),
            2 => board.swap(0, 1),
            _ => board[2] = *random.pick(&[0, 1, 2]),
        }
    }
    Some("board, men or members")
}

/// Leaves a member out with its numbers, so that the rest may still be true.
fn spoil_list(draft: &mut Draft, random: &mut Random) -> Option<&'static str> {
    let Statement::List(_, root, members) = &mut draft.head.statement else { return None };
    let place = random.below(members.len());
    members.remove(place);
    *root = random.below(members.len().max(1)) as u64;
    for column in &mut draft.slices[0].0 {
        column.numbers.remove(place);
    }
    if members.is_empty() {
        draft.slices.clear();
    }
    Some("member left out")
}

fn spoil_imports(draft: &mut Draft, random: &mut Random, files: &Files) -> Option<&'static str> {
    let imports = &mut draft.head.imports;
    let all: Vec<Digest> = files.keys().map(|digest| Digest(*digest)).collect();
    let place = random.below(imports.len().max(1));
    match random.below(5) {
        0 => imports.push(if all.is_empty() { Digest([7; 32]) } else { *random.pick(&all) }),
        1 if !imports.is_empty() => drop(imports.remove(place)),
        2 if !imports.is_empty() => imports[place].0[random.below(32)] ^= 1 << random.below(8),
        3 if !imports.is_empty() && !all.is_empty() => imports[place] = *random.pick(&all),
        4 if imports.len() > 1 => imports.swap(place, random.below(place + 1)),
        _ => return None,
    }
    Some("imports")
}

fn spoil_values(draft: &mut Draft, random: &mut Random) -> Option<&'static str> {
    let values = std::sync::Arc::make_mut(&mut draft.head.values);
    let count = values.numerators.len();
    if count == 0 {
        return None;
    }
    let place = random.below(count);
    let small = BigUint::from(random.next() >> random.below(64));
    let factor = BigUint::from(*random.pick(&[2_u64, 3, 5, 255, 256, 257, 1 << 32]));
    match random.below(12) {
        0 | 1 => values.numerators[place] += 1_u8,
        2 if values.numerators[place] > BigUint::ZERO => values.numerators[place] -= 1_u8,
        3 => values.numerators[place] = small,
        4 => values.denominator += 1_u8,
        5 if values.denominator > BigUint::from(1_u8) => values.denominator -= 1_u8,
        6 => values.denominator *= &factor,
        7 => {
            values.denominator *= &factor;
            values.numerators.iter_mut().for_each(|numerator| *numerator *= &factor);
        }
        8 => values.denominator = small,
        9 => values.numerators.swap(place, random.below(count)),
        10 => drop(values.numerators.remove(place)),
        11 => {
            let again = values.numerators[place].clone() + u8::from(random.below(2) == 0);
            values.numerators.insert(place + 1, again);
        }
        _ => return None,
    }
    Some("values")
}

/// Another worth of an endless play, or none; not always one that is spelt so.
fn spoil_never(draft: &mut Draft, random: &mut Random) -> Option<&'static str> {
    let never = &mut draft.head.never;
    let few = [
        (0, 1),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 3),
        (1, 4),
        (3, 4),
        (2, 4),
        (0, 2),
        (2, 1),
        (0, 0),
        (1, 0),
        (u64::MAX - 1, u64::MAX),
    ];
    *never = match (*never, random.below(4)) {
        (Some(_), 0) => None,
        (Some((above, below)), 1) => Some((above + random.below(2) as u64, below + random.below(2) as u64)),
        _ => Some(*random.pick(&few)),
    };
    Some("worth of an endless play")
}

fn spoil_slices(draft: &mut Draft, random: &mut Random) -> Option<&'static str> {
    let slice = random.below(draft.slices.len().max(1));
    match random.below(4) {
        0 => draft.slices.push((vec![], vec![])),
        1 => {
            let again = draft.slices.get(slice)?.clone();
            draft.slices.insert(slice, again);
        }
        2 => {
            draft.slices.get(slice)?;
            draft.slices.remove(slice);
        }
        _ => {
            let (columns, _) = draft.slices.get(slice)?.clone();
            let at = random.below(columns.first()?.numbers.len() + 1);
            let halves = columns.iter().map(|column| {
                let at = at.min(column.numbers.len());
                let (a, b) = column.numbers.split_at(at);
                (Column { numbers: a.to_vec(), wider: 0 }, Column { numbers: b.to_vec(), wider: 0 })
            });
            let (first, second) = halves.unzip();
            draft.slices.splice(slice..=slice, [(first, vec![]), (second, vec![])]);
        }
    }
    Some("slices")
}

/// Changes some bytes.
fn flip(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(2) {
        let place = random.below(bytes.len().max(1));
        match random.below(5) {
            0 if !bytes.is_empty() => drop(bytes.remove(place)),
            1 => bytes.insert(place.min(bytes.len()), random.next() as u8),
            2 if !bytes.is_empty() => bytes[place] = random.next() as u8,
            _ if !bytes.is_empty() => bytes[place] ^= 1 << random.below(8),
            _ => {}
        }
    }
}

/// Spoils the bytes themselves.
fn spoil_bytes(toy: &Toy, random: &mut Random, how: usize) -> (Vec<u8>, &'static str) {
    let (mut head, mut slices) = parts(&toy.bytes);
    match how {
        0 => {
            flip(&mut head, random);
            (sealed(&head, &slices), "bytes of the head, sealed")
        }
        1 if !slices.is_empty() => {
            let mut draft = toy.draft.clone();
            let slice = random.below(draft.slices.len());
            let mut bytes = Draft::slice_bytes(&draft.slices[slice]);
            flip(&mut bytes, random);
            draft.slices[slice] = (vec![], bytes);
            (draft.bytes(), "bytes of a slice, sealed")
        }
        2 => {
            let mut bytes = toy.bytes.clone();
            flip(&mut bytes, random);
            (bytes, "bytes, not sealed")
        }
        3 => {
            slices.extend((0..=random.below(3)).map(|_| random.next() as u8));
            (sealed(&head, &slices), "bytes appended")
        }
        4 => {
            head.truncate(random.below(head.len()));
            (sealed(&head, &slices), "head cut, sealed")
        }
        5 => {
            // A byte that could be a number, spelt with zeros too many; the length of the body is right again if it stands there.
            let place = random.below(head.len().min(60));
            let zeros = random.below(9);
            let long = [&[head[place] | 0x80], &vec![0x80; zeros][..], &[0]].concat();
            head.splice(place..=place, long);
            if (2..2 + usize::from(head[1] & 0x7f)).contains(&place) && head[1] < 100 {
                head[1] += zeros as u8 + 1;
            }
            (sealed(&head, &slices), "number in more bytes, sealed")
        }
        6 => {
            // Imports in the order in which nobody writes them.
            let mut written = naive::bytes::read(&toy.bytes).unwrap();
            let count = written.imports.len().max(1);
            let (one, other) = (random.below(count), random.below(count));
            if one < written.imports.len() {
                written.imports.swap(one, other);
            }
            (naive::bytes::write(&written), "imports in another order")
        }
        _ => (toy.bytes[..random.below(toy.bytes.len())].to_vec(), "cut"),
    }
}

/// Another file, and how it was spoilt.
fn spoil(toy: &Toy, random: &mut Random) -> (Vec<u8>, &'static str) {
    loop {
        let mut draft = toy.draft.clone();
        let how = random.below(44);
        let name = match how {
            0..=13 => spoil_column(&mut draft, random, 0),
            14..=22 => spoil_column(&mut draft, random, how - 13),
            23..=25 => spoil_column(&mut draft, random, 0).and_then(|_| spoil_column(&mut draft, random, 0)),
            26 | 27 => spoil_statement(&mut draft, random),
            28 => spoil_list(&mut draft, random),
            29 => spoil_imports(&mut draft, random, &toy.files),
            30..=32 => spoil_values(&mut draft, random),
            33 => spoil_slices(&mut draft, random),
            42 | 43 => spoil_never(&mut draft, random),
            _ => {
                let (bytes, name) = spoil_bytes(toy, random, how - 34);
                if bytes != toy.bytes {
                    return (bytes, name);
                }
                None
            }
        };
        // Columns of nothing but zeros are written alike, whatever their length.
        if let Some((bytes, name)) = name.map(|name| (draft.bytes(), name)).filter(|(bytes, _)| *bytes != toy.bytes) {
            return (bytes, name);
        }
    }
}

// ---- What comes of it ---------------------------------------------------------------------------------------------------------------

/// Asserts that what is verified is true.
fn is_true(toy: &Toy, naive: &naive::Verified, verified: &Verified, known: &Known) {
    let places = &naive.places;
    for (number, place) in places.iter().enumerate() {
        assert_eq!(place_of(verified, number), *place, "{}", toy.name);
    }
    let form = FORMS[usize::from(naive.written.form)];
    let board = |[files, ranks, rule]: [u8; 3]| Board::new(files.into(), ranks.into(), rule);
    let values = match &naive.written.about {
        About::Game(_) => toy.values.clone(),
        About::Endgame(on, men) => {
            let men: Vec<char> = men.iter().map(|man| LETTERS.chars().nth((*man).into()).unwrap()).collect();
            static KNOWN: LazyLock<Mutex<BTreeMap<Board, Family>>> = LazyLock::new(Mutex::default);
            let mut all = KNOWN.lock().unwrap();
            let family = all.entry(board(*on)).or_default();
            support::add(family, board(*on), &men);
            family[&men].places.clone()
        }
        About::List(on, ..) => {
            let board = board(*on);
            let mut imports = BTreeMap::new();
            for digest in &naive.written.imports {
                let About::Endgame(_, men) = &known[digest].written.about else { panic!("an import") };
                let men: Vec<char> = men.iter().map(|man| LETTERS.chars().nth((*man).into()).unwrap()).collect();
                assert!(rule_of(board, &men).files == board.files);
                imports.insert(men, known[digest].places.clone());
            }
            solve(&support::arena_of_list(board, &naive.positions, &imports, support::neutral(form))).unwrap()
        }
    };
    assert_eq!(places.len(), values.len());
    for (place, value) in places.iter().zip(&values) {
        let ([l, u, m, v], [x, _, _, y]) = (&place.bounds, &value.bounds);
        // The value if an endless play is worth d is at least α and at most β; it is α if d is 0, and β if d is 1.
        let (least, most) = match naive.written.never {
            Some((0, _)) => (x, x),
            Some((above, below)) if above == below => (y, y),
            _ => (x, y),
        };
        let is_true = match (form, naive.written.never) {
            (Form::One, Some(_)) => least <= l && l <= most,
            (Form::Narrow, Some(_)) => l <= most && least <= v,
            (Form::Forces(Side::White), Some(_)) => l <= most,
            (Form::Forces(Side::Black), Some(_)) => v >= least,
            (Form::One | Form::Two, None) => place == value,
            (Form::Narrow | Form::Sharp, None) => l <= x && x <= u && m <= y && y <= v,
            (Form::Holds(Side::White), None) => u >= x,
            (Form::Holds(Side::Black), None) => m <= y,
            (Form::Forces(Side::White), None) => l <= x,
            (Form::Forces(Side::Black), None) => v >= y,
            (Form::Two | Form::Sharp | Form::Holds(_), Some(_)) => false,
        };
        assert!(is_true, "{}: {place:?} {value:?}", toy.name);
    }
}

fn is_bug(failure: &Failure) -> bool {
    match failure {
        Failure::Bug => true,
        Failure::Import(_, failure) => is_bug(failure),
        _ => false,
    }
}

type Counts = BTreeMap<String, [usize; 3]>;

/// Tries mutants of a toy, and counts them.
fn attack(toy: &Toy, seed: u64, counts: &Mutex<[Counts; 2]>) {
    let (mut random, mut known) = (Random(seed), toy.known.clone());
    let mut checker = Checker::new(1, none, |digest| toy.files.get(&digest.0).cloned());
    let game = toy.game.as_ref().map(|(_, game)| game);
    let given = Given { files: &toy.files, game: toy.game.as_ref().map(|(text, _)| text.as_bytes()) };
    // The control.
    assert!(checker.check(&toy.bytes, game).is_ok() && naive::read_again(&toy.bytes), "{}", toy.name);
    let mut own: [Counts; 2] = Default::default();
    for number in 0..toy.count / one_in(4) {
        let (bytes, how) = spoil(toy, &mut random);
        let found = checker.check(&bytes, game);
        if let Err(failure) = &found {
            assert!(!is_bug(failure), "{}, {how}: {failure:?}", toy.name);
        }
        let mut result = match &found {
            Ok(_) => 0,
            Err(failure) => 1 + usize::from(failure.is_declined()),
        };
        if number % 10 == 0 || found.is_ok() {
            let naive = naive::check_after(&bytes, &given, &mut known);
            let word = ["verified", "rejected", "declined"][result];
            assert_eq!(naive.word(), word, "{}, {how}: {:?} {naive:?}", toy.name, found.err());
            if let (Verdict::Verified(naive), Ok(verified)) = (naive, &found) {
                is_true(toy, &naive, verified, &known);
                // Of exact values of all positions there is one certificate.
                let exact = matches!(verified.head().form, Form::One | Form::Two);
                let head = &toy.draft.head;
                let same = (&verified.head().statement, verified.head().never) == (&head.statement, head.never);
                assert!(!exact || !same, "{}, {how}", toy.name);
                result = 0;
            }
        }
        for (counts, key) in own.iter_mut().zip([toy.sort(), how.to_owned()]) {
            counts.entry(key).or_default()[result] += 1;
        }
    }
    let mut counts = counts.lock().unwrap();
    for (all, own) in counts.iter_mut().zip(own) {
        for (key, own) in own {
            let all = all.entry(key).or_default();
            (0..3).for_each(|result| all[result] += own[result]);
        }
    }
}

#[test]
fn verifies_nothing_that_is_false() {
    let toys: Vec<Toy> = thread::scope(|scope| {
        let workers = [endgames as fn() -> Vec<Toy>, games, lists].map(|make| scope.spawn(make));
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let (next, counts) = (AtomicUsize::new(0), Mutex::default());
    thread::scope(|scope| {
        let work = || {
            while let Some(toy) = toys.get(next.fetch_add(1, Ordering::Relaxed)) {
                attack(toy, toy.name.len() as u64 * 1_000 + toy.count as u64, &counts);
            }
        };
        (0..6).for_each(|_| drop(scope.spawn(work)));
    });
    let [sorts, ways] = counts.into_inner().unwrap();
    let mut total = [0; 3];
    for (name, [verified, rejected, declined]) in sorts.iter().chain(&ways) {
        println!("{name}: {verified} verified, {rejected} rejected, {declined} declined");
    }
    for (name, counts) in &sorts {
        (0..3).for_each(|result| total[result] += counts[result]);
        assert!(counts.iter().sum::<usize>() > 1_000 / one_in(4), "{name}");
        // Of exact tables one may become that of another endgame; of all else some mutants are true of the same positions.
        assert!(counts[0] > 200 / one_in(4) || (name.contains("exact") && !name.contains("list")), "{name}");
    }
    println!("{total:?}");
    assert!(total.iter().sum::<usize>() >= 100_000 / one_in(4), "{total:?}");
    // Three forms of tables for endgames and games, and four of lists, exact and in units; of one value a table of an endgame, two of games, and two forms of lists.
    assert_eq!(sorts.len(), 3 + 3 + 4 * 2 + 1 + 2 + 2 * 2);
    assert!(ways.len() > 20, "{ways:?}");
}

/// Every byte of some files, with every bit of it; every cut; each with the old digests, so that nothing can be verified.
#[test]
fn verifies_no_file_with_another_byte() {
    let toys: Vec<Toy> = games().into_iter().chain(lists()).collect();
    let mut tried = 0;
    for toy in toys.iter().step_by(9) {
        let game = toy.game.as_ref().map(|(_, game)| game);
        let mut checker = Checker::new(1, none, |digest| toy.files.get(&digest.0).cloned());
        let mut refused = |bytes: &[u8]| {
            tried += 1;
            let failure = checker.check(bytes, game).unwrap_err();
            assert!(!is_bug(&failure), "{failure:?}");
        };
        for place in 0..toy.bytes.len() {
            refused(&toy.bytes[..place]);
            for bit in 0..8 {
                let mut bytes = toy.bytes.clone();
                bytes[place] ^= 1 << bit;
                refused(&bytes);
            }
        }
        for more in [&[0][..], &[255], &toy.bytes] {
            refused(&[&toy.bytes[..], more].concat());
        }
    }
    assert!(tried > 20_000, "{tried}");
}
