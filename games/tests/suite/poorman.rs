//! Chips that are paid to the bank: random games, solved by playing them; other thresholds are refused, with any bids, guards and labels. Figures of a race.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::witness::support::Random;
use checker::certificate::{Form, Head, Statement};
use checker::failure::Failure;
use checker::graph::Game;
use checker::numbers::Fractions;
use games::chips::WrongLine;
use games::poorman::{NEVER, NUMBER};
use writer::{Writer, write};

use crate::chips::{Options, as_game, random_game};
use crate::fault;

/// Whose equal bids are: Left's, Right's, those of the holder of a star. Whether the buyer decides who moves. The most chips of the opponent.
#[derive(Clone, Copy, Debug)]
struct Auction {
    ties: u8,
    decides: bool,
    most: usize,
}

impl Auction {
    /// Whether equal bids are a side's, for each of its states.
    fn states(self, side: usize) -> Vec<bool> {
        match self.ties {
            2 => vec![false, true],
            owner => vec![usize::from(owner) == side],
        }
    }
}

fn check(auction: Auction, slice: &[u8], game: &Arc<Game>) -> Result<Arc<checker::Verified>, Failure> {
    let start = [auction.ties, u8::from(auction.decides), auction.most as u8, 1];
    let statement = Statement::Further(NUMBER, [&start[..], &game.digest.0].concat());
    let values = Fractions::default();
    let head = Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: values.into() };
    games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, &[slice.to_vec()]), Some(game))
}

/// By playing: for each place, the opponent's chips, the state and the own chips, the round in which the side is found to win.
type Won = Vec<Vec<Vec<Vec<Option<u64>>>>>;

/// Plays with fewer own chips than `end`, round for round, until nothing changes.
fn play(options: &Options, auction: Auction, side: usize, end: usize) -> Won {
    let (count, states) = (options.len(), auction.states(side));
    let none: Won = vec![vec![vec![vec![None; end]; states.len()]; auction.most + 1]; count + 2];
    let mut won = none;
    won[count + side].iter_mut().flatten().flatten().for_each(|found| *found = Some(0));
    for round in 1.. {
        let before = won.clone();
        for (place, rows) in options.iter().enumerate() {
            let wins = |to: &usize, k: usize, state: usize, t: usize| before[*to][k][state][t].is_some();
            let (own, other) = (&rows[side], &rows[1 - side]);
            let buys = |k, state, t| {
                own.iter().any(|to| wins(to, k, state, t))
                    || auction.decides && other.iter().all(|to| wins(to, k, state, t))
            };
            let sells = |k, state, t| {
                other.iter().all(|to| wins(to, k, state, t))
                    && (!auction.decides || own.iter().any(|to| wins(to, k, state, t)))
            };
            let after = |k: usize, state: usize, t: usize, x: usize, y: usize| match x.cmp(&y) {
                Ordering::Greater => buys(k, state, t - x),
                Ordering::Less => sells(k - y, state, t),
                Ordering::Equal => match (auction.ties, states[state]) {
                    (2, true) => buys(k, 0, t - x) || sells(k - y, 1, t),
                    (2, false) => buys(k, 0, t - x) && sells(k - y, 1, t),
                    (_, true) => buys(k, 0, t - x),
                    (_, false) => sells(k - y, 0, t),
                },
            };
            for k in 0..=auction.most {
                for state in 0..states.len() {
                    for t in (0..end).filter(|&t| before[place][k][state][t].is_none()) {
                        if (0..=t).any(|x| (0..=k).all(|y| after(k, state, t, x, y))) {
                            won[place][k][state][t] = Some(round);
                        }
                    }
                }
            }
        }
        if won == before {
            break;
        }
    }
    won
}

/// For each line of each place, in the order of the slice: threshold, bid, guard, label.
type Rows = Vec<Vec<[u64; 4]>>;

fn rows(won: &[Won; 2], count: usize) -> Rows {
    let line = |found: &Vec<Option<u64>>| match found.iter().position(Option::is_some) {
        Some(threshold) => {
            assert!(found[threshold..].iter().all(Option::is_some), "more chips win, too");
            [threshold as u64, 0, 0, found[threshold].expect("won")]
        }
        None => [NEVER, 0, 0, 0],
    };
    (0..count).map(|place| won.iter().flat_map(|won| won[place].iter().flatten().map(line)).collect()).collect()
}

fn slice(rows: &Rows) -> Vec<u8> {
    let mut writer = Writer::default();
    for line in 0..rows[0].len() {
        for column in 0..4 {
            let stated = |rows: &Vec<[u64; 4]>| match rows[line][column] {
                NEVER => 0,
                number => number + u64::from(column == 0),
            };
            writer.column(&rows.iter().map(stated).collect::<Vec<_>>());
        }
    }
    writer.0
}

/// Whether these thresholds and labels are accepted with some bids and guards: those that fail are counted up.
fn is_accepted(auction: Auction, rows: &Rows, game: &Arc<Game>) -> bool {
    let mut rows = rows.clone();
    loop {
        let Err(failure) = check(auction, &slice(&rows), game) else { return true };
        let wrong: &WrongLine = fault(&failure);
        let states = auction.states(wrong.side.of(0, 1));
        let before = wrong.side.of(0, (auction.most + 1) * auction.states(0).len());
        let state = states.iter().position(|ties| *ties == (wrong.half_units % 2 == 1)).expect("a state");
        let line =
            &mut rows[wrong.position as usize][before + wrong.other.expect("chips") as usize * states.len() + state];
        let most = if wrong.has_enough { line[0] } else { auction.most as u64 };
        let tried = &mut line[if wrong.has_enough { 1 } else { 2 }];
        *tried += 1;
        // A bid beyond all that the opponent has and one more is none better.
        if *tried > most.min(auction.most as u64 + 1) {
            return false;
        }
    }
}

/// What playing finds is accepted, and no other thresholds, with the labels of the play, small ones, and the greatest.
#[test]
fn accepts_what_playing_finds_and_nothing_else() {
    let mut random = Random(21);
    let games = if std::env::var("NIGHTLY").is_ok() { 10_000 } else { 400 };
    let (mut refused, mut lies_of_endless_play, mut never) = (0, 0, 0);
    for number in 0..games {
        let options = random_game(&mut random);
        let auction = Auction { ties: (number % 3) as u8, decides: random.below(2) == 1, most: random.below(4) };
        let (game, count, end) = (as_game(&options), options.len(), 3 * auction.most + 5);
        let won = [0, 1].map(|side| play(&options, auction, side, end));
        let honest = rows(&won, count);
        assert!(is_accepted(auction, &honest, &game), "{options:?} {auction:?} {honest:?}");
        never += honest.iter().flatten().filter(|line| line[0] == NEVER).count();
        let mut others = Vec::new();
        // What a player never wins is won from so many chips on: an endless play counted as won, too.
        for threshold in 0..3 {
            let mut rows = honest.clone();
            rows.iter_mut().flatten().filter(|line| line[0] == NEVER).for_each(|line| line[0] = threshold);
            lies_of_endless_play += usize::from(rows != honest);
            others.push(rows);
        }
        for _ in 0..4 {
            let mut rows = honest.clone();
            for _ in 0..1 + random.below(2) {
                let place = random.below(count);
                let line = random.below(rows[place].len());
                let threshold = &mut rows[place][line][0];
                *threshold = match (*threshold, random.below(2)) {
                    (NEVER, _) => random.below(end) as u64,
                    (0, _) | (_, 0) => *threshold + 1,
                    _ => *threshold - 1,
                };
            }
            others.push(rows);
        }
        let thresholds = |rows: &Rows| rows.iter().flatten().map(|line| line[0]).collect::<Vec<_>>();
        for mut rows in others.into_iter().filter(|rows| thresholds(rows) != thresholds(&honest)) {
            for labels in 0..3 {
                for line in rows.iter_mut().flatten() {
                    let label = [line[3], random.below(5) as u64, u64::from(u32::MAX)][labels];
                    *line = [line[0], 0, 0, if line[0] == NEVER { 0 } else { label }];
                }
                assert!(!is_accepted(auction, &rows, &game), "{options:?} {auction:?} {rows:?}");
                refused += 1;
            }
        }
    }
    println!(
        "{games} games, {never} states that are never won, {lies_of_endless_play} with them won, {refused} refused"
    );
    assert!(refused > 10 * games && lies_of_endless_play > games as usize, "{refused} {lies_of_endless_play}");
}

/// Too many chips and another owner of ties are no statement.
#[test]
fn declines_beyond_its_limits() {
    let game = as_game(&vec![[vec![1], vec![2]]]);
    let statement = |start: &[u8]| {
        let statement = Statement::Further(NUMBER, [start, &game.digest.0].concat());
        let values = Fractions::default();
        let head =
            Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: values.into() };
        games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, &[]), Some(&game)).unwrap_err()
    };
    // 2^22 numbers of chips, two sides; and one more.
    let most = |chips: u32| {
        [
            &[0, 0][..],
            &[0x80 | chips as u8, 0x80 | (chips >> 7) as u8, 0x80 | (chips >> 14) as u8, (chips >> 21) as u8],
            &[1],
        ]
        .concat()
    };
    assert_eq!(statement(&most((1 << 22) - 1)), Failure::Coverage(0, 1));
    assert!(matches!(statement(&most(1 << 22)), Failure::Limit(much) if much.limit == games::poorman::STATES));
    assert_eq!(statement(&[3, 0, 1, 1]), Failure::Statement("owner of ties"));
    assert_eq!(statement(&[2, 2, 1, 1]), Failure::Statement("auction"));
    // King and rook against king and rook, equal bids White's: exchanged colours would exchange the owner.
    let rooks = [0, 0, 1, 0, 8, 8, 0, 4, 0, 1, 3, 8];
    let statement = |ties: u8| Statement::Further(NUMBER, [&[ties], &rooks[1..]].concat());
    let head = |ties| Head {
        statement: statement(ties),
        never: None,
        bits: 0,
        form: Form::One,
        imports: Vec::new(),
        values: Fractions::default().into(),
    };
    let verdict = |ties| games::checker(1, |_| None::<Vec<u8>>).check(&write(&head(ties), &[]), None).unwrap_err();
    assert_eq!(verdict(0), Failure::Statement("owner of ties"));
    assert_eq!(verdict(2), Failure::ImportCount(0, 1));
}
