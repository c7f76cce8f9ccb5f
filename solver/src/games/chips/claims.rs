//! What is printed about auctions with chips, compared with tables that the checker has verified. The claims stand in `docs/claims-chips.toml`,
//! which says what their fields mean.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use checker::graph as rules;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use report::chips::Held;
use serde::Deserialize;

use super::all::in_parallel;
use super::{Auction, Solved, Winner, certify, solve, under};
use crate::graph_games::{Game, Kind, Position, generate};

/// A file of claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// That the claims are about chips.
    pub about: String,
    /// The claims, in the order of the file.
    pub claim: Vec<Claim>,
}

/// Whether a file of claims is about chips.
#[must_use]
pub fn is_about_chips(text: &str) -> bool {
    #[derive(Deserialize)]
    struct About {
        about: Option<String>,
    }
    toml::from_str::<About>(text).is_ok_and(|file| file.about.as_deref() == Some("chips"))
}

/// A claim. What is printed, and what we find if it is something else.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// Who printed it.
    pub source: String,
    /// Where.
    pub section: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum What {
    Table {
        games: Vec<String>,
        period: u64,
        step: u64,
        first: Option<Vec<u64>>,
        printed: String,
        #[serde(default)]
        differs: Vec<u64>,
    },
    Needs {
        game: String,
        position: String,
        chips: u64,
        winner: Option<String>,
        printed: String,
        differs: Option<String>,
    },
    Recipe {
        chips: u64,
        printed: String,
        differs: String,
    },
    Rule {
        name: String,
        printed: u64,
        differs: Option<u64>,
    },
}

/// What came of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it is true as printed.
    pub as_printed: bool,
    /// Whether what was found is what the file records.
    pub as_recorded: bool,
    /// What was found, in words.
    pub found: String,
}

/// Solves a game and has the checker verify the table.
fn verified(game: &Game, file: &Arc<rules::Game>, auction: Auction) -> Result<(Solved, Vec<u32>), String> {
    let (graph, nodes) = under(game, auction)?;
    let solved = solve(&graph, auction, 1, &|_| ()).map_err(|error| error.to_string())?;
    let bytes = certify::graph(&solved);
    let verdict = games::checker(1, |_| None).check(&bytes, Some(file));
    verdict.map_err(|failure| report::words::explain(&bytes, Some(file), &failure))?;
    Ok((solved, nodes))
}

fn read(game: &Game) -> Result<Arc<rules::Game>, String> {
    let text = game.write();
    let read = rules::Game::read(text.as_bytes());
    read.map(Arc::new).map_err(|fault| report::words::game_fault(text.as_bytes(), &fault))
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

/// A game that grows by positions with names.
#[derive(Default)]
struct Builder {
    positions: Vec<Position>,
    numbers: BTreeMap<String, u32>,
}

impl Builder {
    fn add(&mut self, name: &str, kind: Kind) -> u32 {
        let number = self.positions.len() as u32;
        self.positions.push(Position { name: name.to_owned(), kind });
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a sum: `A`, `B` or `(L R)`.
    fn sum(&mut self, text: &str) -> Result<u32, String> {
        if let Some(&number) = self.numbers.get(text) {
            return Ok(number);
        }
        let wrong = || format!("found the game {text:?}, required A, B or (L R)");
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or_else(wrong)?;
        let mut depth = 0_i32;
        let place = inner.char_indices().find(|&(_, letter)| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ' ' && depth == 0
        });
        let (left, right) = inner.split_at(place.ok_or_else(wrong)?.0);
        let (left, right) = (self.sum(left)?, self.sum(&right[1..])?);
        Ok(self.add(text, Kind::Open { left: vec![left], right: vec![right] }))
    }
}

/// The tables of all claims about tic-tac-toe and sums: for each game, what the first player needs with so many chips in all.
type Tables = BTreeMap<(String, u64), Held>;

/// The totals that a table speaks of, with the place in the period and the number of periods.
fn totals(period: u64, first: Option<&[u64]>) -> Vec<(u64, u64, u64)> {
    let places = first.map_or_else(|| (0..period).collect(), <[u64]>::to_vec);
    let periods = if first.is_some() || 2 * period <= 256 { 2 } else { 1 };
    (0..periods)
        .flat_map(|n| places.iter().map(move |&place| (n * period + place, place, n)).collect::<Vec<_>>())
        .collect()
}

fn tables(claims: &[Claim], threads: usize) -> Result<Tables, String> {
    let mut wanted: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for claim in claims {
        if let What::Table { games, period, first, .. } = &claim.what {
            for (total, ..) in totals(*period, first.as_deref()) {
                wanted.entry(total).or_default().extend(games.iter().cloned());
            }
        }
    }
    let board = generate::tic_tac_toe(&Ratio::zero());
    let mut all = Builder::default();
    for position in board.positions() {
        all.add(&position.name, position.kind.clone());
    }
    let find = |all: &Builder, name: &str| *all.numbers.get(name).expect("a board");
    let root = board.positions()[0].kind.clone();
    let Kind::Open { right, .. } = root else { return Err("the empty board is open".to_owned()) };
    for (name, first) in [("centre first", ".../.X./..."), ("corner first", "X../.../...")] {
        let left = vec![find(&all, first)];
        all.add(name, Kind::Open { left, right: right.clone() });
    }
    all.add("A", terminal("A", true).kind);
    all.add("B", terminal("B", false).kind);
    for name in wanted.values().flatten() {
        all.sum(name)?;
    }
    let game = Game::new(None, all.positions).map_err(|error| error.to_string())?;
    let file = read(&game)?;
    let last = wanted.keys().last().copied().map_or(0, |last| last + 1);
    let found = in_parallel(0..last, threads, |total| {
        let Some(names) = wanted.get(&total) else { return Ok(Vec::new()) };
        let auction = Auction { chips: total, winner: Winner::Decides };
        let (solved, nodes) = verified(&game, &file, auction)?;
        let needs = |name: &String| solved.lines[0].chips[nodes[all.numbers[name] as usize] as usize];
        Ok(names.iter().map(|name| ((name.clone(), total), least(needs(name)))).collect::<Vec<_>>())
    });
    let found: Result<Vec<_>, String> = found.into_iter().collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Answers all claims.
///
/// # Errors
///
/// What is wrong with the file, or a table that is not verified.
pub fn answer(text: &str, threads: usize) -> Result<Vec<(Claim, String, Answer)>, String> {
    let claims: Claims = toml::from_str(text).map_err(|error| error.to_string())?;
    let tables = tables(&claims.claim, threads)?;
    let mut answers = Vec::new();
    for claim in claims.claim {
        let (kind, answer) = match &claim.what {
            What::Table { .. } => ("table", table(&claim.what, &tables)),
            What::Needs { .. } => ("needs", needs(&claim.what)),
            What::Recipe { chips, printed, differs } => ("recipe", recipe(*chips, printed, differs)),
            What::Rule { name, printed, differs } => ("rule", rule(name, *printed, *differs)),
        };
        let answer = answer.map_err(|error| format!("{}, {}: {error}", claim.source, claim.section))?;
        answers.push((claim, kind.to_owned(), answer));
    }
    Ok(answers)
}

fn table(what: &What, tables: &Tables) -> Result<Answer, String> {
    let What::Table { games, period, step, first, printed, differs } = what else { unreachable!("asked of tables") };
    let entries: Option<Vec<Held>> = printed.split_whitespace().map(Held::read).collect();
    let entries = entries.ok_or("printed: found something else, required numbers such as 12 and 12*")?;
    let places = first.as_ref().map_or(*period, |first| first.len() as u64);
    if entries.len() as u64 != places {
        return Err(format!("printed: found {} entries, required {places}", entries.len()));
    }
    let (mut wrong, mut places_wrong, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for game in games {
        for (total, place, n) in totals(*period, first.as_deref()) {
            let index =
                first.as_ref().map_or(place as usize, |first| first.iter().position(|&one| one == place).unwrap_or(0));
            let claimed = Held(entries[index].0 + 2 * n * step);
            let found = tables[&(game.clone(), total)];
            count += 1;
            if found != claimed {
                let recorded = if first.is_some() { total } else { place };
                places_wrong.insert(recorded);
                wrong.push(format!("{total} chips: printed {claimed}, found {found}"));
            }
        }
    }
    let recorded: BTreeSet<u64> = differs.iter().copied().collect();
    let found = if wrong.is_empty() { format!("{count} entries, all as printed") } else { wrong.join("; ") };
    Ok(Answer { as_printed: wrong.is_empty(), as_recorded: places_wrong == recorded, found })
}

/// What is recorded of a text: as printed, or as it differs.
fn compare(found: String, printed: &str, differs: Option<&str>) -> Answer {
    let as_printed = found == printed;
    Answer { as_printed, as_recorded: found == differs.unwrap_or(printed), found }
}

fn needs(what: &What) -> Result<Answer, String> {
    let What::Needs { game, position, chips, winner, printed, differs } = what else { unreachable!("asked of needs") };
    let winner = match winner.as_deref() {
        Some("moves") => Winner::Moves,
        None | Some("decides") => Winner::Decides,
        Some(found) => return Err(format!("winner: found {found:?}, required moves or decides")),
    };
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
    let (solved, nodes) = verified(&game, &read(&game)?, Auction { chips: *chips, winner })?;
    let found = solved.lines[0].chips[nodes[number(position)? as usize] as usize];
    let word = |star: usize| match found[star] {
        never if never > *chips as i64 => "-".to_owned(),
        held => Held(2 * held as u64 + star as u64).to_string(),
    };
    Ok(compare(format!("{} {}", word(0), word(1)), printed, differs.as_deref()))
}

fn rule(name: &str, printed: u64, differs: Option<u64>) -> Result<Answer, String> {
    let (cases, fails) = match name {
        "tug of war" => tug_of_war()?,
        "ultimatum" => ultimatum()?,
        "n moves in a row" => in_a_row()?,
        "centre or corner" => centre_or_corner()?,
        "average of f_A and f_B, as printed" => average(false)?,
        "average of f_A and f_B, with their minimum" => average(true)?,
        "star worth less than nothing, moves" => star(Winner::Moves, |[without, with]| with > without)?,
        "star worth less than nothing, decides" => star(Winner::Decides, |[without, with]| with > without)?,
        "star worth more than a chip, moves" => star(Winner::Moves, |[without, with]| without > with + 1)?,
        "star worth more than a chip, decides" => star(Winner::Decides, |[without, with]| without > with + 1)?,
        _ => return Err(format!("name: found {name:?}, required a rule of claims.rs")),
    };
    let recorded = differs.unwrap_or(printed);
    Ok(Answer {
        as_printed: fails == printed,
        as_recorded: fails == recorded,
        found: format!("{cases} cases, {fails} against it"),
    })
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
        let (solved, nodes) = verified(game, &file, Auction { chips, winner })?;
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
fn tug_of_war() -> Result<(u64, u64), String> {
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
    Ok(all)
}

/// The player who moves first leaves the other one to move `n` times in a row, back to the start, or to lose.
fn ultimatum() -> Result<(u64, u64), String> {
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
    Ok(all)
}

/// The opponent wins with any of the next `n` moves. Against no chips at all, `k` and the star win from `2^(n−1) − 1` on, and `k` against the star from `2^n − 1` on.
fn in_a_row() -> Result<(u64, u64), String> {
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
    Ok(all)
}

/// The totals for which the corner is as good as the centre are those that are printed; the centre is best but for 5 chips.
fn centre_or_corner() -> Result<(u64, u64), String> {
    const CORNER: [u64; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 19, 20, 22, 26];
    let claim = |game: &str| Claim {
        source: String::new(),
        section: String::new(),
        what: What::Table {
            games: vec![game.to_owned()],
            period: 256,
            step: 0,
            first: None,
            printed: String::new(),
            differs: Vec::new(),
        },
    };
    let names = ["centre first", "corner first", ".../.../..."];
    let tables = tables(&names.map(claim), 2)?;
    let fails = (0..256).filter(|&total| {
        let [centre, corner, best] = names.map(|name| tables[&(name.to_owned(), total)]);
        (centre == best) != (total != 5) || (corner == best) != CORNER.contains(&total)
    });
    Ok((256, fails.count() as u64))
}

/// Random games without cycles: in how many pairs of a game and a number of chips the average of what the two moves need, rounded as is printed, is
/// wrong at some position.
fn average(minimum: bool) -> Result<(u64, u64), String> {
    let (mut cases, mut fails) = (0, 0);
    for seed in 0..2400_u64 {
        let game = generate::random_acyclic(seed, 12, 2);
        let chips = seed % 13;
        let auction = Auction { chips, winner: Winner::Decides };
        let (solved, nodes) = verified(&game, &read(&game)?, auction)?;
        let held = |position: u32| match &game.positions()[position as usize].kind {
            Kind::Terminal(value) => Held(if value.is_one() { 0 } else { 2 * (chips + 1) }),
            _ => least(solved.lines[0].chips[nodes[position as usize] as usize]),
        };
        let is_wrong = |number: u32| {
            let Kind::Open { left, right } = &game.positions()[number as usize].kind else { return false };
            let stay = [number];
            let list = |list: &Vec<u32>| if list.is_empty() { stay.to_vec() } else { list.clone() };
            let f_a = list(left).into_iter().map(held).min().expect("an option");
            let f_b = list(right).into_iter().map(held).max().expect("an option");
            let a = if minimum { f_a.min(f_b) } else { f_a };
            let sum = f_a.chips() + f_b.chips();
            let expected = match (sum % 2, a.has_star()) {
                (0, false) => Held(sum / 2 * 2),
                (1, true) => Held(sum / 2 * 2 + 2),
                _ => Held(sum / 2 * 2 + 1),
            };
            held(number) != expected
        };
        cases += 1;
        fails += u64::from((0..game.positions().len() as u32).any(is_wrong));
    }
    Ok((cases, fails))
}

/// Random games with cycles: in how many of them the chips that are needed, without the star and with it, are against a rule at some position.
fn star(winner: Winner, is_against: fn([i64; 2]) -> bool) -> Result<(u64, u64), String> {
    let mut fails = 0;
    for seed in 0..2400_u64 {
        let game = generate::random(seed, 8, 2);
        let (solved, _) = verified(&game, &read(&game)?, Auction { chips: seed % 13, winner })?;
        fails += u64::from(solved.lines.iter().flat_map(|lines| &lines.chips).any(|&chips| is_against(chips)));
    }
    Ok((2400, fails))
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

fn recipe(chips: u64, printed: &str, differs: &str) -> Result<Answer, String> {
    let hex = Hex::new()?;
    let auction = Auction { chips, winner: Winner::Decides };
    let (solved, nodes) = verified(&hex.game, &read(&hex.game)?, auction)?;
    let needs = least(solved.lines[0].chips[nodes[hex.boards[&[0; 4]] as usize] as usize]);
    let states = (0..2 * (chips + 1)).rev();
    let followed = states.take_while(|&held| follows([0; 4], chips, held / 2, held % 2 == 1)).last();
    let followed = followed.map_or("-".to_owned(), |held| Held(held).to_string());
    let found = format!("needs {needs}, by the recipe {followed}");
    let recorded = format!("needs {printed}, by the recipe {differs}");
    Ok(Answer { as_printed: followed == needs.to_string(), as_recorded: found == recorded, found })
}
