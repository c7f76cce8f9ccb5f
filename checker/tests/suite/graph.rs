//! Games in JSON: what is read, and what is refused, with its reason.

use crate::witness::naive;
use crate::witness::support::Random;
use crate::witness::support::games::{bid, by_turns, chance, cycles, end, json, random_game, turn};
use checker::certificate::Digest;
use checker::graph::{Game, GameFault};
use checker::table::{Table, Target};
use checker::theorem::{Side, Turn};

const TWO_STEPS: &str = r#"{
  "bidding-game": 2,
  "title": "Two steps",
  "positions": [
    { "name": "start", "left": ["ahead"], "right": ["behind"] },
    { "name": "ahead", "left": ["won"], "right": ["start"] },
    { "name": "behind", "left": ["start"], "right": ["lost"] },
    { "name": "won", "value": "1" },
    { "name": "lost", "value": "0" }
  ]
}"#;

/// A game in which one thing is put in the place of another.
fn spoiled(from: &str, to: &str) -> String {
    assert_eq!(TWO_STEPS.matches(from).count(), 1, "{from}");
    TWO_STEPS.replace(from, to)
}

fn fault(text: &str) -> GameFault {
    Game::read(text.as_bytes()).unwrap_err()
}

/// Whose turn it is at each inner position, and the options in the order in which they are told.
fn told(game: &Game) -> Vec<(Turn, Vec<(Side, u64, Target)>)> {
    let position = |number: u32| {
        let mut all = Vec::new();
        game.options(number, |(side, weight, name, target)| {
            // The name is the number in the file.
            let expected = match game.places[name as usize] {
                Ok(inner) => Target::To(inner),
                Err(number) => Target::Known { border: 0, number },
            };
            assert_eq!(target, expected);
            all.push((side, weight, target));
        });
        (game.turn(number), all)
    };
    (0..game.inner.len() as u32).map(position).collect()
}

#[test]
fn reads_the_example_of_the_book() {
    use Side::{Black, White};
    let game = Game::read(TWO_STEPS.as_bytes()).unwrap();
    assert_eq!(game.digest, Digest(naive::bytes::sha256(TWO_STEPS.as_bytes())));
    assert_eq!(game.title.as_deref(), Some("Two steps"));
    assert_eq!(game.names.iter().map(|name| &**name).collect::<Vec<_>>(), ["start", "ahead", "behind", "won", "lost"]);
    let inner: Vec<u32> = game.inner.iter().map(|(number, ..)| *number).collect();
    assert_eq!((inner, game.values.len()), (vec![0, 1, 2], 2));
    assert_eq!(game.places, [Ok(0), Ok(1), Ok(2), Err(0), Err(1)]);
    let known = |number| Target::Known { border: 0, number };
    let expected = [
        (Turn::Bid, vec![(White, 1, Target::To(1)), (Black, 1, Target::To(2))]),
        (Turn::Bid, vec![(White, 1, known(0)), (Black, 1, Target::To(0))]),
        (Turn::Bid, vec![(White, 1, Target::To(0)), (Black, 1, known(1))]),
    ];
    assert_eq!(told(&game), expected);
}

#[test]
fn reads_turns_chance_and_passes() {
    use Side::{Black, White};
    let toys = [
        turn('l', &[1, 5]),
        turn('r', &[]),
        chance(&[(0, 1, 2), (5, 1, 3), (5, 1, 6)]),
        bid(&[4], &[]),
        bid(&[], &[5]),
        end(1, 1),
    ];
    let game = Game::read(json(&toys).as_bytes()).unwrap();
    let won = Target::Known { border: 0, number: 0 };
    let expected = [
        (Turn::Of(White), vec![(White, 1, Target::To(1)), (White, 1, won)]),
        (Turn::Of(Black), vec![(Black, 1, Target::To(1))]),
        // Weights on their common denominator 6; whose option it is says nothing.
        (Turn::Chance, vec![(White, 3, Target::To(0)), (White, 2, won), (White, 1, won)]),
        (Turn::Bid, vec![(White, 1, Target::To(4)), (Black, 1, Target::To(3))]),
        (Turn::Bid, vec![(White, 1, Target::To(4)), (Black, 1, won)]),
    ];
    assert_eq!(told(&game), expected);
}

/// What may be written otherwise: the order of fields, escapes, an option or a title that is left out, empty lists where nothing is needed.
#[test]
fn reads_other_spellings() {
    let other = r#" {"positions":[{"left":["\u0062"],"name":"a"},{"value":"4/4","name":"b"}],"bidding-game":2}
"#;
    let game = Game::read(other.as_bytes()).unwrap();
    assert_eq!((game.title.clone(), game.inner.len()), (None, 1));
    let value = &game.values;
    assert_eq!(value[0].numerator, value[0].denominator);
    for (field, is_fine) in [
        (r#""turn": "left""#, true),
        (r#""turn": "left", "left": []"#, true),
        (r#""turn": "right", "right": ["won"]"#, true),
        (r#""left": ["won"], "right": []"#, true),
        (r#""left": ["lost", "lost", "start", "ahead"]"#, true),
        (r#""turn": "left", "right": []"#, false),
        (r#""turn": "right", "left": ["won"]"#, false),
    ] {
        let text = spoiled(r#""left": ["won"], "right": ["start"]"#, field);
        assert_eq!(Game::read(text.as_bytes()).is_ok(), is_fine, "{field}");
    }
    // Names and titles of up to 200 characters, which are not bytes.
    let name = |count| {
        spoiled(r#""name": "won""#, &format!(r#""name": "won", "value": "1" }}, {{"name": "{}""#, "é".repeat(count)))
    };
    assert!(Game::read(name(200).as_bytes()).is_ok());
    assert_eq!(fault(&name(201)), GameFault::Fields(4));
    assert!(Game::read(spoiled("Two steps", &"é".repeat(200)).as_bytes()).is_ok());
    for title in ["é".repeat(201), String::new(), "a\\u0085b".to_owned(), "\\n".to_owned(), "\\u007f".to_owned()] {
        assert_eq!(fault(&spoiled("Two steps", &title)), GameFault::Title, "{title}");
    }
}

#[test]
fn refuses_positions_that_are_none() {
    use GameFault::{Fields, Options, SameName, Value};
    let won = r#""value": "1""#;
    let ahead = r#""left": ["won"], "right": ["start"]"#;
    for (from, to, expected) in [
        (r#""name": "won""#, r#""name": """#, Fields(3)),
        (r#""name": "won""#, r#""name": "w\u0007n""#, Fields(3)),
        (r#""name": "won""#, r#""name": "w\u0085n""#, Fields(3)),
        (r#""name": "won""#, r#""name": "w\u001fn""#, Fields(3)),
        (r#""name": "won""#, r#""name": "start""#, SameName),
        (r#""name": "won""#, r#""name": "\u0073tart""#, SameName),
        (r#"["won"]"#, r#"["wo"]"#, Options(1)),
        (r#"["lost"]"#, r#"["Lost"]"#, Options(2)),
        (ahead, r#""turn": "left", "left": ["nowhere"]"#, Options(1)),
        (ahead, r#""chance": [{"to": "nowhere", "weight": "1"}]"#, Options(1)),
        (won, r#""value": "1", "left": ["lost"]"#, Fields(3)),
        (won, r#""value": "1", "right": []"#, Fields(3)),
        (won, r#""value": "1", "turn": "left""#, Fields(3)),
        (won, r#""value": "1", "chance": []"#, Fields(3)),
        (ahead, r#""chance": [{"to": "won", "weight": "1"}], "left": ["won"]"#, Fields(1)),
        (ahead, r#""chance": [{"to": "won", "weight": "1"}], "right": []"#, Fields(1)),
        (ahead, r#""chance": [{"to": "won", "weight": "1"}], "turn": "left""#, Fields(1)),
        (ahead, r#""turn": "left", "left": ["won"], "right": []"#, Fields(1)),
        (ahead, r#""turn": "right", "left": []"#, Fields(1)),
        (ahead, r#""turn": "white""#, Fields(1)),
        (ahead, r#""turn": """#, Fields(1)),
        (ahead, r#""left": [], "right": []"#, Options(1)),
        (r#", "left": ["won"], "right": ["start"]"#, "", Options(1)),
        (ahead, r#""chance": []"#, Options(1)),
        (ahead, r#""chance": [{"to": "won"}]"#, Options(1)),
        (ahead, r#""chance": [{"to": "won", "weight": 1}]"#, Options(1)),
        (ahead, r#""chance": [["won", "1"]]"#, Options(1)),
        (ahead, r#""chance": [{"to": "won", "weight": "1", "name": "x"}]"#, Options(1)),
        (won, r#""value": "3/2""#, Value(3)),
        (won, r#""value": "2""#, Value(3)),
        (won, r#""value": "1/0""#, Value(3)),
        (won, r#""value": "0/0""#, Value(3)),
    ] {
        assert_eq!(fault(&spoiled(from, to)), expected, "{to}");
    }
    for value in [
        "", "01", "00", "+1", "-1", "-0", " 1", "1 ", "1_0/20", "0.5", "1/", "/2", "/", "1/02", "1/2/3", "1e0", "½",
        "\u{661}",
    ] {
        assert_eq!(fault(&spoiled(won, &format!("\"value\": \"{value}\""))), Value(3), "{value:?}");
    }
    for text in [
        r#"{"bidding-game": 2, "positions": []}"#,
        r#"{"bidding-game": 2, "positions": [{"name": "a", "left": ["a"]}]}"#,
    ] {
        assert_eq!(fault(text), GameFault::NoTerminal);
    }
}

/// Other fields, other types, other JSON, other versions: with the number of the position, or none for the file itself.
#[test]
fn refuses_files_that_are_no_games() {
    let place = |text: &str| match fault(text) {
        GameFault::File | GameFault::Title => None,
        GameFault::Fields(position) | GameFault::Value(position) | GameFault::Options(position) => Some(position),
        other => panic!("{text}: {other:?}"),
    };
    let won = r#"{ "name": "won", "value": "1" }"#;
    for (from, to, expected) in [
        (won, "{}", Some(3)),
        (won, "7", Some(3)),
        (won, "null", Some(3)),
        (won, r#"["won", "1"]"#, Some(3)),
        (r#""name": "won""#, r#""name": "won", "nam": 1"#, Some(3)),
        (r#""name": "won""#, r#""name": "won", "name": "won""#, Some(3)),
        (r#""name": "won""#, r#""name": null"#, Some(3)),
        (r#""name": "won""#, r#""name": "w\ud800n""#, Some(3)),
        (r#""value": "1""#, r#""value": 1"#, Some(3)),
        (r#""value": "1""#, r#""value": null"#, Some(3)),
        (r#""value": "1""#, r#""value": "1", "value": "1""#, Some(3)),
        (r#"["won"]"#, r#""won""#, Some(1)),
        (r#"["won"]"#, "[7]", Some(1)),
        (r#"["won"]"#, "null", Some(1)),
        (r#"["won"]"#, r#"["won"], "turn": null"#, Some(1)),
        (r#"["won"]"#, r#"["won"], "chance": null"#, Some(1)),
        (r#""won", "value""#, r#""won" "value""#, None),
        (r#""lost", "value": "0" }"#, r#""lost", "value": "0" },"#, None),
        (r#""bidding-game": 2,"#, "", None),
        (r#""bidding-game": 2,"#, r#""bidding-game": "2","#, None),
        (r#""bidding-game": 2,"#, r#""bidding-game": 2.0,"#, None),
        (r#""bidding-game": 2,"#, r#""bidding-game": 2, "bidding-game": 2,"#, None),
        (r#""title": "Two steps","#, r#""title": null,"#, None),
        (r#""title": "Two steps","#, r#""title": "a", "title": "b","#, None),
        (r#""title""#, r#""author""#, None),
        (r#""positions": ["#, r#""positions": [], "positions": ["#, None),
    ] {
        assert_eq!(place(&spoiled(from, to)), expected, "{to}");
    }
    for text in [
        &spoiled("game\": 2", "game\": 1"),
        r#"{"bidding-game": 7, "x": [null]}"#,
        r#"{"bidding-game": 2}"#,
        r#"[2, "a", []]"#,
        "",
        " \n",
        "{",
        &format!("\u{feff}{TWO_STEPS}"),
        "\u{feff}",
        &format!("{TWO_STEPS}\u{feff}"),
        &format!("{TWO_STEPS}x"),
        &format!("{TWO_STEPS}{TWO_STEPS}"),
        &format!("{{\"bidding-game\": {}", "[".repeat(1 << 20)),
        &format!("{{\"bidding-game\": 2, \"positions\": [{}", "[".repeat(1 << 20)),
        &spoiled(won, &"{\"name\":".repeat(1 << 18)),
    ] {
        assert_eq!(place(text), None, "{:.50}", text);
    }
    // No UTF-8, in each byte of names, fields and spaces.
    for place in 0..=TWO_STEPS.len() {
        let (before, after) = TWO_STEPS.as_bytes().split_at(place);
        assert!(Game::read(&[before, b"\xff", after].concat()).is_err(), "{place}");
    }
}

/// Random changes of bytes: no panic, and what is still a game the naive reader reads in the same way.
#[test]
fn agrees_with_the_naive_reader_on_other_bytes() {
    let mut random = Random(2);
    let mut texts: Vec<String> = vec![TWO_STEPS.to_owned(), json(&by_turns()), json(&cycles())];
    texts.extend((0..20).map(|_| json(&random_game(&mut random, 5, &['b', 'l', 'r', 'c']))));
    let letters = br#"{}[]":,\/0129e-. abnstlrp"#;
    let (mut read, mut refused) = (0, 0);
    for round in 0..20_000 {
        let mut changed = texts[round % texts.len()].clone().into_bytes();
        for _ in 0..random.below(3) {
            let (place, letter) = (random.below(changed.len()), *random.pick(letters));
            match random.below(5) {
                0 => changed[place] = letter,
                1 => changed.insert(place, letter),
                2 => drop(changed.drain(place..=place)),
                3 => changed[place] = changed[random.below(changed.len())],
                _ => changed[place] = random.next() as u8,
            }
        }
        match Game::read(&changed) {
            Ok(game) => {
                let naive = naive::game::read(&changed).unwrap();
                assert_eq!(naive.len(), game.names.len());
                let inner = naive.iter().filter(|place| matches!(place, naive::game::Place::Inner(..))).count();
                assert_eq!((inner, told(&game).len()), (game.inner.len(), inner));
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 7_000 && refused > 5_000, "{read} {refused}");
}
