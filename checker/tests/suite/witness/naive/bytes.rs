//! The bytes of a certificate, read and written again by this checker's own code, and SHA-256 from its definition (FIPS 180-4).

use num_bigint::BigUint;

use super::Verdict;

/// The first 32 bits of the fractional parts of a root, 2 or 3, of the `n`-th prime.
fn root_bits(n: usize, cube: bool) -> u32 {
    let primes = (2_u32..).filter(|p| (2..*p).all(|d| p % d > 0));
    let prime = u128::from(primes.take(n + 1).last().unwrap());
    // The greatest r with r^2 (or r^3) at most prime · 2^64 (or 2^96).
    let (mut low, mut high) = (0_u128, 1 << 40);
    while high - low > 1 {
        let middle = (low + high) / 2;
        let fits = if cube {
            middle.checked_pow(3).is_some_and(|power| power <= prime << 96)
        } else {
            middle.pow(2) <= prime << 64
        };
        if fits { low = middle } else { high = middle }
    }
    low as u32
}

/// SHA-256.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    static CONSTANTS: std::sync::OnceLock<([u32; 8], [u32; 64])> = std::sync::OnceLock::new();
    let (start, k) = CONSTANTS
        .get_or_init(|| (std::array::from_fn(|n| root_bits(n, false)), std::array::from_fn(|n| root_bits(n, true))));
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    let mut state = *start;
    for block in padded.chunks(64) {
        let mut w = [0_u32; 64];
        for i in 0..16 {
            w[i] = u32::from_be_bytes(block[4 * i..4 * i + 4].try_into().unwrap());
        }
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for i in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h.wrapping_add(s1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        }
        for (state, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *state = state.wrapping_add(add);
        }
    }
    let bytes: Vec<u8> = state.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.try_into().unwrap()
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// Files, ranks and the pawn rule; the men.
    Endgame([u8; 3], Vec<u8>),
    /// The digest of the file.
    Game([u8; 32]),
    /// Files, ranks and the pawn rule; the root; the members: man and square of each piece, and 1 more than the passed square.
    List([u8; 3], u64, Vec<(Vec<[u8; 2]>, u64)>),
}

/// All that stands in a certificate but digests and lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub about: About,
    /// What an endless play is worth.
    pub never: Option<(u64, u64)>,
    pub bits: u8,
    pub form: u8,
    pub imports: Vec<[u8; 32]>,
    /// 0 where there are no values.
    pub denominator: BigUint,
    pub numerators: Vec<BigUint>,
    pub slices: Vec<Vec<u8>>,
}

fn rejected<T>(why: &str) -> Result<T, Verdict> {
    Err(Verdict::Rejected(why.to_owned()))
}

fn declined<T>(why: &str) -> Result<T, Verdict> {
    Err(Verdict::Declined(why.to_owned()))
}

/// Bytes still to be read.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Verdict> {
        if count > self.0.len() as u64 {
            return rejected("bytes end");
        }
        let (taken, rest) = self.0.split_at(count as usize);
        self.0 = rest;
        Ok(taken.to_vec())
    }

    pub fn byte(&mut self) -> Result<u8, Verdict> {
        Ok(self.take(1)?[0])
    }

    pub fn number(&mut self) -> Result<u64, Verdict> {
        let mut digits = vec![self.byte()?];
        while digits.last().unwrap() & 0x80 != 0 {
            if digits.len() == 10 {
                return rejected("number of more than 10 bytes");
            }
            digits.push(self.byte()?);
        }
        if digits.len() > 1 && digits.last() == Some(&0) {
            return rejected("number with a zero too many");
        }
        let number = digits.iter().rev().fold(0, |number, digit| 128 * number + u128::from(digit & 0x7f));
        u64::try_from(number).or_else(|_| rejected("number of more than 64 bits"))
    }

    /// A number of things that take so many bytes each, at least.
    fn count(&mut self, least: u64) -> Result<u64, Verdict> {
        let count = self.number()?;
        if u128::from(count) * u128::from(least) > self.0.len() as u128 { rejected("bytes end") } else { Ok(count) }
    }

    /// A string of bytes.
    fn bytes(&mut self) -> Result<Vec<u8>, Verdict> {
        let length = self.number()?;
        self.take(length)
    }

    pub fn column(&mut self, count: usize) -> Result<Vec<u64>, Verdict> {
        let width = self.byte()?;
        if width > 8 {
            return rejected("column too wide");
        }
        let planes = self.take(u64::from(width) * count as u64)?;
        let digit = |place: usize, plane: usize| u64::from(planes[plane * count + place]);
        let number = |place| (0..usize::from(width)).rev().fold(0, |number, plane| 256 * number + digit(place, plane));
        let numbers: Vec<u64> = (0..count).map(number).collect();
        if width > 0 && numbers.iter().all(|number| number >> (8 * (width - 1)) == 0) {
            return rejected("column wider than it has to be");
        }
        Ok(numbers)
    }

    pub fn column32(&mut self, count: usize) -> Result<Vec<u64>, Verdict> {
        let numbers = self.column(count)?;
        if numbers.iter().any(|number| *number >= 1 << 32) { rejected("number above 32 bits") } else { Ok(numbers) }
    }

    fn board(&mut self) -> Result<[u8; 3], Verdict> {
        Ok([self.byte()?, self.byte()?, self.byte()?])
    }
}

/// What a certificate with this statement and this body is about.
fn about(statement: u8, body: &[u8]) -> Result<About, Verdict> {
    let mut bytes = Bytes(body);
    let about = match statement {
        0 => About::Endgame(bytes.board()?, bytes.bytes()?),
        1 => About::Game(bytes.take(32)?.try_into().unwrap()),
        2 => {
            let (board, root, count) = (bytes.board()?, bytes.number()?, bytes.count(2)?);
            let mut members = Vec::new();
            for _ in 0..count {
                let mut pieces = Vec::new();
                for _ in 0..bytes.count(2)? {
                    pieces.push([bytes.byte()?, bytes.byte()?]);
                }
                members.push((pieces, bytes.number()?));
            }
            About::List(board, root, members)
        }
        _ => return declined("statement"),
    };
    if bytes.0.is_empty() { Ok(about) } else { rejected("more bytes in the body") }
}

/// Reads a file up to what stands in its slices.
pub fn read(file: &[u8]) -> Result<Written, Verdict> {
    match read_unsealed(file)? {
        (written, true) => Ok(written),
        (_, false) => rejected("digest of a slice"),
    }
}

/// The same, and whether the digests of the slices are right: they are looked at later.
pub fn read_unsealed(file: &[u8]) -> Result<(Written, bool), Verdict> {
    if file.len() < 8 || &file[..8] != b"bidcert\n" {
        return rejected("magic");
    }
    let mut rest = Bytes(&file[8..]);
    let version = rest.take(2)?;
    if version != [3, 0] {
        return declined("version");
    }
    let length = u32::from_le_bytes(rest.take(4)?.try_into().unwrap());
    let head = rest.take(length.into())?;
    if rest.take(32)? != sha256(&file[..14 + head.len()]) {
        return rejected("digest of the head");
    }
    let mut bytes = Bytes(&head);
    let (statement, body) = (bytes.byte()?, bytes.bytes()?);
    let never = match bytes.byte()? {
        0 => None,
        1 => Some((bytes.number()?, bytes.number()?)),
        _ => return rejected("never"),
    };
    let (bits, form) = (bytes.byte()?, bytes.byte()?);
    let mut imports: Vec<[u8; 32]> = Vec::new();
    for _ in 0..bytes.count(32)? {
        imports.push(bytes.take(32)?.try_into().unwrap());
    }
    let (denominator, numerators) = (bytes.bytes()?, bytes.bytes()?);
    let mut lengths = Vec::new();
    for _ in 0..bytes.count(33)? {
        lengths.push((bytes.number()?, bytes.take(32)?));
    }
    if !bytes.0.is_empty() {
        return rejected("more bytes in the head");
    }
    if statement > 2 || form > 7 {
        return declined("statement or form");
    }
    let is_legal = match (statement, form) {
        (2, 3 | 4) => never.is_none() && bits <= 62,
        (2, 5 | 6) => bits <= 62,
        (0 | 1, 0) => bits == 0,
        (0 | 1, 1) => bits == 0 && never.is_none(),
        (0 | 1, 2) => (1..=62).contains(&bits),
        (0 | 1, 7) => (1..=62).contains(&bits) && never.is_none(),
        _ => false,
    };
    let is_worth = never.is_none_or(|(above, below)| {
        above <= below && greatest_divisor(above.into(), below.into()) == BigUint::from(1_u8)
    });
    if !is_legal || !is_worth {
        return rejected("statement, never, bits and form");
    }
    if imports.windows(2).any(|pair| pair[0] >= pair[1]) {
        return rejected("order of imports");
    }
    let width = denominator.len();
    if width == 0 {
        if !numerators.is_empty() {
            return rejected("values without a denominator");
        }
    } else if numerators.is_empty() || numerators.len() % width > 0 || denominator.last() == Some(&0) || bits > 0 {
        return rejected("values");
    }
    let denominator = BigUint::from_bytes_le(&denominator);
    if denominator.bits() > 65_536 {
        return declined("denominator");
    }
    let numerators: Vec<BigUint> = numerators.chunks(width.max(1)).map(BigUint::from_bytes_le).collect();
    let common =
        numerators.iter().fold(denominator.clone(), |common, numerator| greatest_divisor(common, numerator.clone()));
    if width > 0 && common != BigUint::from(1_u8) {
        return rejected("common divisor");
    }
    let (mut table, mut is_sealed) = (Vec::new(), true);
    for (length, digest) in &lengths {
        let slice = rest.take(*length)?;
        is_sealed &= sha256(&slice)[..] == digest[..];
        table.push(slice);
    }
    if !rest.0.is_empty() {
        return rejected("more bytes");
    }
    let about = about(statement, &body)?;
    let written = Written { about, never, bits, form, imports, denominator, numerators, slices: table };
    // One content has one spelling, which is that of the writer.
    let (number, body) = self::statement(&written.about);
    let mut again = self::head(number, &body, &written);
    push(&mut again, lengths.len() as u64);
    for (length, digest) in lengths {
        push(&mut again, length);
        again.extend(digest);
    }
    if again != head { rejected("spelling") } else { Ok((written, is_sealed)) }
}

/// The greatest number that divides both.
fn greatest_divisor(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let digit = (number % 128) as u8;
        number /= 128;
        bytes.push(if number > 0 { digit + 128 } else { digit });
        if number == 0 {
            return;
        }
    }
}

/// The bytes of a column.
pub fn column(numbers: &[u64]) -> Vec<u8> {
    let mut planes: Vec<Vec<u8>> = vec![];
    let mut rest = numbers.to_vec();
    while rest.iter().any(|number| *number > 0) {
        planes.push(rest.iter().map(|number| (number % 256) as u8).collect());
        rest.iter_mut().for_each(|number| *number /= 256);
    }
    [vec![planes.len() as u8], planes.concat()].concat()
}

/// The number of a statement, and its body.
pub fn statement(about: &About) -> (u8, Vec<u8>) {
    let mut body = Vec::new();
    match about {
        About::Endgame(board, men) => {
            body.extend(board);
            push(&mut body, men.len() as u64);
            body.extend(men);
            (0, body)
        }
        About::Game(digest) => (1, digest.to_vec()),
        About::List(board, root, members) => {
            body.extend(board);
            push(&mut body, *root);
            push(&mut body, members.len() as u64);
            for (pieces, passed) in members {
                push(&mut body, pieces.len() as u64);
                body.extend(pieces.concat());
                push(&mut body, *passed);
            }
            (2, body)
        }
    }
}

/// The head without its last part, the slices.
pub fn head(number: u8, body: &[u8], written: &Written) -> Vec<u8> {
    let mut head = vec![number];
    push(&mut head, body.len() as u64);
    head.extend(body);
    head.push(written.never.is_some().into());
    if let Some((above, below)) = written.never {
        push(&mut head, above);
        push(&mut head, below);
    }
    head.extend([written.bits, written.form]);
    push(&mut head, written.imports.len() as u64);
    head.extend(written.imports.concat());
    let digits = |number: &BigUint| if *number == BigUint::ZERO { vec![] } else { number.to_bytes_le() };
    let width = digits(&written.denominator).len();
    let wide = |numerator: &BigUint| {
        let digits = digits(numerator);
        let rest = vec![0; width.saturating_sub(digits.len())];
        [digits, rest].concat()
    };
    for list in [digits(&written.denominator), written.numerators.iter().flat_map(wide).collect()] {
        push(&mut head, list.len() as u64);
        head.extend(list);
    }
    head
}

/// The file of a certificate. Imports stand in the order in which they are.
pub fn write(written: &Written) -> Vec<u8> {
    let (number, body) = statement(&written.about);
    sealed(head(number, &body, written), &written.slices)
}

/// The file of a head without its last part, and of slices.
pub fn sealed(mut head: Vec<u8>, slices: &[Vec<u8>]) -> Vec<u8> {
    push(&mut head, slices.len() as u64);
    for slice in slices {
        push(&mut head, slice.len() as u64);
        head.extend(sha256(slice));
    }
    let mut file = b"bidcert\n\x03\x00".to_vec();
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(head);
    let digest = sha256(&file);
    file.extend(digest);
    file.extend(slices.concat());
    file
}
