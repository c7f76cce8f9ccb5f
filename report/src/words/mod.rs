//! Sentences: what a certificate proves, why one is not verified, why a file is no game.

mod failure;
mod game;

pub use failure::{explain, too_much};
pub use game::game_fault;

use super::entry::Leads;
use super::escape::visible;
use super::figures::Figures;
use super::{antichess, chips, entry, fraction, hex, notation, partition, payments, ranked};
use crate::{Content, Contents as _};
use checker::Verified;
use checker::certificate::Form;
use checker::graph::Game;
use checker::theorem::Side;
use games::chips::Played;

/// The exit codes of both programs, for their help.
pub const EXIT_STATUS: &str = "\
Exit status:
      solve                                        check
  0   done                                         all certificates are verified
  1   failed: not found, not solved, not verified  at least one is rejected
  2   wrong usage, or no position                  none is rejected, at least one is declined: usage, unreadable,
                                                   unknown version, missing import, limit";

/// The most letters of a text of a file that a sentence repeats.
const LETTERS: usize = 60;

/// A number of things: `1 file`, `2 files`.
pub fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A text of a file in quotation marks, cut if it is long, with nothing in it that a terminal would obey.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// A text without quotation marks, cut if it has more than so many letters, with nothing in it that a terminal would obey.
fn plain(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => visible(text),
        Some((end, _)) => visible(&text[..end]) + "…",
    }
}

/// A game by its number of positions, its title and its digest.
pub fn game(game: &Game) -> String {
    let title = game.title.as_ref().map_or(String::new(), |title| format!("{}, ", quoted(title)));
    let count = game.names.len();
    let positions = if count == 1 { "position" } else { "positions" };
    format!("graph of {count} {positions} ({title}sha-256 {})", notation::digest(game.digest))
}

/// A position of a verified certificate: its FEN, or its name in quotation marks.
pub fn position(verified: &Verified, number: u32) -> String {
    match verified.content().inner() {
        Content::Endgame(positions) => notation::fen(positions.endgame.board, &positions.placement(number)),
        Content::Game(game, _) => name(game, number),
        Content::Chips(chips) => match &chips.played {
            Played::Endgame(positions) => notation::fen(positions.endgame.board, &positions.placement(number)),
            Played::Game(game) => name(game, number),
        },
        Content::List(list) => {
            let placement = ranked::placement(verified, number).expect("a list has placements");
            notation::fen(list.board, &placement)
        }
        Content::Auction(positions) => notation::fen(positions.endgame.board, &positions.placement(number)),
        Content::Turns(turns) => antichess::position(turns, number),
        Content::Proof(proof) => antichess::fen(proof.board, &proof.root, proof.mover),
        Content::Partition(_) => format!("position {number}"),
        _ => unreachable!("it has no positions"),
    }
}

/// The name of a position that is not terminal, in quotation marks.
fn name(game: &Game, number: u32) -> String {
    quoted(&game.names[checker::numbers::at(game.inner[checker::numbers::at(number)].0)])
}

/// What is verified, in a sentence.
pub fn claim(verified: &Verified) -> String {
    match verified.content() {
        Content::Chips(chips) => chips::claim(chips),
        _ => claim_with(verified, &Figures::new(verified)),
    }
}

/// The same, where the figures are there already.
pub fn claim_with(verified: &Verified, figures: &Figures) -> String {
    let (what, kind) = match verified.content().inner() {
        Content::Endgame(positions) => (notation::endgame(&positions.endgame), ""),
        Content::Game(game, _) => (self::game(game), " that is not terminal"),
        Content::List(_) => return claim_of_list(verified),
        Content::Partition(_) => return partition::claim(verified),
        Content::Auction(positions) => (antichess::auction(&positions.endgame), ""),
        Content::Turns(turns) => return antichess::claim_of_table(turns),
        Content::Proof(proof) => return antichess::claim_of_proof(proof),
        Content::Chips(chips) => return chips::claim(chips),
        Content::Hex(counts) => return hex::claim(counts),
        Content::Payments(..) => unreachable!("no game is paid twice"),
    };
    let what = match verified.content() {
        Content::Payments(auction, _) => format!("{what}, if {}", payments::words(auction, is_game(verified))),
        _ => what,
    };
    let count = figures.proved;
    if count == 0 {
        return format!("{what} has no position{kind}");
    }
    let kind = if count > 1 && !kind.is_empty() { " that are not terminal" } else { kind };
    let (all, are, have) = match count {
        1 => (format!("{what}: the only position{kind}"), "is", "has"),
        _ => (format!("{what}: all {count} positions{kind}"), "are", "have"),
    };
    let not_sharp = if figures.not_sharp == 1 { "1 is".to_owned() } else { format!("{} are", figures.not_sharp) };
    let gap = figures.widest_gap_at.as_ref().map(|at| (fraction::text(&figures.widest_gap), at));
    match (verified.head().form, gap, &figures.width) {
        (_, gap, Some(width)) => {
            let gaps = match gap {
                None => "none is shown not to be sharp".to_owned(),
                Some((gap, at)) => {
                    format!("at least {not_sharp} not sharp, the widest gap is at least {gap} at {at}")
                }
            };
            format!("{all} {are} enclosed to within {}; {gaps}", fraction::text_with_power(width))
        }
        (_, None, None) => format!("{all} {are} sharp, with these exact values and labels"),
        (_, Some((gap, at)), None) => {
            format!(
                "{all} {have} these exact values and labels; {not_sharp} not sharp, the widest gap is {gap} at {at}"
            )
        }
    }
}

fn claim_of_list(verified: &Verified) -> String {
    let Content::List(list) = verified.content().inner() else { unreachable!("asked of lists only") };
    let root = entry::root(verified).expect("a list has a root");
    let bound = root.bound.expect("a list proves a bound");
    let count = list.members.len();
    let positions = if count == 1 { "position" } else { "positions" };
    let aim = if let Form::Holds(_) = verified.head().form { "not to lose" } else { "to win" };
    let player = bound.planner.of("White", "Black");
    let rule = notation::pawn_rule(list.board.pawn_rule);
    let board = notation::board(list.board);
    let value = fraction::text(&bound.value);
    format!(
        "{board} {}{rule}: {} {value}, by a plan for {player} {aim}, in {count} {positions}",
        root.name, bound.relation
    )
}

/// The player of a side: of a game in a file Left and Right.
pub fn player(verified: &Verified, side: Side) -> &'static str {
    match verified.content().inner() {
        Content::Hex(_) | Content::Partition(_) => side.of("Left", "Right"),
        _ if is_game(verified) => side.of("Left", "Right"),
        _ => side.of("White", "Black"),
    }
}

/// Whether it is about a game in a file.
pub fn is_game(verified: &Verified) -> bool {
    match verified.content().inner() {
        Content::Game(..) => true,
        Content::Chips(chips) => matches!(chips.played, Played::Game(_)),
        _ => false,
    }
}

/// A name as it is shown: a FEN or a move as it is, a name in a game in quotation marks.
pub fn entry_name(verified: &Verified, name: &str) -> String {
    if is_game(verified) { quoted(name) } else { name.to_owned() }
}

/// Where an option leads.
pub fn leads(verified: &Verified, leads: Leads) -> String {
    match leads {
        Leads::To(_) if matches!(verified.content().inner(), Content::List(_)) => "a member".to_owned(),
        Leads::To(_) => "a position of the same certificate".to_owned(),
        Leads::Won(side) => format!("{} wins", player(verified, side)),
        Leads::Import(place, ..) => match verified.imports()[place].content().inner() {
            Content::Endgame(positions) => notation::endgame(&positions.endgame),
            Content::Auction(positions) => antichess::auction(&positions.endgame),
            Content::Turns(turns) => antichess::table(&turns.positions.endgame),
            _ => unreachable!("imports are endgames"),
        },
        Leads::Terminal => "a terminal position".to_owned(),
        Leads::Outside => "outside, where nothing is known".to_owned(),
    }
}
