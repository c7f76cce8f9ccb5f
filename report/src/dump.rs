//! All that is verified of a certificate, a line for each position in canonical order: for authors of other checkers.

use super::entry::{Entry, at_number};
use super::{notation, words};
use crate::{Content, Contents as _};
use checker::Verified;
use checker::certificate::Form;
use checker::theorem::{INFINITE, Side};

/// The names of the columns, with tabs between them.
pub const HEAD: &str = "number\tposition\tlower value\tupper value\tWhite's move\tBlack's move\tT\tT′";

/// The line of a position, with tabs between its columns; `-` stands for what the certificate does not state.
///
/// The number is that of the canonical order. A value that is not known exactly is written with both ends, `1/4..1/2`. Moves are those that the certificate
/// states, by their squares. Names of a game stand in quotation marks.
pub fn line(verified: &Verified, number: u32) -> String {
    let entry = at_number(verified, number);
    let states_moves =
        matches!((verified.content(), verified.head().form), (Content::Endgame(_) | Content::Auction(_), Form::One));
    let [white, black] = Side::BOTH.map(|side| {
        let stated = states_moves.then(|| stated_move(verified, &entry, side)).flatten();
        stated.unwrap_or_else(|| "-".to_owned())
    });
    let [t, t_dash] = entry.known.labels.map(|label| match label {
        None => "-".to_owned(),
        Some(INFINITE) => "infinite".to_owned(),
        Some(label) => label.to_string(),
    });
    let name = if words::is_game(verified) { format!("{:?}", entry.name) } else { entry.name.clone() };
    let (lower, upper) = (&entry.known.alpha, &entry.known.beta);
    format!("{number}\t{name}\t{lower}\t{upper}\t{white}\t{black}\t{t}\t{t_dash}")
}

/// The move that a sharp table states: of the greedy ones of least label the one with the least number.
fn stated_move(verified: &Verified, entry: &Entry, side: Side) -> Option<String> {
    let (Content::Endgame(positions) | Content::Auction(positions)) = verified.content().inner() else { return None };
    let plan = &side.of(&entry.plans[0], &entry.plans[1]).as_ref()?.to_win;
    let number = plan.options[..plan.least].iter().map(|&place| entry.options[place].name).min()?;
    Some(notation::step(positions.endgame.board, number))
}
