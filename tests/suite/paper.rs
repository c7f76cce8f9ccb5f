//! The paper in docs/paper: each number of a result is a macro, and each macro has the value that a committed file has. The chapter "Found" of the book
//! has ten results, each with a picture and a command, and no long number that is not among these macros or in a chapter of the record.

use std::collections::BTreeMap;
use std::fs;

use crate::console::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A macro of numbers.tex.
struct Number {
    name: String,
    value: String,
    file: String,
    /// Text of the file, with # or @ in the place of the value; see the head of numbers.tex.
    text: String,
    make: String,
}

fn number(from: &str, make: &str, definition: &str) -> Number {
    let (file, text) = from.split_once(": ").unwrap_or_else(|| panic!("{from}"));
    let (name, value) = definition.split_once("}{").unwrap_or_else(|| panic!("{definition}"));
    let value = value.strip_suffix('}').expect("the end of a macro");
    let texts = [name, value, file, text, make].map(str::to_owned);
    let [name, value, file, text, make] = texts;
    Number { name, value, file, text: text.replace("\\n", "\n"), make }
}

fn numbers() -> Vec<Number> {
    let text = read("docs/paper/numbers.tex");
    let mut numbers = Vec::new();
    let (mut from, mut make) = (None, None);
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("% from ") {
            from = Some(rest);
        } else if let Some(rest) = line.strip_prefix("% make ") {
            make = Some(rest);
        } else if let Some(rest) = line.strip_prefix("\\newcommand{\\") {
            let (Some(from), Some(make)) = (from.take(), make.take()) else { panic!("{line}: where is it from?") };
            numbers.push(number(from, make, rest));
        } else {
            assert!(line.starts_with('%'), "{line}");
        }
    }
    numbers
}

/// Why a number is not what its file says, if so.
fn fault(number: &Number) -> Option<String> {
    let Number { name, value, file, text, .. } = number;
    let marks = text.matches(['#', '@']).count();
    let Some((before, after)) = text.split_once(['#', '@']).filter(|_| marks == 1) else {
        return Some(format!("{name}: {marks} marks"));
    };
    // Without a border a part of another number would do, and without some context any number.
    let is_border = |letter: Option<char>| letter.is_some_and(|letter| !letter.is_alphanumeric());
    if !is_border(before.chars().last()) || !is_border(after.chars().next()) || before.len() + after.len() < 10 {
        return Some(format!("{name}: too little around the number in {text:?}"));
    }
    let stated = if text.contains('@') { value.replace(',', "") } else { value.clone() };
    let required = format!("{before}{stated}{after}");
    (!read(file).contains(&required)).then(|| format!("{name}: required in {file}: {required}"))
}

#[test]
fn each_number_of_the_paper_stands_in_a_committed_file() {
    let numbers = numbers();
    assert!(numbers.len() >= 20);
    let faults: Vec<String> = numbers.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // The test can fail: no other number of the same length is found.
    for mut number in numbers {
        let last = number.value.pop().expect("a digit");
        number.value.push(if last == '9' { '8' } else { '9' });
        assert!(fault(&number).is_some(), "{} may be {}", number.name, number.value);
    }
}

/// A command is a row of the manifest with its tier, or a row of a file of claims.
#[test]
fn each_number_of_the_paper_has_a_command_that_exists() {
    let manifest = read("certs/manifest.toml");
    for Number { name, make, .. } in numbers() {
        let words: Vec<&str> = make.split(' ').collect();
        match words[..] {
            ["solve", "reproduce", "--tier", tier, "--only", row] => {
                assert!(manifest.contains(&format!("name = \"{row}\"\ntier = \"{tier}\"\n")), "{name}: {make}");
            }
            ["solve", "audit", claims, "--row", row] => {
                let claims = read(&format!("docs/claims/{claims}.toml"));
                assert!(claims.contains(&format!("\nrow = {row}\n")), "{name}: {make}");
            }
            _ => panic!("{name}: {make}"),
        }
    }
}

/// Text without comments, listings, squares, placements and arguments that are no text.
fn words_of(tex: &str) -> String {
    let tex: String = tex.lines().map(|line| line.split('%').next().unwrap_or_default().to_owned() + "\n").collect();
    let outside = |text: &str, begin: &str, end: &str| {
        let mut pieces = text.split(begin);
        let first = pieces.next().unwrap_or_default().to_owned();
        let rest = pieces.map(|piece| piece.split_once(end).unwrap_or_else(|| panic!("{begin} without {end}")).1);
        first + &rest.collect::<String>()
    };
    let tex = outside(&tex, "\\begin{verbatim}", "\\end{verbatim}");
    ["\\sq{", "\\texttt{", "\\label{", "\\ref{", "\\cite{"]
        .iter()
        .fold(tex, |text, begin| outside(&text, begin, "}"))
        .replace("SHA-256", "")
}

/// Runs of digits, with the commas and points inside.
fn digits(text: &str) -> Vec<String> {
    let runs = text.split(|letter: char| !letter.is_ascii_digit() && letter != ',' && letter != '.');
    let runs = runs.map(|run| run.trim_matches([',', '.']).to_owned());
    runs.filter(|run| run.contains(|letter: char| letter.is_ascii_digit())).collect()
}

#[test]
fn the_paper_has_numbers_of_results_by_macros_only() {
    let tex = read("docs/paper/paper.tex");
    let body = tex.split_once("\\begin{document}").expect("a body").1;
    let body = body.split_once("\\begin{thebibliography}").expect("sources").0;
    for run in digits(&words_of(body)) {
        assert!(run.len() <= 2, "{run} is no macro");
    }
    let results = body.split_once("% results\n").expect("the results").1;
    let results = results.split_once("% end of results\n").expect("their end").0;
    // Formulas stand between dollars. Outside of them no digit is left.
    let outside: String = words_of(results).split('$').step_by(2).collect();
    assert_eq!(digits(&outside), Vec::<String>::new());
    for Number { name, .. } in numbers() {
        assert!(body.contains(&format!("\\{name}{{}}")), "\\{name} is used");
    }
}

/// Each source is cited, and each that is cited is listed.
#[test]
fn the_paper_cites_what_it_lists() {
    let tex = read("docs/paper/paper.tex");
    let after = |mark: &str| {
        let all = tex.split(mark).skip(1).map(|rest| rest.split('}').next().unwrap_or_default().to_owned());
        all.map(|name| (name, ())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(after("\\cite{"), after("\\bibitem{"));
}

#[test]
fn the_chapter_has_ten_results_each_with_a_picture_and_a_command() {
    let chapter = read("docs/src/found.md");
    let results: Vec<&str> = chapter.split("\n## ").skip(1).collect();
    assert_eq!(results.len(), 10);
    for (number, result) in (1..).zip(&results) {
        let title = result.lines().next().expect("a title");
        assert!(title.starts_with(&format!("{number}. ")), "{title}");
        assert_eq!(result.matches("pictures/").count(), 1, "{title}");
        assert!(["roved", "ounted", "onjectured"].iter().any(|sort| result.contains(sort)), "{title}");
        assert!(
            ["\n    solve ", "\n    check ", "\n    target/python/bin/python research/"]
                .iter()
                .any(|command| result.contains(command)),
            "{title}"
        );
    }
    let known: Vec<String> = numbers().into_iter().map(|number| number.value).collect();
    let prose: String =
        chapter.lines().filter(|line| !line.starts_with("    ")).map(|line| format!("{line}\n")).collect();
    for run in digits(&prose).iter().filter(|run| run.contains(',')) {
        assert!(known.contains(run), "{run} is no number of docs/paper/numbers.tex");
    }
}

/// How many claims a file has, how many of them are ever asked, and how many differ from what is printed.
fn claims(name: &str) -> [usize; 3] {
    let text = read(&format!("docs/claims/{name}.toml"));
    let all = text.matches("[[claim]]").count();
    [all, all - text.matches("\nnot-run = ").count(), text.matches("\nfound = ").count()]
}

/// What the chapter "Found" says without commas between digits, read off claims and tables.
#[test]
fn the_chapter_has_the_numbers_of_claims_and_tables() {
    let chapter = read("docs/src/found.md").replace('\n', " ");
    let says = |text: String| assert!(chapter.contains(&text), "the chapter does not say {text:?}");
    let [all, asked, differ] = claims("bidding-chess");
    assert_eq!(differ, 0);
    says(format!("Of {all} statements, all {asked} that could be checked"));
    let [all, asked, differ] = claims("chips");
    assert_eq!(all, asked);
    says(format!("Of {all} statements about [chips](chips.md) {differ} differ"));
    let [_, asked, differ] = claims("losing-chess");
    says(format!(
        "Of {asked} about [Losing Chess](record/claims.md#losing-chess) that could be checked {differ} differ"
    ));

    let table = read("certs/worth/table.md");
    let (table, _) = table.split_once("\n### The same, exactly").expect("the first table");
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells.first()?.contains('x').then(|| (cells[0].to_owned(), [1, 2, 3, 4, 5].map(|cell| cells[cell].to_owned())))
    });
    let rows: BTreeMap<String, [String; 5]> = rows.collect();
    let chips = |text: &str| text.parse::<f64>().expect("a number");
    assert_eq!(rows.len(), 10);
    assert!(rows.values().all(|[.., bishop, pawn]| chips(pawn) > chips(bishop)));
    let [queen, rook, knight, bishop, pawn] = &rows["8x8"];
    says(format!(
        "a queen is worth {queen} chips of 100, a rook {rook}, a knight {knight}, a pawn {pawn}, a bishop {bishop}"
    ));

    // 385875967/2147483648 of the money, and 25 digits with no value that is not dyadic.
    assert!(read("certs/whole/table.md").contains("| 385875967/2147483648 `knB/NNR/bKR` |"));
    assert_eq!(385_875_967_u64 * 1000 / 2_147_483_648, 179);
    says("at least 0.179 of the money".to_owned());
    let squares = read("certs/boards/16x16.md");
    let (_, rook) = squares.split_once("### KRk").expect("the rook");
    let (rook, _) = rook.split_once("###").expect("what comes next");
    assert!(rook.contains("| 13x13 | 593541 | 124781 | 24 · 3.1 · 0 |"));
    assert!(rook.contains("| 14x14 | 927381 | 204159 | 25 · 0 · 0 |"));
    says("of up to 25 digits".to_owned());
}
