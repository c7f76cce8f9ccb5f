//! Diagrams of partitions coloured by value, as SVG text.

use crate::svg::Svg;

/// The largest number of rows, and of columns.
pub const LARGEST_SIDE: usize = 100;

/// Losing cells are dark; winning ones go from yellow to blue as their values rise.
fn colour(value: u16, most: u16) -> (String, &'static str) {
    if value == 0 {
        return ("#222222".to_owned(), "#ffffff");
    }
    // Between (250, 230, 120) and (40, 110, 200), in whole numbers.
    let share = |from: i32, to: i32| from + (to - from) * i32::from(value - 1) / i32::from(most.max(2) - 1);
    let [red, green, blue] = [share(250, 40), share(230, 110), share(120, 200)];
    (format!("#{red:02x}{green:02x}{blue:02x}"), if share(0, 100) > 60 { "#ffffff" } else { "#222222" })
}

/// The picture: for each cell its value, row by row.
///
/// # Errors
///
/// In words, if the board is too large for a picture.
pub fn draw(title: &str, rows: &[usize], values: &[u16]) -> Result<String, String> {
    let (height, width) = (rows.len(), rows[0]);
    if height > LARGEST_SIDE || width > LARGEST_SIDE {
        return Err(format!(
            "picture: found {height} rows and {width} columns, required at most {LARGEST_SIDE} of each"
        ));
    }
    let side = if height.max(width) > 40 { 14 } else { 26 };
    let most = values.iter().copied().max().unwrap_or(1);
    let attributes = format_args!(
        r#"viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="{2}" text-anchor="middle""#,
        side * width + 2,
        side * height + 2,
        side * 9 / 20,
    );
    let mut text = Svg::new(attributes, Some(title));
    writeln!(text, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let mut cell = values.iter();
    for (row, length) in rows.iter().enumerate() {
        for column in 0..*length {
            let value = *cell.next().expect("a value for each cell");
            let (fill, ink) = colour(value, most);
            let (x, y) = (side * column + 1, side * row + 1);
            writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"#ffffff\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\">{value}</text>",
                x + side / 2,
                y + side * 13 / 20,
            );
        }
    }
    Ok(text.finish())
}
