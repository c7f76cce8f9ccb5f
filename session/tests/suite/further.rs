//! The corpus in words, and notation of further games.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::theorem::Side;
use serde_json::Value;
use session::claims::partitions::{partition, partitions, piece, pieces};
use session::judge::Given;
use session::sheet::firsts;
use session::{claims, entry, notation, words};

use crate::world::{Size, Tables, World};

/// The folder of the corpus.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/corpus")
}

/// Each line of the corpus: its fields, the bytes of the certificate, and what is verified or said in words.
fn lines() -> Vec<(Value, Vec<u8>, Result<Arc<Verified>, String>)> {
    let read = |name: &Value| fs::read(corpus().join(name.as_str().unwrap())).unwrap();
    let text = fs::read_to_string(corpus().join("corpus.jsonl")).unwrap();
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let (bytes, imports) = (read(&line["file"]), line["imports"].as_array().unwrap().iter().map(read));
        let files: BTreeMap<Digest, Vec<u8>> = imports.map(|bytes| (Digest::of(&bytes), bytes)).collect();
        let given = line.get("game").and_then(|game| Given::bytes(&read(game)).game.ok());
        let verdict = games::checker(1, |digest| files.get(&digest).cloned()).check_given(&bytes, given.as_ref());
        let verdict = verdict.map_err(|failure| {
            words::explain_file(&bytes, given.as_ref(), &failure, &mut words::Told::default(), &mut |_| None)
        });
        (line, bytes, verdict)
    };
    text.lines().map(line).collect()
}

/// What is said of each line: the verdict first, then the condition; of what is verified the claim, and what is told of its first position. `words.tsv` has a line of
/// each sort, which differ in more than digits, for people to read; `WORDS=write` writes it again.
#[test]
fn tells_every_line_of_the_corpus_in_the_words_of_the_list() {
    let lines = lines();
    assert!(lines.len() > 500);
    let (mut text, mut sorts) = (String::new(), BTreeSet::new());
    for (line, _, verdict) in lines {
        let file = line["file"].as_str().unwrap();
        let said = match verdict {
            Ok(verified) => {
                assert_eq!(line["verdict"], "verified");
                let tell = claims::tell(&verified);
                let first = firsts(&*tell).next().map(|number| tell.text(&tell.number(number)).replace('\n', " / "));
                format!("{}\t{}", words::claim(&verified), first.unwrap_or_default())
            }
            Err(words) => {
                let condition =
                    line.get("condition").map_or(String::new(), |name| format!("{}: ", name.as_str().unwrap()));
                let expected = format!("{}: {condition}", line["verdict"].as_str().unwrap());
                assert!(words.starts_with(&expected) && words.len() > expected.len() + 10, "{words}: {line}");
                words
            }
        };
        if sorts.insert(said.replace(|letter: char| letter.is_ascii_hexdigit(), "")) {
            text += &format!("{file}\t{said}\n");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/words.tsv");
    if std::env::var("WORDS").is_ok_and(|value| value == "write") {
        fs::write(&path, &text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let other = kept.lines().zip(text.lines()).find(|(kept, text)| kept != text);
    assert!(kept == text, "`WORDS=write` writes the list again: {other:?}");
}

/// An endless game is known by its fields, whatever its positions are called and however a name is spelt.
#[test]
fn an_endless_game_is_known_by_its_fields() {
    for text in [
        r#"{"endless-game":1,"positions":[{"name":"bidding-game","reward":"1"}]}"#,
        r#"{"endless\u002dgame":1,"positions":[{"name":"p","reward":"1"}]}"#,
    ] {
        assert_eq!(Given::bytes(text.as_bytes()).about().unwrap(), "an endless game of 1 position", "{text}");
    }
    let other = r#"{"bidding-game":2,"positions":[{"name":"endless-game","value":"1"}]}"#;
    assert!(Given::bytes(other.as_bytes()).about().unwrap().starts_with("graph of 1 position"));
}

/// What is told of each position of an endgame of Losing Chess is told of the same placement, and each side has an option.
#[test]
fn tells_every_position_of_losing_chess_under_an_auction() {
    let mut positions = 0;
    for (_, _, verdict) in lines() {
        let Ok(verified) = verdict else { continue };
        let Some(auction) = verified.about::<games::losing::Auction>() else { continue };
        assert!(words::claim(&verified).starts_with("Losing Chess "), "{}", words::claim(&verified));
        for number in 0..u32::try_from(verified.stated().count()).unwrap() {
            let entry = entry::at_number(&verified, number);
            assert_eq!(
                entry.name,
                notation::fen(auction.positions.endgame.board, &auction.positions.placement(number))
            );
            assert!(Side::BOTH.iter().all(|&side| entry.options_of(side).count() > 0));
            positions += 1;
        }
    }
    assert!(positions > 20, "{positions}");
}

/// By turns a draw is a value that is not sharp: two bishops on squares of different colours cannot meet.
#[test]
fn tells_a_draw_as_a_gap() {
    let (size, bishops) = (Size(4, 4, false), [vec![4, 9]]);
    let tables = Tables::new(&World::new(size, &bishops), &bishops);
    let verified = games::checker(1, |_| None::<Vec<u8>>).check(tables.of(&bishops[0]), None).unwrap();
    let known = entry::at_text(&verified, "4/4/4/Bb2 w").unwrap().known;
    assert!(!known.is_sharp() && known.gap().is_some());
}

/// Steps and rides of the pieces that have names, written down here once more.
#[test]
fn knows_pieces_by_their_names() {
    let moves = |name: &str| {
        let piece = piece(name).unwrap();
        [piece.steps, piece.rides]
            .map(|by| by.iter().map(|by| by.map(u64::try_from).map(Result::unwrap)).collect::<Vec<_>>())
    };
    let named: [(&str, &[[u64; 2]], &[[u64; 2]]); 7] = [
        ("Downright", &[[0, 1], [1, 0]], &[]),
        ("Pawn", &[[0, 1], [1, 1]], &[]),
        ("Knight", &[[1, 2], [2, 1]], &[]),
        ("Bishop", &[], &[[1, 1]]),
        ("King", &[[0, 1], [1, 0], [1, 1]], &[]),
        ("Rook", &[], &[[0, 1], [1, 0]]),
        ("Queen", &[], &[[0, 1], [1, 0], [1, 1]]),
    ];
    assert_eq!(pieces().collect::<Vec<_>>(), named.map(|piece| piece.0));
    for (name, steps, rides) in named {
        assert_eq!(moves(name), [steps, rides], "{name}");
    }
}

/// All partitions up to a size, sorted as the format says.
fn all(most: usize) -> Vec<Vec<usize>> {
    fn of(size: usize, most: usize) -> Vec<Vec<usize>> {
        if size == 0 {
            return vec![vec![]];
        }
        let first = |part: usize| of(size - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
        (1..=most.min(size)).flat_map(first).collect()
    }
    let mut all: Vec<Vec<usize>> = (1..=most).flat_map(|size| of(size, size)).collect();
    all.sort_by_key(|rows| (rows.iter().sum::<usize>(), rows.iter().map(|part| most - part).collect::<Vec<_>>()));
    all
}

#[test]
fn lists_partitions_in_the_order_of_the_format() {
    assert_eq!(partitions(9).collect::<Vec<_>>(), all(9));
}

#[test]
fn reads_partitions_as_people_write_them() {
    assert_eq!(partition("6^2,5,1").unwrap(), [6, 6, 5, 1]);
    assert_eq!(partition("S(3,2,1)").unwrap(), [6, 4, 2]);
    assert_eq!(partition("3,3").unwrap(), [3, 3]);
    for (text, error) in [
        ("3,4", "\"3,4\": found 4 after 3, required a partition: parts that do not increase"),
        ("S(0,2,2)", "\"S(0,2,2)\": found \"0\", required a whole number from 1 on, in a partition such as 6^2,5,1"),
        ("S(2,2)", "\"S(2,2)\": found 2 numbers, required three, as in S(6,5,5)"),
        ("31623^31623", "\"31623^31623\": found 1000014129 cells, required at most 4194304"),
        ("x", "\"x\": found \"x\", required a whole number from 1 on, in a partition such as 6^2,5,1"),
        ("-1", "\"-1\": found \"-1\", required a whole number from 1 on, in a partition such as 6^2,5,1"),
        ("", "\"\": found \"\", required a whole number from 1 on, in a partition such as 6^2,5,1"),
        (
            "99999999999^99999999999",
            "\"99999999999^99999999999\": found more than 2^64 cells, required at most 4194304",
        ),
    ] {
        assert_eq!(partition(text).unwrap_err(), error);
    }
    assert!(piece("Archbishop").unwrap_err().starts_with("found the piece \"Archbishop\", required Downright, Pawn"));
    assert!(
        piece("0:0").is_err() && piece("1:1,1:1*").is_err() && piece("1:1*,2:2*").is_err() && piece("1:1,1:1").is_err()
    );
    assert_eq!(piece("1:0,0:1,1:1").unwrap(), piece("king").unwrap());
    assert_eq!(piece("0:1*,1:0*").unwrap(), piece("Rook").unwrap());
}
