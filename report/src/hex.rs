//! Hex in words: cells, boards, and how likely it is that a cell decides.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::receipt::{Object, list};
use super::{fraction, words};
use checker::theorem::Side;
use games::hex::{Board, Counts};

/// The name of a cell, by its number: `a1` is on the first file and the first rank.
pub fn cell(board: &Board, number: usize) -> String {
    let file = u8::try_from(number % board.files).expect("few files");
    format!("{}{}", char::from(b'a' + file), number / board.files + 1)
}

/// The cell of a name.
pub fn number(board: &Board, name: &str) -> Option<usize> {
    (0..board.stones.len()).find(|&number| cell(board, number) == name)
}

/// A board in a few words.
pub fn board(board: &Board) -> String {
    let stones = board.stones.len() - board.free();
    let stones = if stones == 0 { String::new() } else { format!(" with {}", words::count(stones, "stone", "stones")) };
    format!("{}x{} Hex{stones}", board.files, board.ranks)
}

/// The probability that Left wins, if every free cell is filled by the toss of a coin: what the board is worth to her.
pub fn value(counts: &Counts) -> BigRational {
    BigRational::new(counts.wins.clone().into(), BigInt::from(1) << counts.board.free())
}

/// The probability that the others leave it to this free cell who wins.
pub fn pivotal(counts: &Counts, cell: usize) -> Option<BigRational> {
    let pivotal = counts.pivotal(cell)?;
    Some(BigRational::new(pivotal.into(), BigInt::from(1) << (counts.board.free() - 1)))
}

/// The cells that are most likely to decide: none if no cell is free.
pub fn best(counts: &Counts) -> Vec<usize> {
    let most = (0..counts.with_left.len()).filter_map(|cell| counts.pivotal(cell)).max();
    (0..counts.with_left.len()).filter(|&cell| most.is_some() && counts.pivotal(cell) == most).collect()
}

/// What is verified, in a sentence.
pub fn claim(counts: &Counts) -> String {
    let about = board(&counts.board);
    let value = fraction::text_with_power(&value(counts));
    let best = best(counts);
    let Some(&first) = best.first() else { return format!("{about}: no cell is free; it is worth {value} to Left") };
    let cells: Vec<String> = best.iter().map(|&best| cell(&counts.board, best)).collect();
    let pivotal = fraction::text_with_power(&pivotal(counts, first).expect("a free cell"));
    let are = if cells.len() == 1 { "is the best cell" } else { "are the best cells" };
    format!(
        "{about}: worth {value} to Left; {} {are}, pivotal with probability {pivotal}; so are the counts of all {} free cells",
        cells.join(", "),
        counts.board.free()
    )
}

/// The names of the columns of [`line()`].
pub const HEAD: &str = "number\tcell\tstone\twins of Left with her stone\twith Right's\tpivotal probability";

/// What is verified of a cell, with tabs between the columns.
pub fn line(counts: &Counts, number: usize) -> String {
    let name = cell(&counts.board, number);
    match (&counts.with_left[number], counts.board.stones[number]) {
        (Some(with_left), _) => {
            let pivotal = pivotal(counts, number).expect("a free cell");
            format!("{number}\t{name}\t-\t{with_left}\t{}\t{pivotal}", &counts.wins - with_left)
        }
        (None, stone) => {
            let stone = stone.map_or("-", |side| side.of("Left", "Right"));
            format!("{number}\t{name}\t{stone}\t-\t-\t-")
        }
    }
}

/// Adds the fields of the receipt.
pub fn add(counts: &Counts, object: &mut Object) {
    let cells = (0..counts.with_left.len()).filter_map(|number| {
        let mut object = Object::default();
        object.text("cell", cell(&counts.board, number));
        object.text("left_wins_with_left", counts.with_left[number].as_ref()?);
        object.text("pivotal", pivotal(counts, number)?);
        Some(object)
    });
    object
        .text("board", format_args!("{}x{}", counts.board.files, counts.board.ranks))
        .json("free", counts.board.free())
        .text("left_wins", &counts.wins)
        .text("value", value(counts))
        .json("cells", list(cells));
    let stones = |side| {
        let own = (0..counts.with_left.len()).filter(move |&number| counts.board.stones[number] == Some(side));
        list(own.map(|number| super::receipt::quoted(&cell(&counts.board, number))))
    };
    object.json("left", stones(Side::White)).json("right", stones(Side::Black));
}
