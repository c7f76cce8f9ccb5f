//! Arrays of models are kept in less room than their bytes: digest, targets and weights are those of the bytes.

use std::collections::BTreeMap;

use games::models::{Model, digest};
use num_integer::Integer as _;

/// A chain: from each state to the next one and to the first one, with numerators from 1 on and what is missing to this denominator.
fn chain(states: u64, denominator: u64) -> BTreeMap<String, Vec<u8>> {
    let numbers = |numbers: &mut dyn Iterator<Item = u64>| numbers.flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    let branches = 2 * states;
    let index = format!(
        r##"{{"format-version":1,"transition-system":{{"time":"discrete","#players":0,"#states":{states},"#choices":{states},"#branches":{branches},
        "branch-probability-type":{{"type":"rational"}}}}}}"##
    );
    let numerator = |state: u64| state % (denominator - 1) + 1;
    let pair = |state| [numerator(state), denominator, denominator - numerator(state), denominator];
    let files = [
        ("index.json", index.into_bytes()),
        ("state-to-choices.bin", numbers(&mut (0..=states))),
        ("choice-to-branches.bin", numbers(&mut (0..=states).map(|state| 2 * state))),
        ("branch-to-target.bin", numbers(&mut (0..states).flat_map(|state| [(state + 1) % states, 0]))),
        ("branch-to-probability.bin", numbers(&mut (0..states).flat_map(pair))),
        ("state-is-initial.bin", numbers(&mut (0..states.div_ceil(64)).map(|word| u64::from(word == 0)))),
    ];
    files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

#[test]
fn arrays_in_less_room_say_what_their_bytes_say() {
    // Few fractions that differ; many short ones; long ones.
    for (states, denominator) in [(1, 2), (2, 2), (700, 3), (700, 255), (700, 1000), (700, 1 << 40)] {
        let files = chain(states, denominator);
        let model = Model::read(files.clone()).unwrap();
        assert_eq!(model.digest, digest(&files).unwrap());
        assert_eq!(model.initial().collect::<Vec<_>>(), [0]);
        for state in 0..states as usize {
            assert_eq!(model.choices_of(state), state..state + 1);
            assert_eq!(model.branches_of(state), 2 * state..2 * state + 2);
            assert_eq!([0, 1].map(|part| model.target(2 * state + part)), [(state + 1) % states as usize, 0]);
            let mut weights = Vec::new();
            model.weigh(state, &mut None, &mut weights).unwrap();
            let numerator = state as u64 % (denominator - 1) + 1;
            let common = numerator.gcd(&denominator);
            assert_eq!(weights, [numerator / common, (denominator - numerator) / common]);
        }
    }
}
