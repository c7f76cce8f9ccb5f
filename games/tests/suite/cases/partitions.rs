//! Hex and partitions, statements 8 to 12. The numbers are worked out by hand, but for one large board: its pairs of values are those of the solver,
//! which the second checker in Python has verified. The bytes are written here, from the format alone.

use super::further::{Further, columns, number};
use crate::witness::cases::{ALONE, Corpus, With};

/// An import, where there may be none.
const SOME: With = With(&["good/2x2_Kk"], None);

/// What is wrong with each of these statements in the same way.
fn envelope(c: &mut Corpus, name: &str, good: &Further) {
    let imported = good.clone().importing(c, &["good/2x2_Kk"]).bytes();
    c.bad("imports", &format!("{name}-some"), imported, SOME, "an import, where there are none");
    c.bad("coverage", &format!("{name}-none"), good.but(|c| c.slices.clear()), ALONE, "no slice");
    c.bad("coverage", &format!("{name}-slices"), good.but(|c| c.slices.push(vec![])), ALONE, "a second slice");
    let mut add = |what: &str, bytes, why| c.bad("canonical", &format!("{name}-{what}"), bytes, ALONE, why);
    add("body", good.but(|c| c.body.push(0)), "the body goes on");
    add("rest", good.but(|c| c.slices[0].push(0)), "the slice goes on");
    add("short", good.but(|c| c.slices[0].truncate(1)), "the slice ends too early");
    add("form", good.but(|c| c.form = 1), "the form of two values");
    add("bits", good.but(|c| c.bits = 4), "numbers in units");
}

// --- Hex -----------------------------------------------------------------------------------------------------------------------------

/// A board of Hex, and the numbers of its slice.
fn hex(board: [u8; 2], stones: &[u8], numbers: &[u8]) -> Further {
    let natural = |number: &u8| if *number == 0 { vec![0] } else { vec![1, *number] };
    Further::new(8, &[&board, stones].concat(), numbers.iter().flat_map(natural).collect())
}

fn good_hex(c: &mut Corpus) {
    c.good("hex-1x1", hex([1, 1], &[0], &[1, 1]).bytes(), ALONE, "one cell: whoever has it wins");
    let why = "of 16 fillings Left wins 8; b1 and a2 are neighbours, a1 and b2 are not";
    c.good("hex-2x2", hex([2, 2], &[0; 4], &[8, 5, 6, 6, 5]).bytes(), ALONE, why);
    let why = "three files and one rank: each cell joins the first rank to the last, and Left needs one";
    c.good("hex-3x1", hex([3, 1], &[0; 3], &[7, 4, 4, 4]).bytes(), ALONE, why);
    let why = "one file and three ranks: Left needs all cells";
    c.good("hex-1x3", hex([1, 3], &[0; 3], &[1; 4]).bytes(), ALONE, why);
    let why = "Left has a1 and Right b1: the numbers are about a2 and b2";
    c.good("hex-stones", hex([2, 2], &[1, 2, 0, 0], &[2, 2, 1]).bytes(), ALONE, why);
    let why =
        "a full board: Right's b1 and a2 are neighbours and join the files; no way to win is spelt 0, without bytes";
    c.good("hex-full", hex([2, 2], &[1, 2, 2, 1], &[0]).bytes(), ALONE, why);
}

fn bad_hex(c: &mut Corpus) {
    let good = hex([2, 2], &[0; 4], &[8, 5, 6, 6, 5]);
    envelope(c, "hex", &good);
    let mut fails = |place, name: &str, further: Further, why| {
        c.fails(("count", place), &format!("hex-{name}"), further.bytes(), ALONE, why);
    };
    fails(0, "less", hex([2, 2], &[0; 4], &[7, 5, 6, 6, 5]), "Left wins 8 fillings");
    fails(0, "more", hex([2, 2], &[0; 4], &[9, 5, 6, 6, 5]), "Left wins 8 fillings");
    fails(1, "diagonal", hex([2, 2], &[0; 4], &[8, 6, 5, 5, 6]), "right only if a1 and b2 were neighbours");
    fails(4, "last", hex([2, 2], &[0; 4], &[8, 5, 6, 6, 4]), "b2 is Left's in 5 of the 8");
    fails(0, "turned", hex([3, 1], &[0; 3], &[1; 4]), "right only if Left joined the files");
    fails(1, "pivotal", hex([3, 1], &[0; 3], &[7, 1, 1, 1]), "in how many fillings of the others a cell decides");
    let why = "b2 is Left's in one of the two; it is the fourth cell, though its number is the third";
    fails(4, "stones", hex([2, 2], &[1, 2, 0, 0], &[2, 2, 2]), why);
    let why = "a full board that Right has won, by neighbours that are right only along the other diagonal";
    fails(0, "full", hex([2, 2], &[1, 2, 2, 1], &[1]), why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("hex-{name}"), bytes, ALONE, why);
    add("files", good.but(|c| c.body[0] = 0), "a board without files");
    add("ranks", hex([1, 17], &[0; 17], &[1; 18]).bytes(), "a board of 17 ranks");
    add("stone", good.but(|c| c.body[2] = 3), "a stone of a third player");
    add("cells", good.but(|c| c.body.truncate(5)), "a board of three cells, where four are needed");
    add("values", good.but(|c| c.values = vec![(1, 1)]), "a value, where none is stated");
    let long = good.but(|c| c.slices[0].splice(0..2, [2, 8, 0]).for_each(drop));
    add("long", long, "a natural with a byte that it does not need");
}

// --- Pieces and boards ---------------------------------------------------------------------------------------------------------------

/// Steps and rides: rows and columns that are deleted.
type Piece = [&'static [[u8; 2]]; 2];
const KING: Piece = [&[[0, 1], [1, 0], [1, 1]], &[]];
const ROOK: Piece = [&[], &[[0, 1], [1, 0]]];
/// Deletes two columns, and nothing else.
const TWO: Piece = [&[[0, 2]], &[]];
/// Has no moves at all.
const STONE: Piece = [&[], &[]];
const RIGHT: Piece = [&[[0, 1]], &[]];
const DOWN: Piece = [&[[1, 0]], &[]];

fn moves(piece: Piece) -> Vec<u8> {
    piece.iter().flat_map(|list| [number(list.len()), list.concat()].concat()).collect()
}

/// Runs of equal rows.
fn runs(runs: &[[usize; 2]]) -> Vec<u8> {
    let pairs = runs.iter().flatten().flat_map(|length| number(*length));
    [number(runs.len()), pairs.collect()].concat()
}

const SQUARE: &[[usize; 2]] = &[[2, 2]];

/// Pieces that are none, and boards that are none, in statements with one piece; `body` is the body with another piece or board.
fn no_boards(c: &mut Corpus, name: &str, good: &Further, body: impl Fn(&[u8], &[[usize; 2]]) -> Vec<u8>) {
    let mut add = |what: &str, body: Vec<u8>, why: &str| {
        let bytes = good.but(|c| c.body = body);
        c.bad("canonical", &format!("{name}-{what}"), bytes, ALONE, why);
    };
    add("moves", body(&[0, 2, 1, 0, 0, 1], SQUARE), "the rides do not increase");
    add("twice", body(&[0, 2, 0, 1, 0, 1], SQUARE), "the same ride twice");
    add("still", body(&[0, 2, 0, 0, 0, 1], SQUARE), "a ride that deletes nothing");
    add("step", body(&[1, 0, 3, 1, 0, 1], SQUARE), "a step that a ride makes, too");
    add("ride", body(&[0, 2, 0, 1, 0, 2], SQUARE), "a ride that is a multiple of another one");
    add("runs", body(&moves(ROOK), &[[2, 1], [2, 1]]), "two runs of the same length");
    add("growing", body(&moves(ROOK), &[[1, 2], [2, 1]]), "a lower row that is longer");
    add("length", body(&moves(ROOK), &[[2, 2], [0, 1]]), "rows of length 0");
    add("times", body(&moves(ROOK), &[[2, 2], [1, 0]]), "a run without rows");
    add("nothing", body(&moves(ROOK), &[]), "a board without rows");
}

// --- Values --------------------------------------------------------------------------------------------------------------------------

/// The values of a piece: the body after its moves, the first position against each class, and the pairs of values.
fn values(piece: Piece, positions: &[u8], against: [u64; 6], pairs: &[[u64; 2]]) -> Further {
    let normal: Vec<u64> = pairs.iter().map(|pair| pair[0]).collect();
    let change: Vec<u64> = pairs.iter().map(|pair| pair[0] ^ pair[1]).collect();
    let first = against.iter().flat_map(|place| number(usize::try_from(*place).unwrap())).collect();
    Further::new(9, &[moves(piece), positions.to_vec()].concat(), [first, columns(&[&normal, &change])].concat())
}

fn board(of: &[[usize; 2]]) -> Vec<u8> {
    [vec![0], runs(of)].concat()
}

const ROOK_2X2: [[u64; 2]; 4] = [[0, 1], [1, 0], [1, 0], [0, 1]];
/// The King on 6,6,4,4,4, where no class is left.
const KING_BOARD: &[[usize; 2]] = &[[6, 2], [4, 3]];
const KING_PAIRS: [[u64; 2]; 24] = [
    [1, 0],
    [0, 2],
    [3, 3],
    [0, 1],
    [2, 2],
    [1, 0],
    [3, 2],
    [2, 1],
    [1, 0],
    [2, 2],
    [1, 0],
    [0, 1],
    [1, 1],
    [0, 0],
    [3, 3],
    [0, 1],
    [2, 2],
    [3, 3],
    [2, 2],
    [1, 0],
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 1],
];
const KING_AGAINST: [u64; 6] = [2, 2, 2, 2, 1, 1];
const SIZES: [[u64; 2]; 6] = [[0, 1], [1, 0], [1, 0], [0, 1], [1, 0], [0, 1]];

fn rook(against: [u64; 6], pairs: &[[u64; 2]]) -> Further {
    values(ROOK, &board(SQUARE), against, pairs)
}

fn good_values(c: &mut Corpus) {
    let why = "a rook on 2x2: every position is a swap position, and none is against a class";
    c.good("values-2x2", rook([0; 6], &ROOK_2X2).bytes(), ALONE, why);
    let three = values(ROOK, &board(&[[3, 1]]), [0; 6], &[[2, 2], [1, 0], [0, 1]]);
    c.good("values-3x1", three.bytes(), ALONE, "a ride may be repeated within one move: the value 2");
    let king = values(KING, &board(KING_BOARD), KING_AGAINST, &KING_PAIRS);
    c.good("values-classes", king.bytes(), ALONE, "a king on 6,6,4,4,4: some position is against each class");
    let ends = values(TWO, &board(SQUARE), [0; 6], &[[0, 1]; 4]);
    c.good("values-ends", ends.bytes(), ALONE, "no move is legal, because nothing would be left: four ends");
    let stone = values(STONE, &board(SQUARE), [0; 6], &[[0, 1]; 4]);
    c.good("values-stone", stone.bytes(), ALONE, "a piece without moves");
    let sizes = values(KING, &[1, 3], [0; 6], &SIZES);
    c.good(
        "values-sizes",
        sizes.bytes(),
        ALONE,
        "a king on all partitions of 1, 2 and 3: the row of 3, then 2,1, then 1,1,1",
    );
}

fn bad_values(c: &mut Corpus) {
    let good = rook([0; 6], &ROOK_2X2);
    envelope(c, "values", &good);
    no_boards(c, "values", &good, |piece, of| [piece.to_vec(), board(of)].concat());
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("values-{name}"), further.bytes(), ALONE, why);
    };
    let change = |place: usize, pair| {
        let mut pairs = ROOK_2X2;
        pairs[place] = pair;
        rook([0; 6], &pairs)
    };
    let first = |place: usize, number| {
        let mut against = KING_AGAINST;
        against[place] = number;
        values(KING, &board(KING_BOARD), against, &KING_PAIRS)
    };
    fails(("mex", 0), "first", change(0, [2, 1]), "the normal value is 2, where 0 is the least that no option has");
    let why = "the normal value of the end is 1: that fails first where the end is seen";
    fails(("mex", 1), "end", change(3, [1, 1]), why);
    let single = |pairs: &[[u64; 2]]| values(ROOK, &board(&[[3, 1]]), [0; 6], pairs);
    fails(("mex", 0), "ride", single(&[[0, 1], [1, 0], [0, 1]]), "right only if the ride were a step");
    fails(
        ("misere-mex", 0),
        "first",
        change(0, [0, 2]),
        "the misère value is 2, where 1 is the least that no option has",
    );
    let normal = rook([0, 0, 1, 0, 0, 0], &[[0, 0], [1, 1], [1, 1], [0, 0]]);
    fails(("misere-mex", 3), "end", normal, "the misère value of an end is 0, as in normal play");
    let why = "after all positions: the position of number 0 is against it, and the first place is stated as 1";
    fails(("class", 4), "none", first(4, 0), why);
    fails(("class", 0), "domestic", first(0, 3), "the first position against it is the second one");
    fails(("class", 0), "place", first(0, 1), "the number of the position itself, not 1 more");
    fails(("class", 5), "forced", first(5, 2), "the first position against it is the first one");
    let why = "right only if returnable asked for a move back from an end, too";
    fails(("class", 4), "return", rook([0, 0, 0, 0, 2, 0], &ROOK_2X2), why);
    let why = "a swap position would be against tame if it were no exception";
    fails(("class", 1), "tame", rook([0, 1, 0, 0, 0, 0], &ROOK_2X2), why);
    let why = "the partitions of 3 in the other order: the row of 3 comes first, and its value is 0";
    let mut other = SIZES;
    other[1] = [0, 1];
    fails(("mex", 1), "sizes", values(KING, &[1, 3], [0; 6], &other), why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("values-{name}"), bytes, ALONE, why);
    let body = |kind: &[u8]| [moves(ROOK), kind.to_vec()].concat();
    add("kind", good.but(|c| c.body = body(&[2, 1, 2, 2])), "positions that are neither of a board nor of a size");
    add("size", good.but(|c| c.body = body(&[1, 0])), "all partitions of 1 to 0");
    add("large", change(0, [4, 1]).bytes(), "a normal value that is the number of rows and columns together");
    add("misere", change(0, [0, 4]).bytes(), "a misère value that is the number of rows and columns together");
    let sizes = values(KING, &[1, 3], [0; 6], &[[4, 1], [1, 0], [1, 0], [0, 1], [1, 0], [0, 1]]);
    add("sizes", sizes.bytes(), "among partitions of 1 to 3, a value of 4");
}

// --- Losing cells --------------------------------------------------------------------------------------------------------------------

/// The losing cells of a board, by the gaps before them.
fn losing(piece: Piece, misere: bool, of: &[[usize; 2]], gaps: &[usize]) -> Further {
    let slice = [number(gaps.len()), gaps.iter().flat_map(|gap| number(*gap)).collect()].concat();
    Further::new(10, &[moves(piece), vec![u8::from(misere)], runs(of)].concat(), slice)
}

fn good_losing(c: &mut Corpus) {
    let why = "a rook on 2x2: the corner and the end are losing";
    c.good("cells-2x2", losing(ROOK, false, SQUARE, &[0, 2]).bytes(), ALONE, why);
    let why = "the same in misère play: the two cells between them";
    c.good("cells-misere", losing(ROOK, true, SQUARE, &[1, 0]).bytes(), ALONE, why);
    let why = "a king on 3,1: both ends are losing";
    c.good("cells-ends", losing(KING, false, &[[3, 1], [1, 1]], &[2, 0]).bytes(), ALONE, why);
    let why = "an end of misère play: no cell is losing";
    c.good("cells-none", losing(KING, true, &[[1, 1]], &[]).bytes(), ALONE, why);
}

fn bad_losing(c: &mut Corpus) {
    let good = losing(ROOK, false, SQUARE, &[0, 2]);
    envelope(c, "cells", &good);
    no_boards(c, "cells", &good, |piece, of| [piece.to_vec(), vec![0], runs(of)].concat());
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("cells-{name}"), further.bytes(), ALONE, why);
    };
    fails(("quiet", 0), "more", losing(ROOK, false, SQUARE, &[0, 0, 1]), "the cell after the corner is losing, too");
    let three = losing(ROOK, false, &[[3, 1]], &[0, 1]);
    fails(("quiet", 0), "ride", three, "right only if the ride were a step: it goes from the first cell to the last");
    fails(("quiet", 0), "end", losing(KING, true, &[[1, 1]], &[0]), "in misère play an end is not losing");
    let why = "right only in normal play: in misère play an end wins, and no move of the corner leads to a losing cell";
    fails(("quiet", 3), "misere", losing(ROOK, true, SQUARE, &[0, 2]), why);
    fails(("answered", 0), "less", losing(ROOK, false, SQUARE, &[3]), "the corner leads to no losing cell");
    fails(("answered", 3), "end", losing(ROOK, true, SQUARE, &[1, 0]).but_play(0), "right only in misère play");
    let why = "the cell after the corner leads to the end alone, which is not losing in misère play";
    fails(("answered", 1), "misere", losing(ROOK, true, SQUARE, &[2]), why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("cells-{name}"), bytes, ALONE, why);
    add("play", good.but(|c| c.body[6] = 2), "a play that there is not");
    add("far", losing(ROOK, false, SQUARE, &[0, 3]).bytes(), "a losing cell after the last one");
}

impl Further {
    /// Replaces the play of a rook.
    fn but_play(mut self, play: u8) -> Self {
        self.body[6] = play;
        self
    }
}

// --- Staircases ----------------------------------------------------------------------------------------------------------------------

/// The values of staircases: columns and rows of a block, from, period and growth, the values of the layers.
fn stairs(piece: Piece, block: [usize; 2], returns: [usize; 3], of: &[u64]) -> Further {
    let numbers = |list: &[usize]| list.iter().flat_map(|one| number(*one)).collect::<Vec<u8>>();
    let slice = [numbers(&returns), columns(&[of])].concat();
    Further::new(11, &[moves(piece), vec![0], numbers(&block)].concat(), slice)
}

fn good_stairs(c: &mut Corpus) {
    let why = "a rook on stairs of single cells: each layer has the next value";
    c.good("stairs-rook", stairs(ROOK, [1, 1], [1, 1, 1], &[0, 1]).bytes(), ALONE, why);
    let why = "a king on the same: 0, 1, 2 again and again; what recurs is seen two layers deep";
    c.good("stairs-king", stairs(KING, [1, 1], [2, 3, 0], &[0, 1, 2, 0, 1]).bytes(), ALONE, why);
    let why = "blocks of two columns and one row: a step of two columns leads one layer down";
    c.good("stairs-two", stairs(TWO, [2, 1], [1, 2, 0], &[0, 0, 1, 1, 0, 0]).bytes(), ALONE, why);
    let why = "blocks of one column and two rows: the same step leads two layers down";
    let rows = [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0];
    c.good("stairs-rows", stairs(TWO, [1, 2], [2, 4, 0], &rows).bytes(), ALONE, why);
    let why = "a rook on blocks of two columns: each layer is the one before with 2 more";
    c.good("stairs-wide", stairs(ROOK, [2, 1], [1, 1, 2], &[1, 0, 3, 2]).bytes(), ALONE, why);
    let why = "a piece without moves sees nothing: layer 1 recurs layer 0";
    c.good("stairs-stone", stairs(STONE, [2, 1], [0, 1, 0], &[0, 0]).bytes(), ALONE, why);
}

fn bad_stairs(c: &mut Corpus) {
    let good = stairs(ROOK, [1, 1], [1, 1, 1], &[0, 1]);
    envelope(c, "stairs", &good);
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("stairs-{name}"), further.bytes(), ALONE, why);
    };
    fails(("mex", 0), "first", stairs(ROOK, [1, 1], [1, 1, 1], &[1, 0]), "the value of the end is 1");
    fails(("mex", 4), "last", stairs(KING, [1, 1], [2, 3, 0], &[0, 1, 2, 0, 3]), "the value is 3, where 1 is free");
    let why = "right only if the two numbers of a block were exchanged: the first cell of layer 1 reaches layer 0";
    fails(("mex", 2), "block", stairs(TWO, [2, 1], [1, 2, 0], &[0, 0, 0, 0, 1, 1]), why);
    let why = "the period is 0: that is told of the layer after the last one";
    fails(("return", 2), "never", stairs(ROOK, [1, 1], [2, 0, 0], &[0, 1]), why);
    let why = "a layer later than the first return";
    fails(("return", 2), "late", stairs(ROOK, [1, 1], [2, 1, 1], &[0, 1, 2]), why);
    let why = "two periods, where one is meant";
    let twice = [0, 1, 2, 0, 1, 2, 0, 1];
    fails(("return", 5), "twice", stairs(KING, [1, 1], [2, 6, 0], &twice), why);
    let why = "layer 0 is not deep enough to recur: a move goes down one layer";
    fails(("return", 1), "deep", stairs(ROOK, [1, 1], [0, 1, 1], &[0]), why);
    let why = "the period is 2: layer 4 does not see what layer 2 sees";
    fails(("return", 4), "period", stairs(KING, [1, 1], [2, 2, 0], &[0, 1, 2, 0]), why);
    let why = "the growth is 2 on blocks of one cell";
    fails(("return", 2), "growth", stairs(ROOK, [1, 1], [1, 1, 2], &[0, 1]), why);
    let why = "the growth is 0, where every layer sees one value more";
    fails(("return", 2), "still", stairs(ROOK, [1, 1], [1, 1, 0], &[0, 1]), why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("stairs-{name}"), bytes, ALONE, why);
    add("kind", good.but(|c| c.body[6] = 1), "the byte before the block is 1");
    add("columns", good.but(|c| c.body[7] = 0), "blocks without columns");
    add("rows", good.but(|c| c.body[8] = 0), "blocks without rows");
    add("layers", stairs(ROOK, [1, 1], [2, 1, 1], &[0, 1]).bytes(), "the values of fewer layers than announced");
    add(
        "large",
        stairs(ROOK, [1, 1], [1, 1, 1], &[0, 6]).bytes(),
        "a value that is not below (1 + 1 + 1) times (1 + 1)",
    );
    let body = |piece: &[u8]| [piece.to_vec(), vec![0, 1, 1]].concat();
    add("moves", good.but(|c| c.body = body(&[0, 2, 1, 0, 0, 1])), "the rides do not increase");
    add("ride", good.but(|c| c.body = body(&[0, 2, 0, 1, 0, 2])), "a ride that is a multiple of another one");
}

// --- The race ------------------------------------------------------------------------------------------------------------------------

/// A race: values as numerators and powers of 2, and the columns.
fn race(pieces: [Piece; 2], play: u8, of: &[[usize; 2]], values: &[(u8, u64)], table: [&[u64]; 3]) -> Further {
    let body = [moves(pieces[0]), moves(pieces[1]), vec![play], runs(of)].concat();
    Further::new(12, &body, columns(&table)).with(0, 0, values)
}

const HALF: &[(u8, u64)] = &[(1, 1)];
const ALL: &[(u8, u64)] = &[(0, 0), (1, 1), (1, 0)];

/// Left moves right, Right moves down, on 2x2: values by index, and labels.
fn apart(play: u8, values: &[(u8, u64)], x: [u64; 3], [white, black]: [[u64; 3]; 2]) -> Further {
    race([RIGHT, DOWN], play, SQUARE, values, [&x, &white, &black])
}

const DEPTHS: [[u64; 3]; 2] = [[2, 1, 1]; 2];

fn good_race(c: &mut Corpus) {
    let one = race([ROOK, ROOK], 0, &[[2, 1]], HALF, [&[0], &[1], &[1]]);
    c.good("race-2x1", one.bytes(), ALONE, "two cells: who moves the piece to the last one wins");
    let why = "Left moves right, Right moves down: at the second cell Left cannot move and loses, at the third Right";
    c.good("race-2x2", apart(0, ALL, [1, 0, 2], DEPTHS).bytes(), ALONE, why);
    let why = "the same in misère play: who moves to the end loses, and who cannot move loses still";
    c.good("race-misere", apart(1, HALF, [0; 3], DEPTHS).bytes(), ALONE, why);
    let why = "Left has no moves at all: Right wins where he can move";
    let stone = race([STONE, ROOK], 0, &[[2, 1]], &[(0, 0)], [&[0], &[1], &[1]]);
    c.good("race-stone", stone.bytes(), ALONE, why);
}

fn bad_race(c: &mut Corpus) {
    let good = apart(0, ALL, [1, 0, 2], DEPTHS);
    let imported = good.clone().importing(c, &["good/2x2_Kk"]).bytes();
    c.bad("imports", "race-some", imported, SOME, "an import, where there are none");
    c.bad("coverage", "race-none", good.but(|c| c.slices.clear()), ALONE, "no slice");
    c.bad("coverage", "race-slices", good.but(|c| c.slices.push(vec![])), ALONE, "a second slice");
    c.bad("coverage", "race-short", good.but(|c| c.slices[0].truncate(2)), ALONE, "fewer bytes than positions");
    let mut fails = |at, name: &str, further: Further, why| {
        c.fails(at, &format!("race-{name}"), further.bytes(), ALONE, why);
    };
    // Of one number, black-holds asks what white-forces has asked before.
    let quarters = &[(0, 0), (1, 2), (1, 0)];
    fails(("white-holds", 0), "less", apart(0, quarters, [1, 0, 2], DEPTHS), "1/4, where half of 0 + 1 is required");
    let quarters = &[(0, 0), (3, 2), (1, 0)];
    fails(("white-forces", 0), "more", apart(0, quarters, [1, 0, 2], DEPTHS), "3/4, where half of 0 + 1 is required");
    let why = "T is 1 where the white option has the label 1; the options have different values, so that it is no evidence that lacks";
    fails(("white-label", 0), "label", apart(0, ALL, [1, 0, 2], [[1, 1, 1], [2, 1, 1]]), why);
    let why = "T′ is 1 where the black option has the label 1, in the same way";
    fails(("black-label", 0), "label", apart(0, ALL, [1, 0, 2], [[2, 1, 1], [1, 1, 1]]), why);
    let rooks = |labels: [[u64; 3]; 2]| race([ROOK, ROOK], 0, SQUARE, HALF, [&[0; 3], &labels[0], &labels[1]]);
    let why = "all options are worth 1/2 and have the label 1, and T is 1: that is no evidence";
    fails(("white-forces", 0), "label", rooks([[1, 1, 1], [2, 1, 1]]), why);
    let why = "all options are worth 1/2 and have the label 1, and T′ is 1: that is no evidence";
    fails(("black-forces", 0), "label", rooks([[2, 1, 1], [1, 1, 1]]), why);
    let why = "T is 3, one more than required";
    fails(("white-label", 0), "3", apart(0, ALL, [1, 0, 2], [[3, 1, 1], [2, 1, 1]]), why);
    let why = "T′ is 2 at the last position, one more than required";
    fails(("black-label", 2), "2", apart(0, ALL, [1, 0, 2], [[2, 1, 1], [2, 1, 2]]), why);
    let why = "right only in normal play: in misère play Right, who moves to the end, loses";
    fails(("white-holds", 1), "misere", apart(1, ALL, [1, 0, 2], DEPTHS), why);
    let why = "right only if who cannot move passed";
    fails(("white-forces", 1), "pass", apart(0, HALF, [0; 3], DEPTHS), why);
    let why = "right only if Left's moves came last";
    let turned = apart(0, ALL, [1, 2, 0], DEPTHS);
    fails(("white-forces", 1), "turned", turned, why);
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("race-{name}"), bytes, ALONE, why);
    let head = [moves(RIGHT), moves(DOWN)].concat();
    add("play", good.but(|c| c.body[head.len()] = 2), "a play that there is not");
    add("body", good.but(|c| c.body.push(0)), "the body goes on");
    add("rest", good.but(|c| c.slices[0].push(0)), "the slice goes on");
    add("form", good.but(|c| c.form = 1), "the form of two values");
    add("bits", good.but(|c| c.bits = 4), "numbers in units");
    add(
        "value",
        apart(0, &[(0, 0), (1, 2), (1, 1), (1, 0)], [2, 0, 3], DEPTHS).bytes(),
        "a value that no position has",
    );
    let one = race([ROOK, ROOK], 0, &[[1, 1]], HALF, [&[0], &[1], &[1]]);
    add("start", one.bytes(), "nobody can move from the first cell");
    let second = [moves(RIGHT), vec![0, 2, 0, 1, 0, 2], vec![0], runs(SQUARE)].concat();
    add("ride", good.but(|c| c.body = second), "a ride of Right's is a multiple of another one");
    let board = [head, vec![0], runs(&[[2, 1], [2, 1]])].concat();
    add("runs", good.but(|c| c.body = board), "two runs of the same length");
}

pub fn good(c: &mut Corpus) {
    good_hex(c);
    good_values(c);
    good_losing(c);
    good_stairs(c);
    good_race(c);
}

pub fn bad(c: &mut Corpus) {
    bad_hex(c);
    bad_values(c);
    bad_losing(c);
    bad_stairs(c);
    bad_race(c);
}
