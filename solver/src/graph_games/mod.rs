//! Games as graphs: any finite game in which two players bid for moves, or move in turn, or chance moves.
//!
//! Responsible for one game in memory, its JSON (the chapter "Games as graphs" of the book), and the game graph that everything exact works on. The
//! checker reads the same JSON with code of its own. Left to others: solving (`solve`), making games (`generate`), showing them (`draw`), reading drawings
//! (`import`).

pub mod chess;
pub mod draw;
pub mod enclose;
mod error;
pub mod generate;
pub mod picture;
pub mod property;
mod read;
pub mod rewards;
pub mod solve;
pub mod umb;
pub mod uncovered;

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

pub use error::GameError;
use error::{Field, Place};

use crate::graph::labels::Side;
use crate::graph::{Boundary, Graph, Rows, Weights};

/// The version of the JSON that is read and written.
pub const VERSION: u64 = 2;
/// The most characters of a name or a title.
const MOST_CHARACTERS: usize = 200;
/// The least common denominator of the weights at a position is below this: 2^61. A game may have weights below 2^64; linear systems have entries of 63 bits here, and sums
/// of two rows.
const DENOMINATORS: u64 = 1 << 61;

/// A finite game: positions and options. Left is White of the chess games: values are Left's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    title: Option<String>,
    positions: Vec<Position>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its name.
    pub name: String,
    /// What happens there.
    pub kind: Kind,
}

/// What happens at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The game ends, with this value for Left, from 0 to 1.
    Terminal(Ratio<BigUint>),
    /// Whoever wins the bid moves; whoever has no option then passes. The options are numbers of positions, from 0.
    Open {
        /// Left's options.
        left: Vec<u32>,
        /// Right's options.
        right: Vec<u32>,
    },
    /// One player moves, without a bid; without an option the player passes.
    Turn {
        /// Who moves: Left is White.
        side: Side,
        /// The options.
        options: Vec<u32>,
    },
    /// An option is drawn by lot.
    Chance(Vec<Draw>),
}

/// An option of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The option.
    pub to: u32,
    /// How probable it is: above 0, at most 1. An option may occur twice; its weights are added.
    pub weight: Ratio<u64>,
}

impl Kind {
    /// All options, whoever moves there.
    #[must_use]
    pub fn options(&self) -> Vec<u32> {
        match self {
            Self::Terminal(_) => Vec::new(),
            Self::Open { left, right } => [&left[..], right].concat(),
            Self::Turn { options, .. } => options.clone(),
            Self::Chance(draws) => draws.iter().map(|draw| draw.to).collect(),
        }
    }

    /// Whether the game ends here.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }
}

/// The name of a player, in the JSON and in drawings.
#[must_use]
pub fn player(side: Side) -> &'static str {
    side.of("left", "right")
}

/// The least common denominator of weights and their numerators over it, if these are weights: positive, with the sum 1, the denominator below 2^61.
fn numerators(draws: &[Draw]) -> Result<Vec<u64>, WrongWeights> {
    let mut common = 1_u64;
    for draw in draws {
        // Both are below 2^64.
        let multiple = num_integer::lcm(u128::from(common), u128::from(*draw.weight.reduced().denom()));
        common =
            u64::try_from(multiple).ok().filter(|common| *common < DENOMINATORS).ok_or(WrongWeights::Denominator)?;
    }
    let numerator = |draw: &Draw| {
        let weight = draw.weight.reduced();
        weight.numer() * (common / weight.denom())
    };
    let sum: u128 = draws.iter().map(|draw| u128::from(numerator(draw))).sum();
    if sum != u128::from(common) {
        return Err(WrongWeights::Sum(Ratio::new(sum, common.into())));
    }
    Ok(draws.iter().map(numerator).collect())
}

/// What is wrong with weights that are fractions above 0.
enum WrongWeights {
    Denominator,
    Sum(Ratio<u128>),
}

impl Position {
    /// Refuses a kind that is wrong in a game of so many positions; the error has its field.
    fn refuse_wrong_kind(&self, positions: usize) -> Result<(), (Field, GameError)> {
        let name = || self.name.clone();
        let dangling = |side, place, option: u32| {
            let error = GameError::Dangling { name: name(), side, option: format!("number {option}") };
            Err((Some((side, Some(place))), error))
        };
        let refuse_dangling = |side, options: &[u32]| match options.iter().position(|&to| to as usize >= positions) {
            Some(place) => dangling(side, place, options[place]),
            None => Ok(()),
        };
        match &self.kind {
            Kind::Terminal(value) if *value > Ratio::one() => {
                Err((Some(("value", None)), GameError::Value { name: name(), found: value.to_string() }))
            }
            Kind::Terminal(_) => Ok(()),
            Kind::Open { left, right } if left.is_empty() && right.is_empty() => {
                Err((None, GameError::Neither { name: name() }))
            }
            Kind::Open { left, right } => {
                refuse_dangling("left", left)?;
                refuse_dangling("right", right)
            }
            Kind::Turn { side, options } => refuse_dangling(player(*side), options),
            Kind::Chance(draws) => {
                let wrong = |place: Option<usize>, error| Err((Some(("chance", place)), error));
                if draws.is_empty() {
                    return wrong(None, GameError::NoChance { name: name() });
                }
                for (place, draw) in draws.iter().enumerate() {
                    if draw.to as usize >= positions {
                        return dangling("chance", place, draw.to);
                    }
                    if *draw.weight.denom() == 0 || draw.weight.is_zero() || draw.weight.numer() > draw.weight.denom() {
                        let found = format!("{}/{}", draw.weight.numer(), draw.weight.denom());
                        return wrong(Some(place), GameError::Weight { name: name(), found });
                    }
                }
                match numerators(draws) {
                    Ok(_) => Ok(()),
                    Err(WrongWeights::Denominator) => wrong(None, GameError::Denominator { name: name() }),
                    Err(WrongWeights::Sum(sum)) => wrong(None, GameError::Sum { name: name(), found: sum.to_string() }),
                }
            }
        }
    }
}

impl Game {
    /// A game of these positions.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn new(title: Option<String>, positions: Vec<Position>) -> Result<Self, GameError> {
        Self::placed(title, positions).map_err(|(_, error)| error)
    }

    /// A game of these positions; an error has its place, if it is at one position.
    fn placed(title: Option<String>, positions: Vec<Position>) -> Result<Self, (Option<Place>, GameError)> {
        let found = positions.len();
        if found == 0 || u32::try_from(found).is_err() {
            return Err((None, GameError::Size { found }));
        }
        if let Some(title) = &title {
            text("title", title).map_err(|error| (None, error))?;
        }
        let mut places: HashMap<&str, usize> = HashMap::with_capacity(found);
        for (number, position) in positions.iter().enumerate() {
            let name = || position.name.clone();
            let wrong = |field, error| Err((Some(Place { position: number, field }), error));
            if let Err(error) = text(&format!("position {}: name", number + 1), &position.name) {
                return wrong(Some(("name", None)), error);
            }
            if let Some(first) = places.insert(&position.name, number) {
                let error = GameError::Duplicate { name: name(), places: [first + 1, number + 1] };
                return wrong(Some(("name", None)), error);
            }
            if let Err((field, error)) = position.refuse_wrong_kind(found) {
                return wrong(field, error);
            }
        }
        if !positions.iter().any(|position| position.kind.is_terminal()) {
            return Err((None, GameError::NoTerminal));
        }
        Ok(Self { title, positions })
    }

    /// How many bytes of memory it can take to read a game and to solve it, if its exact values are small: from measurements of `solve graph`, rounded
    /// up. Of exact values that are large the solver makes an estimate of its own.
    #[must_use]
    pub fn estimated_bytes(json: &str) -> u64 {
        const FOR_A_BYTE: u64 = 2;
        const FOR_A_POSITION: u64 = 600;
        const FOR_AN_OPTION: u64 = 32;
        let positions = json.matches("\"name\"").count() as u64;
        // Between two options there is a comma.
        let options = json.bytes().filter(|&byte| byte == b',').count() as u64;
        json.len() as u64 * FOR_A_BYTE + positions * FOR_A_POSITION + options * FOR_AN_OPTION
    }

    /// The JSON of the game, one position a line.
    #[must_use]
    pub fn write(&self) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut json = format!("{{\n  \"bidding-game\": {VERSION},\n");
        if let Some(title) = &self.title {
            json += &format!("  \"title\": {},\n", quoted(title));
        }
        json += "  \"positions\": [\n";
        for (place, position) in self.positions.iter().enumerate() {
            json += &format!("    {{ \"name\": {}", quoted(&position.name));
            let names = |options: &[u32]| {
                options.iter().map(|&option| quoted(self.name(option))).collect::<Vec<_>>().join(", ")
            };
            match &position.kind {
                Kind::Terminal(value) => json += &format!(", \"value\": \"{value}\""),
                Kind::Open { left, right } => {
                    for (side, options) in [("left", left), ("right", right)] {
                        if !options.is_empty() {
                            json += &format!(", \"{side}\": [{}]", names(options));
                        }
                    }
                }
                Kind::Turn { side, options } => {
                    let player = player(*side);
                    json += &format!(", \"turn\": \"{player}\"");
                    if !options.is_empty() {
                        json += &format!(", \"{player}\": [{}]", names(options));
                    }
                }
                Kind::Chance(draws) => {
                    let draw = |draw: &Draw| {
                        format!(
                            "{{ \"to\": {}, \"weight\": \"{}\" }}",
                            quoted(self.name(draw.to)),
                            draw.weight.reduced()
                        )
                    };
                    json += &format!(", \"chance\": [{}]", draws.iter().map(draw).collect::<Vec<_>>().join(", "));
                }
            }
            json += if place + 1 == self.positions.len() { " }\n" } else { " },\n" };
        }
        json + "  ]\n}\n"
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The positions, in the canonical order.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Whether all positions that are not terminal are bid for.
    #[must_use]
    pub fn is_bid_for(&self) -> bool {
        self.positions.iter().all(|position| matches!(position.kind, Kind::Terminal(_) | Kind::Open { .. }))
    }

    /// The name of the position of a number.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        &self.positions[number as usize].name
    }

    /// The positions at which a player has no option and passes: how many of Left's and of Right's, and the first of each.
    #[must_use]
    pub fn passes(&self) -> [(usize, Option<&str>); 2] {
        let mut passes = [(0, None); 2];
        for position in &self.positions {
            let is_pass = match &position.kind {
                Kind::Open { left, right } => [left.is_empty(), right.is_empty()],
                Kind::Turn { side, options } => {
                    [Side::White, Side::Black].map(|mover| mover == *side && options.is_empty())
                }
                Kind::Terminal(_) | Kind::Chance(_) => [false; 2],
            };
            for (count, is_pass) in passes.iter_mut().zip(is_pass) {
                if is_pass {
                    *count = (count.0 + 1, count.1.or(Some(position.name.as_str())));
                }
            }
        }
        passes
    }

    /// The terminal positions that are no option of any position: how many, and the first.
    #[must_use]
    pub fn idle_terminals(&self) -> (usize, Option<&str>) {
        let mut is_option = vec![false; self.positions.len()];
        for position in &self.positions {
            position.kind.options().into_iter().for_each(|option| is_option[option as usize] = true);
        }
        self.count(|number, position| position.kind.is_terminal() && !is_option[number])
    }

    /// The positions from which no terminal position can be reached, whatever the players do: how many, and the first. There `α = 0` and `β = 1`.
    #[must_use]
    pub fn endless(&self) -> (usize, Option<&str>) {
        // Backwards from the terminal positions, over the options of all.
        let mut starts = vec![0usize; self.positions.len() + 1];
        let options = |position: &Position| position.kind.options();
        for position in &self.positions {
            options(position).iter().for_each(|&option| starts[option as usize + 1] += 1);
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut before = vec![0u32; starts[self.positions.len()]];
        let mut next = starts.clone();
        for (number, position) in (0..).zip(&self.positions) {
            for option in options(position) {
                before[next[option as usize]] = number;
                next[option as usize] += 1;
            }
        }
        let mut ends: Vec<bool> = self.positions.iter().map(|position| position.kind.is_terminal()).collect();
        let mut open: Vec<usize> = (0..ends.len()).filter(|&number| ends[number]).collect();
        while let Some(number) = open.pop() {
            for &number in &before[starts[number]..starts[number + 1]] {
                if !std::mem::replace(&mut ends[number as usize], true) {
                    open.push(number as usize);
                }
            }
        }
        self.count(|number, _| !ends[number])
    }

    /// How many positions have a property, and the first of them.
    fn count(&self, has: impl Fn(usize, &Position) -> bool) -> (usize, Option<&str>) {
        let mut with = self.positions.iter().enumerate().filter(|&(number, position)| has(number, position));
        match with.next() {
            None => (0, None),
            Some((_, first)) => (1 + with.count(), Some(&first.name)),
        }
    }

    /// The game graph, and for each position its node there: positions that are not terminal come first, in their order.
    #[must_use]
    pub fn graph(&self) -> (Graph, Vec<u32>) {
        let is_open = |position: &Position| !position.kind.is_terminal();
        let open = self.positions.iter().filter(|position| is_open(position)).count() as u32;
        let (mut next_open, mut next_terminal) = (0, open);
        let node = |position: &Position| {
            let next = if is_open(position) { &mut next_open } else { &mut next_terminal };
            let node = *next;
            *next += 1;
            node
        };
        let nodes: Vec<u32> = self.positions.iter().map(node).collect();
        let (mut rows, mut boundary) = ([Rows::default(), Rows::default()], Vec::new());
        // By position, where chance moves.
        let mut weights: Vec<Option<Vec<u64>>> = Vec::new();
        let are_all_bid_for = self.is_bid_for();
        for (position, &own) in self.positions.iter().zip(&nodes) {
            let mut push = |side: Side, options: &[u32]| {
                let mut targets: Vec<u32> = options.iter().map(|&option| nodes[option as usize]).collect();
                if targets.is_empty() {
                    targets.push(own);
                }
                rows[side as usize].extend(&targets, &[targets.len()]);
            };
            let mut drawn = None;
            match &position.kind {
                Kind::Terminal(value) => {
                    let (lower, upper) = (value.clone(), value.clone());
                    boundary.push(Boundary { lower, upper, white_label: 0, black_label: 0 });
                    continue;
                }
                Kind::Open { left, right } => {
                    push(Side::White, left);
                    push(Side::Black, right);
                }
                Kind::Turn { side, options } => {
                    push(*side, options);
                    let other = side.other();
                    rows[other as usize].extend(&[], &[0]);
                }
                Kind::Chance(draws) => {
                    push(Side::White, &position.kind.options());
                    push(Side::Black, &position.kind.options());
                    drawn = numerators(draws).ok();
                }
            }
            if !are_all_bid_for {
                weights.push(drawn);
            }
        }
        let [white, black] = rows;
        let graph = match are_all_bid_for {
            true => Graph::new(white, black, boundary),
            false => {
                let weights = Weights::new(weights.iter().map(Option::as_deref));
                Graph::with_turns(white, black, boundary, Some(weights))
            }
        };
        (graph, nodes)
    }
}

/// Refuses a text that is no name and no title.
fn text(place: &str, text: &str) -> Result<(), GameError> {
    let found = text.chars().count();
    let place = place.to_owned();
    if !(1..=MOST_CHARACTERS).contains(&found) {
        Err(GameError::Text { place, found })
    } else if text.chars().any(char::is_control) {
        Err(GameError::Control { place, text: text.to_owned() })
    } else {
        Ok(())
    }
}

/// A fraction from 0 to 1 as a file has it; none where it is spelt otherwise.
#[must_use]
pub fn fraction(text: &str) -> Option<Ratio<BigUint>> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let natural = |digits: &str| {
        let is_natural =
            digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        if is_natural { digits.parse::<BigUint>().ok() } else { None }
    };
    let (numerator, denominator) = (natural(numerator)?, natural(denominator)?);
    let value = (!denominator.is_zero()).then(|| Ratio::new(numerator, denominator))?;
    (value <= Ratio::one()).then_some(value)
}
