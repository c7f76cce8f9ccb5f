//! Fuzzing with libFuzzer. `FUZZ_TARGET` names the target, `FUZZ_SEEDS` a folder to which its seeds are written before the first run.
//!
//! `libfuzzer-sys` ends the process at the first panic, also at one that the checker would catch and call *declined*.

#![no_main]

mod targets;

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use targets::{Random, TARGETS, Target};

/// The target that was asked for.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target");
    TARGETS.iter().find(|target| target.name == name).expect("FUZZ_TARGET names a target")
});

fn start() {
    if let Some(folder) = std::env::var_os("FUZZ_SEEDS") {
        for (number, seed) in (TARGET.seeds)().into_iter().enumerate() {
            std::fs::write(Path::new(&folder).join(format!("seed-{number}")), seed)
                .expect("a folder that can be written");
        }
    }
}

fuzz_target!(init: start(), |bytes: &[u8]| (TARGET.run)(bytes));

// Half of the changes are the engine's own; the others know where head and slices of a certificate begin.
fuzz_mutator!(|bytes: &mut [u8], size: usize, most: usize, seed: u32| {
    let mut random = Random(u64::from(seed) << 1 | 1);
    let is_sealed = TARGET.name == "sealed" || TARGET.name == "proofs";
    if !is_sealed || random.below(2) == 0 {
        return fuzzer_mutate(bytes, size, most);
    }
    let mut parts = targets::Parts::read(&bytes[..size]);
    for _ in 0..=random.below(3) {
        targets::spoil(&mut parts, &mut random);
    }
    let new = parts.write();
    let length = new.len().min(most);
    bytes[..length].copy_from_slice(&new[..length]);
    length
});
