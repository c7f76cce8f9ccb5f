//! Expected rewards of models: values by hand, and random models, whose certificates the checker verifies.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::claim::Subject;
use checker::failure::Failure;
use games::models::rewards::Question;
use games::models::{self, Files, Literal};
use num_rational::BigRational;
use solver::certificates::certify;
use solver::graph::rewards::bounds::width;
use solver::graph::rewards::{Found, Unfound, bounds, solve};
use solver::graph_games::rewards::{Rewards, game};
use solver::graph_games::umb::{Doubles, Model};
use solver::random::SplitMix64;

/// A choice: its reward, and the branches with probability, reward and target.
type Drawn = (Amount, Vec<(Amount, Amount, u64)>);
type Amount = [u64; 2];

/// A model: of each state the player, the reward, whether it is a goal, and the choices.
type States = Vec<(u32, Amount, bool, Vec<Drawn>)>;

fn long(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// The archive of a model of two players, with the label "goal" and the reward "coins".
fn files(states: &States) -> Files {
    let choices: Vec<&Drawn> = states.iter().flat_map(|(.., own)| own).collect();
    let branches: Vec<&(Amount, Amount, u64)> = choices.iter().flat_map(|(_, own)| own).collect();
    let (state, choice, branch) = (states.len(), choices.len(), branches.len());
    let index = format!(
        r##"{{ "format-version": 1, "format-revision": 0, "transition-system": {{ "time": "discrete", "#players": 2, "#states": {state},
        "#initial-states": 1, "#choices": {choice}, "#choice-actions": 0, "#branches": {branch}, "#branch-actions": 0, "#observations": 0,
        "branch-probability-type": {{ "type": "rational" }}, "player-names": ["one", "two"] }}, "annotations": {{
        "aps": {{ "goal": {{ "applies-to": ["states"], "type": {{ "type": "bool" }} }} }},
        "rewards": {{ "coins": {{ "applies-to": ["states", "choices", "branches"], "type": {{ "type": "rational" }} }} }} }} }}"##
    );
    let starts = |counts: Vec<usize>| {
        let mut sum = 0;
        let mut starts = vec![0];
        starts.extend(counts.into_iter().map(|count| {
            sum += count as u64;
            sum
        }));
        long(starts)
    };
    let goal = states.iter().enumerate().map(|(place, (_, _, is_goal, _))| u64::from(*is_goal) << place).sum();
    let mut files = Files::from([("index.json".to_owned(), index.into_bytes())]);
    let mut put = |name: &str, bytes: Vec<u8>| files.insert(name.to_owned(), bytes);
    put("state-to-choices.bin", starts(states.iter().map(|(.., own)| own.len()).collect()));
    put("choice-to-branches.bin", starts(choices.iter().map(|(_, own)| own.len()).collect()));
    put("branch-to-target.bin", long(branches.iter().map(|(.., target)| *target)));
    put("branch-to-probability.bin", long(branches.iter().flat_map(|(probability, ..)| *probability)));
    put("state-to-player.bin", states.iter().flat_map(|(player, ..)| player.to_le_bytes()).collect());
    put("state-is-initial.bin", long([1]));
    put("annotations/aps/goal/states/values.bin", long([goal]));
    let rewards = "annotations/rewards/coins";
    put(&format!("{rewards}/states/values.bin"), long(states.iter().flat_map(|(_, reward, ..)| *reward)));
    put(&format!("{rewards}/choices/values.bin"), long(choices.iter().flat_map(|(reward, _)| *reward)));
    put(&format!("{rewards}/branches/values.bin"), long(branches.iter().flat_map(|(_, reward, _)| *reward)));
    files
}

/// The values of the states, exactly, verified: none if infinite. States of the goal have 0. Nothing, if amounts are negative and some play need not end.
fn totals(
    files: &Files,
    maximisers: &[u32],
    has_goal: bool,
    discount: Option<(u64, u64)>,
) -> Option<Vec<Option<BigRational>>> {
    let model = Model::read(files.clone(), Doubles::AsWritten).expect("a model");
    let (reward, rewards) = Rewards::read(&model, None, Doubles::AsWritten).expect("a reward");
    let checked = Arc::new(models::Model::read(files.clone()).expect("a model"));
    let mut question = Question {
        model: checked.digest,
        is_simplest: false,
        maximisers: maximisers.to_vec(),
        reward,
        goal: has_goal.then(|| Literal { label: "goal".to_owned(), negated: false }),
        discount,
        scale: 0,
        is_signed: false,
    };
    let (collecting, places) = game(&model, &rewards, &question).expect("a game");
    question.is_signed = collecting.is_signed;
    let found: Found = match solve(&collecting, 1, || ()) {
        Err(Unfound::Endless(_)) => return None,
        found => found.expect("short values"),
    };
    question.scale = found.scale;
    let certificate = certify::rewards(&question, &found);
    let given: Subject = checked;
    let check = |certificate: &Vec<u8>| -> Result<Arc<Verified>, Failure> {
        games::checker(1, |_: Digest| None::<Vec<u8>>).check_given(certificate, Some(&given))
    };
    let verified = check(&certificate);
    assert!(verified.is_ok(), "{verified:?}\n{found:?}\n{collecting:?}");
    // Bounds of few bits, and of many, which are near.
    for bits in [16, 40] {
        let bounded = bounds(&collecting, bits, || ()).expect("a scale");
        question.scale = bounded.scale;
        let verified = check(&certify::rewards_bounded(&question, &bounded));
        assert!(verified.is_ok(), "{verified:?}\n{bounded:?}\n{collecting:?}");
        let is_near = |place| bits < 40 || width(&bounded, place) < 1e-6;
        assert!(places.iter().flatten().all(|&place| is_near(place)), "{bounded:?}\n{found:?}\n{collecting:?}");
    }
    let value =
        |place: &Option<u32>| place.map_or(Some(BigRational::from_integer(0.into())), |place| found.value(place));
    Some(places.iter().map(value).collect())
}

/// The same where there is no negative amount, or every play ends.
fn values(files: &Files, maximisers: &[u32], has_goal: bool, discount: Option<(u64, u64)>) -> Vec<Option<BigRational>> {
    totals(files, maximisers, has_goal, discount).expect("every play ends")
}

fn sure(target: u64) -> Vec<(Amount, Amount, u64)> {
    vec![([1, 1], [0, 1], target)]
}

fn number(numerator: i32, denominator: i32) -> Option<BigRational> {
    Some(BigRational::new(numerator.into(), denominator.into()))
}

/// By hand. State 0 tosses a coin for 1 each time, until it comes to the goal, state 1: 2 on average. In state 2 somebody stays for nothing, or pays 3 and
/// goes to the goal. State 3 pays 1 for ever.
#[test]
fn values_are_those_by_hand() {
    let states: States = vec![
        (0, [1, 1], false, vec![([0, 1], vec![([1, 2], [0, 1], 0), ([1, 2], [0, 1], 1)])]),
        (0, [5, 1], true, vec![([0, 1], sure(1))]),
        (0, [0, 1], false, vec![([0, 1], sure(2)), ([3, 1], sure(1))]),
        (1, [1, 1], false, vec![([0, 1], sure(3))]),
    ];
    let files = files(&states);
    // He who pays wants to come to the goal cheaply; or somebody wants him to pay, and stays for ever.
    assert_eq!(values(&files, &[], true, None), [number(2, 1), number(0, 1), number(3, 1), None]);
    assert_eq!(values(&files, &[0, 1], true, None), [number(2, 1), number(0, 1), None, None]);
    // Without a goal state 1 collects 5 for ever, too.
    assert_eq!(values(&files, &[], false, None), [None, None, number(0, 1), None]);
    // With a discount of 1/2: 10 in state 1; x = 1 + x/4 + 10/4 in state 0; 3 + 10/2 in state 2; 2 in state 3.
    assert_eq!(
        values(&files, &[0, 1], false, Some((1, 2))),
        [number(14, 3), number(10, 1), number(8, 1), number(2, 1)]
    );
}

const LOSES: Amount = [u64::MAX, 1];

/// By hand. In state 0 somebody walks home, or pays 1 at a machine that gives 4 with 1/3, or at one that gives 2, and tries again if it gives nothing.
#[test]
fn losses_are_those_by_hand() {
    let machine = |gives: u64| (LOSES, vec![([1, 3], [gives, 1], 1), ([2, 3], [0, 1], 0)]);
    let mut states: States = vec![
        (0, [0, 1], false, vec![([0, 1], sure(1)), machine(4), machine(2)]),
        (0, [0, 1], true, vec![([0, 1], sure(1))]),
    ];
    let files = self::files(&states);
    for has_goal in [true, false] {
        assert_eq!(values(&files, &[0, 1], has_goal, None), [number(1, 1), number(0, 1)]);
        assert_eq!(values(&files, &[], has_goal, None), [number(-1, 1), number(0, 1)]);
        // With a discount of 1/2: x = 1/3 + x/3 at the first one, and x = -1/3 + x/3 at the other.
        if !has_goal {
            assert_eq!(values(&files, &[0, 1], false, Some((1, 2))), [number(1, 2), number(0, 1)]);
            assert_eq!(values(&files, &[], false, Some((1, 2))), [number(-1, 2), number(0, 1)]);
        }
    }
    // Who may stay for ever for nothing need not end.
    states[0].3.push(([0, 1], sure(0)));
    assert_eq!(totals(&self::files(&states), &[], true, None), None);
    assert_eq!(totals(&self::files(&states), &[], false, None), None);
}

/// Random models of at most six states.
fn random(random: &mut SplitMix64) -> States {
    let count = 1 + random.below(6);
    let amount = |random: &mut SplitMix64| [[0, 1], [0, 1], [0, 1], [1, 1], [2, 1], [1, 3]][random.below(6) as usize];
    let state = |random: &mut SplitMix64| {
        let target = |random: &mut SplitMix64| u64::from(random.below(count));
        let choices = random.below(4);
        let own = (0..choices).map(|_| {
            let branches = match random.below(3) {
                0 => vec![([1, 1], amount(random), target(random))],
                1 => vec![([1, 2], amount(random), target(random)), ([1, 2], [0, 1], target(random))],
                _ => vec![([1, 3], [0, 1], target(random)), ([2, 3], amount(random), target(random))],
            };
            (amount(random), branches)
        });
        let own = own.collect();
        (random.below(2), [[0, 1], [0, 1], [0, 1], [1, 1]][random.below(4) as usize], random.below(5) == 0, own)
    };
    (0..count).map(|_| state(random)).collect()
}

/// The same with signs by lot.
fn signed(generator: &mut SplitMix64) -> States {
    let mut states = random(generator);
    for (_, reward, _, choices) in &mut states {
        let branches = choices
            .iter_mut()
            .flat_map(|(own, branches)| [own].into_iter().chain(branches.iter_mut().map(|(_, reward, _)| reward)));
        for amount in [reward].into_iter().chain(branches) {
            amount[0] = if generator.below(2) == 0 { amount[0] } else { amount[0].wrapping_neg() };
        }
    }
    states
}

/// Solves so many models, each for nine questions. Every certificate is verified; so every value is right. How many values are finite, and infinite; of models with
/// negative amounts, how many questions are about some play that need not end.
fn solved(seed: u64, count: usize, drawn: fn(&mut SplitMix64) -> States) -> [usize; 2] {
    let (mut generator, mut found) = (SplitMix64::new(seed), [0; 2]);
    for _ in 0..count {
        let files = files(&drawn(&mut generator));
        for maximisers in [&[][..], &[0], &[0, 1]] {
            for (has_goal, discount) in [(true, None), (false, None), (false, Some((2, 3)))] {
                let Some(values) = totals(&files, maximisers, has_goal, discount) else {
                    found[1] += 1;
                    continue;
                };
                for value in values {
                    found[usize::from(value.is_none())] += 1;
                }
            }
        }
    }
    found
}

#[test]
fn random_models_are_solved_and_verified() {
    let [finite, infinite] = solved(1, 1_000, random);
    assert!(finite > 5_000 && infinite > 2_500, "{finite} finite, {infinite} infinite");
}

#[test]
fn random_models_with_losses_are_solved_and_verified() {
    let [finite, endless] = solved(3, 500, signed);
    assert!(finite > 3_000 && endless > 1_000, "{finite} finite, {endless} endless");
}

/// `just nightly`: 100,000 models.
#[test]
#[ignore = "five minutes"]
fn many_random_models_are_solved_and_verified() {
    let [finite, infinite] = solved(2, 100_000, random);
    assert!(finite > 500_000 && infinite > 250_000, "{finite} finite, {infinite} infinite");
}
