//! Why a certificate is not verified: `rejected: condition: where: found, required`, or `declined: …`.

use std::any::Any;
use std::sync::Arc;

use num_rational::BigRational;

use crate::claims::chips::Held;
use crate::claims::{losing as antichess, partitions as partition};
use crate::escape::quoted;
use crate::{claims, fraction, notation};
use checker::certificate::{Digest, Head, MAGIC, Statement, VERSION};
use checker::chess::{ALL_PROMOTIONS, Board, Man};
use checker::endgame::{Endgame, Positions, used};
use checker::failure::{Breach, Condition, Failure, Fault, Spelling};
use checker::graph::Game;
use checker::limits::TooMuch;
use checker::numbers::at;
use checker::plan::List;
use checker::table::Table;
use checker::theorem::{INFINITE, Label, Side, Turn};
use games::chips;
use games::chips::WrongLine;
use games::hex;
use games::hex::WrongCount;
use games::losing::proof::WrongStep;
use games::losing::{DRAW, Proof, WrongLabel};
use games::partitions::Race;
use games::partitions::Wrong;
use games::payments::{self, Auction};

/// Why a certificate is not verified: the bytes, and the game if one was given, are those that were judged.
///
/// To name a position all positions of the endgame may have to be found once more.
pub fn explain(bytes: &[u8], game: Option<&Game>, failure: &Failure) -> String {
    let (mut head, slices) = match games::certificate(bytes) {
        Ok(certificate) => (Some(certificate.head), Some(certificate.slices.len())),
        Err(_) => (None, None),
    };
    let paid = match head.as_ref().map(|head| &head.statement) {
        Some(Statement::Further(payments::NUMBER, body)) => Auction::read(body).ok(),
        _ => None,
    };
    // What is asked of its positions is told like that of the game alone.
    let auction = paid.map(|(auction, inner)| {
        head.iter_mut().for_each(|head| head.statement = inner.clone());
        auction
    });
    let endgame = match head.as_ref().map(|head| &head.statement) {
        Some(Statement::Endgame(board, men)) => Endgame::new(*board, men).ok(),
        Some(Statement::Further(chips::NUMBER, body)) => chips::Body::read(body).ok().and_then(|body| body.endgame),
        Some(Statement::Further(number, body)) => antichess::endgame(*number, body),
        _ => None,
    };
    let verdict = if failure.is_declined() { "declined" } else { "rejected" };
    let losing = match head.as_ref().map(|head| &head.statement) {
        Some(Statement::Further(number @ antichess::AUCTION..=antichess::PROOF, _)) => Some(*number),
        _ => None,
    };
    format!(
        "{verdict}: {}",
        Judged { bytes: Some(bytes), head, slices, endgame, game, auction, losing }.reason(failure)
    )
}

/// What is asked where a file is too short.
const CUT: &str = "; is the file cut off?";

/// Whether a file of the wrong length is too short: with zeros behind it, its length is no more what is wrong.
fn is_cut(bytes: &[u8]) -> bool {
    let longer = [bytes, &vec![0; bytes.len().max(1 << 20)]].concat();
    !matches!(games::certificate(&longer), Ok(_) | Err(Failure::Header("length")))
}

/// What is known of a file that was judged. Of an import only its endgame is.
struct Judged<'a> {
    bytes: Option<&'a [u8]>,
    head: Option<Head>,
    slices: Option<usize>,
    endgame: Option<Endgame>,
    game: Option<&'a Game>,
    auction: Option<Auction>,
    /// The number of the statement, if it is about Losing Chess.
    losing: Option<u8>,
}

impl Judged<'_> {
    fn reason(&self, failure: &Failure) -> String {
        match failure {
            Failure::Limit(much) => too_much(*much),
            Failure::Unknown("version", 1) => format!(
                "version: found 1, required {VERSION}: this version does not read the old format; solve it again, with this version, to make the file anew"
            ),
            Failure::Unknown("version", found) => format!("version: found {found}, required {VERSION}"),
            Failure::Unknown(what, found) => format!("{what}: found the number {found}, which this version does not know"),
            Failure::MissingImport(digest) => {
                let import = self.head.as_ref().and_then(|head| head.imports.iter().position(|import| import.0 == *digest));
                let name = import.and_then(|place| self.import(place)).map(|import| format!("{}: ", self.named(&import)[1]));
                let digest = notation::digest(Digest(*digest));
                format!("imports: {}found no certificate with sha-256 {digest}, required one", name.into_iter().collect::<String>())
            }
            Failure::Game if self.game.is_some() => {
                "game: found one, required none, for the certificate is not about a game in a file".to_owned()
            }
            Failure::Game => {
                "game: found none, required the file of the game, for the certificate does not repeat it: give it with --graph GAME.json".to_owned()
            }
            Failure::OtherGame(failure) => format!("game: {}: is this the game?", self.reason(failure)),
            Failure::Uncovered(what, position) => {
                let number = u32::try_from(*position).expect("a position of a game");
                let name = self.game.map_or(nameless(number), |game| quoted(&game.names[at(number)]));
                format!("game: {name}: found {what}, required none, for the statement does not cover it")
            }
            Failure::Bug => "found a bug of the checker, which stopped; please report it with the message above".to_owned(),
            Failure::Header(what) => format!("header: {}", self.header(what)),
            Failure::Spelling(None, offset, what) if self.losing.is_some() && *what != Spelling::Values => {
                format!("canonical: {}", spelling("body of the statement", *offset, *what))
            }
            Failure::Spelling(None, offset, what) => format!("canonical: {}", spelling("head", *offset, *what)),
            Failure::Spelling(Some(slice), offset, what) => {
                format!("canonical: {}", spelling(&format!("slice {slice}, counted from 0"), *offset, *what))
            }
            Failure::Statement(what) => format!("canonical: {}", self.statement(what)),
            Failure::Member(place) => format!(
                "canonical: member {place}, counted from 0: found no position, or one that is not greater than the one before it; required both, with one king \
                 of each side, men and squares increasing"
            ),
            Failure::Coverage(found, required) if self.slices.is_none_or(|slices| slices == *found) => {
                format!("coverage: found {found} slices, required {required}")
            }
            Failure::Coverage(found, required) => {
                format!("coverage: found a slice of {found} bytes, required {required} or more, one for each position")
            }
            Failure::ImportCount(found, required) => format!("imports: found {found}, required {required}"),
            Failure::ImportKind(place) => {
                let required = match self.import(*place) {
                    Some(endgame) => format!("a table of {}", self.named(&endgame)[0]),
                    None => "a table of an endgame on the same board, after those of more men".to_owned(),
                };
                let exact = self.head.as_ref().is_some_and(|head| head.bits == 0);
                let exact = if exact { ", with exact values" } else { "" };
                format!("imports: {}: found something else, required {required}{exact}", self.import_name(*place))
            }
            Failure::Import(place, failure) => {
                let losing = self.losing.map(|number| number.min(antichess::TURNS));
                let (endgame, auction) = (self.import(*place), self.auction.clone());
                let import = Judged { bytes: None, head: None, slices: None, endgame, game: None, auction, losing };
                format!("imports: {}: {}", self.import_name(*place), import.reason(failure))
            }
            Failure::Further(fault) => self.further(&**fault),
            Failure::At(breach) => self.breach(breach),
        }
    }

    /// The endgame of the import of a place.
    fn import(&self, place: usize) -> Option<Endgame> {
        let endgame = self.endgame.as_ref()?;
        let imports = if self.losing.is_some() { endgame.changes(0, &ALL_PROMOTIONS) } else { endgame.imports() };
        imports.get(place).cloned()
    }

    /// The body of a statement about Losing Chess.
    fn body(&self) -> Option<&[u8]> {
        match self.head.as_ref().map(|head| &head.statement) {
            Some(Statement::Further(_, body)) => self.losing.map(|_| &**body),
            _ => None,
        }
    }

    /// How people write an endgame, and the name of its file.
    fn named(&self, endgame: &Endgame) -> [String; 2] {
        match self.losing {
            Some(antichess::AUCTION) => {
                [antichess::auction(endgame), antichess::file_name(antichess::AUCTION, endgame)]
            }
            Some(_) => [antichess::table(endgame), antichess::file_name(antichess::TURNS, endgame)],
            None => [notation::endgame(endgame), notation::file_name(endgame)],
        }
    }

    fn import_name(&self, place: usize) -> String {
        let name = self.import(place).map(|import| {
            let [_, name] = self.named(&import);
            name
        });
        let digest =
            self.head.as_ref().and_then(|head| head.imports.get(place)).map(|digest| notation::digest(*digest));
        match (name, digest) {
            (Some(name), Some(digest)) => format!("{name} (sha-256 {digest})"),
            (Some(name), None) => name,
            (None, Some(digest)) => format!("sha-256 {digest}"),
            (None, None) => format!("import {place}, counted from 0"),
        }
    }

    fn header(&self, what: &str) -> String {
        let found = self.bytes.map_or(0, <[u8]>::len);
        match what {
            "magic" => {
                let first = self.bytes.unwrap_or(&[]);
                let first = &first[..first.len().min(MAGIC.len())];
                let first: String = first.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let magic: String = MAGIC.iter().map(|byte| byte.escape_ascii().to_string()).collect();
                let cut = if found < MAGIC.len() && MAGIC.starts_with(self.bytes.unwrap_or(&[])) { CUT } else { "" };
                format!("first bytes: found \"{first}\", required \"{magic}\"{cut}")
            }
            "length" => {
                let cut = if self.bytes.is_some_and(is_cut) { CUT } else { "" };
                format!("length: found {found} bytes, required as many as the head says{cut}")
            }
            _ => format!("{what}: found another sha-256 than the one that stands there, required the same"),
        }
    }

    fn statement(&self, what: &str) -> String {
        if let Some(words) = self.body().and_then(|body| antichess::statement(what, body)) {
            return words;
        }
        let statement = self.head.as_ref().map(|head| &head.statement);
        let (board, men) = match statement {
            Some(Statement::Endgame(board, men)) => (Some(*board), men.clone()),
            Some(Statement::List(board, ..)) => (Some(*board), Vec::new()),
            _ => (None, Vec::new()),
        };
        let men: Vec<Man> = men.into_iter().filter_map(Man::new).collect();
        let signature = |men: &[Man]| notation::signature(men);
        match (what, board) {
            ("board", Some([.., rule])) if rule > 2 => {
                format!("board: found the pawn rule {rule}, required 0, 1 or 2")
            }
            ("board", Some([files, ranks, _])) => {
                format!("board: found {files} files and {ranks} ranks, required 2 to 16 of each")
            }
            ("men", _) => {
                "men: found other numbers, required those of both kings, 0 and 1, and then the others from 2 to 11, in order".to_owned()
            }
            ("pawn rule", Some([_, ranks, rule])) => {
                let found = match rule {
                    0 => "that of no pawns",
                    1 => "the single step",
                    _ => "the double step",
                };
                format!(
                    "pawn rule: found {found} on {ranks} ranks, required that of no pawns where there is none; else the single step, which needs 3 ranks, or the double \
                     step, which needs 4"
                )
            }
            ("colours", _) => {
                format!("colours: found {}, required {}, with the colours exchanged", signature(&men), signature(&used(&men)))
            }
            ("root", _) => "root: found the number of no member, required one".to_owned(),
            ("endgame of an import", _) => {
                let required = self.endgame.as_ref().map(|endgame| self.named(endgame)[0].clone());
                let required = required.unwrap_or("an endgame".to_owned());
                format!("statement: found something else, required {required}")
            }
            ("moves", _) => "moves: found other lists, required steps and rides that increase, of some row or column, none made by another ride".to_owned(),
            ("partition", _) => "partition: found other runs, required one or more, of lengths that decrease".to_owned(),
            _ => format!("{what}: found another one, required one of the format"),
        }
    }

    /// The name of a position.
    fn position(&self, number: u32) -> String {
        let list = match self.head.as_ref().map(|head| &head.statement) {
            Some(Statement::Game) => {
                return self.game.map_or(nameless(number), |game| quoted(claims::game::name(game, number)));
            }
            Some(Statement::Further(12, body)) => {
                let race = self.head.as_ref().and_then(|head| Race::read(body, head).ok());
                let cell = race.and_then(|race| race.open.get(at(number)).copied());
                let cell = cell.and_then(|cell| u64::try_from(cell).ok());
                return cell.map_or(nameless(number), |cell| partition::place(self.head.as_ref(), "race", cell));
            }
            Some(Statement::List(board, root, members)) => List::new(*board, *root, members, Vec::new()).ok(),
            Some(Statement::Further(..)) if self.endgame.is_none() => {
                return self.game.map_or(nameless(number), |game| quoted(claims::game::name(game, number)));
            }
            _ => None,
        };
        match (list, &self.endgame) {
            (Some(list), _) => notation::fen(list.board, &list.members[at(number)]),
            (None, Some(endgame)) => {
                let positions = Positions::enumerate(endgame.clone(), smallest(endgame, &mut Vec::new()));
                notation::fen(endgame.board, &positions.placement(number))
            }
            (None, None) => nameless(number),
        }
    }

    fn board(&self) -> Option<Board> {
        match self.head.as_ref().map(|head| &head.statement) {
            Some(Statement::List(board, ..)) => Board::new(*board),
            _ => self.endgame.as_ref().map(|endgame| endgame.board),
        }
    }

    /// What is wrong with the numbers of a board of Hex.
    fn counts(&self, body: &[u8], WrongCount { place, required }: &WrongCount) -> String {
        let cell = place.checked_sub(1);
        let cell = cell.zip(hex::Board::read(body).ok()).map(|(cell, board)| claims::hex::cell(&board, cell));
        let when = cell.map_or(String::new(), |cell| format!("{cell}: with Left's stone there, "));
        format!("{when}found another number of fillings that Left wins, required {required}")
    }

    /// A condition of a further game.
    fn further(&self, fault: &dyn Fault) -> String {
        let (condition, place, any): (_, _, &dyn Any) = (fault.condition(), fault.place(), fault);
        let wrong = any.downcast_ref().map(|Wrong { stated, required, .. }| vec![*stated, *required]);
        let line = any.downcast_ref().map(|WrongLine { half_units, bid, .. }| vec![*half_units, *bid]);
        let label = any.downcast_ref().map(|WrongLabel { stated, required, .. }| {
            vec![u64::from(*stated), required.map_or(DRAW.into(), u64::from)]
        });
        let step = any.downcast_ref().map(|WrongStep { line, .. }| line.clone());
        let numbers: &[u64] = &wrong.or(line).or(label).or(step).unwrap_or_default();
        if let (Some(Statement::Further(9..=12, _)), &[stated, required]) =
            (self.head.as_ref().map(|head| &head.statement), numbers)
        {
            return partition::failure(self.head.as_ref(), condition, place, [stated, required]);
        }
        if self.losing.is_some() {
            let proof = self.body().and_then(|body| Proof::read(body, self.head.as_ref()?).ok());
            let words = antichess::breach(self.endgame.as_ref(), proof.as_ref(), condition, place, numbers);
            return format!("{condition}: {words}");
        }
        if let (Some(Statement::Further(hex::NUMBER, body)), Some(wrong)) =
            (self.head.as_ref().map(|head| &head.statement), any.downcast_ref())
        {
            return format!("{condition}: {}", self.counts(body, wrong));
        }
        let position = u32::try_from(place).map_or_else(|_| place.to_string(), |number| self.position(number));
        let words = match (self.head.as_ref().map(|head| &head.statement), numbers) {
            (Some(Statement::Further(chips::NUMBER, _)), [held, bid]) => {
                let held = Held(*held);
                match condition {
                    "white-wins" | "black-wins" => {
                        format!("stated a bid of {bid} chips with {held}, required one that wins against every answer")
                    }
                    _ => format!(
                        "stated the opponent's bid of {bid} chips against {held}, required one against which no bid wins"
                    ),
                }
            }
            _ => format!("found {numbers:?}, required what the format says"),
        };
        format!("{condition}: {position}: {words}")
    }

    fn breach(&self, breach: &Breach) -> String {
        let Breach { position, condition, side, stated, mean, labels: [found, required] } = breach;
        let turn = match (self.head.as_ref().map(|head| &head.statement), self.game) {
            (Some(Statement::Game), Some(game)) => game.turn(*position),
            _ => Turn::Bid,
        };
        let place = self.position(*position);
        let stated = fraction::rational(stated.clone());
        let mean: Vec<(u32, BigRational)> =
            mean.iter().map(|(weight, number)| (*weight, fraction::rational(number.clone()))).collect();
        let (sum, formula) = match (&self.auction, &mean[..]) {
            (Some(auction), [(_, white), (_, black)]) => {
                let sum = claims::payments::mean(auction, white, black);
                let text = fraction::text;
                let words = format!("the mean of {} and {} is {}", text(white), text(black), text(&sum));
                (sum, words)
            }
            _ => {
                let sum = fraction::mean(&mean);
                let words = formula(turn, &mean, &sum);
                (sum, words)
            }
        };
        let words = match condition {
            Condition::Holds => {
                let most = side.of("at least", "at most");
                format!("stated {}, {formula}, required {most} that", fraction::text(&stated))
            }
            Condition::Forces if !fraction::same(&stated, &sum) => {
                let most = side.of("at most", "at least");
                format!("stated {}, {formula}, required {most} that", fraction::text(&stated))
            }
            Condition::Forces => {
                let less = side.of("less", "more");
                let or = match (found, required) {
                    (0, 0) => String::new(),
                    _ => {
                        format!(
                            ", or a label above {}, the least of its evidence, where {} is stated",
                            label(*required),
                            label(*found)
                        )
                    }
                };
                format!("stated {}, {formula}, required {less}{or}", fraction::text(&stated))
            }
            Condition::Label if self.auction.is_some() => {
                let name = side.of("T", "T′");
                let [found, greatest] = [*found, *required].map(label);
                format!("stated {name} = {found}, required one more than {greatest}, the greatest of the options")
            }
            Condition::Label => {
                let name = side.of("T", "T′");
                format!("stated {name} = {}, required {}", label(*found), label(*required))
            }
            Condition::Greedy => {
                let step = |number| self.board().map_or(number_of_move(number), |board| notation::step(board, number));
                format!(
                    "stated {}, required {}, the first of the greedy moves of least label",
                    step(*found),
                    step(*required)
                )
            }
        };
        format!("{}: {place}: {words}", condition.name(*side))
    }
}

fn number_of_move(number: u32) -> String {
    format!("the move of number {number}")
}

fn nameless(number: u32) -> String {
    format!("position {number}, counted from 0")
}

/// What a number is compared with.
fn formula(turn: Turn, mean: &[(u32, BigRational)], sum: &BigRational) -> String {
    let sum = fraction::text(sum);
    match (turn, mean) {
        (Turn::Bid, [(_, white), (_, black)]) => {
            format!("half of {} + {} is {sum}", fraction::text(white), fraction::text(black))
        }
        (Turn::Of(Side::White), _) => format!("the greatest of the options is {sum}"),
        (Turn::Of(Side::Black), _) => format!("the least of the options is {sum}"),
        _ => {
            let all: u64 = mean.iter().map(|&(weight, _)| u64::from(weight)).sum();
            let term = |(weight, number): &(u32, BigRational)| {
                let weight = BigRational::new((*weight).into(), all.into());
                format!("{weight} · {}", fraction::text(number))
            };
            let mut terms: Vec<String> = mean.iter().take(8).map(term).collect();
            if mean.len() > terms.len() {
                terms.push("…".to_owned());
            }
            format!("the mean with weights, {}, is {sum}", terms.join(" + "))
        }
    }
}

fn label(label: Label) -> String {
    if label == INFINITE { "infinite".to_owned() } else { label.to_string() }
}

/// Imports for finding the positions of an endgame alone: they have to be there, but their positions do not matter, so they stand on the
/// smallest board.
fn smallest(endgame: &Endgame, known: &mut Vec<Arc<Positions>>) -> Vec<Arc<Positions>> {
    let find = |known: &[Arc<Positions>], men: &[Man]| known.iter().find(|other| other.endgame.men == men).cloned();
    let mut all = Vec::new();
    for Endgame { board, men } in endgame.imports() {
        let board = Board { files: 2, ranks: 2, ..board };
        let import = find(known, &men).unwrap_or_else(|| {
            let import = Endgame { board, men };
            let imports = smallest(&import, known);
            let import = Arc::new(Positions::enumerate(import, imports));
            known.push(Arc::clone(&import));
            import
        });
        all.push(import);
    }
    all
}

fn spelling(part: &str, offset: usize, what: Spelling) -> String {
    let place = format!("{part}, before its byte {offset}");
    match what {
        Spelling::End => format!("{place}: found too few bytes left, required more"),
        Spelling::Rest => format!("{place}: found bytes that are left over, required none"),
        Spelling::Long => format!("{place}: found a number in more bytes than it needs, required the fewest"),
        Spelling::Unknown => format!("{place}: found a number that means nothing there"),
        Spelling::Large => format!("{place}: found a number that is greater than it may be there"),
        Spelling::Values => {
            "values: found a list that is not in its one spelling, required values in lowest terms, increasing, at most 1, each used; odd parts that are odd, \
             increasing, each used; two values for a position exactly in the form for that"
                .to_owned()
        }
    }
}

/// That a limit was passed.
pub fn too_much(TooMuch { limit, found }: TooMuch) -> String {
    let at_least = if found == u64::MAX { "more than 2^64".to_owned() } else { found.to_string() };
    format!("limit: found {at_least} {}, required at most {}", limit.of, limit.most)
}
