//! What `solve graph` tells of a game that is solved: a table, JSON, a drawing.

use std::fmt::Write as _;

use checker::certificate::Never;
use serde_json::{Value, json};
use solver::escape::escaped;
use solver::graph::exact::policy::TooLarge;
use solver::graph::labels::Side;
use solver::graph::{INFINITE, Label};
use solver::graph_games::enclose::Enclosure;
use solver::graph_games::solve::{Best, Solution, bid, shown_bid};
use solver::graph_games::{Game, Kind, draw, enclose, picture, player, solve};
use solver::request::{BITS, Form, Precision};

use crate::graph_asked::Arguments;
use crate::numbers;
use crate::watch::Watch;

/// What was found of a game.
pub enum Found {
    Exact(Solution),
    Enclosed(Enclosure),
}

impl Found {
    /// The game with its values: a picture with the best options thick, or a drawing in DOT.
    pub fn drawn(&self, game: &Game, is_svg: bool) -> Result<String, String> {
        let value = |position| match self {
            Self::Exact(solution) => solution.shown(position),
            Self::Enclosed(enclosure) => enclosed_value(enclosure, position),
        };
        // To win Left goes by the lower values, Right by the upper ones.
        let best = |position, side| match self {
            Self::Exact(solution) => {
                let best = solution.best(game, position, side, side == Side::Black);
                best.map(|best| best.options).unwrap_or_default()
            }
            Self::Enclosed(_) => Vec::new(),
        };
        if is_svg {
            picture::svg(game, value, best).map_err(|error| error.to_string())
        } else {
            Ok(draw::dot(game, value))
        }
    }

    /// The table, or JSON, of the position that is asked for, or of all.
    pub fn told(&self, game: &Game, never: Option<Never>, at: Option<u32>, is_json: bool) -> String {
        if is_json {
            let value = match self {
                Self::Exact(solution) => to_json(game, solution, never, at),
                Self::Enclosed(enclosure) => enclosure_to_json(game, enclosure, never, at),
            };
            return session::json::answer(&value);
        }
        match self {
            Self::Exact(solution) => describe(game, solution, never, at),
            Self::Enclosed(enclosure) => describe_enclosure(game, enclosure, never, at),
        }
    }
}

/// The numbers of the positions that are shown: the one that is asked for, or all.
fn shown(game: &Game, at: Option<u32>) -> std::ops::Range<u32> {
    at.map_or(0..game.positions().len() as u32, |at| at..at + 1)
}

/// Where the values of a position lie: from the lower bound on α to the upper bound on β; both are in between.
fn enclosed_value(enclosure: &Enclosure, position: u32) -> String {
    let bounds = enclosure.bounds(position);
    let [low, high] = numbers::bounds(enclosure.enclosed.bits, [bounds.alpha[0], bounds.beta[1]]);
    if low == high { low } else { format!("{low} to {high}") }
}

/// What is asked, if it is one value alone, which tells nothing of others; else whether positions are sharp, in the words for none, one, and several.
fn one_value(never: Option<Never>, not_sharp: usize, [none, one, several]: [&str; 3]) -> String {
    match (never, not_sharp) {
        (Some((0, _)), _) => "lower values α alone".to_owned(),
        (Some((1, 1)), _) => "upper values β alone".to_owned(),
        (Some(worth), _) => format!("values v alone, for endless play worth {}", session::endless::text(worth)),
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
        Some(worth) => format!("never {}", session::endless::text(worth)),
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
        let ends = values.iter().map(|&ends| numbers::bounds(bits, ends).join("\t")).collect::<Vec<_>>().join("\t");
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

/// Solves or encloses.
pub fn find(game: &Game, arguments: &Arguments, watch: &mut Watch) -> Result<Found, TooLarge> {
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
