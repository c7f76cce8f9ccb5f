//! Games as graphs: the same values by other ways, and what is refused.

use std::sync::LazyLock;

use checker::theorem;
use num_rational::BigRational;
use pipeline_tests::{Solved, positions};
use session::claims::count;
use session::figures::Figures;
use session::{entry, notation};
use solver::certificates::pipeline;
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::INFINITE;
use solver::graph::exact::policy::Silent;
use solver::graph_games::solve::Method;
use solver::graph_games::{Game, GameError, chess, generate, solve};

use crate::kinds::Schema;

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
        for number in 0..u32::try_from(count(&verified)).expect("few positions") {
            let known = solution.known(number);
            // The solver's order is not that of the places.
            let fen = game.name(number);
            let (_, placement) = notation::parse(fen).expect("a position");
            let board = positions(&verified).endgame.board;
            let seen = entry::at_placement(&verified, board, &placement).expect("a position of the table").known;
            let value = |value: &num_rational::Ratio<num_bigint::BigUint>| {
                BigRational::new(value.numer().clone().into(), value.denom().clone().into())
            };
            assert!(seen.alpha.is_exact() && seen.beta.is_exact(), "{fen}");
            assert_eq!([value(&known.lower), value(&known.upper)], [seen.alpha.low, seen.beta.low], "{fen}");
            let labels = [known.white_label, known.black_label];
            let labels = labels.map(|label| Some(if label == INFINITE { theorem::INFINITE } else { label }));
            assert_eq!(labels, seen.labels, "{fen}");
            not_sharp += usize::from(known.lower < known.upper);
        }
        assert_eq!(not_sharp, Figures::new(&verified).not_sharp, "{men}");
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
    let chapter = include_str!("../../docs/src/record/game-format.md");
    let (_, rest) = chapter.split_once("```json\n").expect("an example");
    let (json, _) = rest.split_once("```").expect("its end");
    let game = Game::read(json).expect("a game");
    let solution = solve::solve(&game, Method::Exact, 1, &mut Silent).expect("small values");
    let values: Vec<String> = (0..5).map(|number| solution.known(number).lower.to_string()).collect();
    assert_eq!(values, ["1/2", "3/4", "1/4", "1", "0"]);
    assert_eq!(solution.not_sharp(), 0);
}

/// What the schema can say of a text: whether it is JSON of that shape.
fn has_the_shape(json: &str) -> bool {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::new(include_str!("../../docs/src/game.schema.json")));
    serde_json::from_str(json).is_ok_and(|json| SCHEMA.fault(&json).is_none())
}

/// What is written has the shape that the schema describes.
#[test]
fn games_that_are_written_follow_the_schema() {
    let draw = |numerator: u8, denominator: u8| {
        generate::tic_tac_toe(&num_rational::Ratio::new(numerator.into(), denominator.into()))
    };
    let board = Board::new(2, 3).expect("a board");
    let signature = |men| Signature::parse(men).expect("a signature").0;
    let members = pipeline::in_order_of_need(&[signature("KPk")]).into_iter();
    let members: Vec<Endgame> =
        members.map(|member| Endgame::new(board, member, DoubleStep::Auto).expect("an endgame")).collect();
    let mut games = vec![draw(0, 1), draw(1, 2), draw(1, 1), chess::endgame(&members, 2)];
    games.extend([2, 3, 50].map(generate::path));
    games.extend((0..20).map(|seed| generate::random(seed, 40, 3)));
    games.extend((0..20).map(|seed| generate::random_turns(seed, 40, 3)));
    for game in games {
        assert!(has_the_shape(&game.write()), "{:?}", game.title());
    }
    let chapter = include_str!("../../docs/src/record/game-format.md");
    let (_, rest) = chapter.split_once("```json\n").expect("an example");
    assert!(has_the_shape(rest.split_once("```").expect("its end").0));
}

/// Whether the schema refuses a text too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The shape is wrong.
    Schema,
    /// The shape is right; what is wrong no schema can say.
    Reader,
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    use By::{Reader, Schema};
    // The list begins on line 3.
    let with = |positions: &str| format!("{{\n\"bidding-game\": 2, \"positions\": [\n{positions} ] }}");
    let end = r#"{ "name": "end", "value": "1" }"#;
    for (by, json, expected) in [
        (
            Reader,
            with(&format!("{end},\n{{ \"name\": \"a\",\n\"left\": [\"end\",\n\"b\"] }}")),
            r#"line 6: position "a": left: found "b", required the name of a position"#,
        ),
        (
            Reader,
            with(&format!("{{ \"name\": \"a\",\n \"right\": [\"b\"] }}, {end}")),
            r#"line 4: position "a": right: found "b", required the name of a position"#,
        ),
        (
            Reader,
            with(&format!("{end},\n{{\n\"value\": \"1\",\n\"name\": \"\\u0065nd\" }}")),
            r#"line 6: position 2: found the name "end" of position 1, required another"#,
        ),
        (
            Schema,
            with(&format!("{end}, {{ \"name\": \"a\" }}")),
            r#"line 3: position "a": found neither a value nor an option, required one or the other"#,
        ),
        (
            Schema,
            with(&format!("{end},\n{{ \"name\":\n\"a\", \"left\": [], \"right\": [] }}")),
            r#"line 4: position "a": found neither a value nor an option"#,
        ),
        (
            Schema,
            with(&format!("{{ \"name\": \"a\",\n \"left\": [\"end\"], \"value\": \"0\" }}, {end}")),
            r#"line 3: position "a": found a value and options"#,
        ),
        (Reader, with(r#"{ "name": "a", "left": ["a"] }"#), "positions: found no terminal one"),
        (Schema, with(""), "positions: found 0"),
        (Schema, with(r#"{ "name": "", "value": "1" }"#), "line 3: position 1: name: found 0 characters"),
        (
            Schema,
            with(&format!("{end},\n{{ \"name\": \"{}\", \"value\": \"1\" }}", "x".repeat(201))),
            "line 4: position 2: name: found 201 characters",
        ),
        (Schema, with(r#"{ "name": "a\u0007", "value": "1" }"#), "control character"),
        (Schema, with(r#"{ "name": "a", "value": 1 }"#), "line 3 column"),
        // JSON has no rule against a field that occurs twice, and most libraries take the last.
        (Reader, with(r#"{ "name": "a", "name": "b", "value": "1" }"#), "duplicate field"),
        (Schema, with(r#"{ "name": "a", "value": "1", "colour": "red" }"#), "unknown field"),
        (Schema, "{ \"bidding-game\": 1, \"positions\": [] }".to_owned(), "bidding-game: found version 1, required 2"),
        (Schema, format!("{{ \"positions\": [{end}] }}"), "missing field `bidding-game`"),
        (Schema, "[".to_owned(), "expected an object"),
        (Schema, "[1, \"title\", []]".to_owned(), "expected an object"),
        (Schema, with(r#"["a", "1"]"#), "an object"),
        (Schema, with(r#"{ "name": "a", "value": null }"#), "null"),
        (Schema, with(r#"{ "name": "a", "turn": "both" }"#), "turn: found \"both\""),
        (Schema, with(r#"{ "name": "a", "turn": "left", "right": [] }"#), "found right beside the turn of left"),
        (Schema, with(r#"{ "name": "a", "turn": "left", "value": "1" }"#), "found turn beside a value"),
        (Schema, with(r#"{ "name": "a", "chance": [], "turn": "left" }"#), "found turn beside chance"),
        (Schema, with(r#"{ "name": "a", "chance": [] }"#), "chance: found no option"),
        (Schema, with(r#"{ "name": "a", "chance": ["a"] }"#), "expected an object"),
        (Schema, with(r#"{ "name": "a", "chance": [{ "to": "a" }] }"#), "missing field `weight`"),
        (Schema, with(r#"{ "name": "a", "chance": [{ "to": "a", "weight": 1 }] }"#), "invalid type"),
        (Schema, with(r#"{ "name": "a", "chance": [{ "to": "a", "weight": "0" }] }"#), "weight: found \"0\""),
        (Reader, with(r#"{ "name": "a", "chance": [{ "to": "a", "weight": "3/2" }] }"#), "weight: found \"3/2\""),
        (Reader, with(r#"{ "name": "a", "chance": [{ "to": "a", "weight": "1/2" }] }"#), "with the sum 1/2"),
        (Reader, with(r#"{ "name": "a", "chance": [{ "to": "b", "weight": "1" }] }"#), "found \"b\""),
        (Reader, with(r#"{ "name": "a", "turn": "left" }"#), "positions: found no terminal one"),
        (Schema, with(r#"{ "name": "a", "value": "1", "left": [] }"#), "found a value and options"),
        (Schema, format!("{{ \"bidding-game\": 2, \"positions\": [{end}], \"title\": null }}"), "null"),
        (
            Schema,
            format!("{{ \"bidding-game\": 2, \"positions\": [{end}], \"title\": \"\" }}"),
            "title: found 0 characters",
        ),
        (Schema, with(&format!(r#"{{ "name": "a", "left": "end" }}, {end}"#)), "invalid type: string"),
        // 1.0 is 1 for a schema.
        (Reader, format!("{{ \"bidding-game\": 2.0, \"positions\": [{end}] }}"), "line 1 column"),
    ] {
        let found = Game::read(&json).expect_err("no game").to_string();
        let begins = expected.starts_with("line ") && expected.contains(": ") || expected.starts_with("positions: ");
        assert!(if begins { found.starts_with(expected) } else { found.contains(expected) }, "{json}: {found}");
        assert_eq!(has_the_shape(&json), by == Reader, "{json}");
    }
    let value = |value: &str| with(&format!("{end},\n{{ \"name\": \"a\",\n\"value\": \"{value}\" }}"));
    for (by, found) in [
        (
            Schema,
            ["2", "-1", "1/0", "0/0", "0.5", "01", "1/02", "", "/", "1/", "/2", " 1", "1 / 2", "½", "1e0"].as_slice(),
        ),
        (Reader, &["3/2", "2/1", "101/100"]),
    ] {
        for &found in found {
            let error = GameError::Value { name: "a".to_owned(), found: found.to_owned() };
            assert_eq!(Game::read(&value(found)), Err(GameError::At { line: 5, error: Box::new(error) }));
            assert_eq!(has_the_shape(&value(found)), by == Reader, "{found}");
        }
    }
    for found in ["0", "1", "1/2", "2/4", "0/7", "7/7", "133/256"] {
        assert!(Game::read(&value(found)).is_ok() && has_the_shape(&value(found)), "{found}");
    }
}

/// Terminal positions that nothing leads to, and positions that lead to none: by hand.
#[test]
fn what_cannot_be_reached_is_named() {
    let json = r#"{ "bidding-game": 2, "positions": [
        { "name": "here", "left": ["there"], "right": ["there"] },
        { "name": "start", "left": ["won", "here"], "right": ["start"] },
        { "name": "there", "left": ["here"] },
        { "name": "lost", "value": "0" },
        { "name": "won", "value": "1" },
        { "name": "before", "right": ["before", "start"] },
        { "name": "drawn", "value": "1/2" }] }"#;
    let game = Game::read(json).expect("a game");
    assert_eq!(game.idle_terminals(), (2, Some("lost")));
    assert_eq!(game.endless(), (2, Some("here")));
    let solution = solve::solve(&game, Method::Exact, 1, &mut Silent).expect("small values");
    let open =
        [0, 2].map(|number| (solution.known(number).lower.to_string(), solution.known(number).upper.to_string()));
    assert_eq!(open, [("0".to_owned(), "1".to_owned()), ("0".to_owned(), "1".to_owned())]);
    let path = generate::path(9);
    assert_eq!((path.idle_terminals(), path.endless()), ((0, None), (0, None)));
}

/// The script of CONTRIBUTING makes Domineering. By hand: on a full board whoever gets the move has lost, which is worth 1/2. On one file of two ranks Left
/// comes to that, and Right has no move: (1/2 + 1) / 2. One rank of two files is the mirror image, and on 2x2 each side comes to its own of the two.
#[test]
fn domineering_is_made_by_25_lines_of_python() {
    for (files, ranks, value) in [("1", "2", "3/4"), ("2", "1", "1/4"), ("2", "2", "1/2")] {
        let script = crate::console::root().join("certs/games/domineering.py");
        let output = std::process::Command::new("python3").arg(script).args([files, ranks]).output().expect("Python");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let game = Game::read(&String::from_utf8(output.stdout).expect("text")).expect("a game");
        let solution = solve::solve(&game, Method::Exact, 1, &mut Silent).expect("small values");
        assert_eq!(solution.known(0).lower.to_string(), value, "{files}x{ranks}");
    }
}

/// Left waits at `a`, and Right may go on to where it is 1/2 or wait as well: Left forces nothing, and Right no more than 1/2. Whoever asks for one value is told
/// nothing of the other one.
#[test]
fn one_value_alone_says_nothing_of_others() {
    let mut session = crate::console::Session::new();
    let game = r#"{"bidding-game":2,"positions":[{"name":"a","left":["a"],"right":["a","b"]},{"name":"b","left":["w"],"right":["l"]},
        {"name":"w","value":"1"},{"name":"l","value":"0"}]}"#;
    session.write("t3.json", game.as_bytes());
    for (words, question, value) in
        [("--value alpha", "alpha", "0"), ("--value beta", "beta", "1/2"), ("--never 1/4", "never 1/4", "1/4")]
    {
        let before = session.transcript.len();
        session.run(0, &format!("solve graph t3.json {words} --at a --json"));
        let said = session.transcript[before..].split_once('\n').expect("the command").1;
        let mut said = serde_json::Deserializer::from_str(said).into_iter::<serde_json::Value>();
        let said = said.next().expect("an object").expect("JSON");
        let position = &said["positions"][0];
        assert_eq!([&said["question"], &position["value"]], [question, value], "{words}");
        assert!(said["not_sharp"].is_null() && position["upper"].is_null(), "{words}: {said}");
        session.run(0, &format!("solve graph t3.json {words}"));
        session.run(0, &format!("solve graph t3.json {words} --precision 20"));
    }
    assert!(!session.transcript.contains(" sharp"), "{}", session.transcript);
    session.run(0, "solve graph t3.json");
    assert!(session.transcript.contains("1 is not sharp"), "{}", session.transcript);
}

/// A question about a model is repeated as it was asked; without `max` and `min` it is none where somebody chooses, as in PRISM.
#[test]
fn questions_about_models_are_repeated_as_they_were_asked() {
    let mut session = crate::console::Session::new();
    let two = crate::console::root().join("certs/models/two.umb");
    let two = two.to_str().expect("text");
    // The same number, from either side.
    for (property, other) in
        [("<<one>> Pmax=?[F \"goal\"]", None), ("<<two>>  Pmin=? [ F \"goal\" ]", Some("<<1>> Pmax=? [ F \"goal\" ]"))]
    {
        let before = session.transcript.len();
        session.run(0, &format!("solve model {two} '{property}' --out two.cert"));
        let said = &session.transcript[before..];
        assert!(said.contains(&format!("branches\n{property}\ninitial state 0: 4/5 = 0.8\n")), "{said}");
        let note = other
            .map_or(said.contains("the same number"), |other| !said.contains(&format!("the same number as {other}")));
        assert!(!note, "{said}");
    }
    session.run(0, &format!("solve model {two} --min two --reach goal"));
    assert!(session.transcript.contains("\n<<two>> Pmin=? [ F \"goal\" ]\n"));
    session.run(2, &format!("solve model {two} 'P=? [ F \"goal\" ]'"));
    assert!(session.transcript.contains("required what whoever chooses wants: Pmax=? or Pmin=?"));
    let road = two.replace("two.umb", "road.umb");
    session.run(2, &format!("solve model {road} '<<driver>> R{{\"hours\"}}=? [ F \"home\" ]'"));
}
