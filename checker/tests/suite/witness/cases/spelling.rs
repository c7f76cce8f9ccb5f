//! Bytes: what is wrong with magic, lengths and digests, and each kind of spelling that is not the canonical one.

use super::games::steps;
use super::{ALONE, Corpus, Expected, GAME, Sketch, With, parts, playing, respelt, sealed};
use crate::witness::naive::bytes::{About, column};
use crate::witness::support::{fen, stated_member};

/// The smallest certificate; its head is `0, | 6, 2, 2, 0, 2, 0, 1, | 0, 0, 0, 0, | 1, 2, | 1, 1, | 1, 15, …`.
const SMALLEST: &str = "good/2x2_Kk";

pub fn bad(c: &mut Corpus) {
    header(c);
    head(c);
    values(c);
    endgames(c);
    lists(c);
    slices(c);
}

fn header(c: &mut Corpus) {
    let file = c.bytes(SMALLEST);
    let mut add = |name: &str, bytes: Vec<u8>, why: &str| c.bad("header", name, bytes, ALONE, why);
    let flipped = |place: usize| {
        let mut bytes = file.clone();
        bytes[place] ^= 1;
        bytes
    };
    add("empty", vec![], "a file without bytes");
    add("magic", flipped(0), "the first letter of the magic is another one");
    add("end", file[..file.len() - 1].to_vec(), "the last byte is missing");
    add("rest", [&file[..], &[0]].concat(), "a byte follows the last slice");
    add("length", [&file[..10], &[255; 4], &file[14..]].concat(), "the head is said to be longer than the file");
    add("digest", flipped(64), "the SHA-256 of the head is another one");
    add("slice", flipped(110), "a label was changed, and the SHA-256 of the slice was not");
}

fn head(c: &mut Corpus) {
    let file = c.bytes(SMALLEST);
    let mut add = |name: &str, place: usize, old: &[u8], new: &[u8], why: &str| {
        c.bad("canonical", name, respelt(&file, place, old, new), ALONE, why);
    };
    add("number", 1, &[6], &[0x86, 0], "the length of the body, 6, in two bytes");
    add("number-inside", 1, &[6, 2, 2, 0, 2, 0, 1], &[7, 2, 2, 0, 0x82, 0, 0, 1], "the number of men, 2, in two bytes");
    add("endless", 1, &[6], &[0xff; 12], "a number that is longer than 10 bytes");
    add("body-rest", 1, &[6, 2, 2, 0, 2, 0, 1], &[7, 2, 2, 0, 2, 0, 1, 0], "a byte of the body follows the men");
    add("never", 8, &[0], &[2], "neither 0 nor 1 before what an endless play is worth");
    add("never-terms", 8, &[0], &[1, 2, 4], "2/4 is not in lowest terms");
    add("never-zero", 8, &[0], &[1, 0, 2], "0/2 is not in lowest terms");
    add("never-above-one", 8, &[0], &[1, 3, 2], "an endless play is worth 3/2");
    add("never-nothing", 8, &[0], &[1, 0, 0], "an endless play is worth 0/0");
    add("denominator", 12, &[1, 2, 1, 1], &[2, 2, 0, 2, 1, 0], "a denominator with a zero byte at its end");
    add("numerators", 12, &[1, 2, 1, 1], &[2, 0, 1, 3, 128, 0, 1], "numerators of two bytes each, in three bytes");
    add("no-numerator", 12, &[1, 2, 1, 1], &[1, 2, 0], "a denominator, and no numerator");
    add("no-denominator", 12, &[1, 2, 1, 1], &[0, 1, 1], "a numerator, and no denominator");
    add("board", 2, &[2, 2], &[1, 4], "a board of one file");
    add("pawn-rule", 4, &[0], &[1], "a rule for pawns where there are none");
    add("no-pawn-rule", 4, &[0], &[3], "a rule for pawns that is not defined");
    add("men", 6, &[0, 1], &[1, 0], "the kings in the wrong order");
    add("one-king", 6, &[0, 1], &[0, 2], "no black king");
    let (head, slices) = parts(&file);
    let rest = sealed(&[&head[..], &[0]].concat(), &slices);
    c.bad("canonical", "head-rest", rest, ALONE, "a byte of the head follows the last slice's digest");
    let wrong = respelt(&file, 17, &[15], &[0x8f, 0]);
    c.bad("canonical", "slice-length", wrong, ALONE, "the length of the slice, 15, in two bytes");
    // The numbers are true ones in both.
    let units = Sketch::new(GAME, 1, 0, &[], &[&[1, 1], &[1, 1], &[1, 1]]);
    c.bad("canonical", "combination", units.bytes(), playing("pass"), "units with the form of exact values");
    let fine = Sketch::new(GAME, 63, 2, &[], &[&[0, 0], &[1 << 63, 1 << 63], &[0], &[], &[]]);
    c.bad("canonical", "bits", fine.bytes(), playing("thirds"), "units of 2^-63");
}

fn values(c: &mut Corpus) {
    let steps = steps();
    let mut add = |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", name, bytes, playing("steps"), why);
    let double = steps.but(|s| {
        s.written.denominator *= 2_u8;
        s.written.numerators.iter_mut().for_each(|numerator| *numerator *= 2_u8);
    });
    add("lowest-terms", double, "2/8, 4/8, 6/8: the denominator and all numerators can be divided by 2");
    let order = steps.but(|s| {
        s.values(&["1/2", "1/4", "3/4"]);
        s.slices[0][0] = vec![0, 2, 1];
    });
    add("values-order", order, "1/2 comes before 1/4");
    add(
        "value-unused",
        steps.but(|s| s.values(&["1/4", "1/2", "3/4", "1"])),
        "1 is stated nowhere: the certificate would not be the only one",
    );
    add("value-above-one", steps.but(|s| s.values(&["1/4", "1/2", "5/4"])), "5/4 is above 1");
    let two = steps.but(|s| {
        s.written.form = 1;
        s.slices[0].insert(1, vec![1, 2, 0]);
    });
    add(
        "two-for-one",
        two,
        "both values are stated although all positions are sharp: the certificate would not be the only one",
    );
    let mut zero = Sketch::new(GAME, 0, 0, &["0", "1"], &[&[0, 1], &[1, 1], &[1, 1]]);
    (zero.written.denominator, zero.written.numerators[1]) = (2_u8.into(), 2_u8.into());
    c.bad("canonical", "zero", zero.bytes(), playing("nothing"), "0/2 and 2/2 are not in lowest terms");
    let mut units = Sketch::new(GAME, 4, 2, &["1/2"], &[&[4, 9], &[3, 3], &[0], &[], &[]]);
    c.bad("canonical", "values-of-units", units.bytes(), playing("thirds"), "a value where numbers are in units");
    units.values(&[]);
    units.written.never = Some((1, 2));
    units.slices[0][2..5].clone_from_slice(&[vec![1], vec![1], vec![0]]);
    let why = "a gap is listed where endless play has a worth, so that there is one value";
    c.bad("canonical", "gap-of-one-value", units.bytes(), playing("thirds"), why);
    let twice = Sketch::new(GAME, 0, 0, &["1/2", "1/2"], &[&[0, 1], &[1, 1], &[1, 1]]);
    c.bad("canonical", "value-twice", twice.bytes(), playing("pass"), "1/2 twice");
}

fn endgames(c: &mut Corpus) {
    let file = c.bytes("good/2x3_KNk");
    let all = With(&["good/2x3_Kk"], None);
    c.bad("canonical", "no-rule", respelt(&file, 8, &[5], &[6]), all, "a pawn, and no rule for pawns");
    let file = c.bytes("good/2x3_KPk");
    let all = With(&["good/2x3_KQk", "good/2x3_KRk", "good/2x3_KBk", "good/2x3_KNk", "good/2x3_Kk"], None);
    c.bad("canonical", "three-ranks", respelt(&file, 4, &[1], &[2]), all, "the double step needs four ranks");
}

/// A trivial list: every position has a lower value of 1 at most.
fn list(fens: &[&str], rule: u8) -> Sketch {
    let positions: Vec<_> = fens.iter().map(|text| fen(text, rule)).collect();
    let board = positions[0].0;
    let members = positions.iter().map(|(board, pos)| stated_member(*board, pos)).collect();
    let about = About::List([board.files as u8, board.ranks as u8, rule], 0, members);
    Sketch::new(about, 1, 3, &[], &[&vec![2; fens.len()]])
}

fn members(sketch: &mut Sketch) -> &mut Vec<(Vec<[u8; 2]>, u64)> {
    let About::List(_, _, members) = &mut sketch.written.about else { panic!("a list") };
    members
}

/// A position without a right and with one.
const RIGHT: [&str; 2] = ["1k/Pp/2/2/1K", "1k/Pp/2/2/1K a3"];

pub fn good(c: &mut Corpus) {
    let why = "a position without and with a right; its lower value is at most 1";
    c.good("list-trivial", list(&RIGHT, 2).bytes(), ALONE, why);
}

fn lists(c: &mut Corpus) {
    let control = list(&RIGHT, 2);
    let mut add = |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", name, bytes, ALONE, why);
    add(
        "members-order",
        control.but(|s| members(s).swap(0, 1)),
        "the position with the right comes before the one without",
    );
    let twice = list(&[RIGHT[0], RIGHT[0]], 2);
    add("member-twice", twice.bytes(), "a position twice");
    add("right", control.but(|s| members(s)[1].1 = 6), "a right to capture on b3, where no pawn has gone two squares");
    add(
        "right-attacked",
        list(&["1k/Pp/2/2/1K", "1k/P1/2/2/1K a3"], 2).but(|s| members(s).swap(0, 1)),
        "a right where no pawn attacks the passed square",
    );
    add("pieces-order", control.but(|s| members(s)[0].0.swap(0, 1)), "Black's king before White's");
    add("square-twice", control.but(|s| members(s)[0].0[2][1] = 7), "two pawns on one square");
    add("square", control.but(|s| members(s)[0].0[3][1] = 10), "a square that the board does not have");
    add("pawn-rank", control.but(|s| members(s)[0].0[2][1] = 0), "a pawn on the first rank");
    add("two-kings", control.but(|s| members(s)[0].0.insert(1, [0, 2])), "two white kings");
    add(
        "list-rule",
        list(&["k1/2/1K"], 0).but(|s| {
            let About::List(board, ..) = &mut s.written.about else { panic!("a list") };
            board[2] = 1;
        }),
        "a rule for pawns where there are none",
    );
    add(
        "root",
        control.but(|s| {
            let About::List(_, root, _) = &mut s.written.about else { panic!("a list") };
            *root = 2;
        }),
        "the claim is about a third of two positions",
    );
    add(
        "no-member",
        control.but(|s| {
            members(s).clear();
            s.slices.clear();
        }),
        "an empty list: the claim is about nothing",
    );
    let form = control.but(|s| {
        s.written.form = 2;
        s.slices = vec![vec![vec![0, 0], vec![2, 2], vec![0], vec![], vec![]]];
    });
    add("list-form", form, "the form of an enclosure for a list");
    let above = control.but(|s| s.slices[0][0] = vec![3, 3]);
    add("list-above-one", above, "u is 3 of 2 units");
    // Imports of lists.
    let kings = list(&["k1/2/1K"], 0);
    let with = |c: &Corpus, names: &[&str], bits: u8| {
        let digests: Vec<[u8; 32]> = names.iter().map(|name| c.digest(name)).collect();
        kings.but(|s| {
            s.written.imports = digests;
            s.written.imports.sort_unstable();
            if bits == 0 {
                (s.written.bits, s.slices[0][0][0]) = (0, 0);
                s.values(&["1"]);
            }
        })
    };
    let all = With(&["good/2x3_KNk", "good/2x3_Kk", "good/2x4_Kk", "good/2x3_Kk_k10", "good/list-trivial"], None);
    let unused = with(c, &["good/2x3_Kk", "good/2x3_KNk"], 1);
    c.bad("imports", "list-unused", unused, all, "a knight's endgame is imported, to which no move leads");
    let twice = with(c, &["good/2x3_Kk", "good/2x3_Kk"], 1);
    c.bad("canonical", "list-twice", twice, all, "an import twice");
    let same = with(c, &["good/2x3_Kk", "good/2x3_Kk_k10"], 1);
    c.bad("imports", "list-same", same, all, "two imports about the same endgame");
    let board = with(c, &["good/2x4_Kk"], 1);
    c.bad("imports", "list-board", board, all, "an import of another board");
    let exact = with(c, &["good/2x3_Kk_k10"], 0);
    c.bad("imports", "list-inexact", exact, all, "exact numbers over an enclosure");
    let other = with(c, &["good/list-trivial"], 1);
    c.bad("imports", "list-list", other, all, "the import is a list");
}

fn slices(c: &mut Corpus) {
    let steps = steps();
    let bytes = |columns: &[&[u8]]| steps.with_slices(vec![columns.concat()]);
    let (x, t) = (column(&[1, 2, 0]), column(&[2, 1, 1]));
    let mut add = |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", name, bytes, playing("steps"), why);
    add("slice-rest", bytes(&[&x, &t, &t, &[0]]), "a byte follows the last column");
    add("slice-end", bytes(&[&x, &t]), "a column is missing");
    add("column-9", bytes(&[&x, &t, &[9], &[1; 27]]), "a column with a width of 9");
    add("slice-column", bytes(&[&x, &t, &[2, 2, 1, 1, 0, 0, 0]]), "a column that is wider than it has to be");
    add("index", bytes(&[&column(&[1, 3, 0]), &t, &t]), "an index that no value has");
    add("label", bytes(&[&x, &t, &column(&[2, 0xffff_ffff, 1])]), "the label 2^32 − 1");
    let enclosure = |columns: [&[u64]; 5]| Sketch::new(GAME, 4, 2, &[], &columns).bytes();
    let mut add = |name: &str, columns: [&[u64]; 5], why: &str| {
        c.bad("canonical", name, enclosure(columns), playing("cycle"), why);
    };
    add("flag", [&[0, 0], &[0, 0], &[7], &[16, 16], &[0, 0]], "a flag of a third position, where there are two");
    add("no-gap", [&[0, 0], &[8, 8], &[3], &[0, 0], &[8, 8]], "listed positions whose u is equal to l′");
    add("above-one", [&[0, 0], &[0, 0], &[3], &[17, 17], &[0, 0]], "l′ and u′ are 17 of 16");
    add("upper-above-one", [&[0, 0], &[0, 0], &[3], &[16, 16], &[1, 0]], "listed: l′ is 1, and u′ is 17 of 16");
    add("width-above-one", [&[1, 0], &[16, 16], &[0], &[], &[]], "not listed: l is 1/16, and u′ is 17 of 16");
    let labels = |flags: u64, labels: [&[u64]; 2]| {
        let columns: [&[u64]; 8] = [&[0, 0], &[16, 16], &[0], &[], &[], &[flags], labels[0], labels[1]];
        Sketch::new(GAME, 4, 2, &[], &columns).bytes()
    };
    let mut add = |name: &str, bytes, why: &str| c.bad("canonical", name, bytes, playing("cycle"), why);
    add("label-flag", labels(4, [&[1], &[1]]), "a label of a third position is listed, where there are two");
    add("no-label", labels(1, [&[0], &[0]]), "labels are listed, and both are 0");
    add("listed-label", labels(1, [&[0xffff_ffff], &[0]]), "the label 2^32 − 1");
    let line = playing("cycle");
    let why = "a slice of one byte, where eight columns begin; of games no more bytes than that are asked";
    c.bad("canonical", "slice-of-nothing", Sketch::new(GAME, 4, 2, &[], &[&[0]]).bytes(), line, why);
    let mut empty = Sketch::new(GAME, 0, 0, &[], &[]);
    empty.slices = vec![vec![vec![], vec![], vec![]]];
    c.bad("coverage", "empty", empty.bytes(), playing("empty"), "a slice, where there are no positions");
    let mut import = steps.clone();
    import.written.imports = vec![c.digest(SMALLEST)];
    let with = With(&[SMALLEST], Some("steps"));
    c.bad("imports", "of-a-game", import.bytes(), with, "a certificate of a game with an import");
}

pub fn declined(c: &mut Corpus) {
    let file = c.bytes(SMALLEST);
    let version = |number: u8| [&file[..8], &[number, 0], &file[10..]].concat();
    c.declined("version-2", version(2), ALONE, "format version 2: solve again");
    c.declined("version-4", version(4), ALONE, "format version 4, which is not defined yet");
    c.declined("statement", respelt(&file, 0, &[0], &[100]), ALONE, "statement 100, which is not defined yet");
    c.declined("statement-13", respelt(&file, 0, &[0], &[13]), ALONE, "statement 13, which is unused");
    c.declined("form", respelt(&file, 10, &[0], &[8]), ALONE, "form 8, which is not defined yet");
    c.line("good/steps", ALONE, Expected::Declined, "no game is given");
    c.line(
        "good/thirds",
        playing("old"),
        Expected::Declined,
        "the game's file has another version, so that no game is given",
    );
}
