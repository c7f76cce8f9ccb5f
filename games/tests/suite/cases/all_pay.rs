//! All-pay auctions, statement 16. The numbers are worked out by hand. The bytes are written here, from the format alone.

use super::further::{Further, columns};
use crate::witness::cases::{ANY, Corpus, With, playing};

/// Left needs one more move, Right needs two; and games with turns and chance, and one that may go on.
pub fn games(c: &mut Corpus) {
    let (won, lost) = (r#"{"name": "won", "value": "1"}"#, r#"{"name": "lost", "value": "0"}"#);
    let even = r#"{"name": "even", "left": ["won"], "right": ["lost"]}"#;
    c.game("all-pay", &[even, r#"{"name": "ahead", "left": ["won"], "right": ["even"]}"#, won, lost]);
    let turn = r#"{"name": "turn", "turn": "right", "right": ["even", "won"]}"#;
    let toss = r#"{"name": "toss", "chance": [{"to": "even", "weight": "1/4"}, {"to": "third", "weight": "3/4"}]}"#;
    c.game("all-pay-turns", &[even, turn, toss, won, lost, r#"{"name": "third", "value": "1/3"}"#]);
    c.game(
        "all-pay-loop",
        &[
            r#"{"name": "a", "left": ["won"], "right": ["b"]}"#,
            r#"{"name": "b", "left": ["a"], "right": ["lost"]}"#,
            won,
            lost,
        ],
    );
}

/// Ties, chips of Left and of Right, bits, weight; and six columns.
fn all_pay(start: [u8; 5], all: &[&[u64]; 6]) -> Further {
    Further::new(16, &[&start[..], &ANY].concat(), columns(all))
}

const LOWER: &[u64] = &[4, 0, 8, 4, 6, 4, 8, 7];
const NONE: &[u64] = &[0; 8];
const WHITE: &[u64] = &[1, 1, 2, 2, 1, 1, 1, 3];
const BLACK: &[u64] = &[1, 2, 1, 2, 1, 1, 1, 3];

/// The game `all-pay` with a chip each, in eighths; weights are halves.
fn hand() -> Further {
    all_pay([0, 1, 1, 3, 1], &[LOWER, NONE, WHITE, BLACK, &[1], &[1]])
}

/// The same with one of the columns changed.
fn with(place: usize, column: &[u64]) -> Further {
    let mut all: [&[u64]; 6] = [LOWER, NONE, WHITE, BLACK, &[1], &[1]];
    all[place] = column;
    all_pay([0, 1, 1, 3, 1], &all)
}

const GAME: With = With(&[], Some("all-pay"));

pub fn good(c: &mut Corpus) {
    let why = "ahead, with a chip each: both bid it half of the time, and the value is 7/8";
    c.good("all-pay", hand().bytes(), GAME, why);
    let why = "the same with wider bounds: the upper one of the last state is 1";
    c.good("all-pay-wide", with(1, &[0, 0, 0, 0, 0, 0, 0, 1]).bytes(), GAME, why);
    let left: [&[u64]; 6] =
        [&[2, 0, 2, 2, 2, 2, 2, 2], NONE, &[1, 1, 1, 2, 1, 1, 1, 1], &[1, 2, 1, 1, 1, 1, 1, 1], &[], &[]];
    c.good(
        "all-pay-left",
        all_pay([1, 1, 1, 1, 0], &left).bytes(),
        GAME,
        "ties are Left's: whoever can match a bid need not mix",
    );
    let right: [&[u64]; 6] =
        [&[0, 0, 2, 0, 0, 0, 2, 1], NONE, &[1, 1, 2, 1, 1, 1, 2, 3], &[1, 1, 1, 2, 1, 1, 1, 3], &[1], &[1]];
    let why = "ties are Right's: ahead, with a chip each, Left wins only with another bid than Right's";
    c.good("all-pay-right", all_pay([2, 1, 1, 1, 1], &right).bytes(), GAME, why);
    // even, turn, toss without chips: 1/2, min(1/2, 1), and 1/8 + 1/4.
    let turns: [&[u64]; 6] = [&[4, 4, 2], &[0, 0, 2], &[1, 0, 0], &[1, 0, 0], &[], &[]];
    let why = "turns and chance: 3/8 lies between 2/8 and 4/8, and no closer bounds follow from a third in eighths";
    c.good("all-pay-turns", all_pay([0, 0, 0, 3, 0], &turns).bytes(), playing("all-pay-turns"), why);
}

pub fn bad(c: &mut Corpus) {
    let good = hand();
    c.bad(
        "imports",
        "all-pay-some",
        good.clone().importing(c, &["good/2x2_Kk"]).bytes(),
        With(&["good/2x2_Kk"], Some("all-pay")),
        "an import, where there are none",
    );
    c.bad("coverage", "all-pay-none", good.but(|c| c.slices.clear()), GAME, "no slice");
    c.declined(
        "all-pay-chips",
        good.but(|c| c.body[1] = 64),
        GAME,
        "64 chips: the bids of a mix are bits of a number below 2^64",
    );
    c.declined("all-pay-loop", good.bytes(), playing("all-pay-loop"), "the game may go on: both bid nothing for ever");
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("all-pay-{name}"), further.bytes(), GAME, why);
    };
    fails(("white-mix", 7), "more", with(0, &[4, 0, 8, 4, 6, 4, 8, 8]), "1, where the mix of halves gives 7/8");
    let why = "Left bids nothing for sure: against nothing that is 3/4";
    fails(
        ("white-mix", 7),
        "pure",
        all_pay([0, 1, 1, 3, 1], &[LOWER, NONE, &[1, 1, 2, 2, 1, 1, 1, 1], BLACK, &[], &[1]]),
        why,
    );
    fails(
        ("black-mix", 7),
        "less",
        with(0, &[4, 0, 8, 4, 6, 4, 8, 6]),
        "6/8, where the mix of halves holds Left to 7/8",
    );
    let why = "Right does not bid the only chip, and the coin decides";
    fails(("black-mix", 1), "idle", with(3, &[1, 1, 1, 2, 1, 1, 1, 3]), why);
    fails(("white-mix", 0), "right", hand_with_ties(2), "right only if a coin decides ties: Right does");
    fails(("black-mix", 0), "left", hand_with_ties(1), "right only if a coin decides ties: Left does");
    turns(c);
    spelt(c, &good);
}

/// What fails where it is somebody's turn, or where chance moves.
fn turns(c: &mut Corpus) {
    let turns: [&[u64]; 6] = [&[4, 4, 2], &[0, 0, 1], &[1, 0, 0], &[1, 0, 0], &[], &[]];
    let why = "a third is rounded up: 3/8 are less than (4/8 + 3 · 3/8)/4";
    c.fails(
        ("black-mix", 2),
        "all-pay-chance",
        all_pay([0, 0, 0, 3, 0], &turns).bytes(),
        playing("all-pay-turns"),
        why,
    );
    let turns: [&[u64]; 6] = [&[4, 5, 2], &[0, 0, 2], &[1, 0, 0], &[1, 0, 0], &[], &[]];
    let why = "it is Right's turn, who goes to 1/2";
    c.fails(("white-mix", 1), "all-pay-turn", all_pay([0, 0, 0, 3, 0], &turns).bytes(), playing("all-pay-turns"), why);
    let turns: [&[u64]; 6] = [&[4, 4, 2], &[0, 0, 2], &[1, 1, 0], &[1, 0, 0], &[], &[]];
    let nobody = all_pay([0, 0, 0, 3, 0], &turns).bytes();
    c.bad("canonical", "all-pay-nobody", nobody, playing("all-pay-turns"), "a bid where it is Right's turn");
}

/// What is spelt otherwise.
fn spelt(c: &mut Corpus, good: &Further) {
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("all-pay-{name}"), bytes, GAME, why);
    add("ties", good.but(|c| c.body[0] = 3), "an owner of ties that there is not");
    add("units", good.but(|c| c.body[3] = 0), "bounds in units of 1");
    add("weight", good.but(|c| c.body[4] = 63), "weights in units of 2^-63");
    add("body", good.but(|c| c.body.push(0)), "the body goes on");
    add("head", good.but(|c| c.bits = 3), "units in the head");
    add("above", with(1, &[0, 0, 1, 0, 0, 0, 0, 0]).bytes(), "an upper bound above 1");
    add("poor", with(2, &[3, 1, 2, 2, 1, 1, 1, 3]).bytes(), "Left may bid a chip without having one");
    add("nothing", with(2, &[0, 1, 2, 2, 1, 1, 1, 3]).bytes(), "Left has no bid where both bid");
    add("zero", with(4, &[0]).bytes(), "a bid with the weight 0");
    add("full", with(5, &[2]).bytes(), "a bid with all the weight, and nothing for the last one");
}

fn hand_with_ties(ties: u8) -> Further {
    all_pay([ties, 1, 1, 3, 1], &[LOWER, NONE, WHITE, BLACK, &[1], &[1]])
}
