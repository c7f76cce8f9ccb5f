//! What is verified of a position under an auction with chips, in words: who wins with how many chips, what to bid, where to move, and what
//! to do with the star.

use std::fmt;

use crate::claims::endgame::same_right;
use crate::claims::game;
use crate::escape;
use crate::json::{Object, list, quoted};
use crate::notation;
use crate::position::PositionError;
use crate::sheet::same_board;
use checker::Verified;
use checker::chess::Placement;
use checker::endgame::known;
use checker::graph::Game;
use checker::numbers::at;
use checker::table::{Table, Target};
use checker::theorem::Side;
use games::chips::{Auction, Chips, Line, Lines, Played, Rule, enough};

/// A number of half units as people write it: `12` chips, or `12*` with the star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held(pub u64);

impl Held {
    /// Reads `12` or `12*`.
    pub fn read(text: &str) -> Option<Self> {
        let (digits, star) = text.strip_suffix('*').map_or((text, 0), |digits| (digits, 1));
        let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let chips: u64 = Some(digits).filter(|_| is_plain)?.parse().ok()?;
        Some(Self(chips.checked_mul(2)?.checked_add(star)?))
    }

    /// The chips.
    pub fn chips(self) -> u64 {
        self.0 / 2
    }

    /// Whether the star is among it.
    pub fn has_star(self) -> bool {
        self.0 % 2 == 1
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.chips(), if self.has_star() { "*" } else { "" })
    }
}

/// What somebody says that White holds.
///
/// # Errors
///
/// If the text is no such number, or there are not so many chips.
pub fn held(chips: &Chips, text: Option<&str>) -> Result<Option<Held>, String> {
    let most = chips.auction.chips;
    let read = |text: &str| Held::read(text).filter(|held| held.chips() <= most).ok_or_else(|| no_holding(text, most));
    text.map(read).transpose()
}

/// That a text is not what a player holds of so many chips.
pub(crate) fn no_holding(text: &str, most: u64) -> String {
    format!("--holds: found {text:?}, required a number from 0 to {most}, with a * if with the star")
}

/// An auction in words: `200 chips, the buyer moves`.
pub fn auction(auction: Auction) -> String {
    format!("{}, {}", escape::count(at(auction.chips), "chip", "chips"), rule(auction.rule))
}

/// Who moves, in words.
pub fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Moves => "the buyer moves",
        Rule::Decides => "the buyer says who moves",
    }
}

/// The name of the position of a number.
pub fn name(played: &Played, number: u32) -> String {
    match played {
        Played::Endgame(positions) => notation::fen(positions.endgame.board, &positions.placement(number)),
        Played::Game(game) => game::name(game, number).to_owned(),
    }
}

/// The names of the positions of a game in a file.
pub fn names(played: &Played) -> Vec<String> {
    match played {
        Played::Endgame(_) => Vec::new(),
        Played::Game(game) => game.names.iter().map(ToString::to_string).collect(),
    }
}

/// Of how many positions something is stated at so many places.
pub fn count(played: &Played, places: usize) -> usize {
    if let Played::Endgame(positions) = played { positions.positions() } else { places }
}

/// The conventional name of the certificate of an endgame: that of its table, then the chips and the rule: `8x8_KNk_200_moves.cert`.
pub fn file_name(endgame: &checker::endgame::Endgame, auction: Auction) -> String {
    let rule = if auction.rule == Rule::Moves { "moves" } else { "decides" };
    format!("{}_{}_{rule}.cert", notation::file_name(endgame).trim_end_matches(".cert"), auction.chips)
}

/// What is played, in a few words.
pub fn about(played: &Played) -> String {
    match played {
        Played::Endgame(positions) => notation::endgame(&positions.endgame),
        Played::Game(game) => game::title(game),
    }
}

/// In how many states nobody wins: a state is a position with what White holds of the chips, and the star or not.
pub fn drawn(chips: &Chips) -> u128 {
    firsts(chips).map(|(_, lines)| u128::from(drawn_at(chips.auction, lines))).sum()
}

/// In how many states of one position nobody wins.
pub fn drawn_at(auction: Auction, [white, black]: &Lines) -> u64 {
    let states = |parity: usize| {
        // White has 2a + parity half units, a from 0 to N, and wins from `white` on; Black has the rest, of the other parity.
        let (wins, loses) = (white[parity].threshold / 2, black[1 - parity].threshold / 2);
        (auction.chips + 1).checked_sub((auction.chips + 1 - wins) + (auction.chips + 1 - loses))
    };
    [0, 1].map(|parity| states(parity).expect("nobody wins where the other does")).iter().sum()
}

/// What is verified, in a sentence.
pub fn claim(chips: &Chips) -> String {
    let positions = firsts(chips).count();
    let count = escape::count(positions, "position", "positions");
    let states = u128::from(2 * (chips.auction.chips + 1)) * u128::from(u64::try_from(positions).expect("a length"));
    let drawn = match drawn(chips) {
        0 => "no state is drawn".to_owned(),
        1 => format!("1 of {states} states is drawn"),
        drawn => format!("{drawn} of {states} states are drawn"),
    };
    let auction = auction(chips.auction);
    format!("{}, {auction}, ties by the star: who wins with how many chips at {count}; {drawn}", about(&chips.played))
}

/// Whether the place of a number is the first one of its position.
pub fn is_first(played: &Played, number: u32) -> bool {
    if let Played::Endgame(positions) = played { positions.is_first(number) } else { true }
}

/// What is verified of each position, at its first place, with the number of that.
pub fn firsts(chips: &Chips) -> impl Iterator<Item = (u32, &Lines)> {
    (0..).zip(&chips.lines).filter(|(number, _)| is_first(&chips.played, *number))
}

/// An option, and what is verified of the place that it leads to.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Whose option it is.
    pub by: Side,
    /// The move, or the name of a position.
    pub text: String,
    /// What is verified there.
    pub lines: Lines,
}

/// A position with its options.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The position as it was asked for.
    pub name: String,
    /// What is verified of it.
    pub lines: Lines,
    /// Its options; none where the game is over.
    pub options: Vec<Reached>,
}

fn turned([white, black]: Lines, flipped: bool) -> Lines {
    if flipped { [black, white] } else { [white, black] }
}

/// What is verified of the position that a FEN, or a name in a game, describes.
///
/// # Errors
///
/// If the certificate says nothing of it.
pub fn at_text(verified: &Verified, chips: &Chips, text: &str) -> Result<Entry, PositionError> {
    match &chips.played {
        Played::Endgame(_) => {
            let (board, placement) = notation::parse(text).map_err(PositionError::Fen)?;
            at_placement(verified, chips, board, &placement)
        }
        Played::Game(game) => Ok(of_game(chips, game, game::number(game, text)?)),
    }
}

/// What is verified of the position of a number in a game, among all of it.
pub(super) fn of_game(chips: &Chips, game: &Game, place: usize) -> Entry {
    let lines = |place: usize| match game.places[place] {
        Ok(number) => chips.lines[at(number)],
        Err(index) => {
            let won = game.values[at(index)].numerator != num_bigint::BigUint::ZERO;
            chips.auction.won(if won { Side::White } else { Side::Black })
        }
    };
    let mut options = Vec::new();
    if let Ok(number) = game.places[place] {
        game.options(number, |(by, _, to, _)| {
            options.push(Reached { by, text: game.names[at(to)].to_string(), lines: lines(at(to)) });
        });
    }
    Entry { name: game.names[place].to_string(), lines: lines(place), options }
}

/// What is verified of a placement on a board.
///
/// # Errors
///
/// If the certificate says nothing of it.
pub fn at_placement(
    verified: &Verified,
    chips: &Chips,
    board: checker::chess::Board,
    placement: &Placement,
) -> Result<Entry, PositionError> {
    let Played::Endgame(positions) = &chips.played else {
        return Err(PositionError::Name(escape::quoted(&notation::fen(board, placement))));
    };
    let own = positions.endgame.board;
    same_board(board, own)?;
    same_right(own, placement)?;
    let find = |placement: &Placement| -> Option<Lines> {
        if let Some((number, flipped)) = positions.number(placement) {
            return Some(turned(chips.lines[at(number)], flipped));
        }
        let Target::Known { border, number } = known(&positions.imports, placement)? else { return None };
        let (import, flipped) = (border / 2, border % 2 == 1);
        let import: &Chips = verified.imports()[import].subject().downcast_ref()?;
        Some(turned(import.lines[at(number)], flipped))
    };
    let signature = |men: &[_]| notation::signature(men);
    let men: Vec<_> = placement.pieces.iter().map(|piece| piece.man).collect();
    let (number, flipped) = positions
        .number(placement)
        .ok_or_else(|| PositionError::Men(signature(&men), signature(&positions.endgame.men)))?;
    let mut options = Vec::new();
    for (by, name, after) in notation::options(own, placement) {
        let lines = after.map_or(chips.auction.won(by), |after| find(&after).expect("all imports are there"));
        options.push(Reached { by, text: notation::move_text(own, placement, name), lines });
    }
    let lines = turned(chips.lines[at(number)], flipped);
    Ok(Entry { name: notation::fen(own, placement), lines, options })
}

/// What a player should do in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Whether the player wins by it; else the player does not lose by it.
    pub wins: bool,
    /// The bid, in chips.
    pub bid: u64,
    /// After the player has bought for the bid alone: the options that keep what is claimed. None if no such purchase can come.
    pub bought: Vec<usize>,
    /// After the player has bought for the bid and the star, because bids were equal: the options that keep what is claimed.
    pub with_star: Vec<usize>,
    /// What to do with the star after equal bids; none if the player does not hold it, or equal bids cannot be.
    pub star: Option<Star>,
}

/// What to do with the star after equal bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Use it: buy, and give the star away with the chips.
    Use,
    /// Keep it: let the opponent buy.
    Keep,
}

impl Entry {
    /// What a player should do with so many half units; none if the opponent wins whatever is done, or the game is over.
    ///
    /// The options are numbers of [`options`](Self::options): the player's own, or, where the buyer decides, `usize::MAX` for letting the
    /// opponent move.
    pub fn advice(&self, auction: Auction, side: Side, held: u64) -> Option<Advice> {
        if self.options.is_empty() {
            return None;
        }
        let lines_of = |lines: &Lines, side: Side| side.of(lines[0], lines[1]);
        let line = lines_of(&self.lines, side)[at(held % 2)];
        let all = 2 * auction.chips + 1;
        // As if the player had exactly the threshold; or as if the opponent had a chip less than the opponent's threshold.
        let (wins, t, bid) = match held >= line.threshold {
            true => (true, line.threshold, line.bid),
            false => {
                let line: Line = lines_of(&self.lines, side.other())[at((all - held) % 2)];
                (false, all - line.threshold.checked_sub(2)?, line.guard)
            }
        };
        if !wins && all - held > all - t {
            return None;
        }
        let below = Some(line.label).filter(|_| wins);
        let is_good = |option: &Reached, t: u64| match wins {
            true => enough(&lines_of(&option.lines, side), t, below),
            false => !enough(&lines_of(&option.lines, side.other()), all - t, None),
        };
        let decides = auction.rule == Rule::Decides;
        let buys = |t: u64| {
            let own = (0..).zip(&self.options).filter(|(_, option)| option.by == side && is_good(option, t));
            let mut own: Vec<usize> = own.map(|(place, _)| place).collect();
            if decides && self.options.iter().filter(|option| option.by != side).all(|option| is_good(option, t)) {
                own.push(usize::MAX);
            }
            own
        };
        let has_star = t % 2 == 1;
        let ties = bid <= (all - t) / 2;
        let bought = if bid > 0 || (ties && !has_star) { buys(t - 2 * bid) } else { Vec::new() };
        let with_star = if ties && has_star { buys(t - 2 * bid - 1) } else { Vec::new() };
        let star = (ties && has_star).then_some(if with_star.is_empty() { Star::Keep } else { Star::Use });
        Some(Advice { wins, bid, bought, with_star, star })
    }
}

/// A name as it is shown: a FEN or a move as it is, a name in a game in quotation marks.
fn shown(chips: &Chips, name: &str) -> String {
    if matches!(chips.played, Played::Game(_)) { escape::quoted(name) } else { name.to_owned() }
}

/// The players.
pub fn players(played: &Played) -> [&'static str; 2] {
    match played {
        Played::Endgame(_) => ["White", "Black"],
        Played::Game(_) => ["Left", "Right"],
    }
}

/// How much a side needs.
pub(crate) fn needs(auction: Auction, [without, with]: [Line; 2]) -> String {
    let held = |line: Line| (line.threshold / 2 <= auction.chips).then_some(Held(line.threshold));
    match (held(without), held(with)) {
        (None, None) => "with no number of chips".to_owned(),
        (Some(without), None) => format!("with {without} or more, only without the star"),
        (None, Some(with)) => format!("with {with} or more, only with the star"),
        (Some(without), Some(with)) => format!("with {without} or more, or with the star from {with} on"),
    }
}

/// The answer as text; with what the first player holds, also what to do.
pub fn text(chips: &Chips, entry: &Entry, held: Option<Held>) -> String {
    let (auction, players) = (chips.auction, players(&chips.played));
    let mut text = format!("{}\n{}; * is the star\n", shown(chips, &entry.name), self::auction(auction));
    if entry.options.is_empty() {
        let winner = players[usize::from(entry.lines[0][0].threshold > 0)];
        return text + &format!("the game is over: {winner} has won\n");
    }
    for (player, lines) in players.iter().zip(entry.lines) {
        text += &format!("{player} wins {}\n", needs(auction, lines));
    }
    let all = 2 * auction.chips + 1;
    for (parity, star) in [(1, players[0]), (0, players[1])] {
        let (white, black) = (entry.lines[0][parity].threshold, entry.lines[1][1 - parity].threshold);
        // From what Black no longer wins against to what White does not win with.
        let range = white.checked_sub(2).zip((all + 2).checked_sub(black)).filter(|(last, first)| first <= last);
        if let Some((last, first)) = range {
            let range =
                if first == last { format!("{}", Held(first)) } else { format!("{} to {}", Held(first), Held(last)) };
            text += &format!("drawn if {star} has the star and {} has {range}\n", players[0]);
        }
    }
    if let Some(Held(held)) = held {
        for (side, held) in Side::BOTH.into_iter().zip([held, all - held]) {
            let (player, other) = side.of((players[0], players[1]), (players[1], players[0]));
            text += &match entry.advice(auction, side, held) {
                None => format!("{player} with {}: {other} wins, whatever {player} does\n", Held(held)),
                Some(advice) => format!("{player} with {}: {}", Held(held), advice_text(chips, entry, &advice, other)),
            };
        }
    }
    text
}

fn advice_text(chips: &Chips, entry: &Entry, advice: &Advice, other: &str) -> String {
    let aim = if advice.wins { "wins" } else { "does not lose" };
    let mut text = format!("{aim} by bidding {}\n", advice.bid);
    let go = |options: &[usize]| {
        let name = |&place: &usize| match place {
            usize::MAX => format!("let {other} move"),
            place => shown(chips, &entry.options[place].text),
        };
        options.iter().take(6).map(name).collect::<Vec<_>>().join(", or ")
            + if options.len() > 6 { ", …" } else { "" }
    };
    if !advice.bought.is_empty() {
        text += &format!("  after buying for {}: {}\n", advice.bid, go(&advice.bought));
    }
    match advice.star {
        None => {}
        Some(Star::Use) => {
            text += &format!("  after equal bids: use the star, buy for {}*: {}\n", advice.bid, go(&advice.with_star));
        }
        Some(Star::Keep) => text += &format!("  after equal bids: keep the star, {other} buys\n"),
    }
    text
}

/// The answer as fields of an object: `position`; for each player `wins_from` and `wins_with_star_from`, `null` for never; `drawn_here`; with what the
/// first player holds `held`, and for each player `advice`: `wins`, `bid`, `after_buying`, `with_star`, `star`.
pub fn add(chips: &Chips, entry: &Entry, held: Option<Held>, object: &mut Object) {
    let (auction, players) = (chips.auction, players(&chips.played).map(str::to_lowercase));
    object.text("position", &entry.name);
    for (player, [without, with]) in players.iter().zip(entry.lines) {
        let from = |line: Line| (line.threshold / 2 <= auction.chips).then_some(line.threshold / 2);
        object.json_or_null(&format!("{player}_wins_from"), from(without));
        object.json_or_null(&format!("{player}_wins_with_star_from"), from(with));
    }
    object.json("drawn_here", if entry.options.is_empty() { 0 } else { drawn_at(auction, &entry.lines) });
    let Some(Held(held)) = held else { return };
    object.text("held", Held(held));
    for (side, held) in Side::BOTH.into_iter().zip([held, 2 * auction.chips + 1 - held]) {
        let name = |&place: &usize| match place {
            usize::MAX => quoted("let the other move"),
            place => quoted(&entry.options[place].text),
        };
        let advice = entry.advice(auction, side, held).map(|advice| {
            let mut object = Object::default();
            object.json("wins", advice.wins).json("bid", advice.bid);
            object.json("after_buying", list(advice.bought.iter().map(name)));
            object.json("with_star", list(advice.with_star.iter().map(name)));
            object.text_or_null("star", advice.star.map(|star| if star == Star::Use { "use" } else { "keep" }));
            object
        });
        object.json_or_null(&format!("{}_advice", players[side.of(0, 1)]), advice);
    }
}

/// The fields of the receipt.
pub fn receipt(chips: &Chips, object: &mut Object) {
    let rule = if chips.auction.rule == Rule::Moves { "moves" } else { "decides" };
    let finite = |line: &&Line| line.threshold / 2 <= chips.auction.chips;
    let label =
        |side: usize| firsts(chips).flat_map(|(_, lines)| &lines[side]).filter(finite).map(|line| line.label).max();
    object
        .text("claim", claim(chips))
        .json("format", checker::certificate::VERSION)
        .text("form", "chips")
        .json("chips", chips.auction.chips)
        .text("winner", rule)
        .json("positions", firsts(chips).count())
        .json("drawn_states", drawn(chips))
        .json_or_null("max_white_label", label(0))
        .json_or_null("max_black_label", label(1));
}
