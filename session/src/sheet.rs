//! What can be asked of a verified certificate, whatever it is about: a sheet, with a row for each position.
//!
//! Each kind of claim says what is its own, in a file of its own (`claims`). All else is derived here, from the numbers from 0 to 1 that most kinds state; what
//! a kind cannot be asked is refused in one sentence that says what can be asked of it. So a new kind needs little.

use num_rational::BigRational;

use super::answer::{self, Teller};
use super::claims::{payments, values};
use super::escape;
use super::figures::Figures;
use super::json::Object;
use super::position::{Brief, Entry, Leads, PositionError};
use super::{notation, question};
use checker::Verified;
use checker::certificate::{Form, Never};
use checker::chess::{Board, Placement};
use checker::endgame::Endgame;
use checker::table::Step;
use checker::theorem::{Side, Turn};
use games::payments::Auction;

/// What a verified certificate is about, ready to be asked.
pub trait Sheet: Send + Sync {
    /// The certificate.
    fn verified(&self) -> &Verified;

    /// The name of the kind, for programs: `endgame`, `hex`.
    fn kind(&self) -> &'static str;

    /// What it is about, in a few words.
    fn about(&self) -> String;

    /// What can be asked for, as the end of a sentence: `a FEN such as …`.
    fn question(&self) -> &'static str;

    /// What is verified, in a sentence. The figures are those of [`figures`](Self::figures), if there are any.
    fn claim_with(&self, figures: Option<&Figures>) -> String;

    /// What is verified, in a sentence.
    fn claim(&self) -> String {
        self.claim_with(self.figures().as_ref())
    }

    /// Of how many positions, cells or placements something is proved.
    fn count(&self) -> usize;

    /// How many places there are, which have numbers from 0. In endgames symmetry may give a position more than one.
    fn places(&self) -> usize {
        self.count()
    }

    /// Whether the place of a number is the first one of its position.
    fn is_first(&self, _number: u32) -> bool {
        true
    }

    /// The number of positions that stands in the receipt that every checker writes.
    fn positions(&self) -> usize {
        self.count()
    }

    /// Whether numbers from 0 to 1 are stated of positions by the conditions of the theorem: then all that is counted is derived from them.
    fn has_values(&self) -> bool {
        true
    }

    /// Whether sharp tables of the kind state moves.
    fn states_moves(&self) -> bool {
        false
    }

    /// Who is paid for bids, if it is not the other player alone.
    fn auction(&self) -> Option<&Auction> {
        None
    }

    /// What is stated, in a word.
    fn form(&self) -> &'static str {
        let head = self.verified().head();
        form(head.form, head.never)
    }

    /// How often each condition was evaluated.
    fn conditions(&self) -> Vec<(&'static str, usize)> {
        values::conditions(self)
    }

    /// Adds the fields of the receipt.
    fn receipt(&self, object: &mut Object) {
        values::receipt(self, object);
    }

    /// The greatest finite labels, White's and Black's, where the certificate states labels.
    fn labels(&self) -> [Option<u64>; 2] {
        if self.has_values() { values::labels(self.verified()) } else { [None, None] }
    }

    /// The length in bits of the longest number that is stated.
    fn bits(&self) -> Option<u64> {
        self.has_values().then(|| values::bits(self.verified()))
    }

    /// What can be counted of numbers from 0 to 1; none if the certificate states none.
    fn figures(&self) -> Option<Figures> {
        self.has_values().then(|| Figures::of(self))
    }

    /// What is verified of what a text asks for; `holds` is what White has in an auction with chips.
    ///
    /// # Errors
    ///
    /// A sentence, if the certificate says nothing of it.
    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let entry = self.entry_at(text).map_err(|error| error.to_string())?;
        without_chips(holds, Row::Values(Box::new(entry)))
    }

    /// What is verified of what somebody asks for, who may say more than is needed, as with all fields of a FEN; and what was passed over, in sentences.
    ///
    /// # Errors
    ///
    /// A sentence, if the certificate says nothing of it.
    fn asked(&self, text: &str, holds: Option<&str>) -> Result<(Row<'_>, Vec<String>), String> {
        let (text, notes) = self.understood(text).map_err(|error| error.to_string())?;
        Ok((self.at(&text, holds)?, notes))
    }

    /// What a text asks for, without what is passed over, and what that is.
    ///
    /// # Errors
    ///
    /// If people ask for placements, and this is none.
    fn understood(&self, text: &str) -> Result<(String, Vec<String>), PositionError> {
        if !self.asks_placements() {
            return Ok((text.to_owned(), Vec::new()));
        }
        let asked = question::read(text).map_err(PositionError::Fen)?;
        Ok((notation::fen(asked.board, &asked.placement), asked.notes))
    }

    /// What is verified of the position of a number, below [`places`](Self::places).
    fn number(&self, number: u32) -> Row<'_> {
        Row::Values(Box::new(self.entry(number).expect("a position with values")))
    }

    /// What is shown if nothing is asked for: of a plan and of a proof, the position that it is about.
    fn first(&self) -> Option<Row<'_>> {
        None
    }

    /// The position that a plan is about.
    fn root(&self) -> Option<Entry> {
        if let Row::Values(entry) = self.first()? { Some(*entry) } else { None }
    }

    /// The name of the position of a number.
    fn name(&self, number: u32) -> String {
        match self.board().zip(self.placement(number)) {
            Some((board, placement)) => notation::fen(board, &placement),
            None => format!("position {number}"),
        }
    }

    /// The names of all positions, where people choose from a list of them: of a game in a file, the terminal ones too; of a plan.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The values of the position that a text describes.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        self.board().ok_or(PositionError::Other(self.question()))?;
        let (board, placement) = notation::read(text, self.asks_placements()).map_err(PositionError::Fen)?;
        self.placed(board, &placement)
    }

    /// The values of the position that somebody asks for, who may say more than is needed; and what was passed over, in sentences.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn entry_asked(&self, text: &str) -> Result<(Entry, Vec<String>), PositionError> {
        let (text, notes) = self.understood(text)?;
        Ok((self.entry_at(&text)?, notes))
    }

    /// The values of a placement on a board.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn placed(&self, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
        self.covers(board, placement)?;
        self.of(placement).ok_or_else(|| PositionError::Member(notation::fen(board, placement)))
    }

    /// Requires that a placement is one that the certificate may state a value of: its board, its men, its right to capture *en passant*.
    ///
    /// # Errors
    ///
    /// If it is none.
    fn covers(&self, _board: Board, _placement: &Placement) -> Result<(), PositionError> {
        Err(PositionError::Other(self.question()))
    }

    /// The values of a placement on the board of the certificate.
    fn of(&self, _placement: &Placement) -> Option<Entry> {
        None
    }

    /// The values of the position of a number; none if the certificate states no values of positions.
    fn entry(&self, number: u32) -> Option<Entry> {
        self.of(&self.placement(number)?)
    }

    /// The values of the position that somebody asks for, as [`entry_asked`](Self::entry_asked) finds them, without its options.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn brief_asked(&self, text: &str) -> Result<(Brief, Vec<String>), PositionError> {
        let (entry, notes) = self.entry_asked(text)?;
        Ok((entry.into(), notes))
    }

    /// The values of the position of a number, as [`entry`](Self::entry) finds them, without its options.
    fn brief(&self, number: u32) -> Option<Brief> {
        self.entry(number).map(Brief::from)
    }

    /// Whether numbers from 0 to 1 are stated of its positions, and are what people ask for.
    fn has_numbers(&self) -> bool {
        self.verified().stated().count() > 0 || self.count() == 0
    }

    /// The placement of the position of a number, if it is one.
    fn placement(&self, _number: u32) -> Option<Placement> {
        None
    }

    /// The names of the columns of a row.
    fn columns(&self) -> &'static [&'static str] {
        answer::columns(self)
    }

    /// The names of the columns that [`dump`](Self::dump) writes, with tabs between them.
    fn dump_columns(&self) -> String {
        if self.has_values() { values::dumped(self) } else { format!("number\t{}", self.columns().join("\t")) }
    }

    /// The line of the position of a number, as [`dump`](Self::dump) writes it.
    fn line(&self, number: u32) -> String {
        match self.number(number) {
            Row::Own(answer) => format!("{number}\t{}", answer.row().join("\t")),
            Row::Values(entry) => values::line(self, &entry, number),
        }
    }

    /// Writes a line for each position, in parts, as long as `say` is true.
    fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
        let mut numbers = firsts(self).peekable();
        while numbers.peek().is_some() {
            if !say(&numbers.by_ref().take(AT_A_TIME).map(|number| self.line(number) + "\n").collect::<String>()) {
                return;
            }
        }
    }

    /// The player of a side.
    fn player(&self, side: Side) -> &'static str {
        player(side, self.is_game())
    }

    /// Whether it is about a game in a file: then names of positions are any texts.
    fn is_game(&self) -> bool {
        false
    }

    /// A name as it is shown: a FEN or a move as it is, a name in a game in quotation marks.
    fn shown(&self, name: &str) -> String {
        if self.is_game() { escape::quoted(name) } else { name.to_owned() }
    }

    /// What one of its positions is, in a few words.
    fn member(&self) -> &'static str {
        "a position of the same certificate"
    }

    /// What the import of a place is about, in a few words.
    fn import(&self, place: usize) -> String {
        format!("import {place}, counted from 0")
    }

    /// What a position is at which a play ends and nobody has won at once.
    fn terminal(&self) -> String {
        "a terminal position".to_owned()
    }

    /// Where an option leads.
    fn leads(&self, leads: Leads) -> String {
        match leads {
            Leads::To(_) => self.member().to_owned(),
            Leads::Won(side) => format!("{} wins", self.player(side)),
            Leads::Import(place, ..) => self.import(place),
            Leads::Terminal => self.terminal(),
            Leads::Outside => "outside, where nothing is known".to_owned(),
        }
    }

    /// Whether the players bid somewhere, and whether chance moves somewhere.
    fn turns(&self) -> [bool; 2] {
        [true, false]
    }

    /// What an endless play counts as, where it is not money that decides it.
    fn never(&self, _never: Never) -> Option<String> {
        None
    }

    /// The best bids at a position, for the lower value and for the upper one, where they are known.
    fn bids(&self, entry: &Entry) -> [Option<BigRational>; 2] {
        self.auction().map_or_else(|| entry.bids(), |auction| payments::bids(auction, entry))
    }

    /// Whether people ask for positions of bidding chess: with a FEN, whole or the placement field alone.
    fn asks_placements(&self) -> bool {
        false
    }

    /// The board of the positions, if they are placements of men whose moves both players bid for.
    fn board(&self) -> Option<Board> {
        None
    }

    /// Whose turn it is at the position of a number.
    fn turn(&self, _number: u32) -> Turn {
        Turn::Bid
    }

    /// Tells every option of the position of a number.
    fn options(&self, _number: u32, _tell: &mut dyn FnMut(Step)) {}
}

/// How a row is written, from what is verified.
impl dyn Sheet + '_ {
    /// The row as `check` prints it.
    pub fn text(&self, row: &Row) -> String {
        match row {
            Row::Values(entry) => answer::text(self, entry),
            Row::Own(answer) => answer.text(),
        }
    }

    /// The row as `solve probe` prints it; `full` writes long fractions whole.
    pub fn whole(&self, row: &Row, full: bool) -> String {
        match row {
            Row::Values(entry) => Teller::new(self, full).text(entry),
            Row::Own(answer) => answer.whole(full),
        }
    }

    /// Adds the row to a receipt.
    pub fn add(&self, row: &Row, object: &mut Object) {
        match row {
            Row::Values(entry) => answer::add(self, entry, object),
            Row::Own(answer) => answer.add(object),
        }
    }

    /// The row as an object of its own.
    pub fn json(&self, row: &Row) -> Object {
        match row {
            Row::Values(entry) => Teller::new(self, false).json(entry),
            Row::Own(answer) => answer.json(),
        }
    }

    /// The row of a table, with the columns of [`Sheet::columns`].
    pub fn cells(&self, row: &Row) -> Vec<String> {
        match row {
            Row::Values(entry) => answer::cells(self, entry),
            Row::Own(answer) => answer.row(),
        }
    }
}

/// The player of a side: of chess, or of a game.
pub(crate) fn player(side: Side, is_game: bool) -> &'static str {
    if is_game { side.of("Left", "Right") } else { side.of("White", "Black") }
}

/// So many places are written at a time.
const AT_A_TIME: usize = 1024;

/// The numbers of the first place of each position: of so many places those that are first.
pub fn firsts(sheet: &(impl Sheet + ?Sized)) -> impl Iterator<Item = u32> {
    (0..).take(sheet.places()).filter(|number| sheet.is_first(*number))
}

/// What is verified of one position, cell or partition.
pub enum Row<'a> {
    /// Of a position that has values, in words of the auction.
    Values(Box<Entry>),
    /// In words of its kind.
    Own(Box<dyn Answer + 'a>),
}

impl Row<'_> {
    /// The position with its values, if it is told by them.
    pub fn entry(&self) -> Option<&Entry> {
        if let Self::Values(entry) = self { Some(entry) } else { None }
    }
}

/// What is verified of one position, cell or partition, in words of its kind.
pub trait Answer: Send + Sync {
    /// The answer as `check` prints it.
    fn text(&self) -> String;

    /// Adds the answer to a receipt.
    fn add(&self, object: &mut Object);

    /// The answer as `solve probe` prints it; `full` writes long fractions whole.
    fn whole(&self, _full: bool) -> String {
        self.text()
    }

    /// The answer as an object of its own.
    fn json(&self) -> Object {
        let mut object = Object::default();
        self.add(&mut object);
        object
    }

    /// The answer as a row of a table, with the columns of [`Sheet::columns`].
    fn row(&self) -> Vec<String>;
}

/// What a certificate says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it is about.
    pub about: String,
    /// Its endgame of bidding chess, whose positions can be counted.
    pub endgame: Option<Endgame>,
    /// Of how many positions, if it says so.
    pub positions: Option<u64>,
    /// What it states.
    pub numbers: String,
}

impl Listed {
    /// Something that states more than values from 0 to 1, or less.
    pub(crate) fn new(about: String, numbers: &str) -> Self {
        Self { about, endgame: None, positions: None, numbers: numbers.to_owned() }
    }
}

/// What a form states, in a few words; of one value, if an endless play is worth something.
pub fn form(form: Form, never: Option<Never>) -> &'static str {
    match (form, never) {
        (Form::One, None) => "exact, sharp",
        (Form::Two, _) => "exact, not sharp",
        (Form::Narrow, None) => "bounds",
        (Form::One, Some((0, _))) => "exact, alpha alone",
        (Form::One, Some((1, 1))) => "exact, beta alone",
        (Form::One, Some(_)) => "exact, v",
        (Form::Narrow, Some((0, _))) => "bounds, alpha alone",
        (Form::Narrow, Some((1, 1))) => "bounds, beta alone",
        (Form::Narrow, Some(_)) => "bounds on v",
        (Form::Sharp, _) => "bounds, sharp where proved",
        (Form::Holds(Side::White), _) => "alpha at most",
        (Form::Holds(Side::Black), _) => "beta at least",
        (Form::Forces(Side::White), None | Some((0, _))) => "alpha at least",
        (Form::Forces(Side::White), Some((1, 1))) => "beta at least",
        (Form::Forces(Side::White), Some(_)) => "v at least",
        (Form::Forces(Side::Black), None | Some((1, 1))) => "beta at most",
        (Form::Forces(Side::Black), Some((0, _))) => "alpha at most",
        (Form::Forces(Side::Black), Some(_)) => "v at most",
    }
}

/// Requires that a board is the one that is wanted.
pub(crate) fn same_board(found: Board, required: Board) -> Result<(), PositionError> {
    let [found, required] = [found, required].map(notation::board);
    if found == required { Ok(()) } else { Err(PositionError::Board(found, required)) }
}

/// Refuses an amount of chips where there are no chips.
pub(crate) fn without_chips<T>(holds: Option<&str>, answer: T) -> Result<T, String> {
    match holds {
        None => Ok(answer),
        Some(_) => {
            Err("--holds: this is a certificate about shares of the money; ask with --chips N, or ask a certificate about an auction with chips".to_owned())
        }
    }
}
