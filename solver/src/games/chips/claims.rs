//! What can be asked of auctions with chips: questions of [`crate::audit`], answered from tables that the checker has verified.

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::graph as rules;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use serde::Deserialize;
use session::claims::chips::Held;

use super::all::in_parallel;
use super::{ChipAuction, Solved, Winner, certify, solve, under};
use crate::audit::{Answer, Found, Item, Nothing, Places, Question, State, Unanswered, question};
use crate::graph_games::{Game, Kind, Position, generate};

/// All questions. The rules count the cases that are against them.
pub fn questions() -> Vec<Question> {
    vec![
        question("chips-table", table),
        question("chips-needed", needed),
        question("hex-recipe", recipe),
        question("centre-or-corner", centre_or_corner),
        question("tug-of-war", tug_of_war),
        question("ultimatum", ultimatum),
        question("moves-in-a-row", in_a_row),
        question("average-of-needs", average),
        question("star-worth-less-than-nothing", |_: &mut (), by: &By| star(by, |[without, with]| with > without)),
        question("star-worth-more-than-a-chip", |_: &mut (), by: &By| star(by, |[without, with]| without > with + 1)),
    ]
}

/// Threads that solve tables.
const THREADS: usize = 2;

/// Solves a game and has the checker verify the table.
pub(super) fn verified(
    game: &Game,
    file: &Arc<rules::Game>,
    auction: ChipAuction,
) -> Result<(Solved, Vec<u32>), String> {
    let (graph, nodes) = under(game, auction)?;
    let solved = solve(&graph, auction, 1, &|_| ()).map_err(|error| error.to_string())?;
    let bytes = certify::graph(file.digest, &solved);
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(file));
    verdict.map_err(|failure| session::words::explain(&bytes, Some(file), &failure))?;
    Ok((solved, nodes))
}

pub(super) fn read(game: &Game) -> Result<Arc<rules::Game>, String> {
    let text = game.write();
    let read = rules::Game::read(text.as_bytes());
    read.map(Arc::new).map_err(|fault| session::words::game_fault(text.as_bytes(), &fault))
}

/// The least that wins, of the numbers without the star and with it.
fn least([without, with]: [i64; 2]) -> Held {
    // None is negative.
    Held((2 * without).min(2 * with + 1) as u64)
}

fn terminal(name: &str, won: bool) -> Position {
    let value = if won { Ratio::one() } else { Ratio::<BigUint>::zero() };
    Position { name: name.to_owned(), kind: Kind::Terminal(value) }
}

/// Who moves, if a claim does not say it.
fn decides() -> Winner {
    Winner::Decides
}

/// Tic-tac-toe where a draw is lost, with the positions `centre first` and `corner first`, and what the first player needs, by the number of chips in all.
pub struct TicTacToe {
    game: Game,
    file: Arc<rules::Game>,
    numbers: BTreeMap<String, usize>,
    needs: BTreeMap<u64, Vec<Held>>,
}

impl State for TicTacToe {
    fn new(_: &Places) -> Result<Self, Unanswered> {
        let mut positions = generate::tic_tac_toe(&Ratio::zero()).positions().to_vec();
        let find =
            |name: &str| positions.iter().position(|position| position.name == name).map(|place| vec![place as u32]);
        let firsts = [("centre first", find(".../.X./...")), ("corner first", find("X../.../..."))];
        let Kind::Open { right, .. } = positions[0].kind.clone() else { return Err("the empty board is open".into()) };
        for (name, left) in firsts {
            let left = left.ok_or("found no board, required the one with the first cross")?;
            positions.push(Position { name: name.to_owned(), kind: Kind::Open { left, right: right.clone() } });
        }
        let numbers = positions.iter().enumerate().map(|(number, position)| (position.name.clone(), number)).collect();
        let game = Game::new(None, positions).map_err(|error| error.to_string())?;
        Ok(Self { file: read(&game)?, game, numbers, needs: BTreeMap::new() })
    }
}

/// What the first player needs at every position, as verified.
fn needs(game: &Game, file: &Arc<rules::Game>, chips: u64) -> Result<Vec<Held>, String> {
    let (solved, nodes) = verified(game, file, ChipAuction { chips, winner: Winner::Decides })?;
    let need = |(position, node): (&Position, &u32)| match &position.kind {
        Kind::Terminal(value) => Held(if value.is_one() { 0 } else { 2 * (chips + 1) }),
        _ => least(solved.lines[0].chips[*node as usize]),
    };
    Ok(game.positions().iter().zip(&nodes).map(need).collect())
}

impl TicTacToe {
    /// What the first player needs at a position or in a sum, for each of these numbers of chips in all.
    fn needs(&mut self, name: &str, totals: &[u64]) -> Result<Vec<Held>, Unanswered> {
        if name.starts_with('(') {
            let mut positions = vec![terminal("A", true), terminal("B", false)];
            let root = sum(&mut positions, name)? as usize;
            let game = Game::new(None, positions).map_err(|error| error.to_string())?;
            let file = read(&game)?;
            return totals.iter().map(|total| Ok(needs(&game, &file, *total)?[root])).collect();
        }
        let number = *self.numbers.get(name).ok_or_else(|| {
            format!("found the game {name:?}, required a position of tic-tac-toe, centre first, corner first or a sum such as (A B)")
        })?;
        let missing: Vec<u64> = totals.iter().copied().filter(|total| !self.needs.contains_key(total)).collect();
        let solve = |at: u64| needs(&self.game, &self.file, missing[at as usize]);
        let solved = in_parallel(0..missing.len() as u64, THREADS, solve);
        for (total, needs) in missing.iter().zip(solved) {
            self.needs.insert(*total, needs?);
        }
        Ok(totals.iter().map(|total| self.needs[total][number]).collect())
    }
}

/// Adds the positions of a sum, `A`, `B` or `(L R)`, and gives the number of the last one.
fn sum(positions: &mut Vec<Position>, text: &str) -> Result<u32, String> {
    if let Some(number) = positions.iter().position(|position| position.name == text) {
        return Ok(number as u32);
    }
    let wrong = || format!("found the game {text:?}, required A, B or (L R)");
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or_else(wrong)?;
    let mut depth = 0_i32;
    let place = inner.char_indices().find(|&(_, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ' ' && depth == 0
    });
    let (left, right) = inner.split_at(place.ok_or_else(wrong)?.0);
    let (left, right) = (vec![sum(positions, left)?], vec![sum(positions, &right[1..])?]);
    positions.push(Position { name: text.to_owned(), kind: Kind::Open { left, right } });
    Ok(positions.len() as u32 - 1)
}

/// A printed table: with n·period + k chips in all, the first player needs n·step chips and entry k, in each of the games; n is 0, and 1 if that is at
/// most 256 chips. With `first`, the entries are of these numbers of chips alone, and n is 0 and 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    games: Vec<String>,
    period: u64,
    step: u64,
    first: Option<Vec<u64>>,
    entries: String,
}

/// Whether a table holds, or the numbers of chips with other needs.
fn table(board: &mut TicTacToe, Entries { games, period, step, first, entries }: &Entries) -> Answer {
    let printed: Option<Vec<Held>> = entries.split_whitespace().map(Held::read).collect();
    let printed = printed.ok_or("entries: found something else, required numbers such as 12 and 12*")?;
    let places = first.clone().unwrap_or_else(|| (0..*period).collect());
    if printed.len() != places.len() {
        return Err(format!("entries: found {}, required {}", printed.len(), places.len()).into());
    }
    let periods = if first.is_some() || 2 * period <= 256 { 2 } else { 1 };
    let all = (0..periods).flat_map(|n| places.iter().zip(&printed).map(move |(place, entry)| (n, place, entry)));
    let claimed: Vec<(u64, Held)> =
        all.map(|(n, place, entry)| (n * period + place, Held(entry.0 + 2 * n * step))).collect();
    let totals: Vec<u64> = claimed.iter().map(|(total, _)| *total).collect();
    let mut exceptions = Vec::new();
    for game in games {
        let game_name = if games.len() > 1 { format!(" in {game}") } else { String::new() };
        for ((total, claimed), found) in claimed.iter().zip(board.needs(game, &totals)?) {
            if found != *claimed {
                exceptions.push(format!("{total} chips{game_name} need {found} and not {claimed}"));
            }
        }
    }
    Ok(Found::unless(exceptions).noting(format!("{} entries", claimed.len() * games.len())))
}

/// A game, "name: options | options of the other" with semicolons between, where `won` and `lost` are terminal; and a position of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InGame {
    game: String,
    position: String,
    chips: u64,
    #[serde(default = "decides")]
    winner: Winner,
}

/// The least number of chips with which the first player wins, without the star and with it; "-" is never.
fn needed(_: &mut (), InGame { game, position, chips, winner }: &InGame) -> Answer {
    let parts: Vec<(&str, &str)> = game.split(';').filter_map(|part| part.trim().split_once(':')).collect();
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).chain(["won", "lost"]).collect();
    let number = |name: &str| {
        let number = names.iter().position(|one| *one == name).map(|number| number as u32);
        number.ok_or_else(|| format!("game: found the option {name:?}, required a position of it"))
    };
    let list = |text: &str| text.split_whitespace().map(number).collect::<Result<Vec<u32>, String>>();
    let mut positions = Vec::new();
    for (name, options) in &parts {
        let (left, right) = options.split_once('|').ok_or("game: found no |, required options of both players")?;
        positions
            .push(Position { name: (*name).to_owned(), kind: Kind::Open { left: list(left)?, right: list(right)? } });
    }
    positions.extend([terminal("won", true), terminal("lost", false)]);
    let game = Game::new(None, positions).map_err(|error| error.to_string())?;
    let (solved, nodes) = verified(&game, &read(&game)?, ChipAuction { chips: *chips, winner: *winner })?;
    let found = solved.lines[0].chips[nodes[number(position)? as usize] as usize];
    let word = |star: usize| match found[star] {
        never if never > *chips as i64 => "-".to_owned(),
        held => Held(2 * held as u64 + star as u64).to_string(),
    };
    Ok(Found::list([Item::Word(word(0)), Item::Word(word(1))]))
}

/// The number of cases against a rule.
pub(super) fn against((cases, fails): (u64, u64)) -> Answer {
    Ok(Found::count(fails).noting(format!("of {cases} cases")))
}

/// In how many states of a game the first player wins otherwise than is said: with so many chips, the star or not, and so many of the opponent.
fn compare_states(
    game: &Game,
    position: u32,
    totals: std::ops::Range<u64>,
    winner: Winner,
    says: &dyn Fn(u64, bool, u64) -> Option<bool>,
) -> Result<(u64, u64), String> {
    let file = read(game)?;
    let (mut cases, mut fails) = (0, 0);
    for chips in totals {
        let (solved, nodes) = verified(game, &file, ChipAuction { chips, winner })?;
        let needs = solved.lines[0].chips[nodes[position as usize] as usize];
        for own in 0..=chips {
            for star in [false, true] {
                if let Some(says) = says(own, star, chips - own) {
                    cases += 1;
                    fails += u64::from(says != (own as i64 >= needs[usize::from(star)]));
                }
            }
        }
    }
    Ok((cases, fails))
}

fn add((a, b): (u64, u64), (c, d): (u64, u64)) -> (u64, u64) {
    (a + c, b + d)
}

/// A path from `-n` to `n`, the first player wins at the one end. From the middle, with `kn + a` chips against `k′n + b`, where `a` and `b` are below `n`:
/// the star is the opponent's, and `k > k′`; or her own, and `k > k′`, or `k = k′` and `a = n − 1`.
fn tug_of_war(_: &mut (), _: &Nothing) -> Answer {
    let mut all = (0, 0);
    for n in 1..=8 {
        let game = generate::path(2 * n + 1);
        let says = |own: u64, star: bool, other: u64| {
            let n = u64::from(n);
            let (k, a, l) = (own / n, own % n, other / n);
            Some(k > l || (star && k == l && a == n - 1))
        };
        all = add(all, compare_states(&game, n, 0..19, Winner::Decides, &says)?);
    }
    against(all)
}

/// The player who moves first leaves the other one to move `n` times in a row, back to the start, or to lose.
fn ultimatum(_: &mut (), _: &Nothing) -> Answer {
    let mut all = (0, 0);
    for n in 1..=5_u32 {
        // The start is 0; then places 1 to n of one player's ultimatum, and n more of the other's; then won and lost.
        let (won, lost) = (2 * n + 1, 2 * n + 2);
        let place = |which: u32, left: u32| if left == 0 { 0 } else { which * n + left };
        let mut positions = vec![Position {
            name: "0".to_owned(),
            kind: Kind::Open { left: vec![place(0, n)], right: vec![place(1, n)] },
        }];
        for which in 0..2 {
            for left in 1..=n {
                let back = vec![place(which, left - 1)];
                let kind = match which {
                    0 => Kind::Open { left: vec![won], right: back },
                    _ => Kind::Open { left: back, right: vec![lost] },
                };
                positions.push(Position { name: place(which, left).to_string(), kind });
            }
        }
        positions.extend([terminal("won", true), terminal("lost", false)]);
        let game = Game::new(None, positions).map_err(|error| error.to_string())?;
        let says = |a: u64, star: bool, b: u64| {
            let (half, whole) = (1 << (n - 1), 1 << n);
            Some(match star {
                true => a > b || (a == b && (a + 1) % whole != half),
                false => a > b + 1 || (a == b + 1 && a % whole != half),
            })
        };
        all = add(all, compare_states(&game, 0, 0..24, Winner::Decides, &says)?);
    }
    against(all)
}

/// The opponent wins with any of the next `n` moves. Against no chips at all, `k` and the star win from `2^(n−1) − 1` on, and `k` against the star from `2^n − 1` on.
fn in_a_row(_: &mut (), _: &Nothing) -> Answer {
    let mut all = (0, 0);
    for n in 1..=6_u32 {
        let mut positions: Vec<Position> = (0..n)
            .map(|place| Position {
                name: place.to_string(),
                kind: Kind::Open { left: vec![if place + 1 == n { n } else { place + 1 }], right: vec![n + 1] },
            })
            .collect();
        positions.extend([terminal("won", true), terminal("lost", false)]);
        let game = Game::new(None, positions).map_err(|error| error.to_string())?;
        let says = |own: u64, star: bool, other: u64| {
            (other == 0).then(|| own >= if star { (1 << (n - 1)) - 1 } else { (1 << n) - 1 })
        };
        all = add(all, compare_states(&game, 0, 0..70, Winner::Decides, &says)?);
    }
    against(all)
}

/// Numbers of chips in all, below 256.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Totals {
    corner: Vec<u64>,
    not_centre: Vec<u64>,
}

/// Numbers of chips in all, below 256, for which it is not so that the corner is as good a first move as any for the totals `corner` alone, and the centre
/// but for the totals `not_centre`.
fn centre_or_corner(board: &mut TicTacToe, Totals { corner, not_centre }: &Totals) -> Answer {
    let totals: Vec<u64> = (0..256).collect();
    let [in_centre, in_corner, best] =
        ["centre first", "corner first", ".../.../..."].map(|name| board.needs(name, &totals));
    let (in_centre, in_corner, best) = (in_centre?, in_corner?, best?);
    let fails = (0..256).filter(|&total| {
        (in_centre[total] == best[total]) == not_centre.contains(&(total as u64))
            || (in_corner[total] == best[total]) != corner.contains(&(total as u64))
    });
    against((256, fails.count() as u64))
}

/// Of which of the two moves the star decides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Average {
    /// Whether the smaller of the two needs decides, and not that of the buyer's move.
    minimum: bool,
}

/// Random games without cycles: in how many pairs of a game and a number of chips the average of what the two moves need, rounded as is printed, is
/// wrong at some position.
fn average(_: &mut (), Average { minimum }: &Average) -> Answer {
    let (mut cases, mut fails) = (0, 0);
    for seed in 0..2400_u64 {
        let game = generate::random_acyclic(seed, 12, 2);
        let held = needs(&game, &read(&game)?, seed % 13)?;
        let is_wrong = |number: usize| {
            let Kind::Open { left, right } = &game.positions()[number].kind else { return false };
            let list = |list: &[u32]| match list {
                [] => vec![held[number]],
                _ => list.iter().map(|option| held[*option as usize]).collect(),
            };
            let f_a = list(left).into_iter().min().expect("an option");
            let f_b = list(right).into_iter().max().expect("an option");
            let a = if *minimum { f_a.min(f_b) } else { f_a };
            let sum = f_a.chips() + f_b.chips();
            let expected = match (sum % 2, a.has_star()) {
                (0, false) => Held(sum / 2 * 2),
                (1, true) => Held(sum / 2 * 2 + 2),
                _ => Held(sum / 2 * 2 + 1),
            };
            held[number] != expected
        };
        cases += 1;
        fails += u64::from((0..game.positions().len()).any(is_wrong));
    }
    against((cases, fails))
}

/// Who decides a tie.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct By {
    winner: Winner,
}

/// Random games with cycles: in how many of them the chips that are needed, without the star and with it, are against a rule at some position.
fn star(By { winner }: &By, is_against: fn([i64; 2]) -> bool) -> Answer {
    let mut fails = 0;
    for seed in 0..2400_u64 {
        let game = generate::random(seed, 8, 2);
        let auction = ChipAuction { chips: seed % 13, winner: *winner };
        let (solved, _) = verified(&game, &read(&game)?, auction)?;
        fails += u64::from(solved.lines.iter().flat_map(|lines| &lines.chips).any(|&chips| is_against(chips)));
    }
    against((2400, fails))
}

/// Hex on 2x2: cells a1, b1, a2, b2. The first player joins the ranks, the second the files; b1 and a2 are neighbours, a1 and b2 are not.
struct Hex {
    boards: BTreeMap<[u8; 4], u32>,
    game: Game,
}

impl Hex {
    fn new() -> Result<Self, String> {
        let boards: Vec<[u8; 4]> = (0..81_u8).map(|code| [code % 3, code / 3 % 3, code / 9 % 3, code / 27]).collect();
        let numbers: BTreeMap<[u8; 4], u32> = boards.iter().zip(0..).map(|(board, number)| (*board, number)).collect();
        let position = |board: &[u8; 4]| {
            let after = |mark: u8| {
                let empty = (0..4).filter(|&cell| board[cell] == 0);
                empty.map(|cell| numbers[&with(*board, cell, mark)]).collect::<Vec<u32>>()
            };
            let kind = match value(board) {
                Some(won) => terminal("", won).kind,
                None => Kind::Open { left: after(1), right: after(2) },
            };
            Position { name: board.map(|cell| b".XO"[cell as usize] as char).iter().collect(), kind }
        };
        let game = Game::new(None, boards.iter().map(position).collect()).map_err(|error| error.to_string())?;
        Ok(Self { boards: numbers, game })
    }
}

fn with(mut board: [u8; 4], cell: usize, mark: u8) -> [u8; 4] {
    board[cell] = mark;
    board
}

/// Who has joined the sides.
fn value(board: &[u8; 4]) -> Option<bool> {
    let has = |mark: u8, pairs: [[usize; 2]; 3]| pairs.iter().any(|pair| pair.iter().all(|&cell| board[cell] == mark));
    if has(1, [[0, 2], [1, 3], [1, 2]]) {
        return Some(true);
    }
    has(2, [[0, 1], [2, 3], [1, 2]]).then_some(false)
}

/// Of 16 random fillings, how many the first player wins.
fn fillings(board: &[u8; 4]) -> u64 {
    match board.iter().position(|&cell| cell == 0) {
        Some(cell) => (fillings(&with(*board, cell, 1)) + fillings(&with(*board, cell, 2))) / 2,
        None => 16 * u64::from(value(board) == Some(true)),
    }
}

/// Whether the first player wins with so many chips, the star or not, if she follows the recipe. She may do with the star as she likes.
fn follows(board: [u8; 4], all: u64, own: u64, star: bool) -> bool {
    if let Some(won) = value(&board) {
        return won;
    }
    let empty: Vec<usize> = (0..4).filter(|&cell| board[cell] == 0).collect();
    let pivotal = |cell: usize| fillings(&with(board, cell, 1)) - fillings(&with(board, cell, 2));
    let most = empty.iter().map(|&cell| pivotal(cell)).max().expect("an empty cell");
    let bid = (most * all / 32).min(own);
    let best = || empty.iter().filter(|&&cell| pivotal(cell) == most);
    let moved = |own: u64, star: bool| best().any(|&cell| follows(with(board, cell, 1), all, own, star));
    let answered = |own: u64, star: bool| empty.iter().all(|&cell| follows(with(board, cell, 2), all, own, star));
    (0..=all - own).all(|other| match (bid.cmp(&other), star) {
        (std::cmp::Ordering::Greater, _) => moved(own - bid, star),
        (std::cmp::Ordering::Less, _) => answered(own + other, star),
        (_, true) => moved(own - bid, false) || answered(own + bid, true),
        (_, false) => answered(own + bid, true) && moved(own - bid, false),
    })
}

/// A number of chips in all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chips {
    chips: u64,
}

/// On Hex 2x2: what the first player needs, and what she needs if she follows the recipe: bid half of the pivotal probability times all chips, rounded
/// down, and move to a most pivotal cell.
fn recipe(_: &mut (), Chips { chips }: &Chips) -> Answer {
    let hex = Hex::new()?;
    let needs = needs(&hex.game, &read(&hex.game)?, *chips)?[hex.boards[&[0; 4]] as usize];
    let states = (0..2 * (chips + 1)).rev();
    let followed = states.take_while(|&held| follows([0; 4], *chips, held / 2, held % 2 == 1)).last();
    let followed = followed.map_or("-".to_owned(), |held| Held(held).to_string());
    Ok(Found::list([Item::Word(needs.to_string()), Item::Word(followed)]))
}
