//! Nim under an auction in words: heaps as people write them, values, bids and labels of all positions.

use super::unverified::{self, Beside, Unverified, nameless};
use super::values;
use crate::answer::Values;
use crate::escape;
use crate::figures::Figures;
use crate::position::{Entry, Leads, PositionError, Reached, Shares, known, ordered, whole};
use crate::tell::{Answer, Listed, Tell};
use checker::Verified;
use checker::certificate::Head;
use checker::numbers::at;
use checker::table::{Step, Table as _, Target};
use checker::theorem::{Place, Side, Turn};
use games::nim::Nim;

/// The number of the statement.
pub(super) use games::nim::NUMBER;

/// Heaps as they are written: `3+2+1`.
pub fn text(heaps: &[usize]) -> String {
    heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

/// Heaps in the order of the format, from a text such as `3+2+1`; the heaps may stand in any order.
///
/// # Errors
///
/// In words, if the text is none.
pub fn heaps(text: &str) -> Result<Vec<usize>, String> {
    let heap = |word: &str| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse::<usize>().ok().filter(|heap| is_number && *heap > 0)
    };
    let heaps: Option<Vec<usize>> = text.split('+').map(|word| heap(word.trim())).collect();
    let mut heaps = heaps
        .ok_or_else(|| format!("found {}, required heaps of 1 object or more, such as 3+2+1", escape::quoted(text)))?;
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    Ok(heaps)
}

/// What a game is, in a few words.
fn title(nim: &Nim) -> String {
    format!("Nim with bids on {}{}", text(&nim.heaps), if nim.misere { ", misère" } else { "" })
}

/// The values of a game of Nim.
struct Heaps<'a> {
    verified: &'a Verified,
    nim: &'a Nim,
    shares: Shares<'a>,
}

/// The game that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Tell + '_>> {
    Some(Box::new(Heaps { verified, nim: verified.subject().downcast_ref()?, shares: Shares::of(verified) }))
}

/// What a statement about Nim says of itself.
pub(crate) fn listed(_number: u8, body: &[u8], _numbers: &str) -> Option<Listed> {
    let nim = Nim::read(body).ok()?;
    Some(Listed { positions: u64::try_from(nim.count()).ok(), ..Listed::new(title(&nim), "exact, sharp") })
}

/// A game that is not verified; none if its heaps are none.
struct Claimed(Option<Nim>);

/// A game that is not verified.
pub(crate) fn unverified<'a>(head: &'a Head, _game: Beside<'a>) -> Box<dyn Unverified + 'a> {
    Box::new(Claimed(Nim::read(unverified::body(&head.statement)).ok()))
}

impl Unverified for Claimed {
    fn statement(&self, part: &str) -> Option<String> {
        Some(match part {
            "play" => "play: found another number, required 0 for normal play or 1 for misère play".to_owned(),
            "heaps" => {
                "heaps: found others, required one or more, of 1 object or more, none greater than the one before it"
                    .to_owned()
            }
            _ => return None,
        })
    }

    fn position(&self, number: u32) -> String {
        self.0.as_ref().map_or_else(|| nameless(number), |nim| text(&nim.list(at(number))))
    }
}

impl Heaps<'_> {
    fn of(&self, number: u32) -> Entry {
        let head = self.verified.head();
        let end = |side: Side| Place::of(whole(side.of(1, 0)));
        let mut options = Vec::new();
        self.nim.options(number, |(by, weight, _, target)| {
            let (text, leads, place) = match target {
                Target::To(to) => (self.name(to), Leads::To(to), self.shares.place(to, false)),
                Target::Won(side) => ("nothing".to_owned(), Leads::Won(side), end(side)),
                Target::Known { .. } | Target::Outside => unreachable!("every option is a position, or the end"),
            };
            // The position that an option leads to tells it from the others.
            let name = if let Leads::To(to) = leads { to } else { u32::MAX };
            options
                .push((name, Reached { by, weight, name, step: text.clone(), text, leads, known: known(head, place) }));
        });
        ordered(head, self.name(number), Turn::Bid, known(head, self.shares.place(number, false)), options)
    }
}

impl Tell for Heaps<'_> {
    values::of_numbers!(false);

    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "nim"
    }

    fn about(&self) -> String {
        title(self.nim)
    }

    fn question(&self) -> &'static str {
        "heaps that can be reached from those of the start, such as 3+2+1"
    }

    fn claim_with(&self, figures: Option<&Figures>) -> String {
        values::claim(self, &self.about(), "", figures.expect("it states numbers"))
    }

    fn count(&self) -> usize {
        self.verified.stated().count()
    }

    fn figures(&self) -> Option<Figures> {
        Some(Figures::of(self, self.count(), |number| self.name(number)))
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Box<dyn Answer + '_>, String> {
        let number = heaps(text).map(|heaps| self.nim.number(&heaps));
        let number = number.map_err(|error| format!("{error}; ask for {}", self.question()))?;
        let number = number.and_then(|number| u32::try_from(number).ok());
        let required = || format!("found {}, required {}", escape::quoted(text), self.question());
        Values::of(self, Ok(self.of(number.ok_or_else(required)?)), holds)
    }

    fn name(&self, number: u32) -> String {
        text(&self.nim.list(at(number)))
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let number = heaps(text).ok().and_then(|heaps| self.nim.number(&heaps));
        let number = number.and_then(|number| u32::try_from(number).ok());
        number.map(|number| self.of(number)).ok_or_else(|| PositionError::Member(escape::quoted(text)))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        Some(self.of(number))
    }

    fn player(&self, side: Side) -> &'static str {
        side.of("Left", "Right")
    }

    fn options(&self, number: u32, tell: &mut dyn FnMut(Step)) {
        self.nim.options(number, tell);
    }
}
