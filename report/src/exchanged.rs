//! Files that are given in another's place: a text as a certificate, a certificate as a game, the certificate of another game. Nothing is wrong with them, so
//! they are *declined*; without this module the checker would reject them. The second checker follows the same rules (`second/exchanged.py`).

use checker::certificate::{Certificate, Form, MAGIC, Reader, Statement};
use checker::failure::Failure;
use checker::graph::Game;
use checker::numbers::Fractions;
use checker::table::SLICE;
use games::{chips, payments};
use num_bigint::BigUint;
use num_traits::One as _;

/// So many bytes are looked at to tell whether a file is a text.
const FRONT: usize = 1 << 12;

/// Whether a file begins as JSON does, or with text: UTF-8 without a zero.
pub fn is_text(bytes: &[u8]) -> bool {
    let front = &bytes[..bytes.len().min(FRONT)];
    if front.is_empty() || bytes.starts_with(&MAGIC) {
        return false;
    }
    // A letter may be cut where the front ends.
    let is_utf8 =
        std::str::from_utf8(front).map_or_else(|error| error.error_len().is_none() && bytes.len() > FRONT, |_| true);
    let first = front.iter().find(|byte| !b" \t\r\n".contains(byte));
    (is_utf8 && !front.contains(&0)) || matches!(first, Some(b'{' | b'['))
}

/// Whether a file is a certificate, of any version.
pub fn is_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// What the slices are, of which each has the columns of so many positions.
#[derive(Clone, Copy)]
struct Layout<'a> {
    is_chips: bool,
    is_exact: bool,
    form: Form,
    values: &'a Fractions,
}

/// A column: its planes, the least significant first.
type Column<'a> = Vec<&'a [u8]>;

/// For how many positions the slices of a certificate about a game are laid out, if that is another number than the game has, and the failure comes of it.
/// The least such number.
pub fn of_others(bytes: &[u8], game: &Game, failure: &Failure) -> Option<usize> {
    if !matches!(failure, Failure::Coverage(..) | Failure::Spelling(Some(_), ..)) {
        return None;
    }
    let Certificate { head, slices, .. } = games::certificate(bytes).ok()?;
    let is_chips = match &head.statement {
        Statement::Game => false,
        Statement::Further(payments::NUMBER, body) => {
            let (_, inner) = payments::Auction::read(body).ok()?;
            (inner == Statement::Game).then_some(false)?
        }
        Statement::Further(chips::NUMBER, body) => chips::Body::read(body).ok()?.endgame.is_none().then_some(true)?,
        _ => return None,
    };
    let layout = Layout { is_chips, is_exact: head.bits == 0, form: head.form, values: &head.values };
    let (last, full) = slices.split_last()?;
    let positions = game.inner.len();
    let rest = positions.checked_sub(SLICE * full.len()).filter(|rest| (1..=SLICE).contains(rest));
    let are_full = full.iter().all(|slice| layout.columns(slice, SLICE).is_some());
    if !are_full || rest.is_some_and(|rest| layout.columns(last, rest).is_some()) {
        return None;
    }
    let before = SLICE * full.len();
    let others = (1..=SLICE).find(|&rest| {
        let columns = layout.columns(last, rest);
        columns.is_some_and(|columns| layout.is_likely(&columns, rest, before + rest))
    });
    others.map(|rest| before + rest)
}

impl<'a> Layout<'a> {
    /// The columns of so many positions, if they end where the slice ends.
    fn columns(self, slice: &'a [u8], positions: usize) -> Option<Vec<Column<'a>>> {
        let (mut reader, mut columns) = (Reader::new(Some(0), slice), Vec::new());
        let (first, is_narrow) = match (self.is_chips, self.form) {
            (true, _) => (16, false),
            (_, Form::One) => (3, false),
            (_, Form::Two) => (4, false),
            (_, Form::Narrow) => (2, true),
            _ => return None,
        };
        for _ in 0..first {
            columns.push(planes(&mut reader, positions)?);
        }
        if is_narrow {
            let count = positions.div_ceil(8);
            let flags = planes(&mut reader, count)?;
            let flags = match flags[..] {
                [] => &[][..],
                [flags] => flags,
                _ => return None,
            };
            let behind = 8 * count - positions;
            if flags.last().is_some_and(|&last| behind > 0 && last >> (8 - behind) > 0) {
                return None;
            }
            let listed = flags.iter().map(|flags| usize::try_from(flags.count_ones()).expect("at most 8")).sum();
            for _ in 0..2 {
                columns.push(planes(&mut reader, listed)?);
            }
        }
        reader.end().ok()?;
        Some(columns)
    }

    /// Whether exact labels such as these are possible for so many positions, `rest` of them in this slice: none is greater than that number, and all are 0 only
    /// where the numbers beside them are worth nothing: 0 for White, 1 for Black. Without this a tiny damaged table could fit another number by chance.
    fn is_likely(self, columns: &[Column], rest: usize, positions: usize) -> bool {
        if self.is_chips || !self.is_exact {
            return true;
        }
        let [.., white, black] = columns else { return false };
        let most = (usize::BITS - positions.leading_zeros()).div_ceil(8);
        let is_constant = |column: &Column, number: Option<usize>| {
            let Some(number) = number else { return false };
            let bytes = number.to_le_bytes();
            let width = bytes.iter().rposition(|&byte| byte > 0).map_or(0, |last| last + 1);
            let planes = || column.iter().zip(bytes);
            column.len() == width && planes().all(|(plane, byte)| **plane == vec![byte; rest])
        };
        let beside = [&columns[0], &columns[usize::from(self.form == Form::Two)]];
        let worthless = [BigUint::ZERO, BigUint::one()].map(|numerator| self.find(&numerator));
        [white, black].into_iter().zip(beside.into_iter().zip(worthless)).all(|(labels, (beside, value))| {
            u32::try_from(labels.len()).expect("at most 8") <= most
                && (!labels.is_empty() || is_constant(beside, value))
        })
    }

    /// The index of a whole number among the values.
    fn find(self, number: &BigUint) -> Option<usize> {
        let Fractions { odd_parts, numerators, odd, powers } = self.values;
        let is_number =
            |&place: &usize| numerators[place] == *number && powers[place] == 0 && odd_parts[odd[place]].is_one();
        (0..numerators.len()).find(is_number)
    }
}

/// The planes of a column of so many numbers, of which the highest is not all zero.
fn planes<'a>(reader: &mut Reader<'a>, count: usize) -> Option<Column<'a>> {
    let width = reader.byte().ok().filter(|width| *width <= 8)?;
    let planes: Column = (0..width).map(|_| reader.take(count).ok()).collect::<Option<_>>()?;
    planes.last().is_none_or(|highest| highest.iter().any(|&byte| byte > 0)).then_some(planes)
}
