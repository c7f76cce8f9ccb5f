//! All-pay auctions: who wins surely, and how often the players bluff. A sure win needs no mix, so a search without any number finds it; the thresholds of
//! tic-tac-toe are those that the chapter prints.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;

use checker::certificate::Digest;
use checker::graph;
use checker::numbers::at;
use checker::theorem::{Side, Turn};
use games::all_pay::{AllPay, Auction};
use num_rational::BigRational;
use session::claims::all_pay::{Mixing, Need, bluff, mixing, sure};
use session::claims::tell;
use solver::games::all_pay::{certificate, solve};
use solver::graph_games::Game;

use crate::console::root;

/// Solves a game, and verifies it.
fn verified(text: &str, chips: [usize; 2], ties: Option<Side>) -> Arc<checker::Verified> {
    let game = Game::read(text).expect("a game");
    let found = solve(&game, Auction { ties, chips, bits: 40, weight: 40 }, 2, &|_| ()).expect("no cycle");
    let bytes = certificate(Digest::of(text.as_bytes()), &found);
    let given = Arc::new(graph::Game::read(text.as_bytes()).expect("a game"));
    games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&given)).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn solved(text: &str, chips: [usize; 2], ties: Option<Side>) -> Arc<AllPay> {
    verified(text, chips, ties).about().expect("an all-pay auction")
}

/// Tic-tac-toe up to symmetry; a draw counts half.
fn tic_tac_toe() -> String {
    let output = Command::new("python3").arg(root().join("certs/games/tic_tac_toe.py")).arg("1/2").output();
    String::from_utf8(output.expect("python3").stdout).expect("text")
}

fn first_to_three() -> String {
    std::fs::read_to_string(root().join("certs/all-pay/first-to-three.json")).expect("a game")
}

/// A turn, a chance move, and draws.
const OTHERS: &str = r#"{"bidding-game": 2, "positions": [
    {"name": "start", "turn": "left", "left": ["toss", "even"]},
    {"name": "toss", "chance": [{"to": "even", "weight": "3/4"}, {"to": "ahead", "weight": "1/4"}]},
    {"name": "ahead", "left": ["won"], "right": ["even", "reply"]},
    {"name": "reply", "turn": "right", "right": ["even", "won"]},
    {"name": "even", "left": ["won"], "right": ["half", "lost"]},
    {"name": "half", "value": "1/2"}, {"name": "won", "value": "1"}, {"name": "lost", "value": "0"}]}"#;

/// What was found of positions with chips.
type Found = BTreeMap<(u32, [usize; 2]), bool>;

/// Whether a player wins surely at a position of the file, by search: some bid wins whatever the opponent bids.
fn wins(all: &AllPay, side: Side, place: u32, held: [usize; 2], found: &mut Found) -> bool {
    if let Some(&known) = found.get(&(place, held)) {
        return known;
    }
    let answer = match all.game.places[at(place)] {
        Err(value) => all.game.values[at(value)] == if side == Side::White { won(1) } else { won(0) },
        Ok(inner) => {
            let (_, turn, options) = all.game.inner[at(inner)].clone();
            // The player needs one option; of the opponent, and of chance, all have to win.
            let moved = |mover: Side, held: [usize; 2], found: &mut Found| {
                let mut own = options.iter().filter(|(by, ..)| *by == mover);
                let mut leads = |to: u32| wins(all, side, to, held, found);
                if mover == side { own.any(|&(.., to)| leads(to)) } else { own.all(|&(.., to)| leads(to)) }
            };
            match turn {
                Turn::Of(mover) => moved(mover, held, found),
                Turn::Chance => options.iter().all(|&(.., to)| wins(all, side, to, held, found)),
                Turn::Bid => (0..=held[side.of(0, 1)]).any(|own| {
                    (0..=held[side.of(1, 0)]).all(|other| {
                        let bids = side.of([own, other], [other, own]);
                        let paid = [held[0] - bids[0], held[1] - bids[1]];
                        let movers = match bids[0].cmp(&bids[1]) {
                            std::cmp::Ordering::Greater => vec![Side::White],
                            std::cmp::Ordering::Less => vec![Side::Black],
                            std::cmp::Ordering::Equal => {
                                all.auction.ties.map_or_else(|| Side::BOTH.to_vec(), |side| vec![side])
                            }
                        };
                        movers.into_iter().all(|mover| moved(mover, paid, found))
                    })
                }),
            }
        }
    };
    found.insert((place, held), answer);
    answer
}

fn won(numerator: u32) -> checker::numbers::Fraction {
    checker::numbers::Fraction { numerator: numerator.into(), denominator: 1_u32.into() }
}

#[test]
fn sure_wins_are_those_that_a_search_finds() {
    let others: Vec<_> =
        [None, Some(Side::White), Some(Side::Black)].map(|ties| (OTHERS.to_owned(), [4, 3], ties)).into();
    let games = [vec![(tic_tac_toe(), [4, 2], None), (first_to_three(), [6, 5], None)], others].concat();
    let (mut finite, mut without) = (0, 0);
    for (text, chips, ties) in games {
        let all = solved(&text, chips, ties);
        for side in Side::BOTH {
            let (mut found, [own, other]) = (Found::new(), side.of(chips, [chips[1], chips[0]]));
            for (position, &(place, ..)) in all.game.inner.iter().enumerate() {
                let needs = sure(&all, position, side);
                assert_eq!(needs.len(), other + 1);
                for (against, need) in needs.into_iter().enumerate() {
                    let mut wins = |own: usize| {
                        let held = side.of([own, against], [against, own]);
                        wins(&all, side, place, held, &mut found)
                    };
                    let least = (0..=own).find(|&own| wins(own));
                    let name = &all.game.names[at(place)];
                    assert_eq!(need, Need { against, least, is_least: true }, "{name} {side:?}");
                    finite += usize::from(least.is_some());
                    without += usize::from(least.is_none());
                }
            }
        }
    }
    assert!(finite > 1000 && without > 1000, "{finite} {without}");
}

/// 3 chips against none, 4 against 1, 5 against 2, 8 against 3, 9 against 4, 10 against 5, 12 against 6, 14 against 7, 15 against 8; one chip less is not enough.
#[test]
fn sure_wins_of_tic_tac_toe_are_those_of_the_chapter() {
    let text = tic_tac_toe();
    let table = verified(&text, [15, 8], None);
    let all: Arc<AllPay> = table.about().expect("an all-pay auction");
    let least: Vec<_> = sure(&all, 0, Side::White).into_iter().map(|need| (need.least, need.is_least)).collect();
    assert_eq!(least, [3, 4, 5, 8, 9, 10, 12, 14, 15].map(|least| (Some(least), true)));
    let chapter = std::fs::read_to_string(root().join("docs/src/record/all-pay.md")).expect("a chapter");
    let printed = "with 3 chips against none, 4 against 1, 5 against 2, 8 against 3, 9 against 4, 10 against 5, 12 against 6, 14 against 7, 15 against 8; one chip less is not enough";
    assert!(chapter.contains(printed));
    // The mirror image, as far as Right has chips.
    let right: Vec<_> = sure(&all, 0, Side::Black).into_iter().map(|need| need.least).collect();
    assert_eq!(right[..5], [Some(3), Some(4), Some(5), Some(8), None]);
    // What `check --at` says.
    let told = tell(&table);
    let said = told.at(&all.game.names[at(all.game.inner[0].0)], Some("8,7")).expect("a position");
    let said = told.text(&said);
    let line = |begin: &str| said.lines().find(|line| line.starts_with(begin)).map(str::to_owned);
    let left = "Left wins surely here with 3 chips against 0 of Right, 4 against 1, 5 against 2, 8 against 3, 9 against 4, 10 against 5, 12 against 6, 14 against 7, 15 against 8; one chip less is not enough";
    assert_eq!(line("Left wins").as_deref(), Some(left));
    let right = "Right wins surely here with 3 chips against 0 of Left, 4 against 1, 5 against 2, 8 against 3; one chip less is not enough";
    assert_eq!(line("Right wins").as_deref(), Some(right));
    assert_eq!(line("Right does").as_deref(), Some("Right does not win surely here with 8 chips against 4 to 15"));
    // Left bids 0, 1 or 2, with 38.1 %, 15.9 % and 45.8 %.
    let bluffs = line("Left bluffs").expect("Left bluffs");
    assert!(
        bluffs.starts_with("Left bluffs here: no bid is sure, and 61.8")
            && bluffs.ends_with(" % of the bids are above 0")
    );
}

/// By the definition: some bid above 0 has a probability that is neither 0 nor 1.
#[test]
fn bluffs_are_counted_by_their_definition() {
    for (text, chips) in [(first_to_three(), [4, 3]), (OTHERS.to_owned(), [3, 3])] {
        let all = solved(&text, chips, None);
        let (mut counted, one) = (Mixing::default(), BigRational::from_integer(1.into()));
        for state in 0..all.bounds.len() {
            let is_bid = all.game.inner[state / all.auction.splits()].1 == Turn::Bid;
            let bluffs = Side::BOTH.map(|side| {
                let whole = 1_u64 << all.auction.weight;
                let mix: Vec<_> = all.mixes[side.of(0, 1)].at(state, all.auction.weight).collect();
                let is_bluffed = mix.iter().any(|&(bid, weight)| bid > 0 && weight > 0 && weight < whole);
                let above = bluff(&all, state, side);
                assert_eq!(above.is_some(), is_bluffed, "{state}");
                let idle: u64 = mix.iter().filter(|(bid, _)| *bid == 0).map(|(_, weight)| weight).sum();
                let rest = BigRational::new((whole - idle).into(), whole.into());
                assert!(above.is_none_or(|above| above == rest && above <= one));
                is_bluffed
            });
            counted.bid_for += usize::from(is_bid);
            counted.mixed += usize::from(bluffs.contains(&true));
            counted.bluffs.iter_mut().zip(bluffs).for_each(|(count, bluffs)| *count += usize::from(bluffs));
        }
        let found = mixing(&all);
        assert_eq!(found, Mixing { needed: found.needed, ..counted });
        assert!(found.needed <= found.mixed && found.mixed <= found.bid_for && found.bid_for < all.bounds.len() + 1);
    }
}

/// Options come with what they are worth with the same chips, and with whose they are; a game that is over has none.
#[test]
fn options_are_told_with_their_bounds() {
    let table = verified(OTHERS, [1, 1], None);
    let told = tell(&table);
    let fields = |name: &str| -> serde_json::Value {
        let json = told.json(&told.at(name, Some("1,1")).expect("a position")).to_string();
        serde_json::from_str(&json).expect("JSON")
    };
    let start = fields("start");
    assert_eq!((&start["turn"], start["options"].as_array().expect("a list").len()), (&"left".into(), 2));
    for name in ["start", "toss", "ahead", "reply", "even"] {
        for option in fields(name)["options"].as_array().expect("a list") {
            let after = fields(option["position"].as_str().expect("a name"));
            assert_eq!([&option["low"], &option["high"]], [&after["low"], &after["high"]], "{name}: {option}");
        }
    }
    let toss = fields("toss");
    let weights: Vec<_> = toss["options"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|option| option["weight"].as_str().expect("a text"))
        .collect();
    assert_eq!((&toss["turn"], weights), (&"chance".into(), vec!["3", "1"]));
    let half = fields("half");
    assert_eq!((&half["turn"], &half["low"]), (&serde_json::Value::Null, &"1/2".into()));
    assert_eq!((&half["options"], &half["left_wins_surely"]), (&serde_json::json!([]), &serde_json::json!([])));
}
