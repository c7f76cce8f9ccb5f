//! What a large model may take in the solver, for each state.

use checker::certificate::Digest;
use games::models::{Files, Literal, Path, Question};
use solver::certificates::certify;
use solver::graph::exact::policy::Silent;
use solver::graph_games::enclose::enclose_graph_never;
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
    let index = format!(
        r##"{{ "format-version": 1, "transition-system": {{ "time": "discrete", "#players": 2, "#states": {STATES}, "#choices": {}, "#branches": {},
            "branch-probability-type": {{ "type": "rational" }}, "player-names": ["one", "two"] }}, "annotations": {{ "aps": {{ "goal": {{}} }} }} }}"##,
        branches.len() - 1,
        targets.len()
    );
    let long = |numbers: Vec<u64>| numbers.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    let players = (0..STATES).flat_map(|_| random.below(2).to_le_bytes()).collect();
    let files = [
        ("index.json", index.into_bytes()),
        ("state-to-choices.bin", long(choices)),
        ("choice-to-branches.bin", long(branches)),
        ("branch-to-target.bin", long(targets)),
        ("branch-to-probability.bin", long(weights)),
        ("state-to-player.bin", players),
        ("annotations/aps/goal/states/values.bin", goal),
    ];
    files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

/// Without a cycle: what is reserved at once, the archive included, which is let go on the way. Of that a process holds less: lists that grow reserve more than they need.
#[test]
fn a_layered_model_takes_little_for_each_state() {
    let _alone = alone();
    let files = layered();
    let archive: usize = files.values().map(Vec::len).sum();
    let (bytes, peak) = measured(|| {
        let mut model = Model::read(files, Doubles::AsWritten).expect("a model");
        let goal = Some(Literal { label: "goal".to_owned(), negated: false });
        let (maximisers, path) = (vec![0], Path::Until);
        let question =
            Question { model: Digest([0; 32]), is_simplest: false, maximisers, path, stay: None, goal, steps: None };
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
