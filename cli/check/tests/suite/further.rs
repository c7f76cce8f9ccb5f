//! Chips and boards of Hex: what the command says of certificates. What it says of what is wrong is in `session/tests/suite/words.tsv`.

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::Fractions;
use writer::{Writer, write};

use crate::command::Folder;

/// A certificate of a further game with one slice.
fn certificate(number: u8, body: &[u8], bits: u8, form: Form, columns: &[&[u64]]) -> Vec<u8> {
    let statement = Statement::Further(number, body.to_vec());
    let head = Head { statement, never: None, bits, form, imports: Vec::new(), values: Fractions::default().into() };
    let mut slice = Writer::default();
    columns.iter().for_each(|column| slice.column(column));
    write(&head, &[slice.0])
}

/// A game in a file.
fn game(positions: &str) -> String {
    format!("{{\"bidding-game\": 2, \"positions\": [{positions}]}}")
}

/// Left may go to the win, and Right to the loss.
const ONE_MOVE: &str = r#"{"name": "start", "left": ["won"], "right": ["lost"]}, {"name": "won", "value": "1"}, {"name": "lost", "value": "0"}"#;

/// The table of this game with one chip, where the buyer moves: for each row chips that are needed, label, bid, guard.
fn chips(rows: [[u64; 4]; 4]) -> Vec<u8> {
    let columns: Vec<&[u64]> = rows.as_flattened().chunks(1).collect();
    let body = [&[0, 1, 1][..], &Digest::of(game(ONE_MOVE).as_bytes()).0].concat();
    certificate(6, &body, 0, Form::One, &columns)
}

/// The right one, worked out by hand.
const BY_HAND: [[u64; 4]; 4] = [[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 0, 1]];

#[test]
fn says_who_wins_with_chips_and_how() {
    let folder = Folder::new().with("x.cert", chips(BY_HAND)).with("x.json", game(ONE_MOVE));
    let at = |at: &str, held: &[&str]| folder.run(&[&["x.cert", "--graph", "x.json", "--at", at], held].concat());
    let (status, text, errors) = at("start", &["--holds", "1"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    let (verdict, answer) = text.split_once('\n').unwrap();
    assert!(verdict.starts_with("x.cert: verified: ") && verdict.contains("1 chip, the buyer"), "{verdict}");
    assert_eq!(
        answer,
        "\"start\"\n1 chip, the buyer moves; * is the star\n\
         Left wins with 1 or more, or with the star from 1* on\n\
         Right wins with 1 or more, or with the star from 1* on\n\
         Left with 1: wins by bidding 1\n  after buying for 1: \"won\"\n\
         Right with 0*: Left wins, whatever Right does\n"
    );
    let (_, text, _) = at("start", &["--holds", "1*"]);
    assert!(
        text.contains("Left with 1*: wins by bidding 0\n  after equal bids: use the star, buy for 0*: \"won\"\n"),
        "{text}"
    );
    let (_, text, _) = at("start", &["--holds", "0*"]);
    assert!(text.contains("Left with 0*: Right wins, whatever Left does\n"), "{text}");
    assert!(text.contains("Right with 1: wins by bidding 1\n"), "{text}");
    let (_, text, _) = at("lost", &[]);
    assert!(text.ends_with("the game is over: Right has won\n"), "{text}");
    assert_eq!(at("nowhere", &[]).0, 2);
}

#[test]
fn tells_of_a_board_of_hex() {
    let bytes = include_bytes!("../../../../certs/hex/3x3.cert");
    let (status, text, errors) = Folder::new().with("x.cert", bytes).run(&["x.cert", "--dump"]);
    let claim = "3x3 Hex: worth 1/2 = 2^-1 to Left; b2 is the best cell, pivotal with probability 41/128; so are the counts of all 9 free cells";
    assert!(status == 0 && errors.starts_with(&format!("x.cert: verified: {claim}")), "{errors}");
    assert_eq!(text.lines().nth(5), Some("4\tb2\t-\t169\t87\t41/128"), "{text}");
}
