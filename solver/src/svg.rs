//! Pictures as SVG text: what every picture begins and ends with, and texts that are no markup. What is drawn is up to whoever draws.

use std::fmt::{self, Write as _};

/// A picture that is being written; `writeln!` adds to it and cannot fail.
#[derive(Debug)]
pub struct Svg(String);

impl Svg {
    /// Begins a picture with these attributes, and with a title that readers of screens speak.
    #[must_use]
    pub fn new(attributes: fmt::Arguments<'_>, title: Option<&str>) -> Self {
        let mut svg = Self(String::new());
        writeln!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg" {attributes}>"#);
        if let Some(title) = title {
            writeln!(svg, "<title>{}</title>", escaped(title));
        }
        svg
    }

    /// Begins a picture of this size in the style of the book: a light background of its own, so that it can be read on a light and on a dark page alike.
    #[must_use]
    pub fn in_book([width, height]: [usize; 2], title: &str) -> Self {
        let attributes = format_args!(
            r#"viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="'DejaVu Sans', Verdana, sans-serif""#
        );
        let mut svg = Self::new(attributes, Some(title));
        writeln!(svg, r##"<rect width="{width}" height="{height}" rx="8" fill="#faf7f0"/>"##);
        svg
    }

    /// What `write!` and `writeln!` call.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a `String` never fails.
        let _ = self.0.write_fmt(text);
    }

    /// Ends the picture.
    #[must_use]
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// A text in which nothing is markup.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
