//! All-pay auctions: a table worked out by hand, and each way in which it can fail. Random games are in `all_pay_oracle`.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Statement};
use checker::failure::{Failure, Spelling};
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use checker::theorem::Side;
use checker::write::{Writer, write};
use games::all_pay::{AllPay, CHIPS, NUMBER, STATES, WORK, WrongMix};

use crate::witness::support::head;
use crate::{broken, fault};

/// Left needs one more move, Right needs two.
const ONE_TO_TWO: &str = r#"{"bidding-game": 2, "positions": [
    {"name": "even", "left": ["won"], "right": ["lost"]},
    {"name": "ahead", "left": ["won"], "right": ["even"]},
    {"name": "won", "value": "1"},
    {"name": "lost", "value": "0"}
]}"#;

/// A certificate before it is written: ties, chips, bits, weight; bounds; bids of White and Black, and their weights.
#[derive(Clone)]
pub struct Stated {
    pub start: [u8; 5],
    pub lower: Vec<u64>,
    pub more: Vec<u64>,
    pub bids: [Vec<u64>; 2],
    pub weights: [Vec<u64>; 2],
}

/// With a chip each, a coin for ties, units of 1/8, weights of halves. At `even` whoever has more chips wins, and equal chips are bid: 1/2. At `ahead`,
/// with a chip each, equal bids leave (1 + 1/2)/2 = 3/4, and other ones 1: if only Left bids, Left moves; if only Right does, Left has the only chip left.
/// So both toss a coin, and the value is 7/8.
fn by_hand() -> Stated {
    Stated {
        start: [0, 1, 1, 3, 1],
        lower: vec![4, 0, 8, 4, 6, 4, 8, 7],
        more: vec![0; 8],
        bids: [vec![1, 1, 2, 2, 1, 1, 1, 3], vec![1, 2, 1, 2, 1, 1, 1, 3]],
        weights: [vec![1], vec![1]],
    }
}

impl Stated {
    fn slice(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        for column in [&self.lower, &self.more, &self.bids[0], &self.bids[1], &self.weights[0], &self.weights[1]] {
            writer.column(column);
        }
        writer.0
    }

    pub fn check(&self, game: &Arc<Game>) -> Result<Arc<Verified>, Failure> {
        check(&[&self.start[..], &game.digest.0].concat(), &[self.slice()], Some(game))
    }

    fn judge(&self) -> Result<Arc<Verified>, Failure> {
        self.check(&game(ONE_TO_TWO))
    }
}

pub fn game(text: &str) -> Arc<Game> {
    Arc::new(Game::read(text.as_bytes()).unwrap())
}

fn check(body: &[u8], slices: &[Vec<u8>], game: Option<&Arc<Game>>) -> Result<Arc<Verified>, Failure> {
    let head = head(Statement::Further(NUMBER, body.to_vec()), 0, Form::One, Vec::new());
    games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, slices), game)
}

#[test]
fn accepts_a_table_made_by_hand() {
    let verified = by_hand().judge().unwrap();
    let found = verified.about::<AllPay>().expect("an all-pay auction");
    assert_eq!(found.bounds[7], [7, 7]);
    assert_eq!((found.auction.held(5), found.auction.held(6), found.auction.held(7)), ([0, 1], [1, 0], [1, 1]));
    for mixes in &found.mixes {
        assert_eq!(mixes.at(7, 1).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
        assert_eq!(mixes.at(0, 1).collect::<Vec<_>>(), [(0, 2)]);
    }
    assert_eq!(found.mixes[0].at(3, 1).collect::<Vec<_>>(), [(1, 2)]);
}

/// Wider bounds are as good; closer ones are false, and refused where they stand.
#[test]
fn accepts_wider_bounds_and_no_closer_ones() {
    for state in 0..8 {
        let true_one = by_hand().lower[state];
        for lower in 0..=8 {
            for more in 0..=8 - lower {
                let mut stated = by_hand();
                (stated.lower[state], stated.more[state]) = (lower, more);
                let (is_low, is_high) = (lower <= true_one, lower + more >= true_one);
                match stated.judge() {
                    Ok(_) => assert!(is_low && is_high, "{state}: {lower} and {more} more"),
                    // What rests on wide bounds is as wide: then a state behind it fails.
                    Err(failure) => {
                        let (condition, place) = broken(&failure);
                        let required = if is_low { "black-mix" } else { "white-mix" };
                        let own = !(is_low && is_high);
                        assert!(!own || (condition, place) == (required, state as u64), "{state}: {lower}, {more}");
                        assert!(own || place > state as u64, "{state}: {lower}, {more}: {condition} at {place}");
                    }
                }
            }
        }
    }
}

#[test]
fn names_the_condition_and_the_answer() {
    // White bids nothing for sure: Black's answer is nothing, and leaves 3/4.
    let mut stated = by_hand();
    (stated.bids[0][7], stated.weights[0]) = (1, vec![]);
    let failure = stated.judge().unwrap_err();
    let wrong: &WrongMix = fault(&failure);
    assert_eq!((broken(&failure), wrong.bound, wrong.against), (("white-mix", 7), 7, Some(0)));
    // Black bids the chip for sure: White's answer 0 leaves Black nothing against the last move.
    let mut stated = by_hand();
    (stated.bids[1][7], stated.weights[1]) = (2, vec![]);
    let failure = stated.judge().unwrap_err();
    let wrong: &WrongMix = fault(&failure);
    assert_eq!((broken(&failure), wrong.side, wrong.against), (("black-mix", 7), Side::Black, Some(0)));
    // Equal bids are the owner's.
    for (ties, place, condition) in [(1, 0, "black-mix"), (2, 0, "white-mix")] {
        let mut stated = by_hand();
        stated.start[0] = ties;
        assert_eq!(broken(&stated.judge().unwrap_err()), (condition, place));
    }
}

#[test]
fn refuses_what_is_spelt_otherwise() {
    let spelling = |change: &dyn Fn(&mut Stated)| {
        let mut stated = by_hand();
        change(&mut stated);
        match stated.judge() {
            Err(Failure::Spelling(Some(0), _, spelling)) => spelling,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(spelling(&|stated| stated.more[2] = 1), Spelling::Large);
    assert_eq!(spelling(&|stated| (stated.lower[2], stated.more[2]) = (u64::MAX, 1)), Spelling::Large);
    assert_eq!(spelling(&|stated| stated.bids[0][0] = 0), Spelling::Unknown);
    assert_eq!(spelling(&|stated| stated.bids[0][0] = 2), Spelling::Large);
    assert_eq!(spelling(&|stated| stated.bids[1][7] = 4), Spelling::Large);
    assert_eq!(spelling(&|stated| stated.weights[0][0] = 0), Spelling::Unknown);
    assert_eq!(spelling(&|stated| stated.weights[1][0] = 2), Spelling::Large);
    assert_eq!(spelling(&|stated| stated.weights[1][0] = u64::MAX), Spelling::Large);
    assert_eq!(spelling(&|stated| stated.weights[1].push(1)), Spelling::Rest);
    // A column without numbers is read as one of zeros.
    assert_eq!(spelling(&|stated| stated.weights[1].clear()), Spelling::Unknown);
    // Where nobody bids there is no mix.
    let turns = game(
        r#"{"bidding-game": 2, "positions": [{"name": "a", "turn": "left", "left": ["b"]}, {"name": "b", "value": "1/2"}]}"#,
    );
    let nobody = |bid: u64| Stated {
        start: [0, 0, 0, 1, 0],
        lower: vec![1],
        more: vec![0],
        bids: [vec![bid], vec![0]],
        weights: [vec![], vec![]],
    };
    assert!(nobody(0).check(&turns).is_ok());
    assert!(matches!(nobody(1).check(&turns), Err(Failure::Spelling(Some(0), _, Spelling::Unknown))));
}

#[test]
fn refuses_other_statements() {
    let game = game(ONE_TO_TWO);
    let slice = by_hand().slice();
    let body = |start: [u8; 5]| [&start[..], &game.digest.0].concat();
    for (start, part) in [
        ([3, 1, 1, 3, 1], "ties"),
        ([0, 1, 1, 0, 1], "units of bounds"),
        ([0, 1, 1, 63, 1], "units of bounds"),
        ([0, 1, 1, 3, 63], "units of weights"),
    ] {
        let failure = check(&body(start), std::slice::from_ref(&slice), Some(&game)).unwrap_err();
        assert_eq!(failure, Failure::Statement(part));
    }
    for body in [vec![], body([0, 1, 1, 3, 1])[..36].to_vec(), [body([0, 1, 1, 3, 1]), vec![0]].concat()] {
        let failure = check(&body, std::slice::from_ref(&slice), Some(&game)).unwrap_err();
        assert_eq!(failure, Failure::Statement("all-pay auction"));
    }
    let good = body([0, 1, 1, 3, 1]);
    assert!(matches!(check(&good, std::slice::from_ref(&slice), None), Err(Failure::Game(_))));
    assert_eq!(check(&good, &[], Some(&game)).unwrap_err(), Failure::Coverage(0, 1));
    assert_eq!(check(&good, &[slice.clone(), slice.clone()], Some(&game)).unwrap_err(), Failure::Coverage(2, 1));
    let short = slice[..slice.len() - 1].to_vec();
    assert!(matches!(check(&good, &[short], Some(&game)), Err(Failure::Spelling(Some(0), _, Spelling::End))));
    for (bits, form) in [(1, Form::One), (0, Form::Two)] {
        let head = head(Statement::Further(NUMBER, good.clone()), bits, form, Vec::new());
        let verdict =
            games::checker(1, |_| None::<Vec<u8>>).check(&write(&head, std::slice::from_ref(&slice)), Some(&game));
        assert!(matches!(verdict, Err(Failure::Spelling(None, 0, Spelling::Unknown))), "{verdict:?}");
    }
}

#[test]
fn declines_games_that_may_go_on() {
    let won = r#"{"name": "won", "value": "1"}"#;
    for (positions, number) in [
        // A pass, a loop of two behind a position that is on none, a turn without options.
        (r#"{"name": "a", "left": ["won"]}"#, 1),
        (
            r#"{"name": "a", "left": ["b"], "right": ["won"]}, {"name": "b", "left": ["c"], "right": ["won"]}, {"name": "c", "left": ["won"], "right": ["b"]}"#,
            2,
        ),
        (r#"{"name": "a", "turn": "right"}"#, 1),
        (r#"{"name": "a", "chance": [{"to": "won", "weight": "1/2"}, {"to": "a", "weight": "1/2"}]}"#, 1),
    ] {
        let game = game(&format!(r#"{{"bidding-game": 2, "positions": [{won}, {positions}]}}"#));
        let verdict = check(&[&[0, 1, 1, 3, 1], &game.digest.0[..]].concat(), &[], Some(&game));
        assert!(matches!(verdict, Err(Failure::Uncovered(_, found)) if found == number), "{positions}: {verdict:?}");
    }
}

/// A game of so many positions in a row; each player moves on.
fn row(length: usize) -> Arc<Game> {
    let position = |number: usize| format!(r#"{{"name": "{number}", "left": ["{0}"], "right": ["{0}"]}}"#, number + 1);
    let positions: Vec<String> = (0..length).map(position).collect();
    game(&format!(
        r#"{{"bidding-game": 2, "positions": [{}, {{"name": "{length}", "value": "1"}}]}}"#,
        positions.join(", ")
    ))
}

#[test]
fn declines_what_is_beyond_a_limit() {
    let verdict = |chips: [u8; 2], game: &Arc<Game>| {
        check(&[&[0, chips[0], chips[1], 3, 1], &game.digest.0[..]].concat(), &[], Some(game)).unwrap_err()
    };
    let declined = |limit: Limit, found: u64| Failure::Limit(TooMuch { limit, found });
    let one = row(1);
    assert_eq!(verdict([63, 63], &one), Failure::Coverage(0, 1));
    assert_eq!(verdict([64, 63], &one), declined(CHIPS, 64));
    assert_eq!(verdict([63, 64], &one), declined(CHIPS, 64));
    // 4096 states each: 2048 positions are the most, if the pairs of bids are few.
    assert_eq!((STATES.most, WORK.most), (1 << 23, 1 << 33));
    let pairs = 2080 * 2080 + 2 * 4096;
    let most = WORK.most / pairs;
    assert_eq!(verdict([63, 63], &row(most as usize)), Failure::Coverage(0, most as usize));
    assert_eq!(verdict([63, 63], &row(most as usize + 1)), declined(WORK, (most + 1) * pairs));
    // 64 states each.
    assert_eq!(verdict([63, 0], &row(1 << 17)), Failure::Coverage(0, 1 << 11));
    assert_eq!(verdict([63, 0], &row((1 << 17) + 1)), declined(STATES, STATES.most + 64));
}
