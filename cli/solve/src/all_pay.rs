//! `solve graph --pays both`: both players pay what they bid, and whoever has bid more moves.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::fmt::Write as _;

use checker::certificate::Digest;
use checker::claim::subject;
use checker::theorem::Side;
use games::all_pay::{AllPay, Auction, CHIPS};
use num_rational::BigRational;
use session::claims::all_pay::Mixing;
use session::judge;
use session::{claims, fraction, words};
use solver::games::all_pay;
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::Game;
use solver::request::{Form, Way};

use crate::graph_asked::Arguments;
use crate::input;
use crate::made::{kept, verified};
use crate::output::{Failed, distinct};
use crate::watch::Watch;

/// Units that nobody chose: 2^-40.
const BITS: u8 = 40;
/// So many decimals of a percentage are shown.
const PERCENT_DECIMALS: u32 = 2;

/// Solves.
pub fn all_pay(asked: &Arguments, chips: [u64; 2], ties: Option<Side>) -> Result<String, Failed> {
    if chips.iter().any(|held| *held > CHIPS.most) {
        let most = CHIPS.most;
        return Err(Failed::usage(format!(
            "--chips: found more than {most} of a player, required at most {most} each"
        )));
    }
    let chips = chips.map(|held| held as usize);
    let bits = match asked.precision.as_ref().map(|asked| Way::AllPay.precision().admit(asked)).transpose() {
        Ok(Some(Form::Bits(bits))) => bits,
        Ok(_) => BITS,
        Err(error) => return Err(Failed::usage(error)),
    };
    distinct(&asked.game, &[asked.out.as_ref()])?;
    let path = session::escape::path(&asked.game);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let text = input::game(&asked.game, asked.memory())?;
    let others = [
        (claims::aims::is_endless(text.as_bytes()), "an endless game"),
        (claims::scores::is_scored(text.as_bytes()), "a scored game"),
    ];
    if let Some((_, found)) = others.into_iter().find(|(is_so, _)| *is_so) {
        return Err(failed(&format_args!(
            "found {found}, required a game as a graph: with a \"value\" from 0 to 1 where it ends"
        )));
    }
    let game = Game::read(&text).map_err(|error| failed(&error))?;
    let given = judge::read_game(text.as_bytes()).map_err(|(fault, _)| failed(&fault))?;
    let auction = Auction { ties, chips, bits, weight: bits };
    let open = game.positions().iter().filter(|position| !position.kind.is_terminal()).count();
    if (open * auction.splits()) as u64 > games::all_pay::STATES.most {
        let [found, most] = [(open * auction.splits()) as u64, games::all_pay::STATES.most];
        let states = "positions with a split of the chips each";
        return Err(Failed::usage(format!("{path}: found {found} {states}, required at most {most}: fewer chips")));
    }
    let mut watch = Watch::new();
    watch.title = path.to_string();
    watch.phase("solve", 0);
    let line = watch.line();
    let told = |done: usize| line.set_message(format!("{path}: {done} of {open} positions"));
    let solved = all_pay::solve(&game, auction, asked.threads.into(), &told);
    watch.finish();
    let solved = solved.map_err(|error| failed(&error))?;
    let bytes = all_pay::certificate(Digest::of(text.as_bytes()), &solved);
    drop(solved);
    let verified = verified(&bytes, Some(&subject(&given)), 1)?;
    let all = verified.about::<AllPay>().ok_or_else(|| failed(&"found another statement"))?;
    let mut said = format!("verified: {}\n", words::claim(&verified));
    describe(&mut said, &all, asked.at.as_deref()).map_err(|error| Failed::usage(format!("{path}: {error}")))?;
    Ok(said + &kept(asked.out.as_deref(), &bytes)?)
}

/// The values of a position, who wins surely there, and how often bids are mixed.
fn describe(said: &mut String, all: &AllPay, at: Option<&str>) -> Result<(), String> {
    let named = |name: &str| {
        let number = all.game.inner.iter().position(|(number, ..)| *all.game.names[*number as usize] == *name);
        number.ok_or_else(|| format!("--at: found no position {:?} that is not terminal", solver::escape::short(name)))
    };
    let position = at.map_or(Ok(0), named)?;
    let (splits, states) = (all.auction.splits(), all.bounds.len());
    if states == 0 {
        *said += "every position is terminal\n";
        return Ok(());
    }
    let state = position * splits + all.auction.split(all.auction.chips);
    let number = u32::try_from(state).map_err(|_| "found too many states".to_owned())?;
    *said += &claims::all_pay::answer(all, number);
    let widths = [claims::all_pay::width_at(all, state), claims::all_pay::width(all)];
    let [here, most] = widths.map(|width| fraction::text_with_power(&width));
    let _ = writeln!(said, "the bounds differ by {here} here, and by {most} at most");
    let Mixing { bid_for, bluffs, mixed, needed } = claims::all_pay::mixing(all);
    let _ = writeln!(
        said,
        "bids are mixed in {mixed} of {bid_for} states (a state is a position that is bid for, with the chips of both); in {needed} of them no single bid of some player is as good"
    );
    let [left, right] = bluffs.map(|bluffs| {
        let part = BigRational::new(bluffs.into(), bid_for.max(1).into());
        format!("{bluffs} ({})", fraction::percent(&part, PERCENT_DECIMALS, false))
    });
    let _ = writeln!(
        said,
        "Left bluffs in {left} of these states, and Right in {right}: a bluff is a bid above 0 that a player makes neither surely nor never"
    );
    Ok(())
}
