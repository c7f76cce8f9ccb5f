//! The picture of a series: violated equations against `n`, as SVG text in the style of [`crate::picture`].
//!
//! The scale of the counts is logarithmic, with a line for none of its own. Everything is drawn from whole numbers, so that
//! the same series always gives the same text.

use std::fmt::Write as _;

use crate::svg::{Svg, escaped};

/// Width and height of the field that the curve is drawn in, its distance from the left edge and from the top.
const FIELD: [u64; 4] = [640, 300, 64, 44];
/// Height of the strip between the line of 1 and that of none.
const STRIP: u64 = 28;
/// A logarithm of 1: 12 binary digits, more than a picture shows.
const UNIT: u64 = 1 << 12;

/// The logarithm to base 2, in units of 1/[`UNIT`], cut off; 0 for 0 and 1.
fn logarithm(count: u64) -> u64 {
    let Some(whole) = count.checked_ilog2() else {
        return 0;
    };
    // The digits of the fraction by squaring.
    let mut mantissa = (u128::from(count) << 63) >> whole;
    let mut logarithm = u64::from(whole);
    for _ in 0..UNIT.ilog2() {
        mantissa = (mantissa * mantissa) >> 63;
        let digit = mantissa >> 64;
        mantissa >>= digit;
        logarithm = 2 * logarithm + digit as u64;
    }
    logarithm
}

/// Where counts and steps come to lie.
struct Scale {
    most_steps: u64,
    /// The power of ten at the top of the field.
    top: u64,
}

impl Scale {
    fn x(&self, step: u64) -> u64 {
        FIELD[2] + step * FIELD[0] / self.most_steps
    }

    fn y(&self, count: u64) -> u64 {
        let bottom = FIELD[3] + FIELD[1];
        if count == 0 {
            return bottom;
        }
        bottom - STRIP - logarithm(count) * (FIELD[1] - STRIP) / logarithm(self.top)
    }
}

/// The picture of so many violated equations at `n = 0, 1, …`.
#[must_use]
pub fn svg(title: &str, counts: &[usize]) -> String {
    let counts: Vec<u64> = counts.iter().map(|&count| count as u64).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut top = 10;
    while top < most {
        top *= 10;
    }
    let scale = Scale { most_steps: (counts.len() as u64).saturating_sub(1).max(1), top };
    let [width, height] = [FIELD[0] + FIELD[2] + 24, FIELD[1] + FIELD[3] + 52];
    let mut out = Svg::in_book([width, height].map(|side| side as usize), title);
    let middle = FIELD[2] + FIELD[0] / 2;
    writeln!(
        out,
        r##"<text x="{middle}" y="26" text-anchor="middle" font-size="14" fill="#2b2b2b">{}</text>"##,
        escaped(title)
    );
    axes(&mut out, &scale);
    writeln!(
        out,
        r##"<path d="{}" fill="none" stroke="#1565c0" stroke-width="1.5" stroke-linejoin="round"/>"##,
        curve(&scale, &counts)
    );
    out.finish()
}

/// Lines and names of both axes.
fn axes(out: &mut Svg, scale: &Scale) {
    let [width, height, left, above] = FIELD;
    let bottom = above + height;
    writeln!(out, r##"<g font-size="12" fill="#4a4238" stroke="none">"##);
    let powers = std::iter::successors(Some(1), |power| (power * 10 <= scale.top).then_some(power * 10));
    for count in std::iter::once(0).chain(powers) {
        let (y, right) = (scale.y(count), left + width);
        writeln!(out, r##"<path d="M{left} {y}H{right}" stroke="#d8cdb8"/>"##);
        writeln!(out, r#"<text x="{}" y="{}" text-anchor="end">{count}</text>"#, left - 6, y + 4);
    }
    let tick = tick(scale.most_steps);
    for step in (0..=scale.most_steps).step_by(tick as usize) {
        let x = scale.x(step);
        writeln!(out, r##"<path d="M{x} {bottom}v5" stroke="#4a4238"/>"##);
        writeln!(out, r#"<text x="{x}" y="{}" text-anchor="middle">{step}</text>"#, bottom + 19);
    }
    writeln!(out, r##"<path d="M{left} {above}V{bottom}H{}" fill="none" stroke="#4a4238"/>"##, left + width);
    writeln!(out, r#"<text x="{}" y="{}" text-anchor="middle">n</text>"#, left + width / 2, bottom + 39);
    let (x, y) = (16, above + height / 2);
    writeln!(
        out,
        r#"<text x="{x}" y="{y}" text-anchor="middle" transform="rotate(-90 {x} {y})">violated equations</text>"#
    );
    writeln!(out, "</g>");
}

/// The distance of the ticks: 1, 2 or 5 times a power of ten, at most ten of them.
fn tick(most: u64) -> u64 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * power * 10 >= most {
                return factor * power;
            }
        }
        power *= 10;
    }
}

/// The curve: where several steps share a column of the picture, their least and their greatest count.
fn curve(scale: &Scale, counts: &[u64]) -> String {
    let mut path = String::new();
    let mut columns: Vec<(u64, Vec<u64>)> = Vec::new();
    for (step, &count) in counts.iter().enumerate() {
        let (x, y) = (scale.x(step as u64), scale.y(count));
        match columns.last_mut() {
            Some((column, places)) if *column == x => places.push(y),
            _ => columns.push((x, vec![y])),
        }
    }
    for (x, places) in columns {
        let last = places[places.len() - 1];
        let ends = [places[0], *places.iter().min().unwrap_or(&last), *places.iter().max().unwrap_or(&last), last];
        let mut before = None;
        for y in ends {
            if before != Some(y) {
                let _ = write!(path, "{}{x} {y}", if path.is_empty() { 'M' } else { 'L' });
            }
            before = Some(y);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_powers_and_increase() {
        assert_eq!([0, 1, 2, 4, 1 << 20].map(logarithm), [0, 0, UNIT, 2 * UNIT, 20 * UNIT]);
        // lg 10 = 3.32192…
        assert_eq!(logarithm(10), 332_192 * UNIT / 100_000);
        assert!((1..3000).all(|count| logarithm(count) <= logarithm(count + 1)));
    }

    #[test]
    fn draws_a_series_of_any_length() {
        for counts in [&[][..], &[0], &[3, 2, 1, 0], &[1; 5000]] {
            let text = svg("title", counts);
            assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        }
    }
}
