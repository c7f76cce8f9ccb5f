//! A histogram, as SVG text.
//!
//! Responsible for one drawing style; the same arguments always give the same text. Left to others: what is counted.

use crate::svg::{Svg, escaped};

/// Width and height of the picture and its margins, in its own units.
const WIDTH: usize = 720;
const HEIGHT: usize = 320;
const LEFT: usize = 64;
const RIGHT: usize = 16;
const TOP: usize = 40;
const BOTTOM: usize = 52;

/// A histogram over [0, 1]: bar `i` of `n` counts what lies between `i/n` and `(i + 1)/n`.
#[must_use]
pub fn histogram(title: &str, axis: &str, counts: &[usize]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let base = TOP + height;
    let attributes = format_args!(
        r##"width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13" fill="#222""##
    );
    let mut out = Svg::new(attributes, Some(title));
    writeln!(out, r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##);
    let title = escaped(title);
    writeln!(out, r#"<text x="{}" y="24" text-anchor="middle" font-size="15">{title}</text>"#, WIDTH / 2);
    for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (start, end) = (width * bar / counts.len(), width * (bar + 1) / counts.len());
        // At least one unit high, so that a few positions among many are seen.
        let tall = (height * count / most).max(1);
        writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{tall}\" fill=\"#3b6ea5\"/>",
            LEFT + start,
            base - tall,
            (end - start).saturating_sub(1).max(1)
        );
    }
    writeln!(out, "<path d=\"M{LEFT} {TOP}V{base}H{}\" fill=\"none\" stroke=\"#222\"/>", LEFT + width);
    for quarter in 0..=4 {
        let x = LEFT + width * quarter / 4;
        let name = ["0", "1/4", "1/2", "3/4", "1"][quarter];
        writeln!(out, "<path d=\"M{x} {base}v5\" stroke=\"#222\"/>");
        writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{name}</text>", base + 19);
    }
    for (y, count) in [(base, 0), (TOP, most)] {
        writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{count}</text>", LEFT - 6, y + 4);
    }
    writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        LEFT + width / 2,
        base + 40,
        escaped(axis)
    );
    out.finish()
}
