//! `solve graph`: a game that somebody brings, solved.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use checker::certificate::{Digest, Never};
use report::claims;
use serde_json::{Value, json};
use solver::atomic_file;
use solver::certificates::certify;
use solver::certificates::pipeline;
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::Signature;
use solver::escape::{escaped, short};
use solver::games::payments::Payment;
use solver::games::scores as points;
use solver::graph::exact::policy::TooLarge;
use solver::graph::labels::Side;
use solver::graph::{INFINITE, Label};
use solver::graph_games::enclose::Enclosure;
use solver::graph_games::solve::{Best, Solution, bid, shown_bid};
use solver::graph_games::{Game, Kind, chess as chess_games, draw, enclose, picture, player, solve};

use crate::aims::{self, Aim};
use crate::chips::{self, Chips, Question};
use crate::pays::{self, Pays};
use crate::precision::Precision;
use crate::watch::Watch;
use crate::{EndlessPlay, Failed, How};
use crate::{all_pay, input, scores};
use solver::memory::{MEGABYTE, available_memory, enough_memory};

/// How the values are found.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// Any game: policies proposed by value iteration, unless the equations are linear
    #[default]
    Exact,
    /// Any game of a few thousand positions: policies proposed by linear programs
    Lp,
}

impl Method {
    fn method(self) -> solve::Method {
        match self {
            #[cfg(feature = "lp")]
            Self::Lp => solve::Method::Proposed(lp::policies),
            _ => solve::Method::Exact,
        }
    }
}

/// What to solve, and what to write.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game, in the JSON of the chapter "Games as graphs"; or an endless or a scored one
    pub(crate) game: PathBuf,
    /// Print the position with this name alone; with --pays both the first one that is not terminal if not said
    #[arg(long, value_name = "NAME")]
    pub(crate) at: Option<String>,
    /// How the values are found; they are exact, and the same
    #[arg(long, value_enum)]
    #[arg(conflicts_with = "pays")]
    method: Option<Method>,
    #[command(flatten)]
    pub(crate) pays: Pays,
    #[command(flatten)]
    endless: EndlessPlay,
    /// Without it values are exact, and bounds where exact ones are too large. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62,
    /// or 48 with --pays; with --pays both 40 if not said, and at most 50
    #[arg(long, value_name = "exact|BITS", conflicts_with = "method")]
    pub(crate) precision: Option<Precision>,
    /// Plays for whole chips: N of both players together, or A of Left and B of Right, or any number at once; a star decides ties
    #[arg(long, value_name = "N|A-B|all", conflicts_with_all = ["method", "draw", "never", "value"])]
    pub(crate) chips: Option<Chips>,
    /// Writes JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Writes the certificate, for `check FILE.cert --graph GAME.json`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file())]
    pub(crate) out: Option<PathBuf>,
    /// Draws the game with its values: a picture with the best options thick if the name ends in .svg, else a drawing in DOT
    #[arg(long, value_name = "FILE", value_parser = crate::file(), conflicts_with = "pays")]
    draw: Option<PathBuf>,
    /// Of an endless game, in the JSON of the chapter "Endless objectives", or a scored one, of "Scored games"; without it what is collected on average in a step,
    /// or who wins by parity where no position has a reward, and what each position is worth in points, with the fair price of the move. A number C, such as
    /// 3/2: who makes sure of C or more, and with which share of the money; `all`: the same of each C at which it changes, and --out names a folder, for a
    /// certificate of each; `parity`: who wins, if the greatest priority that is seen for ever is even for Left and odd for Right
    #[arg(long, value_name = "C|all|parity", allow_hyphen_values = true, conflicts_with_all = ["chips", "draw"])]
    aim: Option<Aim>,
    /// Of an endless game with --pays: Left's share of the money, such as 1/3; without it the mean payoff is told as the share grows by eighths
    #[arg(long, value_name = "SHARE", value_parser = crate::aims::share, requires = "pays", conflicts_with = "chips")]
    share: Option<[u16; 2]>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) threads: u16,
    /// The memory that the game may take, in MB; what is available if not said
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

impl Arguments {
    /// How many bytes the game may take, if that is known.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory)
    }
}

/// Refuses to write over what is read, and two outputs into one file.
pub fn distinct(input: &Path, outputs: &[Option<&PathBuf>]) -> Result<(), Failed> {
    // Of a file that is not there yet the folder is known.
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let new = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(new)
    };
    let mut known = vec![(place(input), "the file that is read")];
    for output in outputs.iter().copied().flatten() {
        let found = place(output);
        // Nothing is lost in a device.
        let is_device = output.exists() && !output.is_file();
        let same = known.iter().find(|(path, _)| path.is_some() && *path == found && !is_device);
        if let Some((_, what)) = same {
            return Err(Failed::usage(format!(
                "{}: found {what}, required another to be written",
                report::escape::path(output)
            )));
        }
        known.push((found, "a file that is written already"));
    }
    Ok(())
}

/// Writes an endgame as a graph.
pub fn export(board: &str, material: &str, how: &How, file: &Path) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(material).map_err(Failed::usage)?;
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    let members = pipeline::in_order_of_need(&[signature]).into_iter();
    let members = members.map(|member| Endgame::new(board, member, how.double_step));
    let members: Vec<Endgame> = members.collect::<Result<_, _>>().map_err(Failed::usage)?;
    let game = chess_games::endgame(&members, how.threads.into());
    write(file, &game.write())?;
    Ok(format!(
        "{}: {}, {} positions\n",
        report::escape::path(file),
        game.title().unwrap_or_default(),
        game.positions().len()
    ))
}

/// What a text is that is no game, and what to do with it.
fn what_else(text: &str, error: &str) -> String {
    match text.trim_start().starts_with('{') {
        false => {
            format!("{error}: this is no game: required JSON such as {{ \"bidding-game\": 2, \"positions\": [ … ] }}")
        }
        true => error.to_owned(),
    }
}

/// The position with a name; or names that there are.
fn find_position(game: &Game, name: &str) -> Result<u32, String> {
    let found = (0..).zip(game.positions()).find(|(_, position)| position.name == name);
    found.map(|(number, _)| number).ok_or_else(|| {
        let first: Vec<String> =
            game.positions().iter().take(5).map(|position| format!("{:?}", short(&position.name))).collect();
        let more = if game.positions().len() > 5 { ", …" } else { "" };
        format!("--at: found no position {:?}; there are {}{more}", short(name), first.join(", "))
    })
}

/// The numbers of the positions that are shown: the one that is asked for, or all.
fn shown(game: &Game, at: Option<u32>) -> std::ops::Range<u32> {
    at.map_or(0..game.positions().len() as u32, |at| at..at + 1)
}

/// Solves a game.
pub fn graph(arguments: &Arguments) -> Result<String, Failed> {
    if arguments.method == Some(Method::Lp) && cfg!(not(feature = "lp")) {
        return Err(Failed::usage(
            "the method lp was left out when this program was compiled, for it takes long to compile; this one has it: \
             cargo run --release --features lp --bin solve -- graph … --method lp",
        ));
    }
    if arguments.pays.is_both() {
        return all_pay::all_pay(arguments);
    }
    let auction = arguments.pays.auction(arguments.chips.is_some())?;
    if arguments.chips.is_some() && (auction.is_some() || arguments.precision.is_some() || arguments.at.is_some()) {
        return Err(Failed::usage("--chips: found --pays, --precision or --at, required none of them, or --pays both"));
    }
    if arguments.endless.worth().is_some() && (auction.is_some() || arguments.method == Some(Method::Lp)) {
        return Err(Failed::usage("found a worth of endless play, required no --pays, and no --method but exact"));
    }
    if let Some(other @ (Precision::Within(_) | Precision::Sharp(_))) = arguments.precision {
        return Err(other.refused("`exact` or BITS for a graph"));
    }
    distinct(&arguments.game, &[arguments.out.as_ref(), arguments.draw.as_ref()])?;
    let picture = arguments.draw.as_deref().and_then(|file| Some((file, file.extension()?.to_str()?)));
    if let Some((file, end)) = picture.filter(|(_, end)| ["png", "pdf", "jpg", "gif"].contains(end)) {
        let file = report::escape::path(file);
        return Err(Failed::usage(format!(
            "--draw: found {file}, required a name that ends in .svg, a picture, or in .dot, a drawing of which Graphviz makes a {end}"
        )));
    }
    let is_svg = picture.is_some_and(|(_, end)| end == "svg");
    let path = report::escape::path(&arguments.game);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let found = arguments.memory();
    // The text itself, and then what is made of it.
    let text = input::game(&arguments.game, found)?;
    if claims::aims::is_endless(text.as_bytes()) {
        return endless(arguments, auction, &text);
    }
    enough_memory(found, Game::estimated_bytes(&text)).map_err(|error| failed(&error))?;
    if claims::scores::is_scored(text.as_bytes()) {
        return scored(arguments, auction.is_some(), &text);
    }
    let is_at = arguments.at.is_some() && auction.is_some();
    if let Some(option) =
        [(is_at, "--at with --pays"), (arguments.aim.is_some(), "--aim"), (arguments.share.is_some(), "--share")]
            .into_iter()
            .find_map(|(is_found, option)| is_found.then_some(option))
    {
        return Err(Failed::usage(format!("{option}: found a game as a graph, required an endless or a scored one")));
    }
    let game =
        Game::read(&text).map_err(|error| Failed::new(format!("{path}: {}", what_else(&text, &error.to_string()))))?;
    let at = arguments.at.as_deref().map(|name| find_position(&game, name)).transpose();
    let at = at.map_err(|error| Failed::usage(format!("{path}: {error}")))?;
    // The certificate is about the file with these bytes.
    let digest = Digest::of(text.as_bytes());
    drop(text);
    for ((count, first), player) in game.passes().iter().zip(["Left", "Right"]) {
        if let Some(first) = first {
            crate::tell(&format!(
                "{path}: {player} has no option at {count} positions, first {first:?}, and passes there"
            ));
        }
    }
    let told = |(count, first): (usize, Option<&str>), what: &str| {
        if let Some(first) = first {
            crate::tell(&format!("{path}: {what}: {count}, the first {first:?}"));
        }
    };
    told(game.idle_terminals(), "terminal positions that are no option of any position");
    told(game.endless(), "positions from which no terminal one can be reached");
    if let Some(chips) = arguments.chips {
        let Arguments { threads, json, .. } = *arguments;
        let question = Question {
            path: path.to_string(),
            game: &game,
            digest,
            chips,
            winner: arguments.pays.winner.unwrap_or_default(),
            threads,
            json,
            out: arguments.out.as_deref(),
        };
        return chips::graph(&question);
    }
    let mut watch = Watch::new();
    watch.title = path.to_string();
    if let Some(auction) = auction {
        let game = (&game, digest, &*arguments.game);
        let said = pays::graph(game, &auction, arguments.precision, arguments.out.as_ref(), arguments.json, &mut watch);
        watch.finish();
        return said;
    }
    let never = arguments.endless.worth();
    if arguments.precision.is_none() {
        watch.hint(format!(
            "{path}: exact values can take long; bounds within 1/2^{BITS} take less: --precision {BITS}"
        ));
    }
    let found = find(&game, arguments, &mut watch);
    watch.finish();
    let found = found.map_err(|error| Failed::new(format!("{path}: {error}")))?;
    if let Some(file) = &arguments.out {
        let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", report::escape::path(file)));
        let bytes = match &found {
            Found::Exact(solution) => certify::graph(digest, never, &solution.table),
            Found::Enclosed(enclosure) => certify::graph_enclosure(digest, never, &enclosure.enclosed),
        };
        atomic_file::write(file, &bytes).map_err(|error| failed(&error))?;
    }
    if let Some(file) = &arguments.draw {
        let text = match (&found, is_svg) {
            (Found::Exact(solution), false) => draw::dot(&game, |position| solution.shown(position)),
            (Found::Enclosed(enclosure), false) => draw::dot(&game, |position| enclosed_value(enclosure, position)),
            (Found::Exact(solution), true) => picture::svg(
                &game,
                |position| solution.shown(position),
                // To win Left goes by the lower values, Right by the upper ones.
                |position, side| {
                    let best = solution.best(&game, position, side, side == Side::Black);
                    best.map(|best| best.options).unwrap_or_default()
                },
            )
            .map_err(|error| Failed::new(format!("{path}: {error}")))?,
            (Found::Enclosed(enclosure), true) => {
                let value = |position| enclosed_value(enclosure, position);
                picture::svg(&game, value, |_, _| Vec::new())
                    .map_err(|error| Failed::new(format!("{path}: {error}")))?
            }
        };
        write(file, &text)?;
    }
    if arguments.json {
        let value = match &found {
            Found::Exact(solution) => to_json(&game, solution, never, at),
            Found::Enclosed(enclosure) => enclosure_to_json(&game, enclosure, never, at),
        };
        let text = serde_json::to_string_pretty(&value).map_err(Failed::new)?;
        return Ok(text + "\n");
    }
    Ok(match &found {
        Found::Exact(solution) => describe(&game, solution, never, at),
        Found::Enclosed(enclosure) => describe_enclosure(&game, enclosure, never, at),
    })
}

/// Solves an endless game.
fn endless(arguments: &Arguments, auction: Option<Payment>, text: &str) -> Result<String, Failed> {
    let Arguments { game, at, json, out, share, aim, method, precision, chips, draw, endless, .. } = arguments;
    if method.is_some() || precision.is_some() || chips.is_some() || draw.is_some() || endless.worth().is_some() {
        return Err(Failed::usage(format!(
            "{}: found an endless game, required none of --method, --precision, --chips, --draw, --never and --value",
            report::escape::path(game)
        )));
    }
    let (at, out, aim) = (at.as_deref(), out.as_deref(), aim.as_ref());
    aims::solve(&aims::Asked { game, text, aim, at, json: *json, out, auction, share: *share })
}

/// Solves a scored game: as a graph, for each aim.
fn scored(arguments: &Arguments, is_paid: bool, text: &str) -> Result<String, Failed> {
    let Arguments { game: path, at, json, out, threads, share, aim, chips, draw, .. } = arguments;
    if is_paid || share.is_some() || chips.is_some() || draw.is_some() {
        return Err(Failed::usage(format!(
            "{}: found a scored game, required none of --pays, --share, --chips and --draw",
            report::escape::path(path)
        )));
    }
    let shown = report::escape::path(path);
    let certify = |game: &Game, aim: &games::scores::Aim| {
        let mut watch = Watch::new();
        watch.title = shown.to_string();
        let found = find(game, arguments, &mut watch);
        watch.finish();
        let stated = certify::Stated { never: arguments.endless.worth(), imports: Vec::new() };
        Ok(match found.map_err(|error| Failed::new(format!("{shown}: {error}")))? {
            Found::Exact(solution) => points::certificate(aim, stated, &solution.table),
            Found::Enclosed(enclosure) => points::enclosure(aim, stated, &enclosure.enclosed),
        })
    };
    let (at, out, threads, aim) = (at.as_deref(), out.as_deref(), (*threads).into(), aim.as_ref());
    scores::solve(&scores::Asked { path, text, aim, at, json: *json, out, threads, certify: &certify })
}

/// What was found of a game.
enum Found {
    Exact(Solution),
    Enclosed(Enclosure),
}

/// Units of an enclosure that nobody chose: 2^-56.
const BITS: u8 = 56;

/// Solves or encloses.
fn find(game: &Game, arguments: &Arguments, watch: &mut Watch) -> Result<Found, TooLarge> {
    let never = arguments.endless.worth();
    let enclose = |bits, watch: &mut Watch| {
        let enclosure = match never {
            None => enclose::enclose(game, bits, watch),
            Some(worth) => enclose::enclose_never(game, worth, bits, watch),
        };
        // Wider than a thousandth, though the units are finer.
        if bits > 10 && enclosure.widest() > 1 << (bits - 10) {
            let path = report::escape::path(&arguments.game);
            crate::tell(&format!(
                "{path}: bounds are wide, because the game goes on for too many moves for these units"
            ));
        }
        Found::Enclosed(enclosure)
    };
    if let Some(Precision::Bits(bits)) = arguments.precision {
        return Ok(enclose(bits, watch));
    }
    let solved = match never {
        None => solve::solve(game, arguments.method.unwrap_or_default().method(), arguments.threads.into(), watch),
        Some(worth) => solve::solve_never(game, worth, arguments.threads.into(), watch),
    };
    match solved {
        Ok(solution) => Ok(Found::Exact(solution)),
        Err(why) if arguments.method.is_none() && arguments.precision.is_none() => {
            crate::tell(&format!("{}: an enclosure, because of {why}", report::escape::path(&arguments.game)));
            Ok(enclose(BITS, watch))
        }
        Err(reason) => Err(reason),
    }
}

/// Where the values of a position lie: from the lower bound on α to the upper bound on β; both are in between.
fn enclosed_value(enclosure: &Enclosure, position: u32) -> String {
    let bounds = enclosure.bounds(position);
    let [low, high] = decimals(enclosure.enclosed.bits, [bounds.alpha[0], bounds.beta[1]]);
    if low == high { low } else { format!("{low} to {high}") }
}

/// Digits after the point of bounds in a table.
const DIGITS: u32 = 12;

/// Bounds in units of 2^-bits as decimal fractions, the lower one rounded down, the upper one up.
pub fn decimals(bits: u8, [low, high]: [u64; 2]) -> [String; 2] {
    let ten = 10u128.pow(DIGITS);
    let one = 1u128 << bits;
    let text = |number: u128| format!("{}.{:0width$}", number / ten, number % ten, width = DIGITS as usize);
    // At most 2^62 · 10^12, which is below 2^102.
    [text(u128::from(low) * ten / one), text((u128::from(high) * ten).div_ceil(one))]
}

/// What is asked, if it is one value alone, which tells nothing of others; else whether positions are sharp, in the words for none, one, and several.
fn one_value(never: Option<Never>, not_sharp: usize, [none, one, several]: [&str; 3]) -> String {
    match (never, not_sharp) {
        (Some((0, _)), _) => "lower values α alone".to_owned(),
        (Some((1, 1)), _) => "upper values β alone".to_owned(),
        (Some(worth), _) => format!("values v alone, for endless play worth {}", report::endless::text(worth)),
        (None, 0) => none.to_owned(),
        (None, 1) => format!("1 {one}"),
        (None, count) => format!("{count} {several}"),
    }
}

/// What is asked, for programs.
fn question(never: Option<Never>) -> String {
    match never {
        None => "alpha and beta".to_owned(),
        Some((0, _)) => "alpha".to_owned(),
        Some((1, 1)) => "beta".to_owned(),
        Some(worth) => format!("never {}", report::endless::text(worth)),
    }
}

/// The table of an enclosure.
fn describe_enclosure(game: &Game, enclosure: &Enclosure, never: Option<Never>, at: Option<u32>) -> String {
    let bits = enclosure.enclosed.bits;
    let open = enclosure.enclosed.lower.len();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}{} positions, {} terminal; values within {} of 2^-{bits}; {}\n",
        game.title().map_or(String::new(), |title| format!("{title}: ")),
        game.positions().len(),
        game.positions().len() - open,
        match enclosure.widest() {
            1 => "1 unit".to_owned(),
            count => format!("{count} units"),
        },
        one_value(
            never,
            enclosure.not_sharp(),
            ["none is shown not to be sharp", "is shown not to be sharp", "are shown not to be sharp"]
        )
    );
    let columns = match never {
        None => "α at least\tα at most\tβ at least\tβ at most",
        Some(_) => "at least\tat most",
    };
    let _ = writeln!(text, "position\t{columns}");
    for number in shown(game, at) {
        let position = &game.positions()[number as usize];
        let bounds = enclosure.bounds(number);
        let values = if never.is_some() { &[bounds.alpha][..] } else { &[bounds.alpha, bounds.beta] };
        let ends = values.iter().map(|&ends| decimals(bits, ends).join("\t")).collect::<Vec<_>>().join("\t");
        let terminal = if let Kind::Terminal(_) = position.kind { "\tterminal" } else { "" };
        let _ = writeln!(text, "{}\t{ends}{terminal}", escaped(&position.name));
    }
    text
}

/// The bounds of each position as JSON, in numbers of units.
fn enclosure_to_json(game: &Game, enclosure: &Enclosure, never: Option<Never>, at: Option<u32>) -> Value {
    let position = |number: u32| {
        let (name, bounds) = (game.name(number), enclosure.bounds(number));
        match never {
            None => json!({ "name": name, "alpha": bounds.alpha, "beta": bounds.beta }),
            Some(_) => json!({ "name": name, "value": bounds.alpha }),
        }
    };
    json!({
        "title": game.title(),
        "question": question(never),
        "bits": enclosure.enclosed.bits,
        "widest": enclosure.widest(),
        "shown_not_sharp": never.is_none().then(|| enclosure.not_sharp()),
        "positions": shown(game, at).map(position).collect::<Vec<_>>(),
    })
}

fn write(file: &Path, text: &str) -> Result<(), Failed> {
    atomic_file::write(file, text.as_bytes())
        .map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(file))))
}

/// A label, which may be infinite.
fn label(label: Label) -> Option<Label> {
    (label != INFINITE).then_some(label)
}

/// The best moves of the players who move at a position, by the lower values and by the upper ones.
struct Plans {
    left: Option<[Best; 2]>,
    right: Option<[Best; 2]>,
}

impl Plans {
    fn new(game: &Game, solution: &Solution, position: u32) -> Self {
        let of = |side| {
            let lower = solution.best(game, position, side, false)?;
            // Of a sharp game the two are the same.
            let upper = if solution.is_sharp() { lower.clone() } else { solution.best(game, position, side, true)? };
            Some([lower, upper])
        };
        Self { left: of(Side::White), right: of(Side::Black) }
    }

    /// What is said of the bids by the lower and by the upper values; none where nobody bids.
    fn bids(&self, say: impl Fn(&Best, &Best) -> String) -> Option<[String; 2]> {
        let (Some(left), Some(right)) = (&self.left, &self.right) else { return None };
        let lower = say(&left[0], &right[0]);
        Some(match [&left[0].value, &right[0].value] == [&left[1].value, &right[1].value] {
            true => [lower.clone(), lower],
            false => [lower, say(&left[1], &right[1])],
        })
    }
}

/// The table.
fn describe(game: &Game, solution: &Solution, never: Option<Never>, at: Option<u32>) -> String {
    let open = game.positions().iter().filter(|position| !position.kind.is_terminal()).count();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}{} positions, {} terminal; {}; largest denominator {} bits; {}{}\n",
        game.title().map_or(String::new(), |title| format!("{title}: ")),
        game.positions().len(),
        game.positions().len() - open,
        match solution.table.numerators.len() {
            1 => "1 value".to_owned(),
            count => format!("{count} values"),
        },
        solution.max_denominator_bits(game),
        // Only where linear systems were solved.
        match solution.effort.rounds {
            0 => String::new(),
            _ => format!("largest component {}; ", solution.effort.component_sizes.first().copied().unwrap_or(1)),
        },
        one_value(never, solution.not_sharp(), ["all are sharp", "is not sharp", "are not sharp"])
    );
    let _ = writeln!(text, "position\tvalue\tT\tT′\tLeft's best\tRight's best\tbid");
    let names =
        |best: &Best| best.options.iter().map(|&option| escaped(game.name(option))).collect::<Vec<_>>().join(", ");
    for number in shown(game, at) {
        let position = &game.positions()[number as usize];
        let known = solution.known(number);
        let labels = [known.white_label, known.black_label].map(|label| crate::numbers::label(self::label(label)));
        let value = solution.shown(number);
        if position.kind.is_terminal() {
            let _ = writeln!(text, "{}\t{value}\tterminal", escaped(&position.name));
            continue;
        }
        let plans = Plans::new(game, solution, number);
        // To win Left goes by the lower values and Right by the upper ones, not to lose the other way round.
        let both = |[to_win, not_to_lose]: [&Best; 2]| match to_win.options == not_to_lose.options {
            true => names(to_win),
            false => format!("to win {}; not to lose {}", names(to_win), names(not_to_lose)),
        };
        let nothing = || "-".to_owned();
        let left = plans.left.as_ref().map_or_else(nothing, |[lower, upper]| both([lower, upper]));
        let right = plans.right.as_ref().map_or_else(nothing, |[lower, upper]| both([upper, lower]));
        let bid = match (&position.kind, plans.bids(shown_bid)) {
            (_, Some([lower, upper])) => {
                if lower == upper {
                    lower
                } else {
                    format!("{lower}; {upper}")
                }
            }
            (Kind::Chance(_), None) => "chance moves".to_owned(),
            (_, None) => format!("{}'s turn", if plans.left.is_some() { "Left" } else { "Right" }),
        };
        let name = escaped(&position.name);
        let _ = writeln!(text, "{name}\t{value}\t{}\t{}\t{left}\t{right}\t{bid}", labels[0], labels[1]);
    }
    text
}

/// The values of each position as JSON; exact numbers are texts.
fn to_json(game: &Game, solution: &Solution, never: Option<Never>, at: Option<u32>) -> Value {
    let names = |best: &Best| best.options.iter().map(|&option| game.name(option)).collect::<Vec<_>>();
    let position = |number: u32| {
        let known = solution.known(number);
        let mut object = json!({
            "name": game.name(number),
            "left_label": label(known.white_label),
            "right_label": label(known.black_label),
        });
        if never.is_some() {
            object["value"] = json!(known.lower.to_string());
        } else {
            object["lower"] = json!(known.lower.to_string());
            object["upper"] = json!(known.upper.to_string());
        }
        let plans = Plans::new(game, solution, number);
        if let Some([lower, upper]) = &plans.left {
            object["left"] = json!({ "to_win": names(lower), "not_to_lose": names(upper) });
        }
        if let Some([lower, upper]) = &plans.right {
            object["right"] = json!({ "to_win": names(upper), "not_to_lose": names(lower) });
        }
        if let Some(bids) = plans.bids(|left, right| bid(left, right).to_string()) {
            object["bids"] = json!(bids);
        }
        // Where nobody bids it is said who moves.
        match &game.positions()[number as usize].kind {
            Kind::Turn { side, .. } => object["turn"] = json!(player(*side)),
            Kind::Chance(_) => object["turn"] = json!("chance"),
            Kind::Terminal(_) | Kind::Open { .. } => {}
        }
        object
    };
    json!({
        "title": game.title(),
        "question": question(never),
        "not_sharp": never.is_none().then(|| solution.not_sharp()),
        "components": (solution.effort.rounds > 0).then_some(&solution.effort.component_sizes),
        "positions": shown(game, at).map(position).collect::<Vec<_>>(),
    })
}
