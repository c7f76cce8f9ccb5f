//! Mutants of all formats, and what the fuzzer found: the functions that are fuzzed (`tests/fuzz`), run here without the engine.
//!
//! By default few mutants; at night a million, or as many as the variable `MUTANTS` says, of the seed `SEED`: `just mutants 2000000 7`.

#[path = "../fuzz/src/targets/mod.rs"]
pub mod targets;

use std::collections::BTreeMap;

use crate::alone;
use checker::certificate::HEAD_START;
use pipeline_tests::sample;
use targets::{Compared, Outcome, Parts, Random, TARGETS, WORLD, judge, root, spoil};

/// Each seed of each target, and each former finding, runs through.
#[test]
fn seeds_and_former_findings_run_through() {
    let _alone = alone();
    let mut found = 0;
    for target in &TARGETS {
        let seeds = (target.seeds)();
        assert!(seeds.len() > 10, "{}: {} seeds", target.name, seeds.len());
        seeds.iter().for_each(|seed| (target.run)(seed));
        let folder = root().join("tests/fuzz/found").join(target.name);
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            (target.run)(&std::fs::read(entry.unwrap().path()).unwrap());
            found += 1;
        }
    }
    println!("{found} former findings");
}

/// The seeds by what they state: a number for each statement.
fn statements() -> BTreeMap<u8, Vec<usize>> {
    let mut all: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (number, seed) in WORLD.seeds.iter().enumerate() {
        if seed.bytes.len() <= 1500 && !Parts::open(&seed.bytes, seed.game).is_long() {
            all.entry(seed.bytes[HEAD_START]).or_default().push(number);
        }
    }
    all
}

/// Tries so many mutants of all statements in turn. What is verified is compared with the truth; panics where it is false, where the checker panics, and where
/// it takes more memory than is stated. For each statement: mutants, rejected, declined, verified and true, verified and not compared.
fn mutants(count: usize, seed: u64) -> BTreeMap<u8, [usize; 5]> {
    let (statements, mut random) = (statements(), Random(seed << 1 | 1));
    let all: Vec<u8> = statements.keys().copied().collect();
    assert_eq!(
        all,
        (0..=12).chain([16, 21, 23]).collect::<Vec<u8>>(),
        "each statement has seeds, but for those whose files are not games"
    );
    let mut counts: BTreeMap<u8, [usize; 5]> = BTreeMap::new();
    for number in 0..count {
        let statement = all[number % all.len()];
        let seed = &WORLD.seeds[statements[&statement][random.below(statements[&statement].len())]];
        let parts = Parts::open(&seed.bytes, seed.game);
        let (bytes, game) = loop {
            let mut mutant = parts.clone();
            // In one of eight the digests stay as they were.
            if random.below(8) == 0 {
                let mut bytes = seed.bytes.clone();
                let place = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[place] ^= 1 << random.below(8),
                    1 => bytes.truncate(place),
                    _ => bytes.insert(place, random.next() as u8),
                }
                break (bytes, seed.game);
            }
            for _ in 0..=random.below(3) {
                spoil(&mut mutant, &mut random);
            }

            if mutant != parts && !mutant.is_long() {
                break (mutant.seal(), mutant.game());
            }
        };
        let counts = counts.entry(statement).or_default();
        counts[0] += 1;
        counts[match judge(&bytes, game) {
            Outcome::Rejected => 1,
            Outcome::Declined => 2,
            Outcome::Verified(Compared::True) => 3,
            Outcome::Verified(Compared::Not) => 4,
        }] += 1;
    }
    counts
}

fn tell(counts: &BTreeMap<u8, [usize; 5]>) {
    println!(
        "| statement | mutants | rejected | declined | verified, and true | verified, not compared |\n|---|---|---|---|---|---|"
    );
    let mut total = [0; 5];
    for (statement, counts) in counts {
        println!("| {statement} | {} |", counts.map(|count| count.to_string()).join(" | "));
        (0..5).for_each(|place| total[place] += counts[place]);
    }
    println!("| all | {} |", total.map(|count| count.to_string()).join(" | "));
}

#[test]
fn verifies_no_mutant_that_is_false() {
    let _alone = alone();
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().expect(name));
    let many = number("MUTANTS", sample(1_300, 1_000_000)) as usize;
    let counts = mutants(many, number("SEED", 1));
    tell(&counts);
    let all = counts.len();
    for (statement, counts) in &counts {
        assert!(counts[0] >= many / all && 10 * counts[1] > 3 * counts[0], "statement {statement}: {counts:?}");
    }
}
