//! Form 7: settled places, of games that are worked out by hand and of endgames of 2x3.
//!
//! `r` and `s` are decided at once and worth 1/2, but their bounds are 0 and 1. `d` is drawn: White or Black would rather wait. Its gap is not stated.

use super::{ALONE, Corpus, GAME, Sketch, With, playing};
use crate::witness::naive::bytes;

/// No gap and no label is listed: `l`, `u′`, and the labels of settled places.
fn settled(bits: u8, l: &[u64], high: &[u64], labels: &[Option<u64>]) -> Sketch {
    let count = l.len();
    let width: Vec<u64> = high.iter().zip(l).map(|(high, l)| high - l).collect();
    let (none, mut flags) = (vec![0; count.div_ceil(8)], vec![0; count.div_ceil(8)]);
    for place in (0..count).filter(|place| labels[*place].is_some()) {
        flags[place / 8] |= 1 << (place % 8);
    }
    let labels: Vec<u64> = labels.iter().flatten().copied().collect();
    Sketch::new(GAME, bits, 7, &[], &[l, &width, &none, &[], &[], &none, &[], &[], &flags, &labels])
}

/// In units of 1/4 all bounds are 0 and 1.
fn open(labels: &[Option<u64>]) -> Sketch {
    settled(2, &vec![0; labels.len()], &vec![4; labels.len()], labels)
}

/// A good certificate in units, with settled places.
fn and_settled(c: &Corpus, name: &str, count: usize, labels: &[(usize, u64)]) -> Sketch {
    let mut written = bytes::read(&c.bytes(name)).unwrap_or_else(|verdict| panic!("{verdict:?}"));
    let mut flags = vec![0; count.div_ceil(8)];
    labels.iter().for_each(|(place, _)| flags[place / 8] |= 1 << (place % 8));
    let labels: Vec<u64> = labels.iter().map(|(_, label)| *label).collect();
    written.slices[0].extend([bytes::column(&flags), bytes::column(&labels)].concat());
    written.form = 7;
    Sketch { written, slices: vec![] }
}

/// The bytes of a certificate whose slices are spelled already.
fn spelled(sketch: &Sketch) -> Vec<u8> {
    bytes::write(&sketch.written)
}

const R: &str = r#"{"name": "r", "left": ["won"], "right": ["lost"]}"#;
const S: &str = r#"{"name": "s", "left": ["won"], "right": ["lost"]}"#;
/// Right need not move to 1/4: the lower value is 0, the upper one 1/4.
const D: &str = r#"{"name": "d", "left": ["d"], "right": ["d", "quarter"]}"#;
/// The mirror image: 3/4 and 1.
const E: &str = r#"{"name": "e", "left": ["e", "most"], "right": ["e"]}"#;

fn files(c: &mut Corpus) {
    let ends = [
        r#"{"name": "won", "value": "1"}"#,
        r#"{"name": "lost", "value": "0"}"#,
        r#"{"name": "quarter", "value": "1/4"}"#,
        r#"{"name": "half", "value": "1/2"}"#,
        r#"{"name": "most", "value": "3/4"}"#,
    ];
    let mut game = |name: &str, positions: &[&str]| c.game(name, &[positions, &ends].concat());
    let p = r#"{"name": "p", "left": ["r"], "right": ["p"]}"#;
    let q = r#"{"name": "q", "left": ["q"], "right": ["r"]}"#;
    game("repeat", &[p, q, R]);
    let chance = r#"{"name": "c", "chance": [{"to": "c", "weight": "1/2"}, {"to": "r", "weight": "1/2"}]}"#;
    game("spins", &[chance, R]);
    let chance = r#"{"name": "c", "chance": [{"to": "d", "weight": "1/2"}, {"to": "half", "weight": "1/2"}]}"#;
    game("gamble", &[chance, D]);
    let left = r#"{"name": "t", "turn": "left", "left": ["b", "lost"]}"#;
    game("turns-to-end", &[left, r#"{"name": "b", "turn": "right", "right": ["r", "won"]}"#, R]);
    let left = r#"{"name": "t", "turn": "left", "left": ["t", "r"]}"#;
    game("idle", &[left, r#"{"name": "b", "turn": "right", "right": ["b", "r"]}"#, R]);
    game("prefer", &[r#"{"name": "p", "left": ["won", "d"], "right": ["lost"]}"#, D]);
    game("level", &[r#"{"name": "p", "left": ["half", "d"], "right": ["lost"]}"#, D]);
    game("aside", &[r#"{"name": "p", "left": ["d"], "right": ["won"]}"#, D]);
    game("aside-mirrored", &[r#"{"name": "p", "left": ["lost"], "right": ["e"]}"#, E]);
    let p = r#"{"name": "p", "left": ["p"], "right": ["p", "r"]}"#;
    game("some", &[p, r#"{"name": "q", "left": ["q", "r"], "right": ["q"]}"#, R]);
    let x = r#"{"name": "x", "left": ["d"], "right": ["lost"]}"#;
    game("both-fail", &[p, x, R, D]);
    let p = r#"{"name": "p", "left": ["r", "s"], "right": ["p"]}"#;
    game("fork", &[p, R, S]);
    let twice = r#"{"name": "p", "left": ["third", "third"], "right": ["p"]}"#;
    game("twice", &[twice, r#"{"name": "third", "value": "1/3"}"#]);
}

pub fn good(c: &mut Corpus) {
    files(c);
    let mut add = |name: &str, game: &str, sketch: Sketch, why: &str| {
        c.good(&format!("sharp-{name}"), sketch.bytes(), playing(game), why);
    };
    let labels = open(&[Some(1), Some(1), Some(0)]);
    add(
        "repeat",
        "repeat",
        labels,
        "Black may stay at p, and White at q: that they are sharp takes labels; r is apart, and its label is 0",
    );
    let labels = open(&[Some(u64::from(u32::MAX) - 1), Some(7), Some(6)]);
    add("repeat-large", "repeat", labels, "any greater labels will do");
    let labels = settled(2, &[0, 0, 2], &[4, 4, 2], &[Some(0), Some(0), None]);
    add("repeat-equal", "repeat", labels, "r is known to be worth 1/2: so p and q are apart, and need no labels");
    add("repeat-one", "repeat", open(&[None, Some(1), Some(0)]), "nothing is said of p, which may be sharp");
    add("repeat-none", "repeat", open(&[None; 3]), "no place is settled: then it is an enclosure");
    add("spins", "spins", open(&[Some(1), Some(0)]), "where chance moves one option of smaller label is enough");
    add(
        "turns",
        "turns-to-end",
        open(&[Some(2), Some(1), Some(0)]),
        "a turn of left, then one of right: options that are worse count neither at the one nor at the other",
    );
    let prefer = settled(2, &[0, 0], &[4, 3], &[Some(0), None]);
    add(
        "prefer",
        "prefer",
        prefer,
        "d is not sharp, but u′ is 3/4 there: less than 1, the greatest l of white options, though not less than l at p",
    );
    add(
        "fork",
        "fork",
        open(&[Some(9), Some(8), Some(3)]),
        "the label is greater than those of both white options that may be the best",
    );
    let third = settled(2, &[0], &[4], &[Some(1)]);
    add(
        "twice",
        "twice",
        third,
        "1/3 is not known in units, but it is the end, and sharp with the label 0; an option that is listed twice is one",
    );
    let kings = and_settled(c, "good/2x3_Kk_k10", 8, &[(3, 0), (4, 0)]);
    c.good(
        "2x3_Kk_k10_settled",
        spelled(&kings),
        ALONE,
        "the two positions of the kings whose bounds are not equal are settled",
    );
    let over = ["good/2x3_Kk_k10_settled"];
    for (bits, why) in [
        ("k20", "positions of the import are known to be sharp where they are settled there"),
        ("k3", "the same in coarser units: what counts is what the import states, before it is rounded"),
    ] {
        c.good(&format!("2x3_KNk_{bits}_settled"), over_kings(c, bits), With(&over, None), why);
    }
}

/// The knight of 2x3, eight places of it settled, over the kings with settled places.
fn over_kings(c: &Corpus, bits: &str) -> Vec<u8> {
    let labels: Vec<(usize, u64)> = (12..20).map(|place| (place, 0)).collect();
    let mut knight = and_settled(c, &format!("good/2x3_KNk_{bits}"), 32, &labels);
    knight.written.imports = vec![c.digest("good/2x3_Kk_k10_settled")];
    spelled(&knight)
}

pub fn bad(c: &mut Corpus) {
    spelling(c);
    let mut add = |at: (&'static str, u32), name: &str, game: &str, sketch: Sketch, why: &str| {
        c.fails(at, name, sketch.bytes(), playing(game), why);
    };
    // Where options lead.
    let why = "u′ of r is not less than the greatest l, and r is not settled";
    add(("white-leaves", 0), "repeat", "repeat", open(&[Some(1), None, None]), why);
    add(
        ("black-leaves", 1),
        "repeat",
        "repeat",
        open(&[None, Some(1), None]),
        "l of r is not greater than the least u′, and r is not settled",
    );
    let why = "one option of chance is the end, and known to be sharp; the other, d, is not";
    add(("white-leaves", 0), "chance", "gamble", settled(2, &[0, 0], &[4, 3], &[Some(1), None]), why);
    let why = "u′ is 3/8 at d: less than l of p, 1/2, but not less than the greatest l of white options, 0, which is that of d itself";
    add(("white-leaves", 0), "own-l", "aside", settled(3, &[4, 0], &[6, 3], &[Some(0), None]), why);
    let why = "l is 5/8 at e: greater than u′ of p, 1/2, but not greater than the least u′ of black options, 1, which is that of e itself";
    add(("black-leaves", 0), "own-u", "aside-mirrored", settled(3, &[2, 5], &[4, 8], &[Some(0), None]), why);
    let why = "l of d is less than 1/2, the greatest l of white options, but u′ of d is not";
    add(("white-leaves", 0), "low", "level", open(&[Some(0), None]), why);
    let why = "u′ of d is equal to 1/2, the greatest l of white options, and not less";
    add(("white-leaves", 0), "level", "level", settled(2, &[0, 0], &[4, 2], &[Some(0), None]), why);
    // Labels.
    let why = "the label of p is 0, and that of its evidence, r, too";
    add(("sharp", 0), "repeat", "repeat", open(&[Some(0), Some(1), Some(0)]), why);
    add(
        ("sharp", 1),
        "repeat-black",
        "repeat",
        open(&[Some(6), Some(5), Some(5)]),
        "the label of q is 5, and that of its evidence, r, too",
    );
    add(("sharp", 0), "cycle", "cycle", open(&[Some(1), Some(1)]), "both can wait for ever: equal labels");
    add(
        ("sharp", 1),
        "cycle-falls",
        "cycle",
        open(&[Some(2), Some(1)]),
        "around a cycle labels cannot always decrease",
    );
    let why =
        "one black option of those with l < hi has a smaller label, not every one: right can stay, and p is not sharp";
    add(("sharp", 0), "some-black", "some", open(&[Some(1), None, Some(0)]), why);
    let why =
        "one white option of those with u′ > lo has a smaller label, not every one: left can stay, and q is not sharp";
    add(("sharp", 1), "some-white", "some", open(&[None, Some(1), Some(0)]), why);
    let why = "at left's turn one option has a smaller label, not every one: left can stay";
    add(("sharp", 0), "some-left", "idle", open(&[Some(1), None, Some(0)]), why);
    let why = "at right's turn one option has a smaller label, not every one: right can stay";
    add(("sharp", 1), "some-right", "idle", open(&[None, Some(1), Some(0)]), why);
    add(("sharp", 0), "spins", "spins", open(&[Some(0), Some(0)]), "no option of chance has a smaller label");
    let why = "the label is greater than that of r, but not than that of s, which may be the best option, too";
    add(("sharp", 0), "fork", "fork", open(&[Some(5), Some(2), Some(5)]), why);
    add(("sharp", 0), "twice", "twice", settled(2, &[0], &[4], &[Some(0)]), "the end has the label 0, and so has p");
    // What is tried first.
    let why = "p has no evidence, and an option of x leads to d: places are tried one after the other";
    add(("sharp", 0), "first", "both-fail", open(&[Some(1), Some(1), Some(0), None]), why);
    let why = "p has no evidence, but bounds are tried before, at all places: 3/4 cannot be forced at r";
    let raised = settled(2, &[0, 0, 3], &[4, 4, 4], &[Some(0), None, Some(0)]);
    add(("white-forces", 2), "settled", "repeat", raised, why);
    let knight = and_settled(c, "good/2x3_KNk_k20", 32, &(12..20).map(|place| (place, 0)).collect::<Vec<_>>());
    let why = "Black may capture the knight; the import has the same bounds, but settles no place";
    c.fails(("black-leaves", 15), "import", spelled(&knight), With(&["good/2x3_Kk_k10"], None), why);
}

/// What cannot be read, or may not be said.
fn spelling(c: &mut Corpus) {
    let mut add = |name: &str, game: &str, bytes: Vec<u8>, why: &str| {
        c.bad("canonical", &format!("settled-{name}"), bytes, playing(game), why);
    };
    let fine = open(&[Some(1), Some(1), Some(0)]);
    let equal = settled(2, &[0, 0, 2], &[4, 4, 2], &[Some(1), Some(1), Some(0)]);
    add("equal", "repeat", equal.bytes(), "r is settled, but l = u′ there");
    let columns: [&[u64]; 10] = [&[0, 0], &[0, 0], &[3], &[4, 4], &[0, 0], &[0], &[], &[], &[1], &[1]];
    let gap = Sketch::new(GAME, 2, 7, &[], &columns);
    add("gap", "cycle", gap.bytes(), "a gap is listed where the place is settled");
    add(
        "flags",
        "repeat",
        fine.but(|s| s.slices[0][8][0] = 15),
        "a flag is set for a fourth place, and there are three",
    );
    let flags = fine.but(|s| {
        s.slices[0][8][0] = 15;
        s.slices[0][9].push(0);
    });
    add("flags-label", "repeat", flags, "a flag is set for a fourth place, with a label, and there are three");
    add("flags-256", "repeat", fine.but(|s| s.slices[0][8][0] = 256 + 7), "flags are numbers below 256");
    let most = u64::from(u32::MAX);
    add("label", "repeat", fine.but(|s| s.slices[0][9][0] = most), "a label is 2^32 − 1");
    add("labels-missing", "repeat", fine.but(|s| s.slices[0].truncate(9)), "the column of labels is missing");
    add("missing", "repeat", fine.but(|s| s.slices[0].truncate(8)), "form 7 without its last columns");
    add("form-2", "repeat", fine.but(|s| s.written.form = 2), "the columns of form 7 in form 2");
    add("never", "repeat", fine.but(|s| s.written.never = Some((1, 2))), "form 7, and an endless play is worth 1/2");
    add("bits-0", "repeat", fine.but(|s| s.written.bits = 0), "form 7 without units");
    let list = {
        let mut list = fine.clone();
        list.written.about = bytes::About::List([2, 2, 0], 0, vec![(vec![[0, 0], [1, 3]], 0)]);
        list.but(|s| s.slices = vec![])
    };
    c.bad("canonical", "settled-list", list, ALONE, "form 7 of a list");
}
