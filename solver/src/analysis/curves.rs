//! Curves against the size of the board, as SVG text.
//!
//! Responsible for one drawing style; the same arguments always give the same text. Left to others: what is drawn.

use crate::svg::{Svg, escaped};

/// Width and height of the picture and its margins, in its own units.
const WIDTH: usize = 720;
const HEIGHT: usize = 400;
const LEFT: usize = 60;
const RIGHT: usize = 104;
const TOP: usize = 44;
const BOTTOM: usize = 56;
/// Colours that a reader with colour blindness tells apart (Okabe and Ito), for so many curves.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#555555"];

/// A curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// What stands at its right end.
    pub name: String,
    /// The side of a square board, and a height in thousandths.
    pub points: Vec<(usize, usize)>,
}

/// Draws curves above sides from the least to the greatest that occurs; a line for each ten units of height.
#[must_use]
pub fn curves(title: &str, axis: &str, curves: &[Curve]) -> String {
    let sides = || curves.iter().flat_map(|curve| curve.points.iter().map(|(side, _)| *side));
    let (least, greatest) = (sides().min().unwrap_or(0), sides().max().unwrap_or(0));
    let highest = curves.iter().flat_map(|curve| curve.points.iter().map(|(_, height)| *height)).max().unwrap_or(0);
    let tens = highest.div_ceil(10_000).max(1);
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |side: usize| LEFT + width * (side - least) / (greatest - least).max(1);
    let y = |thousandths: usize| TOP + height - height * thousandths / (tens * 10_000);
    let mut out = Svg::in_book([WIDTH, HEIGHT], title);
    let title = escaped(title);
    writeln!(
        out,
        r##"<g font-size="13" fill="#333"><text x="{}" y="26" text-anchor="middle" font-size="15">{title}</text>"##,
        WIDTH / 2
    );
    for ten in 0..=tens {
        let y = y(ten * 10_000);
        writeln!(out, r##"<path d="M{LEFT} {y}H{}" stroke="#ddd"/>"##, LEFT + width);
        writeln!(out, r#"<text x="{}" y="{}" text-anchor="end">{}</text>"#, LEFT - 10, y + 4, ten * 10);
    }
    for side in least..=greatest {
        writeln!(out, r#"<text x="{}" y="{}" text-anchor="middle">{side}×{side}</text>"#, x(side), TOP + height + 20);
    }
    writeln!(
        out,
        r#"<text x="{}" y="{}" text-anchor="middle">{}</text>"#,
        LEFT + width / 2,
        HEIGHT - 12,
        escaped(axis)
    );
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let path: Vec<String> = curve.points.iter().map(|&(side, value)| format!("{} {}", x(side), y(value))).collect();
        writeln!(out, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2.5"/>"#, path.join("L"));
        for &(side, value) in &curve.points {
            writeln!(out, r#"<circle cx="{}" cy="{}" r="3.5" fill="{colour}"/>"#, x(side), y(value));
        }
        if let Some(&(side, value)) = curve.points.last() {
            let name = escaped(&curve.name);
            writeln!(out, r#"<text x="{}" y="{}" fill="{colour}">{name}</text>"#, x(side) + 10, y(value) + 5);
        }
    }
    writeln!(out, "</g>");
    out.finish()
}
