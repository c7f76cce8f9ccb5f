//! `solve export`: verified positions for other programs: CSV, JSON lines, a LaTeX table, a picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use checker::theorem::{INFINITE, Side};
use session::answer::{self, best_moves};
use session::entry::{Entry, Interval, Known};
use session::sheet::{self, Row, Sheet};
use session::{claims, escape, fraction, json, notation};
use solver::atomic_file::AtomicFile;
use solver::escape::short;
use solver::picture::{self, Arrow, Mover};

use crate::named;
use crate::output::Failed;
use solver::parallel;

/// What to export.
#[derive(clap::Args)]
pub struct Arguments {
    /// The certificate; it is verified first. What it imports is found beside it or in the folder above
    certificate: PathBuf,
    /// What to write
    #[arg(long, value_enum)]
    format: Format,
    /// Only this position: a FEN, the name in a game, a cell; may be given more than once. Without it all positions are written, in canonical order
    #[arg(long, value_name = "FEN")]
    position: Vec<String>,
    /// The game that the certificate is about
    #[arg(long, visible_alias = "model", value_name = "GAME.json|MODEL.umb")]
    game: Option<PathBuf>,
    /// The file to be written; `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line for each position, with commas between its fields
    Csv,
    /// A JSON object on a line for each position, with all moves: the fields of `solve probe --json`
    Jsonl,
    /// A table of chosen positions for the package booktabs; without --position of all, for longtable too
    Latex,
    /// A picture of one chosen position, with the best moves as arrows
    Svg,
}

/// So many positions are written at a time.
const AT_A_TIME: usize = 512;

/// Exports.
pub fn export(arguments: &Arguments) -> Result<String, Failed> {
    let path = &*named::certificate(&arguments.certificate);
    match (arguments.format, arguments.position.len()) {
        (Format::Svg, found) if found != 1 => {
            return Err(Failed::usage(format!("--format svg: found {found} of --position, required 1")));
        }
        _ => {}
    }
    let verified = named::verified(path, arguments.game.as_deref())?;
    let tell = claims::tell(&verified);
    crate::output::tell(&format!("{}: verified: {}", escape::path(path), tell.claim()));
    let chosen = |text: &String| match tell.asked(text, None) {
        Ok((answer, _)) => Ok(answer),
        Err(error) => Err(Failed::usage(format!("{}: {error}", short(text)))),
    };
    let chosen: Vec<Row> = arguments.position.iter().map(chosen).collect::<Result<_, _>>()?;
    let (tell, chosen) = (&*tell, &chosen[..]);
    if arguments.out == Path::new("-") {
        return write(arguments.format, tell, chosen, &mut |text| crate::output::say_more(text))
            .map(|()| String::new());
    }
    let failed = |error: std::io::Error| Failed::new(format!("{}: {error}", escape::path(&arguments.out)));
    let mut file = AtomicFile::create(&arguments.out).map_err(failed)?;
    write(arguments.format, tell, chosen, &mut |text| file.write_all(text.as_bytes()).map_err(failed))?;
    file.finish().map_err(failed)?;
    Ok(String::new())
}

type Say<'a> = &'a mut dyn FnMut(&str) -> Result<(), Failed>;
type Chosen<'a> = &'a [Row<'a>];

fn write(format: Format, tell: &dyn Sheet, chosen: Chosen, say: Say<'_>) -> Result<(), Failed> {
    match format {
        Format::Csv => {
            say(&csv(tell.columns()))?;
            each(tell, chosen, say, |row| csv(&tell.cells(row)))
        }
        Format::Jsonl => each(tell, chosen, say, |row| json::answer(&tell.json(row))),
        Format::Latex => {
            let source = format!("% {}, sha-256 {}\n", tell.about(), notation::digest(tell.verified().digest()));
            let has_values = match chosen.first() {
                Some(answer) => answer.entry().is_some(),
                None => tell.count() > 0 && tell.number(0).entry().is_some(),
            };
            let table = Table::of(tell, has_values, chosen.is_empty());
            say(&(source + &table.head))?;
            each(tell, chosen, say, |row| {
                row.entry().map_or_else(|| latex_row(&tell.cells(row)), |entry| latex_of_values(tell, entry))
            })?;
            say(&table.foot)
        }
        Format::Svg => say(&svg(tell, &chosen[0])?),
    }
}

/// Writes a line for each of the chosen positions, or for all.
fn each(tell: &dyn Sheet, chosen: Chosen, say: Say<'_>, line: impl Fn(&Row) -> String + Sync) -> Result<(), Failed> {
    if !chosen.is_empty() {
        return say(&chosen.iter().map(line).collect::<String>());
    }
    // Symmetry may give a position more than one place.
    let numbers: Vec<u32> = sheet::firsts(tell).collect();
    for part in numbers.chunks(AT_A_TIME) {
        say(&parallel::map(part, |&number| line(&tell.number(number))).concat())?;
    }
    Ok(())
}

/// A line with commas between its fields.
fn csv(fields: &[impl AsRef<str>]) -> String {
    let quoted = |field: &str| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    };
    fields.iter().map(|field| quoted(field.as_ref())).collect::<Vec<_>>().join(",") + "\n"
}

fn label(label: Option<u32>) -> String {
    label.map_or(String::new(), |label| if label == INFINITE { "infinite".to_owned() } else { label.to_string() })
}

/// What LaTeX would take for a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// What stands before and after the rows of a table in LaTeX.
struct Table {
    head: String,
    foot: String,
}

impl Table {
    /// A table of positions with values, or of what else the certificate states of them; one of all positions may take many pages.
    fn of(tell: &dyn Sheet, has_values: bool, of_all: bool) -> Self {
        let (columns, head, note) = match has_values {
            true => {
                let [white, black] = Side::BOTH.map(|side| tell.player(side));
                let values: &[String] = &match one_value(tell) {
                    Some(name) => vec![name],
                    None => vec!["$\\alpha$".to_owned(), "$\\beta$".to_owned()],
                };
                let columns = format!("l{}llrr", "l".repeat(values.len()));
                let head =
                    format!("position & {} & {white}'s best & {black}'s best & $T$ & $T'$ \\\\\n", values.join(" & "));
                (
                    columns,
                    head,
                    "% Where there are two lists of moves, the first are best to win, the second best not to lose.\n",
                )
            }
            false => {
                let names: Vec<String> = tell.columns().iter().map(|name| name.replace('_', " ")).collect();
                ("l".repeat(names.len()), latex_row(&names), "")
            }
        };
        let (name, end) = if of_all { ("longtable", "\\endhead\n") } else { ("tabular", "") };
        Self {
            head: format!("{note}\\begin{{{name}}}{{{columns}}}\n\\toprule\n{head}\\midrule\n{end}"),
            foot: format!("\\bottomrule\n\\end{{{name}}}\n"),
        }
    }
}

/// The name of the one value that is stated, if an endless play is worth something.
fn one_value(tell: &dyn Sheet) -> Option<String> {
    tell.verified().head().never.map(|worth| match worth {
        (0, _) => "$\\alpha$".to_owned(),
        (1, 1) => "$\\beta$".to_owned(),
        (numerator, denominator) => format!("$v_{{{numerator}/{denominator}}}$"),
    })
}

fn latex_row(cells: &[String]) -> String {
    format!("{} \\\\\n", cells.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & "))
}

fn latex_of_values(tell: &dyn Sheet, entry: &Entry) -> String {
    let number = |interval: &Interval| {
        let ends = [&interval.low, &interval.high].map(|end| fraction::decimal(end, 6).replace('…', "\\ldots"));
        match interval.is_exact() && fraction::text(&interval.low) == interval.low.to_string() {
            true => format!("${}$", interval.low),
            false if ends[0] == ends[1] => format!("${}$", ends[0]),
            false => format!("$[{}, {}]$", ends[0], ends[1]),
        }
    };
    let moves = |side: Side| {
        let both = [0, 1].map(|aim| best_moves(entry, side, aim).join(", "));
        escaped(&if both[0] == both[1] { both[0].clone() } else { both.join("; ") })
    };
    let symbol = |number: Option<u32>| if number == Some(INFINITE) { "$\\infty$".to_owned() } else { label(number) };
    let Known { alpha, beta, labels } = &entry.known;
    let mut cells = vec![format!("\\texttt{{{}}}", escaped(&entry.name)), number(alpha)];
    cells.extend(one_value(tell).is_none().then(|| number(beta)));
    cells.extend(Side::BOTH.map(moves));
    cells.extend(labels.map(symbol));
    format!("{} \\\\\n", cells.join(" & "))
}

/// The board with the best moves: to win where a player's best moves for the two aims differ.
fn svg(tell: &dyn Sheet, answer: &Row) -> Result<String, Failed> {
    let (Some(board), Some(entry)) = (tell.board(), answer.entry()) else {
        return Err(Failed::usage(format!(
            "--format svg: found {}, required men on a board; `solve graph GAME --draw FILE.svg` draws a game of your own, `solve hex BOARD --svg FILE` Hex, and --format csv, jsonl and latex have words for it",
            tell.about()
        )));
    };
    let mut arrows = Vec::new();
    for (side, mover) in [(Side::White, Mover::White), (Side::Black, Mover::Black)] {
        let is_best = |place: &usize| match &entry.bound {
            Some(bound) => *place == bound.reply,
            None => answer::best(entry, *place, side)[0],
        };
        let own = (0..).zip(&entry.options).filter(|(place, option)| option.by == side && is_best(place));
        for (_, option) in own {
            if let Some((from, to, _)) = notation::move_parts(board, option.name) {
                let place = |square: checker::chess::Square| (usize::from(square.file()), usize::from(square.rank()));
                arrows.push(Arrow { from: place(from), to: place(to), mover });
            }
        }
    }
    let placement = entry.name.split(' ').next().unwrap_or_default();
    let value = |interval: &Interval| {
        let whole = interval.low.to_string();
        if interval.is_exact() && whole.len() <= 20 { whole } else { fraction::decimal(&interval.low, 6) }
    };
    let caption = match &entry.bound {
        Some(bound) => format!("{} {}", bound.relation, bound.value),
        None if entry.known.is_sharp() => format!("value {}", value(&entry.known.alpha)),
        None => format!("α = {}, β = {}", value(&entry.known.alpha), value(&entry.known.beta)),
    };
    picture::svg(&picture::rows(placement), &arrows, Some(&caption)).map_err(Failed::new)
}
