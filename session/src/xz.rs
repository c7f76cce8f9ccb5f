//! Files in the format xz, unpacked into memory that is bounded before anything is unpacked.
//!
//! Responsible for the envelope: headers, padding, checks of what was unpacked, index. Left to a library: LZMA2 itself. Source: "The .xz file format", version
//! 1.2.1. Covered is what `xz` and the writers of UMB make: blocks with LZMA2 alone, checks by CRC-32, CRC-64 or none, one stream.
//!
//! Why not a library for all of it: lzma-rs 0.3 unpacks a block before anything can stop it (a file of 1 MB takes 7 GB), and ends in a panic where a size
//! of the footer has all bits; others bring a second copy of SHA-256.

use std::io::{self, BufRead, Read};

use lzma_rust2::Lzma2Reader;

const MAGIC: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];
const FOOTER: &[u8] = b"YZ";
/// The number of LZMA2 among the filters.
const LZMA2: u64 = 0x21;
/// The greatest dictionary, in bytes: 64 MiB is that of `xz -9`; as much again is room for other writers.
const MOST_DICTIONARY: u32 = 1 << 27;

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("xz: {what}"))
}

/// Reads, and counts the bytes.
struct Counted<R> {
    inner: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += u64::try_from(read).expect("a length");
        Ok(read)
    }
}

impl<R: Read> Counted<R> {
    fn exactly<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// A number in parts of seven bits, of 63 bits at most.
    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for place in 0..9 {
            let [byte] = self.exactly()?;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(wrong("found a number with more than 63 bits"))
    }

    /// Zeros, up to a multiple of four bytes.
    fn padding(&mut self) -> io::Result<()> {
        while !self.count.is_multiple_of(4) {
            if self.exactly()? != [0] {
                return Err(wrong("found a padding that is not 0"));
            }
        }
        Ok(())
    }
}

/// Unpacks a file, and not more than so many bytes.
///
/// # Errors
///
/// If it is no such file, or has more bytes.
pub fn unpack(file: impl BufRead, most: u64) -> io::Result<Vec<u8>> {
    unpack_stream(file, most).map_err(|error| match error.to_string() {
        text if text.starts_with("xz: ") => error,
        text => wrong(&format!("found what is none: {text}")),
    })
}

/// Unpacks the first bytes of a file, of which the rest may be cut off.
///
/// # Errors
///
/// If it is no such file, or ends before.
pub fn unpack_front(file: impl BufRead, most: u64, unpacked: &mut Vec<u8>) -> io::Result<()> {
    let mut file = Counted { inner: file, count: 0 };
    let _header: [u8; 12] = file.exactly()?;
    let [size] = file.exactly()?;
    let dictionary = block(&mut file, size)?;
    Lzma2Reader::new(&mut file, dictionary, None).take(most).read_to_end(unpacked).map(drop)
}

fn unpack_stream(file: impl BufRead, most: u64) -> io::Result<Vec<u8>> {
    let mut file = Counted { inner: file, count: 0 };
    let header: [u8; 12] = file.exactly()?;
    let flags = [header[6], header[7]];
    if !header.starts_with(MAGIC) || crc32(&flags) != header[8..] {
        return Err(wrong("found a header with another sum"));
    }
    let mut unpacked = Vec::new();
    let mut blocks = Vec::new();
    loop {
        file.count = 0;
        let [size] = file.exactly()?;
        if size == 0 {
            break;
        }
        let dictionary = block(&mut file, size)?;
        let start = unpacked.len();
        let room = most.saturating_sub(u64::try_from(start).expect("a length"));
        let mut reader = Lzma2Reader::new(&mut file, dictionary, None);
        let read = reader.by_ref().take(room.saturating_add(1)).read_to_end(&mut unpacked)?;
        if u64::try_from(read).expect("a length") > room {
            return Err(wrong("it takes more memory than it may"));
        }
        let used = file.count;
        file.padding()?;
        let own = &unpacked[start..];
        let (is_same, check) = match flags {
            [0, 0] => (true, 0),
            [0, 1] => (file.exactly::<4>()? == crc32(own)[..], 4),
            [0, 4] => (file.exactly()? == crc64(own), 8),
            _ => {
                return Err(wrong(
                    "found a check by other means than CRC-32 or CRC-64: pack the model with xz --check=crc64",
                ));
            }
        };
        if !is_same {
            return Err(wrong("found another sum of what is unpacked: the file was damaged"));
        }
        blocks.push([used + check, u64::try_from(own.len()).expect("a length")]);
    }
    index(&mut file, &blocks, flags)?;
    Ok(unpacked)
}

/// Reads the header of a block: the size of its dictionary.
fn block(file: &mut Counted<impl Read>, size: u8) -> io::Result<u32> {
    if size == 0 {
        return Err(wrong("found no block"));
    }
    let mut header = vec![0; 4 * usize::from(size) + 4];
    header[0] = size;
    file.read_exact(&mut header[1..])?;
    let (content, sum) = header.split_at(4 * usize::from(size));
    if crc32(content) != sum {
        return Err(wrong("found a header of a block with another sum"));
    }
    let mut fields = Counted { inner: &content[1..], count: 0 };
    let [flags] = fields.exactly()?;
    for _ in 0..flags.count_ones() {
        // The sizes, which are not believed; other flags are refused.
        fields.number()?;
    }
    let filter = (fields.number()?, fields.number()?, fields.exactly()?);
    let (LZMA2, 1, [bits]) = filter else { return Err(wrong("found other filters than LZMA2 alone")) };
    if flags & 0x3f != 0 || bits > 40 {
        return Err(wrong("found other filters than LZMA2 alone"));
    }
    let dictionary = if bits == 40 { u32::MAX } else { (2 + u32::from(bits % 2)) << (bits / 2 + 11) };
    if dictionary > MOST_DICTIONARY {
        return Err(wrong("found a dictionary of more than 128 MiB: pack the model with xz -9 or less"));
    }
    Ok(dictionary)
}

/// Reads what stands behind the first byte of the index, which has the sizes of the blocks once more, and the end.
fn index(file: &mut Counted<impl BufRead>, blocks: &[[u64; 2]], flags: [u8; 2]) -> io::Result<()> {
    let mut wanted = vec![0];
    let count = u64::try_from(blocks.len()).expect("a length");
    for mut number in [count].into_iter().chain(blocks.iter().copied().flatten()) {
        while number >= 0x80 {
            wanted.push(0x80 | u8::try_from(number & 0x7f).expect("seven bits"));
            number >>= 7;
        }
        wanted.push(u8::try_from(number).expect("seven bits"));
    }
    wanted.resize(wanted.len().next_multiple_of(4), 0);
    wanted.extend(crc32(&wanted));
    let mut found = vec![0; wanted.len()];
    file.read_exact(&mut found[1..])?;
    if found != wanted {
        return Err(wrong("found an index with other sizes of blocks"));
    }
    let footer_sum: [u8; 4] = file.exactly()?;
    let fields: [u8; 6] = file.exactly()?;
    let end: [u8; 2] = file.exactly()?;
    if end != FOOTER || crc32(&fields) != footer_sum || fields[4..] != flags {
        return Err(wrong("found an end that is none"));
    }
    match file.inner.fill_buf()?.is_empty() {
        true => Ok(()),
        false => Err(wrong("found more behind the end")),
    }
}

fn crc32(bytes: &[u8]) -> [u8; 4] {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum().to_le_bytes()
}

/// CRC-64 of ECMA-182, its bits in the order of least significance.
fn crc64(bytes: &[u8]) -> [u8; 8] {
    let mut table = [0_u64; 256];
    for (byte, entry) in (0..).zip(&mut table) {
        *entry =
            (0..8).fold(byte, |sum: u64, _| if sum & 1 == 1 { (sum >> 1) ^ 0xc96c_5795_d787_0f42 } else { sum >> 1 });
    }
    let step = |sum: u64, byte: &u8| {
        let place = usize::try_from((sum ^ u64::from(*byte)) & 0xff).expect("a byte");
        table[place] ^ (sum >> 8)
    };
    (!bytes.iter().fold(!0, step)).to_le_bytes()
}
