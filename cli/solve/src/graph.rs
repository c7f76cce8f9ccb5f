//! `solve graph`: a game that somebody brings, solved.

use std::path::{Path, PathBuf};

use checker::certificate::Digest;
use session::claims;
use solver::certificates::certify;
use solver::escape::short;
use solver::games::poorman;
use solver::games::scores as points;
use solver::graph::exact::policy::TooLarge;
use solver::graph::labels::Side;
use solver::graph_games::{Game, enclose, solve};

use crate::aims::{self, Aim};
use crate::chips::{self, Question};
use crate::graph_table::Found;
use crate::how::EndlessPlay;
use crate::output::{Failed, distinct, written};
use crate::pays;
use crate::watch::Watch;
use crate::{all_pay, allchips, input, made, scores};
use solver::games::Winner;
use solver::memory::{MEGABYTE, available_memory, enough_memory};
use solver::request::{Auction, BITS, Chips, Form, Forms, Part, Precision, Ties, Way};

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
    game: PathBuf,
    /// Print the position with this name alone; with --pays both the first one that is not terminal if not said
    #[arg(long, value_name = "NAME")]
    at: Option<String>,
    /// How the values are found; they are exact, and the same
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// Who takes the winning bid: `other`, the other player (Richman); `bank`, the bank (poorman); or the share that the bank takes, such as 1/2, while the
    /// other player takes the rest. `both`, with --chips A-B: both players pay what they bid, whoever has bid more moves, and bids are mixed (all-pay)
    #[arg(long, value_name = "WHO")]
    pays: Option<String>,
    /// With --chips or --pays: who moves after a bid is won; without it the buyer moves for --chips, and decides for --pays
    #[arg(long, value_enum, value_name = "RULE")]
    winner: Option<Winner>,
    /// With --pays, if the winner moves: who owns ties, and moves or lets the other move if the bids are equal. With --pays both: who moves then; a coin decides
    /// if not said
    #[arg(long, value_enum, value_name = "WHO")]
    ties: Option<Ties>,
    #[command(flatten)]
    endless: EndlessPlay,
    /// Without it values are exact, and bounds where exact ones are too large. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62,
    /// or 48 with --pays; with --pays both 40 if not said, and at most 50
    #[arg(long, value_name = "exact|BITS", conflicts_with = "method", value_parser = |text: &str| Forms::GRAPH.read(text))]
    precision: Option<Precision>,
    /// Plays for whole chips: N of both players together, or A of Left and B of Right, or any number at once; a star decides ties. With --pays bank: what
    /// each player needs against up to N chips of the other; the star, or who owns ties by --ties
    #[arg(long, value_name = "N|A-B|all")]
    chips: Option<Chips>,
    /// Writes JSON
    #[arg(long)]
    json: bool,
    /// Writes the certificate, for `check FILE.cert --graph GAME.json`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::output::file())]
    out: Option<PathBuf>,
    /// Draws the game with its values: a picture with the best options thick if the name ends in .svg, else a drawing in DOT
    #[arg(long, value_name = "FILE", value_parser = crate::output::file())]
    draw: Option<PathBuf>,
    /// Of an endless game, in the JSON of the chapter "Endless objectives", or a scored one, of "Scored games"; without it what is collected on average in a step,
    /// or who wins by parity where no position has a reward, and what each position is worth in points, with the fair price of the move. A number C, such as
    /// 3/2: who makes sure of C or more, and with which share of the money; `all`: the same of each C at which it changes, and --out names a folder, for a
    /// certificate of each; `parity`: who wins, if the greatest priority that is seen for ever is even for Left and odd for Right
    #[arg(long, value_name = "C|all|parity", allow_hyphen_values = true)]
    aim: Option<Aim>,
    /// Of an endless game with --pays: Left's share of the money, such as 1/3; without it the mean payoff is told as the share grows by eighths
    #[arg(long, value_name = "SHARE", value_parser = crate::aims::share)]
    share: Option<[u16; 2]>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The memory that the game may take, in MB; what is available if not said
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

impl Arguments {
    /// How many bytes the game may take, if that is known.
    fn memory(&self) -> Option<u64> {
        self.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory)
    }

    /// Refuses what this way does not take.
    fn admit(&self, way: Way, auction: &Auction) -> Result<(), Failed> {
        let is_plain = *auction == Auction::Plain;
        let given = [
            (Part::Chips, self.chips.is_some()),
            (Part::Pays, self.pays.is_some() && !is_plain),
            (Part::Winner, self.winner.is_some() && !is_plain),
            (Part::Ties, self.ties.is_some() && !is_plain),
            (Part::Share, self.share.is_some()),
            (Part::Aim, self.aim.is_some()),
            (Part::At, self.at.is_some()),
            (Part::Method, self.method.is_some()),
            (Part::Precision, self.precision.is_some()),
            (Part::Never, self.endless.worth().is_some()),
            (Part::Draw, self.draw.is_some()),
            (Part::Json, self.json),
            (Part::Out, self.out.is_some()),
        ];
        way.admit(&given).map_err(Failed::usage)
    }
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

/// Tells what is odd about a game.
fn warn(path: &str, game: &Game) {
    for ((count, first), player) in game.passes().iter().zip(["Left", "Right"]) {
        if let Some(first) = first {
            crate::output::tell(&format!(
                "{path}: {player} has no option at {count} positions, first {first:?}, and passes there"
            ));
        }
    }
    let told = |(count, first): (usize, Option<&str>), what: &str| {
        if let Some(first) = first {
            crate::output::tell(&format!("{path}: {what}: {count}, the first {first:?}"));
        }
    };
    told(game.idle_terminals(), "terminal positions that are no option of any position");
    told(game.endless(), "positions from which no terminal one can be reached");
}

/// Whether a drawing is a picture in SVG, and not one in DOT.
fn is_svg(draw: Option<&Path>) -> Result<bool, Failed> {
    let picture = draw.and_then(|file| Some((file, file.extension()?.to_str()?)));
    if let Some((file, end)) = picture.filter(|(_, end)| ["png", "pdf", "jpg", "gif"].contains(end)) {
        let file = session::escape::path(file);
        return Err(Failed::usage(format!(
            "--draw: found {file}, required a name that ends in .svg, a picture, or in .dot, a drawing of which Graphviz makes a {end}"
        )));
    }
    Ok(picture.is_some_and(|(_, end)| end == "svg"))
}

/// Solves a game.
pub fn graph(arguments: &Arguments) -> Result<String, Failed> {
    if arguments.method == Some(Method::Lp) && cfg!(not(feature = "lp")) {
        return Err(Failed::usage(
            "the method lp was left out when this program was compiled, for it takes long to compile; this one has it: \
             cargo run --release --features lp --bin solve -- graph … --method lp",
        ));
    }
    let auction = Auction::new(arguments.pays.as_deref(), arguments.chips, arguments.winner, arguments.ties);
    let auction = auction.map_err(Failed::usage)?;
    if let Auction::Both(chips, ties) = auction {
        arguments.admit(Way::AllPay, &auction)?;
        return both(arguments, chips, ties);
    }
    if arguments.endless.worth().is_some() && arguments.method == Some(Method::Lp) {
        return Err(Failed::usage("--never: found --method lp, required --method exact, or none"));
    }
    distinct(&arguments.game, &[arguments.out.as_ref(), arguments.draw.as_ref()])?;
    let is_svg = is_svg(arguments.draw.as_deref())?;
    let path = session::escape::path(&arguments.game);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let found = arguments.memory();
    // The text itself, and then what is made of it.
    let text = input::game(&arguments.game, found)?;
    if claims::aims::is_endless(text.as_bytes()) {
        arguments.admit(auction.of_endless(), &auction)?;
        return endless(arguments, &auction, &text);
    }
    enough_memory(found, Game::estimated_bytes(&text)).map_err(|error| failed(&error))?;
    if claims::scores::is_scored(text.as_bytes()) {
        arguments.admit(Way::Scored, &auction)?;
        return scored(arguments, &text);
    }
    arguments.admit(auction.of_graph(), &auction)?;
    let game =
        Game::read(&text).map_err(|error| Failed::new(format!("{path}: {}", what_else(&text, &error.to_string()))))?;
    let at = arguments.at.as_deref().map(|name| find_position(&game, name)).transpose();
    let at = at.map_err(|error| Failed::usage(format!("{path}: {error}")))?;
    // The certificate is about the file with these bytes.
    let digest = Digest::of(text.as_bytes());
    warn(&path, &game);
    if let Auction::Chips(chips, winner) = auction {
        let Arguments { threads, json, .. } = *arguments;
        let question = Question {
            path: path.to_string(),
            game: &game,
            digest,
            chips,
            winner,
            threads,
            json,
            out: arguments.out.as_deref(),
        };
        return match chips {
            Chips::Total(total) => chips::graph(&question, total),
            Chips::Split(left, right) => chips::graph(&question, left + right),
            Chips::All => allchips::graph(&question),
        };
    }
    if let Auction::BankChips(most, winner, owner) = auction {
        let solved =
            poorman::solve(&game, poorman::auction(winner, owner, most), &|_| ()).map_err(|error| failed(&error))?;
        let bytes = poorman::certificate(digest, &solved);
        let place = (arguments.at.as_deref(), arguments.out.as_deref());
        return made::told((&path, &text), &bytes, place, arguments.json);
    }
    let mut watch = Watch::new();
    watch.title = path.to_string();
    if let Auction::Paid(auction) = auction {
        let game = (&game, digest, &*arguments.game);
        let said = pays::graph(
            game,
            &auction,
            arguments.precision.as_ref(),
            arguments.out.as_ref(),
            arguments.json,
            &mut watch,
        );
        watch.finish();
        return said;
    }
    plain(arguments, (&game, digest, at), is_svg, &mut watch)
}

/// Solves a game under the auction of most statements; writes and tells what is asked for.
fn plain(
    arguments: &Arguments,
    (game, digest, at): (&Game, Digest, Option<u32>),
    is_svg: bool,
    watch: &mut Watch,
) -> Result<String, Failed> {
    let path = watch.title.clone();
    let never = arguments.endless.worth();
    if arguments.precision.is_none() {
        watch.hint(format!(
            "{path}: exact values can take long; bounds within 1/2^{BITS} take less: --precision {BITS}"
        ));
    }
    let found = find(game, arguments, watch);
    watch.finish();
    let found = found.map_err(|error| Failed::new(format!("{path}: {error}")))?;
    if let Some(file) = &arguments.out {
        let bytes = match &found {
            Found::Exact(solution) => certify::graph(digest, never, &solution.table),
            Found::Enclosed(enclosure) => certify::graph_enclosure(digest, never, &enclosure.enclosed),
        };
        written(file, &bytes)?;
    }
    if let Some(file) = &arguments.draw {
        written(file, found.drawn(game, is_svg).map_err(|error| Failed::new(format!("{path}: {error}")))?.as_bytes())?;
    }
    found.told(game, never, at, arguments.json).map_err(Failed::new)
}

/// Solves a game in which both pay what they bid.
fn both(arguments: &Arguments, chips: [u64; 2], ties: Option<Side>) -> Result<String, Failed> {
    all_pay::all_pay(&all_pay::Asked {
        path: &arguments.game,
        chips,
        ties,
        precision: arguments.precision.as_ref(),
        at: arguments.at.as_deref(),
        out: arguments.out.as_ref(),
        threads: arguments.threads.into(),
        memory: arguments.memory(),
    })
}

/// Solves an endless game.
fn endless(arguments: &Arguments, auction: &Auction, text: &str) -> Result<String, Failed> {
    let Arguments { game, at, json, out, share, aim, .. } = arguments;
    let (at, out, aim) = (at.as_deref(), out.as_deref(), aim.as_ref());
    let paid = if let Auction::Paid(payment) = auction { Some(*payment) } else { None };
    let chips = if let Auction::Chips(Chips::Total(chips), winner) = auction { Some((*chips, *winner)) } else { None };
    aims::solve(&aims::Asked { game, text, aim, at, json: *json, out, auction: paid, share: *share, chips })
}

/// Solves a scored game: as a graph, for each aim.
fn scored(arguments: &Arguments, text: &str) -> Result<String, Failed> {
    let Arguments { game: path, at, json, out, threads, aim, .. } = arguments;
    let shown = session::escape::path(path);
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
            let path = session::escape::path(&arguments.game);
            crate::output::tell(&format!(
                "{path}: bounds are wide, because the game goes on for too many moves for these units"
            ));
        }
        Found::Enclosed(enclosure)
    };
    if let Some(Precision { form: Form::Bits(bits), .. }) = arguments.precision {
        return Ok(enclose(bits, watch));
    }
    let solved = match never {
        None => solve::solve(game, arguments.method.unwrap_or_default().method(), arguments.threads.into(), watch),
        Some(worth) => solve::solve_never(game, worth, arguments.threads.into(), watch),
    };
    match solved {
        Ok(solution) => Ok(Found::Exact(solution)),
        Err(why) if arguments.method.is_none() && arguments.precision.is_none() => {
            crate::output::tell(&format!("{}: an enclosure, because of {why}", session::escape::path(&arguments.game)));
            Ok(enclose(BITS, watch))
        }
        Err(reason) => Err(reason),
    }
}
