//! Games as graphs: the same values by other ways, and what is refused.

use num_rational::BigRational;
use pipeline_tests::Solved;
use solver::board::Board;
use solver::endgame::Endgame;
use solver::exact::policy::Observer;
use solver::games::solve::Method;
use solver::games::{Game, GameError, chess, generate, solve};
use solver::graph::INFINITE;
use solver::material::{DoubleStep, Signature};
use solver::pipeline;

struct Silent;
impl Observer for Silent {
    fn phase(&mut self, _: &'static str, _: usize) {}
    fn advance(&mut self, _: usize) {}
}

/// An endgame as a graph has, at each of its positions, the values and labels of the certificate that the checker verifies. With en passant, with both colours' pawns, and where the
/// values differ.
#[test]
fn an_endgame_as_a_graph_has_the_values_of_its_certificate() {
    for (files, ranks, men, double_step) in [
        (3, 3, "Kk", DoubleStep::Auto),
        (4, 4, "KNk", DoubleStep::Auto),
        (3, 4, "KPk", DoubleStep::Always),
        (2, 3, "KNNk", DoubleStep::Auto),
        (3, 4, "KPkp", DoubleStep::Auto),
        (2, 5, "KPkp", DoubleStep::Always),
        (4, 4, "KBkn", DoubleStep::Auto),
    ] {
        let board = Board::new(files, ranks).expect("a board");
        let (signature, _) = Signature::parse(men).expect("a signature");
        let members = pipeline::in_order_of_need(&[signature]).into_iter();
        let members: Vec<Endgame> =
            members.map(|member| Endgame::new(board, member, double_step).expect("an endgame")).collect();
        let game = chess::endgame(&members, 2);
        let solution = solve::solve(&game, Method::Exact, 2, &mut Silent).expect("small values");
        let verified = Solved::with(files, ranks, men, double_step).verified();
        let mut not_sharp = 0;
        for number in 0..verified.positions() {
            let known = solution.known(u32::try_from(number).expect("few positions"));
            let placement = verified.placement(number).expect("a placement");
            let fen = checker::notation::fen(&placement);
            assert_eq!(game.name(u32::try_from(number).expect("few positions")), fen);
            let seen = verified.seen(number).expect("values");
            let value = |value: &num_rational::Ratio<num_bigint::BigUint>| {
                BigRational::new(value.numer().clone().into(), value.denom().clone().into())
            };
            assert_eq!((value(&known.lower), value(&known.upper)), (seen.values.0.low, seen.values.1.low), "{fen}");
            let labels = [known.white_label, known.black_label].map(|label| (label != INFINITE).then_some(label));
            assert_eq!(labels, [seen.labels.0.steps(), seen.labels.1.steps()], "{fen}");
            not_sharp += usize::from(known.lower < known.upper);
        }
        assert_eq!(not_sharp, verified.receipt().not_sharp, "{men}");
    }
}

#[test]
fn games_that_are_written_are_read_again() {
    let half = num_rational::Ratio::new(1u8.into(), 2u8.into());
    for game in [generate::path(6), generate::tic_tac_toe(&half), generate::random(7, 50, 3)] {
        assert_eq!(Game::read(&game.write()), Ok(game));
    }
}

/// The example of the chapter is a game, with values that follow by hand: a walk on a path of five nodes.
#[test]
fn the_example_of_the_chapter_is_a_game() {
    let chapter = include_str!("../../docs/src/game-format.md");
    let (_, rest) = chapter.split_once("```json\n").expect("an example");
    let (json, _) = rest.split_once("```").expect("its end");
    let game = Game::read(json).expect("a game");
    let solution = solve::solve(&game, Method::Exact, 1, &mut Silent).expect("small values");
    let values: Vec<String> = (0..5).map(|number| solution.known(number).lower.to_string()).collect();
    assert_eq!(values, ["1/2", "3/4", "1/4", "1", "0"]);
    assert_eq!(solution.not_sharp(), 0);
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    let with = |positions: &str| format!("{{ \"bidding-game\": 1, \"positions\": [{positions}] }}");
    let end = r#"{ "name": "end", "value": "1" }"#;
    let error = |json: &str| Game::read(json).expect_err("no game").to_string();
    for (json, expected) in [
        (
            with(&format!(r#"{{ "name": "a", "left": ["b"] }}, {end}"#)),
            r#"position "a": left: found "b", required the name of a position"#,
        ),
        (with(&format!(r#"{{ "name": "a", "right": ["b"] }}, {end}"#)), r#"position "a": right: found "b""#),
        (with(&format!("{end}, {end}")), r#"position 2: found the name "end" of position 1, required another"#),
        (with(&format!(r#"{{ "name": "a" }}, {end}"#)), r#"position "a": found neither a value nor an option"#),
        (
            with(&format!(r#"{{ "name": "a", "left": ["end"], "value": "0" }}, {end}"#)),
            r#"position "a": found a value and options"#,
        ),
        (with(r#"{ "name": "a", "left": ["a"] }"#), "found no terminal one"),
        (with(""), "positions: found 0"),
        (with(r#"{ "name": "", "value": "1" }"#), "position 1: name: found 0 characters"),
        (
            with(&format!(r#"{{ "name": "{}", "value": "1" }}"#, "x".repeat(201))),
            "position 1: name: found 201 characters",
        ),
        (with(r#"{ "name": "a\u0007", "value": "1" }"#), "control character"),
        (with(r#"{ "name": "a", "value": 1 }"#), "line 1 column"),
        (with(r#"{ "name": "a", "name": "b", "value": "1" }"#), "duplicate field"),
        (with(r#"{ "name": "a", "value": "1", "colour": "red" }"#), "unknown field"),
        ("{ \"bidding-game\": 2, \"positions\": [] }".to_owned(), "bidding-game: found version 2, required 1"),
        ("{ \"positions\": [] }".to_owned(), "missing field `bidding-game`"),
        ("[".to_owned(), "line 1 column 1"),
        ("[1, \"title\", []]".to_owned(), "expected an object"),
        (with(r#"["a", "1"]"#), "an object"),
        (with(r#"{ "name": "a", "value": null }"#), "null"),
        (with(r#"{ "name": "a", "value": "1", "left": [] }"#), "found a value and options"),
        ("{ \"bidding-game\": 1.0, \"positions\": [] }".to_owned(), "line 1 column"),
    ] {
        let found = error(&json);
        assert!(found.contains(expected), "{json}: {found}");
    }
    for value in ["3/2", "2", "-1", "1/0", "0/0", "0.5", "01", "1/02", "", "/", "1/", "/2", " 1", "1 / 2", "½", "1e0"]
    {
        let found = Game::read(&with(&format!(r#"{{ "name": "a", "value": "{value}" }}"#)));
        let expected = GameError::Value { name: "a".to_owned(), found: value.to_owned() };
        assert_eq!(found, Err(expected));
    }
    for value in ["0", "1", "1/2", "2/4", "0/7", "7/7", "133/256"] {
        assert!(Game::read(&with(&format!(r#"{{ "name": "a", "value": "{value}" }}"#))).is_ok(), "{value}");
    }
}

/// Linear programs propose other policies, and the values and labels are the same.
#[test]
fn the_lp_mode_finds_the_same_values() {
    let games = (0..40).map(|seed| generate::random(seed, 40, 3)).chain([generate::path(9)]);
    for game in games {
        let [exact, lp] = [Method::Exact, Method::Lp]
            .map(|method| solve::solve(&game, method, 2, &mut Silent).expect("small values"));
        for number in 0..u32::try_from(game.positions().len()).expect("few positions") {
            assert_eq!(exact.known(number), lp.known(number), "{:?} {}", game.title(), game.name(number));
        }
    }
}
