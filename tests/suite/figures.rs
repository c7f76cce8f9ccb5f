//! The committed certificates beside those of format 1: `data/figures_of_format_1.tsv` was made once, from the committed certificates of that format, with the checker of that format.
//! Positions are put in another order since, and labels of enclosures are gone; values and labels of exact tables are the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::endgame::Positions;
use checker::graph::Game;
use checker::theorem::INFINITE;
use pipeline_tests::{check_with, committed, committed_and_verified, committed_game};
use report::claims::count;
use report::figures::Figures;
use report::{fraction, notation};

/// Positions, distinct values, positions that are not sharp, the digest of all values and labels.
fn figures(verified: &Verified) -> String {
    let not_sharp = Figures::new(verified).not_sharp;
    let (stated, values) = (verified.stated(), &verified.stated().values);
    if !stated.is_exact() {
        return format!("{}\t-\t{not_sharp}\t-", count(verified));
    }
    let texts: Vec<String> =
        (0..values.numerators.len()).map(|index| fraction::rational(values.get(index)).to_string()).collect();
    let label = |label: u32| if label == INFINITE { "infinite".to_owned() } else { label.to_string() };
    let value = |index: u64| &texts[usize::try_from(index).expect("an index")];
    let line = |place: checker::theorem::Place| {
        let [white, black] = place.labels.map(label);
        format!("{} {} {white} {black}\n", value(place.alpha[0]), value(place.beta[0]))
    };
    // A position that has more than one place is met once.
    let positions = verified.about::<Positions>();
    let is_first = |(number, _): &(u32, _)| positions.as_ref().is_none_or(|positions| positions.is_first(*number));
    let places = (0..).zip(stated.places()).filter(is_first);
    let mut lines: Vec<String> = places.map(|(_, place)| line(place)).collect();
    lines.sort_by(|a, b| a.trim_end().cmp(b.trim_end()));
    let digest = notation::digest(Digest::of(lines.concat().as_bytes()));
    format!("{}\t{}\t{not_sharp}\t{digest}", count(verified), texts.len())
}

/// What the certificates of format 1 had, by file.
fn of_format_1() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("../data/figures_of_format_1.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a file and its figures")).collect()
}

/// Compares; gives the number of files.
fn compare(folder: &str, verified: BTreeMap<String, Arc<Verified>>) -> usize {
    let expected = of_format_1();
    let folder = folder.trim_start_matches("certs").trim_start_matches("/");
    for (name, table) in &verified {
        let file = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        // A game with turns could not be stated in format 1.
        if file != "games/random-turns.cert" {
            assert_eq!(expected.get(file.as_str()), Some(&figures(table).as_str()), "{file}");
        }
    }
    verified.len()
}

#[test]
fn endgames_have_the_positions_values_and_labels_of_format_1() {
    let folders = ["certs", "certs/boards", "certs/four"];
    let compared: usize = folders.iter().map(|folder| compare(folder, committed_and_verified(folder))).sum();
    assert_eq!(compared, of_format_1().keys().filter(|file| !file.starts_with("games/")).count());
}

#[test]
fn games_have_the_positions_values_and_labels_of_format_1() {
    let verify = |(name, bytes): (String, Vec<u8>)| {
        let game = Game::read(&committed_game(name.trim_end_matches(".cert"))).expect("a game");
        let verified =
            check_with(&bytes, &[], Some(Arc::new(game))).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        (name, verified)
    };
    let compared = compare("certs/games", committed("certs/games").into_iter().map(verify).collect());
    assert_eq!(compared, of_format_1().keys().filter(|file| file.starts_with("games/")).count() + 1);
}
