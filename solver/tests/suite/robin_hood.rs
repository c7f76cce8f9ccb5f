//! A tax before each bid: published and own figures, solved and verified.

use std::sync::Arc;

use checker::graph as rules;
use games::robin_hood::RobinHood;
use num_rational::{BigRational, Ratio};
use num_traits::Zero as _;
use solver::games::robin_hood::certificate;
use solver::graph_games::{Game, generate};

/// What Left needs at a position, and what Right does; verified.
fn needs(game: &Game, position: &str, tax: (u32, u32)) -> [BigRational; 2] {
    let file = Arc::new(rules::Game::read(game.write().as_bytes()).unwrap());
    let bytes = certificate(game, file.digest, tax).unwrap();
    let verified = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&file)).unwrap();
    let stated: Arc<RobinHood> = verified.about().unwrap();
    let number = file.names.iter().position(|name| **name == *position).unwrap();
    let number = file.places[number].unwrap() as usize;
    [0, 1].map(|side| {
        let numerator = stated.values.numerators[stated.thresholds[side][number] as usize].clone();
        Ratio::new(numerator.into(), stated.values.denominator.clone().into())
    })
}

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    Ratio::new(numerator.into(), denominator.into())
}

/// The left position leads to the right one or is lost, the right one leads to the left one or is won (Almagor, Avni, Dafni 2025): the threshold is
/// (2 − 2λ)/(3 − 4λ) below 1/4, and 1 from there on. Right needs all of what is left, and half of it is drawn from 1/4 on.
#[test]
fn two_positions_jump_at_a_quarter() {
    let text = r#"{"bidding-game": 2, "positions": [{"name": "left", "left": ["right", "lost"], "right": ["right", "lost"]},
        {"name": "right", "left": ["won", "left"], "right": ["won", "left"]}, {"name": "won", "value": "1"}, {"name": "lost", "value": "0"}]}"#;
    let game = Game::read(text).unwrap();
    for (tax, whole) in [(0, 1), (1, 100), (1, 10), (1, 8), (1, 5), (6, 25), (249, 1000), (24999, 100_000)] {
        let expected = ratio(2 * whole - 2 * tax, 3 * whole - 4 * tax);
        let [left, right] = needs(&game, "left", (tax as u32, whole as u32));
        assert_eq!((left.clone(), left + right), (expected, ratio(1, 1)), "{tax}/{whole}");
    }
    for tax in [(1, 4), (25_001, 100_000), (3, 10), (2, 5), (49, 100)] {
        assert_eq!(needs(&game, "left", tax), [ratio(1, 1), ratio(1, 2)], "{tax:?}");
    }
}

/// So many wins in a row, else back to the start: they can be bought only below a critical tax, 1/4 for two and (3 − √5)/8 = 0.09549… for three.
#[test]
fn wins_in_a_row_have_a_critical_tax() {
    let game = |wins: usize| {
        let position =
            |won: usize| format!(r#"{{"name": "{won}", "left": ["{}", "0"], "right": ["{}", "0"]}}"#, won + 1, won + 1);
        let all: Vec<String> = (0..wins).map(position).collect();
        let text =
            format!(r#"{{"bidding-game": 2, "positions": [{}, {{"name": "{wins}", "value": "1"}}]}}"#, all.join(","));
        Game::read(&text).unwrap()
    };
    for (wins, tax, is_bought) in
        [(2, (2499, 10_000), true), (2, (1, 4), false), (3, (954, 10_000), true), (3, (955, 10_000), false)]
    {
        let divisor = num_integer::gcd(tax.0, tax.1);
        let [left, _] = needs(&game(wins), "0", (tax.0 / divisor, tax.1 / divisor));
        assert_eq!(left < ratio(1, 1), is_bought, "{wins} {tax:?}");
    }
}

/// Tic-tac-toe, a draw lost: found by another program, exactly, without cycles. From a quarter on nobody forces a line.
#[test]
fn tic_tac_toe_is_found_as_elsewhere() {
    let game = generate::tic_tac_toe(&Ratio::zero());
    let start = game.name(0).to_owned();
    for (tax, expected) in [((0, 1), ratio(133, 256)), ((1, 8), ratio(901, 1458)), ((1, 4), ratio(1, 1))] {
        assert_eq!(needs(&game, &start, tax)[0], expected, "{tax:?}");
    }
}
