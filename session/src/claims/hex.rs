//! Hex in words: cells, boards, and how likely it is that a cell decides.

use std::any::Any;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::unverified::{self, Beside, Unverified};
use crate::escape;
use crate::figures::Figures;
use crate::fraction;
use crate::json::{Object, list, quoted};
use crate::sheet::{Answer, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::{Head, VERSION};
use checker::failure::Fault;
use checker::theorem::Side;
pub(super) use games::hex::NUMBER;
use games::hex::{Board, Counts, WrongCount};

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
    let stones =
        if stones == 0 { String::new() } else { format!(" with {}", escape::count(stones, "stone", "stones")) };
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

/// The names of the columns of a cell.
const COLUMNS: &[&str] = &["cell", "stone", "wins of Left with her stone", "with Right's", "pivotal probability"];

/// What is verified of a cell, with tabs between the columns.
pub fn line(counts: &Counts, number: usize) -> String {
    format!("{number}\t{}", Cell { counts, number }.row().join("\t"))
}

/// A cell of a board.
struct Cell<'a> {
    counts: &'a Counts,
    number: usize,
}

impl Answer for Cell<'_> {
    fn text(&self) -> String {
        let counts = self.counts;
        let name = cell(&counts.board, self.number);
        if let Some(stone) = counts.board.stones[self.number] {
            return format!("{name}\n{}'s stone lies there\n", stone.of("Left", "Right"));
        }
        let with_left = counts.with_left[self.number].as_ref().expect("a free cell");
        format!(
            "{name}\nfillings that Left wins: {with_left} with her stone there, {} with Right's\npivotal probability: {}\n",
            &counts.wins - with_left,
            pivotal(counts, self.number).expect("a free cell")
        )
    }

    fn add(&self, object: &mut Object) {
        let counts = self.counts;
        let with_left = counts.with_left[self.number].as_ref();
        object
            .text("at", cell(&counts.board, self.number))
            .text_or_null("stone", counts.board.stones[self.number].map(|side| side.of("left", "right")))
            .text_or_null("left_wins_with_left", with_left)
            .text_or_null("left_wins_with_right", with_left.map(|with_left| &counts.wins - with_left))
            .text_or_null("pivotal", pivotal(counts, self.number));
    }

    fn row(&self) -> Vec<String> {
        let (counts, name) = (self.counts, cell(&self.counts.board, self.number));
        match (&counts.with_left[self.number], counts.board.stones[self.number]) {
            (Some(with_left), _) => {
                let pivotal = pivotal(counts, self.number).expect("a free cell").to_string();
                vec![name, "-".to_owned(), with_left.to_string(), (&counts.wins - with_left).to_string(), pivotal]
            }
            (None, stone) => {
                let stone = stone.map_or("-", |side| side.of("Left", "Right"));
                vec![name, stone.to_owned(), "-".to_owned(), "-".to_owned(), "-".to_owned()]
            }
        }
    }
}

/// A verified board.
struct Counted<'a> {
    verified: &'a Verified,
    counts: &'a Counts,
}

/// The board that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Counted { verified, counts: verified.subject().downcast_ref()? }))
}

/// What a statement about a board of Hex says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    Some(Listed::new(board(&Board::read(body).ok()?), "counts of fillings"))
}

/// A board that is not verified; none if there is no such board.
struct Claimed(Option<Board>);

/// A board that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(Board::read(unverified::body(&head.statement)).ok()))
}

impl Unverified for Claimed {
    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let fault: &dyn Any = fault;
        let WrongCount { place, required } = fault.downcast_ref()?;
        let cell = place.checked_sub(1).zip(self.0.as_ref()).map(|(number, board)| cell(board, number));
        let when = cell.map_or(String::new(), |cell| format!("{cell}: with Left's stone there, "));
        Some(format!("{when}found another number of fillings that Left wins, required {required}"))
    }
}

impl Sheet for Counted<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "hex"
    }

    fn about(&self) -> String {
        board(&self.counts.board)
    }

    fn question(&self) -> &'static str {
        "the name of a cell of the board, such as a1"
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        claim(self.counts)
    }

    fn count(&self) -> usize {
        self.counts.with_left.len()
    }

    fn positions(&self) -> usize {
        1
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "counts"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        vec![("count", 1 + self.counts.board.free())]
    }

    fn receipt(&self, object: &mut Object) {
        object.text("claim", self.claim()).json("format", VERSION);
        add(self.counts, object);
    }

    fn bits(&self) -> Option<u64> {
        let all = self.counts.with_left.iter().flatten().chain([&self.counts.wins]);
        all.map(num_bigint::BigUint::bits).max()
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        if holds.is_some() {
            return Err("--holds: found a certificate about Hex, required one about an auction with chips".to_owned());
        }
        let number = number(&self.counts.board, text);
        let number = number.ok_or_else(|| format!("found {}, required {}", escape::quoted(text), self.question()))?;
        Ok(Row::Own(Box::new(Cell { counts: self.counts, number })))
    }

    fn number(&self, number: u32) -> Row<'_> {
        Row::Own(Box::new(Cell { counts: self.counts, number: checker::numbers::at(number) }))
    }

    fn name(&self, number: u32) -> String {
        cell(&self.counts.board, checker::numbers::at(number))
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn player(&self, side: Side) -> &'static str {
        side.of("Left", "Right")
    }

    fn turns(&self) -> [bool; 2] {
        [false, true]
    }
}

/// Adds the fields of the receipt.
fn add(counts: &Counts, object: &mut Object) {
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
        list(own.map(|number| quoted(&cell(&counts.board, number))))
    };
    object.json("left", stones(Side::White)).json("right", stones(Side::Black));
}
