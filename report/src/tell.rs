//! What can be asked of a verified certificate, whatever it is about.
//!
//! Each kind of claim answers in its own words, in a file of its own (`claims`). What a kind cannot be asked is refused by default, in one sentence that
//! says what can be asked of it; so a new kind needs little.

use num_rational::BigRational;

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

/// What a verified certificate is about, ready to be asked.
pub trait Tell: Send + Sync {
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

    /// What is stated, in a word.
    fn form(&self) -> &'static str {
        let head = self.verified().head();
        form(head.form, head.never)
    }

    /// How often each condition was evaluated.
    fn conditions(&self) -> Vec<(&'static str, usize)>;

    /// Adds the fields of the receipt.
    fn receipt(&self, object: &mut Object);

    /// The greatest finite labels, White's and Black's, where the certificate states labels.
    fn labels(&self) -> [Option<u64>; 2] {
        [None, None]
    }

    /// The length in bits of the longest number that is stated.
    fn bits(&self) -> Option<u64> {
        None
    }

    /// What can be counted of numbers from 0 to 1; none if the certificate states none.
    fn figures(&self) -> Option<Figures> {
        None
    }

    /// What is verified of what a text asks for; `holds` is what White has in an auction with chips.
    ///
    /// # Errors
    ///
    /// A sentence, if the certificate says nothing of it.
    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String>;

    /// What is verified of what somebody asks for, who may say more than is needed, as with all fields of a FEN; and what was passed over, in sentences.
    ///
    /// # Errors
    ///
    /// A sentence, if the certificate says nothing of it.
    fn asked(&self, text: &str, holds: Option<&str>) -> Result<(Box<dyn Answer + '_>, Vec<String>), String> {
        Ok((self.at(text, holds)?, Vec::new()))
    }

    /// What is verified of the position of a number, below [`places`](Self::places).
    fn number(&self, number: u32) -> Box<dyn Answer + '_>;

    /// What is shown if nothing is asked for: of a plan and of a proof, the position that it is about.
    fn first(&self) -> Option<Box<dyn Answer + '_>> {
        None
    }

    /// The position that a plan is about.
    fn root(&self) -> Option<Entry> {
        None
    }

    /// The name of the position of a number.
    fn name(&self, number: u32) -> String {
        format!("position {number}")
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
    fn entry_at(&self, _text: &str) -> Result<Entry, PositionError> {
        Err(PositionError::Other(self.question()))
    }

    /// The values of the position that somebody asks for, who may say more than is needed; and what was passed over, in sentences.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn entry_asked(&self, text: &str) -> Result<(Entry, Vec<String>), PositionError> {
        Ok((self.entry_at(text)?, Vec::new()))
    }

    /// The values of a placement on a board.
    ///
    /// # Errors
    ///
    /// If the certificate states no values, or none of it.
    fn placed(&self, _board: Board, _placement: &Placement) -> Result<Entry, PositionError> {
        Err(PositionError::Other(self.question()))
    }

    /// The values of the position of a number; none if the certificate states no values of positions.
    fn entry(&self, _number: u32) -> Option<Entry> {
        None
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

    /// The names of the columns of [`Answer::row`].
    fn columns(&self) -> &'static [&'static str];

    /// The names of the columns that [`dump`](Self::dump) writes, with tabs between them.
    fn dump_columns(&self) -> String {
        format!("number\t{}", self.columns().join("\t"))
    }

    /// Writes a line for each position, in parts, as long as `say` is true.
    fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
        let line = |number| format!("{number}\t{}\n", self.number(number).row().join("\t"));
        lines((self.places(), &|number| self.is_first(number)), &line, say);
    }

    /// The player of a side.
    fn player(&self, side: Side) -> &'static str {
        if self.is_game() { side.of("Left", "Right") } else { side.of("White", "Black") }
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

    /// Where an option leads.
    fn leads(&self, leads: Leads) -> String {
        match leads {
            Leads::To(_) => self.member().to_owned(),
            Leads::Won(side) => format!("{} wins", self.player(side)),
            Leads::Import(place, ..) => self.import(place),
            Leads::Terminal => "a terminal position".to_owned(),
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
        entry.bids()
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

/// So many places are written at a time.
pub(crate) const AT_A_TIME: usize = 1024;

/// The numbers of the first place of each position: of so many places those that are first.
pub fn firsts(tell: &dyn Tell) -> impl Iterator<Item = u32> {
    (0..).take(tell.places()).filter(|number| tell.is_first(*number))
}

/// Writes a line for each position, in parts, as long as `say` is true: of so many places, for those that are first.
pub(crate) fn lines(
    (places, is_first): (usize, &dyn Fn(u32) -> bool),
    line: &dyn Fn(u32) -> String,
    say: &mut dyn FnMut(&str) -> bool,
) {
    let mut numbers = (0..).take(places).filter(|number| is_first(*number)).peekable();
    while numbers.peek().is_some() {
        if !say(&numbers.by_ref().take(AT_A_TIME).map(line).collect::<String>()) {
            return;
        }
    }
}

/// What is verified of one position, cell or partition.
pub trait Answer: Send + Sync {
    /// The answer as `check` prints it.
    fn text(&self) -> String;

    /// Adds the answer to a receipt.
    fn add(&self, object: &mut Object);

    /// The answer as `solve probe` prints it; `full` writes long fractions whole.
    fn whole(&self, _full: bool) -> String {
        self.text()
    }

    /// Where the answer is about the one value, that of an endless play being given: the sentence that says it, and its fields; `full` writes long fractions
    /// whole.
    fn endless(&self, _full: bool) -> Option<(String, Object)> {
        None
    }

    /// The answer as an object of its own.
    fn json(&self) -> Object {
        let mut object = Object::default();
        self.add(&mut object);
        object
    }

    /// The answer as a row of a table, with the columns of [`Tell::columns`].
    fn row(&self) -> Vec<String>;

    /// The position with its values, if there are any.
    fn entry(&self) -> Option<&Entry> {
        None
    }
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

/// Reads what somebody asks for as a FEN, whole or the placement alone, and finds its values.
pub(crate) fn read_fen(tell: &dyn Tell, text: &str) -> Result<(Entry, Vec<String>), PositionError> {
    let asked = question::read(text).map_err(PositionError::Fen)?;
    Ok((tell.placed(asked.board, &asked.placement)?, asked.notes))
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
