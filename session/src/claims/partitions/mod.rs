//! Impartial chess on partitions, and the race.

mod words;

pub use words::*;

use std::any::Any;
use std::sync::OnceLock;

use super::unverified::{self, Beside, Unverified, nameless};
use super::values;
use crate::figures::Figures;
use crate::json::Object;
use crate::sheet::{self, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::{Head, VERSION};
use checker::failure::Fault;
use checker::table::{Step, Table as _};
use checker::theorem::Side;
use games::partitions::{LOSING, Proved, RACE, Race, STAIRCASES, VALUES, Wrong};

/// The numbers of the statements.
pub(super) const NUMBERS: [u8; 4] = [VALUES, LOSING, STAIRCASES, RACE];

/// What was verified of partitions.
struct Partitions<'a> {
    verified: &'a Verified,
    proved: &'a Proved,
    /// All partitions, where it is about all of a size; found when they are first asked for.
    all: OnceLock<Vec<Vec<usize>>>,
}

/// The partitions that were verified, if it is about them.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Partitions { verified, proved: verified.subject().downcast_ref()?, all: OnceLock::new() }))
}

/// What a statement about partitions says of itself.
pub(crate) fn listed(number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let about = words::stated(number, body)?;
    let numbers = match number {
        LOSING => "losing cells",
        RACE => "exact values",
        _ => "values of nim",
    };
    Some(Listed::new(title(&about), numbers))
}

/// Partitions that are not verified.
struct Claimed<'a>(&'a Head);

/// Partitions that are not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(head))
}

impl Unverified for Claimed<'_> {
    fn statement(&self, part: &str) -> Option<String> {
        Some(match part {
            "moves" => "moves: found other lists, required steps and rides that increase, of some row or column, none made by another ride".to_owned(),
            "partition" => "partition: found other runs, required one or more, of lengths that decrease".to_owned(),
            _ => return None,
        })
    }

    fn position(&self, number: u32) -> String {
        let Self(head) = self;
        let is_race = unverified::number(&head.statement) == RACE;
        let race = is_race.then(|| Race::read(unverified::body(&head.statement), head).ok()).flatten();
        let cell = race.and_then(|race| race.open.get(checker::numbers::at(number)).copied());
        let cell = cell.and_then(|cell| u64::try_from(cell).ok());
        cell.map_or(nameless(number), |cell| place(head, "race", cell))
    }

    fn fault(&self, fault: &dyn Fault) -> Option<String> {
        let any: &dyn Any = fault;
        any.downcast_ref().map(|wrong: &Wrong| failure(self.0, wrong))
    }
}

/// What is verified of one position: names and texts, and its row of the table.
struct Answer(Vec<(&'static str, String)>, Vec<String>);

impl sheet::Answer for Answer {
    fn text(&self) -> String {
        self.0.iter().map(|(name, text)| format!("{name}: {text}\n")).collect()
    }

    fn add(&self, object: &mut Object) {
        for (name, text) in &self.0 {
            object.text(name, text);
        }
    }

    fn row(&self) -> Vec<String> {
        self.1.clone()
    }
}

impl Partitions<'_> {
    /// The race, if it is one.
    fn race(&self) -> Option<&Race> {
        if let Proved::Race(race) = self.proved { Some(race) } else { None }
    }

    /// The position of a number: a cell, a partition, or the layer of a staircase with row and column.
    fn text(&self, number: usize) -> String {
        let about = self::about(self.verified.head()).expect("it is verified");
        let cell = |rows: &[usize], number| {
            let [row, column] = cell(rows, number).expect("a cell");
            format!("{row}:{column}")
        };
        match (&about.shape, self.proved) {
            (Shape::Board(rows), Proved::Race(race)) => cell(rows, race.open[number]),
            (Shape::Board(rows), _) => cell(rows, number),
            (Shape::Sizes(most), _) => partition_text(&self.all.get_or_init(|| partitions(*most).collect())[number]),
            (Shape::Staircases([a, b]), _) => {
                let (layer, cell) = (number / (a * b), number % (a * b));
                format!("{layer} {} {}", cell / a, cell % a)
            }
        }
    }
}

impl Sheet for Partitions<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "partition"
    }

    fn about(&self) -> String {
        title(&self::about(self.verified.head()).expect("it is verified"))
    }

    fn question(&self) -> &'static str {
        match self::about(self.verified.head()).expect("it is verified").shape {
            Shape::Board(_) => "a cell of the board, ROWS:COLUMNS, such as 0:1",
            Shape::Sizes(_) => "a partition, such as 3,2,1",
            Shape::Staircases(_) => "the number of steps of a staircase, from 1 on",
        }
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        claim(self.verified)
    }

    fn count(&self) -> usize {
        count(self.verified)
    }

    fn form(&self) -> &'static str {
        if self.race().is_some() { sheet::form(self.verified.head().form, None) } else { "exact" }
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        match self.race() {
            Some(_) => values::conditions(self),
            None => conditions(self.verified),
        }
    }

    fn receipt(&self, object: &mut Object) {
        if self.race().is_some() {
            return values::receipt(self, object);
        }
        object.text("claim", self.claim()).json("format", VERSION).text("form", self.form());
        object.json("positions", self.count()).json("proved", self.count());
        object.json("conditions", Object::numbers(self.conditions()));
    }

    fn has_values(&self) -> bool {
        self.race().is_some()
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        if holds.is_some() {
            return Err(
                "--holds: found a certificate about partitions, required one about an auction with chips".to_owned()
            );
        }
        let told = at_text(self.verified, text)?;
        let of =
            |name: &&str| told.iter().find(|(other, _)| other == name).map_or(String::new(), |(_, text)| text.clone());
        let row = match self.proved {
            // The staircase of k steps is the first cell of the layer before the k-th.
            Proved::Staircases(..) => {
                let layer = text.trim().parse::<u32>().map_or(0, |steps| steps - 1).to_string();
                vec![layer, "0".to_owned(), "0".to_owned(), of(&"normal")]
            }
            _ => {
                let mut row: Vec<String> = self.columns().iter().map(of).collect();
                row[0] = of(&"at").trim_start_matches("cell ").to_owned();
                row
            }
        };
        Ok(Row::Own(Box::new(Answer(told, row))))
    }

    fn number(&self, number: u32) -> Row<'_> {
        let place = checker::numbers::at(number);
        let row = match self.proved {
            Proved::Values(pairs, _) => pairs[place].map(|value| value.to_string()).to_vec(),
            Proved::Losing(losing) => vec![if losing[place] { "losing" } else { "winning" }.to_owned()],
            Proved::Staircases(_, values) => vec![values[place][0].to_string()],
            Proved::Race(_) => vec![value(self.verified, number)],
        };
        let row: Vec<String> = self.text(place).split(' ').map(str::to_owned).chain(row).collect();
        Row::Own(Box::new(Answer(self.columns().iter().copied().zip(row.iter().cloned()).collect(), row)))
    }

    fn first(&self) -> Option<Row<'_>> {
        Some(Row::Own(Box::new(Answer(Vec::new(), Vec::new()))))
    }

    fn name(&self, number: u32) -> String {
        self.text(checker::numbers::at(number))
    }

    fn columns(&self) -> &'static [&'static str] {
        match self.proved {
            Proved::Values(..) => &["position", "normal", "misere"],
            Proved::Losing(..) => &["position", "outcome"],
            Proved::Staircases(..) => &["layer", "row", "column", "value"],
            Proved::Race(..) => &["position", "value"],
        }
    }

    fn dump_columns(&self) -> String {
        columns(self.verified).to_owned()
    }

    fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
        for lines in lines(self.verified).chunks(1024) {
            if !say(&(lines.join("\n") + "\n")) {
                return;
            }
        }
    }

    fn player(&self, side: Side) -> &'static str {
        side.of("Left", "Right")
    }

    fn turns(&self) -> [bool; 2] {
        [self.race().is_some(), false]
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        if let Some(race) = self.race() {
            race.options(number, tell);
        }
    }
}
