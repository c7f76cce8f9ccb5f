//! Partitions: certificates that are made here by brute force, from lists of parts and nothing else, and spoilt ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::witness::naive::game::Place as Toy;
use crate::witness::support::games::{bid, end, exact_game};
use crate::witness::support::{Draft, Random};
use checker::Verdict;
use checker::certificate::{Form, Head, Statement};
use checker::failure::Failure;
use checker::numbers::Fractions;
use games::partitions::{Proved, Wrong};
use writer::{Writer, write};

use crate::{broken, fault};

/// A partition as a list of parts.
type Rows = Vec<u64>;
/// Steps and rides, written down here once more.
type Piece = (&'static str, &'static [[u64; 2]], &'static [[u64; 2]]);

const PIECES: [Piece; 7] = [
    ("Downright", &[[0, 1], [1, 0]], &[]),
    ("Pawn", &[[0, 1], [1, 1]], &[]),
    ("Knight", &[[1, 2], [2, 1]], &[]),
    ("Bishop", &[], &[[1, 1]]),
    ("King", &[[0, 1], [1, 0], [1, 1]], &[]),
    ("Rook", &[], &[[0, 1], [1, 0]]),
    ("Queen", &[], &[[0, 1], [1, 0], [1, 1]]),
];

fn piece_of(name: &str) -> Piece {
    *PIECES.iter().find(|piece| piece.0 == name).unwrap()
}

/// What is left of a partition.
fn delete(rows: &Rows, [down, right]: [u64; 2]) -> Option<Rows> {
    let left: Rows =
        rows.iter().skip(down as usize).filter_map(|row| row.checked_sub(right)).filter(|row| *row > 0).collect();
    (!left.is_empty()).then_some(left)
}

fn options(piece: &Piece, rows: &Rows) -> Vec<Rows> {
    let steps = piece.1.iter().filter_map(|by| delete(rows, *by));
    let rides = piece.2.iter().flat_map(|by| (1..).map_while(|n| delete(rows, by.map(|by| n * by))));
    steps.chain(rides).collect()
}

/// Values of a partition and of all that can be reached.
fn pair(piece: &Piece, rows: &Rows, known: &mut BTreeMap<Rows, [u64; 2]>) -> [u64; 2] {
    if let Some(known) = known.get(rows) {
        return *known;
    }
    let pairs: Vec<[u64; 2]> = options(piece, rows).iter().map(|option| pair(piece, option, known)).collect();
    let found = if pairs.is_empty() {
        [0, 1]
    } else {
        [0, 1].map(|play| (0..).find(|value| pairs.iter().all(|pair| pair[play] != *value)).unwrap())
    };
    known.insert(rows.clone(), found);
    found
}

/// All partitions up to a size, sorted as the format says.
fn all(most: u64) -> Vec<Rows> {
    fn of(size: u64, most: u64) -> Vec<Rows> {
        if size == 0 {
            return vec![vec![]];
        }
        let first = |part: u64| of(size - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
        (1..=most.min(size)).flat_map(first).collect()
    }
    let mut all: Vec<Rows> = (1..=most).flat_map(|size| of(size, size)).collect();
    all.sort_by_key(|rows| (rows.iter().sum::<u64>(), rows.iter().map(|part| u64::MAX - part).collect::<Vec<_>>()));
    all
}

fn cells(rows: &Rows) -> Vec<Rows> {
    let cells = (0..rows.len() as u64).flat_map(|row| (0..rows[row as usize]).map(move |column| [row, column]));
    cells.map(|cell| delete(rows, cell).unwrap()).collect()
}

/// The first position against each class, by the words of the format.
fn classes(piece: &Piece, positions: &[Rows], known: &BTreeMap<Rows, [u64; 2]>) -> [u64; 6] {
    let pairs_of = |rows: &Rows| options(piece, rows).iter().map(|option| known[option]).collect::<Vec<_>>();
    let swaps = [[0, 1], [1, 0]];
    let is_against = |class: usize, rows: &Rows| {
        let (own, near) = (known[rows], pairs_of(rows));
        let swap = swaps.contains(&own);
        match class {
            0 => own.contains(&0) && own.iter().any(|value| *value > 1),
            1 => !swap && own[0] != own[1],
            2 => !swap && (own[0] != own[1] || own[0] < 2),
            3 => !swap && near.contains(&swaps[0]) != near.contains(&swaps[1]),
            4 => {
                swap && options(piece, rows)
                    .iter()
                    .any(|option| !options(piece, option).is_empty() && !pairs_of(option).contains(&own))
            }
            _ => swap && near.iter().any(|pair| !swaps.contains(pair)),
        }
    };
    [0, 1, 2, 3, 4, 5].map(|class| {
        let first = positions.iter().position(|rows| is_against(class, rows));
        first.map_or(0, |first| first as u64 + 1)
    })
}

fn moves(writer: &mut Writer, piece: &Piece) {
    for list in [piece.1, piece.2] {
        writer.number(list.len() as u64);
        list.iter().flatten().for_each(|by| writer.0.push(*by as u8));
    }
}

fn runs(writer: &mut Writer, rows: &Rows) {
    let runs: Vec<&[u64]> = rows.chunk_by(|a, b| a == b).collect();
    writer.number(runs.len() as u64);
    for run in runs {
        writer.number(run[0]);
        writer.number(run.len() as u64);
    }
}

fn bytes(number: u8, body: Writer, slices: &[Writer]) -> Vec<u8> {
    let statement = Statement::Further(number, body.0);
    let head = Head {
        statement,
        never: None,
        bits: 0,
        form: Form::One,
        imports: Vec::new(),
        values: Fractions::default().into(),
    };
    write(&head, &slices.iter().map(|slice| slice.0.clone()).collect::<Vec<_>>())
}

fn check(bytes: &[u8]) -> Verdict {
    games::checker(1, |_| None::<Vec<u8>>).check(bytes, None)
}

fn refused(bytes: &[u8]) -> Failure {
    check(bytes).unwrap_err()
}

/// Of which positions values are stated.
#[derive(Clone)]
enum Domain {
    Board(Rows),
    Sizes(u64),
}

/// A certificate of values, before it is written.
#[derive(Clone)]
struct Values {
    piece: Piece,
    domain: Domain,
    against: [u64; 6],
    pairs: Vec<[u64; 2]>,
}

impl Values {
    fn new(piece: Piece, domain: Domain) -> Self {
        let positions = match &domain {
            Domain::Board(rows) => cells(rows),
            Domain::Sizes(most) => all(*most),
        };
        let mut known = BTreeMap::new();
        let pairs = positions.iter().map(|rows| pair(&piece, rows, &mut known)).collect();
        Self { piece, against: classes(&piece, &positions, &known), domain, pairs }
    }

    fn body(&self) -> Writer {
        let mut body = Writer::default();
        moves(&mut body, &self.piece);
        match &self.domain {
            Domain::Board(rows) => {
                body.0.push(0);
                runs(&mut body, rows);
            }
            Domain::Sizes(most) => {
                body.0.push(1);
                body.number(*most);
            }
        }
        body
    }

    fn slice(&self) -> Writer {
        let mut slice = Writer::default();
        self.against.iter().for_each(|against| slice.number(*against));
        slice.column(&self.pairs.iter().map(|pair| pair[0]).collect::<Vec<u64>>());
        slice.column(&self.pairs.iter().map(|pair| pair[0] ^ pair[1]).collect::<Vec<u64>>());
        slice
    }

    fn bytes(&self) -> Vec<u8> {
        bytes(9, self.body(), &[self.slice()])
    }
}

#[test]
fn accepts_values_of_brute_force() {
    for piece in PIECES {
        for domain in [
            Domain::Sizes(11),
            Domain::Sizes(1),
            Domain::Board(vec![7, 7, 5, 4, 4, 1]),
            Domain::Board(vec![9; 8]),
            Domain::Board(vec![1]),
        ] {
            let values = Values::new(piece, domain);
            let verified = check(&values.bytes()).unwrap_or_else(|failure| panic!("{}: {failure:?}", piece.0));
            let proved: Arc<Proved> = verified.about().expect("partitions");
            let Proved::Values(pairs, _) = &*proved else { panic!("values") };
            assert!(pairs.iter().map(|pair| pair.map(u64::from)).eq(values.pairs));
        }
    }
}

#[test]
fn declines_what_is_beyond_a_limit() {
    let body = |piece: &str, kind: u8, numbers: &[u64]| {
        let mut body = Writer::default();
        moves(&mut body, &piece_of(piece));
        body.0.push(kind);
        numbers.iter().for_each(|number| body.number(*number));
        body
    };
    let declined = |number: u8, body: Writer, slice: &[u8]| {
        let failure = check(&bytes(number, body, &[Writer(slice.to_vec())])).unwrap_err();
        matches!(failure, Failure::Limit(_))
    };
    // A board of 10^9 cells; as large as may be, and one row more; sizes; a board with too many options.
    assert!(declined(9, body("King", 0, &[1, 31_623, 31_623]), &[]));
    assert!(declined(9, body("King", 0, &[1, 2_048, 2_049]), &[]));
    assert!(!declined(9, body("King", 0, &[1, 2_048, 2_048]), &[]));
    assert!(declined(9, body("King", 1, &[51]), &[]));
    assert!(declined(9, body("Queen", 0, &[1, 2_048, 2_048]), &[]));
    assert!(declined(9, body("King", 0, &[1, 1 << 16, 1]), &[]));
    assert!(!declined(9, body("King", 0, &[1, (1 << 16) - 1, 1]), &[]));
    // Layers: 1023 and one of which nothing is stated.
    let mut slice = Writer::default();
    [1_000, 24, 0].iter().for_each(|number| slice.number(*number));
    assert!(declined(11, body("King", 0, &[1, 1]), &slice.0));
    let mut slice = Writer::default();
    [1_000, 23, 0].iter().for_each(|number| slice.number(*number));
    assert!(!declined(11, body("King", 0, &[1, 1]), &slice.0));
    assert!(declined(11, body("King", 0, &[1 << 16, 1 << 16]), &[1, 1, 0, 0]));
}

fn losing_bytes(piece: &Piece, rows: &Rows, misere: bool, losing: &BTreeSet<u64>) -> Vec<u8> {
    let (mut body, mut slice, mut next) = (Writer::default(), Writer::default(), 0);
    moves(&mut body, piece);
    body.0.push(misere.into());
    runs(&mut body, rows);
    slice.number(losing.len() as u64);
    for cell in losing {
        slice.number(cell - next);
        next = cell + 1;
    }
    bytes(10, body, &[slice])
}

#[test]
fn knows_the_losing_cells_of_brute_force_and_no_others() {
    for piece in PIECES {
        for rows in [vec![8, 8, 6, 5, 3], vec![6; 6], vec![5, 3, 1, 1]] {
            for misere in [false, true] {
                let mut known = BTreeMap::new();
                let pairs: Vec<u64> =
                    cells(&rows).iter().map(|rows| pair(&piece, rows, &mut known)[usize::from(misere)]).collect();
                let losing: BTreeSet<u64> =
                    (0..).zip(&pairs).filter(|(_, value)| **value == 0).map(|(cell, _)| cell).collect();
                check(&losing_bytes(&piece, &rows, misere, &losing)).unwrap();
                for cell in 0..pairs.len() as u64 {
                    // One more or one less, at each place. A cell that is taken away is not answered, or some cell that moves to it is not.
                    let mut mutant = losing.clone();
                    let condition = if mutant.remove(&cell) { "answered" } else { "quiet" };
                    if condition == "quiet" {
                        mutant.insert(cell);
                    }
                    let (found, at) = broken(&refused(&losing_bytes(&piece, &rows, misere, &mutant)));
                    assert!(at <= cell && (found == condition || at < cell), "{}: {found} at {at}", piece.0);
                }
            }
        }
    }
}

/// Values of S(k, a, b), by brute force on one staircase.
fn staircase(piece: &Piece, k: u64, [a, b]: [u64; 2]) -> Vec<Vec<u64>> {
    let rows: Rows = (1..=k).rev().flat_map(|i| vec![a * i; b as usize]).collect();
    let mut values: Vec<Vec<u64>> = rows.iter().map(|row| vec![0; *row as usize]).collect();
    for row in (0..rows.len()).rev() {
        for column in (0..rows[row] as usize).rev() {
            let value = |by: [u64; 2]| values.get(row + by[0] as usize)?.get(column + by[1] as usize).copied();
            let steps = piece.1.iter().filter_map(|by| value(*by));
            let rides = piece.2.iter().flat_map(|by| (1..).map_while(|n| value(by.map(|by| n * by))));
            let seen: BTreeSet<u64> = steps.chain(rides).collect();
            values[row][column] = (0..).find(|value| !seen.contains(value)).unwrap();
        }
    }
    values
}

/// The layers of a staircase: those along its first rows.
fn layers(piece: &Piece, k: u64, block: [u64; 2]) -> Vec<Vec<u64>> {
    let values = staircase(piece, k, block);
    let [a, b] = block.map(|side| side as usize);
    let layer = |t: usize| {
        let first = (k as usize - 1 - t) * a;
        values[..b].iter().flat_map(|row| row[first..first + a].to_vec()).collect()
    };
    (0..k as usize).map(layer).collect()
}

fn staircases_bytes(piece: &Piece, block: [u64; 2], returns: [u64; 3], layers: &[Vec<u64>]) -> Vec<u8> {
    let (mut body, mut slice) = (Writer::default(), Writer::default());
    moves(&mut body, piece);
    body.0.push(0);
    block.iter().for_each(|side| body.number(*side));
    returns.iter().for_each(|number| slice.number(*number));
    slice.column(&layers.concat());
    bytes(11, body, &[slice])
}

/// The one pair of first layer and period that is accepted, if there is one with so few layers.
fn returns(piece: &Piece, block: [u64; 2], layers: &[Vec<u64>]) -> Vec<[u64; 3]> {
    let mut all = Vec::new();
    for last in 1..=layers.len() {
        for from in 0..last {
            for growth in 0..=30 {
                let returns = [from as u64, (last - from) as u64, growth];
                if check(&staircases_bytes(piece, block, returns, &layers[..last])).is_ok() {
                    all.push(returns);
                }
            }
        }
    }
    all
}

#[test]
fn staircases_have_one_certificate_and_it_is_true_for_many_more_steps() {
    // Period and growth: brute force on 24 layers, written apart from this project.
    for (name, block, period, growth) in [
        ("King", [1, 1], 3, 0),
        ("King", [2, 2], 2, 0),
        ("King", [3, 3], 10, 0),
        ("Downright", [2, 3], 2, 0),
        ("Rook", [2, 2], 1, 2),
        ("Knight", [1, 1], 3, 0),
    ] {
        let piece = piece_of(name);
        let known = layers(&piece, 34, block);
        let found = returns(&piece, block, &known[..14]);
        let [[from, found_period, found_growth]] = found[..] else { panic!("{name} {block:?}: {found:?}") };
        println!("{name} {block:?}: {found:?}");
        if name != "Downright" && name != "Knight" {
            assert_eq!([found_period, found_growth], [period, growth], "{name} {block:?}");
        }
        // All layers of a much longer staircase follow.
        for t in from as usize..known.len() - found_period as usize {
            let grown: Vec<u64> = known[t].iter().map(|value| value + found_growth).collect();
            assert_eq!(grown, known[t + found_period as usize], "{name} {block:?}: layer {t}");
        }
    }
}

/// Values of a race in units of 2^-cells, by recursion; none for the end.
fn race(pieces: [&Piece; 2], rows: &Rows, misere: bool, known: &mut BTreeMap<Rows, Option<u128>>) -> Option<u128> {
    const ONE: u128 = 1 << 80;
    if let Some(known) = known.get(rows) {
        return *known;
    }
    let all = pieces.map(|piece| options(piece, rows));
    let found = if all.iter().all(Vec::is_empty) {
        None
    } else {
        let mut reached = [0, 1].map(|player: usize| {
            let to = |option: &Rows| {
                race(pieces, option, misere, known).unwrap_or(if (player == 0) == misere { 0 } else { ONE })
            };
            all[player].iter().map(to).collect::<Vec<_>>()
        });
        (0..2)
            .filter(|player| all[*player].is_empty())
            .for_each(|player| reached[player].push(if player == 0 { 0 } else { ONE }));
        let sum = reached[0].iter().max().unwrap() + reached[1].iter().min().unwrap();
        assert_eq!(sum % 2, 0, "enough units");
        Some(sum / 2)
    };
    known.insert(rows.clone(), found);
    found
}

#[test]
fn brute_force_gives_the_values_of_the_race() {
    for (left, right, misere, numerator, power) in [
        ("Rook", "King", false, 247, 8),
        ("Queen", "Rook", false, 3, 2),
        ("King", "King", false, 1, 1),
        ("Rook", "Rook", true, 1, 1),
    ] {
        let value = race([&piece_of(left), &piece_of(right)], &vec![8; 8], misere, &mut BTreeMap::new());
        assert_eq!(value, Some(numerator << (80 - power)), "{left} {right}");
    }
}

/// A piece by chance: some steps, some rides of which none is a multiple of another, and no step that a ride makes.
fn any_piece(random: &mut Random, most: usize) -> Piece {
    let mut draw = |count: usize| -> BTreeSet<[u64; 2]> {
        let count = random.below(count + 1);
        let pairs = (0..count).map(|_| [0; 2].map(|_| random.below(most + 1) as u64));
        pairs.filter(|by| *by != [0, 0]).collect()
    };
    let (steps, rides) = (draw(5), draw(3));
    let ridden = |to: &[u64; 2], least: u64| rides.iter().any(|by| (least..=9).any(|n| by.map(|by| n * by) == *to));
    let steps: Vec<[u64; 2]> = steps.iter().copied().filter(|to| !ridden(to, 1)).collect();
    let rides: Vec<[u64; 2]> = rides.iter().copied().filter(|to| !ridden(to, 2)).collect();
    ("any", steps.leak(), rides.leak())
}

fn any_rows(random: &mut Random) -> Rows {
    let mut rows: Rows = (0..1 + random.below(6)).map(|_| 1 + random.below(7) as u64).collect();
    rows.sort_by_key(|row| u64::MAX - row);
    rows
}

#[test]
fn agrees_with_brute_force_on_pieces_by_chance() {
    let mut random = Random(9);
    for round in 0..400 {
        let piece = any_piece(&mut random, 3);
        let rows = any_rows(&mut random);
        let domain = if round % 4 == 0 { Domain::Sizes(7) } else { Domain::Board(rows.clone()) };
        let values = Values::new(piece, domain);
        assert!(check(&values.bytes()).is_ok(), "{piece:?} {rows:?}");
        let mut mutant = values.clone();
        let (place, play) = (random.below(values.pairs.len()), random.below(2));
        mutant.pairs[place][play] ^= 1;
        assert!(
            matches!(check(&mutant.bytes()), Err(Failure::Further(_) | Failure::Spelling(..))),
            "{piece:?} {rows:?}"
        );
        let mut mutant = values.clone();
        let class = random.below(6);
        mutant.against[class] = random.below(1 + values.pairs.len()) as u64;
        assert_eq!(check(&mutant.bytes()).is_ok(), mutant.against == values.against, "{piece:?} {rows:?}");
        let misere = round % 2 == 0;
        let mut known = BTreeMap::new();
        let is_losing = |rows: &Rows, known: &mut _| pair(&piece, rows, known)[usize::from(misere)] == 0;
        let all = cells(&rows);
        let losing = (0..all.len() as u64).filter(|cell| is_losing(&all[*cell as usize], &mut known));
        let mut losing: BTreeSet<u64> = losing.collect();
        assert!(check(&losing_bytes(&piece, &rows, misere, &losing)).is_ok(), "{piece:?} {rows:?}");
        let cell = random.below(all.len()) as u64;
        if !losing.remove(&cell) {
            losing.insert(cell);
        }
        assert!(["quiet", "answered"].contains(&broken(&refused(&losing_bytes(&piece, &rows, misere, &losing))).0));
    }
}

/// How many pieces are tried.
const ROUNDS: usize = 300;

/// The return of a piece that the checker asks for, within so many layers; found from what it says of others.
fn asked(piece: &Piece, block: [u64; 2], layers: &[Vec<u64>]) -> Option<[u64; 3]> {
    let told = |returns: [u64; 3]| {
        let last = (returns[0] + returns[1]) as usize;
        check(&staircases_bytes(piece, block, returns, &layers[..last])).map(|_| ())
    };
    let most = layers.len() as u64;
    let last = match told([0, most, 0]) {
        Ok(()) => return None,
        Err(failure) => match broken(&failure) {
            ("return", last) if last < most => last,
            other => {
                assert_eq!(other.0, "return", "{piece:?} {block:?}");
                return None;
            }
        },
    };
    let all: Vec<[u64; 3]> = (0..last)
        .filter_map(|from| {
            let failure = told([from, last - from, 65_000]).err()?;
            let wrong: &Wrong = fault(&failure);
            let is_growth = broken(&failure) == ("return", last) && wrong.stated == 65_000;
            is_growth.then_some([from, last - from, wrong.required])
        })
        .collect();
    let [returns] = all[..] else { panic!("{piece:?} {block:?}: {all:?}") };
    assert_eq!(told(returns), Ok(()), "{piece:?} {block:?}: {returns:?}");
    Some(returns)
}

/// The first layer that recurs an earlier one, by the words of the format: the earlier one, the period, the growth.
fn first_return(piece: &Piece, [a, b]: [u64; 2], layers: &[Vec<u64>]) -> Option<[u64; 3]> {
    // A cell is told by its layer, row and column. What a move that is repeated reaches, lower and lower.
    let ride = |cell: [u64; 3], [x, y]: [u64; 2]| {
        let step = move |[layer, row, column]: [u64; 3]| {
            let down = (row + x) / b + (column + y) / a;
            Some([layer.checked_sub(down)?, (row + x) % b, (column + y) % a])
        };
        let cells = std::iter::successors(step(cell), move |cell| step(*cell));
        cells.map(|[layer, row, column]| layers[layer as usize][(row * a + column) as usize]).collect::<BTreeSet<u64>>()
    };
    let seen = |t: u64| {
        let rows: Vec<_> = (0..b).map(|row| ride([t, row, a - 1], [0, 1])).collect();
        let columns: Vec<_> = (0..a).map(|column| ride([t, b - 1, column], [1, 0])).collect();
        let all = |by: [u64; 2], sets: &[BTreeSet<u64>], value: &u64| {
            piece.2.contains(&by) && sets.iter().all(|set| set.contains(value))
        };
        (0..).take_while(|value| all([0, 1], &rows, value) || all([1, 0], &columns, value)).count() as u64
    };
    let depth = piece.1.iter().chain(piece.2).map(|[x, y]| x.div_ceil(b) + y.div_ceil(a)).max().unwrap_or(0);
    let recurs = |s: u64, t: u64| {
        let [less, more] = [seen(s), seen(t)];
        s >= depth
            && (1..=depth).all(|j| {
                (0..a * b).all(|cell| {
                    let value = |layer: u64| layers[layer as usize][cell as usize];
                    let reached = |layer: u64, least: u64, by: [u64; 2]| -> BTreeSet<u64> {
                        ride([layer, cell / a, cell % a], by)
                            .iter()
                            .filter_map(|value| value.checked_sub(least))
                            .collect()
                    };
                    value(t - j) + less == value(s - j) + more
                        && piece.2.iter().all(|by| reached(t - j, more, *by) == reached(s - j, less, *by))
                })
            })
    };
    let pairs = (1..layers.len() as u64).flat_map(|t| (0..t).map(move |s| [s, t]));
    pairs.filter(|[s, t]| recurs(*s, *t)).map(|[s, t]| [s, t - s, seen(t) - seen(s)]).next()
}

#[test]
fn what_returns_returns_for_ever_for_pieces_by_chance() {
    let mut random = Random(11);
    let (mut found, mut growing, mut longest) = (0, 0, 0);
    for round in 0..ROUNDS {
        let piece = any_piece(&mut random, 1 + round % 3);
        // Half of the pieces have the moves of a Rook, so that values grow.
        let piece = if round % 2 == 0 { with_rook(&mut random, piece) } else { piece };
        let block = [0; 2].map(|_| 1 + random.below(3) as u64);
        let known = layers(&piece, 26, block);
        let asked = asked(&piece, block, &known[..14]);
        assert_eq!(asked, first_return(&piece, block, &known[..14]), "{piece:?} {block:?}");
        let Some([from, period, growth]) = asked else { continue };
        (found, growing, longest) = (found + 1, growing + usize::from(growth > 0), longest.max(from + period));
        for t in from as usize..known.len() - period as usize {
            let grown: Vec<u64> = known[t].iter().map(|value| value + growth).collect();
            assert_eq!(grown, known[t + period as usize], "{piece:?} {block:?}: {from} {period} {growth}, layer {t}");
        }
    }
    println!("{found} of {ROUNDS} return, {growing} of them grow; up to {longest} layers");
    assert!(found > ROUNDS / 3 && growing > ROUNDS / 10, "{found} {growing}");
}

/// A piece that gets one of the rides of a Rook, or both.
fn with_rook(random: &mut Random, piece: Piece) -> Piece {
    let added: &[[u64; 2]] = [&[[0, 1]][..], &[[1, 0]], &[[0, 1], [1, 0]], &[[0, 1], [1, 0]]][random.below(4)];
    let is_other = |by: &&[u64; 2]| !added.iter().any(|ride| (by[0] == 0, by[1] == 0) == (ride[0] == 0, ride[1] == 0));
    let steps: Vec<[u64; 2]> = piece.1.iter().filter(is_other).copied().collect();
    let mut rides: Vec<[u64; 2]> = piece.2.iter().filter(is_other).chain(added).copied().collect();
    rides.sort_unstable();
    ("any", steps.leak(), rides.leak())
}

/// Small files that would take hours, each in a way of its own.
#[test]
fn declines_what_would_take_too_long() {
    let declined = |number: u8, piece: &Piece, rest: &[u64], slice: Writer| {
        let mut body = Writer::default();
        moves(&mut body, piece);
        rest.iter().for_each(|number| body.number(*number));
        match check(&bytes(number, body, &[slice])) {
            Err(Failure::Limit(_)) => true,
            Err(Failure::Further(_)) => false,
            other => panic!("{other:?}"),
        }
    };
    // Steps of many rows and columns, each of which is walked: 2,048 of them together from each of 2^22 cells, and one more.
    let long: &[[u64; 2]] = &[[1, 255], [252, 255], [253, 255], [254, 255], [255, 254], [255, 255]];
    assert!(declined(10, &("long", long, &[]), &[0, 1, 2_048, 2_048], Writer(vec![0])));
    assert!(!declined(10, &("short", &[[0, 1], [1, 255]], &[]), &[0, 1, 100, 100], Writer(vec![0])));
    // Many rides, each of which is compared with each.
    let rides: Vec<[u64; 2]> = (128..256).flat_map(|x| (128..256).map(move |y| [x, y])).collect();
    assert!(declined(10, &("many", &[], rides.clone().leak()), &[0, 1, 9, 9], Writer(vec![0])));
    assert!(!declined(10, &("many", &[], rides[..100].to_vec().leak()), &[0, 1, 9, 9], Writer(vec![0])));
}

#[test]
fn declines_layers_that_differ_late() {
    // Of a block of one cell only the sum of a move counts: one layer down, or 400 in many ways. Layers are equal in turns, but for a few.
    let rides: Vec<[u64; 2]> = (145..=255).map(|x| [x, 400 - x]).collect();
    let piece = ("late", &[[0, 1]][..], &*rides.leak());
    let mut values: Vec<u64> = Vec::new();
    for t in 0..1_000_usize {
        let below: Vec<u64> = [1, 400, 800].iter().filter_map(|down| Some(values[t.checked_sub(*down)?])).collect();
        values.push((0..).find(|value| !below.contains(value)).unwrap());
    }
    let layers: Vec<Vec<u64>> = values.into_iter().map(|value| vec![value]).collect();
    let failure = check(&staircases_bytes(&piece, [1, 1], [400, 600, 0], &layers)).unwrap_err();
    assert!(matches!(failure, Failure::Limit(_)), "{failure:?}");
}

/// A race is a game like others: its certificate is that of the same game given as lists, from brute force.
#[test]
fn agrees_with_the_same_race_as_a_list_of_options() {
    let (mut random, mut tried, mut rejected) = (Random(12), 0, 0);
    while tried < 60 {
        let pieces = [0; 2].map(|_| any_piece(&mut random, 2));
        let (rows, misere) = (any_rows(&mut random), random.below(2) == 0);
        let all = cells(&rows);
        let is_open = |rows: &Rows| pieces.iter().any(|piece| !options(piece, rows).is_empty());
        let open: Vec<usize> = (0..all.len()).filter(|cell| is_open(&all[*cell])).collect();
        if open.first() != Some(&0) {
            continue;
        }
        tried += 1;
        // The same partition may be left in two ways: a cell is told by how much has been deleted.
        let place_of = |from: usize, [down, right]: [u64; 2]| {
            let starts: Vec<usize> =
                rows.iter().scan(0, |sum, row| Some(std::mem::replace(sum, *sum + *row as usize))).collect();
            let row = (0..rows.len()).rev().find(|row| starts[*row] <= from).unwrap();
            let (to, column) = (row + down as usize, from - starts[row] + right as usize);
            (to < rows.len() && column < rows[to] as usize).then(|| starts[to] + column)
        };
        let [won, lost] = [open.len(), open.len() + 1];
        let toy = |cell: &usize| {
            let lists = [0, 1].map(|player: usize| {
                let (_, steps, rides) = pieces[player];
                let ridden = rides.iter().flat_map(|by| (1..9).map(move |n| by.map(|by| n * by)));
                let end = if (player == 0) == misere { lost } else { won };
                let to = |to: usize| open.binary_search(&to).unwrap_or(end);
                let list: Vec<usize> =
                    steps.iter().copied().chain(ridden).filter_map(|by| place_of(*cell, by).map(to)).collect();
                if list.is_empty() { vec![if player == 0 { lost } else { won }] } else { list }
            });
            bid(&lists[0], &lists[1])
        };
        let toys: Vec<Toy> = open.iter().map(toy).chain([end(1, 1), end(0, 1)]).collect();
        let (draft, places) = exact_game(&toys).expect("it has no cycle");
        let mut body = Writer::default();
        pieces.iter().for_each(|piece| moves(&mut body, piece));
        body.0.push(misere.into());
        runs(&mut body, &rows);
        let mut draft = Draft { head: Head { statement: Statement::Further(12, body.0), ..draft.head }, ..draft };
        let verified = check(&draft.bytes());
        assert!(verified.is_ok(), "{pieces:?} {rows:?} {misere}: {:?}", verified.map(|_| ()));
        // Another value or another label is wrong, and so is the other play, unless all is the same.
        let (column, place) = (random.below(3), random.below(places.len()));
        draft.slices[0].0[column].numbers[place] ^= 1;
        rejected += u32::from(check(&draft.bytes()).is_err());
    }
    assert_eq!(rejected, 60);
}

#[test]
fn says_what_is_wrong_with_any_bytes() {
    let (mut random, mut accepted) = (Random(13), 0);
    for _ in 0..4_000 {
        let piece = any_piece(&mut random, 3);
        let rows = any_rows(&mut random);
        let values = Values::new(piece, if random.below(4) == 0 { Domain::Sizes(4) } else { Domain::Board(rows) });
        let (mut body, mut slice) = (values.body().0, values.slice().0);
        for bytes in [&mut body, &mut slice] {
            for _ in 0..random.below(3) {
                let place = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[place] = random.below(12) as u8,
                    1 => bytes[place] ^= 1 << random.below(7),
                    _ => drop(bytes.remove(place)),
                }
            }
        }
        let number = [9, 9, 10, 11, 12][random.below(5)];
        match check(&bytes(number, Writer(body), &[Writer(slice)])) {
            Ok(_) => accepted += 1,
            Err(Failure::Bug) => panic!("the checker panicked"),
            Err(_) => {}
        }
    }
    assert!(accepted > 100, "{accepted}");
}
