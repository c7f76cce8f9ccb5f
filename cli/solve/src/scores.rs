//! `solve graph` for scored games: what positions are worth in points, and who makes sure of so many points.
//!
//! Each certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::sync::Arc;

use checker::Verified;
use checker::claim::subject;
use checker::numbers::Fraction;
use checker::theorem::Turn;
use games::scores::{Aim as Question, Score, ScoreTable, Scored};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use session::{claims, escape, fraction, json};
use solver::certificates::certify;
use solver::games::scores;

use crate::graph_asked::{Aim, Arguments};
use crate::graph_table::{Found, find};
use crate::made::{kept, said, verified};
use crate::output::{self, Failed};
use crate::watch::Watch;

/// The most scores of which `--aim all` makes a table: for each of them the game is solved.
const MOST: usize = 1000;
/// The most cells of the table: about 500 MB.
const CELLS: usize = 1 << 22;

/// A scored game, and what is asked of it.
struct Solver<'a> {
    asked: &'a Arguments,
    path: String,
    scored: Arc<Scored>,
}

/// Solves, verifies, and writes.
pub fn solve(asked: &Arguments, text: &str) -> Result<String, Failed> {
    let path = escape::path(&asked.game).to_string();
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let scored = claims::scores::read(text.as_bytes()).map_err(|error| failed(&error))?;
    asked.number(scored.graph.names.iter().map(|name| &**name))?;
    let solver = Solver { asked, path, scored };
    match &asked.aim {
        None => solver.one(None),
        // It was read so.
        Some(Aim::Least(least)) => solver.one(least.numer().to_i64().zip(least.denom().to_u64())),
        Some(Aim::All) => solver.table(),
        Some(Aim::Parity) => {
            Err(Failed::usage("--aim parity: found a scored game, required an endless one with priorities"))
        }
    }
}

impl Solver<'_> {
    /// The certificate of an aim, and what is verified of it.
    fn certificate(&self, least: Option<Score>) -> Result<(Vec<u8>, Arc<Verified>), Failed> {
        let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", self.path));
        let aim = Question::new(self.scored.graph.digest, least);
        let game = scores::game(&self.scored, &aim).map_err(|error| failed(&error))?;
        let mut watch = Watch::new();
        watch.title.clone_from(&self.path);
        let found = find(&game, self.asked, &mut watch);
        watch.finish();
        let stated = certify::Stated { never: self.asked.endless.worth(), imports: Vec::new() };
        let certificate = match found.map_err(|error| failed(&error))? {
            Found::Exact(solution) => scores::certificate(&aim, stated, &solution.table),
            Found::Enclosed(enclosure) => scores::enclosure(&aim, stated, &enclosure.enclosed),
        };
        let verified = verified(&certificate, Some(&subject(&self.scored)), self.asked.threads.into())?;
        Ok((certificate, verified))
    }

    /// One aim: points, or so many of them.
    fn one(&self, least: Option<Score>) -> Result<String, Failed> {
        let Arguments { at, json: is_json, out, .. } = self.asked;
        let (certificate, verified) = self.certificate(least)?;
        said((&verified, &certificate), (at.as_deref(), out.as_deref()), *is_json, None)
    }

    /// What the shares of the table say.
    fn of_shares(&self) -> &'static str {
        let has = |wanted: Turn| self.scored.graph.inner.iter().any(|(_, turn, _)| *turn == wanted);
        match [has(Turn::Bid), has(Turn::Chance)] {
            [true, false] => {
                "Left makes sure of it or more while Right has less than this share of the money; with more, Right makes sure of less; where there are two shares, Right needs more than the second one"
            }
            [true, true] => "Left's probability of it or more, with tosses for bids",
            [false, _] => "Left's probability of it or more",
        }
    }

    /// All scores but the least: what is below that, no play ends with.
    fn table(&self) -> Result<String, Failed> {
        let Arguments { at, json, out, .. } = self.asked;
        let all = scores::distinct(&self.scored);
        let thresholds = &all[1..];
        if thresholds.is_empty() {
            let only = rational(all[0]);
            return Err(Failed::new(format!(
                "{}: --aim all: found the score {only} alone, required two different ones: every play that ends has this score",
                self.path
            )));
        }
        if thresholds.len() > MOST {
            return Err(Failed::new(format!(
                "{}: --aim all: found {} scores, required {MOST} at most, because the game is solved for each; ask for one with --aim C",
                self.path,
                all.len()
            )));
        }
        let (names, places) = (&self.scored.graph.names, &self.scored.graph.places);
        let is_shown = |number: &usize| match at {
            Some(name) => *names[*number] == *name,
            None => places[*number].is_ok(),
        };
        let mut rows: Vec<Row> = (0..names.len()).filter(is_shown).map(|number| (number, Vec::new())).collect();
        if rows.len() * thresholds.len() > CELLS {
            return Err(Failed::new(format!(
                "{}: --aim all: found a table of {} positions and {} scores, required {CELLS} cells at most; ask for one position with --at NAME, or for one score with --aim C",
                self.path,
                rows.len(),
                thresholds.len()
            )));
        }
        if let Some(folder) = out {
            output::folder(folder)?;
        }
        let (mut written, mut never) = (String::new(), String::new());
        for &least in thresholds {
            let (certificate, verified) = self.certificate(Some(least))?;
            if let Some(folder) = out {
                let file = folder.join(format!("score_{}.cert", rational(least).to_string().replace('/', "-")));
                written += &kept(Some(&file), &certificate)?;
            }
            if let Some(worth) = verified.head().never {
                never = format!("; {}", session::endless::rule(&*claims::tell(&verified), worth));
            }
            rows.iter_mut().for_each(|(number, shares)| shares.push(ends(&verified, *number)));
        }
        let scores: Vec<String> = thresholds.iter().map(|&least| rational(least).to_string()).collect();
        if *json {
            let row = |(number, shares): &Row| {
                let [low, high] = [0, 1].map(|end| json::list(shares.iter().map(|share| json::quoted(&share[end]))));
                let mut object = json::Object::default();
                object.text("position", &names[*number]).json("left_below", low).json("right_above", high);
                object
            };
            let mut object = json::Object::default();
            let rows = json::list(rows.iter().map(row));
            object.json("scores", json::list(scores.iter().map(|score| json::quoted(score)))).json("rows", rows);
            return Ok(json::answer(&object));
        }
        let (title, what) = (claims::scores::title(&self.scored), self.of_shares());
        let mut text = format!("verified: {title}, for each score: {what}{never}\n");
        text += &format!(
            "position\t{}\n",
            scores.iter().map(|score| format!("{score} or more")).collect::<Vec<_>>().join("\t")
        );
        for (number, shares) in rows {
            let cell = |[low, high]: &[String; 2]| if low == high { low.clone() } else { format!("{low}; {high}") };
            text += &format!(
                "{}\t{}\n",
                escape::quoted(&names[number]),
                shares.iter().map(cell).collect::<Vec<_>>().join("\t")
            );
        }
        Ok(text + &written)
    }
}

/// The number of a position, and for each score below which share of Right's Left makes sure of it, and above which Right makes sure of less.
type Row = (usize, Vec<[String; 2]>);

/// Both shares that are verified of the position of a number among all.
fn ends(verified: &Verified, number: usize) -> [String; 2] {
    let table: Arc<ScoreTable> = verified.about().expect("it was verified as that");
    let stated = verified.stated();
    let share = |value: Fraction| fraction::text(&fraction::rational(value));
    match table.table.game.places[number] {
        Ok(inner) => {
            let place = stated.place(inner);
            [place.alpha[0], place.beta[1]].map(|number| share(stated.fraction(number)))
        }
        Err(value) => [(); 2].map(|()| share(table.table.game.values[value as usize].clone())),
    }
}

/// A score as a fraction.
fn rational((numerator, denominator): Score) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}
