//! A game as a drawing: DOT text, which Graphviz lays out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use num_rational::Ratio;
use num_traits::Zero as _;

use super::{Game, Kind, player};
use crate::graph::labels::Side;

/// The game as a directed graph in DOT, what `value` says of each position on its node: Left's options are solid, Right's dashed, and an option of both is bold; those of chance are dotted, with their weights. It says all that
/// the game says, by the convention of the chapter "Games as graphs", so that it can be imported.
#[must_use]
pub fn dot(game: &Game, value: impl Fn(u32) -> String) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    // What is shown may have entities, as in HTML; an id has none.
    let shown = |text: &str| quoted(text).replace('&', "&amp;");
    let title = game.title().map_or(String::new(), |title| quoted(title) + " ");
    let mut text = format!("digraph {title}{{\n  node [shape=box, style=rounded];\n");
    if let Some(title) = game.title() {
        let _ = writeln!(text, "  label={};", shown(title));
    }
    for (number, position) in (0..).zip(game.positions()) {
        let terminal = match &position.kind {
            Kind::Terminal(value) => format!(", value=\"{value}\", style=filled"),
            Kind::Turn { side, .. } => format!(", turn={}", player(*side)),
            Kind::Open { .. } | Kind::Chance(_) => String::new(),
        };
        // The line break is DOT's, so that it is not quoted.
        let name = shown(&position.name);
        let label = format!("{}\\n{}\"", name.strip_suffix('"').unwrap_or(&name), value(number));
        let _ = writeln!(text, "  {} [label={label}{terminal}];", quoted(&position.name));
    }
    for position in game.positions() {
        let mut edge = |option: u32, attributes: &str| {
            let (from, to) = (quoted(&position.name), quoted(game.name(option)));
            let _ = writeln!(text, "  {from} -> {to} [{attributes}];");
        };
        match &position.kind {
            Kind::Terminal(_) => {}
            Kind::Open { left, right } => {
                let [left, right] = [left, right].map(|own| own.iter().copied().collect::<BTreeSet<u32>>());
                for &option in left.union(&right) {
                    let attributes = match (left.contains(&option), right.contains(&option)) {
                        (true, true) => "style=bold",
                        (true, false) => "player=left, style=solid",
                        (false, _) => "player=right, style=dashed",
                    };
                    edge(option, attributes);
                }
            }
            Kind::Turn { side, options } => {
                let style = if *side == Side::White { "style=solid" } else { "style=dashed" };
                options.iter().copied().collect::<BTreeSet<u32>>().into_iter().for_each(|option| edge(option, style));
            }
            Kind::Chance(draws) => {
                let mut weights: BTreeMap<u32, Ratio<u64>> = BTreeMap::new();
                for draw in draws {
                    let (numerator, denominator) = draw.weight.into_raw();
                    *weights.entry(draw.to).or_insert_with(Ratio::zero) += Ratio::new(numerator, denominator);
                }
                for (option, weight) in weights {
                    edge(option, &format!("chance=\"{weight}\", label=\"{weight}\", style=dotted"));
                }
            }
        }
    }
    text + "}\n"
}
