//! Chips that are paid to the bank: closed forms, published and tried by hand; what is solved is verified.

use std::sync::Arc;

use checker::graph as rules;
use games::poorman::{NEVER, Poorman};
use num_rational::Ratio;
use num_traits::Zero as _;
use solver::games::{Winner, poorman};
use solver::graph::labels::Side;
use solver::graph_games::{Game, generate};

/// What Left needs at a position against 0 chips of Right, 1 chip, and so on, where equal bids are somebody's; verified.
fn needs(game: &Game, position: &str, winner: Winner, owner: Option<Side>, most: u64) -> Vec<u64> {
    let file = Arc::new(rules::Game::read(game.write().as_bytes()).unwrap());
    let solved = poorman::solve(game, poorman::auction(winner, owner, most), &|_| ()).unwrap();
    let bytes = poorman::certificate(file.digest, &solved);
    let verified = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&file)).unwrap();
    let stated: Arc<Poorman> = verified.about().unwrap();
    let number = file.names.iter().position(|name| **name == *position).unwrap();
    stated.lines[file.places[number].unwrap() as usize][0].iter().map(|line| line.threshold).collect()
}

/// Left needs `a` moves before Right has made `b`. With `T(k) = a·⌊k/b⌋` she bids `⌊k/b⌋` each time: if she wins all bids that is what they cost, and
/// Right pays more for each that he wins. Equal bids are hers.
#[test]
fn a_race_has_a_closed_form() {
    let game = |a: u32, b: u32| {
        let position = |(left, right): (u32, u32)| match (left, right) {
            (0, _) => format!(r#"{{"name": "{left}-{right}", "value": "1"}}"#),
            (_, 0) => format!(r#"{{"name": "{left}-{right}", "value": "0"}}"#),
            _ => format!(
                r#"{{"name": "{left}-{right}", "left": ["{}-{right}"], "right": ["{left}-{}"]}}"#,
                left - 1,
                right - 1
            ),
        };
        let all = (0..=a).flat_map(|left| (0..=b).map(move |right| (left, right)));
        let positions: Vec<String> = all.map(position).collect();
        Game::read(&format!(r#"{{"bidding-game": 2, "positions": [{}]}}"#, positions.join(","))).unwrap()
    };
    for (a, b) in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 3), (4, 3)] {
        let expected: Vec<u64> = (0..=20).map(|k| u64::from(a) * (k / u64::from(b))).collect();
        let found = needs(&game(a, b), &format!("{a}-{b}"), Winner::Moves, Some(Side::White), 20);
        assert_eq!(found, expected, "{a} {b}");
    }
}

/// The first player gets equal bids, and a draw is lost: found by playing all games of these chips, in another language.
#[test]
fn tic_tac_toe_needs_what_playing_finds() {
    let game = generate::tic_tac_toe(&Ratio::zero());
    let start = game.name(0).to_owned();
    let found = needs(&game, &start, Winner::Moves, Some(Side::White), 12);
    assert_eq!(found, [0, 0, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
}

/// Random games with cycles, each owner of ties, both rules: whatever is solved has labels and guards that are verified.
#[test]
fn what_is_solved_is_verified() {
    let mut never = 0;
    for seed in 0..60 {
        let game = generate::random(seed, 4 + seed as u32 % 9, 2);
        for owner in [Some(Side::White), Some(Side::Black), None] {
            for winner in [Winner::Moves, Winner::Decides] {
                let first =
                    game.positions().iter().find(|position| !position.kind.is_terminal()).expect("one to play from");
                never += needs(&game, &first.name, winner, owner, 5).iter().filter(|needed| **needed == NEVER).count();
            }
        }
    }
    assert!(never > 0, "some are never won");
}
