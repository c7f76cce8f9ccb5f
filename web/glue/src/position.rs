//! One position, for the page: what `solve probe --json` says of it, with the same words as `solve probe`, and where each move leads.

use std::collections::BTreeMap;

use checker::Verified;
use checker::chess::Placement;
use checker::theorem::{Side, Turn};
use games::losing;
use session::answer::{self, Teller};
use session::entry::{Entry, Leads, Plan, Reached};
use session::receipt::{Object, list, quoted};
use session::{claims, notation, words};

/// The position as JSON.
pub fn json(verified: &Verified, entry: &Entry) -> String {
    let tell = claims::tell(verified);
    let teller = Teller::new(&*tell, false);
    let mut object = teller.json(entry);
    if words::is_game(verified) {
        for (name, label) in ["white_label", "black_label"].iter().zip(entry.known.labels) {
            object.json_or_null(name, label.map(answer::label_json));
        }
    }
    object.text("text", teller.text(entry));
    let words = |side: Side| {
        let label = side.of(entry.known.labels[0], entry.known.labels[1]);
        label.map_or("null".to_owned(), |label| quoted(&teller.label(entry, side, label)))
    };
    object.json("label_words", list(Side::BOTH.into_iter().map(words)));
    let bids = if entry.bound.is_some() { [None, None] } else { tell.bids(entry) };
    let bid_words =
        bids.iter().map(|bid| bid.as_ref().map_or("null".to_owned(), |bid| quoted(answer::kind_of(entry, bid))));
    object.json("bid_words", list(bid_words));
    object.json("players", list(Side::BOTH.into_iter().map(|side| quoted(words::player(verified, side)))));
    object.text_or_null("gap", entry.known.gap());
    let after = after(verified, entry);
    object.json(
        "options",
        list((0..).zip(&entry.options).map(|(place, reached)| option(verified, entry, place, reached, &after))),
    );
    object.to_string()
}

/// The FEN after each move that does not end the game, by the number of the move and its side.
fn after(verified: &Verified, entry: &Entry) -> BTreeMap<(bool, u32), String> {
    let mut all = BTreeMap::new();
    let tell = claims::tell(verified);
    let Some(board) = tell.board() else { return all };
    let (_, placement) = notation::read(&entry.name, false).expect("the name of a position is a FEN");
    let mut insert = |by, name, after: &Placement| all.insert((by == Side::White, name), notation::fen(board, after));
    if verified.subject().downcast_ref::<losing::Auction>().is_some() {
        let mut moves = Vec::new();
        for by in Side::BOTH {
            losing::moves(board, &placement, by, &mut moves);
            for mv in &moves {
                let after = board.after(&placement, Some(mv));
                if losing::has_men(&after, by.other()) {
                    insert(by, board.name(Some(mv)), &after);
                }
            }
        }
    } else if tell.asks_placements() {
        for (by, name, after) in notation::options(board, &placement) {
            if let Some(after) = after {
                insert(by, name, &after);
            }
        }
    }
    all
}

fn option(
    verified: &Verified,
    entry: &Entry,
    place: usize,
    reached: &Reached,
    after: &BTreeMap<(bool, u32), String>,
) -> Object {
    let chance = entry.turn == Some(Turn::Chance);
    let side = reached.by;
    let [to_win, not_to_lose] = if chance { [false; 2] } else { answer::best(entry, place, side) };
    let plans = side.of(&entry.plans[0], &entry.plans[1]).as_ref().filter(|_| !chance);
    let first = |plan: &Plan| plan.options[..plan.least].contains(&place);
    let known = &reached.known;
    let label = |label: Option<u32>| label.map_or("null".to_owned(), answer::label_json);
    let mut object = Object::default();
    object
        .text("by", if chance { "chance" } else { side.of("white", "black") })
        .text("move", &reached.text)
        .text("squares", &reached.step)
        .json("lower", answer::interval_json(&known.alpha))
        .json("upper", answer::interval_json(&known.beta))
        .json("labels", list(known.labels.into_iter().map(label)))
        .json("weight", reached.weight)
        .json("best_to_win", to_win)
        .json("best_not_to_lose", not_to_lose)
        .json("first", plans.is_some_and(|plans| first(&plans.to_win)))
        .text("leads", words::leads(verified, reached.leads))
        .json("wins", matches!(reached.leads, Leads::Won(_)))
        .text_or_null("bound", entry.bound.as_ref().map(|_| entry.bound_at(reached)));
    let place = match words::is_game(verified) {
        true => Some(&reached.text),
        false => after.get(&(side == Side::White, reached.name)),
    };
    object.text_or_null("after", place);
    object
}
