//! Auctions with chips: a table made by hand, and each way in which it can fail.

use std::sync::Arc;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::chips::NUMBER;
use checker::failure::{Failure, Spelling};
use checker::games::graph::Game;
use checker::limits::Limit;
use checker::numbers::Fractions;
use checker::report::chips::{self, Held};
use checker::report::words;
use checker::report::write::{Writer, write};
use checker::{Checker, Content};

/// One position, from which either player wins by a move.
const ONE_MOVE: &str = r#"{"bidding-game": 2, "positions": [
    {"name": "start", "left": ["won"], "right": ["lost"]},
    {"name": "won", "value": "1"},
    {"name": "lost", "value": "0"}
]}"#;

/// For White without the star and with it, then for Black: chips that are needed, label, bid, guard. With one chip in all. With the chip a player
/// bids it, and nobody can bid more. With the star as well nothing has to be bid: the star decides. With the star alone a player loses against a
/// bid of 1, and without anything against the star.
const BY_HAND: [[u64; 4]; 4] = [[1, 1, 1, 0], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 0, 1]];

fn game(text: &str) -> Arc<Game> {
    Arc::new(Game::read(text.as_bytes()).unwrap())
}

fn head(body: &[u8]) -> Head {
    let statement = Statement::Further(NUMBER, body.to_vec());
    Head { statement, bits: 0, form: Form::One, imports: Vec::new(), values: Fractions::default() }
}

fn slice(lines: &[[u64; 4]]) -> Vec<u8> {
    let mut writer = Writer::default();
    lines.as_flattened().iter().for_each(|&number| writer.column(&[number]));
    writer.0
}

fn check(head: &Head, slices: &[Vec<u8>], game: Option<&Arc<Game>>) -> Result<Arc<checker::Verified>, Failure> {
    Checker::new(1, |_| None).check(&write(head, slices), game)
}

/// The verdict on a table of the game with one move, with one chip, where the buyer moves.
fn judge(lines: &[[u64; 4]]) -> Result<(), Failure> {
    check(&head(&[0, 1, 1]), &[slice(lines)], Some(&game(ONE_MOVE))).map(|_| ())
}

#[test]
fn accepts_a_table_made_by_hand() {
    for rule in [0, 1] {
        let verified = check(&head(&[rule, 1, 1]), &[slice(&BY_HAND)], Some(&game(ONE_MOVE))).unwrap();
        let Content::Chips(chips) = verified.content() else { panic!("{:?}", verified.content()) };
        assert_eq!(chips.auction.chips, 1);
        assert_eq!(chips::drawn(chips), 0);
        assert!(words::claim(&verified).contains("1 chip, the buyer"), "{}", words::claim(&verified));
    }
}

#[test]
fn says_who_wins_and_how() {
    let verified = check(&head(&[0, 1, 1]), &[slice(&BY_HAND)], Some(&game(ONE_MOVE))).unwrap();
    let Content::Chips(chips) = verified.content() else { panic!("{:?}", verified.content()) };
    let entry = chips::at_text(&verified, chips, "start").unwrap();
    let answer = |held: &str| chips::text(chips, &entry, Held::read(held));
    assert_eq!(
        answer("1"),
        "start\n1 chip, the buyer moves; * is the star\n\
         Left wins with 1 or more, or with the star from 1* on\n\
         Right wins with 1 or more, or with the star from 1* on\n\
         Left with 1: wins by bidding 1\n  after buying for 1: won\n\
         Right with 0*: Left wins, whatever Right does\n"
    );
    assert!(
        answer("1*").contains("Left with 1*: wins by bidding 0\n  after equal bids: use the star, buy for 0*: won\n")
    );
    assert!(answer("0*").contains("Left with 0*: Right wins, whatever Left does\n"));
    assert!(answer("0*").contains("Right with 1: wins by bidding 1\n"));
    let over = chips::at_text(&verified, chips, "lost").unwrap();
    assert!(chips::text(chips, &over, None).ends_with("the game is over: Right has won\n"));
    assert!(chips::at_text(&verified, chips, "nowhere").is_err());
}

#[test]
fn refuses_each_wrong_number() {
    let names = ["white-wins", "white-guard", "black-wins", "black-guard"];
    let mut met = Vec::new();
    for row in 0..4 {
        for column in 0..4 {
            for new in 0..3 {
                let mut lines = BY_HAND;
                if lines[row][column] == new {
                    continue;
                }
                lines[row][column] = new;
                match judge(&lines) {
                    Err(Failure::Further(name, 0, _)) => met.push(name),
                    Err(Failure::Spelling(Some(0), ..)) => {}
                    // Greater labels are as good, and so are some bids.
                    Ok(()) => assert!(column > 0, "row {row}: needs {new}"),
                    other => panic!("{row} {column} {new}: {other:?}"),
                }
            }
        }
    }
    assert!(names.iter().all(|name| met.contains(name)), "{met:?}");
}

#[test]
fn names_the_condition_and_the_numbers() {
    let mut lines = BY_HAND;
    lines[0] = [0, 1, 0, 0];
    // Without a chip and without the star: 0 half units, and a bid of 0.
    assert_eq!(judge(&lines), Err(Failure::Further("white-wins", 0, vec![0, 0])));
    let mut lines = BY_HAND;
    lines[1][3] = 0;
    // With a chip less than 1*: one half unit. The guard 0 loses to the star.
    assert_eq!(judge(&lines), Err(Failure::Further("white-guard", 0, vec![1, 0])));
    let bytes = write(&head(&[0, 1, 1]), &[slice(&lines)]);
    let failure = judge(&lines).unwrap_err();
    assert_eq!(words::condition(&failure), Some("white-guard"));
    assert_eq!(
        words::explain(&bytes, Some(&game(ONE_MOVE)), &failure),
        "rejected: white-guard: \"start\": stated the opponent's bid of 0 chips against 0*, required one against which no bid wins"
    );
}

#[test]
fn refuses_what_is_not_used() {
    // Never, with a label or a bid; always, with a guard; more than never.
    for (row, line) in [(0, [2, 1, 0, 0]), (0, [2, 0, 1, 0]), (2, [0, 1, 0, 1])] {
        let mut lines = BY_HAND;
        lines[row] = line;
        assert!(matches!(judge(&lines), Err(Failure::Spelling(Some(0), _, Spelling::Unknown))), "{line:?}");
    }
    for line in [[3, 1, 0, 0], [1, 1 << 32, 0, 0]] {
        let mut lines = BY_HAND;
        lines[0] = line;
        assert!(matches!(judge(&lines), Err(Failure::Spelling(Some(0), _, Spelling::Large))), "{line:?}");
    }
    let mut long = slice(&BY_HAND);
    long.push(0);
    let verdict = check(&head(&[0, 1, 1]), &[long], Some(&game(ONE_MOVE)));
    assert!(matches!(verdict, Err(Failure::Spelling(Some(0), _, Spelling::Rest))));
    // Bids of any size, and no panic.
    for new in [1 << 40, u64::MAX] {
        for column in [2, 3] {
            let mut lines = BY_HAND;
            lines[0][column] = new;
            assert!(matches!(judge(&lines), Err(Failure::Further(..))), "{column}");
        }
    }
}

#[test]
fn refuses_other_bodies() {
    let game = game(ONE_MOVE);
    for body in
        [&[][..], &[2, 1, 1], &[0], &[0, 1], &[0, 1, 2], &[0, 1, 1, 0], &[0, 0x81, 0, 1], &[0, 1, 0, 2, 2, 0, 9]]
    {
        let verdict = check(&head(body), &[slice(&BY_HAND)], Some(&game));
        assert!(matches!(verdict, Err(Failure::Statement("auction"))), "{body:?}: {verdict:?}");
    }
    for wrong in [Head { bits: 1, ..head(&[0, 1, 1]) }, Head { form: Form::Two, ..head(&[0, 1, 1]) }] {
        assert!(matches!(check(&wrong, &[slice(&BY_HAND)], Some(&game)), Err(Failure::Statement("form"))));
    }
    let import = Head { imports: vec![Digest([0; 32])], ..head(&[0, 1, 1]) };
    assert!(matches!(check(&import, &[slice(&BY_HAND)], Some(&game)), Err(Failure::ImportCount(1, 0))));
    // An endgame imports the smaller ones under the same auction.
    let knk = head(&[0, 1, 0, 2, 3, 0, 3, 0, 1, 5]);
    assert!(matches!(check(&knk, &[], None), Err(Failure::ImportCount(0, 1))));
    assert!(matches!(check(&head(&[0, 1, 1]), &[], Some(&game)), Err(Failure::Coverage(0, 1))));
    assert!(matches!(check(&head(&[0, 1, 1]), &[Vec::new()], Some(&game)), Err(Failure::Coverage(0, 1))));
}

#[test]
fn declines_what_chips_do_not_have() {
    assert_eq!(check(&head(&[0, 1, 1]), &[], None).unwrap_err(), Failure::Game);
    let cases = [
        (r#"{"name": "won", "value": "1/2"}"#, r#""left": ["won"], "right": ["lost"]"#, 1),
        (r#"{"name": "won", "value": "1"}"#, r#""turn": "left", "left": ["won"]"#, 0),
        (r#"{"name": "won", "value": "1"}"#, r#""chance": [{"to": "won", "weight": "1"}]"#, 0),
    ];
    for (won, start, place) in cases {
        let text = format!(
            r#"{{"bidding-game": 2, "positions": [{{"name": "start", {start}}}, {won}, {{"name": "lost", "value": "0"}}]}}"#
        );
        let failure = check(&head(&[0, 1, 1]), &[slice(&BY_HAND)], Some(&game(&text))).unwrap_err();
        assert!(matches!(&failure, Failure::Uncovered(_, found) if *found == place), "{failure:?}");
        assert!(failure.is_declined());
    }
    // A value of 2/2 is 1.
    let whole = ONE_MOVE.replace(r#""1""#, r#""2/2""#);
    check(&head(&[0, 1, 1]), &[slice(&BY_HAND)], Some(&game(&whole))).unwrap();
}

/// At a limit and one past it.
#[test]
fn declines_beyond_its_limits() {
    let body = |chips: u64, inner: &[u8]| {
        let mut writer = Writer(vec![0]);
        writer.number(chips);
        writer.0.extend(inner);
        writer.0
    };
    let most = Limit::CHIPS.most;
    let game = game(ONE_MOVE);
    let lines = |half: u64| {
        let bid = most - half;
        [[half + 1, 1, bid, bid], [half, 1, half, half + 1], [half + 1, 1, bid, bid], [half, 1, half, half + 1]]
    };
    // With 2^40 chips: half of them, and one more or the star.
    let verdict = check(&head(&body(most, &[1])), &[slice(&lines(most / 2))], Some(&game));
    assert!(verdict.is_ok(), "{verdict:?}");
    let verdict = check(&head(&body(most + 1, &[1])), &[slice(&BY_HAND)], Some(&game));
    assert!(matches!(verdict, Err(Failure::Limit(much)) if much.limit == Limit::CHIPS));
    // King, queen and knight against king and pawn on 8x8: 2^30 / 2 lists.
    let verdict = check(&head(&body(1, &[0, 8, 8, 2, 4, 0, 1, 6, 11])), &[], None);
    assert!(matches!(verdict, Err(Failure::Limit(much)) if much.limit == Limit::CHIPS_POSITIONS), "{verdict:?}");
    let verdict = check(&head(&body(1, &[0, 8, 8, 0, 4, 0, 1, 2, 5])), &[], None);
    assert!(matches!(verdict, Err(Failure::ImportCount(0, 2))), "{verdict:?}");
}

/// Every byte of the body and of the slice, changed to every other: never a panic, and never other thresholds.
#[test]
fn no_changed_byte_panics_or_changes_a_threshold() {
    let (game, honest) = (game(ONE_MOVE), slice(&BY_HAND));
    let (mut rejected, mut accepted) = (0, 0);
    for place in 0..honest.len() {
        for byte in 0..=255 {
            let mut bytes = honest.clone();
            bytes[place] = byte;
            match check(&head(&[0, 1, 1]), &[bytes], Some(&game)) {
                Err(failure) => {
                    assert!(!failure.is_declined(), "{place} {byte}: {failure:?}");
                    rejected += 1;
                }
                Ok(verified) => {
                    let Content::Chips(chips) = verified.content() else { panic!("{:?}", verified.content()) };
                    let thresholds = chips.lines[0].map(|lines| lines.map(|line| line.threshold));
                    assert_eq!(thresholds, [[2, 3], [2, 3]], "{place} {byte}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(rejected > 4000 && accepted > 28, "{rejected} {accepted}");
    for place in 0..3 {
        for byte in 0..=255 {
            let mut body = [0, 1, 1];
            body[place] = byte;
            let verdict = check(&head(&body), std::slice::from_ref(&honest), Some(&game));
            assert!(!matches!(verdict, Err(Failure::Bug)), "{body:?}");
            assert_eq!(verdict.is_ok(), body[1..] == [1, 1] && body[0] < 2, "{body:?}");
        }
    }
}
