//! Texts of files and counts, as sentences show them: nothing in them that a terminal would obey.

/// The most letters of a text of a file that a sentence repeats.
pub(crate) const LETTERS: usize = 60;

/// A number of things: `1 file`, `2 files`.
pub fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A text of a file in quotation marks, cut if it is long, with nothing in it that a terminal would obey.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// A text without quotation marks, cut if it has more than so many letters, with nothing in it that a terminal would obey.
pub(crate) fn plain(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let shown = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    let text: String = letters.by_ref().take(most).map(shown).collect();
    if letters.next().is_none() { text } else { text + "…" }
}
