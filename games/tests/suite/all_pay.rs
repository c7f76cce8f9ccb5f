//! All-pay auctions: a table worked out by hand, and each way in which it can fail. Random games are in `all_pay_oracle`.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Statement};
use checker::failure::Failure;
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use games::all_pay::{AllPay, CHIPS, NUMBER, STATES, WORK};
use writer::{Writer, write};

use crate::witness::support::head;

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
