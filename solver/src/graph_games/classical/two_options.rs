//! Games with at most two options for each player.
//!
//! Where both players have the same two options, one of them is the greatest and the other the least, whichever it is: the Richman equation is linear, as it is where each player has one option.
//! A game of such positions is one linear system (LLPSU), solved once, without any approximation. At other positions a player has a choice of two, which is switched while a switch
//! is better. No bound by a polynomial is known for the number of switches: with passes, such games contain all simple stochastic games (A. Condon, *The complexity of stochastic games*, 1992).

use num_rational::Ratio;
use num_traits::Zero as _;

use super::{NotOfKind, Refused, options, refuse_turns};
use crate::graph::components::components;
use crate::graph::exact::evaluate::{Evaluation, NOTHING, evaluate};
use crate::graph::exact::policy::{Effort, refuse_too_large};
use crate::graph::exact::ranks::Ranks;
use crate::graph::labels::{Side, labels};
use crate::graph::{Graph, INFINITE};

/// What there is to choose at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Both have these options: one player goes to the one and the other to the other.
    Same([u32; 2]),
    /// White's options and Black's, and the numbers of those that are chosen.
    Own { white: [u32; 2], black: [u32; 2], chosen: [usize; 2] },
}

/// The lower values of a game with at most two different options for each player. `effort` is told the linear systems that were solved, and their components.
///
/// # Errors
///
/// [`NotOfKind::Turn`]; [`NotOfKind::MoreThanTwo`]; [`TooLarge`](crate::graph::exact::policy::TooLarge) where the values can be expected to take more than so many bytes.
pub fn lower_values(
    graph: &Graph,
    most_bytes: u64,
    threads: usize,
    effort: &mut Effort,
) -> Result<Evaluation, Refused> {
    refuse_turns(graph)?;
    let mut choices = (0..graph.positions()).map(|position| choice(graph, position)).collect::<Result<Vec<_>, _>>()?;
    loop {
        effort.rounds += 1;
        let successors = successors(graph, &choices);
        let parts = components(&successors);
        let component_sizes = parts.large_sizes();
        refuse_too_large(graph, &component_sizes, most_bytes)?;
        let evaluation = evaluate(graph, &successors, &parts, &Ratio::zero(), threads, |_| ());
        let ranks = Ranks::new(&evaluation).ranks;
        // Black's best response first, for each choice of White's.
        if switch(&mut choices, Side::Black, &ranks) == 0 && switch(&mut choices, Side::White, &ranks) == 0 {
            effort.found(component_sizes);
            return Ok(evaluation);
        }
    }
}

/// Whether every position is bid for and no player has a choice that matters anywhere: each has one option, or both have the same two. The equations are linear then.
#[must_use]
pub fn is_linear(graph: &Graph) -> bool {
    let is_free_of_choice = |position| match choice(graph, position) {
        Ok(Choice::Same(_)) => true,
        Ok(Choice::Own { white, black, .. }) => white[0] == white[1] && black[0] == black[1],
        Err(_) => false,
    };
    graph.first_turn().is_none() && (0..graph.positions()).all(is_free_of_choice)
}

/// The choice at a position.
fn choice(graph: &Graph, position: usize) -> Result<Choice, NotOfKind> {
    let [white, black] = options(graph, position);
    let pair = |own: &std::collections::BTreeSet<u32>| match *own.iter().copied().collect::<Vec<_>>() {
        [only] => Ok([only, only]),
        [a, b] => Ok([a, b]),
        _ => Err(NotOfKind::MoreThanTwo { position: position as u32, options: own.len() }),
    };
    let (own, others) = (pair(&white)?, pair(&black)?);
    Ok(if white == black { Choice::Same(own) } else { Choice::Own { white: own, black: others, chosen: [0; 2] } })
}

/// Where these choices lead: two nodes for each position.
fn successors(graph: &Graph, choices: &[Choice]) -> Vec<[u32; 2]> {
    let chosen = |position: usize, node: u32| match choices[position] {
        Choice::Same(_) => true,
        Choice::Own { white, chosen, .. } => white[chosen[0]] == node,
    };
    let evidence = labels(graph, Side::White, |position, _, node| chosen(position, node));
    let successors = |(position, choice): (usize, &Choice)| match *choice {
        // Black can keep the game going for ever.
        _ if evidence[position] == INFINITE => [NOTHING; 2],
        Choice::Same(both) => both,
        Choice::Own { white, black, chosen } => [white[chosen[0]], black[chosen[1]]],
    };
    choices.iter().enumerate().map(successors).collect()
}

/// Switches a player's choices to options that are strictly better; returns how many.
fn switch(choices: &mut [Choice], side: Side, ranks: &[u32]) -> usize {
    let mut switches = 0;
    for choice in choices {
        let Choice::Own { white, black, chosen } = choice else { continue };
        let (own, chosen) = match side {
            Side::White => (white, &mut chosen[0]),
            Side::Black => (black, &mut chosen[1]),
        };
        let [now, other] = [own[*chosen], own[1 - *chosen]].map(|node| ranks[node as usize]);
        if if side == Side::White { other > now } else { other < now } {
            *chosen = 1 - *chosen;
            switches += 1;
        }
    }
    switches
}
