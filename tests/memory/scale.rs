//! What a large model may take in the solver, for each state.

use std::sync::Arc;

use checker::certificate::Digest;
use games::models::{self, Files, Literal, Path, Question};
use session::Answer;
use session::judge::Given;
use solver::certificates::certify;
use solver::graph::exact::policy::Silent;
use solver::graph_games::enclose::enclose_graph_never;
use solver::graph_games::solve::solve_graph_never;
use solver::graph_games::umb::{Doubles, Model, Put};
use solver::random::SplitMix64;

use crate::alone;
use crate::fuzz::targets::measured;

const STATES: u32 = 100_000;
const LAYER: u32 = 1_000;

/// Layers of states of two players: one choice or two, with one branch or two.
fn layered() -> Files {
    let mut random = SplitMix64::new(1);
    let (mut choices, mut branches, mut targets, mut weights) = (vec![0_u64], vec![0_u64], vec![], vec![]);
    let mut goal = vec![0_u8; STATES.div_ceil(64) as usize * 8];
    for state in 0..STATES {
        let next = (state / LAYER + 1) * LAYER;
        if next >= STATES {
            targets.push(u64::from(state));
            weights.extend([1, 1]);
            branches.push(targets.len() as u64);
            goal[state as usize / 8] |= (random.below(2) as u8) << (state % 8);
        } else {
            for _ in 0..=random.below(2) {
                let is_drawn = random.below(2);
                for part in 1..=1 + u64::from(is_drawn) {
                    targets.push(u64::from(next + random.below(LAYER)));
                    weights.extend(if is_drawn == 1 { [part, 3] } else { [1, 1] });
                }
                branches.push(targets.len() as u64);
            }
        }
        choices.push(branches.len() as u64 - 1);
    }
    let players = (0..STATES).flat_map(|_| random.below(2).to_le_bytes()).collect();
    files(2, &choices, &branches, &targets, &weights, [("state-to-player.bin", players), (GOAL, goal)])
}

const GOAL: &str = "annotations/aps/goal/states/values.bin";

/// An archive of a model with rational probabilities and a label: where choices and branches begin, targets, numerators and denominators, and more files.
fn files<const N: usize>(
    players: usize,
    choices: &[u64],
    branches: &[u64],
    targets: &[u64],
    weights: &[u64],
    more: [(&str, Vec<u8>); N],
) -> Files {
    let names = &["one", "two"][..players];
    let index = format!(
        r##"{{ "format-version": 1, "transition-system": {{ "time": "discrete", "#players": {players}, "#states": {}, "#choices": {}, "#branches": {},
            "branch-probability-type": {{ "type": "rational" }}, "player-names": {names:?} }}, "annotations": {{ "aps": {{ "goal": {{}} }} }} }}"##,
        choices.len() - 1,
        branches.len() - 1,
        targets.len()
    );
    let long = |numbers: &[u64]| numbers.iter().copied().flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    let files = [
        ("index.json", index.into_bytes()),
        ("state-to-choices.bin", long(choices)),
        ("choice-to-branches.bin", long(branches)),
        ("branch-to-target.bin", long(targets)),
        ("branch-to-probability.bin", long(weights)),
    ];
    files.into_iter().chain(more).map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

/// The question how likely the goal is reached.
fn reach(model: Digest, maximisers: Vec<u32>) -> Question {
    let goal = Some(Literal { label: "goal".to_owned(), negated: false });
    Question { model, is_simplest: false, maximisers, path: Path::Until, stay: None, goal, steps: None }
}

/// Without a cycle: what is reserved at once, the archive included, which is let go on the way. Of that a process holds less: lists that grow reserve more than they need.
#[test]
fn a_layered_model_takes_little_for_each_state() {
    let _alone = alone();
    let files = layered();
    let archive: usize = files.values().map(Vec::len).sum();
    let (bytes, peak) = measured(|| {
        let mut model = Model::read(files, Doubles::AsWritten).expect("a model");
        let question = reach(Digest([0; 32]), vec![0]);
        let Put { graph, nodes } = model.ask(&question).expect("a graph");
        model.forget();
        let enclosure = enclose_graph_never(&graph, nodes, question.endless(), 56, &mut Silent);
        certify::model_enclosure(&question, &enclosure.enclosed)
    });
    assert!(bytes.len() <= 40 * STATES as usize, "{} bytes of certificate", bytes.len());
    // Eight bytes of them are the components, which are found once and kept.
    let each = (archive + peak) / STATES as usize;
    assert!(each <= 135, "{each} bytes a state");
}

const WIDTH: u64 = 20_000;
const LENGTH: u64 = 400;

/// A chain that begins with very many branches to one state, from where the way to the goal, the last state, gives a number of some 12,000 bits; one branch may
/// go to the state before the last, where nothing more happens.
fn wide(strays: bool) -> Files {
    let (lost, goal) = (LENGTH + 1, LENGTH + 2);
    let (mut branches, mut targets, mut weights) =
        (vec![0], vec![1; WIDTH as usize], [1, WIDTH].repeat(WIDTH as usize));
    if strays {
        targets[0] = lost;
    }
    branches.push(WIDTH);
    for state in 1..=LENGTH {
        let denominator = (1 << 31) - 2 * state - 1;
        targets.extend([if state == LENGTH { goal } else { state + 1 }, lost]);
        weights.extend([denominator - 1, denominator, 1, denominator]);
        branches.push(targets.len() as u64);
    }
    for end in [lost, goal] {
        targets.push(end);
        weights.extend([1, 1]);
        branches.push(targets.len() as u64);
    }
    let choices: Vec<u64> = (0..branches.len() as u64).collect();
    let set = |state: u64| {
        let mut set = vec![0; goal.div_ceil(64) as usize * 8];
        set[state as usize / 8] |= 1 << (state % 8);
        set
    };
    files(0, &choices, &branches, &targets, &weights, [("state-is-initial.bin", set(0)), (GOAL, set(goal))])
}

/// Each branch's number would be a gigabyte together: neither a verdict nor a rejection writes them all.
#[test]
fn a_verdict_on_many_branches_takes_the_memory_of_its_values() {
    let _alone = alone();
    let given = models::Model::read(wide(false)).expect("a model");
    let question = reach(given.digest, Vec::new());
    let given = Given::of(Arc::new(given));
    for (strays, required) in [(false, "verified"), (true, "rejected")] {
        let model = Model::read(wide(strays), Doubles::AsWritten).expect("a model");
        let Put { graph, nodes } = model.ask(&question).expect("a graph");
        let solution = solve_graph_never(&graph, &nodes, question.endless(), 1, &mut Silent).expect("values");
        let bytes = certify::model(&question, &solution.table);
        let (line, peak) = measured(|| match session::verify(&bytes, Some(&given), 1) {
            Ok(verified) => format!("verified: {}", Answer::new(verified, None, None).expect("a claim").claim()),
            Err(refusal) => format!("{}: {}", refusal.verdict(), refusal.message),
        });
        assert!(line.starts_with(required), "{}", &line[..line.len().min(400)]);
        assert!(peak <= 16 << 20, "{required}: {peak} bytes for a certificate of {}", bytes.len());
    }
}
