//! A game as a picture: positions in layers with their values, arrows for the options, the best ones thick.

use std::collections::BTreeSet;
use std::fmt;

use super::{Game, Kind};
use crate::graph::labels::Side;
use crate::svg::{Svg, escaped};

/// More positions than these cannot be read in one picture.
pub const MOST: usize = 60;

/// A game that is too large for a picture: its number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub usize);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found {} positions, required at most {MOST} for a picture; a drawing in DOT (a name that ends in .dot) has room for any number",
            self.0
        )
    }
}

impl std::error::Error for TooLarge {}

/// An arrow: from where, to where, whose; none is of chance.
type Arrow = (u32, u32, Option<Side>);

/// All options, each once.
fn arrows(game: &Game) -> Vec<Arrow> {
    let mut all = BTreeSet::new();
    for (from, position) in (0..).zip(game.positions()) {
        let mut add = |options: &[u32], side: Option<Side>| {
            all.extend(options.iter().map(|to| (from, *to, side.map(|side| side == Side::White))));
        };
        match &position.kind {
            Kind::Terminal(_) => {}
            Kind::Open { left, right } => {
                add(left, Some(Side::White));
                add(right, Some(Side::Black));
            }
            Kind::Turn { side, options } => add(options, Some(*side)),
            Kind::Chance(draws) => add(&draws.iter().map(|draw| draw.to).collect::<Vec<_>>(), None),
        }
    }
    let side = |is_left: Option<bool>| is_left.map(|is_left| if is_left { Side::White } else { Side::Black });
    all.into_iter().map(|(from, to, is_left)| (from, to, side(is_left))).collect()
}

/// The distances from some position along arrows, or along them in both ways; `None` where there is no way.
fn distances(count: usize, arrows: &[Arrow], start: usize, both_ways: bool) -> Vec<Option<usize>> {
    let mut found = vec![None; count];
    found[start] = Some(0);
    let mut next = vec![start];
    while let Some(&from) = next.first() {
        next.remove(0);
        for (a, b, _) in arrows {
            let ends = [(*a as usize, *b as usize), (*b as usize, *a as usize)];
            for (_, to) in ends.into_iter().take(if both_ways { 2 } else { 1 }).filter(|(a, _)| *a == from) {
                if found[to].is_none() {
                    found[to] = found[from].map(|steps| steps + 1);
                    next.push(to);
                }
            }
        }
    }
    found
}

/// The positions in layers: from one that nothing leads to, as the root of a tree, or else along the longest way through the game.
fn layers(game: &Game, arrows: &[Arrow]) -> Vec<Vec<usize>> {
    let count = game.positions().len();
    let is_root = |place: usize| !arrows.iter().any(|(from, to, _)| *to as usize == place && from != to);
    let mut layer = vec![None; count];
    while let Some(first) = (0..count).find(|place| layer[*place].is_none()) {
        let from_root = is_root(first) && !game.positions()[first].kind.is_terminal();
        let farthest = |start| {
            let found = distances(count, arrows, start, true);
            (0..count)
                .filter(|place| found[*place].is_some())
                .max_by_key(|place| (found[*place], usize::MAX - place))
                .unwrap_or(start)
        };
        // The root of a tree on the left; of other games that end which comes first in the file.
        let start = if from_root { first } else { farthest(first).min(farthest(farthest(first))) };
        let reached = distances(count, arrows, start, !from_root);
        for (place, steps) in reached.into_iter().enumerate() {
            layer[place] = layer[place].or(steps);
        }
        layer[first] = layer[first].or(Some(0));
    }
    let deepest = layer.iter().flatten().max().copied().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> =
        (0..=deepest).map(|depth| (0..count).filter(|place| layer[*place] == Some(depth)).collect()).collect();
    // Neighbours side by side: each layer in the order of the mean place of what it is joined with.
    for _ in 0..8 {
        let mut place_of = vec![0_usize; count];
        for row in &rows {
            for (place, node) in row.iter().enumerate() {
                place_of[*node] = 2 * place * 1000 / row.len().max(1);
            }
        }
        for row in &mut rows {
            let mean = |node: &usize| {
                let joined = arrows.iter().filter_map(|(a, b, _)| match (*a as usize, *b as usize) {
                    (a, b) if a == b => None,
                    (a, b) if a == *node => Some(b),
                    (a, b) if b == *node => Some(a),
                    _ => None,
                });
                let places: Vec<usize> = joined.map(|other| place_of[other]).collect();
                if places.is_empty() { place_of[*node] } else { places.iter().sum::<usize>() / places.len() }
            };
            let mut keyed: Vec<(usize, usize)> = row.iter().map(|node| (mean(node), *node)).collect();
            keyed.sort_unstable();
            *row = keyed.into_iter().map(|(_, node)| node).collect();
        }
    }
    rows
}

/// A long name, cut.
fn cut(name: &str) -> String {
    const LETTERS: usize = 18;
    if name.chars().count() <= LETTERS {
        name.to_owned()
    } else {
        name.chars().take(LETTERS - 1).chain(['…']).collect()
    }
}

const HEIGHT: usize = 44;
const LETTER: usize = 8;

/// The game as SVG: what `value` says stands in each position, and the options that `best` names are thick.
///
/// # Errors
///
/// [`TooLarge`] if nobody could read it.
pub fn svg(
    game: &Game,
    value: impl Fn(u32) -> String,
    best: impl Fn(u32, Side) -> Vec<u32>,
) -> Result<String, TooLarge> {
    let count = game.positions().len();
    if count > MOST {
        return Err(TooLarge(count));
    }
    let arrows = arrows(game);
    let layers = layers(game, &arrows);
    let texts: Vec<[String; 2]> =
        (0..).zip(game.positions()).map(|(number, position)| [cut(&position.name), cut(&value(number))]).collect();
    let width = |node: usize| {
        let letters = texts[node].iter().map(|text| text.chars().count()).max().unwrap_or(0);
        letters.max(3) * LETTER + 20
    };
    let tallest = layers.iter().map(Vec::len).max().unwrap_or(1);
    let (mut left, mut places) = (24, vec![(0, 0); count]);
    let high = tallest * (HEIGHT + 36) + 40;
    for row in &layers {
        let widest = row.iter().map(|node| width(*node)).max().unwrap_or(0);
        for (place, node) in row.iter().enumerate() {
            places[*node] = (left + widest / 2, 20 + high * (2 * place + 1) / (2 * row.len()));
        }
        left += widest + 84;
    }
    let title = game.title().unwrap_or("A game, with its values");
    let mut svg = Svg::in_book([left - 60, high + 44], title);
    for (name, colour) in COLOURS {
        writeln!(
            svg,
            r#"<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="{colour}"/></marker>"#
        );
    }
    for (from, to, side) in &arrows {
        let (name, colour) = COLOURS[side.map_or(2, |side| if side == Side::White { 0 } else { 1 })];
        let is_best = side.is_some_and(|side| best(*from, side).contains(to));
        let dashes = match side {
            Some(Side::White) => "",
            Some(Side::Black) => r#" stroke-dasharray="7 4""#,
            None => r#" stroke-dasharray="2 4""#,
        };
        // Left's arrows bend to the one side, Right's to the other, so that none covers another.
        let bend = match side {
            Some(Side::White) => 1,
            Some(Side::Black) => -1,
            None => 0,
        };
        let path =
            path(places[*from as usize], places[*to as usize], [width(*from as usize), width(*to as usize)], bend);
        writeln!(
            svg,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{}"{dashes} marker-end="url(#{name})"/>"#,
            if is_best { "3" } else { "1.2" }
        );
    }
    for (node, [name, value]) in texts.iter().enumerate() {
        let ((x, y), wide) = (places[node], width(node));
        let fill = if game.positions()[node].kind.is_terminal() { "#e7dfc8" } else { "#ffffff" };
        writeln!(
            svg,
            r##"<rect x="{}" y="{}" width="{wide}" height="{HEIGHT}" rx="10" fill="{fill}" stroke="#4a4a4a"/><text x="{x}" y="{}" font-size="12" text-anchor="middle" fill="#4a4a4a">{}</text><text x="{x}" y="{}" font-size="14" font-weight="bold" text-anchor="middle" fill="#111111">{}</text>"##,
            x - wide / 2,
            y - HEIGHT / 2,
            y - 5,
            escaped(name),
            y + 14,
            escaped(value),
        );
    }
    writeln!(
        svg,
        r##"<text x="12" y="{}" font-size="12" fill="#4a4a4a">Left: solid blue; Right: dashed red; chance: dotted. The best options are thick.</text>"##,
        high + 34
    );
    Ok(svg.finish())
}

/// Of Left, of Right, of chance.
const COLOURS: [(&str, &str); 3] = [("left", "#1b5e8c"), ("right", "#a3320b"), ("chance", "#666666")];

/// The way of an arrow from the border of one box to that of another, or in a loop above a box.
fn path((x, y): (usize, usize), (to_x, to_y): (usize, usize), [wide, to_wide]: [usize; 2], bend: i64) -> String {
    let [x, y, to_x, to_y, wide, to_wide, high] =
        [x, y, to_x, to_y, wide, to_wide, HEIGHT].map(|number| i64::try_from(number).expect("a small number"));
    if (x, y) == (to_x, to_y) {
        let (up, side) = if bend < 0 { (1, y + high / 2) } else { (-1, y - high / 2) };
        return format!(
            "M{} {side} C{} {} {} {} {} {side}",
            x - 14,
            x - 30,
            side + up * 34,
            x + 30,
            side + up * 34,
            x + 14
        );
    }
    // Within a layer from below to above, else from side to side.
    let shift = 7 * bend;
    if x == to_x {
        let way = (to_y - y).signum();
        let far = (wide.max(to_wide) / 2 + 26) * if bend < 0 { -1 } else { 1 };
        if (to_y - y).abs() < 2 * high + 40 {
            return format!("M{} {} L{} {}", x + shift, y + way * high / 2, to_x + shift, to_y - way * (high / 2 + 2));
        }
        let side = far.signum();
        return format!(
            "M{} {y} C{} {y} {} {to_y} {} {to_y}",
            x + side * wide / 2,
            x + 2 * far,
            x + 2 * far,
            x + side * (to_wide / 2 + 2)
        );
    }
    let way = (to_x - x).signum();
    let (start, end) = (x + way * wide / 2, to_x - way * (to_wide / 2 + 2));
    let third = (end - start) / 3;
    let bow = if (end - start).abs() > 160 { 34 * bend } else { shift * 2 };
    format!(
        "M{start} {} C{} {} {} {} {end} {}",
        y + shift,
        start + third,
        y + shift + bow,
        end - third,
        to_y + shift + bow,
        to_y + shift
    )
}
