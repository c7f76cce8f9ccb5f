//! Models in UMB: values by hand, every way to be refused, and bytes that were changed at random.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::claim::Subject;
use checker::failure::Failure;
use games::models::{self, Files, Literal, Path, Question};
use num_bigint::BigUint;
use num_rational::Ratio;
use solver::certificates::certify;
use solver::graph::exact::policy::Silent;
use solver::graph_games::enclose::enclose_graph_never;
use solver::graph_games::solve::solve_graph_never;
use solver::graph_games::umb::{self, Coalition, Doubles, Model, WrongModel};

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

/// Of reaching the goal.
fn question(model: &Model, coalition: &Coalition, avoid: Option<&str>) -> Result<Question, WrongModel> {
    Ok(Question {
        model: Digest([0; 32]),
        is_simplest: false,
        maximisers: model.maximisers(coalition)?,
        path: Path::Until,
        stay: avoid.map(|label| Literal { label: label.to_owned(), negated: true }),
        goal: Some(Literal { label: "goal".to_owned(), negated: false }),
        steps: None,
    })
}

/// The probability to reach the goal from state 0.
fn value(
    files: &Files,
    doubles: Doubles,
    coalition: &Coalition,
    avoid: Option<&str>,
) -> Result<Ratio<BigUint>, WrongModel> {
    let model = Model::read(files.clone(), doubles)?;
    assert_eq!(model.initial, [0]);
    let question = question(&model, coalition, avoid)?;
    let umb::Put { graph, nodes } = model.ask(&question)?;
    let solution = solve_graph_never(&graph, &nodes, (0, 1), 1, &mut Silent).expect("values");
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
    let second = Coalition::Players(vec!["2".to_owned()]);
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
    assert!(matches!(refused, WrongModel::Probability(_, 1)), "{refused:?}");
    assert!(refused.to_string().contains("--simplest"), "{refused}");
    assert_eq!(value(&files, Doubles::Simplest, &Coalition::All, None).expect("a value"), number(4, 5));
    // Sums of powers of 2 are exact as they are written.
    let dyadic = [0.5, 0.5, 0.25, 0.75, 0.875, 0.125, 1.0, 1.0, 1.0];
    files.insert("branch-to-probability.bin".to_owned(), bytes(&dyadic));
    for reading in [Doubles::AsWritten, Doubles::Simplest] {
        assert_eq!(value(&files, reading, &Coalition::All, None).expect("a value"), number(3, 4));
    }
}

/// What is wrong with an archive is in `tests/memory/hostile_archives.rs`; here what is wrong with a question.
#[test]
fn labels_and_players_that_there_are_not_are_named() {
    let model = Model::read(files(), Doubles::AsWritten).expect("a model");
    let home = Some(Literal { label: "home".to_owned(), negated: false });
    assert_eq!(
        model.set(&home, false).unwrap_err().to_string(),
        "found no label \"home\"; the model has \"goal\", \"lost\""
    );
    // Players are counted from 1.
    for nobody in ["three", "3", "0", "01"] {
        let found = model.maximisers(&Coalition::Players(vec![nobody.to_owned()])).unwrap_err();
        assert_eq!(found.to_string(), format!("found no player \"{nobody}\"; the model has \"one\", \"two\""));
    }
}

/// Every question about the model, as the checker states it.
fn questions(digest: Digest) -> Vec<Question> {
    let literal = |label: &str, negated| Some(Literal { label: label.to_owned(), negated });
    let mut all = Vec::new();
    for maximisers in [vec![], vec![0], vec![1], vec![0, 1]] {
        for (path, stay, goal, steps) in [
            (Path::Until, None, literal("goal", false), None),
            (Path::Until, literal("lost", true), literal("goal", false), None),
            (Path::Until, None, literal("goal", false), Some(3)),
            (Path::Until, literal("lost", true), literal("goal", true), Some(1)),
            (Path::WeakUntil, literal("lost", true), None, None),
            (Path::WeakUntil, literal("lost", true), literal("goal", false), Some(4)),
            (Path::WeakUntil, literal("goal", true), None, Some(2)),
            (Path::Next, None, literal("lost", true), None),
        ] {
            let maximisers = maximisers.clone();
            all.push(Question { model: digest, is_simplest: false, maximisers, path, stay, goal, steps });
        }
    }
    all
}

/// What the checker says of the certificate that the solver makes for a question.
fn verdict(files: &Files, question: &Question, bits: Option<u8>) -> Result<Arc<Verified>, Failure> {
    let model = Model::read(files.clone(), Doubles::AsWritten).expect("a model");
    let umb::Put { graph, nodes } = model.ask(question).expect("a game");
    let never = question.endless();
    let bytes = match bits {
        None => {
            let solution = solve_graph_never(&graph, &nodes, never, 1, &mut Silent).expect("values");
            certify::model(question, &solution.table)
        }
        Some(bits) => {
            let enclosure = enclose_graph_never(&graph, nodes, never, bits, &mut Silent);
            certify::model_enclosure(question, &enclosure.enclosed)
        }
    };
    let given: Subject = Arc::new(models::Model::read(files.clone()).expect("a model"));
    games::checker(1, |_| None::<Vec<u8>>).check_given(&bytes, Some(&given))
}

/// The checker finds the same positions and options in the files by itself.
#[test]
fn every_question_is_verified() {
    let files = files();
    let digest = Model::read(files.clone(), Doubles::AsWritten).expect("a model").digest;
    for question in questions(digest) {
        for bits in [None, Some(40)] {
            if let Err(failure) = verdict(&files, &question, bits) {
                panic!("{question:?}, {bits:?}: {failure:?}");
            }
        }
    }
    let other = Question { model: Digest([1; 32]), ..questions(digest).remove(0) };
    assert_eq!(verdict(&files, &other, None).unwrap_err(), Failure::Game([1; 32]));
    let nobody = Question { maximisers: vec![2], ..questions(digest).remove(0) };
    assert_eq!(verdict(&files, &nobody, None).unwrap_err(), Failure::Statement("coalition"));
}

/// By hand, where all play together. With 3 steps: 4/5 at once. To leave the goal's complement in one step: state 0 has none of it but 4/5 of the second choice.
/// To stay out of the lost state for 2 steps from the start: the second choice loses 1/5, the first one 1/2; who is in state 1 then may return with 9/10 or stay.
#[test]
fn bounded_questions_have_the_values_by_hand() {
    let model = Model::read(files(), Doubles::AsWritten).expect("a model");
    let literal = |label: &str, negated| Some(Literal { label: label.to_owned(), negated });
    let mut question = questions(Digest([0; 32])).pop().expect("a question");
    let mut ask = |path, stay, goal, steps: Option<u32>| {
        question = Question { path, stay, goal, steps, maximisers: vec![0, 1], ..question.clone() };
        let umb::Put { graph, nodes } = model.ask(&question).expect("a game");
        let solution = solve_graph_never(&graph, &nodes, question.endless(), 1, &mut Silent).expect("values");
        solution.known(0).lower.clone()
    };
    assert_eq!(ask(Path::Until, None, literal("goal", false), Some(3)), number(4, 5));
    assert_eq!(ask(Path::Next, None, literal("goal", false), None), number(4, 5));
    assert_eq!(ask(Path::Next, None, literal("lost", true), None), number(4, 5));
    assert_eq!(ask(Path::WeakUntil, literal("lost", true), None, Some(2)), number(4, 5));
    assert_eq!(ask(Path::WeakUntil, literal("goal", true), None, Some(1)), number(1, 1));
    assert_eq!(ask(Path::WeakUntil, literal("goal", true), None, None), number(1, 1));
    assert_eq!(ask(Path::WeakUntil, literal("lost", true), None, None), number(4, 5));
}

/// No change of bytes makes the reader panic; and what it takes is the same game for the checker, for its certificate is verified.
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
    for round in 0..4_000 {
        let mut files = whole.clone();
        let name = &names[next(names.len())];
        let bytes = files.get_mut(name).expect("a file");
        match next(5) {
            0 => bytes.truncate(next(bytes.len())),
            1 => bytes.extend([0; 8]),
            2 if round % 7 == 0 => drop(files.remove(name)),
            _ => {
                let place = next(bytes.len());
                bytes[place] ^= 1 << next(8);
            }
        }
        let found = Model::read(files.clone(), Doubles::AsWritten);
        read[usize::from(found.is_ok())] += 1;
        if let Ok(model) = found
            && let Ok(question) = question(&model, &Coalition::Players(vec!["0".to_owned()]), None)
            && model.set(&question.goal, false).is_ok()
        {
            let question = Question { model: model.digest, ..question };
            verdict(&files, &question, None).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        }
    }
    assert!(read[0] > 1_000 && read[1] > 30, "{read:?}");
}
