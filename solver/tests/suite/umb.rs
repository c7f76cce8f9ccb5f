//! Models in UMB: values by hand, every way to be refused, and bytes that were changed at random.

use num_bigint::BigUint;
use num_rational::Ratio;
use solver::graph::exact::policy::Silent;
use solver::graph_games::solve::solve_never;
use solver::graph_games::umb::{Coalition, Doubles, Files, Model, WrongModel};

/// State 0 of player 0 has two choices: 1/2 to state 1 and 1/2 to state 2; or 1/5 to state 2 and 4/5 to state 3, the goal. State 1 of player 1 goes back to
/// state 0 with 9/10, else stays; or goes to state 2 for sure. States 2 and 3 stay.
fn files() -> Files {
    let index = r##"{ "format-version": 1, "format-revision": 0,
        "transition-system": { "time": "discrete", "#players": 2, "#states": 4, "#initial-states": 1, "#choices": 6, "#choice-actions": 0,
            "#branches": 9, "#branch-actions": 0, "#observations": 0, "branch-probability-type": { "type": "rational" },
            "player-names": ["one", "two"] },
        "annotations": { "aps": { "g": { "alias": "goal", "applies-to": ["states"], "type": { "type": "bool" } },
            "lost": { "applies-to": ["states"], "type": { "type": "bool" } } } } }"##;
    let long = |numbers: &[u64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let mut files = Files::new();
    files.insert("index.json".to_owned(), index.as_bytes().to_vec());
    files.insert("state-to-choices.bin".to_owned(), long(&[0, 2, 4, 5, 6]));
    files.insert("choice-to-branches.bin".to_owned(), long(&[0, 2, 4, 6, 7, 8, 9]));
    files.insert("branch-to-target.bin".to_owned(), long(&[1, 2, 2, 3, 0, 1, 2, 2, 3]));
    let weights = [[1, 2], [1, 2], [1, 5], [4, 5], [9, 10], [1, 10], [1, 1], [1, 1], [1, 1]];
    files.insert("branch-to-probability.bin".to_owned(), long(&weights.concat()));
    let players: [u32; 4] = [0, 1, 0, 0];
    files.insert("state-to-player.bin".to_owned(), players.iter().flat_map(|player| player.to_le_bytes()).collect());
    files.insert("state-is-initial.bin".to_owned(), long(&[1]));
    files.insert("annotations/aps/g/states/values.bin".to_owned(), long(&[8]));
    files.insert("annotations/aps/lost/states/values.bin".to_owned(), long(&[4]));
    files
}

/// The probability to reach the goal from state 0.
fn value(
    files: &Files,
    doubles: Doubles,
    coalition: &Coalition,
    avoid: Option<&str>,
) -> Result<Ratio<BigUint>, WrongModel> {
    let model = Model::read(files, doubles)?;
    assert_eq!(model.initial, [0]);
    let avoid = avoid.map(|label| model.labelled(label)).transpose()?;
    let game = model.game("a model", model.labelled("goal")?, avoid, coalition)?;
    let solution = solve_never(&game, (0, 1), 1, &mut Silent).expect("values");
    Ok(solution.known(0).lower.clone())
}

fn number(numerator: u32, denominator: u32) -> Ratio<BigUint> {
    Ratio::new(numerator.into(), denominator.into())
}

/// By hand. The second choice of state 0 gives 4/5. With the first one x = 1/2·y, and y is at most x in state 1: so x = 0 if everything is tried again. Who wants to
/// avoid the goal takes the first choice, and then stays out of it for ever.
#[test]
fn values_are_those_by_hand() {
    let files = files();
    let one = Coalition::Players(vec!["one".to_owned()]);
    let second = Coalition::Players(vec!["1".to_owned()]);
    for (coalition, wanted) in
        [(Coalition::All, number(4, 5)), (one, number(4, 5)), (second, number(0, 1)), (Coalition::Nobody, number(0, 1))]
    {
        assert_eq!(value(&files, Doubles::AsWritten, &coalition, None).expect("a value"), wanted, "{coalition:?}");
        assert_eq!(
            value(&files, Doubles::AsWritten, &coalition, Some("lost")).expect("a value"),
            wanted,
            "{coalition:?}"
        );
    }
}

/// 0.1 that was computed as 1 - 0.9 is not 1/10, and the sum is not 1: declined, unless the simplest fractions are asked for.
#[test]
fn doubles_that_are_nearly_right_are_declined_or_read_as_meant() {
    let mut files = files();
    let index = String::from_utf8(files["index.json"].clone()).expect("text").replace("rational", "double");
    files.insert("index.json".to_owned(), index.into_bytes());
    let doubles = [0.5, 0.5, 0.2, 0.8, 0.9, 1.0 - 0.9, 1.0, 1.0, 1.0_f64];
    let bytes = |doubles: &[f64]| doubles.iter().flat_map(|double| double.to_le_bytes()).collect::<Vec<u8>>();
    files.insert("branch-to-probability.bin".to_owned(), bytes(&doubles));
    let refused = value(&files, Doubles::AsWritten, &Coalition::All, None).unwrap_err();
    assert!(matches!(refused, WrongModel::Sum(1, 0, _)), "{refused:?}");
    assert!(refused.to_string().contains("--simplest"), "{refused}");
    assert_eq!(value(&files, Doubles::Simplest, &Coalition::All, None).expect("a value"), number(4, 5));
    // Sums of powers of 2 are exact as they are written.
    let dyadic = [0.5, 0.5, 0.25, 0.75, 0.875, 0.125, 1.0, 1.0, 1.0];
    files.insert("branch-to-probability.bin".to_owned(), bytes(&dyadic));
    for reading in [Doubles::AsWritten, Doubles::Simplest] {
        assert_eq!(value(&files, reading, &Coalition::All, None).expect("a value"), number(3, 4));
    }
    for wrong in [f64::NAN, f64::INFINITY, -0.5, 1.5, 5e-324] {
        let mut doubles = dyadic;
        doubles[2] = wrong;
        files.insert("branch-to-probability.bin".to_owned(), bytes(&doubles));
        for reading in [Doubles::AsWritten, Doubles::Simplest] {
            let refused = value(&files, reading, &Coalition::All, None).unwrap_err();
            assert!(matches!(refused, WrongModel::Probability(2, _)), "{wrong}: {refused:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let refused = |name: &str, bytes: Option<Vec<u8>>| {
        let mut files = files();
        match bytes {
            Some(bytes) => files.insert(name.to_owned(), bytes),
            None => files.remove(name),
        };
        value(&files, Doubles::AsWritten, &Coalition::All, None).unwrap_err()
    };
    let long = |numbers: &[u64]| Some(numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
    let index = |from: &str, to: &str| {
        let text = String::from_utf8(files()["index.json"].clone()).expect("text");
        assert!(text.contains(from));
        Some(text.replace(from, to).into_bytes())
    };
    assert_eq!(refused("index.json", None), WrongModel::Missing("index.json"));
    assert_eq!(refused("branch-to-target.bin", None), WrongModel::Missing("branch-to-target.bin"));
    assert_eq!(refused("branch-to-probability.bin", None), WrongModel::Missing("branch-to-probability.bin"));
    assert_eq!(refused("state-to-choices.bin", None), WrongModel::Missing("state-to-choices.bin"));
    assert!(matches!(refused("index.json", Some(b"{".to_vec())), WrongModel::Index(_)));
    assert!(matches!(
        refused("index.json", index("\"format-version\": 1", "\"format-version\": 2")),
        WrongModel::Index(_)
    ));
    assert!(matches!(refused("index.json", index("discrete", "stochastic")), WrongModel::Kind(_)));
    assert!(matches!(
        refused("index.json", index("\"#observations\": 0", "\"#observations\": 1")),
        WrongModel::Kind(_)
    ));
    assert!(matches!(refused("index.json", index("rational", "rational-interval")), WrongModel::Kind(_)));
    assert!(matches!(
        refused("index.json", index("\"#states\": 4", "\"#states\": 18446744073709551615")),
        WrongModel::TooLarge(_)
    ));
    assert!(matches!(
        refused("index.json", index("\"#branches\": 9", "\"#branches\": 1000000000000")),
        WrongModel::Size(..)
    ));
    assert!(matches!(refused("state-to-choices.bin", long(&[0, 2, 4, 5])), WrongModel::Size(..)));
    for (numbers, place) in
        [([1, 2, 4, 5, 6], 0), ([0, 3, 2, 5, 6], 2), ([0, 2, 4, 5, 7], 4), ([0, 2, 4, 5, 5], 4), ([0, 2, 4, 9, 6], 3)]
    {
        let found = refused("state-to-choices.bin", long(&numbers));
        assert!(matches!(found, WrongModel::Ranges("state-to-choices.bin", at, _) if at == place), "{found:?}");
    }
    assert_eq!(refused("branch-to-target.bin", long(&[1, 2, 2, 4, 0, 1, 2, 2, 3])), WrongModel::Target(3, 4));
    assert_eq!(
        refused("state-to-player.bin", Some([0_u8; 16].map(|_| 2).to_vec())),
        WrongModel::Player(0, 0x0202_0202)
    );
    let mut weights = [[1, 2], [1, 2], [1, 5], [4, 5], [9, 10], [1, 10], [1, 1], [1, 1], [1, 1]];
    weights[3] = [3, 5];
    assert_eq!(refused("branch-to-probability.bin", long(&weights.concat())), WrongModel::Sum(1, 0, "4/5".to_owned()));
    for wrong in [[4, 0], [6, 5], [u64::MAX, 5], [1 << 63, u64::MAX]] {
        weights[3] = wrong;
        let found = refused("branch-to-probability.bin", long(&weights.concat()));
        assert!(matches!(found, WrongModel::Probability(3, _)), "{found:?}");
    }
    let model = Model::read(&files(), Doubles::AsWritten).expect("a model");
    assert_eq!(
        model.labelled("home").unwrap_err().to_string(),
        "found no label \"home\"; the model has \"goal\", \"lost\""
    );
    let nobody = Coalition::Players(vec!["three".to_owned()]);
    let found = model.game("a model", model.labelled("goal").expect("a label"), None, &nobody).unwrap_err();
    assert_eq!(found.to_string(), "found no player \"three\"; the model has \"one\", \"two\"");
}

/// No change of bytes makes the reader panic; what it takes is a game.
#[test]
fn changed_bytes_are_read_or_refused() {
    let whole = files();
    let names: Vec<String> = whole.keys().cloned().collect();
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).expect("a small number") % below
    };
    let mut read = [0, 0];
    for _ in 0..10_000 {
        let mut files = whole.clone();
        let bytes = files.get_mut(&names[next(names.len())]).expect("a file");
        match next(4) {
            0 => bytes.truncate(next(bytes.len())),
            1 => bytes.extend([0; 8]),
            _ => {
                let place = next(bytes.len());
                bytes[place] ^= 1 << next(8);
            }
        }
        let game = Model::read(&files, Doubles::AsWritten).and_then(|model| {
            let reach = model.labelled("goal")?;
            model.game("a model", reach, None, &Coalition::All)
        });
        read[usize::from(game.is_ok())] += 1;
    }
    assert!(read[0] > 1_000 && read[1] > 100, "{read:?}");
}
