//! Endgames: tables of exact values, and enclosures.

use std::collections::BTreeMap;

use super::{ALONE, Corpus, Expected, Sketch, With};
use crate::witness::naive::bytes::{self, About};
use crate::witness::naive::chess::{self, Board};
use crate::witness::naive::{Place, fraction};
use crate::witness::support::{Family, Solved, enclosed, family, men};

/// What a table of 2x5 with pawns of both sides rests on, in an order in which imports come before importers.
const SMALLER: [&str; 20] = [
    "Kk", "KQk", "KRk", "KBk", "KNk", "KPk", "KQkq", "KQkr", "KQkb", "KQkn", "KRkr", "KRkb", "KRkn", "KBkb", "KBkn",
    "KNkn", "KQkp", "KRkp", "KBkp", "KNkp",
];

pub fn good(c: &mut Corpus) {
    exact(c);
    enclosures(c);
    pawns(c);
}

fn solved<'a>(family: &'a Family, text: &str) -> &'a Solved {
    &family[&men(text)]
}

fn exact(c: &mut Corpus) {
    let two = family(Board::new(2, 2, 0), "KQk");
    let mut add = |family: &Family, board: &str, text: &str, offered: &[&str], why: &str| {
        c.good(&format!("{board}_{text}"), solved(family, text).bytes.clone(), With(offered, None), why);
    };
    add(&two, "2x2", "Kk", &[], "the worked example of the format: two positions, both worth 1/2");
    add(
        &two,
        "2x2",
        "KQk",
        &["good/2x2_Kk"],
        "three positions worth 1/2; the least of several winning moves is stated",
    );
    let pawn = family(Board::new(2, 3, 1), "KPk");
    let (kings, knight) = ("good/2x3_Kk", "good/2x3_KNk");
    add(&pawn, "2x3", "Kk", &[], "an oblong board has four symmetries");
    add(&pawn, "2x3", "KNk", &[kings], "exact values with an import, and labels above 1");
    add(&pawn, "2x3", "KQk", &[kings], "a queen");
    add(&pawn, "2x3", "KRk", &[kings], "a rook");
    add(&pawn, "2x3", "KBk", &[kings], "a bishop");
    let promoted = ["good/2x3_KQk", "good/2x3_KRk", "good/2x3_KBk", knight, kings];
    add(&pawn, "2x3", "KPk", &promoted, "a pawn: two symmetries, promotions, five imports in their order");
    let knights = family(Board::new(2, 3, 0), "KNNk");
    add(
        &knights,
        "2x3",
        "KNNk",
        &[knight, kings],
        "two equal men; not sharp, so both values are stated, and infinite labels occur",
    );
    let colours = family(Board::new(2, 3, 0), "KNkn");
    add(
        &colours,
        "2x3",
        "KNkn",
        &[knight, kings],
        "one import for both captures: for one of them the colours are exchanged",
    );
    add(&family(Board::new(3, 3, 0), "Kk"), "3x3", "Kk", &[], "eight symmetries");
    let tall = family(Board::new(2, 4, 0), "KNk");
    add(&tall, "2x4", "Kk", &[], "an import for a list");
    add(&tall, "2x4", "KNk", &["good/2x4_Kk"], "another import for a list");
    add(&family(Board::new(9, 3, 0), "Kk"), "9x3", "Kk", &[], "the import of the enclosure with two slices");
}

/// An import: what its file is called, and what it states.
type Imports = BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)>;

fn enclosures(c: &mut Corpus) {
    let board = Board::new(2, 3, 0);
    let (draft, places) = enclosed(board, &men("Kk"), 10, false, &Imports::new());
    c.good("2x3_Kk_k10", Sketch::of(&draft).bytes(), ALONE, "an enclosure in units of 1/1024");
    let sketch = kings_never(&table(c, "good/2x3_Kk", 8, 5));
    c.good("2x3_Kk_never", sketch.bytes(), ALONE, "an endless play is worth 1/2: no labels");
    let why = "two positions with listed labels: 1/2 exactly, within bounds";
    let sketch = labelled(&open(c, "good/2x3_Kk_k10", &[8, 8, 1, 0, 0, 1, 0, 0]));
    c.good("2x3_Kk_k10_labels", sketch.bytes(), ALONE, why);
    let kings: Imports = BTreeMap::from([(men("Kk"), (c.bytes("good/2x3_Kk_k10"), places))]);
    let (draft, _) = enclosed(board, &men("KNk"), 20, false, &kings);
    let why = "units of 2^-20 over an import with units of 2^-10";
    c.good("2x3_KNk_k20", Sketch::of(&draft).bytes(), With(&["good/2x3_Kk_k10"], None), why);
    let (draft, _) = enclosed(board, &men("KNk"), 3, false, &kings);
    let why = "units of 1/8 over an import with finer ones, which are rounded outwards";
    c.good("2x3_KNk_k3", Sketch::of(&draft).bytes(), With(&["good/2x3_Kk_k10"], None), why);
    let knight = family(board, "KNk").remove(&men("KNk")).unwrap();
    let knight: Imports = BTreeMap::from([(men("KNk"), (c.bytes("good/2x3_KNk"), knight.places))]);
    let (draft, _) = enclosed(board, &men("KNNk"), 6, true, &knight);
    let why = "two positions that are not sharp are listed with all four numbers; exact imports are rounded outwards";
    c.good("2x3_KNNk_k6", Sketch::of(&draft).bytes(), With(&["good/2x3_KNk", "good/2x3_Kk"], None), why);
    let board = Board::new(9, 3, 0);
    let (draft, _) = enclosed(board, &men("KNk"), 7, false, &BTreeMap::from([nine(c)]));
    let why = "two slices: the first ends where the next position has another pair of king squares";
    c.good("9x3_KNk_k7", Sketch::of(&draft).bytes(), With(&["good/9x3_Kk"], None), why);
}

/// The exact table of the kings of 2x3 where an endless play is worth 1/2, as every position is: no labels, and of the moves that lead to 1/2 the first.
fn kings_never(kings: &Sketch) -> Sketch {
    let mut sketch = kings.clone();
    sketch.written.never = Some((1, 2));
    let [_, white, black, labels @ ..] = &mut sketch.slices[0][..] else { panic!("five columns") };
    (white[3], white[4], black[3], black[4]) = (1, 1, 1026, 1282);
    labels.iter_mut().for_each(|column| column.fill(0));
    sketch
}

/// The kings of 2x3 in units of 1/1024, all worth 512, with labels at the two positions where both reach that.
fn labelled(kings: &Sketch) -> Sketch {
    let mut sketch = kings.clone();
    sketch.slices[0] = vec![vec![512; 8], vec![0; 8], vec![0], vec![], vec![], vec![0b11000], vec![1, 1], vec![1, 1]];
    sketch
}

/// The kings of 9x3 as an import.
fn nine(c: &Corpus) -> (Vec<char>, (Vec<u8>, Vec<Place>)) {
    let kings = family(Board::new(9, 3, 0), "Kk").remove(&men("Kk")).unwrap();
    (men("Kk"), (c.bytes("good/9x3_Kk"), kings.places))
}

/// What everybody knows of every position, in units of 1/2; with these imports.
fn trivial(c: &Corpus, board: Board, text: &str) -> (Sketch, usize) {
    let men = men(text);
    let count = chess::positions(board, &men).len();
    let on = chess::rule_of(board, &men);
    let numbers = men.iter().map(|man| chess::order(*man) as u8).collect();
    let about = About::Endgame([on.files as u8, on.ranks as u8, on.rule], numbers);
    let columns = [&vec![0; count][..], &vec![2; count], &vec![0; count.div_ceil(8)], &[], &[]];
    let mut sketch = Sketch::new(about, 1, 2, &[], &columns);
    let name = |men: &Vec<char>| chess_name(men);
    sketch.written.imports = chess::World::of(board, &men)
        .imports()
        .iter()
        .map(|men| c.digest(&format!("good/2x5_{}", name(men))))
        .collect();
    sketch.written.imports.sort_unstable();
    (sketch, count)
}

/// The signature of men.
fn chess_name(men: &[char]) -> String {
    let of = |white: bool| men.iter().filter(move |man| chess::is_white(**man) == white);
    of(true).chain(of(false)).collect()
}

/// Pawns of both sides on 2x5, with the double step.
fn pawns(c: &mut Corpus) {
    let board = Board::new(2, 5, 2);
    let mut imports = Imports::new();
    let paths: Vec<String> = SMALLER.iter().map(|text| format!("good/2x5_{text}")).collect();
    for text in SMALLER {
        let (sketch, count) = trivial(c, board, text);
        let why = "all values lie between 0 and 1: an import of 2x5 KPkp, trivial, but with all its positions";
        let offered: Vec<&str> =
            paths.iter().map(String::as_str).take_while(|path| !path.ends_with(&format!("_{text}"))).collect();
        let bytes = sketch.bytes();
        c.good(&format!("2x5_{text}"), bytes.clone(), With(&offered, None), why);
        let all = [0, 1, 0, 1].map(|number| fraction(number, 1));
        imports.insert(men(text), (bytes, vec![Place { bounds: all, labels: [Some(0); 2] }; count]));
    }
    let (draft, _) = enclosed(board, &men("KPkp"), 8, false, &imports);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let why =
        "positions with a right to capture en passant, at the end of each block; in imports colours are exchanged";
    c.good("2x5_KPkp_k8", Sketch::of(&draft).bytes(), With(&paths, None), why);
}

/// One of a single slice that is there already, opened again: columns of these lengths.
fn open(c: &Corpus, name: &str, lengths: &[usize]) -> Sketch {
    let written = bytes::read(&c.bytes(name)).unwrap_or_else(|verdict| panic!("{verdict:?}"));
    let mut slice = bytes::Bytes(&written.slices[0]);
    let column = |length: &usize| slice.column(*length).unwrap_or_else(|verdict| panic!("{verdict:?}"));
    let columns = lengths.iter().map(column).collect();
    let sketch = Sketch { written, slices: vec![columns] };
    assert_eq!(sketch.slice_bytes(), sketch.written.slices);
    sketch
}

/// A table of exact values.
fn table(c: &Corpus, name: &str, count: usize, columns: usize) -> Sketch {
    open(c, name, &vec![count; columns])
}

pub fn bad(c: &mut Corpus) {
    conditions(c);
    bounds(c);
    imports(c);
    coverage(c);
}

/// Another number in a column of the only slice.
fn set(column: usize, place: usize, old: u64, new: u64) -> impl Fn(&mut Sketch) {
    move |sketch| {
        assert_eq!(sketch.slices[0][column][place], old);
        sketch.slices[0][column][place] = new;
    }
}

const KINGS: With = With(&["good/2x3_Kk"], None);
const SMALL: With = With(&["good/2x2_Kk"], None);
const PROMOTED: With = With(&["good/2x3_KQk", "good/2x3_KRk", "good/2x3_KBk", "good/2x3_KNk", "good/2x3_Kk"], None);

/// Columns: values, White's moves, Black's moves, T, T′.
fn conditions(c: &mut Corpus) {
    let queen = table(c, "good/2x2_KQk", 4, 5);
    let low = queen.but(|s| {
        s.values(&["1/4", "1/2"]);
        s.slices[0][0] = vec![1, 1, 1, 0];
    });
    c.fails(("white-holds", 3), "2x2_KQk", low, SMALL, "1/4 is stated where either player captures the king: 1/2");
    let high = queen.but(|s| {
        s.values(&["1/2", "3/4"]);
        s.slices[0][0] = vec![0, 0, 0, 1];
    });
    c.fails(("white-forces", 3), "2x2_KQk", high, SMALL, "3/4 is stated where either player captures the king: 1/2");
    c.fails(
        ("white-label", 1),
        "2x2_KQk",
        queen.but(set(3, 1, 1, 2)),
        SMALL,
        "T is 2 where the king can be captured at once",
    );
    c.fails(
        ("black-label", 0),
        "2x2_KQk",
        queen.but(set(4, 0, 1, 2)),
        SMALL,
        "T′ is 2 where the king can be captured at once",
    );
    let why = "the queen captures the king, but the king's capture of the king has a smaller number";
    c.fails(("white-greedy", 0), "not-first", queen.but(set(1, 0, 1, 513)), SMALL, why);
    c.fails(
        ("white-greedy", 0),
        "not-greedy",
        queen.but(set(1, 0, 1, 3)),
        SMALL,
        "the king steps aside where it could capture the king",
    );
    c.fails(
        ("black-greedy", 0),
        "not-greedy",
        queen.but(set(2, 0, 256, 258)),
        SMALL,
        "the king captures the queen where it could capture the king",
    );
    let kings = table(c, "good/2x2_Kk", 2, 5);
    c.fails(
        ("black-greedy", 1),
        "no-move",
        kings.but(set(2, 1, 768, 0)),
        ALONE,
        "a pass is stated where there are moves",
    );
    let pawn = table(c, "good/2x3_KPk", 20, 5);
    let why = "the pawn's capture of the king is stated as a move without promotion";
    c.fails(("white-greedy", 6), "no-promotion", pawn.but(set(1, 6, 66053, 517)), PROMOTED, why);
    let why = "the pawn captures the king and is promoted to a knight; to a queen has a smaller number";
    c.fails(("white-greedy", 6), "not-the-queen", pawn.but(set(1, 6, 66053, 262661)), PROMOTED, why);
    let why = "promoted to a queen, where only a knight attacks the king";
    c.fails(("white-greedy", 13), "not-the-knight", pawn.but(set(1, 13, 262917, 66309)), PROMOTED, why);
    c.fails(
        ("white-forces", 4),
        "2x3_KPk",
        pawn.but(set(3, 4, 2, 1)),
        PROMOTED,
        "T is 1 at a quiet position, and all evidence has 1 or more",
    );
    c.fails(
        ("black-forces", 4),
        "2x3_KPk",
        pawn.but(set(4, 4, 2, 1)),
        PROMOTED,
        "T′ is 1 at a quiet position, and all evidence has 1 or more",
    );
    let why =
        "T is 2 where 9/16 is the mean of 5/8 and 1/2: no evidence is needed there, but the equation of labels gives 3";
    c.fails(("white-label", 12), "2x3_KPk", pawn.but(set(3, 12, 3, 2)), PROMOTED, why);
    // The two positions of 2x3 KNNk that are not sharp lead to each other, where White has no other move.
    let solved = family(Board::new(2, 3, 0), "KNNk").remove(&men("KNNk")).unwrap();
    let mut cycle = table(c, "good/2x3_KNNk", 48, 4);
    cycle.written.form = 0;
    cycle.values(&["1/2", "3/4"]);
    let columns = &mut cycle.slices[0];
    assert_eq!([&columns[0][20], &columns[0][26], &columns[1][20], &columns[1][26]], [&0, &0, &1, &1]);
    columns[0] = columns[1].iter().map(|index| index - 1).collect();
    let moves = |side: usize| solved.moves.iter().map(|moves| u64::from(moves[side])).collect::<Vec<u64>>();
    (columns[1], columns[2][20], columns[2][26]) = (moves(0), 3, 4);
    columns.insert(2, moves(1));
    let why = "1/2 and 1/2 solve the equations of two positions that lead to each other, but labels cannot always decrease; the lower value is 0";
    let with = With(&["good/2x3_KNk", "good/2x3_Kk"], None);
    c.fails(("white-forces", 20), "2x3_KNNk-cycle", cycle.bytes(), with, why);
}

fn bounds(c: &mut Corpus) {
    let never = kings_never(&table(c, "good/2x3_Kk", 8, 5));
    let why = "the move that was stated with labels: without them an earlier one is as good";
    c.fails(("white-greedy", 3), "never", never.but(set(1, 3, 1, 2)), ALONE, why);
    let kings = open(c, "good/2x3_Kk_k10", &[8, 8, 1, 0, 0, 1, 0, 0]);
    // Position 3: the kings are two ranks apart, and 1/2 is the best that both reach; l is 511 and u′ 513 of 1024.
    let raised = kings.but(|s| {
        set(0, 3, 511, 512)(s);
        set(1, 3, 2, 1)(s);
    });
    let why = "l is 512 of 1024, and so is what both players reach; no label is listed";
    c.fails(("white-forces", 3), "2x3_Kk_k10", raised, ALONE, why);
    let why = "u′ is 512 of 1024, and so is what both players reach; no label is listed";
    c.fails(("black-forces", 3), "2x3_Kk_k10", kings.but(set(1, 3, 2, 1)), ALONE, why);
    let why = "T is listed, and T′ is not: l is 512 with evidence, u′ is 512 without";
    let one_label = labelled(&kings).but(|s| (s.slices[0][6], s.slices[0][7]) = (vec![1, 1], vec![0, 0]));
    c.fails(("black-forces", 3), "2x3_Kk_k10-label", one_label, ALONE, why);
    let paths: Vec<String> = SMALLER.iter().map(|text| format!("good/2x5_{text}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let pawns = open(c, "good/2x5_KPkp_k8", &[900, 900, 113, 0, 0, 113, 0, 0]);
    let with = With(&paths, None);
    // Black's pawn has just gone two squares; White's king stands between: without the right 127 of 256.
    let right = pawns.but(|s| {
        set(0, 396, 64, 127)(s);
        set(1, 396, 128, 65)(s);
    });
    c.fails(
        ("white-forces", 396),
        "right",
        right,
        with,
        "l is that of the same placement without the right to capture en passant",
    );
    let right = pawns.but(set(1, 800, 128, 65));
    c.fails(
        ("black-forces", 800),
        "right",
        right,
        with,
        "u′ is that of the same placement without the right to capture en passant",
    );
}

fn imports(c: &mut Corpus) {
    let knight = table(c, "good/2x3_KNk", 32, 5);
    let all = [
        "good/2x3_KQk",
        "good/2x3_KRk",
        "good/2x3_KBk",
        "good/2x3_KNk",
        "good/2x3_Kk",
        "good/2x4_Kk",
        "good/2x3_Kk_k10",
        "good/steps",
    ];
    let all = With(&all, None);
    let with = |c: &Corpus, names: &[&str]| {
        let digests: Vec<[u8; 32]> = names.iter().map(|name| c.digest(name)).collect();
        knight.but(|s| {
            s.written.imports = digests;
            s.written.imports.sort_unstable();
        })
    };
    let why = "no import is named, and the king captures the knight";
    c.fails(("imports", 0), "none", with(c, &[]), all, why);
    c.bad("canonical", "import-twice", with(c, &["good/2x3_Kk", "good/2x3_Kk"]), all, "an import twice");
    c.bad("imports", "other-board", with(c, &["good/2x4_Kk"]), all, "bare kings, but of another board");
    c.bad("imports", "other-men", with(c, &["good/2x3_KQk"]), all, "another endgame of the same board");
    c.bad("imports", "game", with(c, &["good/steps"]), all, "the import is about a game, not about an endgame");
    c.bad("imports", "inexact", with(c, &["good/2x3_Kk_k10"]), all, "exact values over an enclosure");
    let why = "an import where an endless play is worth 1/2, of α and β";
    c.bad("imports", "never", with(c, &["good/2x3_Kk_never"]), With(&["good/2x3_Kk_never"], None), why);
    let false_kings = table(c, "good/2x3_Kk", 8, 5).but(set(3, 0, 1, 2));
    c.fails(
        ("white-label", 0),
        "2x3_Kk",
        false_kings,
        ALONE,
        "T is 2 where the king can be captured at once; another certificate imports this one",
    );
    let why = "the import is rejected, so all that rests on it is";
    c.bad("imports", "rejected", with(c, &["bad/white-label-2x3_Kk"]), With(&["bad/white-label-2x3_Kk"], None), why);
    let why = "two imports have changed places";
    let order = table(c, "good/2x3_KPk", 20, 5).but(|s| s.written.imports.swap(0, 1));
    c.bad("canonical", "import-order", order, PROMOTED, why);
    let colours = trivial(c, Board::new(2, 5, 2), "Kkn").0.bytes();
    let why = "Kkn: of both spellings of this endgame KNk is used";
    c.bad("canonical", "colours", colours, With(&["good/2x5_Kk"], None), why);
    c.line("good/2x3_KNk", ALONE, Expected::Declined, "the import is not there: nothing can be said");
    let without = With(&["good/2x3_KNk"], None);
    c.line("good/2x3_KNkn", without, Expected::Declined, "the import of the import is not there");
    c.line(
        "good/2x3_KNk",
        With(&["good/2x4_Kk", "good/2x3_Kk_k10"], None),
        Expected::Declined,
        "other certificates are there, but not the import",
    );
}

fn coverage(c: &mut Corpus) {
    let knight = table(c, "good/2x3_KNk", 32, 5);
    c.bad("coverage", "no-slice", knight.with_slices(vec![]), KINGS, "no slice: nothing is stated of any position");
    let twice = knight.with_slices(vec![knight.slice_bytes()[0].clone(); 2]);
    c.bad("coverage", "two-slices", twice, KINGS, "the slice twice");
    let half =
        |range: std::ops::Range<usize>| knight.slices[0].iter().map(|column| column[range.clone()].to_vec()).collect();
    let halves = knight.but(|s| s.slices = vec![half(0..16), half(16..32)]);
    c.bad("coverage", "halves", halves, KINGS, "all positions, but in two slices, where there is room for 4096 in one");
    c.bad("coverage", "short", knight.with_slices(vec![vec![0; 31]]), KINGS, "a slice with fewer bytes than positions");
    let wide = enclosed(Board::new(9, 3, 0), &men("KNk"), 7, false, &BTreeMap::from([nine(c)]));
    let sketch = Sketch::of(&wide.0);
    let lengths: Vec<usize> = sketch.slices.iter().map(|columns| columns[0].len()).collect();
    assert!(lengths[0] > 4096 && lengths.len() == 2);
    let joined: Vec<Vec<u64>> =
        (0..2).map(|column| sketch.slices.iter().flat_map(|slice| slice[column].clone()).collect()).collect();
    let cut = |range: std::ops::Range<usize>| {
        let mut columns: Vec<Vec<u64>> = joined.iter().map(|column| column[range.clone()].to_vec()).collect();
        let flags = vec![0; range.len().div_ceil(8)];
        columns.extend([flags.clone(), vec![], vec![], flags, vec![], vec![]]);
        columns
    };
    let why = "the first slice has 4096 positions, and ends between two positions with the same kings";
    let cut = sketch.but(|s| s.slices = vec![cut(0..4096), cut(4096..joined[0].len())]);
    c.bad("canonical", "9x3_KNk_k7-border", cut, With(&["good/9x3_Kk"], None), why);
}
