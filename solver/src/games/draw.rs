//! A game as a drawing: DOT text, which Graphviz lays out.

use std::fmt::Write as _;

use super::solve::Solution;
use super::{Game, Kind};

/// The game as a directed graph in DOT, values on the nodes: Left's options are solid, Right's dashed, and an option of both is bold.
#[must_use]
pub fn dot(game: &Game, solution: &Solution) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("digraph game {\n  node [shape=box, style=rounded];\n");
    if let Some(title) = game.title() {
        let _ = writeln!(text, "  label={};", quoted(title));
    }
    for (number, position) in (0..).zip(game.positions()) {
        let known = solution.known(number);
        let value = match known.lower == known.upper {
            true => known.lower.to_string(),
            false => format!("{} to {}", known.lower, known.upper),
        };
        let shape = if matches!(position.kind, Kind::Terminal(_)) { ", style=filled" } else { "" };
        // The line break is DOT's, so that it is not quoted.
        let name = quoted(&position.name);
        let label = format!("{}\\n{value}\"", name.trim_end_matches('"'));
        let _ = writeln!(text, "  n{number} [label={label}{shape}];");
    }
    for (number, position) in (0u32..).zip(game.positions()) {
        let Kind::Open { left, right } = &position.kind else { continue };
        let mut options: Vec<u32> = left.iter().chain(right).copied().collect();
        options.sort_unstable();
        options.dedup();
        for option in options {
            let style = match (left.contains(&option), right.contains(&option)) {
                (true, true) => "bold",
                (true, false) => "solid",
                (false, _) => "dashed",
            };
            let _ = writeln!(text, "  n{number} -> n{option} [style={style}];");
        }
    }
    text + "}\n"
}
