//! Lists of positions: bounds that a plan proves.

use std::collections::BTreeMap;

use super::{ALONE, Corpus, Sketch, With};
use crate::witness::naive::Place;
use crate::witness::naive::bytes::About;
use crate::witness::naive::chess::{Board, World};
use crate::witness::support::{family, fen, men, plan, reached, stated_member};
use checker::certificate::Form;
use checker::theorem::Side;

/// The forms of lists by number.
const HOLDS_WHITE: u8 = 3;
const HOLDS_BLACK: u8 = 4;
const FORCES_WHITE: u8 = 5;
const FORCES_BLACK: u8 = 6;

/// Numbers of a list: indices of these values, or units of 2^-k.
enum Numbers<'a> {
    Values(&'a [&'a str]),
    Units(u8),
}
use Numbers::{Units, Values};

/// A list of these positions, given as FEN with the passed square, in their order.
fn list(
    c: &Corpus,
    rule: u8,
    fens: &[&str],
    form: u8,
    imports: &[&str],
    numbers: Numbers,
    columns: &[&[u64]],
) -> Sketch {
    let (bits, values) = match numbers {
        Values(values) => (0, values),
        Units(bits) => (bits, &[][..]),
    };
    let positions: Vec<_> = fens.iter().map(|text| fen(text, rule)).collect();
    let board = positions[0].0;
    let members = positions.iter().map(|(board, pos)| stated_member(*board, pos)).collect();
    let about = About::List([board.files as u8, board.ranks as u8, rule], 0, members);
    let mut sketch = Sketch::new(about, bits, form, values, columns);
    sketch.written.imports = imports.iter().map(|name| c.digest(name)).collect();
    sketch.written.imports.sort_unstable();
    sketch
}

/// Black's king is attacked wherever it steps, and could only be saved by a capture en passant.
const PASSED: [&str; 4] = ["K1R/Pp1/1R1/3/1k1", "K1R/Pp1/1R1/3/2k a3", "K1R/Pp1/1R1/1k1/3", "K1R/Pp1/1R1/2k/3"];
/// The placements of [`PASSED`] without the right.
const NOT_PASSED: [&str; 4] = ["K1R/Pp1/1R1/3/1k1", "K1R/Pp1/1R1/3/2k", "K1R/Pp1/1R1/1k1/3", "K1R/Pp1/1R1/2k/3"];
/// The placements of [`NOT_PASSED`] with the colours exchanged and the board turned upside down.
const MIRRORED: [&str; 4] = ["3/1K1/1r1/pP1/k1r", "3/2K/1r1/pP1/k1r", "1K1/3/1r1/pP1/k1r", "2K/3/1r1/pP1/k1r"];
/// White's king walks to where its pawn can be promoted.
const PROMOTION: [&str; 3] = ["2/PK/1k", "K1/P1/1k", "1K/P1/1k"];
/// Black has no move.
const BLOCKED: [&str; 2] = ["K1/2/pp/kb", "1K/2/pp/kb"];

/// White's pawn may go two squares, past Black's pawn: from the third of these to the fourth. Black's king is attacked wherever it steps.
const PASSING: [&str; 6] = [
    "K2/Pp1/1R1/3/Nk1",
    "K2/Pp1/3/3/NRk",
    "K2/1p1/1R1/P2/N1k",
    "K2/Pp1/1R1/3/N1k a3",
    "K2/Pp1/1R1/1k1/N2",
    "K2/Pp1/1R1/2k/N2",
];
/// Each king is shut up behind pawns, and only Black's can step to where it is attacked.
const SHUT_UP: [&str; 6] =
    ["2/pk/Pp/1P/K1", "k1/p1/Pp/1P/K1", "1k/p1/Pp/1P/K1", "2/pk/Pp/1P/1K", "k1/p1/Pp/1P/1K", "1k/p1/Pp/1P/1K"];

fn forces(c: &Corpus, fens: &[&str], form: u8, values: &[&str], columns: &[&[u64]]) -> Sketch {
    list(c, 2, fens, form, &[], Values(values), columns)
}

fn pair(c: &Corpus, values: &[&str], columns: &[&[u64]]) -> Sketch {
    list(c, 1, &BLOCKED, FORCES_WHITE, &[], Values(values), columns)
}

fn promotion(c: &Corpus, values: &[&str], numbers: &[u64]) -> Sketch {
    list(c, 1, &PROMOTION, HOLDS_WHITE, &["good/2x3_Kk"], Values(values), &[numbers])
}

/// One member on 2x3 with the imports of a knight and of bare kings.
fn knight(c: &Corpus, rule: u8, fen: &str, value: &str) -> Sketch {
    list(c, rule, &[fen], FORCES_WHITE, &["good/2x3_KNk"], Values(&[value]), &[&[0], &[1]])
}

/// One position of a knight's endgame, which is itself imported: both players reach 1/2 there, and nothing else. With this label.
fn waits(c: &Corpus, label: u64) -> Sketch {
    let imports = ["good/2x3_KNk", "good/2x3_Kk"];
    list(c, 0, &["k1/N1/K1"], FORCES_WHITE, &imports, Values(&["1/2"]), &[&[0], &[label]])
}

const KNIGHT: With = With(&["good/2x3_KNk", "good/2x3_Kk"], None);
const KINGS: With = With(&["good/2x3_Kk"], None);

/// In check a king would have to capture the rook.
fn check(c: &Corpus, value: &str) -> Sketch {
    list(c, 0, &["k2/R1K/3"], FORCES_WHITE, &["good/3x3_Kk"], Values(&[value]), &[&[0], &[1]])
}

const SQUARE: With = With(&["good/3x3_Kk"], None);

/// So many placements of bare kings on 9x8, in order.
fn long(count: usize) -> Sketch {
    let squares = (0..72_u8).flat_map(|white| (0..72).map(move |black| (white, black)));
    let members = squares.filter(|(white, black)| white != black).take(count);
    let members = members.map(|(white, black)| (vec![[0, white], [1, black]], 0)).collect();
    let mut sketch = Sketch::new(About::List([9, 8, 0], 0, members), 1, HOLDS_WHITE, &[], &[]);
    sketch.slices = vec![vec![vec![2; 4096]], vec![vec![2; count - 4096]]];
    sketch
}

/// The first six positions that are reached from one, with the best numbers that the list proves.
fn reached_six(c: &mut Corpus) {
    let (board, root) = fen("k1/2/KN", 0);
    let members = reached(board, &root, 6);
    let places = family(Board::new(2, 3, 0), "Kk").remove(&men("Kk")).unwrap().places;
    let imports: BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)> =
        BTreeMap::from([(men("Kk"), (c.bytes("good/2x3_Kk"), places))]);
    for (text, form) in [
        ("holds-white", Form::Holds(Side::White)),
        ("holds-black", Form::Holds(Side::Black)),
        ("forces-white", Form::Forces(Side::White)),
        ("forces-black", Form::Forces(Side::Black)),
    ] {
        let holds = matches!(form, Form::Holds(_));
        for (name, bits, labels, why) in [
            ("", 0, true, "the best exact numbers that a list of six positions proves"),
            ("_k10", 10, true, "bounds in units of 1/1024 that a list of six positions proves"),
            (
                "_k5_strict",
                5,
                false,
                "bounds in units of 1/32 that a list of six positions proves strictly: all labels are 0",
            ),
        ] {
            if bits == if holds { 5 } else { 10 } {
                continue;
            }
            let draft = plan(board, &members, form, bits, labels, &imports).unwrap();
            c.good(&format!("list-{text}{name}"), Sketch::of(&draft).bytes(), KINGS, why);
        }
    }
}

pub fn good(c: &mut Corpus) {
    reached_six(c);
    let right = forces(c, &PASSED, FORCES_WHITE, &["1/2"], &[&[0; 4], &[1; 4]]);
    c.good("list-right", right.bytes(), ALONE, "with the right Black captures en passant, out of the list: 1/2");
    let right = forces(c, &NOT_PASSED, FORCES_WHITE, &["1/2", "3/4"], &[&[0, 1, 0, 0], &[1; 4]]);
    c.good(
        "list-no-right",
        right.bytes(),
        ALONE,
        "the placements of list-right without the right: the king is attacked wherever it steps, 3/4",
    );
    let mirrored = forces(c, &MIRRORED, FORCES_BLACK, &["1/4", "1/2"], &[&[1, 1, 1, 0], &[1; 4]]);
    c.good("list-mirrored", mirrored.bytes(), ALONE, "the mirror image of list-no-right: 1/4");
    let units = list(c, 2, &NOT_PASSED, FORCES_WHITE, &[], Units(2), &[&[2, 3, 2, 2], &[1; 4]]);
    c.good("list-labels_k2", units.bytes(), ALONE, "in units of 1/4, equal to the means, with labels");
    let units = list(c, 2, &NOT_PASSED, FORCES_WHITE, &[], Units(2), &[&[1, 2, 1, 1], &[0; 4]]);
    c.good("list-strict_k2", units.bytes(), ALONE, "in units of 1/4, strictly below the means, without labels");
    let units = list(c, 2, &NOT_PASSED, FORCES_WHITE, &[], Units(2), &[&[2, 2, 1, 1], &[7, 0, 0, 5]]);
    c.good(
        "list-mixed_k2",
        units.bytes(),
        ALONE,
        "some strictly, some with labels; any label will do that makes the condition true",
    );
    let passing =
        forces(c, &PASSING, FORCES_WHITE, &["1/8", "1/4", "1/2"], &[&[2, 2, 0, 1, 2, 2], &[1, 1, 3, 2, 1, 1]]);
    c.good(
        "list-new-right",
        passing.bytes(),
        ALONE,
        "a double step past a pawn gives it the right to capture en passant: 1/8",
    );
    let mut walk = promotion(c, &["1/2", "5/8", "3/4"], &[0, 1, 2]);
    let About::List(_, root, _) = &mut walk.written.about else { panic!("a list") };
    *root = 2;
    c.good(
        "list-promotion",
        walk.bytes(),
        KINGS,
        "the pawn may be promoted out of the list; the claim is about the last position",
    );
    let blocked = list(c, 1, &["K1/1N/pp/kb"], FORCES_WHITE, &[], Values(&["1"]), &[&[0], &[1]]);
    c.good(
        "list-pass",
        blocked.bytes(),
        ALONE,
        "Black has no move and passes, so White can wait to capture the king: 1",
    );
    let under = knight(c, 1, "1K/P1/1k", "3/8");
    c.good("list-knight", under.bytes(), KNIGHT, "promoted to a knight: half of the 3/4 that the import states");
    let labels = waits(c, 1);
    let why = "the label 1 is enough: the evidence is a position of the import, which counts as 0 whatever its label there is";
    c.good("list-import-label", labels.bytes(), KNIGHT, why);
    let mut never = waits(c, 0);
    never.written.never = Some((1, 2));
    let why = "1/2 is what an endless play is worth, so that no evidence is needed";
    c.good("list-never", never.bytes(), KNIGHT, why);
    let flipped = knight(c, 0, "kn/2/qK", "1/8");
    c.good(
        "list-flip",
        flipped.bytes(),
        KNIGHT,
        "the capture leads to the import with the colours exchanged, to 1 minus 3/4",
    );
    let board = Board::new(2, 4, 0);
    let tall = family(board, "KNk").remove(&men("KNk")).unwrap();
    let after = fen("NK/2/1k/2", 0).1;
    let number = World::of(board, &men("KNk")).numbers[&board.canonical(&after)];
    assert_eq!(tall.places[number].bounds[0], crate::witness::naive::fraction(3, 4));
    let double = list(c, 2, &["1K/2/Pk/2"], FORCES_WHITE, &["good/2x4_KNk"], Values(&["3/8"]), &[&[0], &[1]]);
    let with = With(&["good/2x4_KNk", "good/2x4_Kk"], None);
    c.good("list-double-step", double.bytes(), with, "on 4 ranks the double step promotes, here to a knight");
    let attacked = check(c, "1/2");
    c.good(
        "list-check",
        attacked.bytes(),
        SQUARE,
        "Black may leave the king attacked and move it out of the list: 1/2",
    );
    c.good("list-slices", long(4097).bytes(), ALONE, "4097 positions: the first slice has 4096");
}

pub fn bad(c: &mut Corpus) {
    let passed = forces(c, &PASSED, FORCES_WHITE, &["1/2", "3/4"], &[&[0, 1, 0, 0], &[1; 4]]);
    let why = "3/4 is right only without the capture en passant, which leads out of the list";
    c.fails(("white-forces", 1), "en-passant", passed.bytes(), ALONE, why);
    let mut passing = PASSING;
    passing[3] = "K2/Pp1/1R1/3/N1k";
    let passing = forces(c, &passing, FORCES_WHITE, &["1/4", "1/2"], &[&[1, 1, 0, 1, 1, 1], &[1, 1, 3, 2, 1, 1]]);
    let why = "1/4 is right only if the double step gave no right to capture en passant";
    c.fails(("white-forces", 2), "new-right", passing.bytes(), ALONE, why);
    let some = list(c, 1, &SHUT_UP, FORCES_WHITE, &[], Values(&["1/2"]), &[&[0; 6], &[1, 2, 2, 1, 2, 2]]);
    let why = "one of Black's replies has a smaller label, not every one: Black can go to and fro";
    c.fails(("white-forces", 1), "some-reply", some.bytes(), ALONE, why);
    let label = forces(c, &NOT_PASSED, FORCES_WHITE, &["1/2", "3/4"], &[&[0, 1, 0, 0], &[1, 0xffff_ffff, 1, 1]]);
    c.bad("canonical", "list-label", label.bytes(), ALONE, "the label 2^32 − 1");
    let left_out = [NOT_PASSED[0], NOT_PASSED[1], NOT_PASSED[3]];
    let left_out = forces(c, &left_out, FORCES_WHITE, &["1/2", "3/4"], &[&[0, 1, 0], &[1; 3]]);
    let why = "a reply is left out of the list: outside White is only known to force 0";
    c.fails(("white-forces", 1), "left-out", left_out.bytes(), ALONE, why);
    let left_out = forces(c, &MIRRORED[1..], FORCES_BLACK, &["1/4", "1/2"], &[&[1, 1, 0], &[1; 3]]);
    c.fails(
        ("black-forces", 2),
        "left-out",
        left_out.bytes(),
        ALONE,
        "a reply of White is left out of the list: outside Black is only known to hold White to 1",
    );
    let units = |c: &Corpus, numbers: &[u64], labels: &[u64]| {
        list(c, 2, &NOT_PASSED, FORCES_WHITE, &[], Units(2), &[numbers, labels]).bytes()
    };
    let imports = ["good/2x3_KNk", "good/2x3_Kk"];
    let quiet = list(c, 0, &["k1/N1/K1"], FORCES_WHITE, &imports, Units(2), &[&[2], &[0]]);
    let why = "2 of 4 units, and so is what both players reach: evidence is needed, and the label is not above it";
    c.fails(("white-forces", 0), "no-label_k2", quiet.bytes(), KNIGHT, why);
    let why = "one unit above what is strict, without a label";
    c.fails(("white-forces", 1), "raised_k2", units(c, &[1, 3, 1, 1], &[0; 4]), ALONE, why);
    let units = list(c, 2, &MIRRORED, FORCES_BLACK, &[], Units(2), &[&[3, 3, 3, 1], &[0; 4]]);
    c.fails(("black-forces", 3), "lowered_k2", units.bytes(), ALONE, "one unit below what is strict, without a label");
    let walk = promotion(c, &["1/2"], &[0, 0, 0]);
    let why = "1/2 is right only if the pawn is not promoted: the promotions lead out of the list, to 1";
    c.fails(("white-holds", 2), "promotion", walk.bytes(), KINGS, why);
    let mirrored = ["1K/p1/k1", "1K/p1/1k", "1K/pk/2"];
    let mirrored = list(c, 1, &mirrored, HOLDS_BLACK, &["good/2x3_Kk"], Values(&["1/2"]), &[&[0, 0, 0]]);
    c.fails(
        ("black-holds", 1),
        "promotion",
        mirrored.bytes(),
        KINGS,
        "1/2 is right only if Black's pawn is not promoted: the promotions lead out of the list, to 0",
    );
    let still = list(c, 1, &BLOCKED[..1], FORCES_WHITE, &[], Values(&["1/2"]), &[&[0], &[1]]);
    let why = "1/2 is right only if Black, who has no move, had lost; he passes";
    c.fails(("white-forces", 0), "stalemate", still.bytes(), ALONE, why);
    let waiting = pair(c, &["1/2"], &[&[0, 0], &[2, 1]]);
    let why = "White's king goes to and fro while Black passes: labels cannot always decrease";
    c.fails(("white-forces", 1), "waiting", waiting.bytes(), ALONE, why);
    let labels = waits(c, 0);
    let why = "the label 0 is not above that of the import's position, which is 0";
    c.fails(("white-forces", 0), "import-label", labels.bytes(), KNIGHT, why);
    let mut never = waits(c, 0);
    never.written.never = Some((1, 3));
    let why = "1/2 is more than an endless play is worth, and the label is not above that of the import's position";
    c.fails(("white-forces", 0), "list-never", never.bytes(), KNIGHT, why);
    let mut holds = promotion(c, &["1/2", "5/8", "3/4"], &[0, 1, 2]);
    holds.written.never = Some((1, 2));
    let why = "what an opponent holds proves nothing where an endless play is worth 1/2";
    c.bad("canonical", "list-never", holds.bytes(), KINGS, why);
    let flipped = knight(c, 0, "kn/2/qK", "3/8");
    let why = "3/8 is right only if the import is read without exchanging the colours";
    c.fails(("white-forces", 0), "flip", flipped.bytes(), KNIGHT, why);
    let attacked = check(c, "3/4");
    let why = "3/4 is right only if Black had to answer the attack on the king";
    c.fails(("white-forces", 0), "check", attacked.bytes(), SQUARE, why);
    let alone = list(c, 0, &["k2/3/K2"], HOLDS_BLACK, &[], Values(&["1/2"]), &[&[0]]);
    let why = "all options lead out of the list, where nothing is known of l′ but 0";
    c.fails(("black-holds", 0), "outside", alone.bytes(), ALONE, why);
    let alone = list(c, 0, &["k2/3/K2"], HOLDS_WHITE, &[], Values(&["1/2"]), &[&[0]]);
    let why = "all options lead out of the list, where nothing is known of u but 1";
    c.fails(("white-holds", 0), "outside", alone.bytes(), ALONE, why);
    let mut long = long(4097);
    long.slices = vec![vec![vec![2; 4097]]];
    c.bad(
        "coverage",
        "list-slices",
        long.bytes(),
        ALONE,
        "4097 positions in one slice; the first slice ends after 4096",
    );
}
