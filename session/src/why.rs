//! Why a position has its value, in a few sentences: the best moves, their mean, and the moves by which each side wins.
//!
//! All of it is read off what is verified: the best moves are those whose values the mean is made of, and the line of a side follows the labels, which
//! count down to its win.

use num_traits::{Signed as _, Zero as _};

use super::answer::best_moves;
use super::position::{Entry, Interval, Known, Leads, Plan, Plans, Reached};
use super::sheet::Sheet;
use super::{claims, fraction, notation};
use checker::chess::Board;
use checker::theorem::{INFINITE, Side, Turn};

/// So many moves of a line are told.
const MOST_MOVES: usize = 60;
/// So many decimals of a value are told.
const DECIMALS: u32 = 6;

/// The sentences, a line each; none where nobody bids, or another auction decides.
pub fn why(sheet: &dyn Sheet, entry: &Entry) -> Option<String> {
    if sheet.auction().is_some() || entry.bound.is_some() || entry.turn != Some(Turn::Bid) {
        return None;
    }
    let [Some(white), Some(black)] = &entry.plans else { return None };
    let one = |interval: &Interval| {
        let [low, high] = [&interval.low, &interval.high].map(|end| fraction::decimal(end, DECIMALS));
        if low == high { low } else { format!("{low} to {high}") }
    };
    let named = |side: Side, aim: usize| {
        let moves = best_moves(entry, side, aim).into_iter().map(|name| sheet.shown(name));
        moves.collect::<Vec<_>>().join(" or ")
    };
    let of = |side: Side, aim: usize, best: &Interval| {
        format!("{} ({}: {})", one(best), sheet.player(side), named(side, aim))
    };
    let (alpha, beta) = (&entry.known.alpha, &entry.known.beta);
    let mut text = "\nWhy:\n".to_owned();
    let mut mean = |name: &str, known: &Interval, white: String, black: String| {
        text += &format!("  The {name} {} is the mean of the best moves: {white} and {black}.\n", one(known));
    };
    if alpha.is_same(beta) {
        mean("value", alpha, of(Side::White, 0, &white.to_win.best), of(Side::Black, 0, &black.to_win.best));
    } else {
        let [win, hold] = [0, 1];
        let (near, far) = (&white.to_win.best, &black.not_to_lose.best);
        mean("lower value", alpha, of(Side::White, win, near), of(Side::Black, hold, far));
        let (far, near) = (&white.not_to_lose.best, &black.to_win.best);
        mean("upper value", beta, of(Side::White, hold, far), of(Side::Black, win, near));
    }
    if let [Some(bid), _] = sheet.bids(entry) {
        text += match bid {
            bid if bid.is_zero() => "  The move is worth nothing here: nobody need bid.\n",
            bid if bid.is_negative() => {
                "  Each side's own move makes its prospects worse: both want the other to move.\n"
            }
            _ => {
                "  Half the difference is the bid: whoever wins the auction pays what the move is worth, and whoever loses it is paid that.\n"
            }
        };
    }
    for side in Side::BOTH {
        text += &match line(sheet, entry, side) {
            Some(moves) => {
                let far = side.of("less", "more");
                let border = one(side.of(alpha, beta));
                format!(
                    "  If {} holds {far} than {border}, {} wins; if each auction goes that way, by {}.\n",
                    sheet.player(Side::Black),
                    sheet.player(side),
                    moves.join(", ")
                )
            }
            None => continue,
        };
    }
    Some(text)
}

/// The moves by which a side wins if each auction goes its way: its own best ones of least label, and the other side's best one, in brackets, where only
/// that brings the win nearer. None if the labels do not lead to an end.
fn line(sheet: &dyn Sheet, entry: &Entry, side: Side) -> Option<Vec<String>> {
    let label = |known: &Known| side.of(known.labels[0], known.labels[1]).filter(|label| *label != INFINITE);
    let (mut at, mut moves, mut verified) = (entry.clone(), Vec::new(), sheet.verified());
    // Of an endgame with fewer men nothing but bounds may be known: there the line ends.
    while at.turn == Some(Turn::Bid) && label(&at.known).is_some_and(|label| label != 0) && moves.len() < MOST_MOVES {
        let first = |side: Side, aim: fn(&Plans) -> &Plan| {
            let plans = side.of(&at.plans[0], &at.plans[1]).as_ref()?;
            Some(&at.options[*aim(plans).options.first()?])
        };
        let own = first(side, |plans| &plans.to_win)?;
        let ends = |option: &Reached| matches!(option.leads, Leads::Won(_) | Leads::Terminal);
        let others = first(side.other(), |plans| &plans.not_to_lose)?;
        let is_own = ends(own) || ends(others) || label(&own.known) < label(&at.known);
        let option = if is_own { own } else { others };
        let name = sheet.shown(&option.text);
        moves.push(if option.by == side { name } else { format!("({}: {name})", sheet.player(option.by)) });
        if let Leads::Import(place, ..) = option.leads {
            verified = &verified.imports()[place];
        }
        let Some(board) = sheet.board() else {
            at = sheet.entry_at(&option.text).ok()?;
            continue;
        };
        let (found, placement) = notation::parse(&at.name).ok()?;
        let board = Board { pawn_rule: board.pawn_rule, ..found };
        let mut options = notation::options(board, &placement).into_iter();
        let taken = options.find(|(by, name, _)| *by == option.by && *name == option.name);
        match taken.and_then(|(_, _, after)| after) {
            Some(after) => at = claims::tell(verified).placed(board, &after).ok()?,
            None => break,
        }
    }
    (1..MOST_MOVES).contains(&moves.len()).then_some(moves)
}
