//! The corpus for other checkers, `certs/corpus`: this checker's verdict, condition and position on each line are those that stand there, and the folder holds
//! nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use checker::claim::subject;
use games::aims::Game;
use games::scores::Scored;

use crate::witness::corpus::{Corpus, Expected};

#[test]
fn is_judged_as_it_is_written() {
    let endless = |file: &[u8]| Game::read(file).ok().map(|game| subject(&Arc::new(game)));
    let scored = |file: &[u8]| Scored::read(file).ok().map(|game| subject(&Arc::new(game)));
    Corpus::read().judge(games::read, |file| endless(file).or_else(|| scored(file)), |line| line.expected.clone());
}

/// Which condition refuses which line stands in `conditions.tsv`; here, that each further game has a certificate that is verified, and that no file is there in vain.
#[test]
fn has_every_game_and_no_file_without_a_line() {
    let corpus = Corpus::read();
    let verified = corpus.lines.iter().filter(|line| line.expected == Expected::Verified);
    let verified: BTreeSet<u8> = verified.filter_map(|line| corpus.statement(line)).collect();
    // Of models three statements, which need the files of one, have none here.
    let required = (0..=u8::MAX).filter(|number| games::read(*number).is_some() && ![14, 15, 24].contains(number));
    assert_eq!(required.filter(|number| !verified.contains(number)).collect::<Vec<_>>(), [0_u8; 0]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/corpus");
    for part in ["good", "bad", "alone", "games"] {
        for entry in fs::read_dir(folder.join(part)).unwrap() {
            let path = format!("{part}/{}", entry.unwrap().file_name().into_string().unwrap());
            assert!(corpus.files.contains_key(&path), "no line names {path}");
        }
    }
}
