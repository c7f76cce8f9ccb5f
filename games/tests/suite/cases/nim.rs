//! Nim, statement 13. The numbers are worked out by hand. The bytes are written here, from the format alone.

use super::further::{Further, columns};
use crate::witness::cases::{ALONE, Corpus, With};

const HALF: &[(u8, u64)] = &[(1, 1)];

/// Heaps of less than 128 objects, and the labels of all positions, White's and Black's; each position is worth 1/2.
fn nim(play: u8, heaps: &[u8], [white, black]: [&[u64]; 2]) -> Further {
    let body = [&[play, u8::try_from(heaps.len()).unwrap()], heaps].concat();
    let values = vec![0; white.len()];
    Further::new(13, &body, columns(&[&values, white, black])).with(0, 0, HALF)
}

/// Heaps with the same labels for White and Black.
fn labelled(play: u8, heaps: &[u8], labels: &[u64]) -> Further {
    nim(play, heaps, [labels; 2])
}

/// In the order of positions: 1, 1+1, 2, 2+1.
const LABELS: &[u64] = &[1, 2, 1, 2];

pub fn good(c: &mut Corpus) {
    let mut add = |name: &str, further: Further, why| c.good(&format!("nim-{name}"), further.bytes(), ALONE, why);
    add("1", labelled(0, &[1], &[1]), "one object: whoever moves takes it and has won");
    add("1-misere", labelled(1, &[1], &[1]), "the same in misère play: whoever moves has lost");
    add("2", labelled(0, &[2], &[1, 1]), "one heap is taken whole");
    add("2-misere", labelled(1, &[2], &[1, 2]), "in misère play one object is left, and then taken");
    add("1+1", labelled(0, &[1, 1], &[1, 2]), "the example of the chapter");
    add("2+1", labelled(0, &[2, 1], LABELS), "the positions are 1, 1+1, 2, 2+1; labels count heaps");
    let why = "2+2 in misère play: the positions are 1, 1+1, 2, 2+1, 2+2, and the last one takes a move more than it has heaps";
    add("2+2-misere", labelled(1, &[2, 2], &[1, 2, 2, 2, 3]), why);
}

pub fn bad(c: &mut Corpus) {
    let good = labelled(0, &[2, 1], LABELS);
    let imported = good.clone().importing(c, &["good/2x2_Kk"]).bytes();
    let some = With(&["good/2x2_Kk"], None);
    c.bad("imports", "nim-some", imported, some, "an import, where there are none");
    c.bad("coverage", "nim-none", good.but(|c| c.slices.clear()), ALONE, "no slice");
    c.bad("coverage", "nim-slices", good.but(|c| c.slices.push(vec![])), ALONE, "a second slice");
    c.bad("coverage", "nim-short", good.but(|c| c.slices[0].truncate(3)), ALONE, "fewer bytes than positions");
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("nim-{name}"), further.bytes(), ALONE, why);
    };
    // Of one number, black-holds asks what white-forces has asked before.
    let one = labelled(0, &[1], &[1]);
    fails(("white-holds", 0), "less", one.clone().with(0, 0, &[(1, 2)]), "1/4, where half of 1 + 0 is required");
    fails(("white-forces", 0), "more", one.with(0, 0, &[(3, 2)]), "3/4, where half of 1 + 0 is required");
    let why = "the heap of 2 is worth 1 where half of 1 + 0 is required: right only if it were Left's turn";
    let won = Further::new(13, &[0, 1, 2], columns(&[&[0, 1], &[1, 1], &[1, 1]])).with(0, 0, &[(1, 1), (1, 0)]);
    fails(("white-forces", 1), "won", won, why);
    let why = "T is 1 at 2+1, where every option has the label 1 or more";
    fails(("white-forces", 3), "label", nim(0, &[2, 1], [&[1, 2, 1, 1], LABELS]), why);
    let why = "T′ is 1 at 2+1, where every option has the label 1 or more";
    fails(("black-forces", 3), "label", nim(0, &[2, 1], [LABELS, &[1, 2, 1, 1]]), why);
    let why = "T is 3 at 2+1, one more than required";
    fails(("white-label", 3), "3", nim(0, &[2, 1], [&[1, 2, 1, 3], LABELS]), why);
    let why = "T′ is 2 at the heap of 2, one more than required";
    fails(("black-label", 2), "2", nim(0, &[2, 1], [LABELS, &[1, 2, 2, 2]]), why);
    let why = "right only in normal play: in misère play nobody takes both";
    fails(("white-forces", 1), "misere", labelled(1, &[2], &[1, 1]), why);
    let why = "right only in misère play, or if one object were taken at a time";
    fails(("white-label", 1), "normal", labelled(0, &[2], &[1, 2]), why);
    let why = "right only if objects could be taken from both heaps at once";
    fails(("white-forces", 1), "both", labelled(0, &[1, 1], &[1, 1]), why);
    let why = "right only if lists of fewer heaps came first: 1, 2, 1+1, 2+1";
    fails(("white-forces", 1), "order", labelled(0, &[2, 1], &[1, 1, 2, 2]), why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("nim-{name}"), bytes, ALONE, why);
    add("play", good.but(|c| c.body[0] = 2), "a play that there is not");
    add("heaps", good.but(|c| c.body = vec![0, 2, 1, 2]), "a heap that is greater than the one before it");
    add("zero", good.but(|c| c.body = vec![0, 3, 2, 1, 0]), "a heap of no objects");
    add("nothing", good.but(|c| c.body = vec![0, 0]), "no heap");
    add("list", good.but(|c| c.body = vec![0, 3, 2, 1]), "a list that says more heaps than there are");
    add("long", good.but(|c| c.body = vec![0, 2, 0x82, 0, 1]), "a heap in more bytes than it needs");
    add("body", good.but(|c| c.body.push(1)), "the body goes on");
    add("rest", good.but(|c| c.slices[0].push(0)), "the slice goes on");
    let why = "the labels of one position are missing: 1+1 is not left out because 2 is there";
    add("missing", labelled(0, &[2, 1], &[1, 1, 2]).bytes(), why);
    add("form", good.but(|c| c.form = 1), "the form of two values");
    add("bits", good.but(|c| c.bits = 4), "numbers in units");
    add("value", good.but(|c| c.values.push((3, 2))), "a value that no position has");
}
