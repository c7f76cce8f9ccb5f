//! The corpus for other checkers, `certs/corpus`: the files are those that `cases` makes, byte by byte, and this checker's verdict, condition and
//! position on each line are those that stand there.
//!
//! `CORPUS=write cargo test -p checker --test corpus` writes the files.

#![allow(clippy::as_conversions)]

mod cases;
mod naive;
mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use cases::{Corpus, Expected, Line};
use checker::Checker;
use checker::failure::Failure;
use checker::games::graph::Game;
use checker::report::words;

static CORPUS: LazyLock<Corpus> = LazyLock::new(Corpus::new);

/// The files that are offered as imports, by digest.
fn offered(line: &Line) -> BTreeMap<[u8; 32], Vec<u8>> {
    let file = |name: &String| {
        let bytes = CORPUS.files[name].clone();
        (naive::bytes::sha256(&bytes), bytes)
    };
    line.imports.iter().map(file).collect()
}

/// What the library says of a line.
fn verdict(line: &Line) -> Expected {
    let files = offered(line);
    let game = line.game.as_ref().and_then(|game| Game::read(&CORPUS.files[game]).ok().map(Arc::new));
    let mut checker = Checker::new(2, |digest| files.get(&digest.0).cloned());
    match checker.check(&CORPUS.files[&line.file], game.as_ref()) {
        Ok(_) => Expected::Verified,
        Err(failure) if failure.is_declined() => Expected::Declined,
        Err(failure) => {
            let position = if let Failure::At(breach) = &failure { Some(breach.position) } else { None };
            Expected::Rejected(words::condition(&failure).unwrap(), position)
        }
    }
}

#[test]
fn the_library_finds_what_is_expected() {
    let mut wrong = Vec::new();
    for line in &CORPUS.lines {
        let found = verdict(line);
        if found != line.expected {
            wrong.push(format!("{}: found {found:?}, required {:?}: {}", line.file, line.expected, line.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The second checker gives its reasons in words of its own; of positions it says the number, the side and the condition.
#[test]
fn the_second_checker_finds_what_is_expected() {
    let mut wrong = Vec::new();
    for line in &CORPUS.lines {
        let files = offered(line);
        let game = line.game.as_ref().map(|game| &CORPUS.files[game][..]);
        let found = naive::check(&CORPUS.files[&line.file], &naive::Given { files: &files, game });
        let fits = match (&line.expected, &found) {
            (Expected::Verified, naive::Verdict::Verified(_)) | (Expected::Declined, naive::Verdict::Declined(_)) => true,
            (Expected::Rejected(condition, Some(position)), naive::Verdict::Rejected(why)) => {
                let (side, condition) = condition.split_once('-').unwrap();
                let side = usize::from(side == "black");
                *why == format!("position {position}, side {side}: {condition}")
            }
            (Expected::Rejected(_, None), naive::Verdict::Rejected(why)) => !why.starts_with("position "),
            _ => false,
        };
        if !fits {
            let found = match found {
                naive::Verdict::Verified(_) => "verified".to_owned(),
                other => format!("{other:?}"),
            };
            wrong.push(format!("{}: found {found}, required {:?}: {}", line.file, line.expected, line.why));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
#[test]
fn zz_print() {
    for (name, bytes) in &CORPUS.files { println!("{} {}", bytes.len(), name); }
    let line = CORPUS.lines.iter().find(|l| l.file == "good/2x5_KPkp_k8.cert").unwrap();
    let files = offered(line);
    let found = naive::check(&CORPUS.files[&line.file], &naive::Given { files: &files, game: None });
    let naive::Verdict::Verified(v) = found else { panic!() };
    let mut bare = 0;
    for (n, pos) in v.positions.iter().enumerate() {
        if pos.passed.is_none() { bare = n; continue; }
        let show = |n: usize| v.places[n].bounds.each_ref().map(|x| (x * num_bigint::BigInt::from(256)).to_string());
        let (a, b) = (show(bare), show(n));
        println!("RIGHT {n} {bare} {} {:?} l {} {} u' {} {}", v.positions.len(), pos, a[0], b[0], a[3], b[3]);
    }
    for (n, pos) in v.positions.iter().enumerate().take(4) { println!("FIRST {n} {pos:?} {:?}", v.places[n].bounds); }
}
