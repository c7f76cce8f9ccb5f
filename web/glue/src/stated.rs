//! What a certificate states of one place, number by number; what could stand there instead; and the file that says so, with all digests made right.

use checker::Verified;
use checker::certificate::{Digest, Form, HEAD_START, MAGIC, Reader, Spelt, Statement, VERSION, canonical};
use checker::theorem::{Side, Turn};
use session::receipt::{Object, list, quoted};
use session::{claims, fraction};
use writer::Writer;

const OTHER: &str = "found a certificate of another form, required exact values in one slice, or a plan";

/// The columns of exact values and of plans, by their names.
fn names(verified: &Verified) -> &'static [&'static str] {
    match (verified.head().form, &verified.head().statement) {
        (Form::One, Statement::Endgame(..)) => &["value", "White's move", "Black's move", "T", "T′"],
        (Form::One, _) => &["value", "T", "T′"],
        (Form::Two, _) => &["lower value", "upper value", "T", "T′"],
        (Form::Holds(_), _) => &["bound"],
        (Form::Forces(_), _) => &["bound", "label"],
        _ => &[],
    }
}

/// The head of a certificate as it is spelt, and what stands behind its digest.
pub fn spelt(bytes: &[u8]) -> Option<(Spelt<'_>, &[u8])> {
    let (length, rest) = bytes.get(HEAD_START - 4..)?.split_first_chunk()?;
    let (head, rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    Some((canonical(head).ok()?, rest.get(32..)?))
}

/// The columns of the first slice: in each a number for each place.
fn columns(verified: &Verified, slices: &[u8]) -> Option<Vec<Vec<u64>>> {
    let places = claims::tell(verified).places();
    let mut reader = Reader::new(None, slices);
    names(verified).iter().map(|_| reader.column(places).ok()).collect()
}

/// Of each number that is stated of a place: its name, what it says, and others that could stand there, with what they would say.
pub fn told(verified: &Verified, bytes: &[u8], place: u32) -> Result<String, String> {
    let (_, slices) = spelt(bytes).ok_or(OTHER)?;
    let columns = columns(verified, slices).ok_or(OTHER)?;
    let (tell, at) = (claims::tell(verified), usize::try_from(place).expect("a place"));
    let entry = Some(place).filter(|_| at < tell.places()).and_then(|place| tell.entry(place));
    let entry = entry.ok_or("no position has this number")?;
    let (head, values) = (verified.head(), &verified.stated().values);
    let row = |(&name, column): (&&str, Vec<u64>)| {
        let stored = column[at];
        let [is_label, is_move] = [name == "label" || name.starts_with('T'), name.ends_with("move")];
        let side = if name.starts_with('W') { Side::White } else { Side::Black };
        let own = || entry.options.iter().filter(|option| option.by == side);
        let says = |number: u64| match number {
            0 if name.starts_with('T') && head.never.is_none() && entry.turn == Some(Turn::Bid) => {
                "0 (infinite)".to_owned()
            }
            _ if is_move => own()
                .find(|option| u64::from(option.name) == number)
                .map_or(number.to_string(), |option| option.text.clone()),
            _ if is_label => number.to_string(),
            _ if head.bits == 0 => {
                fraction::text(&fraction::rational(values.get(usize::try_from(number).expect("an index"))))
            }
            _ => format!("{number}/{}", 1_u64 << head.bits),
        };
        let most = match head.bits {
            _ if is_label => 99,
            0 => values.numerators.len() as u64 - 1,
            bits => 1 << bits,
        };
        let near = || (stored.saturating_sub(4)..=stored.saturating_add(4)).filter(|&number| number <= most);
        let others: Vec<u64> =
            if is_move { own().map(|option| option.name.into()).collect() } else { near().collect() };
        let others = others.into_iter().filter(|&number| number != stored);
        let mut object = Object::default();
        object.text("name", name).json("stored", stored).text("says", says(stored));
        object.json("others", list(others.map(|number| list([number.to_string(), quoted(&says(number))].iter()))));
        object
    };
    Ok(list(names(verified).iter().zip(columns).map(row)))
}

/// The certificate with another number in a column, at a place.
pub fn changed(verified: &Verified, bytes: &[u8], column: usize, place: usize, to: u64) -> Result<Vec<u8>, String> {
    let (mut head, slices) = spelt(bytes).ok_or(OTHER)?;
    let mut columns = columns(verified, slices).ok_or(OTHER)?;
    *columns.get_mut(column).and_then(|column| column.get_mut(place)).ok_or("no number stands there")? = to;
    let mut first = Writer::default();
    columns.iter().for_each(|column| first.column(column));
    let (length, digest) = head.slices.first_mut().ok_or(OTHER)?;
    let rest = slices.get(usize::try_from(*length).expect("a length")..).ok_or(OTHER)?;
    (*length, *digest) = (first.0.len() as u64, Digest::of(&first.0));
    let head = writer::spell(&head);
    let length = u32::try_from(head.len()).expect("a head below 4 GiB");
    let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes(), &head].concat();
    bytes.extend(Digest::of(&bytes).0);
    bytes.extend(first.0);
    bytes.extend(rest);
    Ok(bytes)
}
