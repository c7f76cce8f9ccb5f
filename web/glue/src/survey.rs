//! Many positions of one certificate: a map of values, lists of positions worth a look, names.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use checker::Verified;
use checker::chess::{Piece, Placement};
use checker::theorem::{INFINITE, Side, Turn};
use num_rational::BigRational;
use session::entry::{self, Entry};
use session::ranked::{Ranked, best};
use session::receipt::{Object, list, quoted};
use session::{answer, claims, fraction, notation, words};

/// So many positions of a list are told; their number is told, too.
const MOST: usize = 60;
/// So many names are told.
const MOST_NAMES: usize = 20_000;

/// Adds the lower and the upper value; where there is one value, it is both.
fn values(object: &mut Object, entry: &Entry) {
    let [lower, upper] = [&entry.known.alpha, &entry.known.beta].map(answer::interval_json);
    object.json("lower", lower).json("upper", upper);
}

/// What is known where the man of a square stands on each square that is free; the text is the FEN, a line feed, and the square.
pub fn heat(verified: &Verified, text: &str) -> Result<String, String> {
    let (fen, square) = text.split_once('\n').ok_or("found one line, required a FEN and a square")?;
    let (board, placement) = notation::read(fen, false).map_err(|fault| fault.to_string())?;
    let from = board.squares().find(|&other| notation::square(other) == square);
    let from = from.ok_or_else(|| format!("found {}, required a square", words::quoted(square)))?;
    let man = placement.man_on(from).ok_or_else(|| format!("found no man on {square}"))?;
    let others: Vec<Piece> = placement.pieces.iter().copied().filter(|piece| piece.square != from).collect();
    let mut all = Vec::new();
    for to in board.squares() {
        if others.iter().any(|piece| piece.square == to) || !board.has_room(man, to) {
            continue;
        }
        let mut pieces = others.clone();
        pieces.push(Piece { man, square: to });
        pieces.sort_unstable();
        let moved = Placement { pieces, passed: None };
        let Ok(entry) = entry::at_placement(verified, board, &moved) else { continue };
        let mut object = Object::default();
        object.text("square", notation::square(to)).text("fen", &entry.name);
        values(&mut object, &entry);
        all.push(object);
    }
    Ok(list(all.iter()))
}

/// Why a position is told.
enum Reason {
    Number(BigRational),
    Label(u32),
    None,
}

/// Positions worth a look, with how many there are of the kind.
pub fn find(verified: &Verified, kind: u32) -> String {
    let ranked = Ranked::new(verified);
    let mut found: Vec<(u32, Reason)> = Vec::new();
    let mut steps = Vec::new();
    let mut widths: BTreeMap<[u64; 2], BigRational> = BTreeMap::new();
    for number in ranked.firsts() {
        let place = ranked.place(number);
        match kind {
            0 | 2 if ranked.turn(number) == Turn::Bid => {
                ranked.options(number, &mut steps);
                let of = |side, x: fn(&checker::theorem::Place) -> u64| best(&steps, side, x).unwrap_or(0);
                let is_found = match kind {
                    0 => of(Side::White, |p| p.beta[1]) < of(Side::Black, |p| p.alpha[0]),
                    _ => {
                        let [l, u] = [of(Side::White, |p| p.alpha[0]), of(Side::White, |p| p.alpha[1])];
                        let [m, v] = [of(Side::Black, |p| p.beta[0]), of(Side::Black, |p| p.beta[1])];
                        place.alpha[0] == place.beta[1] && l == u && m == v && u == m
                    }
                };
                if is_found {
                    found.push((number, Reason::None));
                }
            }
            1 => {
                let [low, high] = [place.alpha[1], place.beta[0]];
                if low < high {
                    let width =
                        widths.entry([low, high]).or_insert_with(|| ranked.fraction(high) - ranked.fraction(low));
                    found.push((number, Reason::Number(width.clone())));
                }
            }
            3 => {
                let finite = |label: u32| if label == INFINITE { 0 } else { label };
                let label = place.labels.map(finite).into_iter().max().unwrap_or(0);
                if label > 0 {
                    found.push((number, Reason::Label(label)));
                }
            }
            _ => {}
        }
    }
    let count = found.len();
    found.sort_by(|(a, x), (b, y)| {
        let order = match (x, y) {
            (Reason::Number(x), Reason::Number(y)) => fraction::compare(y, x),
            (Reason::Label(x), Reason::Label(y)) => y.cmp(x),
            _ => Ordering::Equal,
        };
        order.then(a.cmp(b))
    });
    // Where nothing is better than anything else, they come from all parts of the table.
    let step = if matches!(found.first(), Some((_, Reason::None))) { count.div_ceil(MOST).max(1) } else { 1 };
    let told = found.iter().step_by(step).take(MOST).map(|(number, reason)| {
        let entry = entry::at_number(verified, *number);
        let mut object = Object::default();
        object.text("position", &entry.name);
        values(&mut object, &entry);
        object.text_or_null("number", number_of(&entry, kind, reason));
        object
    });
    let told = list(told);
    let mut object = Object::default();
    object.json("count", count).json("positions", told);
    object.to_string()
}

/// The number for which a position is told: its bid, its gap, its label.
fn number_of(entry: &Entry, kind: u32, reason: &Reason) -> Option<String> {
    match reason {
        Reason::Number(number) => Some(number.to_string()),
        Reason::Label(label) => Some(label.to_string()),
        Reason::None if kind == 0 => entry.bids().into_iter().flatten().next().map(|bid| bid.to_string()),
        Reason::None => None,
    }
}

/// The names of all positions of a game, or of the members of a list.
pub fn names(verified: &Verified) -> String {
    list(claims::tell(verified).names().iter().take(MOST_NAMES).map(|name| quoted(name)))
}

/// So many rows are told at a time.
const MOST_ROWS: usize = 4096;

/// Rows of a table from a number on, with the names of their columns; and how many positions there are in all.
pub fn rows(verified: &Verified, from: u32) -> String {
    let tell = claims::tell(verified);
    let texts = |texts: &mut dyn Iterator<Item = String>| list(texts.map(|text| quoted(&text)));
    let numbers = (from..).take_while(|&number| usize::try_from(number).is_ok_and(|number| number < tell.places()));
    let rows = numbers.filter(|&number| tell.is_first(number)).take(MOST_ROWS).map(|number| {
        let mut object = Object::default();
        let row = tell.cells(&tell.number(number));
        object.json("number", number).text("name", tell.name(number)).json("row", texts(&mut row.into_iter()));
        object
    });
    let rows = list(rows);
    let mut object = Object::default();
    let columns = texts(&mut tell.columns().iter().map(|&name| name.to_owned()));
    object.json("columns", columns).json("rows", rows).json("count", tell.count());
    object.to_string()
}
