//! A game as a drawing: DOT text, which Graphviz lays out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Game, Kind};

/// The game as a directed graph in DOT, what `value` says of each position on its node: Left's options are solid, Right's dashed, and an option of both is bold. It says all that
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
            Kind::Open { .. } => String::new(),
        };
        // The line break is DOT's, so that it is not quoted.
        let name = shown(&position.name);
        let label = format!("{}\\n{}\"", name.strip_suffix('"').unwrap_or(&name), value(number));
        let _ = writeln!(text, "  {} [label={label}{terminal}];", quoted(&position.name));
    }
    for position in game.positions() {
        let Kind::Open { left, right } = &position.kind else { continue };
        let [left, right] = [left, right].map(|own| own.iter().copied().collect::<BTreeSet<u32>>());
        let options: Vec<u32> = left.union(&right).copied().collect();
        for option in options {
            let attributes = match (left.contains(&option), right.contains(&option)) {
                (true, true) => "style=bold",
                (true, false) => "player=left, style=solid",
                (false, _) => "player=right, style=dashed",
            };
            let (from, to) = (quoted(&position.name), quoted(game.name(option)));
            let _ = writeln!(text, "  {from} -> {to} [{attributes}];");
        }
    }
    text + "}\n"
}
