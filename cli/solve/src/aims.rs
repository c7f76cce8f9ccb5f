//! `solve graph` for endless games: what is collected on average, who makes sure of an average, who wins by parity.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use checker::Verified;
use checker::claim::subject;
use games::aims::{Game, Position};
use num_rational::BigRational;
use session::{claims, escape, json, words};
use solver::games::aims::certificate::{self, Money, Unsolved};
use solver::games::aims::chips;
use solver::graph::exact::policy::Observer as _;
use solver::request::{Auction, Chips};

use crate::graph_asked::{Aim, Arguments};
use crate::made::{kept, verified};
use crate::output::{Failed, folder};
use crate::watch::Watch;

/// The most positions that are solved: equations are solved exactly, and take time and memory.
const MOST: usize = 2000;

/// A game that was read, and what is asked of it.
struct Open<'a> {
    asked: &'a Arguments,
    game: Arc<Game>,
    watch: Watch,
}

/// What is collected on average from each position of a game: verified, and the certificate.
pub fn mean(path: &str, text: &str) -> Result<(Arc<Verified>, Vec<u8>), Failed> {
    let (game, mut watch) = read(path, text)?;
    let found = certified(path, &game, || certificate::mean(&game, Money::RICHMAN));
    watch.finish();
    found
}

/// Solves, verifies, and writes.
pub fn solve(asked: &Arguments, auction: &Auction, text: &str) -> Result<String, Failed> {
    let mut open = Open::new(asked, text)?;
    let number = asked.number(open.game.names.iter().map(|name| &**name))?;
    let shown = number.map_or(0..open.game.positions.len() as u32, |number| number..number + 1);
    let has = |field: fn(&Position) -> bool| open.game.positions.iter().any(field);
    let is_parity = matches!(asked.aim, Some(Aim::Parity))
        || asked.aim.is_none()
            && has(|position| position.priority.is_some())
            && !has(|position| position.reward.is_some());
    let paid = if let Auction::Paid(payment) = auction { Some(payment) } else { None };
    if paid.is_some() && is_parity {
        return Err(Failed::usage("--pays: found a game without rewards, required a mean payoff"));
    }
    let average = if let Some(Aim::Least(average)) = &asked.aim { Some(average) } else { None };
    if asked.chips.is_some() && average.is_none() && !is_parity {
        return Err(Failed::usage(
            "--chips: required --aim C, the mean payoff that Left has to make sure of, or --aim parity",
        ));
    }
    if matches!(asked.aim, Some(Aim::All)) {
        return open.averages(shown);
    }
    let money = match (paid, asked.share) {
        (None, _) => Money::RICHMAN,
        (Some(paid), Some(share)) => Money { bank: paid.bank(), share },
        (Some(paid), None) => return open.by_money(paid.bank(), shown),
    };
    let game = Arc::clone(&open.game);
    let (verified, certificate) = open.verified(|| match (auction, average) {
        (&Auction::Chips(Chips::Total(chips), winner), _) => chips::certificate(&game, chips, winner, average),
        (_, Some(average)) => certificate::least(&game, average),
        _ if is_parity => certificate::parity(&game),
        _ => certificate::mean(&game, money),
    })?;
    open.watch.finish();
    let kept = kept(asked.out.as_deref(), &certificate)?;
    let told = claims::tell(&verified);
    if asked.json {
        return Ok(json::rows(shown.map(|number| told.json(&told.number(number)))));
    }
    let mut text = format!("verified: {}\n", words::claim(&verified));
    shown.for_each(|number| text += &told.text(&told.number(number)));
    Ok(text + &kept)
}

impl<'a> Open<'a> {
    /// Reads the game.
    fn new(asked: &'a Arguments, text: &str) -> Result<Self, Failed> {
        let (game, watch) = read(&escape::path(&asked.game).to_string(), text)?;
        Ok(Self { asked, game, watch })
    }

    /// Solves, and verifies what comes of it.
    fn verified(&self, solve: impl FnOnce() -> Result<Vec<u8>, Unsolved>) -> Result<(Arc<Verified>, Vec<u8>), Failed> {
        certified(&escape::path(&self.asked.game).to_string(), &self.game, solve)
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
        let path = escape::path(&self.asked.game).to_string();
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
        if let Some(out) = &self.asked.out {
            folder(out)?;
            for (step, (_, certificate)) in steps.iter().zip(&rows) {
                let file = out.join(format!("average_{}.cert", step.to_string().replace('/', "-")));
                text += &kept(Some(&file), certificate)?;
            }
        }
        let verified: Vec<&Verified> = rows.iter().map(|(verified, _)| &**verified).collect();
        let said = claims::aims::steps(&verified, shown, self.asked.json)
            .map_err(|error| Failed::new(format!("{path}: {error}")))?;
        Ok(if self.asked.json { said } else { said + &text })
    }
}

/// Reads a game whose equations are to be solved.
fn read(path: &str, text: &str) -> Result<(Arc<Game>, Watch), Failed> {
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let game = claims::aims::read(text.as_bytes()).map_err(|error| failed(&error))?;
    if game.positions.len() > MOST {
        let count = game.positions.len();
        return Err(failed(&format_args!(
            "found {count} positions, required {MOST} at most, because equations are solved exactly; a certificate made by other means is checked up to 4194304"
        )));
    }
    let mut watch = Watch::new();
    path.clone_into(&mut watch.title);
    watch.hint(format!("{path}: equations of all positions are solved exactly, in a time that grows with the cube of their number; a part that is never left can be solved as a game of its own"));
    watch.phase("solve", 0);
    Ok((game, watch))
}

/// Solves, and verifies what comes of it.
fn certified(
    path: &str,
    game: &Arc<Game>,
    solve: impl FnOnce() -> Result<Vec<u8>, Unsolved>,
) -> Result<(Arc<Verified>, Vec<u8>), Failed> {
    let certificate = solve().map_err(|unsolved| Failed::new(format!("{path}: {}", why(game, &unsolved))))?;
    Ok((verified(&certificate, Some(&subject(game)), 1)?, certificate))
}

/// Why there is no certificate, in words.
fn why(game: &Game, unsolved: &Unsolved) -> String {
    let name = |number: &usize| escape::quoted(&game.names[*number]);
    match unsolved {
        Unsolved::Reward(number) => format!("{}: found no \"reward\", required one at each position", name(number)),
        Unsolved::Priority(number) => format!("{}: found no \"priority\", required one at each position", name(number)),
        Unsolved::Turn(number) => {
            format!("{}: found no auction, required one: with chips the players bid everywhere", name(number))
        }
        Unsolved::Large => {
            "numbers are too large for a certificate: required below 2^63 in --aim, and potentials below 2^1023"
                .to_owned()
        }
    }
}
