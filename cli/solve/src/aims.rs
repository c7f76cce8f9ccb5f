//! `solve graph` for endless games: what is collected on average, who makes sure of an average, who wins by parity.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::path::Path;
use std::sync::Arc;

use checker::claim::Subject;
use checker::failure::Failure;
use games::aims::Game;
use num_bigint::BigInt;
use num_rational::BigRational;
use report::{claims, escape, words};
use solver::games::aims::certificate::{self, Unsolved};
use solver::graph::exact::policy::Observer as _;
use solver::{atomic_file, memory};

use crate::Failed;
use crate::watch::Watch;

/// The most positions that are solved: equations are solved exactly, and take time and memory.
const MOST: usize = 2000;

/// What is asked of an endless game.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct Aim {
    /// Of an endless game, in the JSON of the chapter "Endless objectives": what is collected on average in a step
    #[arg(long, conflicts_with_all = ["method", "enclosure", "chips", "pays", "draw", "never", "value"])]
    mean_payoff: bool,
    /// Of an endless game: who makes sure of a mean payoff of C or better, such as 3/2, and with which share of the money
    #[arg(long, value_name = "C", allow_hyphen_values = true, value_parser = average)]
    #[arg(conflicts_with_all = ["method", "enclosure", "chips", "pays", "draw", "never", "value"])]
    at_least: Option<BigRational>,
    /// Of an endless game: who wins by parity, if the greatest priority that is seen for ever is even for Left and odd for Right
    #[arg(long, conflicts_with_all = ["method", "enclosure", "chips", "pays", "draw", "never", "value"])]
    parity: bool,
}

/// What is asked, and of which file.
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Path,
    /// One position alone.
    pub at: Option<&'a str>,
    /// Whether JSON is written.
    pub json: bool,
    /// Where the certificate goes.
    pub out: Option<&'a Path>,
}

impl Aim {
    /// Whether anything is asked of an endless game.
    pub fn is_asked(&self) -> bool {
        self.mean_payoff || self.parity || self.at_least.is_some()
    }

    /// Solves, verifies, and writes.
    pub fn solve(&self, asked: &Asked) -> Result<String, Failed> {
        let path = escape::path(asked.game);
        let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
        let length = std::fs::metadata(asked.game).map_err(|error| failed(&error))?.len();
        memory::enough_memory(memory::available_memory(), length).map_err(|error| failed(&error))?;
        let bytes = std::fs::read(asked.game).map_err(|error| failed(&error))?;
        let game = claims::aims::read(&bytes).map_err(|error| failed(&error))?;
        let number = asked.at.map(|name| number(&game, name)).transpose();
        let number = number.map_err(|error| Failed::usage(format!("{path}: {error}")))?;
        if game.positions.len() > MOST {
            let count = game.positions.len();
            return Err(failed(&format_args!(
                "found {count} positions, required {MOST} at most, because equations are solved exactly; a certificate made by other means is checked up to 4194304"
            )));
        }
        let mut watch = Watch::new();
        watch.title = path.to_string();
        watch.hint(format!("{path}: equations of all positions are solved exactly, in a time that grows with the cube of their number; a part that is never left can be solved as a game of its own"));
        watch.phase("solve", 0);
        let certificate = self.certificate(&game);
        watch.finish();
        let certificate = certificate.map_err(|unsolved| failed(&why(&game, &unsolved)))?;
        let given: Subject = Arc::clone(&game) as Subject;
        let verdict = games::checker(1, |_| None::<Vec<u8>>).check_given(&certificate, Some(&given));
        let verified = verdict.map_err(|failure| Failed::new(explained(&certificate, &given, &failure)))?;
        if let Some(out) = asked.out {
            atomic_file::write(out, &certificate)
                .map_err(|error| Failed::new(format!("{}: {error}", escape::path(out))))?;
        }
        let told = claims::tell(&verified);
        let shown = number.map_or(0..told.count() as u32, |number| number..number + 1);
        if asked.json {
            let positions = shown.map(|number| told.number(number).json().to_string()).collect::<Vec<_>>();
            return Ok(format!("[{}]\n", positions.join(",\n")));
        }
        let mut text = format!("verified: {}\n", words::claim(&verified));
        shown.for_each(|number| text += &told.number(number).text());
        if let Some(out) = asked.out {
            text += &format!("{}: {} bytes\n", escape::path(out), certificate.len());
        }
        Ok(text)
    }

    fn certificate(&self, game: &Game) -> Result<Vec<u8>, Unsolved> {
        match &self.at_least {
            Some(average) => certificate::least(game, average),
            None if self.parity => certificate::parity(game),
            None => certificate::mean(game),
        }
    }
}

/// Why the checker does not verify what was solved: a bug of the solver.
fn explained(certificate: &[u8], given: &Subject, failure: &Failure) -> String {
    words::explain_file(&certificate, Some(given), failure, &mut words::Told::default(), &mut |_| None)
}

/// The number of a position.
fn number(game: &Game, name: &str) -> Result<u32, String> {
    let number = game.names.iter().position(|known| **known == *name);
    let number = number.and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("--at: found {}, required the name of a position of the game", escape::quoted(name)))
}

/// Why there is no certificate, in words.
fn why(game: &Game, unsolved: &Unsolved) -> String {
    let name = |number: &usize| escape::quoted(&game.names[*number]);
    match unsolved {
        Unsolved::Reward(number) => format!("{}: found no \"reward\", required one at each position", name(number)),
        Unsolved::Priority(number) => format!("{}: found no \"priority\", required one at each position", name(number)),
        Unsolved::Large => {
            "numbers are too large for a certificate: required below 2^63 in --at-least, and potentials below 2^1023"
                .to_owned()
        }
    }
}

/// Reads a number such as -3/2; numerator and denominator are below 2^63.
pub fn average(text: &str) -> Result<BigRational, String> {
    let required = || "required a number such as 2, -1 or 3/2, both parts below 2^63".to_owned();
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let digits =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i64>().ok()).flatten();
    let (is_negative, numerator) = numerator.strip_prefix('-').map_or((false, numerator), |rest| (true, rest));
    let numerator = digits(numerator).ok_or_else(required)?;
    let denominator = digits(denominator).filter(|&denominator| denominator > 0).ok_or_else(required)?;
    let ratio = BigRational::new(BigInt::from(numerator), BigInt::from(denominator));
    Ok(if is_negative { -ratio } else { ratio })
}
