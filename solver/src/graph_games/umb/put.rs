//! A question about a model, straight from its arrays to the graph that the engines work on.
//!
//! The positions are those of the statement (`docs/src/record/format-models.md`): first the states at which nothing is decided, in their order; then, in their order, the choices of such states
//! that are drawn by lot, if the state has another choice. If there is a number of steps, all this once for each: first with one step left, then with two.

use games::models::{PLACES, Path, Question};
use num_rational::Ratio;

use super::super::{DENOMINATORS, Draw, Game, GameError, Kind, Position};
use super::lots::Lists;
use super::{Model, WrongModel};
use crate::graph::labels::Side;
use crate::graph::{Boundary, Graph, Rows, Turn, Weights};

/// A question, as the engines take it.
#[derive(Clone, Debug)]
pub struct Put {
    /// The positions, and beyond them two nodes: a play that does not count, and one that counts.
    pub graph: Graph,
    /// The node of each state at the beginning of a play.
    pub nodes: Vec<u32>,
}

/// In the place of a state: that a play ends there, and counts or does not.
const ENDED: [u32; 2] = [u32::MAX - 1, u32::MAX];
/// In the place of a list of weights: that nothing is drawn by lot.
const SURE: u32 = u32::MAX;

/// The positions of one layer.
struct Layer<'a> {
    model: &'a Model,
    /// By state: its place, or one of [`ENDED`].
    places: Vec<u32>,
    /// How many positions are states.
    states: u32,
    /// Of each list of weights those that are above 0. One that has too large a denominator has zeros.
    positive: Lists,
}

impl<'a> Layer<'a> {
    fn new(model: &'a Model, question: &Question) -> Result<Self, WrongModel> {
        let (goal, stay) = (model.set(&question.goal, false)?, model.set(&question.stay, true)?);
        let mut states = 0;
        let mut place = |state: usize| match (goal[state], stay[state]) {
            (true, _) if question.path != Path::Next => ENDED[1],
            (_, false) if question.path != Path::Next => ENDED[0],
            _ => {
                states += 1;
                states - 1
            }
        };
        let places = (0..model.counts[0]).map(&mut place).collect();
        let (lists, mut positive) = (&model.lots.lists, Lists::default());
        for weights in (0..lists.count()).map(|list| lists.at(list)) {
            let fits = weights.iter().sum::<u64>() < DENOMINATORS;
            positive.push(weights.iter().filter(|weight| **weight > 0).map(|&weight| if fits { weight } else { 0 }));
        }
        Ok(Self { model, places, states, positive })
    }

    /// The weights above 0 of a list.
    fn list(&self, list: usize) -> &[u64] {
        self.positive.at(list)
    }

    /// Whether a choice has two branches of positive probability or more.
    fn is_drawn(&self, choice: usize) -> bool {
        self.list(self.model.lots.list(choice)).len() > 1
    }

    /// The positions in their order: the state, and the choice if it is one.
    fn positions(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let open = (0..self.places.len()).filter(|&state| !ENDED.contains(&self.places[state]));
        let drawn = open.clone().filter(|&state| self.model.choices(state).len() > 1).flat_map(move |state| {
            let drawn = self.model.choices(state).filter(|&choice| self.is_drawn(choice));
            drawn.map(move |choice| (state, Some(choice)))
        });
        open.map(|state| (state, None)).chain(drawn)
    }

    /// The name of a position, with so many steps left.
    fn name(&self, (state, choice): (usize, Option<usize>), steps: Option<u32>) -> String {
        let mut name = state.to_string();
        if let Some(choice) = choice {
            name += &format!(":{}", choice - self.model.choices(state).start);
        }
        steps.map_or(name.clone(), |steps| format!("{name}@{steps}"))
    }
}

impl Model {
    /// Puts a question, in which the coalition of the maximisers is White.
    ///
    /// # Errors
    ///
    /// If there is no such label, the weights of a choice have too large a denominator, or there are too many positions.
    pub fn ask(&self, question: &Question) -> Result<Put, WrongModel> {
        self.put(question, &Layer::new(self, question)?)
    }

    fn put(&self, question: &Question, layer: &Layer<'_>) -> Result<Put, WrongModel> {
        let is_next = question.path == Path::Next;
        let steps = if is_next { Some(1) } else { question.steps };
        // The states once for each step.
        let places = self.counts[0] as u64 * u64::from(steps.unwrap_or(1));
        if steps.is_some() && PLACES.admit(places).is_err() {
            return Err(WrongModel::TooManySteps(places));
        }
        // Where no step is left, what is entered decides.
        let entered = match is_next {
            true => self.set(&question.goal, false)?,
            false => vec![question.path == Path::WeakUntil; if steps.is_some() { self.counts[0] } else { 0 }],
        };
        let size = layer.positions().count();
        let all = size as u64 * u64::from(steps.unwrap_or(1));
        let end = u32::try_from(all).ok().filter(|end| *end < u32::MAX - 2);
        let found = usize::try_from(all).unwrap_or(usize::MAX);
        let end = end.ok_or(WrongModel::Game(GameError::Size { found }))?;
        let last = |counts: bool| end + u32::from(counts);
        let (mut rows, mut lists) = ([Rows::default(), Rows::default()], Vec::with_capacity(end as usize));
        let mut targets = Vec::new();
        for left in 1..=steps.unwrap_or(1) {
            let to = |state: u32| match (layer.places[state as usize], steps) {
                (place, _) if ENDED.contains(&place) => last(place == ENDED[1]),
                (place, None) => place,
                (_, Some(_)) if left == 1 => last(entered[state as usize]),
                (place, Some(_)) => (left - 2) * size as u32 + place,
            };
            let mut next_drawn = (left - 1) * size as u32 + layer.states;
            for position @ (state, choice) in layer.positions() {
                targets.clear();
                let own = self.choices(state);
                let drawn = choice.or(Some(own.start).filter(|&only| own.len() == 1 && layer.is_drawn(only)));
                if let Some(choice) = drawn {
                    if layer.list(self.lots.list(choice))[0] == 0 {
                        let name = layer.name(position, steps.map(|_| left));
                        return Err(WrongModel::Game(GameError::Denominator { name }));
                    }
                    targets.extend(self.drawn(choice).map(|(_, state, _)| to(state)));
                    rows.iter_mut().for_each(|rows| rows.extend(&targets, &[targets.len()]));
                    lists.push(self.lots.list(choice) as u32);
                    continue;
                }
                // Without a choice the play stays. What is sure needs no chance; the values and the labels are the same, and are found sooner.
                if own.is_empty() {
                    targets.push(to(state as u32));
                }
                for choice in own.clone() {
                    if layer.is_drawn(choice) {
                        targets.push(next_drawn);
                        next_drawn += 1;
                    } else {
                        targets.extend(self.drawn(choice).map(|(_, state, _)| to(state)));
                    }
                }
                let is_white = own.len() < 2 || question.maximisers.contains(&self.owner(state));
                rows[usize::from(!is_white)].extend(&targets, &[targets.len()]);
                rows[usize::from(is_white)].extend(&[], &[0]);
                lists.push(SURE);
            }
        }
        rows.iter_mut().for_each(Rows::shrink);
        let [white, black] = rows;
        let weights = Weights::new(lists.iter().map(|&list| (list != SURE).then(|| layer.list(list as usize))));
        drop(lists);
        let boundary = [false, true].map(Boundary::terminal).to_vec();
        let graph = Graph::with_turns(white, black, boundary, Some(weights));
        let first = (steps.unwrap_or(1) - 1) * size as u32;
        let node = |&place: &u32| if ENDED.contains(&place) { last(place == ENDED[1]) } else { first + place };
        Ok(Put { graph, nodes: layer.places.iter().map(node).collect() })
    }

    /// The same as a game with names, for people and for `solve graph`. Behind the positions come the two ends of plays.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`]; or if the game is refused.
    pub fn game(&self, title: &str, question: &Question) -> Result<Game, WrongModel> {
        let layer = Layer::new(self, question)?;
        let graph = self.put(question, &layer)?.graph;
        let steps = if question.path == Path::Next { Some(1) } else { question.steps };
        let layers = (1..=steps.unwrap_or(1)).map(|left| steps.map(|_| left));
        let names = layers.flat_map(|left| layer.positions().map(move |position| (position, left)));
        let mut positions: Vec<Position> = Vec::with_capacity(graph.nodes());
        for (node, (position, left)) in names.enumerate() {
            let turn = |side: Side| Kind::Turn { side, options: graph.options(side, node).0.to_vec() };
            let kind = match (graph.turn(node), graph.chance(node)) {
                (_, Some(chance)) => {
                    let draw = |(to, weight)| Draw { to, weight: Ratio::new(weight, chance.denominator) };
                    Kind::Chance(chance.weighted().map(draw).collect())
                }
                (Turn::Black, _) => turn(Side::Black),
                _ => turn(Side::White),
            };
            positions.push(Position { name: layer.name(position, left), kind });
        }
        for (name, end) in ["not", "counts"].into_iter().zip(&graph.boundary) {
            positions.push(Position { name: name.to_owned(), kind: Kind::Terminal(end.lower.clone()) });
        }
        Game::new(Some(title.to_owned()), positions).map_err(WrongModel::Game)
    }
}
