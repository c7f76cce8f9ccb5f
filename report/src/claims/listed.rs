//! What the first bytes of a certificate say that it is about. Nothing of it is verified.

use super::{chips, hex, losing, nim, partitions, payments};
use crate::notation;
use crate::tell::{Listed, form};
use checker::certificate::{FORMS, HEAD_START, MAGIC, Reader, VERSION};
use checker::chess::Board;
use checker::endgame::Endgame;

/// So many bytes suffice for every statement but that of a very long list of men.
pub const FIRST_BYTES: u64 = 1 << 12;

/// What the numbers of a form are.
fn numbers(bits: u8, number: u8) -> String {
    let form = FORMS.get(usize::from(number)).map_or("of an unknown form", |known| form(*known));
    if bits == 0 { form.to_owned() } else { format!("{form} in units of 2^-{bits}") }
}

/// Reads the body of a statement about a further game: its number, its body.
type Read = fn(u8, &[u8]) -> Option<Listed>;

/// What reads the statements about further games, by file.
const FURTHER: [Read; 6] =
    [losing::listed, chips::listed, payments::listed, hex::listed, partitions::listed, nim::listed];

/// What the first bytes of a certificate say that it is about; none if it is no certificate of this version.
pub fn listed(bytes: &[u8]) -> Option<Listed> {
    let version = bytes.get(HEAD_START - 6..HEAD_START - 4)?;
    if !bytes.starts_with(&MAGIC) || version != VERSION.to_le_bytes() {
        return None;
    }
    let mut reader = Reader::new(None, bytes.get(HEAD_START..)?);
    let number = reader.byte().ok()?;
    match number {
        0 => {
            let board = [reader.byte().ok()?, reader.byte().ok()?, reader.byte().ok()?];
            let men = usize::try_from(reader.number().ok()?).ok()?;
            let endgame = Endgame::new(board, reader.take(men).ok()?).ok()?;
            let numbers = numbers(reader.byte().ok()?, reader.byte().ok()?);
            Some(Listed { about: notation::endgame(&endgame), endgame: Some(endgame), positions: None, numbers })
        }
        1 => {
            let numbers = numbers(reader.byte().ok()?, reader.byte().ok()?);
            Some(Listed { about: "a game in a file".to_owned(), endgame: None, positions: None, numbers })
        }
        2 => {
            let Board { files, ranks, .. } =
                Board::new([reader.byte().ok()?, reader.byte().ok()?, reader.byte().ok()?])?;
            let (_root, members) = (reader.number().ok()?, reader.number().ok()?);
            let about = format!("a plan on {files}x{ranks}");
            Some(Listed { positions: Some(members), ..Listed::new(about, "a bound") })
        }
        number => {
            let length = usize::try_from(reader.number().ok()?).ok()?;
            let body = reader.take(length).ok();
            let known = FURTHER.iter().find_map(|read| read(number, body?));
            Some(known.unwrap_or_else(|| Listed::new(format!("statement {number}"), "what its game needs")))
        }
    }
}
