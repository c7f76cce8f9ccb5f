//! `solve losing`: Losing Chess.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use solver::atomic_file;
use solver::certificates::produce::{self, Plan};
use solver::games::losing::auction::{self, Ground, Method};
use solver::games::losing::list::{self, List};
use solver::games::losing::material::Material;
use solver::games::losing::notation;
use solver::games::losing::proof;
use solver::games::losing::rules::{BLACK, Board, COLOURS, Move, Rule, WHITE};
use solver::games::losing::table::{DRAW, MOST_UNITS};
use solver::games::losing::tables::{self, Figures, Tables, Told};
use solver::graph::exact::policy::Silent;
use solver::memory::available_memory;
use solver::picture::{self, Arrow, Mover};
use solver::request::{Form, Forms, Precision};

use crate::input;
use crate::losing_prove::{Prove, prove};
use crate::output::{Failed, tell, written};
use crate::stack::on_a_large_stack;

/// What to do with Losing Chess.
#[derive(Subcommand)]
pub enum Losing {
    /// Count the sequences of so many legal moves
    Perft {
        /// The position, as a FEN; `start` for the one in which the game begins
        fen: String,
        /// How many moves
        depth: u32,
    },
    /// Solve the endgames of these materials, and before them those that they need
    Table {
        /// White's men, v, Black's men, such as KRvN: up to five men in all. The checker declines more than 2^27
        /// placements, which most materials of five men with pawns have
        #[arg(required = true)]
        materials: Vec<String>,
        #[command(flatten)]
        how: How,
    },
    /// Say of endgames how many positions are won, drawn and lost, the longest win, the longest way to a capture or promotion, zugzwangs
    Stats {
        /// White's men, v, Black's men, such as KRvN: up to five men in all
        #[arg(required = true)]
        materials: Vec<String>,
        #[command(flatten)]
        how: How,
    },
    /// Solve all endgames of up to so many men
    Tables {
        /// The most men: 2 to 4
        #[arg(long = "men", alias = "units", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=4))]
        units: u8,
        #[command(flatten)]
        how: How,
    },
    /// Write a list of tables: SHA-256, size and counts of each; a run that is interrupted goes on with what the list has
    List {
        /// White's men, v, Black's men, such as KRvN: up to five men in all; `all` for all of so many men as `--men` says, and fewer
        #[arg(required = true)]
        materials: Vec<String>,
        /// The most men of `all`
        #[arg(long = "men", alias = "units", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=4))]
        units: u8,
        /// The folder of the tables; those that are missing are made, and written there
        #[arg(long, value_name = "DIR")]
        tables: PathBuf,
        /// The list
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// What happens to a side that has no move
        #[arg(long, value_enum, default_value = "international")]
        rule: Rule,
        /// How many threads solve an endgame; the list is the same for any number
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
        threads: u16,
    },
    /// Solve endgames under an auction: both bid for each move, and whoever has won the bid captures if that is possible
    Auction {
        /// Files x ranks, from 2x2 to 64 squares, such as 4x4
        board: String,
        /// White's men, v, Black's men, such as KRvN: up to four men in all; `all` for all of so many men as `--men` says, and fewer
        #[arg(required = true)]
        materials: Vec<String>,
        /// The most men of `all`
        #[arg(long = "men", alias = "units", value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
        units: u8,
        /// The folder for the certificates; made if it is not there
        #[arg(long, value_name = "DIR", default_value = ".")]
        out: PathBuf,
        /// What happens to a player who wins the bid and has no move
        #[arg(long, value_enum, default_value = "international")]
        rule: Rule,
        /// BITS: bounds in units of 2^-BITS, 1 to 62. Without it the solver chooses
        #[arg(long, value_name = "BITS", value_parser = |text: &str| Forms::BITS.read(text))]
        precision: Option<Precision>,
        /// How many threads to use; the certificates are the same for any number
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
        threads: u16,
    },
    /// Say who wins a position of two to five men, of five with --tables, in how many plies, and what each move leads to
    Probe {
        /// The position, as a FEN
        fen: String,
        /// The folder of the tables; those that are missing are made, and written there. Without it they are made in memory
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
        /// What happens to a side that has no move
        #[arg(long, value_enum, default_value = "international")]
        rule: Rule,
    },
    /// Walk through a proof: the winner's move, or the reply to each move of the other side
    Show {
        /// The certificate of the proof
        proof: PathBuf,
        /// Moves from the beginning of the game, or from the root of the proof
        #[arg(long, default_value = "")]
        line: String,
        /// Draws the board at the end of the line
        #[arg(long, value_name = "FILE.svg")]
        svg: Option<PathBuf>,
    },
    /// Search for a proof that one side wins after these moves, and write it
    Prove(Prove),
}

/// By which rule tables are made, and where they are kept.
#[derive(clap::Args)]
pub struct How {
    /// What happens to a side that has no move
    #[arg(long, value_enum, default_value = "international")]
    rule: Rule,
    /// The folder for the certificates; made if it is not there. Tables that are there already are kept, so that a run can be interrupted and goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many tables are solved at once; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

/// The text of a command.
pub fn losing(command: &Losing) -> Result<String, Failed> {
    match command {
        Losing::Perft { fen, depth } => Ok(format!("{}\n", position(fen)?.perft(*depth))),
        Losing::Auction { board, materials, units, out, rule, precision, threads } => {
            let ground = Ground::parse(board).map_err(Failed::usage)?;
            let materials = parse_all(materials, *units)?;
            let method = match precision {
                None => Method::Choose,
                Some(asked) => match Forms::BITS.admit(asked).map_err(Failed::usage)? {
                    Form::Bits(bits) => Method::Enclosure(bits),
                    _ => Method::Choose,
                },
            };
            let game = auction::Endgames { ground, rule: *rule, method, threads: (*threads).into() };
            auction(game, &materials, out)
        }
        Losing::Probe { fen, tables, rule } => probe(*rule, fen, tables.as_deref()),
        Losing::Show { proof, line, svg } => show(proof, line, svg.as_deref()),
        Losing::Prove(how) => on_a_large_stack(|| {
            prove(how, position(&how.from)?, |materials| {
                how.tables.as_deref().map_or(Ok(()), produce::folder)?;
                build(how.rule, materials, how.tables.as_deref(), 2).map_err(Failed::usage)
            })
        }),
        Losing::Table { materials, how } => tables(&parse(materials)?, how),
        Losing::List { materials, units, tables, out, rule, threads } => {
            list(*rule, &parse_all(materials, *units)?, tables, out, (*threads).into())
        }
        Losing::Stats { materials, how } => stats(&parse(materials)?, how),
        Losing::Tables { units, how } => {
            tables(&(2..=usize::from(*units)).flat_map(Material::all).collect::<Vec<_>>(), how)
        }
    }
}

/// Solves materials and says what came out.
fn tables(materials: &[Material], how: &How) -> Result<String, Failed> {
    how.out.as_deref().map_or(Ok(()), produce::folder)?;
    let title = how.rule.title();
    let report = |told: &Told| {
        let Told { material, is_kept, done: (done, total), figures } = told;
        let [white, black] = figures.outcomes;
        let kept = if *is_kept { ", kept" } else { "" };
        tell(&format!(
            "{done}/{total} {material}{title}: {} placements; White to move wins {}, draws {}, loses {}; Black to move wins {}, draws {}, loses {}; longest {} plies; zugzwangs {}{kept}",
            figures.placements,
            white[0],
            white[1],
            white[2],
            black[0],
            black[1],
            black[2],
            figures.longest[0].max(figures.longest[1]),
            figures.zugzwangs
        ));
    };
    let tables =
        Tables::build(how.rule, materials, how.out.as_deref(), how.threads.into(), &report).map_err(Failed::usage)?;
    Ok(format!("{} tables\n", tables.materials().len()))
}

/// Writes a list of tables, and goes on with what it has.
fn list(rule: Rule, materials: &[Material], folder: &Path, out: &Path, threads: usize) -> Result<String, Failed> {
    produce::folder(folder)?;
    let at = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", session::escape::path(out)));
    let mut list = match std::fs::read_to_string(out) {
        Ok(text) => list::read(&text, rule).map_err(|error| at(&error))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => List::new(),
        Err(error) => return Err(at(&error)),
    };
    let total = Material::with_imports(materials).len();
    list::fill(&mut list, rule, materials, folder, threads, &progress, &mut |material, list| {
        let row = &list[material];
        tell(&format!("{}/{total} {material}{}: full zugzwangs {}", list.len(), rule.title(), row.full));
        atomic_file::write(out, list::written(list, rule).as_bytes())
            .map_err(|error| format!("{}: {error}", session::escape::path(out)))
    })
    .map_err(Failed::new)?;
    Ok(format!("{}: {} tables\n", session::escape::path(out), list.len()))
}

/// Says that a table is there.
fn progress(told: &Told) {
    let Told { material, is_kept, done: (done, total), .. } = told;
    tell(&format!("{done}/{total} {material}: {}", if *is_kept { "read" } else { "solved" }));
}

/// The figures of tables, by distances to the end and to the next change of the material.
fn stats(materials: &[Material], how: &How) -> Result<String, Failed> {
    how.out.as_deref().map_or(Ok(()), produce::folder)?;
    let tables = build(how.rule, materials, how.out.as_deref(), how.threads.into()).map_err(Failed::usage)?;
    let mut text = String::new();
    for material in materials {
        let (material, _) = material.used();
        let table = tables.get(&material).expect("it has been solved");
        let figures = Figures::of(table);
        let longest = list::conversion(&material, &tables, how.threads.into()).map_err(Failed::new)?;
        let full = list::full_zugzwangs(table);
        text += &format!("{material}{}: {} placements\n", how.rule.title(), figures.placements);
        for (side, [wins, draws, losses]) in figures.outcomes.into_iter().enumerate() {
            let plies = figures.longest[side];
            text += &format!(
                "  {} to move: wins {wins}, draws {draws}, loses {losses}; longest {plies} plies\n",
                COLOURS[side]
            );
        }
        text += &format!("  longest way to a capture or promotion: {longest} moves of the loser\n");
        text += &format!(
            "  lost for whoever moves: {}; neither by a forced capture or promotion: {full}\n",
            figures.zugzwangs
        );
    }
    Ok(text)
}

/// The materials of these names, or all of so many men and fewer.
fn parse_all(names: &[String], units: u8) -> Result<Vec<Material>, Failed> {
    match names {
        [all] if all == "all" => Ok((2..=usize::from(units)).flat_map(Material::all).collect()),
        _ => parse(names),
    }
}

/// The materials of these names.
fn parse(names: &[String]) -> Result<Vec<Material>, Failed> {
    let materials: Vec<Material> =
        names.iter().map(|name| Material::parse(name)).collect::<Result<_, _>>().map_err(Failed::usage)?;
    match materials.iter().find(|material| material.units() > MOST_UNITS) {
        Some(material) => {
            Err(Failed::usage(format!("{material}: found {} men, required 2 to {MOST_UNITS}", material.units())))
        }
        None => Ok(materials),
    }
}

/// Solves endgames under an auction, and says what stands out.
fn auction(game: auction::Endgames, materials: &[Material], out: &Path) -> Result<String, Failed> {
    let asked: Vec<Material> = materials.iter().map(|material| material.used().0).collect();
    let plan = Plan { folder: Some(out), anew: true, ..Plan::of(&asked) };
    let (ground, title) = (game.ground, game.rule.title());
    produce::all(&game, &plan, &mut Silent, &mut |material, made| {
        let found = &made.solved;
        let figures = found.figures();
        let numbers = match (&figures.bits, &found.why) {
            (Some(bits), _) => format!("exact, largest denominator {bits} bits"),
            (None, Some(why)) => format!("enclosed, because {why}"),
            (None, None) => "enclosed".to_owned(),
        };
        let dear = |(price, position): (f64, u32)| match price > 0.0 {
            true => format!("{price:.4} at {}", found.endgame.fen(position)),
            false => "none".to_owned(),
        };
        let line = format!(
            "{ground} {material}{title}: {} positions, {} not sharp, {} drawn, won for White {}, for Black {}; nobody wants to move at {}; dearest move {}, dearest wait {}; {numbers}\n",
            figures.positions,
            figures.not_sharp,
            figures.drawn,
            figures.decided[0],
            figures.decided[1],
            figures.unwanted,
            dear(figures.dearest[0]),
            dear(figures.dearest[1])
        );
        // Each line is told at once: the next endgame may take long.
        crate::output::say(&line)
    })?;
    Ok(String::new())
}

/// What a label says of the side to move. Where it has men and no move, the rule is named, because it decides.
fn outcome(rule: Rule, board: &Board, label: u8) -> String {
    let is_stuck = board.men(board.turn()) != 0 && board.mobility() == 0;
    match label {
        _ if is_stuck => match label {
            DRAW => format!("has no move: a draw, by {}", rule.name()),
            0 => format!("has no move, and has won, by {}", rule.name()),
            _ => format!("has no move, and has lost, by {}", rule.name()),
        },
        DRAW => format!("draws{}", rule.title()),
        0 => "has won".to_owned(),
        _ => format!("{} in {label} plies{}", if label.is_multiple_of(2) { "wins" } else { "loses" }, rule.title()),
    }
}

fn probe(rule: Rule, fen: &str, folder: Option<&Path>) -> Result<String, Failed> {
    let board = position(fen)?;
    let material = Material::of(&board);
    if material.count(WHITE) == 0 || material.count(BLACK) == 0 {
        return Err(Failed::usage(format!("{fen}: found a side without men, required men on both sides")));
    }
    match folder {
        Some(folder) => produce::folder(folder)?,
        None if material.units() < MOST_UNITS => {}
        None => {
            let units = material.units();
            return Err(Failed::usage(format!(
                "{material}: found {units} men, required 2 to 4, or 5 and --tables with a folder"
            )));
        }
    }
    let tables = build(rule, &[material], folder, 2).map_err(Failed::usage)?;
    let value =
        |board: &Board| tables.value(board).ok_or_else(|| Failed::new(format!("{}: found no table", board.fen())));
    let mut text = format!("{}{}\n", notation::picture(&board), board.fen());
    text += &format!("{} to move {}\n", COLOURS[board.turn()], outcome(rule, &board, value(&board)?));
    let mut moves = Vec::new();
    for step in board.legal() {
        let after = board.after(step);
        let label = value(&after)?;
        // For the side that moves: quick wins first, then draws, then slow losses.
        let (rank, what) = match label {
            DRAW => (1000, "draws".to_owned()),
            _ if label % 2 == 1 => (usize::from(label), format!("wins in {} plies", label + 1)),
            _ => (3000 - usize::from(label), format!("loses in {} plies", label + 1)),
        };
        let is_stuck = after.men(after.turn()) != 0 && after.mobility() == 0;
        let what = if is_stuck { format!("{what}: a stalemate, by {}", rule.name()) } else { what };
        moves.push((rank, notation::written(&board, step), what));
    }
    moves.sort();
    for (_, step, what) in moves {
        text += &format!("  {step:<7} {what}\n");
    }
    Ok(text)
}

fn show(path: &Path, line: &str, svg: Option<&Path>) -> Result<String, Failed> {
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", session::escape::path(path)));
    let bytes = input::bytes(path, available_memory())?;
    let (claim, size, choices) = proof::read(&bytes).map_err(|error| failed(&error))?;
    let winner = COLOURS[claim.winner];
    // The line may begin where the game does, or at the root.
    let whole = notation::play(Board::start(), line).ok().and_then(|(_, moves)| {
        let mut board = Board::start();
        let mut rest = moves.iter();
        while board != claim.root {
            board = board.after(*rest.next()?);
        }
        Some(rest.copied().collect::<Vec<_>>())
    });
    let moves = match whole {
        Some(moves) => moves,
        None => notation::play(claim.root, line).map_err(|error| failed(&error))?.1,
    };
    let mut board = claim.root;
    for (place, &step) in moves.iter().enumerate() {
        if board.turn() == claim.winner {
            let chosen = choices.get(&board).ok_or_else(|| {
                failed(&format!("found the end of the game after {place} moves, required a line of the proof"))
            })?;
            if *chosen != step {
                let [found, chosen] = [step, *chosen].map(|step| notation::written(&board, step));
                return Err(failed(&format!(
                    "move {} of the line: found {found}, required {chosen}, which the proof plays",
                    place + 1
                )));
            }
        }
        board = board.after(step);
    }
    let mut text = format!(
        "{winner} wins from {} ({} positions; the longest run of plies without a capture or a move of a pawn is {}; not verified here: `check` does that)\n",
        claim.root.fen(),
        size.nodes,
        size.run
    );
    text += &notation::picture(&board);
    text += &format!("{}\n", board.fen());
    let reply = |board: &Board| match choices.get(board) {
        Some(&step) => notation::written(board, step),
        None => format!("{winner} has won"),
    };
    let mut arrows = Vec::new();
    if board.mobility() == 0 {
        text += &format!("the game is over: {winner} has won\n");
    } else if board.turn() == claim.winner {
        text += &format!("{winner} plays {}\n", reply(&board));
        arrows.extend(choices.get(&board));
    } else {
        let moves = board.legal();
        let noun = if moves.len() == 1 { "move" } else { "moves" };
        text += &format!("{} {noun} of {}, each with the reply:\n", moves.len(), COLOURS[1 - claim.winner]);
        for step in moves {
            text += &format!("  {:<7} {}\n", notation::written(&board, step), reply(&board.after(step)));
        }
    }
    if let Some(file) = svg {
        let place = |square: usize| (square % 8, square / 8);
        let mover = if board.turn() == WHITE { Mover::White } else { Mover::Black };
        let arrows: Vec<Arrow> = arrows
            .into_iter()
            .map(|step: &Move| Arrow { from: place(step.from()), to: place(step.to()), mover })
            .collect();
        let caption = format!("{} to move", COLOURS[board.turn()]);
        let picture = picture::svg(&notation::rows(&board), &arrows, Some(&caption)).map_err(Failed::new)?;
        written(file, picture.as_bytes())?;
    }
    Ok(text)
}

/// Tables, with progress if there are so many that it takes time.
fn build(rule: Rule, materials: &[Material], folder: Option<&Path>, threads: usize) -> Result<Tables, String> {
    let needed = Material::with_imports(materials);
    let most = needed.iter().map(Material::units).max().unwrap_or(0);
    let large = needed.iter().filter(|material| material.units() == most).count();
    if most < 4 || most == 4 && large <= 1 {
        return Tables::build(rule, materials, folder, threads, &|_| ());
    }
    let kept = folder.map_or(String::new(), |folder| {
        let there = needed.iter().filter(|material| folder.join(tables::name(material, rule)).exists()).count();
        format!(", {there} of them are in {}", session::escape::path(folder))
    });
    tell(&format!("needs {} tables, {large} of them of {most} men{kept}", needed.len()));
    Tables::build(rule, materials, folder, threads, &progress)
}

/// The position of a FEN.
fn position(fen: &str) -> Result<Board, Failed> {
    match fen {
        "start" => Ok(Board::start()),
        _ => Board::from_fen(fen).map_err(Failed::usage),
    }
}
