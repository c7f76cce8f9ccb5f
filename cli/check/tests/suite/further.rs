//! Chips, boards of Hex, auctions that pay the bank, partitions: what the command says of certificates, and of what is wrong with them.

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::Fractions;
use checker::write::{Writer, write};

use crate::command::Folder;

/// A certificate of a further game with one slice.
fn certificate(number: u8, body: &[u8], bits: u8, form: Form, columns: &[&[u64]]) -> Vec<u8> {
    let statement = Statement::Further(number, body.to_vec());
    let head = Head { statement, never: None, bits, form, imports: Vec::new(), values: Fractions::default() };
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
fn says_against_which_bid_a_guard_fails() {
    let mut rows = BY_HAND;
    rows[1][3] = 0;
    let folder = Folder::new().with("x.cert", chips(rows)).with("x.json", game(ONE_MOVE));
    let (status, text, _) = folder.run(&["x.cert", "--graph", "x.json"]);
    let expected = "x.cert: rejected: white-guard: \"start\": stated the opponent's bid of 0 chips against 0*, required one against which no bid wins";
    assert!(status == 1 && text.starts_with(expected), "{text}");
}

#[test]
fn tells_of_a_board_of_hex() {
    let bytes = include_bytes!("../../../../certs/hex/3x3.cert");
    let (status, text, errors) = Folder::new().with("x.cert", bytes).run(&["x.cert", "--dump"]);
    let claim = "3x3 Hex: worth 1/2 = 2^-1 to Left; b2 is the best cell, pivotal with probability 41/128; so are the counts of all 9 free cells";
    assert!(status == 0 && errors.starts_with(&format!("x.cert: verified: {claim}")), "{errors}");
    assert_eq!(text.lines().nth(5), Some("4\tb2\t-\t169\t87\t41/128"), "{text}");
    // One filling more with Left's stone on b2: the sixth number, in one byte.
    let certificate = games::certificate(bytes).unwrap();
    let head = certificate.head.clone();
    let mut slice = certificate.slice(0).unwrap().to_vec();
    let place = (0..5).fold(0, |place, _| place + 1 + usize::from(slice[place]));
    assert_eq!(slice[place..place + 2], [1, 169]);
    slice[place + 1] += 1;
    let (status, text, _) = Folder::new().with("x.cert", write(&head, &[slice])).run(&["x.cert"]);
    let expected = "x.cert: rejected: count: b2: with Left's stone there, found another number of fillings that Left wins, required 169";
    assert!(status == 1 && text.starts_with(expected), "{text}");
}

/// Bounds without labels on one position, under poorman bidding where the winner decides who moves.
fn poorman(game: &str, bits: u8, [l, v]: [u64; 2]) -> Vec<u8> {
    let body = [&[1, 0, 1, 0, 0, 1][..], &Digest::of(game.as_bytes()).0].concat();
    certificate(7, &body, bits, Form::Narrow, &[&[l], &[v - l], &[0], &[], &[], &[0], &[], &[]])
}

#[test]
fn tells_of_auctions_that_pay_the_bank() {
    let half =
        r#"{"name":"P","left":["won"],"right":["half"]},{"name":"won","value":"1"},{"name":"half","value":"1/2"}"#;
    let half = game(half);
    let folder = Folder::new().with("x.cert", poorman(&half, 4, [10, 12])).with("x.json", &half);
    let (status, text, _) = folder.run(&["x.cert", "--graph", "x.json"]);
    let expected = "if the bank takes the winning bid, and the winner decides who moves: ";
    assert!(status == 0 && text.contains(expected), "{text}");
    let folder = folder.with("x.cert", poorman(&half, 4, [11, 12]));
    let (status, text, _) = folder.run(&["x.cert", "--graph", "x.json"]);
    let expected =
        "x.cert: rejected: white-forces: \"P\": stated 11/16, the mean of 1 and 1/2 is 2/3, required at most that";
    assert!(status == 1 && text.starts_with(expected), "{text}");
    let chance = r#"{"name":"P","chance":[{"to":"won","weight":"1"}]},{"name":"won","value":"1"}"#;
    let chance = game(chance);
    let folder = folder.with("x.cert", poorman(&chance, 4, [11, 12]));
    let (status, text, _) = folder.with("x.json", chance).run(&["x.cert", "--graph", "x.json"]);
    let expected =
        "x.cert: declined: game: \"P\": found a move of chance, required none, for the statement does not cover it";
    assert!(status == 2 && text.starts_with(expected), "{text}");
}

/// A king's steps: how many, and by how many rows and columns; no rides.
const KING: [u8; 8] = [3, 0, 1, 1, 0, 1, 1, 0];

#[test]
fn tells_of_partitions() {
    // One row of two cells: both kings move to the end and win.
    let one = num_bigint::BigUint::from(1_u8);
    let values = Fractions { denominator: one.clone() + &one, numerators: vec![one] };
    let statement = Statement::Further(12, [&KING[..], &KING, &[0, 1, 2, 1]].concat());
    let head = Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values };
    let race = write(&head, &[vec![0, 1, 1, 1, 1]]);
    let (status, text, _) = Folder::new().with("x.cert", race).run(&["x.cert", "--at", "0:0"]);
    assert!(status == 0 && text.contains("the corner is worth 1/2 to Left"), "{text}");
    assert!(text.contains("value: 1/2\n"), "{text}");
    // The values of all partitions of up to two, of which the row of two has another: it moves to the end.
    let end = certificate(9, &[&KING[..], &[1, 2]].concat(), 0, Form::One, &[]);
    let certificate = games::certificate(&end).unwrap();
    let classes = [0; 6];
    let mut slice = Writer(classes.to_vec());
    slice.column(&[0_u64, 0, 1]);
    slice.column(&[1_u64, 1, 1]);
    let bytes = write(&certificate.head, &[slice.0]);
    let (status, text, _) = Folder::new().with("x.cert", bytes).run(&["x.cert"]);
    assert!(status == 1 && text.starts_with("x.cert: rejected: mex: 2: stated 0, required 1"), "{text}");
}
