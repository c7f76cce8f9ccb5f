//! `solve all-pay`: both players pay what they bid, and whoever has bid more moves.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::fmt::Write as _;
use std::path::PathBuf;

use checker::certificate::Digest;
use checker::theorem::Side;
use games::all_pay::{AllPay, Auction, CHIPS};
use num_rational::BigRational;
use report::claims::all_pay::Mixing;
use report::judge;
use report::{claims, fraction, words};
use solver::atomic_file;
use solver::games::all_pay;
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::Game;
use solver::memory::available_memory;

use crate::Failed;
use crate::precision::Precision;
use crate::watch::Watch;
use crate::{graph, input};

/// Units that nobody chose: 2^-40.
const BITS: u8 = 40;
/// The most bits of units: weights come from numbers of 53 bits.
const MOST_BITS: u8 = 50;
/// So many decimals of a percentage are shown.
const PERCENT_DECIMALS: u32 = 2;

/// What to solve, and where the certificate goes.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game, in the JSON of the chapter "Games as graphs"; no position may come twice
    game: PathBuf,
    /// The chips of Left and of Right, such as 8,7; at most 63 each. All lesser numbers are solved, too
    #[arg(long, value_name = "LEFT,RIGHT", value_parser = chips)]
    chips: [usize; 2],
    /// Who moves after equal bids
    #[arg(long, value_enum, default_value_t)]
    ties: Ties,
    /// The position at which the values are told; the first one that is not terminal if you do not say another one
    #[arg(long, value_name = "NAME")]
    at: Option<String>,
    /// Bounds and probabilities in units of 2^-BITS, 1 to 50
    #[arg(long, value_name = "BITS", default_value_t = Precision::Bits(BITS))]
    precision: Precision,
    /// How many threads to use; the certificate is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Writes the certificate, for `check FILE.cert --graph GAME.json`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file())]
    out: Option<PathBuf>,
}

/// Who moves after equal bids.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Ties {
    /// A fair coin decides
    #[default]
    Coin,
    /// Left
    Left,
    /// Right
    Right,
}

/// Reads the chips of both players.
fn chips(text: &str) -> Result<[usize; 2], String> {
    let most = CHIPS.most;
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|held| *held as u64 <= most);
    let both = text.split_once(',').and_then(|(left, right)| Some([number(left)?, number(right)?]));
    both.ok_or_else(|| format!("required two numbers of chips from 0 to {most}, Left's and Right's, such as 8,7"))
}

/// Solves.
pub fn all_pay(arguments: &Arguments) -> Result<String, Failed> {
    let bits = match arguments.precision {
        Precision::Bits(bits) if bits <= MOST_BITS => bits,
        other => return Err(other.refused(&format!("1 to {MOST_BITS} bits, because both players mix their bids"))),
    };
    graph::distinct(&arguments.game, &[arguments.out.as_ref()])?;
    let path = report::escape::path(&arguments.game);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let text = input::game(&arguments.game, available_memory())?;
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
    let ties = match arguments.ties {
        Ties::Coin => None,
        Ties::Left => Some(Side::White),
        Ties::Right => Some(Side::Black),
    };
    let auction = Auction { ties, chips: arguments.chips, bits, weight: bits };
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
    let solved = all_pay::solve(&game, auction, arguments.threads.into(), &told);
    watch.finish();
    let solved = solved.map_err(|error| failed(&error))?;
    let bytes = all_pay::certificate(Digest::of(text.as_bytes()), &solved);
    drop(solved);
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(&given));
    let verified = verdict.map_err(|failure| Failed::new(words::explain(&bytes, Some(&given), &failure)))?;
    let all = verified.about::<AllPay>().ok_or_else(|| failed(&"found another statement"))?;
    let mut said = format!("verified: {}\n", words::claim(&verified));
    describe(&mut said, &all, arguments).map_err(|error| Failed::usage(format!("{path}: {error}")))?;
    if let Some(path) = &arguments.out {
        atomic_file::write(path, &bytes)
            .map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(path))))?;
        let _ = writeln!(said, "{}: {} bytes", report::escape::path(path), bytes.len());
    }
    Ok(said)
}

/// The values of a position, who wins surely there, and how often bids are mixed.
fn describe(said: &mut String, all: &AllPay, arguments: &Arguments) -> Result<(), String> {
    let named = |name: &String| {
        let number = all.game.inner.iter().position(|(number, ..)| *all.game.names[*number as usize] == **name);
        number.ok_or_else(|| format!("--at: found no position {:?} that is not terminal", solver::escape::short(name)))
    };
    let position = arguments.at.as_ref().map_or(Ok(0), named)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_chips() {
        assert_eq!(chips("8,7"), Ok([8, 7]));
        assert_eq!(chips("0, 63"), Ok([0, 63]));
        for wrong in ["8", "8,", "8,64", "-1,2", "8,7,6", "a,b", ""] {
            assert!(chips(wrong).is_err_and(|error| error.contains("such as 8,7")), "{wrong}");
        }
    }
}
