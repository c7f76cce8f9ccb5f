//! Forged certificates: other numbers in the place of those of a true one, with right digests. Only the mathematics can tell.

use checker::certificate::{Head, Reader};
use writer::Writer;

/// The columns of each slice, without those of promised places: all have a number for each position.
pub type Columns = Vec<Vec<Vec<u64>>>;

/// A certificate whose slices have columns of so many numbers each, with other numbers there and with right digests.
///
/// # Panics
///
/// If it cannot be read so: what was verified and states exact numbers can.
pub fn with_columns(bytes: &[u8], counts: impl Iterator<Item = usize>, change: impl FnOnce(&mut Columns)) -> Vec<u8> {
    let certificate = games::certificate(bytes).expect("a certificate");
    let read = |(slice, count): (usize, usize)| {
        let slice = certificate.slice(slice).expect("a slice");
        let mut reader = Reader::new(None, slice);
        let mut columns = Vec::new();
        while reader.end().is_err() {
            columns.push(reader.column(count).expect("a column"));
        }
        columns
    };
    let mut columns: Columns = (0..certificate.slices.len()).zip(counts).map(read).collect();
    change(&mut columns);
    rewritten(&certificate.head, &columns)
}

/// A certificate of a head and of the columns of its slices.
#[must_use]
pub fn rewritten(head: &Head, columns: &Columns) -> Vec<u8> {
    let slice = |columns: &Vec<Vec<u64>>| {
        let mut writer = Writer::default();
        columns.iter().for_each(|column| writer.column(column));
        writer.0
    };
    writer::write(head, &columns.iter().map(slice).collect::<Vec<_>>())
}
