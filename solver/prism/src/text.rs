//! Text as tokens, and the places of errors in it.

use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line, counted from 1.
    pub line: usize,
    /// The column of this line, in characters, counted from 1.
    pub column: usize,
    /// What was found, and what is required. It names the command and the state if there are such.
    pub what: String,
}

impl Wrong {
    pub(crate) fn at(text: &str, at: usize, what: impl Into<String>) -> Self {
        let before = &text[..at.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Self { line, column, what: what.into() }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for Wrong {}

/// What is wrong at a place in a text, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub at: usize,
    pub what: String,
}

impl Fault {
    pub fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Name(String),
    Whole(String),
    Decimal(String),
    /// What stands between quotation marks.
    Text(String),
    Sign(&'static str),
    End,
}

/// Longer ones first.
const SIGNS: [&str; 37] = [
    "<=>", "...", "||", "<<", ">>", "->", "<-", "=>", "<=", ">=", "!=", "..", "=?", "//", "(", ")", "[", "]", "{", "}",
    "+", "-", "*", "/", "^", "&", "|", "!", "?", "<", ">", "=", ":", ";", ",", "'", ".",
];

/// The tokens of a text, each with where it begins and ends, and its comments with where they begin.
pub(crate) struct Tokens {
    pub all: Vec<(Token, usize, usize)>,
    pub comments: Vec<(usize, String)>,
}

/// Reads tokens.
pub(crate) fn tokens(text: &str) -> Result<Tokens, Fault> {
    let bytes = text.as_bytes();
    let (mut all, mut comments, mut at) = (Vec::new(), Vec::new(), 0);
    let run = |from: usize, is_in: &dyn Fn(u8) -> bool| {
        from + bytes[from..].iter().position(|&byte| !is_in(byte)).unwrap_or(bytes.len() - from)
    };
    while at < bytes.len() {
        let rest = &text[at..];
        let (token, end) = match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if rest.starts_with("//") => {
                let end = run(at, &|byte| byte != b'\n');
                comments.push((at, text[at + 2..end].trim().to_owned()));
                at = end;
                continue;
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let end = run(at, &|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                (Token::Name(text[at..end].to_owned()), end)
            }
            byte if byte.is_ascii_digit() || byte == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                number(text, at)
            }
            b'"' => {
                let length = rest[1..].find(['"', '\n']).filter(|&length| rest.as_bytes()[length + 1] == b'"');
                let length = length
                    .ok_or_else(|| Fault::new(at, "found a quotation mark, required a second one in the same line"))?;
                (Token::Text(rest[1..=length].to_owned()), at + length + 2)
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).ok_or_else(|| {
                    let found = rest.chars().next().unwrap_or(' ');
                    Fault::new(at, format!("found {found:?}, required a sign of the PRISM language"))
                })?;
                (Token::Sign(sign), at + sign.len())
            }
        };
        all.push((token, at, end));
        at = end;
    }
    all.push((Token::End, text.len(), text.len()));
    Ok(Tokens { all, comments })
}

/// A number; of `0..5` only the first, of `1.5e-3` all.
fn number(text: &str, at: usize) -> (Token, usize) {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(at);
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(end + 1 + sign) {
            end = digits(end + 1 + sign);
        }
    }
    let written = text[at..end].to_owned();
    (if end == whole { Token::Whole(written) } else { Token::Decimal(written) }, end)
}

/// A text in one line, without what is beyond 60 characters.
pub(crate) fn short(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    let mut shown: String = line.chars().take(60).filter(|letter| !letter.is_control()).collect();
    if line.chars().count() > 60 {
        shown += "…";
    }
    shown
}
