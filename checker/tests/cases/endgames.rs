//! Endgames: tables of exact values, and enclosures.

use std::collections::BTreeMap;

use super::{ALONE, Corpus, Sketch, With};
use crate::naive::bytes::About;
use crate::naive::chess::{self, Board};
use crate::naive::{Place, fraction};
use crate::support::{Family, Solved, enclosed, family, men};

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
    add(&two, "2x2", "KQk", &["good/2x2_Kk"], "three positions worth 1/2; the least of several winning moves is stated");
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
    add(&knights, "2x3", "KNNk", &[knight, kings], "two equal men; not sharp, so both values are stated, and infinite labels occur");
    let colours = family(Board::new(2, 3, 0), "KNkn");
    add(&colours, "2x3", "KNkn", &[knight, kings], "one import for both captures: for one of them the colours are exchanged");
    let wide = family(Board::new(3, 2, 0), "KNk");
    add(&wide, "3x2", "Kk", &[], "more files than ranks");
    add(&wide, "3x2", "KNk", &["good/3x2_Kk"], "the values of 2x3 in another order, and other moves");
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
    let kings = family(board, "Kk").remove(&men("Kk")).unwrap();
    let kings: Imports = BTreeMap::from([(men("Kk"), (c.bytes("good/9x3_Kk"), kings.places))]);
    let (draft, _) = enclosed(board, &men("KNk"), 7, false, &kings);
    let why = "two slices: the first ends where the next position has another pair of king squares";
    c.good("9x3_KNk_k7", Sketch::of(&draft).bytes(), With(&["good/9x3_Kk"], None), why);
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
    sketch.written.imports = chess::imports(&men).iter().map(|men| c.digest(&format!("good/2x5_{}", name(men)))).collect();
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
        let offered: Vec<&str> = paths.iter().map(String::as_str).take_while(|path| !path.ends_with(&format!("_{text}"))).collect();
        let bytes = sketch.bytes();
        c.good(&format!("2x5_{text}"), bytes.clone(), With(&offered, None), why);
        let all = [0, 1, 0, 1].map(|number| fraction(number, 1));
        imports.insert(men(text), (bytes, vec![Place { bounds: all, labels: [Some(0); 2] }; count]));
    }
    let (draft, _) = enclosed(board, &men("KPkp"), 8, false, &imports);
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let why = "positions with a right to capture en passant, each directly after the one without; in imports colours are exchanged";
    c.good("2x5_KPkp_k8", Sketch::of(&draft).bytes(), With(&paths, None), why);
}

pub fn bad(c: &mut Corpus) {
    let _ = c;
}
