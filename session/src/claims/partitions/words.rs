//! Partitions in words: pieces, partitions as people write them, what is proved of a position.

use std::fmt::Write as _;

use crate::{escape, fraction};
use checker::Verified;
use checker::certificate::{Head, Reader, Statement};
use checker::numbers::at;
use games::bare::Naturals as _;
use games::partitions::{CLASSES, Moves, Proved, RACE, STAIRCASES, VALUES, Wrong};

/// The pieces that have names: steps, rides. A pair says how many rows and how many columns are deleted.
const PIECES: [(&str, &[[usize; 2]], &[[usize; 2]]); 7] = [
    ("Downright", &[[0, 1], [1, 0]], &[]),
    ("Pawn", &[[0, 1], [1, 1]], &[]),
    ("Knight", &[[1, 2], [2, 1]], &[]),
    ("Bishop", &[], &[[1, 1]]),
    ("King", &[[0, 1], [1, 0], [1, 1]], &[]),
    ("Rook", &[], &[[0, 1], [1, 0]]),
    ("Queen", &[], &[[0, 1], [1, 0], [1, 1]]),
];

/// The names of the pieces.
pub fn pieces() -> impl Iterator<Item = &'static str> {
    PIECES.iter().map(|piece| piece.0)
}

/// A piece: by its name, or its moves, such as `0:1,1:1` (steps: rows and columns) and `1:1*` (a ride).
///
/// # Errors
///
/// In words, if it is none.
pub fn piece(text: &str) -> Result<Moves, String> {
    if let Some((_, steps, rides)) = PIECES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(text)) {
        return Ok(Moves { steps: steps.to_vec(), rides: rides.to_vec() });
    }
    let wrong = || {
        let names: Vec<&str> = pieces().collect();
        format!(
            "found the piece {}, required {}, or moves from 0:0 to 255:255 such as 0:1,1:1 with * behind rides",
            escape::quoted(text),
            names.join(", ")
        )
    };
    let mut moves = Moves { steps: Vec::new(), rides: Vec::new() };
    for word in text.split(',') {
        let (word, list) = match word.strip_suffix('*') {
            Some(word) => (word, &mut moves.rides),
            None => (word, &mut moves.steps),
        };
        let (rows, columns) = word.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().map(usize::from).map_err(|_| wrong());
        list.push([number(rows)?, number(columns)?]);
    }
    moves.steps.sort_unstable();
    moves.rides.sort_unstable();
    let ridden = |to: &[usize; 2], least: usize| {
        moves.rides.iter().any(|by| (least..256).any(|times| by.map(|by| times * by) == *to))
    };
    let mut all = moves.steps.iter().chain(&moves.rides);
    let twice = [&moves.steps, &moves.rides].iter().any(|list| list.windows(2).any(|pair| pair[0] == pair[1]));
    match all.any(|by| *by == [0, 0]) || twice {
        true => Err(format!("{text}: found a move twice, or one of no rows and no columns, required others")),
        false if moves.steps.iter().any(|to| ridden(to, 1)) || moves.rides.iter().any(|to| ridden(to, 2)) => {
            Err(format!("{text}: found a move that a ride makes, too, required each move once"))
        }
        false => Ok(moves),
    }
}

/// The name of a piece, or its moves.
pub fn piece_name(moves: &Moves) -> String {
    let known = PIECES.iter().find(|(_, steps, rides)| moves.steps == *steps && moves.rides == *rides);
    known.map_or_else(|| moves_text(moves), |(name, ..)| (*name).to_owned())
}

fn moves_text(moves: &Moves) -> String {
    let text = |[rows, columns]: &[usize; 2], sign: &str| format!("{rows}:{columns}{sign}");
    let steps = moves.steps.iter().map(|by| text(by, ""));
    steps.chain(moves.rides.iter().map(|by| text(by, "*"))).collect::<Vec<_>>().join(",")
}

/// The most cells and the most rows and columns together that are read: the limits of the checker.
const MOST: [u64; 2] = [1 << 22, 1 << 16];

/// A partition: its parts, such as `6^2,5,1`, or a staircase `S(k,a,b)` of k steps, each b rows high and a columns wide.
///
/// # Errors
///
/// In words, if it is none, or too large.
pub fn partition(text: &str) -> Result<Vec<usize>, String> {
    let shown = escape::quoted(text);
    let number = |word: &str| {
        let word = word.trim();
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse::<u64>().ok().filter(|number| digits && *number > 0);
        number.ok_or_else(|| {
            format!("{shown}: found {word:?}, required a whole number from 1 on, in a partition such as 6^2,5,1")
        })
    };
    let mut runs: Vec<[u64; 2]> = Vec::new();
    if let Some(staircase) = text.trim().strip_prefix("S(").and_then(|rest| rest.strip_suffix(')')) {
        let words: Vec<u64> = staircase.split(',').map(number).collect::<Result<_, _>>()?;
        let [k, a, b] = words[..] else {
            return Err(format!("{shown}: found {} numbers, required three, as in S(6,5,5)", words.len()));
        };
        if k > MOST[1] || a > MOST[1] || b > MOST[1] {
            return Err(format!("{shown}: found numbers above {}, required at most that", MOST[1]));
        }
        runs.extend((1..=k).rev().map(|i| [a * i, b]));
    } else {
        for word in text.split(',') {
            let (part, count) = word.split_once('^').unwrap_or((word, "1"));
            let run = [number(part)?, number(count)?];
            match runs.last_mut() {
                Some(last) if last[0] < run[0] => {
                    return Err(format!(
                        "{shown}: found {} after {}, required a partition: parts that do not increase",
                        run[0], last[0]
                    ));
                }
                Some(last) if last[0] == run[0] => last[1] = last[1].saturating_add(run[1]),
                _ => runs.push(run),
            }
        }
    }
    let sum = |sum: Option<u64>, term: Option<u64>| sum?.checked_add(term?);
    let cells = runs.iter().map(|[part, count]| part.checked_mul(*count)).fold(Some(0), sum);
    let rows = runs.iter().map(|[_, count]| Some(*count)).fold(Some(runs[0][0]), sum);
    for (found, most, what) in [(cells, MOST[0], "cells"), (rows, MOST[1], "rows and columns together")] {
        if found.is_none_or(|found| found > most) {
            let found = found.map_or("more than 2^64".to_owned(), |found| found.to_string());
            return Err(format!("{shown}: found {found} {what}, required at most {most}"));
        }
    }
    Ok(runs.iter().flat_map(|&[part, count]| std::iter::repeat_n(at(part), at(count))).collect())
}

/// A partition as it is written, runs of equal parts with exponents.
pub fn partition_text(rows: &[usize]) -> String {
    let run = |run: &[usize]| if run.len() > 1 { format!("{}^{}", run[0], run.len()) } else { run[0].to_string() };
    rows.chunk_by(|a, b| a == b).map(run).collect::<Vec<_>>().join(",")
}

/// What is left of a partition.
pub fn rest(rows: &[usize], [row, column]: [usize; 2]) -> Vec<usize> {
    rows.iter().skip(row).filter(|part| **part > column).map(|part| part - column).collect()
}

/// All partitions up to a size, in the order of the format.
pub fn partitions(most: usize) -> impl Iterator<Item = Vec<usize>> {
    (1..=most).flat_map(|size| std::iter::successors(Some(vec![size]), |rows| following(rows)))
}

/// The partition of the same size that comes next: the last part above 1 is one less, and the rest follows in parts as great as may be.
fn following(rows: &[usize]) -> Option<Vec<usize>> {
    let last = rows.iter().rposition(|part| *part > 1)?;
    let (mut next, most) = (rows[..last].to_vec(), rows[last] - 1);
    let mut left: usize = rows[last..].iter().sum();
    while left > 0 {
        next.push(most.min(left));
        left -= most.min(left);
    }
    Some(next)
}

/// What positions are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The cells of a board with these rows.
    Board(Vec<usize>),
    /// All partitions up to a size.
    Sizes(usize),
    /// The staircases of blocks of `a` columns and `b` rows.
    Staircases([usize; 2]),
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The number of the statement.
    pub number: u8,
    /// The piece; in a race Left's, and Right's.
    pub moves: Vec<Moves>,
    /// Whether the play is misère; where both plays are meant, false.
    pub misere: bool,
    /// Of which positions.
    pub shape: Shape,
}

/// What a certificate is about, unless it is about no partitions.
pub fn about(head: &Head) -> Option<About> {
    let Statement::Further(number, body) = &head.statement else { return None };
    stated(*number, body)
}

/// What the body of a statement is about, unless it is about no partitions.
pub(crate) fn stated(number: u8, body: &[u8]) -> Option<About> {
    super::NUMBERS.contains(&number).then_some(())?;
    let mut reader = Reader::new(None, body);
    let pieces = if number == RACE { 2 } else { 1 };
    let moves = (0..pieces).map(|_| Moves::read(&mut reader)).collect::<Result<Vec<_>, _>>().ok()?;
    let kind = reader.byte().ok()?;
    let mut next = || reader.number().ok().and_then(|number| usize::try_from(number).ok());
    let shape = match (number, kind) {
        (VALUES, 1) => Shape::Sizes(next()?),
        (STAIRCASES, _) => Shape::Staircases([next()?, next()?]),
        _ => {
            let runs = next()?;
            let runs: Vec<[usize; 2]> = (0..runs).map(|_| Some([next()?, next()?])).collect::<Option<_>>()?;
            let rows = runs.iter().map(|run| run[1]).try_fold(0_usize, usize::checked_add)?;
            let is_small = rows <= at(MOST[0]);
            let rows = runs.iter().flat_map(|&[part, count]| std::iter::repeat_n(part, count));
            Shape::Board(if is_small { rows.collect() } else { return None })
        }
    };
    Some(About { number, moves, misere: number != VALUES && kind == 1, shape })
}

/// The cell of a number.
pub fn cell(rows: &[usize], number: usize) -> Option<[usize; 2]> {
    let mut start = 0;
    for (row, length) in rows.iter().enumerate() {
        if number < start + length {
            return Some([row, number - start]);
        }
        start += length;
    }
    None
}

/// The number of a cell, if it is one.
pub fn cell_number(rows: &[usize], [row, column]: [usize; 2]) -> Option<usize> {
    rows.get(row).filter(|length| column < **length).map(|_| rows[..row].iter().sum::<usize>() + column)
}

/// The name of the place at which a condition fails.
pub fn place(head: &Head, condition: &str, number: u64) -> String {
    let number = usize::try_from(number).ok();
    let named = about(head).zip(number).and_then(|(about, number)| match (condition, &about.shape) {
        ("class", _) => CLASSES.get(number).map(|class| format!("class {class}")),
        ("return", _) => Some(format!("below layer {number}")),
        (_, Shape::Board(rows)) => cell(rows, number).map(cell_text),
        (_, Shape::Sizes(most)) => partitions(*most).nth(number).map(|rows| partition_text(&rows)),
        (_, Shape::Staircases([a, b])) => {
            let (layer, cell) = (number / (a * b), number % (a * b));
            Some(format!("layer {layer}, cell {}:{}", cell / a, cell % a))
        }
    });
    named.unwrap_or_else(|| number.map_or("a place".to_owned(), |number| format!("place {number}, counted from 0")))
}

/// A cell: rows above it and columns left of it.
pub fn cell_text([row, column]: [usize; 2]) -> String {
    format!("cell {row}:{column}")
}

/// Where and why a condition fails, in words.
pub fn failure(head: &Head, &Wrong { condition, place, stated, required }: &Wrong) -> String {
    let words = match condition {
        "quiet" => "stated losing, required winning: some move leads to a losing cell, or it is an end of misère play"
            .to_owned(),
        "answered" => "stated winning, required losing: no move leads to a losing cell".to_owned(),
        "class" => {
            let first = |number: u64| match number {
                0 => "no position is against it".to_owned(),
                number => format!("the first position against it is number {}", number - 1),
            };
            format!("stated that {}, required that {}", first(stated), first(required))
        }
        "return" if stated < 2 && required < 2 => {
            let told = |is: u64| if is == 1 { "what is seen recurs" } else { "nothing recurs" };
            format!("stated that {}, required that {}", told(stated), told(required))
        }
        _ => format!("stated {stated}, required {required}"),
    };
    format!("{}: {words}", self::place(head, condition, place))
}

/// In a few words, what a certificate is about.
pub fn title(about: &About) -> String {
    let pieces = about.moves.iter().map(piece_name).collect::<Vec<_>>().join(" against ");
    let misere = if about.misere { ", misère" } else { "" };
    match &about.shape {
        Shape::Board(rows) => format!("{pieces} on the board {}{misere}", partition_text(rows)),
        Shape::Sizes(most) => format!("{pieces} on all partitions up to {most}"),
        Shape::Staircases([a, b]) => format!("{pieces} on the staircases S(k,{a},{b})"),
    }
}

/// The name of the position of a number.
pub(crate) fn name(about: &About, number: usize) -> String {
    place_of(about, number).unwrap_or_else(|| format!("position {number}"))
}

fn place_of(about: &About, number: usize) -> Option<String> {
    match &about.shape {
        Shape::Board(rows) => cell(rows, number).map(cell_text),
        Shape::Sizes(most) => partitions(*most).nth(number).map(|rows| partition_text(&rows)),
        Shape::Staircases(_) => None,
    }
}

/// What is proved of partitions, and what the certificate is about.
pub(crate) fn proved(verified: &Verified) -> (&Proved, About) {
    let proved = verified.subject().downcast_ref().expect("asked of partitions only");
    (proved, about(verified.head()).expect("it is verified"))
}

/// What is verified, in a sentence.
pub fn claim(verified: &Verified) -> String {
    let (proved, about) = proved(verified);
    let title = title(&about);
    match proved {
        Proved::Values(pairs, classes) => {
            let losing = [0, 1].map(|play| pairs.iter().filter(|pair| pair[play] == 0).count());
            let mut text = format!(
                "{title}: all {} positions have these normal and misère values; {} lose in normal play, {} in misère play; classes:",
                pairs.len(),
                losing[0],
                losing[1]
            );
            for (class, first) in CLASSES.iter().zip(classes) {
                let _ = match first {
                    None => write!(text, " {class};"),
                    Some(first) => write!(text, " not {class}, first at {};", name(&about, *first)),
                };
            }
            text.pop();
            text
        }
        Proved::Losing(losing) => {
            let count = losing.iter().filter(|losing| **losing).count();
            let corner = if losing[0] { "loses" } else { "wins" };
            format!("{title}: {count} of {} cells lose; who has to move in the corner {corner}", losing.len())
        }
        Proved::Staircases([from, period, growth], values) => {
            let Shape::Staircases([a, b]) = about.shape else { unreachable!("verified") };
            let start = preperiod([*from, *period, *growth], a * b, values);
            let layers = values.len() / (a * b);
            format!(
                "{title}: the values for all k; layers repeat from layer {start} on after {period}, with values greater by {growth}; {layers} layers of {} cells are listed",
                a * b
            )
        }
        Proved::Race(race) => {
            let value = |place| self::value(verified, place);
            format!(
                "{title}: all {} open cells have these exact values and labels; the corner is worth {} to Left",
                race.open.len(),
                value(0)
            )
        }
    }
}

/// The first layer from which on values repeat: what is seen below a layer recurs somewhat later.
pub fn preperiod([from, period, growth]: [usize; 3], block: usize, values: &[[u16; 1]]) -> usize {
    let same = |layer: usize| {
        let value = |layer: usize, cell: usize| usize::from(values[layer * block + cell][0]);
        (0..block).all(|cell| value(layer, cell) + growth == value(layer + period, cell))
    };
    (0..from).rev().take_while(|layer| same(*layer)).last().unwrap_or(from)
}

/// The value of a cell of the layer of a number, in staircases.
pub fn layer_value(
    [from, period, growth]: [usize; 3],
    block: usize,
    values: &[[u16; 1]],
    layer: usize,
    cell: usize,
) -> usize {
    let times = (layer + 1).saturating_sub(from + period).div_ceil(period);
    usize::from(values[(layer - times * period) * block + cell][0]) + times * growth
}

/// What is verified of a position, as names and texts: of a cell `ROWS:COLUMNS` of a board; of a partition such as `3,2,1`; of the staircase of
/// `k` steps.
///
/// # Errors
///
/// In words, if the certificate says nothing of it.
pub fn at_text(verified: &Verified, text: &str) -> Result<Vec<(&'static str, String)>, String> {
    let (proved, about) = proved(verified);
    let shown = escape::quoted(text);
    let (number, left) = match &about.shape {
        Shape::Board(rows) => {
            let wrong =
                || format!("found {shown}, required a cell, ROWS:COLUMNS, of the board {}", partition_text(rows));
            let (row, column) = text.split_once(':').ok_or_else(wrong)?;
            let cell = [row.trim().parse().map_err(|_| wrong())?, column.trim().parse().map_err(|_| wrong())?];
            (cell_number(rows, cell).ok_or_else(wrong)?, rest(rows, cell))
        }
        Shape::Sizes(most) => {
            let rows = partition(text)?;
            let size: usize = rows.iter().sum();
            if size > *most {
                return Err(format!("{shown}: found a partition of {size}, required one of at most {most}"));
            }
            let found = partitions(*most).position(|other| other == rows);
            (found.expect("all partitions are among them"), rows)
        }
        Shape::Staircases([a, b]) => {
            let k = text.trim().parse::<u32>().ok().filter(|k| *k > 0).and_then(|k| usize::try_from(k).ok());
            let k = k.ok_or_else(|| format!("found {shown}, required k, a number from 1 on, for S(k,{a},{b})"))?;
            let Proved::Staircases(returns, values) = proved else { unreachable!("verified") };
            let value = layer_value(*returns, a * b, values, k - 1, 0);
            return Ok(vec![("at", format!("S({k},{a},{b})")), ("normal", value.to_string())]);
        }
    };
    let mut told = vec![("at", name(&about, number)), ("partition", partition_text(&left))];
    match proved {
        Proved::Values(pairs, _) => {
            told.extend([("normal", pairs[number][0].to_string()), ("misere", pairs[number][1].to_string())]);
            let winning = winning(&about, &left, |option| match &about.shape {
                Shape::Board(rows) => {
                    let [row, column] = cell(rows, number).expect("a cell");
                    pairs[cell_number(rows, [row + option[0], column + option[1]]).expect("an option")]
                }
                _ => {
                    pairs[partitions(at(MOST[0])).position(|other| other == rest(&left, option)).expect("a partition")]
                }
            });
            told.extend(["winning_normal", "winning_misere"].into_iter().zip(winning));
        }
        Proved::Losing(losing) => told.push(("outcome", if losing[number] { "losing" } else { "winning" }.to_owned())),
        Proved::Race(race) => match race.open.binary_search(&number) {
            Ok(place) => told.push(("value", value(verified, u32::try_from(place).expect("few")))),
            Err(_) => told.push(("value", "the end: neither player can move".to_owned())),
        },
        Proved::Staircases(..) => unreachable!("of another shape"),
    }
    Ok(told)
}

/// The value of a place of a race.
pub(crate) fn value(verified: &Verified, place: u32) -> String {
    let number = verified.stated().place(place).alpha[0];
    fraction::rational(verified.stated().fraction(number)).to_string()
}

/// The moves, rows and columns deleted, to positions of value 0: in normal play, in misère play.
fn winning(about: &About, left: &[usize], pair: impl Fn([usize; 2]) -> [u16; 2]) -> [String; 2] {
    let is_left = |by: &[usize; 2]| left.get(by[0]).is_some_and(|part| *part > by[1]);
    let steps = about.moves[0].steps.iter().copied().filter(is_left);
    let rides = about.moves[0].rides.iter();
    let rides = rides.flat_map(|by| (1..).map(|times| by.map(|by| times * by)).take_while(is_left));
    let options: Vec<([usize; 2], [u16; 2])> = steps.chain(rides).map(|by| (by, pair(by))).collect();
    [0, 1].map(|play| {
        let wins =
            options.iter().filter(|(_, pair)| pair[play] == 0).map(|([row, column], _)| format!("{row}:{column}"));
        let wins: Vec<String> = wins.collect();
        if wins.is_empty() { "none".to_owned() } else { wins.join(" ") }
    })
}

/// The names of the columns of [`line`], with tabs between them.
pub fn columns(verified: &Verified) -> &'static str {
    match proved(verified).0 {
        Proved::Values(..) => "number\tposition\tnormal\tmisere",
        Proved::Losing(..) => "number\tposition\toutcome",
        Proved::Staircases(..) => "number\tlayer\trow\tcolumn\tvalue",
        Proved::Race(..) => "number\tposition\tvalue\tT\tT′",
    }
}

/// All positions, a line for each.
pub fn lines(verified: &Verified) -> Vec<String> {
    let (proved, about) = proved(verified);
    let names: Box<dyn Iterator<Item = String>> = match about.shape {
        Shape::Board(rows) => Box::new(
            rows.into_iter()
                .enumerate()
                .flat_map(|(row, length)| (0..length).map(move |column| format!("{row}:{column}"))),
        ),
        Shape::Sizes(most) => Box::new(partitions(most).map(|rows| partition_text(&rows))),
        Shape::Staircases([a, b]) => Box::new(
            (0..).flat_map(move |layer| (0..a * b).map(move |cell| format!("{layer}\t{}\t{}", cell / a, cell % a))),
        ),
    };
    let numbered = (0_usize..).zip(names);
    match proved {
        Proved::Values(pairs, _) => {
            let line = |((number, name), pair): ((usize, String), &[u16; 2])| {
                format!("{number}\t{name}\t{}\t{}", pair[0], pair[1])
            };
            numbered.zip(pairs).map(line).collect()
        }
        Proved::Losing(losing) => {
            let line = |((number, name), losing): ((usize, String), &bool)| {
                format!("{number}\t{name}\t{}", if *losing { "losing" } else { "winning" })
            };
            numbered.zip(losing).map(line).collect()
        }
        Proved::Staircases(_, values) => {
            let line =
                |((number, name), value): ((usize, String), &[u16; 1])| format!("{number}\t{name}\t{}", value[0]);
            numbered.zip(values).map(line).collect()
        }
        Proved::Race(race) => {
            let names: Vec<String> = numbered.map(|(_, name)| name).collect();
            let label = |label: u32| if label == u32::MAX { "infinite".to_owned() } else { label.to_string() };
            let line = |(place, cell): (u32, &usize)| {
                let [white, black] = verified.stated().place(place).labels.map(label);
                format!("{place}\t{}\t{}\t{white}\t{black}", names[*cell], self::value(verified, place))
            };
            (0..).zip(&race.open).map(line).collect()
        }
    }
}

/// How many positions something is proved of.
pub fn count(verified: &Verified) -> usize {
    match proved(verified).0 {
        Proved::Values(pairs, _) => pairs.len(),
        Proved::Losing(losing) => losing.len(),
        Proved::Staircases(_, values) => values.len(),
        Proved::Race(race) => race.open.len(),
    }
}

/// The conditions that are tried, with how often.
pub fn conditions(verified: &Verified) -> Vec<(&'static str, usize)> {
    let count = count(verified);
    let own: &[(&str, usize)] = match proved(verified).0 {
        Proved::Values(..) => &[("mex", count), ("misere-mex", count), ("class", CLASSES.len())],
        Proved::Losing(losing) => {
            let quiet = losing.iter().filter(|losing| **losing).count();
            &[("quiet", quiet), ("answered", count - quiet)]
        }
        Proved::Staircases([from, period, _], _) => {
            let layers = from + period;
            &[("mex", count), ("return", layers * (layers + 1) / 2 + 2)]
        }
        Proved::Race(_) => &[],
    };
    [("header", 1), ("canonical", count), ("coverage", 1), ("imports", 0)]
        .into_iter()
        .chain(own.iter().copied())
        .collect()
}
