//! An auction whose chips are paid to the bank: who wins with how many chips, against each number of the opponent's.

use super::chips::{self, unverified as claimed};
use super::game;
use super::unverified::{Beside, Unverified};
use crate::escape;
use crate::figures::Figures;
use crate::json::{Object, list};
use crate::notation;
use crate::position::PositionError;
use crate::sheet::{self, Listed, Row, Sheet};
use checker::Verified;
use checker::certificate::{Head, VERSION};
use checker::numbers::at;
use checker::theorem::Side;
use games::chips::{Played, Rule};
pub(super) use games::poorman::NUMBER;
use games::poorman::{Auction, Line, Lines, NEVER, Poorman, Ties};

/// The auction that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table { verified, poorman: verified.subject().downcast_ref()? }))
}

/// What a statement says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let (auction, inner) = Auction::read(body).ok()?;
    let what = inner.played.map_or_else(|_| "a game in a file".to_owned(), |endgame| notation::endgame(&endgame));
    Some(Listed::new(format!("{what}, {}", self::auction(auction, ["Left", "Right"])), "thresholds"))
}

/// What is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    claimed(head, game)
}

/// An auction in words.
fn auction(Auction { rule, ties, most }: Auction, players: [&str; 2]) -> String {
    let ties = match ties {
        Ties::Of(side) => format!("ties for {}", players[side.of(0, 1)]),
        Ties::Star => "ties by the star".to_owned(),
    };
    let most = escape::count(at(most), "chip", "chips");
    format!("chips paid to the bank, {}, {ties}, up to {most} of the opponent", chips::rule(rule))
}

/// The conventional name of the certificate of an endgame: that of its table, then the auction: `8x8_KNk_20_decides_bank_star.cert`.
pub fn file_name(endgame: &checker::endgame::Endgame, Auction { rule, ties, most }: Auction) -> String {
    let ties = match ties {
        Ties::Of(side) => side.of("left", "right"),
        Ties::Star => "star",
    };
    let name = chips::file_name(endgame, games::chips::Auction { rule, chips: most });
    format!("{}_bank_{ties}.cert", name.trim_end_matches(".cert"))
}

/// A verified table.
struct Table<'a> {
    verified: &'a Verified,
    poorman: &'a Poorman,
}

/// What is verified of a position.
struct Place<'a> {
    poorman: &'a Poorman,
    name: String,
    lines: &'a Lines,
    /// What Left has, and Right, each with the star or not.
    held: Option<[chips::Held; 2]>,
}

impl Place<'_> {
    /// For each side, and for each of its states with a number of the opponent's chips: whether it holds the star, and what it needs.
    fn needs(&self) -> impl Iterator<Item = (Side, bool, Vec<Option<u64>>)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            let (states, lines) = (self.poorman.auction.states(side), &self.lines[side.of(0, 1)]);
            states.iter().enumerate().map(move |(state, &ties)| {
                let lines = lines.iter().skip(state).step_by(states.len());
                let needed = |line: &Line| Some(line.threshold).filter(|&needed| needed < NEVER);
                (side, ties && states.len() > 1, lines.map(needed).collect())
            })
        })
    }

    /// The name of what a side needs: `left_wins_from`.
    fn key(&self, side: Side, star: bool) -> String {
        let player = chips::players(&self.poorman.played)[side.of(0, 1)].to_lowercase();
        format!("{player}_wins{}_from", if star { "_with_star" } else { "" })
    }

    /// What a side may do with what both have: whether it wins, and the bid; none if the opponent wins.
    fn advice(&self, side: Side) -> Option<(bool, u64)> {
        let held = self.held?.map(|held| (held.chips(), held.has_star()));
        let line = |side: Side| {
            let ((_, star), (other, _)) = side.of((held[0], held[1]), (held[1], held[0]));
            let states = self.poorman.auction.states(side);
            let state = if states.len() > 1 { usize::from(star) } else { 0 };
            self.lines[side.of(0, 1)][at(other) * states.len() + state]
        };
        let has = |side: Side| held[side.of(0, 1)].0 >= line(side).threshold;
        match (has(side), has(side.other())) {
            (true, _) => Some((true, line(side).bid)),
            (_, true) => None,
            _ => Some((false, line(side.other()).guard)),
        }
    }
}

impl sheet::Answer for Place<'_> {
    fn text(&self) -> String {
        let players = chips::players(&self.poorman.played);
        let name = match self.poorman.played {
            Played::Game(_) => escape::quoted(&self.name),
            Played::Endgame(_) => self.name.clone(),
        };
        let mut text = format!("{name}\n{}\n", auction(self.poorman.auction, players));
        for (side, star, needs) in self.needs() {
            let needs: Vec<String> =
                needs.iter().map(|needed| needed.map_or("-".to_owned(), |chips| chips.to_string())).collect();
            let star = if star { " with the star" } else { "" };
            text += &format!("{} wins{star} from, against 0, 1, …: {}\n", players[side.of(0, 1)], needs.join(" "));
        }
        if let Some([left, right]) = self.held {
            for (side, player) in Side::BOTH.into_iter().zip(players) {
                text += &match self.advice(side) {
                    Some((true, bid)) => format!("with {left} against {right}: {player} wins by bidding {bid}\n"),
                    Some((false, bid)) => {
                        format!("with {left} against {right}: {player} does not lose by bidding {bid}\n")
                    }
                    None => String::new(),
                };
            }
        }
        text
    }

    fn add(&self, object: &mut Object) {
        object.text("position", &self.name);
        for (side, star, needs) in self.needs() {
            let needs = needs.iter().map(|needed| needed.map_or("null".to_owned(), |chips| chips.to_string()));
            object.json(&self.key(side, star), list(needs));
        }
        let Some([left, right]) = self.held else { return };
        object.text("held", format!("{left}-{right}"));
        for (side, player) in Side::BOTH.into_iter().zip(chips::players(&self.poorman.played)) {
            let advice = |(wins, bid)| Object::default().json("wins", wins).json("bid", bid).to_string();
            let advice = self.advice(side).map(advice);
            object.json_or_null(&format!("{}_advice", player.to_lowercase()), advice);
        }
    }

    fn row(&self) -> Vec<String> {
        let cell = |needs: Vec<Option<u64>>| {
            needs
                .iter()
                .map(|needed| needed.map_or("-".to_owned(), |chips| chips.to_string()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut cells = [(); 4].map(|()| "-".to_owned());
        for (side, star, needs) in self.needs() {
            cells[2 * side.of(0, 1) + usize::from(star)] = cell(needs);
        }
        [self.name.clone()].into_iter().chain(cells).collect()
    }
}

impl Table<'_> {
    /// What is said of the lines of a position.
    fn place<'a>(&'a self, name: &str, lines: &'a Lines, held: Option<[chips::Held; 2]>) -> Row<'a> {
        Row::Own(Box::new(Place { poorman: self.poorman, name: name.to_owned(), lines, held }))
    }

    /// All lines of a side at the first places of positions.
    fn lines(&self, side: usize) -> impl Iterator<Item = &Line> {
        sheet::firsts(self).flat_map(move |number| &self.poorman.lines[at(number)][side])
    }
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "poorman"
    }

    fn about(&self) -> String {
        chips::about(&self.poorman.played)
    }

    fn question(&self) -> &'static str {
        match self.poorman.played {
            Played::Endgame(_) => {
                "a placement of the men, as a FEN, and with --holds A-B for what White and Black have"
            }
            Played::Game(_) => "the name of a position of the game, and with --holds A-B for what Left and Right have",
        }
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        let count = escape::count(self.count(), "position", "positions");
        let auction = auction(self.poorman.auction, chips::players(&self.poorman.played));
        format!("{}, {auction}: who wins with how many at {count}", self.about())
    }

    fn count(&self) -> usize {
        chips::count(&self.poorman.played, self.places())
    }

    fn places(&self) -> usize {
        self.poorman.lines.len()
    }

    fn is_first(&self, number: u32) -> bool {
        chips::is_first(&self.poorman.played, number)
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "poorman"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let wins = |side| self.lines(side).filter(|line| line.threshold < NEVER).count();
        let guard = |side| self.lines(side).filter(|line| line.threshold > 0).count();
        vec![("white-wins", wins(0)), ("white-guard", guard(0)), ("black-wins", wins(1)), ("black-guard", guard(1))]
    }

    fn receipt(&self, object: &mut Object) {
        let Auction { rule, ties, most } = self.poorman.auction;
        object.text("claim", self.claim()).json("format", VERSION).text("form", "poorman").json("chips", most);
        object.text("winner", if rule == Rule::Moves { "moves" } else { "decides" });
        object.text(
            "ties",
            match ties {
                Ties::Of(side) => side.of("left", "right"),
                Ties::Star => "star",
            },
        );
        object.json("positions", self.count());
    }

    fn labels(&self) -> [Option<u64>; 2] {
        let labels = |side: usize| self.poorman.lines.iter().flat_map(move |lines| &lines[side]).map(|line| line.label);
        [0, 1].map(|side| Some(labels(side).max().unwrap_or(0).into()))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        let most = self.poorman.auction.most;
        let read = |text: &str| {
            let (left, right) = text.split_once('-')?;
            let held = [chips::Held::read(left)?, chips::Held::read(right)?];
            let stars = held.iter().filter(|held| held.has_star()).count();
            let is_fit = stars == usize::from(self.poorman.auction.ties == Ties::Star);
            Some(held).filter(|held| is_fit && held.iter().all(|held| held.chips() <= most))
        };
        let refused = |text| {
            format!(
                "--holds: found {text:?}, required A-B, at most {most} each, with a * where the star is, if there is one"
            )
        };
        let held = holds.map(|text| read(text).ok_or_else(|| refused(text))).transpose()?;
        let lines = match &self.poorman.played {
            Played::Game(game) => match game.places[game::number(game, text).map_err(|error| error.to_string())?] {
                Ok(number) => &self.poorman.lines[at(number)],
                Err(_) => {
                    return Err(format!("the game is over at {}: whoever has won needs nothing", escape::quoted(text)));
                }
            },
            Played::Endgame(positions) => {
                let (board, placement) =
                    notation::parse(text).map_err(|error| PositionError::Fen(error).to_string())?;
                sheet::same_board(board, positions.endgame.board).map_err(|error| error.to_string())?;
                let found = positions.number(&placement).filter(|(_, flipped)| !flipped);
                let (number, _) = found.ok_or_else(|| format!("found {text}, required {}", self.question()))?;
                &self.poorman.lines[at(number)]
            }
        };
        Ok(self.place(text, lines, held))
    }

    fn number(&self, number: u32) -> Row<'_> {
        self.place(&self.name(number), &self.poorman.lines[at(number)], None)
    }

    fn name(&self, number: u32) -> String {
        chips::name(&self.poorman.played, number)
    }

    fn names(&self) -> Vec<String> {
        chips::names(&self.poorman.played)
    }

    fn columns(&self) -> &'static [&'static str] {
        &chips::columns(self.is_game())[..5]
    }

    fn line(&self, number: u32) -> String {
        let Row::Own(place) = self.number(number) else { unreachable!("no position has values") };
        let mut cells = place.row();
        cells[0] = self.shown(&cells[0]);
        format!("{number}\t{}", cells.join("\t"))
    }

    fn asks_placements(&self) -> bool {
        matches!(self.poorman.played, Played::Endgame(_))
    }

    fn is_game(&self) -> bool {
        matches!(self.poorman.played, Played::Game(_))
    }
}
