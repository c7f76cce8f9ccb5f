//! Texts of others, made fit to be printed: in messages and tables a file must not steer the terminal or fill the screen.

use std::borrow::Cow;

/// Characters of a text in a message before it is cut.
const MOST_CHARACTERS: usize = 100;

/// Whether a character moves what stands around it, or is not seen: control characters, line separators, marks of the direction of writing, byte order marks.
fn is_steering(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A text in which such characters are written as escapes.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_steering(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// A text with such characters written as escapes, cut where it is long.
#[must_use]
pub fn short(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => escaped(text).into_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", escaped(&text[..end]), text.len()),
    }
}
