//! `solve model` for probabilities: how probable it is to reach a goal.

use std::fmt::Write as _;

use checker::certificate::Never;
use games::models::Question;
use num_rational::BigRational;
use session::claims;
use solver::certificates::certify;
use solver::graph::labels::Side;
use solver::graph::{Boundary, Graph, Turn};
use solver::graph_games::property::Property;
use solver::graph_games::umb::{Model, Put};
use solver::graph_games::{enclose, solve};
use solver::memory::{MEGABYTE, available_memory};
use solver::request::{BITS, FINEST, Form};

use crate::model_question::{Arguments, FEW, as_asked, certificate, is_other, states, stays, title};
use crate::numbers::{between, shown, value};
use crate::output::{Failed, written};
use crate::watch::Watch;

/// Answers.
pub fn answer(
    arguments: &Arguments,
    path: &str,
    mut model: Model,
    property: Property,
) -> Result<(String, Vec<::prism::Found>), Failed> {
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let asked = |error: &dyn std::fmt::Display| Failed::usage(format!("{path}: {error}"));
    if arguments.discount.is_some() {
        return Err(Failed::usage("--discount: found a probability, required a reward"));
    }
    let maximisers = model.coalition(&property.coalition, property.is_min).map_err(|error| asked(&error))?;
    let Property { is_min, path: way, stay, goal, steps, .. } = property;
    let is_simplest = arguments.simplest;
    let question = Question { model: model.digest, is_simplest, maximisers, path: way, stay, goal, steps };
    let property = as_asked(arguments, &model, "P", &claims::models::formula(&question));
    let name: String = property.chars().take(200).collect();
    let game = arguments.game.as_ref().map(|_| model.game(&name, &question).map(|game| game.write())).transpose();
    let game = game.map_err(|error| asked(&error))?;
    let layers = u64::from(question.steps.map_or(1, |steps| steps));
    let needed = layers.saturating_mul(model.counts()[0] as u64).saturating_mul(BYTES_PER_STEP);
    if let Some(available) = available_memory().filter(|available| layers > 1 && needed > *available) {
        return Err(failed(&format!(
            "found {layers} steps of {} states, which take about {} MB; required what {} MB hold: ask for fewer steps",
            model.counts()[0],
            needed / MEGABYTE,
            available / MEGABYTE
        )));
    }
    let stays = stays(&model, "");
    let Put { graph, nodes } = model.ask(&question).map_err(|error| asked(&error))?;
    model.forget();
    let mut watch = Watch::new();
    path.clone_into(&mut watch.title);
    watch.hint(format!("{path}: exact values can take long; bounds take less: --precision 56, or --precision 1e-6"));
    let found = find(&model, (&graph, &nodes, question.endless()), (path, arguments), &mut watch)?;
    watch.finish();
    // Bounds need the graph no more.
    let graph = matches!(found, Found::Exact(_)).then_some(graph);
    if let (Some(file), Some(game)) = (&arguments.game, &game) {
        written(file, game.as_bytes())?;
    }
    if let Some(out) = &arguments.out {
        let bytes = match &found {
            Found::Exact(solution) => certify::model(&question, &solution.table),
            Found::Enclosed(enclosure) => certify::model_enclosure(&question, &enclosure.enclosed),
        };
        let said = || claims::models::property(&question, Some(model.players().len()));
        certificate(out, arguments, &bytes, is_other(&model, is_min, &question.maximisers).then(said))?;
    }
    if let Some(file) = &arguments.strategy {
        let (Found::Exact(solution), Some(graph)) = (&found, &graph) else {
            return Err(Failed::usage("--strategy: found bounds, required exact values"));
        };
        written(file, strategy(graph, &nodes, solution).as_bytes())?;
    }
    let mut text = title(path, &model, &stays, &property);
    text += &states(&model, model.counts()[0], arguments.all, |state| shown(&found.of(state)));
    if arguments.why {
        text += why(question.endless() == (0, 1));
    }
    Ok((text, arguments.wanted.iter().map(|&state| found.of(state)).collect()))
}

/// Solves or encloses.
fn find(
    model: &Model,
    (graph, nodes, never): (&Graph, &Vec<u32>, Never),
    (path, arguments): (&str, &Arguments),
    watch: &mut Watch,
) -> Result<Found, Failed> {
    let enclosed = |bits, watch: &mut Watch| enclose::enclose_graph_never(graph, nodes.clone(), never, bits, watch);
    let exact = |watch: &mut Watch| {
        let solved = solve::solve_graph_never(graph, nodes, never, arguments.threads.into(), watch);
        solved.map(Found::Exact)
    };
    Ok(match arguments.precision.as_ref().map(|asked| asked.form) {
        None => exact(watch).unwrap_or_else(|reason| {
            crate::output::tell(&format!(
                "{path}: {reason}; these are bounds in units of 2^-{BITS}, as with --precision {BITS}"
            ));
            Found::Enclosed(enclosed(BITS, watch))
        }),
        Some(Form::Exact) => exact(watch).map_err(|reason| Failed::new(format!("{path}: {reason}")))?,
        Some(Form::Bits(bits)) => Found::Enclosed(enclosed(bits, watch)),
        // Few positions are solved exactly in no time, and bounds of a slow chain may be far apart.
        Some(Form::Within(_))
            if graph.positions() <= FEW
                && let Ok(found) = exact(watch) =>
        {
            found
        }
        Some(Form::Within(width)) => {
            let widest = |enclosure: &enclose::Enclosure| {
                let widths =
                    model.initial.iter().map(|&state| enclosure.bounds(state).alpha).map(|[low, high]| high - low);
                widths.max().unwrap_or(0) as f64 * (-f64::from(enclosure.enclosed.bits)).exp2()
            };
            // Some bits more than the width has; where they do not suffice, as many more as are missing, if there can be so many.
            let mut bits = (12.0 - width.log2().floor()).min(f64::from(FINEST));
            loop {
                let enclosure = enclosed(bits as u8, watch);
                let wide = widest(&enclosure);
                if wide <= width {
                    return Ok(Found::Enclosed(enclosure));
                }
                if bits >= f64::from(FINEST) {
                    break;
                }
                bits = (bits + 2.0 + (wide / width).log2().ceil()).min(f64::from(FINEST));
            }
            let typed = arguments.precision.as_ref().map_or_else(String::new, ToString::to_string);
            crate::output::tell(&format!(
                "{path}: bounds in units of 2^-{FINEST} are further apart than {typed}; these are exact values"
            ));
            exact(watch).map_err(|reason| Failed::new(format!("{path}: {reason}")))?
        }
        Some(Form::Sharp(_)) => unreachable!("it is no form of models"),
    })
}

/// Why probabilities are right; whether a play that never ends is lost.
fn why(is_lost: bool) -> &'static str {
    match is_lost {
        true => {
            "\nEach state has the greatest, the least or the mean of the probabilities that follow, so that no choice of either side makes its probability better, and labels \
             count down to the goal, so that play is not put off for ever. `check` verifies both at each state and choice, against the model that it reads by itself.\n"
        }
        false => {
            "\nEach state has the greatest, the least or the mean of the probabilities that follow, so that no choice of either side makes its probability better, and labels \
             count down to where it is lost, so that what is not stopped for ever counts. `check` verifies both at each state and choice, against the model that it reads by itself.\n"
        }
    }
}

/// What a state takes for each step, roughly, in bytes.
const BYTES_PER_STEP: u64 = 160;

/// What was found.
enum Found {
    Exact(solve::Solution),
    Enclosed(enclose::Enclosure),
}

impl Found {
    /// What is known of a state.
    fn of(&self, state: u32) -> ::prism::Found {
        match self {
            Self::Exact(solution) => {
                let known = &solution.known(state).lower;
                value(BigRational::new(known.numer().clone().into(), known.denom().clone().into()))
            }
            Self::Enclosed(enclosure) => {
                let whole = num_bigint::BigInt::from(1) << enclosure.enclosed.bits;
                let [low, high] =
                    enclosure.bounds(state).alpha.map(|units| BigRational::new(units.into(), whole.clone()));
                between(low, Some(high))
            }
        }
    }
}

/// A choice for each state of a player: of the best ones the one that brings its player nearer to the goal.
fn strategy(graph: &Graph, nodes: &[u32], solution: &solve::Solution) -> String {
    let mut text = "state,choice\n".to_owned();
    for (state, &node) in nodes.iter().enumerate().filter(|(_, node)| (**node as usize) < graph.positions()) {
        let side = match graph.turn(node as usize) {
            Turn::White => Side::White,
            Turn::Black => Side::Black,
            _ => continue,
        };
        let (options, _) = graph.options(side, node as usize);
        if options.len() < 2 {
            continue;
        }
        let known = |option: u32| match (option as usize).checked_sub(graph.positions()) {
            None => solution.table.boundary(option as usize),
            Some(place) => graph.boundary[place].clone(),
        };
        let known: Vec<Boundary> = options.iter().map(|&option| known(option)).collect();
        let places = 0..options.len();
        let best = match side {
            Side::White => places.min_by(|&a, &b| {
                let [a, b] = [&known[a], &known[b]];
                b.lower.cmp(&a.lower).then(a.white_label.cmp(&b.white_label))
            }),
            Side::Black => places.min_by(|&a, &b| known[a].lower.cmp(&known[b].lower)),
        };
        let _ = writeln!(text, "{state},{}", best.expect("an option"));
    }
    text
}
