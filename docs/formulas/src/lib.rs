//! Formulas of the book: `$…$` and `$$…$$` in Markdown become MathML, which browsers show without a script and without
//! a network.
//!
//! Responsible for: where a formula begins and ends, and text that Markdown leaves as it is. Left to others: what the
//! formula says (`pulldown-latex`), the book (`main.rs` is the preprocessor that mdBook calls).

use pulldown_latex::config::DisplayMode;
use pulldown_latex::mathml::push_mathml;
use pulldown_latex::{Parser, RenderConfig, Storage};

/// Markdown with each formula replaced by MathML. Code stays as it is: fenced, indented by four spaces, or in backticks.
///
/// # Errors
///
/// A formula that has no end or cannot be read, with its line.
pub fn rendered(markdown: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut fence: Option<&str> = None;
    let mut after_blank = true;
    let mut rest = markdown;
    while !rest.is_empty() {
        let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        let is_code = fence.is_some() || mark.is_some() || (after_blank && line.starts_with("    "));
        after_blank = trimmed.is_empty() || (after_blank && is_code);
        if is_code || trimmed.is_empty() {
            match (fence, mark) {
                (None, Some(_)) => fence = mark,
                (Some(open), Some(close)) if open == close && trimmed == close => fence = None,
                _ => {}
            }
            text.push_str(line);
            rest = &rest[line.len()..];
            continue;
        }
        let number = markdown[..markdown.len() - rest.len()].matches('\n').count() + 1;
        let end = end_of_paragraph(rest);
        inline(&rest[..end], &mut text).map_err(|error| format!("line {number}: {error}"))?;
        rest = &rest[end..];
    }
    Ok(text)
}

/// How far the lines go that belong together: to a blank line or a fence.
fn end_of_paragraph(text: &str) -> usize {
    let is_end =
        |line: &str| line.trim().is_empty() || line.trim().starts_with("```") || line.trim().starts_with("~~~");
    text.split_inclusive('\n').take_while(|line| !is_end(line)).map(str::len).sum()
}

/// One paragraph.
fn inline(paragraph: &str, text: &mut String) -> Result<(), String> {
    let mut rest = paragraph;
    while let Some(start) = rest.find(['`', '$', '\\']) {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        if rest.starts_with('\\') {
            let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
            text.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let mark = &rest[..rest.len() - rest.trim_start_matches(&rest[..1]).len()];
        let inner = &rest[mark.len()..];
        let end = match mark {
            "$" | "$$" => inner.find(mark).ok_or_else(|| format!("a formula without an end: {rest}"))?,
            _ if mark.starts_with('$') => return Err(format!("found {mark}, required one or two")),
            _ => code_end(inner, mark).ok_or_else(|| format!("backticks without an end: {rest}"))?,
        };
        if mark.starts_with('$') {
            text.push_str(&formula(inner[..end].trim(), mark.len() == 2)?);
        } else {
            text.push_str(&rest[..mark.len() + end + mark.len()]);
        }
        rest = &inner[end + mark.len()..];
    }
    text.push_str(rest);
    Ok(())
}

/// Where the run of backticks begins that closes the one before `inner`.
fn code_end(inner: &str, mark: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = at + inner[at..].find('`')?;
        let run = inner[start..].len() - inner[start..].trim_start_matches('`').len();
        if run == mark.len() {
            return Some(start);
        }
        at = start + run;
    }
}

/// One formula in MathML, on one line, without a character that Markdown could read as its own. The sign for minus may
/// be either; a slash, as in 3/4, and the bars of an absolute value are set close.
///
/// # Errors
///
/// Of the reader of formulas.
fn formula(latex: &str, is_display: bool) -> Result<String, String> {
    let latex = &latex.replace('−', "-");
    let storage = Storage::new();
    if let Some(Err(error)) = Parser::new(latex, &storage).find(Result::is_err) {
        return Err(format!("{latex}: {error}"));
    }
    let storage = Storage::new();
    let display_mode = if is_display { DisplayMode::Block } else { DisplayMode::Inline };
    let mut made = String::new();
    push_mathml(&mut made, Parser::new(latex, &storage), RenderConfig { display_mode, ..RenderConfig::default() })
        .map_err(|error| format!("{latex}: {error}"))?;
    let close = "lspace=\"0\" rspace=\"0\"";
    let made = made.replace("<mo>/</mo>", &format!("<mo {close}>/</mo>"));
    let made = made.replace("stretchy=\"false\">|</mo>", &format!("stretchy=\"false\" {close}>|</mo>"));
    let mut safe = String::new();
    let mut is_tag = false;
    for letter in made.chars() {
        match letter {
            '<' => is_tag = true,
            '>' if is_tag => {
                is_tag = false;
                safe.push('>');
                continue;
            }
            '\n' => {
                safe.push(' ');
                continue;
            }
            _ => {}
        }
        if is_tag || !letter.is_ascii_punctuation() || letter == '&' || letter == ';' {
            safe.push(letter);
        } else {
            safe.push_str(&format!("&#{};", u32::from(letter)));
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::rendered;

    #[test]
    fn a_formula_becomes_mathml() {
        let made = rendered("Let $x = F(x)$ be so.\n").expect("a formula");
        assert!(made.starts_with("Let <math display=\"inline\"><mi>x</mi>"), "{made}");
        assert!(made.ends_with("</math> be so.\n"), "{made}");
        assert!(rendered("$$α ≤ β$$\n").expect("a formula").starts_with("<math display=\"block\">"));
    }

    #[test]
    fn code_stays_as_it_is() {
        for text in
            ["`$x$` and ``a ` $b``\n", "```console\n$ solve\n```\n", "A:\n\n    $ solve\n\n    $ check\n", "\\$5\n"]
        {
            assert_eq!(rendered(text).expect("no formula"), text);
        }
    }

    #[test]
    fn characters_of_markdown_are_written_as_numbers() {
        let made = rendered("$a * b * c$ and $[x]_i$\n").expect("formulas");
        let words: String = made.split('<').filter_map(|part| part.split_once('>')).map(|(_, word)| word).collect();
        assert!(!words.contains(['*', '[', ']', '_']), "{made}");
    }

    #[test]
    fn refuses_a_formula_without_an_end_and_one_that_cannot_be_read() {
        assert_eq!(rendered("a\n\n5$ b\n").expect_err("no end").split(':').next(), Some("line 3"));
        assert!(rendered("$\\nothing$\n").is_err());
    }
}
