//! Questions about theorems on random games: what they count with is compared with brute force and with games solved by hand.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use solver::graph::labels::Side;
use solver::graph_games::{Game, generate};
use solver::questions::steepest::Run;
use solver::questions::theorems::{is_richman, labelled, small};
use solver::questions::turns::by_choices;

fn game(json: &str) -> Game {
    Game::read(json).expect("a game")
}

fn values(texts: &[&str]) -> Vec<Ratio<BigUint>> {
    texts.iter().map(|text| text.parse().expect("a fraction")).collect()
}

/// By hand: two positions that lead only to each other solve their equations with any number, nobody ends the play, and 0 is α and 1 is β.
#[test]
fn a_solution_without_labels_is_no_value() {
    let endless = game(
        r#"{ "bidding-game": 2, "positions": [ { "name": "a", "left": ["b"], "right": ["b"] },
        { "name": "b", "left": ["a"], "right": ["a"] }, { "name": "won", "value": "1" } ] }"#,
    );
    for x in [values(&["0", "0", "1"]), values(&["1/3", "1/3", "1"]), values(&["1", "1", "1"])] {
        assert!(is_richman(&endless, &x));
        assert_eq!(labelled(&endless, &x, Side::White), [false, false, true]);
        assert_eq!(labelled(&endless, &x, Side::Black), [false, false, true]);
    }
    assert!(!is_richman(&endless, &values(&["1/3", "1/2", "1"])));
    assert_eq!(by_choices(&endless), [values(&["0", "0", "1"]), values(&["1", "1", "1"])]);
}

/// By hand: White waits or wins, Black waits or moves to the place where White waits. Where Black waits is worth 1: White takes when the coin is White's.
#[test]
fn labels_count_greedy_options_and_all_of_the_other() {
    let waiting = game(
        r#"{ "bidding-game": 2, "positions": [ { "name": "p", "left": ["p", "won"], "right": ["q"] },
        { "name": "q", "left": ["q"], "right": ["p"] }, { "name": "won", "value": "1" } ] }"#,
    );
    let one = values(&["1", "1", "1"]);
    assert!(is_richman(&waiting, &one));
    // p has the end as a greedy option; all of Black's options at q lead to p.
    assert_eq!(labelled(&waiting, &one, Side::White), [true, true, true]);
    assert_eq!(labelled(&waiting, &one, Side::Black), [false, false, true]);
    assert_eq!(by_choices(&waiting), [one.clone(), one]);
    // If nothing is worth more than 0 the end is not greedy, but no equation holds.
    assert!(!is_richman(&waiting, &values(&["0", "0", "1"])));
}

/// Proposition 8.1 with values from all choices of moves, without the solver: α is labelled where it is above 0; and β is not, where it is another function.
#[test]
fn values_by_brute_force_have_the_labels_of_the_proposition() {
    let mut differ = 0;
    for seed in 0..120 {
        let game = generate::random(seed, 4 + (seed % 3) as u32, 2);
        let [alpha, beta] = by_choices(&game);
        assert!(is_richman(&game, &alpha) && is_richman(&game, &beta), "seed {seed}");
        let above = |x: &[Ratio<BigUint>]| {
            let known = labelled(&game, x, Side::White);
            (0..x.len()).all(|p| x[p].is_zero() || known[p])
        };
        let below = |x: &[Ratio<BigUint>]| {
            let known = labelled(&game, x, Side::Black);
            (0..x.len()).all(|p| x[p].is_one() || known[p])
        };
        let same = alpha == beta;
        assert_eq!([above(&alpha), below(&beta), above(&beta), below(&alpha)], [true, true, same, same], "seed {seed}");
        differ += usize::from(!same);
    }
    assert!(differ > 5, "{differ}");
}

/// Games of one seed are the same for ever: the audit's record depends on them.
#[test]
fn small_games_have_the_sizes_that_are_said() {
    for seed in 0..36 {
        assert_eq!(small(seed).positions().len(), 4 + seed as usize % 6);
    }
}

/// By hand: on a, b, c between 1 and 0, with 1/2 beside b, the steepest path is that from 0 to 1; what hangs at c by two edges is left over.
#[test]
fn the_steepest_path_is_that_of_the_hand() {
    let graph = game(
        r#"{ "bidding-game": 2, "positions": [
        { "name": "a", "left": ["one", "b"], "right": ["one", "b"] },
        { "name": "b", "left": ["a", "c", "half"], "right": ["a", "c", "half"] },
        { "name": "c", "left": ["b", "zero", "d"], "right": ["b", "zero", "d"] },
        { "name": "d", "left": ["c", "e"], "right": ["c", "e"] },
        { "name": "e", "left": ["d"], "right": ["d"] },
        { "name": "one", "value": "1" }, { "name": "half", "value": "1/2" }, { "name": "zero", "value": "0" } ] }"#,
    );
    let run = Run::new(&graph);
    let known: Vec<Option<String>> = run.known.iter().map(|value| value.as_ref().map(ToString::to_string)).collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(known[..5], [some("3/4"), some("1/2"), some("1/4"), None, None]);
    // The path of slope 1/4; then the edge between b and 1/2, which is level.
    let slopes: Vec<String> = run.slopes.iter().map(ToString::to_string).collect();
    assert_eq!(slopes, ["1/4", "0"]);
}
