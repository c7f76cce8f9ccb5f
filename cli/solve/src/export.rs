//! `solve export`: verified positions for other programs: CSV, JSON lines, a LaTeX table, a picture.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use checker::theorem::{INFINITE, Side};
use num_rational::BigRational;
use report::answer::{self, Teller};
use report::entry::{self, Entry, Interval, Known};
use report::{figures, fraction, notation, question, words};
use solver::picture::{self, Arrow, Mover};
use solver::plain;
use solver::reading::verified::Library;
use solver::whole::Whole;

use crate::{Failed, parallel, probe};

/// What to export.
#[derive(clap::Args)]
pub struct Arguments {
    /// The certificate; it is verified first. What it imports is found beside it or in the folder above
    certificate: PathBuf,
    /// What to write
    #[arg(long, value_enum)]
    format: Format,
    /// Only this position: a FEN, or the name in a game; may be given more than once. Without it all positions are written, in canonical order
    #[arg(long, value_name = "FEN")]
    position: Vec<String>,
    /// The game that the certificate is about
    #[arg(long, value_name = "GAME.json")]
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
    /// A table of chosen positions, for the package booktabs
    Latex,
    /// A picture of one chosen position, with the best moves as arrows
    Svg,
}

/// So many positions are written at a time.
const AT_A_TIME: usize = 512;

/// The fields of the CSV.
const FIELDS: &str = "position,lower,upper,lower_decimal,upper_decimal,bid_lower,bid_upper,white_label,black_label,\
                      white_best_to_win,white_best_not_to_lose,black_best_to_win,black_best_not_to_lose";

/// Exports.
pub fn export(arguments: &Arguments) -> Result<String, Failed> {
    let path = &arguments.certificate;
    match (arguments.format, arguments.position.len()) {
        (Format::Latex, 0) => return Err(Failed::usage("--format latex: found no --position, required one or more")),
        (Format::Svg, found) if found != 1 => {
            return Err(Failed::usage(format!("--format svg: found {found} of --position, required 1")));
        }
        _ => {}
    }
    let game = arguments.game.as_deref().map(probe::read_game).transpose()?;
    let verified = Library::default().read_with(path, game.as_ref()).map_err(Failed::new)?;
    crate::tell(&format!("{}: verified: {}", path.display(), words::claim(&verified)));
    let chosen: Vec<Entry> = arguments.position.iter().map(|text| chosen(&verified, text)).collect::<Result<_, _>>()?;
    if arguments.out == Path::new("-") {
        return write(arguments.format, &verified, &chosen, &mut |text| crate::say(text)).map(|()| String::new());
    }
    let failed = |error: std::io::Error| Failed::new(format!("{}: {error}", arguments.out.display()));
    let mut file = Whole::create(&arguments.out).map_err(failed)?;
    write(arguments.format, &verified, &chosen, &mut |text| file.write_all(text.as_bytes()).map_err(failed))?;
    file.finish().map_err(failed)?;
    Ok(String::new())
}

/// A position that was chosen.
fn chosen(verified: &Verified, text: &str) -> Result<Entry, Failed> {
    let failed = |error: &dyn std::fmt::Display| Failed::usage(format!("{}: {error}", plain::short(text)));
    if words::is_game(verified) {
        return entry::at_text(verified, text).map_err(|error| failed(&error));
    }
    let asked = question::read(text).map_err(|error| failed(&error))?;
    entry::at_placement(verified, asked.board, &asked.placement).map_err(|error| failed(&error))
}

type Say<'a> = &'a mut dyn FnMut(&str) -> Result<(), Failed>;

fn write(format: Format, verified: &Arc<Verified>, chosen: &[Entry], say: Say<'_>) -> Result<(), Failed> {
    let teller = Teller::new(verified, true);
    match format {
        Format::Csv => {
            say(&format!("{FIELDS}\n"))?;
            each(verified, chosen, say, csv)
        }
        Format::Jsonl => each(verified, chosen, say, |entry| format!("{}\n", teller.json(entry))),
        Format::Latex => say(&latex(verified, chosen)),
        Format::Svg => say(&svg(&chosen[0])?),
    }
}

/// Writes a line for each of the chosen positions, or for all.
fn each(
    verified: &Verified,
    chosen: &[Entry],
    say: Say<'_>,
    line: impl Fn(&Entry) -> String + Sync,
) -> Result<(), Failed> {
    if !chosen.is_empty() {
        return say(&chosen.iter().map(line).collect::<String>());
    }
    let count = u32::try_from(figures::count(verified)).map_err(Failed::new)?;
    let numbers: Vec<u32> = (0..count).collect();
    for part in numbers.chunks(AT_A_TIME) {
        say(&parallel::map(part, |&number| line(&entry::at_number(verified, number))).concat())?;
    }
    Ok(())
}

/// A value, or both ends of where it lies.
fn interval(interval: &Interval) -> String {
    if interval.is_exact() { interval.low.to_string() } else { format!("{}..{}", interval.low, interval.high) }
}

fn label(label: Option<u32>) -> String {
    label.map_or(String::new(), |label| if label == INFINITE { "infinite".to_owned() } else { label.to_string() })
}

/// The best moves of a player, to win or not to lose.
fn best(entry: &Entry, side: Side, aim: usize) -> Vec<&str> {
    let options =
        (0..).zip(&entry.options).filter(|(place, option)| option.by == side && answer::best(entry, *place, side)[aim]);
    options.map(|(_, option)| option.text.as_str()).collect()
}

fn csv(entry: &Entry) -> String {
    let Known { alpha, beta, labels } = &entry.known;
    let bids = if entry.bound.is_some() { [None, None] } else { entry.bids() };
    let bid = |bid: &Option<BigRational>| bid.as_ref().map_or(String::new(), ToString::to_string);
    let mut fields = vec![entry.name.clone(), interval(alpha), interval(beta)];
    fields.extend([&alpha.low, &beta.low].map(|low| fraction::decimal(low, 12)));
    fields.extend(bids.each_ref().map(bid));
    fields.extend(labels.map(label));
    for side in Side::BOTH {
        fields.extend([0, 1].map(|aim| best(entry, side, aim).join(" ")));
    }
    let quoted = |field: &String| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
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

fn latex(verified: &Verified, chosen: &[Entry]) -> String {
    let number = |interval: &Interval| {
        let decimal = fraction::decimal(&interval.low, 6).replace('…', "\\ldots");
        match interval.is_exact() && fraction::text(&interval.low) == interval.low.to_string() {
            true => format!("${}$", interval.low),
            false => format!("${decimal}$"),
        }
    };
    let moves = |entry: &Entry, side: Side| {
        let both = [0, 1].map(|aim| best(entry, side, aim).join(", "));
        escaped(&if both[0] == both[1] { both[0].clone() } else { both.join("; ") })
    };
    let symbol = |number: Option<u32>| if number == Some(INFINITE) { "$\\infty$".to_owned() } else { label(number) };
    let row = |entry: &Entry| {
        let Known { alpha, beta, labels } = &entry.known;
        let [white, black] = Side::BOTH.map(|side| moves(entry, side));
        let [t, t_dash] = labels.map(symbol);
        let cells =
            [format!("\\texttt{{{}}}", escaped(&entry.name)), number(alpha), number(beta), white, black, t, t_dash];
        format!("{} \\\\\n", cells.join(" & "))
    };
    let rows: String = chosen.iter().map(row).collect();
    let [white, black] = Side::BOTH.map(|side| words::player(verified, side));
    format!(
        "% {}, sha-256 {}\n% Where there are two lists of moves, the first are best to win, the second best not to lose.\n\
         \\begin{{tabular}}{{llllllrr}}\n\\toprule\n\
         position & $\\alpha$ & $\\beta$ & {white}'s best & {black}'s best & $T$ & $T'$ \\\\\n\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n",
        answer::about(verified),
        notation::digest(verified.digest())
    )
}

/// The board with the best moves: to win where a player's best moves for the two aims differ.
fn svg(entry: &Entry) -> Result<String, Failed> {
    let (board, _) = notation::parse(&entry.name)
        .map_err(|_| Failed::usage("--format svg: found a position of a game, required one of chess"))?;
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
