//! Auctions with chips: a table made by hand, and each way in which it can fail; random games, solved by playing them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::witness::support::Random;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::endgame::{Endgame, Positions};
use checker::failure::Failure;
use checker::graph::Game;
use checker::limits::Limit;
use checker::numbers::Fractions;
use checker::table::{Table, Target};
use checker::theorem::Side;
use games::chips::{Chips, NUMBER, WrongLine};
use writer::{Writer, write};

use crate::fault;

/// One position, from which either player wins by a move.
const ONE_MOVE: &str = r#"{"bidding-game": 2, "positions": [
    {"name": "start", "left": ["won"], "right": ["lost"]},
    {"name": "won", "value": "1"},
    {"name": "lost", "value": "0"}
]}"#;

/// For White without the star and with it, then for Black: chips that are needed, label, bid, guard. With one chip in all. With the chip a player
/// bids it, and nobody can bid more. With the star as well nothing has to be bid: the star decides. With the star alone a player loses against a
/// bid of 1, and without anything against the star.
const BY_HAND: [[u64; 4]; 4] = [[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 0, 1]];

pub fn game(text: &str) -> Arc<Game> {
    Arc::new(Game::read(text.as_bytes()).unwrap())
}

fn head(body: &[u8]) -> Head {
    let statement = Statement::Further(NUMBER, body.to_vec());
    Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: Fractions::default().into() }
}

/// Stands for the digest of the game that is given.
const ANY: [u8; 32] = [0xaa; 32];

/// The head of a statement about the game that is given: the rule, the chips, the inner statement without the digest.
fn of_game(start: &[u8]) -> Head {
    head(&[start, &ANY].concat())
}

fn slice(lines: &[[u64; 4]]) -> Vec<u8> {
    let mut writer = Writer::default();
    lines.as_flattened().iter().for_each(|&number| writer.column(&[number]));
    writer.0
}

fn check(head: &Head, slices: &[Vec<u8>], game: Option<&Arc<Game>>) -> Result<Arc<checker::Verified>, Failure> {
    let mut head = head.clone();
    if let (Statement::Further(_, body), Some(game)) = (&mut head.statement, game)
        && let Some(start) = body.strip_suffix(&ANY)
    {
        *body = [start, &game.digest.0].concat();
    }
    games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, slices), game)
}

#[test]
fn accepts_a_table_made_by_hand() {
    for rule in [0, 1] {
        let verified = check(&of_game(&[rule, 1, 1]), &[slice(&BY_HAND)], Some(&game(ONE_MOVE))).unwrap();
        assert_eq!(verified.about::<Chips>().expect("chips").auction.chips, 1);
    }
}

#[test]
fn declines_what_chips_do_not_have() {
    assert_eq!(check(&of_game(&[0, 1, 1]), &[], None).unwrap_err(), Failure::Game(ANY));
    let cases = [
        (r#"{"name": "won", "value": "1/2"}"#, r#""left": ["won"], "right": ["lost"]"#, 1),
        (r#"{"name": "won", "value": "1"}"#, r#""turn": "left", "left": ["won"]"#, 0),
        (r#"{"name": "won", "value": "1"}"#, r#""chance": [{"to": "won", "weight": "1"}]"#, 0),
    ];
    for (won, start, place) in cases {
        let text = format!(
            r#"{{"bidding-game": 2, "positions": [{{"name": "start", {start}}}, {won}, {{"name": "lost", "value": "0"}}]}}"#
        );
        let failure = check(&of_game(&[0, 1, 1]), &[slice(&BY_HAND)], Some(&game(&text))).unwrap_err();
        assert!(matches!(&failure, Failure::Uncovered(_, found) if *found == place), "{failure:?}");
        assert!(failure.is_declined());
    }
    // A value of 2/2 is 1.
    let whole = ONE_MOVE.replace(r#""1""#, r#""2/2""#);
    check(&of_game(&[0, 1, 1]), &[slice(&BY_HAND)], Some(&game(&whole))).unwrap();
}

/// At a limit and one past it.
#[test]
fn declines_beyond_its_limits() {
    let body = |chips: u64, inner: &[u8]| {
        let mut writer = Writer(vec![0]);
        writer.number(chips);
        writer.0.extend(inner);
        writer.0
    };
    let most = games::chips::CHIPS.most;
    let game = game(ONE_MOVE);
    let lines = |half: u64| {
        let bid = most - half;
        [[half + 1, 1, bid, bid], [half, 1, half, half + 1], [half + 1, 1, bid, bid], [half, 1, half, half + 1]]
    };
    // With 2^40 chips: half of them, and one more or the star.
    let verdict = check(&of_game(&body(most, &[1])), &[slice(&lines(most / 2))], Some(&game));
    assert!(verdict.is_ok(), "{verdict:?}");
    let verdict = check(&of_game(&body(most + 1, &[1])), &[slice(&BY_HAND)], Some(&game));
    assert!(matches!(verdict, Err(Failure::Limit(much)) if much.limit == games::chips::CHIPS));
    // King, queen and knight against king and pawn on 8x8: 2^30 / 2 lists.
    let verdict = check(&head(&body(1, &[0, 8, 8, 2, 4, 0, 1, 6, 11])), &[], None);
    assert!(matches!(verdict, Err(Failure::Limit(much)) if much.limit == games::chips::POSITIONS), "{verdict:?}");
    let verdict = check(&head(&body(1, &[0, 8, 8, 0, 4, 0, 1, 2, 5])), &[], None);
    assert!(matches!(verdict, Err(Failure::ImportCount(0, 2))), "{verdict:?}");
    // Seventeen men are declined before it is asked what they are.
    let verdict = check(&head(&body(1, &[&[0, 8, 8, 0, 17][..], &[9; 17]].concat())), &[], None);
    assert!(
        matches!(verdict, Err(Failure::Limit(much)) if much.limit == Limit::MEN && much.found == 17),
        "{verdict:?}"
    );
}

/// Every byte of the body and of the slice, changed to every other: never a panic, and never other thresholds.
#[test]
fn no_changed_byte_panics_or_changes_a_threshold() {
    let (game, honest) = (game(ONE_MOVE), slice(&BY_HAND));
    let (mut rejected, mut accepted) = (0, 0);
    for place in 0..honest.len() {
        for byte in 0..=255 {
            let mut bytes = honest.clone();
            bytes[place] = byte;
            match check(&of_game(&[0, 1, 1]), &[bytes], Some(&game)) {
                Err(failure) => {
                    assert!(!failure.is_declined(), "{place} {byte}: {failure:?}");
                    rejected += 1;
                }
                Ok(verified) => {
                    let chips: Arc<Chips> = verified.about().expect("chips");
                    let thresholds = chips.lines[0].map(|lines| lines.map(|line| line.threshold));
                    assert_eq!(thresholds, [[2, 3], [2, 3]], "{place} {byte}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(rejected > 4000 && accepted > 28, "{rejected} {accepted}");
    let right = [&[0, 1, 1], &game.digest.0[..]].concat();
    for place in 0..right.len() {
        for byte in 0..=255 {
            let mut body = right.clone();
            body[place] = byte;
            let verdict = check(&head(&body), std::slice::from_ref(&honest), Some(&game));
            assert!(!matches!(verdict, Err(Failure::Bug)), "{body:?}");
            assert_eq!(verdict.is_ok(), body[1..] == right[1..] && body[0] < 2, "{body:?}");
        }
    }
}

/// A game of few positions: the options of Left and of Right, numbers of positions; then those of the won place and of the lost one.
pub type Options = Vec<[Vec<usize>; 2]>;

pub fn random_game(random: &mut Random) -> Options {
    let count = 1 + random.below(3);
    let row = |random: &mut Random| (0..1 + random.below(2)).map(|_| random.below(count + 2)).collect();
    (0..count).map(|_| [row(random), row(random)]).collect()
}

pub fn as_game(options: &Options) -> Arc<Game> {
    let list = |row: &[usize]| row.iter().map(|option| format!("\"{option}\"")).collect::<Vec<_>>().join(",");
    let position = |(number, [left, right]): (usize, &[Vec<usize>; 2])| {
        format!(r#"{{"name":"{number}","left":[{}],"right":[{}]}},"#, list(left), list(right))
    };
    let inner: String = options.iter().enumerate().map(position).collect();
    let [won, lost] = [options.len(), options.len() + 1];
    game(&format!(
        r#"{{"bidding-game":2,"positions":[{inner}{{"name":"{won}","value":"1"}},{{"name":"{lost}","value":"0"}}]}}"#
    ))
}

/// By playing: for each position and each number of half units of a side the round in which it is found to win, with a bid that does.
type Won = Vec<Vec<Option<(u64, usize)>>>;

/// Whether the side wins after these two bids, if it wins exactly at such places.
fn after(
    [own, other]: [&[usize]; 2],
    decides: bool,
    t: usize,
    [x, y]: [usize; 2],
    wins: impl Fn(usize, usize) -> bool,
) -> bool {
    let buys = |t: usize| own.iter().any(|&to| wins(to, t)) || decides && other.iter().all(|&to| wins(to, t));
    let sells = |t: usize| other.iter().all(|&to| wins(to, t)) && (!decides || own.iter().any(|&to| wins(to, t)));
    match x.cmp(&y) {
        Ordering::Greater => buys(t - 2 * x),
        Ordering::Less => sells(t + 2 * y),
        // With the star one may buy for the bid and the star.
        Ordering::Equal if t % 2 == 1 => buys(t - 2 * x - 1) || sells(t + 2 * x),
        Ordering::Equal => buys(t - 2 * x) && sells(t + 2 * x + 1),
    }
}

fn play(options: &Options, chips: usize, decides: bool, side: usize) -> Won {
    let count = options.len();
    let mut won: Won = vec![vec![None; 2 * chips + 2]; count + 2];
    won[count + side] = vec![Some((0, 0)); 2 * chips + 2];
    play_on(options, chips, decides, side, won)
}

/// Plays rounds until nothing changes; `won` is known before the first one, and ends the play.
fn play_on(options: &Options, chips: usize, decides: bool, side: usize, mut won: Won) -> Won {
    for round in 1.. {
        let before = won.clone();
        let wins = |to: usize, t: usize| before[to][t].is_some();
        for (place, rows) in options.iter().enumerate() {
            let rows = [&rows[side][..], &rows[1 - side]];
            for t in (0..2 * chips + 2).filter(|&t| before[place][t].is_none()) {
                let beats = |&x: &usize| (0..=chips - t / 2).all(|y| after(rows, decides, t, [x, y], wins));
                won[place][t] = (0..=t / 2).find(beats).map(|bid| (round, bid));
            }
        }
        if won == before {
            break;
        }
    }
    won
}

/// For each position and each of the four rows: chips that are needed, label, bid, guard.
type Rows = Vec<[[u64; 4]; 4]>;

/// The table that these plays are; the guards are not looked for.
fn table(won: &[Won; 2], count: usize, chips: usize) -> Rows {
    let row = |place: usize, row: usize| {
        let of = |q: usize| won[row / 2][place][2 * q + row % 2];
        let q = (0..=chips).find(|&q| of(q).is_some()).unwrap_or(chips + 1);
        assert!((q..=chips).all(|q| of(q).is_some()), "more chips win, too");
        let (label, bid) = if q > chips { (0, 0) } else { of(q).unwrap() };
        [q as u64, label, bid as u64, 0]
    };
    (0..count).map(|place| [0, 1, 2, 3].map(|number| row(place, number))).collect()
}

/// The slice with these thresholds and labels, and with bids and guards that are accepted, if there are any: those that fail are counted up, as far as
/// there are chips.
fn complete(rows: &Rows, chips: u64, mut judge: impl FnMut(&[u8]) -> Result<(), Failure>) -> Option<Vec<u8>> {
    let mut rows = rows.clone();
    loop {
        let mut writer = Writer::default();
        for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
            writer.column(&rows.iter().map(|rows| rows[row][column]).collect::<Vec<_>>());
        }
        let Err(failure) = judge(&writer.0) else { return Some(writer.0) };
        let wrong: &WrongLine = fault(&failure);
        let row = (wrong.half_units % 2) as usize + wrong.side.of(0, 2);
        let tried = &mut rows[wrong.position as usize][row][if wrong.has_enough { 2 } else { 3 }];
        *tried += 1;
        if *tried > chips {
            return None;
        }
    }
}

fn is_accepted(head: &Head, rows: &Rows, chips: u64, game: &Arc<Game>) -> bool {
    complete(rows, chips, |slice| check(head, &[slice.to_vec()], Some(game)).map(|_| ())).is_some()
}

/// All positions that can be met from an endgame on, as one game: tables of it and of its imports, as they are and with exchanged colours.
fn as_options(tables: &[(&Arc<Positions>, bool)]) -> Options {
    let all: usize = tables.iter().map(|(table, _)| table.count()).sum();
    let start = |found: &Arc<Positions>, exchanged: bool| -> usize {
        let is_found = |(table, other): &(&Arc<Positions>, bool)| Arc::ptr_eq(table, found) && *other == exchanged;
        let place = tables.iter().position(is_found).expect("all are there");
        tables[..place].iter().map(|(table, _)| table.count()).sum()
    };
    let mut options = Options::new();
    for &(table, exchanged) in tables {
        let seen = |side: Side| if exchanged { side.other() } else { side };
        for number in 0..table.count() as u32 {
            let mut rows = [Vec::new(), Vec::new()];
            table.options(number, |(side, _, _, target)| {
                rows[seen(side).of(0, 1)].push(match target {
                    Target::To(number) => start(table, exchanged) + number as usize,
                    Target::Won(side) => all + seen(side).of(0, 1),
                    Target::Known { border, number } => {
                        start(&table.imports[border / 2], exchanged != (border % 2 == 1)) + number as usize
                    }
                    Target::Outside => panic!("all positions are there"),
                });
            });
            options.push(rows);
        }
    }
    options
}

/// Queen against rook on 3x2: what the rook's side has after it has won the queen is looked up with exchanged colours.
#[test]
fn looks_up_imports_with_exchanged_colours() {
    let board = [3, 2, 0];
    let find = |men: &[u8], imports: &[&Arc<Positions>]| {
        Arc::new(Positions::enumerate(Endgame::new(board, men).unwrap(), imports.iter().copied().cloned().collect()))
    };
    let kings = find(&[0, 1], &[]);
    let [queen, rook] = [2, 3].map(|man| find(&[0, 1, man], &[&kings]));
    let both = find(&[0, 1, 2, 8], &[&queen, &rook]);
    for (rule, chips) in [(0, 2), (1, 1), (0, 3)] {
        let mut files: BTreeMap<Digest, Vec<u8>> = BTreeMap::new();
        let mut digests = Vec::new();
        for (table, men, imports) in [
            (&kings, &[0, 1][..], &[][..]),
            (&queen, &[0, 1, 2], &[0][..]),
            (&rook, &[0, 1, 3], &[0]),
            (&both, &[0, 1, 2, 8], &[1, 2]),
        ] {
            let mut tables = vec![(table, false)];
            tables.extend([&queen, &rook, &kings].into_iter().flat_map(|table| [(table, false), (table, true)]));
            let options = as_options(&tables);
            let won = [0, 1].map(|side| play(&options, chips, rule == 1, side));
            let mut body = vec![rule, chips as u8, 0];
            body.extend(board.iter().chain(&[men.len() as u8]).chain(men));
            let head = Head { imports: imports.iter().map(|&place: &usize| digests[place]).collect(), ..head(&body) };
            let mut checker = games::checker(1, |digest| files.get(&digest).cloned());
            let mut accepted = |won: &[Won; 2]| {
                let rows = self::table(won, table.count(), chips);
                let judge = |slice: &[u8]| checker.check(&write(&head, &[slice.to_vec()]), None).map(|_| ());
                complete(&rows, chips as u64, judge).expect("accepted")
            };
            // Labels that count what was played in the imports, too. And smaller ones: the border has the labels 0.
            let slice = accepted(&won);
            let short = [0, 1].map(|side| {
                let known = won[side].iter().enumerate().map(|(place, row)| {
                    row.iter().map(|found| found.filter(|_| place >= table.count()).map(|_| (0, 0))).collect()
                });
                play_on(&options, chips, rule == 1, side, known.collect())
            });
            accepted(&short);
            drop(checker);
            let bytes = write(&head, &[slice]);
            digests.push(Digest::of(&bytes));
            files.insert(Digest::of(&bytes), bytes);
        }
    }
}

/// Random games with cycles, solved by playing: the table is accepted. Other thresholds are refused, with any bids and guards: those that are a chip off,
/// and those that give what is drawn to one side or to both.
#[test]
fn accepts_what_playing_finds_and_nothing_else() {
    let mut random = Random(11);
    let (mut drawn, mut refused) = (0, 0);
    for _ in 0..2000 {
        let options = random_game(&mut random);
        let (count, chips, decides) = (options.len(), random.below(4), random.below(2) == 1);
        let (game, head) = (as_game(&options), of_game(&[u8::from(decides), chips as u8, 1]));
        let won = [0, 1].map(|side| play(&options, chips, decides, side));
        let honest = table(&won, count, chips);
        // Labels from the rounds; bids from 0 on, because they are looked for.
        assert!(is_accepted(&head, &honest, chips as u64, &game), "{options:?} {chips} {decides}");
        // What the opponent does not win is won.
        let greedy = [0, 1].map(|side| -> Won {
            let is_won = |place: usize, t: usize| won[1 - side][place][2 * chips + 1 - t].is_none();
            let entry = |place: usize, t: usize| won[side][place][t].or(is_won(place, t).then_some((7, 0)));
            (0..count).map(|place| (0..2 * chips + 2).map(|t| entry(place, t)).collect()).collect()
        });
        let [white, black] = &greedy;
        let mut others: Vec<Rows> = [[white, &won[1]], [&won[0], black], [white, black]]
            .map(|won| table(&won.map(Clone::clone), count, chips))
            .to_vec();
        for _ in 0..3 {
            let mut rows = honest.clone();
            for _ in 0..1 + random.below(2) {
                let q = &mut rows[random.below(count)][random.below(4)][0];
                *q = if random.below(2) == 0 { q.saturating_sub(1) } else { (*q + 1).min(chips as u64 + 1) };
            }
            others.push(rows);
        }
        let thresholds = |rows: &Rows| rows.iter().map(|rows| rows.map(|row| row[0])).collect::<Vec<_>>();
        drawn += u32::from(thresholds(&others[2]) != thresholds(&honest));
        for mut rows in others.into_iter().filter(|rows| thresholds(rows) != thresholds(&honest)) {
            for labels in 0..3 {
                for row in rows.iter_mut().flatten() {
                    let label = [row[1], random.below(5) as u64, u64::from(u32::MAX)][labels];
                    row[1] = if row[0] > chips as u64 { 0 } else { label };
                    row[2] = 0;
                }
                assert!(!is_accepted(&head, &rows, chips as u64, &game), "{options:?} {chips} {decides} {rows:?}");
                refused += 1;
            }
        }
    }
    println!("{drawn} games with drawn states, {refused} false tables refused");
    assert!(drawn > 200 && refused > 5_000, "{drawn} {refused}");
}
