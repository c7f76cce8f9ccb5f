//! `solve graph` for scored games: what positions are worth in points, and who makes sure of so many points.
//!
//! Each certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::numbers::Fraction;
use checker::theorem::Turn;
use games::scores::{Aim as Question, Score, ScoreTable, Scored};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use session::judge::Given;
use session::sheet::{self, Sheet};
use session::{claims, escape, fraction, json, words};
use solver::games::scores;
use solver::graph_games;

use crate::aims::Aim;
use crate::output::{self, Failed};

/// The most scores of which `--aim all` makes a table: for each of them the game is solved.
const MOST: usize = 1000;
/// The most cells of the table: about 500 MB.
const CELLS: usize = 1 << 22;

/// Solves the graph that an aim makes, and writes the certificate.
type Certify<'a> = &'a dyn Fn(&graph_games::Game, &Question) -> Result<Vec<u8>, Failed>;

/// What is asked, of which file, and how it is solved.
pub struct Asked<'a> {
    /// The game.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// What is asked; if nothing, what positions are worth in points.
    pub aim: Option<&'a Aim>,
    /// One position alone.
    pub at: Option<&'a str>,
    /// Whether JSON is written.
    pub json: bool,
    /// Where the certificate goes; the folder of several ones.
    pub out: Option<&'a Path>,
    /// How many threads there are.
    pub threads: usize,
    /// Solves the graph that an aim makes, and writes the certificate.
    pub certify: Certify<'a>,
}

/// A scored game, and what is asked of it.
struct Solver<'a> {
    asked: &'a Asked<'a>,
    path: String,
    scored: Arc<Scored>,
}

/// Solves, verifies, and writes.
pub fn solve(asked: &Asked) -> Result<String, Failed> {
    let path = escape::path(asked.path).to_string();
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let scored = claims::scores::read(asked.text.as_bytes()).map_err(|error| failed(&error))?;
    if let Some(name) = asked.at
        && !scored.graph.names.iter().any(|known| **known == *name)
    {
        let found = escape::quoted(name);
        return Err(Failed::usage(format!("{path}: --at: found {found}, required the name of a position of the game")));
    }
    let solver = Solver { asked, path, scored };
    match asked.aim {
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
        let certificate = (self.asked.certify)(&game, &aim)?;
        let given = Given::of(Arc::clone(&self.scored) as _);
        let verified = session::verify(&certificate, Some(&given), self.asked.threads).map_err(Failed::new)?;
        Ok((certificate, verified))
    }

    /// One aim: points, or so many of them.
    fn one(&self, least: Option<Score>) -> Result<String, Failed> {
        let &Asked { at, json: is_json, out, .. } = self.asked;
        let (certificate, verified) = self.certificate(least)?;
        if let Some(out) = out {
            output::written(out, &certificate)?;
        }
        let told = claims::tell(&verified);
        let numbers = (0..).take(told.count());
        if is_json {
            return Ok(match at {
                Some(name) => json::answer(&told.json(&answer(&*told, name)?)),
                None => json::rows(numbers.map(|number| told.json(&told.number(number)))),
            });
        }
        let mut text = format!("verified: {}\n", words::claim(&verified));
        match at {
            Some(name) => text += &told.text(&answer(&*told, name)?),
            None => {
                text += &format!("{}\n", told.columns().join("\t"));
                numbers.for_each(|number| {
                    let row: Vec<String> =
                        told.cells(&told.number(number)).iter().map(|cell| escape::visible(cell)).collect();
                    text += &format!("{}\n", row.join("\t"));
                });
            }
        }
        if let Some(out) = out {
            text += &format!("{}: {} bytes\n", escape::path(out), certificate.len());
        }
        Ok(text)
    }

    /// All scores but the least: what is below that, no play ends with.
    fn table(&self) -> Result<String, Failed> {
        let &Asked { at, json, out, .. } = self.asked;
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
                output::written(&file, &certificate)?;
                written += &format!("{}: {} bytes\n", escape::path(&file), certificate.len());
            }
            if let Some(worth) = verified.head().never {
                never = format!("; {}", session::endless::rule(&*claims::tell(&verified), worth));
            }
            rows.iter_mut().for_each(|(number, shares)| shares.push(ends(&verified, *number)));
        }
        let scores: Vec<String> = thresholds.iter().map(|&least| rational(least).to_string()).collect();
        if json {
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
        let has = |wanted: Turn| self.scored.graph.inner.iter().any(|(_, turn, _)| *turn == wanted);
        let what = match [has(Turn::Bid), has(Turn::Chance)] {
            [true, false] => {
                "Left makes sure of it or more while Right has less than this share of the money; with more, Right makes sure of less; where there are two shares, Right needs more than the second one"
            }
            [true, true] => "Left's probability of it or more, with tosses for bids",
            [false, _] => "Left's probability of it or more",
        };
        let mut text = format!("verified: {}, for each score: {what}{never}\n", claims::scores::title(&self.scored));
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

/// What is verified of the position of a name.
fn answer<'a>(told: &'a dyn Sheet, name: &str) -> Result<sheet::Row<'a>, Failed> {
    told.at(name, None).map_err(Failed::usage)
}

/// A score as a fraction.
fn rational((numerator, denominator): Score) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}
