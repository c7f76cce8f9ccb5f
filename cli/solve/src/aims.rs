//! `solve graph` for endless games: what is collected on average, who makes sure of an average, who wins by parity.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use checker::Verified;
use checker::claim::Subject;
use checker::failure::Failure;
use games::aims::{Game, Position};
use num_rational::BigRational;
use session::{claims, escape, fraction, words};
use solver::games::Winner;
use solver::games::aims::certificate::{self, Money, Unsolved};
use solver::games::aims::chips;
use solver::games::payments::Payment;
use solver::graph::exact::policy::Observer as _;

use crate::output::{Failed, folder, written};
use crate::watch::Watch;

/// The most positions that are solved: equations are solved exactly, and take time and memory.
const MOST: usize = 2000;

/// What is asked of an endless or a scored game, if it is not what positions are worth.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Who makes sure of so much or more, on average or in points.
    Least(BigRational),
    /// The same of all numbers at which it changes.
    All,
    /// Of an endless game: who wins by parity.
    Parity,
}

impl FromStr for Aim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_small = |number: &BigRational| number.numer().bits() < 64 && number.denom().bits() < 64;
        match text {
            "all" => Ok(Self::All),
            "parity" => Ok(Self::Parity),
            _ => fraction::read(text).filter(is_small).map(Self::Least).ok_or_else(|| {
                "required a number such as 2, -1 or 3/2, both parts below 2^63, or `all`, or `parity`".to_owned()
            }),
        }
    }
}

/// What is asked, and of which file.
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Path,
    /// Its text.
    pub text: &'a str,
    /// What is asked; if nothing, what is collected on average, or who wins by parity where no position has a reward.
    pub aim: Option<&'a Aim>,
    /// One position alone.
    pub at: Option<&'a str>,
    /// Whether JSON is written.
    pub json: bool,
    /// Where the certificate goes, or those of all averages.
    pub out: Option<&'a Path>,
    /// Who is paid for bids, if it is not the other player.
    pub auction: Option<Payment>,
    /// The share of the money that Left has, where it matters.
    pub share: Option<[u16; 2]>,
    /// How many chips there are, and who moves, if bids are of whole chips.
    pub chips: Option<(u64, Winner)>,
}

/// A game that was read, and what is asked of it.
struct Open<'a> {
    asked: &'a Asked<'a>,
    game: Arc<Game>,
    watch: Watch,
}

/// Solves, verifies, and writes.
pub fn solve(asked: &Asked) -> Result<String, Failed> {
    let mut open = Open::new(asked)?;
    let number = asked.at.map(|name| number(&open.game, name)).transpose();
    let number = number.map_err(|error| Failed::usage(format!("{}: {error}", escape::path(asked.game))))?;
    let shown = number.map_or(0..open.game.positions.len() as u32, |number| number..number + 1);
    let has = |field: fn(&Position) -> bool| open.game.positions.iter().any(field);
    let is_parity = matches!(asked.aim, Some(Aim::Parity))
        || asked.aim.is_none()
            && has(|position| position.priority.is_some())
            && !has(|position| position.reward.is_some());
    if asked.auction.is_some() && is_parity {
        return Err(Failed::usage("--pays: found a game without rewards, required a mean payoff"));
    }
    let average = if let Some(Aim::Least(average)) = asked.aim { Some(average) } else { None };
    if asked.chips.is_some() && average.is_none() && !is_parity {
        return Err(Failed::usage(
            "--chips: required --aim C, the mean payoff that Left has to make sure of, or --aim parity",
        ));
    }
    if matches!(asked.aim, Some(Aim::All)) {
        return open.averages(shown);
    }
    let money = match (&asked.auction, asked.share) {
        (None, _) => Money::RICHMAN,
        (Some(auction), Some(share)) => Money { bank: auction.bank(), share },
        (Some(auction), None) => return open.by_money(auction.bank(), shown),
    };
    let game = Arc::clone(&open.game);
    let (verified, certificate) = open.verified(|| match (asked.chips, average) {
        (Some((chips, winner)), _) => chips::certificate(&game, chips, winner, average),
        (_, Some(average)) => certificate::least(&game, average),
        _ if is_parity => certificate::parity(&game),
        _ => certificate::mean(&game, money),
    })?;
    open.watch.finish();
    if let Some(out) = asked.out {
        written(out, &certificate)?;
    }
    let told = claims::tell(&verified);
    if asked.json {
        let positions = shown.map(|number| told.json(&told.number(number)).to_string()).collect::<Vec<_>>();
        return Ok(format!("[{}]\n", positions.join(",\n")));
    }
    let mut text = format!("verified: {}\n", words::claim(&verified));
    shown.for_each(|number| text += &told.text(&told.number(number)));
    if let Some(out) = asked.out {
        text += &format!("{}: {} bytes\n", escape::path(out), certificate.len());
    }
    Ok(text)
}

impl<'a> Open<'a> {
    /// Reads the game.
    fn new(asked: &'a Asked) -> Result<Self, Failed> {
        let path = escape::path(asked.game);
        let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
        let game = claims::aims::read(asked.text.as_bytes()).map_err(|error| failed(&error))?;
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
        Ok(Self { asked, game, watch })
    }

    /// Solves, and verifies what comes of it.
    fn verified(&self, solve: impl FnOnce() -> Result<Vec<u8>, Unsolved>) -> Result<(Arc<Verified>, Vec<u8>), Failed> {
        let path = escape::path(self.asked.game);
        let certificate = solve().map_err(|unsolved| Failed::new(format!("{path}: {}", why(&self.game, &unsolved))))?;
        let given: Subject = Arc::clone(&self.game) as Subject;
        let verdict = games::checker(1, |_| None::<Vec<u8>>).check_given(&certificate, Some(&given));
        let verified = verdict.map_err(|failure| Failed::new(explained(&certificate, &given, &failure)))?;
        Ok((verified, certificate))
    }

    /// The mean payoff where the bank takes a part of the bids, for one share of Left's after the other.
    fn by_money(&mut self, bank: [u16; 2], shown: Range<u32>) -> Result<String, Failed> {
        if self.asked.out.is_some() {
            return Err(Failed::usage(
                "--out: found no --share, required Left's share of the money, because a certificate is about one",
            ));
        }
        let game = Arc::clone(&self.game);
        let mut rows = Vec::new();
        for eighths in 1..8_u16 {
            let share = BigRational::new(eighths.into(), 8.into());
            let parts = [share.numer(), share.denom()].map(|part| u16::try_from(part).expect("small"));
            let (verified, _) = self.verified(|| certificate::mean(&game, Money { bank, share: parts }))?;
            rows.push((share, verified));
        }
        self.watch.finish();
        Ok(claims::aims::by_money(&rows, shown, self.asked.json))
    }

    /// All averages at which it changes who makes sure of them.
    fn averages(&mut self, shown: Range<u32>) -> Result<String, Failed> {
        let game = Arc::clone(&self.game);
        let path = escape::path(self.asked.game).to_string();
        let watch = &mut self.watch;
        watch.phase("try averages", 0);
        let steps = certificate::steps(&game, &mut || watch.advance(1));
        let steps = steps.map_err(|unsolved| Failed::new(format!("{path}: {}", why(&game, &unsolved))))?;
        let steps: BTreeSet<BigRational> = steps.iter().flat_map(certificate::stated).collect();
        let mut rows = Vec::new();
        for step in &steps {
            rows.push(self.verified(|| certificate::least(&game, step))?);
        }
        self.watch.finish();
        let mut text = String::new();
        if let Some(out) = self.asked.out {
            folder(out)?;
            for (step, (_, certificate)) in steps.iter().zip(&rows) {
                let file = out.join(format!("average_{}.cert", step.to_string().replace('/', "-")));
                written(&file, certificate)?;
                text += &format!("{}: {} bytes\n", escape::path(&file), certificate.len());
            }
        }
        let verified: Vec<&Verified> = rows.iter().map(|(verified, _)| &**verified).collect();
        let said = claims::aims::steps(&verified, shown, self.asked.json)
            .map_err(|error| Failed::new(format!("{path}: {error}")))?;
        Ok(if self.asked.json { said } else { said + &text })
    }
}

/// Reads a share of the money such as 1/3: numerator and denominator below 2^16, in lowest terms.
pub fn share(text: &str) -> Result<[u16; 2], String> {
    let required = || "required a share of the money between 0 and 1, such as 1/3, both parts below 65536".to_owned();
    let share = fraction::read_share(text).filter(|(part, whole)| (1..*whole).contains(part));
    share.map(|(part, whole)| [part, whole]).ok_or_else(required)
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
        Unsolved::Turn(number) => format!("{}: found no auction, required one: with chips the players bid everywhere", name(number)),
        Unsolved::Large => {
            "numbers are too large for a certificate: required below 2^63 in --aim, and potentials below 2^1023"
                .to_owned()
        }
    }
}
