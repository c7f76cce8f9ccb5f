//! All-pay auctions: values that are known, and random games with a chip each; certificates that the checker verifies, and whose bounds are close.

use std::sync::Arc;

use checker::certificate::Digest;
use checker::graph;
use checker::theorem::Side;
use games::all_pay::{AllPay, Auction};
use num_rational::Ratio;
use solver::games::all_pay::{certificate, solve};
use solver::graph_games::{Game, Kind, Position, generate};

fn auction(chips: [usize; 2], ties: Option<Side>) -> Auction {
    Auction { ties, chips, bits: 40, weight: 40 }
}

/// Solves a game on so many threads: the certificate, and what the checker verified of it.
fn solved(game: &Game, auction: Auction, threads: usize) -> (Vec<u8>, Arc<AllPay>) {
    let text = game.write();
    let found = solve(game, auction, threads, &|_| ()).expect("a game without cycles");
    let bytes = certificate(Digest::of(text.as_bytes()), &found);
    let given = Arc::new(graph::Game::read(text.as_bytes()).expect("a game"));
    let verified = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&given));
    let about = verified.unwrap_or_else(|failure| panic!("{failure:?}")).about().expect("an all-pay auction");
    (bytes, about)
}

/// Both bounds at a position with these chips.
fn bounds(all: &AllPay, position: usize, chips: [usize; 2]) -> [f64; 2] {
    let state = position * all.auction.splits() + all.auction.split(chips);
    all.bounds[state].map(|bound| bound as f64 / (1_u64 << all.auction.bits) as f64)
}

fn game(text: &str) -> Game {
    Game::read(text).expect("a game")
}

/// Worked out by hand: whoever is a move ahead of two, with a chip each, is worth 7/8.
#[test]
fn solves_what_was_solved_by_hand() {
    let game = game(
        r#"{"bidding-game": 2, "positions": [
            {"name": "ahead", "left": ["won"], "right": ["even"]},
            {"name": "even", "left": ["won"], "right": ["lost"]},
            {"name": "won", "value": "1"}, {"name": "lost", "value": "0"}]}"#,
    );
    for (ties, value) in [(None, 0.875), (Some(Side::White), 1.0), (Some(Side::Black), 0.5)] {
        let (_, all) = solved(&game, auction([1, 1], ties), 1);
        let [low, high] = bounds(&all, 0, [1, 1]);
        assert!(low <= value && value <= high && high - low < 1e-11, "{ties:?}: {low} {high}");
    }
}

/// A program of another author, by linear programs, gave four decimals of these; with equal chips a game that is its own mirror image is worth 1/2.
#[test]
fn agrees_with_another_program_on_tic_tac_toe() {
    let half = generate::tic_tac_toe(&Ratio::new(1_u32.into(), 2_u32.into()));
    let (_, all) = solved(&half, auction([2, 1], None), 2);
    for (chips, value) in [([2, 1], 0.7231), ([1, 1], 0.5), ([0, 0], 0.5)] {
        let [low, high] = bounds(&all, 0, chips);
        assert!((low - value).abs() < 5e-5 && high - low < 1e-10, "{chips:?}: {low} {high}");
    }
    let right = generate::tic_tac_toe(&Ratio::new(0_u32.into(), 1_u32.into()));
    let (_, all) = solved(&right, auction([1, 1], None), 2);
    for (chips, value) in [([0, 0], 0.4805), ([1, 1], 0.4634)] {
        let [low, high] = bounds(&all, 0, chips);
        assert!((low - value).abs() < 5e-5 && high - low < 1e-10, "{chips:?}: {low} {high}");
    }
    // Three chips against none win surely, whatever a draw is worth; two do not.
    let (_, all) = solved(&right, auction([3, 0], None), 2);
    assert_eq!(bounds(&all, 0, [3, 0]), [1.0; 2]);
    assert!(bounds(&all, 0, [2, 0])[1] < 1.0);
}

/// A random game in which nobody waits, and nobody passes: who has no option has the opponent's.
fn without_cycles(seed: u64) -> Game {
    let drawn = generate::random_acyclic(seed, 30, 3);
    let positions = (0..).zip(drawn.positions()).map(|(place, position)| {
        let kind = match &position.kind {
            Kind::Open { left, right } => {
                let on = |list: &[u32]| list.iter().copied().filter(|&to| to != place).collect::<Vec<u32>>();
                let (mut left, mut right) = (on(left), on(right));
                // The next position comes later in the list.
                if left.is_empty() && right.is_empty() {
                    left.push(place + 1);
                }
                if left.is_empty() {
                    left.clone_from(&right);
                }
                if right.is_empty() {
                    right.clone_from(&left);
                }
                Kind::Open { left, right }
            }
            other => other.clone(),
        };
        Position { name: position.name.clone(), kind }
    });
    Game::new(None, positions.collect()).expect("a game")
}

#[test]
fn encloses_random_games_with_a_chip_each() {
    let (mut states, mut mixed) = (0, 0);
    for seed in 0..40 {
        let game = without_cycles(seed);
        for ties in [None, Some(Side::White), Some(Side::Black)] {
            let (_, all) = solved(&game, auction([1, 1], ties), 1);
            for place in 0..game.positions().iter().filter(|position| !position.kind.is_terminal()).count() {
                for chips in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let [low, high] = bounds(&all, place, chips);
                    assert!(high - low < 1e-9, "{seed} {place}: {low} {high}");
                    states += 1;
                }
            }
            mixed += all.mixes[0].bids.iter().filter(|bids| bids.count_ones() > 1).count();
        }
    }
    assert!(states > 1000 && mixed > 20, "{mixed} of {states}");
}

#[test]
fn writes_the_same_bytes_on_any_number_of_threads() {
    let game = generate::tic_tac_toe(&Ratio::new(1_u32.into(), 2_u32.into()));
    let auction = auction([2, 2], None);
    let once = solved(&game, auction, 1).0;
    for threads in [2, 7] {
        assert!(solved(&game, auction, threads).0 == once, "{threads} threads");
    }
}

#[test]
fn names_a_position_that_can_come_again() {
    let won = r#"{"name": "won", "value": "1"}"#;
    for (positions, name) in [
        (r#"{"name": "a", "left": ["won"]}"#, "\"a\""),
        (
            r#"{"name": "a", "left": ["b"], "right": ["won"]}, {"name": "b", "left": ["c"], "right": ["won"]}, {"name": "c", "left": ["b"], "right": ["won"]}"#,
            "\"b\"",
        ),
    ] {
        let game = game(&format!(r#"{{"bidding-game": 2, "positions": [{won}, {positions}]}}"#));
        let error = solve(&game, auction([1, 1], None), 1, &|_| ()).expect_err("a cycle");
        assert!(error.contains(&format!("position {name} can come again")), "{error}");
    }
}
