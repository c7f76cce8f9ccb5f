//! A board of Hex as a heat map, as SVG text: the darker a free cell, the more likely it decides.
//!
//! A board always gives the same text. The picture brings its own light background.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive as _;

use super::{Player, Solution};
use crate::svg::Svg;

/// From the centre of a cell to its corners, in the units of the picture.
const RADIUS: f64 = 30.0;
/// Half of the height of a triangle with sides of two units.
const HALF: f64 = 0.866_025_403_784_438_6;
/// What is left free around the cells.
const MARGIN: f64 = 46.0;
/// The edges of Left, and the darkest cell; the edges of Right.
const COLOURS: [&str; 2] = ["#b3472a", "#2a5db3"];

/// The heat map of a board.
#[must_use]
pub fn heat_map(solution: &Solution) -> String {
    let board = &solution.board;
    let (files, ranks) = (board.files(), board.ranks());
    let width = 2.0 * HALF * RADIUS;
    let centre = |file: usize, rank: usize| {
        let x = MARGIN + width * (file as f64 + rank as f64 / 2.0 + 0.5);
        (x, MARGIN + RADIUS * (1.5 * rank as f64 + 1.0))
    };
    // From the top, with the clock.
    let corner = |(x, y): (f64, f64), number: usize| {
        let (dx, dy) = [(0.0, -1.0), (HALF, -0.5), (HALF, 0.5), (0.0, 1.0), (-HALF, 0.5), (-HALF, -0.5)][number % 6];
        (x + RADIUS * dx, y + RADIUS * dy)
    };
    let points =
        |points: &[(f64, f64)]| points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
    let (right, _) = corner(centre(files - 1, ranks - 1), 1);
    let (_, bottom) = corner(centre(0, ranks - 1), 3);
    let (all_width, all_height) = (right + MARGIN, bottom + MARGIN);
    let attributes = format_args!(
        r#"viewBox="0 0 {all_width:.0} {all_height:.0}" width="{all_width:.0}" height="{all_height:.0}" font-family="sans-serif" text-anchor="middle""#
    );
    let mut text = Svg::new(attributes, None);
    writeln!(text, r##"<rect width="100%" height="100%" fill="#fffdf8"/>"##);
    let pivotal: Vec<Option<Ratio<BigUint>>> = (0..files * ranks).map(|cell| solution.pivotal(cell)).collect();
    let number = |fraction: &Ratio<BigUint>| fraction.to_f64().unwrap_or(0.0);
    let most = pivotal.iter().flatten().map(number).fold(0.0, f64::max);
    let best = solution.best();
    for rank in 0..ranks {
        for file in 0..files {
            let cell = rank * files + file;
            let (x, y) = centre(file, rank);
            let corners: Vec<_> = (0..6).map(|number| corner((x, y), number)).collect();
            let share =
                pivotal[cell].as_ref().map_or(0.0, |pivotal| if most > 0.0 { number(pivotal) / most } else { 0.0 });
            // From the background to the colour of Left's edges.
            let mix = |light: f64, dark: f64| (light + (dark - light) * share).round() as u8;
            let fill = format!("#{:02x}{:02x}{:02x}", mix(255.0, 214.0), mix(253.0, 120.0), mix(248.0, 40.0));
            let edge = if best.contains(&cell) { 3 } else { 1 };
            writeln!(
                text,
                r##"<polygon points="{}" fill="{fill}" stroke="#555" stroke-width="{edge}"/>"##,
                points(&corners)
            );
            match (board.stones()[cell], &pivotal[cell]) {
                (Some(player), _) => {
                    let colour = COLOURS[usize::from(player == Player::Right)];
                    writeln!(text, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{colour}"/>"#, 0.6 * RADIUS);
                }
                (None, pivotal) => {
                    let percent = 100.0 * pivotal.as_ref().map_or(0.0, number);
                    writeln!(text, r#"<text x="{x:.1}" y="{:.1}" font-size="11">{percent:.2}</text>"#, y + 4.0);
                }
            }
        }
    }
    // The edges: Left's first and last rank, Right's first and last file.
    let top: Vec<_> = (0..files).flat_map(|file| [5, 0, 1].map(|number| corner(centre(file, 0), number))).collect();
    let low: Vec<_> =
        (0..files).flat_map(|file| [4, 3, 2].map(|number| corner(centre(file, ranks - 1), number))).collect();
    let start: Vec<_> = (0..ranks).flat_map(|rank| [5, 4, 3].map(|number| corner(centre(0, rank), number))).collect();
    let end: Vec<_> =
        (0..ranks).flat_map(|rank| [0, 1, 2].map(|number| corner(centre(files - 1, rank), number))).collect();
    for (edge, colour) in [(top, 0), (low, 0), (start, 1), (end, 1)] {
        let colour = COLOURS[colour];
        writeln!(text, r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="5"/>"#, points(&edge));
    }
    for file in 0..files {
        let (x, y) = centre(file, 0);
        let name = char::from(b'a' + file as u8);
        writeln!(text, r#"<text x="{x:.1}" y="{:.1}" font-size="14">{name}</text>"#, y - RADIUS - 10.0);
    }
    for rank in 0..ranks {
        let (x, y) = centre(0, rank);
        writeln!(text, r#"<text x="{:.1}" y="{:.1}" font-size="14">{}</text>"#, x - RADIUS - 12.0, y + 5.0, rank + 1);
    }
    text.finish()
}
