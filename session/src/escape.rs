//! Texts that others wrote, as they are printed: paths, and what stands in a file. A line stays a line, and a terminal obeys nothing in it.
//!
//! Letters that can be seen stay as they are, in any script. Control, format and bidirectional characters, spaces other than the common one and marks
//! that change the letter before them are written as `\n` or `\u{1b}`. The second checker does the same.

use std::path::Path;

/// A text without quotation marks, with nothing in it that a terminal would obey. Twice is the same as once.
pub fn visible(text: &str) -> String {
    let shown = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    text.chars().map(shown).collect()
}

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
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => visible(text),
        Some((end, _)) => visible(&text[..end]) + "…",
    }
}

/// A path in quotation marks. Different paths give different texts: a byte that is no UTF-8 is `\xFF`.
fn quoted_path(path: &Path) -> String {
    let shown = path.as_os_str().as_encoded_bytes().utf8_chunks().map(|chunk| {
        let valid = visible(&chunk.valid().replace('\\', "\\\\").replace('"', "\\\""));
        valid + &chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")).collect::<String>()
    });
    format!("\"{}\"", shown.collect::<String>())
}

/// A path on a line for people: as it is if it can be taken for nothing else, such as a path with a verdict behind it; else in quotation marks.
pub fn path(path: &Path) -> String {
    let quoted = quoted_path(path);
    match path.to_str() {
        Some(text) if quoted == format!("\"{text}\"") && !text.contains(": ") => text.to_owned(),
        _ => quoted,
    }
}

/// A path as a field of JSON: as it is if it is UTF-8; else in quotation marks, in which no path begins that stands as it is.
pub fn path_field(path: &Path) -> String {
    path.to_str().filter(|text| !text.starts_with('"')).map_or_else(|| quoted_path(path), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn leaves_no_letter_that_a_terminal_obeys() {
        let cases = [
            ("KNk.cert", "KNk.cert"),
            ("Läufer/馬 №.cert", "Läufer/馬 №.cert"),
            ("x: verified: all\nreal.cert", r#""x: verified: all\nreal.cert""#),
            ("\u{1b}[2K\r.cert", r#""\u{1b}[2K\r.cert""#),
            ("\u{202e}trec.x", r#""\u{202e}trec.x""#),
            ("a\u{301}\u{a0}\u{200b}", r#""a\u{301}\u{a0}\u{200b}""#),
            (r"a\n", r#""a\\n""#),
            ("a\n", r#""a\n""#),
            ("\"a\"", r#""\"a\"""#),
        ];
        for (text, shown) in cases {
            assert_eq!(path(Path::new(text)), shown);
            assert_eq!(visible(shown), shown);
        }
        assert_eq!(path_field(Path::new("a\n")), "a\n");
        assert_eq!(path_field(Path::new("\"a")), r#""\"a""#);
    }

    #[cfg(unix)]
    #[test]
    fn tells_names_apart_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt as _;
        for (bytes, shown) in [(&b"a\xff"[..], r#""a\xFF""#), (b"a\xfe", r#""a\xFE""#), (br"a\xFF", r#""a\\xFF""#)] {
            assert_eq!(path(Path::new(OsStr::from_bytes(bytes))), shown);
        }
        assert_eq!(path_field(Path::new(OsStr::from_bytes(b"a\xff"))), r#""a\xFF""#);
    }
}
