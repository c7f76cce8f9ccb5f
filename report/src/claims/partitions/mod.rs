//! Impartial chess on partitions, and the race.

mod words;

pub use words::*;

use super::values;
use crate::figures::Figures;
use crate::json::Object;
use crate::tell::{self, Tell};
use checker::Verified;
use checker::certificate::VERSION;
use checker::table::{Step, Table as _};
use checker::theorem::Side;
use games::partitions::{Proved, Race};

/// What was verified of partitions.
struct Partitions<'a> {
    verified: &'a Verified,
    proved: &'a Proved,
}

/// The partitions that were verified, if it is about them.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    Some(Box::new(Partitions { verified, proved: verified.subject().downcast_ref()? }))
}

/// What is verified of one position: names and texts.
struct Answer(Vec<(&'static str, String)>);

impl tell::Answer for Answer {
    fn text(&self) -> String {
        self.0.iter().map(|(name, text)| format!("{name}: {text}\n")).collect()
    }

    fn add(&self, object: &mut Object) {
        for (name, text) in &self.0 {
            object.text(name, text);
        }
    }

    fn row(&self) -> Vec<String> {
        self.0.iter().map(|(_, text)| text.clone()).collect()
    }
}

impl Partitions<'_> {
    /// The race, if it is one.
    fn race(&self) -> Option<&Race> {
        if let Proved::Race(race) = self.proved { Some(race) } else { None }
    }

    /// The question that asks for the position of a number.
    fn text(&self, number: usize) -> String {
        let about = self::about(self.verified.head()).expect("it is verified");
        let cell = |rows: &[usize], number| {
            let [row, column] = cell(rows, number).expect("a cell");
            format!("{row}:{column}")
        };
        match (&about.shape, self.proved) {
            (Shape::Board(rows), Proved::Race(race)) => cell(rows, race.open[number]),
            (Shape::Board(rows), _) => cell(rows, number),
            (Shape::Sizes(most), _) => partition_text(&partitions(*most).nth(number).expect("one of them")),
            (Shape::Staircases(_), _) => (number + 1).to_string(),
        }
    }
}

impl Tell for Partitions<'_> {
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
        if self.race().is_some() { tell::form(self.verified.head().form) } else { "exact" }
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        match self.race() {
            Some(_) => values::conditions(self.verified, false),
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

    fn labels(&self) -> [Option<u64>; 2] {
        if self.race().is_some() { values::labels(self.verified) } else { [None, None] }
    }

    fn bits(&self) -> Option<u64> {
        self.race().map(|_| values::bits(self.verified))
    }

    fn figures(&self) -> Option<Figures> {
        self.race().map(|_| Figures::of(self.verified, self.count(), |number| format!("position {number}")))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn tell::Answer + '_>, String> {
        if holds.is_some() {
            return Err("--holds: found a certificate about partitions, required one about an auction with chips".to_owned());
        }
        Ok(Box::new(Answer(at_text(self.verified, text)?)))
    }

    fn number(&self, number: u32) -> Box<dyn tell::Answer + '_> {
        let text = self.text(checker::numbers::at(number));
        Box::new(Answer(at_text(self.verified, &text).expect("its own position")))
    }

    fn first(&self) -> Option<Box<dyn tell::Answer + '_>> {
        Some(Box::new(Answer(Vec::new())))
    }

    fn name(&self, number: u32) -> String {
        self.text(checker::numbers::at(number))
    }

    fn columns(&self) -> &'static [&'static str] {
        match self.proved {
            Proved::Values(..) => {
                &["position", "partition", "normal", "misere", "winning_normal", "winning_misere"]
            }
            Proved::Losing(..) => &["position", "partition", "outcome"],
            Proved::Staircases(..) => &["position", "normal"],
            Proved::Race(..) => &["position", "partition", "value"],
        }
    }

    fn dump_columns(&self) -> String {
        columns(self.verified).to_owned()
    }

    fn dump(&self, say: &mut dyn FnMut(&str) -> bool) {
        for lines in lines(self.verified).chunks(tell::AT_A_TIME) {
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
