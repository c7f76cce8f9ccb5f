//! Endless games in a file: positions with rewards or priorities, and no end.
//!
//! Responsible for reading the file and refusing what is none. Nothing is *verified* of a game: it is what the verdict is about. Left is White, and Right is
//! Black. Source: the chapter `docs/src/record/format-aims.md`, which is normative; it says how such a file differs from that of a game as a graph.

use serde_json::value::RawValue;

use checker::certificate::Digest;
use checker::graph::{Choice, Find, object, read, weighted};
use checker::limits::Limit;
use checker::theorem::{Side, Turn};

use crate::file::{self, GameFault, Listed, listed};

/// The version of the files that this module reads.
pub const VERSION: u64 = 1;
/// The greatest priority.
pub const PRIORITY: u8 = 63;

/// The fields of the file.
const GAME: [&str; 3] = ["endless-game", "title", "positions"];
/// The fields of a position.
const POSITION: [&str; 7] = ["name", "turn", "left", "right", "chance", "reward", "priority"];

/// A position, whose number is that of its place in the file, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Who decides where the play goes.
    pub turn: Turn,
    /// The options: whose (White's where chance takes it), the weight (1 where a player takes it), and the number of the position to which it leads. Whoever may
    /// come to move has one: a pass is an option that leads back here.
    pub options: Vec<Choice>,
    /// What is collected here in each step, if it is said: numerator and denominator in lowest terms, both below 2^63 but for the sign.
    pub reward: Option<(i64, u64)>,
    /// The priority, from 0 to 63, if it is said.
    pub priority: Option<u8>,
}

/// An endless game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The digest of the file.
    pub digest: Digest,
    /// The title, if it has one.
    pub title: Option<String>,
    /// The names of the positions.
    pub names: Vec<Box<str>>,
    /// The positions, one or more, in the order of the file.
    pub positions: Vec<Position>,
}

impl Game {
    /// Reads the file of an endless game.
    ///
    /// # Errors
    ///
    /// Why it is none.
    ///
    /// # Examples
    ///
    /// ```
    /// let file = br#"{"endless-game": 1, "positions": [{"name": "p", "reward": "-1/2", "priority": 3}]}"#;
    /// let game = games::aims::Game::read(file).unwrap();
    /// assert_eq!(game.positions[0].reward, Some((-1, 2)));
    /// assert_eq!(game.positions[0].options.len(), 2, "both players pass");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, GameFault> {
        let listed = Listed::read(bytes, VERSION, GAME, POSITION)?;
        let numbers = listed.numbers()?;
        let find = |name: &RawValue| numbers.get(&*read::<String>(name)?).copied();
        let (mut positions, mut count) = (Vec::with_capacity(listed.positions.len()), 0);
        for (number, json) in (0..).zip(&listed.positions) {
            let position = position(number, json, &find)?;
            count += position.options.len();
            Limit::GAME_OPTIONS.admit(count).map_err(GameFault::Limit)?;
            positions.push(position);
        }
        let Listed { title, names, .. } = listed;
        Ok(Self { digest: Digest::of(bytes), title, names, positions })
    }
}

/// The position of a number. The fields say of which sort it is.
fn position(number: u32, json: &RawValue, find: Find) -> Result<Position, GameFault> {
    let [_, turn, left, right, chance, reward, priority] = object(json, POSITION).ok_or(GameFault::Fields(number))?;
    let turn = turn.map(read::<String>);
    let listed = |turn| (turn, listed(number, turn, [left, right], find));
    let (turn, options) = match (chance, turn.as_ref().map(Option::as_deref), left, right) {
        (Some(chance), None, None, None) => (Turn::Chance, weighted(chance, find)),
        (None, Some(Some("left")), _, None) => listed(Turn::Of(Side::White)),
        (None, Some(Some("right")), None, _) => listed(Turn::Of(Side::Black)),
        (None, None, _, _) => listed(Turn::Bid),
        _ => return Err(GameFault::Fields(number)),
    };
    let options = options.ok_or(GameFault::Options(number))?;
    let reward = reward.map(|reward| file::reward(reward).ok_or(GameFault::Amount(number))).transpose()?;
    let small = |priority| read::<u8>(priority).filter(|&priority| priority <= PRIORITY);
    let priority = priority.map(|priority| small(priority).ok_or(GameFault::Priority(number))).transpose()?;
    Ok(Position { turn, options, reward, priority })
}
